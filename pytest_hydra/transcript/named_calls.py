"""Whether a text has the name of a function where a call would have it."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A name that begins here: it may be behind that of a server or of a namespace.
_BEGINS = r"(?:(?<![A-Za-z0-9_])|(?<=__))"
# Before a parenthesis, itself or a method of it; and in a tag.
_PLACES = (_BEGINS + r"{name}(?:\.\w{1,40})?\(", r"<(?:\w{1,40}[=:])?{name}[\s/>]")
# Quoted, as a value or an argument, or as the key of arguments; before a table or an option; alone
# behind a mark or in brackets; and as a command. What stands there may be anything, but few things
# have the name of a function.
_NAMED = (
    r"[:=(,\[>]\s*[\"'][\w.:/-]{0,80}?" + _BEGINS + r"{name}[\"']|[\"']{name}[\"']\s*:\s*[\[{]",
    _BEGINS
    + r"{name}(?:(?::\d{1,4})?[ \t]*+\n?[ \t]*+\{|[ \t]++(?:--?)?[A-Za-z]\w{0,40}=|[ \t]++--\w)",
    r"(?m)[:=>|][ \t]*[`*\"']{0,3}(?:[\w.-]{1,80}[./])?{name}[`*\"']{0,3}[ \t]*$|\[{name}\](?!\()",
    r"(?m)^[ \t]*/{name}(?!\w)",
)


def named_calls(text: str, functions: Iterable[str]) -> list[str]:
    """Those of the functions that a text may call; ``*`` and ``?`` in their names are wildcards.

    A model whose server does not read its calls writes them into the text, in a form of its own.
    """
    found = []
    for function in functions:
        name = re.escape(function).replace(r"\*", r"[\w.-]{0,80}").replace(r"\?", ".")
        places = (*_PLACES, *_NAMED) if function.strip("*?") else _PLACES
        if any(re.search(place.replace("{name}", name), text) for place in places):
            found.append(function)
    return found
