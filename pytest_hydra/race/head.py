"""The race of a session: its candidates, its rules, and the process that decides it."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Generator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.hookspecs import by_name, offers
from pytest_hydra.session.head import (
    Head,
    HydraFile,
    HydraItem,
    SessionContext,
    SummaryParts,
    real_path,
)
from pytest_hydra.session.progress import progress_line, running_parts, time_left

if TYPE_CHECKING:
    from pytest_hydra.race.decide.outcome import Measurement
    from pytest_hydra.race.items import RaceItem, RaceItems
    from pytest_hydra.race.live import Race
    from pytest_hydra.race.preparation import RaceOffers
    from pytest_hydra.race.record import Policy
    from pytest_hydra.race.replay import RecordedRace
    from pytest_hydra.race.verdicts import Answers, Verdict, VerdictServer
    from pytest_hydra.session.head import ChangeJudge, Upcoming
    from pytest_hydra.settings.file import Settings

# The file of a run with the record of its race.
_RECORD: Final = "race.json"


def race_head(context: SessionContext) -> RaceHead | None:
    """The race of a process; None if the settings, or the replayed run, have no candidates."""
    run, settings = context.reuse.replayed, context.settings
    if run is not None:
        return RaceHead(context) if _RECORD in run.manifest["files"] else None
    has_candidates = settings.has("race") and bool(settings.race.candidates)
    return RaceHead(context) if has_candidates else None


class RaceHead(Head):
    """The race in one process. Only one process runs it: this one, or xdist's controller."""

    kind = "race"
    records = "race"

    def __init__(self, context: SessionContext) -> None:
        """Raises HydraError if the base, the policy or the record cannot be read."""
        from pytest_hydra.execution.tasks import Tasks
        from pytest_hydra.race.items import RACE_ITEMS, RaceItems

        self.context = context
        self.item_types: tuple[type[HydraItem], ...] = ()
        self.files: list[HydraFile] = []
        self._engine: Race | RecordedRace | None = None
        self._engine_lock = threading.Lock()
        self._judge: ChangeJudge | None = None
        self._server: VerdictServer | None = None
        self._folder: Path | None = None
        self._closing = Tasks()
        #: Scores of candidates from ordinary tests.
        self._measurements: list[Measurement] = []
        self._next_steps: list[str] = []
        self._notes: list[str] = []
        self._is_mocked = False
        settings = context.settings
        self._file = settings.root / "hydra.toml" if settings.file is None else settings.file
        is_replay = context.reuse.replayed is not None
        # Selected if its hydra.toml is among the paths of the command line, or there are none.
        is_all = context.config.args_source is not pytest.Config.ArgsSource.ARGS
        self._is_selected = is_replay or is_all or real_path(self._file) in context.named_paths([])
        self.answers: Answers = self
        if not is_replay and context.stop_file is not None:
            from pytest_hydra.race.verdicts import VerdictClient

            self.answers = VerdictClient(settings.root, context.reuse.token, context.stop_file)
        if is_replay:
            engine = self.engine
            agents, names = engine.agents, engine.policy.names
        else:
            agents = tuple(candidate.agent for candidate in settings.race.candidates)
            names = _policy_of(settings).names
        self.items: RaceItems = RaceItems(agents, names, self.answers)
        context.config.stash[RACE_ITEMS] = self.items
        if self._is_selected:
            self._add_path()
            if not context.is_worker and not context.config.option.collectonly:
                # Report a problem with the base before anything is collected.
                self.engine  # noqa: B018 - the property creates it

    def _add_path(self) -> None:
        config, settings = self.context.config, self.context.settings
        if config.args_source is config.ArgsSource.ARGS:
            return
        if config.option.hydra_candidate or settings.file is None:
            config.args[:] = [str(self._file if settings.file else settings.root)]
        else:
            self.context.add_paths([str(self._file)])

    @property
    def engine(self) -> Race | RecordedRace:
        """What decides the race. Created on first use, as it reads the repository."""
        with self._engine_lock:
            if self._engine is None:
                self._engine = self._open()
            return self._engine

    def _open(self) -> Race | RecordedRace:
        """What decides the race. Raises HydraError if the base or its policy cannot be read."""
        context = self.context
        if context.reuse.replayed is not None:
            from pytest_hydra.race.replay import RecordedRace

            is_today = context.config.option.hydra_policy == "today"
            if is_today and context.settings.file is None:
                raise HydraError("--hydra-policy today: there is no hydra.toml")
            return RecordedRace(
                context.reuse.replayed.path / _RECORD,
                self._open_judge(),
                race_offers(context.config).dimensions,
                _policy_of(context.settings) if is_today else None,
            )
        from pytest_hydra.race.live import Race

        config = context.config
        race = Race(
            context.settings,
            rules=self._settings_of_base,
            explicit=config.option.hydra_config is not None or context.settings.file is None,
            folder=self._session_folder(),
            reuse=context.reuse,
            jobs=_jobs(config),
            run_agents=config.option.hydra_run_agents,
            judge=self._open_judge,
            offers=race_offers(config),
        )
        if self._judge is not None and any(
            entry.score == "judge" for entry in race.policy.dimensions
        ):
            self._judge.open()
        race.show(context.progress.look(partial(_progress, race, _jobs(config))))
        return race

    def _settings_of_base(self, text: bytes, label: str) -> Settings:
        """The settings in the hydra.toml of the base. Raises InputError."""
        from pytest_hydra.record.files import write_whole

        path = self._session_folder() / "hydra.toml"
        write_whole(path, text, flush=False)
        return self.context.settings.again(path, label)

    def _open_judge(
        self, ruling: Settings | None = None, folder: Callable[[], Path] | None = None
    ) -> ChangeJudge:
        """The judge of the rules in force.

        If the rules are the base's, judge commands run in a folder with the base's files, so that
        a branch cannot bring a judge of its own.
        """
        assert self.context.open_change_judge is not None  # noqa: S101 - set by the judging head
        self._judge = self.context.open_change_judge(ruling, folder)
        return self._judge

    def _session_folder(self) -> Path:
        if self._folder is None:
            from pytest_hydra.race.verdicts import session_folder
            from pytest_hydra.record.files import StoreError, make_folder

            root, name = self.context.settings.root, session_folder(self.context.reuse.token)
            try:
                self._folder = make_folder(root, name)
            except OSError as error:
                raise StoreError(root / ".hydra" / name, error) from error
        return self._folder

    # The interface of a head.

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of the race, if this is the path of its hydra.toml."""
        if not self._is_selected or path != self._file:
            return None
        from pytest_hydra.race.items import RaceFile, RaceFolder, RaceItem

        config = self.context.config
        if self.context.settings.file is not None and not isinstance(parent, RaceFolder):
            is_default = config.args_source is not config.ArgsSource.ARGS
            if not is_default and not parent.session.isinitpath(path):
                return None
        file: RaceFile = RaceFile.from_parent(parent, path=path)
        # With several paths pytest may collect its folder again.
        self.item_types = (RaceItem,)
        self.files = self.files or [file]
        return file

    def run_ahead(self, item: RaceItem, /, upcoming: Upcoming) -> None:
        """Start the verdicts of all following items, as they share their work."""
        from pytest_hydra.race.items import RaceItem

        ids = self.items.started_ids
        # Without xdist, the first item has started all that follow it.
        if not self.context.is_worker and item.nodeid in ids:
            return
        for next_item in upcoming(None):
            if not isinstance(next_item, RaceItem):
                break
            if next_item.nodeid not in ids:
                ids.add(next_item.nodeid)
                self.answers.ahead(next_item.agent, next_item.name)

    def receive(self, data: Mapping[str, Any]) -> None:
        """Add the score of a candidate from an ordinary test."""
        if "measurement" in data:
            from pytest_hydra.race.decide.outcome import Measurement

            self._measurements.append(Measurement(**data["measurement"]))

    def manifest(self) -> dict[str, Any]:
        """The base commit, and the inputs that identify the race, if the race was used."""
        if self._engine is None:
            return {"base_commit": None}
        fields: dict[str, Any] = {"base_commit": self._engine.base_commit}
        if self.context.reuse.replayed is None:
            from pytest_hydra.race.change import race_inputs

            may_run = self.context.config.option.hydra_run_agents
            fields["race_inputs"] = race_inputs(self.context.settings, run_agents=may_run)
        return fields

    def report_fields(self) -> dict[str, Any]:
        """The result of the race, stored in the run folder; empty if the race was not used."""
        if self._engine is None:
            return {}
        from pytest_hydra.core.text import one_line
        from pytest_hydra.race.record import BASE

        results = self.context.results
        outcome = self._engine.outcome(self._measurements)
        results.keep(_RECORD, outcome.record, outcome.files)
        self._notes = outcome.notes
        folder = "" if results.path is None else self.context.display_path(results.path)
        # Failed tests of candidates.
        shortfalls = sorted(
            (entry.agent, entry.dimension, entry.message)
            for entry in self._measurements
            if entry.message and entry.agent != BASE
        )
        self._next_steps = [
            *(one_line(": ".join(parts), 80) for parts in shortfalls),
            *outcome.next_steps(folder, len(self.items.agents)),
        ]
        # Remove the workspaces while the report is written.
        self._closing.start("closed", self._close)
        dimensions = (check for ranking in outcome.rankings for check in ranking["checks"])
        self._is_mocked = any(check["inputs"].get("mock") is True for check in dimensions)
        race = {
            **outcome.race,
            "only_cause": results.session_failures == results.failures[self.kind],
        }
        return {"rankings": outcome.rankings, "race": race}

    def summary(self) -> SummaryParts:
        """The next steps, how many results were reused, and whether a judge was mocked."""
        notes = ["MOCK: no judge read the candidates' changes"] if self._is_mocked else []
        return {"notes": [*notes, *self._notes], "race": self._next_steps}

    def close(self) -> None:
        """End everything that runs, and remove all temporary files."""
        if not self.context.is_worker:
            self._closing.take("closed", self._close)

    def _close(self) -> None:
        if self._server is not None:
            self._server.stop()
        # Close the judge first: the race waits for tasks that wait for it.
        if self._judge is not None:
            self._judge.close()
        if self._engine is not None:
            self._engine.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    # Questions of items, tests and workers.

    def ahead(self, agent: str, dimension: str, tell: Callable[[], None] | None = None) -> None:
        """Start this verdict before it is needed, and call ``tell`` when it is ready."""
        self.engine.ahead(agent, dimension, tell)

    def take(self, agent: str, dimension: str) -> Verdict:
        """Wait for the verdict. Raises TasksStoppedError, and HydraError for a failure."""
        return self.engine.take(agent, dimension)

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """Answer a worker's question: for a verdict, or for a candidate that a test needs."""
        from dataclasses import asdict

        from pytest_hydra.race.live import Race
        from pytest_hydra.race.verdicts import AbsentError

        if "dimension" in question:
            return asdict(self.take(question["agent"], question["dimension"]))
        race = self.engine
        assert isinstance(race, Race)  # noqa: S101 - a replay runs no ordinary tests
        if "lay" in question:
            try:
                return {"path": str(race.steps.workspace(question["lay"]))}
            except AbsentError as error:
                return {"problem": str(error)}
        if "drop" in question:
            race.steps.runner.drop(Path(question["drop"]))
            return {}
        seconds = float(question["seconds"])
        return asdict(race.steps.run_line(question["run"], Path(question["in"]), seconds))

    # pytest hooks that no other head needs.

    def pytest_report_header(self) -> list[str]:
        """Report the base of the race, and its policy."""
        if self._engine is None or not self._is_selected:
            return []
        return [f"hydra: {line}" for line in self._engine.header]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self) -> None:
        """Start to answer the questions of xdist's workers."""
        if self._server is None and self.context.reuse.replayed is None:
            from pytest_hydra.race.verdicts import VerdictServer

            self._session_folder()
            root, token = self.context.settings.root, self.context.reuse.token
            self._server = VerdictServer(root, token, self.answer, self.ahead)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect only the race, if there is no hydra.toml to represent it."""
        settings = self.context.settings
        if not self._is_selected or settings.file is not None or path != settings.root:
            return None
        from pytest_hydra.race.items import RaceFolder

        folder: RaceFolder = RaceFolder.from_parent(parent, path=path)
        return folder

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None]:
        """Record whether the item of the whole race is in the session."""
        yield
        self.items.has_race = any(
            isinstance(item, self.item_types) and item.is_race  # type: ignore[attr-defined]
            for item in items
        )


def _policy_of(settings: Settings) -> Policy:
    from pytest_hydra.race.policy import policy_of

    return policy_of(settings.race, settings.scoring, settings.prices)


def _progress(race: Race, jobs: int) -> str:
    """The progress line of a race."""
    done, waiting, is_all = race.steps.progress()
    running = race.steps.running()
    # The longest of each step: a run that fails early, such as the trial's, is no estimate.
    durations: dict[str, float] = {}
    for run in filter(None, done):
        durations[run.name] = max(run.seconds, durations.get(run.name, 0.0))
    remaining = time_left(waiting, running, durations, jobs) if is_all else ""
    total = len(done) + len(waiting)
    parts = (*running_parts(running), remaining)
    return progress_line(len(done), total, "steps", *parts, is_all=is_all)


def _jobs(config: pytest.Config) -> int:
    """How many commands of a race may run at the same time."""
    number: int | None = config.option.hydra_jobs
    return number or os.cpu_count() or 1


def race_offers(config: pytest.Config) -> RaceOffers:
    """The dimensions and result parsers of this session: built-in ones, and those of plugins."""
    from pytest_hydra.race.preparation import RaceOffers

    return RaceOffers(
        by_name(offers(config, "pytest_hydra_dimensions")),
        by_name(offers(config, "pytest_hydra_result_parsers")),
    )
