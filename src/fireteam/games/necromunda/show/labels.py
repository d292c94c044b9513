"""The words of Necromunda on a table: status, parts, pieces, cards, tags, dice and marks. Part of the catalogue, like
`words`."""

from __future__ import annotations

from typing import Final

from fireteam.core.scene import Form, PartKind

SIDE_FORMS: Final[tuple[Form, Form]] = ("disc", "hexagon")
INCH_SIGN = "″"
SUGGESTED = "suggested"
"""The group of the options of a region."""

# -- always visible ----------------------------------------------------------------------------------------------------

STATUS = {
    "turn": "Round",
    "phase": "Phase",
    "priority": "Priority",
    "acting": "Acting",
    "points": "Points",
    "bottled": "Bottled out",
    "event": "Event",
}
SETTING_UP, ACTION_PHASE, END_PHASE, OVER = "Setting up", "Action phase", "End phase", "The battle is over"
ROUND, ROUND_OF = "{round}", "{round} of {rounds}"
BOTH = "{first} {first_points}, {second} {second_points}"
SIDES = "Side {side}"
BRIEFING = {"battle": "The battle", "points": "Points", "end": "The end", "map": "The table: {name}"}
BATTLE = "{first} against {second}."
POINTS = "{points} for {what}"
POINTS_FOR, POINTS_OF = "Points: ", "{who}: "
SCENARIO = "{rounds} rounds. {points}"
GANG = "{fighters} fighters."
GANG_DRIVEN = "{fighters} fighters and a vehicle."
ENDS = "The battle ends: {words}."
ENDING = "Won by {winner}, {most} to {least}: {reason}."
DRAW = "A draw, {most} each: {reason}."
REASONS = {
    "side-down": "a side has nobody left to fight",
    "round limit": "the last round is over",
    "caskets-gone": "no casket is left",
    "ordnance-gone": "no ordnance is left",
    "convoy-gone": "the convoy is gone",
}

# -- the board ---------------------------------------------------------------------------------------------------------

ZONE, ZONE_OF = "Zone", "Zone of {seat}"
SORTS: dict[PartKind, str] = {
    "wall": "Wall",
    "solid": "Something to climb",
    "low": "Obstacle",
    "rubble": "Difficult ground",
    "door": "Door",
    "hatch": "Hatch",
    "ladder": "Ladder",
    "ramp": "Slope",
    "floor": "Floor",
    "console": "Terminal",
    "opening": "Ductway",
    "dark": "Cloud",
}
PART = 'From {bottom}" to {top}" high.'
PART_STATES = {"open": "Open.", "closed": "Closed.", "locked": "Locked."}
WRECK = "Wreck of {name}"
CLOUD = "Cloud {number}"
PIECES = {
    "member": "{name}, {seat}, {status}, {stance}, {left} of {wounds} Wounds",
    "faces": "{text}, faces {way}",
    "thing": "{name}",
}
WAYS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
THING_MARKS = {"casket": "C", "ammo-cache": "A", "ordnance": "O", "claw": "K", "smoke": "S", "gas": "G", "flare": "F"}

# -- cards -------------------------------------------------------------------------------------------------------------

STATES = {
    "ready": "Ready",
    "active": "active now",
    "done": "has acted",
    "away": "off the table",
    "out": "Out of Action",
    "left": "has left",
}
STANCES = ("Standing", "Pinned", "Seriously Injured")
MOTIONS = ("Mobile", "Stationary", "wrecked")
FIGURES = {
    "m": ("M", "Movement"),
    "ws": ("WS", "Weapon Skill"),
    "bs": ("BS", "Ballistic Skill"),
    "s": ("S", "Strength"),
    "t": ("T", "Toughness"),
    "w": ("W", "Wounds left"),
    "i": ("I", "Initiative"),
    "a": ("A", "Attacks"),
    "ld": ("Ld", "Leadership"),
    "cl": ("Cl", "Cool"),
    "wil": ("Wil", "Willpower"),
    "int": ("Int", "Intelligence"),
    "hnd": ("Hnd", "Handling"),
    "sv": ("Sv", "Save"),
}
TOUGHNESSES = ("front", "side", "rear")
FLESH = "Flesh Wounds"
WEAPON = "{range}, S {strength}, AP {ap}, D {damage}{ammo}{traits}"
SAVE = "save {save}+"
SAVE_BONUS = "+{bonus} to saves"
SKILL = "Skill"
GEAR = "Gear"
TAGS = {
    "pinned": "Pinned",
    "injured": "Seriously Injured",
    "ready": "Ready",
    "active": "active now",
    "done": "has acted",
    "wounds": "{left} of {wounds} Wounds left",
    "flesh": "Flesh Wounds: {count}",
    "empty": "Out of Ammo: {weapon}",
    "drinks": "Intoxicated: {count}",
    "climb": "in the middle of a climb",
    "aboard": "aboard {vehicle}",
    "engaged": "Engaged with {who}",
}

# -- dice --------------------------------------------------------------------------------------------------------------

FATES = {"hit": "passed", "miss": "failed", "save": "saved", "holes": "bullet holes: {count}", "ammo": ", Ammo test"}

# -- ways and looks ----------------------------------------------------------------------------------------------------

UNREAD = "A way reads like 6 north, n 3 e 2, to 12.3,5.6 or towards a name 4."
LEGS = {
    "walk": '{inches:.1f}" along',
    "climb": '{inches:.1f}" climbing',
    "ladder": '{inches:.1f}" on a ladder',
    "leap": '{inches:.1f}" leaping',
    "jump": '{inches:.1f}" jumping down',
    "lift": "by lift",
}
FACES, LAID = "Face {degrees} degrees.", "Lay the template at {degrees} degrees, on {names}."
COMES, GOES, SEES = " Into its arc: {names}.", " Out of it: {names}.", " In its arc: {names}."
NO_ONE = "nobody"
AIMED = "Aim at {place}, on {names}."
TURNED = " Then face {degrees} degrees."
DRIVE_LEGS = {
    "drive": '{size}" ahead',
    "back": '{size}" back',
    "left": "{size} degrees to the left",
    "right": "{size} degrees to the right",
    "slide": '{size}" aside',
}
STAYS = "stay there"
RUNS_INTO, RUNS_OVER = "; it runs into {names}", "; it runs over {names}"
NO_DRIVE = "A way reads like drive 3 left 60 drive 4, or back 2 right 90; or point at the table."
NOT_IN_ARC = "The template does not lie in its arc there."
NO_DIRECTION = "Name a direction (135, north, towards a name) or a place."
LOOK = {
    "line": "{who} and {other}: {facts}",
    "distance": '{distance:.1f}" away',
    "seen": "in sight, {cover} ({hidden} of 25 points hidden)",
    "unseen": "out of sight",
    "arc": "in its vision arc",
    "no_arc": "not in its vision arc",
    "target": "can be shot",
    "no_target": "cannot be shot: {reason}",
    "needs": "{weapon} needs {needed}+ with {bonus:+d}",
    "needs_at": "{weapon} needs {needed}+ with {bonus:+d} at short range, {far:+d} at long range",
    "engaged": "Engaged with it",
}
MARKS = {
    "sight": "The line from {who} to {other}: {cover}",
    "distance": '{distance:.1f}" between the bases',
    "spot": "{place}",
    "piece": "{name}",
    "part": "{part}",
}
NEEDS = "hit roll with {weapon}"
