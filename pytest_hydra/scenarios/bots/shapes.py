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

from pytest_hydra.core.plain import NotPlainError, plain, read_json
from pytest_hydra.core.text import one_line, read_rows, read_words

Fields = dict[str, Any]

_WORDS = read_words(__file__, "shape_words.txt")
# Who speaks, by the type or the role of a message.
_SPEAKERS = {name: who for who in ("human", "ai", "other") for name in _WORDS[who]}
# The names that pydantic-ai gives to the tool by which a model hands over its final output.
_OUTPUT_TOOL = "final_result"
_PROMPT = "user-prompt"

_CALL_KINDS = {kind: how for kind, *how in read_rows(__file__, "call_kinds.txt")}
# Where the text of a block is, by its kind.
_TEXT_KEYS: Mapping[Any, Sequence[str]] = {
    **dict.fromkeys(("output_text", None), ("text",)),
    "text": ("text", "content"),
    "refusal": ("refusal",),
}
# How a kind of call is named that is not known here, and how what came of one.
_LIKE_CALL = re.compile("call|tool|func|command|invo[ck]|exec|(^|[_-])action|use$", re.IGNORECASE)
_LIKE_RESULT = re.compile("(output|result|return|respon[sd]|reply|error)[a-z]*$", re.IGNORECASE)


class ShapeError(ValueError):
    """An answer in a known shape that carries no reply, or a broken one."""


def read(answer: object, user: str = "") -> Fields | None:
    """The fields of a reply, or None when the answer has none of the known shapes.

    ``user`` is what the bot was asked: where a list holds it, the reply is what comes after it.
    Raises ShapeError when an API answered with an error, or with arguments that are no JSON.
    """
    if isinstance(answer, type):
        return None
    if isinstance(answer, list | tuple):
        return _read_list(answer, user)
    error = get(answer, "error")
    if error and not callable(error):
        raise ShapeError(f"the API answered with an error: {_repr(error)}")
    if isinstance(get(answer, "choices"), list):
        return _chat_completion(answer)
    if isinstance(get(answer, "output"), list) and get(answer, "object") == "response":
        return _response(answer, user)
    if isinstance(get(answer, "messages"), list):
        return _messages(get(answer, "messages"), user)
    history = getattr(answer, "new_messages", getattr(answer, "all_messages", None))
    if callable(history) and hasattr(answer, "output"):  # a run of pydantic-ai
        return _ending_in(get(answer, "output"), _pydantic_ai_messages(history(), user))
    if isinstance(get(answer, "new_items"), list) and hasattr(answer, "final_output"):
        items = [get(item, "raw_item") for item in get(answer, "new_items")]
        return _ending_in(get(answer, "final_output"), _response({"output": items}, user))
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


def _read_list(items: list[Any] | tuple[Any, ...], user: str) -> Fields | None:
    if not items:
        return None
    if all(get(item, "kind") in ("request", "response") for item in items):
        return _pydantic_ai_messages(items, user)
    if all(_speaker(item) for item in items):
        return _messages(items, user)
    holding = [item for item in items if _listed(get(get(item, "content"), "parts"))]
    if holding and all(item in holding or get(item, "author") for item in items):
        return _events(items, user)
    kinds = [get(item, "type") for item in items]
    if not all(isinstance(kind, str) for kind in kinds):
        return None
    if "text" in kinds:
        return _one_message({"content": items})
    is_response = not {*_CALL_KINDS, "message", "reasoning"}.isdisjoint(kinds)
    return _response({"output": items}, user) if is_response else None


# OpenAI


def _chat_completion(answer: object) -> Fields:
    choices = get(answer, "choices")
    message = get(choices[0], "message") if choices else None
    if message is None:
        raise ShapeError("the chat completion has no choices[0].message")
    if len(choices) > 1:
        raise ShapeError(f"the chat completion has {len(choices)} choices; a bot gives one reply")
    _check_whole(choices[0])
    return {**_one_message(message), "tokens": _tokens(answer)}


def _check_whole(*ends: object) -> None:
    """Raise ShapeError where one says that the reply is only a part of one."""
    for end in ends:
        for key in _WORDS["ends"]:
            reason = get(end, key)
            if isinstance(reason, str) and reason.lower() in _WORDS["cut off"]:
                raise ShapeError(
                    f"the reply is not whole: its {key} is {reason!r}; where that is a limit of "
                    "tokens, raise it"
                )


def _response(answer: object, user: str) -> Fields:
    _check_whole(answer)
    output = _after_user(get(answer, "output"), user)
    said = [
        _text_of(get(item, "content"))
        for item in output
        if get(item, "type") == "message" and get(item, "role") != "user"
    ]
    text = "\n".join(text for text, _ in said if text)
    calls, unknown = _calls_in(output)
    _add_results(calls, _results_in(output))
    refused = any(refused for _, refused in said)
    return _fields([text], calls, unknown, refused=refused, tokens=_tokens(answer))


