"""The calls of tools by turn: what arrived counts, whatever a reply says of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import describe, one_line
from pytest_hydra.errors import ToolError, did_you_mean
from pytest_hydra.execution import is_the_bots
from pytest_hydra.transcript.tool_names import tool_names
from pytest_hydra.transcript.turn import Call, Turn

_LONGEST_ERROR = 1_000
# The limit of all arguments and results of a conversation, in characters of JSON.
_LONGEST_CALLS = 16 * 2**20
# The limit of the name of an unknown tool, in characters.
_LONGEST_NAME = 200


class ToolOwner(Protocol):
    """What an environment has for it."""

    @property
    def tools(self) -> Mapping[str, object]:
        """The tools by name."""

    def call(self, name: str, arguments: Any) -> Call:
        """Call one of them."""

    def record_of_turn(self) -> Any:
        """What there is now."""

    def next_turn(self, number: int) -> None:
        """Begin a turn."""

    def finish_turn(self, turn: Turn) -> Turn:
        """End it."""

    def end(self, turns: list[Turn]) -> list[Turn]:
        """End the last."""


class ToolCalls:
    """An environment whose tools are called, with their calls by turn.

    Thread-safe; one call at a time, and none while a turn begins or ends.
    """

    def __init__(self, part: ToolOwner) -> None:
        self._part = part
        self._lock = threading.Lock()
        self._arrived: list[list[Call]] = [[]]
        self._size = 0
        self._is_over = False
        #: What the environment says of each turn but the last.
        self.records: list[Any] = []

    def call(self, name: str, arguments: Any) -> Call:
        """Call a tool, and count it. What it raises is the ``error`` of the call."""
        with self._lock:
            made = self._made(name, arguments)
            self._size += len(json.dumps([made.params, made.result]))
            if not self._is_over:
                self._arrived[-1].append(made)
            return made

    def _made(self, name: str, arguments: Any) -> Call:
        tools = self._part.tools
        if name not in tools:
            name = one_line(name, _LONGEST_NAME) or "(no name)"
        try:
            params, reason = self._read(arguments)
        except NotPlainError as error:
            params, reason = {}, f"the arguments are not JSON: {error}"
        call = Call(function=name, params=params)
        if self._is_over:
            reason = "the conversation has ended"
        elif reason is None and name not in tools:
            hint = did_you_mean(name, list(tools)) or ";"
            reason = f"there is no tool {name!r}{hint} valid: {', '.join(tools)}"
        if reason is not None:
            return replace(call, error=reason)
        try:
            made = self._part.call(name, params)
            return replace(made, result=plain(made.result))
        except NotPlainError as error:
            return replace(call, error=f"the tool's result is not JSON: {error}")
        except BaseException as error:
            if not is_the_bots(error):
                raise
            reason = str(error) if isinstance(error, ToolError) else describe(error)
            return replace(call, error=one_line(reason, _LONGEST_ERROR) or "the tool failed")

    def _read(self, arguments: Any) -> tuple[dict[str, Any], str | None]:
        """The arguments as JSON, and why a tool does not get them. Raises NotPlainError."""
        if self._size > _LONGEST_CALLS:
            return {}, f"the calls are longer than {_LONGEST_CALLS // 2**20} MB"
        params = plain(arguments)
        if not isinstance(params, dict):
            return {}, "the arguments are not a JSON object"
        return params, None

    def next_turn(self, number: int) -> None:
        """Begin the next turn. Calls that were sent until then belong to the turn before."""
        with self._lock:
            self._arrived.append([])
            self.records.append(plain(self._part.record_of_turn()))
            self._part.next_turn(number)

    def finish_turn(self, turn: Turn) -> Turn:
        """The turn with the calls that arrived so far."""
        with self._lock:
            return self._part.finish_turn(with_arrived(turn, self._arrived[-1], self._part.tools))

    def end(self, turns: Sequence[Turn]) -> list[Turn]:
        """The turns with all calls. Further ones fail, and do not count."""
        with self._lock:
            self._is_over = True
            tools, known = self._part.tools, len(self._arrived)
            held = [
                with_arrived(turn, calls, tools)
                for turn, calls in zip(turns, self._arrived, strict=False)
            ]
        return self._part.end([*held, *turns[known:]])


def with_arrived(turn: Turn, arrived: Sequence[Call], tools: Collection[str]) -> Turn:
    """The turn with the calls of these tools that arrived, instead of those that it tells of."""
    told = turn.arrived if turn.reply is None else turn.reply.calls
    calls, said = reconcile((*told, *turn.said), arrived, tools)
    if turn.reply is None:
        return replace(turn, arrived=calls, said=said)
    return replace(turn, reply=replace(turn.reply, calls=calls), said=said)


def reconcile(
    mentioned: Sequence[Call], arrived: Sequence[Call], tools: Collection[str]
) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    """The calls of a turn in order, and those of the tools that never arrived.

    Arrived calls are in order of arrival; calls of other tools are where the reply mentions them.
    """
    calls: list[Call] = []
    missing_calls: list[Call] = []
    pending, missing = list(arrived), list(arrived)
    for call in mentioned:
        names = tool_names(call.function)
        match = next(
            (item for item in missing if item.function in names and item.params == call.params),
            None,
        )
        if match is not None:
            missing.remove(match)
            if match in pending:
                end = pending.index(match) + 1
                calls += pending[:end]
                del pending[:end]
        elif any(each in tools for each in names):
            missing_calls.append(call)
        else:
            calls.append(call)
    return (*calls, *pending), tuple(missing_calls)
