"""The report as Markdown, for a comment on a pull request or a job summary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape as html_escape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted, one_line, printable
from pytest_hydra.record.wire import is_counted, item_name
from pytest_hydra.report.figures.calculation import calculation, flaky_note, policy_lines
from pytest_hydra.report.figures.causes import first_cause, is_no_answer, place_of
from pytest_hydra.report.figures.triage import triage
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
from pytest_hydra.report.verdict import HANDFUL, cost_parts, passed_parts, score_parts

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

MARKER: Final = "<!-- pytest-hydra -->"
"""The first line, the same in each report."""

MOST_CHARACTERS: Final = 65_000
"""GitHub allows 65,536 characters in a comment; the rest is for text added below."""

_CUT = "*Shortened to fit a comment: report.json and report.html have everything.*"
_ROWS = 50
# Benchmarks that need attention come first.
_BY_URGENCY = ("failed", "ungraded", "open", "passed")
_CHECKS = 5
_NAMES = 3
_REVIEWS = 10
_LONGEST = 200
_LONGEST_SUM = 1000
# Characters with a meaning in Markdown, HTML or formulas.
_SPECIAL = re.compile(r"[&<>|`*_\[\]\\~$!{}^=]")
# Entities don't prevent links: GitHub finds people, issues and addresses after rendering. A
# zero-width space inside them does.
_LINKED = re.compile(r"@|#|://|(?<=www)\.|(?<=[Gg][Hh])-", re.IGNORECASE)
_BREAK = "&#8203;"

Entry = Mapping[str, Any]


def markdown(report: Report | Entry) -> str:
    """Render the report: what is new since the baseline, causes, conversations, and figures.

    The result has at most 65,000 characters, so that it fits a comment or a job summary; a note at
    its end says if something was cut. A table has at most 50 rows, with at most 5 checks each. All
    untrusted text is escaped, so that it cannot be Markdown or HTML, a link or a mention. The first
    line is `MARKER`, so that the comment can be found again.
    """
    text, is_cut = f"{MARKER}\n", False
    for block in _blocks(report):
        lines = [*block]
        # A folded part needs its end tag, so it is written whole or not at all.
        parts = ["\n".join(lines)] if lines[-1] == "</details>" else lines
        for part in (*parts, ""):
            if len(text) + len(part) + len(_CUT) > MOST_CHARACTERS:
                is_cut = True
                break
            text += f"{part}\n"
    return text.removesuffix("\n") + f"\n{_CUT}\n" * is_cut


def escape(text: str, most: int = _LONGEST) -> str:
    """The text for one line of a table, cut to ``most`` characters and escaped for Markdown."""
    line = _SPECIAL.sub(lambda special: f"&#{ord(special[0])};", one_line(text, most))
    # "&#" of the entities made above stays whole.
    return re.sub(
        r"(?P<entity>&#\d+;)|(?P<linked>" + _LINKED.pattern + ")",
        lambda match: match["entity"] or f"{match[0][0]}{_BREAK}{match[0][1:]}",
        line,
        flags=re.IGNORECASE,
    )


def _blocks(report: Report | Entry) -> Iterator[Iterable[str]]:
    """The parts of the report, to be separated by empty lines."""
    rankings, benchmarks = report.get("rankings", []), report["benchmarks"]
    entries: list[Entry] = [*report["scenarios"], *report["tests"]]
    yield [f"## pytest-hydra: {report['verdict']}"]
    yield [" · ".join(_facts(report, entries))]
    if report.get("exit_reason"):
        yield [escape(str(report["exit_reason"]))]
    yield from ([f"**{line}**"] for line in mock_note(report))
    if rankings:
        yield from _race_blocks(report.get("race") or {}, rankings)
    if benchmarks:
        yield _benchmarks(benchmarks)
    if report.get("baseline"):
        yield from _baseline(report, entries)
    failures = [entry for entry, _ in triage(report)]
    if len(failures) > HANDFUL and report.get("causes"):
        yield _causes(report)
        yield _fold(f"all {len(failures)} that did not pass", _table(report, failures))
    elif failures:
        yield _table(report, failures)
    yield from _conversations(report, failures)
    passed = sum(not is_counted(entry) and entry["status"] == "passed" for entry in entries)
    if passed:
        yield [f"{passed} expected to fail, and passed."]
    yield from _groups(report)


def _facts(report: Report | Entry, entries: Sequence[Entry]) -> Iterator[str]:
    """The figures of the whole session, as on the terminal."""
    rankings, benchmarks = report.get("rankings", []), report["benchmarks"]
    if entries:
        yield f"**{', '.join(passed_parts(report, entries))}**"
        yield from score_parts(report, entries)
    elif not rankings and all(entry["overall"] is None for entry in benchmarks):
        yield "nothing was graded"
    if rankings:
        mergeable = sum(ranking["mergeable"] for ranking in rankings)
        yield f"**{mergeable} of {counted(len(rankings), 'candidate')} mergeable**"
    if not report["complete"]:
        yield "**the run is not complete**"
    # Without a record there is no run.
    if report["run_id"]:
        yield f"run {escape(report['run_id'])}"


def _baseline(report: Report | Entry, entries: Sequence[Entry]) -> Iterator[Iterable[str]]:
    """Regressions against the baseline, equal ones in one row, and what the suite lost."""
    baseline: Any = report["baseline"]
    counts = [f"{count} {word}" for word, count in baseline["counts"].items() if count]
    summary = escape(", ".join(counts) or "nothing changed")
    yield [f"**Since {escape(baseline['since'])}: {summary}**"]
    by_name = {item_name(entry): entry for entry in entries}
    groups: dict[tuple[str, str], list[str]] = {}
    for change in baseline["changes"]:
        if change["fails"]:
            name = escape(change["name"])
            if change["name"] in by_name:
                name = _link(report, name, by_name[change["name"]])
            groups.setdefault((change["change"], change["told"]), []).append(name)
    if groups:
        rows = ["| | change | why | what |", "|---:|---|---|---|"]
        for (word, reason), names in [*groups.items()][:_ROWS]:
            more = f"<br>… and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
            subjects = f"{'<br>'.join(names[:_NAMES])}{more}"
            rows.append(f"| {len(names)} | {word} | {escape(reason)} | {subjects} |")
        yield [*rows, *_rest([*groups])]
    for title, lines in baseline["others"].items():
        if lines:
            listed = [f"- {escape(line)}" for line in lines[:_ROWS]]
            yield [f"**{escape(title)}**", "", *listed, *_rest(lines)]


def _link(report: Report | Entry, label: str, entry: Entry) -> str:
    """``label`` as a link to the item's line, or its file and line if the address is unknown."""
    repository, place = report.get("repository"), place_of(entry)
    line = place["line"]
    if repository is not None:
        path = "/".join(filter(None, (repository["folder"], place["file"])))
        is_web = repository["files"].startswith(("https://", "http://"))
        if is_web and ".." not in path.split("/"):
            anchor = "" if line is None else f"#L{line}"
            return f"[{label}]({quote(repository['files'], safe=':/%')}/{quote(path)}{anchor})"
    return label if line is None else f"{label}<br>{escape(place['file'])}:{line}"


