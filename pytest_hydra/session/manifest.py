"""What a session says of itself: in the manifest of its run, and before it collects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import one_line
from pytest_hydra.record.store import environment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.session.head import Head
    from pytest_hydra.settings.file import Settings


def manifest(settings: Settings, heads: Iterable[Head], pytest_version: str) -> dict[str, Any]:
    """What a run is known by: its policy, its environment, and what its heads say."""
    from pytest_hydra.settings.file import policy, settings_digest

    document = {
        "base_commit": None,
        "policy": policy(settings),
        "policy_digest": settings_digest(settings),
        "environment": environment(pytest_version),
    }
    for head in heads:
        document.update(head.manifest())
    return document


def header(settings: Settings, reuse: Reuse) -> list[str]:
    """The lines that pytest shows before it collects."""
    file = "no hydra.toml" if settings.file is None else settings.file.name
    bots = settings.bots if reuse.replayed is None else reuse.replayed.manifest["bots"]
    # It is the session's setting, and no list of what it ran: of many bots the first will do.
    # A race and benchmarks need none.
    needed = not (settings.has("race") or settings.has("judging"))
    shown_bots = f", bots: {', '.join(bots) or 'none'}" if bots or needed else ""
    lines = [one_line(f"hydra: {file}{shown_bots}", 80)]
    if reuse.replayed is not None:
        lines.append(f"hydra: deciding run {reuse.replayed.run_id} again, no bot or judge is asked")
    elif bots and settings.scheduler is not None:
        where = one_line(settings.scheduler, 100)
        lines.append(f"hydra: bots are asked by the workers of dask at {where}")
    if reuse.resumed:
        lines.append(f"hydra: going on from run {reuse.resumed[0].run_id}, which was cut off")
    return lines
