"""An agent of nobody: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.core.lookup import get, text
from pytest_hydra.transcript.message import (
    Called,
    Message,
    Returned,
    Transcript,
    unknown_event,
)

RESULTS = "always"
IDS: frozenset[str] = frozenset()


def knows(documents: Sequence[Any]) -> bool:
    """Whether an event is the agent's."""
    return any("lark" in event for event in documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """The only session."""
    messages = [Message("user")]
    for event in documents:
        kind = get(event, "lark")
        if kind == "said":
            messages.append(Message("assistant", text(event, "text")))
        elif kind == "did":
            done = Returned(get(event, "out"))
            called = Called("sing", {"line": get(event, "line")}, result=done)
            messages.append(Message("assistant", calls=[called]))
        elif kind == "over":
            messages.append(Message("assistant", closes=True))
        else:
            messages.append(unknown_event(kind))
    yield Transcript("s1", messages, closed_by="over")
