"""Judged benchmarks, as blocks or a table, and the table of a race, as a terminal shows them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import fsum
from textwrap import wrap
from typing import Any

from pytest_hydra.core.gates import FLAG, RUN_NOTHING, TESTED
from pytest_hydra.core.numbers import dollars, exact, format_number, half_up_beside
from pytest_hydra.core.result import Result, merge_word, result_of
from pytest_hydra.core.statistics import mean_interval
from pytest_hydra.core.text import counted, crop_path, json_text, one_line

_WIDTH = 60
_NAME, _LEAST_NAME = 24, 10
# Limits of free text from judges and people, which may be wider than the block.
WIDTH = 80
_MOST_LINES = 6
_MOST_CATEGORIES = 4
_RESULTS = {"passed": "PASS", "failed": "FAIL", "ungraded": "NOT GRADED", "open": "OPEN"}
BLOCKS = ("█", "░")
_PLAIN_BLOCKS = ("#", ".")


def show_total(result: Result, *, missing: str = "–") -> str:
    """The total as a number, never rounded across the threshold.

    Whole for scenarios and tests, whose scores are often rough; with one decimal place for others.
    With ungraded checks it would mislead.
    """
    details, total = result["details"], result["total"]
    is_rough = result["kind"] in ("scenario", "test")
    if total is None or (is_rough and result["status"] == "ungraded"):
        return missing
    if is_rough:
        return format_number(total, 0, missing, details.get("threshold", 100))
    scale, least = details.get("scale", 100), details.get("threshold", 0)
    return str(half_up_beside(exact(total), 1, scale, exact(least)))


def score_block(
    result: Result, history: Sequence[float], *, plain: bool, notes: bool
) -> Iterator[str]:
    """The lines of one benchmark. ``history`` are its overall scores so far, the newest last.

    ``plain``: ASCII only. ``notes``: include the notes of categories.
    """
    details = result["details"]
    yield "=" * _WIDTH
    yield f"  {benchmark_title(result)}"
    yield "=" * _WIDTH
    yield ""
    reasons = set()
    for category in result["checks"]:
        score = category["score"]
        graded = "not graded" if score is None else f"{_number(score)}/10"
        yield _row(f"{category['name']} Score", graded)
        # A broken judge gives the same reason for each category.
        reason = category["message"]
        if category["outcome"] == "ungraded" and reason not in reasons:
            reasons.add(reason)
            yield from wrap_text(reason, "    ")
        for note in category["details"].get("notes", ()) if notes else ():
            yield from wrap_text(note, "    - ")
    if result["total"] is not None:
        full, empty = _PLAIN_BLOCKS if plain else BLOCKS
        reached = int(result["total"])
        bar = full * reached + empty * (10 - reached)
        yield _row("Overall Score", f"{bar} {show_total(result)}/10")
    if len(history) > 1:
        yield _row("History", " ".join(format_number(item, 1) for item in history))
    for name, value in judge_health(result):
        yield _row(name, value)
    for note in details.get("notes", ()):
        yield from wrap_text(note, "  ")
    yield ""
    yield "-" * _WIDTH
    yield f"  Pass threshold: {details['threshold']:.7g}/10"
    yield f"  Result: {show_result(result)}"
    yield "=" * _WIDTH


def aligned(table: Sequence[Sequence[str]], width: int = WIDTH) -> Iterator[str]:
    """The lines of a table: the first column, cut if need be, to the left, others to the right."""
    first_size, *sizes = (max(map(len, column)) for column in zip(*table, strict=True))
    first_size = min(first_size, max(_LEAST_NAME, width - 1 - sum(sizes) - len(sizes)))
    for first, *rest in table:
        cells = (cell.rjust(size) for cell, size in zip(rest, sizes, strict=True))
        yield " ".join(("", one_line(first, first_size).ljust(first_size), *cells)).rstrip()


def benchmark_title(result: Result) -> str:
    """``Benchmark Scores (All Claude Graded)``, with the harness if it has a rubric of its own."""
    details = result["details"]
    judge = "MOCK" if details["mock"] else one_line(details["judge"].title(), 30)
    harness = "NERV " if details.get("rubric") == "nerv" else ""
    return f"{harness}Benchmark Scores (All {judge} Graded)"


def benchmark_table(results: Sequence[Result]) -> Iterator[str]:
    """The title, the header and a line for each of several benchmarks.

    The scores of categories are shown if all have the same ones.
    """
    titles = {
        f"{benchmark_title(result)}, threshold {result['details']['threshold']:.7g}/10"
        for result in results
    }
    yield f"{titles.pop() if len(titles) == 1 else 'Benchmark Scores'}; -v shows each"
    names = [[check["name"] for check in result["checks"]] for result in results]
    shown = names[0][:_MOST_CATEGORIES] if all(each == names[0] for each in names) else []
    table = [["agent", *(one_line(name, _MOST_COLUMN) for name in shown), "overall", "result"]]
    for result in results:
        scores = [check["score"] for check in result["checks"][: len(shown)]]
        cells = ["-" if score is None else _number(score) for score in scores]
        total, word = show_total(result, missing="-"), _RESULTS[result_of(result)]
        table.append([one_line(_agent(result), _AGENT), *cells, total, word])
    room = WIDTH - 1 - sum(1 + max(map(len, column)) for column in zip(*table, strict=True))
    paths = (crop_path(result["details"]["path"], room) for result in results)
    yield from aligned(
        [[path, *row] for path, row in zip(["benchmark", *paths], table, strict=True)]
    )


def shortfalls(result: Result) -> Iterator[str]:
    """Why a benchmark failed, with the first weakness of each category that is named.

    First the categories below their own minimum, then those that lower the overall score if that is
    below the threshold: the threshold is not for a category.
    """
    needed, total = result["details"]["threshold"], result["total"]
    is_low = total is not None and total < needed
    graded = [each for each in result["checks"] if each["score"] is not None]
    graded.sort(key=lambda each: (each["score"] - needed) * each["weight"])
    for each in sorted(graded, key=lambda each: each["outcome"] != "failed"):
        least = each["details"].get("min")
        why = f"{each['name']} {_number(each['score'])}"
        if each["outcome"] == "failed" and least is not None:
            why += f", its minimum is {least:.7g}"
        elif is_low and each["score"] < needed:
            why += " lowers the overall"
        else:
            continue
        notes = each["details"].get("weaknesses") or each["details"].get("notes") or [""]
        yield why + (f": {one_line(notes[0], 120)}" if notes[0] else "")


def quotes_found(result: Result, *, only_invented: bool = False) -> str:
    """How many quotes of the judges are in the exhibits, and who invented others.

    Empty if there are none; with ``only_invented`` also if all were found.
    """
    counts = [
        (judge, check["name"], *numbers)
        for check in result["checks"]
        for judge, numbers in check["details"].get("quotes", {}).items()
    ]
    by = [f"{judge} ({name})" for judge, name, found, of in counts if found < of]
    if not (by if only_invented else counts):
        return ""
    found, of = sum(each[2] for each in counts), sum(each[3] for each in counts)
    invented = f"; {of - found} invented, by {', '.join(by)}" if by else ""
    return f"{found} of {counted(of, 'quote')} found{invented}"


def agent_means(results: Iterable[Result]) -> Iterator[str]:
    """The mean overall score of each agent, with its 95% interval if there is one.

    Nothing if each has one benchmark, as the table says it. Ungraded ones are only counted: of them
    a part is graded, if anything.
    """
    totals: dict[str, list[float]] = {}
    ungraded: Counter[str] = Counter()
    for result in results:
        if result["status"] == "ungraded":
            ungraded[_agent(result)] += 1
        elif result["total"] is not None:
            totals.setdefault(_agent(result), []).append(result["total"])
    is_several = any(values[1:] for values in totals.values())
    for name, values in sorted(totals.items()) if is_several else ():
        mean = format_number(fsum(values) / len(values), 1)
        interval = mean_interval(values)
        ends = (format_number(min(10, max(1, end)), 1) for end in interval or ())
        shown = f" (95% interval {' to '.join(ends)})" if interval else ""
        rest = f", {ungraded[name]} not graded" if ungraded[name] else ""
        count = counted(len(values), "benchmark")
        yield f"{one_line(name, _NAME)}: mean {mean}{shown}, {count}{rest}"


def _agent(result: Result) -> str:
    return str(result["details"].get("agent", "-"))


def wrap_text(text: str, indent: str, below: str = "") -> list[str]:
    """A text on at most six lines, indented by ``indent``; further lines also by ``below``."""
    return wrap(
        one_line(text, _MOST_LINES * (WIDTH - len(indent))),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=" " * len(indent) + below,
        # Options and file names must not be split.
        break_on_hyphens=False,
        max_lines=_MOST_LINES,
        placeholder=" …",
    )


def _row(name: str, value: str) -> str:
    return f"  {one_line(name, _NAME):<{_NAME}} {value}"


def judge_health(result: Result) -> Iterator[tuple[str, str]]:
    """Indicators of how far to trust the judge of a benchmark: name and value."""
    details = result["details"]
    if quotes := quotes_found(result):
        yield "Evidence", quotes
    if "agreement" in details:
        yield "Agreement with people", _agreement(details["agreement"])
    names = ("Asked again", "In another order")
    for name, repeat in zip(names, details.get("health", ()), strict=False):
        flips = counted(repeat["flips"], "verdict")
        changed = f"{repeat['changed']} of {repeat['scores']} scores changed, and {flips}"
        ungraded = f"; {repeat['ungraded']} not graded" if repeat.get("ungraded") else ""
        yield name, f"{changed if repeat['scores'] else 'nothing was measured'}{ungraded}"


def _agreement(figures: Mapping[str, Any]) -> str:
    labels = counted(figures["pairs"], "label")
    if figures["kappa"] is None:
        return f"no kappa ({labels})"
    kappa, low, high = (format_number(figures[key], 2) for key in ("kappa", "low", "high"))
    interval = f", {low} to {high}" if low and high else ""
    return f"kappa {kappa}{interval} ({labels})"


def _number(score: float) -> str:
    return format_number(score, 0 if score == int(score) else 1)


def show_result(result: Result) -> str:
    """The result of a benchmark in the words of the block."""
    word, share = result_of(result), result["coverage"]
    if word in ("passed", "failed") and 0 < share < 1:
        return f"{_RESULTS[word]}, by {format_number(share * 100, 0)}% of the weights"
    return _RESULTS[word]


_AGENT = 16
_LEAST_COLUMN = 5
_MOST_COLUMN = 10
# The fates of tests that keep a candidate from being merged.
_TROUBLES = ("lost", "silenced", "gone", "disputed", "unstable")
_MOST_IDS = 5
_MOST_REVIEWS = 5
# What a candidate is worse, or better, at.
_MOST_SIDES = 3
_INDENT = "    "
# The dimensions that are scored without running anything.
_STATIC = {"diff_scope", "speed", "cost"}


def race_table(rankings: Sequence[Result]) -> Iterator[str]:
    """The lines of the table, at most `WIDTH` characters wide; none without candidates.

    Its columns are rank, agent, total, fixed tests and what the agent cost, if known, the
    dimensions and the verdict. A missing score is a dash. Long names are cut, numbers never.
    """
    if not rankings:
        return
    names = list(rankings[0]["breakdown"])
    agent = min(_AGENT, max(5, *(len(ranking["agent"]) for ranking in rankings)))
    verdict = max(len(_verdict(ranking)) for ranking in rankings)
    # The width left for the dimensions, whose names may be cut.
    known = [[name, *map(show, rankings)] for name, show in _KNOWN.items()]
    padded = [_padded(texts) for texts in known if any(texts[1:])]
    more = ["".join(row) for row in zip(*padded, strict=True)] or [""] * (len(rankings) + 1)
    room = WIDTH - (3 + agent + 1 + 6 + verdict + 2 + len(more[0]))
    if sum(len(name) + 1 for name in names) > room:
        # What nobody was measured by says nothing.
        scored = {
            name
            for each in rankings
            for name, score in each["breakdown"].items()
            if score is not None
        }
        names = [name for name in names if name in scored] or names[:1]
    # If they don't fit, the heaviest are shown: the others are in the report.
    weights = {check["name"]: check["weight"] for check in rankings[0]["checks"]}
    most = max(1, room // (_LEAST_COLUMN + 1))
    heaviest = sorted(names, key=lambda name: -weights[name])[:most]
    names = [name for name in names if name in heaviest]
    columns = [max(_LEAST_COLUMN, min(_MOST_COLUMN, len(name))) for name in names]
    if sum(columns) + len(columns) > room:
        width = room // len(names) - 1
        columns = [max(_LEAST_COLUMN, min(width, column)) for column in columns]
    sized = list(zip(names, columns, strict=True))
    head = "".join(f" {one_line(name, size):>{size}}" for name, size in sized)
    yield f" # {'agent':<{agent}} {'total':>6}{more[0]}{head}  verdict"
    for ranking, column in zip(rankings, more[1:], strict=True):
        scores = "".join(
            f" {format_number(ranking['breakdown'].get(name), 1, '-'):>{size}}"
            for name, size in sized
        )
        yield (
            f"{ranking['details']['rank']:>2} {one_line(ranking['agent'], agent):<{agent}} "
            f"{show_total(ranking, missing='-'):>6}{column}{scores}"
            f"  {_verdict(ranking)}"
        )


def _verdict(ranking: Result) -> str:
    """The verdict, with a flag if there is something to review before a merge."""
    is_noted = ranking["mergeable"] and ranking["details"].get("review")
    return f"{merge_word(ranking)}{f' {FLAG}' if is_noted else ''}"


def show_fixed(ranking: Result) -> str:
    """How many of the tests that failed on the base are fixed; empty if there are none."""
    fixed = ranking["details"].get("fixed")
    return f"{fixed['fixed']} of {fixed['of']}" if fixed else ""


def _padded(texts: Sequence[str]) -> list[str]:
    """The cells of a column, of one width."""
    width = max(map(len, texts))
    return [f" {text or '-':>{width}}" for text in texts]


def _show_cost(ranking: Result) -> str:
    """What the agent cost; empty if that is unknown."""
    cost = ranking["usage"].get("cost_usd")
    return "" if cost is None else dollars(cost)


# Columns beside the dimensions, which are there if a candidate has a value.
_KNOWN = {"fixed": show_fixed, "paid": _show_cost}


def race_warnings(rankings: Sequence[Result]) -> list[str]:
    """A warning if the verdicts are not based on anything that was run."""
    sourced = [
        entry for entry in rankings if all(gate["name"] != "source" for gate in _open(entry))
    ]
    gates = {gate["name"] for entry in sourced for gate in entry["gates"]}
    if not sourced or gates & TESTED:
        return []
    if gates - RUN_NOTHING:
        return [
            "warning: no test was run, so mergeable only means that the other commands passed",
            "set [scoring.commands] test in hydra.toml, or the script that the profile runs",
        ]
    dimensions = {
        name for entry in sourced for name, score in entry["breakdown"].items() if score is not None
    }
    problem = "no result of a run counts" if dimensions - _STATIC else "nothing was run"
    return [
        f"warning: {problem}, so mergeable only means that files changed",
        'set what to run in hydra.toml: [scoring] profile = "python", or commands',
    ]


def race_base(race: Result) -> list[str]:
    """The results of the base's tests on the base itself, if not all of them passed."""
    tests = race["baseline"].get("tests", {})
    counts, failing = tests.get("tests", {}), tests.get("failing", [])
    words = {"failed": "failed", "error": "ended in an error", "skipped": "skipped"}
    troubles = [f"{counts[name]} {word}" for name, word in words.items() if counts.get(name)]
    if tests.get("status") == "done" and not any(map(counts.get, ("passed", "xpassed"))):
        if tests.get("evidence") == "exit":
            return [
                "base: only the exit code of its tests is known (evidence: exit), and they fail "
                "(candidates/base/tests.log)",
                f"{_INDENT}no candidate is mergeable until they pass, or report ids: "
                "[scoring.results], or a reporter such as --tap",
            ]
        return [
            "base: none of its tests passes, so none can be lost (candidates/base/tests.log)",
            f"{_INDENT}no candidate is mergeable until [scoring.commands] test runs one that does",
        ]
    if not troubles or not counts.get("passed"):
        return []
    return [
        f"base: of {sum(counts.values())} tests {', '.join(troubles)} already "
        "(candidates/base/tests.log)",
        *(f"{_INDENT}{one_line(test, WIDTH - 4)}" for test in failing[:_MOST_IDS]),
        *([f"{_INDENT}… and {len(failing) - _MOST_IDS} more"] if failing[_MOST_IDS:] else []),
        f"{_INDENT}only the other {counts['passed']} can be lost",
    ]


