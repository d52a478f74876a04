"""The raced commits, and the requirements of their projects' tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TEST = "python -m pytest -q"


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit that maintainers merged, and the parent from which it is raced.

    ``kind`` says what it changes, such as ``src+tests``. ``verdict`` is that of an earlier race,
    and ``classification`` is the opinion of a reader of the diff; None if unknown.
    """

    repo: str
    base: str
    candidate: str
    subject: str
    kind: tuple[str, ...] = ()
    verdict: str | None = None
    classification: str | None = None

    @property
    def key(self) -> str:
        """Its repository and the beginning of its id."""
        return f"{self.repo}@{self.candidate[:12]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """How to test a project: requirements for pip, a setup command, and the test command."""

    requirements: tuple[str, ...]
    setup: str | None = None
    test: str = _TEST


def read_commits(path: Path) -> list[Commit]:
    """The commits in a JSONL file. Raises ValueError if a key is missing."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [_commit(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _commit(path: Path, number: int, line: str) -> Commit:
    entry: dict[str, Any] = json.loads(line)
    try:
        return Commit(
            repo=entry["repo"],
            base=entry["base"],
            candidate=entry["candidate"],
            subject=entry["subject"],
            kind=tuple(entry.get("kind", ())),
            verdict=entry.get("verdict"),
            classification=entry.get("classification"),
        )
    except KeyError as error:
        raise ValueError(f"{path}:{number}: {error} is missing") from error


def read_projects(path: Path) -> Mapping[str, Project]:
    """The projects in a JSON file, by the name of the repository."""
    entries: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        repo: Project(
            requirements=tuple(entry["requirements"]),
            setup=entry.get("setup"),
            test=entry.get("test", _TEST),
        )
        for repo, entry in entries.items()
    }
