"""docs/ci.md: `git bisect run` with --hydra-reuse, as it is written there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BOT = """
import json, sys
for line in sys.stdin:
    with open("asked.txt", "a") as file:
        file.write("asked ")
    text = "No." if "no tea" in open("prompt.txt").read() else "One tea."
    print(json.dumps({"text": text}), flush=True)
"""
SUITE = "id: tea\nsteps: [{user: tea, expect: {shouldContain: tea}}]\n"
# By its version: when the prompt changes.
PROMPTS = {0: "sell", 2: "sell more", 5: "no tea", 7: "no tea, no cake"}


def run(folder: Path, *words: str) -> str:
    who = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in _WHAT}
    places = [str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {**os.environ, **who, "PATH": os.pathsep.join(places)}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


_WHAT = ("NAME", "EMAIL")


def test_a_bisection_asks_only_bots_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p pytest_hydra.plugin -q")
    section = DOCS.joinpath("ci.md").read_text("utf-8").partition("## Find the commit")[2]
    step, commands = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[:2]
    files = {"bot.py": BOT, "s.scenario.yaml": SUITE, ".gitignore": ".hydra/\nstep.sh\nasked.txt\n"}
    for name, text in {**files, "step.sh": step}.items():
        tmp_path.joinpath(name).write_text(text)
    run(tmp_path, "git", "init", "--quiet")
    for number in range(10):
        if number in PROMPTS:
            table = '[bots.till]\ncommand = ["python3", "bot.py"]\n'
            tmp_path.joinpath("hydra.toml").write_text(f'{table}version = "{number}"\n')
            tmp_path.joinpath("prompt.txt").write_text(PROMPTS[number])
        tmp_path.joinpath("notes.md").write_text(f"{number}\n")
        run(tmp_path, "git", "add", "--all")
        run(tmp_path, "git", "commit", "--quiet", f"--message=commit {number}")
    run(tmp_path, "git", "tag", "v1.4", "HEAD~9")
    first, *rest = commands.strip().splitlines()
    run(tmp_path, *first.split())
    asked = tmp_path / "asked.txt"
    asked.unlink()
    output = [run(tmp_path, *line.split()) for line in rest][-1]
    assert "    commit 5\n" in output.partition("is the first bad commit")[2]
    steps = output.count("1 passed in") + output.count("1 failed in")
    assert 0 < len(asked.read_text().split()) < steps
    assert "variables that a bot reads by itself are not seen" in output
