"""``python -m pytest_hydra mutate``: which faults of a bot the scenarios would not notice."""

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
from pytest_hydra.errors import HydraError, limit
from pytest_hydra.record.files import write_whole

if TYPE_CHECKING:
    import pytest

    from pytest_hydra.scenarios.conversation import Trial
    from pytest_hydra.scenarios.items import ScenarioItem

# How much is shown: of all scenarios, and of the faults of one.
_MOST_LINES = 60
_MOST_FAULTS = 8
_WIDTH = 80


def add_mutate(commands: Any) -> None:
    """Add the command and its options."""
    mutate = commands.add_parser(
        "mutate",
        help="change what the bot said, and say what no check notices",
        description="Put one fault at a time into what the bot said in a run, decide again by the "
        "scenario files of today, and list the faults that no check notices, with expectations "
        "that would. No bot and no judge is asked. What failed is left out: it tells nothing.",
        epilog="example: python -m pytest_hydra mutate latest --min 80",
    )
    mutate.add_argument("run", metavar="RUN", help="a run id, 'latest' or the path of its folder")
    mutate.add_argument("--min", type=limit, metavar="SCORE", help="status 1 below it (1-100)")
    mutate.add_argument("--json", type=Path, metavar="FILE", help="write all of it there")
    mutate.set_defaults(act=_mutate)


def _mutate(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print which faults are missed; the exit status."""
    import pytest

    from pytest_hydra.record.runs import find_run
    from pytest_hydra.scenarios.mutants.mutated_scenario import MISSED, NOTICED, VERDICTS

    run = find_run(root, options.run)
    names = [str(record["nodeid"]).partition("::")[0] for record in run.records("scenarios")]
    if not names:
        raise HydraError(f"run {run.run_id} has no scenarios")
    # A run names its files from pytest's folder, which is that of hydra.toml or above it.
    above = (folder for folder in (root, *root.parents) if (folder / names[0]).is_file())
    folder = next(above, root)
    tester, printed = _Tester(), StringIO()
    # As a replay collects them, with what plugins and conftest.py files offer; nothing is run.
    arguments = ["-p", "pytest_hydra.plugin", "--collect-only"]
    arguments += ["--hydra", "--hydra-replay", str(run.path.absolute())]
    # We are loaded already, and no assert of ours need be rewritten.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    files = [str(folder / name) for name in dict.fromkeys(names)]
    with redirect_stdout(printed):
        status = pytest.main([*arguments, *files], plugins=[tester])
    if status is not pytest.ExitCode.OK:
        say(printed.getvalue())
        return int(status)
    if not tester.scenarios:
        raise HydraError(f"run {run.run_id}: no scenario passes, and one that fails tells nothing")
    verdicts = [fault["verdict"] for entry in tester.scenarios for fault in entry["faults"]]
    report: dict[str, Any] = {name: verdicts.count(name) for name in VERDICTS}
    graded = report[NOTICED] + report[MISSED]
    score = six_places(Fraction(100 * report[NOTICED], graded)) if graded else None
    report |= {"run": run.run_id, "score": score, "scenarios": tester.scenarios}
    if options.json is not None:
        write_whole(options.json, f"{json.dumps(report, indent=2)}\n".encode())
    say("".join(f"{line}\n" for line in _lines(report)))
    if options.min is None or (score is not None and score >= options.min):
        return 0
    say(f"that is less than --min {options.min:g}\n")
    return 1


class _Tester:
    """A plugin that puts faults into what was recorded of the items that pass."""

    def __init__(self) -> None:
        self.scenarios: list[dict[str, Any]] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Test what was collected."""
        from pytest_hydra.scenarios.items import ScenarioItem
        from pytest_hydra.scenarios.mutants.mutated_scenario import MutatedScenario

        for item in session.items:
            if isinstance(item, ScenarioItem) and item.scenario.skip is None:
                trial = _passed(item)
                if trial is not None:
                    self.scenarios.append(MutatedScenario(item, trial).report())


def _passed(item: ScenarioItem) -> Trial | None:
    """The first run of an item that passed, if one did."""
    for number in range(item.scenario.repeat.times):
        # What a validator raises is its own, and no pass.
        with suppress(Exception):
            trial = item.run(number)
            if trial.card.outcome is PASSED:
                return trial
    return None


def _lines(report: dict[str, Any]) -> Iterator[str]:
    """What was missed, by scenario, where most was comes last; and the score."""
    from pytest_hydra.scenarios.mutants.mutated_scenario import MISSED, NOTICED, VERDICTS

    scenarios = sorted(report["scenarios"], key=lambda scenario: scenario["missed"])
    parts = [_scenario_lines(scenario) for scenario in scenarios if scenario["missed"]]
    most = len(parts)
    while len(parts) > 1 and sum(map(len, parts)) > _MOST_LINES:
        del parts[0]
    if most > len(parts):
        yield f"{counted(most - len(parts), 'more scenario')}: --json FILE has all of them"
    for lines in parts:
        yield from lines
    graded = report[NOTICED] + report[MISSED]
    others = [f"{report[name]} {name.replace('_', ' ')}" for name in VERDICTS[2:] if report[name]]
    aside = f" (not counted: {', '.join(others)})" if others else ""
    where = counted(len(scenarios), "scenario")
    yield f"{report[NOTICED]} of {counted(graded, 'fault')} noticed in {where} that passed{aside}"
    shown = f"{format_number(exact(report['score']), 1)} of 100" if graded else "none"
    yield f"mutation score: {shown}"


def _scenario_lines(scenario: dict[str, Any]) -> list[str]:
    from pytest_hydra.scenarios.explain import wrapped
    from pytest_hydra.scenarios.mutants.mutated_scenario import MISSED

    missed = [fault for fault in scenario["faults"] if fault["verdict"] == MISSED]
    lines = [f"{one_line(scenario['nodeid'], 200)} (line {scenario['line']}): not noticed"]
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
            # JSON is YAML too, and there a line may end wherever there is a space.
            lines += wrapped("    - ", text)
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = ["  … and more: --json FILE has all of it"]
    return [*lines, ""]
