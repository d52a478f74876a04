"""Bots that are programs, in two ways.

A program with JSON lines is one process for each conversation. For each turn it gets one line,
``{"messages": …, "context": …}``, on its standard input and answers with one line of JSON on its
standard output. A coding agent is one process for each message, in a new folder for each
conversation: it edits files and commits. The standard error of both is kept, and shown if they
fail.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import log_text, one_line
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.execution.process import Process, find_command
from pytest_hydra.execution.process_tree import Owner, ProcessError
from pytest_hydra.execution.quotas import environment_variables
from pytest_hydra.scenarios.bots.protocol import BotError, Chat, EntryPoints

if TYPE_CHECKING:
    from pytest_hydra.scenarios.reply import Call, Turn
    from pytest_hydra.scenarios.traces.trace import Trace
    from pytest_hydra.scenarios.workspace.live_workspace import LiveWorkspace
    from pytest_hydra.scenarios.world.live_world import LiveWorld
    from pytest_hydra.scenarios.world.protocol import McpAddress
    from pytest_hydra.settings.bots import BotSettings


def opener(name: str, settings: BotSettings, root: Path) -> EntryPoints:
    """The entry points of this program.

    It runs in the folder ``root``, and a coding agent in folders of its own. It reaches the tools
    of a world over MCP. Raises BotError if there is no such program.
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

    def start_in(
        world: LiveWorld, workspace: LiveWorkspace | None = None
    ) -> AbstractContextManager[Chat]:
        from pytest_hydra.scenarios.world.mcp_server import over_mcp

        return over_mcp(world, partial(start, workspace=workspace))

    return start, owner.kill_all, start_in


@contextmanager
def _conversation(  # noqa: PLR0913 - a program, and where it works
    command: Sequence[str],
    root: Path,
    settings: BotSettings,
    owner: Owner,
    *,
    address: McpAddress | None = None,
    workspace: LiveWorkspace | None = None,
) -> Iterator[CommandChat]:
    """One conversation with a program; its whole process tree ends with it."""
    words = [str(root / word) if is_of_project(word, root) else word for word in command]
    command = command if workspace is None else words
    run = _runner(workspace, root, settings, owner, address)
    with ExitStack() as stack:
        try:
            process = stack.enter_context(run(command))
        except HydraError as error:
            raise BotError(str(error)) from None
        yield CommandChat(process, settings.timeout_seconds)
    if process.surplus:
        raise BotError(
            f"the command failed: it wrote {process.surplus}, which answers no message; "
            "write one line for each line read, and log to standard error"
        )


def _environment(
    address: McpAddress | None, workspace: Path | None = None, *, own_home: bool = False
) -> dict[str, str]:
    """The environment of a program, with its world and its workspace, if it has them.

    Raises BotError.
    """
    variables = environment_variables()
    if own_home and workspace is not None:
        home = workspace.parent / "home"
        try:
            home.mkdir(mode=0o700)
        except OSError as error:
            raise BotError(f"cannot make {home}: {error.strerror or error}") from error
        variables = {name: text for name, text in variables.items() if not _IS_HOME.search(name)}
        variables["HOME"] = str(home)
    if workspace is not None:
        variables = {name: text for name, text in variables.items() if name not in _GIT_PLACES}
        # Some programs trust PWD more than the system.
        variables |= {"HYDRA_WORKSPACE": str(workspace), "PWD": str(workspace)}
    if address is not None:
        variables |= {"HYDRA_MCP_URL": address.url, "HYDRA_MCP_TOKEN": address.token}
    return variables


# Variables that let git work on another repository than that of the current folder. A git hook that
# runs pytest has them.
_GIT_PLACES = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"),
    *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"),
)
# While an agent runs, its output is read when it has so many bytes, and has grown so much.
_LEAST_TO_READ, _GROWTH = 4096, 1.2
Run = Callable[[Sequence[str]], AbstractContextManager[Process]]


def _runner(
    workspace: LiveWorkspace | None,
    root: Path,
    settings: BotSettings,
    owner: Owner,
    address: McpAddress | None,
) -> Run:
    """Starts the programs of one conversation, in its workspace if it has one. Raises BotError."""
    folder = None if workspace is None else workspace.path
    if workspace is not None and settings.sandbox:
        names = {*settings.requires_env, *settings.secrets, *_OF_WORLDS}
        known = _environment(address)
        variables = {name: text for name, text in known.items() if name in names}
        return partial(workspace.sandboxed, variables=variables, owner=owner)
    variables = _environment(address, folder, own_home=settings.own_home)
    return partial(Process, cwd=folder or root, owner=owner, environment=variables)


# The address of a world's tools.
_OF_WORLDS = ("HYDRA_MCP_URL", "HYDRA_MCP_TOKEN")
# Variables with folders of settings below the home folder, or instead of it.
_IS_HOME = re.compile(r"^XDG_\w+_HOME$|^CLAUDE_CONFIG_DIR$|^(?:CODEX|GEMINI_CLI|COPILOT)_HOME$")
# Without templates, as the user's may contain hooks.
_GIT_INIT = ("git", "-c", "init.defaultBranch=main", "init", "--quiet", "--template=")
_GIT_SECONDS = 60


