"""``python -m pytest_hydra``: what is not a test run."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_hydra.schema import SCHEMAS, schema_text, write_schemas


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m pytest_hydra", description="Companion of the pytest plugin pytest-hydra."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    schema = commands.add_parser(
        "schema",
        help="print or write the JSON Schemas",
        description="Print the JSON Schema of report.json, of scenario files or of hydra.toml "
        "(settings), for an editor or a validator; or write them into a folder.",
    )
    schema.add_argument("name", nargs="?", choices=list(SCHEMAS), help="which one (default: all)")
    schema.add_argument("--write", metavar="DIR", type=Path, help="write files instead of printing")
    reference = commands.add_parser(
        "reference",
        help="print or write the reference of options, keys, expectations and matchers",
        description="Print the reference as Markdown; or write it, in a checkout of pytest-hydra.",
    )
    reference.add_argument(
        "--write",
        metavar="FILE",
        nargs="?",
        type=Path,
        const=Path("docs", "reference.md"),
        help="write this file instead of printing (default: docs/reference.md)",
    )
    options = parser.parse_args(arguments)
    if options.command == "schema" and options.write is None and options.name is None:
        schema.error(f"say which one to print ({', '.join(SCHEMAS)}), or where to --write all")
    try:
        if options.command == "schema":
            _schema(options.name, options.write)
        else:
            _reference(options.write)
    except BrokenPipeError:
        # Whoever read has seen enough. What is still buffered must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        prog = f"{parser.prog} {options.command}"
        parser.exit(1, f"{prog}: error: {error.filename}: {error.strerror}\n")
    return 0


def _schema(name: str | None, folder: Path | None) -> None:
    """Print the schema of this name, or write it, or all of them, into the folder."""
    names = list(SCHEMAS) if name is None else [name]
    if folder is None:
        _print("".join(map(schema_text, names)))
    else:
        for path in write_schemas(folder, names):
            sys.stdout.write(f"{path}\n")


def _reference(file: Path | None) -> None:
    """Print the reference, or write it into the file."""
    from pytest_hydra.record.files import write_whole
    from pytest_hydra.reference import reference

    if file is None:
        _print(reference())
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, reference().encode())
        sys.stdout.write(f"{file}\n")


def _print(text: str) -> None:
    # The same bytes on every machine, whatever its locale.
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
