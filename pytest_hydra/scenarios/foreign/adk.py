"""Import eval sets of Google's Agent Development Kit as scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.format import slug


def convert(file: Path) -> tuple[dict[str, str], list[str]]:
    """Import ``*.evalset.json`` or ``*.test.json``: a file by name, and what was not carried over.

    Keys may be in snake case or in camel case, as the kit reads and writes both. Raises
    HydraError.
    """
    data: Any = _snake_case(read(file, str(file)).data)
    scenarios, notes = list[dict[str, Any]](), list[str]()
    try:
        # Files of the first versions are lists of cases.
        cases = data if isinstance(data, list) else data["eval_cases"]
        for number, case in enumerate(cases, 1):
            old = "data" in case
            name = str(case.get("name" if old else "eval_id") or f"case {number}")
            scenario, omissions = _old_scenario(case) if old else _scenario(case)
            notes += [f"{slug(name)}: {omission}" for omission in omissions]
            if scenario["steps"]:
                scenarios.append({"id": slug(name), **scenario})
            else:
                notes.append(f"{slug(name)}: not made: it has no message of a user")
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise HydraError(f"{file} does not contain an eval set of ADK ({reason})") from error
    name = file.name.removesuffix(".json").removesuffix(".evalset").removesuffix(".test")
    text = json.dumps({"scenarios": scenarios}, indent=1, ensure_ascii=False)
    return {f"{slug(name)}.scenario.json": f"{text}\n"}, notes


def _snake_case(data: Any) -> Any:
    """The data with its own keys in snake case; arguments and states keep theirs."""
    if isinstance(data, list):
        return [_snake_case(entry) for entry in data]
    if not isinstance(data, dict):
        return data
    result = {}
    for key, value in data.items():
        name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)
        is_of_the_app = name in ("args", "state", "tool_input", "final_session_state")
        result[name] = value if is_of_the_app else _snake_case(value)
    return result


def _scenario(case: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A case as a scenario, and the parts of it that are not carried over."""
    steps, has_reference = [], False
    for invocation in case.get("conversation") or ():
        has_reference |= bool(_text(invocation.get("final_response")))
        steps.append(_step(_text(invocation.get("user_content")), list(_calls(invocation))))
    omissions = {
        "final_response": _WORDS if has_reference else None,
        "final_session_state": "not carried over" if case.get("final_session_state") else None,
        "rubrics": "write them as criteria for `judge`" if case.get("rubrics") else None,
        "conversation_scenario": "write it as a simulated user"
        if case.get("conversation_scenario")
        else None,
    }
    scenario = _with_context(steps, (case.get("session_input") or {}).get("state"))
    return scenario, [f"{name}: {advice}" for name, advice in omissions.items() if advice]


_WORDS = "not carried over: write what the reply must say, as shouldMention or for `judge`"


def _old_scenario(case: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The same for a case of the first versions."""
    steps = [
        _step(
            turn["query"],
            [
                {"function": use["tool_name"], "params": use.get("tool_input") or {}}
                for use in turn.get("expected_tool_use") or ()
            ],
        )
        for turn in case["data"]
    ]
    omissions = [
        f"{name}: {advice}"
        for name, advice in (
            ("reference", _WORDS),
            ("expected_intermediate_agent_responses", "not carried over"),
        )
        if any(turn.get(name) for turn in case["data"])
    ]
    return _with_context(steps, (case.get("initial_session") or {}).get("state")), omissions


def _with_context(steps: list[dict[str, Any]], state: Any) -> dict[str, Any]:
    return {**({"context": state} if state else {}), "steps": [step for step in steps if step]}


def _step(message: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """A turn; its calls are expected in this order and no others, as the kit does by default."""
    if not message:
        return {}
    if not calls:
        return {"user": message, "expect": {"expectedFunction": None}}
    exact = [{**call, "forbid_extra": True} for call in calls]
    return {"user": message, "expect": {"expectedCalls": {"calls": exact, "order": "exact"}}}


def _text(content: Any) -> str:
    parts = (content or {}).get("parts") or ()
    # Parts of reasoning are not what was said.
    return "\n".join(part["text"] for part in parts if part.get("text") and not part.get("thought"))


def _calls(invocation: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The expected calls of a turn, from tool uses or from events."""
    data = invocation.get("intermediate_data") or {}
    uses = list(data.get("tool_uses") or ())
    for event in data.get("invocation_events") or ():
        parts = (event.get("content") or {}).get("parts") or ()
        uses += [part["function_call"] for part in parts if part.get("function_call")]
    for use in uses:
        yield {"function": use["name"], "params": use.get("args") or {}}
