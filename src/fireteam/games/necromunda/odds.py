"""Typed-in odds of Necromunda: fighters with the wanted numbers on an open table; the rules themselves do the rest."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Choose
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.aims import AIMS
from fireteam.games.necromunda.cards import Armour, Fighter, Weapon
from fireteam.games.necromunda.close_combat.fight import Fight as Fighting
from fireteam.games.necromunda.hits import FIELD
from fireteam.games.necromunda.state import PINNED
from fireteam.kit.arena import match_at
from fireteam.kit.odds import Calculator, asked, check_aim
from fireteam.space.plane.free.plan import OPAQUE, SOLID, Block, Plan

ACTOR, TARGET, WEAPON, BLADE = "attacker", "target", "weapon", "blade"
X, Y = 30.0, 30.0
"""Where the attacker stands, in inches."""
APART = 8.0
"""Inches between the middles of a shooter and its target."""
FAR, NEAR = 24, 4
COVER = {"none": 0, "partial": 50, "full": 115}
"""How high a wall before the target stands that gives it that much cover, in hundredths."""
MOST = 3
"""Others that find room round one fighter."""
LEFT, RIGHT, BEHIND = (0.5, 0.87), (0.5, -0.87), (1.0, 0.0)
"""Places in contact with a fighter, as seen from the one it fights."""


def _whole(text: str, default: Any = MISSING, *, least: int = 0, most: int = 12) -> Any:
    """A whole number that is typed in."""
    return asked(text, default, least=least, most=most)


def _worn(save: int, field: int) -> tuple[Armour, ...]:
    found = [Armour("armour", "armour", "standard", save)] if save else []
    return (*found, *([Armour("field", "field", FIELD, field)] if field else []))


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


@dataclass(frozen=True, kw_only=True)
class Attack(Calculator):
    """What is asked of a shot and of a fight alike."""

    strength: int = _whole("Strength of the hit.", least=1)
    ap: int = _whole("AP of the weapon, negative or 0.", 0, least=-6, most=0)
    damage: int = _whole("Damage of the weapon.", 1, least=1, most=6)
    traits: str = asked("Traits of the weapon, with commas between.", "")
    toughness: int = _whole("Toughness of the target.", least=1)
    wounds: int = _whole("Wounds that the target has left.", 1, least=1, most=6)
    save: int = _whole("Armour save of the target; 0: it has none.", 0, least=0, most=6)
    field: int = _whole("Field save of the target; 0: it has none.", 0, least=0, most=6)
    aim: str = asked("What both sides choose for: out, down or pin.", "")

    def weapon(self, *more: str, **figures: Any) -> Weapon:
        """The weapon that is asked about."""
        return arena.weapon(
            WEAPON, *more, *_listed(self.traits), strength=self.strength, ap=self.ap, damage=self.damage, **figures
        )  # fmt: skip

    def target(self, *weapons: Weapon, **stats: Any) -> Fighter:
        """The fighter that is attacked."""
        worn = _worn(self.save, self.field)
        return arena.fighter(TARGET, *weapons, armour=worn, t=self.toughness, w=self.wounds, **stats)

    def checked(self) -> None:
        """The aim must be one of the game's."""
        if self.aim:
            check_aim(self.aim, AIMS)


