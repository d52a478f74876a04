"""The kinds of worlds, in Python or described by a file, and how they are opened."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import describe, one_line, wrap_cells
from pytest_hydra.errors import HydraError, ToolError
from pytest_hydra.execution import is_the_bots
from pytest_hydra.plugins.worlds.inline_world import InlineWorld
from pytest_hydra.plugins.worlds.live_world import LiveWorld
from pytest_hydra.plugins.worlds.protocol import World, WorldError
from pytest_hydra.plugins.worlds.world_format import ServersWorld, WorldModel
from pytest_hydra.plugins.worlds.world_state import reference_key
from pytest_hydra.scenarios.environment import Tool
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.tool_calls import ToolCalls

# The limit of a state, in characters of JSON.
_LONGEST = 64 * 10**6
# The default time limit of a tool, in seconds.
_TOOL_SECONDS = 10.0
_WIDTH = 80


def open_world(source: WorldModel, root: Path, fails: bool = True) -> LiveWorld:
    """A new world; ``root`` is the folder of hydra.toml. Raises WorldError.

    ``fails``: tools of a file fail as the file says.
    """
    if isinstance(source, ServersWorld):
        try:
            from pytest_hydra.plugins.worlds import mcp_client, server_tools
        except ModuleNotFoundError:
            raise WorldError(
                'MCP servers need a library that is not installed: pip install "pytest-hydra[mcp]"'
            ) from None
        if not source.mcp:
            servers = mcp_client.McpWorld(source.servers, root)
            world = LiveWorld("the MCP servers", lambda: servers, None)
            world.at_end = servers.close
            return world
        listed = mcp_client.tools_of_server(source.mcp, source.servers[source.mcp], root)
        tools = server_tools.with_parameters(source.tools, listed)
        make = _maker(source.model_copy(update={"tools": tools}), root, fails)
        return _live(source, lambda: server_tools.ServerTools(make(), listed))
    return _live(source, _maker(source, root, fails))


def _live(source: WorldModel, make: Callable[[], World]) -> LiveWorld:
    if not source.use:
        return LiveWorld("world", make, None)
    return LiveWorld(f"world {source.use}", make, source.timeout_seconds or _TOOL_SECONDS)


def _maker(source: WorldModel, root: Path, fails: bool) -> Callable[[], World]:
    if not source.use:
        return partial(InlineWorld, source.tools, source.state, fails)
    return partial(_python_world, f"world {source.use}", source, root)


@contextmanager
def opened(
    source: WorldModel, root: Path, references: Sequence[Sequence[Mapping[str, Any]]]
) -> Iterator[LiveWorld]:
    """A new world for one conversation. Raises WorldError.

    Its record has the states that the ``references``, lists of calls, lead to.
    """
    world = open_world(source, root)
    world.references = lambda: {
        reference_key(calls, world.initial): reference_state(source, root, world.hidden, calls)
        for calls in references
    }
    try:
        yield world
    finally:
        world.close()


def tools_of(use: str, root: Path) -> list[Tool]:
    """The tools of a class, without an instance of it. Raises WorldError."""
    label = f"world {use}"
    return [reader.tool for reader in read_tools(_class(label, use, root), label).values()]


def tool_text(tool: Tool) -> str:
    """A tool as lines of text; optional parameters are marked with ``?``."""
    required = tool.parameters.get("required", ())
    lines = [
        f"    {name}{'' if name in required else '?'}: {json.dumps(schema, ensure_ascii=False)}"
        for name, schema in tool.parameters.get("properties", {}).items()
    ]
    heading = f"{tool.name}{' (writes)' * tool.writes}"
    told = tool.description.splitlines()
    wrapped = [part for line in told for part in wrap_cells(line, _WIDTH, "    ", "    ")]
    return "\n".join([heading, *wrapped, *lines, ""])


def _python_world(label: str, source: WorldModel, root: Path) -> World:
    return PythonWorld(_class(label, source.use, root), label, plain(source.state))


def _class(label: str, use: str, root: Path) -> type:
    from pytest_hydra.scenarios.bots.python import load_target

    try:
        cls = load_target(label, use, root)
    except HydraError as error:
        raise WorldError(str(error)) from None
    except BaseException as error:
        if not is_the_bots(error):
            raise
        raise WorldError(f"{label} cannot be imported: {describe(error)}") from error
    if not isinstance(cls, type):
        raise WorldError(f"{label} is not a class")
    return cls


def reference_state(
    source: WorldModel, root: Path, before: Any, calls: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """The changes that these calls make in a fresh world, or the error."""
    try:
        world = open_world(source, root, fails=False)
    except WorldError as error:
        return {"error": str(error)}
    try:
        made = ToolCalls(world)
        for call in calls:
            reason = made.call(call["function"], call["params"]).error or world.fault
            if reason is not None:
                return {"error": f"the reference call of {call['function']} failed: {reason}"}
        return {"changes": world.changed_since(before)}
    finally:
        world.close()


def repeat_in_world(source: WorldModel, root: Path, conversation: Conversation) -> Conversation:
    """The conversation with its calls repeated in a new world. Raises WorldError."""
    world, turns = open_world(source, root), []
    made = ToolCalls(world)
    try:
        for index, turn in enumerate(conversation.turns):
            if index:
                made.next_turn(index)
            for call in turn.arrived if turn.reply is None else turn.reply.calls:
                if call.function in world.tools and not call.requested:
                    made.call(call.function, call.params)
            turns.append(made.finish_turn(turn))
            if world.fault is not None:
                raise WorldError(world.fault)
    finally:
        world.close()
    known = conversation.records.get("world", {}).get("references", {})
    world.references = lambda: known
    records = {**conversation.records, "world": world.record()}
    return replace(conversation, turns=tuple(turns), records=records)


class PythonWorld:
    """An object of the suite, created for one conversation."""

    def __init__(self, cls: type, label: str, state: Any) -> None:
        """Raises WorldError if its constructor raises, or it has no state."""
        self._label = label
        self._readers = read_tools(cls, label)
        self.tools = {name: reader.tool for name, reader in self._readers.items()}
        try:
            self._object = cls(state)
        except BaseException as error:
            if not is_the_bots(error):
                raise
            raise WorldError(f"{label} cannot be created: {describe(error)}") from error
        if not hasattr(self._object, "state"):
            raise WorldError(f"{label} has no state: set self.state in its constructor")
        self._text = ""
        self._state: Any = None

    @property
    def state(self) -> Any:
        """A copy of the object's ``state``, the same object until it changes.

        Raises WorldError if it is not JSON.
        """
        text = self._state_json()
        if text != self._text:
            self._text, self._state = text, json.loads(text)
        return self._state

    def _state_json(self) -> str:
        # Fast path: the state may be large, is read after each call, and rarely changes.
        state = self._object.state
        try:
            text = json.dumps(state, ensure_ascii=False, allow_nan=False, default=plain)
            text.encode()
        except (TypeError, ValueError, RecursionError):
            try:
                text = json.dumps(plain(state))
            except NotPlainError as error:
                raise WorldError(f"{self._label} broke its state: {error}") from None
        if len(text) > _LONGEST:
            raise WorldError(f"{self._label}: its state is longer than {_LONGEST // 10**6} MB")
        return text

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The method's result. Raises ToolError for invalid arguments."""
        return getattr(self._object, name)(**self._readers[name].read(arguments))


