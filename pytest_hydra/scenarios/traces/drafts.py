"""Drafts of scenarios from recorded conversations: a few of each group, with what happened in them.

What a draft expects passes on its own trace, by the rules that decide scenarios.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pytest_hydra.core.numbers import is_number
from pytest_hydra.core.scorecard import PASSED
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.record.files import write_new
from pytest_hydra.scenarios.conversation import map_texts
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces import recorded
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.transcript.turn import RESPONSE_TYPES, Call

# Traces with a smaller distance between the user's words are duplicates.
_DUPLICATE = 0.2
_MOST_NAMED = 5
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# A value of an enumeration, such as `express`.
_CHOICE = re.compile(r"[A-Za-z][A-Za-z_-]{0,30}")
_PLACE = re.compile(r"(?=\{\{\s*[A-Za-z_])")
_TYPES = {str: "string", int: "number", float: "number", list: "array"}


class Drafts(NamedTuple):
    """The scenarios, a line for each group, and the reasons why traces were left out."""

    scenarios: list[dict[str, Any]]
    groups: list[str]
    left_out: list[str]


def act(options: Any, _: Path, say: Callable[[str], object]) -> int:
    """Write drafts of scenarios, and print their groups and what was left out; 1 without any."""
    folders = (recorded.Traces("traces", pattern, Path.cwd(), {}) for pattern in options.traces)
    traces = [trace for folder in folders for trace in folder.all]
    drafts = drafts_of(traces, options.each)
    if drafts.scenarios:
        text = json.dumps({"scenarios": drafts.scenarios}, indent=1, ensure_ascii=False)
        options.output.mkdir(parents=True, exist_ok=True)
        write_new({options.output / "traces.scenario.json": f"{text}\n"}, say)
    lines = [*drafts.groups, *left_out_lines(traces, drafts.left_out)]
    say("".join(f"{line}\n" for line in lines or ["no trace was found"]))
    return 0 if drafts.scenarios else 1


def drafts_of(traces: Sequence[Trace], most: int) -> Drafts:
    """Drafts for the traces, at most that many of each group, in the order of the traces.

    A group has the same functions called, and the same type of the last reply.
    """
    drafts, groups = Drafts([], [], []), defaultdict[str, list[tuple[str, Trace]]](list)
    for name, trace in zip(recorded.identities(traces), traces, strict=True):
        if trace.problem is not None:
            drafts.left_out.append(trace.problem)
        elif not trace.turns or not all(turn.user.strip() for turn in trace.turns):
            drafts.left_out.append(f"{name}: a turn has no words of the user")
        else:
            groups[_group(trace)].append((name, trace))
    for group, members in sorted(groups.items()):
        chosen = _most_different([_words(trace) for _, trace in members], most)
        found = []
        for name, trace in (members[index] for index in sorted(chosen)):
            draft = _draft(name, trace, group, len(members))
            if draft is None:
                drafts.left_out.append(f"{name}: nothing in it can be decided")
            else:
                found.append(draft)
        drafts.scenarios.extend(found)
        counts = f"{counted(len(members), 'trace')}, {counted(len(found), 'draft')}"
        drafts.groups.append(f"{one_line(group, 60)}: {counts}")
    return drafts


def left_out_lines(traces: Sequence[Trace], left_out: Sequence[str]) -> Iterator[str]:
    """How many traces were left out, and why the first ones."""
    if left_out:
        yield f"{len(left_out)} of {counted(len(traces), 'trace')} left out:"
        yield from (f"  {one_line(reason, 200)}" for reason in left_out[:_MOST_NAMED])
        if left_out[_MOST_NAMED:]:
            yield f"  … and {len(left_out) - _MOST_NAMED} more"


def _group(trace: Trace) -> str:
    calls = [call for turn in trace.turns if turn.reply for call in turn.reply.calls]
    names = {f"{call.function} (failed)" if call.error else call.function for call in calls}
    conversation, last = Conversation(turns=trace.turns), len(trace.turns)
    end = "no reply" if trace.turns[-1].reply is None else "unclear end"
    return f"{', '.join(sorted(names)) or 'no calls'}; {_type_of(conversation, last) or end}"


def _type_of(conversation: Conversation, turn: int) -> str | None:
    """The type of a reply; None if it is unclear. Any call is an action."""
    kinds = ({"responseType": kind} for kind in RESPONSE_TYPES)
    holds = (kind for kind in kinds if _holds(kind, conversation, turn, words="always"))
    return next(holds, {}).get("responseType")


def _holds(
    expect: Mapping[str, Any], conversation: Conversation, turn: int, words: str = "rules"
) -> bool:
    subject = Subject(conversation=conversation, turn=turn, read_only=(), words=words)
    checks = decide(compile_expect(expect), subject)
    return all(check.outcome is PASSED for check in checks)


def _words(trace: Trace) -> frozenset[str]:
    """The user's words, without ids and numbers, in which duplicates differ."""
    return frozenset(_WORD.findall(" ".join(turn.user for turn in trace.turns).lower()))


