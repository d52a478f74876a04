"""JSON Schemas of what people and other programs write and read, made from the models."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json."""
    from pydantic import TypeAdapter

    from pytest_hydra.report.model import Report

    return TypeAdapter(Report).json_schema()


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of scenario files."""
    from pytest_hydra.scenarios import format as scenarios

    return scenarios.scenario_schema()


def settings_schema() -> dict[str, Any]:
    """The JSON Schema of hydra.toml."""
    from pytest_hydra.settings import file as settings

    return settings.settings_schema()


class Schema(NamedTuple):
    """A schema that is kept in a file of the package: its file's name, its title, its maker."""

    file: str
    title: str
    make: Callable[[], dict[str, Any]]


SCHEMAS: Final = {
    "report": Schema("report.schema.json", "pytest-hydra: report.json", report_schema),
    "scenario": Schema("scenario.schema.json", "pytest-hydra: scenario files", scenario_schema),
    "settings": Schema("hydra.schema.json", "pytest-hydra: hydra.toml", settings_schema),
}


def schema_text(name: str) -> str:
    """One of `SCHEMAS` as its file holds it."""
    schema = SCHEMAS[name]
    made = schema.make() | {"$schema": DIALECT, "title": schema.title}
    first = {key: made.pop(key) for key in ("$schema", "title", "description") if key in made}
    return json.dumps(first | made, indent=2, ensure_ascii=False) + "\n"
