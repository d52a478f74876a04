"""Expectations of the commands that an agent ran and the files that it read, by its calls."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import isabs, join, normpath
from typing import Any, NamedTuple

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import read_rows, read_words
from pytest_hydra.scenarios.expect.matchers import Matcher, compile_matcher
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    Part,
    PartResult,
    Text,
    Texts,
    as_text,
    as_texts,
    each_of,
    own_kind,
    unless_unknown,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import brief, keys_of, names, quoted
from pytest_hydra.scenarios.expect.shell_lines import Command, ShellLine, Word, read_line
from pytest_hydra.scenarios.reply import Call
from pytest_hydra.scenarios.world.protocol import tool_names

_ROLES = read_rows(__file__, "call_roles.txt")
_WORDS = read_words(__file__, "shell_words.txt")
_NOT_KNOWN = "a command cannot be read without running it"
# Options of git that take a value, before its subcommand.
_GIT_VALUED = ("-C", "-c", "--git-dir", "--work-tree", "--namespace")


@dataclass(frozen=True, slots=True)
class RegexDemand:
    """The long form of a command: a regular expression for the whole line."""

    regex: Text


class _CommandPattern(NamedTuple):
    source: Any
    words: tuple[str, ...] = ()
    matcher: Matcher | None = None


Tools = Mapping[str, Mapping[str, str]]


def tools_of(evidence: Evidence) -> Tools:
    """What the agent's tools of unusual names do: for each role, a parameter by the tool's name."""
    workspace = evidence.subject.conversation.workspace
    return {} if workspace is None else workspace.calls


def values_of(call: Call, role: str, tools: Tools) -> Iterator[str]:
    """What a call has in the parameters of a role: ``shell``, ``read`` or ``skill``."""
    found = tool_names(call.function)
    own = [(role, *tool) for tool in tools.get(role, {}).items()]
    for entry, function, name in (*_ROLES, *own):
        if entry == role and function in found and name in call.params:
            value = call.params[name]
            value = shlex.join(map(str, value)) if isinstance(value, list) else value
            if isinstance(value, str):
                yield value


@lru_cache(maxsize=512)
def line_of(text: str) -> ShellLine:
    """The commands of a shell line."""
    return read_line(text)


def _compile_commands(value: Any, context: CompileContext) -> CompiledExpectation:
    entries = each_of(value, context.at, "name a command")
    patterns = tuple([_pattern(entry, at, context) for entry, at in entries])
    return CompiledExpectation(patterns, tuple([Part(_name(entry)) for entry in patterns]))


def _name(pattern: _CommandPattern) -> str:
    return f"command {quoted(pattern.source)}"


def _pattern(value: Any, at: Any, context: CompileContext) -> _CommandPattern:
    if isinstance(value, Mapping):
        keys_of(value, ("regex",), at)
        return _CommandPattern(value, matcher=compile_matcher(value, at, context.operators))
    words = as_text(value, at, "a command, or {regex: …}").split()
    return _CommandPattern(value, tuple(words))


def _runs(pattern: _CommandPattern, text: str) -> bool | None:
    """Whether a line runs such a command; None if that is not known."""
    if pattern.matcher is not None:
        return pattern.matcher.test(text)
    line = line_of(text)
    found = [_begins(pattern.words, command) for command in line.commands]
    if True in found:
        return True
    return None if None in found or not line.clear else False


def _begins(pattern: Sequence[str], command: Command) -> bool | None:
    words = [*command.words]
    if "/" not in pattern[0]:
        words[0] = Word(command.program, words[0].clear)
    if words[0].text == "git" and words[0].clear and pattern[1:2] and pattern[1][:1] != "-":
        words[1:] = _without_options(words[1:])
    for index, part in enumerate(pattern):
        if index >= len(words):
            return False
        if not words[index].clear:
            return None
        if not fnmatchcase(words[index].text, part.replace("[", "[[]")):
            return False
    return True


def _without_options(words: Sequence[Word]) -> list[Word]:
    """The words from git's subcommand on."""
    at = 0
    while at < len(words) and words[at].text.startswith("-"):
        at += 2 if words[at].text in _GIT_VALUED else 1
    return [*words[at:]]


def _decide_expected(patterns: Sequence[_CommandPattern], evidence: Evidence) -> list[PartResult]:
    tools = tools_of(evidence)
    lines = [(text, call) for call in evidence.tries for text in values_of(call, "shell", tools)]
    results = []
    for pattern in patterns:
        fitting = [(text, call) for text, call in lines if _runs(pattern, text)]
        if any(call.was_made for _, call in fitting):
            results.append(verdict(True, "was run"))
        elif fitting:
            text, call = fitting[-1]
            results.append(
                verdict(False, f"did not succeed: {quoted(call.error or 'requested')}", brief(text))
            )
        elif any(_runs(pattern, text) is None for text, _ in lines):
            results.append(PartResult(None, _NOT_KNOWN, brief(_unclear(pattern, lines))))
        else:
            ran = names([text for text, _ in lines], most=3) or "no command"
            results.append(verdict(False, f"was not run, but {ran}"))
    return unless_unknown(results, evidence, 100)