@dataclass(frozen=True, kw_only=True)
class Shoot(Attack):
    """Exact odds of one shot, with its Ammo test, saves, wounds and injuries."""

    bs: int = _whole("Ballistic Skill of the shooter.", least=2, most=6)
    acc: int = _whole("What the range adds to the hit roll.", 0, least=-4, most=4)
    ammo: int = _whole("Ammo number of the weapon; 0: it never runs out.", 0, least=0, most=6)
    cover: str = asked("Cover of the target: none, partial or full.", "none")
    long: bool = asked("The target is at long range.", False)
    aimed: bool = asked("The shooter has aimed first.", False)
    pinned: bool = asked("The target is Prone and Pinned.", False)

    examples: ClassVar[tuple[str, ...]] = (
        "--bs 4 --acc 1 --strength 4 --ap -1 --toughness 3 --wounds 1 --save 5",
        "--bs 3 --strength 4 --toughness 3 --ammo 4 --cover partial --aimed",
        "--bs 4 --strength 8 --damage 3 --traits Melta --toughness 4 --wounds 3 --save 4 --field 5 --json",
    )
    others: ClassVar[int] = 0

    def title(self) -> str:
        """Both numbers."""
        return f"a shot with BS {self.bs}+ and Strength {self.strength} against Toughness {self.toughness}"

    def solve(self) -> Odds:
        """The odds of one shot (see NE-SHT-12)."""
        match = self.declared()
        return match.odds(f"shoot {TARGET} with {WEAPON}", aim=self.aim)

    def declared(self, *more: str) -> Match:
        """The position in which the shot may be chosen, which has further traits perhaps."""
        self.checked()
        if self.cover not in COVER:
            raise SetupError(f"no cover {self.cover!r}; there are {', '.join(COVER)}")
        gun = self.weapon(
            *more, short=NEAR if self.long else FAR, long=FAR, accuracy=(self.acc, self.acc), ammo=self.ammo
        )  # fmt: skip
        beside = [arena.fighter(f"other {number + 1}", t=self.toughness) for number in range(self.others)]
        shooter = arena.fighter(ACTOR, gun, bs=self.bs)
        setting = arena.setting_for(((shooter,), (self.target(), *beside)), on=_field(COVER[self.cover]))
        at: dict[str, tuple[float, ...]] = {ACTOR: (X, Y, 0, 0), TARGET: (X + APART, Y, 0, 180)}
        for one, (dx, dy) in zip(beside, ((1.5, 1.5), (1.5, -1.5), (2.5, 0.0)), strict=False):
            at[one.name] = (X + APART + dx, Y + dy, 0, 180)
        models = {TARGET: {"stance": PINNED}} if self.pinned else {}
        match = arena.lay(setting, None, at, active=ACTOR, models=models, events=False)
        if self.aimed:
            match.answer("aim")
        key = f"shoot {TARGET} with {WEAPON}"
        if not isinstance(match.decision, Choose) or match.decision.find(key) is None:
            raise SetupError("the weapon cannot be shot so: its traits forbid it (NE-STD-09)")
        return match


def _field(height: int) -> Plan:
    """An open table, or a wall of some height before the target."""
    if not height:
        return arena.field()
    x, y = round(100 * (X + APART)) - 100, round(100 * Y)
    wall = ((x - 20, y - 150), (x, y - 150), (x, y + 150), (x - 20, y + 150))
    return arena.field(Block("wall", wall, 0, height, SOLID | OPAQUE))


@dataclass(frozen=True, kw_only=True)
class Burst(Shoot):
    """Exact odds of a burst of Rapid Fire, its further hits allotted as best play does."""

    rapid: int = _whole("Firepower dice of the weapon: X of Rapid Fire (X).", 2, least=1, most=6)
    dice: int = _whole("Firepower dice that are taken; 0: as best play does.", 0, least=0, most=6)
    others: int = asked("Further enemies like the target within 3 inches of it.", 0, least=0, most=MOST)  # type: ignore[misc]

    examples: ClassVar[tuple[str, ...]] = (
        "--bs 4 --strength 3 --toughness 3 --rapid 2",
        "--bs 3 --strength 4 --toughness 3 --ammo 4 --rapid 3 --dice 2 --others 2 --json",
    )

    def title(self) -> str:
        """All numbers."""
        return (
            f"a burst of {self.rapid} Firepower dice with BS {self.bs}+ and Strength {self.strength} against Toughness "
            f"{self.toughness}"
        )

    def solve(self) -> Odds:
        """The odds of a burst (see NE-TRT-04)."""
        if self.dice > self.rapid:
            raise SetupError(f"--dice must be at most --rapid, which is {self.rapid} (NE-TRT-04)")
        match = self.declared(f"Rapid Fire ({self.rapid})")
        if not self.dice or self.rapid == 1:
            return match.odds(f"shoot {TARGET} with {WEAPON}", aim=self.aim)
        match.answer(f"shoot {TARGET} with {WEAPON}")
        return match.odds(f"take {self.dice} Firepower dice", aim=self.aim)


