"""Internals: means by which code reaches into the interpreter, used by name or written to."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_hydra.core.text import read_words
from pytest_hydra.plugins.race.inspect import Use, quote
from pytest_hydra.plugins.race.inspect.names import GLOBALS, Names

WORDS: Final = {
    heading: frozenset(words) for heading, words in read_words(__file__, "internals.txt").items()
}
"""The names in internals.txt, by heading: internals by what they do, and sets of names."""


class Internal(NamedTuple):
    """What an internal does. ``common``: it means less in a project that uses it elsewhere."""

    group: str
    common: bool

    def use(self, thing: str, node: ast.expr | ast.stmt) -> Use:
        """A use of the internal at a node."""
        return Use("internals", thing, node.lineno, f"{self.group}: {quote(node)}", self.common)


def _internals(means: str) -> dict[str, Internal]:
    """The internals of one kind of headings, ``by path`` for example, by their names."""
    kinds = {means: False, f"{means}, common": True}
    return {
        name: Internal(group, kinds[kind])
        for heading, names in WORDS.items()
        for kind, _, group in [heading.partition(": ")]
        if kind in kinds
        for name in names
    }


BY_ASSIGNMENT: Final = _internals("assigned")
BY_PATH: Final = _internals("by path")
BY_ATTRIBUTE: Final = _internals("by attribute")

_PATCH: Final = Internal("patches another module or class", common=True)
_BUILTINS: Final = Internal("changes built-in names", common=False)
MODULES: Final = Internal("changes which modules are loaded", common=False)
MODULE_GETATTR: Final = Internal("computes the attributes of a module", common=True)
_SUBCLASSES: Final = Internal("searches the subclasses of a built-in class", common=False)
ENDS: Final = Internal("ends the process at import", common=False)
HISTORY: Final = Internal("reads the history of a project", common=True)
SIBLING: Final = Internal("may write files next to its own source", common=True)
AT_IMPORT: Final = Internal("writes files at import", common=True)
PROC: Final = Internal("reads the process state in /proc or /dev/fd", common=False)

RUNNER: Final = WORDS["runner"]
"""Modules of test runners."""
OUTCOMES: Final = WORDS["outcomes"]
"""Functions and exceptions that end a test with an outcome that is not its own."""


@lru_cache(maxsize=1_024)
def state_of(path: str) -> str | None:
    """The part of the process's state that a path names or leads into; None if there is none.

    A test runner leaves traces in this state, so code can detect by it that it is tested. The
    *plain* names of a module show no such trace, or have a rule of their own; all others count.
    """
    root, _, rest = path.partition(".")
    part = rest.partition(".")[0]
    plain_names = WORDS.get(f"plain: {root}")
    if plain_names is not None:
        is_strange = part and part not in plain_names and part != "*"
        return f"{root}.{part}" if is_strange and internal_of(path) is None else None
    if root == "psutil" or is_within(path, WORDS["state"]):
        return f"{root}.{part}" if part else root
    return None


@lru_cache(maxsize=1_024)
def internal_of(path: str) -> tuple[str, Internal] | None:
    """The name and the internal that a path contains; None if it contains none."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        head = ".".join(parts[:end])
        if head in BY_PATH and (end == len(parts) or not head.endswith(".*")):
            return head, BY_PATH[head]
    for name in parts[1:]:
        if name in BY_ATTRIBUTE:
            return name, BY_ATTRIBUTE[name]
    if "__subclasses__" in parts and (
        {"__base__", "__bases__", "__mro__"} & set(parts) or path.startswith("builtins.")
    ):
        return "__subclasses__", _SUBCLASSES
    return None


def is_within(path: str, names: frozenset[str]) -> bool:
    """Whether a path is one of these names, or leads into one."""
    end = len(path)
    while end > 0:
        if path[:end] in names:
            return True
        end = path.rfind(".", 0, end)
    return False


# Writes.

_SETTERS = ("builtins.setattr", "builtins.delattr")
_SET_METHODS = ("__setattr__", "__delattr__")
_CHANGES = (
    *("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__"),
    *("append", "insert", "extend", "remove", "sort"),
)


