"""``python -m pytest_hydra audit workspaces``: finds scenarios that prove nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.scorecard import PASSED, Check
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.workspaces.workspace_key import WorkspacePlan

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.scenarios.bots.protocol import Chat
    from pytest_hydra.scenarios.environment import Environments
    from pytest_hydra.scenarios.items import ScenarioItem

# Kinds of checks that are about what is left in a workspace.
_KINDS = ("files", "onlyChangedFiles", "git", "passes")
_SECONDS = 1800.0
_WHO = {
    f"GIT_{role}_{what}": text
    for role in ("AUTHOR", "COMMITTER")
    for what, text in (("NAME", "solution"), ("EMAIL", "solution@localhost"))
}


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print what was found, and return the exit status."""
    import pytest

    from pytest_hydra.settings import FILE_NAME, load_settings

    paths, file = options.paths, root / FILE_NAME
    if not paths and file.exists():
        paths = [str(root / path) for path in load_settings(file, FILE_NAME).scenarios.paths]
    if not paths:
        raise HydraError("name a scenario file or a folder, or set [scenarios] paths in hydra.toml")
    auditor, printed = _Auditor(), StringIO()
    arguments = ["-p", "pytest_hydra.plugin", "--collect-only", "--hydra", f"--rootdir={root}"]
    # Our modules are loaded already, and need no assertion rewriting.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    with redirect_stdout(printed):
        status = pytest.main([*arguments, *paths], plugins=[auditor])
    if status is not pytest.ExitCode.OK:
        say(printed.getvalue())
        return int(status)
    if not auditor.cases:
        raise HydraError("no scenario there has a workspace")
    say("".join(f"{line}\n" for line in _lines(auditor.cases)))
    return int(any(case.proves_nothing or case.broken for case in auditor.cases))


@dataclass(slots=True)
class _Case:
    """A scenario: its checks with a bot that does nothing, and with its solution."""

    name: str
    solution: str
    idle: list[Check] = field(default_factory=list)
    solved: list[Check] = field(default_factory=list)

    @property
    def proves_nothing(self) -> bool:
        return all(check.outcome is PASSED for check in self.idle)

    @property
    def broken(self) -> list[Check]:
        return [check for check in self.solved if check.outcome is not PASSED]

    @property
    def guards(self) -> int:
        """How many checks pass either way."""
        pairs = zip(self.idle, self.solved, strict=False)
        return sum(one.outcome is PASSED and two.outcome is PASSED for one, two in pairs)


class _Auditor:
    """A plugin that holds the collected scenarios with a workspace."""

    def __init__(self) -> None:
        self.cases: list[_Case] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Try the scenarios, each once, whatever the number of bots."""
        from pytest_hydra.scenarios.items import ScenarioItem

        seen = set()
        for item in session.items:
            if not isinstance(item, ScenarioItem):
                continue
            scenario = item.scenario
            plan = scenario.plans.get("workspace")
            if not isinstance(plan, WorkspacePlan):
                continue
            name = f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id
            name = f"{item.nodeid.partition('::')[0]}::{name}"
            if name not in seen and scenario.speaker is None:
                seen.add(name)
                self.cases.append(_tried(item, name, plan.source.model.solution))


def _tried(item: ScenarioItem, name: str, solution: str) -> _Case:
    idle = _checks(item, "")
    return _Case(name, solution, idle, _checks(item, solution) if solution else [])


def _checks(item: ScenarioItem, line: str) -> list[Check]:
    """The checks of what a bot leaves that only runs this shell line."""
    from pytest_hydra.scenarios.bots.protocol import Bot

    bot = Bot("audit", {}, partial(_chat, line), uses=frozenset(("tools", "folder")))
    session, scenario = item.scenarios, item.scenario
    conversation = session.holder.hold(None, scenario, lambda: bot)
    checks, _, _ = session.decider.decide(None, scenario.demands, conversation, {})
    if any(turn.reply is None for turn in conversation.turns):
        return checks
    return [check for check in checks if check.kind in _KINDS]


@dataclass(slots=True)
class _AuditChat:
    """A conversation that runs a line with the first message."""

    line: str
    workspace: Path

    def answer(self, _: list[dict[str, str]], __: Mapping[str, Any]) -> object:
        """Nothing is said."""
        from pytest_hydra.execution import Process, ProcessError, environment_variables
        from pytest_hydra.scenarios.bots.protocol import BotError

        line, self.line = self.line, ""
        if line:
            variables = {**environment_variables(), **_WHO, "PWD": str(self.workspace)}
            shell = ["/bin/sh", "-c", line]
            with Process(shell, cwd=self.workspace, environment=variables) as process:
                try:
                    process.answer(b"", _SECONDS)
                except ProcessError as error:
                    raise BotError(f"the solution failed: {process.failure(error)}") from None
        return "Done."


@contextmanager
def _chat(line: str, environments: Environments) -> Iterator[Chat]:
    home = environments.home
    assert home is not None  # noqa: S101 - the scenario has a workspace
    yield _AuditChat(line, home.folder)


def _lines(cases: list[_Case]) -> Iterator[str]:
    solved = [case for case in cases if case.solution]
    yield f"{counted(len(cases), 'scenario')} with a workspace, {len(solved)} with a solution"
    for case in cases:
        name, idle = one_line(case.name, 200), counted(len(case.idle), "check")
        if not case.idle:
            yield f"proves nothing: {name}: it expects nothing of files, git or tests"
        elif case.proves_nothing:
            yield f"proves nothing: {name}: doing nothing passes its {idle}"
        for check in case.broken:
            yield f"solution fails: {name}: {one_line(f'{check.name}: {check.message}', 300)}"
    guards, checks = sum(case.guards for case in solved), sum(len(case.solved) for case in solved)
    if guards:
        yield f"{guards} of {checks} checks pass with and without the solution: they only guard"
    good = sum(not case.proves_nothing and not case.broken for case in solved)
    yield f"{good} of {len(cases)} scenarios fail when nothing is done, and pass when it is solved"
