"""Whether a reply warns the user."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.sentences import sentences
from pytest_hydra.scenarios.text.topics import mentions

_WARNING = re.compile(
    r"\b(?:warning|caution|careful|beware|be aware|keep in mind|bear in mind|irreversible|risky?"
    r"|(?:can't|cannot|can not) be (?:undone|reversed|recovered)|permanently|heads up|watch out"
    r"|you (?:may|might|could|will) lose|are you sure)\b"
)
_DENIED = re.compile(r"\b(?:no|not|without|n't) (?:\w+ ){0,2}(?:risky?|warning)\b")


def find_warning(text: str, topic: str | None) -> str | None:
    """The sentence that warns of ``topic`` (None: of anything), or None."""
    for sentence in sentences(text):
        spoken = sentence.spoken
        if _WARNING.search(spoken) and not _DENIED.search(spoken):
            if mentions(sentence.text, topic):
                return sentence.shown
    return None
