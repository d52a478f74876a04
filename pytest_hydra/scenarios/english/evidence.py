"""What marks a sentence: its words, their classes and senses, its frames and phrases.

Whether it warns or refuses is weighed from its marks (``weighing``).
"""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_hydra.scenarios.english.cautions import CAUTIONS
from pytest_hydra.scenarios.english.declines import DECLINES
from pytest_hydra.scenarios.english.frames import FRAMES
from pytest_hydra.scenarios.english.harms import HARMS
from pytest_hydra.scenarios.english.lexicon import classes
from pytest_hydra.scenarios.english.perils import CONSEQUENCE, FORBIDS, STANDING, THREAT, UNFIT
from pytest_hydra.scenarios.english.refusals import REFUSALS, says_no
from pytest_hydra.scenarios.english.sayings import SAYS
from pytest_hydra.scenarios.english.senses import senses, tokens_of
from pytest_hydra.scenarios.english.withholds import DEFLECTS, WITHHOLDS

_CACHED_SENTENCES = 512
_CACHED_WORDS = 20_000
_WORD = re.compile(r"[a-z]+|\d+|[;:!?,—]")
_ENDINGS = ("ing", "ies", "ied", "es", "ed", "ly", "s")
_PHRASES = {
    **CAUTIONS,
    **HARMS,
    **REFUSALS,
    "consequence": CONSEQUENCE,
    "forbids": FORBIDS,
    "standing": STANDING,
    "threat": THREAT,
    "unfit": UNFIT,
    "says": SAYS,
    "withholds": WITHHOLDS,
    "deflects": DEFLECTS,
    "declines": DECLINES,
}
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
_ASIDE = frozenset("?!€£$")  # tokens that only `senses` look at
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


@lru_cache(maxsize=_CACHED_SENTENCES)
def marks(spoken: str, question: bool) -> frozenset[str]:
    """The marks of a sentence: ``spoken`` as in ``Sentence``, and whether it asks.

    "=word" is a word's stem, "=one two" are neighbours, "@name" is a phrase, "%name" is for
    refusals (``senses``); the others are classes and frames.
    """
    phrases = {f"@{name}" for name, rule in _PHRASES.items() if rule.search(spoken)}
    if says_no(spoken):
        phrases.add("@says no")
    tokens = tokens_of(spoken)
    meanings = _meanings(spoken, [one for one in tokens if one not in _ASIDE], question)
    return frozenset(_words(spoken) | meanings | phrases | senses(tokens))


def _words(spoken: str) -> set[str]:
    stems = [_stem(word) for word in _WORD.findall(spoken)]
    pairs = zip(["^", *stems], [*stems, "$"], strict=True)
    return {f"={stem}" for stem in stems} | {f"={one} {other}" for one, other in pairs}


@lru_cache(maxsize=_CACHED_WORDS)
def _stem(word: str) -> str:
    """A word without its ending: rough, and the same for all forms of most words."""
    if word.isdigit():
        return "#"
    if len(word) < 4:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    word = word.removesuffix("e") if word.endswith("e") else word.removesuffix("y")
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _meanings(spoken: str, tokens: list[str], question: bool) -> set[str]:
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
    return found


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
