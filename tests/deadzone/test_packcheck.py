"""Each way to break a pack of Deadzone is refused with the file, the line and the reason: cards, teams, tables,
scenarios."""

from __future__ import annotations

import pytest

from fireteam.games.deadzone.content.packs import PACKS
from tests.deadzone.packtext import GOOD, changed, refused, within

CAPTAIN = "{id: lamp_captain, name: Lamp Captain, role: Leader, SP: [1, 2], RA: 4, FI: 4, SV: 4, AR: 1, HP: 3, size: 1,"
CARBINE = "coil_carbine: {name: Coil carbine, range: 6, keywords: [Rapid Fire], cost: 3}"
PISTOL = "slug_pistol: {name: Slug pistol, range: 3, cost: 1.5}"
BLADES = "hook_blades: {name: Hook blades, range: CC, keywords: [Frenzy (1)], cost: 2}"
MORTAR = "slag_mortar: {name: Slag mortar, range: 8, keywords: [Indirect, Frag (4)], cost: 10}"
RACK = "shatter_rack: {name: Shatter rack, range: 8, AP: 1, keywords: [Explosive, Frag (3), Heavy], cost: 9}"
POT = "censer_pot: {name: Censer pot, range: 3, keywords: [Grenade (Gas Cloud (Toxic (1))), One-Use], cost: 2}"
SEEDS = "seed_mortar: {name: Seed mortar, range: 4, keywords: [Grenade (Trap (Frag (2)))], one_use: false, cost: 3.5}"


def broken(line: str, old: str, new: str, reason: str) -> None:
    """The pack with a change in a line is refused at that line."""
    other = line.replace(old, new)
    assert other != line
    refused(changed(GOOD, (line, other)), other, reason)


# -- the form ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (CAPTAIN, "RA: 4", "RA: 9", "factions[0].units[0].RA"),
        (CAPTAIN, "AR: 1", "AR: 5", "factions[0].units[0].AR"),
        (CAPTAIN, "HP: 3", "HP: 0", "factions[0].units[0].HP"),
        (CAPTAIN, "size: 1", "size: 5", "factions[0].units[0].size"),
        (CAPTAIN, "SP: [1, 2]", "SP: [1]", "factions[0].units[0].SP"),
        (CAPTAIN, "SP: [1, 2]", "SP: [3, 2]", "lamp_captain: ADVANCE is no longer than SPRINT (DZ-SPRINT-01)"),
        (
            CAPTAIN,
            "role: Leader",
            "role: Boss",
            "it should be 'Leader', 'Troop', 'Specialist' or 'Support', not 'Boss'",
        ),
        (CAPTAIN, "HP: 3", "HPs: 3", "unknown key 'HPs' in factions[0].units[0]; allowed: id, name, role, SP"),
        (CARBINE, "range: 6", "range: 13", "weapons.coil_carbine.range"),
        (CARBINE, "range: 6, ", "", "a weapon that is no grenade needs a range, in cubes or CC (DZ-CORE-07)"),
        (CARBINE, "Rapid Fire", "Rapid Fir", "unknown keyword 'Rapid Fir'; did you mean 'Rapid Fire'?"),
        (CARBINE, "Rapid Fire", "Tough", "keyword Tough is for unit cards, not for a weapon (DZ-AB-TOUGH-01)"),
        (CARBINE, "[Rapid Fire]", "[Heavy, Heavy]", "keyword Heavy stands on the card twice (DZ-AB-HEAVY-01)"),
        (BLADES, "Frenzy (1)", "Frenzy", "keyword Frenzy needs a number: Frenzy (1) (DZ-AB-FRENZY-01)"),
        ("  placed: 8 ", "8", "9", "items.placed"),
        ("    Intel: 2", "Intel", "Intell", "did you mean 'Intel'?"),
    ],
)
def test_broken_forms(line: str, old: str, new: str, reason: str) -> None:
    broken(line, old, new, reason)


