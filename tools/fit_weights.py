"""Fits the weights by which ``pytest_hydra.scenarios.english`` knows warnings and refusals.

``python tools/fit_weights.py`` reads the labelled replies that may be tuned on, and writes the
tables of weights beside the rules, in half a minute. It is a linear support vector machine, solved
by dual coordinate descent. Of a reply that warns or refuses only the sentence that shows it best
counts; of one that does not, each. ``--unseen`` writes nothing: it prints how well each part is
read with weights that were fitted to the others. ``--sorts`` prints what each sort of marks is
worth on the parts that nothing is fitted to.
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
# Which marks a sort is, by how they begin, or what they hold.
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
# The marks of the cues that speak of warnings.
WARNING_CUES = ("@marked", "@are you sure")
# A phrase that is labelled for another kind: few of these warn.
UNLABELLED = 0.5
ROUNDS, SWEEPS = 3, 12
STRENGTH = {"warning": 0.06, "refusal": 0.05}  # how much a mistake weighs against large points
# How much of what a mark may count is the same for all; the rest is more for what is rare, and
# for what replies of one sort have and others have not.
EVEN = 0.5
RARE = 2  # marks of fewer replies are left out
SCALE = 16
# What is taken off the threshold, so that precision and recall balance on what is not fitted to.
EASE = {"warning": 0.03, "refusal": 0.14}
WIDTH = 99  # characters of a line

Bag = list[frozenset[str]]


@dataclass(frozen=True)
class Example:
    """A reply: its part, the marks of its sentences, what it is, and how much it counts."""

    part: str
    reply: str
    bag: Bag
    holds: bool
    count: float


def load(kind: weights.Kind, parts: Sequence[str] = PARTS) -> list[Example]:
    """The labelled replies."""
    label = KINDS[kind]
    found = []
    for part in parts:
        for line in (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if label in entry or (kind == "warning" and entry.get("warns_of")):
                found.append(_example(kind, part, entry["text"], bool(entry.get(label, True)), 1.0))
            elif part.endswith("phrases") and not entry.get(f"{label}_of"):
                found.append(_example(kind, part, entry["text"], False, UNLABELLED))
    return found


def _example(kind: weights.Kind, part: str, reply: str, holds: bool, count: float) -> Example:
    return Example(part, reply, bag(kind, reply), holds, count)


def bag(kind: weights.Kind, reply: str) -> Bag:
    """The marks of what is weighed together in a reply."""
    found = first_sentences(reply)
    return [
        frozenset().union(*[_marks(kind, found[index]) for index in window])
        for window in weights.windows(kind, found)
    ] or [frozenset()]


def _marks(kind: weights.Kind, sentence: Sentence) -> frozenset[str]:
    """The marks that have weights: for a warning no classes of words, and only its own cues."""
    marks = weights.marks_of(sentence)
    if kind == "refusal":
        return marks
    return frozenset(mark for mark in marks if mark[0] not in "%@" or mark in WARNING_CUES)


def fit(kind: weights.Kind, examples: list[Example]) -> dict[str, float]:
    """The weight of each mark, and of ``START``, with which each sentence starts."""
    seen = _seen(examples)
    names = [weights.START, *sorted(mark for mark, count in seen.items() if count >= RARE)]
    reach = [1.0, *_reach(names[1:], examples)]
    number = {name: index for index, name in enumerate(names)}
    bags = [
        [[0, *sorted(number[mark] for mark in found if mark in number)] for found in example.bag]
        for example in examples
    ]
    values = [0.0] * len(names)
    for _ in range(ROUNDS):
        rows = []
        for entry, sentences in zip(examples, bags, strict=True):
            if entry.holds:
                best = max(sentences, key=lambda found: (_sum(values, found), len(found)))
                rows.append((best, 1, entry.count * STRENGTH[kind]))
            else:
                rows += [(found, -1, entry.count * STRENGTH[kind]) for found in sentences]
        values = _separate(rows, reach)
    values[0] += EASE[kind]
    return dict(zip(names, values, strict=True))


def _sum(values: list[float], found: list[int]) -> float:
    return sum([values[mark] for mark in found])


def _seen(examples: list[Example]) -> Counter[str]:
    """How many replies have a mark."""
    return Counter(mark for example in examples for mark in frozenset().union(*example.bag))


def _reach(names: list[str], examples: list[Example]) -> list[float]:
    """How far each mark's weight may go, beside others: the square of what it counts in a sum."""
    holding = [example for example in examples if example.holds]
    others = [example for example in examples if not example.holds]
    here, there = _seen(holding), _seen(others)
    odds = math.log((len(others) + 2) / (len(holding) + 2))
    tells = [abs(math.log((here[name] + 1) / (there[name] + 1)) + odds) for name in names]
    rare = [math.log(len(examples) / (here[name] + there[name])) for name in names]
    return [
        ((EVEN + (1 - EVEN) * tell) * (EVEN + (1 - EVEN) * few)) ** 2
        for tell, few in zip(_around_one(tells), _around_one(rare), strict=True)
    ]


