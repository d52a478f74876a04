"""Expectations of the skills that an agent activated, by its calls."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.workspaces.command_words import WORDS
from pytest_hydra.plugins.workspaces.plain_lines import read_plain
from pytest_hydra.plugins.workspaces.shell_commands import tools_of
from pytest_hydra.scenarios.expect.model import (
    CompileContext,
    CompiledExpectation,
    Evidence,
    KindTable,
    Part,
    PartResult,
    Texts,
    as_texts,
    once_if_any,
    unless_unknown,
    verdict,
)
from pytest_hydra.scenarios.expect.rules import brief, names, quoted
from pytest_hydra.transcript.call_roles import Tools, values_of
from pytest_hydra.transcript.turn import Call

# The file of a skill: an agent without a tool for skills activates one by reading it.
_FILE = lazy_regex(r"(?:^|/)([^/]+)/SKILL\.md$")
_NOT_KNOWN = "a command may read the file of any skill"


def has_fired(skill: str, most: int, tools: Tools, calls: Sequence[Call]) -> bool:
    """Whether an agent has activated the skill, as far as known, or has made as many calls."""
    if len(calls) >= most:
        return True
    uses = [call for call in calls if skill in _activated_by(call, tools)]
    # Once it is known whether it failed.
    return any(call.result is not None or call.error is not None for call in uses)


def _activated_by(call: Call, tools: Tools) -> Iterator[str | None]:
    """The names of the skills that a call activates; None for one that is not known."""
    for name in values_of(call.function, call.params, "skill", tools):
        # A plugin's skill has the name of the plugin before its own.
        yield name.rpartition(":")[2]
    for path in values_of(call.function, call.params, "read", tools):
        if found := _FILE.search(path):
            yield found[1]
    for text in values_of(call.function, call.params, "shell", tools):
        if "SKILL.md" in text:
            yield from _read_by(text)


def _read_by(text: str) -> Iterator[str | None]:
    """The names of the skills whose files a shell line reads, as `_activated_by`."""
    line = read_plain(text)
    if not line.plain:
        yield None
    for command in line.commands:
        is_reader = command.program in WORDS["readers"]
        for word in () if command.opened else (*command.words[1:], *command.reads):
            if posixpath.basename(word.text) != "SKILL.md":
                continue
            found = _FILE.search(posixpath.join(command.folder or "", word.text))
            is_read = word.clear and (is_reader or word in command.reads)
            yield found[1] if found and is_read and (command.always or command.sure) else None


def _activated(evidence: Evidence) -> list[tuple[str | None, Call]]:
    tools = tools_of(evidence)
    return [(name, call) for call in evidence.tries for name in _activated_by(call, tools)]


def _compile(value: Any, context: CompileContext) -> CompiledExpectation:
    skills = () if value is None else as_texts(value, context.at, "a skill or a list of them")
    return CompiledExpectation(skills, (Part("", brief(value)),))


def _compile_forbidden(value: Any, context: CompileContext) -> CompiledExpectation:
    skills = as_texts(value, context.at, "a skill or a list of them")
    return CompiledExpectation(skills, (Part("", brief(value)),))


def _decide_expected(skills: Sequence[str], evidence: Evidence) -> list[PartResult]:
    if not skills:
        return _decide_forbidden((), evidence)
    found = _activated(evidence)
    used = [name for name, call in found if name is not None and call.was_made]
    wanted = [name for name in used if name in skills]
    if wanted:
        return [verdict(True, f"activated {wanted[0]}", wanted[0])]
    if any(name is None for name, _ in found):
        return [PartResult(None, _NOT_KNOWN)]
    failed = [call.error for name, call in found if name in skills and call.error]
    if failed:
        return [verdict(False, f"it failed: {quoted(failed[0])}")]
    workspace = evidence.record("workspace")
    if workspace is not None and not any(
        path.endswith(f"/{name}/SKILL.md") for path in workspace["files"] for name in skills
    ):
        wanted_names = one_line(names(list(skills)), 200)
        return [PartResult(None, f"the agent does not have the skill {wanted_names}: `skills`")]
    message = f"activated {names(used)}" if used else "activated no skill"
    return unless_unknown([verdict(False, message, brief(used))], evidence, 100)


def _decide_forbidden(skills: Sequence[str], evidence: Evidence) -> list[PartResult]:
    """Whether none of these skills was activated; with none given, no skill at all."""
    found = [name for name, _ in _activated(evidence)]
    bad = [name for name in found if name is not None and (not skills or name in skills)]
    if bad:
        results = [verdict(False, f"activated {names(list(dict.fromkeys(bad)))}", brief(bad))]
    elif None in found:
        results = [PartResult(None, _NOT_KNOWN)]
    else:
        results = [verdict(True, "was not activated" if skills else "activated no skill")]
    return unless_unknown(results, evidence, 0)


_TABLE = KindTable(__file__)
SKILL_KINDS = (
    _TABLE.kind(
        "expectedSkill",
        Texts | None,
        _compile,
        _decide_expected,
        final=once_if_any,
        order="alternatives",
    ),
    _TABLE.kind(
        "forbiddenSkills", Texts, _compile_forbidden, _decide_forbidden, final=0, order="more"
    ),
)
