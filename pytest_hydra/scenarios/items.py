"""Scenario files as pytest sees them: a file is a module, a scenario an item."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.check import Check, Outcome
from pytest_hydra.core.scorecard import Scorecard, scorecard
from pytest_hydra.errors import InputError, Problem, ShortfallError, did_you_mean
from pytest_hydra.record import wire
from pytest_hydra.record.entries import check_entry, shown_number, total_parts
from pytest_hydra.scenarios import bots, expectations, replies
from pytest_hydra.scenarios.conversation import conversation_digest
from pytest_hydra.scenarios.explain import explain, headline
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.session import ScenarioSession, not_held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_hydra.scenarios.bots import Bot

SESSION = pytest.StashKey[ScenarioSession]()
SUFFIXES = tuple(f".scenario.{suffix}" for suffix in ("yaml", "yml", "toml", "json"))

# How long a bot that a fixture returns may take for one reply, in seconds: hydra.toml, which
# says so for the others, does not know it.
_FIXTURE_TIMEOUT = 30.0
# What such a bot is called where it has no name of its own.
_FIXTURE = "fixture"


@pytest.mark.hydra
def _with_fixture(hydra_bot: object) -> None:
    """What an item calls whose bot is an override of the fixture, so that pytest makes it."""


@pytest.mark.hydra
def _without_fixture() -> None:
    """What every other item calls."""


def bot_is_overridden(node: pytest.Item | pytest.Collector) -> bool:
    """Whether a conftest.py, module or plugin has a hydra_bot fixture of its own for this node."""
    # pytest has no public way to ask which fixture a name means at a node. Ours, from the
    # plugin, comes first; any further one is an override.
    defined = node.session._fixturemanager.getfixturedefs("hydra_bot", node)
    return defined is not None and len(defined) > 1


class ScenarioFile(pytest.Module):
    """A scenario file. It is a module to pytest, so that fixtures of every scope work."""

    #: How many items the file has, whatever is selected from them; None before it is read.
    whole: int | None = None

    def _getobj(self) -> ModuleType:
        # An autouse fixture may look at request.module: there must be one.
        module = ModuleType(self.path.name.partition(".")[0])
        module.__file__ = str(self.path)
        return module

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield an item for each scenario and bot, in the file's order."""
        session = self.config.stash[SESSION]
        shown = self._shown()
        try:
            scenarios = load_scenarios(
                self.path, shown, session.settings.scenarios, kinds=session.kinds
            )
            planned = [
                (scenario, bot)
                for scenario in scenarios
                for bot in self._bots(scenario, session, shown)
            ]
        except InputError as error:
            raise self.CollectError(str(error)) from None
        self.whole = len(planned)
        several = len(session.bot_keys) > 1
        # All items of a file want the same fixtures: work that out once, as pytest does for the
        # variants of a parametrized test.
        fixtures = None
        for scenario, bot in planned:
            shown_bot = bot if several and not scenario.bot else None
            variant = "-".join(part for part in (scenario.variant, shown_bot) if part)
            name = f"{scenario.id}[{variant}]" if variant else scenario.id
            item = ScenarioItem.from_parent(
                self,
                name=name,
                callobj=_without_fixture if bot else _with_fixture,
                fixtureinfo=fixtures,
            )
            fixtures = item._fixtureinfo
            item.hold(scenario, bot)
            yield item

    def _shown(self) -> str:
        start = self.config.invocation_params.dir
        return str(self.path.relative_to(start) if self.path.is_relative_to(start) else self.path)

    def _bots(
        self, scenario: Scenario, session: ScenarioSession, shown: str
    ) -> tuple[str | None, ...]:
        """The names of the bots that hold this scenario; None is the fixture's."""
        names = tuple(session.bot_keys)
        if bot_is_overridden(self) and not self.config.option.hydra_bot:
            if scenario.bot is not None:
                raise _problem(
                    f"a conftest.py above replaces the bots of hydra.toml by its hydra_bot "
                    f"fixture: leave 'bot: {scenario.bot}' out, or the fixture",
                    shown,
                    scenario,
                )
            return (None,)
        if scenario.bot is not None:
            if scenario.bot not in names:
                raise _problem(
                    f"there is no bot {scenario.bot!r}{did_you_mean(scenario.bot, names)}; "
                    f"{_known(names)}",
                    shown,
                    scenario,
                )
            return (scenario.bot,)
        if not names:
            raise InputError(
                [
                    Problem(
                        "there is no bot to talk to: name one in hydra.toml ([bots.NAME] with "
                        'python = "package.module:attribute" or command = ["…"]), or with '
                        "--hydra-bot NAME=TARGET, or write a hydra_bot fixture",
                        file=shown,
                        line=scenario.line,
                    )
                ]
            )
        return names


