"""OpenAI's chat completions, and those of servers that answer in the same form."""

from __future__ import annotations

from typing import Any

from pytest_hydra.core.lookup import fields_of, get
from pytest_hydra.scenarios.apis.chat_messages import CUT_OFF, spoken
from pytest_hydra.transcript.message import Message, cut_off, spent, who, with_lost_calls
from pytest_hydra.transcript.turn import ReplyError

_FIELDS = ("choices", "usage", "model", "system_fingerprint")


def knows(answer: object) -> bool:
    """Whether an answer is a completion."""
    return isinstance(get(answer, "choices"), list)


def read(answer: Any, _: str = "") -> list[Message]:
    """The one message. Raises ReplyError if there is none, or several."""
    choices, usage, model, build = fields_of(answer, _FIELDS)
    own, reason = fields_of(choices[0], ("message", "finish_reason")) if choices else (None, None)
    if own is None:
        raise ReplyError("the chat completion has no choices[0].message")
    if len(choices) > 1:
        raise ReplyError(f"the chat completion has {len(choices)} choices; a bot gives one reply")
    found = with_lost_calls(spoken(own), reason)
    found.end = cut_off("finish_reason", reason) if reason in CUT_OFF else found.end
    found.spent, found.by = spent(usage), who(model=model, fingerprint=build)
    return [found]
