"""The summary at the end of a session: scores by file, checks in detail, the verdict and causes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from posixpath import commonpath, dirname
from textwrap import wrap
from typing import Any, Protocol

from pytest_hydra import registry
from pytest_hydra.core.gates import FLAG
from pytest_hydra.core.numbers import exact, format_number
from pytest_hydra.core.result import (
    HANDFUL,
    MEASURED,
    Result,
    flakiness,
    is_counted,
    is_flaky,
    is_no_answer,
    is_scored,
    item_name,
    passes,
    result_of,
    scored,
)
from pytest_hydra.core.scorecard import mean
from pytest_hydra.core.text import cells, counted, crop_path, log_text, one_line, tally, wrap_cells
from pytest_hydra.report.verdict import (
    DIFFERS,
    MOST_CAUSES,
    Line,
    cause_lines,
    group_lines,
    next_lines,
    one_line_at,
    verdict_lines,
)

# Expected failures failed (xfailed), or passed after all (xpassed).
_STATUSES = (
    *("passed", "failed", "no answer", "ungraded", "open", "measured", "xfailed", "xpassed"),
    "draft",
)
COLOURS = {"passed": "green", "failed": "red", "ungraded": "yellow", "open": "yellow"}
MARKS = {"passed": "\N{CHECK MARK}", "failed": "\N{BALLOT X}", "ungraded": "\N{EN DASH}"}
#: Replacements for characters that the terminal's encoding lacks.
_PLAIN: dict[str, str | int | None] = {
    **dict(zip(MARKS.values(), "+x-", strict=True)),
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{DIVISION SIGN}": "/",
    "\N{MINUS SIGN}": "-",
    "\N{RIGHTWARDS ARROW}": "->",
}
_PLAIN |= {"…": "~", "·": "|", FLAG: "!"}

# Without -v, more files and subjects than this are reduced to those with failures.
_MOST_GROUPS = 20
# Arms of an experiment, and pairs of them, that are listed.
_MOST_COMPARED = 10
# Cases in which two arms differ that are named with -v.
_ALL = 1000


class Screen(Protocol):
    """The output of a summary: pytest's terminal reporter, or a similar object."""

    @property
    def verbosity(self) -> int:
        """The verbosity by ``-v`` and ``-q``; 0 without them."""

    def write_sep(self, sep: str, title: str) -> None:
        """Write a separator line with a title."""

    def write_line(self, line: str, **markup: bool) -> None:
        """Write a line."""


def write_summary(  # noqa: PLR0913 - keyword arguments
    reporter: Screen,
    report: Result,
    *,
    width: int,
    notes: Iterable[str],
    problems: Sequence[str],
    history: Mapping[str, Sequence[float]],
    race: Sequence[str] = (),
    is_reported: bool = False,
    others: Sequence[str] = (),
    since: str = "",
    rerun: str | None = None,
) -> None:
    """Write the section ``hydra``, at most ``width`` characters wide.

    ``notes`` are the places of files, asked for when the verdict is on the screen, and ``problems``
    come last. ``history`` holds the overall scores of benchmarks so far, by path; ``race`` is the
    outcome of the race and the next step. ``is_reported``: pytest has printed the failures already.
    ``others`` count what has no entry and did not pass or run, ``since`` is what changed since the
    previous run. ``rerun`` is the command that reruns failures, None if there is no run to inspect.
    With ``-q`` it is the verdict, causes, what differs, pages and the reason of the status.
    """
    # In the order of their files; the report is sorted by id.
    entries = sorted(
        scored(report), key=lambda each: (each["kind"], each["file"], each["line"] or 0)
    )
    verbosity = reporter.verbosity
    start: list[Line] = [(f"hydra: {line}", {"yellow": True}) for line in report.get("skipped", ())]
    if entries or report["benchmarks"] or report["rankings"]:
        if verbosity >= 0:
            reporter.write_sep("=", "hydra")
            _write_groups(reporter, report, width)
            _write_details(reporter, entries, width, is_reported=is_reported)
            _write_benchmarks(reporter, report["benchmarks"], history)
            _write_race(reporter, report["rankings"], report["race"], race)
            _write_experiments(reporter, report, width)
            write_line(reporter, "")
        start = [*verdict_lines(report, width, others, since, is_brief=verbosity < 0)]
    if verbosity >= -1:
        start += _brief_benchmarks(report["benchmarks"] if verbosity < 0 else (), width)
        start += cause_lines(report, width, MOST_CAUSES if verbosity < 1 else None)
    if entries and verbosity >= 0:
        start += group_lines(report, width)
    for line, markup in start:
        write_line(reporter, line, **markup)
    end: list[Line] = []
    if verbosity >= -1:
        end += _warnings(report["rankings"])
        # With -q the next steps are left out.
        told = notes if verbosity >= 0 else _brief_notes(report, notes, width)
        end += [(line, {}) for note in told for line in _note_lines(note, width)]
        is_above = report["rankings"] and verbosity >= 0
        end += [(line, {"bold": True}) for line in race if not is_above]
    if verbosity >= 0 and rerun is not None:
        end += next_lines(report, rerun, width)
    wrapped = [line for text in problems for line in _note_lines(f"hydra: {text}", width)]
    end += [(line, {"red": True, "bold": True}) for line in wrapped]
    for line, markup in end:
        write_line(reporter, line, **markup)


