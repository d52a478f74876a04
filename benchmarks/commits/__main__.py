"""Race real commits: ``python -m benchmarks.commits COMMITS.jsonl REPOSITORIES.json --repos DIR``.

Each is raced alone from its base, with the tests of the base, and held against what plain pytest
says of it. What was raced already is not raced again. With ``--acceptance`` those whose tests fail
on their parent are raced by these tests.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from benchmarks.command import describe_machine
from benchmarks.commits.acceptance import accept, acceptance_summary, accepted_of
from benchmarks.commits.agents import hold_series
from benchmarks.commits.commit import Commit, Project, read_commits, read_projects
from benchmarks.commits.environment import Place, prepare
from benchmarks.commits.racing import engine, race
from benchmarks.commits.suite import find_truth
from benchmarks.commits.summary import Result, of_plain, summary, to_plain

_CACHE = Path.home() / ".cache" / "pytest-hydra-commits"
_EXIT_WRONG = 1

# What is written of a commit, and printed.
_Written = tuple[dict[str, Any], str]
_Race = Callable[[Commit, Project, Place, "Store"], _Written]


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
    kind = "acceptance" if arguments.acceptance else "results"
    results: Path = arguments.results or cache / f"{arguments.commits.stem}.{kind}.jsonl"
    store = Store(repos=arguments.repos.absolute(), cache=cache, results=results)
    cache.mkdir(parents=True, exist_ok=True)
    commits, projects = read_commits(arguments.commits), read_projects(arguments.repositories)
    chosen = [commit for commit in commits if _is_chosen(commit, arguments)]
    if arguments.prepare:
        for repo in sorted({commit.repo for commit in chosen}):
            print(repo, prepare(repo, projects[repo], store.repos, store.cache).python)
        return 0
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()) + "\n")
    if arguments.agents:
        return hold_series(chosen, projects, store.repos, cache, arguments.agents)
    known = {} if arguments.again else _known(results)
    left = [commit for commit in chosen if commit.key not in known]
    race_one = _accept_one if arguments.acceptance else _race_one
    if not arguments.summary:
        _race_all(left, projects, store, partial(race_one, slots=arguments.slots),
                  jobs=arguments.jobs)  # fmt: skip
    known = _known(results)
    if arguments.acceptance:
        accepted = [accepted_of(known[one.key]) for one in chosen if one.key in known]
        print("\n" + "\n".join(acceptance_summary(accepted)))
        return _EXIT_WRONG if any(one.undone == "mergeable" for one in accepted) else 0
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
    parser.add_argument("--acceptance", action="store_true",
                        help="race by the tests that the commits bring")  # fmt: skip
    parser.add_argument("--agents", type=int, metavar="N",
                        help="hold a series of three scripted agents, at a task of each of "
                        "N projects")  # fmt: skip
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
    return {
        entry.get("key") or f"{entry['repo']}@{entry['candidate'][:12]}": entry for entry in entries
    }


def _race_all(
    left: Sequence[Commit],
    projects: Mapping[str, Project],
    store: Store,
    race: _Race,
    *,
    jobs: int,
) -> None:
    by_repo: dict[str, list[Commit]] = {}
    for commit in left:
        by_repo.setdefault(commit.repo, []).append(commit)
    lock = Lock()

    def race_project(repo: str) -> None:
        project = projects[repo]
        try:
            place = prepare(repo, project, store.repos, store.cache)
        except RuntimeError as error:
            print(f"skipped {error}", flush=True)
            return
        for commit in by_repo[repo]:
            plain, line = race(commit, project, place, store)
            with lock, store.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(plain) + "\n")
                print(line, flush=True)

    # Commits of a project have one checkout, so they wait for each other.
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(race_project, by_repo))


def _accept_one(
    commit: Commit, project: Project, place: Place, _: Store, *, slots: int | None
) -> _Written:
    accepted = accept(commit, project, place, slots)
    return asdict(accepted), accepted.line()


def _race_one(
    commit: Commit, project: Project, place: Place, store: Store, *, slots: int | None
) -> _Written:
    name = commit.key.replace("/", "+")
    truth = find_truth(commit, project, place, store.cache / "truth" / f"{name}.json")
    result = Result(commit=commit, truth=truth, raced=race(commit, project, place, slots))
    return to_plain(result, engine()), result.line()


if __name__ == "__main__":
    raise SystemExit(main())
