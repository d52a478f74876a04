"""Answers that hang on how often something was asked before: right for so many calls, say."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pytest_hydra.candidates.tamper.names import Names, assigned, bindings
from pytest_hydra.candidates.tamper.seen import Use, quoted

_GROWS = frozenset(
    {
        *("append", "appendleft", "add", "update", "insert", "extend", "pop", "popleft", "clear"),
        *("remove", "discard", "setdefault", "popitem"),
    }
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def counted_answers(nodes: Iterable[ast.AST], names: Names) -> Iterator[Use]:
    """Conditions of functions that ask for a number which the function itself moves on.

    What is a function's own, and what an object keeps of itself, is no such number.
    """
    for node in nodes:
        if isinstance(node, Function):
            yield from _counted(node, names)


def _counted(function: Function, names: Names) -> Iterator[Use]:
    inside = [part for statement in function.body for part in ast.walk(statement)]
    own = _own(function, inside)
    moved = set(_moved(inside, own))
    if not moved and not any(_is_next(part, own, names) for part in inside):
        return
    taken = {
        name
        for part in inside
        for name, value in assigned(part)
        if any(_tells(one, moved, own, names) for one in ast.walk(value))
    }
    for part in inside:
        test = part.test if isinstance(part, ast.If | ast.IfExp | ast.While) else None
        test = part.subject if isinstance(part, ast.Match) else test
        if test is not None and _asks(test, moved, own, taken, names):
            yield Use("counts-calls", function.name, part.lineno, quoted(test))  # type: ignore[attr-defined]


def _own(function: Function, inside: list[ast.AST]) -> set[str]:
    """The names that are the function's own; ``self`` among them."""
    shared = {
        name
        for part in inside
        if isinstance(part, ast.Global | ast.Nonlocal)
        for name in part.names
    }
    own = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)} - {"cls"}
    # A default is made once, and stays: what it holds may change.
    own -= {name for name, value in bindings(function.args) if not isinstance(value, ast.Constant)}
    own |= {part.arg for part in inside if isinstance(part, ast.arg)}
    own |= {part.name for part in inside if isinstance(part, ast.ExceptHandler) and part.name}
    own |= {
        part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    return own - shared


def _moved(inside: list[ast.AST], own: set[str]) -> Iterator[str]:
    """What stays after a call and is changed by it, as it is written."""
    for part in inside:
        match part:
            case ast.AugAssign(target=target):
                pass
            case ast.Assign(targets=[target], value=ast.BinOp(left=left)) if ast.unparse(
                left
            ) == ast.unparse(target):
                pass
            case ast.Call(func=ast.Attribute(value=target, attr=how)) if how in _GROWS:
                pass
            case _:
                continue
        if _root(target) not in own and _root(target):
            yield ast.unparse(target)


def _root(node: ast.AST) -> str:
    """The name that an expression begins with; nothing where it begins otherwise."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        # ``type(self).calls`` stays when the object is gone.
        return "type()" if isinstance(node.func, ast.Name) and node.func.id == "type" else ""
    return node.id if isinstance(node, ast.Name) else ""


def _is_next(node: ast.AST, own: set[str], names: Names) -> bool:
    """Whether it takes the next of something that stays after the call."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="__next__"), args=[]):
            return bool(_root(of)) and _root(of) not in own
        case ast.Call(func=func, args=[of, *_]) if names.one(func, "builtins.next"):
            return bool(_root(of)) and _root(of) not in own
    return False


def _tells(node: ast.AST, moved: set[str], own: set[str], names: Names) -> bool:
    if _is_next(node, own, names):
        return True
    return isinstance(node, ast.expr) and ast.unparse(node) in moved


def _asks(test: ast.expr, moved: set[str], own: set[str], taken: set[str], names: Names) -> bool:
    """Whether a condition holds such a number against another."""
    inside = list(ast.walk(test))
    if any(_is_next(one, own, names) for one in inside):
        return True
    numbers = any(
        isinstance(one, ast.Constant) and isinstance(one.value, int) and one.value not in (0, None)
        for one in inside
    )
    if not numbers:
        return False
    return any(
        (isinstance(one, ast.Name) and one.id in taken) or _tells(one, moved, own, names)
        for one in inside
    )
