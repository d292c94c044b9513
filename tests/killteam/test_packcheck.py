"""Each way to break a Kill Team pack is refused with the file, the line and the reason: cards, effects and
equipment."""

from __future__ import annotations

import re

import pytest

from fireteam.core.errors import PackError
from fireteam.games.killteam.content.packs import PACKS
from tests.killteam.packtext import GOOD, changed, refused

# -- cards and weapons -------------------------------------------------------------------------------------------------

PRIOR = (
    "{id: cv-prior, name: Vigil Prior, role: leader, apl: 3, move: 6, save: 3, wounds: 13, base: "
    "32, keywords: [VIGIL, LEADER, SUPPORT],"
)
OATH_BLADE = "{id: oath-blade, name: Oath blade, type: melee, atk: 4, hit: 3, dmg: [4, 6], rules: [{Lethal: 5}]}"
KILN_PISTOL = "{id: kiln-pistol, name: Kiln pistol, type: ranged, atk: 4, hit: 3, dmg: [3, 4], rules: [{Range: 8}]}"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("apl: 3", "apl: 4", "cv-prior: apl 4 is outside the pack's envelope of 2 to 3"),
        ("move: 6", "move: 9", "cv-prior: move 9 is outside the pack's envelope of 4 to 8"),
        ("wounds: 13", "wounds: 22", "cv-prior: wounds 22 is outside the pack's envelope of 2 to 21"),
        ("save: 3", "save: 7", "teams[0].operatives[0].save: "),
        ("base: 32", "base: 33", "cv-prior: a base of 33 mm is not one of 25, 28, 32, 40, 50"),
        (
            "role: leader",
            "role: boss",
            "teams[0].operatives[0].role: it should be 'leader', 'specialist' or 'warrior', not 'boss'",
        ),
        ("role: leader", "role: warrior", "cv-prior: the leader, and only it, has the keyword LEADER"),
        ("[VIGIL, LEADER, SUPPORT]", "[VIGIL, SUPPORT]", "cv-prior: the leader, and only it, has the keyword LEADER"),
        ("[VIGIL, LEADER, SUPPORT]", "[LEADER, SUPPORT]", "cv-prior lacks the keyword VIGIL of its team"),
        ("[VIGIL, LEADER, SUPPORT]", "[Vigil, LEADER, SUPPORT]", "teams[0].operatives[0].keywords[0]: "),
        ("apl: 3", "appl: 3", "unknown key 'appl' in teams[0].operatives[0]; allowed: id, name, role, apl"),
    ],
)
def test_broken_cards(old: str, new: str, reason: str) -> None:
    card = PRIOR.replace(old, new)
    assert card != PRIOR
    refused(changed(GOOD, (PRIOR, card)), card, reason)


def test_support_rules_belong_to_operatives_with_support() -> None:
    refused(
        changed(GOOD, ("keywords: [VIGIL, LEADER, SUPPORT]", "keywords: [VIGIL, LEADER]")),
        "id: cv-a1,",
        "cv-a1 is a SUPPORT rule, but cv-prior lacks the keyword SUPPORT (KT-EQ-03)",
    )


def test_a_base_needs_a_body_height() -> None:
    text = changed(GOOD, ("28: 1.2, 32: 1.4, ", "28: 1.2, "))
    refused(text, PRIOR, "no body height is given for bases of 32 mm (KT-GEO-01)")


