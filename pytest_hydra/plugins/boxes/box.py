"""The box: commands in namespaces of their own, with bubblewrap and a filter of system calls."""

from __future__ import annotations

import errno
import os
import shutil
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from stat import S_ISLNK
from typing import ClassVar

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import EndedError, Process, ProcessError, find_command
from pytest_hydra.plugins.boxes.overlay import Overlay, overlay

# Only socket families that are confined by the file system or the network namespace: unix, inet,
# inet6 and netlink. Others, such as vsock between a virtual machine and its host, escape both.
_FAMILIES = (1, 2, 10, 16)

# Offsets of the system call's number, its architecture and its first argument in `seccomp_data`.
_NUMBER, _ARCHITECTURE, _FIRST = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
# On x86_64, numbers from here on belong to the x32 ABI.
_X32 = 0x40000000


@dataclass(frozen=True, slots=True)
class _Calls:
    """System call numbers of one architecture.

    ``refused`` are add_key, request_key and keyctl, because keyrings belong to the user and not to
    the namespace, and io_uring_setup, because it can open sockets. ``absent`` is socketcall, which
    hides the socket family behind a pointer; programs fall back to ``socket``.
    """

    architecture: int
    socket: int
    refused: tuple[int, ...]
    absent: tuple[int, ...] = ()


_IO_URING = 425  # the same number everywhere
_I386 = _Calls(0x40000003, 359, (286, 287, 288, _IO_URING), (102,))
_ARM = _Calls(0x40000028, 281, (309, 310, 311, _IO_URING), (102,))
_KNOWN = {
    "x86_64": (_Calls(0xC000003E, 41, (248, 249, 250, _IO_URING)), _I386),
    "aarch64": (_Calls(0xC00000B7, 198, (217, 218, 219, _IO_URING)), _ARM),
}


def call_filter() -> bytes | None:
    """The seccomp filter for this machine; None for an unknown architecture."""
    architectures = _KNOWN.get(os.uname().machine)
    if architectures is None:
        return None
    program = [_instruction(_LOAD, _ARCHITECTURE)]
    for calls in architectures:
        block = _block(calls)
        program += [_instruction(_EQUAL, calls.architecture, len(block)), *block]
    return b"".join([*program, _refuse(errno.ENOSYS)])


@contextmanager
def filter_file() -> Iterator[int | None]:
    """A descriptor from which bubblewrap reads the `call_filter`; None if there is none.

    Raises OSError.
    """
    program = call_filter()
    if program is None:
        yield None
        return
    with tempfile.TemporaryFile() as file:
        file.write(program)
        file.seek(0)
        yield file.fileno()


def _block(calls: _Calls) -> list[bytes]:
    families = [
        entry
        for family in _FAMILIES
        for entry in (_instruction(_EQUAL, family, 1), _instruction(_RETURN, _ALLOW))
    ]
    opened = [_instruction(_LOAD, _FIRST), *families, _refuse(errno.EAFNOSUPPORT)]
    code = [_instruction(_LOAD, _NUMBER), _instruction(_AT_LEAST, _X32, 1), _refuse(errno.ENOSYS)]
    for numbers, error in ((calls.refused, errno.EPERM), (calls.absent, errno.ENOSYS)):
        for number in numbers:
            code += [_instruction(_EQUAL, number, 1), _refuse(error)]
    return [
        *code,
        _instruction(_EQUAL, calls.socket, len(opened)),
        *opened,
        _instruction(_RETURN, _ALLOW),
    ]


def _instruction(code: int, value: int, skipped: int = 0) -> bytes:
    """One BPF instruction. A comparison that fails skips so many instructions."""
    return struct.pack("=HBBI", code, 0, skipped, value)


def _refuse(error: int) -> bytes:
    return _instruction(_RETURN, _REFUSE | error)


SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
"""System folders that are mounted in every box."""
# The parts of /etc that programs need to start, find libraries, know the time zone and verify
# certificates. Files are copied, because every bind mount takes time; folders are bound.
_FILES_OF_ETC = (
    *("ld.so.cache", "localtime", "timezone", "os-release", "protocols", "services"),
    *("ssl/openssl.cnf", "debian_version", "mime.types"),
)
_FOLDERS_OF_ETC = (
    *("alternatives", "fonts", "ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted"),
)
# Folders of /etc about the machine, its users, its network and its services.
_OF_MACHINE = (
    *("apache2", "apt", "cron*", "cups*", "default", "dhcp*", "docker", "grub.d", "init*"),
    *("kernel", "kubernetes", "ldap", "letsencrypt", "lighttpd", "logrotate.d", "mail", "my*sql"),
    *("netplan", "network*", "nginx", "openvpn", "pam.d", "pki", "polkit*", "postfix"),
    *("postgresql*", "ppp", "rc?.d", "redis", "samba", "security", "selinux", "skel", "ssh", "ssl"),
    *("sudoers.d", "sysconfig", "sysctl.d", "systemd", "tor", "udev", "vpnc", "wireguard"),
    *("wpa_supplicant", "NetworkManager"),
)
# Files of tools that may hold passwords, though everybody may read them.
_WITH_PASSWORDS = (
    *("settings.xml", "settings-security.xml", "npmrc", ".npmrc", "auth.json", ".netrc"),
)
_FILES_OF_NETWORKS = ("resolv.conf", "gai.conf", "hosts", "host.conf")
# All boxes share one passwd file, so the home folder has one name.
_HOME = "/run/box/home"
# Size of /dev/shm in bytes: it is backed by memory.
_SHARED_MEMORY = 2**28
# Time limit of a trial run, in seconds.
_TRIAL = 20
_HOST = "localhost"
EMPTY = "empty"
"""A file of `make_etc` that has nothing in it."""

