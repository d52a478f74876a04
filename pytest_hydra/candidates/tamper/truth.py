"""Conditions in Python source that are always true, or never, whatever is run."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

_SAME = (ast.Eq, ast.Is, ast.LtE, ast.GtE)
_OTHER = (ast.NotEq, ast.IsNot, ast.Lt, ast.Gt)
VALUES_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
"""What compares two values, by the operator."""
_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    **VALUES_COMPARED,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_CONTRARY = {
    ast.Eq: ast.NotEq,
    ast.Is: ast.IsNot,
    ast.In: ast.NotIn,
    ast.Lt: ast.GtE,
    ast.Gt: ast.LtE,
}
_YES_OR_NO = (ast.Compare, ast.BoolOp)


def truth(node: ast.AST | None) -> bool | None:  # noqa: PLR0912 - one branch a kind of expression
    """Whether an expression always counts as true, or as false; None where it may be either."""
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return None if any(isinstance(one, ast.Starred) for one in elements) else bool(elements)
        case ast.Dict(keys=keys):
            return None if None in keys else bool(keys)
        case ast.Lambda():
            return True
        case ast.JoinedStr(values=parts):
            return True if any(truth(one) for one in parts) else None
        case ast.NamedExpr(value=value):
            return truth(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
        case ast.Name(id="__debug__"):
            return True
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inside = truth(operand)
            return None if inside is None else not inside
        case ast.BoolOp():
            return _both(node)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            known = truth(test)
            if known is not None:
                return truth(body if known else orelse)
            return truth(body) if truth(body) == truth(orelse) else None
        case ast.Compare(ops=[one], comparators=[right]):
            return _compared(node.left, one, right)
        case ast.Call():
            return _called(node)
    return None


def _both(node: ast.BoolOp) -> bool | None:
    known = [truth(one) for one in node.values]
    wins = isinstance(node.op, ast.Or)
    if wins in known or (wins and _has_contraries(node.values)):
        return wins
    return (not wins) if all(one is (not wins) for one in known) else None


def _has_contraries(values: list[ast.expr]) -> bool:
    """Whether one of a few is what another one is not."""
    said = {ast.dump(one) for one in values[:20]}
    return any(ast.dump(other) in said for one in values[:20] for other in _contraries(one))


def _contraries(node: ast.expr) -> list[ast.expr]:
    made: list[ast.expr] = [ast.UnaryOp(op=ast.Not(), operand=node)]
    match node:
        case ast.Compare(left=left, ops=[one], comparators=right) if type(one) in _CONTRARY:
            made.append(ast.Compare(left=left, ops=[_CONTRARY[type(one)]()], comparators=right))
    return made


def _compared(left: ast.expr, how: ast.cmpop, right: ast.expr) -> bool | None:
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        try:
            return bool(_COMPARE[type(how)](left.value, right.value))
        except (KeyError, TypeError):
            return None
    if isinstance(how, ast.Eq) and (_is_any(left) or _is_any(right)):
        return True
    if isinstance(how, ast.In) and isinstance(left, _YES_OR_NO) and _has_yes_and_no(right):
        return True
    if isinstance(how, ast.GtE) and _is_len(left) and _is_zero(right):
        return True
    if isinstance(how, _SAME + _OTHER) and not _may_differ(left):
        return isinstance(how, _SAME) if ast.dump(left) == ast.dump(right) else None
    return None


def _may_differ(node: ast.expr) -> bool:
    """Whether it may be another value when it is asked again: that it is not is worth a test."""
    calls = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.Attribute)
    return any(isinstance(one, calls) for one in ast.walk(node))


def _is_any(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "ANY") or (
        isinstance(node, ast.Attribute) and node.attr == "ANY"
    )


def _has_yes_and_no(node: ast.expr) -> bool:
    if not isinstance(node, ast.Tuple | ast.List | ast.Set):
        return False
    return {True, False} <= {one.value for one in node.elts if isinstance(one, ast.Constant)}


def _is_len(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0 and node.value is not False


def _called(node: ast.Call) -> bool | None:
    match node:
        case ast.Call(func=ast.Name(id="bool"), args=[one], keywords=[]):
            return truth(one)
        case ast.Call(
            func=ast.Name(id="isinstance" | "issubclass"), args=[_, ast.Name(id="object")]
        ):
            return True
        case ast.Call(
            func=ast.Name(id="any" | "all" as name), args=[ast.List() | ast.Tuple() as of]
        ):
            known = [truth(one) for one in of.elts]
            if name == "any":
                return True if True in known else (False if not known else None)
            return True if all(known) else None
    return None
