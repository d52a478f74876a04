"""pytest's hooks, each a few lines that delegate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import options
from pytest_hydra.errors import HydraError, ShortfallError
from pytest_hydra.fixtures import (
    hydra,
    hydra_bot,
    hydra_candidate,
    hydra_judge,
    parametrize_bot,
)
from pytest_hydra.marker import CARD

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from pytest_hydra.candidates.decide.dimensions import Dimension
    from pytest_hydra.candidates.results.protocol import ResultParser
    from pytest_hydra.judging.judges.judge_kinds import JudgeOpener
    from pytest_hydra.scenarios.bots.bot_kinds import Opener
    from pytest_hydra.scenarios.expect.kinds import Kind
    from pytest_hydra.scenarios.expect.matchers import Operator

__all__ = [
    "hydra",
    "hydra_bot",
    "hydra_candidate",
    "hydra_judge",
]  # pytest finds fixtures among the names of this module


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add our extension points."""
    from pytest_hydra import hookspecs

    pluginmanager.add_hookspecs(hookspecs)
    # Installed, this module is known by one name, and loaded with -p, by another: whichever comes
    # second would be an error that nobody understands.
    for name in ("hydra", __name__):
        if not pluginmanager.has_plugin(name):
            pluginmanager.set_blocked(name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None]:
    """Before anything of the project is loaded: a race alone loads nothing of it."""
    options.leave_project_out(early_config, parser, args)
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Set up what this session needs: next to nothing, without --hydra."""
    config.addinivalue_line(
        "markers",
        "hydra(threshold=100, subject=None, dimension=None, weight=10): the total that the test's "
        "weighted checks must reach, and the subject they are about; for a test of candidates the "
        "dimension that it adds to a race. Every scenario carries this marker too.",
    )
    if options.enabled(config):
        _enable(config)


def _enable(config: pytest.Config) -> None:
    from pytest_hydra import hookspecs
    from pytest_hydra.session.collect import Collection, Workers

    config.stash[hookspecs.PLUGINS] = frozenset(config.pluginmanager.get_plugins())
    register = config.pluginmanager.register
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


def pytest_hydra_expectations() -> list[Kind]:
    """Offer the kinds of expectations that come with the package."""
    from pytest_hydra.scenarios.expect.kinds import KINDS

    return list(KINDS.values())


def pytest_hydra_matchers() -> Mapping[str, Operator]:
    """Offer the operators that come with the package."""
    from pytest_hydra.scenarios.expect.matchers import OPERATORS

    return OPERATORS


def pytest_hydra_bots() -> Mapping[str, Opener]:
    """Offer the kinds of bots that come with the package."""
    from pytest_hydra.scenarios.bots.bot_kinds import OPENERS

    return OPENERS


def pytest_hydra_judges() -> Mapping[str, JudgeOpener]:
    """Offer the judges that come with the package."""
    from pytest_hydra.judging.judges.judge_kinds import JUDGES

    return JUDGES


def pytest_hydra_dimensions() -> Mapping[str, Dimension]:
    """Offer the dimensions that every race knows."""
    from pytest_hydra.candidates.decide.decision import DIMENSIONS

    return DIMENSIONS


def pytest_hydra_result_parsers() -> Mapping[str, ResultParser]:
    """Offer the parsers that come with the package."""
    from pytest_hydra.candidates.results.parsers import PARSERS

    return PARSERS


def pytest_hydra_report_formats() -> Mapping[str, Callable[[Any], str]]:
    """Offer the report formats that come with the package."""
    from pytest_hydra.report.writers import FORMATS

    return FORMATS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes hydra_bot once for each bot, and hydra_candidate for each candidate."""
    if "hydra_candidate" in metafunc.fixturenames:
        from pytest_hydra.candidates.fixture import parametrize_candidate

        parametrize_candidate(metafunc)
    if "hydra_bot" in metafunc.fixturenames:
        parametrize_bot(metafunc)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Never walk into .hydra: what is kept there is no part of the suite."""
    return True if collection_path.name == ".hydra" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Decide a test's checks at its end; the test's own exception goes first, but for a skip."""
    card = item.stash.get(CARD, None)
    try:
        yield
    except BaseException as ended:
        is_skip = type(ended).__name__ in ("Skipped", "SkipTest")  # pytest's, and unittest's
        if is_skip and CARD in item.stash:
            item.stash[CARD].settle(ended)
        if isinstance(ended, pytest.exit.Exception) and CARD in item.stash:
            # pytest tells nobody of the test that ends the session: what fell short does first.
            item.session.shouldfail = str(ended)
            item.stash[CARD].closed = True
            item.stash[CARD].settle()
        raise
    finally:
        if card is not None:
            card.closed = True
    if card is not None:
        card.settle()


