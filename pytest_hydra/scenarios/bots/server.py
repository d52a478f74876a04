"""The servers of bots behind HTTP, which are started for them and end with the session."""

from __future__ import annotations

import os
import re
import socket
import threading
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_hydra.core.text import fill, log_text, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import (
    TERMINATION,
    LogError,
    StoppedError,
    find_command,
    last_lines,
    quotas,
    run_logged,
)
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.settings import missing_env

if TYPE_CHECKING:
    from pytest_hydra.settings import BotSettings

# Between two looks whether it is ready, and the time limit of one look, in seconds.
_LOOK = 0.05
_LOOK_SECONDS = 5.0


class BotServers:
    """The servers of a process; xdist's controller starts them for its workers.

    They run in ``root``, and their logs are in the folder ``logs``. A ``worker`` of xdist has
    servers of its own for tests without ``--hydra``.
    """

    def __init__(self, root: Path, logs: Path, worker: str | None) -> None:
        self._root, self.logs, self._worker = root, logs, worker
        self._servers: list[_Server] = []
        #: What the controller has started, by bot: a port, or the reason and traceback of an error.
        self.started: dict[str, str | tuple[str, str | None]] = {}

    def start(self, name: str, settings: BotSettings) -> BotSettings:
        """The settings of a bot with the address of its server. Raises BotError."""
        known = self.started.get(name)
        if known is None:
            place = re.sub(r"[^\w.=,-]+", "-", name)
            log = self.logs / f"{'-'.join(filter(None, (place, self._worker)))}.log"
            self._servers.append(_Server(name, settings, self._root, log))
            self._servers[-1].start()
            known = self._servers[-1].port
        if not isinstance(known, str):
            raise BotError(*known)
        return settings.with_port(known)

    def start_all(self, bots: Mapping[str, BotSettings]) -> Mapping[str, Any]:
        """Start those of all these bots, unless they were: `started`, for the workers."""
        for name, settings in bots.items():
            if (
                settings.start is not None
                and name not in self.started
                and not missing_env(settings)
            ):
                try:
                    self.start(name, settings)
                    self.started[name] = self._servers[-1].port
                except BotError as error:
                    self.started[name] = (str(error), error.traceback)
        return self.started

    def stop(self) -> None:
        """End all of them."""
        for server in self._servers:
            server.stop()


class _Server:
    """A server that runs ``settings.start`` in ``root``, and writes to ``log``.

    ``{port}`` in its command and its address is a free port.
    """

    def __init__(self, name: str, settings: BotSettings, root: Path, log: Path) -> None:
        self._name, self._root, self._log = name, root, log
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self._command = [word.replace("{port}", self.port) for word in settings.start or ()]
        self._settings = settings.with_port(self.port)
        self._stop = threading.Event()
        #: How it ended, if it did so by itself.
        self._ending: str | None = None
        self._thread = threading.Thread(target=self._run, name="hydra-server", daemon=True)

    def start(self) -> None:
        """Start it, and wait until it is ready. Raises BotError if it does not get there."""
        self._thread.start()
        end = quotas.now() + self._settings.start_seconds
        while (fault := self._fault()) is not None:
            reason = self._ending
            if self._stop.is_set():
                reason = "was stopped: the session has ended"
            elif reason is None and quotas.now() > end:
                reason = f"was not ready within {self._settings.start_seconds:g} s: {fault}"
            if reason is not None:
                self.stop()
                raise BotError(f"bot {self._name!r}: its server {reason}", self._last_lines())
            quotas.pause(_LOOK)

    def stop(self) -> None:
        """End it and all that it started."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(2 * TERMINATION)

    def _run(self) -> None:
        try:
            ending = run_logged(
                find_command(self._command, self._root),
                cwd=self._root,
                environment=quotas.environment_variables(),
                log=self._log,
                seconds=inf,
                stop=self._stop.is_set,
                grace=TERMINATION,
            )
            self._ending = f"ended with exit status {ending.exit}"
        except StoppedError:
            pass
        except HydraError as error:
            self._ending = f"cannot run: {error}"

    def _last_lines(self) -> str | None:
        try:
            return log_text(last_lines(self._log)) or None
        except LogError:  # it did not begin to run
            return None

    def _fault(self) -> str | None:
        """Why it is not ready; None if it is."""
        settings = self._settings
        address = settings.url or (settings.openai and settings.openai.base_url)
        parts = urlsplit(fill(address, "{{{{{}}}}}".format, lambda name: os.environ.get(name, "")))
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=_LOOK_SECONDS)
        try:
            connection.connect()
            if settings.ready is None:
                return None
            connection.request("GET", settings.ready)
            status = connection.getresponse().status
        except (OSError, HTTPException) as error:
            return one_line(str(error) or type(error).__name__)
        finally:
            connection.close()
        return None if status < 400 else f"GET {settings.ready} is answered with {status}"
