"""Definitions that differ between two versions of a Python test file, by their syntax trees.

A test may have become a case of a parametrised test: if the values of one row, substituted for
their names, make the body of the new test equal to that of the old one, statement by statement.
A body that asserts less, or something else, is not equal. A row that is marked, or not written as
a literal, does not count.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from pytest_hydra.race.inspect import UNREADABLE

Result = TypeVar("Result")

LARGEST = 2**18
"""Larger files (in bytes), and files with more classes or definitions, are not compared."""

_MOST_CLASSES = 500
_MOST = 10_000
# Neither are files with deeper nesting.
_DEEPEST = 1000
HOLDERS = (ast.stmt, ast.excepthandler, ast.match_case)
"""Nodes that contain statements."""


def edits(
    pairs: Mapping[str, tuple[str, str]],
) -> dict[str, tuple[list[str] | None, dict[str, Fold]]]:
    """The results of `edited_definitions` and `folded_tests` for each file, by path.

    ``pairs`` are the old and the new content by path, with one character per byte.
    """
    sys.setrecursionlimit(_DEEPEST)
    results = {}
    for path, pair in pairs.items():
        old, new = (side.encode("latin-1") for side in pair)
        results[path] = edited_definitions(old, new), _comparison(folded_tests, old, new) or {}
    return results


def edited_definitions(old: bytes, new: bytes) -> list[str] | None:
    """The sorted names of definitions that differ between the two files.

    Names are those of functions, methods and variables, such as ``test_a`` and ``TestB::test_c``.
    A definition includes its decorators and the heads of the classes around it; a class includes
    what it inherits from other classes of the file. What a definition uses (fixtures, helpers,
    data) is not part of it, and neither is its formatting. None if one of the files cannot be
    parsed, is too large, or has too many definitions.
    """
    return _comparison(_edited_names, old, new)


def _comparison(
    compare: Callable[[ast.Module, ast.Module], Result], old: bytes, new: bytes
) -> Result | None:
    if max(len(old), len(new)) > LARGEST:
        return None
    try:
        return compare(ast.parse(old), ast.parse(new))
    except UNREADABLE:
        return None


def _edited_names(old: ast.Module, new: ast.Module) -> list[str]:
    before, after = _definitions(old), _definitions(new)
    names = before.keys() | after.keys()
    return sorted(name for name in names if before.get(name) != after.get(name))


@dataclass(slots=True)
class _Space:
    """A class or the module, with syntax trees as text.

    ``heads`` are a class's decorators, bases and keywords; ``members`` are its definitions by name.
    Each is a list, as something may be defined twice (in an ``if`` and its ``else``).
    """

    heads: list[str] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)
    members: dict[str, list[str]] = field(default_factory=dict)


# The heads of all classes around a definition, the outermost first, and the definition itself.
_Definition = tuple[list[str], ...]


def _definitions(module: ast.Module) -> dict[str, _Definition]:
    """All definitions by name. Raises ValueError if there are too many."""
    spaces = _spaces(module)
    definitions: dict[str, _Definition] = {}
    for name, space in spaces.items():
        parts = name.split("::")
        heads = [spaces["::".join(parts[:end])].heads for end in range(1, len(parts) + 1)]
        for member, dumps in _members(space, spaces).items():
            definitions[f"{name}::{member}" if name else member] = (*heads, dumps)
        if len(definitions) > _MOST:
            raise ValueError(f"more than {_MOST} definitions")
    return definitions


def _members(space: _Space, spaces: dict[str, _Space]) -> dict[str, list[str]]:
    """What a class defines, or inherits from other classes of the file."""
    members: dict[str, list[str]] = {}
    seen: set[int] = set()
    stack = [space]
    while stack:
        space = stack.pop()
        if id(space) not in seen:
            seen.add(id(space))
            members = space.members | members
            stack += [spaces[base] for base in reversed(space.bases) if base in spaces]
    return members


def _spaces(module: ast.Module) -> dict[str, _Space]:
    """The classes by name, such as ``TestA::TestB``, and the module by an empty name.

    Without recursion, as statements may be nested deeply.
    """
    spaces = {"": _Space()}
    stack: list[tuple[str, ast.AST]] = [("", entry) for entry in reversed(module.body)]
    while stack:
        owner, node = stack.pop()
        scope = owner
        members = spaces[owner].members
        if isinstance(node, ast.ClassDef):
            scope = f"{owner}::{node.name}" if owner else node.name
            space = spaces.setdefault(scope, _Space())
            space.heads += _head(node)
            space.bases += [base.id for base in node.bases if isinstance(base, ast.Name)]
            if len(spaces) > _MOST_CLASSES:
                raise ValueError(f"more than {_MOST_CLASSES} classes")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            members.setdefault(node.name, []).append(ast.dump(node))
            continue
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in {target.id for target in targets if isinstance(target, ast.Name)}:
                members.setdefault(name, []).append(ast.dump(node))
            continue
        children = [child for child in ast.iter_child_nodes(node) if isinstance(child, HOLDERS)]
        stack += [(scope, child) for child in reversed(children)]
    return spaces


def _head(node: ast.ClassDef) -> list[str]:
    return [ast.dump(entry) for entry in (*node.decorator_list, *node.bases, *node.keywords)]


# Tests that became cases of a parametrised test.

_MARK = "pytest.mark.parametrize"
# Most rows that are compared: of one test, and of all tests together.
_MOST_ROWS = 500
_MOST_ROWS_OF_ALL = 5000
_PLAIN = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp),
    *(ast.operator, ast.unaryop, ast.expr_context),
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Fold(NamedTuple):
    """The function that a test is a case of now, such as ``TestA::test_b``, and its cases' number.

    With 0 cases, it is the test itself under another name.
    """

    into: str
    cases: int


class _Test(NamedTuple):
    """A function, and the heads of the classes around it."""

    name: str
    heads: tuple[str, ...]
    function: Function


# All of a test but its body. A test has the same frame as the one that it became a case of.
_Frame = tuple[object, ...]


# A parametrised function, its rows, and its frame without the rows and the names in them.
_Table = tuple[_Test, list[dict[str, ast.expr]], _Frame]


def folded_tests(old: ast.Module, new: ast.Module) -> dict[str, Fold]:
    """Tests of the old file that are cases of a new test in the new file, by name.

    A test that was only renamed has 0 cases. Raises RecursionError for code that is nested too
    deeply.
    """
    before, after = ({test.name: test for test in _tests(module)} for module in (old, new))
    old_tests = [test for name, test in before.items() if name not in after]
    new_tests = [test for name, test in after.items() if name not in before]
    if not old_tests or not new_tests:
        return {}
    names = Counter(_names(new))
    values = {
        entry.targets[0].id: entry.value
        for entry in new.body
        if isinstance(entry, ast.Assign) and len(entry.targets) == 1
        if isinstance(entry.targets[0], ast.Name)
    }
    tables: list[_Table] = [
        (test, [{}], _frame(test, test.function.decorator_list, arguments))
        for test in new_tests
        if (arguments := _arguments(test.function)) is not None
    ]
    tables += [table for test in new_tests if (table := _table(test, values, names)) is not None]
    names_by_frame = _by_frame(old_tests, {frame for _, _, frame in tables})
    folds: dict[str, Fold] = {}
    remaining = _MOST_ROWS_OF_ALL
    for test, rows, frame in tables:
        bodies = names_by_frame.get(frame)
        if not bodies:
            continue
        remaining -= len(rows)
        if remaining < 0:
            break
        for row in rows:
            for name in bodies.pop(_digest(test.function, row), ()):
                folds[name] = Fold(test.name, len(rows) if row else 0)
    return folds


def _by_frame(tests: Iterable[_Test], frames: Set[_Frame]) -> dict[_Frame, dict[bytes, list[str]]]:
    """The names of functions by their frame, one of ``frames``, then by digests of their bodies."""
    names: dict[_Frame, dict[bytes, list[str]]] = {}
    for test in tests:
        arguments = _arguments(test.function)
        if arguments is None:
            continue
        frame = _frame(test, test.function.decorator_list, arguments)
        if frame in frames:
            body = _digest(test.function, {})
            names.setdefault(frame, {}).setdefault(body, []).append(test.name)
    return names


def _frame(test: _Test, decorators: Iterable[ast.expr], arguments: Set[str]) -> _Frame:
    owner = test.name.rpartition("::")[0]
    marks = tuple(map(ast.dump, decorators))
    return type(test.function), owner, test.heads, marks, frozenset(arguments)


def _tests(module: ast.Module) -> Iterator[_Test]:
    """The functions of the module and of its classes, except for those under a condition."""
    stack: list[tuple[ast.stmt, str, tuple[str, ...]]] = [(entry, "", ()) for entry in module.body]
    while stack:
        node, prefix, heads = stack.pop()
        if isinstance(node, ast.ClassDef):
            class_heads = (*heads, "\n".join(_head(node)))
            stack += [(entry, f"{prefix}{node.name}::", class_heads) for entry in node.body]
        elif isinstance(node, Function):
            yield _Test(prefix + node.name, heads, node)


def _names(module: ast.Module) -> Iterator[str]:
    """Every name in a module, once for each occurrence."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name) | ast.alias(asname=str() as name) | ast.alias(name=name):
                yield name


