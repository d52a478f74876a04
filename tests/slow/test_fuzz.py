"""What others write, in variations for each reader; ``python -m benchmarks.fuzz`` tries more."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fuzz import __main__ as fuzz
from benchmarks.fuzz.inputs import SEEDS, seeds
from benchmarks.fuzz.readers import READERS

INPUTS = 20
# Of the processor, on the slowest machine: what is no more linear takes minutes.
SECONDS = 10.0


@pytest.mark.parametrize("name", READERS)
def test_a_reader_raises_nothing_but_our_errors_in_bounds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = fuzz.try_reader(name, INPUTS, most=SECONDS)
    assert (found.defect, found.inputs) == ("", INPUTS)


def test_every_reader_has_seeds() -> None:
    assert {path.name for path in SEEDS.iterdir()} == READERS.keys()


def test_a_defect_is_found_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(data: bytes) -> None:
        if data not in good:
            raise KeyError(len(data))

    good = set(seeds("labels"))
    monkeypatch.setattr(fuzz, "READERS", {"labels": read})
    monkeypatch.chdir(tmp_path)
    assert fuzz.main(["--inputs", "100"]) == 1
    said = capsys.readouterr().out
    kept = [path.name for path in tmp_path.iterdir()]
    assert "KeyError" in said
    assert [name for name in kept if f"({name})" in said]
