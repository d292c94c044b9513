"""Credits and Reputation after a battle (NE-CAMP-10, NE-CAMP-11, NE-CAMP-27)."""

from __future__ import annotations

import re

from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.ledger import RATTLE, Book, Gang, roll
from fireteam.games.necromunda.content.deck import found
from fireteam.games.necromunda.content.scenarios import Reward
from fireteam.kit.campaign import Step, decide

_AMOUNT = re.compile(r"(\d?)D([36])(x10)?")


def amount_of(gang: Gang, text: str, about: str) -> Step[tuple[int, tuple[int, ...]]]:
    """An amount as scenarios write it, 2D6x10 or 30, with its dice."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return int(text), ()
    faces = yield from roll(gang, about, int(found[1] or 1))
    total = sum((face + 1) // 2 for face in faces) if found[2] == "3" else sum(faces)
    return total * (10 if found[3] else 1), faces


def rewards_of(book: Book, battle: Battle, gang: Gang) -> list[tuple[Reward, int]]:
    """What the scenario gives a gang, and how often: the winner's, or the loser's also in a draw (see NE-CAMP-10)."""
    scenario = found(book.pack.scenarios, battle.report.scenario, "scenario")
    listed = scenario.reward.winner if battle.won(gang) else scenario.reward.loser
    events = battle.report.events[battle.seat(gang)]
    return [(reward, 1 if reward.per is None else events.get(reward.per, 0)) for reward in listed]


def take_rewards(book: Book, battle: Battle, gang: Gang) -> Step[None]:
    """Credits of the scenario, in a draw the loser's to both; what was won in play was booked when it fell; then every
    gang collects 40 credits and 5 per Reputation, 100 at most (NE-CAMP-10)."""
    won = battle.report.credits[battle.seat(gang)]
    if won:
        book.earn(gang, won, "NE-CAMP-10", "found in play")
    if not (battle.conceded and not battle.won(gang)):
        for reward, count in rewards_of(book, battle, gang):
            for _ in range(count if reward.credits is not None else 0):
                credits, dice = yield from amount_of(gang, reward.credits or "0", "reward")
                what = f"reward for {reward.per}" if reward.per else "reward"
                book.earn(gang, credits, "NE-CAMP-10", what, dice)
    collect(book, gang)


def collect(book: Book, gang: Gang) -> None:
    """The income of a gang (see NE-CAMP-10)."""
    figures = book.figures.income
    credits = min(figures.most, figures.base + figures.per_reputation * gang.reputation)
    book.earn(gang, credits, "NE-CAMP-10", "income")


def gain_reputation(book: Book, battle: Battle, gang: Gang) -> Step[None]:
    """+2 for a win, +1 for a draw, +1 if an enemy leader went Out of Action, what scenario or terminal gave, -1 for
    bottling out: gains before losses, never below 1 (NE-CAMP-11)."""
    figures, seat = book.figures.reputation, battle.seat(gang)
    if battle.won(gang):
        book.esteem(gang, figures.win, "NE-CAMP-11", "a win")
    elif battle.report.winner is None:
        book.esteem(gang, figures.draw, "NE-CAMP-11", "a draw")
    if any(fate.out and who.role == "leader" for fate, who in battle.fates(battle.pair[1 - seat])):
        book.esteem(gang, figures.enemy_leader_out, "NE-CAMP-11", "the enemy leader felled")
    if not (battle.conceded and not battle.won(gang)):
        for reward, count in rewards_of(book, battle, gang):
            for _ in range(count if reward.reputation is not None else 0):
                amount, dice = yield from amount_of(gang, reward.reputation or "0", "Reputation")
                book.esteem(gang, amount, "NE-CAMP-11", "the scenario", dice)
    if battle.report.reputation[seat]:
        book.esteem(gang, battle.report.reputation[seat], "NE-CAMP-11", "won in play")
    if battle.report.bottled[seat]:
        book.esteem(gang, -figures.bottled, "NE-CAMP-11", "bottled out")
    if battle.conceded and not battle.won(gang):
        lose_face(book, gang)


def lose_face(book: Book, gang: Gang) -> None:
    """A gang that gives way loses 1 Reputation and takes income only; the other wins without a battle, nobody gains
    Experience, and it counts as a battle of the campaign (NE-CAMP-27)."""
    book.esteem(gang, -1, "NE-CAMP-27", "gave way")


def scrap(book: Book, battle: Battle, gang: Gang) -> Step[None]:
    """If it alone had models left on the table a gang gains D3x10 credits for each enemy wreck (see NE-CAMP-16)."""
    seat = battle.seat(gang)
    if battle.report.left[seat] and not battle.report.left[1 - seat]:
        for fate, _ in battle.fates(battle.pair[1 - seat]):
            if fate.vehicle and fate.out:
                credits, dice = yield from amount_of(gang, "D3x10", f"scrap of {fate.name}")
                book.earn(gang, credits, "NE-CAMP-16", f"scrap of {fate.name}", dice)


def repairs(book: Book, gang: Gang) -> Step[None]:
    """A damaged vehicle is repaired for half its list price and a new rattle on 1-3, half on 4-5, a quarter on 6,
    rounded up to 5; paying removes all its damage (NE-CAMP-16)."""
    for engine in gang.engines:
        if not engine.damage:
            continue
        faces = yield from roll(gang, f"repairs of {engine.name}")
        cost = int(found(book.pack.vehicles, engine.type, "vehicle").cost)
        price = up_to_five(cost, 4 if faces[0] == 6 else 2)
        options = [("leave", "leave it as it is")]
        if book.affords(gang, price):
            options.insert(0, ("repair", f"repair it for {price} credits"))
        if (yield from decide(gang.number, f"{engine.name} is damaged", options)) == "repair":
            book.pay(gang, price, "NE-CAMP-16", f"{engine.name} repaired", faces)
            engine.damage = [RATTLE] if faces[0] <= 3 else []
        else:
            book.write("NE-CAMP-16", gang, f"{engine.name} is not repaired for {price}", faces)


def up_to_five(cost: int, divisor: int) -> int:
    """A part of a price, rounded up to 5 (see NE-CAMP-16)."""
    return -(-cost // (5 * divisor)) * 5
