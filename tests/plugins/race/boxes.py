"""A box, and what is around it: a user's folder, a checkout and workspaces."""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.box import Box, preflight
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.engine.isolation import Isolation, isolation_of
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.race.runner_configuration import CACHES
from tests.processes import wait_until

FOUND = preflight()
needs_box = pytest.mark.skipif(not isinstance(FOUND, Box), reason=str(FOUND))
SECRET = "hidden-word"  # noqa: S105 - what nobody else may read


@dataclass
class Machine:
    """A user's folder and checkout, a workspace of a candidate and one of another."""

    top: Path
    isolation: Isolation

    @property
    def home(self) -> Path:
        return self.top / "home"

    @property
    def checkout(self) -> Path:
        return self.home / "project"

    @property
    def workspace(self) -> Path:
        return self.checkout / ".hydra" / "work" / "a" / "1" / "w"

    @property
    def log(self) -> Path:
        return self.top / "run" / "tests.log"

    def run(
        self, command: str, seconds: float = 90, *, after: str | None = None, **changes: object
    ) -> CommandRun:
        """Run a shell line in the workspace.

        Its time begins when there is the file ``after``, which it makes.
        """
        isolation = replace(self.isolation, **changes)  # type: ignore[arg-type]  # real fields
        plan = Unit(name="tests", command=command, timeout_seconds=seconds, python=sys.executable)
        return run(
            plan,
            self.workspace,
            self.log,
            on_start=lambda: wait_until(lambda: after is None or (self.workspace / after).exists()),
            isolation=isolation,
        )

    def python(
        self, program: str, *, seconds: float = 90, after: str | None = None, **changes: object
    ) -> CommandRun:
        """Run a program of Python's in the workspace."""
        (self.workspace / "attempt.py").write_text(textwrap.dedent(program))
        return self.run("exec python -I attempt.py", seconds, after=after, **changes)

    def output_of(self, program: str, **changes: object) -> list[str]:
        """The lines that a program prints, which has to end well."""
        done = self.python(program, **changes)  # type: ignore[arg-type]  # real fields
        assert (done.status, done.exit) == ("done", 0), done
        return done.tail.splitlines()


def make_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine with files of others, which hold the secret."""
    machine = Machine(tmp_path, Isolation())
    monkeypatch.setenv("HOME", str(machine.home))
    for path in (
        machine.home / ".ssh" / "id_rsa",
        machine.checkout / ".git" / "HEAD",
        machine.checkout / "secret.py",
        machine.workspace.parent / "other" / "results" / "told.json",
        machine.workspace.parent.parent / "2" / "w" / "theirs.py",
        machine.checkout / "node_modules" / "left" / "index.js",
        machine.workspace / "own.py",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SECRET)
    settings = SandboxSettings(mode="bubblewrap")
    shares = ["node_modules", ".venv"]
    machine.isolation = isolation_of(settings, machine.checkout, shares, CACHES)
    return machine
