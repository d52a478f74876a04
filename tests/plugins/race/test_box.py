"""What commands in a box try, for real, to get out of it; and that honest tools work inside."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.tasks import StoppedError
from pytest_hydra.plugins.boxes.box import _is_for_everybody, call_filter, preflight
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.engine.executed_files import why_unobserved
from pytest_hydra.plugins.engine.installations import tools_of
from pytest_hydra.plugins.engine.isolation import isolation_of
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.results.collectors import collector_for
from tests.plugins.race.boxes import SECRET, Machine, make_machine, needs_box
from tests.processes import copy_package, wait_until

pytestmark = needs_box


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return make_machine(tmp_path, monkeypatch)


def outside(machine: Machine) -> list[str]:
    """Files that are not the candidate's."""
    found = [path for path in machine.top.rglob("*") if path.is_file()]
    return sorted(str(path) for path in found if machine.workspace not in path.parents)


def alive(token: str) -> list[int]:
    """The processes whose command line holds a word."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                line = Path("/proc", name, "cmdline").read_bytes()
            except OSError:
                continue
            if token.encode() in line:
                found.append(int(name))
    return found


# What is not its own.


def test_nothing_outside_the_workspace_is_written(machine: Machine) -> None:
    before = {path: Path(path).read_bytes() for path in outside(machine)}
    places = [
        *(str(Path(path).parent / "new") for path in before),
        *before,
        *("/new", "/etc/new", "/usr/new", "/usr/bin/env", "/dev/new", "/proc/new", "/run/new"),
        *(f"{sys.prefix}/new", f"{sys.base_prefix}/new", "/etc/passwd", "/lib/new", "/home/new"),
    ]
    lines = machine.output_of(f"""
        for place in {places!r}:
            try:
                open(place, "a").write("x")
                print("wrote", place)
            except OSError:
                pass
        open("mine", "w").write("x")
    """)
    assert lines == []
    assert (machine.workspace / "mine").read_text() == "x"
    assert {path: Path(path).read_bytes() for path in before} == before
    assert not Path(sys.prefix, "new").exists()
    assert not Path("/usr/new").exists()


def test_what_the_kernel_lets_root_change_cannot_be_opened_for_writing(machine: Machine) -> None:
    # Nothing is written into what opens: for root that would be the machine's own.
    lines = machine.output_of("""
        import os
        looked = 0
        for top, folders, files in os.walk("/proc"):
            if top == "/proc":
                folders[:] = [one for one in folders if not one.isdigit() and "self" not in one]
            for name in files:
                looked += 1
                try:
                    os.close(os.open(os.path.join(top, name), os.O_WRONLY | os.O_NONBLOCK))
                    print("open:", top, name)
                except OSError:
                    pass
        print(looked > 100, os.path.exists("/sys/kernel"))
    """)
    assert lines == ["True False"]


def test_nothing_of_others_is_read(machine: Machine) -> None:
    secrets = [
        *outside(machine),
        "/etc/shadow",
        "/etc/sudoers",
        "/etc/ssh",
        "/var/lib",
        "/root/.bashrc",
    ]
    shared = [secret for secret in secrets if "/node_modules/" in secret]
    assert len(shared) == 1
    lines = machine.output_of(f"""
        import os
        for place in {secrets!r}:
            if os.path.lexists(place):
                print(place)
        print(sorted(os.listdir({str(machine.checkout)!r})), os.listdir({str(machine.home)!r}))
        print(sorted(os.listdir({str(machine.workspace.parent.parent)!r})))
        print(open("own.py").read())
    """)
    assert lines == [*shared, "['.hydra', 'node_modules'] ['project']", "['1']", SECRET]


def test_links_lead_nowhere(machine: Machine) -> None:
    targets = ["/etc/shadow", str(machine.checkout / ".git" / "HEAD"), str(machine.home / ".ssh")]
    for number, target in enumerate(targets):
        (machine.workspace / f"link{number}").symlink_to(target)
    (machine.workspace / "out").symlink_to("../../..")
    lines = machine.output_of("""
        import os
        for number in range(3):
            print(os.path.exists(f"link{number}"))
            try:
                open(f"link{number}", "w")
                print("wrote")
            except OSError as error:
                pass
        print("run" in os.listdir("out"), os.listdir("out/run"))
    """)
    assert lines == ["False", "False", "False", "True ['box']"]
    assert (machine.checkout / ".git" / "HEAD").read_text() == SECRET


def test_a_checkout_below_the_system_is_hidden(machine: Machine) -> None:
    # As in containers, where projects stand in /usr/src: seen from here, beside an interpreter.
    bin_ = machine.top / "opt" / "bin"
    bin_.mkdir(parents=True)
    (machine.top / "opt" / "lib").mkdir()
    checkout = machine.top / "opt" / "app"
    (checkout / ".git").mkdir(parents=True)
    (checkout / ".git" / "HEAD").write_text(SECRET)
    workspace = checkout / ".hydra" / "1" / "w"
    workspace.mkdir(parents=True)
    isolation = isolation_of(SandboxSettings(mode="bubblewrap"), checkout)
    plan = Unit(
        name="x",
        command=f"ls -A {checkout} {bin_.parent}; ls -A /",
        timeout_seconds=90,
        environment={"PATH": f"{bin_}:{os.defpath}"},
    )
    done = run(plan, workspace, machine.log, isolation=isolation)
    assert ".git" not in done.tail
    assert ".hydra" in done.tail


# What is lent.


def test_shares_are_seen_in_the_workspace_and_stay_as_they_are(machine: Machine) -> None:
    (machine.workspace / "node_modules").mkdir()
    lines = machine.output_of(f"""
        import os, shutil
        print(open("node_modules/left/index.js").read())
        print(os.path.realpath("node_modules") == os.path.join(os.getcwd(), "node_modules"))
        print(open({str(machine.checkout / "node_modules/left/index.js")!r}).read())
        for place in ("node_modules/new", "node_modules/left/index.js"):
            try:
                open(place, "w")
                print("wrote", place)
            except OSError:
                pass
        shutil.rmtree("node_modules", ignore_errors=True)
        print(os.listdir("node_modules"))
    """)
    assert lines == [SECRET, "True", SECRET, "['left']"]
    assert os.listdir(machine.workspace / "node_modules") == []
    assert (machine.checkout / "node_modules" / "left" / "index.js").read_text() == SECRET


def test_a_runner_may_write_into_the_caches_of_shared_folders(machine: Machine) -> None:
    cache = machine.checkout / "node_modules" / ".vite-temp"
    cache.mkdir(parents=True)
    (cache / "left.mjs").write_text("of another command")
    (machine.workspace / "node_modules").mkdir()
    lines = machine.output_of("""
        import os
        place = "node_modules/.vite-temp"
        print(os.listdir(place))
        open(f"{place}/config.mjs", "w").close()
        print(os.listdir(place))
    """)
    assert lines == ["[]", "['config.mjs']"]
    assert os.listdir(cache) == ["left.mjs"]


def test_a_workspace_keeps_what_it_has_in_the_place_of_a_share(machine: Machine) -> None:
    (machine.workspace / "node_modules").mkdir()
    (machine.workspace / "node_modules" / "own").write_text("")
    assert machine.run("ls node_modules").tail == "own"


def test_all_workspaces_are_at_one_place(machine: Machine) -> None:
    # A snapshot of a path, or a test that hangs on its letters, says the same of all candidates.
    other = machine.workspace.parent.parent / "other-name" / "v"
    other.mkdir(parents=True)
    (machine.workspace.parent / "it").symlink_to("w")
    command = "pytest --version && pwd && realpath . && env | grep -v HYDRA_PROCESS | sort"
    plan = Unit(
        name="tests", command=command, timeout_seconds=90, python=sys.executable, outputs=("way",)
    )
    lines = set()
    for place in (machine.workspace, other, machine.workspace.parent / "it"):
        if not os.path.lexists(place / "way"):
            (place / "way").symlink_to("/run/box/w")
        collector = collector_for("tests", command)
        done = run(plan, place, machine.log, isolation=machine.isolation, collector=collector)
        assert (done.status, done.missing) == ("done", ()), done
        # Numbers of open files differ.
        lines.add(re.sub(r'"(fd|key|inode)": \d+', "", done.tail))
    (only,) = lines
    assert only.startswith("pytest ")
    assert "/run/box/w\n/run/box/w\n" in only
    assert str(machine.checkout / ".hydra") not in only


def test_the_folders_of_a_command_are_its_own(machine: Machine) -> None:
    lines = machine.output_of("""
        import getpass, os, socket, tempfile
        for folder in (os.environ["HOME"], tempfile.gettempdir(), "/tmp", "/dev/shm", "/var/tmp"):
            open(os.path.join(folder, "new"), "w").write("x")
        print(os.path.exists(os.path.join(tempfile.gettempdir(), "new")))
        print(os.path.expanduser("~") == os.environ["HOME"], getpass.getuser() in ("root", "user"))
        print(socket.gethostname(), os.getuid())
    """)
    assert lines == ["True", "True True", f"localhost {os.getuid()}"]


def test_variables_are_seen_that_the_settings_name(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WANTED", "yes")
    monkeypatch.setenv("OTHER_TOKEN", SECRET)
    done = machine.run("env", variables=("WANTED", "PATH", "ABSENT"))
    assert "WANTED=yes" in done.tail
    assert SECRET not in done.tail
    assert (
        machine.isolation.to_plain() != replace(machine.isolation, variables=("WANTED",)).to_plain()
    )


# Networks and processes.


def test_no_address_is_reached(machine: Machine) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as hidden,
        socket.socket(socket.AF_UNIX) as plain,
    ):
        name = f"\0hydra-{os.getpid()}"
        hidden.bind(name)
        hidden.listen()
        path = str(machine.home / "s")
        plain.bind(path)
        plain.listen()
        port = server.getsockname()[1]
        attempt = f"""
            import socket
            def reach(family, address):
                with socket.socket(family) as one:
                    one.settimeout(2)
                    try:
                        one.connect(address)
                        print("reached", address)
                    except OSError:
                        pass
            reach(socket.AF_INET, ("127.0.0.1", {port}))
            reach(socket.AF_INET, ("192.0.2.1", 80))
            reach(socket.AF_INET, ("8.8.8.8", 53))
            reach(socket.AF_INET, ("169.254.169.254", 80))
            reach(socket.AF_INET6, ("::1", {port}))
            reach(socket.AF_UNIX, {name!r})
            reach(socket.AF_UNIX, {path!r})
            with socket.create_server(("127.0.0.1", 0)) as own:
                socket.create_connection(own.getsockname()).close()
            print("own")
        """
        assert machine.output_of(attempt) == ["own"]
        # With the network the same would be reached: the attempt is a real one.
        with_network = machine.output_of(attempt, network=True)
        assert f"reached ('127.0.0.1', {port})" in with_network
        assert machine.output_of(attempt, box=None)[-2:] == [f"reached {path}", "own"]


def test_no_socket_reaches_what_knows_no_namespaces(machine: Machine) -> None:
    # A virtual machine's to its host among them, which no network namespace keeps in.
    assert call_filter() is not None, "on this machine nothing keeps them in"
    attempt = """
        import ctypes, errno, os, socket
        known = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
        for family in range(1, 60):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
                try:
                    socket.socket(family, kind).close()
                except OSError as error:
                    continue
                if family not in known:
                    print("opened", family)
        if hasattr(os, "memfd_create"):
            os.close(os.memfd_create("x"))
        print(len(socket.socketpair()))
    """
    assert machine.output_of(attempt) == ["2"]
    assert machine.output_of(attempt, network=True) == ["2"]
    if os.geteuid() == 0:
        # The attempt is a real one.
        assert f"opened {socket.AF_PACKET}" in machine.output_of(attempt, box=None)


def test_keyrings_and_other_ways_to_sockets_are_refused(machine: Machine) -> None:
    calls = {"x86_64": (248, 249, 250, 425), "aarch64": (217, 218, 219, 425)}
    numbers = calls[os.uname().machine]
    lines = machine.output_of(f"""
        import ctypes, errno
        call = ctypes.CDLL(None, use_errno=True).syscall
        for number in {numbers!r}:
            print(call(number, 0, 0, 0, 0, 0), ctypes.get_errno() == errno.EPERM)
    """)
    assert lines == ["-1 True"] * 4


def test_processes_outside_are_neither_seen_nor_signalled(machine: Machine) -> None:
    lines = machine.output_of(f"""
        import os, signal
        print(len([one for one in os.listdir("/proc") if one.isdigit()]) < 8)
        for pid in ({os.getpid()}, {os.getppid()}):
            try:
                os.kill(pid, 0)
                print("reached", pid)
            except OSError:
                pass
        try:
            # All that it may signal, which is its own.
            os.kill(-1, signal.SIGCONT)
        except OSError:
            pass
    """)
    assert lines == ["True"]


def test_a_daemon_does_not_outlive_the_command(machine: Machine) -> None:
    token = f"daemon-{os.getpid()}"
    lines = machine.output_of(f"""
        import os, subprocess, sys
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.environ.clear()
                program = "import os, time; open('up', 'w'); time.sleep(60)"
                os.execve(sys.executable, [sys.executable, "-c", program, {token!r}], {{}})
            os._exit(0)
        os.wait()
        while not os.path.exists("up"):
            pass
        print("left")
    """)
    assert lines == ["left"]
    wait_until(lambda: not alive(token))


def test_a_time_out_ends_all_that_is_inside(machine: Machine) -> None:
    token = f"late-{os.getpid()}"
    done = machine.python(
        f"""
        import os, signal, subprocess, sys
        for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        program = "import time; time.sleep(60)"
        command = [sys.executable, "-c", program, {token!r}]
        subprocess.Popen(command, start_new_session=True, env={{}})
        print("begun", flush=True)
        open("up", "w").close()
        subprocess.run(command)
        """,
        seconds=0.5,
        after="up",
    )
    assert (done.status, done.exit, done.tail) == ("timeout", None, "begun")
    wait_until(lambda: not alive(token))


def test_a_command_that_nobody_wants_is_ended(machine: Machine) -> None:
    token = f"unwanted-{os.getpid()}"
    (machine.workspace / "attempt.py").write_text("import time; open('up', 'w'); time.sleep(60)")
    plan = Unit(
        name="x",
        command=f"python attempt.py {token}",
        timeout_seconds=90,
        python=sys.executable,
    )
    up = machine.workspace / "up"
    with pytest.raises(StoppedError):
        run(plan, machine.workspace, machine.log, isolation=machine.isolation, stop=up.exists)
    wait_until(lambda: not alive(token))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_outlives_the_session(machine: Machine, number: signal.Signals) -> None:
    token = f"session-{number}-{os.getpid()}"
    program = f"""
