"""What a command ran: plain data, and what it says. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_hydra.core.text import read_words

_WORDS = read_words(__file__, "observed_words.txt")
_SHELLS, _BUILTINS = frozenset(_WORDS["shells"]), frozenset(_WORDS["builtins"])
_DELEGATES = frozenset(_WORDS["delegates"])

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObservedRun:
    """A program that was started, or was to be.

    ``lines`` are the command lines that it counts as, the first one as it was called. ``fate``:
    "ran"; "tried", which did not start as far as is known; "stopped"; "unreadable". ``files`` were
    given to be executed, by their paths where it ran. ``at`` and ``seconds`` are times from the
    start of the command, and how long it took; ``exit`` its status. Of a program that became
    another one, they are those of that. None: not known, as of one that a signal ended.
    """

    lines: tuple[Line, ...]
    fate: str
    at: float
    files: tuple[str, ...] = ()
    seconds: float | None = None
    exit: int | None = None

    def to_plain(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = {"lines": [[*line] for line in self.lines], "fate": self.fate,
                                 "at": round(self.at, 4)}  # fmt: skip
        if self.files:
            plain["files"] = [*self.files]
        if self.seconds is not None:
            plain |= {"seconds": round(self.seconds, 4), "exit": self.exit}
        return plain


@dataclass(frozen=True, slots=True)
class ObservedRuns:
    """All that a command ran.

    ``fault`` is why not all of it is known, from the first to the last instruction. ``hides``: a
    program ran others in itself, as busybox does. ``boxed``: it could not ask another one outside.
    """

    runs: tuple[ObservedRun, ...] = ()
    fault: str | None = None
    hides: bool = False
    boxed: bool = False

    def to_plain(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = {"runs": [run.to_plain() for run in self.runs]}
        return plain | {"fault": self.fault, "hides": self.hides, "boxed": self.boxed}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ObservedRuns:
        """From plain data of our own records."""
        runs = [
            ObservedRun(
                lines=tuple(tuple(line) for line in run["lines"]),
                fate=run["fate"],
                at=run["at"],
                files=tuple(run.get("files", ())),
                seconds=run.get("seconds"),
                exit=run.get("exit"),
            )
            for run in plain["runs"]
        ]
        return cls(tuple(runs), plain["fault"], plain["hides"], plain["boxed"])

    def found(self, fits: Callable[[Line], object], fate: str = "ran") -> list[ObservedRun]:
        """The runs of this fate of which a line fits."""
        return [run for run in self.runs if run.fate == fate and any(map(fits, run.lines))]

    def doubt(self, program: str | None = None) -> str | None:
        """Why a run of this program, or of any, may be missing; None: what is not here did not run.

        A program that is a shell's builtin is not seen where a shell ran.
        """
        if self.fault is not None:
            return self.fault
        if any(run.fate == "unreadable" for run in self.runs):
            return "what a process ran could not be read"
        if self.hides:
            return "a shell like busybox runs programs in itself"
        names = {line[0] for run in self.runs if run.fate == "ran" for line in run.lines if line}
        if program in _BUILTINS and names & _SHELLS:
            return f"shells run {program} in themselves"
        if not self.boxed and (others := sorted(names & _DELEGATES)):
            return f"{others[0]} may have run it elsewhere"
        return None
