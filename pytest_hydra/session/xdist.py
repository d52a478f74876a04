"""What is ours to do where pytest-xdist spreads a session over several processes."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from pytest_hydra.record import wire

if TYPE_CHECKING:
    from pytest_hydra.session.collect import Collecting

#: What our items put on their reports, as plain data.
SENT = ("hydra", "hydra_papers", "hydra_found")


def waiting_items(config: pytest.Config) -> Any:
    """The queue of an xdist worker, which xdist lets others look into under its lock."""
    plugins = config.pluginmanager.get_plugins()
    return next((plugin.torun for plugin in plugins if hasattr(plugin, "torun")), None)


def untold(collecting: Collecting) -> int:
    """How many answers of judges told no cost in this process, where that matters."""
    if "judging" not in vars(collecting):
        return 0  # and nothing is made to find that out
    budget = collecting.judging.budget
    return 0 if budget.most is None else budget.unknown


class Worker:
    """What an xdist worker does besides: listen for the end, and tell what it had to run."""

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
        self.collecting = collecting
        self.stop_file = Path(config.workerinput["hydra_stop"])  # type: ignore[attr-defined]
        self.listening = False

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Listen from the first scenario on: without any xdist is left as it is."""
        if isinstance(item, self.collecting.scenario_items) and not self.listening:
            self.listening = True
            self.collecting.scenarios.listen(self.stop_file)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_to_serializable(self, report: object) -> None:
        """Let what items sent cross as JSON strings, which carry what xdist's own form cannot."""
        said = vars(report)
        for key in SENT:
            if key in said:
                said[key] = wire.encode(said[key])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell what was selected: the controller collects nothing."""
        output: dict[str, Any] = session.config.workeroutput  # type: ignore[attr-defined] # xdist's
        output["hydra"] = json.dumps(
            {
                "selected": self.collecting.selected,
                "whole": self.collecting.whole,
                "untold": untold(self.collecting),
            }
        )


class Controller:
    """What the controller tells xdist's workers, and hears from them."""

    def __init__(self, config: pytest.Config, collecting: Collecting) -> None:
        self.collecting = collecting
        self.failures_left = config.option.maxfail or None
        self.steals = config.option.dist == "worksteal"
        # Until a worker has said otherwise: one that crashed says nothing.
        self.collecting.whole = False
        # It appears when the session is to end early. xdist itself waits for running tests, after
        # -x for ever and after Ctrl-C for five seconds, and a bot may never answer.
        self.stop_file = Path(gettempdir(), f"pytest-hydra-{uuid4().hex}.stop")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker which runs to reuse, who takes its items, and where to look for the end."""
        node.workerinput["hydra"] = self.collecting.reuse.to_wire()
        node.workerinput["hydra_steals"] = self.steals
        node.workerinput["hydra_stop"] = str(self.stop_file)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Have the workers stop at the failure at which xdist does."""
        if report.failed and self.failures_left is not None:
            self.failures_left -= 1
            if self.failures_left <= 0:
                self.stop_file.touch()

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Have the workers stop, while pytest works out what to show, and before xdist waits."""
        self.stop_file.touch()

    def pytest_unconfigure(self) -> None:
        """Leave nothing behind."""
        self.stop_file.unlink(missing_ok=True)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Hear what a worker had to run; each of them collects the same."""
        told = (getattr(node, "workeroutput", None) or {}).get("hydra")
        if told is not None:
            said = json.loads(told)
            self.collecting.selected, self.collecting.whole = said["selected"], said["whole"]
            if said["untold"]:
                self.collecting.judging.budget.unknown += said["untold"]
