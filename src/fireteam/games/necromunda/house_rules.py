"""House rules that a match may switch on: those of the book, and those of other pages (NE-HR, NE-HRX)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import in_contact
from fireteam.games.necromunda.skills import butt, throw, victims
from fireteam.games.necromunda.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

kinds(
    headbutt_instead=("headbutt {} instead", ("NE-HR-02",)),
    hurl_instead=("hurl {} instead", ("NE-HR-03",)),
    fight_after_all=("fight", ("NE-STD-04",)),
)


class HouseRules(Supplement):
    """The switches that hang in windows; each is off by default and independent (NE-HRX-01)."""

    name = "house rules"

    def instead_of_fight(self, t: Table, who: int) -> Rule[bool]:
        """Headbutt or Hurl may replace a Fight, that of a Charge too (NE-HR-02, NE-HR-03)."""
        skills = t.fighter(who).skills
        butted = [foe for foe in t.enemies(who) if t.stands(foe) and in_contact(t, who, foe)]
        heads = butted if t.house_rule("hr_headbutt_replaces_fight") and "headbutt" in skills else []
        thrown = victims(t, who) if t.house_rule("hr_hurl_replaces_fight") and "hurl" in skills else []
        if not heads and not thrown:
            return False
        pick: Option = yield t.ask(
            t.player(who),
            topic("in place of the fight of {who}", t.name(who)),
            lambda: [
                option("fight_after_all"),
                *(option("headbutt_instead", t.name(foe), args=(foe,)) for foe in heads),
                *(option("hurl_instead", t.name(foe), args=(foe,)) for foe in thrown),
            ],
        )
        if pick.kind == "headbutt_instead":
            yield from butt(t, who, pick.args[0])
        elif pick.kind == "hurl_instead":
            yield from throw(t, who, pick.args[0])
        return pick.kind != "fight_after_all"

    def stray_most(self, t: Table) -> int:
        """A stray shot hits only on a 6 (NE-HRX-02)."""
        return 1 if t.house_rule("hrx_stray_on_6") else 3

    def counts_in_crew(self, t: Table, seat: int) -> int:
        """Models that arrived later count in the crew size (NE-HRX-05)."""
        if not t.house_rule("hrx_reinforcements_count"):
            return 0
        return sum(line.what == "arrived" and line.seat == seat for line in t.state.ledger)

    def gave_up(self, t: Table, seat: int) -> None:
        """Choosing to fail the Bottle test loses the battle (NE-HRX-06)."""
        if t.house_rule("hrx_voluntary_bottle_loses"):
            t.put_aside()
            t.end(1 - seat, "gave up")
