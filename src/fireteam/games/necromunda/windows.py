"""The windows of Necromunda: where scenario, terrain, vehicles and badzones hang into the chapters (Supplement), where
the traits of weapons do (Trait), and where skills, gear and conditions of a model do (Quality)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier, Why
from fireteam.kit import supplements

if TYPE_CHECKING:
    from fireteam.games.necromunda.activation import Activation, Deed
    from fireteam.games.necromunda.cards import Profile, Weapon, Word
    from fireteam.games.necromunda.close_combat.fight import Fight
    from fireteam.games.necromunda.hits import Hit, Strike
    from fireteam.games.necromunda.marks import Blow, Mark
    from fireteam.games.necromunda.sight import Eye
    from fireteam.games.necromunda.state import Casualty, Frame, Thing
    from fireteam.games.necromunda.table import Table
    from fireteam.space.plane.free.plan import Piece
    from fireteam.space.plane.free.walking import Watch


class Supplement(supplements.Supplement):
    """What a battle has besides the chapters: its scenario, terrain that acts, vehicles, badzones, house rules."""

    # -- activations ---------------------------------------------------------------------------------------------------

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """Actions that a model may think of besides those of its status (NE-ACT-05)."""
        return ()

    def activation_start(self, t: Table, a: Activation) -> Rule[bool]:
        """A model has been picked, before its conditions and its actions."""
        yield from ()
        return False

    def action_over(self, t: Table, a: Activation) -> Rule[bool]:
        """An action is over with all it caused, before Nerve is tested (NE-TRAP-01)."""
        yield from ()
        return False

    def activation_end(self, t: Table, a: Activation) -> Rule[bool]:
        """An activation ends."""
        yield from ()
        return False

    def forbids(self, t: Table, a: Activation, deed: Deed, why: Why) -> bool:
        """Whether the table keeps a model from an action (check; NE-TER-17)."""
        return False

    # -- the round -----------------------------------------------------------------------------------------------------

    def round_start(self, t: Table, r: Frame) -> Rule[bool]:
        """A round begins, before the roll for Priority (NE-RAT-01, NE-EVT-04)."""
        yield from ()
        return False

    def priority(self, t: Table) -> int | None:
        """The side that has Priority without a roll (NE-RND-08)."""
        return None

    def rerolls_priority(self, t: Table, seat: int, face: int) -> Rule[bool]:
        """A side has rolled for Priority: whether it rolls again (NE-CAMP-06)."""
        yield from ()
        return False

    def must_join(self, t: Table, seat: int) -> Iterable[int]:
        """Models that must be in the crew of a side (sum; NE-CAMP-29)."""
        return ()

    def gave_up(self, t: Table, seat: int) -> None:
        """A side has chosen to fail its Bottle test (NE-HRX-06)."""

    def counts_in_crew(self, t: Table, seat: int) -> int:
        """Models that count in the starting crew besides those deployed (sum; NE-HRX-05)."""
        return 0

    def rerolls_bottle(self, t: Table, seat: int) -> Rule[bool]:
        """A Bottle test has been failed: whether it is rolled once more (NE-CAMP-26)."""
        yield from ()
        return False

    def rerolls_recovery(self, t: Table, who: int) -> Rule[bool]:
        """A recovery has been rolled: whether it is rolled once more (NE-CAMP-06)."""
        yield from ()
        return False

    def ends_battle(self, t: Table, round_over: bool) -> str:
        """Why the battle is over, if it is (NE-RND-07)."""
        return ""

    def last_points(self, t: Table) -> None:
        """The battle ends: what is scored at the end (NE-RND-10)."""

    def effects_end(self, t: Table) -> Rule[None]:
        """The first step of the End phase: what was for this round only (NE-END-10)."""
        yield from ()

    def terrain_acts(self, t: Table, e: Frame) -> Rule[bool]:
        """The second step of the End phase: terrain that switches, ordnance (NE-END-10)."""
        yield from ()
        return False

    def recovers(self, t: Table, e: Frame) -> Rule[bool]:
        """In the fifth step of the End phase, beside fighters: vehicles (NE-VEND-01)."""
        yield from ()
        return False

    def exits(self, t: Table, e: Frame) -> Rule[bool]:
        """The seventh step of the End phase: crawlways and hatches (NE-END-10)."""
        yield from ()
        return False

    def event_ends(self, t: Table, e: Frame) -> Rule[bool]:
        """The eighth step of the End phase (NE-EVT-04)."""
        yield from ()
        return False

    def reinforcements(self, t: Table, e: Frame) -> Rule[bool]:
        """The ninth step of the End phase (NE-RND-09)."""
        yield from ()
        return False

    # -- things that can be attacked -----------------------------------------------------------------------------------

    def marks(self, t: Table) -> Iterable[Mark]:
        """Things that may be shot at, struck, or caught by a Blast or a template (sum; NE-TER-16)."""
        return ()

    def mark_bonus(self, t: Table, mark: Mark, melee: bool, short: bool) -> Iterable[Modifier]:
        """What is added to a hit roll against such a thing (sum; NE-TRAP-03, NE-RAT-02)."""
        return ()

    def mark_struck(self, t: Table, blow: Blow) -> Rule[bool]:
        """Such a thing has been hit; True: it was of that kind (NE-TER-11, NE-TER-16)."""
        yield from ()
        return False

    def strays(self, t: Table, who: int, target: int) -> Iterable[tuple[float, str]]:
        """Things that a stray shot may hit: how far they are from the shooter, and their ids (sum; NE-TER-11)."""
        return ()

    # -- hits ----------------------------------------------------------------------------------------------------------

    def strength_added(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        """What the table adds to the Strength of a hit (sum; NE-TER-17)."""
        return ()

    def toughness_struck(self, t: Table, strike: Strike) -> int:
        """The Toughness that a hit meets where it is not a fighter's; 0: it is (NE-VHIT-01)."""
        return 0

    def out_of_control(self, t: Table, who: int, stalls: bool) -> None:
        """A vehicle is out of control, and its engine may die with it (NE-VLOC-01)."""

    def damages(self, t: Table, h: Hit) -> Rule[bool]:
        """An unsaved wound of what is no fighter; True: that was all (NE-VHIT-02)."""
        yield from ()
        return False

    def went_prone(self, t: Table, who: int) -> Rule[None]:
        """A fighter that stood has gone Prone, and not of its own will (NE-FALL-01)."""
        yield from ()

    def gassed(self, t: Table, h: Hit) -> Rule[bool]:
        """Gas on what is no fighter; True: that was all (NE-TRT-02)."""
        yield from ()
        return False

    def crushed(self, t: Table, h: Hit) -> Rule[bool]:
        """A graviton pulse on what is no fighter; True: that was all (NE-TRT-34)."""
        yield from ()
        return False

    def burns(self, t: Table, a: Activation) -> Rule[bool]:
        """What is no fighter is activated on fire; True: that was all (NE-COND-11)."""
        yield from ()
        return False

    # -- shooting ------------------------------------------------------------------------------------------------------

    def may_be_shot(self, t: Table, who: int, target: int, why: Why) -> bool:
        """Whether a model may be shot at by another (check: one no is enough; NE-COND-10)."""
        return True

    def hull_down(self, t: Table, viewer: Eye, target: int) -> Iterable[Modifier]:
        """What is taken off a hit roll in place of cover, where a hull shows nothing of the side struck
        (NE-VHIT-01)."""
        return ()

    def fires(self, t: Table, who: int, profile: Profile) -> None:
        """A ranged weapon is fired (NE-COND-10)."""

    def stray_most(self, t: Table) -> int:
        """Up to which face a stray shot hits; 1: on a 6 alone (NE-HRX-02)."""
        return 3

    def ammo_bonus(self, t: Table, who: int) -> Iterable[Modifier]:
        """What is added to Ammo tests (sum; NE-LOOT-05)."""
        return ()

    def ammo_rolled(self, t: Table, who: int, face: int) -> None:
        """The die of an Ammo test lies there (NE-LOOT-05)."""

    def rerolls_ammo(self, t: Table, who: int, weapon: Weapon) -> Rule[bool]:
        """An Ammo test has been failed: whether it is rolled once more (NE-EVT-01)."""
        yield from ()
        return False

    def lends_ammo(self, t: Table, who: int, profile: Profile) -> bool:
        """Whether somebody may reload what has no reserves (check; NE-LOOT-05, NE-TER-17)."""
        return False

    def surely_reloads(self, t: Table, who: int, profile: Profile) -> bool:
        """Whether a Reload needs no test (check; NE-TER-17)."""
        return False

    def restocks_grenades(self, t: Table) -> bool:
        """Whether grenades that have run out may be reloaded (check; NE-EVT-01)."""
        return False

    def gun_bursts(self, t: Table, who: int, weapon: Weapon) -> Rule[bool]:
        """An Unstable weapon of what is no fighter overloads; True: that was all (NE-TRT-14)."""
        yield from ()
        return False

    def blast_goes_off(self, t: Table, marker: tuple[int, int, int], profile: Profile, by: int) -> Rule[None]:
        """A blast goes off somewhere: terrain under it (NE-TER-11, NE-TER-16)."""
        yield from ()

    # -- close combat --------------------------------------------------------------------------------------------------

    def may_be_charged(self, t: Table, who: int, foe: int) -> bool:
        """Whether an enemy may be charged (check: one no is enough; NE-COND-10)."""
        return True

    def charged(self, t: Table, who: int) -> Rule[None]:
        """A charge has ended, before the Fight (NE-TER-17)."""
        yield from ()

    def instead_of_fight(self, t: Table, who: int) -> Rule[bool]:
        """What may be done in place of a Fight; True: it was done (NE-HR-02)."""
        yield from ()
        return False

    def fights(self, t: Table, who: int, profiles: list[Profile]) -> None:
        """Somebody attacks in close combat (NE-COND-10)."""

    def fight_over(self, t: Table, f: Fight) -> Rule[None]:
        """A Fight with its Reactions is over, and who made it stands (NE-CC-09)."""
        yield from ()

    # -- nerve ---------------------------------------------------------------------------------------------------------

    def flees(self, t: Table, who: int) -> Rule[bool]:
        """A model has just been broken, or is activated Broken: begin its forced flight; True: it was begun
        (NE-NRV-03)."""
        yield from ()
        return False

    # -- scoring -------------------------------------------------------------------------------------------------------

    def happened(self, t: Table, what: str, seat: int, who: int) -> None:
        """Something that a scenario may score has happened to or by a side (NE-RND-10)."""

    # -- the table -----------------------------------------------------------------------------------------------------

    def placed_pieces(self, t: Table) -> Iterable[Piece]:
        """Pieces that were put on the table or moved there: wrecks, cranes, wells (sum)."""
        return ()

    def decks(self, t: Table) -> Iterable[Piece]:
        """What only fighters climb and stand on: vehicles, which are hulls to one another (sum; NE-VEH-31)."""
        return ()

    def clouds(self, t: Table) -> Iterable[tuple[int, int, int, float, float]]:
        """What blocks sight as smoke does: middle, radius and height in inches (sum; NE-TRT-11)."""
        return ()

    # -- moving --------------------------------------------------------------------------------------------------------

    def watched(self, t: Table, who: int) -> Iterable[tuple[Thing, Watch]]:
        """Things that somebody may set off by coming near (sum; NE-TRAP-01)."""
        return ()

    def comes_near(self, t: Table, who: int, id: str) -> Rule[None]:
        """Somebody has come near such a thing on its way (NE-TRAP-01)."""
        yield from ()

    def rides(self, t: Table, who: int) -> Iterable[tuple[str, int]]:
        """Lifts that somebody may ride, with the number of the stop each goes to (sum; NE-MOV-11)."""
        return ()

    def lift_goes(self, t: Table, who: int, lift: int, inches: float) -> Rule[None]:
        """Somebody rides a lift up or down (NE-MOV-11)."""
        yield from ()

    def moved(self, t: Table, who: int, purpose: str) -> Rule[None]:
        """A move is over (NE-TER-17)."""
        yield from ()

    def open_edges(self, t: Table, seat: int) -> Iterable[str]:
        """The edges of the table by which models of a side may leave (sum; NE-MOV-14)."""
        return ()

    def abandoned(self, t: Table, who: int) -> None:
        """A vehicle has been abandoned by its crew (NE-END-03)."""

    def went_off(self, t: Table, who: int) -> None:
        """A model has left the battle by an open edge (NE-MOV-14)."""

    # -- tests ---------------------------------------------------------------------------------------------------------

    def rerolls_test(self, t: Table, who: int, stat: str) -> Rule[bool]:
        """A test has been failed and not been rolled again: whether it is, once (NE-CAMP-06)."""
        yield from ()
        return False

    def test_failed(self, t: Table, who: int, stat: str) -> None:
        """A test of a mental characteristic has been failed (NE-EVT-02)."""

    # -- going down ----------------------------------------------------------------------------------------------------

    def went_down(self, t: Table, casualty: Casualty) -> None:
        """A model went Seriously Injured or Out of Action."""


