"""Values of a project's own that say themselves what they equal."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pytest_hydra.candidates.tamper.signs import Use, quoted
from pytest_hydra.candidates.tamper.syntax.constants import truth
from pytest_hydra.candidates.tamper.syntax.names import Names

_VALUES = frozenset(
    f"builtins.{name}"
    for name in (
        *("int", "float", "complex", "str", "bytes", "bytearray", "list", "tuple", "dict"),
        *("set", "frozenset"),
    )
)
# What a test asks of a value, by whatever assertion.
_ASKED = frozenset(
    {
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__"),
        *("__iter__", "__getitem__", "__contains__", "__hash__", "__instancecheck__"),
    }
)
_MAKES = ("builtins.type", "types.new_class", "enum.EnumMeta")
# Beside a plain value these make nothing that answers for itself.
_USUAL = ("enum.", "abc.", "typing.", "builtins.")


def own_values(nodes: Iterable[ast.AST], names: Names) -> Iterator[Use]:
    """Classes that derive from plain values and may answer otherwise, and methods set on others."""
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) if why := _answers_by(node, names):
                yield Use("own-value", name, node.lineno, f"class {name}: {why}")
            case ast.Attribute(value=of, attr=name, ctx=ast.Store()) if name in _ASKED:
                if not (isinstance(of, ast.Name) and of.id in ("self", "cls")):
                    yield Use("own-value", "setattr", node.lineno, quoted(node))
            case ast.Call(args=[_, bases, *_]) if _makes_own(node, bases, names):
                yield Use("own-value", "type", node.lineno, quoted(node))
            case ast.Call(args=[_, method, _]) if names.one(node.func, "builtins.setattr"):
                said = names.constants.text(method)
                if said in _ASKED or (said is None and _beginning(method).startswith("__")):
                    yield Use("own-value", "setattr", node.lineno, quoted(node))


def _makes_own(node: ast.Call, bases: ast.expr, names: Names) -> bool:
    """Whether a call makes a class that is a plain value, whatever it is called by.

    A name, bases and what is in it: whoever is given these makes a class.
    """
    if names.one(node.func, *_MAKES):
        inside = bases.elts if isinstance(bases, ast.Tuple | ast.List) else [bases]
        return any(names.paths(entry) & _VALUES for entry in inside)
    given = [arg for arg in node.args if isinstance(arg, ast.Tuple | ast.List)]
    return len(node.args) > 2 and any(
        names.paths(elt) & _VALUES for several in given for elt in several.elts
    )


def _answers_by(node: ast.ClassDef, names: Names) -> str:
    """By what a class that is a plain value may answer for itself; nothing where it does not."""
    paths = [names.paths(base) for base in node.bases]
    if not any(entry & _VALUES for entry in paths):
        return ""
    asked = sorted(
        name for statement in node.body for name in _defined(statement) if name in _ASKED
    )
    if asked:
        return f"a plain value with {', '.join(asked[:3])} of its own"
    if node.keywords:
        return "a plain value made by a class of classes"
    others = [
        base
        for base, entry in zip(node.bases, paths, strict=True)
        if not any(path.startswith(_USUAL) for path in entry)
    ]
    return f"a plain value, and {ast.unparse(others[0])[:40]}" if others else ""


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _beginning(node: ast.expr) -> str:
    """How a text begins that is put together."""
    match node:
        case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]):
            return text
        case ast.BinOp(left=ast.Constant(value=str() as text)):
            return text.partition("%")[0]
    return ""


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
        "abstract" in ast.unparse(entry) for entry in function.decorator_list
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
