"""Resolving a hit: wound roll, save, damage, injuries, and the traits that follow (NE-HIT)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import TRAITS, Armour, read_trait
from fireteam.games.necromunda.dice import FLESH, INJURY, alike_for, d6, passes
from fireteam.games.necromunda.injury import apply_injuries
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.state import NOBODY, STANDING, Frame
from fireteam.games.necromunda.stats import toughness
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.kit.agenda import Sequence, Steps, carried, then
from fireteam.kit.supplements import Windows

RANGED, MELEE, BLAST, TEMPLATE, FALL, FIRE, TRAP, CRASH = (
    "ranged", "melee", "blast", "template", "fall", "fire", "trap", "crash",
)  # fmt: skip
"""How a hit comes about."""
NO_ARMOUR = 7
BEST_SAVE = 2
FIELD = "field"

kinds(
    save_with=("save with {}", ("NE-HIT-06",)),
)


class Strike(NamedTuple):
    """One hit on somebody, with all that its resolution needs."""

    on: int
    by: int = NOBODY
    strength: int | None = None
    """None: there is no wound roll, a trait decides."""
    ap: int = 0
    damage: int | None = 1
    """None: it takes no Wounds (NE-HIT-05)."""
    traits: tuple[str, ...] = ()
    """The traits of the weapon, as profiles have them."""
    kind: str = RANGED
    face: int = 0
    """The die that hit, as it lies; 0: none was rolled."""
    cover: int = 0
    """What cover adds to the save against a Blast or a template (NE-BLS-04)."""
    x: int = 0
    y: int = 0
    """Where it comes from: the attacker's middle, or that of the blast."""
    short: bool = False
    """Whether it came over short range (NE-TRT-06)."""
    source: str = ""
    """What it was, for the log."""
    side: str = ""
    """The side of a hull that is struck, where it does not follow from where the hit comes from."""
    location: str = ""
    """Where a vehicle is hit, where that is given (NE-VFALL-01)."""
    standing: bool = False
    """Whether the target stood when the attack was declared (NE-TRT-27)."""
    unsaved: bool = False
    """Whether nothing saves from it (NE-MOV-11)."""


@lru_cache(maxsize=1 << 10)
def trait_windows(traits: tuple[str, ...]) -> Windows:
    """The windows in which the traits of a weapon hang."""
    words = [read_trait(text) for text in traits]
    return Windows(Trait, [TRAITS[word.name].make(word) for word in words])


def hit_marks(t: Table, traits: tuple[str, ...]) -> tuple[int, ...]:
    """The faces of a hit roll from which on the traits of a weapon do something more."""
    return tuple(sorted({mark for marks in trait_windows(traits)[Trait.hit_marks] for mark in marks(t)}))


class Hit(Sequence, Frame):
    """A hit is resolved: one by one, where there are several (see NE-HIT-01)."""

    kind = "hit"
    solved = True
    strike: Strike
    ap: int = 0
    damage: int = 0
    """Extra Damage (see NE-HIT-07)."""
    wound: int = 0
    """The die of the wound roll as it lies; 0: none was rolled."""
    wounded: bool = False
    saved: bool = False
    faces: tuple[str, ...] = ()
    """What its Injury dice show."""
    negated: bool = False
    """Whether a trait has dealt with it in its own way."""

    @staticmethod
    def steps() -> Steps[Table, Hit]:
        """Wound roll, save, damage; then what its traits do to whoever is still there, in the book's order
        (NE-HIT-01, NE-HIT-07)."""
        return (
            carried(Trait.instead_of_wound, traits_of, goes_on),
            then(roll_to_wound, needs_wound_roll),
            carried(Trait.wound_rolled, traits_of, was_wounded),
            then(save, may_be_saved),
            then(hurt, is_unsaved),
            carried(Trait.after_hit, traits_of, is_there),
        )

    def about(self, t: Table) -> str:
        """What the hit is called in questions."""
        return topic("hit of {source} on {who}", self.strike.source, t.name(self.strike.on))

    def seat(self, t: Table) -> int:
        """Who rolls for it: whoever made it; nobody's hits are rolled by the other side (see NE-VHIT-02)."""
        by = self.strike.by
        return t.side(by) if by != NOBODY else 1 - t.side(self.strike.on)


def traits_of(t: Table, h: Hit) -> tuple[Windows, ...]:
    """The traits of the weapon."""
    return (trait_windows(h.strike.traits),)


