"""Files that no session should stumble over: each is one clean message, and the others go on."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Project

STEPS = "steps: [{user: hi, expect: {shouldContain: hi}}]\n"
STEP = {"user": "hi", "expect": {"shouldContain": "hi"}}
GOOD = f"id: good\n{STEPS}"
DEEP = "[" * 900 + "]" * 900
BOMB = "a0: &a0 lol\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 12)
)
NESTED: dict[str, object] = {}
for _ in range(50):
    NESTED = {"not": NESTED}
NOT_PRINTABLE = "id: an id is part of a pytest node id, but this one has a character that"
MAPPING = "a scenario file should be a mapping: one scenario, or a list under `scenarios`"

# What stands in a file, and how the message about it begins, after the file's name.
BAD: dict[str, tuple[str | bytes, str]] = {
    "broken.scenario.yaml": ("id: [a\nsteps: {", ":2: is not valid YAML: "),
    "broken.scenario.toml": ("name = 'x'\nid = \n", ":2: is not valid TOML: "),
    "broken.scenario.json": ('{\n"id": "a",,}', ":2: is not valid JSON: "),
    "latin.scenario.yaml": (b"name: x\nid: caf\xe9\n", ":2: is not UTF-8: the byte 0xe9"),
    "latin.scenario.toml": (b"id = 'caf\xe9'\n", ":1: is not UTF-8: the byte 0xe9"),
    "utf16.scenario.json": ('{"id": "a"}'.encode("utf-16"), ":1: is written in UTF-16"),
    "nul.scenario.yaml": ("id: a\0b\n", ":1: contains a NUL character"),
    "empty.scenario.yaml": ("", ":1: is empty"),
    "empty.scenario.toml": ("", ":1: is empty"),
    "empty.scenario.json": ("", ":1: is empty"),
    "comment.scenario.yaml": ("# nothing\n", ":1: is empty"),
    "null.scenario.json": ("null", f":1: {MAPPING}"),
    "list.scenario.json": ("[]", f":1: {MAPPING}"),
    "none.scenario.yaml": ("scenarios: []\n", ":1: scenarios: must not be empty"),
    "unknown.scenario.yaml": (
        "id: a\nsteps:\n  - user: hi\n    exepct: {shouldContain: hi}\n",
        ":4: steps[0].exepct: unknown key 'exepct'; did you mean 'expect'? valid: ",
    ),
    "type.scenario.yaml": (
        f"id: a\nthreshold: high\n{STEPS}",
        ":2: threshold: must be a number, not text ('high')",
    ),
    "key_twice.scenario.yaml": (f"id: a\nid: b\n{STEPS}", ":2: the key 'id' is already on line 1"),
    "key_twice.scenario.toml": ('id="a"\nid="b"\n', ":2: is not valid TOML: "),
    "key_twice.scenario.json": ('{"id":"a",\n"id":"b"}', ":2: the key 'id' is already on line 1"),
    "id_twice.scenario.yaml": (
        f"scenarios:\n- id: a\n  {STEPS}- id: a\n  {STEPS}",
        ":4: scenarios[1].id: the id 'a' is taken by the scenario on line 2",
    ),
    "cyclic.scenario.yaml": (
        "id: a\ncontext: &x {a: *x}\nsteps: []\n",
        ":2: context.a: the alias '*x' is inside its own anchor",
    ),
    "bomb.scenario.yaml": (BOMB, ":7: a6[6]: the aliases of this file expand to more than"),
    "deep.scenario.yaml": (f"id: {DEEP}", ":1: id[0][0]"),
    "deep.scenario.toml": (f"id = {DEEP}", ":1: is nested more than 64 levels deep"),
    "deep.scenario.json": (f'{{"id": {DEEP}}}', ":1: id[0][0]"),
    "nested.scenario.json": (
        json.dumps({"id": "a", "steps": [{"user": "x", "expect": NESTED}]}),
        ":1: steps[0].expect.not.not.not.not.not.not: is nested more than 5 levels deep",
    ),
    "contrary.scenario.yaml": (
        "id: a\nsteps:\n  - user: hi\n    expect: {expectedParams: {a: {between: [9, 3]}}}\n",
        ":4: steps[0].expect.expectedParams.a.between: no number is between 9 and 3",
    ),
    "vague.scenario.yaml": (
        "id: a\nsteps:\n  - user: hi\n    expect: {}\n",
        ":4: steps[0].expect: is empty; leave it out",
    ),
    "unchecked.scenario.yaml": ("id: a\nsteps: [{user: hi}]\n", ":1: nothing is checked"),
    "no_bot.scenario.yaml": (
        f"id: a\nbot: walet\n{STEPS}",
        ":1: bot: there is no bot 'walet'; did you mean 'wallet'?",
    ),
    "huge_id.scenario.yaml": (f"id: {'x' * 200_000}\n{STEPS}", ":1: id: an id is part of"),
    "huge_key.scenario.json": (
        json.dumps({"id": "a", "steps": [STEP], "k" * 100_000 + "\x1b[31m": 1}),
        ":1: ['kkkkkkkkkkkk",
    ),
    "ansi_id.scenario.yaml": (f'id: "a\\e[31mred\\a"\n{STEPS}', f":1: {NOT_PRINTABLE}"),
    "bidi_id.scenario.yaml": (f'id: "a\\u202Eb"\n{STEPS}', f":1: {NOT_PRINTABLE}"),
    "line_in_id.scenario.yaml": (f'id: "a\\nb"\n{STEPS}', f":1: {NOT_PRINTABLE}"),
    "colons_in_id.scenario.yaml": (f'id: "a::b[c]"\n{STEPS}', ":1: id: an id is part of"),
    "date.scenario.toml": (
        "id='a'\ncontext={d=2020-01-01}\n[[steps]]\nuser='hi'\nexpect={shouldContain='hi'}\n",
        ":2: context.d: is a date or a time; write it in quotes",
    ),
}
SECTION = re.compile(r"^_+ ERROR collecting (\S+) _+$", re.MULTILINE)


def messages(text: str) -> dict[str, str]:
    """What pytest showed about each file that could not be collected."""
    errors = text.partition("= ERRORS =")[2].partition("\n====")[0]
    _, *parts = SECTION.split(errors)
    return {name: said.strip() for name, said in zip(parts[::2], parts[1::2], strict=True)}


def test_each_bad_file_is_one_clean_message(plain_project: Project) -> None:
    project = plain_project
    for name, (content, _) in BAD.items():
        data = content if isinstance(content, bytes) else content.encode()
        (project.path / name).write_bytes(data)
    # Nobody can read this one, not even root.
    (project.path / "unreadable.scenario.yaml").symlink_to("/proc/self/mem")
    (project.path / "dangling.scenario.yaml").symlink_to("nowhere")
    (project.path / "endless.scenario.yaml").symlink_to("endless.scenario.yaml")
    project.write("folder.scenario.yaml/inside.scenario.yaml", GOOD)
    project.write("a.scenario.yaml", GOOD)
    project.write("z.scenario.json", json.dumps({"id": "good", "steps": [STEP]}))

    arguments = ("--hydra", "--hydra-report=report.json", "-p", "no:cacheprovider")
    result = project.run(*arguments, "--continue-on-collection-errors")
    text = result.stdout.str()
    result.assert_outcomes(passed=3, errors=len(BAD) + 1)
    assert result.ret == 1
    said = messages(text)
    expected = {name: name + begin for name, (_, begin) in BAD.items()}
    expected["unreadable.scenario.yaml"] = "unreadable.scenario.yaml: cannot be read: "
    begun = {name: said.get(name, "")[: len(begin)] for name, begin in expected.items()}
    assert begun == expected
    # One line each, of a length that somebody reads.
    assert {name: message for name, message in said.items() if "\n" in message} == {}
    assert max(map(len, said.values())) < 450
    assert "Traceback" not in text + result.stderr.str()
    report = project.report()
    assert (report["verdict"], report["complete"]) == ("error", False)
    assert report["totals"]["scenarios"] == {"passed": 3, "failed": 0, "ungraded": 0}


@pytest.mark.parametrize("name", ["dangling.scenario.yaml", "endless.scenario.yaml"])
def test_a_link_to_nothing_that_is_named_is_not_found(plain_project: Project, name: str) -> None:
    (plain_project.path / "dangling.scenario.yaml").symlink_to("nowhere")
    (plain_project.path / "endless.scenario.yaml").symlink_to("endless.scenario.yaml")
    result = plain_project.run("--hydra", name)
    assert result.ret == 4
    assert f"file or directory not found: {name}" in result.stderr.str()


def test_a_link_that_goes_in_a_circle(plain_project: Project) -> None:
    for name in ("circle.toml", "hydra.toml", "report.json"):
        (plain_project.path / name).unlink(missing_ok=True)
        (plain_project.path / name).symlink_to(name)
    plain_project.write("a.scenario.yaml", GOOD)
    bot = "--hydra-bot=wallet=wallet_bot:reply"
    result = plain_project.run("--hydra", bot, "--hydra-report=report.json", "a.scenario.yaml")
    result.assert_outcomes(passed=1)
    assert plain_project.report()["verdict"] == "passed"
    result = plain_project.run("--hydra", bot, "--hydra-config=circle.toml")
    assert result.ret == 4
    assert "ERROR: circle.toml: " in result.stderr.str()
    assert "Traceback" not in result.stderr.str()


# No file can have this name: the system refuses to look for it.
LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hydra-replay", LONG], "there is no run 'xxx"),
        (["--hydra-config", f"{LONG}.toml"], "cannot be read: File name too long"),
        ([], "scenarios.paths[0]: there is no 'xxx"),
    ],
    ids=["replay", "config", "paths"],
)
def test_what_can_be_the_name_of_no_file_is_not_found(
    plain_project: Project, arguments: list[str], said: str
) -> None:
    if not arguments:
        plain_project.write("hydra.toml", f'[scenarios]\npaths = ["{LONG}"]\n')
    result = plain_project.run_apart("--hydra", *arguments)
    assert result.ret == 4
    assert said in result.stderr.str()
    assert "INTERNALERROR" not in result.stderr.str()


def test_a_bot_whose_program_can_be_no_file_is_not_found(plain_project: Project) -> None:
    plain_project.write("hydra.toml", f'[bots.sh]\ncommand = ["./{LONG}"]\n')
    plain_project.write("a.scenario.yaml", GOOD)
    result = plain_project.run("--hydra")
    result.assert_outcomes(errors=1)
    assert "was not found in" in result.stdout.str()


# Everything that a terminal acts on, or a browser, or that hides or turns text around.
EVIL = "\x1b[31mred\x1b[2J\x07\x9b1m <script>alert(1)</script> \u202egnp.exe\u200b | `x` \x00"


def test_nothing_raw_reaches_a_terminal_or_a_report(plain_project: Project) -> None:
    project = plain_project
    text = json.dumps(EVIL)
    project.write(
        "wallet_bot.py",
        f"""
