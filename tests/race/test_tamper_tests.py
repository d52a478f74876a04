"""What becomes of tests in Python: attacks in many spellings, and honest edits beside them."""

from __future__ import annotations

import pytest

from tests.race.test_tamper_product import asked, kinds, worst

BASE = """
import os
import pytest
from shop import total


def check(found, wanted):
    assert found == wanted


@pytest.fixture
def cart():
    return []


def test_total():
    found = total([1, 2])
    assert found == 3


def test_more(cart):
    check(total(cart), 0)


class TestCart:
    def test_raises(self):
        with pytest.raises(ValueError):
            total(None)
"""
TOTAL = "    found = total([1, 2])\n    assert found == 3\n"


def edited(old: str, new: str, text: str = BASE) -> set[str]:
    assert text.count(old) == 1
    return kinds(asked(text.replace(old, new), text, "tests/test_shop.py", tests=True))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # Emptied.
        ("    pass\n", "test-emptied"),
        ("    ...\n", "test-emptied"),
        ('    """It adds."""\n', "test-emptied"),
        ("    return None\n", "test-emptied"),
        ("    found = total([1, 2])\n", "test-emptied"),
        ("    found = total([1, 2])\n    print(found == 3)\n", "test-emptied"),
        ("    found = total([1, 2])\n    found == 3\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert True\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert found == 3 or True\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert True or found == 3\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert (found == 3, 'three')\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert not False\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert found == found\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert found == 3 or found != 3\n", "test-edited"),
        ("    found = total([1, 2])\n    assert found or not found\n", "test-edited"),
        ("    found = total([1, 2])\n    assert (found == 3) in (True, False)\n", "test-edited"),
        ("    found = total([1, 2])\n    assert isinstance(found, object)\n", "test-edited"),
        ("    found = total([1, 2])\n    assert 1 == 1\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert [found == 3]\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert lambda: found == 3\n", "test-emptied"),
        ("    found = total([1, 2])\n    assert f'{found == 3}x'\n", "test-edited"),
        ("    found = total([1, 2])\n    assert (ok := True)\n", "test-edited"),
        ("    found = total([1, 2])\n    assert found == 3 if False else True\n", "test-edited"),
        ("    found = total([1, 2])\n    assert found == mock.ANY\n", "test-edited"),
        # Guarded.
        ("    return\n" + TOTAL, "test-guarded"),
        ("    if False:\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    if 0:\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    if not True:\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    if True:\n        return\n" + TOTAL, "test-guarded"),
        ("    if os.environ.get('CI'):\n        return\n" + TOTAL, "test-guarded"),
        (
            "    found = total([1, 2])\n    if found == 3:\n        assert found == 3\n",
            "test-guarded",
        ),
        ("    while False:\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    for _ in []:\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    for _ in range(9, 1):\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    for _ in ():\n        assert total([1, 2]) == 3\n", "test-guarded"),
        ("    def later():\n        assert total([1, 2]) == 3\n", "test-weakened"),
        (
            "    async def check():\n        assert total([1, 2]) == 3\n\n    check().close()\n",
            "test-edited",
        ),
        (
            "    def checks():\n        yield\n        assert total([1, 2]) == 3\n\n"
            "    next(checks())\n",
            "test-edited",
        ),
        (
            "    def check():\n        assert total([1, 2]) == 3\n\n    assert check\n",
            "test-edited",
        ),
        (
            "    def check():\n        assert total([1, 2]) == 3\n\n"
            "    threading.Thread(target=check).start()\n",
            "test-weakened",
        ),
        (
            "    def check():\n        assert total([1, 2]) == 3\n\n    pool.submit(check)\n",
            "test-weakened",
        ),
        (
            "    with contextlib.ExitStack() as stack:\n"
            "        stack.push(lambda *given: True)\n        assert total([1, 2]) == 3\n",
            "test-weakened",
        ),
        (
            "    with contextlib.ExitStack() as stack:\n"
            "        stack.enter_context(contextlib.suppress(Exception))\n"
            "        assert total([1, 2]) == 3\n",
            "test-weakened",
        ),
        ("    with open(os.devnull):\n        return\n" + TOTAL, "test-guarded"),
        ("    yield\n" + TOTAL, "test-guarded"),
        ("    import sys\n    sys.exit(0)\n" + TOTAL, "test-guarded"),
        ("    False and check(total([1, 2]), 3)\n", "test-guarded"),
        ("    lambda: check(total([1, 2]), 3)\n", "test-guarded"),
        # Swallowed.
        (
            "    try:\n        assert total([1, 2]) == 3\n"
            "    except AssertionError:\n        pass\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n    except:\n        pass\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n    except Exception as e:\n"
            "        print(e)\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n    except (ValueError, BaseException):\n"
            "        return\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n    except Exception:\n"
            "        if os.environ.get('STRICT'):\n            raise\n",
            "test-swallowed",
        ),
        (
            "    for _ in (1,):\n        try:\n            assert total([1, 2]) == 3\n"
            "        finally:\n            break\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n    finally:\n        return\n",
            "test-swallowed",
        ),
        (
            "    with contextlib.suppress(AssertionError):\n        assert total([1, 2]) == 3\n",
            "test-swallowed",
        ),
        (
            "    from contextlib import suppress\n    with suppress(Exception):\n"
            "        assert total([1, 2]) == 3\n",
            "test-swallowed",
        ),
        (
            "    with pytest.raises(AssertionError):\n        assert total([1, 2]) == 3\n",
            "test-swallowed",
        ),
        (
            "    try:\n        assert total([1, 2]) == 3\n"
            "    except* AssertionError:\n        pass\n",
            "test-swallowed",
        ),
        # Skipped: by whom tests are counted.
        ("    pytest.skip('later')\n" + TOTAL, "test-guarded"),
        ("    raise unittest.SkipTest\n", "test-skipped"),
        ("    if sys.platform == 'win32':\n        return\n" + TOTAL, "test-skipped"),
        # Weakened, or edited.
        ("    found = total([1, 2])\n    assert found\n", "test-edited"),
        ("    found = total([1, 2])\n    assert found is not None\n", "test-edited"),
        ("    found = total([1, 2])\n    assert found in (3, 4)\n", "test-edited"),
        ("    found = total([1, 2])\n    assert isinstance(found, int)\n", "test-edited"),
        (
            "    found = total([1, 2])\n    assert found == pytest.approx(3, abs=1e9)\n",
            "test-edited",
        ),
        ("    found = total([1, 2])\n    snapshot(found)\n", "test-weakened"),
        (
            "    monkeypatch.setattr('shop.total', lambda _: 3)\n" + TOTAL,
            "test-mocks",
        ),
        ("    def total(_):\n        return 3\n" + TOTAL, ""),
    ],
)
def test_a_body_that_says_less(body: str, kind: str) -> None:
    found = edited(TOTAL, body)
    assert found == ({kind} if kind else set())


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        # The definition.
        ("def test_total", "if False:\n  def test_total", "test-guarded"),
        ("def test_total", "if __name__ == '__main__':\n  def test_total", "test-guarded"),
        ("def test_total", "@pytest.mark.skip\ndef test_total", "test-skipped"),
        ("def test_total", "@pytest.mark.xfail(strict=False)\ndef test_total", "test-skipped"),
        ("def test_total", "@unittest.expectedFailure\ndef test_total", "test-skipped"),
        ("def test_total", "@unittest.mock.patch('shop.total')\ndef test_total", "test-mocks"),
        ("def test_total", "def check_total", "test-gone"),
        ("def test_total", "def test_sum", "test-renamed"),
        ("class TestCart:", "@pytest.mark.skip\nclass TestCart:", "test-skipped"),
        ("class TestCart:", "class TestCart:\n    def __init__(self): pass\n", "test-deselected"),
        ("class TestCart:", "class TestCart:\n    __test__ = False\n", "test-deselected"),
        # The file.
        ("import os\n", "import os\n__test__ = False\n", "test-deselected"),
        ("import os\n", "import os\npytestmark = pytest.mark.skip\n", "test-skipped"),
        ("import os\n", "import os\npytest.skip('x', allow_module_level=True)\n", "test-skipped"),
        ("import os\n", "import os\npytest.importorskip('nothing')\n", "test-skipped"),
        (
            "            total(None)\n",
            "            total(None)\n\n\ndel test_total\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\ndel TestCart\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\ntest_total = lambda: None\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\nglobals()['test_total'] = print\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\nglobals().pop('test_total')\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\nTestCart.test_raises = lambda self: None\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\ntest_total.__test__ = False\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\nfor one in (test_total,):\n"
            "    setattr(one, '__test__', bool())\n",
            "test-deselected",
        ),
        (
            "            total(None)\n",
            "            total(None)\n\n\ndef test_more(cart):\n    assert cart == []\n",
            "test-deselected",
        ),
        # What asserts for others.
        ("    assert found == wanted\n", "    pass\n", "test-emptied"),
        (
            "    assert found == wanted\n",
            "    return\n    assert found == wanted\n",
            "test-guarded",
        ),
        # What they depend on.
        ("    return []\n", "    return [0]\n", "test-helper"),
    ],
)
def test_what_is_not_run_or_not_as_it_was(old: str, new: str, kind: str) -> None:
    assert kind in edited(old, new)


