"""The command line of each step, by profile or settings; `engine.command` runs them."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.text import crop_path, read_table
from pytest_hydra.plugins.engine.installations import input_paths, member_roots
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.unit import Layer, Unit
from pytest_hydra.plugins.git.trees import files_of, importers, read_file
from pytest_hydra.plugins.race.ownership import judges_of, setup_files
from pytest_hydra.plugins.race.record import (
    ACCEPTANCE,
    BASE,
    KNOWN_BAD,
    TEST_STEPS,
    TESTS_OF,
    Source,
)
from pytest_hydra.plugins.race.roles import TEST_CONFIGURATION, is_test, sides
from pytest_hydra.plugins.race.runner_configuration import (
    build_configuration,
    imported_files,
    loaded_files,
)
from pytest_hydra.plugins.results import command_lines
from pytest_hydra.plugins.results.collectors import ResultCollector, ResultPolicy, collector_for
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import ResultParser
from pytest_hydra.record.store import contents

if TYPE_CHECKING:
    from pytest_hydra.plugins.git.repository import Repository
    from pytest_hydra.plugins.race.policy.race_tables import RaceSettings
    from pytest_hydra.plugins.race.policy.scoring import DimensionSettings, ScoringSettings


# In seconds, if hydra.toml has none.
_TIMEOUTS = {"tests": 600.0, ACCEPTANCE: 600.0}
_TIMEOUT = 300.0
_SETUP_TIMEOUT = 3600.0
# pytest as a program, not as a module of an interpreter.
_BARE_PYTEST = re.compile(r"(?<!-m )(?<![\w./-])pytest\b")
# Programs that Python runs.
_PYTHON = re.compile(r"\b(?:python[\d.]*|pytest|py\.test|ruff|mypy|tox|nox)\b")
# The step whose collector reads the results of own dimensions, by the kind of score.
_STEPS = {"junit": "tests", "sarif": "lint"}


_MANIFESTS = (
    *("package.json", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"),
    *("Cargo.toml", "go.mod", "Gemfile", "composer.json"),
)

PROFILES: Mapping[str, Mapping[str, str]] = tomllib.loads(read_table(__file__, "profiles.toml"))
"""The commands of a kind of project by step (build, test, lint)."""
# Some runners watch for changes in an interactive session, and would never end.
_ENVIRONMENT = {"js-node": {"CI": "true"}}

LOCK_FILES = ("package-lock.json", "npm-shrinkwrap.json")
USUAL_SETUP = "npm ci"
"""The setup of js-node if the base has one of `LOCK_FILES`."""

_RUN_IN_BAND = " -- --runInBand"
# The test script that `npm init` writes.
_NO_TESTS = 'echo "Error: no test specified" && exit 1'


def commands_of(profile: str, package: bytes | None = None) -> dict[str, str]:
    """The commands of a profile by step (build, test, lint).

    ``package`` is the base's package.json: commands whose script it lacks are removed, and
    ``--runInBand`` is only for jest. Raises KeyError for an unknown profile.
    """
    commands = dict(PROFILES[profile])
    if profile != "js-node" or package is None:
        return commands
    scripts = command_lines.scripts(package)
    for step, command in list(commands.items()):
        script = command_lines.script_of(command)
        text = scripts.get(script.name) if script is not None else None
        if text is None or text == _NO_TESTS:
            del commands[step]
        elif command_lines.runner_of(text) != "jest":
            commands[step] = command.removesuffix(_RUN_IN_BAND)
    return commands


def log_name(agent: str, step: str) -> str:
    """The name of a step's log in the run folder."""
    name = re.sub(r"[^\w.-]", "_", step)
    return f"candidates/{agent}/{name}.log"


