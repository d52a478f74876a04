"""What product code in Python uses beyond itself: internals, the test runner, the environment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pytest_hydra.plugins.race.inspect import Use, internals, quote
from pytest_hydra.plugins.race.inspect.equality import constant_methods, lax_comparisons, own_values
from pytest_hydra.plugins.race.inspect.internals import (
    OUTCOMES,
    RUNNER,
    WORDS,
    Internal,
    Writes,
    internal_of,
    is_within,
    state_of,
)
from pytest_hydra.plugins.race.inspect.names import Names

# Deepest nesting of texts that are run as code.
_DEEPEST = 3
# Nodes without children of interest: most of the nodes of a long file of data.
_LEAVES = (ast.Name, ast.Constant, ast.expr_context)
# Nodes that may use a thing by its name.
_ACCESSES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
# The most frequent nodes, which say nothing more.
_PLAIN = (ast.Name, ast.Expr)
# Nodes without code that runs at import.
_PASSIVE = (ast.ClassDef, ast.Lambda, *_LEAVES)
_LONGEST = 100_000
_ASKS = ("PYTEST_", "PYTEST_HYDRA")
_DETECTS = re.compile(r"(?<![\w.-])_?pytest(?![\w-])|PYTEST_|PYTEST_HYDRA|py\.test|TestReport")
_TEST_FILES = re.compile(
    r"(?:^|[/\\])tests?[/\\]|(?:^|[/\\])test_[\w*?\[\]]*\.py|_test\.py$|conftest|^tests?$"
)
_RUNNERS = re.compile(r"test|nose|coverage|hypothesis", re.IGNORECASE)
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")
_PROC = re.compile(r"^/(?:proc/(?:self|\d|$)|dev/fd)")
_DESCRIPTORS = Internal("uses file descriptors by number", common=True)


def uses_in(names: Names, own: frozenset[str]) -> list[Use]:
    """All uses in a module. ``own`` are the names of the project's own packages and modules."""
    return _Scan(names, own, 0).uses()


