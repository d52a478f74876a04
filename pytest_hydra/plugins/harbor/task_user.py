"""The user as which a program of a task runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.boxes.untrusted_files import leads_to, read_result
from pytest_hydra.plugins.harbor.task_file import HarborTask


class User(NamedTuple):
    """A user of a root."""

    uid: int = 0
    gid: int = 0
    home: str = "/root"

    def runs(self, words: Sequence[str]) -> list[str]:
        """The command line by which root runs another one as this user."""
        if self.uid == 0:
            return list(words)
        program = shutil.which("setpriv") or "setpriv"
        given = ["--reuid", str(self.uid), "--regid", str(self.gid), "--clear-groups"]
        return [os.path.abspath(program), *given, "--", *words]


_ROOT = User()
_LARGEST = 2**20


def users_of(task: HarborTask, root: Path) -> tuple[User, User]:
    """The users of a task's agent and of its tests, by a root as it is seen here.

    Raises HydraError.
    """
    passwd = leads_to(root, "/etc/passwd", [""])
    data = b"" if passwd is None else read_result(root, passwd, _LARGEST)
    text, given = data.decode("utf-8", "replace"), task.model
    return (
        user_of(given.agent.user, text, "agent.user"),
        user_of(given.verifier.user, text, "verifier.user"),
    )


def user_of(wanted: str | int | None, passwd: str, key: str) -> User:
    """The user of a name or a number, by the text of a root's ``/etc/passwd``.

    Raises HydraError if there is none, or it cannot be used; ``key`` is that of task.toml.
    """
    name = str(wanted)
    if wanted is None or name in ("0", "root"):
        return _ROOT
    shown = f"{key} {one_line(name, 40)!r} of task.toml"
    if os.geteuid() != 0:
        raise HydraError(f"{shown}: only root can run programs as another user of an image")
    for line in passwd.splitlines():
        entry = line.split(":")
        if len(entry) < 6 or name not in (entry[0], entry[2]):
            continue
        if entry[2].isdecimal() and entry[3].isdecimal():
            return User(int(entry[2]), int(entry[3]), entry[5] or "/")
    if name.isdecimal():
        return User(int(name), 0, "/")
    raise HydraError(f"{shown}: the image has no such user")
