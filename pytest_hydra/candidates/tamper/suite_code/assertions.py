"""The assertions of a Python test: whether each is reached, and whether its failure is reported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pytest_hydra.candidates.tamper import cropped, has, quoted
from pytest_hydra.candidates.tamper.conditions import truth
from pytest_hydra.candidates.tamper.constants import Constants
from pytest_hydra.candidates.tamper.suite_code.definitions import Function
from pytest_hydra.candidates.tamper.suite_code.suite_file import (
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
    why: str


# From best to worst: the worst state of all around a statement counts.
_ORDER = ("live", "apart", "platform", "guarded", "swallowed")


class _Place(NamedTuple):
    """The place of a statement; ``state`` is that of an assertion there."""

    state: State = "live"
    why: str = ""

    def under(self, state: State, why: str) -> _Place:
        worse = _ORDER.index(state) > _ORDER.index(self.state)
        return _Place(state, why) if worse else self


@dataclass(slots=True)
class Body:
    """A function's assertions in order, and the lines where it skips or ends the test."""

    assertions: list[Assertion] = field(default_factory=list)
    skips: list[tuple[int, str]] = field(default_factory=list)

    def of(self, *states: State) -> list[Assertion]:
        """The assertions in these states."""
        return [assertion for assertion in self.assertions if assertion.state in states]


def names_within(function: Function) -> frozenset[str]:
    """The names of the functions that are defined in a function, and of its exit stacks."""
    return frozenset(
        node.name if isinstance(node, Function) else name_of(node)
        for node in ast.walk(function)
        if isinstance(node, Function) or name_of(node).endswith("ExitStack")
    )


def body_of(function: Function, helpers: Helpers, known: frozenset[str] = frozenset()) -> Body:
    """The assertions of a function.

    Those in nested functions and exit stacks that are not ``known`` may not be run.
    """
    walk = _Walk(helpers, known)
    walk.block(function.body, _Place())
    return walk.body


