"""Trajectories of a run's tasks, in ATIF, the format of Harbor: one file of each trial."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.core.result import scored
from pytest_hydra.record.files import StoreError, write_whole
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.scenarios.format import slug
from pytest_hydra.scenarios.recordings import conversation_of
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Turn

VERSION = "ATIF-v1.7"
FOLDER = "trajectories"
_Fields = dict[str, Any]


def write_trajectories(report: Mapping[str, Any], run: RunFolder) -> str:
    """Write them into the run's folder, and return a line that says so; "" if there are none.

    Raises HydraError.
    """
    names = {result["nodeid"]: slug(result["id"]) for result in scored(report)}
    folder, count = run.path / FOLDER, 0
    try:
        for record in run.records("scenarios"):
            for number, trial in enumerate(record["runs"], start=1):
                if "task" not in trial["conversation"]:
                    continue
                count += 1
                folder.mkdir(exist_ok=True)
                name = f"{count:04}-{names.get(record['nodeid'], 'task')}.json"
                about = {"nodeid": record["nodeid"], "run": number}
                about |= {"task": trial["conversation"]["task"]}
                found = trajectory(
                    conversation_of(trial["conversation"]), f"{run.run_id}-{count}", about
                )
                text = json.dumps(found, ensure_ascii=False, indent=1)
                write_whole(folder / name, f"{text}\n".encode("utf-8", "replace"), flush=False)
    except OSError as error:
        raise StoreError(folder, error) from error
    return f"{FOLDER}: {count}, in ATIF, in the folder of the run" if count else ""


def trajectory(conversation: Conversation, key: str, about: Mapping[str, Any]) -> _Fields:
    """A conversation as a document; ``about`` is kept beside what the format has a place for."""
    steps: list[_Fields] = []
    for number, turn in enumerate(conversation.turns, start=1):
        steps += [{"source": "user", "message": turn.user}, *_answer(turn, number)]
    replies = [turn.reply for turn in conversation.turns if turn.reply is not None]
    known = {name: text for each in replies for name, text in (each.answered_by or {}).items()}
    costs = [turn.cost for turn in conversation.turns]
    tokens = [reply.tokens for reply in replies]
    total: _Fields = {"total_steps": len(steps)}
    if all(cost is not None for cost in costs):
        total["total_cost_usd"] = float(sum(exact(cost) for cost in costs if cost is not None))
    if tokens and all(count is not None for count in tokens):
        # Which of them the model read, and which it wrote, is not known.
        total["extra"] = {"total_tokens": sum(count or 0 for count in tokens)}
    agent: _Fields = {"name": conversation.bot, "version": known.get("program", "unknown")}
    agent |= {"model_name": known["model"]} if "model" in known else {}
    return {
        "schema_version": VERSION,
        "session_id": key,
        "agent": agent,
        "steps": [{"step_id": place, **step} for place, step in enumerate(steps, start=1)],
        "final_metrics": total,
        "extra": dict(about),
    }


def _answer(turn: Turn, number: int) -> Iterator[_Fields]:
    """The steps of the agent in a turn.

    Which calls were made together, or between which texts, is not known: each is a step, after the
    earlier texts, and the last text is the last step.
    """
    reply = turn.reply
    for text in () if reply is None else reply.earlier_texts:
        yield {"source": "agent", "message": text}
    for place, call in enumerate(turn.arrived if reply is None else reply.calls, start=1):
        yield _call_step(call, call.id or f"{number}.{place}")
    if reply is None:
        yield {"source": "system", "message": f"There is no answer: {turn.error}"}
        return
    last: _Fields = {"source": "agent", "message": reply.text}
    last |= {"reasoning_content": reply.thoughts} if reply.thoughts else {}
    last |= {} if reply.cost_usd is None else {"metrics": {"cost_usd": reply.cost_usd}}
    yield last


def _call_step(call: Call, key: str) -> _Fields:
    made = {"tool_call_id": key, "function_name": call.function, "arguments": dict(call.params)}
    step: _Fields = {"source": "agent", "message": "", "tool_calls": [made]}
    if call.requested:
        return step
    result = call.result if call.error is None else f"Error: {call.error}"
    if result is not None:
        text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
        step["observation"] = {"results": [{"source_call_id": key, "content": text}]}
    return step
