"""What the run of a candidate's tests gives away of attempts to make it say something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_hydra.candidates.compare.suite import counts_as_test
from pytest_hydra.candidates.decide.decisions import Objection, Objections, block, unproven
from pytest_hydra.candidates.recording import CandidateRecord, Sign, TestRun
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.settings.policy import Policy

_Said = tuple[Callable[..., Objection], str]
# What each kind of sign means, and in which words. Of a kind that nobody knows: it is unproven.
_KINDS: dict[str, _Said] = {
    "canary": (block, "tests that cannot pass were reported as passed"),
    "record-forged": (block, "the record of the tests was tampered with"),
    "runner-changed": (block, "pytest was changed while it ran the tests"),
    "runner-shadowed": (block, "it brings modules that stand in the place of pytest's own"),
    "plugin-planted": (block, "it brings a plugin that pytest loads by itself"),
    "hook": (block, "code that takes part in reporting the tests, and does not on the base"),
    "more-hooks": (
        unproven,
        "code that takes part in reporting the tests in more ways than before",
    ),
    "lever-used": (unproven, "its code reached into the interpreter while it was tested"),
}
_SHOWN = 3
_LONG = 160


def lying(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Objections:
    """What took part in the candidate's runs that did not take part in the base's.

    In the run of its own tests these, and what they are configured by, may do what they like: what
    they say of the base's tests counts for nothing. Where the base's own run was not recorded,
    nothing can be held against it.
    """
    run = base.runs.get("tests")
    if run is None or run.tests is None or run.tests.source != "recorder":
        return ()
    known = {_identity(one) for one in run.tests.signs}
    # A project may be a plugin of pytest.
    plugins = {one.file for one in run.tests.signs if one.kind == "hook" and one.file}
    old = {one.path: one.old_path for one in record.source.changes if one.status == "renamed"}
    found = list(_signs(record, "tests"))
    found += [
        one
        for one in _signs(record, "tests.own")
        if one.file and not counts_as_test(one.file, policy)
    ]
    by_kind: dict[tuple[str, str], list[Sign]] = {}
    for one in dict.fromkeys(found):
        before = replace(one, file=old.get(one.file) or one.file)
        if _identity(before) not in known:
            kind = "more-hooks" if one.kind == "hook" and before.file in plugins else one.kind
            by_kind.setdefault((kind, one.file), []).append(one)
    made = tuple(_objection(kind, by_kind[kind, file]) for kind, file in sorted(by_kind))
    if run.tests.problems:
        # It may have ended before the same took part in it.
        return tuple(unproven(one.reason, one.files) for one in made)
    return made


def _signs(record: CandidateRecord, step: str) -> tuple[Sign, ...]:
    run = record.runs.get(step)
    tests: TestRun | None = None if run is None else run.tests
    return () if tests is None else tests.signs


def _identity(sign: Sign) -> tuple[str, str, str]:
    # Without the line: it moves with what stands above it.
    return sign.kind, sign.file, sign.text


def _objection(kind: str, signs: list[Sign]) -> Objection:
    made, words = _KINDS.get(kind, (unproven, f"{kind} while its tests ran"))
    shown = [_shown(one) for one in signs[:_SHOWN]]
    more = len(signs) - len(shown)
    told = "; ".join(shown) + (f" and {counted(more, 'more', 'more')}" if more else "")
    files = tuple(sorted({one.file for one in signs}))
    return made(f"{words}: {told}", files if all(files) else ())


def _shown(sign: Sign) -> str:
    place = one_line(sign.file, _LONG)
    if sign.line is not None:
        place = f"{place}:{sign.line}"
    text = one_line(sign.text, _LONG)
    return f"{text} ({place})" if sign.file else text
