from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object, bot_key, open_bot
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.scenarios.bots.python import event_loop
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Environment, Environments
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.transcript.turn import Turn

if TYPE_CHECKING:
    from tests.conftest import Server

Messages = list[dict[str, str]]


def turns(target: object, *users: str, timeout: float = 60, **context: object) -> list[Turn]:
    bot = bot_from_object("bot", target, timeout)
    return list(converse(bot, users or ("hello",), context).turns)


def texts(target: object, *users: str, timeout: float = 60, **context: object) -> list[str | None]:
    held = turns(target, *users, timeout=timeout, **context)
    return [turn.reply.text if turn.reply else turn.error for turn in held]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def opened(root: Path, target: str) -> Bot:
    return open_bot("wallet", BotSettings(python=target), root)


# How a bot is called


def only_messages(messages: Messages) -> str:
    return messages[-1]["content"]


def with_context(messages: Messages, context: dict[str, Any]) -> str:
    return f"{messages[-1]['content']} {context}"


def with_an_option(messages: Messages, temperature: float = 0.5) -> str:
    return f"{messages[-1]['content']} at {temperature}"


def with_context_by_name(
    messages: Messages, *, temperature: int = 1, context: object = None
) -> str:
    return f"{messages[-1]['content']} {context} at {temperature}"


def with_anything(*args: object, **kwargs: object) -> str:
    return f"{len(args)} {kwargs}"


async def asynchronous(messages: Messages, context: object) -> str:
    await asyncio.sleep(0)
    return f"{messages[-1]['content']} {context}"


class Counting:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, messages: Messages) -> str:
        self.count += 1
        return f"{messages[-1]['content']} {self.count}"


class AsyncCounting(Counting):
    async def __call__(self, messages: Messages) -> str:  # type: ignore[override]
        await asyncio.sleep(0)
        return super().__call__(messages)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (only_messages, "hello"),
        (with_context, "hello {'k': 1}"),
        (with_an_option, "hello at 0.5"),
        (with_context_by_name, "hello {'k': 1} at 1"),
        (with_anything, "2 {}"),
        (asynchronous, "hello {'k': 1}"),
        (functools.partial(with_an_option, temperature=2), "hello at 2"),
        (functools.partial(asynchronous, context=None), "hello {'k': 1}"),
        (Counting, "hello 1"),
        (Counting(), "hello 1"),
        (AsyncCounting, "hello 1"),
        (AsyncCounting(), "hello 1"),
        (Counting().__call__, "hello 1"),
    ],
)
def test_functions_classes_and_objects(target: object, expected: str) -> None:
    assert texts(target, "hello", k=1) == [expected]


@pytest.mark.parametrize("kind", [Counting, AsyncCounting])
def test_an_object_of_a_class_serves_one_conversation(kind: type) -> None:
    bot = bot_from_object("bot", kind, 5)
    for _ in range(2):
        held = converse(bot, ["a", "b"], {})
        assert [turn.reply.text for turn in held.turns if turn.reply] == ["a 1", "b 2"]


class Silent:
    pass


class Demanding:
    def __init__(self, key: str) -> None: ...

    def __call__(self, _messages: Messages) -> str:
        return ""


def without_parameters() -> str:
    return ""


def with_three(messages: Messages, context: object, notebook: object) -> str:
    return f"{len(messages)} {context} {notebook}"


def with_four(messages: Messages, context: object, more: object, /) -> str:
    return f"{messages}{context}{more}"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (5, "bot 'bot': 5 is not callable: a bot is a function"),
        (Silent, "an object of the class Silent is not callable: give the class a method __call__"),
        (Demanding, "instantiated for each conversation, without arguments"),
        (without_parameters, "without_parameters() -> 'str' cannot be called with (messages)"),
        (with_four, "cannot be called with (messages) or (messages, context)"),
    ],
)
def test_what_cannot_be_called_is_refused_at_once(target: object, message: str) -> None:
    with pytest.raises(BotError) as caught:
        bot_from_object("bot", target, 5)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_an_environment_from_elsewhere_may_give_is_asked_for_later() -> None:
    bot = bot_from_object("bot", with_three, 5)
    (turn,) = converse(bot, ["hello"], {"k": 1}).turns
    assert "cannot be called with (messages) or (messages, context)" in str(turn.error)
    notebook = Environment()
    notebook.arguments = {"notebook": ["milk"]}
    around = Environments({"notebook": notebook})
    (turn,) = converse(bot.within(around), ["hello"], {"k": 1}).turns
    assert turn.reply is not None
    assert turn.reply.text == "1 {'k': 1} ['milk']"


