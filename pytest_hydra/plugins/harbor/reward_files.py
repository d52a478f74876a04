"""Read what a verifier left: ``reward.json`` or ``reward.txt``, and ``ctrf.json``."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.boxes.untrusted_files import UnreadableError, read_result

_LARGEST = 2**20
_MOST_REWARDS = 100
_MOST_TESTS = 50
_PASSED, _LEFT_OUT = "passed", ("skipped", "pending")


def read_rewards(folder: Path) -> dict[str, float]:
    """The rewards by their names; a single number is ``reward``.

    ``reward.json`` decides wherever there is one. Raises UnreadableError with the file and the
    reason if they cannot be known.
    """
    name = "reward.json" if os.path.lexists(folder / "reward.json") else "reward.txt"
    try:
        text = read_result(folder, name, _LARGEST).decode("utf-8", "replace")
        return _of_json(text) if name == "reward.json" else {"reward": _of_text(text)}
    except UnreadableError as error:
        if str(error) == "is missing":
            raise UnreadableError("the verifier wrote no reward.json or reward.txt") from None
        raise UnreadableError(f"{name} {error}") from None


def read_tests(folder: Path) -> dict[str, Any] | None:
    """The number of tests in ``ctrf.json``, and those that did not pass; None if it has none."""
    try:
        data = json.loads(read_result(folder, "ctrf.json", 4 * _LARGEST))
        entries = data["results"]["tests"]
        tests = [(str(entry["name"]), str(entry["status"])) for entry in entries]
    except (UnreadableError, ValueError, LookupError, TypeError, RecursionError):
        return None  # a custom beside the reward, which decides alone
    counted = [(name, status) for name, status in tests if status not in _LEFT_OUT]
    failed = [one_line(name, 200) for name, status in counted if status != _PASSED]
    return {"count": len(counted), "failures": len(failed), "failed": failed[:_MOST_TESTS]}


def _of_json(text: str) -> dict[str, float]:
    if not text.strip():
        raise UnreadableError("is empty")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is nested too deeply"
        raise UnreadableError(f"is not JSON: {one_line(reason, 60)}") from None
    if not isinstance(data, dict):
        return {"reward": _finite(data, "")}
    if not data:
        raise UnreadableError("is an empty object")
    if len(data) > _MOST_REWARDS:
        raise UnreadableError(f"has more than {_MOST_REWARDS} rewards")
    return {one_line(name, 100): _finite(value, name) for name, value in data.items()}


def _of_text(text: str) -> float:
    if not text.strip():
        raise UnreadableError("is empty")
    try:
        return _finite(float(text), "")
    except ValueError:
        raise UnreadableError(f"should be a number, not {one_line(text, 40)!r}") from None


def _finite(value: object, name: str) -> float:
    which = f"{one_line(name, 40)} " if name else ""
    if not isinstance(value, int | float):  # a bool is an int
        shown = one_line(json.dumps(value), 40)
        raise UnreadableError(f"{which}should be a number, not {shown}")
    try:
        is_finite = math.isfinite(value)
    except OverflowError:  # of an int
        is_finite = False
    if not is_finite:
        what = str(value) if isinstance(value, float) else "one of so many digits"
        raise UnreadableError(f"{which}should be a finite number, not {what}")
    return int(value) if isinstance(value, int) else value