@pytest.mark.parametrize(
    ("weapon", "old", "new", "reason"),
    [
        (OATH_BLADE, "atk: 4", "atk: 6", "oath-blade: atk 6 is outside the pack's envelope of 3 to 5"),
        (OATH_BLADE, "hit: 3", "hit: 6", "oath-blade: hit 6 is outside the pack's envelope of 2 to 5"),
        (OATH_BLADE, "[4, 6]", "[7, 8]", "oath-blade: normal damage 7 is outside"),
        (OATH_BLADE, "[4, 6]", "[4, 9]", "oath-blade: critical damage 9 is outside"),
        (OATH_BLADE, "[4, 6]", "[4, 3]", "oath-blade: critical damage is below normal damage"),
        (OATH_BLADE, "[4, 6]", "[4]", "weapons[1].dmg"),
        (OATH_BLADE, "type: melee", "type: thrown", "weapons[1].type: it should be 'ranged' or 'melee', not 'thrown'"),
        (
            OATH_BLADE,
            "[{Lethal: 5}]",
            "[{Lethal: 5}, {Lethal: 4}]",
            "oath-blade has the weapon rule Lethal twice (KT-WR-00)",
        ),
        (OATH_BLADE, "{Lethal: 5}", "Hot", "oath-blade is a melee weapon; Hot is for ranged ones (KT-WR-11)"),
        (KILN_PISTOL, "atk: 4", "atk: 3", "kiln-pistol: atk 3 is outside the pack's envelope of 4 to 6"),
        (KILN_PISTOL, "{Range: 8}", "Shock", "kiln-pistol is a ranged weapon; Shock is for melee ones (KT-WR-25)"),
        (
            KILN_PISTOL,
            "{Range: 8}",
            "Heavy, {Heavy only: DASH}",
            "kiln-pistol is Heavy and Heavy only at once (KT-WR-10)",
        ),
        (
            KILN_PISTOL,
            "{Range: 8}",
            "{Piercng: 1}",
            "rules[0]: unknown weapon rule 'Piercng'; did you mean 'Piercing'?",
        ),
        (KILN_PISTOL, "{Range: 8}", "{Range: 2}", "'Range' takes a whole number from 3 to 12, not 2 (KT-WR-17)"),
        (KILN_PISTOL, "rules:", "rule:", "unknown key 'rule' in teams[0].operatives[0].weapons[0]; allowed: id, name"),
    ],
)
def test_broken_weapons(weapon: str, old: str, new: str, reason: str) -> None:
    broken = changed(weapon, (old, new))
    refused(changed(GOOD, (weapon, broken)), broken, reason)


def test_a_weapon_is_on_a_card_once() -> None:
    text = changed(GOOD, (KILN_PISTOL, KILN_PISTOL.replace("kiln-pistol", "oath-blade")))
    refused(text, OATH_BLADE, "weapon of cv-prior 'oath-blade' is given twice")


def test_a_weapon_has_one_profile_in_a_team() -> None:
    carbine = "{id: sentinel-carbine, name: Furnace carbine, type: ranged, atk: 4,"
    second = list(re.finditer(re.escape(carbine), GOOD))[1].start()
    other = carbine.replace("atk: 4", "atk: 5")
    text = GOOD[:second] + other + GOOD[second + len(carbine) :]
    refused(text, other, "weapon 'sentinel-carbine' has another profile on another card of cinder-vigil")


def test_everybody_has_a_melee_weapon() -> None:
    text = changed(GOOD, ("{id: jaws, name: Wire jaws, type: melee,", "{id: jaws, name: Wire jaws, type: ranged,"))
    refused(text, "{id: jaws,", "ir-hound has no melee weapon (KT-FIGHT-04)")


