"""Whether a race can be trusted: what it makes of two candidates whose worth is known.

One breaks all of the product's code, and must not pass the base's tests. The other is the base
itself, and must gain nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import splitext

from pytest_hydra.candidates.compare.comparison import PASSING
from pytest_hydra.candidates.compare.suite import counts_as_test
from pytest_hydra.candidates.decide.decisions import Audit, KnownBad, TestsResult
from pytest_hydra.candidates.decide.dimensions import passes
from pytest_hydra.candidates.decide.steps import listed
from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import CandidateRecord, CommandRun
from pytest_hydra.core.text import counted
from pytest_hydra.settings.policy import Policy

_WORDS = "broken on purpose, so that tests fail"
_SCRIPT = f'throw new Error("{_WORDS}");\n'.encode()
_BROKEN: Mapping[str, bytes] = {
    ".py": f'raise RuntimeError("{_WORDS}")\n'.encode(),
    **dict.fromkeys((".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"), _SCRIPT),
}
# What says how things are built and run: tests that fail for it have not shown what they test.
_NO_PRODUCT = ("setup.py", "*.config.*", ".*rc.*", "*.d.ts")


def broken(path: str, command: str, policy: Policy) -> bytes | None:
    """What a file of the base is in the known-bad candidate; None where it stays as it is.

    Broken is product code in languages that need no compiler, as far as ``command``, by which the
    tests are run, does not name the file itself.
    """
    content = _BROKEN.get(splitext(path)[1])
    if content is None or path in command or matches(path, _NO_PRODUCT):
        return None
    return None if counts_as_test(path, policy) else content


def failures_to_see(base: CommandRun | None) -> int | None:
    """How many tests have to fail before one is sure to be lost; None where none can be seen."""
    tests = None if base is None else base.tests
    if base is None or base.status != "done" or tests is None:
        return None
    if tests.problems or tests.modules:
        return None  # they are doubted as it is
    if tests.evidence == "exit":
        return 1 if base.exit == 0 else None
    passed, of = passes(tests)
    return 1 + of - passed if passed else None


def audit(bad: CandidateRecord | None, base: CandidateRecord, null: TestsResult | None) -> Audit:
    """What a race made of the two. ``null`` is what became of the base's tests in the base."""
    known_bad = "not tried" if bad is None else _verdict(bad, base)
    problems = []
    if known_bad == "passed":
        problems.append(
            "the base's tests pass as well where every file of the product is broken, so it is not "
            "known what they test: another copy, such as one that is installed?"
        )
    gained = _gains(null)
    if gained:
        problems.append(f"a candidate that changes nothing does not come out even: {gained}")
    return Audit(
        known_bad=known_bad,
        null="gains something" if gained else "gains nothing",
        problem="; ".join(problems) or None,
    )


def _verdict(bad: CandidateRecord, base: CandidateRecord) -> KnownBad:
    build, run, base_run = bad.runs.get("build"), bad.runs.get("tests"), base.runs.get("tests")
    if build is not None and build.status == "done" and not build.succeeded:
        return "blocked"
    if run is None or run.status == "broken" or base_run is None or base_run.tests is None:
        return "not tried"
    if run.tests is None or run.status == "timeout" or (run.exit != 0 and base_run.exit == 0):
        return "blocked"
    there, here = base_run.tests, run.tests
    if there.evidence == "ids":
        passed = (test for test, outcome in there.outcomes.items() if outcome in PASSING)
        lost = any(here.outcomes.get(test) not in PASSING for test in passed)
    else:
        # What is known by an exit code alone has been told by it.
        lost = there.evidence == "counts" and passes(here)[0] < passes(there)[0]
    return "blocked" if lost else "passed"


def _gains(null: TestsResult | None) -> str:
    """What the base would gain or lose against itself, in words."""
    kinds = ("lost", "fixed", "added", "dropped", "disputed")
    found = {} if null is None else {kind: getattr(null, kind) for kind in kinds}
    return "; ".join(
        f"{counted(len(ids), 'test', 'tests')} {kind}: {listed(ids)}"
        for kind, ids in found.items()
        if ids
    )
