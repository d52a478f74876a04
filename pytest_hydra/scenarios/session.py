"""The conversations of one pytest process: its bots, validators and recordings."""

from __future__ import annotations

import json
import os
import threading
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from itertools import chain, count, takewhile
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra import registry
from pytest_hydra.core.plain import json_digest
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import time_limits
from pytest_hydra.execution.process import StoppedError
from pytest_hydra.execution.quotas import Budget, pause
from pytest_hydra.execution.tasks import Tasks
from pytest_hydra.record.files import SESSION
from pytest_hydra.record.runs import Reuse
from pytest_hydra.scenarios.attachments import paths_of
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.bots.states import BotStates
from pytest_hydra.scenarios.cases import Reader
from pytest_hydra.scenarios.conversation import (
    conversation_digest,
    converse,
    map_texts,
    mask,
    missing_conversation,
)
from pytest_hydra.scenarios.environment import Environments, Home
from pytest_hydra.scenarios.expect.custom import ConversationJudge
from pytest_hydra.scenarios.expect.kinds import Expectations, Kind, Subject, conclude, decide
from pytest_hydra.scenarios.keys import KEYS, Key, Opening, asked
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.scenarios.reuse import Recordings
from pytest_hydra.settings.types import share_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pytest_hydra.core.gates import Ask
    from pytest_hydra.core.scorecard import Check
    from pytest_hydra.execution.http_json import Secrets
    from pytest_hydra.scenarios.bots.protocol import Bot
    from pytest_hydra.scenarios.bots.server import BotServers
    from pytest_hydra.scenarios.environment import Address, Environment
    from pytest_hydra.scenarios.expect.matchers import Operators
    from pytest_hydra.scenarios.format import UserRole
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.traces.recorded import Traces
    from pytest_hydra.scenarios.treatments import Treatment
    from pytest_hydra.settings.bots import BotSettings
    from pytest_hydra.settings.file import Settings
    from pytest_hydra.settings.mcp import McpSettings
    from pytest_hydra.transcript.turn import Call

# The default number of conversations that run ahead at a time.
_AT_ONCE = 8
# Time for an abandoned conversation to end by itself, in seconds.
_MOMENT = 0.1
# Time for it to end once stopped, in seconds. After it, its daemon thread is abandoned.
_ENDING = 0.5
# The interval at which a worker checks for an interrupted session, in seconds.
_BETWEEN_LOOKS = 0.1
# The fields of a check that are shown.
_CHECK_TEXTS = ("name", "message", "expected", "actual")


class Offers(NamedTuple):
    """Expectations, operators, kinds of bots, readers of cases and keys, by name."""

    kinds: Mapping[str, Kind]
    operators: Operators
    openers: Mapping[str, bot_kinds.Opener]
    readers: Mapping[str, Reader] = MappingProxyType({})
    keys: Mapping[str, Key] = KEYS


