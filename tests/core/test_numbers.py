from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.numbers import Exact, dollars, exact, format_number, half_up, six_places


@pytest.mark.parametrize(
    ("written", "means"),
    [
        (0.35, Fraction(35, 100)),
        (0.1, Fraction(1, 10)),
        (1e-7, Fraction(1, 10_000_000)),
        (2.0, 2),
        (7, 7),
        (Decimal("8.35"), Fraction(835, 100)),
        (Fraction(6, 3), 2),
        (Fraction(1, 3), Fraction(1, 3)),
        (-0.5, Fraction(-1, 2)),
    ],
)
def test_a_number_is_what_a_person_wrote(written: float, means: Exact) -> None:
    assert exact(written) == means


@pytest.mark.parametrize("whole", [3, 3.0, Decimal(3), Fraction(3), True])
def test_whole_numbers_come_back_as_int(whole: float) -> None:
    assert type(exact(whole)) is int


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_what_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="is not a finite number"):
        exact(number)


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(deadline=None, max_examples=100)
def test_a_float_keeps_its_shortest_spelling(number: float) -> None:
    assert exact(number) == Fraction(Decimal(repr(number)))
    assert float(exact(number)) == number


@pytest.mark.parametrize(
    ("number", "places", "shown"),
    [
        (Fraction(500, 6), 0, "83"),
        (Fraction(835, 100), 1, "8.4"),
        (Fraction(825, 100), 1, "8.3"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(7, 2), 0, "4"),
        (Fraction(-5, 2), 0, "-3"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(4999, 10_000), 0, "0"),
        (100, 1, "100.0"),
        (0, 2, "0.00"),
    ],
)
def test_halves_are_rounded_up(number: Exact, places: int, shown: str) -> None:
    assert str(half_up(number, places)) == shown


@given(
    st.decimals(min_value=-10_000, max_value=10_000, allow_nan=False, places=8),
    st.integers(min_value=0, max_value=7),
)
@settings(deadline=None, max_examples=100)
def test_rounding_agrees_with_decimal(number: Decimal, places: int) -> None:
    expected = number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    assert half_up(exact(number), places) == expected


def test_rounding_minds_no_decimal_context_of_the_caller() -> None:
    with localcontext() as context:
        context.prec = 2
        assert str(half_up(Fraction(500, 6), 6)) == "83.333333"
        assert six_places(Fraction(500, 6)) == 83.333333
    assert str(half_up(Fraction(10**40 + 1, 2), 1)) == "5" + "0" * 39 + ".5"


@given(st.fractions(min_value=-1000, max_value=1000), st.integers(min_value=0, max_value=9))
@settings(deadline=None, max_examples=100)
def test_rounding_is_never_off_by_more_than_half_a_place(number: Fraction, places: int) -> None:
    assert abs(Fraction(half_up(number, places)) - number) <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize(
    ("number", "carried"),
    [
        (Fraction(500, 6), 83.333333),
        (Fraction(200, 3), 66.666667),
        (Fraction(1, 2_000_000), 0.000001),
        (Fraction(1, 2_000_001), 0),
        (Fraction(199_999_999, 2_000_000), 100),
        (Fraction(1, 2), 0.5),
        (Fraction(6, 2), 3),
        (12, 12),
    ],
)
def test_reports_carry_six_places(number: Exact, carried: float) -> None:
    assert six_places(number) == carried
    assert type(six_places(number)) is type(carried)


@pytest.mark.parametrize(
    ("score", "threshold", "shown"),
    [
        (100, 100, "100"),
        (0, 0, "0"),
        (Fraction(99_975, 1000), 100, "99.98"),
        (Fraction(996, 10), 80, "99.6"),
        (Fraction(2, 100), 0, "0.02"),
        (Fraction(10**9 - 1, 10**7), 100, "99.9999999"),
        (Fraction(796, 10), 80, "79.6"),
        (Fraction(7999, 100), 80, "79.99"),
        (Fraction(804, 10), 80, "80"),
        (Fraction(804, 10), Fraction(805, 10), "80"),
        (Fraction(806, 10), Fraction(807, 10), "80.6"),
        (80, Fraction(798, 10), "80"),
        (Fraction(833, 10), Fraction(833, 10), "83.3"),
    ],
)
def test_a_score_is_shown_on_its_side_of_the_threshold(
    score: Exact, threshold: Exact, shown: str
) -> None:
    assert format_number(Fraction(score), 0, threshold=Fraction(threshold)) == shown


# A threshold is a decimal that somebody wrote: 1/429, say, has no decimal that is not below it.
THRESHOLDS = st.integers(0, 10**6).map(lambda points: Fraction(points, 10**4))


@given(st.fractions(0, 100), THRESHOLDS, st.integers(0, 3))
@settings(deadline=None, max_examples=100)
def test_what_is_shown_contradicts_nothing(score: Fraction, threshold: Fraction, most: int) -> None:
    shown = Fraction(format_number(score, most, threshold=threshold))
    assert (shown < threshold, shown == 100, shown == 0) == (
        *(score < threshold, score == 100, score == 0),
    )


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0, "$0.00"),
        (0.00054, "$0.00054"),
        (0.01, "$0.01"),
        (0.051, "$0.051"),
        (0.23, "$0.23"),
        (1234.5, "$1,234.50"),
    ],
)
def test_dollars_have_cents_or_two_digits(amount: float, shown: str) -> None:
    assert dollars(amount) == shown
