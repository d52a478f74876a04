"""The top of the page, and the other parts that need no JavaScript."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby, islice
from typing import Any, TypedDict
from urllib.parse import urlencode

from pytest_hydra import registry
from pytest_hydra.core.gates import BY_BASE_ALONE, FLAG
from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.result import (
    MEASURED,
    Result,
    is_counted,
    is_no_answer,
    item_name,
    merge_word,
    passes,
    scored,
    verdict_counts,
)
from pytest_hydra.core.text import counted, one_line, seconds_text, tally
from pytest_hydra.plugins.page.block import Block, block
from pytest_hydra.plugins.page.history import history_of, since_of
from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.report import (
    DIFFERS,
    ReportSource,
    cost_parts,
    first_cause,
    passed_parts,
    race_warnings,
    rank_note,
    reason,
    share_of,
    shortfalls,
    show_fixed,
    show_result,
    show_total,
)

_MOST_BENCHMARKS = 5
# What is said of results that count for nothing.
_NOT_BAD = ("measured", "expected to fail", "draft", "drafts")
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
    experiments = registry.service("experiment_tables")
    compared = () if experiments is None else experiments.comparisons(source.report)
    more["comparison"] = {"": []} | dict(compared)
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
        "lead": [*_race(source), *_benchmarks(report), *_measured(report)],
        "ci_url": _web(report["ci_url"]),
        "verdict": _colour(report),
        "sentence": _sentence(report),
        "groups": [*_groups(report)],
        "score": "" if score is None else f"score {format_number(score, 1)} of 100",
        "brief": " · ".join(_brief(source, f"{place} {name}")),
        "facts": [fact for fact in (*_facts(source), problem) if fact],
        "started": report["started"] or "",
        "history": [*_bars(source)],
        "first_tables": [*_titled(report)],
        "tables": [table for table in _tables(report) if table["rows"]],
    }


def _sentence(report: Mapping[str, Any]) -> str:
    """What did not pass, and is new, in words; of a race, what was proven of the best."""
    if not scored(report):
        if report["rankings"] and not report["benchmarks"]:
            return " · ".join([_proven(report["rankings"][0]), *_worse(report)])
        bad = [each for each in report["benchmarks"] if each["status"] != "passed"]
        of = counted(len(report["benchmarks"]), "benchmark")
        return f"{len(bad)} of {of} did not pass" if bad else str(report["verdict"])
    parts = passed_parts(report)
    good = [part for part in parts if part.endswith(_NOT_BAD) or " passed" in part]
    bad = [part for part in parts if part not in good]
    measured = [arm for entry in report["experiments"] if entry["file"] for arm in entry["arms"]]
    critical = sum(len(arm.get("critical", ())) for arm in measured)
    bad += [f"{counted(critical, 'critical failure')} in experiments"] if critical else []
    verdict = [] if bad or report["verdict"] == "passed" else [report["verdict"]]
    return " · ".join([*verdict, *bad, *good, *_worse(report)])


def _worse(report: Mapping[str, Any]) -> list[str]:
    """How many entries are worse than in the baseline, in words."""
    since = report.get("baseline") or {"counts": {}}
    worse = since["counts"].get("worse", 0)
    return [f"{worse} worse than {since['since']}"] if worse else []


def _proven(best: Result) -> str:
    if not best["mergeable"]:
        return "no candidate is mergeable"
    fixed = show_fixed(best)
    if _is_by_base(best):
        return f"{BY_BASE_ALONE}; {fixed} failing tests fixed" if fixed else BY_BASE_ALONE
    return f"the winner fixed {fixed} failing tests" if fixed else "the winner is mergeable"


def _colour(report: Mapping[str, Any]) -> str:
    """The class of the sentence; that of a race is about its winner, who may be merged."""
    if _is_unproven(report):
        return "unproven"
    rankings, others = report["rankings"], [*scored(report), *report["benchmarks"]]
    is_good = rankings and not others and rankings[0]["mergeable"] and not _worse(report)
    return "passed" if is_good else report["verdict"]


def _is_unproven(report: Mapping[str, Any]) -> bool:
    """Whether all that is known speaks for a candidate of which nothing tests the task."""
    rankings, others = report["rankings"], [*scored(report), *report["benchmarks"]]
    if not rankings or others:
        return False
    is_alone = rankings[0]["mergeable"] and _is_by_base(rankings[0])
    return is_alone or bool(race_warnings(rankings))


def _is_by_base(best: Result) -> bool:
    names = {each["name"] for each in best["checks"]}
    return "tests" in names and "acceptance" not in names


# Groups with a share each, the worst first.
_MOST_GROUPS = 8


def _groups(report: Mapping[str, Any]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Shares of runs that passed, by bot, tag, category and column: each is a filter."""
    named = [("bot", "bot", report["by_bot"]), ("tag", "tag", report["by_tag"])]
    named += [("category", "group", report["by_category"])]
    named += [(name, "group", groups) for name, groups in report["by_column"].items()]
    for title, filter_name, groups in named:
        ranked = sorted(groups, key=lambda group: (group["runs"]["share"] or 0, group["name"]))
        if len(ranked) < 2 or ranked[0]["runs"]["share"] == 1:
            continue
        shown = []
        for group in ranked[:_MOST_GROUPS]:
            value = group["name"] if filter_name != "group" else f"{title}: {group['name']}"
            address = f"#{urlencode({'view': 'scenarios', filter_name: value})}"
            shown.append((address, f"{one_line(group['name'], 40)} {share_of(group)}"))
        yield f"by {title}", shown


