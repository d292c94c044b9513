"""Experience and grudges (NE-CAMP-12, NE-CAMP-25)."""

from __future__ import annotations

from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.ledger import Book, Fellow, Gang
from fireteam.games.necromunda.campaign.report import Fate

LEADING = ("leader", "champion")


def gain_experience(book: Book, battle: Battle, gang: Gang) -> None:
    """Everybody alive that took part gains 1; 1 per enemy fighter put Out of Action and 1 more for a leader or
    champion, 2 per wreck, 1 for having rallied, 1 per scenario event scored itself, 2 at most, what terminals gave; the
    winner's leader 1. Of vehicles the crew gains (NE-CAMP-12)."""
    for fate, who in battle.fates(gang):
        if not who.alive:
            continue
        for text, amount in reasons(book, battle, gang, fate, who):
            if amount:
                book.teach(gang, who, amount, "NE-CAMP-12", text)
    for fate, who in battle.fates(gang):
        if who.alive:
            settle_grudges(book, battle, gang, fate.name, who)


def reasons(book: Book, battle: Battle, gang: Gang, fate: Fate, who: Fellow) -> list[tuple[str, int]]:
    """What a member gains Experience for, and how much (see NE-CAMP-12, NE-CAMP-06)."""
    figures = book.figures.experience
    felled = list(battle.felled_by(gang, fate.name))
    fighters = [(one, victim) for one, victim in felled if not one.vehicle]
    leading = sum(victim.role in LEADING for _, victim in fighters)
    won = battle.won(gang)
    return [
        ("took part", figures.took_part),
        ("fighters put Out of Action", figures.fighter_out * len(fighters)),
        ("leaders and champions among them", figures.leader_or_champion_out * leading),
        ("haunted kills", sum(one.haunted for one, _ in fighters)),
        ("vehicles wrecked", figures.vehicle_wrecked * (len(felled) - len(fighters))),
        ("rallied", figures.rallied if fate.rallied else 0),
        ("scored", min(figures.scored_most, figures.scored * fate.scored)),
        ("learnt in play", fate.experience),
        ("led the winners", figures.winning_leader if won and who.role == "leader" else 0),
        ("won as underdog", figures.underdog_win if won and battle.underdog == battle.seat(gang) else 0),
    ]


def settle_grudges(book: Book, battle: Battle, gang: Gang, name: str, who: Fellow) -> None:
    """Whoever takes the object of a grudge Out of Action gains 2 more, and the grudge is struck off
    (see NE-CAMP-25)."""
    foes = battle.pair[1 - battle.seat(gang)]
    for one, _ in battle.felled_by(gang, name):
        if (foes.number, one.name) in gang.grudges:
            gang.grudges.remove((foes.number, one.name))
            book.teach(gang, who, book.figures.experience.grudge, "NE-CAMP-25", f"the grudge against {one.name}")


def bear_grudges(book: Book, battle: Battle, gang: Gang) -> None:
    """Who put a leader or champion of a gang Out of Action, or killed anybody of it, has a grudge against it written
    down, one at most (NE-CAMP-25)."""
    seat = battle.seat(gang)
    foes = battle.pair[1 - seat]
    for fate, who in battle.fates(gang):
        if fate.by is None or (foes.number, fate.by) in gang.grudges:
            continue
        if who.role in LEADING or (seat, who.name) in battle.dead:
            gang.grudges.append((foes.number, fate.by))
            book.write("NE-CAMP-25", gang, f"a grudge against {fate.by} for {who.name}")
