"""What threads use is imported before they start.

Two threads that import the same modules may each see half of one, and the longer an import takes,
the more likely they meet: most of all where no byte code is kept. So it is forbidden, whether or
not they meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.import_watch import ARGUMENTS, WATCH, check_imports

if TYPE_CHECKING:
    from tests.conftest import Project, Server

COMMAND = '#!/bin/sh\nwhile read -r line; do echo "\\"hello\\""; done\n'
BOTS = {
    "command": 'command = ["./bot.sh"]',
    "openai": 'openai = {base_url = "URL", model = "any"}',
    "python": 'python = "wallet_bot:reply"',
    "url": 'url = "URL/"',
}


@pytest.mark.parametrize("kind", [*BOTS])
def test_scenarios(
    plain_project: Project, server: Server, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")
    project = plain_project
    server.handler = lambda line, _: line.answer(
        {"text": "hello", "choices": [{"message": {"role": "assistant", "content": "hello"}}]}
    )
    project.write("imports.py", WATCH)
    project.write("bot.sh", COMMAND).chmod(0o755)
    project.write("hydra.toml", f"[bots.bot]\n{BOTS[kind]}\n".replace("URL", server.url))
    steps = "steps: [{user: hello, expect: {shouldContain: hello}}]"
    listed = "".join(f"  - {{id: s{number}, {steps}}}\n" for number in range(10))
    project.write("a.scenario.yaml", f"scenarios:\n{listed}")
    done = project.run_apart(*ARGUMENTS)
    done.assert_outcomes(passed=10)
    check_imports(project.path)
