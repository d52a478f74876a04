"""A task in use: the root that a bot works in, and its tests once the bot has ended."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.http_json import Secrets
from pytest_hydra.execution.limits import Limits
from pytest_hydra.execution.pipes import read_log
from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import Owner
from pytest_hydra.execution.untrusted_files import (
    UnreadableError,
    Writer,
    copy,
    leads_to,
    random_name,
    remove,
)
from pytest_hydra.plugins.engine.installations import tools_of
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode
from pytest_hydra.plugins.harbor.reward_files import read_rewards, read_tests
from pytest_hydra.plugins.harbor.task_file import Task, TaskAgent, TaskVerifier, filled
from pytest_hydra.plugins.harbor.task_images import Images
from pytest_hydra.plugins.roots.agent_programs import shown_programs
from pytest_hydra.plugins.roots.live_root import LaidRoot, Space, give_network
from pytest_hydra.record.files import StoreError
from pytest_hydra.scenarios.environment import Home
from pytest_hydra.settings.agents import EVALS, FROM_GIT, AgentBot
from pytest_hydra.settings.bots import BotSettings

_HOME = "/root"
_BOX = "/run/box"
_TESTS, _SOLUTION, _LOGS = "/tests", "/solution", "/logs"
_FOLDERS = ("agent", "verifier", "artifacts")
_SEEN = 4000
_MOST_OUTPUT = 2**20
_SOLVING = 1800.0


class LiveTask(Home):
    """A task in a root of its own. Its ``folder`` is where this process sees the working folder."""

    def __init__(  # noqa: PLR0913, PLR0917 - a task, and where it runs
        self,
        task: Task,
        mode: VerifierMode,
        images: Images,
        bot: BotSettings | None,
        files: Mapping[str, str | Path | None],
        stack: ExitStack,
    ) -> None:
        """Raises HydraError."""
        self._task, self._mode = task, mode
        self._root = images.of_task(task)
        self._project = images.project
        place = images.own / random_name()
        try:
            place.mkdir()
            stack.callback(remove, place)
            self.private = place / "private"
            self._space = Space(place, images.cache, stack)
            self._laid = self._space.lay(self._root, "a")
            self._writer = Writer(self._laid.path)
            for name in (self._root.folder.lstrip("/"), *(f"logs/{name}" for name in _FOLDERS)):
                if name and leads_to(self._laid.path, name, [""]) is None:
                    self._writer.folder(name)
            self.folder = self._seen(self._root.folder)
            self.arguments = {"workspace": self.folder}
            if isinstance(bot, AgentBot):
                self.tool_roles = bot.calls
                self._install(bot)
            self._lay(files)
        except OSError as error:
            raise StoreError(place, error) from error

    @property
    def _limits(self) -> Limits:
        return Limits(memory_mb=self._task.memory_mb, processors=self._task.model.environment.cpus)

    def _seen(self, path: str) -> Path:
        """Where this process sees a folder of the root, whose links lead to places in it."""
        inner = leads_to(self._laid.path, path, [""])
        if inner is None:
            raise HydraError(f"the root has no folder {path}")
        return self._laid.path / inner

    def _variables(self, *more: Mapping[str, str]) -> dict[str, str]:
        """The variables of a program in the root. Raises HydraError."""
        given = {"HOME": _HOME, "LANG": "C.UTF-8", **self._root.variables}
        given |= filled(self._task.model.environment.env, "environment.env")
        for variables in more:
            given |= variables
        if self._root.is_host:
            given["PATH"] = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{given['PATH']}"
        return given

    # What is laid into the root before the bot starts.

    def furnish(self, files: Mapping[str, str]) -> None:
        """Add files to the home folder of programs. Raises StoreError."""
        try:
            (self.private / "results").mkdir(mode=0o700, parents=True, exist_ok=True)
            for name, text in files.items():
                path = f"{_HOME.lstrip('/')}/{name}"
                self._writer.file(path, text.encode(), executable=False)
        except OSError as error:
            raise StoreError(self.private, error) from error

    def _install(self, bot: AgentBot) -> None:
        """Lay an agent's instructions and skills into the working folder. Raises HydraError."""
        files: dict[str, str | Path | None] = dict(bot.texts)
        for place, source in bot.skills.items():
            if source.startswith(FROM_GIT):
                raise HydraError(f"{source}: in a task a skill has to be a folder")
            top = self._project / source
            files |= {
                f"{place}/{path.relative_to(top).as_posix()}": path
                for path in sorted(top.rglob("*"))
                if path.is_file() and path.relative_to(top).parts[0] != EVALS
            }
        self._lay(files)

    def _lay(self, files: Mapping[str, str | Path | None]) -> None:
        writer = Writer(self.folder)
        for name, content in files.items():
            if content is None:
                writer.remove(name)
                continue
            data = content.read_bytes() if isinstance(content, Path) else content.encode()
            is_program = isinstance(content, Path) and os.access(content, os.X_OK)
            writer.file(name, data, executable=is_program)

    # The bot.

    @contextmanager
    def run(  # noqa: PLR0913 - as of every home
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        owner: Owner,
        *,
        boxed: bool,
        network: bool = True,
        files: Sequence[Path] = (),
    ) -> Iterator[Process]:
        """A program in the root, with the machine's own programs as far as it needs them.

        Raises HydraError.
        """
        if not boxed:
            raise HydraError('a task is a sandbox: its agent cannot have sandbox = "none"')
        if network and not self._task.has_network(self._task.model.agent):
            raise HydraError(
                "the task has no network: give the agent network = false, and a gateway to its "
                "model"
            )
        if network:
            self._give_network(self._laid)
        own = {name: text for name, text in variables.items() if name != "PATH"}
        given = self._variables(own, {"PWD": self._root.folder})
        given["HYDRA_WORKSPACE"] = self._root.folder
        folders = [text for text in variables.get("PATH", "").split(os.pathsep) if text]
        given["PATH"] = os.pathsep.join([*folders, given["PATH"]])
        shown = self._shown(given, words, [*files, *map(Path, folders)])
        results = {f"{_BOX}/results": self.private / "results"}
        with (
            self._space.wrap(
                self._laid,
                words,
                folder=self._root.folder,
                network=network,
                limits=self._limits,
                shown=shown,
                writable=results if self.private.exists() else {},
            ) as wrapped,
            Process(
                wrapped.command,
                cwd=Path("/"),
                environment=given,
                owner=owner,
                pass_fds=wrapped.descriptors,
            ) as process,
        ):
            yield process

    def _shown(
        self, given: Mapping[str, str], words: Sequence[str], files: Sequence[Path]
    ) -> dict[str, str | Path]:
        """What programs see of this machine: their own installation, and these files."""
        line = shlex.join(words[:2])
        path = given["PATH"] if self._root.is_host else ""
        readable, secret = tools_of({**given, "PATH": path}, None, line, self._project)
        shown: dict[str, str | Path] = {str(each): each for each in (*readable, *files)}
        if not self._root.is_host:
            shown |= {str(each): each for each in shown_programs(words, self._laid.path)}
        shown = {place: each for place, each in shown.items() if os.path.exists(each)}
        if secret:
            empty = self.private.parent / "empty"
            empty.touch()
            shown |= {str(each): empty for each in secret}
        return dict(sorted(shown.items()))

    def _give_network(self, laid: LaidRoot) -> None:
        try:
            give_network(laid)
        except OSError as error:
            raise StoreError(laid.upper, error) from error

    def solve(self) -> str:
        """Run the task's own solution in the root: "", or why it failed. Raises HydraError."""
        solution = self._task.model.solution
        variables = self._variables(filled(solution.env, "solution.env"))
        script = f"exec {_SOLUTION}/solve.sh"
        ended, output = self._finish(
            self._laid,
            script,
            variables,
            {_SOLUTION: self._copied("solution", "solve.sh")},
            self._task.model.agent,
            self._task.model.agent.timeout_sec or _SOLVING,
        )
        return "" if ended == 0 else f"the solution ended with {ended}: {output[-_SEEN:]}"

    # The verifier.

    def record(self) -> dict[str, Any]:
        """The rewards, or why they are unknown. Runs the verifier."""
        found: dict[str, Any] = {"rewards": {}, "unknown": None, "verifier": self._mode}
        found |= {"why": "", "output": "", "tests": None}
        if self._mode == "fresh" and self._root.folder == "/":
            found |= {"verifier": "shared", "why": "the task has no working folder"}
        try:
            found |= self._verified(found["verifier"])
        except HydraError as error:
            found["unknown"] = str(error)
        except OSError as error:
            found["unknown"] = f"the verifier cannot run: {error.strerror or error}"
        return found

    def _verified(self, mode: VerifierMode) -> dict[str, Any]:
        verifier = self._task.model.verifier
        env = filled(verifier.env, "verifier.env")
        logs = self.private.parent / "verifier"
        logs.mkdir()
        binds: dict[str, str | Path] = {}
        laid = self._laid
        if mode == "fresh":
            laid = self._space.lay(self._root, "v")
            left = (f"{_LOGS}/agent", f"{_LOGS}/artifacts", *self._task.artifacts)
            binds = {place: path for each in left for place, path in self._left(each)}
            nothing = self.private.parent / "nothing"
            nothing.mkdir()
            binds |= {self._root.folder: nothing, **dict(self._left(self._root.folder))}
        else:
            for name in (_TESTS, f"{_LOGS}/verifier"):
                self._clear(name)
        binds |= {f"{_LOGS}/verifier": logs, _TESTS: self._copied("tests", "test.sh")}
        variables, script = self._variables(env), f"exec {_TESTS}/test.sh"
        ended, output = self._finish(laid, script, variables, binds, verifier, verifier.timeout_sec)
        secrets = Secrets([(text, f"${name}") for name, text in env.items() if text])
        unknown, rewards = None, dict[str, float]()
        try:
            rewards = read_rewards(logs)
        except UnreadableError as error:
            unknown = str(error)
        if ended is None:
            unknown = f"the verifier took longer than {verifier.timeout_sec:g} s"
        return {
            "rewards": {} if unknown else rewards,
            "unknown": unknown,
            "output": secrets.scrub(output)[-_SEEN:],
            "tests": read_tests(logs),
        }

    def _left(self, path: str) -> Iterator[tuple[str, str]]:
        """Where the namespace has a path of the agent's root, if something is there."""
        inner = leads_to(self._laid.path, path, [""])
        if inner:
            yield path, f"{self._laid.inside}/{inner}"

    def _clear(self, path: str) -> None:
        """Remove what the agent may have put at a place of ours. No process of it is alive."""
        above, name = os.path.split(path.lstrip("/"))
        self._writer = Writer(self._laid.path)
        self._writer.folder(above)
        remove(self._laid.path / above / name)

    def _copied(self, name: str, script: str) -> Path:
        """A copy of a folder of the task, whose script can be started. Raises HydraError."""
        source, target = self._task.folder / name, self.private.parent / name
        if not (source / script).is_file():
            raise HydraError(f"the task has no {name}/{script}")
        copy(source.resolve(), target)
        (target / script).chmod(0o755)
        if os.geteuid() == 0:
            for top, folders, files in os.walk(target):
                for entry in (*folders, *files):
                    os.chown(os.path.join(top, entry), 0, 0, follow_symlinks=False)
        return target

    def _finish(  # noqa: PLR0913, PLR0917 - a script, and where it runs
        self,
        laid: LaidRoot,
        script: str,
        variables: Mapping[str, str],
        binds: Mapping[str, str | Path],
        part: TaskAgent | TaskVerifier,
        seconds: float,
    ) -> tuple[int | None, str]:
        """Run a script of the task: its exit status, None if it took too long, and its output."""
        network = self._task.has_network(part)
        if network:
            self._give_network(laid)
        log = self.private.parent / f"{random_name()}.log"
        shown = self._shown(variables, ["/bin/sh"], ()) if self._root.is_host else {}
        ended = self._space.run(
            laid,
            ["/bin/sh", "-c", script],
            variables={**variables, "PWD": self._root.folder},
            log=log,
            seconds=seconds,
            folder=self._root.folder,
            network=network,
            limits=self._limits,
            shown=shown,
            writable=binds,
        )
        return ended.exit, read_log(log, _MOST_OUTPUT)