def rank_note(rankings: Sequence[Result]) -> Iterator[str]:
    """Why a candidate is ahead of one with a higher total, if one is."""
    for above, below in pairwise(rankings):
        if None not in (above["total"], below["total"]) and above["total"] < below["total"]:
            gates = [gate["name"] for gate in below["gates"] if gate["state"] != "pass"]
            behind, ahead = (f"{each['agent']} ({show_total(each)})" for each in (below, above))
            reason = f"{behind} is behind {ahead} because of {', '.join(gates)}"
            yield f"Gates rank before totals: {reason}"
            return


def behind_winner(entry: Result, winner: Result) -> str:
    """What keeps a mergeable candidate from being the winner, and what it is better at.

    The dimensions come in the order of the points that they make. Empty if all is equal, or if a
    total is not known.
    """
    if None in (entry["total"], winner["total"]):
        return ""
    scores = [
        (entry["breakdown"].get(check["name"]), winner["breakdown"].get(check["name"]), check)
        for check in winner["checks"]
    ]
    known = [each for each in scores if None not in each[:2]]
    known.sort(key=lambda each: -each[2]["weight"] * abs(each[0] - each[1]))
    sides: dict[bool, list[str]] = {False: [], True: []}
    own, others = ((each["details"].get("fixed") or {}).get("fixed", 0) for each in (entry, winner))
    if own != others:
        sides[own > others].append(f"{own} tests fixed against {others}")
    for own, others, check in known:
        if own != others:
            texts = [format_number(score, 1) for score in (own, others)]
            sides[own > others].append(f"{check['name']} {' against '.join(texts)}")
    costs = [each["usage"].get("cost_usd") for each in (entry, winner)]
    if None not in costs and costs[0] != costs[1]:
        sides[costs[0] < costs[1]].append(f"cost {' against '.join(map(dollars, costs))}")
    points = exact(winner["total"]) - exact(entry["total"])
    if not (points or sides[False] or sides[True]):
        return ""
    parts = [f"{format_number(points, 1)} points behind {winner['agent']}"]
    parts += [
        f"{word}: {', '.join(sides[side][:_MOST_SIDES])}"
        for word, side in (("worse", False), ("better", True))
        if sides[side]
    ]
    return "; ".join(parts)


