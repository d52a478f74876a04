"""Worktrees as they stand on disk, whatever git was told to believe of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import files_of, read_file
from pytest_hydra.plugins.race.change import pin, pin_base
from pytest_hydra.plugins.race.record import Source
from tests.plugins.race.conftest import Checkout, MakeCheckout

PinFolder = Callable[..., Source]


@pytest.fixture
def worktree(checkout: Checkout, tmp_path: Path) -> Checkout:
    """A worktree of the `checkout`, at its base."""
    return checkout.worktree(tmp_path / "wt")


@pytest.fixture
def pinned(repository: Repository, tmp_path: Path) -> PinFolder:
    """Pins a worktree, or a plain folder, to the base main."""

    def one(folder: Path, *ignore: str, kind: str = "worktree") -> Source:
        named = Source(agent="a", kind=kind, named=str(folder))  # type: ignore[arg-type]
        base = pin_base(repository, "main")
        return pin(repository, base, named, tmp_path / "candidates", ignore)

    return one


def changed(source: Source) -> dict[str, str]:
    """What a source changes: the status of each file."""
    assert source.problem is None, source.problem
    return {change.path: change.status for change in source.changes}


def test_what_is_not_committed_counts(
    checkout: Checkout, worktree: Checkout, repository: Repository, pinned: PinFolder
) -> None:
    worktree.write("committed.py", "1\n")
    worktree.git("add", "committed.py")
    worktree.git("commit", "--quiet", "-m", "x")
    worktree.write("staged.py", "1\n")
    worktree.git("add", "staged.py")
    worktree.write("staged.py", "2\n")
    worktree.write("calc.py", "x = 1\n")
    worktree.write("sub/untracked.py", "1\n").chmod(0o755)
    (worktree.path / "notes.txt").unlink()
    source = pinned(worktree.path)
    assert changed(source) == {
        "calc.py": "modified",
        "committed.py": "added",
        "notes.txt": "deleted",
        "staged.py": "added",
        "sub/untracked.py": "added",
    }
    assert source.untracked == ("sub/untracked.py",)
    assert source.commit == worktree.git("rev-parse", "HEAD") != checkout.git("rev-parse", "HEAD")
    assert source.merge_base == checkout.git("rev-parse", "main")
    assert source.tree is not None
    assert read_file(repository, source.tree, "staged.py") == b"2\n"
    assert files_of(repository, source.tree)["sub/untracked.py"][0] == "100755"


def test_the_users_own_checkout(checkout: Checkout, pinned: PinFolder) -> None:
    checkout.write("calc.py", "x = 1\n")
    assert changed(pinned(Path())) == {"calc.py": "modified"}


def test_what_is_ignored_or_not_the_agents_work_is_not_taken(
    worktree: Checkout, pinned: PinFolder
) -> None:
    worktree.write(".gitignore", "*.log\nbuild/\n")
    for name in (
        *("a.log", "build/x", ".env", ".env.local", "sub/.env", ".claude/settings.json"),
        *(".codex/x", ".cursor/x", ".gemini/x", ".aider.chat.history.md", ".aider.tags/x"),
        *("plan.md", "sub/plan.md", "notes/deep/x", "kept.py", ".hydra/x", ".envoy/y"),
        *("__pycache__/calc.cpython-311.pyc", "sub/.pytest_cache/v", ".coverage", ".DS_Store"),
    ):
        worktree.write(name, "x\n")
    source = pinned(worktree.path, "plan.md", "/notes/")
    assert changed(source) == {".gitignore": "added", "kept.py": "added"}
    assert "sub/plan.md" in changed(pinned(worktree.path, "/plan.md", "!.env.local"))
    assert ".env.local" in changed(pinned(worktree.path, "!.env.local"))


def test_what_is_tracked_is_taken_whatever_its_name(
    checkout: Checkout, worktree: Checkout, pinned: PinFolder
) -> None:
    checkout.commit({".env.example": "1\n", ".claude/rules.md": "1\n", ".gitignore": "*.md\n"})
    worktree.git("checkout", "--quiet", "--detach", "main")
    worktree.write(".env.example", "2\n")
    worktree.write(".claude/rules.md", "2\n")
    source = pinned(worktree.path, "*")
    assert changed(source) == {".claude/rules.md": "modified", ".env.example": "modified"}
    assert source.untracked == ()


@pytest.mark.parametrize("bit", ["--assume-unchanged", "--skip-worktree"])
def test_bits_of_the_index_hide_nothing(worktree: Checkout, pinned: PinFolder, bit: str) -> None:
    worktree.git("update-index", bit, "calc.py", "notes.txt")
    worktree.write("calc.py", "x = 1\n")
    (worktree.path / "notes.txt").unlink()
    assert changed(pinned(worktree.path)) == {"calc.py": "modified", "notes.txt": "deleted"}


def test_an_index_that_lies_about_what_is_on_disk(worktree: Checkout, pinned: PinFolder) -> None:
    path = worktree.path / "calc.py"
    content = path.read_bytes()
    worktree.git("config", "core.trustctime", "false")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    worktree.git("update-index", "--refresh")
    path.write_bytes(content.replace(b"a + b", b"a - b"))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert worktree.git("status", "--porcelain") == ""
    assert changed(pinned(worktree.path)) == {"calc.py": "modified"}


def test_a_part_of_a_checkout(checkout: Checkout, tmp_path: Path, pinned: PinFolder) -> None:
    checkout.commit({"one/a": "a", "two/b": "b"})
    worktree = checkout.worktree(tmp_path / "part")
    worktree.git("sparse-checkout", "set", "one")
    assert not (worktree.path / "two").exists()
    worktree.write("one/a", "A")
    assert changed(pinned(worktree.path)) == {"one/a": "modified"}


def test_filters_run_nothing_and_hide_nothing(
    checkout: Checkout, worktree: Checkout, repository: Repository, pinned: PinFolder
) -> None:
    ran = checkout.path.parent / "ran"
    checkout.git("config", "filter.evil.clean", f"touch {ran}; echo clean")
    checkout.git("config", "diff.evil.textconv", f"touch {ran}; echo same")
    checkout.git("config", "diff.evil.command", f"touch {ran}; echo same")
    checkout.git("config", "core.autocrlf", "true")
    hook = f"#!/bin/sh\ntouch {ran}\n"
    checkout.git("config", "core.fsmonitor", str(checkout.write(".git/fsmonitor", hook)))
    for path in (".git/fsmonitor", ".git/hooks/post-index-change"):
        checkout.write(path, hook).chmod(0o755)
    (checkout.path / "core.hooksPath").mkdir()
    worktree.write(".gitattributes", "* filter=evil diff=evil text eol=crlf ident\n")
    worktree.write("calc.py", "x = 1\r\n# $Id$\r\n")
    source = pinned(worktree.path)
    assert set(changed(source)) == {".gitattributes", "calc.py"}
    assert source.tree is not None
    assert read_file(repository, source.tree, "calc.py") == b"x = 1\r\n# $Id$\r\n"
    assert not ran.exists()


def test_modes_that_mean_nothing_are_the_indexs(
    checkout: Checkout, worktree: Checkout, pinned: PinFolder
) -> None:
    checkout.git("config", "core.fileMode", "false")
    (worktree.path / "calc.py").chmod(0o755)
    worktree.write("new.sh", "x\n").chmod(0o755)
    source = pinned(worktree.path)
    assert [(change.path, change.mode) for change in source.changes] == [("new.sh", "100644")]


def test_links_are_kept_and_not_followed(
    worktree: Checkout, repository: Repository, pinned: PinFolder
) -> None:
    secret = worktree.path / ".env"
    (secret / "sub").mkdir(parents=True)
    (secret / "test_calc.py").write_text("stolen")
    (worktree.path / "tests" / "test_calc.py").unlink()
    (worktree.path / "tests").rmdir()
    (worktree.path / "tests").symlink_to(".env")
    (worktree.path / "loop").symlink_to("loop")
    (worktree.path / "calc.py").unlink()
    (worktree.path / "calc.py").symlink_to("notes.txt")
    source = pinned(worktree.path)
    assert source.problem is None
    assert source.tree is not None
    modes = {path: mode for path, (mode, _) in files_of(repository, source.tree).items()}
    assert modes == {
        "calc.py": "120000",
        "loop": "120000",
        "notes.txt": "100644",
        "tests": "120000",
    }
    assert source.notes == ()


def test_what_is_no_file_is_as_good_as_gone(worktree: Checkout, pinned: PinFolder) -> None:
    (worktree.path / "calc.py").unlink()
    os.mkfifo(worktree.path / "calc.py")
    os.mkfifo(worktree.path / "pipe")
    (worktree.path / "empty").mkdir()
    assert changed(pinned(worktree.path)) == {"calc.py": "deleted"}


def test_odd_names(worktree: Checkout, pinned: PinFolder) -> None:
    names = [
        "new\nline",
        'quo"te',
        "ünï",
        os.fsdecode(b"caf\xe9"),
        "-x",
        "tab\t",
        "? x",
        "H 1 2\tx",
    ]
    for name in names:
        worktree.write(name, "x\n")
    source = pinned(worktree.path)
    assert set(source.untracked) == set(names)
    assert set(changed(source)) == set(names)


def test_a_repository_inside_is_left_out(
    worktree: Checkout, pinned: PinFolder, checkout: Checkout
) -> None:
    for name in ("inner", "deep/inner"):
        worktree.write(f"{name}/x.py", "1\n")
        checkout.git("init", "--quiet", str(worktree.path / name))
    worktree.write("deep/kept.py", "1\n")
    checkout.git("init", "--quiet", str(worktree.path / "tests"))
    worktree.write("tests/test_new.py", "1\n")
    source = pinned(worktree.path)
    assert changed(source) == {"deep/kept.py": "added", "tests/test_new.py": "added"}
    assert source.notes == ("another repository inside was left out: deep/inner/, inner/",)


def test_a_submodule_stays_as_it_is(checkout: Checkout, tmp_path: Path, pinned: PinFolder) -> None:
    commit = checkout.git("rev-parse", "main")
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{commit},vendored")
    checkout.git("commit", "--quiet", "-m", "with a submodule")
    worktree = checkout.worktree(tmp_path / "with")
    worktree.write("calc.py", "x = 1\n")
    worktree.write("vendored/x", "x\n")
    assert changed(pinned(worktree.path)) == {"calc.py": "modified"}


def test_conflicts_that_are_not_resolved(
    checkout: Checkout, worktree: Checkout, pinned: PinFolder
) -> None:
    commit = checkout.branch("other", {"calc.py": "x = 1\n"})
    worktree.write("calc.py", "x = 2\n")
    worktree.git("commit", "--quiet", "-am", "x")
    with pytest.raises(AssertionError):
        worktree.git("cherry-pick", commit)
    source = pinned(worktree.path)
    assert changed(source) == {"calc.py": "modified"}
    assert source.notes == ("unresolved conflicts were included as they are: calc.py",)


def test_folders_that_are_no_worktrees(
    checkout: Checkout, make_checkout: MakeCheckout, tmp_path: Path, pinned: PinFolder
) -> None:
    other = make_checkout({"a": "a"}, "other")
    stray = tmp_path / "stray"
    stray.mkdir()
    (stray / ".git").write_text("nonsense\n")
    (checkout.path / "sub").mkdir()
    forged = tmp_path / "forged"
    forged.mkdir()
    evil = checkout.path / "evil"
    evil.mkdir()
    (evil / "commondir").write_text("../.git\n")
    (evil / "HEAD").write_text("ref: refs/heads/main\n")
    (forged / ".git").write_text(f"gitdir: {evil}\n")
    for path, text in (
        (tmp_path / "absent", "there is no folder"),
        (checkout.path / "sub", "is not a git worktree: it has no .git"),
        (checkout.path / "calc.py", "there is no folder"),
        (stray, "is not a git worktree"),
        (other.path, "is a checkout of another repository"),
        (forged, "is a checkout of another repository"),
        (Path("a\0b"), "there is no folder /"),
    ):
        problem = pinned(path).problem
        assert problem is not None
        assert text in problem
        assert problem.isprintable()


def test_a_file_that_cannot_be_read(
    worktree: Checkout, pinned: PinFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_hydra.plugins.git.worktrees.LARGEST", 1000)
    worktree.write("core.dump", b"x" * 1001)
    problem = pinned(worktree.path).problem
    assert problem is not None
    assert problem.startswith("core.dump is larger than 0 MB; ignore it")


def test_a_plain_folder_that_an_agent_worked_in(
    checkout: Checkout, repository: Repository, pinned: PinFolder, tmp_path: Path
) -> None:
    folder = tmp_path / "work"
    checkout.git("worktree", "add", "--quiet", "--detach", str(folder))
    (folder / ".git").unlink()
    (folder / "calc.py").unlink()
    (folder / "new.py").write_text("1\n")
    (folder / ".gitignore").write_text("*.pyc\n")
    (folder / "x.pyc").write_text("1\n")
    (folder / ".env").write_text("1\n")
    source = pinned(folder, kind="command")
    assert changed(source) == {"calc.py": "deleted", ".gitignore": "added", "new.py": "added"}
    assert source.untracked == (".gitignore", "new.py")
    assert (source.kind, source.commit, source.merge_base) == ("command", None, None)
    assert source.tree is not None
    assert read_file(repository, source.tree, "new.py") == b"1\n"


def test_line_ends_that_the_commit_asks_for_are_no_change(
    checkout: Checkout, tmp_path: Path, pinned: PinFolder
) -> None:
    attributes = "*.bat text eol=crlf\n"
    checkout.commit({".gitattributes": attributes, "a.bat": "one\ntwo\n", "b.bat": "1\n2\n"})
    worktree = checkout.worktree(tmp_path / "converted")
    assert (worktree.path / "a.bat").read_bytes() == b"one\r\ntwo\r\n"
    worktree.write("b.bat", "1\r\n3\r\n")
    assert changed(pinned(worktree.path)) == {"b.bat": "modified"}


def test_line_ends_that_nobody_asked_for_are_a_change(
    worktree: Checkout, pinned: PinFolder
) -> None:
    text = (worktree.path / "notes.txt").read_bytes().replace(b"\n", b"\r\n")
    worktree.write("notes.txt", text)
    # The candidate's own word is not enough.
    worktree.write(".gitattributes", "* text eol=crlf\n")
    source = pinned(worktree.path)
    assert [(change.path, change.added) for change in source.changes] == [
        (".gitattributes", 1),
        ("notes.txt", 20),
    ]


def test_a_file_of_git_lfs_that_was_fetched_is_no_change(
    checkout: Checkout, tmp_path: Path, pinned: PinFolder
) -> None:
    content = b"large\0" * 100
    pointer = (
        "version https://git-lfs.github.com/spec/v1\n"
        f"oid sha256:{sha256(content).hexdigest()}\nsize {len(content)}\n"
    )
    checkout.commit({"a.bin": pointer, "b.bin": pointer, "c.bin": pointer})
    worktree = checkout.worktree(tmp_path / "fetched")
    worktree.write("a.bin", content)
    worktree.write("b.bin", content[::-1])
    assert changed(pinned(worktree.path)) == {"b.bin": "modified"}
