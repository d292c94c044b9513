"""The course of a campaign, from the founding of the gangs to its end (see NE-CAMP-01)."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.games.necromunda.campaign.after_battle import after_battle
from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.finale import finish
from fireteam.games.necromunda.campaign.founding import found_gang
from fireteam.games.necromunda.campaign.income import collect
from fireteam.games.necromunda.campaign.ledger import Book, Gang
from fireteam.games.necromunda.campaign.pairing import (
    gives_way,
    met_key,
    pairs,
    scenario_for,
    start_engines,
    take_sides,
    wish_for,
)
from fireteam.games.necromunda.campaign.report import Report
from fireteam.games.necromunda.campaign.standing import underdog
from fireteam.games.necromunda.content import parts
from fireteam.kit.campaign import Due, Step


def play_campaign(book: Book, rosters: Sequence[parts.Roster], battles: int) -> Step[None]:
    """Gangs are founded, fight the agreed number of battles, and the points are counted."""
    for roster in rosters:
        found_gang(book, roster)
    for number in range(1, battles + 1):
        made, resting = yield from pairs(book)
        if resting is not None:
            collect(book, resting)
        for pair in made:
            yield from meet(book, pair, last=number == battles)
    finish(book)


def meet(book: Book, pair: tuple[Gang, Gang], *, last: bool) -> Step[None]:
    """Two gangs meet: which battle, sides, engines, perhaps somebody gives way; the battle, and what follows it."""
    name = book.figures.last.scenario if last else (yield from scenario_for(book, pair))
    side_a = yield from take_sides(book, pair, name)
    for gang in pair:
        yield from start_engines(book, gang)
    weaker = underdog(book, pair)
    conceding = yield from gives_way(book, pair)
    if conceding is None:
        wish = yield from wish_for(book, pair, name, side_a, last=last)
        report: Report = yield Due(wish)
    else:
        report = Report(scenario=name, winner=1 - conceding, fates=())
    book.met[met_key(*pair)] += 1
    book.last_scenario[met_key(*pair)] = name
    yield from after_battle(book, Battle(pair, report, weaker, last, conceded=conceding is not None))
