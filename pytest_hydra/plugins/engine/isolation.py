"""Isolate the commands of a race: in a box where possible, and by limits.

In a box, commands can read the system folders and the installations of their tools: those of
programs on PATH and of programs named by an absolute path, often below the home folder, and the
interpreter's. Files there that commonly contain passwords are shown empty.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import wrap
from typing import IO, TYPE_CHECKING, Literal

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.boxes.box import (
    EMPTY,
    SYSTEM,
    Box,
    BoxView,
    filter_file,
    make_etc,
    preflight,
)
from pytest_hydra.plugins.boxes.limits import Limits, on_processors, with_limits
from pytest_hydra.plugins.boxes.overlay import Overlay
from pytest_hydra.plugins.boxes.untrusted_files import is_plain
from pytest_hydra.plugins.engine.installations import Tools, tools_of
from pytest_hydra.record.files import StoreError

if TYPE_CHECKING:
    from pytest_hydra.plugins.engine.engine_settings import SandboxSettings


LINE = 72
"""The width that a header leaves for a line, of 80 columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """The isolation of the commands of a race.

    ``why`` is the reason if there is no box. ``shares`` are folders of ``checkout``, relative to
    it, that workspaces share; in these each command has its own ``caches``. ``variables`` are the
    environment variables that are passed through. ``hidden`` folders and files are invisible,
    whatever else is readable.
    """

    box: Box | None = None
    why: str = ""
    limits: Limits = field(default_factory=Limits)
    network: bool = True
    variables: tuple[str, ...] = ()
    checkout: Path | None = None
    shares: tuple[Path, ...] = ()
    caches: tuple[str, ...] = ()
    hidden: tuple[Path, ...] = ()

    @property
    def kind(self) -> Literal["bubblewrap", "none"]:
        """Its name in records."""
        return "none" if self.box is None else "bubblewrap"

    @property
    def header(self) -> tuple[str, ...]:
        """Lines for the header: the kind, and the reason if there is no box."""
        if self.box is not None:
            return (f"isolation: bubblewrap{', with the network' if self.network else ''}",)
        return tuple(wrap(f"isolation: none ({self.why})", LINE, subsequent_indent="  "))

    def to_plain(self) -> list[object]:
        """The part that the outcome of a command may depend on, as plain data."""
        limits = self.limits
        variables = {name: os.environ.get(name) for name in self.variables}
        return [self.kind, self.network, limits.memory_mb, limits.processors, variables]

    @contextmanager
    def wrap(  # noqa: PLR0913 - what a command is and has, each by its name
        self,
        command: Sequence[str],
        *,
        workspace: Path,
        private: Path,
        environment: Mapping[str, str],
        python: str | None,
        network: bool | None = None,
        mount: Overlay | None = None,
        sealed: Sequence[str] = (),
        readable: Sequence[Path] = (),
    ) -> Iterator[WrappedCommand]:
        """The command line that runs the shell line ``command`` isolated.

        Run it inside the block, in a thread of its own. ``private``, beside the workspace, contains
        ``home``, ``tmp`` and ``results``, which the command may write too; it sees them at their
        `places`. ``network`` overrides the settings. A workspace that is a ``mount`` over another
        folder is visible only in a box, and only there its ``sealed`` files are read-only.
        ``readable`` are further folders and files that a box shows. Raises StoreError.
        """
        own_namespace = self.box is not None and self.box.has_users and os.geteuid() != 0
        line = with_limits(command, self.limits, own_namespace=own_namespace)
        with ExitStack() as stack:
            stack.enter_context(on_processors(self.limits.processors))
            wrapped = WrappedCommand(line)
            if self.box is not None:
                place, _ = self.places(workspace, private)
                network = self.network if network is None else network
                try:
                    tools = self.tools(environment, python, command[-1])
                    inside = self._inside(workspace, private, mount, tools, network)
                    inside = _shown(inside, readable)
                    inside = self._veiled(_sealed(inside, (place, workspace), sealed))
                    status = stack.enter_context(tempfile.TemporaryFile())
                    calls = stack.enter_context(filter_file())
                    line = self.box.wrap(
                        line, inside, cwd=place, status_fd=status.fileno(), calls=calls, mount=mount
                    )
                except OSError as error:
                    raise StoreError(private, error) from error
                wrapped = WrappedCommand(line, status, calls)
            yield wrapped

    def tools(self, environment: Mapping[str, str], python: str | None, line: str = "") -> Tools:
        """What a command may read of the machine: see `tools_of`."""
        return tools_of(environment, python, line, self.checkout)

    def places(self, workspace: Path, private: Path) -> tuple[Path, Path]:
        """Where commands see a workspace and its private folder; the same in every box."""
        return (workspace, private) if self.box is None else (self.box.own / "w", self.box.own)

    def _inside(
        self, workspace: Path, private: Path, mount: Overlay | None, tools: Tools, network: bool
    ) -> BoxView:
        """The view inside a box; the workspace is also at its real path, as tests may name it."""
        home = Path(os.environ.get("HOME") or "/")
        checkout = self.checkout or home
        # Beside the workspaces, shared by all commands.
        etc = make_etc(private.parent.parent, network=network)
        readable = {entry: entry for entry in tools[0]} | dict.fromkeys(tools[1], etc / EMPTY)
        real = Path(os.path.realpath(workspace))
        place, own = self.places(workspace, private)
        folder, names = real if mount is None else mount.path, (place, real, workspace)
        caches: dict[Path, Path] = {}
        for share in self.shares:
            source = checkout / share
            if not os.path.isdir(source):
                continue
            # Programs in it may contain their own path.
            readable[source] = source
            # Mounted only where the workspace has an empty folder for it.
            if is_plain(folder, share) and not any((folder / share).iterdir()):
                readable |= dict.fromkeys([entry / share for entry in names], source)
                caches |= self._caches(source, private, [entry / share for entry in names])
        return BoxView(
            private=private,
            etc=etc,
            readable=readable,
            writable=dict.fromkeys(names, real)
            | {own / name: private / name for name in ("tmp", "results")}
            | caches,
            hidden=tuple(dict.fromkeys([home, checkout])),
            network=network,
        )

    def _caches(self, source: Path, private: Path, places: Iterable[Path]) -> dict[Path, Path]:
        """Empty folders of a command in place of the caches in a shared folder, by their places.

        A runner must be able to write there. A box cannot have a folder that the shared one lacks.
        """
        found: dict[Path, Path] = {}
        for name in filter(lambda name: os.path.isdir(source / name), self.caches):
            own = private / "caches" / name
            own.mkdir(parents=True, exist_ok=True)
            found |= {place / name: own for place in places}
        return found

    def _veiled(self, inside: BoxView) -> BoxView:
        """The view without hidden paths."""
        mounts = {**{Path(entry): Path(entry) for entry in SYSTEM}, **inside.readable}
        places = [
            (place / secret.relative_to(real), secret)
            for secret in self.hidden
            for place, source in mounts.items()
            if secret.is_relative_to(real := Path(os.path.realpath(source)))
        ]
        files = {place: inside.etc / EMPTY for place, secret in places if secret.is_file()}
        folders = [place for place, secret in places if place not in files]
        readable = {place: path for place, path in inside.readable.items() if place not in folders}
        return replace(inside, readable=readable | files, hidden=(*inside.hidden, *folders))