class Writes:
    """The writes by expressions of one module.

    ``own`` are the names of the project's own packages and modules.
    """

    def __init__(self, names: Names, own: frozenset[str]) -> None:
        self._names = names
        self._own = own

    def uses(self, node: ast.expr) -> Iterator[Use]:
        """Uses by an expression that assigns to something, deletes it, or changes it by a call."""
        match node:
            case ast.Attribute(value=obj, attr=name, ctx=ast.Store() | ast.Del()):
                yield from self._attribute_uses(obj, name, node, direct=True)
            case ast.Subscript(value=obj, slice=key, ctx=ast.Store() | ast.Del()):
                yield from self._item_uses(obj, self._names.constants.text(key), node)
            case ast.Call(func=func, args=[obj, name, *_]) if self._names.may_be(func, *_SETTERS):
                yield from self._attribute_uses(obj, self._names.constants.text(name), node)
            case ast.Call(func=ast.Attribute(value=obj, attr=method), args=args):
                yield from self._method_uses(obj, method, args, node)

    def _method_uses(
        self, obj: ast.expr, method: str, args: list[ast.expr], node: ast.Call
    ) -> Iterator[Use]:
        text = self._names.constants.text
        if method in _SET_METHODS and len(args) >= 2:
            if self._names.may_be(obj, "builtins.object", "builtins.type") or len(args) == 3:
                yield from self._attribute_uses(args[0], text(args[1]), node)
            else:
                yield from self._attribute_uses(obj, text(args[0]), node)
        elif method in _CHANGES:
            yield from self._item_uses(obj, text(args[0]) if args else None, node, method=method)

    def _attribute_uses(
        self, obj: ast.expr, name: str | None, node: ast.expr, *, direct: bool = False
    ) -> Iterator[Use]:
        for path in sorted(self._names.paths(obj)):
            yield from self._target_uses(f"{path}.{name or '*'}", node)
        internal = BY_ASSIGNMENT.get(name or "")
        is_self = direct and isinstance(obj, ast.Name) and obj.id == "self" and name == "__class__"
        if internal is not None and not is_self:
            yield internal.use(f"{name} =", node)

    def _item_uses(
        self, obj: ast.expr, key: str | None, node: ast.expr, method: str | None = None
    ) -> Iterator[Use]:
        """Uses by adding something to a mapping or a list, or by removing it."""
        for path in sorted(self._names.paths(obj)):
            if path == "sys.modules":
                if (key or "").partition(".")[0] in RUNNER:
                    yield Use.at(node, "runner-changed", f"sys.modules[{key}]")
                yield MODULES.use("sys.modules =", node)
            elif path.endswith(".__dict__"):
                yield from self._target_uses(f"{path.removesuffix('.__dict__')}.{key or '*'}", node)
                if key in BY_ASSIGNMENT:
                    yield BY_ASSIGNMENT[key].use(f"{key} =", node)
            elif path in ("builtins", "builtins.__builtins__"):
                yield _BUILTINS.use("builtins =", node)
            elif "." not in path or path.startswith(("?", ".", "builtins.")):
                continue
            elif method is None or path.partition(".")[0] in RUNNER:
                yield from self._target_uses(path, node, is_item=True)

    def _target_uses(self, path: str, node: ast.expr, *, is_item: bool = False) -> Iterator[Use]:
        root = path.partition(".")[0]
        if root in self._own or root in ("?", "", "*", GLOBALS):
            return
        if root in RUNNER:
            yield Use.at(node, "runner-changed", path)
        elif root == "builtins":
            # Attributes such as ``builtins.print``: items of built-in types do not get here.
            yield _BUILTINS.use("builtins =", node)
        elif is_within(path, WORDS["unharmed"]):
            if path.startswith("sys.path"):
                yield Use.at(node, "import-path", "sys.path")
        elif root in sys.stdlib_module_names or (not is_item and self._is_theirs(path)):
            yield _PATCH.use(f"{path} =", node)

    def _is_theirs(self, path: str) -> bool:
        """Whether it belongs to a module or a class of another project, not to an object.

        An imported name in lower case may be an object that is meant to be written to, such as
        ``flask.g``.
        """
        owner = path.rpartition(".")[0]
        name = owner.rpartition(".")[2]
        return owner in self._names.modules or name[:1].isupper()

    def patch_uses(self, node: ast.Call, path: str) -> Iterator[Use]:
        """``mock.patch("json.dumps", …)`` and ``mock.patch.object(json, "dumps", …)``."""
        text = self._names.constants.text
        if path.endswith((".object", ".multiple")) and node.args:
            name = text(node.args[1]) if len(node.args) > 1 else None
            for owner in sorted(self._names.paths(node.args[0])):
                yield from self._target_uses(f"{owner}.{name or '*'}", node)
        elif node.args and (target := text(node.args[0])):
            yield from self._target_uses(target, node)


# New uses.

Sides = tuple[Sequence[Use], Sequence[Use]]


def new_uses(files: Mapping[str, Sides]) -> dict[str, list[Use]]:
    """The new uses by file, from each file's uses before and now.

    A use that moved to another file is not new. One more use of something that the file used
    before is reported with the kind ``…-again``.
    """
    removals: Counter[tuple[str, str]] = Counter()
    for old, new in files.values():
        removals += Counter(map(_identity, old)) - Counter(map(_identity, new))
    uses: dict[str, list[Use]] = {}
    for path, (old, new) in files.items():
        counts = Counter(map(_identity, old))
        texts = Counter((use.kind, use.thing, use.text) for use in old)
        remaining = counts.copy()
        # Uses with the same source as before count as the old ones.
        unmatched = []
        for use in new:
            key = (use.kind, use.thing, use.text)
            if texts[key] > 0:
                texts[key] -= 1
                remaining[_identity(use)] -= 1
            else:
                unmatched.append(use)
        for use in unmatched:
            identity = _identity(use)
            is_once = use.kind in WORDS["once"]
            if remaining[identity] > 0:
                remaining[identity] -= 1  # an old use, written differently
            elif removals[identity] > 0:
                removals[identity] -= 1  # moved from another file
            elif not counts[identity]:
                uses.setdefault(path, []).append(use)
                counts[identity] = int(is_once)
            elif not is_once:
                uses.setdefault(path, []).append(use._replace(kind=f"{use.kind}-again"))
    return uses


def _identity(use: Use) -> tuple[str, str]:
    return use.kind, use.thing


def word_of(thing: str) -> str:
    """A word that occurs wherever a thing is used."""
    plain = thing.removesuffix(" =").removesuffix(".*")
    return "import_module" if plain == "*" else plain.rpartition(".")[2]
