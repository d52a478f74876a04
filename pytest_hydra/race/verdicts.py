"""The verdict of an item of a race, and how workers get it from the process of the race.

One process runs the race: the only one, or xdist's controller. So each unit of work runs once,
and one limit applies to the whole session. Workers ask through files of the session's cache: a
question is a file, and so is its answer.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from pytest_hydra.core.plain import json_digest
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import pause
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.record.files import SESSION, Cache, StoreError, write_whole

#: The dimension name for all gates of a candidate, and the one for the whole race.
GATES = "gates"
RACE = "race"

State = Literal["passed", "failed", "blocked", "unproven", "missing", "ungraded"]

_BETWEEN_LOOKS = 0.02
_QUESTION = ".asked"
_AHEAD = ".ahead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of one item.

    ``state``: *passed*; *blocked* or *unproven* by a gate; *missing*: there is nothing to score;
    *ungraded*: it could not be measured; *failed*: too few candidates are mergeable. ``headline``
    is the reason in one line, ``text`` in full. ``mock``: the judge was a mock, and read nothing.
    """

    state: State
    headline: str = ""
    text: str = ""
    mock: bool = False


class AbsentError(HydraError):
    """The change of a candidate is not available; the message says why."""


class Answers(Protocol):
    """A source of verdicts."""

    def ahead(self, agent: str, dimension: str) -> None:
        """Start this verdict before it is needed."""

    def take(self, agent: str, dimension: str) -> Verdict:
        """Wait for the verdict. Raises TasksStoppedError, and HydraError for a failure."""

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """The answer to a question of a test about a candidate. Raises as `take` does."""


def session_folder(token: str) -> str:
    """The folder of a session's race below ``.hydra``; it is removed when the session ends."""
    return f"{SESSION}{token}/race"


class VerdictClient:
    """Gets verdicts, in an xdist worker, from the process that runs the race."""

    def __init__(self, root: Path, token: str, stop_file: Path) -> None:
        self._cache = Cache(root, session_folder(token))
        self._folder = root / ".hydra" / session_folder(token)
        self._stop_file = stop_file
        self._parent = os.getppid()

    def ahead(self, agent: str, dimension: str) -> None:
        """Start this verdict before it is needed."""
        # If the file cannot be written, `take` reports it.
        with suppress(StoreError):
            self._put({"agent": agent, "dimension": dimension}, _AHEAD)

    def take(self, agent: str, dimension: str) -> Verdict:
        """Wait for the verdict. Raises TasksStoppedError, and HydraError for a failure."""
        return Verdict(**self.answer({"agent": agent, "dimension": dimension}))

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """Wait for the answer to a question. Raises as `take` does."""
        address = self._put(question, _QUESTION)
        path = self._folder / f"{address}{_QUESTION}"
        while (answer := self._cache.get(address)) is None:
            if self._stop_file.exists():
                raise TasksStoppedError
            if not path.exists() and self._cache.get(address) is None:
                raise HydraError(f"the answer could not be written to {self._folder}")
            if os.getppid() != self._parent:
                # The controller, which waits for our results, was killed.
                os._exit(1)
            pause(_BETWEEN_LOOKS)
        if "error" in answer:
            raise HydraError(answer["error"])
        if "stopped" in answer:
            raise TasksStoppedError
        result: dict[str, Any] = answer["answer"]
        return result

    def _put(self, question: Mapping[str, str], suffix: str) -> str:
        address = json_digest(question)
        path = self._folder / f"{address}{suffix}"
        if not path.exists():
            try:
                write_whole(path, json.dumps(question).encode("ascii"))
            except OSError as error:
                raise StoreError(path, error) from error
        return address


class VerdictServer:
    """Answers the questions of workers, each in a thread of its own.

    Verdicts that are not yet needed go to ``ahead``, with a function that sends the answer.
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
        """Stop listening."""
        self._stopped.set()

    def _listen(self) -> None:
        while not self._stopped.wait(_BETWEEN_LOOKS):
            for path in self._questions():
                try:
                    question = json.loads(path.read_bytes())
                except OSError:
                    continue  # perhaps too many open files: it is read again in the next round
                self._answered.add(path.name)
                reply = partial(self._reply, question)
                if path.suffix == _AHEAD:
                    self._ahead(question["agent"], question["dimension"], reply)
                    continue
                try:
                    threading.Thread(target=reply, name="hydra-answer", daemon=True).start()
                except RuntimeError as error:  # the system has no more threads
                    self._write(question, {"error": f"{error}; fewer workers (-n) need fewer"})

    def _questions(self) -> list[Path]:
        try:
            names = sorted(os.listdir(self._folder))
        except OSError:
            return []
        return [
            self._folder / name
            for name in names
            if name.endswith((_QUESTION, _AHEAD)) and name not in self._answered and name[0] != "."
        ]

    def _reply(self, question: Mapping[str, str]) -> None:
        reply: dict[str, Any]
        try:
            reply = {"answer": self._answer(question)}
        except TasksStoppedError:
            reply = {"stopped": True}
        except HydraError as error:
            reply = {"error": str(error)}
        except Exception as error:  # noqa: BLE001 - without an answer the worker waits for ever
            reply = {"error": f"an internal error: {type(error).__name__}: {error}"}
        self._write(question, reply)

    def _write(self, question: Mapping[str, str], reply: Mapping[str, Any]) -> None:
        address = json_digest(question)
        try:
            if not self._stopped.is_set():
                self._cache.put(address, reply)
        except HydraError:
            # The disk may be full: removing the question needs no space. The worker may ask again.
            name = f"{address}{_QUESTION}"
            (self._folder / name).unlink(missing_ok=True)
            self._answered.discard(name)
