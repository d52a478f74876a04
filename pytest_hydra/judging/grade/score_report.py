"""What a graded benchmark leaves behind beside the report: score-report.json, and the history."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import is_number
from pytest_hydra.errors import HydraError
from pytest_hydra.record import wire
from pytest_hydra.record.files import locked, reason, write_whole

SCORE_REPORT = "score-report.json"

# How much of the history is read for its last lines.
_TAIL = 64 * 1024


def write_score_report(folder: Path, entry: Mapping[str, Any], run_id: str) -> Path:
    """Write the benchmark's entry of the report into its folder. Raises HydraError."""
    path = folder / SCORE_REPORT
    text = json.dumps({"run_id": run_id, **entry}, indent=2, ensure_ascii=False) + "\n"
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error
    return path


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
            start = b"" if _ends_with_a_line(path) else b"\n"
            file.write(start + line.encode("ascii") + b"\n")
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error


def trend(path: Path, benchmark: str, most: int = 8) -> list[float]:
    """The last overall scores of a benchmark, the newest last; mocked ones are none.

    What cannot be read of the history is left out: it decides nothing.
    """
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _TAIL))
            lines = file.read().splitlines()
    except OSError:
        return []
    scores = []
    for line in lines:
        try:
            told = wire.decode(line)
        except ValueError:
            continue
        overall = told.get("overall")
        if told.get("path") == benchmark and told.get("mock") is False and is_number(overall):
            scores.append(overall)
    return scores[-most:]


def _ends_with_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        if not size:
            return True
        file.seek(-1, 2)
        return file.read(1) == b"\n"
