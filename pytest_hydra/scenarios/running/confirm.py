"""Confirm a failure: what would make the session red is asked again before it does.

This is no rerun until green. All outcomes are kept, and what was asked again decides the outcome of
its own scenario and nothing else: shares, scores and comparisons use the planned runs, as asking
only failures again would make a bot look better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_hydra.core.scorecard import FAILED, PASSED, Outcome


def is_confirmed(planned: Sequence[Outcome], again: Sequence[Outcome], most: int) -> bool | None:
    """Whether a failure is real, by its planned runs and those that were asked again.

    It is if more than half of the failed run and the ``most`` ones after it fail; False if it is
    flaky; None while further runs are to be made. All are, unless it is flaky anyway: that none
    passes is what tells a change from an unlucky case. Repeated runs of which half failed are proof
    enough, and a run without a verdict excuses nothing: the failure stays.
    """
    if planned[1:] and 2 * planned.count(FAILED) >= len(planned):
        return True
    failures, left = 1 + again.count(FAILED), most - len(again)
    if failures + again.count(PASSED) <= len(again):
        return True
    if 2 * (failures + left) <= most + 1:
        return False
    return None if left else True
