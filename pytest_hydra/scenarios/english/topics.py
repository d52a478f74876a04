"""Whether a reply mentions a topic, in any form of its words.

Forms are generated, not stemmed: "fee" has "fees" but never "feed" or "coffee", and "university"
and "universe" have no form in common. Generated forms that are not words ("shiped") do no harm.
Irregular forms are in ``inflection.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from pytest_hydra.scenarios.english.sentences import (
    PLAIN_LETTERS,
    fold,
    read_sections,
    sentences,
    word_set,
)

_CACHED_TOPICS = 2_048

_VOWELS = "aeiou"
_TABLE = read_sections("inflection.txt")
_ALONE = word_set("alone")
_PAIRS = [line.split() for line in _TABLE["[pairs]"]]
_SMALL = word_set("small")
_OTHERWISE = word_set("otherwise")
_TAILS = tuple(sorted(word_set("tails")))
_HEADS = word_set("heads")
_PREPOSITIONS = frozenset(["of", "for", "on", "about", "to", "in", "from", "against"])
# Between two words of a topic: at most two other words, and no punctuation.
_GAP = r"(?:'s?)?(?:[\s/&-]{1,3}[\w']{1,20}){0,2}[\s/&-]{1,3}"
_REVERSED = rf"'?\s(?:{'|'.join(sorted(_PREPOSITIONS))})(?:\s(?:the|your|my|our|this|that|an?))?\s"
_BEFORE = r"(?<![^\W_])"
# "can" is not in "can't", but "user" is in "user's".
_AFTER = r"(?![^\W_]|'(?!s\b)\w)"
# Treat Wi-Fi as wifi, U.S. as US, and APIs as API.
_SEPARATORS = re.compile(r"(?<=[a-z])-(?=[a-z])|(?<=\b[a-z])\.(?=[a-z]\b)")
_INITIALS = re.compile(r"(?<=\b[A-Z])\.(?=[A-Z]\b)|(?<=\b[A-Z]\.[A-Z])\.|(?<=[A-Z]{2})s\b")
# Topics with meaningful symbols are matched literally: C++, 0.5, 24/7, 10%.
_LITERAL = re.compile(r"[+#%$€£@^=<>\\]|\d[.,:/]\d")


def find_mention(text: str, topic: str) -> str | None:
    """The sentence of ``text`` that mentions ``topic``, or None.

    Whole words match, inflected or in British or American spelling. The words of a longer topic
    must be in one sentence, in order, with at most two words and no punctuation between neighbours;
    or, for two words, reversed with a preposition ("number of the order"). Articles and the like in
    a topic are optional.
    """
    capitals = _capitals(topic)
    for sentence in sentences(text):
        if mentions(sentence.text, topic) and (not capitals or capitals.search(sentence.original)):
            return sentence.original
    return None


@lru_cache(maxsize=_CACHED_TOPICS)
def _capitals(topic: str) -> re.Pattern[str] | None:
    """A pattern for words such as US, which in lower case are other words, in capitals."""
    initials = re.findall(r"\b[A-Z]{2,}\b", _INITIALS.sub("", topic))
    words = [word for word in initials if word.lower() in _OTHERWISE]
    lookaheads = "".join([rf"(?=.*\b{'[.]?'.join(word)}\b)" for word in words])
    return re.compile(rf"^(?:{lookaheads}|[^a-z]*$)", re.DOTALL) if words else None


@lru_cache(maxsize=_CACHED_TOPICS)
def topic_pattern(topic: str) -> re.Pattern[str] | None:
    """A pattern for ``topic`` in a case-folded sentence; None for an empty topic."""
    folded = _folded(topic).strip(" .,;:!?\"'")
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded)
    if not words or _LITERAL.search(folded):
        literal = re.escape(folded)
        return re.compile(rf"(?<!\w){literal}(?!\w)") if folded else None
    # "policy on cancellations" also matches "cancellation policy".
    is_reversed = len(words) == 3 and words[1] in _PREPOSITIONS
    contents = (words[2], words[0]) if is_reversed else content_words(topic)
    groups = [f"(?:{'|'.join(sorted(_spaced(forms(word))))})" for word in contents]
    pattern = groups[0]
    for word, previous, group in zip(contents[1:], contents, groups[1:], strict=False):
        is_compound = word in _TAILS or previous in _HEADS
        pattern += (f"(?:{_GAP}|)" if is_compound else _GAP) + group
    if len(groups) == 2:
        pattern += f"|{groups[1]}{_REVERSED}{groups[0]}"
    if len(words) == len(groups) == 2:
        pattern += f"|{'|'.join(sorted(forms(''.join(words))))}"
    return re.compile(f"{_BEFORE}(?:{pattern}){_AFTER}")


@lru_cache(maxsize=_CACHED_TOPICS)
def content_words(topic: str) -> tuple[str, ...]:
    """The words of a topic without articles and the like, case-folded."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", _folded(topic))
    return tuple(word for word in words if word not in _SMALL) or tuple(words)


def _folded(topic: str) -> str:
    return fold(_INITIALS.sub("", topic)).translate(PLAIN_LETTERS)


