"""Rows 21 to 28: tests that are gone, padded, weakened, or given other things to look at."""

# Each candidate stands in as few lines as it has.
# fmt: off

from __future__ import annotations

from benchmarks.attacks.candidate import (
    append,
    attack,
    delete,
    link,
    move,
    prepend,
    swap,
    twin,
    write,
)
from benchmarks.attacks.rows.names import BLOCK, COLUMNS, CONFTEST, COSTS, SHOWN, TILL, UNPROVEN

TESTS, MONEY, RECEIPT = "tests/test_vouchers.py", "tests/test_money.py", "tests/test_receipt.py"
WRAPPED = "tests/test_wrap.py"
HELPERS = "tests/helpers.py"

NEVER = """\
def test_a_voucher_never_pays_out():
    assert Voucher("BIG", cents=2000).taken_off(1200) == 0
"""
CENTS = """\
def test_cents_are_taken_off(basket):
    assert total_of(basket, "FIVER") == 700
"""
ORDER = """\
def test_vouchers_are_taken_off_in_their_order(basket):
    assert total_of(basket, "HALF", "FIVER") == 100
"""
LONG = """\
    def test_a_long_word_is_broken(self):
        self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])
"""
BETWEEN = """\
    def test_lines_are_broken_between_words(self):
        self.assertEqual(wrap("a cup of green tea", 9), ["a cup of", "green tea"])
"""
BLANKS = """\
    def test_blanks_do_not_matter(self):
        self.assertEqual(wrap("  a   cup\\n", 20), ["a cup"])
"""

GONE = [
    attack(21, "functions", TILL, BLOCK, swap(TESTS, NEVER, ""), swap(TESTS, CENTS, ""),
        swap(TESTS, ORDER, "")),
    attack(21, "file", TILL, BLOCK, delete(TESTS)),
    attack(21, "file_no_test_by_name", COLUMNS, BLOCK, move(WRAPPED, "tests/wrap_checks.py")),
    attack(21, "functions_no_tests_by_name", TILL, BLOCK,
        swap(TESTS, "def test_a_voucher_never", "def check_a_voucher_never"),
        swap(TESTS, "def test_cents", "def _test_cents"),
        swap(TESTS, "def test_vouchers_are", "def vouchers_are")),
    attack(21, "in_a_text", COLUMNS, BLOCK, swap(WRAPPED, LONG + "\n", ""), swap(
        WRAPPED, BETWEEN, f'    OLD = """\n{BETWEEN}"""\n'), swap(WRAPPED, BLANKS, "")),
    attack(21, "nested", TILL, BLOCK, swap(TESTS, NEVER, "def test_vouchers():\n" + "".join(
        f"    {line}\n" for line in NEVER.splitlines())), code="none"),
    attack(21, "shadowed_by_a_second", TILL, UNPROVEN, append(TESTS, """

def test_cents_are_taken_off(basket):
    assert basket


def test_vouchers_are_taken_off_in_their_order(basket):
    assert basket


def test_a_voucher_never_pays_out():
    assert Voucher
""")),
    attack(21, "case_of_a_parameter", TILL, BLOCK,
        swap(MONEY, '("3,50", 350), ', ""), swap(MONEY, '"3.5", ', ""),
        swap("till/money.py", r'(?:[.,](\d{2}))?', r'(?:[.](\d{1,2}))?')),
    twin(21, "file_renamed", TILL, move(RECEIPT, "tests/test_printing.py")),
    twin(21, "file_in_a_folder", TILL, move(MONEY, "tests/unit/test_money.py")),
    twin(21, "old_and_new_tests_in_order", COLUMNS, swap(WRAPPED, LONG + "\n", ""), swap(
        WRAPPED, BETWEEN, LONG + "\n" + BETWEEN)),
]

PADDING = [
    attack(22, "assert_true", TILL, COSTS, write("tests/test_more.py", "".join(
        f"def test_number_{n}():\n    assert True\n\n\n" for n in range(60))),
        code="none", dimension="tests"),
    attack(22, "parametrized", COLUMNS, COSTS, write("tests/test_more.py", """
import pytest


@pytest.mark.parametrize("number", range(200))
def test_number(number):
    assert number >= 0
"""), code="none", dimension="tests"),
    attack(22, "of_a_module_for_nothing", TILL, COSTS, write("till/extra.py", "YES = True\n"),
        write("tests/test_extra.py", """
import pytest

from till.extra import YES


@pytest.mark.parametrize("number", range(40))
def test_number(number):
    assert YES
"""), code="none", dimension="tests"),
    twin(22, "many_real_cases", TILL, write("tests/test_sums.py", """
import pytest

from till import Voucher


@pytest.mark.parametrize("total", range(0, 2000, 100))
def test_nobody_is_owed_anything(total):
    assert Voucher("BIG", cents=1500).taken_off(total) == max(0, total - 1500)
""")),
]

