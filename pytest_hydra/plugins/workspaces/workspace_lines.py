"""What a conversation shows of a workspace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_hydra.core.text import counted, one_line

_MOST_FILES = 6


def lines_of(record: Mapping[str, Any]) -> Iterator[str]:
    """What the bot left there, on one line; of several turns, in which of them."""
    turns = record["turns"]
    if not turns:
        return
    changes: dict[str, list[str]] = {}
    for path, (added, removed) in list(record["lines"].items())[:_MOST_FILES]:
        numbers = [str(n) for n, turn in enumerate(turns, start=1) if path in turn["files"]]
        when = ""
        if turns[1:] and numbers:
            when = f"{'turns' if numbers[1:] else 'turn'} {', '.join(numbers)} "
        changes.setdefault(when, []).append(f"{path} +{added} -{removed}")
    text = "; ".join(f"{when}changed {', '.join(parts)}" for when, parts in changes.items())
    text = text or "changed no file"
    if len(record["lines"]) > _MOST_FILES:
        text += f" and {len(record['lines']) - _MOST_FILES} more"
    commits = counted(len(record["turns"][-1]["git"].get("commits", ())), "commit")
    yield one_line(f"{text} · {commits}", 200)
