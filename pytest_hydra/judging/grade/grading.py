"""Ask judges about a category, until each has given a judgment or it is plain that it will not."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.judging.grade.answer import parse
from pytest_hydra.judging.grade.grades import Grading, Judgment, Member, Sample, Shown
from pytest_hydra.judging.grade.prompt import TEMPLATE, build_prompt, prompt_digest
from pytest_hydra.judging.judges.protocol import Answer, Judge, JudgeError, Panel, Question
from pytest_hydra.record.wire import from_plain, to_plain

if TYPE_CHECKING:
    from pytest_hydra.judging.exhibits import Exhibit
    from pytest_hydra.judging.grade.rubric import Category

REPAIRS = 2
"""How often a judge is asked again whose answer could not be used."""

# How much of an answer is kept; what is longer is none.
_MOST_KEPT = 100_000


@dataclass(slots=True)
class Desk:
    """What all gradings of a session share: what is known already, and what it may cost.

    No question is asked twice, whichever thread wants it, also not one that got no judgment. What
    was ``save``d in earlier sessions, as JSON values by the sha256 of the question, is ``load``ed.
    """

    load: Callable[[str], Any | None] = lambda _address: None
    save: Callable[[str, Any], None] = lambda _address, _sample: None
    budget: Budget = field(default_factory=Budget)
    _seen: dict[str, Sample] = field(default_factory=dict)
    _locks: dict[str, threading.Lock] = field(default_factory=dict)

    def known(self, address: str) -> Sample | None:
        """What came of this question, in this session or, where it is a judgment, before."""
        sample = self._seen.get(address)
        if sample is None:
            sample = _as_saved(self.load(address))
        return None if sample is None else replace(sample, reused=True)

    def keep(self, address: str, sample: Sample) -> None:
        """Remember what came of a question. Only judgments outlive the session."""
        self._seen[address] = sample
        if sample.judgment is not None:
            self.save(address, to_plain(sample))

    def lock(self, address: str) -> threading.Lock:
        """What only one thread at a time holds that asks this question."""
        return self._locks.setdefault(address, threading.Lock())


def ask_judges(
    judge: Judge | Panel,
    category: Category,
    exhibits: Mapping[str, Exhibit],
    samples: Iterable[int] = (1,),
    *,
    desk: Desk,
) -> Grading:
    """Have a category graded by the judge, or by each member of the panel.

    ``samples`` are numbers from 1: what was asked by one of them is not asked by it again.
    It never raises for what a judge does: what came of it is in the grading. As each sample is
    needed, nothing more is asked of a judge once one of them got no judgment.
    """
    shown, missing = shown_for(category, exhibits)
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
    digest = prompt_digest(category, shown)
    task = _Task(category, shown, digest, desk)
    keys = [member.key for member in judge.members]
    return Grading(
        category=category.name,
        judge=judge.name,
        members=tuple(
            # One that is like another before it is asked for an opinion of its own.
            Member(
                member.name, tuple(task.samples(member, samples, keys[:place].count(keys[place])))
            )
            for place, member in enumerate(judge.members)
        ),
        mock=judge.mock,
        prompt_digest=digest,
        shown=tuple(Shown(entry.name, entry.sha256, entry.cut) for entry in shown),
    )


def shown_for(
    category: Category, exhibits: Mapping[str, Exhibit]
) -> tuple[list[Exhibit], tuple[str, ...]]:
    """The exhibits that the category names, in its order, and the names of those it misses.

    With nothing to show it misses them all.
    """
    there = [wanted.name for wanted in category.exhibits if wanted.name in exhibits]
    missing = (
        wanted.name
        for wanted in category.exhibits
        if not (wanted.optional and there) and wanted.name not in exhibits
    )
    return [exhibits[name] for name in there], tuple(missing)


@dataclass(frozen=True, slots=True)
class _Task:
    """One question, to be put to several judges several times."""

    category: Category
    shown: list[Exhibit]
    digest: str
    desk: Desk

    def samples(self, judge: Judge, numbers: Iterable[int], twin: int) -> Iterator[Sample]:
        for number in numbers:
            sample = self._sample(judge, number, twin)
            yield sample
            if sample.judgment is None:
                return

    def _sample(self, judge: Judge, number: int, twin: int) -> Sample:
        if judge.key is None:
            return self._ask(judge, number)
        # Where the answer of this judge to this question is kept.
        whose = [TEMPLATE, judge.key, self.digest, number, *([twin] if twin else [])]
        key = json.dumps(whose, sort_keys=True)
        address = hashlib.sha256(key.encode("ascii")).hexdigest()
        with self.desk.lock(address):
            sample = self.desk.known(address)
            if sample is None:
                sample = self._ask(judge, number)
                self.desk.keep(address, sample)
        return sample

    def _ask(self, judge: Judge, number: int) -> Sample:
        answers: list[Answer] = []
        costs: list[float | None] = []
        judgment, reason, obeyed = None, None, False
        for _ in range(1 + REPAIRS):
            if self.desk.budget.is_spent and not judge.free:
                reason = str(self.desk.budget)
                break
            canary, fence = secrets.token_hex(16), secrets.token_hex(16)
            instructions, shown = build_prompt(
                self.category, self.shown, fence=fence, canary=canary, problem=reason
            )
            question = Question(
                instructions=instructions,
                exhibits=shown,
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
            read = parse(answer.text, self.category, self.shown, canary)
            if isinstance(read, Judgment):
                judgment, reason = read, None
                break
            reason, obeyed = read.reason, read.obeyed
            if obeyed:
                break
        else:
            reason = f"{reason} (asked {len(answers)} times)"
        # What all of it cost; None where nobody said so of a part.
        known = [exact(cost) for cost in costs if cost is not None]
        last = answers[-1] if answers else None
        return Sample(
            judgment=judgment,
            reason=reason,
            obeyed=obeyed,
            asked=len(answers),
            untold=sum(answer.cost_usd is None for answer in answers),
            cost_usd=float(sum(known)) if known and len(known) == len(costs) else None,
            model=None if last is None else last.model,
            answer=None if last is None else last.text[:_MOST_KEPT],
        )

    def _charge(
        self, costs: list[float | None], cost_usd: float | None, *, is_answer: bool = False
    ) -> None:
        """Count what was paid; of an answer also that nobody said what."""
        if cost_usd is not None or is_answer:
            self.desk.budget.add(cost_usd)
            costs.append(cost_usd)


def _as_saved(plain: Any) -> Sample | None:
    """The judgment that was saved. One that cannot be read is made again."""
    try:
        sample = from_plain(Sample, plain)
    except ValueError:
        return None
    # One that had to be mended to be read is not what was said.
    is_whole = sample.judgment is not None and to_plain(sample)["judgment"] == plain["judgment"]
    return sample if is_whole else None
