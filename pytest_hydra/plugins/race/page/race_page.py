"""The blocks of a race: the ranking, tests by candidates, and each candidate's diff and logs.

``race`` holds what is visible at first. ``candidate-0`` and so on, in the order of the ranking,
hold the details of each candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from pytest_hydra import registry
from pytest_hydra.core.result import Result
from pytest_hydra.core.text import whole_word
from pytest_hydra.record.labels import candidate_evidence
from pytest_hydra.report import ReportSource, behind_winner

#: The maximum number of tests shown of a race; tests with a fate come first.
MOST_TESTS: Final = 5_000
# Bytes read of a diff, and of each end of a log.
_MOST_READ = 2_000_000
_MOST_NOTES = 200

_OUTCOMES = {"passed": "p", "failed": "f", "error": "e", "skipped": "s"}
_OUTCOMES |= {"xfailed": "x", "xpassed": "X"}
# The fates of tests, which are keys of the report; and of tests of the task, which are not.
_FATES = (
    *("missed", "lost", "silenced", "gone", "disputed", "unstable", "flaky", "broken"),
    *("fixed", "new", "padding"),
)
# The fates that are marked in the diff.
_TROUBLES = ("lost", "silenced", "gone", "disputed")


def blocks(source: ReportSource) -> Iterator[tuple[str, Any]]:
    """The blocks of the race, if there was one."""
    race, rankings = source.report["race"], source.report["rankings"]
    if race is None or not rankings:
        return
    records = source.documents("race.json")
    by_agent = {
        entry["source"]["agent"]: entry for record in records for entry in record["candidates"]
    }
    bases = [record["base"] for record in records]
    yield (
        "race",
        {
            **race,
            "rankings": rankings,
            "behind": [_behind(entry, rankings[0]) for entry in rankings],
            "tests": _matrix(rankings, by_agent, bases),
            "evidence": [candidate_evidence(race, entry) for entry in rankings],
            "records": [_candidate_facts(by_agent.get(entry["agent"])) for entry in rankings],
        },
    )
    for number, entry in enumerate(rankings):
        yield f"candidate-{number}", _candidate(source, entry, by_agent, bases)


def _behind(entry: Result, winner: Result) -> str:
    return behind_winner(entry, winner) if entry["mergeable"] and entry is not winner else ""


def _candidate_facts(record: Result | None) -> dict[str, Any] | None:
    """Details of a candidate from its record that are not in the report."""
    if record is None:
        return None
    source = record["source"]
    runs = {
        step: {key: run.get(key) for key in ("command", "status", "exit", "seconds", "problem")}
        for step, run in sorted(record["runs"].items())
    }
    about = {key: source.get(key) for key in ("named", "problem", "notes", "model")}
    return {**about, "runs": runs}


def _outcomes(record: Result | None, step: str) -> Mapping[str, str]:
    """The outcome of each test in a step."""
    run = (record or {}).get("runs", {}).get(step) or {}
    return (run.get("tests") or {}).get("outcomes") or {}


def _matrix(
    rankings: Sequence[Result], by_agent: Mapping[str, Result], bases: Sequence[Result]
) -> dict[str, Any]:
    """Tests by candidates: ``ids``, and for each test a letter for the base and each candidate.

    Tests with ``fates`` (for each test, a list of pairs of candidate and fate) come first. The
    names of tests of the task begin with ``task: ``.
    """
    records = [next(iter(bases), None), *(by_agent.get(entry["agent"]) for entry in rankings)]
    task = [_outcomes(record, "acceptance") for record in records]
    # The others of this run are the base's, as in the deciding run.
    wanted = {test for column in task for test in column if column[test] != "passed"}
    columns = [
        {
            **_outcomes(record, "tests.own"),
            **_outcomes(record, "tests"),
            **{f"task: {test}": own[test] for test in own if test in wanted},
        }
        for record, own in zip(records, task, strict=True)
    ]
    fates: dict[str, list[list[Any]]] = {}
    for number, entry in enumerate(rankings):
        for fate in _FATES:
            for test in entry["details"].get("tests", {}).get(fate, ()):
                fates.setdefault(test, []).append([number, fate])
        for test in wanted if task[number + 1] else ():
            if task[number + 1].get(test) != "passed":
                fates.setdefault(f"task: {test}", []).append([number, "missed"])
    every = dict.fromkeys(name for column in columns for name in sorted(column))
    first = sorted(fates, key=lambda test: (_FATES.index(fates[test][0][1]), test))
    ids = [*first, *(name for name in every if name not in fates)]
    shown = ids[:MOST_TESTS]
    return {
        "ids": shown,
        "outcomes": [
            "".join(_OUTCOMES.get(column.get(test, ""), "-") for column in columns)
            for test in shown
        ],
        "fates": [fates.get(test, []) for test in shown],
        "more": len(ids) - len(shown),
    }


def _candidate(
    source: ReportSource, entry: Result, by_agent: Mapping[str, Result], bases: Sequence[Result]
) -> dict[str, Any]:
    """The files of a candidate's diff, the notes on them, and its logs."""
    code = registry.offered("services", "page_code")
    artifacts = entry["details"]["artifacts"]
    text = source.text(artifacts["diff"], _MOST_READ) if "diff" in artifacts else None
    diffs = code.read_diff(text or "")
    record = by_agent.get(entry["agent"]) or {}
    changes = {change["path"]: change for change in record.get("source", {}).get("changes", ())}
    for path, change in changes.items():
        if path not in {diff.path for diff in diffs}:
            diffs.append(code.FileDiff(change.get("old_path"), path))
    troubles = _notes(entry, diffs, bases, code)
    noted = {note["file"] for note in troubles}
    return {
        # What is to be looked at comes first.
        "files": sorted(
            code.shown_files(diffs, changes), key=lambda file: file["path"] not in noted
        ),
        "has_diff": text is not None,
        "notes": [*troubles, *islice(_new_findings(record, bases), _MOST_NOTES)],
        "logs": {
            step: code.shown_log(log)
            for step, path in artifacts.items()
            if step != "diff" and (log := source.text(path, _MOST_READ, ends=True)) is not None
        },
    }


