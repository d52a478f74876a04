"""Linux overlay mounts: a writable view of a folder that is never changed.

The mount lives in a namespace of its own: only processes that join it see it, and it disappears
with the last of them, however they end. Writes go to a folder beside it. It needs root or a user
namespace.
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
from pytest_hydra.execution import Process, ProcessError, find_command

_UPPER, _WORK = "u", "k"
# Folders of the kernel in the work directory, created without any permission.
_CLOSED = ("work", "work/incompat", "work/incompat/volatile")
# volatile: nothing is flushed to disk, as all of it is removed at the end.
_OPTIONS = f"upperdir={_UPPER},workdir={_WORK},volatile,nosuid,nodev,index=off"
# Folders of the lower layer can be renamed only with redirects, which root alone may use.
_OPTIONS_OF_ROOT, _OPTIONS_OF_USERS = "redirect_dir=on", "userxattr"
# Started by an empty line, it answers with one, and holds the mount until its input ends.
_MOUNT = 'read -r _ && "$0" -i -n -t overlay -o "$1" overlay "$2" && echo && read -r _'
_SECONDS = 20.0
# Other characters have a meaning in mount options.
_PLAIN = re.compile(r"[A-Za-z0-9_./-]+")


@dataclass(frozen=True, slots=True)
class Overlay:
    """A mounted overlay.

    ``path`` is where this process and its children see its files; do not resolve it. ``entry`` is
    the prefix of a command line that is to see the mount at its place, and ``identity`` are the
    bubblewrap options by which that command keeps our user and group ids.
    """

    path: Path
    entry: tuple[str, ...]
    identity: tuple[str, ...]


@contextmanager
def overlay(lower: Path, place: Path, name: str) -> Iterator[Overlay]:
    """Mount ``name`` in the folder ``place`` over ``lower``, which must not change meanwhile.

    The folders that it needs are created in ``place`` and stay there. Raises ProcessError with the
    reason when it cannot be mounted, and OSError.
    """
    for entry in (name, _UPPER, _WORK):
        (place / entry).mkdir()
    # The root of the mount has the mode of the upper folder.
    (place / _UPPER).chmod(stat.S_IMODE(lower.stat().st_mode))
    try:
        with ExitStack() as stack:
            yield _mount_overlay(lower, place, name, stack)
    finally:
        if os.geteuid() != 0:
            for entry in _CLOSED:
                with suppress(OSError):  # never mounted
                    (place / _WORK / entry).chmod(0o700)


def _mount_overlay(lower: Path, place: Path, name: str, stack: ExitStack) -> Overlay:
    is_user = os.geteuid() != 0
    relative = os.path.relpath(lower, place)
    if not _PLAIN.fullmatch(relative):
        raise ProcessError(f"{one_line(relative, 200)} cannot be mounted; use a plain path")
    options = _OPTIONS_OF_USERS if is_user else _OPTIONS_OF_ROOT
    unshare = find_command(["unshare"], Path("/"))
    enter = find_command(["nsenter"], Path("/"))
    (mount,) = find_command(["mount"], Path("/"))
    as_user = ("--user", "--map-root-user") if is_user else ()
    script = ("/bin/sh", "-c", _MOUNT, mount, f"lowerdir={relative},{_OPTIONS},{options}", name)
    env = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
    with Process([*unshare, "--mount", *as_user, *script], cwd=place, environment=env) as helper:
        try:
            helper.ask(b"", _SECONDS)
        except ProcessError as error:
            # `mount` adds a line that points to dmesg.
            lines = [entry for entry in helper.stderr().splitlines() if "dmesg" not in entry]
            raise ProcessError("".join(lines[-1:]).strip() or str(error)) from error

        def hold(link: str, flags: int = os.O_RDONLY) -> str:
            descriptor = os.open(f"/proc/{helper.pid}/{link}", flags)
            stack.callback(os.close, descriptor)
            return f"/proc/{os.getpid()}/fd/{descriptor}"

        # Through the helper's current folder, which is inside its namespace.
        path = Path(hold(f"cwd/{name}", os.O_PATH | os.O_DIRECTORY))
        if is_user:
            enter += ["--preserve-credentials", f"--user={hold('ns/user')}"]
        enter.append(f"--mount={hold('ns/mnt')}")
    identity = ("--uid", str(os.geteuid()), "--gid", str(os.getegid())) if is_user else ()
    return Overlay(path, tuple(enter), identity)