_APART = ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")
_NAMESPACES: tuple[tuple[str, ...], ...] = (
    ("--unshare-user", "--disable-userns"),
    # Before bubblewrap 0.8.
    ("--unshare-user",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxView:
    """What a command in a box sees besides the system; all paths are absolute.

    ``readable`` are paths, and ``writable`` are folders, keyed by where the command sees
    them. ``hidden`` are folders that appear empty except for entries of the other two, even inside
    a system folder. ``private`` is this command's own folder: its ``tmp`` is mounted as /tmp, its
    ``home`` inside `Box.own`. ``etc`` is the folder that `make_etc` made.
    """

    private: Path
    etc: Path
    readable: Mapping[Path, Path]
    writable: Mapping[Path, Path]
    hidden: tuple[Path, ...] = ()
    network: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A way of making boxes that works on this machine: the program and its namespace options."""

    program: str
    options: tuple[str, ...]
    # Where commands see their own files: the same path for all, so that paths decide nothing.
    own: ClassVar = Path(_HOME).parent

    @property
    def has_users(self) -> bool:
        """Whether a box has its own user namespace, whose processes the kernel counts apart."""
        return "--unshare-user" in self.options

    def wrap(  # noqa: PLR0913 - what a box is and has, each by its name
        self,
        command: Sequence[str],
        inside: BoxView,
        *,
        cwd: Path,
        status_fd: int | None = None,
        calls: int | None = None,
        mount: Overlay | None = None,
    ) -> list[str]:
        """The command line that runs ``command`` in a box, with ``cwd`` as working directory.

        Inherited files stay open. The exit code is the command's own, or 128 plus the number of the
        signal that ended it. bubblewrap writes an ``exit-code`` as JSON to ``status_fd``
        once the command has run, and reads a `call_filter` from ``calls``; the command inherits
        neither. ``mount`` is an overlay that is mounted at its place.
        """
        net = () if inside.network else ("--unshare-net",)
        status = () if status_fd is None else ("--json-status-fd", str(status_fd))
        filtered = () if calls is None else ("--seccomp", str(calls))
        entry, identity = ((), ()) if mount is None else (mount.entry, mount.identity)
        return [
            *(*entry, self.program, *self.options, *identity, *_APART, *net, *status, *filtered),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", _HOST),
            *_system(),
            *("--ro-bind", str(inside.etc), "/etc"),
            *(
                word
                for name in folders_of_etc()
                for word in ("--ro-bind", f"/etc/{name}", f"/etc/{name}")
            ),
            *("--proc", "/proc"),
            # For ordinary users the kernel's settings are read-only anyway.
            *(("--remount-ro", "/proc") if os.geteuid() == 0 else ()),
            *("--dev", "/dev"),
            *("--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm"),  # noqa: S108 - the box's own
            *("--remount-ro", "/dev"),
            *("--bind", str(inside.private / "tmp"), "/tmp"),  # noqa: S108 - the box's own
            *("--bind", str(inside.private / "home"), _HOME),
            *("--dir", "/var", "--symlink", "../tmp", "/var/tmp"),  # noqa: S108
            *_places(inside),
            *("--remount-ro", "/", "--chdir", str(cwd), "--", *command),
        ]

    def conceal(self, command: Sequence[str], workspace: Path, hidden: Sequence[Path]) -> list[str]:
        """The command line of a command that sees the whole machine except what is ``hidden``.

        Other processes are invisible too, since /proc would lead around the mounts. The working
        directory is the workspace; its parent folder stays visible even below a hidden folder.
        """
        veils = [
            word
            for path in hidden
            for word in (
                ("--tmpfs", str(path)) if path.is_dir() else ("--ro-bind", os.devnull, str(path))
            )
        ]
        parent = str(workspace.parent)
        return [
            *(self.program, *self.options, "--unshare-pid", "--die-with-parent"),
            *("--cap-drop", "ALL", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
            *(*veils, "--bind", parent, parent, "--chdir", str(workspace), "--", *command),
        ]


@cache
def preflight() -> Box | str:
    """A box that works on this machine, tried once; otherwise the reason, in one line.

    Raises HydraError if it cannot be tried: commands must not run without a box for a full disk.
    """
    try:
        (program,) = find_command(["bwrap"], Path("/"))
    except ProcessError:
        return "bubblewrap is not installed (apt, dnf or apk install bubblewrap)"
    # Root does not need a user namespace, which some kernels refuse.
    variants = (*_NAMESPACES, *([()] if os.geteuid() == 0 else []))
    failure = ""
    for options in variants:
        box = Box(program, options)
        try:
            with tempfile.TemporaryDirectory(prefix="hydra-") as name:
                private = Path(os.path.realpath(name))
                (private / "home").mkdir()
                problem = _trial(box, private, ":")
        except ProcessError as error:
            problem = str(error)
        except OSError as error:
            raise HydraError(f"no sandbox can be tried: {error}") from error
        if problem is None:
            return box
        # An unknown option of an old version is less helpful than the failure without it.
        if not failure or "nknown option" in failure:
            failure = problem
    return f"bubblewrap does not work here ({one_line(failure, 200)}){_advice(failure)}"


def overlay_problem(box: Box, folder: Path) -> str | None:
    """Why boxes cannot use overlays in a folder, found by trying; None where they can."""
    try:
        with tempfile.TemporaryDirectory(prefix="trial-", dir=folder) as name:
            top = Path(os.path.realpath(name))
            (top / "lower" / "gone").mkdir(parents=True)
            (top / "lower" / "kept").mkdir()
            with overlay(top / "lower", top, "home") as mount:
                (mount.path / "gone").rmdir()
                line = "test ! -e gone && mkdir gone && mv kept gone && test ! -e kept"
                problem = _trial(box, top, line, mount)
                if problem is None and [path.name for path in mount.path.glob("*/*")] != ["kept"]:
                    problem = "changes in an overlay are not visible"
            if problem is None and len(os.listdir(top / "lower")) != len(("gone", "kept")):
                problem = "changes in an overlay change the folder below"
    except (ProcessError, OSError) as error:
        problem = str(error)
    return None if problem is None else one_line(problem, 200)


def _trial(box: Box, private: Path, line: str, mount: Overlay | None = None) -> str | None:
    """Run a shell line in the folder ``home``; None, or its output. Raises ProcessError."""
    (private / "tmp").mkdir()
    etc = make_etc(private, network=False)
    inside = BoxView(private=private, etc=etc, readable={}, writable={})
    program = call_filter()
    command = box.wrap(
        ["/bin/sh", "-c", line],
        inside,
        cwd=box.own / "home",
        # The filter arrives on standard input, which the command does not need.
        calls=None if program is None else 0,
        mount=mount,
    )
    environment = {"PATH": os.defpath, "LC_ALL": "C"}
    with Process(command, cwd=Path("/"), environment=environment) as process:
        try:
            process.answer(program or b"", _TRIAL)
        except EndedError as error:
            reason = process.stderr().strip().rpartition("\n")[2]
            return reason.removeprefix("bwrap: ") or str(error)
    return None


def _advice(failure: str) -> str:
    """A hint on what to do about a failure, derived from its message."""
    if "uid map" in failure or "RTM_NEWADDR" in failure or "namespace" in failure.lower():
        return (
            ": allow namespaces to ordinary users (sysctl kernel.unprivileged_userns_clone=1, "
            "user.max_user_namespaces=15000, kernel.apparmor_restrict_unprivileged_userns=0), in a "
            "container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
        )
    if "proc" in failure and "mount" in failure:
        return ": start the container with --security-opt systempaths=unconfined"
    if "nknown option" in failure:
        return ": it is too old; 0.7 or later is needed"
    return ""


def _system() -> Iterable[str]:
    for name in SYSTEM:
        if os.path.islink(name):
            yield from ("--symlink", os.readlink(name), name)
        elif os.path.isdir(name):
            yield from ("--ro-bind", name, name)


def make_etc(folder: Path, *, network: bool) -> Path:
    """The /etc that boxes with, or without, a network share, made in ``folder``. Raises OSError."""
    etc = folder / ("etc-network" if network else "etc")
    if etc.is_dir():
        return etc
    files = {}
    for name in (*_FILES_OF_ETC, *(_FILES_OF_NETWORKS if network else ())):
        with suppress(OSError):  # missing on this system, or not readable
            files[name] = Path("/etc", name).read_bytes()
    # Several processes may make it at once: the rename makes it appear as a whole.
    staging = Path(tempfile.mkdtemp(prefix=".etc-", dir=folder))
    for name, text in (files | _users()).items():
        path = staging / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text)
    for name in folders_of_etc():
        (staging / name).mkdir(parents=True, exist_ok=True)
    staging.chmod(0o755)
    try:
        staging.rename(etc)
    except OSError:
        if not etc.is_dir():
            raise
        shutil.rmtree(staging)
    return etc


@cache
def folders_of_etc() -> tuple[str, ...]:
    """The folders of /etc that are visible: those that tools are known to need, and their own.

    A folder belongs to a tool unless it is about the machine, its users, or a service. It is hidden
    as a whole if it has a file that not everybody may read, or one that may hold a password.
    """
    known = [name for name in _FOLDERS_OF_ETC if os.path.isdir(f"/etc/{name}")]
    tops = {name.partition("/")[0] for name in known}
    with suppress(OSError):
        known += [
            entry.name
            for entry in sorted(os.scandir("/etc"), key=lambda entry: entry.name)
            if entry.is_dir(follow_symlinks=False)
            and entry.name not in tops
            and not any(fnmatchcase(entry.name, pattern) for pattern in _OF_MACHINE)
            and _is_for_everybody(entry.path)
        ]
    return tuple(known)


def _is_for_everybody(folder: str) -> bool:
    """Whether every user may read a folder with all that is in it, and no name is suspicious."""
    try:
        for path, _, files in os.walk(folder, onerror=_fail):
            if os.stat(path).st_mode & 0o005 != 0o005:
                return False
            for name in files:
                status = os.lstat(os.path.join(path, name))
                if name in _WITH_PASSWORDS or not (
                    S_ISLNK(status.st_mode) or status.st_mode & 0o004
                ):
                    return False
    except OSError:
        return False
    return True


def _fail(error: OSError) -> None:
    raise error


def _users() -> dict[str, bytes]:
    """Contents of the files that name users and hosts, and of an empty file."""
    user, group = os.geteuid(), os.getegid()
    users = f"user:x:{user}:{group}:user:{_HOME}:/bin/sh\n" if user else ""
    groups = f"user:x:{group}:\n" if group else ""
    root = "/nonexistent" if user else _HOME
    files = {
        "passwd": f"root:x:0:0:root:{root}:/bin/sh\n{users}"
        "nobody:x:65534:65534:nobody:/nonexistent:/bin/false\n",
        "group": f"root:x:0:\n{groups}nogroup:x:65534:\n",
        "hosts": f"127.0.0.1 {_HOST}\n::1 {_HOST}\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
        EMPTY: "",
    }
    return {name: text.encode() for name, text in files.items()}


def _places(inside: BoxView) -> Iterable[str]:
    """Mount points and hidden folders, parents before children."""
    bound: dict[Path, tuple[str, ...]]
    bound = {place: ("--ro-bind", str(path), str(place)) for place, path in inside.readable.items()}
    bound |= {place: ("--bind", str(path), str(place)) for place, path in inside.writable.items()}
    # Below /tmp the parent folders would be writable for the command.
    exposed = [*map(Path, SYSTEM), *inside.readable, Path("/tmp")]  # noqa: S108 - the box's own
    for place in inside.hidden:
        # A folder that no mount exposes needs no hiding; hiding the root would hide the box itself.
        if place not in bound and any(entry in place.parents for entry in exposed):
            bound[place] = ("--tmpfs", str(place))
    for place in sorted(bound, key=lambda entry: entry.parts):
        yield from bound[place]
    for place, options in bound.items():
        if options[0] == "--tmpfs":
            yield from ("--remount-ro", str(place))
