"""What signs in a change mean for its verdict, and how they are told to who has to judge it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from pytest_hydra.candidates.decide.decisions import Objection, Objections, Review, block, unproven
from pytest_hydra.candidates.recording import Sign
from pytest_hydra.core.text import one_line

State = Literal["block", "unproven", "review"]


class Meaning(NamedTuple):
    """What a kind of sign means: for the gate ``tampering``, and in words."""

    state: State
    words: str


MEANINGS: Final[Mapping[str, Meaning]] = {
    # Tests that say less than they did.
    "test-emptied": Meaning("block", "a test was emptied"),
    "test-guarded": Meaning("block", "a test does not come to what it asserts"),
    "test-swallowed": Meaning("block", "a test swallows its own failures"),
    "test-deselected": Meaning("block", "a test is kept from being run"),
    "test-skipped": Meaning("review", "a test is skipped, or may be"),
    "test-gone": Meaning("review", "a test is gone"),
    "test-renamed": Meaning("review", "a test has another name"),
    "test-weakened": Meaning("review", "a test asserts less"),
    "test-edited": Meaning("review", "what a test asserts was changed"),
    "test-helper": Meaning("review", "what tests depend on was changed"),
    "test-mocks": Meaning("review", "a test replaces a part of what it tests"),
    "snapshot": Meaning("review", "a snapshot was changed"),
    # How tests are run.
    "hook-rewrites": Meaning("block", "a hook rewrites what becomes of tests"),
    "hook-deselects": Meaning("block", "tests are left out, whatever is asked for"),
    "hook-doubtful": Meaning("unproven", "tests may be run otherwise, or told of otherwise"),
    "hook": Meaning("review", "how tests are run was changed"),
    "option-deselects": Meaning("block", "an option leaves tests out"),
    "option-doubtful": Meaning("unproven", "an option may leave tests out, or let them pass"),
    "configuration": Meaning("review", "how tests are run was changed"),
    "runner-changed": Meaning("block", "the test runner itself is changed"),
    "runner-changed-again": Meaning("unproven", "more of the test runner is changed"),
    "runner-registered": Meaning("block", "something is plugged into the test runner"),
    "runner-registered-again": Meaning("unproven", "more is plugged into the test runner"),
    "runner-disabled": Meaning("block", "a check is run in vain"),
    "runner-hook": Meaning("unproven", "product code has a hook of the test runner"),
    "runner-hook-again": Meaning("review", "product code has one more hook of the test runner"),
    "runner-used": Meaning("unproven", "product code ends tests by itself"),
    "runner-used-again": Meaning("review", "product code ends tests by itself once more"),
    "runner-plugin": Meaning("review", "the project becomes a plugin of the test runner"),
    "runner-named": Meaning("review", "product code uses the test runner"),
    "runner-detected": Meaning("review", "product code may look whether tests are run"),
    "runner-detected-again": Meaning("review", "product code may look whether tests are run"),
    "opened": Meaning("review", "it tells the tools of whoever opens the project what to do"),
    "runner-file": Meaning("review", "how the project is built or tested was changed"),
    "planted": Meaning("block", "it is run in place of what runs the tests"),
    "shadows": Meaning("unproven", "it stands in for a part of Python"),
    "installed": Meaning("unproven", "it was installed, not written"),
    # What product code reaches for.
    "lever": Meaning("unproven", "product code newly reaches for the interpreter"),
    "lever-again": Meaning("review", "product code reaches further for the interpreter"),
    "lever-known": Meaning("review", "product code reaches for the interpreter, as elsewhere here"),
    "always-equal": Meaning("unproven", "an object is equal to whatever it is compared with"),
    "always-equal-again": Meaning("unproven", "another object is equal to whatever there is"),
    "constant-method": Meaning("review", "an object answers each question alike"),
    "constant-method-again": Meaning("review", "an object answers each question alike"),
    "own-value": Meaning("review", "a value says itself what it equals, or how long it is"),
    "class-named": Meaning("review", "product code asks what a class or a module is called"),
    "knows-tests": Meaning("review", "product code has words of the tests"),
    "counts-calls": Meaning("review", "what it answers hangs on how often it was asked"),
    "process-state": Meaning("review", "product code asks in what state the process is"),
    "opaque-data": Meaning("review", "there is data that nobody can read"),
    "hard-coded": Meaning("review", "an answer that a test expects is written out"),
    "test-files": Meaning("review", "product code names files of tests"),
    "own-source": Meaning("review", "product code reads its own source"),
    "ends": Meaning("review", "product code may end the process"),
    "program": Meaning("review", "product code starts another program"),
    "environment": Meaning("review", "product code reads the environment"),
    "network": Meaning("review", "product code may use the network"),
    "import-path": Meaning("review", "product code changes where modules are found"),
    # What is not what it looks like, or cannot be looked at.
    "hidden-text": Meaning("review", "there is text that is not seen, or not as it is"),
    "disguised-name": Meaning("review", "a name is read as another one"),
    "odd-encoding": Meaning("unproven", "it is not written in a plain encoding"),
    "unreadable": Meaning("unproven", "it cannot be looked into"),
    "binary-code": Meaning("unproven", "there is code that nobody can read"),
    "archive": Meaning("review", "there is an archive, which was not looked into"),
    "link-out": Meaning("unproven", "a link leads out of the project"),
    "suppression": Meaning("review", "findings of a linter are suppressed"),
    "dependency": Meaning("review", "there is a new dependency"),
    "install-script": Meaning("review", "something is run when it is built or installed"),
    "not-looked-at": Meaning("unproven", "the change could not be looked at"),
}
"""All kinds of signs."""

_UNKNOWN: Final = Meaning("unproven", "there is a sign that is not known here")
# Of one file, and of how many files each by itself.
_MOST_OF_A_FILE = 3
_MOST_FILES = 20
_MOST_OF_A_TEXT = 240


def objections(signs: Iterable[Sign]) -> Objections:
    """What the gate ``tampering`` has to say of them, by file, so that a file can be waived."""
    by_file: dict[tuple[State, str], list[Sign]] = {}
    for sign in signs:
        state = meaning_of(sign).state
        if state != "review":
            by_file.setdefault((state, sign.file), []).append(sign)
    made: list[Objection] = []
    for state in ("block", "unproven"):
        of_state = [(file, some) for (entry, file), some in by_file.items() if entry == state]
        object_ = block if state == "block" else unproven
        made += [
            object_(_told(some), (file,) if file else ()) for file, some in of_state[:_MOST_FILES]
        ]
        rest = [file for file, _ in of_state[_MOST_FILES:]]
        if rest:
            made.append(object_(f"the like in {len(rest)} more files", tuple(rest)))
    return tuple(made)


def reviews(signs: Iterable[Sign]) -> tuple[Review, ...]:
    """All signs as places that a person should look at, those first that weigh most."""
    order = ("block", "unproven", "review")
    ranked = sorted(signs, key=lambda sign: order.index(meaning_of(sign).state))
    return tuple(Review(_words(entry), entry.file, entry.line) for entry in ranked)


def meaning_of(sign: Sign) -> Meaning:
    """What a sign means; what is not known is never taken for harmless."""
    return MEANINGS.get(sign.kind, _UNKNOWN)


def _told(signs: Sequence[Sign]) -> str:
    said = [f"{_place(sign)}: {_words(sign)}" for sign in signs[:_MOST_OF_A_FILE]]
    more = len(signs) - len(said)
    return "; ".join(said) + (f" (and {more} more there)" if more else "")


def _place(sign: Sign) -> str:
    file = one_line(sign.file, 120) or "the change"
    return file if sign.line is None else f"{file}:{sign.line}"


def _words(sign: Sign) -> str:
    words = meaning_of(sign).words
    text = one_line(sign.text, _MOST_OF_A_TEXT)
    return f"{words}: {text}" if text else words
