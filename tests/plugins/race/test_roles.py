"""The role of a path: by the first row that fits."""

from __future__ import annotations

import pytest

from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.roles import (
    Judges,
    RoleRules,
    counts_as_test,
    has_tests,
    is_test_by_name_alone,
    own_tests,
    restored,
    touches_support,
    with_roles,
)
from tests.plugins.race.recorded import rules

TESTS_BY_RUNNER = {
    "pytest": "tests/a.py tests/data/x.json pkg/tests/test_a.py test_a.py src/a_test.py",
    "unittest": "test.py tests.py shop/tests.py shop_tests.py",
    "django": "shop/tests.py shop/tests/test_views.py",
    "node": (
        "test.js test.mjs shop-test.js shop_test.cjs test-shop.js src/test.ts a/b/test/c/x.js "
        "packages/shop/test/a.js packages/shop/test/data.json apps/shop/test/a.ts"
    ),
    "ava": "test.js src/test/a.js shop.test.js __tests__/a.js",
    "jest": "src/__tests__/a.jsx src/__snapshots__/a.snap __mocks__/a.js a.test.tsx a.spec.ts",
    "jasmine": "spec/a.js shopSpec.js packages/a/spec/b.js",
    "tsd": "test-d/index.ts index.test-d.ts",
    "playwright": "e2e/shop.e2e.ts playwright/shop.spec.ts",
    "cypress": "cypress/e2e/shop.cy.ts src/shop.cy.tsx",
    "deno": "src/shop_test.ts",
    "cargo": "tests/shop.rs src/tests.rs src/shop/tests.rs src/shop_test.rs",
    "go": "shop_test.go testdata/a.json pkg/testdata/a.json",
    "rspec": "spec/shop_spec.rb lib/shop_spec.rb spec/fixtures/a.yml",
    "minitest": "test/shop_test.rb test/helper.rb test_shop.rb",
    "phpunit": "tests/ShopTest.php tests/Unit/ShopTest.php src/ShopTest.php",
    "prove": "t/shop.t t/lib/Shop.pm xt/a.t lib/shop.t",
    "maven": "src/test/java/x/ShopTest.java app/src/test/resources/a.txt src/it/java/ShopIT.java",
    "gradle": "app/src/test/kotlin/ShopTest.kt app/src/androidTest/java/ShopTest.java",
    "dotnet": "Shop.Tests/ShopTests.cs Shop.UnitTests/A.cs test/Shop.Tests/Shop.Tests.csproj",
    "swift": "Tests/ShopTests/ShopTests.swift ShopTests/A.swift",
    "exunit": "test/shop_test.exs apps/shop/test/a.exs lib/shop_test.exs",
    "ctest": "tests/shop_test.cpp src/shop_unittest.cc test_shop.c tests/CMakeLists.txt",
    "behave": "features/shop.feature features/steps/shop.py docs/a.feature",
    "robot": "suites/shop.robot",
    "busted": "spec/shop_spec.lua test_shop.lua",
    "bats": "test/shop.bats bin/shop.bats",
    "dart": "test/shop_test.dart integration_test/app_test.dart",
    "haskell": "test/ShopSpec.hs src/ShopSpec.hs",
}
CONFIGURATION = (
    "conftest.py pkg/conftest.py pytest.ini .coveragerc noxfile.py sitecustomize.py "
    "jest.config.js vitest.config.ts .mocharc.yml ava.config.js .taprc karma.conf.js "
    "playwright.config.ts cypress.config.ts .config/nextest.toml .rspec phpunit.xml "
    "phpunit.xml.dist .proverc ci.runsettings behave.ini .busted dart_test.yaml robot.toml"
)
OTHERS = {
    "product": (
        "src/a.py contest.py testing.py src/testing/a.py src/latest.py lib/test/a.rb "
        "lib/testimony.js src/main/java/Shop.java Shop/Shop.cs fixtures/a.json README.md"
    ),
    "lint": "ruff.toml a/.ignore .eslintrc.json clippy.toml",
    "settings": (
        "pyproject.toml setup.cfg tox.ini package.json web/package.json pom.xml app/build.gradle "
        "build.gradle.kts CMakeLists.txt mix.exs Cargo.toml Shop/Shop.csproj config/settings.py "
        "config/settings/base.py Package.swift"
    ),
    "judge": "ci/run.sh ci/deep/data.json",
    "task": "tests/test_task.py",
}
RULES = RoleRules(task=("tests/test_task.py",), judges=Judges(("ci/",)))


