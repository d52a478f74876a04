"""Fits the weights with which ``pytest_hydra.scenarios.english`` reads replies.

``python tools/fit_weights.py`` reads the labelled replies for tuning, and writes the tables of
weights and ``measures.txt`` next to the rules, in two minutes. The model is a linear support vector
machine, solved by dual coordinate descent. Of a reply that warns, the part that is labelled as the
warning counts and its other parts are no warnings; without such a label, only the part with the
highest sum counts. Each part of any other reply is no warning. A logistic curve turns the highest
sum of a reply and the number of its parts into a chance. It is fitted to replies to which the
weights are not fitted. ``--unseen`` writes nothing: it prints precision and recall of each part
with weights fitted to the other parts. ``--sorts`` prints the effect of each class of marks on the
parts that are never fitted.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_hydra.scenarios.english import weights
from pytest_hydra.scenarios.english.sentences import Sentence, first_sentences

REPLIES = Path(__file__).parents[1] / "tests" / "scenarios" / "replies"
PARTS = (
    *("tuned", "phrases", "varied_tuned", "implied_tuned", "warning_phrases", "held_out"),
    *("varied_held_out", "implied_held_out", "unseen", "voices", "calm", "fresh", "many"),
    *("circumstance", "everyday", "blind", "near_twins", "contrasts", "plain", "daily"),
    *("matter_of_fact", "notices", "long", "today"),
)
NEVER_FITTED = ("first_sight", "unfamiliar", "daily_unseen", "notices_unseen", "long_unseen")
# What the measures are fitted to; the first by weights that are fitted without a third of it.
MEASURED = ("long", "first_sight", "daily_unseen")
THIRDS = 3
# The marks of each class, by their first characters or contents.
SORTS: dict[str, Callable[[str], bool]] = {
    "all marks": lambda mark: not mark,
    "no classes of words": lambda mark: mark.startswith("%"),
    "no phrases": lambda mark: mark.startswith("@"),
    "no pairs of words": lambda mark: mark.startswith("=") and " " in mark,
}
KINDS: dict[weights.Kind, str] = {"warning": "warns", "refusal": "rejects", "request": "asks"}
# The weight of a phrase that is labelled for another kind: few of these warn.
UNLABELLED = 0.5
ROUNDS, SWEEPS = 3, 12
STRENGTH = {
    "warning": 0.06,
    "refusal": 0.05,
    "request": 0.05,
}  # the cost of an error, relative to large weights
# The share of a mark's limit that is the same for all marks; the rest is higher for rare marks, and
# for marks that distinguish positive replies from others.
EVEN = 0.5
# The most for a clear no, the least for a clear yes: chosen on replies with people's labels, and
# everyday ones.
LIMITS = {"warning": (0.05, 0.75), "refusal": (0.005, 0.9), "request": (0.004, 0.75)}
STEPS, STEP = 3000, 0.3  # of the gradient descent for the measures
RARE = 2  # marks of fewer replies are left out
SCALE = 16
# Warnings are rarer in the labelled replies than where tests look for them.
ODDS = {"warning": 1.5, "refusal": 1.0, "request": 1.0}
WIDTH = 99  # characters of a line

Bag = list[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Example:
    """A reply: its part of the labelled replies, the marks of its parts, its label and weight.

    ``decisive``: which of its parts are labelled as the warning, refusal or request.
    """

    part: str
    bag: Bag
    holds: bool
    count: float
    decisive: list[bool]


def load(kind: weights.Kind, parts: Sequence[str] = PARTS) -> list[Example]:
    """The labelled replies."""
    label = KINDS[kind]
    examples = []
    for part in parts:
        for line in (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if label in entry or (kind == "warning" and entry.get("warns_of")):
                phrases = entry.get("parts", {}).get(label, [])
                holds = bool(entry.get(label, True))
                examples.append(_example(kind, part, entry["text"], holds, 1.0, phrases))
            elif kind != "request" and part.endswith("phrases") and not entry.get(f"{label}_of"):
                examples.append(_example(kind, part, entry["text"], False, UNLABELLED, []))
    return examples


def _example(  # noqa: PLR0913, PLR0917 - its fields
    kind: weights.Kind, part: str, reply: str, holds: bool, count: float, phrases: list[str]
) -> Example:
    sentences = first_sentences(reply)
    marks = [weights.marks_of(kind, reply, index) for index in range(len(sentences))]
    labelled = [_is_part(sentence, phrases) for sentence in sentences]
    windows = weights.windows(kind, sentences) or [()]
    bag = [frozenset[str]().union(*[marks[index] for index in window]) for window in windows]
    decisive = [any(labelled[index] for index in window) for window in windows]
    return Example(part, bag, holds, count, decisive)


def _is_part(sentence: Sentence, phrases: list[str]) -> bool:
    """Whether a sentence is in one of the phrases, or begins one."""
    own = _plain(sentence.original)
    return any(own[:40] in _plain(phrase) or _plain(phrase)[:25] in own for phrase in phrases)


def _plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace("`", "").split()).casefold()


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
        for entry, parts in zip(examples, bags, strict=True):
            strength, is_labelled = entry.count * STRENGTH[kind], any(entry.decisive)
            others = [] if entry.holds and not is_labelled else parts
            if entry.holds:
                decisive = zip(parts, entry.decisive, strict=True)
                loud = [marks for marks, is_part in decisive if is_part or not is_labelled]
                best = max(loud, key=lambda marks: (_sum(values, marks), len(marks)))
                rows.append((best, 1, strength))
                others = [marks for marks in others if marks not in loud]
            rows += [(marks, -1, strength) for marks in others]
        values = _separate(rows, reach)
    return dict(zip(names, values, strict=True))


def measure(kind: weights.Kind, examples: list[Example], table: dict[str, int]) -> list[float]:
    """What turns a weight and the number of parts into a chance: slope, by parts, offset."""
    rows = []
    long = [example for example in examples if example.part == MEASURED[0]]
    for third in range(THIRDS):
        left_out = long[third::THIRDS]
        rest = [example for example in examples if example not in left_out]
        own = to_integers(fit(kind, rest))
        rows += [(*_highest(own, example), example.holds) for example in left_out]
    rows += [(*_highest(table, ex), ex.holds) for ex in load(kind, MEASURED[1:])]
    values = [1.0, 0.0, 0.0]
    for _ in range(STEPS):
        slopes = [0.0] * 3
        for weight, parts, holds in rows:
            inputs = (weight / SCALE, parts, 1.0)
            total = sum(value * entry for value, entry in zip(values, inputs, strict=True))
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - holds
            slopes = [slope + error * entry for slope, entry in zip(slopes, inputs, strict=True)]
        values = [
            value - STEP * slope / len(rows) for value, slope in zip(values, slopes, strict=True)
        ]
    return [values[0] / SCALE, values[1], values[2] + math.log(ODDS[kind])]


def _highest(table: dict[str, int], example: Example) -> tuple[int, float]:
    """The highest weight of a reply's parts, and the logarithm of their number."""
    start = table[weights.START]
    totals = [start + sum([table.get(mark, 0) for mark in marks]) for marks in example.bag]
    return max(totals), math.log(len(totals))


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
        for kind, entries in examples.items():
            rest = [example for example in entries if example.part != part]
            own = [example for example in entries if example.part == part]
            print(_row(kind, part, to_integers(fit(kind, rest)), own), flush=True)


