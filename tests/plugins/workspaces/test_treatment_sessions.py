"""Sessions with treatments and triggers of a scripted agent."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project

RUN = "--hydra-run-agents"
# Copies the message in capitals, if it has the skill; it activates it for messages with "loud".
AGENT = """
import json, pathlib, sys, time

def say(**event):
    print(json.dumps({"session_id": "s", **event}), flush=True)

message = sys.stdin.read()
say(type="system", subtype="init")
has_skill = pathlib.Path(".claude/skills/caps/SKILL.md").exists()
assert not pathlib.Path(".claude/skills/caps/evals").exists()
if has_skill and "loud" in message:
    use = {"type": "tool_use", "id": "1", "name": "Skill", "input": {"skill": "caps"}}
    say(type="assistant", message={"content": [use]})
    done = {"type": "tool_result", "tool_use_id": "1", "content": "Launching skill: caps"}
    say(type="user", message={"content": [done]})
    if "stop" in message:
        time.sleep(300)
pathlib.Path("out.txt").write_text(message.upper() if has_skill else message)
say(type="assistant", message={"content": [{"type": "text", "text": "Done."}]})
say(type="result", subtype="success", total_cost_usd=0.01, usage={"input_tokens": 9})
"""
TREATMENTS = """
treatments: {without: {}, now: {skills: [..]}}
require: {now: %s}
scenarios:
  - id: write
    matrix: {text: [loud a, loud b]}
    steps: [{user: "{{text}}"}]
    expect: {files: {out.txt: {text: {regex: "^[A-Z ]+$"}}}, expectedSkill: caps}
"""
TRIGGERS = """
treatments: {now: {skills: [..]}}
triggers:
  skill: caps
  fires: [loud stop, quiet]
  silent: [Say hello]
