"""Recognize the tool that a command line runs, and request a format that we can parse."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Container
from itertools import pairwise
from pathlib import Path
from posixpath import basename, join, normpath
from typing import Any, NamedTuple

from pytest_hydra.core.text import read_table
from pytest_hydra.plugins.results.protocol import Kind

# Programs that run another program with its arguments unchanged.
_WRAPPERS = {
    *("env", "exec", "time", "nice", "npx", "bunx", "cross-env", "c8", "nyc", "dotenv", "--"),
    *("uv", "poetry", "pdm", "pipenv", "rye", "hatch", "coverage"),
}
# Subcommands of wrappers: uv run, pnpm exec.
_OF_WRAPPERS = {"run", "exec", "dlx"}
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_INTERPRETERS = {"sh", "bash", "dash", "zsh", "node", "ruby", "perl", "php", "source", "."}
_VARIABLE = re.compile(r"\$[({](\w+)[)}]")
_TOOLS: dict[str, dict[str, list[Any]]] = tomllib.loads(read_table(__file__, "tools.toml"))
FAMILIES = _TOOLS["tasks"]
"""Files of task runners; each runner reads the first that exists."""
_MAKEFILE = re.compile(r"(?:.*/)?(?:(?:GNUm|M|m)akefile|.*\.mk)")
_INCLUDES = ("include", "sinclude")
# Options whose value is a configuration.
_CONFIGURATION = re.compile(r"--?(?:[\w-]*(?:conf|rc|rules|settings|baseline|ignore)[\w-]*|[cf])")
_REDIRECTION = re.compile(r"\d*(?:>>?|<)&?\s*[^\s&;|]+")
_WORD = re.compile(r"[^\s;&|<>()'\"`=,:{}\[\]!#\\]+")
_EXPANSION = re.compile(r"\$(?:\w+|\{[^}]*\}|\([^()]*\)|.)")
_UPWARDS = re.compile(r"\A(?:\.{0,2}/)+")
_MANAGERS = {"npm", "pnpm", "yarn"}
_PYTHON = re.compile(r"python(?:\d+(?:\.\d+)*)?$|pypy3?$")
# Ids without a file: older runners, such as mocha before 9.2, write none.
_PRINTS_TAP = re.compile(r"\s(?:--reporter|-R)[ =]tap(?!\S)")
# Shell characters that end a command or redirect its output.
_SHELL = set("|&<>()`\n")

# Options by which a linter's output is already configured.
_LINT_OUTPUT = ("-f", "--format", "--output-format", "-o", "--output-file")
_NODE_JUNIT = "--test-reporter=junit --test-reporter-destination={file}"
_NODE_REPORTER, _NODE_DESTINATION = "--test-reporter", "--test-reporter-destination"


class Script(NamedTuple):
    """A script of package.json that a command runs through a package manager."""

    manager: str
    name: str


class Request(NamedTuple):
    """A command with a requested format; it is printed unless there is a ``file`` in scratch."""

    command: str
    tool: str
    format: str
    file: str
    environment: dict[str, str]


def request_format(
    kind: Kind, command: str, package: bytes | None, scratch: Path
) -> Request | None:
    """The command with a request for its tool's own format; None for an unknown tool.

    ``package`` is the content of package.json, if there is one.
    """
    for tool, option, name in _TOOLS["printed"][kind]:
        line = with_option(command, tool, "" if has_option(command, option) else option)
        if line is not None:
            return Request(line, tool, name, "", {})
    text, script = command, script_of(command)
    if script is not None:  # the command that it finally runs
        text = scripts(package).get(script.name, command)
    runner = runner_of(text)
    if kind == "lint":
        words = program(text)
        runner = basename(words[0]) if words else ""
        is_linter = runner == "eslint" or (runner == "ruff" and words[1:2] == ["check"])
        if not is_linter or has_option(text, *_LINT_OUTPUT):
            return None
    if runner is None or _PRINTS_TAP.search(text):
        return None
    file = scratch / kind
    if runner == "node":
        # By the environment: after file names, options would not be recognized.
        options = {"NODE_OPTIONS": _node_options(text).format(file=file)}
        return None if " " in str(file) else Request(command, runner, "junit", file.name, options)
    name, arguments = _TOOLS["written"][runner]
    line = with_arguments(command, [word.format(file=file) for word in arguments.split()])
    return None if line is None else Request(line, runner, name, file.name, {})


def _node_options(text: str) -> str:
    """The options by which node writes JUnit's XML besides what the command line asks for.

    Node needs a destination for each of several reporters, also for that of the command line.
    """
    if not has_option(text, _NODE_REPORTER):
        return f"{_NODE_REPORTER}=spec {_NODE_DESTINATION}=stdout {_NODE_JUNIT}"
    if has_option(text, _NODE_DESTINATION):
        return _NODE_JUNIT
    return f"{_NODE_JUNIT} {_NODE_DESTINATION}=stdout"


def words_of(text: str) -> set[str]:
    """The words of a text in any language, without quotes, signs and a leading ``./``.

    What follows a variable is a word of its own.
    """
    words = _WORD.findall(_EXPANSION.sub(" ", text))
    return {_UPWARDS.sub("", normpath(word)) for word in words if word.strip("./")}


def last_words(command: str) -> list[str]:
    """The words of a line's last command (after ``&&`` or ``;``); empty for other shell syntax."""
    last = re.split(r"&&|;", command)[-1]
    if _SHELL.intersection(last) or "$(" in last or "||" in command:
        return []
    try:
        return shlex.split(last, comments=False)
    except ValueError:
        return []


