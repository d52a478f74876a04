"""A cluster of Dask's on this machine, for tests: its scheduler and workers are processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 300


class LocalCluster:
    """A scheduler and workers on this machine, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
        wait_for(lambda: self.file.exists() and self.file.read_text().strip().endswith("}"))
        self.address: str = json.loads(self.file.read_text())["address"]

    def worker(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start one with one thread, and without a nanny that would start it again."""
        number = len(self.processes)
        local = self.folder / f"local-{number}"
        options = ("--no-nanny", "--nthreads", "1", "--local-directory", str(local))
        return self._start("worker", *options, *arguments, **environment)

    def close(self) -> None:
        """End all that still lives."""
        for process in self.processes:
            process.kill()
            process.wait()

    def logs(self) -> str:
        """What they all said."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def _start(self, what: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        common = ("--scheduler-file", str(self.file), "--no-dashboard")
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *common, *arguments]
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
        with (self.folder / f"{len(self.processes)}-{what}.log").open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, env={**kept, **environment}
            )
        self.processes.append(process)
        return process


def wait_for(what: Callable[[], object], during: subprocess.Popen[str] | None = None) -> None:
    """Wait until it is so, while a session runs."""
    end = monotonic() + PATIENCE
    while not what():
        assert monotonic() < end, "it did not come"
        assert during is None or during.poll() is None, during.communicate()[0]
        sleep(0.02)
