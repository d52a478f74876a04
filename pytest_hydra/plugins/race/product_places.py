"""Product code that is named like a test, or in a folder that is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import files_of, importers
from pytest_hydra.plugins.race.roles import (
    TEST_CONFIGURATION,
    RoleRules,
    is_named_like_tests,
    is_test_by_name_alone,
)

# Larger files are not read.
_LARGEST = 2**18
_SCRIPTS = (".py", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts")


def product_at_places_of_tests(
    repository: Repository, trees: Mapping[str, str], rules: RoleRules
) -> list[str]:
    """Product code that is only named like a test, or in a folder that is: product code imports it.

    A helper of tests may have the name of a module that product code imports: what is in a folder
    of tests is product code only for who imports it from that folder. ``trees`` has the tree in
    which to look, by the path of each file.
    """
    paths = [
        path
        for path in sorted(trees)
        if path.endswith(_SCRIPTS)
        and rules.role(path) == "test"
        and not matches(path, (*rules.tests, *TEST_CONFIGURATION))
        and (is_test_by_name_alone(path) or not is_named_like_tests(path))
    ]
    found: list[str] = []
    while paths:
        more = [
            path
            for path in paths
            if any(
                rules.role(user) == "product" or user in found
                for user in _users(repository, trees[path], path)
            )
        ]
        if not more:
            break
        found += more  # what these import is product code as well
        paths = [path for path in paths if path not in more]
    return found


def _users(repository: Repository, tree: str, path: str) -> list[str]:
    """The files that import this very file."""
    users = importers(repository, tree, path)
    if not path.endswith(".py") or is_test_by_name_alone(path):
        return users
    files = files_of(repository, tree)
    texts = repository.blobs([files[user][1] for user in users], _LARGEST)
    return [user for user in users if _import_of(path, user).search(texts.get(files[user][1], b""))]


def _import_of(path: str, user: str) -> re.Pattern[bytes]:
    """How a file imports a Python module by the folder that it is in."""
    folder, _, name = path.removesuffix(".py").removesuffix("/__init__").rpartition("/")
    package = rf"[\w.]*\b{re.escape(folder.rpartition('/')[2])}" if folder else ""
    whole = rf"{package}\." if folder else ""
    if dirname(user) == folder:
        package, whole = rf"(?:{package}|\.)", rf"(?:{whole}|\.)"
    name = rf"{re.escape(name)}\b"
    lines = rf"(?:(?:from|import) +{whole}{name}|from +{package} +import .*\b{name})"
    return re.compile(rf"(?m)^[ \t]*{lines}".encode())
