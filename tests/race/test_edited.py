"""Which tests a candidate edited: by syntax tree, in two trees, and in what is decided."""

from __future__ import annotations

from contextlib import closing

import pytest

from pytest_hydra.git.diff import FileChange, difference
from pytest_hydra.git.repository import Repository
from pytest_hydra.race.decide.model import CandidateResult
from pytest_hydra.race.inspect.edited_tests import SuiteEdits, edited_tests
from pytest_hydra.race.inspect.reader_pool import Readers
from pytest_hydra.race.inspect.suite_code.definitions import edited_definitions
from pytest_hydra.race.record import CandidateRecord, Policy, Source
from pytest_hydra.results.outcomes import Outcome
from tests.race import recorded
from tests.race.conftest import Checkout

BASE = """
import pytest

LIMIT = 3


@pytest.fixture
def cart():
    return []


def check(x):
    assert x


@pytest.mark.parametrize("n", [1, 2])
def test_one(n, cart):
    check(n == 1 or n == 2)


class TestCart(Mixin):
    size = 3

    def setup_method(self):
        self.cart = []

    def test_empty(self):
        assert not self.cart

    class TestInner:
        def test_in(self):
            assert True


if LIMIT:
    def test_either(): pass
else:
    def test_either(): assert LIMIT
"""


def edited(old: str, new: str, text: str = BASE) -> list[str] | None:
    assert old in text
    return edited_definitions(text.encode(), text.replace(old, new).encode())


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        # The body, the signature, the decorators.
        ("check(n == 1 or n == 2)", "check(True)", ["test_one"]),
        ("(n, cart)", "(n, cart, capsys)", ["test_one"]),
        ('"n", [1, 2]', '"n", [1]', ["test_one"]),
        ("def test_one", "async def test_one", ["test_one"]),
        ("assert not self.cart", "assert True", ["TestCart::test_empty"]),
        ("assert True\n", "assert 1\n", ["TestCart::TestInner::test_in"]),
        # Either of two may be the one.
        ("assert LIMIT", "assert True", ["test_either"]),
        ("def test_either(): pass", "def test_either(): return", ["test_either"]),
        # The head of a class is part of all that stands in it.
        (
            "class TestCart(Mixin):",
            "@mark\nclass TestCart(Mixin):",
            [
                "TestCart::TestInner::test_in",
                "TestCart::setup_method",
                "TestCart::size",
                "TestCart::test_empty",
            ],
        ),
        # What a test makes use of is no part of it.
        ("    return []", "    return [1]", ["cart"]),
        ("    assert x\n", "    pass\n", ["check"]),
        ("LIMIT = 3", "LIMIT = 4", ["LIMIT"]),
        ("self.cart = []", "self.cart = [1]", ["TestCart::setup_method"]),
        ("size = 3", "size: int = 3", ["TestCart::size"]),
        ("if LIMIT:", "if not LIMIT:", []),
        ("import pytest", "import os, pytest", []),
        # Formatting and comments.
        ("def check(x):", "def check(\n    x,\n):  # it", []),
        ('"n", [1, 2]', "'n',[1,2,]", []),
        # It is another name that defines it.
        ("def test_one", "def test_two", ["test_one", "test_two"]),
        ("\nclass TestCart", "\ntest_new = make()\nclass TestCart", ["test_new"]),
    ],
)
def test_a_definition_is_what_pytest_runs(old: str, new: str, names: list[str]) -> None:
    assert edited(old, new) == names


def test_a_definition_that_moves_is_the_same() -> None:
    first, second = "def test_a(): pass\n", "def test_b(): assert f()\n"
    assert edited_definitions((first + second).encode(), (second + first).encode()) == []


def test_what_a_class_inherits_is_its_own() -> None:
    text = (
        "class Base:\n    def test_a(self): assert 1\n    def test_b(self): assert 1\n"
        "class TestOne(Base):\n    def test_b(self): assert 2\n"
        "class TestTwo(TestOne, Unknown): pass\n"
    )
    names = ["Base::test_a", "TestOne::test_a", "TestTwo::test_a"]
    assert edited("test_a(self): assert 1", "test_a(self): pass", text) == names
    assert edited("assert 2", "pass", text) == ["TestOne::test_b", "TestTwo::test_b"]
    # As in Python, the first of those that it inherits from wins.
    line = "class A:\n def t(self): 1\nclass B:\n def t(self): 2\nclass C(A, B): pass\n"
    assert edited("def t(self): 2", "def t(self): 3", line) == ["B::t"]


def test_classes_that_inherit_from_each_other() -> None:
    text = "class A(B):\n def t(self): 1\nclass B(A):\n def u(self): 1\n"
    assert edited("t(self): 1", "t(self): 2", text) == ["A::t", "B::t"]


@pytest.mark.parametrize(
    "hostile",
    [
        "def test_a(:",
        "def test_a(): assert " + "(" * 500,
        "def test_a(): assert " + "-" * 50_000 + "1",
        "def test_a(): return " + "a+" * 50_000 + "1",
        "x = 9" + "9" * 5000,
        "def test_a(): 1\0",
        "# coding: no-such\n",
        "".join(f"class A{n}(A{n - 1}): x = 1\n" for n in range(600)),
        "a = b = c = d = e = f = 1\n" + "".join(f"g{n} = 1\n" for n in range(10_001)),
        "#" * 2**18 + "\n",
    ],
)
def test_what_cannot_be_read_is_not_known(hostile: str) -> None:
    good = b"def test_a(): pass\n"
    assert edited_definitions(good, hostile.encode()) is None
    assert edited_definitions(hostile.encode(), good) is None


