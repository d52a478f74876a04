"""Which runs a session takes recordings from."""

from __future__ import annotations

import json
from pathlib import Path

from pytest_hydra.record.runs import RunFolder, find_run


class Reuse:
    """The runs whose recordings this session uses.

    ``replayed`` is decided again, and nobody is asked. ``resumed`` were cut off, newest first.
    """

    def __init__(
        self, replayed: RunFolder | None = None, resumed: tuple[RunFolder, ...] = ()
    ) -> None:
        self.replayed = replayed
        self.resumed = resumed

    def to_wire(self) -> str:
        """As one string, for xdist's workers, which must not look for themselves."""
        replayed = None if self.replayed is None else str(self.replayed.path)
        return json.dumps([replayed, [str(folder.path) for folder in self.resumed]])

    @classmethod
    def from_wire(cls, text: str, root: Path) -> Reuse:
        """What `to_wire` wrote. Raises HydraError."""
        replayed, resumed = json.loads(text)
        return cls(
            None if replayed is None else find_run(root, replayed),
            tuple(find_run(root, path) for path in resumed),
        )
