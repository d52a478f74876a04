"""The report as Markdown: the verdict first, then what needs a look. Fits a job's summary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact, half_up
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.report.tables import (
    race_base,
    race_warnings,
    result_of,
    show_overall,
    show_result,
    waiver_lines,
)

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

_ROWS = 50
# Benchmarks are sorted by what needs a look.
_NEEDED = ("failed", "ungraded", "open", "passed")
_CHECKS = 5
_REVIEWS = 10
_LONGEST = 200
# Whatever Markdown, HTML or a mathematical formula might be made of.
_SPECIAL = re.compile(r"[&<>|`*_\[\]\\~$!{}^=]")
# Entities don't stop links: GitHub looks for people, issues and addresses after it has rendered.
# An invisible space inside them does.
_LINKED = re.compile(r"@|#|://|(?<=www)\.|(?<=[Gg][Hh])-", re.IGNORECASE)
_BREAK = "&#8203;"

Entry = Mapping[str, Any]


def markdown(report: Report | Entry) -> str:
    """The verdict, the totals, the benchmarks, and a table of what failed or could not be graded.

    At most 50 rows with at most 5 checks each. All text from elsewhere is shown as it is written:
    none of it is read as Markdown or HTML, links to anything, or mentions anybody.
    """
    return "\n".join(_lines(report)) + "\n"


def escape(text: str) -> str:
    """The text on one line of a table, at most 200 characters, without any meaning to Markdown."""
    shown = one_line(text, _LONGEST)
    shown = _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", shown)
    # Not the entities that were just made: "&#" stays whole.
    return re.sub(
        r"(?P<entity>&#\d+;)|(?P<linked>" + _LINKED.pattern + ")",
        lambda found: found[0] if found["entity"] else _broken(found[0]),
        shown,
        flags=re.IGNORECASE,
    )


def _broken(link: str) -> str:
    return f"{link[0]}{_BREAK}{link[1:]}"


def _lines(report: Report | Entry) -> Iterator[str]:
    yield f"## pytest-hydra: {report['verdict']}"
    yield ""
    yield _sentence(report)
    for block in _blocks(report):
        yield ""
        yield from block


def _blocks(report: Report | Entry) -> Iterator[Iterable[str]]:
    """What stands below the sentence, in parts between which there is an empty line."""
    rankings, benchmarks = report.get("rankings", []), report["benchmarks"]
    if rankings:
        yield from ([f"**{escape(warning)}**"] for warning in race_warnings(rankings)[:1])
        yield _race(rankings)
        race: Any = report.get("race")
        base = [] if race is None else race_base(race)
        if base:
            yield [escape("; ".join(line.strip() for line in base))]
    # A race or benchmarks alone are told by their own tables.
    if _all(report) or not (rankings or benchmarks):
        yield _totals(report)
    if benchmarks:
        yield _benchmarks(benchmarks)
    expected = [entry for entry in _all(report) if entry.get("xfail") is not None]
    if expected:
        yield [f"{len(expected)} expected to fail, and not counted."]
    wanting = [
        entry
        for entry in _all(report)
        if entry["status"] != "passed" and entry.get("xfail") is None
    ]
    if wanting:
        yield _table(wanting)


def _race(rankings: Sequence[Entry]) -> Iterator[str]:
    names = list(rankings[0]["breakdown"])
    yield f"| | agent | total | {' | '.join(map(escape, names))} | verdict | why |"
    yield f"|---:|---|---:|{'---:|' * len(names)}---|---|"
    for ranking in rankings[:_ROWS]:
        scores = " | ".join(_tenth(ranking["breakdown"].get(name)) for name in names)
        verdict = ranking["verdict"].replace("_", " ")
        reasons = [
            f"{escape(gate['name'])}: {escape(gate['reason'])}"
            for gate in sorted(ranking["gates"], key=lambda gate: gate["state"] != "block")
            if gate["state"] != "pass" or gate["reason"]
        ]
        yield (
            f"| {ranking['rank']} | {escape(ranking['agent'])} | {_tenth(ranking['total'])} "
            f"| {scores} | {verdict} | {'<br>'.join(reasons[:_CHECKS])} |"
        )
    if len(rankings) > _ROWS:
        yield ""
        yield f"… and {len(rankings) - _ROWS} more."
    yield from _reviews(rankings[:_ROWS])
    yield from _waivers(rankings[:_ROWS])


def _reviews(rankings: Sequence[Entry]) -> Iterator[str]:
    """What to look at in a change before it is merged, folded."""
    for ranking in rankings:
        if ranking["review"]:
            yield ""
            yield f"<details><summary>to review: {escape(ranking['agent'])}</summary>"
            yield ""
            for review in ranking["review"][:_REVIEWS]:
                line = "" if review["line"] is None else f":{review['line']}"
                place = f" ({escape(review['file'] + line)})" if review["file"] else ""
                yield f"- {escape(review['what'])}{place}"
            if len(ranking["review"]) > _REVIEWS:
                yield f"- … and {len(ranking['review']) - _REVIEWS} more"
            yield ""
            yield "</details>"


def _waivers(rankings: Sequence[Entry]) -> Iterator[str]:
    """The lines by which a person lets candidates through their gates, folded."""
    waivers = [waiver for ranking in rankings for waiver in ranking["waivers"]]
    if not waivers:
        return
    yield ""
    yield "<details><summary>to let one through, in hydra.toml, with a reason</summary>"
    yield ""
    yield "```toml"
    for at, waiver in enumerate(waivers):
        if at:
            yield ""
        yield from waiver_lines(waiver)
    yield "```"
    yield ""
    yield "</details>"


def _tenth(score: float | None) -> str:
    return "–" if score is None else str(half_up(exact(score), 1))


def _totals(report: Report | Entry) -> Iterator[str]:
    totals = report["totals"]
    yield "| | passed | failed | ungraded |"
    yield "|---|---:|---:|---:|"
    tests = _counts(report["tests"])
    for name, counts in (
        ("scenarios", totals["scenarios"]),
        ("tests", tests),
        ("checks", totals["checks"]),
    ):
        if any(counts.values()) or name != "tests":
            yield f"| {name} | {counts['passed']} | {counts['failed']} | {counts['ungraded']} |"


def _sentence(report: Report | Entry) -> str:
    score = report["totals"]["score"]
    said = []
    if score is not None:
        said.append(f"Score: **{half_up(exact(score), 2)}** of 100.")
    elif not report.get("rankings") and all(
        entry["overall"] is None for entry in report["benchmarks"]
    ):
        said.append("Nothing was graded.")
    if report.get("rankings"):
        mergeable = sum(ranking["mergeable"] for ranking in report["rankings"])
        said.append(f"{mergeable} of {counted(len(report['rankings']), 'candidate')} mergeable.")
    if not report["complete"]:
        said.append("The run is not complete.")
    # A session that ended before anything was recorded has no run.
    if report["run_id"]:
        said.append(f"Run `{report['run_id']}`.")
    return " ".join(said)


def _benchmarks(benchmarks: Sequence[Entry]) -> Iterator[str]:
    yield "| benchmark | judge | overall | result | why |"
    yield "|---|---|---:|---|---|"
    for entry in sorted(benchmarks, key=lambda benchmark: _NEEDED.index(result_of(benchmark)))[
        :_ROWS
    ]:
        judge = "MOCK" if entry["mock"] else escape(entry["judge"])
        reasons = [entry["reason"], *(category["reason"] for category in entry["categories"])]
        why = "<br>".join(escape(fromkey) for fromkey in dict.fromkeys(reasons) if fromkey)
        overall = "" if entry["overall"] is None else show_overall(entry)
        yield f"| {escape(entry['path'])} | {judge} | {overall} | {show_result(entry)} | {why} |"
    if len(benchmarks) > _ROWS:
        yield ""
        yield f"… and {len(benchmarks) - _ROWS} more."


def _table(wanting: Sequence[Entry]) -> Iterator[str]:
    yield "| failed or ungraded | bot | score | why |"
    yield "|---|---|---:|---|"
    for entry in wanting[:_ROWS]:
        score = _score(entry["score"])
        if entry["status"] == "ungraded":
            score = f"{score}, ungraded" if score else "ungraded"
        bot = escape(entry.get("bot") or "")
        yield f"| {_subject(entry)} | {bot} | {score} | {_why(entry)} |"
    if len(wanting) > _ROWS:
        yield ""
        yield f"… and {len(wanting) - _ROWS} more."


def _subject(entry: Entry) -> str:
    if "nodeid" in entry:
        return escape(entry["nodeid"])
    place = escape(f"{entry['file']}:{entry['line']}")
    return f"{escape(entry['id'])}<br>{place}"


def _why(entry: Entry) -> str:
    marks = {"failed": "✗", "ungraded": "\N{EN DASH}"}
    wanting = [check for check in entry["checks"] if check["outcome"] != "passed"]
    lines = [escape(entry["error"])] if entry.get("error") else []
    for check in wanting[:_CHECKS]:
        # Why it is ungraded is often the same for all of them, and stands above already.
        told = check["message"] in ("", entry.get("error"))
        message = "" if told else f": {escape(check['message'])}"
        lines.append(f"{marks[check['outcome']]} {escape(check['name'])}{message}")
    if len(wanting) > _CHECKS:
        lines.append(f"… and {len(wanting) - _CHECKS} more checks")
    return "<br>".join(lines)


def _score(score: float | None) -> str:
    return "" if score is None else str(half_up(exact(score), 0))


def _all(report: Report | Entry) -> list[Entry]:
    return [*report["scenarios"], *report["tests"]]


def _counts(entries: Sequence[Entry]) -> dict[str, int]:
    statuses = [entry["status"] for entry in entries if entry.get("xfail") is None]
    return {status: statuses.count(status) for status in ("passed", "failed", "ungraded")}