class Reader(NamedTuple):
    """A tool, and the validator of its arguments."""

    tool: Tool
    validator: Any

    def read(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as the method takes them. Raises ToolError."""
        from pydantic import ValidationError

        try:
            # Validated as JSON: dates are parsed from texts, and nothing else is converted.
            values: dict[str, Any] = self.validator.validate_json(json.dumps(arguments))
        except ValidationError as error:
            faults = [
                f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
                for fault in error.errors(include_url=False, include_input=False)
            ]
            raise ToolError(one_line("; ".join(faults), 300)) from None
        return values


@lru_cache(maxsize=64)
def read_tools(cls: type, label: str) -> dict[str, Reader]:
    """The tools of a class by name. Raises WorldError if one is invalid."""
    methods = {name: getattr(cls, name) for name in dir(cls) if not name.startswith("__")}
    marked = {name: method for name, method in methods.items() if hasattr(method, "hydra_tool")}
    if not marked:
        raise WorldError(f"{label} has no tools: mark methods with @pytest_hydra.tool")
    # In order of definition, not alphabetical.
    order = [name for base in reversed(cls.__mro__) for name in vars(base) if name in marked]
    return {name: _reader(name, marked[name], label) for name in dict.fromkeys(order)}


def _reader(name: str, method: Any, label: str) -> Reader:
    from typing import NotRequired

    from pydantic import ConfigDict, TypeAdapter
    from pydantic.errors import PydanticUserError
    from typing_extensions import TypedDict

    if inspect.iscoroutinefunction(method):
        raise WorldError(f"{label}: the tool {name} is async; a tool is a plain method")
    _, *parameters = inspect.signature(method).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    for parameter in parameters:
        if parameter.kind not in kinds:
            bare = parameter.replace(annotation=parameter.empty)
            raise WorldError(f"{label}: the tool {name} takes {bare}: name its parameters")
    try:
        hints = get_type_hints(method, include_extras=True)
        fields = {
            parameter.name: hints.get(parameter.name, Any)
            if parameter.default is parameter.empty
            else NotRequired[hints.get(parameter.name, Any)]
            for parameter in parameters
        }
        # TypedDict is called with names known only at run time, which type checkers reject.
        make: Any = TypedDict
        arguments: Any = make(name, fields)
        arguments.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
        validator = TypeAdapter(arguments)
        schema = validator.json_schema()
    except (PydanticUserError, NameError, TypeError) as error:
        reason = one_line(str(error).partition("\n")[0], 200)
        raise WorldError(f"{label}: the parameters of the tool {name}: {reason}") from None
    del schema["title"]
    for parameter in parameters:
        schema["properties"][parameter.name].pop("title", None)
        if parameter.default is not parameter.empty:
            schema["properties"][parameter.name]["default"] = plain(parameter.default)
    doc = inspect.getdoc(method) or ""
    return Reader(Tool(name, doc, schema, method.hydra_tool["writes"]), validator)
