"""The report as Markdown: the verdict first, then what needs a look. Fits a job's summary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.record.wire import is_counted
from pytest_hydra.report.figures.calculation import calculation, flaky_note, policy_lines
from pytest_hydra.report.figures.causes import is_no_answer
from pytest_hydra.report.tables import (
    is_scored,
    mock_note,
    race_base,
    race_warnings,
    result_of,
    show_overall,
    show_result,
    waiver_lines,
)
from pytest_hydra.report.verdict import HANDFUL, took

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

_ROWS = 50
# Benchmarks are sorted by what needs a look.
_NEEDED = ("failed", "ungraded", "open", "passed")
_CHECKS = 5
_REVIEWS = 10
_LONGEST = 200
_LONGEST_SUM = 1000
# Whatever Markdown, HTML or a mathematical formula might be made of.
_SPECIAL = re.compile(r"[&<>|`*_\[\]\\~$!{}^=]")
# Entities don't stop links: GitHub looks for people, issues and addresses after it has rendered.
# An invisible space inside them does.
_LINKED = re.compile(r"@|#|://|(?<=www)\.|(?<=[Gg][Hh])-", re.IGNORECASE)
_BREAK = "&#8203;"

Entry = Mapping[str, Any]


def markdown(report: Report | Entry) -> str:
    """The verdict, the totals, benchmarks, bots and tags, causes, and all that did not pass.

    A table has at most 50 rows, with at most 5 checks each. All text from elsewhere is shown as it
    is written: none of it is read as Markdown or HTML, links to anything, or mentions anybody.
    """
    return "\n".join(_lines(report)) + "\n"


def escape(text: str, most: int = _LONGEST) -> str:
    """The text on one line of a table, of ``most`` characters, without any meaning to Markdown."""
    line = _SPECIAL.sub(lambda special: f"&#{ord(special[0])};", one_line(text, most))
    # Not the entities that were just made: "&#" stays whole.
    return re.sub(
        r"(?P<entity>&#\d+;)|(?P<linked>" + _LINKED.pattern + ")",
        lambda match: match["entity"] or f"{match[0][0]}{_BREAK}{match[0][1:]}",
        line,
        flags=re.IGNORECASE,
    )


def _lines(report: Report | Entry) -> Iterator[str]:
    yield f"## pytest-hydra: {report['verdict']}"
    yield ""
    yield _sentence(report)
    if report.get("exit_reason"):
        yield from ("", escape(str(report["exit_reason"])))
    for block in _blocks(report):
        yield ""
        yield from block


def _blocks(report: Report | Entry) -> Iterator[Iterable[str]]:
    """What stands below the sentence, in parts between which there is an empty line."""
    rankings, benchmarks = report.get("rankings", []), report["benchmarks"]
    yield from ([f"**{line}**"] for line in mock_note(report))
    if rankings:
        yield from ([f"**{escape(warning)}**"] for warning in race_warnings(rankings)[:1])
        race: Any = report.get("race")
        for said in [] if race is None else [policy_lines(race), race_base(race)]:
            if said:
                yield [escape("; ".join(line.strip() for line in said), _LONGEST_SUM)]
        yield _race(rankings)
        if flaky := flaky_note(rankings):
            yield [flaky]
        made = [f"- {escape(line, _LONGEST_SUM)}" for line in calculation(race or {}, rankings)]
        if made:
            yield _folded("how the totals were made", made)[1:]
        if pairs := (race or {}).get("cross_examination"):
            title = "cross-examination: whose new tests pass on whose code"
            yield _folded(title, _cross_examination(pairs))[1:]
    # A race or benchmarks alone are told by their own tables.
    entries: list[Entry] = [*report["scenarios"], *report["tests"]]
    if entries or not (rankings or benchmarks):
        yield _totals(report)
    if benchmarks:
        yield _benchmarks(benchmarks)
    counting = [entry for entry in entries if is_counted(entry)]
    if len(counting) < len(entries):
        passed = sum(not is_counted(entry) and entry["status"] == "passed" for entry in entries)
        but = f", of which {passed} passed" if passed else ""
        yield [f"{len(entries) - len(counting)} expected to fail{but}, and not counted."]
    yield from _groups(report)
    wanting = [entry for entry in counting if entry["status"] != "passed"]
    if len(wanting) > HANDFUL and report.get("causes"):
        yield _causes(report["causes"])
        yield _folded(f"all {len(wanting)} that did not pass", _table(wanting))[1:]
    elif wanting:
        yield _table(wanting)


def _causes(causes: Sequence[Entry]) -> Iterator[str]:
    yield "| | why they did not pass | e.g. |"
    yield "|---:|---|---|"
    rows = [cause for cause in causes if cause["items"]]
    for cause in rows[:_ROWS]:
        word = "**critical** " if cause["critical"] else ""
        if cause["outcome"] == "ungraded":
            word = "*no answer* " if cause["no_answer"] else "*ungraded* "
        example = cause["example"]
        place = escape(f"{example['file']}:{example['line']}")
        name = escape(example["id"]) + ("" if example["line"] is None else f"<br>{place}")
        yield f"| {cause['items']} | {word}{escape(cause['text'])} | {name} |"
    yield from _rest(rows)


def _groups(report: Report | Entry) -> Iterator[Iterable[str]]:
    """Bots and tags, where there are several."""
    for title in ("bot", "tag"):
        groups: Any = report.get(f"by_{title}", [])
        if len(groups) > 1:
            yield _group_table(title, groups)


def _group_table(title: str, groups: Sequence[Entry]) -> Iterator[str]:
    yield f"| by {title} | passed | failed | ungraded | score | cost and time |"
    yield "|---|---:|---:|---:|---:|---|"
    for group in groups[:_ROWS]:
        counts = " | ".join(str(group["scenarios"][name]) for name in group["scenarios"])
        score = format_number(group["score"], 1)
        cost = ", ".join(took(group["usage"]))
        yield f"| {escape(group['name'])} | {counts} | {score} | {cost} |"
    yield from _rest(groups)


def _race(rankings: Sequence[Entry]) -> Iterator[str]:
    names = list(rankings[0]["breakdown"])
    yield f"| | agent | total | {' | '.join(map(escape, names))} | verdict | why |"
    yield f"|---:|---|---:|{'---:|' * len(names)}---|---|"
    for ranking in rankings[:_ROWS]:
        scores = " | ".join(format_number(ranking["breakdown"].get(name), 1, "–") for name in names)
        verdict = ranking["verdict"].replace("_", " ")
        reasons = [
            f"{escape(gate['name'])}: {escape(gate['reason'])}"
            for gate in sorted(ranking["gates"], key=lambda gate: gate["state"] != "block")
            if gate["state"] != "pass" or gate["reason"]
        ]
        yield (
            f"| {ranking['rank']} | {escape(ranking['agent'])} "
            f"| {format_number(ranking['total'], 1, '–')} | {scores} "
            f"| {verdict} | {'<br>'.join(reasons[:_CHECKS])} |"
        )
    yield from _rest(rankings)
    yield from _reviews(rankings[:_ROWS])
    waivers = [waiver for ranking in rankings[:_ROWS] for waiver in ranking["waivers"]]
    if waivers:
        # The lines by which a person lets candidates through their gates.
        tables = "\n\n".join("\n".join(waiver_lines(waiver)) for waiver in waivers)
        title = "to let one through, in hydra.toml, with a reason"
        yield from _folded(title, ["```toml", tables, "```"])


def _rest(rows: Sequence[Entry]) -> Iterator[str]:
    """What stands below a table that is cut."""
    if len(rows) > _ROWS:
        yield ""
        yield f"… and {len(rows) - _ROWS} more."


def _folded(title: str, lines: Iterable[str]) -> list[str]:
    """Lines that a reader opens by their title."""
    return ["", f"<details><summary>{title}</summary>", "", *lines, "", "</details>"]


def _cross_examination(pairs: Sequence[Entry]) -> Iterator[str]:
    """A row for each author, a column for each code: how many of the tests that ran pass there."""
    codes = list(dict.fromkeys(pair["code"] for pair in pairs))
    yield f"| tests of | {' | '.join(f'on {escape(code)}' for code in codes)} |"
    yield f"|---|{'---:|' * len(codes)}"
    rows: dict[str, dict[str, str]] = {}
    for pair in pairs:
        of = pair["passed"] + len(pair["failed"])
        told = f"{pair['passed']} of {of}" if of else "not run"
        rows.setdefault(pair["author"], {})[pair["code"]] = told
    for author, row in rows.items():
        yield f"| {escape(author)} | {' | '.join(row.get(code, '–') for code in codes)} |"


def _reviews(rankings: Sequence[Entry]) -> Iterator[str]:
    """What to look at in a change before it is merged, folded."""
    for ranking in rankings:
        lines = []
        for review in ranking["review"][:_REVIEWS]:
            line = "" if review["line"] is None else f":{review['line']}"
            place = f" ({escape(review['file'] + line)})" if review["file"] else ""
            lines.append(f"- {escape(review['what'])}{place}")
        if len(ranking["review"]) > _REVIEWS:
            lines.append(f"- … and {len(ranking['review']) - _REVIEWS} more")
        if lines:
            yield from _folded(f"to review: {escape(ranking['agent'])}", lines)


def _totals(report: Report | Entry) -> Iterator[str]:
    totals = report["totals"]
    yield "| | passed | failed | ungraded |"
    yield "|---|---:|---:|---:|"
    tests = Counter(test["status"] for test in report["tests"] if is_counted(test))
    rows = {"scenarios": totals["scenarios"], "tests": tests, "checks": totals["checks"]}
    for name, counts in rows.items():
        if counts or name != "tests":
            yield f"| {name} | {counts['passed']} | {counts['failed']} | {counts['ungraded']} |"


def _sentence(report: Report | Entry) -> str:
    score = report["totals"]["score"]
    sentences = []
    if score is not None:
        if is_scored(filter(is_counted, [*report["scenarios"], *report["tests"]])):
            sentences.append(f"Score: **{format_number(score, 2)}** of 100.")
    elif not report.get("rankings") and all(
        entry["overall"] is None for entry in report["benchmarks"]
    ):
        sentences.append("Nothing was graded.")
    if report.get("rankings"):
        mergeable = sum(ranking["mergeable"] for ranking in report["rankings"])
        sentences.append(
            f"{mergeable} of {counted(len(report['rankings']), 'candidate')} mergeable."
        )
    if not report["complete"]:
        sentences.append("The run is not complete.")
    if cost := took(report.get("usage", {})):
        sentences.append(f"{', '.join(cost)}.")
    # A session that ended before anything was recorded has no run.
    if report["run_id"]:
        sentences.append(f"Run `{report['run_id']}`.")
    return " ".join(sentences)


def _benchmarks(benchmarks: Sequence[Entry]) -> Iterator[str]:
    yield "| benchmark | judge | overall | result | why |"
    yield "|---|---|---:|---|---|"
    ordered = sorted(benchmarks, key=lambda benchmark: _NEEDED.index(result_of(benchmark)))
    for entry in ordered[:_ROWS]:
        judge = "MOCK" if entry["mock"] else escape(entry["judge"])
        reasons = [entry["reason"], *(category["reason"] for category in entry["categories"])]
        why = "<br>".join(escape(reason) for reason in dict.fromkeys(reasons) if reason)
        overall = "" if entry["overall"] is None else show_overall(entry)
        yield f"| {escape(entry['path'])} | {judge} | {overall} | {show_result(entry)} | {why} |"
    yield from _rest(benchmarks)


def _table(wanting: Sequence[Entry]) -> Iterator[str]:
    yield "| failed or ungraded | bot | score | why |"
    yield "|---|---|---:|---|"
    for entry in wanting[:_ROWS]:
        ungraded = "ungraded" if entry["status"] == "ungraded" else ""
        ungraded = "no answer" if is_no_answer(entry) else ungraded
        number = (
            format_number(entry["score"], 0, "", entry.get("threshold", 0))
            if is_scored([entry])
            else ""
        )
        score = ", ".join(filter(None, (number, ungraded)))
        bot = escape(entry.get("bot") or "")
        if "nodeid" in entry:
            subject = escape(entry["nodeid"])
        else:
            place = escape(f"{entry['file']}:{entry['line']}")
            subject = f"{escape(entry['id'])}<br>{place}"
        yield f"| {subject} | {bot} | {score} | {_why(entry)} |"
    yield from _rest(wanting)


def _why(entry: Entry) -> str:
    marks = {"failed": "✗", "ungraded": "\N{EN DASH}"}
    wanting = [check for check in entry["checks"] if check["outcome"] != "passed"]
    lines = [escape(entry["error"])] if entry.get("error") else []
    for check in wanting[:_CHECKS]:
        # Why it is ungraded is often the same for all of them, and stands above already.
        repeated = check["message"] in ("", entry.get("error"))
        message = "" if repeated else f": {escape(check['message'])}"
        lines.append(f"{marks[check['outcome']]} {escape(check['name'])}{message}")
    if len(wanting) > _CHECKS:
        lines.append(f"… and {len(wanting) - _CHECKS} more checks")
    return "<br>".join(lines)
