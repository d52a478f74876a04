"""Whether the user agrees, and to what. Only a clear yes to a question that names it is consent.

A clause is a clear yes if it consists of words for yes, words that add nothing, and words of the
question. A question names a call by the verb of the function, and by its object. Patterns and word
lists are in ``consent.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pytest_hydra.scenarios.english.requests import is_request
from pytest_hydra.scenarios.english.sentences import (
    Sentence,
    first_sentences,
    read_patterns,
    read_sections,
    sentences,
)
from pytest_hydra.scenarios.english.topics import forms
from pytest_hydra.scenarios.english.values import names_values, words_of

_CUES = read_patterns("consent.txt")


def _words(section: str) -> frozenset[str]:
    return frozenset(" ".join(read_sections("consent.txt")[f"[{section}]"]).split())


def _sets(section: str) -> list[frozenset[str]]:
    return [frozenset(line.split()) for line in read_sections("consent.txt")[f"[{section}]"]]


_FILLER, _WEAK, _REFERS, _LIGHT = map(_words, ("filler", "weak", "refers", "light"))
_SAME = _sets("same")
_VERBS = frozenset().union(*_SAME)
_ANY_OBJECT, *_OBJECTS = _sets("objects")
_YES = re.compile(rf"(?<![\w'])(?:{_CUES.sources['yes']})(?![\w'])")
_NO = re.compile(rf"(?:(?:{'|'.join(_words('before no'))}) )*(?:{_CUES.sources['no']})(?![\w'])")
_BETWEEN = (
    rf"(?:(?:{'|'.join(sorted(_words('between') | _LIGHT, key=len, reverse=True))})\W+){{0,9}}"
)
_NO_VALUES = _FILLER | _REFERS | _LIGHT | _VERBS | _ANY_OBJECT | _words("between")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_CLAUSES = re.compile(r"[,;:.!\u2014()]+(?!\d)|\s-+\s")
# Emoji in words; variants and skin tones mean nothing.
_SIGNS = {
    **dict.fromkeys("\U0001f44d\U0001f44c\u2705\u2714", " thumbs up. "),
    **dict.fromkeys("\U0001f44e\u274c\U0001f6d1", " thumbs down. "),
    **{chr(code): "" for code in (0xFE0F, *range(0x1F3FB, 0x1F400))},
}
_PHRASE = re.compile(r"\b(?:for|of|about|on|in|to|from|with|by|at)\b")
_WISH = re.compile(r"\b(?:would you|you'd|you would) like\b|\ball right\b")
_LONGEST = 2_000
_CHOICE = re.compile(r"\bor\b(?! (?:not|no|n)\b)")


def agrees(text: str, question: str = "") -> bool | None:
    """Whether the text is a clear yes or a clear no to the question; None if it is neither.

    A question agrees to nothing: "How much is it, please?" Nor does a yes under a condition, or
    with words that are not in the question: "Yes, I want to keep it".
    """
    text = "".join([_SIGNS.get(letter, letter) for letter in text[:_LONGEST]])
    asked = [_CUES["answer choice"].sub(" ", part.text) for part in sentences(question[-_LONGEST:])]
    asked = [part for part in asked if not _CUES["other offer"].search(part)]
    if asked and _CUES["minds"].search(asked[-1]):
        answer = " ".join([part.text for part in sentences(text)])
        if _CUES["minds not"].fullmatch(answer):
            return True
        return False if _CUES["minds it"].fullmatch(answer) else None
    known = _FILLER.union(*map(_WORD.findall, asked))
    known |= {"both"} if asked and " and " in asked[-1] else set()
    verdicts: set[str] = set()
    for sentence in sentences(text):
        parts = (part.strip(" \"'?!") for part in _CLAUSES.split(sentence.text))
        clauses = [" ".join(part.split()) for part in parts if part]
        if not sentence.question or clauses[-1:] == ["why not"]:
            verdicts |= {_of_clause(clause, known) for clause in clauses}
        elif clauses[1:] and _NO.match(clauses[0]):
            verdicts.add("no")  # "Wait, how much is it?"
        elif not _CUES["later"].search(sentence.text):
            verdicts.add("unclear")
    if text.rstrip().endswith(("...", "\u2026")):
        verdicts.add("unclear")  # "ok..."
    if "no" in verdicts:
        return None if verdicts & {"yes", "mixed"} else False
    is_clear = verdicts.isdisjoint({"mixed", "unclear"})
    return True if is_clear and verdicts & {"yes", "weak"} else None


def _of_clause(clause: str, known: frozenset[str]) -> str:
    """``yes``, ``weak`` ("ok"), ``no``, ``mixed``, ``unclear``, or ``nothing`` ("thanks")."""
    if _CUES["irony"].fullmatch(clause):
        return "unclear"
    if _CUES["beside"].fullmatch(clause):
        return "nothing"
    others = _YES.sub(" ", clause)
    rest = _WORD.findall(others)
    is_yes = _YES.search(clause) is not None
    if _NO.match(clause) and not (is_yes and known.issuperset(rest)):
        return "no"
    if not known.issuperset(rest) or _CUES["but"].search(others):
        return "mixed" if is_yes else "unclear"
    if is_yes:
        return "weak" if _WEAK.issuperset(_WORD.findall(clause)) else "yes"
    return "yes" if _VERBS.intersection(rest) - _FILLER else "nothing"  # "Cancel it."


class Exchange(NamedTuple):
    """What the user wants, what the bot asks, and what the user answers.

    ``before`` is all that either said before the question.
    """

    request: str
    question: str
    answer: str
    before: str = ""


def names_call(exchange: Exchange, function: str, params: Mapping[str, Any]) -> bool:
    """Whether the bot's question names the call, so that a yes to it is consent to the call.

    A question without content of its own ("Shall I go ahead?") refers to the rest of the reply, or
    to the user's request if the reply proposes nothing itself. To one of several questions, or of
    several choices, the answer has to name the call.
    """
    action = _action(function)
    asking = list(_questions(exchange.question))
    named = [entry for entry in asking if action.is_offered(entry, params)]
    rest = [entry for entry in first_sentences(exchange.question) if entry not in asking]
    if not named:
        if not asking or not all(map(_refers, asking)):
            return False
        if not any(_CUES["proposes"].search(entry.spoken) for entry in rest):
            rest += first_sentences(exchange.request)
    offer = [*named, *(entry for entry in rest if action.is_meant(entry, params))]
    if "all" in action.nouns:
        params = {**params, "all": True}
    before = [*first_sentences(exchange.before), *first_sentences(exchange.question)]
    if not offer or not names_values(offer, before, params, action.nouns, _NO_VALUES):
        return False
    said = " ".join([entry.text for entry in first_sentences(exchange.answer)])
    verbs = _VERBS.intersection(_WORD.findall(said))
    if verbs and not _YES.search(said) and not action.verb.search(said):
        return False  # "Delete it? (yes/cancel)" was answered with "cancel"
    others = [entry for entry in asking if entry not in named]
    is_one = not any(map(_is_choice, asking)) or not named
    return (all(map(_refers, others)) and is_one) or action.verb.search(said) is not None


def _questions(text: str) -> Iterator[Sentence]:
    """The sentences that ask the user, without polite ones at the end."""
    entries = first_sentences(text)
    for index, entry in enumerate(entries):
        asks = entry.question or is_request(text, index) or _CUES["reply yes"].search(entry.text)
        if asks and not entry.quoted and not _CUES["closing"].search(entry.text):
            yield entry


def _refers(sentence: Sentence) -> bool:
    """Whether the sentence asks for consent to what was said before it."""
    words = _WORD.findall(_WISH.sub("want", sentence.spoken))
    if _CUES["reply yes"].search(sentence.spoken):
        return _VERBS.isdisjoint(words)
    return _REFERS.issuperset(words)


def _is_choice(sentence: Sentence) -> bool:
    return (
        not _CUES["reply yes"].search(sentence.spoken) and _CHOICE.search(sentence.text) is not None
    )


class _Action(NamedTuple):
    """What a function does, as patterns: its verb, and its objects (None if none is needed)."""

    verb: re.Pattern[str]
    offered: re.Pattern[str]
    objects: re.Pattern[str] | None
    nouns: frozenset[str]

    def is_offered(self, sentence: Sentence, params: Mapping[str, Any]) -> bool:
        """Whether a question offers to do this, without a condition."""
        text = _CUES["aside"].sub(" ", sentence.spoken)
        matches = [
            match
            for match in self.offered.finditer(text)
            if not _CUES["condition"].search(sentence.spoken, match.end())
        ]
        return any(self._fits(text, match.end(), params) for match in matches)

    def is_meant(self, sentence: Sentence, params: Mapping[str, Any]) -> bool:
        """Whether a statement speaks of doing this, not of having done it."""
        text = _CUES["conclusion"].sub(" ", _CUES["aside"].sub(" ", sentence.spoken))
        matches = list(self.verb.finditer(text))
        if any(_CUES["done"].search(text[: match.start()]) for match in matches):
            return False
        return any(self._fits(text, match.end(), params) for match in matches)

    def _fits(self, text: str, end: int, params: Mapping[str, Any]) -> bool:
        """Whether what follows the verb is the object, or a value of the call."""
        if self.objects is None:
            return True
        first = (_WORD.findall(text[end:]) or [""])[0]
        tail = re.sub(rf"^\W*{_BETWEEN}", "", text[end:] + " ").strip(" ?!.,")
        phrase = _PHRASE.split(tail)[0]
        return (
            not tail
            or first in _ANY_OBJECT
            or re.match(r"[$\u20ac\u00a3]?\d", tail) is not None
            or self.objects.search(phrase) is not None
            or not words_of(params).isdisjoint(re.findall(r"[\w.@-]*\w", phrase))
        )


@lru_cache
def _action(function: str) -> _Action:
    parts = [part.lower() for part in _PART.findall(re.split(r"[.:/]|__", function)[-1])]
    parts = [part for part in parts if part not in ("to", "for", "from", "of", "the", "a", "and")]
    heavy = [part for part in parts if part not in _LIGHT] or parts or [function.lower()]
    name = next((part for part in heavy if part in _VERBS), heavy[0])
    verbs = _alike(name, _SAME)
    verb = rf"\b(?:{'|'.join(sorted(verbs))})\b{_CUES.sources['topic']}"
    joint = r"(?:[^;.?]{0,200}\b(?:and|or)\b\W*)?"
    offered = (
        rf"(?:{_CUES.sources['offer']})\W*{joint}{_BETWEEN}{verb}"
        rf"|(?:{_CUES.sources['start']})(?!\W*(?:will|are) you\b)\W*{_BETWEEN}{verb}"
    )
    objects = {form for part in heavy if part != name for form in _alike(part, _OBJECTS)}
    words = {form for part in parts for form in _alike(part, _OBJECTS)}
    return _Action(
        re.compile(verb),
        re.compile(offered),
        re.compile(rf"\b(?:{'|'.join(sorted(objects))})\b(?!'s)") if objects else None,
        frozenset(words),
    )


def _alike(word: str, sets: list[frozenset[str]]) -> frozenset[str]:
    """All forms of a word, and of the words that mean the same."""
    own = forms(word)
    same = {other for words in sets if own & words for other in words}
    return own.union(*map(forms, same))
