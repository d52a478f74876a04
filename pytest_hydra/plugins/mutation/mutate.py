"""``python -m pytest_hydra audit mutations``: find faults of a bot that no check would notice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact, format_number, six_places
from pytest_hydra.core.scorecard import PASSED
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import write_whole

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.scenarios.conversation import Trial
    from pytest_hydra.scenarios.items import ScenarioItem

# Limits of the output: all lines, and the faults of one scenario.
_MOST_LINES = 60
_MOST_FAULTS = 8
_WIDTH = 80


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print the missed faults, and return the exit status."""
    import pytest

    from pytest_hydra.plugins.mutation.mutated_scenario import MISSED, NOTICED, VERDICTS
    from pytest_hydra.record.runs import find_run

    run = find_run(root, options.run)
    names = [str(record["nodeid"]).partition("::")[0] for record in run.records("scenarios")]
    if not names:
        raise HydraError(f"run {run.run_id} has no scenarios")
    # Paths in a run are relative to pytest's rootdir, which is hydra.toml's folder or above it.
    above = (folder for folder in (root, *root.parents) if (folder / names[0]).is_file())
    folder = next(above, root)
    tester, printed = _Tester(), StringIO()
    # Collected as for a replay, with the offers of plugins and conftest.py files; nothing is run.
    arguments = ["-p", "pytest_hydra.plugin", "--collect-only"]
    arguments += ["--hydra", "--hydra-replay", str(run.path.absolute())]
    # Our modules are loaded already, and need no assertion rewriting.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    files = [str(folder / name) for name in dict.fromkeys(names)]
    with redirect_stdout(printed):
        status = pytest.main([*arguments, *files], plugins=[tester])
    if status is not pytest.ExitCode.OK:
        say(printed.getvalue())
        return int(status)
    if not tester.scenarios:
        raise HydraError(f"run {run.run_id}: no scenario passes, and failing ones cannot be used")
    verdicts = [
        fault["verdict"]
        for entry in tester.scenarios
        if not entry["draft"]
        for fault in entry["faults"]
    ]
    report: dict[str, Any] = {name: verdicts.count(name) for name in VERDICTS}
    graded = report[NOTICED] + report[MISSED]
    score = six_places(Fraction(100 * report[NOTICED], graded)) if graded else None
    report |= {"run": run.run_id, "score": score, "scenarios": tester.scenarios}
    if options.json is not None:
        write_whole(options.json, f"{json.dumps(report, indent=2)}\n".encode())
    say("".join(f"{line}\n" for line in _lines(report)))
    if options.min is None or (score is not None and score >= options.min):
        return 0
    say(f"the score is below --min {options.min:g}\n")
    return 1


class _Tester:
    """A plugin that puts faults into the recordings of passing items."""

    def __init__(self) -> None:
        self.scenarios: list[dict[str, Any]] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Test the collected items."""
        from pytest_hydra.plugins.mutation.mutated_scenario import MutatedScenario
        from pytest_hydra.scenarios.items import ScenarioItem

        for item in session.items:
            if isinstance(item, ScenarioItem) and item.scenario.skip is None:
                trial = _trial(item)
                if trial is not None:
                    self.scenarios.append(MutatedScenario(item, trial).report())


def _trial(item: ScenarioItem) -> Trial | None:
    """The first run of an item that passed, if any."""
    for number in range(item.scenario.repeat.times):
        # A validator may raise anything, which is not a pass.
        with suppress(Exception):
            trial = item.run(number)
            if trial.card.outcome is PASSED:
                return trial
    return None


def _lines(report: dict[str, Any]) -> Iterator[str]:
    """The missed faults by scenario, the most faults last, and the score."""
    from pytest_hydra.plugins.mutation.mutated_scenario import MISSED, NOTICED, VERDICTS

    scenarios = sorted(report["scenarios"], key=lambda scenario: scenario["missed"])
    drafts = sum(scenario["draft"] for scenario in scenarios)
    # What a draft notices shows whether it is worth keeping.
    listed = [scenario for scenario in scenarios if scenario["missed"] or scenario["draft"]]
    parts = list(map(_scenario_lines, listed))
    most = len(parts)
    while len(parts) > 1 and sum(map(len, parts)) > _MOST_LINES:
        del parts[0]
    if most > len(parts):
        yield f"{counted(most - len(parts), 'more scenario')}: --json FILE has all of them"
    for lines in parts:
        yield from lines
    graded = report[NOTICED] + report[MISSED]
    rest = [f"{report[name]} {name.replace('_', ' ')}" for name in VERDICTS[2:] if report[name]]
    if drafts:
        rest.append(counted(drafts, "draft"))
    aside = f" (not counted: {', '.join(rest)})" if rest else ""
    where = counted(len(scenarios) - drafts, "scenario")
    yield f"{report[NOTICED]} of {counted(graded, 'fault')} noticed in {where} that passed{aside}"
    score = f"{format_number(exact(report['score']), 1)} of 100" if graded else "none"
    yield f"mutation score: {score}"


def _scenario_lines(scenario: dict[str, Any]) -> list[str]:
    from pytest_hydra.plugins.mutation.mutated_scenario import MISSED, NOTICED
    from pytest_hydra.scenarios.explain import wrapped

    missed = [fault for fault in scenario["faults"] if fault["verdict"] == MISSED]
    noticed = sum(fault["verdict"] == NOTICED for fault in scenario["faults"])
    draft = ", a draft" if scenario["draft"] else ""
    place = f"{one_line(scenario['nodeid'], 200)} (line {scenario['line']}{draft})"
    but = ", not:" if missed else ""
    lines = [f"{place}: notices {noticed} of {counted(noticed + len(missed), 'fault')}{but}"]
    for fault in missed[:_MOST_FAULTS]:
        why = f" ({fault['why']})" if fault["why"] else ""
        lines.append("  " + one_line(f"turn {fault['turn']}: {fault['what']}{why}", _WIDTH - 2))
    if len(missed) > _MOST_FAULTS:
        lines.append(f"  … and {len(missed) - _MOST_FAULTS} more")
    for turn, needed in ((added["turn"], added["all"]) for added in scenario["add"]):
        place = "the scenario" if turn is None else f"turn {turn}"
        lines += [f"  to add to the expect of {place}:", "  all:"] if needed else []
        for expect in needed:
            text = json.dumps(expect, ensure_ascii=False)
            text = text if text.isprintable() else json.dumps(expect)
            # JSON is valid YAML, where a line may be broken at any space.
            lines += wrapped("    - ", text)
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = ["  … and more: --json FILE has all of it"]
    return [*lines, ""]
