"""The assertions of a Python test: whether each is reached, and whether its failure is reported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pytest_hydra.core.text import crop
from pytest_hydra.race.inspect import has, quote
from pytest_hydra.race.inspect.conditions import truth
from pytest_hydra.race.inspect.constants import Constants
from pytest_hydra.race.inspect.suite_code.definitions import Function
from pytest_hydra.race.inspect.suite_code.suite_file import (
    FAILS,
    SKIPS,
    Helpers,
    catches,
    fails,
    is_check,
    name_of,
)

State = Literal["live", "idle", "apart", "guarded", "platform", "swallowed"]

_RAISES = re.compile(r"(?:^|\.)(?:raises|assertRaises|assertRaisesRegex|suppress|RaisesGroup)$")
_PLATFORM = re.compile(
    r"sys\.platform|version_info|platform\.|os\.name|\bHAS_|\bHAVE_|which\(|find_spec|hexversion"
    r"|sys\.maxsize|byteorder|\bPY3|\bWIN|\bIS_|implementation"
)


class Assertion(NamedTuple):
    """One assertion: its syntax tree as text, whether it can fail the test, and if not, why."""

    dump: str
    line: int
    text: str
    state: State
    reason: str


# From best to worst: the worst state of all around a statement counts.
_ORDER = ("live", "apart", "platform", "guarded", "swallowed")


class _Place(NamedTuple):
    """The place of a statement; ``state`` is that of an assertion there."""

    state: State = "live"
    reason: str = ""

    def limit(self, state: State, reason: str) -> _Place:
        worse = _ORDER.index(state) > _ORDER.index(self.state)
        return _Place(state, reason) if worse else self


@dataclass(slots=True)
class Body:
    """A function's assertions in order, and the lines where it skips or ends the test."""

    assertions: list[Assertion] = field(default_factory=list)
    skips: list[tuple[int, str]] = field(default_factory=list)

    def only(self, *states: State) -> list[Assertion]:
        """The assertions in these states."""
        return [assertion for assertion in self.assertions if assertion.state in states]


def inner_names(function: Function) -> frozenset[str]:
    """The names of the functions that are defined in a function, and of its exit stacks."""
    return frozenset(
        node.name if isinstance(node, Function) else name_of(node)
        for node in ast.walk(function)
        if isinstance(node, Function) or name_of(node).endswith("ExitStack")
    )


def body_of(function: Function, helpers: Helpers, base_names: frozenset[str] = frozenset()) -> Body:
    """The assertions of a function.

    Those in nested functions and exit stacks that are not in ``base_names`` may not be run.
    """
    walk = _Walk(helpers, base_names)
    walk.block(function.body, _Place())
    return walk.body