def _warnings(rankings: Sequence[Result]) -> list[Line]:
    if not rankings:
        return []
    from pytest_hydra.report.tables import race_warnings

    return [(line, {"bold": True, "yellow": True}) for line in race_warnings(rankings)]


def _brief_benchmarks(benchmarks: Sequence[Result], width: int) -> Iterator[Line]:
    """A line for each benchmark that did not pass: what it lacks most."""
    bad = [each for each in benchmarks if each["status"] != "passed"]
    if bad:
        from pytest_hydra.report.tables import shortfalls, show_total

    for result in bad[:HANDFUL]:
        low = () if result["status"] == "ungraded" else shortfalls(result)
        why = next(iter(low), result["details"].get("error", ""))
        scored_as = f"{show_total(result)}/10: " if result["total"] is not None else ""
        text = f"{result['details']['path']} {scored_as}{why}"
        yield one_line_at(3, text, width), {COLOURS[result["status"]]: True}


def _brief_notes(report: Result, notes: Iterable[str], width: int) -> Iterator[str]:
    """One line for each table, for what differs from an earlier run, and some notes."""
    for table in report.get("tables", ()):
        for name, *values in table["rows"][:1]:
            parts = map(" ".join, zip(table["columns"][1:], values, strict=True))
            yield one_line(f"{table['title']}: {name}: {', '.join(parts)}", width)
    differs = report.get("last_green", {}).get("differs", ())
    if "baseline" in report:
        differs = report["baseline"]["others"].get(DIFFERS, ())
    for note in notes:
        if note.startswith("since "):
            yield one_line(f"{note.removesuffix(':')}{'; '.join(('', *differs))}", width)
        elif note.startswith("exit status "):
            yield note if cells(note) <= width else one_line(note.rpartition(" (")[0], width)
        elif note.partition(": ")[0] in registry.words("publishers"):
            yield note


def _note_lines(note: str, width: int) -> list[str]:
    """A note in lines; a path, or a command to copy, is not broken."""
    is_text = note.startswith(("exit status", "hydra: "))
    if is_text and all(cells(word) < width - 2 for word in note.split()):
        return wrap_cells(note, width, below="  ")
    return [note]