def _table(test: _Test, values: Mapping[str, ast.expr], names: Mapping[str, int]) -> _Table | None:
    """The rows of a function; None if they are not all literals, or if a name may be rebound."""
    function, arguments = test.function, _arguments(test.function)
    marks = [entry for entry in function.decorator_list if "parametrize" in ast.unparse(entry)]
    if len(marks) != 1 or names[function.name] != 1 or arguments is None:
        return None
    match marks[0]:
        case ast.Call(func=callee, args=[argnames, table], keywords=keywords):
            if ast.unparse(callee) != _MARK or any(keyword.arg != "ids" for keyword in keywords):
                return None
        case _:
            return None
    if isinstance(table, ast.Name) and names[table.id] == 2:
        # Two occurrences: it is bound at module level, and read only here.
        table = values.get(table.id, table)
    columns = _argument_names(argnames)
    rows = _rows(table, columns)
    if not (rows and columns and arguments.issuperset(columns)):
        return None
    if not set(columns).isdisjoint(_bound_names(function)):
        return None
    decorators = [entry for entry in function.decorator_list if entry is not marks[0]]
    return test, rows, _frame(test, decorators, arguments.difference(columns))


def _argument_names(node: ast.expr) -> list[str]:
    """The names of the values in a row."""
    match node:
        case ast.Constant(value=str() as text):
            return [word.strip() for word in text.split(",") if word.strip()]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            values = [getattr(element, "value", None) for element in elements]
            names = [value for value in values if isinstance(value, str)]
            return names if len(names) == len(elements) else []
    return []


