"""A change laid three-way onto another tree: what git's merge does, without writing into it.

Git's own merge would set the time of objects that the user's repository has already, and takes
its attributes from the trees that it merges.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.git_process import GitError, SourceError
from pytest_hydra.candidates.source.trees import decoded, files_of, write_object, write_tree
from pytest_hydra.core.text import one_line

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
    fields = [decoded(one) for one in told.split(b"\0")[:-1]]
    return dict(zip(fields[1::3], fields[2::3], strict=True))
