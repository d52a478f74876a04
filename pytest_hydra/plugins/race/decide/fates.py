"""The fate of each test with a candidate: one pure function of its outcomes in several runs.

Outcomes are letters: ``P`` passed, ``F`` failed, ``S`` skipped or expected to fail, ``-`` no result
although the run is complete or its file cannot be collected. ``?`` is unknown: there is no such
run, it is incomplete, or the candidate's version cannot be collected. ``=`` is for tests that the
candidate did not touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, Literal, NamedTuple, cast, get_args

from pytest_hydra.core.path_patterns import id_matches, matches
from pytest_hydra.plugins.race.decide.measure import (
    PASSING,
    RunResults,
    file_of,
    function_of,
    merged_run,
    name_of,
    results_of,
    uncollected,
    why_unknown,
)
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import ACCEPTANCE, CandidateRecord
from pytest_hydra.plugins.race.roles import TEST_CONFIGURATION, counts_as_test, sides
from pytest_hydra.plugins.results.outcomes import Outcome, TestRun

Fate = Literal[
    "kept",
    "lost",
    "silenced",
    "gone",
    "disputed",
    "unstable",
    "flaky",
    "fixed",
    "failing",
    "idle",
    "new",
    "padding",
    "broken",
]
FATES: Final[tuple[Fate, ...]] = get_args(Fate)

# The first row that fits counts. The columns: the base (B), the base's tests on the candidate's
# code (V), the candidate's version of the tests there (O), the same on the base's code (N), and a
# condition. An asterisk is any outcome. docs/candidates.md has the same table.
_TABLE = [
    tuple(line.split())
    for line in """
        P   P    =PF?  *     mixed  disputed
        P   P    =P?   *     -      kept
        P   P    F     *     -      disputed
        P   FS-  *     *     rerun  unstable
        P   FS-  P     FS-?  -      disputed
        P   -    =     *     mixed  disputed
        P   FS-  -P    *     next   disputed
        P   FS-  *     *     -      lost
        PF  P    S     *     -      silenced
        PF  P    -     *     -      gone
        F   FS-  S-    *     -      silenced
        F   P    =P?   *     -      fixed
        F   PFS- =PF?  *     -      failing
        S   P    *     *     -      fixed
        S   F    P     FS-   -      fixed
        S   F    *     *     -      failing
        S   S-   *     *     -      idle
    """.strip().splitlines()
]
# Tests that only the candidate has, by its version on its code and on the base's.
_NEW_TABLE = [("P", "FS-", "new"), ("P", "P?", "padding"), ("F", "*", "broken"), ("S", "*", "idle")]

_LETTERS: Final[Mapping[Outcome, str]] = {
    "passed": "P",
    "xpassed": "P",
    "failed": "F",
    "error": "F",
    "skipped": "S",
    "xfailed": "S",
}


@cache
def fate(  # noqa: PLR0913 - a row of the table
    base: str,
    v: str,
    own: str,
    new: str,
    *,
    reruns: str = "",
    mixed: bool = False,
    succeeded: bool = False,
) -> Fate:
    """The fate of a test of the base.

    ``base`` are its outcomes in all runs of the base, ``reruns`` those in further runs of V.
    ``mixed``: its file has product code too, and the candidate may have changed the test's text.
    ``succeeded``: the candidate has a new or changed test in its file, or of its name, that passes
    on the candidate's code and not on the base's.
    """
    if set(base) != {base[0]}:
        return "flaky"
    holds = {"-": True, "mixed": mixed, "next": succeeded, "rerun": "P" in reruns}
    return cast(
        "Fate",
        next(
            result
            for *outcomes, condition, result in _TABLE
            if holds[condition] and _fits(outcomes, (base[0], v, own, new))
        ),
    )


@cache
def fate_of_new(own: str, new: str) -> Fate:
    """The fate of a test that only the candidate has."""
    return cast("Fate", next(row[2] for row in _NEW_TABLE if _fits(row[:2], (own, new))))


def _fits(row: Iterable[str], outcomes: Iterable[str]) -> bool:
    pairs = zip(row, outcomes, strict=True)
    return all(letters == "*" or letter in letters for letters, letter in pairs)


class Entry(NamedTuple):
    """The fate of one test, with its outcomes on the base (empty if it lacks it), in V and in O."""

    fate: Fate
    before: str
    v: str = "-"
    own: str = "="


class AfterMerge(NamedTuple):
    """What is wrong with the tests as they are after the merge, and was not on the base.

    The ids of tests that fail, and of those that pass in V and are skipped or not run; files and
    packages that cannot be collected; and whether no test can be run at all.
    """

    failing: tuple[str, ...]
    silent: tuple[str, ...]
    uncollected: tuple[str, ...]
    nothing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fates:
    """The fate of each test, by its id on the base, and what follows from the fates.

    ``own_problem`` is why the run of the candidate's own tests shows less than all of them, and
    ``own_runs_nothing`` whether the runner reports that none could be run.
    ``own_uncollected`` and ``uncollected`` are files and packages that cannot be collected in the
    candidate's version, or in the base's on its code, although the base's run has them. ``merged``
    is what is wrong after the merge; None if that was not run.
    """

    entries: Mapping[str, Entry]
    own_problem: str | None = None
    own_runs_nothing: bool = False
    own_uncollected: frozenset[str] = frozenset()
    uncollected: frozenset[str] = frozenset()
    merged: AfterMerge | None = None

    def of(self, *fates: Fate) -> list[str]:
        """The ids of the tests with one of these fates, sorted."""
        return sorted(test for test, entry in self.entries.items() if entry.fate in fates)

    @property
    def regression(self) -> list[str]:
        """The tests that passed on the base and are lost or silenced."""
        return [test for test in self.of("lost", "silenced") if self.entries[test].before == "P"]

    @property
    def absent(self) -> set[str]:
        """The disputed tests that no run of the candidate has: their ids may vary."""
        entries = self.entries
        return {test for test in self.of("disputed") if entries[test].v == entries[test].own == "-"}

    @property
    def unknown(self) -> list[str]:
        """The tests that may be gone: their result in the candidate's version is unknown."""
        ids = self.of("kept", "fixed", "failing")
        return [test for test in ids if self.entries[test].own == "?"]

    @property
    def net_gone(self) -> int:
        """The number of tests that are gone, less those that only the candidate has and pass."""
        return max(0, len(self.of("gone")) - len(self.of("new", "padding")))

    @property
    def base_passed(self) -> int:
        """The number of counted tests that passed on the base."""
        return sum(entry.before == "P" for entry in self._counted)

    def numbers(self, *, flaky_pass: bool | None = None) -> dict[str, int]:
        """The inputs of the score. ``flaky_pass``: count flaky tests, as passed or as lost."""
        extra = 0 if flaky_pass is None else len(self.of("flaky", "unstable"))
        new, counted = len(self.of("new")), len(self._counted)
        return {
            "base_passed": self.base_passed + extra,
            "base_total": counted + extra,
            "passed": len(self.of("kept", "fixed", "gone")) + new + (extra if flaky_pass else 0),
            "total": counted + new + extra,
            "regression": len(self.regression) + (0 if flaky_pass else extra),
            "net_gone": self.net_gone,
        }

    @property
    def mended(self) -> dict[str, int]:
        """How many tests failed on the base, and how many of these are fixed."""
        failed = [entry for entry in self.entries.values() if entry.before == "F"]
        fixed = sum(entry.fate == "fixed" for entry in failed)
        return {"fixed": fixed, "failed_before": len(failed)}

    @property
    def _counted(self) -> list[Entry]:
        left_out = ("flaky", "unstable", "idle")
        entries = self.entries.values()
        return [entry for entry in entries if entry.before and entry.fate not in left_out]


