"""The cards of operatives and weapons, the windows in which the rules of a weapon hang, and the options (KT-WR-00)."""

from __future__ import annotations

from functools import lru_cache, partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why
from fireteam.kit import supplements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fireteam.core.scene import Role
    from fireteam.games.killteam.dice import Pool
    from fireteam.games.killteam.state import Operative
    from fireteam.games.killteam.table import Table

ONE, ANY, NUMBER = "one", "any", "number"
"""What a re-roll grant gives: one die, any dice, or all dice showing one chosen number."""


class Weapon(NamedTuple):
    """A weapon of a datacard, or one that equipment gives; its rules as they are written on the card."""

    id: str
    name: str
    ranged: bool
    atk: int
    hit: int
    damage: int
    critical_damage: int
    rules: tuple[str, ...] = ()


class Datacard(NamedTuple):
    """What is printed for an operative."""

    id: str
    name: str
    apl: int
    move: int
    save: int
    wounds: int
    weapons: tuple[Weapon, ...]
    radius: int = 63
    """Of its base, in hundredths of an inch: 32 mm."""
    height: int = 140
    """Of its body, in hundredths of an inch (KT-GEO-04)."""
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    silhouette: Role = "rifleman"


class Grant(NamedTuple):
    """The right to re-roll, by the name of what gives it."""

    name: str
    dice: str
    rule: str


class Spread(NamedTuple):
    """How far round the primary target a weapon reaches, and whether everybody there must be shot (KT-WR-03,
    KT-WR-27)."""

    inches: int
    everybody: bool


MOVED = "MOVE"
"""What a move that is no action is noted as among the actions of an activation: whatever names it, it is a move
(KT-WR-09)."""


class Target(NamedTuple):
    """A target of a shot, with all that the killzone decides about the shot at it."""

    who: int
    cover_from: tuple[str, ...] = ()
    """The terrain features that give it cover (KT-SHOOT-08)."""
    obscured_from: tuple[str, ...] = ()
    """The terrain features, or the smoke, that obscure it (KT-SHOOT-13)."""
    improved: bool = False
    """Whether its cover save is improved (KT-VANT-03)."""
    rules: tuple[str, ...] = ()
    """Weapon rules gained against it, such as Accurate from a Vantage (KT-VANT-01)."""
    near: tuple[int, ...] = ()
    """Other operatives visible to it and within the distance of a Devastating (KT-WR-08)."""
    no_piercing: bool = False
    """Whether Piercing does nothing to it."""
    defences: tuple[str, ...] = ()
    """Rules that hang on its defence dice, such as a re-roll that a ploy or an ability gives."""
    protected: int = 0
    """How much better it saves in the cover of a portable barricade (KT-EQ-13)."""