def test_a_bot_stays_what_it_is() -> None:
    bot = bot_from_object("bot", only_messages, 5)
    assert bot_from_object("other", bot, 5) is bot
    assert bot.key == {"fixture": True}


# Where it is found


def test_a_module_beside_the_settings_is_found(project: Path) -> None:
    (project / "wallet_bot_a.py").write_text("class Api:\n    def reply(m): return 'hi'\n")
    bot = opened(project, "wallet_bot_a:Api.reply")
    assert sys.path[0] == str(project)
    assert converse(bot, ["x"], {}).turns[0].reply is not None
    opened(project, "wallet_bot_a:Api.reply")
    assert sys.path.count(str(project)) == 1
    assert bot.key == {"python": "wallet_bot_a:Api.reply"}
    assert bot_key(BotSettings(command=["./bot", "--json"])) == {"command": ["./bot", "--json"]}


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("wallet_bt:reply", "there is no module 'wallet_bt' in "),
        ("wallet_bt:reply", "did you mean 'wallet_bot'?"),
        ("wallet_bot.deep:reply", "there is no module 'wallet_bot.deep'"),
        ("wallet_bot:replay", "wallet_bot has no attribute 'replay'; did you mean 'reply'?"),
        ("wallet_bot:NUMBER", "5 is not callable"),
        ("broken:reply", "broken cannot be imported: ZeroDivisionError: division by zero"),
        ("wrong:reply", "wrong cannot be imported: SyntaxError"),
        ("needy:reply", "needy cannot be imported: ModuleNotFoundError: No module named 'no_such'"),
        ("leaving:reply", "leaving cannot be imported: SystemExit: 3"),
        ("hidden:reply", "hidden cannot be imported: ValueError: \\x1b[2Jgone"),
    ],
)
def test_what_cannot_be_imported(project: Path, target: str, message: str) -> None:
    (project / "wallet_bot.py").write_text("def reply(messages): return 'hi'\nNUMBER = 5\n")
    (project / "broken.py").write_text("def fail(): 1 / 0\nfail()\n")
    (project / "wrong.py").write_text("def reply(:\n")
    (project / "needy.py").write_text("import no_such\n")
    (project / "leaving.py").write_text("raise SystemExit(3)\n")
    (project / "hidden.py").write_text("raise ValueError('\\x1b[2Jgone')\n")
    with pytest.raises(BotError) as caught:
        opened(project, target)
    text = str(caught.value)
    assert text.startswith("bot 'wallet': ")
    assert message in text
    assert text.isprintable()
    trace = caught.value.traceback or ""
    if target == "broken:reply":
        assert trace.count("  File ") == 2
        assert f'File "{project}/broken.py", line 1, in fail' in trace
    assert "pytest_hydra" not in trace


# What it may end with


class OddError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class BasicError(BaseException):
    pass


def raising(error: BaseException) -> Callable[[Messages], str]:
    def bot(messages: Messages) -> str:
        if len(messages) == 1:
            return "fine"
        # An error of an earlier test would bring the frames that it was raised in.
        raise error.with_traceback(None)

    return bot


def raising_async(error: BaseException) -> Callable[[Messages], Any]:
    bot = raising(error)

    async def asynchronous(messages: Messages) -> str:
        await asyncio.sleep(0)
        return bot(messages)

    return asynchronous


@pytest.mark.parametrize("kind", [raising, raising_async])
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no\n\x1bsuch"), "ValueError: no \\x1bsuch"),
        (KeyError("k"), "KeyError: 'k'"),
        (SystemExit(2), "SystemExit: 2"),
        (BasicError("no Exception"), "BasicError: no Exception"),
        (asyncio.CancelledError(), "CancelledError"),
        (TimeoutError("mine"), "TimeoutError: mine"),
        (OddError(), "OddError: (its __str__ failed)"),
        (ExceptionGroup("both", [ValueError("x")]), "ExceptionGroup: both (1 sub-exception)"),
    ],
)
def test_an_exception_ends_the_conversation(
    kind: Callable[[BaseException], object], error: BaseException, message: str
) -> None:
    first, second, third = turns(kind(error), "a", "b", "c")
    assert first.reply is not None
    assert (second.reply, second.error) == (None, message)
    assert third.error == "not sent: turn 2 had no reply"
    assert second.traceback is not None
    assert f'File "{__file__}"' in second.traceback
    assert "in bot" in second.traceback
    assert "pytest_hydra/" not in second.traceback
    assert "asyncio/" not in second.traceback


