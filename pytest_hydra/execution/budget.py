"""What a session may spend on answers."""

from __future__ import annotations

import threading

from pytest_hydra.core.numbers import Exact, exact


class Budget:
    """What ``who`` (such as "the judges") have cost, and the most that they may; in US dollars.

    ``unknown`` counts the answers whose cost nobody told: they are not in ``spent``, and the cap
    does not hold for them. What is being asked when the cap is reached is paid for still.
    """

    def __init__(self, most_usd: float | None = None, *, who: str = "the answers") -> None:
        self.most: Exact | None = None if most_usd is None else exact(most_usd)
        self.spent: Exact = 0
        self.unknown = 0
        self._who = who
        self._lock = threading.Lock()

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be asked."""
        return self.most is not None and self.spent >= self.most

    def add(self, cost_usd: float | None) -> None:
        """Count one answer."""
        with self._lock:
            if cost_usd is None:
                self.unknown += 1
            else:
                self.spent += exact(cost_usd)

    def __str__(self) -> str:
        assert self.most is not None  # noqa: S101 - it is said when it is spent
        if self.most == 0:
            return "max_cost_usd is 0, so nobody is asked who may cost something"
        return (
            f"{self._who} have cost {dollars(self.spent)}, and max_cost_usd is "
            f"{dollars(self.most)}: nothing more is asked"
        )


def dollars(amount: Exact) -> str:
    """An amount as people write it: $1.50, and with more places only where it is tiny."""
    value = float(amount)
    if 0 < value < 0.01:
        return f"${value:.6f}".rstrip("0")
    return f"${value:.2f}"
