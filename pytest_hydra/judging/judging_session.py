"""The judging in one pytest process: the rubric, the judge, and cached judgments."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.gates import MOCK_SAID, ChangeQuestion, ChangeRuling, Ruling
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.text import counted, printable
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.execution.tasks import Tasks, TasksStoppedError
from pytest_hydra.judging.exhibits import (
    GIT_DIFF,
    Exhibit,
    diff_exhibit,
    find_spec,
    gather,
)
from pytest_hydra.judging.grade.grades import (
    CategoryGrade,
    Grading,
    grade_category,
    show_score,
    stability,
)
from pytest_hydra.judging.grade.grading import SampleStore, ask_judges, select
from pytest_hydra.judging.grade.prompt import archived_question, prompt_digest
from pytest_hydra.judging.grade.rubric import Category, ExhibitSpec, Rubric, rubric_of
from pytest_hydra.judging.grade.score_report import same_family_note
from pytest_hydra.judging.judges.judge_kinds import JUDGES, JudgeOpener, broken_judge, open_judge
from pytest_hydra.judging.judges.protocol import Judge, JudgeError, Panel
from pytest_hydra.record.files import SESSION, Cache
from pytest_hydra.record.wire import from_plain, to_plain
from pytest_hydra.settings.types import share_of

if TYPE_CHECKING:
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings.file import Settings


# What to do if a run did not record a judgment.
_ADVICE = "grade it again, without --hydra-replay"


class JudgingSession:
    """Grades benchmarks in this session.

    ``spec`` is the spec of all benchmarks; with None each has its own. Processes with the same
    token of ``reuse`` share their judgments. ``processes`` is their number: they divide the budget,
    the concurrency and the request rate. ``judge_folder`` is the working folder of judges that are
    commands, by default that of hydra.toml.
    """

    def __init__(  # noqa: PLR0913 - its collaborators
        self,
        settings: Settings,
        judge: str,
        spec: Path | None,
        reuse: Reuse,
        processes: int = 1,
        *,
        judge_folder: Path | None = None,
        openers: Mapping[str, JudgeOpener] = JUDGES,
    ) -> None:
        self.settings = settings
        self.judge_name = judge
        self.replayed = reuse.replayed
        self._spec = spec
        self._judge_folder = judge_folder or settings.root
        self._openers = openers
        self._processes = processes
        self._cache = Cache(settings.root, f"{SESSION}{reuse.token}")
        most = settings.judging.max_cost_usd
        self.budget = Budget(None if most is None else most / processes, subject="the judges")
        self._judgments = Cache(settings.root, "judgments")
        self._reuse = reuse
        self._sample_store = SampleStore(self._load, self._save, self.budget)
        self._exhibits: dict[Path, Mapping[str, Exhibit]] = {}
        self._lock = threading.Lock()
        self._closed = False
        #: The questions answered by judgments of earlier sessions.
        self.reused: set[str] = set()
        self.pool = Tasks(max(1, settings.judging.concurrency // processes))

    @cached_property
    def rubric(self) -> Rubric:
        """The categories. Raises InputError."""
        return rubric_of(self.settings)

    @property
    def threshold(self) -> Exact:
        """The overall score to reach, from 0 to 10."""
        return exact(self.settings.judging.threshold)

    @cached_property
    def judge(self) -> Judge | Panel:
        """The judge. One that cannot be opened raises that error at each call."""
        judges = self.settings.judges
        shares = {name: share_of(judges[name], self._processes) for name in judges}
        for name, share in shares.items():
            if share.model is not None:
                shares[name] = share.with_prices(self.settings.prices)
        try:
            return open_judge(self.judge_name, shares, self._judge_folder, self._openers)
        except JudgeError as error:
            return broken_judge(self.judge_name, str(error))

    def grade(self, folder: Path, name: str, category: Category) -> tuple[Grading, CategoryGrade]:
        """Grade a category, from the record in a replay: the judges' answers, and the grade."""
        if self.replayed is None:
            grading = self._ask(folder, name, category)
        else:
            grading = self._recorded_grading(folder, name, category)
        return grading, self._grade(category, grading)

    def health(
        self, folder: Path, name: str, grades: Sequence[CategoryGrade]
    ) -> list[dict[str, int]]:
        """Ask again in the same and in reverse order of categories, and count what changes.

        Empty unless the settings enable it and a judge gave scores; in a replay, the recorded one.
        """
        if self.replayed is not None:
            records = self.replayed.records("judging")
            rows = (record["result"]["details"] for record in records)
            own = (row for row in rows if row["path"] == name)
            return next((row["health"] for row in own if "health" in row), [])
        grades = [grade for grade in grades if grade.score is not None and not grade.mock]
        if not self.settings.judging.health or not grades:
            return []
        exhibits, first = self._gather(folder, name), self.settings.judging.samples + 1
        counts = []
        for number, order in enumerate((grades, grades[::-1]), start=first):
            ask = partial(ask_judges, self.judge, exhibits=exhibits, samples=[number])
            repeats = [
                self._grade(grade.category, ask(grade.category, sample_store=self._sample_store))
                for grade in order
            ]
            counts.append(stability(order, repeats, self.threshold))
        return counts

    def questions(self, gradings: Iterable[Grading]) -> list[dict[str, Any]]:
        """The questions of these gradings for the run folder; none in a replay."""
        digests = dict.fromkeys(grading.prompt_digest for grading in gradings)
        questions = [self._cache.get(digest) for digest in digests if digest is not None]
        return [question for question in questions if question is not None]

    def grade_text(
        self, text: str, criteria: Sequence[str], recorded: Mapping[str, Any] | None = None
    ) -> tuple[Grading, CategoryGrade]:
        """Grade a text by these criteria, or take the grading from ``recorded`` if it is given."""
        category = Category(name="text", exhibits=(ExhibitSpec("text"),), criteria=tuple(criteria))
        if recorded is not None:
            grading = from_plain(Grading, recorded)
        elif self.replayed is not None:
            reason = f"run {self.replayed.run_id} has no judgment of this"
            grading = Grading(category=category.name, judge=self.judge_name, reason=reason)
        else:
            digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
            exhibit = Exhibit(name="text", text=printable(text), cut=None, sha256=digest)
            grading = self._judge(category, {"text": exhibit})
        return grading, self._grade(category, grading)

    def rule(
        self, text: str, criteria: Sequence[str], recorded: Mapping[str, Any] | None
    ) -> Ruling:
        """Grade a text by some criteria, for the expectations of scenarios."""
        grading, grade = self.grade_text(text, criteria, recorded)
        verdict = _verdict(grade, self.threshold)
        answers = tuple([(entry.criteria, entry.evidence) for entry in grade.judgments])
        return Ruling(grade.score, self.threshold, verdict, to_plain(grading), answers)

    def rule_change(self, question: ChangeQuestion) -> ChangeRuling:
        """Grade a change, or take the grading from the question's record if it has one.

        Waits for its turn, as the settings limit the concurrency. Raises InputError if the diff
        cannot be read, StoreError if the judgment cannot be saved, and TasksStoppedError if the
        session is closed.
        """
        diff, name, criteria, makers, recorded = question
        category = Category(name=name, exhibits=(ExhibitSpec(GIT_DIFF),), criteria=tuple(criteria))
        exhibits = {GIT_DIFF: diff_exhibit(Path(diff))}
        if recorded is not None:
            grading = self._if_unchanged(from_plain(Grading, recorded), category, exhibits)
        else:
            key = object()
            self.pool.start(key, partial(self._judge, category, exhibits))
            grading = self.pool.pop(key)
            if self._closed:
                # The call was interrupted, which is not the judge's fault.
                raise TasksStoppedError
        grade = self._grade(category, grading)
        samples = [sample for member in grading.members for sample in member.samples]
        judges = [member.judge for member in grading.members]
        note = same_family_note(
            makers, [*judges, *(entry.model for entry in samples if entry.model)]
        )
        parts = (_verdict(grade), *grade.notes, note)
        digest = grading.prompt_digest
        entry = (
            None if digest is None else archived_question(category, [exhibits[GIT_DIFF]], digest)
        )
        return ChangeRuling(
            score=grade.score,
            judge=grading.judge,
            reason=MOCK_SAID if grading.mock else "; ".join(filter(None, parts)),
            mock=grading.mock,
            digest=digest,
            question="" if entry is None else entry["prompt"],
            record=to_plain(grading),
        )

    def close(self) -> None:
        """Stop the running calls, within two seconds."""
        self._closed = True
        if not self.pool.stop(0.1) and "judge" in self.__dict__:
            self.judge.stop()
            self.pool.stop(1.0)

    def _ask(self, folder: Path, benchmark: str, category: Category) -> Grading:
        identity = f"{folder}\0{category!r}\0{self.judge_name}"
        address = hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()
        with self._cache.claim(address):
            record = self._cache.get(address)
            if record is not None:
                return from_plain(Grading, record)
            exhibits = self._gather(folder, benchmark)
            grading = self._judge(category, exhibits)
            digest = grading.prompt_digest
            if digest is not None:
                question = archived_question(category, select(category, exhibits)[0], digest)
                self._cache.put(digest, question)
            self._cache.put(address, to_plain(grading))
            return grading

    def _judge(self, category: Category, exhibits: Mapping[str, Exhibit]) -> Grading:
        samples = self.settings.judging.samples
        return ask_judges(
            self.judge, category, exhibits, range(1, samples + 1), sample_store=self._sample_store
        )

    def _load(self, address: str) -> Any | None:
        """A cached judgment, from this session only if reuse is off."""
        entry = self._judgments.get(address) or {}
        if entry and entry.get("session") != self._reuse.token:
            if self._reuse.fresh:
                return None
            self.reused.add(address)
        return entry.get("sample")

    def _save(self, address: str, sample: Any) -> None:
        self._judgments.put(address, {"session": self._reuse.token, "sample": sample})

    def _grade(self, category: Category, grading: Grading) -> CategoryGrade:
        capped = self.settings.judging.max_cost_usd is not None
        return grade_category(category, grading, capped=capped)

    def _gather(self, folder: Path, benchmark: str) -> Mapping[str, Exhibit]:
        with self._lock:
            if folder not in self._exhibits:
                spec_name = self.settings.judging.spec
                setting = None if spec_name is None else self.settings.root / spec_name
                spec = find_spec(folder, self._spec, setting)
                names = [entry.name for category in self.rubric for entry in category.exhibits]
                self._exhibits[folder] = gather(folder, names, spec=spec, label=benchmark)
            return self._exhibits[folder]

    def _recorded_grading(self, folder: Path, benchmark: str, category: Category) -> Grading:
        """The grading that the replayed run recorded, if the question is still the same."""
        assert self.replayed is not None  # noqa: S101 - called in a replay only
        run = self.replayed.run_id
        record = self._recordings.get((benchmark, category.name))
        if record is None:
            reason = f"run {run} has no judgment of {benchmark}: {category.name}"
            return Grading(category=category.name, judge=self.judge_name, reason=reason)
        exhibits = self._gather(folder, benchmark)
        grading = self._if_unchanged(from_plain(Grading, record), category, exhibits)
        samples = self.settings.judging.samples
        members = [replace(judge, samples=judge.samples[:samples]) for judge in grading.members]
        for member in members:
            if len(member.samples) < samples and all(sample.judgment for sample in member.samples):
                count = counted(len(member.samples), "sample")
                reason = f"run {run} has only {count} instead of {samples}; {_ADVICE}"
                return Grading(category=category.name, judge=grading.judge, reason=reason)
        return replace(grading, members=tuple(members))

    def _if_unchanged(
        self, grading: Grading, category: Category, exhibits: Mapping[str, Exhibit]
    ) -> Grading:
        """The recorded grading if the question is still the same, else one with the reason."""
        present, missing = select(category, exhibits)
        digest = prompt_digest(category, present) if not missing else None
        if (grading.prompt_digest, grading.missing) == (digest, missing):
            return grading
        run = "the run" if self.replayed is None else f"run {self.replayed.run_id}"
        cause = f"{_difference(grading, present, missing)} since {run}"
        if grading.prompt_digest is None:
            cause = f"{run} has no judgment: {grading.reason}"
        reason = f"{cause}; {_ADVICE}"
        return Grading(category=category.name, judge=grading.judge, reason=reason)

    @cached_property
    def _recordings(self) -> dict[tuple[str, str], Any]:
        assert self.replayed is not None  # noqa: S101 - called in a replay only
        return {
            (record["result"]["details"]["path"], grading["category"]): grading
            for record in self.replayed.records("judging")
            for grading in record["gradings"]
        }


def _difference(grading: Grading, exhibits: Sequence[Exhibit], missing: Sequence[str]) -> str:
    """How the question differs from the recorded one."""
    old = {entry.name: entry.sha256 for entry in grading.shown}
    new = {exhibit.name: exhibit.sha256 for exhibit in exhibits}
    changes = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    changes += [name for name in missing if name not in old]
    if changes:
        return f"{', '.join(changes)} changed"
    return "the criteria or the guide changed"


def _verdict(grade: CategoryGrade, threshold: Exact | None = None) -> str:
    """A score with the weaknesses that the judge found, or why there is none."""
    if grade.score is None:
        return str(grade.reason)
    weaknesses = "; ".join(text for judgment in grade.judgments for text in judgment.weaknesses)
    return f"{show_score(grade.score, threshold)}/10" + (f": {weaknesses}" if weaknesses else "")
