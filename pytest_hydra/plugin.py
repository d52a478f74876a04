"""Implementations of pytest's hooks, which delegate to the rooms of the package.

PYTEST_DONT_REWRITE. Without it pytest warns if the module was imported before its session.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.errors import HydraError, ShortfallError
from pytest_hydra.fixtures import (
    BotUnderTest,
    _hydra_bots,
    bot_of_fixture,
    hydra,
    hydra_bot,
    hydra_candidate,
    hydra_judge,
    parametrize_bot,
)
from pytest_hydra.marker import CARD, EXPECTED, RUNNING, TAKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.expect.matchers import Operator

__all__ = [
    "_hydra_bots",
    "hydra",
    "hydra_bot",
    "hydra_candidate",
    "hydra_judge",
]  # pytest finds fixtures among the names of this module


class PlainImports(MetaPathFinder):
    """Finds our modules as Python does, before pytest's own hook.

    pytest rewrites the assertions of all modules of a plugin's distribution, which takes four times
    as long as to compile them, and ignores the byte code that pip has stored. Ours have none that
    is worth it.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: object = None
    ) -> ModuleSpec | None:
        """The place of a module of ours; None for any other."""
        return PathFinder.find_spec(name, path) if name.startswith("pytest_hydra.") else None


_PLAIN_IMPORTS = PlainImports()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our extension points."""
    # Here, as no hook is earlier.
    sys.meta_path.insert(0, _PLAIN_IMPORTS)
    from pytest_hydra import hookspecs

    pluginmanager.add_hookspecs(hookspecs)
    # The entry point and `-p pytest_hydra.plugin` register this module under different names:
    # whichever comes second would fail with an obscure error.
    for name in ("hydra", __name__):
        if not pluginmanager.has_plugin(name):
            pluginmanager.set_blocked(name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Let a session of a race alone ignore the project's own configuration."""
    options.leave_project_out(early_config)
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Set up the session: next to nothing without --hydra."""
    config.addinivalue_line(
        "markers",
        "hydra(threshold=100, subject=None, dimension=None, weight=10): the total that the test's "
        "weighted checks must reach, and their subject; for a test of candidates, the dimension "
        "that it adds to a race. All hydra items have this marker.",
    )
    if options.enabled(config):
        from pytest_hydra.record.wire import paused_gc

        with paused_gc(for_good=True):
            _enable(config)


def pytest_unconfigure() -> None:
    """Leave imports as they were."""
    if _PLAIN_IMPORTS in sys.meta_path:  # not after pytester has restored the list
        sys.meta_path.remove(_PLAIN_IMPORTS)


def _enable(config: pytest.Config) -> None:
    from pytest_hydra import hookspecs
    from pytest_hydra.session.collect import Collection, Workers

    config.stash[hookspecs.PLUGINS] = frozenset(config.pluginmanager.get_plugins())
    register = config.pluginmanager.register
    hookspecs.check_offers(config)
    try:
        collection = Collection(config)
        register(collection, "hydra-collection")
        if not collection.context.is_worker:
            from pytest_hydra.session.controller import Controller

            controller = Controller(config, collection)
            register(controller, "hydra-controller")
            register(controller.sections, "hydra-sections")
            register(controller.between, "hydra-between-sections")
            if config.pluginmanager.hasplugin("xdist"):
                register(Workers(config, collection), "hydra-workers")
    except HydraError as error:
        raise pytest.UsageError(str(error)) from None
    for head in collection.heads:
        register(head, f"hydra-{head.kind}")


def pytest_hydra_matchers() -> Mapping[str, Operator]:
    """Offer the built-in operators."""
    from pytest_hydra.scenarios.expect.matchers import OPERATORS

    return OPERATORS


def pytest_hydra_bots() -> Mapping[str, Opener]:
    """Offer the built-in kinds of bots."""
    from pytest_hydra.scenarios.bots.bot_kinds import OPENERS

    return OPENERS


def pytest_hydra_judges() -> Mapping[str, Callable[[Path], Any]]:
    """Offer those of the package's plugins."""
    from pytest_hydra import registry

    return registry.Offered("judges", {})


def pytest_hydra_dimensions() -> Mapping[str, Any]:
    """Offer those of the package's plugins."""
    from pytest_hydra import registry

    return registry.tables("dimensions")


def pytest_hydra_result_parsers() -> Mapping[str, Any]:
    """Offer those of the package's plugins."""
    from pytest_hydra import registry

    return registry.tables("result_parsers")


def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:
    """Offer the built-in report formats."""
    from pytest_hydra.report import FORMATS

    return FORMATS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize tests that take hydra_bot by bot, and hydra_candidate by candidate."""
    if "hydra_candidate" in metafunc.fixturenames:
        from pytest_hydra import registry

        registry.offered("services", "hydra_candidate").parametrize_candidate(metafunc)
    if "hydra_bot" in metafunc.fixturenames:
        parametrize_bot(metafunc)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Give tests our `BotUnderTest`, also where a conftest.py has a hydra_bot fixture."""
    value = yield
    is_ours = isinstance(value, BotUnderTest)
    if fixturedef.argname != "hydra_bot" or is_ours or hasattr(request.node, "carry_result"):
        return value
    bot = bot_of_fixture(value, request)
    # pytest reads the value from here.
    assert fixturedef.cached_result is not None  # noqa: S101 - it was just set up
    fixturedef.cached_result = (bot, fixturedef.cached_result[1], None)
    return bot


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Never collect from .hydra."""
    return True if collection_path.name == ".hydra" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Decide a test's checks at its end; its own exception, unless a skip, takes precedence."""
    item.session.stash[RUNNING] = item
    card = item.stash.get(CARD, None)
    if card is not None:
        _keep_expected_failure(item)
    try:
        yield
    except BaseException as ended:
        is_skip = type(ended).__name__ in ("Skipped", "SkipTest")  # pytest's, and unittest's
        if is_skip and CARD in item.stash:
            item.stash[CARD].settle(ended)
        if isinstance(ended, pytest.exit.Exception) and CARD in item.stash:
            # pytest does not report the test that ends the session: report its checks first.
            item.session.shouldfail = str(ended)
            item.stash[CARD].closed = True
            item.stash[CARD].settle()
        raise
    finally:
        if card is not None:
            card.closed = True
    if card is not None:
        card.settle()