def _rows(table: ast.expr, names: list[str]) -> list[dict[str, ast.expr]]:
    """The values by their names, row by row; [] if one of them is not a literal."""
    if not isinstance(table, ast.List | ast.Tuple) or len(table.elts) > _MOST_ROWS:
        return []
    rows = []
    for elt in table.elts:
        values = [elt]
        if len(names) > 1:
            values = elt.elts if isinstance(elt, ast.List | ast.Tuple) else []
        parts = (part for value in values for part in ast.walk(value))
        if len(values) != len(names) or not all(isinstance(part, _PLAIN) for part in parts):
            return []
        rows.append(dict(zip(names, values, strict=True)))
    return rows


def _arguments(function: Function) -> set[str] | None:
    """The names of its arguments; None if some are starred, keyword-only or have defaults."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
        return None
    return {arg.arg for arg in (*arguments.posonlyargs, *arguments.args)}


def _bound_names(function: Function) -> Iterator[str]:
    """The names that the body of a function binds."""
    for statement in function.body:
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    yield name
                case ast.arg(arg=name) | ast.MatchMapping(rest=str() as name):
                    yield name
                case ast.alias(name=name, asname=alias):
                    # ``import a.b`` binds ``a``.
                    yield alias or name.partition(".")[0]
                case _:  # a function, a class, a caught exception, a captured pattern
                    yield getattr(node, "name", None) or ""


def _digest(function: Function, row: Mapping[str, ast.expr]) -> bytes:
    """A digest of a body with the values of a row, without its docstring.

    Digests are compared instead of bodies, as there may be many rows and long bodies.
    """
    has_docstring = len(function.body) > 1 and ast.get_docstring(function, clean=False) is not None
    digest = hashlib.sha256()
    for statement in function.body[1 if has_docstring else 0 :]:
        tree = _Spread().visit(Substitution(row).visit(copy.deepcopy(statement)))
        digest.update(f"{ast.dump(tree)}\n".encode())
    return digest.digest()


class Substitution(ast.NodeTransformer):
    """Substitutes values for names."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The value for a name, or the name itself."""
        return copy.deepcopy(self._values.get(node.id, node))


class _Spread(ast.NodeTransformer):
    """Writes ``f(*["a", "b"])`` as ``f("a", "b")``."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        args: list[ast.expr] = []
        for arg in node.args:
            match arg:
                case ast.Starred(value=ast.List(elts=elements) | ast.Tuple(elts=elements)):
                    args += elements
                case _:
                    args.append(arg)
        node.args = args
        return node
