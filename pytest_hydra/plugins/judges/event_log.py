"""Event logs: streamed line by line, so of any length, and counted on the way."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from pydantic_core import from_json

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, input_error
from pytest_hydra.plugins.judges.excerpts import fit_lines, visible_text
from pytest_hydra.plugins.judges.judge_settings import LogKeys
from pytest_hydra.plugins.judges.log_facts import TIME_KEYS, Tally

KIND_KEYS: Final = ("event", "type", "kind", "name")
"""The keys that may hold the kind of an event; the first one present is used."""

_MAX_LINE = 16 * 2**20
_MAX_KINDS = 1_000
_SAMPLES = 2
_SAMPLED = 1_000
_LONGEST_KIND = 80
# Limit of a line in a cut log, so that one event cannot displace all others.
_LONGEST_LINE = 2_000
_MOST_KINDS = 60


@dataclass(slots=True)
class EventLog:
    """The result of reading an event log; ``label`` is its path in messages.

    ``keys`` are those of the kind of an event; the first one present is used.
    ``lines`` is the number of lines that are not blank: each is an event. ``kinds`` counts them by
    kind; ``other_kinds`` counts events of kinds beyond the first thousand. ``head`` and ``tail``
    are the first and the last lines, ``limit`` characters or more each. ``samples`` are the first
    two lines of each kind with their line numbers from 1, cut to 1,000 characters.
    """

    label: str
    limit: int
    tally: Tally
    keys: Sequence[str] = KIND_KEYS
    number: int = 0
    lines: int = 0
    sha256: str = ""
    kinds: Counter[str] = field(default_factory=Counter)
    other_kinds: int = 0
    head: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    samples: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def read(self, stream: BinaryIO) -> None:
        """Read the whole stream. Raises InputError."""
        digest = hashlib.sha256()
        last: deque[bytes] = deque()
        size, room = 0, self.limit
        while line := stream.readline(_MAX_LINE + 1):
            digest.update(line)
            self.number += 1
            if len(line) > _MAX_LINE and not line.endswith(b"\n"):
                raise self._error(f"the line is longer than {_MAX_LINE // 2**20} MiB")
            line = line.removesuffix(b"\n")
            try:
                event = from_json(line, allow_inf_nan=False, cache_strings="keys")
            except ValueError:
                # The standard library's parser decides, and has the better messages.
                if not line.strip():
                    continue
                event = self._read_again(line)
            self._count(event, line)
            if room > 0:
                room -= len(line) + 1
                self.head.append(_decoded(line))
            last.append(line)
            size += len(line) + 1
            # A character takes up to four bytes.
            while size - len(last[0]) - 1 >= 4 * self.limit:
                size -= len(last.popleft()) + 1
        if not self.lines:
            raise input_error(
                self.label, 1, "has no events; each line should be one, a JSON object"
            )
        self.sha256 = digest.hexdigest()
        self.tail = [*map(_decoded, last)]

    def _count(self, event: Any, line: bytes) -> None:
        kind = self._kind(event)
        self.lines += 1
        self.tally.count(event)
        count = self.kinds.get(kind, 0)
        if not count and len(self.kinds) >= _MAX_KINDS:
            self.other_kinds += 1
            return
        self.kinds[kind] = count + 1
        if count < _SAMPLES:
            sample = self.number, _decoded(line)[:_SAMPLED]
            self.samples.setdefault(kind, []).append(sample)

    def _read_again(self, line: bytes) -> Any:
        text = line.decode(errors="replace")
        if self.number == 1:
            text = text.removeprefix("\ufeff")
        try:
            return read_json(text)
        except RecursionError:
            reason = "it is nested too deeply"
        except ValueError as error:
            at_end = isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip())
            cut = "; was the run stopped while the line was written?" if at_end else ""
            reason = f"{one_line(str(error), 200)}{cut}"
        raise self._error(f"is not valid JSON: {reason}")

    def _kind(self, event: Any) -> str:
        if type(event) is not dict:
            raise self._error("is not a JSON object; each line should be one event, an object")
        for key in self.keys:
            kind = event.get(key)
            if type(kind) is str and kind:
                return kind if len(kind) <= _LONGEST_KIND else kind[:_LONGEST_KIND] + "…"
        keys = " or ".join(map(repr, self.keys))
        raise self._error(
            f"has no event name: there is no text at {keys}; hydra.toml can name the key: "
            '[judging] log = {event = "…"}'
        )

    def _error(self, message: str) -> InputError:
        return input_error(self.label, self.number, message)


def facts(log: EventLog) -> dict[str, Any]:
    """The counts of a log, as JSON values: of all events, and of the most frequent kinds."""
    kinds, others = _frequent(log)
    counts: dict[str, Any] = {"events": log.lines, "events_by_kind": dict(kinds)}
    if others:
        counts["events_of_other_kinds"] = others
    return {**counts, **log.tally.facts()}


def _frequent(log: EventLog) -> tuple[list[tuple[str, int]], int]:
    """The most frequent kinds with their numbers of events, and the number of all others."""
    shown: Counter[str] = Counter()
    for kind, count in log.kinds.items():
        shown[one_line(visible_text(kind))] += count
    ordered = sorted(shown.items(), key=lambda pair: (-pair[1], pair[0]))
    rest = sum(count for _, count in ordered[_MOST_KINDS:])
    return ordered[:_MOST_KINDS], rest + log.other_kinds


def read_log(
    stream: BinaryIO, label: str, limit: int = 60_000, keys: LogKeys | None = None
) -> EventLog:
    """Read an event log with these keys; ``label`` is its path in messages. Raises InputError."""
    keys = keys or LogKeys()
    tally = Tally((keys.time,) if keys.time else TIME_KEYS)
    log = EventLog(label, limit, tally, (keys.event,) if keys.event else KIND_KEYS)
    log.read(stream)
    return log


def _decoded(block: bytes) -> str:
    return block.decode(errors="backslashreplace")


def cut_log(log: EventLog, budget: int) -> tuple[str, str | None]:
    """An event log cut to ``budget`` characters, with a table of kinds, and what was left out."""
    if len(log.head) == log.lines:
        text = visible_text("\n".join(log.head))
        if len(text) <= budget:
            return text, None
    table = _table(log)
    room = max(budget - len(table) - 300, 0)
    first = fit_lines(map(_line, log.head), room // 3)
    rest = log.tail[max(len(first) + len(log.tail) - log.lines, 0) :]
    last = fit_lines(map(_line, reversed(rest)), room // 3)[::-1]
    parts = [table, f"[the first {len(first):,} events]", *first]
    samples = _samples(log, len(first), room // 3)
    if samples:
        parts += ["[of those between, the first of each kind, with their lines' numbers]", *samples]
    parts += [f"[the last {len(last):,} events]", *last]
    note = (
        f"of {log.lines:,} events the first {len(first):,}, the last {len(last):,} and up to two "
        "of each kind are shown, beside a table of all kinds"
    )
    return "\n".join(parts), note


def _table(log: EventLog) -> str:
    kinds, others = _frequent(log)
    rows = [f"{count:>9,}  {kind}" for kind, count in kinds]
    if others:
        rows.append(f"{others:>9,}  of other kinds")
    return "\n".join([f"[all {log.lines:,} events by kind]", *rows])


def _samples(log: EventLog, after: int, room: int) -> list[str]:
    """The sample events of each kind after line ``after``, in file order."""
    # The first samples of all kinds come before any second sample.
    ranked = sorted(
        (rank, number, text)
        for samples in log.samples.values()
        for rank, (number, text) in enumerate(samples)
        if number > after
    )
    lines = fit_lines((f"{number}: {_line(text)}" for _, number, text in ranked), room)
    numbers = [number for _, number, _ in ranked]
    return [line for _, line in sorted(zip(numbers, lines, strict=False))]


def _line(text: str) -> str:
    preview = visible_text(text[:_LONGEST_LINE])
    if len(text) > _LONGEST_LINE or len(preview) > _LONGEST_LINE:
        return f"{preview[:_LONGEST_LINE]}[… left out …]"
    return preview
