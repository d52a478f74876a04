"""The table ``[scoring]`` of hydra.toml: commands, weights, gates and waivers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_hydra.core.numbers import limit_fault
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, Weight, unknown_name
from pytest_hydra.settings import Text, names_differ

if TYPE_CHECKING:
    from pytest_hydra.documents import Document
    from pytest_hydra.errors import Problem

DIMENSIONS: Final = (
    *("build", "tests", "acceptance", "lint", "diff_scope", "speed", "cost", "security"),
    "agreement",
)
"""The built-in dimensions, in display order."""

GATES: Final = (
    *("source", "build", "tests", "dropped_tests", "acceptance", "empty_diff", "security"),
    *("tampering", "isolation"),
)
"""The built-in gates, in display order."""

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class CommandSettings(StrictModel):
    """The commands of the checks, as shell lines; each replaces the profile's."""

    build: Text | None = None
    """The build command."""
    test: Text | None = None
    """The test command."""
    lint: Text | None = None
    """The lint command."""
    security: Text | None = None
    """The command of a security scanner."""


class WeightSettings(StrictModel):
    """The weight of each dimension; 0 takes it out of the total but keeps its gate."""

    build: Weight = 30.0
    """Whether it builds."""
    tests: Weight = 30.0
    """The tests of the base, and new ones."""
    acceptance: Weight = 30.0
    """The tests of the task."""
    lint: Weight = 15.0
    """New findings of the linter."""
    diff_scope: Weight = 15.0
    """The size and the place of the change."""
    speed: Weight = 10.0
    """Its time compared with the fastest."""
    cost: Weight = 0.0
    """Its cost compared with the cheapest."""
    security: Weight = 0.0
    """Whether the command passes."""
    agreement: Weight = 0.0
    """Agreement with the others' tests."""


class GateSettings(StrictModel):
    """Rules that keep a candidate from being merged, whatever its total."""

    require_build_pass: bool = True
    """Whether a failed build blocks."""
    max_test_regression_percent: float = Field(0.0, ge=0, le=100)
    """The percentage of the base's passing tests that may be lost."""
    max_dropped_tests: int | None = Field(None, ge=0)
    """How many of the base's tests may be gone. Default: a tenth, net of new ones."""
    require_security_pass: bool = True
    """Whether a failed security command blocks."""
    allow_empty_diff: bool = False
    """Whether an empty change may be merged."""
    require_isolation: bool = False
    """Whether the gate `isolation` is unproven without a sandbox."""


class DiffScopeSettings(StrictModel):
    """Limits on the size and the place of a change. Paths match as in .gitignore."""

    max_files_soft: int = Field(20, ge=1)
    """Changed files with the full score."""
    max_churn_soft: int = Field(800, ge=1)
    """Added and removed lines with the full score."""
    protected_paths: list[Text] = Field(default_factory=list)
    """A change to one of these caps the score at 30."""
    allowed_paths: list[Text] = Field(default_factory=list)
    """A changed file outside of these costs a fifth of the score."""


class BuildSettings(StrictModel):
    """The products of the build."""

    outputs: list[Text] = Field(default_factory=list)
    """Globs of files that must exist after the build."""


class ResultSettings(StrictModel):
    """Globs of result files that the commands write."""

    junit: Text | None = None
    """JUnit XML of the tests."""
    ctrf: Text | None = None
    """CTRF JSON of the tests."""
    sarif: Text | None = None
    """SARIF of the linter."""


class TestSettings(StrictModel):
    """What counts as a test, and how tests are run and compared with the base's."""

    __test__ = False  # not a test class, despite its name

    files: list[Text] = Field(default_factory=list)
    """Patterns, as in .gitignore, of further test files. `!` excludes files."""
    pythonpath: list[Text] = Field(default_factory=list)
    """Folders first on Python's import path, instead of the root and `src`."""
    plugins: list[Text] = Field(default_factory=list)
    """pytest plugins to load, instead of all that are installed."""
    removed_ok: list[Text] = Field(default_factory=list)
    """Ids of tests that may be removed; `*` and `?` are wildcards."""
    changed_ok: list[Text] = Field(default_factory=list)
    """Ids of tests that candidates may change."""
    reruns: int = Field(2, ge=0, le=20)
    """How often a lost test is run again."""
    rerun_budget_seconds: Seconds | None = None
    """Time limit of these reruns, per candidate."""


