"""Figures counted from the events of a log, without any interpretation of their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from typing import Any, Final

TIME_KEYS: Final = ("t", "ts", "time", "timestamp")
"""The keys that may hold the time of an event; the first one present is used."""

_LEVELS = ("error", "fatal", "critical")
# The keys that may hold an event's details, besides the keys next to its kind.
_DETAILS = ("data", "payload", "details", "metadata", "attributes", "properties")
_CYCLES = ("cycle", "cycle_id", "cycleId", "cycle_number", "cycleNumber")
_COMPLETIONS = tuple(
    spelling
    for last in ("completion", "coverage", "progress")
    for spelling in (f"spec_{last}", f"spec-{last}", f"spec{last.capitalize()}")
)
# Bounds on the memory that a log can take, whatever it holds.
_MAX_CYCLES = 1_000
_LONGEST = 200
# From these values on, a number is in ns, us, ms or s: in a larger unit it would be millennia away.
# A smaller number is a time since the start, in milliseconds under "t" (as NERV writes it).
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3), (1e9, 1))
_SINCE_START = {"t": 1e3}
# No run takes ten years: such a log mixes dates with times since a start, and has no duration.
_LONGEST_RUN = 3e8

_Part = Mapping[str, Any]


class Tally:
    """Counts events one by one; ``time_keys`` are the keys that may hold their times."""

    def __init__(self, time_keys: Sequence[str] = TIME_KEYS) -> None:
        self._time_keys = time_keys
        self._errors = 0
        self._span: tuple[float, float] | None = None
        self._previous = -inf
        self._backwards = 0
        self._cycle: str | None = None
        self._cycles: dict[str, None] = {}
        self._completion: dict[str, int | float] = {}

    def count(self, event: Mapping[str, Any]) -> None:
        """Count one event."""
        self._count_time(event)
        self._errors += str(event.get("level")).lower() in _LEVELS
        parts = [event]
        for key in _DETAILS:
            if type(event.get(key)) is dict:
                parts.append(event[key])
                break
        for part in parts:
            self._enter_cycle(_first(part, _CYCLES))
            self._complete(_first(part, _COMPLETIONS))

    def facts(self) -> dict[str, Any]:
        """The counts, as JSON values; without what no event has."""
        numbers: dict[str, Any] = {}
        if self._span is not None and self._span[1] - self._span[0] < _LONGEST_RUN:
            numbers["duration_seconds"] = round(self._span[1] - self._span[0], 3)
            numbers["events_earlier_than_the_one_before"] = self._backwards
        if self._errors:
            numbers["events_of_level_error"] = self._errors
        if self._cycles:
            numbers["cycles"] = len(self._cycles)
        if self._completion:
            numbers["spec_completion_by_cycle"] = dict(self._completion)
        return numbers

    def _count_time(self, event: _Part) -> None:
        key = next((key for key in self._time_keys if key in event), "")
        seconds = _seconds(event.get(key), _SINCE_START.get(key))
        if seconds is not None:
            earliest, latest = self._span or (seconds, seconds)
            self._span = min(earliest, seconds), max(latest, seconds)
            self._backwards += seconds < self._previous
            self._previous = seconds

    def _enter_cycle(self, value: Any) -> None:
        name = _name(value)
        if name is not None and (name in self._cycles or len(self._cycles) < _MAX_CYCLES):
            self._cycle = name
            self._cycles[name] = None

    def _complete(self, value: Any) -> None:
        number = _number(value)
        if number is None:
            return
        cycle = self._cycle or "0"
        if cycle in self._completion or len(self._completion) < _MAX_CYCLES:
            self._completion[cycle] = number


def _first(part: _Part, keys: Sequence[str]) -> Any:
    return next((part[key] for key in keys if key in part), None)


def _name(value: Any) -> str | None:
    """The name of something in a log: a text, a number, or the id in a mapping."""
    if type(value) is dict:
        value = value.get("id", value.get("name"))
    if type(value) is int and abs(value) < 10**18:
        return str(value)
    return value[:_LONGEST] if type(value) is str and value else None


def _number(value: Any) -> int | float | None:
    if type(value) is str:
        try:
            value = float(value[:_LONGEST].strip().removesuffix("%"))
        except ValueError:
            return None
        value = int(value) if value.is_integer() else value
    if type(value) not in (int, float) or not abs(value) < 1e15:
        return None
    number: int | float = value
    return number


def _seconds(value: Any, since_start: float | None) -> float | None:
    """A time as seconds since 1970, or since a start; without a time zone it is UTC."""
    if type(value) is str:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return None
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    if type(value) not in (int, float) or not abs(value) < 1e20:
        return None
    unit = next((unit for least, unit in _UNITS if abs(value) >= least), since_start)
    return None if unit is None else float(value) / unit
