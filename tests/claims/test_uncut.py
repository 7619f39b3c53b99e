"""An alarm or an interrupt spares what has to come to its end, and one that is lost comes again."""

from __future__ import annotations

import signal
import sys
import weakref
from collections.abc import Callable, Iterator
from types import TracebackType

import pytest
import torch

from lemmata.claims.budget import clock
from lemmata.claims.deadline import alarm
from lemmata.claims.screening import OutOfTime
from lemmata.conjectures import worker


def work(seconds: float) -> None:
    end = clock() + seconds
    while clock() < end:
        pass


class Ended:
    """Does some work where it is left, or goes, and notes that it came to its end."""

    def __init__(self, at_work: Callable[[], None]) -> None:
        self.at_work, self.ended = at_work, list[bool]()

    def __enter__(self) -> list[bool]:
        return self.ended

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.at_work()
        self.ended.append(True)


class Going(Ended):
    def __del__(self) -> None:
        self.__exit__(None, None, None)


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """What was raised where nobody could catch it."""
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: seen.append(problem.exc_type))
    return seen


def test_gradients_that_were_switched_off_are_on_again_wherever_the_alarm_rings() -> None:
    for k in range(60):
        with pytest.raises(OutOfTime), alarm(clock() + 1e-3 * (1 + k % 3)):
            while True:
                with torch.no_grad():
                    pass
        assert torch.is_grad_enabled()


def test_a_block_is_left_before_the_alarm_rings_and_what_comes_after_is_cut() -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        with Ended(lambda: work(0.15)) as ended:
            pass
        assert ended
        work(5.0)


def test_what_goes_goes_whole(reported: list[type[BaseException]]) -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        going = Going(lambda: work(0.15))
        ended = going.ended
        del going
        assert ended
        work(5.0)
    assert not reported


def test_an_alarm_that_the_interpreter_swallowed_rings_again_and_is_not_reported(
    reported: list[type[BaseException]],
) -> None:
    hook, cut = sys.unraisablehook, []

    def called_back(gone: object) -> None:
        try:
            work(5.0)
        except OutOfTime:
            cut.append(True)
            raise

    start = clock()
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        held = Ended(lambda: None)
        noted = weakref.ref(held, called_back)
        del held
        work(5.0)
    assert cut and noted() is None and not reported and sys.unraisablehook is hook
    assert clock() - start < 0.5, "at once, not when it would have stage again"


def test_what_else_is_lost_inside_is_reported(reported: list[type[BaseException]]) -> None:
    with alarm(clock() + 60):
        held = Ended(lambda: None)
        noted = weakref.ref(held, lambda gone: 1 / 0)
        del held
    assert noted() is None and reported == [ZeroDivisionError]


@pytest.fixture
def interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, worker._interrupted)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_waits_too_and_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt):
        with Ended(lambda: signal.raise_signal(signal.SIGINT)) as ended:
            pass
        assert ended
        work(60.0)


@pytest.mark.usefixtures("interruptible")
def test_elsewhere_an_interrupt_comes_at_once() -> None:
    ended = False
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
        ended = True
    assert not ended
