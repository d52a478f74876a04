"""Notes on edits of tests: by definitions in Python, by lines in other languages."""

from __future__ import annotations

import pytest

from tests.plugins.race.inspected import changed, kinds, signs, state

BASE = '''
"""Tests of a till."""

import pytest
from till import total

LIMIT = 3


@pytest.fixture
def cart():
    return [1, 2]


def check(found, wanted):
    assert found == wanted


def test_total(cart):
    assert total(cart) == 3
    assert total([]) == 0


class TestCart(Base):
    size = 3

    def test_raises(self):
        with pytest.raises(TypeError):
            total(None)
        self.assertEqual(total([1]), 1)
'''
NEW = "\n\ndef test_new():\n    {}assert total([9]) == 9\n"


def notes(new: str, old: str | None = BASE, path: str = "tests/test_till.py") -> list[str]:
    """The notes on a changed file: kind, line and text."""
    return [f"{sign.kind} {sign.line}: {sign.text}" for sign in signs(changed(new, old, path))]


def edit(line: int, name: str, *counts: int) -> str:
    """The note on a test with so many assertions, then skips, before and after."""
    return "test-edited {}: {}: asserts {} -> {}, skips {} -> {}".format(line, name, *counts)


def gone(name: str) -> str:
    return f"test-gone None: {name}"


def around(names: str) -> str:
    """The note on code around tests."""
    return f"test-support None: {names}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # A test.
        ("    assert total([]) == 0\n", "", [edit(19, "test_total", 2, 1, 0, 0)]),
        ("== 3\n    a", "== 3\n    pytest.skip()\n    a", [edit(19, "test_total", 2, 2, 0, 1)]),
        ("def test_total", "@mark.xfail\ndef test_total", [edit(20, "test_total", 2, 2, 0, 1)]),
        ("total([1]), 1", "1, 1", [edit(27, "TestCart::test_raises", 2, 2, 0, 0)]),
        ("def test_total", "def no_test_total", [gone("test_total"), around("no_test_total")]),
        ("def test_total", "def test_sum", [gone("test_total")]),
        ("TestCart", "TestBasket", [gone("TestCart::test_raises"), around("statements")]),
        # Code around tests.
        ("return [1, 2]", "return []", [around("cart")]),
        ("    assert found == wanted", "    pass", [around("check")]),
        ("LIMIT = 3", "LIMIT = 4", [around("statements")]),
        ("size = 3", "size = 4", [around("statements")]),
        ("(Base)", "(Other)", [around("statements")]),
        ("import pytest\n", "import pytest\nimport mock\n", [around("statements")]),
        ("def check", "def setup(): pass\ndef check", [around("setup")]),
        ("def check", "def a(): 1\ndef b(): 1\ndef c(): 1\ndef d(): 1\ndef check",
         [around("a, b, c, … and 1 more")]),
        # Nothing that the syntax tree shows.
        ("Tests of a till", "All tests of a till", []),
        ("    assert total([])", "    # Nothing.\n    assert total([])", []),
        ("total(cart) == 3", "(total(cart) == 3)", []),
    ],
)  # fmt: skip
def test_notes_on_a_test_module(old: str, new: str, expected: list[str]) -> None:
    assert old in BASE
    assert notes(BASE.replace(old, new, 1)) == expected
    assert state({entry.split()[0] for entry in expected}) in ("", "review")


def test_a_new_test_is_noted_only_with_a_skip() -> None:
    assert notes(BASE + NEW.format("")) == []
    assert notes(BASE + NEW.format("pytest.skip(); ")) == ["test-skipped 33: test_new"]
    assert notes(NEW.format(""), None) == []
    assert notes(NEW.format("pytest.skip(); "), None) == ["test-skipped 3: test_new"]


def test_the_order_of_definitions_does_not_matter() -> None:
    head, _, last = BASE.partition("def check")
    check, _, rest = last.partition("\n\n\n")
    assert notes(f"{head}{rest}\n\ndef check{check}\n") == []


@pytest.mark.parametrize("path", ["tests/conftest.py", "tests/helpers.py"])
def test_a_new_file_beside_tests_may_change_them(path: str) -> None:
    assert notes("def pytest_pyfunc_call(): return True\n", None, path) == [
        "test-support None: pytest_pyfunc_call"
    ]


