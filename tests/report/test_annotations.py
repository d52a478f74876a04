"""What did not pass, as GitHub shows it at its lines; and what is looked at first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.report.figures.annotations import github_annotations
from pytest_hydra.report.figures.triage import conversations, triage
from tests import results
from tests.report.test_markdown import check, entry, report

if TYPE_CHECKING:
    from tests.conftest import Project

HOSTILE = "50%\r\n::error file=x::y, a:b\n##[error]z\u2028::stop-commands::t @ada"
BOT = """
def reply(messages):
    return {"text": "::error::owned\\n::set-output name=x::y\\n##[error]z\\n%0A::error::w"}
"""
SUITE = """
scenarios:
  - id: greets
    steps: [{user: hello, expect: {shouldContain: "::error::x"}}]
  - id: known
    steps: [{user: hello, expect: {shouldContain: goodbye}}]
"""


def failed(name: str, message: str, **fields: Any) -> Any:
    return entry("failed", check(message=message), id=name, **fields)


def ids(found: Any) -> list[str]:
    return [each["id"] for each, _ in triage(found)]


def worse(*names: str) -> Any:
    changes = [{"name": f"wallet.scenario.yaml::{name} (wallet)", "fails": True} for name in names]
    return {"changes": [*changes, {"name": "wallet.scenario.yaml::d (wallet)", "fails": False}]}


def parsed(line: str) -> tuple[str, dict[str, str], str]:
    """What GitHub's runner makes of a line."""
    found = re.fullmatch(r"::(\w+) ([^\r\n]*?)::([^\r\n]*)", line)
    assert found is not None
    properties = dict(pair.split("=", 1) for pair in found[2].split(","))
    return found[1], properties, found[3]


def test_one_of_each_cause_is_looked_at_first_and_what_is_new_before_what_is_known() -> None:
    many = [failed(name, "no fee") for name in "abc"] + [failed("d", "too slow")]
    passed = entry("passed", check("passed"), id="e")
    known = entry("failed", check(), id="f", xfail="known")
    assert ids(report(*many, passed, known)) == ["a", "d", "b", "c"]
    assert ids(report(*many, baseline=worse("c"))) == ["c", "a", "d", "b"]
    firsts = [each["id"] for each, first in triage(report(*many)) if first]
    assert firsts == ["a", "d"]


def test_what_was_said_is_kept_for_one_of_each_cause() -> None:
    said = {f"wallet.scenario.yaml::{name}": f"[SCORE] {name}\n  user: hi" for name in "abcdefg"}
    few = report(*(failed(name, "no fee") for name in "abcde"))
    assert len(conversations(few, said)) == 5
    many = report(*(failed(name, "no fee") for name in "abcdef"), failed("g", "too slow"))
    kept = conversations(many, said)
    assert [*kept] == [f"wallet.scenario.yaml::{name}" for name in "ag"]
    assert kept["wallet.scenario.yaml::a"] == ["[SCORE] a", "  user: hi"]
    assert conversations(many, {}) == {}
    (long,) = conversations(
        report(failed("a", "no fee")),
        {"wallet.scenario.yaml::a": "\n".join(map(str, range(500)))},
    ).values()
    assert (len(long), long[40], long[-1]) == (61, "  … 440 more lines", "499")


def test_ten_errors_and_ten_warnings_at_their_lines() -> None:
    lost = entry("ungraded", check("ungraded", message="timed out"), id="lost", error="timed out")
    test = results.ordinary("test_b", [check()], file="test_a.py", line=7)
    found = report(failed("a", "no fee"), lost, test)
    assert sorted(github_annotations(found)) == [
        "::error file=test_a.py,line=7,title=test_b::failed: shouldMention",
        "::error file=wallet.scenario.yaml,line=3,title=a (wallet)::failed: shouldMention: no fee",
        "::error file=wallet.scenario.yaml,line=3,title=lost (wallet)::no answer: timed out",
    ]
    many = [failed(f"s{number}", "no fee") for number in range(40)]
    lines = [
        *github_annotations(
            report(*many, repository={"name": "r", "files": None, "folder": "bots"})
        )
    ]
    assert [parsed(line)[0] for line in lines] == ["error"] * 10
    assert {parsed(line)[1]["file"] for line in lines} == {"bots/wallet.scenario.yaml"}
    # What the baseline knows to fail is no error.
    held = report(*many, baseline=worse("s30", "s31"))
    lines = [*github_annotations(held)]
    assert [parsed(line)[0] for line in lines] == ["error"] * 2 + ["warning"] * 10
    assert parsed(lines[0])[1]["title"] == "s30 (wallet)"


def test_whatever_a_text_holds_it_is_one_command() -> None:
    bad = failed(HOSTILE, HOSTILE, file=HOSTILE, subject=HOSTILE)
    (line,) = github_annotations(report(bad))
    assert len(line.splitlines()) == 1
    assert "##[" not in line
    kind, properties, message = parsed(line)
    assert (kind, [*properties]) == ("error", ["file", "line", "title"])
    assert "%3A" in properties["file"]
    assert "%2C" in properties["file"]
    assert message.startswith("failed: shouldMention: 50%25 ")
    assert not message.startswith("::")


def test_a_session_annotates_in_a_job_of_github_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("wallet_bot.py", BOT)
    project.write("bots/a.scenario.yaml", SUITE)
    result = project.run("--hydra", "bots")
    assert [line for line in result.outlines if line.lstrip().startswith("::")] == []
    (project.path / ".git").mkdir()
    for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"):
        monkeypatch.setenv(name, f"https://{name}")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    result = project.run("--hydra", "bots", "--hydra-report=report.json", "-s")
    assert result.ret == 1
    commands = [line for line in result.outlines if line.lstrip().startswith("::")]
    assert [parsed(line)[1]["file"] for line in commands] == ["bots/a.scenario.yaml"] * 2
    assert sorted(parsed(line)[1]["line"] for line in commands) == ["3", "5"]
    assert "##[" not in result.stdout.str()
    assert project.report()["repository"] == {
        "name": "https://GITHUB_REPOSITORY",
        "files": "https://GITHUB_SERVER_URL/https://GITHUB_REPOSITORY/blob/https://GITHUB_SHA",
        "folder": "",
    }
    assert len(project.report()["conversations"]) == 2
