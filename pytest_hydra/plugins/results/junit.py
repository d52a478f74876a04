"""JUnit XML, which most test runners can write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree

from junitparser import Error, Failure, JUnitXml, JUnitXmlError, Skipped, TestCase, TestSuite

from pytest_hydra.plugins.results.outcomes import Outcome
from pytest_hydra.plugins.results.protocol import (
    ParsedResults,
    ReportedTest,
    ResultError,
    clean_id,
    workspace_path,
)

_DEEPEST = 100
_FAILURES = ("failed", "error")
# How a subtest's message and parameters begin and end, after the name of its test.
_SUBTEST = (("[", "]"), ("[", ")"), ("(", ")"))


class _Place(NamedTuple):
    """The path to a test: its id so far (bounded), the last name, and the file."""

    id: str = ""
    last: str | None = None
    file: str | None = None

    def child(self, name: str, roots: Sequence[str]) -> _Place:
        """The place with this name below; a repeated name is not added twice."""
        relative = workspace_path(name, roots) if name.startswith("/") else None
        name, file = relative or name, self.file or relative
        if name == self.last:
            return _Place(self.id, name, file)
        return _Place(clean_id(name if self.last is None else f"{self.id}::{name}"), name, file)


def parse_junit(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests in a JUnit XML file; an id consists of the suites, the class and the name."""
    try:
        # It gets elements instead of a file: its choice of a parser depends on what is installed,
        # and some parsers read external entities.
        report: Any = JUnitXml.fromroot(cast("Any", _parse(data)))
    except JUnitXmlError:
        raise ResultError("is XML, but not a JUnit report") from None
    reading = _Reading(roots)
    reading.read_suite(report, _Place())
    return ParsedResults((*reading.cases, *reading.subtests.values()), tuple(reading.problems[:1]))


class _Reading:
    """The tests that were read so far, and suites that count more failures than they list."""

    def __init__(self, roots: Sequence[str]) -> None:
        self.roots = roots
        self.cases: list[ReportedTest] = []
        self.subtests: dict[str, ReportedTest] = {}
        self.problems: list[str] = []

    def read_suite(self, suite: Any, place: _Place) -> int:
        """Read a suite and those in it; returns the number of failures that they list."""
        failed = 0
        for case in suite._elem.findall(TestCase._tag):
            read, is_subtest = _read_case(place, case, self.roots)
            if not is_subtest:
                self.cases.append(read)
            elif read.id not in self.subtests or read.outcome in _FAILURES:
                self.subtests[read.id] = read
            # Of a test with subtests, several failures are listed.
            failed += len(case.findall("failure")) + len(case.findall("error"))
            case.clear()  # free the memory of what has been read
        for child in suite.iterchildren(TestSuite):
            name = child.name
            failed += self.read_suite(child, place.child(name, self.roots) if name else place)
        # Some runners count the failures of suites in a suite, some do not.
        claims = _number(suite, "failures") + _number(suite, "errors")
        if claims > failed:
            self.problems.append(f"it counts {claims} failures, but lists {failed}")
        return failed


def _read_case(
    place: _Place, case: ElementTree.Element, roots: Sequence[str]
) -> tuple[ReportedTest, bool]:
    """The test, and whether it is a subtest, which has the id of its test."""
    attributes = case.attrib
    name = attributes.get("classname")
    # Node's own runner gives every test the same class name.
    if name and name != "test":
        place = place.child(name, roots)
    # unittest-xml-reporting lists failed subtests instead of their test.
    name = attributes.get("name", "")
    test, _, rest = name.partition(" ")
    is_subtest = test.isidentifier() and (rest[:1], rest[-1:]) in _SUBTEST
    is_subtest = is_subtest and attributes.get("file", "").endswith(".py")
    place = place.child(test if is_subtest else name, roots)
    file = workspace_path(attributes.get("file"), roots) or place.file
    return ReportedTest(place.id, _outcome(case) if len(case) else "passed", file), is_subtest


def _outcome(case: ElementTree.Element) -> Outcome:
    results: list[Any] = cast("Any", TestCase).fromelem(case).result
    skipped = next((result for result in results if isinstance(result, Skipped)), None)
    # Node's own runner reports the failure of a test that is marked as to do, which is expected.
    if skipped is not None and skipped.type == "todo" and len(results) > 1:
        return "xfailed"
    if any(isinstance(result, Error) for result in results):
        return "error"
    if any(isinstance(result, Failure) for result in results):
        return "failed"
    if skipped is None:
        return "passed"
    return "xfailed" if skipped.type == "pytest.xfail" else "skipped"


def _number(suite: Any, name: str) -> int:
    # As text: the library's own accessors raise for invalid numbers.
    text: str = suite._elem.get(name, "0")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _parse(data: bytes) -> ElementTree.Element:
    if not data.strip():
        raise ResultError("is empty")
    parser = ElementTree.XMLParser(target=_SuiteBuilder())  # noqa: S314 - the builder refuses entities
    try:
        parser.feed(data)
        root: ElementTree.Element = parser.close()
    except ElementTree.ParseError as error:
        raise ResultError(f"is not valid XML from line {error.position[0]} on") from None
    except (LookupError, ValueError):
        raise ResultError("is XML in an unknown encoding") from None
    return root


class _SuiteBuilder:
    """Builds elements, and refuses document types, which only an attack needs."""

    __slots__ = ("_depth", "_end", "_start", "close", "data")

    def __init__(self) -> None:
        builder = ElementTree.TreeBuilder()
        self._start, self._end = builder.start, builder.end
        self.data, self.close = builder.data, builder.close
        self._depth = 0

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:  # noqa: ARG002
        """Called before the declarations of a document type are read."""
        raise ResultError("has a document type, which no test runner writes")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ResultError(f"is nested more than {_DEEPEST} levels deep")
        self._start(tag, attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._end(tag)
