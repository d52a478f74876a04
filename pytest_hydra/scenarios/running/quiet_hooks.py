"""The hooks of a scenario, without what pytest prepares for the code of a test.

A scenario is held and decided in its setup. Nothing is left to run or to tear down then, so that
nothing can be printed or logged, and only a shortfall raised. But this holds only for what pytest
and we do: a hook that anything else implements is called in full, as the code of others may print,
log, warn, mark, skip and leave threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.errors import ShortfallError

if TYPE_CHECKING:
    import pluggy

_CALL, _TEARDOWN = "pytest_runtest_call", "pytest_runtest_teardown"
_REPORT = "pytest_runtest_makereport"
# pytest's own plugins that are not needed in a teardown in which nothing of others runs. The rest
# let go of logs, and look for threads and exceptions that a bot has left.
_IDLE = ("capturemanager", "skipping", "tmpdir", "unittest")
_KNOWN = ("_pytest.", f"{__name__.partition('.')[0]}.")


class Relay:
    """The hooks of the session, with others in place of some of them."""

    def __init__(self, hooks: pluggy.HookRelay, **others: Any) -> None:
        self._hooks = hooks
        vars(self).update(others)

    def __getattr__(self, name: str) -> Any:
        hook = getattr(self._hooks, name)
        setattr(self, name, hook)
        return hook


class QuietHooks:
    """The relays for the scenarios of a session: until they are decided, and from then on."""

    def __init__(self, config: pytest.Config) -> None:
        self._hooks = config.hook
        self._manager = config.pluginmanager
        #: Whether each hook call is to be logged, or a debugger looks at what is raised.
        self._is_debugged = any(config.getoption(name, None) for name in ("debug", "usepdb"))
        self.look()

    def look(self) -> None:
        """Look who implements the hooks: a plugin may come during the run."""
        self._makes_reports = self._is_known(_REPORT)
        self.hooks = Relay(self._hooks, **{_REPORT: self._report})
        quiet: dict[str, Any] = {_REPORT: self._report}
        runners = [
            each.function
            for each in getattr(self._hooks, _CALL).get_hookimpls()
            if each.plugin_name == "runner"
        ]
        if self._is_known(_CALL) and len(runners) == 1:
            quiet[_CALL] = runners[0]
        if self._is_known(_TEARDOWN):
            idle = [self._manager.get_plugin(name) for name in _IDLE]
            left_out = [plugin for plugin in idle if plugin is not None]
            self._teardown = self._manager.subset_hook_caller(_TEARDOWN, left_out)
            quiet[_TEARDOWN] = self._tear_down
        #: Those of a scenario that is decided.
        self.once_decided = Relay(self._hooks, **quiet)

    def _is_known(self, name: str) -> bool:
        """Whether only pytest and we implement a hook, and nobody looks on."""
        if self._is_debugged:
            return False
        for each in getattr(self._hooks, name).get_hookimpls():
            owner = getattr(each.plugin, "__name__", type(each.plugin).__module__)
            module = getattr(each.function, "__module__", "")
            if not (f"{owner}.".startswith(_KNOWN) and f"{module}.".startswith(_KNOWN)):
                return False
        return True

    # An item is a ScenarioItem, whose module imports this one.
    def _report(self, item: Any, call: pytest.CallInfo[None]) -> pytest.TestReport:
        error = None if call.excinfo is None else call.excinfo.value
        is_known = error is None or isinstance(error, ShortfallError)
        if not (is_known and self._makes_reports and item.is_quiet):
            made: pytest.TestReport = self._hooks.pytest_runtest_makereport(item=item, call=call)
            return made
        report = pytest.TestReport.from_item_and_call(item, call)
        if error is not None:
            report.hydra_shortfall = True  # type: ignore[attr-defined]
        item.carry_result(report)
        return report

    def _tear_down(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        __tracebackhide__ = True
        # After the last scenario of its file, fixtures of files and of the session may end too.
        is_last = nextitem is None or nextitem.parent is not item.parent
        hook = self._hooks.pytest_runtest_teardown if is_last else self._teardown
        hook(item=item, nextitem=nextitem)
