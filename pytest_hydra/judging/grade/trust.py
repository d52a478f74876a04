"""How far a judge is to be trusted here: by what people said, and by whose work it grades."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import exact, six_places
from pytest_hydra.core.statistics import agreement
from pytest_hydra.errors import InputError, Problem

LABELS = "labels.jsonl"

# What makers of models call theirs. A judge is kind to its own family.
_FAMILIES = {
    "claude": r"claude|anthropic",
    "gpt": r"gpt|openai|codex|\bo[134]\b",
    "gemini": r"gemini|gemma|google",
    "llama": r"llama",
    "mistral": r"mistral|mixtral|devstral|codestral",
    "qwen": r"qwen",
    "deepseek": r"deepseek",
    "grok": r"grok",
    "kimi": r"kimi|moonshot",
    "glm": r"\bglm",
}
# Where a benchmark folder says who did the work, and under which keys.
_FILES = ("config.json", "summary.json")
_KEYS = ("agent", "model", "models", "agents")


def read_labels(folder: Path, shown: str) -> list[tuple[str, int]]:
    """The scores that people gave: a category and a whole number from 1 to 10, for each line.

    Empty where there is no labels.jsonl. Raises InputError with the line that cannot be used.
    """
    try:
        lines = (folder / LABELS).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(f"cannot be read: {error}", f"{shown}/{LABELS}")]) from None
    labels = []
    for number, line in enumerate(lines, start=1):
        try:
            label = json.loads(line)
            category, score = label["category"], label["score"]
        except (ValueError, KeyError, TypeError):
            category = score = None
        if not isinstance(category, str) or type(score) is not int or not 1 <= score <= 10:
            message = 'must be {"category": "…", "score": a whole number from 1 to 10}'
            raise InputError([Problem(message, f"{shown}/{LABELS}", number)])
        labels.append((category, score))
    return labels


def agreement_entry(
    labels: Iterable[tuple[str, int]], scores: Mapping[str, object]
) -> dict[str, Any] | None:
    """How the judge's scores by category agree with the labels; None without such pairs.

    A median that is no whole number is left out: people give whole ones.
    """
    pairs = [
        (label, score)
        for category, label in labels
        if isinstance(score := scores.get(category), int)
    ]
    if not pairs:
        return None
    found = agreement(pairs)
    return {
        "pairs": found.pairs,
        "exact": _shown(found.exact),
        "within_one": _shown(found.within_one),
        "kappa": _shown(found.kappa),
        "low": _shown(found.low),
        "high": _shown(found.high),
    }


def family_note(folder: Path, judges: Sequence[str]) -> str | None:
    """A warning when a judge is of the family that did the work, as far as names tell."""
    return kin_note(_makers(folder), judges)


def kin_note(names: Iterable[str], judges: Iterable[str]) -> str | None:
    """A warning when a judge is of the family of those who did the work, by their names."""
    makers = {family: name for name in names for family in _families(name)}
    for judge in judges:
        for family in _families(judge):
            if family in makers:
                return (
                    f"the judge {judge!r} is of the family that made this ({makers[family]!r}): "
                    "judges are kind to their own"
                )
    return None


def _makers(folder: Path) -> list[str]:
    names: list[str] = []
    for file in _FILES:
        try:
            told = json.loads((folder / file).read_bytes())
        except (OSError, ValueError):
            continue  # an exhibit that is not there, or is read elsewhere and found wanting there
        if isinstance(told, dict):
            for key in _KEYS:
                value = told.get(key)
                names += [
                    entry
                    for entry in (value if isinstance(value, list) else [value])
                    if isinstance(entry, str)
                ]
    return names


def _families(name: str) -> list[str]:
    return [family for family, pattern in _FAMILIES.items() if re.search(pattern, name, re.I)]


def _shown(number: Any) -> int | float | None:
    return None if number is None else six_places(exact(number))
