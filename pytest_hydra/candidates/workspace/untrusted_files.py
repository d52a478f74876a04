"""Folders that others have written into: changed, copied and removed with care.

What stands there may be links that lead elsewhere, folders without permissions or of any depth.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import stat
import struct
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.process import EndedError, Process, find_command

# FS_IOC_GETFLAGS, FS_IOC_SETFLAGS and FS_TOPDIR_FL of Linux.
_GET_FLAGS, _SET_FLAGS, _TOP_OF_FOLDERS = 0x80086601, 0x40086602, 0x20000
# The longest that a program of the system may be at work, in seconds.
_DAY = 86_400
_GIT_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "HOME": os.devnull,
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "pytest-hydra"),
    **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "pytest-hydra@localhost"),
    **dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2000-01-01T00:00:00+0000"),
}
# Longer chains of links are followed by no system.
_MOST_LINKS = 40
_MOST_RESULTS = 10_000
_WILD = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}

Stamp = tuple[int, int, int, int]


class WorkspaceError(HydraError):
    """A workspace that could not be made or removed; the text says why."""


class UnreadableError(HydraError):
    """Results that cannot be read; the text says why, without the name of the file."""


class Writer:
    """Changes files below a folder; where a link stands in the way, the link is replaced.

    Paths are relative. Raises OSError, and WorkspaceError where a folder cannot be deleted.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plain: set[str] = set()

    def file(self, path: str, content: bytes, *, executable: bool) -> None:
        """Write a regular file."""
        mode = 0o777 if executable else 0o666
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        descriptor = os.open(self._cleared(path), flags, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)

    def link(self, path: str, target: bytes) -> None:
        """Make a symbolic link."""
        os.symlink(target, os.fsencode(self._cleared(path)))

    def folder(self, path: str) -> None:
        """Have a folder there that is open to us, and above it: no link leads out of all this."""
        if path in self._plain:
            return
        place = self._folder / path
        # The folder itself may be known by a link.
        if path:
            self.folder(path.rpartition("/")[0])
            if not is_folder(place):
                if os.path.lexists(place):
                    place.unlink()
                place.mkdir()
        if not os.access(place, os.R_OK | os.W_OK | os.X_OK):
            place.chmod(0o700)
        self._plain.add(path)

    def remove(self, path: str) -> None:
        """Remove a file or link, and the folders that are empty then."""
        above = path.rpartition("/")[0]
        if not is_plain(self._folder, above):
            return
        self.folder(above)
        place = self._folder / path
        if os.path.lexists(place) and not is_folder(place):
            place.unlink()
        while above:
            try:
                (self._folder / above).rmdir()
            except OSError:  # it is not empty
                return
            self._plain.discard(above)
            above = above.rpartition("/")[0]

    def _cleared(self, path: str) -> Path:
        """The place of a file, with nothing there, and with its folder."""
        self.folder(path.rpartition("/")[0])
        place = self._folder / path
        if is_folder(place):
            remove(place)
            self._plain = {entry for entry in self._plain if not f"{entry}/".startswith(f"{path}/")}
        elif os.path.lexists(place):
            place.unlink()
        return place


def random_name() -> str:
    """Twelve digits, of which no test makes much; by it a file system chooses a folder's place."""
    return f"{secrets.randbelow(10**12):012}"


def remove(folder: Path) -> None:
    """Delete a folder and all below it, whatever its permissions. Raises WorkspaceError."""
    if not os.path.lexists(folder):
        return
    # Programs of the system: they manage folders of any depth.
    error = _tool("rm", "-rf", "--", str(folder))
    if error is not None:
        _tool("chmod", "-R", "u+rwx", "--", str(folder))
        error = _tool("rm", "-rf", "--", str(folder))
    if error is not None:
        raise WorkspaceError(f"cannot delete {_shown(folder)}: {error}; delete it by hand")


def spread(folder: Path) -> None:
    """Ask the file system to put the folders made in this one far from each other. Raises OSError.

    For ext4, which for a minute reuses nothing of what was deleted and passes it by one at a time:
    beside a workspace just removed, a new one of 2,000 files takes seconds, not a tenth of one.
    """
    if sys.platform != "linux":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        (flags,) = struct.unpack("=Q", fcntl.ioctl(descriptor, _GET_FLAGS, bytes(8)))
        fcntl.ioctl(descriptor, _SET_FLAGS, struct.pack("=Q", flags | _TOP_OF_FOLDERS))
    except OSError:  # another file system, which has no such flag and no such need
        return
    finally:
        os.close(descriptor)


def copy(source: Path, target: Path) -> None:
    """Copy a folder to where there is nothing yet; links stay links. Raises WorkspaceError."""
    error = _tool("cp", "-a", "--", str(source), str(target))
    if error is not None:
        # What a build left may be closed even to us, who own it.
        _tool("chmod", "-R", "u+rwX", "--", str(source))
        remove(target)
        error = _tool("cp", "-a", "--", str(source), str(target))
    if error is not None:
        raise WorkspaceError(f"cannot copy {_shown(source)} to {_shown(target)}: {error}")


