"""What a judge says of a conversation: asked for once, recorded with it, and read in a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_hydra.core.gates import Ask
from pytest_hydra.scenarios.expect.vocabulary import PartResult
from pytest_hydra.scenarios.reply import Conversation


class JudgedConversation:
    """The judge's side of one conversation. ``records`` hold what was said, by question."""

    def __init__(
        self, conversation: Conversation, ask: Ask, records: Mapping[str, Any] | None = None
    ) -> None:
        self._conversation = conversation
        self._ask = ask
        self._known = records or {}
        self.records: dict[str, Any] = {}

    def __call__(self, criterion: str, turn: int | None) -> PartResult:
        """What the judge found of a criterion, of the conversation up to a turn or of all of it."""
        key = f"{turn or 'all'}: {criterion}"
        ruling = self._ask(transcript(self._conversation, turn), criterion, self._known.get(key))
        self.records[key] = dict(ruling.record)
        if ruling.score is None:
            return PartResult(None, ruling.shown)
        return PartResult(100 if ruling.score >= ruling.enough else 0, ruling.shown, ruling.shown)


def transcript(conversation: Conversation, turn: int | None) -> str:
    """The conversation as a judge reads it, up to a turn that counts from 1."""
    lines = []
    for entry in conversation.turns[:turn]:
        lines.append(f"user: {entry.user}")
        if entry.reply is None:
            continue
        lines.append(f"bot: {entry.reply.text}")
        lines += [
            f"bot calls {call.function} with {dict(call.params)}" for call in entry.reply.calls
        ]
    return "\n".join(lines)
