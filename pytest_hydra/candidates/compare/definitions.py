"""What two versions of a Python file of tests define otherwise.

Run as a program (``python -I -S -W ignore definitions.py``), because what it parses may be made to
exhaust a parser, or to crash it. It imports nothing but the standard library, and its neighbour.
"""

from __future__ import annotations

import ast
import json
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Larger files, and files of more classes or definitions, are not looked into.
LARGEST = 2**18
_MOST_CLASSES = 500
_MOST = 10_000
# What a parser says of a file that it cannot read: hostile ones exhaust it.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
# What it may take, in bytes and in seconds of the processor.
_MEMORY = 2**31
_SECONDS = 60
# What statements stand in, beside statements.
_HOLDERS = (ast.stmt, ast.excepthandler, ast.match_case)


@dataclass(slots=True)
class _Space:
    """A class, or the module: syntax trees as text.

    ``heads`` are all that stands before the colon but the name; ``members`` what is defined in it,
    by name. Each is a list, as what stands twice (in an ``if`` and its ``else``) may be either.
    """

    heads: list[str] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)
    members: dict[str, list[str]] = field(default_factory=dict)


# The heads of all classes around a definition, the outermost first, and what defines it.
_Definition = tuple[list[str], ...]


def edited_definitions(old: bytes, new: bytes) -> list[str] | None:
    """The names, sorted, of what the new file does not define as the old one does.

    Names are those of functions, methods and what is assigned, such as ``test_a`` and
    ``TestB::test_c``. A definition has its decorators, and the heads of the classes it stands in; a
    class has what it inherits from others of the file, too. What a definition makes use of
    (fixtures, helpers, data) is no part of it, and neither is how it is formatted. None when one
    of the files cannot be read, is too large, or defines too much.
    """
    if max(len(old), len(new)) > LARGEST:
        return None
    try:
        before, after = _definitions(ast.parse(old)), _definitions(ast.parse(new))
    except _UNREADABLE:
        return None
    names = before.keys() | after.keys()
    return sorted(name for name in names if before.get(name) != after.get(name))


def _definitions(module: ast.Module) -> dict[str, _Definition]:
    """All definitions by name. Raises ValueError where there are too many."""
    spaces = _spaces(module)
    found: dict[str, _Definition] = {}
    for name, space in spaces.items():
        parts = name.split("::")
        heads = [spaces["::".join(parts[:end])].heads for end in range(1, len(parts) + 1)]
        for member, made in _members(space, spaces).items():
            found[f"{name}::{member}" if name else member] = (*heads, made)
        if len(found) > _MOST:
            raise ValueError(f"more than {_MOST} definitions")
    return found


def _members(space: _Space, spaces: dict[str, _Space]) -> dict[str, list[str]]:
    """What a class defines, or inherits from others of the file."""
    members: dict[str, list[str]] = {}
    seen: set[int] = set()
    waiting = [space]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            members = one.members | members
            waiting += [spaces[base] for base in reversed(one.bases) if base in spaces]
    return members


def _spaces(module: ast.Module) -> dict[str, _Space]:
    """The classes by name, such as ``TestA::TestB``, and the module by an empty one.

    Without recursion, as statements may be nested deeply.
    """
    spaces = {"": _Space()}
    waiting: list[tuple[str, ast.AST]] = [("", entry) for entry in reversed(module.body)]
    while waiting:
        within, node = waiting.pop()
        inside = within
        members = spaces[within].members
        if isinstance(node, ast.ClassDef):
            inside = f"{within}::{node.name}" if within else node.name
            space = spaces.setdefault(inside, _Space())
            space.heads += [ast.dump(entry) for entry in _head(node)]
            space.bases += [base.id for base in node.bases if isinstance(base, ast.Name)]
            if len(spaces) > _MOST_CLASSES:
                raise ValueError(f"more than {_MOST_CLASSES} classes")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            members.setdefault(node.name, []).append(ast.dump(node))
            continue
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            said = ast.dump(node)
            for name in _assigned(node):
                members.setdefault(name, []).append(said)
            continue
        children = [child for child in ast.iter_child_nodes(node) if isinstance(child, _HOLDERS)]
        waiting += [(inside, child) for child in reversed(children)]
    return spaces


def _head(node: ast.ClassDef) -> Iterator[ast.AST]:
    yield from node.decorator_list
    yield from node.bases
    yield from node.keywords


def _assigned(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _folded(old: bytes, new: bytes) -> dict[str, Any]:
    """The tests that became cases of another; none where a file cannot be read."""
    from pytest_hydra.candidates.compare.parametrized import folded_tests

    if max(len(old), len(new)) > LARGEST:
        return {}
    try:
        return dict(folded_tests(ast.parse(old), ast.parse(new)))
    except _UNREADABLE:
        return {}


def main() -> None:
    """Answer a list of (old, new) with one of (names, or null; the folded ones), both in JSON.

    Contents are text of one character a byte.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    pairs = json.load(sys.stdin.buffer)
    # The last place, so that nothing is found there in place of the standard library.
    sys.path.append(str(Path(__file__).resolve().parents[3]))
    sides = [[entry.encode("latin-1") for entry in pair] for pair in pairs]
    json.dump([(edited_definitions(*pair), _folded(*pair)) for pair in sides], sys.stdout)


if __name__ == "__main__":
    main()
