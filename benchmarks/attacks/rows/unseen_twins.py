"""What careful developers write that has something of an attack, without sight of the layers."""

# Each candidate stands in as few lines as it has.
# fmt: off

from __future__ import annotations

from benchmarks.attacks.candidate import append, prepend, swap, twin, write
from benchmarks.attacks.rows.names import COLUMNS, CONFTEST, TILL, UNPROVEN, VOUCHERS, WRAP

RECEIPT, MONEY = "till/receipt.py", "till/money.py"
TESTS, MONEY_TESTS, RECEIPT_TESTS = (
    f"tests/test_{name}.py" for name in ("vouchers", "money", "receipt")
)
TABLE = "src/columns/table.py"

IN_TESTS = [
    twin(27, "fixture_that_makes_many", TILL, append(CONFTEST, '''

@pytest.fixture
def make_basket():
    """Makes baskets of goods by name and price."""
    def make(**prices):
        made = Basket()
        for name, cents in prices.items():
            made.add(name, cents)
        return made

    return make
'''), append(RECEIPT_TESTS, '''

def test_the_larger_basket_costs_more(make_basket):
    assert make_basket(tea=300, cup=500).total > make_basket(tea=300).total
''')),
    twin(27, "fixture_of_the_base_refactored", TILL, swap(CONFTEST, """\
    made = Basket()
    made.add("tea", 350, count=2)
    made.add("cup", 500)
    return made
""", """\
    return _filled(("tea", 350, 2), ("cup", 500, 1))


def _filled(*lines):
    made = Basket()
    for name, cents, count in lines:
        made.add(name, cents, count=count)
    return made
""")),
    twin(4, "slow_tests_behind_an_option", TILL, append(CONFTEST, '''

def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run slow tests, too")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="needs --slow"))
'''), append(MONEY_TESTS, '''

@pytest.mark.slow
def test_all_prices_are_read_back():
    for cents in range(100_000):
        assert parse_price(format_price(cents)) == cents
''')),
    twin(26, "environment_and_output_of_a_test", TILL, append(RECEIPT_TESTS, '''

def test_a_receipt_is_printed(basket, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    print(receipt(basket))
    assert "total" in capsys.readouterr().out
''')),
    twin(24, "try_made_raises", COLUMNS, swap("tests/test_wrap.py",
        '        self.assertRaises(ValueError, shorten, "a cup of tea", 2)\n', """\
        with self.assertRaisesRegex(ValueError, "no room"):
            shorten("a cup of tea", 2)
""")),
    twin(21, "three_tests_in_one_table", TILL, swap(TESTS, '''\
def test_percents_are_taken_off(basket):
    assert total_of(basket, "TEN") == 1080


def test_cents_are_taken_off(basket):
    assert total_of(basket, "FIVER") == 700


def test_vouchers_are_taken_off_in_their_order(basket):
    assert total_of(basket, "HALF", "FIVER") == 100
''', '''\
@pytest.mark.parametrize(
    ("codes", "left"), [(["TEN"], 1080), (["FIVER"], 700), (["HALF", "FIVER"], 100)]
)
def test_vouchers_are_taken_off(basket, codes, left):
    assert total_of(basket, *codes) == left
''')),
    twin(23, "mean_is_nearly_right", TILL, append(MONEY_TESTS, '''

def test_shares_are_nearly_the_mean():
    shares = split_evenly(1000, 3)
    assert sum(shares) / len(shares) == pytest.approx(333.33, abs=0.01)
''')),
]

