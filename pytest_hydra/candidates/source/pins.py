"""Where changes come from: the base and each candidate, pinned to a tree once and for all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pytest_hydra.candidates.recording import BASE, Source
from pytest_hydra.candidates.source.changes import difference
from pytest_hydra.candidates.source.git import FETCH_ALL, Repository, resolve
from pytest_hydra.candidates.source.git_process import SourceError
from pytest_hydra.candidates.source.links import check_links
from pytest_hydra.candidates.source.merging import lay_onto
from pytest_hydra.candidates.source.patches import apply_patch, read_patch
from pytest_hydra.candidates.source.trees import files_of, write_tree
from pytest_hydra.candidates.source.worktrees import read_folder, read_worktree
from pytest_hydra.record.files import reason, write_whole

PATCH = "diff.patch"
"""The name of the file with a candidate's diff, in the folder of its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSource:
    """A candidate as the user named it.

    ``target`` is a ref, or the path of a patch file or a worktree, from the checkout's top folder
    where it is relative. For a command it is the folder that was laid out from the base's tree and
    that the agent worked in, or the patch that was kept of an earlier run. ``ignore`` are patterns
    as in .gitignore: untracked files that are not taken. The rest is known of the agent's work.
    """

    agent: str
    kind: Literal["ref", "patch", "worktree", "command"]
    target: str
    ignore: tuple[str, ...] = ()
    duration_seconds: float | None = None
    cost_usd: float | None = None
    tokens: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pinned:
    """A candidate's tree, as far as it is known before it is compared with the base's."""

    tree: str
    commit: str | None = None
    merge_base: str | None = None
    untracked: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())


def pin_base(repository: Repository, ref: str) -> Source:
    """The base, by a branch, a tag or a commit; ``origin/REF`` where there is no REF.

    Raises SourceError.
    """
    commit = resolve(repository, ref)
    tree = _tree(repository, commit)
    return Source(agent=BASE, kind="base", named=ref, tree=tree, commit=commit)


def pin(repository: Repository, base: Source, named: NamedSource, patches: Path) -> Source:
    """A candidate, its change laid onto the base; ``problem`` says why it could not be.

    The diff from the base is written to ``PATCHES/AGENT/diff.patch``, and ``patch`` names it from
    the folder that ``patches`` is in. Nothing that is wrong with the candidate raises; OSError
    when the diff cannot be written.
    """
    source = Source(
        agent=named.agent,
        kind=named.kind,
        named=named.target,
        duration_seconds=named.duration_seconds,
        cost_usd=named.cost_usd,
        tokens=named.tokens,
    )
    if base.tree is None or base.commit is None:
        raise ValueError("the base is not pinned")
    try:
        pinned = _pinned(repository, base.tree, base.commit, named)
        check_links(repository, base.tree, pinned.tree)
        found = difference(repository, base.tree, pinned.tree)
    except SourceError as error:
        return replace(source, problem=str(error))
    except OSError as error:
        return replace(source, problem=f"cannot read {named.target}: {reason(error)}")
    folder = patches / named.agent
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / PATCH, found.patch, flush=False)
    return replace(
        source,
        tree=pinned.tree,
        commit=pinned.commit,
        merge_base=pinned.merge_base,
        untracked=pinned.untracked,
        changes=found.changes,
        notes=(*pinned.notes, *found.notes),
        patch=f"{patches.name}/{named.agent}/{PATCH}",
    )


def _pinned(
    repository: Repository, base_tree: str, base_commit: str, named: NamedSource
) -> _Pinned:
    if named.kind == "ref":
        commit = resolve(repository, named.target)
        tree = _tree(repository, commit)
        return _from_merge_base(
            repository, base_tree, base_commit, _Pinned(tree=tree, commit=commit)
        )
    path = repository.path / named.target
    if named.kind == "worktree":
        reading = read_worktree(repository, path, named.ignore)
        pinned = _Pinned(
            tree=reading.tree,
            commit=reading.commit,
            untracked=reading.untracked,
            notes=reading.notes,
        )
        return _from_merge_base(repository, base_tree, base_commit, pinned)
    if named.kind == "command" and os.path.isdir(path):
        reading = read_folder(repository, path, base_tree, named.ignore)
        return _Pinned(tree=reading.tree, untracked=reading.untracked, notes=reading.notes)
    return _Pinned(tree=apply_patch(repository, base_tree, read_patch(path)))


def _from_merge_base(
    repository: Repository, base_tree: str, base_commit: str, pinned: _Pinned
) -> _Pinned:
    """Its change from where it left the base's history, laid onto the base."""
    assert pinned.commit is not None  # noqa: S101 - a ref and a worktree have one
    told = repository.run("merge-base", base_commit, pinned.commit, accept=(0, 1))
    merge_base = told.decode("ascii").strip()
    if not merge_base:
        text = f"it has no history in common with the base ({base_commit[:12]})"
        raise SourceError(f"{text}; {FETCH_ALL}" if repository.shallow else text)
    tree = pinned.tree
    if merge_base != base_commit:
        tree = lay_onto(repository, base_tree, _tree(repository, merge_base), tree)
    return replace(pinned, tree=tree, merge_base=merge_base)


def _tree(repository: Repository, commit: str) -> str:
    """The tree of a commit as git would check it out: old or hostile ones are put right."""
    return write_tree(repository, files_of(repository, commit))
