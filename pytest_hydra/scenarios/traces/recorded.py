"""The recorded traces of a bot, matched to scenarios."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_hydra.core.plain import read_json, safe_text
from pytest_hydra.core.text import counted, one_line, plain_lines
from pytest_hydra.documents import read_text
from pytest_hydra.errors import InputError, input_error
from pytest_hydra.scenarios.conversation import missing_conversation
from pytest_hydra.scenarios.format import id_fault
from pytest_hydra.scenarios.load import Scenario, Step
from pytest_hydra.scenarios.reply import Conversation, Turn
from pytest_hydra.scenarios.traces.trace import Prices, Trace, turns_of

# The modules that each read a format, in the order in which they are tried. The last accepts any
# list of messages.
READERS = (
    *("otel", "atif", "codex", "claude_code", "bedrock", "vercel", "gemini", "openai_agents"),
)
_MOST_NAMED = 5


def traces_in(text: str, shown: str, prices: Prices) -> Iterator[Trace]:
    """The traces in a text of JSON or JSON lines. Raises InputError."""
    try:
        documents = _documents(text, shown)
        is_any = bool(documents) and all(isinstance(entry, dict) for entry in documents)
        readers = (import_module(f"{__package__}.{name}") for name in READERS if is_any)
        reader = next((each for each in readers if each.knows(documents)), None)
        if reader is None:
            known = ", ".join(name.replace("_", "-") for name in READERS)
            message = f"is not a trace of a known format; valid: {known}"
            raise input_error(shown, None, message)
        for own, messages in reader.read(documents):
            name = one_line(safe_text(own), 200) if isinstance(own, str) else ""
            yield Trace(name, turns_of(messages, prices))
    except RecursionError:
        raise input_error(shown, None, "is nested too deeply") from None


def _documents(text: str, shown: str) -> list[Any]:
    """The elements of a list, the lines, or the single value."""
    try:
        value = read_json(text)
    except ValueError as error:
        lines = [line for line in plain_lines(text) if line.strip()]
        try:
            return [read_json(line) for line in lines]
        except ValueError:
            reason = one_line(str(error), 200)
            raise input_error(shown, None, f"is neither JSON nor JSON lines: {reason}") from None
    return value if isinstance(value, list) else [value]


class Traces:
    """The traces of one bot, in the files that match a ``pattern``."""

    def __init__(self, name: str, pattern: str, root: Path, prices: Prices) -> None:
        self._name = name
        self._pattern = pattern
        self._root = root
        self._prices = prices
        self._claimed: set[int] = set()

    @cached_property
    def all(self) -> list[Trace]:
        """All traces, in the order of their files."""
        traces: list[Trace] = []
        for path in files_of(self._pattern, self._root):
            shown = path.relative_to(self._root) if path.is_relative_to(self._root) else path
            stem = safe_text(path.name.partition(".")[0])
            try:
                text = read_text(path, safe_text(str(shown)))
                found = list(traces_in(text, safe_text(str(shown)), self._prices))
            except InputError as error:
                found = [Trace(stem, problem=one_line(str(error), 300))]
            stems = (stem,) if len(found) == 1 else ()
            traces += [
                replace(trace, id=trace.id or stem, names=(trace.id, *stems)) for trace in found
            ]
        return traces

    @cached_property
    def _places(self) -> dict[object, list[int]]:
        """The indices of traces, by name and by the user's messages."""
        places: dict[object, list[int]] = {}
        for place, trace in enumerate(self.all):
            said = tuple([_words(turn.user) for turn in trace.turns])
            for key in {*trace.names, said} - {"", ()}:
                places.setdefault(key, []).append(place)
        return places

    def planned(self, scenario: Scenario) -> list[Scenario]:
        """The scenario with its traces, one per run; `each` makes one scenario per trace."""
        if scenario.each:
            self._claimed.update(range(len(self.all)))
            found = list(self.all)
        else:
            variant = f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id
            said = _said_before(scenario) + [_words(text) for text in scenario.messages]
            keys = (variant, scenario.id, tuple(said))
            places = next((self._places[key] for key in keys if key in self._places), [])
            self._claimed.update(places)
            found = [self.all[place] for place in places]
        if not found:
            read = counted(len(self.all), "trace")
            problem = f"no trace for {scenario.id!r}: {read} read from {self._pattern}"
            found = [Trace("", problem=problem)]
        if not scenario.each:
            repeat = replace(scenario.repeat, times=max(len(found), scenario.repeat.pass_k or 1))
            return [replace(scenario, traces=tuple(found), repeat=repeat)]
        repeat = replace(scenario.repeat, times=1, pass_k=None)
        alike = Counter([trace.id for trace in found])
        planned = []
        for number, trace in enumerate(found, start=1):
            name = str(number) if alike[trace.id] > 1 or id_fault(trace.id) else trace.id
            variant = "-".join(filter(None, (scenario.variant, name if trace.id else None)))
            steps = tuple([Step(turn.user) for turn in trace.turns]) or (Step(""),)
            mine = replace(scenario, steps=steps, traces=(trace,), repeat=repeat)
            planned.append(replace(mine, variant=variant or None))
        return planned

    def notes(self) -> Iterator[str]:
        """Notes for the summary on traces without a scenario."""
        left = [trace for place, trace in enumerate(self.all) if place not in self._claimed]
        if left:
            named = ", ".join(
                f"{trace.id} (not read)" if trace.problem else trace.id
                for trace in left[:_MOST_NAMED]
            )
            more = f" … and {len(left) - _MOST_NAMED} more" if left[_MOST_NAMED:] else ""
            which = f"{len(left)} of {counted(len(self.all), 'trace')} of bot {self._name!r}"
            belong = "belongs" if len(left) == 1 else "belong"
            yield f"{which} {belong} to no scenario: {named}{more}"


def files_of(pattern: str, root: Path) -> list[Path]:
    """The files that match a glob, sorted."""
    found = (root / name for name in glob.glob(pattern, root_dir=root, recursive=True))
    return [path for path in sorted(found) if path.is_file()]


def held(scenario: Scenario, bot: str, number: int) -> Conversation:
    """A conversation of the scenario as recorded; ``number`` counts from 0."""
    traces = scenario.traces or ()
    if number >= len(traces):
        problem = f"run {number + 1} has no trace: there are {len(traces)} for {scenario.id!r}"
        return missing_conversation(bot, scenario, problem)
    trace = traces[number]
    if trace.problem is not None:
        return missing_conversation(bot, scenario, trace.problem)
    before, turns = _said_before(scenario), trace.turns
    if before and [_words(turn.user) for turn in turns[: len(before)]] == before:
        turns = turns[len(before) :]
    problem = f"the trace {trace.id!r} ends before this message"
    rest = [Turn(user=user, error=problem) for user in scenario.messages[len(turns) :]]
    return Conversation(
        turns=(*turns, *rest), context=scenario.context, bot=bot, history=scenario.history
    )


def _said_before(scenario: Scenario) -> list[str]:
    """The user's messages before the first step."""
    return [_words(said["content"]) for said in scenario.history if said["role"] == "user"]


def _words(text: str) -> str:
    return " ".join(text.split())