class _Scan:
    """The scan of a module, or of a text that it runs as code."""

    def __init__(self, names: Names, own: frozenset[str], depth: int) -> None:
        self._names = names
        self._nodes = names.nodes
        self._own = own
        self._depth = depth
        self._writes = Writes(self._names, own)
        # Ids of nodes that only look like uses, and of docstrings.
        self._harmless: set[int] = set()
        self._documentation: set[int] = set()
        # Loop variables that may be numbers.
        self._numbers: set[str] = set()
        self._names_itself = False
        for node in self._nodes:
            self._read_ahead(node)

    def uses(self) -> list[Use]:
        """All uses, once for each thing and line."""
        uses = dict.fromkeys(self._all())
        return list({(use.kind, use.thing, use.line): use for use in uses}.values())

    def _all(self) -> Iterator[Use]:  # noqa: PLR0912 - one branch per kind of node
        yield from self._imports()
        yield from constant_methods(self._nodes)
        yield from lax_comparisons(self._nodes)
        yield from own_values(self._nodes, self._names)
        yield from self._module_level()
        for node in self._nodes:
            if isinstance(node, _ACCESSES):
                if id(node) not in self._harmless:
                    yield from self._read(node)
                yield from self._writes.uses(node)
            if isinstance(node, _PLAIN):
                continue
            match node:
                case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                    if self._names.may_be(iterable, "sys.modules"):
                        yield internals.MODULES.use("sys.modules.[]", iterable)
                case ast.Call():
                    yield from self._call(node)
                case ast.Constant(value=value):
                    yield from self._text(node, value)
                case ast.BinOp() | ast.JoinedStr():
                    yield from self._text(node, self._names.constants.text(node))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    if name in WORDS["rewriting hooks"]:
                        yield Use("runner-hook", name, node.lineno, f"def {name}")
                    if self._names_itself:
                        yield from self._sibling_uses(node)
                case ast.Raise():
                    yield from self._raise(node)
                case ast.Compare():
                    yield from self._comparison(node)

    def _read_ahead(self, node: ast.AST) -> None:
        may_be = self._names.may_be
        match node:
            case (
                ast.arg(annotation=ast.expr() as annotation)
                | ast.FunctionDef(returns=ast.expr() as annotation)
                | ast.AsyncFunctionDef(returns=ast.expr() as annotation)
                | ast.AnnAssign(annotation=annotation)
                | ast.ExceptHandler(type=ast.expr() as annotation)
            ):
                self._harmless.update(map(id, ast.walk(annotation)))
            # ``isinstance(x, CLASS)`` only checks a type.
            case ast.Call(args=[_, classes]) if may_be(node.func, *WORDS["asks"]):
                self._harmless.update(map(id, ast.walk(classes)))
            case ast.withitem(context_expr=ast.Call(func=func) as call):
                # An executor in a ``with`` ends with the block.
                if any(path.startswith("concurrent.futures.") for path in self._names.paths(func)):
                    self._harmless.update((id(call), id(func)))
            case ast.Attribute(value=value) if may_be(value, "sys.excepthook"):
                self._harmless.add(id(node))
            case ast.Expr(value=ast.Constant() as documentation):
                self._documentation.add(id(documentation))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=func)):
                if may_be(func, "builtins.range", "os.listdir", "builtins.map"):
                    self._numbers.add(name)
            case ast.Name(id="__file__"):
                self._names_itself = True

    # Reading.

    def _imports(self) -> Iterator[Use]:
        """Internals that are imported but not used here, and modules of runners and of networks."""
        names = {node.id for node in self._nodes if isinstance(node, ast.Name)}
        for node in self._nodes:
            if isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    path = f"{node.module}.{alias.name}"
                    if (alias.asname or alias.name) not in names:
                        yield from self._internal(path, node)
        for path, line in self._names.imported:
            root = path.partition(".")[0]
            if root in RUNNER and root not in self._own:
                yield Use("runner-named", root, line, f"import {path}")
            if is_within(path, WORDS["network"]):
                yield Use("network", root, line, f"import {path}")
            if path in internals.BY_PATH and "." not in path:
                internal = internals.BY_PATH[path]
                yield Use(
                    "internals", path, line, f"{internal.group}: import {path}", internal.common
                )

    def _read(self, node: ast.expr) -> Iterator[Use]:
        if isinstance(node, ast.Attribute) and getattr(node.value, "attr", "") == "__doc__":
            yield Use.at(node, "own-source", "__doc__")  # ``__doc__.splitlines``, for example
        for path in sorted(self._names.paths(node)):
            if path == "?":
                continue
            if isinstance(node, ast.Call) and path in self._names.paths(node.func):
                continue  # the name of the called function is read by itself
            yield from self._internal(path, node)
            root = path.partition(".")[0]
            state = None if root in self._own else state_of(path)
            if state is not None:
                yield Use.at(node, "process-state", state)
            if root in RUNNER and root not in self._own and not isinstance(node, ast.Name):
                yield Use.at(node, "runner-named", root)

    def _internal(self, path: str, node: ast.expr | ast.stmt) -> Iterator[Use]:
        internal = None if path.partition(".")[0] in self._own else internal_of(path)
        if internal is not None:
            yield internal[1].use(internal[0], node)

    # Calls, texts, and code that runs at import.

    def _call(self, node: ast.Call) -> Iterator[Use]:
        paths = self._names.paths(node.func) - {"?"}
        if not paths.isdisjoint({"builtins.exec", "builtins.eval", "builtins.compile"}):
            yield from self._code_uses(node)
        for path in paths:
            yield from self._call_of(path, node)
        match node:
            case ast.Call(
                func=ast.Attribute(value=owner, attr="write" | "close" | "fdopen" as function),
                args=[number, *_],
            ) if paths and "os" in self._names.paths(owner) and self._is_number(number):
                yield _DESCRIPTORS.use(f"os.{function}", node)
        # A check of the standard streams' types: a test runner replaces these streams.
        if paths.intersection(WORDS["asks of kinds"]) and self._names.may_be(
            _first_arg(node), *WORDS["streams"]
        ):
            yield Use.at(node, "runner-detected", "sys.stdout")

    def _call_of(self, path: str, node: ast.Call) -> Iterator[Use]:
        if is_within(path, OUTCOMES):
            yield Use.at(node, "runner-used", path)
        owner, _, name = path.rpartition(".")
        if "pluginmanager" in owner.split(".") and name in WORDS["registers"]:
            yield Use.at(node, "runner-registered", name)
        if path.startswith(("unittest.mock.patch", "mock.patch")):
            yield from self._writes.patch_uses(node, path)
        if path in WORDS["lists"] and any(
            self._names.may_be(arg, "sys.modules") for arg in node.args
        ):
            yield internals.MODULES.use("sys.modules.[]", node)
        if path == "builtins.open" and node.args:
            (file, *_) = node.args
            if self._is_number(file):
                yield _DESCRIPTORS.use("open", node)
            elif isinstance(file, ast.Name) and file.id == "__file__":
                yield Use.at(node, "own-source", "__file__")
        if path in WORDS["programs"]:
            yield from self._program(node)

    def _program(self, node: ast.Call) -> Iterator[Use]:
        first = _first_arg(node)
        if isinstance(first, ast.List | ast.Tuple) and first.elts:
            first = first.elts[0]
        name = (self._names.constants.text(first) or "").partition(" ")[0].rpartition("/")[2]
        if name == "git":
            yield internals.HISTORY.use("git", node)
        yield Use.at(node, "program", name or "*")

    def _is_number(self, node: ast.expr) -> bool:
        return isinstance(self._names.constants.value(node), int) or (
            isinstance(node, ast.Name) and node.id in self._numbers
        )

    def _code_uses(self, node: ast.Call) -> Iterator[Use]:
        """Uses in a constant text that is run as code, with the line of the call."""
        code = self._names.constants.value(_first_arg(node))
        if isinstance(code, bytes):
            code = code.decode("utf-8", "replace")
        if not isinstance(code, str) or self._depth >= _DEEPEST or len(code) > _LONGEST:
            return
        try:
            tree = ast.parse(code.strip())
        except (SyntaxError, ValueError):
            return
        for use in _Scan(Names(tree), self._own, self._depth + 1).uses():
            yield use._replace(line=node.lineno)

    def _raise(self, node: ast.Raise) -> Iterator[Use]:
        for path in self._names.paths(_exception(node)):
            if is_within(path, OUTCOMES):
                yield Use.at(node, "runner-used", path)

    def _comparison(self, node: ast.Compare) -> Iterator[Use]:
        """Comparisons that may detect a test runner, and those with names and digests."""
        sides = [node.left, *node.comparators]
        texts = [self._names.constants.text(side) or "" for side in sides]
        paths = [path for side in sides for path in self._names.paths(side)]
        is_start = any(is_within(path, WORDS["started"]) for path in paths)
        for text in texts:
            if is_start and _DETECTS.search(text):
                yield Use.at(node, "runner-asked", text[:40])
            if is_start and _RUNNERS.search(text):
                yield Use.at(node, "runner-detected", text[:40])
            # The name of a class, a function or a module.
            if text and any(getattr(side, "attr", None) in WORDS["called"] for side in sides):
                yield Use.at(node, "class-named", text[:40])
            if _DIGEST.match(text):
                yield Use("digest", "digest", node.lineno, f"a digest: {quote(node)}")

    def _sibling_uses(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Use]:
        """A function that names ``__file__`` and writes: it may keep data beside its source."""
        nodes = list(ast.walk(function))
        if any(isinstance(entry, ast.Name) and entry.id == "__file__" for entry in nodes):
            for entry in nodes:
                if self._is_writing(entry):
                    text = f"{internals.SIBLING.group}: {quote(entry)}"
                    yield Use("internals", "__file__", function.lineno, text, common=True)
                    return

    def _is_writing(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in WORDS["writes"]:
                return True
            case ast.Call(func=fn, args=[_, mode, *_]) if self._names.may_be(fn, "builtins.open"):
                return bool(set("wax+") & set(self._names.constants.text(mode) or ""))
            case ast.Call(func=ast.Attribute(attr="open"), args=[mode, *_]):
                return bool(set("wax+") & set(self._names.constants.text(mode) or ""))
        return False

    def _text(self, node: ast.expr, value: object) -> Iterator[Use]:
        if not isinstance(value, str) or id(node) in self._documentation or len(value) > _LONGEST:
            return
        if match := _DETECTS.search(value):
            kind = "runner-asked" if match[0] in _ASKS else "runner-detected"
            yield Use.at(node, kind, match[0])
        if len(value) < 200 and (match := _TEST_FILES.search(value)):
            yield Use.at(node, "test-files", match[0])
        if match := _PROC.search(value):
            yield internals.PROC.use("/proc", node)

    def _module_level(self) -> Iterator[Use]:
        """Uses by code that runs at import, outside of functions and classes."""
        stack: list[ast.AST] = list(self._names.module.body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.name == "__getattr__" and _answers_for_names(node):
                    yield Use.at(node, "made-up", "__getattr__")
                elif node.name == "__getattr__":
                    yield internals.MODULE_GETATTR.use("__getattr__", node)
                continue
            is_main = isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)
            if is_main or isinstance(node, _PASSIVE):
                continue
            match node:
                case ast.Raise():
                    if self._names.may_be(_exception(node), "builtins.SystemExit"):
                        yield internals.ENDS.use("SystemExit", node)
                case ast.Call(func=func) if self._names.may_be(func, *WORDS["exits"]):
                    yield internals.ENDS.use("sys.exit", node)
                case ast.Assign(targets=targets):
                    names = {target.id for target in targets if isinstance(target, ast.Name)}
                    if "__getattr__" in names:
                        yield internals.MODULE_GETATTR.use("__getattr__", node)
                    if "pytest_plugins" in names:
                        yield Use.at(node, "runner-hook", "pytest_plugins")
            if isinstance(node, ast.Call) and self._is_writing(node):
                yield internals.AT_IMPORT.use("write", node)
            stack += ast.iter_child_nodes(node)


def _answers_for_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a ``__getattr__`` answers only for names that are written in it, and else raises."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    names = [argument.arg for argument in function.args.args]
    return len(names) == 1 and not function.decorator_list and _else_raises(body, names[0])


def _else_raises(body: list[ast.stmt], name: str) -> bool:
    match body:
        case [ast.Raise()]:
            return True
        case [ast.If(test=test, orelse=branch), *rest]:
            return _is_one_of(test, name) and _else_raises([*branch, *rest], name)
        case [ast.Import(names=aliases) | ast.ImportFrom(names=aliases), *rest]:
            names = {alias.asname or alias.name.partition(".")[0] for alias in aliases}
            return name not in names and _else_raises(rest, name)
    return False


def _is_one_of(test: ast.expr, name: str) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id=left), ops=[ast.Eq()], comparators=[ast.Constant()]):
            return left == name
        case ast.Compare(
            left=ast.Name(id=left),
            ops=[ast.In()],
            comparators=[ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts)],
        ):
            return left == name and all(isinstance(entry, ast.Constant) for entry in elts)
    return False


def _first_arg(node: ast.Call) -> ast.expr | None:
    return node.args[0] if node.args else None


def _exception(node: ast.Raise) -> ast.expr | None:
    return node.exc.func if isinstance(node.exc, ast.Call) else node.exc
