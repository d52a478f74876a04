"""The exit status of a session with a baseline or with --hydra-fail-on."""

from __future__ import annotations

import shlex
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.baseline import Earlier, easier, find_baseline, with_earlier_runs
from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.result import Result, scored
from pytest_hydra.core.text import counted, one_line, wrap_cells
from pytest_hydra.report.answered import DIFFERS
from pytest_hydra.report.compare import BaselineComparison, as_data, compare, headline
from pytest_hydra.report.figures.causes import first_cause
from pytest_hydra.report.regressions import (
    WORDS,
    Change,
    FailOn,
    Key,
    failure_reason,
    items_of,
    tolerated,
)
from pytest_hydra.report.tables import WIDTH
from pytest_hydra.scenarios.head import scenario_offers
from pytest_hydra.session.head import real_path
from pytest_hydra.settings.bots import skip_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pytest_hydra.session.collect import Collection
    from pytest_hydra.settings.file import Settings

_ENDS = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
_MOST_TOLD = 10
_UNTOLD = "the expectations in it are unknown; a baseline written by `bless` has them"
# Options that exclude files without reporting them as deselected.
_NARROWING = ("ignore", "ignore_glob")


class ExitStatus:
    """Gathers failed and skipped items, and decides the exit status, not the verdict."""

    def __init__(
        self, earlier: Earlier | None, fail_on: FailOn, file: str = "", allowed: Exact | None = None
    ) -> None:
        """``file`` is the path of the baseline, if it was given on the command line.

        ``allowed`` is the share of items that may be ungraded.
        """
        self.earlier = earlier
        self._file = shlex.quote(file) if file else ""
        self.fail_on = fail_on
        self._allowed = allowed
        #: Lines for the terminal, above the reason.
        self.notes: list[str] = []
        self.status: int | None = None
        self._skipped: set[str] = set()
        # Items that failed by their checks alone, and the race if it failed.
        self._short: set[str] = set()
        self._race: set[str] = set()

    def note(self, report: pytest.TestReport, sent: Mapping[str, Any]) -> None:
        """Take in the report of an item; ``sent`` is the item's own result."""
        if report.outcome == "skipped":
            self._skipped.add(report.nodeid)
        elif report.outcome == "failed" and report.when == "call" and sent:
            result = sent["result"]
            if result is None:
                if sent["state"] == "failed":
                    self._race.add(report.nodeid)
            elif result["status"] == "failed" and (
                result["kind"] == "benchmark" or "error" not in result["details"]
            ):
                self._short.add(report.nodeid)

    def conclude(
        self, report: dict[str, Any], session: pytest.Session, status: int, collection: Collection
    ) -> None:
        """Decide the status, and add the reason and the changes to the report."""
        if self._race and self._forgives_race(collection.context.settings):
            self._short |= self._race
        after = items_of(report)
        excused = tolerated(after, self._allowed)
        other_count = session.testsfailed - len(self._short) - len(excused)
        # Whether items may be missing because the session ended early.
        is_cut = bool(session.shouldstop or session.shouldfail or status not in _ENDS)
        if self.earlier is None:
            failure = failure_reason((), after, self.fail_on, self._allowed)
        else:
            settings = collection.context.settings
            history = settings.root / settings.hydra.history
            earlier = with_earlier_runs(self.earlier.report, history)
            before = items_of(earlier)
            left_out = {*self._left_out(before, after, session, collection, is_cut=is_cut)}
            context = collection.context
            kinds = scenario_offers(context.config).kinds
            now = {**report, "suite": context.suite_record()}
            loosened = easier(self.earlier.report, now, kinds)
            comparison = compare(earlier, now, left_out=left_out, looser=loosened)
            failure = comparison.failure(self.fail_on, self._allowed)
            report["baseline"] = as_data(comparison, self.earlier.name, {}, {})
            self.notes = [*self._lines(comparison, report)]
            if loosened is None and before:
                self.notes += _indented("  ", [_UNTOLD])
        if status not in _ENDS:
            reason = "set by pytest; only failures are forgiven"
        elif session.shouldfail and not failure:
            reason = (
                f"{one_line(str(session.shouldfail), 60)}: items that did not run are not forgiven"
            )
        elif other_count > 0:
            # To pytest, an ungraded item is a failure as well: it is named once.
            named = sum(result["status"] == "ungraded" for result in scored(report))
            named -= len(excused)
            rest = other_count - named * ("ungraded" in (failure or ""))
            unforgiven = f"{counted(rest, 'failure')} not forgiven" * (rest > 0)
            status, reason = 1, "; ".join(filter(None, (failure, unforgiven)))
        else:
            status = int(bool(failure))
            forgiven = counted(len(self._short), "failure") + " forgiven"
            summary = "nothing is worse" if self.earlier is not None else "nothing failed"
            allowed = f"{len(excused)} ungraded allowed" * bool(excused)
            parts = (summary * (self.fail_on != "never"), forgiven * bool(self._short), allowed)
            reason = failure or ", ".join(filter(None, parts)) or "nothing failed"
        self.status = status
        if excused and not (status or self._short):
            report["verdict"] = "passed"
        elif status and report["verdict"] == "passed":
            report["verdict"] = "failed"  # by what is worse or gone, though all passed
        report["exit_reason"] = f"exit status {status}: {reason} (--hydra-fail-on {self.fail_on})"

    def _forgives_race(self, settings: Settings) -> bool:
        """Whether a race may fail, as it failed in the baseline, or as nothing decides."""
        if self.fail_on != "worse" or self.earlier is None:
            return self.fail_on == "never"
        mergeable = [entry["mergeable"] for entry in self.earlier.report["rankings"]]
        is_all = settings.table("race").require == "all"
        passed = all(mergeable) if is_all else any(mergeable)
        return bool(mergeable) and not passed

    def _lines(self, comparison: BaselineComparison, report: Mapping[str, Any]) -> Iterator[str]:
        assert self.earlier is not None  # noqa: S101 - it was compared with
        yield f"since {self.earlier.name}: {headline(comparison)}"
        yield from _indented("  ", comparison.sections[DIFFERS])
        fails = [change for change in comparison.changes if change.fails]
        groups = by_reason(fails, comparison.after)
        for (word, detail), changes in groups[:_MOST_TOLD]:
            rest = f" and {len(changes) - 1} more" if changes[1:] else ""
            name = one_line(changes[0].row or changes[0].name.rpartition("::")[2], 60)
            yield from _indented("  ", [f"{word}: {name}{rest}: {one_line(detail, 200)}"])
        for title, lines in comparison.sections.items():
            if title == DIFFERS:
                continue
            yield from [f"  {title}:"] * bool(lines)
            yield from _indented("    ", lines[:_MOST_TOLD])
        listed = (groups, *comparison.sections.values())
        more = sum(max(0, len(lines) - _MOST_TOLD) for lines in listed)
        if more:
            yield f"  and {more} more, in report.json"
        if fails and report["run_id"] and report["complete"]:
            command = f"python -m pytest_hydra bless {report['run_id']} {self._file}"
            yield f"  to accept this: {command.strip()}"

    def _left_out(
        self,
        before: Mapping[Key, Result],
        after: Mapping[Key, Result],
        session: pytest.Session,
        collection: Collection,
        *,
        is_cut: bool,
    ) -> Iterator[Key]:
        """The items left out on purpose: deselected, or not below any named path.

        Items skipped for a missing secret count as left out too; other skipped items are gone.
        """
        config, bots = session.config, collection.context.settings.bots
        args = config.args if config.args_source is config.ArgsSource.ARGS else []
        # --lf and node ids select a part of a file without reporting the rest as deselected.
        is_cut |= bool(getattr(config.option, "lf", False)) or any("::" in path for path in args)
        is_narrowed = any(getattr(config.option, name, None) for name in _NARROWING)
        paths = [real_path(config.invocation_params.dir / path) for path in args]
        deselected = {*collection.deselected}
        places = {nodeid.partition("::")[0] for nodeid in (*collection.selected, *self._short)}
        places |= {result["file"] for result in after.values()}
        lacking = [name for name in bots if skip_reason(name, bots[name])]
        for key in before.keys() - after.keys():
            result = before[key]
            place, names = result["file"], {result["nodeid"], f"{result['nodeid']}::gates"}
            path = real_path(config.rootpath / place)
            is_selected = any(path.is_relative_to(folder) for folder in paths)
            if not args:
                is_selected = result["kind"] == "candidate" or not config.option.hydra_candidate
            is_mute = lacking and (result["kind"] == "test" or result["subject"] in lacking)
            is_unseen = is_narrowed and place not in places
            is_skipped = is_mute and names & self._skipped
            if is_cut or not is_selected or is_unseen or is_skipped or names & deselected:
                yield key


