"""What other tools recorded: each format read, and the traces that belong to a scenario."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import pytest_hydra
from pytest_hydra.documents import parse
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.expect.rules import is_named
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.traces import bedrock
from pytest_hydra.scenarios.traces.formats import readers, traces_in
from pytest_hydra.scenarios.traces.recorded import Traces, recorded_run
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings.agent_folders import (
    add_agent,
    agent_folders,
    agent_readers,
    agent_tables,
    agent_tools,
)
from pytest_hydra.settings.agents import AgentSettings, PresetSettings, agent_bot
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.settings.prices import PriceSettings
from pytest_hydra.transcript.call_roles import values_of
from pytest_hydra.transcript.turn import Call, Reply, Turn
from pytest_hydra.transcript.turns import turns_of

TRACES = Path(__file__).with_name("traces")
AGENTS = Path(pytest_hydra.__file__).parent / "plugins" / "agents"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    (TRACES / "expected.json").read_text("utf-8")
)
PRICES = {
    name: PriceSettings(input=10, output=100, cached=1)
    for name in ("mock-1", "scripted-1", "gemini-x", "amazon.x")
}


def sample(name: str) -> Path:
    """The sample of a format: those of agents are in their folders."""
    stem = name.partition(".")[0].replace("-", "_")
    kind = "session" if stem.endswith("_session") else "reader"
    own = AGENTS / stem.removesuffix("_session") / f"{kind}.jsonl"
    return own if own.is_file() else TRACES / name


def trace(text: object, name: str = "a.json") -> Trace:
    """The only trace in a text, or in a value."""
    (found,) = traces_in(text if isinstance(text, str) else json.dumps(text), name, PRICES)
    return found


def replies(text: object) -> list[Reply]:
    """The replies of the only trace."""
    found = [turn.reply for turn in trace(text).turns]
    assert None not in found, trace(text)
    return [reply for reply in found if reply is not None]


def lines(*values: object) -> str:
    return "\n".join(map(json.dumps, values))


# Each format, by traces that the real libraries made


@pytest.mark.parametrize("name", EXPECTED)
def test_a_trace_says_what_the_objects_of_its_library_say(name: str) -> None:
    found = trace(sample(name).read_text("utf-8"))
    assert [turn.user for turn in found.turns] == [turn["user"] for turn in EXPECTED[name]]
    for turn, expected in zip(found.turns, EXPECTED[name], strict=True):
        assert turn.reply is not None, turn.error
        assert (turn.reply.text, turn.reply.unknown_calls) == (expected["text"], ())
        for call, wanted in zip(turn.reply.calls, expected["calls"], strict=True):
            told = {key: getattr(call, key) for key in ("function", "params", "result", "error")}
            assert {key: told[key] for key in wanted} == wanted


def test_each_format_of_an_agent_has_a_sample() -> None:
    assert {path.name for path in TRACES.iterdir()} <= {*EXPECTED, "expected.json"}
    assert {f"{name}.jsonl" for name in agent_readers()} <= EXPECTED.keys()


def test_each_trace_is_known_by_its_content_alone() -> None:
    for name in EXPECTED:
        text = sample(name).read_text("utf-8")
        documents = [json.loads(line) for line in text.splitlines()] if "jsonl" in name else None
        value = json.loads(text) if documents is None else documents
        documents = value if isinstance(value, list) else [value]
        known = next(form for form, reader in readers().items() if reader.knows(documents))
        assert name.startswith({"gemini": ("adk", "gemini")}.get(known, known))


@pytest.mark.parametrize(
    ("name", "tokens", "costs"),
    [
        # 300 and 30 by the prices: 10 and 100 USD for a million, 1 for what was cached.
        ("adk-session.json", [330, 220], [0.006, 0.004]),
        ("bedrock-exchanges.jsonl", [330, 220], [0.00573, 0.00382]),
        ("atif.json", [330, 220], [0.003, 0.002]),  # as it says itself
        ("vercel-result.json", [220], [0.00382]),
        ("openai-agents-state.json", [None, 220], [None, None]),  # it names no model
        ("otel-pydantic-ai.json", [215, 200], [0.0053, 0.00722]),
        # Both tell with each turn what all turns took so far.
        ("claude-code.jsonl", [240, 240], [0.000906, 0.000906]),
        ("codex.jsonl", [220, 220], [None, None]),
        # One usage for each message of the model, though each of its parts repeats it.
        ("claude-code-session.jsonl", [470, 110], [0.011, 0.002]),
        ("codex-session.jsonl", [220, None], [0.004, None]),
        ("gemini-cli.jsonl", [360], [None]),
        ("copilot.jsonl", [None], [None]),  # it prints no tokens
        ("opencode.jsonl", [360, 240], [None, None]),
        ("acp.jsonl", [None, None], [None, None]),  # what its numbers count is not said
    ],
)
def test_tokens_become_costs(
    name: str, tokens: list[int | None], costs: list[float | None]
) -> None:
    found = replies(sample(name).read_text("utf-8"))
    assert [reply.tokens for reply in found] == tokens
    assert [reply.cost_usd for reply in found] == costs


UNKNOWN = {
    "acp.jsonl": ('"sessionUpdate": "tool_call', '"sessionUpdate": "hosted_call'),
    "adk-events.jsonl": ("function_call", "hosted_call"),
    "bedrock-messages.json": ("toolUse", "hostedToolUse"),
    "claude-code.jsonl": ('"tool_use"', '"hosted_tool_use"'),
    "codex.jsonl": ("command_execution", "hosted_execution"),
    "copilot.jsonl": ("toolRequests", "hostedCalls"),
    "gemini-cli.jsonl": ('"tool_use"', '"hosted_call"'),
    "gemini-history.json": ("functionCall", "hostedCall"),
    "openai-agents-items.json": ('"function_call"', '"hosted_call"'),
    "otel-pydantic-ai.json": ('\\"tool_call\\"', '\\"hosted_call\\"'),
    "vercel-messages.json": ('"tool-call"', '"hosted-call"'),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_looks_like_a_call_and_is_unknown_is_reported(name: str) -> None:
    known, unknown = UNKNOWN[name]
    text = sample(name).read_text("utf-8")
    assert known in text
    for reply in replies(text.replace(known, unknown)):
        # Spans of tools tell what ran, too.
        assert reply.calls == () or name.startswith("otel")
        assert reply.unknown_calls


# What no mutation of a file may do: let a check of calls pass while the file mentions a call

CALL_IDS = {
    "acp.jsonl": ("call_0_0", "call_0_1", "call_1_0"),
    "claude-code.jsonl": ("toolu_0", "toolu_6"),
    "claude-code-session.jsonl": ("toolu_1", "toolu_2", "toolu_3"),
    "codex.jsonl": ("command_execution", "echo hello"),
    "codex-session.jsonl": ("call_1", "call_2"),
    "cursor.jsonl": ("call_1", "call_2", "call_3"),
    "copilot.jsonl": ("call_0_0", "call_0_1"),
    "gemini-cli.jsonl": ("write_file__c-10", "run_shell_command__c-11"),
    "opencode.jsonl": ("call_0_0", "call_0_1", "call_1_0"),
}
Event = dict[str, Any]


def mappings(value: object) -> list[Event]:
    if isinstance(value, list):
        return [found for item in value for found in mappings(item)]
    if not isinstance(value, dict):
        return []
    return [value, *[found for item in value.values() for found in mappings(item)]]


def rename(event: Event, draw: Any) -> Event:
    """The event with one key, or one type, that no reader knows."""
    copy: Event = json.loads(json.dumps(event))
    target = draw(st.sampled_from(mappings(copy)))
    if "type" in target and draw(st.booleans()):
        target["type"] = draw(st.sampled_from(["x", "system", "result", "user", "message"]))
    elif target:
        key = draw(st.sampled_from(sorted(target)))
        target["x"] = target.pop(key)
    return copy


@st.composite
def mutated(draw: Any) -> tuple[str, list[Event]]:
    """The name of a transcript, and its events: some dropped, one renamed, two exchanged."""
    name = draw(st.sampled_from(sorted(CALL_IDS)))
    events = [json.loads(line) for line in sample(name).read_text("utf-8").splitlines()]
    dropped = draw(st.sets(st.integers(0, len(events) - 1), max_size=len(events) - 1))
    events = [event for index, event in enumerate(events) if index not in dropped]
    at = st.integers(0, len(events) - 1)
    if draw(st.booleans()):
        index = draw(at)
        events[index] = rename(events[index], draw)
    if draw(st.booleans()):
        one, other = draw(at), draw(at)
        events[one], events[other] = events[other], events[one]
    return name, events


@settings(max_examples=50, deadline=None)
@given(mutated())
def test_no_call_check_passes_while_the_file_mentions_a_call(case: tuple[str, list[Event]]) -> None:
    name, events = case
    try:
        found = list(traces_in(lines(*events), "a.json", PRICES))
    except InputError:
        return  # ungraded
    turns = [turn for one in found for turn in one.turns]
    is_graded = all(turn.reply is not None and not turn.reply.unknown_calls for turn in turns)
    has_no_call = all(turn.reply is not None and not turn.reply.calls for turn in turns)
    if is_graded and has_no_call:
        assert not any(call_id in lines(*events) for call_id in CALL_IDS[name])


CURSOR = [json.loads(line) for line in sample("cursor.jsonl").read_text("utf-8").splitlines()]


def test_a_call_of_another_shape_leaves_checks_of_calls_ungraded() -> None:
    odd = {**CURSOR[3], "tool_call": ["shell", "rm -rf build"]}
    for turn in trace(lines(*CURSOR[:3], odd, *CURSOR[-2:])).turns:
        assert turn.reply is not None
        assert turn.reply.unknown_calls == ("the event tool_call", "1 call of the file")


def test_an_orphaned_result_leaves_checks_of_calls_ungraded() -> None:
    events = sample("claude-code-session.jsonl").read_text("utf-8").splitlines()
    told = [line for line in events if '"name": "Bash"' not in line]
    assert len(told) == len(events) - 1
    for reply in replies("\n".join(told)):
        assert reply.unknown_calls == ("1 call of the file",)


def test_ids_may_be_numbers() -> None:
    asks = {"id": 7, "type": "function", "function": {"name": "refund", "arguments": "{}"}}
    user, bot = {"role": "user", "content": "Hi"}, {"role": "assistant", "tool_calls": [asks]}
    done = {"role": "tool", "tool_call_id": 7, "content": "paid"}
    (reply,) = replies([user, bot, done, {"role": "assistant", "content": "Done."}])
    assert [(call.function, call.result, call.id) for call in reply.calls] == [
        ("refund", "paid", "7")
    ]
    assert reply.unknown_calls == ()
    (reply,) = replies([user, {**done, "content": "x"}, {"role": "assistant", "content": "Done."}])
    assert reply.unknown_calls
    started = {**CURSOR[3], "call_id": 9, "tool_call": {}, "subtype": "odd"}
    for reply in replies(lines(*CURSOR[:3], started, *CURSOR[-2:])):
        assert "1 call of the file" in reply.unknown_calls


def test_a_call_that_cursor_made_over_mcp_has_its_servers_name() -> None:
    arguments = {"providerIdentifier": "shop", "toolName": "refund", "args": {"order": "1"}}
    made = {**CURSOR[3], "tool_call": {"mcpToolCall": {"args": arguments}}}
    (reply,) = replies(lines(*CURSOR[:3], made, *CURSOR[-2:]))
    assert [(call.function, call.params) for call in reply.calls] == [
        ("mcp__shop__refund", {"order": "1"})
    ]


def test_pieces_of_cursors_text_are_not_repeated() -> None:
    piece = {**CURSOR[2], "timestamp_ms": 1}
    (reply,) = replies(lines(*CURSOR[:2], piece, piece, CURSOR[-2], CURSOR[-1]))
    assert (reply.text, reply.earlier_texts) == ("The folder is not clean.", ())


@pytest.mark.parametrize(
    "events",
    [
        [{"type": "step_start", "part": {}}, {"type": "reasoning", "part": {"text": "a"}}],
        [{"type": "user.message", "data": {}}, {"type": "assistant.message", "data": {}}],
        [{"type": "system", "session_id": "s"}, {"type": "result", "session_id": "s"}],
        [{"type": "init"}, {"type": "message", "role": "user", "content": "a"}],
    ],
)
def test_events_of_another_agent_are_of_no_known_format(events: list[Event]) -> None:
    with pytest.raises(InputError, match="is not a trace of a known format"):
        trace(lines(*events))


def test_events_without_a_session_belong_to_the_only_one() -> None:
    use = {"type": "tool_use", "id": "1", "name": "Edit", "input": {"file": "a.py"}}
    failed = {"type": "tool_result", "tool_use_id": "1", "content": "missing", "is_error": True}
    events: list[Event] = [
        {"type": "assistant", "session_id": "s", "message": {"content": [use]}},
        {"type": "user", "message": {"content": [failed]}},
        {"type": "result", "subtype": "success", "total_cost_usd": 0.03},
    ]
    found = trace(lines(*events))
    (turn,) = found.turns
    assert turn.reply is not None
    assert (found.id, turn.reply.cost_usd) == ("s", 0.03)
    assert [call.error for call in turn.reply.calls] == ["missing"]
    others = traces_in(lines(*events, {**events[0], "session_id": "t"}), "a.json", {})
    assert [one.id for one in others] == ["s", "", "t"]


def stored(name: str, *more: Event) -> Reply:
    """The last reply of a stored session with these events added."""
    text = sample(name).read_text("utf-8")
    end = [] if "session" in name else [{"type": "result", "subtype": "success"}]
    return replies(text + lines(*more, *end))[-1]


def test_a_subagents_call_inside_an_event_of_progress_is_a_call() -> None:
    use = {"type": "tool_use", "id": "toolu_9", "name": "Write", "input": {"file_path": "a"}}
    inner = {"type": "assistant", "message": {"id": "msg_9", "content": [use]}}
    event = {"type": "progress", "data": {"type": "agent_progress", "message": inner}}
    done = {"type": "tool_result", "tool_use_id": "toolu_9", "content": "ok"}
    inner = {"type": "user", "message": {"content": [done]}}
    ended = {"type": "progress", "data": {"type": "agent_progress", "message": inner}}
    reply = stored("claude-code-session.jsonl", event, ended)
    assert [call.function for call in reply.calls] == ["Write"]
    assert reply.unknown_calls == ()


CLAUDE_ENDS: Event = {"type": "result", "subtype": "success"}


def claude_says(*blocks: Event, **more: object) -> Event:
    return {"type": "assistant", "message": {"content": list(blocks)}, **more}


@pytest.mark.parametrize("mark", [{"parent_tool_use_id": "t1"}, {"isSidechain": True}])
def test_a_subagent_acts_and_does_not_speak(mark: Event) -> None:
    use = {"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": "ls"}}
    reply = stored(
        "claude-code.jsonl",
        claude_says({"type": "text", "text": "Its password is tea."}, use, **mark),
        claude_says({"type": "text", "text": "Done."}),
    )
    assert [call.function for call in reply.calls] == ["Bash"]
    assert (reply.text, reply.earlier_texts) == ("Done.", ())


def test_an_id_that_is_used_again_hides_no_call() -> None:
    """The ids of some agents begin at 1 in each process, and a session has several."""
    use = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "echo hello"}}
    other = {**use, "input": {"command": "git push"}}
    calls = [claude_says(use), claude_says(use), claude_says(other)]
    reply = stored("claude-code.jsonl", *calls, claude_says({"type": "text", "text": "Done."}))
    commands = [call.params.get("command") for call in reply.calls]
    assert commands[-2:] == ["echo hello", "git push"]


def test_an_event_of_claude_code_counts_once() -> None:
    use = {"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": "ls"}}
    done = {"type": "tool_result", "tool_use_id": "t2", "content": "ok"}
    result = {"type": "user", "message": {"content": [done]}}
    again = claude_says({**use, "id": "t3"})
    reply = stored("claude-code.jsonl", *[claude_says(use)] * 2, result, claude_says(use), again)
    assert [call.id for call in reply.calls] == ["t2", "t3"]


def test_a_subagent_that_a_trace_does_not_show_leaves_checks_of_calls_ungraded() -> None:
    start = {"type": "tool_use", "id": "1", "name": "Task", "input": {"prompt": "Push it."}}
    done = {"type": "tool_result", "tool_use_id": "1", "content": "Pushed."}
    before = [claude_says({"type": "text", "text": "Hello."}), CLAUDE_ENDS]
    events = [*before, claude_says(start), {"type": "user", "message": {"content": [done]}}]
    after = [CLAUDE_ENDS, claude_says({"type": "text", "text": "Pushed."}), CLAUDE_ENDS]
    # It may work on in the background, so nothing is known of later turns.
    found = [reply.unknown_calls for reply in replies(lines(*events, *after))]
    assert found == [(), ("Task",), ("Task",)]
    shown = claude_says({"type": "text", "text": "x"}, parent_tool_use_id="1")
    seen = replies(lines(*events, shown, *after))
    assert [reply.unknown_calls for reply in seen] == [()] * 3


def test_the_command_of_a_hook_is_no_call() -> None:
    hook = {"type": "hook_progress", "command": "./log.sh"}
    events: list[Event] = [
        {"type": "progress", "data": hook, "toolUseID": "x"},
        {"type": "attachment", "attachment": {"type": "hook_success", "command": "./log.sh"}},
        {"type": "system", "subtype": "stop_hook_summary", "hookInfos": [{"command": "./log.sh"}]},
    ]
    assert stored("claude-code-session.jsonl", *events).unknown_calls == ()


def test_a_search_without_an_id_in_a_session_of_codex_is_a_call() -> None:
    action = {"type": "search", "query": "tea"}
    item = {"type": "web_search_call", "status": "completed", "action": action}
    event = {"type": "web_search_end", "call_id": "ws_1", "query": "tea", "action": action}
    reply = stored(
        "codex-session.jsonl",
        {"type": "response_item", "payload": item},
        {"type": "event_msg", "payload": event},
    )
    assert [call.function for call in reply.calls] == ["web_search"]
    assert reply.unknown_calls == ()


def test_a_failed_session_of_gemini_cli_has_no_reply() -> None:
    events = [json.loads(line) for line in sample("gemini-cli.jsonl").read_text().splitlines()]
    failed = {"type": "result", "status": "error", "error": {"type": "E", "message": "no quota"}}
    (turn,) = trace(lines(*events[:3], failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: no quota")
    assert [call.function for call in turn.arrived] == ["write_file"]


def test_steps_copied_from_another_trajectory_are_no_actions() -> None:
    calls = [{"tool_call_id": "a", "function_name": "refund", "arguments": {"order": "1"}}]
    told = [{"source_call_id": "a", "content": "no"}]
    copied: Event = {"source": "agent", "message": "Hm.", "tool_calls": calls}
    copied |= {"is_copied_context": True, "observation": {"results": told}}
    steps = [
        {"source": "user", "message": "refund it"},
        copied,
        {"source": "agent", "message": "done", "tool_calls": [{**calls[0], "tool_call_id": "b"}]},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.6", "steps": steps})
    assert [(call.id, call.result) for call in reply.calls] == [("b", None)]
    assert (reply.text, reply.earlier_texts, reply.unknown_calls) == ("done", (), ())


def test_a_trajectory_of_one_turn_costs_its_total() -> None:
    steps: list[Event] = [
        {"source": "user", "message": "refund it"},
        {"source": "agent", "message": "Hm.", "metrics": {"cost_usd": 0.5}},
        {"source": "agent", "message": "Done.", "metrics": {"prompt_tokens": 10}},
    ]
    total = {"total_cost_usd": 2.0}
    document: Event = {"schema_version": "ATIF-v1.6", "steps": steps, "final_metrics": total}
    (reply,) = replies(document)
    assert reply.cost_usd == 2.0
    # Nobody knows what each of several turns cost.
    assert {one.cost_usd for one in replies(document | {"steps": [*steps, *steps]})} == {None}


def test_a_call_counts_that_never_ended() -> None:
    lines = sample("codex.jsonl").read_text("utf-8").splitlines()
    ended = [line for line in lines if "exit_code" in line and "item.completed" in line]
    found = replies("\n".join(line for line in lines if line not in ended))
    assert [call.result for reply in found for call in reply.calls] == [None] * 2
    assert len(ended) == 2


@pytest.mark.parametrize("error", [None, "timeout"])
def test_a_tool_that_only_a_span_names_was_called(error: str | None) -> None:
    export = json.loads(sample("otel-pydantic-ai.json").read_text("utf-8"))
    (spans,) = [scope["spans"] for item in export["resourceSpans"] for scope in item["scopeSpans"]]
    for span in spans:
        values = {entry["key"]: entry["value"] for entry in span["attributes"]}
        if values.get("gen_ai.tool.name") == {"stringValue": "transfer"}:
            values["gen_ai.tool.name"]["stringValue"] = "mcp__shop__delete_all"
            if error is not None:
                value = {"key": "error.type", "value": {"stringValue": error}}
                span["attributes"].append(value)
    first, second = replies(json.dumps(export))
    names = [[call.function for call in reply.calls] for reply in (first, second)]
    tool = "mcp__shop__delete_all"
    assert names == [["find_contact", "transfer", tool], ["transfer", tool]]
    assert second.calls[1].params == {"amount": 500, "to": "Bob"}
    # The span has the status of an error, with or without a type.
    assert (second.calls[1].result, second.calls[1].error) == (None, "balance too low")


@pytest.mark.parametrize(
    ("pattern", "is_forbidden"),
    [
        *[("refund", True), ("mcp__shop__refund", True), ("mcp__my__*", True), ("re*", True)],
        *[("mcp__desk__refund", False), ("shop", False), ("fund", False)],
    ],
)
def test_an_mcp_tool_is_forbidden_with_and_without_its_server(
    pattern: str, is_forbidden: bool
) -> None:
    names = ("mcp__shop__refund", "mcp__my__shop__refund")
    assert any(is_named(name, [pattern]) for name in names) is is_forbidden


def test_a_file_of_one_conversation_and_one_of_many() -> None:
    def asked(*messages: str) -> list[dict[str, Any]]:
        roles = ("user", "assistant")
        return [
            {"role": roles[at % 2], "content": [{"text": text}]} for at, text in enumerate(messages)
        ]

    def exchange(*messages: str) -> dict[str, Any]:
        *told, answered = asked(*messages)
        return {"modelId": "amazon.x", "messages": told, "output": {"message": answered}}

    log = lines(
        exchange("hi", "hello"),
        exchange("bye", "see you"),
        exchange("hi", "hello", "how are you?", "fine"),
        {
            "modelId": "amazon.x",
            "input": {"inputBodyJson": {"messages": asked("bye", "see you", "now!")}},
            "output": {"outputBodyJson": {"output": {"message": asked("x", "gone")[1]}}},
        },
    )
    told = [
        [(turn.user, turn.reply.text) for turn in found.turns if turn.reply]
        for found in traces_in(log, "log.jsonl", PRICES)
    ]
    assert told == [
        [("hi", "hello"), ("how are you?", "fine")],
        [("bye", "see you"), ("now!", "gone")],
    ]


def span(at: int, told: list[Any], answered: list[Any], trace_id: str = "t", **more: Any) -> Any:
    """A span of a chat, whose messages are pairs of a role and a text or a part."""

    def messages(pairs: list[Any]) -> dict[str, str]:
        parts = [
            (role, {"type": "text", "content": said} if isinstance(said, str) else said)
            for role, said in pairs
        ]
        return {"stringValue": json.dumps([{"role": r, "parts": [part]} for r, part in parts])}

    attributes = {
        "gen_ai.operation.name": {"stringValue": "chat"},
        "gen_ai.input.messages": messages(told),
        "gen_ai.output.messages": messages(answered),
        **more,
    }
    keyed = [{"key": key, "value": value} for key, value in attributes.items()]
    return {"traceId": trace_id, "startTimeUnixNano": str(at), "attributes": keyed}


def exported(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def test_what_a_subagent_is_asked_is_not_the_users() -> None:
    call = {"type": "tool_call", "id": "1", "name": "ask_helper", "arguments": {"about": "tea"}}
    came = {"type": "tool_call_response", "id": "1", "response": "3 EUR"}
    look = {"type": "tool_call", "id": "2", "name": "look_up", "arguments": {}}
    asked = [("user", "What is tea?"), ("assistant", call)]
    found = trace(
        exported(
            span(9, [*asked, ("tool", came)], [("assistant", "It is 3 EUR.")]),
            span(1, asked[:1], asked[1:]),
            span(2, [("system", "You help."), ("user", "The price of tea")], [("assistant", look)]),
        )
    )
    (turn,) = found.turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text) == ("What is tea?", "It is 3 EUR.")
    assert [(call.function, call.result) for call in turn.reply.calls] == [
        ("ask_helper", "3 EUR"),
        ("look_up", None),
    ]


def test_requests_that_tell_only_what_is_new_are_one_conversation() -> None:
    own = {"gen_ai.conversation.id": {"stringValue": "c"}}
    found = trace(
        exported(
            span(1, [("user", "a")], [("assistant", "b")], "one", **own),
            span(2, [("user", "c")], [("assistant", "d")], "two", **own),
        )
    )
    assert [(turn.user, turn.reply.text) for turn in found.turns if turn.reply] == [
        ("a", "b"),
        ("c", "d"),
    ]


def test_a_conversation_id_on_one_span_names_the_trace() -> None:
    own = {"gen_ai.conversation.id": {"stringValue": "c"}}
    inner = span(2, [("user", "a"), ("assistant", "b")], [("assistant", "c")])
    found = trace(exported(span(1, [("user", "a")], [("assistant", "b")], "t", **own), inner))
    assert found.id == "c"


def inside(one: Any, span_id: str, parent: str = "") -> Any:
    return one | {"spanId": span_id, "parentSpanId": parent}


def told(export: Any) -> dict[str, list[tuple[Any, ...]]]:
    """For each conversation, what the user and the bot say and the functions that are called."""
    return {
        found.id: [
            (turn.user, turn.reply and turn.reply.text, *[c.function for c in calls_in(turn)])
            for turn in found.turns
        ]
        for found in traces_in(json.dumps(export), "a.json", PRICES)
    }


def calls_in(turn: Turn) -> tuple[Call, ...]:
    return turn.arrived if turn.reply is None else turn.reply.calls


def conversation_id(name: str) -> dict[str, Any]:
    return {"gen_ai.conversation.id": text_value(name)}


def test_conversations_inside_one_span_are_apart() -> None:
    agentic: Event = {"gen_ai.operation.name": text_value("invoke_agent")}
    batch = span(0, [], [], **agentic)
    one = span(1, [("user", "a")], [("assistant", "b")], **conversation_id("one"))
    two = span(2, [("user", "c")], [("assistant", "d")], **conversation_id("two"))
    # An agent whose requests name the conversation: its tools belong to it.
    agent = span(3, [], [], **agentic)
    spans = [
        inside(batch, "batch"),
        inside(one, "one", "batch"),
        inside(two, "two", "agent"),
        inside(agent, "agent", "batch"),
        inside(tool_span(4), "tool", "agent"),
    ]
    assert told(exported(*spans)) == {"one": [("a", "b")], "two": [("c", "d", "pay")]}
    # Nobody knows whose tool that is.
    alone = inside(tool_span(5), "alone", "batch")
    found = told(exported(*spans, alone))
    assert found == {
        "one": [("a", "b")],
        "two": [("c", "d", "pay")],
        "t": [("", None, "pay")],
    }


def test_a_conversation_inside_another_one_is_a_subagents() -> None:
    helper = span(1, [("user", "look")], [("assistant", PAY)], **conversation_id("helper"))
    outer = span(2, [("user", "a")], [("assistant", "b")], **conversation_id("outer"))
    export = exported(inside(outer, "1"), inside(helper, "2", "1"))
    assert list(told(export)) == ["outer"]


def test_jaeger_has_the_parent_of_a_span_in_a_list() -> None:
    one = jaeger(span(1, [("user", "a")], [("assistant", "b")], **conversation_id("one")))
    two = jaeger(span(2, [("user", "c")], [("assistant", "d")], **conversation_id("two")))
    tool = jaeger(tool_span(3))
    inner = [export["data"][0]["spans"][0] for export in (one, two, tool)]
    for number, entry in enumerate(inner):
        entry["spanID"] = str(number)
    inner[2]["references"] = [{"refType": "CHILD_OF", "traceID": "t", "spanID": "1"}]
    export = {"data": [{"traceID": "t", "spans": inner, "processes": {}}]}
    assert told(export) == {"one": [("a", "b")], "two": [("c", "d", "pay")]}


def test_spans_without_messages_are_no_empty_reply() -> None:
    operation = {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}
    bare = {"traceId": "t", "startTimeUnixNano": "1", "attributes": [operation]}
    (turn,) = trace(exported(bare)).turns
    assert turn.reply is None
    assert turn.error is not None
    assert turn.error.startswith("its spans have no messages")


# What went wrong in OpenTelemetry's spans, and where spans are stored

PAY = {"type": "tool_call", "id": "c1", "name": "pay", "arguments": {"n": 1}}
PAID = {"type": "tool_call_response", "id": "c1", "response": "?"}
FINE: list[Any] = [("user", "pay"), ("assistant", PAY), ("tool", PAID)]


def text_value(value: str) -> dict[str, str]:
    return {"stringValue": value}


def tool_span(at: int, call_id: str = "c1", **more: Any) -> Any:
    """A span of a run of the tool ``pay``."""
    own: Event = {"gen_ai.operation.name": text_value("execute_tool")}
    own |= {"gen_ai.tool.name": text_value("pay"), "gen_ai.tool.call.id": text_value(call_id)}
    return span(at, [], [], **own, **more) | {"spanId": str(at)}


def paid(*tools: Any) -> Reply:
    """The reply of a conversation with one call, and these spans of its tool."""
    begin, end = span(1, FINE[:1], FINE[1:2]), span(9, FINE, [("assistant", "Paid.")])
    (reply,) = replies(exported(begin, *tools, end))
    return reply


def outcomes(reply: Reply) -> list[tuple[Any, ...]]:
    assert reply.unknown_calls == ()
    return [(call.function, call.params, call.result, call.error) for call in reply.calls]


def test_a_span_says_how_its_request_ended() -> None:
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    failed: Event = {"error.type": text_value("timeout")}
    first = span(1, hello[:1], hello[1:])
    again = [*hello, ("user", "cancel it")]
    one, two = trace(exported(first, span(2, again, [], **failed))).turns
    assert one.reply is not None
    assert (two.user, two.reply, two.error) == ("cancel it", None, "a request failed: timeout")
    # Sent again, it is answered.
    answered = span(3, again, [("assistant", "done")])
    one, two = trace(exported(first, span(2, again, [], **failed), answered)).turns
    assert two.reply is not None
    assert two.reply.text == "done"
    status = span(2, again, []) | {"status": {"code": 2, "message": "no quota"}}
    *_, two = trace(exported(first, status)).turns
    assert two.error == "a request failed: no quota"
    own: Event = {"gen_ai.operation.name": text_value("invoke_agent"), **failed}
    (one,) = trace(exported(span(0, [], [], **own), first)).turns
    assert (one.reply, one.error) == (None, "the agent failed: timeout")
    reasons = {"arrayValue": {"values": [text_value("length")]}}
    ended: Event = {"gen_ai.response.finish_reasons": reasons}
    cut = span(1, hello[:1], hello[1:], **ended)
    (turn,) = trace(exported(cut)).turns
    assert turn.reply is None


def test_jaeger_has_the_status_of_a_span_among_its_tags() -> None:
    for tag in ({"error": {"boolValue": True}}, {"otel.status_code": text_value("ERROR")}):
        assert outcomes(paid(tool_span(2, **tag))) == [("pay", {"n": 1}, None, "error")]
    ended: Event = {"gen_ai.response.finish_reasons": text_value('["length"]')}
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    (turn,) = trace(exported(span(1, hello[:1], hello[1:], **ended))).turns
    assert turn.reply is None


@pytest.mark.parametrize(
    ("key", "count"), [("cache_creation.input_tokens", 1000), ("cache_creation_input_tokens", 0)]
)
def test_spans_count_tokens_written_to_a_cache(key: str, count: int) -> None:
    usage: dict[str, Any] = {
        "gen_ai.response.model": text_value("m"),
        "gen_ai.usage.input_tokens": {"intValue": str(count)},
        f"gen_ai.usage.{key}": {"intValue": "1000"},
    }
    single = exported(span(1, [("user", "hi")], [("assistant", "hello")], **usage))
    prices = {"m": PriceSettings(input=10, output=100, cache_write=1000)}
    (found,) = traces_in(json.dumps(single), "a.json", prices)
    assert found.turns[0].reply is not None
    assert found.turns[0].reply.cost_usd == 1


def test_a_tool_with_an_exception_in_its_span_is_a_failed_call() -> None:
    own = {"exception.type": "TimeoutError", "exception.message": "no answer"}
    keyed = [{"key": key, "value": text_value(value)} for key, value in own.items()]
    event = {"name": "exception", "timeUnixNano": "2", "attributes": keyed}
    (outcome,) = outcomes(paid(tool_span(2) | {"events": [event]}))
    assert outcome == ("pay", {"n": 1}, None, "no answer")


def test_a_tool_that_failed_in_its_span_is_a_failed_call() -> None:
    failed: Event = {"error.type": text_value("Timeout")}
    assert outcomes(paid(tool_span(2, **failed))) == [("pay", {"n": 1}, None, "Timeout")]
    assert outcomes(paid(tool_span(2))) == [("pay", {"n": 1}, "?", None)]


def test_spans_of_openinference_are_read() -> None:
    model = "llm.input_messages.{}.message.{}".format
    call = "llm.output_messages.0.message.tool_calls.0.tool_call.{}".format
    asked = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "m",
        model(0, "role"): "system",
        model(0, "content"): "You sell shoes.",
        model(1, "role"): "user",
        model(1, "contents.0.message_content.type"): "text",
        model(1, "contents.0.message_content.text"): "My money!",
    }
    calls = {
        "llm.output_messages.0.message.role": "assistant",
        call("id"): "c1",
        call("function.name"): "refund",
        call("function.arguments"): '{"order": "A-1"}',
        "llm.token_count.prompt": 7,
        "llm.token_count.completion": 2,
    }
    paid = {
        "openinference.span.kind": "TOOL",
        "tool.name": "refund",
        "input.value": '{"order": "A-1"}',
        "output.value": "paid back",
    }
    told = {
        **asked,
        model(2, "role"): "assistant",
        model(2, "tool_calls.0.tool_call.id"): "c1",
        model(2, "tool_calls.0.tool_call.function.name"): "refund",
        model(2, "tool_calls.0.tool_call.function.arguments"): '{"order": "A-1"}',
        model(3, "role"): "tool",
        model(3, "tool_call_id"): "c1",
        model(3, "content"): "paid back",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "Done.",
        "llm.token_count.prompt": 9,
        "llm.token_count.completion": 1,
    }
    spans = []
    requests: list[dict[str, Any]] = [{**asked, **calls}, paid, told]
    for number, own in enumerate(requests, start=1):
        keyed = [
            {
                "key": key,
                "value": {"intValue": str(value)} if key[4:9] == "token" else text_value(value),
            }
            for key, value in own.items()
        ]
        spans.append(span(number, [], []) | {"attributes": keyed})
    (found,) = traces_in(json.dumps(exported(*spans)), "a.json", {})
    (turn,) = found.turns
    assert turn.user == "My money!"
    assert turn.reply is not None
    assert (turn.reply.text, turn.reply.tokens) == ("Done.", 19)
    (used,) = turn.reply.calls
    assert (used.function, used.params) == ("refund", {"order": "A-1"})
    assert used.result == "paid back"
    assert turn.reply.unknown_calls == ()


@pytest.mark.parametrize(
    "own",
    [
        {"traceloop.span.kind": "tool", "traceloop.entity.name": "refund"},
        {"mlflow.spanType": '"TOOL"'},
        {"langfuse.observation.type": "tool"},
        {"ai.toolCall.name": "refund"},
        {"mcp.method.name": "tools/call", "mcp.tool.name": "refund"},
        {"llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "refund"},
    ],
)
def test_a_call_in_a_span_of_another_convention_leaves_checks_of_calls_ungraded(
    own: dict[str, str],
) -> None:
    keyed = [{"key": key, "value": text_value(value)} for key, value in own.items()]
    other = span(2, [], []) | {"attributes": keyed}
    assert paid(other | {"name": "refund"}).unknown_calls == ("a span of refund",)
    # One that the messages have is known.
    named = json.loads(json.dumps(other).replace("refund", "pay"))
    assert paid(named | {"name": "pay"}).unknown_calls == ()


@pytest.mark.parametrize(
    "own",
    [
        {"gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "tool_ca'},
        {"gen_ai.response.finish_reasons": '["max_tokens"]'},
    ],
)
def test_a_span_that_is_cut_off_leaves_its_turn_without_a_reply(own: dict[str, str]) -> None:
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    first = span(1, hello[:1], hello[1:])
    first["attributes"] += [{"key": key, "value": text_value(value)} for key, value in own.items()]
    (turn,) = trace(exported(first, span(2, hello[:1], hello[1:]))).turns
    assert turn.reply is None


def test_what_requests_took_is_known_if_it_is_known_of_all() -> None:
    steps = [
        {"source": "user", "message": "x"},
        {"source": "agent", "message": "a", "metrics": {"cost_usd": 0.5}},
        {"source": "agent", "message": "b"},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.4", "agent": {"name": "a"}, "steps": steps})
    assert reply.cost_usd is None
    usage: Event = {"gen_ai.usage.input_tokens": {"intValue": "3"}}
    begin, end = span(1, FINE[:1], FINE[1:2], **usage), span(9, FINE, [("assistant", "Paid.")])
    assert [reply.tokens for reply in replies(exported(begin, end))] == [None]


def test_each_run_of_a_tool_is_a_call() -> None:
    ran = outcomes(paid(tool_span(2), tool_span(3), tool_span(4)))
    assert ran == [("pay", {"n": 1}, "?", None), *[("pay", {"n": 1}, None, None)] * 2]
    # Another layer's id of the same call, and the span of an MCP client inside it.
    assert len(paid(tool_span(2, "other")).calls) == 1
    assert len(paid(tool_span(2), tool_span(3) | {"parentSpanId": "2"}).calls) == 1


def chat_span() -> Any:
    return span(1, [("user", "hi")], [("assistant", "hello")])


def jaeger(one: Any) -> Any:
    tags = [
        {"key": entry["key"], "type": "string", "value": entry["value"]["stringValue"]}
        for entry in one["attributes"]
    ]
    inner = {"traceID": "t", "spanID": "1", "operationName": "chat", "startTime": 1, "tags": tags}
    return {"data": [{"traceID": "t", "spans": [inner], "processes": {}}]}


def printed(one: Any) -> Any:
    """As the exporter of the SDK prints it to the console."""
    attributes = {entry["key"]: entry["value"]["stringValue"] for entry in one["attributes"]}
    context = {"trace_id": "0xa", "span_id": "0xb", "trace_state": "[]"}
    start = "2026-01-01T00:00:00.000000Z"
    return {"name": "chat", "context": context, "start_time": start, "attributes": attributes}


@pytest.mark.parametrize(
    "stored",
    [
        {"batches": [{"scopeSpans": [{"spans": [chat_span()]}]}]},
        {"trace": {"resourceSpans": [{"scopeSpans": [{"spans": [chat_span()]}]}]}},
        {"batches": [{"instrumentationLibrarySpans": [{"spans": [chat_span()]}]}]},
        jaeger(chat_span()),
        printed(chat_span()),
    ],
    ids=["tempo", "tempo-2", "older", "jaeger", "console"],
)
def test_spans_are_found_wherever_they_are_stored(stored: Any) -> None:
    (turn,) = trace(stored).turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text) == ("hi", "hello")


def test_spans_are_read_as_the_sdk_prints_them() -> None:
    spans = [printed(chat_span()), printed(chat_span())]
    spans[1]["context"]["trace_id"] = "0xc"
    text = "\n".join(json.dumps(one, indent=4) for one in spans)
    assert [found.id for found in traces_in(text, "a.json", PRICES)] == ["0xa", "0xc"]


def attributes(values: dict[str, str], at: int = 1) -> Any:
    keyed = [{"key": key, "value": text_value(value)} for key, value in values.items()]
    return {"traceId": "t", "startTimeUnixNano": str(at), "attributes": keyed}


def test_openllmetrys_attributes_are_messages() -> None:
    asked = {
        "llm.request.type": "chat",
        "gen_ai.prompt.0.role": "system",
        "gen_ai.prompt.0.content": "You are a bank.",
        "gen_ai.prompt.1.role": "user",
        "gen_ai.prompt.1.content": '[{"type": "text", "text": "pay"}]',
    }
    call = {"id": "c1", "name": "pay", "arguments": '{"n": 1}'}
    told = {f"tool_calls.0.{key}": value for key, value in call.items()}
    called = asked | {f"gen_ai.completion.0.{key}": value for key, value in told.items()}
    answered = asked | {f"gen_ai.prompt.2.{key}": value for key, value in told.items()}
    answered |= {"gen_ai.prompt.2.role": "assistant", "gen_ai.prompt.3.role": "tool"}
    answered |= {"gen_ai.prompt.3.content": "done", "gen_ai.prompt.3.tool_call_id": "c1"}
    answered |= {"gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Paid."}
    usage = {"gen_ai.usage.prompt_tokens": {"intValue": "10"}}
    usage["gen_ai.usage.completion_tokens"] = {"intValue": "5"}
    requests = [attributes(called), attributes(answered, 2)]
    for request in requests:
        request["attributes"] += [{"key": key, "value": value} for key, value in usage.items()]
    found = trace(exported(*requests))
    (turn,) = found.turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text, turn.reply.tokens) == ("pay", "Paid.", 30)
    assert outcomes(turn.reply) == [("pay", {"n": 1}, "done", None)]


def test_adks_attributes_are_messages() -> None:
    name = "gcp.vertex.agent."
    pay = {"functionCall": {"id": "c1", "name": "pay", "args": {"n": 1}}}
    done = {"functionResponse": {"id": "c1", "name": "pay", "response": {"ok": True}}}
    user = {"role": "user", "parts": [{"text": "pay"}]}
    called = {"role": "model", "parts": [pay]}
    told = {"role": "user", "parts": [done]}

    def request(at: int, contents: list[Any], part: Any) -> Any:
        response = {"content": {"role": "model", "parts": [part]}, "finish_reason": "STOP"}
        values = {"llm_request": {"model": "m", "contents": contents}, "llm_response": response}
        texts = {name + key: json.dumps(value) for key, value in values.items()}
        return attributes({**texts, name + "session_id": "s-1"}, at)

    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay"}
    spans = [
        request(1, [user], pay),
        attributes({**tool, "gen_ai.tool.call.id": "c1"}, 2),
        request(3, [user, called, told], {"text": "Paid."}),
    ]
    found = trace(exported(*spans))
    (turn,) = found.turns
    assert turn.reply is not None
    assert (found.id, turn.user, turn.reply.text) == ("s-1", "pay", "Paid.")
    assert outcomes(turn.reply) == [("pay", {"n": 1}, {"ok": True}, None)]


def test_a_lone_span_of_an_agent_has_its_messages() -> None:
    own: Event = {"gen_ai.operation.name": text_value("invoke_agent")}
    (reply,) = replies(exported(span(1, [("user", "hi")], [("assistant", "hello")], **own)))
    assert reply.text == "hello"


def test_spans_of_no_model_are_no_missing_file() -> None:
    (turn,) = trace(exported(attributes({"http.method": "GET"}))).turns
    assert turn.error is not None
    assert turn.error.startswith("its spans have no messages")


def test_plain_messages_are_read_too() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "pay", "arguments": '{"usd": 5}'}}
    messages = [
        {"role": "system", "content": "You are a bank."},
        {"role": "assistant", "content": "Welcome!"},
        {"role": "user", "content": "Pay 5"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "done"},
        {"role": "assistant", "content": "Paid."},
        {"role": "user", "content": "Thanks"},
    ]
    found = trace({"id": "chat", "messages": messages})
    (turn,) = found.turns
    paid = Call(function="pay", params={"usd": 5}, result="done", id="1")
    assert turn == Turn(
        user="Pay 5", reply=Reply(text="Paid.", calls=(paid,), earlier_texts=("Welcome!",))
    )
    # Nobody answered the last message, which is no turn.
    assert found.unanswered == "Thanks"
    (alone,) = trace({"messages": messages[-1:]}).turns
    assert alone.error is not None


def end_of_turn(cost: float, tokens: int, total: int) -> dict[str, object]:
    """What Claude Code prints at the end: this turn's tokens, and the totals of its process."""
    return {
        "type": "result",
        "session_id": "s",
        "total_cost_usd": cost,
        "usage": {"input_tokens": tokens, "output_tokens": tokens // 5},
        "modelUsage": {"claude": {"inputTokens": total, "outputTokens": total // 5}},
    }


@pytest.mark.parametrize(
    ("ends", "costs"),
    [
        # One process, which adds up.
        ([(0.0018, 300, 300), (0.003, 200, 500)], [0.0018, 0.0012]),
        # Resumed by another process, which begins at 0.
        ([(0.0018, 300, 300), (0.0012, 200, 200)], [0.0018, 0.0012]),
        ([(0.0012, 200, 200), (0.0018, 300, 300)], [0.0012, 0.0018]),
        # With a helper's tokens in the totals.
        ([(0.0018, 300, 300), (0.003, 300, 500)], [0.0018, 0.003]),
        # Resumed by a process with two messages.
        (
            [(0.0018, 300, 300), (0.0012, 200, 200), (0.0018, 100, 300)],
            [0.0018, 0.0012, 0.0006],
        ),
    ],
)
def test_a_resumed_session_of_claude_code_costs_as_much_as_its_process_says(
    ends: list[tuple[float, int, int]], costs: list[float]
) -> None:
    events: list[object] = []
    for end in ends:
        content = [{"type": "text", "text": "Done."}]
        events += [{"type": "assistant", "session_id": "s", "message": {"content": content}}]
        events += [end_of_turn(*end)]
    assert [reply.cost_usd for reply in replies(lines(*events))] == costs


def test_a_turn_that_failed_has_the_calls_that_were_made() -> None:
    use = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}
    called = {"type": "assistant", "session_id": "s", "message": {"content": [use]}}
    failed = {"type": "result", "subtype": "error_max_turns", "is_error": True, "session_id": "s"}
    (turn,) = trace(lines(called, {**failed, "total_cost_usd": 0.5})).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: error_max_turns")
    assert turn.cost == 0.5
    call = Call(function="Bash", params={"command": "ls"}, id="1")
    assert turn.arrived == (call,)


def test_a_failed_run_of_cursor_has_the_calls_that_it_printed() -> None:
    shell = {"shellToolCall": {"args": {"command": "git push"}, "result": {"success": {}}}}
    event = {"type": "tool_call", "call_id": "1", "session_id": "s", "tool_call": shell}
    failed = {"type": "result", "subtype": "error", "is_error": True, "session_id": "s"}
    started, completed = ({**event, "subtype": name} for name in ("started", "completed"))
    (turn,) = trace(lines(started, completed, failed)).turns
    assert turn.reply is None
    assert [(call.function, call.params) for call in turn.arrived] == [
        ("shell", {"command": "git push"})
    ]


OPENAI_CALL = {"id": "c1", "function": {"name": "delete_row", "arguments": "{}"}}
OTHER_CALL = {"id": "c2", "function": {"name": "get", "arguments": "{}"}}


def ui_part(state: str, **more: object) -> list[Event]:
    part = {"type": "tool-delete_row", "toolCallId": "a", "state": state, "input": {}, **more}
    text = {"type": "text", "text": "x"}
    return [{"role": "user", "parts": [text]}, {"role": "assistant", "parts": [part, text]}]


CODEX_START = [{"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"}]


@pytest.mark.parametrize(
    "documents",
    [
        [
            {"role": "user", "content": "x"},
            {"role": "assistant", "tool_calls": [OTHER_CALL, OPENAI_CALL]},
            {"role": "tool", "tool_call_id": "c2", "content": "1"},
            {"role": "assistant", "content": "Done."},
        ],
        [
            *CODEX_START,
            {
                "type": "item.started",
                "item": {"id": "i", "type": "mcp_tool_call", "tool": "delete_row"},
            },
            {"type": "turn.completed"},
        ],
        ui_part("input-available"),
        ui_part("input-streaming"),
        [
            {"type": "init", "session_id": "s"},
            {"type": "tool_use", "tool_id": "1", "tool_name": "delete_row", "parameters": {}},
            {"type": "result", "status": "success"},
        ],
    ],
)
def test_a_call_without_its_result_may_not_have_been_made(documents: list[Event]) -> None:
    (reply,) = replies(lines(*documents))
    (call,) = (call for call in reply.calls if call.function == "delete_row")
    assert call.requested
    assert reply.unknown_calls


def test_an_id_that_is_no_text_is_none() -> None:
    call = {"type": "tool_use", "id": ["x"], "name": "pay", "input": {}}
    done = {"type": "tool_result", "tool_use_id": {"x": 1}, "content": "ok"}
    result = {"type": "user", "message": {"content": [done]}}
    (reply,) = replies(lines(claude_says(call, parent_tool_use_id=None), result, CLAUDE_ENDS))
    assert [(found.function, found.id) for found in reply.calls] == [("pay", None)]


@pytest.mark.parametrize("name", ["toolName", "toolNames"])
def test_a_call_of_the_ai_sdk_that_failed_and_one_without_a_name(name: str) -> None:
    call = {"type": "tool-call", "toolCallId": "a", name: "delete_row", "args": {}}
    failed = {"type": "tool-result", "toolCallId": "a", "result": "busy", "isError": True}
    (turn,) = trace(
        [
            {"role": "user", "content": [{"type": "text", "text": "x"}]},
            {"role": "assistant", "content": [call]},
            {"role": "tool", "content": [failed]},
            {"role": "assistant", "content": [{"type": "text", "text": "Done."}]},
        ]
    ).turns
    if name == "toolName":
        assert turn.reply is not None
        assert [found.error for found in turn.reply.calls] == ["busy"]
    else:
        assert turn.error is not None
        assert turn.error.startswith("a call has no name")


@pytest.mark.parametrize(
    "messages",
    [
        # Of older versions of OpenAI's and of Gemini's API, and with calls that are not nested.
        [
            {"role": "user", "content": "x"},
            {"role": "assistant", "function_call": {"name": "get", "arguments": '{"id": 7}'}},
            {"role": "function", "name": "get", "content": "ok"},
            {"role": "assistant", "content": "It is 9."},
        ],
        [
            {"role": "user", "parts": [{"text": "x"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "get", "args": {"id": 7}}}]},
            {
                "role": "function",
                "parts": [{"functionResponse": {"name": "get", "response": "ok"}}],
            },
            {"role": "model", "parts": [{"text": "It is 9."}]},
        ],
        [
            {"role": "user", "content": "x"},
            {
                "role": "assistant",
                "tool_calls": [{"id": "1", "name": "get", "arguments": {"id": 7}}],
            },
            {"role": "tool", "tool_call_id": "1", "content": "ok"},
            {"role": "assistant", "content": "It is 9."},
        ],
    ],
)
def test_other_forms_of_chats_have_calls_with_arguments_and_results(messages: list[Event]) -> None:
    (reply,) = replies(messages)
    (call,) = reply.calls
    assert (call.function, call.params, call.result) == ("get", {"id": 7}, "ok")
    assert (reply.text, reply.unknown_calls) == ("It is 9.", ())


def test_in_a_trace_without_any_results_each_call_counts_as_made() -> None:
    messages = [
        {"role": "user", "content": "x"},
        {"role": "assistant", "tool_calls": [OPENAI_CALL]},
        {"role": "assistant", "content": "Done."},
    ]
    (reply,) = replies(messages)
    assert [call.was_made for call in reply.calls] == [True]
    assert reply.unknown_calls == ()


@pytest.mark.parametrize(
    ("documents", "error"),
    [
        (ui_part("approval-requested", approval={"id": "1"}), None),
        (ui_part("output-denied", approval={"approved": False, "reason": "no"}), "no"),
        (
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "tool-call", "toolCallId": "a", "toolName": "delete_row"},
                        {"type": "tool-approval-request", "approvalId": "b", "toolCallId": "a"},
                    ],
                },
            ],
            None,
        ),
        (
            [
                {
                    "role": "assistant",
                    "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "delete_row"}],
                },
                {
                    "role": "tool",
                    "content": [
                        {
                            "type": "tool-result",
                            "toolCallId": "a",
                            "output": {"type": "execution-denied"},
                        }
                    ],
                },
            ],
            "execution-denied",
        ),
    ],
)
def test_a_call_that_the_user_had_to_approve_was_not_made(
    documents: list[Event], error: str | None
) -> None:
    (reply,) = replies(lines(*documents))
    assert [(call.function, call.was_made, call.error) for call in reply.calls] == [
        ("delete_row", False, error)
    ]
    assert reply.unknown_calls == ()


