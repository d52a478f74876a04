"""Extract calls and their results from answers of common APIs and libraries, by their shape.

The kinds of items that are calls are in ``call_kinds.txt``. An item of an unlisted kind that looks
like a call is reported as an unknown call, so that it is not silently ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from pytest_hydra.core.plain import (
    NotPlainError,
    plain,
    read_json,
    says_nothing,
    unwrapped_json,
)
from pytest_hydra.core.text import one_line, read_rows, read_words

Fields = dict[str, Any]

WORDS = read_words(__file__, "shape_words.txt")
CALL_KINDS = {kind: fields for kind, *fields in read_rows(__file__, "call_kinds.txt")}
# What says in a result that its call failed: a key, and its values.
_FAILURES = {key: values.split() for key, values in read_rows(__file__, "call_failures.txt")}
Result = tuple[str, object]
"""The kind of an item that is the result of a call, and the item."""
# Patterns for the names of unknown kinds of calls and of results.
_LIKE_CALL = re.compile("call|tool|func|command|invo[ck]|exec|(^|[_-])action|use$", re.IGNORECASE)
_LIKE_RESULT = re.compile("(output|result|return|respon[sd]|reply|error)[a-z]*$", re.IGNORECASE)


class ShapeError(ValueError):
    """An answer in a known shape that has no reply, or a broken one."""


def get(value: object, name: str) -> Any:
    """The value of a mapping's key or an object's attribute; None if there is none."""
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name, None)


def calls_of(message: object) -> tuple[list[Fields], list[str]]:
    """The calls in a message, and the kinds of items that only look like calls."""
    calls: list[Fields] = []
    ids: list[object] = []
    # LangChain puts fields of the model's API here that are not text.
    extra = get(message, "additional_kwargs")
    for source in (message, extra):
        current, legacy = as_list(get(source, "tool_calls")), get(source, "function_call")
        calls += _extra([_tool_call(call) for call in current if get(call, "id") not in ids], calls)
        ids += [get(call, "id") for call in current if get(call, "id") is not None]
        if legacy is not None:
            legacy_call = _call(legacy, get(legacy, "name"), get(legacy, "arguments"))
            calls += _extra([legacy_call], calls)
    items = [*as_list(get(message, "content")), *elements(get(extra, "tool_outputs"))]
    # Libraries report a call twice: in their own list, and where the model's API has it.
    item_calls, unknown = calls_in(
        item for item in items if get(item, "id") not in ids and get(item, "call_id") not in ids
    )
    unknown += ["tool_calls"] * isinstance(get(message, "tool_calls"), str)  # may contain any calls
    keys = message if isinstance(message, Mapping) else ("invalid_tool_calls", "executed_tools")
    unknown += [
        key
        for key in keys
        if key not in WORDS["read"] and like_call(key) and elements(get(message, key))
    ]
    return calls + _extra(item_calls, calls), unknown


def _extra(calls: list[Fields], others: list[Fields]) -> list[Fields]:
    """The calls that are not in ``others``: a library may report one twice, in two forms."""
    signatures = [(call["function"], call["params"]) for call in others]
    return [call for call in calls if (call["function"], call["params"]) not in signatures]


def elements(value: object) -> Sequence[Any]:
    """The elements of a list; empty if it is not a list."""
    return value if isinstance(value, list | tuple) else ()


def as_list(value: object) -> Sequence[Any]:
    """The calls or blocks of a message, which may also be a single one without a list."""
    return elements(value) if isinstance(value, list | tuple | str | None) else [value]


def calls_in(items: Iterable[object]) -> tuple[list[Fields], list[str]]:
    """The calls among the items, and the kinds of items that only look like calls."""
    calls: list[Fields] = []
    unknown: list[str] = []
    for entry in items:
        kind, item = kind_of(entry)
        name, *keys = " ".join(CALL_KINDS.get(kind, ())).split() or [""]
        if name:
            params = None
            for key in keys:
                value = get(item, key.strip("{}"))
                if params is None and value is not None:
                    params = {key.strip("{}"): value} if key.startswith("{") else value
            calls.append(_call(item, name[1:] if name[0] == "=" else get(item, name), params))
            error = None if says_nothing(get(item, "error")) else get(item, "error")
            failed = get(item, "status") == "failed" or error is not None
            output = (error or get(item, "output")) if kind == "mcp_call" else None
            if failed or output is not None:
                calls[-1] |= _outcome("failed" if output is None else output, failed)
            state = next((get(item, key) for key in ("status", "state") if get(item, key)), kind)
            if state in (*WORDS["requested"], *WORDS["unfinished"]) and not failed:
                calls[-1]["requested"] = True
                unknown += [f"{kind}, {state}"] * (state in WORDS["unfinished"])
        elif kind not in CALL_KINDS and (
            like_call(kind)
            or None not in [first(item, WORDS[key]) for key in ("names", "parameters")]
        ):
            unknown.append(kind or "an item without a type")
    return calls, unknown


def kind_of(item: object) -> tuple[str, object]:
    """The kind of an item, and the item without its wrapping."""
    kind = get(item, "type") or get(item, "part_kind")
    if kind == "non_standard":  # LangChain's wrapper for blocks it does not know
        item = get(item, "value")
        kind = get(item, "type")
    if not isinstance(kind, str) and isinstance(item, Mapping):
        # Some are wrapped in a key with their kind: {"toolUse": {"name": …}}
        kind = next((key for key in item if like_call(key) or like_result(key)), "")
        item = item.get(kind, item)
    return kind if isinstance(kind, str) else "", item


def like_call(name: object) -> bool:
    """Whether a kind of item, or a key, looks like that of a call."""
    return bool(isinstance(name, str) and _LIKE_CALL.search(name) and not _LIKE_RESULT.search(name))


def first(item: object, names: Iterable[str]) -> Any:
    """The value of the first name that exists."""
    return next((value for name in names if (value := get(item, name)) is not None), None)


def _tool_call(call: object) -> Fields:
    function, custom = get(call, "function"), get(call, "custom")
    if custom is not None:
        return _call(call, get(custom, "name"), {"input": get(custom, "input")})
    owner = call if function is None else function
    return _call(call, get(owner, "name"), first(owner, ("args", "arguments")))


# Results of calls


def like_result(name: object) -> bool:
    """Whether a kind of item, or a key, looks like that of a call's result."""
    looks = isinstance(name, str) and _LIKE_CALL.search(name) and _LIKE_RESULT.search(name)
    return name in WORDS["results"] or bool(looks)


