"""What the calls of coding agents do, and what the result of a shell says of its command's end."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import says_nothing, unwrapped_json
from pytest_hydra.settings import agent_tools
from pytest_hydra.transcript.tool_names import tool_names

Tools = Mapping[str, Mapping[str, str]]
"""What tools of unusual names do: for each role, a parameter by the tool's name."""

_EXITS = ("exit_code", "exitCode", "exit", "returncode", "return_code")
# A line that an agent adds before or after the output, and how many lines it may add there.
_EXIT_LINE = lazy_regex(
    r"[<\[]?(?:(?:the )?(?:command|process) )?(?:exited|completed|finished|failed) with "
    r"(?:exit )?(?:code|status):? (-?\d+)\.?[>\]]?|exit (?:code|status):? (-?\d+)"
    r"|<returncode>(-?\d+)</returncode>",
    re.IGNORECASE,
)
_RUNNING_LINE = lazy_regex(
    r"<?(?:the )?(?:process|command)\b.{0,80}\b(?:running|moved to background)\b", re.IGNORECASE
)
_REFUSED = lazy_regex(r"(?:exec command )?rejected by user|failed in sandbox", re.IGNORECASE)
_MOST_LINES, _LONGEST = 6, 2000


def values_of(
    function: str, params: Mapping[str, Any], role: str, tools: Tools | None = None
) -> Iterator[str]:
    """What a call has in the parameters of a role: ``shell``, ``read`` or ``skill``."""
    for entry, param in _parameters(function, tools):
        if entry == role and param in params:
            yield from as_line(params[param])


def roles_of(function: str, tools: Tools | None = None) -> dict[str, list[str]]:
    """The parameters of a tool by their roles: what it is called with, as far as that is known."""
    roles: dict[str, list[str]] = {}
    for role, param in _parameters(function, tools):
        roles.setdefault(role, []).append(param)
    return roles


def _parameters(function: str, tools: Tools | None) -> Iterator[tuple[str, str]]:
    found = tool_names(function)
    own = [(role, *tool) for role, each in (tools or {}).items() for tool in each.items()]
    for role, name, param in (*agent_tools(), *own):
        if name in found:
            yield role, param


def as_line(value: Any) -> Iterator[str]:
    """The line in the parameter of a shell, which may be a list of words, also as JSON."""
    words = unwrapped_json(value)
    value = shlex.join(map(str, words)) if isinstance(words, list) else value
    if isinstance(value, str):
        yield value


def says_failed(result: Any) -> bool:
    """Whether the result of a shell says that the command failed, or that it was refused."""
    if isinstance(result, Mapping):
        parts = [part for part in (result, result.get("metadata")) if isinstance(part, Mapping)]
        codes = [part[key] for part in parts for key in _EXITS if key in part]
        return any(type(code) is int and code != 0 for code in codes)
    exits = [match for line in _added_lines(result) if (match := _EXIT_LINE.fullmatch(line))]
    is_refused = isinstance(result, str) and _REFUSED.match(result) is not None
    return is_refused or (bool(exits) and int(exits[0][exits[0].lastindex or 0]) != 0)


def call_error(call: Mapping[str, Any]) -> str | None:
    """The error of a call, or the result of a shell that says that the command failed."""
    error, result = call.get("error"), call.get("result")
    # An empty error is none: some APIs always set it.
    if says_nothing(error):
        if result is None:
            return None
        function, params = call.get("function"), call.get("params")
        if not (isinstance(function, str) and isinstance(params, Mapping)):
            return None
        if not (says_failed(result) and any(values_of(function, params, "shell"))):
            return None
        error = result
    return error if isinstance(error, str) else json.dumps(error)


def says_running(result: Any) -> bool:
    """Whether the result of a shell says that the command has not ended."""
    return any(map(_RUNNING_LINE.match, _added_lines(result)))


def _added_lines(result: Any) -> list[str]:
    """The lines of a result that an agent may have added to the output."""
    if not isinstance(result, str):
        return []
    head = result[:_LONGEST].splitlines()[:_MOST_LINES]
    end = next((at for at, line in enumerate(head) if line.startswith("Output:")), len(head))
    tail = result[-_LONGEST:].splitlines()[-_MOST_LINES:]
    return [line.strip() for line in (*head[:end], *tail)]
