"""Anthropic's messages, whose blocks others write, too."""

from __future__ import annotations

from typing import Any

from pytest_hydra.core.lookup import elements, first, get, id_of, text
from pytest_hydra.scenarios.apis.blocks import blocks
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    cut_off,
    message_of,
    said,
    spent,
    with_lost_calls,
)

_SILENT = (
    *("thinking", "redacted_thinking", "image", "document", "container_upload"),
    *("search_result", "compaction", "mid_conv_system"),
)
# Tools that Anthropic's servers run: the content of a result says whether the call failed.
_SERVERS = (
    *("web_search", "web_fetch", "code_execution", "bash_code_execution", "tool_search"),
    *("text_editor_code_execution", "advisor"),
)
_CUT_OFF = ("max_tokens", "model_context_window_exceeded", "pause_turn")


def _call(block: Any, *, awaited: bool = True) -> Called:
    arguments = get(block, "input")
    called = Called(get(block, "name"), arguments, id_of(block), awaited=awaited)
    if arguments is None:
        called.state = "unfinished"  # with what it was called is not known
    return called


def _server_call(block: Any) -> Called:
    return _call(block, awaited=False)


def _result(block: Any) -> Returned:
    failed = get(block, "is_error") is True
    return Returned(get(block, "content"), failed, id_of(block, "tool_use_id"))


def _server_result(block: Any) -> Returned:
    content = get(block, "content")
    failed = any(
        text(report, "type").endswith("_error")
        or get(report, "error_code")
        or get(report, "return_code") not in (None, 0)
        for report in (content, *elements(content))
    )
    return Returned(content, failed or _result(block).failed, id_of(block, "tool_use_id"))


KINDS: Kinds = {
    "text": said("text"),
    **dict.fromkeys(_SILENT),
    "tool_use": _call,
    **dict.fromkeys(("server_tool_use", "mcp_tool_use"), _server_call),
    **dict.fromkeys(("tool_result", "mcp_tool_result"), _result),
    **dict.fromkeys([f"{name}_tool_result" for name in _SERVERS], _server_result),
}


def end_of(reason: object) -> End | None:
    """How a message ended, by its stop reason."""
    if reason in _CUT_OFF:
        return cut_off("stop_reason", reason)
    return End("refused") if reason == "refusal" else None


def knows(answer: object) -> bool:
    """Whether an answer is a message of this API, or a list of blocks."""
    if isinstance(answer, list | tuple):
        return any(get(block, "type") == "text" for block in answer)
    return get(answer, "type") == "message" and isinstance(get(answer, "content"), list)


def read(answer: object, _: str = "") -> list[Message]:
    """The one message, with the results of the tools that its server ran."""
    if isinstance(answer, list | tuple):
        return [message_of("assistant", blocks(answer), KINDS)]
    usage = first(answer, ("usage", "usage_metadata"))
    took = spent(usage, model=get(answer, "model"))
    content = blocks(get(answer, "content"))
    reason = get(answer, "stop_reason")
    return [with_lost_calls(message_of("assistant", content, KINDS, end_of(reason), took), reason)]
