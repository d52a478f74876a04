"""Races as users run them: five candidates, their ranking, and what is left behind."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.plugin.race_project import BRANCHES, RaceProject, make_race

EXPECTED = [
    ("good", "mergeable"),
    ("reformat", "mergeable"),
    ("nothing", "not_mergeable"),
    ("deletes", "not_mergeable"),
    ("breaks", "not_mergeable"),
]


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    """The repository, with all five as candidates."""
    template = tmp_path_factory.getbasetemp() / "race-template"
    race = make_race(template, tmp_path / "project")
    race.candidates(*BRANCHES)
    return race


def test_five_candidates_are_ranked_with_their_reasons(race: RaceProject) -> None:
    before = race.listing()
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == EXPECTED
    assert "race from main" in done.stdout
    assert "policy from the working tree" in done.stdout
    assert "bots:" not in done.stdout
    for line in (
        "    lost: tests/test_shop.py::test_label",
        "    silenced: tests/test_shop.py::test_discount",
        "    empty_diff: it changes nothing",
        "next: git merge agents/good",
    ):
        assert line in done.stdout.splitlines(), done.stdout
    assert re.search(r"^ 1 good +100\.0 .* mergeable$", done.stdout, re.MULTILINE)
    section = done.stdout.partition("= hydra =")[2]
    assert max(map(len, section.splitlines())) <= 80
    # What a gate kept from passing is told apart from what was skipped, and fails nothing.
    assert re.search(r"\d+ passed, \d+ skipped, \d+ blocked", done.stdout)
    assert race.listing() == before

    (run,) = race.runs()
    kept = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert {
        "race.json",
        "candidates/good/diff.patch",
        "candidates/good/tests.log",
        "candidates/base/tests.log",
        "candidates/deletes/tests.own.log",
        "candidates/breaks/tests.rerun.2.log",
    } <= kept
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["base_commit"] == race.git("rev-parse", "main")
    assert set(manifest["files"]) == kept - {"manifest.json", "lock", "report.html"}
    # Workspaces and what processes told each other are gone.
    left = {path.name for path in (race.path / ".hydra").rglob("*")}
    assert {"w", "first"}.isdisjoint(left)
    assert list((race.path / ".hydra").glob("session-*")) == []

    # Decided again from its files, with nothing run, and by two workers.
    digest = race.report()["digest"]
    (race.path / ".hydra" / "units").rename(race.path / ".hydra" / "gone")
    for arguments in ((), ("-pxdist", "-n2")):
        replayed = race.run("--hydra-replay", "latest", "--hydra-report=again.json", *arguments)
        assert replayed.returncode == 0, replayed.stdout
        again = json.loads((race.path / "again.json").read_text())
        assert again["digest"] == digest
        assert again["run_id"] == run.name
    assert not (race.path / ".hydra" / "units").exists()
    assert race.runs() == [run]


def test_two_workers_come_to_the_same_and_run_each_unit_once(race: RaceProject) -> None:
    # Counted outside of all workspaces, where a sandbox lets nobody write.
    race.candidates(*BRANCHES, more='\n[sandbox]\nmode = "none"\n')
    counted = race.path.parent / "counted"
    race.commit({"lint.py": f"open({str(counted)!r}, 'a').write('x')\n"})
    done = race.run("--hydra", "hydra.toml", "-pxdist", "-n2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == EXPECTED
    # The base, and all but the candidate that has the base's own tree.
    assert len(counted.read_text()) == 5
    two = race.report()
    again = race.run("--hydra", "hydra.toml", "--hydra-no-cache", "-x")
    assert again.returncode == 0, again.stdout
    assert race.report()["digest"] == two["digest"]
    assert len(counted.read_text()) == 10
    assert "results were kept" not in again.stdout
    # And now nothing is left to run, which is said before and after, and of each check.
    known = race.run("--hydra", "hydra.toml", "-v")
    assert known.returncode == 0
    assert len(counted.read_text()) == 10
    assert re.search(r"^hydra: stored results that may be reused: \d+$", known.stdout, re.MULTILINE)
    assert re.search(r"^(\d+) of \1 results come from earlier ses", known.stdout, re.MULTILINE)
    assert "    reused from an earlier session: " in known.stdout
    report = race.report()
    for check in (check for entry in report["rankings"] for check in entry["checks"]):
        assert check.get("cached", False) is (check["name"] in ("tests", "lint"))
    assert report["digest"] == two["digest"]


# Item, exit status, a line of the summary, and who is ranked: nobody whose gates were not decided.
PARTS = [
    ("good", 0, "4 passed", {"good"}),
    ("breaks", 1, "FAILED hydra.toml::breaks::gates - blocked: tests: 1 tes", {"breaks"}),
    ("breaks::lint", 0, "1 passed", set()),
    ("nothing::gates", 1, "blocked: empty_diff: it changes nothing", {"nothing"}),
    ("race", 0, "1 passed", set(BRANCHES)),
]


def test_any_part_of_a_race_can_be_run_alone(race: RaceProject) -> None:
    for named, status, told, ranked in PARTS:
        done = race.run("--hydra", f"hydra.toml::{named}")
        assert done.returncode == status, (named, done.stdout, done.stderr)
        assert told in done.stdout, named
        assert race.report()["complete"] is False
        assert {ranking["agent"] for ranking in race.report()["rankings"]} == ranked, named


def test_a_race_without_a_winner_fails(race: RaceProject) -> None:
    race.candidates("breaks", "nothing")
    done = race.run("--hydra")
    assert done.returncode == 1
    assert 'FAILED hydra.toml::race - 0 of 2 candidates mergeable; require = "one"' in done.stdout
    assert "no candidate is mergeable" in done.stdout
    assert race.report()["verdict"] == "failed"
    assert race.report()["totals"]["candidates"]["not_mergeable"] == 2


def test_require_says_how_many(race: RaceProject) -> None:
    race.candidates("good", "breaks")
    text = (race.path / "hydra.toml").read_text()
    (race.path / "hydra.toml").write_text(text.replace("[race]", '[race]\nrequire = "all"'))
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1
    assert '1 of 2 candidates mergeable; require = "all"' in done.stdout


def test_what_is_collected_and_what_is_not(race: RaceProject) -> None:
    race.candidates("good")
    items = [f"hydra.toml::good::{name}" for name in ("build", "tests", "lint", "diff_scope")]
    items += ["hydra.toml::good::speed", "hydra.toml::good::gates", "hydra.toml::race"]

    def collected(*arguments: str) -> list[str]:
        done = race.run("--co", "-q", *arguments)
        assert done.returncode in (0, 5), done.stdout + done.stderr
        return [line for line in done.stdout.splitlines() if "::" in line]

    assert collected("--hydra", "hydra.toml") == items
    tests = [f"tests/test_shop.py::test_{name}" for name in ("total", "discount", "label")]
    assert sorted(collected("--hydra")) == sorted([*items, *tests])
    assert not any("hydra.toml" in entry for entry in collected("--hydra", "."))
    assert not any("hydra.toml" in entry for entry in collected("--hydra", "tests"))
    assert not any("hydra.toml" in entry for entry in collected())
    assert collected("--hydra", "-m", "hydra") == items
    # No git is asked, and nothing written: it is no repository any more.
    (race.path / ".git").rename(race.path / "not-git")
    assert collected("--hydra", "hydra.toml") == items
    assert not (race.path / ".hydra").exists()


def test_candidates_of_the_command_line_need_no_hydra_toml(race: RaceProject) -> None:
    (race.path / "hydra.toml").unlink()
    patch = race.path.parent / "breaks.patch"
    patch.write_text(race.git("diff", "main", "agents/breaks") + "\n")
    tree = race.path.parent / "tree"
    race.git("worktree", "add", "--quiet", "--detach", str(tree), "main")
    (tree / "added.py").write_text("x = 1\n")
    done = race.run(
        "--hydra",
        "--hydra-base=main",
        "--hydra-candidate=good=agents/good",
        "--hydra-candidate=patched=../breaks.patch",
        f"--hydra-candidate=tree={tree}",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "tests/test_shop.py" in line] == []
    report = race.report()
    assert {ranking["agent"] for ranking in report["rankings"]} == {"good", "patched", "tree"}
    (of_tree,) = [ranking for ranking in report["rankings"] if ranking["agent"] == "tree"]
    assert of_tree["review"][0]["file"] == "added.py"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--hydra-candidate=good",), "must be AGENT=SOURCE"),
        (("--hydra-candidate=race=main",), "is reserved; choose another"),
        (("--hydra-candidate=a=main", "--hydra-candidate=A=main"), "each needs its own name"),
        (
            ("--hydra-base=nowhere", "hydra.toml"),
            "the base of the race: no branch, tag or commit is named 'nowhere' (set [race] base in",
        ),
        (("--hydra-jobs=0", "hydra.toml"), "argument --hydra-jobs: must be at least 1, not 0"),
    ],
)
def test_bad_options_are_told_in_a_line(
    race: RaceProject, arguments: tuple[str, ...], told: str
) -> None:
    done = race.run("--hydra", *arguments)
    assert done.returncode == 4, done.stdout
    assert told in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_bad_candidate_does_not_stop_the_others(race: RaceProject) -> None:
    race.candidates("good", "absent")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == [("good", "mergeable"), ("absent", "unproven")]
    assert "source (unproven): no branch, tag or commit is named" in done.stdout
    assert re.search(r"\d+ unproven", done.stdout.splitlines()[-1])


def test_a_tool_that_is_missing_is_an_error_and_blocks_nobody(race: RaceProject) -> None:
    race.candidates("good", more='\n[[scoring.dimensions]]\nname = "size"\ncommand = "no-tool"\n')
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1
    assert race.ranking() == [("good", "mergeable")]
    assert "ERROR hydra.toml::good::size - ungraded: size cannot be judged" in done.stdout
    assert race.report()["verdict"] == "error"


def test_own_dimensions_are_scored_by_what_their_commands_print(race: RaceProject) -> None:
    own = """
