"""Pins the change of each candidate: a ref, a patch or a worktree becomes a tree over the base."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pytest_hydra.candidates.recording import BASE, Source
from pytest_hydra.candidates.source.changes import difference
from pytest_hydra.candidates.source.git import FETCH_ALL, Repository, resolve
from pytest_hydra.candidates.source.git_command import GitError, SourceError
from pytest_hydra.candidates.source.patches import apply_patch, read_patch
from pytest_hydra.candidates.source.trees import (
    check_links,
    decoded,
    files_of,
    write_object,
    write_tree,
)
from pytest_hydra.candidates.source.worktrees import read_folder, read_worktree
from pytest_hydra.core.text import one_line
from pytest_hydra.record.files import reason, write_whole

_Entry = tuple[str, str]
_PLAIN = {"100644", "100755"}
_SHOWN = 5


def lay_onto(repository: Repository, onto: str, origin: str, tree: str) -> str:
    """The tree ``onto`` with the change from ``origin`` to ``tree`` made in it.

    Renames on both sides are followed. Raises SourceError that names the files in conflict.
    """
    if onto in (origin, tree):
        return tree
    if origin == tree:
        return onto
    merge = _Merge(repository, onto, origin, tree)
    merge.lay()
    if merge.conflicts:
        shown = [one_line(path, 200) for path in sorted(merge.conflicts)]
        more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        raise SourceError(
            f"its change conflicts with the base, which has moved on, in "
            f"{', '.join(shown[:_SHOWN])}{more}; merge or rebase it"
        )
    return write_tree(repository, merge.files)


class _Merge:
    """One merge: ``files`` become the result, ``conflicts`` name what could not be merged."""

    def __init__(self, repository: Repository, onto: str, origin: str, tree: str) -> None:
        self.repository = repository
        self.origin = files_of(repository, origin)
        self.ours = files_of(repository, onto)
        self.theirs = files_of(repository, tree)
        self.our_moves = _moves(repository, origin, onto)
        self.their_moves = _moves(repository, origin, tree)
        self.files: dict[str, _Entry] = dict(self.ours)
        self.conflicts: set[str] = set()

    def lay(self) -> None:
        moved_to = {new: old for old, new in self.their_moves.items()}
        gone = [path for path in self.origin if path not in self.theirs]
        for path in gone:
            if path not in self.their_moves:
                self._remove(path)
        # Places that they leave are free for what comes.
        for old in self.their_moves:
            place = self.our_moves.get(old, old)
            if place in self.files and old not in self.theirs:
                del self.files[place]
        for path, entry in self.theirs.items():
            if path in moved_to:
                self._move(moved_to[path], path, entry)
            elif path not in self.origin:
                self._add(path, entry)
            elif entry != self.origin[path]:
                self._change(path, entry)

    def _remove(self, path: str) -> None:
        place = self.our_moves.get(path, path)
        now = self.ours.get(place)
        if now is None:
            return  # the base removed it too
        if now != self.origin[path] or place != path:
            self.conflicts.add(path)
        else:
            del self.files[place]

    def _add(self, path: str, entry: _Entry) -> None:
        if path not in self.ours:
            self.files[path] = entry
        elif self.ours[path] != entry:
            self.conflicts.add(path)

    def _change(self, path: str, entry: _Entry) -> None:
        place = self.our_moves.get(path, path)
        if place not in self.ours:
            self.conflicts.add(path)
        else:
            self._merge(place, self.origin[path], self.ours[place], entry)

    def _move(self, old: str, new: str, entry: _Entry) -> None:
        place = self.our_moves.get(old, old)
        if (
            place not in self.ours
            or (place not in (old, new))
            or (place != new and new in self.ours)
        ):
            self.conflicts.add(new)
        else:
            self._merge(new, self.origin[old], self.ours[place], entry)

    def _merge(self, path: str, origin: _Entry, ours: _Entry, theirs: _Entry) -> None:
        mode = _one_of(origin[0], ours[0], theirs[0])
        name = _one_of(origin[1], ours[1], theirs[1])
        if mode is not None and name is None and {origin[0], ours[0], theirs[0]} <= _PLAIN:
            name = self._merge_lines(origin[1], ours[1], theirs[1])
        if mode is None or name is None:
            self.conflicts.add(path)
        else:
            self.files[path] = (mode, name)

    def _merge_lines(self, origin: str, ours: str, theirs: str) -> str | None:
        contents = self.repository.blobs([origin, ours, theirs])
        with self.repository.scratch() as folder:
            names = []
            for place, name in (("ours", ours), ("origin", origin), ("theirs", theirs)):
                if name not in contents:
                    raise SourceError(f"the object {name} is missing in the repository")
                (folder / place).write_bytes(contents[name])
                names.append(str(folder / place))
            try:
                merged = self.repository.run("merge-file", "-p", "-q", *names)
            except GitError:
                return None  # the number of conflicts, or 255: a binary file has no lines to merge
        return write_object(self.repository, "blob", merged)


def _one_of(origin: str, ours: str, theirs: str) -> str | None:
    """The value that the only side which changed it gave it; None when both did, differently."""
    if theirs in (ours, origin):
        return ours
    return theirs if ours == origin else None


def _moves(repository: Repository, origin: str, tree: str) -> Mapping[str, str]:
    """The renames between two trees: the new path by the old one."""
    told = repository.run(
        "diff-tree", "-r", "-z", "--find-renames", "--diff-filter=R", "--name-status", origin, tree
    )
    fields = [decoded(word) for word in told.split(b"\0")[:-1]]
    return dict(zip(fields[1::3], fields[2::3], strict=True))


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
