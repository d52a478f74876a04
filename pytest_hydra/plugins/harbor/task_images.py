"""Where the roots of tasks come from: settings, Docker, and the instructions of a Dockerfile."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import shutil
import stat
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.pipes import last_lines
from pytest_hydra.execution.process import run_logged
from pytest_hydra.execution.quotas import environment_variables
from pytest_hydra.execution.untrusted_files import random_name
from pytest_hydra.plugins.engine.workspaces import own_folder, user_folder
from pytest_hydra.plugins.harbor.dockerfile import (
    Instruction,
    fill_in,
    pairs,
    read_dockerfile,
    words,
)
from pytest_hydra.plugins.harbor.harbor_settings import HarborSettings
from pytest_hydra.plugins.harbor.task_file import Task
from pytest_hydra.plugins.roots.live_root import Space, give_network
from pytest_hydra.plugins.roots.root import Root, root_of
from pytest_hydra.record.files import StoreError, locked, make_folder

# Where a COPY sees the task's files: on a file system that is no part of the layer.
_CONTEXT = "/dev/context"
# The target, whether it is a folder, and the sources.
_COPY = f"""
set -e
target=$1 into=$2
shift 2
for source; do
  if [ -d "{_CONTEXT}/$source" ] && [ ! -L "{_CONTEXT}/$source" ]; then
    mkdir -p "$target" && cp -RP "{_CONTEXT}/$source/." "$target/"
  elif [ "$into" ] || [ -d "$target" ]; then
    mkdir -p "$target" && cp -P "{_CONTEXT}/$source" "$target/"
  else
    mkdir -p "$(dirname "$target")" && cp -P "{_CONTEXT}/$source" "$target"
  fi
done
"""


class Images:
    """The roots of a session's tasks. Thread-safe."""

    def __init__(self, project: Path, settings: HarborSettings) -> None:
        """``project`` is the folder of hydra.toml. Raises HydraError."""
        self.project = project
        self._settings = settings
        self._stack = ExitStack()
        self._lock = threading.Lock()
        self._roots: dict[str, Root] = {}
        #: Below it are the layers of images, and those that are being built.
        self.cache = make_folder(project, "cache/roots")
        self.own = user_folder() / random_name()
        self._building = self.cache / "work" / random_name()
        for folder in (self.own, self._building):
            self._stack.enter_context(own_folder(folder))

    def close(self) -> None:
        """Remove what is not kept."""
        self._stack.close()

    def of_task(self, task: Task) -> Root:
        """The root of a task, built on first use. Raises HydraError."""
        with self._lock:
            key = str(task.folder)
            if key not in self._roots:
                image, seconds = task.model.environment.docker_image, task.model.environment
                limit = seconds.build_timeout_sec
                root = self._image(image, limit) if image else self._build(task, limit)
                folder = task.model.environment.workdir or root.folder
                self._roots[key] = replace(root, folder=posixpath.normpath(folder))
            return self._roots[key]

    def _image(self, name: str, seconds: float) -> Root:
        known = self._settings.images
        source = known.get(name) or next(
            (known[pattern] for pattern in known if fnmatchcase(name, pattern)), ""
        )
        if source:
            return root_of(source, self.project, self.cache, self.own)
        program = shutil.which("docker") or shutil.which("podman")
        shown = one_line(name, 100)
        if program is None:
            raise HydraError(
                f"the image {shown} is not known here: name what stands for it under "
                "[harbor.images] in hydra.toml, or install docker or podman"
            )
        archive = self.cache / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.tar"
        with locked(archive.with_suffix(".lock")):
            if not archive.exists():
                self._fetch(program, name, archive, seconds)
        return root_of(str(archive), self.project, self.cache, self.own)

    def _fetch(self, program: str, name: str, archive: Path, seconds: float) -> None:
        draft, log = archive.with_suffix(".draft"), self.own / f"{random_name()}.log"
        draft.unlink(missing_ok=True)
        for command in (["pull", "--quiet", name], ["save", "--output", str(draft), name]):
            ended = run_logged(
                [program, *command],
                cwd=self.own,
                environment=environment_variables(),
                log=log,
                seconds=seconds,
            )
            if ended.exit:
                last = one_line(last_lines(log).strip().rpartition("\n")[2], 200)
                raise HydraError(
                    f"the image {one_line(name, 100)} is not under [harbor.images], and "
                    f"{Path(program).name} {command[0]} failed: {last}"
                )
        draft.rename(archive)

    # Dockerfiles.

    def _build(self, task: Task, seconds: float) -> Root:
        root, given = Root({}, ""), dict[str, str]()
        for one in read_dockerfile(task.folder / "environment" / "Dockerfile"):
            known = {**given, **root.variables}
            try:
                if one.word == "FROM":
                    root = self._image(fill_in(one.text.split()[0], given), seconds)
                elif one.word == "ARG":
                    given |= {name: fill_in(text, known) for name, text in pairs(one.text).items()}
                elif one.word == "ENV":
                    more = {name: fill_in(text, known) for name, text in pairs(one.text).items()}
                    root = replace(root, variables={**root.variables, **more})
                else:
                    root = self._layer(task, root, one, given, seconds)
            except HydraError as error:
                place = f"environment/Dockerfile:{one.line}"
                raise HydraError(f"{place}: {one.word}: {error}") from None
        return root

    def _layer(
        self, task: Task, root: Root, one: Instruction, given: Mapping[str, str], seconds: float
    ) -> Root:
        """The root above a layer with what an instruction did, made once. Raises HydraError."""
        known, context = {**given, **root.variables}, task.folder / "environment"
        contents: Sequence[object] = ()
        if one.word == "WORKDIR":
            folder = posixpath.normpath(posixpath.join(root.folder, fill_in(one.text, known)))
            root, command = replace(root, folder=folder), ["mkdir", "-p", folder]
        elif one.word == "COPY":
            *named, target = words(fill_in(one.text, known))
            sources = [source for name in named for source in _sources(context, name)]
            contents = [_contents(context, source) for source in sources]
            into = "1" if len(sources) > 1 or target.endswith("/") else ""
            goal = posixpath.join(root.folder, target)
            command = ["/bin/sh", "-c", _COPY, "copy", goal, into, *sources]
        else:
            command = ["/bin/sh", "-c", one.text]
        parts = [root.key, os.geteuid(), command, root.folder, known, contents]
        key = hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()
        layer = self.cache / "layers" / key[:32]
        layer.parent.mkdir(exist_ok=True)
        with locked(layer.with_suffix(".lock")):
            if not layer.is_dir():
                self._make(root, command, known, layer, context, seconds)
        return root.above(layer, key)

    def _make(  # noqa: PLR0913, PLR0917 - an instruction, and where it runs
        self,
        root: Root,
        command: Sequence[str],
        variables: Mapping[str, str],
        layer: Path,
        context: Path,
        seconds: float,
    ) -> None:
        place = self._building / random_name()
        try:
            place.mkdir()
            with ExitStack() as stack:
                space = Space(place, self.cache, stack)
                laid = space.lay(root, "root")
                give_network(laid)
                log = place / "log"
                ended = space.run(
                    laid,
                    command,
                    variables={"HOME": "/root", **variables},
                    log=log,
                    seconds=seconds,
                    # A WORKDIR makes its own.
                    folder="/" if command[0] == "mkdir" else root.folder,
                    network=True,
                    shown={_CONTEXT: context},
                )
            if ended.exit != 0:
                how = "took too long" if ended.exit is None else f"ended with {ended.exit}"
                last = one_line(last_lines(log).strip().rpartition("\n")[2], 200)
                raise HydraError(f"{how}{': ' if last else ''}{last}")
            laid.upper.rename(layer)
        except OSError as error:
            raise StoreError(place, error) from error