def race_trial(race: Result) -> str:
    """The result of the race's self-test, on one line of the terminal."""
    audit = race["audit"]
    if audit["problem"] is not None:
        return one_line(f"this race cannot be trusted: {audit['problem']}", WIDTH)
    if audit["known_bad"] == "not tried":
        return "the race was not verified: no test detects broken product code"
    return "the race was verified: the base's tests fail when its code is broken"


def race_reasons(rankings: Sequence[Result], *, verbose: bool = False) -> Iterator[str]:
    """Why candidates are not mergeable, with the ids of tests first.

    For the others, why they did not win, and how much there is to review. With ``verbose`` also the
    deductions, the places to review, and a waiver for each gate once. A long reason is given once,
    as it often is the base's. Last come dimensions that could not be graded, once for all.
    """
    first_agents: dict[str, str] = {}
    waived: set[str] = set()
    for ranking in rankings:
        lines: list[str] = []
        details, tests = ranking["details"], ranking["details"].get("tests", {})
        if ranking["mergeable"]:
            for gate in ranking["gates"]:
                if gate["state"] == "pass" and gate["reason"]:  # it was waived
                    lines += _wrap(f"{gate['name']}: {gate['reason']}")
            if ranking is not rankings[0]:
                lines += _wrap(behind_winner(ranking, rankings[0]))
        else:
            lines += [*_ids(tests), *_objections(ranking, first_agents)]
        if verbose:
            lines += _deductions(ranking)
            reused = [check["name"] for check in ranking["checks"] if check["details"]["cached"]]
            lines += _wrap(f"reused from an earlier session: {', '.join(reused)}") if reused else []
            lines += _first_waivers(details.get("waivers", ()), waived)
        elif "review" in details:
            things = counted(len(details["review"]), "thing")
            lines.append(f"{_INDENT}to review: {things}, -v lists them")
        if lines:
            yield f"{ranking['agent']}: {merge_word(ranking)}"
            yield from lines
    yield from _ungraded(rankings, first_agents)


