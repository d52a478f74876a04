"""The programs that read changes: apart from pytest, as what they read may exhaust a parser."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.candidates.source.git import SourceError
from pytest_hydra.core.text import one_line
from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import ProcessError

# As a module, so that it is compiled once. We are found in the last place, so that nothing is found
# there instead of the standard library.
_OURS = str(Path(__file__).resolve().parents[3])
_PROGRAM = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from pytest_hydra.candidates.tamper.change_reader import main; main()"
)
_COMMAND = (sys.executable, "-I", "-S", "-W", "ignore", "-c", _PROGRAM, _OURS)
# What an answer may take, in seconds, and be, in bytes.
_SECONDS = 300.0
_LONGEST = 2**30
# How long a question waits for a program that has another before there is one more, in seconds.
_PATIENCE = 1.0


class Readers:
    """At most so many programs that read changes, until it is closed; for any thread."""

    def __init__(self, most: int = 1) -> None:
        self._most = most
        self._number = 0
        self._free: list[Process] = []
        self._closed = False
        self._changed = threading.Condition()

    def ask(self, question: Mapping[str, Any]) -> Any:
        """What the program answers to this. Raises SourceError where that is not to be had."""
        line = json.dumps(question).encode("ascii")
        reader = self._take()
        is_good = False
        try:
            answer = reader.ask(line, _SECONDS, lambda: self._closed)
            is_good = True
        except ProcessError as error:
            said = one_line(reader.stderr().strip().rpartition("\n")[2], 200)
            told = f"what reads it was exhausted: {error}; {said}".removesuffix("; ")
            raise SourceError(told) from error
        finally:
            # Nobody asks it again after an error.
            with self._changed:
                is_kept = is_good and not self._closed
                if is_kept:
                    self._free.append(reader)
                else:
                    self._number -= 1
                self._changed.notify()
            if not is_kept:
                reader.close()
        return json.loads(answer)

    def close(self) -> None:
        """End them, and let nobody wait for an answer any longer."""
        with self._changed:
            self._closed = True
            free, self._free = self._free, []
            self._changed.notify_all()
        for entry in free:
            entry.close()

    def _take(self) -> Process:
        is_late = False
        with self._changed:
            while not (self._free or self._closed):
                if not self._number or (is_late and self._number < self._most):
                    try:
                        reader = Process(
                            _COMMAND, cwd=Path("/"), environment={}, line_limit=_LONGEST
                        )
                    except ProcessError as error:
                        raise SourceError(f"what reads it {error}") from error
                    self._number += 1
                    return reader
                is_late = not self._changed.wait(_PATIENCE)
            if self._closed:
                raise SourceError("the session ended before it was read")
            return self._free.pop()