@pytest.mark.parametrize(
    ("output", "fails"),
    [
        ("Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n", True),
        ("Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", False),
        ("Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno", True),
        ("Exit code: 0\nOutput:\nProcess exited with code 1\n", False),
        (json.dumps({"output": "no", "metadata": {"exit_code": 1}}), True),
        ("a text: Process exited with code 1", False),
    ],
)
def test_a_session_of_codex_says_how_a_command_ended(output: str, fails: bool) -> None:
    items = [
        {"type": "function_call", "call_id": "1", "name": "exec_command", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": output},
    ]
    (reply,) = replies(lines(*[{"type": "response_item", "payload": item} for item in items]))
    assert [call.error is not None for call in reply.calls] == [fails]


CLAUDE = {"type": "assistant", "parent_tool_use_id": None, "session_id": "s"}


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"type": "item.completed", "item": {"id": "1", "type": "image_view"}}, "image_view"),
        ({"type": "item.completed", "item": {"id": "1", "type": "todo_list"}}, None),
        ({"type": "mystery.event"}, "the event mystery.event"),
        ({**CLAUDE, "message": {"content": [{"type": "quantum_block"}]}}, "quantum_block"),
        ({**CLAUDE, "message": {"content": [{"type": "thinking"}]}}, None),
        ({"type": "subtask", "sessionID": "s", "part": {"prompt": "a"}}, "the event subtask"),
    ],
)
def test_what_an_agent_reports_of_an_unknown_kind_may_be_a_call(
    event: Event, kind: str | None
) -> None:
    text = {"type": "text", "text": "ok"}
    ends: list[Event] = [{**CLAUDE, "message": {"content": [text]}}, CLAUDE_ENDS]
    if "sessionID" in event:
        step = {"type": "step_finish", "sessionID": "s", "part": {"reason": "stop"}}
        ends = [{"type": "text", "sessionID": "s", "part": text}, step]
    elif "message" not in event:
        done = {"id": "2", "type": "agent_message", "text": "ok"}
        ends = [{"type": "item.completed", "item": done}, {"type": "turn.completed"}]
    (reply,) = replies(lines(event, *ends))
    assert reply.unknown_calls == (() if kind is None else (kind,))


