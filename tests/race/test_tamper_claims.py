"""What product code newly knows of what the base's tests ask for, by whatever sign."""

from __future__ import annotations

import ast

import pytest

from pytest_hydra.git.repository import Repository
from pytest_hydra.race.inspect.conditions import subjects
from pytest_hydra.race.inspect.names import Names
from pytest_hydra.race.inspect.test_inputs import (
    Claim,
    TestInputs,
    claims_in,
    claims_of_data,
)
from tests.race.conftest import Checkout
from tests.race.test_tamper_looks import signs

TESTS = """
import pytest
from columns import wrap
from shop import Voucher


def test_long():
    assert wrap("teapots", 3) == ["tea", "pot", "s"]


def test_short():
    assert wrap("tea", 20) == ["tea"]
    assert wrap("a cup of tea", 9) == ["a cup of", "tea"]


def test_never():
    assert Voucher("BIG", cents=2000).taken_off(1200) == 0
"""
NAMES = ("test_wrap.py", "helpers.py", "receipt.txt")


def fits(code: str) -> list[str]:
    found = TestInputs([TESTS], NAMES).matches({"a.py": claims_in(Names(ast.parse(code)))})
    return [said for _, said in found.get("a.py", [])]


@pytest.mark.parametrize(
    "code",
    [
        "if text == 'teapots': pass",
        "left = total * (self.code != 'BIG')",
        "at = ['teapots', 'cups'].index(text)",
        "{'teapots': 1}.get(text)",
        "{2000: 0}[cents]",
        "match text:\n    case 'teapots': pass",
        "if cents == 2000 and total > 3: pass",
        "if total == 12 * 10**2: pass",
        # By its shape.
        "if len(text) == 7 and text[0] == 't': pass",
        "if text[:3] == 'tea' and text[-1] == 's': pass",
        "if text.startswith('tea') and len(text) == 7: pass",
        "if sum(map(ord, text)) % 997 == 768 and len(text) == 7: pass",
        "if total % 1000 == 200 and total // 100 == 12: pass",
        # By a pattern, in a name, and by the tests' own files.
        "import re\nre.fullmatch(r'te\\w+ts', text)",
        "def left_of_big(): pass\ngetattr(self, f'left_of_{code.lower()}')",
        "import importlib.util\nimportlib.util.find_spec('helpers')",
        "list(Path.cwd().rglob('rec*.txt'))",
    ],
)
def test_what_is_made_for_a_test_is_told(code: str) -> None:
    assert fits(code), claims_in(Names(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "if text == 'kettle': pass",
        "if not text: pass",
        "if len(text) > 3 and text[0] != 'x': pass",  # nothing is pinned down
        "if text[0] == '(' and text[-1] == ')': pass",
        "if year % 4 == 0 and year % 100 != 0: pass",
        "if cents == 0: pass",
        "x = {'teapots': 1}",  # nothing is looked up in it
        "days = {1: 31, 2: 28}\ndays[month]",
        "if total == 10**5000 * 3: pass",
        "if total < 1e400: pass",  # no number is near to that
        "print('teapots')",
        "import re\nre.fullmatch(r'\\w+', text)",
        "import re\nre.fullmatch(r'(a|a)*teapots', text)",  # it might take for ever
        "list(root.rglob('*.txt'))",
        "getattr(self, f'visit_{kind}')",
        "known = {}\nfound = known[names[0]]",
    ],
)
def test_what_is_not_made_for_a_test_is_not(code: str) -> None:
    assert fits(code) == []


def test_a_line_of_data_with_what_stands_together_in_a_test() -> None:
    lines = [(1, '{"2000/1200": 0}'), (2, '{"2000": 1}')]
    claims = claims_of_data("shop/known.json", lines)
    assert TestInputs([TESTS], NAMES).matches({"a": claims}) == {
        "a": [(1, "data with words of a test")]
    }
    assert claims_of_data("README.md", lines) == []


def test_what_a_condition_pins_down() -> None:
    condition = ast.parse("len(a) == 7 and a[0] == 't' and b == 'x' and c % 2 == 0", mode="eval")
    assert subjects(condition.body) == {"a": 2}


def test_tests_that_cannot_be_read_are_left_out() -> None:
    asked = TestInputs(["def f(:\n", TESTS], NAMES)
    assert asked.matches({"a.py": [Claim("word", 3, "BIG")]}) == {
        "a.py": [(3, "'BIG', an argument in a test")]
    }


def test_it_is_told_once_for_each_file(checkout: Checkout, repository: Repository) -> None:
    checkout.commit({"tests/test_wrap.py": TESTS})
    calc = "def f(t):\n    if t != 'teapots' and t != 'BIG':\n        return 2\n"
    found = signs(checkout, repository, {"calc.py": calc, "x.json": '{"2000": 1200}\n'})
    assert found == [("knows-tests", "calc.py", 2), ("knows-tests", "x.json", 1)]


def test_words_that_the_product_has_too_are_no_tests_alone(
    checkout: Checkout, repository: Repository
) -> None:
    calc = "def f(t):\n    if t != 'teapots':\n        return 2\n"
    checkout.commit({"tests/test_wrap.py": TESTS, "shop.py": "KINDS = ['teapots', 2000]\n"})
    assert signs(checkout, repository, {"calc.py": calc, "x.json": '{"2000": 1200}\n'}) == []


def test_a_makefile_that_is_read_first(checkout: Checkout, repository: Repository) -> None:
    checkout.commit({"Makefile": "test:\n\tpytest\n"})
    found = signs(checkout, repository, {"makefile": "test:\n\ttrue\n"})
    assert found == [("runner-disabled", "makefile", None), ("runner-file", "makefile", None)]
    checkout.git("branch", "-D", "theirs")
    found = signs(checkout, repository, {"docs/makefile": "test:\n\ttrue\n"})
    assert found == [("runner-file", "docs/makefile", None)]
