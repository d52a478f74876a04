"""The ranking of a race, as the terminal shows it: a table, then why, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pytest_hydra.core.numbers import exact, half_up
from pytest_hydra.core.show import one_line

WIDTH = 80
_AGENT = 16
_VERDICTS = {"mergeable": "mergeable", "unproven": "unproven", "not_mergeable": "not mergeable"}
_LEAST_COLUMN = 5
_MOST_IDS = 5
_INDENT = "    "

Entry = Mapping[str, Any]


def race_table(rankings: Sequence[Entry]) -> Iterator[str]:
    """The lines of the table, at most `WIDTH` characters wide; none without candidates.

    Its columns are rank, agent, total, the dimensions and the verdict. What has no score is a
    dash. Names that are too long are cut, so that numbers never are.
    """
    if not rankings:
        return
    names = list(rankings[0]["breakdown"])
    agent = min(_AGENT, max(5, *(len(one["agent"]) for one in rankings)))
    verdict = max(len(_VERDICTS[one["verdict"]]) for one in rankings)
    # What is left for the dimensions, whose names may be cut.
    left = WIDTH - (3 + agent + 1 + 6 + verdict + 2)
    # With too many of them the heaviest are shown: the others are in the report.
    weights = rankings[0]["weights"]
    most = max(1, left // (_LEAST_COLUMN + 1))
    heaviest = sorted(names, key=lambda name: -weights.get(name, 0))[:most]
    names = [name for name in names if name in heaviest]
    width = min(10, left // max(1, len(names)) - 1)
    columns = [max(_LEAST_COLUMN, min(width, len(name))) for name in names]
    sized = list(zip(names, columns, strict=True))
    head = "".join(f" {_cut(name, size):>{size}}" for name, size in sized)
    yield f" # {'agent':<{agent}} {'total':>6}{head}  verdict"
    for one in rankings:
        scores = "".join(f" {_score(one['breakdown'].get(name)):>{size}}" for name, size in sized)
        yield (
            f"{one['rank']:>2} {_cut(one['agent'], agent):<{agent}} {_score(one['total']):>6}"
            f"{scores}  {_VERDICTS[one['verdict']]}"
        )


def race_reasons(rankings: Sequence[Entry]) -> Iterator[str]:
    """For each candidate that is not mergeable why not, the ids of tests first."""
    for one in rankings:
        if one["verdict"] == "mergeable":
            waived = [gate for gate in one["gates"] if gate["state"] == "pass" and gate["reason"]]
            if waived:
                yield f"{one['agent']}: {_VERDICTS[one['verdict']]}"
                for gate in waived:
                    yield from _wrapped(f"{gate['name']}: {gate['reason']}")
            continue
        yield f"{one['agent']}: {_VERDICTS[one['verdict']]}"
        yield from _ids(one["tests"])
        # What blocks comes before what leaves it open.
        gates = sorted(one["gates"], key=lambda gate: gate["state"] != "block")
        for gate in gates:
            if gate["state"] != "pass":
                said = "" if gate["state"] == "block" else " (unproven)"
                yield from _wrapped(f"{gate['name']}{said}: {gate['reason']}")


def _ids(tests: Entry | None) -> Iterator[str]:
    if tests is None:
        return
    dropped = set(tests["dropped"])
    for what, ids in (
        ("lost", [one for one in tests["lost"] if one not in dropped]),
        ("dropped", tests["dropped"]),
        ("disputed", tests["disputed"]),
    ):
        for one in ids[:_MOST_IDS]:
            yield f"{_INDENT}{what}: {one_line(one, 200)}"
        if len(ids) > _MOST_IDS:
            yield f"{_INDENT}{what}: … and {len(ids) - _MOST_IDS} more"


def _wrapped(text: str) -> list[str]:
    return wrap(
        one_line(text, 5 * WIDTH),
        WIDTH,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT + "  ",
    )


def _score(score: float | None) -> str:
    return "-" if score is None else str(half_up(exact(score), 1))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
