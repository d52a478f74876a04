"""Scenario files for pytest: a file is a module, a scenario an item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pluggy
import pytest

from pytest_hydra import registry
from pytest_hydra.core.result import MEASURED, UNDECIDED
from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Outcome, is_confirmed, scorecard
from pytest_hydra.core.text import log_text, one_line
from pytest_hydra.documents import read
from pytest_hydra.errors import FailedChecksError, InputError, ShortfallError
from pytest_hydra.record.runs import age_of
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.scenarios.attachments import paths_of
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.cases import Case, files_of, read_cases, with_rows
from pytest_hydra.scenarios.conversation import (
    Trial,
    bill_of,
    compared_of,
    missing_conversation,
    recording_of,
    result_of,
    seconds_of,
)
from pytest_hydra.scenarios.format import CasesModel
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.plan import plan, with_files
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.running.quiet_hooks import QuietHooks
from pytest_hydra.scenarios.running.session import ScenarioSession
from pytest_hydra.settings import skip_reason

if TYPE_CHECKING:
    from pytest_hydra.scenarios.bots.protocol import Bot

SESSION = pytest.StashKey[ScenarioSession]()

# The marks that make something else of a pass, or leave out a phase.
_EXCUSES = frozenset({"skip", "skipif", "xfail"})
# The longest reason of skip and xfail that is shown, in characters.
_REASON = 300


# The functions of items, without docstrings, which --co -v would show: the first if the hydra_bot
# fixture is overridden, so that pytest requests it, else the second.
@pytest.mark.hydra
def _with_fixture(hydra_bot: object) -> None:
    pass


@pytest.mark.hydra
def _without_fixture() -> None:
    pass


def bot_is_overridden(node: pytest.Item | pytest.Collector, fixtures: Collection[str]) -> bool:
    """Whether a conftest.py, module or plugin overrides the hydra_bot fixture for this node.

    ``fixtures`` are the names of all fixtures that a function with hydra_bot at this node needs.
    """
    # The plugin's own fixture needs `_hydra_bots`; so does one of a conftest.py that wraps it.
    return "_hydra_bots" not in fixtures or any(
        "hydra_bot" in vars(plugin) and node.path.is_relative_to(Path(file).parent)
        for plugin in node.config.pluginmanager.get_plugins()
        if (file := str(getattr(plugin, "__file__", ""))).endswith("conftest.py")
    )


class UnusableFile:
    """Why a file cannot be collected, as pytest's longrepr; its first line is in the summary."""

    def __init__(self, text: str) -> None:
        self.text = log_text(text)
        self.reprcrash = SimpleNamespace(message=one_line(self.text, 200))

    def __str__(self) -> str:
        return self.text

    def toterminal(self, tw: Any) -> None:
        """Write the text."""
        for line in self.text.splitlines():
            tw.line(line, red=True)


