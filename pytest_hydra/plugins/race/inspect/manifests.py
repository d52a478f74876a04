"""Notes on changed manifests, lock files and settings: what was added, and which tables differ."""

from __future__ import annotations

import configparser
import json
import tomllib
from pathlib import PurePosixPath
from typing import Any

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import crop, read_words
from pytest_hydra.plugins.race.inspect import UNREADABLE, Note, new_lines

_MANIFESTS = read_words(__file__, "files.txt")["manifests"]
_MOST_LINES = 3
_MOST_TABLES = 10
_LONGEST_LINE = 60


def manifest_notes(path: str, old: str, new: str) -> list[Note]:
    """A note on a changed manifest, a lock file or a file of settings; [] for any other file."""
    if not matches(path, _MANIFESTS) or old == new:
        return []
    name = PurePosixPath(path).name
    before, after = _tables(name, old), _tables(name, new)
    tables = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    added = [line.strip() for _, line in new_lines(old, new) if line.strip()]
    parts = [f"[{table}] differs" for table in sorted(tables)[:_MOST_TABLES]]
    parts += [f"added: {crop(line, _LONGEST_LINE)}" for line in added[:_MOST_LINES]]
    if len(added) > _MOST_LINES:
        parts.append(f"and {len(added) - _MOST_LINES} more lines")
    return [Note("manifest", None, "; ".join(parts))]


def _tables(name: str, text: str) -> dict[str, Any]:
    """The tables of a file of settings by name, those of tools one by one; {} for other files."""
    try:
        if name.endswith(".toml"):
            tables = tomllib.loads(text)
            tools = tables.pop("tool", {})
            return tables | {f"tool.{tool}": table for tool, table in tools.items()}
        if name == "package.json":
            return dict(json.loads(text or "{}"))
        if name in ("setup.cfg", "tox.ini"):
            parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
            parser.read_string(text)
            return {section: dict(parser.items(section)) for section in parser.sections()}
    except (*UNREADABLE, TypeError, AttributeError, configparser.Error):
        pass  # no such table, or no valid file: the added lines are shown
    return {}