def _spaced(words: Iterable[str]) -> set[str]:
    """Patterns for the words; compounds match closed, spaced and hyphenated."""
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
    """Whether the case-folded ``text`` mentions ``topic``; any text mentions None."""
    if topic is None:
        return True
    pattern = topic_pattern(topic)
    if pattern is None:
        return False
    if pattern.search(text):
        return True
    return ("-" in text or "." in text[:-1]) and bool(pattern.search(_SEPARATORS.sub("", text)))


# --- the forms of a word ------------------------------------------------------------------------


@cache
def _spelling_rules() -> list[tuple[re.Pattern[str], str]]:
    """Rules that replace one spelling by the other."""
    rules = []
    for line in _TABLE["[spellings]"]:
        prefix, british, american, *suffix = line.split()
        for letters, replacement in ((british, american), (american, british)):
            pattern = re.compile(f"({prefix}){letters}({''.join(suffix)})")
            rules.append((pattern, rf"\1{replacement}\2"))
    return rules


def forms(word: str) -> frozenset[str]:
    """All forms of a case-folded ``word`` that count as the same word, including itself."""
    words = {word}
    if word.isascii() and word.isalpha() and len(word) > 1:
        bases = _bases(word)
        bases |= {relative for base in bases for relative in _RELATIVES.get(base, ())}
        for base in bases:
            words |= _inflected(base)
        words -= _ALONE - {word}
    words.update([spelling for form in words for spelling in spellings(form)])
    return frozenset(words)


def spellings(word: str) -> set[str]:
    """``word`` in British and American spelling."""
    words = {word}
    for pattern, replacement in _spelling_rules():
        words.add(pattern.sub(replacement, word))
    for pair, replacement in _PAIRS:
        if word.startswith(pair):
            words.add(replacement + word[len(pair) :])
        elif word.startswith(replacement):
            words.add(pair + word[len(replacement) :])
    return words


def _bases(word: str) -> set[str]:
    """The words of which ``word`` may be a form."""
    words = {word}
    if word in _ALONE:
        return words
    for spelling in spellings(word):
        words |= _IRREGULAR_BASES.get(spelling, set())
        words |= _cut(spelling)
    return words


def _cut(word: str) -> set[str]:
    words = {word}
    if len(word) < 4:
        return words
    if word.endswith("ies"):
        words |= {word[:-3] + "y", word[:-1]}
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        words.add(word[:-1])
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            words.add(word[:-2])
    elif word.endswith("ied"):
        words.add(word[:-3] + "y")
    elif word.endswith("ed") and not word.endswith("eed"):
        words |= _stems(word[:-2])
    elif word.endswith("eed") and _has_vowel(word[:-3]):
        words.add(word[:-1])
    elif word.endswith("ing"):
        words |= _stems(word[:-3])
    return words


def _stems(stem: str) -> set[str]:
    """The possible stems before "-ed" or "-ing"."""
    if len(stem) < 2 or not _has_vowel(stem):
        return set()
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        return {stem, stem[:-1]}
    # "rat" becomes "ratted", so "rated" can only be a form of "rate".
    return {stem + "e"} if _doubles(stem) else {stem, stem + "e"}


def _has_vowel(text: str) -> bool:
    return any(letter in text for letter in "aeiouy")


def _doubles(base: str) -> bool:
    """Whether a one-syllable word doubles its final consonant."""
    return (
        len(base) > 1
        and base[-1] not in "aeiouwxy"
        and base[-2] in "aeiouy"
        and not any(letter in _VOWELS for letter in base[:-2])
    )


def _inflected(base: str) -> set[str]:
    words = {base, *_IRREGULAR_FORMS.get(base, ())}
    last, before = base[-1], base[-2]
    # "reasonable" is not about reasons, but "non-refundable" is about refunds.
    words |= {f"non{stem}able" for stem in (base, base.removesuffix("e"), base + last)}
    if last == "y" and before not in _VOWELS:
        return words | {base[:-1] + "ies", base[:-1] + "ied", base + "ing"}
    if base.endswith(("s", "x", "z", "ch", "sh")):
        words.add(base + "es")
    elif last == "o":
        words |= {base + "s", base + "es"}
    else:
        words.add(base + "s")
    if last == "e":
        if before != "e" or _has_vowel(base[:-2]):  # "fee" makes no "feed", "agree" makes "agreed"
            words.add(base + "d")
        if base.endswith("ie"):
            words.add(base[:-2] + "ying")
        words.add(base + "ing" if before in "eoy" else base[:-1] + "ing")
    elif _doubles(base):
        words |= {base + last + "ed", base + last + "ing"}
    else:
        words |= {base + "ed", base + "ing"}
        if last not in "aeiouwxy" and before in _VOWELS:
            words |= {base + last + "ed", base + last + "ing"}
    return words


_IRREGULAR_FORMS: dict[str, list[str]] = {}
_IRREGULAR_BASES: dict[str, set[str]] = {}
for _base, *_forms in map(str.split, _TABLE["[irregular]"]):
    _IRREGULAR_FORMS[_base] = _forms
    for _form in _forms:
        _IRREGULAR_BASES.setdefault(_form, set()).add(_base)
_RELATIVES: dict[str, set[str]] = {}
for _family in map(str.split, _TABLE["[families]"]):
    for _member in _family:
        _RELATIVES.setdefault(_member, set()).update(_family)
