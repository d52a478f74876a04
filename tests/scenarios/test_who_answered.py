"""What a reply says of who answered: its model, its build, its program, its prompt and tools."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.bots.http import pick
from pytest_hydra.scenarios.bots.protocol import TimedAnswer
from pytest_hydra.scenarios.conversation import turn_of
from pytest_hydra.settings.bots import ReplyPointers
from pytest_hydra.transcript.own_form import turn_from_plain, turn_to_plain
from pytest_hydra.transcript.turn import ReplyError

SAID = {"role": "assistant", "content": "One tea."}
COMPLETION = {"choices": [{"message": SAID}], "model": "small-05", "system_fingerprint": "fp_1"}
LANGCHAIN = SimpleNamespace(
    type="ai",
    content="One tea.",
    response_metadata={"model_name": "small-05", "system_fingerprint": "fp_1"},
)
BOTH = {"model": "small-05", "fingerprint": "fp_1"}
MODEL = {"model": "small-05"}
OUTPUT = [{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Tea."}]}]
PARTS = [SimpleNamespace(part_kind="text", content="One tea.")]


@pytest.mark.parametrize(
    ("answer", "by"),
    [
        (COMPLETION, BOTH),
        (SimpleNamespace(**COMPLETION), BOTH),
        ({"messages": [{"role": "user", "content": "tea"}, LANGCHAIN]}, BOTH),
        ({"type": "message", "content": OUTPUT[0]["content"], "model": "small-05"}, MODEL),
        ({"object": "response", "output": OUTPUT, "model": "small-05"}, MODEL),
        (SimpleNamespace(kind="response", parts=PARTS, model_name="small-05"), MODEL),
        ({"text": "One tea.", "answered_by": "small-05"}, MODEL),
        ({"text": "One tea.", "answeredBy": {"program": "shop 1.2"}}, {"program": "shop 1.2"}),
        ({"text": "One tea."}, None),
    ],
)
def test_an_answer_names_its_model(answer: Any, by: dict[str, str] | None) -> None:
    assert read_reply(answer, "tea").answered_by == by


def test_an_unknown_name_of_who_answered_is_refused() -> None:
    with pytest.raises(ReplyError, match="answered_by should be a model, or a table of model, fi"):
        read_reply({"text": "One tea.", "answered_by": {"modle": "small"}})


def test_what_a_bot_knows_and_what_the_answer_says_are_recorded() -> None:
    turn = turn_of("tea", TimedAnswer(COMPLETION, 0.1, by={"prompt": "a1", "fingerprint": ""}))
    assert turn.reply is not None
    assert turn.reply.answered_by == {"prompt": "a1", **BOTH}
    assert turn_from_plain(json.loads(json.dumps(turn_to_plain(turn)))) == turn


def test_a_pointer_leads_to_the_model() -> None:
    pointers = ReplyPointers(text="/said", model="/about/model?")
    fields = pick({"said": "One tea.", "about": {"model": "small-05"}}, pointers)
    assert read_reply(fields).answered_by == MODEL
    assert read_reply(pick({"said": "One tea."}, pointers)).answered_by is None
