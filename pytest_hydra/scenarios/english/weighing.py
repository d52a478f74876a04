"""Whether sentences warn or refuse: the points of their marks, added up.

Each mark (``evidence``) has points for or against. They stand in ``warning_points``
and ``refusal_points``, fitted to the labelled replies by ``benchmarks/fit_points.py``.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Literal

from pytest_hydra.scenarios.english import refusal_points, warning_points
from pytest_hydra.scenarios.english.cautions import CAUTIONS
from pytest_hydra.scenarios.english.evidence import marks
from pytest_hydra.scenarios.english.sentences import Sentence

Kind = Literal["warning", "refusal"]

START = "always"  # the mark that there always is


def windows(kind: Kind, found: tuple[Sentence, ...]) -> list[tuple[int, ...]]:
    """The indices of what is weighed together: each two neighbours, for warnings each one, too.

    They are neighbours among the sentences that say something themselves: what stands in a block
    quotation or in code does only if it calls itself a warning.
    """
    said = [
        index
        for index, sentence in enumerate(found)
        if (sentence.words or not sentence.spoken.isascii())
        and (not sentence.quoted or CAUTIONS["marked"].search(sentence.spoken))
    ]
    alone: list[tuple[int, ...]] = [(index,) for index in said]
    neighbours: list[tuple[int, ...]] = list(pairwise(said))
    if kind == "warning":
        return sorted([*alone, *neighbours])
    return neighbours or alone


def outweighed(kind: Kind, found: tuple[Sentence, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The windows with their points, less half of those for the other kind in the same place.

    Hardly any sentence warns and refuses, and the words of one often look like the other: why
    something is refused is no warning.
    """
    other: Kind = "refusal" if kind == "warning" else "warning"
    own, others = windows(kind, found), windows(other, found)
    told = [marks_of(sentence) for sentence in found]
    together = {
        window: frozenset().union(*[told[index] for index in window]) for window in {*own, *others}
    }
    against = [0] * len(found)
    for window in others:
        worth = weigh(other, together[window])
        for index in window:
            against[index] = max(against[index], worth)
    return [
        (window, weigh(kind, together[window]) - max([against[index] for index in window]) // 2)
        for window in own
    ]


def points(kind: Kind, *sentences: Sentence) -> int:
    """What speaks for a warning or a refusal, less what speaks against it; above 0 it is one."""
    return weigh(kind, frozenset().union(*map(marks_of, sentences)))


def marks_of(sentence: Sentence) -> frozenset[str]:
    """The marks of a sentence."""
    return marks(sentence.spoken, sentence.question)


def weigh(kind: Kind, found: frozenset[str]) -> int:
    """The sum of the marks' points."""
    table = points_of(kind)
    return table[START] + sum(map(table.__getitem__, table.keys() & found))


@cache
def points_of(kind: Kind) -> dict[str, int]:
    """The points of each mark."""
    found: dict[str, int] = {}
    for line in (warning_points if kind == "warning" else refusal_points).TABLE.splitlines():
        number, *names = line.split("|")
        found.update(dict.fromkeys(names, int(number)))
    return found
