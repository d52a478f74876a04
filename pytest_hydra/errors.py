"""Errors for users: problems with files and options, and failed checks."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass

_MOST_LISTED = 12  # valid names


class _ForLogs:
    """The text of an exception, safe for any log: parts of it come from bots, judges and files."""

    def __str__(self) -> str:
        # Imported on use: every session imports this module, few need this.
        from pytest_hydra.core.text import log_text

        return log_text(super().__str__())


class HydraError(_ForLogs, Exception):
    """An error whose text is meant for users: it is shown without a traceback."""


class HydraWarning(_ForLogs, UserWarning):
    """A warning for users."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in a file, and its place.

    ``file`` is the path for display, ``line`` counts from 1, ``key`` is the dotted path of the
    value (``steps[0].expect.responseType``). ``message`` says what is wrong, what is valid, and
    what to do.
    """

    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return ": ".join(part for part in (place, self.key, self.message) if part)


class InputError(HydraError):
    """A file or an option that cannot be used, with all its problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


def input_error(file: str, line: int | None, message: str, key: str | None = None) -> InputError:
    """An error for a file with one problem."""
    return InputError([Problem(message, file, line, key)])


def limit(text: str) -> float:
    """Parse an option that is a score limit. Raises an error for argparse."""
    # Imported on use: every session imports this module, few need this.
    from pytest_hydra.core.numbers import limit_fault

    if fault := limit_fault(number := float(text)):
        raise ArgumentTypeError(f"must be {fault}")
    return number


def percentage(text: str) -> float:
    """Parse an option that is a percentage, as ``5`` or ``5%``. Raises an error for argparse."""
    if not 0 <= (number := float(text.removesuffix("%"))) <= 100:
        raise ArgumentTypeError(f"must be from 0 to 100, not {number:g}")
    return number


def count(text: str) -> int:
    """Parse an option that is a count of at least 1. Raises an error for argparse."""
    if (number := int(text)) < 1:
        raise ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def whole(text: str) -> int:
    """Parse an option that is a number of at least 0. Raises an error for argparse."""
    if (number := int(text)) < 0:
        raise ArgumentTypeError(f"must be at least 0, not {number}")
    return number


def did_you_mean(name: str, valid: Sequence[str]) -> str:
    """``"; did you mean 'x'?"`` with the valid name closest to ``name``, or an empty string."""
    # Imported on use: every session imports this module, few need this.
    from difflib import get_close_matches

    # Folded, to find keys in the wrong case or with dashes.
    folded = {_fold(candidate): candidate for candidate in valid}
    close = get_close_matches(_fold(name), folded, n=1)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""


def valid_names(name: str, valid: Sequence[str]) -> str:
    """What follows "unknown key": what was meant, and the valid names, unless they are many."""
    hint = did_you_mean(name, valid)
    if len(valid) <= _MOST_LISTED:
        return f"{hint or ';'} valid: {', '.join(valid)}"
    return hint or f"; docs/reference.md has the {len(valid)} that there are"


def _fold(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


class BadValueError(HydraError):
    """An invalid value in a file, raised where its line is not known yet.

    ``at`` is its path inside the value that was being read: ``("amount", "between", 1)``.
    """

    def __init__(self, message: str, at: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class ToolError(Exception):
    """A tool failed; the bot gets the message."""


class ShortfallError(Exception):
    """Raised when the checks of a test or a scenario failed or could not be graded.

    Its text is the full explanation. ``headline`` is one line for summaries; ``place`` is the file
    and line to look at.
    """

    def __init__(self, headline: str, text: str, place: tuple[str, int]) -> None:
        super().__init__(text)
        self.headline = headline
        self.place = place


class FailedChecksError(ShortfallError, AssertionError):
    """The checks failed: a failure of what is tested, for other plugins too."""
