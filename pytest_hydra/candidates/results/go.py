"""The lines of ``go test -json``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.cases import Case, Read

_ENDS: dict[str, Outcome] = {"pass": "passed", "fail": "failed", "skip": "skipped"}
# Before Go 1.24 this is said in plain words alone, between the lines of JSON.
_UNBUILT = re.compile(r"^FAIL\t(?P<package>\S+) \[(?:build|setup) failed\]$")


def read(data: bytes, roots: Sequence[str] = ()) -> Read:  # noqa: ARG001 - it names no files
    """The tests in what was printed; an id is ``PACKAGE::TEST``.

    A test that began and did not end, and a package that failed while none of its tests did (it
    could not be compiled, or ended by itself), are errors. Lines of anything else are passed over.
    """
    tests: dict[tuple[str, str], Outcome | None] = {}
    packages: dict[str, Outcome | None] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        unbuilt = _UNBUILT.match(line)
        if unbuilt is not None:
            packages[unbuilt["package"]] = "failed"
            continue
        event = _event(line)
        if event is None:
            continue
        package, test, action = event["Package"], event.get("Test"), event["Action"]
        if isinstance(test, str) and test:
            # -count and -race may run it again: one failure is a failure.
            if action in _ENDS and tests.get((package, test)) != "failed":
                tests[package, test] = _ENDS[action]
            elif action == "run":
                tests.setdefault((package, test), None)
            packages.setdefault(package, None)
        elif action in _ENDS:
            packages[package] = _ENDS[action]
        elif action == "start":
            packages.setdefault(package, None)
    cases = [Case(f"{place}::{name}", end or "error") for (place, name), end in tests.items()]
    unended = sorted(package for package, end in packages.items() if end is None)
    problems = [f"the package {package} began and did not end" for package in unended[:3]]
    told = {package for (package, _), end in tests.items() if end in ("failed", None)}
    cases += [
        Case(package, "error")
        for package, end in packages.items()
        if end == "failed" and package not in told
    ]
    return Read(tuple(cases), tuple(problems))


def _event(line: str) -> dict[str, Any] | None:
    if not line.startswith("{"):
        return None
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict):
        return None
    told = isinstance(event.get("Action"), str) and isinstance(event.get("Package"), str)
    return event if told else None
