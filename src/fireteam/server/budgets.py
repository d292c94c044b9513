"""What work costs whoever asks for it: milliseconds, of each seat and of each address; debts delay the debtor alone."""

from __future__ import annotations

import asyncio
import types
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic, thread_time
from typing import Any, TypeVar

from fireteam.server.links import Link
from fireteam.server.messages import Fault
from fireteam.server.settings import Limits, Pace

T = TypeVar("T")


class Purses:
    """Milliseconds of each name, as long as they matter: a burst, then so many a second. A purse may be in debt."""

    def __init__(self, pace: Pace, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.pace = pace
        self.most = most
        self.clock = clock
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What was left, and when."""

    def left(self, name: str) -> float:
        """Milliseconds that a name may still use; less than none is owed."""
        left, since = self._held.get(name, (self.pace.burst, 0.0))
        return min(self.pace.burst, left + (self.clock() - since) * self.pace.rate)

    def take(self, name: str, milliseconds: float) -> None:
        """Pay, on credit if need be: what something costs is known when it is done."""
        self._held[name] = (self.left(name) - milliseconds, self.clock())
        self._held.move_to_end(name)
        if len(self._held) > self.most:
            self._held.popitem(last=False)

    def wait(self, name: str) -> float:
        """Seconds until nothing is owed."""
        debt = -self.left(name) if name in self._held else 0.0
        return debt / self.pace.rate if debt > 0 and self.pace.rate else 3600.0 if debt > 0 else 0.0


def seat_of(link: Link) -> str:
    """The name of a link as it pays, whatever socket or request it comes by."""
    return f"{link.match} {link.name}"


class Payer:
    """Who pays for what is done now: an address, and a seat once its link is known."""

    __slots__ = ("_budgets", "address", "seat")

    def __init__(self, budgets: Budgets, address: str, seat: str = "") -> None:
        self._budgets = budgets
        self.address = address
        self.seat = seat

    def charge(self, milliseconds: float) -> None:
        """Pay for work that was done."""
        self._budgets.addresses.take(self.address, milliseconds)
        if self.seat:
            self._budgets.seats.take(self.seat, milliseconds)

    def wait(self) -> float:
        """Seconds until this payer owes nothing."""
        owed = self._budgets.seats.wait(self.seat) if self.seat else 0.0
        return max(owed, self._budgets.addresses.wait(self.address))


async def settle(payer: Payer, patience: float) -> None:
    """Wait until nothing is owed; a Fault where that takes longer than a request may last."""
    owed = payer.wait()
    if owed > patience:
        raise Fault("too_fast", f"that was more than your share; try again in {owed:.0f} s", wait=round(owed, 1))
    if owed:
        await asyncio.sleep(owed)


class Budgets:
    """All purses of a server."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self.seats = Purses(limits.seat_work, limits.addresses, clock)
        self.addresses = Purses(limits.address_work, limits.addresses, clock)

    def payer(self, address: str, seat: str = "") -> Payer:
        """Who pays, by address and by link."""
        return Payer(self, address, seat)


PAYER: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""Who pays for what the current task does; nobody pays for what the server does of its own accord."""


@contextmanager
def paid_by(payer: Payer | None) -> Iterator[None]:
    """What is done inside is paid by that one."""
    token = PAYER.set(payer)
    try:
        yield
    finally:
        PAYER.reset(token)


def _charge(milliseconds: float) -> None:
    payer = PAYER.get()
    if payer is not None:
        payer.charge(milliseconds)


def timed(work: Callable[..., T], *given: Any) -> T:
    """Do something in this thread; it is charged with the processor time that it took."""
    began = thread_time()
    try:
        return work(*given)
    finally:
        _charge((thread_time() - began) * 1000)


async def metered(work: Awaitable[T]) -> T:
    """Do something on the loop; it is charged with the processor time of its own steps, not with what it waits for."""
    return await _steps(work)


@types.coroutine
def _steps(work: Awaitable[T]) -> Generator[Any, Any, T]:
    steps = work.__await__()
    heard: Any = None
    trouble: BaseException | None = None
    while True:
        began = thread_time()
        try:
            step = steps.send(heard) if trouble is None else steps.throw(trouble)
        except StopIteration as end:
            found: T = end.value
            return found
        finally:
            _charge((thread_time() - began) * 1000)
        heard, trouble = None, None
        try:
            heard = yield step
        except BaseException as error:
            trouble = error
