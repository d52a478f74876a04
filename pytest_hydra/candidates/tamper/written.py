"""What product code writes to that is not its own: its runner, Python, what belongs to others."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from pytest_hydra.candidates.tamper import levers
from pytest_hydra.candidates.tamper.levers import is_within, use_of
from pytest_hydra.candidates.tamper.names import GLOBALS, Names
from pytest_hydra.candidates.tamper.seen import Use, quoted

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
