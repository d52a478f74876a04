"""Worlds: their tools are called, what goes wrong is an error to the bot, and the state is kept."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra import ToolError, tool
from pytest_hydra.core.scorecard import Check
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.worlds.differences import apply_patch, covers, difference, merge
from pytest_hydra.plugins.worlds.live_world import LiveWorld
from pytest_hydra.plugins.worlds.protocol import WorldError
from pytest_hydra.plugins.worlds.world_format import WorldModel
from pytest_hydra.plugins.worlds.world_kinds import PythonWorld, open_world, reference_state
from pytest_hydra.plugins.worlds.world_state import STATE_KINDS, reference_key
from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.bots.python_tools import Tools
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments, Tool
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.scenarios.tool_calls import ToolCalls, reconcile
from pytest_hydra.transcript.turn import Call, Reply, Turn
from tests.plugins.worlds.shop_world import STATE
from tests.processes import wait_until
from tests.scenarios.surrounded import arrived, held_in

HERE = Path(__file__).parents[3]
REFUND = {"function": "refund_order", "params": {"order": "PC-1"}}


def source(name: str, **values: Any) -> WorldModel:
    return WorldModel(use=f"tests.plugins.worlds.shop_world:{name}", **values)


def shop() -> LiveWorld:
    return open_world(source("Shop", state=STATE), HERE)


# --- states -------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab/~", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_difference_makes_one_state_of_another(before: Any, after: Any) -> None:
    kept = deepcopy(before)
    operations = difference(before, after)
    assert difference(apply_patch(before, operations), after) == []
    assert json.dumps(apply_patch(before, operations), sort_keys=True) == json.dumps(
        after, sort_keys=True
    )
    assert before == kept
    assert (operations == []) == (
        json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True)
    )


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": "foo"}, "bar", "bar"),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_a_merge_patch(target: Any, patch: Any, result: Any) -> None:
    assert merge(target, patch) == result


def test_a_pointer_covers_what_is_below_it() -> None:
    assert covers(("orders", "*"), ("orders", "PC-1", "status"))
    assert not covers(("orders", "*", "status"), ("orders", "PC-1"))


# --- tools --------------------------------------------------------------------------------------


def test_tools_come_from_signatures() -> None:
    tools = shop().tools
    assert list(tools) == ["get_order", "refund_order", "note"]
    assert tools["refund_order"] == Tool(
        "refund_order",
        "Refund an order that was delivered.",
        {
            "type": "object",
            "properties": {
                "order": {"type": "string"},
                "reason": {"type": "string", "enum": ["broken", "late"], "default": "broken"},
                "amount": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
            },
            "required": ["order"],
            "additionalProperties": False,
        },
        writes=True,
    )


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("refund_order", {"order": 5}, "order: Input should be a valid string"),
        ("refund_order", {"order": "PC-1", "sum": 1}, "sum: Extra inputs are not permitted"),
        ("refund_order", {}, "order: Field required"),
        (
            "refund_order",
            {"order": "PC-1", "amount": "5"},
            "amount: Input should be a valid number",
        ),
        ("refund_order", ["PC-1"], "the arguments are not a JSON object"),
        ("refund_order", {"order": b""}, "a value of type bytes"),
        ("refund_order", {"order": "PC-2"}, "ValueError: PC-2 is open"),
        (
            "refund_ordre",
            {},
            "there is no tool 'refund_ordre'; did you mean 'refund_order'? valid:",
        ),
    ],
)
def test_what_a_tool_does_not_take_is_an_error_to_the_bot(
    name: str, arguments: Any, error: str
) -> None:
    world = shop()
    around = Environments({"world": world})
    outcome = around.call(name, arguments)
    assert outcome.result is None
    assert error in str(outcome.error)
    (call,) = arrived(around)
    assert (call.function, call.error) == (name, outcome.error)
    assert world.fault is None


def test_arguments_come_as_the_signature_says() -> None:
    world = ToolCalls(open_world(source("Airline"), HERE))
    arguments = {"seat": "12A", "passenger": "ada", "day": "2026-03-20"}
    assert world.call("take_seat", arguments).result == "ada on 12A in 2026"
    assert world.call("take_seat", {**arguments, "day": "soon"}).error is not None


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("nan", "nan is not a finite number"),
        ("cycle", "nested more than 64 deep"),
        ("bytes", "a value of type bytes"),
        ("much", "characters of text"),
        ("exit", "SystemExit: 3"),
        ("silent", "ValueError"),
    ],
)
def test_what_a_tool_does_wrong_is_an_error_and_the_world_goes_on(what: str, error: str) -> None:
    world = open_world(source("Odd"), HERE)
    calls = ToolCalls(world)
    assert error in str(calls.call("give", {"what": what}).error)
    assert calls.call("give", {"what": "this"}).result == "this"
    assert (world.fault, world.record()["unknown"]) == (None, None)


def test_a_tool_that_hangs_leaves_a_world_that_nobody_waits_for() -> None:
    world = open_world(source("Odd", timeout_seconds=0.5), HERE)
    calls = ToolCalls(world)
    for _ in range(2):
        assert "did not answer within 0.5 s" in str(calls.call("give", {"what": "hang"}).error)
    world.close()
    assert "did not answer" in str(world.record()["unknown"])
    assert world.fault is None


def test_a_tool_that_changes_what_it_may_not_is_a_fault() -> None:
    world = open_world(source("Odd"), HERE)
    world.call("sneak", {})
    assert "the tool sneak changed /sneaked, but is not marked with writes=True" in str(world.fault)
    world = open_world(source("Odd"), HERE)
    assert "broke its state" in str(ToolCalls(world).call("break_state", {}).error)
    assert "broke its state: raw: a value of type bytes" in str(world.fault)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Raises", "cannot be created: RuntimeError: no database"),
        ("Stateless", "has no state: set self.state in its constructor"),
        ("Toolless", "has no tools: mark methods with @pytest_hydra.tool"),
        ("Variadic", "the tool get takes *names: name its parameters"),
        ("Asynchronous", "the tool get is async; a tool is a plain method"),
        ("Nobody", "has no attribute 'Nobody'"),
        ("STATE", "is not a class"),
    ],
)
def test_a_world_that_cannot_be_made(name: str, error: str) -> None:
    before = threading.enumerate()
    with pytest.raises(WorldError) as caught:
        open_world(source(name), HERE)
    assert error in str(caught.value)
    wait_until(lambda: set(threading.enumerate()) <= set(before))


def test_a_state_may_be_a_whole_database() -> None:
    class Airline:
        def __init__(self, _: Any) -> None:
            seats = {"economy": 9, "business": True, "dates": ("2024-05-11", "2024-05-12")}
            self.state = {f"HAT{number}": dict(seats) for number in range(60_000)}

        @tool(writes=True)
        def book(self, flight: str) -> None:
            self.state[flight]["business"] = 1

    world = LiveWorld("airline", lambda: PythonWorld(Airline, "airline", {}), 60)
    assert world.call("book", {"flight": "HAT7"}).error is None
    world.close()
    record = world.record()
    # What JSON has no word for is made plain, and true is not 1.
    assert record["before"]["HAT0"]["dates"] == ["2024-05-11", "2024-05-12"]
    assert record["changes"] == [[{"op": "replace", "path": "/HAT7/business", "value": 1}]]


def test_calls_beyond_a_total_length_fail_and_are_recorded_without_arguments() -> None:
    around = Environments({"world": shop()})
    for _ in range(20):
        around.call("get_order", {"order": "x" * 2**20})
    calls = arrived(around)
    assert len(calls) == 20
    assert sum(len(json.dumps(call.params)) for call in calls) < 17 * 2**20
    assert (calls[-1].params, calls[-1].error) == ({}, "the calls are longer than 16 MB")


def test_two_worlds_share_nothing() -> None:
    one, other = shop(), shop()
    one.call("refund_order", REFUND["params"])
    assert one.changed_since(STATE)
    assert other.changed_since(STATE) == []
    # What a tool gives is the bot's own.
    around = Environments({"world": other})
    Tools(around, is_async=False)["get_order"](order="PC-1")["status"] = "lost"
    assert other.changed_since(STATE) == []
    (call,) = arrived(around)
    assert call.result == STATE["orders"]["PC-1"]


INLINE = [
    {"name": "get", "params": {"order": {"type": "string"}}, "get": "/orders/{order}"},
    {
        "name": "pay",
        "params": {
            "type": "object",
            "properties": {
                "order": {"type": "string"},
                "sum": {"type": "number", "minimum": 1, "maximum": 9},
                "how": {"enum": ["cash", "card"]},
                "tags": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["order"],
        },
        "get": "/orders/{order}",
        "set": {
            "/orders/{order}/status": "paid",
            "/orders/{order}/sum": "{sum}",
            "/log/-": "{sum}",
        },
        "returns": {"paid": "{sum}"},
        "fails": {"on": [2], "error": "busy"},
    },
]
BEFORE: dict[str, Any] = {"orders": {"a/b": {"status": "open"}}, "log": []}
INLINE_WORLD = WorldModel.model_validate({"state": BEFORE, "tools": INLINE})


def test_an_inline_world_reads_and_sets_places() -> None:
    world = open_world(INLINE_WORLD, HERE)
    assert world.call("get", {"order": "a/b"}).result == {"status": "open"}
    assert world.call("pay", {"order": "a/b", "sum": 2}).result == {"paid": 2}
    assert ToolCalls(world).call("pay", {"order": "a/b", "sum": 3}).error == "busy"
    assert world.call("pay", {"order": "a/b", "sum": 4}).result == {"paid": 4}
    assert apply_patch(BEFORE, world.changed_since(BEFORE)) == {
        "orders": {"a/b": {"status": "paid", "sum": 4}},
        "log": [2, 4],
    }
    assert BEFORE["log"] == []
    # A reference runs without the faults that are on purpose.
    calls = [{"function": "pay", "params": {"order": "a/b", "sum": n}} for n in (2, 4)]
    found = reference_state(INLINE_WORLD, HERE, BEFORE, calls)
    assert found == {"changes": world.changed_since(BEFORE)}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "order is missing"),
        ({"order": "x"}, "there is nothing at /orders/x"),
        ({"order": "../log"}, "there is nothing at /orders/..~1log"),
        ({"order": 5}, "order should be of type string"),
        ({"order": "a/b", "sum": True}, "sum should be of type number"),
        ({"order": "a/b", "sum": 0}, "sum should be at least 1"),
        ({"order": "a/b", "sum": 10}, "sum should be at most 9"),
        ({"order": "a/b", "how": "gold"}, "how should be one of cash, card"),
        ({"order": "a/b", "tags": ["x", 1]}, "tags[1] should be of type string"),
        ({"order": "a/b", "tip": 1}, "unknown parameter tip; valid: order, sum, how, tags"),
    ],
)
def test_an_inline_tool_that_fails_changes_nothing(arguments: Any, error: str) -> None:
    world = open_world(INLINE_WORLD, HERE)
    assert ToolCalls(world).call("pay", arguments).error == error
    assert world.changed_since(BEFORE) == []


# --- the door for bots in Python ------------------------------------------------------------------


def test_calls_that_arrived_and_calls_that_were_only_declared() -> None:
    tools = shop().tools
    get, pay = Call(function="get_order"), Call(function="refund_order", params={"order": "PC-1"})
    other = Call(function="send_mail")
    arrived = [get, Call(function="refund_order", params={"order": "PC-1"}, error="busy"), pay]
    told = [get, other, pay, pay, pay]
    # Tries of one kind are told apart by their order alone.
    assert reconcile(told, arrived, tools) == ((get, other, *arrived[1:]), (pay,))
    assert reconcile([], arrived, tools) == (tuple(arrived), ())
    assert reconcile([other, pay], [], tools) == ((other,), (pay,))


def held(bot: Callable[..., Any], *users: str, world: LiveWorld | None = None) -> Conversation:
    world = shop() if world is None else world
    return held_in(bot_from_object("shop", bot, 5), {"world": world}, users, {"n": 1})


def test_a_bot_reaches_the_world_by_its_tools() -> None:
    def bot(_: Any, context: Any, tools: Tools) -> Any:
        assert context == {"n": 1}
        assert set(tools) == {"get_order", "refund_order", "note"}
        found = tools["get_order"]("PC-1")
        with pytest.raises(ToolError, match="PC-2 is open"):
            tools["refund_order"](order="PC-2")
        tools["refund_order"](order="PC-1", reason="broken")
        return {"text": f"{found['total']}", "calls": [{"function": "note"}, {"function": "mail"}]}

    conversation = held(bot, "hello")
    (turn,) = conversation.turns
    assert turn.reply is not None
    assert [(call.function, call.error) for call in turn.reply.calls] == [
        ("mail", None),
        ("get_order", None),
        ("refund_order", "ValueError: PC-2 is open"),
        ("refund_order", None),
    ]
    assert [call.function for call in turn.said] == ["note"]
    plain = json.loads(json.dumps(conversation_to_plain(conversation)))
    assert conversation_from_plain(plain) == conversation


def test_an_async_bot_awaits_them() -> None:
    async def bot(_: Any, tools: Any) -> str:
        await asyncio.sleep(0)
        found = await tools["get_order"](order="PC-1")
        return str(found["status"])

    (turn,) = held(bot, "hello").turns
    assert turn.reply is not None
    assert (turn.reply.text, len(turn.reply.calls)) == ("delivered", 1)


def test_what_a_bot_did_before_it_failed_is_kept() -> None:
    def bot(_: Any, tools: Any) -> None:
        tools["refund_order"]("PC-1")
        raise RuntimeError("oh")

    conversation = held(bot, "hello", "and now?")
    turn, later = conversation.turns
    for number in (1, None):
        demands = compile_expect({"forbiddenFunctions": "refund_*", "expectedFunction": "note"})
        checks = decide(demands, Subject(conversation=conversation, turn=number))
        assert [check.outcome.value for check in checks] == ["failed", "ungraded"]
    assert turn.reply is None
    assert "oh" in str(turn.error)
    assert [call.function for call in turn.arrived] == ["refund_order"]
    assert "not sent" in str(later.error)


def test_a_fault_of_the_world_ends_the_conversation() -> None:
    def bot(_: Any, tools: Any) -> str:
        tools["sneak"]()
        return "Done."

    turn, _ = held(bot, "a", "b", world=open_world(source("Odd"), HERE)).turns
    assert turn.reply is None
    assert "not marked with writes" in str(turn.error)


def test_a_bot_without_a_door() -> None:
    (turn,) = held(lambda _: "hi", "hello").turns
    assert "has no parameter named tools" in str(turn.error)
    asked = bot_from_object("b", lambda _, tools=None: str(len(tools)), 5)
    (turn,) = converse(asked, ["hello"], {}).turns
    assert turn.reply == Reply(text="0")
    bot = Bot("far", {}, asked.start)
    (turn,) = held_in(bot, {"world": shop()}, ["hello"]).turns
    assert "of this kind cannot use a scenario's tools" in str(turn.error)


@pytest.mark.parametrize("api", ["schemas", "openai", "anthropic", "langchain"])
def test_what_a_library_changes_in_a_schema_changes_no_tool(api: str) -> None:
    params = {"type": "object", "properties": {"order": {"type": "string"}}}
    tool = {"name": "get", "params": params, "get": "/a"}
    inline = WorldModel.model_validate({"state": {"a": 1}, "tools": [tool]})
    for world in (inline, source("Shop", state=STATE)):
        opened = open_world(world, HERE)
        before = deepcopy(opened.tools)
        if api == "langchain":
            pytest.importorskip("langchain_core", reason="LangChain is not installed")
        listed = getattr(Tools(Environments({"world": opened}), is_async=False), api)()[0]
        entry = listed.args_schema if api == "langchain" else listed
        entry = entry.get("function", entry)
        schema = entry.get("parameters") or entry.get("input_schema") or entry
        schema["properties"]["order"]["type"] = "integer"
        assert open_world(world, HERE).tools == before
    assert open_world(inline, HERE).call("get", {"order": "A"}).result == 1


def test_tools_as_libraries_take_them() -> None:
    tools = Tools(Environments({"world": shop()}), False)
    schema = {"type": "object", "properties": {"order": {"type": "string"}}}
    first = {"name": "get_order", "description": "Look an order up."}
    whole = {**schema, "required": ["order"], "additionalProperties": False}
    assert tools.schemas()[0] == {**first, "parameters": whole}
    assert tools.openai()[0] == {"type": "function", "function": {**first, "parameters": whole}}
    assert tools.openai(api="responses")[0] == {"type": "function", **first, "parameters": whole}
    assert tools.anthropic()[0] == {**first, "input_schema": whole}
    assert len(Tools(NO_ENVIRONMENTS, False)) == 0


# --- expectations -------------------------------------------------------------------------------


def checks(
    expect: dict[str, Any], conversation: Conversation, turn: int | None = None
) -> list[Check]:
    return decide(compile_expect(expect), Subject(conversation=conversation, turn=turn))


def scores(
    expect: dict[str, Any], conversation: Conversation, turn: int | None = None
) -> list[Any]:
    return [check.score for check in checks(expect, conversation, turn)]


def shop_bot(messages: Any, tools: Any) -> str:
    """Does what it is told: ``TOOL ARGUMENT``, or asks."""
    name, _, argument = messages[-1]["content"].partition(" ")
    if name not in tools:
        return "Shall I refund it?"
    try:
        return str(tools[name](argument))
    except ToolError as error:
        return str(error)


def test_the_state_after_a_turn_and_after_all() -> None:
    conversation = held(shop_bot, "get_order PC-1", "refund_order PC-1", "note x")
    refunded = {"state": {"orders": {"PC-1": {"status": "refunded", "total": {"gt": 60}}}}}
    assert scores(refunded, conversation) == [100, 100]
    assert scores(refunded, conversation, 1) == [0, 100]
    assert scores(refunded, conversation, 2) == [100, 100]
    (check,) = checks({"state": {"orders": {"PC-9": {"status": "x"}}}}, conversation)
    assert check.message == "there is nothing at /orders/PC-9/status, only at /orders"
    assert scores({"state": {"orders": {"PC-9": {"optional": "x"}}}}, conversation) == [100]
    assert scores({"state": {"refunds": [64.9]}}, conversation) == [100]
    assert scores({"onlyChanged": ["/orders/*/status", "/refunds", "/notes"]}, conversation) == [
        100
    ]
    (check,) = checks({"onlyChanged": ["/orders/PC-2", "/refunds"]}, conversation)
    assert check.message == "also changed /orders/PC-1/status and /notes"
    assert scores({"onlyChanged": []}, conversation, 1) == [100]
    assert scores({"onlyChanged": "/notes"}, conversation, 3) == [100]


def test_the_state_is_not_known_without_a_world_or_after_a_hang() -> None:
    bare = Conversation(turns=(Turn(user="hi", reply=Reply(text="x")),))
    (check,) = checks({"state": {"a": 1}}, bare)
    assert (check.score, check.message[:30]) == (None, "the conversation has no world:")
    world = open_world(source("Odd", timeout_seconds=0.5), HERE)
    (check,) = checks({"onlyChanged": []}, held(shop_bot, "give hang", world=world))
    assert check.score is None
    assert "the state is unknown: world" in check.message


def same(conversation: Conversation, *calls: dict[str, Any]) -> Conversation:
    """The conversation with the state that these calls lead to."""
    record = conversation.records["world"]
    found = reference_state(source("Shop", state=STATE), HERE, record["before"], calls)
    record = {**record, "references": {reference_key(calls, record["initial"]): found}}
    return Conversation(turns=conversation.turns, records={"world": record})


def test_the_state_that_other_calls_lead_to() -> None:
    late = {"function": "refund_order", "params": {"order": "PC-1", "amount": 1}}
    conversation = held(shop_bot, "note a", "refund_order PC-2", "refund_order PC-1")
    with_one = same(conversation, REFUND)
    (check,) = checks({"sameStateAs": [REFUND]}, with_one)
    assert (check.score, check.message) == (0, "differs at /notes")
    ignoring = {"calls": [REFUND], "ignore": ["/notes"]}
    assert scores({"sameStateAs": ignoring}, with_one) == [100]
    (check,) = checks({"sameStateAs": [{"calls": [late]}, ignoring]}, with_one)
    assert (check.score, "run again" in check.message) == (None, True)
    both = {"function": "note", "params": {"text": "a"}}
    assert scores({"sameStateAs": [REFUND, both]}, same(conversation, REFUND, both)) == [100]
    failing = {"function": "refund_order", "params": {"order": "PC-2"}}
    (check,) = checks({"sameStateAs": [failing]}, same(conversation, failing))
    assert check.score is None
    assert check.message == ("the reference call of refund_order failed: ValueError: PC-2 is open")
    # The same seats by other ways: in another order, after failures, twice.
    world = source("Airline")
    take = {"function": "take_seat", "params": {"seat": "12B", "passenger": "ada"}}
    free = {"function": "free_seat", "params": {"seat": "12B"}}
    airline = open_world(world, HERE)
    calls = ToolCalls(airline)
    for call in (take, free, free, take, take):
        calls.call(str(call["function"]), call["params"])
    found = reference_state(world, HERE, airline.hidden, [free, take])
    assert found == {"changes": airline.changed_since(airline.hidden)}
    assert "error" in reference_state(world, HERE, airline.hidden, [take, free])


@pytest.mark.parametrize(
    ("users", "score"),
    [
        (("may I?", "yes", "refund_order PC-1"), None),
        (("refund_order PC-1",), 0),
        (("hm", "refund_order PC-1"), None),
        (("get_order PC-1",), 100),
    ],
)
def test_a_call_that_the_user_had_to_agree_to(users: tuple[str, ...], score: Any) -> None:
    assert scores({"confirmBefore": "refund_order"}, held(shop_bot, *users)) == [score]


ASK = "Shall I pay?"


def agreeing(*turns: tuple[str, str, list[str]]) -> Conversation:
    """Turns: what the user says, what the bot says, and the functions that it calls."""
    return Conversation(
        turns=tuple(
            Turn(
                user=user,
                reply=Reply(
                    text=text,
                    calls=tuple(
                        Call(function=name.strip("!"), error="busy" if "!" in name else None)
                        for name in called
                    ),
                ),
            )
            for user, text, called in turns
        )
    )


def test_whether_an_unknown_reply_asked_is_unclear() -> None:
    asked, paid = agreeing(("hi", "", []), ("yes", "Done.", ["pay"])).turns
    conversation = Conversation(turns=(replace(asked, reply=None, error="oh"), paid))
    (check,) = decide(compile_expect({"confirmBefore": "pay"}), Subject(conversation=conversation))
    assert check.score is None


@pytest.mark.parametrize(
    "expect",
    [
        {"state": {}},
        {"state": {"a": {"gt": 1, "b": 2}}},
        {"onlyChanged": "orders"},
        {"onlyChanged": [5]},
        {"sameStateAs": [{"calls": [{}]}]},
        {"sameStateAs": [{"function": "f", "params": [1]}]},
        {"sameStateAs": {"ignore": []}},
        {"sameStateAs": [{"calls": []}, {"function": "f"}]},
        {"confirmBefore": []},
    ],
)
def test_what_cannot_be_expected_of_a_state(expect: dict[str, Any]) -> None:
    with pytest.raises(BadValueError):
        compile_expect(expect)


def test_a_forbidden_call_that_was_only_declared() -> None:
    turn = Turn(user="hi", reply=Reply(text="Done."), said=(Call(function="pay"),))
    conversation = Conversation(turns=(turn,))
    assert scores({"forbiddenFunctions": "pay", "maxCalls": 0}, conversation) == [0, 100]


def test_the_weights_of_the_kinds() -> None:
    weights = {kind.name: kind.weight for kind in STATE_KINDS}
    assert weights == {"state": 3, "onlyChanged": 2, "sameStateAs": 3}
