"""Answers of a simulated user, and its faults by rule.

Pure: the part, the turns so far and an answer determine the fault.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pytest_hydra.core.plain import NotPlainError, plain, refuse_constant, unfenced
from pytest_hydra.core.text import names, one_line, read_rows, texts, words
from pytest_hydra.core.thoughts import split_thoughts
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.users.user_record import NOT_REVIEWED, PLAYED, UserRecord
from pytest_hydra.plugins.users.user_role import UserRole
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.english import find_request
from pytest_hydra.scenarios.expect.model import PartResult
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Reply, ReplyError, Turn

LONGEST_MESSAGE = 10_000
# Shorter messages may be repeated once: "a refund, please".
_LEAST_WORDS = 4

_PATTERNS = [
    (kind, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for kind, pattern in read_rows(__file__, "faults.txt")
]
_QUOTED = re.compile(r"\"[^\"]{1,500}\"|\u201c[^\u201d]{1,500}\u201d|(?<!\w)'[^']{1,500}'(?!\w)")
# A message with these words declines, so that leaving with it is not early.
_DECLINES = re.compile(
    r"\b(?:no|nope|nah|not|never ?mind|don'?t|won'?t|can'?t|cannot|forget|leave it|leave that|stop"
    r"|give up|giving up|enough|elsewhere|another time|later|changed my mind|rather|instead"
    r"|i'?m (?:good|fine|all set)|that'?s all|that will be all)\b"
)
# Questions that a user may leave unanswered.
_COURTESY = re.compile(
    r"\b(?:rate|rating|review|feedback|survey|(?:any|some)thing else|anything more|newsletter)\b"
)
# Legitimate answers to several questions in a row.
_ANSWERS = re.compile(
    r" (?:yes|yeah|yep|no|nope|ok|okay|sure|correct|right|exactly|i don t|i can t) "
)
_SAY_AGAIN = re.compile(
    r"\b(?:repeat|again|rephrase|once more|say that|(?:did|could|do)(?:n't| not) (?:quite )?"
    r"(?:understand|get|catch|follow)|not sure (?:i|what)|pardon)\b"
)

# Shorter values may occur by chance.
_LEAST_VALUE = 5

# Models send null for fields that they omit.
_OptionalText = Annotated[str, BeforeValidator(lambda text: "" if text is None else text)]


class UserAnswer(BaseModel):
    """The player's answer; ``message`` is not sent if ``done``."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    message: _OptionalText = ""
    done: bool
    reason: _OptionalText = ""
    agrees: bool | list[str] | None = None
    cost_usd: float | None = Field(None, ge=0, lt=1e300)


