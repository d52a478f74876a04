"""Simulated users: a player writes each message of a conversation, and rules check it.

Adds the key `user`, an environment that speaks in the user's place, the table `[users]` of
hydra.toml, whose players are called as bots are, and the command `draft conversation`. The record
`played` has how the user ended the conversation, its fault and its costs. A fault of the user is
not the bot's: it, or what a judge finds in a review, leaves ungraded what it may have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def keys() -> Mapping[str, Any]:
    """The key of scenario files."""
    from pytest_hydra.plugins.users.user_key import UserKey

    return {"user": UserKey()}


def settings() -> Mapping[str, Any]:
    """The model of the table of hydra.toml."""
    from pytest_hydra.plugins.users.user_settings import UserTables

    return {"users": UserTables}


def speakers() -> Mapping[str, Any]:
    """What is a fault of the user, by its record."""
    from pytest_hydra.plugins.users.user_record import fault_of

    return {"played": fault_of}


def lines() -> Mapping[str, Any]:
    """What a conversation shows of the record."""
    from pytest_hydra.plugins.users.user_record import lines_of

    return {"played": lines_of}


def notes() -> Mapping[str, Any]:
    """The line of a session that counts faults."""
    from pytest_hydra.plugins.users.user_record import USER_FAULT, fault_lines

    return {USER_FAULT: fault_lines}
