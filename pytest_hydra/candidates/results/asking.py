"""Asks runners and linters that are known for a format that names each test and finding."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from posixpath import basename
from typing import NamedTuple

from pytest_hydra.candidates.results import commands, files
from pytest_hydra.candidates.results.cases import ResultError


class Start(NamedTuple):
    """What is to be run: a shell line, variables on top of the others, inherited descriptors."""

    command: str
    environment: dict[str, str]
    pass_fds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that was asked for a format: who is to write it, and where (in scratch)."""

    command: str
    source: str
    file: str = ""
    environment: dict[str, str] = field(default_factory=dict)


def ask_runner(command: str, workspace: Path, scratch: Path) -> Asked | None:
    """The command, asked for a runner's own format; None where it is no runner that we know."""
    for tool, options in (
        ("cargo test", "--no-fail-fast"),
        ("cargo t", "--no-fail-fast"),
        ("cargo nextest run", "--no-fail-fast"),
        ("go test", "-json"),
    ):
        asked = _with_tool(command, tool, options)
        if asked is not None:
            return Asked(asked, tool.split()[0])
    runner = commands.runner_of(_script_text(command, workspace))
    if runner is None:
        return None
    file = scratch / "tests"
    if runner == "node":
        # By the environment: options after the names of files would not be options any more.
        options = (
            "--test-reporter=spec --test-reporter-destination=stdout "
            f"--test-reporter=junit --test-reporter-destination={file}"
        )
        if " " in str(file):
            return None
        return Asked(command, "node", file.name, {"NODE_OPTIONS": options})
    arguments = {
        "jest": ["--json", f"--outputFile={file}"],
        "vitest": ["--reporter=default", "--reporter=json", f"--outputFile.json={file}"],
        "mocha": ["--reporter=json", f"--reporter-option=output={file}"],
    }[runner]
    asked = commands.with_arguments(command, arguments)
    return None if asked is None else Asked(asked, runner, file.name)


def _with_tool(command: str, tool: str, options: str) -> str | None:
    """The line with an option of its tool, once; None where it does not run the tool."""
    if commands.has_option(command, *options.split()):
        return command if commands.with_option(command, tool, "") is not None else None
    return commands.with_option(command, tool, options)


def ask_linter(command: str, workspace: Path, scratch: Path) -> Asked | None:
    """The command, asked for a linter's JSON; None where it is no linter that we know."""
    asked = commands.with_option(command, "cargo clippy", "--message-format=json")
    if asked is not None:
        return Asked(asked, "clippy")
    text = _script_text(command, workspace)
    words = commands.program(commands.last_words(text) or [])
    name = basename(words[0]) if words else ""
    file = scratch / "lint"
    if commands.has_option(text, "-f", "--format", "--output-format", "-o", "--output-file"):
        return None
    if name == "ruff" and words[1:2] == ["check"]:
        arguments = ["--output-format=json", f"--output-file={file}"]
    elif name == "eslint":
        arguments = ["--format=json", f"--output-file={file}"]
    else:
        return None
    asked = commands.with_arguments(command, arguments)
    return None if asked is None else Asked(asked, name, file.name)


def _script_text(command: str, workspace: Path) -> str:
    """The line that is run in the end: the script's, where a package manager runs one."""
    script = commands.script_of(command)
    if script is None:
        return command
    try:
        package = files.read(workspace, "package.json", 2**20)
    except ResultError:
        return command
    return commands.scripts(package).get(script.name, command)
