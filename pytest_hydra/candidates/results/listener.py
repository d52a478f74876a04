"""Our end of the recorder: the pipe that it writes into, its key, and what it has to know."""

from __future__ import annotations

import os
import secrets
import select
import threading
from collections.abc import Sequence
from pathlib import Path

from pytest_hydra.candidates.results.cases import LIMIT
from pytest_hydra.candidates.workspace.folders import leads_to

_LOOK = 0.05


class Listener:
    """Reads a pipe to its end, or until it is stopped; in bounds, and its writer never waits.

    ``writing`` is for the recorder to write into; ``handing`` gives it the key, once.
    """

    def __init__(self) -> None:
        self.key = secrets.token_bytes(32)
        # Not by the environment, which every process of the user may read.
        self.handing, giving = os.pipe()
        os.write(giving, self.key)
        os.close(giving)
        self._reading, self.writing = os.pipe()
        self._data = bytearray()
        self._cut = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def stop(self) -> tuple[bytes, bool]:
        """All that was written, and whether there was more than is kept."""
        self._stopping.set()
        os.close(self.handing)
        os.close(self.writing)
        self._thread.join()
        os.close(self._reading)
        return bytes(self._data), self._cut

    def _listen(self) -> None:
        while True:
            # Looked at first: what was written before that is in the pipe by now.
            stopping = self._stopping.is_set()
            ready, _, _ = select.select([self._reading], [], [], 0 if stopping else _LOOK)
            if not ready:
                if stopping:
                    return
                continue
            data = os.read(self._reading, 2**16)
            if not data:
                return
            room = LIMIT - len(self._data)
            self._data += data[:room]
            self._cut = self._cut or len(data) > room


def import_roots(seen: Path, names: Sequence[str], pythonpath: Sequence[str]) -> list[str]:
    """The folders of a workspace that imports begin in, none outside of it, relative to its top.

    ``seen`` is where we see it, and ``names`` are the absolute paths that commands know it by.
    """
    named = pythonpath or ("src",)
    found = [leads_to(seen, name, names) for name in (*named, ".")]
    return [one or "." for one in dict.fromkeys(found) if one is not None and (seen / one).is_dir()]
