"""Product code that writes to what is not its own, digests its inputs, or counts its calls."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pytest_hydra.candidates.tamper.product_code import levers
from pytest_hydra.candidates.tamper.product_code.levers import is_within, use_of
from pytest_hydra.candidates.tamper.signs import Use, quoted
from pytest_hydra.candidates.tamper.syntax.names import (
    GLOBALS,
    Names,
    assigned,
    bindings,
    tables_in,
)

_SETTERS = ("builtins.setattr", "builtins.delattr")
_SET_METHODS = ("__setattr__", "__delattr__")
_CHANGES = ("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__")
_LIST_CHANGES = ("append", "insert", "extend", "remove", "clear", "pop", "__setitem__", "sort")


class Written:
    """What the expressions of one module write to.

    ``own`` are the names of the project's own packages and modules, ``imported`` the modules that
    this one imports by their names.
    """

    def __init__(self, names: Names, own: frozenset[str], imported: set[str]) -> None:
        self._names = names
        self._own = own
        self._imported = imported

    def by(self, node: ast.expr) -> Iterator[Use]:
        """What an expression assigns to, deletes, or changes by a call."""
        match node:
            case ast.Attribute(value=of, attr=name, ctx=ast.Store() | ast.Del()):
                yield from self._set(of, name, node, direct=True)
            case ast.Subscript(value=of, slice=key, ctx=ast.Store() | ast.Del()):
                yield from self._put(of, self._names.constants.text(key), node)
            case ast.Call(func=func, args=[of, name, *_]) if self._names.one(func, *_SETTERS):
                yield from self._set(of, self._names.constants.text(name), node)
            case ast.Call(func=ast.Attribute(value=of, attr=how), args=args):
                yield from self._set_by_method(of, how, args, node)

    def _set_by_method(
        self, of: ast.expr, how: str, args: list[ast.expr], node: ast.Call
    ) -> Iterator[Use]:
        text = self._names.constants.text
        if how in _SET_METHODS and len(args) >= 2:
            if self._names.one(of, "builtins.object", "builtins.type") or len(args) == 3:
                yield from self._set(args[0], text(args[1]), node)
            else:
                yield from self._set(of, text(args[0]), node)
        elif how in _CHANGES or how in _LIST_CHANGES:
            yield from self._put(of, text(args[0]) if args else None, node, method=how)

    def _set(
        self, of: ast.expr, name: str | None, node: ast.expr, *, direct: bool = False
    ) -> Iterator[Use]:
        """An attribute of something is set."""
        for path in sorted(self._names.paths(of)):
            yield from self._changed(f"{path}.{name or '*'}", node)
        lever = levers.ASSIGNED.get(name or "")
        itself = direct and isinstance(of, ast.Name) and of.id == "self" and name == "__class__"
        if lever is not None and not itself:
            yield use_of(lever, f"{name} =", node.lineno, quoted(node))

    def _put(
        self, of: ast.expr, key: str | None, node: ast.expr, method: str | None = None
    ) -> Iterator[Use]:
        """Something is put into a mapping or a list, or taken out."""
        for path in sorted(self._names.paths(of)):
            if path in ("?", GLOBALS):
                continue
            line, text = node.lineno, quoted(node)
            if path == "sys.modules":
                root = (key or "").partition(".")[0]
                if root in levers.RUNNER:
                    yield Use("runner-changed", f"sys.modules[{key}]", line, text)
                yield use_of(levers.MODULES, "sys.modules =", line, text)
            elif path.endswith(".__dict__"):
                yield from self._changed(f"{path.removesuffix('.__dict__')}.{key or '*'}", node)
                if key in levers.ASSIGNED:
                    yield use_of(levers.ASSIGNED[key], f"{key} =", line, text)
            elif path in ("builtins", "builtins.__builtins__"):
                yield use_of(levers.BUILTINS, "builtins =", line, text)
            elif path == GLOBALS or path.startswith(("?", ".", "builtins.")):
                continue
            elif "." in path and (method is None or path.partition(".")[0] in levers.RUNNER):
                yield from self._changed(path, node, inside=True)

    def _changed(self, path: str, node: ast.expr, *, inside: bool = False) -> Iterator[Use]:
        """Something of a path is made to be something else."""
        root = path.partition(".")[0]
        if root in self._own or root in ("?", "", "*", GLOBALS):
            return
        line, text = node.lineno, quoted(node)
        if root in levers.RUNNER:
            yield Use("runner-changed", path, line, text)
        elif root == "builtins":
            # ``builtins.dict.[]`` is nothing of theirs, but ``builtins.print`` is.
            yield use_of(levers.BUILTINS, "builtins =", line, text)
        elif is_within(path, levers.UNHARMED):
            if path.startswith("sys.path"):
                yield Use("import-path", "sys.path", line, text)
        elif root in sys.stdlib_module_names or (not inside and self._is_theirs(path)):
            yield use_of(levers.PATCHED, f"{path} =", line, text)

    def _is_theirs(self, path: str) -> bool:
        """Whether it belongs to a module or a class of others, and not to an object of ours.

        What is imported from elsewhere with a small letter may be made to be written to, such as
        ``flask.g``.
        """
        owner = path.rpartition(".")[0]
        name = owner.rpartition(".")[2]
        return owner in self._imported or name[:1].isupper()

    def patched(self, node: ast.Call, path: str) -> Iterator[Use]:
        """``mock.patch("json.dumps", …)`` and ``mock.patch.object(json, "dumps", …)``."""
        text = self._names.constants.text
        if path.endswith((".object", ".multiple")) and node.args:
            name = text(node.args[1]) if len(node.args) > 1 else None
            for owner in sorted(self._names.paths(node.args[0])):
                yield from self._changed(f"{owner}.{name or '*'}", node)
        elif node.args and (target := text(node.args[0])):
            yield from self._changed(target, node)


_DIGESTS = frozenset(
    {
        *("zlib.crc32", "zlib.adler32", "binascii.crc32", "binascii.crc_hqx", "builtins.hash"),
        *("hashlib", "hmac", "_hashlib", "_md5", "_sha1", "_sha2", "_blake2", "xxhash", "mmh3"),
    }
)
_PASSES = 3


def by_digest(nodes: Sequence[ast.AST], names: Names) -> Iterator[Use]:
    """Digests that are held against what is written out, or looked up in it."""
    known = _Digests(nodes, names)
    if not known.any:
        return
    tables = tables_in(nodes)
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                found = any(map(known.is_one, sides)) and any(map(_is_written, sides))
            case ast.Subscript(value=of, slice=key):
                found = known.is_one(key) and _has_written(of, tables)
            case ast.Call(func=ast.Attribute(value=of, attr="get"), args=[key, *_]):
                found = known.is_one(key) and _has_written(of, tables)
            case ast.Match(subject=subject, cases=cases):
                found = known.is_one(subject) and any(
                    isinstance(part, ast.MatchValue) for case in cases for part in ast.walk(case)
                )
            case _:
                continue
        if found:
            yield Use("hard-coded", "digest", node.lineno, f"by a digest: {quoted(node)}")


class _Digests:
    def __init__(self, nodes: Sequence[ast.AST], names: Names) -> None:
        self._made = {
            id(node)
            for node in nodes
            if isinstance(node, ast.Call)
            and any(is_within(path, _DIGESTS) for path in names.paths(node.func))
        }
        self.any = bool(self._made)
        self._named: set[str] = set()
        for _ in range(_PASSES if self.any else 0):
            for node in nodes:
                for name, value in assigned(node):
                    if self.is_one(value):
                        self._named.add(name)

    def is_one(self, node: ast.expr) -> bool:
        """Whether a value is made of a digest."""
        return any(
            id(entry) in self._made or (isinstance(entry, ast.Name) and entry.id in self._named)
            for entry in ast.walk(node)
        )


def _is_written(node: ast.expr) -> bool:
    """Whether it is a number or a text, or several, that are not everywhere."""
    match node:
        case ast.Constant(value=int() | str() | bytes() as value):
            return not isinstance(value, bool) and (
                len(value) > 2 if isinstance(value, str | bytes) else abs(value) > 2
            )
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return any(map(_is_written, elements))
        case ast.Dict(keys=keys):
            return any(_is_written(key) for key in keys if key is not None)
    return False


def _has_written(node: ast.expr, tables: Mapping[str, ast.Dict]) -> bool:
    table = tables.get(node.id, node) if isinstance(node, ast.Name) else node
    return isinstance(table, ast.Dict) and _is_written(table)


_GROWS = frozenset(
    {
        *("append", "appendleft", "add", "update", "insert", "extend", "pop", "popleft", "clear"),
        *("remove", "discard", "setdefault", "popitem"),
    }
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def counted_answers(nodes: Iterable[ast.AST], names: Names) -> Iterator[Use]:
    """Conditions of functions that ask for a number which the function itself moves on.

    What is a function's own, and what an object keeps of itself, is no such number.
    """
    for node in nodes:
        if isinstance(node, Function):
            yield from _counted(node, names)


def _counted(function: Function, names: Names) -> Iterator[Use]:
    inside = [part for statement in function.body for part in ast.walk(statement)]
    own = _own(function, inside)
    moved = set(_moved(inside, own))
    if not moved and not any(_is_next(part, own, names) for part in inside):
        return
    taken = {
        name
        for part in inside
        for name, value in assigned(part)
        if any(_tells(node, moved, own, names) for node in ast.walk(value))
    }
    for part in inside:
        test = part.test if isinstance(part, ast.If | ast.IfExp | ast.While) else None
        test = part.subject if isinstance(part, ast.Match) else test
        if test is not None and _asks(test, moved, own, taken, names):
            yield Use("counts-calls", function.name, part.lineno, quoted(test))  # type: ignore[attr-defined]


def _own(function: Function, inside: list[ast.AST]) -> set[str]:
    """The names that are the function's own; ``self`` among them."""
    shared = {
        name
        for part in inside
        if isinstance(part, ast.Global | ast.Nonlocal)
        for name in part.names
    }
    own = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)} - {"cls"}
    # A default is made once, and stays: what it holds may change.
    own -= {name for name, value in bindings(function.args) if not isinstance(value, ast.Constant)}
    own |= {part.arg for part in inside if isinstance(part, ast.arg)}
    own |= {part.name for part in inside if isinstance(part, ast.ExceptHandler) and part.name}
    own |= {
        part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    return own - shared


def _moved(inside: list[ast.AST], own: set[str]) -> Iterator[str]:
    """What stays after a call and is changed by it, as it is written."""
    for part in inside:
        match part:
            case ast.AugAssign(target=target):
                pass
            case ast.Assign(targets=[target], value=ast.BinOp(left=left)) if ast.unparse(
                left
            ) == ast.unparse(target):
                pass
            case ast.Call(func=ast.Attribute(value=target, attr=how)) if how in _GROWS:
                pass
            case _:
                continue
        if _root(target) not in own and _root(target):
            yield ast.unparse(target)


def _root(node: ast.AST) -> str:
    """The name that an expression begins with; nothing where it begins otherwise."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        # ``type(self).calls`` stays when the object is gone.
        return "type()" if isinstance(node.func, ast.Name) and node.func.id == "type" else ""
    return node.id if isinstance(node, ast.Name) else ""


def _is_next(node: ast.AST, own: set[str], names: Names) -> bool:
    """Whether it takes the next of something that stays after the call."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="__next__"), args=[]):
            return bool(_root(of)) and _root(of) not in own
        case ast.Call(func=func, args=[of, *_]) if names.one(func, "builtins.next"):
            return bool(_root(of)) and _root(of) not in own
    return False


def _tells(node: ast.AST, moved: set[str], own: set[str], names: Names) -> bool:
    if _is_next(node, own, names):
        return True
    return isinstance(node, ast.expr) and ast.unparse(node) in moved


def _asks(test: ast.expr, moved: set[str], own: set[str], taken: set[str], names: Names) -> bool:
    """Whether a condition holds such a number against another."""
    inside = list(ast.walk(test))
    if any(_is_next(entry, own, names) for entry in inside):
        return True
    numbers = any(
        isinstance(entry, ast.Constant)
        and isinstance(entry.value, int)
        and entry.value not in (0, None)
        for entry in inside
    )
    if not numbers:
        return False
    return any(
        (isinstance(entry, ast.Name) and entry.id in taken) or _tells(entry, moved, own, names)
        for entry in inside
    )
