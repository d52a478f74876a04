"""A Python test file: its functions and classes, and helpers that assert or swallow failures."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pytest_hydra.race.inspect import has
from pytest_hydra.race.inspect.conditions import truth
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.suite_code.definitions import HOLDERS, Function

_CHECKS = re.compile(
    r"_*(?:assert|expect|verify|verif|check|validate|should|fail|ensure|require|must|raises|warns"
    r"|deprecated_call|raise_for|compare)",
    re.IGNORECASE,
)
# A method of unittest's kind; one that never fails is reported where it is defined.
_UNITTEST = re.compile(r"assert[A-Z]")
SKIPS = re.compile(r"(?:^|\.)(?:skip|skipTest|xfail|exit|SkipTest|Skipped|importorskip)$")
FAILS = re.compile(r"(?:^|\.)(?:fail|_fail|AssertionError|failureException)$")
_EXCEPTIONS = ("AssertionError", "Exception", "BaseException", "failureException")


@dataclass(frozen=True, slots=True)
class Helpers:
    """Names that a module defines and tests may use.

    ``functions`` are all functions, ``asserting`` those that assert something; ``swallowing`` are
    decorators and context managers that swallow exceptions.
    """

    functions: frozenset[str] = frozenset()
    asserting: frozenset[str] = frozenset()
    swallowing: frozenset[str] = frozenset()


def helpers_in(nodes: Iterable[ast.AST]) -> Helpers:
    """The helpers that a module defines."""
    functions: dict[str, list[Function]] = {}
    swallowing: set[str] = set()
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                functions.setdefault(name, []).append(node)
                tries = (entry for entry in ast.walk(node) if isinstance(entry, ast.Try | ast.With))
                if _wraps(node) and any(map(_swallows, tries)):
                    swallowing.add(name)
            case ast.ClassDef(name=name, body=body):
                if any(_exits_quietly(entry) for entry in body):
                    swallowing.add(name)
    all_names = frozenset(functions)
    asserting: frozenset[str] = frozenset()
    for _ in range(4):  # helpers may call helpers, to this depth
        helpers = Helpers(all_names, asserting)
        names = frozenset(
            name
            for name, definitions in functions.items()
            if any(_asserts(entry, helpers) for entry in definitions)
        )
        if names == asserting:
            break
        asserting = names
    return Helpers(all_names, asserting, frozenset(swallowing))


def _wraps(function: Function) -> bool:
    """Whether it may be a decorator, or a context manager that is written as a generator."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Yield)
    return any(isinstance(node, kinds) for node in ast.walk(function) if node is not function)


def _asserts(function: Function, helpers: Helpers) -> bool:
    return any(
        isinstance(node, ast.Raise)
        or (isinstance(node, ast.Assert) and truth(node.test) is not True)
        or (isinstance(node, ast.Call) and is_check(name_of(node), helpers))
        for node in ast.walk(function)
    )


def _exits_quietly(node: ast.stmt) -> bool:
    """Whether it is an ``__exit__`` that swallows exceptions."""
    if not isinstance(node, ast.FunctionDef) or node.name != "__exit__":
        return False
    values = [entry.value for entry in ast.walk(node) if isinstance(entry, ast.Return)]
    return any(value is not None and truth(value) is not False for value in values)


def _swallows(node: ast.Try | ast.With) -> bool:
    """Whether it swallows the failure of a call or a yield in it."""
    if not has(node.body, ast.Call, ast.Yield):
        return False
    if isinstance(node, ast.With):
        return any(
            isinstance(item.context_expr, ast.Call)
            and name_of(item.context_expr).rpartition(".")[2] == "suppress"
            and any(map(catches, item.context_expr.args))
            for item in node.items
        )
    return any(catches(handler.type) and not fails(handler.body) for handler in node.handlers)


def is_generator(function: Function) -> bool:
    """Whether it yields; nested functions do not count."""
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            stack += ast.iter_child_nodes(node)
    return False


def is_trivial(function: Function) -> bool:
    """Whether a function does nothing at all."""
    return all(_is_nothing(entry) for entry in function.body)


def _is_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Global() | ast.Nonlocal() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=value) | ast.Return(value=value):
            return not has([value or node], ast.Call, ast.Await)
        case ast.Assert(test=test):
            return truth(test) is True
        case ast.Assign(value=value):
            return not has([value], ast.Call)
        case ast.If(test=test, body=body, orelse=orelse):
            is_true = truth(test)
            sides = ([] if is_true is False else body) + ([] if is_true is True else orelse)
            return all(_is_nothing(side) for side in sides)
    return False


def catches(node: ast.expr | None) -> bool:
    """Whether these exceptions include a failed assertion."""
    if node is None:
        return True
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(catches, node.elts))
    if isinstance(node, ast.Starred):
        return catches(node.value)
    return name_of(node).rpartition(".")[2] in _EXCEPTIONS


def fails(statements: list[ast.stmt]) -> bool:
    """Whether the test is certain to fail if these are reached."""
    for statement in statements:
        match statement:
            case ast.Raise(exc=exc):
                return exc is None or SKIPS.search(name_of(exc)) is None
            case ast.Assert(test=test):
                if truth(test) is False:
                    return True
            case ast.Expr(value=ast.Call() as call):
                if FAILS.search(name_of(call)):
                    return True
            case ast.If(body=body, orelse=orelse):
                if fails(body) and fails(orelse):
                    return True
    return False


def is_check(name: str, helpers: Helpers) -> bool:
    """Whether a called function asserts something: by its definition here, else by its name."""
    last = name.rpartition(".")[2]
    if last in helpers.functions and _UNITTEST.match(last) is None:
        return last in helpers.asserting
    return _CHECKS.match(last) is not None


