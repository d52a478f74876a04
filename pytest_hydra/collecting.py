"""What a process does that may collect and run our items."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra import options, starting
from pytest_hydra.judging.items import JUDGING, BenchmarkFile, JudgedItem, have_asked
from pytest_hydra.judging.session import JudgingSession
from pytest_hydra.record.reuse import Reuse
from pytest_hydra.scenarios.items import (
    SESSION,
    SUFFIXES,
    ScenarioFile,
    ScenarioItem,
    run_ahead,
)
from pytest_hydra.scenarios.session import ScenarioSession
from pytest_hydra.starting import LOG
from pytest_hydra.xdist import waiting_items

OURS = (ScenarioItem, JudgedItem)


class Collecting:
    """What a process does that may collect and run our items: an xdist worker, or the only one."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        offers = options.offers(config)
        self.settings = settings = options.settings_of(config, offers.kinds)
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
        processes = 1 if workerinput is None else workerinput["workercount"]
        self.scenarios = ScenarioSession(
            settings,
            offers,
            self.reuse,
            processes=processes,
        )
        config.stash[SESSION] = self.scenarios
        self.judging = config.stash[JUDGING] = JudgingSession(
            settings,
            options.judge_of(config, settings),
            options.spec_of(config),
            self.reuse,
            processes,
        )
        self.scenarios.ask = self.judging.rule
        #: What an xdist worker was sent, and where items stand in the order of any other process.
        self.queue = waiting_items(config)
        self.places: dict[int, int] = {}
        self.files: list[ScenarioFile | BenchmarkFile] = []
        #: The node ids of our items that were selected, and whether nothing was left out.
        self.selected: list[str] = []
        self.whole = True

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect scenario files, and the event logs of benchmark folders that were named."""
        file: ScenarioFile | BenchmarkFile
        if file_path.name.endswith(SUFFIXES):
            file = ScenarioFile.from_parent(parent, path=file_path)
        elif file_path.name == LOG and any(file_path.is_relative_to(one) for one in self.named):
            file = BenchmarkFile.from_parent(parent, path=file_path)
        else:
            return None
        self.files.append(file)
        return file

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None]:
        """Note what is selected; in a replay, leave everything else out."""
        if self.reuse.replayed is not None:
            others = [item for item in items if not isinstance(item, OURS)]
            items[:] = [item for item in items if isinstance(item, OURS)]
            if others:
                config.hook.pytest_deselected(items=others)
        yield
        # By now every other plugin has deselected what it wants.
        self.selected = [item.nodeid for item in items if isinstance(item, OURS)]
        collected = [file.whole for file in self.files]
        self.whole = None not in collected and len(self.selected) == sum(filter(None, collected))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Let what follows run ahead."""
        if self.config.getoption("setuponly", False) or self.reuse.replayed is not None:
            return
        if isinstance(item, JudgedItem):
            have_asked(self._from(item, nextitem))
        elif isinstance(item, ScenarioItem) and item.most_at_once > 1:
            run_ahead(self.scenarios.pool, self._from(item, nextitem))

    def _from(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[pytest.Item]:
        """The item and those that are known to follow it in this process."""
        items = item.session.items
        if self.queue is None:
            if not self.places:
                self.places = {id(one): place for place, one in enumerate(items)}
            place = self.places.get(id(item), len(items))
            return islice(items, place, None)
        with self.queue.lock() as waiting:
            sent = [items[place] for place in waiting if isinstance(place, int)]
        return chain([item], [] if nextitem is None else [nextitem], sent)

    def pytest_sessionfinish(self) -> None:
        """Leave nothing running."""
        self.scenarios.close()
        self.judging.close()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let our items put their results on their reports."""
        report = yield
        if isinstance(item, OURS):
            item.carry(report)
        return report