def ablate(examples: dict[weights.Kind, list[Example]]) -> None:
    """Print F1 on each part that is never fitted, without each class of marks."""
    for name, is_out in SORTS.items():
        scores = []
        for kind in KINDS:
            entries = [_without(example, is_out) for example in examples[kind]]
            table = to_integers(fit(kind, entries))
            for part in NEVER_FITTED:
                unseen = [_without(example, is_out) for example in load(kind, [part])]
                scores.append(f"{_f1(*_confusion(kind, table, unseen)):.3f}")
        print(f"| {name} | {' | '.join(scores)} |", flush=True)


def _without(example: Example, is_out: Callable[[str], bool]) -> Example:
    bag = [frozenset(mark for mark in marks if not is_out(mark)) for marks in example.bag]
    return replace(example, bag=bag)


def _f1(positives: int, hits: int, alarms: int) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * hits / max(1, positives + hits + alarms)


def _row(kind: weights.Kind, part: str, table: dict[str, int], examples: list[Example]) -> str:
    """The positive replies, precision and recall of a part, as a row of Markdown."""
    positives, hits, alarms = _confusion(kind, table, examples)
    precision = hits / (hits + alarms) if hits + alarms else 1.0
    recall = hits / positives if positives else 1.0
    return f"| {kind} | {part} | {positives} | {precision:.3f} | {recall:.3f} |"


def _confusion(
    kind: weights.Kind, table: dict[str, int], examples: list[Example]
) -> tuple[int, int, int]:
    """The positive replies, those of them that were found, and the false positives."""
    found = [weights.chance(kind, *_highest(table, example)) > 0.5 for example in examples]
    pairs = [*zip([example.holds for example in examples], found, strict=True)]
    return sum(holds for holds, _ in pairs), pairs.count((True, True)), pairs.count((False, True))


def main(arguments: list[str]) -> None:
    """Write the tables, or print the requested figures."""
    examples = {kind: load(kind) for kind in KINDS}
    if "--sorts" in arguments:
        ablate(examples)
        return
    if "--unseen" in arguments:
        cross_validate(examples)
        return
    folder, lines = Path(weights.__file__).parent, []
    for kind, entries in examples.items():
        table = to_integers(fit(kind, entries))
        numbers = measure(kind, entries, table)
        cells = [*[f"{number:.4f}" for number in numbers], *map(str, LIMITS[kind])]
        lines.append(" | ".join([kind, *cells]))
        path = folder / f"{kind}_weights.txt"
        path.write_text(table_text(table), encoding="utf-8", newline="\n")
    head = (
        "# The chance of a reply: slope of its weight, of the logarithm of its parts, and offset; "
        "the most for a clear no, and the least for a clear yes.\n"
    )
    text = head + "\n".join([*lines, ""])
    (folder / "measures.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
