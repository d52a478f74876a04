"""Acceptance tests: read them, and refuse races whose candidates could have seen them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.core.text import listed, one_line
from pytest_hydra.plugins.git.commits import resolve
from pytest_hydra.plugins.git.patches import apply_patch, paths_named, read_patch
from pytest_hydra.plugins.git.repository import Repository, SourceError
from pytest_hydra.plugins.git.trees import Files, files_of, with_contents
from pytest_hydra.plugins.race.change import pin_onto_base
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import Source
from pytest_hydra.plugins.race.roles import counts_as_test

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.policy.race_tables import CandidateSettings, RaceSettings

# Leftovers of tools that are not tests.
_LEFT = ("__pycache__", ".git", ".pytest_cache", ".DS_Store")
# Shorter files may be equal by coincidence.
_TELLING = 3


class AcceptanceTests(NamedTuple):
    """The base's ``tree`` with the task's tests in it, which are ``files``.

    ``present`` are the files that are not deleted. ``place`` is the folder or file that they come
    from; None for a ref. ``secrets`` are files whose content is nowhere in the base, by blob id: a
    candidate that contains one has seen it.
    """

    tree: str
    files: tuple[str, ...]
    present: tuple[str, ...]
    place: Path | None
    secrets: Mapping[str, str]

    def check_unseen(self, repository: Repository, base: Source, source: Source) -> None:
        """Raise SourceError if a candidate contains them under any name, now or in its history."""
        if source.tree is None or not self.secrets:
            return
        ids = {name for _, name in files_of(repository, source.tree).values()}
        if source.commit is not None:
            since = ("--objects", "--missing=allow-any", source.commit, f"^{base.commit}")
            ids |= {
                line.split()[0].decode() for line in repository.run("rev-list", *since).splitlines()
            }
        if leaked := sorted(self.secrets[name] for name in ids & self.secrets.keys()):
            raise SourceError(
                f"it has tests of the task, which candidates must not see: {listed(leaked)}; keep "
                "them where no agent works, and out of every branch"
            )


def acceptance_tests(
    repository: Repository, base: Source, race: RaceSettings, root: Path, policy: Policy
) -> AcceptanceTests | None:
    """Read the acceptance tests, with paths relative to ``root``; None if the race has none.

    Raises SourceError if they cannot be read, are not tests, or a candidate may have seen them.
    """
    if race.acceptance is None or race.acceptance.tests is None:
        return None
    name = race.acceptance.tests
    try:
        where, tree = _read(repository, base, name, root)
        before, after = (files_of(repository, item) for item in (str(base.tree), tree))
        files = _tests_in(before, after, policy)
        _check_unseen(repository, race, root, where, before)
    except SourceError as error:
        raise SourceError(
            f"the tests of the task: {error} ([race.acceptance] tests = {one_line(name, 200)!r}, "
            "a folder, a patch or a ref)"
        ) from None
    present = tuple(sorted(after.keys() & {*files}))
    place = where if isinstance(where, Path) else None
    old = {name for _, name in before.values()}
    new = {after[path][1]: path for path in present if after[path][1] not in old}
    texts = repository.blobs(new)
    secrets = {name: new[name] for name, text in texts.items() if text.count(b"\n") >= _TELLING}
    return AcceptanceTests(tree, files, present, place, secrets)


def _read(repository: Repository, base: Source, name: str, root: Path) -> tuple[Path | str, str]:
    """Their source (a path or a commit), and the base's tree with them."""
    place = Path(os.path.realpath(root / name))
    if place.is_dir():
        return place, with_contents(repository, str(base.tree), dict(_contents(place)))
    if place.exists():
        return place, apply_patch(repository, str(base.tree), read_patch(place))
    source = pin_onto_base(repository, base, Source(agent="acceptance", kind="ref", named=name))
    return str(source.commit), str(source.tree)


def _tests_in(before: Files, after: Files, policy: Policy) -> tuple[str, ...]:
    """The files in which a tree differs from the base; all must be tests."""
    files = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    if not files:
        raise SourceError("the base already has all of them")
    product = [one_line(path, 200) for path in files if not counts_as_test(path, policy)]
    if product:
        raise SourceError(
            f"{listed(product)} would replace a candidate's file, and does not count as a test; "
            "add it to [scoring.tests] files"
        )
    return tuple(files)


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - {*_LEFT})
        for name in sorted(set(names) - {*_LEFT}):
            path = Path(at, name)
            relative = path.relative_to(folder).as_posix()
            if path.is_symlink() or not path.is_file():
                raise SourceError(f"{one_line(relative, 200)} is not a regular file")
            try:
                yield relative, path.read_bytes()
            except OSError as error:
                raise SourceError(f"cannot read {relative}: {error.strerror or error}") from error


def _check_unseen(
    repository: Repository, race: RaceSettings, root: Path, where: Path | str, base: Files
) -> None:
    """Raise SourceError if the base or a candidate contains them, or could have read them."""
    top, name = Path(os.path.realpath(repository.path)), None
    if isinstance(where, Path) and where.is_relative_to(top):
        name = where.relative_to(top).as_posix()
    if _holds(base, name):
        raise SourceError("they are tracked at the base, so every candidate has seen them")
    for candidate in race.candidates:
        try:
            is_exposed = _may_have_seen(repository, candidate, root, where, name)
        except SourceError:
            continue  # reported as a problem of the candidate
        if is_exposed:
            raise SourceError(
                f"{candidate.agent} may have seen them (its {candidate.kind}); keep them where no "
                "agent works, and out of every branch"
            )


def _may_have_seen(
    repository: Repository,
    candidate: CandidateSettings,
    root: Path,
    where: Path | str,
    name: str | None,
) -> bool:
    """Whether a candidate may have seen them. ``where`` is their path or commit."""
    if isinstance(where, str) and candidate.kind in ("worktree", "command"):
        return True  # it could read every object of the repository
    if candidate.worktree is not None and isinstance(where, Path):
        folder = Path(os.path.realpath(root / candidate.worktree))
        return where.is_relative_to(folder) or (name is not None and os.path.lexists(folder / name))
    if candidate.patch is not None:
        return _holds(paths_named(read_patch(root / candidate.patch)), name)
    if candidate.ref is None:
        return False
    commit = resolve(repository, candidate.ref)
    if isinstance(where, Path):
        return _holds(files_of(repository, commit), name)
    common = repository.run("merge-base", where, commit, accept=(0, 1))
    return common.decode("ascii").strip() == where


def _holds(paths: Iterable[str], name: str | None) -> bool:
    """Whether a path, or something below it, is among these paths of the repository."""
    return name is not None and any(f"{path}/".startswith(f"{name}/") for path in paths)
