"""Whatever others write, given to what reads it: ``python -m benchmarks.fuzz``.

Each reader is given inputs that hypothesis makes of its seeds (``benchmarks/fuzz/seeds``), at most
100 kB long. Whatever it raises that is not an error of ours, and whatever takes more than a second
of the processor or 200 MB, is a defect; the shortest such input that is found is written down, and
belongs among the seeds once it is mended.
"""

from __future__ import annotations

import argparse
import hashlib
import signal
import time
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
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
# When a reader is ended that goes on and on, in seconds of the processor.
_TOO_LONG = 20
_STATUS = Path("/proc/self/status")
_PEAK = Path("/proc/self/clear_refs")


@dataclass(slots=True)
class Found:
    """What a reader took at most, and how many inputs it was given; ``defect`` is the first."""

    inputs: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    defect: str = ""


class DefectError(AssertionError):
    """What a reader did with an input that none may do."""


def try_reader(name: str, number: int, chance: int = 0, most: float = SECONDS) -> Found:
    """Give a reader its seeds, and so many inputs more, always the same for a ``chance``.

    None may take more seconds of the processor than ``most``.
    """
    found, reader, of = Found(), READERS[name], seeds(name)
    for path in (SEEDS / name).iterdir():
        # Of one that is good there is not even an error of ours.
        with suppress(HydraError) if path.name.startswith("bad-") else nullcontext():
            reader(path.read_bytes())

    @with_seed(chance)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs(of))
    def run(data: bytes) -> None:
        found.inputs += 1
        _read(reader, data, found, most)

    try:
        run()
    except DefectError as error:
        found.defect = str(error)
    except FlakyFailure as error:  # a defect once, and none with the same input again
        found.defect = "; ".join(map(str, error.exceptions))
    return found


def _read(reader: Reader, data: bytes, found: Found, most: float, *, again: bool = False) -> None:
    held = _memory("VmRSS:")
    if _PEAK.exists():
        _PEAK.write_bytes(b"5")  # the peak begins anew
    before_us = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, _TOO_LONG)
    before = time.process_time()
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
        signal.signal(signal.SIGPROF, before_us)
    seconds = time.process_time() - before
    megabytes = max(0, _memory("VmHWM:") - held) / 1024
    if seconds > most and not again:
        # Once more, as a busy machine makes the processor slow for a while.
        _read(reader, data, found, most, again=True)
    elif seconds > most:
        raise _defect(data, f"took {seconds:.1f} s")
    if megabytes > MEGABYTES:
        raise _defect(data, f"took {megabytes:.0f} MB")
    found.seconds = max(found.seconds, min(seconds, most))
    found.megabytes = max(found.megabytes, megabytes)


def _defect(data: bytes, what: str) -> DefectError:
    path = Path(f"fuzz-{hashlib.sha256(data).hexdigest()[:12]}")
    path.write_bytes(data)
    return DefectError(f"{what} ({path})")


def _end(_: int, frame: FrameType | None) -> NoReturn:
    place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "?"
    raise TimeoutError(f"did not end within {_TOO_LONG} s, at {place}")


def _memory(what: str) -> int:
    """What the process holds, in kB; 0 where that is not told."""
    if not _STATUS.exists():
        return 0
    lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the readers, and print a table; 1 where any has a defect."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(READERS), metavar="READER",
                        help=f"this reader alone, one of {', '.join(READERS)}; "
                        "may be given again")  # fmt: skip
    parser.add_argument("--inputs", type=int, default=20_000, metavar="N", help="default: 20,000")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    given_ = parser.parse_args(arguments)
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()), flush=True)
    show_heading("reader", "inputs", "most seconds", "most MB", "defect")
    defects = 0
    for name in given_.only or READERS:
        found = try_reader(name, given_.inputs, given_.seed)
        defects += bool(found.defect)
        figures = (f"{found.inputs:,}", f"{found.seconds:.2f}", f"{found.megabytes:.0f}")
        show(name, *figures, found.defect or "none")
    return int(defects > 0)


if __name__ == "__main__":
    raise SystemExit(main())