# One message: of OpenAI's chat API, Anthropic's messages API, or LangChain


def _one_message(message: object) -> Fields:
    _check_whole(message, get(message, "response_metadata"))
    text, refused = _text_of(get(message, "content"))
    text = text or get(get(message, "audio"), "transcript") or ""
    refusal = get(message, "refusal")
    if isinstance(refusal, str) and refusal:
        text, refused = "\n".join(filter(None, (text, refusal))), True
    refused = refused or get(message, "stop_reason") == "refusal"
    return _fields([text], *_calls_of(message), refused=refused, tokens=_tokens(message))


def _calls_of(message: object) -> tuple[list[Fields], list[str]]:
    """The calls in a message, and the kinds of what only looks like some."""
    calls: list[Fields] = []
    ids: list[object] = []
    # LangChain keeps there what the model's API has beside the text.
    extra = get(message, "additional_kwargs")
    for source in (message, extra):
        listed, legacy = _several(get(source, "tool_calls")), get(source, "function_call")
        calls += _others([_tool_call(call) for call in listed if get(call, "id") not in ids], calls)
        ids += [get(call, "id") for call in listed if get(call, "id") is not None]
        if legacy is not None:
            made = _call(legacy, get(legacy, "name"), get(legacy, "arguments"))
            calls += _others([made], calls)
    items = [*_several(get(message, "content")), *_listed(get(extra, "tool_outputs"))]
    # Libraries tell of a call twice: in a list of their own, and where the model's API has it.
    more, unknown = _calls_in(
        item for item in items if get(item, "id") not in ids and get(item, "call_id") not in ids
    )
    unknown += ["tool_calls"] * isinstance(get(message, "tool_calls"), str)  # it may hold any
    keys = message if isinstance(message, Mapping) else ("invalid_tool_calls", "executed_tools")
    unknown += [
        key
        for key in keys
        if key not in _WORDS["read"] and _like_call(key) and _listed(get(message, key))
    ]
    return calls + _others(more, calls), unknown


