"""The judge of one conversation: what it is asked, and what it answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import json_digest
from pytest_hydra.scenarios.expect.model import PartResult, WordAnswer, WordQuestion
from pytest_hydra.scenarios.expect.rules import brief
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import spoken_text

if TYPE_CHECKING:
    from pytest_hydra.core.gates import Ask, Ruling

# The characters of a change that a judge reads.
_MOST_OF_PATCH = 60_000
_INDENTED = "(Indented lines belong to the text above them: they are no turns and no calls.)"


class ConversationJudge:
    """Asks the judge about one conversation. ``records`` are the answers, by question."""

    def __init__(
        self, conversation: Conversation, ask: Ask, records: Mapping[str, Any] | None = None
    ) -> None:
        self._conversation = conversation
        self._ask = ask
        self._previous = records or {}
        self.records: dict[str, Any] = {}
        self._answers: dict[str, Mapping[WordQuestion, WordAnswer]] = {}
        #: The criteria by which answers are to be compared with those of others, with the text.
        self.compared: list[dict[str, Any]] = []
        #: Who judged by which criterion, as the report says it.
        self.judged: list[dict[str, Any]] = []

    def __call__(self, criterion: str, turn: int | None) -> PartResult:
        """The judge's result for a criterion, up to a turn or for the whole conversation."""
        key = f"{turn or 'all'}: {criterion}"
        ruling = self._rule(key, turn, [criterion])
        reason = ruling.reason
        advises = bool(ruling.advises)
        passes = ruling.score is not None and ruling.score >= ruling.enough
        outcome = "ungraded" if ruling.score is None else "passed" if passes else "failed"
        about = {"turn": turn, "criterion": brief(criterion), "outcome": outcome, **ruling.about}
        self.judged.append({**about, "advises": advises})
        if advises or ruling.score is None:
            told = f"{ruling.advises}: {reason}" if advises else reason
            return PartResult(None, told, optional=advises)
        return PartResult(100 if passes else 0, reason, reason)

    @property
    def kept(self) -> dict[str, Any]:
        """What is to be known of it: all but the judgments follows from them."""
        return {"judgments": self.records, "compared": self.compared, "judged": self.judged}

    def prefer(self, criterion: str, turn: int | None) -> None:
        """Note that the conversation, up to a turn, is to be compared with those of others."""
        text = transcript(self._conversation, turn)
        self.compared.append({"criterion": criterion, "turn": turn, "text": text})

    def words(
        self, questions: Sequence[WordQuestion], turn: int | None
    ) -> Mapping[WordQuestion, WordAnswer]:
        """The judge's answers about the words of a reply; all of them are asked for at once."""
        key = f"{turn or 'all'}: words: {json_digest([list(entry) for entry in questions])}"
        if key not in self._answers:
            from pytest_hydra.scenarios.expect.word_questions import answers_of, criteria_of

            ruling = self._rule(key, turn, criteria_of(questions))
            turns = self._conversation.turns[:turn]
            said = spoken_text(*[entry.reply for entry in turns[-1:] if entry.reply is not None])
            if any(entry.kind == "consent" for entry in questions):
                said = "\n".join(entry.user for entry in turns)
            self._answers[key] = answers_of(ruling, questions, said)
        return self._answers[key]

    def _rule(self, key: str, turn: int | None, criteria: Sequence[str]) -> Ruling:
        text, previous = transcript(self._conversation, turn), self._previous.get(key)
        ruling = self._ask(text, criteria, previous)
        self.records[key] = dict(ruling.record)
        return ruling


def transcript(conversation: Conversation, turn: int | None) -> str:
    """The conversation as a judge reads it, up to a turn; turns count from 1.

    Only this function begins a line at the margin: further lines of a text are indented, so that no
    text can add a turn or a call.
    """
    said = _given(conversation.history)
    for entry in conversation.turns[:turn]:
        said += [*_given(entry.before), ("user: ", entry.user)]
        if entry.reply is None:
            continue
        said += [("bot: ", text) for text in (*entry.reply.earlier_texts, entry.reply.text)]
        for call in entry.reply.calls:
            said.append(("bot calls ", f"{call.function} with {dict(call.params)}"))
            if call.requested:
                said.append(("which is only requested, and not known to have run", ""))
            if call.error is not None:
                said.append(("which fails: ", call.error))
            elif call.result is not None:
                said.append(("which gives ", call.result))
        said += [
            ("bot says that it calls ", f"{call.function}, and did not") for call in entry.said
        ]
    patch = conversation.patch
    if turn is None and patch is not None:
        said.append(("bot changed files as follows:\n", patch[:_MOST_OF_PATCH]))
        if len(patch) > _MOST_OF_PATCH:
            rest = len(patch) - _MOST_OF_PATCH
            said.append((f"(the change goes on for {rest} characters)", ""))
    texts = ["\n    ".join(f"{start}{text}".splitlines()) for start, text in said]
    if any("\n" in text for text in texts):
        texts.insert(0, _INDENTED)
    return "\n".join(texts)


def _given(messages: Sequence[Mapping[str, str]]) -> list[tuple[str, str]]:
    """Messages before a conversation, each with its speaker."""
    names = {"assistant": "bot"}
    return [(f"{names.get(m['role'], m['role'])}: ", m["content"]) for m in messages]
