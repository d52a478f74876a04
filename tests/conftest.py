"""What all tests share: a clean environment, a project in which pytest is run, and a server."""

from __future__ import annotations

import compileall
import importlib
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import pytest_hydra
from pytest_hydra.registry import table
from tools.environments import make_environment

# What is started in a shell's background ignores SIGINT, and so would what tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples everywhere, however long a busy machine takes to make them.
hypothesis.settings.load_profile("ci")

# What a run in this process imports first pytester drops after it: the next run would import all
# of it anew, and libraries in C cannot be. What a test patches could be a module that was dropped.
for name in (
    *("jinja2", "jsonschema", "junitparser", "pydantic", "tomli", "httpx2", "yaml"),
    *("httpcore2", "anyio._backends._asyncio"),
    *filter(find_spec, map("pytest_hydra.plugins.{}.page".format, table())),
    *filter(find_spec, map("pytest_hydra.plugins.{}.previous_run".format, table())),
    "pytest_hydra.session.collect",  # with the other heads
    *filter(find_spec, map("pytest_hydra.plugins.{}.head".format, table())),
    "pytest_hydra.scenarios.items",
    *filter(find_spec, map("pytest_hydra.plugins.{}.items".format, table())),
    *("pytest_hydra.report.terminal", "pytest_hydra.session.controller"),
    "pytest_hydra.session.failures",
    *("google.protobuf.json_format", "opentelemetry.proto.collector.trace.v1.trace_service_pb2"),
):
    importlib.import_module(name)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the package, even where no bytecode is to be written.

    Otherwise each of many hundred processes would compile it.
    """
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(pytest_hydra.__file__).parent, quiet=2)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the compiled tests, as to compile them takes longer than to run most of them."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    try:
        return (yield)
    finally:
        sys.dont_write_bytecode = before


BOT = """
def reply(messages, context):
    text = messages[-1]["content"]
    if "send" in text:
        call = {"function": "transfer", "params": {"amount": 5, "to": "Alice"}, "agent": "Wallet"}
        return {"text": "Sending 5 DOT to Alice.", "calls": [call]}
    if "boom" in text:
        raise ValueError("the ledger is closed")
    return f"You said: {text}"
"""

HYDRA_TOML = """
[bots.wallet]
python = "wallet_bot:reply"
"""

SCENARIOS = """
scenarios:
  - id: send
    steps:
      - user: please send 5 DOT to Alice
        expect: {expectedFunction: transfer, responseType: action, shouldContain: "5 DOT"}
  - id: echo
    steps:
      - user: hello
        expect: {shouldContain: hello}
"""


class Project:
    """A folder with a bot, in which pytest is run as a user would run it."""

    def __init__(self, pytester: pytest.Pytester, arguments: tuple[str, ...]) -> None:
        self.pytester = pytester
        self.path: Path = pytester.path
        self.arguments = arguments
        self.write("wallet_bot.py", BOT)
        self.write("hydra.toml", HYDRA_TOML)

    def write(self, name: str, text: str) -> Path:
        """Write a file of the project."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments: str, plugins: tuple[str, ...] = ()) -> pytest.RunResult:
        """Run ``pytest`` with our plugin: in this process, which is faster, but for xdist."""
        if self.arguments or "xdist" in plugins:
            return self.run_apart(*arguments, plugins=plugins)
        return self.pytester.runpytest_inprocess(*self.command(*arguments, plugins=plugins)[3:])

    def run_apart(self, *arguments: str, plugins: tuple[str, ...] = ()) -> pytest.RunResult:
        """Run it in a process of its own: where it ends by a signal, or changes its process."""
        return self.pytester.run(*self.command(*arguments, plugins=plugins))

    def command(self, *arguments: str, plugins: tuple[str, ...] = ()) -> list[str]:
        """The command line of `run_apart`."""
        wanted = ["-p", "pytest_hydra.plugin", *(f"-p{plugin}" for plugin in plugins)]
        return [sys.executable, "-m", "pytest", *wanted, *self.arguments, *arguments]

    def report(self, name: str = "report.json") -> Any:
        """The report that was written by ``--hydra-report=report.json``."""
        return json.loads((self.path / name).read_text(encoding="utf-8"))

    def runs(self) -> list[Path]:
        """The run folders, oldest first."""
        folder = self.path / ".hydra" / "runs"
        return sorted(folder.iterdir()) if folder.is_dir() else []


