"""What a change tells linters not to find."""

from __future__ import annotations

import pytest

from pytest_hydra.race.inspect.file_rules import text_signs


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "a = 1  # noqa: E501\nb = 2\nc = 3  # type: ignore  # noqa\n", [1, 3, 3]),
        ("", "# ruff: disable[F401]\n# ruff: enable[F401]\n# ty: ignore\n", [1, 3]),
        ("", "// oxlint-disable\n/* stylelint-disable a */\n// deno-lint-ignore\n", [1, 2, 3]),
        ("a  # noqa\n", "a  # noqa\nb\n", []),
        # It has moved, and so is not one more.
        ("a  # noqa\nb\n", "b\nc\na  # noqa\n", []),
        ("a  # noqa\n", "c\nb  # noqa\nd  # noqa\n", [2]),
    ],
)
def test_each_new_suppression_is_seen(old: str, new: str, lines: list[int]) -> None:
    found = text_signs("a.py", old, new, tests=False)
    assert [entry.line for entry in found if entry.kind == "suppression"] == lines
