"""The names that one tool may have."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from pytest_hydra.core.lazy_regex import lazy_regex

_MOST_SEPARATORS = 9  # in the name of a tool
# What models, APIs and servers put before the name of a tool, and models behind it: its number
# among the calls, brackets, special tokens. The name of an MCP server may contain the separator.
_BEFORE = lazy_regex(r"(?<=[^\W_])(?:[.:/]+|_{2,3})(?=[^\W_])")
_BEHIND = lazy_regex(r"(?<=\w)(?::\d+|\(\)|<\|.*)\Z", re.DOTALL)


def after_server(function: str) -> list[str]:
    """The names that a tool may have behind that of its server: TOOL of ``SERVER_TOOL``."""
    parts = function.split("_", _MOST_SEPARATORS)
    return ["_".join(parts[start:]) for start in range(1, len(parts))]


@lru_cache(maxsize=1024)
def tool_names(function: str) -> tuple[str, ...]:
    """The function's name, and the names that it may have without a namespace or a server.

    ``functions.TOOL``, ``default_api.TOOL``, ``mcp__SERVER__TOOL``, also within each other.
    """
    name = _BEHIND.sub("", function.strip())
    starts = [match.end() for match in islice(_BEFORE.finditer(name), _MOST_SEPARATORS)]
    names = [function, name, *[name[start:] for start in starts]]
    if name.startswith(("mcp_", "mcp-")) and not starts:
        parts = name.split(name[3], _MOST_SEPARATORS)
        names += [name[3].join(parts[start:]) for start in range(2, len(parts))]
    return tuple(dict.fromkeys(names))
