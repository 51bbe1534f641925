"""What commands have in common: JSON, the progress bar, and how they are interrupted."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


class WithNegativeNumbers(TyperCommand):
    """A command whose arguments may be negative numbers: -33.9 is no option, but --tim is one that there is not."""

    ignore_unknown_options = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, as `click` reads them; a usage error names what begins with -- and is no option."""
        known = {name for option in self.get_params(ctx) for name in (*option.opts, *option.secondary_opts)}
        for arg in args:
            name = arg.partition("=")[0]
            if name == "--":
                break
            if name.startswith("--") and name not in known:
                ctx.fail(f"No such option: {name}")
        return super().parse_args(ctx, args)


class Stopped(BaseException):
    """A signal asked for the end; no library swallows it, as it is no `Exception`."""

    def __init__(self, number: int, note: str = "nothing was saved") -> None:
        super().__init__(number)
        self.exit_code, self.note = 128 + number, note


def finite(value: Any) -> Any:
    """`value` with None for every number that JSON has no word for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, list | tuple) else value


def print_json(value: Any) -> None:
    """Print one JSON value on standard output."""
    typer.echo(json.dumps(finite(value), indent=2, allow_nan=False, default=str))


@contextmanager
def progress(title: str) -> Iterator[Callable[[str, float, float], None]]:
    """A progress bar on standard error when that is a terminal, else nothing."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda what, seconds, share: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[time]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(title), total=1.0, time="")

        def report(what: str, seconds: float, share: float) -> None:
            simulated = f"{seconds / 60:.0f} min simulated" if seconds else ""
            bar.update(task, description=what, completed=share, time=simulated)

        yield report
