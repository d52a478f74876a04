"""The judge in a session, which any head can call: opened on first use, and what it costs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.core.numbers import dollars
from pytest_hydra.core.text import counted
from pytest_hydra.hookspecs import offers
from pytest_hydra.session.head import Head, SessionContext, SummaryParts

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.core.gates import Ruling
    from pytest_hydra.plugins.judges.judge_kinds import JudgeOpener
    from pytest_hydra.plugins.judges.judging_session import JudgingSession
    from pytest_hydra.settings import Settings

# Either of them set to 1 makes the mock grade, to test everything but the judge.
_MOCKING = ("NERV_MOCK_CLAUDE", "NERV_TEST_MODE")


class JudgeHead(Head):
    """The judge of one process; it has no items."""

    kind = "judge"
    records = "judging"

    def __init__(self, context: SessionContext) -> None:
        """Raises InputError for an unknown judge."""
        self.context = context
        self.item_types = ()
        self.files = []
        self._judge = judge_of(context.config, context.settings)
        context.ask_judge = self._ask
        context.open_change_judge = self._open_change_judge
        #: The questions that judgments of earlier sessions answered, in other processes.
        self._reused: set[str] = set()
        #: Answers to be compared with others, once each, and what came out of it.
        self._entries: dict[str, Mapping[str, Any]] = {}
        self._preferences: dict[str, Any] = {}
        self._is_cut_off = False
        #: How many checks a judge that only advises did not decide.
        self._advised = 0

    @cached_property
    def session(self) -> JudgingSession:
        """The session that calls the judge, made on first use: most sessions need none."""
        from pytest_hydra.plugins.judges.judging_session import JudgingSession

        return JudgingSession(
            self.context.settings,
            self._judge,
            self.context.reuse,
            self.context.processes,
            openers=judge_offers(self.context.config),
        )

    def _ask(self, *question: Any) -> Ruling:
        return self.session.rule(*question)

    def _open_change_judge(
        self, settings: Settings | None = None, folder: Callable[[], Path] | None = None
    ) -> JudgingSession:
        context, session = self.context, self.session
        if settings is not None and folder is not None and settings is not context.settings:
            from pytest_hydra.plugins.judges.judging_session import JudgingSession

            judge, openers = judge_of(context.config, settings), judge_offers(context.config)
            # All judgments are cached in one place.
            rooted = replace(settings, root=context.settings.root)
            session = JudgingSession(
                rooted, judge, context.reuse, judge_folder=folder(), openers=openers
            )
        session.judge  # noqa: B018 - opened here, as threads must not import modules
        return session

    def collect(self, path: Path, parent: pytest.Collector) -> None:
        """None: it has no files."""

    def carry(self) -> dict[str, Any]:
        """The number of answers without a cost, if a cap is set, and of reused judgments."""
        reused = self.session.store.reused if "session" in vars(self) else ()
        # For free judges (recorded, mock) reuse makes no difference.
        is_free = not reused or all(member.free for member in self.session.judge.members)
        return {
            "unknown_costs": self._unknown_costs(),
            "judges_usd": self._spent_usd(),
            "reused": [] if is_free else [*reused],
        }

    def receive(self, data: Mapping[str, Any]) -> None:
        """Add another process's numbers."""
        self._reused.update(data.get("reused", ()))
        if data.get("unknown_costs"):
            self.session.budget.unknown += data["unknown_costs"]
        if data.get("judges_usd"):
            self.session.budget.add(data["judges_usd"])
        for entry in data.get("compared", ()):
            self._entries[repr([entry[key] for key in ("question", "arm", "place")])] = entry

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Ask nothing more after Ctrl-C; -x ends with an exception of its own."""
        self._is_cut_off = excinfo.type is KeyboardInterrupt

    def report_fields(self) -> dict[str, Any]:
        """What the judges have cost, once they have compared answers."""
        if self._entries and not self._is_cut_off:
            from pytest_hydra.plugins.judges.comparing import preferences_of

            results = self.context.results
            self._preferences = preferences_of(self.session, self._entries.values(), results)
        return {"judges_usd": self._spent_usd()}

    def pytest_hydra_report(self, report: dict[str, Any]) -> None:
        """Add which answers the judge preferred, and count where it only advised."""
        settings = self.context.settings
        if settings.has("judges") and any(
            each.trusted for each in settings.table("judges").values()
        ):
            self._advised = self.session.advised(report)
        tables = [*report.get("tables", ()), *self._preferences.get("tables", ())]
        report.update({**self._preferences, **({"tables": tables} if tables else {})})

    def summary(self) -> SummaryParts:
        """Notes on the judges' cost, and the reused judgments."""
        notes: list[str] = []
        if spent := self._spent_usd():
            cap = self.context.settings.table("judging").max_cost_usd
            of_cap = "" if cap is None else f" of max_cost_usd = {dollars(cap)}"
            notes.append(f"the judges cost {dollars(spent)}{of_cap}")
        if unknown := self._unknown_costs():
            it = "it" if unknown == 1 else "them"
            answers = counted(unknown, "answer")
            notes.append(f"{answers} reported no cost, so max_cost_usd does not count {it}")
        if self._entries and not self._preferences and not self._is_cut_off:
            notes.append("judge: prefer: nothing to compare: it needs two bots or treatments")
        if self._advised:
            checks = counted(self._advised, "check")
            notes.append(f"the judge only advises: {checks} left out, until people's labels agree")
        reused = {*self.carry()["reused"], *self._reused}
        line = f"{counted(len(reused), 'judgment')} reused from earlier sessions"
        return {"notes": notes, "reused": [line] if reused else []}

    def close(self) -> None:
        """Stop the running calls of judges."""
        if "session" in vars(self):
            self.session.close()

    def _spent_usd(self) -> float | None:
        """What the judges have cost in this session, in US dollars; None if that is nothing."""
        spent = self.session.budget.spent if "session" in vars(self) else 0
        return float(spent) or None

    def _unknown_costs(self) -> int:
        if "session" not in vars(self):
            return 0  # without opening a session for that
        budget = self.session.budget
        return 0 if budget.most is None else budget.unknown


def judge_of(config: pytest.Config, settings: Settings) -> str:
    """The name of the judge that grades. Raises InputError for an unknown one."""
    mocked = any(os.environ.get(name) == "1" for name in _MOCKING)
    name: str | None = config.option.hydra_judge
    if name is None and not mocked:
        if not settings.has("judging"):  # without importing its model
            return str(registry.policy()["judging"]["default"]["judge"])
        return str(settings.table("judging").judge)
    from pytest_hydra.plugins.judges.judge_settings import MOCK, check_judge

    if mocked or name is None:
        return MOCK
    check_judge(name, settings.table("judges"), "--hydra-judge", lambda: judge_offers(config))
    return name


def judge_offers(config: pytest.Config) -> Mapping[str, JudgeOpener]:
    """The judges that need no table in hydra.toml: ours and those of other plugins."""
    return offers(config, "judges")
