"""The candidate that no race may let pass: the base, with its product code broken."""

from __future__ import annotations

from pytest_hydra.candidates.decide.audit import broken
from pytest_hydra.candidates.recording import KNOWN_BAD, Source
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.trees import (
    SUBMODULE,
    SYMLINK,
    files_of,
    write_object,
    write_tree,
)
from pytest_hydra.settings.policy import Policy


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
    made = {
        path: (files[path][0], write_object(repository, "blob", content))
        for path, content in contents.items()
    }
    tree = write_tree(repository, {**files, **made})
    return Source(agent=KNOWN_BAD, kind="base", named=base.named, tree=tree)
