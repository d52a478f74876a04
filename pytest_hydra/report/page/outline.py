"""The top of the page, and the other parts that need no JavaScript."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypedDict
from urllib.parse import urlencode

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.result import MERGE_WORDS, is_counted, item_name, scored
from pytest_hydra.core.text import counted, one_line, tally
from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.report.figures import experiment_tables
from pytest_hydra.report.figures.causes import reason
from pytest_hydra.report.page.history import history_of, since_of
from pytest_hydra.report.page.source import Block, ReportSource, block
from pytest_hydra.report.tables import rank_note, show_result, show_total
from pytest_hydra.report.verdict import cost_parts

_MOST_BENCHMARKS = 5
# Further failures are shown by the script only.
_MOST_ROWS = 200


Cell = str | tuple[str, str]


class Table(TypedDict):
    """A table in plain HTML; ``more`` is the note on rows left out.

    A cell may be a link: its text, and the fragment of an address on the page.
    """

    title: str
    columns: list[str]
    rows: list[list[Cell]]
    more: str


def blocks(source: ReportSource) -> Iterator[Block]:
    """The block ``top``: data of the whole run that several views need."""
    history = history_of(source)
    more = {"causes": source.report.get("causes", [])}
    more["comparison"] = dict(experiment_tables.comparisons(source.report))
    more["history"] = [run["run_id"] for run in history["runs"][:-1]]
    more["previous"], more["since"] = history["previous"], since_of(source)[0]
    # Labels are kept by it, and several sessions that were merged have no run id.
    more["run_id"] = source.report["run_id"] or source.report["digest"]
    yield block("top", more)
    yield block("labels", list(map(asdict, source.labels)))


def outline(source: ReportSource, problem: str) -> dict[str, Any]:
    """The variables of the template: the verdict, figures, and tables of failures.

    ``problem`` says why the page is without the run folder, if it is.
    """
    report = source.report
    score = report["totals"]["score"]
    name = report["run_id"] or counted(len(report.get("shards", ())), "merged session")
    place = report["repository"]["name"] if report["repository"] else "hydra"
    return {
        "title": f"{report['verdict']} · {place} {name}",
        "headline": f"{place} · {name}",
        "lead": [*_race(source), *_benchmarks(report)],
        "ci_url": _web(report["ci_url"]),
        "verdict": report["verdict"],
        "score": "" if score is None else f"score {format_number(score, 1)} of 100",
        "facts": [fact for fact in (*_facts(source), problem) if fact],
        "started": report["started"] or "",
        "history": [*_bars(source)],
        "first_tables": [*_since(report), *_experiments(report, of_bots=False)],
        "tables": [table for table in _tables(report) if table["rows"]],
    }


def _race(source: ReportSource) -> Iterator[str]:
    """The winner of a race, the command that merges it, and the counts."""
    rankings = source.report["rankings"]
    if not rankings:
        return
    first, counts = rankings[0], source.report["totals"]["rankings"]
    if first["mergeable"]:
        yield f"Winner: {first['agent']} ({show_total(first)} of 100)"
        records = source.documents("race.json")
        sources = [entry["source"] for record in records for entry in record["candidates"]]
        own: Any = next((each for each in sources if each["agent"] == first["agent"]), {})
        if own.get("kind") == "ref" and own["named"] != "HEAD":
            yield f"git merge {shlex.quote(one_line(own['named'], 200))}"
    named = [(counts[status], word) for status, word in MERGE_WORDS.items()]
    yield ", ".join(f"{count} {word}" for count, word in named if count)
    yield from rank_note(rankings)


def _benchmarks(report: Mapping[str, Any]) -> Iterator[str]:
    """The overall scores of the first benchmarks."""
    for result in report["benchmarks"][:_MOST_BENCHMARKS]:
        threshold = format_number(result["details"]["threshold"], 1)
        scores = f"{show_total(result)} of 10, threshold {threshold}"
        yield f"{result['details']['path']}: {scores}: {show_result(result)}"
    more = len(report["benchmarks"]) - _MOST_BENCHMARKS
    if more > 0:
        yield f"and {counted(more, 'more benchmark')}"


def _web(address: str | None) -> str:
    """An address that may be a link; empty for others, as a report may be anybody's."""
    return address if address and address.startswith(("https://", "http://")) else ""