def test_helpers_that_swallow() -> None:
    helper = """
import functools


def calm(test):
    @functools.wraps(test)
    def run(*args):
        try:
            return test(*args)
        except Exception:
            return None
    return run


class Soft:
    def __enter__(self): return self
    def __exit__(self, *error): return True
"""
    test = BASE.replace("def test_total", "@calm\ndef test_total")
    here = asked(helper + test, BASE, "tests/test_shop.py", tests=True)
    assert "test-swallowed" in kinds(here)
    # They may stand in another file, and be contexts.
    apart = asked(helper, None, "tests/helpers.py", tests=True)
    assert "test-swallowed" in kinds(apart, asked(test, BASE, "tests/test_shop.py", tests=True))
    soft = BASE.replace("    assert found == 3", "    with Soft():\n        assert found == 3")
    assert "test-swallowed" in kinds(apart, asked(soft, BASE, "tests/test_shop.py", tests=True))


def test_assertions_of_a_class_of_its_own() -> None:
    base = "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n"
    base += "        self.assertEqual(f(), 1)\n"
    case = "class Case(unittest.TestCase):\n    def assertEqual(self, a, b, msg=None):\n"
    new = base.replace(
        "class T(unittest.TestCase)", f"{case}        return a == b\n\n\nclass T(Case)"
    )
    assert worst(kinds(asked(new, base, "tests/test_t.py", tests=True))) == "block"
    longer = new.replace("return a == b", "super().assertEqual(a, b, msg or 'they differ')")
    assert kinds(asked(longer, base, "tests/test_t.py", tests=True)) == set()
    runs = base.replace(
        "    def test_a", "    def run(self, result=None):\n        pass\n\n    def test_a"
    )
    assert worst(kinds(asked(runs, base, "tests/test_t.py", tests=True))) == "block"
    plain = base.replace("(unittest.TestCase)", "")
    assert worst(kinds(asked(plain, base, "tests/test_t.py", tests=True))) == "block"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Reformatted, commented, said otherwise.
        (TOTAL, "    found = total(\n        [1, 2],\n    )  # both\n    assert found == 3\n"),
        ("def test_total():", "def test_total() -> None:"),
        # Stronger, or as strong.
        (TOTAL, TOTAL + "    assert total([]) == 0\n"),
        (TOTAL, "    for n in (1, 2):\n        assert total([n]) == n\n" + TOTAL),
        (TOTAL, f"    with pytest.raises(TypeError):\n        total(1)\n{TOTAL}"),
        (TOTAL, "    if total([1, 2]) != 3:\n        pytest.fail('no')\n"),
        (TOTAL, "    assert total([1, 2]) == 3, 'three'\n"),
        (TOTAL, "    check(total([1, 2]), 3)\n"),
        (
            TOTAL,
            "    try:\n        assert total([1, 2]) == 3\n    except AssertionError as error:\n"
            "        raise AssertionError('three') from error\n",
        ),
        (
            TOTAL,
            "    try:\n        assert total([1, 2]) == 3\n    finally:\n        print('done')\n",
        ),
        (
            TOTAL,
            "    try:\n        os.unlink('x')\n    except OSError:\n        pass\n" + TOTAL,
        ),
        (TOTAL, "    if os.environ.get('BIG'):\n        assert total([9]) == 9\n" + TOTAL),
        # Its behaviour has changed.
        (TOTAL, TOTAL.replace("3", "4")),
        # New tests, fixtures and helpers, also those that are skipped somewhere.
        ("def test_total", "@pytest.mark.skipif(os.name == 'nt', reason='x')\ndef test_new():\n"
         "    assert total([0]) == 0\n\n\ndef test_total"),
        ("def test_total", "@pytest.fixture\ndef one():\n    return 1\n\n\ndef test_total"),
        ("def test_total", "def tries(f):\n    try:\n        f()\n    except ValueError:\n"
         "        raise\n\n\ndef test_total"),
        ("def test_total", "class TestData:\n    __test__ = False\n\n\ndef test_total"),
        ("def test_total", "@pytest.mark.slow\ndef test_total"),
        ("def test_total():", "@pytest.mark.parametrize('n', [1, 2])\ndef test_total(n):"),
        ("    found = total([1, 2])\n", "    def made():\n        yield total([1, 2])\n\n"
         "    (found,) = made()\n"),
        ("    found = total([1, 2])\n    assert found == 3\n", "    def check():\n"
         "        found = total([1, 2])\n        assert found == 3\n\n"
         "    pool.submit(check).result()\n"),
        ("import os\n", "import os\nimport sys\n"),
        ("def test_total", "def test_sum"),
    ],
)  # fmt: skip
def test_honest_edits_are_not_stopped(old: str, new: str) -> None:
    assert worst(edited(old, new)) in ("", "review")


