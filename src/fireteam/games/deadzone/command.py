"""Command dice: rolling, the one re-roll, and what may be done with them (DZ-CMD)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NO_DICE, PLUS, SYMBOLS
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement

DICE = 3
"""Command dice of each side before Tacticians."""
FACES = 6


def roll_command(t: Table) -> Rule[None]:
    """Each side rolls its command dice at the start of a round (DZ-CMD-01); results lie open and are spent one by one
    (DZ-CMD-04)."""
    for seat in (t.state.initiative, 1 - t.state.initiative):
        more = max(command_numbers(t, seat), default=0) + sum(
            adds(t, seat) for adds in t.windows[Supplement.command_dice]
        )
        faces = yield Roll(seat, topic("command dice of {player}", t.setting.game.seats[seat]), DICE + more, FACES)
        t.hold(seat, counted(faces))
        t.tell("command", "DZ-CMD-01", seat=seat, dice=tuple(SYMBOLS[face - 1] for face in faces))


def give_results(t: Table) -> None:
    """Results that a side has without rolling, which are not re-rolled either (see DZ-AB-RELAY-01)."""
    for seat in (0, 1):
        given = sum(more() for who in t.left(seat) for more in t.cards[who].windows[Keyword.command_results])
        if given:
            t.hold(seat, tuple(given * (symbol == PLUS) for symbol in range(FACES)))


def command_numbers(t: Table, seat: int) -> list[int]:
    """What Tacticians in play bring; one of them counts (see DZ-AB-TACTICIAN-01)."""
    return [more() for who in t.left(seat) for more in t.cards[who].windows[Keyword.command_dice]]


def counted(faces: tuple[int, ...]) -> tuple[int, ...]:
    """How many dice show each symbol."""
    return tuple(faces.count(symbol + 1) for symbol in range(FACES))


def may_reroll(t: Table, seat: int) -> bool:
    """Not with less than half of the strike team on the battlefield (DZ-CMD-03), unless a keyword lets it."""
    mine = t.left(seat)
    if any(keeps() for who in mine for keeps in t.cards[who].windows[Keyword.keeps_command_rerolls]):
        return True
    counts = len(mine)
    if t.setting.counts_reserve:
        counts += len(t.reserves(seat))
    return 2 * counts >= t.setting.strength(seat)


@lru_cache(maxsize=1 << 10)
def subsets(dice: tuple[int, ...]) -> tuple[Option, ...]:
    """Any of some dice, by symbol."""
    return tuple(
        option("again", ", ".join(f"{n} {SYMBOLS[symbol]}" for symbol, n in enumerate(take) if n) or "none", args=take)
        for take in product(*(range(n + 1) for n in dice))
    )


def reroll_command(t: Table, seat: int) -> Rule[None]:
    """Any number of dice, once; the new results are kept (DZ-CMD-02)."""
    if not may_reroll(t, seat):
        return
    dice = t.state.command[seat]

    player = t.setting.game.seats[seat]
    pick: Option = yield t.ask(seat, topic("command re-roll of {player}", player), lambda: subsets(dice))
    if pick.args != NO_DICE:
        t.hold(seat, tuple(-n for n in pick.args))
        faces = yield Roll(seat, topic("re-rolled command dice of {player}", player), sum(pick.args), FACES)
        t.hold(seat, counted(faces))
        t.tell("command_again", "DZ-CMD-02", seat=seat, dice=tuple(SYMBOLS[face - 1] for face in faces))
