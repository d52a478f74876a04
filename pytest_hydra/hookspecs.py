"""The hooks by which other plugins, and conftest.py, extend pytest-hydra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.match.matchers import Operator


Offer = TypeVar("Offer")


def by_name(offers: Sequence[Mapping[str, Offer]]) -> dict[str, Offer]:
    """What the implementations of a hook offer, by name: a plugin's may replace the package's."""
    # pluggy calls the last registered plugin first, and the package's was the first of all.
    return {name: offer for known in reversed(offers) for name, offer in known.items()}


@pytest.hookspec
def pytest_hydra_expectations() -> Iterable[Kind]:  # type: ignore[empty-body]
    """Offer kinds of expectations for scenario files and for ``hydra.expect``.

    Called once a session. A kind whose name is taken replaces the one that has it.
    """


@pytest.hookspec
def pytest_hydra_matchers() -> Mapping[str, Operator]:  # type: ignore[empty-body]
    """Offer operators for the matchers of parameters, by the name that stands in scenario files.

    Called once a session. One whose name is taken replaces the one that has it.
    """


@pytest.hookspec
def pytest_hydra_bots() -> Mapping[str, Opener]:  # type: ignore[empty-body]
    """Offer kinds of bots, by the name that stands as ``kind`` in a bot's table of hydra.toml.

    An opener is given the bot's name, its settings (``options`` are the plugin's own) and the
    folder of hydra.toml, and returns a `Bot`.
    """


@pytest.hookspec
def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:  # type: ignore[empty-body]
    """Offer formats for ``--hydra-report FORMAT:PATH``: a name, and what renders a report."""


@pytest.hookspec
def pytest_hydra_report(report: dict[str, Any]) -> None:
    """Add to the report before it is written.

    ``report`` is what report.json will hold. Add top-level keys of your own; what was decided
    stays as it is, since its digest is there already.
    """
