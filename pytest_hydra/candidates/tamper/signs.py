"""What a look at a file yields, before it is said of which file."""

from __future__ import annotations

import ast
from typing import NamedTuple

MOST_SHOWN = 120
"""Characters of a candidate's own text that are quoted."""


class Seen(NamedTuple):
    """Something that was seen: its kind, the line in the new file (from 1), and in words what."""

    kind: str
    line: int | None
    text: str


class Use(NamedTuple):
    """One use of a thing by product code: of what kind, of which thing, where, and in words.

    ``common``: a project that does the same elsewhere may well do it here.
    """

    kind: str
    thing: str
    line: int
    text: str
    common: bool = False


def quoted(node: ast.AST) -> str:
    """An expression, or how a statement begins, as it might have been written, on one line."""
    text = ast.unparse(node).lstrip("\n").partition("\n")[0]
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
