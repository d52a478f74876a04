"""What surrounds a bot in one conversation, such as tools and a home for programs.

An `Environment` is what one key of a scenario makes for one conversation. `Environments` is all of
them as one, as the bot and the conversation see it. None of them is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from pytest_hydra.core.plain import plain
from pytest_hydra.scenarios.reply import BY_TURN
from pytest_hydra.transcript.own_form import turn_from_plain, turn_to_plain
from pytest_hydra.transcript.turn import Call, Turn

if TYPE_CHECKING:
    from pytest_hydra.execution import Owner, Process
    from pytest_hydra.scenarios.tool_calls import ToolCalls

F = TypeVar("F", bound=Callable[..., Any])
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@overload
def tool(function: F) -> F: ...


@overload
def tool(*, writes: bool = False) -> Callable[[F], F]: ...


def tool(function: Any = None, *, writes: bool = False) -> Any:
    """Mark a method as a tool of what its class describes.

    ``writes``: the tool may change the state. A change by another tool is an error of the suite.
    """

    def mark(method: Any) -> Any:
        method.hydra_tool = {"writes": writes}
        return method

    return mark if function is None else mark(function)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as a model sees it. ``parameters`` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    writes: bool = False

    def __post_init__(self) -> None:
        """Complete the schema: models and servers take those of objects only."""
        if "type" not in self.parameters:
            object.__setattr__(self, "parameters", {"type": "object", **self.parameters})

    @property
    def schema(self) -> dict[str, Any]:
        """The description of the tool for a model: a copy, as libraries change it in place."""
        names = ("name", "description", "parameters")
        return {name: plain(getattr(self, name)) for name in names}


class Environment:
    """What a bot finds in one conversation. A subclass overrides what it has."""

    #: The tools that the bot may call, by name.
    tools: Mapping[str, Tool] = _NOTHING
    #: What a bot in Python gets by the names of its parameters.
    arguments: Mapping[str, Any] = _NOTHING
    #: What the user of the conversation does not see: plain JSON.
    hidden: Any = None
    #: The name of its record; by default that of the key.
    record_name = ""

    def call(self, name: str, arguments: Any) -> Call:
        """Call one of the tools, which there is, from any thread; one at a time.

        The call belongs to the turn in which it arrives, and what this raises is its ``error``.
        """
        raise NotImplementedError

    def messages(self, turns: list[Turn], hidden: Any) -> Iterator[str]:
        """The user's messages one by one, if the plan has an ``opening``.

        ``turns`` are those so far: it may append one without a reply, which is the last. ``hidden``
        is what is there that the user does not see.
        """
        raise NotImplementedError

    def next_turn(self, number: int) -> None:
        """Called before each message but the first; ``number`` counts from 0."""

    def finish_turn(self, turn: Turn) -> Turn:
        """The turn with what the environment knows of it. Without a reply it is the last."""
        return turn

    def end(self, turns: list[Turn]) -> list[Turn]:
        """The turns, once the bot has ended: calls arrive and files change until then."""
        return turns

    def record(self) -> Any:
        """What decides, now and in a replay: a JSON object, or None. Asked for after `end`."""
        return None

    def record_of_turn(self) -> Any:
        """What is expected of the step that ends reads this; None if `record` has each turn."""
        return self.record()


class Home(Environment):
    """An environment that programs run in, with a folder of their own."""

    folder: Path
    #: A folder beside it that is not recorded.
    private: Path
    #: What tools of unusual names do: for each role, a parameter by the tool's name.
    tool_roles: Mapping[str, Mapping[str, str]] = _NOTHING

    def record_of_turn(self) -> Any:
        """The record has each turn."""
        return None

    def furnish(self, files: Mapping[str, str]) -> None:
        """Make the home folder of programs, or add these files to it. Raises HydraError."""
        raise NotImplementedError

    def run(  # noqa: PLR0913 - keyword arguments
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        owner: Owner,
        *,
        boxed: bool,
        network: bool = True,
        files: Sequence[Path] = (),
    ) -> AbstractContextManager[Process]:
        """A running program, in a sandbox if it is ``boxed``. Raises HydraError.

        ``words`` are its command line, with an absolute path, ``variables`` its own ones, and
        ``files`` those that a sandbox shows to it.
        """
        raise NotImplementedError


class Address(Protocol):
    """Where programs and servers reach the tools of one conversation."""

    @property
    def url(self) -> str:
        """Where it is."""

    @property
    def token(self) -> str:
        """What a request must have."""

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables by which a process finds it."""

    def settle(self) -> None:
        """Wait until all requests that were sent so far are answered."""

    def redact(self, value: Any) -> Any:
        """The JSON value without it: it is never recorded."""


