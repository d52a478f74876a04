"""What is hidden in texts, and what becomes of tests in other languages."""

from __future__ import annotations

import pytest

from tests.candidates.test_tamper_product import asked, kinds, worst


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("shop.py", "x = 'a\u202eb'"),
        ("shop.py", "x = 1  # \u2066if\u2069"),
        ("shop.js", "const a\u200bb = 1"),
        ("shop.py", "x = 'a\u200db'"),
        ("shop.py", "x = 'a\u00adb'"),
        ("shop.py", "x = '\U000e0041\U000e0042'"),
        ("shop.py", "x = 'thanks\U000e0100'"),
        ("shop.py", "x = 'a\x1b[2Kb'"),
        ("shop.js", "x = 1\ufeff"),
        ("shop.js", "const \u0430dmin = 1"),
        ("shop.py", "p\u0430ssword = 1"),
        ("shop.js", "const K\u0395Y = 1"),
        ("shop.py", "\uff21B = 1"),
        ("README.md", "nothing \u202eto see"),
        ("README.md", "nothing \U000e0041"),
        ("shop.py", "x = 1" + " " * 200 + "; y = 2"),
    ],
)
def test_what_is_not_seen_is_shown(path: str, line: str) -> None:
    found = kinds(asked(f"a = 1\n{line}\n", "a = 1\n", path))
    assert "hidden-text" in found
    assert worst(found) == "review"
    # It was there before.
    assert kinds(asked(f"{line}\nb = 1\n", f"{line}\n", path)) == set()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("shop.py", "\ufeffx = 1\n"),
        ("shop.py", "FAMILY = '\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}'\n"),
        ("shop.py", "FLAG = '\U0001f3f4\U000e0067\U000e0062\U000e007f'\n"),
        ("shop.py", "x = 'می\u200cخو'\n"),
        ("shop.py", "x = 'שלום\u200f!'\n"),
        ("shop.py", "THANKS = {'ru': 'Спасибо', 'ja': 'どうも', 'de': 'für'}\n"),
        ("shop.py", "Δt = 1\nµm = 2\n"),
        ("shop.py", "größe = 1\n"),
        ("locale/fa.po", "msgstr 'می\u200cخو\u200f'\n"),
        ("README.md", "soft\u00adhyphen and zero\u200bwidth\n"),
        ("data.csv", "a" + " " * 300 + "b\n"),
        ("shop.py", "x = 1\x0c\n"),
    ],
)
def test_what_is_written_so_in_good_faith(path: str, text: str) -> None:
    assert "hidden-text" not in kinds(asked(text, None, path))


@pytest.mark.parametrize(
    "line",
    [
        *("x = 1  # noqa", "x = 1  # type: ignore[x]", "# ruff: noqa", "# pylint: disable=all"),
        *("// eslint-disable-next-line", "// @ts-ignore", "#[allow(dead_code)]", "//nolint"),
    ],
)
def test_suppressions_are_shown(line: str) -> None:
    path = "shop.py" if line.startswith(("x", "# ")) else "shop.ts"
    assert kinds(asked(f"a\n{line}\n", "a\n", path)) == {"suppression"}
    # One that moves is none more.
    assert kinds(asked(f"a\n{line}\n", f"{line}\na\n", path)) == set()


JS = """
import { total } from './shop'

test('adds', () => {
  expect(total([1, 2])).toBe(3)
})

it("is empty", async () => {
  const found = await total([])
  expect(found).toBe(0)
  expect(found).not.toBe(1)
})
"""
GO = """
func TestAdds(t *testing.T) {
	if got := Total(1, 2); got != 3 {
		t.Errorf("got %d", got)
	}
}
"""
RUST = """
#[test]
fn adds() {
    assert_eq!(total(&[1, 2]), 3);
}
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "kind"),
    [
        ("a.test.js", JS, "  expect(total([1, 2])).toBe(3)\n", "", "test-edited"),
        ("a.test.js", JS, "total([1, 2])).toBe(3)", "true).toBe(true)", "test-edited"),
        ("a.test.js", JS, "  expect(total([1", "  // expect(total([1", "test-edited"),
        ("a.test.js", JS, "  expect(total([1, 2", "  return\n  expect(total([1, 2", "test-skipped"),
        (
            "a.test.js",
            JS,
            "  expect(total([1, 2])).toBe(3)",
            "  if (false) expect(total([1, 2])).toBe(3)",
            "test-edited",
        ),
        (
            "a.test.js",
            JS,
            "  expect(total([1, 2])).toBe(3)",
            "  try { expect(total([1, 2])).toBe(3) } catch (e) {}",
            "test-edited",
        ),
        ("a.test.js", JS, "test('adds'", "test.only('adds'", "test-deselected"),
        ("a.test.js", JS, "test('adds'", "test.skip('adds'", "test-skipped"),
        ("a.test.js", JS, 'it("is', 'xit("is', "test-skipped"),
        ("a.test.js", JS, "  expect(found).not.toBe(1)\n", "", "test-edited"),
        ("a.test.js", JS, ".toBe(3)", ".toBeDefined()", "test-edited"),
        ("a.test.js", JS, "'adds'", "'sums'", "test-gone"),
        ("a_test.go", GO, '\t\tt.Errorf("got %d", got)\n', "", "test-edited"),
        ("a_test.go", GO, "\tif got", "\treturn\n\tif got", "test-skipped"),
        ("a_test.go", GO, "\tif got", '\tt.Skip("later")\n\tif got', "test-skipped"),
        ("a_test.go", GO, "func TestA", "//go:build ignore\n\nfunc TestA", "test-deselected"),
        ("tests/a.rs", RUST, "    assert_eq!(total(&[1, 2]), 3);\n", "", "test-edited"),
        ("tests/a.rs", RUST, "assert_eq!(total(&[1, 2]), 3)", "assert!(true)", "test-edited"),
        ("tests/a.rs", RUST, "#[test]", "#[test]\n#[ignore]", "test-skipped"),
        ("src/a.rs", RUST, "#[test]", "#[test]\n#[ignore]", "test-skipped"),
        ("tests/A.java", "@Test\nvoid a() {}\n", "@Test", "@Disabled\n@Test", "test-skipped"),
    ],
)  # fmt: skip
def test_tests_in_other_languages(path: str, text: str, old: str, new: str, kind: str) -> None:
    assert old in text
    tests = path != "src/a.rs"
    assert kind in kinds(asked(text.replace(old, new, 1), text, path, tests=tests))


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.test.js", JS, "  expect(total([1", "  // Both.\n  expect(total([1"),
        ("a.test.js", JS, "test('adds'", "test('new', () => { expect(1).toBe(2) })\n\ntest('adds'"),
        ("a.test.js", JS, ".toBe(3)\n", ".toBe(3)\n  expect(total([9])).toBe(9)\n"),
        ("a.test.js", JS, "  expect(found).toBe(0)", "  // So.\n  expect(found).toBe(0)"),
        ("a_test.go", GO, "func TestA", "func TestNew(t *testing.T) {}\n\nfunc TestA"),
        ("tests/a.rs", RUST, "3);", "3);\n    assert_eq!(total(&[]), 0);"),
    ],
)
def test_honest_edits_in_other_languages(path: str, text: str, old: str, new: str) -> None:
    assert kinds(asked(text.replace(old, new, 1), text, path, tests=True)) == set()


def test_new_tests_may_be_as_they_like() -> None:
    assert kinds(asked(JS.replace("test('", "test.skip('"), None, "a.test.js", tests=True)) == set()
