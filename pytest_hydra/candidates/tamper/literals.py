"""Answers that are written out beside the questions that they answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

_SHORTEST = 2
_LONGEST = 200
# No more are told of one file.
_MOST = 30


class Pair(NamedTuple):
    """On a line: what is asked for, and what is answered, as they stand in source."""

    line: int
    asked: str
    answered: str


def pairs_in(module: ast.Module) -> list[Pair]:
    """What a module answers by itself where it is asked for one thing: in branches and tables."""
    found: dict[tuple[str, str], Pair] = {}
    for pair in _pairs(module):
        if len(found) < _MOST and pair.asked != pair.answered:
            found.setdefault(pair[1:], pair)
    return list(found.values())


def _pairs(module: ast.Module) -> Iterator[Pair]:
    for node in ast.walk(module):
        match node:
            case ast.If(test=test, body=body):
                for answer in _answers(body):
                    yield from _with(node.lineno, _asked(test), answer)
            case ast.IfExp(test=test, body=answer):
                yield from _with(node.lineno, _asked(test), answer)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if key is not None:
                        yield from _with(value.lineno, _constants(key), value)
            case ast.match_case(pattern=pattern, body=body):
                for answer in _answers(body):
                    yield from _with(answer.lineno, _constants(pattern), answer)


def _with(line: int, asked: list[str], answer: ast.expr) -> Iterator[Pair]:
    plain = [repr(answer.value)] if isinstance(answer, ast.Constant) else []
    for one in asked:
        for other in _constants(answer) or plain:
            yield Pair(line, one, other)


def _answers(body: list[ast.stmt]) -> list[ast.expr]:
    return [
        one.value
        for one in body
        if isinstance(one, ast.Return | ast.Assign | ast.Expr)
        and one.value is not None
        and not (isinstance(one, ast.Expr) and not isinstance(one.value, ast.Yield))
    ]


def _asked(test: ast.expr) -> list[str]:
    """The constants that something is compared with."""
    return [
        text
        for node in ast.walk(test)
        if isinstance(node, ast.Compare)
        and all(isinstance(one, ast.Eq | ast.In | ast.Is) for one in node.ops)
        for side in (node.left, *node.comparators)
        for text in _constants(side)
    ]


def _constants(node: ast.AST) -> list[str]:
    """The texts and numbers that an expression has, but for those that are everywhere."""
    if isinstance(node, ast.Call | ast.Lambda | ast.BinOp):
        return []
    found = []
    for one in ast.walk(node):
        match one:
            case ast.Constant(value=str() as text) if _SHORTEST <= len(text) <= _LONGEST:
                found.append(text)
            case ast.Constant(value=(int() | float()) as number) if not isinstance(number, bool):
                if number not in (0, 1, 2):
                    found.append(repr(number))
    return found[:5]