def _most_different(members: Sequence[frozenset[str]], most: int) -> list[int]:
    """The first member, then each time the one that differs most from all chosen so far."""
    chosen: list[int] = []
    distances = [1.0] * len(members)
    while len(chosen) < most:
        index = max(range(len(members)), key=distances.__getitem__)
        if distances[index] < _DUPLICATE:
            break
        chosen.append(index)
        words = members[index]
        distances = [
            min(distance, 1 - len(words & other) / max(1, len(words | other)))
            for distance, other in zip(distances, members, strict=True)
        ]
    return chosen


def _draft(name: str, trace: Trace, group: str, size: int) -> dict[str, Any] | None:
    """The draft of a trace; None if no expectation holds in it."""
    conversation, heard = Conversation(turns=trace.turns), _Heard()
    steps: list[dict[str, Any]] = []
    for number, turn in enumerate(trace.turns, start=1):
        heard.add(turn.user)
        expect = {
            key: value
            for key, value in _expectations(conversation, number, heard)
            if _holds({key: value}, conversation, number)
        }
        steps.append({"user": escape(turn.user), **({"expect": expect} if expect else {})})
    if not any("expect" in step for step in steps):
        return None
    description = f"From the trace {name}"
    if size > 1:
        description += f", one of {size} like it"
    if heard.open:
        description += f". Values that nobody had said before: {', '.join(heard.open)}"
    about = {"id": name, "description": one_line(description, 500), "category": group}
    return {**about, "draft": True, "steps": steps}


def _expectations(
    conversation: Conversation, number: int, heard: _Heard
) -> Iterator[tuple[str, Any]]:
    """What happened in a turn, as expectations."""
    reply = conversation.turns[number - 1].reply
    if reply is None:
        return
    if reply.calls:
        yield "expectedCalls", [heard.expected(call) for call in reply.calls]
    else:
        yield "expectedFunction", None
    kinds = {"rejection": "shouldReject", "clarification": "shouldAskFor"}
    if (kind := _type_of(conversation, number)) in kinds:
        yield kinds[kind], True


@dataclass(slots=True)
class _Heard:
    """What the user and the results of calls have said so far, in lower case."""

    text: str = ""
    numbers: set[float] = field(default_factory=set)
    #: Parameters that nobody had said before, with their values.
    open: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        self.text += f"\n{text.lower()}"
        self.numbers.update(map(float, _NUMBER.findall(text)))

    def expected(self, call: Call) -> dict[str, Any]:
        """The entry of ``expectedCalls`` for a call; then its result has been heard, too."""
        entry = expected_call(call)
        for name, value in call.params.items():
            if not self.is_known(value):
                entry["params"][name] = {"type": _TYPES.get(type(value), "object")}
                self.open.append(f"{call.function}.{name} ({one_line(json.dumps(value), 30)})")
        self.add(json.dumps(call.result, ensure_ascii=False))
        return entry

    def is_known(self, value: Any) -> bool:
        """Whether another bot can be expected to use the same value."""
        if isinstance(value, Mapping | list):
            items = value.values() if isinstance(value, Mapping) else value
            return all(map(self.is_known, items))
        if isinstance(value, str):
            return bool(_CHOICE.fullmatch(value)) or value.lower() in self.text
        return abs(value) in self.numbers if is_number(value) else True


def expected_call(call: Call) -> dict[str, Any]:
    """The entry of ``expectedCalls`` that expects this call."""
    params = {
        # Wrapped, so that it is not read as a matcher.
        name: {"eq": value} if isinstance(value, Mapping | list) else value
        for name, value in map_texts(dict(call.params), escape).items()
    }
    failed = {} if call.error is None else {"error": True}
    return {"function": call.function, **({"params": params} if params else {}), **failed}


def escape(text: str) -> str:
    """The text with placeholders escaped."""
    return _PLACE.sub(r"\\", text)
