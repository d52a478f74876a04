"""The walls between the rooms: who may import whom, and what a session pays for having us."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import pytest_hydra
from pytest_hydra.registry import table

ROOT = Path(pytest_hydra.__file__).parent
OURS = "pytest_hydra"

GROUND = {"core", "errors", "documents", "settings", "execution", "record"}
_SHARED = {"plugins.boxes", "plugins.git", "plugins.results"}

# The rooms of ours that a room may import, beside itself.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "late_names": set(),
    "errors": {"core"},
    "documents": {"core", "errors"},
    "settings": {"core", "errors", "documents", "registry", "late_names"},
    "execution": {"core", "errors", "late_names"},
    "record": {"core", "errors"},
    "report": {"core", "errors", "record", "registry", "late_names"},
    "transcript": {"core", "errors", "settings"},
    "registry": {"core"},
    "scenarios": {*GROUND, "registry", "transcript"},
    "plugins.boxes": {"core", "errors", "execution"},
    "plugins.git": {"core", "errors", "execution", "record", "plugins.boxes"},
    "plugins.results": {"core", "errors", "execution", "record", "settings", "plugins.boxes"},
    "plugins.engine": {*GROUND, "registry", *_SHARED},
    "plugins.agents": {
        *GROUND,
        "registry",
        "scenarios",
        "transcript",
        "plugins.boxes",
        "plugins.engine",
    },
    "plugins.race": {*GROUND, "registry", "plugins.agents", "plugins.engine", *_SHARED},
}
# What stands on top of the rooms, and may import each of them. What a plugin needs of others it
# says in the registry.
ROOF = {
    *("", "__main__", "api", "plugin", "options", "fixtures", "marker", "hookspecs"),
    *(
        "commands",
        "extensions",
        "run_report",
        "schema",
        "skill",
        "plugins",
        "session",
        "show",
    ),
}
# Modules of a head that belong to the roof.
HEAD_ROOF = {
    *("plugins.race.fixture", "plugins.race.head", "plugins.race.race_options"),
    *("plugins.race.page.race_page", "scenarios.head"),
}

IMPORT_PYTEST = {
    *(
        "plugins.workspaces.audit",
        "plugin",
        "extensions",
        "options",
        "fixtures",
        "marker",
        "plugins.mutation.mutate",
        "scenarios.soft_checks",
    ),
    "hookspecs",
    *("session.collect", "session.controller", "session.head"),
    *("session.exit_status", "session.failures", "session.progress", "session.sections"),
    *HEAD_ROOF,
    "report.terminal",
    # Not part of this process: it is copied to where a candidate's pytest loads it.
    "plugins.results.recorder",
    "plugins.results.recorder.hooks",
    "plugins.results.recorder.provenance",
    *("scenarios.items", "plugins.race.items"),
    *("plugins.judges.head", "plugins.judges.judge_fixture"),
    *("plugins.benchmarks.head", "plugins.benchmarks.items"),
    *("scenarios.running.quiet_hooks", "scenarios.shortfall"),
}
# Rooms that run in threads. They import at their top, as threads that import the same modules at
# once may see them half initialized.
RUN_IN_THREADS = {"plugins.git", "plugins.results", "plugins.engine", "plugins.race"}
# The others of these rooms run in the main thread, or in another program.
NOT_IN_THREADS = {
    *("plugins.race.fixture", "plugins.race.head", "plugins.race.items"),
    "plugins.race.race_options",
    "plugins.results.recorder",
    # What they offer is asked for by the main thread.
    *("plugins.git", "plugins.results", "plugins.engine", "plugins.race"),
    # A module of this that a function imports, in the session's main thread.
    "plugins.race.change pytest_hydra.settings",
}
# Rooms that decide: plain functions from what was recorded to a verdict.
DECIDE = {
    "core",
    *(f"scenarios.{name}" for name in ("english", "expect", "explain", "format", "reply")),
    # Those of plugins stand in the registry.
    *(f"plugins.{name}.{each}" for name in table() for each in table()[name].get("decides", ())),
    *("scenarios.answers", "scenarios.apis", "transcript"),
}
RUNS_WAITS_OR_READS = {
    *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "select", "selectors"),
    *("signal", "subprocess", "threading", "time"),
    *("aiohttp", "ftplib", "http", "httpx", "requests", "socket", "socketserver", "ssl", "urllib"),
    *("httpx2", "urllib3"),
    *("fileinput", "glob", "io", "os", "pathlib", "shelve", "shutil", "sqlite3", "tempfile"),
    *("random", "secrets", "uuid", "locale", "platform", "importlib", "runpy"),
    *("tomli", "tomllib", "yaml"),
    *("pluggy", "pytest", "_pytest"),
}
HARMLESS = {"pathlib.PurePath", "urllib.parse.unquote", "uuid.UUID"}
# Reads data files of the package, which are as constant as its source.
READS_TABLES = "core.text"
# Too dear to load for a session that may have nothing for us.
HEAVY = {
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "urllib.request", "http.client"),
    *("jinja2", "jsonschema", "junitparser", "pydantic", "pydantic_core", "tomli", "yaml"),
    *("pygments", "pytest_hydra.plugins.page"),
    *("httpx2", "fractions", "decimal", "sqlite3", "ssl"),
}
# Names that say the same in each room that has such a module.
NAMES_OF_SEVERAL = {
    *("head", "items", "protocol"),
    *("command", "http", "model", "plan", "python", "reader", "session"),
}
# Write to a log: the one function that escapes, with the commands of ours, and what it is built on.
WRITERS = {
    ("report.terminal", "write_line"): {"write_line"},
    ("report.terminal", "write_annotations"): {"write_line"},
    # Standard output of `python -m pytest_hydra`, and the screen of a summary there.
    ("commands", "write_sep"): {"write_line"},
    # Titles: our own words, and the node ids of pytest.
    ("session.failures", "begin"): {"write_sep"},
    ("report.terminal", "write_summary"): {"write_sep"},
}
LONGEST_FUNCTION = 60  # lines
MOST_MODULES = 22  # in a folder
# Names of ours that a module imports, each a concept that its reader has to know; and how many
# modules still import more.
# How many names of these rooms others take: each one more is a promise to its neighbours, and each
# one less is welcome.
DOORS = {"execution": 47, "scenarios": 128, "settings": 47, "report": 62}
# These have a face: their `__init__` has all names that others may take.
FACES = ("execution", "report", "settings")
PLUGINS = 27  # of the package
MOST_CONCEPTS = 15
MODULES_WITH_MORE = 107


@dataclass(frozen=True)
class Import:
    """An imported module, the names taken from it, and whether it is loaded with its importer."""

    module: str
    names: tuple[str, ...]
    at_once: bool


@cache
def modules() -> dict[str, Path]:
    """Each module of the package, by its name below ``pytest_hydra``; the package itself is ''."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> tuple[Import, ...]:
    path = modules()[module]
    package = [OURS, *(module.split(".") if module else [])]
    if path.name != "__init__.py":
        package.pop()
    return tuple(_imports(ast.parse(path.read_text(encoding="utf-8")), package, at_once=True))