def _sources(context: Path, name: str) -> list[str]:
    """The files and folders of the task that a source of COPY names. Raises HydraError."""
    plain = posixpath.normpath(name).lstrip("/") or "."
    if plain == ".." or plain.startswith("../"):
        raise HydraError(f"{one_line(name, 100)} leads out of environment/")
    try:
        found = sorted(path.relative_to(context).as_posix() for path in context.glob(plain))
    except (ValueError, NotImplementedError):
        found = []
    if plain != "." and not found:
        raise HydraError(f"there is no environment/{one_line(plain, 100)}")
    return found or ["."]


def _contents(context: Path, source: str) -> list[tuple[str, int, str]]:
    """The files below a source, each with its mode and its digest. Raises OSError."""
    return [
        (path.relative_to(context).as_posix(), mode, digest)
        for path in _below(context / source)
        for mode, digest in [digest_of(path)]
    ]


def _below(path: Path) -> Iterator[Path]:
    yield path
    if path.is_dir() and not path.is_symlink():
        for entry in sorted(path.iterdir()):
            yield from _below(entry)


def digest_of(path: Path) -> tuple[int, str]:
    """The mode and the digest of a file, a link or a folder. Raises OSError."""
    mode = path.lstat().st_mode
    content = b""
    if stat.S_ISLNK(mode):
        content = os.fsencode(os.readlink(path))
    elif stat.S_ISREG(mode):
        with path.open("rb") as file:
            return mode, hashlib.file_digest(file, "sha256").hexdigest()
    return mode, hashlib.sha256(content).hexdigest()


def digest_below(folder: Path, names: Sequence[str]) -> str:
    """The digest of these files and folders of a folder, with all below them. Raises OSError."""
    found = [_contents(folder, name) for name in names if os.path.lexists(folder / name)]
    return hashlib.sha256(json.dumps(found).encode("ascii")).hexdigest()
