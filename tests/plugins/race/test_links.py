"""Links that lead out of a candidate's tree, each alone or together with others."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import check_links, leading_out
from pytest_hydra.plugins.race.change import pin, pin_base
from pytest_hydra.plugins.race.record import Source
from tests.plugins.race.conftest import Checkout


@pytest.mark.parametrize(
    ("links", "out"),
    [
        ({"a": "b", "x/y": "../b", "z": ".", "x/q": "././/../c"}, []),
        ({"a": "/etc", "b": "..", "x/c": "../..", "d": "sub/../../x"}, ["a", "b", "d", "x/c"]),
        # By its own name and back in again: the folder may have another name elsewhere.
        ({"a": "../project/b"}, ["a"]),
        # Each of the two looks harmless.
        ({"x/up": "..", "x/out": "up/../etc"}, ["x/out"]),
        ({"in": "deep/er", "fine": "in/../..", "out": "in/../../.."}, ["out"]),
        ({"a": "b/x", "b": "/etc"}, ["a", "b"]),
        ({"a": "b", "b": "a", "self": "self/.."}, []),
        ({"a": "x/" * 2000}, ["a"]),
    ],
)
def test_where_links_lead(links: dict[str, str], out: list[str]) -> None:
    assert leading_out(links) == tuple(out)


_NAMES = st.sampled_from(["a", "b", "c", "..", "."])
_TARGETS = st.lists(_NAMES, min_size=1, max_size=4).map("/".join)
_PLACES = st.sampled_from(["p", "q", "s/p", "s/q", "s/t/p"])


@settings(max_examples=60)
@given(st.dictionaries(_PLACES, _TARGETS | _PLACES, max_size=5))
def test_what_leads_nowhere_else_stays_inside_of_a_real_folder(
    tmp_path_factory: pytest.TempPathFactory, links: dict[str, str]
) -> None:
    top = tmp_path_factory.mktemp("links", numbered=True).resolve() / "top"
    for folder in ("a", "b", "c", "s/t", "s/a", "s/b", "s/c"):
        (top / folder).mkdir(parents=True, exist_ok=True)
    for path, target in links.items():
        (top / path).symlink_to(target)
    out = leading_out(links)
    for path in links.keys() - {*out}:
        real = os.path.realpath(top / path)
        assert real == str(top) or real.startswith(f"{top}/")


def test_a_flood_of_links_takes_no_long_time() -> None:
    before = time.process_time()
    leading_out({f"{number}": f"{number + 1}/a" * 300 for number in range(1000)})
    assert time.process_time() - before < 20


def pinned(checkout: Checkout, tmp_path: Path, kind: str, target: str) -> Source:
    repository = Repository.find(checkout.path, tmp_path / "objects")
    named = Source(agent="x", kind=kind, named=target)  # type: ignore[arg-type]
    return pin(repository, pin_base(repository, "main"), named, tmp_path / "candidates")


def test_a_candidate_that_links_out_is_refused_by_name(checkout: Checkout, tmp_path: Path) -> None:
    (checkout.path / "theirs").symlink_to("/usr/share")
    checkout.commit({"docs/a.txt": "a\n"})
    checkout.git("checkout", "--quiet", "-b", "links")
    (checkout.path / "tests" / "more").symlink_to("../../elsewhere")
    (checkout.path / "theirs.2").symlink_to("theirs/doc")
    (checkout.path / "fine").symlink_to("docs/a.txt")
    checkout.commit({})
    checkout.git("checkout", "--quiet", "main")
    patch = tmp_path / "links.patch"
    patch.write_bytes(checkout.git_bytes("diff", "--binary", "main", "links"))
    for kind, target in (("ref", "links"), ("patch", str(patch))):
        source = pinned(checkout, tmp_path, kind, target)
        assert source.tree is None
        assert source.problem is not None
        told = "tests/more (to ../../elsewhere), theirs.2 (to theirs/doc); files there"
        assert told in source.problem
        assert "\n" not in source.problem
    # What the base has, and what stays inside, is nobody's fault.
    checkout.branch("fine", {"docs/b.txt": "b\n"})
    checkout.git("checkout", "--quiet", "fine")
    (checkout.path / "well").symlink_to("docs")
    checkout.commit({})
    checkout.git("checkout", "--quiet", "main")
    assert pinned(checkout, tmp_path, "ref", "fine").problem is None


@pytest.mark.parametrize("target", [b"", b"a\0b", b"x" * 5000])
def test_a_link_to_what_is_no_path_is_refused(
    checkout: Checkout, repository: Repository, tmp_path: Path, target: bytes
) -> None:
    name = checkout.git("hash-object", "-w", "--stdin", stdin=target)
    listing = f"120000 blob {name}\tlink\n".encode()
    tree = checkout.git("mktree", stdin=listing)
    commit = checkout.git("commit-tree", "-m", "x", "-p", "main", tree)
    problem = pinned(checkout, tmp_path, "ref", commit).problem
    assert problem == "the symbolic link link has an invalid target"
    # It is no news that the base has it.
    check_links(repository, tree, tree)


def test_of_a_worktree_such_links_are_left_out_where_they_are_not_tracked(
    checkout: Checkout, tmp_path: Path
) -> None:
    worktree = checkout.worktree(tmp_path / "wt")
    (worktree.path / "node_modules").symlink_to(checkout.path / "node_modules")
    (worktree.path / "near").symlink_to("calc.py")
    worktree.write("calc.py", "x = 1\n")
    source = pinned(checkout, tmp_path, "worktree", str(worktree.path))
    assert source.problem is None
    assert source.untracked == ("near",)
    assert source.notes == ("a symbolic link out of the tree was left out: node_modules",)
    assert {change.path for change in source.changes} == {"calc.py", "near"}
    worktree.git("add", "node_modules")
    refused = pinned(checkout, tmp_path, "worktree", str(worktree.path))
    assert refused.problem is not None
    assert "node_modules (to " in refused.problem
