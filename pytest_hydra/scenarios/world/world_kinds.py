"""The kinds of worlds, and how one is opened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pytest_hydra.core.plain import plain
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.time_limits import describe, is_the_bots
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.world.inline_world import InlineWorld
from pytest_hydra.scenarios.world.live_world import LiveWorld
from pytest_hydra.scenarios.world.protocol import Tool, World, WorldError
from pytest_hydra.scenarios.world.world_format import WorldModel

# How long a tool may take, where the file does not say.
_TOOL_SECONDS = 10.0


def open_world(source: WorldModel, root: Path, fails: bool = True) -> LiveWorld:
    """A new world; ``root`` is the folder of hydra.toml. Raises WorldError.

    ``fails``: tools of a file fail where it says so.
    """
    if not source.use:
        return LiveWorld("world", partial(InlineWorld, source.tools, source.state, fails), None)
    label = f"world {source.use}"
    seconds = source.timeout_seconds or _TOOL_SECONDS
    return LiveWorld(label, partial(_made, label, source, root), seconds)


def tools_of(use: str, root: Path) -> list[Tool]:
    """The tools of a class, of which no world is made. Raises WorldError."""
    from pytest_hydra.scenarios.world.python_world import read_tools

    label = f"world {use}"
    return [reader.tool for reader in read_tools(_class(label, use, root), label).values()]


def described(tool: Tool) -> str:
    """A tool as lines for a person: a parameter that may be left out stands with a ``?``."""
    required = tool.parameters.get("required", ())
    lines = [
        f"    {name}{'' if name in required else '?'}: {json.dumps(schema, ensure_ascii=False)}"
        for name, schema in tool.parameters.get("properties", {}).items()
    ]
    heading = f"{tool.name}{' (writes)' * tool.writes}"
    return "\n".join(
        [heading, *[f"    {line}" for line in tool.description.splitlines()], *lines, ""]
    )


def _made(label: str, source: WorldModel, root: Path) -> World:
    from pytest_hydra.scenarios.world.python_world import PythonWorld

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
        raise WorldError(f"{label} is no class")
    return cls


def reference_state(
    source: WorldModel, root: Path, before: Any, calls: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """What these calls change in a fresh world, or why that cannot be said."""
    try:
        world = open_world(source, root, fails=False)
    except WorldError as error:
        return {"error": str(error)}
    try:
        for call in calls:
            reason = world.call(call["function"], call["params"]).error or world.fault
            if reason is not None:
                return {"error": f"the reference call of {call['function']} failed: {reason}"}
        return {"changes": world.changed_since(before)}
    finally:
        world.close()


def held_again(source: WorldModel, root: Path, held: Conversation) -> Conversation:
    """A conversation whose calls are made again, in a new world. Raises WorldError."""
    world, turns = open_world(source, root), []
    try:
        for turn in held.turns:
            for call in turn.arrived if turn.reply is None else turn.reply.calls:
                if call.function in world.tools:
                    world.call(call.function, call.params)
            calls, _ = world.end_turn(turn.reply)
            if world.fault is not None:
                raise WorldError(world.fault)
            reply = turn.reply and replace(turn.reply, calls=calls)
            turns.append(replace(turn, reply=reply))
    finally:
        world.close()
    references = held.world.references if held.world is not None else {}
    return replace(held, turns=tuple(turns), world=world.record(references))
