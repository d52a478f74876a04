"""Jobs that run ahead: order, limits, failures, and an end that does not wait for ever."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from pytest_hydra.execution.tasks import Tasks, TasksStoppedError

SECONDS = 60.0


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """What holds jobs back until a test opens it; open at the end in any case."""
    event = threading.Event()
    yield event
    event.set()


def _many(pool: Tasks, jobs: int, run: Callable[[int], object], most: int = 100) -> None:
    for number in range(jobs):
        pool.start(number, partial(run, number), group="bot", most=most)


def test_results_come_out_as_they_are_asked_for() -> None:
    pool = Tasks(4)
    _many(pool, 20, lambda number: number * number)
    assert [pool.pop(number) for number in reversed(range(20))] == [
        number * number for number in reversed(range(20))
    ]
    assert len(pool) == 0


def test_what_a_job_raises_is_raised_where_it_is_taken() -> None:
    pool = Tasks(1)
    pool.start("bad", lambda: 1 // 0, group="bot", most=1)
    pool.start("good", lambda: "fine", group="bot", most=1)
    with pytest.raises(ZeroDivisionError):
        pool.pop("bad")
    assert pool.pop("good") == "fine"


@pytest.mark.parametrize(("limit", "most", "at_once"), [(3, 100, 3), (8, 2, 2), (1, 5, 1)])
def test_as_many_run_at_a_time_as_may(limit: int, most: int, at_once: int) -> None:
    pool = Tasks(limit)
    lock = threading.Lock()
    running = 0
    highest = 0
    # Full when as many run as may: then all of them go on, and nobody had to sleep.
    barrier = threading.Barrier(at_once)

    def job(_: int) -> None:
        nonlocal running, highest
        with lock:
            running += 1
            highest = max(highest, running)
        barrier.wait(SECONDS)
        with lock:
            running -= 1

    jobs = 4 * at_once
    _many(pool, jobs, job, most)
    for number in range(jobs):
        pool.pop(number)
    assert highest == at_once


def test_a_full_group_does_not_hold_up_another(gate: threading.Event) -> None:
    pool = Tasks(2)
    for number in range(3):
        pool.start(("slow", number), lambda: gate.wait(SECONDS), group="slow", most=1)
    pool.start("quick", lambda: "done", group="quick", most=1)
    assert pool.pop("quick") == "done"
    gate.set()
    assert [pool.pop(("slow", number)) for number in range(3)] == [True] * 3


def test_nothing_starts_after_the_end(gate: threading.Event) -> None:
    pool = Tasks(1)
    started = threading.Event()
    ran: list[int] = []

    def first(_: int) -> None:
        started.set()
        gate.wait(SECONDS)

    pool.start("first", lambda: first(0), group="bot", most=1)
    _many(pool, 3, ran.append)
    assert started.wait(SECONDS)
    assert pool.stop(0) is False
    # Neither what runs nor what was to run is waited for any more.
    for key in ("first", 0):
        with pytest.raises(TasksStoppedError):
            pool.pop(key)
    gate.set()
    assert pool.stop(SECONDS) is True
    pool.start("late", lambda: ran.append(9), group="bot", most=1)
    assert ran == []
    assert "late" not in pool


def test_each_job_has_its_own_context() -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="unset")
    pool = Tasks(1)

    def job(name: str) -> str:
        before = variable.get()
        variable.set(name)
        return before

    pool.start(1, lambda: job("one"), group="bot", most=1)
    pool.start(2, lambda: job("two"), group="bot", most=1)
    assert [pool.pop(1), pool.pop(2)] == ["unset", "unset"]
