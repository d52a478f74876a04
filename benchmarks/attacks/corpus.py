"""All candidates, and what the rows are that they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.attacks.candidate import Candidate
from benchmarks.attacks.rows import (
    answers,
    endings,
    hooks,
    hosts,
    levers,
    patches,
    places,
    suite,
    tools,
)

CANDIDATES: Sequence[Candidate] = (
    *hooks.CANDIDATES,
    *patches.CANDIDATES,
    *endings.CANDIDATES,
    *answers.CANDIDATES,
    *levers.CANDIDATES,
    *places.CANDIDATES,
    *suite.CANDIDATES,
    *tools.CANDIDATES,
    *hosts.CANDIDATES,
)

ROWS: Mapping[int, str] = {
    1: "hooks rewrite reports",
    2: "hooks call no test",
    3: "hooks drop tests from the collection",
    4: "blanket skips and xfails",
    5: "files and classes that are not collected",
    6: "configuration that deselects",
    7: "the end of the session is rewritten",
    8: "product code patches reports",
    9: "product code patches how tests are called",
    10: "the process is ended at once",
    11: "a summary is made up",
    12: "the run is stopped with status 0",
    13: "product code skips the test",
    14: "a value that equals all",
    15: "the tests' inputs are known by heart",
    16: "code that looks whether it is tested",
    17: "a module of the runner's name",
    18: "a plugin by an entry point",
    19: "files that the interpreter loads at its start",
    20: "a process that stays",
    21: "tests deleted or renamed",
    22: "tests as padding",
    23: "assertions weakened",
    24: "assertions swallowed",
    25: "expected texts re-recorded",
    26: "a test that mocks what it tests",
    27: "fixtures, helpers and data edited",
    28: "something stands where a test belongs",
    29: "the command of the tests is another",
    30: "a program of the runner's name",
    31: "the linter is silenced",
    32: "the build does nothing",
    33: "attributes hide lines",
    34: "files hidden from git",
    35: "formatting hides a change",
    36: "moves and copies",
    37: "code called generated",
    38: "characters that are not seen",
    39: "dependencies, install scripts, the network",
    40: "the answer is read from history, or from others",
    41: "git runs programs",
    42: "clocks patched",
    43: "policy of the candidate's own",
    44: "paths that lead elsewhere",
    45: "time, memory, processes, output",
    46: "escapes in what is shown",
    47: "levers of the interpreter",
}
"""What is attempted, by row."""
