"""Flames, and the fires that they leave (DZ-AB-BURN)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.damage import harm, withstand
from fireteam.games.deadzone.dice import BASE, Attack, together, unmodified
from fireteam.games.deadzone.keywords.explosions import STRENGTH, Area, endless, strike_all
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Steps, repeat, then


@keyword
class ItBurns(Keyword):
    """Shot at a model that is seen, it hits everybody in the cube, seen or not (DZ-AB-BURN-01)."""

    name = "It Burns!"

    def hits_all(self) -> bool:
        return True

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        weapon = t.weapon(who, number)
        t.use_weapon(who, weapon)
        t.tell("flames", self.rule, who=t.name(who), whom=t.name(target))
        cube = t.cube(target)
        victims = (target, *(other for other in t.in_cube(cube) if other != target))
        t.begin(Flames(cube, BASE, weapon.ap, t.player(who), who, number, victims, target))


class Flames(Area):
    """One RANGED against the SURVIVE of each, damage for all, and fire."""

    kind = "flames"
    solved = True

    @staticmethod
    def steps() -> Steps[Table, Flames]:
        return (
            roll_flames,
            *strike_all(),
            then(set_on_fire),
            repeat(orders_after, somebody_hurt),
        )


def roll_flames(t: Table, s: Flames) -> Rule[None]:
    """3 dice of RANGED that nothing changes (DZ-AB-BURN-02)."""
    about = topic("{who} fires at {at}", t.name(s.who), t.board.name(s.cube))
    s.strength = yield from unmodified(t, s.seat, about, s.dice, t.cards[s.who].ranged, endless)


def set_on_fire(t: Table, s: Flames) -> Rule[None]:
    """Whoever lives burns, whatever the dice say (DZ-AB-BURN-03), with one marker at the most (DZ-AB-BURN-04)."""
    yield from ()
    for who in s.victims:
        if t.in_play(who):
            t.set_alight(who)


def somebody_hurt(t: Table, s: Flames) -> bool:
    return bool(s.hurt)


def orders_after(t: Table, s: Flames) -> Rule[bool]:
    """Orders that follow an attack, for each target that has lost HP (see DZ-CMD-12)."""
    (on, lost), *rest = s.hurt
    s.hurt = tuple(rest)
    for follows in t.windows[Supplement.after_attack]:
        yield from follows(t, s.who, on, lost)
    return True


class Fires(Supplement):
    """Models that burn (see DZ-AB-BURN-05)."""

    name = "fires"

    def burns(self, t: Table, who: int) -> None:
        t.begin(Fire(who))


class Fire(Attack):
    """A fire against the model that burns: its first action, which costs it none, pinned or among enemies or not
    (DZ-AB-BURN-05). Everything that protects the model does so here, too (DZ-MEET-05)."""

    kind = "fire"
    solved = True
    who: int

    @staticmethod
    def steps() -> Steps[Table, Fire]:
        return (flare_up, *together(), then(burn_out), *harm())

    def about(self, t: Table) -> str:
        return topic("fire of {who}", t.name(self.who))


def flare_up(t: Table, s: Fire) -> Rule[None]:
    """3 dice at 4+ against SURVIVE (see DZ-AB-BURN-05)."""
    yield from withstand(t, s, s.who, BASE, STRENGTH)


def burn_out(t: Table, s: Fire) -> Rule[None]:
    """It is out in any case; if it has won the model is hurt, without AP, and its activation ends (DZ-AB-BURN-06)."""
    yield from ()
    t.put_out(s.who)
    t.tell("fire_out", "DZ-AB-BURN-06", who=t.name(s.who), lost=s.difference > 0)
    if s.difference > 0:
        t.cut_short(s.who)
