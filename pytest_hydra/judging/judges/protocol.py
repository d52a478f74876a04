"""What all kinds of judges share: the question, the answer, and how a judge fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import Any

from pytest_hydra.errors import HydraError

MOST_BYTES = 8 * 2**20
"""How long an answer may be, with its wrapping."""


class JudgeError(HydraError):
    """A judge that cannot be opened or gave no answer: why, in one line, and what that cost."""

    def __init__(self, message: str, cost_usd: float | None = None) -> None:
        super().__init__(message)
        self.cost_usd = cost_usd


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a judge is asked.

    ``instructions`` and ``exhibits`` are the two parts of the prompt, ``category`` and
    ``prompt_digest`` say what it is about, and ``sample``, from 1 on, which time it is.
    """

    instructions: str
    exhibits: str
    category: str
    prompt_digest: str
    sample: int = 1

    @property
    def prompt(self) -> str:
        """Both parts as one text."""
        return f"{self.instructions}\n\n{self.exhibits}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a judge answered, which model it was and what it cost in US dollars, if it said so.

    ``failed_usd`` is what came before it, of which nothing could be used, has cost beside that.
    """

    text: str
    cost_usd: float | None = None
    model: str | None = None
    failed_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Who can be asked, from any thread.

    ``key`` identifies it in recordings: plain JSON, without secrets; None for one whose judgments
    are not used again. ``ask`` raises JudgeError, when it has tried again what is worth it.
    ``stop`` ends what is being asked. ``mock``: it reads nothing. ``free``: it costs nothing.
    """

    name: str
    key: Any
    ask: Callable[[Question], Answer]
    stop: Callable[[], None] = lambda: None
    mock: bool = False
    free: bool = False

    @property
    def members(self) -> tuple[Judge, ...]:
        """The judge itself, as if it were a panel."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Panel:
    """Several judges, each of which is asked; the median of their scores counts."""

    name: str
    members: tuple[Judge, ...]

    @property
    def mock(self) -> bool:
        """Whether any of them reads nothing."""
        return any(member.mock for member in self.members)

    def stop(self) -> None:
        """End what is being asked."""
        for member in self.members:
            member.stop()


def numeral(text: str) -> float | str:
    """A number of a judge, which writes it with a point or an exponent.

    It is the text itself where a float would make another of it that may be a score.
    """
    number = float(text)
    is_score = 1 <= number <= 10 and number.is_integer()
    return text if not isfinite(number) or (is_score and Decimal(text) != number) else number
