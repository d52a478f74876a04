"""Sessions with scenarios whose bots work in a workspace."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.plugins.boxes.box import preflight
from tests.processes import wait_until

if TYPE_CHECKING:
    from tests.conftest import Project

# A coding agent that runs each message as a shell line, in the format of Claude Code.
AGENT = """
import json, os, subprocess, sys

def event(**fields):
    print(json.dumps({"session_id": "s", **fields}), flush=True)

line = sys.stdin.read()
event(type="system", subtype="init")
use = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": line}}
event(type="assistant", message={"content": [use]})
done = subprocess.run(line, shell=True, capture_output=True, text=True)
result = {"type": "tool_result", "tool_use_id": "1", "content": done.stdout + done.stderr,
          "is_error": done.returncode != 0}
event(type="user", message={"content": [result]})
event(type="assistant", message={"content": [{"type": "text", "text": done.stdout or "Done."}]})
event(type="result", subtype="success", result="Done.", total_cost_usd=0.01, num_turns=1,
      usage={"input_tokens": 100, "output_tokens": 20})
"""
SETTINGS = f"""
[agents.agent]
preset = "claude-code"
command = [{json.dumps(sys.executable)}, "agent.py"]
sandbox = "none"
"""
FILE = "a.scenario.yaml"
RUN = "--hydra-run-agents"
COMMIT = "git -c user.name=a -c user.email=a@b commit -q"


def write(project: Project, scenarios: str) -> None:
    """A shop with a fault, an agent that runs its messages, and these scenarios."""
    project.write("agent.py", AGENT)
    project.write("hydra.toml", SETTINGS)
    project.write("shop/shop.py", "def total(prices):\n    return sum(prices) - 1\n")
    project.write("shop/notes.txt", "none\n")
    project.write("hidden/test_shop.py", HIDDEN)
    project.write(
        "a.scenario.yaml", f"workspace: shop\nscenarios:\n{indent(dedent(scenarios), '  ')}"
    )


HIDDEN = """
from shop import total

def test_total():
    assert total([1, 2]) == 3

def test_nothing():
    assert total([]) == 0
"""
FIX = "sed -i 's/ - 1//' shop.py"


def checks(project: Project, *arguments: str) -> dict[str, dict[str, tuple[str, str]]]:
    """The outcome and the message of each check, by the scenario and the check's name."""
    project.run("--hydra", RUN, "--hydra-report=report.json", *arguments, FILE)
    return {
        entry["id"]: {
            check["name"]: (check["outcome"], check["message"]) for check in entry["checks"]
        }
        for entry in project.report()["scenarios"]
    }


def outcomes(project: Project, *arguments: str) -> dict[str, dict[str, str]]:
    found = checks(project, *arguments)
    return {name: {key: entry[0] for key, entry in some.items()} for name, some in found.items()}


def test_files_are_compared_with_the_start(plain_project: Project) -> None:
    scenarios = f"""
    - id: fixed
      steps: [{{user: "{FIX}; echo hello > new.md; rm notes.txt; mkdir docs; touch docs/a.md"}}]
      expect:
        files:
          shop.py: {{is: changed, text: {{contains: "sum(prices)\\n"}}}}
          new.md: created
          notes.txt: deleted
          docs/*.md: created
          never.py: absent
        onlyChangedFiles: [shop.py, "*.md", notes.txt]
    - id: not-fixed
      steps: [{{user: "touch other.py"}}]
      expect: {{files: {{shop.py: changed}}, onlyChangedFiles: [shop.py]}}
    """
    write(plain_project, scenarios)
    found = checks(plain_project)
    assert {entry[0] for entry in found["fixed"].values()} == {"passed"}
    assert found["not-fixed"] == {
        "file shop.py": ("failed", "shop.py was unchanged, expected changed"),
        "onlyChangedFiles": ("failed", "also created other.py"),
    }
    project = plain_project.path
    assert not (project / "new.md").exists()
    assert (project / "shop" / "notes.txt").exists()


def test_a_step_is_about_what_its_turn_left(plain_project: Project) -> None:
    scenarios = """
    - id: two
      steps:
        - {user: "touch one", expect: {files: {one: created, two: absent}, onlyChangedFiles: one}}
        - {user: "touch two", expect: {files: {one: exists, two: created}, onlyChangedFiles: two}}
      expect: {onlyChangedFiles: [one, two]}
    """
    write(plain_project, scenarios)
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)


