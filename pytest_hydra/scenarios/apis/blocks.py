"""The blocks of a message: each has a kind, mostly under ``type``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_hydra.core.lookup import elements, get

Block = tuple[str, Any]
"""The kind of a block, and the block."""


def blocks(content: object) -> list[Block]:
    """The blocks of a content; a text is a single one."""
    if isinstance(content, str):
        return [("text", {"text": content})]
    return [_with_kind(block) for block in elements(content)]


def _with_kind(block: object) -> Block:
    """A block with its kind, which may also be the only key around it."""
    if isinstance(block, str):
        return "text", {"text": block}
    if isinstance(block, Mapping) and len(block) == 1 and not block.keys() & {"text", "type"}:
        ((kind, block),) = block.items()
        return str(kind), block
    kind = get(block, "type")
    if kind is None:
        kind = "text" if get(block, "text") is not None else ""
    return kind if isinstance(kind, str) else "", block