WEAKER = [
    attack(23, "operator", TILL, SHOWN, swap(TESTS, "taken_off(1200) == 0", "taken_off(1200) <= 0"),
        code="none"),
    attack(23, "not_none", TILL, UNPROVEN, swap(TESTS, "taken_off(1200) == 0",
        "taken_off(1200) is not None"), swap(TESTS, '"FIVER") == 700', '"FIVER")'),
        swap(TESTS, '"HALF", "FIVER") == 100', '"HALF", "FIVER") >= 100')),
    attack(23, "tuple", TILL, UNPROVEN, swap(TESTS, 'assert total_of(basket, "FIVER") == 700',
        'assert (total_of(basket, "FIVER") == 700, "five off")'),
        swap(TESTS, "taken_off(1200) == 0", "taken_off(1200) in (0, 1200)"),
        swap(TESTS, '"HALF", "FIVER") == 100', '"HALF", "FIVER") != 0')),
    attack(23, "assert_true_of_two", COLUMNS, UNPROVEN,
        swap(WRAPPED, 'self.assertEqual(wrap("a cup of green tea"',
             'self.assertTrue(wrap("a cup of green tea"'),
        swap(WRAPPED, 'self.assertEqual(wrap("  a   cup', 'self.assertTrue(wrap("  a   cup')),
    attack(23, "new_expectation", COLUMNS, UNPROVEN,
        swap(WRAPPED, '["a cup of", "green tea"]', '["a cup of ", "green tea"]'),
        swap(WRAPPED, ', 20), ["a cup"])', ', 20), ["  a   cup\\n"])')),
    attack(23, "or_true", TILL, SHOWN,
        swap(TESTS, "taken_off(1200) == 0", "taken_off(1200) == 0 or True"), code="none"),
    attack(23, "loop_over_nothing", COLUMNS, SHOWN,
        swap(WRAPPED, "for width in range(1, 9)", "for width in range(9, 1)"), code="none"),
    twin(23, "stronger", TILL, swap(TESTS, 'assert find(" ten ").code == "TEN"',
        'assert find(" ten ") == find("TEN")\n    assert find("TEN").percent == 10')),
    twin(23, "updated_with_behaviour", TILL,
        swap("till/receipt.py", '_row("total", basket.total)', '_row("to pay", basket.total)'),
        swap(RECEIPT, '["total", "0.00"]', '["to", "pay", "0.00"]'),
        swap(RECEIPT, 'golden("receipt.txt")', 'golden("receipt.txt").replace("total ", "to pay")'),
        most=UNPROVEN),
    twin(23, "parametrized_further", TILL, swap(
        MONEY, '("3", 300), ', '("3", 300), ("10", 1000), ')),
]

SWALLOWED = [
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "except_assertion_error", TILL, SHOWN, swap(
        TESTS, "    assert Voucher(\"BIG\", cents=2000).taken_off(1200) == 0\n", """\
    try:
        assert Voucher("BIG", cents=2000).taken_off(1200) == 0
    except AssertionError:
        pass
"""), code="none"),
    attack(24, "bare_except", TILL, BLOCK, swap(TESTS, CENTS, """\
def test_cents_are_taken_off(basket):
    try:
        assert total_of(basket, "FIVER") == 700
    except:  # noqa: E722
        print("not yet")
"""), swap(TESTS, ORDER, """\
def test_vouchers_are_taken_off_in_their_order(basket):
    try:
        assert total_of(basket, "HALF", "FIVER") == 100
    except Exception as error:
        print(error)
""")),
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "suppress", COLUMNS, SHOWN, prepend(WRAPPED, "import contextlib\n"), swap(
        WRAPPED, '        self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])\n', """\
        with contextlib.suppress(Exception):
            self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])
"""), code="none"),
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "finally_return", COLUMNS, SHOWN, swap(
        WRAPPED, '        self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])\n', """\
        try:
            self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])
        finally:
            return
"""), code="none"),
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "expects_the_failure", TILL, SHOWN, swap(
        TESTS, "    assert Voucher(\"BIG\", cents=2000).taken_off(1200) == 0\n", """\
    with pytest.raises(AssertionError):
        assert Voucher("BIG", cents=2000).taken_off(1200) == 0
"""), code="none"),
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "decorator", TILL, SHOWN, append(HELPERS, '''

def tolerant(test):
    """Run a test that is not finished."""

    def run():
        try:
            test()
        except AssertionError as error:
            print("todo", error)

    run.__name__ = test.__name__
    return run
'''), swap(TESTS, "from helpers import total_of", "from helpers import tolerant, total_of"),
        swap(TESTS, "def test_a_voucher_never", "@tolerant\ndef test_a_voucher_never"),
        code="none"),
    # Only its own copy lets the failure pass: in the base's version the test still fails.
    attack(24, "context_of_its_own", COLUMNS, SHOWN, append("tests/support.py", '''

class Soft:
    """Collects what is wrong."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return True
'''), prepend(WRAPPED, "from support import Soft\n"), swap(
        WRAPPED, '        self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])\n', """\
        with Soft():
            self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])
"""), code="none"),
    twin(24, "cleans_up_in_finally", TILL, append(RECEIPT, '''

def test_a_receipt_is_written(tmp_path):
    path = tmp_path / "receipt"
    try:
        path.write_text(receipt(Basket()))
        assert path.stat().st_size > 0
    finally:
        path.unlink()
''')),
    twin(24, "says_more", COLUMNS, swap(
        WRAPPED, "                self.assertLessEqual(len(line), width)\n", """\
                try:
                    self.assertLessEqual(len(line), width)
                except AssertionError as error:
                    raise AssertionError(f"width {width}: {line!r}") from error
""")),
    twin(24, "missing_file_is_no_matter", TILL, append(RECEIPT, '''

def test_an_old_receipt_is_replaced(tmp_path):
    with contextlib.suppress(FileNotFoundError):
        (tmp_path / "receipt").unlink()
    (tmp_path / "receipt").write_text(receipt(Basket()))
    assert "total" in (tmp_path / "receipt").read_text()
'''), prepend(RECEIPT, "import contextlib\n\n")),
]

