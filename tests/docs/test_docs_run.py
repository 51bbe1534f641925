"""What the documentation tells readers to type works, and the runner that says so can fail."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.docs import runner

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


@pytest.fixture
def desk(in_temporary_folder: Path) -> Path:
    """A folder to work in, with the examples in reach as in a checkout."""
    (in_temporary_folder / "examples").symlink_to(ROOT / "examples")
    return in_temporary_folder


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_tutorial(page, desk):
    assert runner.run(page, desk), "a tutorial without anything to do"


def test_readme(desk):
    assert runner.run(ROOT / "README.md", desk, only_marked=True)


# --- the runner itself ----------------------------------------------------------------------------------------------

GOOD = """
    ```python
    x = 1
    ```

    Text.

    ```python
    assert x == 1  # one namespace
    open("made.txt", "w").close()
    ```

    ```console
    $ test -f made.txt
    $ python --version
    Python 3...
    $ printf 'a\\nb  \\n\\nc\\n'
    a
    ...
    c
    ```

    ```sh
    y=1
    test $y = 1
    ```

    <!-- skip: needs a boat -->
    ```python
    raise RuntimeError
    ```

    ```toml
    depth = 1
    ```
"""


def page(folder: Path, text: str) -> Path:
    path = folder / "page.md"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def test_good_page(in_temporary_folder):
    assert runner.run(page(in_temporary_folder, GOOD), in_temporary_folder) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```python\nx = 1\nx / 0\n```\n", "page.md:2: ZeroDivisionError"),
        ("```python\nassert False\n```\n", "AssertionError"),
        ("```python\nraise SystemExit(1)\n```\n", "SystemExit"),
        ("```python\nx = = 1\n```\n", "SyntaxError"),
        ("```python\nx = 1\n```\n```sh\ntrue\n```\n```python\ny\n```\n", "page.md:8: NameError"),
        ("```console\n$ false\n$ true\n```\n", "exit code 1"),
        ("```console\n$ false | true\n```\n", "exit code 1"),
        ("```console\n$ no-such-program\n```\n", "exit code 127"),
        ("```console\nfalse\n```\n", "without a line"),
        ("```console\n$ echo a\nb\n```\n", "not printed: b"),
        ("```console\n$ printf 'b\\na\\n'\na\nb\n```\n", "not printed: b"),
        ("```console\n$ echo aXb\na.b\n```\n", "not printed: a.b"),
        ("```sh\necho $undefined\n```\n", "undefined"),
        ("<!-- skip: -->\n```python\n1 / 0\n```\n", "ZeroDivisionError"),
        ("<!-- skip: later -->\n```python\n1 / 0\n```\n```python\n1 / 0\n```\n", "page.md:6"),
        ("```python\nx = 1\n", "no end"),
    ],
)
def test_bad_page(in_temporary_folder, text, message):
    with pytest.raises(runner.DocumentationError, match=message):
        runner.run(page(in_temporary_folder, text), in_temporary_folder)


def test_only_marked_blocks(in_temporary_folder):
    text = "```python\n1 / 0\n```\n\n<!-- run -->\n\n```python\nx = 1\n```\n"
    assert runner.run(page(in_temporary_folder, text), in_temporary_folder, only_marked=True) == 1
    with pytest.raises(runner.DocumentationError):
        runner.run(
            page(in_temporary_folder, "<!-- run -->\n```sh\nfalse\n```\n"), in_temporary_folder, only_marked=True
        )
