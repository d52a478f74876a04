from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_hydra.execution.pipes import LogError, last_lines, read_log
from pytest_hydra.execution.process import Ending, run_logged
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.execution.tasks import StoppedError
from tests.processes import lives, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="they look at /proc")


class Runner:
    """Runs commands in a folder, and keeps their log beside it."""

    def __init__(self, folder: Path) -> None:
        self.cwd = folder / "work"
        self.cwd.mkdir()
        self.log = folder / "logs" / "it.log"

    def shell(
        self,
        line: str,
        *,
        seconds: float = 30,
        after: str | None = None,
        stop: Callable[[], bool] = lambda: False,
        limit: int = 2**20,
    ) -> Ending:
        """Run a line. Its seconds begin when there is the file ``after``, which it makes."""
        return self.run(
            ["/bin/sh", "-c", line], seconds=seconds, after=after, stop=stop, limit=limit
        )

    def python(self, code: str, *, seconds: float = 30, limit: int = 2**20) -> Ending:
        command = [sys.executable, "-I", "-S", "-c", textwrap.dedent(code)]
        return self.run(command, seconds=seconds, limit=limit)

    def run(
        self,
        command: list[str],
        *,
        seconds: float = 30,
        after: str | None = None,
        stop: Callable[[], bool] = lambda: False,
        limit: int = 2**20,
    ) -> Ending:
        def begun() -> None:
            if after is not None:
                wait_until((self.cwd / after).exists)

        return run_logged(
            command,
            cwd=self.cwd,
            environment={"PATH": os.defpath},
            log=self.log,
            seconds=seconds,
            stop=stop,
            on_start=begun,
            log_limit=limit,
        )

    @property
    def output(self) -> str:
        return self.log.read_text("utf-8", "backslashreplace")


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def test_both_outputs_go_to_the_log_in_order(runner: Runner) -> None:
    ended = runner.shell("echo one; echo two >&2; echo three; exit 3")
    assert ended.exit == 3
    assert 0 < ended.seconds < 30
    assert runner.output == "one\ntwo\nthree\n"


def test_the_environment_is_what_was_given(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "of the parent")
    runner.shell("env")
    names = {line.partition("=")[0] for line in runner.output.splitlines()}
    assert names <= {"PATH", "PWD", "OLDPWD", "SHLVL", "_", "PYTEST_HYDRA_PROCESS"}


def test_an_earlier_log_is_replaced(runner: Runner) -> None:
    runner.shell("echo a long line of an earlier run")
    runner.shell("echo new")
    assert runner.output == "new\n"


