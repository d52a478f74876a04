"""The hooks by which other plugins, and conftest.py, extend pytest-hydra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pytest_hydra.api import Judge, ResultParser
    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.cases import Reader
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.expect.matchers import Operator
    from pytest_hydra.scenarios.keys import Key


Offer = TypeVar("Offer")

#: The plugins that were registered when the session started.
PLUGINS = pytest.StashKey[frozenset[object]]()


def offers(config: pytest.Config, hook: str) -> list[Any]:
    """The return values of all implementations of a hook, the package's own last.

    A conftest.py that is loaded during collection is not called: the outcome would depend on the
    order of files.
    """
    manager = config.pluginmanager
    plugins = manager.get_plugins()
    late = plugins - config.stash.get(PLUGINS, frozenset(plugins))
    answers: list[Any] = manager.subset_hook_caller(hook, late)()
    return answers


def by_name(offers: Sequence[Mapping[str, Offer]]) -> dict[str, Offer]:
    """Merge the offers of a hook's implementations by name; a plugin may replace our own."""
    # pluggy calls the last registered plugin first; the package's own was registered first.
    return {name: offer for group in reversed(offers) for name, offer in group.items()}


@pytest.hookspec
def pytest_hydra_expectations() -> Iterable[Kind]:  # type: ignore[empty-body]
    """Offer kinds of expectations for scenario files and for ``hydra.expect``.

    Called once per session. A kind with an existing name replaces that one.
    """


@pytest.hookspec
def pytest_hydra_matchers() -> Mapping[str, Operator]:  # type: ignore[empty-body]
    """Offer operators for parameter matchers, by their name in scenario files.

    Called once per session. An operator with an existing name replaces that one.
    """


@pytest.hookspec
def pytest_hydra_keys() -> Mapping[str, Key]:  # type: ignore[empty-body]
    """Offer keys of scenario files, by their names: a `Key` makes environments for conversations.

    Called once per session.
    """


@pytest.hookspec
def pytest_hydra_bots() -> Mapping[str, Opener]:  # type: ignore[empty-body]
    """Offer kinds of bots, by the name used as ``kind`` in a bot's table of hydra.toml.

    An opener takes the name of the bot, its settings (``options`` are the plugin's own) and the
    folder of hydra.toml, and returns a `Bot`.
    """


@pytest.hookspec
def pytest_hydra_cases() -> Mapping[str, Reader]:  # type: ignore[empty-body]
    """Offer readers of cases, by the suffix of a file (``parquet``) or by a word (``hf:NAME``).

    A reader takes the path, or what is after the colon, and the folder of the scenario file, and
    returns its rows: mappings of columns to values.
    """


@pytest.hookspec
def pytest_hydra_judges() -> Mapping[str, Callable[[Path], Judge]]:  # type: ignore[empty-body]
    """Offer judges, by the name used in hydra.toml and ``--hydra-judge``.

    An opener takes the folder of hydra.toml and returns a `Judge`. A table ``[judges.NAME]`` takes
    precedence over a judge of that name.
    """


@pytest.hookspec
def pytest_hydra_dimensions() -> Mapping[str, Any]:  # type: ignore[empty-body]
    """Offer dimensions of candidates, by the name used in ``[[scoring.dimensions]]``.

    A dimension is a pure function of the recordings and the policy: a replay calls it again. A
    dimension with an existing name replaces that one.
    """


@pytest.hookspec
def pytest_hydra_result_parsers() -> Mapping[str, ResultParser]:  # type: ignore[empty-body]
    """Offer parsers of results of test runners and linters, by the name of the format.

    They are tried before the package's own parsers to recognize an output. A parser with an
    existing name replaces that one.
    """


@pytest.hookspec
def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:  # type: ignore[empty-body]
    """Offer formats for ``--hydra-report FORMAT:PATH``: a name, and a function that renders."""


@pytest.hookspec
def pytest_hydra_report(report: dict[str, Any]) -> None:
    """Add to the report before it is written.

    ``report`` is the content of report.json. Add top-level keys of your own; do not change results,
    as their digest has been computed already.
    """
