"""The cases: what a project has beside its scenarios, and the options of its session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.neighbours import conftests as hooks

#: The module of each plugin, by which pytest turns it off.
PLUGINS = {
    "allure-pytest": "allure_pytest",
    "flaky": "flaky",
    "pytest-asyncio": "asyncio",
    "pytest-cov": "pytest_cov",
    "pytest-django": "django",
    "pytest-html": "html",
    "pytest-instafail": "instafail",
    "pytest-json-report": "pytest_jsonreport",
    "pytest-metadata": "metadata",
    "pytest-mock": "pytest_mock",
    "pytest-order": "pytest_order",
    "pytest-randomly": "randomly",
    "pytest-repeat": "pytest_repeat",
    "pytest-rerunfailures": "rerunfailures",
    "pytest-sugar": "sugar",
    "pytest-timeout": "timeout",
    "pytest-xdist": "xdist",
}
_TOGETHER = tuple(
    name
    for name in PLUGINS
    if name not in ("flaky", "pytest-cov", "pytest-randomly", "pytest-sugar", "pytest-html")
)
BOT = """
import gc, logging, sys, threading, warnings

waiting = []

class Broken:
    def __init__(self, number): self.number = number
    def __del__(self): raise RuntimeError(f"unraisable {self.number}")

def late(number, until):
    # Told to end by a later bot, or by the end of the session.
    until.wait() if until else threading.main_thread().join()
    raise RuntimeError(f"late thread {number}")

def reply(messages):
    text = messages[-1]["content"]
    number = text.rsplit(" ", 1)[1]
    if "print" in text:
        print("bot prints", number)
        print("bot errs", number, file=sys.stderr)
    if "log" in text:
        logging.getLogger("bot").warning("bot logs %s", number)
    if "boom" in text:
        raise ValueError("boom " + number)
    if "thread" in text:
        until = None if "after all" in text else threading.Event()
        thread = threading.Thread(target=late, args=(number, until), name="late")
        thread.start()
        waiting.append((thread, until))
    if "now" in text:
        for thread, until in waiting:
            if until:
                until.set()
                thread.join()
    if "unraisable" in text:
        broken = Broken(number)
        if "cycle" in text:
            broken.itself = broken
            gc.disable()  # a later bot collects it, and not whoever allocates much
    if "collect" in text:
        gc.collect()
        gc.enable()
    if "warn" in text:
        warnings.warn("bot warns " + number)
    call = {"function": "transfer", "params": {"amount": int(number)}}
    return {"text": f"sent {number} DOT", "calls": [call]}
"""
PLAIN = """
import logging, pytest

def test_plain(caplog, capsys):
    logging.getLogger("t").warning("hey")
    print("from plain")
    assert caplog.records

@pytest.mark.parametrize("n", [1, 2])
def test_n(n):
    assert n == 1
