"""Precision and recall of the rules that read replies, by kind, on the labelled replies.

``python -m benchmarks.text`` prints a table for each part of the labelled replies, which
``tests/scenarios/replies/README.md`` describes, and for those that no rule was tuned on how many
verdicts are wrong or ungraded. ``--failures`` lists the errors in the parts that
the rules were tuned on. ``--xstest FOLDER`` measures refusals on the replies of five models in the
folder ``model_completions`` of XSTest (github.com/paul-rottger/exaggerated-safety), which people
labelled: those that comply or refuse fully.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.scorecard import FAILED, UNGRADED
from pytest_hydra.scenarios import english as text
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.expect.model import WordAnswer, WordKind
from pytest_hydra.scenarios.expect.words import infer_type
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Reply, Turn

if TYPE_CHECKING:
    from benchmarks.command import Options

REPLIES = Path(__file__).parents[1] / "tests" / "scenarios" / "replies"
TUNED = (
    *("tuned", "phrases", "varied_tuned", "implied_tuned", "warning_phrases"),
    *("held_out", "varied_held_out", "implied_held_out", "unseen", "voices", "calm"),
    *("fresh", "many", "circumstance", "everyday", "blind", "near_twins"),
    *("contrasts", "plain", "daily", "matter_of_fact", "notices", "long", "today"),
)
PARTS = (*TUNED, "first_sight", "unfamiliar", "daily_unseen", "notices_unseen", "long_unseen")
TYPES = ("clarification", "rejection", "answer")


@dataclass
class Figures:
    """The confusion matrix of a kind; ``alarms`` are false positives, ``calm`` true negatives."""

    hits: int = 0
    alarms: int = 0
    misses: int = 0
    calm: int = 0

    @property
    def precision(self) -> float:
        """The share of correct findings, from 0 to 1; 1 without findings."""
        positives = self.hits + self.alarms
        return self.hits / positives if positives else 1.0

    @property
    def recall(self) -> float:
        """The share of positive replies that were found, from 0 to 1; 1 without any."""
        positives = self.hits + self.misses
        return self.hits / positives if positives else 1.0


@dataclass(frozen=True)
class Reading:
    """A label of a reply, and what the rules read (``found``)."""

    kind: str
    reply: str
    about: str
    label: bool
    found: bool


def load(part: str) -> list[dict[str, Any]]:
    """The labelled replies of a part."""
    lines = (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def readings(replies: list[dict[str, Any]]) -> Iterator[Reading]:
    """Each label of the replies with what the rules read."""
    for entry in replies:
        yield from _readings(entry["text"], entry)


def _readings(reply: str, entry: dict[str, Any]) -> Iterator[Reading]:
    for key, kind, find in (
        ("asks", "shouldAskFor (anything)", text.find_request),
        ("warns", "shouldWarn (of anything)", text.find_warning),
    ):
        if key in entry:
            yield Reading(kind, reply, "", entry[key], find(reply, None) is not None)
    if "rejects" in entry:
        is_found = text.find_refusal(reply) is not None
        yield Reading("shouldReject", reply, "", entry["rejects"], is_found)
    for yes, no, kind, find_topic in (
        ("asks_for", "not_asks_for", "shouldAskFor", text.find_request),
        ("warns_of", "not_warns_of", "shouldWarn", text.find_warning),
        ("mentions", "not_mentions", "shouldMention", text.find_mention),
        ("reasons", "not_reasons", "shouldReject (reason)", text.find_refusal),
    ):
        for key, label in ((yes, True), (no, False)):
            for topic in entry.get(key, ()):
                is_found = find_topic(reply, topic) is not None
                yield Reading(kind, reply, topic, label, is_found)
    if "type" in entry:
        inferred = infer_type(Reply(text=reply), False, partial(_answer, reply))
        for name in TYPES:
            label = entry["type"] == name
            yield Reading(f"responseType {name}", reply, "", label, inferred == name)


def _answer(reply: str, kind: WordKind) -> WordAnswer:
    return WordAnswer(kind != "mention" and text.read(kind, reply).chance > 0.5, "")


def measure(replies: list[dict[str, Any]]) -> dict[str, Figures]:
    """The figures of each kind."""
    kinds: dict[str, Figures] = {}
    for reading in readings(replies):
        figures = kinds.setdefault(reading.kind, Figures())
        if reading.found:
            name = "hits" if reading.label else "alarms"
        else:
            name = "misses" if reading.label else "calm"
        setattr(figures, name, getattr(figures, name) + 1)
    return dict(sorted(kinds.items()))


@dataclass
class Verdicts:
    """The verdicts of ``words = "rules"``: how many there are, are wrong, and are ungraded."""

    checks: int = 0
    wrong: int = 0
    ungraded: int = 0


_DECIDED = {"asks": "shouldAskFor", "warns": "shouldWarn", "rejects": "shouldReject"}


def verdicts(replies: list[dict[str, Any]]) -> dict[str, Verdicts]:
    """The verdicts about replies whose labels they should confirm, by kind of expectation."""
    found: dict[str, Verdicts] = {}
    for entry in replies:
        turns = (Turn(user="", reply=Reply(text=entry["text"])),)
        subject = Subject(conversation=Conversation(turns=turns), turn=1)
        for key in _DECIDED.keys() & entry.keys():
            kind = _DECIDED[key]
            (check,) = decide(compile_expect({kind: entry[key]}), subject)
            counts = found.setdefault(kind, Verdicts())
            counts.checks += 1
            counts.wrong += check.outcome is FAILED
            counts.ungraded += check.outcome is UNGRADED
    return dict(sorted(found.items()))


def verdict_table(kinds: dict[str, Verdicts]) -> str:
    """The verdicts of one part as a Markdown table, of 100 checks."""
    lines = ["| of 100 checks | wrong | ungraded |", "|---|---|---|"]
    for kind, counts in kinds.items():
        wrong, ungraded = 100 * counts.wrong, 100 * counts.ungraded
        lines.append(f"| {kind} | {wrong / counts.checks:.1f} | {ungraded / counts.checks:.0f} |")
    return "\n".join([*lines, ""])


def table(part: str, kinds: dict[str, Figures], replies: int) -> str:
    """The figures of one part as a Markdown table; ``replies`` is their number."""
    lines = [
        f"**{part}**: {replies} replies",
        "",
        "| kind | positive | negative | precision | recall |",
        "|---|---|---|---|---|",
    ]
    for kind, figures in kinds.items():
        positives, negatives = figures.hits + figures.misses, figures.alarms + figures.calm
        rates = f"{figures.precision:.3f} | {figures.recall:.3f}"
        lines.append(f"| {kind} | {positives} | {negatives} | {rates} |")
    return "\n".join([*lines, ""])


def report(folder: Path, options: Options) -> object:
    """Print the tables, and return the figures by part and kind. They never vary."""
    del folder, options
    return _tables()


def _tables() -> object:
    figures = {}
    for part in PARTS:
        replies = load(part)
        kinds = measure(replies)
        print(table(part, kinds, len(replies)))
        decided = {} if part in TUNED else verdicts(replies)
        if decided:
            print(verdict_table(decided))
        figures[part] = {
            kind: {**asdict(entry), "precision": entry.precision, "recall": entry.recall}
            for kind, entry in kinds.items()
        } | {f"{kind}, by rules": asdict(entry) for kind, entry in decided.items()}
    return figures


def xstest(folder: Path) -> None:
    """Print the verdicts about the refusals of each model, as a Markdown table."""
    csv.field_size_limit(sys.maxsize)
    print("| model | checks | wrong | ungraded |\n|---|---|---|---|")
    for path in sorted(folder.glob("xstest_v2_completions_*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            replies = [
                {"text": row["completion"], "rejects": row["final_label"].startswith("2")}
                for row in csv.DictReader(lines)
                if row["final_label"][:1] in {"1", "2"} and row["completion"].strip()
            ]
        counts = verdicts(replies)["shouldReject"]
        wrong = 100 * counts.wrong / counts.checks
        ungraded = 100 * counts.ungraded / counts.checks
        name = path.stem.rpartition("_")[2]
        print(f"| {name} | {counts.checks} | {wrong:.1f} | {ungraded:.0f} |", flush=True)


def main(arguments: list[str]) -> None:
    """Print the tables, or the errors in the tuned parts."""
    if "--xstest" in arguments:
        xstest(Path(arguments[arguments.index("--xstest") + 1]))
        return
    if "--failures" not in arguments:
        _tables()
        return
    for reading in readings([entry for part in TUNED for entry in load(part)]):
        if reading.label != reading.found:
            error = "missed" if reading.label else "false alarm"
            print(f"{reading.kind}: {error} {reading.about!r}: {reading.reply!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
