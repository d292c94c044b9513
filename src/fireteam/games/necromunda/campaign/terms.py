"""What a campaign brings into a battle: sides, tokens of the underdog, what Reputation is worth (see NE-CAMP-06,
NE-CAMP-26, NE-CAMP-29)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.campaign.report import Seat
from fireteam.games.necromunda.cards import LEADER
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.content.models import Part, Whole, Yes

if TYPE_CHECKING:
    from fireteam.games.necromunda.cards import Weapon
    from fireteam.games.necromunda.content.pack import Pack
    from fireteam.games.necromunda.content.scenarios import Scenario
    from fireteam.games.necromunda.table import Table

T = TypeVar("T")

kinds(
    spend_token=("spend an underdog token", ("NE-CAMP-06",)),
    keep_token=("let it stand", ("NE-CAMP-06",)),
    bottle_again=("roll the Bottle test again", ("NE-CAMP-26",)),
    keep_bottle=("let the Bottle test stand", ("NE-CAMP-26",)),
)


class Terms(Part):
    """The terms of a battle, each by seat."""

    side_a: Seat = 0
    tokens: tuple[Whole, Whole] = (0, 0)
    crew_more: tuple[Whole, Whole] = (0, 0)
    bottle_again: tuple[Yes, Yes] = (False, False)
    last: Yes = False


def fitted(pack: Pack, scenario: Scenario, terms: Terms) -> Scenario:
    """The scenario as these gangs play it: sides are settled, crews may be larger (see NE-CAMP-26), and the last battle
    of a campaign goes over eight rounds with crews of up to 12, ready leaders among them (NE-CAMP-29)."""
    last = pack.campaign.last if pack.campaign is not None and terms.last else None
    crew = {}
    for side, rule in scenario.crew.items():
        seat = terms.side_a if side == "a" else 1 - terms.side_a
        most = last.crew if last is not None else rule.max
        crew[side] = _changed(rule, max=most + terms.crew_more[seat])
    rounds = scenario.rounds if last is None else last.rounds
    return _changed(scenario, crew=crew, deployment=_changed(scenario.deployment, sides=None), rounds=rounds)


def _changed(part: T, **fields: Any) -> T:
    """A part of a pack with other values in some of its fields, whether it was just checked or comes from the cache."""
    found = copy(part)
    found.__dict__.update(fields)
    return found


class Campaigning(Supplement):
    """Tokens and re-rolls that a gang has in this battle; what is not spent is lost after it (see NE-CAMP-06)."""

    name = "campaign"

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def left(self, t: Table, seat: int) -> int:
        """The tokens that a side has left."""
        return self.terms.tokens[seat] - sum(mark.startswith(f"token {seat} ") for mark in t.state.settled)

    def spends(self, t: Table, seat: int, what: str) -> Rule[bool]:
        """A side may spend a token on a roll that lies there (see NE-CAMP-06)."""
        left = self.left(t, seat)
        if not left:
            return False
        pick: Option = yield t.ask(seat, what, lambda: [option("spend_token"), option("keep_token")])
        if pick.kind == "spend_token":
            t.settle(f"token {seat} {left}")
        return pick.kind == "spend_token"

    def rerolls_priority(self, t: Table, seat: int, face: int) -> Rule[bool]:
        return (yield from self.spends(t, seat, topic("Priority roll of {seat}, a {face}", str(seat), str(face))))

    def rerolls_recovery(self, t: Table, who: int) -> Rule[bool]:
        return (yield from self.spends(t, t.side(who), topic("recovery roll of {who}", t.name(who))))

    def rerolls_ammo(self, t: Table, who: int, weapon: Weapon) -> Rule[bool]:
        return (yield from self.spends(t, t.side(who), topic("failed Ammo test of {who}", t.name(who))))

    def rerolls_test(self, t: Table, who: int, stat: str) -> Rule[bool]:
        if stat != "cl":
            return False
        return (yield from self.spends(t, t.side(who), topic("failed Cool test of {who}", t.name(who))))

    def rerolls_bottle(self, t: Table, seat: int) -> Rule[bool]:
        """Once per battle a gang of high standing may re-roll its Bottle test (see NE-CAMP-26)."""
        mark = f"bottle {seat}"
        if not self.terms.bottle_again[seat] or mark in t.state.settled:
            return False
        about = topic("failed Bottle test of {seat}", str(seat))
        pick: Option = yield t.ask(seat, about, lambda: [option("bottle_again"), option("keep_bottle")])
        if pick.kind == "bottle_again":
            t.settle(mark)
        return pick.kind == "bottle_again"

    def must_join(self, t: Table, seat: int) -> Iterable[int]:
        """Leaders that are ready must be picked for the last battle (see NE-CAMP-29)."""
        return [
            m.index for m in t.state.models if self.terms.last and m.side == seat and t.cards[m.index].role == LEADER
        ]
