"""The known result formats by name.

``tools.toml`` says how runners are asked to write them, ``summaries.txt`` how printed counts are
read, and plugins add formats by the hook ``pytest_hydra_result_parsers``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytest_hydra.plugins.results import json_reports, text_reports
from pytest_hydra.plugins.results.junit import parse_junit
from pytest_hydra.plugins.results.protocol import ResultParser

PARSERS: Mapping[str, ResultParser] = {
    "junit": ResultParser(parse=parse_junit),
    "ctrf": ResultParser(parse=json_reports.parse_ctrf),
    "jest": ResultParser(parse=json_reports.parse_jest),
    "mocha": ResultParser(parse=json_reports.parse_mocha),
    "go": ResultParser(parse=json_reports.parse_go),
    "cargo": ResultParser(parse=text_reports.parse_cargo),
    "tap": ResultParser(parse=text_reports.parse_tap, recognizes=text_reports.is_tap),
    "sarif": ResultParser(parse=json_reports.parse_sarif, kind="lint"),
    "ruff": ResultParser(parse=json_reports.parse_ruff, kind="lint"),
    "eslint": ResultParser(parse=json_reports.parse_eslint, kind="lint"),
    "clippy": ResultParser(parse=json_reports.parse_clippy, kind="lint"),
}
"""The parser of each format that hydra.toml or a command names, or that output is recognized as."""
