"""Patterns held against paths, as git itself does it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_hydra.core.path_patterns import id_matches, matches, pattern_of


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


def test_a_path_may_have_more_folders_than_calls_can_be_nested() -> None:
    path = "a/" * 1500 + "b"
    assert matches(path, ["b"])
    assert not matches(path, ["c"])


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


_NAMES = st.text("ab*?[]!#\\ ", min_size=1, max_size=5).filter(lambda name: name.strip())


@given(path=st.lists(_NAMES, min_size=1, max_size=3).map("/".join), other=_NAMES)
def test_the_pattern_of_a_path_matches_it_alone(path: str, other: str) -> None:
    pattern = pattern_of(path)
    assert matches(path, [pattern])
    assert not matches(f"x/{path}", [pattern])
    assert not matches(f"{path}{other}", [pattern])
    assert other == path or not matches(other, [pattern])
