"""The words of ESCAPE on a table: names of groups, windows, phases, tags and dice. Part of the catalogue, like
`words`."""

from __future__ import annotations

from typing import Final

from fireteam.core.scene import Fate, Form
from fireteam.games.escape.show.notes import NOTES
from fireteam.kit.options import Menu

SIDE_LABELS = ("Resistance", "I.S.C.")
SIDE_MARKS = ("R", "I")
SIDE_FORMS: Final[tuple[Form, Form]] = ("disc", "square")
SEAT_LABELS = ("First player", "Second player")

PHASES: dict[str, str] = {
    "factions": "Choosing sides",
    "scenario": "Choosing the scenario",
    "setup_initiative": "Setting up: who places first",
    "crates": "Setting up: crates",
    "equipment": "Setting up: equipment",
    "consequences": "Setting up: what the campaign brings",
    "courier": "Setting up: naming a character",
    "deploy": "Setting up: deployment",
    "initiative": "Initiative",
    "first": "Who starts",
    "event": "Random event",
    "activations": "Activations",
    "act": "Activations",
    "turn_end": "End of turn",
    "over": "The game is over",
}
PHASE_RULES: dict[str, str] = {
    "crates": "ES-CRATE-01",
    "equipment": "ES-EQT-01",
    "deploy": "ES-DEPL-01",
    "initiative": "ES-INIT-01",
    "first": "ES-INIT-04",
    "event": "ES-EVT-01",
    "activations": "ES-ACT-01",
    "act": "ES-ACT-03",
    "turn_end": "ES-END-01",
}

# -- always visible ----------------------------------------------------------------------------------------------------

STATUS: dict[str, str] = {
    "turn": "Turn",
    "phase": "Phase",
    "event": "Event",
    "initiative": "Initiative",
    "first": "Starts",
    "acting": "Acting",
    "revolution": "Revolution tokens",
    "banked": "Banked",
    "hacked": "Hacked",
    "unseen": "Still hidden",
}
TURN = "{turn} of {turns}"
REVOLUTION = "One rerolls a die, or pays for a Movement or Combat action or a Dodge of the Resistance."
UNSEEN = "Equipment that nobody has seen: {equipment}. Objective values that nobody has seen: {objectives}."
UNSEEN_VALUE = "{equipment} equipment, {objectives} Objective values"
BANKED = "Resistance {resistance}, I.S.C. {isc}"
HACKED = "{hacked} of {terminals} terminals"

BRIEFING = {
    "resistance": "The Resistance wins",
    "isc": "The I.S.C. wins",
    "early_end": "The game ends early",
    "otherwise": "Otherwise",
    "special": "Special",
}
OTHERWISE = {"draw": "The game is a draw.", "resistance": "The Resistance wins.", "isc": "The I.S.C. wins."}
GOAL = "The {side} wins if {condition}."
ENDINGS = {
    "victory": "{winner} wins in turn {turn}.",
    "both": "A draw in turn {turn}: both sides have met their conditions.",
    "nobody": "A draw in turn {turn}: no side has met its conditions.",
}

# -- the board ---------------------------------------------------------------------------------------------------------

PARTS = {
    "wall": "Wall {edge}",
    "reinforced": "Reinforced wall {edge}",
    "rubble": "Broken wall {edge}",
    "door": "Door {id}",
    "airlock": "Airlock {id}",
    "terminal": "Terminal {id}",
    "dark": "Black-out",
}
SORTS = {
    "wall": "Wall",
    "reinforced": "Reinforced wall",
    "rubble": "Broken wall",
    "door": "Door",
    "airlock": "Airlock",
    "terminal": "Terminal",
    "dark": "Black-out",
}
PART_TEXTS = {
    "wall": "A wall that a drill can destroy.",
    "reinforced": "A wall that nothing destroys.",
    "rubble": "A destroyed wall: nothing is in the way any more.",
    "door.open": "Open, between {a} and {b}.",
    "door.open_lock": "Open, between {a} and {b}; locked again if it shuts (difficulty {difficulty}).",
    "door.closed": "Shut but not locked, between {a} and {b}.",
    "door.locked": "Locked (difficulty {difficulty}), between {a} and {b}.",
    "airlock.plain": "An airlock.",
    "airlock.central": "The airlock in the centre.",
    "airlock.exit": "An exit for {sides}.",
    "airlock.hackable": "The Resistance may hack it (difficulty {difficulty}) to leave by it.",
    "terminal.ready": "Not hacked yet (difficulty {difficulty}).",
    "terminal.hacked": "Hacked.",
    "dark": "No Combat actions in {area} this turn.",
}
DOOR_MARKS = {"open": "O", "closed": "C", "locked": "L"}
TERMINAL_MARK = "T"
GAINS = {
    "room": "counts in {what}",
    "hack": "can hack {what}",
    "leave": "can leave by {what}",
    "bank": "can bank {what}",
    "take": "can pick up {what}",
}
"""What a character has of where it stands."""

