"""The judging in one pytest process: the judge, and the answers so far."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.gates import MOCK_SAID, ChangeQuestion, ChangeRuling, Ruling
from pytest_hydra.core.numbers import Exact, exact, six_places
from pytest_hydra.core.text import printable
from pytest_hydra.execution import Budget, Tasks, TasksStoppedError
from pytest_hydra.plugins.judges.exhibits import GIT_DIFF, Exhibit, diff_exhibit
from pytest_hydra.plugins.judges.families import same_family_note
from pytest_hydra.plugins.judges.grades import Grading, show_score
from pytest_hydra.plugins.judges.grading import AnswerStore, ask_judges, select
from pytest_hydra.plugins.judges.judge_kinds import JUDGES, JudgeOpener, broken_judge, open_judge
from pytest_hydra.plugins.judges.judge_settings import HIGHEST, Category
from pytest_hydra.plugins.judges.prompt import archived_question, prompt_digest
from pytest_hydra.plugins.judges.protocol import Judge, JudgeError, Panel
from pytest_hydra.plugins.judges.trust import ADVISES, doubt
from pytest_hydra.plugins.judges.undecided import Band
from pytest_hydra.record.labels import Label, saved_labels
from pytest_hydra.record.wire import from_plain, to_plain
from pytest_hydra.settings import share_of

if TYPE_CHECKING:
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings import Settings

# What to do if a run did not record a judgment.
ADVICE = "grade it again, without --hydra-replay"


class JudgingSession:
    """Grades texts and changes in this session.

    Processes with the same token of ``reuse`` share their judgments. ``processes`` is their number:
    they divide the budget, the concurrency and the request rate. ``judge_folder`` is the working
    folder of judges that are commands, by default that of hydra.toml.
    """

    def __init__(  # noqa: PLR0913 - its collaborators
        self,
        settings: Settings,
        judge: str,
        reuse: Reuse,
        processes: int = 1,
        *,
        judge_folder: Path | None = None,
        openers: Mapping[str, JudgeOpener] = JUDGES,
    ) -> None:
        self.settings = settings
        self.judge_name = judge
        self.replayed = reuse.replayed
        self._judge_folder = judge_folder or settings.root
        self._openers = openers
        self._processes = processes
        self.budget = Budget(
            settings.table("judging").max_cost_usd, subject="the judges", processes=processes
        )
        self.store = AnswerStore(settings.root, reuse, self.budget)
        self._closed = False
        self.pool = Tasks(max(1, settings.table("judging").concurrency // processes))

    @property
    def threshold(self) -> Exact:
        """The overall score to reach, from 0 to 10."""
        return exact(self.settings.table("judging").threshold)

    @cached_property
    def judge(self) -> Judge | Panel:
        """The judge. One that cannot be opened raises that error at each call."""
        judges = self.settings.table("judges")
        shares = {name: share_of(judges[name], self._processes) for name in judges}
        for name, share in shares.items():
            if share.model is not None:
                shares[name] = share.with_prices(self.settings.prices)
        try:
            return open_judge(self.judge_name, shares, self._judge_folder, self._openers)
        except JudgeError as error:
            return broken_judge(self.judge_name, str(error))

    def grade_text(
        self, text: str, criteria: Sequence[str], recorded: Mapping[str, Any] | None = None
    ) -> Grading:
        """Grade a text by these criteria, or take the grading from ``recorded`` if it is given.

        The mock leaves it ungraded: it grades benchmarks only.
        """
        grading = self._text_grading(text, criteria, recorded)
        return replace(grading, answers=(), problem=MOCK_SAID) if grading.mock else grading

    def _text_grading(
        self,
        text: str,
        criteria: Sequence[str],
        recorded: Mapping[str, Any] | None,
        samples: int | None = None,
    ) -> Grading:
        category = _category("text", "text", criteria)
        if recorded is not None:
            return from_plain(Grading, recorded)
        if self.replayed is not None:
            problem = f"run {self.replayed.run_id} has no judgment of this"
            return Grading(category=category.name, judge=self.judge_name, problem=problem)
        digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
        exhibit = Exhibit(name="text", text=printable(text), cut=None, sha256=digest)
        numbers = None if samples is None else range(1, samples + 1)
        return self.judge_category(category, {"text": exhibit}, numbers)

    def rule(
        self, text: str, criteria: Sequence[str], recorded: Mapping[str, Any] | None
    ) -> Ruling:
        """Grade a text by some criteria, for the expectations of scenarios."""
        grading = self.grade_text(text, criteria, recorded)
        band, score = Band.of(self.settings.table("judging"), self.threshold), grading.score
        is_clear = True if band is None or score is None else band.is_clear(_samples(grading))
        while band is not None and is_clear is None and recorded is None:
            number = max(map(len, grading.by_judge.values())) + 1
            grading = self._text_grading(text, criteria, None, number)
            is_clear = grading.score is None or band.is_clear(_samples(grading))
        verdict = _verdict(grading, self.threshold)
        if is_clear is False:
            score, verdict = None, f"undecided, as the samples disagree: {verdict}"
        parts = [verdict, *grading.missing_scores]
        answers = tuple([(entry.criteria, entry.evidence) for entry in grading.judgments])
        about = {
            "judge": grading.who,
            "rubric": grading.rubric_digest,
            "prompt": grading.prompt_digest,
            "samples": _samples(grading),
        }
        reason, record = "; ".join(parts), to_plain(grading)
        advises = self.doubt(grading)
        return Ruling(score, self.threshold, reason, record, answers, about, advises)

    def doubt(self, grading: Grading) -> str:
        """Why a grading decides nothing, by people's labels; empty if it decides, or is none."""
        settings = self.settings.table("judges").get(self.judge_name)
        if settings is None or settings.trusted is None or not grading.judgments:
            return ""
        return doubt(self._labels, grading.who, str(grading.rubric_digest), settings.trusted)

    def advised(self, report: Mapping[str, Any]) -> int:
        """How many checks of a report were left out, as the judge only advises."""
        lists = (report[name] for name in ("scenarios", "tests", "benchmarks"))
        results = (result for some in lists for result in some)
        checks = (check for result in results for check in result["checks"])
        return sum(check["message"].startswith(ADVISES) for check in checks)

    @cached_property
    def _labels(self) -> list[Label]:
        return saved_labels(self.settings.root)[0]

    def rule_change(self, question: ChangeQuestion) -> ChangeRuling:
        """Grade a change, or take the grading from the question's record if it has one.

        Waits for its turn, as the settings limit the concurrency. Raises InputError if the diff
        cannot be read, StoreError if the judgment cannot be saved, and TasksStoppedError if the
        session is closed.
        """
        diff, name, criteria, makers, recorded = question
        category = _category(name, GIT_DIFF, criteria)
        exhibits = {GIT_DIFF: diff_exhibit(Path(diff))}
        if recorded is not None:
            grading = self.if_unchanged(from_plain(Grading, recorded), category, exhibits)
        else:
            key = object()
            self.pool.start(key, partial(self.judge_category, category, exhibits))
            grading = self.pool.pop(key)
            if self._closed:
                # The call was interrupted, which is not the judge's fault.
                raise TasksStoppedError
        note = same_family_note(makers, grading.graders)
        parts = (_verdict(grading), *grading.notes, note)
        digest = grading.prompt_digest
        asked = digest and archived_question(category, [exhibits[GIT_DIFF]], digest)["prompt"]
        return ChangeRuling(
            score=grading.score,
            judge=grading.judge,
            reason=MOCK_SAID if grading.mock else "; ".join(filter(None, parts)),
            mock=grading.mock,
            digest=digest,
            question=asked or "",
            record=to_plain(grading),
        )

    def close(self) -> None:
        """Stop the running calls, within two seconds."""
        self._closed = True
        if not self.pool.stop(0.1) and "judge" in self.__dict__:
            self.judge.stop()
            self.pool.stop(1.0)

    def judge_category(
        self,
        category: Category,
        exhibits: Mapping[str, Exhibit],
        numbers: Sequence[int] | None = None,
    ) -> Grading:
        """Ask the judge for samples of these numbers; by default for those that are set."""
        numbers = numbers or range(1, self.settings.table("judging").samples + 1)
        return ask_judges(self.judge, category, exhibits, numbers, self.store)

    def if_unchanged(
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
        problem = f"{cause}; {ADVICE}"
        return Grading(category=category.name, judge=grading.judge, problem=problem)


def _difference(grading: Grading, exhibits: Sequence[Exhibit], missing: Sequence[str]) -> str:
    """How the question differs from the recorded one."""
    old = {entry.name: entry.sha256 for entry in grading.shown}
    new = {exhibit.name: exhibit.sha256 for exhibit in exhibits}
    changes = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    changes += [name for name in missing if name not in old]
    if changes:
        return f"{', '.join(changes)} changed"
    return "the criteria or the guide changed"


def _category(name: str, exhibit: str, criteria: Sequence[str]) -> Category:
    """A category of our own, which need not follow the rules for those in files."""
    return Category.model_construct(name=name, exhibits=[exhibit], criteria=[*criteria])


def _verdict(grading: Grading, least: Exact | None = None) -> str:
    """A score with the weaknesses that the judge found, or why there is none.

    ``least`` is named if the score is below it.
    """
    if grading.score is None:
        return str(grading.reason)
    weaknesses = "; ".join(_weaknesses(grading))
    shown = f"{show_score(grading.score, HIGHEST if least is None else least)}/10"
    scores = _samples(grading)
    if least is not None and grading.score < least:
        shown += f" is below {six_places(least)}"
    if scores[1:]:
        needs = "" if least is None else f", needs {six_places(least)}"
        shown += f" (samples {' '.join(map(str, scores))}{needs})"
    return shown + (f": {weaknesses}" if weaknesses else "")


def _samples(grading: Grading) -> list[int]:
    return [judgment.score for judgment in grading.judgments]


def _weaknesses(grading: Grading) -> Iterator[str]:
    """What each judge found, in its answer with the median score, or the next lower one."""
    is_panel = len(grading.by_judge) > 1
    for name, answers in grading.by_judge.items():
        judgments = [answer.judgment for answer in answers if answer.judgment is not None]
        if judgments:
            middle = median_low([judgment.score for judgment in judgments])
            found = next(each for each in judgments if each.score == middle)
            yield from (f"{name}: {text}" if is_panel else text for text in found.weaknesses)
