from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.judges.judge_settings import BUILT_IN, JudgeSettings, check_judge
from pytest_hydra.settings.file import (
    Settings,
    load_settings,
    policy,
    settings_digest,
)

FULL = """\
[judging]
benchmarks = ["test-results/benchmark-*"]
spec = "specs/todo.md"
judge = "panel"
threshold = 6.5
samples = 3
max_cost_usd = 5
history = "history.jsonl"
concurrency = 2
[judges.claude]
command = "claude --print --model 'some model'"
timeout_seconds = 60
[judges.gpt]
model = "openai:gpt-5"
temperature = 0
retries = 1
requests_per_second = 0.5
[judges.local]
model = "openai:small"
base_url = "http://localhost:8000/v1"
[judges.panel]
panel = ["claude", "gpt"]
[[judging.categories]]
name = "Style"
exhibits = ["git-diff", "prd?"]
criteria = ["Is it clear?"]
"""
CATEGORY = """\
[[judging.categories]]
name = "Style"
exhibits = ["git-diff"]
criteria = ["Is it clear?"]
"""
NAMES = "event-log, spec, git-diff, prd, summary, config, git-log, tasks, cycles"


def load(folder: Path, text: str) -> Settings:
    (folder / "hydra.toml").write_text(text)
    return load_settings(folder / "hydra.toml", "hydra.toml")


def test_a_full_file(tmp_path: Path) -> None:
    settings = load(tmp_path, FULL)
    judging, judges = settings.table("judging"), settings.table("judges")
    assert (judging.judge, judging.threshold, judging.samples) == ("panel", 6.5, 3)
    assert (judging.max_cost_usd, judging.concurrency) == (5, 2)
    assert judging.categories[0].exhibits == ["git-diff", "prd?"]
    assert judging.categories[0].weight == 1
    assert list(judges) == ["claude", "gpt", "local", "panel"]
    assert judges["claude"].command == ["claude", "--print", "--model", "some model"]
    assert [judge.opened_as for judge in judges.values()] == ["command", "model", "model", "panel"]
    assert [judge.model_name for judge in judges.values()] == [None, "gpt-5", "small", None]
    # A key is sent to OpenAI alone, unless it is said which one goes elsewhere.
    assert [judge.key_variable for judge in judges.values()] == [None, "OPENAI_API_KEY", None, None]


def test_defaults(tmp_path: Path) -> None:
    settings = Settings(root=tmp_path)
    loaded = load(tmp_path, "[judges.mine]\ncommand = 'x'")
    assert loaded.table("judging") == settings.table("judging")
    assert settings.table("judges") == BUILT_IN
    assert list(loaded.table("judges")) == ["claude", "mine"]
    assert BUILT_IN["claude"].command == ["claude", "--print", "--output-format", "json"]
    judging = settings.table("judging")
    assert (judging.judge, judging.threshold, judging.samples) == ("claude", 7, 1)
    assert (judging.max_cost_usd, judging.history) == (None, ".hydra/history.jsonl")
    mine = loaded.table("judges")["mine"]
    assert (mine.timeout_seconds, mine.retries, mine.requests_per_second) == (300, 2, None)


