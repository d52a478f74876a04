"""Exact numbers: sums independent of order, and one rounding rule for all output."""

from __future__ import annotations

from collections.abc import Iterable
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
    """The exact quotient of two numbers; ``by`` is not 0."""
    if type(number) is int and type(by) is int and number % by == 0:
        return number // by  # the common case: fractions are slow
    return exact(Fraction(number) / by)


def half_up(number: Exact, places: int) -> Decimal:
    """Rounded to so many decimal places, halves away from zero, the same on every platform."""
    scaled = abs(number) * 10**places
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    # From text, because decimal arithmetic would round to the precision of the caller's context.
    return Decimal(f"{-digits if number < 0 else digits}E-{places}")


def half_up_beside(number: Exact, places: int, *limits: Exact) -> Decimal:
    """Rounded half up to so many decimal places, or to more where that would mislead.

    A number below a limit never appears to reach it, a number that reaches it never appears to be
    below, and only 0 appears as 0.
    """
    rounded = half_up(number, places)
    seems = exact(rounded)
    if any((seems < limit) != (number < limit) for limit in limits) or (not seems) != (not number):
        return half_up_beside(number, places + 1, *limits)
    return rounded


def format_number(
    number: float | Fraction | None, places: int, missing: str = "", threshold: float | Fraction = 0
) -> str:
    """A score or percentage for display; ``missing`` if it is None.

    Rounded half up, but never up to 100, down to 0 or across the threshold.
    """
    if number is None:
        return missing
    return str(half_up_beside(exact(number), places, 100, exact(threshold)))


def dollars(amount: float | Fraction) -> str:
    """An amount of US dollars: with cents, or with as many places as two digits need."""
    shown = f"{half_up(exact(amount), dollar_places([amount])):,f}"
    whole, _, places = shown.partition(".")
    return f"${whole}.{places[:2]}{places[2:].rstrip('0')}"


def dollar_places(amounts: Iterable[float | Fraction]) -> int:
    """The places that show two digits of the least of these amounts, but for 0: from 2 to 6."""
    known: list[Exact] = [exact(amount) for amount in amounts if amount > 0]
    least = min(known, default=1)
    return next((places for places in range(2, 6) if half_up(least, places) * 10**places >= 10), 6)


def six_places(number: Exact) -> int | float:
    """The number as in reports: whole numbers as int, others with six places, half up."""
    if isinstance(number, int):
        return number
    rounded = half_up(number, 6)
    integer = int(rounded)
    return integer if rounded == integer else float(rounded)


def limit_fault(number: float, most: int = 100) -> str | None:
    """The problem with a limit on a scale from 1 to ``most``, or None.

    A fraction such as 0.8 would let nearly everything pass, and 0 everything.
    """
    if 1 <= number <= most:
        return None
    hint = f"; did you mean {six_places(exact(number) * most):g}?" if 0 < number < 1 else ""
    reason = hint if number else ": nothing could fail"
    return f"from 1 to {most}, not {number:g}{reason}"


def checked_limit(number: float, most: int = 100) -> float:
    """The limit, unchanged. Raises ValueError if `limit_fault` finds a problem."""
    if fault := limit_fault(number, most):
        raise ValueError(f"is {fault}")
    return number


def weight_fault(number: float | Fraction) -> str | None:
    """The valid range of a weight if this one is outside of it; else None.

    Beside a larger weight all others would count for nothing; a smaller one would never count.
    """
    is_meant = not number or _LEAST_WEIGHT <= number <= MOST_WEIGHT
    return None if is_meant else f"0, or from 0.000001 to {MOST_WEIGHT}"


def checked_weight(number: Weight) -> Weight:
    """The weight, unchanged. Raises ValueError if `weight_fault` finds a problem."""
    if fault := weight_fault(number):
        raise ValueError(f"must be {fault}, not {number!s:.40}")
    return number


LEAST_LIMIT: dict[str, Any] = {"minimum": 1}
"""The JSON Schema of a limit, so that editors refuse what `limit_fault` refuses."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is an int or float; booleans are not numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def rounded(value: Any) -> Any:
    """Plain data with numbers rounded to six places, as in reports."""
    if isinstance(value, dict):
        return {str(key): rounded(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(entry) for entry in value]
    return six_places(exact(value)) if isinstance(value, float) else value


def percent(share: float | None) -> str:
    """A share in percent, or a dash if it is unknown."""
    return "-" if share is None else format_number(100 * share, 1)


def signed(number: float, places: int) -> str:
    """A difference with its sign, rounded half up; only 0 appears as 0."""
    return f"{half_up_beside(exact(round(number, 6)), places):+}"