pytest_runtest_setup = pytest_runtest_call  # a fixture may record checks and skip


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our failures as text without a traceback, and attach the checks to the call report."""
    raised = call.excinfo
    if raised is None or not isinstance(raised.value, ShortfallError):
        report = yield
    else:
        # pytest would parse the source files of about twenty frames that are not shown.
        traceback = raised.traceback
        raised.traceback = traceback[:0]
        report = yield
        raised.traceback = traceback
        if isinstance(report.longrepr, tuple):  # unittest reports a skip without raising it
            report.outcome, report.longrepr = "failed", str(raised.value)
        if report.longrepr:  # else it passed
            from pytest_hydra.scenarios.shortfall import Explanation

            report.longrepr = Explanation(raised.value)  # type: ignore[assignment] # as good as one
            report.hydra_shortfall = True  # type: ignore[attr-defined]
    # For unittest, set while the report was made. A success that it did not expect may be none.
    if not _is_unexpected_success(call.excinfo):
        raised = call.excinfo
    elif raised is not None:
        report.outcome, report.wasxfail = "skipped", ""
    expected = item.stash.get(EXPECTED, None) if report.when == "call" else None
    if expected is not None:
        raised = pytest.ExceptionInfo.from_exc_info(expected)
        report.longrepr = raised.getrepr(style="short")
    carry = getattr(item, "carry_result", None)  # for our own items
    is_excused = report.when != "call" and hasattr(report, "wasxfail")
    if is_excused and not getattr(item, "is_draft", False):
        value = None if raised is None else raised.value
        fault = carry and not isinstance(value, pytest.xfail.Exception)
        if fault or isinstance(value, ShortfallError) or _is_of_the_bot(value):
            # An expected failure does not excuse an ungraded item.
            del report.wasxfail
            report.outcome = "failed"
    if carry:
        carry(report)
    elif report.when == "call":
        _conclude(item, report, raised)
    if report.longrepr and (carry or _takes_fixture(item)):
        from pytest_hydra.session.failures import escape

        escape(report, item.config)
    return report


def _is_unexpected_success(raised: pytest.ExceptionInfo[BaseException] | None) -> bool:
    """Whether it says that a test passed although unittest's ``expectedFailure`` marks it."""
    return (
        raised is not None
        and isinstance(raised.value, pytest.fail.Exception)
        and str(raised.value).startswith("Unexpected success")
    )


def _is_of_the_bot(raised: BaseException | None) -> bool:
    from pytest_hydra.scenarios.bots.protocol import bot_error

    return bot_error(raised) is not None


def _keep_expected_failure(item: pytest.Item) -> None:
    """Keep what a test raises that unittest's ``expectedFailure`` marks: pytest is not told it."""
    report = getattr(item, "addExpectedFailure", None)
    if report is None:  # no test of unittest
        return

    def add(case: object, raised: Any, reason: str = "") -> None:
        item.stash[EXPECTED] = raised
        report(case, raised, reason)

    item.stash[EXPECTED] = None
    item.addExpectedFailure = add  # type: ignore[attr-defined]


def _takes_fixture(item: pytest.Item) -> bool:
    # Those of `request.getfixturevalue` are not among the names.
    return TAKEN in item.stash or not set(__all__).isdisjoint(getattr(item, "fixturenames", ()))


def _conclude(
    item: pytest.Item,
    report: pytest.TestReport,
    raised: pytest.ExceptionInfo[BaseException] | None,
) -> None:
    """Attach what the fixtures recorded to the report of a test's call."""
    card = item.stash.get(CARD, None)
    if card is not None:
        card.conclude(report, raised)
        failed = card.explanation() if report.failed and card.error is not None else []
        if failed:
            # Besides the test's own exception, which they may explain.
            title = "Failed checks" if card.lines("failed") else "Conversation"
            report.sections.append((title, "\n".join(failed).lstrip("\n")))
    if "hydra_candidate" in getattr(item, "fixturenames", ()):
        from pytest_hydra import registry

        registry.offered("services", "hydra_candidate").carry_candidate(item, report)
    elif card is not None:
        card.carry(report)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Report outcomes that pytest does not have.

    A test with ungraded checks counts once: as the error after its call. Items graded by the mock
    are marked. Gates of a race that do not pass are no failures of their own.
    """
    state = getattr(report, "hydra_state", None)
    if state is not None:
        return state, state[0], state.upper()
    reused = getattr(report, "hydra_reused", None)
    if reused is not None and report.when == "call" and not hasattr(report, "wasxfail"):
        letters = {"passed": ".", "failed": "F"}
        if report.outcome in letters:
            word = f"{report.outcome.upper()} (REUSED, {reused} old)"
            return report.outcome, letters[report.outcome], word
    if report.when == "call" and report.passed:
        if getattr(report, "hydra_ungraded", False):
            return "", "", ""
        if getattr(report, "hydra_mock", False):
            return "passed", "m", "PASSED (MOCK)"
    return None
