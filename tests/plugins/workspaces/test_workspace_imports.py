"""What threads use is imported before they start: of workspaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.import_watch import ARGUMENTS, WATCH, check_imports

if TYPE_CHECKING:
    from tests.conftest import Project

COMMAND = '#!/bin/sh\nwhile read -r line; do echo "\\"hello\\""; done\n'


def test_scenarios_in_workspaces(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")
    project = plain_project
    project.write("imports.py", WATCH)
    project.write("bot.sh", COMMAND).chmod(0o755)
    project.write("hydra.toml", '[bots.bot]\ncommand = ["./bot.sh"]\n')
    expect = "{files: {a: exists}, git: {commits: 0}, passes: 'true', forbiddenCommands: rm}"
    steps = f"steps: [{{user: hello}}], expect: {expect}"
    listed = "".join(f"  - {{id: s{number}, {steps}}}\n" for number in range(4))
    project.write("a.scenario.yaml", f"workspace: {{files: {{a: text}}}}\nscenarios:\n{listed}")
    project.run_apart(*ARGUMENTS).assert_outcomes(passed=4)
    check_imports(project.path)
