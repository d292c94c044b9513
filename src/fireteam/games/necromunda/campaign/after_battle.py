"""The post-battle sequence (NE-CAMP-07)."""

from __future__ import annotations

from fireteam.games.necromunda.campaign.advances import take_advances
from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.doctor import bury, see_doctor, succeed
from fireteam.games.necromunda.campaign.experience import bear_grudges, gain_experience
from fireteam.games.necromunda.campaign.finale import battle_points
from fireteam.games.necromunda.campaign.hiring import hire, lean_times
from fireteam.games.necromunda.campaign.income import gain_reputation, repairs, scrap, take_rewards
from fireteam.games.necromunda.campaign.injuries import lasting_injuries, recover, succumb, vehicle_damage
from fireteam.games.necromunda.campaign.ledger import Book, Gang, Item
from fireteam.games.necromunda.campaign.standing import rating
from fireteam.games.necromunda.campaign.trade import DONE, buy, hand_round, sell
from fireteam.kit.campaign import Step, decide


def after_battle(book: Book, battle: Battle) -> Step[None]:
    """The fourteen steps in order, the winner first in each; a step with nothing to decide is skipped without a
    question (NE-CAMP-07)."""
    for gang in battle.pair:
        gang.battles += 1
        gang.hired = False
        ended = "drawn" if battle.report.winner is None else "won" if battle.won(gang) else "lost"
        gang.record.append(f"{battle.report.scenario} {ended}")
    strike_off_spent(book, battle)
    succumbed: dict[int, list[str]] = {}
    for gang in battle.gangs:  # 1
        succumbed[gang.number] = yield from succumb(book, battle, gang)
    for gang in battle.gangs:  # 2
        yield from lasting_injuries(book, battle, gang, succumbed[gang.number])
    for gang in battle.gangs:  # 3
        yield from vehicle_damage(book, battle, gang)
        yield from scrap(book, battle, gang)
    for gang in battle.gangs:  # 4
        yield from take_rewards(book, battle, gang)
    for gang in battle.gangs:  # 5
        yield from gain_reputation(book, battle, gang)
        battle_points(book, battle, gang)
    for gang in battle.gangs:  # 6
        gain_experience(book, battle, gang)
    for gang in battle.gangs:  # 7
        yield from take_advances(book, gang)
    for gang in battle.gangs:  # 8
        yield from see_doctor(book, battle, gang)
    for gang in battle.gangs:  # 9
        yield from repairs(book, gang)
    for gang in battle.gangs:  # 10
        bear_grudges(book, battle, gang)
    for gang in battle.gangs:
        bury(book, battle, gang)
        yield from succeed(book, gang)
    for gang in battle.gangs:  # 11
        yield from trade(book, gang)
    for gang in battle.gangs:  # 12
        yield from hand_round(book, gang)
    for gang in battle.gangs:  # 13
        recover(book, gang)
    for gang in battle.gangs:  # 14
        book.write("NE-CAMP-03", gang, f"rating {rating(book, gang)}")


def strike_off_spent(book: Book, battle: Battle) -> None:
    """Limited ammo that ran out and bottles that were emptied are gone (see NE-TRT-22, NE-SWIG-01)."""
    drinks = {one.id for one in book.pack.wargear if one.implements.startswith("drink-")}
    for gang in battle.pair:
        for fate, who in battle.fates(gang):
            for lost in fate.lost:
                id, _, profile = lost.partition("/")
                kind, _, number = id.partition(" ")
                alike = [place for place, item in enumerate(who.gear) if item.id == kind]
                if not alike or not (profile or kind in drinks):
                    continue
                place = alike[min(int(number or 1), len(alike)) - 1]
                if profile:
                    item = who.gear[place]
                    who.gear[place] = Item(item.id, (*item.struck, profile))
                else:
                    del who.gear[place]
                book.write("NE-CAMP-19", gang, f"{who.name}: {lost} is used up")


def trade(book: Book, gang: Gang) -> Step[None]:
    """The eleventh step: buying, selling, hiring in any order, then whoever joins a beaten gang."""
    deals = {"buy": buy, "sell": sell, "hire": hire}
    options = [DONE, ("buy", "buy gear"), ("sell", "sell gear"), ("hire", "hire")]
    while (pick := (yield from decide(gang.number, f"trade, with {gang.credits} credits", options))) != DONE[0]:
        yield from deals[pick](book, gang)
    yield from lean_times(book, gang)
    yield from succeed(book, gang)
