"""``python -m pytest_hydra show``: print a conversation of a run with its checks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_show(commands: Any) -> None:
    """Add the command and its options."""
    show = commands.add_parser(
        "show",
        help="print a conversation of a run with its checks",
        description="Print one conversation of a failed or passed scenario, with each check below "
        "its turn.",
        epilog="example: python -m pytest_hydra show refund-twice",
    )
    show.add_argument("id", metavar="ID", help="the id of a scenario, or a node id")
    show.add_argument(
        "run",
        nargs="?",
        metavar="RUN",
        help="a run id, 'latest' or a run folder (default: the newest run with that ID)",
    )
    show.add_argument(
        "--patch",
        action="store_true",
        help="print what changed in its workspace, for git apply, instead of the conversation",
    )
    show.set_defaults(act=_show)


def _show(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print one conversation, in colour on a terminal."""
    from pytest_hydra.scenarios.recordings import in_colour, item_lines, patch_of

    if options.patch:
        say(patch_of(root, options.id, options.run))
        return 0
    lines = item_lines(root, options.id, options.run)
    is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR")
    say("".join(f"{line}\n" for line in (lines if is_plain else in_colour(lines))))
    return 0
