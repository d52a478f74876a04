"""Call judges for a category until each has given a judgment or has failed for good."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.core.plain import json_digest
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.judging.grade.answer import parse
from pytest_hydra.judging.grade.grades import ExhibitDigest, Grading, Judgment, Member, Sample
from pytest_hydra.judging.grade.prompt import TEMPLATE, build_prompt, prompt_digest
from pytest_hydra.judging.judges.protocol import Judge, JudgeAnswer, JudgeError, Panel, Question
from pytest_hydra.record.wire import from_plain, to_plain

if TYPE_CHECKING:
    from pytest_hydra.judging.exhibits import Exhibit
    from pytest_hydra.judging.grade.rubric import Category

REPAIRS = 2
"""How often a judge is asked again after an unusable answer."""

# Characters of an answer that are kept.
_LONGEST_ANSWER = 100_000


@dataclass(slots=True)
class SampleStore:
    """The cache of samples and the budget that all gradings of a session share.

    No question is asked twice in any thread, even if it got no judgment. ``load`` and ``save``
    access the judgments of earlier sessions, JSON values by the sha256 of the question.
    """

    load: Callable[[str], Any | None] = lambda _address: None
    save: Callable[[str, Any], None] = lambda _address, _sample: None
    budget: Budget = field(default_factory=Budget)
    _samples: dict[str, Sample] = field(default_factory=dict)
    _locks: dict[str, threading.Lock] = field(default_factory=dict)

    def find(self, address: str) -> Sample | None:
        """The sample for this question from this session, or a judgment of an earlier one."""
        sample = self._samples.get(address)
        if sample is None:
            sample = _load_sample(self.load(address))
        return None if sample is None else replace(sample, reused=True)

    def keep(self, address: str, sample: Sample) -> None:
        """Store the sample for a question. Only judgments are kept beyond the session."""
        self._samples[address] = sample
        if sample.judgment is not None:
            self.save(address, to_plain(sample))

    def lock(self, address: str) -> threading.Lock:
        """The lock of this question: one thread at a time asks it."""
        return self._locks.setdefault(address, threading.Lock())


def ask_judges(
    judge: Judge | Panel,
    category: Category,
    exhibits: Mapping[str, Exhibit],
    samples: Iterable[int] = (1,),
    *,
    sample_store: SampleStore,
) -> Grading:
    """Grade a category by the judge, or by each member of the panel.

    ``samples`` are numbers from 1: a number whose sample is cached is not asked again. Failures of
    judges never raise; they are in the grading. A judge is not asked for further samples once one
    of them got no judgment, as each is needed.
    """
    present, missing = select(category, exhibits)
    if missing:
        verb = "s {} are" if missing[1:] else " {} is"
        reason = f"the exhibit{verb.format(', '.join(missing))} missing"
        return Grading(
            category=category.name,
            judge=judge.name,
            mock=judge.mock,
            reason=reason,
            missing=missing,
        )
    digest = prompt_digest(category, present)
    task = _Task(category, present, digest, sample_store)
    keys = [member.key for member in judge.members]
    return Grading(
        category=category.name,
        judge=judge.name,
        members=tuple(
            # A member equal to an earlier one is asked separately, for a second opinion.
            Member(
                member.name, tuple(task.samples(member, samples, keys[:place].count(keys[place])))
            )
            for place, member in enumerate(judge.members)
        ),
        mock=judge.mock,
        prompt_digest=digest,
        shown=tuple(ExhibitDigest(entry.name, entry.sha256, entry.cut) for entry in present),
    )


def select(
    category: Category, exhibits: Mapping[str, Exhibit]
) -> tuple[list[Exhibit], tuple[str, ...]]:
    """The exhibits of a category that exist, in its order, and the names of the missing ones.

    Optional exhibits are missing only if no exhibit exists at all.
    """
    present = [spec.name for spec in category.exhibits if spec.name in exhibits]
    missing = (
        spec.name
        for spec in category.exhibits
        if not (spec.optional and present) and spec.name not in exhibits
    )
    return [exhibits[name] for name in present], tuple(missing)


@dataclass(frozen=True, slots=True)
class _Task:
    """One question, for several judges and samples."""

    category: Category
    exhibits: list[Exhibit]
    digest: str
    sample_store: SampleStore

    def samples(self, judge: Judge, numbers: Iterable[int], twin: int) -> Iterator[Sample]:
        for number in numbers:
            sample = self._sample(judge, number, twin)
            yield sample
            if sample.judgment is None:
                return

    def _sample(self, judge: Judge, number: int, twin: int) -> Sample:
        if judge.key is None:
            return self._ask(judge, number)
        # The cache address of this judge's answer to this question.
        identity = [TEMPLATE, judge.key, self.digest, number, *([twin] if twin else [])]
        address = json_digest(identity)
        with self.sample_store.lock(address):
            sample = self.sample_store.find(address)
            if sample is None:
                sample = self._ask(judge, number)
                self.sample_store.keep(address, sample)
        return sample

    def _ask(self, judge: Judge, number: int) -> Sample:
        answers: list[JudgeAnswer] = []
        costs: list[float | None] = []
        judgment, reason, obeyed = None, None, False
        for _ in range(1 + REPAIRS):
            if self.sample_store.budget.is_spent and not judge.free:
                reason = str(self.sample_store.budget)
                break
            canary, fence = secrets.token_hex(16), secrets.token_hex(16)
            instructions, blocks = build_prompt(
                self.category, self.exhibits, fence=fence, canary=canary, problem=reason
            )
            question = Question(
                instructions=instructions,
                exhibits=blocks,
                category=self.category.name,
                prompt_digest=self.digest,
                sample=number,
            )
            try:
                answer = judge.ask(question)
            except JudgeError as error:
                self._charge(costs, error.cost_usd)
                reason = str(error)
                break
            self._charge(costs, answer.failed_usd)
            self._charge(costs, answer.cost_usd, is_answer=True)
            answers.append(answer)
            result = parse(answer.text, self.category, self.exhibits, canary)
            if isinstance(result, Judgment):
                judgment, reason = result, None
                break
            reason, obeyed = result.reason, result.obeyed
            if obeyed:
                break
        else:
            reason = f"{reason} (asked {len(answers)} times)"
        # The whole cost; None if a part of it is unknown.
        amounts = [exact(cost) for cost in costs if cost is not None]
        last = answers[-1] if answers else None
        return Sample(
            judgment=judgment,
            reason=reason,
            obeyed=obeyed,
            asked=len(answers),
            unpriced=sum(answer.cost_usd is None for answer in answers),
            cost_usd=float(sum(amounts)) if amounts and len(amounts) == len(costs) else None,
            model=None if last is None else last.model,
            answer=None if last is None else last.text[:_LONGEST_ANSWER],
        )

    def _charge(
        self, costs: list[float | None], cost_usd: float | None, *, is_answer: bool = False
    ) -> None:
        """Count a cost; for an answer also an unknown one."""
        if cost_usd is not None or is_answer:
            self.sample_store.budget.add(cost_usd)
            costs.append(cost_usd)


def _load_sample(plain: Any) -> Sample | None:
    """The saved judgment; None if it cannot be read, so that it is made again."""
    try:
        sample = from_plain(Sample, plain)
    except ValueError:
        return None
    # A judgment that loading would alter is not the one that was given.
    is_intact = sample.judgment is not None and to_plain(sample)["judgment"] == plain["judgment"]
    return sample if is_intact else None
