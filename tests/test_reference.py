from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.plugins.race.step_commands import PROFILES
from pytest_hydra.scenarios.expect.compile import COMPOSITION, MODIFIERS
from pytest_hydra.scenarios.expect.kinds import KINDS
from pytest_hydra.scenarios.expect.matchers import OPERATORS
from pytest_hydra.scenarios.format import scenario_schema
from pytest_hydra.settings.file import settings_schema
from tools.reference import COMMAND, PAGE, reference


def test_the_page_is_what_the_code_says() -> None:
    if PAGE.read_text(encoding="utf-8") != reference():
        pytest.fail(f"docs/reference.md is stale; run\n    {COMMAND}", pytrace=False)


def test_every_name_has_a_row() -> None:
    page = reference()
    settings, scenarios = settings_schema()["$defs"], scenario_schema()["$defs"]
    names = [*KINDS, *COMPOSITION, *MODIFIERS, *OPERATORS]
    for model in (*settings.values(), scenarios["ScenarioModel"], scenarios["StepModel"]):
        names += model["properties"]
    names += PROFILES
    # A row, or the section of a table.
    forms = r"^- `{0}`(:| \()|\.{0}\]"
    missing = [name for name in names if not re.search(forms.format(name), page, re.M)]
    assert missing == []


def test_it_is_printed_or_written(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["write", "reference"]) == 0
    assert capfdbinary.readouterr().out.decode() == reference()
    assert main(["write", "reference", "-o", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == reference()


def test_what_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["write", "reference", "-o", "/dev/null/page.md"])
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said == "python -m pytest_hydra write reference: error: /dev/null: File exists\n"
