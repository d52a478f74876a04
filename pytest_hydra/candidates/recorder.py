"""Runs inside the pytest that tests a candidate, and says what became of each test.

PYTEST_DONT_REWRITE. It is copied into a private folder and loaded by that pytest's own
interpreter, so it needs nothing but the standard library, Python 3.8 and pytest 7. It writes one
JSON object a line into an inherited pipe. What it needs is taken before any code of the product
is loaded, and its traces are removed from the environment and the path at once.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, Sequence  # noqa: UP035 - it runs on Python 3.8 too

import pytest

VARIABLE = "PYTEST_HYDRA_RECORDER"
"""Holds the JSON object that `Settings` describes."""

_write = os.write
_getpid = os.getpid
_realpath = os.path.realpath
_isfile = os.path.isfile
_attribute = object.__getattribute__
_separator = os.sep
_library = _realpath(os.path.dirname(os.__file__))

# What JSON wants escaped, and halves of surrogate pairs, which UTF-8 cannot hold.
_ESCAPES = {
    **{code: f"\\u{code:04x}" for code in [*range(32), 0x7F, *range(0xD800, 0xE000)]},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


class Settings:
    """Where the pipe is, and what is product code. All paths are real ones.

    ``fd`` and ``inode`` name the pipe (none in a worker of xdist, whose reports arrive at its
    controller); ``roots`` are the folders of the workspace that imports begin in, and ``first``
    those of them that are put first on the path; ``checkout`` is the user's own copy of the
    project, which must not be used.
    """

    def __init__(self, given: dict[str, Any]) -> None:
        self.fd: int | None = given["fd"]
        self.inode: int | None = given["inode"]
        self.workspace: str = given["workspace"]
        self.roots: list[str] = given["roots"]
        self.first: list[str] = given["first"]
        self.checkout: str | None = given["checkout"]


class WorkspaceFirst:
    """A finder that takes top-level modules from the workspace where it has them itself.

    It stands before finders of editable installs, which would take them from elsewhere.
    """

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = list(roots)
        self._find = PathFinder.find_spec

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Find as a path finder does, and no namespace packages: those may have more places."""
        if path is not None:
            return None
        spec = self._find(name, self._roots, target)
        return spec if spec is not None and spec.loader is not None and spec.has_location else None


class Product:
    """What the workspace's own modules are, and which of them came from somewhere else."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._claims: dict[str, bool] = {}
        prefixes = {_realpath(one) for one in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
        # An interpreter may live in the root of the file system, and that owns everything.
        self._installed = sorted(prefixes - {"/", settings.checkout, settings.workspace})

    def use(self) -> None:
        """Put the workspace's folders first, and take the user's checkout off the path."""
        kept = []
        for entry in sys.path:
            real = _realpath(entry) if entry else entry
            if not entry or not self.is_in_checkout(real):
                kept.append(entry)
                continue
            there = self._counterpart(real)
            if os.path.isdir(there):
                kept.append(there)
        first = self._settings.first
        sys.path[:] = list(dict.fromkeys([*first, *kept]))
        self._redirect_finders()
        finder: Any = WorkspaceFirst(first)
        # After pytest's own hook, which rewrites assertions, and before all others.
        at = 1 if type(sys.meta_path[0]).__name__ == "AssertionRewritingHook" else 0
        sys.meta_path.insert(at, finder)
        sys.path_importer_cache.clear()

    def is_in_checkout(self, real: str) -> bool:
        """Whether a real path is of the user's copy, and not installed into an environment."""
        checkout = self._settings.checkout
        return (
            checkout is not None
            and _is_below(real, checkout)
            and not _is_below(real, self._settings.workspace)
            and not any(_is_below(real, prefix) for prefix in self._installed)
            and "site-packages" not in real.split(_separator)
        )

    def foreign(self) -> dict[str, str]:
        """The loaded modules of the product that came from outside the workspace: their files."""
        found = {}
        for name, module in list(sys.modules.items()):
            if type(name) is not str or not isinstance(module, ModuleType) or name == "__main__":
                continue
            # Past any attribute access of a module's own, which may load, raise or lie.
            file = _attribute(module, "__dict__").get("__file__")
            if type(file) is not str:
                continue
            real = _realpath(file)
            if _is_below(real, self._settings.workspace) or _is_of_python(real):
                continue
            if name == __name__:
                continue  # it is put beside the workspace, which may stand in the checkout
            if self.is_in_checkout(real) or self._is_claimed(name):
                found[name] = real
        return found

    def _redirect_finders(self) -> None:
        """Let the finders that setuptools writes for editable installs look in the workspace."""
        for finder in sys.meta_path:
            module = sys.modules.get(getattr(finder, "__module__", ""), None)
            mapping = getattr(module, "MAPPING", None)
            if isinstance(mapping, dict):
                for name, path in mapping.items():
                    if isinstance(path, str) and self.is_in_checkout(_realpath(path)):
                        mapping[name] = self._counterpart(_realpath(path))
            spaces = getattr(module, "NAMESPACES", None)
            if isinstance(spaces, dict):
                for name, paths in spaces.items():
                    spaces[name] = [
                        self._counterpart(_realpath(path))
                        if self.is_in_checkout(_realpath(path))
                        else path
                        for path in paths
                    ]

    def _counterpart(self, real: str) -> str:
        relative = os.path.relpath(real, self._settings.checkout)
        return os.path.normpath(os.path.join(self._settings.workspace, relative))

    def _is_claimed(self, name: str) -> bool:
        """Whether the workspace has the module, or a regular package that it is part of."""
        prefix = ""
        for part in name.split("."):
            prefix = os.path.join(prefix, part)
            if prefix not in self._claims:
                self._claims[prefix] = any(
                    _is_module(os.path.join(root, prefix)) for root in self._settings.roots
                )
            if self._claims[prefix]:
                return True
        return False