def unwrapped(result: pytest.RunResult) -> str:
    """The output of a session in one line, however its lines are wrapped."""
    return " ".join(result.stdout.str().split())


@pytest.fixture(params=[(), ("-pxdist", "-n2")], ids=["plain", "n2"])
def project(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> Project:
    """The project, tried without xdist and with ``-n2``; ``-n0`` is as without, says a test."""
    return Project(pytester, request.param)


@pytest.fixture
def plain_project(pytester: pytest.Pytester) -> Project:
    """The project, without xdist: for what has nothing to do with how items are spread."""
    return Project(pytester, ())


@pytest.fixture(scope="session")
def lean_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with pytest and no plugins, for the commands of races.

    pytest starts there in a tenth of the processor time that it needs with all plugins that are
    installed for the tests.
    """
    return make_environment(tmp_path_factory.mktemp("lean"))


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new home folder, so that no test reads or writes the developer's."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        for name in [name for name in os.environ if name.startswith("XDG_")]:
            patch.delenv(name)
        yield home


# What pytest itself and programs of ours leave in the checkout.
_LEFT = {".hydra", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__"}


@pytest.fixture(autouse=True)
def _stays_in_its_folder(_home: Path) -> Iterator[None]:
    """A test that writes something into the home folder or the checkout fails."""
    checkout = Path(__file__).parents[1]
    before = {*os.listdir(checkout), *os.listdir(checkout / "tests")}
    yield
    written = {*os.listdir(checkout), *os.listdir(checkout / "tests")} - before - _LEFT
    assert not written, f"the test wrote into the checkout: {sorted(written)}"
    written = set(os.listdir(_home))
    for name in written:
        _home.joinpath(name).rename(_home.with_name(f"home-{name}-{os.urandom(4).hex()}"))
    assert not written, f"the test wrote into the home folder: {sorted(written)}"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No option or setting of the outer session reaches a pytest that a test runs."""
    for name in (
        *("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "COLUMNS", "NO_COLOR", "FORCE_COLOR"),
        *("CI", "CI_PROJECT_URL", "GITHUB_ACTIONS", "GITHUB_SHA"),
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # Bytecode does not notice that a test writes a module of the same size twice in a second.
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """One connection, from the side of the server."""

    def __init__(self, connection: socket.socket, closing: threading.Event) -> None:
        self.connection = connection
        self.closing = closing

    def send(self, raw: bytes) -> None:
        self.connection.sendall(raw)

    def answer(self, body: object, status: str = "200 OK", **headers: str) -> None:
        """An answer as HTTP has it; JSON unless the body is bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        told = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        told.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in told.items())]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + content)

    def drip(self, raw: bytes) -> None:
        """One byte after the other, slowly, until nobody wants any more."""
        for byte in raw:
            self.send(bytes([byte]))
            if self.closing.wait(0.02):
                return

    def be_silent(self) -> None:
        """Say nothing until the other side, or the test, is gone."""
        self.connection.settimeout(0.05)
        while not self.closing.is_set():
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                continue


Handler = Callable[[Line, Request], None]


class Server:
    """Listens on a port of its own. ``handler`` is called for each request, in a thread."""

    def __init__(self) -> None:
        self.handler: Handler = lambda line, request: line.answer({"text": request.path})
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def answers(self, *bodies: object) -> None:
        """Answer with these, one after the other, the last one again and again."""
        left = list(bodies)
        self.handler = lambda line, _request: line.answer(left.pop(0) if left[1:] else left[0])

    def close(self) -> None:
        self.closing.set()
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # A client that goes away is what some tests are about.
        try:
            with connection, connection.makefile("rb") as reader:
                while (request := _read(reader)) is not None:
                    self.requests.append(request)
                    self.handler(Line(connection, self.closing), request)
        except OSError:
            pass


def _read(reader: Any) -> Request | None:
    first = reader.readline().decode("latin-1").split()
    if len(first) != 3:
        return None
    headers = {}
    while line := reader.readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.title()] = value.strip()
    return Request(first[1], headers, reader.read(int(headers.get("Content-Length", 0))))


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that answers {"text": PATH} until it is told otherwise."""
    server = Server()
    yield server
    server.close()
