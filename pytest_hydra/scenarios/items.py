"""Scenario files as pytest sees them: a file is a module, a scenario an item."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pluggy
import pytest

from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Outcome, scorecard
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import read
from pytest_hydra.errors import InputError, ShortfallError
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.record.wire import UNDECIDED, paused_gc
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation import (
    FIXTURE,
    Trial,
    add_faults,
    bill_of,
    missing_conversation,
    recording_of,
    result_of,
    seconds_of,
)
from pytest_hydra.scenarios.expect.kinds import Expectations
from pytest_hydra.scenarios.explain import explain, headline
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.plan import plan
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.session import ScenarioSession
from pytest_hydra.settings.bots import skip_reason

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from pytest_hydra.scenarios.bots.protocol import Bot

SESSION = pytest.StashKey[ScenarioSession]()

# How much is shown of why a scenario is skipped or expected to fail.
_REASON = 300


# What an item calls, without docstrings, which --co -v shows: the first where the bot is an
# override of the fixture, so that pytest makes it, the second everywhere else.
@pytest.mark.hydra
def _with_fixture(hydra_bot: object) -> None:
    pass


@pytest.mark.hydra
def _without_fixture() -> None:
    pass


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
    text = ""
    #: What calls the hooks for its items, once all files were collected; None before.
    hooks: pluggy.HookRelay | None = None

    def _getobj(self) -> ModuleType:
        # An autouse fixture may look at request.module: there must be one.
        module = ModuleType(self.path.name.partition(".")[0])
        module.__file__ = str(self.path)
        return module

    def keep_hooks(self) -> None:
        """Note what calls its hooks, once all conftest.py files are known."""
        self.hooks = self.ihook
        # Else each report of an item walks up to the session for them.
        self.keywords = dict(self.keywords)

    @paused_gc()
    def collect(self) -> list[ScenarioItem]:
        """An item for each scenario and bot, in the file's order."""
        session = self.config.stash[SESSION]
        start = self.config.invocation_params.dir
        is_below = self.path.is_relative_to(start)
        label = str(self.path.relative_to(start) if is_below else self.path)
        try:
            document = read(self.path, label)
            self.text = document.text
            scenarios = load_scenarios(
                document,
                session.settings.scenarios,
                session.offers.kinds,
                session.offers.operators,
            )
            overridden = bot_is_overridden(self) and not self.config.option.hydra_bot
            planned = plan(scenarios, session, self.path, label, overridden=overridden)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        self.whole = len(planned)
        # All items of a file want the same fixtures: work that out once, as pytest does for the
        # variants of a parametrized test.
        fixtures = None
        items: list[ScenarioItem] = []
        for name, scenario, bot in planned:
            item = ScenarioItem.from_parent(
                self,
                name=name,
                callobj=_without_fixture if bot else _with_fixture,
                fixtureinfo=fixtures,
            )
            fixtures = item._fixtureinfo
            item.describe(scenario, bot, session)
            if items:
                # In the same file, which pytest would look for again.
                item.location = items[0].location[0], scenario.line - 1, name
            items.append(item)
        return items


