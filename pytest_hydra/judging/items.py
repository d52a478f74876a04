"""Benchmark folders in pytest: an item for each category, and one for the overall score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.result import new_result
from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, ShortfallError
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.judging.grade.grades import (
    CategoryGrade,
    Grading,
    Overall,
    grade_overall,
    show_score,
)
from pytest_hydra.judging.grade.rubric import Category
from pytest_hydra.judging.grade.score_report import (
    HumanScore,
    agreement_entry,
    family_note,
    read_labels,
)
from pytest_hydra.judging.judging_session import JudgingSession
from pytest_hydra.record import wire
from pytest_hydra.record.wire import to_plain
from pytest_hydra.settings.judges import HIGHEST, OVERALL

JUDGING = pytest.StashKey[JudgingSession]()

# The JUnit XML property of an item that was graded by the mock.
MOCKED = ("hydra_judge", "MOCK")

# The most characters of a weakness.
_LONGEST = 400

Graded = tuple[Grading, CategoryGrade]

# How many items ahead judges are called: a session that is stopped pays for no more.
_LOOK_AHEAD = 16


class BenchmarkFile(pytest.File):
    """The event log of a benchmark folder, which represents the folder."""

    #: The number of items of the folder, deselected ones included; None before collection.
    item_count: int | None = None

    def collect(self) -> Iterator[JudgedItem]:
        """Yield an item for each category, then one for the overall score."""
        try:
            categories = self.config.stash[JUDGING].rubric
        except InputError as error:
            raise self.CollectError(str(error)) from None
        parts = [*((category.name, (category,)) for category in categories), (OVERALL, categories)]
        self.item_count = len(parts)
        for place, (name, chosen) in enumerate(parts):
            # As a text, which pytest 9.2 parses: by that --lf finds a category with brackets.
            nodeid = f"{self.nodeid}::{name}"
            yield JudgedItem.from_parent(
                self, name=name, nodeid=nodeid, categories=chosen, place=place
            )


class JudgedItem(pytest.Item):
    """One category of a benchmark, or ``overall`` for all of them together.

    A plain item: no fixtures of the user run for it, so that none can influence the judge. A
    category that could not be graded raises in the setup phase, which is an error. One that falls
    short fails in the call phase.
    """

    def __init__(self, *, categories: Sequence[Category], place: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.categories = tuple(categories)
        self.place = place
        self.add_marker(pytest.mark.hydra)
        self._graded: tuple[Graded, ...] = ()
        self._reason: str | None = None
        self._labels: list[HumanScore] = []
        self._notes: list[str] = []
        self._health: list[dict[str, int]] = []

    @property
    def is_whole(self) -> bool:
        """Whether this is the item ``overall``."""
        return self.name == OVERALL

    @property
    def folder(self) -> Path:
        """The benchmark folder."""
        return self.path.parent

    @property
    def benchmark(self) -> str:
        """The benchmark folder as reports name it."""
        assert self.parent is not None  # noqa: S101 - the file
        return self.parent.nodeid.rpartition("/")[0] or "."

    @property
    def _item(self) -> str:
        """The node id of the item for the whole benchmark."""
        assert self.parent is not None  # noqa: S101 - the file
        return f"{self.parent.nodeid}::{OVERALL}"

    def reportinfo(self) -> tuple[Any, int, str]:
        """The event log's path, and the folder's name for the headline."""
        return self.path, 0, f"{self.benchmark}::{self.name}"

    def setup(self) -> None:
        """Grade the categories, unless they are graded already."""
        if self.config.getoption("setuponly", False):
            return
        self._reason = None
        session = self.config.stash[JUDGING]
        try:
            self.grade_ahead()
            rubric = [category.name for category in session.rubric]
            root = session.settings.root
            self._labels, self._notes = read_labels(self.folder, self._item, rubric, root)
            self._graded = tuple(
                session.pool.pop((self.folder, category.name)) for category in self.categories
            )
            if self.is_whole:
                key, grades = (self.folder, None), [grade for _, grade in self._graded]
                health = partial(session.health, self.folder, self.benchmark, grades)
                session.pool.start(key, health)
                self._health = session.pool.pop(key)
        except TasksStoppedError:
            self.session.shouldstop = "the session was stopped"
            pytest.skip("the session was stopped before the judge had answered")
        except InputError as error:
            self._reason = str(error)
            raise self._shortfall("ungraded: " + self._reason.partition("\n")[0]) from None
        if self._overall().mock and MOCKED not in self.user_properties:
            self.user_properties.append(MOCKED)
        if not self.is_whole and self._graded[0][1].left_out:
            pytest.skip(f"left out: {self._graded[0][1].reason}")
        if self._outcome() is Outcome.UNGRADED:
            raise self._shortfall(self._headline())

    def runtest(self) -> None:
        """Fail below the threshold, or below the category's own floor."""
        if self._graded and self._outcome() is Outcome.FAILED:
            raise self._shortfall(self._headline())

    def grade_ahead(self) -> None:
        """Start grading this item's categories before its turn."""
        session = self.config.stash[JUDGING]
        for category in self.categories:
            session.pool.start(
                (self.folder, category.name),
                partial(session.grade, self.folder, self.benchmark, category),
            )

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the result on the report that settles it, as plain data."""
        if report.skipped or report.when == "teardown":
            return
        if report.when == "setup" and report.passed:
            return
        sent = {"result": self._result(), "exact": None, "place": self.place}
        gradings = [to_plain(grading) for grading, _ in self._graded]
        members = [member for grading, _ in self._graded for member in grading.members]
        has_calls = any(not sample.reused for member in members for sample in member.samples)
        questions = self.config.stash[JUDGING].questions(grading for grading, _ in self._graded)
        vars(report).update(
            hydra_mock=self._overall().mock,
            hydra_kind="benchmark",
            # Encoded as JSON for validation by the report's models: it is mostly a judge's words.
            hydra=wire.encode_plain(sent),
            hydra_line=wire.encode_plain({**sent, "gradings": gradings}),
            hydra_extra={"questions": questions, "asked": [self.benchmark] if has_calls else []},
        )

    def _overall(self) -> Overall:
        threshold = self.config.stash[JUDGING].threshold
        return grade_overall([grade for _, grade in self._graded], threshold)

    def _outcome(self) -> Outcome:
        return self._overall().outcome if self.is_whole else self._graded[0][1].outcome

    def _headline(self) -> str:
        overall, (_, first) = self._overall(), self._graded[0]
        missing = [
            grade.category.name
            for _, grade in self._graded
            # A category that is left out is no reason if others were graded.
            if grade.score is None and not (grade.left_out and overall.score)
        ]
        if missing:
            return f"ungraded: {', '.join(missing) if self.is_whole else first.reason}"
        assert overall.score is not None  # noqa: S101 - all categories were graded
        if not self.is_whole:
            return f"{show_score(overall.score)}/10: {first.check().message}"
        score = show_score(overall.score, overall.threshold)
        if overall.score >= overall.threshold:
            return f"{score}/10, but {overall.under}"
        return f"{score}/10 is below the threshold of {show_score(overall.threshold)}"

    def _shortfall(self, headline: str) -> ShortfallError:
        # The reason of a single category without a score is in the headline.
        grades = [grade for _, grade in self._graded if self.is_whole or grade.score is not None]
        lines = [headline, ""] if grades else [headline]
        reasons: set[str | None] = {None}
        for grade in grades:
            score = "not graded" if grade.score is None else f"{show_score(grade.score)}/10"
            lines.append(f"  {grade.category.name}: {score}")
            # A broken judge gives the same reason for each category.
            if grade.reason not in reasons:
                lines.append(f"    {grade.reason}")
            reasons.add(grade.reason)
            for judgment in grade.judgments:
                # A judge's line breaks would look like lines of ours.
                lines += [f"    - {one_line(text, _LONGEST)}" for text in judgment.weaknesses]
        return ShortfallError(headline, "\n".join(lines), (str(self.path), 1))

    def _result(self) -> dict[str, Any]:
        session = self.config.stash[JUDGING]
        overall = self._overall()
        is_graded = bool(self._graded)
        is_complete = self.is_whole and is_graded
        outcome = self._outcome() if is_graded else Outcome.UNGRADED
        checks = [_check(grading, grade) for grading, grade in self._graded]
        judges = [member.judge for grading, _ in self._graded for member in grading.members]
        models = [str(check["details"].get("model")) for check in checks]
        note = family_note(self.folder, [*judges, *models])
        # The mock graded nothing, so its agreement with people means nothing.
        agreement, label_notes = agreement_entry(self._labels, [] if overall.mock else checks)
        return new_result(
            "benchmark",
            id=OVERALL,
            nodeid=self._item,
            file=self._item.removesuffix(f"::{OVERALL}"),
            status=outcome.value,
            total=overall.score if is_complete else None,
            coverage=overall.coverage if is_complete else 0,
            checks=checks,
            path=self.benchmark,
            judge=self._graded[0][0].judge if is_graded else session.judge_name,
            mock=overall.mock,
            threshold=six_places(session.threshold),
            scale=HIGHEST,
            error=self._reason or (overall.under if self.is_whole else "overall was not selected"),
            agreement=agreement,
            health=self._health,
            notes=[*([note] if note else []), *self._notes, *label_notes],
            complete=self.is_whole,
        )


def ask_ahead(items: Iterator[pytest.Item]) -> None:
    """Start grading the categories of the next items, up to the first of another kind."""
    for item in islice(items, _LOOK_AHEAD):
        if not isinstance(item, JudgedItem):
            return
        if not item.is_whole:
            item.grade_ahead()


def _check(grading: Grading, grade: CategoryGrade) -> dict[str, Any]:
    """A category as a check: its score is the judge's, and its message why there is none."""
    judgments, floor = grade.judgments, grade.category.min
    samples = [sample for member in grading.members for sample in member.samples]
    message = "under its own minimum" if grade.outcome is Outcome.FAILED else grade.reason
    details = {
        "notes": list(grade.notes),
        "spread": grade.spread,
        "min": None if floor is None else six_places(floor),
        "model": next((sample.model for sample in samples), None),
        "prompt_digest": grading.prompt_digest,
    }
    return {
        "name": grade.category.name,
        "kind": "category",
        "weight": six_places(grade.category.weight),
        "outcome": grade.outcome.value,
        "score": None if grade.score is None else six_places(grade.score),
        "message": message or "",
        "expected": None,
        "actual": None,
        "turn": None,
        "details": {
            "strengths": [text for judgment in judgments for text in judgment.strengths],
            "weaknesses": [text for judgment in judgments for text in judgment.weaknesses],
            "evidence": [text for judgment in judgments for text in judgment.evidence],
            **{key: value for key, value in details.items() if value is not None},
        },
    }