@pytest.mark.parametrize("kind", [raising, raising_async])
@pytest.mark.parametrize(
    "error",
    [
        KeyboardInterrupt(),
        pytest.skip.Exception("s"),
        pytest.fail.Exception("f"),
        pytest.exit.Exception("e"),
    ],
)
def test_what_is_meant_for_pytest_comes_through(
    kind: Callable[[BaseException], object], error: BaseException
) -> None:
    with pytest.raises(type(error)):
        turns(kind(error), "a", "b")


def test_another_thread_is_about_to_load_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncio", ModuleType("asyncio"))
    assert texts(only_messages, "Hello") == ["Hello"]


def test_endless_recursion() -> None:
    def bot(messages: Messages) -> str:
        return bot(messages)

    (turn,) = turns(bot)
    assert turn.error is not None
    assert turn.error.startswith("RecursionError")
    assert len(turn.traceback or "") < 25_000


def test_a_class_that_fails_when_it_is_made() -> None:
    class Bad:
        def __init__(self) -> None:
            raise OSError("no disk")

        def __call__(self, _messages: Messages) -> str:
            return ""

    first, second = turns(Bad, "a", "b")
    assert first.error == "OSError: no disk"
    assert "in __init__" in (first.traceback or "")
    assert second.error == "not sent: turn 1 had no reply"


# Time


def sleeping(_messages: Messages) -> str:
    time.sleep(60)
    return ""


def swallowing(_messages: Messages) -> str:
    try:
        time.sleep(60)
    except Exception:  # noqa: BLE001 - what is tried here
        time.sleep(60)
    return ""


def swallowing_all(_messages: Messages) -> str:
    with contextlib.suppress(BaseException):
        time.sleep(60)
    return "as if nothing had been"


def stubborn(_messages: Messages) -> str:
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(60)


def stubborn_plainly(_messages: Messages) -> str:
    while True:
        try:  # noqa: SIM105 - with as few steps between two attempts as can be
            time.sleep(60)
        except BaseException:  # noqa: BLE001, S110 - what is tried here
            pass


def busy(_messages: Messages) -> str:
    while True:
        pass


async def sleeping_async(_messages: Messages) -> str:
    await asyncio.sleep(60)
    return ""


async def blocking_async(_messages: Messages) -> str:
    time.sleep(60)
    return ""


async def uncancellable(_messages: Messages) -> str:
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)


class SlowToMake:
    def __init__(self) -> None:
        time.sleep(60)

    def __call__(self, _messages: Messages) -> str:
        return ""


HANGING = [
    sleeping,
    swallowing,
    swallowing_all,
    stubborn,
    stubborn_plainly,
    busy,
    sleeping_async,
    blocking_async,
    uncancellable,
    SlowToMake,
]


@pytest.mark.parametrize("target", HANGING)
def test_a_bot_that_hangs_is_interrupted(target: object) -> None:
    before = (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL))
    started = time.monotonic()
    first, second = turns(target, "a", "b", timeout=0.3)
    assert time.monotonic() - started < 50
    assert first.error == "did not answer within 0.3 s"
    assert second.error == "not sent: turn 1 had no reply"
    # Of what catches everything, only our side of the waiting can be seen.
    if target not in (swallowing_all, uncancellable):
        assert f'File "{__file__}"' in (first.traceback or "")
    assert "pytest_hydra/" not in (first.traceback or "")
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == before


@pytest.mark.parametrize("target", [sleeping, sleeping_async, blocking_async, SlowToMake])
def test_a_bot_that_hangs_in_another_thread_is_left(target: object) -> None:
    if target is not sleeping_async:
        target = released(target)
    held: list[Turn] = []
    thread = threading.Thread(target=lambda: held.extend(turns(target, "a", timeout=0.3)))
    thread.start()
    thread.join(50)
    RELEASE.set()
    assert not thread.is_alive()
    assert held[0].error == "did not answer within 0.3 s"
    assert f'File "{__file__}"' in (held[0].traceback or "")


