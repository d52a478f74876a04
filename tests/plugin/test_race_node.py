"""A race of a Node project, with its own tools."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.plugin.race_project import RaceProject, make_race

LOCK = """
{"name": "shop", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "shop"}}}
"""
TESTS = """
const test = require("node:test"), assert = require("node:assert");
const { total } = require("./shop.js");
test("sums", () => assert.equal(total([3, 4]), 7));
"""
HYDRA = """
[race]
base = "main"
[[race.candidates]]
agent = "syntax"
ref = "agents/syntax"
[scoring]
profile = "js-node"
tests = {reruns = 0}
[sandbox]
mode = "none"
"""


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_what_a_lock_file_names_is_installed_and_code_that_does_not_parse_is_told(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    template = tmp_path_factory.getbasetemp() / "race-template"
    project: RaceProject = make_race(template, tmp_path / "project")
    project.commit(
        {
            "package.json": '{"name": "shop", "scripts": {"test": "node --test"}}',
            # There is nothing to be asked for, and nobody is to be asked.
            ".npmrc": "audit=false\nfund=false\nupdate-notifier=false\n",
            "package-lock.json": LOCK,
            "shop.js": "exports.total = all => all.reduce((a, b) => a + b, 0);\n",
            "shop.test.js": TESTS,
        }
    )
    project.branch("agents/syntax", {"shop.js": "exports.total = all => all.reduce(\n"})
    (project.path / "hydra.toml").write_text(HYDRA)
    done = project.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "hydra: setup: npm ci, as there is a lock file" in done.stdout
    assert "    lost: sums" in done.stdout, done.stdout
    assert "1 test file cannot be collected any more: shop.test.js (see" in done.stdout
    assert "gone" not in done.stdout
    (run,) = project.runs()
    assert "up to date" in (run / "candidates" / "base" / "setup.log").read_text()
