"""A conversation recorded by another tool.

A reader is a module for one format: ``knows`` says whether the entries of a file have it, also if
it does not understand some of them. ``read`` gives the conversations in them, and reports those
entries with `unknown_event`. ``RESULTS`` says which calls have results, and ``IDS`` are the keys
under which a file names the ids of calls. An id is a text, as `id_of` reads it. ``searched``, if
there is one, leaves out what names the ids of calls that are none.
"""

from __future__ import annotations

from pytest_hydra.core.plain import value
from pytest_hydra.transcript.turn import Turn


@value
class Trace:
    """A recorded conversation with its id. A ``problem`` is why it could not be read.

    ``unanswered`` is what the user said last, if nobody answered.
    """

    id: str
    turns: tuple[Turn, ...] = ()
    path: str = ""
    """The path of its file without the last suffix, below the folder that the pattern names."""
    names: tuple[str, ...] = ()
    problem: str | None = None
    unanswered: str | None = None