def test_ids_are_given_once() -> None:
    text = changed(GOOD, ("{id: ir-hound, name", "{id: cv-sentinel, name"))
    refused(
        text, "{id: cv-sentinel, name: Root Hound", "operative id 'cv-sentinel' is given twice, also in cinder-vigil"
    )
    text = changed(GOOD, ("{id: sl-f2, name", "{id: cv-a1, name"))
    refused(text, "{id: cv-a1, name: Duck!", "id 'cv-a1' is given twice among abilities, ploys and equipment")
    text = changed(GOOD, ("  - id: veilrunners\n", "  - id: cinder-vigil # again\n"))
    refused(text, "  - id: cinder-vigil # again\n", "team id 'cinder-vigil' is given twice")


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        (
            "archetypes: [Infiltration, Recon]",
            "archetypes: [Recon, Recon]",
            None,
            "veilrunners names one archetype twice (KT-OPS-05)",
        ),
        ("archetypes: [Infiltration, Recon]", "archetypes: [Infiltration, Recom]", None, "teams[2].archetypes[1]: "),
        (
            "{take: 1, from: [cv-prior]}",
            "{take: 1, from: [cv-sentinel]}",
            "slots:\n        - {take: 1, from: [cv-sentinel]}",
            "must list 'cv-prior' once, not 0 times",
        ),
        ("{take: 1, from: [cv-prior]}", "{take: 1, from: [cv-priest]}", None, "unknown operative 'cv-priest'"),
        (
            "{take: 1, from: [vr-matron]}",
            "{take: 2, from: [vr-matron]}",
            None,
            "the first slot must be the leader: take 1 from [vr-matron]",
        ),
        ("max: {default: 1, cv-sentinel: 5}", "max: {cv-sentinel: 5}", None, "max needs a default"),
        (
            "max: {default: 1, cv-sentinel: 5}",
            "max: {default: 1, cv-centinel: 5}",
            None,
            "unknown operative 'cv-centinel'",
        ),
        (
            "max: {default: 1, sl-conscript: 10, sl-eeler: 2}",
            "max: {default: 1, sl-conscript: 3}",
            "slots:\n        - {take: 1, from: [sl-reeve]}",
            "cannot be filled",
        ),
        ("      size: 10\n", "      size: 12\n", None, "the slots of veilrunners allow 10 operatives at most, not 12"),
        (
            "{take: 5, from: [cv-lamplighter",
            "{take: 4, from: [cv-lamplighter",
            "slots:\n        - {take: 1, from: [cv-prior]}",
            "cinder-vigil: a team size of 5 is outside the pack's envelope of 6 to 14",
        ),
        ("counts_as: {ir-colossus: 2}", "counts_as: {ir-colosus: 2}", None, "unknown operative 'ir-colosus'"),
        (
            "default_roster: [cv-prior, cv-lamplighter, cv-sunlancer",
            "default_roster: [cv-prior, cv-lamplighter, cv-lamplighter",
            None,
            "has 'cv-lamplighter' more than 1 times (KT-OPS-03)",
        ),
        (
            "default_roster: [cv-prior, cv-lamplighter",
            "default_roster: [cv-prior",
            None,
            "the default roster fills 4 of 5 choices of a slot (KT-OPS-03)",
        ),
        (
            "default_roster: [cv-prior, cv-lamplighter",
            "default_roster: [cv-prior, cv-lamplight",
            None,
            "unknown operative 'cv-lamplight'",
        ),
        (
            "[cv-e1, cv-e2, heavy_barricade, explosive_grenades]",
            "[cv-e1, cv-e1, heavy_barricade]",
            None,
            "equipment 'cv-e1' is selected twice (KT-OPS-04)",
        ),
        (
            "[cv-e1, cv-e2, heavy_barricade, explosive_grenades]",
            "[cv-e1, cv-e2, mines, ladders, razor_wire]",
            None,
            "5 equipment options; at most four (KT-OPS-04)",
        ),
        ("[cv-e1, cv-e2, heavy_barricade, explosive_grenades]", "[cv-e1, sl-e1]", None, "unknown equipment 'sl-e1'"),
    ],
)
def test_broken_teams(old: str, new: str, marker: str | None, reason: str) -> None:
    refused(changed(GOOD, (old, new)), marker or new, reason)


def test_a_team_has_one_leader_type() -> None:
    text = changed(
        GOOD,
        (
            "role: warrior, apl: 2, move: 6, save: 3, wounds: 9, base: 32, keywords: [VIGIL]",
            "role: leader, apl: 3, move: 6, save: 3, wounds: 13, base: 32, keywords: [VIGIL, LEADER]",
        ),
    )
    with pytest.raises(PackError, match="cinder-vigil must have exactly one leader type, not 2"):
        PACKS.parse(text)


@pytest.mark.parametrize(
    ("name", "what"), [("cv-s4", "strategy ploys"), ("cv-f4", "firefight ploys"), ("cv-e4", "faction equipment")]
)
def test_a_team_has_four_of_each(name: str, what: str) -> None:
    text = re.sub(rf"\n      - {{id: {name}, .*", "", GOOD)
    assert text.count("\n") == GOOD.count("\n") - 1
    with pytest.raises(PackError, match=f"cinder-vigil must have four {what}, not 3"):
        PACKS.parse(text)


# -- effects -----------------------------------------------------------------------------------------------------------