@pytest.mark.parametrize("reason", ["length", "content-filter"])
def test_opencode_says_that_a_reply_was_cut_off(reason: str) -> None:
    text = {"type": "text", "sessionID": "s", "part": {"text": "The answer is"}}
    end = {"type": "step_finish", "sessionID": "s", "part": {"reason": reason}}
    (turn,) = trace(lines(text, end)).turns
    assert turn.reply is None


def test_opencode_says_how_a_command_ended() -> None:
    state = {"status": "completed", "input": {"command": "a"}, "output": "no"}
    part = {"tool": "bash", "callID": "1", "state": {**state, "metadata": {"exit": 1}}}
    step = {"type": "step_finish", "sessionID": "s", "part": {"reason": "stop"}}
    (reply,) = replies(lines({"type": "tool_use", "sessionID": "s", "part": part}, step))
    assert [call.error for call in reply.calls] == ["no"]


def test_a_turn_that_failed_has_no_reply() -> None:
    session = {"type": "system", "subtype": "init", "session_id": "s"}
    failed = {"type": "result", "subtype": "error_max_turns", "is_error": True, "session_id": "s"}
    (turn,) = trace(lines(session, failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: error_max_turns")
    started = {"type": "thread.started", "thread_id": "t"}
    failed = {"type": "turn.failed", "error": {"message": "no credit"}}
    (turn,) = trace(lines(started, {"type": "turn.started"}, failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: no credit")
    cut = {"candidates": [{"content": {"parts": [{"text": "He"}]}, "finishReason": "MAX_TOKENS"}]}
    (turn,) = trace(cut).turns
    assert turn.reply is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is neither JSON nor JSON lines"),
        ('{"resourceSpans": NaN}', "NaN is not JSON"),
        ('{"a": 1}', "is not a trace of a known format; valid: otel, atif"),
        ("[]", "is not a trace"),
        ("[1]", "is not a trace"),
        ("", "is not a trace"),
        ("[" * 100_000, "is nested too deeply"),
    ],
)
def test_what_is_no_trace_is_reported(text: str, why: str) -> None:
    with pytest.raises(InputError, match=r"^a\.json: ") as told:
        trace(text)
    assert why in str(told.value)


HUGE = {"type": "result", "session_id": "s", "total_cost_usd": 10**400}
RUN = {"input": "a", "new_items": [{"raw_item": {"role": "assistant", "content": "b"}}]}


@pytest.mark.parametrize(
    "text",
    [
        lines(HUGE, {**HUGE, "total_cost_usd": 0.5}),
        json.dumps({**RUN, "raw_responses": [{"usage": [1]}, {"usage": {"input_tokens": "9"}}]}),
    ],
)
def test_a_count_that_is_none_is_not_counted(text: str) -> None:
    for reply in replies(text):
        assert (reply.tokens, reply.cost_usd) in ((None, None), (None, 0.5))


# To which scenario a trace belongs


def scenarios(text: str) -> list[Scenario]:
    return load_scenarios(parse(text, "a.scenario.yaml", ".yaml"), ScenarioSettings())


def of_messages(*texts: str, **more: object) -> dict[str, object]:
    roles = ("user", "assistant")
    said = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
    return {"messages": said, **more}


@pytest.fixture
def recorded(tmp_path: Path) -> Traces:
    """Four traces, one of which is in two files, and what is none."""
    made = {
        "greeting": of_messages("Hi  there", "hello"),
        "2": of_messages("pay", "how much?", "5", "done", id="chat-2"),
        "3": of_messages("pay", "how much?", "5", "no", id="chat-3"),
        "4": of_messages("never mind", "fine", id="own"),
        "broken": {"a": 1},
    }
    for name, value in made.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(value), "utf-8")
    return Traces("production", "*.json", tmp_path, {})


SCENARIOS = """
scenarios:
  - {id: by-texts, steps: [{user: pay, expect: {shouldContain: how}}, {user: "5"}]}
  - {id: own, steps: [{user: anything, expect: {shouldContain: fine}}, {user: more}]}
  - {id: greeting, steps: [{user: Hi, expect: {shouldContain: hello}}]}
  - {id: spaces, steps: [{user: Hi there, expect: {shouldContain: hello}}]}
  - {id: later, messages: [{role: user, content: pay}, {role: assistant, content: what?}],
     steps: [{user: "5", expect: {shouldContain: done}}]}
  - {id: nobody, steps: [{user: Bye, expect: {shouldContain: bye}}]}
"""


def test_a_trace_belongs_to_the_scenario_of_its_id_else_of_its_texts(recorded: Traces) -> None:
    planned = {each.id: each for one in scenarios(SCENARIOS) for each in recorded.with_traces(one)}
    told = {
        name: [
            [
                turn.reply.text if turn.reply else turn.error
                for turn in recorded_run(one, "b", run).turns
            ]
            for run in range(one.repeat.times)
        ]
        for name, one in planned.items()
    }
    assert told == {
        "by-texts": [["how much?", "done"], ["how much?", "no"]],
        "own": [["fine", "the trace 'own' ends before this message"]],
        "greeting": [["hello"]],
        "spaces": [["hello"]],
        "later": [["done"], ["no"]],
        "nobody": [["no trace for 'nobody': 5 traces read from *.json"]],
    }
    (note,) = recorded.notes()
    assert note == "1 of 5 traces of bot 'production' belongs to no scenario: broken (not read)"


def test_each_trace_is_held_to_one_scenario(recorded: Traces, tmp_path: Path) -> None:
    (tmp_path / "again.json").write_text(json.dumps(of_messages("a", "b", id="own")), "utf-8")
    (tmp_path / "odd.json").write_text(json.dumps(of_messages("a", "b", id="x[y]")), "utf-8")
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    planned = recorded.with_traces(one)
    names = [each.variant for each in planned]
    assert names == ["chat-2", "chat-3", "4", "again", "broken", "greeting", "odd"]
    assert planned[0].messages == ["pay", "5"]
    broken = recorded_run(planned[4], "b", 0)
    assert broken.turns[0].error is not None
    assert broken.turns[0].error.startswith("broken.json: is not a trace")
    assert list(recorded.notes()) == []


def names_of(root: Path, pattern: str = "**/*.json") -> list[str | None]:
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    return [each.variant for each in Traces("b", pattern, root, {}).with_traces(one)]


def test_a_trace_keeps_its_name_when_others_come_and_go(tmp_path: Path) -> None:
    for day in ("01", "02", "03"):
        path = tmp_path / "a" / f"chat.2026-01-{day}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(of_messages("hi", day)), "utf-8")
    (tmp_path / "chat.2026-01-02.json").write_text(json.dumps(of_messages("hi", "x")), "utf-8")
    days = ["a/chat.2026-01-01", "a/chat.2026-01-02", "a/chat.2026-01-03"]
    assert names_of(tmp_path) == [*days, "chat.2026-01-02"]
    assert names_of(tmp_path, "a/*.json") == [name.removeprefix("a/") for name in days]
    (tmp_path / "a" / "chat.2026-01-02.json").unlink()
    assert names_of(tmp_path) == [days[0], days[2], "chat.2026-01-02"]


def test_traces_of_one_file_without_an_id_have_names_by_content(tmp_path: Path) -> None:
    def said(text: str) -> str:
        steps = [{"source": "user", "message": text}, {"source": "agent", "message": text}]
        return json.dumps({"schema_version": "ATIF-v1", "steps": steps})

    path = tmp_path / "all.jsonl"
    path.write_text(f"{said('a')}\n{said('b')}\n{said('a')}", "utf-8")
    one, two, three = names_of(tmp_path, "*.jsonl")
    path.write_text(said("b") + "\n" + said("c"), "utf-8")
    assert one is not None
    assert (names_of(tmp_path, "*.jsonl")[0], three) == (two, one.removesuffix("-1") + "-2")


def test_each_trace_of_none_is_one_that_is_missing(tmp_path: Path) -> None:
    (one,) = scenarios("{id: all, each: trace, expect: {shouldNotContain: refund}}")
    (planned,) = Traces("b", "*.json", tmp_path, {}).with_traces(one)
    (turn,) = recorded_run(planned, "b", 0).turns
    assert turn.error == "no trace for 'all': 0 traces read from *.json"


def test_a_recorded_bot_answers_nobody(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="bot 'b' is recorded: its traces are for scenarios"):
        open_bot("b", BotSettings(recorded="*.json"), tmp_path)


def test_readers_are_loaded_for_traces_alone() -> None:
    code = (
        "import sys, pytest_hydra.scenarios.items, pytest_hydra.scenarios.running.session\n"
        "print([name for name in sys.modules if 'traces' in name or name.endswith('.shapes')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_tokens_written_to_a_cache_have_a_price_of_their_own() -> None:
    usage = {"inputTokens": 0, "outputTokens": 0, "cacheWriteInputTokens": 10**6}
    answer = {
        "output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}},
        "usage": {**usage, "cacheReadInputTokens": 10**6},
        "modelId": "a",
        "input": {"inputBodyJson": {"messages": [{"role": "user", "content": [{"text": "Hi"}]}]}},
    }
    for price, cost in (({}, 3.3), ({"cache_write": 3.75}, 4.05)):
        prices = {"a": PriceSettings(input=3, output=15, cached=0.3, **price)}
        (found,) = bedrock.read([answer])
        (turn,), _ = turns_of(found, prices)
        assert turn.reply is not None
        assert turn.reply.cost_usd == cost


# What is in a form that it should not have


@pytest.mark.parametrize(
    "documents",
    [
        # A text that is none, or is elsewhere.
        [{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"text": 5}]}],
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [{"type": "output_text", "content": "no"}]},
        ],
    ],
)
def test_a_text_that_is_not_read_leaves_its_turn_without_a_reply(documents: list[Event]) -> None:
    (turn,) = trace(documents).turns
    assert turn.reply is None
    assert turn.error is not None
    assert turn.error.startswith("the text of the reply is not understood")


