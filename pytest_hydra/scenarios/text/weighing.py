"""Whether sentences warn or refuse: the points of their marks, added up.

Each mark (``evidence``) has points for or against. They stand in ``warning_points``
and ``refusal_points``, fitted to the labelled replies by ``benchmarks/fit_points.py``.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Literal

from pytest_hydra.scenarios.text import refusal_points, warning_points
from pytest_hydra.scenarios.text.cautions import CAUTIONS
from pytest_hydra.scenarios.text.evidence import marks
from pytest_hydra.scenarios.text.sentences import Sentence

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


def points(kind: Kind, *sentences: Sentence) -> int:
    """What speaks for a warning or a refusal, less what speaks against it; above 0 it is one."""
    return weigh(kind, frozenset().union(*map(marks_of, sentences)))


def marks_of(sentence: Sentence) -> frozenset[str]:
    """The marks of a sentence."""
    return marks(sentence.spoken, sentence.question)


def weigh(kind: Kind, found: frozenset[str]) -> int:
    """The sum of the marks' points."""
    table = points_of(kind)
    return table[START] + sum([table[mark] for mark in found if mark in table])


@cache
def points_of(kind: Kind) -> dict[str, int]:
    """The points of each mark."""
    found: dict[str, int] = {}
    for line in (warning_points if kind == "warning" else refusal_points).TABLE.splitlines():
        number, *names = line.split("|")
        found.update(dict.fromkeys(names, int(number)))
    return found
