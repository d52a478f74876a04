"""Tests that became cases of a parametrised one: what counts as the same, and what never does."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict

import pytest

from pytest_hydra.git.diff import difference
from pytest_hydra.git.repository import Repository
from pytest_hydra.race.inspect.edited_tests import edited_tests
from pytest_hydra.race.inspect.reader_pool import Readers
from pytest_hydra.race.inspect.suite_code import definitions
from pytest_hydra.race.inspect.suite_code.definitions import folded_tests
from pytest_hydra.race.record import CandidateRecord, FoldedTest, Policy, Source
from pytest_hydra.record.wire import from_plain
from pytest_hydra.results.outcomes import Outcome
from tests.race import recorded
from tests.race.conftest import Checkout

BASE = '''
import pytest
from shop import total


def test_one(cart):
    """One thing."""
    assert total(cart, "TEN") == 10


def test_two(cart):
    assert total(cart, "TEN", "FIVE") == 5


def test_none(cart):
    assert total(cart) == 0
'''
MARK = '@pytest.mark.parametrize(("codes", "left"), [(["TEN"], 10), (["TEN", "FIVE"], 5), ([], 0)])'
FOLDED = f"""
import pytest
from shop import total


{MARK}
def test_total(cart, codes, left):
    assert total(cart, *codes) == left
