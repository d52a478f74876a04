"""Runs git, with nothing of the user's configuration that could change what it says."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.runtime import environment_variables

OLDEST = (2, 35)
"""The oldest git that is good enough; with older ones a patch has no three-way merge."""
HARMLESS = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false"),
    *("protocol.allow=never", "gc.auto=0"),
)
"""Set where the user's own configuration counts (what is ignored): it may still start nothing."""
# What no answer of git's is longer than, and what none takes longer than, in bytes and seconds.
_LIMIT = 2**30
_SECONDS = 300.0


class SourceError(HydraError):
    """A repository, a base or a candidate that cannot be read; the text says why."""


class GitError(SourceError):
    """A git command that ended badly: its exit status, and what it wrote to standard error."""

    def __init__(self, command: str, status: int, stderr: bytes) -> None:
        self.status = status
        self.stderr = stderr.decode("utf-8", "surrogateescape").strip()
        super().__init__(f"git {command} failed: {one_line(self.stderr, 400) or f'exit {status}'}")


def check_version(program: str) -> None:
    """Raises SourceError when git is too old."""
    told = run_git([program, "version"], Path("/"), environment(None))
    numbers = re.search(rb"(\d+)\.(\d+)", told)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < OLDEST:
        raise SourceError(
            f"{one_line(told.decode('utf-8', 'replace'))} ({program}) is too old; "
            f"{OLDEST[0]}.{OLDEST[1]} or a newer one is needed"
        )


def environment(private: Path | None) -> dict[str, str]:
    """What git sees of the environment; with ``private``, no configuration of the user either."""
    given = {
        name: text for name, text in environment_variables().items() if not name.startswith("GIT_")
    }
    fixed = {
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "TZ": "UTC",
        "GIT_PAGER": "cat",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_GRAFT_FILE": os.devnull,
    }
    if private is not None:
        given.pop("XDG_CONFIG_HOME", None)
        fixed |= {
            "HOME": str(private),
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
    return given | fixed


def run_git(
    command: Sequence[str],
    where: Path,
    seen: Mapping[str, str],
    stdin: bytes = b"",
    accept: Sequence[int] = (0,),
) -> bytes:
    """What a git command writes to standard output.

    ``where`` is the folder that it works in, ``seen`` its environment. Raises GitError when the
    exit status is not in ``accept``, SourceError when it takes too long or writes too much, and
    OSError when it cannot be started there.
    """
    name = _verb(command)
    status, answer, errors = run_program(command, f"git {name}", where, seen, stdin)
    if status not in accept:
        raise GitError(name, status, errors)
    return answer


def run_program(
    command: Sequence[str], name: str, where: Path, seen: Mapping[str, str], stdin: bytes
) -> tuple[int, bytes, bytes]:
    """The exit status of a program that reads and computes, its output, and its last words.

    ``name`` is what messages call it. Raises SourceError when it takes too long or writes too
    much, and OSError when it cannot be started.
    """
    # Files, not pipes, for all but one of the three: none of them can then block the others.
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
        given.write(stdin)
        given.seek(0)
        try:
            child = subprocess.Popen(  # noqa: S603 - by its absolute path
                list(command), cwd=where, env=seen, bufsize=0,
                stdin=given, stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        except ValueError as error:
            raise SourceError(f"{name} cannot be given such a name: {error}") from error
        late = threading.Timer(_SECONDS, child.kill)
        late.daemon = True
        late.start()
        try:
            with child:
                answer = _read(child)
        finally:
            was_late = not late.is_alive()
            late.cancel()
        if was_late:
            raise SourceError(f"{name} took more than {_SECONDS:g} s")
        if len(answer) > _LIMIT:
            raise SourceError(f"{name} wrote more than {_LIMIT} bytes")
        errors.seek(0)
        return child.returncode, answer, errors.read(2**16)


def _verb(command: Sequence[str]) -> str:
    """The command's name, behind its settings."""
    at = 1
    while command[at] == "-c":
        at += 2
    return command[at]


def _read(child: subprocess.Popen[bytes]) -> bytes:
    """All that it writes, or just more than the limit; it has ended then."""
    assert child.stdout is not None  # noqa: S101 - it was started with a pipe
    pieces, size = [], 0
    try:
        while size <= _LIMIT and (piece := child.stdout.read(2**20)):
            pieces.append(piece)
            size += len(piece)
    except BaseException:
        child.kill()
        raise
    if size > _LIMIT:
        child.kill()
    return b"".join(pieces)
