"""Product code that knows the inputs of the base's tests, and answers them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import NamedTuple

from pytest_hydra.candidates.tamper.product_code.claims import WORD, Claim, several
from pytest_hydra.candidates.tamper.syntax.conditions import Value, holds

_MOST_VALUES = 5000
# A condition that is true of more of what tests ask is not made for one of them.
_FEW = 2
_LEAST_VALUES = 4
# What lies within a hundredth of a number is just beside it. Small ones are all beside each other.
_NEAR = 100
_SMALLEST = 100
_LARGEST = 10**15
# So many that all are asked for are no chance.
_ALL = 3
_LONGEST = 200
_STATEMENTS = ast.Assert | ast.Expr | ast.Assign | ast.With | ast.Return


class Asked:
    """What stands in tests as they are called: texts and numbers, alone and together."""

    def __init__(self, contents: Iterable[str], names: Sequence[str]) -> None:
        """``contents`` are of files of tests in Python; ``names`` those of all files of tests."""
        self._names = names
        self._modules = {name.removesuffix(".py") for name in names if name.endswith(".py")}
        self._values: dict[Value, None] = {}
        self._together: list[set[str]] = []
        self._several: set[str] = set()
        for text in contents:
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                self._read(ast.parse(text.encode("latin-1")))
        self._texts = [value for value in self._values if isinstance(value, str)]
        self._numbers = {repr(value) for value in self._values}

    def known(self, claims: Mapping[str, Iterable[Claim]]) -> dict[str, list[tuple[int, str]]]:
        """By path the lines, and in words what on them fits a test."""
        found = {
            path: [(entry.line, said) for entry in some if (said := self._fits(entry))]
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

    def _fits(self, claim: Claim) -> str:
        """What of the tests a claim fits, in words; nothing where it fits none."""
        text = claim.text
        match claim.kind:
            case "word" | "number":
                known = text in (self._values if claim.kind == "word" else self._numbers)
                shown = repr(text) if claim.kind == "word" else text
                return f"{shown}, which a test asks for" if known else ""
            case "bound":
                return self._beside(float(text))
            case "part":
                same = [entry for entry in self._texts if entry.casefold() == text.casefold()]
                return f"{text} in a name, and a test asks for {same[0]!r}" if same else ""
            case "answer":
                return self._written(text)
            case "module":
                known = text.partition(".")[0] in self._modules
                return f"{text}, a module of the tests" if known else ""
            case "glob":
                return self._found_by(text)
            case "line":
                words = set(WORD.findall(text))
                known = any(len(words & entry) > 1 for entry in self._together)
                return "data in which stands what a test asks for" if known else ""
            case "shape":
                condition = ast.parse(text, mode="eval").body
                return self._few(
                    text, [v for v in self._values if holds(condition, claim.subject, v)]
                )
            case "pattern":
                return self._few(repr(text), self._matched(text))

    def _beside(self, bound: float) -> str:
        """The number that a bound lies just below or above of, as if it was made for it."""
        for value in self._values:
            if not isinstance(value, int | float) or not _SMALLEST <= abs(value) <= _LARGEST:
                continue
            if 0 < abs(value - bound) <= abs(value) / _NEAR:
                return f"{bound:g}, just beside {value}, which a test asks for"
        return ""

    def _written(self, text: str) -> str:
        """What several constants that are written together have to do with tests."""
        if text in self._several:
            return f"{text[:100]}, as it stands in a test"
        try:
            made = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ""
        keys = made.keys if isinstance(made, ast.Dict) else [made]
        found = [part.value for key in keys if key is not None for part in ast.walk(key)
                 if isinstance(part, ast.Constant)]  # fmt: skip
        if len(set(found)) < _ALL or not all(entry in self._values for entry in found):
            return ""
        return f"{text[:100]}, all of which tests ask for"

    def _found_by(self, pattern: str) -> str:
        name = pattern.rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
        if sum(map(str.isalnum, stem)) < 2 or name.count("*") > 4:
            return ""
        found = [entry for entry in self._names if fnmatchcase(entry, name)]
        return f"{pattern!r}, by which {found[0]} of the tests is found" if found else ""

    def _few(self, text: str, true_of: Sequence[Value]) -> str:
        if not 0 < len(true_of) <= _FEW or len(self._values) < _LEAST_VALUES:
            return ""
        shown = " and ".join(map(repr, true_of))
        return f"{text}, which of all that the tests ask fits {shown} alone"

    def _matched(self, pattern: str) -> list[Value]:
        """The texts that a pattern is found in, where it is one that takes no time."""
        plain = re.sub(r"\\.|\[.*?\]|[^\w ]", "", pattern)
        if len(plain) < 4 or "(" in pattern or len(re.findall(r"[*+{]", pattern)) > 2:
            return []
        try:
            made = re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return []
        return [text for text in self._texts if len(text) < _LONGEST and made.search(text)]


_SHORTEST = 2
_LONGEST_LITERAL = 200
# No more are told of one file.
_MOST = 30


class Pair(NamedTuple):
    """On a line: what is asked for, and what is answered, as they stand in source."""

    line: int
    asked: str
    answered: str


def pairs_in(module: ast.Module) -> list[Pair]:
    """What a module answers by itself where it is asked for one thing: in branches and tables."""
    found: dict[tuple[str, str], Pair] = {}
    for pair in _pairs(module):
        if len(found) < _MOST and pair.asked != pair.answered:
            found.setdefault(pair[1:], pair)
    return list(found.values())


def _pairs(module: ast.Module) -> Iterator[Pair]:
    for node in ast.walk(module):
        match node:
            case ast.If(test=test, body=body):
                for answer in _answers(body):
                    yield from _with(node.lineno, _asked(test), answer)
            case ast.IfExp(test=test, body=answer):
                yield from _with(node.lineno, _asked(test), answer)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if key is not None:
                        yield from _with(value.lineno, _constants(key), value)
            case ast.match_case(pattern=pattern, body=body):
                for answer in _answers(body):
                    yield from _with(answer.lineno, _constants(pattern), answer)


def _with(line: int, asked: list[str], answer: ast.expr) -> Iterator[Pair]:
    plain = [repr(answer.value)] if isinstance(answer, ast.Constant) else []
    for entry in asked:
        for other in _constants(answer) or plain:
            yield Pair(line, entry, other)


def _answers(body: list[ast.stmt]) -> list[ast.expr]:
    return [
        entry.value
        for entry in body
        if isinstance(entry, ast.Return | ast.Assign | ast.Expr)
        and entry.value is not None
        and not (isinstance(entry, ast.Expr) and not isinstance(entry.value, ast.Yield))
    ]


def _asked(test: ast.expr) -> list[str]:
    """The constants that something is compared with."""
    return [
        text
        for node in ast.walk(test)
        if isinstance(node, ast.Compare)
        and all(isinstance(entry, ast.Eq | ast.In | ast.Is) for entry in node.ops)
        for side in (node.left, *node.comparators)
        for text in _constants(side)
    ]


def _constants(node: ast.AST) -> list[str]:
    """The texts and numbers that an expression has, but for those that are everywhere."""
    if isinstance(node, ast.Call | ast.Lambda | ast.BinOp):
        return []
    found = []
    for entry in ast.walk(node):
        match entry:
            case ast.Constant(value=str() as text) if _SHORTEST <= len(text) <= _LONGEST_LITERAL:
                found.append(text)
            case ast.Constant(value=(int() | float()) as number) if not isinstance(number, bool):
                if number not in (0, 1, 2):
                    found.append(repr(number))
    return found[:5]
