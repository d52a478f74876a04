"""What differs between two trees, and what its lines are worth."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from pytest_hydra.plugins.git.diff import FileChange, difference, digest_of
from pytest_hydra.plugins.git.repository import Repository, SourceError
from tests.plugins.race.conftest import Checkout

Files = dict[str, str | bytes | None]
Changed = Callable[[Files, Files], dict[str, FileChange]]


@pytest.fixture
def changed(checkout: Checkout, repository: Repository) -> Changed:
    """What changes from some files to others, by path."""

    def change(before: Files, after: Files) -> dict[str, FileChange]:
        one = checkout.commit(before)
        two = checkout.commit(after)
        return {
            it.path: it
            for it in difference(repository, checkout.tree(one), checkout.tree(two)).changes
        }

    return change


def test_files_come_and_go(changed: Changed) -> None:
    found = changed(
        {"old.txt": "1\n2\n", "same.txt": "x\n", "edit.txt": "a\nb\nc\n"},
        {
            "old.txt": None,
            "new.txt": "1\n2\n3 and something else\n4\n5\n",
            "edit.txt": "a\nB\nc\nd",
        },
    )
    assert found == {
        "edit.txt": FileChange(path="edit.txt", status="modified", added=2, removed=1),
        "new.txt": FileChange(path="new.txt", status="added", added=5),
        "old.txt": FileChange(path="old.txt", status="deleted", removed=2),
    }
    assert list(found) == sorted(found)


def test_a_renamed_file_is_one(changed: Changed) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    found = changed({"a.txt": text}, {"a.txt": None, "b/c.txt": text + "more\n"})
    assert found == {
        "b/c.txt": FileChange(path="b/c.txt", status="renamed", old_path="a.txt", added=1)
    }


def test_modes_and_kinds(checkout: Checkout, repository: Repository) -> None:
    before = checkout.commit({"run": "x\n", "thing": "x\n"})
    (checkout.path / "run").chmod(0o755)
    (checkout.path / "thing").unlink()
    (checkout.path / "thing").symlink_to("calc.py")
    after = checkout.commit({})
    one, two = difference(repository, checkout.tree(before), checkout.tree(after)).changes
    assert one == FileChange(path="run", status="modified", mode="100755")
    assert (two.path, two.status, two.mode) == ("thing", "type_changed", "120000")
    assert (two.added, two.removed) == (1, 1)


def test_binary_files_have_no_lines(changed: Changed) -> None:
    found = changed({"a.png": b"\x89PNG\0\1\n2"}, {"a.png": b"\x89PNG\0\2\n\n"})
    assert found["a.png"] == FileChange(path="a.png", status="modified", binary=True)


def test_attributes_hide_nothing(changed: Changed) -> None:
    attributes = "* -diff -text binary linguist-generated\n*.py diff=python export-ignore\n"
    found = changed({"a.js": "1\n"}, {"a.js": "2\n3\n", ".gitattributes": attributes})
    assert (found["a.js"].added, found["a.js"].removed) == (2, 1)
    assert (found["a.js"].binary, found["a.js"].kind) == (False, "source")


def test_a_nul_does_not_hide_lines(changed: Changed) -> None:
    before = b"".join(b"line %d;\n" % number for number in range(10))
    found = changed({"a.js": before}, {"a.js": before + b"// \0\nnew();\n", "b.js": b"\0\n1\n"})
    assert (found["a.js"].added, found["a.js"].removed, found["a.js"].binary) == (2, 0, False)
    assert (found["b.js"].added, found["b.js"].status) == (2, "added")


def test_names_of_all_kinds(checkout: Checkout, repository: Repository) -> None:
    names = ["a\nb", 'quo"te', "tab\t", " blank ", "-dash", "ünï", "caf\udce9", "a b/c -> d", ":x"]
    before = checkout.git("rev-parse", "HEAD")
    for name in names:
        path = checkout.path / os.fsdecode(name.encode("utf-8", "surrogateescape"))
        path.parent.mkdir(exist_ok=True)
        path.write_text("x\n")
    after = checkout.commit({})
    found = difference(repository, checkout.tree(before), checkout.tree(after)).changes
    assert {entry.path for entry in found} == set(names)
    assert {entry.added for entry in found} == {1}


def test_lines_that_look_like_a_diff(changed: Changed) -> None:
    text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\nGIT binary patch\n\\ No\n"
    found = changed({"a.txt": text}, {"a.txt": "x\n", "b.txt": text + "end of it all\n"})
    assert (found["a.txt"].added, found["a.txt"].removed) == (1, 6)
    assert (found["b.txt"].added, found["b.txt"].binary) == (7, False)


def test_the_digest_of_a_change_does_not_depend_on_the_base(
    checkout: Checkout, repository: Repository
) -> None:

    def digest(old: str, new: str) -> str:
        return digest_of(difference(repository, checkout.tree(old), checkout.tree(new)).patch)

    notes = checkout.path.joinpath("notes.txt").read_text()
    checkout.branch("change", {"notes.txt": notes.replace("line 15", "line XV")})
    checkout.branch("other", {"notes.txt": notes.replace("line 15", "line 15b")})
    # Other commits to the base, in the same file as well.
    before = f"a first line\n{notes}"
    checkout.branch("base", {"notes.txt": before, "hydra.toml": "# a waiver\n"})
    later: dict[str, str | bytes | None] = {"notes.txt": before.replace("line 15", "line XV")}
    checkout.branch("change-later", later, "base")
    assert digest("main", "change") == digest("base", "change-later")
    assert digest("main", "change") != digest("main", "other")
    # Modes and names are part of a change.
    checkout.git("mv", "notes.txt", "other.txt")
    checkout.git("commit", "--quiet", "--message", "rename")
    assert digest("main~1", "main") != digest("main", "main~1")


def test_lock_and_generated_files(changed: Changed) -> None:
    mark = "// Code generated by protoc. DO NOT EDIT.\n"
    names = ["package-lock.json", "sub/Cargo.lock", "lib.min.js", "api_pb2.py"]
    found = changed(
        {"made.go": mark + "a\n", **dict.fromkeys(names, "1\n")},
        {"made.go": mark + "b\n", "mine.go": mark + "b\n", **dict.fromkeys(names, "2\n")},
    )
    assert {path: entry.kind for path, entry in found.items()} == {
        "package-lock.json": "lock",
        "sub/Cargo.lock": "lock",
        "lib.min.js": "generated",
        "api_pb2.py": "generated",
        "made.go": "generated",
        # It says so of itself, and the base does not.
        "mine.go": "source",
    }


def test_what_is_worth_a_word(checkout: Checkout, repository: Repository) -> None:
    before = checkout.git("rev-parse", "HEAD")
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 12345\n"
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{before},vendored")
    (checkout.path / "vendored").mkdir()
    checkout.git("-C", "vendored", "init", "--quiet")
    after = checkout.git("commit-tree", "-m", "x", "-p", before, _tree(checkout, pointer))
    found = difference(repository, checkout.tree(before), checkout.tree(after))
    assert found.notes == (
        "big.bin is a pointer of Git LFS; the file itself is not checked",
        f"vendored is a submodule, at {before[:12]}; its content is not checked",
    )


def _tree(checkout: Checkout, pointer: str) -> str:
    checkout.write("big.bin", pointer)
    checkout.git("add", "big.bin")
    return checkout.git("write-tree")


def test_the_patch_makes_one_tree_of_the_other(checkout: Checkout, repository: Repository) -> None:
    before = checkout.commit({"a.bin": b"\0\1", "gone": "x\n", "mode": "x\n", "odd\nname": "x\n"})
    (checkout.path / "mode").chmod(0o755)
    (checkout.path / "link").symlink_to("calc.py")
    after = checkout.commit(
        {"a.bin": b"\0\2" * 99, "gone": None, "odd\nname": "y", "crlf": "a\r\nb\r\n", "empty": ""}
    )
    patch = difference(repository, checkout.tree(before), checkout.tree(after)).patch
    checkout.git("checkout", "--quiet", before)
    checkout.git("apply", "--index", "--binary", "-", stdin=patch)
    assert checkout.git("write-tree") == checkout.tree(after)


def test_what_is_missing_is_said(checkout: Checkout, repository: Repository) -> None:
    absent = b"100644 a\0" + bytes.fromhex("1" * 40)
    tree = checkout.git("hash-object", "-t", "tree", "--literally", "-w", "--stdin", stdin=absent)
    with pytest.raises(SourceError, match="diff-tree failed"):
        difference(repository, checkout.tree("main"), tree)
