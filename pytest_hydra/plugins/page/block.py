"""The blocks of data of the page."""

from __future__ import annotations

from pytest_hydra.report import json_bytes

Block = tuple[str, bytes]
"""The name of a block of the page, and its JSON."""


def block(name: str, value: object) -> Block:
    """A block with a value as JSON."""
    return name, json_bytes(value)