def imports_of_functions(module: str) -> list[Import]:
    tree = ast.parse(modules()[module].read_text(encoding="utf-8"))
    package = [OURS, *module.split(".")][:-1]
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [entry for node in functions for entry in _imports(node, package, at_once=False)]


def _imports(node: ast.AST, package: list[str], *, at_once: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            # The package itself is empty until a name is asked of it.
            names = [alias.name for alias in child.names if alias.name != OURS]
            yield from (Import(name, (), at_once) for name in names)
        elif isinstance(child, ast.ImportFrom):
            base = package[: len(package) + 1 - child.level] if child.level else []
            source = ".".join([*base, *([child.module] if child.module else [])])
            taken = [alias.name for alias in child.names]
            # What is taken from a package may be a module of it.
            below = [name for name in taken if _of_ours(f"{source}.{name}") in modules()]
            yield from (Import(f"{source}.{name}", (), at_once) for name in below)
            others = tuple(name for name in taken if name not in below)
            # The version is a plain text that any room may tell.
            if others and (source, others) != (OURS, ("__version__",)):
                yield Import(source, others, at_once)
        else:
            yield from _imports(child, package, at_once=at_once and not _is_later(child))


def _is_later(node: ast.AST) -> bool:
    """Whether what stands in the node does not run when the module is loaded."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _of_ours(name: str) -> str | None:
    """The name below ``pytest_hydra``, or None for a module that is not ours."""
    if name == OURS:
        return ""
    return name.removeprefix(f"{OURS}.") if name.startswith(f"{OURS}.") else None


def _within(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def _harmless(entry: Import) -> bool:
    """Whether nothing is taken from the module but what does nothing to anything."""
    return bool(entry.names) and {f"{entry.module}.{name}" for name in entry.names} <= HARMLESS


def _room(module: str) -> str:
    return module.partition(".")[0]


def _place(module: str) -> str:
    """The room, or the plugin if it has a row of its own."""
    plugin = ".".join(module.split(".")[:2])
    return plugin if plugin in MAY_IMPORT else _room(module)


def test_the_imports_are_found_wherever_they_stand() -> None:
    source = """
import os.path
from .reply import Reply
from .. import __version__, core, errors
from pytest_hydra.core import scorecard
if TYPE_CHECKING:
    import yaml
def late():
    from ..errors import HydraError
class Holder:
    import json
try:
    import tomli
except ImportError:
    import tomllib
"""
    found = list(_imports(ast.parse(source), [OURS, "scenarios"], at_once=True))
    assert [entry.module for entry in found if entry.at_once] == [
        "os.path",
        "pytest_hydra.scenarios.reply",
        "pytest_hydra.core",
        "pytest_hydra.errors",
        "pytest_hydra.core.scorecard",
        "json",
        "tomli",
        "tomllib",
    ]
    assert [entry for entry in found if not entry.at_once] == [
        Import("yaml", (), False),
        Import("pytest_hydra.errors", ("HydraError",), False),
    ]


def test_what_runs_in_threads_imports_at_its_top() -> None:
    late = {
        f"{module} {entry.module}"
        for module in modules()
        if _place(module) in RUN_IN_THREADS and module not in NOT_IN_THREADS
        for entry in imports_of_functions(module)
        if entry.module.startswith(f"{OURS}.")
    }
    assert late <= {entry for entry in NOT_IN_THREADS if " " in entry}


def test_the_core_imports_no_plugin() -> None:
    found = [
        f"{module} {entry.module}"
        for module in modules()
        if _room(module) != "plugins"
        for entry in imports(module)
        if _within(_of_ours(entry.module) or "", {f"plugins.{name}" for name in table()})
        # For types: at run time its names come from the registry.
        and (module, entry.at_once) != ("api", False)
    ]
    assert found == []


def test_a_plugin_imports_no_other_but_those_that_it_needs() -> None:
    found = []
    for module in modules():
        name = module.removeprefix("plugins.").partition(".")[0]
        if module.startswith("plugins.") and module != "plugins":
            may = {f"plugins.{each}" for each in (name, *table().get(name, {}).get("needs", ()))}
            inside = [_of_ours(entry.module) or "" for entry in imports(module)]
            found += [
                f"{module} {other}"
                for other in inside
                if other.startswith("plugins.") and not _within(other, may)
            ]
    assert found == []


def test_every_module_has_its_place() -> None:
    assert "core.scorecard" in modules()
    homeless = [module for module in modules() if _room(module) not in {*MAY_IMPORT, *ROOF}]
    assert homeless == [], "say in this file what these modules may import"


def test_a_room_imports_only_the_rooms_below_it() -> None:
    found = [
        f"{module} {name}"
        for module in modules()
        if _place(module) in MAY_IMPORT and module not in HEAD_ROOF
        for entry in imports(module)
        if (name := _of_ours(entry.module)) is not None
        if _place(name) not in MAY_IMPORT[_place(module)] | {_place(module)}
    ]
    assert found == []


def test_only_what_speaks_with_pytest_imports_it() -> None:
    hosts = {"pytest", "_pytest", "pluggy", "xdist"}
    found = {
        (module, host)
        for module in modules()
        for entry in imports(module)
        if (host := entry.module.partition(".")[0]) in hosts
    }
    assert {module for module, _ in found} <= IMPORT_PYTEST
    # What records the tests of a candidate guards the code of its pytest, so it names that code.
    assert {_place(module) for module, host in found if host == "_pytest"} <= {"plugins.results"}


def test_what_decides_is_named_as_it_is() -> None:
    names = {*modules(), *(name.rpartition(".")[0] for name in modules())}
    assert names >= DECIDE


def test_what_decides_imports_nothing_that_runs_waits_or_reads() -> None:
    found = [
        f"{module} {entry.module}"
        for module in modules()
        if _within(module, DECIDE) and module != READS_TABLES
        for entry in imports(module)
        if (_within(entry.module, RUNS_WAITS_OR_READS) and not _harmless(entry))
        or _room(_of_ours(entry.module) or "") in {"documents", "execution", "record"}
    ]
    assert found == []


def test_the_core_is_plain_python() -> None:
    foreign = [
        f"{module} {entry.module}"
        for module in modules()
        if _room(module) == "core"
        for entry in imports(module)
        if _of_ours(entry.module) is None
        and entry.module.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert foreign == []


def test_nothing_imports_in_a_circle() -> None:
    graph = {
        module: sorted(
            {
                name
                for entry in imports(module)
                if (name := _of_ours(entry.module)) in modules() and name != module
            }
        )
        for module in modules()
    }
    assert _circle(graph) is None


def test_one_function_writes_lines_to_a_log() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for module, path in modules().items():
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
            names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
            if written := names & {"write_line", "write_sep"}:
                found[module, function.name] = written
    assert found == WRITERS


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{module}.{node.name}"
        for module, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


def test_modules_of_two_rooms_have_two_names() -> None:
    rooms: dict[str, list[str]] = {}
    for module, path in modules().items():
        if path.name != "__init__.py" and path.stem not in NAMES_OF_SEVERAL:
            rooms.setdefault(path.stem, []).append(module)
    assert {name: places for name, places in rooms.items() if len(places) > 1} == {}


def test_only_slow_tests_use_the_benchmarks() -> None:
    tests = Path(__file__).parent
    users = {
        path.relative_to(tests).parts[0]
        for path in tests.rglob("*.py")
        if re.search(r"^(?:from|import) benchmarks", path.read_text("utf-8"), re.MULTILINE)
    }
    assert users == {"slow"}


def test_no_two_classes_have_one_name() -> None:
    classes = Counter(
        node.name
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []


def test_no_folder_is_too_full_to_find_anything() -> None:
    folders = Counter(path.parent for path in modules().values() if path.name != "__init__.py")
    assert [str(folder) for folder, count in folders.items() if count > MOST_MODULES] == []


def concepts(module: str) -> set[str]:
    """The names of ours that a module imports, also inside of functions and for types."""
    ours = [entry for entry in imports(module) if _of_ours(entry.module) is not None]
    return {name for entry in ours for name in entry.names or (entry.module,)}


def test_few_modules_need_many_concepts() -> None:
    others = modules().keys() - {*FACES}
    more = [module for module in sorted(others) if len(concepts(module)) > MOST_CONCEPTS]
    assert "plugin" in more
    assert len(more) <= MODULES_WITH_MORE, more


def names_out(room: str) -> set[str]:
    """What other rooms and plugins take of a room: names of its modules, and whole modules."""
    found = set()
    for module in modules():
        if _room(module) != room:
            for entry in imports(module):
                source = _of_ours(entry.module) or ""
                if _room(source) == room:
                    found |= {f"{source}.{name}" for name in entry.names} or {source}
    return found


def test_few_names_go_out_of_a_room() -> None:
    counts = {room: len(names_out(room)) for room in DOORS}
    assert [f"{room}: {count}" for room, count in counts.items() if count > DOORS[room]] == []


def face(room: str) -> dict[str, str]:
    """The names that a room's face offers, with the module of each."""
    tree = ast.parse(modules()[room].read_text(encoding="utf-8"))
    (offers,) = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    homes = ast.literal_eval(offers)
    return {name: module for module, names in homes.items() for name in names.split()}


@pytest.mark.parametrize("room", FACES)
def test_others_take_only_what_a_face_offers(room: str) -> None:
    offered = face(room)
    # A module as a whole is taken by its own name.
    taken = {name.partition(".")[2] for name in names_out(room) - {*modules()}}
    # Without a plugin some are not taken.
    assert taken <= {*offered}
    assert len(table()) < PLUGINS or taken == {*offered}
    # For types each name stands there once more.
    typed = {f"{entry.module}.{name}" for entry in imports(room) for name in entry.names}
    homes = {f"{OURS}.{room}.{module}.{name}" for name, module in offered.items()}
    assert homes == {name for name in typed if name.startswith(f"{OURS}.{room}.")}


def test_a_circle_is_found() -> None:
    assert _circle({"a": ["b"], "b": ["c"], "c": []}) is None
    assert _circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]


