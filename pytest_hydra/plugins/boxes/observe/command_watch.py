"""Watch what a command runs: each execve below it waits until its words are read.

What is announced may be changed by another thread before the kernel reads it. So what then starts
is compared, at the first system call of the new program.
"""

from __future__ import annotations

import errno
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_hydra.core.observed_runs import Line, ObservedRun, ObservedRuns
from pytest_hydra.plugins.boxes.observe.program_names import ProgramNames, StartedProgram
from pytest_hydra.plugins.boxes.observe.system_calls import (
    CALLS,
    Notice,
    filter_program,
    is_valid,
    let_go,
    receive,
)
from pytest_hydra.plugins.boxes.observe.waiting_process import announced, leader_of, running

_LAUNCHER = Path(__file__).with_name("observe_launcher.py")
_MESSAGE = 200  # bytes
# What is kept, in runs and in characters of their words.
_MOST_RUNS, _MOST_CHARACTERS = 50_000, 2**22
_END = 5.0  # seconds, for what was killed to be gone


@dataclass(slots=True)
class _Started:
    """A run, with what tells whether what started is what was announced."""

    run: ObservedRun
    words: Line
    program: StartedProgram


class CommandWatch:
    """Watches one command, and all that it starts.

    Use it as: wrap the command line, start the process, call `started`, end the process, close. It
    has ``runs`` when it is closed.
    """

    def __init__(
        self,
        programs: Iterable[str] = (),
        *,
        boxed: bool = False,
        path: str | None = None,
        own: Sequence[str] = (),
        stop: Callable[[Line], bool] | None = None,
    ) -> None:
        """``programs`` are those that are recognized in copies and links, too.

        ``path`` is where they are looked up. The runs up to that of the command line ``own`` are
        left out, as those of a box. A run with a command line of which ``stop`` is true fails, as
        without permission.
        """
        self._own, self._taken = tuple(own), 0
        self._names = ProgramNames(programs, path)
        self._boxed, self._stop = boxed, stop
        self._runs: list[_Started] = []
        self._announced: dict[int, int] = {}
        #: The runs of each process, which becomes one program after the other.
        self._running: dict[int, list[int]] = {}
        self._hides = False
        self._characters = 0
        self._fault: str | None = "it has not started"
        self._begin = time.monotonic()
        self._ours, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._thread = threading.Thread(target=self._serve, name="observe", daemon=True)

    def wrap(self, command: Sequence[str]) -> tuple[list[str], tuple[int, ...]]:
        """The command line that is watched, and the descriptors that it inherits."""
        # Of this process's own installation; a virtual environment is not needed.
        python = getattr(sys, "_base_executable", None) or sys.executable
        number = self._theirs.fileno()
        program = filter_program().hex()
        return [python, "-IS", str(_LAUNCHER), str(number), program, *command], (number,)

    def started(self) -> None:
        """The process was started: serve it."""
        self._theirs.close()
        self._begin = time.monotonic()
        self._thread.start()

    def close(self) -> ObservedRuns:
        """What ran, once the process has ended. What runs on is a fault."""
        self._theirs.close()
        if self._thread.ident is not None:
            self._thread.join(_END)
            if self._thread.is_alive():
                self._fault = "something that it started still runs"
        if not self._thread.is_alive():
            self._ours.close()
        return self.take()

    def take(self) -> ObservedRuns:
        """What ran since the last time."""
        entries = [*self._runs]
        self._taken = self._taken or self._first(entries)
        runs = tuple([entry.run for entry in entries[self._taken :]])
        self._taken = max(self._taken, len(entries))
        return ObservedRuns(runs, self._fault, self._hides, self._boxed)

    def _first(self, entries: Sequence[_Started]) -> int:
        """Where the runs begin that are not the start of our own program."""
        rest, at = self._own[1:], 0
        while self._own and at < len(entries) and not self._is_own(entries[at], rest):
            at += 1
        while self._own and at < len(entries) and self._is_own(entries[at], rest):
            at += 1
        return at

    def _is_own(self, entry: _Started, rest: Line) -> bool:
        """Whether this is our own program, perhaps by its interpreter."""
        if rest:
            return entry.words[-len(rest) :] == rest
        name = os.path.basename(self._own[0])
        return any(os.path.basename(word) == name for word in entry.words[-1:])

    # In the thread.

    def _serve(self) -> None:
        try:
            message, listeners, _, _ = socket.recv_fds(
                self._ours, _MESSAGE, 1, socket.MSG_CMSG_CLOEXEC
            )
            if not listeners:
                reason = message.decode(errors="replace") or "it ended before it began"
                self._fault = f"there is no listener: {reason}"
                return
            self._fault = None
            with os.fdopen(listeners[0], "rb", 0) as listener:
                self._ours.send(b"1")
                poll = select.poll()
                poll.register(listener, select.POLLIN)
                while poll.poll()[0][1] & select.POLLIN:  # else nobody is left
                    with suppress(FileNotFoundError):  # it was killed meanwhile
                        self._next(listener.fileno())
        except Exception as error:  # noqa: BLE001 - whoever waits is refused, and nothing counts
            self._fault = f"{type(error).__name__}: {error}"

    def _next(self, listener: int) -> None:
        notice = receive(listener)
        refused = 0
        if notice.number == notice.calls.ends:
            self._ends(notice)
        elif notice.number == notice.calls.first:
            self._starts(notice.thread)
        else:
            entry, process = self._announces(notice)
            if not is_valid(listener, notice):
                return  # what was read may be another's
            if self._stop is not None and any(map(self._stop, entry.run.lines)):
                entry.run, refused = replace(entry.run, fate="stopped"), errno.EACCES
            self._announced[process] = len(self._runs)
            self._add(entry)
        let_go(listener, notice, refused)

    def _add(self, entry: _Started) -> None:
        self._characters += sum(map(len, entry.words))
        if len(self._runs) >= _MOST_RUNS or self._characters > _MOST_CHARACTERS:
            self._fault = "more was run than is kept"
        else:
            self._runs.append(entry)
            self._hides = self._hides or entry.program.hides

    def _announces(self, notice: Notice) -> tuple[_Started, int]:
        at = time.monotonic() - self._begin
        process = notice.thread
        try:
            process = leader_of(notice.thread)
            base, name, words = announced(notice)
        except (OSError, ValueError, OverflowError):
            return _Started(ObservedRun((), "unreadable", at), (), StartedProgram(())), process
        program = self._names.program(process, base, name, words)
        return _Started(
            ObservedRun(program.lines, "tried", at, program.files), words, program
        ), process

    def _starts(self, process: int) -> None:
        """A program has started: it is what was announced, or else counts as what it is."""
        at = self._announced.pop(process, None)
        try:
            words, file = running(process)
        except OSError:
            return
        if at is None:
            # Some call this again, later.
            before = self._running.get(process)
            if before and (words, file) == self._what(before[-1]):
                return
        elif at < len(self._runs) and (words, file) == self._what(at):
            self._confirm(process, at)
            return
        program = self._names.program(process, "exe", "", words)
        begin = time.monotonic() - self._begin
        if at is not None and at < len(self._runs) and self._is_script(at, words):
            entry = self._runs[at]
            files = (*dict.fromkeys((*entry.program.files, *program.files)),)
            lines = (*dict.fromkeys((*entry.run.lines, *program.lines)),)
            entry.run = replace(entry.run, lines=lines, files=files)
            entry.words, entry.program = words, program
            self._hides = self._hides or program.hides
            self._confirm(process, at)
            return
        self._add(_Started(ObservedRun(program.lines, "ran", begin, program.files), words, program))
        self._running.setdefault(process, []).append(len(self._runs) - 1)

    def _what(self, at: int) -> tuple[Line, tuple[int, int] | None]:
        return self._runs[at].words, self._runs[at].program.file

    def _is_script(self, at: int, words: Line) -> bool:
        """Whether a program that started is the interpreter of the announced file."""
        rest = self._runs[at].words[1:]
        return len(words) > len(rest) + 1 and words[len(words) - len(rest) :] == rest

    def _confirm(self, process: int, at: int) -> None:
        self._runs[at].run = replace(self._runs[at].run, fate="ran")
        self._running.setdefault(process, []).append(at)

    def _ends(self, notice: Notice) -> None:
        """A process ends by itself, also one that never started a program."""
        process = notice.thread
        if process not in self._running and process not in self._announced:
            with suppress(OSError, ValueError):
                process = leader_of(process)
        became = self._running.pop(process, [])
        self._announced.pop(process, None)
        if not became:
            return
        with suppress(OSError):
            # The id may be that of another process by now.
            if running(process)[1] == self._runs[became[-1]].program.file:
                end, status = time.monotonic() - self._begin, notice.arguments[0] & 0xFF
                for at in became:
                    run = self._runs[at].run
                    self._runs[at].run = replace(run, seconds=end - run.at, exit=status)


def unobservable(run: Callable[[CommandWatch, list[str]], object]) -> str | None:
    """Why commands cannot be watched; None if they can.

    ``run`` runs a command line under a watch as others will be run, to its end, and calls
    `CommandWatch.started`. Raises what ``run`` raises.
    """
    if not sys.platform.startswith("linux") or not CALLS:
        return "only Linux on x86_64 and aarch64 can"
    watch = CommandWatch()
    try:
        run(watch, ["/bin/sh", "-c", ":"])
    finally:
        seen = watch.close()
    if seen.fault is not None:
        return seen.fault
    if [run.exit for run in seen.found(lambda line: line == ("sh", "-c", ":"))] != [0]:
        return "a command that ran was not seen"
    return None
