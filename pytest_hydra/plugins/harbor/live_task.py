"""A task in use: the home of its bot, and its record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Owner, Process
from pytest_hydra.plugins.boxes.untrusted_files import Writer
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode
from pytest_hydra.plugins.harbor.task_root import TaskRoot
from pytest_hydra.plugins.harbor.verifier import verified
from pytest_hydra.record.files import StoreError
from pytest_hydra.scenarios.environment import Home
from pytest_hydra.settings import EVALS, FROM_GIT, BotSettings

_BOX = "/run/box"
_Files = Mapping[str, str | Path | None]


class LiveTask(Home):
    """A task in a root of its own. Its ``folder`` is where this process sees the working folder."""

    def __init__(self, root: TaskRoot, mode: VerifierMode) -> None:
        self.root, self._mode = root, mode
        self.private = root.place / "private"
        self.folder = root.laid.path / (root.inner(root.folder) or "")
        self.arguments = {"workspace": self.folder}

    def furnish(self, files: Mapping[str, str]) -> None:
        """Add files to the home folder of programs. Raises StoreError."""
        try:
            (self.private / "results").mkdir(mode=0o700, parents=True, exist_ok=True)
            home = self.root.agent.home.strip("/")
            own = {f"/{home}/{name.partition('/')[0]}" for name in files}
            if self.root.inner(home) is None:
                own = {f"/{home}"}
            self._write(Writer(self.root.laid.path), home, files)
            if files:
                self.root.give(*own)
        except OSError as error:
            raise StoreError(self.private, error) from error

    def install(self, bot: BotSettings | None, files: _Files, project: Path) -> None:
        """Lay files into the working folder, and an agent's instructions and skills.

        Raises HydraError, OSError.
        """
        writer = Writer(self.folder)
        if bot is not None:
            kit = bot.kit
            self.tool_roles = kit.calls
            self._write(writer, "", kit.texts)
            self.root.give_skills(kit.skills_place)
            for place, source in kit.skills.items():
                if source.startswith(FROM_GIT):
                    raise HydraError(f"{source}: in a task a skill has to be a folder")
                top = project / source
                names = [path.relative_to(top) for path in sorted(top.rglob("*")) if path.is_file()]
                kept = {n.as_posix(): top / n for n in names if n.parts[0] != EVALS}
                self._write(writer, place, kept)
        self._write(writer, "", files)

    @staticmethod
    def _write(writer: Writer, place: str, files: _Files) -> None:
        for name, content in files.items():
            path = f"{place}/{name}" if place else name
            if content is None:
                writer.remove(path)
                continue
            data = content.read_bytes() if isinstance(content, Path) else content.encode()
            is_program = isinstance(content, Path) and os.access(content, os.X_OK)
            writer.file(path, data, executable=is_program)

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
        root = self.root
        if not boxed:
            raise HydraError('a task is a sandbox: its agent cannot have sandbox = "none"')
        if network and not root.task.has_network(root.task.model.agent):
            raise HydraError(
                "the task has no network: give the agent network = false, and a gateway to its "
                "model"
            )
        if root.agent.uid and not network:
            raise HydraError(
                "agent.user of task.toml: without network an agent works as root alone"
            )
        if network:
            root.give_network(root.laid)
        own = {name: text for name, text in variables.items() if name != "PATH"}
        given = root.variables(own, {"HYDRA_WORKSPACE": root.folder})
        folders = [text for text in variables.get("PATH", "").split(os.pathsep) if text]
        given["PATH"] = os.pathsep.join([*folders, given["PATH"]])
        results = self.private / "results"
        needed = [*words, *root.agent.runs(())]
        shown = root.shown(given, needed, [*files, *map(Path, folders)])
        with (
            root.space.wrap(
                root.laid,
                root.agent.runs(words),
                folder=root.folder,
                network=network,
                limits=root.limits,
                shown=shown,
                writable={f"{_BOX}/results": results} if results.exists() else {},
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

    def record(self) -> dict[str, Any]:
        """The rewards, or why they are unknown. Runs the tests."""
        return verified(self.root, self._mode)