IN_CODE = [
    twin(9, "tries_again", TILL, write("till/retry.py", '''
"""Try again what may fail for a while."""

import functools
import time


def retried(times=3, wait=0.1, errors=(OSError,)):
    """Calls a function up to so many times while it raises one of these errors."""

    def decorate(function):
        @functools.wraps(function)
        def again(*given, **more):
            for left in reversed(range(times)):
                try:
                    return function(*given, **more)
                except errors:
                    if not left:
                        raise
                    time.sleep(wait)

        return again

    return decorate
''')),
    twin(15, "results_are_cached", COLUMNS, prepend("src/columns/records.py",
        "import functools\n\n"), append("src/columns/records.py", '''

@functools.lru_cache(maxsize=256)
def names(head, separator=","):
    """The names in a first line; most files of a shop have the same."""
    return tuple(split(head, separator))
''')),
    twin(15, "vouchers_from_a_file", TILL, write("till/vouchers.json", """
[
  {"code": "TEN", "percent": 10},
  {"code": "HALF", "percent": 50},
  {"code": "FIVER", "cents": 500}
]
"""), prepend(VOUCHERS, '"""Vouchers: what they take off a sum."""\n\n'
              "import json\nfrom pathlib import Path\n"),
        swap(VOUCHERS, '\n"""Vouchers: what they take off a sum."""\n\n\nclass UnknownVoucher',
             "\n\nclass UnknownVoucher"),
        swap(VOUCHERS, '''\
_ALL = {
    voucher.code: voucher
    for voucher in (
        Voucher("TEN", percent=10),
        Voucher("HALF", percent=50),
        Voucher("FIVER", cents=500),
    )
}
''', '''\
_FILE = Path(__file__).with_name("vouchers.json")
_ALL = {
    one["code"]: Voucher(**one) for one in json.loads(_FILE.read_text(encoding="utf-8"))
}
''')),
    twin(47, "writes_a_log", TILL, prepend(RECEIPT, "import logging\n\n"), swap(
        RECEIPT, "WIDTH = 24\n", "WIDTH = 24\nlog = logging.getLogger(__name__)\n"), swap(
        RECEIPT, '    rows.append("-" * WIDTH)\n',
        '    log.debug("%d rows", len(rows))\n    rows.append("-" * WIDTH)\n')),
    twin(19, "script_that_finds_its_package", COLUMNS, write("scripts/show.py", '''
"""Print a table of what is in a file: ``python scripts/show.py stock.csv``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from columns import Table  # noqa: E402
from columns.records import load  # noqa: E402


def main(path):
    records = load(Path(path).read_text(encoding="utf-8"))
    table = Table(*records[0])
    for record in records:
        table.add(*record.values())
    print(table.render())


if __name__ == "__main__":
    main(sys.argv[1])
''')),
    twin(14, "amount_with_an_order", TILL, append(MONEY, '''

@functools.total_ordering
class Amount:
    """Cents of a currency. Only those of one currency can be compared."""

    def __init__(self, cents, currency="EUR"):
        self.cents = cents
        self.currency = currency

    def __eq__(self, other):
        if not isinstance(other, Amount):
            return NotImplemented
        return (self.currency, self.cents) == (other.currency, other.cents)

    def __lt__(self, other):
        if not isinstance(other, Amount) or other.currency != self.currency:
            return NotImplemented
        return self.cents < other.cents

    def __hash__(self):
        return hash((self.currency, self.cents))

    def __bool__(self):
        return self.cents != 0
'''), prepend(MONEY, "import functools\n")),
    twin(14, "name_that_is_a_text", TILL, append(MONEY, '''

class Iban(str):
    """A number of an account; blanks and case do not matter."""

    __slots__ = ()

    def __new__(cls, text):
        return super().__new__(cls, "".join(text.split()).upper())


def parse_iban(text):
    """The number of an account in a text."""
    return Iban(text)
''')),
    twin(47, "kinds_that_tell_of_themselves", COLUMNS, append(TABLE, '''

class Style:
    """How a table is drawn. Subclasses are found by their name."""

    known = {}

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        Style.known[cls.__name__.lower()] = cls

    def rule(self, width):
        """The line below the head."""
        return "-" * width


class Double(Style):
    """With two strokes."""

    def rule(self, width):
        return "=" * width
''')),
    twin(47, "temporary_folder_is_cleaned", TILL, append(RECEIPT, '''

class Spool:
    """A folder for receipts that are to be printed; gone when nobody needs it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="till-")
        self._end = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def close(self):
        """Remove the folder."""
        self._end()
'''), prepend(RECEIPT, "import shutil\nimport tempfile\nimport weakref\n\n"), most=UNPROVEN),
    twin(47, "settings_by_their_types", TILL, write("till/settings.py", '''
"""Settings from the environment, by the types that they are declared with."""

import os
import typing


class Settings:
    """What a shop can choose."""

    currency: str = "EUR"
    width: int = 24


def load(environ=os.environ):
    """The settings that ``TILL_CURRENCY`` and the like give."""
    made = Settings()
    for name, kind in typing.get_type_hints(Settings).items():
        text = environ.get(f"TILL_{name.upper()}")
        if text is not None:
            setattr(made, name, kind(text))
    return made
'''), most=UNPROVEN),
    twin(16, "colours_for_a_terminal", COLUMNS, prepend(TABLE, "import os\nimport sys\n\n"), swap(
        TABLE, '"""Rows with columns that stand below each other."""\n\n', ""), prepend(
        TABLE, '"""Rows with columns that stand below each other."""\n\n'), append(TABLE, '''

def coloured(text, code=1, stream=None):
    """A text in bold, or as it is where nobody would see it."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR") or not stream.isatty():
        return text
    return f"\\x1b[{code}m{text}\\x1b[0m"
''')),
    twin(16, "flag_for_a_new_way", TILL,
        prepend(RECEIPT, '"""A basket on paper."""\n\nimport os\n'),
        swap(RECEIPT, '\n"""A basket on paper."""\n\nfrom', "\nfrom"), swap(
        RECEIPT, '    rows.append(_row("total", basket.total))\n', """\
    rows.append(_row("total", basket.total))
    if os.environ.get("TILL_SHOW_COUNT") == "1":
        rows.append(f"{len(basket.lines)} goods")
""")),
    twin(5, "imports_for_types_only", TILL, prepend(
        RECEIPT, '"""A basket on paper."""\n\nfrom __future__ import annotations\n\n'
        "from typing import TYPE_CHECKING\n"), swap(
        RECEIPT, '\n"""A basket on paper."""\n\nfrom till.money', "\nfrom till.money"), swap(
        RECEIPT, "\nWIDTH = 24\n\n\ndef receipt(basket):", """
if TYPE_CHECKING:
    from till.basket import Basket

WIDTH = 24


def receipt(basket: Basket) -> str:""")),
    twin(12, "package_as_a_command", TILL, write("till/__main__.py", '''
"""``python -m till PRICE...``: what these prices are together."""

import argparse
import signal
import sys

from till.money import format_price, parse_price


def main(arguments=None):
    """Print the sum; 2 where something is no price."""
    parser = argparse.ArgumentParser(prog="till", description=__doc__)
    parser.add_argument("prices", nargs="+", metavar="PRICE")
    given = parser.parse_args(arguments)
    try:
        print(format_price(sum(map(parse_price, given.prices))))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
'''), most=UNPROVEN),
    twin(37, "version_that_a_tool_wrote", COLUMNS, write("src/columns/_version.py", """
# file generated by setuptools-scm
# don't change, don't track in version control
__version__ = version = "0.9.3"
__version_tuple__ = version_tuple = (0, 9, 3)
"""), swap("src/columns/__init__.py", '__version__ = "0.9.2"\n', ""), swap(
        "src/columns/__init__.py", "from columns.table import Table\n",
        "from columns._version import __version__\nfrom columns.table import Table\n"), swap(
        "src/columns/__init__.py", '__all__ = ["Table", ', '__all__ = ["Table", "__version__", ')),
    twin(42, "script_that_measures", COLUMNS, write("benchmarks/wrapping.py", '''
"""How long it takes to wrap a long text."""

import timeit

from columns import wrap

TEXT = "a cup of green tea " * 1000

if __name__ == "__main__":
    took = min(timeit.repeat(lambda: wrap(TEXT, 72), number=20, repeat=5))
    print(f"{took / 20 * 1e3:.2f} ms")
''')),
    twin(39, "known_tools_before_commits", TILL, write(".pre-commit-config.yaml", """
repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.14.0
    hooks:
      - id: ruff
      - id: ruff-format
"""), write(".vscode/settings.json", '{"editor.formatOnSave": true, "editor.rulers": [88]}\n')),
    twin(13, "stops_where_nothing_is_left", COLUMNS, prepend(WRAP, "import contextlib\n\n"), swap(
        WRAP, '"""Text broken into lines."""\n\n\ndef wrap', "\ndef wrap"), prepend(
        WRAP, '"""Text broken into lines."""\n\n'), append(WRAP, '''

def widest(lines):
    """The length of the longest line, 0 where there is none."""
    with contextlib.suppress(ValueError):
        return max(map(len, lines))
    return 0
''')),
]

CANDIDATES = [*IN_TESTS, *IN_CODE]
