from __future__ import annotations

import html
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.text import one_line
from pytest_hydra.report.markdown import MARKER, escape, markdown
from pytest_hydra.report.tables import shortfalls
from tests import results


def check(outcome: str = "failed", name: str = "shouldMention", message: str = "") -> Any:
    return results.check(name, outcome, message)


def entry(status: str, *checks: Any, **fields: Any) -> Any:
    about: dict[str, Any] = {"file": "wallet.scenario.yaml", "subject": "wallet"}
    about |= {"name": "Small transfer", "status": status, "total": 83.333333, **fields}
    return results.scenario("transfer", checks or [check(status)], **about)


def report(*found: Any, **fields: Any) -> Any:
    return results.report(*found, **{"verdict": "failed", **fields})


def test_a_report() -> None:
    said = markdown(
        report(
            entry("passed", check("passed"), id="fine"),
            entry("failed", check("passed"), check("failed", message="no fee | no mention")),
            entry("ungraded", check("ungraded", message="timed out"), id="lost", total=None,
                  error="timed out"),
            results.ordinary("test_b", [check()], file="tests/test_a.py"),
        )
    )  # fmt: skip
    assert said == (
        """\
<!-- pytest-hydra -->
## pytest-hydra: failed

**1 of 3 scenarios passed (33%), 0 of 1 test passed, 2 failed, 1 no answer** · score 50.0/100 · \
2 of 5 checks passed · run 20261231-235959-000000-abcd

| failed or ungraded | bot | score | why |
|---|---|---:|---|
| lost<br>wallet.scenario.yaml:3 | wallet | no answer | timed out |
| transfer<br>wallet.scenario.yaml:3 | wallet |  | ✗ shouldMention: no fee &#124; no mention |
| tests/test&#95;a.py::test&#95;b<br>tests/test&#95;a.py:3 |  |  | ✗ shouldMention |
"""
    )


def test_the_title_says_what_decides_the_exit_status() -> None:
    bad = entry("failed", check("failed"))
    reason = "exit status 0: nothing is worse, 1 failure forgiven (--hydra-fail-on worse)"
    title = markdown({**report(bad), "exit_reason": reason}).splitlines()[1]
    assert title == "## pytest-hydra: passed: nothing is worse, 1 failure forgiven"
    reason = "exit status 1: 2 worse (--hydra-fail-on worse)"
    title = markdown({**report(bad), "exit_reason": reason}).splitlines()[1]
    assert title == "## pytest-hydra: failed: 2 worse"


def test_what_passed_needs_no_table() -> None:
    said = markdown(report(entry("passed", check("passed")), verdict="passed"))
    assert said.startswith(f"{MARKER}\n## pytest-hydra: passed\n")
    assert "why" not in said


def test_what_is_missing_is_said() -> None:
    said = markdown(
        report(
            entry("failed", xfail="known"),
            complete=False,
            run="",
        )
    )
    assert "\n**1 expected to fail** · **the run is not complete**\n" in said
    assert "why" not in said


def test_many_failures_fit_a_summary() -> None:
    checks = [check(message="<&" * 500) for _ in range(30)]
    said = markdown(report(*(entry("failed", *checks, id=f"{n}" * 300) for n in range(500))))
    assert len(said) < 65_536, "the most that a comment takes"
    assert len(said.encode()) < 2**20, "the most that a job's summary takes"
    assert "… and 25 more checks" in markdown(report(entry("failed", *checks)))
    assert said.endswith("to fit a comment: report.json has everything.*\n")
    few = markdown(report(*(entry("failed", check(), id=f"{n}") for n in range(500))))
    assert "… and 450 more." in few
    assert "left out" not in few


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<script>", "&#60;script&#62;"),
        ("a|b", "a&#124;b"),
        ("`x` *y* _z_ ~w~", "&#96;x&#96; &#42;y&#42; &#95;z&#95; &#126;w&#126;"),
        ("![x](y)", "&#33;&#91;x&#93;(y)"),
        ("&#124;", "&#38;#&#8203;124;"),
        ("two\nlines", "two lines"),
        ("@someone", "@&#8203;someone"),
        ("fixes #12 or GH-12", "fixes #&#8203;12 or GH-&#8203;12"),
        ("https://x.example", "https:&#8203;//x.example"),
        ("www.example", "www&#8203;.example"),
        ("see :shipit: now", "see :&#8203;shipit: now"),
        ("by " + "0123456789" * 4, "by 0&#8203;123456789" + "0123456789" * 3),
        ("\x1b[31m\u202e", "&#92;x1b&#91;31m&#92;u202e"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_text_from_elsewhere_means_nothing(text: str, said: str) -> None:
    assert escape(text) == said


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("&#;<>|`*_[]\\~$!@wW.gGhH-:/1\n\r\x00\u2028é\ud800"), max_size=30))
def test_whatever_it_is_it_stays_readable(text: str) -> None:
    said = escape(text)
    bare = re.sub(r"&#\d+;", "", said)
    assert not re.search(r"[&<>|`*_\[\]\\~$!\n\r]", bare)
    assert not re.search(r"@\w|#\d|://|www\.\w", html.unescape(said))
    assert html.unescape(said).replace("\u200b", "") == one_line(text, 200)


