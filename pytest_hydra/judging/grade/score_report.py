"""What is said of a graded benchmark beside its scores, and what it leaves behind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import exact, is_number, six_places
from pytest_hydra.core.scorecard import agreement
from pytest_hydra.core.text import json_text, plain_lines, read_table
from pytest_hydra.errors import HydraError, InputError, Problem
from pytest_hydra.record import wire
from pytest_hydra.record.files import locked, reason, write_whole
from pytest_hydra.settings.judges import HIGHEST, LOWEST

# How much of the history is read for its last lines.
_TAIL = 64 * 1024


LABELS = "labels.jsonl"

# What makers of models call theirs, and how such names are known. A judge is kind to its own.
_FAMILIES = dict(map(str.split, read_table(__file__, "model_families.txt").splitlines()))
# Under which keys a benchmark folder says who did the work.
_KEYS = ("agent", "model", "models", "agents")


def write_score_report(folder: Path, entry: Mapping[str, Any], run_id: str) -> None:
    """Write the benchmark's entry of the report into its folder. Raises HydraError."""
    path = folder / "score-report.json"
    text = json.dumps({"run_id": run_id, **entry}, indent=2, ensure_ascii=False)
    try:
        write_whole(path, f"{json_text(text)}\n".encode())
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error


def append_history(path: Path, entry: Mapping[str, Any], run_id: str) -> None:
    """Append one line about a graded benchmark; whole, also beside others. Raises HydraError."""
    line = wire.encode(
        {
            "t": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "run_id": run_id,
            "path": entry["path"],
            "overall": entry["overall"],
            "passed": entry["passed"],
            "threshold": entry["threshold"],
            "mock": entry["mock"],
            "judge": entry["judge"],
            "scores": {category["name"]: category["score"] for category in entry["categories"]},
        }
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_name(f"{path.name}.lock")), path.open("ab") as file:
            # A line that was torn off must not spoil this one.
            start = b"\n" if _tail(path, 1) not in (b"", b"\n") else b""
            file.write(start + line.encode("ascii") + b"\n")
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error


def trend(path: Path, benchmark: str, most: int = 8) -> list[float]:
    """The last overall scores of a benchmark, the newest last, as far as they can be read."""
    try:
        lines = _tail(path, _TAIL).splitlines()
    except OSError:
        return []
    scores = []
    for line in lines:
        try:
            content = wire.decode(line)
        except ValueError:
            continue
        overall = content.get("overall")
        if content.get("path") == benchmark and content.get("mock") is False:
            scores += [overall] if is_number(overall) and LOWEST <= overall <= HIGHEST else []
    return scores[-most:]


def _tail(path: Path, most: int) -> bytes:
    """The last bytes of a file."""
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, 2) - most))
        return file.read()


def read_labels(folder: Path, shown: str) -> list[tuple[str, int]]:
    """The scores from 1 to 10 that people gave, by category. InputError for a bad labels.jsonl."""
    try:
        lines = plain_lines((folder / LABELS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(f"cannot be read: {error}", f"{shown}/{LABELS}")]) from None
    labels = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            label = json.loads(line)
            category, score = label["category"], label["score"]
        except (ValueError, KeyError, TypeError, RecursionError):
            category = score = None
        if not isinstance(category, str) or type(score) is not int or not 1 <= score <= 10:
            message = 'must be {"category": "…", "score": a whole number from 1 to 10}'
            raise InputError([Problem(message, f"{shown}/{LABELS}", number)])
        labels.append((category, score))
    return labels


def agreement_entry(
    labels: Iterable[tuple[str, int]], scores: Mapping[str, object]
) -> dict[str, Any] | None:
    """How the judge's scores, where they are whole, agree with the labels; None without pairs."""
    pairs = [
        (label, score)
        for category, label in labels
        if isinstance(score := scores.get(category), int)
    ]
    if not pairs:
        return None
    found = agreement(pairs)
    shares = ("exact", "within_one", "kappa", "low", "high")
    told = {name: getattr(found, name) for name in shares}
    rounded = {name: six_places(exact(n)) for name, n in told.items() if n is not None}
    return {"pairs": found.pairs, **told, **rounded}


def family_note(folder: Path, judges: Sequence[str]) -> str | None:
    """A warning when a judge is of the family that did the work, as far as names tell."""
    names: list[str] = []
    for file in ("config.json", "summary.json"):
        try:
            content = json.loads((folder / file).read_bytes())
        except (OSError, ValueError, RecursionError):
            continue  # an exhibit that is not there, or is read elsewhere and found wanting there
        for key in _KEYS if isinstance(content, dict) else ():
            value = content.get(key)
            values = value if isinstance(value, list) else [value]
            names += [entry for entry in values if isinstance(entry, str)]
    return kin_note(names, judges)


def kin_note(names: Iterable[str], judges: Iterable[str]) -> str | None:
    """A warning when a judge is of the family of those who did the work, by their names."""
    makers = {family: name for name in names for family in _families(name)}
    of_family = (
        "the judge {!r} is of the family that made this ({!r}): judges are kind to their own"
    )
    kin = ((judge, makers.get(family)) for judge in judges for family in _families(judge))
    return next((of_family.format(*pair) for pair in kin if pair[1]), None)


def _families(name: str) -> list[str]:
    return [family for family, pattern in _FAMILIES.items() if re.search(pattern, name, re.I)]
