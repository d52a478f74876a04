"""How the commands of a race are kept apart: in a box where there can be one, and within limits.

A box lends them what of the machine their tools are made of, to read. Tools of the system need
nothing. Of what stands elsewhere, often in the user's own folder, the installation is lent that a
program on PATH belongs to, or one that a command names by its whole path, and the interpreter's;
files there that commonly hold passwords are shown empty.
"""

from __future__ import annotations

import json
import os
import shlex
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import IO, TYPE_CHECKING, Literal

from pytest_hydra.candidates.workspace.untrusted_files import is_plain
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.box import EMPTY, SYSTEM, Box, Inside, call_filter, make_etc, preflight
from pytest_hydra.execution.limits import Limits, limited, on_processors
from pytest_hydra.execution.overlay import Overlay
from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.record.files import StoreError

if TYPE_CHECKING:
    from pytest_hydra.settings.race import SandboxSettings


_Tools = tuple[tuple[Path, ...], tuple[Path, ...]]
LINE = 72
"""Of 80 columns, what a header leaves for a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """What stands between the commands of a race and the machine.

    ``why`` says, where there is no box, why not. ``shares`` are folders of ``checkout``, relative
    to it, that workspaces are lent. ``variables`` are those of ours that commands may see.
    """

    box: Box | None = None
    why: str = ""
    limits: Limits = field(default_factory=Limits)
    network: bool = True
    variables: tuple[str, ...] = ()
    checkout: Path | None = None
    shares: tuple[Path, ...] = ()

    @property
    def kind(self) -> Literal["bubblewrap", "none"]:
        """What it is called in records."""
        return "none" if self.box is None else "bubblewrap"

    @property
    def header(self) -> tuple[str, ...]:
        """What it is, and why it is nothing better: lines for which a header has room."""
        if self.box is not None:
            return (f"isolation: bubblewrap{', with the network' if self.network else ''}",)
        return tuple(wrap(f"isolation: none ({self.why})", LINE, subsequent_indent="  "))

    def to_plain(self) -> list[object]:
        """All of it that the outcome of a command may depend on, as plain data."""
        limits = self.limits
        variables = {name: os.environ.get(name) for name in self.variables}
        return [self.kind, self.network, limits.memory_mb, limits.processors, variables]

    @contextmanager
    def around(  # noqa: PLR0913 - what a command is and has, each by its name
        self,
        command: Sequence[str],
        *,
        workspace: Path,
        private: Path,
        environment: Mapping[str, str],
        python: str | None,
        network: bool | None = None,
        over: Overlay | None = None,
    ) -> Iterator[Wrapped]:
        """The command line that runs ``command``, a shell's, apart from all but its folders.

        It is to be run inside the block, in a thread that nothing else runs in. ``private``, beside
        the workspace and below the folder of all, holds ``home``, ``tmp`` and ``results``, which
        the command may change too; it sees all of them at their `places`. ``network`` says
        otherwise than the settings. A workspace that lies ``over`` another folder is seen in a box
        alone. Raises StoreError.
        """
        counted_apart = self.box is not None and self.box.has_users and os.geteuid() != 0
        line = limited(command, self.limits, counted_apart=counted_apart)
        with ExitStack() as stack:
            stack.enter_context(on_processors(self.limits.processors))
            wrapped = Wrapped(line)
            if self.box is not None:
                place, _ = self.places(workspace, private)
                network = self.network if network is None else network
                try:
                    lent = self.tools(environment, python, command[-1])
                    inside = self._inside(workspace, private, over, lent, network)
                    status = stack.enter_context(tempfile.TemporaryFile())
                    calls = None
                    if program := call_filter():
                        file = stack.enter_context(tempfile.TemporaryFile())
                        file.write(program)
                        file.seek(0)
                        calls = file.fileno()
                    line = self.box.wrap(
                        line, inside, folder=place, told=status.fileno(), calls=calls, over=over
                    )
                except OSError as error:
                    raise StoreError(private, error) from error
                wrapped = Wrapped(line, status, calls)
            yield wrapped

    def tools(self, environment: Mapping[str, str], python: str | None, line: str = "") -> _Tools:
        """The folders and files that a command's tools need, and those of them to be shown empty.

        ``environment`` is the command's, ``line`` what its shell reads. No more is lent of the
        user's folder, and of the checkout. To find out takes a moment, once in each process.
        """
        home = Path(os.environ.get("HOME") or "/")
        installed = tuple(environment[name] for name in INSTALLED if name in environment)
        checkout = self.checkout or home
        folders = [environment.get("PATH", "")]
        pythons = [] if python is None else [python]
        for step in (step for program in _named(line) for step in _chain(program)):
            if step.parent.name in _PROGRAMS and not _is_within(step, _SYSTEM):
                folders.append(str(step.parent))
                pythons += filter(os.path.exists, [str(step.with_name("python"))])
            elif not _is_within(step, [checkout]):
                installed += (str(step),)
        with _search_lock:
            return _tools_of(tuple(pythons), os.pathsep.join(folders), installed, home, checkout)

    def places(self, workspace: Path, private: Path) -> tuple[Path, Path]:
        """Where commands see a workspace and its private folder: in a box at one place for all."""
        return (workspace, private) if self.box is None else (self.box.own / "w", self.box.own)

    def _inside(
        self, workspace: Path, private: Path, over: Overlay | None, tools: _Tools, network: bool
    ) -> Inside:
        """What stands in a box; the workspace also where it is, as a test may tell of it."""
        home = Path(os.environ.get("HOME") or "/")
        checkout = self.checkout or home
        # Beside the workspaces, for all of their commands.
        etc = make_etc(private.parent.parent, network=network)
        read = {entry: entry for entry in tools[0]} | dict.fromkeys(tools[1], etc / EMPTY)
        real = Path(os.path.realpath(workspace))
        place, own = self.places(workspace, private)
        seen, names = real if over is None else over.seen, (place, real, workspace)
        for share in self.shares:
            theirs = checkout / share
            if not os.path.isdir(theirs):
                continue
            # Programs in it may name their own place.
            read[theirs] = theirs
            # It is to be seen where the workspace has an empty folder for it.
            if is_plain(seen, share) and not any((seen / share).iterdir()):
                read |= dict.fromkeys([entry / share for entry in names], theirs)
        return Inside(
            private=private,
            etc=etc,
            read=read,
            write=dict.fromkeys(names, real)
            | {own / name: private / name for name in ("tmp", "results")},
            hidden=tuple(dict.fromkeys([home, checkout])),
            network=network,
        )


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A command line in its box, and what the box says of itself."""

    command: list[str]
    status: IO[bytes] | None = None
    calls: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The open files that the box has to inherit."""
        status = None if self.status is None else self.status.fileno()
        return tuple(entry for entry in (status, self.calls) if entry is not None)

    def check(self, said: str) -> None:
        """Raise HydraError where the box ended before its command; ``said`` is its output."""
        if self.status is None:
            return
        self.status.seek(0)
        if b'"exit-code"' not in self.status.read(2**12):
            last = said.strip().rpartition("\n")[2]
            raise HydraError(
                f"the sandbox could not be made: {last or 'it does not say why'}; "
                '[sandbox] mode = "none" does without it'
            )


def isolation_of(
    settings: SandboxSettings, checkout: Path, shares: Sequence[str] = ()
) -> Isolation:
    """What the settings ask for, as far as it is to be had here; HydraError where they insist."""
    box: Box | str = 'mode = "none"' if settings.mode == "none" else preflight()
    if isinstance(box, str) and settings.mode == "bubblewrap":
        raise HydraError(f'[sandbox] mode = "bubblewrap": {box}')
    return Isolation(
        box=box if isinstance(box, Box) else None,
        why=box if isinstance(box, str) else "",
        limits=Limits(memory_mb=settings.memory_mb, processors=settings.cpu),
        network=settings.network,
        variables=tuple(settings.env),
        checkout=Path(os.path.realpath(checkout)),
        shares=tuple(map(Path, shares)),
    )


# --- tools --------------------------------------------------------------------------------------

INSTALLED = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOMODCACHE": "go/pkg/mod",
}
"""Where tools keep what is installed for all projects: by variable, its place below HOME."""

_SYSTEM = tuple(map(Path, SYSTEM))
_PRIVATE = (
    *("credentials", "credentials.toml", "pip.conf", ".npmrc", "etc/npmrc", ".netrc", ".pypirc"),
    *(".git-credentials", ".yarnrc.yml"),
)
# They are needed for what they say of sources; a few say passwords too.
_SOMETIMES_PRIVATE = ("config.toml", "config")
_SUSPICIOUS = (b"token", b"password", b"secret")
# What tells the folder of an installation from one in which somebody keeps programs.
_SIGNS = ("pyvenv.cfg", "lib", "lib64")
_PARTS = ("bin", "lib", "lib64", "include", "pyvenv.cfg")
# Folders of folders: what stands beside them is a person's.
_GATHERINGS = (".local", ".config", ".cache", ".var")
# The longest that an interpreter may take to say where it is, in seconds.
_MOMENT = 30
_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.path]))"
_PROGRAMS = ("bin", "shims")
# Of several who want to know it at once, one finds out.
_search_lock = threading.Lock()


@cache
def _tools_of(
    pythons: tuple[str, ...], path: str, installed: tuple[str, ...], home: Path, checkout: Path
) -> _Tools:
    lent = set(map(Path, installed))
    fences = [entry for entry in (home, checkout) if entry != Path("/")]
    of_system: set[Path] = set()
    for text in path.split(os.pathsep):
        folder = Path(text)
        if _is_within(folder, _SYSTEM):
            # Several of its folders may be one.
            of_system.add(Path(os.path.realpath(folder)))
        elif os.path.isdir(folder):
            lent.update(_of_folder(folder, home, checkout))
    # Of a folder of the system what its links need that lead out of it, as /usr/local/bin has.
    system = tuple(f"{entry}/" for entry in _SYSTEM)
    for link in filter(os.path.islink, chain.from_iterable(map(_entries, of_system))):
        # There are many, and most of them lead to a neighbour.
        if "/" in os.readlink(link) and not os.path.realpath(link).startswith(system):
            lent.update(_installations_of(link, home, checkout))
    for python in pythons:
        for step in _chain(Path(python)):
            lent.update(_installation(step.parent))
        lent.update(_of_interpreter(python, checkout))
    # A folder that holds the user's own is lent in parts.
    parts: set[Path] = set()
    for entry in lent:
        is_shared = any(_is_within(fence, [entry]) for fence in fences)
        parts.update([entry / name for name in _PARTS] if is_shared else [entry])
    real = {Path(os.path.realpath(entry)) for entry in parts}
    there = sorted(
        entry for entry in parts | real if os.path.exists(entry) and not _is_within(entry, _SYSTEM)
    )
    paths = [
        entry for entry in there if not (set(entry.parents) & set(there)) or os.path.islink(entry)
    ]
    return tuple(paths), tuple(_private(there))


def _of_folder(folder: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """What a folder of PATH needs: itself, its installation, and those that its links lead to."""
    if _is_within(folder, [checkout]):
        # Programs of the user's own copy are no tools, but for those of a virtual environment.
        if os.path.exists(folder.parent / "pyvenv.cfg"):
            yield folder.parent
        return
    yield folder
    yield from _installation(folder)
    for link in filter(os.path.islink, _entries(folder)):
        yield from _installations_of(link, home, checkout)


def _named(line: str) -> Iterator[Path]:
    """The programs that a shell line names by their whole paths, also within its words."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    with suppress(ValueError):  # a quote that nobody closes, which the shell will tell
        for word in lexer:
            # As in PYTHON=/opt/venv/bin/python, and --python=…
            path = word.rpartition("=")[2].strip("`")
            if os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK):
                yield Path(path)
            elif " " in word:
                yield from _named(word)


