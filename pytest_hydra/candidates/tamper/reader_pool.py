"""The programs that read changes: apart from pytest, as what they read may exhaust a parser."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import LifoQueue
from typing import Any

from pytest_hydra.candidates.source.git import SourceError
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


class Readers:
    """At most so many programs that read changes, until it is closed; for any thread."""

    def __init__(self, most: int = 1) -> None:
        # The one that was used last is used next; None stands for one that is yet to be started.
        self._free: LifoQueue[Process | None] = LifoQueue()
        self._most = most
        self._closed = False
        for _ in range(most):
            self._free.put(None)

    def ask(self, question: Mapping[str, Any]) -> Any:
        """What the program answers to this. Raises SourceError where that is not to be had."""
        reader = self._free.get()
        try:
            if self._closed:
                raise SourceError("the session ended before it was read")
            reader = reader or Process(_COMMAND, cwd=Path("/"), environment={}, line_limit=_LONGEST)
            line = json.dumps(question).encode("ascii")
            return json.loads(reader.ask(line, _SECONDS, lambda: self._closed))
        except ProcessError as error:
            why = str(error)
            if reader is not None:
                why = reader.failure(error)
                reader.close()
                reader = None  # nobody asks it again
            raise SourceError(f"what reads it was exhausted: {why}") from error
        finally:
            self._free.put(reader)

    def close(self) -> None:
        """End them, and let nobody wait for an answer any longer."""
        self._closed = True
        # Who asks one just now gives it back soon.
        readers = [self._free.get() for _ in range(self._most)]
        for reader in readers:
            if reader is not None:
                reader.close()
            self._free.put(None)
