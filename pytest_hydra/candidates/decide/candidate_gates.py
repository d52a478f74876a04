"""Gates, made of objections and waivers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_hydra.candidates.decide.decisions import Objection
from pytest_hydra.candidates.paths import matches, pattern_of
from pytest_hydra.candidates.recording import Source
from pytest_hydra.core.gates import Gate, GateState
from pytest_hydra.core.text import one_line
from pytest_hydra.settings.policy import Policy, Waiver

_REASON = 200
# So much of a tree's id stands in what a person is given to paste, and so many files of a gate.
_TREE = 12
_FILES = 3
# What changes nothing leaves nothing to be let through.
_NOT_WAIVED = ("source", "empty_diff")


def gate(
    name: str, objections: Iterable[Objection], source: Source, policy: Policy, date: str | None
) -> Gate:
    """A gate that passes unless there are objections that nobody waived.

    ``date`` is the day of the record, by which waivers end.
    """
    waivers = [one for one in policy.waivers if (one.agent, one.gate) == (source.agent, name)]
    valid = [one for one in waivers if _holds(one, source, date)]
    open_, said = [], []
    for objection in objections:
        by = _waived_by(objection, valid)
        if by is None:
            open_.append(objection)
        else:
            words = "; ".join(one_line(waiver.reason, _REASON) for waiver in by)
            said.append(f"waived: {words} ({objection.reason})")
    states = {objection.state for objection in open_}
    state = next(
        (one for one in (GateState.BLOCK, GateState.UNPROVEN) if one in states), GateState.PASS
    )
    # What decides comes first.
    ordered = sorted(open_, key=lambda objection: objection.state is not state)
    reasons = [*(objection.reason for objection in ordered), *said]
    if open_ and len(valid) < len(waivers):
        reasons.append("a waiver for it has ended, or is for another tree")
    return Gate(name, state, "; ".join(reasons))


def waivers_for(
    name: str, objections: Iterable[Objection], source: Source, policy: Policy, date: str | None
) -> tuple[Waiver, ...]:
    """What lets a candidate through the gate once a person gives the reason; none where it passes.

    They are for the candidate's own tree, and for the files that the objections are about where
    these are few. ``date`` is as for `gate`.
    """
    waivers = [one for one in policy.waivers if (one.agent, one.gate) == (source.agent, name)]
    valid = [one for one in waivers if _holds(one, source, date)]
    open_ = [one for one in objections if _waived_by(one, valid) is None]
    if not open_ or source.tree is None or name in _NOT_WAIVED:
        return ()
    files = sorted({file for objection in open_ for file in objection.files})
    narrow = all(one.files for one in open_) and len(files) <= _FILES
    # A name that cannot be read cannot be copied either.
    narrow = narrow and all(file.isprintable() for file in files)
    return tuple(
        Waiver(agent=source.agent, gate=name, reason="", tree=source.tree[:_TREE], file=file)
        for file in (map(pattern_of, files) if narrow else (None,))
    )


def _holds(waiver: Waiver, source: Source, date: str | None) -> bool:
    if source.tree is None or not source.tree.startswith(waiver.tree):
        return False
    # Days such as 2026-12-31 compare as text.
    return waiver.until is None or (date is not None and date <= waiver.until)


def _waived_by(objection: Objection, waivers: Sequence[Waiver]) -> list[Waiver] | None:
    """The waivers that answer the objection; None where something of it stays open."""
    for waiver in waivers:
        if waiver.file is None:
            return [waiver]
    needed = []
    for file in objection.files:
        found = next((one for one in waivers if one.file and matches(file, [one.file])), None)
        if found is None:
            return None
        if found not in needed:
            needed.append(found)
    return needed or None
