"""A look at real trees, what it means for gates, and what is left of it in a record."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from pytest_hydra.git.diff import FileChange, difference
from pytest_hydra.git.repository import Repository
from pytest_hydra.race.decide import tampering
from pytest_hydra.race.inspect.look import Base, look, look_once
from pytest_hydra.race.inspect.reader_pool import Readers
from pytest_hydra.race.record import CandidateRecord, Policy, Source, Waiver
from pytest_hydra.record.wire import from_plain
from pytest_hydra.results.outcomes import Sign
from tests.race import recorded
from tests.race.conftest import Checkout

KNOWN = "import threading\nimport json\n\n\ndef go(f):\n    threading.Thread(target=f).start()\n"


def signs(
    checkout: Checkout, repository: Repository, files: dict[str, str | bytes | None]
) -> list[tuple[str, str, int | None]]:
    checkout.branch("theirs", files)
    base, tree = checkout.tree("main"), checkout.tree("theirs")
    source = Source(
        agent="codex", kind="ref", named="theirs", tree=tree,
        changes=difference(repository, base, tree).changes,
    )  # fmt: skip
    found = looked_at(repository, base, source)
    return [(entry.kind, entry.file, entry.line) for entry in found]


def looked_at(repository: Repository, base: str, source: Source) -> tuple[Sign, ...]:
    with closing(Readers()) as readers:
        known = Base(repository, base, ("services/a",), ("hamcrest", "other"))
        return look(known, source, Policy(), readers)


def test_signs_are_told_by_file_and_line(checkout: Checkout, repository: Repository) -> None:
    calc = (checkout.path / "calc.py").read_text()
    test = (checkout.path / "tests/test_calc.py").read_text()
    found = signs(
        checkout,
        repository,
        {
            "calc.py": f"import sys\n{calc}\n\nsys.settrace(None)\n",
            "tests/test_calc.py": test.replace("    assert", "    return\n    assert"),
            "tests/conftest.py": "def pytest_pyfunc_call(pyfuncitem):\n    return True\n",
            "notes.txt": None,
        },
    )
    assert found == [
        ("lever", "calc.py", 10),
        ("hook-rewrites", "tests/conftest.py", 2),
        ("test-guarded", "tests/test_calc.py", 6),
    ]


def test_a_change_of_nothing_has_no_signs(checkout: Checkout, repository: Repository) -> None:
    assert signs(checkout, repository, {}) == []
    checkout.git("branch", "-D", "theirs")
    assert signs(checkout, repository, {"notes.txt": "less\n"}) == []


def test_what_the_project_does_elsewhere_is_only_shown(
    checkout: Checkout, repository: Repository
) -> None:
    checkout.commit({"jobs.py": KNOWN})
    found = signs(
        checkout, repository, {"more.py": KNOWN, "deep.py": "import gc\ngc.get_objects\n"}
    )
    assert found == [("lever", "deep.py", 2), ("lever-known", "more.py", 6)]


def test_a_word_in_a_test_makes_no_lever_known(checkout: Checkout, repository: Repository) -> None:
    checkout.commit({"tests/jobs.py": KNOWN, "said.py": "# Thread(target=f)\n"})
    assert signs(checkout, repository, {"more.py": KNOWN}) == [("lever", "more.py", 6)]


def test_a_plugin_of_pytest_may_have_hooks(checkout: Checkout, repository: Repository) -> None:
    hook = "\n\ndef pytest_collection_modifyitems(items):\n    items.sort(key=str)\n"
    assert signs(checkout, repository, {"plug.py": f"X = 1{hook}"}) == [
        ("runner-hook", "plug.py", 3)
    ]
    checkout.git("branch", "-D", "theirs")
    checkout.commit({"plugin.py": "import pytest\n"})
    assert signs(checkout, repository, {"plug.py": f"X = 1{hook}"}) == [
        ("runner-hook-again", "plug.py", 3)
    ]


def test_what_builds_the_project_may_reach_for_the_interpreter(
    checkout: Checkout, repository: Repository
) -> None:
    lever = "import gc\ngc.get_objects()\n"
    files: dict[str, str | bytes | None] = {"setup.py": lever, "scripts/make.py": lever}
    assert signs(checkout, repository, files) == [
        ("lever-aside", "scripts/make.py", 2),
        ("lever-aside", "setup.py", 2),
    ]


@pytest.mark.parametrize(
    "code", ["import scripts.make", "from scripts import make", "import make", "f('scripts.make')"]
)
def test_what_is_imported_does_not_only_build_the_project(
    checkout: Checkout, repository: Repository, code: str
) -> None:
    files: dict[str, str | bytes | None] = {
        "scripts/make.py": "import gc\ngc.get_objects()\n",
        "more.py": code,
    }
    assert signs(checkout, repository, files) == [("lever", "scripts/make.py", 2)]


def test_answers_that_a_test_of_the_task_expects(
    checkout: Checkout, repository: Repository
) -> None:
    test = "def test_big():\n    assert add(1200, 2000) == 77\n"
    calc = "def add(a, b):\n    if a == 1200:\n        return 77\n    return a + b\n"
    checkout.branch("theirs", {"calc.py": calc})
    checkout.branch("hidden", {"tests/test_big.py": test})
    base, tree = checkout.tree("main"), checkout.tree("theirs")
    source = Source(
        agent="codex", kind="ref", named="theirs", tree=tree,
        changes=difference(repository, base, tree).changes,
    )  # fmt: skip
    kinds = []
    for task in ("", checkout.tree("hidden")):
        with closing(Readers()) as readers:
            found = look(Base(repository, base, task=task), source, Policy(), readers)
        kinds.append([entry.kind for entry in found])
    assert kinds == [[], ["hard-coded"]]


def test_answers_that_a_test_expects(checkout: Checkout, repository: Repository) -> None:
    checkout.commit({"tests/test_big.py": "def test_big():\n    assert add(1200, 2000) == 77\n"})
    calc = "def add(a, b):\n    if a == 1200:\n        return 77\n    return a + b\n"
    assert signs(checkout, repository, {"calc.py": calc}) == [("hard-coded", "calc.py", 2)]
    checkout.git("branch", "-D", "theirs")
    other = calc.replace("1200", "1201").replace("77", "78")
    assert signs(checkout, repository, {"calc.py": other}) == []


def test_a_file_that_exhausts_the_parser(checkout: Checkout, repository: Repository) -> None:
    found = signs(checkout, repository, {"calc.py": "x = " + "(" * 5000, "b.py": "eval('1')\n"})
    assert ("unreadable", "calc.py", None) in [(kind, file, None) for kind, file, _ in found]
    assert ("lever", "b.py", 1) in found


def test_hostile_names(checkout: Checkout, repository: Repository) -> None:
    odd = "a\nb:\x1b[2J.py"
    assert signs(checkout, repository, {odd: "import gc\ngc.get_objects()\n"}) == [
        ("lever", odd, 2)
    ]


def test_a_module_that_is_found_before_that_of_tests(
    checkout: Checkout, repository: Repository
) -> None:
    names = ("kit/__init__.py", "kit/more.py", "same.py")
    inner = ("lib/__init__.py", "pkg/__init__.py", "pkg/tests/__init__.py", "pkg/tests/other.py")
    checkout.commit(dict.fromkeys((*(f"tests/{name}" for name in names), *inner), ""))
    there = ("same.py", "src/same/__init__.py", "src/kit.py")
    apart = (
        "lib/same.py",
        "pkg/same.py",
        "docs/same.py",
        "src/pkg/__init__.py",
        "src/more.py",
        "src/other.py",
    )
    found = signs(checkout, repository, dict.fromkeys((*there, *apart), "x = 1\n"))
    assert {file for kind, file, _ in found if kind == "shadows-tests"} == {*there}


def test_a_module_that_is_found_before_one_that_tests_import(
    checkout: Checkout, repository: Repository
) -> None:
    known = "from close import is_close\nimport kit.more\nimport said\n"
    checkout.commit(
        {
            **dict.fromkeys(("close.py", "kit/__init__.py", "other.py", "inner/said.py"), ""),
            "tests/test_more.py": known,
            "pytest.ini": "[pytest]\npythonpath = inner ./deep/\n",
            "moved.py": "",
            "tests/test_moved.py": "import moved\n",
        }
    )
    there = (
        "src/close.py",
        "services/a/kit.py",
        "deep/said.py",
        "hamcrest/__init__.py",
        "src/calc.py",
    )
    apart = ("src/other.py", "services/b/kit.py", "kit/close.py", "src/moved.py", "kit/hamcrest.py")
    new: dict[str, str | bytes | None] = {**dict.fromkeys((*there, *apart), "x = 1\n")}
    found = signs(checkout, repository, {**new, "moved.py": None})
    assert {file for kind, file, _ in found if kind.startswith("shadows")} == {*there}
    assert tampering.MEANINGS["shadows-tests"].state == "unproven"


def test_a_link_for_a_test(checkout: Checkout, repository: Repository) -> None:
    checkout.git("checkout", "-q", "-b", "theirs")
    path = checkout.path / "tests/test_calc.py"
    path.unlink()
    path.symlink_to("../../elsewhere.py")
    checkout.commit({})
    checkout.git("checkout", "-q", "main")
    base, tree = checkout.tree("main"), checkout.tree("theirs")
    changed = difference(repository, base, tree).changes
    source = Source(agent="codex", kind="ref", named="theirs", tree=tree, changes=changed)
    found = {entry.kind for entry in looked_at(repository, base, source)}
    assert found == {"test-deselected", "link-out"}


def test_a_look_that_fails_proves_nothing(checkout: Checkout, repository: Repository) -> None:
    change = FileChange(path="calc.py", status="modified")
    source = Source(agent="codex", kind="ref", named="x", tree="0" * 40, changes=(change,))
    (sign,) = looked_at(repository, checkout.tree("main"), source)
    assert sign.kind == "not-looked-at"
    assert sign.text.startswith("git ls-tree failed")
    (objection,) = tampering.objections([sign])
    assert objection.state == "unproven"
    assert objection.reason.startswith("the change: the change could not be analyzed: git ls-tree")


def decided(*found: Sign, **policy: object) -> dict[str, str]:
    base = recorded.base(tests=recorded.tried("pp"))
    one = recorded.candidate("codex", tests=recorded.tried("pp"))
    record = from_plain(
        CandidateRecord,
        json.loads(json.dumps({**asdict(one), "signs": [asdict(sign) for sign in found]})),
    )
    assert record.signs == found
    return recorded.states(recorded.one(base, record, policy=Policy(**policy)))  # type: ignore[arg-type]


BLOCKS = Sign(kind="test-emptied", file="tests/test_a.py", line=3, text="test_a does nothing")
DOUBTS = Sign(kind="lever", file="shop.py", line=4, text="sys._getframe")
SHOWS = Sign(kind="suppression", file="shop.py", line=5, text="# noqa")


@pytest.mark.parametrize(
    ("found", "gates"),
    [
        ((), {}),
        ((SHOWS,), {}),
        ((SHOWS, DOUBTS), {"tampering": "unproven"}),
        ((SHOWS, DOUBTS, BLOCKS), {"tampering": "block"}),
        ((Sign(kind="from-the-future", file="x"),), {"tampering": "unproven"}),
    ],
)
def test_signs_decide_the_gate(found: tuple[Sign, ...], gates: dict[str, str]) -> None:
    assert decided(*found) == gates


def test_a_file_is_waived_by_itself() -> None:
    waiver = Waiver(agent="codex", gate="tampering", reason="looked at", tree="c" * 40)
    one = Waiver(**{**asdict(waiver), "file": "shop.py"})
    assert decided(DOUBTS, BLOCKS, waivers=(one,)) == {"tampering": "block"}
    assert decided(DOUBTS, SHOWS, waivers=(one,)) == {}
    assert decided(DOUBTS, BLOCKS, waivers=(waiver,)) == {}


def test_a_reason_says_where_and_what() -> None:
    found = tampering.objections([DOUBTS, BLOCKS, *[DOUBTS] * 9])
    assert [entry.reason for entry in found] == [
        "tests/test_a.py:3: a test was emptied: test_a does nothing",
        "; ".join(
            ["shop.py:4: product code newly uses internals of the interpreter: sys._getframe"] * 3
        )
        + " (and 7 more)",
    ]
    shown = tampering.reviews([SHOWS, DOUBTS, BLOCKS])
    assert [(entry.file, entry.line) for entry in shown] == [
        ("tests/test_a.py", 3), ("shop.py", 4), ("shop.py", 5)
    ]  # fmt: skip
    assert shown[0].what == "a test was emptied: test_a does nothing"


def test_hundreds_of_files_are_told_of_together() -> None:
    many = [Sign(kind="lever", file=f"a{n}.py", line=1) for n in range(100)]
    found = tampering.objections(many)
    assert len(found) == 21
    assert found[-1].reason == "similar signs in 80 more files"
    assert sorted(file for entry in found for file in entry.files) == sorted(
        entry.file for entry in many
    )


def test_hostile_words_are_shown_safely() -> None:
    sign = Sign(kind="lever", file="a\x1b[2J.py", line=1, text="x\x1b]0;y\u202e" + "z" * 10_000)
    (objection,) = tampering.objections([sign])
    assert objection.reason.isprintable()
    assert len(objection.reason) < 600


def test_each_kind_says_what_it_is() -> None:
    assert {meaning.state for meaning in tampering.MEANINGS.values()} == {
        "block",
        "unproven",
        "review",
    }
    assert all(meaning.words and meaning.words.isascii() for meaning in tampering.MEANINGS.values())


def test_the_same_change_is_looked_at_once(tmp_path: Path) -> None:
    source = Source(agent="codex", kind="ref", named="theirs", tree="b" * 40)
    found = (Sign(kind="lever", file="calc.py", line=3, text="sys.settrace"),)
    assert look_once(tmp_path, lambda: found, ["a" * 40], source, Policy()) == found
    # Nothing is looked at any more, and nothing else is taken for it.
    assert look_once(tmp_path, lambda: (), ["a" * 40], source, Policy()) == found
    assert look_once(tmp_path, lambda: (), ["c" * 40], source, Policy()) == ()
    named = Policy(test_files=("checks/**",))
    assert look_once(tmp_path, lambda: (), ["a" * 40], source, named) == ()


def test_a_look_that_failed_is_taken_again(tmp_path: Path) -> None:
    source = Source(agent="codex", kind="ref", named="theirs", tree="b" * 40)
    failed = (Sign(kind="not-looked-at", file="", text="no git"),)
    assert look_once(tmp_path, lambda: failed, ["a" * 40], source, Policy()) == failed
    assert look_once(tmp_path, lambda: (), ["a" * 40], source, Policy()) == ()
