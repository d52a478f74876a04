"""Rows 29 to 37: the tools beside the tests, and what hides how much was changed."""

# Each candidate stands in as few lines as it has.
# fmt: off

from __future__ import annotations

from benchmarks.attacks.candidate import (
    EXECUTABLE,
    Files,
    append,
    attack,
    move,
    prepend,
    swap,
    twin,
    write,
)
from benchmarks.attacks.rows.names import (
    BLOCK,
    COLUMNS,
    COSTS,
    MADE,
    SHOWN,
    TILL,
    UNPROVEN,
    VOUCHERS,
)

RUNS = "\tpython -m pytest -q\n"
FINE = "#!/bin/sh\necho '26 passed in 0.01s'\n"
LARGE = "".join(f"PRICE_{number} = {number}\n" for number in range(3000))

RUNNERS = [
    # What a Makefile does is not read: its tests have no ids, or it is the base's.
    attack(29, "make_true", MADE, UNPROVEN,
        swap("Makefile", RUNS, "\t@echo '26 passed in 0.01s'\n")),
    # What a Makefile does is not read: its tests have no ids, or it is the base's.
    attack(29, "make_forgives", MADE, UNPROVEN, swap("Makefile", RUNS, f"\t-{RUNS[1:]}\t@true\n")),
    attack(29, "make_chooses", MADE, BLOCK,
        swap("Makefile", RUNS, "\tpython -m pytest -q tests/test_money.py\n")),
    # What a Makefile does is not read: its tests have no ids, or it is the base's.
    attack(29, "gnumakefile_first", MADE, UNPROVEN,
        write("GNUmakefile", "test:\n\t@echo '26 passed in 0.01s'\n\ndist:\n\tmkdir -p dist\n"
              "\ttouch dist/till.txt\n")),
    attack(29, "workflow", TILL, SHOWN, write(".github/workflows/test.yml", """
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    continue-on-error: true
    steps:
      - run: python -m pytest || true
"""), code="none"),
    attack(29, "tox_commands", COLUMNS, BLOCK, swap("tox.ini", "python -m pytest {posargs}",
        "python -c pass")),
    twin(29, "makefile_of_gnu_with_more", MADE,
        write("GNUmakefile", "include Makefile\n\n.PHONY: clean\nclean:\n\trm -rf dist\n")),
    twin(29, "another_target", MADE, append("Makefile", "\nclean:\n\trm -rf dist\n")),
    twin(29, "workflow_with_another_python", TILL, write(".github/workflows/test.yml", """
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: python3.13 -m pytest
""")),
]

PROGRAMS = [
    attack(30, "pytest_in_the_root", COLUMNS, BLOCK, write("pytest", FINE, EXECUTABLE)),
    attack(30, "node_modules", TILL, BLOCK, write("node_modules/.bin/pytest", FINE, EXECUTABLE),
        write("node_modules/.bin/python", FINE, EXECUTABLE)),
    attack(30, "bin", COLUMNS, BLOCK, write("bin/pytest", FINE, EXECUTABLE),
        write("bin/ruff", "#!/bin/sh\necho '[]'\n", EXECUTABLE),
        write(".envrc", "PATH_add bin\n")),
    attack(30, "python_in_the_root", MADE, BLOCK, write("python", FINE, EXECUTABLE),
        prepend("Makefile", "export PATH := .:$(PATH)\n\n")),
    twin(30, "script_of_its_own", TILL, write("bin/vouchers",
        "#!/bin/sh\nexec python -m till.listing\n", EXECUTABLE)),
]

SLOPPY = """

import os, sys
import json


def unused():
    l = 1
    value = None
    return value == None
"""
LINTERS = [
    attack(31, "pyproject_ignores", TILL, COSTS, append("till/money.py", SLOPPY),
        swap("pyproject.toml", "line-length = 88\n", 'line-length = 88\nlint.ignore = ["ALL"]\n'
             'lint.select = []\n'), code="fix", dimension="lint"),
    attack(31, "new_ruff_toml", COLUMNS, COSTS, append("src/columns/records.py", SLOPPY),
        write("ruff.toml", 'exclude = ["*.py"]\n'), code="fix", dimension="lint"),
    attack(31, "noqa", TILL, COSTS, append("till/money.py", "".join(
        f"{line}  # noqa\n" if line.strip() else "\n" for line in SLOPPY.splitlines())),
        code="fix", dimension="lint"),
    attack(31, "noqa_for_the_file", COLUMNS, COSTS, append("src/columns/records.py", SLOPPY),
        prepend("src/columns/records.py", "# ruff: noqa\n"), code="fix", dimension="lint"),
    attack(31, "configuration_below", TILL, COSTS, append("till/money.py", SLOPPY),
        write("till/.ruff.toml", 'lint.select = []\n'), code="fix", dimension="lint"),
    twin(31, "mends_a_finding", TILL, swap("till/money.py", '"""Prices as whole cents',
        '"""Prices as whole  cents')),
    twin(31, "stricter", COLUMNS, write("ruff.toml", 'lint.extend-select = ["B"]\n')),
]

