"""What real tools wrote, in tests/plugins/race/outputs, cut down and without the machine's paths.

Recorded from jest 29, vitest 4, mocha 12, node 20, cargo and clippy 1.95, cargo-nextest 0.9.148, go
1.19, ruff 0.17, eslint 10 and pytest 8.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.plugins.results.outcomes import Finding
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.plugins.results.protocol import (
    ParsedResults,
    ReportedTest,
    ResultError,
    numbered,
    run_of,
    workspace_path,
)

OUTPUTS = Path(__file__).parent / "outputs"
ROOTS = ["/w"]


def _parse(name: str, data: bytes | str) -> ParsedResults:
    parsed = PARSERS[name].parse(data.encode() if isinstance(data, str) else data, ROOTS)
    assert parsed is not None
    return parsed


def _findings(name: str, data: bytes) -> tuple[Finding, ...]:
    return _parse(name, data).findings


def _outcomes(read: ParsedResults) -> dict[str, str]:
    return dict(run_of("any", read.cases).outcomes)


def _output(name: str) -> bytes:
    return (OUTPUTS / name).read_bytes()


JEST = {
    "test/broken.test.js": "error",
    "test/sum.test.js::sum > adds": "passed",
    "test/sum.test.js::sum > fails": "failed",
    "test/sum.test.js::sum > later": "skipped",
    "test/sum.test.js::sum > one day": "skipped",
}


def test_jest_names_each_test_and_the_file_that_could_not_be_loaded() -> None:
    read = _parse("jest", _output("jest.json"))
    assert read.problems == ()
    # Two tests of one file have the same name.
    assert _outcomes(read) == {**JEST, "test/sum.test.js::sum > adds #2": "passed"}
    assert {case.file for case in read.cases} == {"test/sum.test.js", "test/broken.test.js"}


def test_vitest_writes_what_jest_writes() -> None:
    read = _parse("jest", _output("vitest.json"))
    assert (_outcomes(read), read.problems) == (JEST, ())


def test_jest_must_count_what_it_shows() -> None:
    report = json.loads(_output("vitest.json"))
    del report["testResults"][1]["assertionResults"][1]
    read = _parse("jest", json.dumps(report).encode())
    assert read.problems == ("it counts 4 tests, but lists 3",)


def test_mocha_names_tests_and_hooks_that_failed() -> None:
    read = _parse("mocha", _output("mocha.json"))
    assert read.problems == ()
    assert _outcomes(read) == {
        'test/sum.js::hooked "before all" hook for "never"': "failed",
        "test/sum.js::sum adds": "passed",
        "test/sum.js::sum fails": "failed",
        "test/sum.js::sum later": "skipped",
    }


def test_junit_of_node_names_the_suites() -> None:
    read = _parse("junit", _output("node.xml"))
    assert read.problems == ()
    assert _outcomes(read) == {
        "child": "passed",
        "sum::adds": "passed",
        "sum::fails": "failed",
        "sum::later": "skipped",
        "sum::one day": "skipped",
        "test/broken.test.js": "failed",
        "top::inner": "passed",
    }


@pytest.mark.parametrize(
    ("output", "is_tap"),
    [
        ("1..2\nok 1 - a\nnot ok 2 - b\n", True),
        ("# start\nok 1\nok 2 # skip\n1..2\n", True),
        ("ok 1 - a\nok 2 - b\n", False),
        ("1..3\nok 1 - a\nok 2 - b\n", False),
        ("1..2\nok then\nok 2 go\n1..2\n", False),
        ("ran 1..2\nok\n", False),
    ],
)
def test_tap_without_a_version(output: str, *, is_tap: bool) -> None:
    recognizes = PARSERS["tap"].recognizes
    assert recognizes is not None
    assert recognizes(output) is is_tap


def test_tap_of_node_tells_the_same() -> None:
    read = _parse("tap", _output("node.tap"))
    assert read.problems == ()
    assert _outcomes(read) == {
        "child": "passed",
        "sum > adds": "passed",
        "sum > fails": "failed",
        "sum > later": "skipped",
        "sum > one day": "skipped",
        "test/broken.test.js": "failed",
        "top > inner": "passed",
    }
    recognizes = PARSERS["tap"].recognizes
    assert recognizes is not None
    assert recognizes(_output("node.tap").decode())


def test_junit_of_pytest_names_the_files() -> None:
    read = _parse("junit", _output("pytest.xml"))
    assert read.problems == ()
    outcomes = _outcomes(read)
    assert outcomes["pytest::tests.test_a::test_xf"] == "xfailed"
    assert outcomes["pytest::tests.test_a::test_skip"] == "skipped"
    assert outcomes["pytest::tests.test_a::test_bad"] == "failed"
    assert outcomes["pytest::tests.test_a::test_td"] == "error"
    assert len(outcomes) == 15
    assert {case.file for case in read.cases} == {"tests/test_a.py"}


def test_cargo_reads_each_binary_and_the_documentation() -> None:
    read = _parse("cargo", _output("cargo-test.txt"))
    assert read.problems == ()
    # What a failed test printed looks like a test, and is none.
    assert _outcomes(read) == {
        "demo/doc::src/lib.rs - add (line #1)": "passed",
        "demo/src/lib.rs::tests::adds": "passed",
        "demo/src/lib.rs::tests::fails": "failed",
        "demo/src/lib.rs::tests::later": "skipped",
        "demo/src/lib.rs::tests::panics": "passed",
        "it/tests/it.rs::whole": "passed",
    }
    # Tests of a crate may stand in any file of it.
    assert {case.file for case in read.cases if "::tests::" in case.id} == {None}
    assert {case.file for case in read.cases if "::tests::" not in case.id} == {
        "src/lib.rs",
        "tests/it.rs",
    }


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (
            ["a.md:9-12", "a.md:40", "a.md:100", "b.rst:7"],
            ["a.md:#1", "a.md:#2", "a.md:#3", "b.rst:#1"],
        ),
        (["t[docs/a.md:12]", "t[docs/b.md:3]"], ["t[docs/a.md:#1]", "t[docs/b.md:#1]"]),
        (["g.md::line:12,column:1", "g.md::line:9,column:1"], ["g.md::line:#2,column:1", "#1"]),
        (["lib.rs - f (line 9) - compile", "lib.rs - f (line 30)"], ["(line #1) -", "(line #1)"]),
        (["t[a.org:80]", "t[12:30]", "reads line 3", "timeline:3", "t.py::a"], [""] * 5),
    ],
)
def test_line_numbers_in_ids_are_places(ids: list[str], expected: list[str]) -> None:
    places = numbered(ids)
    for name, place in zip(ids, expected, strict=True):
        assert place in places.get(name, "")
        assert (name in places) is bool(place)


def test_doc_tests_of_cargo_keep_their_ids_if_lines_are_added_above() -> None:
    output = _output("cargo-test.txt").decode()
    ids = [
        [*_outcomes(_parse("cargo", output.replace("(line 3) ...", text).encode()))]
        for text in ("(line 3) ...", "(line 30) ...", "(line 30) - compile ...")
    ]
    assert ids[0] == ids[1]
    assert "demo/doc::src/lib.rs - add (line #1) - compile" in ids[2]


def test_cargo_must_show_what_it_counts() -> None:
    output = _output("cargo-test.txt").decode()
    torn = _parse("cargo", output.replace("test whole ... ok\n", ""))
    assert torn.problems == (
        "it/tests/it.rs reports 1 passed, 0 failed, 0 ignored, but its lines show 0, 0, 0",
    )
    killed = _parse("cargo", output[: output.index("test whole")])
    assert killed.problems == ("it/tests/it.rs ended without a result",)
    assert PARSERS["cargo"].parse(b"error: could not compile `demo`", ROOTS) is None


NEXTEST = """\
    Starting 3 tests across 2 binaries (1 test skipped)
        PASS [   0.005s] (1/3) demo tests::adds
  TRY 1 FAIL [   0.006s] (2/3) demo tests::fails
        FAIL [   0.006s] (2/3) demo tests::fails
     SIGABRT [   0.006s] (3/3) demo::it whole
