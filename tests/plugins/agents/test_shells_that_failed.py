from __future__ import annotations

import pytest

from pytest_hydra.scenarios.answers import read_reply


@pytest.mark.parametrize(
    ("result", "fails"),
    [
        ({"exit_code": 1, "stdout": "5 failed"}, True),
        ({"exitCode": 0, "stdout": "5 passed"}, False),
        ({"output": "5 failed", "metadata": {"exit_code": 2}}, True),
        ("5 failed\n<exited with exit code 1>", True),
        ("5 passed\n<exited with exit code 0>", False),
        ("Output: 5 failed\nExit Code: 1\nBackground PIDs: (none)", True),
        ("Command exited with code: 1", True),
        ("<returncode>1</returncode>\n<output>5 failed</output>", True),
        ("5 failed\n[The command completed with exit code 1.]", True),
        ("Process exited with code 0\nOutput:\nExit code: 1", False),
        ("exec command rejected by user", True),
        ("a test of exit code: 1", False),
        ("web-1 exited with code 1", False),
    ],
)
def test_the_result_of_a_shell_says_that_its_command_failed(result: object, fails: bool) -> None:
    call = {"function": "bash", "params": {"command": "npm test"}, "result": result}
    (made,) = read_reply({"text": "Done.", "calls": [call]}).calls
    assert (made.error is not None) is fails
    # What other tools have in their results is their own.
    (other,) = read_reply({"text": "Done.", "calls": [{**call, "function": "get"}]}).calls
    assert other.error is None
