"""Regular expressions that are compiled when they are first used.

Python compiles a pattern in 0.1 to 20 ms, and an ordinary session uses few of those that its
modules have.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _LazyRegex:
    """Stands for a pattern: takes its methods and attributes over one by one."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)  # so that a later use costs nothing
        return value


def lazy_regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` returns, for use by its methods; a fault in the source shows on use."""
    return cast("re.Pattern[AnyStr]", _LazyRegex(source, flags))
