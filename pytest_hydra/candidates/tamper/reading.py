"""A file of tests in Python as it is read: its functions and classes, and what happens to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pytest_hydra.candidates.tamper.known import Function, Known, known_in

_ENDS = re.compile(
    r"(?:^|\.)(?:skip|exit|_exit|quit|SkipTest|Skipped|SystemExit|xfail|importorskip)$"
)


@dataclass(slots=True)
class TestFunction:
    """A function as it is effective: the last of its name, and what stands around it."""

    name: str
    function: Function
    around: tuple[ast.expr, ...]
    """Conditions of the module or the class that it is defined under."""
    waits: bool | None = None
    """Whether its class waits for a coroutine, as far as the file tells."""


@dataclass(slots=True)
class TestFile:
    """What one version of a file defines."""

    nodes: list[ast.AST]
    known: Known
    functions: dict[str, TestFunction] = field(default_factory=dict)
    defined: dict[str, list[int]] = field(default_factory=dict)
    """The lines on which each is defined, but for those of which only one can be."""
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    marks: list[ast.stmt] = field(default_factory=list)
    rebound: list[tuple[str, ast.stmt]] = field(default_factory=list)
    """Names of functions or of what is in classes that are given another meaning later."""


def is_test(name: str) -> bool:
    """Whether pytest or unittest may run what has this name, such as ``TestA::test_b``."""
    last = name.rpartition("::")[2]
    return last.startswith("test") or last == "runTest"


def read_tests(module: ast.Module, swallowing: frozenset[str]) -> TestFile:
    """All that a file of tests defines. Without recursion, as statements may be deep.

    ``swallowing`` are names of other files that it may import.
    """
    nodes = list(ast.walk(module))
    known = known_in(nodes)
    file = TestFile(nodes, replace(known, swallowing=known.swallowing | swallowing))
    waiting: list[tuple[ast.stmt | ast.AST, str, tuple[ast.expr, ...]]] = [
        (one, "", ()) for one in reversed(module.body)
    ]
    while waiting:
        node, within, around = waiting.pop()
        inside = f"{within}::" if within else ""
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                file.functions[inside + name] = TestFunction(inside + name, node, around)
                if not around and not node.decorator_list:
                    file.defined.setdefault(inside + name, []).append(node.lineno)
                continue
            case ast.ClassDef(name=name, body=body):
                file.classes[inside + name] = node
                waiting += [(one, inside + name, around) for one in reversed(body)]
                continue
            case ast.If(test=test, body=body, orelse=orelse):
                other = ast.UnaryOp(op=ast.Not(), operand=test)
                waiting += [(one, within, (*around, other)) for one in reversed(orelse)]
                waiting += [(one, within, (*around, test)) for one in reversed(body)]
                continue
            case ast.Assign() | ast.AnnAssign() | ast.Delete() | ast.Expr() | ast.AugAssign():
                file.rebound += [(inside + name, node) for name in names_bound(node)]
                if "pytestmark" in names_bound(node) or ends_file(node):
                    file.marks.append(node)
            case ast.Raise():
                if ends_file(node):
                    file.marks.append(node)
        children = (
            one
            for one in ast.iter_child_nodes(node)
            if isinstance(one, ast.stmt | ast.excepthandler | ast.match_case)
        )
        waiting += [(one, within, around) for one in reversed(list(children))]
    for made in file.functions.values():
        made.waits = _waits(made.name.rpartition("::")[0], file)
    return file


_DEEPEST = 10


def _waits(within: str, file: TestFile) -> bool | None:
    """Whether a class waits for coroutines; None where that is for others to tell."""
    for _ in range(_DEEPEST):
        made = file.classes.get(within)
        if made is None:
            return None
        bases = [ast.unparse(one) for one in made.bases]
        if any("Async" in one for one in bases):
            return True
        if {"unittest.TestCase", "unittest.case.TestCase"} & set(bases):
            return False
        if "TestCase" in bases:
            return False if _is_from_unittest("TestCase", file) else None
        within = next((one for one in bases if one in file.classes), "")
    return None


def _is_from_unittest(name: str, file: TestFile) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module in ("unittest", "unittest.case")
        and any((one.asname or one.name) == name for one in node.names)
        for node in file.nodes
    )


def ends_file(node: ast.stmt) -> bool:
    """Whether a statement outside of functions ends a file before its tests are found."""
    match node:
        case ast.Expr(value=ast.Call(func=called)) | ast.Raise(exc=ast.Call(func=called)):
            return _ENDS.search(ast.unparse(called)) is not None
        case ast.Raise(exc=ast.expr() as raised):
            return _ENDS.search(ast.unparse(raised)) is not None
    return False


def names_bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives another meaning, such as ``TestA::test_b``."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            targets = [target]
        case ast.Expr(
            value=ast.Call(
                func=ast.Name(id="setattr" | "delattr"),
                args=[of, ast.Constant(value=str() as name), *_],
            )
        ):
            yield f"{of.id}::{name}" if isinstance(of, ast.Name) else name
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(attr="pop" | "__delitem__"),
                args=[ast.Constant(value=str() as name), *_],
            )
        ):
            yield name
    for each in targets:
        for one in ast.walk(each):
            match one:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    yield name
                case ast.Attribute(
                    value=ast.Name(id=owner), attr=name, ctx=ast.Store() | ast.Del()
                ):
                    yield f"{owner}::{name}"
                case ast.Subscript(
                    slice=ast.Constant(value=str() as name), ctx=ast.Store() | ast.Del()
                ):
                    yield name
