"""Files of a graded benchmark, and notes on its scores: labels and model families."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from pytest_hydra.core.numbers import exact, is_number, six_places
from pytest_hydra.core.statistics import agreement
from pytest_hydra.core.text import counted, json_text
from pytest_hydra.documents import Document, read_lines
from pytest_hydra.documents.validation import StrictModel, unknown_name, validate
from pytest_hydra.errors import HydraError, InputError, Problem
from pytest_hydra.plugins.judges.excerpts import open_file
from pytest_hydra.plugins.judges.judge_settings import HIGHEST, LOWEST
from pytest_hydra.record import past_runs
from pytest_hydra.record.files import reason, write_whole
from pytest_hydra.record.labels import LABELS, label_of, saved_labels

# Model families and patterns of their names. A judge favours its own family.
# The keys that name the agent or model in a benchmark folder.
_KEYS = ("agent", "model", "models", "agents")


def write_score_report(folder: Path, result: Mapping[str, Any], run_id: str) -> None:
    """Write the benchmark's result into its folder. Raises HydraError."""
    path = folder / "score-report.json"
    text = json.dumps({"run_id": run_id, **result}, indent=2, ensure_ascii=False)
    try:
        write_whole(path, f"{json_text(text)}\n".encode())
    except OSError as error:
        raise HydraError(f"cannot write {path}: {reason(error)}") from error


def append_history(path: Path, result: Mapping[str, Any], run_id: str) -> None:
    """Append one line about a graded benchmark. Raises HydraError."""
    names = ("path", "threshold", "mock", "judge", "rubric")
    about = {name: result["details"].get(name) for name in names}
    line = {
        "run_id": run_id,
        **about,
        "overall": result["total"],
        "passed": result["status"] == "passed",
        "scores": {check["name"]: check["score"] for check in result["checks"]},
    }
    past_runs.append_line(path, line)


def trend(path: Path, details: Mapping[str, Any], most: int = 8) -> list[float]:
    """The last overall scores of a benchmark, by its judge and rubric, the newest last.

    Unreadable ones are skipped.
    """
    scores: list[float] = []
    for line in past_runs.History.read(path).newest():
        overall = line.get("overall")
        is_same = all(line.get(key) == details.get(key) for key in ("path", "judge", "rubric"))
        if is_same and line.get("mock") is False:
            scores += [overall] if is_number(overall) and LOWEST <= overall <= HIGHEST else []
        if len(scores) == most:
            break
    return scores[::-1]


class _Line(StrictModel):
    """A hand-written line of `LABELS`. Other keys are allowed."""

    model_config = ConfigDict(extra="ignore")

    category: str
    score: int = Field(ge=LOWEST, le=HIGHEST)


class HumanScore(NamedTuple):
    """A person's score of a category.

    ``evidence`` is the digest of the question at that time, if it was saved from the page.
    """

    category: str
    score: int
    evidence: str | None = None


def read_labels(
    folder: Path, item: str, rubric: Sequence[str], root: Path | None = None
) -> tuple[list[HumanScore], list[str]]:
    """People's scores of the categories of a rubric, and notes on lines about other categories.

    ``item`` is the node id of the benchmark's item. With ``root``, the labels of this item in the
    file there count too; invalid lines of that file are skipped. Raises InputError for one in the
    folder's own file.
    """
    place = folder / LABELS
    at_root = [] if root in (None, folder) else saved_labels(root or folder)[0]
    saved: dict[Any, Document | None] = dict.fromkeys(at_root)
    scores: list[tuple[HumanScore, Document | None]] = []
    for document in (
        read_lines(place, f"{PurePosixPath(item).parent}/{LABELS}")
        if os.path.lexists(place)
        else ()
    ):
        from_page = label_of(document.data)
        if from_page is None:
            line = validate(_Line, document)
            scores.append((HumanScore(line.category, line.score), document))
        else:
            saved[from_page] = document
    for label, source in saved.items():
        if label.item == item and label.score is not None:
            scores.append((HumanScore(label.name, label.score, label.evidence), source))
    unknown = [(score.category, source) for score, source in scores if score.category not in rubric]
    notes = []
    for name, source in unknown[:1]:
        message = unknown_name("category", name, rubric)
        problem = Problem(message, LABELS) if source is None else source.problem(message)
        more = f"; and {len(unknown) - 1} more such" if unknown[1:] else ""
        notes.append(f"not compared: {problem}{more}")
    return [score for score, _ in scores], notes


def agreement_entry(
    labels: Iterable[HumanScore], checks: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, Any] | None, list[str]]:
    """The agreement of the judge's reported scores with people's, and notes on unused labels.

    None without pairs. A pair needs a whole score of the judge, and the same question as when the
    label was saved.
    """
    by_name = {check["name"]: check for check in checks}
    pairs: list[tuple[int, int]] = []
    ungraded: dict[str, None] = {}
    stale = 0
    for label in labels:
        category = by_name.get(label.category)
        if category is None:
            continue
        if label.evidence not in (None, category["details"].get("prompt_digest")):
            stale += 1
        elif isinstance(score := category["score"], int):
            pairs.append((label.score, score))
        else:
            ungraded[label.category] = None
    cause = "the exhibits or the question have changed since"
    notes = [f"{counted(stale, 'label')} by people left out: {cause}"] if stale else []
    if ungraded:
        notes.append(f"labels not compared, as there is no whole score: {', '.join(ungraded)}")
    if not pairs:
        return None, notes
    result = agreement(pairs)
    shares = ("exact", "within_one", "kappa", "low", "high")
    values = {name: getattr(result, name) for name in shares}
    rounded = {name: six_places(exact(n)) for name, n in values.items() if n is not None}
    return {"pairs": result.pairs, **values, **rounded}, notes


def authors(folder: Path) -> list[str]:
    """The names of the agent and the model that did the work, as the folder tells them."""
    names: list[str] = []
    for file in ("config.json", "summary.json"):
        try:
            with open_file(folder / file, file, Path(os.path.realpath(folder))) as stream:
                content = json.loads(stream.read())
        except (InputError, OSError, ValueError, RecursionError):
            continue  # missing, or reported as an exhibit elsewhere
        for key in _KEYS if isinstance(content, dict) else ():
            value = content.get(key)
            values = value if isinstance(value, list) else [value]
            names += [entry for entry in values if isinstance(entry, str)]
    return names
