"""What a conversation shows of a workspace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_hydra.core.text import counted, one_line

_MOST_FILES = 6


def lines_of(record: Mapping[str, Any]) -> Iterator[str]:
    """What the bot left there, on one line."""
    if not record["turns"]:
        return
    parts = [f"{path} +{added} -{removed}" for path, (added, removed) in record["lines"].items()]
    text = f"changed {', '.join(parts[:_MOST_FILES])}" if parts else "changed no file"
    if len(parts) > _MOST_FILES:
        text += f" and {len(parts) - _MOST_FILES} more"
    commits = counted(len(record["turns"][-1]["git"].get("commits", ())), "commit")
    yield one_line(f"{text} · {commits}", 200)
