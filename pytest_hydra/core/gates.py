"""Gates, ranking and rulings of judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pytest_hydra.core.numbers import Exact

RUN_NOTHING: Final = frozenset({"source", "empty_diff", "tampering", "isolation"})
"""Gates that can pass although no command was run."""
TESTED: Final = frozenset({"tests", "acceptance"})
"""Gates that candidates have only if tests were run."""
BY_BASE_ALONE: Final = "best by the base's tests alone: nothing tests the task"
"""What is said of a winner without tests of the task."""
FLAG: Final = "\N{BLACK FLAG}"
"""The sign of what a person should review before a merge."""


class GateState(StrEnum):
    """The state of a gate."""

    PASS = "pass"  # noqa: S105 - a state, no password
    BLOCK = "block"
    UNPROVEN = "unproven"


class Mergeable(StrEnum):
    """The verdict of all gates on a candidate."""

    MERGEABLE = "mergeable"
    UNPROVEN = "unproven"
    NOT_MERGEABLE = "not_mergeable"


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: its state, and the reason if it does not pass."""

    name: str
    state: GateState
    reason: str = ""


def decide(gates: Iterable[Gate]) -> Mergeable:
    """Not mergeable if any gate blocks; else unproven if any is unproven; else mergeable."""
    states = {gate.state for gate in gates}
    if GateState.BLOCK in states:
        return Mergeable.NOT_MERGEABLE
    if GateState.UNPROVEN in states:
        return Mergeable.UNPROVEN
    return Mergeable.MERGEABLE


_ORDER = (Mergeable.MERGEABLE, Mergeable.UNPROVEN, Mergeable.NOT_MERGEABLE)


class Merits(NamedTuple):
    """What decides between candidates with one total, from the first on.

    ``fixed`` are tests that failed on the base, and those of the task; ``new`` tests fail on the
    base. ``lines`` of product code are added and removed: None if the change could not be read.
    ``cost`` of the agent is in US dollars, None if unknown.
    """

    fixed: int = 0
    new: int = 0
    lines: int | None = None
    cost: Exact | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """A sort key, best first."""
        known = [(value is None, value or 0) for value in (self.lines, self.cost)]
        return (-self.fixed, -self.new, *known)

    def compared(self, other: Merits) -> int:
        """The place of the first merit in which they differ; their number if they are equal."""
        pairs = zip(self.key, other.key, strict=True)
        return next((at for at, (one, two) in enumerate(pairs) if one != two), len(self.key))


def place_in_race(
    agent: str, verdict: Mergeable, total: Exact | None, merits: Merits
) -> tuple[Any, ...]:
    """The sort key of candidates, best first: verdict, total (ungraded last), merits, name."""
    return _ORDER.index(verdict), total is None, -(total or 0), merits.key, agent


MOCK_SAID: Final = "MOCK: no judge was called, and nothing was read"
"""The text of ``shown`` for a mocked ruling."""


class Ruling(NamedTuple):
    """A judge's ruling on a text by one criterion.

    ``score`` is from 1 to 10, None if ungraded; ``enough`` is the score that passes. ``record`` is
    plain data from which the ruling can be replayed. ``answers`` are the scores of the criteria by
    name and the evidence, of each judge and sample. ``about`` has what is known
    here of a `JudgedEntry`. ``advises`` says why it decides nothing, if so.
    """

    score: Exact | None
    enough: Exact
    reason: str
    record: Mapping[str, Any]
    answers: tuple[tuple[Mapping[str, int], Sequence[str]], ...] = ()
    about: Mapping[str, Any] = MappingProxyType({})
    advises: str = ""


class ChangeQuestion(NamedTuple):
    """A question to a judge about the diff in a file.

    ``diff`` is the path of the file, ``name`` the name of the dimension. ``makers`` are the models
    that made the change. ``recorded`` is the record of an earlier ruling, which is decided again.
    """

    diff: str
    name: str
    criteria: Sequence[str]
    makers: Sequence[str]
    recorded: Mapping[str, Any] | None = None


class ChangeRuling(NamedTuple):
    """A judge's ruling on a change by some criteria.

    ``score`` is from 1 to 10, None if ungraded. ``mock``: no judge was called.
    ``digest`` is the sha256 of the ``question``, None if there was none. ``record`` is
    plain data from which the ruling can be replayed.
    """

    score: Exact | None
    judge: str
    reason: str
    mock: bool
    digest: str | None
    question: str
    record: Mapping[str, Any]


#: Takes a text, the criteria, and the record of an earlier ruling, if any.
Ask = Callable[[str, Sequence[str], Mapping[str, Any] | None], Ruling]
AskOfChange = Callable[[ChangeQuestion], ChangeRuling]
