"""The families of models: judges favour their own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytest_hydra.core.text import read_table

# The regular expression of the names of each family.
_FAMILIES = dict(map(str.split, read_table(__file__, "model_families.txt").splitlines()))


def same_family_note(names: Iterable[str], judges: Iterable[str]) -> str | None:
    """A warning if a judge is of the model family of one of these authors, by their names."""
    makers = {family: name for name in names for family in _families(name)}
    of_family = (
        "the judge {!r} is of the same family as the author ({!r}): judges favour their own family"
    )
    same_family = ((judge, makers.get(family)) for judge in judges for family in _families(judge))
    return next((of_family.format(*pair) for pair in same_family if pair[1]), None)


def _families(name: str) -> list[str]:
    return [family for family, pattern in _FAMILIES.items() if re.search(pattern, name, re.I)]