def test_a_speaker_that_is_unknown_leaves_the_turn_without_a_reply() -> None:
    item = {"raw_item": {"role": "assistant", "content": "b"}}
    asked = [{"role": "user", "content": "a"}, {"role": -1, "content": "c"}]
    (turn,) = trace({"original_input": asked, "new_items": [item]}).turns
    assert turn.reply is None


def test_a_part_of_gemini_that_is_none_may_be_a_call() -> None:
    asked: Event = {"role": "user", "parts": [{"text": "a"}]}
    (reply,) = replies([asked, {"role": "model", "parts": [{"text": "b"}, 5]}])
    assert reply.unknown_calls == ("an item without a type",)


def test_a_call_in_a_step_of_nobody_leaves_checks_of_calls_ungraded() -> None:
    calls = [{"tool_call_id": "a", "function_name": "refund", "arguments": {}}]
    steps = [
        {"source": "user", "message": "a"},
        {"message": "", "tool_calls": calls},
        {"source": "agent", "message": "b"},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.6", "steps": steps})
    assert reply.unknown_calls == ("a call of somebody else",)


# How a log says that a turn is over

SAID = {"type": "text", "text": "I will look first."}
PUSHED = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "git push"}}
CUT: dict[str, list[Event]] = {
    "claude-code": [claude_says(PUSHED, session_id="s"), claude_says(SAID)],
    "cursor": [
        {
            "type": "user",
            "session_id": "s",
            "message": {"content": [{"type": "text", "text": "a"}]},
        },
        {**CURSOR[5], "session_id": "s"},
    ],
    "codex": [
        *CODEX_START,
        {"type": "item.started", "item": {"id": "i", "type": "command_execution", "command": "a"}},
    ],
    "codex-session": [
        {"type": "event_msg", "payload": {"type": "task_started"}},
        {
            "type": "response_item",
            "payload": {"type": "function_call", "name": "a", "call_id": "1"},
        },
    ],
    "gemini-cli": [
        {"type": "init", "session_id": "s"},
        {"type": "tool_use", "tool_id": "1", "tool_name": "a", "parameters": {}},
    ],
    "opencode": [
        {"type": "step_start", "sessionID": "s", "part": {}},
        {"type": "tool_use", "sessionID": "s", "part": {"tool": "a", "callID": "1", "state": {}}},
    ],
    "copilot": [
        {"type": "user.message", "data": {"content": "Tidy up."}},
        {
            "type": "assistant.message",
            "data": {"content": "", "toolRequests": [{"toolCallId": "1", "name": "a"}]},
        },
    ],
    "acp": [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "session/prompt",
            "params": {"sessionId": "s", "prompt": [SAID]},
        },
        {
            "jsonrpc": "2.0",
            "method": "session/update",
            "params": {
                "sessionId": "s",
                "update": {
                    "sessionUpdate": "tool_call",
                    "toolCallId": "1",
                    "kind": "execute",
                    "rawInput": {"command": "a"},
                },
            },
        },
    ],
}


