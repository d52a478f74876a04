"""What a judge says of a text, for whoever needs to ask one without knowing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pytest_hydra.core.numbers import Exact

MOCK_SAID: Final = "MOCK: no judge was asked, and nothing was read"
"""What stands in ``shown`` where no judge read anything."""


class Ruling(NamedTuple):
    """What a judge said of a text by one criterion.

    ``score`` is from 1 to 10, None when it is ungraded; ``enough`` is the score that passes.
    ``record`` is plain data, by which the same comes out again.
    """

    score: Exact | None
    enough: Exact
    shown: str
    record: Mapping[str, Any]


class ChangeRuling(NamedTuple):
    """What a judge said of a change by some criteria.

    ``score`` is from 1 to 10, None when it is ungraded; ``shown`` says why. ``mock``: no judge read
    anything. ``digest`` is the sha256 of the question, None where none was made; ``question`` is
    all of it, empty where nobody was to be asked. ``record`` is plain data, by which the same comes
    out again.
    """

    score: Exact | None
    judge: str
    shown: str
    mock: bool
    digest: str | None
    question: str
    record: Mapping[str, Any]


#: Given a text, a criterion, and what was recorded of it, if anything was.
Ask = Callable[[str, str, Mapping[str, Any] | None], Ruling]
