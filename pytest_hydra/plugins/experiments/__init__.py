"""Experiments: treatments of scenarios, triggers of skills, and bots, compared in pairs.

Adds `experiments` to the report, with their tables in the summary, in Markdown and on the page.
What a scenario file requires of its experiment is decided from its results alone; without this
plugin a session with such a file does not pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def services() -> Mapping[str, Any]:
    """What computes experiments from results, and what shows them."""
    from pytest_hydra.plugins.experiments import experiment_tables, experiments

    return {"experiments": experiments, "experiment_tables": experiment_tables}
