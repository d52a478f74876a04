"""The score of a project's own dimension, read from what its command printed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import is_number

if TYPE_CHECKING:
    from pytest_hydra.settings.scoring import DimensionSettings


def printed_score(dimension: DimensionSettings, output: str) -> float | None:
    """The score, from 0 to 100, that the output tells; None where it tells none.

    By ``regex`` the last match counts, of which group 1 is the score. By ``json`` the output is one
    JSON value, or the last line that is one counts. What is outside of 0 to 100 is the nearest of
    both.
    """
    if dimension.score == "regex":
        found: Any = None
        for match in re.finditer(dimension.pattern or "", output, re.MULTILINE):
            found = match[1]
        return _number(found)
    if dimension.score == "json":
        return _number(_looked_up(_json(output), dimension.path or ""))
    return None


def _json(output: str) -> Any:
    for text in (output, *reversed(output.splitlines())):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            continue
    return None


def _looked_up(value: Any, path: str) -> Any:
    for key in path.split("."):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    # Also without nan, which is no number to compare with.
    if not is_number(value) or value != value:  # noqa: PLR0124 - only nan is not itself
        return None
    return float(min(max(value, 0), 100))
