"""The marker ``hydra``, and the stash keys of a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_hydra.scenarios.soft_checks import Hydra

CARD: pytest.StashKey[Hydra] = pytest.StashKey()
#: Set for an item that has requested one of our fixtures.
TAKEN: pytest.StashKey[bool] = pytest.StashKey()
#: How often an item's checks began: plugins run it again.
TRIES: pytest.StashKey[int] = pytest.StashKey()
#: What a test raised that unittest's ``expectedFailure`` marks, as by ``sys.exc_info``, or None.
EXPECTED: pytest.StashKey[Any] = pytest.StashKey()
#: The item that is run, in the session's stash.
RUNNING: pytest.StashKey[pytest.Item] = pytest.StashKey()
# The last two are for tests of candidates.
_ARGUMENTS = ("threshold", "subject", "dimension", "weight")


def marker_settings(item: pytest.Item) -> dict[str, Any]:
    """The threshold and the subject of a test's marker ``hydra``.

    Arguments for a dimension are for tests of candidates. Unknown arguments fail the test.
    """
    marker = item.get_closest_marker("hydra")
    problem = None if marker is None else _problem_of(marker)
    if problem is not None:
        pytest.fail(f"@pytest.mark.hydra: {problem}", pytrace=False)
    arguments: Mapping[str, Any] = {} if marker is None else marker.kwargs
    return {
        "threshold": arguments.get("threshold", 100),
        "subject": arguments.get("subject") or None,
    }


def _problem_of(marker: pytest.Mark) -> str | None:
    """The problem with the marker's arguments, or None."""
    from pytest_hydra.core.numbers import is_number, limit_fault, weight_fault
    from pytest_hydra.core.text import one_line
    from pytest_hydra.errors import did_you_mean

    valid = f"valid: {', '.join(_ARGUMENTS)}"
    if marker.args:
        text = one_line(repr(marker.args[0]))
        return f"{text} needs a keyword; write NAME={text}; {valid}"
    for name in marker.kwargs:
        if name not in _ARGUMENTS:
            return f"unknown argument {name!r}{did_you_mean(name, _ARGUMENTS) or ';'} {valid}"
    threshold, subject = marker.kwargs.get("threshold", 100), marker.kwargs.get("subject")
    dimension, weight = marker.kwargs.get("dimension"), marker.kwargs.get("weight", 10)
    if not is_number(threshold):
        return f"threshold must be a number from 1 to 100, not {one_line(repr(threshold))}"
    if fault := limit_fault(threshold):
        return f"threshold must be {fault}"
    if subject is not None and not isinstance(subject, str):
        return f"subject must be a text, not {one_line(repr(subject))}"
    if dimension is not None and not (isinstance(dimension, str) and dimension):
        return f"dimension must be a name, not {one_line(repr(dimension))}"
    if fault := weight_fault(weight if is_number(weight) else -1):
        return f"weight must be {fault}, not {one_line(repr(weight))}"
    return None