def fates_of(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Fates:
    """The fate of each test of the base, and of the candidate's new ones, which have ids.

    Renamed files, as git detects them, have the ids of their old path. Nothing else is matched.
    """
    runs = _Runs(record, base, policy)
    entries = {}
    for test in runs.base.outcomes:
        entry = runs.entry(test)
        if entry is not None:
            entries[test] = entry
    own, own_run = runs.own, record.runs.get("tests.own")
    for test in runs.own_outcomes.keys() - runs.base.outcomes.keys():
        letter = runs.own_outcomes[test]
        entries[test] = Entry(fate_of_new(letter, runs.new_letter(test)), "", own=letter)
    return Fates(
        entries=entries,
        own_problem=why_unknown(own_run),
        own_runs_nothing=own is not None and own.nothing,
        own_uncollected=frozenset() if own is None else own.uncollected - runs.base.uncollected,
        uncollected=runs.v.uncollected - runs.base.uncollected,
        merged=runs.after_merge(entries),
    )


class _Runs:
    """The runs of a candidate and of the base, with the tests by their ids on the base."""

    def __init__(self, record: CandidateRecord, base: CandidateRecord, policy: Policy) -> None:
        self._tests = policy.scoring.tests
        changes = record.source.changes
        self._old_paths = {
            change.path: change.old_path
            for change in changes
            if change.status == "renamed" and change.old_path is not None
        }
        self.base, self.v = RunResults(base.runs["tests"]), RunResults(record.runs["tests"])
        own_run = record.runs.get("tests.own")
        self.own, self._new = results_of(own_run), results_of(record.runs.get("tests.new"))
        self._merged = results_of(merged_run(record))
        self._v_outcomes = self._letters(self.v)
        self.own_outcomes, self._new_outcomes = map(self._letters, (self.own, self._new))
        self._by_examples = {
            text: self._v_outcomes[self._old_id(test, self.v.tests)]
            for test, text in self.v.tests.examples.items()
            if test in self.v.outcomes
        }
        self._reruns, self._base_reruns = map(_reruns, (record, base))
        before = {
            change.old_path or change.path: change.status
            for change in changes
            if change.status != "added"
        }
        self._changed = before
        self._touched = {path for path in before if counts_as_test(path, policy)}
        self._deleted = {path for path in self._touched if before[path] == "deleted"}
        # A helper or a configuration may affect any test, if all were run with it.
        base_files = {file_of(test, self.base.tests) for test in self.base.outcomes}
        is_support = not self._touched <= base_files
        is_support |= any(matches(path, TEST_CONFIGURATION) for path in sides(changes))
        call = own_run and (own_run.command, own_run.files)
        self._own_ran_all = call == (record.runs["tests"].command, ())
        self._all_touched = is_support and self._own_ran_all
        self._task = [results_of(side.runs.get(ACCEPTANCE)) for side in (record, base)]
        self._task_files = policy.task_files

    def entry(self, test: str) -> Entry | None:
        """The fate of a test of the base; None if it is left out."""
        file, examples = file_of(test, self.base.tests), self.base.tests.examples.get(test)
        v, new = self._v_outcomes.get(test, "-"), self.new_letter(test)
        own = self._own_letter(test, v, new)
        task = [entry for entry in self._task if entry is not None]
        if file is not None and file in self._task_files and len(task) == len(self._task):
            if task[0].outcomes.get(test) in PASSING:
                v, own = "P", "="
            elif not any(test in run.outcomes or run.cannot_collect(test, file) for run in task):
                return None  # the task removes it
        if examples == () and v == "-" and self._changed.get(file or "") == "deleted":
            return None  # a linter's report of a file that is gone
        mixed = file in self._changed and file not in self._touched
        text = self.v.tests.examples.get(test, ())
        if mixed and examples is not None and not _has_in_order(text, examples):
            # Examples may move with what they document, or have a line number as their id.
            v = self._by_examples.get(examples, v)
            mixed = examples not in self._by_examples
        else:
            mixed &= examples is None
        before = _LETTERS[self.base.outcomes[test]]
        runs = before + "".join(_outcomes(test, self._base_reruns, "" if v != "-" else "-"))
        reruns = "".join(_outcomes(test, self._reruns, ""))
        is_next = own in "-P" and not self._successors.isdisjoint((file, name_of(test)))
        result = fate(runs, v, own, new, reruns=reruns, mixed=mixed, succeeded=is_next)
        # Its id may be another one now.
        excused = ("lost", "disputed") if own == "-" else ()
        tests = self._tests
        if result in ("gone", "silenced", *excused) and id_matches(test, tests.removed_ok):
            return None
        if result in ("disputed", "silenced", *excused) and id_matches(
            test, self._tests.changed_ok
        ):
            # A failing test is not mended by being skipped.
            result = "kept" if before == "P" else fate(runs, v, "=", new)
        return Entry(result, before, v, own)

    @cached_property
    def _successors(self) -> set[str]:
        """The files and the names of new tests that pass, and do not on the base's code.

        And of changed ones, whose version on the base passes there.
        """
        new = {
            test
            for test, letter in self.own_outcomes.items()
            if letter == "P"
            and self.base.outcomes.get(test, "passed") in PASSING
            and self.new_letter(test) in ("F" if test in self.base.outcomes else "FS-")
        }
        files = {None if self.own is None else file_of(test, self.own.tests) for test in new}
        old = {self._old_paths.get(file, file) for file in files if file is not None}
        return {*old, *map(name_of, new)} - {""}

    def after_merge(self, entries: Mapping[str, Entry]) -> AfterMerge | None:
        """What is wrong after the merge; None if that is not known."""
        merged = self._merged
        if merged is None:
            return None
        letters = self._letters(merged)
        fail, hide = [], []
        for test, letter in letters.items():
            entry = entries.get(test)
            is_told = entry is not None and entry.fate in ("flaky", "unstable", "disputed")
            if letter == "F" and not is_told and (entry is None or entry.before != "F"):
                fail.append(test)
        for test, entry in entries.items():
            letter = letters.get(test, "-" if merged.is_complete else "?")
            is_meant = entry.own in "S-"
            if entry.before and entry.fate in ("kept", "fixed") and letter in "S-" and not is_meant:
                hide.append(test)
        uncollected = merged.uncollected - self.base.uncollected
        failing, silent, places = (tuple(sorted(ids)) for ids in (fail, hide, uncollected))
        return AfterMerge(failing, silent, places, merged.nothing)

    def new_letter(self, test: str) -> str:
        """The outcome in N."""
        new = self._new
        if test in self._new_outcomes or new is None:
            return self._new_outcomes.get(test, "?")
        # Perhaps a case whose id differs in each run.
        function = f"{function_of(test)}["
        if "[" in test and any(other.startswith(function) for other in self._new_outcomes):
            return "?"
        file = None if self.own is None else file_of(test, self.own.tests)
        return "-" if new.is_complete or new.cannot_collect(test, file or "") else "?"

    def _own_letter(self, test: str, v: str, new: str) -> str:
        """The outcome in O; ``v`` and ``new`` are those in V and N."""
        file, own = file_of(test, self.base.tests), self.own
        is_touched = bool(self._touched) if file is None else file in self._touched
        # A test that breaks on the new code, and on the old one with the candidate's tests, may
        # come from a file of these, by inheritance.
        may_inherit = v in "F-" and new == "F" and bool(self._touched) and self._own_ran_all
        if not (is_touched or may_inherit or self._all_touched):
            return "="
        if file in self._deleted:
            return "-"
        if own is None or test in self.own_outcomes:
            return self.own_outcomes.get(test, "?")
        place = next((new for new, old in self._old_paths.items() if old == file), file or "")
        return "?" if own.cannot_collect(test, place) or not own.is_complete else "-"

    def _letters(self, results: RunResults | None) -> dict[str, str]:
        if results is None:
            return {}
        return {
            self._old_id(test, results.tests): _LETTERS[outcome]
            for test, outcome in results.outcomes.items()
        }

    def _old_id(self, test: str, tests: TestRun) -> str:
        """The test's id before its file was renamed."""
        new = file_of(test, tests) or ""
        old = self._old_paths.get(new, new)
        for spelling in (str, _as_module):
            start = spelling(new)
            if test.startswith(start) and not test[len(start) :][:1].isalnum():
                return spelling(old) + test[len(start) :]
        return test


def _has_in_order(text: Iterable[str], examples: Iterable[str]) -> bool:
    """Whether a documentation test has these examples, perhaps among others."""
    rest = iter(text)
    return all(example in rest for example in examples)


def _as_module(file: str) -> str:
    return file.rpartition(".")[0].replace("/", ".")


def _outcomes(test: str, runs: Iterable[TestRun], missing: str) -> Iterable[str]:
    return (_LETTERS[run.outcomes[test]] if test in run.outcomes else missing for run in runs)


def _reruns(record: CandidateRecord) -> list[TestRun]:
    """The results of the reruns that can be trusted, and could collect what the first run could."""
    first = record.runs["tests"].tests
    known = frozenset() if first is None else uncollected(first)
    runs = (run.tests for step, run in record.runs.items() if step.startswith("tests.rerun."))
    return [
        run for run in runs if run is not None and not run.problems and uncollected(run) <= known
    ]
