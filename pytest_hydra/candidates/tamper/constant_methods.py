"""Methods that give each question the same answer: whoever compares by them learns nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pytest_hydra.candidates.tamper.seen import Use, quoted
from pytest_hydra.candidates.tamper.truth import truth

_FLATTERS = {"__eq__": True, "__ne__": False}
_CONSTANT = ("__hash__", "__contains__", "__bool__", "__lt__", "__le__", "__gt__", "__ge__")


def odd_methods(nodes: Iterable[ast.AST]) -> Iterator[Use]:
    """Methods of comparison that look at nothing, however they are defined."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) if name in _FLATTERS or name in _CONSTANT:
                yield from _judged(name, node, _answers(node))
            case ast.Assign(value=value, targets=targets):
                for target in targets:
                    if isinstance(value, ast.Lambda):
                        yield from _judged(_name(target), node, [truth(value.body)])
                    elif _name(target) in _FLATTERS and not isinstance(value, ast.Name):
                        yield Use("constant-method", str(_name(target)), node.lineno, quoted(node))
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Lambda):
                        yield from _judged(key.value, value, [truth(value.body)])
            case ast.keyword(arg=str() as name, value=ast.Lambda(body=body)):
                yield from _judged(name, node.value, [truth(body)])
            case ast.Call(args=[_, ast.Constant(value=name), ast.Lambda(body=body)]):
                yield from _judged(name, node, [truth(body)])


def _judged(name: object, node: ast.stmt | ast.expr, answers: list[bool | None]) -> Iterator[Use]:
    if not answers or None in answers or len(set(answers)) > 1:
        return
    if isinstance(name, str) and _FLATTERS.get(name) is answers[0]:
        yield Use("always-equal", name, node.lineno, quoted(node))
    elif name in _FLATTERS or name in _CONSTANT:
        yield Use("constant-method", str(name), node.lineno, quoted(node))


def _answers(function: ast.FunctionDef) -> list[bool | None]:
    """The truth of all that it returns; where it may end without that, it is not known."""
    if function.decorator_list and any(
        "abstract" in ast.unparse(one) for one in function.decorator_list
    ):
        return []
    names = {
        target.id: truth(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: list[bool | None] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            known = truth(node.value)
            if isinstance(node.value, ast.Name):
                known = names.get(node.value.id)
            # ``return NotImplemented`` lets the other side answer.
            found.append(known)
    return found


def _name(target: ast.expr) -> object:
    return target.id if isinstance(target, ast.Name) else getattr(target, "attr", None)
