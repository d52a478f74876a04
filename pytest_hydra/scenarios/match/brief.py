"""Values as checks and messages carry them: plain JSON, cut to what a person reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import one_line

LONGEST_TEXT = 300
DEEPEST = 10
MOST_VALUES = 500
# What double precision numbers span. Python refuses to print much longer integers.
MOST_BITS = 1024

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


def brief(value: Any) -> Any:
    """The value as plain JSON, for a check's ``expected`` and ``actual``.

    Texts are cut to 300 characters, nesting to 10 levels, and the whole to about 500 values. What
    JSON has no form for (nan, infinities) or no reader reads (integers of more than 1,024 bits)
    becomes a text.
    """
    return _brief(value, 0, [MOST_VALUES])


def _brief(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return cut(value)
    if isinstance(value, int):
        bits = value.bit_length()
        return int(value) if bits <= MOST_BITS else f"an integer of {bits} bits"
    if isinstance(value, float):
        return float(value) if isfinite(value) else str(float(value))
    if not isinstance(value, Mapping | list | tuple):
        return f"a {type(value).__name__}"
    if depth == DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        entries: dict[str, Any] = {}
        for key, entry in value.items():
            if left[0] <= 0:
                entries["…"] = f"{len(value) - len(entries)} more"
                break
            entries[cut(str(key))] = _brief(entry, depth + 1, left)
        return entries
    elements: list[Any] = []
    for element in value:
        if left[0] <= 0:
            elements.append(f"… {len(value) - len(elements)} more")
            break
        elements.append(_brief(element, depth + 1, left))
    return elements


def cut(text: str, most: int = LONGEST_TEXT) -> str:
    """The text, at most so many characters of it and dots, and fit for UTF-8."""
    return safe_text(text if len(text) <= most else text[:most] + "…")


def quoted(value: Any, most: int = 72) -> str:
    """The value as one short line of JSON, for a message."""
    return one_line(_ENCODE(brief(value)), most)


def name_of(name: str) -> str:
    """A name as it stands when it is a plain word, else quoted."""
    word = 0 < len(name) <= 60 and name.isprintable() and " " not in name
    return name if word else quoted(name)


def names(values: Iterable[str], conjunction: str = "and", most: int = 5) -> str:
    """Names as a person lists them: ``a, b and c``; each once, and at most so many of them."""
    distinct = list(dict.fromkeys(values))
    listed = [name_of(name) for name in distinct[:most]]
    if len(distinct) > most:
        return f"{', '.join(listed)} {conjunction} {len(distinct) - most} more"
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {conjunction} {listed[-1]}"
