"""Measure the cost of pytest-hydra and the quality of its verdicts: ``python -m benchmarks``.

Runs all parts, which takes some hours on an idle machine; ``--only`` selects parts. See
docs/performance.md for what each part measures.
"""

from __future__ import annotations

from benchmarks import (
    believed,
    cluster,
    cross_examination,
    ends,
    experiment,
    kills,
    latency,
    mutants,
    pages,
    peers,
    race_of_one,
    races,
    scale,
    scenarios,
    series,
    series_kills,
    speed,
    text,
    worlds,
)
from benchmarks.attacks import __main__ as attacks
from benchmarks.command import Part, run_parts
from benchmarks.neighbours import __main__ as neighbours

PARTS: dict[str, Part] = {
    "speed": speed.report,
    "scenarios": scenarios.report,
    "peers": peers.report,
    "latency": latency.report,
    "ends": ends.report,
    "kills": kills.report,
    "races": races.report,
    "race_of_one": race_of_one.report,
    "cluster": cluster.report,
    "cross_examination": cross_examination.report,
    "pages": pages.report,
    "scale": scale.report,
    "text": text.report,
    "attacks": attacks.report,
    "neighbours": neighbours.report,
    "worlds": worlds.report,
    "series": series.report,
    "experiment": experiment.report,
    "believed": believed.report,
    "series_kills": series_kills.report,
    "mutants": mutants.report,
}

if __name__ == "__main__":
    run_parts("benchmarks", str(__doc__), PARTS)
