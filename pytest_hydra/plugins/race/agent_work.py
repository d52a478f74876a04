"""Where a candidate's change comes from, what its agent spent, and running agents."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import dollars, exact, is_number, quotient, six_places
from pytest_hydra.core.plain import json_digest, json_or_none
from pytest_hydra.core.text import one_line, plain_lines
from pytest_hydra.core.usage import tokens_of
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import StoppedError, TasksStoppedError, find_command, pipes, run_logged
from pytest_hydra.plugins.engine.command import INSIDE, agent_program
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.race.change import PATCH
from pytest_hydra.plugins.race.policy.race_tables import AgentCandidate
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.record.files import Cache, flush_all, make_folder, write_whole

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.policy.race_tables import CandidateSettings


# Bytes of a log that are read. Agents report what they spent at its end, which is always read.
_LOG_LIMIT = 64 * 2**20
_SPENT = "spent.json"
# The workspace of an agent that has finished, until its diff is stored.
_WORK = "work"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """The agents of the session, which store their diffs, and run if they ``may_run``.

    ``root`` is the folder of hydra.toml. ``new_workspace`` creates a folder with the base's files,
    which is a repository of its own, and ``remove`` deletes one, whatever an agent did to it.
    ``task`` is the file with the task. ``conceal`` wraps a command line, for a workspace, so that
    it does not see files that are hidden from agents; None if nothing is hidden. ``isolation`` is
    that of agents in a sandbox.
    """

    root: Path
    base: Source
    task: Path | None
    may_run: bool
    new_workspace: Callable[[], AbstractContextManager[Path]]
    remove: Callable[[Path], None]
    stopped: Callable[[], bool]
    conceal: Callable[[Sequence[str], Path], list[str]] | None = None
    isolation: Isolation = field(default_factory=Isolation)

    @contextmanager
    def source(self, candidate: CandidateSettings) -> Iterator[Source]:
        """The source of a candidate, available inside the block. Raises SourceError."""
        if candidate.kind != "command":
            target = candidate.ref or candidate.patch or candidate.worktree or ""
            if candidate.kind != "ref":
                target = str(self.root / target)
            spent = AgentUsage()
            if candidate.log is not None:
                try:
                    spent = read_log(pipes.read_log(self.root / candidate.log, _LOG_LIMIT))
                except HydraError as error:
                    raise SourceError(f"its log cannot be read: {error}") from None
            yield self._source(candidate, target, spent)
            return
        address = self._address(candidate)
        folder = make_folder(self.root, f"agents/{address}")
        # Wait for a session that already runs this agent: it is paid for once.
        with Cache(self.root, "agents").claim(address):
            patch, work = folder / PATCH, folder / _WORK
            if not patch.exists() and not work.exists():
                if not self.may_run:
                    raise SourceError("not run: its agent is started only under --hydra-run-agents")
                with self.new_workspace() as workspace:
                    self._work(candidate, workspace, folder)
            spent = AgentUsage()
            with suppress(OSError, ValueError, TypeError):
                spent = AgentUsage(**json.loads((folder / _SPENT).read_bytes()))
            yield self._source(candidate, str(patch if patch.exists() else work), spent)
            if patch.exists() and work.exists():
                with suppress(HydraError):  # the next session removes the rest
                    self.remove(work)

    def keep(self, candidate: CandidateSettings, diff: Path) -> None:
        """Store the diff that an agent made, so that it is paid for once. Raises OSError."""
        if candidate.kind != "command":
            return
        folder = self.root / ".hydra" / "agents" / self._address(candidate)
        if not (folder / PATCH).exists():
            flush_all([folder / _SPENT])
            write_whole(folder / PATCH, diff.read_bytes())

    def _source(self, candidate: CandidateSettings, target: str, spent: AgentUsage) -> Source:
        tokens = None if candidate.tokens is None else candidate.tokens.model_dump()
        return Source(
            agent=candidate.agent,
            kind=candidate.kind,
            named=target,
            duration_seconds=_first(candidate.duration_seconds, spent.duration_seconds),
            cost_usd=_first(candidate.cost_usd, spent.cost_usd),
            tokens=tokens or spent.tokens,
            model=candidate.model or spent.model,
        )

    def _work(self, candidate: CandidateSettings, workspace: Path, folder: Path) -> None:
        """Run the agent in the workspace, and store the workspace and what the agent spent.

        A single rename marks that the agent has finished. Raises SourceError and OSError.
        """
        private = workspace.parent / "agent"
        for name in ("home", "tmp"):
            (private / name).mkdir(parents=True, exist_ok=True)
        task = private / "task.md"
        task.write_bytes(b"" if self.task is None else self.task.read_bytes())
        words = [word.replace("{task}", str(task)) for word in candidate.command or []]
        log = folder / "agent.log"
        program = words[0] if words else ""
        is_relative = "/" in program and not program.startswith("/")
        if is_relative and not os.path.exists(workspace / program):  # Path.exists may raise
            raise SourceError(
                f"its agent could not be run: the command {one_line(program, 200)} is not in the "
                "base's files, where it starts; use its absolute path, or commit it to the base"
            )
        try:
            command, variables = find_command(words, workspace), _environment(candidate, private)
            with ExitStack() as stack:
                descriptors: Sequence[int] = ()
                if isinstance(candidate, AgentCandidate):
                    _furnish(private / "home", candidate.home)
                    variables |= candidate.environment
                if isinstance(candidate, AgentCandidate) and candidate.boxed:
                    isolation = self._box(private)
                    boxed = agent_program(command, workspace, private, variables, isolation)
                    wrapped, variables = stack.enter_context(boxed)
                    command, descriptors = wrapped.command, wrapped.descriptors
                elif self.conceal is not None:
                    command = self.conceal(command, workspace)
                ended = run_logged(
                    command,
                    cwd=workspace,
                    environment=variables,
                    log=log,
                    seconds=candidate.timeout_seconds,
                    stop=self.stopped,
                    pass_fds=descriptors,
                )
        except StoppedError:
            raise TasksStoppedError from None
        except HydraError as error:
            raise SourceError(f"its agent could not be run: {error}") from None
        if ended.exit != 0:
            limit = f"took longer than {candidate.timeout_seconds:g} s"
            ending = limit if ended.exit is None else f"ended with {ended.exit}"
            ending += _account(log)
            raise SourceError(f"its agent {ending} (full log: {log.relative_to(self.root)})")
        spent = read_log(pipes.read_log(log, _LOG_LIMIT))
        spent = replace(spent, duration_seconds=_first(spent.duration_seconds, ended.seconds))
        # Not flushed until the diff is stored: killing the process loses no written file.
        write_whole(folder / _SPENT, json.dumps(asdict(spent)).encode("ascii"), flush=False)
        workspace.rename(folder / _WORK)

    def _box(self, private: Path) -> Isolation:
        """The sandbox of an agent. Raises SourceError if there is none."""
        if self.isolation.box is None:
            why = self.isolation.why
            raise SourceError(f'there is no sandbox: {why}; sandbox = "none" runs it without one')
        (private / "results").mkdir(exist_ok=True)
        return self.isolation

    def _address(self, candidate: CandidateSettings) -> str:
        task = None if self.task is None else hashlib.sha256(self.task.read_bytes()).hexdigest()
        question = [candidate.agent, candidate.command, self.base.commit, task]
        question += [] if self.conceal is None else ["concealed"]
        return json_digest(question)


def _environment(candidate: CandidateSettings, private: Path) -> dict[str, str]:
    variables = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(private / "home"),
        "TMPDIR": str(private / "tmp"),
        "LANG": "C.UTF-8",
        INSIDE: "1",
    }
    return variables | {name: os.environ[name] for name in candidate.env if name in os.environ}


def _furnish(home: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _account(log: Path) -> str:
    """What an agent that failed has cost, and the last that it said, as far as its log tells."""
    with suppress(HydraError):
        text = pipes.read_log(log, _LOG_LIMIT)
        cost, words = read_log(text).cost_usd, last_words(text)
        said = f": {one_line(words, 200)}" if words else ""
        return f" and cost {dollars(cost)}{said}" if cost else said
    return ""


def _first(*numbers: float | None) -> float | None:
    return next((number for number in numbers if number is not None), None)


# --- what an agent spent ------------------------------------------------------------------------

# Larger numbers are not believed: a year, and a million dollars.
_MOST_SECONDS = 366 * 24 * 3600
_MOST_DOLLARS = 10**6


@dataclass(frozen=True, slots=True)
class AgentUsage:
    """What an agent spent; None is unknown. ``model`` is the model that used all ``tokens``."""

    duration_seconds: float | None = None
    cost_usd: float | None = None
    tokens: Mapping[str, int] | None = None
    model: str | None = None


def read_log(text: str) -> AgentUsage:
    """What an agent spent, from its log. Values that the log lacks are unknown, never 0.

    Supported are Claude Code and the Gemini CLI (``--output-format json`` and ``stream-json``) and
    Codex (``exec --json``). Several sessions in a log are added up.
    """
    sessions: dict[str, AgentUsage] = {}
    thread = ""
    for event in _events(text):
        if event.get("type") == "thread.started":
            thread = str(event.get("thread_id"))
        spent = _spent(event)
        if spent is not None:
            # The last event of a session counts, as it has the totals.
            sessions[str(event.get("session_id") or thread)] = spent
    return reduce(_merge, sessions.values()) if sessions else AgentUsage()


def last_words(text: str) -> str:
    """Why a session ended, from the last event of a log that says so, or else its last line."""
    reasons = filter(None, map(_reason, reversed(_events(text))))
    lines = (line.strip() for line in reversed(text.splitlines()) if line.strip())
    return next(reasons, "") or next(lines, "")


def _reason(event: Mapping[str, Any]) -> str:
    """Why a session ended, as Claude Code, Codex and the Gemini CLI say it; else empty."""
    match event:
        case (
            {"type": "result", "result": str(reason)}
            | {"error": {"message": str(reason)}}
            | {"type": "error", "message": str(reason)}
        ):
            return reason
    return ""


def _events(text: str) -> list[dict[str, Any]]:
    """The JSON objects of a log, which is one object, a list of them, or one on each line."""
    value = json_or_none(text)
    entries = value if isinstance(value, list) else [value]
    if not isinstance(value, list | dict):
        entries = [
            json_or_none(line) for line in plain_lines(text) if line.lstrip().startswith("{")
        ]
    return [entry for entry in entries if isinstance(entry, dict)]


def _spent(event: Mapping[str, Any]) -> AgentUsage | None:
    """What an event reports as spent; None for other events."""
    kind, stats = event.get("type"), event.get("stats")
    if kind == "turn.completed":  # Codex
        return AgentUsage(tokens=_tokens(event.get("usage")))
    if isinstance(stats, dict) and (kind in ("result", None) or "response" in event):  # Gemini
        entries = stats.get("models")
        used = entries.items() if isinstance(entries, dict) else ()
        models = _models(
            {name: entry.get("tokens") for name, entry in used if isinstance(entry, dict)}
        )
        return AgentUsage(
            duration_seconds=_milliseconds(stats.get("duration_ms")),
            tokens=_sum(models.values()) if models else _tokens(stats),
            model=_only(models),
        )
    if kind == "result":  # Claude Code
        return AgentUsage(
            duration_seconds=_milliseconds(event.get("duration_ms")),
            cost_usd=_number(event.get("total_cost_usd"), _MOST_DOLLARS),
            tokens=_tokens(event.get("usage")),
            model=_only(_models(event.get("modelUsage"))),
        )
    return None


def _models(table: Any) -> dict[str, Mapping[str, int]]:
    usages = table.items() if isinstance(table, dict) else ()
    tokens = {name: _tokens(usage) for name, usage in usages}
    return {name: entry for name, entry in tokens.items() if entry is not None}


def _only(models: Mapping[str, object]) -> str | None:
    return next(iter(models)) if len(models) == 1 else None


def _tokens(usage: Any) -> Mapping[str, int] | None:
    counts = tokens_of(usage)
    # A kind that is not stated is unknown, and not 0.
    found = {kind: counts.get(f"{kind}_tokens", 0) for kind in ("input", "output")}
    return {kind: count for kind, count in found.items() if count} or None


def _sum(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for tokens in parts:
        total.update(tokens)
    return dict(total)


def _milliseconds(value: Any) -> float | None:
    number = _number(value, 1000 * _MOST_SECONDS)
    return None if number is None else float(six_places(quotient(exact(number), 1000)))


def _number(value: Any, most: int) -> int | float | None:
    return value if is_number(value) and 0 <= value <= most else None


def _merge(spent: AgentUsage, other: AgentUsage) -> AgentUsage:
    """The sum of both. If a value is unknown for one, it is unknown for the sum."""
    tokens = [entry.tokens for entry in (spent, other) if entry.tokens is not None]
    return AgentUsage(
        duration_seconds=_known_sum(spent.duration_seconds, other.duration_seconds),
        cost_usd=_known_sum(spent.cost_usd, other.cost_usd),
        tokens=_sum(tokens) if len(tokens) == 2 else None,
        model=spent.model if spent.model == other.model else None,
    )


def _known_sum(number: float | None, other: float | None) -> float | None:
    if number is None or other is None:
        return None
    return float(six_places(exact(number) + exact(other)))
