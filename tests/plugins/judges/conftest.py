"""A category, exhibits, and judges that do as they are told."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.execution.quotas import Budget
from pytest_hydra.plugins.judges.exhibits import Exhibit
from pytest_hydra.plugins.judges.grading import AnswerStore
from pytest_hydra.plugins.judges.judge_settings import Category, JudgeSettings
from pytest_hydra.plugins.judges.protocol import Judge, JudgeAnswer, JudgeError, Question
from pytest_hydra.record.runs import Reuse

LOG = """\
{"event": "cycle_started", "cycle": 1}
{"event": "task_completed", "task": "parser", "detail": "all tests pass"}
{"event": "merge_failed", "task": "storage"}"""
DIFF = """\
--- a/todo.py
+++ b/todo.py
+def add(item: str) -> None:
+    items.append(item)"""


def exhibit(name: str, text: str, **fields: Any) -> Exhibit:
    """An exhibit with this text, whole."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    given = {"cut": None, "sha256": digest, **fields}
    return Exhibit(name=name, text=text, **given)


def category(name: str = "Planning", *exhibits: str, **fields: Any) -> Category:
    """A category that wants these exhibits."""
    about = {
        "name": name,
        "exhibits": [*exhibits] or ["event-log", "git-diff?"],
        "criteria": ["Were tasks well cut?", "Did it get better?"],
        "guide": {"6-10": "It was planned.", "1-5": "It was not."},
        **fields,
    }
    return Category.model_validate(about)


def answer(score: object = 6, **fields: object) -> dict[str, Any]:
    """An answer that can be used."""
    return {
        "score": score,
        "strengths": ["the parser was finished"],
        "weaknesses": ["storage was not"],
        "evidence": ['"all tests pass" in the log'],
        **fields,
    }


def scripted(
    *answers: object, name: str = "scripted", cost_usd: float | None = 0.5
) -> tuple[Judge, list[Question]]:
    """A judge that gives these answers, the last one again and again, and what it was asked.

    An answer is a text, a mapping, an error that is raised, or a function of the question.
    """
    left = list(answers)
    asked: list[Question] = []

    def ask(question: Question) -> JudgeAnswer:
        asked.append(question)
        said = left.pop(0) if left[1:] else left[0]
        if callable(said) and not isinstance(said, JudgeError):
            said = said(question)
        if isinstance(said, JudgeError):
            raise said
        return JudgeAnswer(
            said if isinstance(said, str) else json.dumps(said), cost_usd, "script-1"
        )

    return Judge(name, {"script": name}, ask), asked


@pytest.fixture
def exhibits() -> dict[str, Exhibit]:
    """A log and a diff."""
    facts = {"tasks": 2, "merges failed": 1}
    return {
        "event-log": exhibit("event-log", LOG, facts=facts),
        "git-diff": exhibit("git-diff", DIFF),
    }


@pytest.fixture
def store(tmp_path: Path) -> AnswerStore:
    """The answers of a session that has none yet."""
    return store_of(tmp_path)


def store_of(root: Path, **budget: Any) -> AnswerStore:
    """The answers of a new session in this project."""
    return AnswerStore(root, Reuse(), Budget(**budget))


Programs = Callable[..., dict[str, JudgeSettings]]


@pytest.fixture
def program(tmp_path: Path) -> Programs:
    """Settings of a judge ``program`` that runs this Python code."""

    def settings(code: str, **fields: object) -> dict[str, JudgeSettings]:
        path = tmp_path / "judge.py"
        path.write_text(code, encoding="utf-8")
        given: Mapping[str, Any] = {"retries": 0, "timeout_seconds": 60, **fields}
        command = [sys.executable, "-S", str(path)]
        return {"program": JudgeSettings.model_validate({"command": command, **given})}

    return settings


def lines(values: Iterable[object]) -> str:
    """JSON lines."""
    return "".join(f"{json.dumps(value)}\n" for value in values)
