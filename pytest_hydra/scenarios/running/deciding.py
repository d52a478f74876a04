"""Decides a conversation: its checks, what of it may be shown, and what is recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.conversation import map_texts, mask
from pytest_hydra.scenarios.expect.conversation_judge import ConversationJudge
from pytest_hydra.scenarios.expect.kinds import Expectations, Subject, conclude, decide
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.scenarios.running.hidden import secrets_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pytest_hydra.core.gates import Ask
    from pytest_hydra.core.scorecard import Check
    from pytest_hydra.scenarios.keys import Plan
    from pytest_hydra.scenarios.running.hidden import Hidden
    from pytest_hydra.settings import Settings

# The fields of a check that are shown.
_CHECK_TEXTS = ("name", "message", "expected", "actual")


class Decider:
    """Compares conversations with what is expected of them.

    ``is_replay`` says whether the conversations are recorded ones, whose judgments are too.
    """

    def __init__(self, settings: Settings, hidden: Hidden, *, is_replay: bool) -> None:
        self._settings = settings
        self._hidden = hidden
        self._is_replay = is_replay
        #: Asks the judge; None if there is no judge.
        self.ask: Ask | None = None
        #: Resolves the function of a ``customValidator``; raises HydraError if there is none.
        self._validator = cache(partial(_validator, settings.root))

    def decide(
        self,
        name: str | None,
        demands: Iterable[tuple[int | None, Expectations]],
        conversation: Conversation,
        recorded: Mapping[str, Any],
        plans: Mapping[str, Plan] = MappingProxyType({}),
    ) -> tuple[list[Check], Conversation, dict[str, Any]]:
        """The checks of a conversation, the conversation for display, and its recording.

        Secrets affect no decision, and are in none of the results. ``plans`` may have a judge
        review it first. ``recorded`` is the earlier recording, or empty.
        """
        scores = dict(recorded["scores"]) if "scores" in recorded else {}
        secrets, display = self._hidden.secrets(), conversation
        data = (
            conversation_to_plain(conversation) if secrets or scores or not self._is_replay else {}
        )
        held = data
        if secrets or scores:
            secrets = secrets or secrets_of((), "")
            clean = mask(data, secrets)
            if clean != data or scores:
                data, display = clean, conversation_from_plain(map_texts(clean, secrets.unmarked))
        if display is conversation:
            secrets = None
        is_cut = bool(secrets and recorded) and bool(_marks_in(held))
        judgments = recorded.get("judgments", {}) if self._is_replay else {}
        # The judge is an external service, which sees no secrets either.
        judge = ConversationJudge(display, self.ask, judgments) if self.ask else None
        for plan in plans.values():
            if found := plan.review(display, judge):
                conversation, display = _with_records(conversation, display, found)
        bot = self._settings.bots.get(name or "")
        read_only = None if bot is None else bot.read_only
        checks: list[Check] = []
        for turn, expect in demands:
            subject = Subject(
                conversation=conversation,
                turn=turn,
                validators=self._validator,
                judge=judge,
                words=self._settings.scenarios.words,
                read_words=judge.words if judge else None,
                prefer=judge.prefer if judge else None,
                read_only=self._settings.scenarios.read_only if read_only is None else read_only,
                scores=scores if secrets else None,
                unset=_marks_in(held, turn) if is_cut else (),
            )
            checks += decide(expect, subject)
        checks = conclude(conversation, checks)
        if secrets:
            change = partial(map_texts, change=secrets.for_display)
            rows = [{key: change(getattr(check, key)) for key in _CHECK_TEXTS} for check in checks]
            checks = [replace(check, **texts) for check, texts in zip(checks, rows, strict=True)]
            scores = map_texts(scores, secrets.scrub)  # a name may have a value that the file has
        extra = {**(judge.kept if judge else {}), "scores": scores}
        return checks, display, {"conversation": data, **{k: v for k, v in extra.items() if v}}


def _with_records(
    conversation: Conversation, display: Conversation, found: Mapping[str, Any]
) -> tuple[Conversation, Conversation]:
    """Both with these records; they stay one if they are."""
    changed = replace(conversation, records={**conversation.records, **found})
    if display is conversation:
        return changed, changed
    return changed, replace(display, records={**display.records, **found})


def _validator(root: Path, target: str) -> Callable[..., object]:
    """Import ``package.module:function``, as Python bots are imported."""
    from pytest_hydra.scenarios.bots.python import load_target

    function = load_target("customValidator", target, root)
    if not callable(function):
        raise HydraError(f"customValidator: {target!r} is not a function")
    return function


def _marks_in(plain: Mapping[str, Any], turn: int | None = None) -> Sequence[str]:
    """The secrets that were not put back into a conversation, or into its first turns."""
    from pytest_hydra.execution import Secrets

    known = {**plain, "turns": plain["turns"][:turn]}
    return Secrets.marked(json.dumps(known, ensure_ascii=False))
