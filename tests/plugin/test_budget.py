"""``max_cost_usd``: what conversations may cost, and what becomes of those that are not held."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.execution.quotas import Budget

if TYPE_CHECKING:
    from tests.conftest import Line, Project, Request, Server

# Says what it costs, but for one message, and keeps a list of what it was asked.
PRICED = """
import pathlib

def reply(messages):
    text = messages[-1]["content"]
    with (pathlib.Path(__file__).parent / "asked.txt").open("a") as log:
        log.write(text + "\\n")
    return {"text": "hello"} if text == "free" else {"text": "hello", "cost_usd": 0.25}
"""
SPENT = "the bots have cost $0.50, and max_cost_usd is $0.50: no more calls"


def prepare(project: Project, cap: float, *scenarios: tuple[str, ...]) -> None:
    project.write("wallet_bot.py", PRICED)
    project.write(
        "hydra.toml", f'[bots.w]\npython = "wallet_bot:reply"\n[scenarios]\nmax_cost_usd = {cap}'
    )
    lines = [
        f"  - {{id: s{number}, steps: [{', '.join(map(step, users))}]}}"
        for number, users in enumerate(scenarios)
    ]
    project.write("a.scenario.yaml", "\n".join(["scenarios:", *lines]))


def step(user: str) -> str:
    return f"{{user: {user}, expect: {{shouldContain: hello}}}}"


def asked(project: Project) -> list[str]:
    path = project.path / "asked.txt"
    return path.read_text().split() if path.exists() else []


def test_what_the_cap_leaves_unasked_is_ungraded(plain_project: Project) -> None:
    prepare(plain_project, 0.5, ("a",), ("b", "c"), ("d",))
    # The second conversation is cut between its turns, the third is not begun.
    plain_project.write("b.scenario.yaml", f"id: late\nsteps: [{step('e')}]")
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1, errors=3)
    assert asked(plain_project) == ["a", "b"]
    by_id = {entry["id"]: entry for entry in plain_project.report()["scenarios"]}
    assert [by_id[item]["status"] for item in ("s0", "s1", "s2", "late")] == [
        "passed",
        *["ungraded"] * 3,
    ]
    assert {by_id[item]["details"]["error"] for item in ("s1", "s2", "late")} == {SPENT}
    assert [check["outcome"] for check in by_id["s1"]["checks"]] == ["passed", "ungraded"]
    text = result.stdout.str()
    assert "the bots cost $0.50 of max_cost_usd = $0.50\n" in text
    assert plain_project.report()["verdict"] == "error"


def test_a_reply_that_does_not_say_its_cost_is_not_capped_and_that_is_said(
    project: Project,
) -> None:
    prepare(project, 100, ("free",), ("free", "paid"))
    result = project.run("--hydra")
    result.assert_outcomes(passed=2)
    assert (
        "the bots cost $0.25 of max_cost_usd = $100.00; the limit does not cover 2 of 3 replies, "
        "which reported no cost" in result.stdout.str()
    )


def test_a_cap_of_nothing_asks_nobody(plain_project: Project) -> None:
    prepare(plain_project, 0, ("a",), ("b",))
    plain_project.run("--hydra").assert_outcomes(errors=2)
    assert asked(plain_project) == []


def test_each_xdist_worker_has_its_share(plain_project: Project) -> None:
    prepare(plain_project, 1, *[(f"m{number}",) for number in range(20)])
    result = plain_project.run("--hydra", "-n2", plugins=("xdist",))
    # Half a dollar for each worker, at a quarter a reply.
    result.assert_outcomes(passed=4, errors=16)
    assert len(asked(plain_project)) == 4
    assert "the bots cost $1.00 of max_cost_usd = $1.00" in result.stdout.str()


def test_a_worker_names_the_cap_and_its_share() -> None:
    budget = Budget(2, subject="the bots", processes=2)
    budget.add(1)
    assert budget.is_spent
    assert str(budget) == (
        "the bots have cost $1.00, and max_cost_usd is $2.00, of which this worker has $1.00: "
        "no more calls"
    )


FIXTURES = """
def test_scored(hydra, hydra_bot):
    hydra.expect(hydra_bot("a"), shouldContain="hello")

def test_several(hydra, hydra_bot):
    talk = hydra_bot.conversation()
    hydra.expect([talk("b"), talk("c")][1], shouldContain="hello")

def test_plain(hydra_bot):
    assert hydra_bot("d").text == "hello"

