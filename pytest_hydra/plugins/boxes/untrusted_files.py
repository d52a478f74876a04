"""Write, copy, read and remove in folders with untrusted content.

They may contain links to anywhere, folders without permissions, and folders of any depth.
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
from pytest_hydra.execution import EndedError, Process, find_command

# FS_IOC_GETFLAGS, FS_IOC_SETFLAGS and FS_TOPDIR_FL of Linux.
_GET_FLAGS, _SET_FLAGS, _TOP_OF_FOLDERS = 0x80086601, 0x40086602, 0x20000
# Time limit of system programs, in seconds.
_DAY = 86_400
_GIT_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "HOME": os.devnull,
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "pytest-hydra"),
    **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "pytest-hydra@localhost"),
    **dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2000-01-01T00:00:00+0000"),
}
# No system follows longer chains of links.
_MOST_LINKS = 40
_MOST_RESULTS = 10_000
_WILD = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}

Stamp = tuple[int, int, int, int]


class WorkspaceError(HydraError):
    """A workspace that could not be created or removed; the text says why."""


class UnreadableError(HydraError):
    """Results that cannot be read; the text says why, without the name of the file."""


class Writer:
    """Writes files below a folder, never through a link: links in the way are replaced.

    Paths are relative. Raises OSError, and WorkspaceError if a folder cannot be deleted.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plain: set[str] = set()

    def file(self, path: str, content: bytes, *, executable: bool) -> None:
        """Write a regular file."""
        mode = 0o777 if executable else 0o666
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        self.folder(path.rpartition("/")[0])
        try:
            descriptor = os.open(f"{self._folder}/{path}", flags, mode)
        except FileExistsError:
            descriptor = os.open(self._clear_path(path), flags, mode)
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        finally:
            os.close(descriptor)

    def link(self, path: str, target: bytes) -> None:
        """Create a symbolic link."""
        os.symlink(target, os.fsencode(self._clear_path(path)))

    def folder(self, path: str) -> None:
        """Ensure a writable folder with writable parents, none of them a link."""
        if path in self._plain:
            return
        place = self._folder / path
        # The path of the top folder may contain links.
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
        """Remove a file or link, and the folders that become empty."""
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
            except OSError:  # not empty
                return
            self._plain.discard(above)
            above = above.rpartition("/")[0]

    def _clear_path(self, path: str) -> Path:
        """The free place of a file, in an existing folder."""
        self.folder(path.rpartition("/")[0])
        place = self._folder / path
        if is_folder(place):
            remove(place)
            self._plain = {entry for entry in self._plain if not f"{entry}/".startswith(f"{path}/")}
        elif os.path.lexists(place):
            place.unlink()
        return place


def random_name() -> str:
    """Twelve random digits; file systems place a folder by its name."""
    return f"{secrets.randbelow(10**12):012}"


def remove(folder: Path) -> None:
    """Delete a folder with its content, whatever the permissions. Raises WorkspaceError."""
    if not os.path.lexists(folder):
        return
    # By system programs, which can handle folders of any depth.
    error = _tool("rm", "-rf", "--", str(folder))
    if error is not None:
        _tool("chmod", "-R", "u+rwx", "--", str(folder))
        error = _tool("rm", "-rf", "--", str(folder))
    if error is not None:
        raise WorkspaceError(f"cannot delete {_label(folder)}: {error}; delete it by hand")


def spread(folder: Path) -> None:
    """Ask the file system to place the subfolders of this folder far apart. Raises OSError.

    For ext4, which does not reuse deleted inodes for a minute and skips them one at a time: right
    after removing a workspace, creating one of 2,000 files takes seconds instead of 0.1 s.
    """
    if sys.platform != "linux":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        (flags,) = struct.unpack("=Q", fcntl.ioctl(descriptor, _GET_FLAGS, bytes(8)))
        fcntl.ioctl(descriptor, _SET_FLAGS, struct.pack("=Q", flags | _TOP_OF_FOLDERS))
    except OSError:  # another file system, without this flag and without the problem
        return
    finally:
        os.close(descriptor)


def copy(source: Path, target: Path) -> None:
    """Copy a folder to a new place; links stay links. Raises WorkspaceError."""
    error = _tool("cp", "-a", "--", str(source), str(target))
    if error is not None:
        # A build may leave files without permissions for their owner.
        _tool("chmod", "-R", "u+rwX", "--", str(source))
        remove(target)
        error = _tool("cp", "-a", "--", str(source), str(target))
    if error is not None:
        raise WorkspaceError(f"cannot copy {_label(source)} to {_label(target)}: {error}")


