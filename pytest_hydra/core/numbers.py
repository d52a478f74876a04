"""Exact numbers: sums that don't depend on order, and one way of rounding everywhere."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, TypeGuard, TypeVar

Exact = int | Fraction
Weight = TypeVar("Weight", int, float, Exact)

MOST_WEIGHT = 1_000_000
_LEAST_WEIGHT = Fraction(1, MOST_WEIGHT)


def exact(number: int | float | Decimal | Fraction) -> Exact:
    """The number as a person wrote it: 0.35 is 35/100, not the nearest binary fraction.

    Whole numbers come back as ``int``. Raises ValueError for nan and infinities.
    """
    if isinstance(number, int):
        return int(number)
    if isinstance(number, float):
        if not isfinite(number):
            raise ValueError(f"{number} is not a finite number")
        number = Fraction(repr(number))
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else fraction


def quotient(number: Exact, by: Exact) -> Exact:
    """The number divided by another, which is not 0; exact."""
    if type(number) is int and type(by) is int and number % by == 0:
        return number // by  # most often: fractions are slow
    return exact(Fraction(number) / by)


def half_up(number: Exact, places: int) -> Decimal:
    """Rounded to so many decimal places, halves away from zero, the same on every platform."""
    scaled = abs(number) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    # Read from text, because arithmetic would round to the precision of the caller's context.
    return Decimal(f"{-whole if number < 0 else whole}E-{places}")


def half_up_beside(number: Exact, places: int, *limits: Exact) -> Decimal:
    """Rounded half up to so many decimal places, or to as many more as it takes to be true.

    What is below a limit never seems to reach it, what reaches it never seems to be below, and
    nothing but 0 seems to be 0.
    """
    rounded = half_up(number, places)
    seems = exact(rounded)
    if any((seems < limit) != (number < limit) for limit in limits) or (not seems) != (not number):
        return half_up_beside(number, places + 1, *limits)
    return rounded


def format_number(
    number: float | Fraction | None, places: int, missing: str = "", threshold: float | Fraction = 0
) -> str:
    """A score, or a share in hundredths, in words for people: ``missing`` where there is none.

    Rounded half up, but never to 100, to 0 or across the threshold.
    """
    if number is None:
        return missing
    return str(half_up_beside(exact(number), places, 100, exact(threshold)))


def six_places(number: Exact) -> int | float:
    """The number as reports carry it: whole numbers as int, others with six places, half up."""
    if isinstance(number, int):
        return number
    rounded = half_up(number, 6)
    whole = int(rounded)
    return whole if rounded == whole else float(rounded)


def limit_fault(number: float, most: int = 100) -> str | None:
    """What is wrong with a limit on the scale up to ``most``; None where nothing is.

    A share, such as 0.8, would let nearly everything pass, and 0 everything.
    """
    if 1 <= number <= most:
        return None
    meant = f"; did you mean {six_places(exact(number) * most):g}?" if 0 < number < 1 else ""
    why = meant if number else ": nothing could fail"
    return f"from 1 to {most}, not {number:g}{why}"


def checked_limit(number: float, most: int = 100) -> float:
    """The limit as it is. Raises ValueError as `limit_fault` says."""
    if fault := limit_fault(number, most):
        raise ValueError(f"is {fault}")
    return number


def weight_fault(number: float | Fraction) -> str | None:
    """What a weight is, where this is one that nobody can mean.

    Beside a larger one, all others count for nothing; one that is smaller never counts.
    """
    is_meant = not number or _LEAST_WEIGHT <= number <= MOST_WEIGHT
    return None if is_meant else f"0, or from 0.000001 to {MOST_WEIGHT}"


def checked_weight(number: Weight) -> Weight:
    """The weight as it is. Raises ValueError as `weight_fault` says."""
    if fault := weight_fault(number):
        raise ValueError(f"must be {fault}, not {number!s:.40}")
    return number


LEAST_LIMIT: dict[str, Any] = {"minimum": 1}
"""What the JSON Schema says of a limit, so that an editor refuses what `limit_fault` does."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a number: a boolean is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