def _others(calls: list[Fields], known: list[Fields]) -> list[Fields]:
    """The calls that are not known: a library may tell of one twice, in two forms."""
    told = [(call["function"], call["params"]) for call in known]
    return [call for call in calls if (call["function"], call["params"]) not in told]


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _several(value: object) -> Sequence[Any]:
    """The calls or blocks that a message has: one may stand there without a list."""
    return _listed(value) if isinstance(value, list | tuple | str | None) else [value]


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
            calls.append(_call(item, name[1:] if name[0] == "=" else get(item, name), params))
            if kind == "mcp_call" and _first(item, ("output", "error")) is not None:
                error = get(item, "error")
                calls[-1] |= _outcome(get(item, "output") if error is None else error, bool(error))
        elif kind not in _CALL_KINDS and (
            _like_call(kind)
            or None not in [_first(item, _WORDS[key]) for key in ("names", "parameters")]
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
        kind = next((key for key in item if _like_call(key) or _like_result(key)), "")
        item = item.get(kind, item)
    return kind if isinstance(kind, str) else "", item


def _like_call(name: object) -> bool:
    return bool(isinstance(name, str) and _LIKE_CALL.search(name) and not _LIKE_RESULT.search(name))


def _first(item: object, names: Iterable[str]) -> Any:
    return next((found for name in names if (found := get(item, name)) is not None), None)


def _tool_call(call: object) -> Fields:
    function, custom = get(call, "function"), get(call, "custom")
    if custom is not None:
        return _call(call, get(custom, "name"), {"input": get(custom, "input")})
    arguments = get(call, "args") if function is None else get(function, "arguments")
    return _call(call, get(call if function is None else function, "name"), arguments)


# What came of the calls


def _like_result(name: object) -> bool:
    looks = isinstance(name, str) and _LIKE_CALL.search(name) and _LIKE_RESULT.search(name)
    return name in _WORDS["results"] or bool(looks)


def _results_in(items: Iterable[object]) -> list[object]:
    """The items that tell what came of a call, each as a mapping or an object."""
    kinds = [_kind_of(item) for item in items]
    return [item for kind, item in kinds if _like_result(kind)]


def _results_of(message: object) -> list[object]:
    """What a message tells of what came of calls: it may be a result, or hold some."""
    if _like_result(get(message, "type")) or _like_result(get(message, "role")):
        data = get(message, "data")
        return [message if data is None else data]
    return _results_in(_listed(get(message, "content")))


def _add_results(calls: list[Fields], results: Iterable[object]) -> None:
    """Put each result to its call: that of its id, or without one the first of its name."""
    for result in results:
        own, name = _first(result, _WORDS["call ids"]), _first(result, ("name", "tool_name"))
        for call in calls:
            is_its = call["function"] == name if own is None else call.get("id") == own
            if is_its and not call.keys() & {"result", "error"}:
                call.update(_outcome(*_content_of(result)))
                break


def _content_of(result: object) -> tuple[Any, bool]:
    """What stands in a result, and whether it tells of a failure."""
    content = _first(result, _WORDS["result keys"])
    failed = get(result, "part_kind") == "retry-prompt" or get(result, "is_error") is True
    failed = failed or get(result, "status") == "error" or get(result, "outcome") == "failed"
    response = get(result, "response")  # as Google's have it
    if isinstance(response, Mapping) and response.keys() == {"error"}:
        return response["error"], True
    return content, failed


def _outcome(content: Any, failed: bool) -> Fields:
    """The result or the error that a call has of it."""
    if isinstance(get(content, "isError"), bool):  # as MCP has it
        failed = failed or get(content, "isError")
        content = _first(content, ("structuredContent", "content"))
    blocks = _listed(content)
    if blocks and all(isinstance(get(block, "text"), str) for block in blocks):
        content = "".join(get(block, "text") for block in blocks)
    if failed:
        return {"error": _text_or_json(content)}
    is_json = isinstance(content, str) and content.lstrip()[:1] in ("{", "[")
    try:
        return {"result": plain(json.loads(content) if is_json else content)}
    except (ValueError, RecursionError, NotPlainError):
        return {"result": content if isinstance(content, str) else _repr(content)}


def _text_or_json(value: object) -> str:
    """A text as it is, and anything else as JSON. Raises ShapeError for what is none."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(plain(value), ensure_ascii=False)
    except NotPlainError as error:
        raise ShapeError(f"the output of the run cannot be recorded: {error}") from None


def _text_of(content: object) -> tuple[str, bool]:
    """The text of a message, and whether a part of it is a refusal.

    Neighbours are parts of one text; where something else stands between two, a line ends.
    """
    text, refused, is_apart = "", False, False
    for block in [content] if isinstance(content, str) else _several(content):
        kind = get(block, "type") or get(block, "part_kind")
        said = block
        if not isinstance(block, str) and get(block, "thought") is not True:
            said = _first(block, _TEXT_KEYS.get(kind, ()) if isinstance(kind, str | None) else ())
            said = get(said, "value") if isinstance(said, Mapping) else said
        if isinstance(said, str):
            text += "\n" * (is_apart and bool(text)) + said
            refused = refused or kind == "refusal"
        is_apart = not isinstance(said, str)
    return text, refused


# Lists of messages: of LangChain and LangGraph, or with roles as OpenAI has them


def _speaker(message: object) -> str | None:
    if isinstance(message, Mapping):
        has_body = any(key in message for key in ("content", "data", "tool_calls"))
    else:
        has_body = hasattr(message, "content")
    names = [get(message, key) for key in ("type", "role")] if has_body else []
    speakers = (_SPEAKERS.get(name) for name in names if isinstance(name, str))
    return next(filter(None, speakers), None)


def _asked(item: object) -> str | None:
    """What the user says in one item of a list, None where it is not theirs."""
    content = get(get(item, "data") or item, "content")
    prompts = [part for part in _listed(get(item, "parts")) if get(part, "part_kind") == _PROMPT]
    if prompts:
        return "".join([_text_of(get(part, "content"))[0] for part in prompts])
    if _is_users(item):  # Google's hand results back in the name of the user
        return _text_of(get(content, "parts"))[0] or None
    is_users = get(item, "role") == "user" or _speaker(item) == "human"
    # So do Anthropic's messages.
    return _text_of(content)[0] if is_users and not _results_of(item) else None


def _after_user(items: Sequence[Any], user: str) -> Sequence[Any]:
    """What comes after the user's message: a framework may put in others in the user's name."""
    user, asked = user.strip(), [(at, _asked(item)) for at, item in enumerate(items)]
    places = [(text.strip() == user, user in text, at) for at, text in asked if text is not None]
    return items[max(places)[-1] + 1 :] if places else items


def _messages(messages: Sequence[Any], user: str = "") -> Fields:
    """What the bot said since the user's message: all calls, the last text, and those before."""
    replies: list[object] = []
    results: list[object] = []
    for message in messages:
        if _speaker(message) is None:
            raise ShapeError(
                f"messages holds something that is no message: {_repr(message)}; "
                "a message has a role or a type (human, ai, tool, system) and content"
            )
    for message in _after_user(messages, user):
        results += _results_of(message)
        if _speaker(message) == "ai":
            # LangChain's own JSON keeps the message under "data".
            data = get(message, "data")
            data = message if data is None else data
            own = get(data, "id")
            if replies and own is not None and own == get(replies[-1], "id"):
                raise ShapeError(f"the message {_repr(own)} came in parts: add them up to one")
            replies.append(data)
    if not replies:
        raise ShapeError("the messages end without one of the bot's after the user's last")
    agent = tokens = None
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
        if fields["tokens"] is not None:
            tokens = (tokens or 0) + fields["tokens"]
    _add_results(calls, results)
    return _fields(texts, calls, unknown, agent=agent, refused=refused, tokens=tokens)


def _is_users(event: object) -> bool:
    return "user" in (get(event, "author"), get(get(event, "content"), "role"))


def _events(events: Sequence[Any], user: str) -> Fields:
    """What Google's agents did since the user's message, event by event."""
    agent = None
    texts: list[str] = []
    parts: list[object] = []
    for event in _after_user(events, user):
        _check_whole(event)
        content = get(event, "content")
        if not _is_users(event):
            texts.append(_text_of(get(content, "parts"))[0])
            agent = get(event, "author") or agent
        parts += [
            {key: found}
            for part in _listed(get(content, "parts"))
            for key in _WORDS["parts"]
            if (found := get(part, key)) is not None
        ]
    calls, unknown = _calls_in(parts)
    _add_results(calls, _results_in(parts))
    return _fields(texts, calls, unknown, agent=agent)


# pydantic-ai


def _pydantic_ai_messages(messages: Sequence[Any], user: str = "") -> Fields:
    texts: list[str] = []
    calls: list[Fields] = []
    unknown: list[str] = []
    for message in _after_user(messages, user):
        parts = _listed(get(message, "parts"))
        _check_whole(message)
        if get(message, "kind") == "request":
            _add_results(calls, _results_in(parts))
            continue
        texts.append(_text_of(parts)[0])
        made, others = _calls_in(parts)
        calls += [call for call in made if not call["function"].startswith(_OUTPUT_TOOL)]
        unknown += others
        _add_results(calls, _results_in(parts))
    return _fields(texts, calls, unknown)


# What they share


def _ending_in(output: object, fields: Fields) -> Fields:
    """The fields of a run whose final output stands beside its messages."""
    text, before = _text_or_json(output), [*fields["earlier_texts"], fields["text"]]
    earlier = [rest for said in before if (rest := said.removesuffix(text).strip())]
    return {**fields, "text": text, "earlier_texts": earlier}


def _call(item: object, name: object, arguments: object) -> Fields:
    if not isinstance(name, str) or not name:
        raise ShapeError(f"a call has no name: {_repr({'name': name, 'arguments': arguments})}")
    if isinstance(arguments, str):
        try:
            arguments = read_json(arguments) if arguments.strip() else None
        except (ValueError, RecursionError) as error:
            raise ShapeError(
                f"the arguments of the call of {one_line(name)} are no JSON: {_repr(arguments)} "
                f"({one_line(str(error))})"
            ) from None
    if arguments is None:
        arguments = {}
    if hasattr(arguments, "model_dump"):
        arguments = arguments.model_dump()
    if not isinstance(arguments, Mapping):
        raise ShapeError(
            f"the arguments of the call of {one_line(name)} are no JSON object: {_repr(arguments)}"
        )
    own = _first(item, _WORDS["call ids"])
    call = {"function": name, "params": arguments}
    return {**call, "id": own} if isinstance(own, str) else call


def _tokens(answer: object) -> int | None:
    """How many tokens an answer took, as far as it says; what it did not pay for counts as well."""
    usage = _first(answer, ("usage", "usage_metadata"))
    known = {name: get(usage, name) for name in ("total_tokens", *_WORDS["tokens"])}
    told = {
        name: count for name, count in known.items() if type(count) is int and 0 <= count < 2**50
    }
    total: int | None = told.pop("total_tokens", None)
    return total if total is not None or not told else sum(told.values())


def _fields(
    texts: Iterable[str],
    calls: list[Fields],
    unknown: Sequence[str] = (),
    *,
    refused: bool = False,
    **more: Any,
) -> Fields:
    *earlier, text = [text for text in texts if text] or [""]
    fields: Fields = {"text": text, "earlier_texts": earlier, "calls": calls, **more}
    return {**fields, "unknown_calls": list(unknown), "rejected": refused or None}


def _repr(value: object) -> str:
    try:
        return one_line(repr(value), most=160)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        return f"({type(value).__name__} without a repr)"
