"""The kinds of judges, and how to open a judge of hydra.toml."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from pytest_hydra.core.gates import MOCK_SAID
from pytest_hydra.documents import read_lines
from pytest_hydra.documents.validation import StrictModel, validate
from pytest_hydra.errors import InputError, did_you_mean
from pytest_hydra.plugins.judges.judge_settings import BUILT_IN, MOCK, JudgeSettings
from pytest_hydra.plugins.judges.protocol import (
    Judge,
    JudgeAnswer,
    JudgeError,
    Panel,
    Question,
    numeral,
)
from pytest_hydra.record.runs import sha256

MOCK_SCORE = 8


class RecordedJudgment(StrictModel):
    """A line of a file of recorded judgments."""

    category: str
    answer: str | dict[str, Any]
    sample: int = Field(1, ge=1)
    prompt_digest: str | None = None
    model: str | None = None


Opener = Callable[[str, JudgeSettings, Path], Judge]
JudgeOpener = Callable[[Path], Judge]
"""A function that opens one judge, given the folder of hydra.toml. Raises JudgeError."""


def _open_command(name: str, settings: JudgeSettings, root: Path) -> Judge:
    from pytest_hydra.plugins.judges import command as judge_command

    # The built-in judge would read the project's instructions to assistants.
    isolated = settings is BUILT_IN.get(name)
    ask, stop = judge_command.opener(name, settings, root, isolated=isolated)
    if settings.version is None:  # nobody knows what else the program reads
        return Judge(name, None, ask, stop)
    # A judge changes with its script. Not Path.is_file, which raises for a word longer than the
    # longest file name.
    paths = {word: root / word for word in settings.command or ()}
    files = {word: sha256(path) for word, path in paths.items() if os.path.isfile(path)}
    return Judge(name, {**settings.public(), **files}, ask, stop)


def _open_model(name: str, settings: JudgeSettings, _root: Path) -> Judge:
    from pytest_hydra.plugins.judges import model as judge_model

    return Judge(name, settings.public(), *judge_model.opener(name, settings))


def _open_recorded(name: str, settings: JudgeSettings, root: Path) -> Judge:
    file = str(settings.recorded)
    try:
        lines = read_lines(root / file, file, numeral)
        records = [validate(RecordedJudgment, line) for line in lines]
    except InputError as error:
        raise JudgeError(str(error.problems[0])) from None
    return recorded_judge(name, records, file)


#: Functions that open each kind of judge except a panel, given its name, settings and the folder of
#: hydra.toml. They raise JudgeError if it cannot be opened, and ask nothing yet.
JUDGE_KINDS: Mapping[str, Opener] = {
    "command": _open_command,
    "model": _open_model,
    "recorded": _open_recorded,
}


def open_judge(
    name: str,
    judges: Mapping[str, JudgeSettings],
    root: Path,
    openers: Mapping[str, JudgeOpener] | None = None,
) -> Judge | Panel:
    """The judge of that name, one of ``judges`` or ``openers``; ``root`` is hydra.toml's folder.

    Nothing is asked yet. Raises JudgeError if there is no such judge or program, or a library or
    environment variable is missing.
    """
    openers = JUDGES if openers is None else openers
    if name in openers and name not in judges:
        return openers[name](root)
    if name not in judges:
        valid = [*judges, *openers]
        raise JudgeError(
            f"there is no judge {name!r}{did_you_mean(name, valid) or ';'} "
            f"valid: {', '.join(valid)}"
        )
    settings = judges[name]
    if settings.panel is not None:
        return Panel(name, tuple(_member(member, judges, root) for member in settings.panel))
    return JUDGE_KINDS[settings.opened_as](name, settings, root)


def _member(name: str, judges: Mapping[str, JudgeSettings], root: Path) -> Judge:
    """A member of a panel. One that cannot be opened raises that error at each call."""
    try:
        judge = open_judge(name, judges, root, {})
    except JudgeError as error:
        return broken_judge(name, str(error))
    if isinstance(judge, Panel):
        raise JudgeError(f"the judge {name!r} is a panel, and cannot be a member of another")
    return judge


def broken_judge(name: str, reason: str) -> Judge:
    """A judge that raises JudgeError with this reason at each call."""

    def ask(_question: Question) -> JudgeAnswer:
        raise JudgeError(reason)

    return Judge(name, None, ask)


def mock() -> Judge:
    """The judge that reads nothing and gives each category the same score."""
    texts = [MOCK_SAID]
    text = json.dumps(
        {"score": MOCK_SCORE, "strengths": texts, "weaknesses": texts, "evidence": texts}
    )
    answer = JudgeAnswer(text, 0.0, MOCK)
    return Judge(MOCK, {MOCK: MOCK_SCORE}, lambda _question: answer, mock=True, free=True)


#: The judges that need no table in hydra.toml.
JUDGES: Mapping[str, JudgeOpener] = {MOCK: lambda _root: mock()}


def recorded_judge(name: str, records: Sequence[RecordedJudgment], label: str) -> Judge:
    """A judge that gives recorded answers.

    One with a digest answers only that question. If several fit, the last one counts. ``label`` is
    their source in messages.
    """

    def ask(question: Question) -> JudgeAnswer:
        matches = [record for record in records if record.category == question.category]
        samples = [record for record in matches if record.sample == question.sample]
        if not samples:
            suffix = f", sample {question.sample}" if matches else ""
            raise JudgeError(f"{label} has no judgment of {question.category!r}{suffix}")
        digests = (None, question.prompt_digest)
        valid = [record for record in samples if record.prompt_digest in digests]
        if not valid:
            raise JudgeError(
                f"the judgment of {question.category!r} in {label} was made with other "
                "exhibits or another rubric; record it again"
            )
        answer = valid[-1].answer
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return JudgeAnswer(text, 0.0, valid[-1].model)

    key = [record.model_dump(exclude_unset=True) for record in records]
    return Judge(name, {"recorded": key}, ask, free=True)
