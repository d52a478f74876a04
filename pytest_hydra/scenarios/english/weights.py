"""Whether a reply warns or refuses, of what and why, by a sum of weights of features.

The features ("marks") of a sentence are its words, the classes of its words, and its cue phrases.
The weights are in ``warning_weights.txt`` and ``refusal_weights.txt``, fitted to labelled replies
by ``tools/fit_weights.py``. A line is a weight and the marks that have it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from pytest_hydra.core.text import read_table
from pytest_hydra.scenarios.english.sentences import (
    READ_LENGTH,
    Sentence,
    first_sentences,
    read_patterns,
)
from pytest_hydra.scenarios.english.topics import mentions

Kind = Literal["warning", "refusal"]

START = "always"  # the mark of every sentence: the intercept
CUES = read_patterns("cues.txt")
_TIES = read_patterns("warnings.txt")

# The cues that are searched for in conditions as well.
_WHOLE = frozenset({"condition", "need", "unreal", "past", "marked", "are you sure"})
_CACHED_REPLIES = 16  # one for each kind
_CACHED_SENTENCES = 512
_CACHED_WORDS = 20_000
_WORD = re.compile(r"[a-z]+|\d+|[;:!?,—]")
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
    """The indices of sentences weighed together: pairs of neighbours, and for warnings single ones.

    Block quotations and code are skipped, unless they call themselves a warning.
    """
    indices = [
        index
        for index, sentence in enumerate(sentences)
        if (sentence.words or not sentence.spoken.isascii())
        and (not sentence.quoted or CUES["marked"].search(sentence.spoken))
    ]
    singles: list[tuple[int, ...]] = [(index,) for index in indices]
    neighbours: list[tuple[int, ...]] = list(pairwise(indices))
    if kind == "warning":
        return sorted([*singles, *neighbours])
    return neighbours or singles


def net_weights(kind: Kind, sentences: tuple[Sentence, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The windows with their weight, less half the weight of the other kind at the same place.

    Hardly any sentence both warns and refuses, but their words are often alike: a reason for a
    refusal is not a warning.
    """
    rival: Kind = "refusal" if kind == "warning" else "warning"
    candidates, rivals = windows(kind, sentences), windows(rival, sentences)
    by_sentence = [marks_of(sentence) for sentence in sentences]
    by_window = {
        window: frozenset().union(*[by_sentence[index] for index in window])
        for window in {*candidates, *rivals}
    }
    penalties = [0] * len(sentences)
    for window in rivals:
        weight = weigh(rival, by_window[window])
        for index in window:
            penalties[index] = max(penalties[index], weight)
    return [
        (window, weigh(kind, by_window[window]) - max([penalties[index] for index in window]) // 2)
        for window in candidates
    ]


def weight_of(kind: Kind, *sentences: Sentence) -> int:
    """The evidence for a warning or a refusal; it is one if the weight is above 0."""
    return weigh(kind, frozenset().union(*map(marks_of, sentences)))


def marks_of(sentence: Sentence) -> frozenset[str]:
    """The marks of a sentence."""
    return marks(sentence.spoken, sentence.question)


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
    sentences that only together warn. Text that is denied ("no risk"), quoted or past does not
    warn.
    """
    sentences = first_sentences(text)
    for window, loudest in _loud_windows("warning", text[:READ_LENGTH]):
        if topic is None:
            return sentences[loudest].original
        texts = _loud_clauses(sentences[loudest])
        texts += [sentence.text for sentence in _neighbours(sentences, loudest)]
        weight = weight_of("warning", *[sentences[index] for index in window])
        if weight > weight_of("warning", sentences[loudest]):
            texts += [sentences[index].text for index in window if index != loudest]
        if any(mentions(part, topic) for part in texts):
            return sentences[loudest].original
    return None


def find_refusal(text: str, reason: str | None = None) -> str | None:
    """The sentence that refuses, or None; with ``reason``, only if that is given as well.

    The reason is in the sentence that refuses, or in the one before or after it. These are not
    refusals: text that is quoted, conditional, hypothetical or past, what cannot be found or
    promised, what only lacks something from the user ("not without your number"), and a request
    that is met in part ("I can't cancel it, but I've paused it"). An offer of something else,
    without doing it, remains a refusal.
    """
    sentences = first_sentences(text)
    for _, loudest in _loud_windows("refusal", text[:READ_LENGTH]):
        if _is_met(sentences, loudest):
            continue
        context = sentences[max(0, loudest - 1) : loudest + 2]
        if reason is None or any(mentions(sentence.text, reason) for sentence in context):
            return sentences[loudest].original
    return None


@lru_cache(maxsize=_CACHED_REPLIES)
def _loud_windows(kind: Kind, text: str) -> list[tuple[tuple[int, ...], int]]:
    """The windows that warn or refuse, each with the index of its heaviest sentence."""
    sentences = first_sentences(text)
    return [
        (window, max(window, key=lambda index: weight_of(kind, sentences[index])))
        for window, weight in net_weights(kind, sentences)
        if weight > 0
    ]


def _is_met(sentences: tuple[Sentence, ...], index: int) -> bool:
    """Whether something is only missing, hypothetical, closed for now, or done in part."""
    spoken = sentences[index].spoken
    if _TIES["hours"].search(spoken):
        return True
    following = sentences[index + 1].spoken if index + 1 < len(sentences) else ""
    is_met = any(CUES[name].search(spoken) for name in ("need", "unreal", "did"))
    return is_met or bool(CUES["did next"].search(following))


def _loud_clauses(sentence: Sentence) -> list[str]:
    """The clauses of a warning that warn by themselves, or the whole sentence."""
    cuts = [edge for cut in _TIES["clause"].finditer(sentence.spoken) for edge in cut.span()]
    edges = [0, *cuts, len(sentence.spoken)]
    clauses = {}
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        text, spoken = sentence.text[start:end].strip(), sentence.spoken[start:end].strip()
        clauses[text] = weight_of("warning", sentence._replace(text=text, spoken=spoken))
    if weight_of("warning", sentence) >= max(clauses.values()):
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
