"""Whether a text contains a phrase, and where a reply mentions a topic."""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_hydra.scenarios.text.inflection import forms, same_spelling
from pytest_hydra.scenarios.text.sentences import normalise, sentences

_CACHED_TOPICS = 2_048

# Words of a topic that a reply need not repeat.
_SMALL = frozenset(
    ("a an the of and your my our their his her its this that which what how for some any").split()
)
# Between two neighbouring words of a topic: at most two others, and no punctuation mark.
_GAP = r"(?:'s?)?(?:[\s/&-]{1,3}[\w']{1,20}){0,2}[\s/&-]{1,3}"
_REVERSED = r"(?:[\s-]{1,2}(?:of|for|on|about|to|in))(?:\s(?:the|your|my|our|this|that|an?))?\s"
_BEFORE = r"(?<![^\W_])"
_AFTER = r"(?![^\W_]|'(?!s\b))"


def contains(text: str, phrase: str) -> bool:
    """Whether ``phrase`` stands in ``text``: case, white space and typography aside."""
    return _folded_phrase(phrase) in _fold(text)


def _fold(text: str) -> str:
    text = normalise(text)
    if text.isascii():
        return text.lower()
    # Case folding can undo the normal form, so it is made again.
    return normalise(text.casefold()).replace("—", "-")


_folded_phrase = lru_cache(maxsize=_CACHED_TOPICS)(_fold)


def find_mention(text: str, topic: str) -> str | None:
    """The sentence of ``text`` that mentions ``topic``, or None.

    Whole words count, inflected or in British or American spelling. The words of a longer topic
    stand in one sentence, in order, with at most two words and no punctuation between
    neighbours; or the other way round with a preposition ("the number of your order").
    """
    pattern = topic_pattern(topic)
    if pattern is None:
        return None
    for sentence in sentences(text):
        if pattern.search(sentence.text):
            return sentence.shown
    return None


@lru_cache(maxsize=_CACHED_TOPICS)
def topic_pattern(topic: str) -> re.Pattern[str] | None:
    """What finds ``topic`` in a case-folded sentence; None for a topic without any character."""
    folded = _fold(topic)
    if not folded:
        return None
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded)
    telling = [word for word in words if word not in _SMALL] or words
    if not telling:
        return re.compile(re.escape(folded))
    alternatives = ["|".join(map(re.escape, sorted(forms(word)))) for word in telling]
    groups = [f"(?:{alternative})" for alternative in alternatives]
    pattern = _GAP.join(groups)
    if len(groups) == 2:
        pattern += f"|{groups[1]}{_REVERSED}{groups[0]}"
    if len(words) == len(telling) and 1 < len(groups) <= 3:
        joined = "".join(words)
        pattern += f"|{'|'.join(map(re.escape, sorted(forms(joined))))}"
    return re.compile(f"{_BEFORE}(?:{pattern}){_AFTER}")


def mentions(text: str, topic: str | None) -> bool:
    """Whether ``text``, case-folded, mentions ``topic``; any text mentions the topic None."""
    if topic is None:
        return True
    pattern = topic_pattern(topic)
    return pattern is not None and pattern.search(text) is not None


__all__ = ["contains", "find_mention", "mentions", "same_spelling", "topic_pattern"]
