"""Who answered: the models, judges and prompts of two reports, and what their change means.

A change of these is a cause of its own. Without it, scores that a new model, prompt or judge moved
look like a change of the bot's code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from pytest_hydra.core.plain import differences
from pytest_hydra.core.result import Result
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.core.text import listed as shortened

WHO = "who answered"
# Shorter texts of a bot's settings are named like other settings.
_LEAST_OF_A_PROMPT = 60
_ASKED = {"models": ("model", "reply", "replies"), "judges": ("judge", "answer", "answers")}


def who_answered(
    pairs: Iterable[tuple[Result, Result]], before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[str]:
    """What answered before and now, where that differs, in words."""
    pairs = list(pairs)
    for kind, (name, one, several) in _ASKED.items():
        old, new = (_counts((pair[side] for pair in pairs), kind) for side in (0, 1))
        if not old or not new or old.keys() == new.keys():
            continue
        moved = sum(count for each, count in new.items() if each not in old)
        amount = counted(moved, one) if moved == 1 else f"{moved:,} {several}"
        was, now = (one_line(shortened(sorted(each)), 120) for each in (old, new))
        line = f"the {name} of {amount or 'some'}: {was} → {now}"
        if kind == "models" and _same_files(before, after):
            line += "; no file of the suite changed: drift"
        yield line
    yield from _prompts(before, after)


def _prompts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """The long texts of the settings of bots that differ: how many lines came and went."""
    old, new = (
        ((report.get("suite") or {}).get("policy") or {}).get("bots", {})
        for report in (before, after)
    )
    for key, was, now in differences(old, new):
        is_text = isinstance(was, str) and isinstance(now, str)
        if is_text and max(len(was), len(now)) >= _LEAST_OF_A_PROMPT:
            lines = was.splitlines(), now.splitlines()
            same = SequenceMatcher(None, *lines).get_matching_blocks()
            kept = sum(block.size for block in same)
            gone, came = (len(each) - kept for each in lines)
            yield f"bots.{one_line(key, 120)}: +{came} -{gone} lines"


def judges_differ(before: Result, after: Result) -> bool:
    """Whether other judges answered, so that their verdicts cannot be compared."""
    old, new = (_counts([result], "judges") for result in (before, after))
    return bool(old and new) and old.keys() != new.keys()


def _counts(results: Iterable[Result], kind: str) -> Counter[str]:
    counts = Counter[str]()
    for result in results:
        counts.update(result["details"].get("answered", {}).get(kind, {}))
    return counts


def _same_files(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    old, new = ((report.get("suite") or {}).get("files") for report in (before, after))
    return bool(old) and old == new
