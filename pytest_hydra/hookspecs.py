"""The hooks by which other plugins, and conftest.py, extend pytest-hydra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_hydra.candidates.decide.dimensions import Dimension
    from pytest_hydra.candidates.results.protocol import ResultParser
    from pytest_hydra.judging.judges.judge_kinds import JudgeOpener
    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.expect.matchers import Operator


Offer = TypeVar("Offer")

#: The plugins that were there when the session began.
PLUGINS = pytest.StashKey[frozenset[object]]()


def offers(config: pytest.Config, hook: str) -> list[Any]:
    """What the implementations of one of these hooks return, the package's own last.

    A conftest.py that is loaded during collection is not asked: what it offers would depend on the
    order of the files.
    """
    manager = config.pluginmanager
    plugins = manager.get_plugins()
    late = plugins - config.stash.get(PLUGINS, frozenset(plugins))
    answers: list[Any] = manager.subset_hook_caller(hook, late)()
    return answers


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
def pytest_hydra_judges() -> Mapping[str, JudgeOpener]:  # type: ignore[empty-body]
    """Offer judges, by the name that hydra.toml or ``--hydra-judge`` has for them.

    An opener is given the folder of hydra.toml, and returns a `Judge`. A table ``[judges.NAME]``
    goes before a judge of that name.
    """


@pytest.hookspec
def pytest_hydra_dimensions() -> Mapping[str, Dimension]:  # type: ignore[empty-body]
    """Offer dimensions of candidates, by the name that stands in ``[[scoring.dimensions]]``.

    A dimension is a pure function of the recordings and the policy: a replay calls it again. One
    whose name is the package's replaces it.
    """


@pytest.hookspec
def pytest_hydra_result_parsers() -> Mapping[str, ResultParser]:  # type: ignore[empty-body]
    """Offer parsers of what test runners and linters print, by the name of the format.

    A parser that recognizes an output is asked before the package's. One whose name is the
    package's replaces it.
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
