"""Bots compared over the same scenarios: pairs, cases, and the bots that nobody beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pytest_hydra.core.result import new_result
from pytest_hydra.plugins.experiments.experiment_tables import differences, remarks, tables, title
from pytest_hydra.plugins.experiments.experiments import compare_bots, experiments
from pytest_hydra.report.figures.breakdown import by_bot
from tests.results import changed


def result(bot: str, name: str, *runs: str, cost: float | None = None, **more: Any) -> Any:
    outcomes = runs or ("passed",)
    status = outcomes[0] if len({*outcomes}) == 1 else "failed"
    share = outcomes.count("passed") / len(outcomes)
    return new_result(
        "scenario",
        id=name,
        nodeid=f"a.yaml::{name}[{bot}]",
        file="a.yaml",
        subject=bot,
        status=status,
        total=None if status == "ungraded" else round(100 * share),
        coverage=1,
        checks=[],
        runs=[{"outcome": outcome} for outcome in outcomes],
        usage={} if cost is None else {"cost_usd": cost},
        **more,
    )


def found(*results: Any) -> Any:
    return compare_bots(results)


def bots(entry: Any, pair: Any) -> list[str]:
    return [entry["arms"][place]["bot"] for place in pair["arms"]]


def outcomes(bot: str, letters: str, **more: Any) -> list[Any]:
    words = {"p": "passed", "f": "failed", "u": "ungraded"}
    return [result(bot, f"s{n}", words[letter], **more) for n, letter in enumerate(letters)]


def only(pairs: Sequence[Any]) -> Any:
    (pair,) = pairs
    return pair


def sentences(entry: Any) -> list[str]:
    return [each["text"] for each in differences(entry)]


def test_the_first_bot_of_a_pair_passes_more() -> None:
    entry = found(*outcomes("a", "fffffffpp"), *outcomes("b", "ppppppppp"))
    pair = only(entry["pairs"])
    assert bots(entry, pair) == ["b", "a"]
    assert (pair["cases"], pair["better"], pair["worse"], pair["left_out"]) == (9, 7, 0, 0)
    assert round(pair["passed"]["points"], 1) == 77.8
    low, high = pair["passed"]["interval"]
    assert 0 < low < 77.8 < high <= 100
    assert (pair["passed"]["told_apart"], pair["passed"]["more"]) == (True, 0)


def test_cases_that_differ_beyond_chance_are_marked() -> None:
    def repeated(bot: str, *passes: int) -> list[Any]:
        return [
            result(bot, f"s{n}", *(["passed"] * count + ["failed"] * (10 - count)))
            for n, count in enumerate(passes)
        ]

    rows = [*repeated("a", 10, 10, 6, 10, 9), *repeated("b", 10, 0, 4, 1, 9)]
    entry = found(*rows)
    pair = only(entry["pairs"])
    # Six of ten and four of ten may be chance.
    assert pair["apart"] == ["s1", "s3"]
    assert only(sentences(entry)).endswith("; better beyond chance on: s1, s3")
    # Each way is told, and with -v all of them.
    both = found(*repeated("a", 0, *[10] * 5), *repeated("b", 10, *[0] * 5))
    pair = only(both["pairs"])
    assert (bots(both, pair), pair["apart_worse"]) == (["a", "b"], ["s0"])
    told = only(sentences(both))
    assert told.endswith(
        "; better beyond chance on: s1, s2, s3, … and 2 more; worse beyond chance on: s0"
    )
    (whole,) = differences(both, 100)
    assert "on: s1, s2, s3, s4, s5; worse beyond chance on: s0" in whole["text"]
    # Rows of a table have one name: their own tells them apart.
    entry = found(*[{**each, "details": {**each["details"], "name": "s"}} for each in rows])
    assert only(entry["pairs"])["apart"] == ["s1", "s3"]
    # One run of each tells nothing of a case, however many cases differ.
    once = found(*outcomes("a", "ppppppppp"), *outcomes("b", "fffffffff"))
    assert only(once["pairs"])["apart"] == []


def test_what_does_not_differ_is_not_told_apart() -> None:
    pair = only(found(*outcomes("a", "pfpf"), *outcomes("b", "fpfp"))["pairs"])
    assert pair["passed"]["points"] == 0
    assert (pair["passed"]["told_apart"], pair["passed"]["more"]) == (False, None)


def test_only_what_both_held_and_was_graded_counts() -> None:
    pair = only(found(*outcomes("a", "ppppu"), *outcomes("b", "pppupp"))["pairs"])
    assert (pair["cases"], pair["left_out"]) == (3, 2)


def test_variants_of_a_matrix_are_one_case_and_rows_are_not() -> None:
    def each(bot: str, status: str, **more: Any) -> list[Any]:
        names = [f"{name}[{variant}]" for name in ("x", "y") for variant in ("1", "2", "3")]
        return [result(bot, name, status, **more) for name in names]

    pair = only(found(*each("a", "passed"), *each("b", "failed"))["pairs"])
    assert pair["cases"] == 2
    rows = [
        result(bot, f"x[{n}]", status, case={"item": str(n)})
        for bot, status in (("a", "passed"), ("b", "failed"))
        for n in range(6)
    ]
    assert only(found(*rows)["pairs"])["cases"] == 6


def test_repeats_do_not_make_more_cases() -> None:
    runs = ("passed", "passed", "failed")
    first = [result("a", f"s{n}", *runs) for n in range(4)]
    second = [result("b", f"s{n}", *runs[1:]) for n in range(4)]
    pair = only(found(*first, *second)["pairs"])
    assert pair["cases"] == 4
    assert round(pair["passed"]["points"], 1) == 16.7


def test_one_bot_or_one_scenario_is_no_experiment() -> None:
    assert found(*outcomes("a", "pppp")) is None
    assert found(*outcomes("a", "p"), *outcomes("b", "f")) is None
    assert found(result("a", "x"), result("a", "y"), result("b", "z"), result("b", "w")) is None
    assert found() is None


def test_a_cost_is_the_sum_of_what_is_known_and_says_of_how_much() -> None:
    some = [result("a", f"s{n}", "passed", "passed", cost=0.5 if n else None) for n in range(8)]
    entry = found(*some, *outcomes("b", "pppppppp", cost=0.25))
    assert [(arm["cost_usd"], arm["cost_known"]) for arm in entry["arms"]] == [(3.5, 7), (2, 8)]
    first = next(tables(entry))
    assert [row[first[0].index("$")] for row in first[1:]] == ["3.50", "2.00"]
    assert "the cost is known of 7 of 8 scenarios of a" in [*remarks(entry)]


def test_of_many_pairs_few_seem_told_apart() -> None:
    single = only(found(*outcomes("a", "pppppp"), *outcomes("b", "ffffff"))["pairs"])
    assert single["passed"]["told_apart"]
    many = [outcomes(f"c{n}", "p" * 6) for n in range(8)]
    pairs = found(*outcomes("b", "ffffff"), *[each for some in many for each in some])["pairs"]
    assert len(pairs) == 36
    assert not any(pair["passed"]["told_apart"] for pair in pairs)


def test_the_table_marks_no_winner_and_a_sentence_says_whether_it_is_noise() -> None:
    entry = found(*outcomes("a", "ffffffff", cost=0.001), *outcomes("b", "pppppppp", cost=0.5))
    assert title(entry) == "bots compared (8 scenarios)"
    assert [*tables(entry)] == [
        [
            ("bot", "passed %", "95% range", "$"),
            ("b", "100.0", "68–100", "4.0000"),
            ("a", "0.0", "0–32", "0.0080"),
        ]
    ]
    assert only(sentences(entry)) == (
        "b against a: +100.0 points (95% interval +35 to +100, n = 8): beyond chance"
    )
    # A score that says something else is told too.
    half = [changed(each, total=50) for each in outcomes("a", "ffffffff")]
    entry = found(*half, *outcomes("b", "pppppppp"))
    (bots,) = tables(entry)
    assert [row[3] for row in bots] == ["score", "100.0", "50.0"]
    assert "; score +50.0 (+" in only(sentences(entry))


def test_what_is_ungraded_is_said_of_its_pair() -> None:
    entry = found(*outcomes("a", "ppppu"), *outcomes("b", "pppup"))
    assert "n = 3, 2 ungraded): says nothing, as 1 run of a is ungraded, 1 run of b" in only(
        sentences(entry)
    )
    assert [row[3] for row in next(tables(entry))] == ["ungraded", "1", "1"]


def test_a_bot_that_crashes_on_what_it_cannot_do_does_not_win() -> None:
    entry = found(*outcomes("a", "fppp" * 10), *outcomes("b", "pu" * 20))
    assert [(arm["bot"], arm["share"], arm["ranked"]) for arm in entry["arms"]] == [
        ("a", 0.75, True),
        ("b", 1.0, False),
    ]
    passed = only(entry["pairs"])["passed"]
    assert (passed["told_apart"], passed["more"], passed["repeats"]) == (False, None, None)
    assert "says nothing, as 20 runs of b are ungraded" in " ".join(sentences(entry))
    # One that answered 39 of 40 is compared.
    entry = found(*outcomes("a", "pppf" * 10), *outcomes("b", "p" * 39 + "u"))
    assert only(entry["pairs"])["passed"]["told_apart"]


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        ("pppp", "pppp", "both pass every case: this suite cannot tell them apart"),
        ("ffff", "ffff", "none passes a case: this suite cannot tell them apart"),
        ("pppf", "pppf", None),
    ],
)
def test_a_suite_that_is_too_easy_or_too_hard_says_so(a: str, b: str, told: str | None) -> None:
    assert [*remarks(found(*outcomes("a", a), *outcomes("b", b)))] == [told] * bool(told)


def test_an_interval_and_what_would_tell_do_not_contradict_each_other() -> None:
    letters = {"a": "p" * 24 + "f" * 16, "b": "p" * 14 + "f" * 26, "c": "p" * 30 + "f" * 10}
    letters |= {f"d{n}": letters["b"] for n in range(3)}
    entry = found(*(each for bot, runs in letters.items() for each in outcomes(bot, runs)))
    for pair in differences(entry):
        low, high = pair["interval"]
        assert ("within noise, among 15 pairs" in pair["text"]) is (
            (low > 0 or high < 0) and not pair["told_apart"]
        )
        assert ("beyond chance" in pair["text"]) is pair["told_apart"]
    few = only(found(*outcomes("a", "pppp"), *outcomes("b", "ffff"))["pairs"])["passed"]
    assert (few["told_apart"], few["interval"], few["more"]) == (False, [0, 100], 2)


def test_a_bot_has_one_interval() -> None:
    cases = [("a", f"s{n}", runs) for n, runs in enumerate(["ppppp", "ppppf", "pffff", "ppppp"])]
    cases += [("b", name, "fffff") for _, name, _ in cases]
    words = {"p": "passed", "f": "failed"}
    results = [result(bot, name, *(words[run] for run in runs)) for bot, name, runs in cases]
    (group, _), entry = by_bot(results), found(*results)
    assert (group["runs"]["share"], group["runs"]["interval"]) == (
        entry["arms"][0]["share"],
        entry["arms"][0]["interval"],
    )


def test_treatments_are_not_compared_as_bots() -> None:
    part: dict[str, Any] = {
        "treatment": "now",
        "treatments": ["now"],
        "require": {},
        "unit": "s0",
        "case": "s0",
    }
    part |= {"passes": [None], "used": [None], "fires": None}
    measured = [
        result(bot, f"s{n}", "ungraded", experiment={**part, "unit": f"s{n}"}, xfail="measured")
        for bot in "ab"
        for n in range(3)
    ]
    assert [entry["file"] for entry in experiments(measured, complete=True)] == ["a.yaml"]
    results = [*measured, *outcomes("a", "pppp"), *outcomes("b", "pppf")]
    (_, entry) = experiments(results, complete=True)
    assert (entry["file"], entry["pairs"][0]["cases"]) == (None, 4)


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ("ffffffff", "pppppppp", "b against a: +100.0 points (95% interval +35 to +100, n = 8): "),
        ("ffffffff", "pppppppp", "): beyond chance"),
        ("pppf", "pppp", "b against a: +25.0 points (95% interval "),
        ("pppf", "pppp", ", n = 4): within noise; about "),
        ("pf", "fp", "a against b: +0.0 points (95% interval -"),
    ],
)
def test_sentences_say_whether_a_difference_is_noise(first: str, second: str, says: str) -> None:
    assert says in only(sentences(found(*outcomes("a", first), *outcomes("b", second))))


def test_what_is_beyond_chance_is_told_first() -> None:
    letters = {"a": "pppppppp", "b": "pppppppf", "c": "ffffffff"}
    entry = found(*(each for bot, runs in letters.items() for each in outcomes(bot, runs)))
    assert [each["text"].partition(":")[0] for each in differences(entry)] == [
        *("a against c", "b against c", "a against b")
    ]


@pytest.mark.parametrize(
    ("costs", "shown"),
    [
        ((0.00027, 0.00009), ["0.00054", "0.00018"]),
        ((0.006, 0.00055, 0.0015), ["0.0120", "0.0011", "0.0030"]),
        ((0.75, 6.0), ["1.50", "12.00"]),
        ((0.0, 0.125), ["0.00", "0.25"]),
        ((1e-9, 5e-7), ["0.000000", "0.000001"]),
    ],
)
def test_costs_keep_their_ratio(costs: tuple[float, ...], shown: list[str]) -> None:
    entry = found(
        *[each for n, cost in enumerate(costs) for each in outcomes(f"b{n}", "pf", cost=cost)]
    )
    first = next(tables(entry))
    place = first[0].index("$")
    assert sorted(row[place] for row in first[1:]) == sorted(shown)