def score_line(result: Result) -> str:
    """``[SCORE] 83/100 (3 checks)``, or ``[RESULT] …`` if fewer than three were graded."""
    counts, details = Counter(check["outcome"] for check in result["checks"]), result["details"]
    if result["kind"] == "test" and "error" in details and result["status"] == "failed":
        line = f"[RESULT] The test failed: {details['error']}"
    elif is_scored([result]):
        graded = counts["passed"] + counts["failed"]
        score = format_number(result["total"], 0, threshold=details.get("threshold", 0))
        line = f"[SCORE] {score}/100 ({counted(graded, 'check')})"
    elif counts["failed"]:
        line = f"[RESULT] Some checks failed: {counts['failed']} of {counts.total()}"
    elif counts["ungraded"]:
        line = "[RESULT] Not all checks were graded"
    elif result["total"] is None:
        line = "[RESULT] All checks weigh 0"
    else:
        line = "[RESULT] All checks passed"
    if result["coverage"] != 1:
        line += f", coverage {format_number(result['coverage'] * 100, 0)}%"
    if result["runs"][1:]:
        line += f", {passes(result)} of {len(result['runs'])} runs passed"
    return line


def _write_groups(reporter: Screen, report: Result, width: int) -> None:
    groups = [*_by_file(scored(report))]
    listed = groups
    if len(groups) > _MOST_GROUPS and reporter.verbosity < 1:
        bad = [group for group in groups if any(entry["status"] != "passed" for entry in group[1])]
        listed = bad[:_MOST_GROUPS]
    tallies = [tally(Counter(map(_outcome, members)), _STATUSES) for _, members in listed]
    column = max(map(len, tallies), default=0)
    names, room = [name for name, _ in listed], max(width - column - 13, 20)
    if max(map(len, names), default=0) > room:
        # The folder of all says nothing.
        common = len(commonpath(map(dirname, names)))
        names = [crop_path(name[common + bool(common) :], room) for name in names]
    first_column = max(map(len, names), default=0)
    for name, result, (_, members) in zip(names, tallies, listed, strict=True):
        regular = [member for member in members if is_counted(member)]
        score = mean(exact(each["total"]) for each in regular if each["total"] is not None)
        points = "no score"
        if score is not None:
            points = f"{format_number(score, 0)}/100" if is_scored(regular) else ""
        statuses = {entry["status"] for entry in regular}
        worst = next((bad for bad in ("failed", "ungraded") if bad in statuses), "passed")
        line = f"{name:<{first_column}}  {result:<{column}}  {points:>8}"
        write_line(reporter, line.rstrip(), **{COLOURS[worst]: True})
    if len(listed) < len(groups):
        write_line(reporter, f"… and {len(groups) - len(listed)} more; -v shows all")


def _write_details(
    reporter: Screen, entries: Sequence[Result], width: int, *, is_reported: bool
) -> None:
    """Write the checks of entries that are shown in detail, if any."""
    level = reporter.verbosity
    # Failures are summarized by their causes.
    bad = [is_counted(entry) and entry["status"] != "passed" for entry in entries]
    detailed = [
        entry
        for entry, is_bad in zip(entries, bad, strict=True)
        if (level >= (1 if is_bad else 2) and not (is_bad and is_reported))
        or (
            not is_bad
            and entry["details"].get("xfail") != MEASURED
            and any(check["outcome"] != "passed" for check in entry["checks"])
        )
    ]
    listed = detailed if level >= 1 else detailed[:HANDFUL]
    if not listed:
        return
    write_line(reporter, "")
    write_line(reporter, "Check Details", bold=True)
    for entry in listed:
        write_line(reporter, "")
        write_line(reporter, one_line(item_name(entry), 200), bold=True)
        if entry["details"].get("xfail", MEASURED) != MEASURED:
            reason = one_line(entry["details"]["xfail"], width - 20)
            write_line(reporter, f"  expected to fail: {reason}")
        if "draft" in entry["details"]:
            write_line(reporter, "  a draft: it decides nothing")
        line = f"[FLAKY] {flakiness(entry)}" if is_flaky(entry) else score_line(entry)
        colour = COLOURS["ungraded" if is_flaky(entry) else entry["status"]]
        write_line(reporter, f"  {line}", **{colour: True})
        turns = any(check["turn"] not in (None, 1) for check in entry["checks"])
        reasons = set()
        for check in entry["checks"]:
            # If several checks are ungraded for one reason, only the first gives it.
            is_repeated = check["outcome"] == "ungraded" and check["message"] in reasons
            reasons.add(check["message"])
            brief = {**check, "message": ""} if is_repeated else check
            for line in _check_lines(brief, turns, width):
                write_line(reporter, line, **{COLOURS[check["outcome"]]: True})
    if len(listed) < len(detailed):
        write_line(reporter, "")
        write_line(reporter, f"… and {len(detailed) - len(listed)} more; -v shows all")