# -- names and orders --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("{id: watchhand,", "{id: lamp_captain,", "name: Watchhand", "unit id 'lamp_captain' is given twice"),
        ("name: Watchhand", "name: Oathblade", "{id: oathblade,", "unit 'Oathblade' is called like a unit"),
        (
            "name: Brine Choir",
            "name: Cold Files",
            "name: Cold Files\n    text:",
            "scenario 'Cold Files' is called like a",
        ),
        (
            "- id: cinder\n",
            "- id: wardens\n",
            "- id: wardens\n    name: Cinder Guild",
            "faction id 'wardens' is given twice",
        ),
        ("order: undertow", "order: undertows", "", "unknown order 'undertows'"),
        (
            "RECON: 4, order: undertow,",
            "RECON: 4,",
            "{id: tide_cantor,",
            "tide_cantor: leaders, and only they, have RECON",
        ),
        (
            "{discard_dice: {dice: 1}}",
            "{push: {cubes: 1}}",
            "moment: after_command_rerolls",
            "closed_shop: push belongs to after_attack, not to after_",
        ),
        (
            "limit: round",
            "limit: activation",
            "limit: activation\n    effect: {discard_dice",
            "closed_shop: after_command_rerolls comes once per round",
        ),
        (
            "{keyword: Charged}",
            "{keyword: Heavy}",
            "",
            "double_shift: a model cannot have the keyword Heavy (DZ-AB-HEAVY-01)",
        ),
        ("{keyword: Resilient (2), ", "{keyword: Tough, ", "", "hold_the_light: Tough does nothing for a SURVIVE test"),
    ],
)
def test_names_and_orders(old: str, new: str, marker: str, reason: str) -> None:
    refused(changed(GOOD, (old, new)), marker or new, reason)


# -- weapons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (BLADES, "Frenzy (1)", "Heavy", "hook_blades is a CC weapon; Heavy is for SHOOT (DZ-AB-HEAVY-01)"),
        (CARBINE, "Rapid Fire", "Smash (1)", "coil_carbine is for SHOOT; Smash is for FIGHT (DZ-AB-SMASH-01)"),
        (PISTOL, "range: 3", "range: 0", "slug_pistol: RANGE 0 is the own cube, for Invigorate and nothing else"),
        (MORTAR, "range: 8", "range: 2", "slag_mortar: Indirect needs a RANGE above 2 (DZ-AB-INDIRECT-02)"),
        (MORTAR, "[Indirect, Frag (4)]", "[Indirect]", "slag_mortar: Indirect brings exactly one of Frag, Blast"),
        (MORTAR, "[Indirect, ", "[Indirect (2), ", "slag_mortar: Indirect (2) brings exactly one of"),
        (MORTAR, "[Indirect, Frag (4)]", "[Frag (4)]", "slag_mortar: Frag needs Explosive, Indirect or Grenade"),
        (RACK, "Frag (3), ", "", "shatter_rack: Explosive brings exactly one of"),
        (
            RACK,
            "Heavy",
            "Firing Platform (1)",
            "shatter_rack: Firing Platform can do nothing, Explosive admits no more",
        ),
        (RACK, "Heavy", "Weight of Fire (1)", "shatter_rack: Weight of Fire can do nothing, Explosive admits no more"),
        (POT, ", One-Use", "", "censer_pot: a grenade says One-Use, or one_use: false if it is not used up"),
        (SEEDS, ", one_use: false", "", "seed_mortar: a grenade says One-Use, or one_use: false"),
        (SEEDS, "(Frag (2)))]", "(Frag (2))), One-Use]", "seed_mortar: a grenade says One-Use, or one_use: false"),
        (CARBINE, "cost: 3", "cost: 3, one_use: false", "coil_carbine is no grenade; the keyword One-Use says it all"),
        (CARBINE, "Rapid Fire", "Life Drain", "coil_carbine: Life Drain is a Psychic attack (DZ-AB-LDRAIN-01)"),
        (CARBINE, "Rapid Fire", "Stun, Toxic (1)", "coil_carbine: Stun does no damage, so AP and Toxic are idle"),
        (CARBINE, "keywords: [Rapid Fire]", "AP: 1, keywords: [Blast]", "coil_carbine: Blast does no damage"),
        (CARBINE, "coil_carbine: ", "coil_gun: {name: Gun, range: 2, cost: 1}\n  coil_carbine: ", "carried by nobody"),
    ],
)
def test_broken_weapons(line: str, old: str, new: str, reason: str) -> None:
    broken(line, old, new, reason)


