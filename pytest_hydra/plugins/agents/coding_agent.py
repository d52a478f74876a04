"""Coding agents: one process for each message, in the workspace of the conversation.

An agent prints its events, and is ended when it makes too many calls. One that speaks ACP runs on
for the whole conversation, beside a client of ours that prints the messages of the protocol.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import fill, log_text
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.execution import Owner, ProcessError
from pytest_hydra.plugins.agents import acp_client
from pytest_hydra.scenarios.bots import command as programs
from pytest_hydra.scenarios.bots.bot_kinds import bot_key
from pytest_hydra.scenarios.bots.command import is_of_project, program_opener, variables_of
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.transcript.turn import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_hydra.execution import Process
    from pytest_hydra.plugins.agents.agent_bots import AgentBot
    from pytest_hydra.plugins.agents.gateways import Door
    from pytest_hydra.scenarios.environment import Address, Environments
    from pytest_hydra.scenarios.traces.trace import Trace
    from pytest_hydra.transcript.turn import Call, Turn

# While an agent runs, its output is read when it has so many bytes, and has grown so much.
_LEAST_TO_READ, _GROWTH = 4096, 1.2
_SESSION, _MESSAGE = "{session}", "{message}"
# Time for an agent that speaks ACP to end a turn that is cancelled, in seconds.
_CANCELLING = 2.0


def open_agent(name: str, settings: AgentBot, root: Path) -> Bot:
    """The agent as a bot. Raises BotError if there is no such program."""
    start, stop = program_opener(f"agent {name!r}", settings, root, _conversation)
    # On use, but not in the thread of a conversation.
    from pytest_hydra.scenarios.traces import formats

    formats.readers()
    if settings.gateway is not None:
        from pytest_hydra.plugins.agents import gateways

        gateways.prepare(name, settings)
    return Bot(name, bot_key(settings), start, stop, uses=programs.USES)


@contextmanager
def _conversation(  # noqa: PLR0913, PLR0917 - an agent, and where it works
    command: Sequence[str],
    root: Path,
    settings: AgentBot,
    owner: Owner,
    environments: Environments,
    address: Address | None,
) -> Iterator[PrintedChat]:
    home = environments.home
    if home is None:
        raise BotError("a coding agent works in a workspace, and is for scenarios alone")
    named = fill(settings.environment, "{{{{{}}}}}".format, lambda key: os.environ.get(key, ""))
    passed = {name: os.environ[name] for name in settings.passed if name in os.environ}
    variables = passed | named | variables_of(address)
    if "PATH" in named:
        folders = [folder for folder in named["PATH"].split(os.pathsep) if folder]
        variables["PATH"] = os.pathsep.join(str(root / folder) for folder in folders)
    home.furnish(settings.home)
    # Files of the project in the command get absolute paths, as it does not run there.
    words = [str(root / word) if is_of_project(word, root) else word for word in command]
    files = [Path(word) for word in words if os.path.isabs(word) and os.path.isfile(word)]
    if address is not None and not settings.network:
        raise BotError("its tools are on our side: without `network` it cannot reach them")
    if address is not None:
        words += [_named(word, address) for word in settings.mcp_words]
    with ExitStack() as stack:
        door = None
        if settings.gateway is not None:
            from pytest_hydra.plugins.agents import gateways

            plan = gateways.GatewayPlan.of(
                root, environments.label, settings.prices, environments.scrub
            )
            door = stack.enter_context(plan.open(settings, home))
            variables |= door.variables
            words = [*door.relay, *words, *door.args]
        run = partial(home.run, owner=owner, boxed=settings.boxed, network=settings.network)
        run = partial(run, variables=variables, files=files)
        if settings.format == "acp":
            words = _client_words(settings, address, words)
        yield PrintedChat(words, settings, environments, run, stack, door)


def _client_words(settings: AgentBot, address: Address | None, command: Sequence[str]) -> list[str]:
    """The words of the client that speaks ACP to the command."""
    servers: list[object] = []
    if address is not None:
        header = {"name": "Authorization", "value": f"Bearer {address.token}"}
        server = {"type": "http", "name": "tools", "url": address.url}
        servers.append({**server, "headers": [header]})
    given = json.dumps({"permissions": settings.permissions, "servers": servers})
    # Of this process's own installation; a virtual environment is not needed.
    python = getattr(sys, "_base_executable", None) or sys.executable
    source = Path(acp_client.__file__).read_text(encoding="utf-8")
    return [python, "-I", "-S", "-c", source, given, *command]


def _named(word: str, address: Address) -> str:
    """A word of the preset that names an MCP server."""
    return word.replace("{url}", address.url).replace("{token}", address.token)


@dataclass(slots=True)
class PrintedChat:
    """A conversation with an agent that prints its events.

    It runs once for each message, unless it speaks ACP.
    """

    command: Sequence[str]
    settings: AgentBot
    environments: Environments
    run: Any
    stack: ExitStack
    door: Door | None = None
    #: The client of an agent that speaks ACP, and so runs on.
    client: Process | None = None
    transcript: str = ""
    session: str = ""
    turns: int = 0
    #: How much of the output was read while the agent ran, in bytes.
    watched: int = 0
    #: Whether it was ended because it had done what the scenario waits for.
    is_done: bool = False

    def answer(self, messages: list[dict[str, str]], _: Mapping[str, Any]) -> object:
        """The reply of the turn that the agent printed. Raises BotError if there is none."""
        message: Any = messages[-1]["content"]
        if not isinstance(message, str):
            raise BotError("an agent takes no pictures and files: put them into its workspace")
        self.watched = 0
        with ExitStack() as stack:
            try:
                process, given = self._start(message, stack)
            except HydraError as error:
                raise BotError(str(error)) from None
            try:
                output = process.answer(
                    given.encode("utf-8", "backslashreplace"),
                    self.settings.timeout_seconds,
                    self._watch,
                    # The client ends a turn with an empty line.
                    (lambda output: output.endswith(b"\n\n")) if process is self.client else None,
                )
            except ProcessError as error:
                if process is self.client:
                    process.end_input(_CANCELLING)
                calls = self._calls(process.output)
                if self.is_done:
                    reply = Reply(calls=calls)
                    return reply if self.door is None else self.door.counted(reply)
                reason = f"the command failed: {process.failure(error)}"
                trace = log_text(process.stderr().strip()) or None
                raise self._failure(reason, calls, trace) from None
        turn = self._turn(output)
        if turn.reply is None:
            raise self._failure(str(turn.error), turn.arrived, cost=turn.cost_usd)
        if self.door is None:
            return turn.reply
        if self.door.gateway.fault is not None:
            raise self._failure("", turn.reply.calls)
        return self.door.counted(turn.reply)

    def _start(self, message: str, stack: ExitStack) -> tuple[Process, str]:
        """The agent for a turn, and what it reads. Raises HydraError."""
        if self.settings.format == "acp":
            self.client = self.client or self.stack.enter_context(self.run(self.command))
            return self.client, f"{json.dumps(message)}\n"
        ends = self.settings.resume if self.transcript else self.settings.first
        if ends is None:
            raise BotError("the agent takes one message: its preset has no `resume`")
        words = [
            *self.command,
            *[word.replace(_SESSION, self.session).replace(_MESSAGE, message) for word in ends],
        ]
        is_named = any(_MESSAGE in word for word in ends)
        return stack.enter_context(self.run(words)), "" if is_named else message

    def _failure(
        self,
        reason: str,
        calls: tuple[Call, ...],
        trace: str | None = None,
        cost: float | None = 0.0,
    ) -> BotError:
        if self.door is None:
            return BotError(reason, trace, calls, cost)
        gateway = self.door.gateway
        return BotError(gateway.fault or reason, trace, calls, gateway.take().cost_usd)

    def _watch(self, output: bytearray) -> str | None:
        """The reason to end an agent that makes more calls than it may."""
        if self.door is not None and self.door.gateway.fault is not None:
            return self.door.gateway.fault
        until = self.environments.until
        # Read again only when there is much more to read, unless a certain call ends it.
        least = self.watched + 1 if until else max(_LEAST_TO_READ, _GROWTH * self.watched)
        whole = output.rfind(b"\n") + 1
        if whole < least:
            return None
        self.watched = whole
        try:
            turns = [turn for trace in self._read(_whole_lines(output)) for turn in trace.turns]
        except BotError:
            return None  # reported when it has ended
        calls = [
            call
            for turn in turns
            for call in (turn.arrived if turn.reply is None else turn.reply.calls)
        ]
        if until is not None and until(calls):
            self.is_done = True
            return "it has done what was waited for"
        most = self.settings.max_calls
        if len(calls) <= most:
            return None
        return f"it was ended, as it made more than {most} calls: `max_calls` of the agent"

    def _calls(self, output: bytes) -> tuple[Call, ...]:
        """The calls of a turn that was not finished, as far as they can be read."""
        try:
            turn = self._turn(_whole_lines(output))
        except BotError:
            return ()
        calls = turn.arrived if turn.reply is None else turn.reply.calls
        # The result of the last one may be missing only because the agent was ended.
        return tuple([replace(call, requested=False) for call in calls])

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
        from pytest_hydra.scenarios.traces.formats import traces_in

        # Read together with the output so far, as some counts are those of the whole session. No
        # price applies, as Codex names no model.
        text = self.transcript + output.decode("utf-8", "replace")
        try:
            return list(traces_in(text, "the command's output", {}))
        except InputError as error:
            raise BotError(str(error)) from None


def _whole_lines(output: bytes | bytearray) -> bytes:
    return bytes(output[: output.rfind(b"\n") + 1])
