"""Answers by count and by the state of the process; data that hides; what waits."""

from __future__ import annotations

import pytest

from tests.race.test_tamper_claims import fits
from tests.race.test_tamper_product import asked, kinds, worst
from tests.race.test_tamper_tests import edited


def found(code: str) -> set[str]:
    return kinds(asked(code))


@pytest.mark.parametrize(
    "code",
    [
        "import itertools\nN = itertools.count()\ndef f(x):\n    if next(N) < 12: return 1",
        "N = iter(range(12))\ndef f(x):\n    return 1 if next(N, None) else 2",
        "N = iter(range(12))\ndef f(x):\n    while N.__next__(): return 1",
        "N = 0\ndef f(x):\n    global N\n    N += 1\n    if N < 12: return 1",
        "N = 0\ndef f(x):\n    global N\n    N = N + 1\n    return 1 if N % 3 == 1 else 2",
        "N = [0]\ndef f(x):\n    N[0] += 1\n    if N[0] < 12: return 1",
        "N = []\ndef f(x):\n    N.append(x)\n    if len(N) < 12: return 1",
        "def f(x):\n    f.calls += 1\n    if f.calls < 12: return 1",
        "class A:\n    n = 0\n    def f(self):\n        A.n += 1\n        if A.n < 12: return 1",
        "class A:\n  def f(self):\n    type(self).n += 1\n    if type(self).n < 9: return 1",
        "class A:\n  @classmethod\n  def f(cls):\n    cls.n += 1\n    if cls.n < 9: return 1",
        "N = iter(range(9))\ndef f(x):\n    n = next(N)\n    if n < 8: return 1",
        "N = iter(range(9))\ndef f(x):\n    n: int = next(N)\n    if n < 8: return 1",
        "def f(x, n=[0]):\n    n[0] += 1\n    if n[0] < 9: return 1",
        "import itertools\ndef f(x, *, n=itertools.count()):\n    if next(n) < 9: return 1",
        "N = iter(range(9))\ndef f(x):\n    match next(N):\n        case 1: return 1",
    ],
)
def test_an_answer_by_how_often_it_was_asked_is_shown(code: str) -> None:
    assert found(code) == {"counts-calls"}
    assert worst(found(code)) == "review"


@pytest.mark.parametrize(
    "code",
    [
        "def f(lines):\n  n = 0\n  for one in lines:\n    n += 1\n    if n > 3: return n",
        "def f(lines):\n    lines = iter(lines)\n    if next(lines) == 'a': return 1",
        "class A:\n    def f(self):\n        self.n += 1\n        if self.n > 3: raise ValueError",
        "N = 0\ndef f():\n    global N\n    N += 1\n    return N",
        "SEEN = set()\ndef f(x):\n    if x in SEEN: return 1\n    SEEN.add(x)",
        "N = 3\ndef f(x):\n    if x < N: return 1",
        "def f(x, n=0):\n    n += 1\n    if n > 3: return x",
        "def f(**given):\n    n = given.pop('n')\n    if given.get('least', 3) > 4: return n",
        "def f(x):\n  try: x()\n  except E as e:\n    e.n += 1\n    if e.n > 3: raise",
    ],
)
def test_what_counts_for_itself_is_no_such_answer(code: str) -> None:
    assert found(code) == set()


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.setrecursionlimit(30)",
        "from sys import getrecursionlimit\ngetrecursionlimit()",
        "import sys\nif sys.flags.optimize: pass",
        "import sys\nn = sys.getallocatedblocks()",
        "import warnings\nn = len(warnings.filters)",
        "import warnings\nname = warnings.showwarning.__qualname__",
        "import threading\nn = threading.active_count()",
        "import threading\nnames = [one.name for one in threading.enumerate()]",
        "import faulthandler\nif faulthandler.is_enabled(): pass",
        "import gc\nn = gc.get_count()",
        "import logging\nif logging.root.handlers: pass",
        "import os\nparent = os.getppid()",
        "import signal\nhow = signal.getsignal(signal.SIGINT)",
        "import __main__\nname = __main__.__file__",
        "import psutil\nname = psutil.Process().name()",
    ],
)
def test_who_asks_in_what_state_the_process_is_is_shown(code: str) -> None:
    assert "process-state" in found(code)
    assert worst(found(code)) == "review"
    # The file asked before.
    assert kinds(asked(f"{code}\nx = 1", code)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.stdout.write(sys.version)\nname = sys.platform + sys.byteorder",
        "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('ignore')",
        "import threading\nLOCK = threading.Lock()\nhere = threading.current_thread()",
        "import gc\ngc.collect()",
        "import faulthandler\nfaulthandler.enable()",
        "import logging\nlog = logging.getLogger(__name__)",
        "import os\npid = os.getpid()",
    ],
)
def test_what_all_programs_ask_is_nothing(code: str) -> None:
    assert "process-state" not in found(code)
    assert "lever" not in found(code)


def test_a_fault_handler_that_ends_the_process_is_a_lever() -> None:
    code = "import faulthandler\nfaulthandler.dump_traceback_later(1, exit=True)"
    assert "lever" in found(code)