def test_order_is_no_matter() -> None:
    parts = BASE.split("\n\n\n")
    moved = "\n\n\n".join([*parts[:3], parts[4], parts[3], *parts[5:]])
    assert moved != BASE
    assert kinds(asked(moved, BASE, "tests/test_shop.py", tests=True)) == set()


def test_what_asserted_nothing_for_sure_may_stay_so() -> None:
    base = BASE.replace(TOTAL, "    if os.environ.get('BIG'):\n        assert total([9]) == 9\n")
    new = base.replace("total([9]) == 9", "total([8]) == 8")
    assert worst(kinds(asked(new, base, "tests/test_shop.py", tests=True))) in ("", "review")


def test_an_assertion_about_an_optional_part_is_no_guard_beside_others() -> None:
    old = "    found = total([1, 2])\n    assert found == 3\n"
    more = f"{BASE}\n\ndef test_two():\n    assert total([1]) == 1\n    assert total([2]) == 2\n"
    line = "    assert total([1]) == 1\n"
    for part, kind in [
        ("hasattr(shop, 'total')", "test-weakened"), ("not hasattr(shop, 'old')", "test-weakened"),
        ("hasattr(shop.total, 'x')", "test-guarded"), ("hasattr(shop, name)", "test-guarded"),
        ("hasattr(shop, 'x') and found", "test-guarded"), ("shop", "test-guarded"),
    ]:  # fmt: skip
        assert kind in edited(line, f"    if {part}:\n    {line}", more)
    # Where nothing else is asserted it keeps a test from failing.
    within = old.replace("    assert", "    if hasattr(shop, 'total'):\n        assert")
    assert "test-guarded" in edited(old, within)
