"""Vercel's AI SDK: results of `generateText`, its messages, and UI messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get, id_of, text
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    Transcript,
    cut_off,
    message_of,
    said,
    spent,
)

RESULTS = "some"
IDS = frozenset({"toolCallId"})
_DENIED, _APPROVAL = "execution-denied", "tool-approval-request"
_FAILED = ("error-text", "error-json", _DENIED)
_OWN_KINDS = ("tool-call", "tool-result", "tool-error", "step-start", "dynamic-tool")
_SILENT = (
    *("reasoning", "step-start", "file", "image", "source", "source-url", "source-document"),
    *(_APPROVAL, "tool-approval-response", "data"),
)
_UNFINISHED = ("input-streaming", "input-available", "approval-responded")
_CUT_OFF = ("length", "content-filter", "error", "other")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are, or contain, messages with parts as in the AI SDK."""
    if all(any("finishReason" in step for step in entries(run, "steps")) for run in documents):
        return True
    messages = _messages(documents)
    kinds = {str(get(part, "type")) for entry in messages for part in _parts(entry)}
    is_page = bool(messages) and all(entries(entry, "parts") for entry in messages)
    return not kinds.isdisjoint(_OWN_KINDS) or (is_page and "text" in kinds)


def _messages(documents: Sequence[Any]) -> Sequence[Any]:
    if len(documents) == 1 and "role" not in documents[0]:
        return entries(documents[0], "messages")
    return documents


def _parts(entry: object) -> list[Mapping[str, Any]]:
    return entries(entry, "parts", "content")


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each result, or the single conversation of the messages."""
    for document in documents if entries(documents[0], "steps") else ():
        steps = entries(document, "steps")
        # The last step has the messages of all steps, including errors of tools.
        final = entries(get(steps[-1], "response"), "messages") if steps else []
        items = final or [{"role": "assistant", "content": get(step, "content")} for step in steps]
        key = first(document, ("id", "chatId"))
        yield Transcript(key, [*map(_message, items), *map(_end, steps)])
    if not entries(documents[0], "steps"):
        key = first(documents[0], ("chatId", "id")) if len(documents) == 1 else None
        yield Transcript(key, [_message(entry) for entry in _messages(documents)])


def _end(step: Mapping[str, Any]) -> Message:
    """The usage of a step, and how it ended."""
    reason = get(step, "finishReason")
    end = cut_off("finishReason", reason) if reason in _CUT_OFF else None
    took = spent(get(step, "usage"), model=get(get(step, "response"), "modelId"))
    return Message("assistant", end=end, spent=took)


def _message(entry: Mapping[str, Any]) -> Message:
    parts, role = _parts(entry), get(entry, "role")
    content = get(entry, "content")
    if not parts and isinstance(content, str):
        parts = [{"type": "text", "text": content}]
    found = message_of("assistant", [(_kind(part), part) for part in parts], KINDS)
    if role in ("user", "system", "tool"):
        found.role = "user" if role == "user" else "other"
    asked = {get(part, "toolCallId") for part in parts if get(part, "type") == _APPROVAL}
    for call in found.calls:
        if call.id in asked and call.result is None:
            call.state = "requested"
    return found


def _kind(part: Mapping[str, Any]) -> str:
    """The kind of a part; in UI messages each tool, and what a page is sent, is one of its own."""
    kind = text(part, "type")
    if kind.startswith("data-"):
        return "data"
    is_own = kind.startswith("tool-") and kind not in KINDS
    return "dynamic-tool" if is_own else kind


def _call(part: Any) -> Called:
    return Called(get(part, "toolName"), first(part, ("input", "args")), id_of(part, "toolCallId"))


def _tool(part: Any) -> Called:
    """A call in a UI message, with its state and its result."""
    called, state = _call(part), get(part, "state")
    called.function = called.function or text(part, "type").removeprefix("tool-")
    error = get(part, "errorText")
    if state == "output-denied":
        error = get(get(part, "approval"), "reason") or "denied"
    if error is not None or "output" in part:
        called.result = Returned(get(part, "output") if error is None else error, error is not None)
    elif state == "approval-requested":
        called.state = "requested"
    elif state in _UNFINISHED:
        called.state = "unfinished"
    return called


def _result(part: Any) -> Returned:
    output = first(part, ("output", "result", "error"))
    kind = get(output, "type")
    failed = get(part, "type") == "tool-error" or kind in _FAILED
    failed = failed or True in (get(part, "isError"), get(part, "is_error"))
    content = get(output, "value") if isinstance(kind, str) else output
    content = get(output, "reason") or kind if kind == _DENIED else content
    return Returned(content, failed, id_of(part, "toolCallId"))


KINDS: Kinds = {
    "text": said("text"),
    "refusal": lambda part: End("refused", text(part, "refusal")),
    **dict.fromkeys(_SILENT),
    "tool-call": _call,
    "dynamic-tool": _tool,
    **dict.fromkeys(("tool-result", "tool-error"), _result),
}
