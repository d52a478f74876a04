"""The repository, its refs, and trees as tables."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.commits import head_has_commits_beyond, resolve
from pytest_hydra.plugins.git.repository import GitError, Repository, SourceError
from pytest_hydra.plugins.git.trees import (
    compose_tree,
    files_of,
    read_file,
    write_object,
    write_tree,
)
from tests.plugins.race.conftest import Checkout, MakeCheckout


def test_a_repository_is_found_from_a_folder_below(checkout: Checkout, tmp_path: Path) -> None:
    found = Repository.find(checkout.path / "tests", tmp_path / "objects")
    assert found.path == checkout.path
    assert found.common_dir == found.git_dir == checkout.path / ".git"
    assert found.objects.is_dir()
    assert not found.shallow


def test_a_worktree_shares_the_repository(checkout: Checkout, tmp_path: Path) -> None:
    other = checkout.worktree(tmp_path / "other")
    found = Repository.find(other.path, tmp_path / "objects")
    assert found.path == other.path
    assert found.common_dir == checkout.path / ".git"
    assert found.git_dir == checkout.path / ".git" / "worktrees" / "other"


def test_no_git_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="git was not found on PATH"):
        Repository.find(tmp_path, tmp_path / "objects")


def test_an_old_git_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "git"
    program.write_text("#!/bin/sh\necho git version 2.25.1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(SourceError, match=r"git version 2\.25\.1 \(.*\) is too old; 2\.35"):
        Repository.find(tmp_path, tmp_path / "objects")


def test_what_is_no_checkout_is_said(make_checkout: MakeCheckout, tmp_path: Path) -> None:
    bare = make_checkout(None, "bare", "--bare")
    checkout = make_checkout({"a": "a"}, "full")
    for start, text in (
        (tmp_path, "is not in a git repository"),
        (bare.path, "is in a bare repository"),
        (checkout.path / ".git", "is inside a git directory"),
        (tmp_path / "absent", "there is no folder"),
        (checkout.path / "a", "there is no folder"),
    ):
        with pytest.raises(SourceError, match=text):
            Repository.find(start, tmp_path / "objects")


def test_a_folder_that_cannot_be_made_is_said(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SourceError, match=r"cannot write .*file"):
        Repository.find(checkout.path, tmp_path / "file" / "objects")


def test_odd_paths_are_found(make_checkout: MakeCheckout, tmp_path: Path) -> None:
    checkout = make_checkout({"a": "a"}, 'a "quoted" \\ name, ümläut')
    repository = Repository.find(checkout.path, tmp_path / "the objects")
    commit = resolve(repository, "HEAD")
    assert read_file(repository, commit, "a") == b"a"


def test_the_surroundings_have_no_say(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.bare")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "nonsense")
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    repository = Repository.find(checkout.path, tmp_path / "objects")
    assert resolve(repository, "HEAD") == checkout.git("rev-parse", "HEAD")
    assert not (tmp_path / "trace").exists()


def test_what_a_dead_run_left_is_swept(checkout: Checkout, tmp_path: Path) -> None:
    objects = tmp_path / "objects"
    dead, living = objects / "scratch-999999999-x", objects / f"scratch-{os.getpid()}-x"
    for folder in (dead, living):
        (folder / "objects").mkdir(parents=True)
    Repository.find(checkout.path, objects)
    assert not dead.exists()
    assert living.exists()


def test_repositories_with_long_ids(make_checkout: MakeCheckout, tmp_path: Path) -> None:
    checkout = make_checkout({"a/b": "b"}, "long", "--object-format=sha256")
    repository = Repository.find(checkout.path, tmp_path / "objects")
    commit = resolve(repository, "HEAD")
    assert len(commit) == 64
    assert write_tree(repository, files_of(repository, commit)) == checkout.tree("HEAD")
    written = write_tree(repository, {"c": ("100644", write_object(repository, "blob", b"new\n"))})
    assert read_file(repository, written, "c") == b"new\n"


def test_refs_are_resolved(checkout: Checkout, repository: Repository) -> None:
    base = checkout.git("rev-parse", "main")
    other = checkout.branch("agents/codex", {"a": "a"})
    checkout.git("tag", "-a", "-m", "it", "v1", "agents/codex")
    checkout.git("update-ref", "refs/remotes/origin/topic", other)
    for ref, commit in (
        ("main", base),
        ("HEAD", base),
        ("agents/codex", other),
        ("refs/heads/agents/codex", other),
        ("agents/codex~1", base),
        ("v1", other),
        ("topic", other),
        (other, other),
        (other[:10], other),
    ):
        assert resolve(repository, ref) == commit


def test_a_local_branch_goes_before_its_remote_one(
    checkout: Checkout, repository: Repository
) -> None:
    base = checkout.git("rev-parse", "main")
    checkout.git("update-ref", "refs/remotes/origin/main", checkout.branch("x", {"a": "a"}))
    assert resolve(repository, "main") == base


@pytest.mark.parametrize(
    ("ref", "text"),
    [
        ("agents/codx", "no branch, tag or commit is named 'agents/codx'; did you mean 'agents/co"),
        ("--upload-pack=x", "is not the name of a commit: .* do not begin with a dash"),
        ("-", "is not the name of a commit"),
        ("", "is not the name of a commit"),
        ("main:calc.py", "is not the name of a commit"),
        (":/base", "is not the name of a commit"),
        ("a\nb", r"'a b' is not the name of a commit"),
        ("a\0b", "is not the name of a commit"),
        ("main..agents/codex", "no branch, tag or commit"),
        ("\ud800", "no branch, tag or commit|git does not accept"),
        ("0123456789", "no branch, tag or commit"),
        ("config", "no branch, tag or commit"),
    ],
)
def test_what_is_no_ref_is_said(
    checkout: Checkout, repository: Repository, ref: str, text: str
) -> None:
    checkout.branch("agents/codex", {"a": "a"})
    with pytest.raises(SourceError, match=text):
        resolve(repository, ref)


def test_a_name_of_two_things_is_refused(checkout: Checkout, repository: Repository) -> None:
    other = checkout.branch("twice", {"a": "a"})
    checkout.git("tag", "twice", "main")
    with pytest.raises(SourceError, match=r"twice is a branch and a tag, .* refs/heads/twice"):
        resolve(repository, "twice")
    assert resolve(repository, "refs/heads/twice") == other
    checkout.git("tag", "--force", "twice", other)
    assert resolve(repository, "twice") == other


def test_no_commit_yet_is_said(make_checkout: MakeCheckout, tmp_path: Path) -> None:
    repository = Repository.find(make_checkout().path, tmp_path / "objects")
    with pytest.raises(SourceError, match="has no commit yet"):
        resolve(repository, "HEAD")
    with pytest.raises(SourceError, match=r"there is no 'main': .* has no commit yet"):
        resolve(repository, "main")
    assert not head_has_commits_beyond(repository, "0" * 40)


def test_whether_head_is_beyond(checkout: Checkout, repository: Repository) -> None:
    base = resolve(repository, "HEAD")
    assert not head_has_commits_beyond(repository, base)
    later = checkout.commit({"a": "a"})
    assert head_has_commits_beyond(repository, base)
    assert not head_has_commits_beyond(repository, later)
    checkout.git("checkout", "--quiet", base)
    assert not head_has_commits_beyond(repository, later)


def test_replaced_objects_are_not_believed(checkout: Checkout, repository: Repository) -> None:
    name = checkout.git("rev-parse", "HEAD:calc.py")
    other = checkout.git("hash-object", "-w", "--stdin", stdin=b"lie\n")
    checkout.git("replace", name, other)
    content = read_file(repository, resolve(repository, "HEAD"), "calc.py")
    assert content is not None
    assert content.startswith(b"def add")


def test_trees_are_listed_and_written_alike(checkout: Checkout, repository: Repository) -> None:
    checkout.write("bin/run", "#!/bin/sh\n").chmod(0o755)
    (checkout.path / "link").symlink_to("calc.py")
    names = ["a.b", "a/b", "a-b", "ab", "new\nline", 'quo"te', "tab\t", "ünï"]
    commit = checkout.commit({name: name for name in names})
    files = files_of(repository, commit)
    assert files["bin/run"][0] == "100755"
    assert files["link"][0] == "120000"
    assert set(names) <= set(files)
    assert write_tree(repository, files) == checkout.tree("HEAD")
    assert write_tree(repository, dict(reversed([*files.items()]))) == checkout.tree("HEAD")


def test_names_that_are_no_text(checkout: Checkout, repository: Repository) -> None:
    (checkout.path / os.fsdecode(b"caf\xe9")).write_text("x")
    commit = checkout.commit({})
    assert "caf\udce9" in files_of(repository, commit)
    assert read_file(repository, commit, "caf\udce9") == b"x"


def test_an_empty_tree(repository: Repository) -> None:
    empty = write_tree(repository, {})
    assert empty == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    assert files_of(repository, empty) == {}


def test_files_are_read(checkout: Checkout, repository: Repository) -> None:
    (checkout.path / "link").symlink_to("calc.py")
    commit = checkout.commit({"empty": ""})
    assert read_file(repository, commit, "empty") == b""
    assert read_file(repository, commit, "absent") is None
    assert read_file(repository, commit, "tests") is None
    assert read_file(repository, commit, "link") is None
    with pytest.raises(SourceError, match="is not the id of a tree"):
        read_file(repository, "main", "calc.py")
    with pytest.raises(GitError, match="ls-tree"):
        read_file(repository, "1" * 40, "calc.py")


def test_trees_are_composed(checkout: Checkout, repository: Repository) -> None:
    base = checkout.tree("main")
    checkout.branch(
        "other",
        {"calc.py": "x = 1\n", "tests/test_calc.py": None, "tests/new.py": "", "more/a": "a"},
    )
    other = checkout.tree("other")
    paths = ["tests/test_calc.py", "tests/new.py", "absent.py"]
    composed = files_of(repository, compose_tree(repository, base, other, paths))
    before, over = files_of(repository, base), files_of(repository, other)
    assert set(composed) == {"calc.py", "notes.txt", "tests/new.py"}
    assert composed["calc.py"] == before["calc.py"]
    assert composed["tests/new.py"] == over["tests/new.py"]
    assert compose_tree(repository, base, other, []) == base
    assert compose_tree(repository, base, other, [*before, *over]) == other


def test_a_folder_and_a_file_give_way_to_each_other(
    checkout: Checkout, repository: Repository
) -> None:
    one = checkout.commit({"x": "file", "y/a": "folder"})
    shutil.rmtree(checkout.path / "y")
    (checkout.path / "x").unlink()
    two = checkout.commit({"x/a": "folder", "y": "file"})
    composed = compose_tree(repository, one, two, ["x/a", "y"])
    assert composed == checkout.tree(two)


def test_what_stands_twice_is_refused(checkout: Checkout, repository: Repository) -> None:
    name = checkout.git("rev-parse", "HEAD:calc.py")
    entry = ("100644", name)
    with pytest.raises(SourceError, match="'a' is both a file and a folder"):
        write_tree(repository, {"a": entry, "a/b": entry})
    twice = b"100644 a\0" + bytes.fromhex(name)
    with pytest.raises(SourceError, match="'a' occurs twice"):
        files_of(repository, _hostile_tree(checkout, twice + twice))


@pytest.mark.parametrize(
    "name", [b"..", b".", b".git", b".GIT", b"git~1", b".g\xe2\x80\x8cit", b".git "]
)
def test_trees_that_lead_elsewhere_are_refused(
    checkout: Checkout, repository: Repository, name: bytes
) -> None:
    entry = b"100644 %s\0" % name + bytes.fromhex(checkout.git("rev-parse", "HEAD:calc.py"))
    with pytest.raises(SourceError, match="git would not check it out"):
        files_of(repository, _hostile_tree(checkout, entry))


def test_modes_of_old_histories_are_put_right(checkout: Checkout, repository: Repository) -> None:
    entry = b"100664 a\0" + bytes.fromhex(checkout.git("rev-parse", "HEAD:calc.py"))
    files = files_of(repository, _hostile_tree(checkout, entry))
    assert files["a"][0] == "100644"


def _hostile_tree(checkout: Checkout, data: bytes) -> str:
    command = ("hash-object", "-t", "tree", "--literally", "-w", "--stdin")
    return checkout.git(*command, stdin=data)


def test_objects_are_whole_and_read_only(checkout: Checkout, repository: Repository) -> None:
    name = write_object(repository, "blob", b"something new\n")
    path = repository.objects / name[:2] / name[2:]
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    assert checkout.git("hash-object", "--stdin", stdin=b"something new\n") == name
    assert repository.run("cat-file", "blob", name) == b"something new\n"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    with pytest.raises(AssertionError):  # the user's repository does not have it
        checkout.git("cat-file", "-e", name)


def test_a_git_that_fails_says_what_git_said(repository: Repository) -> None:
    with pytest.raises(GitError, match="git cat-file failed: fatal: Not a valid object"):
        repository.run("cat-file", "blob", "nothing")


def test_the_files_of_the_base_stay_at_hand(checkout: Checkout, repository: Repository) -> None:
    base = checkout.tree("main")
    files = files_of(repository, base)
    others = [
        write_tree(repository, {**files, f"{number}.py": files["calc.py"]}) for number in range(20)
    ]
    kept = files_of(repository, base)
    for other in others:
        assert len(files_of(repository, other)) == len(files) + 1
        assert files_of(repository, base) is kept
    # It is what it was when it has to be read again.
    assert files_of(repository, others[0]).keys() == files.keys() | {"0.py"}
