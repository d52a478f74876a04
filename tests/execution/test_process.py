from __future__ import annotations

import contextlib
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_hydra.execution import process_tree, reaper
from pytest_hydra.execution.process import EndedError, Ending, Process, find_command
from pytest_hydra.execution.process_tree import Owner, ProcessError
from tests.processes import lives, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="they look at /proc")

# Answers each line with itself.
ECHO = "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)"


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-S", "-c", code, *arguments]


def start(code: str, *arguments: str, cwd: Path | None = None, limit: int = 2**20) -> Process:
    return Process(python(code, *arguments), cwd=cwd or Path.cwd(), line_limit=limit)


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


def children(parent: int) -> dict[int, str]:
    """The state of each child, by its id."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, its_parent = path.read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_parent) == parent:
            found[int(path.parent.name)] = state
    return found


def reapers_of(parent: int) -> list[int]:
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(parent)}
    return [pid for pid, command in commands.items() if b"reaper.py" in command]


def ignores(pid: int, number: signal.Signals) -> bool:
    """Whether it has come so far that the signal does nothing to it."""
    status = Path(f"/proc/{pid}/status").read_text()
    (ignored,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")]
    return bool(int(ignored, 16) >> (number - 1) & 1)


def test_it_answers_line_by_line(tmp_path: Path) -> None:
    with start(ECHO, cwd=tmp_path) as child:
        assert child.ask(b"one", 60) == b"one"
        assert child.ask(b"x" * 500_000, 60) == b"x" * 500_000
        pid = child.pid
    assert not lives(pid)


def test_it_runs_in_its_folder_with_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OF_THE_PARENT", "inherited")
    code = "import os; input(); print(os.getcwd(), os.environ['OF_THE_PARENT'])"
    with start(code, cwd=tmp_path) as child:
        assert child.ask(b"", 60) == f"{tmp_path} inherited".encode()


def test_an_answer_larger_than_a_pipe_to_a_question_larger_than_a_pipe() -> None:
    code = (
        "import sys\nfor c in iter(lambda: sys.stdin.read(1), '\\n'): sys.stdout.write(c)\nprint()"
    )
    with start(code) as child:
        assert child.ask(b"y" * 200_000, 60) == b"y" * 200_000


def test_a_last_line_without_its_end_counts() -> None:
    with start("input(); print('last', end='')") as child:
        assert child.ask(b"", 60) == b"last"
        with pytest.raises(ProcessError, match="ended with exit status 0"):
            child.ask(b"", 60)


def test_who_answers_before_it_has_read_all_is_sent_all_the_same() -> None:
    code = """
import sys
size = 0
while first := sys.stdin.read(1):
    print(size, flush=True)
    size = len(first + sys.stdin.readline())
