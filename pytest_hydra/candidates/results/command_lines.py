"""What a command line is about to run, as far as it can be known without running it."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from posixpath import basename
from typing import Literal

Runner = Literal["jest", "vitest", "mocha", "node"]

# Stand before a program and run it, with its arguments as they are.
_WRAPPERS = {
    *("env", "exec", "time", "nice", "npx", "bunx", "cross-env", "c8", "nyc", "dotenv", "--"),
    *("uv", "poetry", "pdm", "pipenv", "rye", "hatch", "coverage"),
}
# Words of a wrapper's own: uv run, pnpm exec.
_OF_WRAPPERS = {"run", "exec", "dlx"}
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_MANAGERS = {"npm", "pnpm", "yarn"}
_PYTHON = re.compile(r"python(?:\d+(?:\.\d+)*)?$|pypy3?$")
# Of a shell: what comes after these is not part of the command, or its output goes elsewhere.
_SHELL = set("|&<>()`\n")


@dataclass(frozen=True, slots=True)
class Script:
    """A script of package.json that a command runs by its package manager."""

    manager: str
    name: str


def last_words(command: str) -> list[str] | None:
    """The words of the last command of a line, joined by ``&&`` or ``;``; None for more shell.

    Arguments that are put at the end of the line are arguments of this command.
    """
    last = re.split(r"&&|;", command)[-1]
    if _SHELL.intersection(last) or "$(" in last or "||" in command:
        return None
    try:
        return shlex.split(last, comments=False) or None
    except ValueError:
        return None


def program(words: list[str]) -> list[str]:
    """The words from the program on: without assignments, and what only runs the program."""
    at, in_wrapper = 0, False
    while at < len(words):
        word = words[at]
        if basename(word) in _WRAPPERS:
            in_wrapper = True
        elif not (_ASSIGNMENT.match(word) or (in_wrapper and word in _OF_WRAPPERS)) and not (
            in_wrapper and word.startswith("-")
        ):
            break
        at += 1
    return words[at:]


def is_pytest(command: str) -> bool:
    """Whether the line ends in pytest itself, whose exit status is then the line's."""
    words = program(last_words(command) or [])
    if not words:
        return False
    name = basename(words[0])
    if _PYTHON.match(name):
        return "pytest" in words[1:] and words[words.index("pytest") - 1] == "-m"
    return name in ("pytest", "py.test")


def changes_folder(command: str) -> bool:
    """Whether the line may leave the folder that it begins in, where paths have other names."""
    return re.search(r"(?<![\w./-])(?:cd|pushd)(?![\w./-])", command) is not None


def names_pytest(command: str) -> bool:
    """Whether the line speaks of pytest at all."""
    return re.search(r"(?<![\w-])(?:pytest|py\.test)(?![\w-])", command) is not None


def script_of(command: str) -> Script | None:
    """The script that the last command of a line runs, None where it runs none."""
    words = program(last_words(command) or [])
    if len(words) < 2 or basename(words[0]) not in _MANAGERS:
        return None
    manager = basename(words[0])
    if words[1] in ("run", "run-script") and len(words) > 2:
        return Script(manager, words[2])
    if words[1] in ("test", "t", "tst"):
        return Script(manager, "test")
    return Script(manager, words[1]) if manager == "yarn" else None


def scripts(package: bytes | None) -> dict[str, str]:
    """The scripts of a package.json; none for one that is absent or that no tool could read."""
    try:
        found = json.loads((package or b"{}").decode("utf-8"))
    except (ValueError, RecursionError):
        return {}
    named = found.get("scripts") if isinstance(found, dict) else None
    if not isinstance(named, dict):
        return {}
    return {name: text for name, text in named.items() if isinstance(text, str)}


def runner_of(command: str) -> Runner | None:
    """Which of the runners that we know the last command of a line is."""
    words = program(last_words(command) or [])
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
    known: dict[str, Runner] = {
        "jest": "jest",
        "vitest": "vitest",
        "mocha": "mocha",
        "_mocha": "mocha",
    }
    return known.get(name)


def with_arguments(command: str, arguments: list[str]) -> str | None:
    """The line with arguments for its last program; None where they cannot be put there.

    They go through its package manager where there is one.
    """
    words = last_words(command)
    if words is None:
        return None
    given = shlex.join(arguments)
    by_npm = (script_of(command) or Script("", "")).manager == "npm"
    if by_npm and "--" not in words:
        return f"{command} -- {given}"
    if not by_npm and "--" in words:
        return None  # what comes after it is no option any more
    return f"{command} {given}"


def with_option(command: str, tool: str, options: str) -> str | None:
    """The line with options right after ``tool`` (``cargo test``).

    None where that is not its last command.
    """
    words = last_words(command)
    wanted = tool.split()
    rest = program(words or [])
    # cargo +nightly test
    plain = [word for word in rest[:3] if not word.startswith("+")]
    if [basename(word) for word in plain[: len(wanted)]] != wanted:
        return None
    pattern = r"\s+(?:\+\S+\s+)?".join(map(re.escape, wanted))
    places = list(re.finditer(rf"(?<!\S)(?:\S*/)?{pattern}(?!\S)", command))
    if not places:
        return None
    end = places[-1].end()
    return f"{command[:end]} {options}{command[end:]}"


def with_path_first(command: str, folder: str) -> str:
    """The line with a folder before what it sets PYTHONPATH to, if it does."""
    return re.sub(r"(?<!\S)PYTHONPATH=", lambda _: f"PYTHONPATH={shlex.quote(folder)}:", command)


def has_option(command: str, *names: str) -> bool:
    """Whether the line gives one of these options already."""
    words = last_words(command) or []
    return any(word == name or word.startswith(f"{name}=") for word in words for name in names)
