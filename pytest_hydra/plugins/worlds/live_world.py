"""The world of one conversation: calls its tools and records the calls."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from pytest_hydra.core.plain import NotPlainError, json_digest, plain
from pytest_hydra.core.text import describe, one_line
from pytest_hydra.errors import ToolError, did_you_mean
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.time_limits import TimeUpError, Worker, is_the_bots
from pytest_hydra.plugins.worlds.differences import difference
from pytest_hydra.plugins.worlds.protocol import World, WorldError
from pytest_hydra.scenarios.environment import Environment, Tool
from pytest_hydra.scenarios.tool_calls import reconcile
from pytest_hydra.transcript.turn import Call, Turn

_LONGEST_ERROR = 1_000
# The limit of all arguments and results of a conversation, in characters of JSON.
_LONGEST_CALLS = 16 * 2**20
# The limit of the name of an unknown tool, in characters.
_LONGEST_NAME = 200


class LiveWorld(Environment):
    """A world as its frontends use it. Thread-safe; one call at a time.

    ``fault`` is an error of the suite: the conversation is ungraded after it.
    """

    keeps_turns = True

    def __init__(self, label: str, make: Callable[[], World], seconds: float | None) -> None:
        """Raises WorldError if it cannot be created.

        A tool may take ``seconds``; None for tools that always return.
        """
        self._label = label
        self._seconds = seconds
        self._worker = None if seconds is None else Worker("hydra-world")
        self._lock = threading.Lock()
        #: The calls of each turn, and the changes of each turn but the current one.
        self._arrived: list[list[Call]] = [[]]
        self._changes: list[list[dict[str, Any]]] = []
        self._size = 0
        #: Why tools no longer answer, and why the state is unknown.
        self._closed: str | None = None
        self._abandoned: str | None = None
        self.fault: str | None = None
        #: The changes that the calls of ``sameStateAs`` make, by their digest.
        self.references: Callable[[], Mapping[str, Any]] = dict
        #: Ends what the world needs.
        self.at_end: Callable[[], None] = lambda: None
        try:
            self._world: World = self._limited(make)
            self.hidden = self._turn_state = self._state = self._limited(lambda: self._world.state)
        except BaseException:
            self.close()
            raise

    def _limited(self, function: Callable[[], Any]) -> Any:
        """Call the function within the time limit; abandon the world if it takes longer."""
        if self._worker is None or self._seconds is None:
            return function()
        started = now()
        try:
            return self._worker.call(self._seconds, function)
        except TimeUpError:
            self._abandoned = f"{self._label} did not answer within {self._seconds:g} s"
            if now() - started < self._seconds:
                raise  # the bot's own time limit
            raise WorldError(self._abandoned) from None

    @cached_property
    def initial(self) -> str:
        """The digest of the state before the first turn: a sha256, in hex."""
        return json_digest(self.hidden)

    @property
    def tools(self) -> Mapping[str, Tool]:  # type: ignore[override] # a world's may not change
        """The tools by name, as a model sees them."""
        return self._world.tools

    def call(self, name: str, arguments: Any) -> Call:
        """Call a tool for the bot. Failures are the ``error`` of the returned call."""
        with self._lock:
            call = self._call(name, arguments)
            self._size += len(json.dumps([call.params, call.result]))
            if self._closed is None:
                self._arrived[-1].append(call)
            return call

    def _call(self, name: str, arguments: Any) -> Call:
        full = None
        if name not in self.tools:
            name = one_line(name, _LONGEST_NAME) or "(no name)"
        if self._size > _LONGEST_CALLS:
            arguments, full = {}, f"the calls are longer than {_LONGEST_CALLS // 2**20} MB"
        try:
            params = plain(arguments)
            fault = None if isinstance(params, dict) else "the arguments are not a JSON object"
        except NotPlainError as error:
            fault = f"the arguments are not JSON: {error}"
        call = Call(function=name, params={} if fault else params)
        reason = self._closed or self.fault or self._abandoned or full or fault
        if reason is None and name not in self.tools:
            hint = did_you_mean(name, list(self.tools)) or ";"
            reason = f"there is no tool {name!r}{hint} valid: {', '.join(self.tools)}"
        if reason is not None:
            return replace(call, error=reason)
        try:
            outcome: tuple[Call, Any] = self._limited(partial(self._run, call))
        except WorldError as error:
            if self._abandoned is None:
                self.fault = str(error)
            return replace(call, error=str(error))
        call, state = outcome
        changes = () if self.tools[name].writes else difference(self._state, state)
        if changes:
            self.fault = (
                f"{self._label}: the tool {name} changed {changes[0]['path'] or 'the state'}, "
                "but is not marked with writes=True"
            )
        self._state = state
        return call

    def _run(self, call: Call) -> tuple[Call, Any]:
        """The call with its result or error, and the state after it."""
        try:
            call = replace(call, result=plain(self._world.run(call.function, call.params)))
        except NotPlainError as error:
            call = replace(call, error=f"the tool's result is not JSON: {error}")
        except BaseException as error:
            if not is_the_bots(error) or isinstance(error, WorldError):
                raise
            message = str(error) if isinstance(error, ToolError) else describe(error)
            call = replace(call, error=one_line(message, _LONGEST_ERROR) or "the tool failed")
        return call, self._world.state

    @property
    def turns(self) -> int:
        """The number of turns that were started."""
        return len(self._arrived)

    def next_turn(self, number: int) -> None:  # noqa: ARG002 - the world counts its turns
        """Start the next turn. Calls that were sent until then belong to the turn before."""
        with self._lock:
            self._arrived.append([])
            self._changes.append(difference(self._turn_state, self._state))
            self._turn_state = self._state

    def calls_of(
        self, turn: int, mentioned: Sequence[Call]
    ) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
        """The calls of a turn so far, and those of ``mentioned`` that have not arrived.

        ``turn`` counts from 0; -1 is the current one.
        """
        with self._lock:
            arrived = tuple(self._arrived[turn])
        return reconcile(mentioned, arrived, self.tools)

    def finish_turn(self, turn: Turn) -> Turn:
        """The turn with the calls that arrived so far."""
        return self._complete(turn, -1)

    def end(self, turns: list[Turn]) -> list[Turn]:
        """The turns with all calls: they may arrive until the bot has ended."""
        self.close()
        held = [self._complete(turn, number) for number, turn in enumerate(turns[: self.turns])]
        return [*held, *turns[self.turns :]]

    def _complete(self, turn: Turn, number: int) -> Turn:
        """The turn with its calls; it has no reply if the world broke its own rules in it.

        ``number`` counts from 0; -1 is the current turn.
        """
        mentioned = (*(turn.arrived if turn.reply is None else turn.reply.calls), *turn.said)
        calls, extra = self.calls_of(number, mentioned)
        fault = self.fault if number in (-1, self.turns - 1) else None
        if turn.reply is None or fault is not None:
            turn = replace(turn, cost_usd=turn.cost, reply=None, error=fault or turn.error)
            return replace(turn, arrived=calls, said=extra)
        # Its tools are the only ones that come from a server.
        reply = replace(turn.reply, calls=calls, servers_in_names=False)
        return replace(turn, reply=reply, said=extra)

    def close(self) -> None:
        """Answer no further calls, and wait for nothing."""
        with self._lock:
            self._closed = "the conversation has ended"
        if self._worker is not None and self._abandoned is None:
            self._worker.stop()
        at_end, self.at_end = self.at_end, lambda: None
        at_end()

    def changed_since(self, before: Any) -> list[dict[str, Any]]:
        """The differences between this state and the current one."""
        return difference(before, self._state)

    def record(self) -> dict[str, Any]:
        """The record of the world; see `WorldRecord`."""
        return {
            "before": self.hidden,
            "initial": self.initial,
            "changes": [*self._changes, difference(self._turn_state, self._state)],
            "unknown": self._abandoned,
            "references": self.references(),
        }
