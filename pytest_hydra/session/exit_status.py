"""The exit status of a session with a comparison, or with --hydra-fail-on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pytest

from pytest_hydra import registry
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.result import scored
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.report import FailOn, failure_reason, items_of, tolerated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_hydra.session.collect import Collection
    from pytest_hydra.settings import Settings

_ENDS = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


class Ended(NamedTuple):
    """How a session ended: items that were skipped, or failed by their checks alone.

    ``is_cut``: items may be missing, because it ended early.
    """

    skipped: set[str]
    short: set[str]
    is_cut: bool


class Comparing(Protocol):
    """The comparison of a session with an earlier one, which a plugin offers."""

    @property
    def notes(self) -> Sequence[str]:
        """Lines for the terminal, above the reason."""

    def failure(
        self, report: dict[str, Any], ended: Ended, fail_on: FailOn, allowed: Exact | None
    ) -> str:
        """Why the session fails; empty if it passes. Adds the changes to the report."""

    def race_failed(self, settings: Settings) -> bool:
        """Whether the race of the earlier session failed."""


class ExitStatus:
    """Gathers failed and skipped items, and decides the exit status, not the verdict."""

    def __init__(
        self, comparing: Comparing | None, fail_on: FailOn, allowed: Exact | None = None
    ) -> None:
        """``allowed`` is the share of items that may be ungraded."""
        self._comparing = comparing
        self.fail_on = fail_on
        self._allowed = allowed
        self.status: int | None = None
        self._skipped: set[str] = set()
        # Items that failed by their checks alone, and the race if it failed.
        self._short: set[str] = set()
        self._race: set[str] = set()

    @property
    def notes(self) -> Sequence[str]:
        """Lines for the terminal, above the reason."""
        return () if self._comparing is None else self._comparing.notes

    def note(self, report: pytest.TestReport, sent: Mapping[str, Any]) -> None:
        """Take in the report of an item; ``sent`` is the item's own result."""
        if report.outcome == "skipped":
            self._skipped.add(report.nodeid)
        elif report.outcome == "failed" and report.when == "call" and sent:
            result = sent["result"]
            if result is None:
                if sent["state"] == "failed":
                    self._race.add(report.nodeid)
            elif result["status"] == "failed" and (
                result["kind"] == "benchmark" or "error" not in result["details"]
            ):
                self._short.add(report.nodeid)

    def conclude(
        self, report: dict[str, Any], session: pytest.Session, status: int, settings: Settings
    ) -> None:
        """Decide the status, and add the reason and the changes to the report."""
        if self._race and self._forgives_race(settings):
            self._short |= self._race
        after = items_of(report)
        excused = tolerated(after, self._allowed)
        other_count = session.testsfailed - len(self._short) - len(excused)
        if self._comparing is None:
            failure = failure_reason(after, self.fail_on, self._allowed)
        else:
            is_cut = bool(session.shouldstop or session.shouldfail or status not in _ENDS)
            ended = Ended(self._skipped, self._short, is_cut)
            failure = self._comparing.failure(report, ended, self.fail_on, self._allowed)
        if status not in _ENDS:
            reason = "set by pytest; only failures are forgiven"
        elif session.shouldfail and not failure:
            reason = (
                f"{one_line(str(session.shouldfail), 60)}: items that did not run are not forgiven"
            )
        elif other_count > 0:
            # To pytest, an ungraded item is a failure as well: it is named once.
            named = sum(result["status"] == "ungraded" for result in scored(report))
            named -= len(excused)
            rest = other_count - named if "ungraded" in failure else other_count
            forgives = self.fail_on in ("worse", "never")
            told = counted(rest, "failure" if forgives else "other failure")
            unforgiven = f"{told} that nothing forgives" if forgives else told
            status, reason = 1, "; ".join(filter(None, (failure, unforgiven if rest > 0 else "")))
        else:
            status = int(bool(failure))
            fine = "nothing failed" if self._comparing is None else "nothing is worse"
            parts = (
                "" if self.fail_on == "never" else fine,
                f"{counted(len(self._short), 'failure')} forgiven" if self._short else "",
                f"{len(excused)} ungraded allowed" if excused else "",
            )
            reason = failure or ", ".join(filter(None, parts)) or "nothing failed"
        self.status = status
        if excused and not (status or self._short):
            report["verdict"] = "passed"
        elif status and report["verdict"] == "passed":
            report["verdict"] = "failed"  # by what is worse or gone, though all passed
        report["exit_reason"] = f"exit status {status}: {reason} (--hydra-fail-on {self.fail_on})"

    def _forgives_race(self, settings: Settings) -> bool:
        """Whether a race may fail, as it failed before, or as nothing decides."""
        if self.fail_on != "worse" or self._comparing is None:
            return self.fail_on == "never"
        return self._comparing.race_failed(settings)


def exit_status_of(collection: Collection) -> ExitStatus:
    """The exit status logic of a session. Raises HydraError and UsageError."""
    option = collection.context.config.option
    percentage, comparing = option.hydra_allow_ungraded, None
    allowed = None if percentage is None else exact(Fraction(exact(percentage)) / 100)
    if "comparison_of" in registry.words("services"):
        comparing = registry.offered("services", "comparison_of")(collection)
    elif option.hydra_baseline is not None:
        raise pytest.UsageError("--hydra-baseline: nothing installed compares sessions")
    if comparing is None and option.hydra_fail_on == "worse":
        raise pytest.UsageError("--hydra-fail-on worse needs --hydra-baseline")
    return ExitStatus(comparing, option.hydra_fail_on or "any", allowed)