RESEAL = (
    "{id: cv-a7, name: Reseal, when: action, ap: 1, who: {friendly: {within: 3, visible: true, keyword: VIGIL}}, "
    "keyword: SUPPORT, if: [{enemy_in_control_range: false}], do: [{heal: {amount: D3+2}}], limit: once_per_tp,"
)
HEAL = "{heal: {amount: D3+2}}"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("when: action", "when: acton", "when: it should be 'passive', 'action'"),
        ("ap: 1, ", "", "ap goes with when: action, and with nothing else (KT-ACT-08)"),
        ("ap: 1", "ap: 3", "abilities[0].ap: "),
        ("when: action", "when: gambit", "ap goes with when: action, and with nothing else (KT-ACT-08)"),
        ("limit: once_per_tp", "limit: once_per_day", "limit: it should be 'once_per_activation'"),
        (
            "friendly:",
            "friend:",
            "unknown key 'friend' in teams[0].operatives[6].abilities[0].who; allowed: self, target, attacker, "
            "friendly",
        ),
        ("who: {friendly: {within: 3, visible: true, keyword: VIGIL}}", "who: everybody", "unknown key 'everybody'"),
        ("within: 3", "within: 10", "who.friendly.within: "),
        (
            "within: 3",
            "reach: 3",
            "unknown key 'reach' in teams[0].operatives[6].abilities[0].who.friendly; allowed: within, beyond",
        ),
        ("keyword: VIGIL", "keyword: BEAST", "cv-a7: nobody in cinder-vigil has the keyword BEAST"),
        ("who: {friendly", "user: BEAST, who: {friendly", "cv-a7: nobody in cinder-vigil has the keyword BEAST"),
        ("who: {friendly", "by: [sl-reeve], who: {friendly", "unknown operative 'sl-reeve'"),
        ("keyword: SUPPORT", "keyword: HELP", "keyword: it should be 'SUPPORT', not 'HELP'"),
        (
            "enemy_in_control_range: false",
            "enemy_in_reach: false",
            "unknown key 'enemy_in_reach' in teams[0].operatives[6].abilities[0].if[0]; allowed: order",
        ),
        (
            "enemy_in_control_range: false",
            "enemy_in_control_range: false, order: engage",
            "if[0]: exactly one of these keys must be given: order",
        ),
        ("enemy_in_control_range: false", "roll: 7", "if[0].roll: "),
        ("enemy_in_control_range: false", "did: JUMP", "if[0].did: it should be 'SHOOT'"),
        ("enemy_in_control_range: false", "weapon: bow", "unknown weapon 'bow'"),
        ("enemy_in_control_range: false", "contests: crown", "unknown marker 'crown'; known: objective, flame"),
        ("enemy_in_control_range: false", "has_rule: [Blast, Bang]", "unknown weapon rule 'Bang'"),
        ("enemy_in_control_range: false", "friendly_within: {inches: 1, keyword: BEAST}", "unknown keyword 'BEAST'"),
        (
            HEAL,
            "{mend: {amount: D3+2}}",
            "unknown key 'mend' in teams[0].operatives[6].abilities[0].do[0]; allowed: add_rule",
        ),
        ("do: [{heal: {amount: D3+2}}]", "do: []", "abilities[0].do: "),
        (HEAL, "{heal: {amount: D4}}", "an amount is a whole number, D3, D6 or such as D3+1, not 'D4'"),
        (HEAL, "{damage: {amount: 2, areas: 3}}", "unknown key 'areas'"),
        (
            HEAL,
            "{add_rule: {rule: Balanced, weapons: bow}}",
            "unknown weapon 'bow'; known: all, ranged, melee, kiln-pistol",
        ),
        (
            HEAL,
            "{add_rule: {rule: Balancing, weapons: all}}",
            "unknown weapon rule 'Balancing'; did you mean 'Balanced'?",
        ),
        (HEAL, "{modify: {stat: luck, by: 1, until: end_of_tp}}", "do[0].modify.stat: it should be 'apl'"),
        (HEAL, "{modify: {stat: apl, by: 3, until: end_of_tp}}", "do[0].modify.by: "),
        (HEAL, "{modify: {stat: apl, by: 0, until: end_of_tp}}", "by must not be 0"),
        (HEAL, "{modify: {stat: apl, by: 1}}", "do[0].modify lacks the key 'until'"),
        (HEAL, "{modify: {stat: apl, by: 1, until: tomorrow}}", "do[0].modify.until: it should be 'end_of_sequence'"),
        (HEAL, "{reroll: {dice: luck, count: 1}}", "do[0].reroll.dice: it should be 'attack' or 'defence'"),
        (HEAL, "{reroll: {dice: attack, count: some}}", "do[0].reroll.count: "),
        (HEAL, "{retain: {dice: attack, as: normal, count: 3}}", "do[0].retain.count: "),
        (HEAL, "{reduce_damage: {by: 3, min: 1}}", "do[0].reduce_damage.by: "),
        (HEAL, "{reduce_damage: {by: 1, min: 0}}", "do[0].reduce_damage.min: "),
        (HEAL, "{ignore: {what: gravity}}", "do[0].ignore.what: it should be 'injured_hit'"),
        (HEAL, "{allow: {what: flying}}", "do[0].allow.what: "),
        (HEAL, "{allow: {what: act_in_enemy_control}}", "action goes with act_in_enemy_control, and with nothing else"),
        (
            HEAL,
            "{allow: {what: carry_two, action: DASH}}",
            "action goes with act_in_enemy_control, and with nothing else",
        ),
        (HEAL, "{forbid: {what: thinking}}", "do[0].forbid.what: "),
        (HEAL, "{free_action: {action: JUMP}}", "do[0].free_action.action: "),
        (HEAL, "{free_action: {action: SHOOT, weapon: bow}}", "unknown weapon 'bow'"),
        (HEAL, "{move: {inches: 7, mode: straight}}", "do[0].move.inches: "),
        (HEAL, "{move: {inches: 1, mode: crooked}}", "do[0].move.mode: it should be 'straight' or 'set_up'"),
        (HEAL, "{set_order: {order: hide}}", "do[0].set_order.order: it should be 'engage' or 'conceal'"),
        (HEAL, "{marker: {kind: flag, within: 1}}", "unknown marker kind 'flag'"),
        (HEAL, "{marker: {kind: flame, within: 7}}", "do[0].marker.within: "),
        (HEAL, "{token: {name: crowned}}", "unknown token 'crowned'"),
    ],
)
def test_broken_abilities(old: str, new: str, reason: str) -> None:
    entry = changed(RESEAL, (old, new))
    refused(changed(GOOD, (RESEAL, entry)), entry, reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "{id: cv-s3, name: Measured Tread, cp: 1,",
            "{id: cv-s3, name: Measured Tread,",
            "teams[0].strategy_ploys[2] lacks the key 'cp'",
        ),
        (
            "{id: cv-s3, name: Measured Tread, cp: 1,",
            "{id: cv-s3, name: Measured Tread, cp: 3,",
            "teams[0].strategy_ploys[2].cp: ",
        ),
        (
            "Measured Tread, cp: 1, when: gambit,",
            "Measured Tread, cp: 1, when: damaged,",
            "a strategy ploy is a gambit, not 'damaged' (KT-PLOY-02)",
        ),
        (
            "Ash Cloud, cp: 1, when: shot_at,",
            "Ash Cloud, cp: 1, when: gambit,",
            "at a moment of the Firefight phase, not 'gambit' (KT-PLOY-03)",
        ),
        (
            "{id: cv-e1, name: Slag Plates,",
            "{id: cv-e1, name: Slag Plates, cp: 1,",
            "unknown key 'cp' in teams[0].faction_equipment[0]",
        ),
        (
            'text: "Once per battle the flare profile has Balanced."',
            'text: "Balanced."',
            "text must say in words what the entry does",
        ),
        (
            "      by: [sl-reeve, sl-signaller]\n",
            "      by: [sl-reeve, sl-trumpeter]\n",
            "unknown operative 'sl-trumpeter'",
        ),
        (
            "move: {do: [{modify: {stat: move, by: 1,",
            "move: {do: [{modify: {stat: mood, by: 1,",
            "choices.move.do[0].modify.stat: ",
        ),
        ("dig_in: {if: [{in_cover: true}]", "dig_in: {if: [{weapon: bow}]", "unknown weapon 'bow'"),
    ],
)
def test_broken_ploys_equipment_and_choices(old: str, new: str, reason: str) -> None:
    refused(changed(GOOD, (old, new)), new.strip(), reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "  steadfast: {apl_for_control: 1}\n",
            "  steadfast: {apl_for_control: 1}\n  idle: {shown_only: true}\n",
            "token 'idle' is given by no effect",
        ),
        (
            "  steadfast: {apl_for_control: 1}\n",
            "  steadfast: {apl_for_controlling: 1}\n",
            "unknown key 'apl_for_controlling' in tokens.steadfast",
        ),
        ("{choices_of: sl-orders}", "{choices_of: sl-order}", "unknown entry with choices 'sl-order'"),
        (
            "  mine: {like: KT-EQ-05}\n",
            "  mine: {like: KT-EQ-05}\n  idle: {like: KT-EQ-05}\n",
            "marker kind 'idle' is placed by no effect",
        ),
        ("  mine: {like: KT-EQ-05}\n", "  mine: {like: KT-EQ-99}\n", "the rulebook has no rule 'KT-EQ-99'"),
        ("who: any, extra_distance: 1}", "who: any}", "either do or extra_distance must be given"),
        (
            "aura: {within: 1, who: friendly, do: [{ignore: {what: climb_minimum}}]}",
            "aura: {within: 1, who: friendly, do: [{token: {name: lost}}]}",
            "unknown token 'lost'",
        ),
    ],
)
def test_broken_tokens_and_markers(old: str, new: str, reason: str) -> None:
    marker = "  idle: {" if "idle" in new else new
    refused(changed(GOOD, (old, new)), marker, reason)


