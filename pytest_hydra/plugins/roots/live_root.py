"""Roots in use: overlays in a namespace of their own, and the programs that see them as ``/``."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Ending, Process, ProcessError, last_lines, run_logged
from pytest_hydra.plugins.boxes.box import filter_file
from pytest_hydra.plugins.boxes.limits import Limits, on_processors, watch, with_limits
from pytest_hydra.plugins.engine.isolation import WrappedCommand
from pytest_hydra.plugins.roots.root import Root
from pytest_hydra.record.files import StoreError

# What programs may do as root of a root; their user namespace has no other rights.
_RIGHTS = (
    *("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETPCAP"),
    *("NET_BIND_SERVICE", "SYS_CHROOT", "SETFCAP"),
)
_APART = ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")
# Each line that it reads is a mount; it holds them until its input ends.
_MOUNT = """
echo 0 > /proc/sys/user/max_user_namespaces
while read -r lower upper work target; do
  "$0" -i -n -t overlay -o "lowerdir=$lower,upperdir=$upper,workdir=$work,$1" overlay "$target" ||
    exit 1
  echo
done
"""
_OPTIONS = "userxattr,volatile,nosuid,nodev,index=off"
_HOLD = "read -r _ && echo && read -r _"
_USERS = "0 0 65536"
_SECONDS = 20.0
_SHARED_MEMORY = 2**28
# Other characters have a meaning in mount options.
_PLAIN = re.compile(r"[A-Za-z0-9_./-]+")
_HOST = "localhost"


@dataclass(frozen=True, slots=True)
class LaidRoot:
    """A root with an overlay of its own.

    ``inside`` is where its namespace has it, and ``path`` where this process sees it: do not
    resolve that, nor follow a link below it. ``upper`` are the folders with what was changed.
    """

    root: Root
    inside: str
    path: Path
    upper: Path


class Space:
    """A namespace with roots. It ends with this process, however that ends."""

    def __init__(self, place: Path, cache: Path, stack: ExitStack) -> None:
        """Raises HydraError with the reason if there can be none here."""
        self.place = place
        self._stack = stack
        self._cache = cache
        self._bwrap, self._enter, mount, unshare = _programs()
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        script = ["/bin/sh", "-c", _MOUNT, mount, _OPTIONS]

        def start(command: Sequence[str]) -> Process:
            return stack.enter_context(Process(command, cwd=cache, environment=environment))

        try:
            if os.geteuid() == 0:
                # All users of an image, which root alone may map, and only from outside.
                users = start([unshare, "--user", "/bin/sh", "-c", _HOLD])
                users.ask(b"", _SECONDS)
                for name in ("uid_map", "gid_map"):
                    Path(f"/proc/{users.pid}/{name}").write_text(_USERS, "ascii")
                within = [self._enter, f"--user=/proc/{users.pid}/ns/user"]
                self._helper = start([*within, unshare, "--mount", *script])
            else:
                own = [unshare, "--user", "--map-root-user", "--mount"]
                self._helper = start([*own, *script])
        except (ProcessError, OSError) as error:
            raise HydraError(f"no root can be made here: {one_line(str(error), 200)}") from error

    def lay(self, root: Root, name: str) -> LaidRoot:
        """An overlay over a root. Raises HydraError."""
        top, upper = self.place / name, self.place / f"{name}.up"
        for folder in (top, upper):
            folder.mkdir(mode=0o755)
        for number, (place, lowers) in enumerate(root.places.items()):
            own, work = upper / str(number), self.place / f"{name}.work{number}"
            own.mkdir(mode=0o755)
            work.mkdir()
            target = f"{top}{place.rstrip('/')}"
            below = ":".join(self._spelled(folder) for folder in lowers)
            self._ask(f"{below} {own} {work} {target}")
        seen = f"/proc/{self._helper.pid}/root{top}"
        descriptor = os.open(seen, os.O_PATH | os.O_DIRECTORY)
        self._stack.callback(os.close, descriptor)
        path = Path(f"/proc/{os.getpid()}/fd/{descriptor}")
        return LaidRoot(root, str(top), path, upper)

    def _spelled(self, folder: Path) -> str:
        """A folder as mount options spell it: short, as all of them have room for 4 kB."""
        relative = os.path.relpath(folder, self._cache)
        text = relative if len(relative) < len(str(folder)) else str(folder)
        if not _PLAIN.fullmatch(text):
            raise HydraError(f"root: {one_line(text, 200)} cannot be mounted; use a plain path")
        return text

    def _ask(self, line: str) -> None:
        try:
            self._helper.ask(line.encode(), _SECONDS)
        except ProcessError as error:
            # `mount` adds a line that points to dmesg.
            lines = [each for each in self._helper.stderr().splitlines() if "dmesg" not in each]
            reason = "".join(lines[-1:]).strip() or str(error)
            raise HydraError(f"no root can be mounted here: {one_line(reason, 200)}") from error

    @contextmanager
    def wrap(  # noqa: PLR0913 - what a program is and has, each by its name
        self,
        laid: LaidRoot,
        words: Sequence[str],
        *,
        folder: str,
        network: bool,
        limits: Limits,
        shown: Mapping[str, str | Path] | None = None,
        writable: Mapping[str, str | Path] | None = None,
    ) -> Iterator[WrappedCommand]:
        """The command line of a program that sees the root as ``/``, and starts in ``folder``.

        ``shown`` and ``writable`` are paths, as its namespace has them, by their places in it.
        Run it inside the block. Raises StoreError.
        """
        pid = self._helper.pid
        binds: list[str | Path] = []
        for places, bind in ((writable or {}, "--bind"), (shown or {}, "--ro-bind")):
            for place, path in places.items():
                # Folders above it that the root lacks would have the rights of ours.
                binds += ["--dir", os.path.dirname(place)]
                # A link that is followed is no link there: programs look for files beside it.
                is_link = os.path.islink(path)
                binds += ["--symlink", os.readlink(path)] if is_link else [bind, path]
                binds.append(place)
        with ExitStack() as stack:
            stack.enter_context(on_processors(limits.processors))
            try:
                status = stack.enter_context(tempfile.TemporaryFile())
                calls = stack.enter_context(filter_file())
            except OSError as error:
                raise StoreError(self.place, error) from error
            line = [
                *(self._enter, "--preserve-credentials"),
                *(f"--user=/proc/{pid}/ns/user", f"--mount=/proc/{pid}/ns/mnt"),
                *(self._bwrap, *_APART, *(() if network else ("--unshare-net",))),
                *("--json-status-fd", str(status.fileno())),
                *(() if calls is None else ("--seccomp", str(calls))),
                *("--die-with-parent", "--new-session", "--hostname", _HOST, "--cap-drop", "ALL"),
                *(word for right in _RIGHTS for word in ("--cap-add", f"CAP_{right}")),
                *("--bind", laid.inside, "/", "--proc", "/proc"),
                # For ordinary users the kernel's settings are read-only anyway.
                *(("--remount-ro", "/proc") if os.geteuid() == 0 else ()),
                *("--dev", "/dev", "--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm"),  # noqa: S108 - the box's own
                *map(str, binds),
                *("--remount-ro", "/dev"),
                *("--chdir", folder, "--", *words),
            ]
            yield WrappedCommand(with_limits(line, limits, own_namespace=False), status, calls)

    def run(  # noqa: PLR0913 - what a program is and has, each by its name
        self,
        laid: LaidRoot,
        words: Sequence[str],
        *,
        variables: Mapping[str, str],
        log: Path,
        seconds: float,
        folder: str = "/",
        network: bool = False,
        limits: Limits | None = None,
        shown: Mapping[str, str | Path] | None = None,
        writable: Mapping[str, str | Path] | None = None,
    ) -> Ending:
        """Run a program to its end, with its output in ``log``. Raises HydraError."""
        limits = limits or Limits()
        given = {"folder": folder, "network": network, "limits": limits}
        with self.wrap(laid, words, shown=shown, writable=writable, **given) as wrapped:  # type: ignore[arg-type]
            ended = run_logged(
                wrapped.command,
                cwd=Path("/"),
                environment=variables,
                log=log,
                seconds=seconds,
                pass_fds=wrapped.descriptors,
                watch=watch(limits, self.place),
            )
            if ended.exit is not None and ended.exit >= 0:
                wrapped.check(last_lines(log))
        return ended


def _programs() -> list[str]:
    """The paths of bubblewrap, nsenter, mount and unshare. Raises HydraError if one is missing."""
    found = []
    for name in ("bwrap", "nsenter", "mount", "unshare"):
        program = shutil.which(name)
        if program is None:
            package = "bubblewrap" if name == "bwrap" else "util-linux"
            raise HydraError(f"no root can be made here: {package} is not installed")
        found.append(os.path.abspath(program))
    return found
