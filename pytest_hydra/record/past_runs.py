"""The history file, ``history.jsonl``: one line per run, and one per graded benchmark.

A run's ``letters`` are the outcomes of its items in the order of ``names``. The names are stored in
the first line that needs them; later lines refer to them by ``suite``, their sha256.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import dollars, format_number, is_number
from pytest_hydra.core.result import Result, is_flaky, item_name, planned_outcomes, scored
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import locked, reason
from pytest_hydra.record.wire import decode, encode

# The most bytes and lines that are read, from the end of the file.
_TAIL = 16 * 2**20
_MOST_LINES = 10_000
MOST_RUNS = 30
"""How many earlier runs are looked at."""
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


class History:
    """The lines of a history file, the oldest first, of which only those are read that are needed.

    The file grows with each run, and what a session needs of it does not: the last runs, and the
    names of their items. A line's own damage is found when it is read, and then in ``notes``.
    """

    def __init__(self, lines: Sequence[bytes], name: str = "", *, is_whole: bool = True) -> None:
        self._lines = lines
        self._name = name
        self._is_whole = is_whole
        self._bad: dict[int, str] = {}
        self._names: dict[str, Sequence[str]] = {}

    @classmethod
    def read(cls, path: Path) -> History:
        """The history of a file; empty if it cannot be read."""
        try:
            with path.open("rb") as file:
                start = max(0, file.seek(0, 2) - _TAIL)
                file.seek(start)
                lines = file.read().splitlines()
        except OSError:
            return cls(())
        # The first of the last lines may be a part of one.
        return cls(lines[bool(start) :], path.name, is_whole=not start)

    @property
    def notes(self) -> list[str]:
        """A note if there are lines that are not valid."""
        if not self._bad:
            return []
        line = min(self._bad)
        more = f" (and {len(self._bad) - 1} more)" if len(self._bad) > 1 else ""
        return [f"{self._name}: {self._bad[line]}{more}"]

    def newest(self) -> Iterator[Line]:
        """The valid lines, the newest first."""
        last = len(self._lines)
        for number in range(last, max(0, last - _MOST_LINES), -1):
            try:
                yield decode(self._lines[number - 1])
            except ValueError as error:
                place = f"line {number}" if self._is_whole else "a line"
                self._bad[number] = f"{place} is skipped: {one_line(str(error), 100)}"

    def runs(self, most: int) -> list[Line]:
        """The last complete runs that have items, the newest last, each with its letters by name.

        Lines come from anywhere: malformed ones are left out.
        """
        found = (line for line in self.read_runs() if line["complete"])
        return [*islice(found, most)][::-1]

    def read_runs(self) -> Iterator[Line]:
        """Runs with their letters by name, the newest first, also those of a part."""
        return filter(None, map(self.run, self.newest()))

    def run(self, line: Line) -> Line | None:
        """The line of a run with its letters by name; None if it is anything else.

        A run in which nothing was graded says nothing of what was tested.
        """
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            suite, names = line["suite"], line.get("names")
            if not names or _suite(names) != suite:
                names = self.names(suite)
            letters = dict(zip(names, line["letters"], strict=True))
            usage = line["usage"]
            numbers = (line["totals"]["score"], usage.get("cost_usd"), usage.get("seconds"))
            is_sound = all(
                number is None or (is_number(number) and abs(number) < _LARGEST)
                for number in numbers
            )
            is_sound &= all(isinstance(text, str) for text in (*letters, *map(line.get, _TEXTS)))
            is_sound &= type(line["complete"]) is bool
            if is_sound and {*letters.values()} - {"u"} and line["scores"].keys:
                return {**line, "letters": letters}
        return None

    def names(self, suite: str) -> Sequence[str]:
        """The names of a suite's items, which only one of its lines has; empty if none does."""
        if suite not in self._names:
            self._names[suite] = ()
            mark = suite.encode()
            for raw in self._lines:
                if mark in raw and b'"names"' in raw:
                    with suppress(ValueError, TypeError):
                        names = decode(raw)["names"]
                        if _suite(names) == suite:
                            self._names[suite] = names
                            break
        return self._names[suite]


