"""JSON Schemas of public file formats, made from the models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, Final, NamedTuple

from pytest_hydra import registry

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Schema(NamedTuple):
    """A schema in a file of the package: its subject, the file, and the function that makes it."""

    of: str
    file: str
    maker: str


_OWN: Final = {
    "report": Schema("report.json", "report.schema.json", "report.model:report_schema"),
    "scenario": Schema(
        "scenario files", "scenario.schema.json", "scenarios.format:scenario_schema"
    ),
    "settings": Schema("hydra.toml", "hydra.schema.json", "settings.file:settings_schema"),
}
SCHEMAS: Final[Mapping[str, Schema]] = registry.Offered("schemas", _OWN)


def schema_text(name: str, *offers: Mapping[str, Any]) -> str:
    """The file content of one of `SCHEMAS`, made of what is offered where it depends on that."""
    of, _, maker = SCHEMAS[name]
    # The models are loaded on use.
    schema = resolve_name(f"pytest_hydra.{maker}")(*offers)
    schema |= {"$schema": DIALECT, "title": f"pytest-hydra: {of}"}
    first = {key: schema.pop(key) for key in ("$schema", "title", "description") if key in schema}
    return json.dumps(first | schema, indent=2, ensure_ascii=False) + "\n"
