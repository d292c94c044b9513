"""The messages of the table: what a client may say and what the server answers, each with its schema."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from fireteam.core.sealed import LONGEST_WORD

VERSION = 1
LARGEST_FRAME = 16_384
"""Bytes of a client's message."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]
Position = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]


DiceWord = Annotated[str, Meta(max_length=LONGEST_WORD)]


class Said(Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message of a client; its id is the client's own, and sent twice it counts once."""

    id: Id


class Hello(Said, tag="hello"):
    """The first message: who is there. `form` says whether updates come as patches or whole; the `word` counts where
    dice are sealed, the first time that a seat's link is used."""

    token: Annotated[str, Meta(max_length=400)]
    form: Annotated[str, Meta(pattern="^(patch|full)$")] = "patch"
    word: DiceWord = ""


class Answer(Said, tag="answer"):
    """The answer to the question at a position: the key of an option."""

    at: Position
    key: Key


class Rolled(Said, tag="rolled"):
    """The faces of real dice, of each pool where there are several, or the label that was drawn."""

    at: Position
    faces: Annotated[
        list[int | Annotated[str, Meta(max_length=80)] | Annotated[list[int], Meta(max_length=80)]],
        Meta(min_length=1, max_length=40),
    ]


class Answers(Said, tag="answers"):
    """Several answers in a row, such as a walk; it stops where one no longer fits, or somebody else is asked."""

    at: Position
    keys: Annotated[list[Key], Meta(min_length=1, max_length=60)]


class Undo(Said, tag="undo"):
    """Take back my last answer; free if nothing was learned since, else an offer to the others."""

    at: Position


class Redo(Said, tag="redo"):
    """Give the answers that were taken back again; the same dice fall."""

    at: Position


class Consent(Said, tag="consent"):
    """Accept or decline the undo that is on offer."""

    at: Position
    accept: bool


class Withdraw(Said, tag="withdraw"):
    """Take back my own offer."""


class Take(Said, tag="take"):
    """The person of this seat is at the screen now (hand-over)."""

    seat: SeatNumber


class AskOdds(Said, tag="odds"):
    """Exact odds of an option, with the numbers behind it."""

    at: Position
    key: Key
    aim: Annotated[str, Meta(max_length=80)] = ""


class AskAdvice(Said, tag="advise"):
    """What a bot would answer in my place."""

    at: Position


class AskWhy(Said, tag="why"):
    """Why something is not possible: by the key it would have, or everything at a place ("piece mamushi", "part A01",
    "spot 7,3")."""

    at: Position
    key: Annotated[str, Meta(max_length=200)] = ""
    place: Annotated[str, Meta(max_length=200)] = ""


PieceName = Annotated[str, Meta(max_length=200)]
Wishes = Annotated[list[Key], Meta(max_length=8)]


class AskPlan(Said, tag="plan"):
    """The answers that lead to a spot, if there are some: a walk.

    Of a `piece` that would have to act first, with all that comes before; `wishes` are answers wanted on the way there.
    `point`: where in the last cell it is to stand. `near`: a legal point close by will do.
    """

    at: Position
    spot: Annotated[str, Meta(min_length=1, max_length=300)]
    piece: PieceName = ""
    wishes: Wishes = []
    point: Annotated[list[int], Meta(min_length=2, max_length=2)] | None = None
    near: bool = False


class AskAhead(Said, tag="ahead"):
    """What a gesture may mean: where a `piece` could go if it acted now, or the attacks on a `target`, by that piece or
    by whoever is asked."""

    at: Position
    piece: PieceName = ""
    target: PieceName = ""
    wishes: Wishes = []


class AskLook(Said, tag="look"):
    """What the piece that the decision is about has to do with another: distance, sight, cover."""

    at: Position
    place: Annotated[str, Meta(min_length=1, max_length=200)]


class AskDanger(Said, tag="danger"):
    """How dangerous the spots are that the piece of the decision may move to, from the spot of a number on."""

    at: Position
    first: Annotated[int, Meta(ge=0, le=10_000)] = 0


class Passes(Said, tag="passes"):
    """The windows that this seat always declines."""

    seat: SeatNumber
    windows: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=60)]


class Word(Said, tag="word"):
    """Another word for the dice, while somebody is still waited for."""

    word: DiceWord


class Ping(Said, tag="ping"):
    """Are you there?"""


ClientMessage = (
    Hello | Answer | Rolled | Answers | Undo | Redo | Consent | Withdraw | Take
    | AskOdds | AskAdvice | AskWhy | AskPlan | AskAhead | AskLook | AskDanger | Passes | Word | Ping
)  # fmt: skip

Change = Answer | Answers | Rolled | Undo | Redo | Consent | Withdraw | Passes
"""What changes a match, or may."""

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientMessage)
ENCODER = msgspec.json.Encoder()


class Fault(Exception):
    """Something a client did wrong, as a code with parameters and a sentence; nothing has changed."""

    def __init__(self, code: str, text: str, **params: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.params = params

    def message(self, re: str = "") -> dict[str, Any]:
        """The error as it is sent."""
        found: dict[str, Any] = {"type": "error", "code": self.code, "text": self.text}
        if re:
            found["re"] = re
        if self.params:
            found["params"] = self.params
        return found


CODES = {
    "garbage": "the message is not understood",
    "too_large": "the message is too large",
    "too_fast": "too many messages",
    "no_hello": "say hello first",
    "bad_token": "this link is not valid, or was revoked",
    "taken": "somebody has taken this seat by this link already; whoever made the match can renew the link",
    "wrong_seat": "it is not your decision",
    "stale": "the position has changed",
    "illegal": "that is not possible",
    "late": "it took too long to work out",
    "not_found": "there is no such thing",
    "nothing": "there is nothing to undo or redo",
    "busy": "an offer is open already",
    "forbidden": "this link may not do that",
    "full": "there is no room for more",
    "broken": "this match cannot go on",
    "closing": "the server is shutting down",
    "setup": "the wish for a match is not possible",
    "internal": "something went wrong on the server",
}
"""Every code of an error, and what it means; the page has its own words for each."""


def decode(raw: str | bytes) -> ClientMessage:
    """A client's message, or a Fault that says what is wrong with it."""
    if len(raw) > LARGEST_FRAME:
        raise Fault("too_large", f"a message has at most {LARGEST_FRAME} bytes", limit=LARGEST_FRAME)
    try:
        message: ClientMessage = DECODER.decode(raw)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault("garbage", f"not a message of the table: {error}") from None
    return message


def encode(message: Any) -> str:
    """A message as text."""
    return ENCODER.encode(message).decode()