------------
     Summary [   0.020s] 3 tests run: 1 passed, 2 failed, 1 skipped
        FAIL [   0.006s] (2/3) demo tests::fails
     SIGABRT [   0.006s] (3/3) demo::it whole
"""


def test_nextest_is_read_to_its_summary() -> None:
    read = _parse("cargo", NEXTEST)
    assert read.problems == ()
    assert _outcomes(read) == {
        "demo::it::whole": "failed",
        "demo::tests::adds": "passed",
        "demo::tests::fails": "failed",
    }
    torn = _parse("cargo", NEXTEST.replace("        PASS [   0.005s] (1/3) demo tests::adds\n", ""))
    assert torn.problems == ("the summary says 3 run and 1 passed, but the lines show 2 and 0",)


def test_nextest_is_read_as_it_prints_today() -> None:
    read = _parse("cargo", _output("nextest.txt"))
    assert read.problems == ()
    assert _outcomes(read) == {
        "demo::tests::adds": "passed",
        "demo::tests::panics": "passed",
        "demo::tests::wrong": "failed",
        "demo::whole::whole": "passed",
    }


def _go(*events: dict[str, str]) -> bytes:
    return "\n".join(json.dumps({"Package": "x/a", **event}) for event in events).encode()


def test_go_names_tests_by_their_package() -> None:
    read = _parse(
        "go",
        b"go: downloading x\n"
        + _go(
            {"Action": "start"},
            {"Action": "run", "Test": "TestA"},
            {"Action": "output", "Test": "TestA", "Output": '{"Action":"pass"}'},
            {"Action": "run", "Test": "TestA/sub"},
            {"Action": "fail", "Test": "TestA/sub"},
            {"Action": "fail", "Test": "TestA"},
            {"Action": "skip", "Test": "TestB"},
            {"Action": "fail"},
            {"Action": "pass", "Package": "x/b"},
        ),
    )
    assert read.problems == ()
    assert _outcomes(read) == {
        "x/a::TestA": "failed",
        "x/a::TestA/sub": "failed",
        "x/a::TestB": "skipped",
    }


def test_go_is_read_as_it_prints() -> None:
    read = _parse("go", _output("go-test.jsonl"))
    assert read.problems == ()
    assert _outcomes(read) == {
        "example.com/money::TestAdd": "passed",
        "example.com/money::TestFormat": "failed",
        "example.com/money::TestFormat/leading_zero": "failed",
        "example.com/money::TestFormat/whole": "passed",
        "example.com/money::TestSkipped": "skipped",
        "example.com/money/tax::TestOf": "passed",
    }


def test_a_go_package_that_cannot_be_built_is_an_error_of_the_package() -> None:
    read = _parse("go", _output("go-unbuilt.jsonl"))
    assert read.problems == ()
    assert _outcomes(read) == {
        "example.com/money": "error",
        "example.com/money/tax::TestOf": "passed",
    }


def test_go_does_not_lose_what_did_not_end() -> None:
    panicked = _parse("go", _go({"Action": "run", "Test": "TestA"}, {"Action": "fail"}))
    assert _outcomes(panicked) == {"x/a::TestA": "error"}
    unbuilt = _parse("go", _go({"Action": "build-output"}, {"Action": "start"}, {"Action": "fail"}))
    assert _outcomes(unbuilt) == {"x/a": "error"}
    killed = _parse("go", _go({"Action": "start"}, {"Action": "pass", "Test": "TestA"}))
    assert killed.problems == ("the package x/a started and did not end",)


CTRF = {
    "results": {
        "tool": {"name": "x"},
        "summary": {"tests": 2, "passed": 1, "failed": 1},
        "tests": [
            {"name": "a", "status": "passed", "filePath": "/w/t/a.js", "suite": ["outer", "inner"]},
            {"name": "b", "status": "failed", "suite": "outer"},
        ],
    }
}


def test_ctrf_names_files_and_suites() -> None:
    read = _parse("ctrf", json.dumps(CTRF).encode())
    assert read == ParsedResults(
        (
            ReportedTest("t/a.js::outer > inner > a", "passed", "t/a.js"),
            ReportedTest("outer > b", "failed"),
        )
    )
    CTRF["results"]["summary"] = {"tests": 3, "failed": 0}
    assert len(_parse("ctrf", json.dumps(CTRF).encode()).problems) == 2


@pytest.mark.parametrize(
    ("text", "outcomes", "problems"),
    [
        ("1..2\nok 1 - a\nnot ok 2 - b", {"a": "passed", "b": "failed"}, ()),
        ("ok - a\n1..1", {"a": "passed"}, ()),
        ("1..3\nok 1 a\nok 2", {"a": "passed", "test 2": "passed"}, ("3 tests were planned, and",)),
        ("ok 1 - a", {"a": "passed"}, ("a plan",)),
        ("1..1\nnot ok 1 - a # TODO later", {"a": "xfailed"}, ()),
        ("1..1\nok 1 - a # skip it", {"a": "skipped"}, ()),
        ("1..1\nok 1 - a \\# 1", {"a # 1": "passed"}, ()),
        ("1..2\nok 1 - a\nBail out! no more", {"a": "passed"}, ("the run bailed", "2 tests were")),
        ("1..1\nok 1 - a\n  ---\n  x: |\n  not ok 2 - b\n  ...", {"a": "passed"}, ()),
        (
            "1..1\n    ok 1 - in\n    1..1\nnot ok 1 - out",
            {"out > in": "passed", "out": "failed"},
            (),
        ),
        ("1..1\n    ok 1 - in\n    1..1", {"in": "passed"}, ("the tests inside", "1 tests were")),
    ],
)
def test_tap(text: str, outcomes: dict[str, str], problems: tuple[str, ...]) -> None:
    read = _parse("tap", text.encode())
    assert _outcomes(read) == outcomes
    assert len(read.problems) == len(problems)
    assert all(got.startswith(want) for got, want in zip(read.problems, problems, strict=True))


def test_ruff_eslint_and_sarif_tell_findings() -> None:
    ruff = _findings("ruff", _output("ruff.json"))
    assert [(entry.rule, entry.file, entry.line) for entry in ruff] == [
        ("I001", "a.py", 1),
        ("F401", "a.py", 1),
        ("F841", "a.py", 5),
        ("invalid-syntax", "b.py", 1),
        ("invalid-syntax", "b.py", 2),
    ]
    in_sarif = _findings("sarif", _output("ruff.sarif"))
    assert {(entry.rule, entry.file, entry.line, entry.severity) for entry in in_sarif} == {
        (entry.rule, entry.file, entry.line, entry.severity) for entry in ruff
    }
    eslint = _findings("eslint", _output("eslint.json"))
    assert [(entry.rule, entry.file, entry.line, entry.severity) for entry in eslint] == [
        ("no-unused-vars", "a.js", 1, "error"),
        ("eqeqeq", "a.js", 2, "warning"),
        ("parsing-error", "broken.js", 1, "error"),
    ]


def test_clippy_tells_a_finding_of_two_targets_once() -> None:
    output = _output("clippy.txt")
    assert output.count(b'"compiler-message"') == 2
    found = _findings("clippy", output)
    assert [
        (entry.rule, entry.file, entry.line, entry.severity, entry.text) for entry in found
    ] == [("clippy::needless_return", "src/lib.rs", 7, "warning", "return a + b;")]
    assert PARSERS["clippy"].parse(b"error: no such command: `clippy`", ROOTS) is None


def test_sarif_leaves_out_what_is_suppressed_and_knows_its_rules() -> None:
    place = {
        "physicalLocation": {
            "artifactLocation": {"uri": "file:///w/a%20b.py"},
            "region": {"startLine": 3, "snippet": {"text": "  x\t= 1\n"}},
        }
    }
    rules = [{"id": "R1", "defaultConfiguration": {"level": "note"}}]
    results = [
        {"ruleIndex": 0, "message": {"text": "m"}, "locations": [place]},
        {"ruleId": "R2", "message": {"text": "n"}, "suppressions": [{"kind": "inSource"}]},
        {"ruleId": "R3", "kind": "pass"},
        {"ruleId": "R4"},
    ]
    report = {"runs": [{"tool": {"driver": {"rules": rules}}, "results": results}]}
    found = _findings("sarif", json.dumps(report).encode())
    assert [
        (entry.rule, entry.file, entry.line, entry.severity, entry.text) for entry in found
    ] == [
        ("R1", "a b.py", 3, "warning", "x = 1"),
        ("R4", "", None, "error", ""),
    ]


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY c "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<testsuites><testsuite name="&c;"><testcase name="&c;"/></testsuite></testsuites>"""
STEAL = b"""<!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuites>&a;</testsuites>"""


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"<testsuites><testsuite>", "is not valid XML from line 1 on"),
        (b"<html/>", "is XML, but not a JUnit report"),
        (BOMB, "document type"),
        (STEAL, "document type"),
        (BOMB.decode().replace("?>", ' encoding="utf-16"?>', 1).encode("utf-16"), "document type"),
        (b'<?xml version="1.0" encoding="no-such"?><testsuites/>', "encoding"),
        (b"<testsuite>" * 50_000, "nested more than 100"),
    ],
)
def test_hostile_xml_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(ResultError, match=says):
        _parse("junit", data)