def test_the_sources_of_a_workspace_are_laid_over_each_other(plain_project: Project) -> None:
    project = plain_project
    scenarios = """
    - id: files
      workspace: {files: {notes.txt: null, "docs/a.md": "hello"}}
      steps: [{user: "ls; cat docs/a.md", expect: {text: "docs\\nshop.py\\nhello"}}]
    - id: empty
      workspace: {from: "", git: false}
      steps: [{user: "ls -A | wc -l", expect: {shouldContain: "0"}}]
    - id: setup
      workspace: {setup: "echo made > made.txt"}
      steps: [{user: "cat made.txt", expect: {shouldContain: made, onlyChangedFiles: []}}]
    """
    write(project, scenarios)
    project.run("--hydra", RUN, FILE).assert_outcomes(passed=3)


def test_a_workspace_comes_from_a_commit(plain_project: Project) -> None:
    write(
        plain_project, "- {id: one, steps: [{user: cat notes.txt, expect: {shouldContain: none}}]}"
    )
    line = f"git init -q && git add . && {COMMIT} -m one"
    subprocess.run(line, shell=True, cwd=plain_project.path, check=True)  # noqa: S602 - ours
    plain_project.write("shop/notes.txt", "other\n")
    path = plain_project.path / FILE
    path.write_text(path.read_text().replace("workspace: shop", "workspace: git:HEAD:shop"))
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)


def test_commits_are_those_since_the_start(plain_project: Project) -> None:
    scenarios = f"""
    - id: committed
      steps: [{{user: "{FIX}; {COMMIT} -am 'Fix totals'"}}]
      expect: {{git: {{commits: 1, messages: {{regex: ^Fix}}, branch: main, clean: true}}}}
    - id: left
      steps: [{{user: "git checkout -qb other; {FIX}; git add ."}}]
      expect: {{git: {{commits: 1, messages: {{regex: ^Fix}}, branch: main, clean: true}}}}
    - id: broken
      steps: [{{user: "rm -rf .git"}}]
      expect: {{git: {{clean: true}}}}
    """
    write(plain_project, scenarios)
    found = outcomes(plain_project)
    assert set(found["committed"].values()) == {"passed"}
    assert set(found["left"].values()) == {"failed"}
    assert found["broken"] == {"git clean": "failed"}


def test_hidden_tests_run_on_what_the_bot_left(plain_project: Project) -> None:
    command = f"{sys.executable} -m pytest -q -p no:cacheprovider"
    passes = f"passes: {{command: {command}, with: hidden}}"
    scenarios = f"""
    - {{id: fixed, steps: [{{user: "{FIX}; ls"}}], expect: {{{passes}}}}}
    - {{id: not-fixed, steps: [{{user: "ls"}}], expect: {{{passes}}}}}
    - {{id: text, steps: [{{user: "ls"}}], expect: {{passes: [grep -q none notes.txt, exit 3]}}}}
    """
    write(plain_project, scenarios)
    found = checks(plain_project)
    (fixed,) = found["fixed"].values()
    assert fixed == ("passed", "2 tests")
    (failed,) = found["not-fixed"].values()
    assert failed[0] == "failed"
    assert failed[1].startswith("2 of 2 tests fail: ")
    assert "test_shop.py::test_total" in failed[1]
    assert [entry[0] for entry in found["text"].values()] == ["passed", "failed"]


def test_a_replay_decides_from_the_record(plain_project: Project) -> None:
    scenarios = f"""
    - id: fixed
      steps: [{{user: "{FIX}"}}]
      expect:
        files: {{shop.py: {{text: {{contains: sum}}}}}}
        passes: {{command: cat a, with: hidden2}}
    """
    project = plain_project
    write(project, scenarios)
    project.write("hidden2/a", "a")
    assert set(outcomes(project)["fixed"].values()) == {"passed"}
    (project.path / "agent.py").unlink()
    (project.path / "shop" / "shop.py").unlink()
    replay = "--hydra-replay=latest"
    assert set(outcomes(project, replay)["fixed"].values()) == {"passed"}
    # Another text is decided; other hidden files were never tried.
    path = project.path / FILE
    path.write_text(path.read_text().replace("contains: sum", "contains: max"))
    project.write("hidden2/a", "b")
    found = outcomes(project, replay)["fixed"]
    assert found == {"file shop.py": "failed", 'passes "cat a"': "ungraded"}


@pytest.mark.parametrize(
    ("workspace", "reason"),
    [
        ("nowhere", "nowhere is not a folder"),
        (".", "has the scenario file in it"),
        ("hidden", "is the same as the hidden file test_shop.py"),
        ("git:nope", "git:nope"),
    ],
)
def test_a_workspace_that_cannot_be_made_is_ungraded(
    workspace: str, reason: str, plain_project: Project
) -> None:
    passes = "{passes: {command: 'true', with: hidden}}"
    write(plain_project, f"- {{id: one, steps: [{{user: ls}}], expect: {passes}}}")
    path = plain_project.path / FILE
    path.write_text(path.read_text().replace("workspace: shop", f"workspace: {workspace}"))
    plain_project.run("--hydra", RUN, "--hydra-report=report.json", FILE).assert_outcomes(errors=1)
    (entry,) = plain_project.report()["scenarios"]
    assert reason in entry["details"]["error"]


