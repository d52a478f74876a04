"""Comparison with earlier runs.

Keeps in each run folder what is known of earlier runs, and says in the summary what changed since
the last complete one. It decides nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def publishers() -> Mapping[str, Any]:
    """What keeps the history beside each report."""
    from pytest_hydra.plugins.baseline.previous_run import PreviousRun

    return {"previous": PreviousRun}