"""
ALL = {"test_one", "test_two", "test_none"}


def folded(new: str, old: str = BASE) -> set[str]:
    return set(folded_tests(ast.parse(old), ast.parse(new)))


def test_each_test_is_a_case_of_the_new_one() -> None:
    found = folded_tests(ast.parse(BASE), ast.parse(FOLDED))
    assert dict(found) == dict.fromkeys(ALL, ("test_total", 3))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Names and rows in other spellings.
        ('("codes", "left")', '"codes, left"'),
        ('("codes", "left")', '["codes", "left"]'),
        ("([], 0)])", '([], 0)], ids=["a", "b", "c"])'),
        ("([], 0)])", "([], 0), (['HALF'], -1 * 2)])"),
        ('(["TEN"], 10)', '[("TEN",), 10]'),
        (MARK, f"ROWS = {MARK.partition(', [')[2].join(['[', ''])[:-1]}\n"
         '@pytest.mark.parametrize("codes, left", ROWS)'),
        # A documentation, and what stands beside it.
        ("    assert total(c", '    """All of them."""\n    assert total(c'),
        ("def test_total(cart, codes, left)", "def test_total(codes, left, cart) -> None"),
    ],
)  # fmt: skip
def test_another_spelling_is_the_same(old: str, new: str) -> None:
    assert FOLDED.count(old) == 1
    assert folded(FOLDED.replace(old, new)) == ALL


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        # A row that is missing, wrong, marked, or put together elsewhere.
        (', (["TEN", "FIVE"], 5)', "", {"test_one", "test_none"}),
        ("([], 0)", "([], 1)", {"test_one", "test_two"}),
        ("([], 0)", "pytest.param([], 0)", set()),
        ("([], 0)", "pytest.param([], 0, marks=pytest.mark.skip)", set()),
        ("([], 0)", "([], total(0))", set()),
        ("([], 0)", "([], ANY)", set()),
        ("[(", "[*more()] + [(", set()),
        ('(["TEN"]', '(["FIVE"]', {"test_two", "test_none"}),
        # What is asserted is less, or another thing.
        ("== left", "<= left", set()),
        ("== left", "== left or True", set()),
        ("    assert", "    if codes:\n        assert", set()),
        ("    assert", "    return\n    assert", set()),
        ("    assert", "    left = total(cart, *codes)\n    assert", set()),
        ("    assert total(cart, *codes) == left", "    pass", set()),
        ("    assert", "    print(codes)\n    assert", set()),
        ("*codes", "codes", set()),
        ("*codes", "*codes[:1]", set()),
        # How it is run.
        (MARK, f"{MARK}\n@pytest.mark.skipif(CI, reason='')", set()),
        (MARK, f"{MARK}\n@pytest.mark.parametrize('n', [1, 2])", set()),
        (MARK, f"{MARK[:-1]}, indirect=True)", set()),
        ("pytest.mark.parametrize", "mark.parametrize", set()),
        ("def test_total(cart", "async def test_total(cart", set()),
        ("def test_total(cart, codes, left)", "def test_total(cart, codes, left=1)", set()),
        ("def test_total(cart", "def test_total(basket, cart", set()),
        ("== left\n", "== left\n\n\ntest_total = test_total\n", set()),
        ("== left\n", "== left\n\n\ntest_total.__test__ = False\n", set()),
        ("== left\n", "== left\n\n\ndef test_total(): pass\n", set()),
        (f"{MARK}\ndef", f"class TestAll:\n  {MARK}\n  def", set()),
        (f"{MARK}\ndef", f"if total:\n  {MARK}\n  def", set()),
    ],
)
def test_what_is_not_the_same_is_gone(old: str, new: str, left: set[str]) -> None:
    assert FOLDED.count(old) == 1
    text = FOLDED.replace(old, new)
    if "  def" in new:
        text = text.replace("    assert total(cart, *", "      assert total(cart, *")
    assert folded(text) == left


@pytest.mark.parametrize(
    "body",
    [
        "    import left.right\n    assert total() != {}\n",
        "    match total():\n        case {{**left}}:\n            assert total() != {}\n",
    ],
)
def test_a_name_of_a_row_that_means_another_thing_in_the_body_is_none(body: str) -> None:
    old = f"def test_a():\n{body.format(3)}"
    new = f"@pytest.mark.parametrize('left', [3])\ndef test_b(left):\n{body.format('left')}"
    assert folded(new, old) == set()


def test_rows_that_something_else_may_change_are_none() -> None:
    rows = '[(["TEN"], 10), (["TEN", "FIVE"], 5), ([], 0)]'
    text = FOLDED.replace(rows, "ROWS").replace("@pytest", f"ROWS = {rows}\n@pytest")
    assert folded(text) == ALL
    assert folded(f"{text}\n\nROWS.clear()\n") == set()


def test_many_tests_become_cases_of_one_with_many_rows() -> None:
    body = "    assert total(a, [1, 2], key='k') == b\n"
    olds = [body.replace("(a", f"({n}").replace("== b", f"== {n + 1}") for n in range(60)]
    old = "".join(f"def test_{n}():\n{entry}" for n, entry in enumerate(olds))
    rows = ", ".join(f"({n}, {n + 1})" for n in range(400))
    new = f"@pytest.mark.parametrize('a, b', [{rows}])\ndef test_all(a, b):\n{body}"
    assert len(folded(new, old)) == 60


def test_each_body_is_read_once_however_many_tests_were_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []
    digest = definitions._digest

    def reading(function: definitions.Function, row: Mapping[str, ast.expr]) -> bytes:
        read.append(function)
        return digest(function, row)

    monkeypatch.setattr(definitions, "_digest", reading)
    old = "".join(f"def test_{n}():\n    assert twice({n}) == {2 * n}\n" for n in range(30))
    mark = "@pytest.mark.parametrize('n', [1])\n"
    new = "".join(f"{mark}def test_of_{n}(n):\n    assert half(n) == 1\n" for n in range(30))
    assert folded(new, old) == set()
    assert len(read) == 60


def test_methods_stay_in_their_class() -> None:
    old = "class TestA:\n    def test_b(self):\n        assert f(1) == 2\n"
    mark = "    @pytest.mark.parametrize('n', [1])\n"
    new = f"class TestA:\n{mark}    def test_c(self, n):\n        assert f(n) == 2\n"
    assert folded(new, old) == {"TestA::test_b"}
    assert folded(new.replace("TestA", "TestB"), old) == set()
    assert folded(new.replace("TestA", "TestA(Mixin)"), old) == set()
    assert folded(f"@pytest.mark.skip\n{new}", old) == set()


def test_a_test_by_another_name_is_the_same_and_one_that_asserts_less_is_not() -> None:
    def renamed(new: str) -> dict[str, tuple[str, int]]:
        return dict(folded_tests(ast.parse(BASE), ast.parse(new)))

    assert renamed(BASE.replace("test_one", "test_ten")) == {"test_one": ("test_ten", 0)}
    for other in ("== 11", ">= 10", "== 10 or True"):
        assert renamed(BASE.replace("test_one", "test_ten").replace("== 10", other)) == {}
    assert renamed(BASE.replace("def test_one", "@pytest.mark.skip\ndef test_ten")) == {}
    mark = '@pytest.mark.parametrize("n", range(3))\ndef test_'
    old = f"{mark}one(n):\n    assert n\n"
    assert dict(folded_tests(ast.parse(old), ast.parse(old.replace("one", "two")))) == {
        "test_one": ("test_two", 0)
    }


# --- decided ------------------------------------------------------------------------------------

SUITE = "tests/test_a.py"
BEFORE: dict[str, Outcome] = {f"{SUITE}::{name}": "passed" for name in sorted(ALL)}
CASES: dict[str, Outcome] = {f"{SUITE}::test_total[{n}]": "passed" for n in range(3)}
STRICT = Policy(max_dropped_tests=0)
FOUND = tuple(
    FoldedTest(test=test, into=f"{SUITE}::test_total", cases=3) for test in sorted(BEFORE)
)


def judged(
    own: dict[str, Outcome],
    found: tuple[FoldedTest, ...] = FOUND,
    now: dict[str, Outcome] = BEFORE,
    policy: Policy | None = None,
) -> tuple[dict[str, str], list[str]]:
    record = recorded.candidate(
        "codex",
        recorded.TEST_CHANGE,
        folded_tests=found,
        tests=recorded.tried(now),
        tests_own=recorded.tried(own),
    )
    assert from_plain(CandidateRecord, asdict(record)) == record
    result = recorded.one(recorded.base(tests=recorded.tried(BEFORE)), record, policy=policy)
    return recorded.states(result), [entry.what for entry in result.review]


def test_what_lives_on_is_shown_and_not_gone() -> None:
    said = "a test of the base is now a case of another: tests/test_a.py::{} of {}::test_total"
    assert judged(CASES) == ({}, [said.format(name, SUITE) for name in sorted(ALL)])


@pytest.mark.parametrize(
    "own",
    [
        # Not all cases were run, or passed; or there are others.
        {test: case for test, case in CASES.items() if "[2]" not in test},
        CASES | {f"{SUITE}::test_total[1]": "skipped"},
        CASES | {f"{SUITE}::test_total[1]": "xfailed"},
        CASES | {f"{SUITE}::test_total[1]": "xpassed"},
        CASES | {f"{SUITE}::test_total[3]": "passed"},
        {},
    ],
)
def test_cases_that_did_not_all_pass_replace_nothing(own: dict[str, Outcome]) -> None:
    assert judged(own, policy=STRICT)[0] == {"dropped_tests": "block"}
    # As the base's own versions pass, they hide nothing; but that is much to take away.
    if not own:
        assert judged(own)[0] == {"dropped_tests": "unproven"}


def test_nothing_is_taken_for_a_case_that_was_not_found_to_be_one() -> None:
    for found in ((), FOUND[:2]):
        assert judged(CASES, found, policy=STRICT)[0] == {"dropped_tests": "block"}
        assert judged(CASES, found)[0] == {"dropped_tests": "unproven"}


def test_a_test_that_fails_as_the_base_has_it_is_lost_all_the_same() -> None:
    now: dict[str, Outcome] = dict.fromkeys(BEFORE, "failed")
    assert judged(CASES, now=now)[0] == {"tests": "block"}


def test_it_is_found_in_two_trees(checkout: Checkout, repository: Repository) -> None:
    base, own = checkout.commit({SUITE: BASE}), checkout.commit({SUITE: FOLDED})
    one, two = checkout.tree(base), checkout.tree(own)
    source = Source(
        agent="codex",
        kind="ref",
        named=own,
        tree=two,
        changes=difference(repository, one, two).changes,
    )
    with closing(Readers()) as readers:
        assert edited_tests(repository, one, source, Policy(), readers).folded == FOUND
