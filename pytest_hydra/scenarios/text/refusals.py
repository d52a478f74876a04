"""Whether a reply refuses what was asked."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.sentences import sentences
from pytest_hydra.scenarios.text.topics import mentions

_REFUSAL = re.compile(
    r"\b(?:(?:i|we)(?:'m| am|'re| are)? (?:can't|cannot|can not|won't|will not|unable to"
    r"|not able to|must decline|have to decline|don't allow|don't offer|refuse)"
    r"|(?:isn't|not) (?:possible|something (?:i|we) can)|against (?:our|the) (?:policy|rules))\b"
)
_IDIOM = re.compile(r"\bcan't (?:wait|see why|find|recommend)\b")


def find_refusal(text: str, reason: str | None = None) -> str | None:
    """The sentence that refuses, or None; with ``reason``, only where it is given as well."""
    found = sentences(text)
    for index, sentence in enumerate(found):
        if _REFUSAL.search(sentence.spoken) and not _IDIOM.search(sentence.spoken):
            near = found[max(0, index - 1) : index + 2]
            if any(mentions(other.text, reason) for other in near):
                return sentence.shown
    return None
