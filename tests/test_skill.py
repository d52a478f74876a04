"""The skill for coding agents: its form, its pages, and the commands that it names."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest
import yaml

from pytest_hydra.__main__ import main
from tests.needs import needs


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    """The folder of the skill, written over an older one."""
    (tmp_path / "pytest-hydra").mkdir()
    (tmp_path / "pytest-hydra" / "SKILL.md").write_text("old", "utf-8")
    assert main(["write", "skill", "-o", str(tmp_path)]) == 0
    return tmp_path / "pytest-hydra"


def test_it_has_the_open_format_of_skills(skill: Path) -> None:
    _, head, body = (skill / "SKILL.md").read_text("utf-8").split("---\n", 2)
    fields = yaml.safe_load(head)
    assert fields.keys() == {"name", "description"}
    assert fields["name"] == skill.name
    assert 50 < len(fields["description"]) <= 1024
    assert len(body.splitlines()) < 200
    assert "<!--" not in body


def test_its_pages_and_their_links_are_there(skill: Path) -> None:
    body = (skill / "SKILL.md").read_text("utf-8")
    named = set(re.findall(r"`(references/[\w-]+\.md)`", body))
    pages = {path.relative_to(skill).as_posix(): path for path in skill.glob("references/*.md")}
    assert named <= set(pages)
    for path in pages.values():
        text = path.read_text("utf-8")
        assert "<!-- shows:" not in text
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", re.sub(r"```.*?```", "", text, flags=re.S))
        assert [link for link in links if not (path.parent / link).exists()] == []


@needs("baseline")
def test_its_commands_exist(skill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: set[str] = set()

    def listed(parser: argparse.ArgumentParser, *_: object) -> argparse.Namespace:
        choices = [action.choices for action in parser._actions if action.choices]
        commands.update(*choices)
        raise KeyboardInterrupt

    monkeypatch.setattr(argparse.ArgumentParser, "parse_known_args", listed)
    with pytest.raises(KeyboardInterrupt):
        main([])
    body = (skill / "SKILL.md").read_text("utf-8")
    named = set(re.findall(r"python -m pytest_hydra ([\w-]+)", body))
    assert {"audit", "compare", "draft", "show"} <= named <= commands
