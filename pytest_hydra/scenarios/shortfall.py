"""What pytest shows of a scenario, or a test, that fell short."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.text import log_text
from pytest_hydra.errors import ShortfallError

if TYPE_CHECKING:
    from collections.abc import Callable


def escaped(part: Any, write: Callable[[str], str]) -> Any:
    """A part of a failure's representation with its texts as ``write`` makes them."""
    if isinstance(part, str):
        return write(part)
    if isinstance(part, list | tuple):
        return type(part)(escaped(entry, write) for entry in part)
    if isinstance(part, Explanation):  # which escapes itself
        return part
    if hasattr(part, "toterminal"):  # a part of a failure with a traceback
        for name, value in vars(part).items():
            setattr(part, name, escaped(value, write))
    return part


class Explanation:
    """pytest's representation of a shortfall, made on use: of thousands that fail, few are shown.

    It begins with the cause, and names the file and line to look at instead of ours.
    """

    def __init__(self, error: ShortfallError) -> None:
        # Without its traceback, whose frames hold conversations.
        self._error = ShortfallError(error.headline, str(error), error.place)

    def __str__(self) -> str:
        return str(self._representation)

    def toterminal(self, tw: Any) -> None:
        """Write the text."""
        self._representation.toterminal(tw)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # for copies
            raise AttributeError(name)
        return getattr(self._representation, name)

    @cached_property
    def _representation(self) -> Any:
        try:
            raise self._error
        except ShortfallError as error:
            raised = pytest.ExceptionInfo.from_exception(error)
            made = raised.getrepr(style="value", tbfilter=False)
        self._error.__traceback__ = None
        if made.reprcrash is not None:
            made.reprcrash.message = self._error.headline
            made.reprcrash.path, made.reprcrash.lineno = self._error.place
        return escaped(made, log_text)
