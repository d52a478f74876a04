"""Earlier runs on the page: what the run folder holds of them, if anything kept it."""

from __future__ import annotations

from typing import Any, Final

from pytest_hydra.core.result import Result, item_name, passes, scored
from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.report import ReportSource

HISTORY: Final = "history.json"
BASELINE: Final = "baseline.jsonl"


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
    # Of a baseline only what changed is known.
    before = before_of(source) if baseline is None else {}
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
            then = before.get(name, {}).get("result")
            if word and then is not None and then["runs"][1:]:
                detail = f"{_passed(then)} runs passed, now {_passed(result)}"
        if word:
            found[name] = (word, detail)
    return since, found


def _passed(result: Result) -> str:
    return f"{passes(result)} of {len(result['runs'])}"


def before_of(source: ReportSource) -> dict[str, dict[str, Any]]:
    """The ``result`` in the previous run with its ``record``, by its name."""
    lines = (line for line in source.objects(BASELINE) if "result" in line)
    return {item_name(line["result"]): line for line in lines}