def results_in(items: Iterable[object]) -> list[Result]:
    """The items that are results of calls."""
    return [(kind, item) for kind, item in map(kind_of, items) if like_result(kind)]


def results_of(message: object) -> list[Result]:
    """The results of calls in a message, which may be a result itself."""
    for kind in (get(message, "type"), get(message, "role")):
        if like_result(kind):
            data = get(message, "data")
            return [(str(kind), message if data is None else data)]
    return results_in(elements(get(message, "content")))


def awaited_ids(message: object) -> set[str]:
    """The ids of the calls in a message whose result is an item of its own."""
    items = [
        item
        for kind, item in map(kind_of, elements(get(message, "content")))
        if kind in WORDS["awaited"]
    ]
    calls = (*items, *elements(get(message, "tool_calls")))
    ids = [first(call, WORDS["call ids"]) for call in calls]
    return {call_id for call_id in ids if isinstance(call_id, str)}


def add_results(calls: list[Fields], results: Iterable[Result]) -> None:
    """Assign each result to its call: by id, or without one to the first of its name."""
    for kind, result in results:
        call_id, name = first(result, WORDS["call ids"]), first(result, ("name", "tool_name"))
        if kind in WORDS["code results"]:
            name = "code_execution"
        for call in calls:
            matches = call["function"] == name if call_id is None else call.get("id") == call_id
            if matches and not call.keys() & {"result", "error"}:
                call.update(_outcome(*_content_of(kind, result)))
                call.pop("requested", None)
                break


