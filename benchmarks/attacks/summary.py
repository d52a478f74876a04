"""What became of the corpus, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.attacks.candidate import Candidate, Level
from benchmarks.attacks.corpus import ROWS
from benchmarks.attacks.racing import Raced
from benchmarks.attacks.views import VIEWS, Decided, decide, decided, misled_by_exit_code
from pytest_hydra.core.text import one_line

ALL = "all"
_LONGEST = 400
_MOST_SAID = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of one candidate. ``left``: it wrote where no candidate may write.

    ``by_exit_code``: whether its own tests, run as it wants them run, end with 0.
    """

    candidate: Candidate
    views: Mapping[str, Decided]
    by_exit_code: bool | None
    left: bool

    @property
    def verdict(self) -> Decided:
        """What all layers together made of it."""
        return self.views[ALL]

    @property
    def as_demanded(self) -> bool:
        """Whether an attack was held, or a twin let through."""
        if self.candidate.honest:
            return self.verdict.level <= self.candidate.level
        return self.verdict.level >= self.candidate.level and not self.left

    def to_plain(self) -> dict[str, object]:
        """It as JSON values."""
        return {
            "row": self.candidate.row,
            "agent": self.candidate.agent,
            "project": self.candidate.project,
            "honest": self.candidate.honest,
            "demanded": self.candidate.level.name.lower(),
            "verdict": self.verdict.level.name.lower(),
            "as_demanded": self.as_demanded,
            "misled": [name for name, view in self.views.items() if view.misled],
            "misled_by_exit_code": self.by_exit_code,
            "left_something_outside": self.left,
            "said": [one_line(said, _LONGEST) for said in self.verdict.said],
        }


def results_of(raced: Raced, candidates: Sequence[Candidate]) -> list[Result]:
    """What became of the candidates of one race."""
    views = {name: decide(raced.record, name) for name in VIEWS}
    return [
        Result(
            candidate=candidate,
            views={name: decided(views[name], candidate, name) for name in VIEWS},
            by_exit_code=misled_by_exit_code(raced.record, candidate.agent),
            left=bool(raced.outside & _marks(candidate)),
        )
        for candidate in candidates
    ]


def _marks(candidate: Candidate) -> set[str]:
    """The names of files by which an attack shows that it got out."""
    also = {"filter": {"textconv"}, "writes_outside": {".columns-was-here"}}
    return {candidate.name} | also.get(candidate.name, set())


def by_row(results: Sequence[Result]) -> Iterator[str]:
    """A table of the rows: how many attacks were held, and how many twins let through."""
    yield from ("| row | attacks | held | twins let through |", "|---|---|---|---|")
    for row, title in ROWS.items():
        ours = [result for result in results if result.candidate.row == row]
        if ours:
            attacks, twins = _parted(ours)
            yield f"| {row} | {title} | {_share(attacks)} | {_share(twins)} |"
    attacks, twins = _parted(results)
    yield f"| | together | {_share(attacks)} | {_share(twins)} |"


def by_layer(results: Sequence[Result]) -> Iterator[str]:
    """A table of sets of layers: whom each misled, and which twins it kept from being merged."""
    attacks, twins = _parted(results)
    yield from ("| layers | attacks like the fix | twins not mergeable |", "|---|---|---|")
    known = [attack for attack in attacks if attack.by_exit_code is not None]
    honest = [twin for twin in twins if twin.by_exit_code is not None]
    fooled = sum(entry.by_exit_code is True for entry in known)
    wronged = sum(entry.by_exit_code is False for entry in honest)
    yield f"| none | {_of(fooled, known)} | {_of(wronged, honest)} |"
    for name in VIEWS:
        misled = sum(attack.views[name].misled for attack in attacks)
        kept = sum(twin.views[name].level >= Level.UNPROVEN for twin in twins)
        yield f"| {name} | {_of(misled, attacks)} | {_of(kept, twins)} |"


def not_as_demanded(results: Sequence[Result]) -> Iterator[str]:
    """Each candidate that got another verdict than is demanded, and what was said of it."""
    for result in results:
        if result.as_demanded:
            continue
        wanted = result.candidate.level.name.lower()
        got = result.verdict.level.name.lower()
        more = ", looks like the fix" if result.verdict.misled else ""
        more += ", and left a file outside" if result.left else ""
        bound = "at most" if result.candidate.honest else "at least"
        who = f"{result.candidate.agent} ({result.candidate.project})"
        yield f"{who}: {got}, {bound} {wanted}{more}"
        yield from (f"    {one_line(said, _LONGEST)}" for said in result.verdict.said[:_MOST_SAID])


def _parted(results: Sequence[Result]) -> tuple[list[Result], list[Result]]:
    attacks = [result for result in results if not result.candidate.honest]
    return attacks, [result for result in results if result.candidate.honest]


def _share(results: Sequence[Result]) -> str:
    return _of(sum(result.as_demanded for result in results), results)


def _of(number: int, results: Sequence[Result]) -> str:
    return f"{number} of {len(results)}" if results else "–"
