"""Conditions: always true, always false, or true of few values.

They are evaluated here, and nothing else of a candidate is.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from pytest_hydra.candidates.tamper import has

# Always true, or always false.

_SAME = (ast.Eq, ast.Is, ast.LtE, ast.GtE)
_OTHER = (ast.NotEq, ast.IsNot, ast.Lt, ast.Gt)
_ASKED_AGAIN = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.Attribute)
_VALUES_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def truth(node: ast.AST | None) -> bool | None:
    """Whether an expression always counts as true, or as false; None where it may be either."""
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            starred = any(isinstance(element, ast.Starred) for element in elements)
            return None if starred else bool(elements)
        case ast.Dict(keys=keys):
            return None if None in keys else bool(keys)
        case ast.Lambda():
            return True
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inside = truth(operand)
            return None if inside is None else not inside
        case ast.BoolOp(op=how, values=values):
            known, wins = [truth(value) for value in values], isinstance(how, ast.Or)
            if wins in known:
                return wins
            return None if None in known else not wins
        case ast.Compare(left=left, ops=[how], comparators=[right]):
            # Whether what is asked again may be another value is worth a test.
            same = ast.dump(left) == ast.dump(right) and not has([left], *_ASKED_AGAIN)
            return isinstance(how, _SAME) if same and isinstance(how, _SAME + _OTHER) else None
    return None


# True of few values.

Value = str | int | float | bool | None


def _is_in(entry: Any, other: Any) -> bool:
    if isinstance(other, range) and not isinstance(entry, int):
        # Python goes through all of it for what is no whole number: that could take for ever.
        return isinstance(entry, float) and entry.is_integer() and int(entry) in other
    return entry in other


_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    **_VALUES_COMPARED,
    ast.In: _is_in,
    ast.NotIn: lambda entry, other: not _is_in(entry, other),
}
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_METHODS = (
    *("startswith", "endswith", "count", "find", "index", "lower", "upper", "strip", "title"),
    *("isdigit", "isalpha", "isupper", "islower", "isalnum", "casefold", "removeprefix"),
)
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{entry.__name__: entry for entry in (len, ord, abs, min, max, sum, sorted, str, int, range)},
    "set": frozenset,
}
_NO_WALK = ("sum", "min", "max", "set", "sorted")
# What is longer is nobody's input, and could be made to take for ever.
_LONGEST = 300


class _UnknownError(Exception):
    """It cannot be told without running it."""


def subjects(condition: ast.expr) -> dict[str, int]:
    """What a condition pins down, as it is written, and how often: by its length, a part, a sum."""
    found: Counter[str | None] = Counter()
    for node in ast.walk(condition):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                sides = ((left, right), (right, left))
                found.update(subject_of(side) for side, other in sides if _is_plain(other))
            case ast.Call(func=ast.Attribute(value=of, attr="startswith" | "endswith"), args=[one]):
                if _is_plain(one):
                    found[of.id if isinstance(of, ast.Name) else subject_of(of)] += 1
    for subject in _windows(condition):
        found[subject] += 2
    return {subject: pins for subject, pins in found.items() if subject is not None}


def _windows(condition: ast.expr) -> Iterator[str]:
    """What has to lie in a window that is small for where it is, as it is written.

    ``1190 < x < 1210``, ``x in range(1190, 1210)`` and ``abs(x - 1200) < 10`` say of a number
    nearly as much as its name does.
    """
    for node in ast.walk(condition):
        ends: dict[str, list[Value]] = {}
        both = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)
        for value in node.values if both else [node]:  # type: ignore[attr-defined]
            for of, bound in _bounds(value):
                if not isinstance(of, ast.Constant):
                    ends.setdefault(ast.unparse(of), []).append(bound)
        for subject, bounds in ends.items():
            numbers = [entry for entry in bounds if isinstance(entry, int | float)]
            if len(numbers) > 1:
                low, high = min(numbers), max(numbers)
                if 0 < (high - low) * 10 <= max(abs(low), abs(high)):
                    yield subject


def _bounds(node: ast.AST) -> Iterator[tuple[ast.expr, Value]]:
    """What is held against a number from one side, and against which."""
    match node:
        case ast.Compare(
            left=of, ops=[ast.In()], comparators=[ast.Call(func=ast.Name(id="range"), args=args)]
        ):
            yield from ((of, constant(arg)) for arg in args[:2])
        case ast.Compare(
            left=ast.Call(
                func=ast.Name(id="abs"), args=[ast.BinOp(left=of, op=ast.Sub(), right=middle)]
            ),
            ops=[ast.Lt() | ast.LtE()],
            comparators=[off],
        ):
            at, by = constant(middle), constant(off)
            if isinstance(at, int | float) and isinstance(by, int | float):
                yield from ((of, at - by), (of, at + by))
        case ast.Compare(left=left, ops=ops, comparators=others):
            for how, entry, other in zip(ops, [left, *others], others, strict=False):
                if isinstance(how, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                    yield (entry, constant(other))
                    yield (other, constant(entry))


def constant(node: ast.expr) -> Value:
    """What an expression of constants comes to, such as ``12 * 10**2``; None where it is none."""
    if isinstance(node, ast.BinOp):
        try:
            found: Value = _evaluated(node, "", None)
        except (_UnknownError, TypeError, ValueError, ArithmeticError, RecursionError):
            return None
        return found
    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return value
    return None


def _is_plain(node: ast.expr) -> bool:
    """Whether it is a constant that is not everywhere."""
    value = constant(node)
    if isinstance(value, bool) or value is None:
        return False
    return any(map(str.isalnum, value)) if isinstance(value, str) else value > 2


def subject_of(node: ast.expr) -> str | None:
    """What a length, a part or a sum is of, as it is written; None for all else."""
    match node:
        case (
            ast.Subscript(value=of, slice=ast.Slice() | ast.Constant() | ast.UnaryOp())
            | ast.BinOp(left=of, op=ast.Mod() | ast.FloorDiv() | ast.BitAnd() | ast.BitXor())
            | ast.Call(func=ast.Name(id="len" | "ord" | "hash" | "abs"), args=[of])
            | ast.Call(func=ast.Name(id="sum" | "min" | "max"), args=[ast.Call(args=[_, of])])
            | ast.Call(func=ast.Attribute(value=of, attr="count" | "find" | "index"))
        ):
            return subject_of(of) or ast.unparse(of)
    return None


def holds(condition: ast.expr, subject: str, value: Value) -> bool | None:
    """Whether it is true where ``subject`` is ``value``; None where that cannot be told."""
    if isinstance(value, str) and len(value) > _LONGEST:
        return None
    # What is asked beside it, of others, leaves at most fewer that it is true of.
    both = isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And)
    known = []
    try:
        for part in condition.values if both else [condition]:  # type: ignore[attr-defined]
            with suppress(_UnknownError):
                known.append(bool(_evaluated(part, subject, value)))
    except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError):
        return None
    return all(known) if known else None


def _evaluated(node: ast.expr, subject: str, value: Value) -> Any:
    if not isinstance(node, ast.Constant) and ast.unparse(node) == subject:
        return value

    def of(expr: ast.expr) -> Any:
        return _evaluated(expr, subject, value)

    match node:
        case ast.Constant(value=str() | int() | float() | None as found):
            return found
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return tuple(map(of, elements))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(of, values))
        case ast.BoolOp(values=values):
            return any(map(of, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not of(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -of(operand)
        case ast.BinOp(left=left, op=how, right=right) if type(how) in _BINARY:
            return _computed(of(left), how, of(right))
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            sides = [of(left), *map(of, comparators)]
            return all(
                _COMPARE[type(how)](entry, other)
                for how, entry, other in zip(ops, sides, sides[1:], strict=False)
            )
        case ast.Subscript(value=whole, slice=ast.Slice(lower=first, upper=last, step=step)):
            bounds = (None if entry is None else of(entry) for entry in (first, last, step))
            return of(whole)[slice(*bounds)]
        case ast.Subscript(value=whole, slice=at):
            return of(whole)[of(at)]
    return _called(node, of)


def _computed(entry: Any, how: ast.operator, other: Any) -> Any:
    if isinstance(entry, str) and not isinstance(how, ast.Add):
        raise _UnknownError  # a width could fill the memory
    if isinstance(how, ast.Mult | ast.Pow):
        numbers = isinstance(entry, int | float) and isinstance(other, int | float)
        if not (numbers and abs(entry) < 10**6 and abs(other) < 10**3):
            raise _UnknownError  # it may be longer than a line
    return _BINARY[type(how)](entry, other)


def _called(node: ast.expr, of: Callable[[ast.expr], Any]) -> Any:
    match node:
        case ast.Call(func=ast.Name(id="sum" | "min" | "max" as name), args=[ast.Call() as inside]):
            match inside:
                case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="ord"), whole]):
                    return _FUNCTIONS[name](map(ord, of(whole)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            given = [of(arg) for arg in args]
            if name in _NO_WALK and any(isinstance(entry, range) for entry in given):
                raise _UnknownError  # it could be made to take for ever
            return _FUNCTIONS[name](*given)
        case ast.Call(func=ast.Attribute(value=whole, attr=name), args=args, keywords=[]) if (
            name in _METHODS
        ):
            found = of(whole)
            if isinstance(found, str):
                return getattr(found, name)(*map(of, args))
    raise _UnknownError
