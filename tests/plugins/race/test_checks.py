from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.tasks import StoppedError
from pytest_hydra.plugins.engine.command import environment, printed_score, run
from pytest_hydra.plugins.engine.endings import ending
from pytest_hydra.plugins.engine.executed_files import why_unobserved
from pytest_hydra.plugins.engine.unit import CommandRun, Layer, Unit
from pytest_hydra.plugins.race.policy.scoring import DimensionSettings
from pytest_hydra.plugins.results.collectors import ResultCollector, Start, collector_for
from pytest_hydra.plugins.results.outcomes import LintRun, TestRun
from pytest_hydra.record.wire import from_plain
from tests.processes import wait_until


@dataclass
class Bench:
    """A workspace in which checks are run."""

    top: Path
    workspace: Path = field(init=False)
    log: Path = field(init=False)

    def __post_init__(self) -> None:
        self.workspace = self.top / "1" / "w"
        self.workspace.mkdir(parents=True)
        self.log = self.top / "run" / "candidates" / "codex" / "tests.log"

    def write(self, name: str, text: str) -> Path:
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def check(
        self, plan: Unit, collector: ResultCollector | None = None, *, after: str | None = None
    ) -> CommandRun:
        """Run it. Its time begins when there is the file ``after``, which it makes."""
        return run(
            plan,
            self.workspace,
            self.log,
            on_start=lambda: wait_until(lambda: after is None or (self.workspace / after).exists()),
            collector=collector,
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def plan(command: str, **changes: object) -> Unit:
    made = Unit(name="tests", command=command, timeout_seconds=30)
    return replace(made, **changes)  # type: ignore[arg-type]  # each test names real fields


class FakeCollector(ResultCollector):
    """Asks for nothing in particular, and notes what it hears."""

    def __init__(self, command: str, *, broken: str = "") -> None:
        self.command = command
        self.broken = broken
        self.heard: list[tuple[int | None, str]] = []
        self.scratch: Path | None = None
        self.reading, self.writing = os.pipe()

    def start(self, workspace: Path, scratch: Path, seen: Path | None = None) -> Start:
        assert workspace.is_dir()
        assert seen == workspace
        assert list(scratch.iterdir()) == []
        self.scratch = scratch
        return Start(self.command, {"TOLD": str(self.writing)}, (self.writing,))

    def finish(self, exit_code: int | None, output: str) -> TestRun:
        self.heard.append((exit_code, output))
        os.close(self.writing)
        with open(self.reading) as pipe:
            told = pipe.read()
        if self.broken:
            raise HydraError(self.broken)
        return TestRun(evidence="exit", source="exit", problems=(told,))


def test_how_a_command_ended_is_recorded(bench: Bench) -> None:
    run_of = bench.check(plan("echo one; echo two >&2; exit 3"))
    assert run_of == CommandRun(
        name="tests",
        command="echo one; echo two >&2; exit 3",
        status="done",
        exit=3,
        seconds=run_of.seconds,
        timeout_seconds=30,
        tail="one\ntwo",
        log=str(bench.log),
    )
    assert 0 < run_of.seconds < 30
    assert bench.log.read_text() == "one\ntwo\n"
    assert not run_of.succeeded
    assert from_plain(CommandRun, asdict(run_of)) == run_of


def test_the_environment_is_an_allowlist(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        *("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "COV_CORE_SOURCE", "GIT_DIR", "GITHUB_TOKEN"),
        *("ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "PYTHONSTARTUP", "LC_ALL", "VIRTUAL_ENV"),
        *("CARGO_HOME", "RUSTUP_HOME", "GOMODCACHE"),
    ):
        monkeypatch.setenv(name, "from-outside")
    monkeypatch.setenv("HOME", str(bench.top))
    bench.check(plan("env", environment={"MINE": "added", "LANG": "C"}))
    seen = dict(line.split("=", 1) for line in bench.log.read_text().splitlines())
    assert "from-outside" not in seen.values()
    assert set(seen) - {"PWD", "OLDPWD", "SHLVL", "_", "PYTEST_HYDRA_PROCESS"} == {
        *("PATH", "HOME", "TMPDIR", "LANG", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"),
        *("PYTHONPATH", "PYTEST_HYDRA_INSIDE", "GIT_CEILING_DIRECTORIES", "MINE"),
    }
    assert (seen["MINE"], seen["LANG"], seen["PYTEST_HYDRA_INSIDE"]) == ("added", "C", "1")


def test_home_and_tmpdir_are_private_and_new(bench: Bench) -> None:
    line = 'ls -A "$HOME" "$TMPDIR" && touch "$HOME/x" "$TMPDIR/y" && echo "$HOME" "$TMPDIR"'
    first, second = bench.check(plan(line)), bench.check(plan(line))
    for entry in (first, second):
        home, temporary = map(Path, entry.tail.splitlines()[-1].split())
        assert entry.exit == 0
        assert home.parent == temporary.parent
        assert home.parent.parent == bench.workspace.parent
        assert home.parent.stat().st_mode & 0o777 == 0o700
        assert "x" not in entry.tail.split()
        assert "y" not in entry.tail.split()
    assert first.tail != second.tail


def test_a_socket_has_room_in_tmpdir(bench: Bench) -> None:
    # What stands in front of it is the user's: the rest has to be short.
    seen = environment(plan(""), bench.workspace, bench.top / "1" / "abcdefgh", os.environ)
    ours = Path(seen["TMPDIR"]).relative_to(bench.top)
    deep = "/home/somebody/projects/the-project/.hydra/work/0123abcd"
    with socket.socket(socket.AF_UNIX) as one, pytest.raises(FileNotFoundError):
        one.bind(f"{deep}/{ours}/pymp-abcdefgh/listener-abcdefgh")


def test_tools_installed_for_all_projects_are_found(tmp_path: Path) -> None:
    (tmp_path / "home" / ".cargo").mkdir(parents=True)
    (tmp_path / "rustup").mkdir()
    ours = {
        "HOME": str(tmp_path / "home"),
        "RUSTUP_HOME": str(tmp_path / "rustup"),
        "GOMODCACHE": str(tmp_path / "nowhere"),
    }
    seen = environment(plan(""), tmp_path, tmp_path, ours)
    assert seen["CARGO_HOME"] == str(tmp_path / "home" / ".cargo")
    assert seen["RUSTUP_HOME"] == str(tmp_path / "rustup")
    assert "GOMODCACHE" not in seen
    assert "CARGO_HOME" not in environment(plan(""), tmp_path, tmp_path, {})


def test_what_cannot_be_looked_at_is_not_installed(tmp_path: Path) -> None:
    # Nobody can look for such a name, not even root.
    assert "CARGO_HOME" not in environment(plan(""), tmp_path, tmp_path, {"HOME": f"/{'x' * 300}"})


def test_programs_of_the_interpreter_come_first(bench: Bench) -> None:
    told = bench.check(
        plan("command -v python; python -c 'import sys; print(sys.prefix)'", python=sys.executable)
    )
    assert told.tail.splitlines() == [
        str(Path(sys.executable).parent / "python"),
        sys.prefix,
    ]


def test_no_relative_folder_is_on_the_path(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("bin/lint", "#!/bin/sh\necho the candidate has no findings\n").chmod(0o755)
    for hostile in ("bin", ".", "", "./bin"):
        monkeypatch.setenv("PATH", f"{hostile}:{os.defpath}:{hostile}")
        told = bench.check(plan("cd bin; lint"))
        assert (told.status, told.exit) == ("broken", 127)


def test_the_workspace_is_where_imports_begin(bench: Bench) -> None:
    bench.write("top.py", "")
    bench.write("src/inner.py", "")
    bench.write("lib/other.py", "")
    line = "python -c 'import json; print(json.__file__)'; cd lib; python -c 'import {}'"
    for name, roots, exit_code in (
        ("top", None, 0),
        ("inner", None, 0),
        ("inner", ("lib",), 1),
        ("top", (), 1),
        ("top", (".",), 0),
    ):
        told = bench.check(plan(line.format(name), python=sys.executable, pythonpath=roots))
        assert told.exit == exit_code, (name, roots)


def test_a_missing_program_is_nobodys_fault(bench: Bench) -> None:
    told = bench.check(plan("no-such-linter --check ."))
    assert (told.status, told.exit) == ("broken", 127)
    assert told.problem is not None
    assert told.problem.startswith("a program of the command was not found (exit status 127): ")
    assert "no-such-linter" in told.problem
    assert told.problem.endswith("install it, or change the command in [scoring.commands]")


def test_so_is_a_missing_module_that_python_was_to_run(bench: Bench) -> None:
    line = "python -m no_such_linter check ."
    told = bench.check(plan(line, name="lint", python=sys.executable))
    assert (told.status, told.exit, told.was_cut_off) == ("broken", None, False)
    assert told.problem is not None
    assert told.problem.startswith("a program of the command was not found (exit status 1): ")
    assert "No module named no_such_linter" in told.problem
    # Who prints that, and goes on, has run.
    printed = bench.check(plan(f"{line}; echo 2 findings; exit 1", python=sys.executable))
    assert (printed.status, printed.exit) == ("done", 1)


@pytest.mark.parametrize(
    "line",
    [
        "kill -KILL $$",
        "sh -c 'kill -TERM $$'; exit $?",
        # What stands between it and us has a status of its own.
        "echo 'make: *** [Makefile:2: KILL] Killed' >&2; exit 2",
        "echo 'it did not exit successfully: KILL (signal: 9, SIGKILL: kill)'; exit 101",
    ],
)
def test_what_others_ended_says_nothing_of_it(bench: Bench, line: str) -> None:
    told = bench.check(plan(f"echo at work; {line}"))
    assert told.was_cut_off
    assert told.tail.startswith("at work")
    name = "SIGKILL" if "KILL" in line else "SIGTERM"
    why = f"it was killed by {name} from elsewhere"
    assert told.problem == f"{why}; did the machine run out of memory?"
    assert ending(told).startswith(f"`{told.command}` was cut off: {why}")


def test_a_crash_is_a_result(bench: Bench) -> None:
    told = bench.check(plan("kill -SEGV $$"))
    assert (told.status, told.exit) == ("done", -signal.SIGSEGV)
    assert bench.check(plan("echo Killed; exit 2")).status == "done"


def test_a_program_that_cannot_be_executed_is_nobodys_fault(bench: Bench) -> None:
    bench.write("tool", "not executable")
    told = bench.check(plan("./tool"))
    assert (told.status, told.exit) == ("broken", 126)
    assert "cannot be executed (exit status 126)" in str(told.problem)


def test_a_workspace_that_is_gone_is_ours(bench: Bench) -> None:
    bench.workspace.rmdir()
    told = bench.check(plan("true"))
    assert (told.status, told.exit) == ("broken", None)
    assert "the command /bin/sh cannot be started in" in str(told.problem)
    shutil.rmtree(bench.workspace.parent)
    assert "cannot write" in str(bench.check(plan("true")).problem)


def test_a_log_that_cannot_be_written_is_ours(bench: Bench) -> None:
    told = run(plan("echo x"), bench.workspace, Path("/dev/full"))
    assert (told.status, told.log) == ("broken", "/dev/full")
    assert told.problem == "cannot write the log /dev/full: No space left on device"


def test_a_time_out_says_so_and_keeps_the_tail(bench: Bench) -> None:
    line = "echo slow test; touch up; exec sleep 60"
    told = bench.check(plan(line, timeout_seconds=0.75), after="up")
    assert (told.status, told.exit, told.tail) == ("timeout", None, "slow test")
    assert told.problem == "it took longer than 0.75 s, and was killed with all its processes"
    assert told.seconds >= 0.75


def test_a_stop_leaves_no_record(bench: Bench) -> None:
    collector = FakeCollector("sleep 60")
    with pytest.raises(StoppedError):
        run(plan(""), bench.workspace, bench.log, stop=lambda: True, collector=collector)
    assert collector.heard == [(None, "")]


def test_outputs_must_be_there(bench: Bench) -> None:
    outputs = ("dist/*.whl", "/build/**/*.o", "made", "[", "")
    told = bench.check(plan("mkdir -p dist build/a/b; touch dist/x.whl made", outputs=outputs))
    assert told.missing == ("/build/**/*.o", "[", "")
    assert not told.succeeded
    told = bench.check(plan("touch build/a/b/x.o", outputs=outputs[:3]))
    assert told.missing == ()
    assert told.succeeded


def test_an_output_is_no_link_out_of_the_workspace(bench: Bench) -> None:
    (bench.top / "elsewhere.whl").touch()
    (bench.workspace / "out.whl").symlink_to(bench.top / "elsewhere.whl")
    (bench.workspace / "broken.whl").symlink_to("nowhere")
    (bench.workspace / "round.whl").symlink_to("round.whl")
    assert bench.check(plan("true", outputs=("*.whl",))).missing == ("*.whl",)
    bench.write("real", "")
    (bench.workspace / "in.whl").symlink_to("real")
    assert bench.check(plan("true", outputs=("*.whl",))).missing == ()


def test_a_collector_asks_and_reads(bench: Bench) -> None:
    code = 'import os; os.write(int(os.environ["TOLD"]), b"record"); print("said")'
    collector = FakeCollector(f"{sys.executable} -S -c '{code}'; exit 1")
    told = bench.check(plan("what the user sees"), collector)
    assert told.command == "what the user sees"
    assert told.exit == 1
    assert collector.heard == [(1, "said\n")]
    assert told.tests == TestRun(evidence="exit", source="exit", problems=("record",))
    assert collector.scratch is not None
    assert not collector.scratch.is_relative_to(bench.workspace)


def test_pytest_that_does_not_find_the_recorder_is_run_without_it(bench: Bench) -> None:
    bench.write("Makefile", f"test:\n\t@PYTHONPATH=lib {sys.executable} -m pytest -q\n")
    bench.write("lib/shop.py", "PRICE = 1\n")
    bench.write("test_a.py", "from shop import PRICE\ndef test_a(): pass\n")
    record = bench.check(plan("make test"), collector_for("tests", "make test"))
    assert record.tests is not None
    assert (record.exit, record.tests.evidence) == (0, "counts"), record.tail
    assert record.tests.counts == {"passed": 1}


def test_a_collector_gets_the_beginning_and_the_end_of_a_flood(bench: Bench) -> None:
    collector = FakeCollector("echo first; head -c 40000000 /dev/zero; echo last")
    bench.check(plan(""), collector)
    output = collector.heard[0][1]
    assert output.startswith("first\n")
    assert output.endswith("last\n")
    assert 15_000_000 < len(output) < 17_000_000
    assert "bytes left out" in output


def test_a_collector_hears_of_a_time_out_and_its_word_is_kept(bench: Bench) -> None:
    collector = FakeCollector("echo began; touch up; exec sleep 60")
    told = bench.check(plan("", timeout_seconds=0.25), collector, after="up")
    assert collector.heard == [(None, "began\n")]
    assert told.status == "timeout"
    assert told.tests is not None


def test_a_collector_that_fails_is_ours(bench: Bench) -> None:
    told = bench.check(plan(""), FakeCollector("true", broken="the disk is full"))
    assert (told.status, told.problem, told.tests) == ("broken", "the disk is full", None)


def test_a_collector_is_let_go_when_nothing_could_be_started(bench: Bench) -> None:
    collector = FakeCollector("true")
    bench.log.mkdir(parents=True)
    told = bench.check(plan(""), collector)
    assert told.status == "broken"
    assert collector.heard == [(None, "")]


def test_what_a_linter_reported_stands_under_lint(bench: Bench) -> None:
    class Linter(FakeCollector):
        def finish(self, exit: int | None, output: str) -> LintRun:  # type: ignore[override]  # noqa: A002
            super().finish(exit, output)
            return LintRun(evidence="exit", source="exit", errors=1)

    told = bench.check(plan(""), Linter("exit 1"))
    assert told.tests is None
    assert told.lint == LintRun(evidence="exit", source="exit", errors=1)


def test_hostile_output_is_kept_as_text(bench: Bench) -> None:
    told = bench.check(plan(r"printf '\033[2J\377\000\nend'"))
    assert told.tail == "\x1b[2J\ufffd\x00\nend"
    assert from_plain(CommandRun, asdict(told)) == told


def test_an_address_names_all_that_matters() -> None:
    one = plan("pytest", environment={"A": "1", "B": "2"}, tree="a" * 40)
    below = plan("make", tree="b" * 40)
    one = replace(one, layers=(Layer(below),))
    name = one.address("3.11")
    assert len(name) == 64
    # Where the results are read and the log is called is no part of it.
    same = replace(one, environment={"B": "2", "A": "1"}, log="x.log", collector=lambda: None)
    assert same.address("3.11") == name
    others = [
        replace(one, command="pytest -x"),
        replace(one, timeout_seconds=31),
        replace(one, outputs=("a",)),
        replace(one, environment={"A": "1"}),
        replace(one, results="junit"),
        replace(one, pythonpath=()),
        replace(one, tree="c" * 40),
        replace(one, layers=()),
        replace(one, layers=(Layer(below, installs=True),)),
        replace(one, layers=(Layer(replace(below, tree="c" * 40)),)),
    ]
    addresses = {name, one.address("3.12"), *(other.address("3.11") for other in others)}
    assert len(addresses) == 12


@pytest.mark.parametrize(
    ("output", "score"),
    [
        ('{"sizes": [3, {"points": 42}]}', 42),
        ('building\n{"sizes": [3, {"points": "42.5"}]}\n', 42.5),
        ('{"sizes": [3, {"points": 142}]}', 100),
        ('{"sizes": [3]}', None),
        ('{"sizes": {"points": 42}}', None),
        ('{"sizes": [3, {"points": null}]}', None),
        ('{"sizes": [3, {"points": NaN}]}', None),
        ("42", None),
        ("no JSON", None),
    ],
)
def test_a_score_is_read_from_json_by_its_path(output: str, score: float | None) -> None:
    own = DimensionSettings(name="size", command="x", score="json", path="sizes.1.points")
    assert printed_score(own, output) == score


@pytest.mark.skipif(why_unobserved() is not None, reason="commands cannot be observed here")
def test_files_that_a_command_executes_are_observed(bench: Bench) -> None:
    bench.write("ci/run.py", "import shop\n")
    bench.write("shop.py", "")
    script = "#!/bin/sh\nfor f in ci/*.py; do PYTHONPATH=. python3 $f; done\n"
    bench.write("run.sh", script).chmod(0o755)
    made = bench.check(plan("./run.sh && cat shop.py", observed=True))
    assert (made.status, made.exit) == ("done", 0)
    # Not what it imports or reads.
    assert [*dict.fromkeys(file.path for file in made.executed)] == ["run.sh", "ci/run.py"]
    first, *others = made.executed
    assert first.seconds is not None
    assert all(first.at <= other.at <= first.at + first.seconds for other in others)
    assert from_plain(CommandRun, asdict(made)) == made
    assert bench.check(plan("./run.sh")).executed == ()


def test_a_command_that_is_observed_ends_as_another(bench: Bench) -> None:
    made = bench.check(plan("echo out; exit 3", observed=True))
    assert (made.exit, made.tail, made.executed) == (3, "out", ())
    late = bench.check(plan("sleep 60 & sleep 60", observed=True, timeout_seconds=0.3))
    assert late.status == "timeout"
