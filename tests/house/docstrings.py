"""Public things say what they are, errors say what is wrong."""

import ast
from collections.abc import Iterator

from tests.house.places import Source

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _public(body: list[ast.stmt]) -> Iterator[Documented]:
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body)


def missing(file: Source) -> list[str]:
    """Public functions, classes, methods and the module itself without a docstring."""
    tree = file.tree
    problems = [] if ast.get_docstring(tree) else [f"{file.path}: the module has no docstring"]
    for node in _public(tree.body):
        if not ast.get_docstring(node):
            problems.append(f"{file.path}:{node.lineno}: {node.name} has no docstring")
    return problems


def _error_class(node: ast.AST | None) -> str | None:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name if name.endswith("Error") else None


def wordless_errors(file: Source) -> list[str]:
    """Errors raised without a message."""
    problems = []
    for node in ast.walk(file.tree):
        if not isinstance(node, ast.Raise):
            continue
        call = node.exc if isinstance(node.exc, ast.Call) else None
        name = _error_class(call.func if call else node.exc)
        if name and not (call and (call.args or call.keywords)) and not _is_caught(node, name):
            problems.append(f"{file.path}:{node.lineno}: {name} without a message; say quantity, value, unit and range")
    return problems


def _is_caught(node: ast.Raise, name: str) -> bool:
    """`raise error` of something caught before: a lower-case name, no class."""
    return isinstance(node.exc, ast.Name) and name[:1].islower()