class Trait(supplements.Supplement):
    """A trait of a weapon's profile, with its number: one object for each card that has it."""

    def __init__(self, word: Word) -> None:
        self.word = word
        self.number = word.number

    # -- what it is ----------------------------------------------------------------------------------------------------

    def melee(self) -> bool:
        """Whether its weapon is for close combat (check)."""
        return False

    def sidearm(self) -> bool:
        """Whether its weapon may also be used in close combat, for one attack (check)."""
        return False

    def reaches(self) -> bool:
        """Whether its weapon strikes over its long range (check)."""
        return False

    def parries(self) -> bool:
        """Whether its bearer may make an attacker roll a hit again (check)."""
        return False

    def power(self) -> bool:
        """Whether only such weapons parry it (check)."""
        return False

    def for_riders(self) -> bool:
        """Whether a Mounted fighter may use it though it is Unwieldy (check)."""
        return False

    def needs_both_hands(self) -> bool:
        """Whether it leaves no hand for a second weapon (check)."""
        return False

    def silent(self) -> bool:
        """Whether firing it reveals nobody (check)."""
        return False

    def crew_weapon(self) -> bool:
        """Whether the crew of a vehicle fires it (check)."""
        return False

    def double_action(self, t: Table, who: int) -> bool:
        """Whether shooting with it takes both actions (check)."""
        return False

    # -- shooting ------------------------------------------------------------------------------------------------------

    def shot_bonus(self, t: Table, who: int, target: int) -> Iterable[Modifier]:
        """What it adds to hit rolls of a shot (sum)."""
        return ()

    def hit_marks(self, t: Table) -> Iterable[int]:
        """The faces of a hit roll from which on it does something more (union)."""
        return ()

    def aspect(self, t: Table, strike: Strike) -> Hashable:
        """What matters to it of where a hit comes from: of the weapon, or of what whoever is hit carries."""
        return None

    def blast(self) -> int:
        """How many inches its Blast marker measures across."""
        return 0

    def leaves_marker(self, t: Table, who: int, marker: tuple[int, int, int]) -> None:
        """Its Blast stays where it fell."""

    def hits_nobody(self) -> bool:
        """Whether its Blast does nothing but stay there (check)."""
        return False

    def needs_target(self) -> bool:
        """Whether target priority looks at it (check: one no is enough)."""
        return True

    def firepower(self) -> int:
        """The most Firepower dice that may be taken; each hit scores their holes."""
        return 1

    def no_firepower(self) -> bool:
        """Whether no Firepower dice are rolled (check)."""
        return False

    def tests_ammo_always(self) -> bool:
        """Whether an Ammo test follows every use (check)."""
        return False

    def spent_by_use(self) -> bool:
        """Whether one use empties it (check)."""
        return False

    def symbol_shown(self, t: Table, who: int, weapon: Weapon) -> Rule[None]:
        """A Firepower die shows the Ammo symbol (rule)."""
        yield from ()

    def ran_dry(self, t: Table, who: int, weapon: Weapon, profile: Profile, failed: int) -> None:
        """Its weapon is Out of Ammo after so many failed Ammo tests."""

    def may_reload(self, t: Table, who: int, profile: Profile) -> bool:
        """Whether its profile may be reloaded (check: one no is enough)."""
        return True

    def reloads_surely(self) -> bool:
        """Whether Reload needs no test (check)."""
        return False

    def pins(self) -> bool:
        """Whether its hits Pin (check: one no is enough)."""
        return True

    def knocks(self, t: Table, strike: Strike) -> Rule[Strike]:
        """A hit may move its target before it is resolved; the hit as it counts then (rule)."""
        yield from ()
        return strike

    # -- hits ----------------------------------------------------------------------------------------------------------

    def strength(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        """What it adds to the Strength of a hit (sum; see NE-HIT-07)."""
        return ()

    def instead_of_wound(self, t: Table, h: Hit) -> Rule[None]:
        """What it does in place of the wound roll; it sets `negated` or `wounded` (rule)."""
        yield from ()

    def wound_rolled(self, t: Table, h: Hit) -> Rule[None]:
        """The wound roll has succeeded: what its die, as it lies, does (rule; see NE-HIT-07)."""
        yield from ()

    def allows_save(self, t: Table, h: Hit) -> bool:
        """Whether armour may save (check: one no is enough); fields always may."""
        return True

    def allows_field(self, t: Table, h: Hit) -> bool:
        """Whether a field may save (check: one no is enough)."""
        return True

    def injures_alone(self) -> bool:
        """Whether an unsaved wound is one Injury die and takes no Wounds (check)."""
        return False

    def damage_dice(self, t: Table, h: Hit) -> int:
        """More Damage dice to choose from, against a vehicle (sum; see NE-VHIT-02)."""
        return 0

    def shields(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        """What it adds to the saves of its bearer (sum; see NE-TRT-27)."""
        return ()

    def instead_of_injury(self, t: Table, h: Hit, dice: int) -> tuple[str, ...]:
        """What so many Injury dice show without rolling; empty: they are rolled (see NE-TRT-06)."""
        return ()

    def injuries_rolled(self, t: Table, h: Hit) -> Rule[None]:
        """The Injury dice of a hit lie there (rule; see NE-TRT-21)."""
        yield from ()

    def after_hit(self, t: Table, h: Hit) -> Rule[None]:
        """A hit is resolved, saved or not, and its target is in play (rule; see NE-HIT-07)."""
        yield from ()


class Quality(supplements.Supplement):
    """A skill, a piece of gear, a suit of armour or a condition: what one model has."""

    # -- figures -------------------------------------------------------------------------------------------------------

    def changes(self, t: Table, who: int, stat: str) -> Iterable[Modifier]:
        """What it does to a characteristic of its bearer: to the number of M, S, T, W and A, to the dice of the others;
        more is better (sum; see NE-CHAR-04)."""
        return ()

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        """What it adds to a test of its bearer made for a purpose: retreat, edge, jump, terminal, ... (sum)."""
        return ()

    def passes_test(self, t: Table, who: int, stat: str, purpose: str) -> bool:
        """Whether its bearer passes such a test without dice (check)."""
        return False

    def rerolls_test(self, t: Table, who: int, stat: str, purpose: str) -> Rule[bool]:
        """Its bearer has failed such a test: whether it is rolled once more (rule)."""
        yield from ()
        return False

    # -- hits ----------------------------------------------------------------------------------------------------------

    def save_bonus(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        """What it adds to the armour save of its bearer (sum)."""
        return ()

    def against_gas(self, t: Table, who: int) -> int:
        """What it adds to the Toughness of its bearer against gas (sum)."""
        return 0

    def catches_fire_on(self) -> int:
        """From which face on a Blaze hit sets its bearer alight; the least counts."""
        return 4

    # -- shooting ------------------------------------------------------------------------------------------------------

    def shot_bonus(self, t: Table, who: int, target: int) -> Iterable[Modifier]:
        """What it adds to the hit rolls of its bearer's shots (sum)."""
        return ()

    def redirects_shot(self, t: Table, who: int, target: int) -> Rule[int]:
        """Whom a shot of its bearer is really aimed at; one that may not be shot at is missed (rule)."""
        yield from ()
        return target

    # -- close combat --------------------------------------------------------------------------------------------------

    def fight_bonus(self, t: Table, who: int, reaction: bool) -> Iterable[Modifier]:
        """What it adds to the hit rolls of its bearer in close combat (sum)."""
        return ()

    def hits_on_six_alone(self) -> bool:
        """Whether only a natural 6 hits in close combat (check)."""
        return False

    def fight_traits(self, f: Fight) -> Iterable[str]:
        """Traits that the attacks of its bearer gain in a Fight (sum)."""
        return ()

    def fight_strength(self, f: Fight) -> int:
        """What it adds to the Strength of its bearer's attacks in a Fight (sum)."""
        return 0

    # -- pinning -------------------------------------------------------------------------------------------------------

    def would_be_pinned(self, t: Table, who: int, strike: Strike) -> Rule[bool]:
        """A ranged hit would Pin its bearer; True: it stays Standing (rule)."""
        yield from ()
        return False

    # -- activations ---------------------------------------------------------------------------------------------------

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """Actions that its bearer may think of by it (sum; see NE-ACT-05)."""
        return ()

    def forbids(self, t: Table, who: int, deed: Deed, why: Why) -> bool:
        """Whether it keeps its bearer from an action (check)."""
        return False

    def activation_start(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer's activation begins (rule; the order of conditions is in NE-COND-12)."""
        yield from ()

    def takes_over(self, t: Table, a: Activation) -> Rule[bool]:
        """Whether it replaces the actions of its bearer's activation (rule; see NE-COND-12)."""
        yield from ()
        return False

    def activation_end(self, t: Table, a: Activation) -> Rule[None]:
        """Its bearer's activation ends (rule)."""
        yield from ()

    def further(self, t: Table, moves: int) -> float:
        """How many inches more its bearer goes in the so-manieth Move after another (sum; see NE-SKL-01)."""
        return 0.0

    def instead_of_move(self, t: Table, a: Activation) -> Rule[bool]:
        """What happens in place of its bearer's Move; True: that was all (rule; see NE-SWIG-04)."""
        yield from ()
        return False

    def instead_of_charge(self, t: Table, a: Activation) -> Rule[bool]:
        """What happens in place of its bearer's Charge; True: that was all (rule; see NE-SWIG-04)."""
        yield from ()
        return False

    def ignores_difficult(self) -> bool:
        """Whether difficult ground costs its bearer nothing more (check)."""
        return False

    def on_the_way(self, t: Table, who: int, number: int) -> Rule[None]:
        """Something of its own happens on its bearer's way: whom it rides by (rule; see NE-MNT-03)."""
        yield from ()

    def falls_less(self, t: Table, who: int) -> int:
        """By how many inches falls and jumps of its bearer count less (sum; see NE-SKL-01)."""
        return 0

    def charges_slowly(self) -> bool:
        """Whether its bearer's charges get no D3 (check; see NE-COND-06)."""
        return False

    def stays_idle(self) -> bool:
        """Whether its bearer is not readied in the rounds after the next, either (check; see NE-RND-03)."""
        return False

    def masters_claws(self) -> bool:
        """Whether its bearer handles claws better (check; see NE-SKL-01)."""
        return False

    def recovery_dice(self) -> int:
        """How many Injury dice its bearer adds to a recovery it helps; the most counts (see NE-END-07)."""
        return 1

    def round_end(self, t: Table, who: int) -> None:
        """The first step of the End phase (see NE-END-10)."""
