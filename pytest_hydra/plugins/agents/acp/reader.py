"""The Agent Client Protocol: the messages between a client and a coding agent, one per line.

Calls have a kind and a title there, and need not have a name. A call is named by its kind, and one
of the kind ``other`` by its own name, or by its title if that is one word. Numbers of tokens are
not read: the protocol does not say what they count, and some agents count the last request to the
model alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_hydra.core.lookup import Fields, elements, first, get
from pytest_hydra.core.text import read_words
from pytest_hydra.transcript.call_roles import says_failed
from pytest_hydra.transcript.message import (
    Called,
    End,
    Message,
    Returned,
    Transcript,
    failed,
    spent,
    unknown_event,
    who,
)

_WORDS = read_words(__file__, "acp_words.txt")
RESULTS = "always"
IDS = frozenset({"toolCallId"})
_CALLS = ("tool_call", "tool_call_update")
# A title with a server's name and that of its tool: tools_refund, tools.refund, mcp__tools__refund,
# or refund (tools MCP Server).
_OF_SERVER = r"(?:mcp_+)?(SERVER)[_./:-]+([\w.-]+)|([\w.-]+) \(([\w.-]+) MCP Server\)"
# A title that may be a name.
_NAME = re.compile(r"[\w./:-]*\w")
# What leaves checks of calls ungraded.
_NO_LINE, _NO_ID = "execute without a command", "tool_call without an id"
_NO_NAME = "tool_call without a name"


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is a message of a session."""
    methods = ("session/prompt", "session/update")
    return any(
        get(event, "jsonrpc") == "2.0" and get(event, "method") in methods for event in documents
    )


