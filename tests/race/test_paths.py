"""Patterns held against paths, as git itself does it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_hydra.core.path_patterns import id_matches, matches, pattern_of
from pytest_hydra.git.diff import FileChange
from pytest_hydra.race import paths
from pytest_hydra.settings.race import Policy
from tests.race.recorded import rules


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with nothing in it."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True, env=_env(folder))  # noqa: S607
    return folder


def _env(folder: Path) -> dict[str, str]:
    path = "/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}


def ignored(folder: Path, patterns: list[str], paths: list[str]) -> set[str]:
    """Those of the paths that git ignores by these patterns."""
    (folder / ".gitignore").write_text("".join(f"{line}\n" for line in patterns))
    found = subprocess.run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],  # noqa: S607
        cwd=folder,
        input="".join(f"{path}\0" for path in paths),
        capture_output=True,
        text=True,
        check=False,
        env=_env(folder),
    )
    assert found.returncode in (0, 1), found.stderr
    return {path for path in found.stdout.split("\0") if path}


PATHS = [
    *("a", "b", "ab", "a/b", "b/a", "a/b/c", "c/a/b", "x/y/a/b", "a.b", "a/x.b", "aXb", "]", "a]b"),
    *("infra/main.tf", "deploy/infra/x", "scripts/release/go.sh", "my/scripts/release/go", "-"),
    *("#a", "!a", "a b", "a ", "[a]", "a*b", "a\\b", "^", "a/[b]/c", "é", "a\nb", ".a", "a/.b"),
]


@pytest.mark.parametrize(
    "patterns",
    [
        *(["a"], ["/a"], ["a/"], ["a/b"], ["/a/b/"], ["*"], ["*.b"], ["a*"], ["?"], ["a?b"]),
        *(["**"], ["**/b"], ["a/**"], ["a/**/c"], ["**/a/**"], ["a**b"], ["**a"], ["a/**b"]),
        *(["[ab]"], ["[!a]"], ["[^a]"], ["[a-c]"], ["[]]"], ["[]-a]"], ["a[", "b"], ["[z-a]"]),
        *(["a]b"], [r"a\*b"], [r"\#a"], [r"\!a"], ["#a"], ["!a"], ["*", "!a"], ["a", "!a/b"]),
        *(["/*", "!/a", "/a/*", "!/a/b"], ["a "], ["a\\ "], ["a b"], [""], ["/"], ["a//b"]),
        *(
            ["infra/", "scripts/release/"],
            [r"a\\b"],
            ["[[]a]"],
            [r"[\]]"],
            ["é"],
            ["??"],
            [".*"],
            ["!"],
        ),
        *(["a\\"], ["[a\\-c]"], ["/**/b"], ["**/"], ["/a/"], ["*/b"], ["a/*"], ["[!]a]"], ["***"]),
    ],
    ids=str,
)
def test_patterns_match_as_in_a_gitignore(empty: Path, patterns: list[str]) -> None:
    found = {path for path in PATHS if matches(path, patterns)}
    assert found == ignored(empty, patterns, PATHS)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(patterns=st.lists(st.text("ab/*?!", min_size=1, max_size=6), max_size=3))
def test_any_patterns_match_as_in_a_gitignore(empty: Path, patterns: list[str]) -> None:
    paths = ["a", "b", "ab", "a/b", "b/a", "a/b/a", "b/ab/a", "aab", "a/a/a/b"]
    assert {path for path in paths if matches(path, patterns)} == ignored(empty, patterns, paths)


@pytest.mark.parametrize(
    ("pattern", "matching"),
    [
        ("tests/a.py::t[1]", True),
        ("tests/a.py::t[?]", True),
        ("tests/*", True),
        ("*::t*", True),
        ("tests/a.py::t", False),
        ("a.py::t[1]", False),
        ("tests/a.py::t[12]", False),
        ("tests.a.py::t[1]", False),
    ],
)
def test_patterns_of_ids(pattern: str, matching: bool) -> None:
    assert id_matches("tests/a.py::t[1]", ["nothing", pattern]) is matching


# --- which files are tests ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        *((path, True) for path in ("tests/a.py", "tests/data/x.json", "pkg/tests/test_a.py")),
        *((path, True) for path in ("test_a.py", "src/a_test.go", "src/a.test.ts", "test/a.rb")),
        *((path, True) for path in ("testing/support.py", "testsuite/data/a.txt")),
        *(
            (path, True)
            for path in ("conftest.py", "pkg/conftest.py", "pytest.ini", "jest.config.js")
        ),
        *((path, False) for path in ("src/a.py", "src/test/a.py", "pyproject.toml", "contest.py")),
        *((path, False) for path in ("src/testing/a.py", "testing.py")),
        *((path, False) for path in ("README.md", "src/latest.py", "tests.py")),
    ],
)
def test_what_counts_as_test(path: str, counts: bool) -> None:
    assert paths.counts_as_test(path, Policy()) is counts


def test_a_project_says_what_its_tests_are() -> None:
    policy = rules(test_files=("/checks/",))
    assert paths.counts_as_test("checks/a.py", policy)
    assert not paths.counts_as_test("tests/a.py", policy)
    # What says how tests are run is so everywhere.
    assert paths.counts_as_test("conftest.py", policy)


def test_what_is_laid_over_and_what_is_run() -> None:
    def change(path: str, status: str = "modified", old_path: str | None = None) -> FileChange:
        return FileChange(path=path, status=status, old_path=old_path)  # type: ignore[arg-type]

    changes = [
        change("src/a.py"),
        change("tests/test_b.py", "renamed", "tests/test_a.py"),
        change("tests/gone.py", "deleted"),
        change("tests/data.json", "added"),
        change("tests/conftest.py"),
        change("src/moved.py", "renamed", "tests/moved.py"),
        change("pyproject.toml"),
        change("ruff.toml"),
        change("a/.ignore", "added"),
    ]
    assert paths.test_paths(changes, Policy()) == (
        *("pyproject.toml", "tests/conftest.py", "tests/data.json", "tests/gone.py"),
        *("tests/moved.py", "tests/test_a.py", "tests/test_b.py"),
    )
    assert paths.own_test_paths(changes, Policy()) == (
        *("tests/conftest.py", "tests/data.json", "tests/test_b.py"),
    )
    assert paths.lint_paths(changes) == ("a/.ignore", "pyproject.toml", "ruff.toml")
    assert paths.touched_tests(changes, Policy())
    assert not paths.touched_tests(changes[:1], Policy())


_NAMES = st.text("ab*?[]!#\\ ", min_size=1, max_size=5).filter(lambda name: name.strip())


@given(path=st.lists(_NAMES, min_size=1, max_size=3).map("/".join), other=_NAMES)
def test_the_pattern_of_a_path_matches_it_alone(path: str, other: str) -> None:
    pattern = pattern_of(path)
    assert matches(path, [pattern])
    assert not matches(f"x/{path}", [pattern])
    assert not matches(f"{path}{other}", [pattern])
    assert other == path or not matches(other, [pattern])