class DimensionSettings(StrictModel):
    """A dimension of your own, scored by a command or by a judge."""

    name: Name
    """Its name."""
    command: Text | None = None
    """The command, as a shell line."""
    judge: bool = False
    """Instead of a command: the judge of `[judging]` grades the diff by `criteria`, times 10."""
    criteria: Annotated[
        list[Text],
        BeforeValidator(
            lambda value: [value] if isinstance(value, str) else value,
            json_schema_input_type=Text | list[Text],
        ),
    ] = Field(default_factory=list)
    """The criteria for the judge."""
    weight: Weight = 10.0
    """Its weight."""
    timeout_seconds: Seconds | None = None
    """Time limit of the command."""
    gate: bool | float = False
    """The score below which it blocks; `true` is 100."""
    score: Literal["exit", "regex", "json", "junit", "sarif"] = "exit"
    """Its source: the exit code, `pattern` or `path` of the output, or the file of
    `[scoring.results]`."""
    pattern: Text | None = None
    """For `regex`: group 1 is the score, from 0 to 100."""
    path: Text | None = None
    """For `json`: the dotted path to the score."""

    @model_validator(mode="after")
    def _complete(self) -> DimensionSettings:
        if self.name in DIMENSIONS or self.name in (*GATES, "gates"):
            raise ValueError(f"the name {show(self.name)} is taken; choose another")
        if not isinstance(self.gate, bool) and (fault := limit_fault(self.gate)):
            raise ValueError(f"gate must be true, false or {fault}")
        of_command = ("timeout_seconds", "score", "pattern", "path")
        bare = self.is_offered and self.model_fields_set.isdisjoint((*of_command, "criteria"))
        if (self.command is None) != self.judge and not bare:
            problem = "both are given" if self.judge else "neither is given"
            raise ValueError(f"a dimension has either 'command' or 'judge = true'; {problem}")
        if self.judge and not self.criteria:
            raise ValueError("judge = true needs 'criteria'")
        for key in of_command if self.judge else ("criteria",):
            if key in self.model_fields_set:
                owner, other = ("command", "judge") if self.judge else ("judge", "command")
                raise ValueError(
                    f"{key!r} is for dimensions with {owner!r}, not for one with {other!r}"
                )
        for key, kind in (("pattern", "regex"), ("path", "json")):
            if (getattr(self, key) is None) == (self.score == kind):
                if self.score == kind:
                    raise ValueError(f'score = "{kind}" needs {key!r}')
                raise ValueError(f'{key!r} is only for score = "{kind}"')
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
        """Whether a plugin provides it."""
        return self.command is None and not self.judge

    @property
    def measured_by(self) -> str:
        """``judge``, ``plugin``, or the source of the score."""
        if self.is_offered:
            return "plugin"
        return "judge" if self.judge else self.score

    @property
    def least(self) -> float | None:
        """The score below which it blocks; None if it has no gate."""
        if isinstance(self.gate, bool):
            return 100.0 if self.gate else None
        return self.gate


def _checked_day(day: str) -> str:
    with suppress(ValueError):
        if date.fromisoformat(day).isoformat() == day:
            return day
    raise ValueError(f"{show(day)} is not a date, such as '2026-12-31'")


class WaiverSettings(StrictModel):
    """A person's decision to let a candidate pass a gate; void when its change changes."""

    agent: Name
    """The candidate."""
    gate: Text
    """The gate to pass."""
    reason: Text
    """The reason."""
    change: Annotated[str, Field(pattern="^[0-9a-f]{7,64}$")]
    """The digest of the reviewed change, as `-v` prints it."""
    file: Text | None = None
    """The only file for which it is waived."""
    until: Annotated[str, AfterValidator(_checked_day)] | None = None
    """The last day, such as `2026-12-31` (UTC)."""


class ScoringSettings(StrictModel):
    """How candidates are checked, scored and gated."""

    profile: Literal["js-node", "rust", "python", "go", "none"] = "none"
    """The default commands."""
    python: FilePath | None = None
    """The interpreter of Python checks, relative to hydra.toml. Default: that of `.venv`, else
    `python` on PATH."""
    timeout_per_check_seconds: Seconds | None = None
    """Time limit of each check. Default: 300, 600 for tests, or five times the base's time if that
    is more."""
    skip_after_failed_build: bool = False
    """Whether to skip the other checks after a failed build."""
    speed_of_failed: bool = True
    """Whether an agent keeps its speed score if its build or tests block."""
    commands: CommandSettings = Field(default_factory=CommandSettings)
    """The commands of the checks."""
    weights: WeightSettings = Field(default_factory=WeightSettings)
    """The weights of the dimensions."""
    gates: GateSettings = Field(default_factory=GateSettings)
    """The gates."""
    diff_scope: DiffScopeSettings = Field(default_factory=DiffScopeSettings)
    """Limits on the size and the place of a change."""
    build: BuildSettings = Field(default_factory=BuildSettings)
    """The products that a build must leave."""
    judged_by: list[Text] = Field(default_factory=list)
    """Patterns, as in .gitignore, of further files that are the base's in checks. `!` excludes a
    file."""
    results: ResultSettings = Field(default_factory=ResultSettings)
    """Result files that the commands write."""
    tests: TestSettings = Field(default_factory=TestSettings)
    """What counts as a test, and how tests are compared."""
    dimensions: Annotated[list[DimensionSettings], names_differ("dimensions", "name")] = Field(
        default_factory=list
    )
    """Dimensions of your own."""
    waivers: list[WaiverSettings] = Field(default_factory=list)
    """Decisions to let a candidate pass a gate."""

    @model_validator(mode="after")
    def _known_gates(self) -> ScoringSettings:
        # A dimension without a gate still gets one when its score is not available.
        valid = [*GATES, "lint", *(dimension.name for dimension in self.dimensions)]
        for waiver in self.waivers:
            if waiver.gate not in valid:
                raise ValueError(f"waivers: {unknown_name('gate', waiver.gate, valid)}")
        return self


def dimension_problems(
    document: Document,
    tables: Mapping[str, Any],
    names: Mapping[str, Callable[[], Collection[str]] | None],
    hint: str,
    _: object,
) -> Iterator[Problem]:
    """Dimensions that nothing measures: ``names`` are those of plugins."""
    offered = names["dimensions"]
    for index, dimension in enumerate(tables["scoring"].dimensions if offered else ()):
        if offered and dimension.is_offered and dimension.name not in offered():
            yield document.problem(
                "a dimension has either 'command' or 'judge = true', or is provided by a plugin; "
                f"neither is given, and no plugin provides {show(dimension.name)}{hint}",
                ("scoring", "dimensions", index),
            )
