"""The netCDF library is for one thread at a time: whoever uses it holds its lock."""

import ast
from collections.abc import Iterator

from tests.house.places import Source

USES = {"Dataset", "open_dataset", "open_mfdataset", "open_dataarray", "load_dataset", "load_dataarray", "to_netcdf"}
"""Names of netCDF4 and xarray that open or write files."""
DOOR = "alone"
"""What takes the lock."""


def _name(call: ast.AST) -> str:
    function = call.func if isinstance(call, ast.Call) else call
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _unguarded(node: ast.AST, is_alone: bool) -> Iterator[ast.Call]:
    if isinstance(node, ast.Call) and _name(node) in USES and not is_alone and not _makes_one_in_memory(node):
        yield node
    if isinstance(node, ast.With | ast.AsyncWith):
        for item in node.items:  # in their order: what stands before the door is outside
            yield from _unguarded(item, is_alone)
            is_alone = is_alone or _name(item.context_expr) == DOOR
        for inner in node.body:
            yield from _unguarded(inner, is_alone)
        return
    later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)  # runs when the door may be shut
    for inner in ast.iter_child_nodes(node):
        yield from _unguarded(inner, is_alone and not later)


def _makes_one_in_memory(call: ast.Call) -> bool:
    """`xr.Dataset(...)` is no file."""
    return (
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "xr"
        and call.func.attr == "Dataset"
    )


def unlocked(file: Source) -> list[str]:
    """Places where netCDF files are opened or written without the lock of `ocean/netcdf.py`."""
    return [
        f"{file.path}:{call.lineno}: {_name(call)} without the lock; put it within `with {DOOR}()` of ocean/netcdf.py"
        for call in _unguarded(file.tree, False)
    ]
