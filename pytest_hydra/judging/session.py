"""What one pytest process needs to have benchmarks graded: the rubric, the judge, what is known."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.bot_settings import share_of
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.ruling import Ruling
from pytest_hydra.core.show import printable
from pytest_hydra.execution.budget import Budget
from pytest_hydra.execution.pool import Pool
from pytest_hydra.judging.exhibits import Exhibit, find_spec, gather
from pytest_hydra.judging.grade import CategoryGrade, grade_category, show_score
from pytest_hydra.judging.grading import Desk
from pytest_hydra.judging.grading import grade_category as ask_for
from pytest_hydra.judging.judges import Judge, JudgeError, Panel, broken, open_judge
from pytest_hydra.judging.judgment import (
    Grading,
    grading_from_plain,
    grading_to_plain,
)
from pytest_hydra.judging.rubric import Category, Rubric, Wanted, rubric_of
from pytest_hydra.record.cache import Cache

if TYPE_CHECKING:
    from pytest_hydra.record.reuse import Reuse
    from pytest_hydra.settings import Settings


class JudgingSession:
    """How benchmarks are graded in this session.

    ``spec`` is the file that all benchmarks are held against; with None each has its own.
    ``reuse`` says what of earlier runs may be used, and by which token the processes of this
    session know each other: what one of them asks is known in the others. ``processes`` share the
    budget, how much is asked at a time, and how often in a second.
    """

    def __init__(
        self, settings: Settings, judge: str, spec: Path | None, reuse: Reuse, processes: int = 1
    ) -> None:
        self.settings = settings
        self.judge_name = judge
        self.replayed = reuse.replayed
        self._spec = spec
        self._processes = processes
        self._asked = Cache(settings.root, f"session-{reuse.token}")
        most = settings.judging.max_cost_usd
        self._desk = Desk(
            store=_Kept(Cache(settings.root, "judgments"), reuse),
            budget=Budget(None if most is None else most / processes, who="the judges"),
        )
        self._exhibits: dict[Path, Mapping[str, Exhibit]] = {}
        self._lock = threading.Lock()
        self.pool = Pool(max(1, settings.judging.concurrency // processes))

    @cached_property
    def rubric(self) -> Rubric:
        """The categories. Raises InputError."""
        return rubric_of(self.settings)

    @property
    def threshold(self) -> Exact:
        """What the overall score must reach, from 0 to 10."""
        return exact(self.settings.judging.threshold)

    @cached_property
    def judge(self) -> Judge | Panel:
        """Who grades. One that cannot be opened says so each time that it is asked."""
        judges = self.settings.judges
        shares = {name: share_of(judges[name], self._processes) for name in judges}
        try:
            return open_judge(self.judge_name, shares, self.settings.root)
        except JudgeError as error:
            return broken(self.judge_name, str(error))

    def grade(self, folder: Path, shown: str, category: Category) -> tuple[Grading, CategoryGrade]:
        """What was recorded of a category, asked for where nothing is, and what it comes to.

        ``shown`` is the folder as reports name it. Raises InputError for a folder that cannot be
        graded, and StoreError where what is known cannot be kept.
        """
        grading = self._recorded(shown, category) if self.replayed else self._ask(folder, category)
        return grading, grade_category(category, grading)

    def grade_text(
        self, text: str, criteria: Sequence[str], recorded: Mapping[str, Any] | None = None
    ) -> tuple[Grading, CategoryGrade]:
        """What the judge says of a text by these criteria; of ``recorded``, if that is given."""
        category = Category(name="text", exhibits=(Wanted("text"),), criteria=tuple(criteria))
        if recorded is not None:
            grading = grading_from_plain(recorded)
        elif self.replayed is not None:
            reason = f"run {self.replayed.run_id} holds no judgment of this"
            grading = Grading(category=category.name, judge=self.judge_name, reason=reason)
        else:
            digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
            exhibit = Exhibit(
                name="text", text=printable(text), cut=None, sha256=digest, files=(), paths=()
            )
            grading = ask_for(
                self.judge,
                category,
                {"text": exhibit},
                samples=self.settings.judging.samples,
                desk=self._desk,
            )
        return grading, grade_category(category, grading)

    def rule(self, text: str, criterion: str, recorded: Mapping[str, Any] | None) -> Ruling:
        """What the judge says of a text by one criterion, for the expectation ``judge``."""
        grading, grade = self.grade_text(text, (criterion,), recorded)
        if grade.score is None:
            shown = str(grade.reason)
        else:
            why = "; ".join(one for judged in grade.judgments for one in judged.weaknesses)
            shown = f"{show_score(grade.score, self.threshold)}/10" + (f": {why}" if why else "")
        return Ruling(grade.score, self.threshold, shown, grading_to_plain(grading))

    def close(self) -> None:
        """End what is still being asked, within two seconds."""
        if not self.pool.stop(0.1) and "judge" in self.__dict__:
            self.judge.stop()
            self.pool.stop(1.0)

    def forget(self) -> None:
        """Drop what the processes of this session told each other; its judgments stay."""
        self._asked.drop()

    def _ask(self, folder: Path, category: Category) -> Grading:
        address = _address([str(folder), category.plain(), self.judge_name])
        with self._asked.claim(address):
            plain = self._asked.get(address)
            if plain is not None:
                return grading_from_plain(plain)
            grading = ask_for(
                self.judge,
                category,
                self._gathered(folder),
                samples=self.settings.judging.samples,
                desk=self._desk,
            )
            self._asked.put(address, grading_to_plain(grading))
            return grading

    def _gathered(self, folder: Path) -> Mapping[str, Exhibit]:
        with self._lock:
            if folder not in self._exhibits:
                self._exhibits[folder] = gather(
                    folder, self.rubric.wanted, spec=self._spec_of(folder), shown=folder.name
                )
            return self._exhibits[folder]

    def _spec_of(self, folder: Path) -> Path | None:
        named = self.settings.judging.spec
        return find_spec(folder, self._spec, None if named is None else self.settings.root / named)

    def _recorded(self, shown: str, category: Category) -> Grading:
        assert self.replayed is not None  # noqa: S101 - asked for in a replay only
        plain = self._recordings.get((shown, category.name))
        if plain is not None:
            return grading_from_plain(plain)
        return Grading(
            category=category.name,
            judge=self.judge_name,
            reason=f"run {self.replayed.run_id} holds no judgment of {shown}: {category.name}",
        )

    @cached_property
    def _recordings(self) -> dict[tuple[str, str], Any]:
        assert self.replayed is not None  # noqa: S101 - asked for in a replay only
        return {
            (record["entry"]["path"], grading["category"]): grading
            for record in self.replayed.records("judging")
            for grading in record["gradings"]
        }


class _Kept:
    """Judgments of all sessions in the cache; of this one alone, where nothing is reused."""

    def __init__(self, cache: Cache, reuse: Reuse) -> None:
        self._cache = cache
        self._reuse = reuse

    def get(self, address: str) -> Any | None:
        kept = self._cache.get(address)
        if kept is None or (self._reuse.fresh and kept.get("session") != self._reuse.token):
            return None
        return kept.get("sample")

    def put(self, address: str, value: Any) -> None:
        self._cache.put(address, {"session": self._reuse.token, "sample": value})


def _address(what: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode("ascii")).hexdigest()
