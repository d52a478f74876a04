"""Bots that are programs: one process for each conversation, with JSON lines.

For each turn the program gets one line, ``{"messages": …, "context": …}``, on its standard input
and answers with one line of JSON on its standard output. Its standard error is kept, and shown if
it fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import log_text, one_line
from pytest_hydra.errors import InputError
from pytest_hydra.execution.process import Process, find_command
from pytest_hydra.execution.process_tree import Owner, ProcessError
from pytest_hydra.execution.quotas import environment_variables
from pytest_hydra.scenarios.bots.protocol import BotError, Chat, EntryPoints

if TYPE_CHECKING:
    from pytest_hydra.scenarios.world.live_world import LiveWorld
    from pytest_hydra.scenarios.world.protocol import McpAddress
    from pytest_hydra.settings.bots import BotSettings


def opener(name: str, settings: BotSettings, root: Path) -> EntryPoints:
    """The entry points of this program, which runs in the folder ``root``.

    It reaches the tools of a world over MCP. Raises BotError if there is no such program.
    """
    try:
        command = find_command(list(settings.command or ()), root)
    except ProcessError as error:
        raise BotError(f"bot {name!r}: {error}") from None
    owner = Owner()
    open_chat = _conversation if settings.format is None else _run_per_message
    if settings.format is not None:
        # On use, but not in the thread of a conversation.
        from pytest_hydra.scenarios.traces import recorded

        recorded.readers()
    start = partial(open_chat, command, root, settings, owner)

    def start_in(world: LiveWorld) -> AbstractContextManager[Chat]:
        from pytest_hydra.scenarios.world.mcp_server import over_mcp

        return over_mcp(world, start)

    return start, owner.kill_all, start_in


@contextmanager
def _conversation(
    command: Sequence[str],
    root: Path,
    settings: BotSettings,
    owner: Owner,
    address: McpAddress | None = None,
) -> Iterator[CommandChat]:
    """One conversation with a program; its whole process tree ends with it."""
    try:
        process = Process(command, cwd=root, environment=_environment(address), owner=owner)
    except ProcessError as error:
        raise BotError(str(error)) from None
    with process:
        yield CommandChat(process, settings.timeout_seconds)
    if process.surplus:
        raise BotError(
            f"the command failed: it wrote {process.surplus}, which answers no message; "
            "write one line for each line read, and log to standard error"
        )


def _environment(address: McpAddress | None) -> dict[str, str] | None:
    """The environment of a program with a world at this address; None without a world."""
    if address is None:
        return None
    variables = {"HYDRA_MCP_URL": address.url, "HYDRA_MCP_TOKEN": address.token}
    return {**environment_variables(), **variables}


@contextmanager
def _run_per_message(
    command: Sequence[str],
    root: Path,
    settings: BotSettings,
    owner: Owner,
    address: McpAddress | None = None,
) -> Iterator[PrintedChat]:
    yield PrintedChat(
        command,
        root,
        settings,
        partial(Process, cwd=root, owner=owner, environment=_environment(address)),
    )


@dataclass(slots=True)
class PrintedChat:
    """A conversation with an agent that runs once for each message, and prints its events."""

    command: Sequence[str]
    root: Path
    settings: BotSettings
    run: Callable[[Sequence[str]], Process]
    transcript: str = ""
    session: str = ""

    def answer(self, messages: list[dict[str, str]], _: Mapping[str, Any]) -> object:
        """The last turn of all output so far. Raises BotError if there is none."""
        from pytest_hydra.scenarios.traces.recorded import traces_in

        command = self.settings.resume if self.transcript else self.command
        if command is None:
            raise BotError(
                "the command takes one message: set `resume`, the command for the next ones"
            )
        words = [word.replace("{session}", self.session) for word in command]
        message = messages[-1]["content"].encode("utf-8", "backslashreplace")
        try:
            process = self.run(find_command(words, self.root))
        except ProcessError as error:
            raise BotError(str(error)) from None
        with process:
            try:
                output = process.answer(message, self.settings.timeout_seconds)
            except ProcessError as error:
                reason = f"the command failed: {process.failure(error)}"
                raise BotError(reason, log_text(process.stderr().strip()) or None) from None
        # The output counts for the whole session so far; no price applies, as Codex names no model.
        self.transcript += output.decode("utf-8", "replace")
        try:
            traces = list(traces_in(self.transcript, "the command's output", {}))
        except InputError as error:
            raise BotError(str(error)) from None
        turns = traces[-1].turns if traces else ()
        if not turns or turns[-1].reply is None:
            raise BotError(str(turns[-1].error) if turns else "the command printed no turn")
        self.session = traces[-1].id
        return turns[-1].reply


class CommandChat:
    """A conversation with a running program."""

    __slots__ = ("_process", "_seconds")

    def __init__(self, process: Process, seconds: float) -> None:
        self._process = process
        self._seconds = seconds

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The program's answer, as JSON values. Raises BotError if there is none."""
        # ASCII, so that the program's locale does not matter.
        question = json.dumps({"messages": messages, "context": context})
        try:
            line = self._process.ask(question.encode("ascii"), self._seconds)
        except ProcessError as error:
            process = self._process
            reason = f"the command failed: {process.failure(error)}"
            raise BotError(reason, log_text(process.stderr().strip()) or None) from None
        return _parse(line)


def _parse(line: bytes) -> object:
    excerpt = repr(one_line(line[:400].decode("utf-8", "backslashreplace"), 120))
    try:
        return read_json(line.decode("utf-8"))
    except UnicodeDecodeError:
        reason = "which is not UTF-8"
    except RecursionError:
        reason = "which is nested too deeply"
    except ValueError as error:
        detail = "" if isinstance(error, json.JSONDecodeError) else f" ({error})"
        example = (
            'answer with one line, such as "Hello" or {"text": "Hello"}, and log to standard error'
        )
        reason = f"which is not JSON{detail}; {example}"
    raise BotError(f"the command answered {excerpt}, {reason}")
