"""Fits the points by which ``pytest_hydra.scenarios.text.evidence`` knows a warning.

``python benchmarks/fit_warnings.py`` reads the labelled replies that may be tuned on, and prints
the table of points for that module, in about a minute. It is a logistic regression that holds
points small, first to leave out marks that tell little, then to weigh the rest. Of a reply that
warns only the sentence that shows it best counts; of one that does not, each.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from pytest_hydra.scenarios.text.cautions import takes_back
from pytest_hydra.scenarios.text.evidence import marks
from pytest_hydra.scenarios.text.sentences import first_sentences

REPLIES = Path(__file__).parents[1] / "tests" / "scenarios" / "replies"
# How much a reply of each part counts: what is hard counts for more.
COUNTS = {
    "tuned": 2.0,
    "phrases": 1.0,
    "varied_tuned": 2.0,
    "implied_tuned": 2.0,
    "warning_phrases": 2.0,
    "held_out": 2.0,
    "varied_held_out": 2.0,
    "implied_held_out": 2.0,
    "unseen": 2.0,
    "voices": 2.0,
    "calm": 2.0,
}
UNLABELLED = 0.5  # a phrase that is labelled for another kind: few of these warn
ROUNDS, STEPS = 3, 300
RIDGE = 10.0
LEAST = 2  # points: marks of fewer are left out
SCALE = 10

Bag = list[frozenset[str]]


def load() -> list[tuple[Bag, bool, float]]:
    """The marks of each reply's sentences, whether it warns, and how much it counts."""
    found = []
    for part, count in COUNTS.items():
        for line in (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
            entry: dict[str, Any] = json.loads(line)
            text = entry["text"]
            if "warns" in entry:
                found.append((bag(text), bool(entry["warns"]), count))
            elif not entry.get("warns_of"):
                found.append((bag(text), False, UNLABELLED))
    return found


def bag(text: str) -> Bag:
    """The marks of the sentences that could warn."""
    return [
        marks(sentence)
        for sentence in first_sentences(text)
        if not sentence.quoted and not takes_back(sentence.spoken)
    ]


def fit(replies: list[tuple[Bag, bool, float]]) -> tuple[dict[str, float], float]:
    """The weight of each mark, and what a sentence without any starts from."""
    weights: dict[str, float] = {}
    start = 0.0
    for _ in range(ROUNDS):
        rows: list[tuple[frozenset[str], bool, float]] = []
        for sentences, warns, count in replies:
            if warns and sentences:
                best = max(sentences, key=lambda found: (_sum(weights, found), len(found)))
                rows.append((best, True, count))
            elif not warns:
                rows += [(found, False, count) for found in sentences]
        weights, start = _descend(rows, weights, start)
    return weights, start


def _sum(weights: dict[str, float], found: frozenset[str]) -> float:
    return math.fsum(weights.get(mark, 0.0) for mark in found)


def _descend(
    rows: list[tuple[frozenset[str], bool, float]], weights: dict[str, float], start: float
) -> tuple[dict[str, float], float]:
    """Gradient descent, each weight with a pace of its own (Adagrad)."""
    listed = [(sorted(found), warns, count) for found, warns, count in rows]
    names = sorted({mark for found, _, _ in listed for mark in found})
    weights = {name: weights.get(name, 0.0) for name in names}
    pace = dict.fromkeys(names, 1e-9)
    start_pace = 1e-9
    for _ in range(STEPS):
        slope = {name: RIDGE * weight for name, weight in weights.items()}
        start_slope = 0.0
        for found, warns, count in listed:
            total = start + sum([weights[mark] for mark in found])
            miss = count * (1 / (1 + math.exp(-total)) - warns)
            start_slope += miss
            for mark in found:
                slope[mark] += miss
        for name in names:
            pace[name] += slope[name] ** 2
            weights[name] -= 0.3 * slope[name] / math.sqrt(pace[name])
        start_pace += start_slope**2
        start -= 0.3 * start_slope / math.sqrt(start_pace)
    return weights, start


def fitted() -> tuple[dict[str, int], float]:
    """The points of the marks that tell something, and where a sentence starts."""
    replies = load()
    weights, _ = fit(replies)
    kept = {mark for mark, weight in weights.items() if abs(weight) * SCALE >= LEAST}
    weights, start = fit(
        [([found & kept for found in bag], warns, count) for bag, warns, count in replies]
    )
    points = {mark: round(weight * SCALE) for mark, weight in weights.items()}
    return {mark: value for mark, value in points.items() if value}, start * SCALE


if __name__ == "__main__":
    table, begin = fitted()
    print(f"# A sentence without marks starts at {begin:.0f}.")
    print("POINTS = {")
    for mark, value in sorted(table.items(), key=lambda pair: (-pair[1], pair[0])):
        print(f'    "{mark}": {value},')
    print("}")
