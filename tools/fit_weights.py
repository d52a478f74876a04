"""Fits the weights with which ``pytest_hydra.scenarios.english`` finds warnings and refusals.

``python tools/fit_weights.py`` reads the labelled replies for tuning, and writes the tables of
weights next to the rules, in half a minute. The model is a linear support vector machine, solved by
dual coordinate descent. Of a reply that warns or refuses, only the sentence with the highest sum
counts; of any other reply, each sentence counts. ``--unseen`` writes nothing: it prints precision
and recall of each part with weights fitted to the other parts. ``--sorts`` prints the effect of
each class of marks on the parts that are never fitted.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from pytest_hydra.scenarios.english import find_refusal, find_warning, weights
from pytest_hydra.scenarios.english.sentences import Sentence, first_sentences

REPLIES = Path(__file__).parents[1] / "tests" / "scenarios" / "replies"
PARTS = (
    *("tuned", "phrases", "varied_tuned", "implied_tuned", "warning_phrases", "held_out"),
    *("varied_held_out", "implied_held_out", "unseen", "voices", "calm", "fresh", "many"),
    *("circumstance", "everyday", "blind", "near_twins", "contrasts", "plain", "daily"),
    *("matter_of_fact", "notices"),
)
NEVER_FITTED = ("first_sight", "unfamiliar", "daily_unseen", "notices_unseen")
# The marks of each class, by their first characters or contents.
SORTS: dict[str, Callable[[str], bool]] = {
    "all marks": lambda mark: not mark,
    "no classes of words": lambda mark: mark.startswith("%"),
    "no phrases": lambda mark: mark.startswith("@"),
    "no pairs of words": lambda mark: mark.startswith("=") and " " in mark,
}
KINDS: dict[weights.Kind, str] = {"warning": "warns", "refusal": "rejects"}
FIND: dict[weights.Kind, Callable[[str, str | None], str | None]] = {
    "warning": find_warning,
    "refusal": find_refusal,
}
# The marks of cues for warnings.
WARNING_CUES = ("@marked", "@are you sure")
# The weight of a phrase that is labelled for another kind: few of these warn.
UNLABELLED = 0.5
ROUNDS, SWEEPS = 3, 12
STRENGTH = {"warning": 0.06, "refusal": 0.05}  # the cost of an error, relative to large weights
# The share of a mark's limit that is the same for all marks; the rest is higher for rare marks, and
# for marks that distinguish positive replies from others.
EVEN = 0.5
RARE = 2  # marks of fewer replies are left out
SCALE = 16
# Lowers the threshold, so that precision and recall balance on parts that are not fitted.
EASE = {"warning": 0.03, "refusal": 0.14}
WIDTH = 99  # characters of a line

Bag = list[frozenset[str]]


@dataclass(frozen=True)
class Example:
    """A reply: its part, the marks of its sentences, its label, and its weight."""

    part: str
    reply: str
    bag: Bag
    holds: bool
    count: float


def load(kind: weights.Kind, parts: Sequence[str] = PARTS) -> list[Example]:
    """The labelled replies."""
    label = KINDS[kind]
    examples = []
    for part in parts:
        for line in (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if label in entry or (kind == "warning" and entry.get("warns_of")):
                holds = bool(entry.get(label, True))
                examples.append(_example(kind, part, entry["text"], holds, 1.0))
            elif part.endswith("phrases") and not entry.get(f"{label}_of"):
                examples.append(_example(kind, part, entry["text"], False, UNLABELLED))
    return examples


def _example(kind: weights.Kind, part: str, reply: str, holds: bool, count: float) -> Example:
    return Example(part, reply, bag(kind, reply), holds, count)


def bag(kind: weights.Kind, reply: str) -> Bag:
    """The marks of each window of sentences that are weighed together."""
    sentences = first_sentences(reply)
    return [
        frozenset().union(*[_marks(kind, sentences[index]) for index in window])
        for window in weights.windows(kind, sentences)
    ] or [frozenset()]


def _marks(kind: weights.Kind, sentence: Sentence) -> frozenset[str]:
    """The marks that have weights; for warnings no classes of words, and only their cues."""
    marks = weights.marks_of(sentence)
    if kind == "refusal":
        return marks
    return frozenset(mark for mark in marks if mark[0] not in "%@" or mark in WARNING_CUES)


def fit(kind: weights.Kind, examples: list[Example]) -> dict[str, float]:
    """The weight of each mark, and of ``START``, the first mark of each sentence."""
    counts = _mark_counts(examples)
    names = [weights.START, *sorted(mark for mark, count in counts.items() if count >= RARE)]
    reach = [1.0, *_reach(names[1:], examples)]
    number = {name: index for index, name in enumerate(names)}
    bags = [
        [[0, *sorted(number[mark] for mark in marks if mark in number)] for marks in example.bag]
        for example in examples
    ]
    values = [0.0] * len(names)
    for _ in range(ROUNDS):
        rows = []
        for entry, sentences in zip(examples, bags, strict=True):
            if entry.holds:
                best = max(sentences, key=lambda marks: (_sum(values, marks), len(marks)))
                rows.append((best, 1, entry.count * STRENGTH[kind]))
            else:
                rows += [(marks, -1, entry.count * STRENGTH[kind]) for marks in sentences]
        values = _separate(rows, reach)
    values[0] += EASE[kind]
    return dict(zip(names, values, strict=True))


def _sum(values: list[float], marks: list[int]) -> float:
    return sum([values[mark] for mark in marks])


def _mark_counts(examples: list[Example]) -> Counter[str]:
    """The number of replies with each mark."""
    return Counter(mark for example in examples for mark in frozenset().union(*example.bag))


def _reach(names: list[str], examples: list[Example]) -> list[float]:
    """The relative scale of each mark's weight: the square of its factor in a sum."""
    holding = [example for example in examples if example.holds]
    rest = [example for example in examples if not example.holds]
    positive, negative = _mark_counts(holding), _mark_counts(rest)
    odds = math.log((len(rest) + 2) / (len(holding) + 2))
    tells = [abs(math.log((positive[name] + 1) / (negative[name] + 1)) + odds) for name in names]
    rare = [math.log(len(examples) / (positive[name] + negative[name])) for name in names]
    return [
        ((EVEN + (1 - EVEN) * weight) * (EVEN + (1 - EVEN) * rarity)) ** 2
        for weight, rarity in zip(_normalized(tells), _normalized(rare), strict=True)
    ]


