from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_hydra import registry
from pytest_hydra.errors import InputError
from pytest_hydra.settings.bots import BotSettings, parse_bot_option
from pytest_hydra.settings.file import (
    Settings,
    find_settings,
    load_settings,
    policy,
    settings_digest,
    settings_schema,
)
from tests.needs import needs

KINDS = ["shouldContain", "expectedFunction", "judge"]
NAME_RULE = "use letters, digits, '.', '_' and '-', and begin with a letter or a digit"
FULL = """\
[hydra]
keep_runs = 5
[scenarios]
paths = ["scenarios/", "more/*.yaml"]
threshold = 82.5
weights = {expected_function = 4, shouldContain = 0.5}
[bots.wallet]
python = "wallet.bot:Wallet.reply"
timeout_seconds = 2
[bots."other-1.0"]
command = "./bot --name 'a b'"
[bots.third]
command = ["./bot", "--name", "a b"]
"""


def load(folder: Path, text: str) -> Settings:
    (folder / "hydra.toml").write_text(text)
    return load_settings(folder / "hydra.toml", "hydra.toml", kinds=lambda: KINDS)


def refusal(folder: Path, text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(folder, text)
    return str(caught.value).split("\n")


def test_a_full_file(tmp_path: Path) -> None:
    settings = load(tmp_path, FULL)
    assert settings.root == tmp_path
    assert settings.file == tmp_path / "hydra.toml"
    assert settings.hydra.keep_runs == 5
    assert settings.scenarios.paths == ["scenarios/", "more/*.yaml"]
    assert settings.scenarios.threshold == 82.5
    assert settings.scenarios.weights == {"expectedFunction": 4.0, "shouldContain": 0.5}
    assert list(settings.bots) == ["wallet", "other-1.0", "third"]
    assert settings.bots["wallet"] == BotSettings(
        python="wallet.bot:Wallet.reply", timeout_seconds=2.0
    )
    assert settings.bots["other-1.0"].command == ["./bot", "--name", "a b"]
    assert settings.bots["other-1.0"] == settings.bots["third"]
    assert settings.bots["third"].timeout_seconds == 30


def test_defaults(tmp_path: Path) -> None:
    settings = Settings(root=tmp_path)
    assert (settings.root, settings.file, dict(settings.bots)) == (tmp_path, None, {})
    assert (settings.hydra.keep_runs, settings.scenarios.threshold) == (20, 100)
    loaded = load(tmp_path, "# nothing\n")
    assert loaded.hydra == settings.hydra
    assert loaded.scenarios == settings.scenarios


def test_weights_are_not_looked_at_without_kinds(tmp_path: Path) -> None:
    (tmp_path / "hydra.toml").write_text("[scenarios.weights]\nmy_own = 2")
    settings = load_settings(tmp_path / "hydra.toml", "hydra.toml")
    assert settings.scenarios.weights == {"my_own": 2.0}


BAD = [
    ("[hydra]\nkeep_run = 3", "2: hydra.keep_run: unknown key 'keep_run'; did you mean 'keep_runs'?"
     " valid: keep_runs, history"),
    ("[hydra]\nkeep_runs = 0", "2: hydra.keep_runs: must be at least 1, not 0"),
    ("[scenarios]\npaths = 'x'", "2: scenarios.paths: must be a list, not text ('x')"),
    ("[scenarios]\nthreshold = 101", "2: scenarios.threshold: must be at most 100, not 101"),
    ("[scenarios]\nthreshold = 0.8", "2: scenarios.threshold: is from 1 to 100, not 0.8; did you "
     "mean 80?"),
    ("[scenarios]\nthreshold = 0", "2: scenarios.threshold: is from 1 to 100, not 0: nothing could "
     "fail"),
    ("[scenarios]\npass_at = 0", "2: scenarios.pass_at: must be greater than 0, not 0"),
    ("[scenarios]\nthreshold = '80'", "2: scenarios.threshold: must be a number, not text ('80')"),
    ("[scenarios]\nmax_cost_usd = -1", "2: scenarios.max_cost_usd: must be at least 0, not -1"),
    ("[scenarios]\nweights = {judge = -1}", "2: scenarios.weights.judge: must be at least 0, not "
     "-1"),
    ("[scenarios]\nweights = {judge = 1e300}", "2: scenarios.weights.judge: must be 0, or from "
     "0.000001 to 1000000, not 1e+300"),
    ("[scenarios]\nweights = {judge = 1e-300}", "2: scenarios.weights.judge: must be 0, or from "
     "0.000001 to 1000000, not 1e-300"),
    ("[scenarios.weights]\nshouldContian = 1", "2: scenarios.weights.shouldContian: unknown kind "
     "of expectation 'shouldContian'; did you mean 'shouldContain'? valid: expectedFunction, "
     "judge, shouldContain"),
    ("[scenarios.weights]\nshouldContain = 1\nshould_contain = 2", "3: scenarios.weights."
     "should_contain: is given twice, as 'shouldContain' and as 'should_contain'; keep one"),
    ("[bots.a]", "1: bots.a: a bot needs one of 'python', 'command', 'url', 'openai', "
     "'recorded' or 'kind'; none is given"),
    ("[bots.a]\npython = 'a:b'\ncommand = 'c'", "1: bots.a: a bot needs one of 'python', "
     "'command', 'url', 'openai', 'recorded' or 'kind'; 'python' and 'command' are given"),
    ("[bots.a]\npython = 'a.b'", "2: bots.a.python: must be 'package.module:attribute', not 'a.b'"),
    ("[bots.a]\npython = 'a-b:c'", "2: bots.a.python: must be 'package.module:attribute', not "
     "'a-b:c'"),
    ("[bots.a]\npyton = 'a:b'\ncommand = 'x'", "2: bots.a.pyton: unknown key 'pyton'; did you mean "
     "'python'?"),
    ("[bots.a]\ncommand = ''", "2: bots.a.command: must name a program"),
    ("[bots.a]\ncommand = []", "2: bots.a.command: must name a program"),
    ("[bots.a]\ncommand = ['x', 1]", "2: bots.a.command[1]: must be text, not a number (1)"),
    ("[bots.a]\ncommand = 5", "2: bots.a.command: must be a list, not a number (5)"),
    ("[bots.a]\ncommand = \"x 'y\"", "2: bots.a.command: the command \"x 'y\" cannot be split: no "
     "closing quotation"),
    ("[bots.a]\npython = 'a:b'\ntimeout_seconds = 0", "3: bots.a.timeout_seconds: must be greater "
     "than 0, not 0"),
    ("[bots.race]\npython = 'a:b'", "1: bots.race: the name 'race' is reserved; choose "
     "another"),
    ("[bots.'a b']\npython = 'a:b'", f"1: bots['a b']: 'a b' is not a valid name: {NAME_RULE}"),
    ("[bots.-a]\npython = 'a:b'", f"1: bots.-a: '-a' is not a valid name: {NAME_RULE}"),
    ("bots = 1", "1: bots: must be a mapping of keys to values, not a number (1)"),
    ("scenarios = 1", "1: scenarios: must be a mapping of keys to values, not a number (1)"),
    ("[bots.a]\n[bots.a]", "2: is not valid TOML: cannot declare ('bots', 'a') twice"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, text) == [f"hydra.toml:{message}"]


def test_an_unknown_table_is_refused(tmp_path: Path) -> None:
    (line,) = refusal(tmp_path, "[hydar]")
    assert line.startswith("hydra.toml:1: hydar: unknown key 'hydar'; did you mean 'hydra'?")


def test_all_problems_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = (
        "[bots.a]\nurl = 'x'\n[scenarios]\nweights = {x = 1}\nthreshold = -1\n"
        "[hydra]\nkeep_runs = 0\n"
    )
    lines = refusal(tmp_path, text)
    assert [line.split(": ")[:2] for line in lines] == [
        ["hydra.toml:2", "bots.a.url"],
        ["hydra.toml:4", "scenarios.weights.x"],
        ["hydra.toml:5", "scenarios.threshold"],
        ["hydra.toml:7", "hydra.keep_runs"],
    ]


def test_the_nearest_file_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "hydra.toml").touch()
    assert find_settings(inner) == tmp_path / "hydra.toml"
    (inner / "hydra.toml").mkdir()  # a folder of that name is no settings file
    assert find_settings(inner) == tmp_path / "hydra.toml"
    (tmp_path / "a" / "hydra.toml").touch()
    assert find_settings(inner) == tmp_path / "a" / "hydra.toml"


def test_no_file_is_found(tmp_path: Path) -> None:
    found = find_settings(tmp_path)
    assert found is None or not found.is_relative_to(tmp_path)


def test_bots_of_the_command_line() -> None:
    assert parse_bot_option("a=b.c:D.e") == ("a", BotSettings(python="b.c:D.e"))
    assert parse_bot_option("a=https://x.org/y") == ("a", BotSettings(url="https://x.org/y"))
    assert parse_bot_option("a-1=cmd:./x --k=v 'y z'") == (
        "a-1",
        BotSettings(command=["./x", "--k=v", "y z"]),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wallet", "must be NAME=TARGET, such as wallet=wallet.bot:reply"),
        ("a=b", "must be 'package.module:attribute', not 'b'"),
        ("a=", "must be 'package.module:attribute', not ''"),
        ("=a:b", f"'' is not a valid name: {NAME_RULE}"),
        ("base=a:b", "the name 'base' is reserved; choose another"),
        ("a=cmd:", "must name a program"),
        ("a=cmd: 'x", "the command \" 'x\" cannot be split: no closing quotation"),
        ("a=https://", "must be an address: 'http://' or 'https://', and a host"),
    ],
)  # fmt: skip
def test_bots_of_the_command_line_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_bot_option(text)
    assert str(caught.value) == f"--hydra-bot {text!r}: {message}"