class _Walk:
    def __init__(self, helpers: Helpers, base_names: frozenset[str]) -> None:
        self._helpers = helpers
        self._base_names = base_names
        self.body = Body()

    def block(self, statements: list[ast.stmt], place: _Place) -> None:
        """Walk through statements in order."""
        for index, statement in enumerate(statements):
            self._statement(statement, place)
            limit = self._limit(statement, is_last=index == len(statements) - 1)
            if limit is not None:
                place = place.limit(*limit)

    def _limit(self, node: ast.stmt, *, is_last: bool) -> tuple[State, str] | None:
        """The state of what follows a statement, and the reason; None if it changes nothing."""
        if is_last:
            return None
        if self._ends(node):
            return "guarded", f"never reached after `{quote(node)}`"
        if isinstance(node, ast.If):
            is_true = truth(node.test)
            sides = [node.body] * (is_true is not False) + [node.orelse] * (is_true is not True)
            ends = [bool(side) and self._ends(side[-1]) for side in sides]
            if ends and all(ends):
                return "guarded", f"never reached after `{quote(node)}`"
            if any(ends) and not (fails(node.body) or fails(node.orelse)):
                test = ast.unparse(node.test)
                return _guard(test), f"not reached if `{_short(test)}`"
        if isinstance(node, ast.With | ast.AsyncWith | ast.Try) and self._ends(node.body[-1]):
            if isinstance(node, ast.Try) and not isinstance(node.body[-1], ast.Return):
                return None
            return "guarded", f"never reached after `{quote(node.body[-1])}`"
        return None

    def _ends(self, node: ast.stmt) -> bool:
        """Whether nothing after it is reached, although the test does not fail."""
        match node:
            case ast.Return() | ast.Continue() | ast.Break():
                return True
            case ast.Raise(exc=exc):
                return exc is not None and SKIPS.search(name_of(exc)) is not None
            case ast.Expr(value=ast.Call() as call):
                name = name_of(call)
                return SKIPS.search(name) is not None and not name.endswith("importorskip")
        return False

    def _statement(self, node: ast.stmt, place: _Place) -> None:
        match node:
            case ast.Assert(test=test):
                idle = truth(test) is True
                reason = "always true" if idle else ""
                state = _Place("idle", reason) if idle and place.state == "live" else place
                self._add(node, ast.dump(test), state)
            case ast.If():
                self._if(node, place)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(node, place)
            case ast.Try() | ast.TryStar():
                self._try(node, place)
            case ast.With() | ast.AsyncWith():
                self._with(node, place)
            case ast.Match(cases=cases):
                for case in cases:
                    self.block(case.body, place)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                # Only a run shows whether it is called, and whether its failure is reported.
                is_old = node.name in self._base_names
                reason = f"in the nested function {node.name}"
                self.block(node.body, place if is_old else place.limit("apart", reason))
            case ast.ClassDef():
                return
            case _:
                self._calls_of(node, place)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, place: _Place) -> None:
        is_dead = truth(node.test) is False if isinstance(node, ast.While) else _is_empty(node.iter)
        reason = f"never reached in the empty loop `{quote(node)}`"
        self.block(node.body, place.limit("guarded", reason) if is_dead else place)
        self.block(node.orelse, place)

    def _if(self, node: ast.If, place: _Place) -> None:
        is_true = truth(node.test)
        if is_true is None and fails(node.body) and not node.orelse:
            # ``if x != 3: raise AssertionError`` is an assertion.
            self._add(node, ast.dump(node.test), place)
            return
        if is_true is None and self._asserts(node.body) and self._asserts(node.orelse):
            self.block(node.body, place)
            self.block(node.orelse, place)
            return
        test = ast.unparse(node.test)
        for side, is_reachable, phrase in (
            (node.body, is_true is not False, "reached only if"),
            (node.orelse, is_true is not True, "not reached if"),
        ):
            inner = place
            if not is_reachable:
                inner = place.limit("guarded", f"never reached: `{_short(test)}` is {is_true}")
            elif is_true is None:
                inner = place.limit(_guard(test), f"{phrase} `{_short(test)}`")
            self.block(side, inner)

    def _asserts(self, statements: list[ast.stmt]) -> bool:
        walk = _Walk(self._helpers, self._base_names)
        walk.block(statements, _Place())
        return bool(walk.body.only("live")) or fails(statements) or bool(walk.body.skips)

    def _try(self, node: ast.Try | ast.TryStar, place: _Place) -> None:
        inner = place
        for handler in node.handlers:
            if catches(handler.type) and not fails(handler.body):
                inner = place.limit("swallowed", f"swallowed by `{_short(_head(handler))}`")
        if has(node.finalbody, ast.Return, ast.Break, ast.Continue):
            inner = place.limit("swallowed", "swallowed by a jump out of its `finally:`")
        self.block(node.body, inner)
        for handler in node.handlers:
            self.block(
                handler.body, place.limit("guarded", f"reached only in `{_short(_head(handler))}`")
            )
        self.block(node.orelse, inner if inner.state == "swallowed" else place)
        self.block(node.finalbody, place)

    def _with(self, node: ast.With | ast.AsyncWith, place: _Place) -> None:
        inner, body = place, node.body
        for item in node.items:
            manager = item.context_expr
            name = name_of(manager)
            wide = _is_wide(manager) and self._asserts(body)
            if name in self._helpers.swallowing or (wide and _RAISES.search(name)):
                inner = inner.limit("swallowed", f"swallowed by `{_short(ast.unparse(manager))}`")
            if name.endswith("ExitStack") and name not in self._base_names:
                inner = inner.limit("apart", "in an ExitStack, which may swallow its failure")
            if isinstance(manager, ast.Call) and not wide and is_check(name, self._helpers):
                self._add(node, ast.dump(manager), place, ast.unparse(manager))
        self.block(body, inner)

    def _calls_of(self, node: ast.stmt, place: _Place) -> None:
        for call, is_certain in _calls(node):
            name = name_of(call)
            if SKIPS.search(name):
                self.body.skips.append((node.lineno, quote(node)))
            elif is_check(name, self._helpers):
                inner = place
                if not is_certain:
                    inner = place.limit("guarded", f"not always reached in `{quote(node)}`")
                self._add(call, ast.dump(call), inner, ast.unparse(call))
        if isinstance(node, ast.Raise) and node.exc is not None:
            if SKIPS.search(name_of(node.exc)):
                self.body.skips.append((node.lineno, quote(node)))
            elif FAILS.search(name_of(node.exc)):
                self._add(node, ast.dump(node), place)

    def _add(self, node: ast.AST, dump: str, place: _Place, text: str | None = None) -> None:
        line = getattr(node, "lineno", 0)
        quotation = _short(text) if text is not None else quote(node)
        self.body.assertions.append(Assertion(dump, line, quotation, place.state, place.reason))


def _is_wide(call: ast.expr) -> bool:
    """Whether its arguments, as in ``raises(Exception)``, include a failed assertion."""
    return isinstance(call, ast.Call) and any(map(catches, call.args))


def _calls(node: ast.AST) -> Iterator[tuple[ast.Call, bool]]:
    """The calls in a statement, and whether each is made whenever the statement is reached."""
    stack: list[tuple[ast.AST, bool]] = [(node, True)]
    while stack:
        node, is_certain = stack.pop()
        if isinstance(node, ast.Call):
            yield node, is_certain
        for child in ast.iter_child_nodes(node):
            child_certain = is_certain
            if isinstance(node, ast.BoolOp):
                child_certain = is_certain and child is node.values[0]
            elif isinstance(node, ast.IfExp):
                child_certain = is_certain and child is node.test
            elif isinstance(node, ast.Lambda):
                child_certain = False
            stack.append((child, child_certain))


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            numbers = [Constants({}).value(arg) for arg in args]
            if all(isinstance(number, int) for number in numbers):
                return not range(*(number for number in numbers if isinstance(number, int)))
        case ast.Call(func=ast.Name(id="list" | "tuple" | "set" | "dict" | "iter"), args=[]):
            return True
        case ast.Call(
            func=ast.Name(id="iter" | "reversed" | "sorted" | "enumerate"), args=[iterable, *_]
        ):
            return _is_empty(iterable)
    return isinstance(node, ast.List | ast.Tuple | ast.Constant | ast.Dict) and truth(node) is False


def _guard(test: str) -> State:
    return "platform" if _PLATFORM.search(test) else "guarded"


def _head(handler: ast.ExceptHandler) -> str:
    return "except:" if handler.type is None else f"except {ast.unparse(handler.type)}:"


def _short(text: str) -> str:
    return crop(text.partition("\n")[0], 80)
