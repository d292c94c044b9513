"""What the factions have of their own: the Internal factory of the I.S.C., Revolution tokens (rulebook VII)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fireteam.core.questions import Option
from fireteam.core.refusals import Why, need
from fireteam.games.escape.state import INTELLECT, ISC, MOVEMENT, OUT, RESISTANCE, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Reroll, Supplement


class InternalFactory(Supplement):
    """The I.S.C. brings its Taken out characters back by the airlocks (ES-FAC-03 to ES-FAC-06)."""

    name = "Internal factory"

    def returns(self, t: Table, who: Character) -> bool:
        return factory_works(t, who)

    def return_airlocks(self, t: Table) -> Iterable[int]:
        return [
            airlock
            for airlock in t.ground.board.airlocks
            if factory_uses(t, airlock) and not airlock_blocked(t, airlock)
        ]


def factory_works(t: Table, who: Character, why: Why = None) -> bool:
    """Whether the Internal factory may return a character this turn (ES-FAC-03, ES-FAC-04, ES-GEN-05)."""
    s = t.state
    return (
        need(why, who.side == ISC and who.status == OUT, "ES-FAC-03", "an I.S.C. character that was Taken out")
        and need(
            why, who.out_turn < s.turn, "ES-FAC-03", "it was Taken out before this turn (in turn {})", who.out_turn
        )
        and need(
            why,
            s.turn >= t.ground.factory_from,
            "ES-GEN-05",
            "the factory works from turn {} on",
            t.ground.factory_from,
        )
    )


def factory_uses(t: Table, airlock: int) -> bool:
    """The factory uses the airlocks at the edge; another one only by an event (ES-FAC-05)."""
    return not t.ground.board.airlocks[airlock].central or any(
        opens(t, airlock) for opens in t.windows[Supplement.opens_airlock]
    )


def airlock_blocked(t: Table, airlock: int) -> bool:
    """A Resistance character within 3 squares of either access square blocks a return (ES-FAC-06)."""
    reach = t.ground.carry.factory_radius
    near = 0
    for square in t.ground.board.airlocks[airlock].squares:
        near |= t.ground.within(square, reach)
    return near & t.state.resistance != 0


class RevolutionTokens(Supplement):
    """The Resistance gains a token for each of its Taken out, and spends them (ES-FAC-07 to ES-FAC-10)."""

    name = "Revolution tokens"

    def taken_out(self, t: Table, who: Character) -> None:
        """One token for each Taken out character of the Resistance (ES-FAC-07)."""
        if who.side == RESISTANCE:
            t.gain_revolution("ES-FAC-07")

    def rerolls(self, t: Table, side: int) -> Iterable[Reroll]:
        """A token rerolls any die of the Resistance (ES-FAC-08)."""
        if side != RESISTANCE or not t.state.revolution:
            return ()
        return (Reroll(t.ground.option("reroll_token"), "ES-FAC-08", partial(t.spend_revolution, "ES-FAC-08")),)

    def payments(self, t: Table, who: Character, statistic: int) -> Iterable[Option]:
        if who.side == RESISTANCE and statistic != INTELLECT and t.state.revolution:
            return (t.ground.option("pay_token"),)
        return ()

    def paid(self, t: Table, who: Character, statistic: int, pick: Option) -> None:
        if pick.kind == "pay_token":
            t.spend_revolution("ES-FAC-09" if statistic == MOVEMENT else "ES-FAC-10")

    def spare_movement(self, t: Table, who: Character, statistic: int, pick: Option | None) -> int:
        if who.side != RESISTANCE:
            return 0
        return t.state.revolution - (pick is not None and pick.kind == "pay_token")


FACTIONS = (RevolutionTokens(), InternalFactory())
"""In force in every match."""
