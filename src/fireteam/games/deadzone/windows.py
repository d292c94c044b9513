"""The windows of Deadzone: where scenario, orders and items hang into the chapters (Supplement), and where keywords do
(Keyword)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier, Why
from fireteam.games.deadzone.state import NOBODY
from fireteam.kit import supplements

if TYPE_CHECKING:
    from fireteam.games.deadzone.actions import Activation, Deed
    from fireteam.games.deadzone.assault import Assault
    from fireteam.games.deadzone.cards import Item, Weapon, Word
    from fireteam.games.deadzone.dice import Attack, Side
    from fireteam.games.deadzone.entering import Arrival
    from fireteam.games.deadzone.movement import Move
    from fireteam.games.deadzone.round import Round
    from fireteam.games.deadzone.shooting import Shooting
    from fireteam.games.deadzone.table import Table
    from fireteam.space.cubes.steps import Mode


class Supplement(supplements.Supplement):
    """What a battle has besides the chapters: its scenario, the leaders' orders, items, traps."""

    def command_dice(self, t: Table, seat: int) -> int:
        """More command dice of a side in this round (see DZ-SETUP-11)."""
        return 0

    def after_command(self, t: Table, r: Round) -> Rule[bool]:
        """Both sides have rolled and re-rolled their command dice (see DZ-CMD-12)."""
        yield from ()
        return False

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """Actions that somebody may take besides those of the book's list (see DZ-SPEC-01)."""
        return ()

    def activation_start(self, t: Table, a: Activation) -> Rule[bool]:
        """A model has been chosen, after any Rampage die and before its fire (see DZ-ROUND-13)."""
        yield from ()
        return False

    def burns(self, t: Table, who: int) -> None:
        """A model with a fire marker is activated: the fire begins (see DZ-AB-BURN-05)."""

    def activation_end(self, t: Table, a: Activation) -> Rule[bool]:
        """An activation ends (see DZ-MEET-09)."""
        yield from ()
        return False

    def entered(self, t: Table, e: Arrival) -> Rule[bool]:
        """A model has come into a cube: traps first, then items (see DZ-MOVE-17)."""
        yield from ()
        return False

    def repositioned(self, t: Table, who: int) -> Rule[None]:
        """A model has used its ADVANCE to change its place in the cube (see DZ-ITEM-03)."""
        yield from ()

    def before_shot(self, t: Table, s: Shooting) -> Rule[bool]:
        """Before the dice of a shot that may be modified (see DZ-ITEM-10)."""
        yield from ()
        return False

    def before_fight(self, t: Table, s: Assault) -> Rule[bool]:
        """Before the dice of an assault, when it is known who fights (see DZ-ITEM-20)."""
        yield from ()
        return False

    def harm_done(self, t: Table, on: int) -> Iterable[Modifier]:
        """What the place of a model adds to HP that it loses there (see DZ-AB-GAS-03)."""
        return ()

    def before_survive(self, t: Table, side: Side) -> Rule[None]:
        """Before the dice of a SURVIVE test (see DZ-CMD-12)."""
        yield from ()

    def after_attack(self, t: Table, by: int, on: int, lost: int) -> Rule[None]:
        """A SHOOT at a model, or an ASSAULT, was won by who began it and has cost so many HP; all its keywords have had
        their turn (see DZ-CMD-12)."""
        yield from ()

    def killed(self, t: Table, who: int, cube: int) -> None:
        """A model has been killed in a cube (see DZ-MEET-03)."""

    def died(self, t: Table, who: int, cube: int) -> Rule[None]:
        """What may be chosen when a model was killed (see DZ-CMD-12)."""
        yield from ()

    def leaves(self, t: Table, who: int) -> bool:
        """Whether a model may step off the board from where it is (see DZ-CORE-06)."""
        return False

    def left(self, t: Table, who: int) -> None:
        """A model has left the board."""

    def speed(self, t: Table, who: int) -> Iterable[Modifier]:
        """What adds to both numbers of SPEED (see DZ-ITEM-11)."""
        return ()

    def round_end(self, t: Table) -> None:
        """The end phase scores (see DZ-ROUND-10)."""

    def markers_fade(self, t: Table) -> Rule[None]:
        """After scoring and before the markers are removed (see DZ-ROUND-12)."""
        yield from ()


