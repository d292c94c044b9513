"""Words of attacks: shooting, Blasts and templates, hits and injuries, close combat, traits and skills."""

from __future__ import annotations

from fireteam.games.necromunda.show.sections import DICE, Listed, Section, Told
from fireteam.kit.moments import Moment

AIMS = Moment("aims", target="target")
ACTION, SHOOT, FIGHT, DICE_GROUP, ORDER = "Actions", "Shoot", "Fight", "Dice", "Order"
BLIND = "A shot all round at -2, with both actions."

SECTION = Section(
    events={
        # shooting
        "aims": Told("{who} aims."),
        "shoots": Told('{who} shoots {target} with {weapon}, {distance}" away.', AIMS),
        "out_of_range": Told('{who} is out of range: {long}" is the longest.'),
        "hit_roll": Told("Hit roll of {who}: {shown}{bonus} against {needed}+, {passed}.", DICE),
        "improbable": Told("An improbable shot of {who}: {shown}, a 6 is needed first.", DICE),
        "firepower": Told("Firepower of {who}: bullet holes {holes}, Ammo symbols {symbols}.", DICE),
        "stray": Told("Stray shot at {who}: {shown}, {hit}.", DICE),
        "dry": Told("{weapon} of {who} is Out of Ammo."),
        "reloaded": Told("{who} has reloaded {weapon}.", Moment("works")),
        "overloads": Told("{weapon} of {who} overloads: {shown}, it {holds}.", DICE),
        # Blasts and templates
        "aims_blast": Told("{who} aims a Blast at {place}.", Moment("aims", target="place")),
        "scatters": Told('The Blast of {who} scatters {inches}" at {degrees} degrees.', Moment("aims", "", "to")),
        "misfires": Told("{who} misfires: {dud}.", DICE),
        "explodes": Told("The Blast goes off at {place}.", Moment("aims", "", "place")),
        "sprays": Told("{who} lays the template of {weapon} at {degrees} degrees."),
        # hits
        "wound_roll": Told(
            "Wound roll on {who}: {shown} against {needed}+, Strength {strength} on Toughness {toughness}, {passed}.",
            DICE,
        ),
        "save_roll": Told("Save of {who} by {by}: {shown}{bonus} against {needed}+, {passed}.", DICE),
        "injury_dice": Told("Injury dice of {who}: {faces}.", DICE),
        # close combat
        "fights": Told("{who} {reaction} {target}.", AIMS),
        "fight_roll": Told("{who} strikes at {target}: {shown}{bonus} against {needed}+, hits {hits}.", DICE),
        "parried": Told("{who} parries: {shown}, {hit}.", DICE),
        "finishes": Told("{who} finishes {target}.", AIMS),
        "headbutts": Told("{who} headbutts {target}: {shown} against {needed}+, {hit}.", DICE),
    },
    options={
        # shooting
        "shoot": Listed("{key}", SHOOT, "A hit Pins the target, and may wound it.", "attacks", True),
        "face_and_shoot": Listed("{key}", SHOOT, "Turns first, for free, then shoots.", "attacks", True),
        "shoot_both": Listed("{key}", SHOOT, "Two Sidearms at one target, each at -1.", "attacks", True),
        "from_the_hip": Listed("{key}", SHOOT, "An Unwieldy weapon with one action, at -1.", "attacks", True),
        "aim_at_point": Listed("{key}", SHOOT, "The Blast marker is put on a point that can be seen."),
        "spray": Listed("{key}", SHOOT, "The template lies at its base; everybody under it is hit."),
        "blind_fire": Listed("{key}", SHOOT, BLIND, "attacks", True),
        "blind_point": Listed("{key}", SHOOT, BLIND),
        "blind_spray": Listed("{key}", SHOOT, BLIND),
        "aim": Listed("aim", ACTION, "Adds 1 to the hit rolls of a shot later in this activation."),
        "reload": Listed("{key}", ACTION, "An Ammo test: passed, the weapon can be used again.", chance=True),
        "take_closest": Listed("{key}", SHOOT, "The shot goes at the nearer enemy instead.", chance=True),
        "dice_taken": Listed("{key}", DICE_GROUP, "More dice bring more hits, and more Ammo tests.", chance=True),
        "firepower": Listed(
            "{key}", DICE_GROUP, "Rolls so many Firepower dice, each of which may run it dry.", chance=True
        ),
        "hits_goes_to": Listed("{key}", SHOOT, "The next of the hits strikes this one.", chance=True),
        "at_risk_first": Listed("{key}", ORDER, "The stray shot is rolled for this one first.", chance=True),
        "hit_order": Listed("{key}", ORDER, "The hit on this one is resolved first."),
        "aim_point": Listed("aim at {place}", SHOOT, "The middle of the Blast is meant to lie here.", chance=True),
        "flame": Listed(
            "lay it at {degrees} degrees, on {names}", SHOOT, "The template lies in this direction.", chance=True
        ),
        # hits
        "save_with": Listed("{key}", DICE_GROUP, "Rolls the save of this piece.", chance=True),
        "pulverise": Listed("pulverise", DICE_GROUP, "A Flesh Wound may become a Serious Injury.", chance=True),
        "spare": Listed("leave it", DICE_GROUP, "The result stays as it is.", passes="pulverise"),
        "roll_again": Listed("roll again", DICE_GROUP, "Rolls once more, and the new result counts.", chance=True),
        "let_it_be": Listed("leave it", DICE_GROUP, "The result stays as it is.", passes="skill"),
        "get_up": Listed("get up again", ACTION, "It is on its feet again at no cost.", chance=True),
        # close combat
        "fight": Listed("fight", FIGHT, "Attacks those that it is Engaged with.", "attacks", True),
        "coup_de_grace": Listed("{key}", FIGHT, "A Seriously Injured enemy goes Out of Action.", "attacks"),
        "free_coup_de_grace": Listed("{key}", FIGHT, "It goes Out of Action, at no cost."),
        "consolidate": Listed("consolidate", FIGHT, 'Moves up to 2".'),
        "stay_put": Listed("stay there", FIGHT, "It does not move after the fight.", passes="after_fight"),
        "stay_facing": Listed("do not turn", FIGHT, "It keeps its facing and fights at a penalty."),
        "turn_to": Listed("{key}", FIGHT, "Turns to face it, at -1 to all its hit rolls in this fight."),
        "fight_with": Listed("{key}", FIGHT, "Its attacks are made with this.", chance=True),
        "fight_with_both": Listed(
            "{key}", FIGHT, "One more Attack die; the first weapon takes the odd one.", None, True
        ),
        "dice_at": Listed("{key}", DICE_GROUP, "So many attacks go at this enemy.", chance=True),
        "parry": Listed("{key}", DICE_GROUP, "This hit is rolled again.", chance=True),
        "no_parry": Listed("do not parry", DICE_GROUP, "The hit stays as it is.", passes="parry"),
        "react": Listed("{key}", FIGHT, "It strikes back at its attacker.", chance=True),
        "no_reaction": Listed("nobody strikes back", FIGHT, "The attacked do not strike back.", passes="reaction"),
        "headbutt": Listed(
            "{key}", FIGHT, "Two dice against its Toughness, for a hit that is hard to save.", None, True
        ),
        "hurl": Listed("{key}", FIGHT, "Throws it D3 inches, unless it holds on.", chance=True),
        "headbutt_instead": Listed("{key}", FIGHT, "A headbutt takes the place of the fight.", chance=True),
        "hurl_instead": Listed("{key}", FIGHT, "The enemy is thrown instead of fought.", chance=True),
        "fight_after_all": Listed("fight", FIGHT, "It fights with its weapons.", chance=True),
    },
    topics={
        "the closest target of {who}": "which of the closest does {who} shoot?",
        "Firepower dice of {who}": "how many Firepower dice does {who} take?",
        "next hit, {attack}": "{attack}: whom does the next hit go to?",
        "who is at risk first, {attack}": "{attack}: who is at risk first?",
        "where {who} aims {weapon}": "where does {who} aim {weapon}?",
        "place of marker {number}, {attack}": "{attack}: where does marker {number} go?",
        "template of {who} with {weapon}": "how does {who} lay the template of {weapon}?",
        "{first} after all": "{first}: where after all?",
        "who is hit first by {who}": "who is hit first by {who}?",
        "which save, {hit}": "{hit}: which save?",
        "pulverise {who}": "is {who} pulverised?",
        "{what} of {who}": "does {who} use {what}?",
        "Up Again of {who}": "does {who} try to get up again?",
        "after the fight of {who}": "what does {who} do after its fight?",
        "turning, {fight}": "{fight}: does it turn?",
        "weapons, {fight}": "{fight}: with what?",
        "targets of {weapon}, {fight}": "{fight}: whom is {weapon} for?",
        "parry of {who}, {fight}": "{fight}: does {who} parry?",
        "who strikes back at {who}": "who strikes back at {who}?",
        "in place of the fight of {who}": "what does {who} do in place of its fight?",
        "which way {who} is hurled": "which way is {who} hurled?",
    },
    rolls={
        "{who} shoots {target}": "{who} shoots {target}",
        "hit roll, {attack}": "{attack}, hit roll",
        "second roll, {first}": "{first}, second roll",
        "target priority of {who}": "target priority of {who}",
        "Firepower of {who} with {weapon}": "Firepower of {who} with {weapon}",
        "Ammo test of {who} for {weapon}": "Ammo test of {who} for {weapon}",
        "stray shot at {who}, {attack}": "{attack}, stray shot at {who}",
        "overload of {weapon} of {who}": "whether {weapon} of {who} overloads",
        "blast of {who}": "the Blast of {who}",
        "Scatter die, {attack}": "{attack}, Scatter die",
        "direction, {attack}": "{attack}, direction",
        "distance, {attack}": "{attack}, distance",
        "misfire, {attack}": "{attack}, misfire",
        "hit of {source} on {who}": "{source} on {who}",
        "wound roll, {hit}": "{hit}, wound roll",
        "save, {hit}": "{hit}, save",
        "Injury dice, {hit}": "{hit}, Injury dice",
        "whether {who} is hit too": "whether {who} is hit too",
        "whether {who} catches fire": "whether {who} catches fire",
        "Knockback of {who}": "whether {who} is knocked back",
        "which way {who} is knocked": "which way {who} is knocked",
        "gas on {who}": "gas on {who}",
        "toxin on {who}": "toxin on {who}",
        "flash at {who}": "flash at {who}",
        "graviton pulse on {who}": "graviton pulse on {who}",
        "pulverising {who}": "pulverising {who}",
        "fight of {who}": "the fight of {who}",
        "attacks on {target}, {fight}": "{fight}, attacks on {target}",
        "parried attack on {target}, {fight}": "{fight}, a parried attack on {target}",
        "headbutt of {who}": "headbutt of {who}",
        "{who} is hurled": "whether {who} is hurled",
        "how far {who} is hurled": "how far {who} is hurled",
        "{who} gets up again": "whether {who} gets up again",
        "{who} stays calm": "whether {who} stays calm",
    },
    windows={
        "pulverise": "Pulverise",
        "skill": "Re-rolls of skills",
        "after_fight": "After a fight",
        "parry": "Parries",
        "reaction": "Striking back",
    },
)
