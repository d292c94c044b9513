"""What a page offers whoever starts a battle of Deadzone: factions, scenarios, maps, sizes and options, each
explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.games.deadzone.game import RANDOM
from fireteam.kit.startform import options_form

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.game import Deadzone

OPTION_TITLES: dict[str, tuple[str, str]] = {
    "both_reach": ("Both reach the points", "What happens if both sides have enough victory points in one round."),
    "wipeout_ends": ("A side wiped out", "Whether the battle ends when a side has no models left."),
    "wipeout_round5": ("Wiped out in the last round", "What a side without models after round 5 has to expect."),
    "teleport_action": ("Teleport", "How long an action Teleport is."),
    "walkway_pushes": ("Pushed off walkways", "Whether effects move models off walkways."),
    "frag_eights": ("Eights of explosions", "Whether the eights of an explosion bring bonus dice."),
    "toxic_tough": ("Toxic against Tough", "Whether Tough is taken off before Toxic is looked at."),
    "assault_start": ("ASSAULT", "Whether a model must begin its turn beside the enemy it assaults."),
    "bodies": ("Models in the way", "What other models between shooter and target do."),
    "pass_full_cube": ("Full cubes", "Whether a model passes a cube that its friends fill."),
    "drop_suit_reserve": ("Drop Suits off the table", "Whether they count among the models left to activate."),
    "advance_die_extras": ("The Advance die", "What lengthens the free advance of a command die."),
    "stimulants": ("Stimulants", "Which tests they help."),
    "engineer_own_trap": ("Engineers and own traps", "Whether an Engineer always defuses traps of its own side."),
    "fight_back_effects": ("Fighting back", "Whether Knockback and Stun work for who fights back."),
    "start_order": ("Start of an activation", "What comes first: the Rampage die or the fire."),
    "grenade_los": ("Sight for grenades", "What must be seen, if the cube is not open from above."),
    "medic_resilient": ("Medics", "How far a Medic makes friends resilient."),
    "medi_pack": ("Medi-Packs", "Whom a Medi-Pack heals."),
    "comm_link_users": ("Comm-Link", "Who may use the marker of a Comm-Link."),
    "away_levels": ("Pushed in the same cube", "Where a target goes that is pushed by who shares its cube."),
}
OPTION_VALUES: dict[str, dict[str, str]] = {
    "both_reach": {"draw": "A draw", "higher_total": "The higher total wins"},
    "wipeout_ends": {"false": "It goes on", "true": "It ends at the end of that round"},
    "wipeout_round5": {"tiebreak": "It loses an even battle", "always_loses": "It loses"},
    "teleport_action": {"short": "A short one", "long": "A long one"},
    "walkway_pushes": {"never_off": "Never", "allowed": "They do"},
    "frag_eights": {"explode": "They do", "flat": "They do not"},
    "toxic_tough": {"together": "Both together", "tough_first": "Tough first"},
    "assault_start": {"began_turn": "It must", "any_time": "It need not"},
    "bodies": {"clear_shot_only": "They spoil a clear shot", "ignored": "Nothing", "solid": "They block sight, too"},
    "pass_full_cube": {"true": "It may", "false": "It may not"},
    "drop_suit_reserve": {"outside": "They do not", "counted": "They do"},
    "advance_die_extras": {"none": "Nothing", "agile": "Agile", "agile_and_charged": "Agile and Charged"},
    "stimulants": {"ranged": "RANGED", "fight_or_ranged": "FIGHT or RANGED"},
    "engineer_own_trap": {"automatic": "Always", "choice": "If its player wishes"},
    "fight_back_effects": {"attacker_only": "For the attacker alone", "both": "For both"},
    "start_order": {"rampage_first": "The Rampage die", "fire_first": "The fire"},
    "grenade_los": {"cube": "The cube", "enemy_model": "An enemy in it"},
    "medic_resilient": {"same_cube": "In the same cube", "whole_team": "The whole team"},
    "medi_pack": {"bearer": "Its bearer", "same_cube": "A friend in the cube"},
    "comm_link_users": {"own": "Its own side", "any": "Both sides"},
    "away_levels": {"same_level": "On the same level", "any_adjacent": "Up and down as well"},
}


def start_form(game: Deadzone, pack: Pack) -> dict[str, Any]:
    """Sides, scenarios, maps, sizes and options as plain JSON data (see DZ-SETUP-02)."""
    sizes = [{"value": limit, "text": f"{limit} points"} for limit in pack.team_rules.limits]
    maps = [{"value": entry.id, "text": entry.name} for entry in pack.maps]
    return {
        "name": game.name,
        "title": game.title,
        "sides": [{"id": entry.id, "name": entry.name, "text": entry.flavour} for entry in pack.factions],
        "scenarios": [
            *({"id": entry.id, "name": entry.name, "text": entry.text} for entry in pack.scenarios),
            {"id": RANDOM, "name": "By the die", "text": "The players leave the scenario to an eight-sided die."},
        ],
        "fields": [
            {"id": "limit", "title": "Size", "text": "The points of each strike team.", "values": sizes},
            {"id": "map", "title": "Map", "text": "The battlefield; left open, the first that fits.", "values": maps},
        ],
        "options": options_form(game.rulebook(), OPTION_TITLES, OPTION_VALUES),
        "seats": list(game.seats),
    }