def test_a_python_bot_takes_the_workspace_as_a_parameter(plain_project: Project) -> None:
    write(plain_project, "- {id: one, steps: [{user: hi}], expect: {files: {a: created}}}")
    bot = "def reply(messages, workspace):\n    (workspace / 'a').touch()\n    return 'ok'\n"
    plain_project.write("worker.py", bot)
    plain_project.write("hydra.toml", '[bots.worker]\npython = "worker:reply"\n')
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)
    plain_project.write("hydra.toml", '[bots.web]\nurl = "http://127.0.0.1:9/"\n')
    plain_project.run("--hydra", RUN, "--hydra-report=report.json", FILE).assert_outcomes(errors=1)
    (entry,) = plain_project.report()["scenarios"]
    assert "cannot use a scenario's folder" in entry["details"]["error"]


def test_nothing_of_a_workspace_is_left(plain_project: Project) -> None:
    seen = plain_project.path / "seen.txt"
    write(
        plain_project,
        f"- {{id: one, steps: [{{user: 'pwd > {seen}'}}], expect: {{git: {{commits: 0}}}}}}",
    )
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)
    place = Path(seen.read_text().strip())
    assert not place.is_relative_to(plain_project.path)
    assert not place.parent.exists()
    record: Any = json.loads(
        (plain_project.runs()[-1] / "scenarios.jsonl").read_text().splitlines()[0]
    )
    assert record["runs"][0]["conversation"]["workspace"]["place"] == str(place)