class Recorder:
    """The hooks: a line for the start, each collected id, each outcome, and the end."""

    def __init__(self, settings: Settings, product: Product, source: str) -> None:
        self._fd = _own_pipe(settings)
        self._settings = settings
        self._product = product
        self._source = source
        self._pid = _getpid()
        self._states: dict[str, str] = {}
        self._modules: dict[str, str] = {}
        self._session: Any = None
        if self._fd is not None:
            self._say(start=1, pytest=pytest.__version__, python=sys.version.split()[0])

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: Any) -> None:
        """Have all tests run, whatever fails before them, and lower coverage's threshold.

        A share of covered lines is no outcome of a test.
        """
        config.option.maxfail = 0
        config.option.continue_on_collection_errors = True
        coverage = config.pluginmanager.get_plugin("_cov")
        if hasattr(getattr(coverage, "options", None), "cov_fail_under"):
            coverage.options.cov_fail_under = 0

    def pytest_sessionstart(self, session: Any) -> None:
        """Say which folder the ids begin in."""
        self._session = session
        root = os.path.relpath(_realpath(str(session.config.rootpath)), self._settings.workspace)
        self._say(session=root)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: Any) -> None:
        """Say what will be run. Below xdist each worker collects, and its controller is told."""
        for item in session.items:
            self._say(id=item.nodeid)
        self._modules.update(self._product.foreign())

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:  # noqa: ARG002
        """Say what will be run: workers collect the same ids, or xdist stops."""
        for nodeid in ids:
            self._say(id=nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Load this file in a worker too: product code is imported there."""
        if not node.gateway.spec.popen:
            return
        given = json.dumps({**vars(self._settings), "fd": None, "inode": None})
        name = __name__
        program = (
            "import os, sys, types\n"
            f"os.environ[{VARIABLE!r}] = {given!r}\n"
            f"module = sys.modules[{name!r}] = types.ModuleType({name!r})\n"
            f"exec(compile({self._source!r}, {name!r}, 'exec'), vars(module))\n"
            "options = os.environ.get('PYTEST_ADDOPTS', '')\n"
            f"os.environ['PYTEST_ADDOPTS'] = '-p {name} ' + options\n"
        )
        node.gateway.remote_exec(program).waitclose(60)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: Any) -> None:  # noqa: ARG002
        """Take over what a worker says of its modules."""
        self._modules.update(getattr(node, "workeroutput", {}).get(VARIABLE, {}))

    def pytest_collectreport(self, report: Any) -> None:
        """Say which file could not be collected."""
        if report.failed:
            self._say(test=report.nodeid, outcome="error")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        """Take a phase of a test, and say what became of it when it was torn down."""
        nodeid = report.nodeid
        if report.when == "setup":
            self._states[nodeid] = "passed"  # also where a plugin runs it again
        outcome = _outcome(report)
        if outcome is None:
            return
        before = self._states.get(nodeid, "passed")
        if before not in ("failed", "error") and outcome != "passed":
            self._states[nodeid] = outcome
        # A worker that crashed leaves a report of no phase.
        if report.when == "teardown" or report.when not in ("setup", "call"):
            self._say(test=nodeid, outcome=self._states.pop(nodeid, outcome))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: Any) -> None:
        """Look at the loaded modules again: tests import them too."""
        self._modules.update(self._product.foreign())
        workeroutput = getattr(session.config, "workeroutput", None)
        if workeroutput is not None:
            workeroutput[VARIABLE] = self._modules

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Say which modules were foreign, and which status pytest is about to end with."""
        if self._session is None:
            return
        for name, file in sorted(self._modules.items()):
            self._say(module=name, file=file)
        stopped = self._session.shouldfail or self._session.shouldstop
        self._say(end=int(self._session.exitstatus), stopped=str(stopped) if stopped else "")
        self._session = None

    def _say(self, **record: Any) -> None:
        # A child that a test forked off has all of this too, and is not pytest.
        if self._fd is None or _getpid() != self._pid:
            return
        parts = [f"{_text(key)}:{_value(value)}" for key, value in record.items()]
        line = ("{" + ",".join(parts) + "}\n").encode("utf-8")
        try:
            while line:
                line = line[_write(self._fd, line) :]
        except OSError:
            self._fd = None  # nobody listens: without its end the record is not believed


def _outcome(report: Any) -> str | None:
    """What one phase says of its test; None when it says nothing yet."""
    if report.outcome not in ("passed", "failed", "skipped"):
        return None  # a plugin will run it again
    expected = hasattr(report, "wasxfail")
    if report.outcome == "failed":
        return "failed" if report.when == "call" else "error" if report.when != "???" else "failed"
    if hasattr(report, "context"):
        return None  # a part of a test: only its failure is the test's
    if report.outcome == "skipped":
        return "xfailed" if expected else "skipped"
    return "xpassed" if expected and report.when == "call" else "passed"


def _text(text: str) -> str:
    return '"' + str(text).translate(_ESCAPES) + '"'


def _value(value: Any) -> str:
    return str(value) if type(value) is int else _text(value)


def _own_pipe(settings: Settings) -> int | None:
    """The pipe by a number that no child inherits; None where this is another program's file."""
    if settings.fd is None:
        return None
    try:
        status = os.fstat(settings.fd)
        if not stat.S_ISFIFO(status.st_mode) or status.st_ino != settings.inode:
            return None
        own = os.dup(settings.fd)
        os.close(settings.fd)
    except OSError:
        return None  # a program in between closed it
    return own


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(_separator) + _separator)


