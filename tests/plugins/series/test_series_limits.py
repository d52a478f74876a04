"""Limits of the command that limit nothing."""

from __future__ import annotations

import pytest

from pytest_hydra.__main__ import main


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("series --jobs 0", "argument --jobs: must be at least 1, not 0"),
        ("series --jobs two", "argument --jobs: invalid count value: 'two'"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(
    command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
