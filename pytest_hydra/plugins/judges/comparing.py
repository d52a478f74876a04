"""Ask the judge about pairs of answers at the end of a session, or read what it said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.gates import MOCK_SAID
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.judges.grades import Grading
from pytest_hydra.plugins.judges.preferences import PairVerdict, decide, keys_of, pairs_of
from pytest_hydra.plugins.judges.prompt import prompt_digest
from pytest_hydra.record.wire import decode, from_plain, to_plain

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.exhibits import Exhibit
    from pytest_hydra.plugins.judges.judge_settings import Category
    from pytest_hydra.plugins.judges.judging_session import JudgingSession
    from pytest_hydra.session.results import Results

# The file of a run folder with the gradings, by the digest of the question.
_RECORD = "preferences.json"


def preferences_of(
    session: JudgingSession, entries: Iterable[Mapping[str, Any]], results: Results
) -> dict[str, Any]:
    """Keys for the report: which of these answers the judge prefers; empty without a pair.

    The gradings are kept in the run folder, and taken from it in a replay.
    """
    try:
        path = None if session.replayed is None else session.replayed.path / _RECORD
        recorded = decode(path.read_bytes()) if path is not None and path.is_file() else {}
        verdicts = _compare(session, entries, recorded)
    except (HydraError, OSError, ValueError) as error:
        results.problems.append(f"answers were not compared: {error}")
        return {}
    if not verdicts:
        return {}
    gradings = (grading for verdict in verdicts for grading in verdict.gradings)
    record = {each.prompt_digest: to_plain(each) for each in gradings if each.prompt_digest}
    results.keep(_RECORD, record, {})
    return keys_of(verdicts, session.judge_name)


def _compare(
    session: JudgingSession, entries: Iterable[Mapping[str, Any]], recorded: Mapping[str, Any]
) -> list[PairVerdict]:
    """The verdicts on all pairs; in a replay by what is ``recorded``, by digest.

    Raises StoreError if a judgment cannot be saved, and TasksStoppedError.
    """
    pairs = pairs_of(entries)
    if session.replayed is None:
        session.judge  # noqa: B018 - opened here, as threads must not import modules
    questions = {
        (number, order): pair.question(order)
        for number, pair in enumerate(pairs)
        for order in (0, 1)
    }
    for key, question in questions.items():
        session.pool.start((_RECORD, *key), partial(_grade, session, *question, recorded))
    gradings = {key: session.pool.pop((_RECORD, *key)) for key in questions}
    return [
        decide(pair, (gradings[number, 0], gradings[number, 1]))
        for number, pair in enumerate(pairs)
    ]


def _grade(
    session: JudgingSession,
    category: Category,
    exhibits: Mapping[str, Exhibit],
    recorded: Mapping[str, Any],
) -> Grading:
    if session.replayed is None:
        grading = session.judge_category(category, exhibits)
        return replace(grading, answers=(), problem=MOCK_SAID) if grading.mock else grading
    from_run = recorded.get(prompt_digest(category, [*exhibits.values()]))
    if from_run is not None:
        return from_plain(Grading, from_run)
    problem = f"run {session.replayed.run_id} has no judgment of this"
    return Grading(category=category.name, judge=session.judge_name, problem=problem)
