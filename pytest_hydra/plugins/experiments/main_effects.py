"""Main effects: which prompt, and which model, over all combinations of a matrix.

Pairs of bots ask about one combination at a time, and among many pairs little can be told. A value
is compared with another over all combinations of the rest, paired within the cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from pytest_hydra.core.experiment import Arm, Comparison, compare, holm
from pytest_hydra.core.lazy_regex import lazy_regex

_LABELLED = lazy_regex(r"(?P<bot>[^\[\]]+)\[(?P<label>[^\[\]]+)\]")

# The values of a combination by name, and what was measured, by unit.
Combinations = Mapping[tuple[tuple[str, str], ...], Mapping[str, Mapping[str, Any]]]


class Effect(NamedTuple):
    """The first of two values of a name in a matrix, compared with the second."""

    name: str
    values: tuple[str, str]
    comparison: Comparison


def main_effects(bots: Mapping[str, Mapping[str, Any]]) -> list[Effect]:
    """The values of each matrix compared; Holm allows for all of them.

    ``bots`` are the units of each bot, those of a matrix as ``NAME[a=x,b=y]``. Only a matrix of
    several names has main effects that its pairs do not show.
    """
    matrices: dict[str, dict[tuple[tuple[str, str], ...], Mapping[str, Any]]] = {}
    for bot, units in bots.items():
        if label := _LABELLED.fullmatch(bot):
            parts = (part.partition("=") for part in label["label"].split(","))
            pairs = tuple([(name, value) for name, _, value in parts])
            matrices.setdefault(label["bot"], {})[pairs] = units
    found = [effect for matrix in matrices.values() for effect in _of_matrix(matrix)]
    adjusted = holm([effect.comparison for effect in found])
    return [effect._replace(comparison=one) for effect, one in zip(found, adjusted, strict=True)]


def _of_matrix(matrix: Combinations) -> Iterator[Effect]:
    first, *others = [tuple(name for name, _ in values) for values in matrix]
    if len(first) < 2 or any(names != first for names in others):
        return  # one name alone, or a value that contains a comma
    for place, name in enumerate(first):
        values = dict.fromkeys(combination[place][1] for combination in matrix)
        for pair in combinations(values, 2):
            one, other, cases = _arms(matrix, place, pair)
            comparison = compare(one, other, cases.__getitem__)
            if comparison is not None:
                yield Effect(name, pair, comparison)


def _arms(
    matrix: Combinations, place: int, pair: tuple[str, str]
) -> tuple[Arm, Arm, dict[str, str]]:
    """What passed with each value, by unit and the other values, and the case of each."""
    arms: dict[str, dict[str, Any]] = {value: {} for value in pair}
    cases: dict[str, str] = {}
    for combination, units in matrix.items():
        value = combination[place][1]
        if value in arms:
            others = (*combination[:place], *combination[place + 1 :])
            for name, unit in units.items():
                arms[value][f"{others} {name}"] = unit["passes"]
                cases[f"{others} {name}"] = unit["case"]
    return arms[pair[0]], arms[pair[1]], cases
