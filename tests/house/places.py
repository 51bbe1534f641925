"""Where things are, and how sources are read."""

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "seatrial"


@dataclass(frozen=True)
class Source:
    """One Python file: its path below `src` (or any other root) and its text."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text, filename=self.path)

    @property
    def lines(self) -> int:
        """Number of lines."""
        return len(self.text.splitlines())

    @property
    def is_empty(self) -> bool:
        """Nothing but a docstring."""
        return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in self.tree.body)


def sources(folder: Path = PACKAGE) -> list[Source]:
    """All Python files below `folder`, with paths relative to its parent: `seatrial/ocean/land.py`."""
    found = sorted(folder.rglob("*.py"))
    assert found, f"no Python files below {folder}"
    return [Source(str(path.relative_to(folder.parent)), path.read_text(encoding="utf-8")) for path in found]


def report(problems: list[str]) -> str:
    """The problems, one a line, as the message of a failed test."""
    return "\n".join(["", *problems])
