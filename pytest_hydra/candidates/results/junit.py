"""JUnit XML, as most test runners can write it, read as it comes: no tree of it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.protocol import (
    Case,
    ParsedResults,
    ResultError,
    clean_id,
    inside,
)

_DEEPEST = 100
# What may stand in a test, and what it then came to; the first that does counts.
_ENDS: dict[str, Outcome] = {"error": "error", "failure": "failed", "skipped": "skipped"}


def parse_junit(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests in a JUnit XML file; an id is made of the suites, the class and the name."""
    if not data.strip():
        raise ResultError("is empty")
    report = _Report(roots)
    parser = ElementTree.XMLParser(target=report)  # noqa: S314 - it refuses entities
    try:
        parser.feed(data)
        parser.close()
    except ElementTree.ParseError as error:
        raise ResultError(f"is not valid XML from line {error.position[0]} on") from None
    except (LookupError, ValueError):
        raise ResultError("is XML in an encoding that is not known") from None
    failed = sum(case.outcome in ("failed", "error") for case in report.cases)
    problem = f"it counts {report.claimed} failures and shows {failed}"
    return ParsedResults(tuple(report.cases), (problem,) if report.claimed > failed else ())


class _Place(NamedTuple):
    """The names that lead to a test: their id, cut as they are joined, the last, and a file."""

    id: str = ""
    last: str | None = None
    file: str | None = None

    def below(self, name: str, roots: Sequence[str]) -> _Place:
        """The place that is called so below this one; the same name twice in a row is one."""
        relative = inside(name, roots) if name.startswith("/") else None
        name, file = relative or name, self.file or relative
        if name == self.last:
            return _Place(self.id, name, file)
        return _Place(clean_id(name if self.last is None else f"{self.id}::{name}"), name, file)


@dataclass(slots=True)
class _Element:
    """A suite that is open, or a test, which has ``ends``."""

    place: _Place
    claims: int = 0
    ends: dict[str, str | None] | None = None


class _Report:
    """Takes in the elements of a report, and stops at what only an attack needs."""

    def __init__(self, roots: Sequence[str]) -> None:
        self.cases: list[Case] = []
        self.claimed = 0
        self._roots = roots
        # From the top; of what is neither a suite nor a test nothing.
        self._open: list[_Element | None] = []

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:  # noqa: ARG002
        """Called before anything that the document type declares is read."""
        raise ResultError("has a document type, which no test runner writes")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) == _DEEPEST:
            raise ResultError(f"is nested more than {_DEEPEST} levels deep")
        above = self._open[-1] if self._open else _Element(_Place())
        element = None
        if not self._open and tag not in ("testsuites", "testsuite"):
            raise ResultError("is XML, but no JUnit report")
        if tag == "testsuites" and not self._open:
            element = _Element(_Place(), _claims(attributes))
        elif above is not None and above.ends is not None:
            above.ends.setdefault(tag, attributes.get("type"))
        elif above is not None and tag == "testsuite":
            name = attributes.get("name")
            place = above.place.below(name, self._roots) if name else above.place
            element = _Element(place, _claims(attributes))
        elif above is not None and tag == "testcase":
            # Counts are held against the tests that stand in the same suite.
            self.claimed, above.claims = self.claimed + above.claims, 0
            element = _Element(self._test(above.place, attributes), ends={})
        self._open.append(element)

    def end(self, _: str) -> None:
        element = self._open.pop()
        if element is not None and element.ends is not None:
            found: Outcome = next((_ENDS[tag] for tag in _ENDS if tag in element.ends), "passed")
            if found == "skipped" and element.ends["skipped"] == "pytest.xfail":
                found = "xfailed"
            self.cases.append(Case(element.place.id, found, element.place.file))

    def _test(self, place: _Place, attributes: Mapping[str, str]) -> _Place:
        name = attributes.get("classname")
        # Node's own runner writes the same word as the class of each test.
        if name and name != "test":
            place = place.below(name, self._roots)
        place = place.below(attributes.get("name", ""), self._roots)
        return place._replace(file=inside(attributes.get("file"), self._roots) or place.file)


def _claims(attributes: Mapping[str, str]) -> int:
    numbers = (attributes.get(name, "") for name in ("failures", "errors"))
    return sum(int(text) for text in numbers if text.isdecimal() and len(text) < 10)
