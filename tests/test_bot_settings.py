from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.bots.bot_kinds import bot_key
from pytest_hydra.settings.bots import BotSettings, missing_env
from pytest_hydra.settings.file import Settings, load_settings, policy

HTTP = """\
[bots.shop]
url = "https://${HOST}/chat?key=${KEY}"
headers = {Authorization = "Bearer ${TOKEN}", X-Tenant = "acme", X-Api-Key = "written-down"}
request = {question = "{{message}}", ids = ["{{turn}}", "${TENANT}"], n = {h = "{{messages}}"}}
reply = {text = "/reply", calls = {at = "/actions?", function = "/name", params = "/args"}}
timeout_seconds = 5
retries = 0
requests_per_second = 2.5
max_reply_bytes = 1000
requires_env = ["REGION", "TOKEN"]
when_missing = "skip"
"""


def load(folder: Path, text: str) -> Settings:
    (folder / "hydra.toml").write_text(text)
    return load_settings(folder / "hydra.toml", "hydra.toml")


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        load(folder, text)
    return str(caught.value)


def test_an_http_bot(tmp_path: Path) -> None:
    bot = load(tmp_path, HTTP).bots["shop"]
    assert (bot.retries, bot.requests_per_second, bot.max_reply_bytes) == (0, 2.5, 1000)
    assert bot.variables == ("REGION", "TOKEN", "HOST", "KEY", "TENANT")
    everything = dict.fromkeys(bot.variables, "x")
    assert missing_env(bot, everything) == []
    # A secret that a fork may not have is there, and empty.
    assert missing_env(bot, {**everything, "KEY": "", "HOST": ""}) == ["HOST", "KEY"]


def test_the_environment_is_that_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = BotSettings(python="a:b", requires_env=["HYDRA_TEST_TOKEN"])
    assert missing_env(bot) == ["HYDRA_TEST_TOKEN"]
    monkeypatch.setenv("HYDRA_TEST_TOKEN", "x")
    assert missing_env(bot) == []


def test_nothing_secret_is_in_the_key_or_the_policy(tmp_path: Path) -> None:
    settings = load(tmp_path, HTTP)
    key = bot_key(settings.bots["shop"])
    assert key == {
        "url": "https://${HOST}/chat?key=${KEY}",
        "headers": {
            "Authorization": "Bearer ${TOKEN}",
            "X-Tenant": "acme",
            "X-Api-Key": "(hidden)",
        },
        "request": {
            "question": "{{message}}",
            "ids": ["{{turn}}", "${TENANT}"],
            "n": {"h": "{{messages}}"},
        },
        "reply": {
            "text": "/reply",
            "calls": {"at": "/actions?", "function": "/name", "params": "/args"},
        },
    }
    told = json.dumps(policy(settings))
    assert "written-down" not in told
    assert '"retries": 0' in told


def test_python_bots_are_known_by_their_target_alone() -> None:
    assert bot_key(BotSettings(python="a:b", requires_env=["X"])) == {"python": "a:b"}
    assert bot_key(BotSettings(command=["a"], concurrency=3)) == {"command": ["a"]}


@pytest.mark.parametrize(
    ("openai", "variable"),
    [
        ({"model": "m"}, "OPENAI_API_KEY"),
        ({"model": "m", "api_key_env": "MINE"}, "MINE"),
        # A key goes nowhere that nobody said it may go.
        ({"model": "m", "base_url": "http://localhost:1/v1"}, None),
        ({"model": "m", "base_url": "http://localhost:1/v1", "api_key_env": "MINE"}, "MINE"),
    ],
)
def test_the_key_of_an_openai_bot(openai: dict[str, Any], variable: str | None) -> None:
    bot = BotSettings.model_validate({"openai": openai})
    assert bot.openai is not None
    assert bot.openai.key_variable == variable
    assert bot.variables == (() if variable is None else (variable,))


