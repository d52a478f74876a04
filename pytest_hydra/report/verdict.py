"""The last lines of a summary: the verdict, the causes of failures, and the next commands."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from pytest_hydra.core.numbers import exact, format_number, half_up
from pytest_hydra.core.result import (
    LISTS,
    MEASURED,
    Result,
    is_counted,
    is_flaky,
    is_no_answer,
    is_scored,
    label,
    passes,
    result_of,
    scored,
    verdict_counts,
)
from pytest_hydra.core.text import cells, counted, one_line, seconds_text, spent, tally, wrap_cells

Line = tuple[str, dict[str, bool]]
"""A line and its markup."""

#: The title of what differs between two reports beside the results.
DIFFERS = "what differs"
#: Causes that are listed without -v.
MOST_CAUSES = 12
_DOT = " · "
_GAP = "   "
_REST = ", …"
_TIMES = "\N{MULTIPLICATION SIGN}"
_STATUSES = ("passed", "failed", "ungraded", "open")
# The least characters shown of a cause's text.
_LEAST = 30
# The most characters of a cause's text with -v.
_MOST_OF_CAUSE = 400
_LEAST_SECONDS = 0.05
# More bots of one scenario than these are counted, and fewer if they need half a line.
_MOST_BOTS = 3
# More groups than these are named on one line, without intervals.
_FEW_GROUPS = 6


def verdict_lines(
    report: Result, width: int, others: Sequence[str], since: str, *, is_brief: bool = False
) -> Iterator[Line]:
    """The verdict with the number of passed entries, their score, time and cost.

    ``others`` count what has no entry and did not pass or run; ``since`` is what changed. If it
    ``is_brief``, it is without score, time and cost.
    """
    colour = {"green" if report["verdict"] == "passed" else "red": True, "bold": True}
    figures = [] if is_brief else score_parts(report)
    if since:
        figures = [*figures, since]
    benchmarks = _benchmarks(report["benchmarks"])
    rows = (
        passed_parts(report),
        figures,
        [benchmarks] if benchmarks else [],
        _candidates(report),
        others,
    )
    start = f"{report['verdict'].upper():<6}  "
    for row in filter(None, rows):
        for line in _pack(row, width - len(start)):
            yield f"{start}{line}", colour
            start, colour = " " * len(start), {}


def passed_parts(report: Result) -> list[str]:
    """The numbers of scenarios and tests by outcome."""
    parts = []
    entries = scored(report)
    regular = [entry for entry in entries if is_counted(entry)]
    for kind in ("scenario", "test"):
        counts = report["totals"][LISTS[kind]]
        total, passed = sum(counts.values()), counts["passed"]
        if not total:
            continue
        noun = f" {counted(total, kind).partition(' ')[2]}"
        noun = noun if report["tests"] or total < len(entries) or total == 1 else ""
        share = f" ({format_number(100 * passed / total, 0)}%)" if 0 < passed < total else ""
        parts.append(f"{passed:,} of {total:,}{noun} passed{share}")
    failed = [entry for entry in regular if entry["status"] == "failed"]
    if failed:
        critical = sum(any(map(_is_critical, entry["checks"])) for entry in failed)
        parts.append(f"{len(failed):,} failed" + (f", {critical:,} critical" if critical else ""))
        # Asked again, and still a failure: only a baseline could say that this is chance.
        if not report.get("baseline") and any("again" in entry["details"] for entry in failed):
            parts.append("no baseline")
    ungraded = [entry for entry in regular if entry["status"] == "ungraded"]
    silent = sum(map(is_no_answer, ungraded))
    if silent:
        parts.append(f"{silent:,} no answer")
    if len(ungraded) > silent:
        parts.append(f"{len(ungraded) - silent:,} ungraded")
    if ungraded and report["verdict"] == "passed":
        parts[-1] += " (allowed)"
    if flaky := sum(map(is_flaky, regular)):
        parts.append(f"{flaky:,} flaky")
    passed_late = [e["status"] == "passed" and e["details"].get("tries", 1) > 1 for e in regular]
    if any(passed_late):
        parts.append(f"{sum(passed_late)} only after a rerun")
    drafts = sum("draft" in entry["details"] for entry in entries)
    measured = sum(entry["details"].get("xfail") == MEASURED for entry in entries)
    expected = len(entries) - len(regular) - drafts - measured
    if measured:
        parts.append(f"{measured:,} measured")
    if expected:
        parts.append(f"{expected:,} expected to fail")
    if drafts:
        parts.append(counted(drafts, "draft"))
    return parts


def _is_critical(check: Result) -> bool:
    return bool(check.get("critical"))


def score_parts(report: Result) -> list[str]:
    """The score, time and cost of scenarios and tests, as far as they are meaningful."""
    score, regular = report["totals"]["score"], [*filter(is_counted, scored(report))]
    repeated = [result for result in regular if result["runs"][1:]]
    checks = report["totals"]["checks"]
    costs = cost_parts(report["usage"], scored(report))
    if not regular:  # there are none, or all are expected failures
        return costs
    parts = ["no score"] if score is None else []
    if score is not None and is_scored(regular):
        parts.append(f"score {format_number(score, 1)}/100")
    if total := sum(checks.values()):
        parts.append(f"{checks['passed']:,} of {counted(total, 'check')} passed")
    if repeated:
        runs = sum(len(result["runs"]) for result in repeated)
        parts.append(f"{sum(map(passes, repeated)):,} of {runs:,} runs passed")
    return [*parts, *costs]


def cost_parts(usage: Result, results: Sequence[Result] = ()) -> list[str]:
    """The cost and time of replies in words, as far as they are known.

    Of ``results`` it is said of how many scenarios the cost is known, unless it is of all.
    """
    parts = spent(usage)
    scenarios = [each["usage"] for each in results if each["kind"] == "scenario"]
    known = sum("cost_usd" in each for each in scenarios)
    if 0 < known < len(scenarios) and usage.get("cost_usd"):
        parts[0] += f" (known of {known:,} of {counted(len(scenarios), 'scenario')})"
    # Instant replies need no figures.
    if usage.get("seconds_p95", 0) >= _LEAST_SECONDS:
        parts.append(f"replies: {_percentiles(usage, 'seconds')}")
    if "first_token_seconds_p50" in usage:
        parts.append(f"first token: {_percentiles(usage, 'first_token_seconds')}")
    return parts


def _percentiles(usage: Result, name: str) -> str:
    half, most = (seconds_text(usage[f"{name}_p{part}"]) for part in (50, 95))
    return f"median {half}, 95% within {most}"


def _benchmarks(benchmarks: Sequence[Result]) -> str:
    if not benchmarks:
        return ""
    results = tally(Counter(map(result_of, benchmarks)), _STATUSES)
    mocked = ", MOCK" if any(benchmark["details"]["mock"] for benchmark in benchmarks) else ""
    return f"{counted(len(benchmarks), 'benchmark')}: {results}{mocked}"


def _candidates(report: Result) -> list[str]:
    if not report["rankings"]:
        return []
    count = counted(len(report["rankings"]), "candidate")
    told = f"{count}: {verdict_counts(report['rankings'])}"
    baseline: Result = report.get("baseline") or {"changes": ()}
    changes = [each for each in baseline["changes"] if each["kind"] == "candidate"]
    worse = sum(each["fails"] for each in changes)
    if not worse:
        return [told]
    # There may be a winner all the same.
    since = one_line(baseline["since"], 40)
    return [f"{counted(worse, 'candidate')} worse than in {since}", told]


def _pack(parts: Sequence[str], width: int) -> Iterator[str]:
    """The parts on as few lines as possible."""
    line = ""
    for part in parts:
        if line and len(line) + len(_DOT) + len(part) > width:
            yield line
            line = ""
        line = f"{line}{_DOT}{part}" if line else part
    yield line


def leading_causes(report: Result, most: int | None = MOST_CAUSES) -> list[Result]:
    """The first causes of items, the most important first: ``most``, or all if it is None.

    One of them is of an item without a verdict, if there is any: failures do not hide what did not
    run.
    """
    causes = [cause for cause in report["causes"] if cause["items"]]
    # A line that says that one line is missing would save nothing.
    if most is None or len(causes) <= most + 1:
        return causes
    shown, rest = causes[:most], causes[most:]
    ungraded = [cause for cause in rest if cause["outcome"] != "failed"]
    if ungraded and all(cause["outcome"] == "failed" for cause in shown):
        shown[-1:] = ungraded[:1]
    return shown


def not_passed(failed: int, silent: int, ungraded: int) -> str:
    """How many did not pass, by how: ``1 failed, 30 no answer``."""
    numbers = {"failed": failed, "no answer": silent, "ungraded": ungraded}
    return ", ".join(f"{number:,} {word}" for word, number in numbers.items() if number)


def cause_lines(report: Result, width: int, most: int | None = MOST_CAUSES) -> Iterator[Line]:
    """The causes that are the first cause of an item, a line each, the most important first.

    Each is followed by the names of its items, as many as fit. ``most`` is None for all causes.
    """
    if not report["causes"]:
        return
    from pytest_hydra.report.figures.causes import first_cause

    items: dict[str, list[Result]] = {}
    for result in scored(report):
        if result["status"] != "passed" and is_counted(result):
            items.setdefault(first_cause(result).key, []).append(result)
    has_bots = len({result["subject"] for result in report["scenarios"]}) > 1
    causes = leading_causes(report, most)
    for cause in causes if most is None else ():
        yield from _whole_cause(cause, items[cause["cause"]], width, has_bots=has_bots)
    for cause in causes if most is not None else ():
        yield _cause(cause, items[cause["cause"]], width, has_bots=has_bots)
    rest = [cause for cause in report["causes"] if cause["items"] and cause not in causes]
    if rest:
        counts = Counter[str]()
        for cause in rest:
            silent = "silent" if cause["no_answer"] else "ungraded"
            counts["failed" if cause["outcome"] == "failed" else silent] += cause["items"]
        number = not_passed(counts["failed"], counts["silent"], counts["ungraded"])
        yield f"      {counted(len(rest), 'more cause')}: {number}; -v lists all", {}


def _start_of_cause(cause: Result) -> tuple[str, dict[str, bool]]:
    """How many it keeps from passing, and how; with its markup."""
    failed = cause["outcome"] == "failed"
    word = "CRITICAL " if cause["critical"] else ""
    if not failed:
        word = "NO ANSWER " if cause["no_answer"] else "UNGRADED "
    return f"{cause['items']:>4,}{_TIMES}  {word}", {"red" if failed else "yellow": True}


def _whole_cause(
    cause: Result, results: Sequence[Result], width: int, *, has_bots: bool
) -> Iterator[Line]:
    """The cause with all of its items, on as many lines as they need."""
    start, markup = _start_of_cause(cause)
    names = ", ".join(_items(results, has_bots=has_bots, is_short=False))
    text = one_line(cause["text"], _MOST_OF_CAUSE)
    indent = " " * 7
    if cells(start) + cells(text) + len(_GAP) + cells(names) <= width:
        yield f"{start}{text}{_GAP}{names}", markup
        return
    yield from ((line, markup) for line in wrap_cells(text, width, start, indent))
    yield from ((line, markup) for line in wrap_cells(names, width, indent + "  ", indent + "  "))


def _cause(cause: Result, results: Sequence[Result], width: int, *, has_bots: bool) -> Line:
    start, markup = _start_of_cause(cause)
    is_many = bool(results[1:])
    room = width - len(start) - len(_GAP)
    for most in (_MOST_BOTS, 1):
        names = [*_items(results, has_bots=has_bots, is_short=is_many, most=most)]
        if 2 * cells(names[0]) <= room:
            break
    is_many = bool(names[1:])
    text = one_line(cause["text"], max(room - cells(names[0]) - len(_REST) * is_many, _LEAST))
    room -= cells(text)
    names[0] = one_line(names[0], room - len(_REST) * is_many)
    first = results[0]
    place = first["file"] if first["line"] is None else f"{first['file']}:{first['line']}"
    # The file and line are shown if there is room.
    if not is_many and first["kind"] == "scenario" and cells(names[0]) + cells(place) + 2 <= room:
        names[0] += f"  {one_line(place, 200)}"
    count = len(names)
    while count > 1 and cells(", ".join(names[:count])) + len(_REST) * (count < len(names)) > room:
        count -= 1
    listed = ", ".join(names[:count]) + _REST * (count < len(names))
    return f"{start}{text}{_GAP}{listed}", markup


def _items(
    results: Sequence[Result], *, has_bots: bool, is_short: bool, most: int | None = None
) -> Iterator[str]:
    """The name of each item, its bot if there are several, and how often it passed.

    What several bots have in common is named once, and more than ``most`` of them are counted. If
    it ``is_short``, a row is without what it asks.
    """
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result["file"], result["id"]), []).append(result)
    for own in groups.values():
        result, row = own[0], own[0]["details"].get("row", ())
        name = one_line(row[0] if row and is_short else label(result), 60)
        if has_bots and result["kind"] == "scenario":
            bots = ", ".join(one_line(each["subject"], 20) for each in own)
            is_few = most is None or len(own) <= most
            name += f" ({bots if is_few else counted(len(own), 'bot')})"
        passed = 0 if own[1:] else passes(result)
        yield f"{name} ({passed} of {len(result['runs'])})" if passed else name


def one_line_at(indent: int, text: str, width: int) -> str:
    """The text on one line, indented by ``indent`` and cut to ``width``."""
    return " " * indent + one_line(text, max(width - indent, _LEAST))


def group_lines(report: Result, width: int) -> Iterator[Line]:
    """The pass rates of bots, tags and categories, if there are several, the worst first.

    The rates are shares of runs; of cases, that of a single bot is told too. Those that passed
    everything are named too, unless all did.
    """
    categories = report["by_category"]
    has_cases = any("case" in each["details"] for each in report["scenarios"])
    # The table of the bots says the same, and more.
    is_told = any(entry["file"] is None for entry in report.get("experiments", ()))
    named = [
        ("by bot", [] if is_told else report["by_bot"]),
        ("by tag", report["by_tag"]),
        ("by category", categories),
        *((f"by {one_line(name, 30)}", groups) for name, groups in report["by_column"].items()),
    ]
    if len(report["by_bot"]) > 1 and len(categories) > 1:
        named += [(one_line(group["name"], 30), group["bots"]) for group in categories]
    for title, groups in named:
        ranked = sorted(groups, key=lambda group: (group["runs"]["share"] or 0, group["name"]))
        is_several = len(ranked) > 1 or (title == "by bot" and ranked and has_cases)
        if is_several and ranked[0]["runs"]["share"] != 1:
            yield from ((line, {}) for line in _shares(title, ranked, width))


def _shares(title: str, groups: Sequence[Result], width: int) -> list[str]:
    """The groups' shares on a few lines; with their intervals, if there is room."""

    def lines(labels: Sequence[str]) -> list[str]:
        # A label is not split.
        text = f"{title}: {', '.join(labels)}".replace(" ", "\xa0").replace(",\xa0", ", ")
        folded = wrap(text, width, subsequent_indent="    ", break_on_hyphens=False)
        return [line.replace("\xa0", " ") for line in folded]

    labels = [_share(group, is_long=True) for group in groups]
    if len(groups) <= _FEW_GROUPS:
        return lines(labels)
    worst, best = [_share(group) for group in groups[:-1]], _share(groups[-1])
    # The worst and the best are always shown.
    for most in range(len(worst), 0, -1):
        more = [f"{len(worst) - most} more"] if most < len(worst) else []
        shown = lines([*worst[:most], *more, best])
        if len(shown) == 1:
            break
    return shown


