"""Options by which known runners and linters name each test and finding."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from posixpath import basename
from typing import NamedTuple

from pytest_hydra.candidates.results import command_lines, result_files
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
    runner = command_lines.runner_of(_script_text(command, workspace))
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
    asked = command_lines.with_arguments(command, arguments)
    return None if asked is None else Asked(asked, runner, file.name)


def _with_tool(command: str, tool: str, options: str) -> str | None:
    """The line with an option of its tool, once; None where it does not run the tool."""
    if command_lines.has_option(command, *options.split()):
        return command if command_lines.with_option(command, tool, "") is not None else None
    return command_lines.with_option(command, tool, options)


def ask_linter(command: str, workspace: Path, scratch: Path) -> Asked | None:
    """The command, asked for a linter's JSON; None where it is no linter that we know."""
    asked = command_lines.with_option(command, "cargo clippy", "--message-format=json")
    if asked is not None:
        return Asked(asked, "clippy")
    text = _script_text(command, workspace)
    words = command_lines.program(command_lines.last_words(text) or [])
    name = basename(words[0]) if words else ""
    file = scratch / "lint"
    if command_lines.has_option(text, "-f", "--format", "--output-format", "-o", "--output-file"):
        return None
    if name == "ruff" and words[1:2] == ["check"]:
        arguments = ["--output-format=json", f"--output-file={file}"]
    elif name == "eslint":
        arguments = ["--format=json", f"--output-file={file}"]
    else:
        return None
    asked = command_lines.with_arguments(command, arguments)
    return None if asked is None else Asked(asked, name, file.name)


def _script_text(command: str, workspace: Path) -> str:
    """The line that is run in the end: the script's, where a package manager runs one."""
    script = command_lines.script_of(command)
    if script is None:
        return command
    try:
        package = result_files.read(workspace, "package.json", 2**20)
    except ResultError:
        return command
    return command_lines.scripts(package).get(script.name, command)
