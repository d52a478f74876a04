"""What names and attributes in Python source refer to, as dotted paths such as ``os.path.join``."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pytest_hydra.plugins.race.inspect.constants import Constants, Value

Paths = frozenset[str]

ANYTHING: Paths = frozenset({"?"})
GLOBALS = "<globals>"
# A name that may refer to more paths may refer to anything.
_MOST = 6
_LONGEST = 200
_PASSES = 4
_BUILTINS = frozenset(dir(builtins)) | {"__builtins__"}
# Nodes that bind names to values.
_BINDINGS = (
    *(ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.withitem),
    ast.arguments,
)
_GETS = ("get", "pop", "setdefault", "__getitem__")


class Names:
    """The names of one module."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.nodes = nodes = _walk(module)
        """The nodes of its syntax tree, in the order of `ast.walk`, without contexts (``Load``)."""
        self._scopes = _scopes(nodes)
        # By name and scope.
        self._aliases: dict[tuple[str, int], Paths] = {}
        self._stars: set[str] = set()
        self._bindings: set[tuple[str, int]] = set()
        self._memo: dict[int, Paths] = {}
        self.imported: list[tuple[str, int]] = []
        """The imported paths, each with its line."""
        self.modules: set[str] = set()
        """The modules in ``import`` statements, without ``from``."""
        self.constants = Constants({})
        counts: Counter[str] = Counter()
        pairs: list[tuple[_Target, ast.expr]] = []
        for node in nodes:
            pairs += _targets(node)
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._import(node)
            elif (name := _bound_name(node)) is not None:
                self._bindings.add((name, self._scopes.get(id(node), _MODULE)))
                if isinstance(node, ast.Name | ast.arg):
                    counts[name] += 1 if isinstance(node, ast.Name) else 2
        bindings = [(_name(target), value) for target, value in pairs]
        once = [pair for pair in bindings if counts[pair[0]] == 1]
        self.constants = Constants(_constants(once))
        self._follow(pairs)

    def paths(self, node: ast.AST | None) -> Paths:
        """The paths to which an expression may refer; `ANYTHING` if that is not known."""
        if node is None:
            return ANYTHING
        if id(node) not in self._memo:
            self._memo[id(node)] = ANYTHING  # stops a recursion
            paths = self._resolve(node)
            self._memo[id(node)] = paths if 0 < len(paths) <= _MOST else ANYTHING
        return self._memo[id(node)]

    def may_be(self, node: ast.AST | None, *paths: str) -> bool:
        """Whether an expression may refer to one of these paths."""
        return not self.paths(node).isdisjoint(paths)

    # Bindings.

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
                self._add(root, alias, {root})
            else:
                self._add(alias.asname or alias.name, alias, {path})

    def _follow(self, pairs: Sequence[tuple[_Target, ast.expr]]) -> None:
        """Find the paths of names that are bound to other names and expressions."""
        for _ in range(_PASSES):
            aliases = dict(self._aliases)
            self._memo.clear()
            for target, value in pairs:
                paths = {path for path in self.paths(value) if path != "?" and len(path) < _LONGEST}
                # Attributes of something unknown alone (``?.name``) say nothing.
                if paths and not all(entry.startswith("?") for entry in paths):
                    self._add(_name(target), target, paths)
            if aliases == self._aliases:
                break
        self._memo.clear()

    def _add(self, name: str, node: ast.AST, paths: Iterable[str]) -> None:
        scope = self._scopes.get(id(node), _MODULE)
        union = self._aliases.get((name, scope), frozenset()) | frozenset(paths)
        selection = union if len(union) <= _MOST else frozenset(sorted(union)[:_MOST])
        self._aliases[name, scope] = selection

    # The paths of expressions.

    def _resolve(self, node: ast.AST) -> Paths:
        match node:
            case ast.Name(id=name):
                scope = self._scopes.get(id(node), _MODULE)
                aliases = self._aliases.get((name, scope))
                return self._name_paths(name, aliases, is_bound=(name, scope) in self._bindings)
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
            case ast.IfExp(body=body, orelse=orelse):
                return self.paths(body) | self.paths(orelse)
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                return frozenset().union(*(self.paths(entry) for entry in values[:_MOST]))
            case ast.Set(elts=values):
                return frozenset().union(*(self.paths(entry) for entry in values[:_MOST]))
            case ast.Call():
                return self._call_paths(node)
        return ANYTHING

    def _name_paths(self, name: str, aliases: Paths | None, *, is_bound: bool) -> Paths:
        if aliases is not None:
            return aliases
        if name == "__builtins__":
            return frozenset({"builtins"})
        if is_bound:
            return ANYTHING
        if name in _BUILTINS:
            return frozenset({f"builtins.{name}"})
        return frozenset(f"{star}{name}" for star in self._stars) or ANYTHING

    def _member(self, value: ast.AST, attr: str | None) -> Paths:
        return frozenset(f"{path}.{attr or '*'}" for path in self.paths(value))

    def _item(self, value: ast.AST, key: str | None) -> Paths:
        """The paths of the item of a mapping; ``key`` is None if it is not known."""
        paths: set[str] = set()
        for path in self.paths(value):
            if path == "sys.modules":
                paths.add(key or "sys.modules.[]")
            elif path == GLOBALS:
                # The scope is not known, so all bindings of the name count.
                candidates = [path for name, path in self._aliases.items() if name[0] == key]
                union = frozenset().union(*candidates) if candidates else None
                paths |= {"?"} if key is None else self._name_paths(key, union, is_bound=False)
            elif path.endswith(".__dict__"):
                paths.add(f"{path.removesuffix('.__dict__')}.{key or '*'}")
            elif path in ("builtins", "builtins.__builtins__") and key is not None:
                paths.add(f"builtins.{key}")
            else:
                paths.add(path if path == "?" else f"{path}.[]")
        return frozenset(paths)

    def _call_paths(self, node: ast.Call) -> Paths:
        paths: set[str] = set()
        args = node.args
        for path in self.paths(node.func):
            match path, args:
                case "builtins.getattr" | "inspect.getattr_static", [obj, name, *default]:
                    paths |= self._member(obj, self.constants.text(name))
                    paths |= {entry for rest in default for entry in self.paths(rest)} - {"?"}
                case (
                    ("builtins.object.__getattribute__" | "builtins.type.__getattribute__"),
                    [obj, name, *_],
                ):
                    paths |= self._member(obj, self.constants.text(name))
                case "builtins.__import__" | "importlib.__import__", [name, *_]:
                    paths.update(self._module(name, with_root=True))
                case "importlib.import_module", [name, package] if self._is_relative(name, package):
                    paths.add(".")
                case "importlib.import_module", [name, *_]:
                    paths.update(self._module(name, with_root=False))
                case "pkgutil.resolve_name", [name, *_]:
                    text = self.constants.text(name)
                    paths.add("*" if text is None else text.replace(":", "."))
                case "builtins.vars", [obj, *_]:
                    paths |= self._member(obj, "__dict__")
                case "builtins.globals" | "builtins.vars" | "builtins.locals", []:
                    paths.add(GLOBALS)
                case "functools.partial" | "builtins.staticmethod" | "builtins.iter", [obj, *_]:
                    paths |= self.paths(obj)
                case "functools.reduce", [fn, _, obj, *_] if self.may_be(fn, "builtins.getattr"):
                    paths |= self._member(obj, None)
        paths.update(self._lookup_paths(node))
        return frozenset(paths) or ANYTHING

    def _lookup_paths(self, node: ast.Call) -> Iterable[str]:
        """``d.get("name")``, ``attrgetter("a.b")(x)``, and the like."""
        match node:
            case ast.Call(func=ast.Attribute(value=obj, attr=method), args=[name, *_]):
                if method in ("__getattr__", "__getattribute__"):
                    if not self.may_be(obj, "builtins.object", "builtins.type"):
                        yield from self._member(obj, self.constants.text(name))
                elif method in _GETS and any(_is_mapping(path) for path in self.paths(obj)):
                    yield from self._item(obj, self.constants.text(name))
            case ast.Call(func=ast.Call(func=method, args=[name, *_]), args=[obj, *_]):
                text = self.constants.text(name)
                if self.may_be(method, "operator.attrgetter", "operator.methodcaller"):
                    yield from self._member(obj, text)
                elif self.may_be(method, "operator.itemgetter"):
                    yield from self._item(obj, text)

    def _is_relative(self, name: ast.AST, package: ast.AST) -> bool:
        """Whether it imports from its own package, as ``import_module(f".a{x}", __package__)``."""
        match name, package:
            case (
                ast.JoinedStr(values=[ast.Constant(value=str() as prefix), *_])
                | ast.BinOp(left=ast.Constant(value=str() as prefix), op=ast.Add()),
                ast.Name(id="__package__" as package_name),
            ):
                is_rebound = any(entry == package_name for entry, _ in self._bindings)
                return prefix[:1] == "." and prefix[1:2].isidentifier() and not is_rebound
        return False

    def _module(self, name: ast.AST, *, with_root: bool) -> Iterator[str]:
        text = self.constants.text(name)
        if text is None:
            yield "*"
        elif text:
            yield text
            if with_root:
                yield text.partition(".")[0]