def _share(group: Result, is_long: bool = False) -> str:
    """The name of a group and its share, with the interval in a long form."""
    whole = share_of(group)
    return f"{one_line(group['name'], 30)} {whole if is_long else whole.partition(' ')[0]}"


def share_of(group: Result) -> str:
    """The share of a group's runs that passed, with its 95% interval."""
    runs = group["runs"]
    if runs["share"] is None:
        return "ungraded"
    low, high = (f"{half_up(exact(end) * 100, 0)}" for end in runs["interval"])
    share, of = format_number(exact(runs["share"]) * 100, 0), runs["passed"] + runs["failed"]
    return f"{share}% of {of:,} ({low}\u2013{high}%)"


def next_lines(report: Result, rerun: str, width: int) -> Iterator[Line]:
    """The commands to run next; ``rerun`` reruns the failures."""
    if not report.get("causes"):
        return
    from pytest_hydra.report.figures.triage import triage

    first = next((result for result, _ in triage(report)), None)
    if first is None:
        return
    name = _shortest(report["scenarios"], first)
    show = f"python -m pytest_hydra show {shlex.quote(one_line(name, 200))}"
    room = width - len("next: ")
    if len(rerun) > room:
        rerun = "the same command with --lf"
    for place, line in enumerate(_pack(list(filter(None, (rerun, show))), room)):
        yield f"{'      ' if place else 'next: '}{line}", {}


def _shortest(scenarios: Sequence[Result], found: Result) -> str:
    """The shortest unique name of an item: of a scenario, without its file and bot if possible."""
    nodeid, row = str(found["nodeid"]), found["details"].get("row", ())[:1]
    if found["kind"] != "scenario":
        return nodeid
    if row and [each["details"].get("row", ())[:1] for each in scenarios].count(row) == 1:
        return str(row[0])
    same = [result["file"] for result in scenarios if result["id"] == found["id"]]
    name = nodeid if same.count(found["file"]) > 1 else f"{found['file']}::{found['id']}"
    return name if len({*same}) > 1 else name.partition("::")[2]
