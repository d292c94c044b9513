"""What the options of a battle do, in one sentence each, and why something is not possible, as a person would say it.
Part of the catalogue, like `words`."""

from __future__ import annotations

from fireteam.games.necromunda.show.words import WHOLE
from fireteam.kit.reasons import Reasons

NOTES: dict[str, str] = {kind: listed.note for kind, listed in WHOLE.options.items() if listed.note}
"""What the options of each kind do, as the sections have it."""

DEEDS: dict[str, str] = {
    "shoot": "Shoot",
    "blind_fire": "Fire blindly",
    "coup_de_grace": "Finish an enemy",
    "reload": "Reload",
    "headbutt": "Headbutt",
    "hurl": "Hurl an enemy",
    "swig": "Take a swig",
}
"""What an action is called that is aimed at nobody yet; all others by their kind."""
SHOT = "Shoot {who}"

REASONS: dict[str, str] = {
    # the menu
    "its status allows it: it is {}": "not while it is {0}",
    "it has not done that in this activation": "done already in this activation",
    "it has both actions: {} left": "it takes both actions, and {0} is left",
    "its activation begins, or it has just moved": "it turns free only at the beginning, and after a move",
    "it is not in the middle of a climb": "it hangs in the middle of a climb",
    "{} is of the own gang": "{0} is an enemy",
    "{} is on the table": "{0} is not on the table",
    "{} is Ready": "{0} has been activated in this round",
    # shooting
    "{} is in the vision arc": "{0} is not in its vision arc",
    "{} can be seen": "{0} is out of sight",
    "{} does not lie in cover: it has {}": "{0} lies low: it has {1}",
    '{} is Revealed, or within {}"': "{0} is hidden in the dark",
    "a point can be seen to aim at": "there is no point to aim at in sight",
    "it has a ranged weapon that is not Out of Ammo": "it has nothing to shoot with",
    "it has not aimed yet": "it has aimed already",
    "the point can be seen in the vision arc": "it does not see that point",
    'within 3" of the first marker': "too far from the first marker",
    # close combat
    "an enemy is Engaged with it or within its reach": "nobody is there to fight",
    "{} is Seriously Injured": "{0} is not Seriously Injured",
    '{} is within 1"': "{0} is too far away",
    "it is not Engaged with an enemy fighter": "an enemy is upon it",
    # moving
    "a way of at most {} leads there": "too far: no way of at most {0} leads there",
    "nobody is in the way or nearer than allowed: {}": "{0} is in the way",
    "nothing impassable is in the way: {}": "{0} is in the way",
    "nobody stands there: {}": "{0} stands there",
    "it ends in contact with an enemy": "a charge ends in contact with an enemy",
    "it stands wholly in its zone, where there is room": "not wholly in its zone, or there is no room",
    'nobody is there, and no enemy within 1"': 'somebody is there, or an enemy within 1"',
}
TOLD = Reasons(REASONS)
"""What does not hold, as a person would say it."""
