"""The words of Kill Team on a table: phases, states, tags, groups, windows, dice and marks. Part of the catalogue, like
`words`."""

from __future__ import annotations

from typing import Final

from fireteam.core.scene import Fate, Form, Leads, PartKind
from fireteam.games.killteam.show.notes import NOTES
from fireteam.kit.options import Menu

SIDE_FORMS: Final[tuple[Form, Form]] = ("disc", "hexagon")
INCH_SIGN = "″"

SETTING_UP = "Setting up"
PHASES: dict[str, str] = {
    "initiative": "Strategy phase: Initiative step",
    "ready": "Strategy phase: Ready step",
    "ready_rules": "Strategy phase: Ready step",
    "gambit": "Strategy phase: Gambit step",
    "firefight": "Firefight phase",
    "activation_start": "Firefight phase: an activation",
    "activation": "Firefight phase: an activation",
    "activation_end": "Firefight phase: an activation ends",
    "counteraction": "Firefight phase: counteracting",
    "turning_point_end": "End of the turning point",
    "battle_end": "End of the battle",
    "over": "The battle is over",
}
"""The phases of a turning point; all others set the battle up."""
PHASE_RULES: dict[str, str] = {
    "initiative": "KT-INIT-01",
    "ready": "KT-READY-01",
    "ready_rules": "KT-READY-03",
    "gambit": "KT-GAMB-01",
    "firefight": "KT-FIRE-01",
    "activation_start": "KT-FIRE-03",
    "activation": "KT-ACT-05",
    "activation_end": "KT-FIRE-04",
    "counteraction": "KT-CTR-01",
    "turning_point_end": "KT-TURN-02",
    "battle_end": "KT-OPS-17",
    "over": "KT-OPS-19",
}

# -- always visible ----------------------------------------------------------------------------------------------------

STATUS: dict[str, str] = {
    "turn": "Turning point",
    "phase": "Phase",
    "initiative": "Initiative",
    "acting": "Acting",
    "cp": "Command points",
    "vp": "Victory points",
    "crit": "Crit op",
    "tac": "Your tac op",
    "primary": "Your primary op",
    "their_tac": "Tac op of {seat}",
    "their_primary": "Primary op of {seat}",
}
TURN = "{turn} of {turns}"
BOTH = "{first} {first_points}, {second} {second_points}"
NO_POINTS = "Nobody has scored yet."
POINTS = "{seat}: {parts}."
ENDING = "Won by {winner}, {most} VP to {least}."
DRAW = "A draw: both have {most} VP."

BRIEFING = {
    "mission": "The battle",
    "crit": "Crit op: {name}",
    "kill": "Kill op: {name}",
    "tac": "Your tac op: {name}",
    "primary": "Your primary op",
    "killzone": "Killzone: {title}",
}
MISSION = (
    "{first} against {second} in {killzone}. Four turning points; whoever has more victory points from crit op, tac "
    "op, kill op "
    "and primary op at the end wins."
)
KILL = (
    "Victory points for enemies incapacitated: the more of their team, the more, 5 at most; and 1 "
    "for whoever has the higher grade."
)
PRIMARY = "{op}: half of its victory points, rounded up, are counted once more at the end."

OP_NAMES = {"crit": "Crit op", "kill": "Kill op", "tac": "Tac op", "primary": "Primary op"}
ACTION = "{name} ({ap} AP{needs})."
SCORING = "{when}: {points} if {condition}"
MOST_PER_TP = " (at most {most} a turning point)"
MOMENTS = {
    "end_of_tp": "at the end of turning points {tps}",
    "end_of_battle": "at the end of the battle",
    "on_action": "when the action is performed",
    "on_kill": "when an enemy is incapacitated",
    "on_activation_end": "at the end of an activation",
    "on_enemy_action_end": "at the end of an enemy's action",
    "gambit": "as a strategic gambit",
}

# -- the board ---------------------------------------------------------------------------------------------------------