@pytest.mark.parametrize("target", [sleeping, blocking_async])
def test_a_conversation_goes_on_after_a_turn_that_is_left(target: object) -> None:
    hang = released(target)
    asked: list[object] = []

    def bot(messages: Messages) -> Any:
        asked.append(messages)
        return hang(messages) if len(asked) == 1 else "hello"  # type: ignore[operator]

    async def bot_async(messages: Messages) -> Any:
        answer = bot(messages)
        return answer if answer == "hello" else await answer

    held: list[object] = []

    def hold() -> None:
        made = bot_from_object("bot", bot_async if target is blocking_async else bot, 0.3)
        with made.start() as chat:
            for _ in range(2):
                try:
                    held.append(chat.answer([], {}))
                except BotError as error:
                    held.append(str(error))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join(50)
    RELEASE.set()
    assert held == ["did not answer within 0.3 s", "hello"]


RELEASE = threading.Event()


def released(target: object) -> object:
    """The same, but waiting for an event, so that the thread which is left ends after the test."""
    RELEASE.clear()
    if target is SlowToMake:

        class Made:
            def __init__(self) -> None:
                RELEASE.wait(60)

            def __call__(self, _messages: Messages) -> str:
                return ""

        return Made
    if target is sleeping:
        return lambda _messages: RELEASE.wait(60) and ""

    async def blocking(_messages: Messages) -> str:
        RELEASE.wait(60)
        return ""

    return blocking


def slow(_messages: Messages) -> str:
    time.sleep(0.2)
    return "done"


def test_a_timer_that_is_running_goes_on() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 600)
        assert texts(sleeping, timeout=0.1) == ["did not answer within 0.1 s"]
        left, interval = signal.getitimer(signal.ITIMER_REAL)
        assert 500 < left < 599.95
        assert interval == 0
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert texts(slow, timeout=60) == ["done"]
        assert rung == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_there_is_no_limit_while_somebody_debugs(monkeypatch: pytest.MonkeyPatch) -> None:
    import bdb

    def trace(*_: object) -> None: ...

    monkeypatch.setattr(trace, "__module__", bdb.__name__)
    previous = sys.gettrace()

    def bot(_messages: Messages) -> str:
        sys.settrace(trace)
        try:
            time.sleep(0.7)
        finally:
            sys.settrace(previous)
        return "at last"

    assert texts(bot, timeout=0.4) == ["at last"]


def test_there_is_no_limit_while_somebody_debugs_async_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pytest_hydra.execution import event_loop as loops

    monkeypatch.setattr(loops, "_GRACE", 0.05)
    debugger: dict[str, Any] = {"__name__": "pdb", "sleep": time.sleep}
    exec("def stop(): sleep(0.7)", debugger)  # noqa: S102 - a function of that module

    async def bot(_messages: Messages) -> str:
        debugger["stop"]()
        return "at last"

    assert texts(bot, timeout=0.1) == ["at last"]


# What surrounds it

VARIABLE: contextvars.ContextVar[int] = contextvars.ContextVar("variable", default=0)


def counting_in_context(_messages: Messages) -> str:
    VARIABLE.set(VARIABLE.get() + 1)
    return str(VARIABLE.get())


async def counting_in_context_async(messages: Messages) -> str:
    await asyncio.sleep(0)
    return counting_in_context(messages)


@pytest.mark.parametrize("target", [counting_in_context, counting_in_context_async])
def test_each_conversation_has_its_own_context_variables(target: object) -> None:
    token = VARIABLE.set(10)
    try:
        assert texts(target, "a", "b") == ["11", "12"]
        assert texts(target, "a") == ["11"]
        assert VARIABLE.get() == 10
    finally:
        VARIABLE.reset(token)


def test_async_bots_share_a_loop_and_its_end_ends_what_they_left() -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    ended: list[str] = []

    async def background() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("task")

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            ended.append("generator")

    keep: list[object] = []

    async def bot(_messages: Messages) -> str:
        loops.append(asyncio.get_running_loop())
        keep.append(asyncio.ensure_future(background()))
        keep.append(generator := numbers())
        await anext(generator)
        return "fine"

    assert texts(bot, "a", "b") + texts(bot, "c") == ["fine", "fine", "fine"]
    assert len(set(loops)) == 1
    assert ended == []
    event_loop().close()
    assert loops[0].is_closed()
    assert sorted(ended) == ["generator"] * 3 + ["task"] * 3
    # The next one starts another.
    assert texts(bot, "a") == ["fine"]
    event_loop().close()
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