[[scoring.dimensions]]
name = "size"
command = "echo size: $(wc -l < shop.py)"
score = "regex"
pattern = 'size: (\\d+)'
gate = 5
"""
    race.candidates("good", "reformat", more=own)
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    scores = {
        ranking["agent"]: ranking["breakdown"]["size"] for ranking in race.report()["rankings"]
    }
    assert scores == {"good": 7, "reformat": 100}


def test_a_plugins_dimension_sees_what_was_run_also_in_its_own_item(race: RaceProject) -> None:
    race.candidates("good", more='\n[[scoring.dimensions]]\nname = "ran"\ngate = true\n')
    (race.path / "ran.py").write_text(
        """
def pytest_hydra_dimensions():
    return {"ran": measure}

def measure(subject):
    return subject.scored(50 * len(subject.record.runs.keys() & {"tests", "lint"}))
"""
    )
    refused = race.run("--hydra", "hydra.toml::good::ran")
    assert "no plugin provides 'ran' (no conftest.py is loaded: name it with -p)" in refused.stderr
    done = race.run("--hydra", "hydra.toml::good::ran", "-v", "-pran")
    assert "hydra.toml::good::ran PASSED" in done.stdout, done.stdout


def test_inside_of_a_check_nothing_of_ours_is_started(race: RaceProject) -> None:
    done = race.run("--hydra", "--hydra-jobs=2", PYTEST_HYDRA_INSIDE="1")
    assert done.returncode == 1
    assert "1 failed, 2 passed" in done.stdout
    assert not (race.path / ".hydra").exists()
