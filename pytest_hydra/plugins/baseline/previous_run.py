"""What a run folder keeps of earlier runs, for who looks at it later.

``history.json`` of a run is made from the history lines of earlier runs: figures of the last
complete runs, up to and including this one, a letter for each entry and run, and the id of the
previous run with the changes of entries since then.
``baseline.jsonl`` holds entries of the previous run with their records, if they differ from now or
do not pass now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.result import Result, is_counted, item_name, scored
from pytest_hydra.errors import HydraError
from pytest_hydra.record.past_runs import MOST_RUNS, letter_of
from pytest_hydra.record.wire import decode
from pytest_hydra.report import json_bytes
from pytest_hydra.session.follow_up import Publisher

if TYPE_CHECKING:
    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.report import ReportSource

HISTORY: Final = "history.json"
BASELINE: Final = "baseline.jsonl"

# The limit for entries of the previous run.
_MOST_ENTRIES = 1_000

# The letter for a run that did not have the entry.
_ABSENT = "."
# The start of an entry in report.json, where each is on a line.
_START = lazy_regex(rb'    \{"id":("(?:[^"\\]|\\.)*"),')


class PreviousRun(Publisher):
    """Keeps what is known of earlier runs, and says what changed since the last complete one."""

    name = "earlier runs"

    def complete(self, report: dict[str, Any]) -> None:
        """Add what differs since the last run in which what did not pass now passed."""
        context = self.context
        is_told = report["verdict"] == "passed" or "baseline" in report
        if is_told or context.reuse.replayed is not None or not context.suite:
            return
        from pytest_hydra.plugins.baseline.earlier_report import since_green

        settings = context.settings
        now = {**report, "suite": context.suite_record()}
        found = since_green(settings.root, settings.root / settings.hydra.history, now)
        if found:
            report["last_green"] = found
            self.remarks = [f"since {found['run']}, the last run that passed:"]
            self.remarks += [f"  {line}" for line in found["differs"]]

    def keep(
        self, report: Mapping[str, Any], folder: Path, runs: Sequence[Mapping[str, Any]]
    ) -> None:
        """Write the history files of a run folder."""
        from pytest_hydra.record.files import write_whole

        for name, data in history_files(report, self._last(folder), runs):
            write_whole(folder / name, data, flush=False)

    def changes(self) -> str:
        """The changes of scenarios and tests since the last complete run, in words."""
        path = None if self.results.path is None else self.results.path / HISTORY
        if path is None or not path.exists():
            return ""
        worse, better = changes(path.read_bytes())
        return (
            f"since the last run: {worse} worse, {better} better: python -m pytest_hydra compare"
            if worse or better
            else ""
        )

    def _last(self, folder: Path) -> RunFolder | None:
        """The last complete run before this one that recorded the same kind of items."""
        from pytest_hydra.record.runs import REPLAYABLE, complete_runs

        names = [f"{head}.jsonl" for head in REPLAYABLE if (folder / f"{head}.jsonl").exists()]
        with suppress(HydraError):
            for run in complete_runs(self.context.settings.root):
                recorded = run.manifest["files"]
                if run.graded and any(name in recorded for name in names):
                    return run
        return None


def history_files(
    report: Mapping[str, Any], last: RunFolder | None, runs: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """The names and the contents of both files.

    ``runs`` are the lines of earlier complete runs, ``last`` is the folder of the last of them.
    """
    results = {item_name(result): result for result in scored(report)}
    now = {key: letter_of(result) for key, result in results.items()}
    letters = [*(run["letters"] for run in runs), now][-MOST_RUNS:]
    past, scores = (runs[-1]["letters"], runs[-1]["scores"]) if runs else ({}, {})
    wanted = {
        key: result
        for key, result in results.items()
        if {now[key], past.get(key, "p")} != {"p"}
        or (key in past and scores.get(key, 100) != result["total"])
    }
    before = dict(_before(_source(last), wanted)) if wanted else {}
    figures = [{name: run[name] for name in ("run_id", "verdict")} for run in (*runs, report)]
    history = {
        "runs": figures[-MOST_RUNS:],
        "previous": "" if last is None else last.run_id,
        "letters": {
            key: "".join([run.get(key, _ABSENT) for run in letters])
            for key in dict.fromkeys(key for run in reversed(letters) for key in run)
        },
        "changes": {
            **{
                key: ("new", "")
                for key in results
                if runs and all(key not in run for run in letters[:-1])
            },
            **_changes(before, wanted),
        },
    }
    yield HISTORY, json_bytes(history)
    if before:
        yield BASELINE, b"".join(_lines(_source(last), before))


def _source(last: RunFolder | None) -> ReportSource:
    from pytest_hydra.report import ReportSource

    return ReportSource({}, () if last is None else (last.path,))


def changes(history: bytes) -> tuple[int, int]:
    """The numbers of entries that are worse and better than in the previous run."""
    words = [word for word, _ in decode(history).get("changes", {}).values()]
    return words.count("worse"), words.count("better")


def _changes(before: Mapping[str, Result], now: Mapping[str, Result]) -> dict[str, tuple[str, str]]:
    """The changes of results that are in both runs."""
    if not before:
        return {}
    from pytest_hydra.plugins.baseline.regressions import changes_of

    old, new = (
        {(side[key]["kind"], key): side[key] for key in before if is_counted(side[key])}
        for side in (before, now)
    )
    words = ("worse", "better", "within noise")
    return {
        each.name: (each.word, each.detail) for each in changes_of(old, new) if each.word in words
    }


def _before(last: ReportSource, wanted: Mapping[str, Result]) -> Iterator[tuple[str, Result]]:
    """These results in the previous run."""
    ids = {result["id"] for result in wanted.values()}
    for line in last.lines("report.json"):
        start = _START.match(line)
        if start is not None and json.loads(start[1]) in ids:
            result = decode(line.strip(b" ,"))
            if item_name(result) in wanted:
                yield item_name(result), result


def _lines(last: ReportSource, before: Mapping[str, Result]) -> Iterator[bytes]:
    """The lines of baseline.jsonl: results of the previous run with their records."""
    from pytest_hydra.report import read_records

    records, _ = read_records(last.lines("scenarios.jsonl"))
    for key in sorted(before)[:_MOST_ENTRIES]:
        record = records.get(before[key]["nodeid"], b"null")
        yield b'{"result":%b,"record":%b}\n' % (json_bytes(before[key]), record)
