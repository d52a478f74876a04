"""Results that were made to exhaust whoever reads them: read in time, in bounds, and apart."""

from __future__ import annotations

import json
import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_hydra.execution import bounded
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.plugins.engine.command import printed_score
from pytest_hydra.plugins.race.policy.scoring import DimensionSettings
from pytest_hydra.plugins.results.collectors import PytestCollector, ResultPolicy, collector_for
from pytest_hydra.plugins.results.outcomes import LintRun, TestRun
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import run_of
from pytest_hydra.plugins.results.pytest_record import seal
from pytest_hydra.plugins.results.text_reports import count_findings, count_tests

SIZE = 100_000


def _junit() -> str:
    cases = '<testcase name="t"/>' * (SIZE // 50)
    return f'<testsuites><testsuite name="{"n" * (SIZE // 2)}">{cases}</testsuite></testsuites>'


def _nested_junit() -> str:
    names = "".join(f'<testsuite name="{n}{"n" * 600}">' for n in range(90))
    return f"{names}{'<testcase/>' * 3_500}{'</testsuite>' * 90}"


def _tap() -> str:
    inner = "    ok 1\n" * (SIZE // 20)
    return f"TAP version 13\n{inner}    1..5000\nok 1 - {'n' * (SIZE // 2)}\n1..1\n"


def _cargo() -> str:
    tests = "test a ... ok\n" * (SIZE // 30)
    running = f"     Running {'n' * (SIZE // 2)} (target/x)\nrunning {SIZE // 30} tests\n"
    return running + tests


def _jest() -> str:
    tests = [{"title": "", "ancestorTitles": [], "status": "passed"}] * (SIZE // 120)
    suite = {"name": "n" * (SIZE // 2), "status": "passed", "assertionResults": tests}
    return json.dumps({"testResults": [suite], "numTotalTests": len(tests)})


def _sarif() -> str:
    rules = [{"id": ""}] * (SIZE // 20)
    results = [{"ruleId": "b"}] * (SIZE // 36)
    run = {"tool": {"driver": {"rules": rules}}, "results": results}
    return json.dumps({"runs": [run]})


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("junit", _junit), ("junit", _nested_junit), ("tap", _tap), ("cargo", _cargo),
        ("jest", _jest), ("sarif", _sarif),
    ],
)  # fmt: skip
def test_nothing_is_read_in_more_than_a_second_and_little_memory(
    name: str, make: Callable[[], str]
) -> None:
    data = make().encode()
    assert len(data) < 1.5 * SIZE
    PARSERS[name].parse(data[:2000], ()) if name in ("tap", "cargo") else None
    tracemalloc.start()
    try:
        results = PARSERS[name].parse(data, ())
        assert results is not None
        assert len(results.cases) + len(results.findings) > 500
        run_of(name, results.cases)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 50 * 2**20
    before = time.process_time()
    PARSERS[name].parse(data, ())
    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    "unit",
    [
        "warning: `x` (", "warning: `", "error: could not compile `a` (", "1 passed, ", "= ",
        "Ran 1 test in 0s\n", "1 failed ", "Tests:  1", "Found 1 error", "TAP version 13 ",
    ],
)  # fmt: skip
def test_outputs_are_looked_through_in_one_pass(unit: str) -> None:
    output = unit * (400_000 // len(unit))
    before = time.process_time()
    count_tests(output)
    count_findings(output)
    assert time.process_time() - before < 2


def test_what_is_long_to_begin_with_stays_told_apart() -> None:
    names = ("n" * 2_000, "n" * 2_001)
    suites = "".join(
        f'<testsuite name="{name}"><testcase name="a"/><testcase name="b"/></testsuite>'
        for name in names
    )
    results = PARSERS["junit"].parse(f"<testsuites>{suites}</testsuites>".encode(), ())
    assert results is not None
    ids = {case.id for case in results.cases}
    assert len(ids) == 4
    assert max(map(len, ids)) < 1_100


def test_a_line_of_a_tool_ends_where_it_ends() -> None:
    span = {"is_primary": True, "file_name": "a.rs", "line_start": 1, "column_start": 1}
    message = {"level": "error", "spans": [span], "message": "a\u2028b", "code": {"code": "c"}}
    line = json.dumps({"reason": "compiler-message", "message": message}, ensure_ascii=False)
    results = PARSERS["clippy"].parse(line.replace('": ', '":').encode(), ())
    assert results is not None
    assert [finding.message for finding in results.findings] == ["a\u2028b"]


def _finished(tmp_path: Path, xml: str, within: tuple[float, int | None] | None) -> TestRun:
    (tmp_path / "workspace").mkdir(exist_ok=True)
    (tmp_path / "scratch").mkdir(exist_ok=True)
    wanted = ResultPolicy(results={"junit": ("*.xml",)}, limits=within)
    collector = collector_for("tests", "make test", wanted)
    assert collector is not None
    collector.start(tmp_path / "workspace", tmp_path / "scratch")
    (tmp_path / "workspace" / "junit.xml").write_text(xml)
    run = collector.finish(0, "")
    assert isinstance(run, TestRun)
    return run


def test_a_long_result_is_read_apart_and_tells_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = "".join(f'<testcase name="t{number}"/>' for number in range(SIZE // 20))
    xml = f"<testsuite>{cases}</testsuite>"
    assert len(xml) > SIZE
    for name in "abc":
        (tmp_path / name).mkdir()
    assert _finished(tmp_path / "a", xml, (60, None)) == _finished(tmp_path / "b", xml, None)
    monkeypatch.setattr(bounded, "sys", None)  # nothing is started for a short one
    short = _finished(tmp_path / "c", '<testsuite><testcase name="t"/></testsuite>', (60, None))
    assert short.outcomes == {"t": "passed"}


def test_a_result_beyond_the_limits_of_its_check_is_in_doubt(tmp_path: Path) -> None:
    xml = f"<testsuite>{'<testcase/>' * SIZE}</testsuite>"
    (problem,) = _finished(tmp_path, xml, (60, 40)).problems
    assert problem.startswith("its results cannot be read within the limits of the check: ")
    assert "MemoryError" in problem or "exit status" in problem
    (problem,) = _finished(tmp_path, xml, (0.01, None)).problems
    assert "within 0.01 s" in problem


def test_a_linters_long_output_is_read_apart_too(tmp_path: Path) -> None:
    collector = collector_for("lint", "make lint", ResultPolicy(limits=(60, None)))
    assert collector is not None
    collector.start(tmp_path, tmp_path)
    run = collector.finish(1, "x\n" * SIZE + "Found 3 errors\n")
    assert isinstance(run, LintRun)
    assert (run.evidence, run.errors) == ("counts", 3)


def test_what_is_done_apart_has_its_limits() -> None:
    assert bounded.run_bounded(json.loads, "[1]", seconds=60, memory_mb=None) == [1]
    with pytest.raises(ProcessError, match="JSONDecodeError"):
        bounded.run_bounded(json.loads, "[", seconds=60, memory_mb=None)
    with pytest.raises(ProcessError, match=r"within 0\.5 s"):
        bounded.run_bounded(time.sleep, 60, seconds=0.5, memory_mb=None)


def test_a_pattern_that_goes_astray_is_ended() -> None:
    own = DimensionSettings(name="size", command="x", score="regex", pattern="(a+)+$")
    with pytest.raises(ProcessError, match="within 2 s"):
        bounded.run_bounded(printed_score, own, "a" * 60 + "b", seconds=2, memory_mb=None)


def test_a_long_record_is_read_apart_and_tells_the_same(tmp_path: Path) -> None:
    runs: list[object] = []
    for within in (None, (60.0, None)):
        scratch = tmp_path / str(len(runs))
        scratch.mkdir()
        collector = collector_for("tests", "pytest", ResultPolicy(limits=within))
        assert isinstance(collector, PytestCollector)
        (writing, _) = collector.start(tmp_path, scratch).pass_fds
        tests = [{"test": f"test_a.py::t{n}", "outcome": "passed"} for n in range(1_000)]
        sign = {"sign": "internals", "file": "a.py", "line": 3, "text": "gc"}
        lines = [{"start": 1}, {"session": "."}, *tests, sign, {"end": 0, "stopped": ""}]
        for number, line in enumerate(lines):
            text = json.dumps(line, separators=(",", ":")).encode()
            os.write(writing, seal(collector._listener.key, number, text) + b"\n")
        runs.append(collector.finish(0, "x" * SIZE))
    assert runs[0] == runs[1]
    assert isinstance(runs[1], TestRun)
    assert (len(runs[1].outcomes), runs[1].problems, len(runs[1].signs)) == (1_000, (), 1)
