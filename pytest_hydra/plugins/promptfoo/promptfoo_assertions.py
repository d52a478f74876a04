"""Assertions of promptfoo as expectations, the rows of tables, and templates."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pytest_hydra.core.numbers import is_number
from pytest_hydra.documents import parse
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.promptfoo.promptfoo_calls import CALLS
from pytest_hydra.transcript.own_form import REPLY_FIELDS

_LONGEST_TEXT = 1_000_000
_PLACE = re.compile(r"\{\{\s*([A-Za-z_$][\w$]*)\s*\}\}")
# A cell of a table: a type, perhaps a threshold, and a value.
_CELL = re.compile(
    r"((?:not-)?(?:(?:is|contains)-[a-z-]+|[a-z][a-z0-9-]*(?=[(:])))"
    r"(?:\((\d*\.?\d+)\))?(?::\s*(.*))?",
    re.DOTALL,
)
CODE = "its code is not run: write a customValidator"
_GRADED = "a model decides it: configure a judge in hydra.toml, and import it again"
# What to use instead, by the prefix of a type.
_INSTEAD = {
    **dict.fromkeys(("javascript", "python", "fn", "eval"), CODE),
    **dict.fromkeys(("llm-rubric", "grade", "model-graded", "factuality", "g-eval"), _GRADED),
    "trajectory:goal-success": _GRADED,
    "similar": "similarity is not measured: write text, shouldMention, or a customValidator",
    "contains-json": "JSON inside other text is not extracted: write responseSchema, which reads "
    "JSON alone or in one fenced block",
    "assert-set": "it allows some failures: write any, or not",
    "": "there is no such expectation: write a judge or a customValidator",
}


def _text(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        raise BadValueError("its value is not a text")
    return _js(value)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        rows = csv.reader([" ".join(value.splitlines())], skipinitialspace=True)
        value = [cell.strip() for row in rows for cell in row]
    if not isinstance(value, list) or not value:
        raise BadValueError("its value is not a list of texts")
    return [_text(element) for element in value]


def _escape(text: str) -> str:
    return re.sub(r"\\([ \n#&~-])", r"\1", re.escape(text))


#: What a judge is asked, by the type of an assertion.
_CRITERIA: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("llm-rubric", "model-graded-closedqa"), _text),
    "g-eval": lambda value: list(map(_text, value if isinstance(value, list) else [value])),
    **dict.fromkeys(
        ("factuality", "model-graded-factuality"),
        lambda value: f"The reply agrees in its facts with: {_text(value)}",
    ),
    "trajectory:goal-success": lambda value: f"The agent reached this goal: {_text(value)}",
}
#: The matcher of a text, by the type of an assertion.
_MATCHERS: dict[str, Callable[[str], Any]] = {
    "equals": str,
    # Our `contains` finds no part of a longer number.
    "contains": lambda text: (
        {"regex": _escape(text)}
        if text[:1].isdigit() or text[-1:].isdigit()
        else {"contains": text}
    ),
    "icontains": lambda text: {"regex": f"(?i){_escape(text)}"},
    "starts-with": lambda text: {"regex": f"^{_escape(text)}"},
    "regex": lambda text: {"regex": re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", text)},
}
_LIMITS = {"cost": ("maxCostUsd", 1), "latency": ("maxLatencySeconds", 1000)}


def expectation(kind: str, value: Any, limit: Any, *, has_judge: bool) -> dict[str, Any]:
    """The expectation of a type without "not-". Raises BadValueError and InputError."""
    if has_judge and kind in _CRITERIA:
        return {"judge": _CRITERIA[kind](value)}
    if kind in CALLS:
        return CALLS[kind](value)
    root, _, quantifier = kind.rpartition("-")
    if root in ("contains", "icontains") and quantifier in ("any", "all"):
        matchers = [_MATCHERS[root](text) for text in _texts(value)]
        return {"text": matchers if quantifier == "all" else [{"any_of": matchers}]}
    if kind in _MATCHERS:
        return {"text": [_MATCHERS[kind](_text(value))]}
    if kind in _LIMITS:
        if not is_number(limit):
            raise BadValueError("it has no threshold")
        key, unit = _LIMITS[kind]
        return {key: limit / unit}
    if kind != "is-json":
        raise BadValueError(next(_INSTEAD[key] for key in _INSTEAD if kind.startswith(key)))
    schema = parse(value, "its schema", ".yaml").data if isinstance(value, str) else value
    if not isinstance(schema, dict | None):
        raise BadValueError("its schema is not a mapping")
    if any(f'"{name}":' in json.dumps(schema) for name in REPLY_FIELDS):
        # A reply that is not JSON would itself be checked, as a mapping.
        raise BadValueError("its schema has names of reply fields: write a customValidator")
    return {"responseSchema": schema or {}}


def fill(value: Any, values: Mapping[str, Any]) -> Any:
    """Fill in each ``{{name}}`` in texts of the value. Raises BadValueError."""
    if isinstance(value, list):
        return [fill(entry, values) for entry in value]
    if isinstance(value, dict):
        return {key: fill(entry, values) for key, entry in value.items()}
    if not isinstance(value, str) or "{" not in value:
        return value
    pieces, end, length = list[str](), 0, 0
    for place in _PLACE.finditer(value):
        replacement = values.get(place[1])
        if isinstance(replacement, dict | list):
            raise BadValueError(f"{{{{{place[1]}}}}} is not a text")
        pieces += value[end : place.start()], _js(replacement)
        end, length = place.end(), length + len(pieces[-1])
        if length > _LONGEST_TEXT:
            raise BadValueError(f"a text is longer than {_LONGEST_TEXT:,} characters")
    if re.search(r"\{[{%#]", "\n".join([*pieces[::2], value[end:]])):
        raise BadValueError("only {{name}} is supported in a template")
    return "".join([*pieces, value[end:]])


def _js(value: Any) -> str:
    """A scalar as JavaScript prints it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return "" if value is None else str(value)


def parse_row(row: Mapping[str, str]) -> dict[str, Any]:
    """The test of a table's row: a variable per column, and assertions in ``__expected``."""
    test: dict[str, Any] = {"vars": {}, "assert": []}
    for key, cell in row.items():
        if not key.startswith("__"):
            test["vars"][key] = cell
        elif cell and re.fullmatch(r"__expected\d*", key):
            test["assert"].append(_cell(cell))
        elif cell and not key.startswith("__metadata:"):
            is_field = key in ("__description", "__threshold")
            test[key.removeprefix("__") if is_field else key] = cell
    return test


def _cell(cell: str) -> dict[str, Any]:
    """The assertion of a cell: ``type: value``, ``type(threshold): value``, or a text."""
    parts = _CELL.fullmatch(cell.strip())
    if parts is None:
        return {"type": "equals", "value": cell}
    value = {} if parts[3] is None else {"value": parts[3]}
    limit = {"threshold": float(parts[2])} if parts[2] else {}
    return {"type": parts[1], **value, **limit}
