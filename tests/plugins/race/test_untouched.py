"""The user's repository is the same afterwards, to the byte and to the nanosecond."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import compose_tree, files_of, read_file
from pytest_hydra.plugins.race.change import pin, pin_base
from pytest_hydra.plugins.race.record import Source
from tests.plugins.race.conftest import Checkout

Listing = dict[str, tuple[object, ...]]

PINS_FOR_EVER = """
import sys
from pathlib import Path
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.race.change import pin, pin_base

top, objects, run, *candidates = sys.argv[1:]
while True:
    repository = Repository.find(Path(top), Path(objects))
    base = pin_base(repository, "main")
    for one in candidates:
        kind, _, target = one.partition("=")
        source = pin(repository, base, Source(agent=kind, kind=kind, named=target), Path(run))
        print(kind, source.problem, flush=True)
"""


def listing(*folders: Path) -> Listing:
    """Everything below some folders: kind, mode, size, times of change, and content."""
    found: Listing = {}
    for folder in folders:
        for path in [folder, *folder.rglob("*")]:
            about = path.lstat()
            content: object = None
            if path.is_symlink():
                content = os.readlink(path)
            elif path.is_file():
                content = sha256(path.read_bytes()).hexdigest()
            times = (about.st_mtime_ns, about.st_ctime_ns)
            found[str(path)] = (about.st_mode, about.st_size, about.st_ino, *times, content)
    return found


@pytest.fixture
def candidates(checkout: Checkout, tmp_path: Path) -> dict[str, str]:
    """One of each kind, on a base that moved on, with a dirty index and everything packed."""
    notes = (checkout.path / "notes.txt").read_text()
    checkout.branch("a", {"notes.txt": notes + "more\n", "mine.py": "x = 1\n"})
    (tmp_path / "a.patch").write_bytes(checkout.git_bytes("diff", "--binary", "main", "a"))
    worktree = checkout.worktree(tmp_path / "wt")
    worktree.write("notes.txt", notes + "more\n")
    worktree.write("new.py", "x = 1\n")
    worktree.write("calc.py", "x = 2\n")
    worktree.git("add", "calc.py")
    checkout.commit({"notes.txt": "before\n" + notes, "calc.py": "x = 2\n"})
    # What a merge makes is there already, loose and packed: git would set its time.
    checkout.git("branch", "merged")
    checkout.git("checkout", "--quiet", "merged")
    checkout.git("merge", "--quiet", "-m", "m", "a")
    checkout.git("checkout", "--quiet", "main")
    checkout.git("repack", "-a", "-d", "--quiet")
    checkout.git("tag", "loose", checkout.git("commit-tree", "-m", "x", checkout.tree("a")))
    checkout.git("stash", "list")
    checkout.write("dirty.txt", "staged\n")
    checkout.git("add", "dirty.txt")
    os.utime(checkout.path / "tests" / "test_calc.py")  # git status would refresh the index
    work = tmp_path / "work"
    shutil.copytree(checkout.path, work, ignore=shutil.ignore_patterns(".git"))
    (work / "mine.py").write_text("x = 1\n")
    return {
        "ref": "a",
        "patch": str(tmp_path / "a.patch"),
        "worktree": str(worktree.path),
        "command": str(work),
    }


@pytest.mark.parametrize("kind", ["ref", "patch", "worktree", "command"])
def test_nothing_of_the_users_changes(
    checkout: Checkout, candidates: dict[str, str], tmp_path: Path, kind: str
) -> None:
    folders = [checkout.path, *map(Path, (candidates["worktree"], candidates["command"]))]
    before = listing(*folders)
    repository = Repository.find(checkout.path, tmp_path / "objects")
    base = pin_base(repository, "main")
    named = Source(agent="x", kind=kind, named=candidates[kind])  # type: ignore[arg-type]
    source = pin(repository, base, named, tmp_path / "candidates")
    assert source.problem is None
    assert source.tree
    assert base.tree
    compose_tree(repository, base.tree, source.tree, files_of(repository, source.tree))
    read_file(repository, source.tree, "calc.py")
    assert listing(*folders) == before


def test_nothing_changes_for_a_bad_candidate(
    checkout: Checkout, candidates: dict[str, str], tmp_path: Path
) -> None:
    checkout.commit({"notes.txt": "other\n"})
    before = listing(checkout.path, Path(candidates["worktree"]))
    repository = Repository.find(checkout.path, tmp_path / "objects")
    base = pin_base(repository, "main")
    for kind in ("ref", "patch", "worktree"):
        named = Source(agent="x", kind=kind, named=candidates[kind])
        problem = pin(repository, base, named, tmp_path / "candidates").problem
        assert problem is not None
        assert "notes.txt" in problem
    assert listing(checkout.path, Path(candidates["worktree"])) == before


@pytest.mark.parametrize("lines", [0, 3])
def test_nothing_changes_for_one_that_was_killed(
    checkout: Checkout, candidates: dict[str, str], tmp_path: Path, lines: int
) -> None:
    folders = [checkout.path, *map(Path, (candidates["worktree"], candidates["command"]))]
    before = listing(*folders)
    told = [f"{kind}={target}" for kind, target in candidates.items()]
    paths = [str(checkout.path), str(tmp_path / "objects"), str(tmp_path / "run")]
    with subprocess.Popen(
        [sys.executable, "-c", PINS_FOR_EVER, *paths, *told], stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        # In the middle of what comes after so many candidates.
        for _ in range(lines):
            assert child.stdout.readline().endswith(b" None\n")
        os.kill(child.pid, signal.SIGKILL)
    assert listing(*folders) == before
    # And whatever it left half done is no obstacle.
    repository = Repository.find(checkout.path, tmp_path / "objects")
    base = pin_base(repository, "main")
    for kind, target in candidates.items():
        named = Source(agent=kind, kind=kind, named=target)  # type: ignore[arg-type]
        assert pin(repository, base, named, tmp_path / "run").problem is None
    assert repository.run("fsck", "--no-dangling", "--connectivity-only") == b""
    assert not list((tmp_path / "objects").glob("scratch-*"))


def test_the_listing_sees_what_git_would_do(checkout: Checkout, candidates: dict[str, str]) -> None:
    before = listing(checkout.path)
    checkout.git("merge-tree", "--write-tree", "main", "a")
    assert candidates
    assert listing(checkout.path) != before


def test_it_is_the_same_each_time_and_everywhere(
    checkout: Checkout,
    candidates: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pins(objects: str) -> list[object]:
        repository = Repository.find(checkout.path, tmp_path / objects)
        base = pin_base(repository, "main")
        found: list[object] = []
        for kind, target in candidates.items():
            named = Source(agent=kind, kind=kind, named=target)  # type: ignore[arg-type]
            found.append(pin(repository, base, named, tmp_path / objects / "candidates"))
            found.append((tmp_path / objects / "candidates" / kind / "diff.patch").read_bytes())
        return found

    first = pins("one")
    assert pins("one") == first
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LC_ALL", "tr_TR.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    text = "[diff]\nnoprefix = true\nalgorithm = patience\nrenames = false\ncontext = 9\n"
    (tmp_path / ".gitconfig").write_text(text + "[core]\nautocrlf = true\n[color]\nui = always\n")
    assert pins("two") == first
