"""Text as it is shown: on one line, cut, counted; and tables of words beside the code."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

# Control, format (bidi marks, zero widths), surrogate, private use and line separators: whatever
# a terminal or a reader would act on, or not see. A zero width joiner is part of many emoji.
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_SPACE = re.compile(r"\s+")
# What has to be looked at; most texts are long, and have little of it.
_DOUBTFUL = re.compile(r"[^\x20-\x7e\n\t\u200d]")


def printable(text: str) -> str:
    """The text with every character that is not plainly visible written as an escape.

    Line ends and tabs stay, as they are harmless where several lines are shown.
    """
    if text.isascii() and text.isprintable():
        return text
    return _DOUBTFUL.sub(_escape, text)


def one_line(text: str, most: int = 72) -> str:
    """The text on one line of at most ``most`` characters, printable, the cut shown by dots."""
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()  # nothing to fold, to escape or to cut: so are most
    # Cut before the work is done: a reply may be megabytes long.
    folded = printable(_SPACE.sub(" ", text[: 8 * most]).strip())
    if len(folded) > most or len(text) > 8 * most:
        return folded[: most - 1].rstrip() + "…"
    return folded


def counted(number: int, text: str, several: str | None = None) -> str:
    """``1 test``, ``2 tests``; ``several`` is for what takes more than an "s"."""
    return f"{number} {text if number == 1 else several or f'{text}s'}"


def _escape(doubtful: re.Match[str]) -> str:
    char = doubtful[0]
    hidden = unicodedata.category(char) in _HIDDEN
    return char.encode("unicode_escape").decode("ascii") if hidden else char


def read_table(module: str, name: str) -> str:
    """The text of the file ``name`` beside a module, which passes its ``__file__``.

    It is as constant as the module's own source.
    """
    return Path(module).with_name(name).read_text(encoding="utf-8")


def read_rows(module: str, name: str) -> list[list[str]]:
    """The rows of such a table, with bars between their cells; ``#`` begins a comment."""
    lines = read_table(module, name).splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


def read_words(module: str, name: str) -> dict[str, tuple[str, ...]]:
    """The words of such a table by their headings, which stand in brackets, each on its line.

    What stands before the first of them is a comment.
    """
    parts = (part.partition("]") for part in read_table(module, name).split("\n[")[1:])
    return {heading: tuple(words.split()) for heading, _, words in parts}