# -- universal equipment -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rules: [KT-EQ-03, KT-EQ-04]", "rules: [KT-EQ-03, KT-EQ-77]", "the rulebook has no rule 'KT-EQ-77'"),
        ("ap: {2024-11: 0, 2025-09: 1}", "ap: {2025-09: 1}", "nothing is given for version 2024-11 (KT-VER-01)"),
        (
            "ap: {2024-11: 0, 2025-09: 1}",
            "ap: {2024-12: 0, 2025-09: 1}",
            "universal_equipment.ammo_cache.ap: it should be '2024-11' or '2025-09'",
        ),
        (
            "box: [-1.75, -0.2, 1.75, 0.2]",
            "box: [1.75, -0.2, -1.75, 0.2]",
            "barricade: a box is west, south, east, north (KT-EQ-25)",
        ),
        (
            "box: [-1.75, -0.2, 1.75, 0.2]",
            "box: [-1.755, -0.2, 1.75, 0.2]",
            "-1.755 inches is finer than a hundredth of an inch (KT-GEO-01)",
        ),
        (
            "z: [0, 2], traits: {2024-11: [Heavy]",
            "z: [0, 2], traits: {2024-11: [Feet]",
            "barricade is neither Heavy nor Light, and not Exposed (KT-GEO-01)",
        ),
        (
            "z: [0, 2], traits: {2024-11: [Heavy]",
            "z: [0, 2], traits: {2024-11: [Hevy]",
            "shapes[0].traits.2024-11[0]: it should be 'Heavy'",
        ),
        (
            "  mines:\n",
            "  mins:\n",
            "unknown key 'mins' in universal_equipment; allowed: ammo_cache, comms_device, mines",
        ),
    ],
)
def test_broken_universal_equipment(old: str, new: str, reason: str) -> None:
    refused(changed(GOOD, (old, new)), new, reason)


