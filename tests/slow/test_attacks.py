"""The corpus of attacks: that all of it can be laid out, and that a sample gets its verdicts."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.attacks.candidate import SYMLINK, Candidate, Level
from benchmarks.attacks.corpus import CANDIDATES, ROWS
from benchmarks.attacks.projects import PROJECTS
from benchmarks.attacks.racing import candidate_tree, race
from benchmarks.attacks.summary import by_layer, by_row, results_of, unexpected
from tools.environments import make_environment

SAMPLE = ("r01-hookwrapper", "r12-pytest_exit", "r43-waiver", "r21-twin-file_renamed")
# Their source is in an encoding of its own, or none that Python reads.
CODED = ("codec", "rot13_source", "source_too_deep", "source_with_a_nul")


def test_each_row_has_an_attack_and_names_are_given_once() -> None:
    attacked = {candidate.row for candidate in CANDIDATES if not candidate.honest}
    assert attacked == set(ROWS)
    assert max(Counter(candidate.agent for candidate in CANDIDATES).values()) == 1


@pytest.mark.parametrize("name", PROJECTS)
def test_all_candidates_fit_their_base_and_are_python(name: str) -> None:
    project = PROJECTS[name]
    base = project.files()
    for candidate in CANDIDATES:
        if candidate.project != name or candidate.kind == "patch":
            continue
        files = candidate_tree(project, candidate, Path("/outside"))
        assert files != base, candidate.agent
        for path, (mode, content) in files.items():
            if path.endswith(".py") and mode != SYMLINK and candidate.name not in CODED:
                ast.parse(content, f"{candidate.agent}:{path}")


def test_twins_are_let_through_by_what_is_demanded_of_them() -> None:
    assert all(candidate.level <= Level.UNPROVEN for candidate in CANDIDATES if candidate.honest)
    assert all(candidate.level > Level.PASSED for candidate in CANDIDATES if not candidate.honest)


def test_a_sample_is_raced_and_gets_its_verdicts(tmp_path: Path) -> None:
    chosen: list[Candidate] = [candidate for candidate in CANDIDATES if candidate.agent in SAMPLE]
    assert len(chosen) == len(SAMPLE)
    python = make_environment(tmp_path / "environment")
    raced = race(tmp_path / "race", "till", chosen, python=python, jobs=None, mode="none")
    results = results_of(raced, chosen)
    assert list(unexpected(results)) == []
    fooled = {result.candidate.agent for result in results if result.by_exit_code}
    # Who believes the exit code of a candidate's own tests takes most attacks for the fix.
    assert {"r01-hookwrapper", "r12-pytest_exit"} <= fooled
    assert list(by_row(results))[-1] == "| | together | 3 of 3 | 1 of 1 |"
    layers = list(by_layer(results))
    assert layers[-1] == "| all | 0 of 3 | 0 of 1 |"
    assert "| V | 1 of 3 | 0 of 1 |" in layers
