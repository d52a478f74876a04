"""How the commands of a race are kept apart: in a box where there can be one, and within limits."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import IO, TYPE_CHECKING, Literal

from pytest_hydra.candidates.workspace.folders import is_plain
from pytest_hydra.candidates.workspace.toolchain import toolchain
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.box import EMPTY, Box, Inside, call_filter, make_etc, preflight
from pytest_hydra.execution.limits import Limits, limited, on_processors
from pytest_hydra.execution.overlay import Overlay
from pytest_hydra.record.files import StoreError

if TYPE_CHECKING:
    from pytest_hydra.settings.race import SandboxSettings


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
    def told(self) -> tuple[str, ...]:
        """What it is, and why it is nothing better: lines for which a header has room."""
        if self.box is not None:
            return (f"isolation: bubblewrap{', with the network' if self.network else ''}",)
        return tuple(wrap(f"isolation: none ({self.why})", LINE, subsequent_indent="  "))

    def to_plain(self) -> list[object]:
        """All of it that the outcome of a command may depend on, as plain data."""
        limits = self.limits
        given = {name: os.environ.get(name) for name in self.variables}
        return [self.kind, self.network, limits.memory_mb, limits.processors, given]

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
        """The command line that runs ``command`` apart from all but its folders.

        It is to be run inside the block, in a thread that nothing else runs in. ``private`` stands
        beside the workspace, in a folder below that of all workspaces, and holds ``home``, ``tmp``
        and ``results``, which the command may change beside the workspace.
        ``network`` says otherwise than the settings. A workspace that lies ``over`` another folder
        is seen in a box alone. Raises StoreError.
        """
        counted_apart = self.box is not None and self.box.has_users and os.geteuid() != 0
        line = limited(command, self.limits, counted_apart=counted_apart)
        with ExitStack() as stack:
            stack.enter_context(on_processors(self.limits.processors))
            wrapped = Wrapped(line)
            if self.box is not None:
                place = Path(os.path.realpath(workspace))
                network = self.network if network is None else network
                try:
                    seen = {entry: over.seen if over else entry for entry in (place, workspace)}
                    inside = self._inside(seen, private, environment, python, network)
                    told = stack.enter_context(tempfile.TemporaryFile())
                    calls = stack.enter_context(_filter())
                    line = self.box.wrap(
                        line, inside, folder=place, told=told.fileno(), calls=calls, over=over
                    )
                except OSError as error:
                    raise StoreError(private, error) from error
                wrapped = Wrapped(line, told, calls)
            yield wrapped

    def tools(
        self, environment: Mapping[str, str], python: str | None
    ) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """What a command's tools need of the machine, and what of it is shown empty.

        See `toolchain`. To find out takes a moment, once.
        """
        home = Path(os.environ.get("HOME") or "/")
        return toolchain(python, environment, home=home, checkout=self.checkout or home)

    def _inside(
        self,
        workspaces: Mapping[Path, Path],
        private: Path,
        environment: Mapping[str, str],
        python: str | None,
        network: bool,
    ) -> Inside:
        """What stands in a box; the workspace is one, by each of its names, and where we see it."""
        home = Path(os.environ.get("HOME") or "/")
        checkout = self.checkout or home
        lent, emptied = self.tools(environment, python)
        # Beside the workspaces, for all of their commands.
        etc = make_etc(private.parent.parent, network=network)
        shown = {entry: entry for entry in lent} | dict.fromkeys(emptied, etc / EMPTY)
        for share in self.shares:
            theirs = checkout / share
            if os.path.isdir(theirs):
                # Programs in it may name their own place.
                shown[theirs] = theirs
                places = [
                    workspace / share
                    for workspace, seen in workspaces.items()
                    if _is_lent(seen, share)
                ]
                shown |= dict.fromkeys(places, theirs)
        return Inside(
            private=private,
            etc=etc,
            read=shown,
            write=(*workspaces, *(private / name for name in ("home", "tmp", "results"))),
            hidden=tuple(dict.fromkeys([home, checkout])),
            network=network,
        )


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A command line in its box, and what the box says of itself."""

    command: list[str]
    told: IO[bytes] | None = None
    calls: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The open files that the box has to inherit."""
        told = None if self.told is None else self.told.fileno()
        return tuple(entry for entry in (told, self.calls) if entry is not None)

    def check(self, said: str) -> None:
        """Raise HydraError where the box ended before its command; ``said`` is its output."""
        if self.told is None:
            return
        self.told.seek(0)
        if b'"exit-code"' not in self.told.read(2**12):
            last = said.strip().rpartition("\n")[2]
            raise HydraError(
                f"the sandbox could not be made: {last or 'it does not say why'}; "
                '[sandbox] mode = "none" does without it'
            )


def isolation_of(
    settings: SandboxSettings, checkout: Path, shares: Sequence[str] = ()
) -> Isolation:
    """What the settings ask for, as far as it is to be had here.

    Raises HydraError where they insist on a box and there can be none.
    """
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


@contextmanager
def _filter() -> Iterator[int | None]:
    """A descriptor from which the filter of system calls is read, once; None where there is none.

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


def _is_lent(workspace: Path, share: Path) -> bool:
    """Whether a share is to be seen there: the workspace has an empty folder for it."""
    return is_plain(workspace, share) and not any((workspace / share).iterdir())