@pytest.mark.rule("KT-EQ-25")
@pytest.mark.parametrize(
    ("facing", "reason"),
    [("", "portable_barricade lacks the key 'facing'"), ("    facing: [0, 0]\n", "faces somewhere (KT-EQ-25)")],
)
def test_a_portable_barricade_without_a_facing_is_refused(facing: str, reason: str) -> None:
    refused(changed(GOOD, ("    facing: [0, 1]\n", facing)), facing or "  portable_barricade:\n", reason)


@pytest.mark.parametrize(
    ("version", "old", "new"), [("2024-11", "{Range: 8}", "{Range: 6}"), ("2025-09", "{Range: 6}", "{Range: 8}")]
)
def test_grenades_are_those_of_the_book(version: str, old: str, new: str) -> None:
    frag = (
        f"      {version}:\n        - {{id: frag, name: Frag grenade, type: ranged, atk: 4, hit: 4, "
        f"dmg: [2, 4], rules: [{old}"
    )
    text = changed(GOOD, (frag, frag.replace(old, new)))
    refused(
        text, frag.replace(old, new), f"the frag grenade of {version} is not that of the book (KT-EQ-21, KT-VER-08)"
    )


# -- complete packs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rules: [Severe]}", "rules: []}", None),
        ("{intercept: {within: 2}}", "{cp: {by: 1}}", "every effect; missing: intercept"),
        (
            "{allow: {what: extra_fight}}",
            "{allow: {what: carry_two}}",
            "every meaning of ignore, allow or forbid; missing: extra_fight",
        ),
        ("rules: [{Range: 8}, Saturate, {Torrent: 2}]", "rules: [{Range: 8}, Saturate]", None),
    ],
)
def test_a_complete_pack_shows_everything(old: str, new: str, reason: str | None) -> None:
    text = changed(GOOD, (old, new))
    if reason is None:
        # Others have the rule too.
        PACKS.parse(text)
    else:
        refused(text, "  complete: true", reason)
        PACKS.parse(changed(text, ("  complete: true", "  complete: false")))


