"""What a team is, and what it is chosen from: units, what is sold to them, and what makes a good team.

A game says what may be taken and what is wrong with a team (`Force`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from fireteam.core.yamlfile import suggestion

MOST_MODELS = 60
"""More than the largest team can have; a file with more is no team."""
ITEM = "item"
"""The shelf of games whose models carry one item."""


class Thing(NamedTuple):
    """Something that a model was given, and the shelf that it is from."""

    shelf: str
    id: str


class Pick(NamedTuple):
    """A model of a team: its unit, what it was given, and what it is called, if anything."""

    unit: str
    things: tuple[Thing, ...] = ()
    name: str | None = None

    def of(self, shelf: str) -> tuple[str, ...]:
        """What it has from a shelf."""
        return tuple(thing.id for thing in self.things if thing.shelf == shelf)

    @property
    def item(self) -> str | None:
        """The one item of a model that carries one."""
        return next(iter(self.of(ITEM)), None)


def carrying(unit: str, item: str | None = None) -> Pick:
    """A model that carries one item, or none."""
    return Pick(unit) if item is None else Pick(unit, (Thing(ITEM, item),))


@dataclass(frozen=True, slots=True)
class Team:
    """A team that is being chosen from a force list."""

    name: str
    faction: str
    limit: int
    """The size of the game, in what the game reckons with."""
    models: tuple[Pick, ...] = ()
    pack: str | None = None
    """The id of the pack that it was built from, if it says so."""
    lines: tuple[int, ...] = field(default=(), compare=False)
    """The line of each model in the file that it was read from."""

    def with_model(self, pick: Pick) -> Team:
        """The team with one more model."""
        return replace(self, models=(*self.models, pick), lines=())

    def without(self, place: int) -> Team:
        """The team without one of its models."""
        return replace(self, models=self.models[:place] + self.models[place + 1 :], lines=())

    def changed(self, place: int, pick: Pick) -> Team:
        """The team with a model changed."""
        return replace(self, models=(*self.models[:place], pick, *self.models[place + 1 :]), lines=())

    def with_thing(self, place: int, thing: Thing, *, alone: bool) -> Team:
        """The team with one more thing for a model; `alone`: instead of what it has from that shelf."""
        pick = self.models[place]
        kept = tuple(one for one in pick.things if not alone or one.shelf != thing.shelf)
        return self.changed(place, pick._replace(things=(*kept, thing)))

    def without_thing(self, place: int, thing: Thing) -> Team:
        """The team with one thing less for a model."""
        pick = self.models[place]
        at = pick.things.index(thing)
        return self.changed(place, pick._replace(things=pick.things[:at] + pick.things[at + 1 :]))


class Fault(NamedTuple):
    """What is wrong with a team, by which rule, and with which of its models, if it is one."""

    rule: str
    text: str
    model: int | None = None
    limit: str = ""
    """The limit that is not kept, if it is one; else the text tells faults apart."""
    by: int = 1
    """How far it is not kept: a change that does not make it worse is allowed."""

    def told(self) -> str:
        """The fault and its rule in one line."""
        return f"{self.text} ({self.rule})"


class Room(NamedTuple):
    """How many models of a role a team has, and how many it may have."""

    role: str
    have: int
    most: int | None
    """None: as many as you like."""


class Card(NamedTuple):
    """A unit as a builder shows it."""

    name: str
    role: str
    points: int
    text: str
    """What it can do, in a few words."""


class Good(NamedTuple):
    """Something that is sold: what it is called, what it costs, and what it stands under in a long list."""

    name: str
    points: int
    kind: str = ""


class Shelf(NamedTuple):
    """Things of one sort that models may be given."""

    key: str
    """What a file calls it."""
    name: str
    goods: Mapping[str, Good]


@dataclass(frozen=True)
class Force(ABC):
    """What a team of a faction is chosen from, and what makes it a good one; a game adds its own faults."""

    rule: ClassVar[str]
    """The rule by which a team is chosen from a force list."""
    currency: ClassVar[str] = "points"
    """What prices are in."""
    pack: str
    """The id of its pack."""
    faction: str
    name: str
    prices: Mapping[str, int]
    """The equipment of which every model may buy one item, with its points."""

    cards: Mapping[str, Card]
    """Its units by id."""

    @abstractmethod
    def room(self, team: Team) -> Sequence[Room]:
        """The limits on roles, and how far they are used."""

    @abstractmethod
    def team_faults(self, team: Team) -> Iterable[Fault]:
        """What the game finds wrong with the whole of a team; its points have been looked at."""

    @abstractmethod
    def model_faults(self, team: Team) -> Iterable[Fault]:
        """What the game finds wrong with models; that the list has units and things has been looked at."""

    def shelves(self, unit: str) -> Sequence[Shelf]:
        """What is sold to a unit: as it stands, one item."""
        return self.one_shelf if self.prices and unit in self.cards else ()

    @cached_property
    def one_shelf(self) -> tuple[Shelf, ...]:
        """The shelf of the items."""
        return (Shelf(ITEM, "Item", {item: Good(item, points) for item, points in self.prices.items()}),)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What a file calls the shelves of all units."""
        return tuple(dict.fromkeys(shelf.key for unit in self.cards for shelf in self.shelves(unit)))

    def price(self, pick: Pick) -> int:
        """The points of a model with its things; what the list does not have costs nothing and is a fault."""
        card = self.cards.get(pick.unit)
        sold = {shelf.key: shelf.goods for shelf in self.shelves(pick.unit)} if pick.things else {}
        things = (sold[thing.shelf].get(thing.id) for thing in pick.things if thing.shelf in sold)
        return (card.points if card is not None else 0) + sum(good.points for good in things if good is not None)

    def points(self, team: Team) -> int:
        """The points of a whole team."""
        return sum(map(self.price, team.models))

    def faults(self, team: Team) -> tuple[Fault, ...]:
        """Everything that keeps a team from play, the whole team first, then model by model."""
        models = sorted([*self._strangers(team), *self.model_faults(team)], key=lambda fault: fault.model or 0)
        return (*self._whole(team), *self.team_faults(team), *models)

    def _whole(self, team: Team) -> Iterable[Fault]:
        """Models and points."""
        if not team.models:
            yield Fault(self.rule, "the team has no models")
        if len(team.models) > MOST_MODELS:
            yield Fault(self.rule, f"a team has at most {MOST_MODELS} models")
        fault = too_dear(self.rule, self.points(team), team.limit, self.currency)
        if fault is not None:
            yield fault

    def _strangers(self, team: Team) -> Iterable[Fault]:
        """Units that the list does not have, and what it has not for them."""
        for place, pick in enumerate(team.models):
            if pick.unit not in self.cards:
                near = _near(pick.unit, tuple(self.cards))
                yield Fault(self.rule, f"{self.name} has no unit {pick.unit!r}{near}", place)
                continue
            known = {shelf.key for shelf in self.shelves(pick.unit)}
            for key in dict.fromkeys(thing.shelf for thing in pick.things):
                if key not in known:
                    yield Fault(self.rule, f"{self.cards[pick.unit].name} has nothing of {key!r}", place)
            yield from (fault._replace(model=place) for fault in self.unsold(pick))

    def unsold(self, pick: Pick) -> Iterable[Fault]:
        """Things of a model that its shelves do not have."""
        goods = {shelf.key: shelf.goods for shelf in self.shelves(pick.unit)}
        for thing in pick.things:
            if thing.shelf in goods and thing.id not in goods[thing.shelf]:
                near = _near(thing.id, tuple(goods[thing.shelf]))
                yield Fault(self.rule, f"{self.name} cannot buy {thing.id!r}{near}")

    def refusals(self, before: Sequence[Fault], after: Team) -> list[Fault]:
        """Why a change is not allowed: what is wrong after it that was not, or not so far, wrong
        `before`."""
        known = Counter[tuple[str, str]]()
        for fault in before:
            known[fault.rule, fault.limit or fault.text] += fault.by
        found = []
        for fault in self.faults(after):
            known[fault.rule, fault.limit or fault.text] -= fault.by
            if known[fault.rule, fault.limit or fault.text] < 0:
                found.append(fault)
        return found


def too_dear(rule: str, total: int, limit: int, currency: str = "points") -> Fault | None:
    """What is told of a team that costs more than it may."""
    by = total - limit
    return Fault(rule, f"{total} {currency} are {by} more than {limit}", None, currency, by) if by > 0 else None


@lru_cache(maxsize=1000)
def _near(word: str, known: tuple[str, ...]) -> str:
    """What somebody may have meant; it is asked again for every change that is thought of."""
    return suggestion(word, known)
