"""Races: the code changes that agents made from one base, and which of them may be merged.

Adds the tables `[race]` and `[scoring]` of hydra.toml, and their head: items for the steps of each
candidate, with dimensions, gates and a ranking; the command `race`, and the fixture
`hydra_candidate`. It records the runs of all commands in `race.json`, and the changes and logs in
`candidates/`; these decide, now and in a replay.
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


def settings() -> Mapping[str, Any]:
    """The models of the tables of hydra.toml."""
    from pytest_hydra.plugins.race.policy.race_tables import RaceTables

    return dict.fromkeys(("race", "scoring"), RaceTables)


def problems() -> Mapping[str, Any]:
    """What is wrong in a table, by the names that plugins offer."""
    from pytest_hydra.plugins.race.policy.scoring import dimension_problems

    return {"scoring": dimension_problems}


def overrides() -> Mapping[str, Any]:
    """What options say of the race."""
    from pytest_hydra.plugins.race.race_options import with_options

    return {"race": with_options}


def dimensions() -> Mapping[str, Any]:
    """The dimensions of candidates."""
    from pytest_hydra.plugins.race.decide.decision import DIMENSIONS

    return DIMENSIONS


def services() -> Mapping[str, Any]:
    """The fixture, the base, and a ranking of the candidates of several reports."""
    from pytest_hydra.plugins.race import fixture
    from pytest_hydra.plugins.race.decide.pace import rank_again

    return {
        "hydra_candidate": fixture,
        "base_of": lambda settings: settings.table("race").base,
        "rank_again": rank_again,
    }


def page_parts() -> Mapping[str, Any]:
    """The race on the page."""
    from pytest_hydra.plugins.race.page.race_page import blocks

    return {"rankings": blocks}
