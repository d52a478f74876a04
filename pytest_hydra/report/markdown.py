"""The report as Markdown, for a comment on a pull request or a job summary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape as html_escape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pytest_hydra import registry
from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.result import (
    HANDFUL,
    MEASURED,
    Result,
    flakiness,
    is_flaky,
    is_no_answer,
    is_scored,
    item_name,
    label,
    merge_word,
    result_of,
    row_of,
    scored,
)
from pytest_hydra.core.text import counted, one_line, printable
from pytest_hydra.report.figures.calculation import (
    calculation,
    flaky_note,
    policy_lines,
)
from pytest_hydra.report.figures.causes import first_cause
from pytest_hydra.report.figures.triage import triage
from pytest_hydra.report.tables import (
    behind_winner,
    quotes_found,
    race_base,
    race_warnings,
    rank_note,
    shortfalls,
    show_fixed,
    show_result,
    show_total,
    waiver_lines,
)
from pytest_hydra.report.verdict import DIFFERS, cost_parts, passed_parts, score_parts, share_of

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

MARKER: Final = "<!-- pytest-hydra -->"
"""The first line, the same in each report."""

MOST_CHARACTERS: Final = 65_000
"""GitHub allows 65,536 characters in a comment; the rest is for text added below."""

_CUT = "*Shortened to fit a comment: report.json has everything.*"
_ROWS = 50
# Benchmarks that need attention come first.
_BY_URGENCY = ("failed", "ungraded", "open", "passed")
_CHECKS = 5
_NAMES = 3
_REVIEWS = 10
_LONGEST = 200
_SHORT = 80
_LONGEST_SUM = 1000
# Characters with a meaning in Markdown, HTML or formulas.
_SPECIAL = re.compile(r"[&<>|`*_\[\]\\~$!{}^=]")
# Entities don't prevent links: GitHub finds people, issues and addresses after rendering. A
# zero-width space inside them does.
_LINKED = re.compile(
    r"@|#|://|(?<=ww)w(?=\.)|(?<=[Gg][Hh])-|:(?=[\w+&#;-]+:)|\b[0-9a-f]{40}\b", re.IGNORECASE
)
_BREAK = "&#8203;"


def markdown(report: Report | Result) -> str:
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
    text = text.removesuffix("\n")
    return f"{text}\n{_CUT}\n" if is_cut else text


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


def _blocks(report: Report | Result) -> Iterator[Iterable[str]]:
    """The parts of the report, to be separated by empty lines."""
    rankings, benchmarks = report["rankings"], report["benchmarks"]
    entries = scored(report)
    yield [f"## pytest-hydra: {_title(report)}"]
    yield [" · ".join(_facts(report))]
    if "exit_reason" in report:
        yield [escape(str(report["exit_reason"]))]
    skipped: Any = report.get("skipped")
    if skipped:
        yield [f"- {escape(line)}" for line in skipped]
    if report["race"] is not None and rankings:
        yield from _race_blocks(report["race"], rankings)
    if benchmarks:
        yield _benchmarks(benchmarks)
    yield from _experiments(report, of_bots=False)
    yield from _tables(report)
    if "baseline" in report:
        yield from _baseline(report)
    elif (green := report.get("last_green")) is not None:
        title = f"**Since {escape(green['run'])}, the last run that passed**"
        yield [title, "", *(f"- {escape(line)}" for line in green["differs"])]
    failures = [entry for entry, _ in triage(report)]
    if len(failures) > HANDFUL:
        yield _causes(report)
        yield _fold(f"all {len(failures)} that did not pass", _table(report, failures))
    elif failures:
        yield _table(report, failures)
    yield from _conversations(report, failures)
    if flaky := [entry for entry in entries if is_flaky(entry)]:
        yield [f"- {escape(item_name(entry))} is flaky: {flakiness(entry)}" for entry in flaky]
    kinds = Counter(
        (each["details"]["xfail"] == MEASURED, each["status"])
        for each in entries
        if "xfail" in each["details"]
    )
    measured = sum(number for (is_measured, _), number in kinds.items() if is_measured)
    if measured:
        good = kinds[True, "passed"]
        yield [f"{measured} measured: {good} passed, {measured - good} did not."]
    passed = kinds[False, "passed"]
    if passed:
        yield [f"{passed} expected to fail, and passed."]
    yield from _groups(report)


def _title(report: Report | Result) -> str:
    """The verdict; with a baseline or ``--hydra-fail-on`` what decides the exit status."""
    status, _, reason = str(report.get("exit_reason", "")).partition(": ")
    if not reason:
        return str(report["verdict"])
    verdict = "failed" if report["verdict"] == "passed" else report["verdict"]
    word = "passed" if status == "exit status 0" else verdict
    return f"{word}: {escape(reason.rpartition(' (')[0])}"


def _facts(report: Report | Result) -> Iterator[str]:
    """The figures of the whole session, as on the terminal."""
    rankings = report["rankings"]
    if scored(report):
        yield f"**{', '.join(passed_parts(report))}**"
        yield from score_parts(report)
    elif not rankings and all(result["total"] is None for result in report["benchmarks"]):
        yield "nothing was graded"
    if rankings:
        mergeable = sum(ranking["mergeable"] for ranking in rankings)
        yield f"**{mergeable} of {counted(len(rankings), 'candidate')} mergeable**"
    if not report["complete"]:
        yield "**the run is not complete**"
    # Without a record there is no run.
    if report["run_id"]:
        yield f"run {escape(report['run_id'])}"


def _baseline(report: Report | Result) -> Iterator[Iterable[str]]:
    """Regressions against the baseline, equal ones in one row, and what the suite lost."""
    baseline: Any = report["baseline"]
    counts = [f"{count} {word}" for word, count in baseline["counts"].items() if count]
    summary = escape(", ".join(counts) or "nothing changed")
    yield [f"**Since {escape(baseline['since'])}: {summary}**"]
    if lines := baseline["others"].get(DIFFERS):
        yield [f"- {escape(line)}" for line in lines]
    by_name = {item_name(result): result for result in scored(report)}
    groups: dict[tuple[str, str], list[str]] = {}
    for change in baseline["changes"]:
        if change["fails"]:
            name, result = escape(change["name"]), by_name.get(change["name"])
            if result is not None:
                name = _link(report, escape(row_of(result)) or name, result)
            groups.setdefault((change["change"], change["detail"]), []).append(name)
    if groups:
        rows = ["| | change | why | what |", "|---:|---|---|---|"]
        for (word, reason), names in [*groups.items()][:_ROWS]:
            more = f"<br>… and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
            subjects = f"{'<br>'.join(names[:_NAMES])}{more}"
            rows.append(f"| {len(names)} | {word} | {escape(reason)} | {subjects} |")
        yield [*rows, *_rest([*groups])]
    for title, lines in baseline["others"].items():
        if lines and title != DIFFERS:
            listed = [f"- {escape(line)}" for line in lines[:_ROWS]]
            yield [f"**{escape(title)}**", "", *listed, *_rest(lines)]


def _link(report: Report | Result, text: str, result: Result) -> str:
    """``text`` as a link to the result's line, or its file and line if the address is unknown."""
    repository, file, line = report["repository"], result["file"], result["line"]
    files = (repository or {}).get("files") or ""
    path = "/".join(filter(None, ((repository or {}).get("folder"), file)))
    if files.startswith(("https://", "http://")) and ".." not in path.split("/"):
        anchor = "" if line is None else f"#L{line}"
        return f"[{text}]({quote(files, safe=':/%')}/{quote(path)}{anchor})"
    return text if line is None else f"{text}<br>{escape(file)}:{line}"


