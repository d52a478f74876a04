"""The workspace of one conversation: laid out, looked at after each turn, and recorded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from posixpath import normpath
from typing import Any

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Owner, Process, ProcessError
from pytest_hydra.plugins.boxes.observe.command_watch import CommandWatch, unobservable
from pytest_hydra.plugins.engine.command import agent_program
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.git.diff import difference
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.git.trees import compose_tree, files_of, with_contents
from pytest_hydra.plugins.git.worktrees import (
    CACHES,
    FileIndex,
    FolderTree,
    is_clean,
    read_files,
    read_head,
)
from pytest_hydra.plugins.results.collectors import ResultPolicy, collector_for
from pytest_hydra.plugins.workspaces.start_trees import StartTree, Workbench
from pytest_hydra.plugins.workspaces.turn_watch import TurnWatch, fake_programs
from pytest_hydra.plugins.workspaces.workspace_format import WorkspaceSource
from pytest_hydra.plugins.workspaces.workspace_state import (
    CommandToPass,
    WorkspaceRecord,
    commands_in,
    named_patterns,
    run_key,
)
from pytest_hydra.record.files import StoreError
from pytest_hydra.scenarios.environment import Home
from pytest_hydra.scenarios.expect.kinds import Expectations
from pytest_hydra.transcript.call_roles import roles_of
from pytest_hydra.transcript.turn import Turn

# Limits of what is kept: bytes of one file and of all, characters of a patch, commits, and names.
_MOST_OF_FILE = 2**20
_MOST_OF_FILES = 2**25
_MOST_OF_PATCH = 2**20
_MOST_COMMITS = 1000
_MOST_NAMES = 50
_TAIL = 4000
_PROOF_SECONDS = 60.0
# Between the fields of a commit, and between commits, in git's output.
_FIELD, _END = "\x1f", "\x1e"

# What may be a path in a command.
_WORD = re.compile(r"[\w./@+-]+")

Demands = Sequence[tuple[int | None, Expectations]]


class LiveWorkspace(Home):
    """A workspace in use. A ``fault`` is why its files are not known."""

    def __init__(
        self, bench: Workbench, start: StartTree, path: Path, demands: Demands = ()
    ) -> None:
        """Raises HydraError."""
        self.folder = path
        self.arguments = {"workspace": path}
        #: Programs that come first on the PATH.
        self.fakes: Mapping[str, str] | Path = {}
        #: The expectations, which name files and commands.
        self.demands = demands
        self._place = str(path)
        self.private = path.parent / "private"
        self._bench = bench
        self._start = start
        self._repository = bench.workshop.surroundings.repository
        self._index = FileIndex()
        if start.files is None:
            start.commit = read_head(self._repository, path).commit if start.with_git else ""
            start.files = self._files()
        else:
            self._index = FileIndex.of(path, start.files)
        #: The files before the first turn, and after each.
        self._snapshots = [start.files]
        self._states: list[Mapping[str, Any]] = []
        self._watch = TurnWatch(demands, self._repository, path)
        self._seen: list[Mapping[str, Any]] = []
        self._roles: dict[str, dict[str, list[str]]] = {}
        self.fault: str | None = None

    def furnish(self, home: Mapping[str, str]) -> None:
        """Make the home folder of an agent, or add these files to it. Raises StoreError."""
        try:
            for name in ("home", "tmp", "results"):
                (self.private / name).mkdir(mode=0o700, parents=True, exist_ok=True)
            # Without an author git refuses to commit.
            author = self.private / "home" / ".gitconfig"
            if not author.exists():
                author.write_text("[user]\n\tname = agent\n\temail = agent@localhost\n", "utf-8")
            for name, text in home.items():
                path = self.private / "home" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        except OSError as error:
            raise StoreError(self.private, error) from error

    @contextmanager
    def run(  # noqa: PLR0913 - keyword arguments
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        owner: Owner,
        *,
        boxed: bool,
        network: bool = True,
        files: Sequence[Path] = (),
    ) -> Iterator[Process]:
        """A program with its own home, in a sandbox if it is ``boxed``, or without one.

        ``words`` are its command line, with an absolute path, ``variables`` its own ones of the
        environment, and ``files`` those that a sandbox shows to it. All programs of a conversation
        have the same home. Raises HydraError.
        """
        isolation, private = self._bench.workshop.isolation, self.private
        if boxed and isolation.box is None:
            raise HydraError(
                f'there is no sandbox: {isolation.why}; sandbox = "none" runs it with your rights'
            )
        isolation = isolation if boxed else Isolation(limits=isolation.limits)
        self._place = place = str(isolation.places(self.folder, private)[0])
        variables = {**variables, "HYDRA_WORKSPACE": place, "PWD": place}
        if self.fakes or self._watch.runs:
            variables["PATH"] = self._search_path(variables.get("PATH", ""))
        if self._watch.runs:
            proof = partial(self._proof, isolation, owner)
            self._watch.why_not = self._bench.unobservable(boxed, proof)
        self._watch.home = private / "home" if boxed else None
        self._watch.begin(self._snapshots[-1], with_git=self._start.with_git)
        program = agent_program(
            words, self.folder, private, variables, isolation, network=network, files=files
        )
        with program as (wrapped, given):
            searched = given["PATH"]
            watched = self._watch.program(wrapped.command, words, searched, boxed=boxed)
            with (
                watched as (line, descriptors, started),
                Process(
                    line,
                    cwd=self.folder,
                    environment=given,
                    owner=owner,
                    pass_fds=(*wrapped.descriptors, *descriptors),
                ) as process,
            ):
                started()
                yield process

    def _search_path(self, own: str) -> str:
        """PATH: fakes, the program's own folders, ours, and stubs of what is not installed."""
        fakes, stubs = self.folder.parent / "fakes", self.folder.parent / "stubs"
        if self.fakes:
            fake_programs(fakes, self.fakes)
        ours = os.environ.get("PATH", os.defpath)
        path = os.pathsep.join(filter(None, [str(fakes) if self.fakes else "", own, ours]))
        self._watch.stubs(stubs, path)
        return f"{path}{os.pathsep}{stubs}"

    def _proof(self, isolation: Isolation, owner: Owner) -> str | None:
        """Why commands cannot be observed in such a workspace."""

        def run(watch: CommandWatch, words: list[str]) -> None:
            program = agent_program(words, self.folder, self.private, {}, isolation)
            with program as (wrapped, given):
                line, descriptors = watch.wrap(wrapped.command)
                inherited = (*wrapped.descriptors, *descriptors)
                with (
                    suppress(ProcessError),  # the watch says why
                    Process(
                        line,
                        cwd=self.folder,
                        environment=given,
                        owner=owner,
                        pass_fds=inherited,
                    ) as process,
                ):
                    watch.started()
                    process.answer(b"", _PROOF_SECONDS)

        return unobservable(run)

    def next_turn(self, number: int) -> None:  # noqa: ARG002 - as of every environment
        """Look at what the last turn left."""
        self._look()

    def end(self, turns: list[Turn]) -> list[Turn]:
        """Look at what the bot has left, as only now it has ended."""
        self._look()
        replies = [turn.reply.calls if turn.reply else () for turn in turns]
        calls = chain(*replies, *[turn.arrived for turn in turns])
        for name in sorted({call.function for call in calls}):
            if roles := roles_of(name, self.tool_roles):
                self._roles[name] = roles
        return turns

    def _look(self) -> None:
        if self.fault is not None:
            return
        self._seen.append(self._watch.take())  # before the files are read here
        try:
            self._snapshots.append(self._files())
            self._states.append(self._git_state())
            self._watch.begin(self._snapshots[-1], with_git=self._start.with_git)
        except HydraError as error:
            self.fault = str(error)

    def close(self) -> None:
        """Observe nothing more."""
        self._watch.take()

    def record(self) -> dict[str, Any]:
        """The record, with the runs of the commands that the demands name. Raises HydraError."""
        first = self._snapshots[0]
        before = start = first.files
        change = difference(self._repository, first.tree, self._snapshots[-1].tree)
        patch = change.patch.decode("utf-8", "replace")
        if len(patch) > _MOST_OF_PATCH:
            patch = f"{patch[:_MOST_OF_PATCH]}\n… {len(patch) - _MOST_OF_PATCH} more characters\n"
        turns = []
        parts = zip(self._snapshots[1:], self._states, self._seen, strict=False)
        for snapshot, state, seen in parts:
            changes = _changes(before, snapshot.files)
            turns.append({"files": changes, "git": dict(state), **seen})
            before = snapshot.files
        record = WorkspaceRecord(
            start=first.tree,
            files={path: list(entry) for path, entry in start.items()},
            turns=turns,
            contents=self._contents(start, turns),
            lines={entry.path: [entry.added, entry.removed] for entry in change.changes},
            patch=patch,
            runs={} if self.fault else self._runs(),
            place=self._place,
            calls=self.tool_roles,
            roles=self._roles,
            unknown=self.fault,
        )
        return record._asdict()

    def _files(self) -> FolderTree:
        return read_files(self._repository, self.folder, CACHES, self._index)

    def _contents(
        self,
        start: Mapping[str, tuple[str, str]],
        turns: Iterable[Mapping[str, Any]],
    ) -> dict[str, str]:
        """The texts of changed files, and of those at the start that the demands name."""
        entries = chain.from_iterable([turn["files"].values() for turn in turns])
        names = [entry[1] for entry in entries if entry is not None]
        patterns = [each for _, expect in self.demands for each in named_patterns(expect.nodes)]
        names += [name for path, (_, name) in start.items() if matches(path, patterns)]
        texts, size = {}, 0
        for name, content in self._repository.blobs(names, largest=_MOST_OF_FILE).items():
            size += len(content)
            if size > _MOST_OF_FILES:
                break
            try:
                texts[name] = content.decode("utf-8")
            except UnicodeDecodeError:
                continue  # what needs the text is ungraded
        return texts

    # git.

    def _git_state(self) -> dict[str, Any]:
        """The commits since the start, oldest first, the branch, and whether all is committed.

        A ``problem`` is why they cannot be read any more; empty for a workspace without git.
        """
        if not self._start.with_git:
            return {}
        repository, log = self._repository, b""
        try:
            head = read_head(repository, self.folder)
            if head.commit != self._start.commit:
                log = repository.run(
                    "log", f"--max-count={_MOST_COMMITS}", "--reverse",
                    f"--format=%an{_FIELD}%B{_END}", f"{self._start.commit}..{head.commit}",
                    objects=self.folder / ".git" / "objects",
                )  # fmt: skip
            seen = self._snapshots[-1].files
            is_as_committed = head.tree == self._snapshots[-1].tree
            clean = is_as_committed or is_clean(repository, self.folder, head.tree, seen)
        except SourceError as error:
            return {"problem": str(error)}
        entries = log.decode("utf-8", "replace").split(_END)[:-1]
        commits = [
            {"author": author.strip(), "message": message.strip()}
            for author, _, message in (entry.partition(_FIELD) for entry in entries)
        ]
        return {"commits": commits, "branch": head.branch, "clean": clean}

    # Commands that must pass.

    def _runs(self) -> dict[str, Any]:
        runs: dict[str, Any] = {}
        for turn, expect in self.demands:
            for command in commands_in(expect.nodes):
                if turn is not None and turn >= len(self._snapshots):
                    continue
                snapshot = self._snapshots[-1 if turn is None else turn]
                key = run_key(command, turn)
                if key not in runs:
                    run = _plain_run(self._run(command, snapshot.tree))
                    runs[key] = {**run, "absent": self._absent(command, snapshot.files)}
        return runs

    def _absent(self, command: CommandToPass, files: Mapping[str, Any]) -> list[str]:
        """The paths that a command names and that only the workspace itself has.

        Such as .git, an empty folder, and what is ignored.
        """
        words = dict.fromkeys(map(normpath, _WORD.findall(command.line)))
        return [
            word
            for word in words
            if word != "." and not word.startswith(("/", ".."))
            if os.path.lexists(self.folder / word)
            if not any(path == word or path.startswith(f"{word}/") for path in files)
        ]

    def _run(self, command: CommandToPass, tree: str) -> CommandRun:
        """Run a command on a tree, with hidden files over it. Raises HydraError."""
        repository, first = self._repository, self._snapshots[0].tree
        if command.restore:
            paths = {*files_of(repository, tree), *files_of(repository, first)}
            chosen = [path for path in paths if matches(path, command.restore)]
            tree = compose_tree(repository, tree, first, chosen)
        tree = with_contents(repository, tree, command.hidden)
        policy = ResultPolicy(
            checkout=repository.path,
            limits=(command.seconds, self._bench.workshop.isolation.limits.memory_mb),
        )
        unit = Unit(
            name="tests",
            command=command.line,
            timeout_seconds=command.seconds,
            tree=tree,
            layers=self._start.layers,
            python=self._bench.python,
            network=command.network,
            collector=partial(collector_for, "tests", command.line, policy),
        )
        return self._bench.workshop.run(unit)


