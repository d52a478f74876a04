"""Reuse recorded conversations of other runs: in a replay, and to resume an interrupted run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.errors import HydraError, HydraWarning
from pytest_hydra.record.files import SESSION, Cache, StoreError
from pytest_hydra.record.runs import Reuse, RunFolder
from pytest_hydra.scenarios.conversation import (
    address_of,
    map_texts,
    mask,
    missing_conversation,
)
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.transcript.turn import ReplyError

if TYPE_CHECKING:
    from pytest_hydra.execution import Secrets
    from pytest_hydra.scenarios.bots.states import BotStates
    from pytest_hydra.scenarios.load import Scenario


class Recordings:
    """The recorded conversations, and those held ahead in this session.

    ``hidden`` returns the secrets, which recordings contain as markers.
    """

    def __init__(
        self, root: Path, reuse: Reuse, hidden: Callable[[], Secrets | None], states: BotStates
    ) -> None:
        self._root = root
        self._reuse = reuse
        self._hidden = hidden
        self._states = states
        self._origins: dict[tuple[str | None, str], RunFolder] = {}

    def conversation(
        self, nodeid: str, name: str | None, scenario: Scenario, digest: str
    ) -> Conversation | None:
        """The recorded conversation that replaces a new one of an item, if there is one.

        In a replay it is the recorded one, or a placeholder that says that there is none. Otherwise
        it is from an interrupted run, or the one to reuse, if all its turns have replies, as
        ungraded ones are tried again, and if the bot's state is known and unchanged.
        """
        replayed = self._reuse.replayed
        if replayed is None and not self._is_valid(nodeid, name, scenario, digest):
            return None
        recording, damage, secrets = None, "", self._hidden()
        try:
            if plain := self.find(nodeid, digest).get("conversation"):
                plain = map_texts(plain, secrets.restore) if secrets else plain
                recording = conversation_from_plain(plain)
        except ReplyError as error:
            damage = f": {error}"
        if replayed is not None:
            reason = f"run {replayed.run_id} has no recording of this conversation{damage}"
            return recording or missing_conversation(name, scenario, reason)
        return recording if recording and recording.is_complete else None

    def _is_valid(self, nodeid: str, name: str | None, scenario: Scenario, digest: str) -> bool:
        is_any = self._reuse.resumed or self._reuse.reused
        origin = self.origin(nodeid, digest) if is_any else None
        if origin is None:
            return False
        states = self._states.of(name, scenario)
        before = states if origin in self._reuse.resumed else origin.manifest.get("states", {})
        return None not in states.values() and all(before.get(key) == states[key] for key in states)

    def origin(self, nodeid: str, digest: str) -> RunFolder | None:
        """The run that has a recording of an item's conversation; None if there is none."""
        if (nodeid, digest) in self._recorded:
            return self._origins[nodeid, digest]
        for run in self._reuse.resumed:
            if self._ahead(run.session).get(address_of(nodeid, digest)):
                return run
        return None

    def run_id(self, nodeid: str, digest: str) -> str:
        """The id of the run in which a reused conversation was held."""
        origin = self.origin(nodeid, digest)
        assert origin is not None  # noqa: S101 - it is reused
        return str(self.find(nodeid, digest).get("reused", origin.run_id))

    def find(self, nodeid: str, digest: str) -> Mapping[str, Any]:
        """The recording of an item's conversation; empty if there is none.

        Items with the same messages may get different answers. In a replay, an item that the run
        did not have may use the recording of another: most often it was renamed.
        """
        recording = self._recorded.get((nodeid, digest))
        if recording is None and self._reuse.replayed is not None:
            recording = self._recorded.get((None, digest))
        for run in self._reuse.resumed:
            # A conversation held ahead may not have reached its item's turn.
            recording = recording or self._ahead(run.session).get(address_of(nodeid, digest))
        return recording or {}

    def store_ahead(self, nodeid: str, digest: str, conversation: Conversation) -> None:
        """Store a conversation held ahead of its item now: the session may be interrupted."""
        if not conversation.is_complete:
            return
        plain, secrets = conversation_to_plain(conversation), self._hidden()
        record = {"conversation": mask(plain, secrets) if secrets else plain}
        # If storage is full, the regular recording reports it.
        with suppress(StoreError):
            self._ahead(self._reuse.token).put(address_of(nodeid, digest), record)

    def _ahead(self, token: str) -> Cache:
        return Cache(self._root, f"{SESSION}{token}", flush=False)

    @cached_property
    def _recorded(self) -> dict[tuple[str | None, str], Mapping[str, Any]]:
        """Recordings by item and digest, and by digest only."""
        replayed = self._reuse.replayed
        reused = (self._reuse.reused,) if self._reuse.reused else ()
        folders = (*self._reuse.resumed, *reused) if replayed is None else (replayed,)
        recordings: dict[tuple[str | None, str], Mapping[str, Any]] = {}
        states: dict[str, Any] = {}
        for folder in reversed(folders):  # the newest takes precedence
            try:
                for record in folder.records("scenarios"):
                    states |= record.get("states", {})
                    for run in record["runs"]:
                        for part, (key, state) in registry.kept_once().items():
                            held = run["conversation"].get(part)
                            if held is not None and held[key] in states:
                                held[state] = states[held[key]]
                        for owner in (record.get("nodeid"), None):
                            recordings[owner, run["digest"]] = run
                            self._origins[owner, run["digest"]] = folder
            except (HydraError, KeyError, TypeError) as error:
                detail = f"{folder.path}: the recording is broken: {error!r}"
                damage = error if isinstance(error, HydraError) else detail
                message = f"{damage}; later recordings of the run were not read"
                warnings.warn(message, HydraWarning, stacklevel=2)
        return recordings
