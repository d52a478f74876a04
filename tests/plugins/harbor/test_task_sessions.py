"""Sessions with tasks of Harbor, in real roots."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.plugins.harbor.harbor_settings import HarborSettings
from pytest_hydra.plugins.harbor.task_file import HarborTask, TaskEnvironment, TaskModel
from pytest_hydra.plugins.harbor.task_images import Images
from pytest_hydra.plugins.harbor.task_root import TaskRoot
from tests.plugins.harbor.test_trajectories import check as check_trajectory
from tests.plugins.roots.able import needs_roots, slim_root

if TYPE_CHECKING:
    from tests.conftest import Project

pytestmark = needs_roots()

SETTINGS = """
[bots.%s]
python = "bot:%s"
[harbor]
verifier = "%s"
[harbor.images]
"debian:*" = "host"
"""
BOTS = """
def solver(messages, workspace):
    (workspace / "hello.txt").write_text("Hello\\n")
    return "Done."

def idle(messages, workspace):
    return "Done."

def cheat(messages, workspace):
    logs = workspace.parent / "logs" / "verifier"
    (logs / "reward.txt").write_text("1")
    (logs / "reward.json").write_text("1")
    tests = workspace.parent / "tests"
    assert not tests.exists() and not (workspace.parent / "solution").exists()
    (workspace.parent / "elsewhere").mkdir()
    tests.symlink_to(workspace.parent / "elsewhere")
    programs = workspace.parent / "usr" / "local" / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    (programs / "grade").write_text("#!/bin/sh\\nexit 0\\n")
    (programs / "grade").chmod(0o755)
    return "Done."
