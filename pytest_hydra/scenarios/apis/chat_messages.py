"""Lists of messages with roles, as in OpenAI's API, and those of LangChain and LangGraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pytest_hydra.core.lookup import as_list, elements, fields_of, first, get, id_of, text
from pytest_hydra.core.plain import unwrapped_json
from pytest_hydra.core.text import one_line
from pytest_hydra.scenarios.apis import anthropic, openai_responses
from pytest_hydra.scenarios.apis.blocks import Block, blocks
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    Role,
    cut_off,
    lost_text,
    message_of,
    said,
    spent,
    who,
)
from pytest_hydra.transcript.reply_of import since_user
from pytest_hydra.transcript.turn import ReplyError

_SPEAKERS = {
    **dict.fromkeys(("human", "HumanMessage", "HumanMessageChunk", "user"), "user"),
    **dict.fromkeys(("ai", "AIMessage", "AIMessageChunk", "assistant"), "assistant"),
    **dict.fromkeys(("tool", "ToolMessage", "function"), "tool"),
    **dict.fromkeys(("system", "SystemMessage", "developer"), "other"),
}
_ENDS = ("finish_reason", "stop_reason", "finishReason", "stopReason")
# Why a message ended that is not whole: of OpenAI, and of servers in the same form.
CUT_OFF = (
    *("length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"),
    *("content_filter", "safety", "recitation", "malformed_function_call", "pause_turn"),
    *("incomplete", "error", "abort", "cancelled", "timeout", "insufficient_system_resource"),
)
# Lists of a message that are its calls, or are none; those of other lists are not known.
_READ = (
    *{"tool_calls", "function_call", "content", "additional_kwargs", "tool_call_chunks"},
    *{"annotations", "reasoning_details", "thinking_blocks", "images", "parts"},
)
_OTHERS = ("invalid_tool_calls", "executed_tools")  # as attributes of objects
_SILENT = (
    *("image_url", "input_audio", "audio", "video", "file", "reasoning", "reference"),
    *("source", "tool_call_chunk", "reasoningContent", "cachePoint", "video_url"),
)


_SAID = said("text")


def _text(block: Any) -> object:
    own = get(block, "text")
    return text(own, "value") if isinstance(own, Mapping) else _SAID(block)


def _langchain_call(block: Any) -> Called:
    return Called(get(block, "name"), first(block, ("args", "arguments")), id_of(block))


def _langchain_server_call(block: Any) -> Called:
    called = _langchain_call(block)
    called.awaited = False
    return called


def _langchain_result(block: Any) -> Returned:
    failed = get(block, "status") == "error"
    return Returned(get(block, "output"), failed, id_of(block, "tool_call_id"))


def _bedrock_call(block: Any) -> Called:
    return Called(get(block, "name"), get(block, "input"), id_of(block, "toolUseId"))


def _bedrock_result(block: Any) -> Returned:
    content = get(block, "content")
    parts = elements(content)
    if len(parts) == 1 and isinstance(parts[0], Mapping) and parts[0].get("json") is not None:
        content = parts[0]["json"]
    return Returned(content, get(block, "status") == "error", id_of(block, "toolUseId"))


# The blocks of all APIs, which libraries and servers pass on.
KINDS: Kinds = {
    **openai_responses.KINDS,
    **anthropic.KINDS,
    **dict.fromkeys(("text", "output_text", "input_text"), _text),
    "refusal": lambda block: End("refused", text(block, "refusal")),
    "tool_call": _langchain_call,
    "server_tool_call": _langchain_server_call,
    "server_tool_result": _langchain_result,
    "toolUse": _bedrock_call,
    "toolResult": _bedrock_result,
    **dict.fromkeys(_SILENT),
}


_FIELDS = (
    *("content", "additional_kwargs", "tool_calls", "function_call", "audio", "usage", "name"),
    "response_metadata",
)


def speaker(entry: object) -> str | None:
    """Who speaks in a message; None if it is none."""
    if isinstance(entry, Mapping):
        has_body = not {"content", "data", "tool_calls"}.isdisjoint(entry)
    else:
        has_body = hasattr(entry, "content")
    names = [get(entry, key) for key in ("type", "role")] if has_body else []
    return next((_SPEAKERS[n] for n in names if isinstance(n, str) and n in _SPEAKERS), None)


def knows(answer: object) -> bool:
    """Whether an answer is a message with a role, or a list of them."""
    if isinstance(answer, list | tuple):
        return len(answer) > 0 and None not in map(speaker, answer)
    return speaker(answer) is not None


def read(answer: Any, user: str = "") -> list[Message]:
    """The messages since the user's. Raises ReplyError for what is none."""
    messages: Sequence[Any] = answer if isinstance(answer, list | tuple) else [answer]
    found = since_user([*map(chat_message, messages)], user)
    ids = [get(get(entry, "data") or entry, "id") for entry in messages]
    for one, other in pairwise(ids):
        if one is not None and one == other:
            shown = one_line(repr(one), 160)
            raise ReplyError(f"the message {shown} came in parts; join them into one")
    return list(found)