def name_of(node: ast.AST) -> str:
    """The dotted name of what is called or raised; only the attributes of another expression."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    elif not parts:
        return ""
    return ".".join(reversed(parts))


_ENDS = re.compile(
    r"(?:^|\.)(?:skip|exit|_exit|quit|SkipTest|Skipped|SystemExit|xfail|importorskip)$"
)


@dataclass(slots=True)
class TestFunction:
    """The effective function of a name, which is the last one, and its place."""

    name: str
    function: Function
    conditions: tuple[ast.expr, ...]
    """Conditions in the module or the class under which it is defined."""
    waits: bool | None = None
    """Whether its class awaits coroutines; None if the file does not show it."""


@dataclass(slots=True)
class TestFile:
    """The definitions of one version of a file, by name."""

    nodes: list[ast.AST]
    helpers: Helpers
    functions: dict[str, TestFunction] = field(default_factory=dict)
    definition_lines: dict[str, list[int]] = field(default_factory=dict)
    """The lines of each function's definitions, except for conditional and decorated ones."""
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    marks: list[ast.stmt] = field(default_factory=list)
    rebinds: list[tuple[str, ast.stmt]] = field(default_factory=list)
    """Names of functions or class members that a statement binds again or deletes."""

    def has_tests(self, owner: str) -> bool:
        """Whether a class has tests."""
        return any(is_test(name) and name.startswith(f"{owner}::") for name in self.functions)


def is_test(name: str) -> bool:
    """Whether pytest or unittest may run a function of this name, such as ``TestA::test_b``."""
    last = name.rpartition("::")[2]
    return last.startswith("test") or last == "runTest"


def read_tests(names: Names, swallowing: frozenset[str]) -> TestFile:
    """All that a test file defines. Without recursion, as statements may be nested deeply.

    ``swallowing`` are `Helpers.swallowing` of other files, from which it may import.
    """
    helpers = helpers_in(names.nodes)
    file = TestFile(names.nodes, replace(helpers, swallowing=helpers.swallowing | swallowing))
    stack: list[tuple[ast.stmt | ast.AST, str, tuple[ast.expr, ...]]] = [
        (entry, "", ()) for entry in reversed(names.module.body)
    ]
    while stack:
        node, owner, conditions = stack.pop()
        prefix = f"{owner}::" if owner else ""
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                file.functions[prefix + name] = TestFunction(prefix + name, node, conditions)
                if not conditions and not node.decorator_list:
                    file.definition_lines.setdefault(prefix + name, []).append(node.lineno)
                continue
            case ast.ClassDef(name=name, body=body):
                file.classes[prefix + name] = node
                stack += [(entry, prefix + name, conditions) for entry in reversed(body)]
                continue
            case ast.If(test=test, body=body, orelse=orelse):
                negation = ast.UnaryOp(op=ast.Not(), operand=test)
                stack += [(entry, owner, (*conditions, negation)) for entry in reversed(orelse)]
                stack += [(entry, owner, (*conditions, test)) for entry in reversed(body)]
                continue
            case ast.Assign() | ast.AnnAssign() | ast.Delete() | ast.Expr() | ast.AugAssign():
                targets = list(names_bound(node))
                file.rebinds += [(prefix + name, node) for name in targets]
                if "pytestmark" in targets or ends_file(node):
                    file.marks.append(node)
                continue
            case ast.Raise():
                if ends_file(node):
                    file.marks.append(node)
        children = [child for child in ast.iter_child_nodes(node) if isinstance(child, HOLDERS)]
        stack += [(child, owner, conditions) for child in reversed(children)]
    for test_function in file.functions.values():
        test_function.waits = _waits(test_function.name.rpartition("::")[0], file)
    return file


_DEEPEST = 10


def _waits(owner: str, file: TestFile) -> bool | None:
    """Whether a class awaits coroutines; None if the file does not show it."""
    for _ in range(_DEEPEST):
        class_node = file.classes.get(owner)
        if class_node is None:
            return None
        bases = [ast.unparse(base) for base in class_node.bases]
        if any("Async" in base for base in bases):
            return True
        if {"unittest.TestCase", "unittest.case.TestCase"} & set(bases):
            return False
        if "TestCase" in bases:
            is_imported = any(
                isinstance(node, ast.ImportFrom)
                and node.module in ("unittest", "unittest.case")
                and any((entry.asname or entry.name) == "TestCase" for entry in node.names)
                for node in file.nodes
            )
            return False if is_imported else None
        owner = next((base for base in bases if base in file.classes), "")
    return None


def ends_file(node: ast.stmt) -> bool:
    """Whether a statement outside of functions ends a file before its tests are collected."""
    match node:
        case (
            ast.Expr(value=ast.Call(func=callee))
            | ast.Raise(exc=ast.Call(func=callee))
            | ast.Raise(exc=ast.expr() as callee)
        ):
            return _ENDS.search(ast.unparse(callee)) is not None
    return False


def names_bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds or deletes, such as ``TestA::test_b``."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            targets = [target]
        case ast.Expr(value=ast.Call(func=callee, args=args)):
            match callee, args:
                case ast.Name(id="setattr" | "delattr"), [
                    receiver,
                    ast.Constant(value=str() as name),
                    *_,
                ]:
                    yield f"{receiver.id}::{name}" if isinstance(receiver, ast.Name) else name
                case ast.Attribute(attr="pop" | "__delitem__"), [
                    ast.Constant(value=str() as name),
                    *_,
                ]:
                    yield name
    stack = [*targets]
    while stack:
        match stack.pop():
            case ast.Name(id=name) | ast.Subscript(slice=ast.Constant(value=str() as name)):
                yield name
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                yield f"{owner}::{name}"
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                stack += parts
            case ast.Starred(value=part):
                stack.append(part)
