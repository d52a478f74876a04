"""Faults of a simulated user, by rule: what it may not say, or not say now.

Pure: from the part, the turns so far and an answer to the fault in it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pytest_hydra.core.gates import MOCK_SAID
from pytest_hydra.core.text import one_line, read_rows, texts
from pytest_hydra.scenarios.english import find_request
from pytest_hydra.scenarios.expect.model import PartResult
from pytest_hydra.scenarios.format import Part
from pytest_hydra.scenarios.reply import Conversation, Reply, Turn
from pytest_hydra.scenarios.users.protocol import (
    LEAST_VALUE,
    UserAnswer,
    UserFault,
    names,
    words,
)

LONGEST_MESSAGE = 10_000
# Fewer words may be right twice: "yes, please".
_LEAST_WORDS = 4

_PATTERNS = [
    (kind, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for kind, pattern in read_rows(__file__, "faults.txt")
]
_QUOTED = re.compile(r"\"[^\"]{1,500}\"|\u201c[^\u201d]{1,500}\u201d|(?<!\w)'[^']{1,500}'(?!\w)")
# Whoever leaves with this has answered: no, or not any more.
_DECLINES = re.compile(
    r"\b(?:no|nope|nah|not|never ?mind|don'?t|won'?t|can'?t|cannot|forget|leave it|leave that|stop"
    r"|give up|giving up|enough|elsewhere|another time|later|changed my mind|rather|instead"
    r"|i'?m (?:good|fine|all set)|that'?s all|that will be all)\b"
)
# May be right of several questions, one after the other.
_ANSWERS = re.compile(
    r" (?:yes|yeah|yep|no|nope|ok|okay|sure|correct|right|exactly|i don t|i can t) "
)
_SAY_AGAIN = re.compile(
    r"\b(?:repeat|again|rephrase|once more|say that|(?:did|could|do)(?:n't| not) (?:quite )?"
    r"(?:understand|get|catch|follow)|not sure (?:i|what)|pardon)\b"
)


def fault_in(
    answer: UserAnswer, part: Part, turns: Sequence[Turn], state: Any = None
) -> UserFault | None:
    """What is wrong with an answer after these turns; ``state`` is the world's as it began."""
    message, shown = answer.message, one_line(answer.message, 200)
    replies = [turn.reply for turn in turns if turn.reply is not None]
    unquoted = _QUOTED.sub(" ", _plain(message))
    for kind, pattern in _PATTERNS:
        if pattern.search(unquoted):
            return UserFault(kind, f"it said {shown!r}")
    if answer.done:
        return _leaving(message, replies)
    if not message.strip():
        return UserFault("empty message", "its message is empty, and it is not done")
    if len(message) > LONGEST_MESSAGE:
        return UserFault(
            "too long", f"its message has {len(message)} characters, of {LONGEST_MESSAGE} at most"
        )
    for text in part.never_says:
        if names(message, text):
            return UserFault("says what it must not", f"it named {text!r}: {shown!r}")
    said = [turn.user for turn in turns]
    goal = words(part.goal)
    if len(goal.split()) > _LEAST_WORDS and goal in words(message):
        return UserFault("leaves its part", f"it told its goal as it stands: {shown!r}")
    heard = [*said, *(reply.text for reply in replies), *texts(part.told()), *map(str, part.knows)]
    heard += map(str, _leaves(part.knows))
    for value in _unknown(message, state, heard):
        return UserFault("says what it cannot know", f"nobody told it {value!r}: {shown!r}")
    return _repetition(message, said, replies, part) if replies else None


def _plain(text: str) -> str:
    return text.replace("\u2019", "'")


def _leaving(message: str, replies: Sequence[Reply]) -> UserFault | None:
    if not replies:
        return UserFault("leaves early", "it left before the bot had said anything")
    reply = replies[-1]
    asks = reply.asks_for[0] if reply.asks_for else find_request(reply.text, None)
    if asks is None or _DECLINES.search(_plain(message).casefold()):
        return None
    return UserFault("leaves early", f"it left though the bot just asked: {one_line(asks, 200)!r}")


def _unknown(message: str, state: Any, heard: Sequence[str]) -> Iterator[str]:
    """What the message says of the state that stands there once, and that nobody has said."""
    if state is None:
        return
    counts = Counter(map(str, _leaves(state)))
    for text, count in counts.items():
        is_said = count == 1 and _tells(text) and names(message, text)
        if is_said and not any(names(entry, text) for entry in heard):
            yield text


def _leaves(value: Any) -> Iterator[Any]:
    """Each text and number in a JSON value, and the keys of its mappings."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def _tells(text: str) -> bool:
    """Whether a text can hardly be said by who does not know it: ``delivered`` can."""
    is_name = any(char.isupper() for char in text[1:])
    return len(text) >= LEAST_VALUE and (is_name or "@" in text or any(map(str.isdigit, text)))


def _repetition(
    message: str, said: Sequence[str], replies: Sequence[Reply], part: Part
) -> UserFault | None:
    own, shown = words(message), one_line(message, 200)
    *before, last = [words(reply.text) for reply in replies]
    if len(own.split()) >= _LEAST_WORDS and own == last:
        return UserFault("echoes the bot", f"it said what the bot had just said: {shown!r}")
    is_short = len(own.split()) < _LEAST_WORDS
    if is_short or own not in map(words, said) or last in before:
        return None
    reply = replies[-1].text
    if _SAY_AGAIN.search(_plain(reply).casefold()):
        return None
    # Who is asked for something again may give it again, as it did before.
    gives = any(names(message, str(known)) for known in _leaves(list(part.knows.values())))
    gives = gives or bool(_ANSWERS.match(own)) or any(map(str.isdigit, message))
    if gives and find_request(reply, None):
        return None
    return UserFault("repeats itself", f"it said again {shown!r}, though the bot had said more")


_REVIEW = """\
The user of this conversation is simulated, and was told the part below. It stayed in its part: it \
was not vaguer, more stubborn or more helpful than a person with this goal would be, invented \
nothing, answered what it was asked as far as it knew, and did not leave before its goal was \
reached or was plainly out of reach. Judge the user alone, not the bot. The part: {}"""


def review(
    conversation: Conversation, part: Part, judge: Callable[[str, None], PartResult] | None
) -> Conversation:
    """The conversation, with the fault that a judge finds in how the part was played."""
    played = conversation.played
    if played is None or played.fault is not None:
        return conversation
    fault, reason = "not reviewed", "there is no judge to ask here"
    if judge is not None:
        found = judge(_REVIEW.format(json.dumps(part.told(), ensure_ascii=False)), None)
        reason, is_mock = found.message, MOCK_SAID in found.message
        if found.score == 100 and not is_mock:
            return conversation
        fault = fault if found.score is None or is_mock else "found out of its part"
    return replace(conversation, played=replace(played, fault=fault, reason=reason))
