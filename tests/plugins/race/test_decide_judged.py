"""Dimensions that a judge grades: scores, gates, and what is no score."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.gates import ChangeQuestion, ChangeRuling
from pytest_hydra.plugins.engine.unit import CommandRun, Opinion
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.model import CandidateResult
from pytest_hydra.plugins.race.decide.outcome import verdict_of
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.replay import judge_change
from pytest_hydra.record.files import StoreError
from pytest_hydra.record.wire import from_plain
from tests.plugins.race.recorded import (
    base,
    candidate,
    decided,
    one,
    own_dimension,
    reason,
    rules,
    states,
)

MOCK = "MOCK: no judge was called, and nothing was read"


def ruled(score: float | None, said: str = "7/10: it is long", **fields: Any) -> CommandRun:
    """What a judge said, from 0 to 100."""
    return CommandRun(
        name="taste",
        command="judge claude",
        status="broken" if score is None else "done",
        exit=None if score is None else 0,
        problem=said if score is None else None,
        score=score,
        judged=Opinion(judge="claude", said=said, digest="d" * 64, record={"a": [1]}, **fields),
    )


def policy(gate: float | None = None, **fields: Any) -> Policy:
    own = own_dimension("taste", gate=gate, measured_by="judge", criteria=("Is it good?",))
    return rules(dimensions=(own,), **fields)


def judged(*runs: CommandRun, gate: float | None = None) -> CandidateResult:
    record = candidate(taste=runs[0]) if runs else candidate()
    return one(base(), record, policy=policy(gate))


@pytest.mark.parametrize("gate", [None, 70])
def test_the_judges_score_is_that_of_the_dimension(gate: float | None) -> None:
    result = judged(ruled(70), gate=gate)
    dimension = result.dimension("taste")
    assert (dimension.score, dimension.message) == (70, "7/10: it is long")
    assert dimension.inputs == {"judge": "claude", "mock": False, "prompt_digest": "d" * 64}
    assert states(result) == {}
    assert (result.gate("taste") is None) == (gate is None)


def test_below_its_gate_it_blocks() -> None:
    result = judged(ruled(65), gate=70)
    assert states(result) == {"taste": "block"}
    assert reason(result, "taste") == "65.0 of 100 is below 70.0: 7/10: it is long"


@pytest.mark.parametrize("gate", [None, 50])
def test_without_a_judgment_there_is_no_number(gate: float | None) -> None:
    for runs in ((ruled(None, "the judge\nbroke"),), ()):
        result = judged(*runs, gate=gate)
        dimension = result.dimension("taste")
        assert (dimension.score, dimension.missing) == (None, False)
        assert result.coverage < 1
        assert states(result) == ({} if gate is None else {"taste": "unproven"})
    assert judged(ruled(None, "the judge\nbroke")).dimension("taste").message == "the judge broke"


@pytest.mark.parametrize("gate", [50, 100])
def test_the_mock_proves_nothing_for_a_gate_and_nothing_against_it(gate: float) -> None:
    result = judged(ruled(80, MOCK, mock=True), gate=gate)
    assert result.dimension("taste").score == 80
    assert states(result) == {"taste": "unproven"}
    assert reason(result, "taste") == MOCK
    alone = decided(base(), candidate(taste=ruled(80, MOCK, mock=True)), policy=policy())
    verdict = verdict_of(alone, "codex", "taste")
    assert (verdict.state, verdict.mock, verdict.headline) == ("passed", True, MOCK)
    assert states(alone.candidates[0]) == {}


def test_where_nothing_changed_it_is_missing() -> None:
    record = candidate(source={"changes": ()})
    result = one(base(), record, policy=policy(50, allow_empty_diff=True))
    assert result.dimension("taste").missing
    assert states(result) == {}


def test_what_is_recorded_comes_back() -> None:
    run = ruled(70)
    assert from_plain(CommandRun, json.loads(json.dumps(asdict(run)))) == run


def test_a_question_that_cannot_be_kept_is_said_in_a_line(tmp_path: Path) -> None:
    record = candidate().source
    change = FileChange(status="modified", path="a.py")
    source = replace(record, patch="candidates/claude.patch", changes=(change,))

    def ask(_: ChangeQuestion) -> ChangeRuling:
        return ChangeRuling(7, "claude", "7/10", False, "d" * 64, "Is it good?", {})

    own = own_dimension("taste", measured_by="judge", criteria=("Is it good?",))
    (tmp_path / "candidates").write_text("no folder")
    with pytest.raises(StoreError, match=r"cannot write .*taste\.question\.txt: Not a directory"):
        judge_change(ask, own, source, tmp_path)
