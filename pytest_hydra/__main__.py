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
    options = parser.parse_args(arguments)
    if options.write is None and options.name is None:
        schema.error(f"say which one to print ({', '.join(SCHEMAS)}), or where to --write all")
    names = list(SCHEMAS) if options.name is None else [options.name]
    try:
        if options.write is None:
            sys.stdout.buffer.write(schema_text(options.name).encode())
            sys.stdout.buffer.flush()
        else:
            for path in write_schemas(options.write, names):
                sys.stdout.write(f"{path}\n")
    except BrokenPipeError:
        # Whoever read has seen enough. What is still buffered must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        schema.exit(1, f"{schema.prog}: error: {error.filename}: {error.strerror}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
