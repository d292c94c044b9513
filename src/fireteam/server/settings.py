"""What an operator may set of the server, and the limits that keep it up."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fireteam.server.requests import LARGEST_SAVE

PAGE = Path(__file__).with_name("page")


@dataclass(frozen=True, slots=True)
class Pace:
    """How many at once, and how many a second after that."""

    burst: float
    rate: float


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of everything; the defaults suit one machine with many people at it."""

    sockets: int = 4000
    """Sockets in all."""
    sockets_of_address: int = 400
    """Sockets of one address."""
    connections_of_address: int = 600
    """Connections of one address, its sockets among them; behind a proxy that is not counted."""
    controls: Pace = Pace(60, 10)
    """Pings, pongs and parts of messages of a socket; more end it."""
    silent: int = 500
    """Sockets that have not said hello; beyond it the one that waited longest goes."""
    hello: float = 10.0
    """Seconds until hello must have been said."""
    messages: Pace = Pace(60, 40)
    """A socket's messages; faster ones wait."""
    waiting: int = 30
    """A socket's messages that may wait; more are refused."""
    refused: int = 300
    """Messages refused, without a pause in which those that wait are done, before the socket is closed."""
    garbage: int = 20
    """Messages that are none before the socket is closed."""
    questions: int = 4
    """A socket's questions for odds at once."""
    unread: int = 500
    """Messages that a client may leave unread."""
    unread_bytes: int = 4 * 1024 * 1024
    """Characters that a client may leave unread."""
    stalled: float = 20.0
    """Seconds that a client may take to read one message, or some of an answer."""
    hands: int = 8
    """Threads in which answers are carried out, each match in one at a time."""
    lookers: int = 1
    """Processes that answer questions for reasons, ways and sight."""
    looks: int = 6
    """A seat's questions for reasons, ways and sight that may wait; the oldest makes room for a newer one."""
    looks_of_address: int = 60
    """The same of one address; more are refused."""
    seat_work: Pace = Pace(5000, 250)
    """Milliseconds of processor time for what one link asks; whoever used more waits."""
    address_work: Pace = Pace(20_000, 500)
    """The same for everything that comes from one address."""
    patience: float = 5.0
    """Seconds that a request waits where its link or address has used more than its share; beyond it is refused."""
    frame: int = 65_536
    """Bytes of a frame; a larger one ends the socket (a message has its own, smaller limit)."""
    body: int = 65_536
    """Bytes of a request's body."""
    import_body: int = 2 * LARGEST_SAVE
    """Bytes of an import's body: the save, with room for what JSON writes longer."""
    body_seconds: float = 30.0
    """Seconds that a body may take to arrive."""
    connecting: Pace = Pace(1200, 50)
    """New connections of one address; more are cut at once, which costs next to nothing."""
    creating: Pace = Pace(30, 30 / 60)
    """New matches of one address."""
    importing: Pace = Pace(10, 10 / 60)
    """Imports of one address."""
    building: Pace = Pace(60, 4)
    """Teams of one address whose form is asked for: once for every change."""
    guessing: Pace = Pace(60, 60 / 60)
    """Links of one address that are not valid."""
    matches_of_address: Pace = Pace(300, 300 / 86_400)
    """New matches of one address over a day, branches and imports among them."""
    entries: int = 50_000
    """Entries of a match, such as answers and undos, that are kept; people can change no match that has more."""
    undos: Pace = Pace(30, 1)
    """A seat's undos and redos; those in the last quarter of a match's entries are refused, so that it can be ended."""
    offers: Pace = Pace(4, 1 / 20)
    """A seat's offers of an undo, which the others must answer."""
    consents: Pace = Pace(10, 1)
    """A seat's answers to offers, and its own offers that it takes back."""
    passes: Pace = Pace(20, 1)
    """A seat's changes of the windows that it always declines."""
    takes: Pace = Pace(30, 2)
    """Changes of the person at a screen."""
    words: Pace = Pace(10, 1 / 2)
    """A seat's words for sealed dice."""
    renewals: Pace = Pace(10, 1 / 10)
    """Links that are taken or renewed by one link."""
    viewers: int = 200
    """Sockets in one match."""
    disk: int = 200
    """Megabytes that stay free on the disk: with fewer no new match is begun."""
    addresses: int = 10_000
    """Addresses that are remembered."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Who may come, and by which names."""

    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    """The names by which this server may be called; none: by any name."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may talk to this server."""
    metrics_token: str = ""
    """What a program of another machine must show to read the metrics; empty: they are for this machine alone."""
    page: Path = PAGE
    limits: Limits = field(default_factory=Limits)
