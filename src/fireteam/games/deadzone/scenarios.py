"""What a battle is about: objectives, kills, consoles, exits (see DZ-ROUND-10, DZ-DMG-08, DZ-CORE-06)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.deadzone.actions import SHORT, Activation, Deed
from fireteam.games.deadzone.goals import consoles, exits, leaving_points
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
        worked = scenario(t).consoles
        all_of_them = worked.at if worked else ()
        fresh = cube in consoles(t.setting, t.state, t.side(a.who))
        return (
            need(why, cube in map(partial(top_of, t), all_of_them), "DZ-SPEC-01", "a console is in its cube")
            and need(why, t.all_say(a.who, Keyword.uses_panels), "DZ-AB-BEAST-01", "it is no Beast")
            and need(why, alone, "DZ-SPEC-01", "no enemy is in the cube")
            and need(why, fresh, "DZ-SPEC-01", "its side has not worked this console yet")
        )

    def work(self, t: Table, a: Activation, pick: Option) -> Rule[None]:
        """VP at once, more of them for a Hacker (see DZ-AB-HACKER-01)."""
        yield from ()
        worked = scenario(t).consoles
        assert worked is not None
        t.settle(consoles(t.setting, t.state, t.side(a.who))[t.cube(a.who)])
        bonus = worked.hacker_bonus if t.has(a.who, Keyword.hacks) else 0
        t.score(t.side(a.who), worked.vp + bonus, "DZ-SPEC-01")

    # -- exits ---------------------------------------------------------------------------------------------------------

    def leaves(self, t: Table, who: int) -> bool:
        """Off the board from the exits of its side, which lie on the ground; by its zone they are the far ones."""
        return not t.controlled(who) and t.cube(who) in exits(t.setting, t.state, t.side(who))

    def left(self, t: Table, who: int) -> None:
        """Its side scores for a model that has left, never the other for a kill (see DZ-CORE-06)."""
        t.score(t.side(who), leaving_points(t.setting, t.state, who), "DZ-CORE-06")


def offer_console(t: Table, a: Activation) -> Iterable[Option]:
    return [option("console")]
