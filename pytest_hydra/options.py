"""The command line. What each option means is said once, here: the help and the docs show it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_hydra.report.writers import Render, ReportTarget
    from pytest_hydra.scenarios.session import Offers
    from pytest_hydra.settings.file import Settings


Offered = TypeVar("Offered")


class Option(NamedTuple):
    """One option: its name, how argparse reads it, and its help."""

    name: str
    settings: dict[str, Any]
    help: str


OPTIONS = (
    Option(
        "--hydra",
        {"action": "store_true"},
        "collect scenario files and what hydra.toml names, and report scores",
    ),
    Option(
        "--hydra-config",
        {"metavar": "PATH"},
        "the hydra.toml (default: one that is named as a path, else the nearest one from the "
        "invocation directory upwards)",
    ),
    Option(
        "--hydra-report",
        {"metavar": "[FORMAT:]PATH", "action": "append", "default": []},
        "write a report there too; repeatable; the prefix or else the suffix picks the format: "
        "json, or md, which appends when the file is there",
    ),
    Option(
        "--hydra-base",
        {"metavar": "REF"},
        "the base commit of the race: a branch, a tag or a commit id (default: hydra.toml's, else "
        "main)",
    ),
    Option(
        "--hydra-candidate",
        {"metavar": "AGENT=SOURCE", "action": "append", "default": []},
        "a candidate of the race, instead of hydra.toml's; repeatable; SOURCE is a folder (a "
        "worktree, with uncommitted and untracked changes), else a .patch or .diff file, else a "
        "git ref",
    ),
    Option(
        "--hydra-bot",
        {"metavar": "NAME=TARGET", "action": "append", "default": []},
        "a bot; repeatable; TARGET is package.module:attribute, an http(s) address, or cmd: and a "
        "command line; it replaces hydra.toml's bot of the same name",
    ),
    Option(
        "--hydra-judge",
        {"metavar": "NAME"},
        "which judge of hydra.toml grades benchmarks",
    ),
    Option(
        "--hydra-spec",
        {"metavar": "PATH"},
        "the spec that judged benchmarks are held against (default: each folder's spec.md)",
    ),
    Option(
        "--hydra-replay",
        {"metavar": "RUN"},
        "decide a recorded run again, asking no bot: a run id, 'latest' (the last complete one) "
        "or a run folder",
    ),
    Option(
        "--hydra-no-cache",
        {"action": "store_true"},
        "reuse nothing that was recorded: start over where a run was cut off",
    ),
    Option(
        "--hydra-run-agents",
        {"action": "store_true"},
        "let candidates with a command run their agents, which costs money; without it what they "
        "made before is used",
    ),
    Option(
        "--hydra-jobs",
        {"metavar": "N", "type": int},
        "how many commands of a race run at a time in the whole session (default: the cores)",
    ),
    Option(
        "--hydra-min-score",
        {"metavar": "N", "type": float},
        "the session's score (the mean of the scenarios' and tests' totals, 0-100) must reach N",
    ),
)

# Set to 1, either of them has the mock grade, for tests of what is around the judge.
_MOCKING = ("NERV_MOCK_CLAUDE", "NERV_TEST_MODE")

# What asks for a report cannot be had from a session that makes none.
_NEED_HYDRA = (
    *("hydra_base", "hydra_candidate", "hydra_run_agents", "hydra_jobs"),
    *("hydra_judge", "hydra_spec", "hydra_report", "hydra_no_cache", "hydra_min_score"),
)
# Set to 1 for whatever a race runs: a suite that turns --hydra on must not start a race in a race.
_INSIDE = "PYTEST_HYDRA_INSIDE"


def add_options(parser: pytest.Parser) -> None:
    """Add the group ``hydra`` to pytest's command line."""
    group = parser.getgroup("hydra", "scores for AI agents")
    for option in OPTIONS:
        group.addoption(option.name, **option.settings, help=option.help)


def enabled(config: pytest.Config) -> bool:
    """Whether this session collects and reports. Raises UsageError for options without --hydra.

    Never inside a check of a race, which takes the options and does nothing about them.
    """
    if os.environ.get(_INSIDE) == "1":
        return False
    if config.option.hydra or config.option.hydra_replay is not None:
        return True
    for dest in _NEED_HYDRA:
        value = getattr(config.option, dest)
        if value is not None and value is not False and value != []:
            raise pytest.UsageError(f"--{dest.replace('_', '-')} needs --hydra")
    return False


def min_score(config: pytest.Config) -> float | None:
    """The value of --hydra-min-score. Raises UsageError unless it is from 0 to 100."""
    value: float | None = config.option.hydra_min_score
    if value is not None and not 0 <= value <= 100:
        raise pytest.UsageError(f"--hydra-min-score is from 0 to 100, not {value:g}")
    return value


def settings_of(config: pytest.Config) -> Settings:
    """What hydra.toml says, and the options that say it instead.

    The file is --hydra-config's, else one that is named as a path, else the nearest one from the
    invocation directory upwards, if any. Raises InputError for what cannot be used, and for two.
    """
    from pytest_hydra.settings.file import default_settings, load_settings, parse_bot_option

    start = config.invocation_params.dir
    path = _settings_file(config, start)
    if path is None:
        settings = default_settings(start)
    else:
        settings = load_settings(path, shown(path, start), kinds=lambda: offers(config).kinds)
    changes: dict[str, Any] = {}
    if config.option.hydra_bot:
        added = dict(parse_bot_option(text) for text in config.option.hydra_bot)
        changes["bots"] = {**settings.bots, **added}
    if config.option.hydra_candidate:
        from pytest_hydra.candidates.head import with_candidates

        given = [candidate_of(text, start) for text in config.option.hydra_candidate]
        changes["race"] = with_candidates(settings.race, given)
    if config.option.hydra_base is not None:
        race = changes.get("race", settings.race)
        changes["race"] = race.model_copy(update={"base": config.option.hydra_base})
    return settings.with_tables(**changes) if changes else settings