def _conversations(report: Report | Result, failures: Sequence[Result]) -> Iterator[Iterable[str]]:
    """The conversations in the report, each folded under its name and cause."""
    by_id = {result["nodeid"]: result for result in failures}
    for nodeid, lines in report.get("conversations", {}).items():
        cause = f": {escape(first_cause(by_id[nodeid]).text, _SHORT)}" if nodeid in by_id else ""
        # Until </pre>, which cannot occur in escaped text, nothing is read as Markdown.
        text = html_escape(printable("\n".join(lines)), quote=False)
        yield _fold(f"{escape(nodeid)}{cause}", [f"<pre>{text}</pre>"])


def _race_blocks(race: Result, rankings: Sequence[Result]) -> Iterator[Iterable[str]]:
    yield from ([f"**{escape(warning)}**"] for warning in race_warnings(rankings)[:1])
    if rankings[0]["mergeable"]:
        yield [f"**Winner: {escape(rankings[0]['agent'])}** ({show_total(rankings[0])} of 100)"]
    yield from ([escape(line)] for line in rank_note(rankings))
    for lines in (policy_lines(race), race_base(race)):
        if lines:
            yield [escape("; ".join(line.strip() for line in lines), _LONGEST_SUM)]
    yield _race(rankings)
    yield from _reviews(rankings[:_ROWS])
    details = [ranking["details"] for ranking in rankings[:_ROWS]]
    waivers = [waiver for each in details for waiver in each.get("waivers", ())]
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


