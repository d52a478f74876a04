"""Where the tests of a task come from, and who may have seen them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import read_file
from pytest_hydra.plugins.race.change import pin, pin_base
from pytest_hydra.plugins.race.policy.race_tables import Policy, RaceSettings
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.race.task_tests import AcceptanceTests, acceptance_tests
from tests.plugins.race.conftest import Checkout

Read = Callable[..., AcceptanceTests]
TEST = "def test_one(): pass\n"
TOLD = "from shop import total\n\n\ndef test_two():\n    assert total([1, 1]) == 2\n"


@pytest.fixture
def read(checkout: Checkout, repository: Repository) -> Read:
    """Reads them for a race with these candidates."""

    def one(tests: str, *candidates: dict[str, Any]) -> AcceptanceTests:
        race = RaceSettings.model_validate(
            {
                "acceptance": {"tests": tests},
                "candidates": [{"agent": f"a{at}", **each} for at, each in enumerate(candidates)],
            }
        )
        base = pin_base(repository, "main")
        found = acceptance_tests(repository, base, race, checkout.path, Policy())
        assert found is not None
        return found

    return one


def test_a_folder_a_patch_and_a_ref_come_to_the_same(
    checkout: Checkout, repository: Repository, read: Read
) -> None:
    checkout.commit({"tests/test_old.py": "old\n"})
    files: dict[str, str | bytes | None] = {"tests/test_old.py": "new\n", "tests/test_new.py": TEST}
    checkout.branch("hidden", files)
    patch = checkout.git("diff", "main", "hidden") + "\n"
    checkout.write("../hidden.patch", patch)
    for path, text in files.items():
        checkout.write(f"acceptance/{path}", str(text))
    checkout.write("acceptance/tests/__pycache__/left.pyc", "x")
    found = [read(name) for name in ("acceptance", "../hidden.patch", "hidden")]
    assert len({entry.tree for entry in found}) == 1
    assert {entry.files for entry in found} == {("tests/test_new.py", "tests/test_old.py")}
    assert [entry.place and entry.place.name for entry in found] == [
        "acceptance",
        "hidden.patch",
        None,
    ]
    assert read_file(repository, found[0].tree, "tests/test_old.py") == b"new\n"


@pytest.mark.parametrize(
    ("tests", "files", "told"),
    [
        ("nowhere", {}, "no branch, tag or commit is named 'nowhere'"),
        ("hidden", {"hidden/src/a.py": "x"}, "src/a.py would replace a candidate's file"),
        ("hidden", {"hidden/__pycache__/a.pyc": "x"}, "the base already has all of them"),
        ("hidden.patch", {"hidden.patch": "no patch"}, "the file contains no patch"),
    ],
)
def test_what_are_no_tests_of_a_task(
    checkout: Checkout, read: Read, tests: str, files: dict[str, str], told: str
) -> None:
    for name, text in files.items():
        checkout.write(name, text)
    with pytest.raises(SourceError) as caught:
        read(tests)
    assert told in str(caught.value)
    assert f"([race.acceptance] tests = '{tests}', " in str(caught.value)


def test_a_link_among_them_is_refused(checkout: Checkout, read: Read) -> None:
    checkout.write("hidden/test_a.py", TEST)
    (checkout.path / "hidden" / "test_b.py").symlink_to("test_a.py")
    with pytest.raises(SourceError, match=r"test_b\.py is not a regular file"):
        read("hidden")


def test_who_may_have_seen_them(checkout: Checkout, read: Read) -> None:
    checkout.branch("honest", {"a.py": "a"})
    checkout.branch("knows", {"hidden/test_a.py": TEST})
    checkout.write("hidden/test_a.py", TEST)
    checkout.write("../knows.patch", checkout.git("diff", "main", "knows") + "\n")
    checkout.write("../honest.patch", checkout.git("diff", "main", "honest") + "\n")
    checkout.git("worktree", "add", "--quiet", "--detach", "../wt")
    assert read(
        "hidden",
        {"ref": "honest"},
        {"patch": "../honest.patch"},
        {"worktree": "../wt"},
        {"command": "agent"},
        {"ref": "gone"},
    ).files == ("test_a.py",)
    for candidate in ({"ref": "knows"}, {"patch": "../knows.patch"}, {"worktree": "."}):
        with pytest.raises(SourceError, match=r"a1 may have seen them \(its \w+\); keep them"):
            read("hidden", {"ref": "honest"}, candidate)
    checkout.write("../wt/hidden/x", "")
    with pytest.raises(SourceError, match="may have seen them"):
        read("hidden", {"worktree": "../wt"})


def test_a_ref_is_kept_from_who_can_read_the_repository(checkout: Checkout, read: Read) -> None:
    checkout.branch("hidden", {"tests/test_a.py": TEST})
    checkout.branch("from-it", {"b.py": "b"}, start="hidden")
    checkout.branch("honest", {"a.py": "a"})
    assert read("hidden", {"ref": "honest"}).files == ("tests/test_a.py",)
    for candidate in ({"worktree": "../wt"}, {"command": "agent"}, {"ref": "from-it"}):
        with pytest.raises(SourceError, match="a0 may have seen them"):
            read("hidden", candidate)


def test_what_the_base_has_is_no_secret(checkout: Checkout, read: Read) -> None:
    checkout.commit({"hidden/test_a.py": TEST})
    with pytest.raises(SourceError, match="tracked at the base"):
        read("hidden")


def test_whoever_has_them_under_another_name_is_told_apart(
    checkout: Checkout, repository: Repository, read: Read, tmp_path: Path
) -> None:
    checkout.commit({"old.py": f"# Of the base.\n{TOLD}"})
    checkout.branch("copies", {"tests/test_mine.py": TOLD})
    checkout.branch("had", {"tests/test_mine.py": TOLD})
    checkout.branch("had-them", {"tests/test_mine.py": None, "b.py": "b"}, start="had")
    checkout.branch("honest", {"src/__init__.py": "", "new.py": f"# Of the base.\n{TOLD}"})
    checkout.write("../copies.patch", checkout.git("diff", "main", "copies") + "\n")
    checkout.git("worktree", "add", "--quiet", "--detach", "../wt")
    checkout.write("../wt/test_b.py", TOLD)
    for name, text in {"a": TOLD, "b": f"# Of the base.\n{TOLD}", "__init__": ""}.items():
        checkout.write(f"hidden/tests/test_{name}.py", text)
    base, task = pin_base(repository, "main"), read("hidden")
    assert [*task.secrets.values()] == ["tests/test_a.py"]
    found = {}
    kinds: dict[str, Literal["ref", "patch", "worktree"]] = {
        **dict.fromkeys(("copies", "had-them", "honest"), "ref"),
        "../copies.patch": "patch",
        "../wt": "worktree",
    }
    for named, kind in kinds.items():
        source = pin(repository, base, Source(agent="a", kind=kind, named=named), tmp_path)
        assert source.problem is None
        try:
            task.check_unseen(repository, base, source)
        except SourceError as error:
            found[named] = str(error)
    assert [*found] == ["copies", "had-them", "../copies.patch", "../wt"]
    assert {text.partition(";")[0] for text in found.values()} == {
        "it has tests of the task, which candidates must not see: tests/test_a.py"
    }