def _around_one(numbers: list[float]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [number / mean for number in numbers]


def _separate(rows: list[tuple[list[int], int, float]], reach: list[float]) -> list[float]:
    """The values whose sums have the rows' signs, as far as that goes with small ones."""
    values = [0.0] * len(reach)
    pulls = [0.0] * len(rows)
    sizes = [sum([reach[mark] for mark in found]) for found, _, _ in rows]
    order = list(range(len(rows)))
    shuffle = random.Random(0).shuffle  # noqa: S311 - the same order each time, no secret
    for _ in range(SWEEPS):
        shuffle(order)
        for index in order:
            found, sign, strength = rows[index]
            give = 1 / (2 * strength)
            total = sum([values[mark] for mark in found])
            pull = pulls[index] - (sign * total - 1 + give * pulls[index]) / (sizes[index] + give)
            step = (max(pull, 0.0) - pulls[index]) * sign
            if step:
                pulls[index] = max(pull, 0.0)
                for mark in found:
                    values[mark] += step * reach[mark]
    return values


def rounded(exact: dict[str, float]) -> dict[str, int]:
    """The weights as whole numbers; what is left out has none."""
    whole = {mark: round(weight * SCALE) for mark, weight in exact.items()}
    return {mark: weight for mark, weight in whole.items() if weight}


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


def unseen(examples: dict[weights.Kind, list[Example]]) -> None:
    """Print how each part is read with weights that were fitted to the others."""
    for part in PARTS:
        tables = {
            kind: rounded(
                fit(kind, [example for example in examples[kind] if example.part != part])
            )
            for kind in KINDS
        }
        with patch.object(weights, "weights", tables.__getitem__):
            for kind in KINDS:
                print(_row(kind, part, examples[kind]), flush=True)


def sorts() -> None:
    """Print F1 on each part that is never fitted to, fitted without each sort of marks."""
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
            tables[kind] = rounded(fit(kind, examples))
        with patch.object(weights, "weights", tables.__getitem__):
            found = [
                f"{_f1(*_read(kind, part, replies[kind])):.3f}"
                for kind in reversed(KINDS)
                for part in NEVER_FITTED
            ]
        print(f"| {name} | {' | '.join(found)} |", flush=True)


def _f1(there: int, hits: int, alarms: int) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * hits / max(1, there + hits + alarms)


def _row(kind: weights.Kind, part: str, examples: list[Example]) -> str:
    """Replies that hold, precision and recall of a part, as a row of Markdown."""
    there, hits, alarms = _read(kind, part, examples)
    precision = hits / (hits + alarms) if hits + alarms else 1.0
    recall = hits / there if there else 1.0
    return f"| {kind} | {part} | {there} | {precision:.3f} | {recall:.3f} |"


def _read(kind: weights.Kind, part: str, examples: list[Example]) -> tuple[int, int, int]:
    """How many replies of a part hold; how many of them were found, and how many others."""
    hits = alarms = there = 0
    for example in examples:
        if example.part == part:
            holds = FIND[kind](example.reply, None) is not None
            there += example.holds
            hits += holds and example.holds
            alarms += holds and not example.holds
    return there, hits, alarms


def main(arguments: list[str]) -> None:
    """Write the tables, or print what is asked for."""
    if "--sorts" in arguments:
        sorts()
        return
    examples = {kind: load(kind) for kind in KINDS}
    if "--unseen" in arguments:
        unseen(examples)
        return
    for kind in KINDS:
        path = Path(weights.__file__).with_name(f"{kind}_weights.txt")
        text = table_text(rounded(fit(kind, examples[kind])))
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
