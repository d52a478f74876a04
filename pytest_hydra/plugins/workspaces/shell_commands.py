"""Expectations of the commands that an agent ran and the files that it read.

What was observed decides. Where nothing was, the calls that the agent reports do, as far as their
lines are plain: what is found there was run, and what else they may run is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from posixpath import basename, dirname, isabs, join, normpath
from typing import Any, NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.observed_runs import Line, ObservedRun, ObservedRuns
from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import counted
from pytest_hydra.plugins.workspaces.command_words import (
    WORDS,
    CommandPattern,
    Word,
    begins,
    fits_word,
    is_option,
    pattern_of,
)
from pytest_hydra.plugins.workspaces.plain_lines import PlainCommand, read_plain
from pytest_hydra.scenarios.expect.matchers import Matcher, compile_matcher
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    KindTable,
    Node,
    Part,
    PartResult,
    Text,
    Texts,
    as_text,
    as_texts,
    each_of,
    unless_unknown,
    values_in,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import brief, keys_of, names, quoted
from pytest_hydra.transcript.call_roles import Tools, as_line, says_running, values_of
from pytest_hydra.transcript.tool_names import tool_names
from pytest_hydra.transcript.turn import Call, spoken_text

# Parameters of other tools that may be commands or programs, and those that may be paths.
_LINES = ("command", "cmd", "commands", "script", "code", "keystrokes", "keys", "chars", "stdin")
_PATHS = lazy_regex(
    r"(?i)(?!.*(?:exclude|ignore)).*(?:path|file|uri|dir|folder|include|glob|target|source)"
)
# Tools that may hand a text to a shell, and tools that write, list or look for files they name.
_SHELLS = lazy_regex(r"(?i)term|tmux|tty|shell|bash|console|stdin|keys|exec")
_NO_READERS = lazy_regex(r"(?i)(?:write|create|delete|remove|list|ls\b|glob|make|todo)")
# Keys that are typed, but for line ends, may stand for anything.
_KEY = lazy_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\{\w+\}|(?<!\S)(?:Up|Down|BSpace|C-[a-z])\b")
_LINE_END = lazy_regex(r"[\r\n]|\{enter\}|(?<!\S)(?:Enter|Return)(?!\S)")
# Tools that search in the contents of files, and their parameters that name only some of these.
_SEARCHERS = lazy_regex(r"(?i)grep|^rg$|search_files?(?:_|$)")
_KINDS_OF_FILES = lazy_regex(r"(?i)glob|include|type|ext")
_ANY_FILE = "-"  # in a folder
_TOKEN = lazy_regex(r"[\w.+-]+")
# A path in a text, where a command may begin, and what ends one that is quoted.
_PATH = lazy_regex(r"[\w.+~/*-]{1,200}")
_BEGINNING = lazy_regex(r"(?<![\w./~-])[\w./~-]")
_QUOTED = lazy_regex(r"[`\"'<]")
_MOST_NAMED = 3
_LONGEST_LINE = 1000
_SHORTEST = 0.1  # seconds


@dataclass(frozen=True, slots=True)
class RegexDemand:
    """The long form of a command: a regular expression for the whole line."""

    regex: Text


class CommandDemand(NamedTuple):
    """A command as it is written, and what a line is compared with."""

    source: Any
    test: CommandPattern | Matcher

    @property
    def program(self) -> str | None:
        """The program that it names; None for a regular expression."""
        return None if isinstance(self.test, Matcher) else self.test.program

    def fits(self, line: Line) -> bool | None:
        """Whether a command line with these words is such a command; None if that is not known."""
        if isinstance(self.test, Matcher):
            return self.test.test(" ".join(line))
        return begins(self.test, [Word(text) for text in line]) if line else False


def tools_of(evidence: Evidence) -> Tools:
    """What the agent's tools of unusual names do: for each role, a parameter by the tool's name."""
    workspace = evidence.record("workspace")
    return {} if workspace is None else workspace["calls"]


def _compile_commands(value: Any, context: CompileContext) -> CompiledExpectation:
    entries = each_of(value, context.at, "name a command")
    demands = tuple([_demand(entry, at, context) for entry, at in entries])
    parts = [Part(f"command {quoted(demand.source)}") for demand in demands]
    return CompiledExpectation(demands, tuple(parts))


def _demand(value: Any, at: Any, context: CompileContext) -> CommandDemand:
    if isinstance(value, Mapping):
        keys_of(value, ("regex",), at)
        return CommandDemand(value, compile_matcher(value, at, context.operators))
    return CommandDemand(value, pattern_of(as_text(value, at, "a command, or {regex: …}")))


# --- what was observed ----------------------------------------------------------------------------


class _Seen(NamedTuple):
    """The observed runs of the judged turns. ``doubt``: why what is not here may have run."""

    runs: tuple[ObservedRuns, ...]
    is_whole: bool

    def found(self, demand: CommandDemand, fate: str = "ran") -> list[tuple[Line, ObservedRun]]:
        """The runs that are such a command, with the words that are."""
        return [
            (line, run)
            for part in self.runs
            for run in part.found(demand.fits, fate)
            for line in [next(line for line in run.lines if demand.fits(line))]
        ]

    def doubt(self, demand: CommandDemand) -> str | None:
        """Why such a command may have run that is not seen; None: it was not run."""
        if not self.is_whole:
            return ""
        return next(filter(None, [part.doubt(demand.program) for part in self.runs]), None)


def _observed_turns(evidence: Evidence, key: str) -> tuple[list[Any], bool]:
    """What was observed in the judged turns, and whether something was in each."""
    workspace, number = evidence.record("workspace"), evidence.subject.turn
    turns: Sequence[Mapping[str, Any]] = () if workspace is None else workspace["turns"]
    turns = turns if number is None else turns[number - 1 : number]
    found = [turn.get(key) for turn in turns]
    return [entry for entry in found if entry is not None], bool(found) and None not in found


def _seen(evidence: Evidence) -> _Seen:
    found, is_whole = _observed_turns(evidence, "ran")
    return _Seen(tuple(map(ObservedRuns.from_plain, found)), is_whole)


def _run_text(line: Line, run: ObservedRun) -> str:
    """A command that ran, in one line: git push (0.2 s, exit 128)."""
    text = quoted(" ".join(line), 120)[1:-1]
    if run.seconds is None:
        return text
    seconds = f"{run.seconds:.1f}" if run.seconds >= _SHORTEST else f"less than {_SHORTEST}"
    return f"{text} ({seconds} s, exit {run.exit})"


# --- what calls say -------------------------------------------------------------------------------


def _lines(call: Call, tools: Tools) -> Iterator[tuple[str, bool]]:
    """The shell lines of a call, and whether it is sure that it runs them."""
    texts = [*values_of(call.function, call.params, "shell", tools)]
    yield from [(text, True) for text in texts]
    may_hand_on = not texts and _SHELLS.search(call.function)
    for name, value in () if texts else call.params.items():
        if name in _LINES or may_hand_on:
            items = value if isinstance(value, list) else []
            typed = [item for item in items if isinstance(item, str)]
            joined = ["".join(typed), " ".join(typed)] if typed else []
            for text in (*as_line(value), *joined):
                yield _KEY.sub("`", _LINE_END.sub("\n", text)), False


class _Reported(NamedTuple):
    """Lines of calls: that run a command, that may run it, and all; a made call succeeded."""

    found: list[tuple[str, Call]]
    unclear: list[tuple[str, Call]]
    lines: list[str]


def _reported(demand: CommandDemand, evidence: Evidence, *, for_sure: bool) -> _Reported:
    """What the calls say of a command. ``for_sure``: that it has ended as its line did."""
    tools, reported = tools_of(evidence), _Reported([], [], [])
    for call in evidence.tries:
        for text, is_run in _lines(call, tools):
            runs = _line_runs(demand, text, call, for_sure)
            if is_run:
                reported.lines.append(text)
            if runs and is_run:
                reported.found.append((text, call))
            elif runs is not False:
                reported.unclear.append((text, call))
    return reported


def _line_runs(demand: CommandDemand, text: str, call: Call, for_sure: bool) -> bool | None:
    """Whether a line runs such a command; None if that is not known."""
    if isinstance(demand.test, Matcher):
        return demand.test.test(text)
    line = read_plain(text)
    if any(map(_runs_a_file, line.commands)):
        line = replace(line, plain=False)
    fits = [(begins(demand.test, command.words), command) for command in line.commands]
    sure = [
        command
        for fit, command in fits
        if fit
        if (command.succeeded if for_sure else command.always or (command.sure and call.was_made))
    ]
    if sure:
        return True
    is_known = line.plain and not [fit for fit, _ in fits if fit is not False]
    return False if is_known and not _mentions(demand.test, text) else None


def _runs_a_file(command: PlainCommand) -> bool:
    """Whether it runs lines that stand in a file: a script of the project, or a Makefile."""
    first, *rest = [word.text for word in command.words]
    given = [text for text in rest if not is_option(text)]
    if command.program in WORDS["shells"]:
        return bool(given) and not command.opened
    if command.program in WORDS["sources"]:
        return basename("".join(given[:1])) != "activate"  # of a virtual environment
    folders = dirname(first).split("/")
    is_own = "/" in first and not isabs(first) and folders[-1] not in {"bin", ".bin"}
    starts = {command.program, "-".join((command.program, *given[:1]))}
    return is_own or first.endswith(".sh") or not starts.isdisjoint(WORDS["starters"])


def _mentions(pattern: CommandPattern, text: str) -> bool:
    """Whether a line has the words of a pattern, wherever they are, so that it may run them."""
    tokens = _TOKEN.findall(text)
    words = [pattern.program, *pattern.words[1:]]
    is_alias = "alias" in text and any(fits_word(pattern.program, token) for token in tokens)
    return is_alias or all(any(fits_word(word, token) for token in tokens) for word in words)


def _may_have_been_run(text: str, doubt: str | None = None) -> PartResult:
    reason = f" ({doubt})" if doubt else ""
    return PartResult(None, f"it may have been run: {quoted(text)}{reason}", brief(text))


# --- expectedCommands, forbiddenCommands ----------------------------------------------------------


def _decide_expected(demands: Sequence[CommandDemand], evidence: Evidence) -> list[PartResult]:
    seen = _seen(evidence)
    return [_expected(demand, seen, evidence) for demand in demands]


def _expected(demand: CommandDemand, seen: _Seen, evidence: Evidence) -> PartResult:
    ran = seen.found(demand)
    for line, run in ran:
        if run.exit == 0:
            return verdict(True, f"ran: {_run_text(line, run)}", " ".join(line))
    if ran:
        line, run = ran[-1]
        if any(entry.exit is None for _, entry in ran):
            return PartResult(None, f"how it ended is not known: {_run_text(line, run)}")
        return verdict(False, f"did not succeed: {_run_text(line, run)}", " ".join(line))
    doubt = seen.doubt(demand)
    if doubt is None:
        if seen.found(demand, "tried"):
            return verdict(False, "was tried, but did not start")
        return verdict(False, f"was not run, but {_what_ran(seen)}")
    return unless_unknown([_expected_of_calls(demand, evidence, doubt)], evidence, 100)[0]


def _what_ran(seen: _Seen) -> str:
    runs = [run for part in seen.runs for run in part.runs if run.fate == "ran" and run.lines]
    if not runs:
        return "no program"
    texts = [quoted(" ".join(run.lines[0]), 60) for run in runs[:_MOST_NAMED]]
    more = counted(len(runs) - len(texts), "other") if len(runs) > len(texts) else ""
    return ", ".join(filter(None, [*texts, more]))


def _expected_of_calls(demand: CommandDemand, evidence: Evidence, doubt: str) -> PartResult:
    reported = _reported(demand, evidence, for_sure=True)
    made = [(text, call) for text, call in reported.found if call.was_made]
    if any(not says_running(call.result) for _, call in made):
        return verdict(True, "was run")
    if made:
        return PartResult(None, f"it had not ended: {quoted(made[0][0])}", brief(made[0][0]))
    if reported.found:
        text, call = reported.found[-1]
        reason = quoted(call.error or "requested")
        return verdict(False, f"did not succeed: {reason}", brief(text))
    unclear = [text for text, call in reported.unclear if call.was_made]
    started = {text for text, _ in _reported(demand, evidence, for_sure=False).found}
    if open_ones := [text for text in unclear if text in started]:
        return PartResult(
            None, f"how it ended is not known: {quoted(open_ones[0])}", brief(open_ones[0])
        )
    if unclear or doubt:
        return _may_have_been_run(unclear[0] if unclear else "", doubt)
    if named := _named_in_text(demand, evidence):
        return PartResult(None, f"no call is reported, and the text may run {quoted(named, 60)}")
    ran = names(reported.lines, most=_MOST_NAMED) or "no command"
    return verdict(False, f"was not run, but {ran}")


def _decide_forbidden(demands: Sequence[CommandDemand], evidence: Evidence) -> list[PartResult]:
    seen = _seen(evidence)
    return [_forbidden(demand, seen, evidence) for demand in demands]


def _forbidden(demand: CommandDemand, seen: _Seen, evidence: Evidence) -> PartResult:
    if ran := seen.found(demand):
        line, run = ran[0]
        return verdict(False, f"ran: {_run_text(line, run)}", " ".join(line))
    if tried := seen.found(demand, "tried"):
        text = quoted(" ".join(tried[0][0]))
        return PartResult(None, f"it was tried, and did not start as far as is known: {text}")
    doubt = seen.doubt(demand)
    if doubt is None:
        return verdict(True, "was not run")
    reported = _reported(demand, evidence, for_sure=False)
    if reported.found:
        text, _ = reported.found[0]
        return verdict(False, f"was run: {quoted(text)}", brief(text))
    if reported.unclear:
        return _may_have_been_run(reported.unclear[0][0], doubt)
    if named := _named_in_text(demand, evidence):
        return PartResult(None, f"no call is reported, and the text may run {quoted(named, 60)}")
    result = verdict(True, "was not run") if not doubt else PartResult(None, f"not known: {doubt}")
    return unless_unknown([result], evidence, 0)[0]


# Some agents write what they do into their texts, each in a form of its own. So if no call of the
# conversation is reported, a text that names a command or a path leaves open whether it was one.


def _unreported(evidence: Evidence) -> list[str]:
    """The lines of the texts, if no call is reported."""
    turns = evidence.subject.conversation.turns
    if any(turn.arrived if turn.reply is None else turn.reply.calls for turn in turns):
        return []
    return spoken_text(*evidence.replies).replace("\\\n", " ").splitlines()


def _named_in_text(demand: CommandDemand, evidence: Evidence) -> str:
    """The line of a text that names such a command, if no call is reported."""
    return next((line for line in _unreported(evidence) if _names(demand.test, line)), "")


def _names(test: CommandPattern | Matcher, line: str) -> bool:
    if not isinstance(test, Matcher):
        return _mentions(test, line)
    if len(line) > _LONGEST_LINE:
        return True  # it is not searched
    text = " ".join(line.split())
    rest = [text[match.start() :] for match in _BEGINNING.finditer(text)]
    return any(test.test(each) or test.test(_QUOTED.split(each, 1)[0]) for each in rest)


# --- forbiddenReads -------------------------------------------------------------------------------


def _compile_reads(value: Any, context: CompileContext) -> CompiledExpectation:
    patterns = as_texts(value, context.at, "a pattern or a list of them")
    return CompiledExpectation(patterns, (Part("", brief(value)),))


def _decide_reads(patterns: Sequence[str], evidence: Evidence) -> list[PartResult]:
    found, is_whole = _observed_turns(evidence, "read")
    read = [path for turn in found for path in turn["files"] if matches(path, patterns)]
    if read:
        paths = [*dict.fromkeys(read)]
        return [verdict(False, f"read {names(paths, most=_MOST_NAMED)}", brief(paths))]
    for turn in found:
        by_git = [path for path in turn["by_git"] if matches(path, patterns)]
        if by_git:
            message = f"git read what is in {names(by_git, most=_MOST_NAMED)}"
            return [PartResult(None, message, brief(by_git))]
    is_known = is_whole and all(turn["fault"] is None for turn in found)
    # In a sandbox the home is one of its own.
    others = ("~", "../") if any(not turn.get("home") for turn in found) else ("../",)
    outside = [pattern for pattern in patterns if pattern.startswith(others)]
    left = outside if is_known else patterns
    return [_reads_of_calls(left, evidence)] if left else [verdict(True, "read no such file")]


def _reads_of_calls(patterns: Sequence[str], evidence: Evidence) -> PartResult:
    """What the calls say of such reads."""
    workspace = evidence.record("workspace")
    top = None if workspace is None else workspace["place"]
    # A pattern of the home folder fits its path, whatever the name of the user.
    fits = partial(_fits, top=top, rules=[re.sub(r"^~/", "**/", pattern) for pattern in patterns])
    bad: list[str] = []
    unclear: list[str] = []
    tools = tools_of(evidence)
    for call in evidence.tries:
        paths = [*values_of(call.function, call.params, "read", tools)]
        lines = [*_lines(call, tools)]
        bad += [path for path in paths if fits(path)]
        unclear += [path for path in paths if fits(join(path, _ANY_FILE))]
        unclear += [path for path in _searched(call) if _is_above(path, top, patterns)]
        if True not in [is_run for _, is_run in lines]:
            rules = fits.keywords["rules"]
            unclear += [path for path in _named_paths(call) if _may_read(path, top, rules)]
        for text, is_run in lines:
            line = read_plain(text)
            fates = [_reads(command, fits, call) for command in line.commands]
            if True in fates and is_run:
                bad.append(text)
            elif not line.plain or set(fates) != {False}:
                unclear.append(text)
    if bad:
        return verdict(False, f"read {names(bad, most=_MOST_NAMED)}", brief(bad))
    result = verdict(True, "read no such file")
    for said in _unreported(evidence):
        if any(fits(path.rstrip(".")) for path in {*_PATH.findall(said)}):
            unclear.append(said)
    if unclear:
        message = f"it may have read such a file: {quoted(unclear[0])}"
        result = PartResult(None, message, brief(unclear))
    return unless_unknown([result], evidence, 0)[0]


def _named_paths(call: Call) -> Iterator[str]:
    """The paths that a call of a tool which may read them names."""
    if any(map(_NO_READERS.match, tool_names(call.function))):
        return
    for name, value in call.params.items():
        for path in value if isinstance(value, list) else [value]:
            if isinstance(path, str) and _PATHS.match(name):
                yield path.removeprefix("file://")


def _searched(call: Call) -> list[str]:
    """The folder in which a call searches all files, if it says no more of them."""
    is_search = any(map(_SEARCHERS.search, tool_names(call.function)))
    others = [name for name in call.params if _KINDS_OF_FILES.search(name)]
    folders = [*filter(None, _named_paths(call))]
    return (folders or ["."]) if is_search and not others else []


def _is_above(path: str, top: str | None, patterns: Sequence[str]) -> bool:
    """Whether a folder, as an agent wrote it, has files that the patterns name by a path of it."""
    path = normpath(path)
    if path in {top, "."}:
        return True
    path = path.removeprefix(f"{top}/") if top else path
    return any(pattern.lstrip("/").startswith(f"{path}/") for pattern in patterns)


def _may_read(path: str, top: str | None, rules: Sequence[str]) -> bool:
    """Whether a tool that gets this path, folder or pattern may read a file that the rules name."""
    own = [path, join(path, _ANY_FILE)]
    named = [name for rule in rules for name in (rule, join(rule, _ANY_FILE))]
    has_glob = any(sign in path for sign in "*?[")
    is_pattern = has_glob and any(matches(name.lstrip("/"), [path]) for name in named)
    return is_pattern or any(_fits(text, top, rules) for text in own)


def _reads(command: PlainCommand, fits: Any, call: Call) -> bool | None:
    """Whether a plain command reads a file that the rules name; None if that is not known."""
    folder = command.folder
    if command.opened or command.program == "cd":
        return False
    is_reader = command.program in WORDS["readers"]
    given = [word.text for word in command.words[1:] if not is_option(word.text)]
    paths = [word.text for word in command.reads] + (given if is_reader else [])
    is_run = command.always or (command.sure and call.was_made)
    if folder is not None and any(fits(path, folder=folder) for path in paths):
        return True if is_run else None
    # A program may read all of a folder, also without a word for it.
    return False if is_reader and folder is not None and given else None


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


def watched_in(nodes: Sequence[Node]) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """Whether commands are to be observed, the programs named, and the patterns of files read."""
    values = [*values_in(nodes, "expectedCommands"), *values_in(nodes, "forbiddenCommands")]
    demands: list[CommandDemand] = [demand for value in values for demand in value]
    programs = dict.fromkeys([d.program for d in demands if d.program is not None])
    patterns = dict.fromkeys(
        [text for value in values_in(nodes, "forbiddenReads") for text in value]
    )
    return bool(demands), tuple(programs), tuple(patterns)


_COMMANDS = Text | RegexDemand | list[Text | RegexDemand]
_TABLE = KindTable(__file__)
SHELL_KINDS = (
    _TABLE.kind(
        "expectedCommands",
        _COMMANDS,
        _compile_commands,
        _decide_expected,
        final=100,
        order="sources",
    ),
    _TABLE.kind(
        "forbiddenCommands",
        _COMMANDS,
        _compile_commands,
        _decide_forbidden,
        critical=True,
        final=0,
        order="sources",
    ),
    _TABLE.kind(
        "forbiddenReads",
        Texts,
        _compile_reads,
        _decide_reads,
        critical=True,
        final=0,
        order="more",
    ),
)