def is_manifest(path: str) -> bool:
    """Whether a file lists dependencies. If it was changed, the setup is run again."""
    name = path.rpartition("/")[2]
    return name in _MANIFESTS or name.endswith((".lock", "-lock.json", "-lock.yaml"))


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTree:
    """The tree of one step of a candidate or the base.

    The workspace starts from the setup of ``on``, and from the build of ``built``, a tree. Files of
    the tree that match the patterns ``restored`` are as in it, whatever these did. If ``files`` are
    given, only their tests are run.
    """

    agent: str
    step: str
    tree: str
    on: Source
    files: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()

    @property
    def built(self) -> str:
        """The tree to build. Tests get a build of their own, which may contain them, compiled."""
        is_tested = self.step.partition(".")[0] in TEST_STEPS
        return self.tree if is_tested else str(self.on.tree)


class Commands:
    """The plan of each step. ``scoring`` is the base's, or from other trusted settings.

    ``root`` is the folder of hydra.toml, which paths are relative to.
    """

    def __init__(  # noqa: PLR0913 - its parts, each by name
        self,
        scoring: ScoringSettings,
        race: RaceSettings,
        repository: Repository,
        base_tree: str,
        root: Path,
        *,
        isolation: Isolation,
        parsers: Mapping[str, ResultParser],
        acceptance: Sequence[str] = (),
    ) -> None:
        """``acceptance`` are the files with the tests of the task.

        Raises SourceError if the base cannot be read.
        """
        self._parsers = parsers
        self._acceptance = tuple(acceptance)
        self.scoring = scoring
        #: Own dimensions with a command.
        self.own: dict[str, DimensionSettings] = {
            dimension.name: dimension for dimension in scoring.dimensions if dimension.command
        }
        self._repository = repository
        self._base_tree = base_tree
        self._profile = None if scoring.profile == "none" else scoring.profile
        #: The interpreter of Python checks, as an absolute path.
        self.python = interpreter(scoring.python, root)
        self._given = tuple(scoring.tests.pythonpath)
        members = () if self.python is None else member_roots(self.python, repository.path)
        self._roots = ("src", *members)
        self._commands = self._all_commands()
        own = {name: entry.command or "" for name, entry in self.own.items()}
        self._lines = [*self._commands.values(), *own.values()]
        lines, tests = self._commands | own, tuple(scoring.tests.files)
        #: Patterns of the judging files.
        self.judges = judges_of(repository, base_tree, lines, scoring.judged_by, tests)
        #: Patterns of what runners load around tests.
        self.loaded = tuple(self._loaded(tests))
        self.setup = race.setup or None
        if self.setup is None and self._profile == "js-node":
            locks = (read_file(repository, base_tree, name) for name in LOCK_FILES)
            self.setup = USUAL_SETUP if any(lock is not None for lock in locks) else None
        self._setup_files = setup_files(repository, base_tree, self.setup or "")
        #: Lines about the commands for the session's header.
        self.header = tuple(self._header(root, usual_setup=race.setup is None))
        self._root, self._shares = root, race.share
        self._memory_mb = isolation.limits.memory_mb

    def command(self, step: str) -> str:
        """The shell line of a step. Raises KeyError if it has no command."""
        return self._commands[step]

    @property
    def builds(self) -> bool:
        """Whether there is a build, which the workspaces of other steps start from."""
        return "build" in self._commands

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that have a command."""
        return (*self._commands, *self.own)

    def has(self, step: str) -> bool:
        """Whether a step has a command."""
        return step.partition(".")[0] in self._commands or step in self.own

    def timeout(self, step: str) -> float | None:
        """The time-out of a step in hydra.toml, in seconds; None if it has none."""
        own = self.own.get(step)
        if own is not None and own.timeout_seconds is not None:
            return own.timeout_seconds
        return self.scoring.timeout_per_check_seconds

    def default_timeout(self, step: str) -> float:
        """The time-out of a step, in seconds, from hydra.toml or the usual one."""
        return self.timeout(step) or _TIMEOUTS.get(step.partition(".")[0], _TIMEOUT)

    def unit(
        self, target: StepTree, *, failures: int | None = None, seconds: float | None = None
    ) -> Unit:
        """The unit of a step that has a command, with ``seconds`` as its time limit, if given.

        If the command supports it, only the tests of the target's files are run, and it stops
        after this many ``failures``.
        """
        unit = self.command_unit(target.step, target.files, seconds=seconds)
        layers = self.layers(target.on, target.built)
        if target.step == "build":
            layers = layers[:-1]
        return replace(
            unit,
            tree=target.tree,
            layers=layers,
            restored=target.restored,
            failures=failures,
            observed=target.agent == BASE
            and target.step == "tests"
            and _hides_its_files(unit.command),
            collector=self._collector(unit, failures),
            score=self.own.get(target.step),
            log=log_name(target.agent, target.step),
        )

    def command_unit(
        self, step: str, files: Sequence[str] = (), *, seconds: float | None = None
    ) -> Unit:
        """The unit of a step without its tree."""
        name, own = step.partition(".")[0], self.own.get(step)
        # The tree identifies tests and code: the same files are run once, under one step name.
        step = "tests.new" if step.startswith(TESTS_OF) else step
        command = None if own is None else own.command
        parsing = [
            {} if own is not None else self.scoring.results.model_dump(exclude_none=True),
            None if own is None else own.model_dump(),
            self.scoring.tests.plugins,
            # A result with a plugin's parser differs from one without it.
            *sorted(self._parsers.keys() - PARSERS.keys()),
        ]
        seconds = seconds or self.default_timeout(step)
        return replace(
            self.unit_of(step, command or self._commands[name], seconds),
            outputs=tuple(self.scoring.build.outputs) if step == "build" else (),
            environment=_ENVIRONMENT.get(self._profile or "", {}),
            # The tests of the task must not leak through the network, or be changed.
            network=False if name == ACCEPTANCE else None,
            sealed=self._acceptance if name == ACCEPTANCE else (),
            files=self._selection(name, files),
            kept=step == "build",
            results=json.dumps(parsing, sort_keys=True),
        )

    def layers(self, source: Source, built: str | None = None) -> tuple[Layer, ...]:
        """The layers below the steps of a candidate, or the base: setup and build.

        The setup is the base's. It is run again on the candidate if that changed a manifest, or a
        file that the setup names, also through others, such as what it generates code from. The
        build is of the tree ``built``, or of the source's.
        """
        layers = []
        if self.setup is not None:
            unit = self.unit_of("setup", self.setup)
            # The base's setup is trusted with the network; a candidate's has it only if checks do.
            log = log_name(BASE, "setup")
            base = replace(unit, tree=self._base_tree, network=True, log=log)
            layers.append(Layer(base, installs=True))
            named = self._setup_files
            paths = named if source.agent == KNOWN_BAD else sides(source.changes)
            if any(is_manifest(path) or path in named for path in paths):
                log = log_name(source.agent, "setup")
                own = replace(unit, tree=str(source.tree), log=log)
                layers.append(Layer(own, installs=True))
        if self.builds:
            tree = built or str(source.tree)
            layers.append(Layer(replace(self.command_unit("build"), tree=tree)))
        return tuple(layers)

    def _selection(self, name: str, files: Sequence[str]) -> tuple[str, ...]:
        """The files, if one of them may have tests and the command is plain pytest; else none."""
        own = any(file.endswith(".py") and not file.endswith("conftest.py") for file in files)
        return tuple(files) if own and command_lines.is_pytest(self._commands[name]) else ()

    def unit_of(self, name: str, command: str, seconds: float = _SETUP_TIMEOUT) -> Unit:
        """The unit of another command: of the setup, or from a test."""
        return Unit(
            name=name,
            command=command,
            timeout_seconds=seconds,
            python=self.python,
            pythonpath=self._given or (("", *self._roots) if self._roots[1:] else None),
        )

    def _collector(self, unit: Unit, failures: int | None) -> Callable[[], ResultCollector | None]:
        """A function that creates the collector of a step's results. It can be pickled.

        It returns None if the step has only an exit code, or its output.
        """
        own, tests = self.own.get(unit.name), self.scoring.tests
        step = "tests" if unit.name == ACCEPTANCE else unit.name
        if own is not None:
            # There is no collector for an empty step name.
            step = _STEPS.get(own.score, "")
        results = self.scoring.results.model_dump(exclude_none=True)
        policy = ResultPolicy(
            results={name: (pattern,) for name, pattern in results.items()},
            pythonpath=self._given or self._roots,
            plugins=tuple(tests.plugins),
            checkout=self._repository.path,
            files=unit.files,
            sealed=unit.sealed,
            failures=failures,
            limits=(unit.timeout_seconds, self._memory_mb),
        )
        return partial(collector_for, step, unit.command, policy, self._parsers)

    def tools(self) -> str:
        """An id of all that commands use outside their tree; it changes when that changes.

        It covers PATH, the interpreter with its installed packages, the programs that the commands
        name with their installations, files that they name by absolute paths, and the shared
        folders. It is slow to calculate. Raises StoreError.
        """
        search, top = os.environ.get("PATH", ""), self._repository.path
        paths = [
            *input_paths([*self._lines, self.setup or ""], self.python, search, top),
            *(str(top / entry) for entry in self._shares),
        ]
        return f"{search} {contents(self._root, paths)}"

    def _header(self, root: Path, *, usual_setup: bool) -> Iterator[str]:
        if any(_PYTHON.search(line) for line in self._lines):
            python = self.python or "none on PATH"
            yield f"python: {crop_path(python.removeprefix(f'{os.path.abspath(root)}/'), 64)}"
            yield from _other_pytest(self.python, self._lines)
        if self.setup is not None and usual_setup:
            yield f"setup: {self.setup}, as there is a lock file"
        top = self._repository.path.resolve()
        if self._commands and root.resolve() != top:
            folder = root.resolve().relative_to(top).as_posix()
            yield f"commands run at the repository's top, not in {crop_path(folder, 28)}"
        if not self._commands and not self.scoring.dimensions:
            yield "nothing is run: hydra.toml names no profile and no commands"

    def _loaded(self, tests: tuple[str, ...]) -> Iterator[str]:
        """What the runner of the tests loads around them, but for what product code imports."""
        if "tests" not in self._commands:
            return
        repository, tree = self._repository, self._base_tree
        package = read_file(repository, tree, "package.json")
        build = build_configuration(self._commands["tests"], package)
        yield from build
        read, files = partial(read_file, repository, tree), files_of(repository, tree)
        for path in sorted(loaded_files(files, read)):
            users = importers(repository, tree, path)
            if all(is_test(user, tests) for user in users):
                yield pattern_of(path)
        # What only a configuration imports; what tests import too may be the product.
        configurations = [path for path in files if matches(path, (*TEST_CONFIGURATION, *build))]
        for path in sorted(imported_files(configurations, files, read)):
            if {*importers(repository, tree, path)} <= {*configurations}:
                yield pattern_of(path)

    def _all_commands(self) -> dict[str, str]:
        commands: dict[str, str] = {}
        if self._profile is not None:
            package = read_file(self._repository, self._base_tree, "package.json")
            commands = commands_of(self._profile, package)
        commands |= self.scoring.commands.model_dump(exclude_none=True)
        if "test" in commands:
            commands["tests"] = commands.pop("test")
            commands |= {ACCEPTANCE: commands["tests"]} if self._acceptance else {}
        return commands


def _hides_its_files(command: str) -> bool:
    """Whether a test command is none of a runner that reports the files of its tests."""
    return not (command_lines.is_pytest(command) or command_lines.runner_of(command))


def interpreter(setting: str | None, root: Path) -> str | None:
    """The interpreter of Python checks: from hydra.toml, from .venv, or the first on PATH."""
    if setting is not None:
        return os.path.abspath(root / setting)
    own = root / ".venv" / "bin" / "python"
    if os.path.exists(own):
        return str(own)
    return shutil.which("python") or shutil.which("python3")


def _other_pytest(python: str | None, lines: Iterable[str]) -> Iterator[str]:
    """A line that tests run with another interpreter, if this one's environment has no pytest."""
    if python is None or not any(_BARE_PYTEST.search(line) for line in lines):
        return
    folder = os.path.dirname(python)
    program = shutil.which("pytest", path=os.pathsep.join([folder, os.environ.get("PATH", "")]))
    if program is not None and os.path.dirname(program) != folder:
        yield f"pytest is not installed there; using {crop_path(program, 34)}"
