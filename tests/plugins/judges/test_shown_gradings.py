"""How gradings are shown where `assert` prints them: briefly, and escaped."""

from __future__ import annotations

import pytest

from pytest_hydra.plugins.judges.grades import Answer, Grading, Judgment
from tests.plugin.log_corpus import TEXTS, actions


def grade(reason: str, name: str = "Planning") -> Grading:
    """A grading with a score, unless there is a reason why it has none."""
    judgment = Judgment(score=3, strengths=[], weaknesses=[name], evidence=[])
    answer = Answer(judge="script", judgment=None if reason else judgment, reason=reason)
    return Grading(category=name, judge="script", answers=(answer,))


def test_a_grading_is_shown_by_what_it_has() -> None:
    assert repr(grade("").judgments) == "(Judgment(score=3),)"
    assert repr(grade("")) == "Grading('Planning', 3)"
    slow = grade("the judge is slow")
    assert repr(slow) == "Grading('Planning', reason='the judge is slow')"


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_in_it_acts_on_a_log(text: str) -> None:
    values = [grade("", text), grade(text), *grade("", text).judgments]
    assert [*actions("\n".join(map(repr, values)))] == []
    assert all("\n" not in repr(value) for value in values)
