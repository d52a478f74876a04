"""``python -m pytest_hydra show``: print a conversation of a run, or write the run's page."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.errors import HydraError


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print one conversation, in colour on a terminal, or write the page of a run."""
    if options.page:
        from pytest_hydra.commands import page_written

        say(f"{page_written(root, options.id or 'latest', options.output)}\n")
        return 0
    if options.output is not None:
        raise HydraError("-o is for the page: add --page")
    if options.id is None:
        raise HydraError("which scenario? Give its ID, or --page for the page of the last run")
    from pytest_hydra.scenarios.recordings import in_colour, item_lines, patch_of

    if options.patch:
        say(patch_of(root, options.id, options.run))
        return 0
    lines = item_lines(root, options.id, options.run)
    is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR")
    say("".join(f"{line}\n" for line in (lines if is_plain else in_colour(lines))))
    return 0
