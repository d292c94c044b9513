"""What a page offers whoever starts a battle of Necromunda: gangs, scenarios, maps and options, each explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.scene import scored
from fireteam.kit.startform import options_form

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.pack import Pack
    from fireteam.games.necromunda.content.parts import Roster
    from fireteam.games.necromunda.game import Necromunda

OPTION_TITLES: dict[str, tuple[str, str]] = {
    "hr_reload_double": ("Reloading", "Whether Reload takes both actions of a fighter."),
    "hr_headbutt_replaces_fight": ("Headbutts", "Whether a Headbutt may take the place of a Fight."),
    "hr_hurl_replaces_fight": ("Hurls", "Whether a Hurl may take the place of a Fight."),
    "hr_vehicle_pistols_no_sidearm": ("Pistols on the move", "Whether a vehicle that moves and shoots may fire them."),
    "hr_freewheel_gravity": ("Rolling downhill", "Where a vehicle rolls that nobody steers, on a slope."),
    "opt_maneuver_pivot_spacing": ("Between pivots", "Whether a vehicle must go some way between two pivots."),
    "half_move_rounding": ("Half a move", "How half of an odd Movement is counted."),
    "ancient_terminal_once": ("Ancient terminals", "How often one of them can be used."),
    "swig_wildsnake_keep_on": ("The bottle", "What must be rolled to keep some of it."),
    "premeasure": ("Measuring", "Whether one may measure before one declares."),
    "cdg_free_while_engaged": ("Coup de Grace after a fight", "Whether it is made with others in contact."),
    "blind_drunk_charge": ("Charging drunk", "Which way it goes."),
    "vehicle_aim_move_shoot": ("Vehicles that aim", "Which shots it helps."),
    "nerve_from_recovery": ("Nerve and recovery", "Whether going out on a Recovery roll shakes those who see it."),
    "pitch_black_charge_limited": ("Charging in the dark", "Whether the dark limits whom one may charge."),
    "hrx_stray_on_6": ("Stray shots", "What they hit on."),
    "hrx_priority_ignores_facing": ("The closest enemy", "Which enemies count for it."),
    "hrx_template_priority": ("Templates", "Whether they must reach the closest enemy, too."),
    "hrx_reinforcements_count": ("Reinforcements", "Whether they count among the crew in Bottle tests."),
    "hrx_voluntary_bottle_loses": ("Giving up", "What it means to fail a Bottle test by choice."),
    "hrx_walk_into_contact": ("Walking into contact", "Whether a move may end at an enemy's base."),
    "hrx_unwieldy_basic": ("Unwieldy weapons", "Whether they can be fired with one action, from the hip."),
    "force_open_helpers": ("Help at locked doors", "Who may help to force one open."),
    "flee_from_vehicles": ("Running from vehicles", "Whether those who run for cover run from hulls as well."),
    "rat_random_full": ("Stray bomb rats", "How far one runs that nobody steers."),
    "vehicle_locks": ("Fighters at a vehicle", "Whether a hull in contact holds them as an enemy does."),
    "badzone_events": ("Badzone events", "Whether something happens to the whole table each round."),
    "campaign": ("Campaign", "Whether the battle is one of a campaign."),
}
YES, NO = "Yes", "No"
OPTION_VALUES: dict[str, dict[str, str]] = {
    "hr_reload_double": {"false": "One of them", "true": "Both"},
    "hr_headbutt_replaces_fight": {"false": NO, "true": YES},
    "hr_hurl_replaces_fight": {"false": NO, "true": YES},
    "hr_vehicle_pistols_no_sidearm": {"false": "It may", "true": "It may not"},
    "hr_freewheel_gravity": {"false": "As the dice say", "true": "Downhill"},
    "opt_maneuver_pivot_spacing": {"false": NO, "true": YES},
    "half_move_rounding": {"exact": "To the tenth", "up": "Rounded up"},
    "ancient_terminal_once": {"false": "Again and again", "true": "Once"},
    "swig_wildsnake_keep_on": {"4": "4 or more", "3": "3 or more"},
    "premeasure": {"false": "One declares first", "true": "One may"},
    "cdg_free_while_engaged": {"false": "Only if nobody else is in contact", "true": "With anybody in contact"},
    "blind_drunk_charge": {"random": "As the dice say", "straight": "Straight at the enemy"},
    "vehicle_aim_move_shoot": {"false": "Those of a vehicle that stands", "true": "The one on the move, too"},
    "nerve_from_recovery": {"true": "It does", "false": "It does not"},
    "pitch_black_charge_limited": {"false": "It does not", "true": "It does"},
    "hrx_stray_on_6": {"false": "As the book says", "true": "A 6 alone"},
    "hrx_priority_ignores_facing": {"false": "Those in the arc", "true": "All round"},
    "hrx_template_priority": {"false": "They need not", "true": "They must"},
    "hrx_reinforcements_count": {"false": NO, "true": YES},
    "hrx_voluntary_bottle_loses": {"false": "Its gang breaks", "true": "The battle is lost"},
    "hrx_walk_into_contact": {"false": "Only a charge", "true": "Any move"},
    "hrx_unwieldy_basic": {"false": NO, "true": YES},
    "force_open_helpers": {"any": "Any friend at the door", "standing": "Those who stand"},
    "flee_from_vehicles": {"false": "From fighters alone", "true": "From both"},
    "rat_random_full": {"false": "As far as its owner likes", "true": "All the way"},
    "vehicle_locks": {"false": "It does not", "true": "It does"},
    "badzone_events": {"false": NO, "true": YES},
    "campaign": {"false": NO, "true": YES},
}
TERMS = ("campaign",)
"""Options that mean nothing to a battle by itself: whoever leads a campaign sets them."""


def start_form(game: Necromunda, pack: Pack) -> dict[str, Any]:
    """Gangs, scenarios, maps and options as plain JSON data (see NE-RND-08)."""
    driven = [entry.id for entry in pack.scenarios if entry.crew["a"].vehicles[0]]
    """Scenarios that no gang on foot can play."""
    walked = [entry.id for entry in pack.scenarios if entry.id not in driven]
    used = {entry.id: [one.id for one in pack.scenarios if entry.id in one.maps] for entry in pack.maps}
    options = options_form(game.rulebook(), OPTION_TITLES, OPTION_VALUES)
    return {
        "name": game.name,
        "title": game.title,
        "sides": [_side(pack, entry, walked) for entry in pack.rosters],
        "scenarios": [
            {
                "id": entry.id,
                "name": entry.name,
                "text": say.SCENARIO.format(rounds=entry.rounds, points=scored(entry)),
                **({"settled": ["map"]} if len(entry.maps) == 1 else {}),
            }
            for entry in pack.scenarios
        ],
        "fields": [
            {
                "id": "map",
                "title": "Map",
                "text": "The table; left open, the first that the scenario is played on.",
                "values": [{"value": entry.id, "text": entry.name, "fits": used[entry.id]} for entry in pack.maps],
            },
        ],
        "options": [option for option in options if option["id"] not in TERMS],
        "seats": list(game.seats),
    }


def _side(pack: Pack, roster: Roster, walked: list[str]) -> dict[str, Any]:
    """A gang: where none is on wheels the scenarios that ask for a vehicle are not for it."""
    gang = next(entry for entry in pack.gangs if entry.id == roster.gang)
    vehicles = len(roster.vehicles)
    size = say.GANG_DRIVEN if vehicles else say.GANG
    found = {
        "id": roster.id,
        "faction": roster.gang,
        "name": f"{gang.name}: {roster.title}",
        "text": f"{size.format(fighters=len(roster.members), vehicles=vehicles)} {gang.blurb}",
    }
    return found if vehicles else {**found, "fits": walked}
