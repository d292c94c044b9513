"""What the options of a battle do, in one sentence each, and why something is not possible, as a person would say it.
Part of the catalogue, like `words`."""

from __future__ import annotations

import re

from fireteam.core.refusals import Check
from fireteam.kit.reasons import Reasons

NOTES: dict[str, str] = {
    # dice
    "keep_dice": "The dice stay as they fell.",
    "reroll": "Rolls this die once more; the new face counts.",
    "use_x": "Of the same rule twice only this one counts.",
    "accurate": "Keeps so many dice as successes without rolling them.",
    "discard": "Takes this success away.",
    "rescue": "Turns a fail into a success.",
    "no_rescue": "Leaves the fail as it is.",
    "rend": "Makes a normal success critical.",
    "no_rend": "Leaves the successes as they are.",
    "severe": "Makes a normal success critical.",
    "no_severe": "Leaves the successes as they are.",
    "use_cover": "Takes the benefit of being in cover.",
    "use_obscured": "Takes the benefit of being obscured.",
    "no_cover_save": "Rolls every defence die instead of keeping one for cover.",
    "cover_save": "Keeps one defence die as a success without rolling it.",
    "critical_cover_save": "Keeps one defence die as a critical success without rolling it.",
    "double_cover_save": "Keeps two defence dice as successes without rolling them.",
    "keep_unrolled": "Keeps these dice as successes without rolling them.",
    "all_successes": "Every success that is left does damage.",
    "allocate": "Blocks so many of the attacker's successes.",
    # abilities and ploys
    "use_entry": "Uses it now.",
    "use_entry_with": "Uses it now with this operative.",
    "no_entry": "Uses nothing and goes on.",
    "for": "It is used for this one.",
    "choice": "This is what it does.",
    "not_moved": "Stays where it is.",
    "give_up": "Nobody knows a place it can reach; name one yourself, or leave it.",
    "gambit": "Uses it for this turning point.",
    "pass": "Uses nothing more unless the other side does.",
    "instead": "Does this in place of the other.",
    # attacks
    "target": "Shoots at this enemy; dice decide.",
    "next_target": "Shoots at this one next; dice decide.",
    "no_more": "Shoots at nobody else.",
    "origin": "The shot is measured from this edge of the base.",
    "enemy": "Fights this enemy; dice decide.",
    "weapon": "Attacks with this weapon.",
    "strike": "Spends the success to hurt the enemy at once.",
    "block": "Spends the success to take one from the enemy.",
    "block_nothing": "Lets the success go.",
    "stun": "Throws the grenade at this enemy.",
    # the turning point
    "initiative": "This side goes first in the turning point.",
    "comes_next": "Of all that happens at the same time this comes next.",
    "goes_first": "What this side does is settled first.",
    "activate": "It takes its actions now.",
    "order": "Holds this order until it acts again.",
    "end_activation": "Ends its activation: what is left of its action points is lost.",
    "counteract": "It performs one action of 1 AP although it has acted.",
    "no_counteract": "Nobody acts, and the turn goes to the other side.",
    "no_action": "It does nothing after all.",
    "interrupt": "It breaks in with a shot or a fight.",
    "no_interrupt": "It stays on guard and lets this pass.",
    "marker": "Takes or puts down this marker.",
    "object": "The action is for this one.",
    "named": "This one is named for the op.",
    "score": "Scores these victory points.",
    "score_nothing": "Scores nothing now.",
    "open_hatch": "Opens the hatchway.",
    "close_hatch": "Closes the hatchway.",
    "put_back": "Stands here, out of the way of the hatch.",
    "move": "Ends the move here.",
    "place": "It is put down here.",
    "put_at": "Stands here instead, out of the way of the hatch.",
    "move_hatch": "Goes to the hatchway and opens or closes it on the way.",
    "set_up": "It is set up here.",
    "deploy": "It begins the battle here.",
    "smoke": "The smoke rises here.",
    # the set-up
    "drop_zone": "Your kill team is set up on this side, the enemy's on the other.",
    "as_agreed": "Takes what was agreed before the battle.",
    "default_roster": "Takes the operatives that are usual for this kill team.",
    "take": "This operative comes along.",
    "nobody_more": "The kill team is complete.",
    "default_equipment": "Takes the equipment that is usual for this kill team.",
    "equip": "This equipment comes along.",
    "no_equipment": "Takes nothing else along.",
    "grenades": "These grenades come along.",
    "no_grenades": "Takes no grenades along.",
    "tac_op": "This is the secret mission of your side.",
    "primary": "Half of what this op scores is counted once more at the end.",
    "item": "Sets this up next.",
    "no_items": "Sets nothing else up.",
    "leave_out": "Does without it.",
    "deployed": "Sets this operative up next.",
    "scout": "Takes this advantage before the battle begins.",
    "scout_move": "This operative moves before the battle begins.",
    "stay": "Nobody moves.",
}
"""By kind of option."""
ACTIONS: dict[str, str] = {
    "SHOOT": "Shoots at an enemy it can see, with an Engage order; dice decide.",
    "CHARGE": "Moves into contact with an enemy, up to 2 inches farther than usual.",
    "FIGHT": "Fights an enemy in its control range, who strikes back; dice decide.",
    "REPOSITION": "Moves up to its Move.",
    "DASH": "Moves up to 3 inches without climbing.",
    "FALL BACK": "Moves out of the control range of an enemy.",
    "PICK UP MARKER": "Takes a marker along that it controls.",
    "PLACE MARKER": "Puts down the marker it carries.",
    "GUARD": "Waits, to shoot or fight when an enemy acts.",
    "OPERATE HATCH": "Opens or closes a hatchway beside it.",
    "DOOR FIGHT": "Fights an enemy on the other side of the door; dice decide.",
    "HATCHWAY FIGHT": "Fights an enemy on the other side of the hatchway; dice decide.",
    "MOVE WITH BARRICADE": "Moves and takes its barricade along.",
    "AMMO RESUPPLY": "Takes ammunition for a re-roll later on.",
    "SMOKE GRENADE": "Throws a grenade whose smoke hides what is behind it.",
    "STUN GRENADE": "Throws a grenade that may cost enemies an action point.",
}
"""What an action does, the likeliest to be thought of first."""
MISSION_ACTION = "Works on the mission, for victory points."

