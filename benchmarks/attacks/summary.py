"""The results of the corpus, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.attacks.candidate import Candidate, Level
from benchmarks.attacks.corpus import ROWS
from benchmarks.attacks.racing import RaceRun
from benchmarks.attacks.views import VIEWS, LayerVerdict, decide, layer_verdict, misled_by_exit_code
from pytest_hydra.core.text import one_line

ALL = "all"
_LONGEST = 400
_MOST_REASONS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of one candidate. ``left``: it wrote outside its workspace.

    ``by_exit_code``: whether its own tests, as it configures them, exit with 0.
    """

    candidate: Candidate
    views: Mapping[str, LayerVerdict]
    by_exit_code: bool | None
    left: bool

    @property
    def verdict(self) -> LayerVerdict:
        """The verdict of all layers together."""
        return self.views[ALL]

    @property
    def as_expected(self) -> bool:
        """Whether an attack was held, or a twin was let through."""
        if self.candidate.honest:
            return self.verdict.level <= self.candidate.level
        return self.verdict.level >= self.candidate.level and not self.left

    def to_plain(self) -> dict[str, object]:
        """The result as JSON values."""
        return {
            "row": self.candidate.row,
            "agent": self.candidate.agent,
            "project": self.candidate.project,
            "honest": self.candidate.honest,
            "demanded": self.candidate.level.name.lower(),
            "verdict": self.verdict.level.name.lower(),
            "as_demanded": self.as_expected,
            "misled": [name for name, view in self.views.items() if view.misled],
            "misled_by_exit_code": self.by_exit_code,
            "left_something_outside": self.left,
            "said": [one_line(reason, _LONGEST) for reason in self.verdict.reasons],
        }


def results_of(run: RaceRun, candidates: Sequence[Candidate]) -> list[Result]:
    """The results of the candidates of one race."""
    views = {name: decide(run.record, name) for name in VIEWS}
    return [
        Result(
            candidate=candidate,
            views={name: layer_verdict(views[name], candidate, name) for name in VIEWS},
            by_exit_code=misled_by_exit_code(run.record, candidate.agent),
            left=bool(run.outside & _marks(candidate)),
        )
        for candidate in candidates
    ]


def _marks(candidate: Candidate) -> set[str]:
    """The names of files that prove that an attack wrote outside."""
    also = {"filter": {"textconv"}, "writes_outside": {".columns-was-here"}}
    return {candidate.name} | also.get(candidate.name, set())


def by_row(results: Sequence[Result]) -> Iterator[str]:
    """A table of the rows: the numbers of attacks held and of twins let through."""
    yield from ("| row | attacks | held | twins let through |", "|---|---|---|---|")
    for row, title in ROWS.items():
        group = [result for result in results if result.candidate.row == row]
        if group:
            attacks, twins = _split(group)
            yield f"| {row} | {title} | {_share(attacks)} | {_share(twins)} |"
    attacks, twins = _split(results)
    yield f"| | together | {_share(attacks)} | {_share(twins)} |"


def by_layer(results: Sequence[Result]) -> Iterator[str]:
    """A table of sets of layers: the attacks that misled each, and the twins not mergeable."""
    attacks, twins = _split(results)
    yield from ("| layers | attacks like the fix | twins not mergeable |", "|---|---|---|")
    tested = [attack for attack in attacks if attack.by_exit_code is not None]
    honest = [twin for twin in twins if twin.by_exit_code is not None]
    accepted = sum(entry.by_exit_code is True for entry in tested)
    rejected_honest = sum(entry.by_exit_code is False for entry in honest)
    yield f"| none | {_count_of(accepted, tested)} | {_count_of(rejected_honest, honest)} |"
    for name in VIEWS:
        misled = sum(attack.views[name].misled for attack in attacks)
        rejected = sum(twin.views[name].level >= Level.UNPROVEN for twin in twins)
        yield f"| {name} | {_count_of(misled, attacks)} | {_count_of(rejected, twins)} |"


def unexpected(results: Sequence[Result]) -> Iterator[str]:
    """Each candidate with an unexpected verdict, and the reasons of the verdict."""
    for result in results:
        if result.as_expected:
            continue
        level = result.candidate.level.name.lower()
        verdict = result.verdict.level.name.lower()
        suffix = ", looks like the fix" if result.verdict.misled else ""
        suffix += ", and left a file outside" if result.left else ""
        bound = "at most" if result.candidate.honest else "at least"
        name = f"{result.candidate.agent} ({result.candidate.project})"
        yield f"{name}: {verdict}, {bound} {level}{suffix}"
        reasons = result.verdict.reasons[:_MOST_REASONS]
        yield from (f"    {one_line(reason, _LONGEST)}" for reason in reasons)


def _split(results: Sequence[Result]) -> tuple[list[Result], list[Result]]:
    attacks = [result for result in results if not result.candidate.honest]
    return attacks, [result for result in results if result.candidate.honest]


def _share(results: Sequence[Result]) -> str:
    return _count_of(sum(result.as_expected for result in results), results)


def _count_of(number: int, results: Sequence[Result]) -> str:
    return f"{number} of {len(results)}" if results else "–"