def _conversations(report: Report | Entry, failures: Sequence[Entry]) -> Iterator[Iterable[str]]:
    """The conversations in the report, each folded under its name and cause."""
    by_name = {item_name(entry): entry for entry in failures}
    for name, lines in report.get("conversations", {}).items():
        cause = f": {escape(first_cause(by_name[name]).text)}" if name in by_name else ""
        # Until </pre>, which cannot occur in escaped text, nothing is read as Markdown.
        text = html_escape(printable("\n".join(lines)), quote=False)
        yield _fold(f"{escape(name)}{cause}", [f"<pre>{text}</pre>"])


def _race_blocks(race: Entry, rankings: Sequence[Entry]) -> Iterator[Iterable[str]]:
    yield from ([f"**{escape(warning)}**"] for warning in race_warnings(rankings)[:1])
    for lines in [policy_lines(race), race_base(race)] if race else []:
        if lines:
            yield [escape("; ".join(line.strip() for line in lines), _LONGEST_SUM)]
    yield _race(rankings)
    yield from _reviews(rankings[:_ROWS])
    waivers = [waiver for ranking in rankings[:_ROWS] for waiver in ranking["waivers"]]
    if waivers:
        # The lines with which a person can waive gates.
        tables = "\n\n".join("\n".join(waiver_lines(waiver)) for waiver in waivers)
        title = "to waive a gate, add to the base's hydra.toml, with a reason"
        yield _fold(title, ["```toml", tables, "```"])
    if flaky := flaky_note(rankings):
        yield [flaky]
    steps = [f"- {escape(line, _LONGEST_SUM)}" for line in calculation(race, rankings)]
    if steps:
        yield _fold("how the totals were made", steps)
    if pairs := race.get("cross_examination"):
        title = "cross-examination: new tests of each candidate, on the others' code"
        yield _fold(title, _cross_examination(pairs))


def _causes(report: Report | Entry) -> Iterator[str]:
    yield "| | why they did not pass | e.g. |"
    yield "|---:|---|---|"
    rows: list[Any] = [cause for cause in report["causes"] if cause["items"]]
    for cause in rows[:_ROWS]:
        word = "**critical** " if cause["critical"] else ""
        if cause["outcome"] == "ungraded":
            word = "*no answer* " if cause["no_answer"] else "*ungraded* "
        example = cause["example"]
        name = _link(report, escape(example["id"]), example)
        yield f"| {cause['items']} | {word}{escape(cause['text'])} | {name} |"
    yield from _rest(rows)


