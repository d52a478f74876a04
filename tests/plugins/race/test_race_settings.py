from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.race.policy.race_tables import (
    AcceptanceSettings,
    CandidateSettings,
    Policy,
    policy_of,
)
from pytest_hydra.plugins.race.policy.scoring import DIMENSIONS, GATES
from pytest_hydra.settings.file import (
    Settings,
    load_settings,
    policy,
    settings_digest,
)
from pytest_hydra.settings.prices import PriceSettings

# The dimensions of a race that asks for no more.
ALONE = tuple(name for name in DIMENSIONS if name not in ("acceptance", "agreement"))
# The example that started it, as it is printed.
EXAMPLE = """\
[scoring]
profile = "js-node"
timeout_per_check_seconds = 300

[scoring.weights]
build = 30
tests = 30
lint = 15
diff_scope = 15
speed = 10

[scoring.gates]
require_build_pass = true
max_test_regression_percent = 0

[scoring.diff_scope]
max_files_soft = 20
max_churn_soft = 800
protected_paths = ["infra/", "scripts/release/"]
"""
FULL = """\
[race]
base = "trunk"
task = "task.md"
setup = "npm ci"
share = ["node_modules"]
require = "all"
ignore = ["plan.md"]
[[race.candidates]]
agent = "codex"
ref = "agents/codex"
duration_seconds = 312.4
cost_usd = 0.82
log = "logs/codex.jsonl"
[[race.candidates]]
agent = "claude"
patch = "candidates/claude.patch"
tokens = {input = 9, output = 2}
model = "gpt-5"
[[race.candidates]]
agent = "gemini"
worktree = "../wt-gemini"
[[race.candidates]]
agent = "aider"
command = "aider --yes --message-file {task}"
env = ["ANTHROPIC_API_KEY"]
timeout_seconds = 60
[scoring]
profile = "python"
python = ".venv/bin/python"
skip_after_failed_build = true
speed_of_failed = false
[scoring.commands]
build = "make"
security = "pip-audit"
[scoring.weights]
cost = 5
security = 2.5
[scoring.gates]
max_dropped_tests = 3
require_security_pass = false
allow_empty_diff = true
require_isolation = true
[scoring.diff_scope]
allowed_paths = ["src/"]
[scoring.build]
outputs = ["dist/*.whl"]
[scoring.results]
junit = "build/junit/*.xml"
[scoring.tests]
files = ["checks/"]
pythonpath = ["src"]
plugins = ["anyio"]
removed_ok = ["tests/old_*.py::*"]
changed_ok = ["tests/a.py::b"]
reruns = 1
rerun_budget_seconds = 30
[[scoring.dimensions]]
name = "bench"
command = "make bench"
weight = 10
timeout_seconds = 90
gate = 50
score = "regex"
pattern = 'score: (\\d+)'
[[scoring.dimensions]]
name = "size"
command = "make size"
gate = true
[[scoring.waivers]]
agent = "codex"
gate = "bench"
file = "src/a.py"
reason = "the bench is noisy"
change = "abcdef0"
until = "2026-12-31"
[prices."gpt-5"]
input = 1.25
output = 10
[sandbox]
mode = "none"
network = true
env = ["CI"]
[execution]
engine = "local"
"""


def load(folder: Path, text: str) -> Settings:
    (folder / "hydra.toml").write_text(text)
    return load_settings(folder / "hydra.toml", "hydra.toml")


def policy_in(settings: Settings) -> Policy:
    return policy_of(settings.table("race"), settings.table("scoring"), settings.prices)


def test_the_example_as_printed(tmp_path: Path) -> None:
    scoring = load(tmp_path, EXAMPLE).table("scoring")
    assert (scoring.profile, scoring.timeout_per_check_seconds) == ("js-node", 300)
    assert scoring.gates.require_build_pass
    found = policy_in(load(tmp_path, EXAMPLE))
    # All of it but the protected paths is the default.
    assert found.scoring.diff_scope.protected_paths == ["infra/", "scripts/release/"]
    assert found.model_dump(exclude_defaults=True)["scoring"].keys() == {
        "profile",
        "timeout_per_check_seconds",
        "diff_scope",
    }


def test_the_defaults_are_those_of_a_policy(tmp_path: Path) -> None:
    settings = Settings(root=tmp_path)
    loaded = load(tmp_path, "")
    assert (settings.table("race"), settings.table("scoring")) == (
        loaded.table("race"),
        loaded.table("scoring"),
    )
    assert (settings.table("sandbox"), settings.table("execution")) == (
        loaded.table("sandbox"),
        loaded.table("execution"),
    )
    assert policy_in(settings) == Policy()
    assert Policy().names == ("build", "tests", "lint", "diff_scope", "speed")
    race = settings.table("race")
    assert (race.base, race.require, race.candidates) == ("main", "one", [])
    assert settings.table("scoring").timeout_per_check_seconds is None
    assert settings.table("scoring").tests.reruns == 2


