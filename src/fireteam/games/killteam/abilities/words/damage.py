"""Words about wounds: damage, healing, damage that is less, who survives it, who takes it for another (KT-DMG-01,
KT-DMG-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from fireteam.core.questions import Roll, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.entries import Entry, book, in_force
from fireteam.games.killteam.abilities.word import Context, Effect, Lasting
from fireteam.games.killteam.damage.inflict import inflict, to_each
from fireteam.games.killteam.dice import roll_d3
from fireteam.games.killteam.positions import in_killzone
from fireteam.games.killteam.shooting.targets import apart, armed, distance
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.stats import wounded
from fireteam.games.killteam.table import Table
from fireteam.space.plane.measure import within

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.content.parts import Amount, Distance
    from fireteam.kit.content.models import Positive


def amount(t: Table, seat: int, wanted: Amount, about: str) -> Rule[int]:
    """An amount of damage or healing, rolled if it has dice (see KT-BASE-17)."""
    if wanted.sides == 3:
        rolled = yield from roll_d3(t, seat, about)
    elif wanted.sides == 6:
        (rolled,) = yield Roll(seat, about)
    else:
        rolled = 0
    return int(rolled) + wanted.plus


class Damage(Effect):
    """Damage is inflicted, on everyone within `area` inches if given (KT-DMG-01)."""

    word, worth, at_once = "damage", 0.3, True
    amount: Amount
    area: Distance | None = None

    def spills(self) -> bool:
        return True

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        about = topic("damage of {entry} to {who}", use.entry.id, t.name(who))
        points = yield from amount(t, use.entry.seat, self.amount, about)
        area, near = self.area, [who]
        if area:
            near = [
                other
                for other in in_killzone(t)
                if other != who and within(distance(t, t.board, who, other, area), area)
            ]
        yield from to_each(t, near, points, lambda other: inflict(t, other, points, use.entry.id, by=use.context.who))

    def met(self, t: Table, marker: str, who: int) -> Rule[None]:
        if not t.operative(who).incapacitated:
            about = topic("damage of {marker} to {who}", marker, t.name(who))
            points = yield from amount(t, t.operative(who).seat, self.amount, about)
            t.tell("burns", "KT-DMG-01", who=t.name(who), marker=marker)
            yield from inflict(t, who, points, "KT-DMG-01")


class Heal(Effect):
    """Up to so many lost wounds are regained."""

    word, worth, at_once = "heal", 0.35, True
    amount: Amount

    def spills(self) -> bool:
        return True

    def helps(self, t: Table, who: int) -> bool:
        return wounded(t, who)

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        about = topic("{entry} for {who}", use.entry.id, t.name(who))
        points = yield from amount(t, use.entry.seat, self.amount, about)
        if not t.operative(who).incapacitated:
            t.heal(who, points, use.entry.id)


class ReduceDamage(Lasting):
    """Each attack die inflicts less, not below `min`; only normal or critical ones, or only so many dice, if given."""

    word, worth = "reduce_damage", 0.35
    by: Annotated[int, range(1, 3)]
    min: Positive
    of: Literal["normal", "critical"] | None = None
    dice: Positive | None = None

    def reduced(self, dice: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """What attack dice inflict after it, none of them below the minimum; of a few dice, those lose that lose
        most."""

        def loss(points: int) -> int:
            return max(0, points - max(self.min, points - self.by))

        places = [place for place, (grade, _) in enumerate(dice) if self.of in (None, grade)]
        places.sort(key=lambda place: (-loss(dice[place][1]), dice[place][0]))
        taken = places if self.dice is None else places[: self.dice]
        return [(grade, points - (loss(points) if place in taken else 0)) for place, (grade, points) in enumerate(dice)]

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        if not use.window.lessens(use.entry, self):
            yield from super().bestow(t, use, who)
        elif self.dice is None:
            t.affect(who, Laid(use.entry.id, self.word, 0, "sequence", use.entry.id))

    @classmethod
    def on(cls, t: Table, who: int, context: Context) -> list[tuple[Entry, ReduceDamage]]:
        """What makes attack dice inflict less on an operative: what is in force, and what was used in this sequence."""
        found = in_force(t, who, cls, context)
        for laid in t.operative(who).effects:
            entry = book(t).entry(t.operative(who).seat, laid.name) if laid.what == cls.word else None
            found += [(entry, less) for less in entry.effects_of(cls)] if entry is not None else []
        return found


class Survive(Effect):
    """It is not incapacitated and keeps so many wounds."""

    word, worth = "survive", 0.9
    wounds: Positive

    def early(self, entry: Entry) -> bool:
        return True

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        yield from ()
        blow = use.window.blow
        if blow is not None:
            lost = max(0, t.operative(who).wounds - self.wounds)
            change = Modifier(lost - blow.damage, use.entry.name, use.entry.id)
            t.hurt(who, lost, blow.rule, (*blow.parts, change), by=blow.by)
            t.tell("survives", use.entry.id, who=t.name(who), entry=use.entry.id, left=t.operative(who).wounds)
            use.window.done = True


class Intercept(Effect):
    """It becomes the target instead of a friend; valid target, cover and obscured stay as judged for the friend."""

    word, worth = "intercept", 0.1
    within: Distance

    def early(self, entry: Entry) -> bool:
        return True

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        yield from ()
        s, friend = use.window.shot, use.context.who
        if s is not None:
            weapon = armed(t, s.attacker, t.weapon(s.attacker, s.weapon))
            s.target = apart(t, t.board, s.attacker, friend, weapon)._replace(
                cover_from=s.target.cover_from, obscured_from=s.target.obscured_from, improved=s.target.improved
            )
            t.tell("intercepts", use.entry.id, who=t.name(friend), friend=t.name(who))
            use.window.done = True