pytest_runtest_setup = pytest_runtest_call  # a fixture may check and skip; it ends nothing else


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show our failures as text, without a traceback, and let the call report carry the checks."""
    raised = call.excinfo
    if raised is None or not isinstance(raised.value, ShortfallError):
        report = yield
    else:
        # Of the twenty calls in it pytest would read and parse the files, for what is not shown.
        whole = raised.traceback
        raised.traceback = whole[:0]
        report = yield
        raised.traceback = whole
        if isinstance(report.longrepr, tuple):  # unittest skips without raising it in the call
            report.outcome, report.longrepr = "failed", str(raised.value)
        _show(report, raised, raised.value)
    raised = call.excinfo  # unittest's is put there on the way
    carry = getattr(item, "carry_result", None)  # of an item of ours
    if report.when != "call" and hasattr(report, "wasxfail"):
        value = None if raised is None else raised.value
        fault = carry and not isinstance(value, pytest.xfail.Exception)
        if fault or isinstance(value, ShortfallError):
            # It could not be graded, and who expects a failure does not expect that.
            del report.wasxfail
            report.outcome = "failed"
    if carry:
        carry(report)
    elif report.when == "call":
        _conclude(item, report, raised)
    return report


def _conclude(
    item: pytest.Item,
    report: pytest.TestReport,
    raised: pytest.ExceptionInfo[BaseException] | None,
) -> None:
    """Let the report of a test's call carry what the fixtures recorded."""
    card = item.stash.get(CARD, None)
    if card is not None:
        card.conclude(report, raised)
        failed = card.lines("failed") if report.failed and card.error is not None else []
        if failed:
            # Beside the test's own exception, which may well follow from them.
            report.sections.append(("Failed checks", "\n".join(failed)))
    if "hydra_candidate" in getattr(item, "fixturenames", ()):
        from pytest_hydra.candidates.fixture import carry_candidate

        carry_candidate(item, report)
    elif card is not None:
        card.carry(report)


def _show(
    report: pytest.TestReport, excinfo: pytest.ExceptionInfo[Any], error: ShortfallError
) -> None:
    if not report.longrepr:  # passed
        return
    shown = excinfo.getrepr(style="value", tbfilter=False)
    if shown.reprcrash is not None:
        shown.reprcrash.message = error.headline
        shown.reprcrash.path, shown.reprcrash.lineno = error.place
    report.longrepr = shown
    report.hydra_shortfall = True  # type: ignore[attr-defined]


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Say what pytest's own words don't.

    A test whose checks could not be graded counts once: as the error that follows its call. What
    the mock graded is no proof of anything. Where a gate of a race does not pass, the item of the
    race answers for it.
    """
    state = getattr(report, "hydra_state", None)
    if state is not None:
        return state, state[0], state.upper()
    if report.when == "call" and report.passed:
        if getattr(report, "hydra_ungraded", False):
            return "", "", ""
        if getattr(report, "hydra_mock", False):
            return "passed", "m", "PASSED (MOCK)"
    return None
