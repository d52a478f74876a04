"""Show a recorded conversation with the results of its checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_hydra import registry
from pytest_hydra.core.numbers import exact, format_number
from pytest_hydra.core.result import Result, scored
from pytest_hydra.core.scorecard import Check, Outcome
from pytest_hydra.core.text import counted, log_text, one_line, seconds_text, spent
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.execution import Secrets
from pytest_hydra.record.runs import RunFolder, find_run, readable_runs
from pytest_hydra.record.wire import decode
from pytest_hydra.scenarios.conversation import map_texts
from pytest_hydra.scenarios.explain import MARKS, check_lines, transcript, wrapped
from pytest_hydra.scenarios.reply import BY_TURN, Conversation, conversation_from_plain

_MOST_NAMED = 10
_LONGEST_RECORD = 2_000
_COLOURS = {Outcome.PASSED: "32", Outcome.FAILED: "31", Outcome.UNGRADED: "33"}
_VARIANT = re.compile(r"\[.*\]$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RunItem:
    """An item of a run: its recording, and its result."""

    run: RunFolder
    nodeid: str
    record: Mapping[str, Any] | None
    result: Result | None


def item_lines(root: Path, name: str, run: str | None) -> list[str]:
    """The conversation of the named item, in lines.

    ``name`` is a scenario id, with or without the names of its variant and its bot, or a node id.
    Without a ``run``, the newest one with that item is used. Raises HydraError.
    """
    return list(_lines(_named_item(root, name, run)))


def patch_of(root: Path, name: str, run: str | None) -> str:
    """What the bot of the named item changed, for a log; see `item_lines`."""
    item = _named_item(root, name, run)
    shown = 1 if item.result is None else item.result["details"].get("run", 1)
    runs = (item.record or {}).get("runs", ())
    patch = conversation_from_plain(runs[shown - 1]["conversation"]).patch if runs else None
    if patch is None:
        raise HydraError(f"{one_line(item.nodeid, 200)} has no patch in run {item.run.run_id}")
    return log_text(patch)


def _named_item(root: Path, name: str, run: str | None) -> RunItem:
    """The item of a run, or of the newest run that has it. Raises HydraError."""
    if run is not None:
        return find_item(name, find_run(root, run))
    reason: HydraError | None = None
    for folder in readable_runs(root):
        try:
            return find_item(name, folder)
        except LookupError as error:
            # The newest run has the best suggestions.
            reason = reason or HydraError(str(error))
    raise reason or HydraError(f"there are no runs in {root}: pytest --hydra creates one")


def in_colour(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with those of checks in colour."""
    for line in lines:
        colours = [_COLOURS[outcome] for outcome, mark in MARKS.items() if line.startswith(mark)]
        yield f"\x1b[{colours[0]}m{line}\x1b[0m" if colours else line


class _MissingError(HydraError, LookupError):
    """The run has no such item."""


def conversation_of(record: Mapping[str, Any]) -> Conversation:
    """A recorded conversation for display."""
    return conversation_from_plain(map_texts(record, Secrets.unmarked))


def find_item(name: str, run: RunFolder) -> RunItem:
    """The single item of a run with this name. Raises HydraError."""
    records = {}
    for kind in ("scenarios", "tests"):
        for record in run.records(kind):
            records[str(record["nodeid"])] = record
    results = {result["nodeid"]: result for result in _results(run)}
    candidates = list({**results, **records})
    named = {nodeid for nodeid, result in results.items() if name in _names(result)}
    for is_named in (_is_exactly, lambda nodeid, _: nodeid in named, _is_variant):
        matches = [nodeid for nodeid in candidates if is_named(nodeid, name)]
        if len(matches) == 1:
            return RunItem(run, matches[0], records.get(matches[0]), results.get(matches[0]))
        if matches:
            listing = "\n  ".join(one_line(nodeid, 200) for nodeid in matches[:_MOST_NAMED])
            raise HydraError(
                f"{counted(len(matches), 'item')} of run {run.run_id} match; name one:\n  {listing}"
            )
    ids = [nodeid.rpartition("::")[2] for nodeid in candidates]
    hint = did_you_mean(name, ids)
    raise _MissingError(f"run {run.run_id} has no scenario or test {name!r}{hint}")


def _is_exactly(nodeid: str, name: str) -> bool:
    return nodeid == name or nodeid.endswith(f"::{name}")


def _names(result: Result) -> Iterator[str]:
    """The names of a scenario in a summary, a table and a comparison: without its bot, or with."""
    row = result["details"].get("row", ())[:1]
    for name in (result["id"], f"{result['file']}::{result['id']}", *row):
        yield from (name, f"{name} ({result['subject']})")


def _is_variant(nodeid: str, name: str) -> bool:
    """Whether the node id without the names of variant and bot matches."""
    return _is_exactly(_VARIANT.sub("", nodeid), name)


def _results(run: RunFolder) -> list[Result]:
    try:
        report = decode((run.path / "report.json").read_bytes())
    except FileNotFoundError:
        return []  # the run was interrupted
    except (OSError, ValueError) as error:
        raise HydraError(f"{run.path / 'report.json'}: cannot read it: {error}") from None
    return scored(report)


def _lines(item: RunItem) -> Iterator[str]:
    result = item.result
    try:
        line = "" if result is None or result["line"] is None else f" (line {result['line']})"
        yield one_line(item.nodeid, 200) + line
        yield f"run {item.run.run_id}: {_facts(result)}"
        yield ""
        checks = [] if result is None else [_check(check) for check in result["checks"]]
        runs = (item.record or {}).get("runs", ())
        if not runs:
            yield from check_lines(checks)
            return
        number = 1 if result is None else result["details"].get("run", 1)
        if len(runs) > 1:
            yield from (f"Run {number} of {len(runs)}:", "")
        record = runs[number - 1]["conversation"]
        conversation = conversation_of(record)
        yield from transcript(conversation, checks)
        for key, seen in conversation.records.items():
            # What is ours stands at its turns.
            if key not in registry.records() and key != BY_TURN:
                text = json.dumps(seen, ensure_ascii=False)[:_LONGEST_RECORD]
                yield from wrapped(f"  {one_line(key)}: ", log_text(text))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}", 200)
        raise HydraError(f"{item.run.path}: not a valid run: {reason}") from error


def _facts(result: Result | None) -> str:
    if result is None:
        return "it was interrupted, and nothing was decided"
    details, usage, parts = result["details"], result["usage"], [result["status"]]
    if result["total"] is not None:
        parts.append(f"score {format_number(result['total'], 0)} of 100")
    if result["subject"]:
        about = "bot" if result["kind"] == "scenario" else "subject"
        parts.append(f"{about} {one_line(result['subject'])}")
    if "seconds" in usage:
        parts.append(seconds_text(usage["seconds"]))
    parts += spent(usage)
    if "category" in details:
        parts.append(f"category {one_line(details['category'])}")
    if "tags" in details:
        parts.append(f"tags {', '.join(map(one_line, details['tags']))}")
    return ", ".join(parts)


def _check(entry: Mapping[str, Any]) -> Check:
    return Check(
        name=entry["name"],
        kind=entry["kind"],
        outcome=Outcome(entry["outcome"]),
        score=None if entry["score"] is None else exact(entry["score"]),
        message=entry["message"],
        expected=entry["expected"],
        actual=entry["actual"],
        turn=entry["turn"],
        critical=entry.get("critical", False),
        optional=entry.get("optional", False),
    )
