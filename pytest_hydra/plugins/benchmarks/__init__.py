"""Benchmarks: folders that an agent left behind, graded by the judge.

Adds the head of files `event-log.jsonl`: an item for each category of a rubric and one for the
overall score, with `--hydra-spec`. It records the gradings of each item in `judging.jsonl`, and
the questions in `judging/`; the recorded answers decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def heads() -> Mapping[str, Any]:
    """The benchmarks of a session."""
    from pytest_hydra.plugins.benchmarks.head import BenchmarkHead

    return {"benchmark": BenchmarkHead}


def startup() -> Mapping[str, Any]:
    """What keeps pytest from loading files of benchmarks."""
    from pytest_hydra.plugins.benchmarks.head import isolate_benchmarks

    return {"benchmark": isolate_benchmarks}


def page_parts() -> Mapping[str, Any]:
    """The benchmarks on the page."""
    from pytest_hydra.plugins.benchmarks.benchmark_page import blocks

    return {"benchmarks": blocks}
