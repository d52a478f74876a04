"""Which files are tests, and which say how tests and linters are run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import FileChange
from pytest_hydra.settings.policy import Policy

TEST_FILES: Final = (
    *("tests/", "/test/", "/spec/", "__tests__/", "__snapshots__/", "__mocks__/", "testdata/"),
    *("test_*.py", "*_test.py", "*_test.go", "*.test.*", "*.spec.*"),
)
"""What counts as test where a project says nothing else, as patterns of .gitignore."""

TEST_CONFIGURATION: Final = (
    *("conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", ".coveragerc"),
    *("sitecustomize.py", "usercustomize.py", "noxfile.py", "/.config/nextest.toml"),
    *("jest.config.*", "jest.setup.*", "vitest.config.*", "vitest.workspace.*", "vitest.setup.*"),
    *(".mocharc*", "karma.conf.*", "playwright.config.*"),
)
"""Files that say nothing but how tests are run."""

STEERING: Final = ("pyproject.toml", "setup.cfg", "tox.ini", "package.json")
"""Files that say how tests and linters are run, among other things."""

LINT_CONFIGURATION: Final = (
    *("ruff.toml", ".ruff.toml", ".flake8", ".pylintrc", "pylintrc", "mypy.ini", ".mypy.ini"),
    *(".eslintrc*", "eslint.config.*", ".eslintignore", "biome.json", "biome.jsonc"),
    *("clippy.toml", ".clippy.toml", ".golangci.*"),
)
"""Files that say nothing but how code is linted."""

_CODE = (".py", ".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts", ".go", ".rs")


def counts_as_test(path: str, policy: Policy) -> bool:
    """Whether the file is a test, or says nothing but how tests are run."""
    return matches(path, policy.test_files or TEST_FILES) or matches(path, TEST_CONFIGURATION)


def steers(path: str) -> bool:
    """Whether the file says, among other things, how tests and linters are run."""
    return matches(path, STEERING)


def touched_tests(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches tests, or what says nothing but how they are run.

    Then it takes three runs. Where a file that `steers` is all, the candidate's tests are the
    base's, and there is nothing of its own to run.
    """
    return any(counts_as_test(side, policy) for side in _sides(changes))


def test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The paths, sorted, that stand as on the base where the base's tests are laid over.

    Both sides of a change, so that what was renamed is back at its old place, and what was added
    is gone. Files that `steers` are among them: of those only the tables that steer are the base's.
    """
    sides = _sides(changes)
    return tuple(sorted({side for side in sides if counts_as_test(side, policy) or steers(side)}))


def own_test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The candidate's own tests and their configuration: those that it added or changed, sorted."""
    present = {change.path for change in changes if change.status != "deleted"}
    return tuple(sorted(path for path in present if counts_as_test(path, policy)))


def own_test_modules(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """Those of `own_test_paths` that a runner can be asked to run: code, and no configuration."""
    return tuple(
        path
        for path in own_test_paths(changes, policy)
        if path.endswith(_CODE) and not matches(path, TEST_CONFIGURATION)
    )


def lint_paths(changes: Iterable[FileChange]) -> tuple[str, ...]:
    """The paths, sorted, that stand as on the base where the linter runs."""
    return tuple(
        sorted(
            {side for side in _sides(changes) if matches(side, LINT_CONFIGURATION) or steers(side)}
        )
    )


def _sides(changes: Iterable[FileChange]) -> list[str]:
    return [
        side for change in changes for side in (change.path, change.old_path) if side is not None
    ]
