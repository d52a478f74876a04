"""What came of a call: its result, or its error, also if it is in MCP's form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pytest_hydra.core.plain import NotPlainError, plain, unwrapped_json
from pytest_hydra.core.text import one_line


def outcome(content: Any, *, failed: bool) -> dict[str, Any]:
    """The ``result`` or the ``error`` of a call, by the content of its result."""
    try:
        content = joined(plain(content))
    except NotPlainError:
        content = one_line(repr(content), 160)
    value = unwrapped_json(content)
    is_error = _mcp_error(value)
    if is_error is not None:
        failed = failed or is_error
        keys = ("structuredContent", "structured_content", "content")
        content = joined(next((value[key] for key in keys if value.get(key) is not None), None))
        value = unwrapped_json(content)
    if not failed:
        return {"result": value}
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return {"error": text if content else "failed"}


def mcp_error(result: object) -> str | None:
    """The error in a result in MCP's form; None for other results."""
    return outcome(result, failed=False)["error"] if _mcp_error(result) else None


def _mcp_error(value: object) -> bool | None:
    """What a result in MCP's form says of a failure; None if it has another form."""
    if not isinstance(value, Mapping):
        return None
    is_error = value.get("isError")
    if is_error is None and isinstance(value.get("content"), list | str):
        is_error = value.get("is_error")
    return is_error if isinstance(is_error, bool) else None


def joined(content: Any) -> Any:
    """The content of a result, with blocks of text as one text."""
    blocks = content if isinstance(content, list) else ()
    texts = [block.get("text") if isinstance(block, Mapping) else None for block in blocks]
    if texts and all(isinstance(text, str) for text in texts):
        return "".join(map(str, texts))
    return content
