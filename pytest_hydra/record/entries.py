"""Checks as the report prints them, made where they were decided: plain, and without pydantic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pytest_hydra.core.check import Check
from pytest_hydra.core.numbers import Exact, exact, six_places
from pytest_hydra.record.wire import plain


def check_entry(check: Check) -> dict[str, Any]:
    """The check as an entry of ``checks`` in report.json."""
    return {
        "name": plain(check.name),
        "kind": plain(check.kind),
        "weight": shown_number(check.weight),
        "outcome": check.outcome.value,
        "score": None if check.score is None else shown_number(check.score),
        "message": plain(check.message),
        "expected": plain(check.expected),
        "actual": plain(check.actual),
        "turn": check.turn,
    }


def shown_number(number: Exact) -> int | float:
    """The number with six places, half up; most are whole and need no rounding."""
    return number if type(number) is int else six_places(number)


def total_parts(total: Exact | None) -> list[int] | None:
    """An exact total as it travels: ``[numerator, denominator]``."""
    return None if total is None else [total.numerator, total.denominator]


def total_from_parts(parts: list[int] | None) -> Exact | None:
    """What `total_parts` took apart."""
    return None if parts is None else exact(Fraction(*parts))
