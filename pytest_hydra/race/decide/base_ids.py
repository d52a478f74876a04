"""Tests of a run under their ids on the base."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from pytest_hydra.race.decide.measure import PASSING, Results, function_of
from pytest_hydra.results.outcomes import Outcome

# Parts of a test function's id that may differ in each run.
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")
# A file and line, as in the ids of some tests.
_LINE = re.compile(r"([\w.-]+):\d+")


class BaseIds:
    """Matches the tests of a run with those of the base.

    ``unstable`` are tests whose ids differ in each run, ``file_names`` the names of changed files.
    """

    def __init__(self, base: Results, unstable: Set[str], file_names: Set[str]) -> None:
        self._base, self._unstable, self._file_names = base, unstable, file_names

    def outcomes(
        self, outcomes: Mapping[str, Outcome], examples: Mapping[str, tuple[str, ...]]
    ) -> dict[str, Outcome]:
        """The outcomes of a run by the tests' ids on the base."""
        return with_base_ids(outcomes, self.stand_ins(outcomes, examples))

    def stand_ins(
        self, outcomes: Mapping[str, Outcome], examples: Mapping[str, tuple[str, ...]]
    ) -> dict[str, str]:
        """The ids in a run of tests that have another id on the base, by their id on the base.

        Documentation tests match by the text of their examples. Ids with a line of a changed file
        match without the line. Ids that differ in each run match by their function, one to one;
        tests that do not pass are matched first with tests that passed on the base.
        """
        base, texts = self._base.outcomes, self._base.tests.examples
        # Ids that belong to another example now, as ids with a line may.
        strangers = {test for test in texts if not begins_with(examples.get(test), texts[test])}
        by_key: dict[object, list[str]] = {}
        for test in sorted(
            (outcomes.keys() - base) | (outcomes.keys() & strangers),
            key=lambda name: (outcomes[name] not in PASSING, name),
        ):
            key = examples.get(test) or self._without_line(test) or _stable_id(test)
            by_key.setdefault(key, []).append(test)
        stand_ins = {}
        for test in sorted(
            (base.keys() - outcomes) | (base.keys() & strangers),
            key=lambda name: (base[name] not in PASSING, name),
        ):
            base_key = texts.get(test) or self._without_line(test)
            if (base_key or test in self._unstable) and by_key.get(base_key or _stable_id(test)):
                stand_ins[test] = by_key[base_key or _stable_id(test)].pop()
        return stand_ins

    def _without_line(self, test: str) -> str | None:
        """An id without the lines of changed files, which may have moved; None if it has none."""
        key = _LINE.sub(lambda match: match[1 if match[1] in self._file_names else 0], test)
        return None if key == test else key


def with_base_ids(
    outcomes: Mapping[str, Outcome], stand_ins: Mapping[str, str]
) -> dict[str, Outcome]:
    """The outcomes with tests under their ids on the base, from `BaseIds.stand_ins`."""
    renames = {test: outcomes[stand_in] for test, stand_in in stand_ins.items()}
    sources = {*stand_ins.values()}
    return {test: entry for test, entry in outcomes.items() if test not in sources} | renames


def begins_with(examples: tuple[str, ...] | None, first: tuple[str, ...]) -> bool:
    """Whether the examples begin with ``first``, or are not known."""
    return examples is None or examples[: len(first)] == first


def _stable_id(test: str) -> str:
    """The part of a test's id that is the same in all runs."""
    return _NUMBERS.sub("", function_of(test))
