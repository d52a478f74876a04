"""Receive and parse the record that the recorder writes inside pytest."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import select
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from posixpath import normpath
from sys import stdlib_module_names

from pytest_hydra.core.text import listed
from pytest_hydra.plugins.boxes.untrusted_files import leads_to
from pytest_hydra.plugins.results.outcomes import OUTCOMES, Outcome, Sign, TestRun
from pytest_hydra.plugins.results.protocol import (
    LIMIT,
    ReportedTest,
    clean_id,
    numbered,
    run_of,
    workspace_path,
)

_DIGITS = 12
_FAILURES = ("failed", "error")
# The meanings of pytest's exit statuses.
_STATUS = {
    2: "it was interrupted",
    3: "it had an internal error",
    4: "its command line or configuration could not be used",
}


@dataclass
class _Record:
    starts: int = 0
    root: str = "."
    ids: dict[str, None] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    examples: dict[str, dict[str, str]] = field(default_factory=dict)
    ends: list[int] = field(default_factory=list)
    stopped: str = ""
    sessions: int = 0
    signs: dict[Sign, None] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    unreadable: int = 0
    foreign: int = 0


def read(data: bytes, exit_code: int | None, *, exact: bool, key: bytes) -> TestRun | None:
    """The recorded run; None if not even its start was recorded.

    ``exit_code`` is the command's, None for a time-out. ``exact`` is False if another program
    (make, a script) ran pytest: then exit code and record must only agree on success. Lines that
    the ``key`` does not seal are not the recorder's.

    A run in which pytest started no session, or that ended before its first test (by code that
    exits on import), has no tests; it is not doubtful if pytest's own status says the same.
    """
    record = _parse(data, key)
    if not record.starts:
        return None
    cases = []
    for name, outcome in record.outcomes.items():
        place = name.partition("::")[0]
        file = workspace_path(normpath(f"{record.root}/{place}"), ()) if place else None
        cases.append(ReportedTest(name, outcome, file))
    run = run_of("recorder", cases, _problems(record, exit_code, exact=exact))
    modules = dict(sorted(record.modules.items()))
    places = numbered(record.outcomes)
    examples = {
        places.get(name, name): tuple(text.values()) for name, text in record.examples.items()
    }
    return replace(run, modules=modules, examples=examples, signs=tuple(record.signs))


def seal(key: bytes, number: int, text: bytes) -> bytes:
    """A sealed line of the record: the hash, the number and the JSON text."""
    line = b"%d %s" % (number, text)
    return hashlib.blake2b(line, key=key, digest_size=16).hexdigest().encode() + b" " + line


def _parse(data: bytes, key: bytes) -> _Record:
    record = _Record()
    for line in filter(None, data.split(b"\n")):
        _, _, rest = line.partition(b" ")
        number, _, text = rest.partition(b" ")
        if not number.isdigit() or len(number) > _DIGITS or seal(key, int(number), text) != line:
            # A second pytest does not get the key.
            record.starts += b'{"start":' in line
            record.foreign += 1
            continue
        record.numbers.add(int(number))
        try:
            _add(record, json.loads(text.decode("utf-8")))
        except (ValueError, RecursionError):
            record.unreadable += 1
    return record


def _add(record: _Record, line: object) -> None:
    """Add one line. Raises ValueError if it is not from the recorder."""
    match line:
        case {"start": _}:
            record.starts += 1
        case {"session": str(root)}:
            record.sessions += 1
            record.root = root
        case {"id": str(test)}:
            record.ids[clean_id(test)] = None
        case {"test": str(test), "outcome": outcome} if outcome in OUTCOMES:
            # If a test is reported twice, one failure is a failure, whatever comes later.
            if record.outcomes.get(clean_id(test)) not in _FAILURES:
                record.outcomes[clean_id(test)] = outcome
        case {"sign": str(kind), "file": str(file), "line": number, "text": str(text)}:
            lineno = number if type(number) is int else None
            sign = Sign(kind=clean_id(kind), file=clean_id(file), line=lineno, text=clean_id(text))
            record.signs[sign] = None
        case {"example": str(test), "text": str(text)}:
            number, _, example = text.partition(" ")
            digest = hashlib.sha256(example.encode("utf-8", "surrogatepass")).hexdigest()
            # Each xdist worker reports the same examples.
            record.examples.setdefault(clean_id(test), {})[number] = digest
        case {"whole": str(test)}:
            record.examples.setdefault(clean_id(test), {})
        case {"module": str(name), "file": str(file)}:
            record.modules[clean_id(name)] = clean_id(file)
        case {"end": end, "stopped": str(stopped)} if type(end) is int:
            record.ends.append(end)
            record.stopped = stopped
        case _:
            raise ValueError(line)


def _problems(record: _Record, exit_code: int | None, *, exact: bool) -> list[str]:
    problems: list[str] = []
    if record.unreadable:
        problems.append(f"{record.unreadable} lines of the record cannot be read")
    if record.foreign and record.starts < 2:
        problems.append(f"{record.foreign} lines of the record were written by something else")
    missing = max(record.numbers, default=-1) + 1 - len(record.numbers)
    if missing:
        problems.append(f"{missing} lines of the record are missing")
    runs = max(record.starts, len(record.ends), record.sessions)
    if runs > 1:
        problems.append(
            f"the command ran pytest {runs} times, or its record was extended; run pytest once"
        )
    if not record.sessions and not record.ends and exit_code:
        return problems
    if not record.ends:
        return [*problems, "pytest ended early: the record has no end"]
    end = record.ends[-1]
    # A pipe or `|| true` hides pytest's exit code, but not the tests that failed.
    is_hidden = exit_code == 0 and end == 1
    is_other = exit_code != end if exact else bool(exit_code) != bool(end)
    if exit_code is None or (is_other and not is_hidden):
        ending = "was killed" if exit_code is None else f"ended with {exit_code}"
        problems.append(f"pytest reported exit code {end}, but the command {ending}")
    if end in _STATUS and not problems and not record.outcomes and not record.stopped:
        return problems
    failed = any(outcome in _FAILURES for outcome in record.outcomes.values())
    if failed and end in (0, 5):
        problems.append(f"tests failed, but pytest ended with {end}")
    elif not failed and end not in (0, 5):
        problems.append(f"pytest ended with {end}: {_STATUS.get(end, 'no test failed')}")
    unknown = [name for name in record.ids if name not in record.outcomes]
    if unknown:
        reason = f" ({record.stopped[:200]})" if record.stopped else ""
        problems.append(f"collected, but not run{reason}: {listed(unknown)}")
    return problems


# A folder with a module of such a name is moved to the end of the path.
_RUNNER = frozenset({"pytest", "_pytest", "sitecustomize", "usercustomize"})
# pytest's dependencies; the project under test may itself be one of these.
_PARTS = frozenset(
    {"pluggy", "iniconfig", "packaging", "exceptiongroup", "tomli", "pygments", "colorama", "py"}
)
_METADATA = (".dist-info", ".egg-info")
_LONGEST = 2**16


def import_roots(view: Path, names: Sequence[str], pythonpath: Sequence[str]) -> list[str]:
    """The import roots of a workspace, relative to its top, none outside of it.

    ``view`` is where this process sees it, ``names`` are its absolute paths for commands.
    """
    places = [leads_to(view, name, names) for name in (*(pythonpath or ("src",)), ".")]
    folders = [place for place in places if place is not None and (view / place).is_dir()]
    return [place or "." for place in dict.fromkeys(folders)]


def shadows_runner(root: str) -> bool:
    """Whether a folder shadows modules of Python or pytest, and so must not come first."""
    return any(name in stdlib_module_names or name in _RUNNER for name, _ in _modules(root))


def planted_files(workspace: str, roots: Iterable[str]) -> tuple[Sign, ...]:
    """The modules below import roots that shadow pytest's own, and planted plugins."""
    signs = []
    for root in roots:
        files = [
            ("runner-shadowed", file, f"a module {name}")
            for name, file in _modules(root)
            if name in _RUNNER | _PARTS
        ]
        files += [("plugin-planted", file, "entry points") for file in _plugins(root)]
        for kind, file, text in files:
            path = os.path.relpath(os.path.join(root, file), workspace).replace(os.sep, "/")
            signs.append(Sign(kind=kind, file=path, text=text))
    return tuple(dict.fromkeys(signs))


