"""Product code that knows the inputs of the base's tests: its constants, conditions and data."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import Final, Literal, NamedTuple

from pytest_hydra.candidates.tamper import UNREADABLE
from pytest_hydra.candidates.tamper.conditions import Value, constant, subjects
from pytest_hydra.candidates.tamper.constants import beginning
from pytest_hydra.candidates.tamper.levers import WORDS
from pytest_hydra.candidates.tamper.names import bindings
from pytest_hydra.candidates.tamper.suite_code.definitions import Substitution

WORD: Final = re.compile(r"[^\W\d_]\w{2,}|\d{3,}")
"""A word or a number that may come from a test: of 3 characters or more, as others are common."""

Kind = Literal["word", "number", "part", "shape", "pattern", "glob", "module", "line", "answer"]

# Suffixes of data files, in which answers can be looked up.
_DATA = (".json", ".csv", ".tsv", ".txt", ".yaml", ".yml", ".xml", ".dat", ".ini")
_MOST = 200
_LONGEST = 1000


class Claim(NamedTuple):
    """Something in product code that may be made for a test; ``text`` is its source.

    ``subject`` is the value that a condition, the *shape* of an input, pins down.
    """

    kind: Kind
    line: int
    text: str
    subject: str = ""

    @property
    def identity(self) -> tuple[str, str, str]:
        """The claim without its line."""
        return self.kind, self.text, self.subject


def claims_in(nodes: Sequence[ast.AST]) -> list[Claim]:
    """Constants and conditions of a module that may be made for tests.

    ``nodes`` are all nodes of its syntax tree.
    """
    begun = dict.fromkeys(
        beginning(node.args[1])
        for node in nodes
        if isinstance(node, ast.Call)
        and len(node.args) > 1
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
    )
    given = [pair for node in nodes for pair in bindings(node)]
    times = Counter(name for name, _ in given)
    # Names that are bound once, to a number or a range of numbers.
    bound = {name: value for name, value in given if times[name] == 1 and _is_range(value)}
    found: dict[Claim, None] = {}
    for node in nodes:
        for claim in (
            *(*_comparisons(node), *_conditions(node, bound)),
            *(*_name_parts(node, begun), *_literal_answers(node)),
        ):
            if len(claim.text) < _LONGEST and len(found) < _MOST:
                found[claim] = None
    return list(found)


def claims_of_data(path: str, lines: Iterable[tuple[int, str]]) -> list[Claim]:
    """The lines of a data file, with their numbers, as claims; [] for any other file."""
    if not path.endswith(_DATA):
        return []
    return [Claim("line", number, line) for number, line in lines if len(line) < _LONGEST][:_MOST]


def _comparisons(node: ast.AST) -> Iterator[Claim]:
    """Constants with which something is compared, or in which it is looked up."""
    match node:
        case ast.Compare(left=left, comparators=comparators):
            for side in (left, *comparators):
                yield from _words(side)
        case ast.Call(func=ast.Attribute(value=of, attr=how)) if how in WORDS["looks up"]:
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
    """The normalised source of a literal of several constants; None for any other node."""
    if not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return None
    inside = [entry for entry in ast.walk(node) if isinstance(entry, ast.Constant)]
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.expr_context)
    if len(inside) < 2 or not all(isinstance(entry, plain) for entry in ast.walk(node)):
        return None
    if not any(WORD.search(str(entry.value)) for entry in inside):
        return None
    return ast.unparse(node).replace("(", "[").replace(")", "]").replace(",]", "]")


def _literal_answers(node: ast.AST) -> Iterator[Claim]:
    """Literals in a function that may be its answers."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        for entry in ast.walk(statement):
            if (text := several(entry)) is not None:
                yield Claim("answer", entry.lineno, text)  # type: ignore[attr-defined]


