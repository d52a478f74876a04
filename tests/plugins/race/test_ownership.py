"""Whose version of a file each run gets, and the trees that follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

import pytest

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import difference
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import Files, files_of, link_targets, read_file
from pytest_hydra.plugins.race.inner_tests import spliced_rust
from pytest_hydra.plugins.race.ownership import (
    OWNERS,
    Column,
    Ownership,
    Trees,
    column_of,
    composed,
    has_known_tests,
    judges_of,
    ownership_of,
    tree_of,
)
from pytest_hydra.plugins.race.record import Role, Source
from pytest_hydra.plugins.race.roles import Judges, RoleRules
from pytest_hydra.plugins.results.outcomes import TestRun
from tests.plugins.race import recorded
from tests.plugins.race.conftest import Checkout, MakeCheckout

COLUMNS: tuple[Column, ...] = get_args(Column)


def side(name: str, *paths: str) -> Files:
    """Files whose object id names whose version they are."""
    return dict.fromkeys(paths, ("100644", name))


def versions(
    column: Column,
    roles: Mapping[str, Role],
    *,
    base: Files | None = None,
    candidate: Files | None = None,
    **fields: object,
) -> dict[str, str]:
    """Whose version of each file is in a run, by path; both sides have all, if not given."""
    base = side("base", *roles) if base is None else base
    candidate = side("candidate", *roles) if candidate is None else candidate
    ownership = Ownership(roles=roles, **fields)  # type: ignore[arg-type]
    return {path: name for path, (_, name) in composed(column, base, candidate, ownership).items()}


@pytest.mark.parametrize("column", COLUMNS)
def test_owner_of_each_role(column: Column) -> None:
    """Each role has one owner in each run, and the tree has its version of the file."""
    roles: dict[str, Role] = {f"{role}.txt": role for role in get_args(Role)}
    owners = {"base": "base", "candidate": "candidate", "steered": "base", "spliced": "spliced"}
    del roles["task.txt"]
    assert versions(
        column,
        roles,
        steered=("settings.txt",),
        spliced=side("spliced", "mixed.txt"),
    ) == {path: owners[OWNERS[role][column]] for path, role in roles.items()}


def test_rows_of_the_table() -> None:
    assert OWNERS.keys() == {*get_args(Role)}
    assert {tuple(owners) for owners in OWNERS.values()} == {COLUMNS}


@pytest.mark.parametrize(
    ("step", "column"),
    [
        *((column, column) for column in COLUMNS if column != "other"),
        ("tests.rerun.1", "tests"),
        ("tests.of.codex", "tests"),
        ("security", "other"),
        ("testsuite", "other"),
        ("tests-of-style", "other"),
    ],
)
def test_column_of_a_step(step: str, column: str) -> None:
    assert column_of(step) == column


@pytest.mark.parametrize(
    ("column", "old_test", "new_test", "old_code", "new_code"),
    [
        ("tests", True, False, False, True),
        ("tests.own", False, True, False, True),
        ("tests.new", False, True, True, False),
        ("build", False, True, False, True),
    ],
)
def test_added_and_deleted_files(
    column: Column, *, old_test: bool, new_test: bool, old_code: bool, new_code: bool
) -> None:
    roles: dict[str, Role] = {
        "old_test": "test",
        "new_test": "test",
        "old_code": "product",
        "new_code": "product",
    }
    files = versions(
        column,
        roles,
        base=side("base", "same", "old_test", "old_code"),
        candidate=side("candidate", "same", "new_test", "new_code"),
    )
    present = {"old_test": old_test, "new_test": new_test, "old_code": old_code}
    present["new_code"] = new_code
    assert {path: path in files for path in roles} == present
    assert files["same"] == "base"


@pytest.mark.parametrize(("steered", "owner"), [((), "candidate"), (("tox.ini",), "base")])
def test_settings_are_the_bases_if_their_tables_for_tools_differ(
    steered: tuple[str, ...], owner: str
) -> None:
    columns: tuple[Column, ...] = ("tests", "acceptance", "lint", "other")
    for column in columns:
        assert versions(column, {"tox.ini": "settings"}, steered=steered) == {"tox.ini": owner}
    assert versions("tests.own", {"tox.ini": "settings"}, steered=steered)["tox.ini"] == "candidate"


def test_tests_of_the_task_are_in_one_run_alone() -> None:
    ownership = Ownership(
        RoleRules(task=("tests/new.py", "tests/old.py", "tests/gone.py")),
        {"tests/new.py": "task", "tests/old.py": "task", "tests/a.py": "test"},
    )
    base = side("base", "tests/old.py", "tests/a.py", "tests/gone.py")
    candidate = side("candidate", "tests/new.py", "tests/old.py", "tests/a.py", "tests/gone.py")
    task = side("task", "tests/new.py", "tests/old.py")

    def files(column: Column) -> dict[str, str]:
        made = composed(column, base, candidate, ownership, task)
        return {path: name for path, (_, name) in made.items()}

    assert files("acceptance") == {
        **dict.fromkeys(("tests/new.py", "tests/old.py"), "task"),
        "tests/a.py": "base",
    }
    # Without a candidate's file in the place of one of the task.
    for column in COLUMNS:
        if column != "acceptance":
            assert "tests/new.py" not in files(column)
            assert files(column)["tests/old.py"] == "base"


def test_a_file_at_the_place_of_a_folder() -> None:
    roles: dict[str, Role] = {
        "setup.cfg": "settings",
        "setup.cfg/tests/test_a.py": "test",
        "data": "test",
        "data/a.txt": "product",
    }
    files = versions(
        "tests",
        roles,
        base=side("base", "setup.cfg/tests/test_a.py", "data"),
        candidate=side("candidate", "setup.cfg", "data/a.txt"),
    )
    assert files == side_names("base", "setup.cfg/tests/test_a.py", "data")


def side_names(name: str, *paths: str) -> dict[str, str]:
    return dict.fromkeys(paths, name)


# --- in repositories ----------------------------------------------------------------------------


def changed(
    checkout: Checkout,
    changes: Mapping[str, str | bytes | None],
    collected: Mapping[str, str] | None = None,
    rules: RoleRules | None = None,
    **more: str,
) -> tuple[Ownership, Callable[[str], dict[str, str]]]:
    """What a candidate's change of the checkout owns, and the texts of a step's tree."""
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    trees = checkout.tree("main"), checkout.tree(checkout.branch("own", {**changes}))
    change = difference(repository, *trees).changes
    source = Source(agent="a", kind="ref", named="own", tree=trees[1], changes=change)
    examples = dict.fromkeys(more.values(), ("0" * 64,))
    tests = TestRun(evidence="ids", source="recorder", files=collected or {}, examples=examples)
    run = recorded.done(tests=tests)
    ownership = ownership_of(repository, trees[0], source, rules or RoleRules(), lambda: run)

    def texts(step: str) -> dict[str, str]:
        tree = tree_of(repository, step, Trees(*trees), ownership)
        return {
            path: (read_file(repository, tree, path) or b"").decode()
            for path in files_of(repository, tree)
        }

    return ownership, texts


def test_trees_of_a_change(make_checkout: MakeCheckout) -> None:
    files = {
        "calc.py": "old\n",
        "tests/test_calc.py": "old\n",
        "tests/gone.py": "old\n",
        "pyproject.toml": '[project]\nname = "a"\n[tool.ruff]\nx = 1\n',
        "setup.cfg": "[metadata]\nname = old\n",
        "ruff.toml": "old\n",
        "ci/check.sh": "old\n",
        ".npmrc": "old\n",
    }
    new = {name: text.replace("old", "new") for name, text in files.items()}
    new["pyproject.toml"] = '[project]\nname = "b"\n[tool.ruff]\nx = 2\n'
    rules = RoleRules(judges=Judges(("ci/check.sh", ".npmrc")))
    change = {**new, "tests/gone.py": None, "tests/test_new.py": "new\n", "more.py": "new\n"}
    ownership, texts = changed(make_checkout({**files}), change, rules=rules)
    assert ownership.steered == ("pyproject.toml",)
    assert ownership.touches_tests
    own = {path for path, text in texts("tests").items() if text == {**change}.get(path)}
    assert own == {"calc.py", "more.py", "setup.cfg", "ruff.toml"}
    assert "tests/test_new.py" not in texts("tests")
    assert texts("tests")["tests/gone.py"] == "old\n"
    assert texts("tests")["pyproject.toml"] == files["pyproject.toml"]
    own = {path for path, text in texts("tests.own").items() if text == {**change}.get(path)}
    assert own == change.keys() - {"tests/gone.py", "ci/check.sh", ".npmrc"}
    own = {path for path, text in texts("tests.new").items() if text == {**change}.get(path)}
    assert own == {"tests/test_calc.py", "tests/test_new.py"}
    assert "tests/gone.py" not in texts("tests.new")
    assert texts("lint")["ruff.toml"] == "old\n"
    assert texts("build") == {path: text for path, text in change.items() if text is not None}


def test_settings_that_are_no_plain_files_are_the_bases(make_checkout: MakeCheckout) -> None:
    checkout = make_checkout({"setup.cfg": "[metadata]\n", "package.json": "{}\n"})
    checkout.git("checkout", "-qb", "link")
    (checkout.path / "setup.cfg").unlink()
    (checkout.path / "setup.cfg").symlink_to("package.json")
    checkout.commit({"package.json": '{"name": "' + "a" * 2**18 + '"}\n'})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    trees = checkout.tree("main"), checkout.tree("link")
    change = difference(repository, *trees).changes
    source = Source(agent="a", kind="ref", named="link", tree=trees[1], changes=change)
    ownership = ownership_of(repository, trees[0], source, RoleRules(), lambda: None)
    assert ownership.steered == ("package.json", "setup.cfg")


RUST = """\
/// Adds.
///
/// ```
/// assert_eq!(shop::add(1), 20);
/// ```
pub fn add(a: i32) -> i32 {
    a + 19
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1), 20);
    }
}

