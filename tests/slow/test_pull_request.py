"""The life of pull requests in a repository with a baseline: real git, a job in its own process.

Each job is what docs/ci.md has a workflow run, in a fresh clone, with the variables of GitHub.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.report.markdown import MARKER

BOT = """\
def reply(messages):
    order = messages[-1]["content"]
    return {"text": f"One {order}.", "calls": [{"function": "sell", "params": {"what": order}}]}
"""
SUITE = """\
scenarios:
  - id: tea
    steps: [{user: tea, expect: {expectedFunction: sell, shouldContain: One tea}}]
  - id: two-cakes
    steps: [{user: two cakes, expect: {expectedFunction: sell, expectedParams: {count: 2}}}]
"""
TOML = '[bots.till]\npython = "till:reply"\n'
IGNORED = ".hydra/\n__pycache__/\n.pytest_cache/\n"
JOB = (
    *("--hydra", "--hydra-base", "origin/main", "--hydra-baseline", "baseline.json"),
    *("--hydra-fail-on", "worse", "--junitxml", "../junit.xml"),
    *("--hydra-report", "../summary.md", "--hydra-report", "../report.json"),
)


@dataclass
class Job:
    """What a job came to."""

    status: int
    output: str
    report: dict[str, Any]
    markdown: str

    @property
    def changes(self) -> list[tuple[str, str]]:
        """What changed since the baseline: the word, and whose name."""
        changes = self.report["baseline"]["changes"]
        return [(each["change"], each["name"]) for each in changes]

    @property
    def annotations(self) -> list[str]:
        return [line for line in self.output.splitlines() if line.startswith("::")]


class Repository:
    """A repository with a branch main, and its clone in which people work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "work"
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "origin.git")
        git(folder, "clone", "--quiet", "origin.git", "work")
        git(self.path, "switch", "--quiet", "--create", "main")

    def commit(self, branch: str, **files: str) -> None:
        """Put files onto a branch of the origin, which begins at its main if it is new."""
        if git(self.path, "branch", "--show-current").strip() != branch:
            git(self.path, "switch", "--quiet", "--create", branch, "origin/main")
        for name, text in files.items():
            (self.path / name.replace("__", ".")).write_text(text, encoding="utf-8")
        git(self.path, "add", "--all")
        git(self.path, "commit", "--quiet", "--message", f"A change of {branch}")
        git(self.path, "push", "--quiet", "origin", branch)

    def merge(self, branch: str) -> None:
        """Merge the branch into main."""
        git(self.path, "switch", "--quiet", "main")
        git(self.path, "merge", "--quiet", "--no-edit", f"origin/{branch}")
        git(self.path, "push", "--quiet", "origin", "main")

    def head(self) -> str:
        """The last commit."""
        return git(self.path, "rev-parse", "HEAD").strip()

    def bless(self) -> str:
        """Run the suite in the working copy, whatever comes of it, and bless the run."""
        hydra(self.path, "pytest", "--hydra")
        done = hydra(self.path, "pytest_hydra", "bless", "latest", "baseline.json")
        assert done.returncode == 0, done.stderr
        return (self.path / "baseline.json").read_text(encoding="utf-8")

    def job(self, branch: str) -> Job:
        """Run the job of a pull request: main merged with the branch, in a fresh clone."""
        place = self.folder / f"job-{len([*self.folder.iterdir()])}"
        place.mkdir()
        clone = place / "clone"
        git(place, "clone", "--quiet", "../origin.git", "clone")
        git(clone, "merge", "--quiet", "--no-ff", "--no-edit", f"origin/{branch}")
        sha = git(clone, "rev-parse", "HEAD").strip()
        github = {"SERVER_URL": "https://github.example", "REPOSITORY": "acme/till", "SHA": sha}
        variables = {f"GITHUB_{name}": value for name, value in github.items()}
        done = hydra(clone, "pytest", *JOB, GITHUB_ACTIONS="true", **variables)
        report = json.loads((place / "report.json").read_text(encoding="utf-8"))
        assert report["exit_reason"].startswith(f"exit status {done.returncode}: ")
        markdown = (place / "summary.md").read_text(encoding="utf-8")
        # Also where all passed, and something is gone.
        word = "failed" if done.returncode else "passed"
        assert markdown.startswith(f"{MARKER}\n## pytest-hydra: {word}: ")
        return Job(done.returncode, done.stdout, report, markdown)