def is_there(t: Table, h: Hit) -> bool:
    """Whether the target is still in play: one that is Out of Action takes no more hits (see NE-HIT-01)."""
    return t.in_play(h.strike.on)


def goes_on(t: Table, h: Hit) -> bool:
    """Whether no trait has dealt with it yet."""
    return is_there(t, h) and not h.negated


def needs_wound_roll(t: Table, h: Hit) -> bool:
    """Whether a wound roll is still to be made."""
    return goes_on(t, h) and not h.wounded and h.strike.strength is not None


def was_wounded(t: Table, h: Hit) -> bool:
    """Whether the wound roll has succeeded; an automatic wound reads no die (see NE-HIT-07)."""
    return goes_on(t, h) and h.wounded and h.wound > 0


def may_be_saved(t: Table, h: Hit) -> bool:
    """Whether there is a wound to save."""
    return goes_on(t, h) and h.wounded


def is_unsaved(t: Table, h: Hit) -> bool:
    """Whether the wound stands."""
    return may_be_saved(t, h) and not h.saved


# -- the wound roll ----------------------------------------------------------------------------------------------------


def wound_needs(strength: int, tough: int) -> int:
    """What a wound roll needs: by Strength against Toughness (NE-HIT-02)."""
    if strength >= 2 * tough:
        return 2
    if strength > tough:
        return 3
    if strength == tough:
        return 4
    return 6 if 2 * strength <= tough else 5


def strength_of(t: Table, h: Hit) -> int:
    """The Strength of a hit: all modifiers add up (see NE-HIT-07)."""
    more = [part for strength in trait_windows(h.strike.traits)[Trait.strength] for part in strength(t, h.strike)]
    more += [part for added in t.windows[Supplement.strength_added] for part in added(t, h.strike)]
    return (h.strike.strength or 0) + total(tuple(more))


def toughness_struck(t: Table, strike: Strike) -> int:
    """The Toughness that a hit meets: of a vehicle that of the side struck."""
    for struck in t.windows[Supplement.toughness_struck]:
        found = struck(t, strike)
        if found:
            return found
    return toughness(t, strike.on)


def roll_to_wound(t: Table, h: Hit) -> Rule[None]:
    """The wound roll: a 1 never wounds (see NE-HIT-02)."""
    strength, tough = strength_of(t, h), toughness_struck(t, h.strike)
    needed = wound_needs(strength, tough)
    reads = any(windows[Trait.wound_rolled] for windows in traits_of(t, h))
    face = yield from d6(h.seat(t), topic("wound roll, {hit}", h.about(t)), None if reads else alike_for(needed, 0))
    h.wound, h.wounded = face, passes(face, needed, 0)
    t.tell(
        *("wound_roll", "NE-HIT-02"),
        who=t.name(h.strike.on), shown=face, needed=needed, strength=strength, toughness=tough, passed=h.wounded,
    )  # fmt: skip


# -- saves -------------------------------------------------------------------------------------------------------------


class Save(NamedTuple):
    """A save that may be tried."""

    name: str
    needed: int
    bonus: tuple[Modifier, ...]
    armour: Armour | None = None

    @property
    def possible(self) -> bool:
        """Whether any face makes it (see NE-HIT-03)."""
        return passes(6, self.needed, total(self.bonus))


def saves(t: Table, h: Hit) -> list[Save]:
    """The saves that a model has against a hit: armour with all bonuses, less AP (NE-HIT-03); a field instead of it,
    which nothing modifies (NE-HIT-06); what armour data mean is in NE-HIT-08."""
    strike, who = h.strike, h.strike.on
    if strike.unsaved:
        return []
    worn = [piece for piece in t.cards[who].armour if piece.id not in t.model(who).lost]
    area = strike.kind in (BLAST, TEMPLATE, TRAP)
    needed = min([saved_on(piece, area=area) for piece in worn if piece.kind != FIELD], default=NO_ARMOUR)
    if t.is_vehicle(who):
        needed = t.cards[who].stats["sv"]
    bonus = [Modifier(piece.save_bonus, piece.name, "NE-HIT-08") for piece in worn if piece.save_bonus][:1]
    if strike.cover:
        bonus.append(Modifier(strike.cover, "cover", "NE-BLS-04"))
    for hooks in t.bearers(who):
        for more in hooks[Quality.save_bonus]:
            bonus += more(t, strike)
    for weapon in t.weapons(who):
        shields = [part for more in weapon.profiles[0].windows[Trait.shields] for part in more(t, strike)]
        if shields:
            bonus += shields
            break  # one shield counts
    ap = strike.ap + h.ap
    if ap:
        bonus.append(Modifier(ap, "armour piercing", "NE-HIT-03"))
    found = [Save("armour", max(needed, BEST_SAVE), tuple(bonus))] if armour_helps(t, h) else []
    if all(allows(t, h) for windows in traits_of(t, h) for allows in windows[Trait.allows_field]):
        found += [Save(piece.name, piece.save, (), piece) for piece in worn if piece.kind == FIELD]
    return [one for one in found if one.possible]


