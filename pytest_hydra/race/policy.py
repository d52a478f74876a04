"""The policy for candidates, made from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytest_hydra.race.record import ACCEPTANCE, AGREEMENT, Policy

if TYPE_CHECKING:
    from pytest_hydra.settings.race import PriceSettings, RaceSettings
    from pytest_hydra.settings.scoring import ScoringSettings


def policy_of(
    race: RaceSettings, scoring: ScoringSettings, prices: Mapping[str, PriceSettings]
) -> Policy:
    """The policy that these settings define."""
    from pydantic import TypeAdapter  # imported here, as most users of the module don't need it

    tests, acceptance, weights = scoring.tests, race.acceptance, scoring.weights
    flags = {ACCEPTANCE: acceptance is not None, AGREEMENT: race.cross_examination}
    optional = {name: getattr(weights, name) for name, is_set in flags.items() if is_set}
    plain = {
        "require": race.require,
        "weights": weights.model_dump(exclude={*flags}) | optional,
        "security": scoring.commands.security is not None,
        **scoring.gates.model_dump(),
        **scoring.diff_scope.model_dump(),
        "speed_of_failed": scoring.speed_of_failed,
        "test_files": tests.files,
        "removed_ok": tests.removed_ok,
        "changed_ok": tests.changed_ok,
        "dimensions": [
            {
                **dimension.model_dump(include={"name", "weight", "criteria"}),
                "gate": dimension.least,
                "score": dimension.measured_by,
            }
            for dimension in scoring.dimensions
        ],
        "waivers": [waiver.model_dump() for waiver in scoring.waivers],
        "prices": {name: price.model_dump(exclude={"cached"}) for name, price in prices.items()},
        "acceptance": acceptance and acceptance.model_dump(exclude={"tests"}),
        "cross_examination": race.cross_examination,
    }
    return TypeAdapter(Policy).validate_python(plain)
