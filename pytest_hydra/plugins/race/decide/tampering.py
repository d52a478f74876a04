"""What signs of tampering mean for a verdict, and how they are reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pytest_hydra.core.text import one_line, read_table
from pytest_hydra.plugins.race.decide.measure import file_of
from pytest_hydra.plugins.race.decide.model import Objection, Objections, Review, block, unproven
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import TEST_STEPS, CandidateRecord
from pytest_hydra.plugins.race.roles import counts_as_test
from pytest_hydra.plugins.results.outcomes import Sign


class Meaning(NamedTuple):
    """The meaning of a kind of sign: its effect on the gate ``tampering``, and a description."""

    state: str
    """``block``, only for what happened while tests ran, ``unproven`` or ``review``."""
    words: str


_LINES = read_table(__file__, "tampering.txt").splitlines()[3:]
MEANINGS: Final = {
    kind: Meaning(state, words) for kind, state, words in (line.split(" ", 2) for line in _LINES)
}
"""All kinds of signs; kinds that are detected while tests run begin with ``run:``."""

# After a kind: one more use of a thing that is used elsewhere already.
_AGAIN = "-again"
_READING = ("sealed-read", "sealed-quoted", "sealed-open")
_UNKNOWN: Final = Meaning("unproven", "a sign of tampering of an unknown kind")
_OBJECT = {"block": block, "unproven": unproven}
# The most signs shown of one file, and the most files with an objection of their own.
_MOST_OF_A_FILE = 3
_MOST_FILES = 20
_MOST_OF_A_TEXT = 240
_MOST_OF_A_RUN = 160


def objections(signs: Iterable[Sign]) -> Objections:
    """The objections of the gate ``tampering``, by file, so that a single file can be waived."""
    by_file: dict[tuple[str, str], list[Sign]] = {}
    for sign in signs:
        by_file.setdefault((meaning_of(sign).state, sign.file), []).append(sign)
    result: list[Objection] = []
    for state, object_to in _OBJECT.items():
        of_state = [(file, group) for (entry, file), group in by_file.items() if entry == state]
        result += [
            object_to(_summary(group), (file,) if file else ())
            for file, group in of_state[:_MOST_FILES]
        ]
        rest = [file for file, _ in of_state[_MOST_FILES:]]
        if rest:
            result.append(object_to(f"similar signs in {len(rest)} more files", tuple(rest)))
    return tuple(result)


def reviews(signs: Iterable[Sign]) -> tuple[Review, ...]:
    """All signs as places that a person should review, the most serious first."""
    order = ("block", "unproven", "review")
    ranked = sorted(signs, key=lambda sign: order.index(meaning_of(sign).state))
    return tuple(Review(_words(entry), entry.file, entry.line) for entry in ranked)


def meaning_of(sign: Sign) -> Meaning:
    """The meaning of a sign. An unknown kind is unproven, never harmless."""
    kind = sign.kind.removesuffix(_AGAIN)
    meaning = MEANINGS.get(kind, _UNKNOWN)
    if meaning is _UNKNOWN or kind == sign.kind:
        return meaning
    return Meaning("review", f"again: {meaning.words}")


def _summary(signs: Sequence[Sign]) -> str:
    text = "; ".join(f"{_place(sign)}: {_words(sign)}" for sign in signs[:_MOST_OF_A_FILE])
    more = len(signs) - _MOST_OF_A_FILE
    return f"{text} (and {more} more)" if more > 0 else text


def _place(sign: Sign, most: int = 120) -> str:
    file = one_line(sign.file, most) or "the change"
    return file if sign.line is None else f"{file}:{sign.line}"


def _words(sign: Sign) -> str:
    words = meaning_of(sign).words
    text = one_line(sign.text, _MOST_OF_A_TEXT)
    return f"{words}: {text}" if text else words


# Signs that are detected while tests run.


def run_objections(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Objections:
    """Objections to signs in the candidate's runs that the base's runs do not have.

    In the run of its own tests, signs of tests and their configuration are ignored, as that run
    does not count for the base's tests. Internals and sealed files that a test of the base or the
    task uses are no objections either. If the base's run was not recorded, there are none.
    """
    run = base.runs.get("tests")
    if run is None or run.tests is None or run.tests.source != "recorder":
        return ()
    base_signs = {_identity(sign) for step in TEST_STEPS for sign in _signs(base, step)}
    test_files = {file_of(test, run.tests) for test in run.tests.outcomes}
    # The project may be a pytest plugin.
    plugins = {sign.file for sign in run.tests.signs if sign.kind == "hook" and sign.file}
    old = {
        change.path: change.old_path
        for change in record.source.changes
        if change.status == "renamed"
    }
    own_signs = (
        sign
        for sign in _signs(record, "tests.own")
        if sign.file and not counts_as_test(sign.file, policy)
    )
    by_kind: dict[tuple[str, str], list[Sign]] = {}
    deciding = (sign for step in TEST_STEPS for sign in _signs(record, step))
    for sign in dict.fromkeys((*deciding, *own_signs)):
        base_sign = replace(sign, file=old.get(sign.file) or sign.file)
        by_test = sign.kind == "internals-used" and sign.file in {*test_files, *policy.task_files}
        by_test |= sign.kind in _READING and counts_as_test(sign.file, policy)
        if _identity(base_sign) not in base_signs and not by_test:
            is_plugin_hook = sign.kind == "hook" and base_sign.file in plugins
            kind = "more-hooks" if is_plugin_hook else sign.kind
            by_kind.setdefault((kind, sign.file), []).append(sign)
    result = tuple(_run_objection(kind, by_kind[kind, file]) for kind, file in sorted(by_kind))
    if run.tests.problems:
        # The base's run may have ended before it showed the same signs.
        return tuple(unproven(entry.reason, entry.files) for entry in result)
    return result


def _signs(record: CandidateRecord, step: str) -> tuple[Sign, ...]:
    run = record.runs.get(step)
    return () if run is None or run.tests is None else run.tests.signs


def _identity(sign: Sign) -> tuple[str, str, str]:
    # Without the line, which changes with the code above it.
    return sign.kind, sign.file, sign.text


def _run_objection(kind: str, signs: list[Sign]) -> Objection:
    """The objection to signs of one kind, all of one file."""
    unknown = Meaning("unproven", f"{kind} while its tests ran")
    state, words = MEANINGS.get(f"run:{kind}", unknown)
    text = "; ".join(map(_description, signs[:_MOST_OF_A_FILE]))
    more = len(signs) - _MOST_OF_A_FILE
    text += f" and {more} more" if more > 0 else ""
    file = signs[0].file
    return _OBJECT[state](f"{words}: {text}", (file,) if file else ())


def _description(sign: Sign) -> str:
    text = one_line(sign.text, _MOST_OF_A_RUN)
    return f"{text} ({_place(sign, _MOST_OF_A_RUN)})" if sign.file else text