# -- units -------------------------------------------------------------------------------------------------------------


def unit_broken(unit: str, old: str, new: str, marker: str, reason: str) -> None:
    """The pack with a change in the card of a unit is refused."""
    refused(within(GOOD, f"id: {unit},", (old, new)), marker, reason)


@pytest.mark.parametrize(
    ("unit", "old", "new", "marker", "reason"),
    [
        ("glasseye", "[far_glass]", "[far_glas]", "[far_glas]", "unknown weapon 'far_glas'; known: coil_carbine"),
        ("glasseye", "[far_glass]", "[far_glass, far_glass]", "[far_glass, far_glass]", "carries 'far_glass' twice"),
        ("glasseye", "RA: 4", "RA: '-'", "[far_glass]", "glasseye has no RANGED for far_glass (DZ-DICE-07)"),
        (
            "briar_runner",
            "FI: 4",
            "FI: '-'",
            "weapons: [hook_blades],\n         points: 17",
            "briar_runner has no FIGHT",
        ),
        (
            "kite_watch",
            "[coil_carbine]",
            "[deck_autogun]",
            "weapons: [deck_autogun],\n         points: 16",
            "kite_watch is no Vehicle; Firing Platform is idle",
        ),
        ("glasseye", "[Stealthy]", "[Stealthy, Holo-Sight]", "[far_glass]", "no Holo-Sight with a scope"),
        ("glasseye", "[far_glass]", "[far_glass, slug_pistol]", "[far_glass, slug_pistol]", "2 main ranged weapons"),
        ("glasseye", "[Stealthy]", "[Fire Control]", "keywords: [Fire Control],", "needs two ranged weapons"),
        (
            "oathblade",
            "Honourable",
            "Holo-Sight",
            "[Holo-Sight, Headstrong",
            "Holo-Sight can do nothing, it has no weapon",
        ),
        (
            "oathblade",
            "Honourable",
            "Trip Mine",
            "[Trip Mine, Headstrong",
            "Trip Mine can do nothing, it has no RANGED",
        ),
        ("hum_pylon", "Remote", "Horde", "[Construct, Horde", "Horde can do nothing, it has no FIGHT (DZ-AB-HORDE-01)"),
        ("hum_pylon", "Remote", "Evade", "[Construct, Evade", "Evade can do nothing, it has no SPEED (DZ-AB-EVADE-01)"),
        (
            "hum_pylon",
            "Remote",
            "Headstrong",
            "[Construct, Headstrong",
            "Headstrong can do nothing, it is never pinned",
        ),
        ("husk", "Horde", "Rampage", "[Beast, Rampage],", "Rampage can do nothing, it dies of its first wound"),
        (
            "husk",
            "Horde",
            "Life Support",
            "[Beast, Life Support],",
            "Life Support can do nothing, it dies of its first",
        ),
        ("plummet_guard", "Life Support", "Jump Pack", "[Drop Suit, Jump Pack", "its Drop Suit takes that place"),
        ("briar_runner", "Agile", "Remote", "[Remote, Scout],", "briar_runner is Remote, but no unit of tangle is an"),
        ("briar_runner", "Agile", "Heavy", "{id: briar_runner,", "keyword Heavy is for weapon cards, not for a unit"),
    ],
)
def test_broken_units(unit: str, old: str, new: str, marker: str, reason: str) -> None:
    unit_broken(unit, old, new, marker, reason)


def test_resilience_needs_survive() -> None:
    text = within(GOOD, "id: hum_pylon,", ("SV: 5", "SV: '-'"), ("Remote", "Resilient (1)"))
    reason = "hum_pylon: Resilient can do nothing, it has no SURVIVE (DZ-AB-RESILIENT-01)"
    refused(text, "[Construct, Resilient (1)", reason)


