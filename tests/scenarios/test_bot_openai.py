from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.plain import json_digest
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.scenarios.conversation import bill_of, converse, usage_of
from pytest_hydra.scenarios.environment import Environments
from pytest_hydra.scenarios.reply import conversation_from_plain, conversation_to_plain
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.prices import PriceSettings
from pytest_hydra.transcript.turn import Call, Reply
from tests.scenarios.surrounded import Functions

if TYPE_CHECKING:
    from tests.conftest import Server

Model = Callable[..., Bot]
PAY = {"name": "pay", "description": "Pay somebody.", "parameters": {"type": "object"}}


@pytest.fixture
def model(server: Server, tmp_path: Path) -> Iterator[Model]:
    """Opens models behind the server, and stops them when the test is over."""
    bots: list[Bot] = []

    def open_one(**openai: Any) -> Bot:
        given = {"model": "tiny-1", "base_url": f"{server.url}/v1/", **openai}
        settings = BotSettings.model_validate({"openai": given, "retries": 0})
        settings = settings.with_prices({"tiny-1": PriceSettings(input=1000, output=10_000)})
        bots.append(open_bot("model", settings, tmp_path))
        return bots[-1]

    yield open_one
    for bot in bots:
        bot.stop()


def completion(content: str | None, *calls: tuple[str, str, str]) -> dict[str, Any]:
    """A chat completion as the API gives it."""
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": None}
    if calls:
        message["tool_calls"] = [
            {"id": call, "type": "function", "function": {"name": name, "arguments": arguments}}
            for call, name, arguments in calls
        ]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    usage = {"prompt_tokens": 19, "completion_tokens": 10, "total_tokens": 29}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": usage}


def test_a_conversation(server: Server, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_KEY", "sk-1234567890")
    server.answers(
        completion(None, ("call_1", "pay", '{"n": 5}'), ("call_2", "log", "")),
        completion("Done with sk-1234567890."),
    )
    bot = model(
        api_key_env="MODEL_KEY",
        system="Be brief with {{context.name}}.",
        temperature=0,
        extra={"seed": 7},
    )
    held = converse(bot, ["pay 5", "and now?"], {"name": "Ann"})
    calls = (
        Call(function="pay", params={"n": 5}, id="call_1"),
        Call(function="log", id="call_2"),
    )
    by = {"prompt": json_digest("Be brief with {{context.name}}.")[:12]}
    assert [turn.reply for turn in held.turns] == [
        Reply(calls=calls, tokens=29, cost_usd=0.119, answered_by=by),
        Reply(text="Done with sk-1234567890.", tokens=29, cost_usd=0.119, answered_by=by),
    ]
    first, second = server.requests
    assert first.path == "/v1/chat/completions"
    assert first.headers["Authorization"] == "Bearer sk-1234567890"
    system = {"role": "system", "content": "Be brief with Ann."}
    assert first.json == {
        "model": "tiny-1",
        "messages": [system, {"role": "user", "content": "pay 5"}],
        "temperature": 0,
        "seed": 7,
    }
    # The model is told what it called, and what came of it.
    said = completion(None, ("call_1", "pay", '{"n": 5}'), ("call_2", "log", ""))
    assert second.json["messages"] == [
        system,
        {"role": "user", "content": "pay 5"},
        {"role": "assistant", "content": None,
         "tool_calls": said["choices"][0]["message"]["tool_calls"]},
        {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
        {"role": "tool", "tool_call_id": "call_2", "content": "ok"},
        {"role": "user", "content": "and now?"},
    ]  # fmt: skip


def test_what_was_said_before_is_no_turn_of_the_model(server: Server, model: Model) -> None:
    server.answers(completion(None, ("call_1", "pay", "{}")), completion("Done."))
    before = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."}]
    converse(replace(model(), history=before), ["pay 5", "and now?"], {})
    first, second = [
        [(message["role"], message["content"]) for message in request.json["messages"]]
        for request in server.requests
    ]
    assert first == [("user", "hi"), ("assistant", "Hello."), ("user", "pay 5")]
    made = [("assistant", None), ("tool", "ok"), ("user", "and now?")]
    assert second == [*first, *made]


def test_conversations_know_nothing_of_each_other(server: Server, model: Model) -> None:
    server.answers(completion(None, ("call_1", "pay", "{}")))
    bot = model()
    for _ in range(2):
        converse(bot, ["a", "b"], {})
    assert [len(request.json["messages"]) for request in server.requests] == [1, 4, 1, 4]
    assert "Authorization" not in server.requests[0].headers


def test_calls_that_cannot_be_sent_back(server: Server, model: Model) -> None:
    answer = completion("Paying.", ("", "pay", "{}"))
    del answer["choices"][0]["message"]["tool_calls"][0]["id"]
    server.answers(answer)
    converse(model(), ["a", "b"], {})
    assert server.requests[1].json["messages"] == [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "Paying."},
        {"role": "user", "content": "b"},
    ]


def test_the_key_of_the_bot(model: Model) -> None:
    bot = model(system="Be brief.")
    assert bot.key["openai"]["model"] == "tiny-1"
    assert bot.key["openai"]["system"] == "Be brief."


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_tools(server: Server, model: Model, tmp_path: Path, suffix: str) -> None:
    wrapped = {"type": "function", "function": {**PAY, "strict": True}}
    flat = {"type": "function", **PAY, "name": "flat"}
    (tmp_path / f"tools{suffix}").write_text(json.dumps([PAY, wrapped, flat]))
    server.answers(completion("hi"))
    converse(model(tools=f"tools{suffix}"), ["a"], {})
    assert server.requests[0].json["tools"] == [
        {"type": "function", "function": PAY},
        wrapped,
        {"type": "function", "function": {**PAY, "name": "flat"}},
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "tools.json: there is no such file"), ("[", "tools.json:1: is not valid JSON"),
     ("{}", "tools.json is not a list of functions"),
     ('[{"name": "a"},\n {"nam": "b"}]', "tools.json:2: [1]: is not a function; it should be like "
      '{"name": "transfer", "description": "…", "parameters": {…}}')],
)  # fmt: skip
def test_tools_that_cannot_be_used(
    model: Model, tmp_path: Path, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / "tools.json").write_text(text)
    with pytest.raises(BotError) as caught:
        model(tools="tools.json")
    assert str(caught.value).startswith(f"bot 'model': openai.tools: {said}")


