"""JSON by the standard library's C scanner; line numbers are computed on demand."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in typeshed
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import each_once
from pytest_hydra.documents.document import (
    TOO_DEEP,
    Document,
    KeyPath,
    find_invalid,
    walk,
)
from pytest_hydra.errors import InputError, input_error

_SPACE = lazy_regex(r"[ \t\n\r]*")
_TO_VALUE = lazy_regex(r"[ \t\n\r]*:[ \t\n\r]*")
# From the end of an entry to the next one, or to the end of the container.
_TO_NEXT = lazy_regex(r"[ \t\n\r]*(?:,[ \t\n\r]*(?![ \t\n\r\]}])|(?=[\]}]))")
# Only text with such an escape can contain a lone surrogate, which UTF-8 cannot encode.
_SURROGATE = lazy_regex(r"\\u[dD][89a-fA-F]")
_HALF = lazy_regex("[\ud800-\udfff]")


def read_json(text: str, file: str) -> Document:
    """The JSON value in ``text``. Raises InputError."""
    try:
        data = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        advice, at = _advice(text, error)
        line = text.count("\n", 0, at) + 1
        raise input_error(file, line, f"is not valid JSON: {advice}") from None
    except (RecursionError, ValueError):
        # ValueError: a duplicate key, or a number with thousands of digits.
        raise _exact_error(text, file) from None
    document = Document(file, data, _JsonLines(text).line, text)
    problem = find_invalid(data)
    if problem and problem[1] == TOO_DEEP:
        # The depth at which the scanner gives up differs between Python versions.
        raise _exact_error(text, file)
    if problem is None and _SURROGATE.search(text):
        problem = _find_half(data)
    if problem:
        raise InputError([document.problem(problem[1], problem[0])])
    return document


_DECODER = json.JSONDecoder(object_pairs_hook=each_once)


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    """The end of the pattern's match. Raises ValueError if it does not match."""
    match = pattern.match(text, at)
    if match is None:
        raise ValueError
    return match.end()


class _JsonLines:
    """Line numbers by parsing the text again, one container at a time, each at most once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._scan = json.JSONDecoder().raw_decode
        self._children: dict[int, dict[str | int, tuple[int, int]]] = {}
        # The last place and its line: lines are mostly requested in order.
        self._last_place = (0, 1)

    def line(self, path: KeyPath) -> int:
        key_at = value_at = _past(_SPACE, self._text, 0)
        for part in path:
            children = self._places(value_at)
            if part not in children:
                break
            key_at, value_at = children[part]
        at, number = self._last_place if self._last_place[0] <= key_at else (0, 1)
        self._last_place = key_at, number + self._text.count("\n", at, key_at)
        return self._last_place[1]

    def _places(self, at: int) -> dict[str | int, tuple[int, int]]:
        """The start of each key and each value of the container at ``at``."""
        if at in self._children:
            return self._children[at]
        text, scan = self._text, self._scan
        places = self._children[at] = {}
        closing = {"{": "}", "[": "]"}.get(text[at])
        if closing is None:
            return places
        at = _past(_SPACE, text, at + 1)
        while text[at] != closing:
            key: str | int = len(places)
            key_at = at
            if closing == "}":
                key, at = scanstring(text, at + 1, True)
                at = _past(_TO_VALUE, text, at)
            places[key] = (key_at, at)
            at = _past(_TO_NEXT, text, scan(text, at)[1])
        return places


def _advice(text: str, error: json.JSONDecodeError) -> tuple[str, int]:
    """The message and the place of a syntax error, with advice for common mistakes."""
    # Depending on its version, Python points before or behind a comma.
    at = error.pos + (text[error.pos : error.pos + 1] == ",")
    rest = text[at:].lstrip()
    before = text[:at].rstrip()
    if rest.startswith(("//", "/*", "#")):
        return "JSON has no comments", len(text) - len(rest)
    if rest.startswith("'"):
        return "text needs double quotes", len(text) - len(rest)
    if rest[:1] in ("}", "]") and before.endswith(","):
        return f"remove the comma before the closing {rest[0]}", len(before) - 1
    if not rest:
        return "the file ends too early", len(before)
    return error.msg[:1].lower() + error.msg[1:], error.pos


def _exact_error(text: str, file: str) -> InputError:
    """The error that the C scanner reports without a place; JSON is YAML, whose reader knows it."""
    from pytest_hydra.documents.yaml_reader import read_yaml

    try:
        # YAML does not have surrogate pairs.
        read_yaml(_SURROGATE.sub(r"\\u00", text), file)
    except InputError as error:
        if "YAML" not in str(error):
            return error
    return input_error(file, 1, "has a duplicate key, or a number that is too long")


def _find_half(data: Any) -> tuple[KeyPath, str] | None:
    for path, value in walk(data):
        for text in (value, path[-1] if path else None):
            if isinstance(text, str) and _HALF.search(text):
                return (
                    path,
                    "contains half of a surrogate pair (\\ud8…); write the character itself",
                )
    return None
