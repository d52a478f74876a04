"""Fuzz the readers of external input: ``python -m benchmarks.fuzz``.

Each reader gets inputs of at most 100 kB that hypothesis derives from its seeds
(``benchmarks/fuzz/seeds``). It is a defect if a reader raises anything but our own exceptions, or
takes more than a second of processor time or 200 MB. The shortest input found with a defect is
written to a file; add it to the seeds when the defect is fixed.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import signal
import time
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FrameType
from typing import NoReturn

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as with_seed
from hypothesis.errors import FlakyFailure

from benchmarks.command import describe_machine, show, show_heading
from benchmarks.fuzz.inputs import SEEDS, inputs, seeds
from benchmarks.fuzz.readers import READERS, Reader
from pytest_hydra.errors import HydraError

SECONDS, MEGABYTES = 1.0, 200
# The processor time after which a reader is stopped, in seconds.
_TOO_LONG = 20
_STATUS = Path("/proc/self/status")
_PEAK = Path("/proc/self/clear_refs")


@dataclass(slots=True)
class Trial:
    """The number of inputs of a reader, its highest usage, and its first defect."""

    inputs: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    defect: str = ""


class DefectError(AssertionError):
    """A reader raised a foreign exception, or took too much time or memory."""


def try_reader(name: str, count: int, chance: int = 0, most: float = SECONDS) -> Trial:
    """Run a reader with its seeds and ``count`` further inputs, the same for the same ``chance``.

    ``most`` is the limit of processor time for each input, in seconds.
    """
    trial, reader, samples = Trial(), READERS[name], seeds(name)
    for path in (SEEDS / name).iterdir():
        # Valid seeds raise no exception at all.
        with suppress(HydraError) if path.name.startswith("bad-") else nullcontext():
            reader(path.read_bytes())

    @with_seed(chance)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs(samples))
    def run(data: bytes) -> None:
        trial.inputs += 1
        _read(reader, data, trial, most)

    try:
        run()
    except DefectError as error:
        trial.defect = str(error)
    except FlakyFailure as error:  # a defect that does not occur again with the same input
        trial.defect = "; ".join(map(str, error.exceptions))
    return trial


def _read(reader: Reader, data: bytes, trial: Trial, most: float, is_retry: bool = False) -> None:
    resident = _memory("VmRSS:")
    if _PEAK.exists():
        _PEAK.write_bytes(b"5")  # resets the peak
    handler = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, _TOO_LONG)
    gc.freeze()  # hypothesis has millions of objects, which are not the reader's to collect
    start = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reader(data)
    except HydraError as error:
        str(error).encode()
    except Exception as error:
        raise _defect(data, f"{type(error).__name__}: {error}"[:200]) from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        seconds = time.process_time() - start
        gc.unfreeze()
    megabytes = max(0, _memory("VmHWM:") - resident) / 1024
    if seconds > most and not is_retry:
        # Try again: a busy machine may have been slow for a while.
        _clear_caches()
        _read(reader, data, trial, most, is_retry=True)
    elif seconds > most:
        raise _defect(data, f"took {seconds:.1f} s")
    if megabytes > MEGABYTES:
        raise _defect(data, f"took {megabytes:.0f} MB")
    trial.seconds = max(trial.seconds, min(seconds, most))
    trial.megabytes = max(trial.megabytes, megabytes)


def _clear_caches() -> None:
    """Clear the package's caches of limited size: these contain parts of earlier inputs."""
    caches = (entry for entry in gc.get_objects() if isinstance(entry, _lru_cache_wrapper))
    for cache in caches:
        is_limited = cache.cache_parameters()["maxsize"] is not None
        if is_limited and cache.__module__.startswith("pytest_hydra"):
            cache.cache_clear()


def _defect(data: bytes, problem: str) -> DefectError:
    path = Path(f"fuzz-{hashlib.sha256(data).hexdigest()[:12]}")
    path.write_bytes(data)
    return DefectError(f"{problem} ({path})")


def _end(_: int, frame: FrameType | None) -> NoReturn:
    place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "?"
    raise TimeoutError(f"did not end within {_TOO_LONG} s, at {place}")


def _memory(field: str) -> int:
    """A field of the process's memory status in kB; 0 if it is unknown."""
    if not _STATUS.exists():
        return 0
    lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the readers, and print a table; 1 if any has a defect."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(READERS), metavar="READER",
                        help=f"only this reader, one of {', '.join(READERS)}; "
                        "may be repeated")  # fmt: skip
    parser.add_argument("--inputs", type=int, default=20_000, metavar="N", help="default: 20,000")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    options = parser.parse_args(arguments)
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()), flush=True)
    show_heading("reader", "inputs", "max seconds", "max MB", "defect")
    defects = 0
    for name in options.only or READERS:
        trial = try_reader(name, options.inputs, options.seed)
        defects += bool(trial.defect)
        figures = (f"{trial.inputs:,}", f"{trial.seconds:.2f}", f"{trial.megabytes:.0f}")
        show(name, *figures, trial.defect or "none")
    return int(defects > 0)


if __name__ == "__main__":
    raise SystemExit(main())
