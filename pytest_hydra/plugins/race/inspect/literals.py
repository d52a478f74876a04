"""New literals of product code, in any language, that only tests of the base contain.

A number or a text that the tests expect, and that the product does not know yet, may be an answer
that is hard-coded for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

# Shortest literal in characters, and fewest digits of a number without leading zeros. 100 and 1000
# are too common to mean anything.
_SHORTEST = 3
_TEXT = re.compile(r"""(['"`])((?:\\.|(?!\1).){2,80})\1""")
_NUMBER = re.compile(r"(?<![\w.])\d[\d_]*\.?\d*(?![\w.])")
# Most lines of a file that are read.
_MOST_LINES = 20_000


def literals_of(text: str) -> set[str]:
    """The texts and numbers in a piece of code."""
    texts = {match[2].strip() for match in _TEXT.finditer(text)}
    numbers = {match[0].replace("_", "") for match in _NUMBER.finditer(text)}
    long_numbers = {entry for entry in numbers if _is_telling(entry.replace(".", "").lstrip("0"))}
    return long_numbers | {
        entry for entry in texts if len(entry) >= _SHORTEST and entry.isprintable()
    }


def _is_telling(digits: str) -> bool:
    return len(digits) >= _SHORTEST and digits.rstrip("0") != "1"


def new_literals(old: str, new: str) -> dict[str, int]:
    """The literals that the new text has and the old one lacks, with their first lines from 1."""
    known, literals = literals_of(old), dict[str, int]()
    for number, line in enumerate(new.splitlines()[:_MOST_LINES], 1):
        for literal in sorted(literals_of(line) - known):
            literals.setdefault(literal, number)
    return literals


def known_to_tests(
    literals: Set[str], test_lines: Iterable[str], product_lines: Iterable[str]
) -> set[str]:
    """Those of the literals that are literals of the tests, and of no product code.

    A text that is no name also counts as a part of any text: ``a=12`` in ``"?a=12&b=2"``.
    """
    parts = {entry for entry in literals if len(entry) > _SHORTEST and not entry.isidentifier()}
    known, product = (_found(literals, parts, lines) for lines in (test_lines, product_lines))
    return (known[0] - product[0]) | (known[1] - product[1])


def _found(literals: Set[str], parts: Set[str], lines: Iterable[str]) -> tuple[set[str], set[str]]:
    """The literals that occur as literals, and the parts that occur anywhere."""
    exact, anywhere = set[str](), set[str]()
    for line in lines:
        exact |= literals & literals_of(line)
        anywhere |= {entry for entry in parts - anywhere if entry in line}
    return exact, anywhere
