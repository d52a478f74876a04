"""``python -m pytest_hydra show``: print a conversation of a run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.errors import HydraError


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print one conversation, in colour on a terminal, or write it to a file."""
    if options.id is None:
        raise HydraError("which scenario? Give its ID (-h lists what else can be shown)")
    from pytest_hydra.record.files import write_whole
    from pytest_hydra.scenarios.recordings import in_colour, item_lines, patch_of

    if options.patch:
        text = patch_of(root, options.id, options.run)
    else:
        lines = item_lines(root, options.id, options.run)
        is_plain = options.output or not sys.stdout.isatty() or os.environ.get("NO_COLOR")
        text = "".join(f"{line}\n" for line in (lines if is_plain else in_colour(lines)))
    if options.output is not None:
        write_whole(options.output, text.encode("utf-8", "backslashreplace"))
        text = f"{options.output}\n"
    say(text)
    return 0
