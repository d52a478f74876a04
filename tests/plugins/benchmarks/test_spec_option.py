"""The option for the specification of a benchmark."""

from __future__ import annotations

from tests.conftest import Project
from tests.plugin.test_hostile_files import LONG


def test_what_can_be_the_name_of_no_file_is_not_found(plain_project: Project) -> None:
    result = plain_project.run_apart("--hydra", "--hydra-spec", LONG)
    assert result.ret == 4
    assert "--hydra-spec: there is no file 'xxx" in result.stderr.str()
    assert "INTERNALERROR" not in result.stderr.str()