def _is_of_python(real: str) -> bool:
    below = _is_below(real, _library)
    return below and not {"site-packages", "dist-packages"}.intersection(real.split(_separator))


def _is_module(path: str) -> bool:
    suffixes = [".py", _separator + "__init__.py", *EXTENSION_SUFFIXES]
    return any(_isfile(path + suffix) for suffix in suffixes)


def _begin() -> Recorder | None:
    """Take what was left for us, and leave no trace of it to the code that is tested."""
    given = os.environ.pop(VARIABLE, None)
    if given is None:
        return None
    _forget()
    settings = Settings(json.loads(given))
    # A worker has no file of it, and starts no workers.
    here = globals().get("__file__")
    source = Path(here).read_text(encoding="utf-8") if here else ""
    product = Product(settings)
    product.use()
    return Recorder(settings, product, source)


def _forget() -> None:
    options = os.environ.pop("PYTEST_ADDOPTS", "").replace(f"-p {__name__}", "").strip()
    if options:
        os.environ["PYTEST_ADDOPTS"] = options
    here = globals().get("__file__")
    if here is None:
        return
    folder = os.path.dirname(os.path.abspath(here))
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    paths = os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    rest = [path for path in paths if path and path != folder]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)


_recorder = _begin()


def pytest_configure(config: Any) -> None:
    """Take part in this run of pytest, and forget the option that named this plugin."""
    _forget()
    if _recorder is not None:
        config.pluginmanager.register(_recorder, __name__ + ".hooks")
