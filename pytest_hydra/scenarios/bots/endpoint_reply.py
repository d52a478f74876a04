"""A reply picked out of any JSON, by the pointers of hydra.toml."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.pointer import NotFoundError, find, parse_pointer
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import did_you_mean
from pytest_hydra.scenarios.bots.registry import BotError
from pytest_hydra.settings.bots import CallPointers, ReplyPointers
from pytest_hydra.settings.types import is_optional

if TYPE_CHECKING:
    from pytest_hydra.core.pointer import Pointer

# How the parts of a call are called by those who do not say where they are, and what else may
# stand beside them without a meaning.
_FUNCTION = ("function", "name", "tool", "tool_name", "action")
_PARAMS = ("params", "parameters", "arguments", "args", "input", "kwargs")
_BESIDE = frozenset({"id", "call_id", "index", "status", "type", "agent"})
_MOST_KEYS = 12


def pick(answer: Any, pointers: ReplyPointers) -> dict[str, Any]:
    """The fields of a reply, for `read_reply`. Raises BotError where a pointer leads nowhere."""
    fields: dict[str, Any] = {}
    for name in type(pointers).model_fields:
        pointer = getattr(pointers, name)
        if pointer is None:
            continue
        if name == "calls":
            fields[name] = _calls(answer, pointer)
        else:
            fields[name] = _value(answer, pointer, f"reply.{name}")
    return fields


def _value(value: Any, text: str, what: str) -> Any:
    """The value at the pointer; None where there is nothing and there need not be."""
    pointer: Pointer = parse_pointer(text.removesuffix("?"))
    try:
        return find(value, pointer)
    except NotFoundError as error:
        if is_optional(text):
            return None
        keys = list(error.value) if isinstance(error.value, Mapping) else []
        missing = pointer[0 if not error.reached else error.reached.count("/")]
        where = f"at {error.reached} " if error.reached else ""
        raise BotError(
            f"{what}: nothing is at {text}; {where}there {_there(error.value)}"
            f"{did_you_mean(missing, keys)} (where there may be nothing, write {text + '?'!r})"
        ) from None


def _there(value: Any) -> str:
    if isinstance(value, Mapping):
        if not value:
            return "is an empty object"
        keys = [repr(one_line(str(key), 40)) for key in list(value)[:_MOST_KEYS]]
        more = f" and {len(value) - _MOST_KEYS} more" if len(value) > _MOST_KEYS else ""
        return f"are the keys {', '.join(keys)}{more}"
    if isinstance(value, list):
        return f"is a list of {len(value)}"
    return f"is {one_line(json.dumps(value), 60)}"


def _calls(answer: Any, pointers: CallPointers) -> list[dict[str, Any]]:
    listed = _value(answer, pointers.at, "reply.calls")
    if listed is None:
        return []
    at = pointers.at.removesuffix("?")
    if not isinstance(listed, list):
        raise BotError(f"reply.calls: at {at} there {_there(listed)}, which is no list of calls")
    return [_call(call, f"reply.calls, in {at}/{i}", pointers) for i, call in enumerate(listed)]


def _call(call: Any, what: str, pointers: CallPointers) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if pointers.function is None or pointers.params is None:
        fields = _usual_parts(call, what, pointers)
    for name in ("function", "params", "agent"):
        pointer = getattr(pointers, name)
        if pointer is not None:
            fields[name] = _value(call, pointer, what)
    if "params" in fields:
        fields["params"] = _params(fields["params"], what)
    return fields


def _usual_parts(call: Any, what: str, pointers: CallPointers) -> dict[str, Any]:
    """The parts of a call that have no pointer, by their usual names."""
    inner = call.get("function") if isinstance(call, Mapping) else None
    if isinstance(inner, Mapping):  # as OpenAI's chat completions have it
        return _usual_parts(inner, what, pointers)
    keys = call.keys() if isinstance(call, Mapping) else ()
    fields = {}
    for name, usual in (("function", _FUNCTION), ("params", _PARAMS)):
        if getattr(pointers, name) is not None:
            continue
        found = [key for key in usual if key in keys]
        # A call without parameters has none; one with something else may have them there.
        alone = name == "params" and not set(keys) - _BESIDE - set(_FUNCTION)
        if len(found) == 1:
            fields[name] = call[found[0]]
        elif found or not alone:
            raise BotError(
                f"{what}: there {_there(call)}; say where the {name} of a call is: calls = "
                f'{{at = "{pointers.at}", {name} = "/…"}}'
            )
    return {**fields, "agent": call.get("agent")} if "agent" in keys else fields


def _params(params: Any, what: str) -> Any:
    """The parameters; some APIs write them as a text of JSON."""
    if not isinstance(params, str):
        return params
    if not params.strip():
        return None
    try:
        return json.loads(params)
    except (ValueError, RecursionError):
        raise BotError(f"{what}: the parameters are no JSON: {one_line(params, 120)!r}") from None
