"""Quotes: what a text quotes, and where that stands in the texts that it speaks of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

LEAST_QUOTE = 12
"""How many characters a quote has at least that is looked up."""

# Quotes of one kind are told from the text between them only when all of them are paired.
_QUOTE = re.compile(r'"([^"]*)"|[“„«]([^“”„«»]*)[”“»]|`+([^`]*)`+')
_LEFT_OUT = re.compile(r"\[?(?:\.\.\.|…)\]?")
_DIFF_SIGN = re.compile(r"^[+-]", re.MULTILINE)
# What is left of a text that is folded.
_INK = re.compile(r"[^\s\\]+")
_MOST_PARTS = 8
# So far after a part of a quote with gaps, in characters, the next one may stand.
_NEAR = 2000


class Quote(NamedTuple):
    """A quote, folded, and where it stands in the text that has it, with its marks."""

    text: str
    start: int
    end: int


def quotes(text: str) -> Iterator[Quote]:
    """What stands in double quotes or backticks and is long enough to be looked up."""
    for match in _QUOTE.finditer(text):
        quote = folded(match[1] or match[2] or match[3] or "")
        if len(quote) >= LEAST_QUOTE:
            yield Quote(quote, *match.span())


def folded(text: str) -> str:
    """The text without what a quote may lose on its way: white space, and escapes before quotes."""
    return " ".join(text.replace("\\", "").split())


def without_signs(text: str) -> str:
    """A diff without what begins its lines. Folded, nothing is left of the backslashes."""
    return _DIFF_SIGN.sub(r"\\", text)


def is_in(quote: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts, which are folded, holds the quote."""
    parts = _parts(quote)
    return any(_starts(parts, text) for text in texts)


class QuotedText:
    """A text in which quotes are looked up, and found where they stand in it unfolded."""

    def __init__(self, text: str) -> None:
        self._ways = [_Fold(text), _Fold(text, without_signs)]

    def find(self, quote: str) -> list[tuple[int, int]]:
        """The start and the end of each part of the quote, where it is first; none where it is not.

        A quote has several parts where it leaves something out.
        """
        parts = _parts(quote)
        for way in self._ways:
            if starts := _starts(parts, way.text):
                found = zip(starts, parts, strict=True)
                return [(way.place(at), way.place(at + len(part) - 1) + 1) for at, part in found]
        return []


class _Fold:
    """A text folded when it is looked at, with the place that each character had."""

    def __init__(self, text: str, change: Callable[[str], str] = str) -> None:
        self._text, self._change = text, change
        self._folded: list[int] = []
        self._unfolded: list[int] = []

    @cached_property
    def text(self) -> str:
        """The folded text."""
        text = self._change(self._text)
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
        """Where the character stood that has this index in the folded text."""
        piece = bisect_right(self._folded, index) - 1
        return self._unfolded[piece] + index - self._folded[piece]


def _parts(quote: str) -> list[str]:
    """What a quote consists of. Where it leaves something out, a part must be a quote itself."""
    parts = [part.strip(" .,;:") for part in _LEFT_OUT.split(quote, _MOST_PARTS)]
    if parts[1:] and max(map(len, parts)) < LEAST_QUOTE:
        return []
    return [part for part in parts if part]


def _starts(parts: Sequence[str], text: str) -> list[int]:
    """Where all parts first stand in their order, each not far after the one before; else nothing.

    No part is looked for where it was passed already, so that takes one pass for each.
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
