"""The Agent Client Protocol: the messages between a client and a coding agent, one per line.

Calls have a kind and a title there, and need not have a name. A call is named by its kind, and one
of the kind ``other`` by its own name or its title. Numbers of tokens are not read: the protocol
does not say what they count, and some agents count the last request to the model alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.traces.trace import MOST_DOLLARS, Transcript, call, message, result

_PROMPT, _UPDATE, _ASK = "session/prompt", "session/update", "session/request_permission"
_READ = "fs/read_text_file"
_CALLS = ("tool_call", "tool_call_update")
_TEXT, _THOUGHT, _USAGE = "agent_message_chunk", "agent_thought_chunk", "usage_update"
# Messages and updates without calls.
_SETUP = ("initialize", "authenticate", "session/new", "session/cancel", _PROMPT, _READ)
_SILENT = (
    *(_TEXT, _THOUGHT, _USAGE, "user_message_chunk", "available_commands_update", "plan"),
    *("plan_update", "plan_removed", "current_mode_update", "config_option_update"),
    "session_info_update",
)
# The parts of an update that are the tool's own.
_CONTENTS = ("rawInput", "rawOutput", "content", "locations", "_meta")
_OF_FILES = ("read", "edit", "delete", "move")
_LINES = ("command", "cmd")
_PATHS = (
    *("path", "file_path", "filePath", "absolute_path", "absolutePath", "abs_path"),
    *("target_file", "filename", "fileName"),
)
_EXITS = ("exit_code", "exitCode", "exit")
_ENDED = ("completed", "failed", "cancelled")
# Agents that give the line of a command as its title alone.
_WITH_LINES_AS_TITLES = ("gemini-cli",)
# A title with a server's name and that of its tool: tools_refund, tools.refund, mcp__tools__refund,
# or refund (tools MCP Server).
_OF_SERVER = r"(?:mcp_+)?(SERVER)[_./:-]+([\w.-]+)|([\w.-]+) \((SERVER) MCP Server\)"
# Blocks that leave checks of calls ungraded.
_NO_LINE, _NO_ID = {"type": "execute without a command"}, {"type": "tool_call without an id"}
# Reasons for the end of a turn that is not the whole answer.
_CUT_OFF = ("max_tokens", "max_turn_requests", "cancelled")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is a message of a session."""
    return any(
        get(event, "jsonrpc") == "2.0" and get(event, "method") in (_PROMPT, _UPDATE)
        for event in documents
    )


def searched(documents: Sequence[Any]) -> list[Any]:
    """The messages that may contain further calls, without what is the tools' own."""
    parts: list[Any] = []
    for event in documents:
        update = _update(event)
        is_answer = get(event, "result") is not None or get(event, "error") is not None
        if get(event, "method") in _SETUP or get(update, "sessionUpdate") in _SILENT:
            continue
        if isinstance(update, Mapping):
            parts.append({key: value for key, value in update.items() if key not in _CONTENTS})
        elif not is_answer:
            parts.append(event)
    return parts