class Keyword(supplements.Supplement):
    """A keyword on the card of a model, a weapon or an item: one object for each card that has it, with its number.

    Most windows are about its bearer, or about who uses the weapon or carries the item. What it says goes before the
    chapter that opens the window (DZ-CORE-10).
    """

    def __init__(self, word: Word) -> None:
        self.word = word
        self.number = word.number

    @property
    def rule(self) -> str:
        """The rule that its effects come from."""
        return self.word.rule

    def is_first(self, window: Callable[..., Any], bearers: Iterable[supplements.Windows]) -> bool:
        """Whether it is the first of its name in a window of these cards: of several one counts."""
        hooks: list[Any] = [hook for windows in bearers for hook in windows[window]]
        return next(hook.__self__ for hook in hooks if hook.__self__.name == self.name) is self

    # -- command dice --------------------------------------------------------------------------------------------------

    def command_dice(self) -> int:
        """How many more command dice its side rolls; the best one on the table counts (see DZ-CMD-01)."""
        return 0

    def command_results(self) -> int:
        """How many +1 model results its side has without rolling (sum)."""
        return 0

    def keeps_command_rerolls(self) -> bool:
        """Whether its side may re-roll command dice however few models it has left (check)."""
        return False

    def intel_points(self) -> int:
        """More VP for Intel that its bearer finds (sum; see DZ-ITEM-16)."""
        return 0

    def hacks(self) -> bool:
        """Whether its bearer works consoles for more (check; see DZ-AB-HACKER-01)."""
        return False

    # -- what a model is -----------------------------------------------------------------------------------------------

    def starts_off_table(self) -> bool:
        """Whether its bearer is not deployed in the set-up (check; see DZ-SETUP-18)."""
        return False

    def may_be_held_back(self) -> bool:
        """Whether its bearer may come down after both teams have deployed (check; see DZ-SETUP-19)."""
        return False

    def scouts(self) -> bool:
        """Whether its bearer moves before the first round (check; see DZ-SETUP-17)."""
        return False

    def stays(self) -> bool:
        """Whether its bearer is not moved by weapons (check)."""
        return False

    def stands(self) -> bool:
        """Whether its bearer cannot be pinned (check)."""
        return False

    def lands_softly(self) -> bool:
        """Whether its bearer takes neither harm nor a pin from falling (check)."""
        return False

    def mode(self) -> Mode | None:
        """How its bearer moves; the freest counts (see DZ-MEET-23)."""
        return None

    def extra_levels(self) -> int:
        """Steps straight up or down that cost nothing in a move of its bearer (sum)."""
        return 0

    def may_target_pinned(self) -> bool:
        """Whether its bearer may attack pinned models (check: one no is enough)."""
        return True

    def may_strike_leavers(self) -> bool:
        """Whether its bearer may strike an enemy that breaks away (check: one no is enough)."""
        return True

    def keeps_in_hand(self) -> bool:
        """Whether its bearer spares a friend beside it the Rampage die (check)."""
        return False

    def always_has_a_friend(self) -> bool:
        """Whether its bearer counts as having a friend beside it in assaults (check)."""
        return False

    # -- dice ----------------------------------------------------------------------------------------------------------

    def ranged_dice(self, t: Table, s: Shooting) -> Iterable[Modifier]:
        """What it adds to the dice of a shot made by its bearer or with it (sum)."""
        return ()

    def hides(self, t: Table, bearer: int, s: Shooting) -> bool:
        """Whether its bearer hides the target of a shot (check): not cumulative with smoke (see DZ-MEET-15)."""
        return False

    def denies_clear_shot(self) -> bool:
        """Whether a shot at its bearer is never clear (check)."""
        return False

    def fight_dice(self, t: Table, who: int, foe: int) -> Iterable[Modifier]:
        """What it adds to its bearer's FIGHT (sum)."""
        return ()

    def friends_dice(self, t: Table, who: int) -> Iterable[Modifier]:
        """What it adds to its bearer's FIGHT or SURVIVE for friends beside it (sum)."""
        return ()

    def hampers_leaver(self) -> Iterable[Modifier]:
        """What it adds to the SURVIVE of an enemy that leaves its bearer's place; the worst counts."""
        return ()

    def ranged_rerolls(self) -> int:
        """Dice of a RANGED test that may be re-rolled (sum)."""
        return 0

    def fight_rerolls(self) -> int:
        """Dice of a FIGHT test that may be re-rolled (sum)."""
        return 0

    def survive_rerolls(self) -> int:
        """Dice of a SURVIVE test that may be re-rolled (sum)."""
        return 0

    def lends_survive_rerolls(self, t: Table, bearer: int, who: int) -> int:
        """Dice of a SURVIVE test that its bearer lets a friend, or itself, re-roll; of one name the best counts."""
        return 0

    # -- damage --------------------------------------------------------------------------------------------------------

    def shield_dice(self) -> int:
        """Dice of the shield that its bearer has: each shield is rolled by itself (see DZ-DMG-05)."""
        return 0

    def lends_shield_dice(self) -> int:
        """Dice of the shield that everybody in its bearer's place has."""
        return 0

    def lends_armour(self, t: Table, bearer: int, who: int) -> int:
        """ARMOUR that its bearer lends a friend in its place, or has itself; the best counts (see DZ-DMG-04)."""
        return 0

    def armour_piercing(self) -> int:
        """AP of its bearer's attacks, or of its weapon's (sum; see DZ-DMG-06)."""
        return 0

    def harm_done(self, t: Table, on: int) -> Iterable[Modifier]:
        """What it adds to damage that its bearer or its weapon does, if there is any (sum)."""
        return ()

    def harm_taken(self, t: Table, on: int) -> Iterable[Modifier]:
        """What it adds to damage that its bearer takes, if there is any (sum)."""
        return ()

    def harmless(self) -> bool:
        """Whether attacks with its weapon do no damage (check)."""
        return False

    def hurt(self, t: Table, who: int, points: int) -> None:
        """Its bearer has lost HP in an attack and lives."""

    def killed(self, t: Table, who: int, cube: int) -> None:
        """Its bearer was killed in a cube: it may begin something."""

    def leaves_behind(self, t: Table, who: int, cube: int) -> None:
        """Its bearer was killed in a cube, and what that began is over (see DZ-MEET-03)."""

    def left(self, t: Table, who: int) -> None:
        """Its bearer has left the board."""

    # -- weapons -------------------------------------------------------------------------------------------------------

    def weapons(self) -> Iterable[Weapon]:
        """Weapons that its bearer has by it (sum)."""
        return ()

    # -- shooting ------------------------------------------------------------------------------------------------------

    def long_shot(self) -> bool:
        """Whether SHOOT with its weapon is a long action (check)."""
        return False

    def needs_no_sight(self) -> bool:
        """Whether its weapon shoots without line of sight (check)."""
        return False

    def shot_modes(self) -> Iterable[str]:
        """Other ways to shoot with its weapon, by name (sum)."""
        return ()

    def long_modes(self) -> Iterable[str]:
        """Those of these ways that make SHOOT a long action (sum)."""
        return ()

    def fires_twice(self) -> bool:
        """Whether its bearer may use two weapons in one SHOOT (check)."""
        return False

    def at_cube(self) -> bool:
        """Whether its weapon is aimed at a cube (check)."""
        return False

    def at_friend(self) -> bool:
        """Whether its weapon is aimed at a friend in the own cube (check)."""
        return False

    def may_aim(self, t: Table, who: int, weapon: Weapon | Item, target: int, why: Why) -> bool:
        """Whether its weapon may be aimed at a cube, or at a friend (check)."""
        return True

    def hits_all(self) -> bool:
        """Whether a shot with its weapon is one at everybody in the target's cube (check)."""
        return False

    def shoots(self, t: Table, who: int, number: int, target: int, mode: str) -> None:
        """Begin its own way to shoot."""

    def successes_needed(self, t: Table, who: int, cube: int) -> int:
        """The successes that its weapon needs to hit a cube; 1 if no keyword says otherwise (the least counts)."""
        return 1

    def drops_on_top(self) -> bool:
        """Whether a miss of its weapon comes down on the top of the next stack (check)."""
        return False

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        """What its weapon does to a cube in which it goes off; who used it, and its number, where that is known."""

    def before_shot(self, t: Table, s: Shooting) -> Rule[None]:
        """Before the dice of a shot made by its bearer (see DZ-DICE-10)."""
        yield from ()

    # -- attacks -------------------------------------------------------------------------------------------------------

    def before_fight(self, t: Table, s: Assault) -> Rule[None]:
        """Before the dice of an assault made by its bearer (see DZ-DICE-10)."""
        yield from ()

    def rolled(self, t: Table, a: Attack) -> None:
        """The dice of an attack made by its bearer or with it stand, won or not (see DZ-MEET-35)."""

    def after_attack(self, t: Table, a: Attack) -> Rule[None]:
        """An attack made by its bearer or with it has more successes than its target, and its damage is done."""
        yield from ()

    def after_shot(self, t: Table, s: Shooting) -> Rule[None]:
        """The damage of a shot with it is done, won or not, and nobody has been moved yet (see DZ-MEET-16)."""
        yield from ()

    def was_shot_at(self, t: Table, who: int) -> Rule[None]:
        """A whole SHOOT at its bearer is over (see DZ-MEET-13)."""
        yield from ()

    # -- activations ---------------------------------------------------------------------------------------------------

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """SPECIAL actions of its bearer, and other things it may do (see DZ-SPEC-01)."""
        return ()

    def chosen(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer has been chosen to be activated, before anything else (see DZ-ROUND-13)."""
        yield from ()

    def begins(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer's fire is out and it goes on; it may be pinned (see DZ-ROUND-13)."""
        yield from ()

    def recovers(self, t: Table, a: Activation) -> Rule[None]:
        """After that, how its bearer may stand up if it is still pinned (see DZ-ROUND-13)."""
        yield from ()

    def surges(self, t: Table, a: Activation) -> Rule[None]:
        """After that, what its bearer does before its normal actions (see DZ-ROUND-13)."""
        yield from ()

    def ends(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer's activation ends and it is in play (see DZ-MEET-09)."""
        yield from ()

    def makes_cloud(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer's activation starts or ends: it may fill its cube with something (see DZ-MEET-09)."""
        yield from ()

    def ends_last(self, t: Table, a: Activation) -> Rule[None]:
        """The same, after the orders of the end and before the model is marked (see DZ-MEET-09)."""
        yield from ()

    def before_move(self, t: Table, m: Move) -> Rule[None]:
        """Its bearer begins a move (see DZ-MEET-22)."""
        yield from ()

    def defuses(self) -> bool:
        """Whether its bearer defuses traps (check)."""
        return False

    def uses_panels(self) -> bool:
        """Whether its bearer may work control panels (check: one no is enough)."""
        return True

    def uses_items(self) -> bool:
        """Whether its bearer may take, carry and use items (check: one no is enough; see DZ-ITEM-09)."""
        return True
