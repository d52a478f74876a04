"""Product code that fakes answers: custom comparisons, counted calls, hard-coded results."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pytest_hydra.race.inspect import Use, quote
from pytest_hydra.race.inspect.conditions import truth
from pytest_hydra.race.inspect.constants import beginning
from pytest_hydra.race.inspect.levers import WORDS
from pytest_hydra.race.inspect.names import Names, assignments, bindings

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


# Answers that depend on a count of calls.

# A count is compared with a number other than 0, or taken from an iterator.
_NUMBER = re.compile(r"\b(?!0\b)\d+\b|\b(?:__)?next(?:__)?\(")


def counted_answers(nodes: Iterable[ast.AST], names: Names) -> Iterator[Use]:
    """Conditions of functions on a counter that the function itself advances.

    Such a function can return what a test expects from its first calls, and anything else later.
    Local variables and attributes of ``self`` do not count as counters.
    """
    for node in nodes:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        parts = [part for statement in node.body for part in ast.walk(statement)]
        targets = [target for part in parts for target in _counters(part, names)]
        local_names = _local_names(node.args, parts) if targets else set()
        counters = {ast.unparse(target) for target in targets if _persists(target, local_names)}
        pairs = (pair for part in parts if counters for pair in assignments(part))
        counters |= {name for name, value in pairs if _mentions(value, counters)}
        for part in parts if counters else ():
            match part:
                case (
                    ast.If(test=test)
                    | ast.IfExp(test=test)
                    | ast.While(test=test)
                    | ast.Match(subject=test)
                ) if _mentions(test, counters) and _NUMBER.search(ast.unparse(test)):
                    yield Use("counts-calls", node.name, part.lineno, quote(test))


def _local_names(arguments: ast.arguments, parts: Iterable[ast.AST]) -> set[str]:
    """The names that are local to a function, ``self`` included."""
    bound = {part.arg for part in ast.walk(arguments) if isinstance(part, ast.arg)} - {"cls"}
    # A default value is created once and outlives the call: a mutable one may be a counter.
    bound -= {name for name, value in bindings(arguments) if not isinstance(value, ast.Constant)}
    shared: set[str] = set()
    for part in parts:
        match part:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                shared.update(names)
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.ExceptHandler(name=str() as name):
                bound.add(name)
    return bound - shared


def _counters(node: ast.AST, names: Names) -> Iterator[ast.expr]:
    """The counters, collections and iterators that a node advances."""
    match node:
        case ast.AugAssign(target=target):
            yield target
        case ast.Assign(targets=[target], value=ast.BinOp(left=left)):
            yield from [target] if ast.unparse(left) == ast.unparse(target) else ()
        case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in WORDS["grows"]:
            yield owner
        case ast.Call(func=func, args=[owner, *_]) if names.may_be(func, "builtins.next"):
            yield owner


def _persists(node: ast.AST, own: set[str]) -> bool:
    """Whether an expression outlives the call, by the name that it begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    match node:
        case ast.Call(func=ast.Name(id="type")):
            return True  # ``type(self).calls`` outlives the object
        case ast.Name(id=name):
            return name not in own
    return False


def _mentions(node: ast.AST, texts: set[str]) -> bool:
    parts = (part for part in ast.walk(node) if isinstance(part, ast.expr))
    return any(ast.unparse(part) in texts for part in parts)


# Hard-coded answers.

_SHORTEST = 2
_LONGEST = 200
# Most pairs of one file.
_MOST = 30


class Pair(NamedTuple):
    """A constant input and the constant answer to it, with their line."""

    line: int
    question: str
    answer: str


def pairs_in(nodes: Iterable[ast.AST]) -> list[Pair]:
    """Constant answers to constant inputs in a module: in branches and tables.

    They may be hard-coded for a test, if it contains both on one line.
    ``nodes`` are all nodes of its syntax tree.
    """
    pairs: dict[tuple[str, str], Pair] = {}
    for pair in _pairs(nodes):
        if len(pairs) < _MOST and pair.question != pair.answer:
            pairs.setdefault(pair[1:], pair)
    return list(pairs.values())


def _pairs(nodes: Iterable[ast.AST]) -> Iterator[Pair]:
    for node in nodes:
        match node:
            case ast.If(test=test, body=body):
                for answer in _branch_answers(body):
                    yield from _pairs_of(node.lineno, _compared_constants(test), answer)
            case ast.IfExp(test=test, body=answer):
                yield from _pairs_of(node.lineno, _compared_constants(test), answer)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if key is not None:
                        yield from _pairs_of(value.lineno, _constants(key), value)
            case ast.match_case(pattern=pattern, body=body):
                for answer in _branch_answers(body):
                    yield from _pairs_of(answer.lineno, _constants(pattern), answer)


def _pairs_of(line: int, questions: list[str], answer: ast.expr) -> Iterator[Pair]:
    plain = [repr(answer.value)] if isinstance(answer, ast.Constant) else []
    for question in questions:
        for text in _constants(answer) or plain:
            yield Pair(line, question, text)


def _branch_answers(body: list[ast.stmt]) -> list[ast.expr]:
    return [
        entry.value
        for entry in body
        if isinstance(entry, ast.Return | ast.Assign | ast.Expr)
        and entry.value is not None
        and not (isinstance(entry, ast.Expr) and not isinstance(entry.value, ast.Yield))
    ]


def _compared_constants(test: ast.expr) -> list[str]:
    return [
        text
        for node in ast.walk(test)
        if isinstance(node, ast.Compare)
        and all(isinstance(entry, ast.Eq | ast.In | ast.Is) for entry in node.ops)
        for side in (node.left, *node.comparators)
        for text in _constants(side)
    ]


def _constants(node: ast.AST) -> list[str]:
    """The first 5 texts and numbers of an expression, without the most common ones."""
    if isinstance(node, ast.Call | ast.Lambda | ast.BinOp):
        return []
    constants = []
    for entry in ast.walk(node):
        match entry:
            case ast.Constant(value=str() as text) if _SHORTEST <= len(text) <= _LONGEST:
                constants.append(text)
            case ast.Constant(value=(int() | float()) as number) if not isinstance(number, bool):
                if number not in (0, 1, 2):
                    constants.append(repr(number))
    return constants[:5]