@contextmanager
def _run_per_message(  # noqa: PLR0913 - a program, and where it works
    command: Sequence[str],
    root: Path,
    settings: BotSettings,
    owner: Owner,
    *,
    address: McpAddress | None = None,
    workspace: LiveWorkspace | None = None,
) -> Iterator[PrintedChat]:
    """One conversation with a coding agent, in its workspace or a new git repository without files.

    That is removed afterwards, unless a process that escaped from its process group still writes
    there. Raises BotError if git cannot make it.
    """
    if workspace is not None:
        run = _runner(workspace, root, settings, owner, address)
        yield PrintedChat(command, root, settings, run)
        return
    with tempfile.TemporaryDirectory(prefix="hydra-agent-", ignore_cleanup_errors=True) as name:
        # Without symbolic links, as agents identify a session by its folder.
        folder = Path(os.path.realpath(name))
        variables = _environment(address, folder)
        run = partial(Process, cwd=folder, owner=owner, environment=variables)
        try:
            with run(find_command(_GIT_INIT, folder)) as git:
                git.answer(b"", _GIT_SECONDS)
        except ProcessError as error:
            raise BotError(f"no git repository can be made for the agent: {error}") from None
        yield PrintedChat(command, root, settings, run)


def is_of_project(word: str, root: Path) -> bool:
    """Whether a word of a command is the relative path of a file in the folder of hydra.toml."""
    return not os.path.isabs(word) and os.path.isfile(root / word)


@dataclass(slots=True)
class PrintedChat:
    """A conversation with an agent that runs once for each message, and prints its events.

    It does not run in ``root``: files of the project in its command get absolute paths.
    """

    command: Sequence[str]
    root: Path
    settings: BotSettings
    run: Run
    transcript: str = ""
    session: str = ""
    turns: int = 0
    #: How much of the output was read while the agent ran, in bytes.
    watched: int = 0

    def answer(self, messages: list[dict[str, str]], _: Mapping[str, Any]) -> object:
        """The reply of the turn that the agent printed. Raises BotError if there is none."""
        command = self.settings.resume if self.transcript else self.command
        if command is None:
            raise BotError(
                "the command takes one message: set `resume`, the command for the next ones"
            )
        words = [
            str(self.root / word)
            if is_of_project(word, self.root)
            else word.replace("{session}", self.session)
            for word in command
        ]
        message = messages[-1]["content"].encode("utf-8", "backslashreplace")
        self.watched = 0
        with ExitStack() as stack:
            try:
                process = stack.enter_context(self.run(find_command(words, self.root)))
            except HydraError as error:
                raise BotError(str(error)) from None
            try:
                output = process.answer(message, self.settings.timeout_seconds, self._watch)
            except ProcessError as error:
                reason = f"the command failed: {process.failure(error)}"
                trace = log_text(process.stderr().strip()) or None
                raise BotError(reason, trace, self._calls(process.output)) from None
        turn = self._turn(output)
        if turn.reply is None:
            raise BotError(str(turn.error), calls=turn.arrived)
        return turn.reply

    def _watch(self, output: bytearray) -> str | None:
        """The reason to end an agent that makes more calls than it may."""
        # Read again only when there is much more to read.
        if len(output) < max(_LEAST_TO_READ, _GROWTH * self.watched):
            return None
        self.watched = len(output)
        try:
            turns = [turn for trace in self._read(_whole_lines(output)) for turn in trace.turns]
        except BotError:
            return None  # reported when it has ended
        most = self.settings.max_calls
        if sum(len(turn.reply.calls if turn.reply else turn.arrived) for turn in turns) <= most:
            return None
        return f"it was ended, as it made more than {most} calls: `max_calls` of the bot"

    def _calls(self, output: bytes) -> tuple[Call, ...]:
        """The calls of a turn that was not finished, as far as they can be read."""
        try:
            turn = self._turn(_whole_lines(output))
        except BotError:
            return ()
        return turn.arrived if turn.reply is None else turn.reply.calls

    def _turn(self, output: bytes) -> Turn:
        """The turn that this output adds to the conversation. Raises BotError if it adds none."""
        try:
            traces = self._read(output)
        finally:
            self.transcript += output.decode("utf-8", "replace")
        before, self.turns = self.turns, sum(len(trace.turns) for trace in traces)
        if self.turns == before:
            raise BotError("the command printed no turn")
        self.session = traces[-1].id
        return traces[-1].turns[-1]

    def _read(self, output: bytes) -> list[Trace]:
        """The conversation up to this output. Raises BotError."""
        from pytest_hydra.scenarios.traces.recorded import traces_in

        # Read together with the output so far, as some counts are those of the whole session. No
        # price applies, as Codex names no model.
        text = self.transcript + output.decode("utf-8", "replace")
        try:
            return list(traces_in(text, "the command's output", {}))
        except InputError as error:
            raise BotError(str(error)) from None


def _whole_lines(output: bytes | bytearray) -> bytes:
    return bytes(output[: output.rfind(b"\n") + 1])


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
