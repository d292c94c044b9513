"""The words of Deadzone on a table: names of groups, windows, parts, tags and marks. Part of the catalogue, like
`words`."""

from __future__ import annotations

from typing import Final

from fireteam.core.scene import Form, Leads, PartKind
from fireteam.games.deadzone.show.notes import NOTES
from fireteam.kit.options import Menu

SIDE_MARKS = ("A", "B")
SIDE_FORMS: Final[tuple[Form, Form]] = ("disc", "square")

# -- options -----------------------------------------------------------------------------------------------------------

GROUPS: dict[str, tuple[str, ...]] = {
    "Set-up": (
        "starts", "zone", "hold_back", "with_the_team", "grow", "large_enough", "deploy", "look", "relocate", "early",
        "decline", "scout",
    ),
    "Turn": ("activate", "one_more", "pass"),
    "Actions": ("stand", "advance", "sprint", "assault"),
    "Shoot": ("shoot", "second", "one_weapon"),
    "Command dice": ("free_advance", "free_shoot", "free_assault", "again"),
    "Move": ("step", "jump", "leave", "stop", "reposition", "break_away", "quarters", "half", "away"),
    "Fight": ("fight", "strike", "no_strike", "with", "unarmed", "fight_back", "survive", "up"),
    "Dice": ("add", "keep", "reroll", "buy"),
    "Orders": ("order", "order_for", "no_order", "discard"),
    "Items": (
        "pick_up", "no_item", "keep_item", "drop_item", "destroy_item", "use_item", "save_item", "adrenaline",
        "medi_pack",
    ),
    "End": ("end",),
}  # fmt: skip
WINDOWS: dict[str, str] = {
    "reroll": "re-rolls of dice",
    "strike": "striking at who leaves",
    "order": "special orders",
    "item": "using items",
    "charge": "charging",
    "cloud": "filling cubes with clouds",
}
PASSES: dict[str, str] = {
    "keep": "reroll",
    "no_strike": "strike",
    "no_order": "order",
    "save_item": "item",
    "no_charge": "charge",
    "no_cloud": "cloud",
}
CHANCES = (
    "shoot", "free_shoot", "second", "assault", "free_assault", "fight", "strike", "jump", "buy", "reroll", "add",
    "explode", "detonate", "walk_over",
)  # fmt: skip
LEADS: dict[Leads, tuple[str, ...]] = {
    "acts": ("activate", "one_more"),
    "moves": ("advance", "sprint"),
    "attacks": ("shoot", "free_shoot", "fight", "assault", "free_assault"),
    "stands": ("quarters",),
    "ends": ("end",),
}
POINTS_NAME = "short actions"
MENU = Menu(
    GROUPS,
    other="Special",
    windows=WINDOWS,
    passes=PASSES,
    chances=CHANCES,
    leads=LEADS,
    notes=NOTES,
    points=POINTS_NAME,
)

# -- always visible ----------------------------------------------------------------------------------------------------

STATUS: dict[str, str] = {
    "turn": "Round",
    "phase": "Phase",
    "points": "Victory points",
    "initiative": "Initiative",
    "acting": "Acting",
    "unseen": "Still face down",
}
ROUND = "{round} of {rounds}"
POINTS = "{first} : {second}, {needed} to win"
PHASES: dict[str, tuple[str, str]] = {
    "setup": ("Setting up", "DZ-SETUP-01"),
    "command": ("Command dice", "DZ-CMD-01"),
    "turns": ("Turns", "DZ-ROUND-02"),
    "over": ("The battle is over", "DZ-WIN-01"),
}
"""The names of the phases, and their rules."""
NO_DICE = "none"
COMMAND_DIE = "Command dice"
DIE_TEXTS = (
    "Activates one more model after the first of a turn.",
    "One more die in a test, before it is rolled.",
    "A free advance of one cube.",
    "A free shot.",
    "A free assault.",
    "The special order of a leader.",
)
DIE_RULES = ("DZ-CMD-07", "DZ-CMD-08", "DZ-CMD-09", "DZ-CMD-10", "DZ-CMD-11", "DZ-CMD-12")
"""What each symbol is good for, in the order of the faces of a command die; any die buys a re-roll."""
UNSEEN = "Items that nobody has seen: {items}."
WIN = "The side with {needed} victory points at the end of a round wins, else the higher total after round {rounds}."
TITLE = "{game}: {scenario}"
WIN_LABEL = "How to win"
GOAL = "Objectives"
ENDINGS: dict[str, str] = {
    "points": "All victory points that are needed, in round {round}.",
    "rounds": "More victory points at the end of the last round.",
    "wiped_out": "No models are left on the other side.",
}
DRAW = "The battle is a draw."
POOLS = ("{test}, attack", "{test}, defence")
"""The two pools of a test in the tray."""

