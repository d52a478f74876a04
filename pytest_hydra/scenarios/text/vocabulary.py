"""How rules are written: each is one pattern out of families of words."""

from __future__ import annotations

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """A pattern that finds any of the ``alternatives``.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that a rule's time is linear in a sentence's length.
    """
    return re.compile("|".join(alternatives))