"""
    with start(code) as child:
        assert child.ask(b"y" * 1_000_000, 60) == b"0"
        assert child.ask(b"z", 60) == b"1000001"
        assert child.ask(b"z", 60) == b"2"


def test_what_was_written_before_the_question_is_reported_as_that() -> None:
    with start("print('ready')") as child:
        wait_until(lambda: children(os.getpid()).get(child.pid) == "Z")
        with pytest.raises(ProcessError, match="it wrote before it received a line: 'ready"):
            child.ask(b"", 60)


FAILING = {
    "hangs": ("import time; time.sleep(60)", "did not answer within 0.3 s"),
    "ends": ("raise SystemExit(3)", "it ended with exit status 3 before it answered"),
    "ends late": ("input(); raise SystemExit(4)", "it ended with exit status 4 before it answered"),
    "raises": ("1 / 0", "it ended with exit status 1"),
    "is killed": (
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "it was killed by SIGKILL before it answered",
    ),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(60)",
        "it closed its standard output without an answer",
    ),
    "closes its input": (
        "import os, time; os.close(0); time.sleep(60)",
        "did not answer within 0.3 s",
    ),
    "says nothing of a large question": ("import time; time.sleep(60)", "did not answer within"),
    "many lines": (
        "input(); import os; os.write(1, b'one\\ntwo\\n')",
        "more than one line in answer; the second: 'two'",
    ),
    "lines before the question": (
        "import os, time; os.write(1, b'ready\\nsteady\\n'); time.sleep(60)",
        "steady",
    ),
    "a long line": (
        "import os; input()\nfor _ in range(100): os.write(1, b'z' * 10**6)",
        "a line of more than 1048576 bytes: 'zzz",
    ),
    "endless": (
        "import os; input()\nwhile True: os.write(1, b'z' * 9999)",
        "a line of more than 1048576",
    ),
    "a flood of complaints": (
        "import os\nwhile True: os.write(2, b'no!\\n' * 9999)",
        "did not answer within 0.3 s",
    ),
    "escapes": ("import os; input(); os.write(1, b'\\x1b[2J\\xff\\na\\n')", "the second: 'a'"),
    "ignores SIGTERM": (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
        "did not answer within 0.3 s",
    ),
}


@pytest.mark.parametrize("name", FAILING)
def test_whatever_it_does_it_ends_in_time_and_says_why(name: str) -> None:
    code, message = FAILING[name]
    seconds = 0.3 if message.startswith("did not") else 60
    question = b"x" * (2_000_000 if "large" in name else 1)
    with start("pass"):
        pass  # the reaper is there from now on
    before = descriptors()
    started = time.monotonic()
    with start(code) as child:
        pid = child.pid
        with pytest.raises(ProcessError) as caught:
            child.ask(question, seconds)
    assert time.monotonic() - started < 40
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert not lives(pid)
    # What other tests left may have been closed in the meantime, and the search for what a child
    # left behind opens files of its own.
    wait_until(lambda: descriptors() <= before)
    assert "Z" not in children(os.getpid()).values()


def test_a_slow_answer_is_reported_with_what_it_said() -> None:
    code = (
        "import os, time; input(); print('ready', flush=True); input()\n"
        "while True: os.write(1, b'zz'); time.sleep(0.01)"
    )
    with start(code) as child:
        assert child.ask(b"", 60) == b"ready"
        with pytest.raises(ProcessError, match="bytes without a newline: 'zz"):
            child.ask(b"", 1)
    assert not lives(child.pid)


def test_the_beginning_and_the_end_of_its_complaints_are_kept() -> None:
    code = (
        "import sys\nsys.stderr.write('first\\n' + 'x' * 300_000 + '\\nlast\\n')\n"
        "sys.stderr.flush(); raise SystemExit(1)"
    )
    with start(code) as child:
        with pytest.raises(ProcessError, match="exit status 1"):
            child.ask(b"", 60)
        text = child.stderr()
    assert text.startswith("first\nxxx")
    assert text.endswith("xxx\nlast\n")
    assert "bytes left out" in text
    assert len(text) < 70_000


def test_a_child_that_ends_with_its_input_is_not_killed(tmp_path: Path) -> None:
    done = tmp_path / "done"
    code = f"{ECHO}\nopen({str(done)!r}, 'w').close()"
    with start(code) as child:
        assert child.ask(b"one", 60) == b"one"
    assert done.exists()


# What leaves the process group and the parent, and holds the pipe
DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open(sys.argv[1] + ".part", "w") as file: file.write(str(os.getpid()))
        os.rename(sys.argv[1] + ".part", sys.argv[1])
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists(sys.argv[1]): time.sleep(0.01)
"""


