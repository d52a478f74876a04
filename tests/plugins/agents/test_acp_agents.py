"""Coding agents that speak ACP, the client beside them, and what its messages say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.agents.agent_bots import agent_bot
from pytest_hydra.plugins.agents.agent_settings import AgentSettings
from pytest_hydra.plugins.boxes.box import preflight
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.transcript.turn import Call, Reply
from tests.plugins.agents import acp_agent
from tests.plugins.agents.test_coding_agents import converse


def agent(root: Path, *words: str, **settings: Any) -> Bot:
    command = [sys.executable, "-S", acp_agent.__file__, *words]
    given = {"preset": "acp", "command": command, "sandbox": "none", "timeout_seconds": 60}
    table = AgentSettings.model_validate(given | settings)
    return open_bot("agent", agent_bot("agent", table, {}, root), root)


def replies(conversation: Conversation) -> list[Reply]:
    for turn in conversation.turns:
        assert turn.reply is not None, turn.error
    return [turn.reply for turn in conversation.turns if turn.reply is not None]


def texts(root: Path, messages: list[str], **settings: Any) -> list[str]:
    return [reply.text for reply in replies(converse(agent(root, **settings), messages, root))]


def test_the_messages_of_a_conversation_are_turns_of_one_session(tmp_path: Path) -> None:
    messages = ["run echo 1 > a.txt", "run cat a.txt; exit 3", "setup"]
    conversation = converse(agent(tmp_path), messages, tmp_path)
    one, two, three = replies(conversation)
    assert one.calls == (
        Call(
            function="execute",
            params={"command": "echo 1 > a.txt"},
            result={"output": "", "exit_code": 0},
            id="call_0",
        ),
    )
    assert (one.text, one.unknown_calls, one.earlier_texts) == ("Done.", (), ())
    (failed,) = two.calls
    assert (failed.id, failed.error) == ("call_2", '{"output": "1\\n", "exit_code": 3}')
    setup = json.loads(three.text)
    assert setup["mcpServers"] == []
    assert setup["clientCapabilities"]["terminal"] is False
    workspace = conversation.records["workspace"]
    assert setup["cwd"] == workspace["place"]
    assert workspace["roles"] == {"execute": {"shell": ["command"]}}
    assert [turn["files"].keys() for turn in workspace["turns"]] == [
        {"a.txt"},
        set(),
        set(),
    ]


ALL = ("read", "search", "think", "edit", "delete", "move", "execute", "fetch", "other")


@pytest.mark.parametrize(("level", "allowed"), [("read", 3), ("edit", 7), ("all", 9)])
def test_an_agent_that_asks_for_permission_may_do_what_its_level_allows(
    level: str, allowed: int, tmp_path: Path
) -> None:
    (text,) = texts(tmp_path, [f"ask {' '.join(ALL)}"], permissions=level)
    assert json.loads(text) == ["allow_once"] * allowed + ["reject_once"] * (9 - allowed)


def test_a_command_that_is_not_allowed_has_failed(tmp_path: Path) -> None:
    (reply,) = replies(converse(agent(tmp_path, permissions="read"), ["run ls"], tmp_path))
    (call,) = reply.calls
    assert (call.function, call.error) == ("execute", "not allowed")


def test_files_are_read_and_written_in_the_workspace_alone(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    written, part, missing, refused, _, followed, above = texts(
        tmp_path,
        [
            "write deep/a.txt one\ntwo\nthree\n",
            "read deep/a.txt 2 1",
            "read b.txt",
            f"read {secret}",
            f"run ln -s {tmp_path} up",
            "read up/secret.txt",
            "write up/secret.txt changed",
        ],
    )
    assert (written, part) == ("written", "two\n")
    assert missing.startswith("-32002: ")
    assert refused == f"-32603: {secret} is outside of the workspace"
    assert followed == above == "-32603: up/secret.txt is outside of the workspace"
    assert secret.read_text() == "secret"


@pytest.mark.skipif(isinstance(preflight(), str), reason="there is no sandbox here")
def test_an_agent_in_a_sandbox_sees_its_workspace_alone(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    source = Path(acp_agent.__file__).read_text()
    bot = agent(tmp_path, sandbox="box", command=[sys.executable, "-S", "-c", source])
    messages = [f"run cat {tmp_path}/secret.txt", "run echo 1 > a.txt", "read a.txt"]
    one, _, three = replies(converse(bot, messages, tmp_path, mode="auto"))
    assert [call.error is None for call in one.calls] == [False]
    assert three.text == "1\n"


def test_an_agent_that_may_read_writes_no_file(tmp_path: Path) -> None:
    assert texts(tmp_path, ["write a.txt a"], permissions="read") == ["-32603: it may only read"]


def test_a_file_that_the_client_reads_is_a_call(tmp_path: Path) -> None:
    (reply,) = replies(converse(agent(tmp_path), ["read a.txt"], tmp_path))
    assert [(call.function, call.params) for call in reply.calls] == [("read", {"path": "a.txt"})]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("fail the model is overloaded", "the agent failed: the model is overloaded"),
        ("stop max_tokens", "the agent ended with max_tokens"),
        ("stop max_turn_requests", "the agent ended with max_turn_requests"),
        (
            "leave 3",
            "the command failed: it ended with exit status 3; "
            "the last line of its standard error: it broke",
        ),
    ],
)
def test_a_turn_that_fails_has_a_reason(message: str, reason: str, tmp_path: Path) -> None:
    first, second = converse(agent(tmp_path), [message, "setup"], tmp_path).turns
    assert (first.reply, first.error) == (None, reason)
    assert second.error == "not sent: turn 1 had no reply"
    assert [call.function for call in first.arrived] == {
        "fail": [],
        "stop": ["search"],
        "leave": ["execute"],
    }[message.split(maxsplit=1)[0]]


def test_a_refusal_is_a_rejection(tmp_path: Path) -> None:
    (reply,) = replies(converse(agent(tmp_path), ["stop refusal"], tmp_path))
    assert reply.rejected is True


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("no-login", "session/new failed: Authentication required"),
        ("new", "it speaks ACP 99, and not 1"),
    ],
)
def test_an_agent_without_a_session_has_a_reason(word: str, reason: str, tmp_path: Path) -> None:
    (turn,) = converse(agent(tmp_path, word), ["setup"], tmp_path).turns
    assert turn.error is not None
    assert turn.error.endswith(f"the last line of its standard error: {reason}")


def test_what_an_agent_prints_beside_the_protocol_is_no_message(tmp_path: Path) -> None:
    assert texts(tmp_path, ["show loading …", "show 17", "show [1]"]) == ["Done."] * 3


@pytest.mark.parametrize(
    ("message", "settings", "reason"),
    [
        ("wait", {"timeout_seconds": 2}, "did not answer within 2 s"),
        ("loop", {"max_calls": 30}, "it was ended, as it made more than 30 calls"),
    ],
)
def test_a_turn_beyond_a_limit_is_cancelled_and_its_calls_are_known(
    message: str, settings: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    (turn,) = converse(agent(tmp_path, **settings), [message], tmp_path).turns
    assert turn.error is not None
    assert turn.error.startswith(f"the command failed: {reason}")
    assert {call.function for call in turn.arrived} == {"execute"}
    if message == "wait":
        # What it reported when it was cancelled is read.
        assert [call.error for call in turn.arrived] == ["cancelled by the client"]


# What the messages of a session say


def update(kind: str, /, **fields: Any) -> dict[str, Any]:
    params = {"sessionId": "s", "update": {"sessionUpdate": kind, **fields}}
    return {"jsonrpc": "2.0", "method": "session/update", "params": params}


def said(*events: dict[str, Any], stop: str = "end_turn", first: Any = ()) -> list[Reply]:
    """The replies of turns with these events each, after the ``first`` messages."""
    messages = [*first]
    for number, event in enumerate(events):
        prompt = {"sessionId": "s", "prompt": [{"type": "text", "text": "Go."}]}
        messages += [{"jsonrpc": "2.0", "id": number, "method": "session/prompt", "params": prompt}]
        messages += [event] if "method" in event else event["events"]
        messages += [{"jsonrpc": "2.0", "id": number, "result": {"stopReason": stop}}]
    (trace,) = traces_in("\n".join(map(json.dumps, messages)), "a", {})
    assert all(turn.reply for turn in trace.turns)
    return [turn.reply for turn in trace.turns if turn.reply]


def call_of(kind: str, title: str, **fields: Any) -> dict[str, Any]:
    """A call that ends at once."""
    return update("tool_call", toolCallId="1", title=title, kind=kind, status="completed", **fields)


@pytest.mark.parametrize(
    ("event", "function", "params"),
    [
        (call_of("execute", "x", rawInput={"command": "ls"}), "execute", {"command": "ls"}),
        (
            call_of("execute", "x", rawInput={"cmd": ["ls", "-l"]}),
            "execute",
            {"cmd": ["ls", "-l"], "command": ["ls", "-l"]},
        ),
        (
            call_of("read", "x", rawInput={"abs_path": "/w/a"}),
            "read",
            {"abs_path": "/w/a", "path": "/w/a"},
        ),
        (call_of("read", "x", locations=[{"path": "/w/a", "line": 3}]), "read", {"path": "/w/a"}),
        (
            call_of("edit", "x", content=[{"type": "diff", "path": "a", "newText": "b"}]),
            "edit",
            {"path": "a"},
        ),
        (call_of("other", "Ask", rawInput={"q": 1}), "Ask", {"q": 1}),
        (call_of("other", "x", name="Skill", rawInput={"skill": "a"}), "Skill", {"skill": "a"}),
        (call_of("fetch", "https://x.org"), "fetch", {}),
    ],
)
def test_a_call_has_its_kind_and_what_it_was_given(
    event: dict[str, Any], function: str, params: dict[str, Any]
) -> None:
    (reply,) = said(event)
    assert [(call.function, call.params) for call in reply.calls] == [(function, params)]
    assert reply.unknown_calls == ()


@pytest.mark.parametrize(
    "title", ["tools_refund", "tools.refund", "mcp__tools__refund", "refund (tools MCP Server)"]
)
def test_a_title_with_the_name_of_a_server_is_the_call_of_its_tool(title: str) -> None:
    new = {"jsonrpc": "2.0", "method": "session/new", "params": {"mcpServers": [{"name": "tools"}]}}
    (reply,) = said(call_of("other", title), first=[new])
    assert [call.function for call in reply.calls] == ["mcp__tools__refund"]


@pytest.mark.parametrize(
    ("kind", "title"), [("other", "Close account 7"), ("other", ""), ("delete", "Delete account")]
)
def test_a_call_without_a_name_leaves_checks_of_calls_ungraded(kind: str, title: str) -> None:
    (reply,) = said(call_of(kind, title, rawInput={"id": 7}))
    assert len(reply.calls) == 1
    assert reply.unknown_calls == ("tool_call without a name",)


def test_a_first_title_is_a_name_and_a_later_one_need_not_be_one() -> None:
    done = update("tool_call_update", toolCallId="1", title="2 todos", status="completed")
    first = update("tool_call", toolCallId="1", title="todowrite", kind="other")
    (reply,) = said({"events": [first, done]})
    assert [call.function for call in reply.calls] == ["todowrite"]
    assert reply.unknown_calls == ()


def test_a_title_of_gemini_cli_names_the_tool_of_a_server_that_is_not_listed() -> None:
    (reply,) = said(call_of("other", "refund (shop MCP Server)"))
    assert [call.function for call in reply.calls] == ["mcp__shop__refund"]
    assert reply.unknown_calls == ()


def test_a_command_without_its_line_leaves_checks_of_calls_ungraded() -> None:
    (reply,) = said(call_of("execute", "Run the tests"))
    assert [call.params for call in reply.calls] == [{"command": "Run the tests"}]
    assert reply.unknown_calls == ("execute without a command",)


def test_the_titles_of_gemini_cli_are_lines() -> None:
    known = {"jsonrpc": "2.0", "id": 9, "result": {"agentInfo": {"name": "gemini-cli"}}}
    (reply,) = said(call_of("execute", "ls -l"), first=[known])
    assert [call.params for call in reply.calls] == [{"command": "ls -l"}]
    assert reply.unknown_calls == ()


def test_each_file_of_one_call_is_read() -> None:
    (reply,) = said(call_of("read", "x", locations=[{"path": "a"}, {"path": "b"}]))
    assert [call.params for call in reply.calls] == [{"path": "a"}, {"path": "b"}]


def test_a_call_that_never_ended_leaves_checks_of_calls_ungraded() -> None:
    (reply,) = said(update("tool_call", toolCallId="1", title="x", kind="fetch"))
    assert reply.unknown_calls == ("fetch without a result",)


@pytest.mark.parametrize("kind", ["hosted_call", "tool_call_2"])
def test_an_unknown_update_with_the_id_of_a_call_leaves_checks_of_calls_ungraded(kind: str) -> None:
    (reply,) = said(update(kind, toolCallId="1", title="x"))
    assert reply.unknown_calls != ()


def test_what_a_session_has_cost_is_a_running_total() -> None:
    costs = [
        update("usage_update", cost={"amount": amount, "currency": "USD"}) for amount in (1, 3)
    ]
    assert [reply.cost_usd for reply in said(*costs)] == [1, 2]
    other = update("usage_update", cost={"amount": 1, "currency": "EUR"})
    assert [reply.cost_usd for reply in said(other)] == [None]


def test_pieces_of_a_text_are_one_text_until_a_call() -> None:
    def piece(text: str, **fields: Any) -> dict[str, Any]:
        return update("agent_message_chunk", content={"type": "text", "text": text}, **fields)

    events = [piece("I "), piece("look."), call_of("read", "x"), piece("It "), piece("is fine.")]
    (reply,) = said({"events": events})
    assert (reply.text, reply.earlier_texts) == ("It is fine.", ("I look.",))
    (reply,) = said({"events": [piece("One.", messageId="1"), piece("Two.", messageId="2")]})
    assert (reply.text, reply.earlier_texts) == ("Two.", ("One.",))


# An agent of the protocol's own SDK, which validates what the client sends.
OFFICIAL = """
import asyncio, acp
from acp.schema import PermissionOption, ToolCallUpdate

