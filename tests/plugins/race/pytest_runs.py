"""Real runs of pytest with the recorder, as a check runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from pytest_hydra.plugins.results.collectors import ResultPolicy, collector_for
from pytest_hydra.plugins.results.outcomes import TestRun

PYTEST = f"{sys.executable} -m pytest -q -p no:cacheprovider"


@dataclass
class PytestRun:
    exit: int
    run: TestRun
    output: str


class Workspace:
    """A folder in which a test command is run as a check runs it."""

    def __init__(self, path: Path) -> None:
        self.path = path / "workspace"
        self.path.mkdir()
        self._scratch = path / "scratch"

    def write(self, name: str, text: str) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, command: str = PYTEST, *, policy: ResultPolicy | None = None) -> PytestRun:
        collector = collector_for("tests", command, policy)
        assert collector is not None
        self._scratch.mkdir()
        start = collector.start(self.path, self._scratch)
        done = subprocess.run(
            ["/bin/sh", "-c", start.command],
            cwd=self.path,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the test's own environment is full of them
                **start.environment,
            },
            pass_fds=start.pass_fds,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
            check=False,
        )
        output = done.stdout.decode("utf-8", "replace")
        run = collector.finish(done.returncode, output)
        assert isinstance(run, TestRun)
        return PytestRun(done.returncode, run, output)
