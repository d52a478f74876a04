"""The program that reads changes: apart, as what it reads may exhaust a parser.

Run by ``python -I -S -W ignore``, as `readers` does it. It imports nothing but the standard library
and the rooms beside it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress

# What an answer may take, in bytes and in seconds of the processor.
_MEMORY = 2**31
_SECONDS = 60
_NICE = 5
# How deep an expression may be: a parser takes somewhat more.
_DEEPEST = 3000


def main() -> None:
    """Answer questions, a line of JSON each, until there are no more.

    Each is read and answered in a fork, which has nothing of the questions before it, and all that
    it may take for itself. Where one ends badly, so do we.
    """
    _give_way()
    sys.setrecursionlimit(_DEEPEST)
    from pytest_hydra.candidates.tamper.program import answer

    while True:
        fork = os.fork()
        if not fork:
            question = sys.stdin.buffer.readline()
            if not question:
                os._exit(1)
            _limit()
            sys.stdout.write(json.dumps(answer(json.loads(question))) + "\n")
            sys.stdout.flush()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        if status < 0:
            sys.stderr.write(f"it was killed by signal {-status}\n")
            sys.stderr.flush()
        if status:
            os._exit(1)


def _give_way() -> None:
    """Have commands go first, though not so far that who waits for us in the end waits long."""
    os.nice(_NICE)
    # Linux may share out the processors among sessions before all else, and this one is ours alone.
    with suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as file:
        file.write(str(_NICE))


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
