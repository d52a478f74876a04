"""Refs, patches and a base that moved on."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import files_of, read_file
from pytest_hydra.plugins.race.change import pin, pin_base, race_inputs
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.record.wire import from_plain
from pytest_hydra.settings.file import load_settings
from tests.plugins.race.conftest import Checkout

Pin = Callable[..., Source]
NOTES = "".join(f"line {number} of the notes\n" for number in range(1, 21))


@pytest.fixture
def pinned(repository: Repository, tmp_path: Path) -> Pin:
    """Pins a ref, or what else is said, to the base main."""

    def one(target: str | Path, kind: str = "ref", base: str = "main") -> Source:
        named = Source(agent="codex", kind=kind, named=str(target))  # type: ignore[arg-type]
        return pin(repository, pin_base(repository, base), named, tmp_path / "run" / "candidates")

    return one


@pytest.fixture
def patched(pinned: Pin, tmp_path: Path) -> Callable[[bytes], Source]:
    """Pins a patch file with this content."""

    def one(content: bytes) -> Source:
        path = tmp_path / "one.patch"
        path.write_bytes(content)
        return pinned(path, "patch")

    return one


def test_the_base_is_pinned(checkout: Checkout, repository: Repository) -> None:
    base = pin_base(repository, "main")
    assert (base.agent, base.kind, base.named) == ("base", "base", "main")
    assert base.commit == checkout.git("rev-parse", "main")
    assert base.tree == checkout.tree("main")
    checkout.commit({"a": "a"})
    assert base.tree != pin_base(repository, "main").tree


def test_the_base_falls_back_to_origin(checkout: Checkout, repository: Repository) -> None:
    checkout.git("update-ref", "refs/remotes/origin/trunk", "main")
    assert pin_base(repository, "trunk").commit == checkout.git("rev-parse", "main")
    with pytest.raises(SourceError, match=r"no branch, tag .* did you mean 'main'"):
        pin_base(repository, "mian")


def test_a_ref_is_pinned(checkout: Checkout, pinned: Pin, tmp_path: Path) -> None:
    commit = checkout.branch("agents/codex", {"new.py": "x = 1\n", "calc.py": None})
    source = pinned("agents/codex")
    assert source.problem is None
    assert source.tree == checkout.tree(commit)
    assert source.commit == commit
    assert source.merge_base == checkout.git("rev-parse", "main")
    assert [(change.path, change.status) for change in source.changes] == [
        ("calc.py", "deleted"),
        ("new.py", "added"),
    ]
    assert source.patch == "candidates/codex/diff.patch"
    patch = (tmp_path / "run" / source.patch).read_bytes()
    assert patch == checkout.git_bytes("diff", "--binary", "--full-index", "main", "agents/codex")
    assert from_plain(Source, asdict(source)) == source


def test_what_is_known_of_the_work_is_kept(repository: Repository, tmp_path: Path) -> None:
    known = Source(
        agent="a",
        kind="ref",
        named="main",
        duration_seconds=1.5,
        cost_usd=0.1,
        tokens={"input": 7},
    )
    source = pin(repository, pin_base(repository, "main"), known, tmp_path)
    assert (source.duration_seconds, source.cost_usd) == (1.5, 0.1)
    assert source.tokens == {"input": 7}


def test_a_ref_that_changes_nothing(checkout: Checkout, pinned: Pin, tmp_path: Path) -> None:
    checkout.git("branch", "idle")
    source = pinned("idle")
    assert (source.problem, source.changes, source.tree) == (None, (), checkout.tree("main"))
    assert (tmp_path / "run" / "candidates" / "codex" / "diff.patch").read_bytes() == b""


def test_candidates_are_pinned_side_by_side(
    checkout: Checkout, repository: Repository, tmp_path: Path
) -> None:
    for number in range(4):
        checkout.branch(f"a{number}", {"calc.py": f"x = {number}\n", "same.py": "1\n"})
    checkout.commit({"notes.txt": "moved on\n"})
    base = pin_base(repository, "main")
    named = [Source(agent=f"a{n}", kind="ref", named=f"a{n}") for n in range(4)] * 3
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda entry: pin(repository, base, entry, tmp_path / "c"), named))
    assert [entry.problem for entry in found] == [None] * 12
    assert found[:4] == found[4:8] == found[8:]
    assert len({entry.tree for entry in found}) == 4


def test_a_base_that_moved_on_makes_nobody_a_deleter(
    checkout: Checkout, repository: Repository, pinned: Pin
) -> None:
    start = checkout.git("rev-parse", "main")
    checkout.branch("a", {"notes.txt": NOTES.replace("line 2 ", "LINE 2 "), "mine.py": "1\n"})
    checkout.commit({"notes.txt": NOTES.replace("line 19 ", "LINE 19 "), "theirs.py": "2\n"})
    source = pinned("a")
    assert source.problem is None
    assert source.merge_base == start
    assert source.tree is not None
    assert [(change.path, change.added, change.removed) for change in source.changes] == [
        ("mine.py", 1, 0),
        ("notes.txt", 1, 1),
    ]
    assert "theirs.py" in files_of(repository, source.tree)
    assert source.tree == _merged_by_git(checkout, "a")


def test_a_base_that_moved_on_all_the_way(checkout: Checkout, pinned: Pin) -> None:
    checkout.git("branch", "behind")
    checkout.commit({"calc.py": None, "x": "x"})
    assert pinned("behind").changes == ()


def test_a_base_that_was_merged_is_where_the_change_begins(checkout: Checkout, pinned: Pin) -> None:
    checkout.branch("a", {"mine.py": "1\n"})
    latest = checkout.commit({"theirs.py": "2\n"})
    checkout.git("checkout", "--quiet", "a")
    checkout.git("merge", "--quiet", "-m", "m", "main")
    checkout.git("checkout", "--quiet", "main")
    source = pinned("a")
    assert source.merge_base == latest
    assert [change.path for change in source.changes] == ["mine.py"]


def test_renames_on_both_sides_are_followed(checkout: Checkout, pinned: Pin) -> None:
    other = NOTES.replace("notes", "others")
    checkout.commit({"other.txt": other, "third.txt": NOTES.replace("notes", "thirds")})
    checkout.git("checkout", "--quiet", "-b", "a")
    checkout.git("mv", "other.txt", "moved.txt")
    checkout.git("mv", "third.txt", "same.txt")
    checkout.commit({"notes.txt": NOTES + "more\n"})
    checkout.git("checkout", "--quiet", "main")
    checkout.git("mv", "notes.txt", "papers.txt")
    checkout.git("mv", "third.txt", "same.txt")
    checkout.commit({"other.txt": other + "more\n"})
    source = pinned("a")
    assert source.problem is None
    assert source.tree == _merged_by_git(checkout, "a")
    assert [(change.path, change.old_path, change.added) for change in source.changes] == [
        ("moved.txt", "other.txt", 0),
        ("papers.txt", None, 1),
    ]


def test_modes_are_merged(checkout: Checkout, repository: Repository, pinned: Pin) -> None:
    checkout.git("checkout", "--quiet", "-b", "a")
    (checkout.path / "calc.py").chmod(0o755)
    checkout.commit({})
    checkout.git("checkout", "--quiet", "main")
    checkout.commit({"calc.py": "x = 1\n"})
    source = pinned("a")
    assert source.tree is not None
    assert files_of(repository, source.tree)["calc.py"][0] == "100755"
    assert read_file(repository, source.tree, "calc.py") == b"x = 1\n"


def _merged_by_git(checkout: Checkout, name: str) -> str:
    checkout.git("merge", "--quiet", "--no-commit", "--no-ff", name)
    return checkout.git("write-tree")


def test_conflicts_are_named(checkout: Checkout, pinned: Pin) -> None:
    checkout.commit({"bin": b"\0\1", "gone.txt": "1\n2\n3\n", "kept.txt": "1\n2\n3\n"})
    checkout.branch(
        "a",
        {"calc.py": "x = 1\n", "bin": b"\0\2", "gone.txt": "1\n", "kept.txt": None, "new": "1\n"},
    )
    checkout.commit(
        {"calc.py": "x = 2\n", "bin": b"\0\3", "gone.txt": None, "kept.txt": "3\n", "new": "2\n"}
    )
    source = pinned("a")
    assert source.tree is None
    assert source.patch is None
    assert source.problem == (
        "its change conflicts with the base, which has new commits, in bin, calc.py, gone.txt, "
        "kept.txt, new; merge or rebase it"
    )


def test_a_file_where_the_base_has_a_folder(checkout: Checkout, pinned: Pin) -> None:
    checkout.branch("a", {"x": "file"})
    checkout.commit({"x/y": "folder"})
    assert pinned("a").problem == "'x' is both a file and a folder"


def test_attributes_have_no_say_in_a_merge(checkout: Checkout, pinned: Pin) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n", ".gitattributes": "* merge=union\n"})
    checkout.commit({"calc.py": "x = 2\n"})
    problem = pinned("a").problem
    assert problem is not None
    assert "conflicts with the base" in problem


def test_no_history_in_common(checkout: Checkout, pinned: Pin) -> None:
    tree = checkout.tree("main")
    checkout.git("branch", "alien", checkout.git("commit-tree", "-m", "alien", tree))
    problem = pinned("alien").problem
    assert problem is not None
    assert problem.startswith("it has no history in common with the base")
    assert "fetch-depth" not in problem


def test_a_shallow_clone_says_what_to_do(checkout: Checkout, tmp_path: Path) -> None:
    checkout.branch("a", {"a": "a"})
    checkout.commit({"b": "b"})
    clone = tmp_path / "clone"
    url = f"file://{checkout.path}"
    checkout.git("clone", "--quiet", "--depth=1", "--no-single-branch", url, str(clone))
    repository = Repository.find(clone, tmp_path / "objects")
    named = Source(agent="a", kind="ref", named="a")
    problem = pin(repository, pin_base(repository, "main"), named, tmp_path).problem
    assert problem is not None
    assert "no history in common" in problem
    assert "fetch-depth: 0" in problem


def test_a_ref_that_is_not_there(checkout: Checkout, pinned: Pin) -> None:
    checkout.branch("agents/codex", {"a": "a"})
    source = pinned("agents/codec")
    assert source.problem is not None
    assert "did you mean 'agents/codex'" in source.problem
    assert (source.agent, source.kind, source.named) == ("codex", "ref", "agents/codec")


def test_a_commit_that_leads_elsewhere(checkout: Checkout, pinned: Pin) -> None:
    name = checkout.git("rev-parse", "HEAD:calc.py")
    below = b"100755 post-checkout\0" + bytes.fromhex(name)
    literally = ("hash-object", "-t", "tree", "--literally", "-w", "--stdin")
    tree = checkout.git(*literally, stdin=below)
    tree = checkout.git(*literally, stdin=b"40000 .git\0" + bytes.fromhex(tree))
    commit = checkout.git("commit-tree", "-m", "x", "-p", "main", tree)
    problem = pinned(commit).problem
    assert problem is not None
    assert "git's own; git would not check it out" in problem


def test_a_patch_is_pinned(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n", "new/one": "1\n", "tests/test_calc.py": None})
    source = patched(checkout.git_bytes("diff", "main", "a"))
    assert source.problem is None
    assert source.tree == checkout.tree("a")
    assert source.merge_base is None
    assert len(source.changes) == 3


def test_a_patch_of_all_kinds(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    odd = ["new\nline", 'quo"te', "ünï", "a b", os.fsdecode(b"caf\xe9"), "tab\tted"]
    checkout.commit({**dict.fromkeys(odd, "old\n"), "bin": b"\0\1", "crlf": "a\r\nb\r\n"})
    checkout.git("checkout", "--quiet", "-b", "a")
    (checkout.path / "calc.py").chmod(0o755)
    (checkout.path / "link").symlink_to("calc.py")
    checkout.git("mv", "notes.txt", "papers and pens.txt")
    changes: dict[str, str | bytes | None] = {**dict.fromkeys(odd, "new\n"), "empty": ""}
    checkout.commit({**changes, "bin": b"\0\2" * 50, "crlf": "a\r\nB\r\n"})
    checkout.git("checkout", "--quiet", "main")
    source = patched(checkout.git_bytes("diff", "--binary", "-M", "main", "a"))
    assert source.problem is None
    assert source.tree == checkout.tree("a")


def test_a_patch_as_it_is_mailed(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n"})
    source = patched(checkout.git_bytes("format-patch", "--stdout", "main..a"))
    assert source.tree == checkout.tree("a")


def test_a_patch_with_windows_line_ends(
    checkout: Checkout, patched: Callable[[bytes], Source]
) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n", "new": "1\n"})
    patch = checkout.git_bytes("diff", "main", "a")
    assert patched(patch.replace(b"\n", b"\r\n")).tree == checkout.tree("a")


def test_a_patch_without_prefixes(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n", "tests/new.py": "1\n"})
    source = patched(checkout.git_bytes("diff", "--no-prefix", "main", "a"))
    assert source.tree == checkout.tree("a")


def test_a_patch_of_an_older_base(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    checkout.branch("a", {"notes.txt": NOTES.replace("line 2 ", "LINE 2 "), "mine.py": "1\n"})
    patch = checkout.git_bytes("diff", "-U10", "main", "a")
    checkout.commit({"notes.txt": NOTES.replace("line 6 ", "LINE 6 ")})
    source = patched(patch)
    assert source.problem is None
    assert [(change.path, change.added) for change in source.changes] == [
        ("mine.py", 1),
        ("notes.txt", 1),
    ]


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_patch_changes_nothing(
    checkout: Checkout, patched: Callable[[bytes], Source], content: bytes
) -> None:
    source = patched(content)
    assert (source.problem, source.changes) == (None, ())
    assert source.tree == checkout.tree("main")


def _new(path: str) -> bytes:
    return f"--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+x\n".encode()


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"hello\n", "the file contains no patch"),
        (b"\x7fELF\0\1\2\xff" * 99, "the file contains no patch"),
        (_new("b/../x"), r"does not apply to the base: .*\.\./x"),
        (_new("b/.git/hooks/x"), r"does not apply to the base: invalid path '\.git/hooks/x'"),
        (_new("/etc/x"), "has the absolute path /etc/x"),
        (_new("b/calc.py"), r"conflicts with the base in calc\.py"),
        (
            b"--- a/calc.py\n+++ b/calc.py\n@@ -1 +1 @@\n-no such line\n+x\n",
            r"does not apply to the base: patch failed: calc\.py:1, ",
        ),
        (
            b"--- a/absent.py\n+++ b/absent.py\n@@ -1 +1 @@\n-x\n+y\n",
            r"absent\.py: does not exist in index",
        ),
        (
            b"diff --git a/a.png b/a.png\nnew file mode 100644\nindex 0000000..1234567\n"
            b"Binary files /dev/null and b/a.png differ\n",
            "a binary file without its content; create it with git diff --binary",
        ),
        (
            b"diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n"
            b"@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n" + _new("b/link/x"),
            "link",
        ),
        (b"--- a/calc.py\n+++ b/calc.py\n@@ -1,9 +1 @@\n-def", "the file ends inside a hunk"),
        ("diff --git a/x b/x\n".encode("utf-16"), "the file is UTF-16; save it as UTF-8"),
        (b"\x1b[1mdiff --git a/x b/x\x1b[m\n", "the patch has colours; .*--no-color"),
        (b"--- a/calc.py\n+++ b/calc.py\n@@ -1 +1 @@\n-no\n+x\n", r"^(?!.*(calc\.py:1).*\1)"),
    ],
)
def test_patches_that_do_not_apply(
    patched: Callable[[bytes], Source], content: bytes, text: str
) -> None:
    source = patched(content)
    assert source.tree is None
    assert source.problem is not None
    assert text_in(text, source.problem)


def test_a_patch_without_its_end_is_completed(
    checkout: Checkout, patched: Callable[[bytes], Source]
) -> None:
    text = "a = 1\nb = 2\n\n\n\nc = 3\n"
    checkout.commit({"end.py": text})
    checkout.branch("a", {"end.py": text.replace("b = 2", "b = 5")})
    patch = checkout.git_bytes("diff", "main", "a")
    assert patched(patch.rstrip(b"\n")).tree == checkout.tree("a")
    # Blank lines of context went as well.
    shorter = checkout.git_bytes("diff", "-U2", "main", "a")
    assert shorter.endswith(b" \n \n")
    assert patched(shorter.strip()).tree == checkout.tree("a")


def test_line_ends_that_differ_are_named(
    checkout: Checkout, patched: Callable[[bytes], Source]
) -> None:
    checkout.commit({"ends.txt": "a\r\nb\r\n"})
    problem = patched(b"--- a/ends.txt\n+++ b/ends.txt\n@@ -1,2 +1,2 @@\n-a\n+x\n b\n").problem
    assert problem == "the lines of ends.txt end with CRLF, and those of the patch with LF"


def text_in(pattern: str, text: str) -> bool:
    """Whether a message has the pattern in it, and is one line."""
    return re.search(pattern, text) is not None and "\n" not in text


def test_a_patch_that_conflicts(checkout: Checkout, patched: Callable[[bytes], Source]) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n"})
    patch = checkout.git_bytes("diff", "--full-index", "main", "a")
    checkout.commit({"calc.py": "x = 2\n"})
    problem = patched(patch).problem
    assert problem is not None
    assert text_in("the patch conflicts with the base in calc.py", problem)


def test_patch_files_that_cannot_be_read(pinned: Pin, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, text in (
        (tmp_path / "absent.patch", "there is no patch"),
        (tmp_path, "is a folder"),
        (tmp_path / "pipe", "is not a regular file"),
        ("a\0b", "cannot read the patch"),
    ):
        problem = pinned(path, "patch").problem
        assert problem is not None
        assert text_in(text, problem)


def test_a_relative_patch_is_the_checkouts(checkout: Checkout, pinned: Pin) -> None:
    checkout.branch("a", {"calc.py": "x = 1\n"})
    checkout.write("candidates/a.patch", checkout.git_bytes("diff", "main", "a"))
    assert pinned("candidates/a.patch", "patch").tree == checkout.tree("a")
    kept = pinned("candidates/a.patch", "command")
    assert (kept.kind, kept.tree) == ("command", checkout.tree("a"))


def test_a_missing_object_is_said(checkout: Checkout, pinned: Pin) -> None:
    commit = checkout.branch("a", {"calc.py": "x = 1\n"})
    name = checkout.git("rev-parse", "a:calc.py")
    (checkout.path / ".git" / "objects" / name[:2] / name[2:]).unlink()
    problem = pinned(commit).problem
    assert problem is not None
    assert name in problem


def test_what_a_race_is_made_of_is_another_when_any_of_it_is(checkout: Checkout) -> None:
    settings_file = checkout.path / "hydra.toml"
    patches = [checkout.path / "a.patch", checkout.path / "b.patch"]

    def write(extra: str = "") -> None:
        settings_file.write_text(
            '[race]\nbase = "main"\ntask = "task.md"\n'
            '[[race.candidates]]\nagent = "a"\npatch = "a.patch"\n'
            '[[race.candidates]]\nagent = "b"\npatch = "b.patch"\n'
            f'[[race.candidates]]\nagent = "c"\nref = "agents/c"\n{extra}'
        )

    def inputs(*, run_agents: bool = False) -> str | None:
        settings = load_settings(settings_file, "hydra.toml")
        return race_inputs(settings, run_agents=run_agents)

    write()
    patches[0].write_text("one")
    seen = [inputs()]
    assert inputs(run_agents=True) == seen[0]  # there is no agent to run
    patches[0].rename(patches[1])
    seen.append(inputs())
    patches[1].write_text("two")
    seen.append(inputs())
    checkout.git("branch", "agents/c")
    seen.append(inputs())
    checkout.commit({"new": "file"})  # of the base
    seen.append(inputs())
    (checkout.path / "task.md").write_text("Mend it.")
    seen.append(inputs())
    write("[scoring.weights]\nlint = 3\n")
    seen.append(inputs())
    os.mkfifo(checkout.path / "log")
    write('log = "log"\n')  # nobody waits for what a pipe says
    seen.append(inputs())
    write('[[race.candidates]]\nagent = "d"\ncommand = "agent"\n')
    seen += [inputs(), inputs(run_agents=True)]
    for tests in ("hidden", "hidden.patch", "agents/c"):
        write(f'[race.acceptance]\ntests = "{tests}"\n')
        seen.append(inputs())
    (checkout.path / "hidden").mkdir()
    (checkout.path / "hidden" / "test_a.py").write_text("one")
    write('[race.acceptance]\ntests = "hidden"\n')
    seen.append(inputs())
    (checkout.path / "hidden" / "test_a.py").write_text("two")
    seen.append(inputs())
    assert len(set(seen)) == len(seen)
    write('[[race.candidates]]\nagent = "d"\nworktree = "wt"\n')
    assert inputs() is None