@pytest.mark.rule("DZ-AB-AUX-01")
def test_an_auxiliary_weapon_comes_on_top_of_the_main_one() -> None:
    plain = "under_tube: {name: Under tube, range: 3, keywords: [Auxiliary Weapon, Grenade"
    text = changed(GOOD, (plain, plain.replace("Auxiliary Weapon, ", "")))
    refused(text, "weapons: [twin_slugger, under_tube]", "plummet_guard has 2 main ranged weapons, at most 1")
    guard = next(unit for unit in PACKS.load().factions[0].units if unit.id == "plummet_guard")
    assert guard.weapons == ("twin_slugger", "under_tube")


def test_equipment_is_bought() -> None:
    refused(
        changed(GOOD, ("  Ammo: {points: 2}", "  Intel: {points: 2}")), "equipment: [Ammo, AP Ammo, Medi-Pack", "Ammo"
    )
    text = changed(GOOD, ("  Ammo: {points: 2}", "  Ammo: {points: 2}\n  Intel: {points: 2}"))
    refused(text, "Intel: {points: 2}", "Intel is found, never bought (DZ-ITEM-16)")


# -- points and rosters ------------------------------------------------------------------------------------------------


def test_points_are_reckoned() -> None:
    unit_broken("glasseye", "points: 20", "points: 19", "points: 19", "glasseye: 19 points, but its card costs 20")
    unit_broken("glasseye", "VP: 2", "VP: 3", "VP: 3, silhouette: sniper", "glasseye: 3 VP, but 20 points are worth 2")
    unit_broken("glasseye", "SV: 5", "SV: 8", "{id: glasseye,", "glasseye: the pack has no price for SV 8")
    refused(
        changed(GOOD, ("    Stealthy: 3\n", "")),
        "[Stealthy]",
        "glasseye: the pack has no price for the keyword Stealthy",
    )
    unit_broken("forewoman", "RECON: 5", "RECON: 7", "RECON: 7", "forewoman: no price for RECON 7")
    refused(
        changed(GOOD, (CARBINE, CARBINE.replace(", cost: 3", ""))),
        "coil_carbine: {",
        "weapon 'coil_carbine' lacks the key 'cost'",
    )


@pytest.mark.parametrize(
    ("changes", "marker", "reason"),
    [
        ([("total: 100", "total: 99")], "total: 99", "total 99, but the models cost 100 points"),
        ([("{unit: glasseye", "{unit: glaseye")], "{unit: glaseye", "unknown unit of wardens 'glaseye'"),
        (
            [("total: 100", "total: 102"), ("watchhand, item: Smoke Grenade", "watchhand, item: Frag Grenade")],
            "- limit: 100\n        total: 102",
            "wardens 100: 102 points are 2 more than 100 (DZ-SETUP-02)",
        ),
        (
            [("total: 100", "total: 90"), ("          - {unit: watchhand, item: Smoke Grenade}\n", "")],
            "total: 90",
            "90 points are more than 3 below 100",
        ),
        (
            [("total: 100", "total: 99"), ("glasseye, item: AP Ammo", "glasseye, item: Shock Baton")],
            "",
            "total 99, but the models cost 97 points",
        ),
        (
            [("total: 100", "total: 97"), ("glasseye, item: AP Ammo", "glasseye, item: Shock Baton")],
            "item: Shock Baton}",
            "wardens 100: Lantern Wardens cannot buy 'Shock Baton' (DZ-SETUP-02)",
        ),
        (
            [("total: 100", "total: 76"), ("{unit: lamp_captain, item: AP Ammo}", "{unit: watchhand, item: AP Ammo}")],
            "- limit: 100\n        total: 76",
            "wardens 100: a team has one Leader, not 0 (DZ-SETUP-02)",
        ),
    ],
)
def test_broken_rosters(changes: list[tuple[str, str]], marker: str, reason: str) -> None:
    text = within(GOOD, "flavour: 'A gatehouse on two legs.'}", *changes)
    refused(text, marker or changes[0][1], reason)


def test_a_roster_is_worth_something() -> None:
    text = changed(GOOD, ("  points_per_vp: 8", "  points_per_vp: 60"))
    for worth in range(5, 0, -1):
        text = text.replace(f", VP: {worth},", ", VP: 0,")
    marker = "- limit: 100\n        total: 100\n        models:\n          - {unit: lamp_captain"
    refused(text, marker, "all its models are worth 0 VP, less than half of the 12 that win (DZ-WIN-02)")


