"""Workspaces that lie over what they begin with: as copies are, and nothing goes through them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.box import Box, overlay_problem, preflight
from pytest_hydra.plugins.boxes.untrusted_files import leads_to
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.engine.workspaces import Workspace, Workspaces
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.results.collectors import ResultCollector, ResultPolicy, collector_for
from tests.plugins.race.conftest import Checkout
from tests.processes import copy_package, wait_until

FOUND = preflight()


def why_not() -> str:
    """Why there are no overlays here; empty where there are."""
    if not isinstance(FOUND, Box):
        return FOUND
    with tempfile.TemporaryDirectory() as folder:
        return overlay_problem(FOUND, Path(folder)) or ""


WHY_NOT = why_not()
needs_overlays = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
FILES: dict[str, str | bytes | None] = {
    "same.txt": "same\n",
    "changed.txt": "old\n",
    "gone.txt": "gone\n",
    "folder/a.txt": "a\n",
    "folder/deep/b.txt": "b\n",
    "file": "a file\n",
    "way/in.txt": "in\n",
    "kept/one.txt": "1\n",
    "run.sh": "#!/bin/sh\n",
}


@pytest.fixture
def box() -> Box:
    assert isinstance(FOUND, Box)
    return FOUND


@pytest.fixture
def project(tmp_path: Path) -> Checkout:
    # Characters that have a meaning in the options of a mount.
    made = Checkout(tmp_path / "a:b,c\\d e")
    made.path.mkdir()
    made.git("init", "-q", "-b", "main")
    made.commit(FILES)
    return made


@pytest.fixture
def workspaces(project: Checkout, box: Box) -> Iterator[Workspaces]:
    repository = Repository.find(project.path, project.path / ".hydra" / "objects")
    with Workspaces(repository, project.path / ".hydra" / "work", box=box) as made:
        yield made


def seen(laid: Workspace) -> Path:
    """Where we see the files of a workspace that lies over something."""
    assert laid.mount is not None
    return laid.mount.path


def listing(folder: Path) -> dict[str, tuple[str, object]]:
    """What stands below a folder: kind and mode of each thing, and its content or target."""
    found: dict[str, tuple[str, object]] = {}
    for top, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(top, name)
            mode = path.lstat().st_mode
            content: object = os.readlink(path) if stat.S_ISLNK(mode) else None
            if stat.S_ISREG(mode):
                content = path.read_bytes()
            found[str(path.relative_to(folder))] = (stat.filemode(mode), content)
    return found


def check(
    laid: Workspace,
    line: str,
    box: Box,
    collector: ResultCollector | None = None,
    *,
    log: Path | None = None,
    **changes: object,
) -> CommandRun:
    """Run a shell line in a workspace, in a box; it has to begin."""
    plan = Unit(name="tests", command=line, timeout_seconds=90)
    done = run(
        replace(plan, **changes),  # type: ignore[arg-type]  # each test names real fields
        laid.path,
        log or laid.path.parent / "run.log",
        collector=collector,
        isolation=Isolation(box=box, network=False),
        mount=laid.mount,
    )
    assert done.status == "done", done
    return done


def mounts() -> str:
    """What is mounted for this process."""
    return Path("/proc/self/mountinfo").read_text()


@needs_overlays
def test_what_a_tree_changes_is_the_same_as_in_a_copy(
    project: Checkout, workspaces: Workspaces, box: Box
) -> None:
    project.git("checkout", "-q", "-b", "other")
    shutil.rmtree(project.path / "folder")
    (project.path / "folder").write_text("a file now\n")
    (project.path / "file").unlink()
    project.write("file/now/a/folder.txt", "deep\n")
    (project.path / "gone.txt").unlink()
    (project.path / "changed.txt").write_text("new\n")
    (project.path / "run.sh").chmod(0o755)
    (project.path / "way").rename(project.path / "renamed")
    (project.path / "link").symlink_to("renamed/in.txt")
    project.write("kept/two.txt", "2\n")
    project.git("add", "-A")
    project.git("commit", "-qm", "other")
    base, other = project.tree("main"), project.tree("other")
    with ExitStack() as stack:
        first = seen(stack.enter_context(workspaces.overlay(base)))
        laid = stack.enter_context(workspaces.overlay(other))
        copied = stack.enter_context(workspaces.copy(other))
        assert listing(seen(laid)) == listing(copied)
        assert (seen(laid) / "link").read_text() == "in\n"
        assert listing(first) == listing(stack.enter_context(workspaces.copy(base)))
        find = "find . -printf '%y %m %p %l\\n' -type f -exec cat {} + | sort"
        inside = check(laid, find, box).tail
        assert inside == check(Workspace(copied), find, box).tail
        assert "./file/now/a/folder.txt" in inside
        # Commands know it by the same path as a copy.
        assert check(laid, "pwd -P", box).tail == check(Workspace(copied), "pwd -P", box).tail
        # Here nobody has it at its place.
        assert os.listdir(laid.path) == []
        assert str(laid.path.parent) not in mounts()


@needs_overlays
def test_what_a_command_does_is_in_its_own_workspace_alone(
    project: Checkout, workspaces: Workspaces, box: Box
) -> None:
    tree = project.tree("main")
    with workspaces.copy(tree) as ground, ExitStack() as stack:
        before = listing(ground)
        stamps = {name: (ground / name).lstat() for name in before}
        one, two = (stack.enter_context(workspaces.overlay(tree, on=(ground, tree))) for _ in "12")
        line = (
            "echo changed >> changed.txt; rm gone.txt; rm -r folder; mkdir folder; touch -d @7 "
            "same.txt; chmod 700 run.sh; ln -s /etc/passwd out; mkfifo pipe; mv way moved; "
            f"rm file; mkdir file; touch file/x; mknod white c 0 0; ls -A {ground}/..; "
            f"echo x > {ground}/same.txt; for at in u k; do ls {one.path.parent}/$at; done; "
            "ls moved file; cat changed.txt"
        )
        done = check(one, line, box)
        assert done.tail.endswith("moved:\nin.txt\nold\nchanged")
        assert "cannot access" in done.tail  # the ground, and the folders beside it
        now = listing(seen(one))
        assert now["changed.txt"][1] == b"old\nchanged\n"
        assert (now["out"][1], now["pipe"][0][0], now["file"][0][0]) == ("/etc/passwd", "p", "d")
        assert not {"gone.txt", "folder/a.txt", "way/in.txt", "white"} & set(now)
        assert listing(ground) == before
        after = {name: (ground / name).lstat() for name in before}
        assert {name: (s.st_mtime_ns, s.st_ctime_ns) for name, s in after.items()} == {
            name: (s.st_mtime_ns, s.st_ctime_ns) for name, s in stamps.items()
        }
        assert listing(seen(two)) == before
        place = one.path.parent
        assert (place / "u" / "changed.txt").exists()
    assert not place.exists()
    assert "overlay" not in [line.split(" - ")[1].split()[0] for line in mounts().splitlines()]


@needs_overlays
def test_a_box_keeps_what_it_promises(project: Checkout, workspaces: Workspaces, box: Box) -> None:
    lines = (
        "unshare --user true 2>/dev/null && echo a user",
        "unshare --mount true 2>/dev/null && echo a mount",
        "umount . 2>/dev/null && echo gone",
        "grep Cap /proc/self/status",
        # The last is what `ls` itself has open.
        "ls /proc/self/fd | tr '\\n' ' '; echo",
        "grep Seccomp: /proc/self/status; id -u; sleep 300 & exit 3",
    )
    with workspaces.overlay(project.tree("main")) as laid:
        done = check(laid, "; ".join(lines), box)
        *caps, files, filtered, user = done.tail.splitlines()
        assert {line.split()[1] for line in caps} == {"0000000000000000"}
        assert (files.split(), filtered.split()[1]) == (["0", "1", "2", "3"], "2")
        assert (user, done.exit) == (str(os.geteuid()), 3)
        assert check(laid, "kill -SEGV $$", box).exit == 128 + signal.SIGSEGV
        line = "echo on; touch up; exec sleep 300"
        plan = Unit(name="tests", command=line, timeout_seconds=0.5)
        late = run(
            plan,
            laid.path,
            laid.path.parent / "run.log",
            # Its time begins when it has come so far.
            on_start=lambda: wait_until((seen(laid) / "up").exists),
            isolation=Isolation(box=box),
            mount=laid.mount,
        )
        assert (late.status, late.tail) == ("timeout", "on")


RESULT = '<testsuite><testcase classname="t" name="%s"/></testsuite>'
RESULTS = {
    "written": f"echo '{RESULT % 'new'}' > out.xml",
    "changed": f"echo '{RESULT % 'new'}' > stale.xml",
    "left as it is": ":",
    "removed": "rm stale.xml",
    "a link": "rm stale.xml; ln -s same.txt stale.xml",
    "a link out": "rm stale.xml; ln -s /etc/passwd stale.xml",
    "a pipe": "rm stale.xml; mkfifo stale.xml",
    "a folder": "rm stale.xml; mkdir stale.xml",
    "behind a link": f"mkdir real; echo '{RESULT % 'new'}' > real/out.xml; ln -s real sub",
    "empty": ": > stale.xml",
}


@needs_overlays
@pytest.mark.parametrize("line", RESULTS.values(), ids=RESULTS)
def test_results_are_read_as_from_a_copy(
    project: Checkout, workspaces: Workspaces, box: Box, line: str
) -> None:
    project.commit({"stale.xml": RESULT % "old"})
    tree = project.tree("main")
    wanted = ResultPolicy(results={"junit": ("*.xml", "sub/*.xml")})
    outputs = ("*.xml", "same.txt", "sub")
    told = []
    with workspaces.overlay(tree) as over, workspaces.copy(tree) as copied:
        for laid in (over, Workspace(copied)):
            collector = collector_for("tests", line, wanted)
            told.append(check(laid, line, box, collector, outputs=outputs))
    one, other = told
    assert one.tests is not None
    assert (one.tests, one.missing) == (other.tests, other.missing)
    assert bool(one.tests.outcomes) == ("new" in line and "sub" not in line)


@needs_overlays
def test_where_there_can_be_none_there_are_copies(
    project: Checkout, workspaces: Workspaces, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = project.path.parent / "tools"
    tools.mkdir()
    (tools / "unshare").write_text("#!/bin/sh\necho 'unshare: no such luck' >&2; exit 1\n")
    (tools / "unshare").chmod(0o755)
    tree = project.tree("main")
    with workspaces.overlay(tree) as laid:
        files = listing(seen(laid))
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        # It worked before, and may work again.
        with workspaces.overlay(tree) as copied:
            assert copied.mount is None
            assert listing(copied.path) == files
            assert check(copied, "cat same.txt", box).tail == "same"
    repository = Repository.find(project.path, project.path / ".hydra" / "objects")
    with Workspaces(repository, project.path / ".hydra" / "work", box=box) as others:
        assert others.problem_of_overlays == "unshare: no such luck"
        with others.overlay(tree) as copied:
            assert copied.mount is None
        with workspaces.overlay(tree) as copied:
            assert copied.mount is None
    assert Workspaces(repository, project.path).problem_of_overlays == "there is no box"


PROGRAM = """
import json, os, signal, subprocess, sys
sys.path.insert(0, sys.argv[1])
if sys.version_info < (3, 11):
    print("too old"); raise SystemExit
