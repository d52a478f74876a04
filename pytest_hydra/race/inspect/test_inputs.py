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

from pytest_hydra.core.text import whole_word
from pytest_hydra.race.inspect import UNREADABLE
from pytest_hydra.race.inspect.conditions import Value, constant, subjects
from pytest_hydra.race.inspect.constants import beginning
from pytest_hydra.race.inspect.levers import WORDS
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.suite_code.definitions import Substitution

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


def claims_in(module: Names) -> list[Claim]:
    """Constants and conditions of a module that may be made for tests."""
    prefixes = dict.fromkeys(
        beginning(node.args[1])
        for node in module.nodes
        if isinstance(node, ast.Call)
        and len(node.args) > 1
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
    )
    counts = Counter(name for name, _ in module.bindings)
    # Names that are bound once, to a number or a range of numbers.
    numbers = {
        name: value for name, value in module.bindings if counts[name] == 1 and _is_range(value)
    }
    claims: dict[Claim, None] = {}
    for node in module.nodes:
        if isinstance(node, ast.Name | ast.Constant | ast.Expr):
            continue
        for claim in (
            *(*_comparisons(node), *_conditions(node, numbers)),
            *(*_name_parts(node, prefixes), *_literal_answers(node)),
        ):
            if len(claim.text) < _LONGEST and len(claims) < _MOST:
                claims[claim] = None
    return list(claims)


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
        case ast.Call(func=ast.Attribute(value=obj, attr=method)) if method in WORDS["looks up"]:
            if not isinstance(obj, ast.Constant):
                yield from _words(obj)
        case ast.Subscript(value=ast.Dict() as obj):
            yield from _words(obj)
        case ast.MatchValue(value=value):
            yield from _words(value)


def _words(node: ast.expr) -> Iterator[Claim]:
    keys = node.keys if isinstance(node, ast.Dict) else [node]
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.BinOp)
    for entry in (part for key in keys if isinstance(key, plain) for part in ast.walk(key)):
        match constant(entry) if isinstance(entry, ast.expr) else None:
            case str() as text if WORD.search(text):
                yield Claim("word", node.lineno, text)
            case int() | float() as number if abs(number) >= 100:
                yield Claim("number", node.lineno, repr(number))


def literal_source(node: ast.AST) -> str | None:
    """The normalised source of a literal of several constants; None for any other node."""
    if not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return None
    constants = [entry for entry in ast.walk(node) if isinstance(entry, ast.Constant)]
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.expr_context)
    if len(constants) < 2 or not all(isinstance(entry, plain) for entry in ast.walk(node)):
        return None
    if not any(WORD.search(str(entry.value)) for entry in constants):
        return None
    return ast.unparse(node).replace("(", "[").replace(")", "]").replace(",]", "]")


def _literal_answers(node: ast.AST) -> Iterator[Claim]:
    """Literals in a function that may be its answers."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        for entry in ast.walk(statement):
            if (text := literal_source(entry)) is not None:
                yield Claim("answer", entry.lineno, text)  # type: ignore[attr-defined]


def _is_range(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            return all(constant(arg) is not None for arg in args)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return all(constant(element) is not None for element in elements)
    return isinstance(constant(node), int | float)


def _conditions(node: ast.AST, numbers: Mapping[str, ast.expr]) -> Iterator[Claim]:
    """Conditions that pin down a value, and names of modules, globs and patterns."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            line = test.lineno
            if any(isinstance(entry, ast.Name) and entry.id in numbers for entry in ast.walk(test)):
                test = Substitution(numbers).visit(copy.deepcopy(test))
            for subject, pins in subjects(test).items():
                if pins > 1:
                    yield Claim("shape", line, ast.unparse(test), subject)
        case ast.Call(func=func, args=[ast.Constant(value=str() as text), *_]):
            function = getattr(func, "attr", getattr(func, "id", ""))
            if function in WORDS["finds modules"]:
                yield Claim("module", node.lineno, text)
            elif function in WORDS["globs"] and any(entry in text for entry in "*?["):
                yield Claim("glob", node.lineno, text)
            if function in WORDS["matches"]:
                yield Claim("pattern", node.lineno, text)


def _name_parts(node: ast.AST, prefixes: Iterable[str]) -> Iterator[Claim]:
    """Functions that are found by a composed name: ``getattr(x, f"do_{y}")``."""
    if isinstance(node, ast.FunctionDef):
        for prefix in prefixes:
            if prefix and node.name.startswith(prefix):
                yield Claim("part", node.lineno, node.name[len(prefix) :])


# Claims that match the tests.

