"""Write a recorded conversation as a scenario with fixed steps and expected calls."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import camel
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import write_new
from pytest_hydra.record.runs import RunFolder, find_run
from pytest_hydra.scenarios.cases import values_of
from pytest_hydra.scenarios.expect.words import WORD_KINDS
from pytest_hydra.scenarios.format import slug, substitute
from pytest_hydra.scenarios.recordings import conversation_of, find_item
from pytest_hydra.scenarios.traces.drafts import escape, expected_call
from pytest_hydra.transcript.turn import Turn

# Keys of a scenario that concern the user, or repetition.
_OWN = {"user", "steps", "each", "matrix", "cases", "repeat", "passK", "passAt", "stopEarly"}
_WORDS = {kind.name for kind in WORD_KINDS}
_NODEID = re.compile(r"(?P<file>.+)::(?P<id>[^\[\]]+)(?:\[(?P<variant>.*)\])?")


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print or write a recorded conversation as a scenario file."""
    text = freeze(find_run(root, options.run), options.scenario, root)
    if options.output is None:
        say(text)
    else:
        write_new({options.output: text}, say)
    return 0


def freeze(run: RunFolder, name: str, root: Path) -> str:
    """The scenario file, as JSON, of an item of a run, named as for ``show``.

    The expectations are read from its file below ``root``, without those about the words of a
    simulated user: fixed steps have a reply each. Raises HydraError.
    """
    item = find_item(name, run)
    records = [entry["conversation"] for entry in (item.record or {}).get("runs", ())]
    conversation = next((c for c in map(conversation_of, records) if c.is_complete), None)
    if conversation is None:
        raise HydraError(f"{item.nodeid}: no conversation of run {run.run_id} was completed")
    if any(turn.files for turn in conversation.turns):
        raise HydraError(f"{item.nodeid}: a message has pictures or files: copy its steps instead")
    parts = _NODEID.fullmatch(item.nodeid)
    assert parts is not None  # noqa: S101 - the node id of a scenario
    file_keys, entry = _entry(root / parts["file"], parts["id"], parts["variant"])
    is_played = conversation.speaker is not None
    # A bot that is recorded has the steps of its traces only.
    own = _OWN | {"bot"} if "each" in entry else _OWN
    fields = {key: value for key, value in entry.items() if camel(key) not in own}
    expect = {
        key: value
        for key, value in fields.pop("expect", {}).items()
        if not is_played or _WORDS.isdisjoint(map(camel, _keys({key: value})))
    }
    steps = [_step(turn, is_played) for turn in conversation.turns]
    if not (expect or fields.get("expectations") or any("expect" in step for step in steps)):
        expect = {"maxCalls": 0}
    scenario = {**fields, "id": f"{parts['id']}-frozen", "steps": steps}
    scenario |= {"expect": expect} if expect else {}
    document = {**file_keys, "scenarios": [scenario]} if file_keys else scenario
    return f"{json.dumps(document, indent=2, ensure_ascii=False)}\n"


def _entry(file: Path, item_id: str, variant: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The other keys of a file, and a scenario's entry in it with a variant's values filled in."""
    document = read(file, str(file))
    data = document.data
    entries = data.get("scenarios", [data])
    file_keys = {key: data[key] for key in data if "scenarios" in data and key != "scenarios"}
    for entry in entries:
        if item_id in (entry.get("id"), slug(entry.get("name", ""))):
            if not {"matrix", "cases"} & {*entry}:
                return file_keys, entry
            combinations = values_of(entry, document, file.parent)
            # A variant may be followed by the name of its bot.
            names = [key for key in combinations if f"{variant}-".startswith(f"{key}-")]
            rest = {key: value for key, value in entry.items() if key not in ("matrix", "cases")}
            if names:
                return file_keys, substitute(rest, combinations[max(names, key=len)])
    raise HydraError(f"{file} has no scenario {item_id!r} any more, although the run has one")


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from value
    for item in value.values() if isinstance(value, Mapping) else value:
        if isinstance(item, Mapping | list):
            yield from _keys(item)


def _step(turn: Turn, is_played: bool) -> dict[str, Any]:
    step: dict[str, Any] = {"user": escape(turn.user)}
    # To what a yes without names is meant is only known to the author of a step.
    if turn.agrees is not None and not (is_played and turn.agrees is True):
        step["agrees"] = turn.agrees
    if turn.reply is not None and turn.reply.calls:
        step["expect"] = {"expectedCalls": list(map(expected_call, turn.reply.calls))}
    return step