from pathlib import Path
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.workspaces import Workspaces
from pytest_hydra.plugins.boxes.box import preflight

top = Path(sys.argv[2])
def git(*arguments):
    command = ["git", "-C", str(top / "project"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
(top / "project" / "folder").mkdir(parents=True)
git("init", "-q")
for name in ("folder/a", "b"):
    (top / "project" / name).write_text("old")
git("add", "-A")
old = git("write-tree")
(top / "project" / "b").write_text("new")
git("add", "-A")
new = git("write-tree")
box = preflight()
repository = Repository.find(top / "project", top / "objects")
with Workspaces(repository, top / "work", box=box):
    pass  # what a dead one left is swept
left = sorted(os.listdir(top / "work"))
with Workspaces(repository, top / "work", box=box) as workspaces:
    problem = workspaces.problem_of_overlays
    line = "id -u; id -g; cat b; echo; rm -r folder; mkdir folder; echo x > folder/new; ls folder"
    line += "; grep Cap /proc/self/status"
    with workspaces.overlay(old), workspaces.overlay(new) as laid:
        plan = Unit(name="x", timeout_seconds=30, command=line)
        done = run(plan, laid.path, top / "log", isolation=Isolation(box=box), mount=laid.mount)
        seen = sorted(os.listdir(laid.mount.path / "folder")) if laid.mount else None
        print(json.dumps([left, problem, done.tail, seen]), flush=True)
        if len(sys.argv) > 3:
            os.kill(os.getpid(), signal.SIGKILL)
print(json.dumps(os.listdir(top / "work")))
"""


@needs_overlays
@pytest.mark.parametrize("user", [0, 65534], ids=["root", "ordinary user"])
def test_nothing_is_left_by_who_was_killed(user: int) -> None:
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or python is None or setpriv is None:
        pytest.skip("who runs the tests is no root, or lacks a python3 of the system or setpriv")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        package, top = Path(folder, "package"), Path(folder, "own")
        copy_package(package)
        top.mkdir()
        os.chown(top, user, user)

        def go(*arguments: str) -> tuple[int, list[str]]:
            who = [setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups"]
            done = subprocess.run(
                [*who, python, "-I", "-c", PROGRAM, str(package), str(top), *arguments],
                capture_output=True,
                text=True,
                cwd="/",
                check=False,
                env={"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TMPDIR": str(top)},
            )
            lines = done.stdout.splitlines()
            assert lines, done.stderr
            if lines == ["too old"]:
                pytest.skip("the system's python3 is older than 3.11")
            return done.returncode, lines

        code, lines = go("kill")
        assert code == -signal.SIGKILL
        left, problem, said, seen = json.loads(lines[0])
        assert (left, problem, seen) == (["lock"], "", ["new"])
        assert said.splitlines()[:4] == [str(user), str(user), "new", "new"]
        assert {line.split()[1] for line in said.splitlines()[4:]} == {"0000000000000000"}
        assert len(os.listdir(top / "work")) == len(["lock", "own", "own.lock"])
        shutil.rmtree(top / "project")
        shutil.rmtree(top / "objects")
        code, lines = go()
        assert code == 0
        assert json.loads(lines[0])[0] == ["lock"]
        assert json.loads(lines[1]) == ["lock"]
        assert str(top) not in mounts()


LINKS = {
    "file": ("a/file", "a/file"),
    "top": (".", ""),
    "by steps": ("a/../a/./file", "a/file"),
    "over a link": ("link/file", "a/file"),
    "by its name": ("named", "a/file"),
    "by another name": ("/other/a", "a"),
    "back in": ("a/up/link/file", "a/file"),
    "out": ("a/../../top/a", None),
    "out by a link": ("out", None),
    "out by a name": ("/othera", None),
    "nothing": ("none", None),
    "through a file": ("a/file/x", None),
    "a link to nothing": ("broken", None),
    "in a circle": ("circle", None),
}


@pytest.mark.parametrize(("path", "leads"), LINKS.values(), ids=LINKS)
def test_where_a_path_leads_to(tmp_path: Path, path: str, leads: str | None) -> None:
    top = tmp_path / "top"
    (top / "a").mkdir(parents=True)
    (top / "a" / "file").touch()
    for name, target in (
        ("link", "a"),
        ("named", f"{top}/link/file"),
        ("a/up", ".."),
        ("out", "../top/a"),
        ("broken", "a/none"),
        ("circle", "circle"),
    ):
        (top / name).symlink_to(target)
    names = (str(top), "/other")
    assert leads_to(top, path, names) == leads
    # The folder itself may be known by a link.
    (tmp_path / "by").symlink_to(top)
    assert leads_to(tmp_path / "by", path, names) == leads