def _shown(inside: BoxView, paths: Iterable[Path]) -> BoxView:
    """The view with these paths, as far as no mount has them already."""
    mounts = (*map(Path, SYSTEM), *inside.readable)
    more = [path for path in paths if not any(map(path.is_relative_to, mounts))]
    return replace(inside, readable={**inside.readable, **{path: path for path in more}})


def _sealed(inside: BoxView, names: Sequence[Path], files: Iterable[str]) -> BoxView:
    """The view with read-only files in the workspace, below folders that cannot be moved.

    ``names`` are the paths of the workspace: where it is seen, and where it is.
    """
    real = Path(os.path.realpath(names[-1]))
    readable, writable = dict(inside.readable), dict(inside.writable)
    for name in dict.fromkeys((*names, real)):
        for file in files:
            readable[name / file] = real / file
            writable |= {name / above: real / above for above in Path(file).parents[:-1]}
    return replace(inside, readable=readable, writable=writable)


@dataclass(frozen=True, slots=True)
class WrappedCommand:
    """A command line in its box, and the status that the box reports."""

    command: list[str]
    status: IO[bytes] | None = None
    calls: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The descriptors that the box has to inherit."""
        status = None if self.status is None else self.status.fileno()
        return tuple(entry for entry in (status, self.calls) if entry is not None)

    def check(self, output: str) -> None:
        """Raise HydraError if the box failed before its command ran, with ``output``."""
        if self.status is None:
            return
        self.status.seek(0)
        if b'"exit-code"' not in self.status.read(2**12):
            last = output.strip().rpartition("\n")[2]
            raise HydraError(
                f"the sandbox could not be created: {last or 'no reason was given'}; "
                '[sandbox] mode = "none" runs without it'
            )


def isolation_of(
    settings: SandboxSettings,
    checkout: Path,
    shares: Sequence[str] = (),
    caches: Sequence[str] = (),
) -> Isolation:
    """The isolation of the settings, as far as available; HydraError if they insist on a box."""
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
        caches=tuple(caches),
    )
