"""Which files of a workspace a command executed, where the system lets it be observed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from pytest_hydra.core.observed_runs import ObservedRuns
from pytest_hydra.plugins.boxes.observe.command_watch import CommandWatch, unobservable
from pytest_hydra.plugins.engine.unit import ExecutedFile


@cache
def why_unobserved() -> str | None:
    """Why commands cannot be observed here; None if they can. It is tried once."""

    def run(watch: CommandWatch, command: list[str]) -> None:
        words, descriptors = watch.wrap(command)
        with subprocess.Popen(words, pass_fds=descriptors, env={}) as process:  # noqa: S603
            watch.started()
            process.wait()

    try:
        return unobservable(run)
    except OSError as error:
        return str(error)


class Observer:
    """Observes one command, if that is ``wanted`` and possible."""

    def __init__(self, *, wanted: bool) -> None:
        self._watch = CommandWatch() if wanted and not why_unobserved() else None
        self._seen = ObservedRuns()

    def wrap(self, command: Sequence[str]) -> tuple[Sequence[str], tuple[int, ...]]:
        """The command line to run, and the descriptors that it inherits."""
        return (command, ()) if self._watch is None else self._watch.wrap(command)

    def started(self, then: Callable[[], None]) -> None:
        """The command has started, which ``then`` may be told."""
        if self._watch is not None:
            self._watch.started()
        then()

    def close(self) -> None:
        """The command has ended."""
        if self._watch is not None:
            self._seen = self._watch.close()

    def files(self, *places: Path) -> tuple[ExecutedFile, ...]:
        """The files that were executed in a workspace, which has these ``places``."""
        found: dict[ExecutedFile, None] = {}
        roots = [*dict.fromkeys([*map(str, places), *map(os.path.realpath, places)])]
        for run in self._seen.runs:
            for file in run.files if run.fate == "ran" else ():
                root = next((root for root in roots if file.startswith(f"{root}/")), None)
                if root is not None:
                    path = os.path.relpath(file, root)
                    found[ExecutedFile(path, round(run.at, 3), run.seconds)] = None
        return tuple(found)