def _race(source: ReportSource) -> Iterator[str]:
    """The winner of a race, the command that merges it, and the counts."""
    rankings = source.report["rankings"]
    if not rankings:
        return
    yield from race_warnings(rankings)
    first = rankings[0]
    if first["mergeable"]:
        places = len(first["details"].get("review", ()))
        to_review = f"; {FLAG} {places} to review" if places else ""
        yield f"Winner: {first['agent']} ({show_total(first)} of 100{to_review})"
        if _is_by_base(first) and scored(source.report):
            yield BY_BASE_ALONE
        records = source.documents("race.json")
        sources = [entry["source"] for record in records for entry in record["candidates"]]
        own: Any = next((each for each in sources if each["agent"] == first["agent"]), {})
        if own.get("kind") == "ref" and own["named"] != "HEAD":
            yield f"git merge {shlex.quote(one_line(own['named'], 200))}"
        own_tree = own.get("tree")
        same = [each["agent"] for each in sources if own_tree and each.get("tree") == own_tree]
        if same[1:]:
            yield f"the same change: {', '.join(same)}"
    yield verdict_counts(rankings)
    yield from rank_note(rankings)


def _benchmarks(report: Mapping[str, Any]) -> Iterator[str]:
    """The overall scores of the first benchmarks that did not pass, and why; else of all."""
    told = [each for each in report["benchmarks"] if each["status"] != "passed"]
    told = told or report["benchmarks"]
    for result in told[:_MOST_BENCHMARKS]:
        threshold = f"{result['details']['threshold']:.7g}"
        scores = f"{show_total(result)} of 10, threshold {threshold}"
        why = shortfalls(result)
        if result["status"] == "ungraded":
            bad = (each for each in result["checks"] if each["outcome"] == "ungraded")
            why = (f"{each['name']}: {one_line(each['message'], 160)}" for each in bad)
        said = ". ".join((show_result(result), *islice(why, 1)))
        yield f"{result['details']['path']}: {scores}: {said}"
    more = len(told) - _MOST_BENCHMARKS
    if more > 0:
        yield f"and {counted(more, 'more benchmark')}"