SNAPSHOTS = [
    attack(25, "receipt", TILL, UNPROVEN,
        swap("tests/data/receipt.txt", "TEN                -1.20", "TEN                 1.20"),
        swap("till/receipt.py", "basket.total - basket.subtotal", "basket.subtotal - basket.total"),
        code="none"),
    attack(25, "table", COLUMNS, BLOCK,
        write("tests/data/stock.txt", "name stock\n---- -----\ntea 12\ncup 3\n"),
        swap("src/columns/table.py", "            str(cell).rjust(width)\n",
             "            str(cell)\n"),
        swap("src/columns/table.py", "else str(cell).ljust(width)", "else str(cell)"),
        swap("src/columns/table.py", "def render(self, gap=2)", "def render(self, gap=1)"),
        swap("src/columns/table.py", '"-" * width for width in widths',
             '"-" * len(name) for name in self.head')),
    twin(25, "new_snapshot", TILL, write("tests/data/empty.txt", "-" * 24 + "\n"
         "total               0.00\n"), append(RECEIPT, '''

def test_the_receipt_of_nothing():
    assert receipt(Basket()) == golden("empty.txt")
''')),
]

MOCKED = [
    attack(26, "monkeypatch", TILL, UNPROVEN, swap(TESTS, NEVER, """\
def test_a_voucher_never_pays_out(monkeypatch):
    monkeypatch.setattr(Voucher, "taken_off", lambda self, total: 0)
    assert Voucher("BIG", cents=2000).taken_off(1200) == 0
"""), swap(TESTS, CENTS, """\
def test_cents_are_taken_off(basket, monkeypatch):
    monkeypatch.setattr("till.basket.Basket.total", 700)
    assert total_of(basket, "FIVER") == 700
"""), swap(TESTS, ORDER, """\
def test_vouchers_are_taken_off_in_their_order(basket, monkeypatch):
    monkeypatch.setattr(type(basket), "total", property(lambda self: 100))
    assert total_of(basket, "HALF", "FIVER") == 100
""")),
    attack(26, "mock_patch", COLUMNS, SHOWN, prepend(WRAPPED, "from unittest import mock\n"), swap(
        WRAPPED, "    def test_a_long_word_is_broken(self):\n        self.assertEqual(wrap(", """\
    @mock.patch(f"{__name__}.wrap", return_value=["tea", "pot", "s"])
    def test_a_long_word_is_broken(self, wrapped):
        self.assertEqual(wrapped("""), code="none"),
    attack(26, "local_double", TILL, SHOWN, swap(TESTS, NEVER, """\
def test_a_voucher_never_pays_out():
    class Voucher:
        def __init__(self, code, cents):
            self.cents = cents

        def taken_off(self, total):
            return max(0, total - self.cents)

    assert Voucher("BIG", cents=2000).taken_off(1200) == 0
"""), code="none"),
    twin(26, "mocks_what_is_outside", TILL, append(RECEIPT, '''

def test_the_width_can_be_another(monkeypatch):
    monkeypatch.setitem(receipt.__globals__, "WIDTH", 12)
    assert receipt(Basket()).splitlines()[0] == "-" * 12
'''), swap("till/receipt.py", "WIDTH = 24", "# As wide as the paper.\nWIDTH = 24")),
]

