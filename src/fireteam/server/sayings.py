"""What a seat may say besides an answer: who, when and how often, in one table that everything said goes by.

Nobody may end another's game by it: what floods is refused by the pace of that seat alone, undos leave the last quarter
of a match's entries to answers, and once sealed dice are open nothing is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from fireteam.server import messages as say
from fireteam.server import sealing, undoing
from fireteam.server.buckets import Bucket
from fireteam.server.messages import CODES, Fault
from fireteam.server.settings import Limits
from fireteam.server.viewers import Viewer

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

Said = say.ClientMessage
Condition = Callable[["Room", Viewer, Said], None]
"""Whether something may be said now, else a Fault; only under the lock of the room."""


def _taking_back(room: Room, viewer: Viewer, message: Said) -> None:
    assert room.live is not None
    fault = undoing.closed(room, room.live)
    if fault is not None:
        raise fault


def _asked_to_consent(room: Room, viewer: Viewer, message: Said) -> None:
    if room.offer is None:
        raise Fault("nothing", "no undo is on offer")
    if room.offer.wanted.isdisjoint(viewer.seats):
        raise Fault("wrong_seat", "the offer is not for you")


def _has_offered(room: Room, viewer: Viewer, message: Said) -> None:
    if room.offer is None or room.offer.holder != viewer.holder:
        raise Fault("nothing", "you have offered nothing")


def _own_seat(room: Room, viewer: Viewer, message: Said) -> None:
    assert isinstance(message, say.Passes | say.Take)
    if message.seat not in viewer.seats:
        raise Fault("wrong_seat", CODES["wrong_seat"], seat=message.seat)


def _words_open(room: Room, viewer: Viewer, message: Said) -> None:
    if not sealing.waiting(room):
        raise Fault("forbidden", "the words for the dice are settled")


class Saying(NamedTuple):
    """Something that may be said: by whom and when in words, how often by the name of a limit, and the condition."""

    who: str
    when: str
    pace: str
    timely: Condition | None = None
    """None: whoever carries it out knows."""


_TAKING_BACK = "not once sealed dice are open, nor in the last quarter of a match's entries"
SAYINGS: Mapping[str, Saying] = {
    "undo": Saying("whoever has answered", _TAKING_BACK, "undos", _taking_back),
    "redo": Saying("whoever has taken back", _TAKING_BACK, "undos", _taking_back),
    "offer": Saying("whoever's undo takes back what others have learned", "while none is open", "offers"),
    "consent": Saying("whom an undo is offered to", "while the offer is open", "consents", _asked_to_consent),
    "withdraw": Saying("whoever has offered", "while the offer is open", "consents", _has_offered),
    "passes": Saying("a seat, for itself", "always", "passes", _own_seat),
    "take": Saying("the link of several seats, for one of them", "always", "takes", _own_seat),
    "word": Saying("a seat whose dice are sealed", "while somebody is waited for", "words", _words_open),
    "claim": Saying("the link of a seat", "until somebody has taken it", "renewals"),
    "renew": Saying("the host for every link, a seat for its own", "always", "renewals"),
}
"""All that is neither an answer nor a question, by the type of the message. An offer is an undo that others must agree
to; links are claimed and renewed by HTTP."""


def rows() -> Iterator[str]:
    """The table as the handbook prints it."""
    yield "| | who | when | limit |"
    yield "| --- | --- | --- | --- |"
    for name, saying in SAYINGS.items():
        yield f"| `{name}` | {saying.who} | {saying.when} | `{saying.pace}` |"


def _of(message: Said) -> tuple[str, Saying | None]:
    name = str(type(message).__struct_config__.tag)
    return name, SAYINGS.get(name)


def must_be_allowed(room: Room, viewer: Viewer, message: Said) -> None:
    """A Fault unless this link may say it at all, and not too often: before anything is woken or waited for."""
    name, saying = _of(message)
    if saying is None:
        return
    if not viewer.seats:
        raise Fault("forbidden", "whoever only watches has no say in the match")
    room.paces.spend(viewer.holder, name)


def must_be_time(room: Room, viewer: Viewer, message: Said) -> None:
    """A Fault unless now is the time to say it; only under the lock."""
    _, saying = _of(message)
    if saying is not None and saying.timely is not None:
        saying.timely(room, viewer, message)


class Paces:
    """How often everybody in a room may say something more: a bucket of each link for each pace."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def spend(self, holder: str, name: str) -> None:
        """Say such a thing once more; a Fault if that link has said it too often."""
        kind = SAYINGS[name].pace
        pace, now = getattr(self.limits, kind), self.clock()
        bucket = self._buckets.setdefault((holder, kind), Bucket(pace.burst, now))
        wait = bucket.wait(pace, now)
        if wait:
            text = f"that was said too often; try again in {max(1, round(wait))} s"
            raise Fault("too_fast", text, wait=round(wait, 2))
