from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import pytest_hydra
from pytest_hydra.__main__ import main
from pytest_hydra.schema import SCHEMAS, schema_text

KEPT = Path(pytest_hydra.__file__).parent / "schemas"


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_in_the_package_is_what_the_models_say(name: str) -> None:
    kept = (KEPT / SCHEMAS[name].file).read_text(encoding="utf-8")
    if kept != schema_text(name):
        pytest.fail(
            f"{SCHEMAS[name].file} is stale; run\n"
            "    python -m pytest_hydra write schema -o pytest_hydra/schemas",
            pytrace=False,
        )


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_says_what_it_is(name: str) -> None:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(schema)[:2] == ["$schema", "title"]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("pytest-hydra: ")


def test_one_is_printed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["write", "schema", "report"]) == 0
    assert capfdbinary.readouterr().out.decode() == schema_text("report")


def test_all_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["write", "schema", "-o", str(tmp_path / "new")]) == 0
    names = [schema.file for schema in SCHEMAS.values()]
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(names)
    assert capsys.readouterr().out.splitlines() == [f"{tmp_path}/new/{name}" for name in names]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "the following arguments are required: COMMAND"),
        (["write"], 2, "the following arguments are required: WHAT"),
        (["write", "schema"], 1, "name one to print (report, scenario, settings, series), or"),
        (["write", "schema", "reprot"], 2, "invalid choice: 'reprot'"),
        (["write", "schema", "report", "-o", "/dev/null"], 1, "error: /dev/null: File exists"),
        (["show", "-o", "text.txt"], 1, "which scenario? Give its ID"),
        (["schema", "report"], 2, "error: `schema` is now `write schema`\n"),
        (["reference"], 2, "error: `reference` is now `write reference`\n"),
        (["skill"], 2, "error: `skill` is now `write skill`\n"),
        (["page", "latest"], 2, "error: `page` is now `show --page`\n"),
        (["freeze", "latest", "a"], 2, "error: `freeze` is now `draft conversation`\n"),
        (["from-traces", "*.json"], 2, "error: `from-traces` is now `draft traces`\n"),
    ],
)
def test_mistakes_are_said_in_a_line(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == status
    assert said in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pytest_hydra", "write", "schema", "report"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0