def test_tests_of_the_task_bring_a_dimension(tmp_path: Path) -> None:
    text = "[race.acceptance]\ntests = 'hidden'\nfail_to_pass = ['tests/test_a.py::test_b']\n"
    settings = load(tmp_path, text)
    found = policy_in(settings)
    assert found.names == ("build", "tests", "acceptance", "lint", "diff_scope", "speed")
    assert found.weight("acceptance") == 30
    assert found.race.acceptance == AcceptanceSettings(
        tests="hidden", fail_to_pass=["tests/test_a.py::test_b"]
    )
    assert (
        policy_in(load(tmp_path, f"{text}[scoring.weights]\nacceptance = 5")).weight("acceptance")
        == 5
    )
    alone = load(tmp_path, "[race]\nbase = 'main'")
    assert settings_digest(settings) != settings_digest(alone)


def test_cross_examination_brings_a_dimension(tmp_path: Path) -> None:
    text = "[race]\ncross_examination = true\n"
    settings = load(tmp_path, text)
    found = policy_in(settings)
    assert found.names[-1] == "agreement"
    assert (found.race.cross_examination, found.weight("agreement")) == (True, 0)
    weighed = policy_in(load(tmp_path, f"{text}[scoring.weights]\nagreement = 5"))
    assert weighed.weight("agreement") == 5
    alone = load(tmp_path, "[race]\nbase = 'main'")
    assert settings_digest(settings) != settings_digest(alone)


def test_a_full_file(tmp_path: Path) -> None:
    settings = load(tmp_path, FULL)
    race = settings.table("race")
    assert [candidate.kind for candidate in race.candidates] == list(CandidateSettings.kinds)
    codex, claude, gemini, aider = race.candidates
    assert (codex.agent, codex.duration_seconds, codex.cost_usd) == ("codex", 312.4, 0.82)
    assert claude.tokens is not None
    assert (claude.tokens.input, claude.tokens.output, claude.model) == (9, 2, "gpt-5")
    assert gemini.worktree == "../wt-gemini"
    assert aider.command == ["aider", "--yes", "--message-file", "{task}"]
    assert (aider.env, aider.timeout_seconds) == (["ANTHROPIC_API_KEY"], 60)
    found = policy_in(settings)
    assert found.names == (*ALONE, "bench", "size")
    assert [found.weight(name) for name in found.names] == [30, 30, 15, 15, 10, 5, 2.5, 10, 10]
    assert [
        (dimension.name, dimension.least, dimension.measured_by)
        for dimension in found.scoring.dimensions
    ] == [
        ("bench", 50, "regex"),
        ("size", 100, "exit"),
    ]
    assert [waiver.model_dump() for waiver in found.scoring.waivers] == [
        {
            "agent": "codex", "gate": "bench", "file": "src/a.py", "reason": "the bench is noisy",
            "change": "abcdef0", "until": "2026-12-31",
        }
    ]  # fmt: skip
    assert found.prices == {"gpt-5": PriceSettings(input=1.25, output=10)}
    # Who takes part does not decide.
    assert (found.race.require, found.race.candidates) == ("all", [])


