"""Agents that make a candidate's change: when they run, and what is kept of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.race.agent_work import Agents
from pytest_hydra.plugins.race.policy.race_tables import CandidateSettings
from pytest_hydra.plugins.race.record import BASE, Source


@pytest.fixture
def agents(tmp_path: Path) -> Agents:
    """Agents that may run, each in an empty folder."""

    @contextmanager
    def new_workspace() -> Iterator[Path]:
        (tmp_path / "top" / "w").mkdir(parents=True)
        yield tmp_path / "top" / "w"
        shutil.rmtree(tmp_path / "top")

    return Agents(
        root=tmp_path,
        base=Source(agent=BASE, kind="base", named="main", commit="b" * 40, tree="t" * 40),
        task=None,
        may_run=True,
        new_workspace=new_workspace,
        remove=shutil.rmtree,
        stopped=lambda: False,
    )


def robot(script: str) -> CandidateSettings:
    command = ["sh", "-c", script] if " " in script else [script]
    return CandidateSettings.model_validate({"agent": "robot", "command": command})


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (
            "agents/run.sh",
            "its agent could not be run: the command agents/run.sh is not in the base's files, "
            "where it starts; use its absolute path, or commit it to the base",
        ),
        (
            "echo no credit left >&2; exit 3",
            "its agent ended with 3: no credit left (full log: .hydra/agents/",
        ),
        (
            'echo \'{"type": "system", "model": "fast"}\'; echo "a note" >&2; '
            'echo \'{"type": "result", "is_error": true, "total_cost_usd": 0.12, '
            '"result": "Not logged in · Please run /login"}\'; exit 1',
            "its agent ended with 1 and cost $0.12: Not logged in · Please run /login (full log: ",
        ),
        (
            'echo \'{"type": "error", "message": "Reconnecting"}\'; '
            'echo \'{"type": "turn.failed", "error": {"message": "401 Unauthorized"}}\'; exit 1',
            "its agent ended with 1: 401 Unauthorized (full log: ",
        ),
        ("seq 99; echo no credit; exit 3", "its agent ended with 3: no credit (full log: "),
        ("no-such-program", "its agent could not be run: "),
    ],
    ids=["absent", "fails", "claude", "codex", "long", "unknown"],
)
def test_an_agent_that_cannot_work(agents: Agents, script: str, message: str) -> None:
    with pytest.raises(SourceError) as caught, agents.source(robot(script)):
        pass
    assert str(caught.value).startswith(message)


def test_an_agent_runs_only_if_it_may_and_once(agents: Agents, tmp_path: Path) -> None:
    candidate = robot(f'echo x >> {tmp_path}/paid; echo \'{{"type": "result"}}\'; touch made')
    may_not = replace(agents, may_run=False)
    with pytest.raises(SourceError, match="under --hydra-run-agents"), may_not.source(candidate):
        pass
    # Its work is kept, even if the session ends before the diff is stored.
    with agents.source(candidate) as source:
        assert (Path(source.named) / "made").exists()
    diff = tmp_path / "diff"
    diff.write_text("the diff\n")
    with may_not.source(candidate) as source:
        agents.keep(candidate, diff)
    with may_not.source(candidate) as source:
        assert Path(source.named).read_text() == "the diff\n"
    assert not Path(source.named).with_name("work").exists()
    assert (tmp_path / "paid").read_text() == "x\n"
    assert source.duration_seconds is not None
