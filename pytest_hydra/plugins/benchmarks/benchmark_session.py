"""The benchmarks in one pytest process: their rubrics, exhibits and grades."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.text import counted
from pytest_hydra.plugins.benchmarks.rubric import rubric_name, rubric_of
from pytest_hydra.plugins.judges.exhibits import Exhibit, find_spec, gather
from pytest_hydra.plugins.judges.grades import Grading
from pytest_hydra.plugins.judges.grading import select
from pytest_hydra.plugins.judges.judge_settings import Category
from pytest_hydra.plugins.judges.judging_session import ADVICE, JudgingSession
from pytest_hydra.plugins.judges.prompt import archived_question
from pytest_hydra.record.wire import from_plain


class BenchmarkSession:
    """Grades benchmarks by the session's judge.

    ``spec`` is the spec of all benchmarks; with None each has its own.
    """

    def __init__(self, judging: JudgingSession, spec: Path | None) -> None:
        self.judging = judging
        self._spec = spec
        self._rubrics: dict[str | None, tuple[Category, ...]] = {}
        self._exhibits: dict[Path, Mapping[str, Exhibit]] = {}
        self._lock = threading.Lock()

    def rubric(self, folder: Path) -> tuple[Category, ...]:
        """The categories of a benchmark folder. Raises InputError."""
        name = rubric_name(self.judging.settings, folder)
        if name not in self._rubrics:
            self._rubrics[name] = rubric_of(self.judging.settings, name)
        return self._rubrics[name]

    def grade(self, folder: Path, name: str, category: Category) -> Grading:
        """Ask the judge about a category; in a replay take the recorded answers."""
        if self.judging.replayed is not None:
            return self._recorded_grading(folder, name, category)
        return self.judging.judge_category(category, self.exhibits(folder, name))

    def health(
        self, folder: Path, name: str, graded: Sequence[tuple[Category, Grading]]
    ) -> list[dict[str, int]]:
        """Ask again in the same and in reverse order of categories, and count what changes.

        Empty unless the settings enable it and a judge gave scores; in a replay, the recorded one.
        """
        if self.judging.replayed is not None:
            records = self.judging.replayed.records("judging")
            rows = (record["result"]["details"] for record in records)
            own = (row for row in rows if row["path"] == name)
            return next((row["health"] for row in own if "health" in row), [])
        graded = [pair for pair in graded if pair[1].score is not None and not pair[1].mock]
        if not self.judging.settings.table("judging").health or not graded:
            return []
        judging, exhibits = self.judging, self.exhibits(folder, name)
        first = judging.settings.table("judging").samples + 1
        health = []
        for number, order in enumerate((graded, graded[::-1]), start=first):
            counts = {"scores": 0, "changed": 0, "flips": 0, "ungraded": 0}
            for category, before in order:
                after = judging.judge_category(category, exhibits, [number])
                _count_change(counts, category, before.score, after.score, judging.threshold)
            health.append(counts)
        return health

    def questions(
        self, folder: Path, name: str, graded: Iterable[tuple[Category, Grading]]
    ) -> list[dict[str, Any]]:
        """The questions about these categories for the run folder; none in a replay."""
        return [
            archived_question(category, select(category, exhibits)[0], grading.prompt_digest)
            for category, grading in graded
            if grading.prompt_digest is not None and self.judging.replayed is None
            for exhibits in (self.exhibits(folder, name),)
        ]

    def spec_of(self, folder: Path) -> Path | None:
        """The file of a folder's spec; None for its own."""
        spec = self.judging.settings.table("judging").spec
        setting = None if spec is None else self.judging.settings.root / spec
        return find_spec(folder, self._spec, setting)

    def exhibits(self, folder: Path, benchmark: str) -> Mapping[str, Exhibit]:
        """What the judge is shown of a folder, read once. Raises InputError."""
        with self._lock:
            if folder not in self._exhibits:
                spec = self.spec_of(folder)
                rubric, keys = self.rubric(folder), self.judging.settings.table("judging").log
                names = [name.removesuffix("?") for each in rubric for name in each.exhibits]
                self._exhibits[folder] = gather(
                    folder, names, spec=spec, label=benchmark, keys=keys
                )
            return self._exhibits[folder]

    def _recorded_grading(self, folder: Path, benchmark: str, category: Category) -> Grading:
        """The grading that the replayed run recorded, if the question is still the same."""
        assert self.judging.replayed is not None  # noqa: S101 - called in a replay only
        run = self.judging.replayed.run_id
        record = self._recordings.get((benchmark, category.name))
        if record is None:
            problem = f"run {run} has no judgment of {benchmark}: {category.name}"
            return Grading(category=category.name, judge=self.judging.judge_name, problem=problem)
        exhibits = self.exhibits(folder, benchmark)
        grading = self.judging.if_unchanged(from_plain(Grading, record), category, exhibits)
        samples = self.judging.settings.table("judging").samples
        answers = [answer for own in grading.by_judge.values() for answer in own[:samples]]
        for own in grading.by_judge.values():
            if len(own) < samples and own[-1].judgment is not None:
                count = counted(len(own), "sample")
                problem = f"run {run} has only {count} instead of {samples}; {ADVICE}"
                return Grading(category=category.name, judge=grading.judge, problem=problem)
        return replace(grading, answers=tuple(answers))

    @cached_property
    def _recordings(self) -> dict[tuple[str, str], Any]:
        assert self.judging.replayed is not None  # noqa: S101 - called in a replay only
        return {
            (record["result"]["details"]["path"], grading["category"]): grading
            for record in self.judging.replayed.records("judging")
            for grading in record["gradings"]
        }


def _count_change(
    counts: dict[str, int], category: Category, old: Exact | None, new: Exact | None, least: Exact
) -> None:
    """Count a changed score and verdict, by the category's minimum, else by the threshold."""
    if old is None or new is None:
        counts["ungraded"] += 1
        return
    least = least if category.min is None else exact(category.min)
    counts["scores"] += 1
    counts["changed"] += old != new
    counts["flips"] += (old < least) != (new < least)
