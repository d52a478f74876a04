"""A real repository with five candidates, in which pytest is run as a user would run it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.processes import processes_in, wait_until

SHOP = """
def total(prices, discount=0):
    return sum(prices)


def label(name):
    return name.strip().title()
"""
FIXED = SHOP.replace("sum(prices)", "sum(prices) * (100 - discount) // 100")
TESTS = """
from shop import label, total


def test_total():
    assert total([1, 2]) == 3


def test_discount():
    assert total([100], discount=10) == 90


def test_label():
    assert label(" tea ") == "Tea"
"""
# A linter that needs no installation: one finding for each long line.
LINT = """
import pathlib
import sys

long = [
    f"{path}:{number}:1: E501 line too long"
    for path in sorted(pathlib.Path().rglob("*.py"))
    for number, line in enumerate(path.read_text().splitlines(), 1)
    if len(line) > 79
]
print("\\n".join(long))
print(f"Found {len(long)} errors.")
sys.exit(bool(long))
"""
HYDRA = """
[race]
base = "main"

[scoring]
profile = "python"
python = "{python}"

[scoring.commands]
test = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q -p no:cacheprovider"
lint = "python lint.py"
"""
BRANCHES: dict[str, dict[str, str]] = {
    "good": {"shop.py": FIXED},
    "breaks": {"shop.py": FIXED.replace("name.strip().title()", "name.title()")},
    "deletes": {
        "tests/test_shop.py": TESTS[: TESTS.index("def test_disc")]
        + TESTS[TESTS.index("def test_label") :]
    },
    "reformat": {
        "shop.py": FIXED + "".join(f"\n\ndef f{n}():\n    return {n}\n" for n in range(400))
    },
    "nothing": {},
}


@dataclass(frozen=True)
class RaceProject:
    """A checkout of ``main`` with a branch ``agents/NAME`` for each of `BRANCHES`."""

    path: Path

    def git(self, *arguments: str, path: Path | None = None) -> str:
        """What a git command prints."""
        done = subprocess.run(
            ["git", *arguments],  # noqa: S607 - the git that is tested with
            cwd=path or self.path,
            capture_output=True,
            text=True,
            env=_environment(),
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def branch(self, name: str, files: dict[str, str], start: str = "main") -> None:
        """A branch from ``start`` with one commit."""
        self.git("checkout", "--quiet", "-b", name, start)
        self.commit(files)
        self.git("checkout", "--quiet", "main")

    def commit(self, files: dict[str, str]) -> None:
        """Commit these files."""
        for file, text in files.items():
            place = self.path / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "change")

    def candidates(self, *names: str, more: str = "") -> None:
        """Have these raced, by their branches; hydra.toml is not committed."""
        text = HYDRA.format(python=sys.executable)
        for name in names:
            text += f'\n[[race.candidates]]\nagent = "{name}"\nref = "agents/{name}"\n'
        (self.path / "hydra.toml").write_text(text + more)

    def command(self, *arguments: str) -> list[str]:
        """The command line of `run`."""
        plugin = ("-p", "pytest_hydra.plugin", "-p", "no:cacheprovider")
        return [sys.executable, "-m", "pytest", *plugin, *arguments]

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run pytest in the checkout."""
        return subprocess.run(
            self.command(*arguments),
            cwd=self.path,
            capture_output=True,
            text=True,
            env=_environment(**environment),
            timeout=600,
            check=False,
        )

    def started(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Pytest in the checkout, in a session of its own."""
        return subprocess.Popen(
            self.command("--hydra", "hydra.toml", *arguments),
            cwd=self.path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,
        )

    def end_and_resume(
        self, how: signal.Signals, ranking: list[tuple[str, str]], *arguments: str
    ) -> None:
        """End a race when one unit is finished and others run; the next one goes on there."""
        before = self.listing()
        process = self.started(*arguments)
        units = self.path / ".hydra" / "units"
        wait_until(lambda: list(units.glob("*.json")), seconds=200)
        process.send_signal(how)
        assert process.wait(200) != 0
        wait_until(lambda: not processes_in(self.path))
        assert self.listing() == before
        kept = {path.name: path.read_bytes() for path in units.glob("*.json")}
        assert kept

        done = self.run("--hydra", "hydra.toml")
        assert done.returncode == 0, done.stdout + done.stderr
        assert self.ranking() == ranking
        assert self.listing() == before
        # What was finished was not run again.
        assert {name: (units / name).read_bytes() for name in kept} == kept
        assert list((self.path / ".hydra" / "work").glob("*/*")) == []

    def environment(self) -> dict[str, str]:
        """What it is run with."""
        return _environment()

    def runs(self) -> list[Path]:
        """The run folders, oldest first."""
        folder = self.path / ".hydra" / "runs"
        return sorted(folder.iterdir()) if folder.is_dir() else []

    def report(self) -> Any:
        """The report of the last run."""
        return json.loads((self.runs()[-1] / "report.json").read_text())

    def ranking(self) -> list[tuple[str, str]]:
        """Who, and with which verdict, best first."""
        words = {"passed": "mergeable", "failed": "not_mergeable", "ungraded": "unproven"}
        return [(each["agent"], words[each["status"]]) for each in self.report()["rankings"]]

    def listing(self) -> dict[str, str]:
        """All below the checkout but .hydra: modes, times and contents, of .git as well."""
        found = {}
        # Below .hydra, files of a session that was killed may be removed meanwhile.
        tops = [path for path in self.path.iterdir() if path.name != ".hydra"]
        for path in sorted(path for top in tops for path in (top, *top.rglob("*"))):
            name = path.relative_to(self.path).as_posix()
            about = path.lstat()
            told = f"{about.st_mode:o} {about.st_ino} {about.st_mtime_ns} {about.st_ctime_ns} "
            if path.is_file() and not path.is_symlink():
                told += hashlib.sha256(path.read_bytes()).hexdigest()
            found[name] = told
        return found


def make_race(template: Path, path: Path) -> RaceProject:
    """A copy of the repository in ``template``, which is made when it is not there."""
    if not (template / ".git").exists():
        template.mkdir(parents=True, exist_ok=True)
        project = RaceProject(template)
        project.git("init", "--quiet", "--initial-branch=main")
        project.commit(
            {
                "shop.py": SHOP,
                "tests/test_shop.py": TESTS,
                "lint.py": LINT,
                ".gitignore": ".hydra/\nhydra.toml\n__pycache__/\n",
            }
        )
        for name, files in BRANCHES.items():
            project.branch(f"agents/{name}", files)
    shutil.copytree(template, path, symlinks=True)
    return RaceProject(path)


def _environment(**more: str) -> dict[str, str]:
    who = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": "2024-01-02T03:04:05Z"}
    kept = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith(("GIT_", "PYTEST_", "COV_"))
    }
    return {
        **kept,
        **{f"GIT_{role}_{what}": x for role in ("AUTHOR", "COMMITTER") for what, x in who.items()},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        # What Python keeps of the user's own tests is not what is looked for.
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        **more,
    }