def program(command: str) -> list[str]:
    """The words of the last command from the program on, without assignments and wrappers."""
    words = last_words(command)
    in_wrapper = False
    for index, word in enumerate(words):
        if basename(word) in _WRAPPERS:
            in_wrapper = True
        elif not _ASSIGNMENT.match(word) and not (
            in_wrapper and (word in _OF_WRAPPERS or word.startswith("-"))
        ):
            return words[index:]
    return []


def is_pytest(command: str) -> bool:
    """Whether the last command is pytest itself, so that its exit status is the line's."""
    words = program(command)
    if not words:
        return False
    name = basename(words[0])
    if _PYTHON.match(name):
        return "pytest" in words[1:] and words[words.index("pytest") - 1] == "-m"
    return name in ("pytest", "py.test")


def names_pytest(command: str) -> bool:
    """Whether the line mentions pytest at all."""
    return re.search(r"(?<![\w-])(?:pytest|py\.test)(?![\w-])", command) is not None


def script_of(command: str) -> Script | None:
    """The script that the last command of a line runs, or None."""
    words = program(command)
    if len(words) < 2 or basename(words[0]) not in _MANAGERS:
        return None
    manager = basename(words[0])
    if words[1] in ("run", "run-script") and len(words) > 2:
        return Script(manager, words[2])
    if words[1] in ("test", "t", "tst"):
        return Script(manager, "test")
    return Script(manager, words[1]) if manager == "yarn" else None


def all_files_run(
    command: str, files: Container[str], read: Callable[[str], bytes | None]
) -> set[str]:
    """The files that a command runs, also through package.json and shell scripts."""
    paths: set[str] = set()
    stack = [command]
    while stack:
        line = stack.pop()
        script = script_of(line)
        if script is not None and "package.json" in files and "package.json" not in paths:
            paths.add("package.json")
            stack.append(scripts(read("package.json")).get(script.name, ""))
        for path in {*files_run(line, files)} - paths:
            paths.add(path)
            text = (read(path) or b"").decode("utf-8", "replace")
            if is_of_lines(path, text):
                stack.append(text)
    return paths


def is_of_lines(path: str, text: str) -> bool:
    """Whether a file consists of command lines."""
    is_makefile = _MAKEFILE.fullmatch(path) is not None
    return is_makefile or path.endswith(".sh") or text.startswith("#!/bin/")