def _entries(folder: Path) -> list[Path]:
    """What is in a folder; nothing where it may not be read, though its programs may be run."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _installations_of(link: Path, home: Path, checkout: Path) -> Iterator[Path]:
    """The installations that a link to a program leads to."""
    for step in _chain(link):
        if _is_within(step, (checkout, Path("/etc"), *_SYSTEM)):
            continue
        # In the user's folder, installations are hidden: what is not may be anything.
        is_theirs = _is_within(step, [home])
        if not is_theirs or any(part.startswith(".") for part in step.relative_to(home).parts):
            yield from _installation(step.parent)


def is_installed(folder: Path) -> bool:
    """Whether a folder of programs is that of an installation, and not the system's."""
    if folder.name not in _PROGRAMS or folder.parent.name in _GATHERINGS:
        return False
    there = any(os.path.exists(folder.parent / sign) for sign in _SIGNS)
    return there and not _is_within(folder, _SYSTEM)


def _installation(folder: Path) -> Iterator[Path]:
    """The installation that a folder of programs belongs to; the folder alone where it is none."""
    if not _is_within(folder, _SYSTEM):
        name = folder.parent.name
        is_hidden = folder.name in _PROGRAMS and name[:1] == "." and name not in _GATHERINGS
        yield folder.parent if is_hidden or is_installed(folder) else folder


