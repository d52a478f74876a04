"""``python -m pytest_hydra init``: write a hydra.toml for races in this repository."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.settings import FILE_NAME, load_settings

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pytest_hydra.plugins.engine.unit import CommandRun
    from pytest_hydra.plugins.git.repository import Repository
    from pytest_hydra.plugins.init.project import Suggestion
    from pytest_hydra.settings import Settings

Say = Callable[[str], object]

# Prefixes of branches with an agent's change; after the first one, the agent's name follows.
_AGENTS = ("agents/", "claude/", "codex/", "copilot/", "cursor/")
# Variables with the sources of packages and the trusted certificates.
_OF_PACKAGES = re.compile(
    r"PIP_(CERT|(EXTRA_)?INDEX_URL)|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|(?i:(https?|no)_proxy)"
)
_HEAD = """\
# Written by `python -m pytest_hydra init`; comments name the sources of values.
# `python -m pytest_hydra write reference` has all keys.

[race]
"""
_CANDIDATES = """
# Who made a change, and where it is: a ref, a patch or a worktree, uncommitted changes included.
"""
_ACCEPTANCE = """
# Tests of the task, which no candidate has seen. Without them the base's tests alone decide.
# [race.acceptance]
# tests = "../acceptance"
"""
_EXAMPLE = """\
# [[race.candidates]]
# agent = "codex"
# ref = "agents/codex"
"""
_JUDGED_BY = """\
# The scripts that the commands run are the base's, other files in their folders only if named here.
"""
_UNKNOWN_TESTS = "no file is known to be a test: name the test files in [scoring.tests] files"
_COMMANDS = """
# Shell lines, run at the top of the repository: build, test, lint.
[scoring.commands]
"""


def act(options: Any, root: Path, say: Say) -> int:
    """Write a hydra.toml, and try the commands on the base."""
    from pytest_hydra.plugins.git.commits import head_has_commits_beyond
    from pytest_hydra.record.files import write_whole

    top = _top(Path.cwd())
    if (there := root / FILE_NAME).exists() and there.is_relative_to(top):
        raise HydraError(
            f"{there} already exists, and was not changed: add [race] and its candidates to it "
            "(`python -m pytest_hydra write reference` has the keys), or move it away"
        )
    found = _find(top)
    tables = _candidates(found.repository, found.base, found.commit)
    write_whole(top / FILE_NAME, _text(found, tables).encode())
    say(f"written: {os.path.relpath(top / FILE_NAME)}\n")
    say("".join(f"note: {note}\n" for note in found.notes))
    is_good = options.no_try or _try(top, say)
    # If HEAD has commits that the base lacks, the rules are read at the base.
    is_ahead = head_has_commits_beyond(found.repository, found.commit)
    command = f"pytest --hydra {FILE_NAME}{f' --hydra-config {FILE_NAME}' * is_ahead}"
    has_candidates = any(table[0] != "#" for table in tables)
    command += "" if has_candidates else " --hydra-candidate me=BRANCH"
    see = "check" if is_good else "fix what failed, on this machine or in"
    say(f"next: {see} {FILE_NAME}, then: {command}\n")
    return int(not is_good)


class _Found(NamedTuple):
    """What was found in a repository: its base, and how it is set up and tested."""

    repository: Repository
    base: str
    commit: str
    suggestions: Mapping[str, Suggestion]
    notes: list[str]
    folders: list[str]


def _top(start: Path) -> Path:
    """The folder of the repository around a folder; without one that folder."""
    return next((entry for entry in (start, *start.parents) if (entry / ".git").exists()), start)


def _find(top: Path) -> _Found:
    from pytest_hydra.plugins.git.commits import repository_at
    from pytest_hydra.plugins.git.trees import files_of, read_file
    from pytest_hydra.plugins.init.project import project_of, script_folders
    from pytest_hydra.plugins.race.change import pin_base

    repository = repository_at(top)
    name = _base(repository)
    base = pin_base(repository, name)

    def read(path: str) -> str:
        return (read_file(repository, str(base.tree), path) or b"").decode("utf-8", "replace")

    files = files_of(repository, str(base.tree))
    suggestions, notes = project_of(files, read, _packages(top))
    commands = [entry.value for step, entry in suggestions.items() if step in ("test", "lint")]
    folders = script_folders(commands, files, lambda path: read(path).encode())
    return _Found(repository, name, str(base.commit), suggestions, notes, folders)


def with_found_commands(settings: Settings) -> Settings:
    """The settings; if they say nothing of what to run, with what `init` would write.

    Raises HydraError.
    """
    if not _is_default(settings.table("scoring")):
        return settings
    top = _top(settings.root)
    with tempfile.TemporaryDirectory(prefix="hydra-") as name:
        path = Path(name, FILE_NAME)
        path.write_text(_text(_find(top), []), "utf-8")
        found = load_settings(path, FILE_NAME).tables
    tables = {
        name: found[name]
        for name in ("race", "scoring", "sandbox")
        if name in found and _is_default(settings.table(name))
    }
    root = settings.root if settings.file else top
    return replace(settings, root=root, tables={**settings.tables, **tables})


def _is_default(table: BaseModel) -> bool:
    return table == type(table)()


def _base(repository: Repository) -> str:
    """The base branch of candidates."""
    ask = partial(repository.run, as_user=True, accept=(0, 1, 128))
    names = [
        ask("for-each-ref", "--format=%(symref:lstrip=3)", "refs/remotes/origin/HEAD"),
        *(b"main", b"master"),
        ask("symbolic-ref", "--quiet", "--short", "HEAD"),
    ]
    for name in (name.decode("utf-8", "replace").strip() for name in names):
        if name and ask("for-each-ref", f"refs/heads/{name}", f"refs/remotes/origin/{name}"):
            return name
    return "HEAD"


def _candidates(repository: Repository, base: str, commit: str) -> list[str]:
    """Tables of candidates: branches of agents; other branches and worktrees as comments."""
    ask = partial(repository.run, as_user=True)
    listed = ask("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
    newest = ("--sort=-committerdate", "--count=12", f"--no-merged={commit}")
    differing = ask("for-each-ref", "--format=%(refname)", *newest, "refs/heads", "refs/remotes")
    refs = [*map(_short, listed.decode("utf-8", "replace").split())]
    refs = [ref for ref in refs if _agent(ref) is not None]
    refs += map(_short, differing.decode("utf-8", "replace").split())
    places = [("ref", ref) for ref in refs]
    trees = re.findall(r"^worktree (.+)$", ask("worktree", "list", "--porcelain").decode(), re.M)
    folders = [os.path.relpath(path, repository.path) for path in trees if os.path.isdir(path)]
    places += [("worktree", path) for path in folders if path != "."]
    names = {"base", "race"}
    tables = []
    for kind, place in dict.fromkeys(places):
        if place in (base, "HEAD"):
            continue
        agent = _agent(place) if kind == "ref" else None
        word = re.sub(r"[^A-Za-z0-9._-]+", "-", place if agent is None else agent).strip("-._")
        word = word or "agent"
        variants = (f"{word}-{number}" for number in count(2))
        name = next(name for name in chain([word], variants) if name.casefold() not in names)
        names.add(name.casefold())
        lines = "[[race.candidates]]", f"agent = {_quoted(name)}", f"{kind} = {_quoted(place)}"
        mark = "" if agent is not None else "# "
        tables.append("".join(f"{mark}{line}\n" for line in lines))
    return tables


def _short(ref: str) -> str:
    """The name of a branch as people use it."""
    return re.sub("^refs/(heads/|remotes/(origin/)?)", "", ref)


def _agent(branch: str) -> str | None:
    """The agent that a branch is named after, which may be at a remote; None for other branches."""
    for prefix in _AGENTS:
        before, found, rest = f"/{branch}".rpartition(f"/{prefix}")
        if found and before.count("/") < 2:
            return rest if prefix == _AGENTS[0] else prefix.rstrip("/")
    return None


def _text(found: _Found, tables: list[str]) -> str:
    """The content of hydra.toml, with these tables of candidates."""
    suggestions, folders = found.suggestions, found.folders

    def lines(*keys: str) -> str:
        entries = [(key, suggestions[key]) for key in keys if key in suggestions]
        return "".join(f"# by: {by}\n{key} = {_quoted(value)}\n" for key, (value, by) in entries)

    names = [name for name in os.environ if _OF_PACKAGES.fullmatch(name)]
    # Variables with passwords are not passed on.
    env = sorted(name for name in names if "@" not in os.environ[name])
    judged_by = [f"{at}/**" for at in folders]
    parts = [
        f"{_HEAD}base = {_quoted(found.base)}\n{lines('setup')}{_ACCEPTANCE}{_CANDIDATES}",
        "\n".join(tables or [_EXAMPLE]),
        f"\n[scoring]\n{lines('profile')}" if "profile" in suggestions or folders else "",
        f"{_JUDGED_BY}# judged_by = {json.dumps(judged_by)}\n" if judged_by else "",
        f"{_COMMANDS}{lines('build', 'test', 'lint')}",
        *(f"# note: {one_line(note, 90)}\n" for note in found.notes),
    ]
    if env and "setup" in suggestions:
        parts.append(f"\n[sandbox]\n# by: the setup needs them\nenv = {json.dumps(env)}\n")
    return "".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _packages(top: Path) -> set[str]:
    """The names of packages installed for the interpreter of a race."""
    from pytest_hydra.plugins.engine.installations import modules_of
    from pytest_hydra.plugins.race.step_commands import interpreter

    python = interpreter(None, top) or ""
    names = {re.split(r"-\d", name)[0].lower().replace("_", "-") for name in modules_of(python)}
    # An environment in this folder belongs to the project, which is marked by an empty name.
    return names | ({""} if Path(python).is_relative_to(top) else set())


def _try(top: Path, say: Say) -> bool:
    """Run the base's commands as a race does, and print the results; whether all can be judged."""
    from pytest_hydra.plugins.race.ownership import Ownership
    from pytest_hydra.plugins.race.preparation import open_workshop, prepare
    from pytest_hydra.record.runs import Reuse

    settings = load_settings(top / FILE_NAME, FILE_NAME)
    ready = prepare(settings, lambda *_: settings, explicit=True)
    workshop = open_workshop(ready, Reuse())
    box = "in a box" if ready.isolation.box else f"without a box ({ready.isolation.why})"
    results: list[tuple[str, bool]] = []
    try:
        for step in ready.commands.steps:
            target = ready.unit(ready.base, step, Ownership(ready.rules))
            assert target is not None  # noqa: S101 - the base has a tree
            run = workshop.run(ready.commands.unit(target))
            results.append(_outcome(run, box))
            if run.tests is not None and not (run.tests.files or ready.base.tests_known):
                results.append((_UNKNOWN_TESTS, False))
    except HydraError as error:
        results.append((str(error), False))
    finally:
        workshop.close()
    text = "".join(f"base: {line}\n" for line, _ in results)
    # Log names are relative to a run folder, and here is none.
    for name, path in workshop.logs.items():
        text = text.replace(name, os.path.relpath(path))
    say(text)
    return all(is_good for _, is_good in results)


def _outcome(run: CommandRun, box: str) -> tuple[str, bool]:
    """The result of a command on the base, and whether candidates can be compared with it."""
    from pytest_hydra.plugins.engine.endings import ending

    took, is_done = f"{run.seconds:.0f} s, {box}", run.status == "done"
    if run.tests is not None:
        counts = Counter(run.tests.counts) or Counter(run.tests.outcomes.values())
        failed, doubts = counts["failed"] + counts["error"], [*run.tests.problems]
        doubts += [f"{name} was loaded from {at}" for name, at in run.tests.modules.items()]
        if is_done and counts["passed"] and not doubts:
            number = counted(counts.total(), "test")
            skipped = f"{counts['skipped']} skipped, " if counts["skipped"] else ""
            return f"{number}, {skipped}{failed or 'none'} fail already, {took}", True
        return one_line("; ".join([*doubts[:1], f"tests: {ending(run)}"]), 600), False
    if run.lint is not None and is_done and not run.lint.problems:
        return f"lint: {counted(run.lint.errors + run.lint.warnings, 'finding')}, {took}", True
    return (f"{run.name}: {took}", True) if run.succeeded else (f"{run.name}: {ending(run)}", False)
