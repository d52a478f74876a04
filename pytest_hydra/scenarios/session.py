"""What one pytest process needs to hold conversations: bots, validators, recordings."""

from __future__ import annotations

import hashlib
import importlib
import os
import threading
import warnings
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from operator import attrgetter
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.errors import HydraError, HydraWarning, did_you_mean
from pytest_hydra.execution import time_limits
from pytest_hydra.execution.quotas import Budget, pause
from pytest_hydra.execution.tasks import Tasks
from pytest_hydra.record.files import SESSION, Cache, StoreError
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation import conversation_digest, converse, each_text
from pytest_hydra.scenarios.expect.custom import ConversationJudge
from pytest_hydra.scenarios.expect.kinds import Expectations, Kind, Subject, decide
from pytest_hydra.scenarios.expect.rules import UndecidedError
from pytest_hydra.scenarios.reply import (
    Conversation,
    ReplyError,
    Turn,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.settings.bots import missing_env
from pytest_hydra.settings.types import share_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from pytest_hydra.core.gates import Ask
    from pytest_hydra.core.scorecard import Check
    from pytest_hydra.execution.http_json import Secrets
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.scenarios.bot_cluster import BotCluster
    from pytest_hydra.scenarios.bots.protocol import Bot
    from pytest_hydra.scenarios.expect.matchers import Operators, Rule
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.settings.bots import BotSettings
    from pytest_hydra.settings.file import Settings

# What the bot of an override of the hydra_bot fixture is called, unless it has a name.
FIXTURE = "fixture"

# How many conversations run ahead at a time, where nobody says.
_AT_ONCE = 8
# How long a conversation that nobody waits for any more may take to end by itself, in seconds.
_MOMENT = 0.1
# How long it may take to end once it was stopped. Code that cannot be, in a daemon thread, is left.
_ENDING = 0.5
# How often a worker looks whether the session was interrupted, in seconds.
_BETWEEN_LOOKS = 0.1


# How long a regular expression, or a JSON Schema, may take with one reply, in seconds.
_DECIDING_SECONDS = 5.0


class Offers(NamedTuple):
    """What the package and plugins offer, by name: expectations, operators, and kinds of bots."""

    kinds: Mapping[str, Kind]
    operators: Operators
    openers: Mapping[str, bot_kinds.Opener]

    def limited(self) -> Offers:
        """The same, with a limit for what a pattern of the suite's own may make of a reply."""
        schema, regex = self.kinds["responseSchema"], self.operators["regex"]

        def compile_limited(*given: Any) -> Rule:
            rule = regex.compile(*given)
            return replace(rule, test=partial(_in_time, rule.test))

        kind = replace(schema, decide=partial(_in_time, schema.decide))
        operator = replace(regex, compile=compile_limited)
        return Offers(
            {**self.kinds, kind.name: kind}, {**self.operators, "regex": operator}, self.openers
        )


def _in_time(decide: Callable[..., Any], *given: Any) -> Any:
    """What it gives; raises UndecidedError where it takes too long."""
    if not time_limits.can_interrupt():
        return decide(*given)
    try:
        return time_limits.in_time(_DECIDING_SECONDS, decide, *given)
    except time_limits.TimeUpError:
        raise UndecidedError(
            f"a pattern took longer than {_DECIDING_SECONDS:g} s to be looked for; write it so "
            "that no repetition stands within another, as in (a+)+"
        ) from None


class ScenarioSession:
    """The bots and recordings of one pytest process.

    ``reuse`` says which runs' recordings stand for conversations. ``processes`` is how many pytest
    processes share the session's limit.
    """

    def __init__(
        self,
        settings: Settings,
        offers: Offers,
        reuse: Reuse | None = None,
        *,
        processes: int = 1,
    ) -> None:
        self.settings = settings
        self.offers = offers
        self.replayed = None if reuse is None else reuse.replayed
        self.resumed = () if reuse is None else reuse.resumed
        self._token = "" if reuse is None else reuse.token
        #: Who is asked what only a judge can say; None where nobody is.
        self.ask: Ask | None = None
        #: Whether an item waits for its conversation right now, and whether it need not any more.
        self.waiting = False
        self.stopped = False
        self._processes = processes
        most = settings.scenarios.max_cost_usd
        #: What conversations may cost in this process; None where they may cost what they will.
        self.budget = None if most is None else Budget(most / processes, who="the bots")
        self._cluster: BotCluster | None = None
        if settings.scheduler is not None:
            from pytest_hydra.scenarios.bot_cluster import BotCluster

            self._cluster = BotCluster(settings.scheduler, settings.root)
        self._parent = os.getppid()
        self._salt = token_hex(8)
        self._opened: dict[str, Bot | BotError] = {}
        self._opening = threading.Lock()

    @cached_property
    def bot_keys(self) -> dict[str, Any]:
        """What identifies each bot in a recording, by name; in a replay those of the run."""
        if self.replayed is not None:
            return dict(self.replayed.manifest["bots"])
        return {name: bot_kinds.bot_key(bot) for name, bot in self.settings.bots.items()}

    def bot(self, name: str) -> Bot:
        """The bot of this name, opened once. Raises BotError, each time, when it cannot be."""
        opened = self._opened.get(name)
        if opened is None:
            # Conversations that run ahead ask for it from their threads, several at once: there
            # must be one, with one limit, and one to stop.
            with self._opening:
                if name not in self._opened:
                    settings = share_of(self.settings.bots[name], self._processes)
                    root, openers = self.settings.root, self.offers.openers
                    try:
                        self._opened[name] = bot_kinds.open_bot(name, settings, root, openers)
                    except BotError as error:
                        self._opened[name] = error
                opened = self._opened[name]
        if isinstance(opened, BotError):
            raise opened
        return opened

    def reason_to_skip(self, name: str | None) -> str | None:
        """Why this bot's scenarios are skipped: it lacks what its settings say it may lack."""
        if name is None or self.replayed is not None:
            return None
        bot = self.settings.bots[name]
        missing = missing_env(bot) if bot.when_missing == "skip" else []
        return f"bot {name!r} needs {', '.join(missing)} in the environment" if missing else None

    def digest(self, name: str | None, file: str, scenario: Scenario, number: int) -> str:
        """What identifies one conversation: the bot, what it is asked, and which run it is.

        ``name`` is None for the fixture's bot, which is whatever the conftest.py files above the
        scenario file make it. ``number`` counts from 0.
        """
        users = [step.user for step in scenario.steps]
        key = {"fixture": file} if name is None else self.bot_keys[name]
        return conversation_digest([name, key], users, scenario.context, number)

    def recorded(
        self, nodeid: str, name: str | None, scenario: Scenario, digest: str
    ) -> Conversation | None:
        """The conversation that stands for a new one of an item, if there is one.

        In a replay that is the recorded one, or one that says that there is none. Else it is that
        of a run that was cut off, when all its turns have replies: what could not be graded is
        tried again.
        """
        if self.replayed is None and not self.resumed:
            return None
        plain = self.recording(nodeid, digest).get("conversation")
        recorded, damage, hidden = None, "", self._hidden()
        if plain is not None and hidden is not None:
            plain = each_text(plain, hidden.restore)
        try:
            recorded = None if plain is None else conversation_from_plain(plain)
        except ReplyError as error:
            damage = f": {error}"
        if self.replayed is not None:
            reason = f"run {self.replayed.run_id} holds no recording of this conversation{damage}"
            return recorded or missing_conversation(name, scenario, reason)
        is_whole = recorded and all(turn.reply is not None for turn in recorded.turns)
        return recorded if is_whole else None

    def decide(
        self,
        name: str | None,
        demands: Iterable[tuple[int | None, Expectations]],
        held: Conversation,
        recorded: Mapping[str, Any],
    ) -> tuple[list[Check], Conversation, dict[str, Any]]:
        """The checks of a conversation, what may be shown of it, and what is recorded.

        Secrets change nothing that is decided, and stand in nothing that comes back. ``recorded``
        is what was recorded of it, if anything was.
        """
        scores, hidden, shown = dict(recorded.get("scores", ())), self._hidden(), held
        plain = conversation_to_plain(held) if hidden or scores or not self.replayed else {}
        if hidden is not None or scores:
            hidden = hidden or _secrets((), "")
            masked = _masked(plain, hidden)
            if masked != plain or scores:
                plain, shown = masked, conversation_from_plain(each_text(masked, hidden.unmarked))
        judgments = {} if self.replayed is None else recorded.get("judgments", {})
        # A judge is somebody else, who is shown no secret either.
        judge = ConversationJudge(shown, self.ask, judgments) if self.ask else None
        bot = self.settings.bots.get(name or "")
        read_only = None if bot is None else bot.read_only
        if read_only is None:
            read_only = self.settings.scenarios.read_only
        checks: list[Check] = []
        for turn, expect in demands:
            subject = Subject(
                conversation=held,
                turn=turn,
                validators=self.validator,
                judge=judge,
                read_only=read_only,
            )
            if hidden is not None and shown is not held:
                unset = hidden.marked(repr(held.turns[:turn]))
                subject = replace(subject, scores=scores, unset=unset)
            checks += decide(expect, subject)
        if shown is not held:
            checks = [self._shown_check(check) for check in checks]
        more = {"judgments": judge.records if judge else {}, "scores": scores}
        kept = {key: value for key, value in more.items() if value}
        return checks, shown, {"conversation": plain, **kept}

    def _shown_check(self, check: Check) -> Check:
        told = ("name", "message", "expected", "actual")
        return replace(check, **{key: each_text(getattr(check, key), self.shown) for key in told})

    def shown(self, text: str) -> str:
        """A text of ours, without the secrets."""
        hidden = self._hidden()
        return text if hidden is None else hidden.unmarked(hidden.scrub_message(text))

    def _hidden(self) -> Secrets | None:
        """What the environment holds now of what is kept out of what is stored and shown."""
        texts = tuple(chain.from_iterable([bot.hidden_texts() for bot in self._hiding]))
        return _secrets(texts, self._salt) if any(text for text, _ in texts) else None

    @cached_property
    def _hiding(self) -> list[BotSettings]:
        bots = self.settings.bots.values()  # most have nothing to hide, and are not asked each time
        return [bot for bot in bots if bot.secrets or bot.headers or bot.url or bot.openai]

    def hold(self, name: str | None, scenario: Scenario, bot: Callable[[], Bot]) -> Conversation:
        """Hold the scenario's conversation. A bot that cannot be opened leaves no reply.

        Nor does one that may cost nothing more.
        """
        if self.budget is not None and self.budget.is_spent:
            return missing_conversation(name, scenario, str(self.budget))
        try:
            if self._cluster is not None and name is not None and self._is_remote(name):
                # Those who ask at the same time share what may be asked in a second.
                asking = self._processes * min(self.pool.limit, self.most_at_once[name])
                settings = share_of(self.settings.bots[name], asking)
                return self._cluster.hold(name, settings, scenario, self.budget)
            opened = bot()
        except BotError as error:
            return missing_conversation(name, scenario, str(error), error.traceback)
        users = [step.user for step in scenario.steps]
        return converse(opened, users, scenario.context, self.budget)

    def hold_ahead(self, nodeid: str, name: str, scenario: Scenario, digest: str) -> Conversation:
        """The same ahead of its item, and kept at once: the session may be cut off before."""
        conversation, hidden = self.hold(name, scenario, partial(self.bot, name)), self._hidden()
        if all(turn.reply is not None for turn in conversation.turns):
            plain = conversation_to_plain(conversation)
            plain = plain if hidden is None else _masked(plain, hidden)
            # Where there is no room, what is recorded in its turn says so.
            with suppress(StoreError):
                self._ahead(self._token).put(_address(nodeid, digest), {"conversation": plain})
        return conversation

    def _ahead(self, token: str) -> Cache:
        return Cache(self.settings.root, f"{SESSION}{token}", flush=False)

    def _is_remote(self, name: str) -> bool:
        """Whether the cluster asks this bot: its workers know the package's own kinds."""
        kind = self.settings.bots[name].opened_as
        ours = self.offers.openers.get(kind) is bot_kinds.OPENERS.get(kind)
        return ours and self._cluster is not None

    @cached_property
    def most_at_once(self) -> dict[str, int]:
        """How many conversations each bot may hold at a time; one with more than 1 runs ahead."""
        return {name: self._limit_of(name) for name in self.settings.bots}

    def _limit_of(self, name: str) -> int:
        bot = self.settings.bots[name]
        if bot.concurrency is not None:
            return bot.concurrency
        if bot.python is None or self._is_remote(name):
            return self.pool.limit
        # Python bots share this process with the suite: only who says so has them in threads.
        return self.settings.scenarios.concurrency or 1

    @cached_property
    def pool(self) -> Tasks:
        """Where conversations are held ahead of their items, or waited for."""
        limit = self.settings.scenarios.concurrency
        if not limit and self._cluster is not None:
            with suppress(HydraError):  # each conversation tells it
                limit = self._cluster.threads
        return Tasks(max(1, (limit or _AT_ONCE) // self._processes))

    def listen(self, stop_file: Path) -> None:
        """Wait for no bot any more once the file appears.

        For xdist's workers, which are told in no other way that the session is to end while they
        run something, and for ever once the controller is gone. Whatever else runs, a test of the
        user's above all, goes on undisturbed.
        """
        threading.Thread(
            target=self._listen, args=(stop_file,), name="hydra-stop", daemon=True
        ).start()

    def _listen(self, stop_file: Path) -> None:
        while not stop_file.exists():
            pause(_BETWEEN_LOOKS)
            if self.waiting and os.getppid() != self._parent:
                # Whom to tell what comes of it was killed. What a bot has started ends with us.
                os._exit(1)
        self.stopped = True
        self.pool.stop(0)
        # Again and again: an item that has just begun to wait may not have come to its bot yet.
        rung = False
        while self.waiting:
            rung = rung or time_limits.ring_now()
            self._stop_bots()
            pause(_BETWEEN_LOOKS)

    def _stop_bots(self) -> None:
        if self._cluster is not None:
            self._cluster.stop()
        for bot in list(self._opened.values()):
            if not isinstance(bot, BotError):
                bot.stop()

    def close(self) -> None:
        """End what still runs ahead, within two seconds, and what it has started."""
        if "pool" in self.__dict__ and not self.pool.stop(_MOMENT):
            self._stop_bots()
            self.pool.stop(_ENDING)
        if self._cluster is not None:
            self._cluster.close()

    def recording(self, nodeid: str, digest: str) -> Mapping[str, Any]:
        """What was recorded of an item's conversation; empty where nothing was.

        Items may ask the same and be told different things. In a replay that of another stands for
        an item that the run did not have: most often it had another name then.
        """
        recording = self._recordings.get((nodeid, digest))
        if recording is None and self.replayed is not None:
            recording = self._recordings.get((None, digest))
        for run in self.resumed:
            # Of what was held ahead its item's turn may not have come.
            ahead = self._ahead(run.session)
            recording = recording or ahead.get(_address(nodeid, digest))
        return recording or {}

    @cached_property
    def _recordings(self) -> dict[tuple[str | None, str], Mapping[str, Any]]:
        """By the item and the digest, and by the digest alone."""
        folders = [self.replayed] if self.replayed is not None else self.resumed
        recordings: dict[tuple[str | None, str], Mapping[str, Any]] = {}
        for folder in reversed(folders):  # the newest has the last word
            try:
                for record in folder.records("scenarios"):
                    for run in record["runs"]:
                        for whose in (record.get("nodeid"), None):
                            recordings[whose, run["digest"]] = run
            except HydraError as error:
                _warn(str(error))
            except (KeyError, TypeError) as error:
                _warn(f"{folder.path}: a broken recording: {type(error).__name__}: {error}")
        return recordings

    def validator(self, target: str) -> Callable[..., object]:
        """The function that a ``customValidator`` names as ``package.module:function``.

        It is imported from beside hydra.toml, as python bots are. Raises HydraError when it
        cannot be.
        """
        module_name, _, attribute = target.partition(":")
        from pytest_hydra.scenarios.bots.python import put_on_path

        put_on_path(self.settings.root)
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                raise  # the module is there: what it imports is not
            raise HydraError(
                f"customValidator: there is no module {module_name!r} beside hydra.toml "
                f"or on sys.path"
            ) from None
        try:
            validator: object = attrgetter(attribute)(module)
        except AttributeError as error:
            hint = did_you_mean(str(error.name), dir(module))
            raise HydraError(
                f"customValidator: {module_name!r} has no {attribute!r}{hint}"
            ) from None
        if not callable(validator):
            raise HydraError(f"customValidator: {target!r} is not a function")
        return validator


def _masked(plain: Mapping[str, Any], hidden: Secrets) -> dict[str, Any]:
    """A conversation as it is recorded, without the secrets."""
    masked = {**each_text(plain, hidden.scrub), "bot": plain["bot"]}
    for turn in masked["turns"]:
        if "error" in turn:  # ours, and it may have been cut in the middle of a secret
            turn["error"] = hidden.scrub_message(turn["error"])
    return masked


@lru_cache(maxsize=8)
def _secrets(texts: tuple[tuple[str, str], ...], salt: str) -> Secrets:
    from pytest_hydra.execution.http_json import Secrets

    return Secrets(texts, salt)


def _address(nodeid: str, digest: str) -> str:
    return hashlib.sha256(f"{digest} {nodeid}".encode("utf-8", "surrogatepass")).hexdigest()


def _warn(damage: str) -> None:
    message = f"{damage}; nothing is known of what the run recorded after it"
    warnings.warn(message, HydraWarning, stacklevel=2)


def missing_conversation(
    bot: str | None, scenario: Scenario, reason: str, traceback: str | None = None
) -> Conversation:
    """What stands for a conversation that there is none of: no turn has its reply."""
    turns = [Turn(user=step.user, error=reason) for step in scenario.steps]
    turns[0] = replace(turns[0], traceback=traceback)
    return Conversation(turns=tuple(turns), context=scenario.context, bot=bot or FIXTURE)
