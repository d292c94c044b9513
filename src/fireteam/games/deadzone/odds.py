"""Typed-in odds of Deadzone: models with the wanted numbers on an open field; the rules themselves do the rest."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from functools import cache
from typing import Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Choose
from fireteam.core.topics import form_of
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.aims import AIMS
from fireteam.games.deadzone.assault import ACTION, MOVED, Assault
from fireteam.games.deadzone.cards import KEYWORDS, Unit, word
from fireteam.games.deadzone.dice import SIDES
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.shooting import PLAIN, modes_of
from fireteam.games.deadzone.state import SYMBOLS, Frame
from fireteam.kit.odds import Calculator, asked, check_aim
from fireteam.space.cubes.layout import LARGEST

ACTOR, TARGET, FRIEND, OTHER = "attacker", "target", "friend", "enemy"
WEAPON = "weapon"
GROUND, ABOVE, AWAY = "1,1,1", "1,1,2 SE", "3,1,1"
"""Where a shooter stands, on the ground or on high ground, and where its target does."""
LOW, HIGHER = {(1, 1, 1, "E"): "low25"}, {(2, 1, 1, "E"): "low50"}
"""Walls that hide a part of the target from a shooter on the ground, and from one above."""
ROOF = {(1, 1, 2): "full"}
SYMBOL = {symbol.lower(): symbol for symbol in SYMBOLS}


def _whole(text: str, default: Any = MISSING, *, least: int = 0, most: int = 9) -> Any:
    """A whole number that is typed in."""
    return asked(text, default, least=least, most=most)


def _value(text: str, default: Any = MISSING) -> Any:
    """A value of a profile that is typed in: the least face that is a success; 0 stands for the dash."""
    return asked(text, default, least=0, most=SIDES)


def _written(value: int) -> str:
    return f"{value}+" if value else "-"


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def command_dice(text: str) -> dict[str, int]:
    """Command dice as they are typed, with commas between: "Dice, Dice, Shoot"."""
    found: dict[str, int] = {}
    for name in _listed(text):
        symbol = SYMBOL.get(name.lower())
        if symbol is None:
            raise SetupError(f"no command die shows {name!r}; there are {', '.join(SYMBOLS)} (DZ-CMD-01)")
        found[symbol] = found.get(symbol, 0) + 1
    return found


def armed(name: str, range: int | str, ap: int, keywords: str, **figures: Any) -> Unit:
    """A model with one weapon; each keyword stands on the card that may have it, the model's first."""
    unit: list[str] = []
    arm: list[str] = []
    for one in _listed(keywords):
        (unit if "unit" in KEYWORDS[word(one).name].on else arm).append(one)
    return arena.unit(name, arena.weapon(WEAPON, range, ap, arm), keywords=unit, **figures)


def _modes() -> list[str]:
    """The ways to shoot with a weapon that has every keyword without brackets, but for the usual one."""
    alone = {name: form for name, form in KEYWORDS.items() if form.number == "none" and not form.inner}
    every = [name for name, form in alone.items() if "weapon" in form.on and "(" not in name]
    return [mode for mode in modes_of(arena.weapon(WEAPON, 1, keywords=every)) if mode != PLAIN]


@cache
def _field(*, clear: bool = True, high: bool = False) -> Field:
    """The field of a shot, which is laid out once: open or behind a wall, on the ground or with a roof to stand on."""
    return arena.field(walls={} if clear else HIGHER if high else LOW, floors=ROOF if high else {})


@dataclass(frozen=True, kw_only=True)
class Attack(Calculator):
    """What is asked of a shot and of an assault alike."""

    survive: int = _value("SURVIVE of the target; 0 for a dash.")
    health: int = _whole("HP that the target has left.", least=1)
    armour: int = _whole("ARMOUR of the target.", 0)
    ap: int = _whole("AP of the attacker's weapon.", 0)
    keywords: str = asked("Keywords of the attacker and its weapon, with commas between.", "")
    vs_keywords: str = asked("Keywords of the target and its weapon, with commas between.", "")
    command: str = asked('Command dice of the attacker\'s side, such as "Dice, Shoot".', "")
    vs_command: str = asked("Command dice of the target's side.", "")
    aim: str = asked("What both sides choose for: kill, damage or pin.", "")

    def begun(
        self, attacker: Unit, target: Unit, at: dict[str, str], frame: Frame, on: Field, *, pinned: bool = False
    ) -> Match:
        """The two alone on a field, and friends where some are asked for."""
        if self.aim:
            check_aim(self.aim, AIMS)
        cards = {ACTOR: (0, attacker), TARGET: (1, target)}
        for seat, name in enumerate((FRIEND, OTHER)):
            if name in at:
                cards[name] = (seat, arena.unit(name))
        dice = (command_dice(self.command), command_dice(self.vs_command))
        models = {TARGET: {"pinned": True}} if pinned else {}
        table = arena.table_at(arena.setting_for(cards, on=on), at, frame, models=models, command=dice)
        return arena.match_over(table, None, events=False)


