"""Recordings of other runs that stand for conversations: in a replay, and after a run's end."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.errors import HydraError, HydraWarning
from pytest_hydra.record.files import SESSION, Cache, StoreError
from pytest_hydra.record.runs import Reuse
from pytest_hydra.scenarios.conversation import address_of, each_text, masked, missing_conversation
from pytest_hydra.scenarios.reply import (
    Conversation,
    ReplyError,
    conversation_from_plain,
    conversation_to_plain,
)

if TYPE_CHECKING:
    from pytest_hydra.execution.http_json import Secrets
    from pytest_hydra.scenarios.load import Scenario


class Recordings:
    """What was recorded of conversations, and what is kept of those that are held ahead.

    ``hidden`` gives the secrets, which recordings have as markers.
    """

    def __init__(self, root: Path, reuse: Reuse, hidden: Callable[[], Secrets | None]) -> None:
        self._root = root
        self._reuse = reuse
        self._hidden = hidden

    def conversation(
        self, nodeid: str, name: str | None, scenario: Scenario, digest: str
    ) -> Conversation | None:
        """The conversation that stands for a new one of an item, if there is one.

        In a replay that is the recorded one, or one that says that there is none. Else it is that
        of a run that was cut off, when all its turns have replies: what could not be graded is
        tried again.
        """
        replayed = self._reuse.replayed
        if replayed is None and not self._reuse.resumed:
            return None
        recorded, damage, hidden = None, "", self._hidden()
        try:
            if plain := self.find(nodeid, digest).get("conversation"):
                plain = each_text(plain, hidden.restore) if hidden else plain
                recorded = conversation_from_plain(plain)
        except ReplyError as error:
            damage = f": {error}"
        if replayed is not None:
            reason = f"run {replayed.run_id} holds no recording of this conversation{damage}"
            return recorded or missing_conversation(name, scenario, reason)
        return recorded if recorded and recorded.is_whole else None

    def find(self, nodeid: str, digest: str) -> Mapping[str, Any]:
        """What was recorded of an item's conversation; empty where nothing was.

        Items may ask the same and be told different things. In a replay that of another stands for
        an item that the run did not have: most often it had another name then.
        """
        recording = self._recorded.get((nodeid, digest))
        if recording is None and self._reuse.replayed is not None:
            recording = self._recorded.get((None, digest))
        for run in self._reuse.resumed:
            # Of what was held ahead its item's turn may not have come.
            recording = recording or self._ahead(run.session).get(address_of(nodeid, digest))
        return recording or {}

    def keep_ahead(self, nodeid: str, digest: str, conversation: Conversation) -> None:
        """Keep at once what was held ahead of its item: the session may be cut off before."""
        if not conversation.is_whole:
            return
        plain, hidden = conversation_to_plain(conversation), self._hidden()
        kept = {"conversation": masked(plain, hidden) if hidden else plain}
        # Where there is no room, what is recorded in its turn says so.
        with suppress(StoreError):
            self._ahead(self._reuse.token).put(address_of(nodeid, digest), kept)

    def _ahead(self, token: str) -> Cache:
        return Cache(self._root, f"{SESSION}{token}", flush=False)

    @cached_property
    def _recorded(self) -> dict[tuple[str | None, str], Mapping[str, Any]]:
        """By the item and the digest, and by the digest alone."""
        replayed = self._reuse.replayed
        folders = self._reuse.resumed if replayed is None else (replayed,)
        recordings: dict[tuple[str | None, str], Mapping[str, Any]] = {}
        states: dict[str, Any] = {}
        for folder in reversed(folders):  # the newest has the last word
            try:
                for record in folder.records("scenarios"):
                    states |= record.get("states", {})
                    for run in record["runs"]:
                        world = run["conversation"].get("world")
                        if world is not None and world["initial"] in states:
                            world["before"] = states[world["initial"]]
                        for whose in (record.get("nodeid"), None):
                            recordings[whose, run["digest"]] = run
            except (HydraError, KeyError, TypeError) as error:
                broken = f"{folder.path}: a broken recording: {error!r}"
                damage = error if isinstance(error, HydraError) else broken
                message = f"{damage}; nothing is known of what the run recorded after it"
                warnings.warn(message, HydraWarning, stacklevel=2)
        return recordings
