"""The inspection of real trees: literals of tests, manifests, what the base uses already."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.plugins.git.diff import FileChange, difference
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.race.decide import tampering
from pytest_hydra.plugins.race.inspect.inspect import INSPECTIONS, inspect
from pytest_hydra.plugins.race.inspect.literals import known_to_tests, literals_of, new_literals
from pytest_hydra.plugins.race.inspect.manifests import manifest_notes
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.results.outcomes import Sign
from pytest_hydra.record.files import Cache
from tests.plugins.race.conftest import Checkout
from tests.plugins.race.recorded import rules

THREADS = "import threading\n\n\ndef go(f):\n    threading.Thread(target=f).start()\n"
INTERNAL = "import gc\ngc.get_objects()\n"
Files = dict[str, str | bytes | None]


def source(checkout: Checkout, repository: Repository, files: Files) -> Source:
    checkout.branch("theirs", files)
    base, tree = checkout.tree("main"), checkout.tree("theirs")
    changes = difference(repository, base, tree).changes
    return Source(agent="codex", kind="ref", named="theirs", tree=tree, changes=changes)


def found(checkout: Checkout, repository: Repository, files: Files) -> list[Sign]:
    change = source(checkout, repository, files)
    return [*inspect(repository, checkout.tree("main"), change, Policy(), None)]


def kinds(checkout: Checkout, repository: Repository, files: Files) -> list[tuple[str, str]]:
    return [(sign.kind, sign.file) for sign in found(checkout, repository, files)]


def test_signs_are_sorted_by_file_and_line(checkout: Checkout, repository: Repository) -> None:
    calc = (checkout.path / "calc.py").read_text()
    test = (checkout.path / "tests/test_calc.py").read_text()
    signs = found(
        checkout,
        repository,
        {
            "calc.py": f"import sys\n{calc}\n\nsys.settrace(None)\n",
            "tests/test_calc.py": test.replace("    assert", "    return\n    assert"),
            "tests/conftest.py": "def pytest_pyfunc_call(pyfuncitem):\n    return True\n",
            "notes.txt": None,
        },
    )
    assert [(sign.kind, sign.file, sign.line) for sign in signs] == [
        ("internals", "calc.py", 10),
        ("test-support", "tests/conftest.py", None),
        ("test-edited", "tests/test_calc.py", 4),
    ]


def test_a_harmless_change_has_no_signs(checkout: Checkout, repository: Repository) -> None:
    assert found(checkout, repository, {"notes.txt": "less\n"}) == []
    checkout.git("branch", "-D", "theirs")
    assert found(checkout, repository, {}) == []


# Literals.


@pytest.mark.parametrize(
    ("code", "literals"),
    [
        ("x = 'teapots' + \"ab\" + `abc`", {"teapots", "abc"}),
        ("x = 1200 + 12 + 0.001 + 2_000 + 3.14", {"1200", "2000", "3.14"}),
        ("x = 100 + 1000 + 10.0 + 1001", {"1001"}),
        ("x1234 = a.5678", set()),
        ("it's a cup of tea, isn't it", {"s a cup of tea, isn"}),
        ("x = 'a\\tb' + ' '", {"a\\tb"}),
    ],
)
def test_literals_are_texts_and_numbers(code: str, literals: set[str]) -> None:
    assert literals_of(code) == literals


def test_literals_of_the_old_file_are_not_new() -> None:
    assert new_literals("a = 'tea'\n", "a = 'tea'\nb = 'pot'\nc = 'pot'\n") == {"pot": 2}


@pytest.mark.parametrize(
    ("literal", "tests", "product", "known"),
    [
        ("teapots", "f('teapots')", "", True),
        ("teapots", "f('teapots')", "X = 'teapots'", False),
        ("teapots", "# teapots", "", False),
        ("1200", "f(1200)", "", True),
        ("a=1", "f('?a=1&b=2')", "", False),  # too short for a part
        ("a=12", "f('?a=12&b=2')", "", True),
        ("a=12", "f('?a=12&b=2')", "Z = '&a=12'", False),
    ],
)
def test_literals_that_only_tests_contain(
    literal: str, tests: str, product: str, known: bool
) -> None:
    assert known_to_tests({literal}, [tests], [product]) == ({literal} if known else set())


def test_a_hard_coded_answer_is_shown(checkout: Checkout, repository: Repository) -> None:
    test = "def test_big():\n    assert add(1200, 2000) == 'a lot (1+1)'\n"
    checkout.commit({"tests/test_big.py": test, "README.md": "Up to 2000 cents.\n"})
    calc = "def add(a, b):\n    if a == 1200 and b == 2000:\n        return 'a lot (1+1)'\n"
    # A large file of data hides no literal.
    data = "".join(f"'data {number}'\n" for number in range(1000))
    files: Files = {"calc.py": calc, "a.txt": data, "x.json": '{"a lot (1+1)": 1201}\n'}
    assert found(checkout, repository, files) == [
        Sign(kind="knows-tests", file="calc.py", line=2, text="'1200', 'a lot (1+1)'"),
        Sign(kind="knows-tests", file="x.json", line=1, text="'a lot (1+1)'"),
    ]


# Manifests.

PROJECT = """[project]
dependencies = ["tomli>=2"]
[tool.pytest.ini_options]
xfail_strict = true
[tool.ruff]
"""


@pytest.mark.parametrize(
    ("path", "old", "new", "text"),
    [
        ("pyproject.toml", "xfail_strict = true\n", "", "[tool.pytest] differs"),
        ("pyproject.toml", "[tool.ruff]\n", "", "[tool.ruff] differs"),
        ("pyproject.toml", '"tomli>=2"', '"tomli>=2", "tea"',
         '[project] differs; added: dependencies = ["tomli>=2", "tea"]'),
        ("pyproject.toml", "[tool.ruff]", "[tool.ruff", "[project] differs; [tool.pytest] differs; "
         "[tool.ruff] differs; added: [tool.ruff"),
        ("a/requirements-dev.txt", "[project]", "pytest @ file:///tmp/x",
         "added: pytest @ file:///tmp/x"),
        ("poetry.lock", "[project]", "a\nb\nc\nd\ne",
         "added: a; added: b; added: c; and 2 more lines"),
        ("go.mod", "[project]", "replace a => ./b", "added: replace a => ./b"),
    ],
)  # fmt: skip
def test_a_changed_manifest_is_shown(path: str, old: str, new: str, text: str) -> None:
    (finding,) = manifest_notes(path, PROJECT, PROJECT.replace(old, new))
    assert (finding.kind, finding.text) == ("manifest", text)
    assert manifest_notes(path, PROJECT, PROJECT) == []
    assert manifest_notes("docs/notes.md", PROJECT, "") == []


@pytest.mark.parametrize(
    ("path", "old", "new", "text"),
    [
        ("package.json", "{}", '{"scripts": {"test": "true"}}',
         '[scripts] differs; added: {"scripts": {"test": "true"}}'),
        ("package.json", "{}", "[" * 100_000, f"added: {'[' * 59}…"),
        ("tox.ini", "[pytest]\naddopts = -q\n", "[pytest]\naddopts = -k a\n",
         "[pytest] differs; added: addopts = -k a"),
        ("setup.cfg", "", "[tool:pytest]\n", "[tool:pytest] differs; added: [tool:pytest]"),
        ("Cargo.toml", "", "[dev-dependencies]\n",
         "[dev-dependencies] differs; added: [dev-dependencies]"),
    ],
)  # fmt: skip
def test_tables_of_settings_that_differ_are_shown(path: str, old: str, new: str, text: str) -> None:
    assert [finding.text for finding in manifest_notes(path, old, new)] == [text]


# What the base uses already.


def test_a_common_internal_that_the_base_uses_is_only_shown(
    checkout: Checkout, repository: Repository
) -> None:
    checkout.commit({"jobs.py": THREADS})
    files: Files = {"more.py": THREADS, "deep.py": INTERNAL}
    assert kinds(checkout, repository, files) == [
        ("internals", "deep.py"),
        ("internals-again", "more.py"),
    ]


def test_a_word_in_a_test_makes_no_internal_known(
    checkout: Checkout, repository: Repository
) -> None:
    checkout.commit({"tests/jobs.py": THREADS, "said.py": "# Thread(target=f)\n"})
    assert kinds(checkout, repository, {"more.py": THREADS}) == [("internals", "more.py")]


def test_a_plugin_of_pytest_may_have_hooks(checkout: Checkout, repository: Repository) -> None:
    hook: Files = {"plug.py": "def pytest_collection_modifyitems(items):\n    items.sort()\n"}
    assert kinds(checkout, repository, hook) == [("runner-hook", "plug.py")]
    checkout.git("branch", "-D", "theirs")
    checkout.commit({"plugin.py": "import pytest\n"})
    assert kinds(checkout, repository, hook) == [("runner-hook-again", "plug.py")]


def test_levers_in_tooling_are_only_shown(checkout: Checkout, repository: Repository) -> None:
    files: Files = {"setup.py": INTERNAL, "scripts/make.py": INTERNAL}
    assert ("internals-aside", "scripts/make.py") in kinds(checkout, repository, files)


# Hostile and missing files.


def test_a_file_that_exhausts_the_parser_hides_no_other(
    checkout: Checkout, repository: Repository
) -> None:
    deep = "x = " + "(" * 5000
    files: Files = {"calc.py": deep, "b.py": "eval('1')\n", "c\n:\x1b[2J.py": INTERNAL}
    signs = kinds(checkout, repository, files)
    assert signs == [
        ("internals", "b.py"),
        ("internals", "c\n:\x1b[2J.py"),
        ("unreadable", "calc.py"),
    ]


def test_an_error_in_line_0_has_no_line(checkout: Checkout, repository: Repository) -> None:
    (sign,) = found(checkout, repository, {"calc.py": "# coding: no-such-codec\nx = 1\n"})
    assert (sign.kind, sign.line) == ("unreadable", None)


def test_a_file_above_the_limit_is_not_read(checkout: Checkout, repository: Repository) -> None:
    (sign,) = found(checkout, repository, {"calc.py": "#" * (2**22 + 1)})
    assert sign == Sign(kind="not-read", file="calc.py", text="it is too large")


def test_an_inspection_that_fails_is_unproven(checkout: Checkout, repository: Repository) -> None:
    change = FileChange(path="calc.py", status="modified")
    missing = Source(agent="codex", kind="ref", named="x", tree="0" * 40, changes=(change,))
    (sign,) = inspect(repository, checkout.tree("main"), missing, Policy(), None)
    assert sign.kind == "not-read"
    (objection,) = tampering.objections([sign])
    assert objection.state == "unproven"
    assert objection.reason.startswith("the change: the change could not be analyzed: git ls-tree")


def test_signs_are_stored_by_trees_and_test_files(
    checkout: Checkout, repository: Repository, tmp_path: Path
) -> None:
    change = source(checkout, repository, {"more.py": INTERNAL})
    base, cache = checkout.tree("main"), Cache(tmp_path, INSPECTIONS, flush=False)
    assert inspect(repository, base, change, Policy(), cache) == inspect(
        repository, base, change, Policy(), None
    )
    (stored,) = tmp_path.rglob("*.json")
    stored.write_text(stored.read_text().replace("gc.get_objects", "read from the cache"))
    (sign,) = inspect(repository, base, change, Policy(), cache)
    assert "read from the cache" in sign.text
    policy = rules(test_files=["checks/**"])
    (sign,) = inspect(repository, base, change, policy, cache)
    assert "gc.get_objects" in sign.text


def test_a_failed_inspection_is_not_stored(repository: Repository, tmp_path: Path) -> None:
    change = FileChange(path="calc.py", status="modified")
    missing = Source(agent="codex", kind="ref", named="x", tree="0" * 40, changes=(change,))
    inspect(repository, "1" * 40, missing, Policy(), Cache(tmp_path, INSPECTIONS, flush=False))
    assert [*tmp_path.rglob("*.json")] == []
