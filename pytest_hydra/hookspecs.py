"""The hooks by which other plugins, and conftest.py, extend pytest-hydra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pluggy
import pytest

from pytest_hydra import registry
from pytest_hydra.core.text import camel, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from pytest_hydra.api import Judge, ResultParser
    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.cases import Reader
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.expect.matchers import Operator
    from pytest_hydra.scenarios.keys import Key

    Command = Callable[[Sequence[str]], int | None]

#: The plugins that were registered when the session started.
PLUGINS = pytest.StashKey[frozenset[object]]()
_OURS = "pytest-hydra"
# What is offered by each hook, which the kind is the end of, and what one of it is called.
_NOUNS = {
    "expectations": "expectation",
    "matchers": "matcher",
    "keys": "key",
    "bots": "kind of bot",
    "cases": "reader of cases",
    "judges": "judge",
    "dimensions": "dimension",
    "result_parsers": "parser of results",
    "report_formats": "report format",
    "commands": "command",
}


def offers(config: pytest.Config, kind: str, own: Collection[str] = ()) -> dict[str, Any]:
    """What is offered of a kind (``keys``, ``bots``, …) by name, the package's own first.

    ``own`` are names that the package has besides. A conftest.py that is loaded during collection
    is not called: the outcome would depend on the order of files. Raises UsageError for a name that
    is offered twice.
    """
    manager, hook = config.pluginmanager, f"pytest_hydra_{kind}"
    plugins = manager.get_plugins()
    late = plugins - config.stash.get(PLUGINS, frozenset(plugins))
    asked = manager.subset_hook_caller(hook, late).get_hookimpls()
    taken: dict[str, str] = {}
    if {*map(_giver, asked)} - {_OURS}:
        taken = dict.fromkeys((*own, *_own_names(kind)), _OURS)
    found: dict[str, Any] = {}
    for implementation in asked:
        giver = _giver(implementation)
        answer: Any = implementation.function() or {}
        pairs = answer.items() if isinstance(answer, Mapping) else [(k.name, k) for k in answer]
        for name, offer in pairs:
            spelling = camel(name) if kind == "expectations" else name
            if spelling in taken:
                raise pytest.UsageError(
                    f"the {_NOUNS[kind]} {name!r} is offered twice: "
                    f"by {taken[spelling]} and by {giver}"
                )
            if kind == "keys" and offer.name != name:
                raise pytest.UsageError(
                    f"the key {name!r} that {giver} offers calls itself {offer.name!r}"
                )
            taken[spelling] = giver
            found[name] = offer
    return found


def check_offers(config: pytest.Config) -> None:
    """Raise UsageError for what a plugin offers under a name that is taken.

    Kinds of which only the package offers are not asked for: that would import them.
    """
    for kind in (kind for kind in _NOUNS if kind != "commands"):
        hook: pluggy.HookCaller = getattr(config.hook, f"pytest_hydra_{kind}")
        if {*map(_giver, hook.get_hookimpls())} - {_OURS}:
            offers(config, kind)


def _giver(implementation: pluggy.HookImpl) -> str:
    """The name of the plugin that implements a hook."""
    is_ours = getattr(implementation.plugin, "__name__", "") == "pytest_hydra.plugin"
    return _OURS if is_ours else one_line(implementation.plugin_name, 200)


def _own_names(kind: str) -> Iterator[str]:
    """The names that the package has without the hook, of which nothing is imported before."""
    if kind == "keys":
        from pytest_hydra.scenarios.format import OneScenario, ScenarioList

        yield from registry.words("keys")
        for model in (OneScenario, ScenarioList):
            for name, field in model.model_fields.items():
                yield from (name, field.alias or name)
    elif kind == "expectations":
        from pytest_hydra.scenarios.expect.compile import COMPOSITION, MODIFIERS
        from pytest_hydra.scenarios.expect.kinds import KINDS

        yield from (*KINDS, *COMPOSITION, *MODIFIERS)


@pytest.hookspec
def pytest_hydra_expectations() -> Iterable[Kind]:  # type: ignore[empty-body]
    """Offer kinds of expectations for scenario files and for ``hydra.expect``.

    As with every hook, a name that exists already is a usage error.
    """


@pytest.hookspec
def pytest_hydra_matchers() -> Mapping[str, Operator]:  # type: ignore[empty-body]
    """Offer operators for parameter matchers, by their name in scenario files."""


@pytest.hookspec
def pytest_hydra_keys() -> Mapping[str, Key]:  # type: ignore[empty-body]
    """Offer keys of scenario files, by name: a `Key` makes environments for conversations."""


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

    A dimension is a pure function of the recordings and the policy: a replay calls it again.
    """


@pytest.hookspec
def pytest_hydra_result_parsers() -> Mapping[str, ResultParser]:  # type: ignore[empty-body]
    """Offer parsers of results of test runners and linters, by the name of the format.

    They are tried before the package's own parsers to recognize an output.
    """


@pytest.hookspec
def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:  # type: ignore[empty-body]
    """Offer formats for ``--hydra-report FORMAT:PATH``: a name, and a function that renders."""


@pytest.hookspec
def pytest_hydra_commands() -> Mapping[str, Command]:  # type: ignore[empty-body]
    """Offer commands of ``python -m pytest_hydra``, by their names.

    A function takes the arguments after the name, and returns the exit status: None is 0. The first
    line of its docstring is its help.
    """


@pytest.hookspec
def pytest_hydra_report(report: dict[str, Any]) -> None:
    """Add to the report before it is written.

    ``report`` is the content of report.json. Add top-level keys of your own; do not change results,
    as their digest has been computed already.
    """
