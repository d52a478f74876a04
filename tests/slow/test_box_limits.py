"""Limits of commands in a box, and the tools that work inside."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra.execution import bounded
from pytest_hydra.plugins.boxes import limits
from pytest_hydra.plugins.boxes.limits import Limits
from pytest_hydra.plugins.engine import installations
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.results.collectors import collector_for
from tests.plugins.race.boxes import SECRET, Machine, make_machine, needs_box

pytestmark = needs_box


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return make_machine(tmp_path, monkeypatch)


# Limits and rights.


def test_there_is_no_right_to_be_had(machine: Machine) -> None:
    # A program that runs as its owner, who is another user where we may say so.
    shutil.copy("/usr/bin/id", machine.workspace / "id")
    if os.geteuid() == 0:
        os.chown(machine.workspace / "id", 65534, 65534)
    (machine.workspace / "id").chmod(0o6755)
    lines = machine.output_of("""
        import os, subprocess
        status = dict(line.split(":\\t") for line in open("/proc/self/status") if ":\\t" in line)
        print([status[name].strip("0\\n") for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")])
        print(status["NoNewPrivs"].strip())
        print(int(subprocess.check_output(["./id", "-u"])) == os.getuid())
        device = (os.mknod, "n", 0o20666, 259)
        for attempt, *given in ((os.setuid, 1), (os.chroot, "/"), device):
            try:
                attempt(*given)
                print("it did")
            except OSError:
                pass
        for command in (["unshare", "-Ur", "true"], ["mount", "-t", "tmpfs", "t", "/tmp"]):
            print(subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0)
    """)
    assert lines == ["['', '', '', '']", "1", "True", "True", "True"]


BOTH: list[Callable[[Machine], Machine]] = [
    lambda machine: machine,
    lambda machine: replace(machine, isolation=Isolation(why="a test")),
]
both = pytest.mark.parametrize("kept", BOTH, ids=["boxed", "bare"])


@both
def test_one_process_that_wants_all_memory_gets_none(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    lines = kept(machine).output_of(
        """
        try:
            bytearray(2**30)
        except MemoryError:
            print("no")
        """,
        limits=Limits(memory_mb=100),
    )
    assert lines == ["no"]


@both
def test_processes_that_together_want_too_much_memory_are_ended(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    program = """
        import os, time
        for _ in range(4):
            if os.fork() == 0:
                held = bytearray(b"x" * (40 * 2**20))
                time.sleep(60)
        time.sleep(60)
    """
    done = kept(machine).python(program, limits=Limits(memory_mb=100))
    assert (done.status, done.exit) == ("done", -signal.SIGKILL)
    assert done.tail.endswith("killed: its processes used more than 100 MB of memory")
    assert done.seconds < 50


def test_what_processes_hold_in_common_counts_once(machine: Machine) -> None:
    program = """
        import os, time
        held = bytearray(b"x" * (40 * 2**20))
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(1.2)
                os._exit(0)
        time.sleep(1.2)
        print("done")
    """
    assert machine.output_of(program, limits=Limits(memory_mb=100)) == ["done"]


@both
def test_too_many_processes_are_ended(machine: Machine, kept: Callable[[Machine], Machine]) -> None:
    program = """
        import os, time
        try:
            for _ in range(200):
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
        except BlockingIOError:
            print("killed: it had more than 50 processes at a time")
            raise SystemExit(-9)
        time.sleep(60)
    """
    done = kept(machine).python(program, limits=Limits(processes=50))
    assert done.status == "done"
    assert done.exit in (-signal.SIGKILL, 256 - 9)
    assert done.tail.endswith("killed: it had more than 50 processes at a time")


@both
def test_files_do_not_grow_beyond_their_limit(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    lines = kept(machine).output_of(
        """
        import resource
        try:
            with open("large", "wb") as file:
                file.write(bytes(2**21))
        except OSError as error:
            print(error.strerror)
        print(resource.getrlimit(resource.RLIMIT_CORE))
        """,
        limits=Limits(file_mb=1),
    )
    assert lines == ["File too large", "(0, 0)"]
    assert (machine.workspace / "large").stat().st_size == 2**20


@both
def test_thousands_that_sleep_are_ended(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    done = kept(machine).python("""
        import os, time
        for _ in range(10_000):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        time.sleep(60)
    """)
    assert done.status == "done"
    if os.geteuid() == 0:
        # The kernel counts for ordinary users alone, and lets them start no more.
        assert done.exit == -signal.SIGKILL
        assert done.tail.endswith("killed: it had more than 2048 processes at a time")
    assert done.seconds < 50


@pytest.fixture
def small(machine: Machine) -> Iterator[Machine]:
    """A machine whose workspace is on a disk of its own, of 32 MB."""
    disk = machine.workspace.parent
    shutil.rmtree(disk)
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=32m,nr_inodes=2000", "none", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, check=False).returncode != 0:
        pytest.skip("no disk can be mounted here")
    machine.workspace.mkdir()
    try:
        yield machine
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)  # noqa: S607 - the system's


@both
@pytest.mark.parametrize("file", ["open('large', 'wb')", "tempfile.TemporaryFile()"])
def test_who_fills_the_disk_is_ended(
    small: Machine, kept: Callable[[Machine], Machine], file: str
) -> None:
    done = kept(small).python(f"""
        import tempfile, time
        file = {file}
        try:
            while True:
                file.write(bytes(2**20))
                file.flush()
        except OSError:
            time.sleep(60)
    """)
    assert (done.status, done.exit) == ("done", -signal.SIGKILL)
    # It may be seen before the disk is full.
    assert re.search(r"killed: it filled the disk: \d MB were left$", done.tail)
    # The rest goes on, where there is room again.
    (small.workspace / "large").unlink(missing_ok=True)
    assert kept(small).run("echo on").tail == "on"


def test_files_without_end_are_ended_too(small: Machine) -> None:
    done = small.python("""
        import os, time
        os.makedirs("/".join("d" * 200))
        try:
            for number in range(10_000):
                open(str(number), "w").close()
        except OSError:
            time.sleep(60)
    """)
    assert (done.status, done.exit) == ("done", -signal.SIGKILL)
    assert re.search(r"killed: it filled the disk: room for \d+ more files was left$", done.tail)


def test_who_has_written_little_is_not_ended_for_others(small: Machine) -> None:
    # Somebody else fills it meanwhile, beside what is this command's own.
    own = small.workspace.parent / "own"
    own.mkdir()
    look = limits.watch(Limits(), own)
    (small.workspace.parent / "theirs").write_bytes(bytes(31 * 2**20))
    assert look([]) is None
    (own / "mine").write_bytes(bytes(2**19))
    assert look([]) is None
    (small.workspace.parent / "theirs").rename(own / "theirs")
    assert look([]) == "it filled the disk: 0 MB were left"


def test_who_fails_for_want_of_room_that_others_took_shows_nothing(small: Machine) -> None:
    theirs = small.workspace.parent / "theirs"
    with theirs.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(2**20))
            file.flush()
    done = small.run("head -c 1000000 /dev/zero > mine")
    assert (done.status, done.problem) == (
        "broken",
        "the disk is full, but not because of this command",
    )
    theirs.unlink()
    assert small.run("head -c 1000000 /dev/zero > mine").succeeded
    # Who filled it has failed by itself.
    done = small.run("head -c 40000000 /dev/zero > mine")
    assert (done.status, done.succeeded) == ("done", False)


@both
def test_the_kernel_ends_a_command_before_others(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    command = "until grep -x 1000 /proc/self/oom_score_adj; do sleep 0.05; done"
    assert kept(machine).run(command).tail == "1000"
    assert Path("/proc/self/oom_score_adj").read_text().strip() != "1000"


def test_memory_has_a_limit_that_nobody_set(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    container = machine.top / "memory.max"
    container.write_text(f"{100 * 2**20}\n")
    monkeypatch.setattr(bounded, "_LIMITS_OF_CONTAINERS", (str(container),))
    done = machine.python("""
        import time
        held = bytearray(b"x" * (90 * 2**20))
        time.sleep(60)
    """)
    assert (done.status, done.exit) == ("done", -signal.SIGKILL)
    assert done.tail.endswith("killed: its processes used more than 75 MB of memory")


def test_memory_without_a_process_is_limited(machine: Machine) -> None:
    lines = machine.output_of("""
        try:
            with open("/dev/shm/large", "wb") as file:
                for _ in range(400):
                    file.write(bytes(2**20))
        except OSError as error:
            print(error.strerror)
    """)
    assert lines == ["No space left on device"]


@both
def test_a_command_is_kept_to_some_processors(
    machine: Machine, kept: Callable[[Machine], Machine]
) -> None:
    ours = os.sched_getaffinity(0)
    lines = kept(machine).output_of(
        "import os; print(len(os.sched_getaffinity(0)))", limits=Limits(processors=1)
    )
    assert lines == ["1"]
    assert os.sched_getaffinity(0) == ours


# Tools.


def test_pytest_tells_our_recorder_in_the_box(machine: Machine) -> None:
    (machine.workspace / "test_it.py").write_text(
        "def test_a(tmp_path): (tmp_path / 'x').touch()\ndef test_b(): assert False\n"
    )
    command = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 pytest -q -p no:cacheprovider"
    plan = Unit(name="tests", command=command, timeout_seconds=60, python=sys.executable)
    collector = collector_for("tests", command)
    done = run(
        plan, machine.workspace, machine.log, isolation=machine.isolation, collector=collector
    )
    assert (done.status, done.exit, done.problem) == ("done", 1, None)
    assert done.tests is not None
    assert (done.tests.source, done.tests.problems) == ("recorder", ())
    assert done.tests.counts == {"passed": 1, "failed": 1}


def test_plugins_that_are_installed_work_in_the_box(machine: Machine) -> None:
    # This plugin among them, installed to be edited.
    (machine.workspace / "test_it.py").write_text("def test_a(): pass\n")
    done = machine.run("python -m pytest -q -p no:cacheprovider -p pytest_hydra.plugin")
    assert (done.exit, "1 passed" in done.tail) == (0, True), done.tail


def test_ruff_works_in_the_box(machine: Machine) -> None:
    if not Path(sys.executable).with_name("ruff").exists():
        pytest.skip("ruff is not installed")
    (machine.workspace / "own.py").write_text("import os\n")
    done = machine.run("ruff check --no-cache .")
    assert (done.exit, "F401" in done.tail) == (1, True), done.tail


def test_node_works_in_the_box(machine: Machine) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (machine.workspace / "node_modules").mkdir()
    (machine.checkout / "node_modules" / "left" / "index.js").write_text("module.exports = 42\n")
    (machine.workspace / "it.test.js").write_text(
        "require('node:test')('it', () => { require('assert').equal(require('left'), 42) })\n"
    )
    done = machine.run("node --test")
    assert done.exit == 0, done.tail


def test_cargo_works_in_the_box(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("cargo is not installed")
    # The tools of the user who runs this test, whose folder is another one here.
    top = Path(cargo).parent.parent
    monkeypatch.setenv("CARGO_HOME", str(top))
    monkeypatch.setenv("RUSTUP_HOME", str(top.parent / ".rustup"))
    (machine.workspace / "Cargo.toml").write_text('[package]\nname = "it"\nversion = "0.1.0"\n')
    (machine.workspace / "src").mkdir()
    (machine.workspace / "src" / "lib.rs").write_text("#[test]\nfn it() {}\n")
    done = machine.run("cargo test --offline --lib", seconds=120)
    assert (done.exit, "1 passed" in done.tail) == (0, True), done.tail


def test_passwords_of_tools_are_shown_empty(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cargo = machine.home / ".cargo"
    (cargo / "bin").mkdir(parents=True)
    (cargo / "bin" / "tool").write_text("#!/bin/sh\necho works\n")
    (cargo / "bin" / "tool").chmod(0o755)
    (cargo / "credentials.toml").write_text(SECRET)
    (cargo / "config.toml").write_text(f"[registry]\ntoken = '{SECRET}'\n")
    own = machine.home / ".local"
    (own / "bin").mkdir(parents=True)
    (own / "share").mkdir()
    (own / "share" / "keyring").write_text(SECRET)
    path = os.pathsep.join([str(cargo / "bin"), str(own / "bin"), os.defpath])
    monkeypatch.setenv("PATH", path)
    done = machine.run(
        f"tool; cat {cargo}/credentials.toml {cargo}/config.toml && ls {own} && echo end"
    )
    assert done.tail.splitlines() == ["works", "bin", "end"]


def test_a_virtual_environment_of_the_checkout_is_lent_and_nothing_else_of_it(
    machine: Machine,
) -> None:
    venv = machine.checkout / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    program = f"import os, sys; print(sys.prefix, sorted(os.listdir({str(machine.checkout)!r})))"
    (machine.workspace / "attempt.py").write_text(program)
    python = str(venv / "bin" / "python")
    plan = Unit(name="x", command="python attempt.py", timeout_seconds=90, python=python)
    done = run(plan, machine.workspace, machine.log, isolation=machine.isolation)
    assert done.tail == f"{venv} ['.hydra', '.venv', 'node_modules']"
    lent, _ = machine.isolation.tools({}, python)
    assert venv in lent


@pytest.fixture
def apart(machine: Machine) -> Path:
    """A virtual environment that is not on PATH, with a script of its own, and a link to it."""
    venv = machine.top / "opt" / "environments" / "it"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    tool = venv / "bin" / "tool"
    tool.write_text(f"#!{venv}/bin/python\nimport sys; print(sys.prefix)\n")
    tool.chmod(0o755)
    (machine.home / "links").mkdir()
    (machine.home / "links" / "tool").symlink_to(tool)
    (machine.home / "links" / "secret").write_text(SECRET)
    return venv


@pytest.mark.parametrize(
    "line",
    [
        "{venv}/bin/python -c 'import sys; print(sys.prefix)'",
        "true && PYTHON={venv}/bin/python sh -c '$PYTHON -c \"import sys; print(sys.prefix)\"'",
        "sh -c '(exec {venv}/bin/tool)'",
        "echo $({venv}/bin/tool)",
        "{home}/links/tool; ls {home}/links | grep -v tool; true",
    ],
)
def test_a_program_that_is_named_by_its_whole_path_is_lent_with_its_installation(
    machine: Machine, apart: Path, line: str
) -> None:
    command = line.format(venv=apart, home=machine.home)
    plan = Unit(name="x", command=command, timeout_seconds=90, environment={"PATH": os.defpath})
    done = run(plan, machine.workspace, machine.log, isolation=machine.isolation)
    assert (done.status, done.tail) == ("done", str(apart)), done


def test_a_program_of_the_checkout_is_not_lent_by_its_whole_path(machine: Machine) -> None:
    # It would be the user's copy that is judged, and not the candidate's.
    script = machine.checkout / "run.sh"
    script.write_text("#!/bin/sh\necho theirs\n")
    script.chmod(0o755)
    done = machine.run(str(script))
    assert done.status == "broken"
    assert done.problem is not None
    assert "was not found (exit status 127)" in done.problem
    assert "[race] share" in done.problem


def test_programs_that_the_system_links_to_are_lent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As /usr/local/bin/node may lead to /opt/node/bin/node, by a link to a version.
    tool = tmp_path / "opt" / "tool-2" / "bin" / "tool"
    tool.parent.mkdir(parents=True)
    (tool.parent.parent / "lib").mkdir()
    tool.touch()
    (tmp_path / "opt" / "tool").symlink_to("tool-2")
    system = tmp_path / "usr" / "bin"
    system.mkdir(parents=True)
    (system / "tool").symlink_to("../../opt/tool/bin/tool")
    (system / "own").touch()
    (system / "other").symlink_to("own")
    (system / "gone").symlink_to("nowhere")
    (tmp_path / "private").mkdir()
    (system / "home").symlink_to(tmp_path / "private" / "program")
    monkeypatch.setattr(installations, "_SYSTEM", (tmp_path / "usr",))
    monkeypatch.setenv("HOME", str(tmp_path / "private"))
    lent, _ = Isolation(checkout=tmp_path / "c").tools({"PATH": str(system)}, None)
    assert lent == (tmp_path / "opt" / "tool", tmp_path / "opt" / "tool-2")


def test_folders_of_the_path_that_cannot_be_looked_at_are_passed_over(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As the shell does; nobody can look for such a name, not even root.
    (machine.top / "tools").mkdir()
    (machine.top / "tools" / "tool").symlink_to("x" * 300)
    folders = ["x" * 300, f"/usr/{'x' * 300}", f"/opt/{'x' * 300}/bin", str(machine.top / "tools")]
    monkeypatch.setenv("PATH", os.pathsep.join([f"/{folders[0]}", *folders, os.environ["PATH"]]))
    assert machine.run("echo works").tail == "works"


def test_a_folder_of_the_path_that_may_not_be_listed_is_lent_all_the_same() -> None:
    # Its programs may be run by whoever knows their names. Root may list it, so it is not root.
    program = """
import os, sys
from pathlib import Path
from pytest_hydra.plugins.engine.isolation import Isolation

if os.geteuid() == 0:
    os.seteuid(65534)
os.environ["HOME"] = "/h"
print(Isolation(checkout=Path("/c")).tools({"PATH": sys.argv[1]}, None))
"""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o111)
        done = subprocess.run(
            [sys.executable, "-c", program, folder], capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == (f"({(Path(folder),)!r}, ())\n", "")