@pytest.mark.parametrize(
    ("path", "old", "new", "counts"),
    [
        ("a.test.js", "expect(a).toBe(3)\n", "", ("+0 -1", "+0 -1", "+0 -0")),
        ("a.test.js", "expect(a).toBe(3)", "// expect(a).toBe(3)", ("+1 -1", "+1 -1", "+0 -0")),
        ("a.test.js", "test('a'", "test.only('a'", ("+1 -1", "+0 -0", "+1 -0")),
        ("a.test.js", "it('a'", "xit('a'", ("+1 -1", "+0 -0", "+1 -0")),
        ("a_test.go", '\tt.Errorf("got")\n', "", ("+0 -1", "+0 -1", "+0 -0")),
        ("a_test.go", "\tif got", '\tt.Skip("later")\n\tif got', ("+1 -0", "+0 -0", "+1 -0")),
        ("a_test.go", "func A", "//go:build ignore\n\nfunc A", ("+2 -0", "+0 -0", "+1 -0")),
        ("a.rs", "assert_eq!(a, 3)", "assert!(true)", ("+1 -1", "+1 -1", "+0 -0")),
        ("a.rs", "#[test]", "#[test]\n#[ignore]", ("+1 -0", "+0 -0", "+1 -0")),
        # Languages without expressions of their own.
        ("A.java", "@Test\nvoid a() { assertA(1); }\n", "", ("+0 -2", "+0 -1", "+0 -0")),
        ("A.java", "@Test", "@Disabled\n@Test", ("+1 -0", "+0 -0", "+1 -0")),
        ("a_spec.rb", "it { expect(a).to eq 1 }\n", "", ("+0 -1", "+0 -1", "+0 -0")),
        ("a.t", "is(a(), 1);\n", "", ("+0 -1", "+0 -0", "+0 -0")),
        ("data/receipt.txt", "total 3\n", "total 4\n", ("+1 -1", "+0 -0", "+0 -0")),
    ],
)  # fmt: skip
def test_a_note_on_tests_in_other_languages(
    path: str, old: str, new: str, counts: tuple[str, str, str]
) -> None:
    (sign,) = signs(changed(f"a\n{new}", f"a\n{old}", f"tests/{path}"))
    assert sign.kind == "test-edited"
    assert sign.text == "lines {}, asserts {}, skips {}".format(*counts)


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ("    total().unwrap();", set()),
        ("    total();", {"test-edited"}),
        ("    #[ignore]\n    total().unwrap();", {"test-edited"}),
    ],
)
def test_a_note_on_tests_in_product_code_in_rust(new: str, found: set[str]) -> None:
    text = "#[test]\nfn adds() {\n    total().unwrap();\n}\n"
    change = text.replace("    total().unwrap();", new) + "fn more() {}\n"
    assert kinds(changed(change, text, "src/lib.rs")) == found
    # Without a test the file is only product code.
    assert kinds(changed(change[8:], text[8:], "src/lib.rs")) == set()


def test_a_new_file_in_another_language_is_noted_only_with_a_skip() -> None:
    assert kinds(changed("test('a', f)\n", None, "tests/a.js")) == set()
    assert kinds(changed("test.skip('a', f)\n", None, "tests/a.js")) == {"test-skipped"}


@pytest.mark.parametrize("path", ["tests/test_a.py", "tests/a.js", "tests/A.java"])
def test_files_of_tests_that_are_gone_replaced_or_moved(path: str) -> None:
    text = "def test_a(): pass\n"
    assert kinds(changed(None, text, path, status="deleted")) == {"test-gone"}
    link = changed("b", text, path, status="type_changed", mode="120000")
    assert kinds(link) == {"test-edited"}
    assert kinds(changed(text, text, path, status="renamed")) == set()


def test_snapshots_are_shown() -> None:
    assert kinds(changed("b\n", "a\n", "web/__snapshots__/a.snap")) == {"snapshot"}
    assert kinds(changed("b\n", "a\n", "tests/a.snap")) == {"test-edited"}
    assert kinds(changed(None, "a\n", "tests/a.snap", status="deleted")) == {"snapshot"}