def _new_findings(record: Result, bases: Sequence[Result]) -> Iterator[dict[str, Any]]:
    """Notes on linter findings that are not in the base. Line numbers are ignored."""

    def findings(runs: Result) -> list[Result]:
        return ((runs.get("lint") or {}).get("lint") or {}).get("findings") or []

    def identity(finding: Result) -> tuple[Any, ...]:
        return tuple(finding.get(key) for key in ("rule", "file", "severity", "text"))

    known = Counter(identity(each) for base in bases[:1] for each in findings(base["runs"]))
    for each in findings(record.get("runs", {})):
        known[identity(each)] -= 1
        if known[identity(each)] < 0:
            text = ": ".join(filter(None, (each.get("rule"), each.get("message"))))
            place = {"file": each.get("file"), "side": "new", "line": each.get("line")}
            yield {"text": text, **place}


def _notes(
    entry: Result, diffs: Sequence[Any], bases: Sequence[Result], code: Any
) -> list[dict[str, Any]]:
    """Notes on what to review, with the place in the diff if it is there.

    ``side`` and ``line`` are None for a whole file; ``file`` is also None if it is unknown.
    """
    notes: list[dict[str, Any]] = []
    noted: set[tuple[str, str]] = set()
    by_path = {diff.path: diff for diff in diffs}
    # Tests are known by their paths on the base.
    by_path |= {diff.old_path: diff for diff in diffs if diff.old_path}
    run = (bases[0]["runs"].get("tests") or {}) if bases else {}
    places = (run.get("tests") or {}).get("files") or {}
    for fate in _TROUBLES:
        for test in entry["details"].get("tests", {}).get(fate, ()):
            file = places.get(test) or test.partition("::")[0]
            name = test.rpartition("::")[2].partition("[")[0]
            noted |= {(file, name)} if name else set()
            diff = by_path.get(file)
            found = code.first_line(diff, name) if name and diff else None
            side, line = found or (None, None)
            place = {"file": diff.path if diff else file, "side": side, "line": line}
            notes.append({"text": f"a test is {fate}: {test}", **place})
    reviews = entry["details"].get("review", ())
    for each in sorted(reviews, key=lambda each: (each["file"], each["line"] or 0)):
        # A note on the test itself has its line already.
        if each["line"] is None and any(
            file == each["file"] and whole_word(name).search(each["what"]) for file, name in noted
        ):
            continue
        place = {"file": each["file"], "side": "new", "line": each["line"]}
        notes.append({"text": each["what"], **place})
    return notes