def make_repository(workspace: Path, ignored: Sequence[str]) -> None:
    """Make it a git repository with one commit of all that is there. Raises WorkspaceError.

    ``ignored`` are paths in it that will be there later, and are no change.
    """
    at = ("-C", str(workspace), "-c", f"core.hooksPath={os.devnull}")
    for command in (
        ("init", "--quiet", "--template=", "--initial-branch=main"),
        ("add", "--all", "--force", "."),
        ("commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message=base"),
    ):
        error = _tool("git", *at, *command, environment=_GIT_ENVIRONMENT)
        if error is not None:
            raise WorkspaceError(f"cannot make a repository of {_shown(workspace)}: {error}")
    info = workspace / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "exclude").write_text("".join(f"/{entry}\n" for entry in ignored), encoding="utf-8")


def _tool(*command: str, environment: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Run a program of the system; None, or what it said when it failed. Raises ProcessError."""
    program = find_command(command, Path("/"))
    variables = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", **environment}
    with Process(program, cwd=Path("/"), environment=variables) as process:
        try:
            process.answer(b"", _DAY)
        except EndedError as error:
            return one_line(process.stderr().strip().rpartition("\n")[2] or str(error), 300)
    return None


def is_folder(path: Path) -> bool:
    """Whether it is a folder, and no link to one."""
    return path.is_dir() and not path.is_symlink()


def is_plain(folder: Path, below: str | Path) -> bool:
    """Whether a path below the folder is one of folders, with no link on the way."""
    parts = Path(below).parts
    return all(is_folder(folder.joinpath(*parts[: n + 1])) for n in range(len(parts)))


def leads_to(folder: Path, path: str, names: Sequence[str]) -> str | None:
    """Where a path leads to in the folder, over links, relative to it; "" is the folder itself.

    None where nothing is there, or it leads out of the folder on the way. Paths and links may begin
    with one of the folder's ``names``: it may be mounted where this process does not see it.
    """
    at: list[str] = []
    links = 0
    ahead = _steps(path, names)
    while ahead:
        step = ahead.pop()
        if step == "..":
            if not at:
                return None
            at.pop()
        elif step not in ("", "."):
            place = folder.joinpath(*at, step)
            try:
                target = os.readlink(place)
            except OSError:  # it is no link
                if not os.path.lexists(place):
                    return None
                at.append(step)
                continue
            further = _steps(target, names)
            links += 1
            if further is None or links > _MOST_LINKS:
                return None
            at = [] if target.startswith("/") else at
            ahead += further
    return None if ahead is None else "/".join(at)


def _steps(path: str, names: Sequence[str]) -> list[str] | None:
    """The parts of a path below a folder of these names, last first; None where it is not below."""
    if path.startswith("/"):
        name = next((entry for entry in names if f"{path}/".startswith(f"{entry}/")), None)
        if name is None:
            return None
        path = path.removeprefix(name)
    return path.split("/")[::-1]


def _shown(path: Path) -> str:
    return one_line(str(path), 200)


# --- files that hold results: found, and read in bounds, by no link ------------------------------


def stamps(folder: Path, patterns: Sequence[str]) -> dict[str, Stamp]:
    """The files below a folder that match, by relative path, and by what changes with a write.

    In a pattern ``**`` stands for any folders, ``*`` and ``?`` for what is no slash.
    """
    matchers = []
    for pattern in patterns:
        parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.removeprefix("./"))
        matchers.append(re.compile("".join(_WILD.get(part) or re.escape(part) for part in parts)))
    found: dict[str, Stamp] = {}
    # A folder that is gone meanwhile, or is not ours to look into, holds no result.
    for place, folders, files in os.walk(folder) if matchers else ():
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        folders[:] = [name for name in folders if name not in (".git", "node_modules")]
        for name in (*files, *links):
            path = os.path.relpath(os.path.join(place, name), folder)
            if not any(matcher.fullmatch(path) for matcher in matchers):
                continue
            with suppress(OSError):
                status = os.lstat(folder / path)
                times = status.st_mtime_ns, status.st_ctime_ns
                found[path] = (status.st_ino, status.st_size, *times)
            if len(found) > _MOST_RESULTS:
                raise UnreadableError(
                    f"more than {_MOST_RESULTS} files match {', '.join(patterns)}"
                )
    return dict(sorted(found.items()))


def read_result(folder: Path, relative: str, limit: int) -> bytes:
    """A regular file below a folder, reached without any link. Raises UnreadableError."""
    try:
        descriptor = _open(folder, relative)
    except FileNotFoundError:
        raise UnreadableError("is missing") from None
    except (OSError, ValueError):
        raise UnreadableError("is a link, or cannot be read") from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UnreadableError("is no file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableError(f"is larger than {limit // 2**20} MB")
    return data


def _open(folder: Path, relative: str) -> int:
    parts = relative.split("/")
    if {"", ".."} & {*parts} or not is_plain(folder, Path(*parts[:-1])):
        raise ValueError(relative)
    # Not blocking, as it may be a pipe that nobody writes into.
    return os.open(folder / relative, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
