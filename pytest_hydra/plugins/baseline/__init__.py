"""Comparison with earlier runs: what is worse, whether that may be chance, and what differs.

Adds `--hydra-baseline` with the key `baseline` of `[report]`, and the commands `bless` and
`compare`. Each session keeps in its run folder what is known of earlier runs, and says what changed
since the last one, and what differs since the last that passed. `regressions` has the one rule of
what is worse. Only reports are compared: no item's verdict depends on it, but the session's does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def publishers() -> Mapping[str, Any]:
    """What keeps the history beside each report."""
    from pytest_hydra.plugins.baseline.previous_run import PreviousRun

    return {"previous": PreviousRun}


def report_keys() -> Mapping[str, Any]:
    """The model of the key of `[report]`."""
    from pytest_hydra.plugins.baseline.baseline_settings import BaselineReport

    return {"baseline": BaselineReport}


def services() -> Mapping[str, Any]:
    """The comparison of a session with its baseline."""
    from pytest_hydra.plugins.baseline.session_baseline import comparison_of

    return {"comparison_of": comparison_of}
