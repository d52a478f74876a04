"""The known-bad candidate: the base with its product code broken, which tests should not pass."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import splitext

from pytest_hydra.candidates.paths import counts_as_test, matches
from pytest_hydra.candidates.recording import KNOWN_BAD, Policy, Source
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.trees import SUBMODULE, SYMLINK, files_of, with_contents

_WORDS = "broken on purpose, so that tests fail"
_SCRIPT = f'throw new Error("{_WORDS}");\n'.encode()
_BROKEN: Mapping[str, bytes] = {
    ".py": f'raise RuntimeError("{_WORDS}")\n'.encode(),
    **dict.fromkeys((".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"), _SCRIPT),
}
# What says how things are built and run: tests that fail for it have not shown what they test.
_NO_PRODUCT = ("setup.py", "*.config.*", ".*rc.*", "*.d.ts")


def broken(path: str, command: str, policy: Policy) -> bytes | None:
    """What a file of the base is in the known-bad candidate; None where it stays as it is.

    Broken is product code in languages that need no compiler, as far as ``command``, by which the
    tests are run, does not name the file itself.
    """
    content = _BROKEN.get(splitext(path)[1])
    if content is None or path in command or matches(path, _NO_PRODUCT):
        return None
    return None if counts_as_test(path, policy) else content


def known_bad(repository: Repository, base: Source, command: str, policy: Policy) -> Source:
    """It, made of the base; without a tree where the base has no product code that can be broken.

    ``command`` is that by which tests are run. Raises SourceError.
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
