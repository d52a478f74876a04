"""Candidates that the option ``--hydra-candidate`` names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.race import CandidateSettings, RaceSettings


def candidates_of_options(options: Iterable[str], start: Path) -> list[CandidateSettings]:
    """The candidates of ``--hydra-candidate AGENT=SOURCE`` options, with paths from ``start``.

    Raises InputError for a malformed option and for a duplicate name.
    """
    candidates = [_candidate_of_option(text, start) for text in options]
    try:
        return RaceSettings.model_validate({"candidates": candidates}).candidates
    except ValidationError as error:
        message = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError([Problem(f"--hydra-candidate: {message}")]) from None


def _candidate_of_option(text: str, start: Path) -> dict[str, str]:
    agent, equals, source = text.partition("=")
    if not (equals and agent and source):
        message = "must be AGENT=SOURCE, such as codex=agents/codex"
        raise InputError([Problem(f"--hydra-candidate {text!r}: {message}")])
    path = start / source
    if os.path.isdir(path):
        return {"agent": agent, "worktree": str(path)}
    if source.endswith((".patch", ".diff")):
        return {"agent": agent, "patch": str(path)}
    return {"agent": agent, "ref": source}
