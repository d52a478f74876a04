"""Conditions that are always true, always false, or true of only a few values."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from pytest_hydra.race.inspect import has

# Always true, or always false.

_EQUAL = (ast.Eq, ast.Is, ast.LtE, ast.GtE)
_UNEQUAL = (ast.NotEq, ast.IsNot, ast.Lt, ast.Gt)
_VARYING = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.Attribute)


def truth(node: ast.AST | None) -> bool | None:
    """Whether an expression is always true or always false; None if it may be either."""
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            has_star = any(isinstance(element, ast.Starred) for element in elements)
            return None if has_star else bool(elements)
        case ast.Dict(keys=keys):
            return None if None in keys else bool(keys)
        case ast.Lambda():
            return True
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            result = truth(operand)
            return None if result is None else not result
        case ast.BoolOp(op=op, values=values):
            truths, decisive = [truth(value) for value in values], isinstance(op, ast.Or)
            if decisive in truths:
                return decisive
            return None if None in truths else not decisive
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            # A call or an attribute may give another value the second time: a test can check that.
            is_same = ast.dump(left) == ast.dump(right) and not has([left], *_VARYING)
            return isinstance(op, _EQUAL) if is_same and isinstance(op, _EQUAL + _UNEQUAL) else None
    return None


# Conditions that pin down a value.

Value = str | int | float | bool | None


def subjects(condition: ast.expr) -> dict[str, int]:
    """The source of each value that a condition pins down, and its number of checks.

    A check is of the value's length, a part or a sum of it. A narrow range counts as two.
    """
    counts: Counter[str | None] = Counter()
    for node in ast.walk(condition):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                sides = ((left, right), (right, left))
                counts.update(subject_of(side) for side, other in sides if _is_plain(other))
            case ast.Call(
                func=ast.Attribute(value=owner, attr="startswith" | "endswith"), args=[arg]
            ):
                if _is_plain(arg):
                    counts[owner.id if isinstance(owner, ast.Name) else subject_of(owner)] += 1
    for subject in _windows(condition):
        counts[subject] += 2
    return {subject: pins for subject, pins in counts.items() if subject is not None}


def _windows(condition: ast.expr) -> Iterator[str]:
    """The source of each value that must be in a narrow range: at most a tenth of its size wide.

    ``1190 < x < 1210``, ``x in range(1190, 1210)`` and ``abs(x - 1200) < 10`` pin down a number
    nearly as well as ``x == 1200``.
    """
    for node in ast.walk(condition):
        ends: dict[str, list[Value]] = {}
        is_and = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)
        for value in node.values if is_and else [node]:  # type: ignore[attr-defined]
            for operand, bound in _bounds(value):
                if not isinstance(operand, ast.Constant):
                    ends.setdefault(ast.unparse(operand), []).append(bound)
        for subject, bounds in ends.items():
            numbers = [entry for entry in bounds if isinstance(entry, int | float)]
            if len(numbers) > 1:
                low, high = min(numbers), max(numbers)
                if 0 < (high - low) * 10 <= max(abs(low), abs(high)):
                    yield subject


def _bounds(node: ast.AST) -> Iterator[tuple[ast.expr, Value]]:
    """The expressions that are compared with a lower or an upper bound, each with the bound."""
    match node:
        case ast.Compare(
            left=value, ops=[ast.In()], comparators=[ast.Call(func=ast.Name(id="range"), args=args)]
        ):
            yield from ((value, constant(arg)) for arg in args[:2])
        case ast.Compare(
            left=ast.Call(
                func=ast.Name(id="abs"), args=[ast.BinOp(left=value, op=ast.Sub(), right=middle)]
            ),
            ops=[ast.Lt() | ast.LtE()],
            comparators=[distance],
        ):
            center, radius = constant(middle), constant(distance)
            if isinstance(center, int | float) and isinstance(radius, int | float):
                yield from ((value, center - radius), (value, center + radius))
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for op, entry, other in zip(ops, [left, *comparators], comparators, strict=False):
                if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                    yield (entry, constant(other))
                    yield (other, constant(entry))


_COMPUTED: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
# Larger numbers are no plausible inputs, and a power of them could take forever to compute.
_LARGEST = 10**9
_LARGEST_IN_POWER = 100


def constant(node: ast.expr) -> Value:
    """The value of an expression of constants, such as ``12 * 10**2``; None for any other."""
    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return value
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _COMPUTED:
            sides = constant(left), constant(right)
            numbers = [entry for entry in sides if isinstance(entry, int) and entry >= 0]
            most = _LARGEST_IN_POWER if isinstance(op, ast.Pow) else _LARGEST
            if len(numbers) == 2 and max(numbers) < most:
                return _COMPUTED[type(op)](*numbers)
    return None


def _is_plain(node: ast.expr) -> bool:
    """Whether it is a constant that is not too common: a number above 2, or a text with a word."""
    value = constant(node)
    if isinstance(value, bool) or value is None:
        return False
    return any(map(str.isalnum, value)) if isinstance(value, str) else value > 2


def subject_of(node: ast.expr) -> str | None:
    """The source of the value whose length, part or sum it is; None for any other expression."""
    match node:
        case (
            ast.Subscript(value=operand, slice=ast.Slice() | ast.Constant() | ast.UnaryOp())
            | ast.BinOp(left=operand, op=ast.Mod() | ast.FloorDiv() | ast.BitAnd() | ast.BitXor())
            | ast.Call(func=ast.Name(id="len" | "ord" | "hash" | "abs"), args=[operand])
            | ast.Call(func=ast.Name(id="sum" | "min" | "max"), args=[ast.Call(args=[_, operand])])
            | ast.Call(func=ast.Attribute(value=operand, attr="count" | "find" | "index"))
        ):
            return subject_of(operand) or ast.unparse(operand)
    return None