def git(folder: Path, *arguments: str) -> str:
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
    }
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", *arguments],  # noqa: S607 - the git that is tested with
        cwd=folder,
        env={**os.environ, **who, **nobody},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def hydra(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    program, *others = arguments
    plugin = ("-p", "pytest_hydra.plugin") if program == "pytest" else ()
    return subprocess.run(
        [sys.executable, "-m", program, *plugin, *others],
        cwd=folder,
        env={**os.environ, **variables, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a suite of which one scenario is known to fail, and was blessed."""
    made = Repository(tmp_path)
    made.commit(
        "main", till__py=BOT, till__scenario__yaml=SUITE, hydra__toml=TOML, __gitignore=IGNORED
    )
    made.commit("main", baseline__json=made.bless())
    return made


def test_only_what_is_new_fails_a_pull_request(repository: Repository) -> None:
    repository.commit("docs", notes__txt="Nothing of the bot.\n")
    same = repository.job("docs")
    assert (same.status, same.report["verdict"], same.changes) == (0, "failed", [])
    assert "nothing is worse, 1 failure forgiven" in same.report["exit_reason"]
    assert "nothing changed**" in same.markdown
    (known,) = same.annotations
    assert known.startswith("::warning file=till.scenario.yaml,line=4,title=two-cakes (till)::")
    # The bot forgets its tea: that is new.
    repository.commit(
        "forgets", till__py=BOT.replace('"sell"', '"sell" if "two" in order else "pay"')
    )
    job = repository.job("forgets")
    assert (job.status, job.changes) == (1, [("worse", "till.scenario.yaml::tea (till)")])
    assert job.report["exit_reason"] == "exit status 1: 1 worse (--hydra-fail-on worse)"
    error, warning = job.annotations
    assert error == (
        "::error file=till.scenario.yaml,line=2,title=tea (till)::"
        "failed: expectedFunction: called pay, not sell"
    )
    assert warning.startswith("::warning file=till.scenario.yaml,line=4,")
    # What is new stands above what is known, with its place at the commit, and what was said.
    files = job.report["repository"]["files"]
    link = f"[till.scenario.yaml::tea (till)]({files}/till.scenario.yaml#L2)"
    new = f"| 1 | worse | passed, now failed: expectedFunction: called pay, not sell | {link} |"
    assert files.startswith("https://github.example/acme/till/blob/")
    assert job.markdown.index(new) < job.markdown.index("[two-cakes](")
    assert "  user: tea\n  till: One tea.\n" in job.markdown
    # It is mended in the same pull request.
    repository.commit("forgets", till__py=BOT + "\n# It sells tea again.\n")
    mended = repository.job("forgets")
    assert (mended.status, mended.changes) == (0, [])


def test_a_suite_that_asks_for_less_is_named(repository: Repository) -> None:
    looser = SUITE.replace("{count: 2}", "{count: {gte: 0}}").replace(
        "- id: two-cakes", "- id: two-cakes\n    threshold: 50"
    )
    repository.commit("looser", till__scenario__yaml=looser)
    job = repository.job("looser")
    # Nothing is worse; that a reviewer decides, who is told each way in which it is easier.
    assert (job.status, job.changes) == (0, [("better", "till.scenario.yaml::two-cakes (till)")])
    told = job.report["baseline"]["others"]["easier than before"]
    assert told == [
        "till.scenario.yaml::two-cakes: threshold: 100 to 50",
        'till.scenario.yaml::two-cakes: expectedParams: count: 2 to {"gte": 0}',
    ]
    # What looks like the name of an emoji is none.
    easier = (
        "**easier than before**\n\n- till.scenario.yaml::&#8203;two-cakes: threshold: 100 to 50\n"
    )
    assert easier in job.markdown
    # A scenario that is taken away is worse than one that fails.
    repository.commit("gone", till__scenario__yaml=SUITE[: SUITE.index("  - id: two")])
    gone = repository.job("gone")
    assert (gone.status, gone.changes) == (1, [("gone", "till.scenario.yaml::two-cakes (till)")])
    assert "| 1 | gone | " in gone.markdown


def test_nobody_blesses_themselves(repository: Repository) -> None:
    worse = BOT.replace('"sell"', '"order"')
    repository.commit("own", till__py=worse)
    blessed = repository.bless()
    assert '"failed"' in blessed
    # The baseline is that of the base commit, whatever the pull request says.
    own = '[report]\nbaseline = "baseline.json"\n[race]\nbase = "HEAD"\n'
    for toml in (f"{TOML}# The same.\n", TOML + own):
        repository.commit("own", till__py=worse, baseline__json=blessed, hydra__toml=toml)
        job = repository.job("own")
        assert (job.status, [word for word, _ in job.changes]) == (1, ["worse", "worse"])
        assert job.report["baseline"]["since"].startswith("baseline.json at origin/main (")
    # Once somebody merged it, it counts; and for the next pull request it is no news.
    repository.merge("own")
    repository.commit("next", notes__txt="Nothing of the bot.\n")
    following = repository.job("next")
    assert (following.status, following.changes) == (0, [])
    assert "nothing is worse, 2 failures forgiven" in following.report["exit_reason"]
    # Who mends the bot then is better than the baseline, and blesses that.
    mended = BOT.replace('"what": order', '"what": order, "count": 2')
    repository.commit("mend", till__py=mended)
    repository.commit("mend", till__py=mended, baseline__json=repository.bless())
    better = repository.job("mend")
    assert (better.status, [word for word, _ in better.changes]) == (0, ["better", "better"])
    assert (better.report["verdict"], better.annotations) == ("passed", [])
    repository.merge("mend")
    repository.commit("last", till__py=BOT)
    assert repository.job("last").changes == [("worse", "till.scenario.yaml::two-cakes (till)")]