def test_limits_are_given_once() -> None:
    text = within(GOOD, "flavour: 'A gatehouse on two legs.'}", ("- limit: 150", "- limit: 100"))
    refused(text, "- limit: 100\n        total: 150", "limit 100 is given twice")


# -- tables ------------------------------------------------------------------------------------------------------------


def test_broken_tables() -> None:
    die = "command_die: [+1 model, Dice, Advance, Shoot, Assault, Special]"
    refused(changed(GOOD, (die, die.replace("Dice", "Shoot"))), "command_die:", "the command die lacks Dice")
    refused(changed(GOOD, ("{margin: 3,", "{margin: 5,")), "{margin: 5,", "5 stands where 3 belongs (DZ-SETUP-11)")
    head, _, tail = GOOD.partition("  tokens:\n")
    text = head + "  tokens:\n    Ammo: 7\n" + tail[tail.index("\nrecon_table") :]
    refused(text, "  tokens:\n    Ammo", "7 tokens, but 8 are placed (DZ-SETUP-09)")


# -- scenarios ---------------------------------------------------------------------------------------------------------

ZONE_B = "      B: [[8, 8], [8, 7], [7, 8], [7, 7], [6, 8], [6, 7], [5, 8], [5, 7]]"


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("    roll: [3, 4]", "    roll: [3, 2]", "", "a roll of 2 already means crossed_lanterns (DZ-SETUP-02)"),
        ("    roll: [7, 8]", "    roll: [7]", "scenarios:  ", "no scenario is chosen by a roll of 8 (DZ-SETUP-02)"),
        (ZONE_B, ZONE_B.replace("[5, 7]", "[1, 1]"), "    zones:\n      A: [[1, 1], [1, 2], [2, 1]", "both zones hold"),
        (ZONE_B, ZONE_B.replace("[5, 7]", "[5, 6]"), "", "zone B must be a half-turn of zone A"),
        (ZONE_B, ZONE_B.replace("[5, 7]", "[5, 9]"), "", "zone [5, 9] lies off a board of 8 by 8"),
        (ZONE_B, ZONE_B.replace("[5, 7]", "[8, 8]"), "", "zone [8, 8] is given twice"),
        ("      - {at: [2, 6], vp: 1}", "      - {at: [2, 1], vp: 1}", "", "objective [2, 1] lies in a zone"),
        ("      - {at: [2, 6], vp: 1}", "      - {at: [2, 6], vp: 2}", "", "objective [2, 6] has no twin of 2 VP"),
        ("      - {at: [2, 6], vp: 1}", "      - {at: [9, 6], vp: 1}", "", "objective [9, 6] lies off a board"),
        ("consoles: {at: [[3, 6],", "consoles: {at: [[3, 7],", "", "the consoles must be a half-turn of themselves"),
        (
            "      A: [[8, 6], [8, 7], [8, 8]",
            "      A: [[8, 6], [7, 7], [8, 8]",
            "      B: [[1, 1], [1, 2], [1, 3], [2, 1], [3, 1]]",
            "the exits of B must be",
        ),
    ],
)
def test_broken_scenarios(old: str, new: str, marker: str, reason: str) -> None:
    refused(changed(GOOD, (old, new)), marker or new, reason)


def test_exits_are_far_edges() -> None:
    text = changed(
        GOOD,
        ("      A: [[8, 6], [8, 7], [8, 8]", "      A: [[8, 6], [7, 7], [8, 8]"),
        ("      B: [[1, 1], [1, 2], [1, 3], [2, 1], [3, 1]]", "      B: [[1, 1], [2, 2], [1, 3], [2, 1], [3, 1]]"),
    )
    refused(text, "      A: [[8, 6], [7, 7]", "exit [7, 7] is no square at the edge outside the own zone (DZ-CORE-06)")


def test_scenarios_name_maps_that_exist() -> None:
    roll = "    roll: [1, 2]"
    refused(changed(GOOD, (roll, f"{roll}\n    maps: [lamp_markt]")), "[lamp_markt]", "unknown map 'lamp_markt'")


