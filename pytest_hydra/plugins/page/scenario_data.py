"""The blocks of the scenarios, and of the tests with the fixture: rows, and details in parts.

``rows`` holds the figures of each result. ``scenarios`` holds the reasons of failures,
and the outcomes in earlier runs. Details are in blocks of 200 entries, ``scenarios-0`` and so on:
the result, the record of its conversations, and both from the previous run if they
differ. ``states`` holds the states that records share.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from pytest_hydra import registry
from pytest_hydra.core.pictures import picture_type
from pytest_hydra.core.result import (
    Result,
    is_counted,
    is_flaky,
    is_no_answer,
    item_name,
    passes,
    scored,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.page import code
from pytest_hydra.plugins.page.block import Block, block
from pytest_hydra.plugins.page.history import before_of, history_of, since_of
from pytest_hydra.record.labels import Label, check_name, checks_evidence
from pytest_hydra.record.wire import decode
from pytest_hydra.report import (
    SHORT,
    ReportSource,
    first_cause,
    first_check,
    json_bytes,
    read_records,
    reason,
    shorten,
)

#: The number of entries in one block of details.
AT_ONCE: Final = 200
# The digests of conversations are not shown, and do not compress.
_DIGEST = re.compile(rb'"digest":"[0-9a-f]{64}",(?="conversation":)')
_SHOWN = ("id", "nodeid", "kind", "file", "subject", "status", "total", "coverage", "runs", "usage")
# A message, in a record as it is written.
_SAID = re.compile(rb'"user":("(?:[^"\\]|\\.)*")')
_MOST_SEARCHED = 20_000
# Limits in bytes: one picture, and all of them.
_PICTURE, _ALL_PICTURES = 300_000, 5_000_000
_REQUEST = 100
_DETAILS = ("name", "tags", "category", "threshold", "xfail", "draft", "case", "error", "row")


def blocks(source: ReportSource) -> Iterator[Block]:
    """The blocks of all scenarios and tests, in the order of the report."""
    results = scored(source.report)
    if not results:
        return
    kinds = ("scenarios.jsonl", "tests.jsonl")
    records, states = read_records(chain.from_iterable(map(source.lines, kinds)))
    yield block("rows", [_row(each, records.get(each["nodeid"])) for each in results])
    history = history_of(source)
    more = {
        "chunk": AT_ONCE,
        "failures": dict(_failures(results)),
        "letters": history["letters"],
        "changes": since_of(source)[1],
        "labels": dict(_labelled(source, results, records)),
    }
    yield block("scenarios", more)
    details = map(partial(_detail, records, before_of(source)), results)
    for number in range(-(-len(results) // AT_ONCE)):
        yield f"scenarios-{number}", b"[" + b",".join(islice(details, AT_ONCE)) + b"]"
    if states:
        yield block("states", states)
    if pictures := _pictures(source.folders):
        yield block("pictures", pictures)


def _pictures(folders: Sequence[Path]) -> dict[str, str]:
    """The pictures of messages that are small enough for the page: data URLs by their names."""
    found: dict[str, str] = {}
    room = _ALL_PICTURES
    for folder in folders:
        with suppress(OSError):
            for path in sorted((folder / "files").iterdir()):
                size = path.stat().st_size if path.is_file() else room + 1
                data = path.read_bytes() if size <= min(room, _PICTURE) else b""
                if (kind := picture_type(data)) is not None:
                    found[path.name] = f"data:{kind};base64,{b64encode(data).decode('ascii')}"
                    room -= size
    return found


def _row(result: Result, record: bytes | None) -> dict[str, Any]:
    about = result["details"]
    details = {key: about[key] for key in _DETAILS if key in about}
    groups = {"category": about["category"]} if "category" in about else {}
    groups |= {column: about["case"].get(column, "") for column in about.get("by", ())}
    details |= {"groups": groups} if groups else {}
    said = _SAID.findall(record or b"", 0, _MOST_SEARCHED)
    # The message that was answered wrongly, else the first.
    turn = (first_check(result) or {}).get("turn") or 1
    row = {**{key: result[key] for key in _SHOWN}, "details": details}
    if (part := about.get("experiment")) and part["treatment"]:
        row |= {"arm": part["treatment"], "unit": part["unit"]}
    if result["status"] != "passed" or result["runs"][1:] or "again" in about:
        row["about"] = [*_marks(result)]
    if is_no_answer(result):
        row["silent"] = True
    row["runs"] = [{"outcome": run["outcome"]} for run in result["runs"]]
    asked = said[min(turn, len(said)) - 1] if said else b'""'
    # Of bytes the encoding would be guessed.
    text = json.loads(asked.decode("utf-8", "surrogatepass"))
    return {**row, "said": one_line(text, _REQUEST)}


def _marks(result: Result) -> Iterator[str]:
    """What else is known: a critical check failed, it is flaky, asked again it failed."""
    if any(check.get("critical") for check in result["checks"]):
        yield "critical"
    if is_flaky(result) or 0 < passes(result) < len(result["runs"]):
        yield "flaky"
    if result["status"] == "failed" and "again" in result["details"]:
        yield "confirmed"


def _failures(results: list[Result]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Index, reason, kinds of checks and cause of results with checks that did not pass."""
    for place, result in enumerate(results):
        checks = [check for check in result["checks"] if check["outcome"] != "passed"]
        if checks or "error" in result["details"] or result["status"] != "passed":
            # Without an answer no check of any kind did not pass.
            bad = [] if is_no_answer(result) else checks
            kinds = dict.fromkeys(check["kind"] for check in bad)
            # As in the report: an item counts for one cause, and only if it did not pass.
            is_counted_failure = result["status"] != "passed" and is_counted(result)
            cause = first_cause(result).key if is_counted_failure else ""
            yield place, {"why": reason(result), "kinds": [*kinds], "cause": cause}