def _first_waivers(waivers: Sequence[Result], waived: set[str]) -> Iterator[str]:
    """The waivers of gates that no candidate above has; those of others are alike."""
    new = [waiver for waiver in waivers if waiver["gate"] not in waived]
    if new:
        yield f"{_INDENT}to waive a gate, add to the base's hydra.toml, with a reason:"
    elif waivers:
        yield f"{_INDENT}to waive a gate: as above; all waivers are in report.json"
    for waiver in new:
        waived.add(waiver["gate"])
        yield from (_INDENT + line for line in waiver_lines(waiver))


def _ungraded(rankings: Sequence[Result], first_agents: Mapping[str, str]) -> Iterator[str]:
    """The ungraded dimensions that no gate has reported, and for how many candidates."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for ranking in rankings:
        gates = {gate["name"] for gate in _open(ranking)}
        for check in ranking["checks"]:
            graded = check["outcome"] != "ungraded" or check["details"]["missing"]
            if not graded and check["name"] not in gates and "source" not in gates:
                reasons.setdefault((check["name"], check["message"]), []).append(ranking["agent"])
    for (name, message), agents in reasons.items():
        yield f"{name}: not graded, for {len(agents)} of {len(rankings)}"
        first = first_agents.get(message)
        yield from _wrap(message if first is None else f"same as for {first}")


def waiver_lines(waiver: Result) -> list[str]:
    """A waiver as lines of hydra.toml; a person must fill in the reason."""
    keys = ("agent", "gate", "file", "reason", "change")
    texts = [
        # For printable text JSON's escapes are valid TOML. A backtick could end a Markdown block.
        f"{key} = {json_text(json.dumps(waiver[key], ensure_ascii=False))}".replace("`", "\\u0060")
        for key in keys
        if waiver[key] is not None
    ]
    return ["[[scoring.waivers]]", *texts]


def _objections(entry: Result, first_agents: dict[str, str]) -> Iterator[str]:
    """Blocking gates, then unproven ones; gates with the same reason are joined."""
    groups: dict[tuple[str, str], list[str]] = {}
    for gate in sorted(_open(entry), key=lambda gate: gate["state"] != "block"):
        groups.setdefault((gate["state"], gate["reason"]), []).append(gate["name"])
    for (state, reason), names in groups.items():
        unproven = "" if state == "block" else " (unproven)"
        text = _brief(reason, entry["details"].get("tests", {}))
        first = first_agents.setdefault(text, entry["agent"])
        if first != entry["agent"] and len(text) > WIDTH:
            text = f"same as for {first}"
        yield from _wrap(f"{', '.join(names)}{unproven}: {text}")


def _open(entry: Result) -> list[Result]:
    return [gate for gate in entry["gates"] if gate["state"] != "pass"]


def _brief(reason: str, tests: Result) -> str:
    """The reason without test ids, which are listed above it."""
    ids = [test for kind in _TROUBLES for test in tests.get(kind, ())]
    mentions = sorted({entry for entry in ids if entry in reason}, key=len, reverse=True)
    if not mentions:
        return reason
    names = "|".join(map(re.escape, mentions))
    return re.sub(rf": (?:{names})(?:, (?:{names}))*(?:, … and \d+ more)?(?![^;])", "", reason)


def _deductions(entry: Result) -> Iterator[str]:
    gates = {gate["name"] for gate in _open(entry)}
    for check in entry["checks"]:
        if check["outcome"] == "failed" and check["message"] and check["name"] not in gates:
            points = format_number(check["score"], 1, "-")
            yield from _wrap(f"{check['name']} {points}: {check['message']}")
    reviews = entry["details"].get("review", ())
    for review in reviews[:_MOST_REVIEWS]:
        yield from _wrap(f"to review: {review['what']}{_place(review)}")
    if len(reviews) > _MOST_REVIEWS:
        more = len(reviews) - _MOST_REVIEWS
        yield f"{_INDENT}to review: … and {more} more, in report.json"


def _place(review: Result) -> str:
    """The file and line, unless the text names the file already."""
    if not review["file"] or review["file"] in review["what"]:
        return ""
    line = "" if review["line"] is None else f":{review['line']}"
    return f" ({review['file']}{line})"


def _ids(tests: Result) -> Iterator[str]:
    for kind in _TROUBLES:
        ids = tests.get(kind, [])
        for identifier in ids[:_MOST_IDS]:
            yield f"{_INDENT}{kind}: {one_line(identifier, 200)}"
        if len(ids) > _MOST_IDS:
            yield f"{_INDENT}{kind}: … and {len(ids) - _MOST_IDS} more"


def _wrap(text: str) -> list[str]:
    return wrap_text(text, _INDENT, "  ")