@dataclass(frozen=True, kw_only=True)
class Shoot(Attack):
    """Exact odds of one shot."""

    ranged: int = _value("RANGED of the shooter, the least face that is a success.")
    clear: bool = asked("The shot is clear: two more dice.", True)
    high: bool = asked("The shooter is on high ground: one more die.", False)
    friends: bool = asked("Friends of the shooter are in the target's cube: two dice less.", False)
    mode: str = asked(f"Another way to shoot that keywords give: {', '.join(_modes())}.", "")

    examples: ClassVar[tuple[str, ...]] = (
        "--ranged 5 --survive 5 --health 2",
        "--ranged 4 --survive 6 --health 3 --armour 1 --ap 2 --no-clear --command Dice",
        '--ranged 5 --survive 5 --health 2 --vs-command "Dice, Shoot" --aim damage --json',
    )

    def title(self) -> str:
        """Both values."""
        return f"a shot with RANGED {_written(self.ranged)} against SURVIVE {_written(self.survive)}"

    def solve(self) -> Odds:
        """The odds of one shot (see DZ-SHOOT-09): exact, both sides choosing well for the aim."""
        shooter = armed(ACTOR, 8, self.ap, self.keywords, ranged=self.ranged)
        target = armed(TARGET, 1, 0, self.vs_keywords, survive=self.survive, health=self.health, armour=self.armour)
        at = {ACTOR: ABOVE if self.high else GROUND, TARGET: AWAY} | ({FRIEND: AWAY} if self.friends else {})
        match = self.begun(shooter, target, at, Activation(0), _field(clear=self.clear, high=self.high))
        key = f"shoot {TARGET} ({self.mode}) with {WEAPON}" if self.mode else f"shoot {TARGET} with {WEAPON}"
        if not isinstance(match.decision, Choose) or match.decision.find(key) is None:
            raise SetupError(
                "the shooter cannot shoot so: it has no RANGED, no keyword gives it that --mode, or a keyword forbids "
                "it (DZ-SHOOT-01)"
            )
        return match.odds(key, aim=self.aim)


@dataclass(frozen=True, kw_only=True)
class Fight(Attack):
    """Exact odds of one assault."""

    fight: int = _value("FIGHT of the attacker, the least face that is a success.")
    vs_fight: int = _value("FIGHT of the target; 0 for a dash: it cannot fight back.", 0)
    own_health: int = _whole("HP that the attacker has left.", 2, least=1)
    own_armour: int = _whole("ARMOUR of the attacker.", 0)
    vs_ap: int = _whole("AP of the target's weapon.", 0)
    size: int = _whole("Size of the attacker.", 1, least=1, most=LARGEST)
    vs_size: int = _whole("Size of the target.", 1, least=1, most=LARGEST)
    moved: bool = asked("The attacker has moved into the cube: one more die.", False)
    pinned: bool = asked("The target is pinned.", False)
    friends: bool = asked("The attacker has friends in the cube.", False)
    vs_friends: bool = asked("The target has friends in the cube.", False)
    fight_back: bool | None = asked("Settle whether the target fights back; best play decides if not given.", None)

    examples: ClassVar[tuple[str, ...]] = (
        "--fight 4 --survive 5 --health 2",
        "--fight 4 --survive 5 --health 2 --vs-fight 4 --moved --fight-back",
        "--fight 5 --survive 5 --health 3 --armour 1 --ap 1 --pinned --command Dice --json",
    )

    def title(self) -> str:
        """The values of both."""
        back = f" or FIGHT {_written(self.vs_fight)}" if self.vs_fight else ""
        return f"an assault with FIGHT {_written(self.fight)} against SURVIVE {_written(self.survive)}{back}"

    def solve(self) -> Odds:
        """The odds of one assault (see DZ-ASLT-06): exact, both sides choosing well for the aim."""
        if not self.fight:
            raise SetupError("who has no FIGHT assaults nobody (DZ-DICE-07)")
        if self.fight_back and (not self.vs_fight or self.pinned):
            raise SetupError("--fight-back needs --vs-fight, and a target that is not pinned (DZ-ASLT-05)")
        attacker = armed(
            ACTOR, "CC", self.ap, self.keywords, fight=self.fight, health=self.own_health, armour=self.own_armour,
            size=self.size,
        )  # fmt: skip
        target = armed(
            TARGET, "CC", self.vs_ap, self.vs_keywords, fight=self.vs_fight, survive=self.survive, health=self.health,
            armour=self.armour, size=self.vs_size,
        )  # fmt: skip
        at = {ACTOR: GROUND, TARGET: GROUND}
        if self.friends:
            at[FRIEND] = GROUND
        if self.vs_friends:
            at[OTHER] = GROUND
        frame = Assault(0, 1, MOVED if self.moved else ACTION)
        match = self.begun(attacker, target, at, frame, _field(), pinned=self.pinned)
        return odds_here(self._answered(match), 0, aim=self.aim)

    def _answered(self, match: Match) -> Match:
        """The assault with the weapons named, and the target's answer given where it is settled."""
        while isinstance(match.decision, Choose):
            form = form_of(match.decision.topic)
            if form == "close weapon of {who}":
                match.answer(f"with {WEAPON}")
            elif form == "answer of {who}" and self.fight_back is not None:
                match.answer("fight back" if self.fight_back else "survive")
            else:
                break
        return match


CALCULATORS: dict[str, type[Calculator]] = {"shoot": Shoot, "assault": Fight}
