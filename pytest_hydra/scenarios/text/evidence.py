"""How much speaks for a warning, where no single phrase decides it: marks, and points for each.

A sentence is marked by the classes of its words (``lexicon``), by where they stand, and by its
frames (``frames``). The points were fitted to the labelled replies that may be tuned on, by
``benchmarks/fit_warnings.py``, which prints them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_hydra.scenarios.text.frames import FRAMES
from pytest_hydra.scenarios.text.lexicon import classes
from pytest_hydra.scenarios.text.sentences import Sentence

_CACHED_SENTENCES = 512
_ENOUGH = 22  # the least with which nine of ten found are warnings in each part tuned on
_TOKEN = re.compile(
    r"n't|'(?:ll|d|s|re|ve|m)\b|(?:(?!n't)[a-z])+(?:-[a-z]+)*|\d+(?:[.,:]\d+)*|[;.(:—]"
)
_STRONG = frozenset(["harm", "ill", "sanction", "bad", "final"])
_WEAK = frozenset(["worse", "loss", "destroy", "cost"])
_BAD = _STRONG | _WEAK
# Classes that mark a sentence by themselves, wherever the word stands.
_SEEN = (
    *("forward", "condition", "you", "self", "third", "all", "addition", "stranger", "frail"),
    *("good", "care", "limit"),
)
_CLAUSE = frozenset(";.(:—")
_SAID_OF = frozenset(
    ["is", "are", "'s", "'re", "be", "get", "gets", "too", "so", "very", "a", "an"]
)
_NAMED = frozenset(["the", "a", "of", "your", "and", "no"])
_NEAR, _REACH, _DENIED = 6, 3, 3  # words
_SHORT = 4

POINTS = {
    "doing it": 12,
    "told to take care": 12,
    "delicate": 11,
    "falls off": 11,
    "risky deed": 10,
    "asked to listen": 9,
    "denied": 8,
    "strong ahead": 8,
    "told not to": 8,
    "will not": 8,
    "advised to take care": 7,
    "do it and": 7,
    "forward": 7,
    "into other hands": 7,
    "lacking": 7,
    "loss": 7,
    "stranger": 7,
    "to others": 7,
    "advised": 6,
    "bad": 6,
    "frail": 6,
    "goes wrong": 6,
    "may": 6,
    "so do": 6,
    "two bad words": 6,
    "weak, care": 6,
    "weak, will": 6,
    "all": 5,
    "calm, third": 5,
    "if you": 5,
    "is strong": 5,
    "not fit for": 5,
    "weak ahead": 5,
    "addition": 4,
    "condition": 4,
    "is weak": 4,
    "strong in the present": 4,
    "final": 3,
    "harm": 3,
    "is done": 3,
    "limit": 3,
    "strong after you": 3,
    "strong before you": 3,
    "strong for the frail": 3,
    "third": 3,
    "ill": 2,
    "sanction": 2,
    "calm, reach": -3,
    "good": -3,
    "calm, can": -4,
    "calm, you": -4,
    "calm, is": -5,
    "only was": -7,
    "was": -7,
    "no harm": -8,
    "you can": -10,
    "short": -11,
    "ends well": -14,
    "self": -14,
    "question": -17,
}


def warns(sentence: Sentence) -> bool:
    """Whether the marks of a sentence have points enough for a warning."""
    return sum(POINTS.get(mark, 0) for mark in marks(sentence)) >= _ENOUGH


def marks(sentence: Sentence) -> frozenset[str]:
    """What speaks for a warning in a sentence, and what against it."""
    return _marks(sentence.spoken, sentence.question)


@lru_cache(maxsize=_CACHED_SENTENCES)
def _marks(spoken: str, question: bool) -> frozenset[str]:
    tokens = _TOKEN.findall(spoken)
    word_classes = [classes(token) for token in tokens]
    seen = frozenset().union(*word_classes)
    found = {name for name in _SEEN if name in seen}
    frames = {name for name, rule in FRAMES.items() if rule.search(spoken)}
    bad = _bad_words(tokens, word_classes)
    for index, names in bad:
        found |= names
        found |= _around(tokens, word_classes, index, "strong" if names & _STRONG else "weak")
    if len(bad) > 1:
        found.add("two bad words")
    if any(names & _WEAK for _, names in bad):
        found |= {f"weak, {name}" for name in ("care", "forward") if name in seen}
        found |= {"weak, will"} & {f"weak, {name}" for name in frames}
    if not bad:
        found |= {f"calm, {name}" for name in ("reach", "third", "you") if name in seen}
        found |= {f"calm, {name}" for name in ("can", "is") if name in frames}
    if question:
        found.add("question")
    if len(tokens) <= _SHORT:
        found.add("short")
    return frozenset(found | frames)


def _bad_words(
    tokens: list[str], word_classes: list[frozenset[str]]
) -> list[tuple[int, frozenset[str]]]:
    """Where a bad word stands that nothing denies, and its classes."""
    found = []
    denied = -1  # the last word that a denial reaches
    for index, (token, names) in enumerate(zip(tokens, word_classes, strict=True)):
        if token in _CLAUSE:
            denied = -1
        if names & _BAD and index > denied:
            found.append((index, names & _BAD))
        if "denial" in names:
            denied = index + _DENIED
    return found


def _around(
    tokens: list[str], word_classes: list[frozenset[str]], index: int, kind: str
) -> set[str]:
    """The marks of a bad word's neighbourhood."""
    before = frozenset().union(*word_classes[max(0, index - _NEAR) : index])
    after = frozenset().union(*word_classes[index + 1 : index + 1 + _REACH])
    previous = tokens[index - 1] if index else ""
    word = tokens[index]
    found = set()
    if "forward" in before:
        found.add(f"{kind} ahead")
    if "you" in before:
        found.add(f"{kind} after you")
    if "you" in after:
        found.add(f"{kind} before you")
    if "frail" in before | after:
        found.add(f"{kind} for the frail")
    if previous in _SAID_OF:
        found.add(f"is {kind}")
    if word.endswith("s") and not word.endswith("ss") and previous and previous not in _NAMED:
        found.add(f"{kind} in the present")
    return found
