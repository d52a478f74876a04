"""The baseline of a session: what is worse than in it, and fails the session."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.result import Result, passes, row_of
from pytest_hydra.core.text import listed, one_line, wrap_cells
from pytest_hydra.plugins.baseline.compare import (
    BaselineComparison,
    as_data,
    compare,
    headline,
    together_lines,
)
from pytest_hydra.plugins.baseline.earlier_report import (
    Earlier,
    easier,
    find_baseline,
    with_earlier_runs,
)
from pytest_hydra.plugins.baseline.regressions import WORDS, Change, runs_of
from pytest_hydra.report import DIFFERS, WIDTH, FailOn, Key, first_cause, items_of
from pytest_hydra.scenarios.head import scenario_offers
from pytest_hydra.session.head import real_path
from pytest_hydra.settings import skip_reason

if TYPE_CHECKING:
    from pytest_hydra.session.collect import Collection
    from pytest_hydra.session.exit_status import Ended
    from pytest_hydra.settings import Settings

_MOST_TOLD = 10
_UNTOLD = "the expectations in it are unknown; a baseline written by `bless` has them"
# Options that exclude files without reporting them as deselected.
_NARROWING = ("ignore", "ignore_glob")


def comparison_of(collection: Collection) -> SessionBaseline | None:
    """The comparison of a session with its baseline; None if it has none. Raises HydraError."""
    context = collection.context
    config, settings = context.config, context.settings
    name = config.option.hydra_baseline
    if name is None and getattr(settings.report, "baseline", None) is None:
        return None
    start = config.invocation_params.dir
    is_file = name is not None and (start / name).is_file()
    earlier = find_baseline(settings, name, start)
    return SessionBaseline(earlier, name if is_file else "", collection)


class SessionBaseline:
    """Compares the session with an earlier report."""

    def __init__(self, earlier: Earlier, file: str, collection: Collection) -> None:
        """``file`` is the path of the baseline, if it was given on the command line."""
        self._earlier = earlier
        self._file = shlex.quote(file) if file else ""
        self._collection = collection
        #: Lines for the terminal.
        self.notes: list[str] = []

    def failure(
        self, report: dict[str, Any], ended: Ended, fail_on: FailOn, allowed: Exact | None
    ) -> str:
        """Why the session fails; empty if it passes. Adds the changes to the report."""
        context = self._collection.context
        settings, after = context.settings, items_of(report)
        history = settings.root / settings.hydra.history
        earlier = with_earlier_runs(self._earlier.report, history)
        before = items_of(earlier)
        left_out = {*self._left_out(before, after, ended)}
        now = {**report, "suite": context.suite_record()}
        loosened = easier(self._earlier.report, now, scenario_offers(context.config).kinds)
        comparison = compare(earlier, now, left_out=left_out, looser=loosened)
        report["baseline"] = as_data(comparison, self._earlier.name, {}, {})
        self.notes = [*self._lines(comparison, report)]
        if loosened is None and before:
            self.notes += _indented("  ", [_UNTOLD])
        return comparison.failure(fail_on, allowed)

    def race_failed(self, settings: Settings) -> bool:
        """Whether the race of the baseline failed."""
        mergeable = [entry["mergeable"] for entry in self._earlier.report["rankings"]]
        is_all = settings.table("race").require == "all"
        passed = all(mergeable) if is_all else any(mergeable)
        return bool(mergeable) and not passed

    def _lines(self, comparison: BaselineComparison, report: Mapping[str, Any]) -> Iterator[str]:
        yield f"since {self._earlier.name}: {headline(comparison)}"
        is_worse = comparison.together == "regressed"
        if is_worse:
            yield from _indented("  ", together_lines(comparison))
        yield from _indented("  ", comparison.sections[DIFFERS])
        fails = [change for change in comparison.changes if change.fails]
        groups = by_reason(fails, comparison.after)
        is_whole = self._collection.context.config.get_verbosity() > 0
        most = None if is_whole else _MOST_TOLD
        for (word, detail), changes in groups[:most]:
            names = [_short_name(change, comparison) for change in changes]
            told = ", ".join(names) if is_whole else _first(names)
            why = one_line(detail, 300 if is_whole else 200)
            yield from _indented("  ", [f"{word}: {told}: {why}"])
        better = [change for change in comparison.changes if change.word == "better"]
        for word, names in (
            ("better", [_short_name(change, comparison) for change in better]),
            ("flaky", [*_flaky(comparison)]),
        ):
            if names:
                separator = ", " if word == "better" else "; "
                told = separator.join(names) if is_whole else listed(names, separator=separator)
                yield from _indented("  ", [f"{word}: {told}"])
        for title, lines in comparison.sections.items():
            if title == DIFFERS:
                continue
            if lines:
                yield f"  {title}:"
            yield from _indented("    ", lines[:most])
        parts = (groups, *comparison.sections.values())
        more = 0 if is_whole else sum(max(0, len(lines) - _MOST_TOLD) for lines in parts)
        if more:
            yield f"  and {more} more, in report.json; -v lists all"
        if (fails or is_worse) and report["run_id"] and report["complete"]:
            command = f"python -m pytest_hydra bless {report['run_id']} {self._file}"
            yield f"  to accept this: {command.strip()}"

    def _left_out(
        self,
        before: Mapping[Key, Result],
        after: Mapping[Key, Result],
        ended: Ended,
    ) -> Iterator[Key]:
        """The items left out on purpose: deselected, or not below any named path.

        Items skipped for a missing secret count as left out too; other skipped items are gone.
        """
        collection, config, is_cut = self._collection, self._collection.context.config, ended.is_cut
        bots = collection.context.settings.bots
        args = config.args if config.args_source is config.ArgsSource.ARGS else []
        # --lf and node ids select a part of a file without reporting the rest as deselected.
        is_cut |= bool(getattr(config.option, "lf", False)) or any("::" in path for path in args)
        is_narrowed = any(getattr(config.option, name, None) for name in _NARROWING)
        paths = [real_path(config.invocation_params.dir / path) for path in args]
        deselected = {*collection.deselected}
        places = {nodeid.partition("::")[0] for nodeid in (*collection.selected, *ended.short)}
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
            is_skipped = is_mute and names & ended.skipped
            if is_cut or not is_selected or is_unseen or is_skipped or names & deselected:
                yield key


def _short_name(change: Change, comparison: BaselineComparison) -> str:
    """Its name without its file; of a benchmark with its folder."""
    name = change.row or change.name.rpartition("::")[2]
    result = comparison.after.get((change.kind, change.name))
    if change.kind == "benchmark" and result is not None:
        name = f"{result['details']['path']}: {name}"
    return one_line(name, 60)


def _first(names: Sequence[str]) -> str:
    return f"{names[0]} and {len(names) - 1} more" if names[1:] else names[0]


def _flaky(comparison: BaselineComparison) -> Iterator[str]:
    """What passed in some of its runs, with what it did before."""
    for (kind, name), result in comparison.after.items():
        before, runs = comparison.before.get((kind, name)), len(result["runs"])
        if 0 < passes(result) < runs:
            was = "new"
            if before is not None:
                was = "before {} of {}".format(*runs_of(before))
            short = row_of(result) or name.rpartition("::")[2]
            yield f"{one_line(short, 60)} {passes(result)} of {runs}, {was}"


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
