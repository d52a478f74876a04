"""Call judges for a category until each has given a judgment or has failed for good."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.core.plain import json_digest
from pytest_hydra.execution import Budget
from pytest_hydra.plugins.judges.answer import parse
from pytest_hydra.plugins.judges.grades import Answer, ExhibitDigest, Grading
from pytest_hydra.plugins.judges.prompt import TEMPLATE, build_prompt, prompt_digest, rubric_digest
from pytest_hydra.plugins.judges.protocol import Judge, JudgeError, Panel, Question
from pytest_hydra.record.files import Cache
from pytest_hydra.record.wire import from_plain, to_plain

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.exhibits import Exhibit
    from pytest_hydra.plugins.judges.judge_settings import Category
    from pytest_hydra.record.runs import Reuse

REPAIRS = 2
"""How often a judge is asked again after an unusable answer."""

# Characters of an answer that are kept.
_LONGEST_ANSWER = 100_000


class AnswerStore:
    """The answers of judges to all questions so far, below ``.hydra/judgments/`` of ``root``.

    No process or thread of a session asks a judge what another one of it has asked. Answers without
    a judgment count only in their session, and so do those of judges without a key.
    """

    def __init__(self, root: Path, reuse: Reuse, budget: Budget) -> None:
        self.budget = budget
        self._cache = Cache(root, "judgments")
        self._reuse = reuse
        #: The questions answered by judgments of earlier sessions.
        self.reused: set[str] = set()

    def find(self, judge: Judge, question: Any, ask: Callable[[], Answer]) -> Answer:
        """The answer to a question, which is identified by JSON values; asks if there is none.

        Raises StoreError.
        """
        session = self._reuse.token
        key = [judge.name, session] if judge.key is None else judge.key
        address = json_digest([TEMPLATE, key, question])
        with self._cache.claim(address):
            entry = self._cache.get(address) or {}
            is_own = entry.get("session") == session
            answer = _load(entry.get("answer")) if is_own or not self._reuse.fresh else None
            if answer is not None and (is_own or answer.judgment is not None):
                if not is_own:
                    self.reused.add(address)
                return replace(answer, judge=judge.name, reused=True)
            answer = ask()
            self._cache.put(address, {"session": session, "answer": to_plain(answer)})
        return answer


def ask_judges(
    judge: Judge | Panel,
    category: Category,
    exhibits: Mapping[str, Exhibit],
    samples: Iterable[int],
    store: AnswerStore,
) -> Grading:
    """Grade a category by the judge, or by each member of the panel.

    ``samples`` are the numbers of the questions to each judge, from 1. Failures of judges never
    raise; they are in the grading. A judge is not asked for further samples once one of them got no
    judgment, as each is needed. Raises StoreError.
    """
    present, missing = select(category, exhibits)
    if missing:
        verb = "s {} are" if missing[1:] else " {} is"
        problem = f"the exhibit{verb.format(', '.join(missing))} missing"
        return Grading(
            category=category.name,
            judge=judge.name,
            mock=judge.mock,
            problem=problem,
            missing=missing,
        )
    digest = prompt_digest(category, present)
    keys = [member.key for member in judge.members]
    answers: list[Answer] = []
    for place, member in enumerate(judge.members):
        # A member equal to an earlier one is asked separately, for a second opinion.
        twin = keys[:place].count(keys[place])
        for number in samples:

            def ask(member: Judge = member, number: int = number) -> Answer:
                return _ask(member, category, present, digest, number, store.budget)

            answers.append(store.find(member, [digest, number, twin], ask))
            if answers[-1].judgment is None:
                break
    return Grading(
        category=category.name,
        judge=judge.name,
        answers=tuple(answers),
        mock=judge.mock,
        prompt_digest=digest,
        rubric_digest=rubric_digest(category),
        shown=tuple(ExhibitDigest(entry.name, entry.sha256, entry.cut) for entry in present),
    )


def select(
    category: Category, exhibits: Mapping[str, Exhibit]
) -> tuple[list[Exhibit], tuple[str, ...]]:
    """The exhibits of a category that exist, in its order, and the names of the missing ones.

    Optional exhibits are missing only if no exhibit exists at all.
    """
    optional = {name.removesuffix("?"): name.endswith("?") for name in category.exhibits}
    present = [exhibits[name] for name in optional if name in exhibits]
    missing = (name for name in optional if not (optional[name] and present))
    return present, tuple(name for name in missing if name not in exhibits)


def _ask(  # noqa: PLR0913, PLR0917 - the parts of a question
    judge: Judge,
    category: Category,
    exhibits: list[Exhibit],
    digest: str,
    number: int,
    budget: Budget,
) -> Answer:
    answer, costs = Answer(), list[float | None]()

    def pay(cost_usd: float | None) -> None:
        budget.add(cost_usd)
        costs.append(cost_usd)

    for _ in range(1 + REPAIRS):
        if budget.is_spent and not judge.free:
            before = f"; the last answer: {answer.reason}" if answer.asked else ""
            answer = replace(answer, reason=f"{budget}{before}")
            break
        canary, fence = secrets.token_hex(16), secrets.token_hex(16)
        instructions, blocks = build_prompt(
            category, exhibits, fence=fence, canary=canary, problem=answer.reason
        )
        question = Question(
            instructions=instructions,
            exhibits=blocks,
            category=category.name,
            prompt_digest=digest,
            sample=number,
        )
        try:
            given = judge.ask(question)
        except JudgeError as error:
            if error.cost_usd is not None:
                pay(error.cost_usd)
            answer = replace(answer, reason=str(error))
            break
        if given.failed_usd is not None:
            pay(given.failed_usd)
        pay(given.cost_usd)
        answer = replace(
            parse(given.text, category, exhibits, canary),
            text=given.text[:_LONGEST_ANSWER],
            model=given.model,
            asked=answer.asked + 1,
        )
        if answer.judgment is not None or answer.obeyed:
            break
    else:
        answer = replace(answer, reason=f"{answer.reason} (asked {answer.asked} times)")
    # The whole cost; None if a part of it is unknown.
    known = [exact(cost) for cost in costs if cost is not None]
    cost_usd = float(sum(known)) if known and len(known) == len(costs) else None
    return replace(answer, judge=judge.name, cost_usd=cost_usd)


def _load(plain: Any) -> Answer | None:
    """A saved answer; None if it cannot be read, so that the judge is asked again."""
    try:
        return from_plain(Answer, plain)
    except ValueError:
        return None
