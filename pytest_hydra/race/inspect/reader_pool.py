"""Programs that read changes in processes of their own, as a file may exhaust the parser."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import LifoQueue
from typing import Any

from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.git.repository import SourceError

# Run as a module, so that it is compiled once. Our folder is the last on ``sys.path``, so that
# nothing in it shadows the standard library.
_OURS = str(Path(__file__).resolve().parents[3])
_PROGRAM = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from pytest_hydra.race.inspect.change_reader import main; main()"
)
_COMMAND = (sys.executable, "-I", "-S", "-W", "ignore", "-c", _PROGRAM, _OURS)
# Limits of an answer: time in seconds, and length in bytes.
_SECONDS = 300.0
_LONGEST = 2**30


class Readers:
    """A pool of at most ``most`` programs that read changes, until it is closed. Thread-safe."""

    def __init__(self, most: int = 1) -> None:
        # The program that was used last is used next; None is one that has not been started.
        self._free: LifoQueue[Process | None] = LifoQueue()
        self._most = most
        self._closed = False
        for _ in range(most):
            self._free.put(None)

    def ask(self, question: Mapping[str, Any]) -> Any:
        """The answer of a program. Raises SourceError if it fails, or if the pool is closed."""
        reader = self._free.get()
        try:
            if self._closed:
                raise SourceError("the session ended before the change was analyzed")
            reader = reader or Process(_COMMAND, cwd=Path("/"), environment={}, line_limit=_LONGEST)
            line = json.dumps(question).encode("ascii")
            return json.loads(reader.ask(line, _SECONDS, lambda: self._closed))
        except ProcessError as error:
            reason = str(error)
            if reader is not None:
                reason = reader.failure(error)
                reader.close()
                reader = None  # a new one is started next time
            raise SourceError(f"the program that analyzes it failed: {reason}") from error
        finally:
            self._free.put(reader)

    def close(self) -> None:
        """End the programs; questions that wait for an answer fail."""
        self._closed = True
        # A program that is in use is given back soon.
        readers = [self._free.get() for _ in range(self._most)]
        for reader in readers:
            if reader is not None:
                reader.close()
            self._free.put(None)