def saved_on(piece: Armour, *, area: bool) -> int:
    """What the save of a piece of armour needs (see NE-HIT-08)."""
    return piece.against_blasts if area and piece.against_blasts else piece.save


def armour_helps(t: Table, h: Hit) -> bool:
    """Whether no trait takes away all saves but fields (see NE-TRT-19)."""
    return all(allows(t, h) for windows in traits_of(t, h) for allows in windows[Trait.allows_save])


def save(t: Table, h: Hit) -> Rule[None]:
    """One save for a wounding hit: of several that apply one is chosen (see NE-HIT-03, NE-HIT-06)."""
    who = h.strike.on
    found = saves(t, h)
    if not found:
        return
    chosen = found[0]
    if len(found) > 1:
        pick: Option = yield t.ask(
            t.side(who),
            topic("which save, {hit}", h.about(t)),
            lambda: [option("save_with", one.name) for one in found],
        )
        chosen = next(one for one in found if one.name == pick.args[0])
    bonus = total(chosen.bonus)
    burns = chosen.armour.burns_out if chosen.armour is not None else 0
    face = yield from d6(
        t.roller(who), topic("save, {hit}", h.about(t)), None if burns else alike_for(chosen.needed, bonus)
    )
    h.saved = passes(face, chosen.needed, bonus)
    t.tell(
        *("save_roll", "NE-HIT-03"),
        who=t.name(who), shown=face, needed=chosen.needed, bonus=bonus, by=chosen.name, passed=h.saved,
    )  # fmt: skip
    if burns and face == burns and chosen.armour is not None:
        t.lose(who, chosen.armour.id, "NE-HIT-08")


# -- damage ------------------------------------------------------------------------------------------------------------


def hurt(t: Table, h: Hit) -> Rule[None]:
    """Damage takes Wounds; the last one, and each point beyond it, is an Injury die (NE-HIT-04). A weapon with no
    Damage takes none, and never gains any (NE-HIT-05)."""
    who = h.strike.on
    for damages in t.windows[Supplement.damages]:
        if (yield from damages(t, h)):
            return
    if any(alone() for windows in traits_of(t, h) for alone in windows[Trait.injures_alone]):
        yield from injure(t, h, 1)
        return
    if h.strike.damage is None:
        return
    points = h.strike.damage + h.damage
    had = t.model(who).wounds
    lost = t.wound(who, points, "NE-HIT-04")
    dice = 0
    if not t.model(who).wounds:
        dice = points - lost + (1 if had else 0)
    if dice:
        yield from injure(t, h, dice)


def injure(t: Table, h: Hit, dice: int) -> Rule[None]:
    """Injury dice of a hit are rolled, all read before any takes effect (see NE-INJ-03)."""
    who = h.strike.on
    for windows in traits_of(t, h):
        for instead in windows[Trait.instead_of_injury]:
            found = instead(t, h, dice)
            if found:
                h.faces = found
    if not h.faces:
        shown = yield Roll(h.seat(t), topic("Injury dice, {hit}", h.about(t)), dice, alike=(1, 1, 3, 3, 3, 6))
        h.faces = tuple(INJURY[face - 1] for face in shown)
        t.tell("injury_dice", "NE-DICE-02", who=t.name(who), shown=tuple(shown), faces=h.faces)
    for windows in traits_of(t, h):
        for rolled in windows[Trait.injuries_rolled]:
            yield from rolled(t, h)
    yield from apply_injuries(t, who, h.faces, by=h.strike.by, rule="NE-HIT-04")


def raise_flesh_wound(faces: tuple[str, ...], to: str) -> tuple[str, ...]:
    """The same results with one Flesh Wound made worse (see NE-TRT-21)."""
    place = faces.index(FLESH)
    return (*faces[:place], to, *faces[place + 1 :])


def stood(t: Table, who: int) -> bool:
    """Whether a model stands as an attack is declared (see NE-TRT-27)."""
    return t.model(who).stance == STANDING
