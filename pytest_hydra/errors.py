"""What can go wrong because of what a person wrote, and how it is said to them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass


class HydraError(Exception):
    """An error whose text is all that a user needs: it is shown without a traceback."""


class HydraWarning(UserWarning):
    """Something that a user should know of, and that stops nothing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file, and where.

    ``file`` is the path as it is shown to the user, ``line`` counts from 1, ``key`` is the dotted
    path of the value that is wrong (``steps[0].expect.responseType``). ``message`` says what is
    wrong, what is valid, and what to do.
    """

    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None

    def __str__(self) -> str:
        # Imported here: it is needed once somebody has erred, and this module by every session.
        from pytest_hydra.core.text import log_text

        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        # A path may hold anything but a slash and NUL, and may come with somebody's patch.
        return ": ".join(log_text(part) for part in (place, self.key, self.message) if part)


class InputError(HydraError):
    """A file or an option that cannot be used, with everything that was found wrong in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


def input_error(file: str, line: int | None, message: str, key: str | None = None) -> InputError:
    """The error of a file with one problem."""
    return InputError([Problem(message, file, line, key)])


def limit(text: str) -> float:
    """The score that an option asks for. Raises what argparse shows."""
    # Imported here: it is needed where the option is given, and this module by every session.
    from pytest_hydra.core.numbers import limit_fault

    if fault := limit_fault(number := float(text)):
        raise ArgumentTypeError(f"is {fault}")
    return number


def count(text: str) -> int:
    """How many of something an option asks for. Raises what argparse shows."""
    if (number := int(text)) < 1:
        raise ArgumentTypeError(f"is at least 1, not {number}")
    return number


def did_you_mean(name: str, valid: Sequence[str]) -> str:
    """``"; did you mean 'x'?"`` for the valid name closest to ``name``, else an empty string."""
    # Imported here: it is needed once somebody has erred, and this module by every session.
    from difflib import get_close_matches

    # Folded, so that a key in the wrong case or with dashes is found as well.
    folded = {_fold(candidate): candidate for candidate in valid}
    close = get_close_matches(_fold(name), folded, n=1)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""


def _fold(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


class BadValueError(HydraError):
    """One value in a file that cannot be used, before it is known on which line it stands.

    ``at`` is its path inside the value that was being read: ``("amount", "between", 1)``.
    """

    def __init__(self, message: str, at: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class ShortfallError(Exception):
    """Checks that came to a failure, or could not be graded: what fails a test or scenario.

    Its text is the whole explanation. ``headline`` says it in one line, for summaries; ``place``
    is the file and line that the user wants to look at.
    """

    def __init__(self, headline: str, text: str, place: tuple[str, int]) -> None:
        super().__init__(text)
        self.headline = headline
        self.place = place
