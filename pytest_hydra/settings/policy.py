"""What candidates are held to: everything but the recordings that a verdict depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pytest_hydra.settings.race import PriceSettings, RaceSettings
    from pytest_hydra.settings.scoring import ScoringSettings

FORMULAS = "hydra-1"
"""The formulas by which scores are made; others have another name."""

Require = Literal["one", "all", "none"]
OwnScore = Literal["exit", "regex", "json", "junit", "sarif", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDimension:
    """A dimension that the project adds. ``gate`` is the score below which it blocks, if any.

    ``criteria`` are what a judge grades the change by, where ``score`` is ``judge``.
    """

    name: str
    weight: float = 10
    gate: float | None = None
    score: OwnScore = "exit"
    criteria: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A person's word that a gate may be passed, by one candidate with this tree.

    ``tree`` is the id of the tree or how it begins; ``file`` narrows it to what is said of a file;
    ``until`` is the last day on which it holds, such as ``2026-12-31``.
    """

    agent: str
    gate: str
    reason: str
    tree: str
    file: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD for a million tokens that a model reads, and writes."""

    input: float
    output: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What candidates are held to. ``weights`` are by dimension; paths match as in .gitignore.

    ``security`` says whether there is a security command. ``test_files`` is empty where the usual
    places are meant.
    """

    formulas: str = FORMULAS
    require: Require = "one"
    weights: Mapping[str, float] = field(
        default_factory=lambda: {
            "build": 30,
            "tests": 30,
            "lint": 15,
            "diff_scope": 15,
            "speed": 10,
            "cost": 0,
            "security": 0,
        }
    )
    security: bool = False
    require_build_pass: bool = True
    max_test_regression_percent: float = 0
    max_dropped_tests: int = 0
    require_security_pass: bool = True
    allow_empty_diff: bool = False
    require_isolation: bool = False
    max_files_soft: int = 20
    max_churn_soft: int = 800
    protected_paths: tuple[str, ...] = ()
    allowed_paths: tuple[str, ...] = ()
    speed_of_failed: bool = True
    test_files: tuple[str, ...] = ()
    removed_ok: tuple[str, ...] = ()
    changed_ok: tuple[str, ...] = ()
    dimensions: tuple[OwnDimension, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    prices: Mapping[str, Price] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions of the race, in the order in which they are shown.

        Cost and security are among them where they weigh something, security also where it has
        a command.
        """
        optional = {"cost": self.weight("cost") > 0, "security": self.security}
        known = (
            name
            for name in ("build", "tests", "lint", "diff_scope", "speed", "cost", "security")
            if optional.get(name, True) or self.weight(name) > 0
        )
        return (*known, *(dimension.name for dimension in self.dimensions))

    @property
    def judged(self) -> tuple[OwnDimension, ...]:
        """The dimensions that a judge grades."""
        return tuple(dimension for dimension in self.dimensions if dimension.score == "judge")

    def weight(self, name: str) -> float:
        """The nominal weight of a dimension."""
        own = next((dimension.weight for dimension in self.dimensions if dimension.name == name), 0)
        return self.weights.get(name, own)


def policy_of(
    race: RaceSettings, scoring: ScoringSettings, prices: Mapping[str, PriceSettings]
) -> Policy:
    """The policy that settings make."""
    gates, scope, tests = scoring.gates, scoring.diff_scope, scoring.tests
    return Policy(
        require=race.require,
        weights=scoring.weights.model_dump(),
        security=scoring.commands.security is not None,
        **gates.model_dump(),
        max_files_soft=scope.max_files_soft,
        max_churn_soft=scope.max_churn_soft,
        protected_paths=tuple(scope.protected_paths),
        allowed_paths=tuple(scope.allowed_paths),
        speed_of_failed=scoring.speed_of_failed,
        test_files=tuple(tests.files),
        removed_ok=tuple(tests.removed_ok),
        changed_ok=tuple(tests.changed_ok),
        dimensions=tuple(
            OwnDimension(
                name=dimension.name,
                weight=dimension.weight,
                gate=dimension.least,
                score="judge" if dimension.judge else dimension.score,
                criteria=tuple(dimension.criteria),
            )
            for dimension in scoring.dimensions
        ),
        waivers=tuple(Waiver(**waiver.model_dump()) for waiver in scoring.waivers),
        prices={name: Price(**price.model_dump()) for name, price in prices.items()},
    )
