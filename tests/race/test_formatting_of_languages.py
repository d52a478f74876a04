"""Lines of JavaScript, TypeScript, Rust and Go that only look otherwise."""

from __future__ import annotations

from difflib import SequenceMatcher
from importlib.util import find_spec

import pytest

from pytest_hydra.git import syntax
from pytest_hydra.git.diff import FileChange, difference
from pytest_hydra.git.formatting import formatting_lines
from pytest_hydra.git.repository import Repository
from tests.race.conftest import Checkout

pytest.importorskip("tree_sitter")


def counted(suffix: str, before: str, after: str) -> tuple[int, int]:
    """How many lines differ, and how many of these are formatting."""
    old, new = before.splitlines(), after.splitlines()
    removed, added = set[int](), set[int]()
    for tag, *bounds in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            removed |= {*range(bounds[0] + 1, bounds[1] + 1)}
            added |= {*range(bounds[2] + 1, bounds[3] + 1)}
    found = formatting_lines(before.encode(), after.encode(), removed, added, suffix)
    return len(removed) + len(added), len(found[0]) + len(found[1])


SAME = [
    (".js", "f('a')\ng( {a:1,b : 2} )\n", 'f("a");\n\ng({\n  a: 1,\n  b: 2,\n});\n'),
    (".jsx", "x = <p>one\n two</p>\n", "x = (\n  <p>one\n    two</p>\n)\n".replace("(\n", "")
     .replace(")\n", "")),
    (".mjs", "for (a;b;c) { d() }\n", "for (a; b; c) {\n  d();\n}\n"),
    (".ts", "export class A { x:string='1'\n get y(){return 1} }\n",
     "export class A {\n  x: string = '1';\n  get y() {\n    return 1;\n  }\n}\n"),
    (".ts", "interface A { a: string, b: number }\n", "interface A { a: string,\n b: number, }\n"),
    (".tsx", "const a = <B c='d'/>;\n", 'const a = <B c="d" />;\n'),
    (".rs", "fn a(x:u8)->u8{x+1}\n", "fn a(x: u8) -> u8 {\n    x + 1\n}\n"),
    (".rs", "/// says\n///   more\nfn a() { f(1,2) }\n",
     "/// says\n///   more\nfn a() {\n    f(\n        1,\n        2,\n    )\n}\n"),
    (".rs", "impl A { fn a(){println!(\"{}\",a+b)} }\n",
     "impl A {\n    fn a() {\n        println!(\"{}\", a + b)\n    }\n}\n"),
    (".go", "package a\nfunc f(a int,b int)int{return a+b}\n",
     "package a\n\nfunc f(\n\ta int, b int,\n) int {\n\treturn a + b\n}\n"),
]  # fmt: skip


@pytest.mark.parametrize(("suffix", "before", "after"), SAME)
def test_what_says_the_same_is_formatting(suffix: str, before: str, after: str) -> None:
    differ, formatted = counted(suffix, before, after)
    assert differ == formatted > 0
    differ, formatted = counted(suffix, after, before)
    assert differ == formatted


