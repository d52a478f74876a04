from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main
from tests.plugins.benchmarks.test_benchmarks import prepare
from tests.plugins.page.browser import Browser
from tests.plugins.page.test_parts_in_browser import choose, download, look

if TYPE_CHECKING:
    from tests.conftest import Project


def test_a_label_changes_how_the_judge_and_people_agree(
    browser: Browser, plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(plain_project, {"Planning": 8, "Code Quality": 8, "NERV Ops": 9})
    plain_project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    assert "Agreement with people" not in plain_project.run("--hydra-replay=latest").stdout.str()
    monkeypatch.chdir(plain_project.path)
    main(["show", "latest", "--page", "-o", "page.html"])
    look(browser, plain_project.path / "page.html", view="benchmarks")
    choose(browser, browser.first(".category select"), "6")
    browser.first("aside.labels input").send_keys("ada")
    download(browser, plain_project.path)
    result = plain_project.run("--hydra-replay=latest", "runs/one")
    result.stdout.fnmatch_lines(["  Agreement with people    no kappa (1 label)"])
    # It is of what was shown then.
    plain_project.write("runs/one/spec.md", "Another list of things to do.\n")
    plain_project.run("--hydra", "runs/one").stdout.fnmatch_lines(
        ["*1 label by people left out: the exhibits or the question have changed since*"]
    )
