"""The history file, ``history.jsonl``: one line per run, and one per graded benchmark.

A run's ``letters`` are the outcomes of its items in the order of ``names``. The names are stored in
the first line that needs them; later lines refer to them by ``suite``, their sha256.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import format_number, is_number
from pytest_hydra.core.result import Result, item_name, scored
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import locked, reason
from pytest_hydra.record.wire import decode, encode

# The most bytes and lines that are read, from the end of the file.
_TAIL = 16 * 2**20
_MOST_LINES = 10_000
# Larger numbers are not plausible.
_LARGEST = 1e15
_MOST_TOLD = 3
_NOTICED = 0.05
_TEXTS = ("run_id", "verdict", "like", "letters")
Line = dict[str, Any]


def append_line(path: Path, fields: Mapping[str, Any]) -> None:
    """Append a line with the current time, atomically. Raises HydraError."""
    line = encode({"t": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", **fields})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(Path(os.path.realpath(path))), path.open("ab+") as file:
            # Start a new line after one that was cut off.
            file.seek(max(0, file.seek(0, 2) - 1))
            start = b"\n" if file.read() not in (b"", b"\n") else b""
            file.write(start + line.encode("ascii") + b"\n")
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error


def read_lines(path: Path) -> tuple[list[Line], list[str]]:
    """The valid lines, oldest first, and a note if there are invalid ones."""
    try:
        with path.open("rb") as file:
            start = max(0, file.seek(0, 2) - _TAIL)
            file.seek(start)
            lines = file.read().splitlines()[bool(start) :]
    except OSError:
        return [], []
    parsed, bad, before = [], [], max(0, len(lines) - _MOST_LINES)
    for number, line in enumerate(lines[before:], start=before + 1):
        try:
            parsed.append(decode(line))
        except ValueError as error:
            place = "a line" if start else f"line {number}"
            bad.append(f"{place} is skipped: {one_line(str(error), 100)}")
    more = f" (and {len(bad) - 1} more)" if bad[1:] else ""
    return parsed, [f"{path.name}: {note}{more}" for note in bad[:1]]


def runs_of(lines: Iterable[Line]) -> list[Line]:
    """The lines of complete runs that have items, each with its letters by name."""
    names: dict[str, Sequence[str]] = {}
    runs = []
    for line in lines:
        # Lines come from anywhere: malformed ones are skipped.
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            if line.get("names") and _suite(line["names"]) == line["suite"]:
                names[line["suite"]] = line["names"]
            letters = dict(zip(names[line["suite"]], line["letters"], strict=True))
            usage = line["usage"]
            numbers = (line["totals"]["score"], usage.get("cost_usd"), usage.get("seconds"))
            is_sound = all(
                number is None or (is_number(number) and abs(number) < _LARGEST)
                for number in numbers
            )
            is_sound &= all(isinstance(text, str) for text in (*letters, *map(line.get, _TEXTS)))
            if is_sound and letters and line["complete"] is True and line["scores"].keys:
                runs.append({**line, "letters": letters})
    return runs


def run_line(report: Mapping[str, Any], like: str, earlier: Iterable[Line]) -> Line:
    """The line of a run; ``like`` is equal for runs of an unchanged suite and bot."""
    results = {item_name(result): result for result in scored(report)}
    names = [*results]
    suite = _suite(names)
    is_known = any(line.get("suite") == suite and line.get("names") == names for line in earlier)
    return {
        **{key: report[key] for key in ("run_id", "verdict", "complete", "totals", "usage")},
        "like": like,
        "suite": suite,
        "letters": "".join(map(letter_of, results.values())),
        "scores": {name: each["total"] for name, each in results.items() if each["total"] != 100},
        **({} if is_known else {"names": names}),
    }


def _suite(names: Sequence[str]) -> str:
    return digest(encode({"names": names}))


def letter_of(result: Result) -> str:
    """p, f or u for its status, x for an expected failure, d for a draft."""
    details, status = result["details"], result["status"]
    if "draft" in details:
        return "d"
    return "x" if "xfail" in details and status == "failed" else str(status[0])


def digest(text: str) -> str:
    """A short digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def trend(runs: Sequence[Line]) -> str:
    """A line on the trend of the last runs, the newest last; empty if there are too few.

    Runs of other files count only if they share half of their items with the last. Items are named
    that changed and changed back in runs of the same suite and bot: one that fails from some run on
    may be a regression.
    """
    runs = [run for run in runs if _are_alike(run["letters"], runs[-1]["letters"])]
    if len(runs) < 3:
        return ""
    last = runs[-1]
    scores = [run["totals"]["score"] for run in runs[-8:]]
    parts = [f"score {', '.join(format_number(score, 0, '-') for score in scores)}"]
    for name, template in (("cost_usd", "${:.2g} a run"), ("seconds", "{:.2g} s a run")):
        values = [run["usage"][name] for run in runs if run["usage"].get(name)]
        if last["usage"].get(name) and sum(values) >= _NOTICED:
            parts.append(template.format(sum(values) / len(values)))
    like = [run["letters"] for run in runs if run["like"] == last["like"]]
    flips = [
        name
        for name in last["letters"]
        if len([*groupby(run[name] for run in like if name in run)]) > 2
    ]
    if flips:
        items = ", ".join(one_line(name, 60) for name in flips[:_MOST_TOLD])
        more = f" and {len(flips) - _MOST_TOLD} more" if flips[_MOST_TOLD:] else ""
        parts.append(f"flips in {len(like)} runs without a change: {items}{more}")
    return "; ".join(parts)


def _are_alike(items: Mapping[str, str], others: Mapping[str, str]) -> bool:
    return 2 * len(items.keys() & others.keys()) >= max(len(items), len(others))