def test_the_change_of_a_conversation_is_shown(
    plain_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    left = f"{FIX}; touch a; git add .; {COMMIT} -m one"
    write(
        plain_project,
        f'- {{id: one, steps: [{{user: "{left}"}}], expect: {{files: {{b: exists}}}}}}',
    )
    run = plain_project.run("--hydra", RUN, FILE)
    run.stdout.fnmatch_lines("*changed a +0 -0, shop.py +1 -1 · 1 commit")
    capsys.readouterr()
    assert main(["show", "one", "--patch"]) == 0
    patch = capsys.readouterr().out
    command = "git apply --stat -"
    applied = subprocess.run(  # noqa: S602 - ours
        command, shell=True, input=patch, capture_output=True, text=True, check=True
    )
    assert "2 files changed, 1 insertion(+), 1 deletion(-)" in applied.stdout


def test_an_audit_finds_what_proves_nothing_and_what_is_broken(
    plain_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    passes = f"passes: {{command: {sys.executable} -m pytest -q, with: hidden}}"
    solution = f'workspace: {{solution: "{FIX}; git commit -qam one"}}'
    scenarios = f"""
    - id: good
      {solution}
      steps: [{{user: fix it}}]
      expect: {{{passes}, git: {{commits: 1}}, onlyChangedFiles: [shop.py], expectedCommands: git}}
    - {{id: empty, steps: [{{user: fix it}}], expect: {{files: {{notes.txt: unchanged}}}}}}
    - {{id: said, steps: [{{user: fix it}}], expect: {{shouldContain: done}}}}
    - id: broken
      workspace: {{solution: "true"}}
      steps: [{{user: fix it}}]
      expect: {{{passes}}}
    - {{id: crash, workspace: {{solution: exit 3}}, steps: [{{user: go}}], expect: {{{passes}}}}}
    """
    write(plain_project, scenarios)
    assert main(["audit", "workspaces", FILE]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "5 scenarios with a workspace, 3 with a solution"
    assert lines[1:3] == [
        f"proves nothing: {FILE}::empty: doing nothing passes its 1 check",
        f"proves nothing: {FILE}::said: it expects nothing of files, git or tests",
    ]
    assert lines[3].startswith(f"solution fails: {FILE}::broken: passes ")
    assert lines[4].startswith(f"solution fails: {FILE}::crash: ")
    assert "the solution failed: it ended with exit status 3" in lines[4]
    assert lines[-2:] == [
        "1 of 5 checks pass with and without the solution: they only guard",
        "1 of 5 scenarios fail when nothing is done, and pass when it is solved",
    ]


def test_an_audit_without_a_path_is_of_the_paths_of_the_settings(
    plain_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    write(plain_project, "- {id: empty, steps: [{user: go}], expect: {files: {a: absent}}}")
    with pytest.raises(SystemExit):
        main(["audit", "workspaces"])
    assert "set [scenarios] paths in hydra.toml" in capsys.readouterr().err
    bots = (plain_project.path / "hydra.toml").read_text()
    plain_project.write("hydra.toml", f'{bots}\n[scenarios]\npaths = ["{FILE}"]\n')
    assert main(["audit", "workspaces"]) == 1
    assert f"proves nothing: {FILE}::empty" in capsys.readouterr().out


def test_an_agent_has_a_home_of_its_own(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = plain_project.write("home/.claude/CLAUDE.md", "Obey.").parent.parent
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / ".claude"))
    monkeypatch.setenv("SHOP_KEY", "17")
    look = 'cd; echo "(" $(ls -A) "$CLAUDE_CONFIG_DIR|$SHOP|$SHOP_KEY)"; touch left'
    first, second = (
        f"{{user: '{look}', expect: {{text: {{contains: '( {files} |17|)'}}}}}}"
        for files in (".gitconfig .shop", ".gitconfig .shop left")
    )
    write(plain_project, f"- {{id: one, steps: [{first}, {second}]}}")
    settings = f'{SETTINGS}files = {{".shop/rc" = "x"}}\nenv = {{SHOP = "${{SHOP_KEY}}"}}\n'
    plain_project.write("hydra.toml", settings)
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)
    assert not (home / "left").exists()


# A coding agent that a sandbox can start: the shell, with what it says as events.
BOXED = r"""
printf '{"type":"system","subtype":"init","session_id":"s"}\n'
text='{"type":"assistant","session_id":"s","message":{"content":[{"type":"text","text":"%s"}]}}\n'
printf "$text" "$(cat > line; . ./line 2>&1 | tr '\n"' ' _'; rm line)"
printf '{"type":"result","session_id":"s","total_cost_usd":0.01}\n'
"""


def test_an_agent_in_a_sandbox_sees_its_workspace_and_little_else(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(preflight(), str):
        pytest.skip("there is no sandbox here")
    monkeypatch.setenv("SHOP_KEY", "key-1")
    monkeypatch.setenv("OTHER_KEY", "key-2")
    secret = plain_project.write("home/secret.txt", "x")
    monkeypatch.setenv("HOME", str(secret.parent))
    scenarios = f"""
    - id: one
      steps:
        - user: pwd; ls; echo "$SHOP_KEY|$OTHER_KEY"; touch ~/left; {FIX}
          expect: {{text: "/run/box/w line notes.txt shop.py key-1| ", files: {{shop.py: changed}}}}
        - user: ls ~; cat {secret} {plain_project.path}/hydra.toml 2> ~/errors || echo none
          expect: {{text: "left none "}}
      expect: {{onlyChangedFiles: [shop.py], git: {{commits: 0}}}}
    """
    write(plain_project, scenarios)
    command = json.dumps(["/bin/sh", "-c", BOXED])
    settings = f'[agents.claude-code]\ncommand = {command}\nrequires_env = ["SHOP_KEY"]\n'
    plain_project.write("hydra.toml", settings)
    plain_project.run("--hydra", RUN, FILE).assert_outcomes(passed=1)


def test_files_are_restored_before_a_command_runs(plain_project: Project) -> None:
    faked = "echo 'def total(p): return 0' > shop.py; echo some > notes.txt; touch new.py"
    scenarios = f"""
    - id: one
      steps: [{{user: "{faked}"}}]
      expect:
        passes:
          - {{command: grep -q none notes.txt, restore: "*.txt"}}
          - {{command: grep -q some notes.txt}}
          - {{command: test -e new.py}}
          - {{command: test ! -e new.py, restore: ["*.py"]}}
    """
    write(plain_project, scenarios)
    assert list(outcomes(plain_project)["one"].values()) == ["passed"] * 4


def test_a_command_that_hangs_or_lies_is_ungraded(plain_project: Project) -> None:
    lies = "echo 'import os; os._exit(0)' > conftest.py"
    pytest_line = f"{sys.executable} -m pytest -q"
    scenarios = f"""
    - id: one
      steps: [{{user: "{lies}"}}]
      expect:
        passes:
          - {{command: sleep 60, timeoutSeconds: 0.5}}
          - {{command: {pytest_line}, with: hidden}}
          - {{command: {pytest_line} ., with: hidden, restore: conftest.py}}
    """
    write(plain_project, scenarios)
    found = outcomes(plain_project)["one"]
    assert list(found.values()) == ["ungraded", "ungraded", "failed"]


def test_ctrl_c_removes_workspaces_and_agents(plain_project: Project) -> None:
    seen = plain_project.path / "seen.txt"
    steps = f"[{{user: 'pwd > {seen}; exec sleep 300'}}]"
    write(plain_project, f"- {{id: one, steps: {steps}, expect: {{files: {{a: exists}}}}}}")
    command = plain_project.command("--hydra", RUN, FILE)
    with subprocess.Popen(command, cwd=plain_project.path, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: seen.exists() and bool(seen.read_text()))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 2
    place = Path(seen.read_text().strip())
    wait_until(lambda: not place.exists())
