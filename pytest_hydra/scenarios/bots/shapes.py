"""Read the answers of common APIs and libraries by their shape, without importing any of them.

Each reader returns the fields of a reply (text, calls, agent, rejected). It accepts JSON as well as
the libraries' own objects, as fields are looked up as keys or as attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_hydra.core.usage import tokens_of
from pytest_hydra.scenarios.bots.answer_calls import (
    CALL_KINDS,
    WORDS,
    Fields,
    Result,
    ShapeError,
    add_results,
    as_list,
    calls_in,
    calls_of,
    elements,
    excerpt,
    first,
    get,
    kind_of,
    like_call,
    like_result,
    results_in,
    results_of,
    text_or_json,
)

# The speaker, by the type or the role of a message.
_SPEAKERS = {name: speaker for speaker in ("human", "ai", "other") for name in WORDS[speaker]}
# pydantic-ai's name for the tool that returns the final output.
_OUTPUT_TOOL = "final_result"

# The keys of a block's text, by its kind.
_TEXT_KEYS: Mapping[Any, Sequence[str]] = {
    **dict.fromkeys(("output_text", "input_text", None), ("text",)),
    "text": ("text", "content"),
    "refusal": ("refusal",),
}
# Kinds of blocks that have no text of the reply.
_SILENT = re.compile(
    "prompt|think|thought|reason|compact|image|audio|video|file|document|source|search"
)


def read(answer: object, user: str = "") -> Fields | None:
    """The fields of a reply, or None if the answer has none of the known shapes.

    ``user`` is the user's message: if a list contains it, the reply is what follows it. A reply
    that is not whole has the reason under ``broken``. Raises ShapeError if an API answered with an
    error.
    """
    if isinstance(answer, type):
        return None
    if isinstance(answer, list | tuple):
        return _read_list(answer, user)
    error = get(answer, "error")
    if error and not callable(error):
        raise ShapeError(f"the API answered with an error: {excerpt(error)}")
    if isinstance(get(answer, "choices"), list):
        return _chat_completion(answer)
    if isinstance(get(answer, "output"), list) and get(answer, "object") == "response":
        return _response(answer, user)
    if isinstance(get(answer, "messages"), list):
        fields = _messages(get(answer, "messages"), user)
        # These may be the same calls, unless the messages have no call of that function.
        functions = {call["function"] for call in fields["calls"]}
        names = [first(call, ("function", "name")) for call in elements(get(answer, "calls"))]
        if any(name not in functions for name in names):
            fields["unknown_calls"].append("calls beside messages")
        text = get(answer, "text")
        return _with_output(text, fields) if isinstance(text, str) and text.strip() else fields
    history = getattr(answer, "new_messages", getattr(answer, "all_messages", None))
    if callable(history) and hasattr(answer, "output"):  # a run of pydantic-ai
        return _with_output(get(answer, "output"), _pydantic_ai_messages(history(), user))
    if isinstance(get(answer, "new_items"), list) and hasattr(answer, "final_output"):
        items = [get(item, "raw_item") for item in get(answer, "new_items")]
        return _with_output(get(answer, "final_output"), _response({"output": items}, user))
    if get(answer, "kind") == "response" and isinstance(get(answer, "parts"), list):
        return _pydantic_ai_messages([answer])
    if get(answer, "type") == "message" and isinstance(get(answer, "content"), list):
        return _single(answer)
    return _messages([answer]) if _speaker(answer) else None


def _read_list(items: list[Any] | tuple[Any, ...], user: str) -> Fields | None:
    if not items:
        return None
    if all(get(item, "kind") in ("request", "response") for item in items):
        return _pydantic_ai_messages(items, user)
    if all(_speaker(item) for item in items):
        return _messages(items, user)
    events = [item for item in items if elements(get(get(item, "content"), "parts"))]
    if events and all(item in events or get(item, "author") for item in items):
        return _events(items, user)
    kinds = [get(item, "type") for item in items]
    if not all(isinstance(kind, str) for kind in kinds):
        return None
    if "text" in kinds:
        return _single({"content": items})
    is_response = not {*CALL_KINDS, "message", "reasoning"}.isdisjoint(kinds)
    return _response({"output": items}, user) if is_response else None


# OpenAI


def _chat_completion(answer: object) -> Fields:
    choices = get(answer, "choices")
    message = get(choices[0], "message") if choices else None
    if message is None:
        raise ShapeError("the chat completion has no choices[0].message")
    if len(choices) > 1:
        raise ShapeError(f"the chat completion has {len(choices)} choices; a bot gives one reply")
    fields = _one_message(message)
    broken = _cut_off(choices[0]) or fields["broken"]
    return {**fields, "tokens": _tokens(answer), "broken": broken}


def _cut_off(*ends: object) -> str | None:
    """Why a reply is incomplete, if a finish reason says so."""
    for end in ends:
        for key in WORDS["ends"]:
            reason = get(end, key)
            if isinstance(reason, str) and reason.lower() in WORDS["cut off"]:
                return (
                    f"the reply is incomplete: its {key} is {reason!r}; if that is a token "
                    "limit, raise it"
                )
    return None


def _response(answer: object, user: str) -> Fields:
    output = _after_user(get(answer, "output"), user)
    contents = [
        get(item, "content")
        for item in output
        if get(item, "type") == "message" and get(item, "role") != "user"
    ]
    parts = [_text_of(content) for content in contents]
    text = "\n".join(text for text, _ in parts if text)
    calls, unknown = calls_in(output)
    add_results(calls, results_in(output))
    refused = any(refused for _, refused in parts)
    broken = next(filter(None, [_cut_off(answer), *map(_lost_text, contents)]), None)
    return _fields([text], calls, unknown, refused=refused, tokens=_tokens(answer), broken=broken)


# A single message: of OpenAI's chat API, Anthropic's messages API, or LangChain


def _one_message(message: object) -> Fields:
    content = get(message, "content")
    broken = _cut_off(message, get(message, "response_metadata")) or _lost_text(content)
    text, refused = _text_of(content)
    text = text or get(get(message, "audio"), "transcript") or ""
    refusal = get(message, "refusal")
    if isinstance(refusal, str) and refusal:
        text, refused = "\n".join(filter(None, (text, refusal))), True
    refused = refused or get(message, "stop_reason") == "refusal"
    if not (text or content) and isinstance(message, Mapping):
        broken = broken or _lost_text([{**message, "type": "message"}])
    calls, unknown = calls_of(message)
    tokens = _tokens(message)
    return _fields([text], calls, unknown, refused=refused, tokens=tokens, broken=broken)


def _single(message: object) -> Fields:
    """A message that is the whole answer, with the results of the tools that its server ran."""
    fields = _one_message(message)
    add_results(fields["calls"], results_of(message))
    return fields


def _text_of(content: object) -> tuple[str, bool]:
    """The text of a message, and whether a part of it is a refusal.

    Adjacent parts are one text; other parts between two texts become a line break.
    """
    text, refused, needs_break = "", False, False
    for block in [content] if isinstance(content, str) else as_list(content):
        kind = get(block, "type") or get(block, "part_kind")
        value = block
        if not isinstance(block, str) and get(block, "thought") is not True:
            value = first(block, _TEXT_KEYS.get(kind, ()) if isinstance(kind, str | None) else ())
            value = get(value, "value") if isinstance(value, Mapping) else value
        if isinstance(value, str):
            text += "\n" * (needs_break and bool(text)) + value
            refused = refused or kind == "refusal"
        needs_break = not isinstance(value, str)
    return text, refused


def _lost_text(content: object) -> str | None:
    """Why the text of a message is not known: it has a part of an unknown kind with some."""
    for part in as_list(content):
        name, block = kind_of(part)
        if not name and isinstance(part, Mapping) and len(part) == 1:
            ((name, block),) = part.items()  # wrapped in its kind
        is_known = name in CALL_KINDS or like_call(name) or like_result(name)
        is_read = isinstance(part, str) or _text_of([part])[0] or get(part, "thought") is True
        if is_read or is_known or _SILENT.search(name.lower()):
            continue
        if any(first(block, (key,)) for key in WORDS["texts"]):
            return f"the text of the reply is not understood: {excerpt(part)}"
    return None


# Lists of messages: of LangChain and LangGraph, or with roles as in OpenAI's API


def _speaker(message: object) -> str | None:
    if isinstance(message, Mapping):
        has_body = any(key in message for key in ("content", "data", "tool_calls"))
    else:
        has_body = hasattr(message, "content")
    names = [get(message, key) for key in ("type", "role")] if has_body else []
    speakers = (_SPEAKERS.get(name) for name in names if isinstance(name, str))
    return next(filter(None, speakers), None)


def user_text(item: object) -> str | None:
    """The user's text in one item of a list; None if it is not the user's."""
    content = get(get(item, "data") or item, "content")
    prompts = [
        part for part in elements(get(item, "parts")) if get(part, "part_kind") == "user-prompt"
    ]
    if prompts:
        return "".join([_text_of(get(part, "content"))[0] for part in prompts])
    if _is_users(item):  # Google's APIs return results with the user's role
        return _text_of(get(content, "parts"))[0] or None
    is_users = get(item, "role") == "user" or _speaker(item) == "human"
    # Anthropic's messages do so, too.
    return _text_of(content)[0] if is_users and not results_of(item) else None


def _after_user(items: Sequence[Any], user: str) -> Sequence[Any]:
    """The items after the user's message; a framework may insert others with the user's role."""
    user, texts = user.strip(), [(i, user_text(item)) for i, item in enumerate(items)]
    matches = [(text.strip() == user, user in text, i) for i, text in texts if text is not None]
    return items[max(matches)[-1] + 1 :] if matches else items


def _messages(messages: Sequence[Any], user: str = "") -> Fields:
    """The bot's reply since the user's message: all calls, the last text, and earlier texts."""
    replies: list[object] = []
    results: list[Result] = []
    for message in messages:
        if _speaker(message) is None:
            raise ShapeError(
                f"messages contains an item that is not a message: {excerpt(message)}; "
                "a message has a role or a type (human, ai, tool, system) and content"
            )
    for message in _after_user(messages, user):
        results += results_of(message)
        if _speaker(message) == "ai":
            # LangChain's own JSON has the message under "data".
            data = get(message, "data")
            data = message if data is None else data
            own_id = get(data, "id")
            if replies and own_id is not None and own_id == get(replies[-1], "id"):
                raise ShapeError(f"the message {excerpt(own_id)} came in parts; join them into one")
            replies.append(data)
    if not replies:
        raise ShapeError("the messages end without a message of the bot after the user's last one")
    agent = tokens = broken = None
    refused = False
    texts: list[str] = []
    calls: list[Fields] = []
    unknown: list[str] = []
    for message in replies:
        fields = _one_message(message)
        name = get(message, "name")
        name = name if isinstance(name, str) and name else None
        calls += [{**call, "agent": name} for call in fields["calls"]]
        unknown += fields.get("unknown_calls", ())
        texts.append(fields["text"])
        agent = name or agent
        refused = bool(fields.get("rejected"))
        broken = broken or fields["broken"]
        if fields["tokens"] is not None:
            tokens = (tokens or 0) + fields["tokens"]
    add_results(calls, results)
    extra = {"agent": agent, "tokens": tokens, "broken": broken}
    return _fields(texts, calls, unknown, refused=refused, **extra)


def _is_users(event: object) -> bool:
    return "user" in (get(event, "author"), get(get(event, "content"), "role"))


def _events(events: Sequence[Any], user: str) -> Fields:
    """The reply of Google's agents since the user's message, event by event."""
    agent = broken = None
    texts: list[str] = []
    parts: list[object] = []
    for event in _after_user(events, user):
        content = get(event, "content")
        broken = broken or _cut_off(event)
        if not _is_users(event):
            broken = broken or _lost_text(get(content, "parts"))
            texts.append(_text_of(get(content, "parts"))[0])
            agent = get(event, "author") or agent
        parts += [
            {key: value}
            for part in elements(get(content, "parts"))
            for key in WORDS["parts"]
            if (value := get(part, key)) is not None
        ]
    calls, unknown = calls_in(parts)
    add_results(calls, results_in(parts))
    return _fields(texts, calls, unknown, agent=agent, broken=broken)


# pydantic-ai


def _pydantic_ai_messages(messages: Sequence[Any], user: str = "") -> Fields:
    texts: list[str] = []
    calls: list[Fields] = []
    unknown: list[str] = []
    broken = None
    for message in _after_user(messages, user):
        parts = elements(get(message, "parts"))
        broken = broken or _cut_off(message)
        if get(message, "kind") == "request":
            add_results(calls, results_in(parts))
            continue
        texts.append(_text_of(parts)[0])
        broken = broken or _lost_text(parts)
        part_calls, kinds = calls_in(parts)
        calls += [call for call in part_calls if not call["function"].startswith(_OUTPUT_TOOL)]
        unknown += kinds
        add_results(calls, results_in(parts))
    return _fields(texts, calls, unknown, broken=broken)


# Shared helpers


def _with_output(output: object, fields: Fields) -> Fields:
    """The fields of a run whose final output is separate from its messages."""
    text, texts = text_or_json(output), [*fields["earlier_texts"], fields["text"]]
    earlier = [rest for entry in texts if (rest := entry.removesuffix(text).strip())]
    return {**fields, "text": text, "earlier_texts": earlier}


def _tokens(answer: object) -> int | None:
    """The number of tokens of an answer, if known, including cached ones."""
    usage = first(answer, ("usage", "usage_metadata"))
    total, tokens = get(usage, "total_tokens"), tokens_of(usage)
    if type(total) is int and 0 <= total < 2**50:
        return total
    return tokens["input_tokens"] + tokens["output_tokens"] if tokens else None


def _fields(
    texts: Iterable[str],
    calls: list[Fields],
    unknown: Sequence[str] = (),
    *,
    refused: bool = False,
    broken: str | None = None,
    **extra: Any,
) -> Fields:
    unread = [call.pop("unread") for call in calls if "unread" in call]
    broken = next(iter(unread), broken)
    *earlier, text = [text for text in texts if text] or [""]
    fields: Fields = {"text": text, "earlier_texts": earlier, "calls": calls, **extra}
    rejected = refused or None
    return {**fields, "unknown_calls": list(unknown), "rejected": rejected, "broken": broken}
