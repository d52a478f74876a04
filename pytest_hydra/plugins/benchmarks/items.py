"""Benchmark folders in pytest: an item for each category, and one for the overall score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.numbers import Exact, quotient, six_places
from pytest_hydra.core.result import new_check, new_result
from pytest_hydra.core.scorecard import Check, Outcome, Scorecard, scorecard
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import InputError, ShortfallError
from pytest_hydra.execution import TasksStoppedError
from pytest_hydra.plugins.benchmarks.benchmark_session import BenchmarkSession
from pytest_hydra.plugins.benchmarks.pairwise import compared_of
from pytest_hydra.plugins.benchmarks.rubric import rubric_name
from pytest_hydra.plugins.benchmarks.score_report import (
    HumanScore,
    agreement_entry,
    authors,
    read_labels,
)
from pytest_hydra.plugins.judges.families import same_family_note
from pytest_hydra.plugins.judges.grades import POINT, Grading, show_score
from pytest_hydra.plugins.judges.judge_settings import HIGHEST, OVERALL, Category
from pytest_hydra.record import wire
from pytest_hydra.record.wire import to_plain

BENCHMARKS = pytest.StashKey[BenchmarkSession]()

# The JUnit XML property of an item that was graded by the mock.
MOCKED = ("hydra_judge", "MOCK")

# The most characters of a weakness.
_LONGEST = 400

# How many items ahead judges are called: a session that is stopped pays for no more.
_LOOK_AHEAD = 16


class BenchmarkFile(pytest.File):
    """The event log of a benchmark folder, which represents the folder."""

    #: The number of items of the folder, deselected ones included; None before collection.
    item_count: int | None = None

    def collect(self) -> Iterator[JudgedItem]:
        """Yield an item for each category, then one for the overall score."""
        try:
            categories = self.config.stash[BENCHMARKS].rubric(self.path.parent)
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
        #: Empty until the categories are graded; then in their order.
        self._gradings: tuple[Grading, ...] = ()
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
        session = self.config.stash[BENCHMARKS]
        try:
            self.grade_ahead()
            rubric = [category.name for category in session.rubric(self.folder)]
            root = session.judging.settings.root
            self._labels, self._notes = read_labels(self.folder, self._item, rubric, root)
            self._gradings = tuple(
                session.judging.pool.pop((self.folder, category.name))
                for category in self.categories
            )
            if self.is_whole:
                key = (self.folder, None)
                health = partial(session.health, self.folder, self.benchmark, self._graded)
                session.judging.pool.start(key, health)
                self._health = session.judging.pool.pop(key)
        except TasksStoppedError:
            self.session.shouldstop = "the session was stopped"
            pytest.skip("the session was stopped before the judge had answered")
        except InputError as error:
            self._reason = str(error)
            raise self._shortfall("ungraded: " + self._reason.partition("\n")[0]) from None
        if self._is_mock and MOCKED not in self.user_properties:
            self.user_properties.append(MOCKED)
        if self._outcome is Outcome.UNGRADED:
            (check, *_) = self._card.checks
            if not self.is_whole and check.optional:
                pytest.skip(f"left out: {check.message}")
            raise self._shortfall(self._headline())

    def runtest(self) -> None:
        """Fail below the threshold, or below the category's own minimum."""
        if self._gradings and self._outcome is Outcome.FAILED:
            raise self._shortfall(self._headline())

    def grade_ahead(self) -> None:
        """Start grading this item's categories before its turn."""
        session = self.config.stash[BENCHMARKS]
        for category in self.categories:
            session.judging.pool.start(
                (self.folder, category.name),
                partial(session.grade, self.folder, self.benchmark, category),
            )

    def carry_result(self, report: pytest.TestReport) -> None:
        """Put the result on the report that settles it, as plain data."""
        if report.skipped or report.when == "teardown":
            return
        if report.when == "setup" and report.passed:
            return
        result = self._result()
        sent = {"result": result, "exact": None, "place": self.place}
        gradings = [to_plain(grading) for grading in self._gradings]
        answers = [answer for grading in self._gradings for answer in grading.answers]
        has_calls = any(not answer.reused for answer in answers)
        session = self.config.stash[BENCHMARKS]
        place = self.folder, self.benchmark
        questions = session.questions(*place, self._graded)
        graded = [category for category, grading in self._graded if grading.prompt_digest]
        vars(report).update(
            hydra_mock=self._is_mock,
            hydra_kind="benchmark",
            # Encoded as JSON for validation by the report's models: it is mostly a judge's words.
            hydra=wire.encode_plain(sent),
            hydra_line=wire.encode_plain({**sent, "gradings": gradings}),
            hydra_extra={
                "questions": questions,
                "asked": [self.benchmark] if has_calls else [],
                "compared": [*compared_of(session, *place, result["details"].get("agent"), graded)],
            },
        )

    @property
    def _graded(self) -> list[tuple[Category, Grading]]:
        return list(zip(self.categories, self._gradings, strict=False))

    @property
    def _is_mock(self) -> bool:
        return any(grading.mock for grading in self._gradings)

    @property
    def _card(self) -> Scorecard:
        threshold = self.config.stash[BENCHMARKS].judging.threshold
        doubt = self.config.stash[BENCHMARKS].judging.doubt
        checks = (
            _unless_doubtful(grading.check(category), grading, doubt(grading))
            for category, grading in self._graded
        )
        return scorecard(checks, threshold * POINT)

    @property
    def _outcome(self) -> Outcome:
        # The threshold is for the whole. A category has its own minimum.
        return self._card.outcome if self.is_whole else self._card.checks[0].outcome

    def _headline(self) -> str:
        card = self._card
        if self._outcome is Outcome.UNGRADED:
            missing = [check for check in card.checks if check.score is None]
            # A category that is left out is no reason if there is another.
            names = [check.name for check in missing if not check.optional]
            names = names or [check.name for check in missing]
            return f"ungraded: {', '.join(names) if self.is_whole else missing[0].message}"
        score, threshold = _overall(card), self.config.stash[BENCHMARKS].judging.threshold
        assert score is not None  # noqa: S101 - all categories were graded
        if not self.is_whole:
            return f"{show_score(score)}/10: {card.checks[0].message}"
        shown = f"{show_score(score, threshold)}/10"
        if score >= threshold:
            return f"{shown}, but {_too_low(card)}"
        return f"{shown} is below the threshold of {six_places(threshold)}"

    def _shortfall(self, headline: str) -> ShortfallError:
        # The reason of a single category without a score is in the headline.
        gradings = [each for each in self._gradings if self.is_whole or each.score is not None]
        lines = [headline, ""] if gradings else [headline]
        reasons: set[str | None] = {None}
        for grading in gradings:
            score = "not graded" if grading.score is None else f"{show_score(grading.score)}/10"
            lines.append(f"  {grading.category}: {score}{_told(grading)}")
            # A broken judge gives the same reason for each category.
            if grading.reason not in reasons:
                lines.append(f"    {grading.reason}")
            reasons.add(grading.reason)
            is_panel = len(grading.by_judge) > 1
            for answer in grading.answers:
                who = f"{answer.judge}: " if is_panel else ""
                found = () if answer.judgment is None else answer.judgment.weaknesses
                # A judge's line breaks would look like lines of ours.
                lines += [f"    - {one_line(f'{who}{text}', _LONGEST)}" for text in found]
        return ShortfallError(headline, "\n".join(lines), (str(self.path), 1))

    def _usage(self) -> dict[str, Any]:
        """What the answers have cost, as far as they say it."""
        answers = [answer for grading in self._gradings for answer in grading.answers]
        costs = [answer.cost_usd for answer in answers if answer.cost_usd]
        return {"cost_usd": round(fsum(costs), 6)} if costs else {}

    def _result(self) -> dict[str, Any]:
        session, card, gradings = self.config.stash[BENCHMARKS], self._card, self._gradings
        checks = [
            _check(check, *pair) for check, pair in zip(card.checks, self._graded, strict=True)
        ]
        names = authors(self.folder)
        given = Counter(each.who for each in gradings if each.who)
        judges = dict(sorted(given.items()))
        note = same_family_note(names, [name for each in gradings for name in each.graders])
        # The mock graded nothing, so its agreement with people means nothing.
        agreement, label_notes = agreement_entry(self._labels, [] if self._is_mock else checks)
        return new_result(
            "benchmark",
            id=OVERALL,
            nodeid=self._item,
            file=self._item.removesuffix(f"::{OVERALL}"),
            status=(self._outcome if gradings else Outcome.UNGRADED).value,
            total=_overall(card) if self.is_whole else None,
            coverage=card.coverage if self.is_whole else 0,
            checks=checks,
            usage=self._usage(),
            path=self.benchmark,
            agent=next(iter(names), None),
            rubric=rubric_name(session.judging.settings, self.folder),
            judge=gradings[0].judge if gradings else session.judging.judge_name,
            mock=self._is_mock,
            threshold=six_places(session.judging.threshold),
            scale=HIGHEST,
            error=self._reason or (_too_low(card) if self.is_whole else "overall was not selected"),
            agreement=agreement,
            answered={"judges": judges} if judges else None,
            health=self._health,
            notes=[*([note] if note else []), *self._notes, *label_notes],
            complete=self.is_whole,
        )