class ScenarioFile(pytest.Module):
    """A scenario file. It is a pytest.Module, so that fixtures of every scope work."""

    #: The number of items in the file before selection; None before it is read.
    item_count: int | None = None
    text = ""
    #: The relay for the hooks of its items, set after collection; None before.
    hooks: pluggy.HookRelay | None = None
    #: The relays that leave out what passed scenarios do not need; None if it has its own relay.
    quiet_hooks: QuietHooks | None = None
    #: The marks of the folders above and of the file; hooks may add some.
    marks: Sequence[list[pytest.Mark]] = ()

    @cached_property
    def obj(self) -> ModuleType:
        """An empty module, as an autouse fixture may use request.module."""
        module = ModuleType(self.path.name.partition(".")[0])
        module.__file__ = str(self.path)
        return module

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], /) -> Any:  # type: ignore[override] # pytest passes it by its place
        """Why it cannot be collected."""
        if isinstance(excinfo.value, self.CollectError):
            return UnusableFile(str(excinfo.value))
        return super().repr_failure(excinfo)

    def keep_hooks(self, quiet_hooks: QuietHooks) -> None:
        """Store the hook relay, once all conftest.py files are known."""
        self.hooks = self.ihook
        # A relay of its own leaves out the conftest.py files of other folders.
        self.quiet_hooks = quiet_hooks if self.hooks is self.config.hook else None
        self.marks = [node.own_markers for node in self.listchain()]
        # Otherwise each report of an item walks up to the session for keywords.
        self.keywords = dict(self.keywords)

    @paused_gc(for_good=True)
    def collect(self) -> list[ScenarioItem]:
        """An item for each scenario and bot, in the file's order."""
        session = self.config.stash[SESSION]
        start = self.config.invocation_params.dir
        is_below = self.path.is_relative_to(start)
        label = str(self.path.relative_to(start) if is_below else self.path)
        rows: list[Any] = []

        def read_rows(settings: CasesModel) -> list[Case]:
            cases = read_cases(settings, self.path.parent, label, session.offers.readers)
            session.case_files.update(files_of(settings, self.path.parent))
            column = settings.id or "id"
            rows.append({"rows": [case.row(column) for case in cases], "id": column})
            return cases

        try:
            document = read(self.path, label)
            copies: dict[str, Any] = {}
            if self.path.name in registry.words("formats"):
                reader = registry.offered("formats", self.path.name)
                document, copies = reader.as_scenarios(document, self.path)
            scenarios = load_scenarios(
                document,
                session.settings.scenarios,
                session.offers.kinds,
                session.offers.operators,
                keys=session.offers.keys,
                folder=self.path.parent,
                read_rows=read_rows,
                times=self.config.option.hydra_repeat,
            )
            scenarios = [with_files(each, copies.get(each.id, {})) for each in scenarios]
            for scenario in scenarios:
                session.attachments.update(paths_of(step.parts for step in scenario.steps))
            self.text = with_rows(document, rows) if rows else document.text
            overridden = not self.config.option.hydra_bot and bot_is_overridden(
                self,
                pytest.Function.from_parent(self, name="bot", callobj=_with_fixture).fixturenames,
            )
            plans = plan(scenarios, session, self.path, label, overridden=overridden)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        self.item_count = len(plans)
        return self._items(plans, session)

    def _items(
        self, plans: Sequence[tuple[str, Scenario, str | None]], session: ScenarioSession
    ) -> list[ScenarioItem]:
        items: list[ScenarioItem] = []
        # All items with the same function have the same fixtures: pytest resolves them once.
        fixtures: dict[object, Any] = {}
        for name, scenario, bot in plans:
            function = _without_fixture if bot else _with_fixture
            item = ScenarioItem.from_parent(
                self, name=name, callobj=function, fixtureinfo=fixtures.get(function)
            )
            fixtures.setdefault(function, getattr(item, "_fixtureinfo", None))
            item.fixturenames = list(item.fixturenames)  # a plugin may add some to one item
            item.describe(scenario, bot, session)
            if items:
                # pytest would look up the same file again.
                item.location = items[0].location[0], scenario.line - 1, name
            items.append(item)
        return items