@contextmanager
def opened(bench: Workbench, source: WorkspaceSource, demands: Demands) -> Iterator[LiveWorkspace]:
    """A new workspace for one conversation. Raises HydraError, StoppedError."""
    start = bench.start_tree(source)
    _refuse_leaks(bench, start, demands)
    with bench.workshop.workspace(start.tree, start.layers, with_git=start.with_git) as path:
        workspace = LiveWorkspace(bench, start, path, demands)
        workspace.tool_roles = {role: dict(tools) for role, tools in source.calls.items()}
        fakes = source.model.fakes
        workspace.fakes = source.folder / fakes if isinstance(fakes, str) else fakes
        with closing(workspace):
            yield workspace


def _refuse_leaks(bench: Workbench, start: StartTree, demands: Demands) -> None:
    """Raise HydraError if a bot could read a hidden file in its workspace."""
    repository = bench.workshop.surroundings.repository
    hidden = {
        content: path
        for _, expect in demands
        for command in commands_in(expect.nodes)
        for path, content in command.hidden.items()
        if content
    }
    if not hidden:
        return
    files = files_of(repository, start.tree)
    sizes = {len(content) for content in hidden}
    contents = repository.blobs([name for _, name in files.values()], largest=max(sizes))
    for path, (_, name) in files.items():
        content = contents.get(name, b"")
        if content in hidden:
            raise HydraError(
                f"workspace: {one_line(path, 200)} is the same as the hidden file "
                f"{one_line(hidden[content], 200)}; remove it from the workspace or from `with`"
            )


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that differ, None for deleted files."""
    paths = [*after, *(path for path in before if path not in after)]
    return {
        path: list(after[path]) if path in after else None
        for path in paths
        if before.get(path) != after.get(path)
    }


def _plain_run(run: CommandRun) -> dict[str, Any]:
    outcomes = run.tests.outcomes if run.tests is not None else {}
    failed = [name for name, outcome in outcomes.items() if outcome in ("failed", "error")]
    return {
        "status": run.status,
        "exit": run.exit,
        "seconds": round(run.seconds, 3),
        "problem": run.problem,
        "doubts": list(run.tests.problems) if run.tests is not None else [],
        "tests": len(outcomes),
        "failed": failed[:_MOST_NAMES],
        "failures": len(failed),
        "tail": run.tail[-_TAIL:],
    }