def _content_of(kind: str, result: object) -> tuple[Any, bool]:
    """The content of a result, and whether it is a failure."""
    content = first(result, WORDS["result keys"])
    failed = says_failed(result)
    if kind in WORDS["reporting results"]:
        # The content of others is the tool's own: there an exit code may be anybody's.
        reports = [content, *elements(content)]
        reports += [get(report, "outcome") for report in reports]
        failed = failed or any(map(says_failed, reports))
    response = get(result, "response")  # Google's form
    if isinstance(response, Mapping) and response.keys() == {"error"}:
        return response["error"], not says_nothing(response["error"])
    return content, failed


def says_failed(report: object) -> bool:
    """Whether an item of an API says that a call failed."""
    for key, values in _FAILURES.items():
        value = get(report, key)
        if type(value) is int and "nonzero" in values and value != 0:
            return True
        text = str(value).lower() if isinstance(value, bool | str) else ""
        if any(fnmatchcase(text, pattern) for pattern in values):
            return True
    return False


def _outcome(content: Any, failed: bool) -> Fields:
    """The call's result or error."""
    content = _joined(content)
    value = unwrapped_json(content)
    is_error = get(value, "isError")
    if is_error is None and isinstance(get(value, "content"), list | str):
        is_error = get(value, "is_error")
    if isinstance(is_error, bool):  # the form of MCP, or of Anthropic's results
        failed = failed or is_error
        content = _joined(first(value, ("structuredContent", "structured_content", "content")))
        value = unwrapped_json(content)
    if failed:
        return {"error": text_or_json(content) if content else "failed"}
    try:
        return {"result": plain(value)}
    except NotPlainError:
        return {"result": content if isinstance(content, str) else excerpt(content)}


def mcp_error(result: object) -> Fields:
    """The fields of a call whose result is an error in MCP's form; empty for other results."""
    if True not in (get(result, "isError"), get(result, "is_error")):
        return {}
    return {"result": None, **_outcome(result, failed=False)}


def _joined(content: Any) -> Any:
    """The content, with blocks of text as one text."""
    blocks = elements(content)
    if blocks and all(isinstance(get(block, "text"), str) for block in blocks):
        return "".join(get(block, "text") for block in blocks)
    if len(blocks) == 1 and get(blocks[0], "json") is not None:  # Bedrock's form
        return get(blocks[0], "json")
    return content


def text_or_json(value: object) -> str:
    """A text as it is, anything else as JSON. Raises ShapeError if it cannot be JSON."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(plain(value), ensure_ascii=False)
    except NotPlainError as error:
        raise ShapeError(f"the output of the run cannot be recorded: {error}") from None


def _call(item: object, name: object, arguments: object) -> Fields:
    if not isinstance(name, str) or not name:
        raise ShapeError(f"a call has no name: {excerpt({'name': name, 'arguments': arguments})}")
    unread = None
    if isinstance(arguments, str):
        try:
            arguments = read_json(arguments) if arguments.strip() else None
        except (ValueError, RecursionError) as error:
            unread = f"are not JSON: {excerpt(arguments)} ({one_line(str(error))})"
    if arguments is None:
        arguments = {}
    if hasattr(arguments, "model_dump"):
        arguments = arguments.model_dump()
    if not isinstance(arguments, Mapping):
        unread = unread or f"are not a JSON object: {excerpt(arguments)}"
    call_id = first(item, WORDS["call ids"])
    call: Fields = {"function": name, "params": arguments}
    if unread is not None:
        unread = f"the arguments of the call of {one_line(name)} {unread}"
        call = {"function": name, "params": {}, "unread": unread}
    return {**call, "id": call_id} if isinstance(call_id, str) else call


def excerpt(value: object) -> str:
    """A value, quoted for a message."""
    try:
        return one_line(repr(value), most=160)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        return f"({type(value).__name__} without a repr)"
