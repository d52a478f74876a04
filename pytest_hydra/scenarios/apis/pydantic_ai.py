"""Runs and messages of pydantic-ai."""

from __future__ import annotations

from typing import Any

from pytest_hydra.core.lookup import elements, get, id_of, text
from pytest_hydra.transcript.message import (
    Called,
    Kinds,
    Message,
    Returned,
    cut_off,
    message_of,
    said,
    spent,
)
from pytest_hydra.transcript.reply_of import since_user, with_output

_OUTPUT_TOOL = "final_result"  # its call returns the final output
_CUT_OFF = ("length", "content_filter", "error")
_FAILED = ("failed", "retried", "denied", "interrupted")
_SILENT = ("thinking", "file", "system-prompt", "user-prompt", "compaction")


def _call(part: Any) -> Called | None:
    name = get(part, "tool_name")
    if isinstance(name, str) and name.startswith(_OUTPUT_TOOL):
        return None
    return Called(name, get(part, "args"), id_of(part, "tool_call_id"))


def _result(part: Any) -> Returned:
    failed = get(part, "part_kind") == "retry-prompt" or get(part, "outcome") in _FAILED
    name = text(part, "tool_name") or None
    return Returned(get(part, "content"), failed, id_of(part, "tool_call_id"), name)


KINDS: Kinds = {
    "text": said("content"),
    **dict.fromkeys(_SILENT),
    **dict.fromkeys(("tool-call", "builtin-tool-call", "native-tool-call"), _call),
    **dict.fromkeys(("tool-return", "builtin-tool-return", "native-tool-return"), _result),
    "retry-prompt": _result,
}


def _is_message(answer: object) -> bool:
    return get(answer, "kind") in ("request", "response")


def _history(answer: object) -> Any:
    """What gives the messages of a run."""
    found = getattr(answer, "new_messages", getattr(answer, "all_messages", None))
    return found if callable(found) and hasattr(answer, "output") else None


def knows(answer: object) -> bool:
    """Whether an answer is a run, a response of a model, or a list of messages."""
    if isinstance(answer, list | tuple):
        return len(answer) > 0 and all(map(_is_message, answer))
    is_response = get(answer, "kind") == "response" and isinstance(get(answer, "parts"), list)
    return is_response or _history(answer) is not None


def read(answer: Any, user: str = "") -> list[Message]:
    """The messages since the user's, with it; the final output of a run is the last text."""
    if (history := _history(answer)) is not None:
        return with_output(read(history(), user), get(answer, "output"))
    entries = answer if isinstance(answer, list | tuple) else [answer]
    return list(since_user([*map(_message, entries)], user))


def _message(entry: Any) -> Message:
    parts = [(text(part, "part_kind"), part) for part in elements(get(entry, "parts"))]
    if get(entry, "kind") == "response":
        reason = get(entry, "finish_reason")
        end = cut_off("finish_reason", reason) if reason in _CUT_OFF else None
        took = spent(None, model=get(entry, "model_name"))
        return message_of("assistant", parts, KINDS, end, took)
    prompts = [get(part, "content") for kind, part in parts if kind == "user-prompt"]
    found = message_of("user" if prompts else "other", parts, KINDS)
    for prompt in prompts:
        said = [prompt] if isinstance(prompt, str) else elements(prompt)
        found.text += "".join(text for text in said if isinstance(text, str))
    return found