def _facts(source: ReportSource) -> Iterator[str]:
    report, seconds = source.report, source.report["seconds"]
    yield report.get("exit_reason", "")
    yield "" if report["complete"] else "not complete: interrupted, or a part was not run"
    for what in ("scenarios", "tests", "checks"):
        counts = report["totals"][what]
        if any(counts.values()):
            yield f"{counted(sum(counts.values()), what[:-1])}: {tally(counts, counts)}"
    yield from cost_parts(report["usage"])
    if seconds is not None:
        yield f"took {seconds / 60:.0f} min" if seconds >= 120 else f"took {seconds:.1f} s"
    yield f"branch {report['branch']}" if report["branch"] else ""
    yield f"commit {report['commit'][:12]}" if report["commit"] else ""
    commits = {entry.get("base_commit") for entry in source.documents("manifest.json")} - {None}
    yield f"base {str(commits.pop())[:12]}" if len(commits) == 1 else ""
    yield f"{report['engine']['name']} {report['engine']['version']}"
    environment = report.get("environment")
    known = environment.get("python") if isinstance(environment, Mapping) else None
    yield f"Python {known}" if known else ""


def _bars(source: ReportSource) -> Iterator[dict[str, Any]]:
    """A bar for each run by the share of scenarios and tests that passed, in percent.

    The lowest share is a fifth of the height, as differences are small.
    """
    history, now = history_of(source), [*map(letter_of, scored(source.report))]
    if not now:
        return
    past = zip(*history["letters"].values(), strict=True)
    runs: list[Any] = [*zip(history["runs"][:-1], past, strict=False)]
    runs.append(({**source.report, "run_id": "this run"}, now))
    counts = [[sum(map(letters.count, kinds)) for kinds in ("p", "pfu")] for _, letters in runs]
    shares = [100 * passed / max(1, whole) for passed, whole in counts]
    scale = 80 / ((100 - min(shares)) or 1)
    for (run, _), (passed, whole), share in zip(runs, counts, shares, strict=True):
        detail = f"{run['run_id']}: {run['verdict']}, {passed} of {whole} passed"
        figures = {"height": round(100 - scale * (100 - share)), "share": format_number(share, 1)}
        yield {"verdict": run["verdict"], "detail": detail, **figures}


def _table(title: str, columns: str, rows: Sequence[Sequence[Cell]]) -> Table:
    """A table, cut to the maximum number of rows."""
    more = len(rows) - _MOST_ROWS
    return {
        "title": title,
        "columns": columns.split(" · "),
        "rows": [list(row) for row in rows[:_MOST_ROWS]],
        "more": f"and {more} more, in report.json" if more > 0 else "",
    }


def _since(report: Mapping[str, Any]) -> Iterator[Table]:
    """The changes since the baseline, if there is one, and what made the suite easier."""
    baseline = report.get("baseline")
    if baseline is None:
        return
    names = set(map(item_name, scored(report)))
    rows: list[list[Cell]] = [
        [
            each["change"],
            _link(each["name"]) if each["name"] in names else each["name"],
            each["detail"],
        ]
        for each in baseline["changes"]
    ]
    rows += [[title, "", line] for title, lines in baseline["others"].items() for line in lines]
    counts = (f"{count} {word}" for word, count in baseline["counts"].items() if count)
    title = f"Since {baseline['since']}: {', '.join(counts) or 'nothing changed'}"
    yield _table(title, "change · where · what", rows)


def _experiments(report: Mapping[str, Any], *, of_bots: bool) -> Iterator[Table]:
    """The tables of files with treatments or triggers, or those of bots compared."""
    for entry in report["experiments"]:
        if (entry["file"] is None) == of_bots:
            for head, *rows in experiment_tables.tables(entry):
                yield _table(experiment_tables.summary(entry), " · ".join(head), rows)


def _link(name: str) -> Cell:
    """A link to a scenario or a test, whose key has no surrogates."""
    key = name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return name, f"#{urlencode({'open': key})}"


def _tables(report: Mapping[str, Any]) -> Iterator[Table]:
    bad = [
        [result["status"], item_name(result), show_total(result), reason(result)]
        for result in filter(is_counted, scored(report))
        if result["status"] != "passed"
    ]
    yield _table("What did not pass", "status · where · score · why", bad)
    rankings = [
        [
            str(rank),
            result["id"],
            show_total(result),
            MERGE_WORDS[result["status"]],
            ", ".join(gate["name"] for gate in result["gates"] if gate["state"] != "pass"),
        ]
        for rank, result in enumerate(report["rankings"], 1)
    ]
    yield _table("Ranking", "rank · agent · total · verdict · gates that do not pass", rankings)
    benchmarks = [
        [
            result["details"]["path"],
            show_total(result),
            format_number(result["details"]["threshold"], 1),
            show_result(result),
        ]
        for result in report["benchmarks"]
    ]
    yield from _experiments(report, of_bots=True)
    yield _table("Benchmarks", "path · overall of 10 · threshold · result", benchmarks)
