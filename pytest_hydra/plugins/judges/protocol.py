"""What all kinds of judges share: the question, the answer, and how a judge fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import Any

from pytest_hydra.errors import HydraError

MOST_BYTES = 8 * 2**20
"""The maximum length of an answer in bytes, with its wrapping."""


class JudgeError(HydraError):
    """A judge could not be opened or gave no answer: the reason, on one line, and the cost."""

    def __init__(self, message: str, cost_usd: float | None = None) -> None:
        super().__init__(message)
        self.cost_usd = cost_usd


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to a judge.

    ``instructions`` and ``exhibits`` are the two parts of the prompt, ``category`` and
    ``prompt_digest`` identify it, and ``sample`` is the number of the repetition, from 1.
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
class JudgeAnswer:
    """A judge's answer, with its cost in US dollars and its model if they are known.

    ``failed_usd`` is the additional cost of failed attempts before it.
    """

    text: str
    cost_usd: float | None = None
    model: str | None = None
    failed_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge that can be called from any thread.

    ``key`` identifies it in recordings: plain JSON without secrets; None if its judgments are not
    reused. ``ask`` raises JudgeError after its retries. ``stop`` stops the running calls.
    ``mock``: it reads nothing. ``free``: it costs nothing.
    """

    name: str
    key: Any
    ask: Callable[[Question], JudgeAnswer]
    stop: Callable[[], None] = lambda: None
    mock: bool = False
    free: bool = False

    @property
    def members(self) -> tuple[Judge, ...]:
        """The judge itself, as if it were a panel."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Panel:
    """Several judges, all of which are called; the median of their scores counts."""

    name: str
    members: tuple[Judge, ...]

    @property
    def mock(self) -> bool:
        """Whether any of them reads nothing."""
        return any(member.mock for member in self.members)

    def stop(self) -> None:
        """Stop the running calls."""
        for member in self.members:
            member.stop()


def numeral(text: str) -> float | str:
    """A number in a judge's answer that is written with a point or an exponent.

    Returns the text itself if it is not finite or the float would round it to a valid score.
    """
    number = float(text)
    is_score = 1 <= number <= 10 and number.is_integer()
    return text if not isfinite(number) or (is_score and Decimal(text) != number) else number
