"""The race of a session: its candidates, its rules, and the process that decides it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.hookspecs import offers
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
    from pytest_hydra.core.gates import AskOfChange, ChangeQuestion, ChangeRuling
    from pytest_hydra.plugins.engine.unit import CommandRun
    from pytest_hydra.plugins.race.decide.outcome import Measurement, Verdict
    from pytest_hydra.plugins.race.items import RaceItem, RaceItems
    from pytest_hydra.plugins.race.live import LiveRace
    from pytest_hydra.plugins.race.policy.race_tables import Policy
    from pytest_hydra.plugins.race.preparation import RaceOffers
    from pytest_hydra.plugins.race.record import Source
    from pytest_hydra.plugins.race.replay import RecordedRace
    from pytest_hydra.session.head import ChangeJudge, Upcoming
    from pytest_hydra.settings import Settings

# The file of a run with the record of its race.
_RECORD: Final = "race.json"


def race_head(context: SessionContext) -> RaceHead | None:
    """The race of a process; None if the settings, or the replayed run, have no candidates."""
    run, settings = context.reuse.replayed, context.settings
    if run is not None:
        return RaceHead(context) if _RECORD in run.manifest["files"] else None
    if settings.has("race") and settings.table("race").candidates:
        return RaceHead(context)
    file = settings.file
    if settings.has("race") and file is not None and real_path(file) in context.named_paths([]):
        raise HydraError(
            f"{context.display_path(file)}: [race] names no candidate; remove the # "
            "before a [[race.candidates]], or add --hydra-candidate AGENT=BRANCH"
        )
    return None


class RaceHead(Head):
    """The race in one process. Only one process runs it: this one, or xdist's controller."""

    kind = "race"
    records = "race"

    def __init__(self, context: SessionContext) -> None:
        """Raises HydraError if the base, the policy or the record cannot be read."""
        from pytest_hydra.execution import Tasks
        from pytest_hydra.plugins.race.items import RACE_ITEMS, RaceItems

        self.context = context
        self.item_types: tuple[type[HydraItem], ...] = ()
        self.files: list[HydraFile] = []
        self._engine: LiveRace | RecordedRace | None = None
        self._judge: ChangeJudge | None = None
        self._folder: Path | None = None
        self._closing = Tasks()
        #: Scores of candidates from ordinary tests.
        self._measurements: list[Measurement] = []
        self._next_steps: list[str] = []
        self._notes: list[str] = []
        self._is_mocked = False
        # Ctrl-C before xdist's workers existed: pytest ends a session properly only later.
        self._was_interrupted = False
        settings = context.settings
        self._file = settings.root / "hydra.toml" if settings.file is None else settings.file
        self._is_replay = context.reuse.replayed is not None
        # Selected if its hydra.toml is among the paths of the command line, or there are none.
        is_all = context.config.args_source is not pytest.Config.ArgsSource.ARGS
        named = context.named_paths([])
        self._is_selected = self._is_replay or is_all or real_path(self._file) in named
        #: What the controller has decided, in a worker of xdist.
        self._given: dict[str, Any] | None = None
        if context.is_worker and not self._is_replay:
            self._given = json.loads(context.config.workerinput["hydra_race"])  # type: ignore[attr-defined]
        if self._is_replay:
            engine = self.engine
            agents, names = engine.agents, engine.policy.names
        else:
            agents = tuple(candidate.agent for candidate in settings.table("race").candidates)
            names = _policy_of(settings).names
        self.items: RaceItems = RaceItems(agents, names, self.take)
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
        # The pytest of a race alone, or of its replay, was started so.
        is_alone = config.option.noconftest and str(config.inipath) == os.devnull
        if config.option.hydra_candidate or settings.file is None or is_alone:
            config.args[:] = [str(self._file if settings.file else settings.root)]
        else:
            self.context.add_paths([str(self._file)])

    @property
    def engine(self) -> LiveRace | RecordedRace:
        """What decides the race. Created on first use, as it reads the repository."""
        if self._engine is None:
            self._engine = self._open()
        return self._engine

    def _open(self) -> LiveRace | RecordedRace:
        """What decides the race. Raises HydraError if the base or its policy cannot be read."""
        context = self.context
        if context.reuse.replayed is None:
            return self._open_live()
        from pytest_hydra.plugins.race.replay import RecordedRace

        is_today = context.config.option.hydra_policy == "today"
        if is_today and context.settings.file is None:
            raise HydraError("--hydra-policy today: there is no hydra.toml")
        return RecordedRace(
            context.reuse.replayed.path / _RECORD,
            self._rule_again,
            race_offers(context.config).dimensions,
            _policy_of(context.settings) if is_today else None,
        )

    def _open_live(self) -> LiveRace:
        from pytest_hydra.plugins.race.live import LiveRace

        context, config = self.context, self.context.config
        return LiveRace(
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

    @property
    def _live(self) -> LiveRace:
        engine = self.engine
        assert not hasattr(engine, "record")  # noqa: S101 - a replay runs no ordinary tests
        return engine

    def _on_wait(self) -> Callable[[float | None], None]:
        """Shows the progress of the race while this process waits for it."""
        return self.context.progress.on_wait(
            partial(_progress, self._live, _jobs(self.context.config))
        )

    def _settings_of_base(self, text: bytes, label: str) -> Settings:
        """The settings in the hydra.toml of the base. Raises InputError."""
        from pytest_hydra.record.files import write_whole

        path = self._session_folder() / "hydra.toml"
        write_whole(path, text, flush=False)
        return self.context.settings.again(path, label)

    def _open_judge(
        self, ruling: Settings | None = None, folder: Callable[[], Path] | None = None
    ) -> AskOfChange:
        """The judge of the rules in force.

        If the rules are the base's, judge commands run in a folder with the base's files, so that
        a branch cannot bring a judge of its own.
        """
        assert self.context.open_change_judge is not None  # noqa: S101 - set by the judging head
        self._judge = self.context.open_change_judge(ruling, folder)
        return self._judge.rule_change

    def _rule_again(self, question: ChangeQuestion) -> ChangeRuling:
        """Decide a recorded ruling. The judge is opened with the first one."""
        return self._open_judge()(question)

    def _session_folder(self) -> Path:
        """The folder of this process's race; it is removed when the session ends."""
        if self._folder is None:
            from pytest_hydra.record.files import own_folder

            name = f"race-{os.environ['PYTEST_XDIST_WORKER']}" if self.context.is_worker else "race"
            root, token = self.context.settings.root, self.context.reuse.token
            self._folder = own_folder(root, token, name)
        return self._folder

    # The interface of a head.

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of the race, if this is the path of its hydra.toml."""
        if not self._is_selected or path != self._file:
            return None
        from pytest_hydra.plugins.race.items import RaceFile, RaceFolder, RaceItem

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
        """Do nothing: the whole race was started before the first item."""

    def receive(self, data: Mapping[str, Any]) -> None:
        """Add the score of a candidate from an ordinary test."""
        if "measurement" in data:
            from pytest_hydra.plugins.race.decide.outcome import Measurement

            self._measurements.append(Measurement(**data["measurement"]))

    def manifest(self) -> dict[str, Any]:
        """The base commit, and the inputs that identify the race, if the race was used."""
        if self._engine is None:
            return {"base_commit": None}
        fields: dict[str, Any] = {"base_commit": self._engine.base_commit}
        if self.context.reuse.replayed is None:
            from pytest_hydra.plugins.race.change import race_inputs

            may_run = self.context.config.option.hydra_run_agents
            fields["race_inputs"] = race_inputs(self.context.settings, run_agents=may_run)
        return fields

    def report_fields(self) -> dict[str, Any]:
        """The result of the race, stored in the run folder; empty if the race was not used."""
        if self._engine is None and not self._measurements:
            return {}
        from pytest_hydra.core.text import one_line
        from pytest_hydra.plugins.race.record import BASE

        results = self.context.results
        outcome = self.engine.outcome(self._measurements)
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
        dimensions = [check for result in outcome.candidates for check in result["checks"]]
        self._is_mocked = any(
            check["details"]["inputs"].get("mock") is True for check in dimensions
        )
        race = {
            **outcome.race,
            "only_cause": results.session_failures == results.failures[self.kind],
        }
        return {"candidates": outcome.candidates, "race": race}

    @property
    def kept(self) -> str:
        """How many commands have ended, as their results are reused."""
        from pytest_hydra.core.text import counted

        if self._engine is None or self._is_replay or self.context.is_worker:
            return ""
        done = len(self._live.progress()[0])
        return f"the results of {counted(done, 'command')}" if done else ""

    def summary(self) -> SummaryParts:
        """The next steps, how many results were reused, and whether a judge was mocked."""
        notes = ["MOCK: no judge read the candidates' changes"] if self._is_mocked else []
        return {"notes": [*notes, *self._notes], "race": self._next_steps}

    def close(self) -> None:
        """End everything that runs, and remove all temporary files."""
        self._closing.take("closed", self._close)

    def _close(self) -> None:
        # Close the judge first: the race waits for tasks that wait for it.
        if self._judge is not None:
            self._judge.close()
        if self._engine is not None:
            self._engine.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            with suppress(OSError):
                self._folder.parent.rmdir()  # if no other head keeps anything for the next session
            self._folder = None

    # Questions of items and tests.

    def take(self, agent: str, dimension: str) -> Verdict:
        """Wait for the verdict. Raises TasksStoppedError, and HydraError for a failure."""
        if self._given is not None:
            return _given_verdict(self._given, agent, dimension)
        if self._is_replay:
            return self.engine.take(agent, dimension)
        return self._live.take(agent, dimension, self._on_wait())

    @contextmanager
    def workspace(self, agent: str) -> Iterator[Path]:
        """A workspace with the files of a candidate, or the base, removed afterwards.

        Raises AbsentError if the change is not available, and as `take` does.
        """
        from pytest_hydra.execution import StoppedError, TasksStoppedError
        from pytest_hydra.plugins.race.items import AbsentError
        from pytest_hydra.plugins.race.record import Source
        from pytest_hydra.record.wire import from_plain

        race = self._live
        given = [] if self._given is None else self._given["sources"]
        pinned = {plain["agent"]: from_plain(Source, plain) for plain in given}
        race.start(dict.fromkeys(self.items.agents, frozenset()), pinned)
        source: Source = race.source(agent, self._on_wait())
        if source.problem is not None:
            raise AbsentError(f"{agent}: {source.problem}")
        try:
            with race.workspace(source) as path:
                yield path
        except StoppedError:
            raise TasksStoppedError from None

    def run_line(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Run a shell line of a test in its workspace."""
        return self._live.run_line(command, path, seconds)

    def _start(self, items: Iterable[tuple[str, str]], pinned: Iterable[str] = ()) -> None:
        """Start the race for these items; other candidates are only pinned."""
        from pytest_hydra.plugins.race.schedule import wanted_of

        own = self._live.policy.scoring.dimensions
        plugins = [entry.name for entry in own if entry.is_offered]
        wanted = wanted_of(items, self._live.rules, plugins)
        if wanted or pinned:
            self._live.start(dict.fromkeys(pinned, frozenset()) | wanted)

    def _named_items(self) -> Iterator[tuple[str, str]]:
        """The items of the race that the paths on the command line name."""
        from pytest_hydra.plugins.race.record import GATES, RACE

        config = self.context.config
        is_named = config.args_source is config.ArgsSource.ARGS
        start = config.invocation_params.dir
        for argument in config.args if is_named else [str(self._file)]:
            path, *names = argument.split("::")
            if real_path(start / path) != real_path(self._file):
                continue
            if not names or names == [RACE]:
                yield "", RACE
            elif names[1:]:
                yield names[0], names[1]
            else:
                yield from ((names[0], name) for name in (*self.items.dimensions, GATES))

    # pytest hooks that no other head needs.

    def pytest_report_header(self) -> list[str]:
        """Report the base of the race, and its policy."""
        if self._engine is None or not self._is_selected:
            return []
        return [f"hydra: {line}" for line in self._engine.header]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Start the race of the selected items; ordinary tests run beside it."""
        if self._was_interrupted:
            raise KeyboardInterrupt
        options = session.config.option
        failed = session.testsfailed and not options.continue_on_collection_errors
        is_shown = options.collectonly or session.config.getoption("setuponly", False)
        if not (failed or is_shown or self._is_replay or self.context.is_worker):
            from pytest_hydra.plugins.race.items import RaceItem

            ours = [item for item in session.items if isinstance(item, RaceItem)]
            tested = any(
                "hydra_candidate" in getattr(item, "fixturenames", ()) for item in session.items
            )
            if ours or tested:
                pinned = self.items.agents if tested else ()
                self._start([(item.agent, item.name) for item in ours], pinned)
        return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Run the race to its end before xdist's workers exist, which only read its verdicts."""
        from pytest_hydra.execution import TasksStoppedError

        if self._is_replay or not self._is_selected:
            return
        self._start(self._named_items())
        try:
            with suppress(HydraError, TasksStoppedError):  # given to the items
                self._live.wait(self._on_wait())
        except KeyboardInterrupt:
            self._was_interrupted = True
            self._live.stop()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker of xdist the verdicts, and the candidates for its tests."""
        given: dict[str, Any] = {"sources": [], "verdicts": []}
        if not self._is_replay and self._is_selected:
            given = _given(self._live, self.items)
        node.workerinput["hydra_race"] = json.dumps(given)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect only the race, if there is no hydra.toml to represent it."""
        settings = self.context.settings
        if not self._is_selected or settings.file is not None or path != settings.root:
            return None
        from pytest_hydra.plugins.race.items import RaceFolder

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
    from pytest_hydra.plugins.race.policy.race_tables import policy_of

    return policy_of(settings.table("race"), settings.table("scoring"), settings.prices)


def _given(race: LiveRace, items: RaceItems) -> dict[str, Any]:
    """The verdicts of a finished race, and its candidates, as plain data."""
    from dataclasses import asdict

    from pytest_hydra.execution import TasksStoppedError
    from pytest_hydra.plugins.race.decide.outcome import verdict_of
    from pytest_hydra.plugins.race.record import GATES, RACE

    given: dict[str, Any] = {"sources": [asdict(entry) for entry in race.sources.values()]}
    try:
        result = race.wait()
    except TasksStoppedError:
        return {**given, "stopped": True}
    except HydraError as error:
        return {**given, "error": str(error)}
    agents = [agent for agent in items.agents if agent in {c.agent for c in result.candidates}]
    names = [(agent, name) for agent in agents for name in (*items.dimensions, GATES)]
    verdicts = [(*name, asdict(verdict_of(result, *name))) for name in (*names, ("", RACE))]
    return {**given, "verdicts": verdicts}


def _given_verdict(given: Mapping[str, Any], agent: str, dimension: str) -> Verdict:
    from pytest_hydra.execution import TasksStoppedError
    from pytest_hydra.plugins.race.decide.outcome import Verdict

    if "stopped" in given:
        raise TasksStoppedError
    if "error" in given:
        raise HydraError(given["error"])
    for who, name, plain in given["verdicts"]:
        if (who, name) == (agent, dimension):
            return Verdict(**plain)
    raise HydraError("the race was not run for this item; name its hydra.toml as a path")


def _progress(race: LiveRace, jobs: int) -> str:
    """The progress line of a race."""
    done, waiting, running, is_all = race.progress()
    # The longest of each step: a run that fails early, such as the trial's, is no estimate.
    durations: dict[str, float] = {}
    for run in done:
        durations[run.name] = max(run.seconds, durations.get(run.name, 0.0))
    remaining = time_left(waiting, running, durations, jobs) if is_all else ""
    total = len(done) + len(waiting)
    # What is left comes first, as a narrow terminal cuts the end.
    decided = f"{len(race.decided)} of {len(race.agents)} candidates decided"
    parts = (remaining, decided if race.decided else "", *running_parts(running))
    return progress_line(len(done), total, "steps", *parts, is_all=is_all)


def _jobs(config: pytest.Config) -> int:
    """How many commands of a race may run at the same time."""
    number: int | None = config.option.hydra_jobs
    return number or os.cpu_count() or 1


def race_offers(config: pytest.Config) -> RaceOffers:
    """The dimensions and result parsers of this session: built-in ones, and those of plugins."""
    from pytest_hydra.plugins.race.preparation import RaceOffers

    return RaceOffers(offers(config, "dimensions"), offers(config, "result_parsers"))