class ScenarioItem(pytest.Function):
    """One scenario held with one bot, as often as it is to be repeated.

    Conversations are recorded in pytest's setup phase, after the fixtures, and what could not be
    graded is raised there: an error. What was graded and fell short is raised in the call phase:
    a failure.
    """

    scenario: Scenario
    #: The bot's name in hydra.toml; None when the hydra_bot fixture gives it.
    bot: str | None
    scenarios: ScenarioSession
    _outcome: Outcome | None = None
    #: Whether its conversations were put into the pool, as far as they go there.
    is_ahead = False
    _trials: tuple[Trial, ...] = ()
    #: Runs that were made anew, for faults of their simulated user.
    _faulty: tuple[Trial, ...] = ()
    _attempts = 0

    def describe(self, scenario: Scenario, bot: str | None, session: ScenarioSession) -> None:
        """Say what this item is about, right after it was made."""
        self.scenario = scenario
        self.bot = bot
        self.scenarios = session
        self.extra_keyword_matches.update(scenario.tags)
        if scenario.skip is not None:
            self.add_marker(pytest.mark.skip(reason=one_line(scenario.skip, _REASON)))
        if scenario.xfail is not None:
            reason = one_line(scenario.xfail, _REASON)
            # A fixture or a validator that raises is no failure of the bot, and not expected.
            self.add_marker(pytest.mark.xfail(reason=reason, raises=ShortfallError))

    def reportinfo(self) -> tuple[Any, int, str]:
        """The scenario's place in its file; pytest counts lines from 0."""
        return self.path, self.scenario.line - 1, self.name

    @property
    def ihook(self) -> pluggy.HookRelay:
        """What calls the hooks that are in force at its file."""
        # pytest looks for the conftest.py files of the folder at each call, though after the
        # collection none is added.
        file = self.parent
        assert isinstance(file, ScenarioFile)  # noqa: S101 - it made this item
        return file.hooks or super().ihook

    def setup(self) -> None:
        """Set fixtures up, hold the conversations, and decide."""
        self._attempts += 1
        self._trials = self._faulty = ()
        self._outcome = None
        super().setup()
        if getattr(self.config.option, "setuponly", False):
            return
        session = self.scenarios
        if self.bot is not None and session.replayed is None:
            reason = skip_reason(self.bot, session.settings.bots[self.bot])
            if self.scenario.user is not None:
                player = self.scenario.user.player
                reason = reason or skip_reason(player, session.settings.users[player])
            if reason:
                pytest.skip(reason)
        repeat = self.scenario.repeat
        for number in range(repeat.times):
            self._trials += (self.run(number),)
            self._outcome = repeat.outcome([trial.card.outcome for trial in self._trials])
            if repeat.stop_early and self._outcome is not None:
                break
        if self._outcome is UNGRADED:
            self._raise()

    def runtest(self) -> None:
        """Fail when the bot fell short."""
        if self._outcome is FAILED:
            self._raise()

    def repr_failure(  # type: ignore[override] # as that of pytest's Function
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> str | TerminalRepr:
        """The text for a shortfall, as its traceback is shown to nobody."""
        if isinstance(excinfo.value, ShortfallError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the result on the report that settles it, and the line of what was recorded.

        That is the call's, or the setup's where it did not come to a call. A scenario that was
        skipped has none, nor has one that pytest was told not to run as it would fail.
        """
        if report.when == "setup" and self.is_ahead:
            # Its conversations had begun before its turn came.
            report.duration = max(report.duration, seconds_of(self._trials))
        if report.when == "teardown" or (report.when == "setup" and report.outcome != "failed"):
            return
        if self._outcome is None or (report.when == "setup" and self._outcome is not UNGRADED):
            # A fixture or a validator raised: what there is of it is an error of the suite.
            self._outcome = UNGRADED
            conversation = missing_conversation(self.bot, self.scenario, UNDECIDED)
            self._trials += (self.decide("", conversation, reused=False),)
        report.hydra_kind = "scenario"  # type: ignore[attr-defined]
        report.hydra = sent = result_of(  # type: ignore[attr-defined]
            self._file, self.scenario, self._outcome, self._trials, self._telling_run()
        )
        sent["entry"]["xfail"] = getattr(report, "wasxfail", None)
        if report.when == "call" and report.failed and self._outcome is PASSED:
            # It was expected to fail, and pytest is told to mind that it passed.
            sent["entry"].update(status=FAILED.value, error=str(report.longrepr))
        made = self._trials + self._faulty
        if self.scenario.user is not None:
            add_faults(sent, made)
        if self.scenarios.budget is not None and self.scenario.traces is None:
            sent["amounts"] = sent.get("amounts", {}) | bill_of(made)
        if self.scenarios.replayed is None:
            kept = self.scenarios.kept_states
            line = recording_of(self.nodeid, made, kept)
            report.hydra_line = line  # type: ignore[attr-defined]
        # pytest keeps every item until the end: it need not keep every conversation.
        self._trials = self._faulty = ()

    def ahead(self) -> Iterator[tuple[tuple[str, int], Callable[[], Conversation]]]:
        """What can be held before this item's turn: a key and a job for each conversation.

        Nothing, when pytest may skip it, when it is run again, and where there is a recording.
        """
        session = self.scenarios
        name, scenario = self.bot, self.scenario
        may_be_skipped = any(
            mark.name in ("skip", "skipif") or mark.kwargs.get("run") is False
            for mark in self.iter_markers()
        )
        if name is None or may_be_skipped or self._attempts or scenario.traces is not None:
            return
        for number in range(1 if scenario.repeat.stop_early else scenario.repeat.times):
            digest = self._digest(number)
            if not session.recordings.conversation(self.nodeid, name, scenario, digest):
                job = partial(session.hold_ahead, self.nodeid, name, scenario, digest)
                yield (self.nodeid, number), job

    @property
    def most_at_once(self) -> int:
        """How many conversations its bot may hold at a time; with more than 1 it runs ahead."""
        most = 1 if self.bot is None else self.scenarios.most_at_once[self.bot]
        user = self.scenario.user
        return most if user is None else min(most, self.scenarios.player_at_once(user.player))

    @property
    def _file(self) -> str:
        assert self.parent is not None  # noqa: S101 - it is a ScenarioFile
        return self.parent.nodeid

    def _digest(self, number: int, attempt: int = 0) -> str:
        return self.scenarios.digest(self.bot, self._file, self.scenario, number, attempt)

    def run(self, number: int) -> Trial:
        """One of the runs, made anew where its user was at fault and nothing else can be said."""
        session, trial = self.scenarios, self._hold(number)
        if self.scenario.user is None or self.scenario.repeat.times == 1:
            return trial
        attempt = 0
        while trial.conversation.fault and trial.card.outcome is UNGRADED:
            attempt += 1
            if session.replayed is not None:
                is_next = bool(session.recordings.find(self.nodeid, self._digest(number, attempt)))
            else:
                is_next = attempt <= session.settings.scenarios.user_retries
            if not is_next:
                break
            self._faulty += (trial,)
            trial = self._hold(number, attempt)
        return trial

    def _hold(self, number: int, attempt: int = 0) -> Trial:
        session = self.scenarios
        digest = self._digest(number, attempt)
        # A rerun is a new attempt: it asks again.
        if self._attempts == 1 or session.replayed is not None:
            recorded = session.recordings.conversation(self.nodeid, self.bot, self.scenario, digest)
            if recorded is not None:
                return self.decide(digest, recorded, reused=True)
        if self.scenario.traces is None:
            return self.decide(digest, self._ask(session, number), reused=False)
        from pytest_hydra.scenarios.traces.recorded import held

        return self.decide(digest, held(self.scenario, str(self.bot), number), reused=False)

    def _ask(self, session: ScenarioSession, number: int) -> Conversation:
        key = (self.nodeid, number)
        conversation: Conversation | None = None
        session.waiting = True
        try:
            if key in session.pool:
                conversation = session.pool.pop(key)
            elif not session.stopped:
                conversation = session.hold(self.bot, self.scenario, self._bot)
        except TasksStoppedError:
            session.stopped = True
        finally:
            session.waiting = False
        if session.stopped or conversation is None:
            # Nothing is known of this scenario, and the session ends for another reason.
            self.session.shouldstop = "the session was stopped"
            pytest.skip("the session was stopped before the bot had answered")
        return conversation

    def _bot(self) -> Bot:
        if self.bot is not None:
            return self.scenarios.bot(self.bot)
        target = self.funcargs["hydra_bot"]
        if inspect.isasyncgen(target) or inspect.iscoroutine(target):
            if inspect.iscoroutine(target):
                target.close()
            raise BotError(
                "the hydra_bot fixture is async, and nobody awaits it here: return a class "
                "instead, whose async __call__(self, messages) answers and opens what it needs"
            )
        name = getattr(target, "name", None)
        return bot_kinds.bot_from_object(name if isinstance(name, str) else FIXTURE, target)

    def decide(self, digest: str, conversation: Conversation, *, reused: bool) -> Trial:
        """What a conversation comes to, as the scenario file is now."""
        session = self.scenarios
        demands: list[tuple[int | None, Expectations]] = [
            (turn, step.expect)
            for turn, step in enumerate(self.scenario.steps, start=1)
            if step.expect is not None
        ]
        agreed = [step.agrees for step in self.scenario.steps]
        if agreed.count(None) < len(agreed):
            # A trace may have other turns than the scenario has steps.
            agreed += [None] * (len(conversation.turns) - len(agreed))
            turns = zip(conversation.turns, agreed, strict=True)
            agreeing = tuple([replace(turn, agrees=said) for turn, said in turns])
            conversation = replace(conversation, turns=agreeing)
        recorded = session.recordings.find(self.nodeid, digest) if reused else {}
        demands += [(None, expect) for expect in self.scenario.expect]
        part = self.scenario.user
        if part is not None:
            user = session.settings.users.get(part.player)
            part = part if user is not None and user.review is not None else None
        checks, shown, record = session.decide(self.bot, demands, conversation, recorded, part)
        return Trial(digest, shown, scorecard(checks, self.scenario.threshold), reused, record)

    def _telling_run(self) -> int:
        """Which run tells most, from 0: the first that is ungraded, else the first that failed."""
        runs = [trial.card.outcome for trial in self._trials]
        return runs.index(UNGRADED if UNGRADED in runs else FAILED if FAILED in runs else runs[0])

    def _raise(self) -> None:
        __tracebackhide__ = True
        shown = self._telling_run()
        runs = [(trial.card, trial.conversation) for trial in self._trials]
        raise ShortfallError(
            headline(self.scenario, runs, shown),
            explain(self.scenario, runs, shown),
            (self._file, self.scenario.line),
        )
