"""Who fights whom in which battle, on which side, with whom (NE-CAMP-04, NE-CAMP-05, NE-CAMP-24, NE-CAMP-27,
NE-CAMP-30)."""

from __future__ import annotations

from typing import Any

from fireteam.games.necromunda.campaign.ledger import READY, UNRELIABLE, WRITE_OFF, Book, Engine, Gang, roll
from fireteam.games.necromunda.campaign.standing import bottle_again, crew_more, rating, tokens, underdog
from fireteam.games.necromunda.content import parts
from fireteam.games.necromunda.content.deck import found
from fireteam.games.necromunda.content.gangs import data_of
from fireteam.kit.campaign import Step, decide

CHOOSE, CONVOY = "choose", "break-the-convoy"
SIDES = ("a", "b")


def pairs(book: Book) -> Step[tuple[list[tuple[Gang, Gang]], Gang | None]]:
    """Gangs play in pairs until each has played once; of an odd number one rests, by dice among those that rested least
    (NE-CAMP-30): by Reputation, the highest against the next it has met least (see NE-CAMP-04)."""
    resting = None
    if len(book.gangs) % 2:
        least = min(gang.rested for gang in book.gangs)
        able = [gang for gang in book.gangs if gang.rested == least]
        faces = yield from roll(able[0], "who rests", sides=len(able))
        resting = able[faces[0] - 1]
        resting.rested += 1
        book.write("NE-CAMP-30", resting, "rests in this round", faces)
    left = sorted((gang for gang in book.gangs if gang is not resting), key=lambda gang: -gang.reputation)
    made = []
    while left:
        first = left.pop(0)
        other = min(left, key=lambda gang: book.met[met_key(first, gang)])
        left.remove(other)
        made.append((first, other) if first.number < other.number else (other, first))
    return made, resting


def met_key(one: Gang, other: Gang) -> tuple[int, int]:
    """Two gangs, whichever is named first."""
    first, second = sorted((one.number, other.number))
    return first, second


def scenario_for(book: Book, pair: tuple[Gang, Gang]) -> Step[str]:
    """A D6 says which battle; that of these gangs' last meeting is rolled again once, and Break the Convoy needs a
    vehicle that can take part (NE-CAMP-04)."""
    again = True
    while True:
        faces = yield from roll(pair[0], "which battle")
        name = book.figures.scenario_roll[faces[0] - 1]
        if name == CHOOSE:
            seat = underdog(book, pair) or 0
            names = [one for one in dict.fromkeys(book.figures.scenario_roll) if one != CHOOSE]
            able = [one for one in names if one != CONVOY or any(map(has_vehicle, pair))]
            titles = {one.id: one.name for one in book.pack.scenarios}
            name = yield from decide(pair[seat].number, "which battle is fought", [(one, titles[one]) for one in able])
            book.write("NE-CAMP-04", pair[seat], f"chooses {name}", faces)
            return name
        if name == CONVOY and not any(map(has_vehicle, pair)):
            book.write("NE-CAMP-04", pair[0], f"{name} needs a vehicle: rolled again", faces)
        elif again and book.last_scenario.get(met_key(*pair)) == name:
            again = False
            book.write("NE-CAMP-04", pair[0], f"{name} was the last battle: rolled again", faces)
        else:
            book.write("NE-CAMP-04", pair[0], f"{name} against {pair[1].title}", faces)
            return name


def can_drive(engine: Engine) -> bool:
    """Whether a vehicle can take part: it has a crew that is ready, and is no write-off."""
    return engine.crew is not None and engine.crew.state == READY and WRITE_OFF not in engine.damage


def has_vehicle(gang: Gang) -> bool:
    """Whether a gang has a vehicle that can take part."""
    return any(map(can_drive, gang.engines))


def take_sides(book: Book, pair: tuple[Gang, Gang], scenario: str) -> Step[int]:
    """The underdog takes the side it likes; within 25 of rating the gangs roll off; in Break the Convoy a side without
    vehicles is b. The seat of side a (NE-CAMP-05)."""
    if scenario == CONVOY and has_vehicle(pair[0]) != has_vehicle(pair[1]):
        seat = 0 if has_vehicle(pair[0]) else 1
        book.write("NE-CAMP-05", pair[seat], "side a: it has the vehicles")
        return seat
    ratings = [rating(book, gang) for gang in pair]
    chooser = 0 if ratings[0] < ratings[1] else 1
    dice: tuple[int, ...] = ()
    if abs(ratings[0] - ratings[1]) <= book.figures.underdog.close:
        while True:
            mine = yield from roll(pair[0], "roll-off for sides")
            theirs = yield from roll(pair[1], "roll-off for sides")
            if mine != theirs:
                break
        chooser = 0 if mine > theirs else 1
        dice = (*mine, *theirs)
    side = yield from decide(pair[chooser].number, "which side to play", [(side, f"side {side}") for side in SIDES])
    book.write("NE-CAMP-05", pair[chooser], f"takes side {side}", dice)
    return chooser if side == "a" else 1 - chooser


def start_engines(book: Book, gang: Gang) -> Step[None]:
    """Each vehicle rolls a D6 per Unreliable result before deployment: on any 1 it stays at home with its crew
    (NE-CAMP-24)."""
    for engine in gang.engines:
        engine.at_home = False
        count = engine.damage.count(UNRELIABLE)
        if count and can_drive(engine):
            faces = yield from roll(gang, f"does {engine.name} start", count)
            engine.at_home = 1 in faces
            book.write("NE-CAMP-24", gang, f"{engine.name} {'stays at home' if engine.at_home else 'starts'}", faces)


def gives_way(book: Book, pair: tuple[Gang, Gang]) -> Step[int | None]:
    """Before deployment a gang may concede; the seat that has (see NE-CAMP-27)."""
    for seat, gang in enumerate(pair):
        pick = yield from decide(
            gang.number, f"{gang.title}: the battle", [("fight", "fight"), ("give way", "give way")]
        )
        if pick == "give way":
            return seat
    return None


def wish_for(book: Book, pair: tuple[Gang, Gang], scenario: str, side_a: int, *, last: bool) -> Step[dict[str, Any]]:
    """What the battle is created with: the scenario on one of its maps, who is ready, and the terms."""
    maps = found(book.pack.scenarios, scenario, "scenario").maps
    map = maps[0]
    if len(maps) > 1:
        faces = yield from roll(pair[0], "which map", sides=len(maps))
        map = maps[faces[0] - 1]
        book.write("NE-CAMP-04", pair[0], f"fought on {map}", faces)
    return {
        "scenario": scenario,
        "map": map,
        "gangs": [roster_data(book, gang) for gang in pair],
        "campaign": {
            "side_a": side_a,
            "tokens": list(tokens(book, pair)),
            "crew_more": [crew_more(book, gang) for gang in pair],
            "bottle_again": [bottle_again(book, gang) for gang in pair],
            "last": last,
        },
    }


def roster_data(book: Book, gang: Gang) -> dict[str, Any]:
    """The ready members of a gang, as plain data."""
    members = tuple(book.member(who) for who in gang.fellows if who.state == READY)
    engines = (engine for engine in gang.engines if can_drive(engine) and not engine.at_home)
    vehicles = tuple(map(book.driven, engines))
    return data_of(parts.Roster(id=gang.id, gang=gang.gang, title=gang.title, members=members, vehicles=vehicles))
