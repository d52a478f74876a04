"""What names and attributes in Python source stand for, as dotted paths of modules and beyond."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pytest_hydra.candidates.tamper.constants import Constants, Value

Paths = frozenset[str]

ANYTHING: Paths = frozenset({"?"})
GLOBALS = "<globals>"
# A name that stands for more than that may stand for anything.
_MOST = 6
_LONGEST = 200
_PASSES = 4
_BUILTINS = frozenset(dir(builtins)) | {"__builtins__"}
_GETS = ("get", "pop", "setdefault", "__getitem__", "__getattr__", "__getattribute__")


class Names:
    """The names of one module."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        """``nodes`` are all of its syntax tree."""
        self._aliases: dict[str, Paths] = {}
        self._stars: set[str] = set()
        self._bound: set[str] = set()
        self._memo: dict[int, Paths] = {}
        self.imported: list[tuple[str, int]] = []
        """What is imported, by its path, and on which line."""
        self.modules: set[str] = set()
        """The modules that are imported by their names."""
        self.constants = Constants({})
        times: Counter[str] = Counter()
        given: list[tuple[str, ast.expr]] = []
        for node in nodes:
            given += bindings(node)
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self._bound.add(name)
                case ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                    self._bound.add(name)
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    self._bound.add(name)
                    times[name] += 1
                case ast.arg(arg=name):
                    self._bound.add(name)
                    times[name] += 2
                case ast.Import() | ast.ImportFrom():
                    self._import(node)
        self.constants = Constants(_constants([pair for pair in given if times[pair[0]] == 1]))
        self._follow(given)

    def paths(self, node: ast.AST | None) -> Paths:
        """What an expression stands for."""
        if node is None:
            return ANYTHING
        if id(node) not in self._memo:
            self._memo[id(node)] = ANYTHING  # also where it leads back to itself
            found = self._look(node)
            self._memo[id(node)] = found if 0 < len(found) <= _MOST else ANYTHING
        return self._memo[id(node)]

    def one(self, node: ast.AST | None, *paths: str) -> bool:
        """Whether an expression may stand for one of these."""
        return not self.paths(node).isdisjoint(paths)

    # What is bound, and to what.

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        source = ""
        if isinstance(node, ast.ImportFrom):
            source = "." if node.level else f"{node.module}."
            source += f"{node.module}." if node.level and node.module else ""
        for alias in node.names:
            path = source + alias.name
            self.imported.append((path, node.lineno))
            if isinstance(node, ast.Import):
                self.modules.add(path)
            if alias.name == "*":
                self._stars.add(source)
            elif alias.asname is None and isinstance(node, ast.Import):
                root = path.partition(".")[0]
                self._add(root, {root})
            else:
                self._add(alias.asname or alias.name, {path})

    def _follow(self, given: Sequence[tuple[str, ast.expr]]) -> None:
        """Names that are made to stand for what others do."""
        for _ in range(_PASSES):
            before = dict(self._aliases)
            self._memo.clear()
            for name, value in given:
                found = {path for path in self.paths(value) if path != "?" and len(path) < _LONGEST}
                # A name that is unpacked is one of several.
                if found and not all(entry.startswith("?") for entry in found):
                    self._add(name, found)
            if before == self._aliases:
                break
        self._memo.clear()

    def _add(self, name: str, paths: Iterable[str]) -> None:
        both = self._aliases.get(name, frozenset()) | frozenset(paths)
        self._aliases[name] = both if len(both) <= _MOST else frozenset(sorted(both)[:_MOST])

    # What expressions stand for.

    def _look(self, node: ast.AST) -> Paths:
        match node:
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(value=value, attr=attr):
                return self._member(value, attr)
            case ast.Subscript(value=value, slice=ast.Name(id="__name__")):
                # A module that looks itself up.
                return frozenset(
                    "." if path == "sys.modules" else "?" for path in self.paths(value)
                )
            case ast.Subscript(value=value, slice=index):
                return self._item(value, self.constants.text(index))
            case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
                return self.paths(value)
            case ast.IfExp(body=one, orelse=other):
                return self.paths(one) | self.paths(other)
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                return frozenset().union(*(self.paths(entry) for entry in values[:_MOST]))
            case ast.Set(elts=values):
                return frozenset().union(*(self.paths(entry) for entry in values[:_MOST]))
            case ast.Call():
                return self._called(node)
        return ANYTHING

    def _named(self, name: str) -> Paths:
        found = self._aliases.get(name)
        if found is not None:
            return found
        if name == "__builtins__":
            return frozenset({"builtins"})
        if name in self._bound:
            return ANYTHING
        if name in _BUILTINS:
            return frozenset({f"builtins.{name}"})
        return frozenset(f"{star}{name}" for star in self._stars) or ANYTHING

    def _member(self, value: ast.AST, attr: str | None) -> Paths:
        return frozenset(f"{path}.{attr or '*'}" for path in self.paths(value))

    def _item(self, value: ast.AST, key: str | None) -> Paths:
        """What stands in a mapping under a key."""
        found: set[str] = set()
        for path in self.paths(value):
            if path == "sys.modules":
                found.add(key or "sys.modules.[]")
            elif path == GLOBALS:
                found |= self._named(key) if key is not None else {"?"}
            elif path.endswith(".__dict__"):
                found.add(f"{path.removesuffix('.__dict__')}.{key or '*'}")
            elif path in ("builtins", "builtins.__builtins__") and key is not None:
                found.add(f"builtins.{key}")
            else:
                found.add(path if path == "?" else f"{path}.[]")
        return frozenset(found)

    def _called(self, node: ast.Call) -> Paths:
        found: set[str] = set()
        args = node.args
        for path in self.paths(node.func):
            match path, args:
                case "builtins.getattr" | "inspect.getattr_static", [of, name, *default]:
                    found |= self._member(of, self.constants.text(name))
                    found |= {entry for rest in default for entry in self.paths(rest)} - {"?"}
                case (
                    ("builtins.object.__getattribute__" | "builtins.type.__getattribute__"),
                    [of, name, *_],
                ):
                    found |= self._member(of, self.constants.text(name))
                case "builtins.__import__" | "importlib.__import__", [name, *_]:
                    found.update(self._module(name, both=True))
                case "importlib.import_module", [name, *_]:
                    found.update(self._module(name, both=False))
                case "pkgutil.resolve_name", [name, *_]:
                    text = self.constants.text(name)
                    found.add("*" if text is None else text.replace(":", "."))
                case "builtins.vars", [of, *_]:
                    found |= self._member(of, "__dict__")
                case "builtins.globals" | "builtins.vars" | "builtins.locals", []:
                    found.add(GLOBALS)
                case "functools.partial" | "builtins.staticmethod" | "builtins.iter", [of, *_]:
                    found |= self.paths(of)
                case "functools.reduce", [how, names, of, *_] if self.one(how, "builtins.getattr"):
                    found.update(self._reduced(of, names))
        found.update(self._looked_up(node))
        return frozenset(found) or ANYTHING

    def _looked_up(self, node: ast.Call) -> Iterable[str]:
        """``d.get("name")``, ``attrgetter("a.b")(x)``, and the like."""
        match node:
            case ast.Call(func=ast.Attribute(value=of, attr=how), args=[name, *_]) if how in _GETS:
                if how in ("__getattr__", "__getattribute__"):
                    if not self.one(of, "builtins.object", "builtins.type"):
                        yield from self._member(of, self.constants.text(name))
                elif any(_is_mapping(path) for path in self.paths(of)):
                    yield from self._item(of, self.constants.text(name))
            case ast.Call(func=ast.Call(func=how, args=[name, *_]), args=[of, *_]):
                text = self.constants.text(name)
                if self.one(how, "operator.attrgetter", "operator.methodcaller"):
                    yield from self._member(of, text)
                elif self.one(how, "operator.itemgetter"):
                    yield from self._item(of, text)

    def _module(self, name: ast.AST, *, both: bool) -> Iterator[str]:
        text = self.constants.text(name)
        if text is None:
            yield "*"
        elif text:
            yield text
            if both:
                yield text.partition(".")[0]

    def _reduced(self, of: ast.AST, names: ast.AST) -> Iterator[str]:
        match names:
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                texts = [self.constants.text(element) or "*" for element in elements]
            case ast.Call(func=ast.Attribute(value=whole, attr="split")):
                # Such as "sys._getframe".split(".")
                texts = (self.constants.text(whole) or "*").split(".")
            case _:
                texts = ["*"]
        for path in self.paths(of):
            yield ".".join([path, *texts])


def _constants(once: Sequence[tuple[str, ast.expr]]) -> dict[str, Value]:
    """The names that come to a text, bytes or a number, of those that are bound once."""
    known: dict[str, Value] = {}
    for _ in range(_PASSES):
        constants = Constants(known)
        found = {name: value for name, node in once if (value := constants.value(node)) is not None}
        if found == known:
            break
        known = found
    return known


def _is_mapping(path: str) -> bool:
    return path in ("sys.modules", GLOBALS, "builtins", "builtins.__builtins__") or path.endswith(
        ".__dict__"
    )


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a node gives a value, and the value, by itself or in a tuple of several."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _paired(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _paired(target, value)
        case ast.NamedExpr(target=target, value=value):
            yield from _paired(target, value)


def tables_in(nodes: Iterable[ast.AST]) -> dict[str, ast.Dict]:
    """The tables that are written out, by the names that they are given; of several the last."""
    return {
        name: value
        for node in nodes
        for name, value in assigned(node)
        if isinstance(value, ast.Dict)
    }


def lookups(
    node: ast.AST, tables: Mapping[str, ast.Dict]
) -> Iterator[tuple[ast.expr, ast.Dict, ast.expr]]:
    """Where something is looked up in a table that is written out: there, in which, by what."""
    match node:
        case (
            ast.Subscript(value=of, slice=key)
            | ast.Call(func=ast.Attribute(value=of, attr="get"), args=[key, *_])
        ):
            table = tables.get(of.id) if isinstance(of, ast.Name) else of
            if isinstance(table, ast.Dict):
                yield node, table, key


def bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a node binds in any way, each with what it may stand for."""
    yield from assigned(node)
    match node:
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            # What a loop goes through, where it is written there.
            if isinstance(value, ast.Tuple | ast.List | ast.Set):
                for element in value.elts:
                    yield from _paired(target, element)
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            yield from _paired(target, value)
        case ast.arguments(args=args, posonlyargs=first, defaults=defaults):
            named = [*first, *args][len(first) + len(args) - len(defaults) :]
            yield from ((entry.arg, value) for entry, value in zip(named, defaults, strict=True))
            for entry, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
                if default is not None:
                    yield entry.arg, default


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case (
            (ast.Tuple(elts=left) | ast.List(elts=left)),
            (ast.Tuple(elts=right) | ast.List(elts=right)),
        ):
            if len(left) == len(right):
                for entry, other in zip(left, right, strict=True):
                    yield from _paired(entry, other)
