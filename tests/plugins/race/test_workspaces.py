from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.untrusted_files import WorkspaceError, remove
from pytest_hydra.plugins.engine import workspaces as module
from pytest_hydra.plugins.engine.workspaces import Workspaces
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.record.files import StoreError, lock
from tests.plugins.race.conftest import Checkout, MakeCheckout


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path / "work"


@pytest.fixture
def workspaces(repository: Repository, work: Path) -> Iterator[Workspaces]:
    with Workspaces(repository, work) as made:
        yield made


@pytest.fixture
def checkout(make_checkout: MakeCheckout) -> Checkout:
    """A repository without a commit."""
    return make_checkout()


def contents(folder: Path) -> dict[str, bytes]:
    """Each file's content and each link's target, by path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = b"-> " + os.readlink(os.fsencode(path))
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def test_it_holds_the_files_of_the_tree_and_nothing_else(
    checkout: Checkout, workspaces: Workspaces
) -> None:
    checkout.write("a.py", "a = 1\n")
    checkout.write("deep/er/b.bin", bytes(range(256)))
    checkout.write("empty", "")
    checkout.write("run.sh", "#!/bin/sh\n").chmod(0o755)
    (checkout.path / "link").symlink_to("deep/er")
    (checkout.path / "out").symlink_to("/etc/passwd")
    tree = checkout.staged_tree()
    checkout.write("a.py", "not in the tree\n")
    checkout.write("later.py", "nor this\n")
    with workspaces.copy(tree) as workspace:
        assert contents(workspace) == {
            "a.py": b"a = 1\n",
            "deep/er/b.bin": bytes(range(256)),
            "empty": b"",
            "run.sh": b"#!/bin/sh\n",
            "link": b"-> deep/er",
            "out": b"-> /etc/passwd",
        }
        assert os.access(workspace / "run.sh", os.X_OK)
        assert not (workspace / "a.py").stat().st_mode & 0o111
        assert not (workspace / ".git").exists()
    assert not workspace.exists()


def test_nothing_of_the_tree_converts_or_starts_anything(
    checkout: Checkout, workspaces: Workspaces, tmp_path: Path
) -> None:
    marker = tmp_path / "started"
    checkout.git("config", "filter.evil.smudge", f"touch {marker}; cat")
    checkout.git("config", "core.fsmonitor", f"touch {marker}")
    checkout.git("config", "core.autocrlf", "true")
    hook = checkout.path / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
    hook.chmod(0o755)
    text = b"$Id$\nversion https://git-lfs.github.com/spec/v1\n"
    blob = checkout.git("hash-object", "-w", "--stdin", stdin=text)
    attributes = b"* filter=evil ident eol=crlf working-tree-encoding=UTF-16\n"
    rules = checkout.git("hash-object", "-w", "--stdin", stdin=attributes)
    listing = f"100644 blob {rules}\t.gitattributes\n100644 blob {blob}\tfile\n"
    tree = checkout.git("mktree", stdin=listing.encode())
    for entry in (tree, tree):
        with workspaces.copy(entry) as workspace:
            assert (workspace / "file").read_bytes() == text
    assert not marker.exists()


def test_a_submodule_is_an_empty_folder(checkout: Checkout, workspaces: Workspaces) -> None:
    blob = checkout.git("hash-object", "-w", "--stdin", stdin=b"x")
    listing = f"160000 commit {'1' * 40}\tthird\n100644 blob {blob}\tfile\n"
    tree = checkout.git("mktree", stdin=listing.encode())
    with workspaces.copy(tree) as workspace:
        assert sorted(os.listdir(workspace)) == ["file", "third"]
        assert os.listdir(workspace / "third") == []
        (workspace / "third" / "fetched").write_text("by the build")
        plain = checkout.git("mktree", stdin=f"100644 blob {blob}\tfile\n".encode())
        with workspaces.copy(tree, on=(workspace, plain)) as other:
            assert (other / "third" / "fetched").exists()


def test_the_folder_of_a_submodule_can_be_lent(
    checkout: Checkout, repository: Repository, work: Path
) -> None:
    listing = f"160000 commit {'1' * 40}\tthird\n".encode()
    tree = checkout.git("mktree", stdin=listing)
    checkout.write("third/data.toml", "fetched")
    with Workspaces(repository, work, [Path("third")]) as workspaces, workspaces.copy(tree) as laid:
        assert (laid / "third" / "data.toml").read_text() == "fetched"


def test_each_tree_gets_its_own_files(checkout: Checkout, workspaces: Workspaces) -> None:
    checkout.write("same", "same")
    checkout.write("changed", "old")
    checkout.write("gone/entirely", "old")
    checkout.write("to_folder", "a file")
    checkout.write("to_file/inside", "a folder")
    checkout.write("to_link", "a file")
    (checkout.path / "from_link").symlink_to("same")
    checkout.write("mode", "plain")
    first = checkout.staged_tree()
    for name in ("gone", "to_file"):
        shutil.rmtree(checkout.path / name)
    for name in ("to_folder", "to_link", "from_link"):
        (checkout.path / name).unlink()
    checkout.write("changed", "new")
    checkout.write("to_folder/inside", "a folder")
    checkout.write("to_file", "a file")
    (checkout.path / "to_link").symlink_to("same")
    checkout.write("from_link", "a file")
    (checkout.path / "mode").chmod(0o755)
    second = checkout.staged_tree()
    with workspaces.copy(first) as one, workspaces.copy(second) as two:
        with workspaces.copy(first, on=(two, second)) as back:
            assert contents(back) == contents(one)
            assert not os.access(back / "mode", os.X_OK) or os.getuid() == 0
            assert stat.S_IMODE((back / "mode").stat().st_mode) & 0o100 == 0
        expected = {
            "same": b"same",
            "changed": b"new",
            "to_folder/inside": b"a folder",
            "to_file": b"a file",
            "to_link": b"-> same",
            "from_link": b"a file",
            "mode": b"plain",
        }
        assert contents(two) == expected
        assert not (two / "gone").exists()
        assert stat.S_IMODE((two / "mode").stat().st_mode) & 0o100


def test_what_a_build_left_stays_under_the_files_of_another_tree(
    checkout: Checkout, workspaces: Workspaces
) -> None:
    checkout.write("src/a.py", "a = 1\n")
    checkout.write("tests/test_a.py", "weak\n")
    theirs = checkout.staged_tree()
    checkout.write("tests/test_a.py", "strict\n")
    checkout.write("tests/conftest.py", "mine\n")
    laid_over = checkout.staged_tree()
    with workspaces.copy(theirs) as built:
        (built / "build").mkdir()
        (built / "build" / "made").write_text("made")
        os.utime(built / "build" / "made", (1_000, 1_000))
        (built / "tests" / "made").write_text("made")
        os.mkfifo(built / "build" / "pipe")
        with workspaces.copy(laid_over, on=(built, theirs)) as workspace:
            assert contents(workspace) == {
                "build/made": b"made",
                "src/a.py": b"a = 1\n",
                "tests/conftest.py": b"mine\n",
                "tests/made": b"made",
                "tests/test_a.py": b"strict\n",
            }
            # A build tool sees what is older than what.
            assert (workspace / "build" / "made").stat().st_mtime == 1_000
            before = (built / "src" / "a.py").stat().st_mtime_ns
            assert (workspace / "src" / "a.py").stat().st_mtime_ns == before
            assert (workspace / "tests" / "test_a.py").stat().st_mtime_ns > before
        assert (built / "tests" / "test_a.py").read_text() == "weak\n"


def test_nothing_is_written_through_a_link_that_a_build_left(
    checkout: Checkout, workspaces: Workspaces, tmp_path: Path
) -> None:
    precious = tmp_path / "precious"
    for name in ("tests/test_a.py", "gone/old.py", "test_b.py"):
        (precious / name).parent.mkdir(parents=True, exist_ok=True)
        (precious / name).write_text("precious")
    checkout.write("tests/test_a.py", "one\n")
    checkout.write("gone/old.py", "one\n")
    checkout.write("test_b.py", "one\n")
    old = checkout.staged_tree()
    shutil.rmtree(checkout.path / "gone")
    checkout.write("tests/test_a.py", "two\n")
    checkout.write("test_b.py", "two\n")
    new = checkout.staged_tree()
    with workspaces.copy(old) as built:
        shutil.rmtree(built / "tests")
        shutil.rmtree(built / "gone")
        (built / "test_b.py").unlink()
        (built / "tests").symlink_to(precious / "tests")
        (built / "gone").symlink_to(precious / "gone")
        (built / "test_b.py").symlink_to(precious / "test_b.py")
        with workspaces.copy(new, on=(built, old)) as workspace:
            assert (workspace / "tests" / "test_a.py").read_text() == "two\n"
            assert not (workspace / "tests").is_symlink()
            assert (workspace / "test_b.py").read_text() == "two\n"
            assert not (workspace / "test_b.py").is_symlink()
    assert set(contents(precious).values()) == {b"precious"}


@pytest.mark.parametrize("path", ["../up", ".git/config", "a/.GIT/hooks/x", "a/./b"])
def test_a_tree_that_git_would_not_check_out_is_refused(
    checkout: Checkout, workspaces: Workspaces, path: str
) -> None:
    kind, item = "blob", checkout.git("hash-object", "-w", "--stdin", stdin=b"evil")
    for part in reversed(path.split("/")):
        mode = b"100644" if kind == "blob" else b"40000"
        raw = mode + b" " + part.encode() + b"\0" + bytes.fromhex(item)
        arguments = ("hash-object", "-t", "tree", "-w", "--literally", "--stdin")
        kind, item = "tree", checkout.git(*arguments, stdin=raw)
    with pytest.raises(SourceError), workspaces.copy(item):
        pass
    # And whoever comes next is not hindered.
    checkout.write("a", "a")
    with workspaces.copy(checkout.staged_tree()) as workspace:
        assert contents(workspace) == {"a": b"a"}


def test_an_object_that_is_missing_is_named(checkout: Checkout, workspaces: Workspaces) -> None:
    blob = checkout.git("hash-object", "-w", "--stdin", stdin=b"soon gone")
    tree = checkout.git("mktree", stdin=f"100644 blob {blob}\tthe file\n".encode())
    (checkout.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    told = f"lacks the content of the file .object {blob}"
    with pytest.raises(WorkspaceError, match=told), workspaces.copy(tree):
        pass


def test_large_files_come_in_several_answers(
    checkout: Checkout, workspaces: Workspaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_AT_ONCE", 100)
    texts = {f"f{size}": b"x" * size for size in (0, 1, 99, 100, 101, 250, 40, 60, 1)}
    for name, text in texts.items():
        checkout.write(name, text)
    with workspaces.copy(checkout.staged_tree()) as workspace:
        assert contents(workspace) == texts


def test_shared_folders_are_lent(checkout: Checkout, repository: Repository, work: Path) -> None:
    checkout.write("web/a.js", "a")
    checkout.write("vendor/mine", "of the tree")
    tree = checkout.staged_tree()
    checkout.write("node_modules/dep/index.js", "dep")
    checkout.write("web/node_modules/dep.js", "dep")
    checkout.write("nowhere/node_modules/dep.js", "dep")
    checkout.write("vendor/theirs", "not in the tree")
    shared = ["node_modules", "web/node_modules", "nowhere/node_modules", "vendor", ".venv"]
    with (
        Workspaces(repository, work, [Path(entry) for entry in shared]) as workspaces,
        workspaces.copy(tree, with_git=True) as workspace,
    ):
        assert (workspace / "node_modules" / "dep" / "index.js").read_text() == "dep"
        assert (workspace / "web" / "node_modules").is_symlink()
        assert not (workspace / "nowhere").exists()
        assert sorted(os.listdir(workspace / "vendor")) == ["mine"]
        assert not (workspace / ".venv").exists()
        assert Checkout(workspace).git("status", "--porcelain") == ""
        with workspaces.copy(tree, on=(workspace, tree)) as other:
            assert (other / "node_modules").is_symlink()
    assert (checkout.path / "node_modules" / "dep" / "index.js").read_text() == "dep"


def test_packages_that_are_links_to_the_checkout_are_those_of_the_workspace(
    checkout: Checkout, repository: Repository, work: Path
) -> None:
    checkout.write("packages/shop/index.js", "base")
    tree = checkout.staged_tree()
    modules = checkout.path / "node_modules"
    checkout.write("node_modules/dep/index.js", "dep")
    checkout.write("node_modules/@x/other/index.js", "other")
    (modules / "@x" / "shop").symlink_to("../../packages/shop")
    (modules / "absolute").symlink_to(checkout.path / "packages" / "shop")
    (modules / "again").symlink_to("dep")
    checkout.write("packages/shop/index.js", "of the checkout")
    own = {"dep": "dep", "again": "dep", "@x/other": "other"}
    own |= {"@x/shop": "base", "absolute": "base"}

    def texts(workspace: Path) -> dict[str, str]:
        places = workspace / "node_modules"
        return {name: (places / name / "index.js").read_text() for name in own}

    with (
        Workspaces(repository, work, [Path("node_modules")]) as workspaces,
        workspaces.copy(tree) as workspace,
    ):
        assert texts(workspace) == own
        with workspaces.copy(tree, on=(workspace, tree)) as other:
            (workspace / "packages" / "shop" / "index.js").write_text("changed")
            assert texts(other) == own
    assert (modules / "dep" / "index.js").read_text() == "dep"


def test_a_lent_folder_does_not_stand_behind_a_link(
    checkout: Checkout, repository: Repository, work: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (checkout.path / "web").symlink_to(tmp_path / "outside")
    tree = checkout.staged_tree()
    (checkout.path / "web").unlink()
    checkout.write("web/node_modules/dep.js", "dep")
    with (
        Workspaces(repository, work, [Path("web/node_modules")]) as workspaces,
        workspaces.copy(tree) as workspace,
    ):
        assert (workspace / "web").is_symlink()
    assert os.listdir(tmp_path / "outside") == []


@pytest.mark.parametrize("share", ["/etc", "../other", ".", "a/../../b"])
def test_only_folders_of_the_checkout_can_be_shared(
    repository: Repository, work: Path, share: str
) -> None:
    with pytest.raises(WorkspaceError, match="cannot be shared: name a folder of the checkout"):
        Workspaces(repository, work, [Path(share)])


def test_a_throwaway_repository(checkout: Checkout, workspaces: Workspaces) -> None:
    checkout.write("a.py", "a = 1\n")
    checkout.write("ignored.log", "tracked all the same\n")
    checkout.write(".gitignore", "*.log\n")
    tree = checkout.staged_tree()
    with workspaces.copy(tree, with_git=True) as workspace:
        assert Checkout(workspace).git("rev-list", "--count", "HEAD") == "1"
        assert Checkout(workspace).git("rev-parse", "HEAD^{tree}") == tree
        assert Checkout(workspace).git("status", "--porcelain", "--ignored") == ""
        first = Checkout(workspace).git("rev-parse", "HEAD")
    with workspaces.copy(tree, with_git=True) as workspace:
        assert Checkout(workspace).git("rev-parse", "HEAD") == first


def test_git_does_not_find_the_users_repository(checkout: Checkout, repository: Repository) -> None:
    checkout.write("a.py", "a = 1\n")
    tree = checkout.staged_tree()
    with (
        Workspaces(repository, checkout.path / ".hydra" / "work") as workspaces,
        workspaces.copy(tree) as workspace,
        pytest.raises(AssertionError) as caught,
    ):
        Checkout(workspace).git("rev-parse", "--show-toplevel")
    assert "not a git repository" in str(caught.value)


def test_a_linter_that_honours_gitignore_sees_the_files(
    checkout: Checkout, repository: Repository
) -> None:
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        pytest.skip("ruff is missing")
    checkout.write("a.py", "import os\n")
    tree = checkout.staged_tree()
    checkout.write(".hydra/.gitignore", "*\n")
    with (
        Workspaces(repository, checkout.path / ".hydra" / "work") as workspaces,
        workspaces.copy(tree) as workspace,
    ):
        command = [ruff, "check", "--no-cache", "--isolated", "--output-format", "concise", "."]
        done = subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=False)
    assert "a.py:1:8: F401" in done.stdout


def test_it_is_closed_to_others(checkout: Checkout, workspaces: Workspaces, work: Path) -> None:
    with workspaces.copy(checkout.staged_tree()) as workspace:
        own = workspace.relative_to(work).parts[0]
        assert stat.S_IMODE((work / own).stat().st_mode) == 0o700


def test_workspaces_are_put_far_from_each_other_where_it_matters(
    checkout: Checkout, workspaces: Workspaces
) -> None:
    lsattr = shutil.which("lsattr") or pytest.skip("lsattr is missing")
    with workspaces.copy(checkout.staged_tree()) as workspace:
        own = workspace.parent.parent
        told = subprocess.run([lsattr, "-d", str(own)], capture_output=True, text=True, check=False)
    kind = subprocess.run(
        ["/usr/bin/env", "stat", "-f", "-c", "%T", str(own)],
        capture_output=True,
        text=True,
        check=True,
    )
    if kind.stdout.strip() != "ext2/ext3":
        pytest.skip("this is no ext4")
    assert "T" in told.stdout.split()[0]


def test_nothing_is_left(checkout: Checkout, repository: Repository, work: Path) -> None:
    tree = checkout.staged_tree()

    def fail() -> None:
        with Workspaces(repository, work) as workspaces, workspaces.copy(tree) as workspace:
            (workspace.parent / "beside").mkdir()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert sorted(os.listdir(work)) == ["lock"]


def test_what_the_dead_left_is_swept_and_the_living_are_not(
    checkout: Checkout, repository: Repository, work: Path
) -> None:
    tree = checkout.staged_tree()
    dead = work / "0123abcd"
    (dead / "1" / "w").mkdir(parents=True)
    (dead / "1" / "w" / "file").touch()
    (work / "0123abcd.lock").touch()
    (work / "4567cdef.lock").touch()  # killed before it had a folder
    living = work / "89abcdef"
    living.mkdir()
    held = lock(work / "89abcdef.lock")
    try:
        with Workspaces(repository, work) as one, one.copy(tree) as first:
            with Workspaces(repository, work) as two, two.copy(tree) as second:
                assert first.exists()
                assert second.exists()
            assert not dead.exists()
            assert first.exists()
    finally:
        os.close(held)
    assert sorted(os.listdir(work)) == ["89abcdef", "89abcdef.lock", "lock"]
    with Workspaces(repository, work):
        assert not living.exists()


def test_what_cannot_be_written_is_reported(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with (
        pytest.raises(StoreError, match=r"cannot write .*file"),
        Workspaces(repository, tmp_path / "file" / "work"),
    ):
        pass


PROGRAM = """
import os, stat, subprocess, sys, tempfile
from pathlib import Path
from pytest_hydra.plugins.boxes.untrusted_files import WorkspaceError, remove
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.engine.workspaces import Workspaces
from pytest_hydra.record.files import StoreError

