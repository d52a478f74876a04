"""The recorded traces of a bot, matched to scenarios."""

from __future__ import annotations

import glob
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_hydra.core.plain import read_json_values, safe_text
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.documents import read_text
from pytest_hydra.errors import InputError, input_error
from pytest_hydra.scenarios.conversation import missing_conversation
from pytest_hydra.scenarios.format import id_fault
from pytest_hydra.scenarios.load import Scenario, Step
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces.mentions import missing_results, overlooked, unknown_kinds
from pytest_hydra.scenarios.traces.trace import Trace, turns_of
from pytest_hydra.settings.prices import Prices
from pytest_hydra.transcript.turn import Turn

# The modules that each read a format, in the order in which they are tried. The last accepts any
# list of messages.
READERS = (
    *("otel", "atif", "codex", "codex_session", "opencode", "copilot", "claude_code", "cursor"),
    *("gemini_cli", "acp", "bedrock", "vercel", "gemini", "openai_agents"),
)
# Agents that write down the result of each call.
_WITH_RESULTS = frozenset(
    ("codex", "codex_session", "opencode", "copilot", "claude_code", "cursor", "gemini_cli", "acp")
)
_MOST_NAMED = 5


@cache
def readers() -> tuple[Any, ...]:
    """The modules of `READERS`, imported on first use."""
    return tuple(import_module(f"{__package__}.{name}") for name in READERS)


def traces_in(text: str, label: str, prices: Prices) -> Iterator[Trace]:
    """The traces in a text of JSON or JSON lines. Raises InputError."""
    try:
        documents = _documents(text, label)
        is_any = bool(documents) and all(isinstance(entry, dict) for entry in documents)
        candidates = readers() if is_any else ()
        reader = next((module for module in candidates if module.knows(documents)), None)
        if reader is None:
            formats = ", ".join(name.replace("_", "-") for name in READERS)
            message = f"is not a trace of a known format; valid: {formats}"
            raise input_error(label, None, message)
        transcripts = list(reader.read(documents))
        if not transcripts:
            raise input_error(label, None, "has no conversation")
        format_name = reader.__name__.rpartition(".")[2]
        parts = getattr(reader, "searched", list)(documents)
        read = [entry for _, messages in transcripts for entry in messages]
        found = (*overlooked(parts, read), *unknown_kinds(format_name, parts, read))
        kinds = tuple(dict.fromkeys(found))
        for key, messages in transcripts:
            name = one_line(safe_text(key), 200) if isinstance(key, str) else ""
            turns = _with_unknown_calls(turns_of(messages, prices), kinds)
            if format_name != "otel":  # spans of tools need not have a result
                missing = missing_results(messages, always=format_name in _WITH_RESULTS)
                turns = tuple([_with_missing_results(turn, missing) for turn in turns])
            yield Trace(name, turns)
    except RecursionError:
        raise input_error(label, None, "is nested too deeply") from None


def _with_unknown_calls(turns: tuple[Turn, ...], kinds: tuple[str, ...]) -> tuple[Turn, ...]:
    """The turns, in each of which there may be calls of these kinds."""
    return tuple(
        turn
        if turn.reply is None
        else replace(
            turn, reply=replace(turn.reply, unknown_calls=(*turn.reply.unknown_calls, *kinds))
        )
        for turn in turns
    )


def _with_missing_results(turn: Turn, missing: set[str]) -> Turn:
    """The turn, whose calls of these ids may not have been made."""
    if turn.reply is None or missing.isdisjoint([call.id for call in turn.reply.calls]):
        return turn
    lacking = [call.id in missing and call.was_made for call in turn.reply.calls]
    pairs = list(zip(turn.reply.calls, lacking, strict=True))
    calls = tuple([replace(call, requested=call.requested or lacks) for call, lacks in pairs])
    names = dict.fromkeys(call.function for call, lacks in pairs if lacks)
    unknown = (*turn.reply.unknown_calls, *[f"{name} without a result" for name in names])
    return replace(turn, reply=replace(turn.reply, calls=calls, unknown_calls=unknown))


def _documents(text: str, label: str) -> list[Any]:
    """The elements of the list in a text, or else the values in it, one after the other."""
    try:
        values = read_json_values(text)
    except ValueError as error:
        reason = one_line(str(error), 200)
        raise input_error(label, None, f"is neither JSON nor JSON lines: {reason}") from None
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


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
            label = path.relative_to(self._root) if path.is_relative_to(self._root) else path
            stem, name = safe_text(path.stem), safe_text(self._name_of(path))
            try:
                text = read_text(path, safe_text(str(label)))
                batch = list(traces_in(text, safe_text(str(label)), self._prices))
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
            for key in {*trace.names, messages} - {"", ()}:
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
        """Notes for the summary on traces without a scenario."""
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