@pytest.mark.parametrize(
    ("answer", "said"),
    [({"error": {"message": "no such model"}}, 'the server answered \'{"error": {"message": "no '
      "such model\"}}', which is not a chat completion"),
     ([1], "the server answered '[1]', which is not a chat completion"),
     ({"choices": []}, "the chat completion has no choices[0].message"),
     ({"choices": ["x"]}, "the chat completion has no choices[0].message")],
)  # fmt: skip
def test_what_is_no_chat_completion(
    server: Server, model: Model, answer: object, said: str
) -> None:
    server.answers(answer)
    assert converse(model(), ["a"], {}).turns[0].error == said


def test_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    settings = BotSettings.model_validate({"openai": {"model": "m"}})
    with pytest.raises(BotError, match="needs the environment variable OPENAI_API_KEY; set"):
        open_bot("m", settings, Path())


def around(**functions: Callable[..., Any]) -> Environments:
    return Environments({"shop": Functions(**functions)})


def test_tools_around_it_are_run_until_the_model_calls_none(server: Server, model: Model) -> None:
    shop = around(get=lambda order: {"A": "open"}[order], close=lambda order: order)
    server.answers(
        completion("Let me see.", ("1", "get", '{"order": "A"}'), ("2", "get", '{"order": "B"}')),
        completion(None, ("3", "close", '{"order": "A"}'), ("4", "pay", "{}"), ("5", "get", "[")),
        completion("Closed."),
        completion("Bye."),
    )
    conversation = converse(model(temperature=1).within(shop), ["Close A", "Thanks"], {})
    first, second = conversation.turns
    assert first.reply is not None, first.error
    assert first.reply.text == "Closed."
    assert [(call.function, call.params, call.result) for call in first.reply.calls] == [
        ("get", {"order": "A"}, "open"),
        ("get", {"order": "B"}, None),
        ("close", {"order": "A"}, "A"),
        ("pay", {}, "ok"),
        ("get", {}, None),
    ]
    assert [bool(call.error) for call in first.reply.calls] == [False, True, False, False, True]
    asked = [request.json for request in server.requests]
    assert [tool["function"]["name"] for tool in asked[0]["tools"]] == ["get", "close"]
    assert [message["role"] for message in asked[2]["messages"]] == (
        ["user", "assistant", "tool", "tool", "assistant", "tool", "tool", "tool"]
    )
    assert asked[1]["messages"][2] == {"role": "tool", "tool_call_id": "1", "content": "open"}
    assert "error: " in asked[1]["messages"][3]["content"]
    # In the next turn it is told all of it again, and its own text once.
    assert asked[3]["messages"][:8] == asked[2]["messages"]
    assert [message["content"] for message in asked[3]["messages"][8:]] == ["Closed.", "Thanks"]
    assert second.reply is not None
    assert second.reply.calls == ()