AREAS = {
    "drop_zone": "Drop zone {letter}",
    "territory": "Territory {letter}",
    "drop_zone.seat": "Drop zone of {seat}",
    "territory.seat": "Territory of {seat}",
    "hazardous": "Hazardous area",
}
LETTERS = ("A", "B")
SORTS: dict[PartKind, str] = {
    "ladder": "Ladder",
    "wire": "Obstructing terrain",
    "floor": "Vantage floor",
    "wall": "Wall",
    "opening": "Accessible opening",
    "window": "Barred opening",
    "step": "Low terrain that hinders nobody",
    "solid": "Heavy terrain",
    "low": "Light terrain",
    "bare": "Exposed terrain",
    "hatch": "Hatchway",
}
PART = '{traits}, from {bottom}" to {top}" high.'
PART_SEEN_THROUGH = " It does not block sight."
PART_STATES = {"open": "Open.", "closed": "Closed."}
PIECES = {
    "operative": "{name}, {seat}, {status}, {order}, {left} of {wounds} wounds",
    "marker": "{name}",
    "controlled": "{name}, controlled by {seat}",
    "contested": "{name}, contested: nobody controls it",
    "free": "{name}, controlled by nobody",
}
MARKER_MARKS: dict[str, str] = {"mine": "M", "smoke": "S", "ammo": "A", "comms": "C"}
GAINS = {"holds": "holds {what}", "contests": "contests {what}", "takes": "can pick up {what}", "acts": "can {what}"}
"""What an operative has of where it stands."""

# -- cards -------------------------------------------------------------------------------------------------------------

STATES = {
    "ready": "ready",
    "active": "active now",
    "done": "expended",
    "away": "not set up",
    "out": "incapacitated",
    "left": "out of the battle",
}
FIGURES = {"APL": "Action point limit", "Move": "Move", "Save": "Save", "Wounds": "Wounds left"}
SPENT = "{spent} spent"
OTHER_RULES = "other rules"
WEAPON = "{kind}: {atk} dice, HIT {hit}+, damage {damage}/{critical}{rules}"
KINDS = {True: "Ranged", False: "Melee"}
PLOY = "{cp} CP. {text}"

TAGS = {
    "conceal": "Conceal order",
    "engage": "Engage order",
    "ready": "ready",
    "active": "active now",
    "done": "expended",
    "wounds": "{left} of {wounds} wounds left",
    "injured": "injured: HIT one worse, Move less",
    "guard": "on guard",
    "counteracted": "has counteracted in this turning point",
    "carries": "carries {marker}",
    "points": "{points} points of {seat}",
    "of": "{tag} ({seat})",
}
EFFECTS = {
    "apl": "{name}: APL {amount:+d}",
    "move": '{name}: Move {amount:+d}"',
    "save": "{name}: SAVE {amount:+d}",
    "hit": "{name}: HIT {amount:+d}",
    "atk": "{name}: attack dice {amount:+d}",
    "forbid": "may not {name}",
    "given_up": "gave up {name}",
    "allow": "may {name}",
    "ignore": "ignores {name}",
}
EFFECT = "{name}"

# -- questions ---------------------------------------------------------------------------------------------------------

SUGGESTED = "suggested"
"""The group of the options of a region."""
GROUPS: dict[str, tuple[str, ...]] = {
    "Action": ("action",),
    "Activate": ("activate", "order", "counteract", "interrupt"),
    "Shoot": ("target", "next_target", "origin", "stun", "smoke"),
    "Fight": ("enemy", "strike", "block", "block_nothing"),
    "Weapon": ("weapon",),
    "Dice": (
        "keep_dice", "reroll", "use_x", "accurate", "discard", "rescue", "no_rescue", "rend", "no_rend", "severe",
        "no_severe", "allocate",
        "keep_unrolled", "all_successes", "use_cover", "use_obscured",
        "no_cover_save", "cover_save", "critical_cover_save", "double_cover_save",
    ),
    "Gambit": ("gambit", "pass"),
    "Marker": ("marker", "object"),
    "Use": ("use_entry", "use_entry_with", "instead"),
    "Score": ("score", "score_nothing"),
    "Hatch": ("open_hatch", "close_hatch"),
    "End": ("end_activation", "no_action", "no_counteract", "no_more", "no_interrupt", "no_entry"),
}  # fmt: skip