from pathlib import Path
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.engine.isolation import isolation_of
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
isolation = isolation_of(SandboxSettings(mode="bubblewrap"), Path({str(machine.checkout)!r}))
plan = Unit(name="x", timeout_seconds=60, command="touch up; sh -c 'sleep 60; : {token}'")
run(plan, Path({str(machine.workspace)!r}), Path({str(machine.log)!r}), isolation=isolation)
"""
    # The word stands in nobody's command line but that of what is inside.
    process = subprocess.Popen([sys.executable, "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(program.encode())
    process.stdin.close()
    wait_until((machine.workspace / "up").exists)
    assert alive(token)
    process.send_signal(number)
    assert process.wait(60) != 0
    assert process.stderr is not None
    process.stderr.close()
    wait_until(lambda: not alive(token))


# The box itself.


def test_a_box_that_cannot_be_made_is_no_fault_of_the_command(machine: Machine) -> None:
    box = machine.isolation.box
    assert box is not None
    broken = replace(box, options=(*box.options, "--ro-bind", "/not/there", "/x"))
    done = machine.run("exit 0", box=broken)
    assert (done.status, done.exit) == ("broken", None)
    assert done.problem == (
        "the sandbox could not be created: bwrap: Can't find source path /not/there: No such file "
        'or directory; [sandbox] mode = "none" runs without it'
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [("exit 3", 3), ("kill -SEGV $$", 139), ("kill -9 $$", 137), ("exec ./none", 127)],
)
def test_the_exit_code_is_the_commands(machine: Machine, command: str, code: int) -> None:
    done = machine.run(command)
    if code == 127:
        assert done.status == "broken"
        assert done.problem is not None
        assert "was not found (exit status 127)" in done.problem
    else:
        assert (done.was_cut_off, done.exit) == (code == 137, code)


def test_a_command_cannot_report_about_the_sandbox(machine: Machine) -> None:
    lines = machine.output_of("import os; print(sorted(os.listdir('/proc/self/fd')))")
    # Standard input, output and error, and the list itself.
    assert lines == ["['0', '1', '2', '3']"]


def test_boxes_side_by_side_see_nothing_of_each_other(machine: Machine) -> None:
    other = replace(machine)
    seen: list[str] = []
    barrier = threading.Barrier(2)

    def go(name: str) -> None:
        workspace = machine.checkout / ".hydra" / "work" / "a" / name / "w"
        workspace.mkdir(parents=True)
        command = f"ls /proc | grep -c '^[0-9]'; ls {workspace.parent.parent}"
        plan = Unit(name="x", command=command, timeout_seconds=90)
        barrier.wait()
        done = run(plan, workspace, machine.top / f"{name}.log", isolation=other.isolation)
        seen.append(done.tail.split()[-1])

    threads = [threading.Thread(target=go, args=(name,)) for name in ("8", "9")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["8", "9"]


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody can reach: pytest's own are closed to others, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path


def test_an_ordinary_user_has_boxes_too(public: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("who runs the tests is an ordinary user: all others show it")
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    setpriv = shutil.which("setpriv")
    if python is None or setpriv is None:
        pytest.skip("there is no python3 of the system, or no setpriv")
    package = public / "package"
    copy_package(package)
    own = public / "own"
    workspace = own / "1" / "w"
    workspace.mkdir(parents=True)
    program = f"""