def _causes(report: Report | Result) -> Iterator[str]:
    yield "| | why they did not pass | e.g. |"
    yield "|---:|---|---|"
    by_id = {result["nodeid"]: result for result in scored(report)}
    rows: list[Any] = [cause for cause in report["causes"] if cause["items"]]
    for cause in rows[:_ROWS]:
        word = "**critical** " if cause["critical"] else ""
        if cause["outcome"] == "ungraded":
            word = "*no answer* " if cause["no_answer"] else "*ungraded* "
        example = by_id[cause["example"]]
        name = _link(report, escape(label(example)), example)
        yield f"| {cause['items']} | {word}{escape(cause['text'])} | {name} |"
    yield from _rest(rows)


def _groups(report: Report | Result) -> Iterator[Iterable[str]]:
    """Bots, tags, categories and values of columns, if there are several."""
    yield from _experiments(report, of_bots=True)
    named: dict[str, Any] = {"bot": report["by_bot"], "tag": report["by_tag"]}
    named["category"] = report["by_category"]
    for title, groups in (named | report["by_column"]).items():
        if len(groups) > 1:
            yield _fold(f"by {escape(title)}", _group_table(escape(title), groups))


def _experiments(report: Report | Result, *, of_bots: bool) -> Iterator[Iterable[str]]:
    """Treatments and triggers of files, or bots compared."""
    shown: Any = registry.service("experiment_tables") if report["experiments"] else None
    for entry in report["experiments"] if shown is not None else ():
        if (entry["file"] is None) == of_bots:
            yield [f"**{escape(shown.summary(entry), _LONGEST_SUM)}**"]
            for head, *rows in shown.tables(entry):
                lines = [f"| {' | '.join(map(escape, row))} |" for row in rows[:_ROWS]]
                line = f"|---|{'---:|' * (len(head) - 1)}"
                yield [f"| {' | '.join(head)} |", line, *lines, *_rest(rows)]
            texts = [each["text"] for each in shown.differences(entry)]
            texts += shown.remarks(entry)
            if texts:
                lines = [f"- {escape(text, _LONGEST_SUM)}" for text in texts[:_ROWS]]
                yield [*lines, *_rest(texts)]


def _tables(report: Report | Result) -> Iterator[Iterable[str]]:
    """What plugins measured."""
    for table in report.get("tables", ()):
        yield [f"**{escape(table['title'])}**"]
        lines = [f"| {' | '.join(map(escape, row))} |" for row in table["rows"][:_ROWS]]
        head = f"| {' | '.join(map(escape, table['columns']))} |"
        yield [head, f"|---|{'---:|' * (len(table['columns']) - 1)}", *lines, *_rest(table["rows"])]
        if table["remarks"]:
            yield [f"- {escape(remark)}" for remark in table["remarks"]]


def _group_table(title: str, groups: Sequence[Result]) -> Iterator[str]:
    yield f"| {title} | passed | failed | ungraded | share of runs | score | cost and time |"
    yield "|---|---:|---:|---:|---|---:|---|"
    for group in groups[:_ROWS]:
        counts = " | ".join(str(group["scenarios"][name]) for name in group["scenarios"])
        score = format_number(group["score"], 1)
        cost = ", ".join(cost_parts(group["usage"]))
        share = share_of(group)
        yield f"| {escape(group['name'])} | {counts} | {share} | {score} | {cost} |"
    yield from _rest(groups)


