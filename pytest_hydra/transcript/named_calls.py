"""Whether a text has the name of a function where a call would have it."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A name that begins here: it may be behind that of a server or of a namespace.
_BEGINS = r"(?:(?<![A-Za-z0-9_])|(?<=__))"
# Before a parenthesis, as the value of a key that names functions, and in a tag.
_PLACES = (
    _BEGINS + r"{name}\(",
    r"[\"'](?:name|function|action|tool)[\"']\s*:\s*[\"'][\w.:/-]{0,80}?"
    + _BEGINS
    + r"{name}[\"']",
    r"<(?:\w{1,40}[=:])?{name}[\s/>]",
)


def named_calls(text: str, functions: Iterable[str]) -> list[str]:
    """Those of the functions that a text may call; ``*`` and ``?`` in their names are wildcards.

    A model whose server does not read its calls writes them into the text, in a form of its own.
    """
    found = []
    for function in functions:
        name = re.escape(function).replace(r"\*", r"[\w.-]{0,80}").replace(r"\?", ".")
        if any(re.search(place.replace("{name}", name), text) for place in _PLACES):
            found.append(function)
    return found
