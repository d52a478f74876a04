"""Symbolic links that lead out of a tree: what is behind them is no part of a change.

Where a link leads is found as a file system finds it, over other links, but in the tree alone: two
that each look harmless may lead out together.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.source.git_process import SourceError
from pytest_hydra.candidates.source.trees import SYMLINK, decoded, files_of
from pytest_hydra.core.text import one_line

# Longer chains of links are followed by no system, and longer targets taken by none, in bytes.
_MOST_LINKS = 40
_LONGEST = 4095
# Nobody writes a way of more steps; to follow it would take long.
_MOST_STEPS = 1000
_SHOWN = 5


def leading_out(links: Mapping[str, str]) -> tuple[str, ...]:
    """The paths, sorted, of the links that lead out; ``links`` are their targets by path.

    That one leads back in at last is no help: on the way it goes by names that are not the tree's.
    """
    return tuple(sorted(path for path in links if _leads_out(path, links)))


def check_links(repository: Repository, base_tree: str, tree: str) -> None:
    """Raises SourceError where links of a tree lead out of it, and do not so on the base."""
    before, after = _links(repository, base_tree), _links(repository, tree)
    if before == after:
        return
    contents = repository.blobs([*before.values(), *after.values()], largest=_LONGEST)
    targets = {path: contents.get(name, b"") for path, name in after.items()}
    bad = [path for path, target in targets.items() if not target or b"\0" in target]
    new = [path for path in bad if before.get(path) != after[path]]
    if new:
        raise SourceError(f"what the symbolic link {one_line(new[0], 200)} leads to is no path")
    out = leading_out({path: decoded(target) for path, target in targets.items()})
    theirs = {path: decoded(contents.get(name, b"")) for path, name in before.items()}
    known = {path for path in leading_out(theirs) if before[path] == after.get(path)}
    if new := [path for path in out if path not in known]:
        more = f" and {len(new) - _SHOWN} more" if len(new) > _SHOWN else ""
        told = (
            f"{one_line(path, 200)} (to {one_line(decoded(targets[path]), 200)})" for path in new
        )
        raise SourceError(
            f"symbolic links lead out of the tree: {', '.join([*told][:_SHOWN])}{more}; what is "
            "there is no part of the change, so leave them out, or link to what is inside"
        )


def _links(repository: Repository, tree: str) -> dict[str, str]:
    """The object id of each link of a tree, by path."""
    files = files_of(repository, tree)
    return {path: name for path, (mode, name) in files.items() if mode == SYMLINK}


def _leads_out(path: str, links: Mapping[str, str]) -> bool:
    at = path.split("/")[:-1]
    ahead = [links[path]]
    followed, steps = 1, 0
    while ahead:
        steps += 1
        target = ahead.pop()
        if target.startswith("/") or steps > _MOST_STEPS:
            return True
        first, _, rest = target.partition("/")
        if rest := rest.lstrip("/"):
            ahead.append(rest)
        if first == "..":
            if not at:
                return True
            at.pop()
        elif first not in ("", "."):
            further = links.get("/".join([*at, first]))
            if further is None:
                at.append(first)
            elif followed == _MOST_LINKS:
                return False
            else:
                followed += 1
                ahead.append(further)
    return False
