"""The numbers of tokens in the usage that a model's API or a trace reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_hydra.core.text import read_words

_WORDS = read_words(__file__, "usage_words.txt")
# Larger numbers are not plausible.
_MOST_TOKENS = 2**50
_MOST_DOLLARS = 1e6
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
    counts = {name: _count(usage, name) for names in _WORDS.values() for name in names}
    stored = 0
    for details in ("prompt_tokens_details", "input_tokens_details"):
        if (cached := _count(field_of(usage, details), "cached_tokens")) is not None:
            counts["cached_tokens"] = cached
        stored = _count(field_of(usage, details), "cache_write_tokens") or stored
    for name, other in _TWICE:
        if counts[name] is not None:
            counts[other] = None
    sums: dict[str, int] = {}
    for kind, names in _WORDS.items():
        known = [count for name in names if (count := counts[name]) is not None]
        sums |= {kind: sum(known)} if known else {}
    stated = {kind for kind in ("input", "output") if any(_has(usage, n) for n in _WORDS[kind])}
    if not sums or stated - sums.keys():
        return {}
    # Some formats count the input tokens of caches separately; in OpenAI's they are a part of the
    # others, also where a server gives them other formats' names beside its own.
    separate, written = sums.get("separate", 0), sums.get("written", 0)
    is_part = counts["prompt_tokens"] is not None
    pair = (separate, sums.get("cached", 0))
    return {
        "input_tokens": sums.get("input", 0) + (0 if is_part else separate + written),
        "cached": max(pair) if is_part else sum(pair),
        "written": max(written, stored),
        "output_tokens": sums.get("output", 0),
    }


def reported_cost(usage: object) -> float | None:
    """What the usage says that it cost in US dollars, as gateways to several providers do."""
    cost = field_of(usage, "cost")
    is_number = isinstance(cost, int | float) and not isinstance(cost, bool)
    return float(cost) if is_number and 0 <= cost < _MOST_DOLLARS else None


def _count(usage: object, name: str) -> int | None:
    count = field_of(usage, name)
    return count if type(count) is int and 0 <= count < _MOST_TOKENS else None


def _has(value: object, name: str) -> bool:
    return name in value if isinstance(value, Mapping) else hasattr(value, name)


def field_of(value: object, name: str) -> Any:
    """The value of a mapping's key or of an object's attribute; None if there is none."""
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
