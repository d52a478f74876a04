"""Observe what the programs of a conversation run and read, as far as its expectations need it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.boxes.observe.command_watch import CommandWatch
from pytest_hydra.plugins.boxes.observe.read_watch import ReadWatch
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.worktrees import FolderTree
from pytest_hydra.plugins.workspaces.shell_commands import watched_in
from pytest_hydra.scenarios.expect.kinds import Expectations

# A time that is older than each index of git: else git reads what may be as new as that.
_LONG_AGO = 10**9
_LITERAL = re.compile(r"[\w.+-]+")
_STUB = '#!/bin/sh\necho "${0##*/}: not found" >&2\nexit 127\n'
_NOT_HERE = {"runs": [], "hides": False, "boxed": False}


class TurnWatch:
    """What the programs of each turn run and read. Without demands it watches nothing."""

    def __init__(
        self, demands: Iterable[tuple[int | None, Expectations]], repository: Repository, path: Path
    ) -> None:
        """``path`` is the workspace."""
        named = [watched_in(expect.nodes) for _, expect in demands]
        self.runs = any(runs for runs, _, _ in named)
        #: The programs that are demanded, and the patterns of files.
        self.programs = sorted({text for _, programs, _ in named for text in programs})
        self._patterns = [text for _, _, patterns in named for text in patterns]
        self._repository, self._path = repository, path
        self._watches: list[CommandWatch] = []
        self._ran: list[dict[str, Any]] = []
        #: Why commands cannot be observed here.
        self.why_not: str | None = None
        self._reads: ReadWatch | None = None
        self._blobs: dict[str, str] = {}
        self._is_first = True
        #: The home of the programs, where it is all that they see of the user's.
        self.home: Path | None = None

    # Commands.

    def stubs(self, folder: Path, path: str) -> None:
        """Write a program that ends with 127 for each demanded one that is not installed."""
        for name in self.programs:
            if _LITERAL.fullmatch(name) and which(name, path=path) is None:
                folder.mkdir(exist_ok=True)
                (folder / name).write_text(_STUB, "utf-8")
                (folder / name).chmod(0o755)

    @contextmanager
    def program(
        self, command: Sequence[str], own: Sequence[str], path: str, *, boxed: bool
    ) -> Iterator[tuple[list[str], tuple[int, ...], Any]]:
        """The command line of a program, the descriptors that it inherits, and what to call.

        Call that when it has started. ``own`` is the program's own command line.
        """
        if not self.runs or self.why_not is not None:
            if self.runs:
                self._ran.append({**_NOT_HERE, "fault": self.why_not})
            yield [*command], (), lambda: None
            return
        programs = [name for name in self.programs if _LITERAL.fullmatch(name)]
        watch = CommandWatch(programs, boxed=boxed, path=path, own=own)
        self._watches.append(watch)
        line, descriptors = watch.wrap(command)
        try:
            yield line, descriptors, watch.started
        finally:
            self._ran.append(watch.close().to_plain())
            self._watches.remove(watch)

    # Reads.

    def begin(self, files: FolderTree, *, with_git: bool) -> None:
        """A turn begins: watch the named ones of these files, and where git keeps them."""
        if not self._patterns or self._reads is not None:
            return
        entries = files.files.items()
        named = {path: blob for path, (_, blob) in entries if matches(path, self._patterns)}
        watched = {path: self._path / path for path in named}
        if self._is_first and with_git and named:
            self._blobs = self._loosened(named)
            for path in watched.values():
                os.utime(path, (_LONG_AGO, _LONG_AGO), follow_symlinks=False)
            self._git("update-index", "-q", "--refresh", work_tree=self._path)
        self._is_first = False
        there = {name: path for name, path in watched.items() if path.is_file()}
        objects = {name: Path(place) for name, place in self._blobs.items()}
        loose = {f"git:{name}": path for name, path in objects.items() if path.is_file()}
        self._reads = ReadWatch({**there, **loose, **self._of_home()})

    def _of_home(self) -> dict[str, Path]:
        """The named files of the programs' own home."""
        rules = [text.removeprefix("~") for text in self._patterns if text.startswith("~/")]
        if self.home is None or not rules:
            return {}
        paths = {str(path.relative_to(self.home)): path for path in self.home.rglob("*")}
        named = [name for name, path in paths.items() if path.is_file() and matches(name, rules)]
        return {f"~/{name}": paths[name] for name in named}

    def _loosened(self, named: Mapping[str, str]) -> dict[str, str]:
        """Where git keeps each of these files by itself: all others are in a pack without them."""
        objects = self._path / ".git" / "objects"
        packs = [*(objects / "pack").glob("*")]
        listing = self._git("rev-list", "--objects", "--all").decode().splitlines()
        kept = [line for line in listing if line.split(" ")[0] not in named.values()]
        contents = self._repository.blobs(named.values())
        given = "".join(f"{line}\n" for line in kept).encode()
        self._git("pack-objects", "-q", str(objects / "pack" / "pack"), stdin=given)
        for path in packs:
            path.chmod(0o600)
            path.unlink()
        for content in contents.values():
            self._git("hash-object", "-w", "--no-filters", "--stdin", stdin=content)
        return {path: str(objects / blob[:2] / blob[2:]) for path, blob in named.items()}

    def _git(self, *words: str, **given: Any) -> bytes:
        return self._repository.run(*words, git_dir=self._path / ".git", accept=(0, 1), **given)

    # Turns.

    def take(self) -> dict[str, Any]:
        """What was observed since the last time: ``ran`` and ``read``, as far as it was watched."""
        seen: dict[str, Any] = {}
        running = [watch.take().to_plain() for watch in self._watches]
        if parts := [*self._ran, *running]:
            seen["ran"] = {
                "runs": [run for part in parts for run in part["runs"]],
                "fault": next((part["fault"] for part in parts if part["fault"]), None),
                "hides": any(part["hides"] for part in parts),
                "boxed": all(part["boxed"] for part in parts),
            }
        self._ran = []
        if self._reads is not None:
            names = self._reads.take()
            seen["read"] = {
                "files": sorted(name for name in names if not name.startswith("git:")),
                "by_git": sorted(name[4:] for name in names if name.startswith("git:")),
                "fault": "more was read than can be seen" if self._reads.lost else None,
                "home": self.home is not None,
            }
            self._reads.close()
            self._reads = None
        return seen


def fake_programs(folder: Path, fakes: Mapping[str, str] | Path) -> None:
    """Write programs by their names, or copy those of a folder.

    Texts without an interpreter are shell scripts. Raises HydraError.
    """
    try:
        folder.mkdir(exist_ok=True)
        if isinstance(fakes, Path):
            files = [path for path in sorted(fakes.iterdir()) if path.is_file()]
            programs = {path.name: path.read_bytes() for path in files}
        else:
            programs = {name: text.encode() for name, text in fakes.items()}
        for name, content in programs.items():
            is_program = content.startswith((b"#!", b"\x7fELF"))
            (folder / name).write_bytes(content if is_program else b"#!/bin/sh\n%b\n" % content)
            (folder / name).chmod(0o755)
    except OSError as error:
        raise HydraError(f"workspace: fakes: {error}") from error