def _is_range(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            return all(constant(arg) is not None for arg in args)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return all(constant(element) is not None for element in elements)
    return isinstance(constant(node), int | float)


def _conditions(node: ast.AST, bound: Mapping[str, ast.expr]) -> Iterator[Claim]:
    """Conditions that pin down a value, and names of modules, globs and patterns."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            line = test.lineno
            if any(isinstance(entry, ast.Name) and entry.id in bound for entry in ast.walk(test)):
                test = Substitution(bound).visit(copy.deepcopy(test))
            for subject, pins in subjects(test).items():
                if pins > 1:
                    yield Claim("shape", line, ast.unparse(test), subject)
        case ast.Call(func=func, args=[ast.Constant(value=str() as text), *_]):
            how = getattr(func, "attr", getattr(func, "id", ""))
            if how in WORDS["finds modules"]:
                yield Claim("module", node.lineno, text)
            elif how in WORDS["globs"] and any(entry in text for entry in "*?["):
                yield Claim("glob", node.lineno, text)
            if how in WORDS["matches"]:
                yield Claim("pattern", node.lineno, text)


def _name_parts(node: ast.AST, begun: Iterable[str]) -> Iterator[Claim]:
    """Functions that are found by a composed name: ``getattr(x, f"do_{y}")``."""
    if isinstance(node, ast.FunctionDef):
        for start in begun:
            if start and node.name.startswith(start):
                yield Claim("part", node.lineno, node.name[len(start) :])


# Claims that match the tests.

_MOST_VALUES = 5000
# A pattern that matches more texts of the tests is not made for one of them.
_FEW = 2
_LEAST_VALUES = 4
# If this many constants all occur in tests, it is no coincidence.
_ALL = 3
_LONGEST_TEXT = 200
_STATEMENTS = ast.Assert | ast.Expr | ast.Assign | ast.With | ast.Return


class TestInputs:
    """What tests contain: constants in calls, literals, and the words of each statement."""

    __test__ = False  # no test class, despite its name

    def __init__(self, contents: Iterable[str], names: Sequence[str]) -> None:
        """``contents`` are those of test files in Python, ``names`` those of all test files."""
        self._names = names
        self._modules = {name.removesuffix(".py") for name in names if name.endswith(".py")}
        self._values: dict[Value, None] = {}
        self._together: list[set[str]] = []
        self._several: set[str] = set()
        for text in contents:
            with suppress(*UNREADABLE):
                self._read(ast.parse(text.encode("latin-1")))
        self._texts = [value for value in self._values if isinstance(value, str)]
        self._numbers = {repr(value) for value in self._values}

    def fitting(self, claims: Mapping[str, Iterable[Claim]]) -> dict[str, list[tuple[int, str]]]:
        """The claims that match a test, by path: lines and descriptions."""
        found = {
            path: [(entry.line, said) for entry in some if (said := self._match(entry))]
            for path, some in claims.items()
        }
        return {path: some for path, some in found.items() if some}

    def _read(self, module: ast.Module) -> None:
        for node in ast.walk(module):
            if len(self._several) < _MOST_VALUES and (written := several(node)) is not None:
                self._several.add(written)
            if isinstance(node, ast.Call):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                values = (
                    part.value
                    for entry in given
                    for part in ast.walk(entry)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str | int | float)
                )
                if len(self._values) < _MOST_VALUES:
                    self._values.update(dict.fromkeys(values))
            elif isinstance(node, _STATEMENTS):
                self._together.append(set(WORD.findall(ast.unparse(node))))

    def _match(self, claim: Claim) -> str:
        """How a claim matches the tests, in words; empty if it does not."""
        text = claim.text
        match claim.kind:
            case "word" | "number":
                known = text in (self._values if claim.kind == "word" else self._numbers)
                shown = repr(text) if claim.kind == "word" else text
                return f"{shown}, which a test asks for" if known else ""
            case "part":
                same = [entry for entry in self._texts if entry.casefold() == text.casefold()]
                return f"{text} in a name, and a test asks for {same[0]!r}" if same else ""
            case "answer":
                return self._literal(text)
            case "module":
                known = text.partition(".")[0] in self._modules
                return f"{text}, a module of the tests" if known else ""
            case "glob":
                return self._glob_match(text)
            case "line":
                words = set(WORD.findall(text))
                known = any(len(words & entry) > 1 for entry in self._together)
                return "data in which stands what a test asks for" if known else ""
            case "shape":
                return f"{text}, which is true of few {claim.subject}"
            case "pattern":
                return self._rare_match(repr(text), self._pattern_matches(text))

    def _literal(self, text: str) -> str:
        """How a literal of several constants matches the tests, in words; empty if it does not."""
        if text in self._several:
            return f"{text[:100]}, as it stands in a test"
        try:
            made = ast.parse(text, mode="eval").body
        except UNREADABLE:
            return ""
        keys = made.keys if isinstance(made, ast.Dict) else [made]
        found = [part.value for key in keys if key is not None for part in ast.walk(key)
                 if isinstance(part, ast.Constant)]  # fmt: skip
        if len(set(found)) < _ALL or not all(entry in self._values for entry in found):
            return ""
        return f"{text[:100]}, all of which tests ask for"

    def _glob_match(self, pattern: str) -> str:
        name = pattern.rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
        if sum(map(str.isalnum, stem)) < 2 or name.count("*") > 4:
            return ""
        found = [entry for entry in self._names if fnmatchcase(entry, name)]
        return f"{pattern!r}, by which {found[0]} of the tests is found" if found else ""

    def _rare_match(self, text: str, true_of: Sequence[str]) -> str:
        if not 0 < len(true_of) <= _FEW or len(self._values) < _LEAST_VALUES:
            return ""
        shown = " and ".join(map(repr, true_of))
        return f"{text}, which of all that the tests ask fits {shown} alone"

    def _pattern_matches(self, pattern: str) -> list[str]:
        """The tests' texts in which a pattern is found; [] if it is too short or may be slow."""
        plain = re.sub(r"\\.|\[.*?\]|[^\w ]", "", pattern)
        if len(plain) < 4 or "(" in pattern or len(re.findall(r"[*+{]", pattern)) > 2:
            return []
        try:
            made = re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return []
        return [text for text in self._texts if len(text) < _LONGEST_TEXT and made.search(text)]


def has_both(text: str, other: str, line: str) -> bool:
    """Whether a line contains both texts, each as a whole word."""
    left = re.subn(rf"(?<!\w){re.escape(text)}(?!\w)", "", line, count=1)
    return bool(left[1]) and re.search(rf"(?<!\w){re.escape(other)}(?!\w)", left[0]) is not None
