"""Pin the change of each candidate: a ref, patch or worktree becomes a tree on the base.

Also the base itself, and the known-bad candidate, which checks the race.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from posixpath import splitext
from typing import TYPE_CHECKING

import pytest_hydra
from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.plain import json_digest
from pytest_hydra.plugins.git.commits import FETCH_ALL, repository_at, resolve
from pytest_hydra.plugins.git.diff import difference, digest_of
from pytest_hydra.plugins.git.patches import apply_patch, merged_tree, read_patch
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import (
    SUBMODULE,
    SYMLINK,
    check_links,
    files_of,
    with_contents,
    write_tree,
)
from pytest_hydra.plugins.git.worktrees import FolderTree, read_folder, read_worktree
from pytest_hydra.plugins.race.record import BASE, KNOWN_BAD, Source
from pytest_hydra.plugins.race.roles import counts_as_test
from pytest_hydra.plugins.results.command_lines import words_of
from pytest_hydra.record.files import reason, write_whole
from pytest_hydra.record.runs import sha256
from pytest_hydra.record.store import contents

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.policy.race_tables import Policy
    from pytest_hydra.settings import Settings

PATCH = "diff.patch"
"""The name of the file with a candidate's diff, in the folder of its name."""


def pin_base(repository: Repository, ref: str) -> Source:
    """The base, given as a branch, tag or commit: see `resolve`. Raises SourceError."""
    commit = resolve(repository, ref)
    tree = _tree(repository, commit)
    return Source(agent=BASE, kind="base", named=ref, tree=tree, commit=commit)


def pin(
    repository: Repository, base: Source, source: Source, patches: Path, ignore: Sequence[str] = ()
) -> Source:
    """A candidate with its change applied to the base; on failure ``problem`` is the reason.

    ``named`` is a ref, or the path of a patch file or a worktree, relative to the checkout's top.
    For a command it is the folder in which the agent worked on the base's files, or the stored
    patch. ``ignore`` are patterns of untracked files to leave out.

    The diff from the base is written to ``PATCHES/AGENT/diff.patch``, and ``patch`` is its path
    relative to the folder above. Problems of the candidate do not raise; OSError for the diff.
    """
    base_tree = str(base.tree)
    try:
        pinned = pin_onto_base(repository, base, source, ignore)
        tree = str(pinned.tree)
        check_links(repository, base_tree, tree)
        change = difference(repository, base_tree, tree)
    except SourceError as error:
        return replace(source, problem=str(error))
    except OSError as error:
        return replace(source, problem=f"cannot read {source.named}: {reason(error)}")
    folder = patches / source.agent
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / PATCH, change.patch, flush=False)
    return replace(
        pinned,
        changes=change.changes,
        notes=(*pinned.notes, *change.notes),
        patch=f"{patches.name}/{source.agent}/{PATCH}",
        change=digest_of(change.patch),
    )


def pin_onto_base(
    repository: Repository, base: Source, source: Source, ignore: Sequence[str] = ()
) -> Source:
    """A candidate pinned to the base's tree with its change. Raises SourceError and OSError."""
    base_tree = str(base.tree)
    pinned = _pinned(repository, base_tree, source, ignore)
    if pinned.commit is None:
        return pinned
    return _from_merge_base(repository, base_tree, str(base.commit), pinned)


def _pinned(
    repository: Repository, base_tree: str, source: Source, ignore: Sequence[str]
) -> Source:
    """The candidate with its tree, and with the commit if it is a ref or a worktree."""
    path = repository.path / source.named
    if source.kind == "ref":
        commit = resolve(repository, source.named)
        return replace(source, tree=_tree(repository, commit), commit=commit)
    if source.kind == "worktree":
        return _with_files(source, read_worktree(repository, path, ignore))
    if source.kind == "command" and os.path.isdir(path):
        return _with_files(source, read_folder(repository, path, base_tree, ignore))
    return replace(source, tree=apply_patch(repository, base_tree, read_patch(path)))


def _with_files(source: Source, files: FolderTree) -> Source:
    return replace(
        source,
        tree=files.tree,
        commit=files.commit,
        untracked=files.untracked,
        notes=files.notes,
    )


def _from_merge_base(
    repository: Repository, base_tree: str, base_commit: str, source: Source
) -> Source:
    """Its change since the merge base, applied to the base."""
    answer = repository.run("merge-base", base_commit, str(source.commit), accept=(0, 1))
    merge_base = answer.decode("ascii").strip()
    if not merge_base:
        text = f"it has no history in common with the base ({base_commit[:12]})"
        raise SourceError(f"{text}; {FETCH_ALL}" if repository.shallow else text)
    tree = str(source.tree)
    if merge_base != base_commit:
        tree = merged_tree(repository, base_tree, _tree(repository, merge_base), tree)
    return replace(source, tree=tree, merge_base=merge_base)


def _tree(repository: Repository, commit: str) -> str:
    """The tree of a commit as git would check it out: old or hostile trees are normalized."""
    return write_tree(repository, files_of(repository, commit))


def race_inputs(settings: Settings, *, run_agents: bool) -> str | None:
    """The sha256 of a race's inputs: settings, commits and contents of files.

    None if there is a worktree, whose content is known only after pinning it. Raises HydraError if
    there is no repository.
    """
    # On use: this module is also imported where pydantic is not available.
    from pytest_hydra.settings import settings_digest

    race, root = settings.table("race"), settings.root
    kinds = {candidate.kind for candidate in race.candidates}
    if "worktree" in kinds:
        return None
    repository = repository_at(root)
    refs = [race.base, *(entry.ref for entry in race.candidates)]
    files = [race.task, *(path for entry in race.candidates for path in (entry.patch, entry.log))]
    digests: list[str] = []
    tests = None if race.acceptance is None else race.acceptance.tests
    if tests is not None and os.path.exists(root / tests):
        digests.append(contents(root, [str(root / tests)], "acceptance.json"))
    elif tests is not None:
        refs.append(tests)
    for name, is_ref in [*((ref, True) for ref in refs), *((file, False) for file in files)]:
        try:
            if name is not None and (is_ref or os.path.isfile(root / name)):
                digests.append(resolve(repository, name) if is_ref else sha256(root / name))
            else:
                digests.append("")
        except (OSError, SourceError) as error:
            digests.append(str(error))
    document = {
        "engine": pytest_hydra.__version__,
        "policy": settings_digest(settings),
        "tables": [table.model_dump(mode="json") for table in (race, settings.table("scoring"))],
        "found": digests,
        "run_agents": run_agents and "command" in kinds,
    }
    return json_digest(document)


# The known-bad candidate: the base with its product code broken, so that tests should fail.

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
    if content is None or path in words_of(command) or matches(path, _NO_PRODUCT):
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