def _update(event: object) -> Any:
    """What a message says of a text or of a call, if it does."""
    params = get(event, "params")
    if get(event, "method") != "session/request_permission":
        return get(params, "update")
    # Its content is an explanation.
    asked = get(params, "toolCall")
    asked = asked if isinstance(asked, Mapping) else {}
    return {**asked, "content": None, "sessionUpdate": _CALLS[1]}


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session."""
    infos = [get(get(event, "result"), "agentInfo") for event in documents]
    agents = [get(info, "name") for info in infos]
    has_lines = any(agent in _WORDS["lines as titles"] for agent in agents)
    told = next((info for info in infos if get(info, "version")), None)
    by = who(program=told and f"{get(told, 'name')} {get(told, 'version')}")
    lists = [elements(get(get(event, "params"), "mcpServers")) for event in documents]
    names = [re.escape(str(get(server, "name"))) for servers in lists for server in servers]
    server = re.compile(_OF_SERVER.replace("SERVER", "|".join(names) or "(?!)"))
    sessions: dict[str, _Session] = {}
    for event in documents:
        key = get(get(event, "params"), "sessionId")
        if isinstance(key, str):
            sessions.setdefault(key, _Session(has_lines, server)).learn(event)
        elif get(event, "method") is None:
            for session in sessions.values():
                session.events.append((event, None))
    for key, session in sessions.items():
        for event, number in session.events:
            session.add(event, number)
        if session.messages:
            # The servers that the agent was not told of by the client are not in the messages.
            yield Transcript(
                *(key, session.messages, "session/prompt"), servers_in_names=True, by=by
            )


@dataclass(slots=True)
class _Session:
    """A session while its messages are read."""

    has_lines_as_titles: bool
    server: re.Pattern[str]
    messages: list[Message] = field(default_factory=list)
    #: The events, each with the id of its call.
    events: list[tuple[object, object]] = field(default_factory=list)
    #: The turns in which calls ended, by the agent's id, and how often it has used the id again.
    over: dict[object, int] = field(default_factory=dict)
    again: Counter[object] = field(default_factory=Counter)
    turns: int = 0
    #: What is said of each call, by its id; and the ids of those that were added, or have ended.
    calls: dict[object, Fields] = field(default_factory=dict)
    added: set[object] = field(default_factory=set)
    ended: set[object] = field(default_factory=set)
    #: The requests for turns that have not ended.
    prompts: set[object] = field(default_factory=set)
    #: The id of the agent's message that goes on, in a list; empty if none does.
    speech: list[object] = field(default_factory=list)
    #: What the session has cost so far, and what it had cost before this turn, in US dollars.
    cost: float | None = None
    paid: float = 0.0

    def learn(self, event: object) -> None:
        """Remember what a message says of a call, which comes in parts."""
        update, number = _update(event), None
        self.turns += get(event, "method") == "session/prompt"
        if isinstance(update, Mapping) and get(update, "sessionUpdate") in _CALLS:
            number = self._call_of(update)
            known = {key: value for key, value in update.items() if value not in (None, {}, [])}
            title = str(known.get("title") or "")
            named = {"named": title} if _NAME.fullmatch(title) else {}
            # The first title may be the name, and later ones say what is done.
            self.calls[number] = {**named, **self.calls.get(number, {}), **known}
        self.events.append((event, number))

    def _call_of(self, update: object) -> object:
        """The id of the call of an update; another one if the agent uses an id again."""
        number, status = _id(update, "toolCallId"), get(update, "status")
        is_new = get(update, "sessionUpdate") == _CALLS[0] or status in _WORDS["begun"]
        if number in self.over and (is_new or self.over[number] != self.turns):
            self.again[number] += 1
            del self.over[number]
        if status in _WORDS["ended"]:
            self.over[number] = self.turns
        return f"{number} {self.again[number] + 1}" if self.again[number] else number

    def add(self, event: object, call_id: object) -> None:
        """Add a message of the protocol."""
        method, number, update = get(event, "method"), _id(event, "id"), _update(event)
        path = get(get(event, "params"), "path")
        if get(update, "sessionUpdate") in _WORDS["silent"]:
            self._hear(update)
            return
        self.speech = []
        if get(update, "sessionUpdate") in _CALLS:
            self._follow(update, call_id)
        elif method is None:
            self._end(event)
        elif method == "session/prompt":
            self.prompts.add(number)
            blocks = elements(get(get(event, "params"), "prompt"))
            self.messages.append(Message("user", _joined(get(block, "text") for block in blocks)))
        elif method == "fs/read_text_file":
            # The client reads a file for it; mostly another call tells of it.
            if self._names(path):
                return
            called = Called("read", {"path": path}, f"{number}", result=Returned(""))
            self.messages.append(Message("assistant", calls=[called]))
        elif update is not None or method not in _WORDS["setup"]:
            self.messages.append(unknown_event(get(update, "sessionUpdate") or method))

    def _hear(self, update: object) -> None:
        """Add a piece of a text, or what the session has cost."""
        kind, piece = get(update, "sessionUpdate"), get(get(update, "content"), "text")
        if kind == "agent_thought_chunk":
            self.speech = []
        elif kind == "agent_message_chunk" and isinstance(piece, str):
            speech, self.speech = self.speech, [get(update, "messageId")]
            if speech == self.speech:
                self.messages[-1].text += piece
            else:
                self.messages.append(Message("assistant", piece))
        elif get(get(update, "cost"), "currency") == "USD":
            amount = spent(None, cost=get(get(update, "cost"), "amount")).cost
            self.cost = self.cost if amount is None else amount

    def _follow(self, update: object, number: object) -> None:
        """Add a call where it is first mentioned, and its result once it has ended."""
        known = self.calls[number]
        call_id = number if isinstance(number, str) else None
        if number not in self.added:
            self.added.add(number)
            self.messages.append(self._called(call_id, known))
        if get(update, "status") in _WORDS["ended"] and number not in self.ended:
            self.ended.add(number)
            outcome = Returned(_output(known), _has_failed(known), call_id)
            self.messages.append(Message("assistant", results=[outcome]))

    def _called(self, call_id: str | None, known: Fields) -> Message:
        """The message of a call, with other files it reads, and with what is not known of it."""
        given, kind = known.get("rawInput"), known.get("kind") or "other"
        params = dict(given) if isinstance(given, Mapping) else {"input": given} if given else {}
        title, paths = str(known.get("title") or ""), _paths(known)
        own = known.get("name") or get(get(get(known, "_meta"), "claudeCode"), "toolName")
        found = self.server.fullmatch(str(own or title))
        own = own or (known.get("named") if kind == "other" else None)
        entry = Message("assistant", unknown=[] if call_id is not None else [_NO_ID])
        if kind == "execute":
            line = first(params, _WORDS["lines"])
            params["command"] = title if line is None else line
            if line is None and not self.has_lines_as_titles:
                entry.unknown.append(_NO_LINE)
        elif kind in _WORDS["of files"] and paths:
            params.setdefault("path", paths[0])
        elif kind in (*_WORDS["of files"], "other") and not (own or found):
            entry.unknown.append(_NO_NAME)
        name = (own or title or kind) if kind == "other" else kind
        if found:
            name = f"mcp__{found[1] or found[4]}__{found[2] or found[3]}"
        entry.calls.append(Called(name, params, call_id))
        others = paths[1:] if kind == "read" else ()
        entry.calls += [Called("read", {"path": path}, call_id) for path in others]
        return entry

    def _names(self, path: object) -> bool:
        paths = [path for known in self.calls.values() for path in _paths(known)]
        return any(f"/{path}".endswith(f"/{own}") for own in paths)

    def _end(self, answer: object) -> None:
        """End the turn to whose request this is the answer, if there is one."""
        stop, error = get(get(answer, "result"), "stopReason"), get(answer, "error")
        if _id(answer, "id") not in self.prompts or (stop is None and error is None):
            return
        self.prompts.discard(_id(answer, "id"))
        self.speech, cost, end = [], None, None
        if self.cost is not None:
            cost, self.paid = self.cost - self.paid, self.cost
        if error is not None:
            end = failed(first(error, ("message", "code")))
        elif stop in _WORDS["cut off"]:
            end = End("failed", f"the agent ended with {stop}")
        elif stop == "refusal":
            end = End("refused")
        took = spent(None, cost=cost)
        self.messages.append(Message("assistant", spent=took, end=end, closes=True))


def _id(value: object, key: str) -> int | str | None:
    number = get(value, key)
    return number if isinstance(number, int | str) else None


def _joined(values: Iterable[object]) -> str:
    return "\n".join([value for value in values if isinstance(value, str)])


def _paths(known: Fields) -> list[str]:
    """The files that a call names."""
    entries = [*elements(known.get("locations")), *elements(known.get("content"))]
    paths = [
        first(known.get("rawInput"), _WORDS["paths"]),
        *(get(item, "path") for item in entries),
    ]
    return list(dict.fromkeys([path for path in paths if isinstance(path, str)]))


def _output(known: Fields) -> object:
    parts = [get(get(part, "content"), "text") for part in elements(known.get("content"))]
    output = known.get("rawOutput")
    return (_joined(parts) or str(known.get("status"))) if output is None else output


def _has_failed(known: Fields) -> bool:
    failed = known.get("status") in ("failed", "cancelled")
    return failed or (known.get("kind") == "execute" and says_failed(_output(known)))