"""


def _row(name: str, user: str, want: int | None = None, **more: Any) -> dict[str, Any]:
    number = int(user.rsplit(" ", 1)[1]) if want is None else want
    expect = {
        "expectedFunction": "transfer",
        "expectedParams": {"amount": number},
        "shouldContain": [f"sent {number} DOT"],
    }
    return {"id": name, **more, "steps": [{"user": user, "expect": expect}]}


# Scenarios with every fate, some that pass and are heard, and some whose threads die.
MIXED = [
    _row("p1", "send 1"),
    _row("printing", "print 2"),
    _row("wrong", "print log 3", want=33),
    _row("p4", "log 4", tags=["smoke"]),
    _row("skipped", "send 5", skip="not now"),
    _row("xfails", "send 6", want=66, xfail="known"),
    _row("xpasses", "send 7", xfail="known"),
    _row("draft", "send 8", want=88, draft=True),
    _row("ungraded", "boom 9"),
    _row("warns", "warn 10"),
    _row("thrice", "send 11", repeat=3),
    _row("p12", "send 12"),
]
CALM = [_row(f"s{number}", f"print log send {number}") for number in range(6)]
_USERS = (
    *("send", "thread", "send", "unraisable", "send", "unraisable cycle"),
    *("send collect", "thread now", "send", "thread after all"),
)
LATE = [_row(f"s{number}", f"{user} {number}") for number, user in enumerate(_USERS)]


@dataclass(frozen=True, kw_only=True)
class Case:
    """Options, a conftest.py, scenarios and files, and the plugin that it is about."""

    options: tuple[str, ...] = ()
    conftest: str = ""
    rows: list[dict[str, Any]] = field(default_factory=lambda: MIXED)
    files: Mapping[str, str] = field(default_factory=dict)
    plugin: str | None = None
    #: Other plugins that it needs.
    others: tuple[str, ...] = ()
    #: Whether the same session runs twice.
    is_twice: bool = False
    #: Whether it reads commands from its input.
    reads: bool = False


def write_project(home: Path, case: Case) -> None:
    """A project with a bot, scenarios and tests."""
    files = {
        "pytest.ini": "[pytest]\n",
        "bot.py": BOT,
        "hydra.toml": '[bots.wallet]\npython = "bot:reply"\n',
        "a.scenario.json": json.dumps({"scenarios": case.rows}),
        **({} if case.reads else {"test_plain.py": PLAIN}),
        **({"conftest.py": case.conftest} if case.conftest else {}),
        **case.files,
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")


def _mixed(*options: str, conftest: str = "", **more: Any) -> Case:
    return Case(options=options, conftest=conftest, **more)


def _calm(*options: str, conftest: str = "", **more: Any) -> Case:
    return Case(options=options, conftest=conftest, rows=CALM, **more)


def _late(*options: str, **more: Any) -> Case:
    return Case(options=options, rows=LATE, **more)


_LIVE = ("-olog_cli=true", "-olog_cli_format=%(levelname)s %(message)s")
_SUB = {
    "sub/conftest.py": hooks.WRAPPERS,
    "sub/c.scenario.json": json.dumps({"scenarios": CALM}),
}
_DJANGO = "SECRET_KEY='x'\nDATABASES={'default':{'ENGINE':'django.db.backends.sqlite3',"
_OPTIONS = {
    "nothing": _mixed(),
    "v": _mixed("-v"),
    "vv-rA": _mixed("-vv", "-rA"),
    "q": _mixed("-q"),
    "s": _mixed("-s", "-v"),
    "capture-sys": _mixed("--capture=sys", "-rA"),
    "capture-no": _mixed("--capture=no"),
    "tee-sys": _mixed("--capture=tee-sys", "-v"),
    "show-capture-all": _calm("-rP", "--show-capture=all"),
    "W-error": _mixed("-W", "error"),
    "W-error-calm": _calm("-W", "error", "-v"),
    "durations": _calm("--durations=0", "-vv"),
    "setup-show": _calm("--setup-show", conftest=hooks.ALL_AUTOUSE),
    "setup-show-none": _calm("--setup-show"),
    "setup-only": _mixed("--setup-only"),
    "setup-plan": _mixed("--setup-plan"),
    "pdb": _mixed("--pdb", reads=True),
    "trace": _calm("--trace", reads=True),
    "debug": _calm("--debug=debug.txt"),
    "x": _mixed("-x", "-v"),
    "maxfail2": _mixed("--maxfail=2"),
    "lf": _mixed("--lf", "-v", is_twice=True),
    "ff": _mixed("--ff", "-v", is_twice=True),
    "nf": _mixed("--nf", "-v", is_twice=True),
    "sw": _mixed("--sw", "-v", is_twice=True),
    "k": _mixed("-k", "p1 or smoke", "-v"),
    "m": _mixed("-m", "hydra", "-v"),
    "runxfail": _mixed("--runxfail", "-v"),
    "tb-line": _mixed("--tb=line"),
    "strict": _mixed("--strict-markers", "--strict-config"),
    "xfail_strict": _mixed("-oxfail_strict=true", "-v"),
    "no-skipping": _calm("-pno:skipping"),
    "no-logging": _calm("-pno:logging", "-rP"),
    "no-capture": _calm("-pno:capture"),
    "no-tmpdir": _calm("-pno:tmpdir"),
    "no-unittest": _calm("-pno:unittest"),
    "no-faulthandler": _calm("-pno:faulthandler"),
    "no-threadexception": _late("-pno:threadexception"),
    "no-unraisable": _late("-pno:unraisableexception"),
    "faulthandler": _calm("-ofaulthandler_timeout=5"),
    "pytester": _calm("-p", "pytester"),
    "late-threads": _late("-v", "-rA"),
    "late-threads-error": _late("-v", "-W", "error"),
    "log_cli": _mixed(*_LIVE),
    "log_file": _mixed("--log-file=log.txt", "--log-file-format=%(message)s"),
    "log_level": _calm("--log-level=DEBUG", "-rP"),
    "junit-all": _mixed("-ojunit_logging=all", "-ojunit_log_passing_tests=true"),
    "junit-xunit1": _mixed("-ojunit_family=xunit1", conftest=hooks.autouse("function")),
    "basetemp": _mixed("-otmp_path_retention_policy=failed"),
    "importlib": _mixed("--import-mode=importlib"),
    "doctest": _calm("--doctest-modules", "-v"),
    "usefixtures-ini": _calm("-ousefixtures=tmp_path", "-v"),
}
_HOOKS = {
    "wrappers": _mixed("-v", "-rA", conftest=hooks.WRAPPERS),
    "wrappers-calm": _calm("-v", conftest=hooks.WRAPPERS),
    "printing-hooks": _calm("-v", "-rP", conftest=hooks.PRINTING),
    "logging-hooks": _calm("-v", "-rP", conftest=hooks.LOGGING),
    "logging-hooks-live": _calm(*_LIVE, conftest=hooks.LOGGING),
    **{
        f"autouse-{scope}": _calm("-rP", conftest=hooks.autouse(scope)) for scope in hooks.SCOPES
    },
    "autouse-all": _mixed("-v", "-rP", conftest=hooks.ALL_AUTOUSE),
    "xfail-late": _calm("-v", "-rxX", conftest=hooks.XFAIL_LATE),
    "xfail-in-call": _calm("-v", "-rA", conftest=hooks.XFAIL_IN_CALL),
    "late-plugin": _calm("-v", "-rP", conftest=hooks.LATE_PLUGIN),
    "stash": _calm("-v", conftest=hooks.STASH),
    "logreport-prints": _calm("-v", conftest=hooks.LOGREPORT_PRINTS),
    "sub-conftest": _calm("-v", files=_SUB),
    "gc-off": _calm("-v", conftest=hooks.GC_OFF),
    "finalizers": _calm("-v", "-rA", conftest=hooks.FINALIZERS),
    "session-fixture": _calm("-v", "-rA", conftest=hooks.SESSION_FIXTURE, reads=True,
                             files={"test_first.py": hooks.USES_SESSION_FIXTURE}),
    "run-twice": _calm("-v", conftest=hooks.RUN_TWICE),
    "skip-in-setup": _calm("-v", "-rs", conftest=hooks.SKIP_IN_SETUP),
    "exit-in-call": _calm("-v", conftest=hooks.EXIT_IN_CALL),
    "fail-in-teardown": _calm("-v", conftest=hooks.FAIL_IN_TEARDOWN),
    "interrupt-in-teardown": _calm("-v", conftest=hooks.INTERRUPT_IN_TEARDOWN),
    "changes-report": _calm("-v", conftest=hooks.CHANGES_REPORT),
    "subtests": _mixed("-v", files={"test_s.py": hooks.SUBTESTS}),
}  # fmt: skip
_PLUGIN_CASES = {
    "rerunfailures": _mixed("--reruns=2", "-v", "-rR", plugin="pytest-rerunfailures"),
    "rerun-wrappers": _mixed("--reruns=1", "-v", conftest=hooks.WRAPPERS,
                             plugin="pytest-rerunfailures"),
    "timeout": _mixed("--timeout=20", "-v", plugin="pytest-timeout"),
    "timeout-func": _mixed("--timeout=20", "-otimeout_func_only=true", "-v",
                           plugin="pytest-timeout"),
    "xdist": _mixed("-n2", plugin="pytest-xdist"),
    "xdist-loadfile": _calm("-n2", "--dist=loadfile", conftest=hooks.WRAPPERS,
                            plugin="pytest-xdist"),
    "xdist-late": _late("-n1", "-rA", plugin="pytest-xdist"),
    "cov": _mixed("--cov=bot", "--cov-context=test", "--cov-report=json", plugin="pytest-cov",
                  files={".coveragerc": "[json]\nshow_contexts = true\n"}),
    "allure": _mixed("--alluredir=allure", "-v", plugin="allure-pytest"),
    "html": _mixed("--html=out.html", "--self-contained-html", plugin="pytest-html",
                   others=("pytest-metadata",)),
    "asyncio": _mixed("-oasyncio_mode=auto", "-v", plugin="pytest-asyncio",
                      files={"test_async.py": "async def test_a(): pass\n"}),
    "sugar": _mixed("--force-sugar", plugin="pytest-sugar"),
    "randomly": _mixed("-v", "-prandomly", "--randomly-seed=7", plugin="pytest-randomly"),
    "flaky": _mixed("--force-flaky", "--max-runs=3", "--min-passes=2", "-v", plugin="flaky"),
    "flaky-report": _mixed("--force-flaky", "--max-runs=2", "--min-passes=1", plugin="flaky"),
    "instafail": _mixed("--instafail", "-v", plugin="pytest-instafail"),
    "json-report": _mixed("--json-report", "--json-report-file=j.json",
                          plugin="pytest-json-report", others=("pytest-metadata",)),
    "metadata": _mixed("--metadata", "a", "b", "-v", plugin="pytest-metadata"),
    "repeat": _mixed("--count=2", "-v", plugin="pytest-repeat"),
    "order": _mixed("--order-scope=module", "-v", plugin="pytest-order"),
    "mock": _mixed("-v", plugin="pytest-mock",
                   files={"test_m.py": "def test_m(mocker): mocker.patch('os.getcwd')\n"}),
    "django": _mixed("--ds=conf", "-v", plugin="pytest-django",
                     files={"conf.py": f"{_DJANGO}'NAME':':memory:'}}}}\n"}),
    "all-together": _mixed("-v", "--timeout=30", "--html=out.html", "--json-report",
                           "--json-report-file=j.json", "--alluredir=allure", "--reruns=1",
                           conftest=hooks.WRAPPERS, plugin="pytest-html", others=_TOGETHER),
}  # fmt: skip
CASES: dict[str, Case] = {**_OPTIONS, **_HOOKS, **_PLUGIN_CASES}
