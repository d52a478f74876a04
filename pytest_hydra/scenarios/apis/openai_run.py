"""Runs of OpenAI's Agents SDK."""

from __future__ import annotations

from typing import Any

from pytest_hydra.core.lookup import get
from pytest_hydra.scenarios.apis import openai_responses
from pytest_hydra.transcript.message import Message, who
from pytest_hydra.transcript.reply_of import with_output


def knows(answer: object) -> bool:
    """Whether an answer is a run."""
    return isinstance(get(answer, "new_items"), list) and hasattr(answer, "final_output")


def read(answer: Any, user: str = "") -> list[Message]:
    """The messages of the run; its final output is the last text."""
    items = [get(item, "raw_item") for item in get(answer, "new_items")]
    found = with_output(openai_responses.read(items, user), get(answer, "final_output"))
    found[-1].by = who(model=get(get(answer, "last_agent"), "model"))
    asked = get(answer, "input")
    return [Message("user", asked), *found] if isinstance(asked, str) else found
