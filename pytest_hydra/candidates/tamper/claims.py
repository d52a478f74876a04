"""What product code holds its inputs against: words, conditions, patterns, lines of data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from pytest_hydra.candidates.tamper.shapes import constant, subject_of, subjects

WORD: Final = re.compile(r"[^\W\d_]\w{2,}|\d{3,}")
"""What may be the word of a test, or its number: shorter ones are everywhere."""

Kind = Literal["word", "number", "part", "shape", "pattern", "glob", "module", "line"]

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
    tables = {name: table for node in nodes for name, table in _tables(node)}
    found: dict[Claim, None] = {}
    for node in nodes:
        for claim in (*_held(node), *_asked(node), *_keyed(node, tables), *_named(node, begun)):
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
    for one in (part for key in inside if isinstance(key, plain) for part in ast.walk(key)):
        match constant(one) if isinstance(one, ast.expr) else None:
            case str() as text if WORD.search(text):
                yield Claim("word", node.lineno, text)
            case int() | float() as number if abs(number) >= 100:
                yield Claim("number", node.lineno, repr(number))


def _asked(node: ast.AST) -> Iterator[Claim]:
    """By what something is found or decided."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            for subject, pins in subjects(test).items():
                if pins > 1:
                    yield Claim("shape", test.lineno, ast.unparse(test), subject)
        case ast.Call(func=func, args=[ast.Constant(value=str() as text), *_]):
            how = getattr(func, "attr", getattr(func, "id", ""))
            if how in _FINDS:
                yield Claim("module", node.lineno, text)
            elif how in _GLOBS and any(one in text for one in "*?["):
                yield Claim("glob", node.lineno, text)
            if how in _MATCHES:
                yield Claim("pattern", node.lineno, text)


def _tables(node: ast.AST) -> Iterator[tuple[str, ast.Dict]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as table):
            yield name, table


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
        known = ", ".join(ast.unparse(one) for one in table.keys if one is not None)
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