def make_repository(workspace: Path, ignored: Sequence[str]) -> None:
    """Turn a workspace into a git repository with one commit. Raises WorkspaceError.

    ``ignored`` are paths that appear later and must not count as changes.
    """
    at = ("-C", str(workspace), "-c", f"core.hooksPath={os.devnull}")
    for command in (
        ("init", "--quiet", "--template=", "--initial-branch=main"),
        ("add", "--all", "--force", "."),
        ("commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message=base"),
        # One file of objects is copied faster than many.
        ("repack", "-a", "-d", "--quiet"),
    ):
        error = _tool("git", *at, *command, environment=_GIT_ENVIRONMENT)
        if error is not None:
            raise WorkspaceError(f"cannot make a repository of {_label(workspace)}: {error}")
    info = workspace / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "exclude").write_text("".join(f"/{entry}\n" for entry in ignored), encoding="utf-8")


def _tool(*command: str, environment: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Run a system program; None, or its output if it failed. Raises ProcessError."""
    program = find_command(command, Path("/"))
    variables = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", **environment}
    with Process(program, cwd=Path("/"), environment=variables) as process:
        try:
            process.answer(b"", _DAY)
        except EndedError as error:
            return one_line(process.stderr().strip().rpartition("\n")[2] or str(error), 300)
    return None


def is_folder(path: Path) -> bool:
    """Whether it is a folder, not a link to one."""
    return path.is_dir() and not path.is_symlink()


def is_plain(folder: Path, below: str | Path) -> bool:
    """Whether a path below the folder consists of folders only, without links."""
    parts = Path(below).parts
    return all(is_folder(folder.joinpath(*parts[: n + 1])) for n in range(len(parts)))


def leads_to(folder: Path, path: str, names: Sequence[str]) -> str | None:
    """Resolve a path inside the folder, following links; relative to the folder, which is "".

    None if nothing is there, or if it leads out of the folder on the way. Absolute paths and links
    may begin with one of the folder's ``names``, as the folder may be mounted elsewhere.
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
            except OSError:  # not a link
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
    """The parts of a path below a folder of these names, last first; None if it is not below."""
    if path.startswith("/"):
        name = next((entry for entry in names if f"{path}/".startswith(f"{entry}/")), None)
        if name is None:
            return None
        path = path.removeprefix(name)
    return path.split("/")[::-1]


def _label(path: Path) -> str:
    return one_line(str(path), 200)


# --- result files: found and read within limits, never through a link ----------------------------


def stamps(folder: Path, patterns: Sequence[str]) -> dict[str, Stamp]:
    """The matching files below a folder by relative path, each with a stamp that a write changes.

    In a pattern ``**`` matches any folders, ``*`` and ``?`` anything but a slash.
    """
    matchers = []
    for pattern in patterns:
        parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.removeprefix("./"))
        matchers.append(re.compile("".join(_WILD.get(part) or re.escape(part) for part in parts)))
    stamps_by_path: dict[str, Stamp] = {}
    # A folder that is gone or not readable has no results.
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
                stamps_by_path[path] = (status.st_ino, status.st_size, *times)
            if len(stamps_by_path) > _MOST_RESULTS:
                raise UnreadableError(
                    f"more than {_MOST_RESULTS} files match {', '.join(patterns)}"
                )
    return dict(sorted(stamps_by_path.items()))


def read_result(folder: Path, relative: str, limit: int) -> bytes:
    """Read a regular file below a folder, without following links. Raises UnreadableError."""
    try:
        descriptor = _open(folder, relative)
    except FileNotFoundError:
        raise UnreadableError("is missing") from None
    except (OSError, ValueError):
        raise UnreadableError("is a link, or cannot be read") from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UnreadableError("is not a file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableError(f"is larger than {limit // 2**20} MB")
    return data


def _open(folder: Path, relative: str) -> int:
    parts = relative.split("/")
    if {"", ".."} & {*parts} or not is_plain(folder, Path(*parts[:-1])):
        raise ValueError(relative)
    # Non-blocking, as it may be a pipe without a writer.
    return os.open(folder / relative, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)


def fresh(
    workspace: Path, patterns: Sequence[str], before: Mapping[str, Stamp]
) -> tuple[list[str], list[str]]:
    """The files that the command wrote, and what is wrong where there are none."""
    try:
        after = stamps(workspace, patterns)
    except UnreadableError as error:
        return [], [str(error)]
    files = [path for path, stamp in after.items() if before.get(path) != stamp]
    if files:
        return files, []
    stale = "; the existing files were not changed" if after else ""
    return [], [f"no file was written that matches {', '.join(patterns)}{stale}"]