require: {recall: %s}
"""


def write(project: Project, text: str) -> None:
    project.write("agent.py", AGENT)
    command = json.dumps([sys.executable, "agent.py"])
    project.write("hydra.toml", f'[agents.claude-code]\ncommand = {command}\nsandbox = "none"\n')
    project.write("skills/caps/SKILL.md", "---\nname: caps\ndescription: Capitals.\n---\n")
    project.write("skills/caps/evals/a.scenario.yaml", text)


def entry(project: Project) -> Any:
    (found,) = project.report()["experiments"]
    return found


def test_single_items_are_measured_and_the_requirement_decides(plain_project: Project) -> None:
    write(plain_project, TREATMENTS % "not worse")
    result = plain_project.run("--hydra", RUN, "--hydra-report=report.json", "-v")
    result.assert_outcomes(passed=2, xfailed=2)
    result.stdout.fnmatch_lines(
        [
            "*::write?loud a-without? XFAIL*",
            "*::write?loud a-now? PASSED*",
            "experiment of skills/caps/evals/a.scenario.yaml (2 scenarios)",
            " now*100.0*2 of 2*",
            " holds: now not worse",
            "PASSED  4 measured",
        ]
    )
    assert result.ret == 0
    assert entry(plain_project)["pairs"][0]["cases"] == 1  # the rows of one matrix
    digest = plain_project.report()["digest"]
    plain_project.run("--hydra-replay=latest", "--hydra-report=report.json")
    assert plain_project.report()["digest"] == digest
    assert entry(plain_project)["arms"][1]["share"] == 1


@pytest.mark.parametrize("plugins", [(), ("xdist",)], ids=["plain", "n2"])
def test_a_requirement_that_does_not_hold_fails_the_session(
    plugins: tuple[str, ...], plain_project: Project
) -> None:
    write(plain_project, TREATMENTS % "0, without: 50")
    options = ("-n2",) if plugins else ()
    result = plain_project.run(
        "--hydra", RUN, "--hydra-report=report.json", *options, plugins=plugins
    )
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["FAILED  4 measured", "hydra: *without (claude-code): passed % is*"]
    )
    assert plain_project.report()["verdict"] == "failed"
    result = plain_project.run("--hydra", RUN, "-k", "now")
    assert result.ret == 0
    result.stdout.fnmatch_lines([" not decided, as something was left out"])


def test_triggers_end_at_the_activation_and_have_a_recall(plain_project: Project) -> None:
    write(plain_project, TRIGGERS % 50)
    result = plain_project.run("--hydra", RUN, "--hydra-report=report.json")
    result.assert_outcomes(passed=2, xfailed=1)
    (row,) = entry(plain_project)["triggers"]
    assert [(row[name]["count"], row[name]["of"]) for name in ("recall", "specificity")] == [
        (1, 2),
        (1, 1),
    ]
    write(plain_project, TRIGGERS % 90)
    result = plain_project.run("--hydra-replay=latest")
    assert result.ret == 1
    result.stdout.fnmatch_lines([" now (claude-code): recall is 50, at least 90 is required"])


def test_an_older_version_of_a_skill_is_a_treatment(plain_project: Project) -> None:
    text = TREATMENTS % "not worse"
    now = "now: {skills: ['git:HEAD:skills/caps']}"
    write(plain_project, text.replace("now: {skills: [..]}", now))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "mine"]):
        subprocess.run([*git, *words], cwd=plain_project.path, check=True)
    (plain_project.path / "skills/caps/SKILL.md").unlink()  # only the commit has it
    plain_project.run("--hydra", RUN).assert_outcomes(passed=2, xfailed=2)


def test_a_treatment_that_a_bot_cannot_have_is_an_error(plain_project: Project) -> None:
    write(plain_project, TREATMENTS % "better")
    plain_project.write("hydra.toml", '[bots.python]\npython = "bot:reply"\n')
    plain_project.write("bot.py", "def reply(messages, workspace): return 'Hi'\n")
    result = plain_project.run("--hydra", RUN)
    result.stdout.fnmatch_lines(["*now: bot 'python' has no skills to change*"])


JUDGE = """
import json, sys
score = 10 if "+LOUD" in sys.stdin.read() else 1
print(json.dumps({"score": score, "strengths": [], "weaknesses": [], "evidence": ['"Done."']}))
"""
EVALS = {
    "skill_name": "caps",
    "evals": [
        {
            "id": 7,
            "prompt": "loud one",
            "expected_output": "Capitals.",
            "files": ["evals/one.bin"],
            "expectations": ["out.txt is in capitals"],
        }
    ],
}


def test_evals_of_a_skill_are_collected_when_they_are_named_and_exported(
    plain_project: Project,
) -> None:
    project = plain_project
    write(project, "")
    (project.path / "skills/caps/evals/a.scenario.yaml").unlink()
    (project.path / "skills/caps/evals/one.bin").write_bytes(b"\xff\x00")
    file = project.write("skills/caps/evals/evals.json", json.dumps(EVALS))
    project.write("judge.py", JUDGE)
    judge = '[judges.script]\ncommand = ["python3", "judge.py"]\n[judging]\njudge = "script"\n'
    settings = (project.path / "hydra.toml").read_text()
    project.write("hydra.toml", settings + judge)
    assert project.run("--hydra", RUN, "skills").ret == 5
    result = project.run("--hydra", RUN, "--hydra-report=report.json", str(file))
    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines([" without_skill*0.0*", " with_skill*100.0*1 of 1*"])
    project.write("hydra.toml", f'[scenarios]\npaths = ["skills"]\n{settings}{judge}')
    project.run("--hydra", "--co", "-q").stdout.fnmatch_lines(["*::eval-7?with_skill?"])
    assert main(["export", "skill", "latest", "-o", "out"]) == 0
    benchmark = json.loads((project.path / "out" / "benchmark.json").read_text())
    assert list(benchmark["run_summary"]["delta"].values())[:1] == ["+1.00"]
    texts = {run["expectations"][0]["text"] for run in benchmark["runs"]}
    assert texts == {"out.txt is in capitals"}
    assert (project.path / "out/eval-1/with_skill/run-1/grading.json").exists()


@pytest.mark.parametrize("cases", [5, 6])
def test_what_no_outcome_could_show_is_refused_before_anything_is_asked(
    plain_project: Project, cases: int
) -> None:
    rows = ", ".join(f"{{n: {number}}}" for number in range(cases))
    plain_project.write(
        "a.scenario.yaml",
        f"""
treatments: {{without: {{}}, now: {{system: Be kind.}}}}
require: {{now: better}}
scenarios:
  - {{id: a, cases: [{rows}], steps: [{{user: "{{{{n}}}}", expect: {{shouldContain: hi}}}}]}}
""",
    )
    openai = 'openai = {model = "m", base_url = "http://127.0.0.1:9/v1"}'
    plain_project.write("hydra.toml", f"[bots.b]\n{openai}\n")
    text = plain_project.run("--hydra", "--collect-only", "-q").stdout.str()
    refusal = "5 cases can never show that 'now' is better"
    assert (refusal in text) is (cases == 5)
    assert ("12 tests collected" in text) is (cases == 6)