def _normalized(numbers: list[float]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [number / mean for number in numbers]


def _separate(rows: list[tuple[list[int], int, float]], reach: list[float]) -> list[float]:
    """Small values whose sums have the signs of the rows, as far as possible."""
    values = [0.0] * len(reach)
    pulls = [0.0] * len(rows)
    sizes = [sum([reach[mark] for mark in marks]) for marks, _, _ in rows]
    order = list(range(len(rows)))
    shuffle = random.Random(0).shuffle  # noqa: S311 - the same order each time, no secret
    for _ in range(SWEEPS):
        shuffle(order)
        for index in order:
            marks, sign, strength = rows[index]
            slack = 1 / (2 * strength)
            total = sum([values[mark] for mark in marks])
            pull = pulls[index] - (sign * total - 1 + slack * pulls[index]) / (sizes[index] + slack)
            step = (max(pull, 0.0) - pulls[index]) * sign
            if step:
                pulls[index] = max(pull, 0.0)
                for mark in marks:
                    values[mark] += step * reach[mark]
    return values


def to_integers(weights: dict[str, float]) -> dict[str, int]:
    """The weights as integers, without those that are 0."""
    table = {mark: round(weight * SCALE) for mark, weight in weights.items()}
    return {mark: weight for mark, weight in table.items() if weight}


def table_text(table: dict[str, int]) -> str:
    """The text of a table, the marks with the largest weights first."""
    lines: list[str] = []
    last = 0
    for mark, value in sorted(table.items(), key=lambda pair: (-pair[1], pair[0])):
        if value != last or len(lines[-1]) + len(mark) >= WIDTH:
            lines.append(str(value))
            last = value
        lines[-1] += f"|{mark}"
    return "\n".join([*lines, ""])


def cross_validate(examples: dict[weights.Kind, list[Example]]) -> None:
    """Print precision and recall of each part with weights fitted to the other parts."""
    for part in PARTS:
        tables = {
            kind: to_integers(
                fit(kind, [example for example in examples[kind] if example.part != part])
            )
            for kind in KINDS
        }
        with patch.object(weights, "weights", tables.__getitem__):
            for kind in KINDS:
                print(_row(kind, part, examples[kind]), flush=True)


def ablate() -> None:
    """Print F1 on each part that is never fitted, without each class of marks."""
    replies = {kind: load(kind, NEVER_FITTED) for kind in KINDS}
    marks_of = weights.marks_of
    for name, is_out in SORTS.items():
        tables = {}
        for kind in KINDS:
            with patch.object(
                weights,
                "marks_of",
                lambda sentence, is_out=is_out: frozenset(
                    mark for mark in marks_of(sentence) if not is_out(mark)
                ),
            ):
                examples = load(kind)
            tables[kind] = to_integers(fit(kind, examples))
        with patch.object(weights, "weights", tables.__getitem__):
            scores = [
                f"{_f1(*_confusion(kind, part, replies[kind])):.3f}"
                for kind in reversed(KINDS)
                for part in NEVER_FITTED
            ]
        print(f"| {name} | {' | '.join(scores)} |", flush=True)


def _f1(positives: int, hits: int, alarms: int) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * hits / max(1, positives + hits + alarms)


def _row(kind: weights.Kind, part: str, examples: list[Example]) -> str:
    """The positive replies, precision and recall of a part, as a row of Markdown."""
    positives, hits, alarms = _confusion(kind, part, examples)
    precision = hits / (hits + alarms) if hits + alarms else 1.0
    recall = hits / positives if positives else 1.0
    return f"| {kind} | {part} | {positives} | {precision:.3f} | {recall:.3f} |"


def _confusion(kind: weights.Kind, part: str, examples: list[Example]) -> tuple[int, int, int]:
    """The positive replies of a part, those of them that were found, and the false positives."""
    hits = alarms = positives = 0
    for example in examples:
        if example.part == part:
            is_found = FIND[kind](example.reply, None) is not None
            positives += example.holds
            hits += is_found and example.holds
            alarms += is_found and not example.holds
    return positives, hits, alarms


def main(arguments: list[str]) -> None:
    """Write the tables, or print the requested figures."""
    if "--sorts" in arguments:
        ablate()
        return
    examples = {kind: load(kind) for kind in KINDS}
    if "--unseen" in arguments:
        cross_validate(examples)
        return
    for kind in KINDS:
        path = Path(weights.__file__).with_name(f"{kind}_weights.txt")
        text = table_text(to_integers(fit(kind, examples[kind])))
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