def earlier_runs(history: History, run_id: str) -> dict[str, tuple[int, int]]:
    """The runs of each item before this run, of the same suite and bot: those that passed, and all.

    Of at most `MOST_RUNS` sessions with a verdict. One of a part counts for its part.
    """
    own = next((line for line in history.newest() if line.get("run_id") == run_id), None)
    if own is None:
        return {}
    return runs_so_far(
        line
        for line in history.read_runs()
        if line["like"] == own.get("like") and line["run_id"] < run_id
    )


def runs_so_far(lines: Iterable[Line]) -> dict[str, tuple[int, int]]:
    """The runs of each item: those that passed, and all.

    Of at most `MOST_RUNS` sessions with a verdict.
    """
    counts: dict[str, tuple[int, int]] = {}
    graded = (line for line in lines if line["verdict"] != "error")
    for line in islice(graded, MOST_RUNS):
        several = line.get("passes")
        for name, letter in line["letters"].items():
            passed, runs = counts.get(name, (0, 0))
            if isinstance(several, dict) and name in several:
                with suppress(TypeError, ValueError):
                    more, all_runs = map(int, several[name])
                    if 0 <= more <= all_runs < _LARGEST:
                        passed, runs = passed + more, runs + all_runs
            elif letter in "pf":
                passed, runs = passed + (letter == "p"), runs + 1
            counts[name] = passed, runs
    return counts


def run_line(report: Mapping[str, Any], like: str, history: History) -> Line:
    """The line of a run; ``like`` is equal for runs of an unchanged suite and bot."""
    results = {item_name(result): result for result in scored(report)}
    names = [*results]
    suite = _suite(names)
    repeated = {
        name: [runs.count("passed"), len(runs)]
        for name, result in results.items()
        for runs in [[run for run in planned_outcomes(result) if run != "ungraded"]]
        if result["runs"][1:]
    }
    return {
        **{key: report[key] for key in ("run_id", "verdict", "complete", "totals", "usage")},
        "like": like,
        "suite": suite,
        "letters": "".join(map(letter_of, results.values())),
        "scores": {name: each["total"] for name, each in results.items() if each["total"] != 100},
        **({"passes": repeated} if repeated else {}),
        **({} if history.names(suite) else {"names": names}),
    }


def _suite(names: Sequence[str]) -> str:
    return digest(encode({"names": names}))


def letter_of(result: Result) -> str:
    """p, f or u for its status, x for an expected failure, d for a draft.

    What is flaky failed: what was asked again is no run of its own.
    """
    details, status = result["details"], result["status"]
    if "draft" in details:
        return "d"
    if is_flaky(result):
        return "f"
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
    costs = [run["usage"]["cost_usd"] for run in runs if run["usage"].get("cost_usd")]
    if last["usage"].get("cost_usd") and sum(costs) >= _NOTICED:
        parts.append(f"{dollars(sum(costs) / len(costs))} a run")
    like = [run["letters"] for run in runs if run["like"] == last["like"]]
    flips = [
        name
        for name in last["letters"]
        if len([*groupby(run[name] for run in like if run.get(name, "u") != "u")]) > 2
    ]
    if flips:
        items = ", ".join(one_line(name, 60) for name in flips[:_MOST_TOLD])
        more = f" and {len(flips) - _MOST_TOLD} more" if flips[_MOST_TOLD:] else ""
        parts.append(f"flips in {len(like)} runs without a change: {items}{more}")
    return "; ".join(parts)


def _are_alike(items: Mapping[str, str], others: Mapping[str, str]) -> bool:
    return 2 * len(items.keys() & others.keys()) >= max(len(items), len(others))