def _constants(pairs: Sequence[tuple[str, ast.expr]]) -> dict[str, Value]:
    """The values of names that are bound once, to a constant text, bytes or number."""
    values: dict[str, Value] = {}
    for _ in range(_PASSES):
        constants = Constants(values)
        new = {name: value for name, node in pairs if (value := constants.value(node)) is not None}
        if new == values:
            break
        values = new
    return values


def _is_mapping(path: str) -> bool:
    return path in ("sys.modules", GLOBALS, "builtins", "builtins.__builtins__") or path.endswith(
        ".__dict__"
    )


_Target = ast.Name | ast.arg
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_MODULE = 0


def _scopes(nodes: Sequence[ast.AST]) -> dict[int, int]:
    """The function in which the name of a node is bound: ids of functions by ids of nodes.

    A name that a function does not bind belongs to the function around it, or else to the module,
    which has no entry.
    """
    scopes: dict[int, int] = {}
    # Outer functions come first.
    for function in (node for node in nodes if isinstance(node, _Function)):
        body = function.body if isinstance(function.body, list) else [function.body]
        arguments = ast.walk(function.args)
        parts: list[ast.AST] = [node for node in arguments if isinstance(node, ast.arg)]
        parts += [node for part in body for node in ast.walk(part)]
        functions = [node for node in parts if isinstance(node, _Function)]
        nested = {id(node) for other in functions for node in ast.walk(other) if node is not other}
        direct = [node for node in parts if id(node) not in nested]
        outer_names = {
            name: isinstance(node, ast.Global)
            for node in direct
            if isinstance(node, ast.Global | ast.Nonlocal)
            for name in node.names
        }
        names = set(map(_bound_name, direct)) - {None, *outer_names}
        for node in parts:
            name = node.id if isinstance(node, ast.Name) else _bound_name(node)
            if name in names:
                scopes[id(node)] = id(function)
            elif name is not None and outer_names.get(name):
                scopes.pop(id(node), None)
    return scopes