def git(*arguments):
    command = ["/usr/bin/env", "git", "-C", str(top / "project"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

top = Path(tempfile.mkdtemp())
(top / "project").mkdir()
git("init", "-q")
(top / "project" / "d").mkdir()
(top / "project" / "d" / "a").write_text("old")
git("add", "-A")
old = git("write-tree")
(top / "project" / "d" / "a").write_text("new")
git("add", "-A")
new = git("write-tree")
repository = Repository.find(top / "project", top / "objects")
"""


def stoppable() -> list[str]:
    """What begins a command line whose program is stopped by permissions, which root is not."""
    if os.getuid() != 0:
        return []
    return [shutil.which("setpriv") or pytest.skip("setpriv is missing"), "--bounding-set=-all"]


def run_program(program: str, *before: str, **variables: str) -> list[str]:
    """The lines that it prints, with a project of two trees."""
    done = subprocess.run(
        [*before, sys.executable, "-c", PROGRAM + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | {"GIT_CONFIG_GLOBAL": "/dev/null"} | variables,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_permissions_stop_nothing() -> None:
    program = """
        with Workspaces(repository, top / "work") as workspaces:
            with workspaces.copy(old) as built:
                (built / "shut" / "in").mkdir(parents=True)
                (built / "shut" / "in" / "secret").write_text("secret")
                (built / "shut" / "in" / "secret").chmod(0)
                (built / "shut" / "in").chmod(0)
                (built / "shut").chmod(0o500)
                (built / "d" / "a").chmod(0o444)
                (built / "d").chmod(0o555)
                with workspaces.copy(new, on=(built, old)) as workspace:
                    print((workspace / "d" / "a").read_text())
                    print((workspace / "shut" / "in" / "secret").read_text())
                    workspace.chmod(0)
            (top / "work" / "left" / "over").mkdir(parents=True)
            (top / "work" / "left").chmod(0o500)
            (top / "work" / "left.lock").touch()
        with Workspaces(repository, top / "work"):
            pass
        print(sorted(os.listdir(top / "work")))
        remove(top)
        print(top.exists())
    """
    assert run_program(program, *stoppable()) == ["new", "secret", "['lock']", "False"]


def test_what_cannot_be_removed_is_reported_and_hinders_nothing() -> None:
    lines = run_program("""
        import warnings
        (top / "work" / "left").mkdir(parents=True)
        (top / "work" / "left.lock").touch()
        (top / "tools").mkdir()
        (top / "tools" / "rm").write_text("#!/bin/sh\\necho rm: no such luck >&2; exit 1")
        (top / "tools" / "rm").chmod(0o755)
        real = os.environ["PATH"]
        os.environ["PATH"] = f"{top / 'tools'}:{real}"
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with Workspaces(repository, top / "work") as workspaces:
                with workspaces.copy(old) as workspace:
                    print((workspace / "d" / "a").read_text())
        for one in caught:
            print(one.category.__name__, str(one.message).replace(str(top), "TOP"))
        os.environ["PATH"] = real
        with Workspaces(repository, top / "work"):
            print(len(list((top / "work").glob("*.lock"))))
        print(sorted(os.listdir(top / "work")))
        remove(top)
    """)
    assert lines[0] == "old"
    assert lines[1] == (
        "HydraWarning cannot delete TOP/work/left: rm: no such luck; delete it by hand"
    )
    assert lines[2].startswith("HydraWarning cannot delete TOP/work/")
    assert lines[3:] == ["1", "['lock']"]


def test_a_deep_folder_is_removed(tmp_path: Path) -> None:
    program = """
import os
for _ in range(1500):
    os.mkdir("deep")
    os.chdir("deep")
"""
    top = tmp_path / "top"
    top.mkdir()
    subprocess.run([sys.executable, "-S", "-c", program], check=True, cwd=top)
    remove(top)
    assert not top.exists()
    remove(top)  # a second time is no error


def mounting() -> list[str]:
    """What begins a command line whose program may mount a file system that only it sees."""
    unshare = shutil.which("unshare") or pytest.skip("unshare is missing")
    command = [unshare, "--user", "--map-root-user", "--mount"]
    tried = [*command, "mount", "-t", "tmpfs", "x", "/mnt"]
    if subprocess.run(tried, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    return command


def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    program = """
(top / "project" / "large").write_bytes(os.urandom(3_000_000))
git("add", "-A")
large = git("write-tree")
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "x", "/mnt"], check=True)
with Workspaces(repository, Path("/mnt/work")) as workspaces:
    try:
        with workspaces.copy(large):
            pass
    except StoreError as error:
        print(error)
    # Whoever has room goes on.
    with workspaces.copy(old) as workspace:
        print((workspace / "d" / "a").read_text())
        (workspace / "filler").write_bytes(bytes(1_200_000))
        try:
            with workspaces.copy(old, on=(workspace, old)):
                pass
        except WorkspaceError as error:
            print(error)
print(os.listdir("/mnt/work"))
"""
    lines = run_program(program, *mounting(), TMPDIR=str(tmp_path))
    assert len(lines) == 4
    assert lines[0].startswith("cannot write /mnt/work/")
    assert lines[0].endswith("/large: No space left on device")
    assert lines[1] == "old"
    assert lines[2].startswith("cannot copy /mnt/work/")
    assert lines[2].endswith("No space left on device")
    assert lines[3] == "['lock']"
