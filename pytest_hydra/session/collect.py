"""Collect and run our items in one process, and coordinate xdist's workers."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest

from pytest_hydra import options, registry
from pytest_hydra.execution import NARROWED
from pytest_hydra.record import wire
from pytest_hydra.record.runs import Reuse, recorded_run
from pytest_hydra.scenarios.head import ScenarioHead
from pytest_hydra.session.head import SessionContext

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_hydra.session.head import Head
    from pytest_hydra.settings import Settings


#: Functions that create the heads of a session, in the order in which they add paths; they return
#: None if the session has nothing for the head.
HEADS: Final[tuple[Callable[[SessionContext], Head | None], ...]] = (
    ScenarioHead,
    *registry.Offered[Any]("heads", {}).values(),
)


# Fixtures of tests that are part of the report.
_FIXTURES = frozenset({"hydra", "hydra_bot", "hydra_candidate"})
# Attributes that our items put on their reports, as plain data.
_CARRIED = ("hydra", "hydra_extra")


class Collection:
    """The heads of a process, their items, and the selected ones."""

    def __init__(self, config: pytest.Config) -> None:
        """Raises HydraError for settings, options and runs that cannot be used."""
        settings = options.settings_of(config)
        self.config = config
        self.context = context = SessionContext(config, settings, _reuse(config, settings))
        self.heads = [head for make in HEADS if (head := make(context)) is not None]
        # The queue of an xdist worker, which may be read under its lock; older ones have no lock.
        queues = [getattr(plugin, "torun", None) for plugin in config.pluginmanager.get_plugins()]
        self._queue: Any = next((queue for queue in queues if hasattr(queue, "lock")), None)
        self._others_steal = context.is_worker and config.workerinput["hydra_steals"]  # type: ignore[attr-defined]
        self._places: dict[int, int] = {}
        #: The node ids of our items that were selected, and whether nothing was left out.
        self.selected: list[str] = []
        self.is_complete = True
        #: Whether a file could not be collected, so that its items are unknown.
        self._has_faults = False
        #: The number of all items, ours or not.
        self.count = 0
        #: The node ids of all deselected items, and whether tests with checks are among them.
        self.deselected: list[str] = []
        self._leaves_checks_out = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Collect what hydra.toml names, whatever its name, unless --ignore excludes it."""
        if collection_path not in self.context.settings_paths:
            return None
        ignored = self.config.getoption("ignore") or ()
        start = self.config.invocation_params.dir
        return None if collection_path in {start / entry for entry in ignored} else False

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Let the heads collect their files."""
        for head in self.heads:
            collector = head.collect(file_path, parent)
            if collector is not None:
                return collector
        return None

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Notice a file that could not be collected."""
        report = yield
        self._has_faults |= report.failed
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None]:
        """Remember the selected items; in a replay, deselect all others."""
        ours = tuple(kind for head in self.heads for kind in head.item_types)
        if self.context.reuse.replayed is not None:
            rest = [item for item in items if not isinstance(item, ours)]
            items[:] = [item for item in items if isinstance(item, ours)]
            if rest:
                config.hook.pytest_deselected(items=rest)
        yield
        # All other plugins have done their deselection by now.
        self.selected = [item.nodeid for item in items if isinstance(item, ours)]
        self.count = len({item.nodeid for item in items})
        # None is a file beside a named one, or one that could not be collected.
        counts = (file.item_count or 0 for head in self.heads for file in head.files)
        is_all = len(self.selected) == sum(counts)
        is_part = any(".py::" in argument for argument in config.args) and any(
            map(_has_checks, items)
        )
        self.is_complete = is_all and not (self._has_faults or self._leaves_checks_out or is_part)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Remember the deselected items."""
        self.deselected += [item.nodeid for item in items]
        # A replay has no ordinary tests anyway.
        is_replay = self.context.reuse.replayed is not None
        self._leaves_checks_out |= not is_replay and any(map(_has_checks, items))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Let the following items run ahead."""
        for head in self.heads:
            if isinstance(item, head.item_types):
                if not getattr(self.config.option, "setuponly", False):
                    head.run_ahead(item, partial(self._upcoming, item, nextitem))
                return

    def _upcoming(
        self, item: pytest.Item, nextitem: pytest.Item | None, most: int | None = None
    ) -> Iterator[pytest.Item]:
        """The item and those known to follow it in this process.

        At most ``most`` of those that other processes may take over; None is all.
        """
        items = item.session.items
        if not self.context.is_worker:
            if not self._places:
                self._places = {id(item): place for place, item in enumerate(items)}
            yield from islice(items, self._places.get(id(item), len(items)), None)
            return
        yield item
        if nextitem is not None:
            yield nextitem
        if self._queue is None:
            return
        with self._queue.lock() as waiting:
            queued = [items[place] for place in waiting if isinstance(place, int)]
        if self._others_steal and most is not None:
            # xdist moves up to half of the queue, from its end, to other workers, where items that
            # had started here would run again.
            queued = queued[: min(len(queued) // 2, most)]
        yield from queued

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Let pytest show the interrupted place without the calls that led there.

        It would parse a source file for each of about forty frames, which only ``--full-trace``
        shows, and which takes longer than the rest of the shutdown.
        """
        if not self.config.option.fulltrace:
            entries = excinfo.traceback.filter(excinfo)
            excinfo.traceback = entries[-1:] or excinfo.traceback

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_to_serializable(self, report: object) -> None:
        """Serialize results as JSON strings, which can carry more than xdist's own format."""
        if self.context.is_worker:
            attributes = vars(report)
            for key in _CARRIED:
                if not isinstance(attributes.get(key, ""), str):
                    attributes[key] = wire.encode(attributes[key])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send the selection to xdist's controller, which collects nothing; close the heads."""
        if self.context.is_worker:
            output: dict[str, Any] = session.config.workeroutput  # type: ignore[attr-defined] # xdist's
            output["hydra"] = json.dumps(
                {
                    "selected": self.selected,
                    "is_complete": self.is_complete,
                    "count": self.count,
                    "deselected": self.deselected,
                    "heads": [head.carry() for head in self.heads],
                    "narrowed": NARROWED.take(),
                }
            )
        for head in self.heads:
            head.close()


def _has_checks(item: pytest.Item) -> bool:
    """Whether a test is part of the report."""
    return isinstance(item, pytest.Function) and not _FIXTURES.isdisjoint(item.fixturenames)


def _reuse(config: pytest.Config, settings: Settings) -> Reuse:
    """The earlier runs that this session may reuse. Raises HydraError for an unknown run."""
    workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
    if workerinput is not None:
        return Reuse.from_wire(workerinput["hydra"], settings.root)
    if config.option.hydra_replay is not None:
        return Reuse(replayed=recorded_run(settings.root, config.option.hydra_replay))
    name = config.option.hydra_reuse
    reused = None if name is None else recorded_run(settings.root, name)
    return Reuse(reused=reused, fresh=config.option.hydra_no_cache)


class Workers:
    """The controller's communication with xdist's workers."""

    def __init__(self, config: pytest.Config, collection: Collection) -> None:
        self.collection = collection
        self.failures_left = config.option.maxfail or None
        self.steals = config.option.dist == "worksteal"
        # Until a worker says otherwise: a crashed one says nothing.
        self.collection.is_complete = False
        # Created to end the session early. xdist itself waits for running tests, after -x without
        # limit and after Ctrl-C for five seconds, and a bot may never answer.
        self.stop_file = Path(gettempdir(), f"pytest-hydra-{uuid4().hex}.stop")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send a worker the runs to reuse, whether items may be stolen, and the stop file."""
        node.workerinput["hydra"] = self.collection.context.reuse.to_wire()
        node.workerinput["hydra_steals"] = self.steals
        node.workerinput["hydra_stop"] = str(self.stop_file)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop the workers at the failure at which xdist stops."""
        if report.failed and self.failures_left is not None:
            self.failures_left -= 1
            if self.failures_left <= 0:
                self.stop_file.touch()

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Stop the workers at once, before xdist waits for them."""
        self.stop_file.touch()

    def pytest_unconfigure(self) -> None:
        """Remove the stop file."""
        self.stop_file.unlink(missing_ok=True)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over a worker's selection; all workers collect the same."""
        output = (getattr(node, "workeroutput", None) or {}).get("hydra")
        if output is None:
            return
        data = json.loads(output)
        for name in ("selected", "is_complete", "count", "deselected"):
            setattr(self.collection, name, data[name])
        for head, carried in zip(self.collection.heads, data["heads"], strict=True):
            head.receive(carried)
        for name, (times, least) in data["narrowed"].items():
            NARROWED.add(name, times, least)