OTHER = [
    (".js", "f('a b')\n", "f('a  b')\n"),
    (".js", "f(`a b`)\n", "f(`a  b`)\n"),
    (".js", "x = [1,]\n", "x = [1,,]\n"),
    (".js", "x = []\n", "x = [,]\n"),
    (".js", "for (a;;b) {}\n", "for (a;b;) {}\n"),
    (".js", "x = a + b\n", "x = a - b\n"),
    (".js", "x = /a b/\n", "x = /a  b/\n"),
    (".js", "x = a\n(b)()\n", "x = a;\n(b)()\n"),
    (".js", "return_; f()\n", "f(); return_\n"),
    (".js", "// one\nf()\n", "// two\nf()\n"),
    (".js", "x = '\"'\n", "x = \"'\"\n"),
    (".jsx", "x = <p>a b</p>\n", "x = <p>a  b</p>\n"),
    (".ts", "let a: A<B>\n", "let a: A<C>\n"),
    (".ts", "class A { a; get; b(){} }\n", "class A { a; get b(){} }\n"),
    (".ts", "class A { private a = 1 }\n", "class A { a = 1 }\n"),
    (".rs", "fn a() { if b { 1 } else { 2 } }\n", "fn a() { if b { 1 } else { 2 }; }\n"),
    (".rs", "x!(a + b);\n", "x!(a - b);\n"),
    (".rs", "const A: (u8,) = (1,);\n", "const A: (u8,) = (1);\n"),
    (".rs", "const A: &str = \"a\";\n", "const A: &str = r\"a\";\n"),
    (".rs", "const A: &[u8] = \"a\";\n", "const A: &[u8] = b\"a\";\n"),
    (".rs", "// one\nfn a() {}\n", "// two\nfn a() {}\n"),
    (".rs", "/// one\nfn a() {}\n", "// / one\nfn a() {}\n"),
    (".go", "package a\nvar b = `c d`\n", "package a\nvar b = `c  d`\n"),
    (".go", "package a\nvar b = `c`\n", "package a\nvar b = \"c\"\n"),
    (".go", "package a\nvar b = 'c'\n", "package a\nvar b = \"c\"\n"),
    (".go", "//go:build linux\npackage a\n", "//go:build  darwin\npackage a\n"),
    # What cannot be read counts as it is.
    (".ts", "let a = (\n", "let a = ( \n"),
    (".go", "func\n", "func \n"),
]  # fmt: skip


@pytest.mark.parametrize(("suffix", "before", "after"), OTHER)
def test_what_says_something_else_is_none(suffix: str, before: str, after: str) -> None:
    assert counted(suffix, before, after)[1] == 0


# As the page about races shows it.
SIDES = """\
export class Basket {                        export class Basket {
  total(voucher = 0) { return 7 - voucher }    total(voucher = 0) {
}                                                return 7 - voucher;
                                               }
                                             }
"""


def test_what_the_docs_show_is_so() -> None:
    rows = SIDES.splitlines()
    before = "\n".join(filter(None, (row[:45].rstrip() for row in rows)))
    after = "\n".join(row[45:] for row in rows)
    assert counted(".ts", before, after) == (4, 4)


CLASS = "export class A {\n  a() { return 1 }\n  b() { return 2 }\n}\n\nfunction c() { return 3 }\n"


def test_beside_a_real_change_other_statements_may_be_formatted() -> None:
    after = CLASS.replace("return 1", "return 3").replace("{ return 2 }", "{\n    return 2;\n  }")
    assert counted(".ts", CLASS, after) == (6, 4)
    moved = "class A {\n a() {}\n}\nclass B {\n}\n", "class A {\n}\nclass B {\n a() {}\n}\n"
    assert counted(".js", *moved)[1] == 0
    after = CLASS.replace("class A", "class Z").replace("{ return 2 }", "{ return 2; }")
    assert counted(".ts", CLASS, after) == (4, 2)


def changed(
    checkout: Checkout, repository: Repository, name: str, before: str, after: str
) -> FileChange:
    trees = [checkout.tree(checkout.commit({name: text})) for text in (before, after)]
    [change] = difference(repository, *trees).changes
    return change


def test_without_a_parser_they_count_in_full(
    checkout: Checkout, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert changed(checkout, repository, "a.ts", "f( 1 )\n", "f(1);\n").formatting == 2
    monkeypatch.setattr(syntax, "find_spec", lambda name: find_spec(f"no_{name}"))
    assert changed(checkout, repository, "a.ts", "f( 2 )\n", "f(2);\n").formatting == 0


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".js", "(" * 100_000 + "1" + ")" * 100_000),
        (".js", "[" * 200_000),
        (".ts", "a<" * 80_000),
        (".rs", "{" * 100_000 + "}" * 100_000),
        (".go", "package a\nvar a = " + "-(" * 50_000 + "1" + ")" * 50_000),
        (".tsx", "<a>" * 60_000),
        (".js", "`${" * 60_000),
        (".rs", "/*" * 100_000),
        (".js", "\0\xff" * 1000),
        (".js", "x" * 300_000),
    ],
)
def test_a_parser_that_is_to_be_exhausted_stops_nothing(
    checkout: Checkout, repository: Repository, suffix: str, text: str
) -> None:
    assert changed(checkout, repository, f"a{suffix}", text, f"{text} \n").added <= 1
