"""Which files are tests, and whether what a run of them says can be believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from pytest_hydra.candidates.decide.decisions import Objection, Objections, block, unproven
from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import CandidateRecord, FileChange, Sign, TestRun
from pytest_hydra.core.text import counted, one_line
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


_Said = tuple[Callable[..., Objection], str]
# What each kind of sign means, and in which words. Of a kind that nobody knows: it is unproven.
_KINDS: dict[str, _Said] = {
    "canary": (block, "tests that cannot pass were reported as passed"),
    "record-forged": (block, "the record of the tests was tampered with"),
    "runner-changed": (block, "pytest was changed while it ran the tests"),
    "runner-shadowed": (block, "it brings modules that stand in the place of pytest's own"),
    "plugin-planted": (block, "it brings a plugin that pytest loads by itself"),
    "hook": (block, "code that takes part in reporting the tests, and does not on the base"),
    "more-hooks": (
        unproven,
        "code that takes part in reporting the tests in more ways than before",
    ),
    "lever-used": (unproven, "its code reached into the interpreter while it was tested"),
}
_SHOWN = 3
_LONG = 160


def lying(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Objections:
    """What took part in the candidate's runs that did not take part in the base's.

    In the run of its own tests these, and what they are configured by, may do what they like: what
    they say of the base's tests counts for nothing. Where the base's own run was not recorded,
    nothing can be held against it.
    """
    run = base.runs.get("tests")
    if run is None or run.tests is None or run.tests.source != "recorder":
        return ()
    known = {_identity(sign) for sign in run.tests.signs}
    # A project may be a plugin of pytest.
    plugins = {sign.file for sign in run.tests.signs if sign.kind == "hook" and sign.file}
    old = {
        change.path: change.old_path
        for change in record.source.changes
        if change.status == "renamed"
    }
    found = list(_signs(record, "tests"))
    found += [
        sign
        for sign in _signs(record, "tests.own")
        if sign.file and not counts_as_test(sign.file, policy)
    ]
    by_kind: dict[tuple[str, str], list[Sign]] = {}
    for fromkey in dict.fromkeys(found):
        before = replace(fromkey, file=old.get(fromkey.file) or fromkey.file)
        if _identity(before) not in known:
            kind = (
                "more-hooks" if fromkey.kind == "hook" and before.file in plugins else fromkey.kind
            )
            by_kind.setdefault((kind, fromkey.file), []).append(fromkey)
    made = tuple(_objection(kind, by_kind[kind, file]) for kind, file in sorted(by_kind))
    if run.tests.problems:
        # It may have ended before the same took part in it.
        return tuple(unproven(entry.reason, entry.files) for entry in made)
    return made


def _signs(record: CandidateRecord, step: str) -> tuple[Sign, ...]:
    run = record.runs.get(step)
    tests: TestRun | None = None if run is None else run.tests
    return () if tests is None else tests.signs


def _identity(sign: Sign) -> tuple[str, str, str]:
    # Without the line: it moves with what stands above it.
    return sign.kind, sign.file, sign.text


def _objection(kind: str, signs: list[Sign]) -> Objection:
    made, words = _KINDS.get(kind, (unproven, f"{kind} while its tests ran"))
    shown = [_shown(sign) for sign in signs[:_SHOWN]]
    more = len(signs) - len(shown)
    told = "; ".join(shown) + (f" and {counted(more, 'more', 'more')}" if more else "")
    files = tuple(sorted({sign.file for sign in signs}))
    return made(f"{words}: {told}", files if all(files) else ())


def _shown(sign: Sign) -> str:
    place = one_line(sign.file, _LONG)
    if sign.line is not None:
        place = f"{place}:{sign.line}"
    text = one_line(sign.text, _LONG)
    return f"{text} ({place})" if sign.file else text
