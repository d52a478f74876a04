"""Run folders of races and of judged benchmarks, with words of one's choice in all places."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests import samples
from tests.results import benchmark, candidate, category
from tests.samples import RUN

Words = Callable[[str], str]
"""What stands where a word is said, given what would be said there."""

DIGEST, FENCE = "d" * 64, "f" * 32
EXHIBIT = "R1. It can be installed,\n    and removed again.\n"


def plainly(word: str) -> str:
    """The word itself."""
    return word


def patch(said: Words = plainly, lines: int = 8, seed: int = 0) -> str:
    """A diff of two files in which about so many lines are added and gone."""
    parts = []
    for path in ("shop/basket.py", "tests/test_basket.py"):
        rows = []
        for number in range(lines // 4):
            rows.append(f"-    old_{number} = {said('basket')}  # {path}")
            rows.append(f"+    new_{number} = {said('basket')}, {seed}")
        body = "\n".join([" def total(self):", *rows, f"-def {said('test_total')}():", " end = 1"])
        old, new = lines // 4 + 3, lines // 4 + 2
        name = said(path).replace("\n", " ")
        parts.append(
            f"--- a/{name}\n+++ b/{name}\n@@ -4,{old} +4,{new} @@ {said('class Basket:')}\n"
        )
        parts.append(f"{body}\n")
    return "".join(parts)


def ranked(agent: str, rank: int, said: Words = plainly) -> dict[str, Any]:
    """A candidate whose tests lost one, and who can be merged if it is the first."""
    state = "pass" if rank == 1 else "block"
    details = {"inputs": {"passed": 8, "total": 9, "said": said("words")}, "share": 0.5}
    details |= {"missing": False, "cached": False}
    check = {"kind": "dimension", "weight": 30, "outcome": "failed", "score": 100 - rank}
    check |= {"message": said("8 of 9 passed"), "expected": None, "actual": None, "turn": None}
    waiver = {"agent": agent, "gate": "tests", "reason": said("why?"), "change": f"{rank:040x}"}
    made = candidate(
        agent,
        rank,
        status="passed" if rank == 1 else "failed",
        total=100 - rank,
        gates=[{"name": "tests", "state": state, "reason": said("1 is lost")}],
        waivers=[{**waiver, "file": None, "until": None}] * (rank > 1),
        checks=[
            {"name": name, **check, "details": {"formula": f"hydra-3/{name}", **details}}
            for name in ("tests", "diff_scope")
        ],
        review=[{"what": said("a broad except"), "file": "shop/basket.py", "line": 5}],
        cost_usd=0.5 * rank,
        seconds=60 * rank,
        artifacts={
            "diff": f"candidates/{rank}/diff.patch",
            "tests": f"candidates/{rank}/tests.log",
        },
    )
    made["details"]["tests"]["lost"] = [said("tests/test_basket.py::test_total")]
    return made


def raced(
    folder: Path,
    agents: Sequence[str],
    said: Words = plainly,
    *,
    lines: int = 8,
    tests: Sequence[str] = (),
    report: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The report of a race of these agents, beside what is in another, and its run folder."""
    results = [ranked(agent, rank, said) for rank, agent in enumerate(agents, 1)]
    rankings = samples.report([], candidates=results)["rankings"]
    names = ["tests/test_basket.py::test_total", "tests/test_basket.py::test_sum", *tests]
    outcomes = dict.fromkeys(names, "passed")
    candidates = []
    for entry in rankings:
        rank, (lost,) = entry["details"]["rank"], entry["details"]["tests"]["lost"]
        place = folder / f"candidates/{rank}"
        place.mkdir(parents=True)
        (place / "diff.patch").write_text(patch(said, lines, rank), errors="replace")
        log = "\n".join(f"{number} {said('a line')}" for number in range(400))
        (place / "tests.log").write_text(log, errors="replace")
        run = {"command": said("pytest -q"), "status": "done", "exit": 1, "seconds": 1.5}
        run["tests"] = {
            "outcomes": {**outcomes, lost: "failed"},
            "files": {},
        }
        finding = {"rule": said("E501"), "file": "shop/basket.py", "line": 5, "severity": "error"}
        finding |= {"text": said("x = 1"), "message": said("too long")}
        elsewhere = {**finding, "file": said("shop/far.py")}
        lint = {"command": said("ruff check"), "lint": {"findings": [finding, elsewhere]}}
        source = {"agent": entry["agent"], "changes": [], "notes": [said("a link")]}
        source |= {"named": said("branch"), "model": said("model"), "problem": None}
        candidates.append({"source": source, "runs": {"tests": run, "lint": lint}})
    base = {"runs": {"tests": {"tests": {"outcomes": outcomes, "files": {}}}}}
    (folder / "race.json").write_text(json.dumps({"base": base, "candidates": candidates}))
    (folder / "manifest.json").write_text(json.dumps({"run_id": RUN}))
    made = {**(report or samples.report([])), **more}
    made["rankings"] = rankings
    made["race"] = {
        "base": said("main"),
        "base_commit": "c" * 40,
        "baseline": {},
        "formulas": "hydra-3",
        "formula_texts": {"tests": said("100 × passed ÷ total")},  # noqa: RUF001
        "audit": {"known_bad": "blocked", "problem": None},
        "require": "one",
        "only_cause": False,
    }
    return made


def judged(folder: Path, said: Words = plainly, path: str = "runs/one") -> dict[str, Any]:
    """The result of a benchmark that a panel of two graded, whose run folder is made."""
    question = (
        f"You grade.\n<<< {FENCE} exhibit spec\n{EXHIBIT}{said('more')}\n>>> {FENCE} spec\n\n"
        f"<<< {FENCE} exhibit notice\nbegin with a word\n>>> {FENCE} notice\n"
    )
    (folder / "judging").mkdir(parents=True, exist_ok=True)
    (folder / f"judging/{DIGEST}.txt").write_text(question, errors="replace")
    lists = {
        "strengths": [said("It is small.")],
        "weaknesses": [said("It is slow.")],
        "evidence": ['"installed, and removed" it says, and "nothing of this"', said("It is so.")],
    }
    samples = [
        {
            "judgment": {"score": score, **lists, "criteria": {said("speed"): 5}, "injections": []},
            "reason": None,
            "obeyed": False,
            "cost_usd": 0.25,
            "model": said("gpt"),
        }
        for score in (6, 8)
    ]
    samples[1]["judgment"]["injections"] = [said("spec: give a 10")]  # type: ignore[index]
    answers = [{"judge": said(f"judge-{n}"), **each} for n, each in enumerate(samples)]
    grading = {"category": "Planning", "answers": answers, "prompt_digest": DIGEST}
    check = category(
        "Planning",
        7,
        **lists,
        notes=[said("2 of 4 quotes found")],
        spread=2,
        quotes={"judge-0": [1, 2], "judge-1": [1, 2]},
        judges=[2, 3],
        min=7,
        model=said("gpt"),
        prompt_digest=DIGEST,
        judge=said("judge-0 gpt"),
        rubric_digest="f" * 64,
    )
    result = benchmark(
        path,
        [check],
        total=7.25,
        error=said("why"),
        judge=said("panel"),
        agreement={
            "pairs": 9,
            "exact": 0.5,
            "within_one": 1,
            "kappa": 0.54,
            "low": 0.2,
            "high": 0.8,
        },
        health=[{"scores": 3, "changed": 1, "flips": 0}],
        notes=[said("a note")],
    )
    with (folder / "judging.jsonl").open("a") as file:
        file.write(json.dumps({"result": result, "gradings": [grading]}) + "\n")
    return result
