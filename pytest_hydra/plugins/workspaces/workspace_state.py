"""Expectations of the files, the repository and the tests in a workspace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from pytest_hydra.core.path_patterns import matches, pattern_of
from pytest_hydra.core.plain import json_digest, read_json
from pytest_hydra.core.text import NotFoundError, find, format_pointer, one_line
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.plugins.workspaces.hidden_files import hidden_files
from pytest_hydra.scenarios.expect.calls import as_bool
from pytest_hydra.scenarios.expect.matchers import Matcher, compile_matcher, of_files
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
    as_number,
    as_text,
    as_texts,
    each_of,
    values_in,
    verdict,
)
from pytest_hydra.scenarios.expect.places import Place, places_in
from pytest_hydra.scenarios.expect.rules import UndecidedError, brief, keys_of, names, quoted

FileState = Literal["created", "changed", "deleted", "unchanged", "exists", "absent"]
_STATES = get_args(FileState)
# States that must hold for every file that fits a pattern; the others for at least one.
_FOR_ALL = ("unchanged", "absent")
_PASSES_SECONDS = 600.0
_RUN_AGAIN = "the recording has no run of this command with these files: run again"
_Files = Mapping[str, Sequence[str]]


class WorkspaceRecord(NamedTuple):
    """What was in the workspace of a conversation, as recorded.

    ``files`` are those at the start, each ``[mode, blob id]`` by its path, and ``start`` is the id
    of their tree. Each of ``turns`` has its changes under ``files``, None for a deleted file, and
    the state of the repository under ``git``. ``contents`` are the texts of changed and of named
    files by blob id, without those that are long or not UTF-8. ``lines`` are the numbers of lines
    added and removed, by path, and ``patch`` is the whole change. ``runs`` are the commands of
    `passes`, by a digest of all that they depend on. ``place`` is the path at which the bot saw it.
    ``calls`` says what its tools of unusual names do, and ``roles`` the parameters of those that it
    called, by their roles, for the page. ``unknown`` is why the files are not known.
    """

    start: str
    files: Mapping[str, Any]
    turns: Sequence[Mapping[str, Any]] = ()
    contents: Mapping[str, str] = MappingProxyType({})
    lines: Mapping[str, Any] = MappingProxyType({})
    patch: str = ""
    runs: Mapping[str, Any] = MappingProxyType({})
    place: str = ""
    calls: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    roles: Mapping[str, Mapping[str, Sequence[str]]] = MappingProxyType({})
    unknown: str | None = None


def _record(evidence: Evidence) -> WorkspaceRecord:
    found = evidence.record("workspace")
    if found is None:
        raise UndecidedError("there is no workspace: give the scenario one under `workspace`")
    record = WorkspaceRecord(**found)
    if record.unknown is not None:
        raise UndecidedError(f"the files are not known: {record.unknown}")
    return record


def _files_after(record: WorkspaceRecord, turns: int | None) -> dict[str, Sequence[str]]:
    files: dict[str, Sequence[str] | None] = dict(record.files)
    for turn in record.turns[:turns]:
        files |= turn["files"]
    return {path: entry for path, entry in files.items() if entry is not None}


# --- files --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDemand:
    """The long form of an entry of `files`."""

    is_: FileState | None = None
    text: Any = None
    data: Any = None


class _WorkspaceFile(NamedTuple):
    path: str
    is_pattern: bool
    state: str
    text: Matcher | None
    data: tuple[Place, ...]
    value: Any

    @property
    def source(self) -> list[Any]:
        return [self.path, self.value]

    @property
    def patterns(self) -> tuple[str, ...]:
        return (self.path if self.is_pattern else pattern_of(self.path),)


def _compile_files(value: Any, context: CompileContext) -> CompiledExpectation:
    if not isinstance(value, Mapping) or not value:
        message = f"should be a mapping of paths to {', '.join(_STATES)}, not {quoted(value)}"
        raise BadValueError(message, context.at)
    files = tuple([_file(path, entry, context) for path, entry in value.items()])
    parts = [Part(f"file {file.path}", brief(file.value)) for file in files]
    return CompiledExpectation(files, tuple(parts))


def _file(path: Any, value: Any, context: CompileContext) -> _WorkspaceFile:
    at = (*context.at, path)
    path = as_text(path, at, "a path").removeprefix("./")
    entries = {"is": ("is", value)} if isinstance(value, str) else {}
    if not entries:
        if not isinstance(value, Mapping) or not value:
            raise BadValueError(f"should be a state or {{is, text, data}}, not {quoted(value)}", at)
        entries = keys_of(value, ("is", "text", "data"), at)
    state = entries.get("is", ("", "exists"))[1]
    if state not in _STATES:
        hint = did_you_mean(state, _STATES) if isinstance(state, str) else ""
        message = f"{quoted(state)} is no state of a file{hint or ';'} valid: {', '.join(_STATES)}"
        raise BadValueError(message, at)
    text: Matcher | None = None
    places: tuple[Place, ...] = ()
    if "text" in entries:
        operators = of_files(context.operators)
        text = compile_matcher(entries["text"][1], (*at, "text"), operators)
    if "data" in entries:
        data = entries["data"][1]
        if not isinstance(data, Mapping) or not data:
            raise BadValueError(f"should be a mapping, not {quoted(data)}", (*at, "data"))
        places = tuple(places_in(data, (*at, "data"), (), context.operators))
    if state in ("deleted", "absent") and (text or places):
        raise BadValueError(f"a file that is {state} has no content", at)
    is_pattern = any(sign in path for sign in "*?[") or path.endswith("/")
    return _WorkspaceFile(path, is_pattern, state, text, places, value)


def _decide_files(files: Sequence[_WorkspaceFile], evidence: Evidence) -> list[PartResult]:
    record = _record(evidence)
    after = _files_after(record, evidence.subject.turn)
    return [_decide_file(file, record, after) for file in files]


def _decide_file(file: _WorkspaceFile, record: WorkspaceRecord, after: _Files) -> PartResult:
    paths = [file.path]
    if file.is_pattern:
        known = dict.fromkeys([*record.files, *after])
        paths = [path for path in known if matches(path, file.patterns)]
    if not paths:
        return verdict(file.state == "absent", f"no file fits {file.path}")
    results = [_one_file(file, path, record, after) for path in paths]
    if file.state in _FOR_ALL:
        return min(results, key=lambda result: -1 if result.score is None else result.score)
    return max(results, key=lambda result: 50 if result.score is None else result.score)


def _one_file(
    file: _WorkspaceFile, path: str, record: WorkspaceRecord, after: _Files
) -> PartResult:
    state = _state(record.files.get(path), after.get(path))
    is_there = state not in ("deleted", "absent")
    holds = {"exists": is_there, "absent": not is_there}.get(file.state, state == file.state)
    if not holds:
        found = "there is no such file" if state == "absent" else f"{path} was {state}"
        return verdict(False, f"{found}, expected {file.state}", state)
    if file.text is None and not file.data:
        return verdict(True, f"{path} is {file.state}", state)
    text = record.contents.get(after[path][1])
    if text is None:
        return PartResult(None, f"{path} is not recorded, or no text of at most 1 MB: run again")
    if file.text is not None and not file.text.test(text):
        expected = quoted(file.text.source)
        return verdict(False, f"the text of {path} is not {expected}", brief(text))
    return _fits_data(file, path, text) if file.data else verdict(True, f"{path} fits")


def _fits_data(file: _WorkspaceFile, path: str, text: str) -> PartResult:
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        return verdict(False, f"{path} is not JSON: {one_line(str(error), 100)}", brief(text))
    for at, matcher in file.data:
        pointer = format_pointer(at)
        try:
            actual = find(data, at)
        except NotFoundError:
            if not matcher.optional:
                return verdict(False, f"{path}: there is nothing at {pointer}")
            continue
        if not matcher.test(actual):
            message = f"{path}: {pointer} is {quoted(actual)}, expected {quoted(matcher.source)}"
            return verdict(False, message, brief(actual))
    return verdict(True, f"{path} fits")


def _state(before: Sequence[str] | None, after: Sequence[str] | None) -> str:
    if before is None or after is None:
        states = {(True, True): "absent", (True, False): "created", (False, True): "deleted"}
        return states[before is None, after is None]
    return "unchanged" if [*before] == [*after] else "changed"


def named_patterns(nodes: Iterable[Node]) -> Iterator[str]:
    """Patterns of the files whose text an expectation needs."""
    for files in values_in(nodes, "files"):
        for file in files:
            if file.text is not None or file.data:
                yield from file.patterns


# --- onlyChangedFiles -----------------------------------------------------------------------------


def _compile_only(value: Any, context: CompileContext) -> CompiledExpectation:
    patterns = () if value == [] else as_texts(value, context.at, "a pattern or a list of them")
    return CompiledExpectation(patterns, (Part("", brief(value)),))


def _decide_only(patterns: Sequence[str], evidence: Evidence) -> list[PartResult]:
    record, turn = _record(evidence), evidence.subject.turn
    before = _files_after(record, turn - 1) if turn else dict(record.files)
    after = _files_after(record, turn)
    states = {path: _state(before.get(path), after.get(path)) for path in {**before, **after}}
    touched = [path for path, state in states.items() if state != "unchanged"]
    wrong = [path for path in touched if not matches(path, patterns)]
    message = f"changed {names(touched)}" if touched else "changed no file"
    if wrong:
        groups = {state: [path for path in wrong if states[path] == state] for state in _STATES[:3]}
        message = "; ".join(
            [f"also {state} {names(group)}" for state, group in groups.items() if group]
        )
    return [verdict(not wrong, message, brief(touched))]


# --- git ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GitDemand:
    """What the bot committed."""

    commits: Any = None
    messages: Any = None
    branch: Any = None
    clean: bool | None = None


class _GitPart(NamedTuple):
    name: str
    matcher: Matcher

    @property
    def source(self) -> list[Any]:
        return [self.name, self.matcher.source]


def _compile_git(value: Any, context: CompileContext) -> CompiledExpectation:
    at = context.at
    if not isinstance(value, Mapping) or not value:
        message = f"should be {{commits, messages, branch, clean}}, not {quoted(value)}"
        raise BadValueError(message, at)
    entries = keys_of(value, ("commits", "messages", "branch", "clean"), at)
    demands = []
    for name, (spelling, entry) in entries.items():
        if name == "clean":
            as_bool(entry, (*at, spelling))
        matcher = compile_matcher(entry, (*at, spelling), context.operators)
        demands.append(_GitPart(name, matcher))
    parts = [Part(f"git {name}", brief(matcher.source)) for name, matcher in demands]
    return CompiledExpectation(tuple(demands), tuple(parts))


def _decide_git(demands: Sequence[_GitPart], evidence: Evidence) -> list[PartResult]:
    record, turn = _record(evidence), evidence.subject.turn
    if not record.turns:
        raise UndecidedError("the bot was not asked")
    state = record.turns[(turn or len(record.turns)) - 1]["git"]
    if not state:
        raise UndecidedError("the workspace is no repository: it has `git: false`")
    if "problem" in state:
        return [verdict(False, f"the repository cannot be read: {state['problem']}")] * len(demands)
    commits = state["commits"]
    messages = [commit["message"] for commit in commits]
    results = []
    for name, matcher in demands:
        if name == "messages":
            wrong = [text for text in messages if not matcher.test(text)]
            message = f"a commit has the message {quoted(wrong[0])}" if wrong else "all fit"
            message = message if messages else "there is no commit"
            results.append(verdict(bool(messages) and not wrong, message, brief(messages)))
            continue
        actual = len(commits) if name == "commits" else state[name]
        passed = matcher.test(actual)
        expected = "" if passed else f", expected {quoted(matcher.source)}"
        results.append(verdict(passed, f"{quoted(actual)}{expected}", brief(actual)))
    return results


# --- passes ---------------------------------------------------------------------------------------

# What git says in a folder without a repository.
_NO_REPOSITORY = "fatal: not a git repository"


class CommandToPass(NamedTuple):
    """A command that must succeed on the files that the bot left.

    The ``hidden`` files of a ``folder`` are laid over them, and those that match ``restore`` are as
    at the start.
    """

    line: str
    folder: str = ""
    hidden: Mapping[str, bytes] = MappingProxyType({})
    restore: tuple[str, ...] = ()
    network: bool = False
    seconds: float = _PASSES_SECONDS

    @property
    def identity(self) -> tuple[object, ...]:
        """What a scenario file says of it."""
        return (self.line, self.folder, self.restore, self.network)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassesDemand:
    """The long form of a command of `passes`; ``with_`` is a folder beside the scenario file."""

    command: Text
    with_: Text | None = None
    restore: Texts | None = None
    network: bool = False
    timeout_seconds: float = _PASSES_SECONDS


def run_key(command: CommandToPass, turn: int | None) -> str:
    """The key of the run of a command on the files after a turn, or at the end."""
    hidden = {path: hashlib.sha256(data).hexdigest() for path, data in command.hidden.items()}
    return json_digest([command.line, hidden, command.restore, command.network, turn])


def _compile_passes(value: Any, context: CompileContext) -> CompiledExpectation:
    entries = each_of(value, context.at, "name a command")
    commands = tuple([_command(entry, at, context.folder) for entry, at in entries])
    return CompiledExpectation(
        commands, tuple([Part(f"passes {quoted(entry.line)}", entry.line) for entry in commands])
    )


def _command(value: Any, at: Any, beside: PurePath | None) -> CommandToPass:
    if isinstance(value, str):
        return CommandToPass(as_text(value, at, "a command"))
    if not isinstance(value, Mapping):
        raise BadValueError(f"should be a command or {{command, with, …}}, not {quoted(value)}", at)
    valid = ("command", "with", "restore", "network", "timeout_seconds")
    entries = {name: entry for name, (_, entry) in keys_of(value, valid, at).items()}
    line = as_text(entries.get("command"), (*at, "command"), "a command")
    hidden: Mapping[str, bytes] = {}
    folder = ""
    if "with" in entries:
        folder = as_text(entries["with"], (*at, "with"), "a folder")
        try:
            # Where no scenario is held, the files are not needed.
            hidden = {} if beside is None else hidden_files(beside, folder)
        except ValueError as error:
            raise BadValueError(str(error), (*at, "with")) from None
    restore = as_texts(entries["restore"], (*at, "restore")) if "restore" in entries else ()
    network = as_bool(entries.get("network", False), (*at, "network"))
    seconds = as_number(entries.get("timeout_seconds", _PASSES_SECONDS), (*at, "timeout_seconds"))
    return CommandToPass(line, folder, hidden, restore, network, float(seconds))


def _decide_passes(commands: Sequence[CommandToPass], evidence: Evidence) -> list[PartResult]:
    record = _record(evidence)
    runs = [record.runs.get(run_key(command, evidence.subject.turn)) for command in commands]
    return [PartResult(None, _RUN_AGAIN) if run is None else _passed(run) for run in runs]


def _passed(run: Mapping[str, Any]) -> PartResult:
    actual = one_line(run["tail"].strip().rpartition("\n")[2], 200)
    if run["status"] != "done":
        return PartResult(None, one_line(f"it has no result: {run['problem']}", 300), actual)
    if run["exit"] == 0 and run["doubts"]:
        return PartResult(None, f"its results are in doubt: {run['doubts'][0]}", actual)
    if run["exit"] == 0:
        return verdict(True, f"{run['tests']} tests" if run["tests"] else "succeeds", actual)
    if run["failed"]:
        count, word = run["tests"], "fails" if run["failures"] == 1 else "fail"
        message = f"{run['failures']} of {count} tests {word}: {names(run['failed'])}"
    else:
        message = f"it ended with {run['exit']}: {actual}"
        if _NO_REPOSITORY in run["tail"]:
            return PartResult(None, f"{message}; it needs the repository, which it has not", actual)
        if run.get("absent"):
            message += f"; it ran without {names(run['absent'])}"
    return verdict(False, message, actual)


def commands_in(nodes: Iterable[Node]) -> tuple[CommandToPass, ...]:
    """The commands of each ``passes`` in the nodes, at any depth."""
    return tuple(chain.from_iterable(values_in(nodes, "passes")))


_TABLE = KindTable(__file__)
WORKSPACE_KINDS = (
    _TABLE.kind(
        "files", dict[str, FileState | FileDemand], _compile_files, _decide_files, order="sources"
    ),
    _TABLE.kind(
        "onlyChangedFiles",
        Text | list[Text],
        _compile_only,
        _decide_only,
        final=0,
        order="fewer",
    ),
    _TABLE.kind("git", GitDemand, _compile_git, _decide_git, order="sources"),
    _TABLE.kind(
        "passes",
        Text | PassesDemand | list[Text | PassesDemand],
        _compile_passes,
        _decide_passes,
        order="identities",
    ),
)
