"""What product code compares its inputs with: words, conditions, patterns, lines of data."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from pytest_hydra.candidates.tamper.syntax.conditions import constant, subject_of, subjects
from pytest_hydra.candidates.tamper.syntax.names import bindings, tables_in

WORD: Final = re.compile(r"[^\W\d_]\w{2,}|\d{3,}")
"""What may be the word of a test, or its number: shorter ones are everywhere."""

Kind = Literal[
    "word", "number", "bound", "part", "shape", "pattern", "glob", "module", "line", "answer"
]

# The ends of files that hold data, by which answers can be looked up.
_DATA = (".json", ".csv", ".tsv", ".txt", ".yaml", ".yml", ".xml", ".dat", ".ini")
_MOST = 200
_LONGEST = 1000
_LOOKS_UP = ("index", "count", "get", "find", "__contains__", "__getitem__")
_FINDS = ("find_spec", "import_module", "__import__")
_MATCHES = ("match", "fullmatch", "search", "findall", "compile")
_GLOBS = ("glob", "rglob", "iglob", "fnmatch", "fnmatchcase", "match")


class Claim(NamedTuple):
    """What may be made for a test. ``text`` is it as it is written.

    ``subject`` is what a condition, the *shape* of an input, is of.
    """

    kind: Kind
    line: int
    text: str
    subject: str = ""


def claims_in(module: ast.Module) -> list[Claim]:
    """What a module holds its inputs against."""
    nodes = list(ast.walk(module))
    begun = tuple(_begun(nodes))
    tables = tables_in(nodes)
    bound = _bound_once(nodes)
    found: dict[Claim, None] = {}
    for node in nodes:
        for claim in (
            *(*_held(node), *_asked(node, bound), *_keyed(node, tables), *_named(node, begun)),
            *_answers(node),
        ):
            if len(claim.text) < _LONGEST and len(found) < _MOST:
                found[claim] = None
    return list(found)


def claims_of_data(path: str, lines: Iterable[tuple[int, str]]) -> list[Claim]:
    """The lines of a file of data, by their numbers."""
    if not path.endswith(_DATA):
        return []
    return [Claim("line", number, line) for number, line in lines if len(line) < _LONGEST][:_MOST]


def _held(node: ast.AST) -> Iterator[Claim]:
    """What something is compared with, or looked up in."""
    match node:
        case ast.Compare(left=left, comparators=comparators):
            for side in (left, *comparators):
                yield from _words(side)
            if all(isinstance(entry, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for entry in node.ops):
                for side in (left, *comparators):
                    yield from (word._replace(kind="bound") for word in _words(side)
                                if word.kind == "number")  # fmt: skip
        case ast.Call(func=ast.Attribute(value=of, attr=how)) if how in _LOOKS_UP:
            if not isinstance(of, ast.Constant):
                yield from _words(of)
        case ast.Subscript(value=ast.Dict() as of):
            yield from _words(of)
        case ast.MatchValue(value=value):
            yield from _words(value)


def _words(node: ast.expr) -> Iterator[Claim]:
    inside = node.keys if isinstance(node, ast.Dict) else [node]
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.BinOp)
    for entry in (part for key in inside if isinstance(key, plain) for part in ast.walk(key)):
        match constant(entry) if isinstance(entry, ast.expr) else None:
            case str() as text if WORD.search(text):
                yield Claim("word", node.lineno, text)
            case int() | float() as number if abs(number) >= 100:
                yield Claim("number", node.lineno, repr(number))


def several(node: ast.AST) -> str | None:
    """Several constants that are written together, in one spelling; None for all else."""
    if not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return None
    inside = [entry for entry in ast.walk(node) if isinstance(entry, ast.Constant)]
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.expr_context)
    if len(inside) < 2 or not all(isinstance(entry, plain) for entry in ast.walk(node)):
        return None
    if not any(WORD.search(str(entry.value)) for entry in inside):
        return None
    return ast.unparse(node).replace("(", "[").replace(")", "]").replace(",]", "]")


def _answers(node: ast.AST) -> Iterator[Claim]:
    """What a function may answer with as it is written there."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        for entry in ast.walk(statement):
            if (text := several(entry)) is not None:
                yield Claim("answer", entry.lineno, text)  # type: ignore[attr-defined]


def _bound_once(nodes: Iterable[ast.AST]) -> Mapping[str, ast.expr]:
    """The names that stand for a number, or for a range of them, wherever they are asked for."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        for name, value in bindings(node):
            found.setdefault(name, []).append(value)
    once = {name: values[0] for name, values in found.items() if len(values) == 1}
    return {name: value for name, value in once.items() if _is_range(value)}


def _is_range(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            return all(constant(arg) is not None for arg in args)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return all(constant(element) is not None for element in elements)
    return isinstance(constant(node), int | float)


class _Resolved(ast.NodeTransformer):
    def __init__(self, bound: Mapping[str, ast.expr]) -> None:
        self._bound = bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._bound.get(node.id, node)


def _asked(node: ast.AST, bound: Mapping[str, ast.expr]) -> Iterator[Claim]:
    """By what something is found or decided."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if any(isinstance(entry, ast.Name) and entry.id in bound for entry in ast.walk(test)):
                line = test.lineno
                test = _Resolved(bound).visit(copy.deepcopy(test))
                test = ast.copy_location(test, ast.Pass(lineno=line, col_offset=0))
            for subject, pins in subjects(test).items():
                if pins > 1:
                    yield Claim("shape", test.lineno, ast.unparse(test), subject)
        case ast.Call(func=func, args=[ast.Constant(value=str() as text), *_]):
            how = getattr(func, "attr", getattr(func, "id", ""))
            if how in _FINDS:
                yield Claim("module", node.lineno, text)
            elif how in _GLOBS and any(entry in text for entry in "*?["):
                yield Claim("glob", node.lineno, text)
            if how in _MATCHES:
                yield Claim("pattern", node.lineno, text)


def _keyed(node: ast.AST, tables: Mapping[str, ast.Dict]) -> Iterator[Claim]:
    """What is looked up by a length, a sum or a part: it says as much as a condition."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="get"), args=[key, *_]):
            pass
        case ast.Subscript(value=of, slice=key):
            pass
        case _:
            return
    table = tables.get(of.id) if isinstance(of, ast.Name) else of
    subject = subject_of(key)
    if subject is not None and isinstance(table, ast.Dict) and None not in table.keys:
        known = ", ".join(ast.unparse(entry) for entry in table.keys if entry is not None)
        yield Claim("shape", node.lineno, f"{ast.unparse(key)} in ({known},)", subject)


def _named(node: ast.AST, begun: tuple[str, ...]) -> Iterator[Claim]:
    """Functions that are found by a name that is put together: ``getattr(x, f"do_{y}")``."""
    if isinstance(node, ast.FunctionDef):
        for start in begun:
            if start and node.name.startswith(start):
                yield Claim("part", node.lineno, node.name[len(start) :])


def _begun(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[_, made, *_]):
                match made:
                    case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]):
                        yield text
                    case ast.BinOp(left=ast.Constant(value=str() as text)):
                        yield text.partition("%")[0]
