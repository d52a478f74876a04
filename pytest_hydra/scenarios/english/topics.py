"""Where a reply mentions a topic."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from pytest_hydra.scenarios.english.inflection import forms
from pytest_hydra.scenarios.english.patterns import word_set
from pytest_hydra.scenarios.english.sentences import fold, sentences

_CACHED_TOPICS = 2_048

_SMALL = word_set("small")
_TAILS = tuple(sorted(word_set("tails")))
_HEADS = word_set("heads")
_PREPOSITIONS = frozenset(["of", "for", "on", "about", "to", "in", "from", "against"])
# Between two neighbouring words of a topic: at most two others, and no punctuation mark.
_GAP = r"(?:'s?)?(?:[\s/&-]{1,3}[\w']{1,20}){0,2}[\s/&-]{1,3}"
_REVERSED = rf"'?\s(?:{'|'.join(sorted(_PREPOSITIONS))})(?:\s(?:the|your|my|our|this|that|an?))?\s"
_BEFORE = r"(?<![^\W_])"
# "can" is not in "can't", but "user" is in "user's".
_AFTER = r"(?![^\W_]|'(?!s\b)\w)"
# A topic with signs that carry its meaning is looked for as it stands: C++, 0.5, 24/7, 10%.
_LITERAL = re.compile(r"[+#%$€£@^=<>\\]|\d[.,:/]\d")


def find_mention(text: str, topic: str) -> str | None:
    """The sentence of ``text`` that mentions ``topic``, or None.

    Whole words count, inflected or in British or American spelling. The words of a longer topic
    stand in one sentence, in order, with at most two words and no punctuation between
    neighbours; or, for two words, the other way round with a preposition ("number of the order").
    Articles and the like in a topic need not be repeated.
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
    folded = fold(topic).strip(" .,;:!?\"'")
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded)
    if not words or _LITERAL.search(folded):
        literal = re.escape(folded)
        return re.compile(rf"(?<!\w){literal}(?!\w)") if folded else None
    # "policy on cancellations" is also the cancellation policy.
    turned = len(words) == 3 and words[1] in _PREPOSITIONS
    telling = (words[2], words[0]) if turned else telling_words(topic)
    groups = [f"(?:{'|'.join(sorted(_spaced(forms(word))))})" for word in telling]
    pattern = groups[0]
    for word, before, group in zip(telling[1:], telling, groups[1:], strict=False):
        joined = word in _TAILS or before in _HEADS
        pattern += (f"(?:{_GAP}|)" if joined else _GAP) + group
    if len(groups) == 2:
        pattern += f"|{groups[1]}{_REVERSED}{groups[0]}"
    if len(words) == len(groups) == 2:
        pattern += f"|{'|'.join(sorted(forms(''.join(words))))}"
    return re.compile(f"{_BEFORE}(?:{pattern}){_AFTER}")


@lru_cache(maxsize=_CACHED_TOPICS)
def telling_words(topic: str) -> tuple[str, ...]:
    """The words of a topic without articles and the like, case-folded."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", fold(topic))
    return tuple(word for word in words if word not in _SMALL) or tuple(words)


def _spaced(words: Iterable[str]) -> set[str]:
    """Patterns of the words; those of two halves match in one, in two, and with a hyphen."""
    patterns = set()
    for word in words:
        ending = "s" if word.endswith("s") and word[:-1].endswith(_TAILS) else ""
        stem = word.removesuffix("s") if ending else word
        tail = max((tail for tail in _TAILS if stem.endswith(tail)), key=len, default="")
        head = stem.removesuffix(tail)
        if tail and (len(head) > 2 or head in _HEADS):
            patterns.add(f"{re.escape(head)}[ -]?{tail}{ending}")
        else:
            patterns.add(re.escape(word))
    return patterns


def mentions(text: str, topic: str | None) -> bool:
    """Whether ``text``, case-folded, mentions ``topic``; any text mentions the topic None."""
    if topic is None:
        return True
    pattern = topic_pattern(topic)
    return pattern is not None and pattern.search(text) is not None
