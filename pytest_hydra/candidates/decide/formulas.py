"""The formulas `hydra-1`: from what was counted to a score from 0 to 100, exact."""

from __future__ import annotations

from fractions import Fraction

from pytest_hydra.core.numbers import Exact, exact, quotient

FREE_GENERATED_LINES = 5_000
"""So many lines of lock files and generated files count nothing; those above count fully."""

PROTECTED_CAP = 30


def _clamp(score: Exact) -> Exact:
    return exact(Fraction(min(max(score, 0), 100)))


def build_score(passed: bool) -> Exact:
    """All or nothing."""
    return 100 if passed else 0


def tests_score(
    *,
    base_passed: int,
    base_total: int,
    passed: int,
    total: int,
    regression: int | None,
) -> Exact:
    """The rate of tests that pass, less what was lost, and a bonus for new tests.

    ``regression`` is how many of the base's passes are lost where tests are known by id; None
    where there are only numbers: then it is how many fewer pass.
    """
    rate = quotient(passed, total) if total else 0
    if regression is None:
        regression = max(0, base_passed - passed)
    penalty = quotient(regression, base_passed) * 60 if base_passed else 0
    new = max(0, total - base_total)
    bonus = min(10, quotient(new, 2))
    return _clamp(rate * 100 - penalty + bonus)


def lint_score(*, new_errors: int, new_warnings: int, resolved: int) -> Exact:
    """From 100 down by 12 for a new error and 2 for a new warning, up by 1 for one resolved."""
    return _clamp(100 - new_errors * 12 - new_warnings * 2 + resolved)


def counted_churn(*, lines: int, soft: int, generated: int) -> Exact:
    """The lines that count: ``soft`` ones, moved or formatted, by half; generated ones above 5,000.

    ``lines`` are all lines of source files, the soft ones among them.
    """
    return lines - quotient(min(soft, lines), 2) + max(0, generated - FREE_GENERATED_LINES)


def limit_score(number: Exact, limit: int) -> Exact:
    """100 up to the limit, and from there down by 50 for each time the limit."""
    return _clamp(100 - 50 * quotient(max(0, number - limit), limit))


def diff_scope_score(
    churn_score: Exact, files_score: Exact, *, outside: bool | None, protected: bool
) -> Exact:
    """How small the change is, by its two `limit_score`, and whether in scope.

    ``outside`` says whether a file is outside the allowed paths, None where all are allowed;
    ``protected`` whether a protected path was touched.
    """
    if outside is None:
        score = quotient(churn_score + files_score, 2)
    else:
        scope = 0 if outside else 100
        score = quotient(churn_score * 40 + files_score * 40 + scope * 20, 100)
    return min(score, PROTECTED_CAP) if protected else score


def relative_score(best: Exact, own: Exact) -> Exact:
    """Speed and cost: the best's share of one's own; 100 for what took nothing."""
    return _clamp(quotient(best, own) * 100) if own else 100
