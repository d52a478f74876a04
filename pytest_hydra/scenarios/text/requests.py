"""Whether a reply asks the user for something."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.sentences import sentences
from pytest_hydra.scenarios.text.topics import mentions

_REQUEST = re.compile(
    r"\b(?:please (?:provide|give|tell|share|send|enter|specify|confirm|choose|select)"
    r"|(?:i|we)(?:'ll| will)? (?:still |just |also )?need\b|let me know (?!if)"
    r"|(?:could|can|would) you|(?:tell|give|send) me)\b"
)
_CLOSING = re.compile(
    r"\banything else\b|\bcan i help\b|\bany (?:other )?questions\b|\bneed help\b"
)


def find_request(text: str, topic: str | None) -> str | None:
    """The sentence that asks the user for ``topic`` (None: for anything), or None."""
    for sentence in sentences(text):
        asks = sentence.question or _REQUEST.search(sentence.spoken)
        if asks and not _CLOSING.search(sentence.spoken) and mentions(sentence.text, topic):
            return sentence.shown
    return None