#: Opens an address for the tools of these environments.
Serve = Callable[["Environments"], AbstractContextManager[Address]]


class Environments:
    """The environments of one conversation as one, by their keys, outermost first.

    ``until`` says whether a bot that has made these calls can be ended, as all is decided.
    ``label`` names the conversation, and ``scrub`` removes secrets from what is kept of it.
    """

    def __init__(
        self,
        parts: Mapping[str, Environment] = _NOTHING,
        serve: Serve | None = None,
        *,
        label: str = "",
        until: Callable[[Sequence[Call]], bool] | None = None,
        scrub: Callable[[str], str] = str,
    ) -> None:
        self.parts = parts
        self.label = label
        self.scrub = scrub
        self.until = until
        self._serve = serve
        self._address: Address | None = None
        self._calls = _counted(parts)
        self._owners: dict[str, Environment | ToolCalls] = {**parts, **self._calls}

    @property
    def tools(self) -> Mapping[str, Tool]:
        """All tools by name; of two with one name that of the innermost."""
        return {name: each for part in self.parts.values() for name, each in part.tools.items()}

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What a bot in Python gets by name."""
        return {name: each for part in self.parts.values() for name, each in part.arguments.items()}

    @property
    def lone(self) -> list[str]:
        """The keys of those that have arguments, and nothing that is not for bots in Python."""
        return [
            name
            for name, part in self.parts.items()
            if part.arguments and not (part.tools or isinstance(part, Home))
        ]

    @property
    def home(self) -> Home | None:
        """The innermost that programs run in."""
        homes = [part for part in self.parts.values() if isinstance(part, Home)]
        return homes[-1] if homes else None

    @property
    def hidden(self) -> Any:
        """What is there that the user does not see."""
        found = [part.hidden for part in self.parts.values() if part.hidden is not None]
        return found[0] if len(found) == 1 else found or None

    def call(self, name: str, arguments: Any) -> Call:
        """Call a tool for the bot. One that there is not fails in the innermost with tools."""
        keys = [key for key, part in self.parts.items() if part.tools]
        owner = next((key for key in reversed(keys) if name in self.parts[key].tools), keys[-1])
        if self._address is not None:
            arguments = self._address.redact(plain(arguments))
            name = name if name in self.parts[owner].tools else self._address.redact(name)
        return self._owners[owner].call(name, arguments)

    @contextmanager
    def served(self) -> Iterator[Address]:
        """An address for programs and servers, until the bot has ended. Raises BotError."""
        assert self._serve is not None  # noqa: S101 - whoever makes some with tools gives it
        with self._serve(self) as address:
            self._address = address
            yield address

    def next_turn(self, number: int) -> None:
        """Called before each message but the first."""
        if self._address is not None:
            self._address.settle()
        for owner in self._owners.values():
            owner.next_turn(number)

    def finish_turn(self, turn: Turn) -> Turn:
        """The turn as all environments know it."""
        turn = self._redacted(turn)
        for owner in reversed([*self._owners.values()]):
            turn = owner.finish_turn(turn)
        return turn

    def end(self, turns: list[Turn]) -> list[Turn]:
        """The turns, once the bot has ended."""
        turns = [self._redacted(turn) for turn in turns]
        for owner in reversed([*self._owners.values()]):
            turns = owner.end(turns)
        return turns

    def records(self) -> dict[str, Any]:
        """What the environments saw, by their keys."""
        found = {part.record_name or name: part.record() for name, part in self.parts.items()}
        turns = {name: calls.records for name, calls in self._calls.items() if any(calls.records)}
        found[BY_TURN] = turns or None
        return {name: record for name, record in found.items() if record is not None}

    def _redacted(self, turn: Turn) -> Turn:
        if self._address is None:
            return turn
        return turn_from_plain(self._address.redact(turn_to_plain(turn)))


def _counted(parts: Mapping[str, Environment]) -> dict[str, ToolCalls]:
    """The calls of environments by their keys: programs that are at home there make none."""
    found = [key for key, part in parts.items() if part.tools or not isinstance(part, Home)]
    if not found:
        return {}
    from pytest_hydra.scenarios.tool_calls import ToolCalls

    return {key: ToolCalls(parts[key]) for key in found}


#: Those of most conversations.
NO_ENVIRONMENTS = Environments()
