"""The recorded traces of a bot, matched to scenarios."""

from __future__ import annotations

import glob
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import counted, display_path, one_line
from pytest_hydra.documents import read_text
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.conversation import missing_conversation
from pytest_hydra.scenarios.format import id_fault
from pytest_hydra.scenarios.load import Scenario, Step
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings import Prices
from pytest_hydra.transcript.turn import Turn

_MOST_NAMED = 5


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
            label = safe_text(display_path(path, self._root))
            stem, name = safe_text(path.stem), safe_text(self._name_of(path))
            try:
                text = read_text(path, label)
                batch = list(traces_in(text, label, self._prices))
            except InputError as error:
                batch = [Trace(name, problem=one_line(str(error), 300))]
            names = (name, stem) if len(batch) == 1 else ()
            traces += [
                replace(trace, id=trace.id or name, path=name, names=(trace.id, *names))
                for trace in batch
            ]
        return traces

    def _name_of(self, path: Path) -> str:
        """The path without its last suffix, below the folder that the pattern names."""
        parts = Path(self._pattern).parts
        fixed = next((i for i, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)
        return path.relative_to(self._root.joinpath(*parts[:fixed])).with_suffix("").as_posix()

    @cached_property
    def _indices(self) -> dict[object, list[int]]:
        """The indices of traces, by name and by the user's messages."""
        indices: dict[object, list[int]] = {}
        for index, trace in enumerate(self.all):
            messages = tuple([_words(turn.user) for turn in trace.turns])
            keys = {*trace.names, messages}
            if trace.unanswered is not None:
                keys.add((*messages, _words(trace.unanswered)))
            for key in keys - {"", ()}:
                indices.setdefault(key, []).append(index)
        return indices

    def with_traces(self, scenario: Scenario) -> list[Scenario]:
        """The scenario with its traces, one per run; `each` makes one scenario per trace."""
        if scenario.each:
            self._claimed.update(range(len(self.all)))
            traces = list(self.all)
        else:
            variant = f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id
            messages = _history_messages(scenario) + [_words(text) for text in scenario.messages]
            keys = (variant, scenario.id, tuple(messages))
            indices = next((self._indices[key] for key in keys if key in self._indices), [])
            self._claimed.update(indices)
            traces = [self.all[index] for index in indices]
        if not traces:
            count = counted(len(self.all), "trace")
            problem = f"no trace for {scenario.id!r}: {count} read from {self._pattern}"
            traces = [Trace("", problem=problem)]
        if not scenario.each:
            repeat = replace(scenario.repeat, times=max(len(traces), scenario.repeat.pass_k or 1))
            return [replace(scenario, traces=tuple(traces), repeat=repeat)]
        repeat = replace(scenario.repeat, times=1, pass_k=None)
        scenarios = []
        for trace, name in zip(traces, identities(traces), strict=True):
            variant = "-".join(filter(None, (scenario.variant, name if trace.id else None)))
            steps = tuple([Step(turn.user) for turn in trace.turns]) or (Step(""),)
            single = replace(scenario, steps=steps, traces=(trace,), repeat=repeat)
            scenarios.append(replace(single, variant=variant or None))
        return scenarios

    def notes(self) -> Iterator[str]:
        """Notes for the summary: on traces without a scenario, and on last messages."""
        unclaimed = [trace for index, trace in enumerate(self.all) if index not in self._claimed]
        if unclaimed:
            names = ", ".join(
                f"{trace.id} (not read)" if trace.problem else trace.id
                for trace in unclaimed[:_MOST_NAMED]
            )
            more = f" … and {len(unclaimed) - _MOST_NAMED} more" if unclaimed[_MOST_NAMED:] else ""
            subject = f"{len(unclaimed)} of {counted(len(self.all), 'trace')} of bot {self._name!r}"
            verb = "belongs" if len(unclaimed) == 1 else "belong"
            yield f"{subject} {verb} to no scenario: {names}{more}"
        if count := sum(trace.unanswered is not None for trace in self.all):
            subject = f"{count} of {counted(len(self.all), 'trace')} of bot {self._name!r}"
            verb = "ends" if count == 1 else "end"
            yield f"{subject} {verb} with a message of the user without an answer: it is no turn"


def identities(traces: Sequence[Trace]) -> list[str]:
    """A name for each trace that does not depend on its position.

    It is its id, or else its path; if these are not unique, with a digest of the content.
    """
    ids = ["" if id_fault(trace.id) else trace.id for trace in traces]
    paths = ["" if id_fault(trace.path) else trace.path for trace in traces]
    counts = Counter([*ids, *[path for path, own in zip(paths, ids, strict=True) if path != own]])
    names: list[str] = []
    for trace, own_id, path in zip(traces, ids, paths, strict=True):
        name = next((name for name in (own_id, path) if name and counts[name] == 1), None)
        digest = hashlib.sha256(repr((trace.id, trace.turns)).encode("utf-8")).hexdigest()[:8]
        names.append(name or "-".join(filter(None, (path, digest))))
    repeated = Counter(names)
    # Copies of one conversation have the same verdict.
    return [
        name if repeated[name] == 1 else f"{name}-{names[:index].count(name) + 1}"
        for index, name in enumerate(names)
    ]


def files_of(pattern: str, root: Path) -> list[Path]:
    """The files that match a glob, sorted."""
    paths = (root / name for name in glob.glob(pattern, root_dir=root, recursive=True))
    return [path for path in sorted(paths) if path.is_file()]


def recorded_run(scenario: Scenario, bot: str, number: int) -> Conversation:
    """A conversation of the scenario as recorded; ``number`` counts from 0."""
    traces = scenario.traces or ()
    if number >= len(traces):
        problem = f"run {number + 1} has no trace: there are {len(traces)} for {scenario.id!r}"
        return missing_conversation(bot, scenario, problem)
    trace = traces[number]
    if trace.problem is not None:
        return missing_conversation(bot, scenario, trace.problem)
    history, turns = _history_messages(scenario), trace.turns
    if history and [_words(turn.user) for turn in turns[: len(history)]] == history:
        turns = turns[len(history) :]
    problem = f"the trace {trace.id!r} ends before this message"
    rest = [Turn(user=user, error=problem) for user in scenario.messages[len(turns) :]]
    return Conversation(
        turns=(*turns, *rest), context=scenario.context, bot=bot, history=scenario.history
    )


def _history_messages(scenario: Scenario) -> list[str]:
    """The user's messages before the first step."""
    return [_words(entry["content"]) for entry in scenario.history if entry["role"] == "user"]


def _words(text: str) -> str:
    return " ".join(text.split())
