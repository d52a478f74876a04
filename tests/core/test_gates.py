from __future__ import annotations

from itertools import product

import pytest

from pytest_hydra.core.gates import Gate, GateState, Mergeable, decide

PASS, BLOCK, UNPROVEN = GateState.PASS, GateState.BLOCK, GateState.UNPROVEN


@pytest.mark.parametrize(
    ("states", "verdict"),
    [
        ([], Mergeable.MERGEABLE),
        ([PASS, PASS], Mergeable.MERGEABLE),
        ([PASS, UNPROVEN], Mergeable.UNPROVEN),
        ([BLOCK, PASS], Mergeable.NOT_MERGEABLE),
        ([UNPROVEN, BLOCK, PASS], Mergeable.NOT_MERGEABLE),
    ],
)
def test_what_gates_say_together(states: list[GateState], verdict: Mergeable) -> None:
    assert decide(Gate(f"gate {n}", state) for n, state in enumerate(states)) is verdict


def test_the_worst_gate_decides_wherever_it_stands() -> None:
    by_severity = [PASS, UNPROVEN, BLOCK]
    verdicts = [Mergeable.MERGEABLE, Mergeable.UNPROVEN, Mergeable.NOT_MERGEABLE]
    for states in product(by_severity, repeat=3):
        worst = max(by_severity.index(state) for state in states)
        assert decide(Gate("g", state) for state in states) is verdicts[worst]


def test_states_are_their_words() -> None:
    assert [str(state) for state in GateState] == ["pass", "block", "unproven"]
    assert [str(state) for state in Mergeable] == ["mergeable", "unproven", "not_mergeable"]