def chat_message(entry: object) -> Message:
    """A message in the one form. Raises ReplyError for what is none."""
    who, own = speaker(entry), entry if get(entry, "data") is None else get(entry, "data")
    if who is None:
        raise ReplyError(
            f"messages contains an item that is not a message: {one_line(repr(entry), 160)}; "
            "a message has a role or a type (human, ai, tool, system) and content"
        )
    content = get(own, "content")
    if who == "tool":
        failed, name = get(own, "status") == "error", text(own, "name") or None
        call_id = id_of(own, "tool_call_id")
        return Message("other", results=[Returned(content, failed, call_id, name)])
    if who != "assistant":
        role: Role = "user" if who == "user" else "other"
        return message_of(role, _blocks(content), KINDS)
    return spoken(own)


def spoken(own: Any) -> Message:
    """A message of the bot, with the calls beside its content."""
    content, extra, calls, legacy, audio, usage, name, about = fields_of(own, _FIELDS)
    if isinstance(content, str):
        found = Message("assistant", content, end=_end(own))
    else:
        found = message_of("assistant", _blocks(content), KINDS, _end(own))
    if usage is not None or (usage := get(own, "usage_metadata")) is not None:
        found.spent = spent(usage)
    if about is not None:
        model = first(about, ("model_name", "model"))
        found.by = who(model=model, fingerprint=get(about, "system_fingerprint"))
    found.text = found.text or text(audio, "transcript")
    # Libraries report a call twice: in their own list, and where the model's API has it.
    beside, others = [*_calls_beside(calls, legacy)], found.calls
    if extra is not None:
        beside += _calls_beside(get(extra, "tool_calls"), get(extra, "function_call"))
        outputs = message_of("assistant", _blocks(get(extra, "tool_outputs")), KINDS)
        found.results += outputs.results
        others = [*others, *outputs.calls]
    beside = _once(beside)
    found.calls = [*beside, *_others(others, beside)]
    for refusal in (text(own, "refusal"), text(extra, "refusal")):
        if refusal:
            found.text = "\n".join(filter(None, (found.text, refusal)))
            found.end = found.end or End("refused")
    if not (found.text or content):
        found.end = found.end or lost_text(own)
    lists = own.keys() - _READ if isinstance(own, Mapping) else _OTHERS
    found.unknown += sorted(key for key in lists if elements(get(own, key)))
    if isinstance(calls, str):
        found.unknown.append("tool_calls")
    found.agent = name if isinstance(name, str) and name else None
    return found


def _blocks(content: object) -> list[Block]:
    """The blocks of a content, of which LangChain wraps those that it does not know."""
    return [
        blocks([get(block, "value")])[0] if kind == "non_standard" else (kind, block)
        for kind, block in blocks(content if isinstance(content, str) else as_list(content))
    ]


def _calls_beside(calls: object, legacy: object) -> Iterator[Called]:
    """The calls of a list beside a content, and the one of the form before that."""
    for call in as_list(calls):
        (custom, function), call_id = fields_of(call, ("custom", "function")), id_of(call)
        if custom is not None:
            yield Called(get(custom, "name"), {"input": get(custom, "input")}, call_id)
        else:
            function = call if function is None else function
            name, args, arguments = fields_of(function, ("name", "args", "arguments"))
            yield Called(name, arguments if args is None else args, call_id)
    if legacy is not None:
        yield Called(get(legacy, "name"), get(legacy, "arguments"))


def _once(calls: Sequence[Called]) -> list[Called]:
    """The calls without one that is there in two forms: by its id, or else by what it says."""
    found: list[Called] = []
    for call in calls:
        ids = [other.id for other in found]
        if call.id not in ids if call.id is not None else not _is_among(call, found):
            found.append(call)
    return found


def _others(calls: Sequence[Called], known: Sequence[Called]) -> list[Called]:
    ids = {call.id for call in known} - {None}
    return [call for call in calls if call.id not in ids and not _is_among(call, known)]


def _is_among(call: Called, others: Sequence[Called]) -> bool:
    """Whether there is such a call among others, also if its arguments are a text in one."""
    arguments = unwrapped_json(call.arguments)
    return any(
        call.function == other.function and arguments == unwrapped_json(other.arguments)
        for other in others
    )


def _end(own: object) -> End | None:
    *ends, metadata = fields_of(own, (*_ENDS, "response_metadata"))
    if metadata is not None:
        ends += fields_of(metadata, _ENDS)
    for key, reason in zip(_ENDS * 2, ends, strict=False):
        if isinstance(reason, str) and reason.lower() in CUT_OFF:
            return cut_off(key, reason)
        if reason == "refusal":
            return End("refused")
    return None
