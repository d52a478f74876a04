"""How commands are asked for results: what is run instead, and what is made of what is left."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.untrusted_files import (
    UnreadableError,
    read_result,
    stamps,
)
from pytest_hydra.plugins.results.collectors import (
    ResultCollector,
    ResultPolicy,
    collector_for,
)
from pytest_hydra.plugins.results.outcomes import LintRun, Sign, TestRun
from pytest_hydra.plugins.results.pytest_record import (
    Listener,
    import_roots,
    planted_files,
    shadows_runner,
)

OUTPUTS = Path(__file__).parent / "outputs"


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "workspace").mkdir()
    return tmp_path / "workspace"


def _collector(step: str, command: str, wanted: ResultPolicy | None = None) -> ResultCollector:
    found = collector_for(step, command, wanted)
    assert found is not None
    return found


def _tests(collector: ResultCollector, exit_code: int | None, output: str = "") -> TestRun:
    run = collector.finish(exit_code, output)
    assert isinstance(run, TestRun)
    return run


def _lint(collector: ResultCollector, exit_code: int | None, output: str = "") -> LintRun:
    run = collector.finish(exit_code, output)
    assert isinstance(run, LintRun)
    return run


def _package(workspace: Path, script: str) -> None:
    package = {"scripts": {"test": script, "lint": script}}
    (workspace / "package.json").write_text(json.dumps(package))


@pytest.mark.parametrize(
    ("command", "script", "changed"),
    [
        ("npm test -- --runInBand", "jest", "npm test -- --runInBand --json --outputFile=@"),
        (
            "npm test",
            "vitest run",
            "npm test -- --reporter=default --reporter=json --outputFile.json=@",
        ),
        ("npm test", "mocha", "npm test -- --reporter=json --reporter-option=output=@"),
        ("npx mocha --reporter tap", "", "npx mocha --reporter tap"),
        ("npm test", "jest | tee log", "npm test"),
        ("npm test", "tsc", "npm test"),
        ("npx jest", "", "npx jest --json --outputFile=@"),
        ("cargo test", "", "cargo test --no-fail-fast"),
        ("cargo test --no-fail-fast", "", "cargo test --no-fail-fast"),
        ("go test ./...", "", "go test -json ./..."),
        ("make test", "", "make test"),
    ],
)
def test_runners_are_asked_for_their_own_format(
    workspace: Path, scratch: Path, command: str, script: str, changed: str
) -> None:
    _package(workspace, script)
    start = _collector("tests", command).start(workspace, scratch)
    assert start.command == changed.replace("@", str(scratch / "tests"))
    assert "NODE_OPTIONS" not in start.environment


def test_node_is_asked_by_its_environment(workspace: Path, scratch: Path) -> None:
    _package(workspace, "node --test")
    start = _collector("tests", "npm test").start(workspace, scratch)
    assert start.command == "npm test"
    assert f"--test-reporter-destination={scratch / 'tests'}" in start.environment["NODE_OPTIONS"]


def test_what_a_runner_wrote_is_read(workspace: Path, scratch: Path) -> None:
    collector = _collector("tests.own", "npx jest")
    collector.start(workspace, scratch)
    written = (OUTPUTS / "jest.json").read_text().replace("/w/", f"{workspace}/")
    (scratch / "tests").write_text(written)
    run = _tests(collector, 1)
    assert (run.evidence, run.source, run.problems) == ("ids", "jest", ())
    assert run.outcomes["test/sum.test.js::sum > fails"] == "failed"


def test_a_runner_that_wrote_nothing_is_not_believed(workspace: Path, scratch: Path) -> None:
    collector = _collector("tests", "npx jest")
    collector.start(workspace, scratch)
    assert _tests(collector, 0, "5 passed").problems == ("the result of jest is missing",)


def test_cargo_that_could_not_build_ran_nothing(workspace: Path, scratch: Path) -> None:
    for output, evidence in (("error: could not compile `x`", "ids"), ("error: no such", "ids")):
        collector = _collector("tests", "cargo test")
        collector.start(workspace, scratch / output)
        run = _tests(collector, 101, output)
        assert (run.evidence, run.outcomes, run.problems) == (evidence, {}, ())
    quiet = _collector("tests", "cargo test -q")
    quiet.start(workspace, scratch)
    run = _tests(quiet, 101, "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured")
    assert (run.evidence, run.counts) == ("counts", {"passed": 1, "failed": 2})


@pytest.mark.parametrize(
    ("output", "exit_code", "evidence", "counts", "problems"),
    [
        ("2 passed in 0.1s", 0, "counts", {"passed": 2}, ()),
        ("1 failed, 2 passed in 0.1s", 1, "counts", {"failed": 1, "passed": 2}, ()),
        ("1 failed in 0.1s", 0, "counts", {"failed": 1}, ()),
        ("2 passed in 0.1s", 1, "counts", {"passed": 2}, ("the command ended with 1, but",)),
        ("2 passed in 0.1s", None, "counts", {"passed": 2}, ("the command was stopped before",)),
        ("hello", 0, "exit", {"passed": 1}, ()),
        ("hello", 3, "exit", {"failed": 1}, ()),
    ],
)
def test_the_weakest_evidence_is_labelled(  # noqa: PLR0917 - by name
    workspace: Path,
    scratch: Path,
    output: str,
    exit_code: int | None,
    evidence: str,
    counts: dict[str, int],
    problems: tuple[str, ...],
) -> None:
    collector = _collector("tests", "make test")
    collector.start(workspace, scratch)
    run = _tests(collector, exit_code, output)
    assert (run.evidence, run.counts) == (evidence, counts)
    assert len(run.problems) == len(problems)
    assert all(got.startswith(want) for got, want in zip(run.problems, problems, strict=True))


def test_tap_on_the_output_is_read(workspace: Path, scratch: Path) -> None:
    collector = _collector("tests", "make test")
    collector.start(workspace, scratch)
    run = _tests(collector, 1, (OUTPUTS / "node.tap").read_text())
    assert (run.evidence, run.source, run.counts["failed"]) == ("ids", "tap", 2)


JUNIT = '<testsuite name="s"><testcase classname="c" name="{}" file="a/t.py"/></testsuite>'


def test_files_that_the_policy_names_are_read(workspace: Path, scratch: Path) -> None:
    out = workspace / "build" / "deep"
    out.mkdir(parents=True)
    (out / "old.xml").write_text(JUNIT.format("stale"))
    wanted = ResultPolicy(results={"junit": ("build/**/*.xml",)})
    collector = _collector("tests", "npx jest", wanted)
    assert collector.start(workspace, scratch).command == "npx jest"
    (out / "a.xml").write_text(JUNIT.format("one"))
    (workspace / "build" / "b.xml").write_text(JUNIT.format("two"))
    run = _tests(collector, 0)
    assert run.problems == ()
    assert run.outcomes == {"s::c::one": "passed", "s::c::two": "passed"}
    assert set(run.files.values()) == {"a/t.py"}


def test_files_that_cannot_be_believed_are_problems(workspace: Path, scratch: Path) -> None:
    secret = scratch / "secret.xml"
    secret.write_text(JUNIT.format("secret"))
    wanted = ResultPolicy(results={"junit": ("*.xml",), "ctrf": ("*.json",)})
    collector = _collector("tests", "make test", wanted)
    collector.start(workspace, scratch)
    (workspace / "empty.xml").write_text("")
    (workspace / "half.xml").write_text("<testsuite><testcase")
    (workspace / "link.xml").symlink_to(secret)
    os.mkfifo(workspace / "pipe.xml")
    with (workspace / "vast.xml").open("wb") as file:
        file.truncate(65 * 2**20)
    run = _tests(collector, 0)
    assert run.outcomes == {}
    assert list(run.problems) == [
        "empty.xml is empty",
        "half.xml is not valid XML from line 1 on",
        "link.xml is a link, or cannot be read",
        "pipe.xml is not a file",
        "vast.xml is larger than 64 MB",
        "no file was written that matches *.json",
    ]


def test_a_file_that_was_there_before_is_no_result(workspace: Path, scratch: Path) -> None:
    (workspace / "r.xml").write_text(JUNIT.format("stale"))
    collector = _collector("tests", "make test", ResultPolicy(results={"junit": ("r.xml",)}))
    collector.start(workspace, scratch)
    assert _tests(collector, 0).problems == (
        "no file was written that matches r.xml; the existing files were not changed",
    )


@pytest.mark.parametrize(
    ("command", "script", "changed"),
    [
        ("ruff check .", "", "ruff check . --output-format=json --output-file=@"),
        ("ruff check . || true", "", "ruff check . || true"),
        ("ruff format --check .", "", "ruff format --check ."),
        ("ruff check . --output-format=github", "", "ruff check . --output-format=github"),
        ("npm run lint", "eslint .", "npm run lint -- --format=json --output-file=@"),
        ("npm run lint", "eslint . -f stylish", "npm run lint"),
        (
            "cargo clippy --all-targets -- -D warnings",
            "",
            "cargo clippy --message-format=json --all-targets -- -D warnings",
        ),
        ("mypy .", "", "mypy ."),
    ],
)
def test_linters_are_asked_for_json(
    workspace: Path, scratch: Path, command: str, script: str, changed: str
) -> None:
    _package(workspace, script)
    start = _collector("lint", command).start(workspace, scratch)
    assert start.command == changed.replace("@", str(scratch / "lint"))


def test_a_finding_holds_the_line_that_it_speaks_of(workspace: Path, scratch: Path) -> None:
    (workspace / "a.py").write_text("import os\n\n\n\nx  =\t 1\n")
    (scratch / "b.py").write_text("secret\n" * 2)
    (workspace / "b.py").symlink_to(scratch / "b.py")
    collector = _collector("lint", "ruff check .")
    collector.start(workspace, scratch)
    written = (OUTPUTS / "ruff.json").read_text().replace("/w/", f"{workspace}/")
    (scratch / "lint").write_text(written)
    run = _lint(collector, 1)
    assert (run.source, run.errors, run.warnings, run.problems) == ("ruff", 5, 0, ())
    assert [(finding.file, finding.line, finding.text) for finding in run.findings] == [
        ("a.py", 1, "import os"),
        ("a.py", 1, "import os"),
        ("a.py", 5, "x = 1"),
        ("b.py", 1, ""),
        ("b.py", 2, ""),
    ]


def test_clippy_is_read_from_the_output(workspace: Path, scratch: Path) -> None:
    collector = _collector("lint", "cargo clippy")
    collector.start(workspace, scratch)
    run = _lint(collector, 0, (OUTPUTS / "clippy.txt").read_text())
    assert (run.evidence, run.source, run.errors, run.warnings) == ("ids", "clippy", 0, 1)


def test_sarif_files_come_first(workspace: Path, scratch: Path) -> None:
    collector = _collector("lint", "ruff check .", ResultPolicy(results={"sarif": ("*.sarif",)}))
    assert collector.start(workspace, scratch).command == "ruff check ."
    (workspace / "a.sarif").write_text((OUTPUTS / "ruff.sarif").read_text())
    (workspace / "b.sarif").write_text("{")
    run = _lint(collector, 1)
    assert (run.source, run.errors) == ("sarif", 5)
    assert run.problems == ("b.sarif is not valid JSON from line 1 on",)


@pytest.mark.parametrize(
    ("output", "exit_code", "evidence", "errors", "problems"),
    [
        ("Found 3 errors in 1 file (checked 2 source files)", 1, "counts", 3, 0),
        ("All checks passed!", 1, "counts", 0, 1),
        ("boo", 1, "exit", 1, 0),
        ("boo", 0, "exit", 0, 0),
        ("boo", None, "exit", 1, 1),
    ],
)
def test_the_weakest_evidence_of_a_linter_is_labelled(  # noqa: PLR0917 - by name
    workspace: Path,
    scratch: Path,
    output: str,
    exit_code: int | None,
    evidence: str,
    errors: int,
    problems: int,
) -> None:
    collector = _collector("lint", "make lint")
    collector.start(workspace, scratch)
    run = _lint(collector, exit_code, output)
    assert (run.evidence, run.errors, len(run.problems)) == (evidence, errors, problems)


def test_other_steps_have_no_results() -> None:
    assert collector_for("build", "make", None) is None
    assert collector_for("security", "pip-audit", None) is None


def test_a_listener_never_makes_its_writer_wait() -> None:
    listener = Listener()
    command = [
        "/bin/sh",
        "-c",
        f"head -c 70000000 /dev/zero >/dev/fd/{listener.record_fd}; sleep 60 & :",
    ]
    # The sleeper holds the pipe open, and is not waited for.
    with subprocess.Popen(command, pass_fds=[listener.record_fd], start_new_session=True) as child:
        child.wait(timeout=60)
        data, cut = listener.stop()
        os.killpg(child.pid, 9)
    assert (len(data), cut) == (64 * 2**20, True)


def test_the_roots_of_imports_are_inside_the_workspace(workspace: Path, scratch: Path) -> None:
    names = ("/place", str(workspace))
    assert import_roots(workspace, names, ()) == ["."]
    (workspace / "src").mkdir()
    assert import_roots(workspace, names, ()) == ["src", "."]
    (workspace / "lib").mkdir()
    (workspace / "out").symlink_to(scratch)
    (workspace / "in").symlink_to("/place/src")
    named = ("lib", "out", "in", "..", "gone", "/place/lib", str(scratch))
    assert import_roots(workspace, names, named) == ["lib", "src", "."]


@pytest.mark.parametrize("name", ["types.py", "pytest.py", "_pytest/__init__.py"])
def test_a_folder_that_stands_in_the_way_is_known(workspace: Path, name: str) -> None:
    (workspace / "json").mkdir()
    (workspace / "types.txt").write_text("")
    (workspace / "packaging.py").write_text("")
    assert not shadows_runner(str(workspace))
    (workspace / name).parent.mkdir(exist_ok=True)
    (workspace / name).write_text("")
    assert shadows_runner(str(workspace))


def test_what_is_planted_for_the_runner_is_reported(workspace: Path) -> None:
    for name in ("src/pluggy/__init__.py", "pytest.py", "src/json.py", "a/pytest.py", "_pytest/x"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("")
    for name, points in (("a.dist-info", "[pytest11]"), ("src/b.egg-info", "[console_scripts]")):
        (workspace / name).mkdir()
        (workspace / name / "entry_points.txt").write_text(f"{points}\nx = y\n")
    roots = [str(workspace / "src"), str(workspace)]
    assert planted_files(str(workspace), roots) == (
        Sign(kind="runner-shadowed", file="src/pluggy/__init__.py", text="a module pluggy"),
        Sign(kind="runner-shadowed", file="pytest.py", text="a module pytest"),
        Sign(kind="plugin-planted", file="a.dist-info/entry_points.txt", text="entry points"),
    )


def test_patterns_match_as_they_read(workspace: Path) -> None:
    for name in ("a/r.xml", "a/b/r.xml", "r.xml", "node_modules/r.xml"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("")
    (workspace / "loop").symlink_to(workspace)

    def found(pattern: str) -> list[str]:
        return list(stamps(workspace, [pattern]))

    assert found("**/*.xml") == ["a/b/r.xml", "a/r.xml", "r.xml"]
    assert found("a/*.xml") == ["a/r.xml"]
    assert found("./a/?/r.xml") == ["a/b/r.xml"]
    assert found("../*.xml") == found("[r].xml") == []


@pytest.mark.parametrize("path", ["../a", "/a", "a//b", "", "loop/a", "a\0"])
def test_no_file_is_read_past_the_workspace(workspace: Path, path: str) -> None:
    (workspace / "loop").symlink_to(workspace.parent)
    (workspace.parent / "a").write_text("secret")
    with pytest.raises(UnreadableError):
        read_result(workspace, path, 100)
