"""What all players of a user share: an answer, a fault, and what a message names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pytest_hydra.core.plain import NotPlainError, plain, refuse_constant
from pytest_hydra.core.text import nfkc, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.reply import ReplyError, read_reply

NO_ANSWER: Final = "no answer"
NO_OBJECT: Final = "no such object"

# A shorter text may be said by chance.
LEAST_VALUE: Final = 5
_WORD = re.compile(r"\w+")
_APART = re.compile(r"(?<=\d) (?=\d)")

_FENCED = re.compile(r"\s*```(?:json)?[ \t]*\n(.*)\n[ \t]*```\s*", re.DOTALL | re.IGNORECASE)


# Models say null for what they leave out.
_Said = Annotated[str, BeforeValidator(lambda text: "" if text is None else text)]


class UserAnswer(BaseModel):
    """What the player answered; ``message`` is not sent where it is ``done``."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    message: _Said = ""
    done: bool
    reason: _Said = ""
    agrees: bool | None = None
    cost_usd: float | None = Field(None, ge=0, lt=1e300)


class UserFault(NamedTuple):
    """What a user did wrong: its kind, in few words, and more of it."""

    kind: str
    message: str


class AnswerError(HydraError):
    """An answer of a player that is not the object that it was asked for."""


def read_answer(raw: object) -> UserAnswer:
    """The player's answer: the object, its JSON, or what a known API answers with it as its text.

    Raises AnswerError.
    """
    cost = None
    if isinstance(raw, Mapping) and not raw.keys() & {"message", "done"}:
        try:
            reply = read_reply(raw)
        except ReplyError as error:
            raise AnswerError(str(error)) from None
        raw, cost = reply.text, reply.cost_usd
    if isinstance(raw, str):
        fenced = _FENCED.fullmatch(raw)
        try:
            raw = json.loads(fenced[1] if fenced else raw, parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            raise AnswerError(
                f"it answered {one_line(str(raw), 120)!r}, which is no JSON"
            ) from None
    try:
        values = plain(raw)
        if isinstance(values, dict):
            values = {**({} if cost is None else {"cost_usd": cost}), **values}
        return UserAnswer.model_validate(values)
    except NotPlainError as error:
        raise AnswerError(f"its answer is not JSON: {one_line(str(error), 200)}") from None
    except ValidationError as error:
        told = error.errors()[0]
        place = "".join(f"`{part}`: " for part in told["loc"])
        excerpt = one_line(json.dumps(values), 120)
        raise AnswerError(f"it answered {excerpt}: {place}{told['msg']}") from None


def words(text: str) -> str:
    """The text's words, in lower case, a space between each two and at both ends."""
    return f" {' '.join(_WORD.findall(nfkc(text).casefold()))} "


def names(message: str, text: str) -> bool:
    """Whether a message has these words, or these digits however they are set apart."""
    hay, needle = words(message), words(text)
    if needle in hay or f"{needle[:-1]}s " in hay:
        return True
    digits = "".join(re.findall(r"\d", text))
    return len(digits) >= LEAST_VALUE and f" {digits} " in _APART.sub("", hay)
