"""Expectations of the commands that an agent ran and the files that it read, by its calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import isabs, join, normpath
from typing import Any, NamedTuple

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import read_words
from pytest_hydra.scenarios.expect.command_patterns import (
    CommandPattern,
    begins,
    is_inert,
    is_option,
    may_run,
    pattern_of,
    pieces,
    program_of,
)
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
from pytest_hydra.transcript.call_roles import Tools, as_line, says_running, values_of
from pytest_hydra.transcript.tool_names import tool_names
from pytest_hydra.transcript.turn import Call

_WORDS = read_words(__file__, "shell_words.txt")
# Parameters of other tools that may be commands or programs, and those that may be paths.
_LINES = ("command", "cmd", "commands", "script", "code", "keystrokes", "keys", "chars", "stdin")
_PATHS = re.compile(
    r"(?i)(?!.*(?:exclude|ignore)).*(?:path|file|uri|dir|folder|include|glob|target|source)"
)
# Tools that may hand a text to a shell. Of the keys typed there, as characters or by name, those
# that end a line or interrupt a program, and others, whose effect is not known.
_SHELLS = re.compile(r"(?i)term|tmux|tty|shell|bash|console|stdin|keys|exec")
_LINE_END = re.compile(r"[\r\x03\x04]|\{\w+\}|(?<!\S)(?:Enter|Return|C-[cdjm])(?!\S)")
_OTHER_KEY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|(?<!\S)(?:Up|Down|BSpace|C-[a-z])(?!\S)")
# Tools that write, list or look for the files that they name.
_NO_READERS = re.compile(r"(?i)(?:write|create|delete|remove|list|ls\b|glob|make|todo)")
_ANY_FILE = "-"  # in a folder
# Paths after these options are left out.
_EXCLUDES = re.compile(r"--?(?:exclude|ignore)")


@dataclass(frozen=True, slots=True)
class RegexDemand:
    """The long form of a command: a regular expression for the whole line."""

    regex: Text


class _Demand(NamedTuple):
    """A command as it is written, and what a line is compared with."""

    source: Any
    test: CommandPattern | Matcher


def tools_of(evidence: Evidence) -> Tools:
    """What the agent's tools of unusual names do: for each role, a parameter by the tool's name."""
    workspace = evidence.subject.conversation.workspace
    return {} if workspace is None else workspace.calls


@lru_cache(maxsize=512)
def line_of(text: str) -> ShellLine:
    """The commands of a shell line."""
    return read_line(text)


def _compile_commands(value: Any, context: CompileContext) -> CompiledExpectation:
    entries = each_of(value, context.at, "name a command")
    demands = tuple([_demand(entry, at, context) for entry, at in entries])
    parts = [Part(f"command {quoted(demand.source)}") for demand in demands]
    return CompiledExpectation(demands, tuple(parts))


def _demand(value: Any, at: Any, context: CompileContext) -> _Demand:
    if isinstance(value, Mapping):
        keys_of(value, ("regex",), at)
        return _Demand(value, compile_matcher(value, at, context.operators))
    return _Demand(value, pattern_of(as_text(value, at, "a command, or {regex: …}")))


def _runs(demand: _Demand, text: str, *, for_sure: bool) -> bool | None:
    """Whether a line runs such a command; None if that is not known.

    A command that depends on others, as in ``a || b``, is run ``for_sure`` by no line.
    """
    if isinstance(demand.test, Matcher):
        return demand.test.test(text)
    line = line_of(text)
    found = [(begins(demand.test, command.words), command.sure) for command in line.commands]
    fits = [is_sure or not for_sure for begin, is_sure in found if begin]
    if line.valid and True in fits:
        return True
    is_unclear = fits or not line.clear or None in [begin for begin, _ in found]
    return None if is_unclear or any(may_run(demand.test, c) for c in line.commands) else False


def _lines(call: Call, tools: Tools) -> Iterator[tuple[str, bool]]:
    """The shell lines of a call, and whether it is sure that it runs them."""
    texts = [*values_of(call.function, call.params, "shell", tools)]
    yield from [(text, True) for text in texts]
    may_hand_on = not texts and _SHELLS.search(call.function)
    for name, value in () if texts else call.params.items():
        if name in _LINES or may_hand_on:
            items = value if isinstance(value, list) else []
            lines = [item for item in items if isinstance(item, str) and " " in item]
            is_typed = items and all(isinstance(item, str) for item in items)
            typed = ["".join(items), " ".join(items)] if is_typed else []
            for text in (*as_line(value), *lines, *typed):
                yield _OTHER_KEY.sub("${key}", _LINE_END.sub("\n", text)), False


def _runs_of(
    demand: _Demand, evidence: Evidence, *, for_sure: bool = False
) -> list[tuple[bool | None, str, Call]]:
    """Each shell line with its call, and whether it runs such a command, None if not known."""
    tools = tools_of(evidence)
    lines = [(*line, call) for call in evidence.tries for line in _lines(call, tools)]
    found = [
        (_runs(demand, text, for_sure=for_sure), text, is_sure, call)
        for text, is_sure, call in lines
    ]
    return [
        (runs if is_sure else None, text, call)
        for runs, text, is_sure, call in found
        if is_sure or runs is not False
    ]


def _decide_expected(demands: Sequence[_Demand], evidence: Evidence) -> list[PartResult]:
    results = []
    for demand in demands:
        lines = _runs_of(demand, evidence, for_sure=True)
        fitting = [(text, call) for fits, text, call in lines if fits]
        unclear = [text for fits, text, call in lines if fits is None and call.was_made]
        made = [(text, call) for text, call in fitting if call.was_made]
        if any(not says_running(call.result) for _, call in made):
            results.append(verdict(True, "was run"))
        elif made:
            message = f"it had not ended: {quoted(made[0][0])}"
            results.append(PartResult(None, message, brief(made[0][0])))
        elif fitting:
            text, call = fitting[-1]
            results.append(
                verdict(False, f"did not succeed: {quoted(call.error or 'requested')}", brief(text))
            )
        elif unclear:
            results.append(_may_have_been_run(unclear[0]))
        else:
            ran = names([text for _, text, _ in lines], most=3) or "no command"
            results.append(verdict(False, f"was not run, but {ran}"))
    return unless_unknown(results, evidence, 100)


def _may_have_been_run(text: str) -> PartResult:
    return PartResult(None, f"it may have been run: {quoted(text)}", brief(text))


def _decide_forbidden(demands: Sequence[_Demand], evidence: Evidence) -> list[PartResult]:
    results = []
    for demand in demands:
        lines = _runs_of(demand, evidence)
        bad = [text for fits, text, _ in lines if fits]
        unclear = [text for fits, text, _ in lines if fits is None]
        if bad:
            results.append(verdict(False, f"was run: {quoted(bad[0])}", brief(bad[0])))
        elif unclear:
            results.append(_may_have_been_run(unclear[0]))
        else:
            results.append(verdict(True, "was not run"))
    return unless_unknown(results, evidence, 0)


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
        paths, lines = (
            [*values_of(call.function, call.params, "read", tools)],
            [*_lines(call, tools)],
        )
        bad += [path for path in paths if _fits(path, top, rules)]
        unclear += [path for path in paths if _fits(join(path, _ANY_FILE), top, rules)]
        if True not in [is_sure for _, is_sure in lines]:
            unclear += [path for path in _named_paths(call) if _may_read(path, top, rules)]
        for text, is_sure in lines:
            line = line_of(text)
            fates = [_reads(command, top, rules) for command in line.commands]
            if True in fates and is_sure and line.valid:
                bad.append(text)
            elif True in fates or None in fates or not line.clear:
                unclear.append(text)
    if bad:
        results = [verdict(False, f"read {names(bad, most=3)}", brief(bad))]
    elif unclear:
        message = f"it may have read such a file: {quoted(unclear[0])}"
        results = [PartResult(None, message, brief(unclear))]
    else:
        results = [verdict(True, "read no such file")]
    return unless_unknown(results, evidence, 0)


def _named_paths(call: Call) -> Iterator[str]:
    """The paths that a call of a tool which may read them names."""
    if any(map(_NO_READERS.match, tool_names(call.function))):
        return
    for name, value in call.params.items():
        for path in value if isinstance(value, list) else [value]:
            if isinstance(path, str) and _PATHS.match(name):
                yield path.removeprefix("file://")


def _may_read(path: str, top: str | None, rules: Sequence[str]) -> bool:
    """Whether a tool that gets this path, folder or pattern may read a file that the rules name."""
    own = [path, join(path, _ANY_FILE)]
    named = [name for rule in rules for name in (rule, join(rule, _ANY_FILE))]
    is_pattern = _has_glob(path) and any(matches(name.lstrip("/"), [path]) for name in named)
    return is_pattern or any(_fits(text, top, rules) for text in own)


def _reads(command: Command, top: str | None, rules: Sequence[str]) -> bool | None:
    """Whether a command reads a file that the rules name; None if that is not known."""
    folder = command.folder or ""
    if any(word.text and _fits(word.text, top, rules, folder) for word in command.reads):
        return True
    name, words = program_of(command)
    # What a command runs is looked at by itself, but for the files that it is handed.
    hands_on = name in ("find", "xargs") and command.runs_others
    if (command.runs_others or name in _WORDS["silent"]) and not hands_on:
        return False
    named = [word for word in words if not is_option(word.text)]
    has_option = any(re.fullmatch(r"-[a-zA-Z]*[ef]", word.text) for word in words)
    if name in _WORDS["expressions"] and not has_option:
        named = named[1:]
    if name in _WORDS["copiers"] and named[1:]:
        words = [word for word in words if word is not named[-1]]
        named = named[:-1]
    is_git = name.removeprefix("git-") in _WORDS["git"] and name.startswith("git-")
    is_reader = is_git or name in _WORDS["readers"]
    texts = [part for word in named for part in (word.text, word.text.rpartition(":")[2])]
    if any(_fits(text, top, rules, folder) for text in texts):
        return True if is_reader else None
    given = [*texts, *command.texts] if hands_on else texts
    others = [*[join(text, _ANY_FILE) for text in given if text], *_mentions(command, words)]
    if any(_fits(text, top, rules, folder) for text in others):
        return None
    patterns = [text.lstrip("/") for text in given if _has_glob(text)]
    may_fit = any(fnmatchcase(rule.lstrip("/"), text) for rule in rules for text in patterns)
    is_whole = any(normpath(text) == "." for text in texts) and not any(
        _EXCLUDES.match(word.text) for word in words
    )
    may_fit = may_fit or any(not word.clear for word in named)
    may_fit = may_fit or (is_whole and name in _WORDS["archivers"])
    return None if (is_reader or hands_on) and may_fit else False


def _mentions(command: Command, words: Sequence[Word]) -> set[str]:
    """What may be a path in the options of a program, and in the words that it may run."""
    words = [word for word in (command.words[0], *words) if not _EXCLUDES.match(word.text)]
    values = {word.text.partition("=")[2] for word in words}
    inner = () if is_inert(command) else pieces(replace(command, words=tuple(words)))
    return {*values, *[word.text for word in inner]} - {""}


def silent(command: Command) -> bool:
    """Whether a command reads no content of the files that it names."""
    return program_of(command)[0] in _WORDS["silent"]


def _has_glob(text: str) -> bool:
    return any(sign in text for sign in "*?[")


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
