"""What product code in Python uses beyond itself: levers, the test runner, the environment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pytest_hydra.candidates.tamper.product_code import levers
from pytest_hydra.candidates.tamper.product_code.effects import Written, by_digest, counted_answers
from pytest_hydra.candidates.tamper.product_code.equality import odd_methods, own_values
from pytest_hydra.candidates.tamper.product_code.levers import (
    Lever,
    is_within,
    lever_of,
    state_of,
    use_of,
)
from pytest_hydra.candidates.tamper.signs import Use, quoted
from pytest_hydra.candidates.tamper.suite_code.runner_hooks import REWRITING
from pytest_hydra.candidates.tamper.syntax.names import Names

# How deep code may stand in texts that are run as code.
_DEEPEST = 3
_LONGEST = 100_000
_DETECTS = re.compile(r"(?<![\w.-])_?pytest(?![\w-])|PYTEST_|PYTEST_HYDRA|py\.test|TestReport")
_TEST_FILES = re.compile(
    r"(?:^|[/\\])tests?[/\\]|(?:^|[/\\])test_[\w*?\[\]]*\.py|_test\.py$|conftest|^tests?$"
)
_STARTED = frozenset({"sys.argv", "sys.orig_argv", "sys.modules", "sys.executable", "sys.path"})
_RUNNERS = re.compile(r"test|nose|coverage|hypothesis", re.IGNORECASE)
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")
_WRITES = ("write_text", "write_bytes", "touch", "symlink_to", "hardlink_to", "unlink", "rmtree")
_PROC = re.compile(r"^/(?:proc/(?:self|\d|$)|dev/fd)")
# What is tested is no less itself when it is asked what kind of thing something is.
_ASKS = ("builtins.isinstance", "builtins.issubclass")


def uses_in(source: ast.Module, own: frozenset[str]) -> list[Use]:
    """All uses in a module. ``own`` are the names of the project's own packages and modules."""
    return _Scan(source, own, 0).uses()