def test_a_complete_pack_has_every_weapon_rule() -> None:
    text = GOOD.replace("{Devastating area: {x: 2, within: 1}}, ", "").replace(
        "{Devastating area: {x: 1, within: 2}}, ", ""
    )
    refused(text, "  complete: true", "a complete pack shows every weapon rule; missing: Devastating area")


def test_a_complete_pack_has_a_support_ability() -> None:
    refused(
        GOOD.replace("keyword: SUPPORT, ", ""),
        "teams:\n  - id: cinder-vigil",
        "a complete pack has a SUPPORT ability (KT-EQ-03)",
    )


def test_a_complete_pack_has_every_archetype() -> None:
    text = changed(
        GOOD,
        ("archetypes: [Infiltration, Recon]", "archetypes: [Security, Recon]"),
        ("archetypes: [Seek & Destroy, Infiltration]", "archetypes: [Seek & Destroy, Recon]"),
    )
    text = re.sub(r"quick_start:.*\n(?:  - .*\n)+", "", text)
    refused(text, "  complete: true", "a complete pack shows every archetype; missing: Infiltration")


@pytest.mark.parametrize(
    ("start", "end", "key", "reason"),
    [
        ("  - id: veilrunners\n", "  - id: ironroot-menagerie\n", "teams", "every effect; missing: conceal_from"),
        ("  - id: derelict-spine\n", None, "killzones", "every kind of killzone; missing: gallowdark"),
        (
            "  - id: strip-the-stores\n",
            "  - id: break-their-pumps\n",
            "crit_ops",
            "a complete pack has at least 6 crit ops, not 4",
        ),
        ("  - id: clean-house\n", "  - id: lost-cargo\n", "tac_ops", "a complete pack has at least 8 tac ops, not 5"),
        (
            "  - id: past-their-line\n",
            "  - id: clean-house\n",
            "tac_ops",
            "at least two tac ops of Seek & Destroy, not 1",
        ),
    ],
)
def test_a_complete_pack_has_enough_of_everything(start: str, end: str | None, key: str, reason: str) -> None:
    text = re.sub(r"quick_start:.*\n(?:  - .*\n)+", "", GOOD)
    first = text.index(start)
    text = text[:first] + (text[text.index(end) :] if end is not None else "")
    if key == "teams":
        # Grapple lines and the smoke of the reed go with the team.
        text = changed(text, ("  grapple: {climb_reach: 4}\n", ""))
        text = re.sub(r"  (?:smoke|caltrops): \{(?:like|setup).*\n", "", text)
        reason = "missing:"
    with pytest.raises(PackError, match=reason):
        PACKS.parse(text)


def test_a_complete_pack_has_teams_of_eight_to_ten_types() -> None:
    text = GOOD
    for name in ("sl-standard", "sl-eeler", "sl-wildfowler"):
        text = re.sub(rf"      - {{id: {name}, (?:.|\n)*?\n(?=      - {{id: |    strategy)", "", text)
    text = text.replace(", sl-eeler: 2", "").replace("sl-conscript: 10", "sl-conscript: 12")
    text = re.sub(r"sl-(?:standard|eeler|wildfowler), ", "", text)
    text = changed(
        text, ("default_roster: [sl-reeve, ", "default_roster: [sl-reeve, sl-conscript, sl-conscript, sl-conscript, ")
    )
    with pytest.raises(PackError, match="a team of a complete pack has 8 to 10 operative types, not 7"):
        PACKS.parse(text)