@pytest.mark.parametrize("paths", TESTS_BY_RUNNER.values(), ids=TESTS_BY_RUNNER)
def test_default_places_of_a_runner(paths: str) -> None:
    assert {path: RULES.role(path) for path in paths.split()} == dict.fromkeys(
        paths.split(), "test"
    )


@pytest.mark.parametrize(
    ("path", "role"),
    [
        *((path, "test") for path in CONFIGURATION.split()),
        *((path, role) for role, paths in OTHERS.items() for path in paths.split()),
    ],
)
def test_role_of_a_path(path: str, role: str) -> None:
    assert RULES.role(path) == role


def test_first_row_that_fits_counts() -> None:
    rules = RoleRules(
        task=("ci/test_task.py",),
        judges=Judges(("ci/", "check.py")),
        tests=("*.check.js", "!tests/product.py"),
        examined={"check.py": "mixed", "app.py": "mixed", "test_speed.py": "product"},
    )
    roles = {
        "ci/test_task.py": "task",
        "ci/test_a.py": "judge",
        "check.py": "judge",
        "tests/pyproject.toml": "test",
        "a.check.js": "test",
        "app.py": "mixed",
        "test_speed.py": "product",
    }
    assert {path: rules.role(path) for path in roles} == roles


def test_files_of_the_settings_add_to_the_usual_places() -> None:
    policy = rules(test_files=["/checks/", "!/tests/"])
    assert counts_as_test("checks/a.py", policy)
    assert counts_as_test("a.test.js", policy)
    assert not counts_as_test("tests/a.py", policy)
    # What configures tests does so in any case.
    assert counts_as_test("conftest.py", policy)
    assert not has_tests("conftest.py")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        *((path, True) for path in ("test.py", "src/test_speed.py", "lib/test.js", "a.spec.ts")),
        *((path, False) for path in ("tests/a.py", "tests/test_a.py", "src/a.py", "test/a.js")),
    ],
)
def test_which_files_are_tests_by_their_name_alone(path: str, *, expected: bool) -> None:
    assert is_test_by_name_alone(path) is expected


def change(path: str, status: str = "modified", old_path: str | None = None) -> FileChange:
    return FileChange(path=path, status=status, old_path=old_path)  # type: ignore[arg-type]


def test_own_tests_of_a_candidate() -> None:
    changes = [
        change("src/a.py"),
        change("tests/test_b.py", "renamed", "tests/test_a.py"),
        change("tests/gone.py", "deleted"),
        change("tests/data.json", "added"),
        change("tests/conftest.py"),
        change("src/moved.py", "renamed", "tests/moved.py"),
        change("src/lib.rs"),
        change("pyproject.toml"),
    ]
    roles = RoleRules(examined={"src/lib.rs": "mixed"}).roles(changes)
    assert roles.keys() == {entry.path for entry in changes} | {"tests/test_a.py", "tests/moved.py"}
    assert own_tests(changes, roles) == (
        *("src/lib.rs", "tests/conftest.py", "tests/data.json", "tests/test_b.py"),
    )
    assert touches_support(changes, roles)
    assert not touches_support([change("tests/test_a.py")], {"tests/test_a.py": "test"})
    assert not touches_support([change("tests/new.py", "added")], {"tests/new.py": "test"})


def test_roles_decide_what_counts_as_a_test() -> None:
    policy = with_roles(
        rules(test_files=["checks/"]),
        {"check.py": "test", "test_speed.py": "product", "src/lib.rs": "mixed", "app.py": "mixed"},
    )
    counts = {
        "check.py": True,
        "test_speed.py": False,
        "src/lib.rs": True,
        "app.py": False,
        "tests/test_a.py": True,
        "checks/a.py": True,
    }
    assert {path: counts_as_test(path, policy) for path in counts} == counts
    plain = rules()
    assert with_roles(plain, {"a.py": "product", "tests/test_a.py": "test"}) == plain


def test_files_that_a_build_may_not_change() -> None:
    rules = RoleRules(judges=Judges(("ci/",)), examined={"check.py": "test", "app.py": "mixed"})

    def kept(column: str) -> set[str]:
        paths = ("tests/a.py", "check.py", "app.py", "conftest.py", "ruff.toml", "ci/x", "tox.ini")
        patterns = restored(column, rules)
        return {path for path in paths if RoleRules(judges=Judges(patterns)).role(path) == "judge"}

    assert kept("build") == set()
    assert kept("tests") == {"tests/a.py", "check.py", "conftest.py", "ci/x", "tox.ini"}
    assert kept("lint") == {"ruff.toml", "ci/x", "tox.ini"}
    assert kept("other") == {"ruff.toml", "ci/x", "tox.ini"}
