"""Where a candidate's change comes from, what its agent spent, and agents that are run here."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.candidates.recording import Source
from pytest_hydra.candidates.run.checks import INSIDE
from pytest_hydra.candidates.source.agent_logs import Spent, read_log
from pytest_hydra.candidates.source.git_command import SourceError
from pytest_hydra.candidates.source.pins import PATCH, NamedSource
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import pipes
from pytest_hydra.execution.process import Ended, StoppedError, find_command, run_logged
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.record.cache import Cache
from pytest_hydra.record.files import make_folder, write_whole

if TYPE_CHECKING:
    from pytest_hydra.settings.race import CandidateSettings

# More of a log is not read: what an agent spent stands at its end.
_LOG_LIMIT = 64 * 2**20
_SPENT = "spent.json"
_TASK = "task.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """What is known of the session's agents: where their diffs are kept, and whether they may run.

    ``root`` is the folder of hydra.toml; ``lay`` makes a folder with the base's files, which is a
    repository of its own. ``task`` is the file with what they are asked.
    """

    root: Path
    base: Source
    task: Path | None
    ignore: tuple[str, ...]
    may_run: bool
    lay: Callable[[], AbstractContextManager[Path]]
    stopped: Callable[[], bool]

    @contextmanager
    def named(self, candidate: CandidateSettings) -> Iterator[tuple[NamedSource, str | None]]:
        """The candidate's source, there inside the block, what its agent spent, and its model.

        Raises SourceError where there is none yet, or its log cannot be read.
        """
        if candidate.kind != "command":
            target = candidate.ref or candidate.patch or candidate.worktree or ""
            if candidate.kind != "ref":
                target = str(self.root / target)
            yield self._source(candidate, target, self._logged(candidate))
            return
        kept = make_folder(self.root, f"agents/{self._address(candidate)}")
        # Whoever has it at work already is waited for: it is paid once.
        with Cache(self.root, "agents").claim(self._address(candidate)):
            patch = kept / PATCH
            if patch.exists():
                yield self._source(candidate, str(patch), _read_spent(kept / _SPENT))
            elif not self.may_run:
                raise SourceError("not run: its agent is started only under --hydra-run-agents")
            else:
                with self.lay() as workspace:
                    spent = self._work(candidate, workspace, kept)
                    yield self._source(candidate, str(workspace), spent)

    def keep(self, candidate: CandidateSettings, diff: Path) -> None:
        """Keep the diff that an agent made: it is paid for. Raises OSError."""
        if candidate.kind != "command":
            return
        kept = self.root / ".hydra" / "agents" / self._address(candidate) / PATCH
        if not kept.exists():
            write_whole(kept, diff.read_bytes())

    def _source(
        self, candidate: CandidateSettings, target: str, spent: Spent
    ) -> tuple[NamedSource, str | None]:
        given = None if candidate.tokens is None else candidate.tokens.model_dump()
        named = NamedSource(
            agent=candidate.agent,
            kind=candidate.kind,
            target=target,
            ignore=self.ignore,
            duration_seconds=_first(candidate.duration_seconds, spent.duration_seconds),
            cost_usd=_first(candidate.cost_usd, spent.cost_usd),
            tokens=given or spent.tokens,
        )
        return named, candidate.model or spent.model

    def _logged(self, candidate: CandidateSettings) -> Spent:
        if candidate.log is None:
            return Spent()
        path = self.root / candidate.log
        try:
            return read_log(pipes.read_log(path, _LOG_LIMIT))
        except HydraError as error:
            raise SourceError(f"its log cannot be read: {error}") from None

    def _work(self, candidate: CandidateSettings, workspace: Path, kept: Path) -> Spent:
        """Let the agent work in the workspace; what it spent. Raises SourceError."""
        private = workspace.parent / "agent"
        for name in ("home", "tmp"):
            (private / name).mkdir(parents=True, exist_ok=True)
        task = private / _TASK
        task.write_bytes(b"" if self.task is None else self.task.read_bytes())
        words = [word.replace("{task}", str(task)) for word in candidate.command or []]
        log = kept / "agent.log"
        program = words[0] if words else ""
        inside = "/" in program and not program.startswith("/")
        if inside and not os.path.exists(workspace / program):  # which never raises
            raise SourceError(
                f"its agent could not be run: the command {one_line(program, 200)} is not among "
                "the files of the base, where it begins; name it by its whole path, or commit it "
                "there"
            )
        try:
            ended = run_logged(
                find_command(words, workspace),
                cwd=workspace,
                environment=_environment(candidate, private),
                log=log,
                seconds=candidate.timeout_seconds,
                stop=self.stopped,
            )
        except StoppedError:
            raise TasksStoppedError from None
        except HydraError as error:
            raise SourceError(f"its agent could not be run: {error}") from None
        if ended.exit != 0:
            shown = str(log.relative_to(self.root))
            raise SourceError(_failed(ended, candidate.timeout_seconds, log, shown))
        spent = read_log(pipes.read_log(log, _LOG_LIMIT))
        spent = replace(spent, duration_seconds=_first(spent.duration_seconds, ended.seconds))
        write_whole(kept / _SPENT, json.dumps(_plain(spent)).encode("ascii"))
        return spent

    def _address(self, candidate: CandidateSettings) -> str:
        task = None if self.task is None else hashlib.sha256(self.task.read_bytes()).hexdigest()
        asked = [candidate.agent, candidate.command, self.base.commit, task]
        return hashlib.sha256(json.dumps(asked).encode("ascii")).hexdigest()


def _environment(candidate: CandidateSettings, private: Path) -> dict[str, str]:
    given = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(private / "home"),
        "TMPDIR": str(private / "tmp"),
        "LANG": "C.UTF-8",
        INSIDE: "1",
    }
    return given | {name: os.environ[name] for name in candidate.env if name in os.environ}


def _failed(ended: Ended, seconds: float, log: Path, shown: str) -> str:
    how = f"took longer than {seconds:g} s" if ended.exit is None else f"ended with {ended.exit}"
    tail = ""
    with suppress(HydraError):
        tail = one_line(pipes.last_lines(log), 200)
    return f"its agent {how}{': ' if tail else ''}{tail} (all of it: {shown})"


def _plain(spent: Spent) -> dict[str, Any]:
    return {
        "duration_seconds": spent.duration_seconds,
        "cost_usd": spent.cost_usd,
        "tokens": None if spent.tokens is None else dict(spent.tokens),
        "model": spent.model,
    }


def _read_spent(path: Path) -> Spent:
    try:
        return Spent(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return Spent()


def _first(*numbers: float | None) -> float | None:
    return next((number for number in numbers if number is not None), None)
