"""OpenAI's responses, and lists of their items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_hydra.core.lookup import elements, get, id_of
from pytest_hydra.core.plain import says_nothing
from pytest_hydra.scenarios.apis.blocks import blocks
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    cut_off,
    message_of,
    said,
    spent,
)
from pytest_hydra.transcript.reply_of import since_user

# Calls that are known by their kind: the name of the function, the keys of its parameters, and
# whether the value of the key is a single parameter of that name.
_NAMED: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "web_search_call": ("web_search", ("action",), False),
    "file_search_call": ("file_search", ("queries",), True),
    "code_interpreter_call": ("code_interpreter", ("code",), True),
    "computer_call": ("computer", ("action", "actions"), False),
    "image_generation_call": ("image_generation", ("prompt",), True),
    "local_shell_call": ("local_shell", ("action",), False),
    "shell_call": ("shell", ("action",), False),
    "apply_patch_call": ("apply_patch", ("operation",), False),
    "tool_search_call": ("tool_search", ("arguments",), False),
}
# Calls whose result somebody else brings.
_AWAITED = (
    *("function_call", "custom_tool_call", "local_shell_call", "shell_call"),
    *("apply_patch_call",),
)
_SILENT = ("reasoning", "compaction", "mcp_list_tools", "item_reference", "mcp_approval_response")
_UNFINISHED = ("incomplete", "in_progress")
_CUT_OFF = ("incomplete", "failed", "cancelled", "queued", "in_progress")


def _function_call(item: Any) -> Called:
    return _called(item, get(item, "name"), get(item, "arguments"))


def _custom_call(item: Any) -> Called:
    return _called(item, get(item, "name"), {"input": get(item, "input")})


def _named_call(item: Any) -> Called:
    function, keys, is_single = _NAMED[get(item, "type")]
    for key in keys:
        if (value := get(item, key)) is not None:
            is_value = is_single or isinstance(value, list)
            return _called(item, function, {key: value} if is_value else value)
    queries = get(item, "queries")
    return _called(item, function, None if queries is None else {"queries": queries})


def _approval(item: Any) -> Called:
    called = _function_call(item)
    called.state, called.awaited = "requested", False
    return called


def _called(item: Any, function: object, arguments: object) -> Called:
    kind, status, error = get(item, "type"), get(item, "status"), get(item, "error")
    call_id = id_of(item, "call_id") or id_of(item)
    called = Called(function, arguments, call_id, awaited=kind in _AWAITED)
    failed = status == "failed" or not says_nothing(error)
    output = error if not says_nothing(error) else get(item, "output")
    if failed or (output is not None and kind == "mcp_call"):
        called.result = Returned("failed" if output is None else output, failed)
    elif status in _UNFINISHED:
        called.state = "unfinished"
    return called


def _result(item: Any) -> Returned:
    output = get(item, "output")
    outcomes = [get(report, "outcome") for report in elements(output)]
    failed = get(item, "status") == "failed" or any(
        get(found, "type") == "timeout" or get(found, "exit_code") not in (None, 0)
        for found in outcomes
    )
    return Returned(output, failed, id_of(item, "call_id"))


_RESULTS = (
    *("function_call_output", "custom_tool_call_output"),
    *tuple(f"{kind}_output" for kind in _NAMED),
)
_PARTS: Kinds = {
    **dict.fromkeys(("output_text", "text", "input_text"), said("text")),
    "refusal": lambda part: End("refused", str(get(part, "refusal") or "")),
    **dict.fromkeys(("input_image", "input_file", "input_audio")),
}
KINDS: Kinds = {
    **dict.fromkeys(("function_call", "mcp_call"), _function_call),
    "custom_tool_call": _custom_call,
    "mcp_approval_request": _approval,
    **dict.fromkeys(_NAMED, _named_call),
    **dict.fromkeys(_RESULTS, _result),
    **dict.fromkeys(_SILENT),
}


def knows(answer: object) -> bool:
    """Whether an answer is a response, or a list of items."""
    if isinstance(answer, list | tuple):
        kinds = {get(item, "type") for item in answer if isinstance(get(item, "type"), str)}
        return len(answer) > 0 and not {*KINDS, "message"}.isdisjoint(kinds)
    return isinstance(get(answer, "output"), list) and get(answer, "object") == "response"


def item_message(item: Any, kinds: Kinds = KINDS) -> Message:
    """The message that an item is, or the call or the result in it."""
    if get(item, "type") == "message":
        if get(item, "role") in ("system", "developer"):
            return Message("other")
        is_users = get(item, "role") == "user"
        said = blocks(get(item, "content"))
        status = get(item, "status")
        end = cut_off("status", status) if status in _UNFINISHED else None
        return message_of("user" if is_users else "assistant", said, _PARTS, end)
    return message_of("assistant", blocks([item]), kinds)


def read(answer: Any, user: str = "") -> list[Message]:
    """The message that the items since the user's are."""
    if isinstance(answer, list | tuple):
        return _joined(answer, user)
    *asked, whole = _joined(get(answer, "output"), user)
    status = get(answer, "status")
    whole.end = cut_off("status", status) if status in _CUT_OFF else whole.end
    whole.spent = spent(get(answer, "usage"), model=get(answer, "model"))
    return [*asked, whole]


def _joined(items: Sequence[Any], user: str) -> list[Message]:
    """The user's message, if it is there, and the items after it as one message."""
    since = since_user([*map(item_message, items)], user)
    found = [message for message in since if message.role == "assistant"]
    asked = since[:1] if since and since[0].is_users else ()
    whole = Message(
        "assistant",
        "\n".join(entry.text for entry in found if entry.text),
        [call for entry in found for call in entry.calls],
        [result for entry in found for result in entry.results],
        end=next((entry.end for entry in found if entry.end), None),
        unknown=[kind for entry in found for kind in entry.unknown],
    )
    return [*asked, whole]
