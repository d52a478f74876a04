"""The tables of experiments and what they say in words, for the terminal, Markdown and the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import dollar_places, exact, format_number, half_up, percent, signed
from pytest_hydra.core.result import Result, is_counted
from pytest_hydra.core.text import counted, listed, one_line, seconds_text
from pytest_hydra.plugins.experiments.experiments import compare_bots
from pytest_hydra.plugins.experiments.requirements import label, not_ranked

_NONE = "-"
# The files and tags, the largest first, in which bots are compared.
_MOST_GROUPS = 50
# The cases in which two differ, named without -v.
_MOST_NAMED = 3
# Instant replies need no figures.
_LEAST_SECONDS = 0.05
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


def tables(entry: _Entry) -> Iterator[Table]:
    """The tables of an experiment: the names of the columns, and rows of texts.

    Columns that say nothing are left out.
    """
    arms = entry["arms"]
    names = [*_names(arms)]
    if any(arm["share"] is not None for arm in arms):
        what = "treatment" if any(arm["treatment"] for arm in arms) else "bot"
        # Their ratio has to be seen.
        places = dollar_places(arm["cost_usd"] for arm in arms if arm["cost_usd"] is not None)
        head = (what, "passed %", "95% range", "ungraded", "score", "$", "tokens", "time", "skill")
        # With one check in each case a score says the same.
        scores = [format_number(arm["score"], 1, _NONE) for arm in arms]
        is_same = scores == [percent(arm["share"]) for arm in arms]
        rows = [
            (
                name,
                percent(arm["share"]),
                _range(arm["interval"]),
                str(arm["ungraded"]),
                _NONE if is_same else score,
                _dollars(arm["cost_usd"], places),
                _NONE if arm["tokens"] is None else f"{arm['tokens']:,.0f}",
                _time(arm["seconds"]),
                f"{arm['used']} of {arm['offered']}" if arm["offered"] else _NONE,
            )
            for name, score, arm in zip(names, scores, arms, strict=True)
        ]
        yield _without_empty([head, *rows])
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


def remarks(entry: _Entry) -> Iterator[str]:
    """Lines below the tables and the differences."""
    for name, arm in zip(_names(entry["arms"]), entry["arms"], strict=True):
        told = [
            f"{one_line(case, 60)} ({one_line(check, 60)})"
            for case, check in arm.get("critical", {}).items()
        ]
        if told:
            yield f"CRITICAL with {name}: {listed(told)}"
    for name, arm in zip(_names(entry["arms"]), entry["arms"], strict=True):
        if 0 < arm.get("cost_known", 0) < arm["scenarios"]:
            known = f"{arm['cost_known']} of {counted(arm['scenarios'], 'scenario')}"
            yield f"the cost is known of {known} of {name}"
    for row in entry["triggers"]:
        arm = entry["arms"][row["arm"]]
        # A trigger has no checks but that of its skill.
        if runs := arm["ungraded"] - arm["offered"]:
            yield f"ungraded, and left out: {counted(runs, 'run')} of {label(arm)}"
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


def differences(entry: _Entry, most: int = _MOST_NAMED) -> list[dict[str, Any]]:
    """What differs between the arms of each pair; first what is beyond chance.

    ``text`` says it in words, the only ones on whether a difference is noise. ``apart`` are the
    cases that differ beyond chance, without which ``brief`` is, and ``arms`` those of a pair. The
    text names ``most`` of the cases each way.
    """
    names, found = [*_names(entry["arms"])], []
    for pair in entry["pairs"]:
        arms = [entry["arms"][place] for place in pair["arms"]]
        name = " against ".join(names[place] for place in pair["arms"])
        told = _told(name, pair, len(entry["pairs"]), most, not_ranked(arms))
        found.append({**told, "arms": [names[place] for place in pair["arms"]]})
    for effect in entry.get("effects", ()):
        name = f"over all combinations, {effect['name']} {' against '.join(effect['values'])}"
        found.append(_told(name, effect, len(entry["effects"]), most))
    return sorted(found, key=lambda each: not each["told_apart"])


def _told(name: str, pair: _Entry, pairs: int, most: int, doubtful: str = "") -> dict[str, Any]:
    """The difference of a pair, among so many pairs; ``doubtful`` says why it tells nothing."""
    passed, apart = pair["passed"], pair.get("apart", [])
    basis = f"n = {pair['cases']}"
    if pair.get("left_out"):
        basis += f", {pair['left_out']} ungraded"
    ends = _ends(passed)
    text = f"{name}: {signed(passed['points'], 1)} points (95% interval {ends}, {basis}): "
    text += f"says nothing, as {doubtful}" if doubtful else _chance(passed, pairs)
    score = pair.get("score")
    if score and not doubtful:
        points, score_ends = signed(score["points"], 1), _ends(score)
        if (points, score_ends) != (signed(passed["points"], 1), ends):
            said = "beyond chance" if score["told_apart"] else "within noise"
            text += f"; score {points} ({score_ends}): {said}"
    # Of bots the table tells what they cost.
    for key, word in (("cost_usd", "cost"), ("tokens", "tokens")) if score is None else ():
        if pair.get(key):
            text += f"; {word} {_change(pair[key])}"
    brief = text
    worse = pair.get("apart_worse")
    named = {"cases that differ beyond chance": apart}
    if worse is not None:
        better = [name for name in apart if name not in worse]
        named = {"better beyond chance on": better, "worse beyond chance on": worse}
    for words, cases in named.items():
        text += f"; {words}: {listed(cases, most)}" if cases else ""
    figures = {key: passed[key] for key in ("points", "interval", "told_apart")}
    return {"text": text, "brief": brief, **figures, "apart": apart}


def _chance(found: _Entry, pairs: int) -> str:
    """Whether a difference is noise; if so, what would tell."""
    if found["told_apart"]:
        return "beyond chance"
    low, high = found["interval"]
    noise = f"within noise, among {pairs} pairs" if low > 0 or high < 0 else "within noise"
    if not found["more"]:
        return noise
    runs = found["repeats"]
    other = f", or {counted(runs, 'run')} of each," if runs else ""
    return f"{noise}; about {counted(found['more'], 'more case')}{other} would tell"


def comparisons(report: Result) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The differences in all scenarios (the key is empty), in a file, and with a tag."""
    yield "", [each for entry in report["experiments"] for each in differences(entry)]
    if all(entry["file"] is not None for entry in report["experiments"]):
        return
    groups: dict[str, list[Result]] = defaultdict(list)
    regular = [*filter(is_counted, report["scenarios"])]
    for result in regular:
        groups[f"file {result['file']}"].append(result)
        for tag in result["details"].get("tags", ()):
            groups[f"tag {tag}"].append(result)
    parts = [name for name in groups if len(groups[name]) < len(regular)]
    for name in sorted(parts, key=lambda name: -len(groups[name]))[:_MOST_GROUPS]:
        found = compare_bots(groups[name])
        yield name, differences(found) if found else []


