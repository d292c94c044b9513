"""Where a move may lead, as a region of options: keys are read, written, and judged by the game's paths."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from fireteam.core.questions import SUGGESTIONS, Option
from fireteam.core.refusals import Check, Refusal
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.model import INCH, Body, Point
from fireteam.space.plane.placing import Ground, settle
from fireteam.space.plane.proofs import Open

_NUMBER = r"\d{1,4}(?:\.\d{1,9})?"
_LEG = re.compile(rf"(?P<x>{_NUMBER}), ?(?P<y>{_NUMBER})(?: up (?P<z>-?{_NUMBER}))?(?: (?P<how>[a-z]+))?")
STRAIGHT = "straight "
"""Before a key: the one straight leg is meant, whether or not another way is cheaper."""
REFUSED_LEG = "leg {} can be made at {} ({})"
REASON = re.compile(r"leg \d+ can be made at [^(]*\((.*)\)")
"""What does not hold of a leg that cannot be made, and the reason in it."""


class Leg(NamedTuple):
    """A place of a key, in hundredths, and how the leg to it is made.

    Where it is not a whole hundredth the nearest legal one is meant; without a height, as the ground goes.
    """

    x: float
    y: float
    z: int | None = None
    how: str = ""
    """One of the region's words for legs; empty: as everybody goes."""

    @property
    def key(self) -> str:
        """How it is named within the key of a move."""
        up = "" if self.z is None else f" up {self.z / INCH:.2f}"
        return f"{self.x / INCH:.2f},{self.y / INCH:.2f}{up}{f' {self.how}' if self.how else ''}"


class Walked(Protocol):
    """A legal move."""

    @property
    def end(self) -> Body:
        """Where it ends."""


M = TypeVar("M", bound=Walked)
M_co = TypeVar("M_co", covariant=True)


class Reach(Protocol[M_co]):
    """All that a move may reach, found by a search that need not know every way."""

    def suggest(self, count: int, /) -> Sequence[M_co]:
        """Some moves spread over it."""

    def draw(self, lot: float, /) -> M_co | None:
        """A move picked by a number from 0 up to 1, if it found one."""

    def first(self) -> M_co | None:
        """Some move, if it knows one."""

    def cost(self, x: float, y: float, /) -> float | None:
        """What it costs to come near a point, roughly; None if the search does not come there."""

    def contours(self) -> Sequence[Sequence[Sequence[Point]]]:
        """For each number of inches the closed lines round what they reach."""


