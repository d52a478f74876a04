"""Places in JSON: pointers into it, and templates of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
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


_MARK = re.compile(r"\{\{\s*(?P<place>.*?)\s*\}\}|\$\{(?P<variable>[^{}]*)\}", re.DOTALL)


def places(template: Any) -> Iterator[str]:
    """What stands in ``{{…}}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "place"))


def variables(template: Any) -> Iterator[str]:
    """What stands in ``${…}`` in the texts of a template."""
    return (name for text in texts(template) for name in _marks(text, "variable"))


def texts(template: Any) -> Iterator[str]:
    """All texts in a JSON value; not the keys of its mappings."""
    if isinstance(template, str):
        yield template
    elif isinstance(template, Mapping | list):
        for item in template.values() if isinstance(template, Mapping) else template:
            yield from texts(item)


def fill(template: Any, place: Callable[[str], Any], variable: Callable[[str], str]) -> Any:
    """The template with its marks replaced by what the two functions give for their names.

    A text that is a lone ``{{place}}`` becomes the value itself, with its type; in a longer text a
    value that is no text is written as JSON. What was filled in is not looked at again. Keys of
    mappings stay as they are.
    """
    if isinstance(template, Mapping):
        return {key: fill(item, place, variable) for key, item in template.items()}
    if isinstance(template, list):
        return [fill(item, place, variable) for item in template]
    if not isinstance(template, str):
        return template
    alone = _MARK.fullmatch(template)
    # One place from the first brace to the last: "{{a}} {{b}}" is two.
    if alone and alone["place"] is not None and "}}" not in alone["place"]:
        return place(alone["place"])

    def text_of(mark: re.Match[str]) -> str:
        if mark["place"] is None:
            return variable(mark["variable"])
        value = place(mark["place"])
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return _MARK.sub(text_of, template)


def _marks(text: str, kind: str) -> Iterator[str]:
    return (mark[kind] for mark in _MARK.finditer(text) if mark[kind] is not None)