CANDIDATE = "[[race.candidates]]\nagent = 'a'\n"
DIMENSION = "[[scoring.dimensions]]\nname = 'bench'\ncommand = 'x'\n"
JUDGED = "[[scoring.dimensions]]\nname = 'taste'\njudge = true\ncriteria = 'b'\n"
WAIVER = "[[scoring.waivers]]\nagent = 'a'\ngate = 'tests'\nreason = 'r'\nchange = 'abcdef0123'\n"
REFUSED = [
    ("[race]\nrequire = 'two'", "2: race.require: must be 'one', 'all' or 'none', not 'two'"),
    ("[race]\nbase = ''", "2: race.base: must not be empty"),
    ("[race]\nbranch = 'x'", "2: race.branch: unknown key 'branch'; valid: base, task, setup, "
     "share, require, ignore, candidates, agents, attempts, acceptance, cross_examination"),
    (CANDIDATE, "1: race.candidates[0]: a candidate needs one of 'ref', 'patch', 'worktree' or "
     "'command'; none is given"),
    (CANDIDATE + "ref = 'x'\npatch = 'y'", "1: race.candidates[0]: a candidate needs one of 'ref', "
     "'patch', 'worktree' or 'command'; 'ref' and 'patch' are given"),
    (CANDIDATE + "ref = 'x'\nenv = ['A']", "1: race.candidates[0]: 'env' is for candidates with "
     "'command', not for one with 'ref'"),
    (CANDIDATE + "ref = 'x'\nduration_seconds = -1", "4: race.candidates[0].duration_seconds: must "
     "be at least 0, not -1"),
    (CANDIDATE.replace("'a'", "'base'"), "2: race.candidates[0].agent: the name 'base' is "
     "reserved; choose another"),
    (CANDIDATE.replace("'a'", "'a/b'"), "2: race.candidates[0].agent: 'a/b' is not a valid "
     "name: use letters, digits, '.', '_' and '-', and begin with a letter or a digit"),
    (CANDIDATE + "ref = 'x'\n" + CANDIDATE.replace("'a'", "'A'") + "ref = 'y'",
     "1: race.candidates: two candidates are called 'A'; each needs its own name"),
    ("[scoring]\nprofile = 'pyhton'", "2: scoring.profile: must be 'js-node', 'rust', 'python', "
     "'go' or 'none', not 'pyhton'; did you mean 'python'?"),
    ("[scoring]\ntimeout_per_check_seconds = 0", "2: scoring.timeout_per_check_seconds: must be "
     "greater than 0, not 0"),
    ("[scoring.weights]\ntest = 3", "2: scoring.weights.test: unknown key 'test'; did you mean "
     "'tests'? valid: build, tests, acceptance, lint, diff_scope, speed, cost, security, "
     "agreement"),
    ("[scoring.weights]\ntests = 1e-9", "2: scoring.weights.tests: must be 0, or from 0.000001 to "
     "1000000, not 1e-09"),
    ("[scoring.weights]\ntests = -1", "2: scoring.weights.tests: must be at least 0, not -1"),
    ("[scoring.gates]\nmax_test_regression_percent = 101", "2: scoring.gates."
     "max_test_regression_percent: must be at most 100, not 101"),
    ("[scoring.diff_scope]\nmax_files_soft = 0", "2: scoring.diff_scope.max_files_soft: must be at "
     "least 1, not 0"),
    ("[scoring.commands]\ntests = 'x'", "2: scoring.commands.tests: unknown key 'tests'; did you "
     "mean 'test'? valid: build, test, lint, security"),
    (DIMENSION.replace("bench", "tests"), "1: scoring.dimensions[0]: the name 'tests' is taken; "
     "choose another"),
    (DIMENSION.replace("bench", "gates"), "1: scoring.dimensions[0]: the name 'gates' is taken; "
     "choose another"),
    (DIMENSION + DIMENSION, "1: scoring.dimensions: two dimensions are called 'bench'; each needs "
     "its own name"),
    (DIMENSION + "gate = 101", "1: scoring.dimensions[0]: gate must be true, false or from 1 to "
    "100, "
     "not 101"),
    (DIMENSION + "gate = 0.6", "1: scoring.dimensions[0]: gate must be true, false or from 1 to "
    "100, "
     "not 0.6; did you mean 60?"),
    (DIMENSION + "score = 'regex'", "1: scoring.dimensions[0]: score = \"regex\" needs 'pattern'"),
    (DIMENSION + "path = 'a.b'", "1: scoring.dimensions[0]: 'path' is only for score = \"json\""),
    (DIMENSION + "score = 'regex'\npattern = '\\d+'", "1: scoring.dimensions[0]: the pattern "
     "'\\\\d+' has no group: put the score in parentheses"),
    (DIMENSION + "score = 'regex'\npattern = '('", "1: scoring.dimensions[0]: the pattern '(' is "
     "not valid: missing ), unterminated subpattern at position 0"),
    (DIMENSION + "judge = true\ncriteria = 'b'", "1: scoring.dimensions[0]: a dimension has either "
     "'command' or 'judge = true'; both are given"),
    (JUDGED.replace("judge = true", ""), "1: scoring.dimensions[0]: a dimension has either "
     "'command' or 'judge = true'; neither is given"),
    (JUDGED.replace("criteria = 'b'", ""), "1: scoring.dimensions[0]: judge = true needs "
     "'criteria'"),
    (JUDGED + "timeout_seconds = 3", "1: scoring.dimensions[0]: 'timeout_seconds' is for "
     "dimensions with 'command', not for one with 'judge'"),
    (DIMENSION + "criteria = ['b']", "1: scoring.dimensions[0]: 'criteria' is for dimensions with "
     "'judge', not for one with 'command'"),
    (JUDGED.replace("'b'", "3"), "4: scoring.dimensions[0].criteria: must be a list, not a number "
     "(3)"),
    ("[[scoring.dimensions]]\nname = 'docs'\nweight = 3", "1: scoring.dimensions[0]: a dimension "
     "has either 'command' or 'judge = true', or is provided by a plugin; neither is given, and "
     "no plugin provides 'docs'"),
    (WAIVER.replace("'tests'", "'test'"), "1: scoring: waivers: unknown gate 'test'; did you mean "
     f"'tests'? valid: {', '.join(GATES)}, lint"),
    (WAIVER.replace("abcdef0123", "HEAD"), "5: scoring.waivers[0].change: must match the pattern "
     "^[0-9a-f]{7,64}$, and 'HEAD' does not"),
    (WAIVER + "until = '31.12.2026'", "6: scoring.waivers[0].until: '31.12.2026' is not a date, "
    "such as '2026-12-31'"),
    (WAIVER + "until = '2026-02-30'", "6: scoring.waivers[0].until: '2026-02-30' is not a date, "
    "such as '2026-12-31'"),
    (WAIVER + "until = '20261231'", "6: scoring.waivers[0].until: '20261231' is not a date, such "
    "as '2026-12-31'"),
    ("[prices.gpt]\ninput = 1", "1: prices.gpt: the key 'output' is missing"),
    ("[prices.gpt]\ninput = 1\noutput = inf", "3: prices.gpt.output: is inf, which is not a "
     "finite number; write it in quotes if it is text"),
    ("[sandbox]\nenv = ['A B']", "2: sandbox.env[0]: must match the "
     "pattern ^[A-Za-z_][A-Za-z0-9_]*$, and 'A B' does not"),
    ("[execution]\nscheduler = 'tcp://x:1'", "1: execution: 'scheduler' is for another "
     'engine than "local"'),
    ("[execution]\nengine = 'dask'", "1: execution: engine = \"dask\" needs a 'scheduler', such as "
     "tcp://10.0.0.1:8786"),
]  # fmt: skip


