"""What a battle is about: objectives, kills, consoles, exits (see DZ-ROUND-10, DZ-DMG-08, DZ-CORE-06)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.deadzone.actions import SHORT, Activation, Deed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.setup import scenario, top_of
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement


class Mission(Supplement):
    """The scenario of a battle: what scores, and what may be done for it."""

    name = "scenario"

    # -- objectives and kills ------------------------------------------------------------------------------------------

    def round_end(self, t: Table) -> None:
        """An objective scores for the only side that has models in its cube, in either half of it, pinned ones and
        Beasts among them (see DZ-ROUND-10, DZ-PART-03)."""
        for objective in scenario(t).objectives:
            sides = {t.side(who) for who in t.in_cube(top_of(t, objective.at))}
            if len(sides) == 1:
                t.score(sides.pop(), objective.vp, "DZ-ROUND-10")

    def killed(self, t: Table, who: int, cube: int) -> None:
        """A killed model scores its VP for the other side, whatever killed it (see DZ-DMG-08)."""
        worth = t.cards[who].victory_points
        if scenario(t).kills and worth:
            t.score(1 - t.side(who), worth, "DZ-DMG-08")

    # -- consoles ------------------------------------------------------------------------------------------------------

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """Working a console is a SPECIAL action (see DZ-SPEC-01)."""
        if scenario(t).consoles is None:
            return ()
        return [Deed("console", "DZ-SPEC-01", SHORT, self.may_work, offer_console, self.work)]

    def may_work(self, t: Table, a: Activation, why: Why) -> bool:
        """In the console's cube, with no enemy there, each once by a side, and never by a Beast
        (see DZ-AB-BEAST-01)."""
        cube = t.cube(a.who)
        alone = not any(t.hostile(a.who, other) for other in t.in_cube(cube) if other != a.who)
        fresh = self.mark(t, a.who) not in t.state.settled
        return (
            need(why, cube in self.consoles(t), "DZ-SPEC-01", "a console is in its cube")
            and need(why, t.all_say(a.who, Keyword.uses_panels), "DZ-AB-BEAST-01", "it is no Beast")
            and need(why, alone, "DZ-SPEC-01", "no enemy is in the cube")
            and need(why, fresh, "DZ-SPEC-01", "its side has not worked this console yet")
        )

    def consoles(self, t: Table) -> list[int]:
        """The cubes with a console (see DZ-SETUP-04)."""
        consoles = scenario(t).consoles
        return [] if consoles is None else [top_of(t, square) for square in consoles.at]

    def mark(self, t: Table, who: int) -> str:
        """What is noted of a console that a side has worked."""
        return f"console {t.side(who)} {t.board.name(t.cube(who))}"

    def work(self, t: Table, a: Activation, pick: Option) -> Rule[None]:
        """VP at once, more of them for a Hacker (see DZ-AB-HACKER-01)."""
        yield from ()
        consoles = scenario(t).consoles
        assert consoles is not None
        t.settle(self.mark(t, a.who))
        bonus = consoles.hacker_bonus if t.has(a.who, Keyword.hacks) else 0
        t.score(t.side(a.who), consoles.vp + bonus, "DZ-SPEC-01")

    # -- exits ---------------------------------------------------------------------------------------------------------

    def leaves(self, t: Table, who: int) -> bool:
        """Off the board from the exits of its side, which lie on the ground; by its zone they are the far ones."""
        exits, cube = scenario(t).exits, t.cube(who)
        if exits is None or t.controlled(who):
            return False
        squares = exits.b if t.state.zones[t.side(who)] else exits.a
        x, y, level = t.board.at[cube]
        return level == 0 and (x + 1, y + 1) in squares

    def left(self, t: Table, who: int) -> None:
        """Its side scores for a model that has left, never the other for a kill (see DZ-CORE-06)."""
        exits = scenario(t).exits
        assert exits is not None
        t.score(t.side(who), max(exits.least_vp, t.cards[who].victory_points), "DZ-CORE-06")


def offer_console(t: Table, a: Activation) -> Iterable[Option]:
    return [option("console")]