@pytest.mark.parametrize("target", [asynchronous, only_messages, AsyncCounting])
def test_below_a_running_loop(target: object) -> None:
    async def test() -> list[str | None]:
        return texts(target, "hello", "hello")

    expected = texts(target, "hello", "hello")
    assert asyncio.run(test()) == expected


def test_a_conversation_is_gone_on_with_below_a_running_loop() -> None:
    """A fixture has begun it, and an async test asks."""
    loops: list[asyncio.AbstractEventLoop] = []

    async def bot(_messages: Messages) -> str:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return "hello"

    with bot_from_object("bot", bot, 5.0).start() as chat:

        async def test() -> object:
            return chat.answer([], {})

        assert [chat.answer([], {}), asyncio.run(test()), chat.answer([], {})] == ["hello"] * 3
    assert len(set(loops)) == 1


def test_a_sync_bot_may_run_a_loop_below_a_running_loop() -> None:
    def bot(messages: Messages) -> str:
        return asyncio.run(asynchronous(messages, None))

    async def test() -> list[str | None]:
        return texts(bot)

    assert asyncio.run(test()) == ["hello None"]


def test_a_sync_bot_runs_in_the_thread_of_the_test() -> None:
    assert texts(lambda _messages: threading.current_thread().name) == ["MainThread"]


def test_a_conversation_in_another_thread_has_one_thread_of_its_own() -> None:
    class Bot:
        def __init__(self) -> None:
            self.made_in = threading.get_ident()

        def __call__(self, _messages: Messages) -> str:
            return str(threading.get_ident() == self.made_in)

    held: list[str | None] = []
    thread = threading.Thread(target=lambda: held.extend(texts(Bot, "a", "b")))
    thread.start()
    thread.join(60)
    assert held == ["True", "True"]


def test_async_code_that_blocks_the_loop_does_not_keep_the_next_conversation_from_a_loop() -> None:
    def hold(target: object, seconds: float) -> None:
        held.extend(texts(target, "a", timeout=seconds))

    async def waiting(_messages: Messages) -> str:
        begun.set()
        await asyncio.sleep(60)
        return ""

    begun, held = threading.Event(), list[str | None]()
    # It shares the loop, and is told why it gets no answer.
    thread = threading.Thread(target=hold, args=(waiting, 60))
    thread.start()
    assert begun.wait(50)
    hold(released(blocking_async), 0.1)
    thread.join(50)
    RELEASE.set()
    assert sorted(map(str, held)) == [
        "did not answer within 0.1 s",
        "was cut off: async code of another conversation hangs",
    ]
    assert texts(asynchronous, "hello") == ["hello {}"]


def test_async_code_that_blocks_the_loop_for_a_while_takes_no_time_from_the_others() -> None:
    async def bot(_messages: Messages) -> str:
        time.sleep(0.5)
        return "fine"

    held: list[str | None] = []
    threads = [
        threading.Thread(target=lambda: held.extend(texts(bot, "a", timeout=1.9))) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(50)
    assert held == ["fine"] * 5


def test_what_hangs_in_another_thread_is_not_waited_for_by_the_next() -> None:
    def bot(_messages: Messages) -> str:
        threads.append(threading.current_thread())
        if len(threads) == 2:
            go.wait(60)
        return "hello"

    go = threading.Event()
    threads: list[threading.Thread] = []
    held: list[str | None] = []

    def hold() -> None:
        for seconds in (60, 0.5, 60, 60):
            held.extend(texts(bot, "a", timeout=seconds))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join(50)
    go.set()
    assert held == ["hello", "did not answer within 0.5 s", "hello", "hello"]
    go.set()
    for entry in threads:
        entry.join(60)
        assert not entry.is_alive()


def test_an_awaitable_that_is_no_coroutine() -> None:
    class Later:
        def __await__(self) -> Generator[Any, None, str]:
            yield from asyncio.sleep(0).__await__()
            return "later"

    assert texts(lambda _messages: Later()) == ["later"]


def test_a_client_at_module_level_serves_all_conversations(server: Server) -> None:
    """Its open connections belong to the event loop of the first conversation."""
    import httpx2

    client = httpx2.AsyncClient()

    async def bot(_messages: Messages) -> str:
        answer = await client.post(server.url, json={})
        return str(answer.json()["text"])

    async def close(_messages: Messages) -> str:
        await client.aclose()
        return "closed"

    assert [texts(bot, "a", "b") for _ in range(4)] == [["/", "/"]] * 4
    assert texts(close) == ["closed"]
