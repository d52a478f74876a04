"""The state of a framework such as LangGraph: its messages, perhaps with a text beside them."""

from __future__ import annotations

from typing import Any

from pytest_hydra.core.lookup import get, text
from pytest_hydra.scenarios.apis import chat_messages
from pytest_hydra.transcript.message import Message
from pytest_hydra.transcript.reply_of import with_output


def knows(answer: object) -> bool:
    """Whether an answer has messages."""
    return isinstance(get(answer, "messages"), list)


def read(answer: Any, user: str = "") -> list[Message]:
    """The messages since the user's; the text beside them is the last one."""
    found, output = chat_messages.read(get(answer, "messages"), user), text(answer, "text")
    return with_output(found, output) if output.strip() else found
