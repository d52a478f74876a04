"""Product code that fakes equality: by comparisons of its own that may be true of anything."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pytest_hydra.plugins.race.inspect import Use
from pytest_hydra.plugins.race.inspect.constants import beginning
from pytest_hydra.plugins.race.inspect.internals import WORDS
from pytest_hydra.plugins.race.inspect.names import Names

# Values with comparison methods of their own.

_VALUES = WORDS["values"]
# Methods that assertions call on a value.
_QUESTIONS = WORDS["asked of values"]
_MAKES = ("builtins.type", "types.new_class", "enum.EnumMeta")
# Bases that do not change how a built-in value compares.
_USUAL = ("enum.", "abc.", "typing.", "builtins.")


def own_values(nodes: Iterable[ast.AST], names: Names) -> Iterator[Use]:
    """Subclasses of built-in values that may compare differently, and such methods set later.

    A test may find the value that it expects in them, whatever they hold.
    """
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) if reason := _own_comparison(node, names):
                yield Use("own-value", name, node.lineno, f"class {name}: {reason}")
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store()) if name in _QUESTIONS:
                if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                    yield Use.at(node, "own-value", "setattr")
            case ast.Call(args=[_, bases, *_]) if _makes_value(node, bases, names):
                yield Use.at(node, "own-value", "type")
            case ast.Call(args=[_, method, _]) if names.may_be(node.func, "builtins.setattr"):
                text = names.constants.text(method)
                if text in _QUESTIONS or (text is None and beginning(method).startswith("__")):
                    yield Use.at(node, "own-value", "setattr")


def _makes_value(node: ast.Call, bases: ast.expr, names: Names) -> bool:
    """Whether a call creates a subclass of a built-in value.

    Any function that is called with a name, bases and a namespace may create a class.
    """
    if names.may_be(node.func, *_MAKES):
        elements = bases.elts if isinstance(bases, ast.Tuple | ast.List) else [bases]
        return any(names.paths(entry) & _VALUES for entry in elements)
    sequences = [arg for arg in node.args if isinstance(arg, ast.Tuple | ast.List)]
    return len(node.args) > 2 and any(
        names.paths(elt) & _VALUES for sequence in sequences for elt in sequence.elts
    )


def _own_comparison(node: ast.ClassDef, names: Names) -> str:
    """Why a subclass of a built-in value may compare differently; empty if it does not."""
    paths = [names.paths(base) for base in node.bases]
    if not any(entry & _VALUES for entry in paths):
        return ""
    methods = sorted(name for entry in node.body for name in _methods(entry) if name in _QUESTIONS)
    if methods:
        return f"subclass of a built-in type with its own {', '.join(methods[:3])}"
    if node.keywords:
        return "subclass of a built-in type with a metaclass or other class arguments"
    mixins = [
        base
        for base, entry in zip(node.bases, paths, strict=True)
        if not any(path.startswith(_USUAL) for path in entry)
    ]
    return f"subclass of a built-in type and of {ast.unparse(mixins[0])[:40]}" if mixins else ""


def _methods(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


_LAX_RESULTS = {"__eq__": True, "__ne__": False}
_STATELESS = ("ABC", "Generic", "Hashable", "Protocol", "object")
_CONSTANT = ("__hash__", "__contains__", "__bool__", "__lt__", "__le__", "__gt__", "__ge__")


def constant_methods(nodes: Iterable[ast.AST]) -> Iterator[Use]:
    """Comparison methods with a constant result, however they are defined.

    With an ``__eq__`` that is always true, an object passes each test of its value.
    """
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) if name in _LAX_RESULTS or name in _CONSTANT:
                yield from _uses_of_method(name, node, _returned_truths(node))
            case ast.Assign(value=value, targets=targets):
                for target in targets:
                    if isinstance(value, ast.Lambda):
                        yield from _uses_of_method(_name(target), node, [truth(value.body)])
                    elif _name(target) in _LAX_RESULTS and not isinstance(value, ast.Name):
                        yield Use.at(node, "constant-method", str(_name(target)))
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Lambda):
                        yield from _uses_of_method(key.value, value, [truth(value.body)])
            case ast.keyword(arg=str() as name, value=ast.Lambda(body=body)):
                yield from _uses_of_method(name, node.value, [truth(body)])
            case ast.Call(args=[_, ast.Constant(value=name), ast.Lambda(body=body)]):
                yield from _uses_of_method(name, node, [truth(body)])


def _uses_of_method(
    name: object, node: ast.stmt | ast.expr, answers: list[bool | None]
) -> Iterator[Use]:
    if not answers or None in answers or len(set(answers)) > 1:
        return
    if isinstance(name, str) and _LAX_RESULTS.get(name) is answers[0]:
        yield Use.at(node, "always-equal", name)
    elif name in _LAX_RESULTS or name in _CONSTANT:
        yield Use.at(node, "constant-method", str(name))


def lax_comparisons(nodes: Iterable[ast.AST]) -> Iterator[Use]:
    """Comparisons of objects with state that ignore the state of one of them, or of both."""
    class_nodes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    classes = {node.name: node for node in class_nodes}
    for node in class_nodes:
        yield from (Use.at(part, "always-equal", "__eq__") for part in _lax_methods(node, classes))


def _lax_methods(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> Iterator[ast.stmt]:
    fields = [entry.value for entry in _fields(node)]
    if fields and all(isinstance(value, ast.Call) and _is_left_out(value) for value in fields):
        yield node
    for entry in node.body if _has_state(node, classes) else ():
        match entry:
            case ast.FunctionDef(name="__eq__", args=arguments):
                body: Sequence[ast.AST] = entry.body
                parts = (part for statement in body for part in ast.walk(statement))
                values = [part.value for part in parts if isinstance(part, ast.Return)]
            case ast.Assign(
                targets=[ast.Name(id="__eq__")], value=ast.Lambda(args=arguments, body=answer)
            ):
                body, values = [answer], [answer]
            case _:
                continue
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        if len(names) == 2 and not all(map(_denies, values)):
            sides = ((names[0], "super"), names[1:])
            if not all(any(_looks_at(part, *side) for part in body) for side in sides):
                yield entry


def _fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    declared = [entry for entry in node.body if isinstance(entry, ast.AnnAssign)]
    return [entry for entry in declared if "ClassVar" not in ast.unparse(entry.annotation)]


def _has_state(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Whether its objects have state, or may inherit some from a class of another module."""
    for part in ast.walk(node):
        match part:
            case ast.Attribute(ctx=ast.Store()) | ast.Name(id="__slots__", ctx=ast.Store()):
                return True
            case ast.FunctionDef(name="__init__" | "__new__", args=arguments):
                if sum(isinstance(entry, ast.arg) for entry in ast.walk(arguments)) > 1:
                    return True
    rest = {name: other for name, other in classes.items() if other is not node}
    bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
    return bool(_fields(node)) or any(
        _has_state(rest[base], rest) if base in rest else base not in _STATELESS for base in bases
    )


