"""The known-bad candidate: the base with its product code broken, so that tests should fail."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import splitext

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.git.repository import Repository
from pytest_hydra.git.trees import SUBMODULE, SYMLINK, files_of, with_contents
from pytest_hydra.race.record import KNOWN_BAD, Source
from pytest_hydra.race.roles import counts_as_test
from pytest_hydra.settings.race import Policy

_WORDS = "broken on purpose, so that tests fail"
_SCRIPT = f'throw new Error("{_WORDS}");\n'.encode()
_BROKEN: Mapping[str, bytes] = {
    ".py": f'raise RuntimeError("{_WORDS}")\n'.encode(),
    **dict.fromkeys((".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"), _SCRIPT),
}
# Files that configure builds and tools: tests that fail because of them show nothing.
_NO_PRODUCT = ("setup.py", "*.config.*", ".*rc.*", "*.d.ts")


def broken(path: str, command: str, policy: Policy) -> bytes | None:
    """The content of a file of the base in the known-bad candidate; None if it is unchanged.

    Product code in languages without a compiler is broken, except files that ``command``, the
    test command, names.
    """
    content = _BROKEN.get(splitext(path)[1])
    if content is None or path in command or matches(path, _NO_PRODUCT):
        return None
    return None if counts_as_test(path, policy) else content


def known_bad(repository: Repository, base: Source, command: str, policy: Policy) -> Source:
    """The known-bad candidate of the base; without a tree if there is no code that can be broken.

    ``command`` is the test command. Raises SourceError.
    """
    files = files_of(repository, str(base.tree))
    contents = {
        path: content
        for path, (mode, _) in files.items()
        if mode not in (SYMLINK, SUBMODULE)
        and (content := broken(path, command, policy)) is not None
    }
    if not contents:
        return Source(agent=KNOWN_BAD, kind="base", named=base.named)
    tree = with_contents(repository, str(base.tree), contents)
    return Source(agent=KNOWN_BAD, kind="base", named=base.named, tree=tree)
