"""The kinds of judges, and how a judge of hydra.toml or of a fixture is opened."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.gates import MOCK_SAID
from pytest_hydra.errors import did_you_mean
from pytest_hydra.execution.time_limits import describe
from pytest_hydra.judging.judges.protocol import Answer, Judge, JudgeError, Panel, Question
from pytest_hydra.record.runs import sha256

if TYPE_CHECKING:
    from pytest_hydra.settings.judges import JudgeSettings

MOCK = "mock"
MOCK_SCORE = 8


def open_judge(name: str, judges: Mapping[str, JudgeSettings], root: Path) -> Judge | Panel:
    """The judge of that name, ``mock`` or one of ``judges``; ``root`` is the folder of hydra.toml.

    Nothing is asked yet. Raises JudgeError when there is no such judge, no such program, or a
    library or an environment variable is missing.
    """
    if name == MOCK:
        return mock()
    if name not in judges:
        valid = [*judges, MOCK]
        raise JudgeError(
            f"there is no judge {name!r}{did_you_mean(name, valid) or ';'} "
            f"valid: {', '.join(valid)}"
        )
    settings = judges[name]
    kind = settings.opened_as
    if kind == "panel":
        members = (_member(member, judges, root) for member in settings.panel or ())
        return Panel(name, tuple(members))
    if kind == "recorded":
        return recorded(name, _records(root / str(settings.recorded)), str(settings.recorded))
    if kind == "command":
        from pytest_hydra.judging.judges import command as judge_command
        from pytest_hydra.settings.judges import BUILT_IN

        # The built-in one would read what the project's files say to it.
        apart = settings is BUILT_IN.get(name)
        ask, stop = judge_command.opener(name, settings, root, apart=apart)
    else:
        from pytest_hydra.judging.judges import model as judge_model

        ask, stop = judge_model.opener(name, settings)
    return Judge(name, {**settings.public(), **_files(settings, root)}, ask, stop)


def _files(settings: JudgeSettings, root: Path) -> dict[str, str]:
    """The sha256 of each file on a command line: a judge changes with its script."""
    paths = {word: root / word for word in settings.command or ()}
    # Not Path.is_file, which raises for a word that is longer than a name may be.
    return {word: sha256(path) for word, path in paths.items() if os.path.isfile(path)}


def _records(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of judgments. Raises JudgeError with the line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise JudgeError(f"the judgments cannot be read: {describe(error)}") from None
    records = []
    for number, line in enumerate(lines, start=1):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict) or not {"category", "answer"} <= record.keys():
            raise JudgeError(
                f'{path.name}:{number}: must be {{"category": …, "answer": …}} on one line'
            )
        records.append(record)
    return records


def _member(name: str, judges: Mapping[str, JudgeSettings], root: Path) -> Judge:
    """A member of a panel. One that cannot be opened says so each time that it is asked."""
    try:
        judge = open_judge(name, judges, root)
    except JudgeError as error:
        return broken(name, str(error))
    if isinstance(judge, Panel):
        raise JudgeError(f"the judge {name!r} is a panel, and no member of another")
    return judge


def broken(name: str, reason: str) -> Judge:
    """A judge that cannot be asked, and says why."""

    def ask(_question: Question) -> Answer:
        raise JudgeError(reason)

    return Judge(name, None, ask)


def mock() -> Judge:
    """The judge that reads nothing and gives each category the same score."""
    said = [MOCK_SAID]
    text = json.dumps(
        {"score": MOCK_SCORE, "strengths": said, "weaknesses": said, "evidence": said}
    )
    answer = Answer(text, 0.0, MOCK)
    return Judge(MOCK, {MOCK: MOCK_SCORE}, lambda _question: answer, mock=True, free=True)


def judge_from_object(name: str, target: Callable[[str], object]) -> Judge:
    """A judge made of a function that is given the prompt and returns the answer.

    The answer is a text, or a mapping, which is written as JSON. What the function raises is a
    reason why there is no judgment.
    """

    def ask(question: Question) -> Answer:
        try:
            said = target(question.prompt)
        except Exception as error:
            raise JudgeError(f"the judge raised {describe(error)}") from error
        if isinstance(said, Mapping):
            try:
                return Answer(json.dumps(said))
            except (TypeError, ValueError, RecursionError) as error:
                raise JudgeError(f"the judge answered what is no JSON: {describe(error)}") from None
        if not isinstance(said, str):
            raise JudgeError(f"the judge answered {type(said).__name__}, where a text is expected")
        return Answer(said)

    return Judge(name, None, ask)


def recorded(name: str, records: Iterable[Mapping[str, Any]], shown: str) -> Judge:
    """A judge that answers what was recorded.

    A record has ``category`` and ``answer`` (a text, or the object itself), and may have
    ``sample`` (from 1 on; without it it is 1), ``prompt_digest`` and ``model``. With a digest it
    answers that question only: what was said of other exhibits is not said of these. Of several
    records that fit, the last one counts. ``shown`` is where they come from, for messages.
    """
    kept = [dict(record) for record in records]

    def ask(question: Question) -> Answer:
        about = [entry for entry in kept if entry.get("category") == question.category]
        mine = [entry for entry in about if entry.get("sample", 1) == question.sample]
        if not mine:
            which = f", sample {question.sample}" if about else ""
            raise JudgeError(f"{shown} holds no judgment of {question.category!r}{which}")
        digests = (None, question.prompt_digest)
        fitting = [entry for entry in mine if entry.get("prompt_digest") in digests]
        if not fitting:
            raise JudgeError(
                f"the judgment of {question.category!r} in {shown} was made of other exhibits, or "
                "by another rubric; record it again"
            )
        said = fitting[-1].get("answer")
        text = said if isinstance(said, str) else json.dumps(said)
        return Answer(text, 0.0, fitting[-1].get("model"))

    return Judge(name, {"recorded": kept}, ask, free=True)
