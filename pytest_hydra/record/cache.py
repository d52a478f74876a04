"""Finished work that is found again by its address, in any process and in any later run."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from pytest_hydra.record import wire
from pytest_hydra.record.files import StoreError, locked, make_folder, write_whole

SESSION = "session-"
"""How the cache of a session is called, before its token."""

_DAY = 24 * 60 * 60
# How long a result is kept that nobody asks for, in seconds.
_KEPT_SECONDS = 31 * _DAY
_ADDRESS = re.compile(r"[0-9a-f]{64}")


class Cache:
    """Results by address, below ``.hydra/NAME/``. An address is the sha256 of all that matters.

    Whoever does the work of an address claims it first: others who want the same wait, and find
    it done. A claim falls with the process that holds it.
    """

    def __init__(self, root: Path, name: str, *, flush: bool = True) -> None:
        """Without ``flush`` the last results may be lost when the machine goes down."""
        self._root = root
        self._name = name
        self._flush = flush

    @contextmanager
    def claim(self, address: str) -> Iterator[None]:
        """Be the only one at work on this address. Raises StoreError."""
        path = self._path(address, "lock")
        with ExitStack() as stack:
            try:
                make_folder(self._root, self._name)
                stack.enter_context(locked(path))
            except OSError as error:
                raise StoreError(path, error) from error
            yield

    def get(self, address: str) -> dict[str, Any] | None:
        """What was put there, which is used and so not forgotten; None for nothing readable."""
        path = self._path(address, "json")
        try:
            found = path.read_bytes()
            with suppress(OSError):
                os.utime(path)
            return wire.decode(found)
        except (FileNotFoundError, ValueError):
            return None
        except OSError as error:
            raise StoreError(path, error, "read") from error

    def put(self, address: str, value: Mapping[str, Any]) -> None:
        """Keep a result, whole or not at all. Raises StoreError."""
        path = self._path(address, "json")
        try:
            make_folder(self._root, self._name)
            write_whole(path, wire.encode(value).encode("ascii"), flush=self._flush)
        except OSError as error:
            raise StoreError(path, error) from error

    def forget_old(self) -> None:
        """Delete what nobody asked for in a month, and the log that lies beside it."""
        for path in (self._root / ".hydra" / self._name).glob("*.json"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - _KEPT_SECONDS:
                    for suffix in (".json", ".log", ".lock"):
                        path.with_suffix(suffix).unlink(missing_ok=True)

    def _path(self, address: str, suffix: str) -> Path:
        if not _ADDRESS.fullmatch(address):
            raise ValueError(f"an address is a sha256 in hex, not {address!r}")
        return self._root / ".hydra" / self._name / f"{address}.{suffix}"


def drop_session(root: Path, token: str) -> None:
    """Delete what processes of a session told each other, and what killed ones left for a day."""
    shutil.rmtree(root / ".hydra" / f"{SESSION}{token}", ignore_errors=True)
    for path in (root / ".hydra").glob(f"{SESSION}*"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _DAY:
                shutil.rmtree(path, ignore_errors=True)