def _race(rankings: Sequence[Result]) -> Iterator[str]:
    # Dimensions that nobody has a score of say nothing.
    known = rankings[0]["breakdown"]
    names = [
        name for name in known if any(each["breakdown"].get(name) is not None for each in rankings)
    ]
    is_fixed = any(map(show_fixed, rankings))
    column = "fixed | " if is_fixed else ""
    yield f"| | agent | total | {column}verdict | why | {' | '.join(map(escape, names))} |"
    yield f"|---:|---|---:|{'---:|' if is_fixed else ''}---|---|{'---:|' * len(names)}"
    for ranking in rankings[:_ROWS]:
        column = f"{show_fixed(ranking) or '–'} | " if is_fixed else ""
        scores = " | ".join(format_number(ranking["breakdown"].get(name), 1, "–") for name in names)
        reasons = [
            f"{escape(gate['name'])}: {escape(gate['reason'])}"
            for gate in sorted(ranking["gates"], key=lambda gate: gate["state"] != "block")
            if gate["state"] != "pass" or gate["reason"]
        ]
        if ranking["mergeable"] and ranking is not rankings[0]:
            reasons += filter(None, [escape(behind_winner(ranking, rankings[0]))])
        yield (
            f"| {ranking['details']['rank']} | {escape(ranking['agent'])} | {show_total(ranking)} "
            f"| {column}{merge_word(ranking)} "
            f"| {'<br>'.join(reasons[:_CHECKS])} | {scores} |"
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


def _cross_examination(pairs: Sequence[Result]) -> Iterator[str]:
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


def _reviews(rankings: Sequence[Result]) -> Iterator[Iterable[str]]:
    """What to review in a change before merging, folded."""
    for ranking in rankings:
        lines, reviews = [], ranking["details"].get("review", ())
        for review in reviews[:_REVIEWS]:
            line = "" if review["line"] is None else f":{review['line']}"
            place = f" ({escape(review['file'] + line)})" if review["file"] else ""
            lines.append(f"- {escape(review['what'])}{place}")
        if len(reviews) > _REVIEWS:
            lines.append(f"- … and {len(reviews) - _REVIEWS} more")
        if lines:
            yield _fold(f"to review: {escape(ranking['agent'])}", lines)


# Categories that are named as the reason of a benchmark that failed.
_MOST_SHORTFALLS = 3


def _benchmarks(benchmarks: Sequence[Result]) -> Iterator[str]:
    yield "| benchmark | judge | overall | result | why |"
    yield "|---|---|---:|---|---|"
    ordered = sorted(benchmarks, key=lambda benchmark: _BY_URGENCY.index(result_of(benchmark)))
    for result in ordered[:_ROWS]:
        details = result["details"]
        judge = "MOCK" if details["mock"] else escape(details["judge"])
        reasons = [details.get("error"), *(check["message"] for check in result["checks"])]
        if result["status"] == "failed":
            open_checks = [each for each in result["checks"] if each["outcome"] == "ungraded"]
            reasons = [*shortfalls(result)][:_MOST_SHORTFALLS]
            reasons += [check["message"] for check in open_checks]
        reasons.append(quotes_found(result, only_invented=True))
        cell = "<br>".join(escape(reason) for reason in dict.fromkeys(reasons) if reason)
        overall = "" if result["total"] is None else f"{show_total(result)}/10"
        path = escape(details["path"])
        yield f"| {path} | {judge} | {overall} | {show_result(result)} | {cell} |"
    yield from _rest(benchmarks)


def _table(report: Report | Result, failures: Sequence[Result]) -> Iterator[str]:
    yield "| failed or ungraded | bot | score | why |"
    yield "|---|---|---:|---|"
    for result in failures[:_ROWS]:
        ungraded = "ungraded" if result["status"] == "ungraded" else ""
        ungraded = "no answer" if is_no_answer(result) else ungraded
        number = ""
        if is_scored([result]):
            least = result["details"].get("threshold", 0)
            number = format_number(result["total"], 0, "", least)
        score = ", ".join(filter(None, (number, ungraded)))
        subject = _link(report, escape(label(result)), result)
        yield f"| {subject} | {escape(result['subject'] or '')} | {score} | {_reasons(result)} |"
    yield from _rest(failures)


def _reasons(result: Result) -> str:
    marks = {"failed": "✗", "ungraded": "\N{EN DASH}"}
    failures = [check for check in result["checks"] if check["outcome"] != "passed"]
    error = result["details"].get("error")
    lines = [escape(error)] if error else []
    if is_no_answer(result):
        return lines[0]
    for check in failures[:_CHECKS]:
        # The reason for being ungraded is often the result's error, which is shown already.
        repeated = check["message"] in ("", error)
        message = "" if repeated else f": {escape(check['message'])}"
        lines.append(f"{marks[check['outcome']]} {escape(check['name'])}{message}")
    if len(failures) > _CHECKS:
        lines.append(f"… and {len(failures) - _CHECKS} more checks")
    return "<br>".join(lines)
