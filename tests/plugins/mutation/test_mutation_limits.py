"""Limits of the command that limit nothing."""

from __future__ import annotations

import pytest

from pytest_hydra.__main__ import main


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("audit mutations latest --min 101", "argument --min: must be from 1 to 100, not 101"),
        ("audit mutations latest --min -5", "argument --min: must be from 1 to 100, not -5"),
        ("audit mutations latest --min 0.8", "not 0.8; did you mean 80?"),
        ("audit mutations latest --min all", "argument --min: invalid limit value: 'all'"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(
    command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
