"""The tables of experiments and what they say in words, for the terminal, Markdown and the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import dollar_places, exact, format_number, half_up, percent, signed
from pytest_hydra.core.result import Result, is_counted
from pytest_hydra.core.text import counted, listed, one_line
from pytest_hydra.report.figures.experiments import compare_bots
from pytest_hydra.report.figures.requirements import label, not_ranked

_NONE = "-"
# The files and tags, the largest first, in which bots are compared.
_MOST_GROUPS = 50
# From so many seconds on, times are in minutes.
_MOST_SECONDS = 600
_EMPTY = {"", "0", _NONE}
Table = Sequence[Sequence[str]]
_Entry = Mapping[str, Any]


def title(entry: _Entry) -> str:
    """The heading of an experiment."""
    file, arms = entry["file"], entry["arms"]
    runs, units = (max(arm[key] for arm in arms) for key in ("runs", "scenarios"))
    each = f", {runs} runs each" if runs > 1 else ""
    what = "bots compared" if file is None else f"experiment of {one_line(file, 60)}"
    return f"{what} ({counted(units, 'scenario')}{each})"


def headline(entry: _Entry) -> str:
    """What was decided, in words; empty for bots, as nothing can be required of them."""
    if entry["file"] is None:
        return ""
    if not entry["decided"]:
        return "not decided, as something was left out"
    if entry["failures"]:
        return "; ".join(entry["failures"])
    if not entry["require"]:
        return "measured, and nothing is required"
    held = (
        f"{name} {wanted if isinstance(wanted, str) else f'at least {wanted:g}%'}"
        for name, wanted in entry["require"].items()
    )
    return f"holds: {', '.join(held)}"


def summary(entry: _Entry) -> str:
    """The heading, and what was decided."""
    return ": ".join(filter(None, (title(entry), headline(entry))))


def tables(entry: _Entry, *, by_name: bool = False) -> Iterator[Table]:
    """The tables of an experiment: the names of the columns, and rows of texts.

    The pairs name arms by their numbers in the first table, or ``by_name`` where there is room.
    Columns that say nothing are left out.
    """
    arms, pairs = entry["arms"], entry["pairs"]
    names = [*_names(arms)]
    if any(arm["share"] is not None for arm in arms):
        what = "treatment" if any(arm["treatment"] for arm in arms) else "bot"
        # Their ratio has to be seen.
        places = dollar_places(arm["cost_usd"] for arm in arms if arm["cost_usd"] is not None)
        head = (what, "passed %", "95 of 100", "ungraded", "score", "$", "tokens", "time", "skill")
        # With one check in each case a score says the same.
        scores = [format_number(arm["score"], 1, _NONE) for arm in arms]
        is_same = scores == [percent(arm["share"]) for arm in arms]
        rows = [
            (
                f"{number} {name}" if pairs and not by_name else name,
                percent(arm["share"]),
                _range(arm["interval"]),
                str(arm["ungraded"]),
                _NONE if is_same else scores[number - 1],
                _dollars(arm["cost_usd"], places),
                _NONE if arm["tokens"] is None else f"{arm['tokens']:,.0f}",
                _time(arm["seconds"]),
                f"{arm['used']} of {arm['offered']}" if arm["offered"] else _NONE,
                "*" if arm["front"] and pairs else "",
            )
            for number, (name, arm) in enumerate(zip(names, arms, strict=True), 1)
        ]
        yield _without_empty([(*head, "best"), *rows])
    if entry.get("effects"):
        yield _effect_table(entry["effects"])
    if pairs:
        yield _pair_table(pairs, names if by_name else None)
    if entry["triggers"]:
        yield [
            ("triggers", "fired when it should", "silent when it should", "precision"),
            *[
                (
                    names[row["arm"]],
                    *(
                        f"{rate['count']} of {rate['of']} ({_range(rate['interval'])})"
                        for rate in (row["recall"], row["specificity"])
                    ),
                    percent(row["precision"]["share"]),
                )
                for row in entry["triggers"]
            ],
        ]


def _effect_table(effects: Sequence[_Entry]) -> Table:
    head = ("over all combinations", "cases", "points", "95 of 100", "more cases")
    rows = [
        (
            f"{effect['name']}: {' - '.join(effect['values'])}",
            str(effect["cases"]),
            *_difference(effect["passed"]),
        )
        for effect in effects
    ]
    return [head, *rows]


def _pair_table(pairs: Sequence[_Entry], names: Sequence[str] | None = None) -> Table:
    has_scores = any(
        pair["score"] and _difference(pair["score"]) != _difference(pair["passed"])
        for pair in pairs
    )
    # Of bots the first table tells what they cost.
    ratios = () if any(pair["score"] for pair in pairs) else ("$", "tokens")
    head = (
        "" if names is None else "compared",
        "cases",
        "points",
        "95 of 100",
        *ratios,
        "more cases",
        *(("differ beyond chance",) if names is not None else ()),
    )
    scores = ("score", "95 of 100", "more cases") if has_scores else ()
    rows = []
    for pair in pairs:
        points, interval, more = _difference(pair["passed"])
        rows.append(
            (
                _numbers(pair)
                if names is None
                else " against ".join(names[n] for n in pair["arms"]),
                str(pair["cases"]),
                points,
                interval,
                *(_change(pair[{"$": "cost_usd"}.get(name, name)]) for name in ratios),
                more,
                *((listed(pair.get("apart", ())),) if names is not None else ()),
                *(_difference(pair["score"]) if has_scores else ()),
            )
        )
    return _without_empty([(*head, *scores), *rows])


def remarks(entry: _Entry) -> Iterator[str]:
    """Lines below the tables."""
    left = [
        f"{counted(pair['left_out'], 'scenario')} of {_numbers(pair)}"
        for pair in entry["pairs"]
        if pair["left_out"]
    ]
    for row in entry["triggers"]:
        arm = entry["arms"][row["arm"]]
        # A trigger has no checks but that of its skill.
        if runs := arm["ungraded"] - arm["offered"]:
            left.append(f"{counted(runs, 'run')} of {label(arm)}")
    if left:
        yield f"ungraded, and left out: {', '.join(left)}"
    for pair in entry["pairs"]:
        if apart := pair.get("apart"):
            yield f"differ beyond chance, {_numbers(pair)}: {one_line(listed(apart), 200)}"
    if entry["pairs"] and (doubtful := not_ranked(entry["arms"])):
        yield f"not ranked, and told apart from none: {doubtful}"
    if limit := ceiling(entry):
        yield limit
    for row in entry["triggers"]:
        who = label(entry["arms"][row["arm"]])
        for key, word in (("missed", "should fire"), ("false_alarms", "should be silent")):
            for wrong in row.get(key, ()):
                text = one_line(wrong["text"], 60)
                yield f'{who}: {word}, fired {wrong["fired"]} of {wrong["runs"]}: "{text}"'


def ceiling(entry: _Entry) -> str:
    """That all arms pass everything, or nothing, in words; else empty."""
    shares = {arm["share"] for arm in entry["arms"] if arm["share"] is not None}
    is_whole = entry["arms"][1:] and all(arm["ranked"] for arm in entry["arms"])
    if not is_whole or len(shares) != 1 or not shares <= {0, 1}:
        return ""
    both = "both" if len(entry["arms"]) == 2 else "all"
    what = f"{both} pass every case" if shares == {1} else "none passes a case"
    return f"{what}: this suite cannot tell them apart"


def differences(entry: _Entry) -> Iterator[dict[str, Any]]:
    """For each pair: its name, the better arm first, and the points with their interval."""
    names = [*_names(entry["arms"])]
    for pair in entry["pairs"]:
        found = pair["passed"]
        sign = -1 if found["points"] < 0 else 1
        yield {
            "name": " against ".join(names[place] for place in pair["arms"][::sign]),
            "points": sign * found["points"],
            "interval": sorted(sign * end for end in found["interval"]),
            "told_apart": found["told_apart"],
            # Ratios are known of the first arm to the other, and not the other way round.
            "spent": [
                f"{word} {_change(pair[name])}"
                for name, word in (("tokens", "tokens"), ("cost_usd", "$"))
                if sign > 0 and pair.get(name)
            ],
        }


def sentences(entry: _Entry) -> Iterator[str]:
    """For each pair: which arm passes more often, and whether that may be chance."""
    names = [*_names(entry["arms"])]
    for pair in entry["pairs"]:
        difference = pair["passed"]
        sign = -1 if difference["points"] < 0 else 1
        one, other = (names[place] for place in pair["arms"][::sign])
        ends = sorted(sign * end for end in difference["interval"])
        shown = " to ".join(signed(end, 1) for end in ends)
        basis = f"{counted(pair['cases'], 'case')}, 95% interval {shown}"
        if not difference["points"]:
            yield f"{one} and {other} have the same pass rate ({basis})"
            continue
        points = format_number(abs(difference["points"]), 1)
        lead = f"the pass rate of {one} is {points} points above that of {other} ({basis}), "
        doubtful = not_ranked(entry["arms"][place] for place in pair["arms"])
        if difference["told_apart"]:
            yield f"{lead}more than chance explains"
        elif doubtful:
            yield f"{lead}which says nothing: {doubtful}"
        else:
            yield f"{lead}{_chance(difference, ends, len(entry['pairs']))}"


def _chance(difference: _Entry, ends: Sequence[float], pairs: int) -> str:
    """Why two arms are not told apart, and what would tell."""
    needed, runs = difference["more"], difference["repeats"]
    other = f", or {counted(runs, 'run')} of each," if runs else ""
    more = f": about {counted(needed, 'more case')}{other} would tell" if needed else ""
    if ends[0] > 0:
        return f"more than chance explains, but not among {pairs} pairs{more}"
    return f"which may be chance{more}"


def comparisons(report: Result) -> Iterator[tuple[str, list[str]]]:
    """Sentences on the bots in all scenarios (the key is empty), in a file, and with a tag."""
    whole = next((entry for entry in report["experiments"] if entry["file"] is None), None)
    if whole is None:
        return
    yield "", [*sentences(whole)]
    groups: dict[str, list[Result]] = defaultdict(list)
    regular = [*filter(is_counted, report["scenarios"])]
    for result in regular:
        groups[f"file {result['file']}"].append(result)
        for tag in result["details"].get("tags", ()):
            groups[f"tag {tag}"].append(result)
    parts = [name for name in groups if len(groups[name]) < len(regular)]
    for name in sorted(parts, key=lambda name: -len(groups[name]))[:_MOST_GROUPS]:
        found = compare_bots(groups[name])
        yield name, [*sentences(found)] if found else ["too few cases to compare bots"]


def _names(arms: Sequence[_Entry]) -> Iterator[str]:
    """The names of the arms: the treatment, the bot, or both, as they differ."""
    keys = [key for key in ("treatment", "bot") if len({arm[key] for arm in arms}) > 1] or ["bot"]
    for arm in arms:
        yield ", ".join(one_line(arm[key], 200) for key in keys)


def _without_empty(table: Table) -> Table:
    """The table without the columns in which nothing is known or counted."""
    columns = zip(*table, strict=True)
    kept = [
        column for column in columns if column[0].startswith("more") or not {*column[1:]} <= _EMPTY
    ]
    return [*zip(*kept, strict=True)]


def _numbers(pair: _Entry) -> str:
    return " - ".join(str(place + 1) for place in pair["arms"])


def _range(interval: Sequence[float] | None) -> str:
    return _NONE if interval is None else "-".join(format_number(100 * x, 0) for x in interval)


def _difference(found: _Entry | None) -> tuple[str, str, str]:
    """The points, their interval, and how many more cases would tell the arms apart."""
    if found is None:
        return _NONE, _NONE, _NONE
    more = _NONE if found["more"] is None else str(found["more"] or "apart")
    more += f" or {found['repeats']} runs" if found["repeats"] else ""
    return signed(found["points"], 1), " to ".join(signed(x, 0) for x in found["interval"]), more


def _change(found: _Entry | None) -> str:
    """A ratio as a change in percent, with its interval."""
    if found is None:
        return _NONE
    middle, *ends = (
        signed(round(100 * (each - 1)), 0) for each in (found["median"], *(found["interval"] or ()))
    )
    return f"{middle}%" + (f" ({' to '.join(ends)})" if ends else "")


def _dollars(amount: float | None, places: int) -> str:
    return _NONE if amount is None else f"{half_up(exact(amount), places):,f}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return _NONE
    return f"{seconds:.1f} s" if seconds < _MOST_SECONDS else f"{seconds / 60:.0f} min"
