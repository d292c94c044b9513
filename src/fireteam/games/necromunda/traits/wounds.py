"""Traits about wounds: in place of the wound roll, by its die, by the die that hit, on the Injury dice."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import trait
from fireteam.games.necromunda.conditions import BLIND, WEBBED, blind
from fireteam.games.necromunda.dice import FLESH, OUT_OF_ACTION, SERIOUS, d6, equal_or_lower
from fireteam.games.necromunda.hits import Hit, injure, raise_flesh_wound
from fireteam.games.necromunda.injury import go_down
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.shooting.landing import Landing
from fireteam.games.necromunda.stats import number, test, toughness
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait

SIX = 6

kinds(
    pulverise=("pulverise", ("NE-TRT-21",)),
    spare=("leave it", ("NE-TRT-21",)),
)


def beats_toughness(t: Table, h: Hit, about: str, rule: str, extra: int = 0) -> Rule[bool]:
    """A D6 that shows the Toughness or more; a 6 always does."""
    tough = toughness(t, h.strike.on) + extra
    least = min(tough, SIX)
    face = yield from d6(h.seat(t), about, tuple(1 if face < least else least for face in range(1, 7)))
    passed = face >= least
    t.tell("tested", rule, who=t.name(h.strike.on), about=about, shown=face, bonus=0, needed=least, passed=passed)
    return passed


@trait("Gas")
class Gas(Trait):
    """No wound roll, no save, no Pinning: a D6 that reaches the Toughness, or a 6, is an Injury die whatever the Wounds
    (NE-TRT-02)."""

    def pins(self) -> bool:
        return False

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        h.negated = True
        for gassed in t.windows[Supplement.gassed]:
            if (yield from gassed(t, h)):
                return
        about = topic("gas on {who}", t.name(h.strike.on))
        extra = sum(more(t, h.strike.on) for windows in t.bearers(h.strike.on) for more in windows[Quality.against_gas])
        if (yield from beats_toughness(t, h, about, "NE-TRT-02", extra)):
            yield from injure(t, h, 1)


@trait("Toxin")
class Toxin(Trait):
    """No wound roll: a D6 that reaches the Toughness, or a 6, is an Injury die whatever the Wounds, if it is not saved;
    vehicles are immune (NE-TRT-16)."""

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        if t.is_vehicle(h.strike.on):
            h.negated = True
            return
        about = topic("toxin on {who}", t.name(h.strike.on))
        h.wounded = yield from beats_toughness(t, h, about, "NE-TRT-16")
        h.negated = not h.wounded

    def injures_alone(self) -> bool:
        return True


@trait("Flash")
class Flash(Trait):
    """No wound roll: an Initiative test, of a vehicle a Handling test, or the model is Blind; one for each attack
    (NE-TRT-15)."""

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        h.negated = True
        who = h.strike.on
        if t.has(who, BLIND) or was_hit_before(t, who):
            return
        stat = "hnd" if t.is_vehicle(who) else "i"
        if not (yield from test(t, who, stat, "flash", topic("flash at {who}", t.name(who)), "NE-TRT-15")):
            blind(t, who, "NE-TRT-15")


def was_hit_before(t: Table, who: int) -> bool:
    """Whether an earlier hit of the same attack has been resolved on somebody (see NE-TRT-15)."""
    landing = next((frame for frame in reversed(t.state.agenda) if isinstance(frame, Landing)), None)
    return landing is not None and any(strike.on == who for strike in landing.strikes[: landing.resolved - 1])


@trait("Web")
class Web(Trait):
    """A successful wound roll leaves its target Webbed, without save or Damage; vehicles are immune (NE-TRT-30)."""

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        h.negated = t.is_vehicle(h.strike.on)

    def wound_rolled(self, t: Table, h: Hit) -> Rule[None]:
        h.negated = True
        t.afflict(h.strike.on, WEBBED, "NE-TRT-30")
        yield from go_down(t, h.strike.on, "NE-TRT-30")


@trait("Graviton Pulse")
class GravitonPulse(Trait):
    """No wound roll: a fighter passes a Strength test or takes the Damage without a save (NE-TRT-34)."""

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        who = h.strike.on
        for crushed in t.windows[Supplement.crushed]:
            if (yield from crushed(t, h)):
                return
        about = topic("graviton pulse on {who}", t.name(who))
        h.wounded = not (yield from equal_or_lower(t, who, number(t, who, "s"), about))
        h.negated = not h.wounded

    def leaves_marker(self, t: Table, who: int, marker: tuple[int, int, int]) -> None:
        """Its Blast stays to the End phase as difficult ground."""
        t.leave_marker("well", marker, self.name, t.side(who), 150)

    def allows_save(self, t: Table, h: Hit) -> bool:
        return t.is_vehicle(h.strike.on)

    def allows_field(self, t: Table, h: Hit) -> bool:
        return t.is_vehicle(h.strike.on)


@trait("Shock")
class Shock(Trait):
    """A natural 6 to hit wounds without a roll (NE-TRT-20)."""

    def hit_marks(self, t: Table) -> Iterable[int]:
        return (SIX,)

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        if h.strike.face == SIX:
            h.wounded = True


@trait("Rending")
class Rending(Trait):
    """A wound roll of 6 does 1 more Damage (NE-TRT-17)."""

    def wound_rolled(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        if h.wound == SIX:
            h.damage += 1


@trait("Shred")
class Shred(Trait):
    """A natural 6 to wound doubles the AP (NE-TRT-18)."""

    def wound_rolled(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        if h.wound == SIX:
            h.ap += h.strike.ap


@trait("Power")
class Power(Trait):
    """Only a Power weapon parries it; a hit roll of 6 leaves no save but fields and does 1 more Damage (NE-TRT-19)."""

    def hit_marks(self, t: Table) -> Iterable[int]:
        return (SIX,)

    def allows_save(self, t: Table, h: Hit) -> bool:
        return h.strike.face != SIX

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        yield from ()
        if h.strike.face == SIX:
            h.damage += 1

    def power(self) -> bool:
        return True


@trait("Melta")
class Melta(Trait):
    """At short range, or at any if it has none, each Injury die of whoever is brought to 0 Wounds is Out of Action
    (NE-TRT-06)."""

    def instead_of_injury(self, t: Table, h: Hit, dice: int) -> tuple[str, ...]:
        return (OUT_OF_ACTION,) * dice if h.strike.short else ()

    def damage_dice(self, t: Table, h: Hit) -> int:
        return 1 if h.strike.short else 0


@trait("Pulverise")
class Pulverise(Trait):
    """After the Injury dice a D6 that reaches the Toughness, or a 6, may turn one Flesh Wound into a Serious Injury
    (NE-TRT-21)."""

    def injuries_rolled(self, t: Table, h: Hit) -> Rule[None]:
        if FLESH not in h.faces or OUT_OF_ACTION in h.faces:
            return
        pick: Option = yield t.ask(
            h.seat(t), topic("pulverise {who}", t.name(h.strike.on)), lambda: [option("pulverise"), option("spare")]
        )
        about = topic("pulverising {who}", t.name(h.strike.on))
        if pick.kind == "pulverise" and (yield from beats_toughness(t, h, about, "NE-TRT-21")):
            h.faces = raise_flesh_wound(h.faces, SERIOUS)

    def damage_dice(self, t: Table, h: Hit) -> int:
        return 1
