"""The key `user`: who plays the user of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import fsum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_hydra.plugins.users.user_record import (
    USER_FAULT,
    UserRecord,
)
from pytest_hydra.plugins.users.user_role import UserRole
from pytest_hydra.scenarios.expect.model import values_in
from pytest_hydra.scenarios.keys import Asking, Key, Opening, Plan

if TYPE_CHECKING:
    from pytest_hydra.plugins.users.live_user import LiveUser
    from pytest_hydra.scenarios.bots.protocol import Bot
    from pytest_hydra.scenarios.expect.model import PartResult
    from pytest_hydra.scenarios.reply import Conversation

_TABLE = "users"


@dataclass(frozen=True, slots=True)
class UserPlan(Plan):
    """A user for each conversation; before a bot is known its player may be missing."""

    part: UserRole
    #: The identity of the player in recordings.
    key: Any = None
    #: Whether the judge looks for faults of the user.
    is_reviewed: bool = False

    @property
    def identity(self) -> Mapping[str, Any]:
        """The player and its part."""
        return {"player": [self.part.player, self.key], "part": self.part.brief()}

    @property
    def opening(self) -> str:
        """The first message; empty if the player writes it."""
        return self.part.opening

    @property
    def calls(self) -> Sequence[tuple[str, str]]:
        """The player."""
        return ((_TABLE, self.part.player),)

    def prepare(self, opening: Opening) -> None:
        """Open the player."""
        with suppress(Exception):  # raised again by `open`
            self._player(opening)

    @contextmanager
    def open(self, opening: Opening) -> Iterator[LiveUser]:
        """A conversation with the player."""
        from pytest_hydra.plugins.users.live_user import opened

        player = partial(self._player, opening)
        with opened(self.part, player, opening.budget) as user:
            yield user

    def _player(self, opening: Opening) -> Bot:
        from pytest_hydra.plugins.users.live_user import open_player

        return opening.called(_TABLE, self.part.player, open_player)

    def review(
        self, conversation: Conversation, judge: Callable[[str, None], PartResult] | None
    ) -> Mapping[str, Any]:
        """The record with the fault that the judge finds in the user's part, if any."""
        if not self.is_reviewed:
            return MappingProxyType({})
        from pytest_hydra.plugins.users.faults import review

        return review(conversation, self.part, judge)

    def mends(self, conversation: Conversation) -> bool:
        """Whether the user was at fault: another conversation does not mend its judge."""
        played = UserRecord.of(conversation)
        return played is not None and played.is_to_blame

    def costs(self, conversation: Conversation) -> Sequence[float | None]:
        """Those of the player's answers."""
        played = UserRecord.of(conversation)
        return () if played is None else played.costs

    def tell(self, sent: dict[str, Any], conversations: Sequence[Conversation]) -> None:
        """Add the number of attempts, and the user's faults and cost."""
        users = [played for each in conversations if (played := UserRecord.of(each)) is not None]
        costs = [cost for played in users for cost in played.costs if cost is not None]
        if costs:
            sent["result"]["usage"]["users_usd"] = round(fsum(costs), 6)
        kinds = Counter([played.fault for played in users if played.fault])
        user = {"attempts": len(conversations), "faults": dict(sorted(kinds.items()))}
        sent["result"]["details"]["user"] = user
        counts = {f"{USER_FAULT}{kind}": count for kind, count in kinds.items()}
        sent["amounts"] = sent.get("amounts", {}) | counts


class UserKey(Key):
    """The key of scenarios."""

    name = "user"
    doc = "Instead of `steps`: a simulated user."
    model: Any = UserRole
    templates = frozenset(("goal", "opening", "style", "knows", "never_says"))
    speaks = True

    def plan(
        self,
        of_file: None,  # noqa: ARG002 - a file has none
        own: UserRole | None,
        folder: Path,  # noqa: ARG002 - a user has no files
    ) -> UserPlan | None:
        """The user of the scenario."""
        return None if own is None else UserPlan(own)

    def for_bot(self, plan: Plan | None, asking: Asking) -> Plan | None:
        """The plan with its player. Raises BadValueError if there is none."""
        if plan is None:
            return None
        assert isinstance(plan, UserPlan)  # noqa: S101 - this key made it
        known = asking.identities(_TABLE)
        name = plan.part.player_among(list(known))
        expects = [expect.nodes for _, expect in asking.demands]
        actions = chain.from_iterable(
            names for nodes in expects for names in values_in(nodes, "confirmBefore")
        )
        settings = asking.settings.table(_TABLE).get(name)
        is_reviewed = settings is not None and settings.review is not None
        return UserPlan(plan.part.played_by(name, actions), known[name], is_reviewed)
