"""Commands of a race on the workers of a Dask cluster.

Adds the engine of `[execution] engine = "dask"`. The trees of candidates travel as git packs; each
worker has a workshop, and what a unit printed comes back. Work that was lost with its worker runs
again on another one. Results are recorded as those of local commands are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def executors() -> Mapping[str, Any]:
    """The executor of a race, by the name of its engine."""
    from pytest_hydra.plugins.dask.executor import DaskExecutor

    return {"dask": DaskExecutor}
