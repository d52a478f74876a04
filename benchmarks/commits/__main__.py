"""Race real commits: ``python -m benchmarks.commits COMMITS.jsonl REPOSITORIES.json --repos DIR``.

Each is raced alone from its base, with the tests of the base, and the verdict is compared with the
result of plain pytest. Commits that were raced already are not raced again. With ``--acceptance``,
commits whose tests fail on their parent are raced by these tests.
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
from benchmarks.commits.acceptance import accept, acceptance_summary, read_acceptance
from benchmarks.commits.agents import run_series
from benchmarks.commits.commit import Commit, Project, read_commits, read_projects
from benchmarks.commits.environment import Place, prepare
from benchmarks.commits.racing import engine, race
from benchmarks.commits.suite import find_truth
from benchmarks.commits.summary import Result, of_plain, summary, to_plain

_CACHE = Path.home() / ".cache" / "pytest-hydra-commits"
_WRONG_VERDICT = 1

# The JSON entry of a commit, and the line to print.
_Entry = tuple[dict[str, Any], str]
_Race = Callable[[Commit, Project, Place, "Store"], _Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """The folders of clones, environments and other files, and the file of results."""

    repos: Path
    cache: Path
    results: Path


def main() -> int:
    """Race selected commits that are new, and print the tables; 1 for a wrong verdict."""
    arguments = _parser().parse_args()
    cache: Path = arguments.cache.absolute()
    kind = "acceptance" if arguments.acceptance else "results"
    results: Path = arguments.results or cache / f"{arguments.commits.stem}.{kind}.jsonl"
    store = Store(repos=arguments.repos.absolute(), cache=cache, results=results)
    cache.mkdir(parents=True, exist_ok=True)
    commits, projects = read_commits(arguments.commits), read_projects(arguments.repositories)
    selection = [commit for commit in commits if _is_selected(commit, arguments)]
    if arguments.prepare:
        for repo in sorted({commit.repo for commit in selection}):
            print(repo, prepare(repo, projects[repo], store.repos, store.cache).python)
        return 0
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()) + "\n")
    if arguments.agents:
        return run_series(selection, projects, store.repos, cache, arguments.agents)
    entries = {} if arguments.again else _read_results(results)
    pending = [commit for commit in selection if commit.key not in entries]
    race_one = _accept_one if arguments.acceptance else _race_one
    if not arguments.summary:
        _race_all(pending, projects, store, partial(race_one, slots=arguments.slots),
                  jobs=arguments.jobs)  # fmt: skip
    entries = _read_results(results)
    done = [commit for commit in selection if commit.key in entries]
    if arguments.acceptance:
        acceptances = [read_acceptance(entries[commit.key]) for commit in done]
        print("\n" + "\n".join(acceptance_summary(acceptances)))
        return _WRONG_VERDICT if any(entry.undone == "mergeable" for entry in acceptances) else 0
    outcomes = [of_plain(commit, entries[commit.key]) for commit in done]
    print("\n" + "\n".join(summary(outcomes)))
    missing = len(selection) - len(outcomes)
    if missing:
        print(f"\nnot raced: {missing} of {len(selection)}")
    return _WRONG_VERDICT if missing or any(result.right is False for result in outcomes) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commits", description=__doc__)
    parser.add_argument("commits", type=Path, metavar="COMMITS.jsonl")
    parser.add_argument("repositories", type=Path, metavar="REPOSITORIES.json")
    parser.add_argument("--repos", type=Path, required=True, metavar="DIR",
                        help="the folder of bare clones, as OWNER/NAME.git")  # fmt: skip
    parser.add_argument("--cache", type=Path, default=_CACHE, metavar="DIR",
                        help=f"environments, checkouts and results; default: {_CACHE}")  # fmt: skip
    parser.add_argument("--results", type=Path, metavar="PATH",
                        help="a JSONL file of results; default: in the cache")  # fmt: skip
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="commits with this text in OWNER/NAME@ID, or this "
                        "classification; may be repeated")  # fmt: skip
    parser.add_argument("--again", action="store_true", help="race again what was raced already")
    parser.add_argument("--summary", action="store_true", help="run nothing, only print the tables")
    parser.add_argument("--prepare", action="store_true", help="only create the environments")
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="projects at a time; times are exact only for 1")  # fmt: skip
    parser.add_argument("--acceptance", action="store_true",
                        help="race by the tests that the commits add or change")  # fmt: skip
    parser.add_argument("--agents", type=int, metavar="N",
                        help="run a series of three scripted agents, with a task from each of "
                        "N projects")  # fmt: skip
    parser.add_argument("--slots", type=int, metavar="N", help="commands of a race at a time")
    return parser


def _is_selected(commit: Commit, arguments: argparse.Namespace) -> bool:
    filters: list[str] = arguments.only
    name = f"{commit.repo}@{commit.candidate}"
    return not filters or any(text in name or text == commit.classification for text in filters)


def _read_results(results: Path) -> dict[str, dict[str, object]]:
    """The last result of each commit."""
    if not results.is_file():
        return {}
    lines = results.read_text(encoding="utf-8").split("\n")
    entries = [json.loads(line) for line in lines if line.strip()]
    return {
        entry.get("key") or f"{entry['repo']}@{entry['candidate'][:12]}": entry for entry in entries
    }


def _race_all(
    commits: Sequence[Commit],
    projects: Mapping[str, Project],
    store: Store,
    race: _Race,
    *,
    jobs: int,
) -> None:
    by_repo: dict[str, list[Commit]] = {}
    for commit in commits:
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

    # Commits of a project share one checkout, so they run one after the other.
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(race_project, by_repo))


def _accept_one(
    commit: Commit, project: Project, place: Place, _: Store, *, slots: int | None
) -> _Entry:
    acceptance = accept(commit, project, place, slots)
    return asdict(acceptance), acceptance.line()


def _race_one(
    commit: Commit, project: Project, place: Place, store: Store, *, slots: int | None
) -> _Entry:
    name = commit.key.replace("/", "+")
    truth = find_truth(commit, project, place, store.cache / "truth" / f"{name}.json")
    result = Result(commit=commit, truth=truth, race=race(commit, project, place, slots))
    return to_plain(result, engine()), result.line()


if __name__ == "__main__":
    raise SystemExit(main())
