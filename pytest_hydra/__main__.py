"""``python -m pytest_hydra``: commands besides test runs, which are listed in ``commands.toml``."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_hydra import registry
from pytest_hydra.core.text import read_table
from pytest_hydra.errors import HydraError, count, limit
from pytest_hydra.schema import SCHEMAS

Command = Callable[[Sequence[str]], int | None]
_PROGRAM = "python -m pytest_hydra"
# How arguments are read, by the names of these types in the table.
_TYPES = {"count": count, "int": int, "limit": limit, "path": Path}


def _table() -> dict[str, dict[str, Any]]:
    """The commands by name, each below its group."""
    tables = [read_table(__file__, "commands.toml"), *registry.texts("commands")]
    table = tomllib.loads("\n".join(tables))
    return {name: table[name] for name in sorted(table, key=lambda name: " " in name)}


def _parser(
    table: Mapping[str, Mapping[str, Any]], others: Mapping[str, Command]
) -> argparse.ArgumentParser:
    """The parser of all commands. One without a function has others below it, of two words."""
    parser = argparse.ArgumentParser(
        prog=_PROGRAM, description="Companion of the pytest plugin pytest-hydra."
    )
    # Taken before the command is looked for, as it may be that plugin's.
    parser.add_argument("-p", metavar="NAME", help="load a plugin, as pytest does")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    below = {name.partition(" ")[0] for name in table if " " in name}
    groups: dict[str, Any] = {"": commands}
    for name, entry in table.items():
        if "instead" in entry:
            continue
        group, _, word = name.rpartition(" ")
        if group not in groups:  # the plugin with the command above it is not there
            above = commands.add_parser(group)
            groups[group] = above.add_subparsers(required=True, metavar="WHAT")
        own = groups[group].add_parser(
            word,
            help=entry["help"],
            description=entry.get("description"),
            epilog=f"example: {_PROGRAM} {entry['example']}" if "example" in entry else None,
        )
        if name in below:
            groups[name] = own.add_subparsers(required="act" not in entry, metavar="WHAT")
        if "act" not in entry:
            continue
        own.set_defaults(act=entry["act"], command=name)
        for names, settings in entry.get("arguments", {}).items():
            if "type" in settings:
                settings["type"] = _TYPES[settings["type"]]
            if settings.get("choices") == "schemas":
                settings["choices"] = [*SCHEMAS]
            own.add_argument(*names.split(), **settings)
    for name, function in others.items():
        line = (function.__doc__ or "").strip().partition("\n")[0]
        commands.add_parser(name, help=line.replace("%", "%%"))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return the exit status."""
    given, table = list(sys.argv[1:] if arguments is None else arguments), _table()
    plugins = []
    while given[:1] == ["-p"]:
        plugins += given[1:2]
        del given[:2]
    others = _commands_of_plugins(given[:1], {name.partition(" ")[0] for name in table}, plugins)
    parser = _parser(table, others)
    if given and given[0] in others:
        function = others[given[0]]
        return _run(parser, given[0], lambda: function(given[1:]))
    if given and (new := table.get(given[0], {}).get("instead")):
        parser.exit(2, f"{parser.prog}: error: `{given[0]}` is now `{new}`\n")
    options, rest = parser.parse_known_args(given)
    if rest and not table[options.command].get("passes"):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.given, options.rest, options.plugins = given, rest, plugins

    def act() -> int:
        from pytest_hydra.settings import project_root

        status: int = _function(options.act)(options, project_root(), _print)
        return status

    return _run(parser, options.command, act)


def _commands_of_plugins(
    first: Sequence[str], own: Collection[str], plugins: Sequence[str]
) -> Mapping[str, Command]:
    """Commands by name, which are only looked for to be listed, or where the first is not ours."""
    lists = first in (["-h"], ["--help"])
    if not lists and (not first or first[0].startswith("-") or first[0] in own):
        return {}
    from pytest_hydra.extensions import ask_plugins
    from pytest_hydra.hookspecs import offers

    try:
        return ask_plugins(lambda config: offers(config, "commands", own), plugins)
    except SystemExit:
        if not lists:
            raise
        return {}  # pytest has said why; ours can be used


def _run(parser: argparse.ArgumentParser, name: str, act: Callable[[], int | None]) -> int:
    """Run a command, and return the exit status, or exit with an error in a line."""
    prog = f"{parser.prog} {name}"
    try:
        return act() or 0
    except BrokenPipeError:
        # The reader closed the pipe. Flushing the buffer must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        parser.exit(2, f"\n{prog}: interrupted\n")
    except HydraError as error:
        parser.exit(1, f"{prog}: error: {error}\n")
    except OSError as error:
        parser.exit(1, f"{prog}: error: {error.filename}: {error.strerror}\n")


def _function(place: str) -> Callable[..., int]:
    """The function of a command, of which only its own module is imported."""
    module, _, name = place.partition(":")
    function: Callable[..., int] = getattr(import_module(f"pytest_hydra.{module}"), name)
    return function


def _print(text: str) -> None:
    # UTF-8 on every machine, whatever its locale.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
