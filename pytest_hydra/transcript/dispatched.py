"""Calls inside the call of a tool that makes others, such as ``multi_tool_use.parallel``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import unwrapped_json
from pytest_hydra.transcript.turn import Call

# A tool that calls others, such as multi_tool_use.parallel, and where it has their calls. Without
# such a list, as in use_mcp_tool, its parameters are those of a single one.
_DISPATCHER = lazy_regex(
    r".*multi_tool_use.*|(?:.*[.:/]|\w+__)?(?:(?:run|call|execute)_)?(?:parallel|batch)(?:_?tools?)?"
    r"(?:_?(?:calls?|use))?|(?:.*[^a-z])?(?:(?:use|run|call|exec(?:ute)?|invoke|dispatch)[_-]?"
    r"(?:mcp[_-]?)?(?:tool|function)s?|mcp[_-](?:exec|call))",
    re.IGNORECASE,
)
_DISPATCHED = ("tool_uses", "tool_calls", "calls", "invocations", "tools")
_DISPATCHED_NAMES = (
    "recipient_name",
    "tool_name",
    "tool_slug",
    "tool",
    "function",
    "function_name",
    "name",
)
_DISPATCHED_PARAMS = ("parameters", "arguments", "args", "input", "params")


def dispatched_call(values: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The function and the parameters of a call that is a parameter of another one, if any."""
    values = _in_snake_case(values)
    inner = next((values[key] for key in ("function", "tool") if key in values), None)
    values = _in_snake_case(inner) if isinstance(inner, dict) else values
    name = next((values[key] for key in _DISPATCHED_NAMES if key in values), None)
    if not isinstance(name, str) or not name:
        return None
    params = unwrapped_json(next((values[k] for k in _DISPATCHED_PARAMS if k in values), None))
    server = next((values[key] for key in ("server_name", "server") if key in values), None)
    name = f"mcp__{server}__{name}" if isinstance(server, str) and server else name
    return name, params if isinstance(params, dict) else {}


def _in_snake_case(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower(): value for key, value in values.items()
    }


def _calls_in(call: Call) -> list[Call]:
    """The calls in one of a dispatcher, at any depth; any other call alone."""
    if not _DISPATCHER.fullmatch(call.function):
        return [call]
    uses = unwrapped_json(next((call.params[k] for k in _DISPATCHED if k in call.params), None))
    if not isinstance(uses, list):
        inner = dispatched_call(call.params)
        made = [] if inner is None else [replace(call, function=inner[0], params=inner[1])]
    else:
        found = [dispatched_call(use) if isinstance(use, dict) else None for use in uses]
        results = call.result if isinstance(call.result, list) else []
        results = results if len(results) == len(uses) else [None] * len(uses)
        made = [
            replace(call, function=inner[0], params=inner[1], result=result, id=None)
            for inner, result in zip(found, results, strict=True)
            if inner is not None
        ]
        made *= None not in found
    return [part for inner in made for part in _calls_in(inner)] or [call]


def direct_calls(call: Call) -> tuple[list[Call], list[str]]:
    """The calls that one makes, and the names of dispatchers whose own calls could not be read."""
    made = _calls_in(call)
    unread = [part.function for part in made if _DISPATCHER.fullmatch(part.function)]
    return made, [f"the calls in {name}" for name in unread]
