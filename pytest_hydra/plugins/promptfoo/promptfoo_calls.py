"""Assertions of promptfoo about an agent's calls and skills, as expectations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_hydra.errors import BadValueError

_ANY_OTHERS = {"order": "any", "others": True}


def _name(value: Any) -> str:
    """The tool that a value names: a text, or the key ``name``. Raises BadValueError."""
    name = value.get("name") if isinstance(value, dict) else value
    if not (isinstance(name, str) and name.strip()):
        raise BadValueError("it does not name a tool: write expectedCalls or forbiddenFunctions")
    return name


def _count(value: Mapping[str, Any], key: str) -> int | None:
    number = value.get(key)
    if not isinstance(number, int | None) or isinstance(number, bool):
        raise BadValueError(f"its `{key}` is not a count")
    return number


def _used(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        names = list(map(_name, value))
        return {"expectedCalls": {**_ANY_OTHERS, "calls": [{"function": n} for n in names]}}
    if not isinstance(value, dict):
        return {"expectedFunction": _name(value)}
    least, most = _count(value, "min"), _count(value, "max")
    if most == 0:
        return {"forbiddenFunctions": [value.get("pattern") or _name(value)]}
    if most is not None:
        raise BadValueError("at most some calls of one tool: write expectedCalls")
    calls = [{"function": _name(value)}] * (1 if least is None else least)
    return {"expectedCalls": {**_ANY_OTHERS, "calls": calls}}


def _arguments(value: Any) -> dict[str, Any]:
    params = value.get("args", value.get("arguments")) if isinstance(value, dict) else None
    if not isinstance(params, dict):
        raise BadValueError("it has no `args`")
    exact = {"forbid_extra": True} if value.get("mode") == "exact" else {}
    call = {"function": _name(value), "params": params, **exact}
    return {"expectedCalls": {**_ANY_OTHERS, "calls": [call]}}


def _sequence(value: Any) -> dict[str, Any]:
    steps, mode = (value.get("steps"), value.get("mode")) if isinstance(value, dict) else (value, 0)
    if not isinstance(steps, list) or not steps:
        raise BadValueError("it has no `steps`")
    calls = [{"function": _name(step)} for step in steps]
    if mode == "exact":
        return {"expectedCalls": {"order": "exact", "calls": calls}}
    return {"expectedCalls": {"order": "in_order", "others": True, "calls": calls}}


def _steps(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or value.get("type") != "tool" or value.get("pattern"):
        raise BadValueError("only steps of the type `tool` are counted: write maxCalls")
    if value.get("min") is not None or (most := _count(value, "max")) is None:
        raise BadValueError("only a `max` of all calls can be carried over")
    return {"maxCalls": most}


def _skill(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        if _count(value, "min") not in (None, 1) or value.get("max") is not None:
            raise BadValueError("how often a skill is activated is not counted")
        value = value.get("name")
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise BadValueError("it does not name a skill")
    # A plugin's skill has the name of the plugin before its own, which is left out here.
    skills = [{"expectedSkill": name.rpartition(":")[2]} for name in names]
    return skills[0] if len(skills) == 1 else {"all": skills}


CALLS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "trajectory:tool-used": _used,
    "trajectory:tool-args-match": _arguments,
    "trajectory:tool-sequence": _sequence,
    "trajectory:step-count": _steps,
    "skill-used": _skill,
}
"""The expectation of an assertion's value, by its type. Each raises BadValueError."""
