"""Simulated users: how they are asked, what is their fault, and that nothing else is."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.core.text import names
from pytest_hydra.documents import read
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.plugins.users.faults import UserError, read_answer, review
from pytest_hydra.plugins.users.live_user import open_player, opened
from pytest_hydra.plugins.users.user_record import UserRecord
from pytest_hydra.plugins.users.user_role import UserRole
from pytest_hydra.plugins.users.user_settings import UserSettings
from pytest_hydra.scenarios.bots.protocol import Bot, TimedAnswer
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Environments
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.expect.model import PartResult
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.transcript.turn import Turn

if TYPE_CHECKING:
    from tests.conftest import Server

TABLES = Path(__file__).parent
FAULTY: dict[str, Any] = read(TABLES / "faulty.yaml", "faulty.yaml").data
HONEST: list[Any] = read(TABLES / "honest.yaml", "honest.yaml").data
PART: dict[str, Any] = FAULTY.pop("part")
STATE: Any = FAULTY.pop("state")
PLAYERS = """
import threading

def raises(messages, context):
    raise RuntimeError("no customer today")

def hangs(messages, context):
    threading.Event().wait()
"""


class Replies:
    """A bot that gives one answer after the other, and then its last."""

    def __init__(self, replies: Sequence[Any]) -> None:
        self.left = list(replies)
        self.seen: list[str] = []

    def answer(self, messages: list[dict[str, str]], _context: object) -> object:
        self.seen.append(messages[-1]["content"])
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]


def part(**changes: Any) -> UserRole:
    values = {**PART, "player": "ada", **changes}
    return UserRole.model_validate({name: value for name, value in values.items() if value != ""})


def answer(entry: Any) -> Any:
    if isinstance(entry, dict) and "repeat" in entry:
        return entry["repeat"] * entry["times"]
    return entry


def talk(
    replies: Sequence[Any],
    player: Mapping[str, Any],
    *,
    root: Path = TABLES,
    budget: Budget | None = None,
    **changes: Any,
) -> tuple[Conversation, Replies]:
    settings = UserSettings.model_validate(player)
    chat = Replies(replies)
    bot = Bot("shop", {}, lambda: nullcontext(chat))
    player_of = partial(open_player, "ada", settings, root)
    return played(bot, player_of, part(**changes), budget), chat


def played(
    bot: Bot, player: Callable[[], Bot], role: UserRole, budget: Budget | None = None
) -> Conversation:
    """The conversation with the player as the user."""
    turns: list[Turn] = []
    with opened(role, player, budget) as user:
        around = Environments({"user": user})
        held = converse(bot.within(around), user.messages(turns, STATE), {}, budget, turns)
        return replace(held, records=around.records())


def ending(held: Conversation) -> UserRecord:
    """How the user ended the conversation."""
    record = UserRecord.of(held)
    assert record is not None
    return record


def scripted(*answers: Any) -> dict[str, Any]:
    return {"script": list(answers)}


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind in FAULTY for number in range(len(FAULTY[kind]))]
)
def test_a_faulty_user_is_named_and_fails_no_bot(
    kind: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = FAULTY[kind][number]
    (tmp_path / "players.py").write_text(PLAYERS)
    monkeypatch.syspath_prepend(tmp_path)
    answers = [answer(entry) for entry in row.get("user", ())]
    player = row.get("player") or scripted(*answers)
    if row.get("raw"):  # a text of a script is a message, and not what it answered
        (tmp_path / "raw.py").write_text(f"def user(messages, context): return {answers[-1]!r}")
        player = {"python": "raw:user"}
    held, _ = talk(row.get("bot", ["Which order?"]), player, root=tmp_path)
    if "judged" in row:
        found = review(held, part(), lambda _criterion, _turn: PartResult(0, row["judged"]))
        held = replace(held, records=found)
    assert (ending(held).fault, held.turns[-1].reply is None) == (kind, "judged" not in row)
    expect = {"shouldContain": "never said", "expectedFunction": "refund", "maxCalls": 0}
    checks = decide(compile_expect(expect), Subject(conversation=held))
    assert {check.outcome for check in checks} == {Outcome.UNGRADED}
    assert all(kind in check.message for check in checks)
    assert conversation_from_plain(conversation_to_plain(held)) == held


@pytest.mark.parametrize("row", HONEST, ids=lambda row: str(HONEST.index(row)))
def test_an_honest_user_is_at_fault_in_nothing(row: dict[str, Any]) -> None:
    held, _ = talk(row["bot"], scripted(*row["user"]), max_turns=1 + len(row["user"]))
    assert held.fault is None
    assert all(turn.reply is not None for turn in held.turns)


def test_the_tables_are_as_large_as_they_say() -> None:
    assert (len(FAULTY), min(map(len, FAULTY.values())), len(HONEST)) == (12, 5, 49)


def test_a_user_is_shown_the_conversation_and_its_part_alone(tmp_path: Path) -> None:
    (tmp_path / "watching.py").write_text(
        "def user(messages, context):\n"
        "    return {'message': '', 'done': True, 'reason': repr((messages, sorted(context)))}\n"
    )
    held, chat = talk(["Which order?"], {"python": "watching:user"}, root=tmp_path)
    assert ending(held).fault == "leaves early"
    held, chat = talk(["I see."], {"python": "watching:user"}, root=tmp_path)
    said = [
        {"role": "user", "content": "My order came damaged."},
        {"role": "assistant", "content": "I see."},
    ]
    told = ["goal", "knows", "max_turns", "never_says", "opening", "style"]
    assert ending(held).reason == repr((said, told))
    assert (ending(held).done, chat.seen) == (True, ["My order came damaged."])


def test_the_last_turn_is_nobodys_fault() -> None:
    held, chat = talk(["Hm."], scripted("And?", "Now?", "Well?"), max_turns=3)
    assert chat.seen == ["My order came damaged.", "And?", "Now?"]
    assert (held.fault, ending(held).done) == (None, False)


def test_a_player_may_open_the_conversation_itself() -> None:
    silent, _ = talk(["I see."], scripted({"done": True}), opening="")
    assert "leaves early" in str(silent.fault)
    held, chat = talk(["I see."], scripted("Hello."), opening="")
    assert chat.seen == ["Hello."]
    assert held.fault is None


def test_a_fault_excuses_nothing_that_the_bot_did_before() -> None:
    refunds = {"text": "Which order?", "calls": [{"function": "refund"}], "cost_usd": 1}
    held, _ = talk([refunds], scripted(""))
    expect = {
        "forbiddenFunctions": "refund",
        "maxCalls": 0,
        "maxCostUsd": 0.5,
        "shouldNotContain": "order",
        "shouldContain": "voucher",
        "expectedFunction": "refund",
    }
    checks = decide(compile_expect(expect), Subject(conversation=held))
    assert {check.kind: check.outcome.value for check in checks} == {
        **dict.fromkeys(
            ("forbiddenFunctions", "maxCalls", "maxCostUsd", "shouldNotContain"), "failed"
        ),
        **dict.fromkeys(("shouldContain", "expectedFunction"), "ungraded"),
    }
    kept = {"forbiddenFunctions": "pay", "maxCalls": 1}
    checks = decide(compile_expect(kept), Subject(conversation=held))
    assert {check.outcome for check in checks} == {Outcome.UNGRADED}
    nested = {"any": [{"maxCalls": 0}, {"forbiddenFunctions": "refund"}], "not": {"maxCalls": 1}}
    checks = decide(compile_expect(nested), Subject(conversation=held))
    assert [check.outcome.value for check in checks] == ["failed", "ungraded"]


@pytest.mark.parametrize(
    ("expect", "outcome"),
    [
        ({"not": {"shouldContain": "order"}}, "failed"),
        ({"not": {"text": {"contains": "order"}}}, "failed"),
        ({"text": {"not": {"contains": "order"}}}, "failed"),
        ({"text": [{"contains": "sorry"}, {"not": {"contains": "order"}}]}, "failed"),
        ({"not": {"shouldMention": "order"}}, "failed"),
        ({"shouldAskFor": False}, "failed"),
        ({"not": {"shouldAskFor": "order"}}, "failed"),
        ({"expectedFunction": None}, "failed"),
        ({"expectedCalls": []}, "failed"),
        ({"expectedCalls": [{"function": "pay"}]}, "failed"),
        ({"not": {"expectedFunction": "refund"}}, "failed"),
        ({"not": {"expectedFunction": "refund", "expectedParams": {"order": 1}}}, "failed"),
        ({"not": {"any": [{"shouldContain": "order"}, {"maxCalls": 5}]}}, "failed"),
        ({"when": {"expectedFunction": "refund"}, "then": {"maxCalls": 0}}, "failed"),
        # Further replies may change these.
        ({"expectedCalls": [{"function": "refund"}, {"function": "pay"}]}, "ungraded"),
        ({"not": {"expectedFunction": None}}, "ungraded"),
        ({"not": {"shouldNotContain": "order"}}, "ungraded"),
        ({"text": {"contains": "sorry"}}, "ungraded"),
        ({"not": {"text": {"not": {"contains": "order"}}}}, "ungraded"),
        ({"not": {"shouldContain": "sorry"}}, "ungraded"),
        ({"shouldReject": True}, "ungraded"),
        ({"when": {"shouldContain": "sorry"}, "then": {"maxCalls": 0}}, "ungraded"),
    ],
    ids=str,
)
def test_what_nothing_can_undo_fails_in_any_spelling(expect: dict[str, Any], outcome: str) -> None:
    refunds = {"text": "Which order?", "calls": [{"function": "refund", "params": {"order": 1}}]}
    held, _ = talk([refunds], scripted(""))
    checks = decide(compile_expect(expect), Subject(conversation=held))
    assert held.fault is not None
    found = {check.outcome.value for check in checks}
    assert found - {"ungraded"} == {outcome} - {"ungraded"}


def test_of_a_played_conversation_all_replies_are_looked_at() -> None:
    replies = [{"text": "It costs 64.90.", "asks_for": "order"}, "Refunded.", "Goodbye."]
    held, _ = talk(replies, scripted("PC-1003", "Fine"))
    expect = {
        "shouldContain": ["64.90", "refunded"],
        "shouldNotContain": "voucher",
        "shouldAskFor": "order",
        "shouldReject": False,
        "responseType": "answer",
    }
    checks = decide(compile_expect(expect), Subject(conversation=held, words="always"))
    assert {check.outcome for check in checks} == {Outcome.PASSED}


def test_what_both_sides_cost_is_counted() -> None:
    budget = Budget(0.25)
    replies = [{"text": f"{number}", "cost_usd": 0.1} for number in range(9)]
    players = [{"message": f"{n}?", "done": False, "cost_usd": 0.1} for n in range(9)]
    held, chat = talk(replies, scripted(*players), budget=budget)
    assert len(chat.seen) == 2
    assert float(budget.spent) == 0.3
    assert (held.fault, ending(held).costs) == (None, (0.1,))
    assert "max_cost_usd" in str(held.turns[-1].error)


def test_an_answer_of_a_user_that_cannot_be_read_keeps_what_it_cost() -> None:
    class Chat:
        def answer(self, *_: object) -> TimedAnswer:
            return TimedAnswer({"message": 5}, 0.1, cost_usd=0.1)

    player = Bot("ada", "ada", lambda: nullcontext(Chat()))
    bot = Bot("bot", "bot", lambda: nullcontext(Replies(["Hello."])))
    budget = Budget(1)
    held = played(bot, lambda: player, part(), budget)
    assert held.fault is not None
    assert (float(budget.spent), ending(held).costs) == (0.1, (0.1,))


def test_a_bot_that_fails_is_not_the_users_fault() -> None:
    held, _ = talk(["I see.", object()], scripted("And?"))
    assert held.fault is None
    assert "not a reply" in str(held.turns[-1].error)


def test_whether_the_user_agrees_is_kept_with_its_turn() -> None:
    yes = {"message": "Go on", "done": False, "agrees": ["refund"]}
    vague = {"message": "Fine", "done": False, "agrees": True}
    held, _ = talk(["Shall I?", "Shall I?", "Done."], scripted(yes, vague))
    assert [turn.agrees for turn in held.turns] == [None, ("refund",), True]
    assert conversation_from_plain(conversation_to_plain(held)) == held


def test_a_model_plays_from_the_other_side(server: Server) -> None:
    content = {"message": "PC-1003", "done": False, "reason": "it asked", "agrees": None}
    ended = {"message": None, "done": True, "reason": "refunded", "agrees": None}
    server.answers(
        *({"choices": [{"message": {"content": json.dumps(said)}}]} for said in (content, ended))
    )
    model = {"model": "tiny-1", "base_url": f"{server.url}/v1", "system": "Be Ada."}
    held, _ = talk(["Which order?", "Done."], {"openai": {**model, "extra": {"seed": 1}}})
    assert (held.fault, ending(held).done, ending(held).reason) == (None, True, "refunded")
    first, second = [request.json for request in server.requests]
    system, *said = second["messages"]
    assert [message["role"] for message in said] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert json.loads(said[3]["content"]) == {"message": "PC-1003", "done": False}
    assert said[4]["content"] == "Done."
    assert system["content"].startswith("Be Ada.\n\nYou play a person who writes to a support bot")
    assert '"knows": {"order": "PC-1003"' in system["content"]
    assert "PC-1004" not in json.dumps(first)
    assert first["response_format"]["json_schema"]["strict"] is True
    assert first["seed"] == 1


@pytest.mark.parametrize("is_command", [False, True])
def test_a_user_may_be_a_program_or_an_address(
    is_command: bool, server: Server, tmp_path: Path
) -> None:
    server.answers({"message": "PC-1003", "done": False}, {"done": True})
    (tmp_path / "user.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    done = len(json.loads(line)['messages']) > 2\n"
        "    print(json.dumps({'message': 'PC-1003', 'done': done}), flush=True)\n"
    )
    player = {"command": [sys.executable, "user.py"]} if is_command else {"url": server.url}
    held, chat = talk(["Which order?", "Done."], player, root=tmp_path)
    assert (held.fault, ending(held).done) == (None, True)
    assert chat.seen == ["My order came damaged.", "PC-1003"]


COMPLETION = {
    "choices": [{"message": {"content": '```json\n{"message": "a", "done": false}\n```'}}]
}


@pytest.mark.parametrize(
    "raw",
    [
        {"message": "a", "done": False},
        '{"message": "a", "done": false, "reason": null}',
        COMPLETION,
        {"text": '{"message": "a", "done": false}'},
    ],
)
def test_an_answer_is_read_in_whatever_it_comes(raw: object) -> None:
    assert (read_answer(raw).message, read_answer(raw).done) == ("a", False)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("hello", "'hello', which is not JSON"),
        ("[1]", "it answered [1]: "),
        ({"message": "a", "done": False, "agree": True}, "`agree`: Extra inputs"),
        ({"message": 5, "done": False}, "`message`: Input should be a valid string"),
        ({"message": "a", "done": False, "reason": 5}, "`reason`: "),
        ({"message": "a", "done": False, "agrees": "yes"}, "`agrees`: "),
        ({"message": "a", "done": False, "cost_usd": -1}, "`cost_usd`: "),
        ({"message": object(), "done": False}, "is not JSON"),
        (None, "it answered null: "),
    ],
)
def test_any_other_answer_says_what_it_is(raw: object, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        read_answer(raw)


@pytest.mark.parametrize(
    ("message", "text", "is_named"),
    [
        ("my credit-card", "Credit card", True),
        ("two credit cards", "credit card", True),
        ("it was credited", "credit", False),
        ("23 553 points", "23553", True),
        ("23,553 points", "23553", True),
        ("123553 points", "23553", False),
        ("for ada@example.com.", "ada@example.com", True),
    ],
)
def test_what_a_message_names(message: str, text: str, is_named: bool) -> None:
    assert names(message, text) is is_named


def test_a_judge_that_cannot_review_leaves_it_ungraded() -> None:
    held, _ = talk(["I see."], scripted("And?"))
    assert review(held, part(), lambda _criterion, _turn: PartResult(100, "well played")) == {}
    for records in (
        review(held, part(), None),
        review(held, part(), lambda *_: PartResult(None, "?")),
    ):
        found = replace(held, records=records)
        assert ending(found).fault == "not reviewed"
        assert str(found.fault).startswith("the judge could not review the simulated user: ")


def test_a_player_is_told_the_functions_that_need_its_agreement() -> None:
    told: list[Any] = []

    def start() -> Any:
        def answer(_: object, context: Mapping[str, Any]) -> object:
            told.append(context)
            return {"message": "", "done": True}

        return nullcontext(SimpleNamespace(answer=answer))

    asked = part().played_by("ada", ["pay", "refund", "pay", "cancel_*"])
    bot = Bot("bot", "bot", lambda: nullcontext(Replies(["Hello."])))
    played(bot, lambda: Bot("ada", "ada", start), asked)
    assert [context["actions"] for context in told] == [["pay", "refund"]]
    assert "actions" not in part().brief()
