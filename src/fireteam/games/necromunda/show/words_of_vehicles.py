"""Words of vehicles: driving, guns, collisions, losing control, damage, wrecks, riders, recovery."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.sections import DICE, Listed, Section, Told
from fireteam.kit.moments import Moment
from fireteam.kit.plane.drives import Leg

ACTION, SHOOT, FIGHT, DICE_GROUP, ORDER = "Actions", "Shoot", "Fight", "Dice", "Order"
HITS = Moment("aims")

SECTION = Section(
    events={
        "collides": Told("{who} collides with {target}: Toughness {own} against {theirs}.", HITS),
        "runs_into": Told("{who} runs into {thing}, which stops it.", HITS),
        "flattens": Told("{who} flattens {thing}.", HITS),
        "loses_control": Told("{who} is out of control to the {to_left}: {what}.", DICE),
        "vehicle_damage": Told("{who} is hit in the {location}: {result} damage.", DICE),
        "burns_out": Told("The tyres of {who} smoke: clouds {clouds}.", Moment("works")),
        "boards": Told("{who} gets onto {vehicle}."),
        "spills": Told("{thing} falls off {vehicle} at {degrees} degrees."),
        "shoved": Told("{who} is shoved clear of the wheels, to {place}.", Moment("moves")),
        "thrown": Told("{who} is thrown clear, to {place}.", Moment("moves")),
        "falls_off": Told("{who} falls off {vehicle} at {degrees} degrees."),
    },
    options={
        "vehicle_move": Listed(
            "move", ACTION, "Drives ahead up to its Movement, with one turn of up to 90 degrees.", "moves"
        ),
        "maneuver": Listed("{key}", ACTION, "Drives up to half its Movement, with any number of turns.", "moves"),
        "move_and_shoot": Listed("move and shoot", ACTION, "Drives, and fires one gun on the way.", "moves", True),
        "fire_all": Listed("fire all", ACTION, "Every gun of the crew fires once.", chance=True),
        "vehicle_aim": Listed("aim the guns", ACTION, "Adds 1 to the hit rolls of shots later in this activation."),
        "vehicle_reload": Listed("{key}", ACTION, "An Ammo test: passed, the gun can be used again.", chance=True),
        "drift": Listed(
            "drift", ACTION, "Slides sideways up to half its Movement; then a Handling test at +1.", "moves", True
        ),
        "ram": Listed("ram", ACTION, "Drives D6 inches farther, with both actions.", "moves", True),
        "spin": Listed(
            "spin",
            ACTION,
            "Drives half its Movement with a turn of up to 180 degrees and a Handling test.",
            "moves",
            True,
        ),
        "full_throttle": Listed(
            "full throttle", ACTION, "Drives three times its Movement; a turn needs a Handling test.", "moves", True
        ),
        "jump_start": Listed("jump start", ACTION, "Tries to get the engine running again.", chance=True),
        "turn_over": Listed(
            "turn over", ACTION, "Drives up to D3 inches, and the next start is easier.", "moves", True
        ),
        "free_wheel": Listed(
            "free wheel", ACTION, "Rolls up to D6 inches, forward or backward as dice say.", "moves", True
        ),
        "shots_done": Listed("fire nothing more", SHOOT, "The other guns stay silent.", passes="guns"),
        "silent_gun": Listed("{key}", SHOOT, "This gun does not fire.", passes="guns"),
        "man_gun": Listed("{key}", ACTION, "Somebody on the deck works a gun of the vehicle.", "attacks", True),
        "reload_gun": Listed("{key}", ACTION, "An Ammo test: passed, the gun can be used again.", chance=True),
        "keep_location": Listed("the {key}", DICE_GROUP, "This side of the vehicle is hit."),
        "keep_damage": Listed("{key}", DICE_GROUP, "This result counts."),
        "restart": Listed("{key}", ACTION, "A test to get the engine running.", chance=True),
        "come_round": Listed("{key}", ACTION, "A test to bring the driver round.", chance=True),
        "tend_driver": Listed("{key}", ACTION, "Takes a Flesh Wound of the driver away.", chance=True),
        "vehicle_recovers": Listed("{key}", ORDER, "This vehicle makes its recovery next."),
        "strikes_at_hull": Listed("{key}", FIGHT, "Strikes as it drives off, with an Initiative test.", chance=True),
        "lets_it_go": Listed("nobody strikes", FIGHT, "The vehicle leaves without a blow.", passes="driving off"),
        "sits_down": Listed("{key}", ORDER, "It is inside, out of everybody's reach."),
        "stays_on_deck": Listed("{key}", ORDER, "It rides in the open and can be hit."),
        "thrown_next": Listed("{key}", ORDER, "This one is thrown off first."),
    },
    topics={
        "way of {who}": "how does {who} drive?",
        "move and shoot of {who}": "what does {who} shoot at?",
        "shot of {gun} of {who}": "what does {gun} of {who} shoot at?",
        "which of the {dice}": "{dice}: which counts?",
        "place of {who} on {vehicle}": "where does {who} ride on {vehicle}?",
        "who strikes at {who} as it drives off": "who strikes at {who} as it drives off?",
        "who was thrown from {who}": "who was thrown from {who}: who comes first?",
        "where {who} is thrown": "where is {who} thrown?",
        "weapon of {who} that is destroyed": "which weapon of {who} is destroyed?",
        "smoke of {who}": "where does the smoke of {who} lie?",
    },
    rolls={
        "Control dice of {who}": "Control dice of {who}",
        "Handling test of {who}": "Handling test of {who}",
        "Location dice, {hit}": "Location dice, {hit}",
        "Damage dice, {hit}": "Damage dice, {hit}",
        "power of the hit, {hit}": "power of the hit, {hit}",
        "crew of {who} in the fire": "the crew of {who} in the fire",
        "direction in which {who} tumbles": "direction in which {who} tumbles",
        "how far {who} tumbles": "how far {who} tumbles",
        "side to which {who} swerves": "side to which {who} swerves",
        "which way {thing} falls": "which way {thing} falls",
        "which way {who} falls": "which way {who} falls",
        "which way {who} rolls": "which way {who} rolls",
        "driver of {who}": "the driver of {who}",
        "engine of {who}": "the engine of {who}",
        "free wheel of {who}": "how far {who} rolls",
        "ram of {who}": "how much farther {who} rams",
        "smoke of {who}": "the smoke of {who}",
        "weapon of {who} that is destroyed": "which weapon of {who} is destroyed",
        "{who} dives from the wheels": "{who} dives from the wheels",
        "{who} holds on": "{who} holds on",
        "{who} strikes at the vehicle": "{who} strikes at the vehicle",
        "{who} thrown clear": "{who} is thrown clear",
    },
    windows={"guns": "guns that stay silent", "driving off": "vehicles that drive off"},
)


def drive_words(legs: Iterable[Leg]) -> str:
    """A drive in words; one that goes nowhere stays."""
    told = [say.DRIVE_LEGS[leg.how].format(size=f"{leg.size:g}") for leg in legs if leg.size > 0]
    return ", ".join(told) or say.STAYS