@pytest.mark.parametrize("name", CUT)
def test_a_turn_whose_end_a_log_does_not_have_has_no_reply(name: str) -> None:
    (turn,) = trace(lines(*CUT[name])).turns
    assert turn.reply is None
    assert turn.error is not None
    assert turn.error.startswith("the log ends before ")
    # What was called cannot be undone.
    assert len(turn.arrived) == 1


def test_a_stored_session_of_claude_code_has_no_such_event() -> None:
    (reply,) = replies(lines(claude_says(SAID, sessionId="s", parentUuid=None)))
    assert reply.text == "I will look first."


def test_an_older_session_of_codex_has_no_such_event() -> None:
    item = {"type": "message", "role": "assistant", "content": [SAID]}
    (reply,) = replies(lines({"type": "response_item", "payload": item}))
    assert reply.text == "I will look first."


def test_an_error_on_the_way_is_none_where_the_turn_was_completed() -> None:
    lost = {"type": "error", "message": "Reconnecting... 1/5 (timeout)"}
    done = {"id": "i", "type": "agent_message", "text": "Done."}
    events = [*CODEX_START, lost, {"type": "item.completed", "item": done}]
    (reply,) = replies(lines(*events, {"type": "turn.completed"}))
    assert reply.text == "Done."
    (turn,) = trace(lines(*events)).turns
    assert turn.error == "the agent failed: Reconnecting... 1/5 (timeout)"


