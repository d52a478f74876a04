"""Race real commits: ``python -m benchmarks.commits COMMITS.jsonl REPOSITORIES.json --repos DIR``.

Each is raced alone from its base, with the tests of the base, and held against what plain pytest
says of it. What was raced already is not raced again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from benchmarks.command import describe_machine
from benchmarks.commits.commit import Commit, Project, read_commits, read_projects
from benchmarks.commits.environment import prepare
from benchmarks.commits.racing import engine, race
from benchmarks.commits.suite import find_truth
from benchmarks.commits.summary import Result, of_plain, summary, to_plain

_CACHE = Path.home() / ".cache" / "pytest-hydra-commits"
_EXIT_WRONG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """Where clones, environments and results are."""

    repos: Path
    cache: Path
    results: Path


def main() -> int:
    """Race what is chosen and was not raced yet, and print the tables; 1 for a wrong verdict."""
    arguments = _parser().parse_args()
    cache: Path = arguments.cache.absolute()
    results: Path = arguments.results or cache / f"{arguments.commits.stem}.results.jsonl"
    store = Store(repos=arguments.repos.absolute(), cache=cache, results=results)
    cache.mkdir(parents=True, exist_ok=True)
    commits, projects = read_commits(arguments.commits), read_projects(arguments.repositories)
    chosen = [commit for commit in commits if _is_chosen(commit, arguments)]
    if arguments.prepare:
        for repo in sorted({commit.repo for commit in chosen}):
            print(repo, prepare(repo, projects[repo], store.repos, store.cache).python)
        return 0
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()) + "\n")
    known = {} if arguments.again else _known(results)
    left = [commit for commit in chosen if commit.key not in known]
    if not arguments.summary:
        _race_all(left, projects, store, jobs=arguments.jobs, slots=arguments.slots)
    known = _known(results)
    found = [of_plain(one, known[one.key]) for one in chosen if one.key in known]
    print("\n" + "\n".join(summary(found)))
    missing = len(chosen) - len(found)
    if missing:
        print(f"\nnot raced: {missing} of {len(chosen)}")
    return _EXIT_WRONG if missing or any(one.right is False for one in found) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commits", description=__doc__)
    parser.add_argument("commits", type=Path, metavar="COMMITS.jsonl")
    parser.add_argument("repositories", type=Path, metavar="REPOSITORIES.json")
    parser.add_argument("--repos", type=Path, required=True, metavar="DIR",
                        help="where the bare clones are, as OWNER/NAME.git")  # fmt: skip
    parser.add_argument("--cache", type=Path, default=_CACHE, metavar="DIR",
                        help=f"environments, checkouts and results; default: {_CACHE}")  # fmt: skip
    parser.add_argument("--results", type=Path, metavar="PATH",
                        help="a line for each commit; default: in the cache")  # fmt: skip
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="commits of which this is part of OWNER/NAME@ID, or the "
                        "classification; may be given again")  # fmt: skip
    parser.add_argument("--again", action="store_true", help="race what was raced already too")
    parser.add_argument("--summary", action="store_true", help="run nothing: the tables alone")
    parser.add_argument("--prepare", action="store_true", help="make the environments alone")
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="projects at a time; costs are true for 1; default: 1")  # fmt: skip
    parser.add_argument("--slots", type=int, metavar="N", help="commands of a race at a time")
    return parser


def _is_chosen(commit: Commit, arguments: argparse.Namespace) -> bool:
    wanted: list[str] = arguments.only
    name = f"{commit.repo}@{commit.candidate}"
    return not wanted or any(one in name or one == commit.classification for one in wanted)


def _known(results: Path) -> dict[str, dict[str, object]]:
    """The last line of each commit."""
    if not results.is_file():
        return {}
    lines = results.read_text(encoding="utf-8").split("\n")
    entries = [json.loads(line) for line in lines if line.strip()]
    return {f"{entry['repo']}@{entry['candidate'][:12]}": entry for entry in entries}


def _race_all(
    left: Sequence[Commit],
    projects: Mapping[str, Project],
    store: Store,
    *,
    jobs: int,
    slots: int | None,
) -> None:
    by_repo: dict[str, list[Commit]] = {}
    for commit in left:
        by_repo.setdefault(commit.repo, []).append(commit)
    state, lock = engine(), Lock()

    def race_project(repo: str) -> None:
        for result in _race_project(by_repo[repo], projects[repo], store, slots):
            line = json.dumps(to_plain(result, state)) + "\n"
            with lock, store.results.open("a", encoding="utf-8") as file:
                file.write(line)
                print(result.line(), flush=True)

    # Commits of a project have one checkout, so they wait for each other.
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(race_project, by_repo))


def _race_project(
    commits: Sequence[Commit], project: Project, store: Store, slots: int | None
) -> Iterator[Result]:
    try:
        place = prepare(commits[0].repo, project, store.repos, store.cache)
    except RuntimeError as error:
        print(f"skipped {error}", flush=True)
        return
    for commit in commits:
        name = commit.key.replace("/", "+")
        truth = find_truth(commit, project, place, store.cache / "truth" / f"{name}.json")
        yield Result(commit=commit, truth=truth, raced=race(commit, project, place, slots))


if __name__ == "__main__":
    raise SystemExit(main())