def _update(event: object) -> Any:
    """What a message says of a text or of a call, if it does."""
    params = get(event, "params")
    asked = get(params, "toolCall") if get(event, "method") == _ASK else None
    if isinstance(asked, Mapping):
        return {**asked, "content": None, "sessionUpdate": _CALLS[1]}  # it is an explanation
    return get(params, "update")


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session."""
    agents = [get(get(get(event, "result"), "agentInfo"), "name") for event in documents]
    has_lines = any(agent in _WITH_LINES_AS_TITLES for agent in agents)
    lists = [elements(get(get(event, "params"), "mcpServers")) for event in documents]
    names = [re.escape(str(get(server, "name"))) for servers in lists for server in servers]
    server = re.compile(_OF_SERVER.replace("SERVER", "|".join(names) or "(?!)"))
    sessions: dict[str, _Session] = {}
    ids = [get(get(event, "params"), "sessionId") for event in documents]
    # First all that is said of each call, which comes in parts.
    for event, key in zip(documents, ids, strict=True):
        if isinstance(key, str):
            sessions.setdefault(key, _Session(has_lines, server)).learn(_update(event))
    for event, key in zip(documents, ids, strict=True):
        if isinstance(key, str):
            sessions[key].add(event)
        elif get(event, "method") is None:
            for session in sessions.values():
                session.add_answer(event)
    for key, session in sessions.items():
        if session.messages:
            yield key, session.messages


@dataclass(slots=True)
class _Session:
    """A session while its messages are read."""

    has_lines_as_titles: bool
    server: re.Pattern[str]
    messages: list[Fields] = field(default_factory=list)
    #: What is said of each call, by its id; and the ids of those that were added, or have ended.
    calls: dict[object, Fields] = field(default_factory=dict)
    added: set[object] = field(default_factory=set)
    ended: set[object] = field(default_factory=set)
    #: Requests without an answer: of the client, for a turn; and of the agent, with their calls.
    prompts: set[object] = field(default_factory=set)
    requests: dict[object, object] = field(default_factory=dict)
    #: The id of the agent's message that goes on, in a list; empty if none does.
    speech: list[object] = field(default_factory=list)
    #: What the session has cost so far, and what it had cost before this turn, in US dollars.
    cost: float | None = None
    paid: float = 0.0

    def learn(self, update: object) -> None:
        """Remember what an update says of a call."""
        if isinstance(update, Mapping) and get(update, "sessionUpdate") in _CALLS:
            known = {key: value for key, value in update.items() if value not in (None, {}, [])}
            number = _id(update, "toolCallId")
            self.calls[number] = {**self.calls.get(number, {}), **known}

    def add(self, event: object) -> None:
        """Add a request or a notification."""
        method, request, params = get(event, "method"), _id(event, "id"), get(event, "params")
        update = _update(event)
        if get(update, "sessionUpdate") in _SILENT:
            self._hear(update)
            return
        self.speech = []
        if get(update, "sessionUpdate") in _CALLS:
            self._follow(update)
        if method == _PROMPT:
            self.prompts.add(request)
            blocks = elements(get(params, "prompt"))
            said = _texts(get(block, "text") for block in blocks)
            self.messages.append(message("user", said))
        elif method == _READ and not self._names(get(params, "path")):
            # It is a call of its own if no other one says that it reads this file.
            self.requests[request] = number = f"request {request}"
            self._say(call("read", {"path": get(params, "path")}, number))
        elif request is not None:
            self.requests[request] = _id(update, "toolCallId")

    def _hear(self, update: object) -> None:
        """Add a piece of a text, or what the session has cost."""
        kind, piece = get(update, "sessionUpdate"), get(get(update, "content"), "text")
        if kind == _THOUGHT:
            self.speech = []
        elif kind == _TEXT and isinstance(piece, str):
            speech = [get(update, "messageId")]
            if speech == self.speech:
                self.messages[-1]["content"] += piece
            else:
                self.messages.append(message("assistant", piece))
            self.speech = speech
        elif kind == _USAGE and get(get(update, "cost"), "currency") == "USD":
            amount = get(get(update, "cost"), "amount")
            if isinstance(amount, int | float) and 0 <= amount < MOST_DOLLARS:
                self.cost = float(amount)

    def _follow(self, update: Mapping[str, Any]) -> None:
        """Add a call where it is first mentioned, and its result once it has ended."""
        number = _id(update, "toolCallId")
        known = self.calls[number]
        if number not in self.added:
            self.added.add(number)
            self._say(*self._blocks(number, known))
        status = get(update, "status")
        if status in _ENDED and number not in self.ended:
            self.ended.add(number)
            self._say(result(number, _output(known), failed=_has_failed(known)))

    def _say(self, *blocks: Fields) -> None:
        self.messages.append(message("assistant", [*blocks]))

    def _blocks(self, number: object, known: Fields) -> Iterator[Fields]:
        """A call, and further blocks for what is not known of it, or for other files it reads."""
        given, kind = known.get("rawInput"), known.get("kind") or "other"
        params = dict(given) if isinstance(given, Mapping) else {"input": given} if given else {}
        title, paths = str(known.get("title") or kind), _paths(known)
        own = known.get("name") or get(get(get(known, "_meta"), "claudeCode"), "toolName") or title
        if not isinstance(number, str):
            yield dict(_NO_ID)
        if kind == "execute":
            line = first(params, _LINES)
            params["command"] = title if line is None else line
            if line is None and not self.has_lines_as_titles:
                yield dict(_NO_LINE)
        elif kind in _OF_FILES and paths:
            params.setdefault("path", paths[0])
        if found := self.server.fullmatch(str(own)):
            yield call(f"mcp__{found[1] or found[4]}__{found[2] or found[3]}", params, number)
        else:
            yield call(own if kind == "other" else kind, params, number)
        for path in paths[1:] if kind == "read" else ():
            yield call("read", {"path": path}, number)

    def _names(self, path: object) -> bool:
        paths = [path for known in self.calls.values() for path in _paths(known)]
        return any(f"/{path}".endswith(f"/{own}") for own in paths)

    def add_answer(self, event: object) -> None:
        """Add an answer: the end of a turn, or one to a request of the agent."""
        request, answer, error = _id(event, "id"), get(event, "result"), get(event, "error")
        stop = get(answer, "stopReason")
        if stop is None and request in self.requests:
            number = self.requests.pop(request)
            if isinstance(number, str) and number.startswith("request "):
                text = first(error, ("message",)) or first(answer, ("content",)) or ""
                self._say(result(number, text, failed=error is not None))
        elif request in self.prompts and (stop is not None or error is not None):
            self.prompts.discard(request)
            self._end(stop, error)

    def _end(self, stop: object, error: object) -> None:
        cost, reason = None, None
        if self.cost is not None:
            cost, self.paid = self.cost - self.paid, self.cost
        if error is not None:
            reason = f"the agent failed: {first(error, ('message', 'code'))}"
        elif stop in _CUT_OFF:
            reason = f"the agent ended with {stop}"
        self.speech = []
        end = message(
            "assistant", [], stop_reason=None if reason else stop, cost=cost, error=reason
        )
        self.messages.append(end)


def _id(value: object, key: str) -> int | str | None:
    number = get(value, key)
    return number if isinstance(number, int | str) else None


def _texts(values: Iterable[object]) -> str:
    return "\n".join([value for value in values if isinstance(value, str)])


def _paths(known: Fields) -> list[str]:
    """The files that a call names."""
    places = [get(place, "path") for place in elements(known.get("locations"))]
    diffs = [get(part, "path") for part in elements(known.get("content"))]
    paths = [first(known.get("rawInput"), _PATHS), *places, *diffs]
    return list(dict.fromkeys([path for path in paths if isinstance(path, str)]))


def _output(known: Fields) -> object:
    output = known.get("rawOutput")
    if output is not None:
        return output
    parts = [get(get(part, "content"), "text") for part in elements(known.get("content"))]
    return _texts(parts) or str(known.get("status"))


def _has_failed(known: Fields) -> bool:
    output = known.get("rawOutput")
    status = first(output, _EXITS)
    status = first(get(output, "metadata"), _EXITS) if status is None else status
    failed = known.get("status") in ("failed", "cancelled")
    return failed or (known.get("kind") == "execute" and type(status) is int and status != 0)
