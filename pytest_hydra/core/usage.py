"""The numbers of tokens in the usage that a model's API or a trace reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pytest_hydra.core.lookup import get
from pytest_hydra.core.text import read_words

_WORDS = read_words(__file__, "usage_words.txt")
# Larger numbers are not plausible.
_MOST_TOKENS = 2**50
_MOST_DOLLARS = 1e6
_DETAILS = ("prompt_tokens_details", "input_tokens_details")
_NAMES = (*(name for names in _WORDS.values() for name in names), *_DETAILS)
# Two names of one number: some servers report both.
_TWICE = (
    ("input_tokens", "prompt_tokens"),
    ("output_tokens", "completion_tokens"),
    ("cached_tokens", "prompt_cache_hit_tokens"),
)


def tokens_of(usage: object) -> dict[str, int]:
    """The number of input tokens, of output tokens, and of two kinds of input tokens.

    ``cached`` ones were read from a cache, and ``written`` ones were written to it. Empty if
    nothing is known, or if the input or the output is stated, but not as a number: null is not 0.
    """
    values = _fields(usage, _NAMES)
    if not values:
        return {}
    counts = {name: count for name, count in values.items() if _is_count(count)}
    stored = 0
    for details in _DETAILS:
        parts = _fields(values.get(details), ("cached_tokens", "cache_write_tokens"))
        if _is_count(parts.get("cached_tokens")):
            counts["cached_tokens"] = parts["cached_tokens"]
        if _is_count(parts.get("cache_write_tokens")):
            stored = parts["cache_write_tokens"] or stored
    for name, other in _TWICE:
        if name in counts:
            counts.pop(other, None)
    sums: dict[str, int] = {}
    for kind, names in _WORDS.items():
        known = [counts[name] for name in names if name in counts]
        sums |= {kind: sum(known)} if known else {}
    stated = {kind for kind in ("input", "output") if not values.keys().isdisjoint(_WORDS[kind])}
    if not sums or stated - sums.keys():
        return {}
    # Some formats count the input tokens of caches separately; in OpenAI's they are a part of the
    # others, also where a server gives them other formats' names beside its own.
    is_part = "prompt_tokens" in counts
    separate, written = sums.get("separate", 0), sums.get("written", 0)
    pair = (separate, sums.get("cached", 0))
    return {
        "input_tokens": sums.get("input", 0) + (0 if is_part else separate + written),
        "cached": max(pair) if is_part else sum(pair),
        "written": max(written, stored),
        "output_tokens": sums.get("output", 0),
    }


def reported_cost(usage: object) -> float | None:
    """What the usage says that it cost in US dollars, as gateways to several providers do."""
    cost = get(usage, "cost")
    is_number = isinstance(cost, int | float) and not isinstance(cost, bool)
    return float(cost) if is_number and 0 <= cost < _MOST_DOLLARS else None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _MOST_TOKENS


def _fields(usage: object, names: Iterable[str]) -> Mapping[str, Any]:
    """The fields of a mapping, or those of an object that have one of these names."""
    if usage is None or isinstance(usage, Mapping):
        return usage or {}
    return {name: getattr(usage, name) for name in names if hasattr(usage, name)}