def _told(grading: Grading) -> str:
    """All samples in brackets, by judge if there are several; empty if there is one."""
    judges = {
        name: " ".join(str(each.judgment.score) for each in answers if each.judgment is not None)
        or "none"
        for name, answers in grading.by_judge.items()
    }
    if len(grading.judgments) < 2:
        return ""
    told = [
        f"{name} {scores}" if judges.keys() - {name} else scores for name, scores in judges.items()
    ]
    return f" (samples {', '.join(told)})"


def _unless_doubtful(check: Check, grading: Grading, doubt: str) -> Check:
    """The check, left out where the judge only advises."""
    if not doubt or grading.score is None:
        return check
    told = "; ".join(filter(None, (f"{doubt}: {show_score(grading.score)}/10", check.message)))
    return replace(check, outcome=Outcome.UNGRADED, score=None, message=told, optional=True)


def _overall(card: Scorecard) -> Exact | None:
    """The overall score, from 1 to 10."""
    return None if card.total is None else quotient(card.total, POINT)


def _too_low(card: Scorecard) -> str | None:
    """Which categories are below their own minimum, if any."""
    low = [check.name for check in card.checks if check.outcome is Outcome.FAILED]
    be = "are below their" if low[1:] else "is below its"
    return f"{', '.join(low)} {be} own minimum" if low else None