def _measured(report: Mapping[str, Any]) -> Iterator[str]:
    """What each file with treatments or triggers shows, in sentences; first what fails."""
    measured = [entry for entry in report["experiments"] if entry["file"] is not None]
    experiment_tables: Any = registry.service("experiment_tables") if measured else None
    if experiment_tables is None:
        return
    for entry in sorted(measured, key=lambda entry: not entry["failures"]):
        texts = [each["text"] for each in experiment_tables.differences(entry)]
        said = [experiment_tables.headline(entry), *texts]
        mark = "✗ " if entry["failures"] else "✓ " if entry["require"] and entry["decided"] else ""
        yield f"{mark}{one_line(entry['file'], 80)}: {'; '.join(filter(None, said))}."


def _web(address: str | None) -> str:
    """An address that may be a link; empty for others, as a report may be anybody's."""
    return address if address and address.startswith(("https://", "http://")) else ""


def _brief(source: ReportSource, name: str) -> Iterator[str]:
    """What it cost, how long it took, and of what it was, on one line."""
    report, seconds = source.report, source.report["seconds"]
    if not report["complete"]:
        yield "not complete"
    yield from cost_parts(report["usage"], scored(report))
    if seconds is not None:
        yield f"took {seconds_text(seconds)}"
    yield name


def _facts(source: ReportSource) -> Iterator[str]:
    report = source.report
    yield report.get("exit_reason", "")
    yield "" if report["complete"] else "not complete: interrupted, or a part was not run"
    for what in ("scenarios", "tests", "checks"):
        counts = report["totals"][what]
        if any(counts.values()):
            yield f"{counted(sum(counts.values()), what[:-1])}: {tally(counts, counts)}"
    yield f"branch {report['branch']}" if report["branch"] else ""
    yield f"commit {report['commit'][:12]}" if report["commit"] else ""
    commits = {entry.get("base_commit") for entry in source.documents("manifest.json")} - {None}
    yield f"base {str(commits.pop())[:12]}" if len(commits) == 1 else ""
    yield f"{report['engine']['name']} {report['engine']['version']}"
    environment = report.get("environment")
    known = environment.get("python") if isinstance(environment, Mapping) else None
    yield f"Python {known}" if known else ""


def _bars(source: ReportSource) -> Iterator[dict[str, Any]]:
    """A bar for each run by the share of scenarios and tests that passed, in percent, from 0."""
    # What is not counted now, as it is measured, did not count then.
    entries = scored(source.report)
    left = {item_name(each) for each in entries if not is_counted(each)}
    history = history_of(source)
    now = [letter_of(each) for each in entries if is_counted(each)]
    if not now:
        return
    past = zip(*(own for name, own in history["letters"].items() if name not in left), strict=True)
    runs: list[Any] = [*zip(history["runs"][:-1], past, strict=False)]
    runs.append(({**source.report, "run_id": "this run"}, now))
    counts = [[sum(map(letters.count, kinds)) for kinds in ("p", "pfu")] for _, letters in runs]
    shares = [100 * passed / max(1, whole) for passed, whole in counts]
    for (run, _), (passed, whole), share in zip(runs, counts, shares, strict=True):
        detail = f"{run['run_id']}: {run['verdict']}, {passed} of {whole} passed"
        figures = {"height": round(share), "share": format_number(share, 1)}
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
    """The changes since the baseline, or else what differs since the last run that passed."""
    baseline, green = report.get("baseline"), report.get("last_green")
    if green is not None:
        title = f"Since {green['run']}, the last run that passed"
        yield _table(title, "what differs", [[line] for line in green["differs"]])
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
    others: Mapping[str, Sequence[str]] = baseline["others"]
    own: list[list[Cell]] = [[DIFFERS, "", line] for line in others.get(DIFFERS, ())]
    for key, lines in baseline.get("prompts", {}).items():
        own += [["prompt", key, line] for line in lines]
    rows = own + rows
    rows += [[title, "", line] for title in others if title != DIFFERS for line in others[title]]
    counts = (f"{count} {word}" for word, count in baseline["counts"].items() if count)
    title = f"Since {baseline['since']}: {', '.join(counts) or 'nothing changed'}"
    yield _table(title, "change · where · what", rows)


