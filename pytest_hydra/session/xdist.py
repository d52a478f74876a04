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
    from pytest_hydra.session.collect import Collection

# What our items put on their reports, as plain data.
_CARRIED = ("hydra", "hydra_extra")


class Worker:
    """What an xdist worker does besides: tell what it had to run."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_to_serializable(self, report: object) -> None:
        """Let what items sent cross as JSON strings, which carry what xdist's own form cannot."""
        attributes = vars(report)
        for key in _CARRIED:
            if not isinstance(attributes.get(key, ""), str):
                attributes[key] = wire.encode(attributes[key])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell what was selected, as the controller collects nothing, and what the heads carry."""
        output: dict[str, Any] = session.config.workeroutput  # type: ignore[attr-defined] # xdist's
        output["hydra"] = json.dumps(
            {
                "selected": self.collection.selected,
                "whole": self.collection.whole,
                "heads": [head.carry() for head in self.collection.heads],
            }
        )


class Workers:
    """What the controller tells xdist's workers, and hears from them."""

    def __init__(self, config: pytest.Config, collection: Collection) -> None:
        self.collection = collection
        self.failures_left = config.option.maxfail or None
        self.steals = config.option.dist == "worksteal"
        # Until a worker has said otherwise: one that crashed says nothing.
        self.collection.whole = False
        # It appears when the session is to end early. xdist itself waits for running tests, after
        # -x for ever and after Ctrl-C for five seconds, and a bot may never answer.
        self.stop_file = Path(gettempdir(), f"pytest-hydra-{uuid4().hex}.stop")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker which runs to reuse, who takes its items, and where to look for the end."""
        node.workerinput["hydra"] = self.collection.context.reuse.to_wire()
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
        output = (getattr(node, "workeroutput", None) or {}).get("hydra")
        if output is None:
            return
        data = json.loads(output)
        self.collection.selected, self.collection.whole = data["selected"], data["whole"]
        for head, carried in zip(self.collection.heads, data["heads"], strict=True):
            head.receive(carried)