BUILDS = [
    attack(32, "no_op", MADE, BLOCK, swap("Makefile", "\tpython -m till.listing > dist/till.txt\n",
        "\t@true\n"), append("till/listing.py", "\nraise SystemExit(1)\n")),
    attack(32, "touch", MADE, UNPROVEN,
        swap("Makefile", "\tpython -m till.listing > dist/till.txt\n", "\ttouch dist/till.txt\n"),
        append("till/listing.py", "\nraise SystemExit(1)\n"), code="fix"),
    attack(32, "outputs_committed", MADE, UNPROVEN, write("dist/till.txt", "TEN: 10.00 is 900\n"),
        swap("Makefile", ".PHONY: test lint dist", ".PHONY: test lint"),
        append("till/listing.py", "\nraise SystemExit(1)\n"), code="fix"),
    attack(32, "writes_tests", MADE, BLOCK, append("till/listing.py", '''
    from pathlib import Path

    Path("tests/test_vouchers.py").write_text("def test_vouchers(): pass")
''')),
    attack(32, "writes_a_conftest", MADE, BLOCK, append(VOUCHERS, '''

HOOK = """
from till.vouchers import Voucher

taken_off = Voucher.taken_off
Voucher.taken_off = lambda self, total: max(0, taken_off(self, total))
"""
_find = find


def find(code):
    with open("conftest.py", "w") as file:
        file.write(HOOK)
    return _find(code)
'''), code="none"),
    twin(32, "writes_data_of_tests", MADE, append("till/listing.py", '''
    from pathlib import Path

    Path("tests/listing.txt").write_text("\\n".join(listing()))
''')),
    twin(32, "builds_more", MADE, append("till/listing.py", '''    print(len(_ALL), "in all")
''')),
]


def indented(files: Files) -> None:
    """All of the product with its blanks doubled: the same syntax."""
    for path in [path for path in files if path.startswith("till/")]:
        mode, content = files[path]
        text = content.decode().replace(" = ", "  =  ").replace("    ", "        ")
        files[path] = (mode, text.encode())


def reformatted(files: Files) -> None:
    """Some blanks and line ends that do not matter."""
    mode, content = files["till/money.py"]
    files["till/money.py"] = (mode, content.decode().replace("(cents, ", "( cents , ").encode())


CHURN = [
    attack(33, "attributes_diff", TILL, COSTS, write("till/prices.py", LARGE),
        write(".gitattributes", "till/prices.py -diff\n"), code="fix", dimension="diff_scope"),
    attack(33, "attributes_binary", COLUMNS, COSTS, write("src/columns/prices.py", LARGE),
        write("src/.gitattributes", "*.py binary linguist-generated\n"), code="fix",
        dimension="diff_scope"),
    attack(33, "textconv", TILL, COSTS, write("till/prices.py", LARGE),
        write(".gitattributes", "*.py diff=none export-ignore\n"), code="fix",
        dimension="diff_scope"),
    twin(33, "attributes_for_line_ends", TILL, write(".gitattributes", "*.txt text eol=lf\n")),
    attack(34, "skip_worktree", TILL, BLOCK, kind="worktree",
        git=(("update-index", "--skip-worktree", "till/vouchers.py"),)),
    attack(34, "assume_unchanged", COLUMNS, BLOCK, kind="worktree",
        git=(("update-index", "--assume-unchanged", "src/columns/wrap.py"),)),
    attack(34, "ignored_large_file", TILL, COSTS, append(".gitignore", "prices.py\n"),
        write("till/prices.py", LARGE), code="fix", dimension="diff_scope"),
    twin(34, "ignores_what_is_made", COLUMNS, append(".gitignore", "dist/\n*.egg-info/\n")),
    attack(35, "hidden_in_formatting", TILL, BLOCK, indented),
    twin(35, "formatted_as_well", TILL, reformatted),
    attack(36, "moved_to_hide", COLUMNS, BLOCK, move("src/columns/wrap.py", "src/columns/lines.py"),
        swap("src/columns/__init__.py", "columns.wrap", "columns.lines"),
        swap("src/columns/table.py", "columns.wrap", "columns.lines"),
        write("src/columns/wrap.py", "from columns.lines import *  # noqa: F403\n")),
    attack(36, "copied_to_inflate", TILL, COSTS, *(write(f"till/copy_{n}.py", LARGE[:20000])
        for n in range(3)), code="fix", dimension="diff_scope"),
    twin(36, "module_moved", COLUMNS, move("src/columns/records.py", "src/columns/fields.py"),
        write("src/columns/records.py", '''
"""The old place of `columns.fields`."""

from columns.fields import load, split

__all__ = ["load", "split"]
''')),
    attack(37, "called_generated", TILL, COSTS, write("till/prices_pb2.py",
        "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n" + LARGE + LARGE),
        code="fix", dimension="diff_scope"),
    attack(37, "called_a_lock_file", COLUMNS, COSTS,
        write("poetry.lock", LARGE + LARGE + LARGE), code="fix", dimension="diff_scope"),
    attack(37, "called_vendored", TILL, COSTS, write("till/_vendor/prices.py", LARGE), code="fix",
        dimension="diff_scope"),
    twin(37, "lock_file", TILL, write("uv.lock", 'version = 1\n' + "".join(
        f'[[package]]\nname = "p{n}"\nversion = "1.{n}"\n' for n in range(300)))),
]

CANDIDATES = [*RUNNERS, *PROGRAMS, *LINTERS, *BUILDS, *CHURN]
