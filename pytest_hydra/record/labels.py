"""Labels: people's verdicts on checks and categories, saved by the page as ``labels.jsonl``."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import json_or_none
from pytest_hydra.core.result import Result
from pytest_hydra.core.text import plain_lines

LABELS = "labels.jsonl"
"""The name of the file, beside hydra.toml and in benchmark folders."""

_LONGEST = 20_000_000
_OPPOSITE = {"passed": "failed", "failed": "passed"}
# The duration of a turn is not part of its evidence.
_SECONDS = lazy_regex(rb',"seconds":[-+.0-9Ee]+(?=[,}])')


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A person's verdict on one check or one category of an item.

    For a check it is ``passed`` or ``failed``, for a category a score from 1 to 10; the other is
    None. ``evidence`` is the sha256, in hex, of what the person was shown. Of a judgment ``judge``
    and ``rubric`` say who gave it by which criteria (a digest), and ``judged`` is its score, or 1
    for passed and 0 for failed.
    """

    item: str
    name: str
    outcome: str | None
    score: int | None
    by: str
    note: str
    evidence: str
    judge: str = ""
    rubric: str = ""
    judged: int | None = None


def label_of(value: Any) -> Label | None:
    """The label in a parsed line; None if it is not a valid label.

    A label of a check says whether the person agrees (``verdict``) with its ``outcome``. An
    ungraded check cannot be labelled.
    """
    if not isinstance(value, dict):
        return None
    name, score, outcome = value.get("category"), value.get("score"), None
    judged = value.get("judged")
    if "check" in value:
        name, score, outcome = value["check"], None, str(value.get("outcome"))
        judged = int(outcome == "passed") if "rubric" in value else None
        outcome = outcome if value.get("verdict") == "agree" else _OPPOSITE.get(outcome, "")
        outcome = outcome if value.get("verdict") in ("agree", "disagree") else None
    is_valid = outcome in _OPPOSITE or (type(score) is int and 1 <= score <= 10)
    is_valid = is_valid and (judged is None or type(judged) is int)
    texts = {"name": name, **{key: value.get(key) for key in ("item", "evidence")}}
    texts |= {key: value.get(key, "") for key in ("by", "note", "judge", "rubric")}
    fields = {key: text for key, text in texts.items() if isinstance(text, str)}
    if not is_valid or len(fields) < len(texts):
        return None
    return Label(outcome=outcome, score=score, judged=judged, **fields)


def saved_labels(root: Path) -> tuple[list[Label], int]:
    """The labels beside hydra.toml, and the number of invalid lines. Never raises.

    The last label of a person on the same check or category counts.
    """
    path = root / LABELS
    try:
        # A pipe would block, and a file that large is not a list of labels.
        if not path.is_file():
            return [], 0
        lines = plain_lines(path.read_text("utf-8") if path.stat().st_size < _LONGEST else "?")
    except (OSError, UnicodeDecodeError):
        return [], 1
    labels: dict[tuple[str, ...], Label] = {}
    bad = 0
    for line in filter(str.strip, lines):
        label = label_of(json_or_none(line))
        if label is None:
            bad += 1
        else:
            labels[label.item, label.name, label.by, label.evidence] = label
    return list(labels.values()), bad


def check_name(check: Any) -> str:
    """The name of a check in a label, with its turn if it has one."""
    turn = check.get("turn")
    return str(check["name"]) if turn is None else f"{check['name']} (turn {turn})"


def evidence_of(line: bytes) -> str:
    """The digest of what a person was shown: the recorded line of a conversation."""
    return hashlib.sha256(_SECONDS.sub(b"", line)).hexdigest()


def checks_evidence(result: Result, record: bytes | None) -> str:
    """The evidence of a scenario or test: its conversation, or else its checks."""
    if record is None:
        record = json.dumps(result["checks"], sort_keys=True).encode("ascii")
    return evidence_of(record)


def candidate_evidence(race: Result, result: Result) -> str:
    """The evidence of a candidate: its files, and the base commit."""
    return evidence_of(f"{race['base_commit']} {result['details'].get('tree')}".encode())