def files_run(line: str, files: Container[str]) -> list[str]:
    """The files that a shell line runs: directly, by an interpreter or through a variable."""
    targets: list[str] = []
    folder = ""
    for part in re.split(r"&&|\|\||[;|&\n]", line):
        plain = _VARIABLE.sub(r"$\1", _REDIRECTION.sub("", part))
        words = program(plain.strip("\t @-+()"))
        name = basename(words[0]) if words else ""
        if name in ("cd", "pushd") and len(words) > 1:
            folder = join(folder, words[1])
        is_interpreter = _PYTHON.match(name) or name.startswith("$") or name in _INTERPRETERS
        paths = [normpath(join(folder, word)) for word in (words if is_interpreter else words[:1])]
        if name in FAMILIES or name in _INCLUDES:
            family = FAMILIES.get(name, words[1:])
            targets += family if any(path in files for path in family) else ()
            continue
        if is_interpreter and "-m" in words[:-1]:
            module = words[words.index("-m") + 1].replace(".", "/")
            paths = [f"{module}.py", f"{module}/__main__.py"]
        targets += [path for path in paths if path in files][:1]
        for word, following in pairwise([*words, ""]):
            option, _, value = word.partition("=")
            path = normpath(join(folder, value or following))
            targets += [path] if _CONFIGURATION.fullmatch(option) and path in files else []
    return targets


def scripts(package: bytes | None) -> dict[str, str]:
    """The scripts of a package.json; empty if it is absent or invalid."""
    try:
        content = json.loads((package or b"{}").decode("utf-8"))
    except (ValueError, RecursionError):
        return {}
    table = content.get("scripts") if isinstance(content, dict) else None
    if not isinstance(table, dict):
        return {}
    return {name: text for name, text in table.items() if isinstance(text, str)}


def runner_of(command: str) -> str | None:
    """The runner of a line's last command: jest, vitest, mocha or node; None for all others."""
    words = program(command)
    if not words:
        return None
    name = basename(words[0])
    if name in _MANAGERS and len(words) > 1:  # yarn jest, pnpm exec jest
        return runner_of(shlex.join([word for word in words[1:] if word not in _OF_WRAPPERS]))
    if name == "react-scripts" and "test" in words:
        return "jest"
    if name == "node":
        if "--test" in words:
            return "node"
        rest = [word for word in words[1:] if not word.startswith("-")]
        name = basename(rest[0]) if rest else ""
    name = name.removesuffix(".js").removesuffix(".mjs")
    name = "mocha" if name == "_mocha" else name
    return name if name in ("jest", "vitest", "mocha") else None


def with_arguments(command: str, arguments: list[str]) -> str | None:
    """The line with arguments added to its last program; None if that is not possible."""
    words = last_words(command)
    if not words:
        return None
    script = script_of(command)
    by_npm = script is not None and script.manager == "npm"
    if not by_npm and "--" in words:
        return None  # after "--" there are no options
    separator = " --" if by_npm and "--" not in words else ""
    return f"{command}{separator} {shlex.join(arguments)}"


def with_option(command: str, tool: str, option: str) -> str | None:
    """The line with an option inserted after ``tool``; None if the last program is another."""
    names = tool.split()
    # cargo +nightly test
    plain = [word for word in program(command)[:3] if not word.startswith("+")]
    if [basename(word) for word in plain[: len(names)]] != names:
        return None
    pattern = r"\s+(?:\+\S+\s+)?".join(map(re.escape, names))
    places = list(re.finditer(rf"(?<!\S)(?:\S*/)?{pattern}(?!\S)", command))
    if not places:
        return None
    end = places[-1].end()
    return f"{command[:end]} {option}{command[end:]}" if option else command


def with_path_first(command: str, folder: str) -> str:
    """The line with a folder prepended to any PYTHONPATH that it sets."""
    return re.sub(r"(?<!\S)PYTHONPATH=", lambda _: f"PYTHONPATH={shlex.quote(folder)}:", command)


def has_option(command: str, *names: str) -> bool:
    """Whether the line already has one of these options."""
    words = last_words(command)
    return any(word == name or word.startswith(f"{name}=") for word in words for name in names)
