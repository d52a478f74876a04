"""Values of a matrix compared over all combinations of its other values."""

from __future__ import annotations

from typing import Any

from pytest_hydra.plugins.experiments.experiment_tables import differences
from pytest_hydra.plugins.experiments.main_effects import main_effects


def units(passes: str) -> dict[str, Any]:
    """Units whose runs passed (p), failed (f) or are ungraded (u), each a case of its own."""
    runs = {"p": 1.0, "f": 0.0, "u": None}
    return {f"s{n}": {"case": f"s{n}", "passes": [runs[one]]} for n, one in enumerate(passes)}


def test_a_value_is_compared_over_all_combinations_of_the_others() -> None:
    bots = {
        "geo[model=big,prompt=plain]": units("pppppfffff"),
        "geo[model=big,prompt=steps]": units("ppppppppff"),
        "geo[model=small,prompt=plain]": units("ppffffffff"),
        "geo[model=small,prompt=steps]": units("pppppfffff"),
        "other": units("pppppppppp"),
    }
    model, prompt = main_effects(bots)
    assert model[:2] == ("model", ("big", "small"))
    assert prompt[:2] == ("prompt", ("plain", "steps"))
    # Of each case the mean over both models, and the cases are ten, not twenty.
    assert (prompt.comparison.cases, prompt.comparison.better, prompt.comparison.worse) == (
        10,
        0,
        6,
    )
    assert round(prompt.comparison.difference, 6) == -0.3
    assert round(model.comparison.difference, 6) == 0.3
    # The p-values allow for both questions.
    assert (prompt.comparison.level, model.comparison.level) in ((0.05, 0.025), (0.025, 0.05))


def test_only_a_matrix_of_several_names_has_main_effects() -> None:
    one = {"geo[prompt=a]": units("pf"), "geo[prompt=b]": units("pp"), "plain": units("pp")}
    assert main_effects(one) == []
    # A value with a comma is not taken apart wrongly.
    strange = {"geo[a=1,b=x,y]": units("pf"), "geo[a=2,b=x]": units("pp")}
    assert main_effects(strange) == []


def test_an_ungraded_run_counts_for_neither_value() -> None:
    bots = {
        "geo[m=1,p=a]": units("ppu"),
        "geo[m=1,p=b]": units("fff"),
        "geo[m=2,p=a]": units("ppp"),
        "geo[m=2,p=b]": units("fff"),
    }
    prompt = main_effects(bots)[1]
    assert (prompt.comparison.cases, prompt.comparison.left_out) == (3, 1)


def test_a_sentence_names_both_values() -> None:
    passed = {"points": 8.0, "interval": [3.6, 12.4], "told_apart": True, "more": 0}
    effect = {"name": "prompt", "values": ["steps", "plain"], "cases": 60}
    effect |= {"passed": passed | {"p": 0.001, "repeats": None}}
    (found,) = differences({"arms": [], "pairs": [], "triggers": [], "effects": [effect]})
    assert found["text"] == (
        "over all combinations, prompt steps against plain: +8.0 points "
        "(95% interval +4 to +12, n = 60): beyond chance"
    )