_MOST_VALUES = 5000
# A pattern that matches more texts of the tests is not made for one of them.
_MOST_MATCHES = 2
_LEAST_VALUES = 4
# If this many constants all occur in tests, it is no coincidence.
_LEAST = 3
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
        self._word_sets: list[set[str]] = []
        self._literals: set[str] = set()
        for text in contents:
            with suppress(*UNREADABLE):
                self._read(ast.parse(text.encode("latin-1")))
        self._texts = [value for value in self._values if isinstance(value, str)]
        self._numbers = {repr(value) for value in self._values}

    def matches(self, claims: Mapping[str, Iterable[Claim]]) -> dict[str, list[tuple[int, str]]]:
        """The claims that match a test, by path: lines and descriptions."""
        matches = {
            path: [(entry.line, text) for entry in entries if (text := self._match(entry))]
            for path, entries in claims.items()
        }
        return {path: entries for path, entries in matches.items() if entries}

    def _read(self, module: ast.Module) -> None:
        for node in ast.walk(module):
            if len(self._literals) < _MOST_VALUES and (literal := literal_source(node)) is not None:
                self._literals.add(literal)
            if isinstance(node, ast.Call):
                arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
                values = (
                    part.value
                    for entry in arguments
                    for part in ast.walk(entry)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str | int | float)
                )
                if len(self._values) < _MOST_VALUES:
                    self._values.update(dict.fromkeys(values))
            elif isinstance(node, _STATEMENTS):
                self._word_sets.append(set(WORD.findall(ast.unparse(node))))

    def _match(self, claim: Claim) -> str:
        """How a claim matches the tests, in words; empty if it does not."""
        text = claim.text
        match claim.kind:
            case "word" | "number":
                is_known = text in (self._values if claim.kind == "word" else self._numbers)
                label = repr(text) if claim.kind == "word" else text
                return f"{label}, an argument in a test" if is_known else ""
            case "part":
                equals = [entry for entry in self._texts if entry.casefold() == text.casefold()]
                return f"{text} in a name, like {equals[0]!r} in a test" if equals else ""
            case "answer":
                return self._literal_match(text)
            case "module":
                is_known = text.partition(".")[0] in self._modules
                return f"{text}, a module of the tests" if is_known else ""
            case "glob":
                return self._glob_match(text)
            case "line":
                words = set(WORD.findall(text))
                is_known = any(len(words & entry) > 1 for entry in self._word_sets)
                return "data with words of a test" if is_known else ""
            case "shape":
                return f"{text}, which is true for few values of {claim.subject}"
            case "pattern":
                return self._rare_match(repr(text), self._pattern_matches(text))

    def _literal_match(self, text: str) -> str:
        """How a literal of several constants matches the tests, in words; empty if it does not."""
        if text in self._literals:
            return f"{text[:100]}, a literal in a test"
        try:
            tree = ast.parse(text, mode="eval").body
        except UNREADABLE:
            return ""
        keys = tree.keys if isinstance(tree, ast.Dict) else [tree]
        constants = [part.value for key in keys if key is not None for part in ast.walk(key)
                 if isinstance(part, ast.Constant)]  # fmt: skip
        if len(set(constants)) < _LEAST or not all(entry in self._values for entry in constants):
            return ""
        return f"{text[:100]}, all arguments in tests"

    def _glob_match(self, pattern: str) -> str:
        name = pattern.rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
        if sum(map(str.isalnum, stem)) < 2 or name.count("*") > 4:
            return ""
        names = [entry for entry in self._names if fnmatchcase(entry, name)]
        return f"{pattern!r}, which matches the test file {names[0]}" if names else ""

    def _rare_match(self, text: str, texts: Sequence[str]) -> str:
        if not 0 < len(texts) <= _MOST_MATCHES or len(self._values) < _LEAST_VALUES:
            return ""
        examples = " and ".join(map(repr, texts))
        return f"{text}, which matches only {examples} of all arguments in tests"

    def _pattern_matches(self, pattern: str) -> list[str]:
        """The tests' texts in which a pattern is found; [] if it is too short or may be slow."""
        plain = re.sub(r"\\.|\[.*?\]|[^\w ]", "", pattern)
        if len(plain) < 4 or "(" in pattern or len(re.findall(r"[*+{]", pattern)) > 2:
            return []
        try:
            regex = re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return []
        return [text for text in self._texts if len(text) < _LONGEST_TEXT and regex.search(text)]


def has_both(text: str, other: str, line: str) -> bool:
    """Whether a line contains both texts, each as a whole word."""
    rest = whole_word(text).subn("", line, count=1)
    return bool(rest[1]) and whole_word(other).search(rest[0]) is not None
