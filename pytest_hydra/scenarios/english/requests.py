"""Whether a reply asks the user for something.

The patterns are in ``requests.txt``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile

from pytest_hydra.scenarios.english.sentences import (
    READ_LENGTH,
    Sentence,
    first_sentences,
    read_patterns,
    word_set,
)
from pytest_hydra.scenarios.english.topics import content_words, mentions

_CUES = read_patterns("requests.txt")
# Words that a question asks for without naming them.
_ASKING = [(frozenset(name.split()[1:]), name) for name in _CUES.sources if name.startswith("for ")]
_GIVING = f"{_CUES.sources['give']} {_CUES.sources['bare']}"
_TELLING = word_set("telling").union(re.findall(r"[a-z]+", _GIVING))
_CONSENT = word_set("consent")
_COMMON = word_set("common")
# Cues of a statement that asks.
_STATEMENT_CUES = (
    *("please", "to me", "let me know", "need", "you must", "unknown", "without", "missing"),
)
_CACHED_REPLIES = 8
_BOLD = re.compile(r"(?:\d+[.)] )?\*\*[^*]{1,300}\*\*")
_CONTENT = re.compile(r"[^\W_]{4,}")


def is_request_for(text: str, index: int, topic: str) -> bool:
    """Whether the sentence of this index, which asks the user for something, asks for the topic.

    It names the topic, or announces a list that does, or refers back to it.
    """
    sentences = first_sentences(text)
    sentence = sentences[index]
    start, end = _scopes(text[:READ_LENGTH])[index] or (0, len(sentence.spoken))
    if _asks_for(sentence.text[start:end], sentence.spoken[start:end], topic):
        return True
    if sentence.spoken.endswith(":"):
        items = takewhile(lambda entry: entry.item, sentences[index + 1 :])
        if any(_asks_for(item.text, item.spoken, topic) for item in items if not item.quoted):
            return True
    if not _has_cue(sentence.spoken[start:], "points back"):
        return False
    previous = sentences[max(0, index - 1) : index]
    # What stands above a list or a table is what its entries are.
    is_entry = [entry.item != "" or entry.original.startswith("|") for entry in sentences[:index]]
    if is_entry and is_entry[-1] and False in is_entry:
        above = max(place for place, inside in enumerate(is_entry) if not inside)
        previous += sentences[above : above + 1]
    texts = [sentence.text[:start], *[entry.text for entry in previous if not entry.quoted]]
    return any(mentions(text, topic) for text in texts)


def is_request(text: str, index: int) -> bool:
    """Whether the sentence of this index asks the user for something."""
    return _scopes(text[:READ_LENGTH])[index] is not None


@lru_cache(maxsize=_CACHED_REPLIES)
def _scopes(text: str) -> list[tuple[int, int] | None]:
    sentences = first_sentences(text)
    return [_scope(sentences, index) for index in range(len(sentences))]


def _scope(sentences: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    """The range of a sentence that names what it asks for; None if it asks for nothing."""
    sentence = sentences[index]
    spoken = sentence.spoken
    if _asks(sentence):
        is_none = _is_answered(sentences, index, spoken) or _has_cue(spoken, "unreal")
        return None if is_none else (0, _end(spoken, 0))
    if sentence.question:
        return None
    statement = _statement(sentences, index)
    if statement is None or _has_cue(spoken, "unreal", "feel free", "elsewhere"):
        return None
    start, end = statement
    return start, end if end < len(spoken) else _end(spoken, start)


def _statement(sentences: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    sentence = sentences[index]
    spoken = sentence.spoken
    if _TELLING.isdisjoint(sentence.words):
        return None
    starts = []
    for cue in _STATEMENT_CUES:
        match = _CUES[cue].search(spoken)
        if match and not _is_denied(cue, match.start(), spoken):
            starts.append(match.start())
    match = _CUES["imperative"].match(spoken)
    if match and not _is_instruction(sentences, index):
        starts.append(match.start("cue"))
    if starts:
        return min(starts), len(spoken)
    if _has_cue(spoken, "please noun"):
        return 0, len(spoken)
    match = _CUES["passive"].search(spoken)
    if (
        match
        and _CUES["passive tail"].match(match["after"])
        and not re.match(r"no\b", match["what"])
    ):
        return match.start(), match.end()
    return None


def _is_denied(cue: str, start: int, spoken: str) -> bool:
    if cue in ("unknown", "without"):
        return cue == "unknown" and not _has_cue(spoken, "you subject")
    return _CUES["denied"].search(spoken, max(0, start - 60), start) is not None


def _has_cue(text: str, *cues: str) -> bool:
    """Whether any of these cues is in the text."""
    return any(_CUES[cue].search(text) for cue in cues)


def _is_instruction(sentences: tuple[Sentence, ...], index: int) -> bool:
    """Whether a bare imperative is a step on a screen rather than a request."""
    context = [*sentences[max(0, index - 1) : index + 2]]
    if sentences[index].item == "1":
        context += [sentence for sentence in sentences if sentence.item == "1"]
    return any(_has_cue(sentence.spoken, "screen") for sentence in context)


def _end(spoken: str, start: int) -> int:
    """Where the request ends and its purpose begins."""
    purpose = _CUES["purpose"].search(spoken, start + 1)
    return purpose.start() if purpose else len(spoken)


def _asks(sentence: Sentence) -> bool:
    """Whether the sentence asks the user a question."""
    spoken = sentence.spoken
    if _has_cue(spoken, "courtesy"):
        return False
    if not sentence.question:
        return bool(_CUES["unmarked"].match(spoken))
    if not re.search(r"[^\W_]", spoken.replace("\x01", "")):
        return False
    return (
        not _has_cue(spoken, "offer")
        or _has_cue(spoken, "choice")
        or bool(_CUES["which"].match(spoken))
    )


def _is_answered(sentences: tuple[Sentence, ...], index: int, question: str) -> bool:
    """Whether the reply answers its own question."""
    following = _following(sentences, index)
    if following is None:
        return False
    answer = following.spoken
    if _has_cue(answer, "answer not"):
        return False
    if _has_cue(answer, "answer") or _has_cue(question, "headline", "first person", "generic"):
        return True
    if sentences[index].title and not following.title:
        return True
    # "**Is it legal?** It is, since 2019."
    bold = following.block == sentences[index].block and _BOLD.fullmatch(sentences[index].original)
    if bold or (_has_cue(question, "echo") and _has_cue(answer, "goes on")):
        return True
    if re.search(r"\b(?:you|your|you're|you'd|u|ur|i|we)\b", question):
        return False
    if not _CUES["asks"].match(question):
        return bool(_CUES["comment"].match(answer)) or not _has_cue(question, "choice", "which")
    return len(answer.split()) <= 6 or not _COMMON.issuperset(
        {*_CONTENT.findall(question)}.intersection(_CONTENT.findall(answer))
    )


def _following(sentences: tuple[Sentence, ...], index: int) -> Sentence | None:
    """The statement right after a question, in the same or the next paragraph."""
    if index + 1 >= len(sentences):
        return None
    sentence, following = sentences[index : index + 2]
    if following.question or following.quoted or following.item != sentence.item:
        return None
    return following if following.block <= sentence.block + 1 else None


def _asks_for(text: str, spoken: str, topic: str) -> bool:
    """Whether a request ``text`` (``spoken``: without quotations) is for ``topic``."""
    if mentions(text, topic):
        return True
    words = content_words(topic)
    if not words:
        return False
    is_open = _CUES["which"].match(spoken) is not None
    if (
        words[0] in _CONSENT
        and words[1:] == ()
        and not is_open
        and _has_cue(spoken, "asks consent")
    ):
        return True
    rest = " ".join(words[:-1])
    return any(
        words[-1] in things and _has_cue(spoken, cue) and (not rest or mentions(text, rest))
        for things, cue in _ASKING
    )