# -- parts -------------------------------------------------------------------------------------------------------------

GROUND = "Ground"
FACES: tuple[tuple[PartKind, str], ...] = (
    ("opening", "Opening"),
    ("low", "Low wall, a quarter high"),
    ("low", "Low wall, half as high"),
    ("low", "Low wall, three quarters high"),
    ("door", "Narrow door"),
    ("door", "Door"),
    ("door", "Wide door"),
    ("window", "Window"),
    ("wall", "Wall"),
    ("wall", "Smooth wall"),
)
"""Kind and name of an upright face, by its shape."""
HATCH = "Hatch"
PASSES_SIZE = "Models up to size {size} pass."
FLOOR, WALKWAY, SOLID, RAMP, LADDER, PLATFORM = "Floor", "Walkway", "Solid cube", "Ramp", "Ladder", "Platform"
RAMP_WAY = "Leads up to the {way}."
WAYS = ("east", "west", "north", "south", "floor above", "floor below")
SMOKE = "Smoke"
TOXIC = "Toxic ({number})."
ZONE = "Deployment zone {zone}"
CONSOLE, EXIT = "Console", "Exit"
EXIT_MARK = "X"
WORKED = "Worked by {players}."

# -- pieces and cards --------------------------------------------------------------------------------------------------

STATES: dict[str, str] = {
    "ready": "still to act",
    "active": "acting",
    "done": "has acted",
    "away": "not on the battlefield yet",
    "out": "killed",
    "left": "has left the board",
}
FIGURES: tuple[tuple[str, str], ...] = (
    ("SP", "SPEED"),
    ("RA", "RANGED"),
    ("FI", "FIGHT"),
    ("SV", "SURVIVE"),
    ("AR", "ARMOUR"),
    ("HP", "HP"),
    ("SZ", "SIZE"),
    ("VP", "VICTORY POINTS"),
)
DASH = "-"
WEAPON = "{range}, AP {ap}"
CLOSE, RANGE = "close combat", "RANGE {range}"
CARRIED = "Carries {item}"
PREY = "Prey of {player}"
OBJECTIVE = "Objective of {points} VP"
FACE_DOWN = "An item, face down"
UNKNOWN_MARK = "?"
GAINS = {
    "holds": "holds the {what}",
    "contests": "contests the {what}",
    "console": "can work the console",
    "exit": "can leave the board",
    "take": "can pick up {what}",
    "find": "can pick up an item that lies face down",
}
"""What a model has of where it stands."""
TOKENS: dict[str, str] = {"item": "{label}", "trap": "Trap: {label}", "comm": "Mark of a Comm-Link"}

# -- looking and marks -------------------------------------------------------------------------------------------------

LOOK: dict[str, str] = {
    "distance": "{cubes} away",
    "same": "in the same cube",
    "sight": "in sight: {rays} of {points}",
    "no_sight": "not in sight",
    "stopped": "not in sight: {what} is in the way",
    "step": "one step away",
    "barred": "no step leads there, which needs: {need}",
    "clear": "clear shot: 2 more dice",
    "no_clear": "no clear shot",
    "high": "high ground: 1 more die",
    "friendly": "friends in the target's cube: 2 dice less",
    "hidden": "smoke or a cloak: 1 die less",
    "dice": "{dice} RANGED dice with {weapon}",
    "out_of_range": "out of RANGE {range} of {weapon}",
    "text": "{who} to {whom}: {facts}",
}
MARKS: dict[str, str] = {
    "sight": "line of sight from {who} to {whom}",
    "stop": "{what} is in the way",
}

# -- walking -----------------------------------------------------------------------------------------------------------

NO_WALK = "Nobody is moving now."
NO_WAY = "There is no way to {cube} in this move."
WALK = "To {cube} in {steps}."
STEP, STEPS = "one step", "{count} steps"