def test_a_dimension_that_a_plugin_offers_has_a_weight_and_a_gate(tmp_path: Path) -> None:
    (tmp_path / "hydra.toml").write_text(
        "[[scoring.dimensions]]\nname = 'docs'\nweight = 3\ngate = 50"
    )
    settings = load_settings(tmp_path / "hydra.toml", "hydra.toml", dimensions=lambda: ["docs"])
    made = policy_of(settings.table("race"), settings.table("scoring"), settings.prices)
    (dimension,) = made.scoring.dimensions
    assert (dimension.measured_by, dimension.weight, dimension.least) == ("plugin", 3, 50)


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, text)
    assert str(caught.value) == f"hydra.toml:{message}"


def test_what_decides_is_in_the_digest_and_who_takes_part_is_not(tmp_path: Path) -> None:
    first = settings_digest(load(tmp_path, FULL))
    for old, new in [
        ('agent = "gemini"', 'agent = "copilot"'),
        ('worktree = "../wt-gemini"', 'worktree = "../elsewhere"'),
        ('python = ".venv/bin/python"', 'python = "/usr/bin/python3"'),
        ('base = "trunk"', 'base = "main"'),
        ('engine = "local"', ""),
    ]:
        assert settings_digest(load(tmp_path, FULL.replace(old, new))) == first, old
    for old, new in [
        ('setup = "npm ci"', ""),
        ('require = "all"', 'require = "one"'),
        ("output = 10", "output = 11"),
        ("security = 2.5", "security = 3"),
        ("the bench is noisy", "it is slow"),
        ("make bench", "make benches"),
        ("network = true", "network = false"),
    ]:
        assert settings_digest(load(tmp_path, FULL.replace(old, new))) != first, old
    assert "codex" not in str(policy(load(tmp_path, FULL))["race"])


def test_that_none_may_be_gone_is_not_that_nobody_says_how_many(tmp_path: Path) -> None:
    gates = [load(tmp_path, f"[scoring.gates]\nmax_dropped_tests = {n}\n") for n in (0, 1)]
    assert len({*map(settings_digest, gates), settings_digest(Settings(root=tmp_path))}) == 3


def test_the_digest_without_settings_is_fixed(tmp_path: Path) -> None:
    # So that it is the same on every Python. It is of the tables of all plugins.
    assert settings_digest(Settings(root=tmp_path)) == (
        "d6025ed7fcc9273f22db3a9476e40ede3f2f574c47c20a96022447336dfffd59"
    )