WINDOWS: dict[str, str] = {
    "reroll": "Re-rolls",
    "counteract": "Counteracting",
    "gambit": "Strategic gambits",
    "cover_save": "Cover saves",
    "interrupt": "Interrupts of operatives on guard",
    "entry": "Abilities and ploys",
}
"""The questions that a player may always decline, by code."""
DECLINES: dict[str, str] = {
    "keep_dice": "reroll",
    "no_counteract": "counteract",
    "pass": "gambit",
    "no_cover_save": "cover_save",
    "no_interrupt": "interrupt",
    "no_entry": "entry",
}
"""Options that let such a window pass."""
DICE_FOLLOW = (
    "target", "enemy", "weapon", "strike", "block", "block_nothing", "reroll", "keep_dice", "next_target", "accurate",
    "use_x",
    "cover_save", "critical_cover_save", "double_cover_save", "no_cover_save", "use_cover", "use_obscured", "allocate",
    "interrupt", "origin",
)  # fmt: skip
"""Options after which dice decide; actions that shoot or fight are such as well."""
LEADS: dict[Leads, tuple[str, ...]] = {
    "acts": ("activate", "order", "counteract"),
    "attacks": ("weapon", "target", "enemy"),
    "ends": ("end_activation",),
}
ACTIONS_LEAD: dict[str, Leads] = {
    "REPOSITION": "moves",
    "FALL BACK": "moves",
    "CHARGE": "moves",
    "DASH": "moves",
    "SHOOT": "attacks",
    "FIGHT": "attacks",
}
"""What actions lead to, by their names."""
POINTS_NAME = "action points"
MENU = Menu(
    GROUPS,
    other="Choose",
    windows=WINDOWS,
    passes=DECLINES,
    chances=DICE_FOLLOW,
    leads=LEADS,
    notes=NOTES,
    points=POINTS_NAME,
)

ORIGINS = {
    (False, False): "Shoot from where it is neither in cover nor obscured",
    (True, False): "Shoot from where it is in cover",
    (False, True): "Shoot from where it is obscured",
    (True, True): "Shoot from where it is in cover and obscured",
}
"""What an origin of a shot means for its target: whether it is in cover, and whether it is obscured."""
PROTECTED = ", with the shield of a portable barricade"
"""The same where its cover is such a shield."""

# -- ways --------------------------------------------------------------------------------------------------------------

UNREAD = "A way reads like 6 north, n 3 e 2, to 12.3,5.6 or towards objective-a 4."
CHARGES = {
    "walk": '{inches}" along',
    "jump": '{inches}" jumping',
    "climb": '{inches}" climbing {part}',
    "ladder": '{inches}" climbing {part}',
    "drop": '{inches}" dropping',
    "opening": '{inches}" through {part}',
    "wire": '{inches}" over {part}',
}

# -- what a kill team has ----------------------------------------------------------------------------------------------

