"""JSON Schemas of what people and other programs write and read, made from the models."""

from __future__ import annotations

import json
from pkgutil import resolve_name
from typing import Final, NamedTuple

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Schema(NamedTuple):
    """A schema that is kept in a file of the package: what it is of, that file, and its maker."""

    of: str
    file: str
    maker: str


SCHEMAS: Final = {
    "report": Schema("report.json", "report.schema.json", "report.model:report_schema"),
    "scenario": Schema(
        "scenario files", "scenario.schema.json", "scenarios.format:scenario_schema"
    ),
    "series": Schema("series -o json", "series.schema.json", "series.series_tables:series_schema"),
    "settings": Schema("hydra.toml", "hydra.schema.json", "settings.file:settings_schema"),
}


def schema_text(name: str) -> str:
    """One of `SCHEMAS` as its file holds it."""
    of, _, maker = SCHEMAS[name]
    # Its models are loaded when it is asked for.
    made = resolve_name(f"pytest_hydra.{maker}")()
    made |= {"$schema": DIALECT, "title": f"pytest-hydra: {of}"}
    first = {key: made.pop(key) for key in ("$schema", "title", "description") if key in made}
    return json.dumps(first | made, indent=2, ensure_ascii=False) + "\n"
