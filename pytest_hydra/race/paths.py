"""Match paths and test ids with patterns: which files are tests, and which configure them.

Patterns of paths are as in .gitignore; patterns of test ids are plain globs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.text import read_words
from pytest_hydra.race.record import TEST_STEPS

if TYPE_CHECKING:
    from pytest_hydra.git.diff import FileChange
    from pytest_hydra.settings.race import Policy


_FILES = read_words(__file__, "paths.txt")
TEST_CONFIGURATION: Final = _FILES["test configuration"]
"""Files that only configure how tests are run, as .gitignore patterns."""
TOOLS: Final = _FILES["tools"]
"""Files that configure which programs any command runs, and how, as .gitignore patterns."""


def counts_as_test(path: str, policy: Policy) -> bool:
    """Whether the file is a test, or only configures how tests are run."""
    return is_test_file(path, policy.scoring.tests.files)


def is_test_file(path: str, patterns: Sequence[str] = ()) -> bool:
    """Whether the file is a test by these patterns, or the usual ones, or configures tests."""
    return matches(path, patterns or _FILES["tests"]) or matches(path, TEST_CONFIGURATION)


def with_tests(policy: Policy, files: Sequence[str], product: Sequence[str] = ()) -> Policy:
    """The policy by which ``files`` count as tests too, and ``product`` does not."""
    if not files and not product:
        return policy
    tests = policy.scoring.tests
    exclusions = (f"!{pattern_of(path)}" for path in product)
    patterns = [*(tests.files or _FILES["tests"]), *map(pattern_of, files), *exclusions]
    tests = tests.model_copy(update={"files": patterns})
    scoring = policy.scoring.model_copy(update={"tests": tests})
    return policy.model_copy(update={"scoring": scoring})


def is_module_of_tests(path: str) -> bool:
    """Whether the file is a Python test module by its name, not a helper of other tests."""
    return path.endswith(".py") and matches(path.rpartition("/")[2], _FILES["tests"])


def steers(path: str) -> bool:
    """Whether the file configures tests and linters, among other things."""
    return matches(path, _FILES["steering"])


def touched_tests(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches tests, or files that only configure them.

    Then three runs are needed. If it touches only files that `steers` matches, the candidate's
    tests are the base's, and it has no tests of its own to run.
    """
    return any(counts_as_test(side, policy) for side in sides(changes))


def touched_support(changes: Iterable[FileChange], policy: Policy) -> bool:
    """Whether a change touches Python code among the base's tests whose name is not a test's."""
    base_paths = [change.path for change in changes if change.status != "added"]
    names = [path for path in base_paths if not matches(path.rpartition("/")[2], _FILES["tests"])]
    return any(path.endswith(".py") and counts_as_test(path, policy) for path in names)


def test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The paths, sorted, that are as on the base when its tests are overlaid on a candidate.

    Both sides of a change: renamed files are back at their old path, and added files are gone.
    Files that `steers` matches are included; of these, only the steering tables are the base's.
    """
    paths = {side for side in sides(changes) if counts_as_test(side, policy) or steers(side)}
    return tuple(sorted(paths))


def own_test_paths(changes: Iterable[FileChange], policy: Policy) -> tuple[str, ...]:
    """The tests, and their configuration, that the candidate added or changed, sorted."""
    present = {change.path for change in changes if change.status != "deleted"}
    return tuple(sorted(path for path in present if counts_as_test(path, policy)))


def deciding(step: str, policy: Policy) -> tuple[str, ...]:
    """The patterns of files that decide a step: a build must not change them."""
    if step == "lint":
        return (*_FILES["lint configuration"], *_FILES["steering"])
    if step.partition(".")[0] not in TEST_STEPS:
        return ()
    return (
        *(policy.scoring.tests.files or _FILES["tests"]),
        *TEST_CONFIGURATION,
        *_FILES["steering"],
    )


def lint_paths(changes: Iterable[FileChange]) -> tuple[str, ...]:
    """The paths, sorted, that are as on the base when the linter runs."""
    patterns = (*_FILES["lint configuration"], *_FILES["steering"])
    return tuple(sorted({side for side in sides(changes) if matches(side, patterns)}))


def sides(changes: Iterable[FileChange]) -> list[str]:
    """The paths of changed files, and their old paths if they were renamed."""
    return [
        side for change in changes for side in (change.path, change.old_path) if side is not None
    ]