class WeaponRule(supplements.Supplement):
    """One rule that hangs on the dice of a weapon or of a target: a weapon rule, or what a ploy, an ability or
    equipment grants.

    A stateless object, known by its text. A subclass overrides the windows it hangs in; the others stay shut.
    """

    rule: str
    """The rule of the book behind it."""
    place: int
    """Where it stands among the others: the weapon rules as the book lists them, then what is granted."""

    @classmethod
    def together(cls, same: Sequence[Any]) -> Iterable[WeaponRule]:
        """What of several of the same sort hangs on the dice: by itself, the same one twice is one (KT-WR-00)."""
        return {one.name: one for one in same}.values()

    # Sums: plain functions that never ask, and have no order.
    def accurate(self) -> int:
        """Attack dice that may be kept as normal successes without rolling (KT-WR-01)."""
        return 0

    def critical_from(self) -> int:
        """Successes from this face on are critical (KT-WR-12)."""
        return 6

    def piercing(self, criticals: int) -> int:
        """By how many dice the defence is smaller, with so many criticals retained (KT-WR-14, KT-WR-15)."""
        return 0

    def rerolls(self) -> Grant:
        """The dice of its owner's pool that may be re-rolled (KT-BASE-09)."""
        raise NotImplementedError

    def unrolled(self) -> tuple[int, int]:
        """Dice of its owner's pool that may be kept without rolling, as normal and as critical successes
        (KT-SHOOT-22)."""
        return (0, 0)

    def raises(self) -> tuple[int, str]:
        """How many normal successes of its owner's pool become critical, and by what (KT-SHOOT-12)."""
        return (0, "")

    def changes(self, stat: str) -> int:
        """By how much a stat of its owner is better for the sequence: hit, save, atk, dmg_normal, dmg_crit
        (KT-BASE-19)."""
        return 0

    def devastates(self, criticals: int) -> Modifier:
        """The damage that so many retained criticals inflict at once (KT-WR-07)."""
        raise NotImplementedError

    def spread(self) -> Spread:
        """Who else is shot along with the primary target (KT-WR-03, KT-WR-27)."""
        raise NotImplementedError

    def nearby(self) -> int:
        """How far from the target others suffer what devastates it, in inches (KT-WR-08)."""
        return 0

    # Checks: may refuse.
    def forbids_cover_save(self) -> bool:
        """Whether the defender may not keep a cover save (KT-WR-20)."""
        return False

    def only_criticals_block(self) -> bool:
        """Whether the opponent's normal successes block nothing (KT-WR-05)."""
        return False

    def allows_use(self, t: Table, who: Operative, weapon: Weapon, why: Why) -> bool:
        """Whether the operative may use the weapon now (KT-WR-09, KT-WR-13)."""
        return True

    def allows_action(self, t: Table, who: Operative, weapon: Weapon, action: str, why: Why) -> bool:
        """Whether an operative that has used the weapon may perform the action (KT-WR-09, KT-WR-10)."""
        return True

    def reaches(self, distance: int, why: Why) -> bool:
        """Whether a target so far away, in hundredths of an inch, is in reach (KT-WR-17)."""
        return True

    def farthest(self) -> float:
        """The inches that no target of the weapon is farther than (KT-WR-17)."""
        return inf

    def shoots_concealed(self) -> bool:
        """Whether a Conceal order does not stop the weapon (KT-WR-24)."""
        return False

    def sees_past(self, traits: frozenset[str]) -> bool:
        """Whether cover by a part with these traits does not hide a target when it is selected (KT-WR-21, KT-WR-22)."""
        return False

    # Rules: may ask and write.
    def on_critical_retained(self, t: Table, pool: Pool) -> Rule[None]:
        """Its owner has retained a critical success, and dice may still change (KT-WR-16, KT-WR-19)."""
        yield from ()

    def without_critical(self, t: Table, pool: Pool) -> Rule[None]:
        """Its owner has retained no critical success (KT-WR-23)."""
        yield from ()

    def on_criticals(self, t: Table, target: int) -> None:
        """The dice are final, and critical successes are among them (KT-WR-26)."""

    def on_critical_strike(self, t: Table, pool: Pool, other: Pool) -> None:
        """Its owner has struck with a critical success (KT-WR-25)."""

    def after_use(self, t: Table, who: int, hit: int) -> Rule[tuple[Modifier, ...]]:
        """The action in which the weapon was used is ending; `hit` is its HIT in that action. The damage its user
        suffers (KT-WR-11)."""
        yield from ()
        return ()

    def counts_use(self, t: Table, who: int, weapon: Weapon) -> None:
        """The weapon has been used in an action (KT-WR-13)."""