PIECES = {
    "character": "{name}, {side}, {status}, damage {damage} of {life}",
    "crate": "A crate, closed",
    "objective": "An Objective worth {label}",
    "equipment": "A piece of equipment, face down",
    "known": "Equipment: {name}",
}
PIECE_NAMES = {
    "crate": "Crate {id}",
    "objective": "Objective {id}",
    "equipment": "Equipment {id}",
    "known": "{name} {id}",
}
TOKEN_MARKS = {"crate": "C", "equipment": "?"}

# -- cards -------------------------------------------------------------------------------------------------------------

STATES = {
    "ready": "on the board, still to act this turn",
    "active": "active now",
    "done": "has acted this turn",
    "away": "waiting to enter",
    "out": "taken out in turn {turn}",
    "left": "left the board",
}
TITLE = "Rank {rank}"
LEFT = "{left} left"
LIFE = "Life left"
WEAPON = "Range {range}, Power {power}"
CARRIED = "carried"
EQUIPMENT_RULES: dict[str, str] = {
    "improvised_shield": "ES-EQ-01",
    "crate": "ES-EQ-02",
    "datadisk": "ES-EQ-03",
    "combat_drugs": "ES-EQ-04",
    "nitro_vial": "ES-EQ-05",
    "em_grenade": "ES-EQ-07",
    "gas_grenade": "ES-EQ-08",
    "medkit": "ES-EQ-09",
    "radio": "ES-EQ-10",
}
TAGS = {
    "damage": "{damage} damage of {life}",
    "carries": "carries {thing}",
    "done": "activated this turn",
    "veteran": "Seasoned veteran used this turn",
    "drill": "the drill is broken",
    "penalty": "{statistic} {value} instead of {base} this turn",
    "courier": "the {tag}",
}

# -- questions ---------------------------------------------------------------------------------------------------------

GROUPS: dict[str, tuple[str, ...]] = {
    "Move": ("step", "open", "close", "leave", "bank", "enter"),
    "Fight": ("attack", "shoot", "throw", "grenade", "grenade_square", "drill"),
    "Hack": ("hack_door", "hack_terminal", "hack_airlock", "attract"),
    "Handle": ("turn_over", "pick_up", "give", "drop", "medkit", "no_pick_up"),
    "Activate": ("activate",),
    "Place": ("crate", "token", "deploy", "celestial_to", "pull", "push"),
    "Choose": (
        "faction",
        "scenario",
        "name",
        "gift",
        "unlock",
        "first",
        "celestial",
        "toggle",
        "toggle_airlock",
        "dark",
        "radio",
    ),
    "Pay": ("pay_own", "pay_pilot", "pay_token", "pay_equipment"),
    "Dodge": ("no_dodge", "dodge_own", "dodge_token", "dodge_shield", "with_combat", "with_intellect"),
    "Reroll": ("keep", "veteran", "reroll_token"),
    "Intellect": ("own_int", "leader_int", "counter", "no_counter"),
}

WINDOWS: dict[str, str] = {
    "dodge": "Dodges",
    "reroll": "Rerolls",
    "radio": "Radio calls",
    "push": "Pushing back with a Digging arm",
    "counter": "Counter-measures",
    "pick_up": "Pick-ups of passive characters",
    "second": "The second activation of Interference",
}
"""The questions that a player may always decline, by code."""
DECLINES = {
    "no_dodge": "dodge",
    "keep": "reroll",
    "no_radio": "radio",
    "no_push": "push",
    "no_counter": "counter",
    "no_pick_up": "pick_up",
    "no_second": "second",
}
MENU = Menu(
    GROUPS,
    other="Other",
    windows=WINDOWS,
    passes=DECLINES,
    chances=(
        *(kind for group in ("Fight", "Hack", "Dodge", "Reroll", "Intellect") for kind in GROUPS[group]),
        "turn_over",
    ),
    leads={
        "acts": ("activate",),
        "moves": ("step",),
        "attacks": ("attack", "shoot", "throw", "grenade"),
        "ends": ("end",),
    },
    notes=NOTES,
)

NO_WAY = "There is no way to {spot} with the Movement actions left."
NO_WALK = "Nobody can walk now."
WALK = "Walk to {spot}: {steps}."
STEP, STEPS = "1 step", "{count} steps"

# -- dice --------------------------------------------------------------------------------------------------------------

