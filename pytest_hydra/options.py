"""Command-line options. Help and reference are generated from ``options.txt``."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pytest_hydra.errors import count, limit, percentage, whole

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings


class Option(NamedTuple):
    """One option: a row of ``options.txt``, whose cells are ``-`` where there is nothing to say."""

    name: str
    kind: str
    value: str
    needs: str
    help: str

    @property
    def settings(self) -> dict[str, Any]:
        """How argparse reads it."""
        kinds: dict[str, dict[str, Any]] = {
            "flag": {"action": "store_true"},
            "text": {},
            "texts": {"action": "append", "default": []},
            "count": {"type": count},
            "number": {"type": whole},
            "limit": {"type": limit},
            "percentage": {"type": percentage},
        }
        if self.kind == "retired":
            return {"type": self._refuse, "help": argparse.SUPPRESS}
        kind = kinds.get(self.kind, {"choices": tuple(self.kind.split(","))})
        metavar = {} if self.value == "-" else {"metavar": self.value}
        return {**kind, **metavar, "help": self.help}

    def _refuse(self, _: str) -> None:
        raise argparse.ArgumentTypeError(f"is now a command: {self.help}")


# Read here: every session imports this module, and few need what reads other tables.
_ROWS = Path(__file__).with_name("options.txt").read_text("utf-8").splitlines()
OPTIONS = tuple([Option(*row.split(" | ")) for row in _ROWS if not row.startswith("#")])
# How a race alone is started: no configuration and no conftest.py.
_ALONE = ("-c", os.devnull, "--noconftest", "-p", "pytest_hydra.plugin", "--hydra")
# Set to 1 for the commands of a race: a suite with --hydra in addopts must not start another race.
_INSIDE = "PYTEST_HYDRA_INSIDE"


def add_options(parser: pytest.Parser) -> None:
    """Add the group ``hydra`` to pytest's command line."""
    group = parser.getgroup("hydra", "scores for AI agents")
    for option in OPTIONS:
        group.addoption(option.name, **option.settings)


def enabled(config: pytest.Config) -> bool:
    """Whether this session collects and reports. Raises UsageError for options without --hydra.

    Always False inside a check of a race, where the options are accepted and ignored.
    """
    if os.environ.get(_INSIDE) == "1":
        return False
    if config.option.hydra_policy is not None and config.option.hydra_replay is None:
        raise pytest.UsageError("--hydra-policy needs --hydra-replay, which decides a run again")
    if config.option.hydra_plan and getattr(config.option, "dist", "no") != "no":
        raise pytest.UsageError("--hydra-plan asks nothing, so it needs no workers: add -n0")
    if config.option.hydra_reuse is not None:
        for other in ("hydra_replay", "hydra_no_cache"):
            if getattr(config.option, other):
                raise pytest.UsageError(f"--hydra-reuse contradicts --{other.replace('_', '-')}")
    if config.option.hydra or config.option.hydra_replay is not None:
        return True
    for name in [option.name for option in OPTIONS if option.needs == "--hydra"]:
        if config.getoption(name) not in (None, False, []):
            raise pytest.UsageError(f"{name} needs --hydra")
    return False


def alone(root: Path) -> tuple[str, ...]:
    """The first arguments of a pytest that loads nothing of the project, with this rootdir."""
    return (*_ALONE[:2], "--rootdir", str(root), *_ALONE[2:])


def leave_project_out(config: pytest.Config) -> None:
    """Hold a session of a race alone in a pytest that loads nothing of the project.

    Its conftest.py and its configuration are about its tests, and may come from a candidate, so
    they must not influence a verdict. A configuration given by ``-c`` applies to such a session.
    Does not return if this is one.
    """
    namespace = config.known_args_namespace
    is_on = namespace.hydra or namespace.hydra_replay
    if not is_on or os.environ.get(_INSIDE) == "1":
        return
    from pytest_hydra import registry

    for name in registry.words("startup"):
        registry.offered("startup", name)(config)
    if namespace.inifilename is not None or not _is_race_alone(config):
        return
    arguments = [str(argument) for argument in config.invocation_params.args]
    # `python -m pytest` finds modules in the current folder, and `pytest` does not.
    safe = () if sys.path[:1] in ([""], [os.getcwd()]) else ("-P",)
    words = [sys.executable, *safe, "-m", "pytest", *alone(config.rootpath), *arguments]
    if arguments != sys.argv[1:]:  # pytest was called by another program, which goes on
        raise SystemExit(subprocess.call(words))  # noqa: S603 - our own program
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, words)  # noqa: S606 - our own program


