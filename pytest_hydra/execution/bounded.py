"""A function in a process of its own, with limits of time and memory."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.execution.process import Process
from pytest_hydra.execution.process_tree import ProcessError

_MB = 2**20
_LIMITS_OF_CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

# The function comes from us, and is imported along this process's sys.path.
_APART = """
import json, pickle, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[1]),) * 2)
places, given = pickle.load(sys.stdin.buffer)
sys.path += [place for place in places if place not in sys.path]
function, arguments = pickle.loads(given)
json.dump(function(*arguments), sys.stdout)
"""
_LONGEST_RESULT = 2**28


def run_bounded(
    function: Callable[..., Any], *arguments: object, seconds: float, memory_mb: int | None
) -> Any:
    """Call a function of a module in a limited process of its own; it returns JSON values.

    Without ``memory_mb`` it may use three quarters of the memory. Raises ProcessError when a limit
    is exceeded.
    """
    most = machine_memory() * 3 // 4 if memory_mb is None else memory_mb * _MB
    command = [sys.executable, "-I", "-W", "ignore", "-c", _APART, str(most)]
    data = pickle.dumps((sys.path, pickle.dumps((function, arguments))))
    place = Path("/")
    with Process(command, cwd=place, environment={}, line_limit=_LONGEST_RESULT) as process:
        try:
            return json.loads(process.answer(data, seconds))
        except ProcessError as error:
            raise ProcessError(process.failure(error)) from error


def machine_memory() -> int:
    """The memory of the machine, or of the container we run in, in bytes."""
    have = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in _LIMITS_OF_CONTAINERS:
        try:
            have = min(have, int(Path(path).read_bytes()))
        except (OSError, ValueError):  # no such limit
            continue
    return have