import json, sys
sys.path.insert(0, {str(package)!r})
if sys.version_info < (3, 11):
    print(json.dumps("old")); raise SystemExit
from pathlib import Path
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.boxes.limits import Limits
from pytest_hydra.plugins.boxes.box import preflight
box = preflight()
isolation = Isolation(box=box, network=False, limits=Limits(processes=30))
def go(command):
    plan = Unit(name="x", timeout_seconds=90, command=command)
    return run(plan, Path({str(workspace)!r}), Path({str(own / "log")!r}), isolation=isolation)
first = go("id -u; touch mine; touch /usr/new {own}/new 2>/dev/null; ls /proc | grep -c '^[0-9]'")
second = go("for i in $(seq 60); do sleep 20 & done; echo all")
print(json.dumps([first.tail.split(), first.status, second.exit, second.tail]))
"""
    for path in (own, own / "1", workspace):
        os.chown(path, 65534, 65534)
    done = subprocess.run(
        [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", python, "-I", "-c", program],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
        env={"PATH": os.defpath, "TMPDIR": str(own)},
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    if told == "old":
        pytest.skip("the system's python3 is older than 3.11")
    (user, seen), status, exit_code, tail = told
    assert (user, status, int(seen) < 8) == ("65534", "done", True)
    assert (workspace / "mine").exists()
    assert not (own / "new").exists()
    # The kernel counts its processes for itself: no more can be started.
    assert exit_code != 0, tail
    assert "all" not in tail.splitlines()


def test_why_there_is_no_box_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    preflight.cache_clear()
    try:
        missing = preflight()
        assert missing == "bubblewrap is not installed (apt, dnf or apk install bubblewrap)"
        with pytest.raises(HydraError, match="is not installed"):
            isolation_of(SandboxSettings(mode="bubblewrap"), tmp_path)
        found = isolation_of(SandboxSettings(mode="auto"), tmp_path)
        assert found.kind == "none"
        assert " ".join(map(str.strip, found.header)) == f"isolation: none ({missing})"
        assert max(map(len, found.header)) <= 80 - len("hydra: ")
        (tmp_path / "bwrap").write_text(
            "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
        )
        (tmp_path / "bwrap").chmod(0o755)
        preflight.cache_clear()
        refused = preflight()
        assert isinstance(refused, str)
        assert refused.startswith(
            "bubblewrap does not work here (No permissions to create new namespace): allow "
        )
    finally:
        preflight.cache_clear()
    none = isolation_of(SandboxSettings(mode="none"), tmp_path)
    assert none.header == ('isolation: none (mode = "none")',)


def test_a_folder_of_etc_is_visible_if_everybody_may_read_all_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "tool"
    (folder / "conf.d").mkdir(parents=True)
    setting = folder / "conf.d" / "tool.ini"
    setting.write_text("x = 1")
    for path in (folder, folder / "conf.d"):
        path.chmod(0o755)
    setting.chmod(0o644)
    (folder / "link").symlink_to("/nowhere")
    assert _is_for_everybody(str(folder))
    setting.chmod(0o640)
    assert not _is_for_everybody(str(folder))
    setting.chmod(0o644)
    (folder / "conf.d").chmod(0o750)
    assert not _is_for_everybody(str(folder))
    (folder / "conf.d").chmod(0o755)
    (folder / "settings.xml").write_text("<password/>")
    assert not _is_for_everybody(str(folder))


@pytest.mark.skipif(
    isinstance(preflight(), str) or not os.path.isdir("/etc/java-17-openjdk"),
    reason="needs a box and Java",
)
def test_the_configuration_of_tools_is_in_the_box(machine: Machine) -> None:
    isolation = isolation_of(SandboxSettings(mode="bubblewrap"), machine.checkout)
    line = "ls /etc/java-17-openjdk/security; ls /etc; java -version"
    plan = Unit(name="x", command=line, timeout_seconds=90)
    done = run(plan, machine.workspace, machine.log, isolation=isolation)
    assert done.exit == 0, done.tail
    names = machine.log.read_text().split()
    assert "java.security" in names
    assert not {"ssh", "ssl-private", "pam.d", "cron.d", "systemd"} & {*names}


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "on PATH"])
def test_a_program_of_node_is_readable_with_the_packages_beside_it(
    is_named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    packages = tmp_path / "tools" / "node_modules"
    (packages / "agent" / "bundle").mkdir(parents=True)
    program = packages / "agent" / "bundle" / "agent.js"
    program.write_text("")
    program.chmod(0o755)
    link = packages / ".bin" / "agent"
    link.parent.mkdir()
    link.symlink_to("../agent/bundle/agent.js")
    path, line = ("/usr/bin", f"exec {link}") if is_named else (str(link.parent), "agent")
    readable, _ = tools_of({"PATH": path}, None, line, tmp_path / "checkout")
    assert packages in readable


@pytest.mark.skipif(why_unobserved() is not None, reason="commands cannot be observed here")
def test_files_that_are_executed_in_the_box_are_observed(machine: Machine) -> None:
    (machine.workspace / "ci").mkdir()
    (machine.workspace / "ci" / "run.sh").write_text("exit 3\n")
    unit = Unit(name="tests", command="cd ci; sh run.sh", timeout_seconds=90, observed=True)
    made = run(unit, machine.workspace, machine.log, isolation=machine.isolation)
    assert (made.exit, [file.path for file in made.executed]) == (3, ["ci/run.sh"])


def test_a_full_disk_is_no_reason_to_run_without_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tmp/etc")  # noqa: S108 - a name

    monkeypatch.setattr("pytest_hydra.plugins.boxes.box.make_etc", is_full)
    preflight.cache_clear()
    try:
        with pytest.raises(HydraError, match=r"no sandbox can be tried: .*No space left"):
            preflight()
    finally:
        preflight.cache_clear()