def _of_interpreter(python: str, checkout: Path) -> Iterator[Path]:
    """Where an interpreter is installed, and what it finds its packages in."""
    try:
        with Process([python, "-I", "-c", _ASK], cwd=Path("/"), environment={}) as process:
            prefix, base_prefix, path = json.loads(process.answer(b"", _MOMENT))
    except (ProcessError, ValueError, TypeError):
        # It is no interpreter of Python, or does not start; the command will tell.
        return
    for entry in (prefix, base_prefix):
        if not _is_within(Path(entry), _SYSTEM):
            yield Path(entry)
    # What else is on the path are packages that are installed to be edited; those of the checkout
    # stand in the workspace.
    known = (Path(prefix), Path(base_prefix), checkout, *_SYSTEM)
    for folder in map(Path, path):
        if os.path.isdir(folder) and not _is_within(folder, known):
            yield from (
                entry
                for entry in _entries(folder)
                if entry.suffix in (".py", ".so", ".dist-info", ".egg-info")
                or os.path.exists(entry / "__init__.py")
            )


def _private(lent: Iterable[Path]) -> Iterator[Path]:
    for folder in filter(os.path.isdir, lent):
        files = [folder / name for name in (*_PRIVATE, *_SOMETIMES_PRIVATE)]
        for file in filter(os.path.isfile, files):
            # What cannot be read may say anything.
            with suppress(OSError):
                is_doubtful = file.name in _SOMETIMES_PRIVATE
                content = file.read_bytes().lower() if is_doubtful else b""
                if is_doubtful and not any(word in content for word in _SUSPICIOUS):
                    continue
            yield file


def _chain(path: Path) -> Iterator[Path]:
    """A path, and each that it leads to, link by link."""
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            return
        path = Path(os.path.normpath(path.parent / os.readlink(path)))


def _is_within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path == folder or folder in path.parents for folder in folders)
