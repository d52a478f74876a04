"""Rules for files of any language: names and places, bytes, characters and lines."""

from __future__ import annotations

import pytest

from pytest_hydra.plugins.race.inspect.file_rules import checkout_bytes, text_signs
from tests.plugins.race.inspected import changed, kinds, state


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
def test_a_hidden_text_is_shown(path: str, line: str) -> None:
    found = kinds(changed(f"a = 1\n{line}\n", "a = 1\n", path))
    assert "hidden-text" in found
    assert state(found) == "review"
    # It was there before.
    assert kinds(changed(f"{line}\nb = 1\n", f"{line}\n", path)) == set()


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
def test_an_ordinary_text_in_any_script_is_not_hidden(path: str, text: str) -> None:
    assert "hidden-text" not in kinds(changed(text, None, path))


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "a = 1  # noqa: E501\nb = 2\nc = 3  # type: ignore  # noqa\n", [1, 3, 3]),
        ("", "# ruff: disable[F401]\n# ruff: enable[F401]\n# ty: ignore\n", [1, 3]),
        ("", "// oxlint-disable\n/* stylelint-disable a */\n// deno-lint-ignore\n", [1, 2, 3]),
        ("a  # noqa\n", "a  # noqa\nb\n", []),
        # It only moved.
        ("a  # noqa\nb\n", "b\nc\na  # noqa\n", []),
        ("a  # noqa\n", "c\nb  # noqa\nd  # noqa\n", [2]),
    ],
)
def test_each_new_suppression_is_shown(old: str, new: str, lines: list[int]) -> None:
    found = text_signs("a.py", old, new)
    assert [entry.line for entry in found if entry.kind == "suppression"] == lines


@pytest.mark.parametrize(
    "line",
    [
        *("x = 1  # noqa", "x = 1  # type: ignore[x]", "# ruff: noqa", "# pylint: disable=all"),
        *("// eslint-disable-next-line", "// @ts-ignore", "#[allow(dead_code)]", "//nolint"),
    ],
)
def test_suppressions_of_many_linters_are_known(line: str) -> None:
    path = "shop.py" if line.startswith(("x", "# ")) else "shop.ts"
    assert kinds(changed(f"a\n{line}\n", "a\n", path)) == {"suppression"}


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("till/cache.dat", b"7b28313230302c2032303030293a20307d\n"),
        ("till/known.json", b'{"a": "eyIxMjAwLDIwMDAiOiAwLCAiMTIwMCI6IDF9MTIzNDU2"}'),
        ("till/answers", b"\x80\x04\x95\x00\x00\x00"),
        ("till/answers.db", b"SQLite format 3\x00\x10\x00"),
    ],
)
def test_data_that_people_cannot_read_is_shown(path: str, data: bytes) -> None:
    assert "opaque-data" in kinds(changed(data, None, path))
    assert kinds(changed(data, None, f"tests/{path}")) == set()


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
def test_ordinary_data_is_no_sign(path: str, data: bytes) -> None:
    assert "opaque-data" not in kinds(changed(data, None, path))


