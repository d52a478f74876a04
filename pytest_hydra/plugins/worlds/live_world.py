"""The world of one conversation: calls its tools, and records what they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from pytest_hydra.core.plain import json_digest, plain
from pytest_hydra.errors import ToolError
from pytest_hydra.execution import TimeUpError, Worker, is_the_bots, now
from pytest_hydra.plugins.worlds.differences import difference
from pytest_hydra.plugins.worlds.protocol import World, WorldError
from pytest_hydra.scenarios.environment import Environment, Tool
from pytest_hydra.transcript.turn import Call, Turn


class LiveWorld(Environment):
    """A world in one conversation.

    ``fault`` is an error of the suite: the conversation is ungraded after it.
    """

    def __init__(self, label: str, make: Callable[[], World], seconds: float | None) -> None:
        """Raises WorldError if it cannot be created.

        A tool may take ``seconds``; None for tools that always return.
        """
        self._label = label
        self._seconds = seconds
        self._worker = None if seconds is None else Worker("hydra-world")
        #: The changes of each turn but the current one.
        self._changes: list[list[dict[str, Any]]] = []
        #: Why the state is unknown.
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
        """Call a tool for the bot. Raises what it raises; after a fault no tool answers."""
        if reason := self.fault or self._abandoned:
            raise ToolError(reason)
        try:
            result, raised, state = self._limited(partial(self._run, name, arguments))
        except WorldError as error:
            if self._abandoned is None:
                self.fault = str(error)
            raise ToolError(str(error)) from None
        changes = () if self.tools[name].writes else difference(self._state, state)
        if changes:
            self.fault = (
                f"{self._label}: the tool {name} changed {changes[0]['path'] or 'the state'}, "
                "but is not marked with writes=True"
            )
        self._state = state
        if raised is not None:
            raise raised
        return Call(function=name, params=arguments, result=result)

    def _run(self, name: str, arguments: Any) -> tuple[Any, BaseException | None, Any]:
        """What the tool returns, or raises, and the state after it."""
        result = raised = None
        try:
            result = plain(self._world.run(name, arguments))
        except BaseException as error:
            if not is_the_bots(error) or isinstance(error, WorldError):
                raise
            raised = error
        return result, raised, self._world.state

    def next_turn(self, number: int) -> None:  # noqa: ARG002 - the world counts its turns
        """Start the next turn."""
        self._changes.append(difference(self._turn_state, self._state))
        self._turn_state = self._state

    def finish_turn(self, turn: Turn) -> Turn:
        """The turn; it has no reply if the world broke its own rules in it."""
        return self._completed(turn, len(self._changes))

    def end(self, turns: list[Turn]) -> list[Turn]:
        """The turns, of which the last that was begun may have had a fault since."""
        self.close()
        return [self._completed(turn, number) for number, turn in enumerate(turns)]

    def _completed(self, turn: Turn, number: int) -> Turn:
        fault = self.fault if number == len(self._changes) else None
        if turn.reply is None:
            return turn if fault is None else replace(turn, error=fault)
        if fault is not None:
            calls = turn.reply.calls
            return replace(turn, cost_usd=turn.cost, reply=None, error=fault, arrived=calls)
        # Its tools are the only ones that come from a server.
        return replace(turn, reply=replace(turn.reply, servers_in_names=False))

    def close(self) -> None:
        """Wait for nothing."""
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

    def record_of_turn(self) -> None:
        """The record has the changes of each turn."""