def test_a_scenario_can_be_won() -> None:
    text = within(
        GOOD,
        "name: Cold Files\n",
        ("      - {at: [3, 6], vp: 1}\n      - {at: [6, 3], vp: 1}\n", ""),
        ("kills: true", "kills: false"),
        ("intel_vp: 2", "intel_vp: 0"),
    )
    refused(text, "    objectives:\n      - {at: [4, 3], vp: 1}", "cold_files: 12 VP can hardly be reached (DZ-WIN-02)")


# -- completeness ------------------------------------------------------------------------------------------------------


def test_a_complete_pack_shows_everything() -> None:
    prey = "keywords: [Prey], "
    refused(changed(GOOD, (prey, "")), "complete: true", "a complete pack shows every keyword; missing: Prey")
    refused(changed(GOOD, ("    Shock Baton: 1\n", "")), "complete: true", "tokens of every item; missing: Shock Baton")
    head, _, tail = GOOD.partition("  - id: run_the_cordon\n")
    text = changed(head, ("    roll: [5, 6]", "    roll: [5, 6, 7, 8]")) + tail[tail.index("\nmaps:") :]
    refused(text, "scenarios:  ", "a complete pack has at least 4 scenarios, not 3")


def test_factions_of_a_complete_pack_are_whole() -> None:
    head, _, tail = GOOD.partition(
        "      - limit: 200\n        total: 200\n        models:\n          - {unit: root_mother"
    )
    text = head + tail[tail.index("\nscenarios:") :]
    refused(
        text,
        "    rosters:\n      - limit: 100\n        total: 100\n        models:\n          - {unit: root_m",
        "tangle has no",
    )
    more = "      - {id: runt, name: Runt, role: Troop, SP: [1, 2], RA: '-', FI: 6, SV: 6, AR: 0, HP: 1, size: 1,"
    text = changed(GOOD, ("      - {id: husk,", f"{more} points: 4, VP: 0}}\n      - {{id: husk,"))
    refused(text, "    units:\n      - {id: root_mother,", "a faction of a complete pack has 8 to 10 units, not 11")
    text = GOOD.replace(
        "role: Troop, SP: [1, 2], RA: '-', FI: 5, SV: 6", "role: Specialist, SP: [1, 2], RA: '-', FI: 5, SV: 6"
    )
    text = changed(
        text,
        ("  specialists_per_troop: 1", "  specialists_per_troop: 9"),
        ("  troops_per_support: 3", "  troops_per_support: 1"),
    )
    reason = "a faction of a complete pack has a Leader and two Troops; tangle has not"
    refused(text, "    units:\n      - {id: root_mother,", reason)


def test_a_scenario_is_for_boards_of_one_size() -> None:
    text = within(GOOD, "name: Gantry Yard\n", ("size: [8, 8]", "size: [9, 9]"))
    refused(text, "- id: crossed_lanterns", "crossed_lanterns is for maps of different sizes; name its maps")


def test_every_unit_of_a_complete_pack_is_in_a_roster() -> None:
    text = within(
        GOOD,
        "flavour: 'An orchard with a temper.'}",
        ("{unit: thorn_handler}", "{unit: seed_spitter}"),
    )
    text = within(text, "flavour: 'An orchard with a temper.'}", ("total: 150", "total: 148"))
    text = changed(text, ("  slack: 3", "  slack: 9"))
    refused(text, "{id: thorn_handler,", "unit 'thorn_handler' stands in no roster of a complete pack")


def test_a_pack_that_is_not_complete_need_not() -> None:
    text = changed(GOOD, ("keywords: [Prey], ", ""), ("  complete: true ", "  complete: false "))
    assert PACKS.parse(text).weapons["scent_marker"].keywords == ()


def test_flames_bring_nothing_that_follows_a_shot_at_one() -> None:
    text = GOOD.replace("keywords: [It Burns!]", "keywords: [It Burns!, Suppression]", 1)
    assert text != GOOD
    refused(text, "[It Burns!, Suppression]", "Suppression can do nothing, It Burns! is an attack on all in a cube")
