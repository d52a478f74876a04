"""Write a recorded conversation as a scenario with fixed steps and expected calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import camel
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.scenarios.conversation import each_text
from pytest_hydra.scenarios.expect.words import WORD_KINDS
from pytest_hydra.scenarios.format import slug, substitute, variants
from pytest_hydra.scenarios.recordings import conversation_of, find_item
from pytest_hydra.scenarios.reply import Call, Turn

# Keys of a scenario that concern the user, or repetition.
_OWN = {"user", "steps", "matrix", "repeat", "passK", "passAt", "stopEarly"}
_WORDS = {kind.name for kind in WORD_KINDS}
_PLACE = re.compile(r"(?=\{\{\s*[A-Za-z_])")
_NODEID = re.compile(r"(?P<file>.+)::(?P<id>[^\[\]]+)(?:\[(?P<variant>.*)\])?")


def frozen(run: RunFolder, name: str, root: Path) -> str:
    """The scenario file, as JSON, of an item of a run, named as for ``show``.

    The expectations are read from its file below ``root``, without those about the words of a
    simulated user: fixed steps have a reply each. Raises HydraError.
    """
    found = find_item(name, run)
    recorded = [each["conversation"] for each in (found.record or {}).get("runs", ())]
    held = next((held for held in map(conversation_of, recorded) if held.is_whole), None)
    if held is None:
        raise HydraError(f"{found.nodeid}: no conversation of run {run.run_id} was completed")
    parts = _NODEID.fullmatch(found.nodeid)
    assert parts is not None  # noqa: S101 - the node id of a scenario
    beside, entry = _entry(root / parts["file"], parts["id"], parts["variant"])
    kept = {key: value for key, value in entry.items() if camel(key) not in _OWN}
    expect = {
        key: value
        for key, value in kept.pop("expect", {}).items()
        if held.played is None or _WORDS.isdisjoint(map(camel, _keys({key: value})))
    }
    steps = [_step(turn) for turn in held.turns]
    if not (expect or kept.get("expectations") or any("expect" in step for step in steps)):
        expect = {"maxCalls": 0}
    scenario = {**kept, "id": f"{parts['id']}-frozen", "steps": steps}
    scenario |= {"expect": expect} if expect else {}
    whole = {**beside, "scenarios": [scenario]} if beside else scenario
    return f"{json.dumps(whole, indent=2, ensure_ascii=False)}\n"


def _entry(file: Path, own: str, variant: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The other keys of a file, and a scenario's entry in it with a variant's values filled in."""
    data = read(file, str(file)).data
    entries = data.get("scenarios", [data])
    beside = {key: data[key] for key in data if "scenarios" in data and key != "scenarios"}
    for entry in entries:
        if own in (entry.get("id"), slug(entry.get("name", ""))):
            if "matrix" not in entry:
                return beside, entry
            combinations = variants(entry["matrix"])
            # A variant may be followed by the name of its bot.
            names = [key for key in combinations if f"{variant}-".startswith(f"{key}-")]
            rest = {key: value for key, value in entry.items() if key != "matrix"}
            return beside, substitute(rest, combinations[max(names, key=len)])
    raise HydraError(f"{file} has no scenario {own!r} any more, although the run has one")


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from value
    for item in value.values() if isinstance(value, Mapping) else value:
        if isinstance(item, Mapping | list):
            yield from _keys(item)


def _step(turn: Turn) -> dict[str, Any]:
    step: dict[str, Any] = {"user": _escaped(turn.user)}
    if turn.agrees is not None:
        step["agrees"] = turn.agrees
    if turn.reply is not None and turn.reply.calls:
        step["expect"] = {"expectedCalls": list(map(expected_call, turn.reply.calls))}
    return step


def expected_call(call: Call) -> dict[str, Any]:
    """The entry of ``expectedCalls`` that expects this call."""
    params = {
        # Wrapped, so that it is not read as a matcher.
        name: {"eq": value} if isinstance(value, Mapping | list) else value
        for name, value in each_text(dict(call.params), _escaped).items()
    }
    failed = {} if call.error is None else {"error": True}
    return {"function": call.function, **({"params": params} if params else {}), **failed}


def _escaped(text: str) -> str:
    """The text with placeholders escaped."""
    return _PLACE.sub(r"\\", text)
