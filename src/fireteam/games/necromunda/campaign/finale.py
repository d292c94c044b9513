"""Campaign points, the last battle, and who has won (NE-CAMP-28, NE-CAMP-29)."""

from __future__ import annotations

from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.ledger import Book, Gang
from fireteam.games.necromunda.campaign.standing import rating


def battle_points(book: Book, battle: Battle, gang: Gang) -> None:
    """3 campaign points for a win, 1 for a draw, double in the last battle (see NE-CAMP-28, NE-CAMP-29)."""
    figures = book.figures.points
    earned = figures.win if battle.won(gang) else figures.draw if battle.report.winner is None else 0
    if earned:
        earned *= 2 if battle.last else 1
        gang.points += earned
        book.write("NE-CAMP-28", gang, f"{earned} campaign points, {gang.points} in all")


def last_points(book: Book, gang: Gang) -> int:
    """After the last battle 1 point per full 5 Reputation and 1 per 250 rating above 1000 (see NE-CAMP-28)."""
    figures = book.figures.points
    above = max(0, rating(book, gang) - figures.rating_above)
    return gang.reputation // figures.per_reputation + above // figures.per_rating


def finish(book: Book) -> None:
    """Most points win the campaign; ties by Reputation, then rating, then it is shared (NE-CAMP-28)."""
    for gang in book.gangs:
        more = last_points(book, gang)
        gang.points += more
        book.write("NE-CAMP-28", gang, f"{more} campaign points at the end, {gang.points} in all")
    order = {gang.number: (gang.points, gang.reputation, rating(book, gang)) for gang in book.gangs}
    best = max(order.values())
    book.winners = tuple(number for number, worth in order.items() if worth == best)
    for number in book.winners:
        book.write("NE-CAMP-28", book.gangs[number], "wins the campaign" if len(book.winners) == 1 else "shares it")
