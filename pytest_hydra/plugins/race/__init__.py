"""Races: the code changes that agents made from one base, and which of them may be merged.

Adds the head of `[race]` in hydra.toml: items for the steps of each candidate, with dimensions,
gates and a ranking; and the fixture `hydra_candidate`. It records the runs of all commands in
`race.json`, and the changes and logs in `candidates/`; these decide, now and in a replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def heads() -> Mapping[str, Any]:
    """The race of a session, which is imported if the settings or the replayed run have one."""

    def race(context: Any) -> Any:
        run = context.reuse.replayed
        if run is None and not context.settings.has("race"):
            return None
        if run is not None and "race.json" not in run.manifest["files"]:
            return None
        from pytest_hydra.plugins.race.head import race_head

        return race_head(context)

    return {"race": race}


def dimensions() -> Mapping[str, Any]:
    """The dimensions of candidates."""
    from pytest_hydra.plugins.race.decide.decision import DIMENSIONS

    return DIMENSIONS


def services() -> Mapping[str, Any]:
    """The fixture, the candidates of options, and a ranking of those of several reports."""
    from pytest_hydra.plugins.race import agent_candidates, fixture
    from pytest_hydra.plugins.race.decide.pace import rank_again
    from pytest_hydra.plugins.race.option_candidates import candidates_of_options

    return {
        "hydra_candidate": fixture,
        "agent_candidates": agent_candidates,
        "option_candidates": candidates_of_options,
        "rank_again": rank_again,
    }