def test_what_the_user_says_last_is_no_turn() -> None:
    (turn,) = trace(of_messages("Where is it?", "There.", "Thanks, bye!")).turns
    assert (turn.user, turn.error) == ("Where is it?", None)


def test_a_trace_is_found_by_its_unanswered_message_too(tmp_path: Path) -> None:
    chat = of_messages("Where is it?", "There.", "Thanks, bye!")
    (tmp_path / "a.json").write_text(json.dumps(chat), "utf-8")
    traces = Traces("b", "*.json", tmp_path, {})
    steps = [
        {"user": "Where is it?", "expect": {"shouldContain": "There"}},
        {"user": "Thanks, bye!"},
    ]
    (one,) = scenarios(json.dumps({"id": "a-chat", "steps": steps}))
    (planned,) = traces.with_traces(one)
    told = [turn.error for turn in recorded_run(planned, "b", 0).turns]
    assert told == [None, "the trace 'a' ends before this message"]
    assert list(traces.notes()) == [
        "1 of 1 trace of bot 'b' ends with a message of the user without an answer: it is no turn"
    ]


# What a session of Claude Code notes beside calls


@pytest.mark.parametrize(
    ("tool", "note"),
    [
        ("BashOutput", {"shellId": "a", "command": "make dev", "status": "running"}),
        ("WebSearch", {"query": "x", "results": [{"tool_use_id": "srv1", "content": []}]}),
    ],
)
def test_what_a_tool_notes_beside_its_result_is_no_call(tool: str, note: Event) -> None:
    use = {"type": "tool_use", "id": "t9", "name": tool, "input": {"q": "x"}}
    done = {"type": "tool_result", "tool_use_id": "t9", "content": "ok"}
    result = {"type": "user", "toolUseResult": note, "message": {"content": [done]}}
    reply = stored("claude-code-session.jsonl", claude_says(use), result)
    assert reply.unknown_calls == ()