def test_a_call_whose_name_is_no_text(server: Server, model: Model) -> None:
    call = {"id": "1", "type": "function", "function": {"name": ["get"], "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    server.answers(
        completion(None, ("0", "get", "{}")),
        {"choices": [{"message": message, "finish_reason": "tool_calls"}]},
    )
    (turn,) = converse(model().within(around(get=lambda: 1)), ["Go on"], {}).turns
    assert "a call has no name" in str(turn.error)
    assert [call.function for call in turn.arrived] == ["get"]


@pytest.mark.parametrize(
    ("last", "cost"),
    [({"finish_reason": "length"}, 0.238), (None, 0.119), ({"message": {}}, 0.238)],
    ids=["cut off", "no completion", "no text"],
)
def test_a_turn_without_a_reply_keeps_what_it_cost(
    server: Server, model: Model, last: dict[str, Any] | None, cost: float
) -> None:
    end = completion("Well,")
    end["choices"][0] |= last or {}
    server.answers(completion(None, ("1", "get", "{}")), "not JSON" if last is None else end)
    budget = Budget(1)
    held = converse(model().within(around(get=lambda: 1)), ["Go on", "And?"], {}, budget)
    assert [turn.reply for turn in held.turns] == [None, None]
    assert float(budget.spent) == usage_of(held.turns)["cost_usd"] == pytest.approx(cost)
    bill = bill_of([conversation_from_plain(conversation_to_plain(held))], (), is_capped=True)
    assert (bill["cost_usd"], bill["replies"], bill["unknown"]) == (pytest.approx(cost), 1, 0)


def test_a_model_that_never_stops_calling(server: Server, model: Model) -> None:
    server.answers(completion(None, ("1", "get", "{}")))
    (turn,) = converse(model(max_tool_rounds=3).within(around(get=lambda: 1)), ["Go on"], {}).turns
    assert turn.reply is not None, turn.error
    assert [call.result for call in turn.reply.calls] == [1] * 3
    assert len(server.requests) == 3
    assert turn.reply.tokens == 3 * 29


@pytest.mark.parametrize("kind", ["text/event-stream", "application/json"])
def test_a_model_that_streams_gets_its_calls_in_the_next_turn(
    server: Server, model: Model, kind: str
) -> None:
    function = {"name": "pay", "arguments": '{"n": '}
    call = {"index": 0, "id": "call_1", "type": "function", "function": function}
    deltas: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": None, "tool_calls": [call]}, None),
        ({"tool_calls": [{"index": 0, "function": {"arguments": "5}"}}]}, None),
        ({}, "tool_calls"),
    ]
    chunks = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas
    ]
    text = "".join(f"data: {json.dumps(each)}\n\n" for each in chunks) + "data: [DONE]\n\n"
    server.handler = lambda line, _: line.answer(text.encode(), Content_Type=kind)
    held = converse(model(extra={"stream": True}), ["Pay", "Again"], {})
    assert [turn.reply and turn.reply.calls for turn in held.turns] == [
        (Call(function="pay", params={"n": 5}, id="call_1"),)
    ] * 2
    asked = server.requests[1].json
    assert asked["stream"] is True
    whole = {"name": "pay", "arguments": '{"n": 5}'}
    assert asked["messages"][1]["tool_calls"] == [
        {"id": "call_1", "type": "function", "function": whole}
    ]


def chunks(*deltas: dict[str, Any], usage: bool = True) -> bytes:
    """A stream of a chat completion."""
    events: list[dict[str, Any]] = [
        {"model": "tiny-1-2026", "choices": [{"index": 0, "delta": delta}]} for delta in deltas
    ]
    events[-1]["choices"][0]["finish_reason"] = "stop"
    counts = {"prompt_tokens": 19, "completion_tokens": 10}
    events += [{"choices": [], "usage": counts}] * usage
    return b"".join(b"data: %b\n\n" % json.dumps(event).encode() for event in events)


def test_a_stream_says_what_it_cost_and_when_its_first_token_came(
    server: Server, model: Model
) -> None:
    body = chunks({"role": "assistant", "content": ""}, {"content": "Done."})
    server.handler = lambda line, _: line.answer(
        body + b"data: [DONE]\n\n", Content_Type="text/event-stream"
    )
    (turn,) = converse(model(extra={"stream": True}), ["hi"], {}).turns
    by = {"model": "tiny-1-2026"}
    assert turn.reply == Reply(text="Done.", tokens=29, cost_usd=0.119, answered_by=by)
    assert turn.model == "tiny-1-2026"
    assert turn.first_seconds is not None
    assert turn.seconds is not None
    assert 0 < turn.first_seconds <= turn.seconds
    assert server.requests[0].json["stream_options"] == {"include_usage": True}


def test_all_requests_of_a_turn_are_paid_for(server: Server, model: Model) -> None:
    call = completion(None, ("call_1", "set_light", '{"on": true}'))
    server.answers(call, {**completion("It is on."), "usage": None})
    (turn,) = converse(model().within(around(set_light=lambda on: on)), ["on"], {}).turns
    assert turn.reply is not None
    # The second request does not say how many tokens it took.
    assert (turn.reply.text, turn.reply.cost_usd) == ("It is on.", None)
    assert len(server.requests) == 2