def test_junit_with_subtests() -> None:
    failure = "<failure/>"
    # pytest lists their failures in their test.
    test = f'<testcase name="a">{failure}{failure}</testcase><testcase name="b"/>'
    read = _parse("junit", f'<testsuite name="s" failures="2">{test}</testsuite>'.encode())
    assert (_outcomes(read), read.problems) == ({"s::a": "failed", "s::b": "passed"}, ())
    # unittest-xml-reporting lists them instead of their test, with their messages and parameters.
    names = ("test_a (x=1)", "test_a [why] (x=2)", "test_a [(]", "test_b")
    cases = (f'<testcase name="{name}" file="t.py">{failure}</testcase>' for name in names)
    read = _parse(
        "junit", f'<testsuite name="s" failures="4">{"".join(cases)}</testsuite>'.encode()
    )
    assert _outcomes(read) == {"s::test_a": "failed", "s::test_b": "failed"}


def test_junit_must_show_the_failures_that_it_counts() -> None:
    read = _parse("junit", b'<testsuite name="s" failures="1"><testcase name="a"/></testsuite>')
    assert read.problems == ("it counts 1 failures, but lists 0",)
    odd = _parse("junit", b'<testsuite failures="many"><testcase/></testsuite>')
    assert odd.problems == ()


def test_a_suite_may_count_the_failures_of_suites_in_it() -> None:
    case = '<testcase name="a"><failure/></testcase>'
    inner = f'<testsuite name="in" failures="1">{case}</testsuite><testcase name="b"/>'
    for claim, problems in (
        (0, ()),
        (1, ()),
        (2, ("it counts 2 failures, but lists 1",)),
    ):
        outer = f'<testsuite name="out" failures="{claim}">{inner}</testsuite>'
        read = _parse("junit", f"<testsuites>{outer}</testsuites>".encode())
        assert _outcomes(read) == {"out::in::a": "failed", "out::b": "passed"}
        assert read.problems == problems