def _patches(record: bytes | None) -> Iterator[list[dict[str, Any]]]:
    """The files that each run changed; nothing where no record has a diff."""
    fields = {name: known["diff"] for name, known in registry.records().items() if "diff" in known}
    if record is None or not any(b'"%b":"' % field.encode() in record for field in fields.values()):
        return
    for run in decode(record).get("runs", ()):
        held = run["conversation"]
        diffs = ((held.get(name) or {}).get(field, "") for name, field in fields.items())
        yield code.shown_files(code.read_diff(next(filter(None, diffs), "")))


def _labelled(
    source: ReportSource, results: list[Result], records: Mapping[str, bytes]
) -> Iterator[tuple[str, str]]:
    """Results with labels that fit them: whether somebody disagrees."""
    labels: dict[str, list[Label]] = {}
    for label in source.labels:
        labels.setdefault(label.item, []).append(label)
    for result in results if labels else ():
        own = labels.get(item_name(result), [])
        evidence = checks_evidence(result, records.get(result["nodeid"])) if own else ""
        outcomes = {check_name(check): check["outcome"] for check in result["checks"]}
        fitting = [label for label in own if label.evidence == evidence and label.name in outcomes]
        if fitting:
            agrees = all(label.outcome == outcomes[label.name] for label in fitting)
            yield item_name(result), "labelled" if agrees else "disputed"


def _detail(
    records: Mapping[str, bytes], before: Mapping[str, dict[str, Any]], result: Result
) -> bytes:
    """A JSON object joined from parts that are JSON already."""
    then = before.get(item_name(result)) if before else None
    if then is not None:
        then = {**then, "patches": [*_patches(json_bytes(then["record"]))]}
    text = json_bytes(result)
    if len(text) > SHORT:
        text = json_bytes(shorten(result))
    record = records.get(result["nodeid"])
    shown = None if record is None else _DIGEST.sub(b"", record)
    return b'{"result":%b,"record":%b,"patches":%b,"before":%b,"evidence":"%b"}' % (
        text,
        shown or b"null",
        json_bytes([*_patches(record)]),
        json_bytes(then),
        checks_evidence(result, record).encode("ascii"),
    )