def _experiments(report: Mapping[str, Any], *, of_bots: bool) -> Iterator[Table]:
    """The tables of files with treatments or triggers, or those of bots compared."""
    shown: Any = registry.service("experiment_tables") if report["experiments"] else None
    for entry in report["experiments"] if shown is not None else ():
        if (entry["file"] is None) == of_bots:
            title = shown.summary(entry)
            for head, *rows in shown.tables(entry):
                yield _table(title, " · ".join(head), rows)
            # Those of files stand in the lead.
            texts = [each["text"] for each in shown.differences(entry) if of_bots]
            if texts := [*texts, *shown.remarks(entry)]:
                yield _table(title, "in words", [[text] for text in texts])


def _added(report: Mapping[str, Any]) -> Iterator[Table]:
    """The tables of plugins."""
    for table in report.get("tables", ()):
        shown = _table(table["title"], " · ".join(table["columns"]), table["rows"])
        shown["more"] = "; ".join(filter(None, (shown["more"], *table["remarks"])))
        yield shown


def _titled(report: Mapping[str, Any]) -> Iterator[tuple[str, list[Table]]]:
    """The tables at the top by their titles, which those of one experiment have in common."""
    shown = (*_since(report), *_experiments(report, of_bots=False), *_added(report))
    for title, tables in groupby(shown, lambda table: table["title"]):
        yield title, [*tables]


def _link(name: str) -> Cell:
    """A link to a scenario or a test, whose key has no surrogates."""
    key = name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return name, f"#{urlencode({'open': key})}"


def _tables(report: Mapping[str, Any]) -> Iterator[Table]:
    places = {cause["cause"]: place for place, cause in enumerate(report.get("causes", ()))}
    failures = [each for each in filter(is_counted, scored(report)) if each["status"] != "passed"]
    # By cause, as in the list.
    failures.sort(key=lambda each: places.get(first_cause(each).key, len(places)))
    bad = [
        [
            "no answer" if is_no_answer(result) else result["status"],
            item_name(result),
            show_total(result),
            reason(result),
        ]
        for result in failures
    ]
    yield _table("What did not pass", "status · where · score · why", bad)
    measured = [
        [f"{passes(each)} of {len(each['runs'])}", item_name(each), show_total(each), reason(each)]
        for each in scored(report)
        if each["details"].get("xfail") == MEASURED
    ]
    yield _table("Measured", "runs passed · where · score · why", measured)
    rankings = [
        [
            str(rank),
            result["id"],
            show_total(result),
            merge_word(result),
            ", ".join(gate["name"] for gate in result["gates"] if gate["state"] != "pass"),
        ]
        for rank, result in enumerate(report["rankings"], 1)
    ]
    yield _table("Ranking", "rank · agent · total · verdict · gates that do not pass", rankings)
    benchmarks = [
        [
            result["details"]["path"],
            show_total(result),
            f"{result['details']['threshold']:.7g}",
            show_result(result),
        ]
        for result in report["benchmarks"]
    ]
    yield from _experiments(report, of_bots=True)
    yield _table("Benchmarks", "path · overall of 10 · threshold · result", benchmarks)
    said = [
        row
        for result in report["benchmarks"]
        for check in result["checks"]
        for row in _judged(result["details"]["path"], check)
    ]
    yield _table("What judges said", "category · score · judgment · about it", said)


def _judged(path: str, check: Mapping[str, Any]) -> Iterator[list[Cell]]:
    """What was said for and against, and in evidence; first with what is known of it."""
    details, signs = check["details"], {"strengths": "+ ", "weaknesses": "- ", "evidence": ""}
    notes = "; ".join(details.get("notes", ()))
    first: list[Cell] = [f"{path}: {check['name']}", format_number(check["score"], 1, "-"), notes]
    for name, sign in signs.items():
        for text in details.get(name, ()):
            yield [*first[:2], sign + text, first[2]]
            first = ["", "", ""]
    if first[0]:
        yield [*first[:2], check["message"], first[2]]