def _indented(indent: str, lines: Iterable[str]) -> list[str]:
    """The lines for the terminal, in its width."""
    return [part for line in lines for part in wrap_cells(line, WIDTH, indent, f"{indent}  ")]


def by_reason(
    changes: Sequence[Change], after: Mapping[Key, Result]
) -> list[tuple[tuple[str, str], list[Change]]]:
    """What changed, by the word, what was before, and the cause: critical first.

    Of equally critical ones the most come first. Each has the text of the first one.
    """
    groups: dict[tuple[str, str], tuple[str, list[Change]]] = {}
    critical = set()
    for change in changes:
        result = after.get((change.kind, change.name))
        reason = change.detail
        if result and change.kind in ("scenario", "test") and result["status"] != "passed":
            reason = f"{reason.partition(',')[0]}: {first_cause(result).key}"
        key = (change.word, reason)
        groups.setdefault(key, (change.detail, []))[1].append(change)
        if result is not None and any(check.get("critical") for check in result["checks"]):
            critical.add(key)
    places: list[str] = list(WORDS)
    ordered = sorted(
        groups.items(),
        key=lambda group: (places.index(group[0][0]), group[0] not in critical, -len(group[1][1])),
    )
    return [((word, detail), found) for (word, _), (detail, found) in ordered]


def exit_status_of(config: pytest.Config, collection: Collection) -> ExitStatus:
    """The exit status logic of a session. Raises HydraError and UsageError."""
    settings = collection.context.settings
    name, fail_on = config.option.hydra_baseline, config.option.hydra_fail_on
    percentage = config.option.hydra_allow_ungraded
    allowed = None if percentage is None else exact(Fraction(exact(percentage)) / 100)
    if name is None and settings.report.baseline is None:
        if fail_on == "worse":
            raise pytest.UsageError("--hydra-fail-on worse needs --hydra-baseline")
        return ExitStatus(None, fail_on or "any", allowed=allowed)
    earlier = find_baseline(settings, name, config.invocation_params.dir)
    is_file = name is not None and (config.invocation_params.dir / name).is_file()
    return ExitStatus(earlier, fail_on or "any", name if is_file else "", allowed)
