"""A folder laid over another, which it shows and does not change: an overlay of Linux's.

It is mounted in a namespace of its own, so that nobody sees it but who is let in, and it is gone
with the last who holds it, however that one ends. What is written goes to a folder beside it. For
root, and for ordinary users, by a namespace of users; without either there is none.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.execution.process import Process, find_command
from pytest_hydra.execution.process_tree import ProcessError

_UPPER, _WORK = "u", "k"
# What the kernel keeps for itself in the working folder, closed to everybody.
_CLOSED = ("work", "work/incompat", "work/incompat/volatile")
# Nothing is flushed to the disk at the end, as all of it is removed then.
_OPTIONS = f"upperdir={_UPPER},workdir={_WORK},volatile,nosuid,nodev,index=off"
# Without redirects a folder of the ground cannot be renamed, and users may have none.
_OPTIONS_OF_ROOT, _OPTIONS_OF_USERS = "redirect_dir=on", "userxattr"
# It is begun by an empty line, answers with one, and holds the mount until its input ends.
_MOUNT = 'read -r _ && "$0" -i -n -t overlay -o "$1" overlay "$2" && echo && read -r _'
_SECONDS = 20.0
# Others have a meaning in the options of a mount.
_PLAIN = re.compile(r"[A-Za-z0-9_./-]+")


@dataclass(frozen=True, slots=True)
class Overlay:
    """A mounted overlay.

    ``seen`` is where this process and its children see its files: not to be resolved as a real
    path. ``entry`` begins the command line of who is to have it at its place, and ``identity`` are
    bubblewrap's options by which its command there has our ids.
    """

    seen: Path
    entry: tuple[str, ...]
    identity: tuple[str, ...]


@contextmanager
def overlay(ground: Path, place: Path, name: str) -> Iterator[Overlay]:
    """Lay ``name`` in the folder ``place`` over ``ground``, which nobody may change meanwhile.

    The folders that it needs are made in ``place`` and stay; what was written counts among its
    files. Raises ProcessError where there can be none, with the reason, and OSError.
    """
    for entry in (name, _UPPER, _WORK):
        (place / entry).mkdir()
    # What it is itself is that of the folder above.
    (place / _UPPER).chmod(stat.S_IMODE(ground.stat().st_mode))
    try:
        with ExitStack() as stack:
            yield _mounted(ground, place, name, stack)
    finally:
        if os.geteuid() != 0:
            for entry in _CLOSED:
                with suppress(OSError):  # it was never mounted
                    (place / _WORK / entry).chmod(0o700)


def _mounted(ground: Path, place: Path, name: str, stack: ExitStack) -> Overlay:
    is_user = os.geteuid() != 0
    lower = os.path.relpath(ground, place)
    if not _PLAIN.fullmatch(lower):
        raise ProcessError(f"{one_line(lower, 200)} cannot be named to the kernel")
    options = _OPTIONS_OF_USERS if is_user else _OPTIONS_OF_ROOT
    unshare = find_command(["unshare"], Path("/"))
    enter = find_command(["nsenter"], Path("/"))
    (mount,) = find_command(["mount"], Path("/"))
    as_user = ("--user", "--map-root-user") if is_user else ()
    script = ("/bin/sh", "-c", _MOUNT, mount, f"lowerdir={lower},{_OPTIONS},{options}", name)
    env = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
    with Process([*unshare, "--mount", *as_user, *script], cwd=place, environment=env) as helper:
        try:
            helper.ask(b"", _SECONDS)
        except ProcessError as error:
            # After what `mount` says is wrong a line says where more is to be read.
            lines = [entry for entry in helper.stderr().splitlines() if "dmesg" not in entry]
            raise ProcessError("".join(lines[-1:]).strip() or str(error)) from error

        def hold(what: str, flags: int = os.O_RDONLY) -> str:
            descriptor = os.open(f"/proc/{helper.pid}/{what}", flags)
            stack.callback(os.close, descriptor)
            return f"/proc/{os.getpid()}/fd/{descriptor}"

        # By its current folder, which is that of its namespace.
        seen = Path(hold(f"cwd/{name}", os.O_PATH | os.O_DIRECTORY))
        if is_user:
            enter += ["--preserve-credentials", f"--user={hold('ns/user')}"]
        enter.append(f"--mount={hold('ns/mnt')}")
    identity = ("--uid", str(os.geteuid()), "--gid", str(os.getegid())) if is_user else ()
    return Overlay(seen, tuple(enter), identity)