pub fn last() {}
"""
FILES = {
    "check.py": "from shop import f\n\n\ndef helper(): pass\n\n\ndef test_f(): assert f()\n",
    "shop.py": "def f(): return 1\n\n\ndef test_f(): assert f()\n",
    "app.py": "from shop import f\n\n\ndef test_f(): assert f()\n",
    # It names other things that are called like them.
    "other.py": "from django import check\n# from shop import check\nx = {'check:a b': 1}\n",
    "sub/__init__.py": "from shop import f\n\n\ndef test_f(): assert f()\n",
    "sub/user.py": "def g():\n    import sub\n",
    "docs.py": '"""A module.\n\n>>> 1\n1\n"""\n',
    "README.rst": ">>> 1\n1\n",
    "src/lib.rs": RUST,
    "web.ts": "describe('it', () => {})\n",
    "checks/web.js": "const { f } = require('../web')\ndescribe('it', () => {})\n",
    "setup.cfg": "[options.entry_points]\nconsole_scripts =\n    shop = app:main\n",
}
COLLECTED = {
    "check.py::test_f": "check.py",
    "shop.py::test_f[a.b]": "shop.py",
    "app.py::test_f": "app.py",
    "sub/__init__.py::test_f": "sub/__init__.py",
    "docs.py::docs": "docs.py",
    "README.rst::README.rst": "README.rst",
    "web.ts::it": "web.ts",
    "checks/web.js::it": "checks/web.js",
}


def test_files_that_tests_were_collected_from(make_checkout: MakeCheckout) -> None:
    more = {name: f"{text}\n# more\n" for name, text in FILES.items()}
    ownership, texts = changed(make_checkout({**FILES}), more, COLLECTED, docs="docs.py::docs")
    tests = {path for path, role in ownership.roles.items() if role == "test"}
    mixed = {path for path, role in ownership.roles.items() if role == "mixed"}
    # Code that other code imports, or that is a program, is product code with tests.
    assert tests == {"README.rst", "check.py", "checks/web.js"}
    assert mixed == {"app.py", "shop.py", "sub/__init__.py", "web.ts"}
    assert texts("tests")["check.py"] == FILES["check.py"]
    assert texts("tests")["app.py"] == more["app.py"]


def test_the_base_is_not_awaited_if_no_changed_file_may_hold_tests(
    make_checkout: MakeCheckout,
) -> None:
    checkout = make_checkout({"a.py": "def f(): return 1\n", "tests/test_a.py": ""})
    commit = checkout.branch("own", {"a.py": "def f(): return 2\n", "b.txt": ""})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    trees = checkout.tree("main"), checkout.tree(commit)
    change = difference(repository, *trees).changes
    source = Source(agent="a", kind="ref", named="own", tree=trees[1], changes=change)

    def base_tests() -> CommandRun:
        raise AssertionError

    ownership = ownership_of(repository, trees[0], source, RoleRules(), base_tests)
    assert ownership.roles == {"a.py": "product", "b.txt": "product"}


NAMED = {
    "shop.py": "from speed_test import rate\n\n\ndef f(n):\n    return rate(n)\n",
    "speed_test.py": "def rate(n): return n\n",
    "other_test.py": "def rate(n): return n\n",
    "lib/run.js": "const test = require('./test')\n",
    "lib/test.js": "module.exports = () => 1\n",
    "test.js": "require('./lib/run')\n",
    "tests/test_f.py": "from shop import f\nimport other_test\n",
}


def test_product_code_that_is_named_like_a_test(make_checkout: MakeCheckout) -> None:
    more = {name: f"{text}\n" for name, text in NAMED.items()}
    ownership, _ = changed(make_checkout({**NAMED}), more)
    assert {path for path, role in ownership.roles.items() if role == "test"} == {
        *("other_test.py", "test.js", "tests/test_f.py"),
    }
    # New files too, but not in a folder of tests.
    new = {
        "shop.py": "import pace_test\nfrom tests import test_b\n",
        "pace_test.py": "",
        "tests/test_b.py": "",
        "alone_test.py": "",
    }
    ownership, _ = changed(make_checkout({**NAMED}, "new"), new)
    assert ownership.roles == {
        "shop.py": "product",
        "pace_test.py": "product",
        "tests/test_b.py": "test",
        "alone_test.py": "test",
    }
    # The settings decide before code that imports it.
    rules = RoleRules(tests=("speed_test.py",))
    change = {"speed_test.py": "def rate(n): return 2 * n\n"}
    ownership, _ = changed(make_checkout({**NAMED}, "named"), change, rules=rules)
    assert ownership.roles == {"speed_test.py": "test"}
    # If it has tests, it is both.
    collected = {"speed_test.py::test_it": "speed_test.py"}
    change = {"speed_test.py": "def test_it(): pass\n"}
    files = {**NAMED, "speed_test.py": "from shop import f\ndef test_it(): assert f\n"}
    ownership, _ = changed(make_checkout(files, "both"), change, collected)
    assert ownership.roles == {"speed_test.py": "mixed"}


PLACED = {
    "shop/__init__.py": "from shop.tests import share\nfrom .more.tests import stats\nimport utils",
    "shop/tests/__init__.py": "from .ratio import share\n",
    "shop/tests/ratio.py": "def share(): return 1\n",
    "shop/tests/unused.py": "",
    "shop/more/tests/stats.py": "",
    "tests/utils.py": "def helper(): return 1\n",
    "tests/__init__.py": "",
    "tests/test_a.py": "from tests import utils\nfrom shop import share\n",
    "lib/index.js": "exports.test = require('./commands/test/run.js')\n",
    "lib/commands/test/run.js": "exports.run = require('./sum')\n",
    "lib/commands/test/sum.js": "",
    "lib/commands/test/help.js": "",
    "spec/run.test.js": "require('../lib/commands/test/help.js')\n",
}


@pytest.mark.parametrize("is_new", [False, True])
def test_product_code_in_a_folder_of_tests(make_checkout: MakeCheckout, *, is_new: bool) -> None:
    more = {name: f"{text}\n" for name, text in PLACED.items()}
    ownership, texts = changed(make_checkout({"a.txt": ""} if is_new else {**PLACED}), more)
    product = {path for path, role in ownership.roles.items() if role == "product"}
    # A helper of tests is none, whatever else product code imports.
    assert product == {
        *("shop/__init__.py", "shop/tests/__init__.py", "shop/tests/ratio.py"),
        *("shop/more/tests/stats.py", "lib/index.js"),
        *("lib/commands/test/run.js", "lib/commands/test/sum.js"),
    }
    assert product <= texts("tests").keys()
    assert [path for path in product if texts("tests")[path] != more[path]] == []


def test_what_linters_report_of_a_file_makes_it_no_test(make_checkout: MakeCheckout) -> None:
    files = {**FILES, "lint.py": "def test_it(): pass  # ruff\n"}
    ownership, _ = changed(
        make_checkout(files),
        {"lint.py": "def test_it(): return 1\n"},
        {"lint.py::ruff": "lint.py"},
        whole="lint.py::ruff",
    )
    assert ownership.roles == {"lint.py": "product"}


@pytest.mark.parametrize(
    ("own", "spliced"),
    [
        # The base's module of tests in the candidate's code.
        (RUST.replace("19", "20").replace("20);\n    }", "21);\n    }"), RUST.replace("19", "20")),
        # Also if the candidate moved it to a file of its own.
        (
            f"{RUST[: RUST.index('mod tests')]}mod tests;\n\npub fn last() {{}}\n",
            RUST,
        ),
        # A new one is not the base's.
        (
            RUST.replace("#[cfg", "#[cfg(test)]\nmod more;\n\n#[cfg"),
            RUST.replace("}\n\npub fn last", "}\n\n\npub fn last"),
        ),
        (
            RUST[: RUST.index("#[cfg")],
            f"{RUST[: RUST.index('#[cfg')]}\n{RUST[RUST.index('#[cfg') :]}",
        ),
    ],
)
def test_modules_of_tests_in_rust_are_the_bases(
    make_checkout: MakeCheckout, own: str, spliced: str
) -> None:
    def plain(text: str) -> str:
        return text.removesuffix("\npub fn last() {}\n")

    ownership, texts = changed(make_checkout({**FILES}), {"src/lib.rs": own})
    assert (ownership.roles, ownership.doubts) == ({"src/lib.rs": "mixed"}, ())
    assert ownership.touches_tests
    assert plain(texts("tests")["src/lib.rs"]) == plain(spliced)
    assert texts("tests.own")["src/lib.rs"] == own
    assert texts("tests.new")["src/lib.rs"] == RUST


def test_rust_code_with_the_same_tests_is_product_code(make_checkout: MakeCheckout) -> None:
    ownership, _ = changed(make_checkout({**FILES}), {"src/lib.rs": RUST.replace("19", "20")})
    assert ownership.roles == {"src/lib.rs": "product"}
    assert not ownership.touches_tests


@pytest.mark.parametrize(
    "own",
    [
        # Not in a module of its own, or hidden from whoever searches for it.
        RUST.replace("#[cfg(test)]\n", "#[cfg(test)] "),
        RUST.replace("#[cfg(test)]", "#[cfg(all(test))]"),
        RUST.replace("pub fn last() {}", "#[test]\nfn more() {}"),
        RUST * 60,
    ],
)
def test_rust_tests_that_cannot_be_separated(make_checkout: MakeCheckout, own: str) -> None:
    ownership, _ = changed(make_checkout({**FILES}), {"src/lib.rs": own})
    assert ownership.roles == {"src/lib.rs": "mixed"}
    assert [(sign.kind, sign.file) for sign in ownership.doubts] == [("tests-inside", "src/lib.rs")]


def test_examples_in_rust_count_if_they_are_run() -> None:
    own = RUST.replace("19", "20").replace("(1), 20);\n/// `", "(1), 21);\n/// `").encode()
    assert spliced_rust(own, RUST.encode(), has_examples=False) == own
    assert spliced_rust(own, RUST.encode(), has_examples=True) is None


LINKED = {
    "tests/test_shop.py": "../shared/shop_checks.py",
    "tests/conftest.py": "../support/fixtures.py",
    "tests/helpers.py": "../shared/helpers.py",
    "tests/shop": "../shop",
    "tests/again.py": "loop.py",
    "tests/loop.py": "again.py",
    "spec": "qa",
    "ci/check": "check.sh",
    "ci/all": "check",
    "docs/guide": "../shop",
}


@pytest.fixture
def linked(make_checkout: MakeCheckout) -> Checkout:
    """A project with links to its tests, to helpers of them, and to product code."""
    checkout = make_checkout({"shop/__init__.py": "from shop import core\n"})
    for link, target in LINKED.items():
        path = checkout.path / link
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(target)
    names = ("shared/shop_checks.py", "support/fixtures.py", "shared/helpers.py", "shop/core.py")
    files = dict.fromkeys(
        (*names, "shop/leaf.py", "qa/a.js", "qa/deep/b.js", "ci/check.sh"), "old\n"
    )
    checkout.commit({**files})
    return checkout


def with_links(
    checkout: Checkout, judges: Judges | None = None, tests: tuple[str, ...] = ()
) -> RoleRules:
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    links = link_targets(repository, checkout.tree("main"))
    return RoleRules(judges=judges or Judges(), tests=tests, links=links)


def test_the_target_of_a_link_has_the_role_of_the_link(linked: Checkout) -> None:
    rules = with_links(linked, judges=Judges(("ci/check",)))
    roles: dict[str, Role] = {
        "shared/shop_checks.py": "test",
        "support/fixtures.py": "test",
        "qa/a.js": "test",
        "qa/deep/b.js": "test",
        "qa/new.js": "test",
        "ci/check.sh": "judge",
        "shared/helpers.py": "product",
        "shop/core.py": "product",
        "shop/leaf.py": "product",
        "quality.js": "product",
    }
    ownership, texts = changed(linked, dict.fromkeys(roles, "new\n"), rules=rules)
    assert ownership.roles == roles
    bases = {path for path, text in texts("tests").items() if text == "old\n"}
    assert bases == {path for path, role in roles.items() if role != "product"} - {"qa/new.js"}
    # Such a link may lead to helpers of the tests, or to the product.
    doubts = {"shared/helpers.py": "tests/helpers.py", "shop/leaf.py": "tests/shop/leaf.py"}
    assert {sign.file: sign.text.removeprefix("it is also ") for sign in ownership.doubts} == doubts


@pytest.mark.parametrize("pattern", ["/shared/helpers.py", "!/shared/helpers.py"])
def test_settings_decide_whether_a_linked_file_is_a_test(linked: Checkout, pattern: str) -> None:
    rules = with_links(linked, tests=(pattern,))
    ownership, _ = changed(linked, {"shared/helpers.py": "new\n"}, rules=rules)
    role = "product" if pattern.startswith("!") else "test"
    assert ownership.roles == {"shared/helpers.py": role}
    assert ownership.doubts == ()


def test_tests_that_are_collected_through_a_link(make_checkout: MakeCheckout) -> None:
    text = "from shop import f\n\n\ndef test_f(): assert f()\n"
    checkout = make_checkout({"shared/check_f.py": text, "shop.py": "def f(): return 1\n"})
    (checkout.path / "checks").symlink_to("shared")
    checkout.commit({})
    rules = with_links(checkout)
    collected = {"checks/check_f.py::test_f": "checks/check_f.py"}
    change = {"shared/check_f.py": text.replace("f()", "not f()")}
    ownership, _ = changed(checkout, change, collected, rules)
    assert ownership.roles == {"shared/check_f.py": "test"}


# --- files that commands run --------------------------------------------------------------------


COMMANDS = {
    "build": "python build.py",
    "tests": "make test",
    "lint": "npm run lint",
    "gate": "python gate.py --config gate.toml -o prices.json",
    "tasks": "just check",
    "module": "python -m tools.rate",
}
RUN = {
    "build.py": "",
    "Makefile": "include checks.mk common\ntest:\n\t@sh run.sh\n",
    "checks.mk": "",
    "common": "X = 1\n",
    "run.sh": "set -e\n. ./more.sh\n",
    "more.sh": "python ci/check.py\npython tool.py\nnode test/a.js\n",
    "ci/check.py": "import rules\n",
    "ci/rules.py": "",
    "tool.py": "",
    "main.py": "from tool import f\n",
    "test/a.js": "",
    "package.json": '{"scripts": {"lint": "node lint.js && node app.js"}}',
    "lint.js": "",
    "app.js": "",
    "b.js": "require('./app')\n",
    "gate.py": "import rules\nopen('limits.json')\n",
    "rules.py": "",
    "limits.json": "",
    "gate.toml": "",
    "prices.json": "",
    "tools/rate.py": "from tools import rules\n",
    "tools/rules.py": "",
    "Justfile": "check:\n  python gate.py\n",
    ".npmrc": "",
}


def judging(checkout: Checkout, commands: Mapping[str, str], *judged_by: str) -> set[str]:
    """The judging files of the checkout, and of new files beside them."""
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    tree = checkout.tree("main")
    found = judges_of(repository, tree, commands, judged_by, ())
    patterns = (*found.files, *found.checks)
    paths = [*checkout.git("ls-files").split(), "justfile", "a/.npmrc", "ci/new.py"]
    return {path for path in paths if matches(path, patterns)} - {".npmrc", "a/.npmrc"}


@pytest.mark.parametrize(
    ("step", "files"),
    [
        ("build", ""),
        # Not what other code imports, nor tests that a command of tests names.
        ("tests", "Makefile checks.mk common run.sh more.sh ci/check.py"),
        # Not package.json, whose tables are compared.
        ("lint", "lint.js"),
        # Not what it imports or reads.
        ("gate", "gate.py gate.toml"),
        ("tasks", "Justfile justfile"),
        ("module", "tools/rate.py"),
    ],
)
def test_files_that_a_command_names(make_checkout: MakeCheckout, step: str, files: str) -> None:
    assert judging(make_checkout({**RUN}), {step: COMMANDS[step]}) == {*files.split()}


def test_settings_add_to_the_files_that_judge(make_checkout: MakeCheckout) -> None:
    checkout = make_checkout({**RUN})
    commands = {"tests": COMMANDS["tests"]}
    assert judging(checkout, commands, "ci/**", "!Makefile") == {
        *("checks.mk", "common", "run.sh", "more.sh", "ci/check.py", "ci/rules.py", "ci/new.py"),
    }
    assert judging(checkout, {"gate": "node test/a.js"}) == {"test/a.js"}


def test_code_beside_and_below_scripts_that_judge(make_checkout: MakeCheckout) -> None:
    script = "for s in ci/steps/*; do . $s; done\n"
    texts = {"ci/run.sh": script, "shop.py": "from ci.lib import deep\n"}
    checkout = make_checkout(texts)
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    judges = judges_of(repository, checkout.tree("main"), {"tests": "sh ci/run.sh"}, [], ())
    found = ("ci/new.py", "ci/steps/10-test")
    changes = dict.fromkeys((*found, "ci/lib/deep.py", "other/steps/x"), "new\n")
    ownership, _ = changed(checkout, changes, rules=RoleRules(judges=judges))
    assert {sign.file for sign in ownership.doubts} == {*found}


PYTHON = "import importlib\nimportlib.import_module('checks.' + 'main').run()\n"


@pytest.mark.parametrize(
    ("name", "script", "declared", "found"),
    [
        ("run.py", PYTHON, [], ["checks/main.py"]),
        ("run.py", PYTHON, ["!*.py"], []),
        ("run.py", "from checks import (\n    main,\n)\nmain.run()\n", [], []),
        ("run.js", "require(`../checks/${process.argv[2]}`)\n", [], ["checks/main.js"]),
        ("run.js", "require ('../checks/main')\n", [], []),
    ],
)
def test_what_a_judge_imports_by_a_computed_name_may_judge(
    make_checkout: MakeCheckout, name: str, script: str, declared: list[str], found: list[str]
) -> None:
    end = name.partition(".")[2]
    main, shop = f"checks/main.{end}", f"shop.{end}"
    text = "import shop\n" if end == "py" else "require('../shop')\n"
    checkout = make_checkout({f"ci/{name}": script, main: text, shop: "x = 1\n"})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    commands = {"tests": f"{'python' if end == 'py' else 'node'} ci/{name}"}
    judges = judges_of(repository, checkout.tree("main"), commands, declared, ())
    changes = dict.fromkeys((main, shop, f"new.{end}"), "x = 2\n")
    ownership, _ = changed(checkout, changes, rules=RoleRules(judges=judges))
    assert [sign.file for sign in ownership.doubts] == found


@pytest.mark.parametrize(
    ("declared", "found"), [([], {"local.mk", "run.py"}), (["!local.mk"], {"run.py"})]
)
def test_a_new_file_that_a_judge_names_already_judges(
    make_checkout: MakeCheckout, declared: list[str], found: set[str]
) -> None:
    checkout = make_checkout({"Makefile": "-include local.mk\ncheck:\n\tpython run.py extra\n"})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    new = dict.fromkeys(("local.mk", "run.py", "other.mk", "shop/run2.py"), "new\n")
    judges = judges_of(repository, checkout.tree("main"), {"tests": "make check"}, declared, ())
    ownership, texts = changed(checkout, new, rules=RoleRules(judges=judges))
    roles: dict[str, Role] = {path: "judge" if path in found else "product" for path in new}
    assert ownership.roles == roles
    assert {sign.file for sign in ownership.doubts} == found
    assert texts("tests").keys() & new.keys() == new.keys() - found


@pytest.mark.parametrize(
    ("path", "known"),
    [
        *((path, True) for path in ("tests/a.py", "src/lib.rs", "test.js", "a.chk")),
        *((path, False) for path in ("shop.d", "pytest.ini", ".npmrc", "README.md", "ci/run.sh")),
    ],
)
def test_whether_a_file_is_known_to_be_a_test(
    make_checkout: MakeCheckout, path: str, *, known: bool
) -> None:
    checkout = make_checkout({path: "x\n"})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    assert has_known_tests(repository, checkout.tree("main"), ("*.chk",)) is known