def benchmark(path: str, *checks: Any, **fields: Any) -> Any:
    return results.benchmark(path, checks or [results.category("Planning", 8)], **fields)


def test_benchmarks_have_a_table_that_begins_with_what_needs_a_look() -> None:
    names, reason = ("Planning", "Code"), "no such program"
    broken = [results.category(name, None, message=reason) for name in names]
    said = markdown(
        report(
            benchmark("runs/a"),
            benchmark("runs/m", mock=True),
            benchmark("runs/b|c", *broken, total=None, status="ungraded"),
            benchmark(
                "runs/d",
                results.category("Task", 8),
                results.category("Process", 5, weight=20, weaknesses=["tests were | run last"]),
                results.category("Style", 6),
                total=6.96,
                status="failed",
            ),
        )
    )
    assert "nothing was graded" not in said
    assert said.partition("|---|---|---:|---|---|\n")[2].splitlines() == [
        "| runs/d | claude | 6.96/10 | FAIL | "
        "Process 5 lowers the overall: tests were &#124; run last<br>Style 6 lowers the overall |",
        "| runs/b&#124;c | claude |  | NOT GRADED | no such program |",
        "| runs/a | claude | 8.4/10 | PASS |  |",
        "| runs/m | MOCK | 8.4/10 | PASS |  |",
    ]
    lost = report(benchmark("a", total=None, status="ungraded"))
    assert "nothing was graded" in markdown(lost)


def test_the_minimum_of_a_category_is_not_the_threshold_of_the_whole() -> None:
    message = "2 is below its own minimum of 5"
    low = {"outcome": "failed", "message": message, "min": 5, "weaknesses": ["no test"]}
    quotes = {"strict": [1, 1], "mild": [0, 1]}
    checks = (results.category("Code", 6), results.category("Tests", 2, quotes=quotes, **low))
    error = "Tests is below its own minimum"
    entry = benchmark("a", *checks, total=7.1, status="failed", error=error)
    row = markdown(report(entry)).partition("|---|---|---:|---|---|\n")[2].splitlines()[0]
    assert row.endswith(
        "| Tests 2, its minimum is 5: no test<br>1 of 2 quotes found; 1 invented, by mild (Tests) |"
    )
    assert [*shortfalls({**entry, "total": 6.9})] == [
        "Tests 2, its minimum is 5: no test",
        "Code 6 lowers the overall",
    ]


def test_what_was_measured_was_not_expected_to_fail() -> None:
    measured = [
        entry(status, check(status), id=status, xfail="measured") for status in ("passed", "failed")
    ]
    said = markdown(report(*measured, entry("passed", check("passed"), id="x", xfail="a bug")))
    assert "\n2 measured: 1 passed, 1 did not.\n" in said
    assert "\n1 expected to fail, and passed.\n" in said


def test_a_table_in_which_nothing_is_counted_is_left_out() -> None:
    alone = markdown(report(benchmark("runs/a"), verdict="passed"))
    assert alone.splitlines()[5] == "| benchmark | judge | overall | result | why |"
    assert "scenarios" not in alone
    both = markdown(report(entry("passed", check("passed")), benchmark("runs/a")))
    assert "**1 of 1 scenario passed**" in both
    assert "\n\n\n" not in both


