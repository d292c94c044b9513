"""Hiring, and who joins a beaten gang (NE-CAMP-20, NE-CAMP-21)."""

from __future__ import annotations

from typing import Any

from fireteam.games.necromunda.campaign.advances import skills_open
from fireteam.games.necromunda.campaign.ledger import READY, RECOVERING, WRITE_OFF, Book, Engine, Fellow, Gang, Item
from fireteam.games.necromunda.campaign.standing import hire_less
from fireteam.games.necromunda.campaign.trade import BACK
from fireteam.games.necromunda.cards import CHAMPION, LEADER
from fireteam.games.necromunda.content.deck import found
from fireteam.kit.campaign import Step, decide


def fighter_refusal(book: Book, gang: Gang, data: Any, *, free: bool = False) -> str:
    """New fighters, crews and vehicles come at list price within the role counts, 16 fighters and 3 vehicles at most;
    leaders cannot be hired. Why one cannot (NE-CAMP-20)."""
    if data.role == LEADER:
        return "leaders cannot be hired (NE-CAMP-20)"
    living = [who for who in gang.fellows if who.alive]
    if len(living) >= book.figures.limits.fighters:
        return f"a gang has at most {book.figures.limits.fighters} fighters (NE-CAMP-20)"
    most = book.pack.roles[data.role].count[1]
    if sum(who.role == data.role for who in living) >= most:
        return f"a gang has at most {most} of the role {data.role} (NE-CAMP-20)"
    if data.max is not None and sum(who.type == data.id for who in living) >= data.max:
        return f"a gang has at most {data.max} of {data.name} (NE-CAMP-20)"
    price = 0 if free else hire_price(book, gang, data.cost)
    return "" if book.affords(gang, price) else f"{price} credits are wanted, not {gang.credits} (NE-CAMP-31)"


def hire_price(book: Book, gang: Gang, cost: int) -> int:
    """List price, less for the first hire of a gang that stands well (see NE-CAMP-26)."""
    return max(0, cost - hire_less(book, gang))


def new_name(gang: Gang, name: str) -> str:
    """A name that nobody of the gang has or had."""
    known = {who.name for who in gang.fellows} | {engine.name for engine in gang.engines} | set(gang.dead)
    number = 1
    while f"{name} {number}" in known:
        number += 1
    return f"{name} {number}"


def hire(book: Book, gang: Gang) -> Step[None]:
    """Somebody is hired, or a vehicle is bought (see NE-CAMP-20)."""
    options: list[tuple[str, str]] = [BACK]
    types = {one.id: one for one in found(book.pack.gangs, gang.gang, "gang").fighters}
    for data in types.values():
        if not fighter_refusal(book, gang, data):
            options.append((data.id, f"{data.name} for {hire_price(book, gang, data.cost)} credits"))
    hulls = {f"vehicle {one.id}": one for one in book.pack.vehicles if one.access == "all" or gang.gang in one.access}
    for key, hull in hulls.items():
        if len(gang.engines) < book.figures.limits.vehicles and book.affords(gang, hull.cost):
            options.append((key, f"{hull.name} for {hull.cost} credits"))
    crew = found(book.pack.crews, found(book.pack.gangs, gang.gang, "gang").crew, "crew")
    price = hire_price(book, gang, crew.cost)
    for engine in gang.engines:
        if engine.crew is None and book.affords(gang, price):
            options.append((f"crew of {engine.name}", f"{crew.name} for {engine.name}, {price} credits"))
    pick = yield from decide(gang.number, f"whom to hire, with {gang.credits} credits", options)
    if pick in types:
        data = types[pick]
        name = new_name(gang, data.name)
        book.pay(gang, hire_price(book, gang, data.cost), "NE-CAMP-20", f"{name} hired")
        gang.hired = True
        yield from join(book, gang, Fellow(name, data.id, data.role))
    elif pick in hulls:
        name = new_name(gang, hulls[pick].name)
        book.pay(gang, hulls[pick].cost, "NE-CAMP-20", f"{name} bought")
        gang.engines.append(Engine(name, hulls[pick].id, None))
    elif pick != BACK[0]:
        bare = next(engine for engine in gang.engines if f"crew of {engine.name}" == pick)
        book.pay(gang, price, "NE-CAMP-20", f"a crew for {bare.name} hired")
        gang.hired = True
        bare.crew = Fellow(bare.name, crew.id, "crew", crew=True)


def join(book: Book, gang: Gang, who: Fellow) -> Step[None]:
    """A new fighter joins; champions come with one free skill (see NE-CAMP-20)."""
    gang.fellows.append(who)
    if who.role == CHAMPION:
        skills = [(one, one) for one in skills_open(book, gang, who)]
        skill = yield from decide(gang.number, f"skill of {who.name}", skills)
        who.skills.append(skill)
        book.write("NE-CAMP-20", gang, f"{who.name} comes with {skill}")


def can_field(gang: Gang) -> int:
    """How many models a gang can field in its next battle."""

    def fit(who: Fellow) -> bool:
        return who.state == READY or (who.state == RECOVERING and who.since < gang.battles)

    driven = (engine for engine in gang.engines if engine.crew is not None and WRITE_OFF not in engine.damage)
    return sum(map(fit, gang.fellows)) + sum(fit(engine.crew) for engine in driven if engine.crew is not None)


def lean_times(book: Book, gang: Gang) -> Step[None]:
    """A gang that could field fewer than six models once trade is done is joined free by youths or gangers of its own
    list, each with a knife and nothing else, until it can (NE-CAMP-21)."""
    recruits = book.figures.recruits
    types = {one.id: one for one in found(book.pack.gangs, gang.gang, "gang").fighters if one.role in recruits.roles}
    while can_field(gang) < book.figures.limits.fielded:
        able = [one for one in types.values() if not fighter_refusal(book, gang, one, free=True)]
        if not able:
            return
        pick = yield from decide(gang.number, "who joins the beaten gang", [(one.id, one.name) for one in able])
        name = new_name(gang, types[pick].name)
        yield from join(book, gang, Fellow(name, pick, types[pick].role, gear=[Item(id) for id in recruits.gear]))
        book.write("NE-CAMP-21", gang, f"{name} joins for nothing")
