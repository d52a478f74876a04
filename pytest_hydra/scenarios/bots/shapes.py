"""The answers of common APIs and libraries, read by their shape: none of them is imported.

Each reader gives the fields of a reply (text, calls, agent, rejected). They accept JSON as well as
the libraries' own objects, because a field is looked up as a key or as an attribute.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import one_line

Fields = dict[str, Any]

# Who speaks, by the type or the role of a message.
_SPEAKERS = {
    **dict.fromkeys(("human", "HumanMessage", "HumanMessageChunk", "user"), "human"),
    **dict.fromkeys(("ai", "AIMessage", "AIMessageChunk", "assistant"), "ai"),
    **dict.fromkeys(("tool", "ToolMessage", "system", "SystemMessage"), "other"),
    **dict.fromkeys(("function", "developer"), "other"),
}
# The names that pydantic-ai gives to the tool by which a model hands over its final output.
_OUTPUT_TOOL = "final_result"


class ShapeError(ValueError):
    """An answer in a known shape that carries no reply, or a broken one."""


def read(answer: object) -> Fields | None:
    """The fields of a reply, or None when the answer has none of the known shapes.

    Raises ShapeError when an API answered with an error, or with arguments that are no JSON.
    """
    if isinstance(answer, type):
        return None
    if isinstance(answer, list | tuple):
        return _read_list(answer)
    if isinstance(get(answer, "choices"), list):
        return _chat_completion(answer)
    if isinstance(get(answer, "output"), list) and get(answer, "object") == "response":
        return _response(answer)
    if get(answer, "type") == "error" and get(answer, "error") is not None:
        raise ShapeError(f"the API answered with an error: {_repr(get(answer, 'error'))}")
    if isinstance(get(answer, "messages"), list):
        return _messages(get(answer, "messages"))
    if _runs_pydantic_ai(answer):
        return _pydantic_ai_result(answer)
    if get(answer, "kind") == "response" and isinstance(get(answer, "parts"), list):
        return _pydantic_ai_messages([answer])
    if get(answer, "type") == "message" and isinstance(get(answer, "content"), list):
        return _one_message(answer)
    return _messages([answer]) if _speaker(answer) else None


def get(value: object, name: str) -> Any:
    """The key of a mapping or the attribute of an object; None when it is not there."""
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name, None)


def _read_list(items: list[Any] | tuple[Any, ...]) -> Fields | None:
    if not items:
        return None
    if all(get(item, "kind") in ("request", "response") for item in items):
        return _pydantic_ai_messages(items)
    if all(_speaker(item) for item in items):
        return _messages(items)
    kinds = ("message", "function_call", "reasoning", "custom_tool_call")
    if all(get(item, "type") in kinds for item in items):
        return _response({"output": items})
    return None


# OpenAI


def _chat_completion(answer: object) -> Fields:
    choices = get(answer, "choices")
    message = get(choices[0], "message") if choices else None
    if message is None:
        raise ShapeError("the chat completion has no choices[0].message")
    return _one_message(message)


def _response(answer: object) -> Fields:
    if get(answer, "error") is not None:
        raise ShapeError(f"the API answered with an error: {_repr(get(answer, 'error'))}")
    texts: list[str] = []
    calls: list[Fields] = []
    refused = False
    for item in get(answer, "output"):
        kind = get(item, "type")
        if kind == "message":
            text, refusal = _text_of(get(item, "content"))
            texts.append(text)
            refused = refused or refusal
        elif kind == "function_call":
            calls.append(_call(get(item, "name"), get(item, "arguments")))
        elif kind == "custom_tool_call":
            calls.append(_call(get(item, "name"), {"input": get(item, "input")}))
    return _fields("".join(texts), calls, refused=refused)


# One message: of OpenAI's chat API, Anthropic's messages API, or LangChain


def _one_message(message: object) -> Fields:
    text, refused = _text_of(get(message, "content"))
    refusal = get(message, "refusal")
    if isinstance(refusal, str) and refusal:
        text, refused = text or refusal, True
    if get(message, "stop_reason") == "refusal":
        refused = True
    return _fields(text, _calls_of(message), refused=refused)


def _calls_of(message: object) -> list[Fields]:
    calls = get(message, "tool_calls")
    if isinstance(calls, list | tuple) and calls:
        return [_tool_call(call) for call in calls]
    legacy = get(message, "function_call")
    if legacy is not None:
        return [_call(get(legacy, "name"), get(legacy, "arguments"))]
    content = get(message, "content")
    blocks = content if isinstance(content, list | tuple) else ()
    return [
        _call(get(block, "name"), get(block, "input"))
        for block in blocks
        if get(block, "type") == "tool_use"
    ]


def _tool_call(call: object) -> Fields:
    function = get(call, "function")
    if function is not None:
        return _call(get(function, "name"), get(function, "arguments"))
    custom = get(call, "custom")
    if custom is not None:
        return _call(get(custom, "name"), {"input": get(custom, "input")})
    return _call(get(call, "name"), get(call, "args"))


def _text_of(content: object) -> tuple[str, bool]:
    """The text of a message, and whether a part of it is a refusal."""
    if isinstance(content, str):
        return content, False
    if not isinstance(content, list | tuple):
        return "", False
    texts: list[str] = []
    refused = False
    for block in content:
        if isinstance(block, str):
            texts.append(block)
        elif get(block, "type") in ("text", "output_text"):
            texts.append(str(get(block, "text") or ""))
        elif get(block, "type") == "refusal":
            texts.append(str(get(block, "refusal") or ""))
            refused = True
    return "".join(texts), refused


# Lists of messages: of LangChain and LangGraph, or with roles as OpenAI has them


def _speaker(message: object) -> str | None:
    if isinstance(message, Mapping):
        has_body = any(key in message for key in ("content", "data", "tool_calls"))
    else:
        has_body = hasattr(message, "content")
    names = [get(message, key) for key in ("type", "role")] if has_body else []
    speakers = (_SPEAKERS.get(name) for name in names if isinstance(name, str))
    return next(filter(None, speakers), None)


def _messages(messages: Iterable[Any]) -> Fields:
    """What the bot said since the user's last message: all calls, and the last text."""
    replies: list[object] = []
    for message in messages:
        speaker = _speaker(message)
        if speaker is None:
            raise ShapeError(
                f"messages holds something that is no message: {_repr(message)}; "
                "a message has a role or a type (human, ai, tool, system) and content"
            )
        if speaker == "human":
            replies.clear()
        elif speaker == "ai":
            # LangChain's own JSON keeps the message under "data".
            data = get(message, "data")
            replies.append(message if data is None else data)
    if not replies:
        raise ShapeError("the messages end without one of the bot's after the user's last")
    text = agent = None
    refused = False
    calls: list[Fields] = []
    for message in replies:
        fields = _one_message(message)
        name = get(message, "name")
        name = name if isinstance(name, str) and name else None
        calls += [{**call, "agent": name} for call in fields["calls"]]
        text = fields["text"] or text
        agent = name or agent
        refused = bool(fields.get("rejected"))
    return _fields(text or "", calls, agent=agent, refused=refused)