class ScenarioItem(pytest.Function):
    """One scenario held with one bot.

    The conversation is recorded in pytest's setup phase, after the fixtures, and what could not
    be graded is raised there: an error. What was graded and fell short is raised in the call
    phase: a failure.
    """

    scenario: Scenario
    #: The bot's name in hydra.toml; None when the hydra_bot fixture gives it.
    bot: str | None
    card: Scorecard | None = None
    _conversation: Conversation | None = None
    _digest = ""
    _reused = False
    _attempts = 0

    def hold(self, scenario: Scenario, bot: str | None) -> None:
        """Say what this item is about, right after it was made."""
        self.scenario = scenario
        self.bot = bot
        self.extra_keyword_matches.update(scenario.tags)
        if scenario.skip is not None:
            self.add_marker(pytest.mark.skip(reason=scenario.skip))
        if scenario.xfail is not None:
            self.add_marker(pytest.mark.xfail(reason=scenario.xfail))

    def reportinfo(self) -> tuple[Any, int, str]:
        """The scenario's place in its file; pytest counts lines from 0."""
        return self.path, self.scenario.line - 1, self.name

    def setup(self) -> None:
        """Set fixtures up, hold the conversation, and decide."""
        self._attempts += 1
        self.card = self._conversation = None
        super().setup()
        if self.config.getoption("setuponly", False):
            return
        self._conversation = held = self._hold_or_reuse()
        self.card = card = scorecard(self._decide(held), self.scenario.threshold)
        if card.outcome is Outcome.UNGRADED:
            self._raise(card, held)

    def runtest(self) -> None:
        """Fail when the bot fell short."""
        if self.card is not None and self.card.outcome is Outcome.FAILED:
            assert self._conversation is not None  # noqa: S101 - setup() sets both
            self._raise(self.card, self._conversation)

    def carry(self, report: pytest.TestReport) -> None:
        """Put the result on the report that settles it, as one JSON string.

        That is the call's, or the setup's where it did not come to a call. A scenario that was
        skipped has none.
        """
        skipped = report.skipped and not hasattr(report, "wasxfail")
        if skipped or report.when == "teardown" or (report.when == "setup" and report.passed):
            return
        report.hydra_kind = "scenario"  # type: ignore[attr-defined]
        report.hydra = self._payload()  # type: ignore[attr-defined]

    def _payload(self) -> str:
        held = self._conversation or self._not_held("the conversation was not held")
        card = self.card or scorecard(self._decide(held), self.scenario.threshold)
        scenario = self.scenario
        entry = {
            "id": f"{scenario.id}[{scenario.variant}]" if scenario.variant else scenario.id,
            "name": scenario.name,
            "file": self.nodeid.partition("::")[0],
            "line": scenario.line,
            "bot": held.bot,
            "status": card.outcome.value,
            "score": None if card.total is None else shown_number(card.total),
            "coverage": float(shown_number(card.coverage)),
            "runs": 1,
            "checks": [check_entry(check) for check in card.checks],
            "tags": list(scenario.tags),
            "xfail": scenario.xfail,
            "error": next((turn.error for turn in held.turns if turn.error), None),
        }
        return wire.encode(
            {
                "kind": "scenario",
                "entry": entry,
                "total": total_parts(card.total),
                "digest": self._digest,
                "reused": self._reused,
                "conversation": replies.conversation_to_plain(held),
            }
        )

    def _hold_or_reuse(self) -> Conversation:
        session = self.config.stash[SESSION]
        scenario = self.scenario
        users = [step.user for step in scenario.steps]
        # A fixture's bot is whatever the conftest.py files above this file make it.
        file = self.nodeid.partition("::")[0]
        key = session.bot_keys[self.bot] if self.bot else {"fixture": file}
        self._digest = conversation_digest([self.bot, key], users, scenario.context)
        if session.replayed is not None:
            recorded = session.recorded(self._digest, whole=False)
            self._reused = recorded is not None
            return recorded or self._not_held(
                f"run {session.replayed.run_id} holds no recording of this conversation"
            )
        if session.resumed is not None and self._attempts == 1:
            recorded = session.recorded(self._digest, whole=True)
            if recorded is not None:
                self._reused = True
                return recorded
        self._reused = False
        return session.hold(self.bot or _FIXTURE, scenario, self._bot)

    def _bot(self) -> Bot:
        if self.bot is not None:
            return self.config.stash[SESSION].bot(self.bot)
        target = self.funcargs["hydra_bot"]
        if inspect.isasyncgen(target) or inspect.iscoroutine(target):
            if inspect.iscoroutine(target):
                target.close()
            raise bots.BotError(
                "the hydra_bot fixture is async, and nobody awaits it here: return a class "
                "instead, whose async __call__(self, messages) answers and opens what it needs"
            )
        name = getattr(target, "name", None)
        return bots.bot_from_object(
            name if isinstance(name, str) else _FIXTURE, target, _FIXTURE_TIMEOUT
        )

    def _not_held(self, reason: str) -> Conversation:
        return not_held(self.bot or _FIXTURE, self.scenario, reason)

    def _decide(self, held: Conversation) -> list[Check]:
        validators = self.config.stash[SESSION].validator
        decided: list[Check] = []
        for number, step in enumerate(self.scenario.steps, start=1):
            if step.expect is not None:
                subject = expectations.Subject(
                    conversation=held, turn=number, validators=validators
                )
                decided += expectations.decide(step.expect, subject)
        for expect in self.scenario.expect:
            subject = expectations.Subject(conversation=held, turn=None, validators=validators)
            decided += expectations.decide(expect, subject)
        return decided

    def _raise(self, card: Scorecard, held: Conversation) -> None:
        __tracebackhide__ = True
        place = self.nodeid.partition("::")[0], self.scenario.line
        raise ShortfallError(headline(card), explain(self.scenario, card, held), place)


def _problem(message: str, shown: str, scenario: Scenario) -> InputError:
    return InputError([Problem(message, file=shown, line=scenario.line, key="bot")])


def _known(names: tuple[str, ...]) -> str:
    return f"the bots are: {', '.join(names)}" if names else "no bots are configured"
