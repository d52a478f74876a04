"""The fixtures ``hydra``, ``hydra_bot`` and ``hydra_judge``, for any test of any suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.marker import CARD, RUNNING, TAKEN, TRIES, marker_settings

if TYPE_CHECKING:
    from pytest_hydra.scenarios.bots.protocol import Chat
    from pytest_hydra.scenarios.running.session import ScenarioSession
    from pytest_hydra.scenarios.soft_checks import Hydra, Talk
    from pytest_hydra.settings import BotSettings
    from pytest_hydra.transcript.turn import Agreement, Reply


@pytest.fixture
def hydra(request: pytest.FixtureRequest) -> Iterator[Hydra]:
    """Weighted, soft checks in any test: ``hydra.check(name, passed, weight=3)``."""
    from pytest_hydra.scenarios.soft_checks import Hydra

    config = request.config
    card = Hydra(lambda: scenario_session(config), **marker_settings(request.node))
    card.tries = request.node.stash[TRIES] = request.node.stash.get(TRIES, 0) + 1
    request.node.stash[CARD] = card
    request.node.stash[TAKEN] = True
    yield card
    del request.node.stash[CARD]  # the item may be run again
    if card.is_undecided or not card.closed:
        # In the teardown phase pytest reports an error, not a failure.
        card.settle()


class BotUnderTest:
    """The bot under test: call it with a text or a list of messages.

    A test has one chat with it, so a class or a command keeps its state between calls. Each call
    sends what it is given; `conversation` sends what was said before as well. ``name`` is the name
    of the bot in hydra.toml.
    """

    def __init__(
        self,
        name: str,
        start: Callable[[], Chat],
        session: ScenarioSession,
        talk: Callable[..., Talk],
        target: object = None,
    ) -> None:
        self.name = name
        #: What the fixture of a conftest.py returned; None for a bot of hydra.toml.
        self.hydra_target = target
        self._budget = session.holder.budget
        self._open = start
        self._start = cache(start)
        self._scrub = session.hidden.redact
        self._talk = talk

    def conversation(self) -> BotConversation:
        """Start a conversation of its own: ``talk = hydra_bot.conversation(); talk("Hello")``."""
        start = cache(self._open)
        return BotConversation(partial(self._ask, start, self._talk(chat=start)))

    def __call__(
        self,
        messages: str | Sequence[Mapping[str, str]],
        context: Mapping[str, Any] | None = None,
    ) -> Reply:
        """Send messages (``{"role": "user" | "assistant", "content": "…"}``) and read the reply.

        Raises HydraError, with the bot's own traceback, if the bot gives no answer or an invalid
        one. A test that does not catch it is ungraded.
        """
        __tracebackhide__ = True
        return self._ask(self._start, self._talk(), messages, context)

    def _ask(
        self,
        start: Callable[[], Chat],
        talk: Talk,
        messages: str | Sequence[Mapping[str, str]],
        context: Mapping[str, Any] | None,
        agrees: Agreement = None,
    ) -> Reply:
        __tracebackhide__ = True
        from pytest_hydra.scenarios.bots.protocol import BotError, ask
        from pytest_hydra.scenarios.conversation import turn_of
        from pytest_hydra.transcript.turn import Turn

        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        history = [dict(message) for message in messages]
        user = str(history[-1].get("content", "")) if history else ""
        budget = self._budget
        if budget is not None and budget.is_spent:
            talk.add(Turn(user=user, error=str(budget)), history[:-1])
            raise BotError(str(budget))
        try:
            turn = turn_of(user, ask(start(), history, context or {}))
            turn = replace(turn, agrees=agrees)
        except BotError as error:
            if budget is not None:
                budget.add(error.cost_usd)
            # The traceback in the bot matters to the user, ours does not.
            trace = error.traceback
            text = str(error) if trace is None else f"{error}\n{trace}"
            turn = Turn(user=user, error=self._scrub(str(error)), cost_usd=error.cost_usd or None)
            talk.add(turn, history[:-1])
            raise BotError(self._scrub(text), trace) from None
        talk.add(turn, history[:-1])
        assert turn.reply is not None  # noqa: S101 - it has an answer
        if budget is not None:
            budget.add(turn.reply.cost_usd)
        return turn.reply


class BotConversation:
    """A conversation with the bot under test: each call is the user's next message."""

    def __init__(self, ask: Callable[..., Reply]) -> None:
        #: What was said so far, as the bot gets it.
        self.messages: list[dict[str, str]] = []
        self._ask = ask

    def __call__(
        self,
        text: str,
        context: Mapping[str, Any] | None = None,
        *,
        agrees: Agreement = None,
    ) -> Reply:
        """Send the user's next message and read the reply. Raises as the bot under test does.

        ``agrees``: whether the message agrees to what the bot asked, or the names of the functions
        that it agrees to, for confirmBefore.
        """
        __tracebackhide__ = True
        self.messages.append({"role": "user", "content": text})
        reply = self._ask(self.messages, context, agrees)
        self.messages.append({"role": "assistant", "content": reply.text})
        return reply