class _Scan:
    """One module, or a text that one runs as code."""

    def __init__(self, module: ast.Module, own: frozenset[str], depth: int) -> None:
        self._module = module
        self._own = own
        self._depth = depth
        self._nodes = list(ast.walk(module))
        self._names = Names(self._nodes)
        self._harmless = set(self._exempt())
        imported = {entry for node in self._nodes for entry in _imported_modules(node)}
        self._written = Written(self._names, own, imported)
        self._names_itself = any(
            isinstance(entry, ast.Name) and entry.id == "__file__" for entry in self._nodes
        )
        self._counted = set(self._counting())
        self._said = {
            id(node.value)
            for node in self._nodes
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }

    def uses(self) -> list[Use]:
        """All uses, once for each thing and line."""
        found = dict.fromkeys(self._all())
        return list({(entry.kind, entry.thing, entry.line): entry for entry in found}.values())

    def _all(self) -> Iterator[Use]:
        yield from self._imports()
        yield from odd_methods(self._nodes)
        yield from own_values(self._nodes, self._names)
        yield from counted_answers(self._nodes, self._names)
        yield from by_digest(self._nodes, self._names)
        yield from self._module_level()
        for node in self._nodes:
            if isinstance(node, ast.expr):
                if id(node) not in self._harmless:
                    yield from self._read(node)
                yield from self._written.by(node)
            if isinstance(node, ast.For | ast.comprehension) and self._names.one(
                node.iter, "sys.modules"
            ):
                yield use_of(levers.MODULES, "sys.modules.[]", node.iter.lineno, quoted(node.iter))
            if isinstance(node, ast.Call):
                yield from self._called(node)
                yield from self._asked_kind(node)
            elif isinstance(node, ast.Constant):
                yield from self._text(node, node.value)
            elif isinstance(node, ast.BinOp | ast.JoinedStr):
                yield from self._text(node, self._names.constants.text(node))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.name in REWRITING:
                    what = f"def {node.name}"
                    yield Use("runner-hook", node.name, node.lineno, what)
                if self._names_itself:
                    yield from self._writes_beside(node)
            elif isinstance(node, ast.Raise):
                yield from self._raised(node)
            elif isinstance(node, ast.Compare):
                yield from self._compared(node)

    # What only looks like a use.

    def _exempt(self) -> Iterator[int]:
        for node in self._nodes:
            match node:
                case ast.arg(annotation=ast.expr() as said):
                    yield from map(id, ast.walk(said))
                case ast.FunctionDef(returns=ast.expr() as said):
                    yield from map(id, ast.walk(said))
                case ast.AsyncFunctionDef(returns=ast.expr() as said):
                    yield from map(id, ast.walk(said))
                case ast.AnnAssign(annotation=said):
                    yield from map(id, ast.walk(said))
                case ast.Call(args=[_, asked]) if self._names.one(node.func, *_ASKS):
                    yield from map(id, ast.walk(asked))
                case ast.withitem(context_expr=ast.Call(func=made) as call):
                    # It ends with the block.
                    if any(
                        path.startswith("concurrent.futures.") for path in self._names.paths(made)
                    ):
                        yield from (id(call), id(made))
                case ast.Attribute(value=value) if self._names.one(value, "sys.excepthook"):
                    yield id(node)
                case ast.ExceptHandler(type=ast.expr() as said):
                    yield from map(id, ast.walk(said))

    # Reading.

    def _imports(self) -> Iterator[Use]:
        """What is imported for others to use, and the modules of a test runner."""
        used = {node.id for node in self._nodes if isinstance(node, ast.Name)}
        for node in self._nodes:
            if isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    path = f"{node.module}.{alias.name}"
                    if (alias.asname or alias.name) not in used:
                        yield from self._lever(path, node)
        for path, line in self._names.imported:
            root = path.partition(".")[0]
            if root in levers.RUNNER and root not in self._own:
                yield Use("runner-named", root, line, f"import {path}")
            if is_within(path, levers.NETWORK):
                yield Use("network", root, line, f"import {path}")
            if path in levers.BY_PATH and "." not in path:
                yield use_of(levers.BY_PATH[path], path, line, f"import {path}")

    def _read(self, node: ast.expr) -> Iterator[Use]:
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
            return
        if isinstance(node, ast.Attribute) and _reads_documentation(node):
            yield Use("own-source", "__doc__", node.lineno, quoted(node))
        for path in sorted(self._names.paths(node)):
            if path == "?":
                continue
            if isinstance(node, ast.Call) and path in self._names.paths(node.func):
                continue  # ``partial(f)`` stands for ``f``; this is ``f`` itself
            yield from self._lever(path, node)
            root = path.partition(".")[0]
            state = None if root in self._own else state_of(path)
            if state is not None:
                yield Use("process-state", state, node.lineno, quoted(node))
            if root in levers.RUNNER and root not in self._own and not isinstance(node, ast.Name):
                yield Use("runner-named", root, node.lineno, quoted(node))
            if is_within(path, frozenset({"os.environ", "os.getenv", "os.environb"})):
                yield Use("environment", self._variable(node), node.lineno, quoted(node))

    def _variable(self, node: ast.expr) -> str:
        """Which variable of the environment is asked for, as far as it is known."""
        match node:
            case ast.Subscript(slice=key) | ast.Call(args=[key, *_]):
                return self._names.constants.text(key) or "*"
        return "*"

    def _lever(self, path: str, node: ast.expr | ast.stmt) -> Iterator[Use]:
        if path.partition(".")[0] in self._own:
            return
        found = lever_of(path)
        if found is not None:
            thing, lever = found
            yield use_of(lever, thing, node.lineno, quoted(node))

    # Calls, texts, and what stands at the top of a module.

    def _called(self, node: ast.Call) -> Iterator[Use]:
        paths = self._names.paths(node.func) - {"?"}
        if not paths:
            return
        line, text = node.lineno, quoted(node)
        if not paths.isdisjoint({"builtins.exec", "builtins.eval", "builtins.compile"}):
            yield from self._run(node)
        for path in paths:
            if is_within(path, levers.OUTCOMES):
                yield Use("runner-used", path, line, text)
            tail = path.rpartition(".")
            if "pluginmanager" in tail[0].split(".") and tail[2] in _REGISTERS:
                yield Use("runner-registered", tail[2], line, text)
            if path.startswith(("unittest.mock.patch", "mock.patch")):
                yield from self._written.patched(node, path)
            if path in _LISTS and any(self._names.one(arg, "sys.modules") for arg in node.args):
                yield use_of(levers.MODULES, "sys.modules.[]", line, text)
            if path == "builtins.open" and node.args:
                yield from self._opened(node)
            if path in ("sys.exit", "builtins.exit", "builtins.quit"):
                yield Use("ends", path, line, text)
            if path in _PROGRAMS:
                yield from self._started(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("write", "close", "fdopen"):
            owner = self._names.paths(node.func.value)
            if "os" in owner and node.args and self._is_number(node.args[0]):
                yield use_of(_DESCRIPTORS, f"os.{node.func.attr}", line, text)

    def _asked_kind(self, node: ast.Call) -> Iterator[Use]:
        """What kind of thing the standard streams are, which a runner replaces."""
        of = node.args[0] if node.args else None
        if self._names.one(node.func, *_ASKS_KIND) and self._names.one(of, *_STREAMS):
            yield Use("runner-detected", "sys.stdout", node.lineno, quoted(node))

    def _started(self, node: ast.Call) -> Iterator[Use]:
        first = node.args[0] if node.args else None
        if isinstance(first, ast.List | ast.Tuple) and first.elts:
            first = first.elts[0]
        name = (self._names.constants.text(first) or "").partition(" ")[0].rpartition("/")[2]
        if name == "git":
            yield use_of(levers.HISTORY, "git", node.lineno, quoted(node))
        yield Use("program", name or "*", node.lineno, quoted(node))

    def _is_number(self, node: ast.expr) -> bool:
        return isinstance(self._names.constants.value(node), int) or (
            isinstance(node, ast.Name) and node.id in self._counted
        )

    def _counting(self) -> Iterator[str]:
        """Names that count through a range."""
        for node in self._nodes:
            match node:
                case ast.For(target=ast.Name(id=name), iter=ast.Call(func=made)):
                    if self._names.one(made, "builtins.range", "os.listdir", "builtins.map"):
                        yield name

    def _opened(self, node: ast.Call) -> Iterator[Use]:
        (what, *_) = node.args
        if self._is_number(what):
            yield use_of(_DESCRIPTORS, "open", node.lineno, quoted(node))
        elif isinstance(what, ast.Name) and what.id == "__file__":
            yield Use("own-source", "__file__", node.lineno, quoted(node))

    def _run(self, node: ast.Call) -> Iterator[Use]:
        """What a text that is run as code uses, as if it stood here."""
        code = self._names.constants.value(node.args[0]) if node.args else None
        if isinstance(code, bytes):
            code = code.decode("utf-8", "replace")
        if not isinstance(code, str) or self._depth >= _DEEPEST or len(code) > _LONGEST:
            return
        try:
            inside = ast.parse(code.strip())
        except (SyntaxError, ValueError):
            return
        for use in _Scan(inside, self._own, self._depth + 1).uses():
            yield use._replace(line=node.lineno)

    def _raised(self, node: ast.Raise) -> Iterator[Use]:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        for path in self._names.paths(raised):
            if is_within(path, levers.OUTCOMES):
                yield Use("runner-used", path, node.lineno, quoted(node))
            elif path in ("builtins.SystemExit", "builtins.KeyboardInterrupt"):
                yield Use("ends", path.partition(".")[2], node.lineno, quoted(node))

    def _compared(self, node: ast.Compare) -> Iterator[Use]:
        """How the process was started, or what is loaded in it, held against a test runner."""
        sides = [node.left, *node.comparators]
        texts = [self._names.constants.text(side) or "" for side in sides]
        within = [path for side in sides for path in self._names.paths(side)]
        asks = any(is_within(path, _STARTED) for path in within)
        for text in texts:
            if asks and _RUNNERS.search(text):
                yield Use("runner-detected", text[:40], node.lineno, quoted(node))
            if text and any(map(_is_called, sides)):
                yield Use("class-named", text[:40], node.lineno, quoted(node))
            if _DIGEST.match(text):
                yield Use("hard-coded", "digest", node.lineno, f"a digest: {quoted(node)}")

    def _writes_beside(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Use]:
        """A function that keeps something beside the source that it stands in."""
        inside = list(ast.walk(function))
        if any(isinstance(entry, ast.Name) and entry.id == "__file__" for entry in inside):
            for entry in inside:
                if self._is_writing(entry):
                    yield use_of(levers.BESIDE, "__file__", function.lineno, quoted(entry))
                    return

    def _is_writing(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _WRITES:
                return True
            case ast.Call(func=func, args=[_, mode, *_]) if self._names.one(func, "builtins.open"):
                return bool(set("wax+") & set(self._names.constants.text(mode) or ""))
            case ast.Call(func=ast.Attribute(attr="open"), args=[mode, *_]):
                return bool(set("wax+") & set(self._names.constants.text(mode) or ""))
        return False

    def _text(self, node: ast.expr, value: object) -> Iterator[Use]:
        if not isinstance(value, str) or id(node) in self._said or len(value) > _LONGEST:
            return
        if found := _DETECTS.search(value):
            yield Use("runner-detected", found[0], node.lineno, quoted(node))
        if len(value) < 200 and (found := _TEST_FILES.search(value)):
            yield Use("test-files", found[0], node.lineno, quoted(node))
        if found := _PROC.search(value):
            yield use_of(levers.PROC, "/proc", node.lineno, quoted(node))

    def _module_level(self) -> Iterator[Use]:
        """What is done as the module is imported, wherever it stands but in a function."""
        waiting: list[ast.AST] = list(self._module.body)
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.name == "__getattr__":
                    yield use_of(levers.MODULE_GETATTR, "__getattr__", node.lineno, quoted(node))
                continue
            if isinstance(node, ast.ClassDef | ast.Lambda) or _is_main(node):
                continue
            if isinstance(node, ast.Raise) and self._names.one(
                node.exc.func if isinstance(node.exc, ast.Call) else node.exc, "builtins.SystemExit"
            ):
                yield use_of(levers.ENDS, "SystemExit", node.lineno, quoted(node))
            if isinstance(node, ast.Call) and self._names.one(
                node.func, "sys.exit", "builtins.exit", "builtins.quit"
            ):
                yield use_of(levers.ENDS, "sys.exit", node.lineno, quoted(node))
            if self._is_writing(node):
                yield use_of(levers.AT_IMPORT, "write", getattr(node, "lineno", 1), quoted(node))
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name) and target.id == "__getattr__":
                        yield use_of(
                            levers.MODULE_GETATTR, "__getattr__", node.lineno, quoted(node)
                        )
                    if isinstance(target, ast.Name) and target.id == "pytest_plugins":
                        yield Use("runner-hook", "pytest_plugins", node.lineno, quoted(node))
            waiting += ast.iter_child_nodes(node)


_ASKS_KIND = (*_ASKS, "builtins.type", "builtins.hasattr")
_STREAMS = ("sys.stdout", "sys.stderr", "sys.stdin", "sys.__stdout__", "sys.__stderr__")
_LISTS = ("builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "builtins.dict")
_PROGRAMS = frozenset(
    {
        *("subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output"),
        *("subprocess.getoutput", "subprocess.getstatusoutput", "subprocess.Popen", "os.system"),
        *("os.popen", "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell"),
    }
)
_REGISTERS = (
    *("register", "unregister", "import_plugin", "consider_module", "set_blocked"),
    *("consider_pluginarg", "consider_preparse", "add_hookcall_monitoring", "add_hookspecs"),
)
_DESCRIPTORS = Lever("works on open files by their numbers", common=True)


def _imported_modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)


def _is_called(node: ast.expr) -> bool:
    """Whether it is what a class, a function or a module is called."""
    return isinstance(node, ast.Attribute) and node.attr in (
        *("__name__", "__qualname__", "__module__"),
    )


def _reads_documentation(node: ast.Attribute) -> bool:
    """Whether something is made of a documentation, such as its lines."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "__doc__"


def _is_main(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)
