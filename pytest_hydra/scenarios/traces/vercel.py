"""Vercel's AI SDK: results of `generateText`, its messages, and UI messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get, says_failed
from pytest_hydra.scenarios.traces.trace import Transcript, call, entries, message, result

_DENIED, _APPROVAL = "execution-denied", "tool-approval-request"
_FAILED = ("error-text", "error-json", _DENIED)
_KINDS = ("tool-call", "tool-result", "tool-error", "step-start", "dynamic-tool")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are, or contain, messages with parts as in the AI SDK."""
    if all(any("finishReason" in step for step in entries(run, "steps")) for run in documents):
        return True
    messages = _messages(documents)
    kinds = {str(get(part, "type")) for entry in messages for part in _parts(entry)}
    is_page = bool(messages) and all(entries(entry, "parts") for entry in messages)
    return not kinds.isdisjoint(_KINDS) or (is_page and "text" in kinds)


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
        yield first(document, ("id", "chatId")), [*map(_message, items), *map(_end, steps)]
    if not entries(documents[0], "steps"):
        conversation_id = first(documents[0], ("chatId", "id")) if len(documents) == 1 else None
        yield conversation_id, [_message(entry) for entry in _messages(documents)]


def _end(step: Mapping[str, Any]) -> Fields:
    """The usage of a step, and how it ended."""
    model = get(get(step, "response"), "modelId")
    end = get(step, "finishReason")
    return message("assistant", [], stop_reason=end, usage=get(step, "usage"), model=model)


def _message(entry: Mapping[str, Any]) -> Fields:
    role = get(entry, "role")
    role = {"tool": "user", "user": "user", "system": "system"}.get(str(role), "assistant")
    parts = _parts(entry)
    asked = {get(part, "toolCallId") for part in parts if get(part, "type") == _APPROVAL}
    blocks = [block for part in parts for block in _blocks(part, asked)]
    return message(role, blocks or entry.get("content"))


def _blocks(part: Mapping[str, Any], asked: set[object]) -> Iterator[Mapping[str, Any]]:
    """The call and the result of a part; ``asked`` are the ids of calls that wait for approval."""
    kind, call_id, name = str(get(part, "type")), get(part, "toolCallId"), get(part, "toolName")
    if kind in ("tool-result", "tool-error"):
        output = first(part, ("output", "result", "error"))
        output_type = get(output, "type")
        content = get(output, "value") if isinstance(output_type, str) else output
        failed = kind == "tool-error" or output_type in _FAILED or says_failed(part)
        content = get(output, "reason") or output_type if output_type == _DENIED else content
        yield result(call_id, content, failed=failed)
    elif kind.startswith("tool-approval-"):
        return
    elif kind.startswith("tool-") or kind == "dynamic-tool":
        # In UI messages each tool is a type of its own, together with its result.
        name = name or (kind.removeprefix("tool-") if kind != "tool-call" else None)
        state = "approval-requested" if call_id in asked else get(part, "state")
        yield call(name, first(part, ("input", "args")), call_id, state)
        error = get(part, "errorText")
        if state == "output-denied":
            error = get(get(part, "approval"), "reason") or "denied"
        if error is not None or "output" in part:
            output = get(part, "output") if error is None else error
            yield result(call_id, output, failed=error is not None)
    else:
        yield part
