"""Budgets of size and naming: small files, small functions, no catch-all names, one path for each public name."""

import ast
import statistics
from collections import defaultdict
from collections.abc import Iterator

from tests.house.places import Source

MEDIAN_FILE_LINES = 150
FILE_LINES = 600
FUNCTION_LINES = 60
SHARE_OF_SHORT_FUNCTIONS = 0.95
ROOT_NAMES = 12
CATCH_ALL_MODULES = {"helper", "helpers", "misc", "util", "utils"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def function_lines(function: Function) -> int:
    """Lines from `def` to the end, docstring not counted."""
    first = function.body[0]
    docstring = 0
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        docstring = (first.end_lineno or first.lineno) - first.lineno + 1
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring


def file_sizes(files: list[Source]) -> list[str]:
    """Files that are too long, and a median that is; files with nothing but a docstring do not lower the median."""
    problems = [f"{f.path}: {f.lines} lines, at most {FILE_LINES}" for f in files if f.lines > FILE_LINES]
    sizes = [f.lines for f in files if not f.is_empty]
    if sizes and statistics.median(sizes) > MEDIAN_FILE_LINES:
        longest = ", ".join(f.path for f in sorted(files, key=lambda f: -f.lines)[:5])
        problems.append(
            f"median file has {statistics.median(sizes):g} lines, at most {MEDIAN_FILE_LINES}; longest: {longest}"
        )
    return problems


def function_sizes(files: list[Source]) -> list[str]:
    """Nothing if enough functions are short, else the long ones."""
    sized = [(function_lines(fn), f"{f.path}:{fn.lineno} {fn.name}") for f in files for fn in _functions(f.tree)]
    long = sorted((item for item in sized if item[0] > FUNCTION_LINES), reverse=True)
    if not long or len(long) <= (1 - SHARE_OF_SHORT_FUNCTIONS) * len(sized):
        return []
    head = f"{len(long)} of {len(sized)} functions are longer than {FUNCTION_LINES} lines, at most 5 % may be:"
    return [head, *(f"{where}: {lines} lines" for lines, where in long)]


def catch_all_names(file: Source) -> list[str]:
    """Modules that collect what has no home, classes that manage."""
    parts = file.path.removesuffix(".py").split("/")
    problems = [
        f"{file.path}: '{part}' says nothing; name it for what it does" for part in parts if part in CATCH_ALL_MODULES
    ]
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ClassDef) and ("Manager" in node.name or node.name.endswith("Utils")):
            problems.append(f"{file.path}:{node.lineno}: class {node.name}; name it for what it is")
    return problems


def keyword_pass_through(file: Source) -> list[str]:
    """Functions that take `**anything` and hand it on unseen."""
    problems = []
    for function in _functions(file.tree):
        caught = function.args.kwarg
        if caught is None:
            continue
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if any(k.arg is None and isinstance(k.value, ast.Name) and k.value.id == caught.arg for k in call.keywords):
                problems.append(
                    f"{file.path}:{call.lineno}: {function.name} passes **{caught.arg} through; name the options"
                )
    return problems


def _is_open_record(node: ast.ClassDef) -> bool:
    """A dataclass whose fields may be written."""
    marks = [d for d in node.decorator_list if "dataclass" in ast.unparse(d)]
    return bool(marks) and not any("frozen=True" in ast.unparse(mark) for mark in marks)


def _holds_state(node: ast.ClassDef) -> bool:
    """Whether objects change: frozen records and models are values and may be extended."""
    written = (part for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))
    return _is_open_record(node) or any(
        isinstance(part.value, ast.Name) and part.value.id == "self" for part in written
    )


def _last_name(node: ast.expr) -> str:
    """`Base` of `Base`, `module.Base` and `Base[T]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _base_names(node: ast.ClassDef) -> set[str]:
    return {_last_name(base) for base in node.bases}


def stateful_bases(files: list[Source]) -> list[str]:
    """Classes that keep state and that other classes of ours inherit; protocols may be."""
    classes = [(f, node) for f in files for node in ast.walk(f.tree) if isinstance(node, ast.ClassDef)]
    inherited = {name for _, node in classes for name in _base_names(node)}
    return [
        f"{f.path}:{node.lineno}: {node.name} has state and is inherited; wrap it instead"
        for f, node in classes
        if node.name in inherited and _holds_state(node) and "Protocol" not in _base_names(node)
    ]


def option_strings(file: Source) -> list[str]:
    """Comparisons with text inside `dynamics`: a variant of the physics is another part, not a string."""
    if not file.path.startswith("seatrial/dynamics/") or file.path.endswith("/scalar.py"):
        return []
    problems = []
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Compare):
            compared = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            compared = [node.value]
        else:
            continue
        if any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in compared):
            problems.append(f"{file.path}:{node.lineno}: physics decides by a string; make it another part")
    return problems


def exported(file: Source) -> list[str] | None:
    """The names in `__all__`, or None without one."""
    for node in file.tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.List | ast.Tuple):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            return [str(item.value) for item in node.value.elts if isinstance(item, ast.Constant)]
    return None


def _bound_names(file: Source) -> list[str]:
    names: list[str] = []
    for node in file.tree.body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            names += [alias.asname or alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, Function | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return [name for name in names if not name.startswith("_")]


def public_names(files: list[Source]) -> list[str]:
    """Too many names at the root, packages that export without `__all__`, names with two import paths."""
    problems = []
    paths: dict[str, list[str]] = defaultdict(list)
    for file in files:
        if not file.path.endswith("/__init__.py"):
            continue
        listed, bound = exported(file), _bound_names(file)
        if listed is None and bound:
            problems.append(f"{file.path}: binds {', '.join(bound)} but has no __all__")
        names = bound if listed is None else listed
        public = [name for name in names if not name.startswith("_")]
        if file.path == "seatrial/__init__.py" and len(public) > ROOT_NAMES:
            problems.append(f"{file.path}: {len(public)} public names, at most {ROOT_NAMES}")
        for name in public:
            paths[name].append(file.path.removesuffix("/__init__.py").replace("/", "."))
    problems += [f"'{name}' has two import paths: {', '.join(p)}" for name, p in sorted(paths.items()) if len(p) > 1]
    return problems
