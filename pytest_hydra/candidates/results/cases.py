"""Tests that a reader found, put together to what a run told. All text here is hostile."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from posixpath import normpath
from typing import Any

from pytest_hydra.candidates.recording import OUTCOMES, Outcome, TestRun
from pytest_hydra.core.plain import value
from pytest_hydra.errors import HydraError

LIMIT = 64 * 2**20
"""Bytes of a result file or of a record that are read; more is a problem, never a part."""

_LONG = 1000
# What speaks for a test first: of tests that share an id, the best is named plainly.
_ORDER = {
    outcome: rank
    for rank, outcome in enumerate(("passed", "xpassed", "xfailed", "skipped", "failed", "error"))
}


class ResultError(HydraError):
    """A result that cannot be read; the text says why, without the name of the file."""


@value
class Case:
    """One test and its outcome. ``file`` is relative to the workspace, None where unknown."""

    id: str
    outcome: Outcome
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader found, and why it must not be believed."""

    cases: tuple[Case, ...] = ()
    problems: tuple[str, ...] = ()


def run_of(source: str, cases: Iterable[Case], problems: Sequence[str] = ()) -> TestRun:
    """The run that consists of these tests.

    Tests that share an id are numbered, those that passed first: which of them came first is
    chance where tests run side by side, and one that is gone leaves the highest number.
    """
    by_id: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_id[clean_id(case.id)].append(case)
    outcomes: dict[str, Outcome] = {}
    files: dict[str, str] = {}
    for name in sorted(by_id):
        own = by_id[name]
        if len(own) > 1:
            own.sort(key=lambda entry: (_ORDER[entry.outcome], entry.file or ""))
        for number, case in enumerate(own, 1):
            shown = name if number == 1 else f"{name} #{number}"
            outcomes[shown] = case.outcome
            if case.file is not None:
                files[shown] = without_halves(case.file)
    return TestRun(
        evidence="ids",
        source=source,
        outcomes=outcomes,
        counts=count(outcomes),
        files=files,
        problems=tuple(problems),
    )


def ended(exit: int | None, though: str) -> str:  # noqa: A002
    """What there is to doubt where a command ended so, though something else says otherwise."""
    if exit is None:
        return "the command was ended before it had finished"
    return f"the command ended with {exit}, and {though}"


def count(outcomes: Mapping[str, Outcome]) -> dict[str, int]:
    """How many tests came to each outcome; outcomes of none are absent."""
    found = Counter(outcomes.values())
    return {outcome: found[outcome] for outcome in OUTCOMES if outcome in found}


def clean_id(text: str) -> str:
    """An id that any file can hold: no halves of surrogate pairs, a bounded length."""
    if not text.isascii():
        text = without_halves(text)
    if len(text) <= _LONG:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{text[:_LONG]}…{digest}"


def without_halves(text: str) -> str:
    """The text with what UTF-8 cannot hold written as an escape."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def inside(path: object, roots: Sequence[str]) -> str | None:
    """A path relative to the workspace; None for what is no path, or lies outside of it.

    ``roots`` are the spellings of the workspace's own path (as it was given, and the real one).
    """
    if not isinstance(path, str) or not path or "\0" in path or len(path) > 4096:
        return None
    path = path.removeprefix("file://")
    if path.startswith("/"):
        path = normpath(path)
        below = next((root for root in roots if path.startswith(f"{root.rstrip('/')}/")), None)
        if below is None:
            return None
        path = path[len(below.rstrip("/")) + 1 :]
    path = normpath(path)
    return None if path in (".", "..") or path.startswith("../") else without_halves(path)


def load_json(data: bytes) -> Any:
    """The JSON value in a result file. Raises ResultError."""
    if not data.strip():
        raise ResultError("is empty")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ResultError("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ResultError(f"is not valid JSON from line {error.lineno} on") from None
    except (RecursionError, ValueError):
        raise ResultError("holds JSON that is nested too deeply or has endless numbers") from None


def member(value: object, name: str, kind: type) -> Any:
    """A member of a JSON object. Raises ResultError when it is absent or of another kind."""
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, kind) or isinstance(found, bool) != (kind is bool):
        raise ResultError(f"has no {name!r} where the format wants one")
    return found


def objects(value: object, name: str) -> list[dict[str, Any]]:
    """A list of JSON objects under a name. Raises ResultError when it is anything else."""
    found: list[Any] = member(value, name, list)
    if not all(isinstance(entry, dict) for entry in found):
        raise ResultError(f"has something else than objects in {name!r}")
    return found