def _is_left_out(field: ast.Call) -> bool:
    """Whether a field of a dataclass has ``compare=False``."""
    return any(word.arg == "compare" and truth(word.value) is False for word in field.keywords)


def _denies(value: ast.expr | None) -> bool:
    return value is None or ast.unparse(value) in ("False", "NotImplemented")


def _looks_at(node: ast.AST, *names: str) -> bool:
    """Whether it uses more than the type of an object with one of these names."""
    match node:
        case ast.Name(id=name):
            return name in names
        case (
            ast.Attribute(attr="__class__")
            | ast.Call(func=ast.Name(id="hasattr" | "isinstance" | "type"))
            | ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant()])
        ):
            return False
    return any(_looks_at(part, *names) for part in ast.iter_child_nodes(node))


def _returned_truths(function: ast.FunctionDef) -> list[bool | None]:
    """The truth of each returned value, None if it is not known; [] for an abstract method."""
    if any("abstract" in ast.unparse(entry) for entry in function.decorator_list):
        return []
    nodes = list(ast.walk(function))
    names = {
        node.targets[0].id: truth(node.value)
        for node in nodes
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        if isinstance(node.targets[0], ast.Name)
    }
    # ``NotImplemented`` has no known truth here: the other side of the comparison answers.
    values = [node.value for node in nodes if isinstance(node, ast.Return)]
    return [
        names.get(value.id) if isinstance(value, ast.Name) else truth(value) for value in values
    ]


def _name(target: ast.expr) -> object:
    return target.id if isinstance(target, ast.Name) else getattr(target, "attr", None)


# Conditions that are always true, or always false.

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
            is_same = ast.dump(left) == ast.dump(right) and not any(
                isinstance(part, _VARYING) for part in ast.walk(left)
            )
            return isinstance(op, _EQUAL) if is_same and isinstance(op, _EQUAL + _UNEQUAL) else None
    return None