def _write_benchmarks(
    reporter: Screen,
    benchmarks: Sequence[Result],
    history: Mapping[str, Sequence[float]],
) -> None:
    if not benchmarks:
        return
    if len(benchmarks) > 1 and reporter.verbosity < 1:
        _write_benchmark_table(reporter, benchmarks)
        return
    from pytest_hydra.report.tables import BLOCKS, score_block, wrap_text

    plain = not _can_write("".join(BLOCKS))
    for entry in benchmarks:
        write_line(reporter, "")
        path = entry["details"]["path"]
        write_line(reporter, crop_path(path, 80), bold=True)
        scores = history.get(path, ())
        for line in score_block(entry, scores, plain=plain, notes=reporter.verbosity >= 1):
            write_line(reporter, line, **{COLOURS[result_of(entry)]: True})
        for line in wrap_text(entry["details"].get("error", ""), "  "):
            write_line(reporter, line)


def _write_benchmark_table(reporter: Screen, benchmarks: Sequence[Result]) -> None:
    from pytest_hydra.report.tables import agent_means, benchmark_table, quotes_found, wrap_text

    title, head, *rows = benchmark_table(benchmarks)
    write_line(reporter, "")
    write_line(reporter, title, bold=True)
    write_line(reporter, head, bold=True)
    for row, entry in zip(rows, benchmarks, strict=True):
        write_line(reporter, row, **{COLOURS[result_of(entry)]: True})
    for line in agent_means(benchmarks):
        write_line(reporter, line)
    for entry in benchmarks:
        if said := quotes_found(entry, only_invented=True):
            for line in wrap_text(f"{entry['details']['path']}: {said}", "", "  "):
                write_line(reporter, line)
    notes = [note for entry in benchmarks for note in entry["details"].get("notes", ())]
    for note in dict.fromkeys(notes):
        for line in wrap_text(note, ""):
            write_line(reporter, line)


def _write_race(
    reporter: Screen, rankings: Sequence[Result], race: Result | None, outcome: Sequence[str]
) -> None:
    """Write the winner, the ranking and the reasons."""
    if not rankings:
        return
    from pytest_hydra.report import tables
    from pytest_hydra.report.figures.calculation import calculation, flaky_note, policy_lines

    head, *rows = tables.race_table(rankings)
    write_line(reporter, "")
    for line in outcome:
        write_line(reporter, line, bold=True)
    for line in tables.rank_note(rankings):
        write_line(reporter, line)
    if outcome:
        write_line(reporter, "")
    write_line(reporter, head, bold=True)
    for row, entry in zip(rows, rankings, strict=True):
        write_line(reporter, row, **{COLOURS[entry["status"]]: True})
    verbose = reporter.verbosity >= 1
    reasons = [*tables.race_reasons(rankings, verbose=verbose)]
    if flaky := flaky_note(rankings):
        reasons.append(flaky if verbose else f"{flaky}; -v names them")
    if race is not None:
        policy = policy_lines(race)
        changes = [line for text in policy[1:] for line in tables.wrap_text(text, "    ", "  ")]
        reasons = [*policy[:1], *changes, *tables.race_base(race), *reasons]
        if verbose:
            reasons += [tables.race_trial(race), f"scores by {race['formulas']}, from 0 to 100:"]
            for line in calculation(race, rankings):
                reasons += tables.wrap_text(line, "    ", "  ")
    if reasons:
        write_line(reporter, "")
    for line in reasons:
        write_line(reporter, line)


