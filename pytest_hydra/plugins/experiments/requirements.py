"""What is required of an experiment, and does not hold or is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pytest_hydra.core.numbers import format_number, signed
from pytest_hydra.core.text import counted, one_line

_RATES = ("recall", "precision", "specificity")


def failures_of(entry: Mapping[str, Any]) -> Iterator[str]:
    """What is required and does not hold, or is not known, in words."""
    arms = entry["arms"]
    for name, wanted in entry["require"].items():
        if isinstance(wanted, str):
            yield from _unfit(entry, name, wanted)
            continue
        what, places = name, 0
        shares = [
            (arms[row["arm"]], row[name]["share"]) for row in entry["triggers"] if name in _RATES
        ]
        if name not in _RATES:
            what, places = "passed %", 1
            shares = [(arm, arm["share"]) for arm in arms if arm["treatment"] == name]
        for arm, share in shares:
            if share is None or 100 * share < wanted:
                percentage = None if share is None else 100 * share
                found = format_number(percentage, places, "unknown", wanted)
                yield f"{label(arm)}: {what} is {found}, at least {wanted:g} is required"


def _unfit(entry: Mapping[str, Any], name: str, wanted: str) -> Iterator[str]:
    arms, compared = entry["arms"], {}
    for pair in entry["pairs"]:
        arm, base = (arms[place] for place in pair["arms"])
        if arm["treatment"] == name:
            compared[arm["bot"]] = base["treatment"], pair["passed"], not_ranked([arm, base])
    for bot in dict.fromkeys(arm["bot"] for arm in arms):
        who = label({"bot": bot, "treatment": name})
        if bot not in compared:
            yield f"{who}: there is no case to compare"
            continue
        base, passed, doubtful = compared[bot]
        if doubtful:
            yield f"{who} is not compared: {doubtful}"
            continue
        rest = f"{one_line(base, 40)}: {signed(passed['points'], 1)} points"
        if passed["told_apart"] and passed["points"] < 0:
            yield f"{who} is worse than {rest}"
        elif wanted == "better" and not passed["told_apart"]:
            yield f"{who} is not shown to be better than {rest}"


def label(arm: Mapping[str, Any]) -> str:
    """The name of an arm of a file, for a message."""
    bot = f" ({one_line(arm['bot'], 40)})" if arm["bot"] else ""
    return f"{one_line(arm['treatment'], 40) or 'the triggers'}{bot}"


def not_ranked(arms: Iterable[Mapping[str, Any]]) -> str:
    """Which arms have too many ungraded runs, in words; empty if none has."""
    return ", ".join(
        f"{counted(arm['ungraded'], 'run')} of {label(arm) if arm['treatment'] else arm['bot']} "
        f"{'is' if arm['ungraded'] == 1 else 'are'} ungraded"
        for arm in arms
        if not arm["ranked"]
    )
