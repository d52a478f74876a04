"""What coding agents print and store, read as traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_hydra
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.settings.agent_folders import (
    agent_readers,
)
from pytest_hydra.transcript.turn import Call, Reply
from tests.plugins.trace_formats.test_trace_formats import (
    PRICES,
    Event,
    check_known,
    check_requested,
    check_told,
    check_unknown,
    lines,
    replies,
    trace,
)

AGENTS = Path(pytest_hydra.__file__).parent / "plugins" / "agents"
CODEX_START = [{"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"}]
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("traces.json").read_text("utf-8")
)


def sample(name: str) -> str:
    """The sample of what an agent prints, or stores."""
    stem = name.partition(".")[0].replace("-", "_")
    kind = "session" if stem.endswith("_session") else "reader"
    return (AGENTS / stem.removesuffix("_session") / f"{kind}.jsonl").read_text("utf-8")


@pytest.mark.parametrize("name", EXPECTED)
def test_a_trace_says_what_the_agent_did(name: str) -> None:
    check_told(trace(sample(name)), EXPECTED[name])


def test_each_format_of_an_agent_is_tried_here() -> None:
    formats = {f"{name}.jsonl" for name in agent_readers()}
    assert formats <= EXPECTED.keys(), "what the sample says belongs into traces.json"
    assert formats <= CALL_IDS.keys(), "what identifies the calls of the sample belongs there"


def test_each_trace_is_known_by_its_content_alone() -> None:
    for name in EXPECTED:
        check_known(name, sample(name))


@pytest.mark.parametrize(
    ("name", "tokens", "costs"),
    [
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
    found = replies(sample(name))
    assert [reply.tokens for reply in found] == tokens
    assert [reply.cost_usd for reply in found] == costs


UNKNOWN = {
    "acp.jsonl": ('"sessionUpdate": "tool_call', '"sessionUpdate": "hosted_call'),
    "claude-code.jsonl": ('"tool_use"', '"hosted_tool_use"'),
    "codex.jsonl": ("command_execution", "hosted_execution"),
    "copilot.jsonl": ("toolRequests", "hostedCalls"),
    "gemini-cli.jsonl": ('"tool_use"', '"hosted_call"'),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_looks_like_a_call_and_is_unknown_is_reported(name: str) -> None:
    check_unknown(sample(name), *UNKNOWN[name])


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
    events = [json.loads(line) for line in sample(name).splitlines()]
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


CURSOR = [json.loads(line) for line in sample("cursor.jsonl").splitlines()]


def test_a_call_of_another_shape_leaves_checks_of_calls_ungraded() -> None:
    odd = {**CURSOR[3], "tool_call": ["shell", "rm -rf build"]}
    for turn in trace(lines(*CURSOR[:3], odd, *CURSOR[-2:])).turns:
        assert turn.reply is not None
        assert turn.reply.unknown_calls == ("the event tool_call", "1 call of the file")


def test_an_orphaned_result_leaves_checks_of_calls_ungraded() -> None:
    events = sample("claude-code-session.jsonl").splitlines()
    told = [line for line in events if '"name": "Bash"' not in line]
    assert len(told) == len(events) - 1
    for reply in replies("\n".join(told)):
        assert reply.unknown_calls == ("1 call of the file",)


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
    text = sample(name)
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
    events = [json.loads(line) for line in sample("gemini-cli.jsonl").splitlines()]
    failed = {"type": "result", "status": "error", "error": {"type": "E", "message": "no quota"}}
    (turn,) = trace(lines(*events[:3], failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: no quota")
    assert [call.function for call in turn.arrived] == ["write_file"]


def test_a_call_counts_that_never_ended() -> None:
    lines = sample("codex.jsonl").splitlines()
    ended = [line for line in lines if "exit_code" in line and "item.completed" in line]
    found = replies("\n".join(line for line in lines if line not in ended))
    assert [call.result for reply in found for call in reply.calls] == [None] * 2
    assert len(ended) == 2


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


def test_an_id_that_is_no_text_is_none() -> None:
    call = {"type": "tool_use", "id": ["x"], "name": "pay", "input": {}}
    done = {"type": "tool_result", "tool_use_id": {"x": 1}, "content": "ok"}
    result = {"type": "user", "message": {"content": [done]}}
    (reply,) = replies(lines(claude_says(call, parent_tool_use_id=None), result, CLAUDE_ENDS))
    assert [(found.function, found.id) for found in reply.calls] == [("pay", None)]


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


LS = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}
LISTED = {"type": "tool_result", "tool_use_id": "1", "content": "a"}
STOPPED = {"type": "text", "text": "[Request interrupted by user for tool use]"}


def in_session(role: str, block: Event, reason: str | None = None) -> Event:
    message = {"role": role, "content": [block], "stop_reason": reason}
    return {"type": role, "sessionId": "s", "parentUuid": None, "message": message}


@pytest.mark.parametrize(
    ("events", "error"),
    [
        (
            [in_session("assistant", LS, "tool_use"), in_session("user", LISTED)],
            "the session ends before",
        ),
        (
            [in_session("assistant", SAID, "tool_use")],
            "session ends before",
        ),
        ([in_session("assistant", SAID, "max_tokens")], "the reply is incomplete"),
        ([in_session("assistant", SAID), in_session("user", STOPPED)], "the user interrupted it"),
        (
            [in_session("assistant", LS), in_session("user", LISTED), in_session("user", STOPPED)],
            "the user interrupted it",
        ),
    ],
)
def test_a_stored_session_that_ends_within_a_turn_has_no_reply(
    events: list[Event], error: str
) -> None:
    (turn,) = trace(lines(in_session("user", {"type": "text", "text": "Look."}), *events)).turns
    assert turn.error is not None
    assert error in turn.error
    assert turn.user == "Look."


def test_a_stored_session_that_goes_on_was_whole() -> None:
    events = [in_session("assistant", LS, "tool_use"), in_session("user", LISTED)]
    (reply,) = replies(lines(*events, in_session("assistant", SAID, "end_turn")))
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
    reply = stored("claude-code-session.jsonl", claude_says(use), result, claude_says(SAID))
    assert reply.unknown_calls == ()


def test_the_report_of_an_agent_in_the_background_is_not_the_users() -> None:
    report = "<task-notification>\n<task-id>1</task-id>\n</task-notification>"
    before = len(trace(sample("claude-code-session.jsonl")).turns)
    told = {"type": "user", "message": {"role": "user", "content": report}}
    said = claude_says({"type": "text", "text": "The agent is done."})
    text = sample("claude-code-session.jsonl")
    turns = trace(text + lines(told, said)).turns
    assert len(turns) == before
    assert turns[-1].reply is not None
    assert turns[-1].reply.text == "The agent is done."


def test_a_call_with_an_id_that_another_one_had_is_one_too() -> None:
    push = {**PUSHED, "input": {"command": "git push"}}
    look = {**PUSHED, "input": {"command": "ls"}}
    reply = stored("claude-code.jsonl", claude_says(look), claude_says(push), claude_says(push))
    assert [call.params["command"] for call in reply.calls] == ["ls", "git push"]


def test_ids_of_events_may_be_numbers() -> None:
    started = {**CURSOR[3], "call_id": 9, "tool_call": {}, "subtype": "odd"}
    for reply in replies(lines(*CURSOR[:3], started, *CURSOR[-2:])):
        assert "1 call of the file" in reply.unknown_calls


@pytest.mark.parametrize(
    "documents",
    [
        [
            *CODEX_START,
            {
                "type": "item.started",
                "item": {"id": "i", "type": "mcp_tool_call", "tool": "delete_row"},
            },
            {"type": "turn.completed"},
        ],
        [
            {"type": "init", "session_id": "s"},
            {"type": "tool_use", "tool_id": "1", "tool_name": "delete_row", "parameters": {}},
            {"type": "result", "status": "success"},
        ],
    ],
)
def test_a_call_without_its_result_may_not_have_been_made(documents: list[Event]) -> None:
    check_requested(documents)


def test_a_turn_that_failed_has_no_reply() -> None:
    session = {"type": "system", "subtype": "init", "session_id": "s"}
    failed = {"type": "result", "subtype": "error_max_turns", "is_error": True, "session_id": "s"}
    (turn,) = trace(lines(session, failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: error_max_turns")
    started = {"type": "thread.started", "thread_id": "t"}
    failed = {"type": "turn.failed", "error": {"message": "no credit"}}
    (turn,) = trace(lines(started, {"type": "turn.started"}, failed)).turns
    assert (turn.reply, turn.error) == (None, "the agent failed: no credit")


def test_a_count_that_is_none_is_not_counted() -> None:
    huge = {"type": "result", "session_id": "s", "total_cost_usd": 10**400}
    for reply in replies(lines(huge, {**huge, "total_cost_usd": 0.5})):
        assert (reply.tokens, reply.cost_usd) in ((None, None), (None, 0.5))
