"""What names and attributes in Python source stand for, as dotted paths of modules and beyond."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

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

    def __init__(self, nodes: list[ast.AST]) -> None:
        """``nodes`` are all of its syntax tree."""
        self._nodes = nodes
        self._aliases: dict[str, Paths] = {}
        self._stars: set[str] = set()
        self._bound: set[str] = set()
        self._found: dict[int, Paths] = {}
        self.imported: list[tuple[str, int]] = []
        """What is imported, by its path, and on which line."""
        self.constants = Constants({})
        self._bind()
        self.constants = Constants(self._constants())
        self._import()
        self._follow()

    def paths(self, node: ast.AST | None) -> Paths:
        """What an expression stands for."""
        if node is None:
            return ANYTHING
        if id(node) not in self._found:
            self._found[id(node)] = ANYTHING  # also where it leads back to itself
            found = self._look(node)
            self._found[id(node)] = found if 0 < len(found) <= _MOST else ANYTHING
        return self._found[id(node)]

    def one(self, node: ast.AST | None, *paths: str) -> bool:
        """Whether an expression may stand for one of these."""
        return not self.paths(node).isdisjoint(paths)

    # What is bound, and to what.

    def _bind(self) -> None:
        for node in self._nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._bound.add(node.name)
            elif isinstance(node, ast.arg):
                self._bound.add(node.arg)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self._bound.add(node.id)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                self._bound.add(node.name)

    def _constants(self) -> dict[str, Value]:
        """The names that are bound once, to a text, bytes or a number."""
        times: dict[str, int] = {}
        bound: list[tuple[str, ast.expr]] = []
        for node in self._nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                times[node.id] = times.get(node.id, 0) + 1
            elif isinstance(node, ast.arg):
                times[node.arg] = times.get(node.arg, 0) + 2
            bound += bindings(node)
        known: dict[str, Value] = {}
        for _ in range(_PASSES):
            constants = Constants(known)
            found = {
                name: value
                for name, written in bound
                if times.get(name) == 1 and (value := constants.value(written)) is not None
            }
            if found == known:
                break
            known = found
        return known

    def _import(self) -> None:
        for node in self._nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.imported.append((alias.name, node.lineno))
                    if alias.asname is None:
                        root = alias.name.partition(".")[0]
                        self._add(root, {root})
                    else:
                        self._add(alias.asname, {alias.name})
            elif isinstance(node, ast.ImportFrom):
                source = "." if node.level else f"{node.module}."
                source += f"{node.module}." if node.level and node.module else ""
                for alias in node.names:
                    self.imported.append((source + alias.name, node.lineno))
                    if alias.name == "*":
                        self._stars.add(source)
                    else:
                        self._add(alias.asname or alias.name, {source + alias.name})

    def _follow(self) -> None:
        """Names that are made to stand for what others do."""
        bound = [pair for node in self._nodes for pair in bindings(node)]
        for _ in range(_PASSES):
            before = dict(self._aliases)
            self._found.clear()
            for name, value in bound:
                found = {path for path in self.paths(value) if path != "?" and len(path) < _LONGEST}
                # A name that is unpacked is one of several.
                if found and not all(entry.startswith("?") for entry in found):
                    self._add(name, found)
            if before == self._aliases:
                break
        self._found.clear()

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
        if isinstance(names, ast.List | ast.Tuple):
            texts = [self.constants.text(elt) or "*" for elt in names.elts]
        else:
            # Such as "sys._getframe".split(".")
            whole = names.func.value if _is_split(names) else None  # type: ignore[attr-defined]
            texts = (self.constants.text(whole) or "*").split(".")
        for path in self.paths(of):
            yield ".".join([path, *texts])


def _is_split(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "split"
    )


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


def bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a node binds in any way, each with what it may stand for."""
    yield from assigned(node)
    match node:
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield from _each(target, value)
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


def _each(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What a loop goes through, where it is written there."""
    if isinstance(value, ast.Tuple | ast.List | ast.Set):
        for elt in value.elts:
            yield from _paired(target, elt)