def _is_race_alone(config: pytest.Config) -> bool:
    """Whether there is nothing but a race, by the paths, or the run to replay."""
    namespace, start = config.known_args_namespace, config.invocation_params.dir
    given = set(map(str, config.invocation_params.args))
    # The value of an unknown option in addopts looks like a path.
    paths = [
        path
        for argument in namespace.file_or_dir
        if argument in given or (start / argument.partition("::")[0]).exists()
        for path in [argument.partition("::")[0]]
    ]
    if paths:
        own = namespace.hydra_config
        return all(_names_settings(path) or (own and path.endswith(own)) for path in paths)
    if namespace.hydra_replay is None:
        return bool(namespace.hydra_candidate)
    from pytest_hydra.errors import HydraError
    from pytest_hydra.record.runs import find_run
    from pytest_hydra.settings import find_settings

    file = find_settings(start)
    if namespace.hydra_config is not None:
        file = start / namespace.hydra_config
    try:
        run = find_run(start if file is None else file.parent, namespace.hydra_replay)
    except HydraError:
        return False  # it is reported when the session has begun
    recordings = {name for name in run.manifest["files"] if name.endswith(".jsonl")}
    return "race.json" in run.manifest["files"] and recordings <= {"journal.jsonl", "race.jsonl"}


def command_of(config: pytest.Config) -> str:
    """The command line of the session, as the user gave it."""
    command: str | None = getattr(config.option, "hydra_command", None)
    if command is not None:  # it started this session
        return command
    arguments = [str(argument) for argument in config.invocation_params.args]
    own = len(_ALONE) + 2
    is_alone = (*arguments[:2], *arguments[4:own]) == _ALONE
    return f"pytest {shlex.join(arguments[own:] if is_alone else arguments)}"


def settings_of(config: pytest.Config) -> Settings:
    """The settings of hydra.toml, overridden by options.

    The file is that of --hydra-config, else one given as a path, else the nearest one from the
    invocation directory upwards. Raises InputError if it is invalid, and if there are two.
    """
    from pytest_hydra.settings import Settings, load_settings

    start = config.invocation_params.dir
    path = _settings_file(config, start)
    if path is None:
        settings = Settings(root=start.absolute())
    else:
        from pytest_hydra.core.text import display_path
        from pytest_hydra.hookspecs import offers
        from pytest_hydra.scenarios.head import scenario_offers

        settings = load_settings(
            path,
            display_path(path, start),
            kinds=None if config.option.noconftest else lambda: scenario_offers(config).kinds,
            dimensions=lambda: offers(config, "dimensions"),
            judges=None if config.option.noconftest else lambda: offers(config, "judges"),
        )
    changes: dict[str, Any] = {}
    if config.option.hydra_bot:
        from pytest_hydra.settings import parse_bot_option

        added = dict(parse_bot_option(text) for text in config.option.hydra_bot)
        changes["bots"] = {**settings.bots, **added}
    if config.option.hydra_confirm is not None:
        update = {"confirm": config.option.hydra_confirm}
        changes["scenarios"] = settings.scenarios.model_copy(update=update)
    settings = replace(settings, tables={**settings.tables, **changes})
    from pytest_hydra import registry

    for entry in registry.table().values():
        for table, options in entry.get("overrides", {}).items():
            given = [getattr(config.option, name, None) for name in options]
            if settings.has(table) or any(value not in (None, []) for value in given):
                override = registry.offered("overrides", table)
                settings = override(config.option, settings, start)
    return settings


def _names_settings(path: str) -> bool:
    """Whether a path on the command line is that of settings, whatever their file is called."""
    return path.endswith(".toml") and not path.endswith(".scenario.toml")


def _settings_file(config: pytest.Config, start: Path) -> Path | None:
    from pytest_hydra.core.text import display_path
    from pytest_hydra.errors import InputError, Problem
    from pytest_hydra.session.head import real_path
    from pytest_hydra.settings import find_settings

    paths = {
        real_path(start / argument.partition("::")[0])
        for argument in config.args
        if _names_settings(argument.partition("::")[0])
    }
    if config.option.hydra_config is not None:
        paths.add(real_path(start / config.option.hydra_config))
    if len(paths) > 1:
        files = " and ".join(sorted(display_path(path, start) for path in paths))
        raise InputError([Problem(f"a session can use only one hydra.toml, not two: {files}")])
    return paths.pop() if paths else find_settings(start)
