"""What others say never acts on a log: that of a terminal, a CI system, JUnit XML or Markdown."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main
from tests.plugin.log_corpus import TEXTS, actions
from tests.plugins.race.race_project import FIXED, SHOP, make_race

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Project

# Together they show all that any option shows.
FORMS = [("-v", "-rA"), ("--tb=short", "-q"), ("--color=yes", "-vv")]
FILES = ("--junitxml=junit.xml", "--hydra-report=report.md")

# Says the text with that number: in its reply, its calls, what it asks for, or its exception.
BOT = """
import json, pathlib

from pytest_hydra import ToolError

TEXTS = json.loads((pathlib.Path(__file__).parent / "texts.json").read_text())

def reply(messages, context):
    word, number = messages[-1]["content"].split("\\n")[-1].split()
    text = TEXTS[int(number)]
    if word == "raise":
        raise ValueError(text)
    if word == "shape":
        return {"text": text, text: text}
    calls = [
        {"function": f"pay {text}", "params": {text: text}, "result": text, "agent": text},
        {"function": "refund", "params": {"order": text}, "error": text},
    ]
    return {"text": text, "calls": calls, "agent": text, "asks_for": [text], "warnings": [text]}
"""
FAILS = {
    "shouldContain": "nothing of this",
    "expectedFunction": "transfer",
    "expectedAgent": "Wallet",
    "forbiddenFunctions": ["refund"],
    "shouldAskFor": ["amount"],
    "shouldWarn": ["risk"],
    "expectedParams": {"order": "PC-1"},
    "customValidator": "validators:says",
}
VALIDATORS = """
from pytest_hydra import Check, Outcome

def says(reply, conversation):
    return Check(name=reply.text, kind="own", outcome=Outcome.FAILED, score=0, message=reply.text)
"""
TESTS = """
import warnings

import pytest

from pytest_hydra import HydraError, HydraWarning
from wallet_bot import TEXTS

EVERY = pytest.mark.parametrize("number", range(len(TEXTS)))

@EVERY
def test_checks(hydra, number):
    text = TEXTS[number]
    hydra.check(text, False, message=text)
    hydra.check("as well", True, message=text)
    hydra.score(f"score {text}", 50, message=text)

@EVERY
def test_no_failure(hydra, number):
    hydra.check(TEXTS[number], True, message=TEXTS[number])
    hydra.ungraded("optional", TEXTS[number], optional=True)
    warnings.warn(TEXTS[number], HydraWarning)

@EVERY
def test_no_grade(hydra, number):
    hydra.ungraded(TEXTS[number], TEXTS[number])

@EVERY
def test_expect(hydra, number):
    hydra.expect(TEXTS[number], shouldContain="nothing of this", expectedFunction="pay")

@EVERY
def test_text(hydra_bot, number):
    assert hydra_bot(f"say {number}").text == "two\\nlines"

@EVERY
def test_reply(hydra_bot, number):
    reply = hydra_bot(f"say {number}")
    assert (reply, reply.calls) == "nothing"

@EVERY
def test_exception(hydra_bot, number):
    raise ValueError(hydra_bot(f"say {number}").text)

@EVERY
def test_no_reply(hydra_bot, number):
    hydra_bot(f"raise {number}")

@EVERY
def test_caught(hydra_bot, number):
    try:
        hydra_bot(f"shape {number}")
    except HydraError as error:
        pytest.fail(str(error))

@EVERY
def test_skipped(hydra_bot, number):
    pytest.skip(hydra_bot(f"say {number}").text)

@EVERY
def test_expected_failure(hydra_bot, number):
    pytest.xfail(hydra_bot(f"say {number}").text)

@EVERY
def test_judge(hydra_judge, number):
    assert hydra_judge.grade(f"{number} is to judge", ["good"]).score >= 11

@EVERY
def test_judgments(hydra_judge, number):
    assert hydra_judge.grade(f"{number} is to judge", ["good"]).judgments == ()
"""
# Gives the text whose number is at the beginning of a line of the exhibits.
JUDGE = """
import json, pathlib, re, sys