class ScenarioItem(pytest.Function):
    """One scenario with one bot, and all its repetitions.

    Conversations are held in pytest's setup phase, after the fixtures. If a check is ungraded, that
    phase raises: an error. A graded shortfall is raised in the call phase: a failure.
    """

    scenario: Scenario
    #: The bot's name in hydra.toml; None for the hydra_bot fixture.
    bot: str | None
    scenarios: ScenarioSession
    #: Whether it decides nothing, whatever happens in it.
    is_draft = False
    _outcome: Outcome | None = None
    #: Whether its conversations were put into the pool, if they use it.
    is_ahead = False
    _trials: tuple[Trial, ...] = ()
    #: Runs that were repeated because of faults of what surrounded the bot.
    _faulty: tuple[Trial, ...] = ()
    #: Whether it has passed in its setup, and nothing is left to run or to tear down.
    _is_over = False
    # Those that were asked again to confirm a failure.
    _again: tuple[Trial, ...] = ()
    _attempts = 0

    def describe(self, scenario: Scenario, bot: str | None, session: ScenarioSession) -> None:
        """Set the item's scenario, right after its creation."""
        self.scenario = scenario
        self.bot = bot
        self.scenarios = session
        self.extra_keyword_matches.update(scenario.tags)
        if scenario.skip is not None:
            self.add_marker(pytest.mark.skip(reason=one_line(scenario.skip, _REASON)))
        settings = session.settings.bots.get(bot or "")
        if settings is not None and settings.runs_with and session.replayed is None:
            option = settings.runs_with
            if not self.config.getoption(option):
                reason = f"{settings.noun} {bot!r} runs only with {option}"
                self.add_marker(pytest.mark.skip(reason=reason))
        self.is_draft = scenario.draft
        if self.is_draft:
            self.add_marker(pytest.mark.xfail(reason="draft", strict=False))
        elif scenario.xfail is not None:
            reason = one_line(scenario.xfail, _REASON)
            # An exception of a fixture or a validator is not the bot's failure, and not expected.
            self.add_marker(pytest.mark.xfail(reason=reason, raises=ShortfallError))

    @cached_property
    def nodeid(self) -> str:
        """Its node id as text."""
        return super().nodeid

    @cached_property
    def id(self) -> Any:
        """Its node id as pytest 9.2 parses it, by which ``--lf``, ``--ff`` and ``--nf`` find it."""
        # A function that was not parametrized has no parameters there, brackets or not.
        return type(super().id).parse(self.nodeid)

    def reportinfo(self) -> tuple[Any, int, str]:
        """The scenario's place in its file; pytest counts lines from 0."""
        return self.path, self.scenario.line - 1, self.name

    @property
    def ihook(self) -> pluggy.HookRelay:
        """The relay for the hooks of its file."""
        # pytest collects the folder's conftest.py files on every call, though none is added after
        # the collection.
        file: Any = self.parent  # the ScenarioFile that made it
        hooks: Any = file.hooks or super().ihook
        if file.quiet_hooks is not None:
            hooks = file.quiet_hooks.once_decided if self.is_quiet else file.quiet_hooks.hooks
        relay: pluggy.HookRelay = hooks
        return relay

    @property
    def is_quiet(self) -> bool:
        """Whether its setup has decided it, and no mark may change what that means."""
        if not self._is_over:
            return False
        file: Any = self.parent
        for marks in (self.own_markers, *file.marks):
            for mark in marks:
                if mark.name in _EXCUSES:
                    return False
        return True

    def addfinalizer(self, fin: Callable[[], object]) -> None:
        """Let a hook tear down something of its own, which may print, log and raise."""
        self._is_over = False
        super().addfinalizer(fin)

    def setup(self) -> None:
        """Set up fixtures, hold the conversations, and decide."""
        self._attempts += 1
        self._trials = self._faulty = self._again = ()
        self._outcome = None
        self._is_over = False
        super().setup()
        if getattr(self.config.option, "setuponly", False):
            return
        session = self.scenarios
        session.ahead.start()
        if self.bot is not None and session.replayed is None:
            reason = skip_reason(self.bot, session.settings.bots[self.bot])
            for table, name in self.scenario.calls if self.scenario.plans else ():
                reason = reason or skip_reason(name, session.settings.called[table][name])
            if reason:
                pytest.skip(reason)
        repeat = self.scenario.repeat
        for number in range(repeat.times):
            self._trials += (self.run(number),)
            cards = [trial.card for trial in self._trials]
            self._outcome = repeat.outcome(
                [card.outcome for card in cards],
                has_critical_failure=any(card.has_critical_failure for card in cards),
            )
            if repeat.stop_early and self._outcome is not None:
                break
        if self._outcome is FAILED:
            self._confirm()
        if self._outcome is UNGRADED:
            self._raise()
        self._is_over = not (self.fixturenames or (self._outcome is FAILED and self._is_measured))

    def teardown(self) -> None:
        """Tear down, and call all hooks from now on: a plugin may run the item once more."""
        self._is_over = False
        super().teardown()

    def _confirm(self) -> None:
        """Ask a failed scenario again; it passes, and is flaky, if the failure is not confirmed."""
        most, times = self.scenarios.settings.scenarios.confirm, self.scenario.repeat.times
        is_expected = self.scenario.xfail is not None or self.is_draft or self._is_measured
        if not most or is_expected or self.scenario.traces is not None:
            return
        planned = [trial.card.outcome for trial in self._trials]
        cards = [trial.card for trial in self._trials]
        confirmed = True if UNGRADED in planned else is_confirmed(planned, (), most)
        while confirmed is None and not any(card.has_critical_failure for card in cards):
            number = times + len(self._again)
            if self.scenarios.replayed is not None and not self.is_recorded(number):
                return
            self._again += (self.run(number),)
            cards = [trial.card for trial in self._again]
            confirmed = is_confirmed(planned, [card.outcome for card in cards], most)
        if confirmed is False:
            self._outcome = PASSED

    def is_recorded(self, number: int) -> bool:
        """Whether a replayed run has this run of the scenario."""
        return bool(self.scenarios.recordings.find(self.nodeid, self._digest(number)))

    def runtest(self) -> None:
        """Fail if the bot fell short, unless it is only measured."""
        if self._outcome is FAILED:
            if self._is_measured:
                pytest.xfail(MEASURED)
            self._raise()

    @property
    def _is_measured(self) -> bool:
        experiment = self.scenario.experiment
        return experiment is not None and experiment.is_measured and not self.is_draft

    def repr_failure(  # type: ignore[override] # as that of pytest's Function
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> Any:
        """The text of a shortfall; its traceback is of no interest."""
        if isinstance(excinfo.value, ShortfallError):
            from pytest_hydra.scenarios.shortfall import Explanation

            return Explanation(excinfo.value)
        return super().repr_failure(excinfo)

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the result and the line of the recording on the report that decides.

        That is the report of the call, or of the setup if there was no call. A scenario that was
        skipped or is xfail with run=False has none.
        """
        if report.when == "setup" and self.is_ahead:
            # Its conversations began before its turn.
            report.duration = max(report.duration, seconds_of(self._trials))
        is_excused = self.is_draft and hasattr(report, "wasxfail")
        is_over = report.outcome == "failed" or is_excused
        if report.when == "teardown" or (report.when == "setup" and not is_over):
            return
        if self._outcome is None or (report.when == "setup" and self._outcome is not UNGRADED):
            # A fixture raised: an error of the suite.
            self._outcome = UNGRADED
            crash = getattr(report.longrepr, "reprcrash", None)
            cause = "" if crash is None else one_line(f": {crash.message}", 200)
            reason = self.scenarios.hidden.redact(f"{UNDECIDED}{cause}")
            conversation = missing_conversation(self.bot, self.scenario, reason)
            self._trials += (self.decide("", conversation, reused=False),)
        if self.is_draft:
            report.hydra_state = "draft"  # type: ignore[attr-defined]
            report.wasxfail = self._outcome.value
        nodeid = self.nodeid
        report.hydra_kind = "scenario"  # type: ignore[attr-defined]
        report.hydra = sent = result_of(  # type: ignore[attr-defined]
            (self._file, nodeid),
            self.scenario,
            self._outcome,
            self._trials,
            self._example_run(),
        )
        details = sent["result"]["details"]
        self._mark(sent["result"], report)
        if hasattr(report, "wasxfail") and not self.is_draft:
            details["xfail"] = report.wasxfail
        if self._is_measured and self._outcome is not UNGRADED:
            details["xfail"] = MEASURED
        if report.when == "call" and report.failed and self._outcome is PASSED:
            # An unexpected pass under xfail_strict.
            sent["result"]["status"], details["error"] = FAILED.value, str(report.longrepr)
        if any("compared" in trial.record for trial in self._trials):
            extra = {"compared": [*compared_of(sent["result"], self._trials)]}
            report.hydra_extra = extra  # type: ignore[attr-defined]
        trials = self._trials + self._again + self._faulty
        self._add_totals(sent, trials)
        if self.scenarios.replayed is None:
            states = self.scenarios.stored_states
            line = recording_of(nodeid, trials, states)
            report.hydra_line = line  # type: ignore[attr-defined]
        # pytest keeps all items until the end, but the conversations are not needed.
        self._trials = self._faulty = self._again = ()

    def _add_totals(self, sent: dict[str, Any], trials: Sequence[Trial]) -> None:
        """Add what all conversations cost, and what their environments say of all."""
        new = [trial.conversation for trial in trials if not trial.reused]
        others: list[float | None] = []
        for each in self.scenario.plans.values():
            each.tell(sent, [trial.conversation for trial in trials])
            others += chain.from_iterable(map(each.costs, new))
        if self.scenario.traces is not None:
            return
        bill = bill_of(new, others, is_capped=self.scenarios.holder.budget is not None)
        if bill:
            sent["amounts"] = sent.get("amounts", {}) | bill

    def _mark(self, result: dict[str, Any], report: pytest.TestReport) -> None:
        """Add to the result what was asked again, run again or reused."""
        details = result["details"]
        if self._attempts > 1:
            details["tries"] = self._attempts
        if taken := [trial.record["reused"] for trial in self._trials if "reused" in trial.record]:
            details["reused"] = min(taken)
            report.hydra_reused = age_of(min(taken))  # type: ignore[attr-defined]
        if not self._again:
            return
        outcomes = [trial.card.outcome for trial in self._again]
        details["again"] = {each.value: outcomes.count(each) for each in (PASSED, FAILED)}
        if len(self._trials) == 1:
            result["runs"] = [{"outcome": FAILED.value}]
        if self._outcome is PASSED:
            report.hydra_state = "flaky"  # type: ignore[attr-defined]

    def pending_jobs(self) -> Iterator[tuple[tuple[str, int], Callable[[], Conversation]]]:
        """The conversations that can be held before the item's turn: a key and a job for each.

        Empty if pytest may skip the item or if it is a rerun; recorded conversations are left out.
        """
        session = self.scenarios
        name, scenario = self.bot, self.scenario
        may_be_skipped = any(
            mark.name in ("skip", "skipif") or mark.kwargs.get("run") is False
            for mark in self.iter_markers()
        )
        if name is None or may_be_skipped or self._attempts > 1 or scenario.traces is not None:
            return
        for number in self.new_numbers(1 if scenario.repeat.stop_early else None):
            job = partial(
                session.ahead.hold, self.nodeid, number, name, scenario, self._digest(number)
            )
            yield (self.nodeid, number), job

    def new_numbers(self, most: int | None = None) -> list[int]:
        """The runs, at most the first ones, whose conversations are not recorded."""
        recorded = self.scenarios.recordings.conversation
        return [
            number
            for number in range(most or self.scenario.repeat.times)
            if not recorded(self.nodeid, self.bot, self.scenario, self._digest(number))
        ]

    @property
    def most_at_once(self) -> int:
        """How many conversations its bot may hold at a time; more than 1 allows running ahead.

        None are held in a replay, whose bots the settings may no longer have.
        """
        if self.bot is None or self.scenarios.replayed is not None:
            return 1
        return self.scenarios.ahead.at_once(self.bot, self.scenario)

    @property
    def _file(self) -> str:
        assert self.parent is not None  # noqa: S101 - it is a ScenarioFile
        return self.parent.nodeid

    def _digest(self, number: int, attempt: int = 0) -> str:
        return self.scenarios.digest(self.bot, self._file, self.scenario, number, attempt)

    def run(self, number: int) -> Trial:
        """One of the runs, repeated if it is ungraded and another may be without its fault."""
        session, trial = self.scenarios, self._hold(number)
        plans = self.scenario.plans
        if not plans or self.scenario.repeat.times == 1:
            return trial
        attempt = 0
        while trial.card.outcome is UNGRADED:
            if not any(each.mends(trial.conversation) for each in plans.values()):
                break
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
        # A rerun is a new attempt, so it does not reuse recordings.
        if self._attempts == 1 or session.replayed is not None:
            recorded = session.recordings.conversation(self.nodeid, self.bot, self.scenario, digest)
            if recorded is not None:
                trial = self.decide(digest, recorded, reused=True)
                if session.replayed is not None:
                    return trial
                run_id = session.recordings.run_id(self.nodeid, digest)
                return trial._replace(record={**trial.record, "reused": run_id})
        if self.scenario.traces is None:
            return self.decide(digest, self._ask(session, number), reused=False)
        from pytest_hydra.scenarios.traces.recorded import recorded_run

        return self.decide(digest, recorded_run(self.scenario, str(self.bot), number), reused=False)

    def _ask(self, session: ScenarioSession, number: int) -> Conversation:
        nodeid = self.nodeid
        label = f"{nodeid}-{number + 1}"
        hold = partial(session.holder.hold, self.bot, self.scenario, self._bot, label)
        conversation = session.ahead.take((nodeid, number), hold)
        if conversation is None:
            # The scenario has no result, and the session ends for another reason.
            self.session.shouldstop = "the session was stopped"
            pytest.skip("the session was stopped before the bot had answered")
        return conversation

    def _bot(self) -> Bot:
        if self.bot is not None:
            return self.scenarios.holder.bot(self.bot, self.scenario.treatment)
        target = self.funcargs["hydra_bot"]
        return bot_kinds.open_fixture(getattr(target, "hydra_target", target))

    def decide(self, digest: str, conversation: Conversation, *, reused: bool) -> Trial:
        """The result of a conversation, by the current scenario file."""
        session = self.scenarios
        agreements = [step.agrees for step in self.scenario.steps]
        if agreements.count(None) < len(agreements):
            # A trace may have more or fewer turns than the scenario has steps.
            agreements += [None] * (len(conversation.turns) - len(agreements))
            turns = zip(conversation.turns, agreements, strict=True)
            adjusted = tuple([replace(turn, agrees=agrees) for turn, agrees in turns])
            conversation = replace(conversation, turns=adjusted)
        recorded = session.recordings.find(self.nodeid, digest) if reused else {}
        checks, display, record = session.decider.decide(
            self.bot, self.scenario.demands, conversation, recorded, self.scenario.plans
        )
        is_cut_short = display.fault is not None
        card = scorecard(checks, self.scenario.threshold, is_cut_short=is_cut_short)
        return Trial(digest, display, card, reused, record)

    def _example_run(self) -> int:
        """The index of the run to show: the first whose outcome decided, else the first."""
        critical = [trial.card.has_critical_failure for trial in self._trials]
        if self._outcome is FAILED and any(critical):
            return critical.index(True)
        runs = [trial.card.outcome for trial in self._trials]
        return runs.index(UNGRADED if UNGRADED in runs else FAILED if FAILED in runs else runs[0])

    def _raise(self) -> None:
        __tracebackhide__ = True
        from pytest_hydra.scenarios.explain import explain, headline

        index = self._example_run()
        runs = [(trial.card, trial.conversation) for trial in self._trials]
        kind = FailedChecksError if self._outcome is FAILED else ShortfallError
        raise kind(
            headline(runs, index),
            explain(self.scenario, runs, index, is_whole=self.config.get_verbosity() > 0),
            (self._file, self.scenario.line),
        )
