"""Runs the code blocks of a Markdown page, in order, in one folder and with one Python namespace.

A ```python block is executed. A ```sh block is a script; of a ```console block the lines behind `$ ` are, and the
others must be among what is printed, in that order; `...` stands for anything. `<!-- skip: reason -->` on the line
before a block passes it over. On pages where few blocks can run (the README) only those behind `<!-- run -->` are.
"""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FENCE = re.compile(r"^```(\w*)\s*$")
MARKER = re.compile(r"^<!--\s*(run|skip:\s*\S.*?)\s*-->$")
LANGUAGES = {"python", "console", "sh"}


class DocumentationError(Exception):
    """A block that does not work, with page, line and what was printed."""


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    text: str
    line: int
    """Line of the page on which the text begins."""
    marker: str
    """`run`, `skip`, or nothing."""


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in any language."""
    lines = page.splitlines()
    start, language, marker = None, "", ""
    for index, line in enumerate(lines):
        fence = FENCE.match(line)
        if start is None and fence:
            before = next((text for text in reversed(lines[:index]) if text.strip()), "")
            found = MARKER.match(before.strip())
            start, language, marker = index + 1, fence[1], found[1][:4].rstrip(":") if found else ""
        elif start is not None and line.startswith("```"):
            yield Block(language, "\n".join(lines[start:index]), start + 1, marker)
            start = None
    if start is not None:
        raise DocumentationError(f"line {start}: this block has no end")


def commands(block: Block) -> str:
    """What a shell block asks the shell to do."""
    if block.language == "sh":
        return block.text
    return "\n".join(line[2:] for line in block.text.splitlines() if line.startswith("$ "))


def missing_output(block: Block, printed: str) -> str | None:
    """The first line that a console block shows and that is not printed in its turn."""
    shown = [line.strip() for line in block.text.splitlines() if not line.startswith("$ ")]
    rest = iter(printed.splitlines())
    for line in shown if block.language == "console" else []:
        pattern = ".*".join(re.escape(part) for part in line.split("..."))
        if line and not any(re.fullmatch(pattern, candidate.strip()) for candidate in rest):
            return line
    return None


def _run_shell(block: Block, where: str, folder: Path) -> None:
    script = commands(block)
    if not script.strip():
        raise DocumentationError(f"{where}: a console block without a line that begins with '$ '")
    path = os.pathsep.join([sysconfig.get_path("scripts"), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode:
        raise DocumentationError(f"{where}: exit code {done.returncode}\n{script}\n{done.stdout}{done.stderr}")
    if line := missing_output(block, done.stdout):
        raise DocumentationError(f"{where}: not printed: {line}\nbut:\n{done.stdout}")


def _run_python(block: Block, page: str, where: str, namespace: dict[str, Any]) -> None:
    try:
        code = compile("\n" * (block.line - 1) + block.text, page, "exec")
        exec(code, namespace)
    except BaseException as error:
        raise DocumentationError(f"{where}: {type(error).__name__}: {error}\n{block.text}") from error


def run(page: Path, folder: Path, only_marked: bool = False) -> int:
    """Run a page in `folder`, which is the working directory already; returns how many blocks were run."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language not in LANGUAGES or block.marker == "skip" or (only_marked and block.marker != "run"):
            continue
        where = f"{page.name}:{block.line}"
        if block.language == "python":
            _run_python(block, page.name, where, namespace)
        else:
            _run_shell(block, where, folder)
        count += 1
    return count