# -- options -----------------------------------------------------------------------------------------------------------

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "keep_dice": ("keep the dice", ("KT-BASE-10",)),
    "reroll": ("re-roll {} by {}", ("KT-BASE-09", "KT-BASE-10")),
    "accurate": ("keep {} unrolled", ("KT-WR-01",)),
    "use_x": ("{}", ("KT-WR-00",)),
    "discard": ("discard a {}", ("KT-SHOOT-14",)),
    "rescue": ("rescue a fail", ("KT-WR-16",)),
    "no_rescue": ("no rescue", ("KT-WR-16",)),
    "rend": ("raise a normal", ("KT-WR-19",)),
    "no_rend": ("no raise", ("KT-WR-19",)),
    "severe": ("change a {} normal", ("KT-WR-23",)),
    "no_severe": ("no change", ("KT-WR-23",)),
    "next_target": ("shoot {}", ("KT-WR-03", "KT-WR-27")),
    "use_cover": ("cover", ("KT-SHOOT-16",)),
    "use_obscured": ("obscured", ("KT-SHOOT-16",)),
    "no_cover_save": ("roll all dice", ("KT-SHOOT-21",)),
    "keep_unrolled": ("keep {} unrolled", ("KT-SHOOT-22",)),
    "use_entry": ("use {}", ("KT-PLOY-03",)),
    "no_entry": ("no more", ("KT-PLOY-03",)),
    "use_entry_with": ("use {} with {}", ("KT-PLOY-03",)),
    "for": ("for {}", ("KT-PLOY-03",)),
    "choice": ("{}", ("KT-PLOY-02",)),
    "not_moved": ("do not move", ("KT-PLOY-03",)),
    "give_up": ("give up", ("KT-ACT-07",)),
    "all_successes": ("inflict damage with all", ("KT-SHOOT-25",)),
    "cover_save": ("cover save", ("KT-SHOOT-21",)),
    "critical_cover_save": ("critical cover save", ("KT-VANT-03",)),
    "double_cover_save": ("two cover saves", ("KT-VANT-03",)),
    "allocate": ("block {} normal and {} critical", ("KT-SHOOT-23", "KT-SHOOT-24")),
    "enemy": ("fight {}", ("KT-FIGHT-02",)),
    "weapon": ("use {}", ("KT-FIGHT-04",)),
    "strike": ("strike with a {}", ("KT-FIGHT-11",)),
    "block": ("block a {} with a {}", ("KT-FIGHT-12",)),
    "block_nothing": ("block nothing with a {}", ("KT-FIGHT-13",)),
    "initiative": ("initiative {}", ("KT-INIT-02", "KT-INIT-03")),
    "gambit": ("{}", ("KT-GAMB-01",)),
    "pass": ("pass", ("KT-GAMB-01", "KT-GAMB-02")),
    "activate": ("activate {}", ("KT-FIRE-01", "KT-FIRE-03")),
    "order": ("{}", ("KT-ORD-01",)),
    "action": ("{}", ("KT-ACT-05",)),
    "end_activation": ("end", ("KT-FIRE-03", "KT-FIRE-04")),
    "counteract": ("counteract {}", ("KT-CTR-01",)),
    "no_counteract": ("no counteract", ("KT-CTR-06",)),
    "no_action": ("no action", ("KT-CTR-06",)),
    "marker": ("{}", ("KT-PICK-01", "KT-PLAC-01")),
    "target": ("shoot {}", ("KT-SHOOT-03",)),
    "no_more": ("no more targets", ("KT-WR-27",)),
    "origin": ("origin {}", ("KT-SHOOT-17",)),
    "object": ("{}", ("KT-ACT-08",)),
    "instead": ("{} instead", ("KT-ACT-08",)),
    "primary": ("primary {}", ("KT-OPS-15",)),
    "named": ("name {}", ("KT-GAMB-04",)),
    "score": ("score {}", ("KT-OPS-16",)),
    "score_nothing": ("score nothing", ("KT-OPS-16",)),
    "comes_next": ("{} next", ("KT-INIT-04",)),
    "goes_first": ("seat {} first", ("KT-INIT-04",)),
    "open_hatch": ("open {}", ("KT-GALL-08",)),
    "close_hatch": ("close {}", ("KT-GALL-08",)),
    "put_back": ("put back {}", ("KT-GALL-06",)),
    "interrupt": ("interrupt with {}", ("KT-GUARD-03",)),
    "no_interrupt": ("no interrupt", ("KT-GUARD-02", "KT-GUARD-03")),
    "drop_zone": ("drop zone {}", ("KT-OPS-02",)),
    "as_agreed": ("as agreed", ("KT-OPS-03", "KT-OPS-04", "KT-OPS-05")),
    "default_roster": ("the default roster", ("KT-OPS-03",)),
    "take": ("take {}", ("KT-OPS-03",)),
    "nobody_more": ("nobody more", ("KT-OPS-03",)),
    "default_equipment": ("the default equipment", ("KT-OPS-04",)),
    "equip": ("{}", ("KT-OPS-04", "KT-OPS-10")),
    "no_equipment": ("done", ("KT-OPS-04",)),
    "grenades": ("{}", ("KT-EQ-16", "KT-EQ-21")),
    "no_grenades": ("no grenades", ("KT-OPS-04",)),
    "tac_op": ("{}", ("KT-OPS-05",)),
    "item": ("set up {}", ("KT-OPS-07",)),
    "no_items": ("no more items", ("KT-OPS-07", "KT-EQ-00")),
    "leave_out": ("leave out {}", ("KT-EQ-00",)),
    "deployed": ("set up {}", ("KT-OPS-08",)),
    "scout": ("{}", ("KT-OPS-09",)),
    "scout_move": ("reposition {}", ("KT-OPS-12",)),
    "stay": ("nobody", ("KT-OPS-12",)),
    "stun": ("stun {}", ("KT-EQ-20",)),
}
"""The key of each kind of option, and the rules behind it."""


@lru_cache(maxsize=1024)
@lru_cache(maxsize=8192, typed=True)
def option(kind: str, *args: Any) -> Option:
    """An option of these sequences; the same one each time, so that nothing is made twice."""
    words, rules = KINDS[kind]
    return Option(words.format(*args), kind, args, rules)


def options_of(kind: str, names: Iterable[Any]) -> Callable[[], list[Option]]:
    """What a question asks with: an option of this kind for each of the names as they are now, made when somebody
    looks."""
    return partial(_options, kind, tuple(names))


def _options(kind: str, names: tuple[Any, ...]) -> list[Option]:
    return [option(kind, name) for name in names]
