"""What a session may use of what other sessions, and other processes of its own, have recorded."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

from pytest_hydra.record.runs import RunFolder, find_run


class Reuse:
    """The recordings that this session uses.

    ``replayed`` is a run that is decided again, and nobody is asked. ``resumed`` were cut off,
    newest first. ``fresh``: nothing else of an earlier session is used either. ``token`` is the
    same in all processes of this session, and in no other session.
    """

    def __init__(
        self,
        replayed: RunFolder | None = None,
        resumed: tuple[RunFolder, ...] = (),
        *,
        fresh: bool = False,
        token: str | None = None,
    ) -> None:
        self.replayed = replayed
        self.resumed = resumed
        self.fresh = fresh
        self.token = token or uuid4().hex

    def to_wire(self) -> str:
        """As one string, for xdist's workers, which must not look for themselves."""
        return json.dumps(
            {
                "replayed": None if self.replayed is None else str(self.replayed.path),
                "resumed": [str(folder.path) for folder in self.resumed],
                "fresh": self.fresh,
                "token": self.token,
            }
        )

    @classmethod
    def from_wire(cls, text: str, root: Path) -> Reuse:
        """What `to_wire` wrote. Raises HydraError."""
        told = json.loads(text)
        return cls(
            None if told["replayed"] is None else find_run(root, told["replayed"]),
            tuple(find_run(root, path) for path in told["resumed"]),
            fresh=told["fresh"],
            token=told["token"],
        )