URL = "[bots.a]\nurl = 'http://x'\n"
BAD = [
    ("[bots.a]\nurl = 'x.org'", "2: bots.a.url: must be an address: 'http://' or 'https://', and a "
     "host"),
    ("[bots.a]\nurl = 'ftp://x.org'", "2: bots.a.url: must be an address: 'http://' or 'https://', "
     "and a host"),
    ("[bots.a]\nurl = 'http://x:y'", "2: bots.a.url: is not a valid address, such as "
     "'https://example.org/chat'"),
    ("[bots.a]\nurl = 'http://[x'", "2: bots.a.url: is not a valid address, such as "
     "'https://example.org/chat'"),
    ("[bots.a]\nurl = 'http://me:secret@x'", "2: bots.a.url: must not contain a user or "
    "password; send "
     "them in headers, from the environment: headers = {Authorization = \"Basic ${CREDENTIALS}\"}"),
    ("[bots.a]\nurl = 'http://x/?api_key=s'", "2: bots.a.url: contains a secret, 'api_key'; take "
    "it "
     "from the environment: api_key=${NAME}"),
    ("[bots.a]\nurl = 'http://x/a b'", "2: bots.a.url: must not contain white space or control "
     "characters"),
    ("[bots.a]\nurl = 'http://x/${1}'", "2: bots.a.url: '${1}' is not an environment variable; "
     "write it as ${NAME}"),
    (f"{URL}python = 'a:b'", "1: bots.a: a bot needs one of 'python', 'command', 'url', "
     "'openai', 'recorded' or 'kind'; 'python' and 'url' are given"),
    (f"{URL}headers = {{A = '${{}}'}}", "3: bots.a.headers: '${}' is not an environment variable; "
     "write it as ${NAME}"),
    (f"{URL}headers = {{'a b' = 'x'}}", "3: bots.a.headers: 'a b' is not a valid header name"),
    (f"{URL}headers = {{A = 'x', a = 'y'}}", "3: bots.a.headers: 'a' is given twice, in two "
    "spellings; keep one"),
    (f"{URL}headers = {{Content-Type = 'x'}}", "3: bots.a.headers: Content-Type is set for each "
    "request; remove it"),
    (f"{URL}headers = {{A = \"x\\ny\"}}", "3: bots.a.headers: the value of A contains control "
    "characters"),
    (f"{URL}headers = {{A = 1}}", "3: bots.a.headers.A: must be text, not a number (1)"),
    (f"{URL}request = {{a = [{{b = 'x {{{{mesage}}}}'}}]}}", "3: bots.a.request: '{{mesage}}' "
     "is not a placeholder here; did you mean 'message'? valid: {{messages}}, {{message}}, "
     "{{context}}, {{turn}}, {{conversation_id}}, {{mcp_url}}, {{mcp_token}}, {{context.KEY}}"),
    (f"{URL}request = 'x'", "3: bots.a.request: must be a mapping of keys to values, not text "
     "('x')"),
    (f"{URL}reply = {{text = 'reply'}}", "3: bots.a.reply.text: a JSON pointer begins with '/': "
     "write '/reply'"),
    (f"{URL}reply = {{text = '/a~b'}}", "3: bots.a.reply.text: in a JSON pointer '~' is written "
     "'~0', and a '/' in a key '~1'"),
    (f"{URL}reply = {{agent = '/a'}}", "3: bots.a.reply: must say where the text or the calls are, "
     "such as text = \"/reply\""),
    (f"{URL}reply = {{txt = '/a', calls = '/b'}}", "3: bots.a.reply.txt: unknown key 'txt'; did "
     "you mean 'text'? valid: text, calls, response_type, agent, model, asks_for, warnings, "
     "rejected, cost_usd, tokens, events"),
    (f"{URL}reply = {{calls = {{function = '/b'}}}}", "3: bots.a.reply.calls: the key 'at' is "
     "missing"),
    (f"{URL}reply = {{calls = 5}}", "3: bots.a.reply.calls: must be a mapping of keys to values, "
     "not a number (5)"),
    (f"{URL}retries = -1", "3: bots.a.retries: must be at least 0, not -1"),
    (f"{URL}requests_per_second = 0", "3: bots.a.requests_per_second: must be greater than 0, not "
     "0"),
    (f"{URL}max_reply_bytes = 0", "3: bots.a.max_reply_bytes: must be at least 1, not 0"),
    (f"{URL}requires_env = ['A B']", "3: bots.a.requires_env[0]: must match "
     "the pattern ^[A-Za-z_][A-Za-z0-9_]*$, and 'A B' does not"),
    (f"{URL}when_missing = 'ignore'", "3: bots.a.when_missing: must be 'error' or 'skip', not "
     "'ignore'"),
    ("[bots.a]\npython = 'a:b'\nheaders = {A = 'b'}", "1: bots.a: 'headers' is for bots with 'url' "
     "or 'openai', not for one with 'python'"),
    ("[bots.a]\ncommand = 'x'\nretries = 2", "1: bots.a: 'retries' is for bots with 'url' or "
     "'openai', not for one with 'command'"),
    ("[bots.a]\nopenai = {model = 'm'}\nreply = {text = '/a'}", "1: bots.a: 'reply' is for bots "
     "with 'url', not for one with 'openai'"),
    ("[bots.a]\nopenai = {}", "2: bots.a.openai: the key 'model' is missing"),
    ("[bots.a.openai]\nmodel = 'm'\ntemperature = 3", "3: bots.a.openai.temperature: must be at "
     "most 2, not 3"),
    ("[bots.a]\nurl = 'http://a:{port}'", "1: bots.a: '{port}' in an address needs 'start', the "
     "command of the server"),
    ("[bots.a]\nurl = 'http://a'\nready = '/'", "1: bots.a: 'ready' needs 'start', the command of "
     "the server"),
    ("[bots.a]\nurl = 'http://a'\nstart = 'x --port {port}'", "1: bots.a: '{port}' must be in both "
     "the command 'start' and the address"),
    ("[bots.a]\npython = 'a:b'\nstart = 'x'", "1: bots.a: 'start' is for bots with 'url' or "
     "'openai', not for one with 'python'"),
    ("[bots.a]\nurl = 'http://a'\nretry_statuses = [200]", "3: bots.a.retry_statuses[0]: must be "
     "at least 400, not 200"),
    ("[bots.a.openai]\nmodel = 'm'\nextra = {temperature = 1}", "1: bots.a.openai: "
     "extra.temperature is set outside of extra; remove it from extra"),
    ("[bots.a.openai]\nmodel = 'm'\nsystem = 'Hi {{user}}'", "3: bots.a.openai.system: '{{user}}' "
     "is not a placeholder here; valid: {{messages}}, {{message}}, {{context}}, {{turn}}, "
     "{{conversation_id}}, {{mcp_url}}, {{mcp_token}}, {{context.KEY}}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, text) == f"hydra.toml:{message}"


def test_a_secret_in_the_address_is_not_shown_when_it_is_refused(tmp_path: Path) -> None:
    for url in ("http://me:hidden@x", "http://x/?token=hidden", "hidden", "http://x:hidden/"):
        assert "hidden" not in refusal(tmp_path, f"[bots.a]\nurl = '{url}'")


def test_what_a_variable_stands_for_is_looked_at_when_it_is_known() -> None:
    assert BotSettings(url="${BOT_URL}/chat").url == "${BOT_URL}/chat"
    assert BotSettings(url="http://${HOST}:${PORT}/chat").url is not None


MATRIX = """\
[bots.shop]
openai = {model = "{{model}}", system = "{{tone}} {{context.name?}}", temperature = "{{t}}"}
[bots.shop.matrix]
model = ["a/b", "c"]
tone = {short = "Be brief.", long = "Be as kind as possible, and write very long sentences."}
t = [0.5]
[bots.one]
python = "shop:reply"
"""


def test_a_matrix_makes_a_bot_of_each_combination(tmp_path: Path) -> None:
    bots = load(tmp_path, MATRIX).bots
    assert list(bots) == [
        "shop[model=a/b,tone=short,t=0.5]",
        "shop[model=a/b,tone=long,t=0.5]",
        "shop[model=c,tone=short,t=0.5]",
        "shop[model=c,tone=long,t=0.5]",
        "one",
    ]
    model = bots["shop[model=c,tone=short,t=0.5]"].openai
    assert model is not None
    assert (model.model, model.system) == ("c", "Be brief. {{context.name?}}")
    assert model.temperature == 0.5


@pytest.mark.parametrize("values", ['["a]", "b"]', '["a", "a"]', f'["{"x" * 41}", "b"]'])
def test_values_that_are_no_names_are_named_by_their_positions(tmp_path: Path, values: str) -> None:
    text = f'[bots.b]\npython = "m:f"\nversion = "{{{{v}}}}"\nmatrix.v = {values}'
    bots = load(tmp_path, text).bots
    assert list(bots) == ["b[v=1]", "b[v=2]"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('python = "m:{{a}}"\nmatrix = {a = ["f"], b = [1]}', "bots.b: matrix: nothing uses {{b}}"),
        ('python = "m:{{a}}"\nmatrix = {a = []}', "bots.b: matrix: a needs a list of values"),
        ('python = "m:{{a}}"\nmatrix = {a = ["f", 3]}', "bots.b.python: must be 'package.module:"),
        (
            'url = "http://a/{{message}}"\nmatrix = {message = ["x"]}',
            "bots.b: matrix: 'message' is not a valid name, or has another meaning",
        ),
        (
            f'python = "m:{{{{a}}}}"\nmatrix = {{a = [{", ".join(map(str, range(101)))}]}}',
            "bots.b: matrix: makes more than 100 bots",
        ),
    ],
)  # fmt: skip
def test_a_matrix_is_checked(tmp_path: Path, text: str, fault: str) -> None:
    assert fault in refusal(tmp_path, f"[bots.b]\n{text}")
