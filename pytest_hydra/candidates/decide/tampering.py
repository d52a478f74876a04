"""What signs of tampering mean for a verdict, and how they are told to who has to judge it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pytest_hydra.candidates.decide.measure import file_of
from pytest_hydra.candidates.decide.model import Objection, Objections, Review, block, unproven
from pytest_hydra.candidates.paths import counts_as_test
from pytest_hydra.candidates.recording import CandidateRecord, Policy, Sign
from pytest_hydra.core.text import one_line, read_table


class Meaning(NamedTuple):
    """What a kind of sign means: for the gate ``tampering``, and in words."""

    state: str
    """``block``, ``unproven`` or ``review``."""
    words: str


_LINES = read_table(__file__, "tampering.txt").splitlines()[2:]
MEANINGS: Final = {
    kind: Meaning(state, words) for kind, state, words in (line.split(" ", 2) for line in _LINES)
}
"""All kinds of signs; those that are seen while tests run begin with ``run:``."""

# The runs that decide, in which what is judged is what the candidate wrote, and not its tests.
_DECIDING = ("tests", "acceptance")
_READING = ("sealed-read", "sealed-quoted", "sealed-open")
_UNKNOWN: Final = Meaning("unproven", "there is a sign that is not known here")
_OBJECT = {"block": block, "unproven": unproven}
# Of one file, and of how many files each by itself.
_MOST_OF_A_FILE = 3
_MOST_FILES = 20
_MOST_OF_A_TEXT = 240
_MOST_OF_A_RUN = 160


def objections(signs: Iterable[Sign]) -> Objections:
    """What the gate ``tampering`` has to say of a change, by file, so that a file can be waived."""
    by_file: dict[tuple[str, str], list[Sign]] = {}
    for sign in signs:
        by_file.setdefault((meaning_of(sign).state, sign.file), []).append(sign)
    made: list[Objection] = []
    for state, object_to in _OBJECT.items():
        of_state = [(file, some) for (entry, file), some in by_file.items() if entry == state]
        made += [
            object_to(_summary(some), (file,) if file else ())
            for file, some in of_state[:_MOST_FILES]
        ]
        rest = [file for file, _ in of_state[_MOST_FILES:]]
        if rest:
            made.append(object_to(f"the like in {len(rest)} more files", tuple(rest)))
    return tuple(made)


def reviews(signs: Iterable[Sign]) -> tuple[Review, ...]:
    """All signs as places that a person should look at, those first that weigh most."""
    order = ("block", "unproven", "review")
    ranked = sorted(signs, key=lambda sign: order.index(meaning_of(sign).state))
    return tuple(Review(_words(entry), entry.file, entry.line) for entry in ranked)


def meaning_of(sign: Sign) -> Meaning:
    """What a sign means; what is not known is never taken for harmless."""
    return MEANINGS.get(sign.kind, _UNKNOWN)


def _summary(signs: Sequence[Sign]) -> str:
    told = "; ".join(f"{_place(sign)}: {_words(sign)}" for sign in signs[:_MOST_OF_A_FILE])
    more = len(signs) - _MOST_OF_A_FILE
    return f"{told} (and {more} more there)" if more > 0 else told


def _place(sign: Sign, most: int = 120) -> str:
    file = one_line(sign.file, most) or "the change"
    return file if sign.line is None else f"{file}:{sign.line}"


def _words(sign: Sign) -> str:
    words = meaning_of(sign).words
    text = one_line(sign.text, _MOST_OF_A_TEXT)
    return f"{words}: {text}" if text else words


# While tests run.


def run_objections(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Objections:
    """What took part in the candidate's runs that did not take part in the base's.

    In the run of its own tests these, and what they are configured by, may do what they like: what
    they say of the base's tests counts for nothing. What a test of the base reaches for itself is
    the base's doing. Where the base's own run was not recorded, nothing can be held against it.
    """
    run = base.runs.get("tests")
    if run is None or run.tests is None or run.tests.source != "recorder":
        return ()
    known = {_identity(sign) for step in _DECIDING for sign in _signs(base, step)}
    outcomes = () if policy.is_first else run.tests.outcomes
    tested = {file_of(test, run.tests) for test in outcomes}
    # A project may be a plugin of pytest.
    plugins = {sign.file for sign in run.tests.signs if sign.kind == "hook" and sign.file}
    old = {
        change.path: change.old_path
        for change in record.source.changes
        if change.status == "renamed"
    }
    own = (
        sign
        for sign in _signs(record, "tests.own")
        if sign.file and not counts_as_test(sign.file, policy)
    )
    by_kind: dict[tuple[str, str], list[Sign]] = {}
    deciding = (sign for step in _DECIDING for sign in _signs(record, step))
    of_task = () if policy.acceptance is None else policy.acceptance.files
    for sign in dict.fromkeys((*deciding, *own)):
        before = replace(sign, file=old.get(sign.file) or sign.file)
        by_test = sign.kind == "lever-used" and sign.file in {*tested, *of_task}
        by_test |= sign.kind in _READING and counts_as_test(sign.file, policy)
        if _identity(before) not in known and not by_test:
            more = sign.kind == "hook" and before.file in plugins
            kind = "more-hooks" if more else sign.kind
            by_kind.setdefault((kind, sign.file), []).append(sign)
    made = tuple(_run_objection(kind, by_kind[kind, file]) for kind, file in sorted(by_kind))
    if run.tests.problems:
        # It may have ended before the same took part in it.
        return tuple(unproven(entry.reason, entry.files) for entry in made)
    return made


def _signs(record: CandidateRecord, step: str) -> tuple[Sign, ...]:
    run = record.runs.get(step)
    return () if run is None or run.tests is None else run.tests.signs


def _identity(sign: Sign) -> tuple[str, str, str]:
    # Without the line: it moves with what stands above it.
    return sign.kind, sign.file, sign.text


def _run_objection(kind: str, signs: list[Sign]) -> Objection:
    """All ``signs`` are of one file."""
    unknown = Meaning("unproven", f"{kind} while its tests ran")
    state, words = MEANINGS.get(f"run:{kind}", unknown)
    told = "; ".join(map(_description, signs[:_MOST_OF_A_FILE]))
    more = len(signs) - _MOST_OF_A_FILE
    told += f" and {more} more" if more > 0 else ""
    file = signs[0].file
    return _OBJECT[state](f"{words}: {told}", (file,) if file else ())


def _description(sign: Sign) -> str:
    text = one_line(sign.text, _MOST_OF_A_RUN)
    return f"{text} ({_place(sign, _MOST_OF_A_RUN)})" if sign.file else text
