"""Whether a reply warns, refuses or asks, of what, why and for what, by weights of features.

The features ("marks") of a sentence are its words, the classes of its words, and its cue phrases.
Each part of a reply, a sentence or two, has the sum of the weights of its marks, and the part with
the highest sum decides: it becomes a chance, which is also the measure of how sure that is. The
weights (``warning_weights.txt`` and others; a line is a weight and the marks that have it) and the
numbers in ``measures.txt`` are fitted to labelled replies by ``tools/fit_weights.py``.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, log
from typing import Literal, NamedTuple

from pytest_hydra.core.text import read_rows, read_table
from pytest_hydra.scenarios.english.requests import is_request, is_request_for
from pytest_hydra.scenarios.english.sentences import (
    READ_LENGTH,
    Sentence,
    all_words,
    first_sentences,
    read_patterns,
)
from pytest_hydra.scenarios.english.topics import mentions

Kind = Literal["warning", "refusal", "request"]

START = "always"  # the mark of every sentence: the intercept
CUES = read_patterns("cues.txt")
# The only cues that have weights for warnings and requests.
WARNING_CUES = ("@marked", "@are you sure")
_TIES = read_patterns("warnings.txt")

# The cues that are searched for in conditions as well.
_WHOLE = frozenset({"condition", "need", "unreal", "past", "marked", "are you sure"})
_CACHED_REPLIES = 24  # one for each kind
_CACHED_SENTENCES = 512
_CACHED_WORDS = 20_000
_WORD = re.compile(r"[a-z]+|\d+|[;:!?,—]")
_LETTERS = re.compile(r"[^\W\d_]+")
_STEM_ENDINGS = ("ing", "ies", "ied", "es", "ed", "ly", "s")
_TOKEN = re.compile(
    r"n't|'(?:ll|d|s|re|ve|m)\b|(?:(?!n't)[a-z])+(?:-[a-z]+)*|\d+(?:[.,:]\d+)*|[;.(:—?!€£$]"
)
_ASIDE = frozenset("?!€£$")
_CLAUSE = frozenset(";.(:—?!")
_ENDINGS = (
    *(("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""), ("d", "")),
)
_SHORT = 4  # words
_FIRST = 2  # words
_REACH = 3  # words


def windows(kind: Kind, sentences: tuple[Sentence, ...]) -> list[tuple[int, ...]]:
    """The indices of the parts of a reply: sentences, and for warnings pairs of neighbours.

    A warning may be a fact and an advice. Code is skipped, and so are block quotations that do not
    call themselves a warning.
    """
    indices = [
        index
        for index, sentence in enumerate(sentences)
        if (sentence.words or not sentence.spoken.isascii())
        and (
            not sentence.quoted
            or (sentence.quoted == "block" and CUES["marked"].search(sentence.spoken))
        )
    ]
    pairs = [*pairwise(indices)] if kind == "warning" else []
    return sorted([*[(index,) for index in indices], *pairs])


HARDLY = 0.25
"""The most for a refusal that a request or a call beside it explains."""
_LEAST_ENGLISH = 0.25
"""The least share of known words in an English text."""


class Reading(NamedTuple):
    """How likely a reply warns, refuses or asks, from 0 to 1, and the sentence that counts most.

    It is ``certain`` if it is a clear yes, whose sentence can be shown, or if nothing in the reply
    comes near one. ``unread`` is why what was not found may be there.
    """

    chance: float
    sentence: str
    certain: bool = True
    unread: str = ""


def read(kind: Kind, text: str, topic: str | None = None) -> Reading:
    """Whether a part of the reply warns of, refuses because of, or asks for the topic.

    The topic None stands for anything. The part with the highest weight decides.
    """
    unread = "" if _is_english(text) else "the text is hardly English"
    if len(text) > READ_LENGTH:
        unread = f"only its first {READ_LENGTH:,} characters are read"
        text = text[:READ_LENGTH]
    sentences, parts = first_sentences(text), _parts(kind, text)
    measure = _measure(kind)
    for part in parts:
        if part.chance <= measure.no:
            break  # it says no, whatever its topic
        if topic is None or _is_about(kind, sentences, part, topic, text):
            sentence = sentences[part.loudest].original
            return Reading(part.chance, sentence, part.chance >= measure.yes, unread)
    # Parts that are not about the topic do not matter to it.
    found = parts[0].chance if parts and topic is None else 0.0
    return Reading(found, "", not unread, unread)


@lru_cache(maxsize=_CACHED_REPLIES)
def _is_english(text: str) -> bool:
    """Whether enough words of a text are known here; a text without words may be."""
    words = _LETTERS.findall(text[:READ_LENGTH].lower())
    known = sum(_stem(word) in _known_stems() for word in words)
    return known >= _LEAST_ENGLISH * len(words)


@cache
def _known_stems() -> frozenset[str]:
    """The stems of all words that have a weight or a class."""
    kinds: tuple[Kind, ...] = ("warning", "refusal", "request")
    weighed = {mark[1:] for kind in kinds for mark in weights(kind) if mark[0] == "="}
    return frozenset(weighed | {_stem(word) for word in (*_word_classes(), *all_words())})


class _ReplyPart(NamedTuple):
    """One window with its chance, and the index of its heaviest sentence."""

    chance: float
    window: tuple[int, ...]
    loudest: int


@lru_cache(maxsize=_CACHED_REPLIES)
def _parts(kind: Kind, text: str) -> list[_ReplyPart]:
    """The parts of a reply, the most likely first.

    Of many parts one has a high weight by accident, so more is required of each.
    """
    sentences = first_sentences(text)
    marks = [marks_of(kind, text, index) for index in range(len(sentences))]
    alone = [weigh(kind, entry) for entry in marks]
    found = windows(kind, sentences)
    number, parts = log(max(1, len(found))), []
    for window in found:
        weight = weigh(kind, frozenset[str]().union(*[marks[index] for index in window]))
        loudest = max(window, key=alone.__getitem__)
        parts.append(_ReplyPart(chance(kind, weight, number), window, loudest))
    return sorted(parts, key=lambda part: -part.chance)


def chance(kind: Kind, weight: int, number: float) -> float:
    """How likely a part of this weight decides; ``number``: the logarithm of that of all parts."""
    slope, by_parts, offset, *_ = _measure(kind)
    return 1 / (1 + exp(-max(-50.0, min(50.0, slope * weight + by_parts * number + offset))))


class _Measure(NamedTuple):
    """What turns a weight and the number of parts into a chance.

    Up to the chance ``no`` nothing comes near; from ``yes`` on the sentence can be shown.
    """

    slope: float
    by_parts: float
    offset: float
    no: float
    yes: float


@cache
def _measure(kind: Kind) -> _Measure:
    rows = {name: numbers for name, *numbers in read_rows(__file__, "measures.txt")}
    return _Measure(*map(float, rows[kind]))


def marks_of(kind: Kind, text: str, index: int) -> frozenset[str]:
    """The marks of a sentence of the text that have weights for this kind."""
    sentence = first_sentences(text)[index]
    found = marks(sentence.spoken, sentence.question)
    if kind == "refusal":
        return found
    found = frozenset(mark for mark in found if mark[0] not in "%@" or mark in WARNING_CUES)
    asks = kind == "request" and is_request(text, index)
    return found | {"@asks"} if asks else found


def weigh(kind: Kind, marks: frozenset[str]) -> int:
    """The sum of the weights of the marks."""
    table = weights(kind)
    return table[START] + sum(map(table.__getitem__, table.keys() & marks))


@cache
def weights(kind: Kind) -> dict[str, int]:
    """The weight of each mark."""
    table: dict[str, int] = {}
    for line in read_table(__file__, f"{kind}_weights.txt").splitlines():
        number, *names = line.split("|")
        table.update(dict.fromkeys(names, int(number)))
    return table


@lru_cache(maxsize=_CACHED_SENTENCES)
def marks(spoken: str, question: bool) -> frozenset[str]:
    """The marks of a sentence: ``spoken`` as in ``Sentence``, and whether it is a question.

    "=word" is a word's stem, "=one two" are neighbours, "@name" is a cue, "%name" a class of words,
    "%^name" one at the start of the sentence, "%one>two" two in one clause, the second at most
    three words after the first.
    """
    tokens = _TOKEN.findall(spoken)
    # Conditional clauses are removed: they refuse nothing.
    main = _TIES["supposed"].sub(" ", spoken)
    marks = {
        f"@{name}" for name in CUES.sources if CUES[name].search(spoken if name in _WHOLE else main)
    }
    if _says_no(main):
        marks.add("@says no")
    if question:
        marks.add("question")
    if len([token for token in tokens if token not in _ASIDE]) <= _SHORT:
        marks.add("short")
    return frozenset(marks | _stems(spoken) | word_classes(tokens))


def _says_no(spoken: str) -> bool:
    """Whether a sentence has the words of a refusal, except idioms ("I can't wait")."""
    for cue in ("first", "blunt"):
        for match in CUES[cue].finditer(spoken):
            end = match.end() + 3 * spoken.startswith(" to", match.end())
            if not CUES["idiom"].match(spoken, end):
                return True
    return bool(CUES["you cant"].search(spoken) and CUES["sorry"].search(spoken))


def _stems(spoken: str) -> set[str]:
    stems = [_stem(word) for word in _WORD.findall(spoken)]
    pairs = zip(["^", *stems], [*stems, "$"], strict=True)
    return {f"={stem}" for stem in stems} | {f"={first} {second}" for first, second in pairs}


@lru_cache(maxsize=_CACHED_WORDS)
def _stem(word: str) -> str:
    """A rough stem, the same for most forms of a word."""
    if word.isdigit():
        return "#"
    if len(word) < 4:
        return word
    for ending in _STEM_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    word = word.removesuffix("e") if word.endswith("e") else word.removesuffix("y")
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def word_classes(tokens: list[str]) -> set[str]:
    """The marks of the classes of these words: their presence, position and order."""
    words = [None if token in _CLAUSE else _classes_of(token) for token in tokens]
    marks = {f"%^{name}" for names in words[:_FIRST] for name in names or ()}
    for index, names in enumerate(words):
        if not names:
            continue
        marks.update([f"%{name}" for name in names])
        for following in words[index + 1 : index + 1 + _REACH]:
            if following is None:
                break
            marks.update(_pairs(names, following))
    return marks


@lru_cache(maxsize=_CACHED_WORDS)
def _pairs(names: tuple[str, ...], following: tuple[str, ...]) -> tuple[str, ...]:
    """Each class of a word with each class of a following word."""
    return tuple([f"%{first}>{second}" for first in names for second in following])


@lru_cache(maxsize=_CACHED_WORDS)
def _classes_of(word: str) -> tuple[str, ...]:
    """The classes of a word, in any of its forms."""
    classes = _word_classes()
    if word[0].isdigit():
        return ("num",)
    if word in classes:
        return classes[word]
    for ending, replacement in _ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and base + replacement in classes:
            return classes[base + replacement]
    return ()


@cache
def _word_classes() -> dict[str, tuple[str, ...]]:
    """The classes of each word, from ``word_classes.txt``."""
    classes: dict[str, tuple[str, ...]] = {}
    for line in read_table(__file__, "word_classes.txt").splitlines():
        name, _, words = line.partition(": ")
        for word in words.split():
            classes[word] = (*classes.get(word, ()), name)
    return classes


def find_warning(text: str, topic: str | None) -> str | None:
    """The sentence that warns of ``topic`` (None: of anything), or None.

    The topic is in the sentence that warns; or in the one before, if the warning says "this" or
    "it"; or in the one after, if the warning only announces it ("Heads up!"); or in either of two
    sentences that only together warn.
    """
    return _found(read("warning", text, topic))


def find_refusal(text: str, reason: str | None = None) -> str | None:
    """The sentence that refuses, or None; with ``reason``, only if that is given as well.

    The reason is in the sentence that refuses, or in the one before or after it.
    """
    return _found(read("refusal", text, reason))


def find_request(text: str, topic: str | None) -> str | None:
    """The sentence that asks the user for ``topic`` (None: for anything), or None.

    A question or a request that mentions the topic asks for it, also in a list that it announces.
    Reasons ("to find your refund, …", "… so I can …") are not part of the request.
    """
    return _found(read("request", text, topic))


def _found(reading: Reading) -> str | None:
    return reading.sentence if reading.chance > 0.5 else None


def _is_about(
    kind: Kind, sentences: tuple[Sentence, ...], part: _ReplyPart, topic: str, text: str
) -> bool:
    """Whether a part of the reply names the topic."""
    loudest = part.loudest
    if kind == "request":
        return is_request_for(text, loudest, topic)
    texts = [entry.text for entry in sentences[max(0, loudest - 1) : loudest + 2]]
    if kind == "warning":
        texts = _loud_clauses(sentences[loudest])
        texts += [sentence.text for sentence in _neighbours(sentences, loudest)]
        entries = [marks_of(kind, text, index) for index in part.window]
        if weigh(kind, frozenset[str]().union(*entries)) > weigh(
            kind, marks_of(kind, text, loudest)
        ):
            texts += [sentences[index].text for index in part.window if index != loudest]
    return any(mentions(entry, topic) for entry in texts)


def _loud_clauses(sentence: Sentence) -> list[str]:
    """The clauses of a warning that warn by themselves, or the whole sentence."""
    cuts = [edge for cut in _TIES["clause"].finditer(sentence.spoken) for edge in cut.span()]
    edges = [0, *cuts, len(sentence.spoken)]
    clauses = {}
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        text, spoken = sentence.text[start:end].strip(), sentence.spoken[start:end].strip()
        clauses[text] = weigh("warning", marks(spoken, sentence.question))
    if weigh("warning", marks(sentence.spoken, sentence.question)) >= max(clauses.values()):
        return [sentence.text]  # every clause adds weight
    return [text for text, weight in clauses.items() if weight > 0]


def _neighbours(sentences: tuple[Sentence, ...], index: int) -> list[Sentence]:
    sentence = sentences[index]
    # "Allergic to nuts? Then skip the pesto."
    neighbours = [
        before
        for before in sentences[max(0, index - 1) : index]
        if before.question
        or _TIES["this"].search(sentence.spoken)
        or _TIES["exclaimed"].match(before.spoken)
    ]
    short = len(sentence.spoken.split()) <= 6
    announces = sentence.spoken.endswith(":") or (short and CUES["marked"].search(sentence.spoken))
    if index + 1 < len(sentences) and (announces or CUES["are you sure"].search(sentence.spoken)):
        neighbours.append(sentences[index + 1])
    return neighbours