@pytest.fixture
def _hydra_bots(request: pytest.FixtureRequest) -> Mapping[str, BotSettings]:
    """The configured bots, by name: needed by all tests whose hydra_bot is the plugin's own."""
    return scenario_session(request.config).settings.bots


@pytest.fixture
def hydra_bot(
    request: pytest.FixtureRequest, _hydra_bots: Mapping[str, BotSettings]
) -> Iterator[BotUnderTest]:
    """The bot under test: hydra.toml's, or --hydra-bot's; override it in a conftest.py."""
    from pytest_hydra.settings import skip_reason

    # It reports missing replies, and knows the duration of the others.
    card: Hydra = request.getfixturevalue("hydra")
    session = scenario_session(request.config)
    name: str | None = getattr(request, "param", None)
    if name is None:
        if not _hydra_bots:
            pytest.fail(
                "hydra_bot: no bot is configured: name one in hydra.toml ([bots.NAME]), or with "
                "--hydra-bot NAME=TARGET",
                pytrace=False,
            )
        name = next(iter(_hydra_bots))
    reason = skip_reason(name, _hydra_bots[name])
    if reason:
        pytest.skip(reason)
    card.bot = name
    with ExitStack() as stack:
        # Opened with the first message, so that its errors count as the bot's.
        open_bot = partial(session.holder.bot, name)
        yield BotUnderTest(
            name,
            lambda: stack.enter_context(open_bot().start()),
            session,
            card.talk,
        )


def bot_of_fixture(target: object, request: pytest.FixtureRequest) -> BotUnderTest:
    """What a ``hydra_bot`` fixture of a conftest.py gives to tests: the bot under test, as ours.

    Its chats last as long as the fixture. Of a fixture with a wider scope than a function, talks
    are shown by the tests that take ``hydra``.
    """
    from pytest_hydra.scenarios.bots.bot_kinds import fixture_name, open_fixture

    if isinstance(target, BotUnderTest):
        return target
    if request.scope == "function":
        request.getfixturevalue("hydra")  # it reports missing replies
    session, stack = scenario_session(request.config), ExitStack()
    request.addfinalizer(stack.close)
    bot = cache(partial(open_fixture, target))
    stash = request.session.stash

    def talk(**given: Any) -> Talk:
        from pytest_hydra.scenarios.soft_checks import Talk

        item = stash.get(RUNNING, None)
        card = None if item is None else item.stash.get(CARD, None)
        if card is None:
            return Talk([], **given)
        card.bot = bot().name
        return card.talk(**given)

    return BotUnderTest(
        fixture_name(target),
        lambda: stack.enter_context(bot().start()),
        session,
        talk,
        target,
    )


def parametrize_bot(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes hydra_bot once for each bot, if there are several."""
    from pytest_hydra.scenarios.items import bot_is_overridden

    if bot_is_overridden(metafunc.definition, metafunc.fixturenames):
        return
    names = list(scenario_session(metafunc.config).settings.bots)
    if len(names) > 1:
        metafunc.parametrize("hydra_bot", names, indirect=True)


@pytest.fixture
def hydra_candidate(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A candidate of the race, or its base, in a workspace: ``hydra_candidate.run("make bench")``.

    A test that takes it runs once for each. Its checks become a dimension of the candidate:
    ``@pytest.mark.hydra(dimension="bench", weight=10)``.
    """
    from pytest_hydra import registry

    request.node.stash[TAKEN] = True
    yield from registry.offered("services", "hydra_candidate").candidate_under_test(request)


def scenario_session(config: pytest.Config) -> ScenarioSession:
    """The session's bots, set up on first use unless --hydra has done so.

    Raises pytest's CollectError if hydra.toml cannot be used.
    """
    head = config.pluginmanager.get_plugin("hydra-scenario")
    if head is not None:
        session: ScenarioSession = head.session
        return session
    from pytest_hydra.errors import InputError
    from pytest_hydra.options import settings_of
    from pytest_hydra.scenarios.head import scenario_offers
    from pytest_hydra.scenarios.items import SESSION
    from pytest_hydra.scenarios.running.session import ScenarioSession

    if SESSION not in config.stash:
        try:
            settings = settings_of(config)
        except InputError as error:
            raise pytest.Collector.CollectError(str(error)) from None
        config.stash[SESSION] = session = ScenarioSession(settings, scenario_offers(config))
        from pytest_hydra import registry

        if "judge" in registry.words("services"):
            # Opened with the first question.
            judge = registry.offered("services", "judge")
            session.decider.ask = lambda *question: judge(config).rule(*question)
    return config.stash[SESSION]


@pytest.fixture
def hydra_judge(request: pytest.FixtureRequest) -> Any:
    """The judge of hydra.toml, or --hydra-judge's: ``hydra_judge.grade(text, criteria).score``."""
    request.node.stash[TAKEN] = True
    from pytest_hydra import registry

    return registry.offered("services", "hydra_judge")(request.config)