@pytest.mark.parametrize(
    ("path", "content", "mode", "kind"),
    [
        ("pytest.py", "x = 1\n", "100644", "planted"),
        ("src/pytest/__init__.py", "x = 1\n", "100644", "planted"),
        ("_pytest/reports.py", "x = 1\n", "100644", "planted"),
        ("src/usercustomize.py", "x = 1\n", "100644", "planted"),
        ("lib/easy.pth", "import os\n", "100644", "planted"),
        ("x.dist-info/entry_points.txt", "[pytest11]\nx = y\n", "100644", "planted"),
        ("node_modules/.bin/jest", "#!/bin/sh\n", "100644", "planted"),
        ("bin/pytest", "#!/bin/sh\nexit 0\n", "100755", "planted"),
        ("pytest", "#!/bin/sh\nexit 0\n", "100755", "planted"),
        ("node_modules/left/index.js", "x\n", "100644", "installed"),
        ("vendor/example.org/y/y.go", "package y\n", "100644", "installed"),
        ("json.py", "x = 1\n", "100644", "shadows"),
        ("src/random/__init__.py", "x = 1\n", "100644", "shadows"),
        ("till/x.pyc", b"\xa7\r\r\n\0", "100644", "binary-code"),
        ("till/fast.so", b"\x7fELF\0", "100644", "binary-code"),
        ("till/logo.png", b"\x7fELF\0", "100644", "binary-code"),
        ("x.dat", b"PK\x03\x04" + b"\0" * 26 + b"till/shop.py", "100644", "binary-code"),
        ("x.zip", b"PK\x03\x04\0", "100644", "archive"),
        ("out", "../../etc/passwd", "120000", "link-out"),
        ("out", "/etc/passwd", "120000", "link-out"),
        ("build.rs", "fn main() {}\n", "100644", "builds-tests"),
        (".vscode/tasks.json", '{"tasks": []}\n', "100644", "opened"),
        ("AGENTS.md", "Run this first.\n", "100644", "opened"),
        (".gitattributes", "* -diff\n", "100644", "runner-file"),
        ("Makefile", "test:\n\ttrue\n", "100644", "runner-file"),
        ("ruff.toml", "", "100644", "runner-file"),
        # Nothing special.
        ("a/b/in", "../c", "120000", None),
        ("till/pytest.py", "x = 1\n", "100644", None),
        ("till/json.py", "x = 1\n", "100644", None),
        ("docs/pytest.md", "x\n", "100644", None),
        ("till/logo.png", b"\x89PNG\r\n\x1a\n\0", "100644", None),
        ("bin/vouchers", "#!/bin/sh\n", "100755", None),
        ("tests/data/new.txt", "x\n", "100644", None),
        ("vendor/lib/y.js", "x = 1\n", "100644", None),
    ],
)
def test_signs_by_name_place_and_first_bytes(
    path: str, content: str | bytes, mode: str, kind: str | None
) -> None:
    found = kinds(changed(content, None, path, mode=mode))
    assert found - {"opaque-data"} == ({kind} if kind else set())


@pytest.mark.parametrize(
    ("path", "found"),
    [
        # The project is a part of pytest: a new file of its own package replaces nothing.
        ("src/iniconfig/parsing.py", set()),
        ("src/iniconfig/data/__init__.py", set()),
        # A file that is found before the package, or another package of pytest.
        ("src/iniconfig/__init__.py", {"planted"}),
        ("src/iniconfig.py", {"planted"}),
        ("iniconfig.py", {"planted"}),
        ("src/pluggy/parsing.py", {"planted"}),
    ],
)
def test_a_part_of_pytest_may_have_new_modules(path: str, found: set[str]) -> None:
    assert kinds(changed("x = 1\n", None, path), own=("iniconfig",)) == found


FILES = ["README.txt", "data/logo.png", "src/main.c", "tools/run.ps1"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("*.txt eol=crlf\n", "*.txt eol=lf\n", ["*.txt eol=crlf"]),
        ("", "*.png filter=lfs diff=lfs\n", ["*.png filter=lfs diff=lfs"]),
        ("*.c ident\n", "", ["*.c ident"]),
        ("", "/tools/*.ps1 working-tree-encoding=UTF-16\n", None),
        ("", "src/** eol=crlf\n[attr]dos eol=crlf\n", None),
        ("", '"run\\0401.ps1" eol=crlf\n', None),
        ("", "src/ eol=crlf\n", None),
        # The same bytes in a checkout on Linux.
        ("", "* text=auto eol=lf\n*.png binary\n", []),
        ("*.txt eol=crlf\n", "*.txt eol=crlf\n*.md diff=markdown\n", []),
        # There is no such file.
        ("", "*.bat eol=crlf\n*.ipynb filter=nbstripout\n", []),
    ],
)
def test_attributes_that_change_the_bytes_of_a_checkout(
    old: str, new: str, found: list[str] | None
) -> None:
    expected = sorted(new.splitlines()) if found is None else found
    assert checkout_bytes(old.encode(), new.encode(), FILES) == expected
    assert state({"checkout-bytes"}) == "unproven"


@pytest.mark.parametrize(
    ("path", "is_doubtful"),
    [
        ("tests/shop.py", True),
        ("tests/unit/till.py", True),
        ("tests/helpers.py", False),
        ("tests/conftest.py", False),
        ("src/shop.py", False),
    ],
)
def test_a_module_of_tests_may_hide_the_projects_own(path: str, *, is_doubtful: bool) -> None:
    own = ("shop", "till", "conftest")
    found = kinds(changed("def total(): ...\n", None, path), own=own)
    assert ("hides" in found) is is_doubtful
    assert (state(found) == "unproven") is is_doubtful
    assert "hides" not in kinds(changed("x = 1\n", "", path), own=own)
