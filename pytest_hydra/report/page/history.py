"""Earlier runs on the page, and the files in the run folder that hold them.

``history.json`` of a run is made from the history lines of earlier runs: figures of the last
complete runs, up to and including this one, a letter for each entry and run, and the id of the
previous run with the changes of entries since then.
``baseline.jsonl`` holds entries of the previous run with their records, if they differ from now or
do not pass now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.result import Result, is_counted, item_name, scored
from pytest_hydra.record.past_runs import MOST_RUNS, letter_of
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.record.wire import decode
from pytest_hydra.report.page.source import ReportSource
from pytest_hydra.report.report_json import json_bytes

HISTORY: Final = "history.json"
BASELINE: Final = "baseline.jsonl"

# The limit for entries of the previous run.
_MOST_ENTRIES = 1_000

# The letter for a run that did not have the entry.
_ABSENT = "."
# The start of an entry in report.json, where each is on a line.
_START = lazy_regex(rb'    \{"id":("(?:[^"\\]|\\.)*"),')


def history_of(source: ReportSource) -> dict[str, Any]:
    """The history in the run folder, this run included; empty for several shards.

    ``runs`` are figures of each run, the oldest first. ``letters`` has one letter for each run, by
    entry name; ``changes`` has a word and a text for each entry that changed since the run
    ``previous``, which may be none of ``runs``: the history may be another machine's.
    """
    found = [each for each in source.documents(HISTORY) if isinstance(each.get("runs"), list)]
    empty = {"runs": [], "previous": "", "letters": {}, "changes": {}}
    return {**empty, **(found[0] if len(found) == 1 else {})}


def since_of(source: ReportSource) -> tuple[str, dict[str, tuple[str, str]]]:
    """What results are compared with, and by name the word and the text of each change.

    That is the baseline if there is one, else the previous run. A result that did not pass then
    and now is *still failing*; one that is better and passes is *fixed*.
    """
    report, history = source.report, history_of(source)
    baseline, previous, letters = report.get("baseline"), history["previous"], history["letters"]
    if baseline is not None:
        since = baseline["since"]
        changes = {each["name"]: (each["change"], each["detail"]) for each in baseline["changes"]}
    else:
        since = f"run {previous}" if previous else ""
        changes = {name: (word, detail) for name, (word, detail) in history["changes"].items()}
    found = {}
    for result in scored(report) if since else ():
        name, letter = item_name(result), letter_of(result)
        word, detail = changes.get(name, ("", ""))
        # A replay may decide otherwise than the run whose changes these are.
        if baseline is None and letters.get(name, letter)[-1] != letter:
            continue
        if word == "better" and letter == "p":
            word = "fixed"
        elif not word and letter in "fu":
            is_known = baseline is not None or letters.get(name, "")[-2:-1] in ("f", "u")
            word = "still failing" if is_known else ""
        if word:
            found[name] = (word, detail)
    return since, found


def before_of(source: ReportSource) -> dict[str, bytes]:
    """The results in the previous run with their records, as JSON by their names."""
    lines = (line for line in source.objects(BASELINE) if "result" in line)
    return {item_name(line["result"]): json_bytes(line) for line in lines}


def history_files(
    report: Mapping[str, Any], last: RunFolder | None, runs: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """The names and the contents of both files.

    ``runs`` are the lines of earlier complete runs, ``last`` is the folder of the last of them.
    """
    folder = ReportSource({}, () if last is None else (last.path,))
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
    before = dict(_before(folder, wanted)) if wanted else {}
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
        yield BASELINE, b"".join(_lines(folder, before))


def changes(history: bytes) -> tuple[int, int]:
    """The numbers of entries that are worse and better than in the previous run."""
    words = [word for word, _ in decode(history).get("changes", {}).values()]
    return words.count("worse"), words.count("better")


def _changes(before: Mapping[str, Result], now: Mapping[str, Result]) -> dict[str, tuple[str, str]]:
    """The changes of results that are in both runs."""
    if not before:
        return {}
    from pytest_hydra.report.regressions import changes_of

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
    from pytest_hydra.report.page.records import read_records

    records, _ = read_records(last.lines("scenarios.jsonl"))
    for key in sorted(before)[:_MOST_ENTRIES]:
        record = records.get(before[key]["nodeid"], b"null")
        yield b'{"result":%b,"record":%b}\n' % (json_bytes(before[key]), record)
