"""Files of a workspace that hold results: found, and read in bounds, by no link."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pytest_hydra.candidates.results.protocol import LIMIT, ResultError

Stamp = tuple[int, int, int, int]
_MOST = 10_000


def stamps(folder: Path, patterns: Sequence[str]) -> dict[str, Stamp]:
    """The files below a folder that match, by relative path, and by what changes with a write.

    In a pattern ``**`` stands for any folders, ``*`` and ``?`` for what is no slash.
    """
    matchers = [re.compile(_regex(pattern)) for pattern in patterns]
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
            if len(found) > _MOST:
                raise ResultError(f"more than {_MOST} files match {', '.join(patterns)}")
    return dict(sorted(found.items()))


def fresh(
    workspace: Path, patterns: Sequence[str], before: Mapping[str, Stamp]
) -> tuple[list[str], list[str]]:
    """The files that the command wrote, and what is wrong where there are none."""
    try:
        after = stamps(workspace, patterns)
    except ResultError as error:
        return [], [str(error)]
    written = [path for path, stamp in after.items() if before.get(path) != stamp]
    if written:
        return written, []
    stale = "; what is there was there before" if after else ""
    return [], [f"no file was written that matches {', '.join(patterns)}{stale}"]


def read(folder: Path, relative: str, limit: int = LIMIT) -> bytes:
    """A regular file below a folder, reached without any link. Raises ResultError."""
    try:
        descriptor = _open(folder, relative)
    except FileNotFoundError:
        raise ResultError("is missing") from None
    except (OSError, ValueError):
        raise ResultError("is a link, or cannot be read") from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ResultError("is no file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ResultError(f"is larger than {limit // 2**20} MB")
    return data


def _open(folder: Path, relative: str) -> int:
    parts = relative.split("/")
    if not relative or "" in parts or ".." in parts:
        raise ValueError(relative)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
            descriptor, above = below, descriptor
            os.close(above)
        # Not blocking, as it may be a pipe that nobody writes into.
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=descriptor)
    finally:
        os.close(descriptor)


def _regex(pattern: str) -> str:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.removeprefix("./"))
    special = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(special.get(part) or re.escape(part) for part in parts)