def _decide_forbidden(patterns: Sequence[_CommandPattern], evidence: Evidence) -> list[PartResult]:
    tools = tools_of(evidence)
    lines = [(text, call) for call in evidence.tries for text in values_of(call, "shell", tools)]
    results = []
    for pattern in patterns:
        bad = [text for text, _ in lines if _runs(pattern, text)]
        if bad:
            results.append(verdict(False, f"was run: {quoted(bad[0])}", brief(bad[0])))
        elif any(_runs(pattern, text) is None for text, _ in lines):
            results.append(PartResult(None, _NOT_KNOWN, brief(_unclear(pattern, lines))))
        else:
            results.append(verdict(True, "was not run"))
    return unless_unknown(results, evidence, 0)


def _unclear(pattern: _CommandPattern, lines: Sequence[tuple[str, Call]]) -> str:
    return next(text for text, _ in lines if _runs(pattern, text) is None)


# --- forbiddenReads -------------------------------------------------------------------------------


def _compile_reads(value: Any, context: CompileContext) -> CompiledExpectation:
    patterns = as_texts(value, context.at, "a pattern or a list of them")
    return CompiledExpectation(patterns, (Part("", brief(value)),))


def _decide_reads(patterns: Sequence[str], evidence: Evidence) -> list[PartResult]:
    workspace = evidence.subject.conversation.workspace
    top = None if workspace is None else workspace.place
    # A pattern of the home folder fits its path, whatever the name of the user.
    rules = [re.sub(r"^~/", "**/", pattern) for pattern in patterns]
    bad: list[str] = []
    unclear: list[str] = []
    tools = tools_of(evidence)
    for call in evidence.tries:
        bad += [path for path in values_of(call, "read", tools) if _fits(path, top, rules)]
        for text in values_of(call, "shell", tools):
            line = line_of(text)
            if not line.clear:
                unclear.append(text)
            for command in line.commands:
                fate = _reads(command, top, rules)
                if fate is not False:
                    (bad if fate else unclear).append(text)
    if bad:
        results = [verdict(False, f"read {names(bad, most=3)}", brief(bad))]
    elif unclear:
        message = f"it may have read such a file: {quoted(unclear[0])}"
        results = [PartResult(None, message, brief(unclear))]
    else:
        results = [verdict(True, "read no such file")]
    return unless_unknown(results, evidence, 0)


def _reads(command: Command, top: str | None, rules: Sequence[str]) -> bool | None:
    """Whether a command reads a file that the rules name; None if that is not known."""
    folder = command.folder or ""
    if any(_fits(word.text, top, rules, folder) for word in command.reads):
        return True
    name, words = _program(command)
    if name in _WORDS["silent"]:
        return False
    named = [word for word in words if not word.text.startswith("-")]
    has_option = any(re.fullmatch(r"-[a-zA-Z]*[ef]", word.text) for word in words)
    if name in _WORDS["expressions"] and not has_option:
        named = named[1:]
    is_git = name.removeprefix("git-") in _WORDS["git"] and name.startswith("git-")
    texts = [text for word in named for text in (word.text, word.text.rpartition(":")[2])]
    if any(_fits(text, top, rules, folder) for text in texts):
        return True if is_git or name in _WORDS["readers"] else None
    is_reader = is_git or name in _WORDS["readers"]
    may_fit = any(
        not word.clear or any(fnmatchcase(rule, word.text) for rule in rules if _has_glob(word))
        for word in named
    )
    return None if is_reader and may_fit else False


def _program(command: Command) -> tuple[str, list[Word]]:
    """The name of the program, with that of git's subcommand, and its arguments."""
    name, words = command.program, [*command.words[1:]]
    if name == "git":
        words = _without_options(words)
        name = f"git-{words[0].text}" if words else name
    return name, words


def silent(command: Command) -> bool:
    """Whether a command reads no content of the files that it names."""
    return _program(command)[0] in _WORDS["silent"]


def _has_glob(word: Word) -> bool:
    return any(sign in word.text for sign in "*?[")


def _fits(path: str, top: str | None, rules: Sequence[str], folder: str = "") -> bool:
    """Whether the rules name a path, as an agent wrote it.

    Paths in the workspace are relative to its ``top``. If that is not known, an absolute path fits
    if any end of it does.
    """
    path = normpath(path if isabs(path) or path.startswith("~") else join(folder, path))
    if top and (path == top or path.startswith(f"{top}/")):
        path = path.removeprefix(top).lstrip("/") or "."
    elif isabs(path) and not top:
        parts = path.lstrip("/").split("/")
        return any(matches("/".join(parts[at:]), rules) for at in range(len(parts)))
    return matches(path.lstrip("/"), rules)


_COMMANDS = Text | RegexDemand | list[Text | RegexDemand]
SHELL_KINDS = (
    own_kind("expectedCommands", _COMMANDS, _compile_commands, _decide_expected, final=100),
    own_kind(
        "forbiddenCommands", _COMMANDS, _compile_commands, _decide_forbidden, critical=True, final=0
    ),
    own_kind("forbiddenReads", Texts, _compile_reads, _decide_reads, critical=True, final=0),
)