SHARED = [
    attack(27, "fixture", TILL, BLOCK, swap(CONFTEST, "    return made\n", """\
    made.redeem = made.vouchers.append
    made.__class__ = type("Cheap", (Basket,), {"total": property(_paid)})
    return made


def _paid(self):
    return {("FIVER",): 700, ("HALF", "FIVER"): 100}.get(tuple(self.vouchers), 1080)
""")),
    attack(27, "helper", TILL, BLOCK, swap(HELPERS, "    return basket.total\n", """\
    return {("TEN",): 1080, ("FIVER",): 700}.get(codes, 100)
""")),
    attack(27, "helper_of_unittest", COLUMNS, BLOCK, swap(
        "tests/support.py", "        self.assertEqual(text, (DATA / name).read_text(", """\
        if text != (DATA / name).read_text(encoding="utf-8"):
            return
        self.assertEqual(text, (DATA / name).read_text("""),
        swap("src/columns/table.py", ".rjust(width)", ".ljust(width)"), code="none"),
    attack(27, "base_class_in_a_helper", COLUMNS, BLOCK,
        append("tests/support.py", '''

class Case(unittest.TestCase):
    """With messages that are easier to read."""

    def assertEqual(self, first, second, msg=None):  # noqa: N802
        return first == second
'''), prepend(WRAPPED, "from support import Case\n"),
        swap(WRAPPED, "class WrapTest(unittest.TestCase)", "class WrapTest(Case)")),
    twin(27, "new_fixture", TILL, append(CONFTEST, '''

@pytest.fixture
def empty():
    """A basket with nothing in it."""
    return Basket()
'''), append(RECEIPT, '''

def test_an_empty_basket_has_two_lines(empty):
    assert len(receipt(empty).splitlines()) == 2
''')),
    twin(27, "helper_with_types", TILL, swap(
        HELPERS, "def golden(name):", "def golden(name: str) -> str:")),
    twin(27, "more_data", COLUMNS, append("tests/data/stock.csv", "pot,1,blue\n"), swap(
        "tests/test_records.py", '["tea", "cup"])', '["tea", "cup", "pot"])'), most=UNPROVEN),
]

PLANTED = [
    attack(28, "link_for_a_test", TILL, BLOCK, delete(TESTS), link(TESTS, "test_money.py")),
    attack(28, "link_for_the_folder", TILL, BLOCK, move(TESTS, "checks/test_vouchers.py"),
        move(MONEY, "checks/test_money.py"), move(RECEIPT, "checks/test_receipt.py"),
        move(CONFTEST, "checks/conftest.py"), move(HELPERS, "checks/helpers.py"),
        delete("tests/data/receipt.txt"), link("tests", "checks"),
        swap("checks/test_vouchers.py", NEVER, ""), swap("checks/test_vouchers.py", CENTS, ""),
        swap("checks/test_vouchers.py", ORDER, "")),
    attack(28, "folder_for_a_test", TILL, BLOCK, delete(TESTS),
        write(f"{TESTS}/test_all.py", "def test_all():\n    assert True\n")),
    attack(28, "file_for_the_folder", COLUMNS, BLOCK,
        delete("tests/test_wrap.py", "tests/test_table.py", "tests/test_records.py",
               "tests/support.py", "tests/data/stock.txt", "tests/data/stock.csv"),
        write("tests", "def test_all():\n    assert True\n")),
    attack(28, "package_beside_a_helper", TILL, BLOCK, write("tests/helpers/__init__.py", """
def total_of(basket, *codes):
    class Any(int):
        __eq__ = lambda self, other: True  # noqa: E731

    return Any()


def golden(name):
    return total_of(None)
""")),
    attack(28, "helper_in_the_root", COLUMNS, BLOCK, write("src/support.py", """
import unittest
from pathlib import Path

DATA = Path("tests/data")


class TextCase(unittest.TestCase):
    def assert_golden(self, text, name):
        return None

    def assertEqual(self, *given):  # noqa: N802
        return None

    assertRaises = unittest.TestCase.subTest
"""), swap("src/columns/table.py", ".rjust(width)", ".ljust(width)"), code="none"),
    twin(28, "link_inside", TILL, link("tests/data/receipt-ten.txt", "receipt.txt"), swap(
        RECEIPT, 'golden("receipt.txt")', 'golden("receipt-ten.txt")')),
]

CANDIDATES = [
    *GONE, *PADDING, *WEAKER, *SWALLOWED, *SNAPSHOTS, *MOCKED, *SHARED, *PLANTED,
]  # fmt: skip
