"""Words of the set-up, the round, activations, statuses, Nerve, conditions and the End phase."""

from __future__ import annotations

from fireteam.games.necromunda.show.sections import DICE, Listed, Section, Told
from fireteam.kit.moments import Moment

STANDS = Moment("stands")
SET_UP, ACTIVATE, ACTION, ORDER, END = "Set up", "Activate", "Actions", "Order", "End"

SECTION = Section(
    events={
        # the set-up
        "roll_off": Told("Roll-off: {shown}.", Moment("fates", "")),
        "deployed": Told("{who} is set up at {place}.", Moment("arrives")),
        # the round
        "round": Told("Round {number}."),
        "priority_roll": Told("Priority roll: {shown}.", Moment("fates", "")),
        "priority": Told("Priority is with {seat}."),
        "activated": Told("{who} is activated.", Moment("acts")),
        # how a model is
        "stands": Told("{who} stands up.", STANDS),
        "pinned": Told("{who} is Pinned.", STANDS),
        "injured": Told("{who} is Seriously Injured.", STANDS),
        "out": Told("{who} is Out of Action{by}.", Moment("falls")),
        "recovers": Told("{who} comes round.", STANDS),
        "left": Told("{who} leaves the battle.", Moment("leaves")),
        "flees": Told("{who} flees the battle.", Moment("leaves")),
        "vanishes": Told("{who} goes into {thing}.", Moment("leaves")),
        "reappears": Told("{who} comes out at {place}.", Moment("arrives")),
        "wounded": Told("{who} loses Wounds: {points}; {left} left.", Moment("hurts", amount="points")),
        "flesh": Told("{who}: Flesh Wounds {count}, {has} now."),
        "afflicted": Told("{who} is {condition}.", STANDS),
        "relieved": Told("{who} is no longer {condition}.", STANDS),
        "stalls": Told("{who} stalls.", STANDS),
        "starts": Told("{who} runs again.", STANDS),
        "lost": Told("{who} has lost {what} for this battle."),
        # tests
        "tested": Told("{about}: {shown}{bonus} against {needed}+, {passed}.", DICE),
        "passes": Told("{about}: passed without a roll."),
        # conditions
        "raves": Told("{who} raves: {shown}.", DICE),
        # the End phase
        "bottle_roll": Told(
            "Bottle roll of {seat}: {shown} and {lost} lost against a crew of {crew}.", Moment("fates", "")
        ),
        "bottles": Told("Bottled out: {seat}."),
        "follows": Told("{who} follows {leader}."),
        "marker_roll": Told("{thing}: {shown}, it {goes}.", Moment("fates", "")),
        "marker": Told("{kind} at {place}."),
        "scores": Told("Points for {seat}: {points}, {what}.", Moment("scores", "", seat="seat", amount="points")),
    },
    options={
        # the set-up
        "take_side": Listed("play side {0}", SET_UP, "Decides where your gang is set up, and what it plays for."),
        "join": Listed("{key}", SET_UP, "It takes part in this battle."),
        "crew_complete": Listed("the crew is complete", SET_UP, "Nobody else takes part."),
        "deploy_next": Listed("{key}", SET_UP, "Its place is asked for next."),
        "place": Listed("at {place}", SET_UP, "It stands here, facing as it is turned."),
        # the round
        "activate": Listed("{key}", ACTIVATE, "It takes its two actions now.", "acts"),
        "group": Listed("{key}", ACTIVATE, "The others named act after it, before the enemy does."),
        "next_of_group": Listed("{key}", ACTIVATE, "It is the next of the group to act.", "acts"),
        "takes_off": Listed("{key}", END, "It leaves the battle and counts as Out of Action."),
        "nobody_leaves": Listed("nobody else leaves", END, "The others stay and fight on.", passes="takes_off"),
        # activations
        "end": Listed("end the activation", END, "It does nothing more in this round.", "ends"),
        "yes": Listed("yes", ORDER, "It is done."),
        "no": Listed("no", ORDER, "It is left out."),
        # Nerve
        "tests_first": Listed("{key}", ORDER, "This one tests its nerve before the others."),
        "flees_first": Listed("{key}", ORDER, "This one runs before the others."),
        # conditions
        "lie_down": Listed("lie down", ACTION, "It goes Prone, which helps against the fire."),
        "stay_up": Listed("stay up", ACTION, "It stays on its feet, and the fire is harder to put out."),
        # the End phase
        "bottle_test": Listed("take the Bottle test", END, "A die and the models lost against the crew.", chance=True),
        "give_up": Listed("bottle out of free will", END, "From now on every model may run."),
        "flees_next": Listed("{key}", ORDER, "This one tests next whether it flees.", chance=True),
        "recovers_next": Listed("{key}", ORDER, "This one rolls its recovery next.", chance=True),
        "helped_by": Listed("{key}", ORDER, "One more Injury die, and the better result may be kept."),
        "unhelped": Listed("nobody helps", ORDER, "It rolls its recovery alone.", passes="help"),
        "keep_result": Listed("keep the {0}", ORDER, "This of the results counts."),
        "spend_token": Listed("{key}", "Dice", "The dice are rolled again; the token is gone.", chance=True),
        "keep_token": Listed("{key}", "Dice", "The die stays as it fell, and the token is kept.", passes="token"),
        "bottle_again": Listed("{key}", "Dice", "Once per battle.", chance=True),
        "keep_bottle": Listed("{key}", "Dice", "The failed test stays as it fell.", passes="token"),
    },
    topics={
        "Priority roll of {seat}, a {face}": "is the Priority roll of {seat}, a {face}, rolled again?",
        "recovery roll of {who}": "is the recovery roll of {who} rolled again?",
        "failed Cool test of {who}": "is the failed Cool test of {who} rolled again?",
        "failed Bottle test of {seat}": "is the failed Bottle test of {seat} rolled again?",
        "which side to play": "which side do you play?",
        "crew of {seat}": "who is in the crew of {seat}?",
        "who is set up next": "who is set up next?",
        "place of {who}": "where is {who} set up?",
        "which model is activated": "who is activated?",
        "who of the group goes on": "who of the group goes on?",
        "who leaves the battlefield": "who leaves the battlefield?",
        "action of {who}": "what does {who} do?",
        "who tests its nerve first": "who tests its nerve first?",
        "who runs first": "who runs first?",
        "{who} on fire": "does {who} lie down while it burns?",
        "Bottle test of {seat}": "does {seat} take the Bottle test?",
        "who tests for flight next": "who tests for flight next?",
        "who recovers next": "who recovers next?",
        "who helps {who}": "who helps {who}?",
        "result of the {roll}": "which result of the {roll} is kept?",
    },
    rolls={
        "roll-off of {seat}": "the roll-off of {seat}",
        "crew of {seat}": "who is in the crew of {seat}",
        "Priority roll of {seat}": "the Priority roll of {seat}",
        "second Priority roll of {seat}": "the second Priority roll of {seat}",
        "{who} breaks off and leaves": "{who} breaks off and leaves",
        "Nerve test of {who}": "the Nerve test of {who}",
        "insanity of {who}": "what the insane {who} does",
        "{who} comes to its senses": "whether {who} comes to its senses",
        "how far {who} runs on fire": "how far {who} runs on fire",
        "which way {who} runs on fire": "which way {who} runs on fire",
        "fire on {who}": "whether the fire on {who} goes out",
        "Bottle roll of {seat}": "the Bottle roll of {seat}",
        "second {roll}": "{roll}, once more",
        "{who} keeps its place": "whether {who} keeps its place",
        "recovery of {who}": "the recovery of {who}",
        "{who} rallies": "whether {who} rallies",
        "whether {thing} lasts": "whether {thing} lasts",
    },
    windows={"token": "Re-rolls", "takes_off": "Leaving the battlefield", "help": "Help for the injured"},
)
