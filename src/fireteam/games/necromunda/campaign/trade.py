"""Buying, selling, handing gear round (NE-CAMP-19, NE-CAMP-22)."""

from __future__ import annotations

from typing import Any

from fireteam.games.necromunda.campaign.ledger import Book, Engine, Fellow, Gang, Item
from fireteam.games.necromunda.content.deck import found
from fireteam.games.necromunda.content.gangs import gear_faults
from fireteam.kit.campaign import Step, decide

DONE, BACK = ("done", "done"), ("back", "back")


def for_sale(book: Book, gang: Gang) -> list[Any]:
    """Anything that the pack's lists sell to a gang, at list price; sold things bring half, rounded down to 5,
    grenades, ammo marked Limited and damaged vehicles a quarter (NE-CAMP-19)."""
    listed: list[Any] = [*book.pack.weapons, *book.pack.armour, *book.pack.wargear]
    return [one for one in listed if one.access == "all" or gang.gang in one.access]


def buy_refusal(book: Book, gang: Gang, id: str) -> str:
    """Why a gang cannot buy something; empty: it can (see NE-CAMP-19, NE-CAMP-31)."""
    thing = next((one for one in for_sale(book, gang) if one.id == id), None)
    if thing is None:
        return f"{id} is not sold to {gang.gang} (NE-CAMP-19)"
    if not book.affords(gang, thing.cost):
        return f"{thing.cost} credits are wanted, not {gang.credits} (NE-CAMP-31)"
    return ""


def selling_price(book: Book, item: Item) -> int:
    """What something is sold for (see NE-CAMP-19)."""
    weapon = next((one for one in book.pack.weapons if one.id == item.id), None)
    poor = weapon is not None and (
        weapon.category == "grenade" or all("Limited" in profile.traits for profile in weapon.profiles)
    )
    return book.gear_cost(item) // (4 if poor else 2) // 5 * 5


def hull_price(book: Book, engine: Engine) -> int:
    """What a vehicle of the stash is sold for, without guns (see NE-CAMP-19)."""
    return int(found(book.pack.vehicles, engine.type, "vehicle").cost) // (4 if engine.damage else 2) // 5 * 5


def buy(book: Book, gang: Gang) -> Step[None]:
    """Something is bought into the stash."""
    able = [one for one in for_sale(book, gang) if not buy_refusal(book, gang, one.id)]
    options = [(one.id, f"{one.name} for {one.cost} credits") for one in able]
    id = yield from decide(gang.number, f"what to buy, with {gang.credits} credits", [BACK, *options])
    if id != BACK[0]:
        item = Item(id)
        book.pay(gang, book.gear_cost(item), "NE-CAMP-19", f"{book.thing_name(item)} bought")
        gang.stash.append(item)


def sell(book: Book, gang: Gang) -> Step[None]:
    """Something of the stash, or off a living member, is sold."""
    places: dict[str, tuple[list[Item], Item]] = {}
    for owner, things in (("stash", gang.stash), *((who.name, who.gear) for who in gang.members())):
        for item in things:
            places[f"{owner}: {book.thing_name(item)}"] = (things, item)
    hulls = {f"vehicle: {engine.name}": engine for engine in gang.engines if engine.crew is None}
    options = [(key, f"{key} for {selling_price(book, item)} credits") for key, (_, item) in places.items()]
    options += [(key, f"{key} for {hull_price(book, engine)} credits") for key, engine in hulls.items()]
    pick = yield from decide(gang.number, "what to sell", [BACK, *options])
    if pick in places:
        things, item = places[pick]
        things.remove(item)
        book.earn(gang, selling_price(book, item), "NE-CAMP-19", f"{pick} sold")
    elif pick in hulls:
        engine = hulls[pick]
        gang.engines.remove(engine)
        gang.stash += [Item(id) for id in (*engine.slots.values(), *engine.racks)]
        book.earn(gang, hull_price(book, engine), "NE-CAMP-19", f"{engine.name} sold")


# -- handing round -----------------------------------------------------------------------------------------------------


def give_refusal(book: Book, gang: Gang, who: Fellow, item: Item) -> str:
    """Gear is handed round freely between battles within purchases and slots; why somebody cannot have something
    (NE-CAMP-22)."""
    if who.crew:
        weapon = next((one for one in book.pack.weapons if one.id == item.id), None)
        crew = book.printed(gang, who)
        fits = weapon is not None and weapon.category in crew.buys
        return "" if fits else f"{who.name}: {crew.name} do not use {item.id} (NE-CAMP-22)"
    known = {fault.text for fault in gear_faults(book.pack, gang.gang, book.member(who))}
    after = gear_faults(book.pack, gang.gang, book.member(who, [*who.gear, item]))
    return next((f"{who.name}: {fault.text} (NE-CAMP-22)" for fault in after if fault.text not in known), "")


def gun_places(book: Book, engine: Engine, item: Item) -> list[str]:
    """The empty gun places of a vehicle that a gun fits (see NE-VEH-33)."""
    gun = next((one for one in book.pack.weapons if one.id == item.id), None)
    places = found(book.pack.vehicles, engine.type, "vehicle").slots
    wanted = {"crew": ("vehicle",), "passenger": ("basic", "special", "heavy")}
    return [
        place.id
        for place in places
        if place.id not in engine.slots and gun is not None and gun.category in wanted[place.operated]
    ]


def hand_round(book: Book, gang: Gang) -> Step[None]:
    """Things go from the stash to members and gun places, and back, until the owner is content (see NE-CAMP-22)."""
    while True:
        moves: dict[str, tuple[Fellow | Engine, str, Item]] = {}
        for item in dict.fromkeys(gang.stash):
            name = book.thing_name(item)
            for who in gang.members():
                if not give_refusal(book, gang, who, item):
                    moves[f"give {name} to {who.name}"] = (who, "give", item)
            for engine in gang.engines:
                for place in gun_places(book, engine, item):
                    moves[f"mount {name} on {engine.name} at {place}"] = (engine, place, item)
        for who in gang.members():
            for item in dict.fromkeys(who.gear):
                moves[f"take {book.thing_name(item)} from {who.name}"] = (who, "take", item)
        for engine in gang.engines:
            for place, id in engine.slots.items():
                moves[f"take the gun from {engine.name} at {place}"] = (engine, place, Item(id))
        pick = yield from decide(gang.number, "gear", [DONE, *((key, key) for key in moves)])
        if pick == DONE[0]:
            return
        whose, how, item = moves[pick]
        if isinstance(whose, Engine) and how in whose.slots:
            del whose.slots[how]
            gang.stash.append(item)
        elif isinstance(whose, Engine):
            gang.stash.remove(item)
            whose.slots[how] = item.id
        elif how == "give":
            gang.stash.remove(item)
            whose.gear.append(item)
        else:
            whose.gear.remove(item)
            gang.stash.append(item)
        book.write("NE-CAMP-22", gang, pick)
