"""Which of two answers a judge prefers: pairs, both orders, and win rates. Pure.

Each pair is asked twice, with either answer first. Only what is preferred in both orders has won;
else it is a tie. A judge that always prefers the first one finds nothing but ties, and its bias is
reported: the share of pairs in which the place decided.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

from pytest_hydra.core.numbers import Exact, format_number
from pytest_hydra.core.statistics import share_interval
from pytest_hydra.core.text import counted, one_line, printable
from pytest_hydra.plugins.judges.exhibits import Exhibit
from pytest_hydra.plugins.judges.grades import Grading
from pytest_hydra.plugins.judges.judge_settings import Category

FIRST, SECOND = "first", "second"
_GUIDE = {
    "1-4": "The work in the exhibits whose names begin with first is better.",
    "5-6": "Neither is better.",
    "7-10": "The work in the exhibits whose names begin with second is better.",
}
_COLUMNS = ["pair", "win %", "95% range", "cases", "won", "tied", "lost", "ungraded"]

Arm = tuple[str, str]


class AnswerPair(NamedTuple):
    """Two answers to one question, as they were sent: see `compared_of` of scenarios."""

    one: Mapping[str, Any]
    other: Mapping[str, Any]

    def question(self, order: int) -> tuple[Category, dict[str, Exhibit]]:
        """The question to the judge, with the first answer first (order 0) or last (1)."""
        sides = (self.one, self.other)[:: -1 if order else 1]
        exhibits = {
            f"{place}-{name}": _exhibit(f"{place}-{name}", text)
            for place, side in zip((FIRST, SECOND), sides, strict=True)
            for name, text in side["shown"].items()
        }
        criteria = [f"Which of the two is better? {text}" for text in self.one["criteria"]]
        about: dict[str, Any] = {"exhibits": [*exhibits], "criteria": criteria, "guide": _GUIDE}
        return Category.model_construct(name="preference", **about), exhibits


def pairs_of(entries: Iterable[Mapping[str, Any]]) -> list[AnswerPair]:
    """The answers to compare: each treatment with the first one of its bot, else all bots.

    Of several runs the first of one is compared with the first of the other, and so on.
    """
    questions: dict[str, dict[Arm, dict[str, Mapping[str, Any]]]] = {}
    for entry in entries:
        arms = questions.setdefault(repr(entry["question"]), {})
        arms.setdefault(_arm(entry), {})[entry["place"]] = entry
    pairs = []
    for _, arms in sorted(questions.items()):
        for one, other in combinations(sorted(arms, key=lambda arm: _rank(arms[arm])), 2):
            base, rival = (
                [arms[arm][place] for place in sorted(arms[arm])] for arm in (one, other)
            )
            if _are_rivals(base[0], rival[0]):
                pairs += [AnswerPair(*pair) for pair in zip(rival, base, strict=False)]
    return pairs


def _arm(entry: Mapping[str, Any]) -> Arm:
    bot, treatment = entry["arm"]
    return str(bot), str(treatment)


def _rank(entries: Mapping[str, Mapping[str, Any]]) -> tuple[Any, ...]:
    entry = next(iter(entries.values()))
    return not entry["first"], _arm(entry)


def _are_rivals(base: Mapping[str, Any], rival: Mapping[str, Any]) -> bool:
    if base["first"] is None and rival["first"] is None:
        return True
    return bool(base["first"]) and not rival["first"] and _arm(base)[0] == _arm(rival)[0]


def _exhibit(name: str, text: str) -> Exhibit:
    digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
    return Exhibit(name=name, text=printable(text), cut=None, sha256=digest)


def preferred(score: Exact) -> str:
    """The place that a judge prefers by its score; empty if it prefers neither."""
    return FIRST if score <= 4 else SECOND if score >= 7 else ""


class PairVerdict(NamedTuple):
    """What became of a pair: ``won``, ``tied``, ``lost`` or ``ungraded``, of its first answer.

    ``place`` is that which was preferred in both orders, empty if none was.
    """

    pair: AnswerPair
    outcome: str
    place: str
    gradings: tuple[Grading, Grading]

    @property
    def entry(self) -> dict[str, Any]:
        """The verdict as plain data."""
        scores = [None if each.score is None else float(each.score) for each in self.gradings]
        reasons = [each.reason for each in self.gradings if each.reason]
        return {
            "question": [each for each in self.pair.one["question"] if each is not None],
            "outcome": self.outcome,
            "scores": scores,
            "prompts": [each.prompt_digest for each in self.gradings],
            **({"reason": one_line(reasons[0], 300)} if reasons else {}),
        }


def decide(pair: AnswerPair, gradings: tuple[Grading, Grading]) -> PairVerdict:
    """The verdict on a pair by its gradings in both orders."""
    straight, swapped = (grading.score for grading in gradings)
    if straight is None or swapped is None:
        return PairVerdict(pair, "ungraded", "", gradings)
    said = preferred(straight), preferred(swapped)
    outcome = {(FIRST, SECOND): "won", (SECOND, FIRST): "lost"}.get(said, "tied")
    return PairVerdict(pair, outcome, said[0] if said[0] == said[1] else "", gradings)


def keys_of(verdicts: Iterable[PairVerdict], judge: str) -> dict[str, Any]:
    """The keys of report.json: all figures, and their table."""
    found = figures(verdicts)
    return {"preferences": found, "tables": [table(found, judge)]}


def figures(verdicts: Iterable[PairVerdict]) -> list[dict[str, Any]]:
    """The figures of each two arms, as plain data: see docs/comparing.md.

    The win rate counts a tie as half. Its interval is over cases: answers to one are alike.
    """
    arms: dict[tuple[Arm, Arm], list[PairVerdict]] = {}
    for verdict in verdicts:
        arms.setdefault((_arm(verdict.pair.one), _arm(verdict.pair.other)), []).append(verdict)
    return [_figures(one, other, some) for (one, other), some in arms.items()]


def _figures(one: Arm, other: Arm, verdicts: Sequence[PairVerdict]) -> dict[str, Any]:
    points = {"won": 1.0, "tied": 0.5, "lost": 0.0}
    cases: dict[str, list[float]] = {}
    for verdict in verdicts:
        if verdict.outcome in points:
            cases.setdefault(verdict.pair.one["case"], []).append(points[verdict.outcome])
    graded = sum(map(len, cases.values()))
    rates = [fmean(case) for case in cases.values()]
    outcomes = [verdict.outcome for verdict in verdicts]
    places = [verdict.place for verdict in verdicts if verdict.place]
    return {
        "arms": [[*one], [*other]],
        "cases": len(cases),
        **{name: outcomes.count(name) for name in (*points, "ungraded")},
        "win_rate": round(fmean(rates), 6) if rates else None,
        "interval": [round(end, 6) for end in share_interval(rates, graded)] if rates else None,
        "position_bias": round(len(places) / graded, 6) if graded else None,
        **{f"{place}_preferred": places.count(place) for place in (FIRST, SECOND)},
        "verdicts": [verdict.entry for verdict in verdicts],
    }


def table(found: Sequence[Mapping[str, Any]], judge: str) -> dict[str, Any]:
    """The figures as a table for people."""
    bots = {bot for entry in found for bot, _ in entry["arms"]}
    rows = []
    for entry in found:
        names = [
            one_line(" ".join(filter(None, (bot if bots - {bot} else "", treatment))) or bot, 30)
            for bot, treatment in entry["arms"]
        ]
        counts = [str(entry[name]) for name in _COLUMNS[3:]]
        ends = "-".join(_percent(end) for end in entry["interval"] or ())
        rows.append([" over ".join(names), _percent(entry["win_rate"]), ends or "-", *counts])
    remarks = [*_remarks(found)]
    title = f"preferred by the judge {one_line(judge, 40)}"
    return {"title": title, "columns": _COLUMNS, "rows": rows, "remarks": remarks}


def _remarks(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    graded, *places, missing = (
        sum(sum(entry[name] for name in names) for entry in found)
        for names in (
            ("won", "tied", "lost"),
            ("first_preferred",),
            ("second_preferred",),
            ("ungraded",),
        )
    )
    if graded:
        bias = f"position bias {_percent(sum(places) / graded)}%"
        first, second = places
        yield f"{bias}: {first} of {graded} prefer the first in both orders, {second} the second"
    if missing:
        reasons = [
            each["reason"] for entry in found for each in entry["verdicts"] if "reason" in each
        ]
        yield f"{counted(missing, 'pair')} not graded: {reasons[0]}"


def _percent(share: float | None) -> str:
    return "-" if share is None else format_number(100 * share, 0)
