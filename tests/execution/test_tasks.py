"""Things made once, side by side, and the slots in which the work is done."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from pytest_hydra.execution.tasks import Slots, Tasks, TasksStoppedError
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
    assert tasks.results() == {"base": "base", **{name: f"base+{name}" for name in "abc"}}


def test_what_it_raised_is_raised_to_each_who_asks() -> None:
    tasks = Tasks()

    def make() -> None:
        raise ValueError("no such tree")

    for _ in range(2):
        with pytest.raises(ValueError, match="no such tree"):
            tasks.take("a", make)
    assert tasks.results() == {}


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


def test_no_more_work_than_there_are_slots_and_the_most_urgent_goes_first() -> None:
    slots, order = Slots(1), list[int]()
    inside, let_go = threading.Event(), threading.Event()

    def work(urgency: int) -> None:
        with slots.slot(urgency):
            order.append(urgency)
            inside.set()
            assert let_go.wait(60)

    first = threading.Thread(target=work, args=(9,))
    first.start()
    assert inside.wait(60)
    later = [threading.Thread(target=work, args=(urgency,)) for urgency in (3, 1, 2)]
    for thread in later:
        thread.start()
    while len(slots._waiting) < 3:
        threading.Event().wait(0.001)
    assert order == [9]
    let_go.set()
    for thread in [first, *later]:
        thread.join(60)
    assert order == [9, 1, 2, 3]


def test_who_stands_in_line_keeps_the_place_whatever_it_does_meanwhile() -> None:
    slots, order = Slots(1), list[str]()
    in_line, ready = threading.Event(), threading.Event()

    def first() -> None:
        with slots.queue(0) as wait:
            in_line.set()
            assert ready.wait(60)
            wait()
            order.append("first")

    def second() -> None:
        with slots.slot(0):
            order.append("second")

    with slots.slot(0):
        threads = [threading.Thread(target=first), threading.Thread(target=second)]
        threads[0].start()
        assert in_line.wait(60)
        threads[1].start()
        wait_until(lambda: len(slots._waiting) == 2)
    wait_until(lambda: len(slots._waiting) == 1)
    assert order == []
    ready.set()
    for thread in threads:
        thread.join(60)
    assert order == ["first", "second"]


def test_who_gives_up_in_line_keeps_no_slot() -> None:
    slots = Slots(1)
    with pytest.raises(OSError, match="full"), slots.queue(0):
        raise OSError("the disk is full")
    with slots.slot(0):
        pass


def test_nobody_begins_after_the_end() -> None:
    slots = Slots(1)
    said = threading.Event()

    def wait() -> None:
        with pytest.raises(TasksStoppedError), slots.slot(0):
            pass
        said.set()

    with slots.slot(0):
        thread = threading.Thread(target=wait)
        thread.start()
        slots.stop()
        assert said.wait(60)
    thread.join(60)
    with pytest.raises(TasksStoppedError), slots.slot(0):
        pass


def test_of_many_who_wait_only_the_next_is_woken() -> None:
    slots, held, let_go = Slots(1), threading.Event(), threading.Event()
    had: list[int] = []

    def work(number: int) -> None:
        with slots.slot(number):
            had.append(number)
            held.set()
            let_go.wait()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
    threads[0].start()
    assert held.wait(60)
    for thread in threads[1:]:
        thread.start()
    while len(slots._waiting) < 19:
        threading.Event().wait(0.001)
    assert not any(entry.woken.is_set() for entry in slots._waiting)
    let_go.set()
    for thread in threads:
        thread.join(60)
    assert had == list(range(20))


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
        with tasks.resting():
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
    assert tasks.results() == dict.fromkeys(("a", "other"), threading.get_ident())
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


def test_who_is_interrupted_while_it_waits_is_handed_no_slot() -> None:
    slots, main = Slots(1), threading.get_ident()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)

    def interrupt() -> None:
        # Not before it waits: a moment earlier there would be nothing to hand back.
        wait_until(lambda: slots._waiting and sys._current_frames()[main].f_code.co_name == "wait")
        signal.pthread_kill(main, signal.SIGALRM)

    thread = threading.Thread(target=interrupt)
    try:
        with slots.slot(0):
            thread.start()
            with pytest.raises(KeyboardInterrupt), slots.slot(0):
                pass
            thread.join()
    finally:
        signal.signal(signal.SIGALRM, before)
    taken = threading.Event()

    def take() -> None:
        with slots.slot(0):
            taken.set()

    threading.Thread(target=take, daemon=True).start()
    assert taken.wait(60)