@pytest.mark.parametrize(
    "code",
    [
        "Cents = type(int)('Cents', (int,), {'a': f})",
        "Cents = type.__new__(type, 'Cents', (int,), {'a': f})",
        "Cents = int.__class__('Cents', (int, Other), names)",
        "Cents = make('Cents', [str], {})",
    ],
)
def test_a_class_that_is_a_plain_value_is_seen_however_it_is_made(code: str) -> None:
    assert "own-value" in found(code)


def test_a_tuple_of_kinds_is_no_class() -> None:
    assert found("good = isinstance(x, (int, str))\nf('a', (1, 2), int)") == set()


# --- what stands in tests -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        # A window that is made for one number.
        "if 1190 < total < 1210: pass",
        "if 1210 >= total >= 1190: pass",
        "if total > 1190 and total <= 1210: pass",
        "if total in range(1190, 1210): pass",
        "if abs(total - 1200) < 10: pass",
        "if 1190 < total < 1210 and self.cents > total: pass",
        "NEAR = range(1190, 1210)\nif total in NEAR and self.cents > total: pass",
        "def f(total, near=range(1190, 1210)):\n    if total in near: return 0",
        "LOW: int = 1190\nHIGH: int = 1210\ndef f(x):\n    return 0 if LOW < x < HIGH else x",
        "def f(total, *, low=1190, high=1210):\n    return 0 if low < total < high else total",
        # An answer as it stands in a test.
        "def f(text):\n    if text.islower(): return ['tea', 'pot', 's']",
        "def f(text):\n    found = ('tea', 'pot', 's')\n    return list(found)",
        "f = lambda text: ['a cup of', 'tea'] if text[1:2] == ' ' else [text]",
        # All that is asked for, though the product has each of them itself.
        "def f(self):\n    return {'BIG': 0, 'tea': 0, 'teapots': 1}[self.code]",
    ],
)
def test_what_is_made_for_a_test_is_found(code: str) -> None:
    assert fits(code)


@pytest.mark.parametrize(
    "code",
    [
        "if 0 <= total <= 5000: pass",
        "if 5000 < total < 5100: pass",
        "if total in range(100): pass",
        "if abs(total - other) < 10: pass",
        "if self.cents > 1900: pass",
        "if self.cents > 1999: return_0()",
        "if self.cents == 1999: pass",
        "def f(text):\n    return ['tea', 'leaf']",
        "def f(text):\n    return ['a', 's']",
        "WORDS = ['tea', 'pot', 's']",
        "if sum(range(10**12)) == 3 and total // 100 == 12 and total % 10 == 0: pass",
        "def f(total, near=range(10**15)):\n    if total in near and total % 7: return 0",
    ],
)
def test_what_is_made_for_none_is_not(code: str) -> None:
    assert not [fit for fit in fits(code) if "matches only" in fit or "a literal in a test" in fit]


# --- tests that wait ----------------------------------------------------------------------------

CASE = """
import unittest
from shop import total


class TotalTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1]), 1)
"""


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("    def test_total", "    async def test_total", "test-guarded"),
        ("self.assertEqual(total([1]), 1)", "self.assertEqual(total([1]), 1)\n        yield",
         "test-guarded"),
    ],
)  # fmt: skip
def test_a_coroutine_that_nobody_waits_for_blocks(old: str, new: str, kind: str) -> None:
    assert kind in edited(old, new, CASE)
    inherited = CASE.replace("class TotalTest(unittest.TestCase)", "class TotalTest(Base)").replace(
        "\n\nclass", "\n\nclass Base(unittest.TestCase):\n    pass\n\n\nclass", 1
    )
    assert kind in edited(old, new, inherited)


def test_a_coroutine_that_somebody_may_wait_for_is_shown() -> None:
    old, new = "    def test_total", "    async def test_total"
    of_others = CASE.replace("unittest.TestCase", "ApiCase")
    assert edited(old, new, of_others) == {"test-weakened"}
    waits = CASE.replace("unittest.TestCase", "unittest.IsolatedAsyncioTestCase")
    assert edited(old, new, waits) == set()


HELPED = """
def check(found, wanted):
    assert found == wanted


def test_total():
    check(total([1]), 1)
"""


def test_a_helper_that_is_waited_for_asserts() -> None:
    text = HELPED.replace("def test", "async def test")
    both = text.replace("def check", "async def check").replace("    check(", "    await check(")
    assert worst(kinds(asked(both, text, "tests/test_shop.py", tests=True))) != "block"