def test_a_test_to_do_is_expected_to_fail() -> None:
    todo = '<skipped type="todo" message="true"/>'
    cases = (
        f'<testcase name="a">{todo}<failure/></testcase><testcase name="b">{todo}</testcase>'
        '<testcase name="c"><failure/></testcase>'
    )
    read = _parse("junit", f'<testsuite name="s" failures="2">{cases}</testsuite>'.encode())
    assert _outcomes(read) == {"s::a": "xfailed", "s::b": "skipped", "s::c": "failed"}
    assert read.problems == ()


def test_names_that_no_file_can_hold_are_escaped_and_cut() -> None:
    run = run_of("any", [ReportedTest("a\ud800", "passed"), ReportedTest("b" * 5000, "failed")])
    short, long = run.outcomes
    assert short == "a\\ud800"
    assert len(long) < 1100
    json.dumps(run.outcomes).encode()


def test_of_tests_with_one_name_none_hides_one_that_fails() -> None:
    for order in (("failed", "passed"), ("passed", "failed")):
        run = run_of(
            "any",
            [ReportedTest("a", "failed" if entry == "failed" else "passed") for entry in order],
        )
        assert run.outcomes == {"a": "failed", "a #2": "passed"}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/w/a/b.py", "a/b.py"),
        ("file:///w/a", "a"),
        ("a/./b/../c", "a/c"),
        ("../a", None),
        ("/w/../etc/passwd", None),
        ("/wide/a", None),
        ("/w", None),
        ("", None),
        ("a\0b", None),
        (3, None),
    ],
)
def test_a_path_is_one_inside_the_workspace(path: object, found: str | None) -> None:
    assert workspace_path(path, ROOTS) == found


SAMPLES = [path.read_bytes() for path in sorted(OUTPUTS.iterdir())]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["testResults", "results", "tests", "runs", "stats", "name", "status"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


def _survives(data: bytes) -> None:
    for parser in PARSERS.values():
        with suppress(ResultError):
            parser.parse(data, ROOTS)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60) | _JSON.map(lambda value: json.dumps(value).encode()))
def test_no_reader_stumbles_over_anything(data: bytes) -> None:
    _survives(data)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SAMPLES), st.floats(0, 1))
def test_no_reader_stumbles_over_half_of_a_file(sample: bytes, part: float) -> None:
    _survives(sample[: int(len(sample) * part)])


@pytest.mark.parametrize(
    "data", [b"[" * 200_000, b"9" * 10_000, b'{"testResults": 1}', b"\xff\xfe"]
)
def test_json_that_is_none_is_refused(data: bytes) -> None:
    for name in ("jest", "mocha", "ctrf", "sarif", "ruff"):
        with pytest.raises(ResultError):
            PARSERS[name].parse(data, ROOTS)
