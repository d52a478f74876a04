"""What the judge compares of benchmarks: the categories of two agents for the same spec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.benchmarks.benchmark_session import BenchmarkSession
from pytest_hydra.plugins.judges.exhibits import SPEC
from pytest_hydra.plugins.judges.grading import select
from pytest_hydra.plugins.judges.judge_settings import Category
from pytest_hydra.record.runs import sha256


def compared_of(
    session: BenchmarkSession,
    folder: Path,
    name: str,
    agent: str | None,
    categories: Iterable[Category],
) -> Iterator[dict[str, Any]]:
    """What is to be compared of a folder, as that of scenarios; nothing without ``pairwise``."""
    if not session.judging.settings.table("judging").pairwise or agent is None:
        return
    case, exhibits = (
        sha256(session.spec_of(folder) or folder / SPEC),
        session.exhibits(folder, name),
    )
    for category in categories:
        yield {
            "arm": [agent, ""],
            "first": None,
            "question": [case, category.name],
            "case": case,
            "place": name,
            "criteria": category.criteria,
            "shown": {each.name: each.text for each in select(category, exhibits)[0]},
        }
