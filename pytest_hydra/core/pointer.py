"""JSON pointers (RFC 6901): ``/choices/0/message`` names one value inside a JSON document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Pointer = tuple[str, ...]
"""The parts of a pointer, unescaped, from the top; empty for the whole document."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


class NotFoundError(LookupError):
    """A pointer that leads nowhere.

    ``reached`` is the pointer of the last value on its way that is there, ``value`` that value.
    """

    def __init__(self, reached: str, value: Any) -> None:
        super().__init__(reached)
        self.reached = reached
        self.value = value


def parse_pointer(text: str) -> Pointer:
    """The parts of a pointer. Raises ValueError for what is none."""
    if text and not text.startswith("/"):
        raise ValueError(f"a JSON pointer begins with '/': write '/{text}'")
    if re.search("~(?![01])", text):
        raise ValueError("in a JSON pointer '~' is written '~0', and a '/' in a key '~1'")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


def format_pointer(parts: Pointer) -> str:
    """The pointer as text; ``/`` and ``~`` in its parts are escaped."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def find(document: Any, pointer: Pointer) -> Any:
    """The value at the pointer. Raises NotFoundError where there is none."""
    value = document
    for index, part in enumerate(pointer):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and _INDEX.fullmatch(part) and int(part) < len(value):
            value = value[int(part)]
        else:
            raise NotFoundError(format_pointer(pointer[:index]), value)
    return value
