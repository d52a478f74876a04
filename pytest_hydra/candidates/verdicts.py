"""What an item of a race is told, and how it asks: also from another process than the race's.

One process runs the race: the only one, or xdist's controller. So each unit of work runs once,
and one limit holds for the session, whichever worker asks first. Workers ask through files of the
session's cache: a question is a file, and so is its answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import pause
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.record.files import SESSION, Cache, StoreError, write_whole

#: The dimension that stands for all gates of a candidate, and the one that stands for the race.
GATES = "gates"
RACE = "race"

State = Literal["passed", "failed", "blocked", "unproven", "missing", "ungraded"]

_BETWEEN_LOOKS = 0.02
_ASKED = ".asked"
_AHEAD = ".ahead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of one item.

    ``state``: *passed*; *blocked* or *unproven* by a gate; *missing*: there is nothing to score;
    *ungraded*: it could not be measured; *failed*: too few candidates are mergeable. ``headline``
    says it in one line, ``text`` in all that is known. ``mock``: it was to be judged, and no judge
    read anything.
    """

    state: State
    headline: str = ""
    text: str = ""
    mock: bool = False


class AbsentError(HydraError):
    """A candidate whose change cannot be had, and why not."""


class Answers(Protocol):
    """Who has verdicts made."""

    def ahead(self, agent: str, dimension: str) -> None:
        """Have this verdict made before it is asked for."""

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict, waited for. Raises TasksStoppedError, and HydraError for what went wrong."""

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """What a test needs of a candidate. Raises as `take` does."""


def session_folder(token: str) -> str:
    """The folder below ``.hydra`` of a session's race; the session's own goes when that ends."""
    return f"{SESSION}{token}/race"


class VerdictClient:
    """Has verdicts made by another process, from an xdist worker."""

    def __init__(self, root: Path, token: str, stop_file: Path) -> None:
        self._cache = Cache(root, session_folder(token))
        self._folder = root / ".hydra" / session_folder(token)
        self._stop_file = stop_file
        self._parent = os.getppid()

    def ahead(self, agent: str, dimension: str) -> None:
        """Have this verdict made before it is asked for."""
        # Where that cannot be put it is said when the verdict is asked for.
        with suppress(StoreError):
            self._put({"agent": agent, "dimension": dimension}, _AHEAD)

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict, waited for. Raises TasksStoppedError, and HydraError for what went wrong."""
        return Verdict(**self.answer({"agent": agent, "dimension": dimension}))

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """The answer to a question, waited for. Raises as `take` does."""
        address = self._put(question, _ASKED)
        path = self._folder / f"{address}{_ASKED}"
        while (answer := self._cache.get(address)) is None:
            if self._stop_file.exists():
                raise TasksStoppedError
            if not path.exists() and self._cache.get(address) is None:
                raise HydraError(f"the answer could not be written below {self._folder}")
            if os.getppid() != self._parent:
                # Whom to tell what comes of it was killed.
                os._exit(1)
            pause(_BETWEEN_LOOKS)
        if "error" in answer:
            raise HydraError(answer["error"])
        if "stopped" in answer:
            raise TasksStoppedError
        result: dict[str, Any] = answer["answer"]
        return result

    def _put(self, question: Mapping[str, str], ending: str) -> str:
        address = _address(question)
        path = self._folder / f"{address}{ending}"
        if not path.exists():
            try:
                write_whole(path, json.dumps(question).encode("ascii"))
            except OSError as error:
                raise StoreError(path, error) from error
        return address


class VerdictServer:
    """Answers what workers ask, each question in a thread of its own.

    Of what is only to be made ahead it tells ``ahead``, with what answers it then.
    """

    def __init__(
        self,
        root: Path,
        token: str,
        answer: Callable[[Mapping[str, str]], Mapping[str, Any]],
        ahead: Callable[[str, str, Callable[[], None]], None],
    ) -> None:
        self._cache = Cache(root, session_folder(token))
        self._folder = root / ".hydra" / session_folder(token)
        self._answer = answer
        self._ahead = ahead
        self._stopped = threading.Event()
        self._answered: set[str] = set()
        threading.Thread(target=self._listen, name="hydra-answers", daemon=True).start()

    def stop(self) -> None:
        """Hear nothing more."""
        self._stopped.set()

    def _listen(self) -> None:
        while not self._stopped.wait(_BETWEEN_LOOKS):
            for path in self._asked():
                try:
                    question = json.loads(path.read_bytes())
                except OSError:
                    continue  # there may be too many open files just now: it is looked at again
                self._answered.add(path.name)
                reply = partial(self._reply, question)
                if path.suffix == _AHEAD:
                    self._ahead(question["agent"], question["dimension"], reply)
                    continue
                try:
                    threading.Thread(target=reply, name="hydra-answer", daemon=True).start()
                except RuntimeError as error:  # the system has no more threads
                    self._tell(question, {"error": f"{error}; fewer workers (-n) need fewer"})

    def _asked(self) -> list[Path]:
        try:
            names = sorted(os.listdir(self._folder))
        except OSError:
            return []
        return [
            self._folder / name
            for name in names
            if name.endswith((_ASKED, _AHEAD)) and name not in self._answered and name[0] != "."
        ]

    def _reply(self, question: Mapping[str, str]) -> None:
        reply: dict[str, Any]
        try:
            reply = {"answer": self._answer(question)}
        except TasksStoppedError:
            reply = {"stopped": True}
        except HydraError as error:
            reply = {"error": str(error)}
        except Exception as error:  # noqa: BLE001 - the worker must hear of it, or wait for ever
            reply = {"error": f"an internal error: {type(error).__name__}: {error}"}
        self._tell(question, reply)

    def _tell(self, question: Mapping[str, str], reply: Mapping[str, Any]) -> None:
        address = _address(question)
        try:
            if not self._stopped.is_set():
                self._cache.put(address, reply)
        except HydraError:
            # The disk may be full: to take the question away needs no room. It may be put again.
            name = f"{address}{_ASKED}"
            (self._folder / name).unlink(missing_ok=True)
            self._answered.discard(name)


def _address(question: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode("ascii")).hexdigest()
