"""The root of one conversation with a task, and scripts of the task that run in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import read_log
from pytest_hydra.plugins.boxes.limits import Limits
from pytest_hydra.plugins.boxes.untrusted_files import Writer, copy, leads_to, remove
from pytest_hydra.plugins.harbor.task_file import HarborTask, filled
from pytest_hydra.plugins.harbor.task_images import Images
from pytest_hydra.plugins.harbor.task_user import users_of
from pytest_hydra.plugins.roots.agent_programs import shown_files
from pytest_hydra.plugins.roots.live_root import LaidRoot, Space
from pytest_hydra.plugins.roots.root import give_network

LOGS = "/logs"
_FOLDERS = ("agent", "verifier", "artifacts")
_MOST_OUTPUT = 2**20
# Time to copy files, in seconds.
_MOMENT = 60.0


class TaskRoot:
    """The root that a bot and the tests of a task use. ``folder`` is where the bot works."""

    def __init__(self, task: HarborTask, images: Images, stack: ExitStack) -> None:
        """Raises HydraError, OSError."""
        self.task = task
        self._root = images.of_task(task)
        self._project = images.project
        self.folder = self._root.folder
        self.place = images.new_folder()
        stack.callback(remove, self.place)
        self.space = Space(self.place, images.cache, stack)
        self.laid = self.space.lay(self._root, "a")
        writer = Writer(self.laid.path)
        for path in (self.folder, LOGS, *(f"{LOGS}/{name}" for name in _FOLDERS)):
            if self.inner(path) is None:
                writer.folder(path.lstrip("/"))
                (self.laid.path / path.lstrip("/")).chmod(0o755)
        #: As whom the bot and the tests run.
        self.agent, self.tester = users_of(task, self.laid.path)
        self.give(f"{LOGS}/agent", f"{LOGS}/artifacts")

    @property
    def limits(self) -> Limits:
        """What one program may use."""
        return Limits(memory_mb=self.task.memory_mb, processors=self.task.model.environment.cpus)

    def fresh(self) -> LaidRoot:
        """The same root as at the start. Raises HydraError."""
        return self.space.lay(self._root, "v")

    def inner(self, path: str) -> str | None:
        """Where a path of the root leads, following its links in it; None if nothing is there."""
        return leads_to(self.laid.path, path, [""])

    def left(self, path: str) -> Iterator[tuple[str, str]]:
        """A path, and where the namespace has what the bot left there, if something is there."""
        inner = self.inner(path)
        if inner:
            yield path, f"{self.laid.inside}/{inner}"

    def clear(self, path: str) -> None:
        """Remove what a bot put at a place of ours. No process of it is alive. Raises OSError."""
        above, name = os.path.split(path.lstrip("/"))
        Writer(self.laid.path).folder(above)
        remove(self.laid.path / above / name)

    def give(self, *paths: str) -> None:
        """Make these files, and all below them, the bot's. Raises HydraError."""
        if self.agent.uid:
            self._inside("chown", "-RP", f"{self.agent.uid}:{self.agent.gid}", "--", *paths)

    def give_skills(self, place: str | None) -> None:
        """Copy the image's skills to where an agent looks for its user's. Raises HydraError."""
        folder, key = self.task.model.environment.skills_dir, "environment.skills_dir of task.toml"
        if folder is None:
            return
        if place is None:
            raise HydraError(f"{key}: the agent's preset does not say where its `skills` are")
        target = f"{self.agent.home}/{place}"
        try:
            self._inside(
                *("/bin/sh", "-c", 'mkdir -p "$2" && cp -R "$1/." "$2/"'),
                *("skills", folder, target),
            )
        except HydraError as error:
            raise HydraError(f"{key}: {error}") from None
        self.give(f"{self.agent.home}/{place.partition('/')[0]}")

    def _inside(self, *words: str) -> None:
        log = self.place / "inside.log"
        ended = self.space.run(
            self.laid, words, variables=self.variables(), log=log, seconds=_MOMENT
        )
        if ended.exit != 0:
            raise HydraError(read_log(log, _MOST_OUTPUT).strip())

    def copied(self, name: str, script: str) -> Path:
        """A copy of a folder of the task, whose script can be started. Raises HydraError."""
        source, target = self.task.folder / name, self.place / name
        if not (source / script).is_file():
            raise HydraError(f"the task has no {name}/{script}")
        copy(source.resolve(), target)
        (target / script).chmod(0o755)
        if os.geteuid() == 0:
            for top, folders, files in os.walk(target):
                for entry in (*folders, *files):
                    os.chown(os.path.join(top, entry), 0, 0, follow_symlinks=False)
        return target

    def variables(self, *more: Mapping[str, str]) -> dict[str, str]:
        """The variables of a program in the root. Raises HydraError."""
        given = {"HOME": self.agent.home, "LANG": "C.UTF-8", **self._root.variables}
        given |= filled(self.task.model.environment.env, "environment.env")
        for variables in more:
            given |= variables
        if self._root.is_host:
            ours = os.environ.get("PATH", os.defpath).split(os.pathsep)
            # A relative folder would be in the working folder.
            folders = [*filter(os.path.isabs, ours), given["PATH"]]
            given["PATH"] = os.pathsep.join(folders)
        return {**given, "PWD": self.folder}

    def give_network(self, laid: LaidRoot) -> None:
        """Let programs find hosts. Raises HydraError."""
        try:
            give_network(laid.path)
        except OSError as error:
            raise HydraError(f"the root cannot be written: {error.strerror or error}") from error

    def shown(
        self, given: Mapping[str, str], words: Sequence[str] = (), files: Sequence[Path] = ()
    ) -> dict[str, str | Path]:
        """What a program sees of this machine: its own installation, and these files."""
        has = None if self._root.is_host else self.inner
        if has is not None and not files and all(has(word) is not None for word in words[:1]):
            return {}
        # Without a PATH it would be that of the folder in which we were started.
        path = given["PATH"] if has is None else "/usr/bin"
        paths, secret = shown_files(words, {**given, "PATH": path}, self._project, has)
        paths |= {each for each in files if has is None or has(str(each)) is None}
        shown: dict[str, str | Path] = {
            str(each): each
            for each in paths
            if os.path.exists(each) and paths.isdisjoint(each.parents)
        }
        if secret:
            empty = self.place / "empty"
            empty.touch()
            covered = [each for each in secret if not paths.isdisjoint((each, *each.parents))]
            shown |= {str(each): empty for each in covered}
        return dict(sorted(shown.items()))

    def finish(  # noqa: PLR0913 - a script, and where it runs
        self,
        words: Sequence[str],
        laid: LaidRoot,
        *,
        variables: Mapping[str, str],
        binds: Mapping[str, str | Path],
        network: bool,
        seconds: float,
    ) -> tuple[int | None, str]:
        """Run a program of the task: its exit status, None if it took too long, and its output.

        Raises HydraError.
        """
        if network:
            self.give_network(laid)
        log = self.place / "finish.log"
        ended = self.space.run(
            laid,
            words,
            variables=variables,
            log=log,
            seconds=seconds,
            folder=self.folder,
            network=network,
            limits=self.limits,
            shown=self.shown(variables, words),
            writable=binds,
        )
        return ended.exit, read_log(log, _MOST_OUTPUT)
