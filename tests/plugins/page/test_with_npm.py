"""What tools from npm say of the page, where package.json of this folder is installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pytest_hydra
from pytest_hydra.plugins.page.page import page_of
from tests.plugins.page.browser import Browser
from tests.plugins.page.parts import judged, raced
from tests.samples import check, failed, record, report, run_folder, scenario, turn

MODULES = Path(__file__).parent / "node_modules"
PACKAGE = Path(pytest_hydra.__file__).parent
SCHEMAS = PACKAGE / "schemas"


def needs(path: Path) -> Path:
    """A file that npm brings; the test is skipped where it is not there."""
    if not path.exists():
        pytest.skip("what npm has is not there: npm install --prefix tests/plugins/page")
    return path


def untitled(schema: Any) -> Any:
    """A schema without titles, each of which would be a type of its own."""
    if isinstance(schema, dict):
        kept = {key: untitled(each) for key, each in schema.items()}
        return {
            key: each for key, each in kept.items() if key != "title" or not isinstance(each, str)
        }
    return [untitled(each) for each in schema] if isinstance(schema, list) else schema


def test_the_types_of_the_scripts_are_those_of_the_schema(tmp_path: Path) -> None:
    compiler, converter = (needs(MODULES / f".bin/{name}") for name in ("tsc", "json2ts"))
    schema = untitled(json.loads((SCHEMAS / "report.schema.json").read_bytes()))
    types = subprocess.run(
        [converter, "--unreachableDefinitions"],
        input=json.dumps(schema),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    (tmp_path / "report.d.ts").write_text(types.stdout)
    wrong = '/** @param {import("report").Ranking} entry */\nexport const none = '
    (tmp_path / "wrong.js").write_text(f"{wrong}(entry) => entry.nothing;\n")
    settings = json.loads(Path(__file__).with_name("tsconfig.json").read_bytes())
    settings["compilerOptions"]["paths"] = {"report": [str(tmp_path / "report.d.ts")]}
    settings["files"] = [*map(str, sorted(PACKAGE.rglob("*.js"))), "wrong.js"]
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [compiler, "-p", tmp_path], capture_output=True, text=True, check=False, timeout=120
    )
    (told,) = done.stdout.splitlines()
    assert told.endswith("Property 'nothing' does not exist on type 'Ranking'.")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with something of everything."""
    folder = tmp_path_factory.mktemp("axe")
    call = {"function": "refund", "params": {"order": "A-2"}, "result": {"ok": True}}
    wrong = [
        failed("forbiddenFunctions", message="called refund, which is forbidden", critical=True),
        failed("expectedParams.order", expected={"a": [1, 2]}, actual={"a": [1, 3]}),
        check("shouldContain", expected="done", message='contains "done"'),
    ]
    entries = [
        scenario("wrong", wrong, tags=["money"]),
        scenario("right", [check()], subject="next"),
    ]
    entries += [scenario("right", [check()]), scenario("xfail", [failed()], xfail="as yet")]
    made = raced(folder, ("ada", "bob"), report=report(entries), benchmarks=[judged(folder)])
    records = [record(entries[0], turn("Refund A-2!", "It is done.", reply={"calls": [call]}))]
    path = run_folder(folder, made, records) / "page.html"
    path.write_text(page_of(made, [folder]), encoding="utf-8")
    return path


def complaints_of_axe(browser: Browser) -> Iterator[str]:
    """What is serious or critical for those who see, hear or use the page otherwise."""
    browser.run(needs(MODULES / "axe-core/axe.min.js").read_text(encoding="utf-8"))
    script = "const done = arguments[0]; axe.run().then(({ violations }) => done(violations))"
    violations: list[dict[str, Any]] = browser.driver.execute_async_script(script)
    for found in violations:
        if found["impact"] in ("serious", "critical"):
            yield from (f"{found['id']}: {node['html']}" for node in found["nodes"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "fragment",
    [
        *("", "open=shop.scenario.yaml::wrong (shop)", "view=bots"),
        "view=bots&open=shop.scenario.yaml::right",
        *("view=race", "view=race&open=bob", "view=race&open=ada&with=bob", "view=benchmarks"),
    ],
)
def test_axe_finds_nothing_serious(
    browser: Browser, page: Path, scheme: str, fragment: str
) -> None:
    needs(MODULES / "axe-core/axe.min.js")
    browser.look(360 if scheme == "dark" else 1280, scheme=scheme)
    browser.open(page, dict(part.split("=") for part in fragment.split("&") if part))
    if fragment.startswith("open"):
        browser.first(".detail h2")
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    assert list(complaints_of_axe(browser)) == []
