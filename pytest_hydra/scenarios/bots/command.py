"""Bots that are programs: one process for each conversation, which talks in JSON lines.

Each turn the program gets one line, ``{"messages": …, "context": …}``, on its standard input and
answers one line of JSON on its standard output. Its standard error is kept and shown when it fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from pytest_hydra.core.text import one_line, printable
from pytest_hydra.execution import process_tree
from pytest_hydra.execution.process import Process, find_command
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.scenarios.bots.protocol import BotError


def opener(
    name: str, command: Sequence[str], root: Path, timeout_seconds: float
) -> Callable[[], CommandChat]:
    """What starts a conversation with this program, in the folder ``root``.

    Raises BotError when there is no such program.
    """
    try:
        found = find_command(command, root)
    except ProcessError as error:
        raise BotError(f"bot {name!r}: {error}") from None
    return partial(CommandChat, found, root, timeout_seconds)


def end_all() -> None:
    """Kill every program that holds a conversation in this process; it sees its program end."""
    process_tree.kill_all()


class CommandChat:
    """One conversation with a program; it ends with everything that the program started."""

    __slots__ = ("_command", "_process", "_root", "_seconds")

    def __init__(self, command: Sequence[str], root: Path, seconds: float) -> None:
        self._command = command
        self._root = root
        self._seconds = seconds
        self._process: Process | None = None

    def __enter__(self) -> CommandChat:
        try:
            self._process = Process(self._command, cwd=self._root)
        except ProcessError as error:
            raise BotError(str(error)) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process is not None  # noqa: S101 - set when the conversation was entered
        self._process.__exit__(kind, error, trace)

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """What the program answered, as JSON values. Raises BotError when it did not."""
        assert self._process is not None  # noqa: S101 - set when the conversation was entered
        # ASCII, so that no setting of the program's locale can spoil it.
        question = json.dumps({"messages": messages, "context": context})
        try:
            line = self._process.ask(question.encode("ascii"), self._seconds)
        except ProcessError as error:
            stderr = printable(self._process.stderr().strip())
            last = stderr.rpartition("\n")[2]
            told = f"; the last line of its standard error: {one_line(last, 200)}" if last else ""
            raise BotError(f"the command failed: {error}{told}", stderr or None) from None
        return _parsed(line)


def _parsed(line: bytes) -> object:
    shown = repr(one_line(line[:400].decode("utf-8", "backslashreplace"), 120))
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        reason = "which is not UTF-8"
    except RecursionError:
        reason = "which is nested too deeply"
    except ValueError:
        reason = (
            'which is not JSON; it answers one line, like "Hello" or {"text": "Hello"}, and logs '
            "on standard error"
        )
    raise BotError(f"the command answered {shown}, {reason}")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
