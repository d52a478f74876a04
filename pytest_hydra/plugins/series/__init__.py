"""Series: many races, of which agent is better.

Adds the table `[series]` of hydra.toml, the commands `series`, `merged`, `weights`,
`import swebench` and `export swebench`, and the schema of `series -o json`. It reads reports of
races, and decides nothing about a candidate. `merged` records choices of people in
`.hydra/merged.jsonl`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def settings() -> Mapping[str, Any]:
    """The model of the table of hydra.toml."""
    from pytest_hydra.plugins.series.series_settings import SeriesTables

    return {"series": SeriesTables}


def schemas() -> Mapping[str, Any]:
    """The schema of what the command writes."""
    from pytest_hydra.schema import Schema

    maker = "plugins.series.series_tables:series_schema"
    return {"series": Schema("series -o json", "series.schema.json", maker)}
