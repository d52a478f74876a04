"""The recorder, inside real runs of pytest, and what is made of what it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_hydra.plugins.results import pytest_record
from pytest_hydra.plugins.results.collectors import ResultPolicy
from pytest_hydra.plugins.results.outcomes import TestRun
from tests.plugins.race.pytest_runs import PYTEST, Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    before = set(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else set()
    yield Workspace(tmp_path)
    if before:
        assert set(os.listdir("/proc/self/fd")) <= before, "the pipe was left open"


ALL_OUTCOMES = """
import sys
import types

import pytest

# As the libraries that cffi makes: it only claims to be a module.
class Lib:
    __slots__ = ()
    __class__ = types.ModuleType

sys.modules["made.lib"] = Lib()

def test_good(): pass
def test_bad(): assert 0
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.xfail
def test_expected(): assert 0
@pytest.mark.xfail(run=False)
def test_not_even_run(): assert 0
@pytest.mark.xfail
def test_surprise(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
@pytest.fixture
def broken(): raise ValueError
def test_setup(broken): pass
@pytest.fixture
def breaks():
    yield
    raise ValueError
def test_teardown(breaks): pass
def test_both(breaks): assert 0
def test_parts(subtests):
    with subtests.test("x"): assert 0
    with subtests.test("y"): pass
@pytest.mark.parametrize("x", ["\\u00e9\\"\\\\\\n", "\\x1b[31m"])
def test_odd(x): pass
"""


# As Sybil makes them: named by their lines, with what they say in their document.
DOCUMENTED = """
from types import SimpleNamespace

import pytest

class SybilItem(pytest.Item):
    def runtest(self): pass

class Document(pytest.File):
    def collect(self):
        text, start = self.path.read_text(), 0
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            item = SybilItem.from_parent(self, name=f"line:{number},column:1")
            item.example = SimpleNamespace(
                document=SimpleNamespace(text=text), start=start, end=start + len(line)
            )
            start += len(line)
            yield item

def pytest_collect_file(file_path, parent):
    if file_path.name == "guide.md":
        return Document.from_parent(parent, path=file_path)
"""


def test_examples_of_a_document_are_known_by_their_text(workspace: Workspace) -> None:
    workspace.write("conftest.py", DOCUMENTED)
    workspace.write("guide.md", "f(1)\nf(2)\nf(1)\n")
    examples = workspace.run(PYTEST).run.examples
    one, two, again = (examples[f"guide.md::line:#{place},column:1"] for place in (1, 2, 3))
    assert one == again != two


LINTER = """
import pytest

class Report(pytest.Item):
    def runtest(self): pass

class Linted(pytest.File):
    def collect(self):
        yield Report.from_parent(self, name="lint")

def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".py":
        return Linted.from_parent(parent, path=file_path)
"""


@pytest.mark.parametrize("options", ["", " -p xdist.plugin -n2"])
def test_what_an_installed_linter_says_of_a_file_is_no_test_in_it(
    workspace: Workspace, options: str
) -> None:
    workspace.write("site-packages/linter.py", LINTER)
    workspace.write("conftest.py", LINTER.replace('"lint"', '"ours"'))
    workspace.write("test_shop.py", "def test(): pass\n")
    line = f"PYTHONPATH=site-packages {PYTEST} -p linter test_shop.py{options}"
    run = workspace.run(line).run
    assert sorted(run.outcomes) == [f"test_shop.py::{name}" for name in ("lint", "ours", "test")]
    assert run.examples == {"test_shop.py::lint": ()}


@pytest.mark.parametrize("options", ["", " -p xdist.plugin -n2"])
def test_an_example_is_the_same_after_others_and_may_be_there_twice(
    workspace: Workspace, options: str
) -> None:
    documents = {"old": "112", "new": "31112"}
    for name, numbers in documents.items():
        lines = "".join(f"    >>> {number}\n    {number}\n" for number in numbers)
        workspace.write(f"{name}.py", f'def f():\n    """\n{lines}    """\n')
    examples = workspace.run(f"{PYTEST} --doctest-modules old.py new.py{options}").run.examples
    old, new = (examples[f"{name}.py::{name}.f"] for name in documents)
    assert (new[-3:], len(new), len({*new})) == (old, 5, 3)


@pytest.mark.parametrize("options", ["", " -p xdist.plugin -n2"])
def test_each_outcome_is_reported_by_id(workspace: Workspace, options: str) -> None:
    workspace.write("tests/test_all.py", ALL_OUTCOMES)
    done = workspace.run(PYTEST + options)
    assert done.run.problems == ()
    assert done.run.source == "recorder"
    place = "tests/test_all.py::"
    assert done.run.outcomes == {
        f"{place}test_bad": "failed",
        f"{place}test_both": "failed",
        f"{place}test_expected": "xfailed",
        f"{place}test_good": "passed",
        f"{place}test_not_even_run": "xfailed",
        f'{place}test_odd[\\xe9"\\\\\\n]': "passed",
        f"{place}test_odd[\\x1b[31m]": "passed",
        f"{place}test_parts": "failed",
        f"{place}test_setup": "error",
        f"{place}test_skipped": "skipped",
        f"{place}test_strict": "failed",
        f"{place}test_surprise": "xpassed",
        f"{place}test_teardown": "error",
    }
    assert set(done.run.files.values()) == {"tests/test_all.py"}
    assert done.run.counts["failed"] == 4


def test_a_conftest_that_cannot_be_imported_leaves_no_test(workspace: Workspace) -> None:
    workspace.write("conftest.py", "import not_there")
    workspace.write("test_b.py", "def test_b(): pass")
    done = workspace.run()
    assert (done.exit, done.run) == (4, TestRun(evidence="ids", source="recorder"))


def test_ids_begin_at_the_root_of_pytest_and_files_at_the_workspace(workspace: Workspace) -> None:
    workspace.write("sub/pytest.ini", "[pytest]")
    workspace.write("sub/tests/test_a.py", "def test_a(): pass")
    done = workspace.run(f"cd sub && {PYTEST}")
    assert done.run.problems == ()
    assert done.run.files == {"tests/test_a.py::test_a": "sub/tests/test_a.py"}


CLEAN = """
import os, subprocess, sys

def test_no_trace():
    assert not [name for name in os.environ if "RECORDER" in name or name == "PYTEST_ADDOPTS"]
    assert not [path for path in sys.path if "recorder" in path]
    assert "recorder" not in os.environ.get("PYTHONPATH", "")

def test_nested(tmp_path):
    (tmp_path / "test_n.py").write_text("def test_n(): pass")
    command = [sys.executable, "-m", "pytest", "-q", str(tmp_path)]
    assert subprocess.run(command).returncode == 0

def test_forked():
    pid = os.fork()
    if not pid:
        return  # goes on as a second pytest, to its very end
    os.waitpid(pid, 0)
"""


def test_what_a_test_starts_is_not_recorded(workspace: Workspace) -> None:
    workspace.write("test_clean.py", CLEAN)
    done = workspace.run()
    assert done.exit == 0, done.output
    assert done.run.problems == ()
    assert list(done.run.outcomes) == [
        "test_clean.py::test_forked",
        "test_clean.py::test_nested",
        "test_clean.py::test_no_trace",
    ]


@pytest.mark.parametrize(
    ("test", "exit_code", "says"),
    [
        ("import os\ndef test_a(): os._exit(0)", 0, "the record has no end"),
        ("import os\nos._exit(0)", 0, "the record has no end"),
        ("import os, signal\ndef test_a(): os.kill(os.getpid(), signal.SIGKILL)", -9, "no end"),
        (
            "import pytest\ndef test_a(): pytest.exit('x', returncode=0)\ndef test_b(): 1",
            0,
            "not run",
        ),
        (
            "def test_a(): pass\ndef test_b(): raise KeyboardInterrupt",
            2,
            "ended with 2: it was interrupted",
        ),
    ],
)
def test_an_end_that_is_none_is_a_problem(
    workspace: Workspace, test: str, exit_code: int, says: str
) -> None:
    workspace.write("test_a.py", test)
    done = workspace.run(f"exec {PYTEST}")
    assert done.exit == exit_code
    assert any(says in problem for problem in done.run.problems), done.run.problems


def test_two_runs_in_one_command_are_a_problem(workspace: Workspace) -> None:
    workspace.write("test_a.py", "def test_a(): pass")
    done = workspace.run(f"{PYTEST} && {PYTEST}")
    assert done.run.problems[0].startswith("the command ran pytest 2 times")


def test_a_hook_that_hides_a_failure_disagrees_with_itself(workspace: Workspace) -> None:
    workspace.write("test_a.py", "def test_a(): assert 0")
    hook = "def pytest_sessionfinish(session): session.exitstatus = 0"
    workspace.write("conftest.py", hook)
    done = workspace.run()
    assert done.exit == 0
    assert done.run.problems == ("tests failed, but pytest ended with 0",)


def test_nothing_stops_early_for_what_failed(workspace: Workspace) -> None:
    workspace.write("test_a.py", "def test_a(): assert 0\ndef test_b(): pass")
    workspace.write("test_c.py", "import not_there")
    done = workspace.run(f"{PYTEST} -x")
    assert done.run.outcomes == {
        "test_a.py::test_a": "failed",
        "test_a.py::test_b": "passed",
        "test_c.py": "error",
    }
    assert (done.exit, done.run.problems) == (1, ())


def test_what_else_stops_it_leaves_tests_without_outcome(workspace: Workspace) -> None:
    workspace.write("test_a.py", "def test_a(request): request.session.shouldstop = 'enough'")
    workspace.write("test_b.py", "def test_b(): pass")
    done = workspace.run()
    assert done.run.outcomes == {"test_a.py::test_a": "passed"}
    assert done.run.problems[1] == "collected, but not run (enough): test_b.py::test_b"


@pytest.mark.parametrize("code", ["raise SystemExit(0)", "raise KeyboardInterrupt"])
def test_code_that_exits_as_it_is_imported_leaves_no_test(workspace: Workspace, code: str) -> None:
    workspace.write("shop.py", code)
    workspace.write("test_a.py", "def test_a(): pass")
    workspace.write("test_b.py", "import shop\ndef test_b(): pass")
    done = workspace.run()
    assert done.exit in (2, 3)
    assert done.run == TestRun(evidence="ids", source="recorder")


def test_pytest_that_never_starts_is_a_problem(workspace: Workspace) -> None:
    done = workspace.run("true pytest")
    assert done.run.problems[0].startswith("pytest did not load the recorder")


def test_a_command_between_may_end_with_its_own_status(workspace: Workspace) -> None:
    workspace.write("Makefile", f"test:\n\t{PYTEST}\n")
    workspace.write("test_a.py", "def test_a(): assert 0")
    done = workspace.run("make test")
    assert done.exit == 2
    assert done.run.outcomes == {"test_a.py::test_a": "failed"}
    assert done.run.problems == ()


def test_a_command_without_pytest_is_read_for_what_it_prints(workspace: Workspace) -> None:
    workspace.write(
        "test_a.py", "import unittest\nclass A(unittest.TestCase):\n def test_a(self): 1"
    )
    done = workspace.run(f"{sys.executable} -m unittest -v")
    assert (done.run.evidence, done.run.counts) == ("counts", {"passed": 1})


def test_a_command_that_sets_the_path_keeps_the_recorder(workspace: Workspace) -> None:
    workspace.write("lib/prod.py", "")
    workspace.write("test_a.py", "import prod\ndef test_a(): pass")
    done = workspace.run(f"PYTHONPATH=lib {PYTEST}")
    assert (done.run.counts, done.run.problems) == ({"passed": 1}, ())


def test_a_test_that_is_run_again_counts_once(workspace: Workspace) -> None:
    tries = (
        "import os\ndef test_a():\n open('n', 'a').write('x')\n assert len(open('n').read()) > 1"
    )
    workspace.write("test_a.py", tries)
    done = workspace.run(f"{PYTEST} -p pytest_rerunfailures --reruns 3")
    assert (done.run.outcomes, done.run.problems) == ({"test_a.py::test_a": "passed"}, ())


def test_a_worker_that_crashes_fails_its_test(workspace: Workspace) -> None:
    workspace.write("test_a.py", "import os\ndef test_a(): os._exit(3)\ndef test_b(): pass")
    done = workspace.run(f"{PYTEST} -p xdist.plugin -n1")
    assert done.run.outcomes == {"test_a.py::test_a": "failed", "test_a.py::test_b": "passed"}
    assert done.run.problems == ()


EDITABLE_FINDER = """
import sys
from importlib.util import spec_from_file_location
MAPPING = {mapping!r}
class Finder:
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name in MAPPING:
            return spec_from_file_location(name, MAPPING[name] + "/__init__.py",
                                           submodule_search_locations=[MAPPING[name]])
sys.meta_path.{how}
"""


@pytest.fixture
def installed(tmp_path: Path) -> Callable[[str, str], str]:
    """Installs the packages of the user's checkout into an environment, editable; its python."""
    checkout = tmp_path / "checkout"
    environment = tmp_path / "environment"
    for name in ("src/prod", "lib/other"):
        (checkout / name).mkdir(parents=True)
        (checkout / name / "__init__.py").write_text("WHERE = 'checkout'")
    (checkout / "src" / "prod" / "gone.py").write_text("")

    def install(pth: str, how: str = "append(Finder)") -> str:
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", environment],
            check=True,
        )
        [site] = environment.glob("lib/python*/site-packages")
        # The environment of this test stands behind, with pytest in it.
        behind = "\n".join(path for path in sys.path if "site-packages" in path)
        (site / "a.pth").write_text(f"{pth.format(checkout=checkout)}\n{behind}\n")
        mapping = {"prod": f"{checkout}/src/prod", "other": f"{checkout}/lib/other"}
        finder = EDITABLE_FINDER.format(mapping=mapping, how=how)
        (site / "editable_finder.py").write_text(finder)
        return str(environment / "bin" / "python")

    return install


WHERE = """
import subprocess, sys
import pytest

def test_prod():
    import prod
    assert prod.WHERE == "workspace"

def test_other():
    import other
    assert other.WHERE == "workspace"

def test_gone():
    with pytest.raises(ImportError):
        import prod.gone

def test_child():
    command = [sys.executable, "-c", "import prod; print(prod.WHERE)"]
    assert subprocess.check_output(command, text=True) == "workspace\\n"
"""


@pytest.mark.parametrize(
    ("pth", "how"),
    [
        ("{checkout}/src\n{checkout}/lib", "append(Finder)"),
        ("import editable_finder", "insert(0, Finder)"),
    ],
)
def test_the_workspace_is_tested_and_not_the_checkout(
    workspace: Workspace,
    tmp_path: Path,
    installed: Callable[[str, str], str],
    pth: str,
    how: str,
) -> None:
    python = installed(pth, how)
    for name in ("src/prod", "lib/other"):
        workspace.write(f"{name}/__init__.py", "WHERE = 'workspace'")
    child = "" if how.startswith("append") else " --deselect tests/test_where.py::test_child"
    workspace.write("tests/test_where.py", WHERE)
    done = workspace.run(
        f"{python} -m pytest -q{child}",
        policy=ResultPolicy(checkout=tmp_path / "checkout"),
    )
    assert done.exit == 0, done.output
    assert done.run.problems == ()
    assert done.run.modules == {}


def test_a_module_from_elsewhere_is_reported_by_a_worker_too(
    workspace: Workspace, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere" / "prod"
    elsewhere.mkdir(parents=True)
    (elsewhere / "__init__.py").write_text("")
    workspace.write("prod/__init__.py", "")
    workspace.write(
        "conftest.py",
        f"""
from importlib.util import module_from_spec, spec_from_file_location
import sys
spec = spec_from_file_location("prod", {str(elsewhere / "__init__.py")!r})
sys.modules["prod"] = module_from_spec(spec)
""",
    )
    workspace.write("test_a.py", "import prod\ndef test_a(): pass")
    done = workspace.run(f"{PYTEST} -p xdist.plugin -n1")
    assert (done.exit, done.run.problems) == (0, ()), done.output
    assert done.run.modules == {"prod": str(elsewhere / "__init__.py")}


KEY = b"k" * 32


def _lines(*records: object) -> bytes:
    lines = [json.dumps(record).encode() for record in records]
    return b"".join(pytest_record.seal(KEY, at, line) + b"\n" for at, line in enumerate(lines))


def _read(data: bytes, exit_code: int | None = 0, *, exact: bool = True) -> TestRun | None:
    return pytest_record.read(data, exit_code, exact=exact, key=KEY)


START: dict[str, object] = {"start": 1}
SESSION: dict[str, object] = {"session": "."}
END: dict[str, object] = {"end": 0, "stopped": ""}
PASSED: dict[str, object] = {"test": "t.py::a", "outcome": "passed"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (
            _lines(START, SESSION, PASSED, END) + b'{"half',
            "1 lines of the record were written by something else",
        ),
        (_lines(START, SESSION, PASSED, END, END), "the command ran pytest 2 times"),
        (_lines(START, START, SESSION, END), "the command ran pytest 2 times"),
        (_lines(START, SESSION, {"test": "a", "outcome": "good"}, END), "cannot be read"),
        (_lines(START, SESSION, [1], {"x": 1}, END), "2 lines of the record"),
        (_lines(START, SESSION, {"id": "t.py::a"}, END), "collected, but not run: t.py::a"),
        (_lines(START, SESSION, {**PASSED, "outcome": "failed"}, END), "tests failed, but"),
        (_lines(START, SESSION, PASSED), "the record has no end"),
        (_lines(START, SESSION, PASSED, END)[:-1] + b"0\n", "were written by something else"),
        (
            _lines(START, SESSION) + _lines(0, 0, 0, END).splitlines()[3],
            "1 lines of the record are",
        ),
        (_lines(START), "the record has no end"),
        (_lines(START, SESSION, {"end": 3, "stopped": ""}), "reported exit code 3"),
        (_lines(START, SESSION, {"end": True, "stopped": ""}), "cannot be read"),
    ],
)
def test_a_record_that_is_not_whole_is_a_problem(data: bytes, says: str) -> None:
    run = _read(data)
    assert run is not None
    assert any(says in problem for problem in run.problems), run.problems


def test_a_record_is_taken_as_it_is() -> None:
    assert _read(b"") is None
    whole = _read(_lines(START, SESSION, PASSED, END))
    assert whole is not None
    assert (whole.problems, whole.files) == ((), {"t.py::a": "t.py"})
    late = _read(_lines(START, SESSION, PASSED, END), None, exact=False)
    assert late is not None
    assert late.problems == ("pytest reported exit code 0, but the command was killed",)


def test_a_pipe_that_hides_the_exit_code_hides_no_failure() -> None:
    failed = {**PASSED, "outcome": "failed"}
    run = _read(_lines(START, SESSION, failed, {"end": 1, "stopped": ""}), 0, exact=False)
    assert run is not None
    assert (run.problems, run.outcomes) == ((), {"t.py::a": "failed"})
    # A success behind a command that failed is a contradiction.
    run = _read(_lines(START, SESSION, PASSED, END), 1, exact=False)
    assert run is not None
    assert run.problems == ("pytest reported exit code 0, but the command ended with 1",)


def test_a_failure_is_not_taken_back() -> None:
    failed = {**PASSED, "outcome": "failed"}
    run = _read(_lines(START, SESSION, failed, PASSED, END))
    assert run is not None
    assert run.outcomes == {"t.py::a": "failed"}


def test_of_some_files_only_those_are_run_that_the_suite_looks_at(workspace: Workspace) -> None:
    workspace.write("pytest.ini", "[pytest]\ntestpaths = suite\n")
    places = ("suite/test_a.py", "suite/build/test_b.py", "suite/parts/c.py", "attic/test_d.py")
    for place in (*places, "suite/parts/test_e.py", "suite/test_f.py"):
        workspace.write(place, "def test_it(): pass\n")
    workspace.write("suite/parts/__init__.py", "")
    done = workspace.run(PYTEST, policy=ResultPolicy(files=(*places, "suite/parts/test_e.py")))
    assert set(done.run.outcomes) == {"suite/test_a.py::test_it", "suite/parts/test_e.py::test_it"}
    assert done.run.problems == ()


def test_modules_in_place_of_installed_ones_are_reported(workspace: Workspace) -> None:
    for name in (
        "iniconfig.py",
        "src/hypothesis/__init__.py",
        "shop.py",
        "docs/a.py",
        "difflib.py",
    ):
        workspace.write(name, "")
    workspace.write("test_a.py", "def test_a(): pass\n")
    # A folder without __init__.py hides no installed package.
    workspace.write("xdist/a.py", "")
    found = workspace.run().run.signs
    assert {(sign.file, sign.text) for sign in found if sign.kind == "module-replaced"} >= {
        *(("src/hypothesis/__init__.py", "hypothesis"), ("difflib.py", "difflib")),
    }
    named = {sign.text for sign in found if sign.kind == "module-replaced"}
    assert named.isdisjoint({"shop", "docs", "test_a", "xdist"})