@dataclass(frozen=True, kw_only=True)
class Melee(Attack):
    """What is asked of a fight and of a charge alike."""

    ws: int = _whole("Weapon Skill of the attacker.", least=2, most=6)
    attacks: int = _whole("Attacks of the attacker.", 1, least=1, most=10)
    own_toughness: int = _whole("Toughness of the attacker.", 3, least=1)
    own_wounds: int = _whole("Wounds that the attacker has left.", 1, least=1, most=6)
    own_save: int = _whole("Armour save of the attacker; 0: it has none.", 0, least=0, most=6)
    vs_ws: int = _whole("Weapon Skill of the target.", 4, least=2, most=6)
    vs_strength: int = _whole("Strength of the target's hits.", 3, least=1)
    vs_attacks: int = _whole("Attacks of the target.", 1, least=1, most=10)
    vs_ap: int = _whole("AP of the target's weapon, negative or 0.", 0, least=-6, most=0)
    vs_damage: int = _whole("Damage of the target's weapon.", 1, least=1, most=6)
    vs_traits: str = asked("Traits of the target's weapon, with commas between.", "")
    assists: int = _whole("Friends that assist the attacker, +1 each.", 0, least=0, most=MOST)
    interferers: int = _whole("Further enemies Engaged with the attacker: -1 each, and they strike back.", 0, most=2)
    behind: bool = asked("The attacker is behind the target, which must turn to strike back.", False)

    def match(self, gap: float, frame: Fighting | None, **stats: Any) -> Match:
        """The two so many inches apart on an open table, and all that stand round them."""
        self.checked()
        arm = self.weapon("Melee", category="close", melee=True)
        blade = arena.weapon(
            BLADE, "Melee", *_listed(self.vs_traits), category="close", melee=True, strength=self.vs_strength,
            ap=self.vs_ap, damage=self.vs_damage,
        )  # fmt: skip
        attacker = arena.fighter(
            ACTOR, arm, armour=_worn(self.own_save, 0), ws=self.ws, a=self.attacks, t=self.own_toughness,
            w=self.own_wounds, **stats,
        )  # fmt: skip
        target = self.target(blade, ws=self.vs_ws, s=self.vs_strength, a=self.vs_attacks)
        friends = [arena.fighter(f"friend {number + 1}") for number in range(self.assists)]
        foes = [arena.fighter(f"enemy {number + 1}") for number in range(self.interferers)]
        there = X + 1 + gap
        at = {ACTOR: (X, Y, 0, 0), TARGET: (there, Y, 0, 0 if self.behind else 180)}
        at |= {
            one.name: (there + dx, Y + dy, 0, 180)
            for one, (dx, dy) in zip(friends, (LEFT, RIGHT, BEHIND), strict=False)
        }
        at |= {one.name: (X - dx, Y + dy, 0, 0) for one, (dx, dy) in zip(foes, (LEFT, RIGHT), strict=False)}
        setting = arena.setting_for(((attacker, *friends), (target, *foes)))
        if frame is None:
            return arena.lay(setting, None, at, active=ACTOR, events=False)
        table = arena.table_at(setting, at, frame)
        return match_at(table.setting, table.snapshot(), None, events=False)


@dataclass(frozen=True, kw_only=True)
class Fight(Melee):
    """Exact odds of one Fight, with what is struck back."""

    charged: bool = asked("The attacker has charged: one more die.", False)
    turned: bool = asked("The attacker has to turn to its target, at -1.", False)

    examples: ClassVar[tuple[str, ...]] = (
        "--ws 3 --strength 4 --toughness 3 --attacks 2",
        "--ws 4 --strength 3 --toughness 4 --wounds 2 --save 5 --charged --assists 1",
        "--ws 3 --strength 4 --toughness 3 --vs-ws 3 --vs-attacks 2 --vs-traits Parry --json",
    )

    def title(self) -> str:
        """Both numbers."""
        return f"a fight with WS {self.ws}+ and Strength {self.strength} against Toughness {self.toughness}"

    def solve(self) -> Odds:
        """The odds of one Fight (see NE-ENG-01)."""
        fight = self.match(0.0, Fighting(0, charged=self.charged, turned=self.turned))
        settled = {f"fight with {WEAPON}", "do not turn"}
        while isinstance(fight.decision, Choose) and fight.decision.seat == 0:
            known = [option for option in fight.decision.options if option.key in settled]
            if not known:
                break
            fight.answer(known[0])
        return odds_here(fight, 0, aim=self.aim)


@dataclass(frozen=True, kw_only=True)
class Charge(Melee):
    """Exact odds of a charge: whether its D3 is enough, and the free Fight with one more Attack die."""

    distance: int = _whole("Inches between the two.", least=1, most=24)
    movement: int = _whole("Movement of the attacker in inches.", 5, least=1, most=12)

    examples: ClassVar[tuple[str, ...]] = (
        "--distance 6 --ws 3 --strength 4 --toughness 3 --attacks 2",
        "--distance 7 --movement 5 --ws 4 --strength 3 --toughness 4 --wounds 2 --save 5 --vs-attacks 2 --json",
    )

    def title(self) -> str:
        """All numbers."""
        return (
            f"a charge over {self.distance} inches with WS {self.ws}+ and Strength {self.strength} against Toughness "
            f"{self.toughness}"
        )

    def solve(self) -> Odds:
        """The odds of a charge (see NE-STD-02)."""
        return self.match(float(self.distance), None, m=self.movement).odds("charge", aim=self.aim)


CALCULATORS: dict[str, type[Calculator]] = {"shoot": Shoot, "burst": Burst, "charge": Charge, "fight": Fight}
