"""What a session has by name: ours, and what plugins offer."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.scenarios.keys import KEYS, Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.cases import Reader
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.expect.matchers import Operators


class Offers(NamedTuple):
    """Expectations, operators, kinds of bots, readers of cases and keys, by name."""

    kinds: Mapping[str, Kind]
    operators: Operators
    openers: Mapping[str, Opener]
    readers: Mapping[str, Reader] = MappingProxyType({})
    keys: Mapping[str, Key] = KEYS