def _walk(module: ast.Module) -> list[ast.AST]:
    nodes: list[ast.AST] = [module]
    for node in nodes:  # which grows
        children = ast.iter_child_nodes(node)
        nodes += [child for child in children if not isinstance(child, ast.expr_context)]
    return nodes


def _bound_name(node: ast.AST) -> str | None:
    """The name that a node itself binds, without its children; None if there is none."""
    match node:
        case ast.Name(id=name, ctx=context):
            return None if isinstance(context, ast.Load) else name
        case (
            ast.arg(arg=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str() as name)
        ):
            return name
        case ast.alias(name=path, asname=name):
            return name or path.partition(".")[0]
    return None


def _name(target: _Target) -> str:
    return target.id if isinstance(target, ast.Name) else target.arg


def _assignments(node: ast.AST) -> Iterator[tuple[_Target, ast.expr]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _pairs(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _pairs(target, value)
        case ast.NamedExpr(target=target, value=value):
            yield from _pairs(target, value)


def _targets(node: ast.AST) -> Iterator[tuple[_Target, ast.expr]]:
    if not isinstance(node, _BINDINGS):
        return
    yield from _assignments(node)
    match node:
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            # A loop over a literal: each element may be the value.
            if isinstance(value, ast.Tuple | ast.List | ast.Set):
                for element in value.elts:
                    yield from _pairs(target, element)
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            yield from _pairs(target, value)
        case ast.arguments(args=args, posonlyargs=positional, defaults=defaults):
            parameters = [*positional, *args][len(positional) + len(args) - len(defaults) :]
            yield from zip(parameters, defaults, strict=True)
            for entry, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
                if default is not None:
                    yield entry, default


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[_Target, ast.expr]]:
    match target, value:
        case ast.Name(), _:
            yield target, value
        case (
            (ast.Tuple(elts=left) | ast.List(elts=left)),
            (ast.Tuple(elts=right) | ast.List(elts=right)),
        ):
            if len(left) == len(right):
                for entry, other in zip(left, right, strict=True):
                    yield from _pairs(entry, other)
