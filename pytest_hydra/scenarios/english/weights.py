"""Whether sentences warn or refuse: the weights of their marks, added up.

The weights stand in ``warning_weights.txt`` and ``refusal_weights.txt``, fitted to the labelled
replies by ``tools/fit_weights.py``. A line of them is a weight, and the marks that have it.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Literal

from pytest_hydra.core.tables import read_table
from pytest_hydra.scenarios.english.cues import MARKED
from pytest_hydra.scenarios.english.marks import marks
from pytest_hydra.scenarios.english.sentences import Sentence

Kind = Literal["warning", "refusal"]

START = "always"  # the mark of every sentence


def windows(kind: Kind, sentences: tuple[Sentence, ...]) -> list[tuple[int, ...]]:
    """The indices of what is weighed together: each two neighbours, for warnings each one, too.

    They are neighbours among the sentences that say something themselves: what stands in a block
    quotation or in code does only if it calls itself a warning.
    """
    indices = [
        index
        for index, sentence in enumerate(sentences)
        if (sentence.words or not sentence.spoken.isascii())
        and (not sentence.quoted or MARKED.search(sentence.spoken))
    ]
    alone: list[tuple[int, ...]] = [(index,) for index in indices]
    neighbours: list[tuple[int, ...]] = list(pairwise(indices))
    if kind == "warning":
        return sorted([*alone, *neighbours])
    return neighbours or alone


def net_weights(kind: Kind, sentences: tuple[Sentence, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The windows with their weight, less half of that for the other kind in the same place.

    Hardly any sentence warns and refuses, and the words of one often look like the other: why
    something is refused is no warning.
    """
    other: Kind = "refusal" if kind == "warning" else "warning"
    own, others = windows(kind, sentences), windows(other, sentences)
    by_sentence = [marks_of(sentence) for sentence in sentences]
    together = {
        window: frozenset().union(*[by_sentence[index] for index in window])
        for window in {*own, *others}
    }
    against = [0] * len(sentences)
    for window in others:
        weight = weigh(other, together[window])
        for index in window:
            against[index] = max(against[index], weight)
    return [
        (window, weigh(kind, together[window]) - max([against[index] for index in window]) // 2)
        for window in own
    ]


def weight_of(kind: Kind, *sentences: Sentence) -> int:
    """What speaks for a warning or a refusal, less what speaks against it; above 0 it is one."""
    return weigh(kind, frozenset().union(*map(marks_of, sentences)))


def marks_of(sentence: Sentence) -> frozenset[str]:
    """The marks of a sentence."""
    return marks(sentence.spoken, sentence.question)


def weigh(kind: Kind, marks: frozenset[str]) -> int:
    """The sum of the marks' weights."""
    table = weights(kind)
    return table[START] + sum(map(table.__getitem__, table.keys() & marks))


@cache
def weights(kind: Kind) -> dict[str, int]:
    """The weight of each mark."""
    table: dict[str, int] = {}
    for line in read_table(__file__, f"{kind}_weights.txt").splitlines():
        number, *names = line.split("|")
        table.update(dict.fromkeys(names, int(number)))
    return table