def _write_experiments(reporter: Screen, report: Result, width: int) -> None:
    if not (report["experiments"] or report.get("tables")):
        return
    from pytest_hydra.report.tables import aligned

    shown: Any = registry.service("experiment_tables") if report["experiments"] else None
    for entry in report["experiments"] if shown is not None else ():
        write_line(reporter, "")
        write_line(reporter, shown.title(entry), bold=True)
        for table in shown.tables(entry):
            for line in aligned(table[: 1 + _MOST_COMPARED], width):
                write_line(reporter, line)
            if (more := len(table) - 1 - _MOST_COMPARED) > 0:
                write_line(reporter, f" … and {more} more, in report.json")
        most = (_ALL,) if reporter.verbosity > 0 else ()
        found = shown.differences(entry, *most)
        texts = [each["text"] for each in found[:_MOST_COMPARED]]
        if (more := len(found) - _MOST_COMPARED) > 0:
            texts.append(f"… and {more} more pairs, in report.json")
        for text in (*texts, *shown.remarks(entry)):
            for line in wrap_cells(f" {text}", width, below="   "):
                write_line(reporter, line)
        colour = COLOURS["failed" if entry["failures"] else "passed"]
        for line in wrap(shown.headline(entry), width - 2):
            write_line(reporter, f" {line}", **{colour: True})
    _write_tables(reporter, report, width)


def _write_tables(reporter: Screen, report: Result, width: int) -> None:
    from pytest_hydra.report.tables import aligned

    for table in report.get("tables", ()):
        write_line(reporter, "")
        write_line(reporter, table["title"], bold=True)
        for line in aligned([table["columns"], *table["rows"][:_MOST_COMPARED]], width):
            write_line(reporter, line)
        if (more := len(table["rows"]) - _MOST_COMPARED) > 0:
            write_line(reporter, f" … and {more} more, in report.json")
        for remark in table["remarks"]:
            for line in wrap_cells(f" {one_line(remark, 300)}", width, below="  "):
                write_line(reporter, line)


def write_line(reporter: Screen, line: str, **markup: bool) -> None:
    """Write a line of ours, escaped. Nothing else writes one: see `tests/test_walls.py`."""
    reporter.write_line(encodable(log_text(line)), **markup)


def write_annotations(reporter: Screen, report: Result) -> None:
    """Write GitHub's workflow commands: the only lines that act on the log, so not escaped here."""
    from pytest_hydra.report.figures.annotations import github_annotations

    for line in github_annotations(report):
        reporter.write_line(line)


def encodable(line: str) -> str:
    """The line with replacements for characters that cannot be written.

    Without them pytest would write long escapes.
    """
    return line if line.isascii() or _can_write(line) else line.translate(str.maketrans(_PLAIN))


def _check_lines(check: Result, turns: bool, width: int) -> list[str]:
    """The lines of one check: a single line if it passed, else as many as needed."""
    turn = f" (turn {check['turn']})" if turns and check["turn"] is not None else ""
    message = f": {check['message']}" if check["message"] else ""
    score = ""
    if check["outcome"] == "failed" and check["score"] != 0:
        score = f" ({format_number(check['score'], 0)}/100)"
    text = f"{check['name']}{turn}{score}{message}"
    width = max(width, 40) - 5
    if check["outcome"] == "passed":
        lines = [one_line(text, width)]
    else:
        lines = wrap(one_line(text, 4 * width), width)
    mark = MARKS[check["outcome"]]
    return [f"  {mark} {lines[0]}", *(f"      {line}" for line in lines[1:])]


def _by_file(results: Iterable[Result]) -> Iterator[tuple[str, list[Result]]]:
    ordered = sorted(results, key=lambda result: str(result["file"]))
    for name, members in groupby(ordered, key=lambda result: str(result["file"])):
        yield name, list(members)


def _outcome(entry: Result) -> str:
    if "draft" in entry["details"]:
        return "draft"
    if is_no_answer(entry):
        return "no answer"
    if entry["details"].get("xfail") == MEASURED:
        return MEASURED
    return f"{'' if is_counted(entry) else 'x'}{entry['status']}"


def _can_write(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