class Destinations(ABC, Generic[M]):
    """Where a move may lead; the game gives its reach, and judges paths.

    "to 12.34,5.60" takes the cheapest route known; "up 3.00" names the surface where there are several. With "via", and
    "then" between waypoints, exactly those legs are meant, and with "straight to" the one leg; a word of the game after
    a place, such as "jump", says how the leg to it is made.
    """

    kind: ClassVar[str] = "move"
    """Of the options."""
    leg_words: ClassVar[tuple[str, ...]] = ()
    """What may stand after a place: how the leg to it is made."""
    example: ClassVar[str] = "to 12.34,5.60 up 3.00 via 10.00,4.00 then 11.00,5.00"
    """A key with everything a key may have."""
    reading_rule: ClassVar[str] = ""
    """The rule of the game by which a key that is no move is refused."""
    leg_rule: ClassVar[str] = ""
    """The rule of the game by which paths are judged leg by leg."""
    give_up: ClassVar[Option | None] = None
    """What is on offer where nobody knows whether there is a move: to leave it, at no cost."""

    def __init__(self, ground: Ground, start: Body) -> None:
        self.ground = ground
        self.start = start

    # -- what the game gives -------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def inches(self) -> int:
        """The most that a move may cost."""

    @property
    @abstractmethod
    def rules(self) -> tuple[str, ...]:
        """The rules of the options."""

    @property
    @abstractmethod
    def reach(self) -> Reach[M]:
        """The search behind suggestions and outline, made only if somebody looks."""

    @abstractmethod
    def path(self, legs: tuple[Leg, ...]) -> M | Refused:
        """The move of exactly these legs, or why it is not legal."""

    @abstractmethod
    def route(self, end: Leg) -> M | Refused:
        """The cheapest move known to a place, or why there is none."""

    @abstractmethod
    def legs_of(self, move: M) -> Sequence[Leg]:
        """The legs of a move as a key names them; none if it stays where it is."""

    @abstractmethod
    def args(self, move: M) -> tuple[Any, ...]:
        """What an option holds for the rule that makes the move.

        First x, y, z of its end, what it costs, and a tuple of its legs: x, y, z and what each costs.
        """

    def allowed(self, move: M) -> M | Refused:
        """A legal path, unless something that the search does not know forbids it."""
        return move

    @property
    def proven(self) -> bool:
        """Whether what the search finds is legal; else it has to be judged by its key."""
        return True

    def proof(self) -> M | Refused | Open:
        """What a closer look says where the search finds nothing: a move, the bound that there is none, or neither."""
        return Open(0)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def read(self, key: str) -> tuple[Leg, ...] | None:
        """The legs of a key in the order they are made, the end last; None if it is no key of a move."""
        plain = key.removeprefix(STRAIGHT)
        to, more, via = plain.removeprefix("to ").partition(" via ")
        if not plain.startswith("to ") or (more and plain != key):
            return None
        legs: list[Leg] = []
        for text in (*(via.split(" then ") if more else ()), to):
            found = _LEG.fullmatch(text)
            if found is None or (found["how"] or "") not in ("", *self.leg_words):
                return None
            # 1.1 is no binary number: whole hundredths must come out whole.
            x, y = (round(float(found[axis]) * INCH, 6) for axis in ("x", "y"))
            legs.append(Leg(x, y, None if found["z"] is None else round(float(found["z"]) * INCH), found["how"] or ""))
        return tuple(legs)

    def key(self, move: M, *, legs: bool) -> str:
        """The key of a move: its end alone, or with every leg."""
        end, walked = move.end, self.legs_of(move) if legs else ()
        # A leg without a height keeps to the level it starts on if it can; a bare point means the lowest surface.
        named = len(self.surfaces(end.x, end.y)) > 1 or (legs and end.z != self.start.z)
        to = Leg(end.x, end.y, end.z if named else None, walked[-1].how if walked else "").key
        via = " then ".join(leg.key for leg in walked[:-1])
        return f"to {to} via {via}" if via else f"to {to}"

    @property
    def stay(self) -> str:
        """The key of the move that ends where it starts."""
        return f"to {Leg(*self.start[:3]).key}"

    def surfaces(self, x: int, y: int) -> Sequence[int]:
        """The heights at which one can stand at a point, the lowest first."""
        return self.ground.surfaces(x, y)

    # -- judging -------------------------------------------------------------------------------------------------------

    def judge(self, key: str) -> M | Refused:
        """The move that a key means, or why there is none."""
        found = self.meant(key)
        return found if isinstance(found, Refused) else self.allowed(found)

    def meant(self, key: str) -> M | Refused:
        """The path that a key means, or why there is none."""
        legs = self.read(key)
        if legs is None:
            return Refused(f"a move reads like {self.example!r}", self.reading_rule)
        if len(legs) > 1 or legs[0].how or key.startswith(STRAIGHT):
            return self.settled(legs)
        found = self.route(legs[0])
        straight = self.path(legs) if isinstance(found, Refused) else found
        # The search does not know every way; a straight leg that is legal is one.
        return found if isinstance(straight, Refused) else straight

    def settled(self, legs: tuple[Leg, ...]) -> M | Refused:
        """Exactly these legs, to the legal hundredth nearest to where the last one leads; else why not."""
        *before, end = legs
        judged: list[M | Refused] = []

        def legal(x: int, y: int) -> bool:
            judged.append(self.path((*before, end._replace(x=x, y=y))))
            return not isinstance(judged[-1], Refused)

        return judged[0] if settle(end.x, end.y, legal) is None else judged[-1]

    def refusal(self, key: str) -> Refusal | None:
        """Why a key is no legal move: the legs that can be made, and the one that cannot with its rule and part; None
        if it is legal."""
        refused = self.judge(key)
        if not isinstance(refused, Refused):
            return None
        if self.read(key) is None:
            return Refusal(key, (Check(refused.rule, False, refused.reason),))
        if not refused.leg:
            return Refusal(key, (Check(refused.rule, False, refused.reason),))
        made = tuple(Check(self.leg_rule, True, f"leg {number} can be made") for number in range(1, refused.leg))
        text = REFUSED_LEG.format(refused.leg, Leg(*refused.at).key, refused.reason)
        return Refusal(key, (*made, Check(refused.rule, False, text, (refused.part,) if refused.part else ())))

    # -- options -------------------------------------------------------------------------------------------------------

    def option(self, move: M, *, legs: bool) -> Option:
        """A move as an option, named by its end alone or with every leg."""
        return Option(self.key(move, legs=legs), self.kind, self.args(move), self.rules)

    def option_of(self, key: str, move: M) -> Option:
        """The move that a key means as an option: with its legs where the key names them."""
        legs, straight = self.read(key) or (), key.startswith(STRAIGHT)
        found = self.option(move, legs=straight or len(legs) > 1 or any(leg.how for leg in legs))
        return self.straightened(found) if straight else found

    @staticmethod
    def straightened(found: Option) -> Option:
        """The same option under the key that means its one leg."""
        return Option(STRAIGHT + found.key, found.kind, found.args, found.rules)

    def find(self, key: str) -> Option | None:
        """The legal move that a key means, or to give up where it is open whether there is one."""
        if self.give_up is not None and key == self.give_up.key:
            return self.give_up if isinstance(self.some(), Open) else None
        move = self.judge(key)
        return None if isinstance(move, Refused) else self.option_of(key, move)

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """A move somewhere within reach, mostly one straight leg; its key names its legs, so that nobody searches for
        them."""
        move = self.reach.draw(draw())
        if move is None:
            return None
        legs = self.legs_of(move)
        if not legs:
            return self.find(self.stay)
        straight = len(legs) == 1 and not legs[0].how
        if straight and self.proven:
            # Judged already, and its key means this very leg.
            return self.straightened(self.option(move, legs=True))
        key = self.key(move, legs=True)
        # Found by its key: what regions of other moves ask for as well is judged there, and a save leads to the same.
        return self.find(STRAIGHT + key if straight else key)

    def suggest(self, count: int) -> list[Option]:
        """Some moves spread over the reach, each as its key would be found; at least one if there is any."""
        found = [self.option(move, legs=False) for move in self.reach.suggest(count)]
        if not self.proven:
            found = self._found(option.key for option in found)
        return found or self._last_resort()

    def _last_resort(self) -> list[Option]:
        """The one move that is known where the search knows none, or to give up where it is open."""
        found = self.some()
        if isinstance(found, Refused):
            return []
        if isinstance(found, Open):
            return [] if self.give_up is None else [self.give_up]
        # As its key would be found: what is offered is what a save leads to, perhaps a cheaper way to the same place.
        several = len(self.legs_of(found)) > 1
        return self._found((self.key(found, legs=several) if self.legs_of(found) else self.stay,))

    def _found(self, keys: Iterable[str]) -> list[Option]:
        """The legal moves among these keys."""
        return [option for option in map(self.find, keys) if option is not None]

    def some(self) -> M | Refused | Open:
        """Whether the move can be made at all: yes with a move, no with the bound that says so, or open."""
        found = self.reach.first() if self.proven else self._first_allowed()
        return self.proof() if found is None else found

    def _first_allowed(self) -> M | None:
        """A move among those that the search knows which nothing else forbids."""
        keys = (self.key(move, legs=False) for move in self.reach.suggest(SUGGESTIONS))
        judged = (self.judge(key) for key in (*keys, self.stay))
        return next((move for move in judged if not isinstance(move, Refused)), None)

    def anywhere(self) -> bool:
        """Whether the move is on offer: it is unless it surely cannot be made."""
        return not isinstance(self.some(), Refused)

    def outline(self) -> dict[str, Any]:
        """The start, the inches and the closed lines round what each number of inches reaches, in hundredths."""
        return {
            "start": [self.start.x, self.start.y, self.start.z],
            "inches": self.inches,
            "contours": [[[list(point) for point in loop] for loop in loops] for loops in self.reach.contours()],
        }