TEXTS = json.loads((pathlib.Path(__file__).parent / "texts.json").read_text())
prompt = sys.stdin.read()
way = pathlib.Path(__file__).with_name("way.txt").read_text()
found = re.search(r"([0-9]+) is to judge", prompt)
text = TEXTS[int(found[1])]
if way == "breaks":
    sys.stderr.write(text.encode("utf-8", "backslashreplace").decode())
    sys.exit(3)
if way == "chats":
    sys.exit(print(text.encode("utf-8", "backslashreplace").decode()))
says = dict.fromkeys(("strengths", "weaknesses", "evidence"), [text, "this is to judge"])
print(json.dumps({**says, "score": text if way == "says no score" else int(way)}))
"""
RACE = """
[judging]
judge = "script"
[judges.script]
command = ["python3", "{judge}"]
retries = 0
[[scoring.dimensions]]
name = "taste"
judge = true
criteria = ["Would you merge it?"]
"""
JUDGING = """
[judging]
judge = "script"
[judges.script]
command = ["python3", "judge.py"]
retries = 0
[[judging.categories]]
name = "Planning"
exhibits = ["spec"]
criteria = ["good"]
[[judging.categories]]
name = "Code"
exhibits = ["spec"]
criteria = ["good"]
min = 6
"""


def scenario(name: str, expect: object, turns: list[str]) -> dict[str, object]:
    """A scenario with these messages, each answered as expected."""
    return {"id": name, "steps": [{"user": turn, "expect": expect} for turn in turns]}


def assert_harmless(folder: Path, log: str, form: tuple[str, ...]) -> None:
    """Nothing in the log or in the written files acts on a terminal or a CI system."""
    has_colours = "--color=yes" in form  # of pytest, which writes them to JUnit XML too
    assert [*actions(log, colours=has_colours)] == []
    for file in ("junit.xml", "report.md"):
        text = (folder / file).read_text(encoding="utf-8")
        text = re.sub("#x([0-9A-F]{2,4})", lambda found: chr(int(found[1], 16)), text)
        assert [*actions(text, colours=has_colours)] == []


def try_forms(project: Project, outcomes: dict[str, int] | None, *arguments: str) -> None:
    """Run a session in each form; ``outcomes`` are expected for each text, None for none at all."""
    for number, form in enumerate(FORMS):
        # The first session's judgments are decided again by the others.
        replay = ["--hydra-replay=latest"] if number and "runs" in arguments else []
        result = project.run("--hydra", "-Wdefault", *FILES, *form, *replay, *arguments)
        if outcomes is None:
            assert result.ret == pytest.ExitCode.INTERRUPTED
        elif "-q" not in form:
            result.assert_outcomes(**{name: n * len(TEXTS) for name, n in outcomes.items()})
        assert_harmless(project.path, result.stdout.str() + result.stderr.str(), form)


@pytest.fixture
def shop(plain_project: Project) -> Project:
    """A project whose bot and judge say the texts."""
    plain_project.write("texts.json", json.dumps(TEXTS))
    plain_project.write("wallet_bot.py", BOT)
    plain_project.write("validators.py", VALIDATORS)
    plain_project.write("judge.py", JUDGE)
    plain_project.write("way.txt", "3")
    plain_project.write("hydra.toml", '[bots.wallet]\npython = "wallet_bot:reply"\n' + JUDGING)
    return plain_project


# In a scenario file a lone surrogate is not allowed.
IN_FILES = [text.replace("\ud800", "") for text in TEXTS]


def test_scenarios(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    scenarios = [
        entry
        for n, text in enumerate(IN_FILES)
        for entry in (
            scenario(f"passes-{n}", {"shouldNotContain": "nothing"}, [f"say {n}"]),
            scenario(f"fails-{n}", FAILS, [f"{text}\nsay {n}", f"say {n}"]),
            scenario(f"raises-{n}", FAILS, [f"raise {n}"]),
            scenario(f"no-reply-{n}", FAILS, [f"shape {n}"]),
            scenario(f"skip-{n}", FAILS, ["say 1"]) | {"skip": text},
            scenario(f"xfail-{n}", FAILS, [f"say {n}"]) | {"xfail": text},
        )
    ]
    shop.write("shop.scenario.json", json.dumps({"scenarios": scenarios}))
    outcomes = {"passed": 1, "failed": 1, "errors": 2, "skipped": 1, "xfailed": 1}
    try_forms(shop, outcomes, "shop.scenario.json")
    capsys.readouterr()
    ids = [str(entry["id"]) for entry in scenarios if "skip" not in entry]
    for arguments in (*(["show", name] for name in ids), ["compare"], ["compare", "-o", "md"]):
        assert main(arguments) in (0, 1)
        assert [*actions(capsys.readouterr().out)] == []


def test_files_that_are_not_read(shop: Project) -> None:
    scenarios = [{"id": text, "steps": text, text: text} for text in IN_FILES]
    shop.write("bad.scenario.json", json.dumps({"scenarios": scenarios}))
    try_forms(shop, None, "bad.scenario.json")


def test_tests(shop: Project) -> None:
    shop.write("test_shop.py", TESTS)
    try_forms(
        shop, {"passed": 1, "failed": 8, "errors": 2, "skipped": 1, "xfailed": 1}, "test_shop.py"
    )


@pytest.mark.parametrize(
    ("way", "outcomes"),
    [
        ("9", {"passed": 3}),
        ("3", {"passed": 1, "failed": 2}),
        ("breaks", {"errors": 3}),
        ("chats", {"errors": 3}),
        ("says no score", {"errors": 3}),
    ],
)
def test_benchmarks(shop: Project, way: str, outcomes: dict[str, int]) -> None:
    shop.write("way.txt", way)
    for number in range(len(TEXTS)):
        shop.write(f"runs/{number}/event-log.jsonl", '{"t": "2026-01-01T09:00:00Z", "event": "a"}')
        shop.write(f"runs/{number}/spec.md", f"{number} is to judge")
    try_forms(shop, outcomes, "runs")


def test_a_weakness_is_one_line(shop: Project) -> None:
    shop.write("texts.json", json.dumps(["is slow\nPASSED 100/100"]))
    shop.write("runs/0/event-log.jsonl", '{"t": "2026-01-01T09:00:00Z", "event": "a"}')
    shop.write("runs/0/spec.md", "0 is to judge")
    result = shop.run("--hydra", "runs")
    result.stdout.fnmatch_lines(["  Code: 3/10", "    - is slow PASSED 100/100"])
    assert "PASSED 100/100" not in result.stdout.lines


RACED_TEST = """
import pytest, shop

