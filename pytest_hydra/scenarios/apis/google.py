"""Contents of Gemini's API, and events of Google's Agent Development Kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import elements, first, get, id_of, text
from pytest_hydra.core.plain import says_nothing
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    cut_off,
    message_of,
    spent,
)
from pytest_hydra.transcript.reply_of import since_user

_ENDS = ("finishReason", "finish_reason")
_ERRORS = ("errorMessage", "error_message", "errorCode", "error_code")
# Ends of a whole reply.
_WHOLE = ("STOP", "FINISH_REASON_UNSPECIFIED")
# What stands beside the content of a part, and says something of it.
_BESIDE = ("thought", "thoughtSignature", "thought_signature", "videoMetadata", "video_metadata")
_FAILED = ("failed", "outcome_failed", "outcome_deadline_exceeded")


def _text(part: Any) -> object:
    return None if get(part, "thought") is True else get(part, "text")


def _call(part: Any) -> Called:
    return Called(get(part, "name"), get(part, "args"), id_of(part))


def _code(part: Any) -> Called:
    return Called("code_execution", {"code": get(part, "code")}, awaited=False)


def _result(part: Any) -> Returned:
    content, failed = response_of(get(part, "response"))
    return Returned(content, failed, id_of(part), text(part, "name") or None)


def response_of(value: Any) -> tuple[Any, bool]:
    """What a tool responded, and whether it failed: ``{"error": …}`` and nothing else."""
    if isinstance(value, Mapping) and value.keys() == {"error"}:
        return value["error"], not says_nothing(value["error"])
    return value, False


def _code_result(part: Any) -> Returned:
    failed = str(get(part, "outcome")).lower() in _FAILED
    return Returned(get(part, "output"), failed, function="code_execution")


KINDS: Kinds = {
    "text": _text,
    **dict.fromkeys(("functionCall", "function_call"), _call),
    **dict.fromkeys(("functionResponse", "function_response"), _result),
    **dict.fromkeys(("executableCode", "executable_code"), _code),
    **dict.fromkeys(("codeExecutionResult", "code_execution_result"), _code_result),
    **dict.fromkeys(("inlineData", "inline_data", "fileData", "file_data")),
}


def parts(content: object) -> list[tuple[str, Any]]:
    """The parts of a content; each is wrapped in a key with its kind."""
    return [
        (key, part if key == "text" else value)
        for part in elements(get(content, "parts"))
        for key, value in _fields(part).items()
        if key not in _BESIDE and value is not None
    ]


def _fields(part: object) -> Mapping[str, Any]:
    if isinstance(part, Mapping):
        return part
    return getattr(part, "__dict__", {"": part})


def content_message(event: Any) -> Message:
    """The message in an event, a content or a response."""
    if get(event, "partial") is True:
        return Message("other")  # the complete event follows
    content = event if get(event, "parts") is not None else get(event, "content")
    error, reason = first(event, _ERRORS), first(event, _ENDS)
    end = None
    if error is not None:
        end = End("failed", f"the model answered with an error: {error}")
    elif reason is not None and str(reason).rpartition(".")[2].upper() not in _WHOLE:
        end = cut_off("finish_reason", reason)
    is_users = "user" in (get(content, "role"), get(event, "author"))
    usage = first(event, ("usageMetadata", "usage_metadata"))
    took = spent(usage, model=first(event, ("modelVersion", "model_version")))
    found = message_of("user" if is_users else "assistant", parts(content), KINDS, end, took)
    found.agent = None if is_users else text(event, "author") or None
    return found


def knows(answer: object) -> bool:
    """Whether an answer is a list of events of an agent."""
    events = elements(answer)
    has_parts = [bool(elements(get(get(event, "content"), "parts"))) for event in events]
    return any(has_parts) and all(
        has or get(event, "author") for event, has in zip(events, has_parts, strict=True)
    )


def read(answer: Sequence[Any], user: str = "") -> list[Message]:
    """The messages since the user's."""
    messages = [content_message(event) for event in answer]
    for entry in messages:
        if entry.end is not None and entry.end.kind == "failed":
            entry.end = End("cut off", f"the reply is incomplete: {entry.end.reason}")
    return list(since_user(messages, user))
