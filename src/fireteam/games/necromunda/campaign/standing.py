"""How gangs stand to each other: ratings, the underdog, what Reputation brings (NE-CAMP-03, NE-CAMP-06, NE-CAMP-26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fireteam.games.necromunda.campaign.ledger import Book, Engine, Fellow, Gang
from fireteam.games.necromunda.content.deck import cost_of, found

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.campaign import AdvancePrice


def rating(book: Book, gang: Gang) -> int:
    """List prices of all living members, their vehicles and the gear they carry, and the rating of their advances;
    recovering members count, stash and credits do not (NE-CAMP-03)."""
    members = sum(worth(book, gang, who) for who in gang.members() if who.alive)
    return members + sum(hull_worth(book, engine) for engine in gang.engines if engine.crew is not None)


def worth(book: Book, gang: Gang, who: Fellow) -> int:
    """What a member adds to the rating (see NE-CAMP-03)."""
    gear = sum(map(book.gear_cost, who.gear))
    prices: Mapping[str, AdvancePrice] = dict(book.figures.advances.items())
    grown = sum(int(prices[kind_of(name)].rating) for name in who.advances)
    return int(book.printed(gang, who).cost) + gear + grown


def kind_of(advance: str) -> str:
    """Which advance an entry is: a stat, or a skill with its name after it."""
    return advance.split(":", maxsplit=1)[0]


def hull_worth(book: Book, engine: Engine) -> int:
    """A vehicle with its guns and racks."""
    guns = sum(cost_of(book.pack, id) for id in (*engine.slots.values(), *engine.racks))
    return int(found(book.pack.vehicles, engine.type, "vehicle").cost) + guns


def underdog(book: Book, pair: tuple[Gang, Gang]) -> int | None:
    """The seat of the gang with the lower rating; None where they are equal."""
    first, second = (rating(book, gang) for gang in pair)
    return None if first == second else 0 if first < second else 1


def tokens(book: Book, pair: tuple[Gang, Gang]) -> tuple[int, int]:
    """The gang with the lower rating gets one token per full 100 credits of difference, three at most; a token re-rolls
    one of its own Cool, Ammo, Recovery or Priority rolls (NE-CAMP-06)."""
    figures = book.figures.underdog
    first, second = (rating(book, gang) for gang in pair)
    count = min(figures.most, abs(first - second) // figures.per)
    return (count, 0) if first < second else (0, count)


def crew_more(book: Book, gang: Gang) -> int:
    """From Reputation 5 on the first hire after a battle costs 10 less, from 10 on a crew may have one model more, from
    15 on the gang may re-roll one Bottle test a battle (NE-CAMP-26)."""
    return int(gang.reputation >= book.figures.standing.crew_more)


def hire_less(book: Book, gang: Gang) -> int:
    """What the first hire after a battle costs less (see NE-CAMP-26)."""
    standing = book.figures.standing
    return standing.hire_less_by if gang.reputation >= standing.hire_less and not gang.hired else 0


def bottle_again(book: Book, gang: Gang) -> bool:
    """Whether a Bottle test may be rolled again once (see NE-CAMP-26)."""
    return gang.reputation >= book.figures.standing.bottle_again