REFUSED = [
    ("[judging]\njudge = 'cluade'", "2: judging.judge: unknown judge 'cluade'; did you mean "
     "'claude'? valid: claude, mock"),
    ("[judging]\nthreshold = 11", "2: judging.threshold: must be at most 10, not 11"),
    ("[judging]\nthreshold = 0.75", "2: judging.threshold: is from 1 to 10, not 0.75; did you mean "
     "7.5?"),
    ("[judging]\nhistory = '~nobody-here/x'", "2: judging.history: '~nobody-here/x' has no home "
     "folder; write './~nobody-here/x' for such a file"),
    ("[judging]\nsamples = 0", "2: judging.samples: must be at least 1, not 0"),
    ("[judging]\nmax_cost = 1", "2: judging.max_cost: unknown key 'max_cost'; did you mean "
     "'max_cost_usd'?"),
    ("[judges.a]", "1: judges.a: a judge needs one of 'command', 'model', 'panel' or "
     "'recorded'; none is given"),
    ("[judges.a]\ncommand = 'x'\nmodel = 'openai:y'", "1: judges.a: a judge needs one of "
     "'command', 'model', 'panel' or 'recorded'; 'command' and 'model' are given"),
    ("[judges.a]\ncommand = 'x'\ntemperature = 1", "1: judges.a: 'temperature' is for judges with "
     "'model', not for one with 'command'"),
    ("[judges.a]\nmodel = 'gpt-5'", "2: judges.a.model: must be 'openai:' followed by the name "
    "of a model, "
     "not 'gpt-5'; or write a `provider` and the name alone"),
    ("[judges.a]\npanel = ['claude']", "2: judges.a.panel: must have at least 2 entries"),
    ("[judges.a]\npanel = ['claude', 'claude']", "2: judges.a.panel: 'claude' is listed twice; "
    "keep one"),
    ("[judges.a]\npanel = ['claude', 'gtp']\n[judges.gpt]\ncommand = 'x'", "2: judges.a.panel[1]: "
     "unknown judge 'gtp'; did you mean 'gpt'? valid: claude, gpt"),
    ("[judges.a]\npanel = ['claude', 'mock']", "2: judges.a.panel[1]: the mock cannot be a "
    "member of a panel, as its scores would not be marked"),
    ("[judges.a]\npanel = ['claude', 'a']", "2: judges.a.panel[1]: 'a' is a panel itself; name its "
     "judges"),
    ("[judges.mock]\ncommand = 'x'", "1: judges.mock: the name 'mock' is reserved for the "
    "built-in mock; choose another"),
    ("[judges.'a b']\ncommand = 'x'", "1: judges['a b']: 'a b' is not a valid name: use letters, "
     "digits, '.', '_' and '-', and begin with a letter or a digit"),
    (CATEGORY.replace("git-diff", "git-dif"), "3: judging.categories[0].exhibits[0]: unknown "
     f"exhibit 'git-dif'; did you mean 'git-diff'? valid: {NAMES}"),
    (CATEGORY.replace('"git-diff"', '"prd", "prd?"'), "3: judging.categories[0].exhibits: 'prd' "
    "is listed twice; keep one"),
    (CATEGORY.replace('"git-diff"', ""), "3: judging.categories[0].exhibits: must not be empty"),
    (CATEGORY.replace('"Is it clear?"', '""'), "4: judging.categories[0].criteria[0]: must not be "
     "empty"),
    (CATEGORY + "weight = 1e300", "5: judging.categories[0].weight: must be at most 1e+06, not "
     "1e+300"),
    (CATEGORY + "weight = 0", "5: judging.categories[0].weight: must be at least 1e-06, not 0"),
    (CATEGORY + "min = 0", "5: judging.categories[0].min: must be at least 1, not 0"),
    (CATEGORY.replace("Style", "Overall"), "2: judging.categories[0].name: the name 'Overall' "
     "is reserved for the overall score; choose another"),
    (CATEGORY.replace("Style", "a::b"), "2: judging.categories[0].name: 'a::b' is not a valid "
    "category name: use no '::', brackets or slashes, and begin and end with a visible character"),
    (CATEGORY + CATEGORY.replace("Style", "style"), "1: judging.categories: two categories are "
     "called 'style'; each needs its own name"),
    (CATEGORY + "guide = {'9-10' = 'x'}", "5: judging.categories[0].guide: no band contains 1; "
    "each score from 1 to 10 must be in one band"),
    (CATEGORY + "guide = {'5-10' = 'x', '1-5' = 'y'}", "5: judging.categories[0].guide: two "
    "bands contain 5; each score from 1 to 10 must be in one band"),
    (CATEGORY + "guide = {'10-9' = 'x'}", "5: judging.categories[0].guide: '10-9' is not a valid "
    "band of scores, such as '7-8', from 1 to 10"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, text)
    assert str(caught.value) == f"hydra.toml:{message}"


def test_a_path_may_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    tables = "[judging]\nhistory = '~/h.jsonl'\nspec = '~'\n[judges.r]\nrecorded = '~/r'"
    settings = load(tmp_path, tables)
    assert (settings.table("judging").history, settings.table("judging").spec) == (
        "/home/ada/h.jsonl",
        "/home/ada",
    )
    assert settings.table("judges")["r"].recorded == "/home/ada/r"


def test_an_option_that_names_no_judge() -> None:
    check_judge("mock", {}, "--hydra-judge", tuple)
    check_judge("claude", BUILT_IN, "--hydra-judge", tuple)
    check_judge("terse", BUILT_IN, "--hydra-judge", lambda: ["mock", "terse"])
    with pytest.raises(InputError) as caught:
        check_judge("mok", BUILT_IN, "--hydra-judge", tuple)
    said = "--hydra-judge: unknown judge 'mok'; did you mean 'mock'? valid: claude, mock"
    assert str(caught.value) == said


def test_the_policy_says_what_decides(tmp_path: Path) -> None:
    first = load(tmp_path, FULL)
    told = policy(first)
    assert told["judges"]["gpt"] == {
        "model": "openai:gpt-5",
        "base_url": "https://api.openai.com/v1",
        "temperature": 0.0,
    }
    assert told["judges"]["panel"] == {"panel": ["claude", "gpt"]}
    for old, new in [
        ("concurrency = 2", "concurrency = 3"),
        ("history.jsonl", "other.jsonl"),
        ("retries = 1", "retries = 3"),
        ("benchmark-*", "run-*"),
    ]:
        assert settings_digest(load(tmp_path, FULL.replace(old, new))) == settings_digest(first)
    for old, new in [
        ("threshold = 6.5", "threshold = 6"),
        ("gpt-5", "gpt-6"),
        ("samples = 3", "samples = 5"),
        ("Is it clear", "Is it short"),
    ]:
        assert settings_digest(load(tmp_path, FULL.replace(old, new))) != settings_digest(first)


def test_a_key_of_ones_own_is_sent_where_it_is_said() -> None:
    judge = JudgeSettings(model="openai:x", base_url="https://example.org/v1", api_key_env="MY_KEY")
    assert judge.key_variable == "MY_KEY"
    assert "MY_KEY" not in str(judge.public())


@pytest.mark.parametrize(
    ("provider", "url", "key"),
    [
        ("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
        (
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "GEMINI_API_KEY",
        ),
    ],
)
def test_a_provider_says_where_its_models_are(provider: str, url: str, key: str) -> None:
    judge = JudgeSettings.model_validate({"provider": provider, "model": "m-1"})
    assert (judge.url, judge.key_variable, judge.model_name) == (url, key, "m-1")
    assert judge.public() == {"provider": provider, "model": "m-1", "base_url": url}
    # Another server does not get the provider's key.
    other = judge.model_validate(
        {**judge.model_dump(exclude_unset=True), "base_url": "https://example.org"}
    )
    assert (other.url, other.key_variable) == ("https://example.org", None)
