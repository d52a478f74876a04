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
_ENOUGH = 25  # with 28 few more of those found are warnings, and a tenth fewer is found
_LEAST = -4  # what a sentence needs that has the words of a warning
_TOKEN = re.compile(
    r"n't|'(?:ll|d|s|re|ve|m)\b|(?:(?!n't)[a-z])+(?:-[a-z]+)*|\d+(?:[.,:]\d+)*|[;.(:—]"
)
_STRONG = frozenset(["harm", "ill", "sanction", "bad", "final"])
_WEAK = frozenset(["worse", "loss", "destroy", "cost"])
_BAD = _STRONG | _WEAK
_WORST = _BAD | {"worse"}
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
# Marks that tell more together than each alone.
_TOGETHER = (
    *(("told to", "harm"), ("told to", "ill"), ("told to", "bad"), ("told to", "before")),
    *(("told to", "if you"), ("defines", "you"), ("may", "you"), ("makes it so", "you")),
    *(("until when", "you"), ("denied", "denied harm"), ("good", "denied")),
    *(("reassures", "you"), ("you can", "good")),
)
_SHORT = 4

POINTS = {
    "doing it": 11,
    "falls off": 11,
    "risky deed": 11,
    "told to take care": 11,
    "asked to listen": 10,
    "delicate": 9,
    "denied": 9,
    "strong ahead": 9,
    "told not to": 9,
    "bad": 8,
    "do it and": 8,
    "lacking": 8,
    "too much": 8,
    "will not": 8,
    "advised": 7,
    "advised to take care": 7,
    "calm, third": 7,
    "is strong": 7,
    "loss": 7,
    "so do": 7,
    "to others": 7,
    "forward": 6,
    "into other hands": 6,
    "not fit for": 6,
    "stranger": 6,
    "strong for the frail": 6,
    "whoever may": 6,
    "addition": 5,
    "all": 5,
    "frail": 5,
    "goes wrong": 5,
    "if you": 5,
    "may": 5,
    "often": 5,
    "should not": 5,
    "weak before you": 5,
    "weak, care": 5,
    "weak, will": 5,
    "body": 4,
    "final": 4,
    "harm": 4,
    "is taken": 4,
    "lapses": 4,
    "limit": 4,
    "strong before you": 4,
    "told to, bad": 4,
    "told to, ill": 4,
    "before": 3,
    "condition": 3,
    "ill": 3,
    "is done": 3,
    "is weak": 3,
    "so much": 3,
    "told to, before": 3,
    "two bad words": 3,
    "weak, forward": 3,
    "you": 3,
    "care": 2,
    "makes it so": 2,
    "until when, you": 2,
    "weak ahead": 2,
    "calm, reach": -2,
    "told to, if you": -2,
    "denied, denied harm": -3,
    "good": -3,
    "calm, can": -4,
    "calm, is": -4,
    "calm, you": -5,
    "reassures, you": -5,
    "we did": -5,
    "denied harm": -6,
    "no harm": -6,
    "only was": -7,
    "was": -8,
    "reassures": -9,
    "short": -11,
    "you can": -11,
    "ends well": -12,
    "self": -14,
    "question": -19,
}


def warns(sentence: Sentence) -> bool:
    """Whether the marks of a sentence have points enough for a warning."""
    return _points(sentence) >= _ENOUGH


def speaks_against(sentence: Sentence) -> bool:
    """Whether the marks say that a sentence is no warning although it has the words of one."""
    return _points(sentence) < _LEAST


def _points(sentence: Sentence) -> int:
    return sum(POINTS.get(mark, 0) for mark in marks(sentence))


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
    bad, denied = _bad_words(tokens, word_classes)
    if denied:
        found.add("denied harm")
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
    found |= frames
    found |= {f"{one}, {other}" for one, other in _TOGETHER if one in found and other in found}
    return frozenset(found)


def _bad_words(
    tokens: list[str], word_classes: list[frozenset[str]]
) -> tuple[list[tuple[int, frozenset[str]]], bool]:
    """Where a bad word stands that nothing denies, with its classes; and whether one is denied."""
    found = []
    any_denied = False
    denied = -1  # the last word that a denial reaches
    for index, (token, names) in enumerate(zip(tokens, word_classes, strict=True)):
        if token in _CLAUSE:
            denied = -1
        if names & _BAD and index > denied:
            found.append((index, names & _BAD))
        any_denied |= bool(names & _WORST) and index <= denied
        if "denial" in names:
            denied = index + _DENIED
    return found, any_denied


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
