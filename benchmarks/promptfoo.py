"""Import all configurations of promptfoo in a folder: ``python -m benchmarks.promptfoo DIR``.

The written scenarios are loaded. The figures are the numbers of configurations that were read,
refused with a message, or ended in a traceback, and of their assertions that were carried over.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pytest_hydra.documents import parse
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.promptfoo.promptfoo import convert
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

_KEY = re.compile(rb"^(?:prompts|tests|providers|targets|scenarios|defaultTest):", re.MULTILINE)
_OMISSION = re.compile(r"\S+:\d+: \S+: (\S+): not carried over: ")
_COUNTS = re.compile(r"(\d+) of (\d+) assertions carried over \((\d+) named, (\d+) in .*\)")


def configurations(folder: Path) -> Iterator[Path]:
    """The configurations below the folder; of equal files only the first."""
    seen = set()
    for path in sorted(folder.rglob("*.y*ml")):
        if path.is_file() and _KEY.search(data := path.read_bytes()):
            digest = sha256(data).digest()
            if digest not in seen:
                seen.add(digest)
                yield path


def count(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """The figures, and how often each type of assertion was reported as not carried over."""
    figures, omissions = Counter[str](), Counter[str]()
    for path in configurations(folder):
        figures["configurations"] += 1
        try:
            files, lines = convert(path)
            for name, text in files.items():
                document = parse(text, name, ".json")
                figures["scenarios"] += len(load_scenarios(document, ScenarioSettings()))
        except HydraError as error:
            figures["refused"] += 1
            print(f"refused: {error}", file=sys.stderr)
            continue
        except Exception:  # noqa: BLE001 - all exceptions are counted
            figures["tracebacks"] += 1
            print(f"{path}\n{traceback.format_exc()}", file=sys.stderr)
            continue
        figures["read"] += 1
        for line in lines:
            if match := _COUNTS.fullmatch(line):
                names = ("carried over", "assertions", "named by a line", "in tests not made")
                figures.update(dict(zip(names, map(int, match.groups()), strict=True)))
            elif kind := _OMISSION.match(line):
                omissions[kind[1]] += 1
    return figures, omissions


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.promptfoo", description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path)
    figures, omissions = count(parser.parse_args().folder)
    print(json.dumps({**figures, "named": dict(omissions.most_common())}, indent=1))
    sys.exit(figures["tracebacks"] > 0)


if __name__ == "__main__":
    main()
