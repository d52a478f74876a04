"""Bots that are programs with JSON lines: one process for each conversation.

For each turn it gets one line, ``{"messages": …, "context": …}``, on its standard input and
answers with one line of JSON on its standard output. Its standard error is kept, and shown if it
fails.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import log_text, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Owner, Process, ProcessError, environment_variables, find_command
from pytest_hydra.scenarios.attachments import with_data
from pytest_hydra.scenarios.bots.protocol import BotError, Chat, EntryPoints
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments

if TYPE_CHECKING:
    from pytest_hydra.scenarios.environment import Address
    from pytest_hydra.settings import BotSettings

#: What of its environments such a bot can use.
USES = frozenset(("tools", "folder"))
_Settings = TypeVar("_Settings", bound="BotSettings")


def opener(name: str, settings: BotSettings, root: Path) -> EntryPoints:
    """The entry points of this program.

    It runs in the folder ``root``, or in that of its home. It reaches tools at an address.
    Raises BotError if there is no such program.
    """
    return program_opener(f"bot {name!r}", settings, root, _conversation)


def program_opener(
    label: str,
    settings: _Settings,
    root: Path,
    conversation: Callable[..., AbstractContextManager[Chat]],
) -> EntryPoints:
    """The entry points of conversations that run a program, which reaches tools at an address.

    ``conversation`` gets the command, ``root``, the settings, the owner of its processes, the
    environments, and the address of their tools or None.

    Raises BotError if there is no such program.
    """
    try:
        command = find_command(list(settings.command or ()), root)
    except ProcessError as error:
        raise BotError(f"{label}: {error}") from None
    owner = Owner()

    @contextmanager
    def start(environments: Environments = NO_ENVIRONMENTS) -> Iterator[Chat]:
        with ExitStack() as stack:
            served = environments.served() if environments.tools else nullcontext()
            address = stack.enter_context(served)
            talk = conversation(command, root, settings, owner, environments, address)
            yield stack.enter_context(talk)

    return start, owner.kill_all


@contextmanager
def _conversation(  # noqa: PLR0913, PLR0917 - a program, and where it works
    command: Sequence[str],
    root: Path,
    settings: BotSettings,
    owner: Owner,
    environments: Environments,
    address: Address | None,
) -> Iterator[CommandChat]:
    """One conversation with a program; its whole process tree ends with it."""
    words = [str(root / word) if is_of_project(word, root) else word for word in command]
    home = environments.home
    command = command if home is None else words
    folder = None if home is None else home.folder
    with ExitStack() as stack:
        try:
            process = stack.enter_context(
                Process(
                    command,
                    cwd=folder or root,
                    owner=owner,
                    environment=_environment(address, folder),
                )
            )
        except HydraError as error:
            raise BotError(str(error)) from None
        yield CommandChat(process, settings)
    if process.surplus:
        raise BotError(
            f"the command failed: it wrote {process.surplus}, which answers no message; "
            "write one line for each line read, and log to standard error"
        )


def _environment(address: Address | None, folder: Path | None) -> dict[str, str]:
    """The variables of a program, with its address of tools and its folder, if it has them."""
    variables = environment_variables()
    if folder is not None:
        variables = {name: text for name, text in variables.items() if name not in _GIT_PLACES}
        # Some programs trust PWD more than the system.
        variables |= {"HYDRA_WORKSPACE": str(folder), "PWD": str(folder)}
    return variables | variables_of(address)


def variables_of(address: Address | None) -> dict[str, str]:
    """The variables by which a process finds its tools, if there are some."""
    return {} if address is None else dict(address.variables)


# Variables that let git work on another repository than that of the current folder. A git hook that
# runs pytest has them.
_GIT_PLACES = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"),
    *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"),
)


def is_of_project(word: str, root: Path) -> bool:
    """Whether a word of a command is the relative path of a file in the folder of hydra.toml."""
    return not os.path.isabs(word) and os.path.isfile(root / word)


class CommandChat:
    """A conversation with a running program."""

    __slots__ = ("_process", "_seconds", "bill")

    def __init__(self, process: Process, settings: BotSettings) -> None:
        self._process = process
        self._seconds = settings.timeout_seconds
        self.bill = settings.bill

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The program's answer, as JSON values. Raises BotError if there is none."""
        # ASCII, so that the program's locale does not matter.
        question = json.dumps({"messages": with_data(messages), "context": context})
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
