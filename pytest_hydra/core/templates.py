"""Templates of JSON: ``{{place}}`` is filled with a value, ``${NAME}`` with a variable's text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

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
