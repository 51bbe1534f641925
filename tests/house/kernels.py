"""Rules for kernel code, that is functions under `wp.func` or `wp.kernel` and classes under `wp.struct`.

Warp takes a bare `0.5`, a `float` and a `wp.vec3` for 32 bits, whatever the engine computes in. So float literals go
through `real(...)`, and only `dynamics/scalar.py` names a width.
"""

import ast
import re
from collections.abc import Iterator

from tests.house.places import Source

SCALAR = "seatrial/dynamics/scalar.py"
KERNEL_DECORATORS = {"func", "kernel", "func_grad", "func_replay", "func_native"}
WIDTH = re.compile(
    r"b?float(16|32|64)|half|double|vec[234][fdh]?|mat(22|33|44)[fdh]?|quat[fdh]?|transform[fdh]?|spatial_(vector|matrix)[fdh]?"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


class WarpNames:
    """How a module calls Warp: the names of the package, of things imported from it, and decorators made from it."""

    def __init__(self, tree: ast.Module) -> None:
        self.modules = {"warp", "wp"}
        self.imported: dict[str, str] = {}
        self.decorators: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.modules |= {a.asname or "warp" for a in node.names if a.name.split(".")[0] == "warp"}
            elif isinstance(node, ast.ImportFrom):
                self.modules |= {a.asname or a.name for a in node.names if a.name in {"warp", "wp"}}
                if _from_warp(node):
                    self.imported |= {a.asname or a.name: a.name for a in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and self.makes_kernels(node.value) and not _functions_given(node.value):
                self.decorators |= {target.id for target in node.targets if isinstance(target, ast.Name)}

    def meaning(self, node: ast.AST) -> str | None:
        """The name in Warp that an expression such as `wp.func`, `wp.types.quat` or an imported `func` stands for."""
        if isinstance(node, ast.Name):
            return self.imported.get(node.id)
        if isinstance(node, ast.Attribute):
            base: ast.AST = node
            while isinstance(base, ast.Attribute):
                base = base.value
            if isinstance(base, ast.Name) and (base.id in self.modules or base.id in self.imported):
                return node.attr
        return None

    def makes_kernels(self, decorator: ast.AST) -> bool:
        """Whether an expression refers to `wp.func`, `wp.kernel` or a decorator made from them, however wrapped."""
        return any(
            self.meaning(node) in KERNEL_DECORATORS or (isinstance(node, ast.Name) and node.id in self.decorators)
            for node in ast.walk(decorator)
        )


def _from_warp(node: ast.ImportFrom) -> bool:
    return (node.module or "").split(".")[0] == "warp"


def _functions_given(call: ast.AST) -> list[str]:
    """Names handed to a call: `wp.func(f)` turns f into kernel code."""
    return [arg.id for arg in call.args if isinstance(arg, ast.Name)] if isinstance(call, ast.Call) else []


def kernel_code(tree: ast.Module) -> Iterator[ast.stmt]:
    """The outermost kernel functions and structs of a module."""
    names = WarpNames(tree)
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    by_call = {name for c in calls if names.makes_kernels(c.func) for name in _functions_given(c)}
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):  # breadth first: outer functions come before those within them
        if node in inside or not isinstance(node, Function | ast.ClassDef):
            continue
        if isinstance(node, ast.ClassDef):
            is_kernel = any(names.meaning(d) == "struct" for d in node.decorator_list)
        else:
            is_kernel = node.name in by_call or any(names.makes_kernels(d) for d in node.decorator_list)
        if is_kernel:
            inside |= set(ast.walk(node))
            yield node


def _is_real(function: ast.AST) -> bool:
    return (isinstance(function, ast.Name) and function.id == "real") or (
        isinstance(function, ast.Attribute) and function.attr == "real"
    )


def _float_literal(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _bare_floats(code: ast.AST) -> Iterator[ast.Constant]:
    wrapped = {
        part
        for call in ast.walk(code)
        if isinstance(call, ast.Call) and _is_real(call.func) and len(call.args) == 1 and _float_literal(call.args[0])
        for part in ast.walk(call.args[0])
    }
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node not in wrapped:
            yield node


def _bare_constants(tree: ast.Module) -> Iterator[ast.Constant]:
    """Floats in `wp.constant(...)`; Python computes what stands inside `wp.constant(real(...))`, in full."""
    names = WarpNames(tree)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and names.meaning(call.func) == "constant":
            for value in call.args:
                if not (isinstance(value, ast.Call) and _is_real(value.func)):
                    yield from _bare_floats(value)


def literals(file: Source) -> list[str]:
    """Float literals in kernel code, and in `wp.constant`, that do not go straight through `real(...)`."""
    tree = file.tree
    found = {node for code in kernel_code(tree) for node in _bare_floats(code)} | set(_bare_constants(tree))
    return [
        f"{file.path}:{node.lineno}: {node.value!r} is 32 bits wide in Warp; write real({node.value!r})"
        for node in sorted(found, key=lambda n: (n.lineno, n.col_offset))
    ]


def _kernel_widths(code: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(code):
        if isinstance(node, ast.Name) and node.id == "float":
            yield node.lineno, "float"
        elif isinstance(node, ast.Attribute) and re.fullmatch(r"float(16|32|64)", node.attr):
            yield node.lineno, node.attr


def _warp_widths(tree: ast.Module) -> Iterator[tuple[int, str]]:
    names = WarpNames(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and WIDTH.fullmatch(names.meaning(node) or ""):
            yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom) and _from_warp(node):
            yield from ((node.lineno, alias.name) for alias in node.names if WIDTH.fullmatch(alias.name))


def widths(file: Source) -> list[str]:
    """Float widths named outside `dynamics/scalar.py`: Warp's anywhere, `float` and NumPy's in kernel code."""
    if file.path == SCALAR:
        return []
    tree = file.tree
    found = set(_warp_widths(tree)) | {item for code in kernel_code(tree) for item in _kernel_widths(code)}
    return [
        f"{file.path}:{line}: '{name}' fixes a float width; take the type from dynamics/scalar.py"
        for line, name in sorted(found)
    ]
