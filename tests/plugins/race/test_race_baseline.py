from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project
from tests.plugins.baseline.test_baseline import WORSE, begin, commit, ends, git

RACE = """
[scoring.commands]
build = "test ! -f broken"
[race]
require = "all"
[[race.candidates]]
agent = "ada"
ref = "ada"
[[race.candidates]]
agent = "bob"
ref = "bob"
"""


def test_a_failed_race_is_forgiven_only_if_it_failed_before(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    with (project.path / "hydra.toml").open("a") as file:
        file.write(RACE)
    commit(project)
    for agent, name in (("ada", "broken"), ("bob", "notes")):
        git(project, "switch", "--quiet", "--create", agent, "main")
        project.write(name, "\n")
        commit(project)
    git(project, "switch", "--quiet", "main")
    unforgiven = "1 failure that nothing forgives (--hydra-fail-on "
    # The baseline has no race.
    ends(project, 1, f"{unforgiven}worse", *WORSE, "hydra.toml")
    ends(project, 1, "1 failed; 1 other failure (--hydra-fail-on any)", "--hydra-fail-on=any")
    ends(project, 0, "2 failures forgiven", "--hydra-fail-on=never")
    assert main(["bless", "latest", "race.json"]) == 0
    race = "--hydra-baseline=race.json"
    ends(project, 0, "nothing is worse, 2 failures forgiven", race, "--hydra-fail-on=worse")
    ends(
        project,
        1,
        "1 other failure (--hydra-fail-on any)",
        race,
        "--hydra-fail-on=any",
        "hydra.toml",
    )
    # Without paths a session with a candidate is of the race alone.
    ends(project, 0, "nothing is worse", race, "--hydra-fail-on=worse", "--hydra-candidate=c=bob")