TEXT = {EVIL!r}

def reply(messages):
    call = {{"function": TEXT, "params": {{TEXT: [TEXT]}}, "agent": TEXT}}
    if "raise" in messages[-1]["content"]:
        print(TEXT)
        raise ValueError(TEXT)
    return {{"text": TEXT, "calls": [call], "agent": TEXT, "asks_for": [TEXT], "warnings": [TEXT]}}
""",
    )
    project.write(
        "evil.scenario.json",
        f"""{{"scenarios": [
  {{"id": "said", "name": {text}, "description": {text}, "tags": [{text}], "context": {{{text}: 1}},
   "steps": [{{"user": {text}, "expect": {{
     "shouldContain": [{text}, "missing"], "shouldMention": {text}, "expectedFunction": "missing",
     "expectedAgent": "missing", "expectedParams": {{{text}: {text}, "other": 1}},
     "shouldAskFor": "missing", "shouldWarn": "missing", "forbiddenFunctions": [{text}],
     "expectedCalls": [{{"function": {text}, "params": {{"missing": {text}}}}}]}}}}]}},
  {{"id": "raised", "steps": [{{"user": {json.dumps("raise " + EVIL)},
   "expect": {{"shouldContain": {text}}}}}]}},
  {{"id": "known", "xfail": {text}, "steps": [{{"user": "a", "expect": {{"shouldWarn": "sea"}}}}]}},
  {{"id": "later", "skip": {text}, "steps": [{{"user": "a", "expect": {{"shouldWarn": "sea"}}}}]}}
]}}""",
    )
    result = project.run(
        "--hydra", "-vv", "-rA", "--show-capture=no", "--hydra-report=report.md", "--junitxml=j.xml"
    )
    result.assert_outcomes(failed=1, errors=1, xfailed=1, skipped=1)
    assert hidden(result.stdout.str()) == set()
    assert hidden((project.path / "report.md").read_text(encoding="utf-8")) == set()
    assert hidden((project.path / "j.xml").read_text(encoding="utf-8")) == set()
    assert "<script" not in (project.path / "report.md").read_text(encoding="utf-8")
    assert "<script" not in (project.path / "j.xml").read_text(encoding="utf-8")
    # It is there for whoever looks: as an escape.
    assert "\\u202egnp" in result.stdout.str()


def hidden(text: str) -> set[str]:
    """The characters that are no plain text."""
    return {char for char in text if not char.isprintable() and char not in "\n\t"}


def test_a_name_of_a_file_is_shown_as_text(plain_project: Project) -> None:
    folder: Path = plain_project.path / "talks\x1b[31m"
    folder.mkdir()
    (folder / "bad\u202e.scenario.yaml").write_text("id: [")
    (folder / "hydra.toml").write_text("[bots.wallet\n")
    result = plain_project.run("--hydra", "--continue-on-collection-errors")
    # pytest shows its own heading as it is.
    assert "talks\\x1b[31m/bad\\u202e.scenario.yaml:1: is not valid YAML" in result.stdout.str()
    result = plain_project.run("--hydra", f"--hydra-config={folder.name}/hydra.toml")
    assert result.ret == 4
    assert "talks\\x1b[31m/hydra.toml:1" in result.stderr.str()
    assert hidden(result.stderr.str()) == set()
