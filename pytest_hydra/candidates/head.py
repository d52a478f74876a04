"""How a session comes by its race: what is raced, by whose rules, and who decides it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.candidates.change_judge import RaceJudge
from pytest_hydra.candidates.items import (
    RACING,
    RaceFile,
    RaceFolder,
    RaceItem,
    RaceItems,
    have_raced,
)
from pytest_hydra.candidates.recording import BASE, to_plain
from pytest_hydra.candidates.trial import AbsentError, Found, Trial
from pytest_hydra.candidates.verdicts import (
    Answering,
    Asking,
    SessionFolder,
    Verdict,
    verdict_to_plain,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.execution.tasks import Tasks
from pytest_hydra.record import wire
from pytest_hydra.session.manifest import RACE_RECORD
from pytest_hydra.settings.policy import policy_of

if TYPE_CHECKING:
    from pytest_hydra.candidates.decide.outcome import Outcome
    from pytest_hydra.candidates.run.race_runner import Race
    from pytest_hydra.candidates.run.replay import Replayed
    from pytest_hydra.session.collect import Collecting
    from pytest_hydra.settings.file import Settings
    from pytest_hydra.settings.race import RaceSettings


# How long the first commands have to begin before what comes after them is loaded, in seconds.
_HEAD_START = 0.2


def with_candidates(race: RaceSettings, given: Sequence[Mapping[str, str]]) -> RaceSettings:
    """The race with these candidates, from --hydra-candidate, instead of its own.

    Raises InputError for a name that is none, or is there twice.
    """
    from pydantic import ValidationError

    from pytest_hydra.settings.race import RaceSettings

    try:
        read = RaceSettings.model_validate({"candidates": list(given)})
    except ValidationError as error:
        message = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError([Problem(f"--hydra-candidate: {message}")]) from None
    return race.model_copy(update={"candidates": read.candidates})


class Racing:
    """What a process does that may collect a race, and run its items.

    Only one process runs the race: this one, or where this is an xdist worker the controller.
    """

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
        self.config = config
        self.collecting = collecting
        self.settings = collecting.settings
        self.token = collecting.reuse.token
        self.file = options.race_file(self.settings)
        self.wanted = options.race_is_wanted(config, self.settings) or _is_replayed(collecting)
        self._judge = RaceJudge(config, collecting)
        self._engine: Race | Replayed | None = None
        self._opening = threading.Lock()
        self._answering: Answering | None = None
        self._folder: SessionFolder | None = None
        self._ends = Tasks()
        self._later = threading.Timer(_HEAD_START, _load_what_comes_later)
        self._later.daemon = True
        workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
        self.is_worker = workerinput is not None
        replayed = collecting.reuse.replayed
        if workerinput is not None and replayed is None:
            self.answers: Asking | Racing = Asking(
                self.settings.root, self.token, Path(workerinput["hydra_stop"])
            )
        else:
            self.answers = self
        if replayed is None:
            policy = policy_of(self.settings.race, self.settings.scoring, self.settings.prices)
            agents = [one.agent for one in self.settings.race.candidates]
            self.items = RaceItems(agents, policy.names, self.answers)
        else:
            engine = self.engine
            self.items = RaceItems(engine.agents, engine.policy.names, self.answers)
        config.stash[RACING] = self.items
        #: What ordinary tests have found out about candidates.
        self.found: list[Found] = []
        if self.wanted:
            self._add_path()
            if not self.is_worker and not config.option.collectonly:
                # Whatever is wrong with the base is told before anything is collected.
                self.engine  # noqa: B018 - it is made when it is looked at

    @property
    def engine(self) -> Race | Replayed:
        """What decides the race, made when it is first needed: it looks into the repository."""
        with self._opening:
            if self._engine is None:
                self._engine = self._open()
            return self._engine

    @property
    def opened(self) -> Race | Replayed | None:
        """What decides the race, if anybody needed it."""
        return self._engine

    def header(self) -> list[str]:
        """The lines that pytest shows before it collects; none without a race."""
        engine = self._engine
        if engine is None or not self.wanted:
            return []
        return [f"hydra: {line}" for line in engine.told]

    @property
    def base_commit(self) -> str | None:
        """The id of the base commit, if anybody needed it."""
        return None if self._engine is None else self._engine.base_commit

    def outcome(self) -> Outcome | None:
        """What the race came to, of what this session asked for; None where it asked nothing."""
        return None if self._engine is None else self._engine.outcome(self.found)

    # What workers and items ask.

    def ahead(self, agent: str, dimension: str) -> None:
        """Have this verdict made before it is asked for."""
        self.engine.ahead(agent, dimension)

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict, waited for. Raises TasksStoppedError, and HydraError for what went wrong."""
        return self.engine.take(agent, dimension)

    def answer(self, question: Mapping[str, str]) -> dict[str, Any]:
        """What a worker asked: a verdict, or what a test needs of a candidate."""
        engine = self.engine
        if "lay" in question:
            try:
                return {"path": str(engine.lay(question["lay"]))}
            except AbsentError as error:
                return {"problem": str(error)}
        if "drop" in question:
            engine.drop(Path(question["drop"]))
            return {}
        if "run" in question:
            seconds = float(question["seconds"])
            return to_plain(engine.try_out(question["run"], Path(question["in"]), seconds))
        return verdict_to_plain(self.engine.take(question["agent"], question["dimension"]))

    def _answer_ahead(self, question: Mapping[str, str], reply: Callable[[], None]) -> None:
        self.engine.ahead(question["agent"], question["dimension"], reply)

    def hear(self, found: str | Mapping[str, Any]) -> None:
        """Take over what a test found: plain data, or the same as JSON from another process."""
        told = wire.decode(found) if isinstance(found, str) else found
        self.found.append(Found(**told))

    def shortfalls(self) -> list[str]:
        """What tests found wanting in candidates, a line each."""
        told = sorted(
            (one.agent, one.dimension, one.message)
            for one in self.found
            if one.message and one.agent != BASE
        )
        return [one_line(": ".join(parts), 80) for parts in told]

    def trial(self, agent: str) -> Trial:
        """A candidate, or the base, for one test."""
        ask = self.answers.answer
        return Trial(agent, ask)

    def begin_to_close(self) -> None:
        """Begin to `close`: nothing is asked any more."""
        self._ends.start("closed", self._close)

    def close(self) -> None:
        """Leave nothing running, and nothing behind but what is kept."""
        self._ends.take("closed", self._close)

    def _close(self) -> None:
        self._later.cancel()
        if self._answering is not None:
            self._answering.stop()
        # First: whoever waits for a judge would keep the race waiting.
        self._judge.close()
        if self._engine is not None:
            self._engine.close()
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    # pytest's hooks.

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self) -> None:
        """Begin to answer what xdist's workers ask."""
        if self._answering is None and self.collecting.reuse.replayed is None:
            self._held_folder()
            self._answering = Answering(
                self.settings.root, self.token, self.answer, self._answer_ahead
            )

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect the race, where this is the place of its hydra.toml."""
        if not self.wanted or file_path != self.file:
            return None
        if self.settings.file is not None and not isinstance(parent, RaceFolder):
            named = parent.session.isinitpath(file_path)
            walked = self.config.args_source is not self.config.ArgsSource.ARGS
            if not named and not walked:
                return None
        file: RaceFile = RaceFile.from_parent(parent, path=file_path)
        # With several paths pytest may look at its folder again.
        if RaceItem not in self.collecting.ours:
            self.collecting.files.append(file)
            self.collecting.add(RaceItem)
        return file

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect the race alone, where there is no hydra.toml to stand for it."""
        if not self.wanted or self.settings.file is not None or path != self.settings.root:
            return None
        folder: RaceFolder = RaceFolder.from_parent(parent, path=path)
        return folder

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None]:
        """Note whether the race itself is in the session."""
        yield
        self.items.held = any(isinstance(item, RaceItem) and item.is_race for item in items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Let what follows run ahead."""
        if not isinstance(item, RaceItem) or self.config.getoption("setuponly", False):
            return
        # Without xdist the first of them has begun all that follow it.
        if self.collecting.queue is not None or item.nodeid not in self.items.begun:
            if not (self.is_worker or self.items.begun):
                self._later.start()
            have_raced(self.collecting.following(item, nextitem), self.items)

    def pytest_sessionfinish(self) -> None:
        """Leave nothing running."""
        if not self.is_worker:
            self.close()

    def _open(self) -> Race | Replayed:
        """What decides the race. Raises HydraError where the base or its policy cannot be read."""
        config, settings, reuse = self.config, self.settings, self.collecting.reuse
        if reuse.replayed is not None:
            from pytest_hydra.candidates.run.replay import Replayed

            return Replayed(reuse.replayed.path / RACE_RECORD, self._judge)
        from pytest_hydra.candidates.run.race_runner import Race

        folder = self._held_folder()
        return Race(
            settings,
            rules=lambda text, shown: _rules(folder, text, shown),
            named=config.option.hydra_config is not None or settings.file is None,
            folder=folder,
            reuse=reuse,
            jobs=options.jobs(config),
            run_agents=config.option.hydra_run_agents,
            judge=self._judge.by,
        )

    def _held_folder(self) -> Path:
        if self._folder is None:
            self._folder = SessionFolder(self.settings.root, self.token)
        return self._folder.path

    def _add_path(self) -> None:
        config = self.config
        if config.args_source is config.ArgsSource.ARGS:
            return
        if config.option.hydra_candidate or self.settings.file is None:
            config.args[:] = [str(self.file if self.settings.file else self.settings.root)]
        else:
            options.add_paths(config, [str(self.file)])


def _load_what_comes_later() -> None:
    """Load what decides and reports while commands run, instead of when they have ended."""
    for room in (
        "candidates.decide.outcome",
        "candidates.run.candidates",
        "report.terminal",
        "report.ranking",
    ):
        import_module(f"pytest_hydra.{room}")
    from pytest_hydra.report.build import make_ready_for_race

    make_ready_for_race()


def _is_replayed(collecting: Collecting) -> bool:
    replayed = collecting.reuse.replayed
    return replayed is not None and RACE_RECORD in replayed.manifest["files"]


def _rules(folder: Path, text: bytes, shown: str) -> Settings:
    """What the hydra.toml of the base says. Raises InputError."""
    from pytest_hydra.record.files import write_whole
    from pytest_hydra.settings.file import load_settings

    path = folder / "hydra.toml"
    write_whole(path, text, flush=False)
    return load_settings(path, shown)
