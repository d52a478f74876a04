"""The programs that read changes: what they answer, and what is left of them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.git.repository import SourceError
from pytest_hydra.race.inspect.reader_pool import Readers
from tests.processes import wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="they look at /proc")

NO_FILES: dict[str, Any] = {"own": [], "roots": [], "files": []}
NOTHING: dict[str, Any] = {"signs": [], "pairs": {}, "claims": {}}


def adding(lines: int) -> Mapping[str, Any]:
    """A question that takes the longer, the more lines are to be read."""
    file = {
        "path": "calc.py", "old_path": None, "status": "added", "mode": "100644", "tests": False,
        "old": None, "new": "one = [1, 2, 3]\n" * lines, "predecessor": None,
    }  # fmt: skip
    return {"own": [], "roots": [""], "files": [file]}


def programs(of: int | None = None) -> dict[int, bytes]:
    """Our children that read changes, or the forks of one, by their ids; and their states."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_bytes().rpartition(b")")[2].split()[:2]
            command = stat.with_name("cmdline").read_bytes()
        except OSError:  # it ended meanwhile
            continue
        if int(parent) == (of or os.getpid()) and b"inspect.change_reader" in command:
            found[int(stat.parent.name)] = state
    return found


def fork_of(program: int) -> int:
    """The one that answers its next question: soon after the last, it waits for it."""
    waiting: list[int] = []

    def look() -> bool:
        waiting.extend(pid for pid, state in programs(program).items() if state == b"S")
        return bool(waiting)

    wait_until(look)
    return waiting[0]


def test_one_program_answers_all() -> None:
    with closing(Readers(4)) as readers:
        assert readers.ask(NO_FILES) == NOTHING
        (program,) = programs()
        assert readers.ask({"own": [], "known": ["import gc\ngc.get_objects()\n"]})["things"]
        assert [*programs()] == [program]
    assert programs() == {}


def test_none_is_started_where_nothing_is_asked() -> None:
    with closing(Readers()):
        assert programs() == {}


def test_it_gives_way_to_commands() -> None:
    with closing(Readers()) as readers:
        readers.ask(NO_FILES)
        (program,) = programs()
        assert os.getpriority(os.PRIO_PROCESS, program) > os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getsid(program) == program
        group = Path(f"/proc/{program}/autogroup")
        if group.exists():
            assert group.read_text().endswith(" nice 5\n")


def test_what_exhausts_one_spoils_no_other_answer() -> None:
    with closing(Readers()) as readers:
        with pytest.raises(SourceError, match=r"exit status 1 .*: AttributeError: 'int' object"):
            readers.ask({"own": [], "known": [5]})
        assert readers.ask(NO_FILES) == NOTHING
        (program,) = programs()
        os.kill(fork_of(program), signal.SIGKILL)
        with pytest.raises(SourceError, match=r"exit status 1 .*: it was killed by signal 9$"):
            readers.ask(NO_FILES)
        assert readers.ask(NO_FILES) == NOTHING


def test_a_fork_has_nothing_of_the_questions_before_it() -> None:
    with closing(Readers()) as readers:
        readers.ask(adding(1))
        (program,) = programs()
        fork = fork_of(program)
        readers.ask(adding(1))
        assert [*programs()] == [program]
        assert fork_of(program) != fork


def test_there_is_another_while_one_takes_long() -> None:
    with closing(Readers(2)) as readers:
        readers.ask(NO_FILES)
        (program,) = programs()
        fork = fork_of(program)
        # What it is asked next takes as long as we want.
        os.kill(fork, signal.SIGSTOP)
        asked = threading.Thread(target=readers.ask, args=(adding(1),))
        asked.start()
        wait_until(lambda: readers._free.qsize() == 1)
        assert readers.ask(NO_FILES) == NOTHING
        assert len(programs()) == 2
        os.kill(fork, signal.SIGCONT)
        asked.join()


def test_who_waits_for_an_answer_does_not_keep_the_session() -> None:
    with closing(Readers()) as readers:
        failed: list[str] = []

        def ask() -> None:
            with pytest.raises(SourceError) as caught:
                readers.ask(adding(50_000))
            failed.append(str(caught.value))

        both = [threading.Thread(target=ask) for _ in range(2)]
        for entry in both:
            entry.start()
        wait_until(programs)  # one of them has it, and the other one waits
        readers.close()
        for entry in both:
            entry.join()
        assert sorted(failed) == [
            "the program that analyzes it failed: was stopped before it answered",
            "the session ended before the change was analyzed",
        ]
        assert programs() == {}
