"""Run the tests of a task once the bot has ended, and read their rewards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Secrets
from pytest_hydra.plugins.boxes.untrusted_files import UnreadableError
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode
from pytest_hydra.plugins.harbor.reward_files import read_rewards, read_tests
from pytest_hydra.plugins.harbor.task_file import filled
from pytest_hydra.plugins.harbor.task_root import LOGS, TaskRoot

_TESTS, _SOLUTION = "/tests", "/solution"
_SEEN = 4000
_SOLVING = 1800.0


def verified(root: TaskRoot, mode: VerifierMode) -> dict[str, Any]:
    """The record of a task: its rewards, or why they are unknown, and how it came about."""
    found: dict[str, Any] = {"rewards": {}, "unknown": None, "verifier": mode, "why": ""}
    found |= {"output": "", "tests": None}
    if mode == "fresh" and root.folder == "/":
        found |= {"verifier": "shared", "why": "the task has no working folder"}
    try:
        found |= _rewards(root, is_fresh=found["verifier"] == "fresh")
    except HydraError as error:
        found["unknown"] = str(error)
    except OSError as error:
        found["unknown"] = f"the verifier cannot run: {error.strerror or error}"
    return found


def solve(root: TaskRoot) -> None:
    """Run the task's own solution as its bot. Raises HydraError if it fails."""
    given = root.task.model
    ended, output = root.finish(
        root.agent.runs(["/bin/sh", "-c", f"exec {_SOLUTION}/solve.sh"]),
        root.laid,
        variables=root.variables(filled(given.solution.env, "solution.env")),
        binds={_SOLUTION: root.copied("solution", "solve.sh")},
        network=root.task.has_network(given.agent),
        seconds=given.agent.timeout_sec or _SOLVING,
    )
    root.clear(_SOLUTION)
    if ended != 0:
        how = "took too long" if ended is None else f"ended with {ended}"
        raise HydraError(f"the solution {how}: {output.strip().rpartition(chr(10))[2]}")


def _rewards(root: TaskRoot, *, is_fresh: bool) -> dict[str, Any]:
    verifier = root.task.model.verifier
    env = filled(verifier.env, "verifier.env")
    logs = root.place / "verifier"
    logs.mkdir()
    if root.tester.uid:
        os.chown(logs, root.tester.uid, root.tester.gid)
    binds: dict[str, str | Path] = {}
    laid = root.laid
    if is_fresh:
        laid = root.fresh()
        nothing = root.place / "nothing"
        nothing.mkdir()
        # A working folder that is gone is gone for the tests too.
        binds[root.folder] = nothing
        for path in (root.folder, f"{LOGS}/agent", f"{LOGS}/artifacts", *root.task.artifacts):
            binds |= dict(root.left(path))
    else:
        for path in (_TESTS, f"{LOGS}/verifier"):
            root.clear(path)
    binds |= {f"{LOGS}/verifier": logs, _TESTS: root.copied("tests", "test.sh")}
    ended, output = root.finish(
        root.tester.runs(["/bin/sh", "-c", f"exec {_TESTS}/test.sh"]),
        laid,
        variables=root.variables({"HOME": root.tester.home}, env),
        binds=binds,
        network=root.task.has_network(verifier),
        seconds=verifier.timeout_sec,
    )
    secrets = Secrets([(text, f"${name}") for name, text in env.items() if text])
    found: dict[str, Any] = {"output": secrets.scrub(output)[-_SEEN:], "tests": read_tests(logs)}
    if ended is None:
        return {**found, "unknown": f"the verifier took longer than {verifier.timeout_sec:g} s"}
    try:
        return {**found, "rewards": read_rewards(logs)}
    except UnreadableError as error:
        return {**found, "unknown": str(error)}
