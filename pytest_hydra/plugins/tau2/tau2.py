"""Import tasks of tau2-bench as scenarios, with a skeleton of their world."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.commands import Say, write_tasks
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.format import slug

# The limit of a user's messages: its tasks are long.
_MOST_TURNS = 30
_WORLD = '''\
"""The tools that the tasks of {domain} call. Their code is not in the tasks: write it here."""

from pytest_hydra import tool


class World:
    def __init__(self, state):
        self.state = state
'''
_TOOL = """
    @tool(writes=True)
    def {name}(self{parameters}):
        raise NotImplementedError("{name}")
"""


def act(options: Any, _: Path, say: Say) -> int:
    """Write the scenario files, and print what was not converted; 1 if that is all."""
    return write_tasks(convert(options.folder), options.output, say)


def convert(folder: Path) -> tuple[dict[str, str], list[str]]:
    """Import the folder of a domain: files by name, and what was not carried over.

    It has ``tasks.json``, and the common initial state in ``db.json``. Raises HydraError.
    """
    domain, notes = slug(folder.absolute().name).replace("-", "_"), list[str]()
    tasks: Any = read(folder / "tasks.json", str(folder / "tasks.json")).data
    database = folder / "db.json"
    state: Any = read(database, str(database)).data if database.is_file() else {}
    if not state:
        notes.append("there is no db.json: write the initial state under world.state")
    tools: dict[str, dict[str, None]] = {}
    scenarios = []
    if not isinstance(tasks, list):
        raise HydraError(f"{folder}/tasks.json is not a list of tasks")
    try:
        for task in tasks:
            scenario_id = f"{domain}-{slug(str(task['id']))}"
            scenario, omissions = _scenario(task, scenario_id)
            notes += [f"{scenario_id}: {omission}" for omission in omissions]
            if scenario["expect"]:
                scenarios.append(scenario)
            else:
                notes.append(f"{scenario_id}: not made: none of its criteria can be carried over")
            for call in _calls(task):
                tools.setdefault(call["function"], {}).update(dict.fromkeys(call["params"]))
    except (AttributeError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise HydraError(
            f"{folder}/tasks.json does not contain tasks of tau2-bench ({reason})"
        ) from error
    world = f"tau2_{domain}"
    notes.append(
        f"{world}.py: write the code of the tools ({len(tools)}), which is not in the tasks"
    )
    document = {"world": {"use": f"{world}:World", "state": state}, "scenarios": scenarios}
    methods = [
        _TOOL.format(name=name, parameters="".join(f", {key}=None" for key in tools[name]))
        for name in sorted(tools)
    ]
    return {
        f"{world}.scenario.json": f"{json.dumps(document, indent=1, ensure_ascii=False)}\n",
        f"{world}.py": _WORLD.format(domain=domain) + "".join(methods),
    }, notes


def _scenario(task: Mapping[str, Any], scenario_id: str) -> tuple[dict[str, Any], list[str]]:
    """A task as a scenario, and the parts of it that are not carried over."""
    scenario_user = task["user_scenario"]
    script = scenario_user["instructions"]
    script = {"task_instructions": script} if isinstance(script, str) else script
    goal = [script.get(key) for key in ("reason_for_call", "task_instructions", "unknown_info")]
    user = {
        "goal": "\n\n".join(filter(None, goal)),
        "knows": {"about you": script["known_info"]} if script.get("known_info") else {},
        "style": scenario_user.get("persona") or "",
        "max_turns": _MOST_TURNS,
    }
    initial, criteria = task.get("initial_state") or {}, task.get("evaluation_criteria") or {}
    data = initial.get("initialization_data") or {}
    unsupported = {
        "initialization_data.user_data": data.get("user_data"),
        "initialization_actions": initial.get("initialization_actions"),
        "message_history": initial.get("message_history"),
        "env_assertions": criteria.get("env_assertions"),
        "actions of the user": len(criteria.get("actions") or ()) - len(list(_calls(task))),
        "user_tools": task.get("user_tools"),
    }
    omissions = [f"{name}: not carried over" for name, value in unsupported.items() if value]
    basis, calls = criteria.get("reward_basis") or ["DB"], list(_calls(task))
    if criteria.get("nl_assertions") and "NL_ASSERTION" not in basis:
        omissions.append("nl_assertions: they count here, although reward_basis does not list them")
    expect = {
        "sameStateAs": calls if "DB" in basis else [],
        "expectedCalls": {"calls": calls, "others": True} if "ACTION" in basis and calls else None,
        "shouldContain": [_number(text) for text in criteria.get("communicate_info") or ()],
        "judge": criteria.get("nl_assertions"),
    }
    expect = {key: value for key, value in expect.items() if value}
    if "DB" in basis and not calls:
        expect["onlyChanged"] = []
    purpose = (task.get("description") or {}).get("purpose") or ""
    world = {"world": {"state": data["agent_data"]}} if data.get("agent_data") else {}
    scenario = {"id": scenario_id, "description": purpose, **world, "user": user}
    return {**scenario, "expect": expect}, omissions


def _number(text: str) -> str | float:
    """A number, as replies may spell it in many ways; any other text unchanged."""
    try:
        value = json.loads(text.replace(",", ""))
    except ValueError:
        return text
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def _calls(task: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The bot's reference actions, as calls."""
    for action in (task.get("evaluation_criteria") or {}).get("actions") or ():
        if action.get("requestor", "assistant") == "assistant" and action["name"].isidentifier():
            yield {"function": action["name"], "params": action.get("arguments") or {}}