class Official:
    def on_connect(self, client):
        self.client = client

    async def initialize(self, protocol_version, **_):
        return acp.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, cwd, **_):
        self.path = cwd + "/a.txt"
        return acp.NewSessionResponse(session_id="s")

    async def cancel(self, session_id, **_):
        pass

    async def prompt(self, session_id, prompt, **_):
        client = self.client
        start = acp.start_tool_call("1", "Write", kind="edit", raw_input={"path": self.path})
        await client.session_update(session_id, start)
        option = PermissionOption(option_id="yes", name="Yes", kind="allow_once")
        tool = ToolCallUpdate(tool_call_id="1")
        answer = await client.request_permission(session_id, tool, [option])
        await client.write_text_file(session_id=session_id, path=self.path, content=prompt[0].text)
        found = await client.read_text_file(session_id=session_id, path=self.path)
        await client.session_update(session_id, acp.update_tool_call("1", status="completed"))
        text = f"{answer.outcome.option_id}: {found.content}"
        await client.session_update(session_id, acp.update_agent_message_text(text))
        return acp.PromptResponse(stop_reason="end_turn")

asyncio.run(acp.run_agent(Official()))
"""


def test_an_agent_of_the_official_sdk_is_understood(tmp_path: Path) -> None:
    (tmp_path / "official.py").write_text(OFFICIAL)
    bot = agent(tmp_path, command=[sys.executable, "official.py"])
    conversation = converse(bot, ["Hello", "again"], tmp_path)
    assert [reply.text for reply in replies(conversation)] == ["yes: Hello", "yes: again"]
    for reply in replies(conversation):
        assert [(call.function, call.error) for call in reply.calls] == [("edit", None)]


def test_an_id_that_an_agent_uses_again_is_another_call() -> None:
    once, twice = (call_of("execute", "x", rawInput={"command": line}) for line in ("ls", "rm x"))
    replies_of = [said({"events": [once, twice]}), said(once, twice)]
    for found in replies_of:
        calls = [call for reply in found for call in reply.calls]
        assert [call.params["command"] for call in calls] == ["ls", "rm x"]
        assert all(call.was_made and not reply.unknown_calls for reply in found for call in calls)