HOLDINGS = {
    "faction": "Faction rule",
    "strategy": "Strategy ploy",
    "firefight": "Firefight ploy",
    "equipment": "Faction equipment",
    "universal": "Universal equipment",
}
USED_WHEN = {
    "action": "an action",
    "gambit": "in the Gambit step",
    "setup": "before the battle",
    "activation_start": "at the start of an activation",
    "activation_end": "at the end of an activation",
    "after_action": "after an action",
    "shooting": "when it shoots",
    "shot_at": "when it is shot at",
    "fighting": "when it fights",
    "retaliating": "when it retaliates",
    "damaged": "when it would take damage",
    "incapacitated": "when it would be incapacitated",
    "kills": "after it has incapacitated an enemy",
    "enemy_activation_start": "when an enemy is activated",
    "enemy_action_end": "after an enemy's action",
    "counteract": "when it could counteract",
    "ready_step": "in the Ready step",
}
COST = "{cp} CP"
LEFT = {
    "always": "in force",
    "ready": "available",
    "short": "too few command points",
    "turn": "used in this turning point",
    "battle": "used up",
    "grenades": "left: {counts}",
}
REROLL_TEXT = (
    "One attack or defence die that has just been rolled is rolled again; as often as there are command points."
)
REROLL_MOMENT = "when dice are rolled"
UNIVERSAL = {
    "ammo_cache": ("A marker at which its owner's operatives resupply for a re-roll.", "KT-EQ-02"),
    "comms_device": (
        "A marker; an operative of its owner that controls it reaches farther with SUPPORT rules.",
        "KT-EQ-03",
    ),
    "mines": ("A marker that goes off when somebody comes too near.", "KT-EQ-05"),
    "razor_wire": ("Terrain that costs extra inches to cross.", "KT-EQ-07"),
    "light_barricades": ("Light terrain to take cover behind.", "KT-EQ-09"),
    "heavy_barricade": ("Heavy terrain to take cover behind.", "KT-EQ-10"),
    "ladders": ("Terrain to climb by at less cost.", "KT-EQ-12"),
    "portable_barricade": ("Cover that an operative carries along.", "KT-EQ-15"),
    "utility_grenades": ("Smoke and stun grenades, used by any operative as actions.", "KT-EQ-16"),
    "explosive_grenades": ("Frag and krak grenades, thrown by any operative with SHOOT.", "KT-EQ-21"),
}

# -- looking -----------------------------------------------------------------------------------------------------------

LOOK = {
    "line": "{who} to {other}: {facts}.",
    "distance": '{distance:.2f}" away',
    "round": '{distance:.2f}" away round the walls',
    "visible": "visible",
    "hidden": "not visible: {part} is in the way",
    "marginal": " (a hundredth of an inch would change it)",
    "cover": "in cover from {parts}",
    "no_cover": "not in cover",
    "near": 'within 2": no cover',
    "obscured": "obscured by {parts}",
    "clear": "not obscured",
    "valid": "a valid target of {weapon}",
    "invalid": "no target of {weapon}, {reason}",
    "unarmed": "no ranged weapon",
    "unseen": "not visible",
    "control": "in control range",
    "no_control": "not in control range",
    "contests": "{who} contests it",
    "contests_not": "{who} does not contest it",
    "controlled": "controlled by {seat}",
    "uncontrolled": "controlled by nobody",
}
NEEDED = "which needs: {text}"
SMOKE = "smoke"
OPERATIVE = "another operative"

MARKS = {
    "sight": "sight from {who} to {other}",
    "blocked": "{part} blocks sight",
    "cover": '{part} gives cover: the line crosses it {distance:.2f}" from the target',
    "obscured": '{part} obscures: the line crosses it {distance:.2f}" from the target',
    "distance": '{distance:.2f}" from {who} to {other}',
    "part": "{part}",
    "spot": "{place}",
    "piece": "{name}",
}

# -- dice --------------------------------------------------------------------------------------------------------------

DICE = {"attack": "{who}: attack", "defence": "{who}: defence"}
UNROLLED = "–"
FATES = {
    "normal": "normal success",
    "critical": "critical success",
    "fail": "fail",
    "rerolled": "re-rolled",
    "blocked": "blocked",
    "discarded": "discarded: the target is obscured",
    "cover": "cover save",
    "critical_cover": "critical cover save",
    "accurate": "kept unrolled",
    "strikes": "strikes",
    "blocks": "blocks",
    "shocked": "lost to Shock",
    "wins": "wins the roll-off",
    "loses": "loses the roll-off",
    "tied": "tied",
    "hot": "{face} against HIT {hit}+",
    "d3": "makes {result}",
}
SIGNS: dict[str, Fate] = {
    "normal": "hit",
    "critical": "critical",
    "fail": "miss",
    "rerolled": "rerolled",
    "blocked": "blocked",
    "discarded": "miss",
    "cover": "save",
    "critical_cover": "save",
    "accurate": "kept",
    "strikes": "hit",
    "blocks": "save",
    "shocked": "miss",
    "wins": "hit",
    "loses": "miss",
}
"""Fates as shapes."""
