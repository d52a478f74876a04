"""What a process does that may collect and run our items."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.record.runs import Reuse
from pytest_hydra.session import manifest as starting
from pytest_hydra.session.manifest import LOG, SCENARIOS
from pytest_hydra.session.xdist import waiting_items

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_hydra.candidates.head import Racing
    from pytest_hydra.candidates.items import RaceFile, RaceItem
    from pytest_hydra.core.gates import Ruling
    from pytest_hydra.judging.items import BenchmarkFile, JudgedItem
    from pytest_hydra.judging.session import JudgingSession
    from pytest_hydra.scenarios.items import ScenarioFile, ScenarioItem
    from pytest_hydra.scenarios.session import ScenarioSession


class Collecting:
    """What a process does that may collect and run our items: an xdist worker, or the only one.

    A head is loaded with the first of its items: a session may have those of another alone.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.settings = settings = options.settings_of(config)
        workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
        if workerinput is not None:
            self.reuse = Reuse.from_wire(workerinput["hydra"], settings.root)
        else:
            self.reuse = starting.find_reuse(
                settings,
                config.rootpath,
                config.option.hydra_replay,
                no_cache=config.option.hydra_no_cache,
            )
        # In a worker too: it is given the command line, not what the controller made of it.
        logs = starting.benchmark_logs(settings)
        self.named = options.named_paths(config, logs)
        options.add_paths(config, [*starting.scenario_paths(settings), *logs])
        self._spared = False
        # After pytest's own last collections, which come when it cleans up what came after us.
        config.add_cleanup(self._give_back)
        self._judge, self._spec = options.judge_of(config, settings), options.spec_of(config)
        self._processes = 1 if workerinput is None else workerinput["workercount"]
        #: The classes of our items, as far as there are any, and of scenarios alone.
        self.ours: tuple[type[ScenarioItem | JudgedItem | RaceItem], ...] = ()
        self.scenario_items: tuple[type[ScenarioItem], ...] = ()
        #: The race, where this session has candidates; None else.
        self.racing: Racing | None = None
        #: What an xdist worker was sent, and where items stand in the order of any other process.
        self.queue = waiting_items(config)
        self.others_steal = workerinput is not None and workerinput["hydra_steals"]
        self.places: dict[int, int] = {}
        self.files: list[ScenarioFile | BenchmarkFile | RaceFile] = []
        #: The node ids of our items that were selected, and whether nothing was left out.
        self.selected: list[str] = []
        self.whole = True

    @property
    def has_race(self) -> bool:
        """Whether there are candidates, or a race was recorded that is to be decided again."""
        replayed = self.reuse.replayed
        if replayed is not None:
            return starting.RACE_RECORD in replayed.manifest["files"]
        return self.settings.has("race") and bool(self.settings.race.candidates)

    @property
    def bot_keys(self) -> Mapping[str, Any]:
        """What identifies each bot in a recording, by name; in a replay those of the run."""
        replayed = self.reuse.replayed
        there = self.settings.bots if replayed is None else replayed.manifest["bots"]
        return self.scenarios.bot_keys if there else {}

    @cached_property
    def scenarios(self) -> ScenarioSession:
        """What holds conversations, made where there is something to hold."""
        from pytest_hydra.scenarios.session import ScenarioSession

        session = ScenarioSession(
            self.settings, options.offers(self.config), self.reuse, processes=self._processes
        )
        session.ask = self._rule
        return session

    @cached_property
    def judging(self) -> JudgingSession:
        """What asks the judge, made where there is something to ask: most sessions have nothing."""
        from pytest_hydra.judging.session import JudgingSession

        return JudgingSession(self.settings, self._judge, self._spec, self.reuse, self._processes)

    def _rule(self, text: str, criterion: str, recorded: Mapping[str, Any] | None) -> Ruling:
        return self.judging.rule(text, criterion, recorded)

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect scenario files, and the event logs of benchmark folders that were named."""
        file: ScenarioFile | BenchmarkFile
        if file_path.name.endswith(SCENARIOS):
            file = self._scenario_file(file_path, parent)
        elif file_path.name == LOG and any(file_path.is_relative_to(one) for one in self.named):
            from pytest_hydra.judging.items import JUDGING, BenchmarkFile, JudgedItem

            self.add(JudgedItem)
            self.config.stash[JUDGING] = self.judging
            file = BenchmarkFile.from_parent(parent, path=file_path)
        else:
            return None
        self.files.append(file)
        return file

    def add(self, items: type[ScenarioItem | JudgedItem | RaceItem]) -> None:
        """Take items of this class for ours."""
        if items not in self.ours:
            self.ours = (*self.ours, items)

    def _scenario_file(self, path: Path, parent: pytest.Collector) -> ScenarioFile:
        from pytest_hydra.scenarios.items import SESSION, ScenarioFile, ScenarioItem

        if not self.scenario_items:
            self.scenario_items = (ScenarioItem,)
            self.add(ScenarioItem)
            self.config.stash[SESSION] = self.scenarios
        return ScenarioFile.from_parent(parent, path=path)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None]:
        """Note what is selected; in a replay, leave everything else out."""
        if self.reuse.replayed is not None:
            others = [item for item in items if not isinstance(item, self.ours)]
            items[:] = [item for item in items if isinstance(item, self.ours)]
            if others:
                config.hook.pytest_deselected(items=others)
        yield
        # By now every other plugin has deselected what it wants.
        self.selected = [item.nodeid for item in items if isinstance(item, self.ours)]
        collected = [file.whole for file in self.files]
        self.whole = None not in collected and len(self.selected) == sum(filter(None, collected))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note what stays as it is from here on.

        Where nothing but our items is run, the garbage collector is spared what was collected: all
        of it stays to the end anyway, and would be walked through again and again. A suite with
        tests of its own keeps its collector as it is.
        """
        if self.scenario_items:
            from pytest_hydra.scenarios.items import ScenarioFile

            for file in self.files:
                if isinstance(file, ScenarioFile):
                    file.hooks = file.ihook
                    # Else each report of an item walks up to the session for them.
                    file.keywords = dict(file.keywords)
        if session.items and all(isinstance(item, self.ours) for item in session.items):
            gc.freeze()
            self._spared = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Let what follows run ahead."""
        if self.reuse.replayed is not None:
            return
        if isinstance(item, self.scenario_items) and item.most_at_once == 1:
            return  # most often
        if self.config.getoption("setuponly", False):
            return
        if isinstance(item, self.scenario_items):
            from pytest_hydra.scenarios.items import run_ahead

            pool = self.scenarios.pool
            run_ahead(pool, self.following(item, nextitem, pool.limit))
        elif isinstance(item, self.ours) and "judging" in vars(self):
            from pytest_hydra.judging.items import have_asked

            have_asked(self.following(item, nextitem, self.judging.pool.limit))

    def following(
        self, item: pytest.Item, nextitem: pytest.Item | None, most: int | None = None
    ) -> Iterator[pytest.Item]:
        """The item and those that are known to follow it in this process.

        At most so many of those that others may take over; None is all, where that costs nothing.
        """
        items = item.session.items
        if self.queue is None:
            if not self.places:
                self.places = {id(one): place for place, one in enumerate(items)}
            place = self.places.get(id(item), len(items))
            yield from islice(items, place, None)
            return
        yield item
        if nextitem is not None:
            yield nextitem
        with self.queue.lock() as waiting:
            sent = [items[place] for place in waiting if isinstance(place, int)]
        if self.others_steal and most is not None:
            # xdist gives half of it at a time to others, from its end; what had begun here would
            # be asked there again.
            sent = sent[: min(len(sent) // 2, most)]
        yield from sent

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Let pytest show where the session stood without all the calls that led there.

        For each of some forty it reads and parses the file, in a worker for nobody, and else for
        ``--full-trace`` alone: that took longer than all the rest of the end.
        """
        if not self.config.option.fulltrace:
            shown = excinfo.traceback.filter(excinfo)
            excinfo.traceback = shown[-1:] or excinfo.traceback

    def pytest_sessionfinish(self) -> None:
        """Leave nothing running."""
        if "scenarios" in vars(self):
            self.scenarios.close()
        if "judging" in vars(self):
            self.judging.close()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let our items put their results on their reports."""
        report = yield
        if isinstance(item, self.ours):
            item.carry(report)
        return report

    def _give_back(self) -> None:
        """Let the collector have what it was spared, where the process goes on after the session.

        Below pytest's command it is about to end, and would be walked through three times more.
        """
        if not self._spared:
            return
        frame = sys._getframe().f_back
        while frame is not None:
            name = frame.f_code.co_name
            if name == "pytest_runtestloop":
                break  # of another session, which goes on: this one was in a test of it
            # By its name, which is all that pytest's versions have in common of their command.
            if name.endswith("console_main"):
                return
            frame = frame.f_back
        gc.unfreeze()