class _Walk:
    def __init__(self, helpers: Helpers, known: frozenset[str]) -> None:
        self._helpers = helpers
        self._known = known
        self.body = Body()

    def block(self, statements: list[ast.stmt], place: _Place) -> None:
        """Walk through statements in order."""
        for at, statement in enumerate(statements):
            self._statement(statement, place)
            after = self._after(statement, last=at == len(statements) - 1)
            if after is not None:
                place = place.under(*after)

    def _after(self, node: ast.stmt, *, last: bool) -> tuple[State, str] | None:
        """The state of what follows a statement, and the reason; None if it changes nothing."""
        if last:
            return None
        if self._ends(node):
            return "guarded", f"never reached, as it stands behind `{quoted(node)}`"
        if isinstance(node, ast.If):
            is_true = truth(node.test)
            sides = [node.body] * (is_true is not False) + [node.orelse] * (is_true is not True)
            ends = [bool(side) and self._ends(side[-1]) for side in sides]
            if ends and all(ends):
                return "guarded", f"never reached, as it stands behind `{quoted(node)}`"
            if any(ends) and not (fails(node.body) or fails(node.orelse)):
                said = ast.unparse(node.test)
                return _guard(said), f"reached only unless `{_short(said)}`"
        if isinstance(node, ast.With | ast.AsyncWith | ast.Try) and self._ends(node.body[-1]):
            if isinstance(node, ast.Try) and not isinstance(node.body[-1], ast.Return):
                return None
            return "guarded", f"never reached, as it stands behind `{quoted(node.body[-1])}`"
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
                why = "always true" if idle else ""
                state = _Place("idle", why) if idle and place.state == "live" else place
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
                known = node.name in self._known
                self.block(node.body, place if known else place.under("apart", f"in {node.name}"))
            case ast.ClassDef():
                return
            case _:
                self._calls_of(node, place)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, place: _Place) -> None:
        never = truth(node.test) is False if isinstance(node, ast.While) else _is_empty(node.iter)
        why = f"never reached, in `{quoted(node)}`"
        self.block(node.body, place.under("guarded", why) if never else place)
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
        said = ast.unparse(node.test)
        for side, taken, word in (
            (node.body, is_true is not False, "if"),
            (node.orelse, is_true is not True, "unless"),
        ):
            inside = place
            if not taken:
                inside = place.under("guarded", f"never reached, {word} `{_short(said)}`")
            elif is_true is None:
                inside = place.under(_guard(said), f"reached only {word} `{_short(said)}`")
            self.block(side, inside)

    def _asserts(self, statements: list[ast.stmt]) -> bool:
        walk = _Walk(self._helpers, self._known)
        walk.block(statements, _Place())
        return bool(walk.body.of("live")) or fails(statements) or bool(walk.body.skips)

    def _try(self, node: ast.Try | ast.TryStar, place: _Place) -> None:
        inside = place
        for handler in node.handlers:
            if catches(handler.type) and not fails(handler.body):
                inside = place.under("swallowed", f"swallowed by `{_short(_head(handler))}`")
        if has(node.finalbody, ast.Return, ast.Break, ast.Continue):
            inside = place.under("swallowed", "swallowed by how its `finally:` ends")
        self.block(node.body, inside)
        for handler in node.handlers:
            self.block(
                handler.body, place.under("guarded", f"reached only by `{_short(_head(handler))}`")
            )
        self.block(node.orelse, inside if inside.state == "swallowed" else place)
        self.block(node.finalbody, place)

    def _with(self, node: ast.With | ast.AsyncWith, place: _Place) -> None:
        inside, body = place, node.body
        for item in node.items:
            made = item.context_expr
            name = name_of(made)
            wide = _is_wide(made) and self._asserts(body)
            if name in self._helpers.swallowing or (wide and _RAISES.search(name)):
                inside = inside.under("swallowed", f"swallowed by `{_short(ast.unparse(made))}`")
            if name.endswith("ExitStack") and name not in self._known:
                inside = inside.under("apart", "in a stack of exits")
            if isinstance(made, ast.Call) and not wide and is_check(name, self._helpers):
                self._add(node, ast.dump(made), place, ast.unparse(made))
        self.block(body, inside)

    def _calls_of(self, node: ast.stmt, place: _Place) -> None:
        for call, certain in _calls(node):
            name = name_of(call)
            if SKIPS.search(name):
                self.body.skips.append((node.lineno, quoted(node)))
            elif is_check(name, self._helpers):
                where = place
                if not certain:
                    where = place.under("guarded", f"not always reached in `{quoted(node)}`")
                self._add(call, ast.dump(call), where, ast.unparse(call))
        if isinstance(node, ast.Raise) and node.exc is not None:
            if SKIPS.search(name_of(node.exc)):
                self.body.skips.append((node.lineno, quoted(node)))
            elif FAILS.search(name_of(node.exc)):
                self._add(node, ast.dump(node), place)

    def _add(self, node: ast.AST, dump: str, place: _Place, text: str | None = None) -> None:
        line = getattr(node, "lineno", 0)
        said = _short(text) if text is not None else quoted(node)
        self.body.assertions.append(Assertion(dump, line, said, place.state, place.why))


def _is_wide(made: ast.expr) -> bool:
    """Whether its arguments, as in ``raises(Exception)``, include a failed assertion."""
    return isinstance(made, ast.Call) and any(map(catches, made.args))


def _calls(node: ast.AST) -> Iterator[tuple[ast.Call, bool]]:
    """The calls in a statement, and whether each is made whenever the statement is reached."""
    waiting: list[tuple[ast.AST, bool]] = [(node, True)]
    while waiting:
        one, certain = waiting.pop()
        if isinstance(one, ast.Call):
            yield one, certain
        for child in ast.iter_child_nodes(one):
            sure = certain
            if isinstance(one, ast.BoolOp):
                sure = certain and child is one.values[0]
            elif isinstance(one, ast.IfExp):
                sure = certain and child is one.test
            elif isinstance(one, ast.Lambda):
                sure = False
            waiting.append((child, sure))


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            numbers = [Constants({}).value(arg) for arg in args]
            if all(isinstance(number, int) for number in numbers):
                return not range(*(number for number in numbers if isinstance(number, int)))
        case ast.Call(func=ast.Name(id="list" | "tuple" | "set" | "dict" | "iter"), args=[]):
            return True
        case ast.Call(
            func=ast.Name(id="iter" | "reversed" | "sorted" | "enumerate"), args=[one, *_]
        ):
            return _is_empty(one)
    return isinstance(node, ast.List | ast.Tuple | ast.Constant | ast.Dict) and truth(node) is False


def _guard(said: str) -> State:
    return "platform" if _PLATFORM.search(said) else "guarded"


def _head(handler: ast.ExceptHandler) -> str:
    return "except:" if handler.type is None else f"except {ast.unparse(handler.type)}:"


def _short(text: str) -> str:
    return cropped(text.partition("\n")[0], 80)