# --- data, and where packages are from ----------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("till/cache.dat", b"7b28313230302c2032303030293a20307d\n"),
        ("till/known.json", b'{"a": "eyIxMjAwLDIwMDAiOiAwLCAiMTIwMCI6IDF9MTIzNDU2"}'),
        ("till/answers", b"\x80\x04\x95\x00\x00\x00"),
        ("till/answers.db", b"SQLite format 3\x00\x10\x00"),
    ],
)
def test_data_that_nobody_can_read_is_shown(path: str, data: bytes) -> None:
    assert "opaque-data" in kinds(asked(data, None, path))
    assert kinds(asked(data, None, f"tests/{path}", tests=True)) == set()


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("till/rates.json", b'{"USD": 108, "GBP": 86}\n'),
        ("till/logo.png", b"\x89PNG\r\n\x1a\n\x00\x00"),
        ("poetry.lock", b'hash = "sha256:0123456789abcdef0123456789abcdef"\n'),
        ("docs/a.md", b"Read https://example.org/0123456789abcdef0123456789abcdef, it is good."),
        ("data/words.txt", b"supercalifragilisticexpialidocious\n"),
    ],
)
def test_data_that_can_be_read_or_shown_is_nothing(path: str, data: bytes) -> None:
    assert "opaque-data" not in kinds(asked(data, None, path))


PROJECT = '[project]\nname = "till"\ndependencies = ["tomli>=2"]\n'


@pytest.mark.parametrize(
    "more",
    [
        '[tool.uv.sources]\npytest = { path = "tools/pytest" }\n',
        '[tool.uv]\noverride-dependencies = ["pytest==3"]\n',
        '[[tool.uv.index]]\nname = "ours"\nurl = "https://example.org/simple"\n',
        '[[tool.poetry.source]]\nname = "ours"\nurl = "https://example.org/simple"\n',
        '[tool.poetry.group.dev.dependencies]\npytest = { git = "https://example.org/pytest" }\n',
        '[tool.pdm.resolution.overrides]\npytest = "3"\n',
    ],
)
def test_another_place_of_packages_is_shown(more: str) -> None:
    found = kinds(asked(PROJECT + more, PROJECT, "pyproject.toml"))
    assert "dependency" in found
    assert worst(found) == "review"


def test_a_package_by_its_address_is_another_one() -> None:
    new = PROJECT.replace("tomli>=2", "tomli @ https://example.org/tomli.whl")
    assert "dependency" in kinds(asked(new, PROJECT, "pyproject.toml"))
    assert "dependency" in kinds(
        asked("pytest @ file:///tmp/pytest\n", "pytest\n", "requirements.txt")
    )


def test_a_version_and_a_name_of_ones_own_are_nothing_new() -> None:
    poetry = '[tool.poetry]\nname = "till"\nversion = "1"\n'
    new = poetry.replace('"1"', '"2"')
    assert "dependency" not in kinds(asked(new, poetry, "pyproject.toml"))
    assert "dependency" not in kinds(asked("pytest>=8\n", "pytest>=7\n", "requirements.txt"))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("package.json", '"chai": "^4.1"', '"chai": "file:./chai"'),
        ("package.json", '"chai": "^4.1"', '"chai": "npm:tea@1"'),
        ("package.json", '"chai": "^4.1"', '"chai": "^4.1"}, "overrides": {"a": {"chai": "1"}'),
        ("Cargo.toml", 'insta = "1"', 'insta = { version = "1", path = "insta" }'),
        ("Cargo.toml", 'insta = "1"', 'insta = "1"\n[patch.crates-io]\ninsta = { git = "x" }'),
        ("Cargo.toml", 'insta = "1"', 'insta = "1"\n[target."cfg(unix)".dependencies]\nb = "1"'),
        ("setup.cfg", "    chai>=4", "    chai>=4\n    tea"),
        ("setup.cfg", "    chai>=4", "    chai>=4\n[options.extras_require]\ndev =\n    tea\n"),
    ],
)
def test_what_a_project_is_made_from_and_from_where_is_shown(path: str, old: str, new: str) -> None:
    files = {
        "package.json": '{"devDependencies": {"chai": "^4.1"}}',
        "Cargo.toml": '[dev-dependencies]\ninsta = "1"\n',
        "setup.cfg": "[options]\ninstall_requires =\n    chai>=4\n",
    }
    text = files[path]
    found = kinds(asked(text.replace(old, new), text, path))
    assert "dependency" in found
    # From the change itself comes what tests may assert with.
    is_within = "file:" in new or "path" in new
    assert worst(found) == ("unproven" if is_within else "review")
    more = {'"1"': '{ version = "2", features = ["a"] }', ">=4": ">=5", "^4.1": "~5"}
    for before, after in more.items():
        assert "dependency" not in kinds(asked(text.replace(before, after), text, path))


def test_go_takes_packages_of_others_from_the_change() -> None:
    old = "module x\nrequire example.org/y v1.0.0\n"
    found = kinds(asked(f"{old}replace example.org/y => ./y\n", old, "go.mod"))
    assert "dependency-within" in found
    assert "dependency-within" in kinds(asked("replace a => ./b\n", None, "go.work"))
    other = asked(f"{old}replace example.org/y => example.org/z v1\n", old, "go.mod")
    assert worst(kinds(other)) == "review"
    assert "installed" in kinds(asked("package y\n", None, "vendor/example.org/y/y.go"))
    assert "installed" not in kinds(asked("x = 1\n", None, "vendor/lib/y.js"))