def _names(arms: Sequence[_Entry]) -> Iterator[str]:
    """The names of the arms: the treatment, the bot, or both, as they differ."""
    keys = [key for key in ("treatment", "bot") if len({arm[key] for arm in arms}) > 1] or ["bot"]
    for arm in arms:
        yield ", ".join(one_line(arm[key], 200) for key in keys)


def _without_empty(table: Table) -> Table:
    """The table without the columns in which nothing is known or counted."""
    kept = [column for column in zip(*table, strict=True) if not {*column[1:]} <= _EMPTY]
    return [*zip(*kept, strict=True)]


def _range(interval: Sequence[float] | None) -> str:
    return _NONE if interval is None else "–".join(format_number(100 * x, 0) for x in interval)


def _ends(found: _Entry) -> str:
    return " to ".join(signed(end, 0) for end in found["interval"])


def _change(found: _Entry) -> str:
    """A ratio as a change in percent, with its interval."""
    middle, *ends = (
        signed(round(100 * (each - 1)), 0) for each in (found["median"], *(found["interval"] or ()))
    )
    return f"{middle}%" + (f" ({' to '.join(ends)})" if ends else "")


def _dollars(amount: float | None, places: int) -> str:
    return _NONE if amount is None else f"{half_up(exact(amount), places):,f}"


def _time(seconds: float | None) -> str:
    return _NONE if seconds is None or seconds < _LEAST_SECONDS else seconds_text(seconds)
