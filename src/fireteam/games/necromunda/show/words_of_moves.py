"""Words of movement: moves, turning, charges, retreats, flight, falls, forced moves, climbing gear, drink."""

from __future__ import annotations

from fireteam.games.necromunda.show.sections import DICE, Listed, Section, Told
from fireteam.kit.moments import Moment

ACTION, MOVE, FIGHT, TURN = "Actions", "Move", "Fight", "Turn"

SECTION = Section(
    events={
        "moves": Told("{who} moves to {place}.", Moment("moves")),
        "lands": Told("{who} lands at {place}.", Moment("moves")),
        "rides": Told("{who} is taken along to {place}.", Moment("moves")),
        "pushed": Told("{who} is pushed to {place}.", Moment("moves")),
        "shifted": Told("{who} is shifted to {place}.", Moment("moves")),
        "turns": Told("{who} faces {facing} degrees.", Moment("turns", amount="facing")),
        "charge_roll": Told('{who} charges {inches}" farther.', DICE),
        "falls": Told('{who} falls {height}".'),
        "runs": Told("{who} is broken and runs."),
        "flight_roll": Told('{who} runs {inches}".', DICE),
        "drinks": Told("{who} takes a swig of {what}: {tokens} so far.", Moment("works")),
        "sees_double": Told("{who} sees double, and shoots at {target}."),
    },
    options={
        "move": Listed("move", ACTION, "Moves up to its Movement in inches.", "moves"),
        "move.to": Listed("to {place}", MOVE),
        "take_cover": Listed("take cover", ACTION, "Moves half as far and lies down there, Pinned.", "moves"),
        "stand_up": Listed("stand up", ACTION, "A Pinned fighter gets to its feet."),
        "crawl": Listed("crawl", ACTION, "Moves half as far lying down, with both actions.", "moves"),
        "turn": Listed("turn", ACTION, "Turns on the spot at no cost.", "turns"),
        "turn.face": Listed("face {degrees} degrees", TURN),
        "give_up_move": Listed("stay here", MOVE, "It does not move, and the action is spent."),
        "charge": Listed(
            "charge", ACTION, "Moves and D3 inches more into contact and fights, with both actions.", "moves", True
        ),
        "approach": Listed("{key}", MOVE, "It cannot reach this one, and halts an inch away at best."),
        "stop_here": Listed("stay where it is", MOVE, "It ends its charge where it is."),
        "charge_fight": Listed("fight", FIGHT, "A free Fight with one more Attack die.", chance=True),
        "charge_mercy": Listed("{key}", FIGHT, "A Seriously Injured enemy goes Out of Action."),
        "no_mercy": Listed("spare them", FIGHT, "Nobody is finished off."),
        "retreat": Listed("retreat", ACTION, "Breaks off with an Initiative test, and runs D6 inches.", chance=True),
        "strikes_at_leaver": Listed("{key}", FIGHT, "Strikes at the one that leaves, with an Initiative test."),
        "lets_go": Listed("nobody strikes", FIGHT, "The fighter leaves without a blow.", passes="leaver"),
        "set_down": Listed("set it down {key}", MOVE, "What it carries is put down here."),
        "follow_up": Listed("follow", MOVE, "Moves into contact again with whoever was knocked back."),
        "stay_behind": Listed("do not follow", MOVE, "It stays where it is.", passes="follow"),
        "descend": Listed("descend", ACTION, "Comes down on its line to a lower place near by.", "moves"),
        "grapnel": Listed("use the grapnel", ACTION, "Swings to a place that its line reaches.", "moves"),
        "swig": Listed("{key}", ACTION, "Takes a Flesh Wound away, and makes it drunk.", chance=True),
    },
    topics={
        "{purpose} of {who}": "{who}, {purpose}: where to?",
        "facing of {who}": "which way does {who} face?",
        "charge of {who}": "where does the charge of {who} lead?",
        "end of the charge of {who}": "what does {who} do at the end of its charge?",
        "who strikes at {who} as it leaves": "who strikes at {who} as it leaves?",
        "retreat of {who}": "where does {who} retreat to?",
        "refuge of {who}": "where does {who} run to?",
        "where {who} is set down": "where is {who} set down?",
        "follow-up of {who}": "does {who} follow?",
        "where {who} comes down": "where does {who} come down?",
        "where the grapnel of {who} leads": "where does the grapnel of {who} lead?",
    },
    rolls={
        "{who} on dangerous ground": "{who} on dangerous ground",
        "{who} leaps a gap": "{who} leaps a gap",
        "{who} jumps down": "{who} jumps down",
        "{who} gets its mount up": "{who} gets its mount up",
        "charge of {who}": "how much farther {who} charges",
        "{who} breaks off": "{who} breaks off",
        "{who} strikes at the leaver": "{who} strikes at the one that leaves",
        "way of {who}": "how far {who} retreats",
        "flight of {who}": "how far {who} runs",
        "{who} at the edge": "{who} at the edge",
        "{who} knocked to the edge": "{who} knocked to the edge",
        "{who} keeps the saddle": "{who} keeps the saddle",
        "bottle of {who}": "whether the bottle of {who} is empty",
        "{who} sways": "{who} sways",
        "whom {who} sees": "whom {who} sees",
        "how far {who} staggers": "how far {who} staggers",
        "which way {who} staggers": "which way {who} staggers",
    },
    windows={"leaver": "Blows at those that leave", "follow": "Following those knocked back"},
)