REASONS: dict[str, str] = {
    # what all actions have in common
    "a counteraction is an action of 1 AP: {} costs {}": "it costs {1} AP, and counteracting is for 1 AP",
    "{} has not been performed in this activation": "done already in this activation",
    "nothing keeps {} from {} after a FALL BACK": "too late after a FALL BACK",
    "nothing keeps {} from {}": "something keeps it from that",
    "nothing keeps {} from picking up markers": "something keeps it from picking up markers",
    "nothing keeps {} from a DASH": "something keeps it from a dash",
    "nothing keeps {} from counteracting": "something keeps it from counteracting",
    "no action was performed twice that rules out {} of {}": "it has done another action twice",
    "no enemy is in control range of {} for {}: {}": "an enemy is too near: {2}",
    "no enemy is in control range of {}: {}": "an enemy is too near: {1}",
    "no enemy is in control range": "an enemy is too near",
    # moving
    "the order is Engage": "concealed: it needs an Engage order",
    "none of {} before {}": "too late after a {0}",
    "in the control range of an enemy: {}": "no enemy is near to fall back from",
    "in no enemy's control range: {}": "an enemy is too near: {0}",
    "CHARGE can be completed: some place is in reach": "no enemy is near enough to charge",
    "{} can be completed: some place is in reach": "every way is barred",
    "{} can be completed: there is an enemy to charge": "there is no enemy",
    '{} can be completed: an enemy is within {}": the nearest is {}" away': (
        "no enemy is near enough: {1} inches are the most, and the nearest is {2} inches away"
    ),
    "{} can be completed: within {}\" its base fits somewhere out of every enemy's control range": (
        "within {1} inches there is no room for its base away from enemies"
    ),
    '{} can be completed: within {}" its base fits somewhere in the control range of an enemy': (
        "within {1} inches there is no room for its base next to an enemy"
    ),
    "{} can be completed: a way of {}\" leads out of every enemy's control range": (
        "every way out is shut, or longer than {1} inches"
    ),
    '{} can be completed: a way of {}" leads into the control range of an enemy': (
        "every way to an enemy is shut, or longer than {1} inches"
    ),
    "{} was not given up just now": "given up just now: after the next action it can be tried again",
    "{} is no move that {} of {} bars": "too late: {2} is too heavy to move after its shot",
    "the whole base is inside the killzone": "the base would stick out of the killzone",
    "the whole base is within the own drop zone": "the base would stick out of your drop zone",
    'the centre is over the floor or a Vantage surface at {}"': "there is nothing to stand on at that height",
    "the base overlaps no solid part ({})": "the base would overlap {0}",
    "the base is clear of hazardous areas": "the base would touch a hazardous area",
    "the base would touch a hazardous area": "the base would touch a hazardous area",
    "the base overlaps no other base": "the base would overlap another one",
    "the leg does not lead to the chosen height": "the way does not lead up there",
    "the leg is at the chosen height already": "it is at that height already",
    'it costs more than {}"': "too far: more than {0} inches",
    'it costs {}", more than {}"': "too far: {0} of {1} inches",
    "a part is in the way": "terrain is in the way",
    "there is no room to drop to": "there is no room to drop to",
    "the drop would end in a hazardous area": "it would drop into a hazardous area",
    'terrain to climb is at most {}" up': "too high: {0} inches up is the most",
    "a floor that is not Accessible carries the base": "the floor above is closed",
    "there is no room under the floor": "there is no room under the floor",
    "the base is caught on a part": "terrain is in the way",
    "walls cannot be climbed": "walls cannot be climbed",
    "this action cannot climb": "a dash does not climb",
    'no single climb passes {}"': "too high: {0} inches are the most in one climb",
    "a solid part overhead stops the climb": "something overhead is in the way",
    "the part to climb is not visible": "it cannot see what it would climb",
    "a jump starts with the centre over terrain": "there is no edge to jump from",
    'a jump starts from Vantage terrain more than 2" up': "too low to jump from",
    'a jump goes at most 4" beyond the edge, not {}"': "too far to jump: {0} of 4 inches",
    "walls cannot be jumped over": "walls cannot be jumped over",
    "a jump on to terrain ends with the centre over it": "it would miss the terrain",
    "the jump does not lead to the chosen height": "the jump does not lead up there",
    "the base would leave the killzone": "the way leads out of the killzone",
    "the base would pass across an enemy": "an enemy is in the way",
    "the path enters an enemy's control range": "the way leads too near an enemy",
    "the path leaves the control range of an enemy nobody else engages": "it would leave an enemy that holds it",
    "it would end in an enemy's control range": "it would end too near an enemy",
    "it must end in the control range of an enemy": "it must end beside an enemy",
    "no route is known": "no way leads there",
    # shooting
    "{} has a ranged weapon": "it has nothing to shoot with",
    "{} is a ranged weapon": "{0} is no weapon to shoot with",
    "{} has an Engage order, or {} is Silent ({})": "concealed: it needs an Engage order to shoot",
    "{} has no enemy in its control range{}": "an enemy is too near to shoot{1}",
    "an enemy is a valid target of a weapon that may be used": "no enemy can be shot from here",
    "an enemy is a valid target of {}": "no enemy can be shot with {0} from here",
    "no move before {}: {}": "too heavy: no shot after a {1}",
    "{} is left ({} of {} uses made)": "{0} is used up",
    'distance {}" is within Range {}"': "too far: {0} of {1} inches",
    "{} sees {}: blocked by {}": "out of sight: {2} is in the way",
    "{} sees {}": "out of sight",
    'no cover hides {}, which has a Conceal order: {} does, {}" from it; the shot comes from {}" away{}': (
        "hidden: in cover behind {1} and concealed"
    ),
    "no cover hides {}, which has a Conceal order": "hidden: in cover and concealed",
    "{} has none of the attacker's operatives in its control range{}": "one of yours fights with it{1}",
    "{} is an enemy": "{0} is no enemy",
    "{} is in the killzone": "{0} is not in the killzone",
    'from some origin no line to {} runs through 4" of hazardous area; the best has {}"': (
        "out of sight: too much of a hazardous area is in between"
    ),
    "from some origin no gantry lies between {} and {} but those that either is on or in{}": (
        "out of sight: a gantry is in the way"
    ),
    '{}" from {}, which {} hides beyond {}"': "too far: {2} hides it beyond {3} inches",
    "{} has Torrent": "{0} hits one target only",
    "{} is not the primary target": "it is shot already",
    '{}" from the primary target is within Torrent {}"': "too far from the first target: {0} of {1} inches",
    # fighting
    "an enemy is in control range of {}": "no enemy is near enough to fight",
    '{} is in control range of {}: {}" away': "too far to fight: {2} of 1 inch",
    "an unresolved {} success is left": "no {0} success is left",
    "the enemy's weapon is not Brutal, or the die is critical": "only a critical success blocks a Brutal weapon",
    "a {} success can block a {} one": "a {0} success is too weak to block a {1} one",
    "the enemy has an unresolved {} success": "the enemy has no {0} success left",
    "the enemy has nothing that a {} success could block": "there is something to block",
    "the base of {} touches {}": "too far: its base must touch {1}",
    'an enemy is within 2" of {} that {} touches, and on its other side': "no enemy is behind {0}",
    # markers and missions
    "{} carries no marker yet": "it carries a marker already",
    "{} controls a marker that may be picked up": "no marker to pick up is in its control",
    "{} carries a marker": "it carries no marker",
    "no PICK UP MARKER before in this activation": "it has picked the marker up just now",
    "{} contests {}": "too far: {1} must be within its control range",
    "the side of {} controls {}": "your side does not control {1}",
    "{} may be picked up": "{0} cannot be picked up",
    "nobody carries {}": "somebody carries {0}",
    "{} is possible in turning point {}": "not in turning point {1}",
    "the side has not performed {} in this turning point": "your side has done that in this turning point",
    "the side has not performed {} in this battle": "your side has done that in this battle",
    "the side has not performed {} there before": "your side has done that there",
    "{} has a Conceal order": "it needs a Conceal order",
    "{} sees an enemy that is a valid target": "it sees no enemy that could be shot",
    "{} is wholly in {} territory": "it must stand wholly in {1} territory",
    "{} is in {} territory": "{0} is not in {1} territory",
    "{} is on the centreline or in enemy territory": "{0} is in your own half",
    '{} is within {}": {}"': "too far: {2} of {1} inches",
    "{} is not yet {}": "{0} is {1} already",
    "{} is {}": "{0} is not {1}",
    # equipment and killzones
    "the kill team has a {} left ({})": "no {0} is left",
    'an enemy is visible within {}"': "no enemy is in sight within {0} inches",
    '{} is within {}": {}" away': "too far: {2} of {1} inches",
    "{} is visible": "{0} is out of sight",
    "{} is connected to the inside of a portable barricade": "it does not stand behind a portable barricade",
    "{} is an ammo cache of the own side": "{0} is no ammo cache of yours",
    "the access point of a hatchway is in control range of {}": "no hatchway is near enough",
    "no enemy has the access point of {} in control range: {}": "an enemy holds {0} open: {1}",
    "a counteraction is not GUARD": "counteracting is not for waiting",
    "an interrupt is a FIGHT or a shot": "an interrupt is a fight or a shot",
    "{} can be completed: there is somebody it is for": "nobody is in reach for it",
    "{} is within its limit: {}": "used up",
    "{} concerns somebody": "it would do nothing now",
    "{} of {}: {}": "only if {2}",
    # turns
    "{} is of the own kill team": "{0} is of the other side",
    "{} is ready ({})": "{0} has acted in this turning point",
    "{} is expended": "{0} has yet to act",
    "{} has an Engage order": "concealed: it needs an Engage order",
    "{} has not counteracted in this turning point": "{0} has counteracted in this turning point",
    "{} has not been used in this turning point": "used already in this turning point",
    "{} CP of {} are left for {}": "too few command points: {0} of {1}",
    "{} CP for {}: {} left": "too few command points: {2} of {0}",
    "nothing has to be used first ({})": "this comes first: {0}",
    # the set-up
    "fewer than {} options are selected": "{0} are selected already",
    "{} is not selected yet": "selected already",
    "{} is universal or equipment of {}": "{0} is not for this kill team",
    "the team has a choice left": "the kill team is complete",
    "the next choice is from {}": "not yet: the next choice is {0}",
    "{} is taken fewer than {} times": "{0} is taken as often as it may be",
    "with {} the choices can still be used up exactly": "the kill team could not be completed with {0}",
    "{} is wholly within its drop zone": "{0} is not wholly within its drop zone",
}
"""By the text of the check that failed; a {} stands for any words."""
TOLD = Reasons(REASONS)
WRAPPED = re.compile(
    r"leg \d+ can be made at [^(]*\((?P<leg>.*)\)|it cannot end there; this does not hold: (?P<end>.*)"
)
"""How the texts of moves hold another text inside."""


POINTS = re.compile(r"(?P<spent>\d+) AP spent and (?P<cost>\d+) for .* are at most APL (?P<most>\d+)")
"""How too few action points are told (see KT-ACT-01)."""
NO_POINTS, FEW_POINTS = "no action points left", "too few action points: {left} of {cost}"


def told(check: Check) -> str:
    """A check that failed, in a person's words; ids in it are still to be named."""
    found = POINTS.fullmatch(check.text)
    if found is not None:
        left = int(found["most"]) - int(found["spent"])
        return FEW_POINTS.format(left=left, cost=found["cost"]) if left > 0 else NO_POINTS
    return TOLD.told(check._replace(text=_inner(check.text)))


def _inner(text: str) -> str:
    """What is wrong with a move, without where."""
    found = WRAPPED.fullmatch(text)
    return text if found is None else _inner(found["leg"] or found["end"])