TEXTS = {texts!a}

@pytest.mark.parametrize("text", TEXTS, ids=TEXTS)
def test_text(text):
    print(text)
    assert not hasattr(shop, "said"), text
"""
PRINTS = """
import pathlib, sys
text = pathlib.Path("shop.py").read_text().partition("said = ")[2]
sys.stdout.reconfigure(errors="backslashreplace")
print(eval(text or "'nothing'"))
sys.exit(bool(text))
"""
RACE_JUDGE = """
import json, re, sys
texts = {texts!a}
prompt = sys.stdin.read()
says = dict.fromkeys(("strengths", "weaknesses", "evidence"), texts)
print(json.dumps({{**says, "score": 2}}))
"""


def test_a_race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    said = "\n".join(TEXTS)
    race.commit({"prints.py": PRINTS, "tests/test_texts.py": RACED_TEST.format(texts=TEXTS)})
    race.branch("agents/says", {"shop.py": f"{SHOP}\n\nsaid = {said!a}"})
    race.branch("agents/stops", {"shop.py": f"raise ValueError({said!a})"})
    race.branch("agents/mends", {"shop.py": FIXED})
    judge = tmp_path / "judge.py"
    judge.write_text(RACE_JUDGE.format(texts=TEXTS))
    race.candidates("says", "stops", "mends", more=RACE.format(judge=judge))
    race.path.joinpath("hydra.toml").write_text(
        race.path.joinpath("hydra.toml")
        .read_text()
        .replace('lint = "python lint.py"', 'lint = "python prints.py"\nbuild = "python prints.py"')
    )
    # The recorded race is decided again for the second.
    for number, form in enumerate((FORMS[0], FORMS[2])):
        result = race.run(
            "--hydra", "hydra.toml", *FILES, *form, *["--hydra-replay=latest"] * bool(number)
        )
        assert_harmless(race.path, result.stdout + result.stderr, form)
        assert "\\x1b" in result.stdout
    assert dict(race.ranking()) == {
        "mends": "mergeable",
        "says": "not_mergeable",
        "stops": "not_mergeable",
    }