def test_a_daemon_that_holds_the_pipe_neither_delays_nor_survives(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    with start(DAEMON, str(file)) as child:
        started = time.monotonic()
        with pytest.raises(ProcessError, match="ended with exit status 0"):
            child.ask(b"", 60)
        assert time.monotonic() - started < 40
        daemon = int(file.read_text())
        assert lives(daemon)
    # Its parent ended by itself: whoever that left behind is found by the next search.
    wait_until(lambda: not lives(daemon))


@pytest.mark.parametrize("at_sigterm", ["SIG_DFL", "SIG_IGN"])
def test_a_descendant_without_the_marker_is_found_by_its_parent(
    tmp_path: Path, at_sigterm: str
) -> None:
    file = tmp_path / "pid"
    code = (
        "import os, signal, subprocess, sys\n"
        "child = subprocess.Popen(['sleep', '600'], env={}, start_new_session=True,\n"
        f"    preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.{at_sigterm}))\n"
        "open(sys.argv[1], 'w').write(str(child.pid)); input(); print(flush=True)\n"
        "sys.stdin.read()\n"
        "import time; time.sleep(600)"
    )
    with start(code, str(file)) as child:
        child.ask(b"", 60)
        sleeper = int(file.read_text())
        assert lives(sleeper)
    assert not lives(sleeper)


STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(input(), flush=True)
time.sleep(600)
"""


def test_many_trees_are_ended_in_the_time_of_one() -> None:
    with contextlib.ExitStack() as stack:
        stubborn = [stack.enter_context(start(STUBBORN)) for _ in range(8)]
        for child in stubborn:
            child.ask(b"ready", 60)
        started = time.monotonic()
        assert reaper.end_trees({child._tree._marker: child.pid for child in stubborn}, grace=1)
        # One after the other they would have 8 s.
        assert 1 <= time.monotonic() - started < 8
        assert not any(lives(child.pid) for child in stubborn)


def test_who_waits_is_asked_to_end_before_whom_it_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr(os, "kill", lambda pid, _number: asked.append(pid))
    assert reaper._signal_all({65, 2, 64}, {}, signal.SIGTERM)
    assert asked == [2, 64, 65]


PARENT = """
import os, sys, time
from pathlib import Path
from pytest_hydra.execution.process import Process
child = Process([sys.executable, "-S", "-c", sys.argv[1], sys.argv[2]], cwd=Path.cwd())
if child.ask(b"", 60) == b"ready":
    print(child.pid, flush=True)
{then}
"""
READY = DAEMON + "\ninput(); print('ready', flush=True); time.sleep(600)"


@pytest.mark.parametrize(
    ("then", "number"),
    [
        ("time.sleep(600)", signal.SIGKILL),
        ("time.sleep(600)", signal.SIGTERM),
        ("os._exit(0)", None),
        ("sys.exit(0)", None),
        # Another process holds the pipe to the reaper open: it must not keep ours alive.
        ("if os.fork() == 0: time.sleep(3); os._exit(0)\nos._exit(0)", None),
    ],
)
def test_children_die_with_the_parent_however_it_dies(
    tmp_path: Path, then: str, number: int | None
) -> None:
    file = tmp_path / "pid"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(then=then), READY, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    daemon = int(file.read_text())
    if number is not None:
        assert lives(child)
        assert lives(daemon)
        parent.send_signal(number)
    parent.wait(60)
    parent.stdout.close()
    wait_until(lambda: not lives(child))
    wait_until(lambda: not lives(daemon))


def test_the_reaper_ends_with_its_work() -> None:
    code = (
        "import sys, time; from pathlib import Path\n"
        "from pytest_hydra.execution.process import Process\n"
        f"with Process({python(ECHO)!r}, cwd=Path.cwd()) as child: child.ask(b'x', 60)\n"
        "print('ready', flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    (pid,) = reapers_of(parent.pid)
    wait_until(lambda: ignores(pid, signal.SIGINT))
    os.kill(pid, signal.SIGINT)
    assert lives(pid)
    assert os.getsid(pid) == pid
    parent.communicate(timeout=60)
    assert parent.returncode == 0
    wait_until(lambda: not lives(pid))


def test_another_reaper_takes_over_when_it_is_killed() -> None:
    with start(ECHO) as first:
        (pid,) = reapers_of(os.getpid())
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not lives(pid))
        with start(ECHO) as second:
            assert second.ask(b"x", 60) == b"x"
            (other,) = reapers_of(os.getpid())
            assert other != pid
        assert first.ask(b"y", 60) == b"y"


def test_a_child_of_a_fork_has_a_reaper_of_the_fork() -> None:
    code = (
        "import os, sys; from pathlib import Path\n"
        "from pytest_hydra.execution import process_tree\n"
        "from pytest_hydra.execution.process import Process\n"
        f"echo = {python(ECHO)!r}\n"
        "def once():\n"
        "    with Process(echo, cwd=Path.cwd()) as child: assert child.ask(b'x', 60) == b'x'\n"
        "    return process_tree._guards[0].process.pid\n"
        "mine = once()\n"
        "if os.fork() == 0:\n"
        "    sys.exit(7 if once() != mine else 8)\n"
        "assert os.waitstatus_to_exitcode(os.wait()[1]) == 7\n"
        "assert once() == mine\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_tree_within_a_tree_carries_both_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(reaper.VARIABLE, "outer")
    code = f"import os; input(); print(os.environ[{reaper.VARIABLE!r}])"
    with start(code) as child:
        outer, _, own = child.ask(b"", 60).decode().partition(" ")
    assert outer == "outer"
    assert len(own) == 32


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ([], "the command is empty"),
        (["no-such-program-here"], "not found on PATH; write a program of the project"),
        (["./missing"], "the command ./missing was not found in "),
        (["./folder"], "the command ./folder is a folder"),
        (["./plain"], "the command ./plain is not executable; run chmod +x"),
        (["./bad\0name"], "NUL character"),
    ],
)
def test_a_command_that_is_not_there(tmp_path: Path, command: list[str], message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_text("#!/bin/sh\n")
    with pytest.raises(ProcessError) as caught:
        find_command(command, tmp_path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#!/no/such/interpreter\n", "the program of its #! line was not found"),
        ("echo hello\n", "Exec format error; a script begins with a line like #!/bin/sh"),
    ],
)
def test_a_program_that_cannot_be_started(tmp_path: Path, text: str, message: str) -> None:
    script = tmp_path / "script"
    script.write_text(text)
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    before = dict(process_tree._guards[0].living) if process_tree._guards else {}
    with pytest.raises(ProcessError) as caught:
        Process(find_command(["./script"], tmp_path), cwd=tmp_path)
    assert message in str(caught.value)
    # Others that have ended may have left the list meanwhile.
    assert process_tree._guards[0].living.keys() <= before.keys()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ProcessError, match="no such folder"):
        Process(python("pass"), cwd=tmp_path / "missing")


def test_a_child_that_is_asked_once_answers_until_it_ends() -> None:
    code = "import sys; read = sys.stdin.read(); print(len(read)); print(read[:9])"
    with start(code) as child:
        assert child.answer(b"y" * 300_000, 60) == b"300000\nyyyyyyyyy\n"
    with start("print('deaf')") as child:
        assert child.answer(b"y" * 300_000, 60) == b"deaf\n"
    with start("pass") as child:
        assert child.answer(b"", 60) == b""


def test_what_a_child_leaves_behind_is_not_waited_for() -> None:
    code = (
        "import subprocess, sys\nprint('done', flush=True)\n"
        "subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])"
    )
    with start(code) as child:
        assert child.answer(b"", 60) == b"done\n"


def test_a_child_that_has_said_all_is_waited_for_until_it_ends() -> None:
    code = "import os, time; os.write(1, b'all'); os.close(1); os.close(2); time.sleep(0.3)"
    with start(code) as child:
        assert child.answer(b"", 60) == b"all"


def test_a_child_that_floods_its_complaints_is_heard_all_the_same() -> None:
    code = (
        "import os, threading\n"
        "def complain():\n    while True: os.write(2, b'no!' * 9999)\n"
        "threading.Thread(target=complain, daemon=True).start()\n"
        "print(input(), flush=True); print(input(), flush=True); os._exit(0)"
    )
    with start(code) as child:
        assert child.ask(b"one", 60) == b"one"
        assert child.ask(b"two", 60) == b"two"
        with pytest.raises(ProcessError, match="ended with exit status 0"):
            child.ask(b"three", 60)


ENDING_BADLY = {
    "a status": ("print(1); raise SystemExit(3)", EndedError, "it ended with exit status 3"),
    "a signal": ("import os; os.abort()", EndedError, "it was killed by SIGABRT"),
    "too slow": ("import time; time.sleep(60)", ProcessError, "did not answer within 0.3 s"),
    "silent": (
        "import os, time; os.close(1); os.close(2); time.sleep(60)",
        ProcessError,
        "did not answer within 0.3 s",
    ),
    "too much": (
        "import os\nwhile True: os.write(1, b'z' * 9999)",
        ProcessError,
        "it wrote more than 1048576 bytes: 'zzz",
    ),
}


@pytest.mark.parametrize(("code", "kind", "reason"), ENDING_BADLY.values(), ids=ENDING_BADLY)
def test_a_child_that_is_asked_once_and_ends_badly(
    code: str, kind: type[ProcessError], reason: str
) -> None:
    with start(code) as child, pytest.raises(ProcessError) as error:
        child.answer(b"x", 0.3 if "sleep" in code else 60)
    assert type(error.value) is kind
    assert str(error.value).startswith(reason)
    assert not lives(child.pid)


LOSES = """
import signal
from pathlib import Path
from pytest_hydra.execution.process import EndedError, Process

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
with Process(["/bin/sh", "-c", "echo done"], cwd=Path("/")) as process:
    try:
        print(process.answer(b"", 60))
    except EndedError as error:
        print(error)
"""


def test_nobody_takes_a_lost_exit_status_for_a_good_one() -> None:
    told = subprocess.run([sys.executable, "-c", LOSES], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("it ended, and its exit status is lost: ")


@pytest.mark.parametrize(
    ("exit_code", "name"),
    [
        *((-9, "SIGKILL"), (128 + 9, "SIGKILL"), (-15, "SIGTERM"), (143, "SIGTERM")),
        *((-2, "SIGINT"), (130, "SIGINT"), (-1, "SIGHUP"), (129, "SIGHUP")),
        # What the code did itself: it crashed, or wrote a file that is too large.
        *((-signal.SIGSEGV, None), (128 + signal.SIGSEGV, None), (-signal.SIGABRT, None)),
        *((-signal.SIGBUS, None), (-signal.SIGILL, None), (-signal.SIGFPE, None)),
        *((-signal.SIGXFSZ, None), (0, None), (1, None), (2, None), (9, None), (None, None)),
    ],
)
def test_crashes_differ_from_what_others_ended(exit_code: int | None, name: str | None) -> None:
    assert Ending(exit_code, 1.0).foreign_signal == name
    # Who used too much of the machine was ended by us.
    assert Ending(exit_code, 1.0, "it used too much").foreign_signal is None


def test_an_owner_ends_its_own_trees_and_no_others(tmp_path: Path) -> None:
    owner, other = Owner(), Owner()
    line = ["/bin/sh", "-c", "read line; setsid sleep 60 & echo $!; exec sleep 60"]
    with (
        Process(line, cwd=tmp_path, owner=owner) as mine,
        Process(line, cwd=tmp_path, owner=other) as theirs,
        Process(line, cwd=tmp_path) as nobodys,
    ):
        left = [int(process.ask(b"", 60)) for process in (mine, theirs, nobodys)]
        owner.kill_all()
        wait_until(lambda: not lives(mine.pid) and not lives(left[0]))
        assert all(map(lives, [theirs.pid, nobodys.pid, *left[1:]]))
    assert owner.living == other.living == {}
    owner.kill_all()