def test_the_log_is_not_written_through_a_link(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    runner.log.parent.mkdir()
    runner.log.symlink_to(tmp_path / "precious")
    with pytest.raises(LogError, match="cannot write the log"):
        runner.shell("echo x")
    assert (tmp_path / "precious").read_text() == "precious"


def test_there_is_no_input(runner: Runner) -> None:
    assert runner.shell("read line || echo none").exit == 0
    assert runner.output == "none\n"


def test_a_signal_is_reported_as_a_negative_code(runner: Runner) -> None:
    assert runner.shell("kill -SEGV $$").exit == -signal.SIGSEGV


def test_a_command_that_cannot_be_started(runner: Runner, tmp_path: Path) -> None:
    with pytest.raises(ProcessError, match=r"/nowhere/it cannot be started: No such file"):
        runner.run(["/nowhere/it"])
    with pytest.raises(ProcessError, match="null"):
        runner.shell("echo \0")
    runner.cwd = tmp_path / "gone"
    with pytest.raises(ProcessError, match=r"/bin/sh cannot be started in .*gone: no such folder"):
        runner.shell("true")


def test_a_time_out_keeps_what_was_printed(runner: Runner) -> None:
    ended = runner.shell("echo before; touch up; exec sleep 60", seconds=0.3, after="up")
    assert ended.exit is None
    assert 0.3 <= ended.seconds < 50
    assert runner.output == "before\n"


def test_what_ignores_the_request_to_end_is_killed(runner: Runner) -> None:
    line = "trap '' TERM INT HUP; echo $$; touch up; while :; do sleep 0.01; done"
    ended = runner.shell(line, seconds=0.1, after="up")
    assert ended.exit is None
    assert not lives(int(runner.output.split()[0]))


def test_last_words_at_a_time_out_are_kept(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    # It has all the time that it may need to say them.
    monkeypatch.setattr("pytest_hydra.execution.process.TERMINATION", 30)
    line = "trap 'echo last words; exit 1' TERM; echo first; touch up; while :; do sleep 0.01; done"
    assert runner.shell(line, seconds=0.1, after="up").exit is None
    # In between, the shell may tell of the sleep that was asked to end as well.
    assert runner.output.startswith("first\n")
    assert runner.output.endswith("last words\n")


DAEMON = """
import os, sys, time
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
with open("daemon.tmp", "w") as file:
    file.write(str(os.getpid()))
os.rename("daemon.tmp", "daemon")
time.sleep(60)
"""


def test_a_daemon_is_not_waited_for_and_does_not_stay(runner: Runner) -> None:
    (runner.cwd / "daemon.py").write_text(DAEMON)
    # It holds the output open, too.
    ended = runner.shell(
        f"{sys.executable} -I -S daemon.py; until test -e daemon; do sleep 0.01; done; echo done"
    )
    assert ended.exit == 0
    assert ended.seconds < 30
    assert runner.output == "done\n"
    assert not lives(int((runner.cwd / "daemon").read_text()))


def test_a_daemon_does_not_outlive_a_time_out(runner: Runner) -> None:
    (runner.cwd / "daemon.py").write_text(DAEMON)
    line = f"{sys.executable} -I -S daemon.py; sleep 60"
    ended = runner.shell(line, seconds=0.1, after="daemon")
    assert ended.exit is None
    assert not lives(int((runner.cwd / "daemon").read_text()))


def test_children_in_the_background_do_not_stay(runner: Runner) -> None:
    ended = runner.shell("for i in 1 2 3 4 5; do sleep 60 & echo $!; done")
    assert ended.exit == 0
    children = [int(line) for line in runner.output.split()]
    assert len(children) == 5
    assert not any(lives(child) for child in children)


def test_what_forks_all_the_time_is_killed(runner: Runner) -> None:
    # Each goes on as its own child, so that none lives long enough to be aimed at.
    code = """
        import os, time
        open("forks", "w").close()
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if os.fork():
                os._exit(0)
            time.sleep(0.001)
        """
    (runner.cwd / "forks.py").write_text(textwrap.dedent(code))
    line = f"echo $$; {sys.executable} -I -S forks.py; sleep 60"
    ended = runner.shell(line, seconds=0.5, after="forks")
    assert ended.exit is None
    # A shell may say of itself that it was ended.
    assert members_of_group(int(runner.output.split()[0])) == []


def members_of_group(group: int) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state not in "ZX":
            found.append(path.parent.name)
    return found


def test_a_process_that_closes_its_output_is_waited_for(runner: Runner) -> None:
    ended = runner.shell("echo said; exec >&- 2>&-; sleep 0.3; exit 5")
    assert ended.exit == 5
    assert ended.seconds >= 0.3
    assert runner.output == "said\n"


def test_a_flood_leaves_its_beginning_and_its_end(runner: Runner) -> None:
    ended = runner.python(
        """
        import sys
        for number in range(100_000):
            print(f"line {number:06}")
        """,
        limit=20_000,
    )
    assert ended.exit == 0
    head, told, tail = runner.output.partition("\n… 1180000 bytes left out …\n")
    assert told
    assert head.startswith("line 000000\nline 000001\n")
    assert tail.endswith("line 099998\nline 099999\n")
    assert len(head) == len(tail) == 10_000
    # In order, however often the file was written round.
    numbers = [int(line.split()[1]) for line in tail.splitlines()[1:]]
    assert numbers == list(range(numbers[0], 100_000))


@pytest.mark.parametrize("size", [19_999, 20_000, 20_001, 25_000, 30_000, 30_001, 45_678])
def test_the_log_is_whole_up_to_its_limit(runner: Runner, size: int) -> None:
    text = "".join(f"{number:07}\n" for number in range(size // 8 + 1))[:size]
    (runner.cwd / "text").write_text(text)
    runner.shell("cat text", limit=20_000)
    if size <= 20_000:
        assert runner.output == text
    else:
        gap = f"\n… {size - 20_000} bytes left out …\n"
        assert runner.output == text[:10_000] + gap + text[-10_000:]


def test_a_gigabyte_takes_no_more_than_the_limit(runner: Runner) -> None:
    ended = runner.run(
        ["/bin/sh", "-c", "head -c 1000000000 /dev/zero; echo; echo the end"], limit=2**22
    )
    assert ended.exit == 0
    assert runner.log.stat().st_size < 2**22 + 100
    assert last_lines(runner.log, 1) == "the end"


def test_binary_output_is_kept_as_it_is(runner: Runner) -> None:
    runner.python("import sys; sys.stdout.buffer.write(bytes(range(256)) + b'\\n')")
    assert runner.log.read_bytes() == bytes(range(256)) + b"\n"
    assert "\ufffd" in last_lines(runner.log)
    assert "\ufffd" in read_log(runner.log, 1000)


def test_a_log_that_cannot_be_written_ends_the_command(runner: Runner) -> None:
    runner.log = Path("/dev/full")
    started = time.monotonic()
    with pytest.raises(LogError, match="cannot write the log /dev/full: No space left on device"):
        runner.shell("echo $$ > pid; echo x; sleep 60")
    assert time.monotonic() - started < 40
    assert not lives(int((runner.cwd / "pid").read_text()))


def test_a_stop_ends_it_at_once(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given time to end, it would take all of it.
    monkeypatch.setattr("pytest_hydra.execution.process.TERMINATION", 30)
    stopped_at = 0.0

    def stop() -> bool:
        nonlocal stopped_at
        if not (runner.cwd / "pid").exists():
            return False
        stopped_at = stopped_at or time.monotonic()
        return True

    line = "trap '' TERM; echo $$ > pid.tmp; mv pid.tmp pid; while :; do sleep 0.01; done"
    with pytest.raises(StoppedError):
        runner.shell(line, stop=stop)
    assert time.monotonic() - stopped_at < 20
    assert not lives(int((runner.cwd / "pid").read_text()))


def test_an_event_set_elsewhere_stops_it(runner: Runner) -> None:
    event = threading.Event()
    raised: list[BaseException] = []

    def work() -> None:
        try:
            runner.shell("sleep 60", stop=event.is_set)
        except StoppedError as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    event.set()
    thread.join(40)
    assert not thread.is_alive()
    assert len(raised) == 1


def test_ctrl_c_ends_the_tree(tmp_path: Path) -> None:
    # In a process of its own: the signal is for its main thread.
    program = f"""
import sys
from pathlib import Path
from pytest_hydra.execution.process import run_logged
folder = Path({str(tmp_path)!r})
run_logged(["/bin/sh", "-c", "echo $$; exec sleep 60"], cwd=folder, environment={{}},
           log=folder / "log", seconds=60, stop=lambda: print(".", flush=True))
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        while not (tmp_path / "log").exists() or not (tmp_path / "log").read_text():
            child.stdout.readline()
        pid = int((tmp_path / "log").read_text())
        assert lives(pid)
        child.send_signal(signal.SIGINT)
        started = time.monotonic()
        child.communicate(timeout=50)
    assert time.monotonic() - started < 40
    assert not lives(pid)


def test_a_lost_exit_code_is_no_success(tmp_path: Path) -> None:
    program = f"""
import signal
from pathlib import Path
from pytest_hydra.execution.process import run_logged
from pytest_hydra.execution.process_tree import ProcessError
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
folder = Path({str(tmp_path)!r})
try:
    print(run_logged(["/bin/sh", "-c", "exit 1"], cwd=folder, environment={{}},
                     log=folder / "log", seconds=60))
except ProcessError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert "the exit code of the command is lost" in done.stdout, done.stderr


def test_no_descriptor_is_left(runner: Runner) -> None:
    runner.shell("true")
    before = set(os.listdir("/proc/self/fd"))
    runner.shell("true")
    runner.shell("sleep 60", seconds=0.05)
    with pytest.raises(ProcessError):
        runner.run(["/nowhere/it"])
    # What other tests left may have been closed in the meantime.
    wait_until(lambda: set(os.listdir("/proc/self/fd")) <= before)


def test_descriptors_are_handed_over(runner: Runner) -> None:
    reading, writing = os.pipe()
    try:
        run_logged(
            [sys.executable, "-I", "-S", "-c", f"import os; os.write({writing}, b'told')"],
            cwd=runner.cwd,
            environment={},
            log=runner.log,
            seconds=30,
            pass_fds=[writing],
        )
        os.set_blocking(reading, False)
        assert os.read(reading, 100) == b"told"
    finally:
        os.close(reading)
        os.close(writing)


def test_the_last_lines_of_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"line {number}\n" for number in range(10_000)))
    assert last_lines(log, 2) == "line 9998\nline 9999"
    log.write_text("x" * 2**20)
    assert last_lines(log) == "x" * 2**14
    log.write_bytes(b"")
    assert last_lines(log) == ""
    with pytest.raises(LogError):
        last_lines(tmp_path / "nowhere")


def test_the_text_of_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("0123456789" * 10)
    assert read_log(log, 100) == "0123456789" * 10
    assert read_log(log, 20) == "0123456789\n… 80 bytes left out …\n0123456789"
    with pytest.raises(LogError):
        read_log(tmp_path / "nowhere", 20)
