"""Judges that are programs: the prompt on standard input, the answer on standard output.

The answer may be wrapped with its cost as by ``claude --print --output-format json``.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import json_or_none
from pytest_hydra.core.text import one_line
from pytest_hydra.execution import (
    EndedError,
    Owner,
    Process,
    ProcessError,
    RateLimit,
    backoff,
    find_command,
    now,
    tries,
)
from pytest_hydra.plugins.judges.protocol import MOST_BYTES, JudgeAnswer, JudgeError, Question

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.judge_settings import JudgeSettings


def opener(
    name: str, settings: JudgeSettings, root: Path, *, isolated: bool
) -> tuple[Callable[[Question], JudgeAnswer], Callable[[], None]]:
    """Functions to call and to stop this program, run in ``root`` or ``isolated`` in empty folders.

    Raises JudgeError if there is no such program.
    """
    try:
        command = find_command(settings.command or [], root)
    except ProcessError as error:
        raise JudgeError(f"judge {name!r}: {error}") from None
    rate = RateLimit(settings.requests_per_second)
    program = Program(command, None if isolated else root, settings, rate)
    return program.ask, program.stop


@dataclass(slots=True)
class Program:
    """A program that is run once for each question, in ``folder`` or in a new empty one."""

    command: list[str]
    folder: Path | None
    settings: JudgeSettings
    rate: RateLimit
    _stopped: threading.Event = field(default_factory=threading.Event)
    _owner: Owner = field(default_factory=Owner)

    def ask(self, question: Question) -> JudgeAnswer:
        """Run the program, again if it fails or answers nothing. Raises JudgeError."""
        cost, retry = 0.0, 0
        while True:
            try:
                if retry:
                    self._pause(backoff(retry - 1))
                return replace(self._answer(question.prompt), failed_usd=cost or None)
            except JudgeError as error:
                cost += error.cost_usd or 0.0
                may_pass = isinstance(error, _FailedError)
                if not may_pass or retry == self.settings.retries:
                    times = tries(retry + 1) if may_pass else ""
                    raise JudgeError(f"{error}{times}", cost or None) from None
            retry += 1

    def stop(self) -> None:
        """Refuse further questions, and kill the running programs."""
        self._stopped.set()
        self._owner.kill_all()

    def _pause(self, seconds: float) -> None:
        if self._stopped.wait(seconds):
            raise JudgeError("the judge was stopped: the session has ended")

    def _answer(self, prompt: str) -> JudgeAnswer:
        if self.folder is not None:
            return _parse(self._run(prompt, self.folder))
        # A judge must not read the project's instructions to assistants, such as CLAUDE.md.
        with tempfile.TemporaryDirectory(prefix="hydra-judge-") as empty:
            return _parse(self._run(prompt, Path(empty)))

    def _run(self, prompt: str, folder: Path) -> bytes:
        self._pause(self.rate.wait(now()))
        # A lone surrogate cannot be encoded in UTF-8: it is escaped.
        data = prompt.encode("utf-8", "backslashreplace")
        try:
            process = Process(self.command, cwd=folder, line_limit=MOST_BYTES, owner=self._owner)
        except ProcessError as error:
            raise JudgeError(str(error)) from None
        with process:
            self._pause(0)  # stop() may have been called before the process existed
            try:
                return process.answer(data, self.settings.timeout_seconds)
            except EndedError as error:
                cost = _cost(_wrapping(process.output.decode("utf-8", "replace")) or {})
                reason = f"the command failed: {process.failure(error)}"
                raise _FailedError(reason, cost) from None
            except ProcessError as error:
                raise JudgeError(f"the command failed: {process.failure(error)}") from None


class _FailedError(JudgeError):
    """A failed run that is worth a retry."""


def _parse(output: bytes) -> JudgeAnswer:
    if not output.strip():
        raise _FailedError("the command answered nothing")
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError:
        preview = one_line(output[:400].decode("utf-8", "backslashreplace"), 120)
        raise JudgeError(f"the command answered {preview!r}, which is not UTF-8") from None
    wrapping = _wrapping(text)
    return JudgeAnswer(text) if wrapping is None else _unwrap(wrapping)


def _wrapping(text: str) -> Mapping[str, Any] | None:
    """Claude's JSON output, an object or the last of a list of messages; None for other text."""
    value = json_or_none(text)
    if isinstance(value, list):
        value = value[-1] if value else None
    if not isinstance(value, dict) or "score" in value:
        return None
    return value if value.get("type") == "result" or "result" in value else None


def _unwrap(wrapping: Mapping[str, Any]) -> JudgeAnswer:
    cost_usd, text = _cost(wrapping), wrapping.get("result")
    kind = str(wrapping.get("subtype") or "no result")
    says_so = wrapping.get("is_error") not in (None, False) or kind.startswith("error")
    if says_so or not isinstance(text, str):
        reason = text if isinstance(text, str) else kind
        raise _FailedError(f"the judge reports an error: {one_line(str(reason), 200)}", cost_usd)
    if not text.strip():
        raise _FailedError("the judge answered nothing", cost_usd)
    models = wrapping.get("modelUsage")
    model = ", ".join(map(str, models)) if isinstance(models, dict) and models else None
    return JudgeAnswer(text, cost_usd, None if model is None else one_line(model, 120))


def _cost(wrapping: Mapping[str, Any]) -> float | None:
    cost = wrapping.get("total_cost_usd")
    is_known = isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost < 1e9
    return float(cost) if is_known and cost is not None else None
