"""What hydra.toml may say of how candidates are checked, scored and gated."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_hydra.core.numbers import limit_fault
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, Weight, unknown_name
from pytest_hydra.settings.types import Text, names_differ

DIMENSIONS: Final = (
    *("build", "tests", "acceptance", "lint", "diff_scope", "speed", "cost", "security"),
    "agreement",
)
"""The dimensions that every race knows, in the order in which they are shown."""

GATES: Final = (
    *("source", "build", "tests", "dropped_tests", "acceptance", "empty_diff", "security"),
    *("tampering", "isolation"),
)
"""The gates that every race knows, in the order in which they are shown."""

_ACCEPTANCE = 30.0

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class CommandSettings(StrictModel):
    """The commands of the checks, as shell lines; each takes the place of the profile's."""

    build: Text | None = None
    """Builds what is tested."""
    test: Text | None = None
    """Runs the tests."""
    lint: Text | None = None
    """Runs the linter."""
    security: Text | None = None
    """Looks for what is not secure; no profile has one."""


class WeightSettings(StrictModel):
    """How much each dimension counts; 0 takes it out of the total, but leaves its gate."""

    build: Weight = 30.0
    """Whether it builds."""
    tests: Weight = 30.0
    """What became of the base's tests, and new ones."""
    # Where it is the usual one digests stay as they were.
    acceptance: Weight = Field(_ACCEPTANCE, exclude_if=lambda weight: weight == _ACCEPTANCE)
    """How many tests of the task pass, where there are any (`race.acceptance`)."""
    lint: Weight = 15.0
    """What the linter finds that it did not find before."""
    diff_scope: Weight = 15.0
    """How small the change is, and whether in scope."""
    speed: Weight = 10.0
    """How fast the agent was beside the fastest."""
    cost: Weight = 0.0
    """How dear the agent was beside the cheapest."""
    security: Weight = 0.0
    """Whether the security command passes."""
    agreement: Weight = Field(0.0, exclude_if=lambda weight: not weight)
    """How far tests of others and other candidates agree with it (`race.cross_examination`)."""


class GateSettings(StrictModel):
    """What keeps a candidate from being merged, whatever its total."""

    require_build_pass: bool = True
    """A failed build blocks."""
    max_test_regression_percent: float = Field(0.0, ge=0, le=100)
    """How many of the tests that passed on the base may be lost, in percent."""
    max_dropped_tests: int | None = Field(None, ge=0)
    """How many of the base's tests may be gone, whatever became of them. Without it: those that
    pass as the base has them, with the candidate's code."""
    require_security_pass: bool = True
    """A failed security command blocks."""
    allow_empty_diff: bool = False
    """Whether a candidate that changes nothing may be merged."""
    require_isolation: bool = False
    """Whether only what ran in a sandbox is proven."""


class DiffScopeSettings(StrictModel):
    """How large a change may be, and where. Paths match as in .gitignore."""

    max_files_soft: int = Field(20, ge=1)
    """Changed files that cost nothing."""
    max_churn_soft: int = Field(800, ge=1)
    """Added and removed lines that cost nothing."""
    protected_paths: list[Text] = Field(default_factory=list)
    """Touching one of these caps the score at 30."""
    allowed_paths: list[Text] = Field(default_factory=list)
    """With these, a file outside of them costs a fifth of the score."""


class BuildSettings(StrictModel):
    """What a build makes."""

    outputs: list[Text] = Field(default_factory=list)
    """Globs of files that must exist after the build."""


class ResultSettings(StrictModel):
    """Files that the commands write, as globs in the workspace, where they are not known anyway."""

    junit: Text | None = None
    """JUnit XML of the tests."""
    ctrf: Text | None = None
    """CTRF JSON of the tests."""
    sarif: Text | None = None
    """SARIF of the linter."""


class TestSettings(StrictModel):
    """What counts as a test, and how tests are run and held against the base's."""

    __test__ = False  # its name is not that of a class of tests

    files: list[Text] = Field(default_factory=list)
    """What counts as test, as patterns of .gitignore, instead of the usual places."""
    pythonpath: list[Text] = Field(default_factory=list)
    """Folders that stand first on Python's path, instead of the root and `src`."""
    plugins: list[Text] = Field(default_factory=list)
    """pytest plugins that are loaded, instead of those that the base's Python loads by itself."""
    removed_ok: list[Text] = Field(default_factory=list)
    """Ids of tests that may be gone; `*` and `?` stand for any characters."""
    changed_ok: list[Text] = Field(default_factory=list)
    """Ids of tests that the candidate may change: its own version decides."""
    reruns: int = Field(2, ge=0, le=20)
    """How often lost tests are run again, to find flaky ones."""
    rerun_budget_seconds: Seconds | None = None
    """How long running tests again may take for one candidate."""