class UserError(HydraError):
    """A fault of the simulated user; ``kind`` is its short name."""

    def __init__(self, kind: str, message: str, traceback: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.traceback = traceback


def _invalid_answer(message: str) -> UserError:
    return UserError("no such object", message)


def read_answer(raw: object) -> UserAnswer:
    """The player's answer: the object, its JSON, or a known API's response with that as its text.

    Raises UserError.
    """
    cost = None
    if isinstance(raw, Mapping) and not raw.keys() & {"message", "done"}:
        try:
            reply = read_reply(raw)
        except ReplyError as error:
            raise _invalid_answer(str(error)) from None
        raw, cost = reply.text, reply.cost_usd
    if isinstance(raw, str):
        try:
            raw = json.loads(unfenced(split_thoughts(raw)[0]), parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            raise _invalid_answer(
                f"it answered {one_line(str(raw), 120)!r}, which is not JSON"
            ) from None
    try:
        values = plain(raw)
        if isinstance(values, dict):
            values = {**({} if cost is None else {"cost_usd": cost}), **values}
        return UserAnswer.model_validate(values)
    except NotPlainError as error:
        raise _invalid_answer(f"its answer is not JSON: {one_line(str(error), 200)}") from None
    except ValidationError as error:
        detail = error.errors()[0]
        place = "".join(f"`{part}`: " for part in detail["loc"])
        excerpt = one_line(json.dumps(values), 120)
        raise _invalid_answer(f"it answered {excerpt}: {place}{detail['msg']}") from None


def fault_in(
    answer: UserAnswer, part: UserRole, turns: Sequence[Turn], state: Any = None
) -> UserError | None:
    """The fault of an answer after these turns, if any; ``state`` is the world's initial state."""
    message, excerpt = answer.message, one_line(answer.message, 200)
    replies = [turn.reply for turn in turns if turn.reply is not None]
    unquoted = _QUOTED.sub(" ", _plain(message))
    for kind, pattern in _PATTERNS:
        if pattern.search(unquoted):
            return UserError(kind, f"it said {excerpt!r}")
    if answer.done:
        return _leaving_fault(message, replies)
    if not message.strip():
        return UserError("empty message", "its message is empty, and it is not done")
    if len(message) > LONGEST_MESSAGE:
        return UserError(
            "too long", f"its message has {len(message)} characters, more than {LONGEST_MESSAGE}"
        )
    for text in part.never_says:
        if names(message, text):
            return UserError("says what it must not", f"it mentioned {text!r}: {excerpt!r}")
    sent = [turn.user for turn in turns]
    goal = words(part.goal)
    if len(goal.split()) > _LEAST_WORDS and goal in words(message):
        return UserError("leaves its part", f"it repeated its goal word for word: {excerpt!r}")
    facts = [*sent, *(reply.text for reply in replies), *texts(part.brief()), *map(str, part.knows)]
    facts += map(str, _leaf_values(part.knows))
    for value in _unknown_values(message, state, facts):
        return UserError("says what it cannot know", f"it was not given {value!r}: {excerpt!r}")
    return _repetition(message, sent, replies, part) if replies else None


def _plain(text: str) -> str:
    return text.replace("\u2019", "'")


def _leaving_fault(message: str, replies: Sequence[Reply]) -> UserError | None:
    if not replies:
        return UserError("leaves early", "it left before the bot said anything")
    reply = replies[-1]
    if reply.asks_for is None:
        asks = find_request(reply.text, None)
    else:
        asks = next(iter(reply.asks_for), None)
    declines = _DECLINES.search(_plain(message).casefold())
    if asks is None or declines or _COURTESY.search(asks.casefold()):
        return None
    return UserError(
        "leaves early", f"it left although the bot had just asked: {one_line(asks, 200)!r}"
    )


def _unknown_values(message: str, state: Any, facts: Sequence[str]) -> Iterator[str]:
    """Values of the message that occur once in the state, and in none of the ``facts``."""
    if state is None:
        return
    counts = Counter(map(str, _leaf_values(state)))
    for text, count in counts.items():
        is_mentioned = count == 1 and _is_specific(text) and names(message, text)
        if is_mentioned and not any(names(entry, text) for entry in facts):
            yield text


def _leaf_values(value: Any) -> Iterator[Any]:
    """All texts and numbers in a JSON value, and the keys of its mappings."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _leaf_values(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaf_values(item)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def _is_specific(text: str) -> bool:
    """Whether a text is unlikely to be guessed: an id is, ``delivered`` is not."""
    is_name = any(char.isupper() for char in text[1:])
    return len(text) >= _LEAST_VALUE and (is_name or "@" in text or any(map(str.isdigit, text)))


def _repetition(
    message: str, sent: Sequence[str], replies: Sequence[Reply], part: UserRole
) -> UserError | None:
    text, excerpt = words(message), one_line(message, 200)
    *before, last = [words(reply.text) for reply in replies]
    if len(text.split()) >= _LEAST_WORDS and text == last:
        return UserError("echoes the bot", f"it said what the bot had just said: {excerpt!r}")
    times, reply = [words(entry) for entry in sent].count(text), replies[-1].text
    if not times or last in before or _SAY_AGAIN.search(_plain(reply).casefold()):
        return None
    is_answer, is_short = bool(_ANSWERS.match(text)), len(text.split()) < _LEAST_WORDS
    # A user that is asked again may repeat what it knows, but hardly twice.
    has_value = any(names(message, str(value)) for value in _leaf_values(list(part.knows.values())))
    has_value = has_value or is_answer or any(map(str.isdigit, message))
    is_asked = has_value and bool(find_request(reply, None))
    if (is_short or is_asked) and (times == 1 or is_answer):
        return None
    return UserError("repeats itself", f"it repeated {excerpt!r}, although the bot said more")


_REVIEW = """\
The user of this conversation is simulated, and was told the part below. It stayed in its part: it \
was not vaguer, more stubborn or more helpful than a person with this goal would be, invented \
nothing, answered what it was asked as far as it knew, and did not leave before its goal was \
reached or was plainly out of reach. Judge the user alone, not the bot. The part: {}"""


def review(
    conversation: Conversation, part: UserRole, judge: Callable[[str, None], PartResult] | None
) -> dict[str, Any]:
    """The record with the fault that a judge finds in the user's part; empty if it finds none."""
    played = UserRecord.of(conversation)
    if played is None or played.fault is not None:
        return {}
    fault, reason = NOT_REVIEWED, "no judge is available here"
    if judge is not None:
        result = judge(_REVIEW.format(json.dumps(part.brief(), ensure_ascii=False)), None)
        if result.score == 100:
            return {}
        fault = fault if result.score is None else "found out of its part"
        reason = result.message
    return {PLAYED: replace(played, fault=fault, reason=reason).plain}