def _circle(graph: dict[str, list[str]]) -> list[str] | None:
    """The first way that leads back to where it began."""
    done: set[str] = set()

    def walk(module: str, way: list[str]) -> list[str] | None:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return None
        for target in graph[module]:
            found = walk(target, [*way, module])
            if found:
                return found
        done.add(module)
        return None

    return next((found for module in graph if (found := walk(module, []))), None)


def _loaded_by(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh interpreter in which pytest is loaded."""
    program = (
        "import json, sys, pytest, _pytest.config, _pytest.terminal\n"
        "before = set(sys.modules)\n"
        f"{statement}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )
    return set(json.loads(done.stdout))


def test_the_plugin_loads_nothing_heavy() -> None:
    loaded = _loaded_by("import pytest_hydra.plugin")
    assert "pytest_hydra.plugin" in loaded
    assert sorted(name for name in loaded if _within(name, HEAVY)) == []
    # What is heavy would be seen.
    assert "pydantic" in _loaded_by("import pytest_hydra.settings.file")
    rooms = {_room(name) for module in loaded if (name := _of_ours(module))}
    assert sorted(rooms & (GROUND | {"scenarios", "plugins", "report"}) - {"errors"}) == []


def test_the_public_names_are_loaded_on_first_use() -> None:
    assert _loaded_by("import pytest_hydra") == {"pytest_hydra"}
    assert "pytest_hydra.core.scorecard" in _loaded_by("from pytest_hydra import Check")


def test_in_a_race_only_the_loop_and_the_executors_start_threads() -> None:
    found = set()
    for module in modules():
        if _place(module) in {"plugins.race", "plugins.git", "plugins.engine"}:
            tree = ast.parse(modules()[module].read_text(encoding="utf-8"))
            calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
            names = {getattr(call, "attr", getattr(call, "id", "")) for call in calls}
            if names & {"Thread", "ThreadPoolExecutor", "start_new_thread"}:
                found.add(module)
    assert found <= {"plugins.engine.executors", "plugins.race.live"}
