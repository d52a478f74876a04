"""task.toml of Harbor, and the scenario that it becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.documents import parse
from pytest_hydra.errors import HydraError, HydraWarning, InputError
from pytest_hydra.plugins.harbor.import_tasks import convert
from pytest_hydra.plugins.harbor.task_file import HarborTask, filled, read_task
from pytest_hydra.plugins.harbor.task_scenario import as_scenarios, belongs

FILES = {
    "instruction.md": "Write {{x}}.\n",
    "environment/Dockerfile": "FROM debian:12\nWORKDIR /app\n",
    "tests/test.sh": "#!/bin/sh\n",
}


def task_folder(tmp_path: Path, **changed: str | None) -> Path:
    """A folder with the files of a task, by the first parts of their names."""
    folder = tmp_path / "hello-world"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        given = changed.get(path.name.partition(".")[0].lower(), text)
        if given is not None:
            path.write_text(given)
    return folder


def task(folder: Path, text: str = "") -> HarborTask:
    return read_task(parse(text, "task.toml", ".toml"), folder)


def test_old_and_new_keys(tmp_path: Path) -> None:
    folder = task_folder(tmp_path)
    old = task(folder, 'version = "1.0"\n[environment]\nallow_internet = false\nmemory = "2G"')
    assert (old.memory_mb, old.has_network(old.model.agent)) == (2048, False)
    new = task(
        folder,
        'schema_version = "1.4"\nartifacts = ["/out", {source = "/data/x"}]\n'
        '[environment]\nmemory_mb = 512\nnetwork_mode = "no-network"\n'
        '[verifier]\nnetwork_mode = "public"\ntimeout_sec = 5',
    )
    assert (new.memory_mb, new.artifacts) == (512, ("/out", "/data/x"))
    assert not new.has_network(new.model.agent)
    assert new.has_network(new.model.verifier)
    assert (new.model.verifier.timeout_sec, new.skip, new.ignored) == (5, "", ())
    assert task(folder).has_network(new.model.agent)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[verifier]\ntimeout = 3", "task.toml:2: verifier.timeout: unknown key 'timeout'"),
        ("[enviroment]\n", "task.toml:1: enviroment: unknown key 'enviroment'"),
        ('[verifier]\ntimeout_sec = "3"', "task.toml:2: verifier.timeout_sec: must be a number"),
        ('[environment]\nmemory = "much"', "memory: should be a size such as 2G, not 'much'"),
        ('[environment]\nworkdir = "app"', "environment.workdir: should be an absolute path"),
        ('[environment]\nskills_dir = "a"', "environment.skills_dir: should be an absolute path"),
        ('artifacts = ["out"]', r"artifacts\[0\]: should be an absolute path"),
        ('artifacts = ["/"]', r"artifacts\[0\]: should be an absolute path below /"),
        ('artifacts = ["/out/../etc"]', r"artifacts\[0\]: should be an absolute path"),
    ],
)
def test_faults_have_their_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        task(task_folder(tmp_path), text)


@pytest.mark.parametrize("name", ["instruction", "test"])
def test_a_task_without_its_files(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=f"there is no (tests/)?{name}.(md|sh) beside it"):
        task(task_folder(tmp_path, **{name: None}))


@pytest.mark.parametrize(
    ("text", "skip"),
    [
        ('schema_version = "2.0"\nstrange = 1', "schema_version '2.0' of task.toml is not known"),
        ("[environment]\ngpus = 1", "environment.gpus"),
        ('[environment]\nos = "windows"', "environment.os 'windows'"),
        ('[environment]\nnetwork_mode = "allowlist"', "environment.allowed_hosts"),
        ('[agent]\nallowed_hosts = ["x.org"]', "agent.allowed_hosts"),
        ('[environment.healthcheck]\ncommand = "x"', "environment.healthcheck"),
        ('[[environment.mcp_servers]]\nname = "x"', "environment.mcp_servers"),
        ('[verifier.environment]\ndocker_image = "x"', "verifier.environment"),
        ('[[steps]]\nname = "one"', "[[steps]]"),
    ],
)
def test_what_is_not_supported_is_skipped_by_its_name(tmp_path: Path, text: str, skip: str) -> None:
    found = task(task_folder(tmp_path), text)
    assert found.skip.startswith(skip)


def test_files_that_are_not_supported(tmp_path: Path) -> None:
    folder = task_folder(tmp_path, dockerfile='FROM x\nRUN a\nENTRYPOINT ["/x"]\n')
    assert task(folder).skip == "environment/Dockerfile:3: ENTRYPOINT is not supported"
    (folder / "environment" / "docker-compose.yaml").touch()
    assert task(folder).skip == "environment/docker-compose.yaml"
    (folder / "environment" / "docker-compose.yaml").unlink()
    (folder / "environment" / "Dockerfile").unlink()
    assert task(folder).skip == "a task without environment/Dockerfile and docker_image"
    assert not task(folder, '[environment]\ndocker_image = "x"').skip


def test_variables_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SET", "yes")
    monkeypatch.delenv("UNSET", raising=False)
    given = {"A": "${SET}/${UNSET:-no}", "B": "$SET"}
    assert filled(given, "verifier.env") == {"A": "yes/no", "B": "$SET"}
    with pytest.raises(HydraError, match=r"verifier.env needs the variable UNSET"):
        filled({"A": "${UNSET}"}, "verifier.env")


def scenario(folder: Path, text: str) -> dict[str, Any]:
    document, copies = as_scenarios(parse(text, "task.toml", ".toml"), folder / "task.toml")
    assert not copies
    found: dict[str, Any] = document.data["scenarios"][0]
    return found


def test_a_task_becomes_a_scenario(tmp_path: Path) -> None:
    folder = task_folder(tmp_path)
    assert belongs(folder / "task.toml")
    assert not belongs(tmp_path / "task.toml")
    metadata = '[metadata]\ndifficulty = "hard"\ncategory = "software"\ntags = ["a b"]'
    assert scenario(folder, f'[task]\nname = "org/hello"\n{metadata}') == {
        "id": "hello-world",
        "task": ".",
        "steps": [{"user": "Write \\{{x}}."}],
        "expect": {"reward": "all"},
        "name": "org/hello",
        "category": "software",
        "tags": ["hard", "a-b"],
    }
    skipped = scenario(folder, 'schema_version = "9"')
    assert skipped["skip"] == "not supported: schema_version '9' of task.toml is not known"


def test_what_is_ignored_is_named(tmp_path: Path) -> None:
    text = "[environment]\nstorage_mb = 9\n[novelty]\nx = 1"
    with pytest.warns(HydraWarning, match=r"\[novelty\], environment.storage_mb of this task"):
        scenario(task_folder(tmp_path), text)


def test_import_writes_scenario_files(tmp_path: Path) -> None:
    (task_folder(tmp_path) / "task.toml").write_text('version = "1.0"')
    bad = tmp_path / "bad"
    (bad / "environment").mkdir(parents=True)
    (bad / "task.toml").write_text("[verifier]\nx = 1")
    files, left_out = convert(tmp_path, tmp_path / "out")
    assert [*files] == ["hello-world.scenario.json"]
    assert '"task": "../hello-world"' in files["hello-world.scenario.json"]
    assert len(left_out) == 1
    assert "unknown key 'x'" in left_out[0]
    with pytest.raises(HydraError, match="there is no task of Harbor"):
        convert(bad / "environment", tmp_path)
