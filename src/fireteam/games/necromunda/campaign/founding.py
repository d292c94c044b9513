"""Founding a gang (NE-CAMP-02)."""

from __future__ import annotations

from fireteam.core.errors import SetupError
from fireteam.games.necromunda.campaign.ledger import Book, Engine, Fellow, Gang, Item
from fireteam.games.necromunda.content import parts
from fireteam.games.necromunda.content.deck import found, roster_price
from fireteam.games.necromunda.content.gangs import faults, told


def found_gang(book: Book, roster: parts.Roster) -> Gang:
    """A gang of at most 1000 credits by the limits of the pack: what is not spent stays as credits, Reputation is 1,
    nobody has Experience (NE-CAMP-02)."""
    for fault in faults(book.pack, roster):
        raise SetupError(f"{roster.title}: {told(roster, fault)}")
    start = book.figures.start
    spent = roster_price(book.pack, roster)
    if spent > start.credits:
        raise SetupError(f"{roster.title}: {spent} credits are more than {start.credits} (NE-CAMP-02)")
    titles = [gang.title for gang in book.gangs]
    title = roster.title if roster.title not in titles else f"{roster.title} {titles.count(roster.title) + 1}"
    gang = Gang(len(book.gangs), roster.id, roster.gang, title, start.credits - spent, start.reputation)
    types = found(book.pack.gangs, roster.gang, "gang").fighters
    for member in roster.members:
        role = found(types, member.type, "fighter").role
        gear = [Item(id) for id in member.gear]
        gang.fellows.append(Fellow(member.name, member.type, role, False, gear, list(member.skills)))
    for driven in roster.vehicles:
        crew = Fellow(driven.name, driven.crew, "crew", True, [Item(id) for id in driven.crew_gear])
        gang.engines.append(Engine(driven.name, driven.type, crew, dict(driven.slots), list(driven.racks)))
    book.gangs.append(gang)
    book.write("NE-CAMP-02", gang, f"founded for {spent} credits, {gang.credits} left, Reputation {gang.reputation}")
    return gang