def test_the_digest_is_of_the_policy_alone(tmp_path: Path) -> None:
    first = settings_digest(load(tmp_path, FULL))
    assert len(first) == 64
    same = FULL.replace("keep_runs = 5", "keep_runs = 6").replace("more/", "less/")
    same = same.replace("= 82.5", "= 82.50").replace(
        "expected_function = 4", "expectedFunction=4.0"
    )
    (tmp_path / "elsewhere").mkdir()
    assert settings_digest(load(tmp_path / "elsewhere", same)) == first
    for old, new in [("82.5", "82"), ("= 4", "= 5"), ("wallet.bot", "wallet.rob"), ("= 2", "= 3")]:
        assert settings_digest(load(tmp_path, FULL.replace(old, new))) != first


def test_the_schema_names_the_tables() -> None:
    schema = settings_schema()
    own = ["hydra", "report", "scenarios", "bots", "mcp"]
    own.append("prices")
    tables = list(schema["properties"])
    assert tables[: len(own)] == own
    assert {*tables[len(own) :]} == {*registry.words("settings")}
    command = schema["$defs"]["BotSettings"]["properties"]["command"]["anyOf"]
    assert {"type": "string"} in command


def test_the_policy_of_what_is_not_given_is_what_its_models_say(tmp_path: Path) -> None:
    for settings in (Settings(root=tmp_path), load(tmp_path, "[bots]\n")):
        models = {table: settings.table(table) for table in registry.words("settings")}
        assert not any(map(settings.has, models))
        assert policy(replace(settings, tables={**settings.tables, **models})) == policy(settings)


@needs("agents")
def test_a_table_brings_those_of_its_kind(tmp_path: Path) -> None:
    found = load(tmp_path, "[bots.shop]\npython = 'shop:reply'\n[presets.own]\nrun = ['own']\n")
    assert found.has("agents")
    assert not found.has("mcp")
    assert replace(found, root=tmp_path / "b").bots == found.bots
    assert not replace(found, root=tmp_path / "b").has("mcp")
