"""Long exhibits, cut by rule: what is left out is said where it is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from pytest_hydra.core.text import one_line
from pytest_hydra.judging.exhibits.event_log import EventLog
from pytest_hydra.judging.exhibits.text_files import visible, visible_text

# What a line may have in a log that is cut: one event cannot take the place of all others.
_LONGEST_LINE = 2_000
_MOST_KINDS = 60
# How many bytes a character can take, beside those that are escaped and take fewer.
_BYTES = 4


def read_text(stream: BinaryIO, size: int, budget: int) -> tuple[str, str | None]:
    """A text of ``size`` bytes in at most ``budget`` characters, and what was left out of it.

    A longer one is shown by its first two thirds of the budget, and the last third.
    """
    whole = _BYTES * budget
    if size <= 2 * whole:
        return ends(visible(stream.read(2 * whole)), budget)
    first = stream.read(whole)
    stream.seek(size - whole)
    # Neither part is the other's neighbour, so each is cut where a line ends.
    head, tail = visible(first), visible(stream.read(whole))
    return _joined(head, tail, budget, f"of {size:,} bytes")


def ends(text: str, budget: int) -> tuple[str, str | None]:
    """The text in at most ``budget`` characters, and what was left out of it, if anything."""
    if len(text) <= budget:
        return text, None
    return _joined(text, text, budget, f"of {len(text):,} characters")


def _joined(head: str, tail: str, budget: int, of_all: str) -> tuple[str, str]:
    room = max(budget - 60, 0)
    first = head[: room * 2 // 3]
    last = tail[len(tail) - room // 3 :]
    first = first[: first.rfind("\n") + 1] or first
    last = last[last.find("\n") + 1 :] or last
    gap = "[… left out …]"
    if not first.endswith("\n"):
        gap = f"\n{gap}"
    said = f"{of_all}, the first {len(first):,} and the last {len(last):,} characters are shown"
    return f"{first}{gap}\n{last}", said


def cut_log(log: EventLog, budget: int) -> tuple[str, str | None]:
    """An event log in about ``budget`` characters, and what was left out of it.

    A longer one is shown by a table of its kinds of events with their numbers, the first two
    events of each kind, and the first and the last of all.
    """
    if len(log.head) == log.lines:
        text = visible_text("\n".join(log.head))
        if len(text) <= budget:
            return text, None
    table = _table(log)
    room = max(budget - len(table) - 300, 0)
    first = _fitting(map(_line, log.head), room // 3)
    rest = log.tail[max(len(first) + len(log.tail) - log.lines, 0) :]
    last = _fitting(map(_line, reversed(rest)), room // 3)[::-1]
    parts = [table, f"[the first {len(first):,} events]", *first]
    between = _samples(log, len(first), room // 3)
    if between:
        parts += ["[of those between, the first of each kind, with their lines' numbers]", *between]
    parts += [f"[the last {len(last):,} events]", *last]
    said = (
        f"of {log.lines:,} events the first {len(first):,}, the last {len(last):,} and up to two "
        "of each kind are shown, beside a table of all kinds"
    )
    return "\n".join(parts), said


def _table(log: EventLog) -> str:
    ordered = sorted(log.kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [f"{count:>9,}  {one_line(visible_text(kind))}" for kind, count in ordered[:_MOST_KINDS]]
    rest = sum(count for _, count in ordered[_MOST_KINDS:]) + log.other_kinds
    if rest:
        rows.append(f"{rest:>9,}  of other kinds")
    return "\n".join([f"[all {log.lines:,} events by kind]", *rows])


def _samples(log: EventLog, after: int, room: int) -> list[str]:
    """The first events of each kind that stand after the first lines, in their order."""
    # The first of all kinds come before the second of any.
    ranked = sorted(
        (rank, number, text)
        for samples in log.samples.values()
        for rank, (number, text) in enumerate(samples)
        if number > after
    )
    lines = [f"{number}: {_line(text)}" for _, number, text in ranked]
    shown = len(_fitting(lines, room))
    return [
        line for _, line in sorted(zip((entry[1] for entry in ranked), lines[:shown], strict=False))
    ]


def _line(text: str) -> str:
    shown = visible_text(text[:_LONGEST_LINE])
    if len(text) > _LONGEST_LINE or len(shown) > _LONGEST_LINE:
        return f"{shown[:_LONGEST_LINE]}[… left out …]"
    return shown


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """The first lines that fit into so many characters, with their ends."""
    found: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        found.append(line)
    return found
