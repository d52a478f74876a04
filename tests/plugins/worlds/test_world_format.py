"""Worlds as scenario files hold them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.documents import read
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

REST = "\n    steps: [{user: hi, agrees: true}]\n    expect: {onlyChanged: []}\n"
TOOL = "{name: get, params: {order: {type: string}}, get: '/orders/{order}'}"


def load(tmp_path: Path, text: str) -> list[Scenario]:
    path = tmp_path / "a.scenario.yaml"
    path.write_text(text, "utf-8")
    return load_scenarios(read(path, path.name), ScenarioSettings())


def test_a_scenario_says_what_differs_from_its_file(tmp_path: Path) -> None:
    text = f"""
world: {{use: "shop:Shop", state: {{a: 1, b: {{c: 2}}}}, timeoutSeconds: 3}}
scenarios:
  - id: as-the-file{REST}
  - id: other-state
    world: {{state: {{a: null, b: {{d: "{{{{n}}}}"}}}}}}
    matrix: {{n: [7]}}{REST}
  - id: other-class
    world: shop:Other{REST}
  - id: own-tools
    world: {{tools: [{TOOL}]}}{REST}
"""
    worlds = [
        (scenario.plans["world"].identity, scenario.plans["world"].source.timeout_seconds)  # type: ignore[attr-defined]
        for scenario in load(tmp_path, text)
    ]
    own = {"name": "get", "params": {"order": {"type": "string"}}, "get": "/orders/{order}"}
    state = {"a": 1, "b": {"c": 2}}
    assert worlds == [
        ({"use": "shop:Shop", "state": state, "tools": []}, 3),
        ({"use": "shop:Shop", "state": {"b": {"c": 2, "d": 7}}, "tools": []}, 3),
        ({"use": "shop:Other", "state": state, "tools": []}, 3),
        ({"use": None, "state": state, "tools": [own]}, 3),
    ]
    assert load(tmp_path, f"scenarios:\n  - id: a{REST}")[0].plans == {}


@pytest.mark.parametrize(
    ("world", "message"),
    [
        ("{state: {a: 1}}", "world: has no tools: name a class with `use`, or describe `tools`"),
        ("shop", "world: should be package.module:Class, not 'shop'"),
        ("5", "world: "),
        ("{use: 'a:B', tools: [{name: get}]}", "keep `use` or `tools`"),
        ("{tools: [{name: get}, {name: get}]}", "there are two tools named get"),
        ("{tools: [{name: a b}]}", "world.tools[0].name: "),
        ("{tools: [{name: get, get: orders}]}", "a JSON pointer begins with '/': write '/orders'"),
        ("{tools: [{name: get, get: '/{x}'}]}", "{x}: unknown parameter 'x'; valid: "),
        (
            "{tools: [{name: f, set: {/a: 1}, writes: false}]}",
            "`set` changes the state, so `writes` cannot be false",
        ),
        ("{tools: [{name: f, params: {a: string}}]}", "should be a JSON Schema such as"),
        ("{tools: [{name: f, params: {a: {type: text}}}]}", "unknown type 'text'; valid: string"),
        (
            "{tools: [{name: f, params: {a: {pattern: x}}}]}",
            "unsupported keyword 'pattern'; supported:",
        ),
        ("{tools: [{name: f, fails: {on: [0], error: x}}]}", "fails.on"),
        ("{mcp: shop}", "world: has no tools: name a class with `use`, or describe `tools`"),
        (
            "{mcp: shop, tools: [{name: f, description: x}]}",
            "f: its description and `params` are those of the server",
        ),
    ],
)
def test_what_is_wrong_with_a_world(tmp_path: Path, world: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, f"scenarios:\n  - id: a\n    world: {world}{REST}")
    (problem,) = caught.value.problems
    assert message in str(problem)
    assert problem.line == 3
