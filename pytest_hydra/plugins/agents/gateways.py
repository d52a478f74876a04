"""Agents that reach their model by a gateway: what they are told, and what is recorded."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.usage import tokens_of
from pytest_hydra.plugins.agents import relay
from pytest_hydra.plugins.agents.gateway import Gateway, GatewayError, Recording
from pytest_hydra.plugins.boxes.box import Box
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.settings import cost_of

if TYPE_CHECKING:
    from pytest_hydra.plugins.agents.agent_bots import AgentBot
    from pytest_hydra.plugins.agents.agent_settings import PresetGateway
    from pytest_hydra.scenarios.environment import Home
    from pytest_hydra.settings import Prices
    from pytest_hydra.transcript.turn import Reply

# Where an agent without network finds the gateway: a port of its own loopback.
_PORT = 8910
_SOCKET = "model"
_LONGEST_NAME = 150


def prepare(name: str, settings: AgentBot) -> None:
    """Import what a gateway needs, before threads open one. Raises BotError."""
    if settings.gateway == "replay" or settings.door is None:
        return
    try:
        import pytest_hydra.plugins.agents.upstream  # noqa: F401
    except ModuleNotFoundError:
        raise BotError(
            f"agent {name!r}: a gateway needs a library that is not installed: "
            'pip install "pytest-hydra[http]"'
        ) from None
    if not _keys(settings.door):
        names = " or ".join(settings.door.keys)
        raise BotError(f"agent {name!r}: its gateway needs the environment variable {names}")


def _keys(door: PresetGateway) -> dict[str, str]:
    return {name: os.environ[name] for name in door.keys if os.environ.get(name)}


@dataclass(frozen=True, slots=True)
class Door:
    """A gateway in use, from the side of its agent."""

    gateway: Gateway
    #: What the agent is told.
    variables: Mapping[str, str]
    args: Sequence[str]
    #: What its command follows in a sandbox without network.
    relay: Sequence[str]

    def counted(self, reply: Reply) -> Reply:
        """The reply with the tokens and the cost of its requests. Raises BotError."""
        spending = self.gateway.take()
        if not spending.counts:
            raise BotError(
                "no request of the agent reached its gateway: does its command name another "
                "address, or another provider?",
                calls=reply.calls,
            )
        tokens = [tokens_of(counts) for counts in spending.counts]
        known = [counts["input_tokens"] + counts["output_tokens"] for counts in tokens if counts]
        total = sum(known) if len(known) == len(tokens) else None
        by = {**(reply.answered_by or {}), **spending.by} or None
        return replace(reply, tokens=total, cost_usd=spending.cost_usd, answered_by=by)


@dataclass(frozen=True, slots=True)
class GatewayPlan:
    """The gateway of one conversation, before it is open. ``scrub`` removes secrets from texts."""

    file: Path
    prices: Prices
    scrub: Callable[[str], str]

    @classmethod
    def of(cls, root: Path, label: str, prices: Prices, scrub: Callable[[str], str]) -> GatewayPlan:
        """That of the conversation ``label``, recorded below ``root``."""
        name = re.sub(r"[^\w.\[\]-]+", "-", label)
        if len(name) > _LONGEST_NAME:
            name = f"{name[:_LONGEST_NAME]}-{json_digest(label)[:8]}"
        return cls(root / "gateway" / f"{name}.jsonl", prices, scrub)

    @contextmanager
    def open(self, settings: AgentBot, home: Home) -> Iterator[Door]:
        """The gateway, for an agent in this home. Raises BotError."""
        told = settings.door
        assert told is not None  # noqa: S101 - checked with the settings
        keys, token = _keys(told), token_urlsafe(32)
        names = list(keys) or told.keys[:1]
        tokens = {name: f"{token}-{number}" for number, name in enumerate(names)}
        place = None if settings.network else home.private / "results" / _SOCKET
        above = str(home.folder.parent)
        recording = Recording(self.file, lambda text: text.replace(above, "…"), self.scrub)
        given: dict[str, Any] = {"price": self._price, "token": token, "place": place}
        with ExitStack() as stack:
            try:
                if settings.gateway == "replay":
                    recording.load()
                    ask = recording.ask
                else:
                    from pytest_hydra.plugins.agents.upstream import Upstream

                    url = os.environ.get(told.base or "") or told.model
                    real = {text: keys[name] for name, text in tokens.items()}
                    ask = stack.enter_context(Upstream(url, real)).ask
                if settings.gateway == "record":
                    recording.begin()
                    given["keep"] = recording.keep
                most = settings.max_cost_usd
                gateway = stack.enter_context(Gateway(ask, most_usd=most, **given))
            except GatewayError as error:
                raise BotError(str(error)) from None
            url = gateway.url if settings.network else f"http://127.0.0.1:{_PORT}"

            def filled(text: str) -> str:
                return text.replace("{url}", url).replace("{key}", names[0])

            variables = {name: filled(text) for name, text in told.environment.items()}
            files = {name: filled(text) for name, text in told.files.items()}
            home.furnish({k: v for k, v in files.items() if k not in settings.home})
            yield Door(
                gateway=gateway,
                variables={**variables, **tokens},
                args=[filled(text) for text in told.args],
                relay=() if settings.network else _relay(),
            )

    def _price(self, model: str, counts: Mapping[str, int]) -> float | None:
        tokens = tokens_of(counts)
        return cost_of(tokens, self.prices, [model]) if tokens else None


def _relay() -> list[str]:
    """The words before a command, by which a port of a sandbox leads to the gateway's socket."""
    # Of this process's own installation; a virtual environment is not needed.
    python = getattr(sys, "_base_executable", None) or sys.executable
    source = Path(relay.__file__).read_text(encoding="utf-8")
    place = str(Box.own / "results" / _SOCKET)
    return [python, "-I", "-S", "-c", source, place, str(_PORT)]
