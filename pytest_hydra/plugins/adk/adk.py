"""Import an eval set of Google's ADK (``*.evalset.json``, ``*.test.json``) as scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.commands import Say, write_tasks
from pytest_hydra.core.text import camel
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.format import slug


def act(options: Any, _: Path, say: Say) -> int:
    """Write the scenario files, and print what was not converted; 1 if that is all."""
    return write_tasks(convert(options.folder), options.output, say)


def convert(file: Path) -> tuple[dict[str, str], list[str]]:
    """Import a file: the scenario file by name, and what was not carried over.

    Raises HydraError if it is no eval set, or has no case with a message.
    """
    data: Any = read(file, str(file)).data
    scenarios: list[dict[str, Any]] = []
    notes: list[str] = []
    try:
        cases = data if isinstance(data, list) else _get(data, "eval_cases") or []
        for number, case in enumerate(cases, start=1):
            name = slug(str(_get(case, "eval_id") or _get(case, "name") or number))
            steps = list(_steps(case))
            notes += [f"{name}: {note}" for note in _omissions(case)]
            if not any("expect" in step for step in steps):
                notes.append(f"{name}: not made: no turn has expected tool uses")
                continue
            session = _get(case, "session_input") or _get(case, "initial_session") or {}
            context = {"context": state} if (state := _get(session, "state")) else {}
            scenarios.append({"id": name, **context, "steps": steps})
    except (AttributeError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise HydraError(f"{file} is not an eval set of ADK ({reason})") from error
    if not scenarios:
        raise HydraError(f"{file}: no scenario can be made: {notes[0] if notes else 'no case'}")
    text = json.dumps({"scenarios": scenarios}, indent=1, ensure_ascii=False)
    return {f"{file.name.split('.')[0]}.scenario.json": f"{text}\n"}, notes


def _get(mapping: Mapping[str, Any], key: str) -> Any:
    """The value of a key, which may be in camelCase; None if it is absent."""
    return mapping.get(key, mapping.get(camel(key)))


def _turns(case: Mapping[str, Any]) -> list[Any]:
    return _get(case, "conversation") or _get(case, "data") or []


def _steps(case: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The turns as steps; ADK compares the calls of a turn exactly, and in order."""
    for turn in _turns(case):
        user = turn.get("query") or _text(_get(turn, "user_content"))
        data = _get(turn, "intermediate_data")
        uses = turn.get("expected_tool_use") if data is None else _get(data, "tool_uses")
        step: dict[str, Any] = {"user": user}
        if uses is not None:
            calls = [
                {
                    "function": use.get("name") or use["tool_name"],
                    "params": use.get("args") or use.get("tool_input") or {},
                }
                for use in uses
            ]
            step["expect"] = {"expectedFunction": None}
            if calls:
                step["expect"] = {"expectedCalls": {"calls": calls, "order": "exact"}}
        yield step


def _text(content: Mapping[str, Any] | None) -> str:
    parts = (content or {}).get("parts") or []
    return "\n".join(part["text"] for part in parts if part.get("text"))


def _omissions(case: Mapping[str, Any]) -> Iterator[str]:
    answers = [
        turn.get("reference") or _text(_get(turn, "final_response")) for turn in _turns(case)
    ]
    if any(answers):
        yield "final responses: not carried over: write shouldContain, shouldMention or judge"