# pydantic-ai


def _runs_pydantic_ai(answer: object) -> bool:
    return (
        not isinstance(answer, Mapping)
        and hasattr(answer, "output")
        and (
            callable(getattr(answer, "new_messages", None))
            or callable(getattr(answer, "all_messages", None))
        )
    )


def _pydantic_ai_result(answer: Any) -> Fields:
    history = answer.new_messages() if hasattr(answer, "new_messages") else answer.all_messages()
    fields = _pydantic_ai_messages(history)
    text = answer.output
    if not isinstance(text, str):
        try:
            text = json.dumps(plain(text), ensure_ascii=False)
        except NotPlainError as error:
            raise ShapeError(f"the output of the run cannot be recorded: {error}") from None
    return {**fields, "text": text}


def _pydantic_ai_messages(messages: Iterable[Any]) -> Fields:
    text = ""
    calls: list[Fields] = []
    for message in messages:
        parts = [(get(part, "part_kind"), part) for part in get(message, "parts") or ()]
        if get(message, "kind") == "request":
            if any(kind == "user-prompt" for kind, _ in parts):
                text, calls = "", []
            continue
        texts = [str(get(part, "content") or "") for kind, part in parts if kind == "text"]
        text = "".join(texts) or text
        calls += [
            _call(get(part, "tool_name"), get(part, "args"))
            for kind, part in parts
            if kind == "tool-call" and not str(get(part, "tool_name")).startswith(_OUTPUT_TOOL)
        ]
    return _fields(text, calls)


# What they share


def _call(name: object, arguments: object) -> Fields:
    if not isinstance(name, str) or not name:
        raise ShapeError(f"a call has no name: {_repr({'name': name, 'arguments': arguments})}")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments) if arguments.strip() else None
        except (ValueError, RecursionError):
            raise ShapeError(
                f"the arguments of the call of {one_line(name)} are no JSON: {_repr(arguments)}"
            ) from None
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, Mapping):
        raise ShapeError(
            f"the arguments of the call of {one_line(name)} are no JSON object: {_repr(arguments)}"
        )
    return {"function": name, "params": arguments}


def _fields(
    text: str, calls: list[Fields], *, agent: str | None = None, refused: bool = False
) -> Fields:
    fields: Fields = {"text": text, "calls": calls, "agent": agent}
    return {**fields, "rejected": True} if refused else fields


def _repr(value: object) -> str:
    try:
        return one_line(repr(value), most=160)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        return f"({type(value).__name__} without a repr)"