def test_what_is_nested_deeply_is_found() -> None:
    chain = "if a: pass\n" + "".join(f"elif a{n}: pass\n" for n in range(60))
    assert edited_definitions(
        f"{chain}else:\n def t(): 1\n".encode(), f"{chain}else:\n def t(): 2\n".encode()
    ) == ["t"]


# --- in two trees -------------------------------------------------------------------------------


def source(checkout: Checkout, repository: Repository, base: str, own: str) -> Source:
    one, two = checkout.tree(base), checkout.tree(own)
    return Source(
        agent="codex",
        kind="ref",
        named=own,
        tree=two,
        changes=difference(repository, one, two).changes,
    )


def edits(checkout: Checkout, repository: Repository, base: str, theirs: Source) -> SuiteEdits:
    with closing(Readers()) as readers:
        return edited_tests(repository, checkout.tree(base), theirs, Policy(), readers)


def test_what_a_candidate_edited(checkout: Checkout, repository: Repository) -> None:
    long = "".join(f"def test_{n}(): assert f({n})\n" for n in range(9))
    base = checkout.commit(
        {
            "tests/conftest.py": "def a(): 1\n",
            "tests/test_[a].py": long,
            "tests/test_b.py": long,
            "tests/test_bad.py": "def test_x(): pass\n",
            "tests/test_link.py": "def test_x(): pass\n",
            "tests/test_gone.py": "def test_gone_for_good(): pass\n",
            "tests/a.test.js": "test('a', () => 1);\n",
            "shop.py": "def f(n): return n\n",
        }
    )
    (checkout.path / "tests/test_link.py").unlink()
    (checkout.path / "tests/test_link.py").symlink_to("test_b.py")
    own = checkout.commit(
        {
            "tests/conftest.py": "def a(): 2\n",
            "tests/test_[a].py": long.replace("f(3)", "f(4)"),
            "tests/test_b.py": None,
            "tests/test_new_place.py": long.replace("f(5)", "f(4)"),
            "tests/test_bad.py": "def test_x(): pass pass\n",
            "tests/test_gone.py": None,
            "tests/a.test.js": "test('a', () => 2);\n",
            "shop.py": "def f(n): return 4\n",
            "tests/test_added.py": "def test_new(): pass\n",
        }
    )
    found = edits(checkout, repository, base, source(checkout, repository, base, own))
    assert found.folded == ()
    assert found.tests == (
        "tests/a.test.js",
        "tests/test_[a].py::test_3",
        "tests/test_b.py::test_5",
        "tests/test_bad.py",
        "tests/test_link.py",
    )


def test_no_test_was_edited(checkout: Checkout, repository: Repository) -> None:
    own = checkout.commit({"calc.py": "def add(a, b):\n    return b + a\n"})
    base = "main~1"
    theirs = source(checkout, repository, base, own)
    assert edits(checkout, repository, base, theirs) == ((), ())


# --- decided ------------------------------------------------------------------------------------

BEFORE = "def test_a(): assert f() == 1\n\n\ndef test_b(): assert helped() == 1\n"
SUITE = "tests/test_a.py"
BOTH: dict[str, Outcome] = {f"{SUITE}::test_a[x::y-1]": "passed", f"{SUITE}::test_b": "passed"}
LOST: dict[str, Outcome] = dict.fromkeys(BOTH, "failed")


def judged(found: tuple[str, ...] | None, *touched: FileChange) -> CandidateResult:
    record: CandidateRecord = recorded.candidate(
        "codex",
        *touched,
        edited_tests=found,
        tests=recorded.tried(LOST),
        tests_own=recorded.tried(BOTH),
    )
    return recorded.one(recorded.base(tests=recorded.tried(BOTH)), record)


def test_only_what_it_edited_itself_is_disputed(checkout: Checkout, repository: Repository) -> None:
    base = checkout.commit({SUITE: f"def helped(): return f()\n\n\n{BEFORE}"})
    after = BEFORE.replace("f() == 1", "f() == 2")
    own = checkout.commit({SUITE: f"def helped(): return 1\n\n\n{after}"})
    theirs = source(checkout, repository, base, own)
    found = edits(checkout, repository, base, theirs).tests
    result = judged(found, *theirs.changes)
    assert result.tests is not None
    # Both pass as it has them. Of one it edited the test, of the other only a helper.
    assert result.tests.disputed == (f"{SUITE}::test_a[x::y-1]",)
    assert result.tests.lost == (f"{SUITE}::test_b",)
    assert recorded.states(result) == {"tests": "block"}


CHANGE = FileChange(path=SUITE, status="modified", added=1)


@pytest.mark.parametrize("found", [None, (SUITE,)])
def test_all_of_a_file_are_disputed_where_nothing_else_is_known(
    found: tuple[str, ...] | None,
) -> None:
    result = judged(found, CHANGE)
    assert result.tests is not None
    assert result.tests.disputed == tuple(sorted(BOTH))
    assert recorded.states(result) == {"tests": "unproven"}


def test_another_name_that_begins_alike_is_not_meant() -> None:
    result = judged((f"{SUITE}::test", f"{SUITE}::test_a_longer", "tests"), CHANGE)
    assert result.tests is not None
    assert result.tests.disputed == ()
