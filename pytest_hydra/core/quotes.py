"""Find the quotes of a text, and their places in the quoted sources."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from html import unescape
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex

LEAST_QUOTE = 12
"""The shortest quote that is looked up, in characters."""

# Quotes are told apart from the text between them by pairing all quotation marks of a kind.
_QUOTE = lazy_regex(r'"([^"]*)"|[“„«]([^“”„«»]*)[”“»]|`+([^`]*)`+')
_LEFT_OUT = lazy_regex(r"\[?(?:\.\.\.|…)\]?")
# What is displayed otherwise than written: Markdown, HTML, and commas, which quotes lose.
_WRITTEN = lazy_regex(
    r"!?\[(?=[^\[\]\n]{0,300}\]\()|(?<=\])\((?:[^()\s]|\([^()\s]*\)){0,500}\)|\](?=\()"
    r"|</?[a-zA-Z][^<>\n]{0,200}>|&(?:#\w{1,7}|[a-z]{2,31});|[*_~`#]|,(?=\s|\Z)"
)
# Tags that are displayed as white space.
_BREAK = lazy_regex(r"</?(?:br|p|div|li|tr|td|th|h\d)\b", re.IGNORECASE)
_TYPOGRAPHY = str.maketrans("\u2018\u2019\u201c\u201d\u2010\u2011\u2013\u2014", "''\"\"----")
# A diff in a conversation is indented.
_DIFF_SIGN = lazy_regex(r"(?:^|(?<=^ {4}))[+-]", re.MULTILINE)
# The characters that folding keeps.
_INK = lazy_regex(r"[^\s\\]+")
_PUNCTUATION = " .,;:!?'\""
_MOST_PARTS = 8
# The largest distance between two parts of a quote with gaps, in characters.
_NEAR = 2000


class Quote(NamedTuple):
    """A folded quote, and its place in the quoting text, quotation marks included."""

    text: str
    start: int
    end: int


def quotes(text: str, least: int = LEAST_QUOTE) -> Iterator[Quote]:
    """The quotes in double quotation marks or backticks that are long enough to be looked up."""
    for match in _QUOTE.finditer(text):
        quote = folded(match[1] or match[2] or match[3] or "")
        if len(quote) >= least:
            yield Quote(quote, *match.span())


def folded(text: str) -> str:
    """The text without what quoting may change: white space, backslashes, markup, and case."""
    return " ".join(_displayed(text).replace("\\", "").split())


def _displayed(text: str) -> str:
    """The text as displayed, of the same length: backslashes replace what is not displayed."""
    if _WRITTEN.search(text):
        text = _WRITTEN.sub(lambda match: _shown(match[0]).ljust(len(match[0]), "\\"), text)
    text = text.translate(_TYPOGRAPHY)
    lower = text.lower()
    # A few letters get longer.
    return lower if len(lower) == len(text) else "".join([x.lower()[:1] for x in text])


def _shown(written: str) -> str:
    if written[0] != "&":
        return " " if _BREAK.match(written) else ""
    shown = unescape(written)
    return shown if len(shown) <= len(written) else written


def without_signs(text: str) -> str:
    """A diff without the signs at the beginning of its lines."""
    return _DIFF_SIGN.sub(r"\\", text)


def is_in(quote: str, texts: Iterable[str]) -> bool:
    """Whether one of the folded texts contains the quote."""
    parts = _parts(quote)
    return any(_starts(parts, text) for text in texts)


class QuotedText:
    """A source text in which quotes are looked up, with their places in the original text."""

    def __init__(self, text: str) -> None:
        self._folds = [_Fold(text), _Fold(text, without_signs)]

    def find(self, quote: str) -> list[tuple[int, int]]:
        """Start and end of each part of the quote's first occurrence; empty if there is none.

        A quote with omissions has several parts.
        """
        parts = _parts(quote)
        for fold in self._folds:
            if starts := _starts(parts, fold.text):
                pairs = zip(starts, parts, strict=True)
                return [(fold.place(at), fold.place(at + len(part) - 1) + 1) for at, part in pairs]
        return []


class _Fold:
    """A text that is folded on first use, with the original place of each character."""

    def __init__(self, text: str, change: Callable[[str], str] = str) -> None:
        self._text, self._change = text, change
        self._folded: list[int] = []
        self._unfolded: list[int] = []

    @cached_property
    def text(self) -> str:
        """The folded text."""
        text = _displayed(self._change(self._text))
        pieces: list[str] = []
        length = end = 0
        for ink in _INK.finditer(text):
            if pieces and text[end : ink.start()].strip("\\"):
                pieces.append(" ")
                length += 1
            self._folded.append(length)
            self._unfolded.append(ink.start())
            pieces.append(ink[0])
            length += len(ink[0])
            end = ink.end()
        return "".join(pieces)

    def place(self, index: int) -> int:
        """The original place of the character with this index in the folded text."""
        piece = bisect_right(self._folded, index) - 1
        return self._unfolded[piece] + index - self._folded[piece]


def _parts(quote: str) -> list[str]:
    """The parts of a quote between omissions.

    Together they must be as long as a quote, and one of them half as long: words from here and
    there are none.
    """
    parts = [part.strip(_PUNCTUATION) for part in _LEFT_OUT.split(quote, _MOST_PARTS)]
    lengths = [len(part) for part in parts]
    if parts[1:] and (sum(lengths) < LEAST_QUOTE or 2 * max(lengths) < LEAST_QUOTE):
        return []
    return [part for part in parts if part]


def _starts(parts: Sequence[str], text: str) -> list[int]:
    """The places of all parts in order, each close to the one before; empty if there are none.

    One pass per part: the search never goes back.
    """
    starts = [0] * len(parts)
    while True:
        before = [*starts]
        for number, part in enumerate(parts):
            after = starts[number - 1] + len(parts[number - 1]) if number else 0
            near = starts[number + 1] - _NEAR - len(part) if parts[number + 1 :] else 0
            starts[number] = text.find(part, max(starts[number], after, near))
            if starts[number] < 0:
                return []
        if starts == before:
            return starts
