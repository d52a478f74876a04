"""The option for candidates, outside of a repository."""

from __future__ import annotations

from tests.conftest import Project
from tests.plugin.test_hostile_files import LONG


def test_a_name_too_long_for_a_file_is_no_candidate(plain_project: Project) -> None:
    result = plain_project.run_apart("--hydra", "--hydra-candidate", f"a={LONG}")
    assert result.ret == 4
    assert "is not in a git repository" in result.stderr.str()
    assert "INTERNALERROR" not in result.stderr.str()
