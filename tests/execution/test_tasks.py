"""Things made once, side by side, and the slots in which the work is done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from pytest_hydra.execution.tasks import Tasks, TasksStoppedError
from tests.processes import wait_until


def test_each_is_made_once_whoever_asks() -> None:
    tasks = Tasks()
    made: list[str] = []

    def base() -> str:
        made.append("base")
        return "base"

    def other(name: str) -> str:
        return f"{tasks.take('base', base)}+{name}"

    for name in "abc":
        tasks.start(name, lambda name=name: other(name))  # type: ignore[misc] # bound now
    assert [tasks.take(name, base) for name in "abc"] == ["base+a", "base+b", "base+c"]
    assert made == ["base"]
    assert len(tasks) == 4


def test_what_it_raised_is_raised_to_each_who_asks() -> None:
    tasks = Tasks()

    def make() -> None:
        raise ValueError("no such tree")

    for _ in range(2):
        with pytest.raises(ValueError, match="no such tree"):
            tasks.take("a", make)


def test_who_waits_is_let_go_when_it_is_stopped() -> None:
    tasks, never = Tasks(), threading.Event()
    tasks.start("a", never.wait)
    assert not tasks.stop(0)
    with pytest.raises(TasksStoppedError):
        tasks.take("a", never.wait)
    with pytest.raises(TasksStoppedError):
        tasks.take("b", never.wait)
    never.set()
    assert tasks.stop(60)


def test_only_so_many_are_at_work_and_the_first_by_rank_begins() -> None:
    tasks, let_go = Tasks(2), threading.Event()
    begun: list[int] = []

    def make(number: int) -> None:
        begun.append(number)
        assert let_go.wait(60)

    for number in (8, 9, 3, 1, 2):
        tasks.start(number, partial(make, number), (number,))
    while len(begun) < 2:
        threading.Event().wait(0.001)
    assert len(tasks._threads) == 2
    let_go.set()
    for number in (3, 2, 1):
        tasks.take(number, partial(make, number))
    # Who is waited for begins at once; the others in their order.
    assert sorted(begun[:2]) == [8, 9]
    assert sorted(begun[2:]) == [1, 2, 3]


def test_what_is_waited_for_begins_however_much_is_at_work() -> None:
    tasks = Tasks(1)

    def chain(number: int) -> int:
        if not number:
            return 0
        return int(tasks.take(number - 1, partial(chain, number - 1))) + 1

    for number in range(20):
        tasks.start(number, partial(chain, number), (-number,))
    assert [tasks.take(number, partial(chain, number)) for number in range(20)] == [*range(20)]
    assert tasks.stop(60)


def test_who_waits_for_others_leaves_its_place_to_the_next() -> None:
    tasks, ended = Tasks(1), threading.Event()

    def wait() -> None:
        with tasks._resting():
            assert ended.wait(60)

    tasks.start("waits", wait)
    tasks.start("ends", ended.set)
    tasks.take("waits", wait)
    assert tasks.stop(60)
    assert tasks.active_count == 0


def test_who_takes_what_is_there_does_not_leave_its_place() -> None:
    tasks, let_go, ended = Tasks(1), threading.Event(), threading.Event()
    tasks.take("there", lambda: "there")
    # Its thread is done a moment after its result is there.
    wait_until(lambda: tasks.active_count == 0)

    def take() -> int:
        assert let_go.wait(60)
        tasks.take("there", lambda: "there")
        return tasks.active_count

    tasks.start("takes", take)
    tasks.start("next", ended.wait)
    let_go.set()
    assert tasks.take("takes", take) == 1
    ended.set()
    assert tasks.stop(60)


@contextmanager
def no_more_threads() -> Iterator[None]:
    """The system has none inside the block."""
    usual = threading.stack_size()
    threading.stack_size(2**46)  # more than any machine has
    try:
        yield
    finally:
        threading.stack_size(usual)


def test_where_there_are_no_more_threads_who_waits_makes_it() -> None:
    tasks = Tasks()

    def make() -> int:
        return int(tasks.take("other", threading.get_ident))

    def fail() -> None:
        raise ValueError("no such tree")

    with no_more_threads():
        tasks.start("later", threading.get_ident)
        assert tasks.take("a", make) == threading.get_ident()
        for _ in range(2):
            with pytest.raises(ValueError, match="no such tree"):
                tasks.take("b", fail)
    assert tasks.pop("a") == tasks.pop("other") == threading.get_ident()
    assert tasks.take("later", threading.get_ident) != threading.get_ident()
    assert tasks.stop(5)
    assert tasks.active_count == 0


def test_what_has_no_thread_yet_begins_when_another_has_ended() -> None:
    tasks, let_go, begun = Tasks(), threading.Event(), threading.Event()
    tasks.start("first", let_go.wait)
    with no_more_threads():
        tasks.start("second", begun.set)
    let_go.set()
    assert begun.wait(5)
    assert tasks.stop(5)