class DimensionSettings(StrictModel):
    """A dimension of your own: what a command makes of a candidate, or a judge of its change."""

    name: Name
    """What it is called, in items and reports."""
    command: Text | None = None
    """The command, as a shell line."""
    judge: bool = False
    """Instead of a command: the judge of `[judging]` grades the candidate's diff by `criteria`. Its
    score from 1 to 10, times 10, is that of the dimension."""
    criteria: Annotated[
        list[Text],
        BeforeValidator(
            lambda given: [given] if isinstance(given, str) else given,
            json_schema_input_type=Text | list[Text],
        ),
    ] = Field(default_factory=list)
    """With `judge`: what the judge is asked."""
    weight: Weight = 10.0
    """How much it counts beside the others."""
    timeout_seconds: Seconds | None = None
    """How long the command may take, instead of what holds for checks."""
    gate: bool | float = False
    """The score from 1 to 100 below which it blocks; `true` is 100."""
    score: Literal["exit", "regex", "json", "junit", "sarif"] = "exit"
    """Where the score is from: the exit code, the output by `pattern` or `path`, or the file of
    `[scoring.results]`."""
    pattern: Text | None = None
    """For `regex`: its group 1 is the score, from 0 to 100."""
    path: Text | None = None
    """For `json`: the keys that lead to the score, with dots between them."""

    @model_validator(mode="after")
    def _whole(self) -> DimensionSettings:
        if self.name in DIMENSIONS or self.name in (*GATES, "gates"):
            raise ValueError(f"the name {show(self.name)} is taken; choose another")
        if not isinstance(self.gate, bool) and (fault := limit_fault(self.gate)):
            raise ValueError(f"gate is true, false or {fault}")
        of_command = ("timeout_seconds", "score", "pattern", "path")
        bare = self.is_offered and self.model_fields_set.isdisjoint((*of_command, "criteria"))
        if (self.command is None) != self.judge and not bare:
            given = "both are given" if self.judge else "neither is given"
            raise ValueError(f"a dimension has either 'command' or 'judge = true'; {given}")
        if self.judge and not self.criteria:
            raise ValueError("judge = true needs 'criteria'")
        for key in of_command if self.judge else ("criteria",):
            if key in self.model_fields_set:
                meant, other = ("command", "judge") if self.judge else ("judge", "command")
                raise ValueError(
                    f"{key!r} is for dimensions with {meant!r}, not for one with {other!r}"
                )
        for key, kind in (("pattern", "regex"), ("path", "json")):
            if (getattr(self, key) is None) == (self.score == kind):
                needs = "needs" if self.score == kind else "alone has"
                raise ValueError(f'score = "{kind}" {needs} {key!r}')
        if self.pattern is not None:
            pattern = show(self.pattern)
            try:
                groups = re.compile(self.pattern).groups
            except re.error as error:
                raise ValueError(f"the pattern {pattern} is not valid: {error}") from None
            if groups < 1:
                raise ValueError(
                    f"the pattern {pattern} has no group: put the score in parentheses"
                )
        return self

    @property
    def is_offered(self) -> bool:
        """Whether it is one that a plugin offers."""
        return self.command is None and not self.judge

    @property
    def measured_by(self) -> str:
        """``judge``, ``plugin``, or how the score is read from what the command left."""
        if self.is_offered:
            return "plugin"
        return "judge" if self.judge else self.score

    @property
    def least(self) -> float | None:
        """The score below which it blocks; None where it has no gate."""
        if isinstance(self.gate, bool):
            return 100.0 if self.gate else None
        return self.gate


def _checked_day(day: str) -> str:
    with suppress(ValueError):
        if date.fromisoformat(day).isoformat() == day:
            return day
    raise ValueError(f"{show(day)} is no day; one looks like '2026-12-31'")


class WaiverSettings(StrictModel):
    """A person's word that a gate may be passed. It falls when the candidate's tree changes."""

    agent: Name
    """The candidate."""
    gate: Text
    """The gate that it passes."""
    reason: Text
    """Why; it is shown beside the gate."""
    tree: Annotated[str, Field(pattern="^[0-9a-f]{7,64}$")]
    """The id of the tree that was looked at, or how it begins, as `-v` and the report print it."""
    file: Text | None = None
    """What is waived is only what the gate says of this file."""
    until: Annotated[str, AfterValidator(_checked_day)] | None = None
    """The last day on which it holds, such as `2026-12-31` (UTC)."""


class ScoringSettings(StrictModel):
    """How candidates are checked and what their checks are worth."""

    profile: Literal["js-node", "rust", "python", "go", "none"] = "none"
    """Which commands are run where none are given."""
    python: FilePath | None = None
    """The interpreter of Python checks, relative to hydra.toml. Without it: that of `.venv` beside
    hydra.toml, else `python` on the path."""
    timeout_per_check_seconds: Seconds | None = None
    """How long each check may take. Without it: 300 seconds, tests 600, or five times as long as on
    the base where that is more."""
    skip_after_failed_build: bool = False
    """Whether a candidate that does not build is spared the other checks."""
    speed_of_failed: bool = True
    """Whether an agent whose build or tests block keeps its speed score."""
    commands: CommandSettings = Field(default_factory=CommandSettings)
    """The commands of the checks."""
    weights: WeightSettings = Field(default_factory=WeightSettings)
    """What the dimensions weigh."""
    gates: GateSettings = Field(default_factory=GateSettings)
    """What blocks."""
    diff_scope: DiffScopeSettings = Field(default_factory=DiffScopeSettings)
    """How large a change may be, and where."""
    build: BuildSettings = Field(default_factory=BuildSettings)
    """What a build must have made."""
    results: ResultSettings = Field(default_factory=ResultSettings)
    """Files that the commands write."""
    tests: TestSettings = Field(default_factory=TestSettings)
    """What counts as test, and how tests are compared."""
    dimensions: Annotated[list[DimensionSettings], names_differ("dimensions", "name")] = Field(
        default_factory=list
    )
    """Dimensions of your own."""
    waivers: list[WaiverSettings] = Field(default_factory=list)
    """Gates that a person lets a candidate pass."""

    @model_validator(mode="after")
    def _known_gates(self) -> ScoringSettings:
        # Where nothing tells the score of one without a gate, it has one.
        valid = [*GATES, "lint", *(dimension.name for dimension in self.dimensions)]
        for waiver in self.waivers:
            if waiver.gate not in valid:
                raise ValueError(f"waivers: {unknown_name('gate', waiver.gate, valid)}")
        return self
