from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Project
from tests.plugin.test_hostile_files import LONG


def test_words_of_a_command_may_be_longer_than_a_name(plain_project: Project) -> None:
    answer = f"while read -r line; do echo '\"{LONG}\"'; done"
    judgment = {"score": 10, "strengths": ["it greets"], "weaknesses": [], "evidence": []}
    grade = f": {LONG}; cat > /dev/null; echo '{json.dumps(judgment)}'"
    settings = {"bots": {"sh": answer}, "judges": {"sh": grade}}
    lines = [
        f'[{kind}.{name}]\ncommand = ["sh", "-c", {json.dumps(line)}]\n'
        for kind, given in settings.items()
        for name, line in given.items()
    ]
    plain_project.write("hydra.toml", "".join(lines))
    expect = f"expect: {{shouldContain: {LONG}, judge: it greets}}"
    plain_project.write("a.scenario.yaml", f"id: a\nsteps: [{{user: hi, {expect}}}]\n")
    result = plain_project.run("--hydra", "--hydra-judge=sh")
    result.assert_outcomes(passed=1)