class ScenarioSession:
    """The bots and recordings of one pytest process.

    ``reuse`` names the runs whose recordings replace conversations. ``processes`` is the number of
    pytest processes that share the session's limits.
    """

    def __init__(
        self, settings: Settings, offers: Offers, reuse: Reuse | None = None, *, processes: int = 1
    ) -> None:
        self.settings = settings
        self.offers = offers
        reuse = reuse or Reuse()
        self.replayed = reuse.replayed
        self.states = BotStates(settings.bots, settings.users)
        self.recordings = Recordings(settings.root, reuse, self._hidden, self.states)
        #: The files with cases of the scenarios: what they say is in the scenarios.
        self.case_files: set[Path] = set()
        #: The pictures and files of the scenarios: their paths, by their sha256.
        self.attachments: dict[str, str] = {}
        #: Asks the judge; None if there is no judge.
        self.ask: Ask | None = None
        #: Whether an item waits for its conversation, and whether the session was stopped.
        self.waiting = False
        self.stopped = False
        self._processes = processes
        most = settings.scenarios.max_cost_usd
        #: The cost limit of conversations in this process; None for no limit.
        label = "the bots and users" if settings.users else "the bots"
        self.budget = None if most is None else Budget(most, subject=label, processes=processes)
        #: What environments share, by its name.
        self._shared: dict[str, Any] = {}
        self._sharing = threading.RLock()
        self._parent = os.getppid()
        self._salt = token_hex(8)
        self._token = reuse.token
        #: The states that this process has recorded, by digest: each is stored once.
        self.stored_states: set[str] = set()
        #: Resolves the function of a ``customValidator``; raises HydraError if there is none.
        self.validator = cache(partial(_validator, settings.root))
        self._opened: dict[str, Bot | Exception] = {}
        self._asked: dict[str | None, list[str]] = {}
        self._treated: dict[tuple[str, str, str], BotSettings] = {}
        self._logs = settings.root / ".hydra" / f"{SESSION}{reuse.token}" / "servers"
        #: The name of this worker of xdist.
        self.worker: str | None = None
        #: Starts conversations ahead, once the fixtures of an item are set up.
        self.start_ahead: Callable[[], None] = lambda: None
        #: The traces of recorded bots that hold scenarios.
        self.recorded: dict[str, Traces] = {}
        self._opening = threading.Lock()

    @cached_property
    def bot_keys(self) -> dict[str, Any]:
        """The identity of each bot in recordings, by name; in a replay that of the run."""
        return self._keys("bots", self.settings.bots)

    @cached_property
    def user_keys(self) -> dict[str, Any]:
        """The identity of each player of users, by name."""
        return self._keys("users", self.settings.users)

    def _keys(self, kind: str, settings: Mapping[str, BotSettings]) -> dict[str, Any]:
        if self.replayed is not None:
            return dict(self.replayed.manifest.get(kind, {}))
        return {name: bot_kinds.bot_key(bot) for name, bot in settings.items()}

    def asked_keys(self, bot: str | None) -> list[str]:
        """The keys that may give a bot an environment that no file names."""
        if bot not in self._asked:
            identity = {} if bot is None else self.bot_keys[bot]
            self._asked[bot] = asked(self.offers.keys, self.settings, identity)
        return self._asked[bot]

    def bot(self, name: str, treatment: Treatment | None = None) -> Bot:
        """The bot of this name, opened once. Raises BotError on every call if that failed."""
        key = name if treatment is None else f"{name} {json_digest(treatment.identity)}"
        return self._open(key, self.settings_of(name, treatment), name, bot_kinds.open_bot)

    def settings_of(self, name: str, treatment: Treatment | None) -> BotSettings:
        """The settings of a bot under a treatment. Raises ValueError if it cannot have it."""
        if treatment is None or not treatment.changes:
            return self.settings.bots[name]
        key = name, str(treatment.folder), json_digest(treatment.identity)
        if key not in self._treated:
            from pytest_hydra.scenarios.treatments import treated

            self._treated[key] = treated(self.settings, name, treatment)
        return self._treated[key]

    def adapt(self, scenario: Scenario, bot: str | None) -> list[Scenario]:
        """The scenario to hold with a bot: unchanged, or adapted to the bot's traces."""
        if bot is None or "recorded" not in self.bot_keys[bot]:
            return [scenario]
        if self.replayed is not None and not scenario.each:
            # Once per recording: the trace files may no longer exist.
            runs = map(partial(self.digest, bot, "", scenario), count())
            times = sum(1 for _ in takewhile(partial(self.recordings.find, ""), runs))
            repeat = replace(scenario.repeat, times=max(times, scenario.repeat.pass_k or 1))
            return [replace(scenario, traces=(), repeat=repeat)]
        if bot not in self.recorded:
            from pytest_hydra.scenarios.traces.recorded import Traces

            pattern, settings = self.bot_keys[bot]["recorded"], self.settings
            self.recorded[bot] = Traces(bot, pattern, settings.root, settings.prices)
        return self.recorded[bot].with_traces(scenario)

    def player(self, name: str) -> Bot:
        """The player of this name, opened once. Raises BotError on every call if that failed."""
        from pytest_hydra.scenarios.users.play import open_player

        return self._open(f"user {name}", self.settings.users[name], name, open_player)

    def _open(
        self, key: str, settings: BotSettings, name: str, open_one: Callable[..., Bot]
    ) -> Bot:
        # Threads may open the same bot at once: it must be opened once, with one limit, and be
        # stoppable.
        with self._opening:
            if key not in self._opened:
                share, root = share_of(settings, self._processes), self.settings.root
                share = share.with_prices(self.settings.prices)
                try:
                    if share.start is not None:
                        share = self.servers.start(key, share)
                    self._opened[key] = open_one(name, share, root, self.offers.openers)
                except Exception as error:  # noqa: BLE001 - raised for each of its conversations
                    self._opened[key] = error
            bot = self._opened[key]
        if isinstance(bot, Exception):
            raise bot
        return bot

    @cached_property
    def servers(self) -> BotServers:
        """The servers that are started for bots."""
        from pytest_hydra.scenarios.bots.server import BotServers

        return BotServers(self.settings.root, self._logs, self.worker)

    def digest(
        self, name: str | None, file: str, scenario: Scenario, number: int, attempt: int = 0
    ) -> str:
        """Identify one conversation by the bot, its input, and the number of the run.

        ``name`` is None for the fixture's bot, which depends on the conftest.py files above the
        scenario file. ``number`` and ``attempt`` count from 0.
        """
        users: Any = scenario.messages
        if scenario.history:
            users = {"history": scenario.history, "messages": users}
        if any(step.parts for step in scenario.steps):
            users = {"users": users, "files": list(paths_of(s.parts for s in scenario.steps))}
        if scenario.user is not None:
            player = scenario.user.player
            users = {"player": [player, self.user_keys[player]], "part": scenario.user.brief()}
            users |= {"attempt": attempt} if attempt else {}
        key = {"fixture": file} if name is None else self.bot_keys[name]
        places = {key: plan.identity for key, plan in scenario.plans.items()}
        if scenario.treatment is not None or scenario.most_calls is not None:
            changes = None if scenario.treatment is None else scenario.treatment.identity
            key = {"bot": key, "treatment": changes, "most_calls": scenario.most_calls}
        return conversation_digest([name, key], users, scenario.context, number, **places)

    def decide(
        self,
        name: str | None,
        demands: Iterable[tuple[int | None, Expectations]],
        conversation: Conversation,
        recorded: Mapping[str, Any],
        part: UserRole | None = None,
    ) -> tuple[list[Check], Conversation, dict[str, Any]]:
        """The checks of a conversation, the conversation for display, and its recording.

        ``part`` is the part of its user, if a judge is to review it. Secrets affect no decision,
        and are in none of the results. ``recorded`` is the earlier recording, or empty.
        """
        scores = dict(recorded["scores"]) if "scores" in recorded else {}
        secrets, display = self._hidden() if self._secret_bots else None, conversation
        data = conversation_to_plain(conversation) if secrets or scores or not self.replayed else {}
        held = data
        if secrets or scores:
            secrets = secrets or _secrets((), "")
            clean = mask(data, secrets)
            if clean != data or scores:
                data, display = clean, conversation_from_plain(map_texts(clean, secrets.unmarked))
        if display is conversation:
            secrets = None
        is_cut = bool(secrets and recorded) and bool(_marks_in(held))
        judgments = {} if self.replayed is None else recorded.get("judgments", {})
        # The judge is an external service, which sees no secrets either.
        judge = ConversationJudge(display, self.ask, judgments) if self.ask else None
        if part is not None:
            from pytest_hydra.scenarios.users.faults import review

            is_same, conversation = display is conversation, review(conversation, part, judge)
            display = conversation if is_same else replace(display, played=conversation.played)
        bot = self.settings.bots.get(name or "")
        read_only = None if bot is None else bot.read_only
        checks: list[Check] = []
        for turn, expect in demands:
            subject = Subject(
                conversation=conversation,
                turn=turn,
                validators=self.validator,
                judge=judge,
                words=self.settings.scenarios.words,
                read_words=judge.words if judge else None,
                read_only=self.settings.scenarios.read_only if read_only is None else read_only,
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
        extra = {"judgments": judge.records if judge else {}, "scores": scores}
        record = {key: value for key, value in extra.items() if value}
        return checks, display, {"conversation": data, **record}

    def redact(self, text: str) -> str:
        """A text of ours, without secrets."""
        secrets = self._hidden()
        return secrets.for_display(text) if secrets else text

    def _hidden(self) -> Secrets | None:
        """The current secrets of the environment, which are neither stored nor shown."""
        texts = tuple(chain.from_iterable([bot.hidden_texts() for bot in self._secret_bots]))
        return _secrets(texts, self._salt) if any(text for text, _ in texts) else None

    @cached_property
    def _secret_bots(self) -> list[BotSettings | McpSettings]:
        # Most bots have no secrets, and are skipped.
        bots = chain(self.settings.bots.values(), self.settings.users.values())
        found = [bot for bot in bots if bot.secrets or bot.headers or bot.url or bot.openai]
        return [*found, *self.settings.mcp.values()]

    def hold(
        self, name: str | None, scenario: Scenario, bot: Callable[[], Bot], label: str = ""
    ) -> Conversation:
        """Hold the scenario's conversation. If its bot cannot be opened, no turn has a reply.

        The same applies if the cost limit is reached. ``label`` names its recording by a gateway.
        """
        if self.budget is not None and self.budget.is_spent:
            return missing_conversation(name, scenario, str(self.budget))
        try:
            target = bot()
        except BotError as error:
            return missing_conversation(name, scenario, str(error), error.traceback)
        if not scenario.plans:
            return self._converse(target, scenario)
        try:
            with self._around(name, scenario, label) as environments:
                conversation = self._converse(target.within(environments), scenario)
                return replace(conversation, records=environments.records())
        except StoppedError:
            return missing_conversation(target.name, scenario, "the session was stopped")
        except HydraError as error:
            return missing_conversation(target.name, scenario, str(error))

    @contextmanager
    def _around(self, name: str | None, scenario: Scenario, label: str) -> Iterator[Environments]:
        """The environments of a conversation, new ones. Raises HydraError, StoppedError."""
        opening = self.opening(name, scenario)
        with ExitStack() as stack:
            parts = {key: stack.enter_context(p.open(opening)) for key, p in scenario.plans.items()}
            until = None if scenario.most_calls is None else partial(_has_fired, scenario, parts)
            secrets = self._hidden()

            def scrub(text: str) -> str:
                return secrets.unmarked(secrets.scrub(text)) if secrets else text

            yield Environments(parts, self._serve, label=label, until=until, scrub=scrub)

    def opening(self, name: str | None, scenario: Scenario) -> Opening:
        """What the environments of a scenario with this bot may need."""
        bot = None
        if name is not None and name in self.settings.bots:
            bot = self.settings_of(name, scenario.treatment)
        return Opening(self.settings, bot, scenario.demands, self.shared, self._token)

    def shared(self, name: str, make: Callable[[], Any]) -> Any:
        """The one of its kind in this session, made on first use and closed at its end."""
        with self._sharing:
            if name not in self._shared:
                self._shared[name] = make()
            return self._shared[name]

    def _serve(self, environments: Environments) -> AbstractContextManager[Address]:
        """An address for tools. Raises BotError if no plugin has one."""
        if "bridge" not in registry.words("services"):
            raise BotError("no plugin brings a scenario's tools to programs and servers")
        bridge = self.shared("bridge", registry.offered("services", "bridge"))
        address: AbstractContextManager[Address] = bridge.serve(environments)
        return address

    def _converse(self, bot: Bot, scenario: Scenario) -> Conversation:
        if scenario.user is not None:
            from pytest_hydra.scenarios.users.play import Play

            player = partial(self.player, scenario.user.player)
            state = bot.environments.hidden
            return Play(scenario.user, self.budget, state).hold(bot, player, scenario.context)
        parts = [step.parts for step in scenario.steps]
        if scenario.history or any(parts):
            bot = replace(bot, history=scenario.history, parts=parts)
        return converse(bot, scenario.messages, scenario.context, self.budget)

    def prepare(self, name: str, scenario: Scenario) -> None:
        """Open and import what a conversation needs, in the main thread, before `hold_ahead`.

        Threads that import the same modules at once may see them half initialized.
        """
        import pytest_hydra.scenarios.apis.order  # noqa: F401 - which `read_reply` may need

        with suppress(Exception):  # raised again by `hold`
            self.bot(name, scenario.treatment)
        if scenario.user is not None:
            with suppress(Exception):
                self.player(scenario.user.player)
        opening = self.opening(name, scenario)
        for plan in scenario.plans.values():
            with suppress(HydraError):
                plan.prepare(opening)

    def hold_ahead(
        self, nodeid: str, number: int, name: str, scenario: Scenario, digest: str
    ) -> Conversation:
        """Hold the conversation ahead of its item, and store it at once."""
        label = f"{nodeid}-{number + 1}"
        conversation = self.hold(name, scenario, partial(self.bot, name, scenario.treatment), label)
        self.recordings.store_ahead(nodeid, digest, conversation)
        return conversation

    @cached_property
    def most_at_once(self) -> dict[str, int]:
        """How many conversations each bot may hold at a time; more than 1 allows running ahead."""
        return {name: self._at_once(bot) for name, bot in self.settings.bots.items()}

    def player_at_once(self, name: str) -> int:
        """The same for a player of users."""
        return self._at_once(self.settings.users[name])

    def _at_once(self, bot: BotSettings) -> int:
        # Python bots share this process with the suite, so threads need an explicit setting.
        most = (self.settings.scenarios.concurrency or 1) if bot.python else 0
        return bot.concurrency or most or self.pool.limit

    @cached_property
    def pool(self) -> Tasks:
        """The pool for conversations held ahead of their items."""
        limit = self.settings.scenarios.concurrency or _AT_ONCE
        return Tasks(max(1, limit // self._processes))

    def listen(self, stop_file: Path) -> None:
        """Stop all bots once the file appears; runs in a thread of its own.

        It is for xdist's workers, which otherwise do not learn that the session ends while they run
        something, nor that the controller is gone. All else, above all a user's test, continues
        undisturbed.
        """
        while not stop_file.exists():
            pause(_BETWEEN_LOOKS)
            if self.waiting and os.getppid() != self._parent:
                # The controller was killed, so results are lost. The bot's processes end with this
                # one.
                os._exit(1)
        self.stopped = True
        self.pool.stop(0)
        # Repeat it: an item that has just begun to wait may not have reached its bot yet.
        has_rung = False
        while self.waiting:
            has_rung = has_rung or time_limits.ring_now()
            self._stop_bots()
            pause(_BETWEEN_LOOKS)

    def _stop_bots(self) -> None:
        for bot in list(self._opened.values()):
            if not isinstance(bot, Exception):
                bot.stop()
        self.stop_servers()

    def stop_servers(self) -> None:
        """End the servers that were started for bots."""
        if "servers" in vars(self):
            self.servers.stop()

    def close(self) -> None:
        """End the conversations that still run ahead, within two seconds, processes and servers."""
        if "pool" in self.__dict__ and not self.pool.stop(_MOMENT):
            self._stop_bots()
            self.pool.stop(_ENDING)
        for shared in self._shared.values():
            shared.close()
        self.stop_servers()


def _has_fired(scenario: Scenario, parts: Mapping[str, Environment], calls: Sequence[Call]) -> bool:
    """Whether an agent has activated the skill of triggers, or has made as many calls as it may."""
    from pytest_hydra.scenarios.expect.skills import has_ended, uses_skill

    assert scenario.experiment is not None and scenario.most_calls is not None  # noqa: S101, PT018
    tools = next((part.tool_roles for part in parts.values() if isinstance(part, Home)), {})
    uses = partial(uses_skill, scenario.experiment.skill, tools)
    # Once it is known whether it failed.
    most = scenario.most_calls
    return len(calls) >= most or any(uses(call) and has_ended(call) for call in calls)


def _validator(root: Path, target: str) -> Callable[..., object]:
    """Import ``package.module:function``, as Python bots are imported."""
    from pytest_hydra.scenarios.bots.python import load_target

    function = load_target("customValidator", target, root)
    if not callable(function):
        raise HydraError(f"customValidator: {target!r} is not a function")
    return function


def _marks_in(plain: Mapping[str, Any], turn: int | None = None) -> Sequence[str]:
    """The secrets that were not put back into a conversation, or into its first turns."""
    from pytest_hydra.execution.http_json import Secrets

    known = {**plain, "turns": plain["turns"][:turn]}
    return Secrets.marked(json.dumps(known, ensure_ascii=False))


@lru_cache(maxsize=8)
def _secrets(texts: tuple[tuple[str, str], ...], salt: str) -> Secrets:
    from pytest_hydra.execution.http_json import Secrets

    return Secrets(texts, salt)
