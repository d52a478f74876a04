"""The answers of common APIs and libraries, read by their shape: none of them is imported.

Each reader gives the fields of a reply (text, calls, agent, rejected). They accept JSON as well as
the libraries' own objects, because a field is looked up as a key or as an attribute. Which items of
an answer are calls stands in ``call_kinds.txt``. What is neither there nor plainly something else
is told as an unknown call, so that nobody takes it for no call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import one_line, read_rows

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

_CALL_KINDS = {kind: how for kind, *how in read_rows(__file__, "call_kinds.txt")}
_OTHER_KINDS = ("message", "reasoning")
# How a kind of call is named that is not known here, and how what came of one.
_LIKE_CALL = re.compile("call|tool|func|command|invo[ck]|exec|(^|[_-])action|use$", re.IGNORECASE)
_LIKE_RESULT = re.compile("(output|result|return|respon[sd]|reply|error)[a-z]*$", re.IGNORECASE)
_LIKE_NAME = ("name", "tool_name", "function", "tool")
_LIKE_PARAMS = ("arguments", "args", "input", "params", "parameters")
# Lists of a message that are read, or tell of nothing that was done.
_READ = frozenset({"tool_calls", "function_call", "additional_kwargs", "tool_call_chunks"})


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
    kinds = [get(item, "type") for item in items]
    if not all(isinstance(kind, str) for kind in kinds):
        return None
    if "text" in kinds:
        return _one_message({"content": items})
    is_response = any(kind in _CALL_KINDS or kind in _OTHER_KINDS for kind in kinds)
    return _response({"output": items}) if is_response else None


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
    output = get(answer, "output")
    said = [_text_of(get(item, "content")) for item in output if get(item, "type") == "message"]
    text = "".join(text for text, _ in said)
    return _fields(text, *_calls_in(output), refused=any(refused for _, refused in said))


# One message: of OpenAI's chat API, Anthropic's messages API, or LangChain


def _one_message(message: object) -> Fields:
    text, refused = _text_of(get(message, "content"))
    refusal = get(message, "refusal")
    if isinstance(refusal, str) and refusal:
        text, refused = text or refusal, True
    if get(message, "stop_reason") == "refusal":
        refused = True
    return _fields(text, *_calls_of(message), refused=refused)


def _calls_of(message: object) -> tuple[list[Fields], list[str]]:
    """The calls in a message, and the kinds of what only looks like some."""
    calls: list[Fields] = []
    ids: list[object] = []
    # LangChain keeps there what the model's API has beside the text.
    extra = get(message, "additional_kwargs")
    for source in (message, extra):
        listed, legacy = get(source, "tool_calls"), get(source, "function_call")
        if isinstance(listed, list | tuple) and listed and not calls:
            calls = [_tool_call(call) for call in listed]
            ids = [get(call, "id") for call in listed if get(call, "id") is not None]
        elif legacy is not None and not calls:
            calls = [_call(get(legacy, "name"), get(legacy, "arguments"))]
    items = [*_listed(get(message, "content")), *_listed(get(extra, "tool_outputs"))]
    # Libraries tell of a call twice: in a list of their own, and where the model's API has it.
    more, unknown = _calls_in(
        item for item in items if get(item, "id") not in ids and get(item, "call_id") not in ids
    )
    keys = message if isinstance(message, Mapping) else ("invalid_tool_calls", "executed_tools")
    unknown += [
        key for key in keys if key not in _READ and _like_call(key) and _listed(get(message, key))
    ]
    return calls + [call for call in more if call not in calls], unknown


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _calls_in(items: Iterable[object]) -> tuple[list[Fields], list[str]]:
    """The calls among the items of an answer, and the kinds of those that only look like some."""
    calls: list[Fields] = []
    unknown: list[str] = []
    for wrapped in items:
        kind, item = _kind_of(wrapped)
        name, *keys = " ".join(_CALL_KINDS.get(kind, ())).split() or [""]
        if name:
            params = None
            for key in keys:
                value = get(item, key.strip("{}"))
                if params is None and value is not None:
                    params = {key.strip("{}"): value} if key.startswith("{") else value
            calls.append(_call(name[1:] if name[0] == "=" else get(item, name), params))
        elif kind not in _CALL_KINDS and (
            _like_call(kind) or (_has(item, _LIKE_NAME) and _has(item, _LIKE_PARAMS))
        ):
            unknown.append(kind or "an item without a type")
    return calls, unknown


def _kind_of(item: object) -> tuple[str, object]:
    """What kind of item it is, and the item."""
    kind = get(item, "type") or get(item, "part_kind")
    if kind == "non_standard":  # LangChain's wrapping of what it does not know either
        item = get(item, "value")
        kind = get(item, "type")
    if not isinstance(kind, str) and isinstance(item, Mapping):
        # Some are wrapped in their kind: {"toolUse": {"name": …}}
        kind = next(filter(_like_call, item), "")
        item = item.get(kind, item)
    return kind if isinstance(kind, str) else "", item


def _like_call(name: object) -> bool:
    is_like = isinstance(name, str) and _LIKE_CALL.search(name) and not _LIKE_RESULT.search(name)
    return bool(is_like)


def _has(item: object, names: Iterable[str]) -> bool:
    return any(get(item, name) is not None for name in names)


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
        elif get(block, "type") in ("text", "output_text", None):
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
    unknown: list[str] = []
    for message in replies:
        fields = _one_message(message)
        name = get(message, "name")
        name = name if isinstance(name, str) and name else None
        calls += [{**call, "agent": name} for call in fields["calls"]]
        unknown += fields.get("unknown_calls", ())
        text = fields["text"] or text
        agent = name or agent
        refused = bool(fields.get("rejected"))
    return _fields(text or "", calls, unknown, agent=agent, refused=refused)


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
    unknown: list[str] = []
    for message in messages:
        parts = _listed(get(message, "parts"))
        if get(message, "kind") == "request":
            if any(get(part, "part_kind") == "user-prompt" for part in parts):
                text, calls, unknown = "", [], []
            continue
        texts = [get(part, "content") for part in parts if get(part, "part_kind") == "text"]
        text = "".join(str(said or "") for said in texts) or text
        made, others = _calls_in(parts)
        calls += [call for call in made if not call["function"].startswith(_OUTPUT_TOOL)]
        unknown += others
    return _fields(text, calls, unknown)


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
    if hasattr(arguments, "model_dump"):
        arguments = arguments.model_dump()
    if not isinstance(arguments, Mapping):
        raise ShapeError(
            f"the arguments of the call of {one_line(name)} are no JSON object: {_repr(arguments)}"
        )
    return {"function": name, "params": arguments}


def _fields(
    text: str,
    calls: list[Fields],
    unknown: Sequence[str] = (),
    *,
    agent: str | None = None,
    refused: bool = False,
) -> Fields:
    fields: Fields = {"text": text, "calls": calls, "agent": agent}
    if unknown:
        fields["unknown_calls"] = list(unknown)
    return {**fields, "rejected": True} if refused else fields


def _repr(value: object) -> str:
    try:
        return one_line(repr(value), most=160)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        return f"({type(value).__name__} without a repr)"