"""
DOCKERFILE = """FROM debian:12
ENV GREETING=Hello
COPY data/ grade /opt/given/
RUN cp /opt/given/grade /usr/bin/grade && chmod +x /usr/bin/grade
WORKDIR /app
"""
# A program that the tests trust, found on the PATH.
GRADE = '#!/bin/sh\n[ "$(cat hello.txt)" = "$GREETING" ] && [ -e /opt/given/x.txt ]\n'
TEST = """#!/bin/sh
echo "in $(pwd)"
if grade; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
exit 7
"""


def task(project: Project, toml: str = "", test: str = TEST, place: str = "tasks/hello") -> None:
    for name, text in {
        "task.toml": f'schema_version = "1.1"\n{toml}',
        "instruction.md": "Write Hello to hello.txt.\n",
        "environment/Dockerfile": DOCKERFILE,
        "environment/data/x.txt": "x",
        "environment/grade": GRADE,
        "tests/test.sh": test,
        "solution/solve.sh": '#!/bin/sh\necho "$GREETING" > hello.txt\n',
    }.items():
        project.write(f"{place}/{name}", text)
    project.write("bot.py", BOTS)


def check(project: Project, bot: str, mode: str = "fresh", **given: Any) -> dict[str, Any]:
    """The only check of the only task."""
    task(project, **given)
    project.write("hydra.toml", SETTINGS % (bot, bot, mode))
    project.run("--hydra", "--hydra-report=report.json", "tasks")
    (entry,) = project.report()["scenarios"]
    (found,) = entry["checks"]
    return {**found, "status": entry["status"]}


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="root alone may change system folders")


@needs_root
@pytest.mark.parametrize("mode", ["fresh", "shared"])
def test_nothing_is_0_and_the_solution_1_in_both_roots(plain_project: Project, mode: str) -> None:
    solved = check(plain_project, "solver", mode)
    assert (solved["status"], solved["message"]) == ("passed", f"reward 1 ({mode} root)")
    idle = check(plain_project, "idle", mode)
    assert (idle["status"], idle["score"]) == ("failed", 0)
    plain_project.run("--hydra-replay=latest", "tasks").assert_outcomes(failed=1)
    layers = plain_project.path / ".hydra" / "cache" / "roots" / "layers"
    assert len([path for path in layers.iterdir() if path.is_dir()]) == 3


@needs_root
def test_a_trojan_and_files_of_rewards_earn_nothing_in_a_fresh_root(
    plain_project: Project,
) -> None:
    assert check(plain_project, "cheat")["score"] == 0
    # Where it shares the root, its program is found first: what the fresh root is for.
    shared = check(plain_project, "cheat", "shared")
    assert shared["score"] == 100


@pytest.mark.parametrize(
    ("test", "toml", "message"),
    [
        ("echo oh no", "", "wrote no reward.json or reward.txt; the verifier's last line: oh no"),
        ("echo nan > /logs/verifier/reward.txt", "", "reward.txt should be a finite number"),
        ("exec sleep 60", "[verifier]\ntimeout_sec = 0.5", "the verifier took longer than 0.5 s"),
        ("exit 1", '[verifier.env]\nX = "${NOT_SET}"', "verifier.env needs the variable NOT_SET"),
    ],
)
def test_what_is_not_known_is_ungraded(
    plain_project: Project, test: str, toml: str, message: str
) -> None:
    project = plain_project
    task(project, toml, f"#!/bin/sh\n{test}\n")
    project.write("tasks/hello/environment/Dockerfile", "FROM debian:12\nWORKDIR /app\n")
    project.write("hydra.toml", SETTINGS % ("idle", "idle", "fresh"))
    project.run("--hydra", "--hydra-report=report.json", "tasks").assert_outcomes(errors=1)
    (entry,) = project.report()["scenarios"]
    assert message in entry["checks"][0]["message"]


@pytest.mark.parametrize(
    ("dockerfile", "message"),
    [
        ("FROM other:1", "environment/Dockerfile:1: FROM: the image other:1 is not"),
        (
            "FROM broken:1",
            "environment/Dockerfile:1: FROM: broken.tar is not an image of docker save",
        ),
        ("FROM debian:12\nRUN echo bad; exit 3", "Dockerfile:2: RUN: ended with 3: bad"),
        ("FROM debian:12\nCOPY ../x /", "Dockerfile:2: COPY: ../x leads out of environment/"),
        ("FROM debian:12\nCOPY x* /", "Dockerfile:2: COPY: there is no environment/x*"),
    ],
)
def test_an_image_that_cannot_be_had_is_ungraded(
    plain_project: Project, dockerfile: str, message: str
) -> None:
    task(plain_project)
    plain_project.write("tasks/hello/environment/Dockerfile", dockerfile)
    plain_project.write("broken.tar", "x")
    settings = SETTINGS % ("idle", "idle", "fresh")
    plain_project.write("hydra.toml", f'{settings}"broken:*" = "broken.tar"\n')
    result = plain_project.run("--hydra", "--hydra-report=report.json", "tasks")
    result.assert_outcomes(errors=1)
    (entry,) = plain_project.report()["scenarios"]
    assert message in entry["checks"][0]["message"]
    roots = plain_project.path / ".hydra" / "cache" / "roots"
    assert not [path for path in roots.glob("*/*") if path.is_dir()]


def test_tasks_that_are_skipped_or_broken(plain_project: Project) -> None:
    task(plain_project, "[environment]\ngpus = 1")
    task(plain_project, "[verifier]\nseconds = 1", place="tasks/broken")
    plain_project.write("hydra.toml", SETTINGS % ("idle", "idle", "fresh"))
    result = plain_project.run("--hydra", "-rs", "tasks")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*task.toml:3: verifier.seconds: unknown key 'seconds'*"])
    result = plain_project.run("--hydra", "-rs", "tasks/hello")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*not supported: environment.gpus of task.toml"])


USE = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "touch x"}}
EVENTS = [
    {"type": "system", "subtype": "init", "session_id": "s"},
    {"type": "assistant", "session_id": "s", "message": {"content": [USE]}},
    {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "1"}]}},
    {"type": "result", "session_id": "s", "result": "Done."},
]
AGENT = """#!/bin/sh
pwd > pwd.txt
echo $HOME > home.txt
# What it leaves running cannot write a reward later.
(sleep 1; while :; do echo 1 > /logs/verifier/reward.txt; sleep 0.1; done) >/dev/null 2>&1 &
printf 'Hello\\n' > hello.txt
cat <<'EOF'
%s
EOF
"""
AGENT_SETTINGS = """
[agents.agent]
preset = "claude-code"
command = ["./agent.sh"]
files = {".agentrc" = "x"}
[harbor.images]
"debian:*" = "host"
"""
TEST_OF_AGENT = """#!/bin/sh
cat pwd.txt home.txt
[ "$(cat pwd.txt)" = /app ] && [ "$(cat home.txt)" = /root ] && [ ! -e /root/.agentrc ]
echo $((1 - $?)) > /logs/verifier/reward.txt
"""


@pytest.mark.parametrize("place", ["task", "import", "image"])
def test_an_agent_works_in_the_root_and_is_replayed(plain_project: Project, place: str) -> None:
    project = plain_project
    task(project, test=TEST_OF_AGENT)
    project.write("tasks/hello/environment/Dockerfile", "FROM debian:12\nWORKDIR /app\n")
    project.write("hydra.toml", AGENT_SETTINGS)
    events = "\n".join(json.dumps(event) for event in EVENTS)
    agent = project.write("agent.sh", AGENT % events)
    agent.chmod(0o755)
    path = "tasks"
    if place == "image":  # which has an agent of its own
        slim_root(project.path / "slim")
        agent = agent.rename(project.path / "slim" / "usr" / "local" / "bin" / "own-agent")
        settings = AGENT_SETTINGS.replace('"./agent.sh"', '"env", "own-agent"')
        project.write("hydra.toml", settings.replace('"host"', '"slim"'))
    if place == "import":
        path = "hello.scenario.json"
        scenario = {
            "id": "hello",
            "task": {"from": "tasks/hello", "verifier": "fresh"},
            "steps": [{"user": "Write it."}],
            "expect": {"reward": "all", "expectedFunction": "Bash"},
        }
        project.write(path, json.dumps(scenario))
    project.run("--hydra", "--hydra-run-agents", path).assert_outcomes(passed=1)
    (file,) = project.runs()[0].glob("trajectories/*.json")
    assert file.name == "0001-hello.json"
    document = json.loads(file.read_text("utf-8"))
    check_trajectory(document)
    assert document["steps"][1]["tool_calls"][0]["arguments"] == {"command": "touch x"}
    assert document["extra"]["task"]["rewards"] == {"reward": 1}
    agent.unlink()
    project.run("--hydra-replay=latest", path).assert_outcomes(passed=1)


OF_USER = """#!/bin/sh
(id -u; echo $HOME; cat ~/.agentrc) > who.txt
touch ~/.agentrc /logs/agent/x && ! touch /etc/x 2>/dev/null && echo may >> who.txt
printf '%s\\n' '{events}'
"""
DOCKERFILE_OF_USER = """FROM debian:12
RUN echo dev:x:1234:1235::/home/dev:/bin/sh >> /etc/passwd
RUN mkdir /app && chown 1234 /app
WORKDIR /app
"""
TEST_OF_USER = """#!/bin/sh
[ "$(id -u) $(echo $(cat who.txt))" = "77 1234 /home/dev xmay" ]
echo $((1 - $?)) > /logs/verifier/reward.txt
"""


@needs_root
def test_the_agent_and_the_tests_run_as_users_of_the_image(plain_project: Project) -> None:
    project = plain_project
    task(project, '[agent]\nuser = "dev"\n[verifier]\nuser = 77', TEST_OF_USER)
    project.write("tasks/hello/environment/Dockerfile", DOCKERFILE_OF_USER)
    project.write("hydra.toml", AGENT_SETTINGS)
    events = "\n".join(json.dumps(event) for event in EVENTS)
    project.write("agent.sh", OF_USER.replace("{events}", events)).chmod(0o755)
    project.run("--hydra", "--hydra-run-agents", "tasks").assert_outcomes(passed=1)
    task(project, '[agent]\nuser = "nobody-here"')
    result = project.run("--hydra", "--hydra-run-agents", "tasks")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*agent.user 'nobody-here' of task.toml: the image has no*"])


SKILLED = """#!/bin/sh
cat "$HOME/.claude/skills/greet/SKILL.md" > out.txt
mkdir -p /out && cp out.txt /out/
printf '%s\\n' '{events}'
"""


@pytest.mark.parametrize("place", ["/skills", "/none"])
def test_an_agent_gets_the_skills_of_the_image_and_its_artifacts_are_kept(
    plain_project: Project, place: str
) -> None:
    project = plain_project
    test = "#!/bin/sh\ngrep -c Hello /out/out.txt > /logs/verifier/reward.txt\n"
    task(project, f'artifacts = ["/out"]\n[environment]\nskills_dir = "{place}"', test)
    dockerfile = "FROM debian:12\nCOPY data/ /skills/greet/\nWORKDIR /app\n"
    project.write("tasks/hello/environment/Dockerfile", dockerfile)
    project.write("tasks/hello/environment/data/SKILL.md", "Hello")
    project.write("hydra.toml", AGENT_SETTINGS)
    events = "\n".join(json.dumps(event) for event in EVENTS)
    project.write("agent.sh", SKILLED.replace("{events}", events)).chmod(0o755)
    result = project.run("--hydra", "--hydra-run-agents", "tasks")
    if place == "/skills":
        result.assert_outcomes(passed=1)
        return
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*environment.skills_dir of task.toml: cp:*"])


@needs_root
def test_the_audit_names_tasks_that_prove_nothing_or_need_a_shared_root(
    plain_project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    monkeypatch.chdir(project.path)
    project.write("hydra.toml", SETTINGS % ("idle", "idle", "fresh"))
    task(project)
    assert main(["audit", "tasks", "tasks"]) == 0
    task(project, place="tasks/easy", test="#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n")
    task(project, place="tasks/silent", test="#!/bin/sh\necho so\n")
    task(project, "[environment]\ngpus = 2", place="tasks/skipped")
    system = "#!/bin/sh\n[ -e /etc/made ]\necho $((1 - $?)) > /logs/verifier/reward.txt\n"
    task(project, place="tasks/system", test=system)
    project.write("tasks/system/solution/solve.sh", "#!/bin/sh\ntouch /etc/made\n")
    assert main(["audit", "tasks", "tasks"]) == 1
    lines = capsys.readouterr().out.splitlines()[2:]
    assert lines == [
        "LOOK easy  fresh: nothing 1, solution 1 · shared: nothing 1, solution 1",
        "ok   hello  fresh: nothing 0, solution 1 · shared: nothing 0, solution 1",
        *[line for line in lines if line.startswith("LOOK silent")],
        "skip skipped  not supported: environment.gpus of task.toml",
        "LOOK system  fresh: nothing 0, solution 0 · shared: nothing 0, solution 1"
        '; it needs verifier = "shared"',
        "1 of 4 tasks, 4 of them with a solution, give 0 for nothing and 1 for the solution",
    ]
    assert "nothing ungraded (the verifier wrote no reward.json or reward.txt: so)" in lines[2]


def test_a_program_in_a_foreign_root_sees_its_installation_and_no_other_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    for folder in ("foreign/app", "task/environment", "task/tests"):
        (project / folder).mkdir(parents=True)
    (project / "lib").mkdir()  # by which a folder on the PATH is taken for an installation
    (project / "task" / "environment" / "Dockerfile").write_text("FROM x\n")
    model = TaskModel(environment=TaskEnvironment(workdir="/app"))
    settings = HarborSettings(images={"x": "foreign"})
    monkeypatch.chdir(project)
    with closing(Images(project, settings)) as images, ExitStack() as stack:
        root = TaskRoot(HarborTask(project / "task", model), images, stack)
        agent = project / "agent.sh"
        agent.write_text("#!/bin/sh\n")
        shown = root.shown(root.variables(), [str(agent)], [agent])
    assert str(agent) in shown
    assert not [place for place in shown if place in {str(project), str(project / "lib")}]
    assert not [place for place in shown if not Path(place).is_absolute()]
