"""What a release changes in the files."""

from __future__ import annotations

import re

import pytest

from tools.release import ROOT, with_section, with_version


def test_the_version_stands_in_the_package() -> None:
    source = (ROOT / "pytest_hydra/__init__.py").read_text(encoding="utf-8")
    changed = with_version(source, "1.2.0rc1")
    assert re.findall(r'^__version__ = "(.*)"$', changed, re.MULTILINE) == ["1.2.0rc1"]
    with pytest.raises(ValueError, match="names no version"):
        with_version("", "1.2.0")


def test_what_is_unreleased_gets_a_section() -> None:
    text = "# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-01-02\n\n- Old.\n"
    changed = with_section(text, "0.2.0", "2026-12-01")
    assert changed.index("[Unreleased]") < changed.index("[0.2.0] - 2026-12-01")
    assert changed.index("[0.2.0]") < changed.index("- New.") < changed.index("[0.1.0]")
    # Nothing is new now.
    with pytest.raises(ValueError, match="nothing under"):
        with_section(changed, "0.3.0", "2026-12-02")
    with pytest.raises(ValueError, match=r"has 0\.1\.0 already"):
        with_section(text, "0.1.0", "2026-12-01")
    real = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [0.1.0] - 2026-12-01\n" in with_section(real, "0.1.0", "2026-12-01")