def test_the_report_of_an_agent_in_the_background_is_not_the_users() -> None:
    report = "<task-notification>\n<task-id>1</task-id>\n</task-notification>"
    before = len(trace(sample("claude-code-session.jsonl").read_text("utf-8")).turns)
    told = {"type": "user", "message": {"role": "user", "content": report}}
    said = claude_says({"type": "text", "text": "The agent is done."})
    text = sample("claude-code-session.jsonl").read_text("utf-8")
    turns = trace(text + lines(told, said)).turns
    assert len(turns) == before
    assert turns[-1].reply is not None
    assert turns[-1].reply.text == "The agent is done."


def test_a_call_with_an_id_that_another_one_had_is_one_too() -> None:
    push = {**PUSHED, "input": {"command": "git push"}}
    look = {**PUSHED, "input": {"command": "ls"}}
    reply = stored("claude-code.jsonl", claude_says(look), claude_says(push), claude_says(push))
    assert [call.params["command"] for call in reply.calls] == ["ls", "git push"]


# An agent that this package does not know


@pytest.fixture
def lark(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An agent from outside, which is one folder."""
    monkeypatch.setattr("pytest_hydra.settings.agent_folders._added", {})
    add_agent(Path(__file__).with_name("lark"))
    yield
    for known in (agent_folders, agent_tables, agent_readers, agent_tools):
        known.cache_clear()


LARK: list[Event] = [
    {"lark": "did", "line": "git push", "out": "done"},
    {"lark": "said", "text": "Pushed."},
]


@pytest.mark.usefixtures("lark")
def test_an_agent_from_outside_is_one_folder(tmp_path: Path) -> None:
    (reply,) = replies(lines(*LARK, {"lark": "over"}))
    assert (reply.text, reply.unknown_calls) == ("Pushed.", ())
    (call,) = reply.calls
    assert list(values_of(call.function, call.params, "shell")) == ["git push"]
    assert trace(lines(*LARK)).turns[0].reply is None
    (reply,) = replies(lines(*LARK, {"lark": "flew"}, {"lark": "over"}))
    assert reply.unknown_calls == ("the event flew",)
    bot = agent_bot("lark", AgentSettings(), {}, tmp_path)
    assert (bot.format, bot.command) == ("lark", ["lark", "--json"])
    with pytest.raises(ValidationError, match="unknown format 'larc'; did you mean 'lark'"):
        PresetSettings(format="larc")


def test_a_folder_without_a_table_is_no_agent(tmp_path: Path) -> None:
    with pytest.raises(HydraError, match=r"it has no agent\.toml"):
        add_agent(tmp_path)