def ask_ahead(items: Iterator[pytest.Item]) -> None:
    """Start grading the categories of the next items, up to the first of another kind."""
    for item in islice(items, _LOOK_AHEAD):
        if not isinstance(item, JudgedItem):
            return
        if not item.is_whole:
            item.grade_ahead()


def _check(check: Check, category: Category, grading: Grading) -> dict[str, Any]:
    """A category as a check of the report, with the judge's score and words."""
    judgments, score = grading.judgments, grading.score
    details = {
        "notes": grading.notes,
        "spread": grading.spread,
        "min": category.min,
        "model": next((answer.model for answer in grading.answers), None),
        "prompt_digest": grading.prompt_digest,
        "rubric_digest": grading.rubric_digest,
        "judge": grading.who or None,
        "samples": [judgment.score for judgment in judgments] or None,
        "quotes": {judge: [*counts] for judge, counts in grading.quotes.items()} or None,
        "judges": [len(grading.scores), len(grading.by_judge)]
        if len(grading.by_judge) > 1
        else None,
    }
    return {
        **new_check(check),
        "score": None if score is None else six_places(score),
        "details": {
            "strengths": [text for judgment in judgments for text in judgment.strengths],
            "weaknesses": [text for judgment in judgments for text in judgment.weaknesses],
            "evidence": [text for judgment in judgments for text in judgment.evidence],
            **{key: value for key, value in details.items() if value is not None},
        },
    }