HELD = {
    "since": "baseline.json at main (0123)", "counts": {"worse": 5, "gone": 1, "better": 0},
    "changes": [
        *({"change": "worse", "detail": "passed, now failed: no fee | @ada", "fails": True,
           "name": f"wallet.scenario.yaml::{name} (wallet)"} for name in "abcde"),
        {"change": "gone", "detail": "passed", "fails": True, "name": "x.yaml::<b> (wallet)"},
        {"change": "better", "detail": "failed, now passed", "fails": False, "name": "y"},
    ],
    "others": {"easier than before": ["count: 2 to {\"gte\": 1}"], "judged lower": []},
}  # fmt: skip


def test_what_is_new_since_the_baseline_stands_above_the_causes() -> None:
    known = [entry("failed", check(message="no fee"), id=name) for name in "abcdefgh"]
    made = report(*known, baseline=HELD, repository={"files": "https://h/r/blob/c", "folder": ""})
    said = markdown(made)
    links = [
        f"[wallet.scenario.yaml::{name} (wallet)](https://h/r/blob/c/wallet.scenario.yaml#L3)"
        for name in "abc"
    ]
    row = "| 5 | worse | passed, now failed: no fee &#124; @&#8203;ada | "
    assert f"{row}{'<br>'.join(links)}<br>… and 2 more |" in said.splitlines()
    assert "| 1 | gone | passed | x.yaml::&#60;b&#62; (wallet) |" in said.splitlines()
    assert "better" not in said
    assert '**easier than before**\n\n- count: 2 to &#123;"gte": 1&#125;\n' in said
    assert "judged lower" not in said
    causes = "| 8 | shouldMention: no fee | [a](https://h/r/blob/c/wallet.scenario.yaml#L3) |"
    assert said.index(row) < said.index(causes) < said.index("all 8 that did not pass")


@pytest.mark.parametrize(
    ("files", "folder", "file", "link"),
    [
        (
            "https://h/r/blob/c",
            "a b",
            "c)d|e.yaml",
            "](https://h/r/blob/c/a%20b/c%29d%7Ce.yaml#L3)",
        ),
        ("https://h/-/blob/c> <x", "", "a.yaml", "](https://h/-/blob/c%3E%20%3Cx/a.yaml#L3)"),
        ("javascript:alert()//", "", "a.yaml", "transfer<br>a.yaml:3 |"),
        ("https://h/r/blob/c", "../../x", "a.yaml", "transfer<br>a.yaml:3 |"),
    ],
)
def test_a_link_leads_to_a_file_of_the_repository(
    files: str, folder: str, file: str, link: str
) -> None:
    where = {"files": files, "folder": folder}
    said = markdown(report(entry("failed", check(), file=file), repository=where))
    assert link in said
    assert said.count("](") == link.count("](")


def test_what_was_said_is_folded_and_ends_no_block() -> None:
    bad = "</details>\n```\n````` @ada <!-- pytest-hydra -->\n::error::x"
    nodeid = "wallet.scenario.yaml::transfer"
    said = markdown(report(entry("failed", check(message=bad)), conversations={nodeid: [bad]}))
    before, block, after = re.split(r"</?pre>", said)
    assert "````` @ada" in block
    assert "<" not in block
    assert (before + after).count("</details>") == 1
    assert said.count("<!--") == 1
    assert "@ada" not in before + after


def test_what_does_not_fit_is_cut_between_what_is_folded() -> None:
    long = {f"{number}": ["x" * 9_000] for number in range(10)}
    said = markdown(report(entry("failed", check()), conversations=long))
    assert len(said) < 65_536
    assert said.count("<details>") == said.count("</details>") == 7
    assert said.endswith("report.json has everything.*\n")


def test_categories_have_their_share_and_its_interval() -> None:
    names = ["pass", "pass", "fail", "pass"]
    entries = [
        results.scenario(
            str(n), [results.check(outcome=f"{name}ed")], category="ab"[n % 2], file=f"{n}.yaml"
        )
        for n, name in enumerate(names)
    ]
    text = markdown(results.report(*entries))
    assert "<summary>by category</summary>" in text
    assert "| a | 1 | 1 | 0 | 50% of 2 (9–91%) |" in text