FATES = {
    "rerolled": "rerolled",
    "hit": "hits {target}: {total} in all",
    "miss": "misses {target}: {total} in all",
    "dodged": "dodges the attack",
    "dodge_failed": "is hit all the same",
    "success": "success: {total} against {difficulty}",
    "failure": "failure: {total} against {difficulty}",
    "opposed_success": "success: {total} against the counter-measure",
    "opposed_failure": "failure: {total} against the counter-measure",
    "countered": "the hack fails",
    "not_countered": "the hack succeeds",
    "total": "{total} in all",
    "wins": "{total} in all: has the initiative",
    "event": "event {number}: {event}",
    "drill_1": "the drill breaks",
    "drill_2": "nothing happens",
    "drill_4": "the wall is destroyed",
    "turned_over": "turned over",
}
SIGNS: dict[str, Fate] = {
    "rerolled": "rerolled",
    "hit": "hit",
    "miss": "miss",
    "dodged": "save",
    "dodge_failed": "miss",
    "success": "hit",
    "failure": "miss",
    "opposed_success": "hit",
    "opposed_failure": "miss",
    "countered": "save",
    "not_countered": "miss",
    "wins": "hit",
    "drill_1": "miss",
    "drill_2": "miss",
    "drill_4": "hit",
}
"""Fates as shapes."""

# -- marks -------------------------------------------------------------------------------------------------------------

MARKS = {
    "sight": "line of sight from {a} to {b}",
    "distance": "distance {distance} from {a} to {b}",
    "wall": "wall {edge}",
    "door": "door {door}, {state}",
    "figure": "{who} stands in the way",
    "spot": "{spot}",
    "airlock": "Airlock {airlock}",
}
LOOK = {
    "text": "From {who}: distance {distance}, {sight}",
    "distance": "distance {distance}",
    "seen": "in line of sight",
    "unseen": "not in line of sight",
}
DOOR_STATES = {"open": "open", "closed": "shut", "locked": "locked"}

# -- starting a match --------------------------------------------------------------------------------------------------

SCENARIO = "{map}, {turns} turns. The Resistance wins if {resistance}. The I.S.C. wins if {isc}.{early}{specials}"
EARLY_END = " The game ends early at {early_end}."
SPECIALS = " Special: {specials}."

OPTION_TITLES: dict[str, tuple[str, str]] = {
    "distance_metric": ("Distances", "How the distance between two squares is counted, for weapons and other ranges."),
    "first_player_choice": ("Who starts", "When the side with the initiative says who starts the turn."),
    "blast_through_walls": ("Blasts and walls", "Whether grenades and nitro vials reach behind walls and shut doors."),
    "scrambler_stops_area": (
        "Scrambler and blasts",
        "Whether a Scrambler also protects its neighbours from a grenade thrown at a square.",
    ),
    "objective_handover_los": ("Handing over Objectives", "Whether an Objective is handed over only in line of sight."),
    "corner_sight": (
        "Sight past a corner",
        "When a sight line passes exactly between two squares, with a wall on one side and somebody on the other.",
    ),
    "airlocks_are_doors": (
        "Airlocks and events",
        "Whether Powergrid overload and Short circuit take airlocks for doors.",
    ),
    "firewall_actions": ("Firewall", "What a character may do while it passes over the square of another."),
    "short_circuit_lasts": ("Short circuit", "How long the door stays as Short circuit has left it."),
    "push_in_attack": ("Digging arm", "Which successful attacks push the opponent back."),
    "late_dodge_rerolls": ("Rerolls after a late Dodge", "Who may reroll once an Elusive character has dodged."),
    "power_in_opposed": ("Power and Dodges", "Whether the Power of a weapon counts against a target that dodges."),
    "objective_drop": ("Dropping Objectives", "Whether an Objective may be put down like equipment."),
    "look_on_own_square": ("Looking under one's feet", "Whether what lies on one's own square may be turned over."),
    "armless_receives": ("Equipment for the Armless", "Whether equipment may be handed to an Armless character."),
    "pick_up": ("Picking up", "When a character may pick up what lies on its square."),
}
OPTION_VALUES: dict[str, dict[str, str]] = {
    "distance_metric": {"orthogonal": "Along rows and columns", "chebyshev": "A diagonal step counts as one"},
    "first_player_choice": {"initiative_step": "Before the event is rolled", "after_event": "After the event is known"},
    "blast_through_walls": {"true": "They do", "false": "Walls and shut doors protect"},
    "scrambler_stops_area": {"true": "It protects", "false": "It does not"},
    "objective_handover_los": {"true": "Only in sight", "false": "Sight does not matter"},
    "corner_sight": {"one_free_square": "Not blocked", "one_open_side": "Blocked"},
    "airlocks_are_doors": {"true": "Airlocks are doors", "false": "Airlocks are no doors"},
    "firewall_actions": {"any": "Anything but end there", "steps": "Walk on and nothing else"},
    "short_circuit_lasts": {"turn": "For this turn", "for_good": "Until somebody changes it"},
    "push_in_attack": {"any": "Every attack", "hand_to_hand": "Attacks by hand only"},
    "late_dodge_rerolls": {"both": "Both sides", "dodger": "The side that dodges"},
    "power_in_opposed": {"true": "It counts", "false": "It does not count"},
    "objective_drop": {"true": "It may", "false": "It is only handed over"},
    "look_on_own_square": {"true": "It may", "false": "Only what lies around"},
    "armless_receives": {"true": "It may, to be carried", "false": "It may not"},
    "pick_up": {"any_time": "Whenever it comes there", "own_activation": "In its activation only"},
}