def jobs(config: pytest.Config) -> int:
    """How many commands of a race run at a time. Raises UsageError for less than one."""
    given: int | None = config.option.hydra_jobs
    if given is None:
        return max(1, os.cpu_count() or 1)
    if given < 1:
        raise pytest.UsageError(f"--hydra-jobs is at least 1, not {given}")
    return given


def candidate_of(text: str, start: Path) -> dict[str, str]:
    """The candidate of ``--hydra-candidate AGENT=SOURCE`` as hydra.toml would have it.

    Paths are made absolute from ``start``. Raises InputError where it is no such thing.
    """
    from pytest_hydra.errors import InputError, Problem

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


def offers(config: pytest.Config) -> Offers:
    """What scenarios may use in this session: ours, and what other plugins offer."""
    from pytest_hydra.scenarios.session import Offers

    kinds = reversed(config.hook.pytest_hydra_expectations())
    return Offers(
        {kind.name: kind for offered in kinds for kind in offered},
        _by_name(config.hook.pytest_hydra_matchers()),
        _by_name(config.hook.pytest_hydra_bots()),
    )


def _by_name(offered: list[Mapping[str, Offered]]) -> dict[str, Offered]:
    # pluggy asks the last registered plugin first: ours is last, so any other may replace it.
    return {name: one for known in reversed(offered) for name, one in known.items()}


def report_formats(config: pytest.Config) -> dict[str, Render]:
    """Every format that a report can be written in, by name."""
    return _by_name(config.hook.pytest_hydra_report_formats())


def report_targets(config: pytest.Config, formats: Mapping[str, Render]) -> list[ReportTarget]:
    """Where --hydra-report wants reports. Raises HydraError for an unknown format."""
    from pytest_hydra.report.writers import parse_report_option

    return [parse_report_option(text, formats) for text in config.option.hydra_report]


def add_paths(config: pytest.Config, paths: list[str]) -> None:
    """Collect these paths too, unless the user named others."""
    if config.args_source is config.ArgsSource.ARGS:
        return
    start = config.invocation_params.dir
    if config.option.keepduplicates:
        # pytest would then collect twice what it finds on its walk anyway.
        walked = [_real(start / argument) for argument in config.args]
        paths = [
            path for path in paths if not any(Path(path).is_relative_to(one) for one in walked)
        ]
    config.args.extend(paths)


def race_is_wanted(config: pytest.Config, settings: Settings) -> bool:
    """Whether the race is to be collected: where there is one, and no other paths were given."""
    if not (settings.has("race") and settings.race.candidates):
        return False
    if config.args_source is not config.ArgsSource.ARGS:
        return True
    start = config.invocation_params.dir
    named = {_real(start / argument.partition("::")[0]) for argument in config.args}
    return _real(race_file(settings)) in named


def race_file(settings: Settings) -> Path:
    """The hydra.toml, or the place of the one that there is none of."""
    return settings.root / "hydra.toml" if settings.file is None else settings.file


def named_paths(config: pytest.Config, otherwise: list[str]) -> list[Path]:
    """The paths on the command line; those in ``otherwise`` when there is none."""
    start = config.invocation_params.dir
    if config.args_source is not config.ArgsSource.ARGS:
        return [_real(Path(path)) for path in otherwise]
    return [_real(start / argument.partition("::")[0]) for argument in config.args]


def judge_of(config: pytest.Config, settings: Settings) -> str:
    """The name of the judge that grades. Raises InputError for one that nobody knows."""
    from pytest_hydra.settings.file import DEFAULT_JUDGE

    mocked = any(os.environ.get(name) == "1" for name in _MOCKING)
    name: str | None = config.option.hydra_judge
    if name is None and not mocked:
        return settings.judging.judge if settings.has("judging") else DEFAULT_JUDGE
    from pytest_hydra.settings.judges import MOCK, check_judge

    if mocked or name is None:
        return MOCK
    check_judge(name, settings.judges, "--hydra-judge")
    return name


def spec_of(config: pytest.Config) -> Path | None:
    """The file that --hydra-spec names. Raises InputError when it is not there."""
    from pytest_hydra.errors import InputError, Problem

    if config.option.hydra_spec is None:
        return None
    path = Path(config.invocation_params.dir, config.option.hydra_spec)
    if not os.path.isfile(path):
        raise InputError([Problem(f"--hydra-spec: there is no file {config.option.hydra_spec!r}")])
    return path


def _settings_file(config: pytest.Config, start: Path) -> Path | None:
    from pytest_hydra.errors import InputError, Problem
    from pytest_hydra.settings.file import find_settings

    named = {
        _real(start / argument.partition("::")[0])
        for argument in config.args
        if argument.partition("::")[0].endswith("hydra.toml")
    }
    if config.option.hydra_config is not None:
        named.add(_real(start / config.option.hydra_config))
    if len(named) > 1:
        files = " and ".join(sorted(shown(path, start) for path in named))
        raise InputError([Problem(f"one hydra.toml a session, not two: {files}")])
    return named.pop() if named else find_settings(start)


def _real(path: Path) -> Path:
    # Not Path.resolve, which before Python 3.13 raises for links that go in a circle.
    return Path(os.path.realpath(path))


def shown(path: Path, start: Path) -> str:
    """A path as users see it: from where they are, if it is below."""
    return str(path.relative_to(start) if path.is_relative_to(start) else path)
