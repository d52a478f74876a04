"""What an agent spent, read from the log that it wrote itself: time, dollars and tokens.

Known are Claude Code (``--output-format json`` and ``stream-json``), Codex (``exec --json``) and
the Gemini CLI (``--output-format json`` and ``stream-json``). What a log does not say is unknown,
never 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_hydra.core.numbers import exact, is_number, quotient, six_places

# A number above these is no measurement: a year, a million dollars, and more tokens than any
# model reads in a year.
_MOST_SECONDS = 366 * 24 * 3600
_MOST_DOLLARS = 10**6
_MOST_TOKENS = 10**15
# Which of an agent's own words mean tokens that went in, and which tokens that came out.
_CLAUDE = {
    "input_tokens": "input",
    "cache_creation_input_tokens": "input",
    "cache_read_input_tokens": "input",
    "output_tokens": "output",
}
_CLAUDE_MODEL = {
    "inputTokens": "input",
    "cacheCreationInputTokens": "input",
    "cacheReadInputTokens": "input",
    "outputTokens": "output",
}
# Here what was cached is a part of the input, and what was thought a part of the output.
_CODEX = {"input_tokens": "input", "output_tokens": "output"}
_GEMINI = {"input_tokens": "input", "output_tokens": "output"}
_GEMINI_MODEL = {
    "prompt": "input",
    "tool": "input",
    "candidates": "output",
    "thoughts": "output",
}

Tokens = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Spent:
    """What an agent spent; None is unknown.

    ``tokens`` are ``{"input": …, "output": …}``; ``model`` is whose they are, where the log names
    one model and no more.
    """

    duration_seconds: float | None = None
    cost_usd: float | None = None
    tokens: Tokens | None = None
    model: str | None = None


def read_log(text: str) -> Spent:
    """What the log of an agent says. A log of nobody that is known says nothing.

    One log may hold several sessions, one after the other: they are added up.
    """
    sessions: dict[str, Spent] = {}
    thread = ""
    for event in _events(text):
        if event.get("type") == "thread.started":
            thread = str(event.get("thread_id"))
        told = _told(event)
        if told is not None:
            # Of one session the last event counts: it says what all of it came to.
            sessions[str(event.get("session_id") or thread)] = told
    if not sessions:
        return Spent()
    spent, *others = sessions.values()
    for other in others:
        spent = _together(spent, other)
    return spent


def _events(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a log: one as a whole, a list of them, or one on each line."""
    whole = _json(text)
    if isinstance(whole, dict):
        yield whole
    elif isinstance(whole, list):
        yield from (entry for entry in whole if isinstance(entry, dict))
    else:
        for line in text.splitlines():
            if line.lstrip().startswith("{"):
                event = _json(line)
                if isinstance(event, dict):
                    yield event


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _told(event: Mapping[str, Any]) -> Spent | None:
    kind = event.get("type")
    if kind == "turn.completed":
        return Spent(tokens=_tokens(event.get("usage"), _CODEX))
    stats = event.get("stats")
    if isinstance(stats, dict) and (kind == "result" or "response" in event or kind is None):
        return _gemini(stats)
    if kind == "result":
        return _claude(event)
    return None


def _claude(event: Mapping[str, Any]) -> Spent:
    return Spent(
        duration_seconds=_milliseconds(event.get("duration_ms")),
        cost_usd=_number(event.get("total_cost_usd"), _MOST_DOLLARS),
        tokens=_tokens(event.get("usage"), _CLAUDE),
        model=_only(_models(event.get("modelUsage"), _CLAUDE_MODEL)),
    )


def _gemini(stats: Mapping[str, Any]) -> Spent:
    named = stats.get("models")
    used = {
        name: entry.get("tokens")
        for name, entry in (named.items() if isinstance(named, dict) else ())
        if isinstance(entry, dict)
    }
    models = _models(used, _GEMINI_MODEL)
    tokens = _sum(models.values()) if models else _tokens(stats, _GEMINI)
    return Spent(
        duration_seconds=_milliseconds(stats.get("duration_ms")),
        tokens=tokens,
        model=_only(models),
    )


def _models(named: Any, words: Mapping[str, str]) -> dict[str, Tokens]:
    if not isinstance(named, dict):
        return {}
    read = {name: _tokens(usage, words) for name, usage in named.items()}
    return {name: tokens for name, tokens in read.items() if tokens is not None}


def _only(models: Mapping[str, Tokens]) -> str | None:
    return next(iter(models)) if len(models) == 1 else None


def _tokens(usage: Any, words: Mapping[str, str]) -> dict[str, int] | None:
    if not isinstance(usage, dict):
        return None
    added: dict[str, int] = {}
    for word, kind in words.items():
        number = _number(usage.get(word), _MOST_TOKENS)
        if number is not None:
            added[kind] = added.get(kind, 0) + int(number)
    return added or None


def _milliseconds(value: Any) -> float | None:
    number = _number(value, 1000 * _MOST_SECONDS)
    return None if number is None else float(six_places(quotient(exact(number), 1000)))


def _number(value: Any, most: int) -> int | float | None:
    return value if is_number(value) and 0 <= value <= most else None


def _together(entry: Spent, other: Spent) -> Spent:
    known = [spent.tokens for spent in (entry, other) if spent.tokens is not None]
    return Spent(
        duration_seconds=_added(entry.duration_seconds, other.duration_seconds),
        cost_usd=_added(entry.cost_usd, other.cost_usd),
        tokens=_sum(known) if len(known) == 2 else None,
        model=entry.model if entry.model == other.model else None,
    )


def _added(number: float | None, other: float | None) -> float | None:
    # What is known of a part only is not known of the whole.
    if number is None or other is None:
        return None
    return float(six_places(exact(number) + exact(other)))


def _sum(parts: Iterable[Tokens]) -> dict[str, int]:
    added: dict[str, int] = {}
    for tokens in parts:
        for kind, number in tokens.items():
            added[kind] = added.get(kind, 0) + number
    return added
