from __future__ import annotations

import json

import pytest

from pytest_hydra.plugins.race.step_commands import PROFILES, commands_of


def _package(**scripts: str) -> bytes:
    return json.dumps({"scripts": scripts}).encode()


def test_the_commands_of_each_kind() -> None:
    assert commands_of("js-node") == {
        "build": "npm run build",
        "test": "npm test -- --runInBand",
        "lint": "npm run lint",
    }
    assert commands_of("rust") == {
        "build": "cargo build --all-targets",
        "test": "cargo test",
        "lint": "cargo clippy --all-targets -- -D warnings",
    }
    assert commands_of("python") == {"test": "pytest -q", "lint": "ruff check ."}
    assert commands_of("go")["test"] == "go test ./..."
    with pytest.raises(KeyError):
        commands_of("cobol")


def test_what_a_package_has_no_script_for_is_no_command() -> None:
    assert commands_of("js-node", _package(test="jest")) == {"test": "npm test -- --runInBand"}
    unset = 'echo "Error: no test specified" && exit 1'
    assert commands_of("js-node", _package(test=unset, build="tsc")) == {"build": "npm run build"}


def test_only_jest_runs_in_one_process() -> None:
    assert commands_of("js-node", _package(test="vitest run")) == {"test": "npm test"}
    assert PROFILES["js-node"]["test"] == "npm test -- --runInBand"