def _modules(root: str) -> Iterator[tuple[str, str]]:
    """The names of the modules in a folder, with their files."""
    for name in sorted(os.listdir(root)):
        stem, dot, suffix = name.partition(".")
        inner = os.path.join(name, "__init__.py")
        if suffix == "py" or (not dot and os.path.isfile(os.path.join(root, inner))):
            yield stem, name if dot else inner


def _plugins(root: str) -> Iterator[str]:
    for name in sorted(os.listdir(root)):
        file = os.path.join(name, "entry_points.txt")
        if name.endswith(_METADATA) and os.path.isfile(os.path.join(root, file)):
            with open(os.path.join(root, file), "rb") as stream:
                text = stream.read(_LONGEST + 1)
            # An implausibly long file counts as suspicious without a search.
            if b"pytest11" in text or len(text) > _LONGEST:
                yield file


_LOOK = 0.05


class Listener:
    """Reads a pipe in a thread until its end or `stop`, within limits; its writer never blocks.

    The recorder writes to ``writing``, and reads the key from ``handing``, once.
    """

    def __init__(self) -> None:
        self.key = secrets.token_bytes(32)
        # Not in the environment, which every process of the user can read.
        self.key_fd, writer = os.pipe()
        os.write(writer, self.key)
        os.close(writer)
        self._read_fd, self.record_fd = os.pipe()
        self._data = bytearray()
        self._is_cut = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def stop(self) -> tuple[bytes, bool]:
        """The data so far, and whether it exceeded the limit."""
        self._stopping.set()
        os.close(self.key_fd)
        os.close(self.record_fd)
        self._thread.join()
        os.close(self._read_fd)
        return bytes(self._data), self._is_cut

    def _listen(self) -> None:
        while True:
            # Checked before reading: whatever was written before the stop is in the pipe by now.
            is_stopping = self._stopping.is_set()
            ready, _, _ = select.select([self._read_fd], [], [], 0 if is_stopping else _LOOK)
            data = os.read(self._read_fd, 2**16) if ready else b""
            if not data and (ready or is_stopping):
                return
            room = LIMIT - len(self._data)
            self._data += data[:room]
            self._is_cut = self._is_cut or len(data) > room
