"""Whether the page was built from newer code than this process runs."""

import hashlib
from pathlib import Path

STATIC = Path(__file__).with_name("static")
"""Where the built page is."""


class Age:
    """Code of the server and its page, as they were when this was made."""

    def __init__(self, code: Path | None = None, page: Path = STATIC / "index.html") -> None:
        """code: folder of the server's modules, this one's by default; page: the file that each build writes anew."""
        self._code, self._page = code or Path(__file__).parent, page
        self._built_at, self._digest = self._page_time(), self._code_digest()

    @property
    def is_behind(self) -> bool:
        """Whether a page was built since, and from other code than runs here: it may ask what nobody answers.

        A page alone that was built anew fits as before. As long as none was, this costs one look at a file.
        """
        return self._page_time() not in (self._built_at, None) and self._code_digest() not in (self._digest, None)

    def _page_time(self) -> int | None:
        try:
            return self._page.stat().st_mtime_ns
        except OSError:
            return None  # not built, or a build is replacing it just now

    def _code_digest(self) -> str | None:
        total = hashlib.sha256()
        try:
            for path in sorted(self._code.glob("*.py")):
                total.update(path.name.encode() + path.read_bytes())
        except OSError:
            return None
        return total.hexdigest()