def _groups(report: Report | Entry) -> Iterator[Iterable[str]]:
    """Bots and tags, if there are several."""
    for title in ("bot", "tag"):
        groups: Any = report.get(f"by_{title}", [])
        if len(groups) > 1:
            yield _fold(f"by {title}", _group_table(title, groups))


def _group_table(title: str, groups: Sequence[Entry]) -> Iterator[str]:
    yield f"| {title} | passed | failed | ungraded | score | cost and time |"
    yield "|---|---:|---:|---:|---:|---|"
    for group in groups[:_ROWS]:
        counts = " | ".join(str(group["scenarios"][name]) for name in group["scenarios"])
        score = format_number(group["score"], 1)
        cost = ", ".join(cost_parts(group["usage"]))
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


def _rest(rows: Sequence[object]) -> Iterator[str]:
    """The note below a table that is cut."""
    if len(rows) > _ROWS:
        yield ""
        yield f"… and {len(rows) - _ROWS} more."


def _fold(title: str, lines: Iterable[str]) -> list[str]:
    """Lines folded under their title."""
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>"]


def _cross_examination(pairs: Sequence[Entry]) -> Iterator[str]:
    """A row for each author, a column for each code: how many of the author's tests pass on it."""
    codes = list(dict.fromkeys(pair["code"] for pair in pairs))
    yield f"| tests of | {' | '.join(f'on {escape(code)}' for code in codes)} |"
    yield f"|---|{'---:|' * len(codes)}"
    rows: dict[str, dict[str, str]] = {}
    for pair in pairs:
        total = pair["passed"] + len(pair["failed"])
        result = f"{pair['passed']} of {total}" if total else "not run"
        rows.setdefault(pair["author"], {})[pair["code"]] = result
    for author, row in rows.items():
        yield f"| {escape(author)} | {' | '.join(row.get(code, '–') for code in codes)} |"


def _reviews(rankings: Sequence[Entry]) -> Iterator[Iterable[str]]:
    """What to review in a change before merging, folded."""
    for ranking in rankings:
        lines = []
        for review in ranking["review"][:_REVIEWS]:
            line = "" if review["line"] is None else f":{review['line']}"
            place = f" ({escape(review['file'] + line)})" if review["file"] else ""
            lines.append(f"- {escape(review['what'])}{place}")
        if len(ranking["review"]) > _REVIEWS:
            lines.append(f"- … and {len(ranking['review']) - _REVIEWS} more")
        if lines:
            yield _fold(f"to review: {escape(ranking['agent'])}", lines)


def _benchmarks(benchmarks: Sequence[Entry]) -> Iterator[str]:
    yield "| benchmark | judge | overall | result | why |"
    yield "|---|---|---:|---|---|"
    ordered = sorted(benchmarks, key=lambda benchmark: _BY_URGENCY.index(result_of(benchmark)))
    for entry in ordered[:_ROWS]:
        judge = "MOCK" if entry["mock"] else escape(entry["judge"])
        reasons = [entry["reason"], *(category["reason"] for category in entry["categories"])]
        cell = "<br>".join(escape(reason) for reason in dict.fromkeys(reasons) if reason)
        overall = "" if entry["overall"] is None else show_overall(entry)
        yield f"| {escape(entry['path'])} | {judge} | {overall} | {show_result(entry)} | {cell} |"
    yield from _rest(benchmarks)


def _table(report: Report | Entry, failures: Sequence[Entry]) -> Iterator[str]:
    yield "| failed or ungraded | bot | score | why |"
    yield "|---|---|---:|---|"
    for entry in failures[:_ROWS]:
        ungraded = "ungraded" if entry["status"] == "ungraded" else ""
        ungraded = "no answer" if is_no_answer(entry) else ungraded
        number = ""
        if is_scored([entry]):
            number = format_number(entry["score"], 0, "", entry.get("threshold", 0))
        score = ", ".join(filter(None, (number, ungraded)))
        bot = escape(entry.get("bot") or "")
        subject = _link(report, escape(place_of(entry)["id"]), entry)
        yield f"| {subject} | {bot} | {score} | {_reasons(entry)} |"
    yield from _rest(failures)


def _reasons(entry: Entry) -> str:
    marks = {"failed": "✗", "ungraded": "\N{EN DASH}"}
    failures = [check for check in entry["checks"] if check["outcome"] != "passed"]
    lines = [escape(entry["error"])] if entry.get("error") else []
    if is_no_answer(entry):
        return lines[0]
    for check in failures[:_CHECKS]:
        # The reason for being ungraded is often the entry's error, which is shown already.
        repeated = check["message"] in ("", entry.get("error"))
        message = "" if repeated else f": {escape(check['message'])}"
        lines.append(f"{marks[check['outcome']]} {escape(check['name'])}{message}")
    if len(failures) > _CHECKS:
        lines.append(f"… and {len(failures) - _CHECKS} more checks")
    return "<br>".join(lines)