def test_late(hydra, hydra_bot):
    hydra.expect(hydra_bot("e"), shouldContain="hello")

def test_of_ones_own(hydra):
    hydra.expect({"text": "hello", "cost_usd": 9}, shouldContain="hello")
"""


def test_conversations_of_tests_count_as_those_of_scenarios(plain_project: Project) -> None:
    prepare(plain_project, 1, ("z",))
    (plain_project.path / "a.scenario.yaml").unlink()
    plain_project.write("test_bot.py", FIXTURES)
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=4, errors=1)
    assert asked(plain_project) == ["a", "b", "c", "d"]
    assert "the bots cost $1.00 of max_cost_usd = $1.00\n" in result.stdout.str()
    assert SPENT.replace("0.50", "1.00") in result.stdout.str()
    report = plain_project.report()
    costs = {entry["id"]: entry["usage"].get("cost_usd") for entry in report["tests"]}
    assert costs == {
        "test_scored": 0.25,
        "test_several": 0.5,
        "test_late": None,
        "test_of_ones_own": 9,
    }
    assert report["usage"]["cost_usd"] == 9.75


def test_a_replay_costs_nothing(plain_project: Project) -> None:
    prepare(plain_project, 0.5, ("a",), ("b",))
    plain_project.run("--hydra").assert_outcomes(passed=2)
    result = plain_project.run("--hydra-replay=latest")
    result.assert_outcomes(passed=2)
    assert len(asked(plain_project)) == 2
    assert "max_cost_usd" not in result.stdout.str()


def test_without_a_cap_nothing_is_said_of_costs(plain_project: Project) -> None:
    prepare(plain_project, 0.5, ("a",))
    plain_project.write("hydra.toml", '[bots.w]\npython = "wallet_bot:reply"')
    assert "the bots cost" not in plain_project.run("--hydra").stdout.str()


def test_the_cap_holds_models_by_their_tokens_and_says_which_have_no_price(
    plain_project: Project, server: Server
) -> None:
    project = plain_project
    usage = {"prompt_tokens": 1000, "completion_tokens": 500}
    choice = {"message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}

    def handle(line: Line, request: Request) -> None:
        line.answer(
            {"model": request.json.get("model", "local-1"), "choices": [choice], "usage": usage}
        )

    server.handler = handle
    project.write(
        "hydra.toml",
        f"""
[bots.paid]
openai = {{model = "paid-1", base_url = "{server.url}"}}
concurrency = 1
[bots.local]
url = "{server.url}"
[prices]
paid-1 = {{input = 100, output = 1000}}
[scenarios]
max_cost_usd = 1.2
""",
    )
    bots = [*["local"] * 3, *["paid"] * 4]
    scenarios = [
        {"id": f"s{n}", "bot": bot, "steps": [{"user": "hi", "expect": {"shouldContain": "hello"}}]}
        for n, bot in enumerate(bots)
    ]
    project.write("a.scenario.json", json.dumps({"scenarios": scenarios}))
    result = project.run("--hydra", "--hydra-report=report.json")
    statuses = [each["status"] for each in project.report()["scenarios"]]
    # Each costs $0.60.
    assert statuses.count("passed") == 3 + 2
    text = result.stdout.str()
    assert text.count("no price for local-1: write it under [prices] in hydra.toml") == 1
    assert "the limit does not cover 3 of 5 replies, which reported no cost" in text
    assert project.report()["by_bot"][1]["usage"]["cost_usd"] == 1.2
    assert "genai_prices" in project.report()["environment"]


@pytest.mark.parametrize("price", [False, True])
def test_a_limit_that_cannot_be_counted_is_refused_before_anything_is_asked(
    project: Project, price: bool
) -> None:
    table = "[prices.mine-1]\ninput = 0\noutput = 0\n" * price
    project.write(
        "hydra.toml",
        f"""
[bots.m]
openai = {{model = "mine-1", base_url = "http://127.0.0.1:9/v1"}}
retries = 0
[scenarios]
max_cost_usd = 2
{table}""",
    )
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: Hello, expect: {shouldContain: Hi}}]\n")
    text = project.run("--hydra").stdout.str()
    refusal = "the cost of bot 'm' cannot be counted, as its model 'mine-1' has no price"
    assert (refusal in text) is not price
    assert ("hydra.toml" in text.partition(refusal)[0].rpartition("\n")[2]) is not price
