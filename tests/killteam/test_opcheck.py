"""Each way to break the ops of a Kill Team pack is refused with the file, the line and the reason."""

from __future__ import annotations

import pytest

from tests.killteam.packtext import GOOD, changed, refused


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        (
            "    8: [2, 3, 5, 6, 8]\n",
            "    8: [2, 3, 4, 6, 8]\n",
            None,
            "the grades against 8 operatives are [2, 3, 5, 6, 8], not [2, 3, 4, 6, 8]",
        ),
        ("    8: [2, 3, 5, 6, 8]\n", "", "  table: ", "the kill op has no grades against 8 operatives"),
        ("    8: [2, 3, 5, 6, 8]\n", "    8: [2, 3, 5, 6]\n", None, "kill_op.table[8]"),
        (
            "  - id: strip-the-stores\n",
            "  - id: plant-the-seals # again\n",
            None,
            "op id 'plant-the-seals' is given twice",
        ),
        ("  - id: own-the-middle\n", "  - id: loose-papers # again\n", None, "op id 'loose-papers' is given twice"),
        (
            "archetype: Infiltration\n    name: Eyes On",
            "archetype: Spying\n    name: Eyes On",
            None,
            "tac_ops[7].archetype: ",
        ),
        ("{untag_others: sealed}", "{untag_others: seeled}", None, "unknown tag 'seeled'"),
        (
            "{action: strip, tp: this, side: me}",
            "{action: strip, order: engage}",
            None,
            "actions cannot be filtered by order",
        ),
        (
            "{kind: strategic_feature, territory: enemy, controlled_by: me}",
            "{kind: strategic_feature, carried_by: me}",
            None,
            "markers cannot be filtered by carried_by; known: kind, territory, controlled_by",
        ),
        ("{id: strip, ap: 1,", "{id: strip, ap: 3,", None, "crit_ops[1].actions[0].ap: "),
        (
            "{id: strip, ap: 1, target: objective,",
            "{id: strip, ap: 1, target: ground,",
            None,
            "crit_ops[1].actions[0].target: it should be 'objective'",
        ),
        (
            "target: objective, if: [controls, in_enemy_territory]",
            "target: objective, if: [controls, in_the_sky]",
            None,
            "crit_ops[6].actions[0].if[1]: ",
        ),
        (
            "[{add_point: 1}, {make_portable: true}], once: per_objective_per_tp",
            "[{add_point: 1}, {make_heavy: true}]",
            None,
            "unknown key 'make_heavy'",
        ),
        (
            "[{add_point: 1}, {make_portable: true}], once: per_objective_per_tp",
            "[{add_point: 1}], once: per_year",
            None,
            "actions[0].once: it should be 'per_tp'",
        ),
        ("once: per_tp, needs_tag: surging}", "once: per_tp, needs_tag: surgng}", None, "unknown tag 'surgng'"),
        (
            "if: [within_inches], do: [{tag: tracked}], within: 6,",
            "if: [within_inches], do: [{tag: tracked}],",
            None,
            "within_inches goes with the key within",
        ),
        ("inches: {own_drop_zone: 4, same_kind: 6}, ", "", "{id: set-beacon,", "go with the key inches"),
        (
            "if: {any: [{measure: objectives, filter: {tag: was_enemy_controlled",
            "if: {all: [], any: [{measure: objectives, filter: {tag: was_enemy_controlled",
            None,
            "scoring[0].if",
        ),
        ("killer_tag: champion", "killer_tag: hero", None, "unknown tag 'hero'"),
        (
            "{action: tap, tp: this, side: me}",
            "{action: tapp, tp: this, side: me}",
            None,
            "unknown action 'tapp'; known: tap; did you mean 'tap'?",
        ),
        (
            "{kind: crate, tag: was_carried_by_me",
            "{kind: crates, tag: was_carried_by_me",
            None,
            "unknown marker 'crates'",
        ),
        (
            "where: [on_centreline, within_2_of_own_territory_edge, beyond_6_of_own_territory]",
            "where: [on_centreline, where_the_victim_stood]",
            None,
            "where_the_victim_stood: that is no place for a player to pick",
        ),
        (
            "wholly_within: {inches: 6, of: own_drop_zone}",
            "wholly_within: {inches: 6, of: home}",
            None,
            "wholly_within.of: it should be 'centre'",
        ),
        (
            "- {id: S1, when: on_action, tps: [2, 3, 4], if: {measure: actions, filter: {action: observe",
            "- {id: S2, when: on_action, tps: [2, 3, 4], if: {measure: actions, filter: {action: observe",
            "{side: me, tag: observer_this_tp, order: conceal}",
            "scoring 'S2' is given twice",
        ),
        (
            "- {id: S2, when: end_of_tp, tps: [4], if:",
            "- {id: S2, when: end_of_tp, if:",
            None,
            "names tps, and not the first",
        ),
        (
            "- {id: S2, when: end_of_tp, tps: [4], if:",
            "- {id: S2, when: end_of_tp, tps: [1, 4], if:",
            None,
            "names tps, and not the first",
        ),
        (
            "- {id: S2, when: end_of_tp, tps: [4], if:",
            "- {id: S2, when: at_dawn, tps: [4], if:",
            None,
            "when: it should be 'end_of_tp'",
        ),
        (
            "vp: {sum: points_on_controlled_objectives}",
            "vp: 1",
            "scoring:\n      - {id: S1, when: end_of_battle, if: {measure: objectives, filter: {controlled_by: me}",
            "op 'loose-papers' can give 1 VP only; six must be possible (KT-OPS-16)",
        ),
    ],
)
def test_broken_ops(old: str, new: str, marker: str | None, reason: str) -> None:
    refused(changed(GOOD, (old, new)), marker or new, reason)


TRACKED = 'if: {measure: operatives, filter: {side: enemy, tag: tracked}, cmp: ">=", value: 1}, vp: 1}'


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('">="', '"=>"', "if.cmp: it should be '>='"),
        ("tag: tracked", "tag: trackd", "unknown tag 'trackd'"),
        ("measure: operatives", "measure: people", "if.measure: it should be 'objectives'"),
        ("side: enemy", "side: them", "if.filter.side: it should be 'me' or 'enemy'"),
        ("side: enemy", "team: enemy", "unknown key 'team' in tac_ops[6].scoring[1].if.filter; allowed: side"),
        (", value: 1", "", "a measure needs cmp, and either value or than"),
        (", value: 1", ", value: 1, than: {measure: apl}", "a measure needs cmp, and either value or than"),
        (
            ", value: 1",
            ", value: 1, all: [{measure: apl, cmp: '>', value: 1}]",
            "a condition has a measure, or exactly one of all and any",
        ),
        ("measure: operatives, ", "", "a condition has a measure, or exactly one of all and any"),
        ("vp: 1", "vp: 3", "scoring[1].vp"),
        ("vp: 1", "vp: {per: such_crates}", "per and value go together"),
        (
            "vp: 1",
            "vp: {sum: such_crates, by_order: [1]}",
            "vp is a number, or has exactly one of sum, per and by_order",
        ),
        (
            "vp: 1",
            "vp: {per: such_crates, value: 2}",
            "2 VP for each of such crates does not go with a condition that counts operatives of the enemy tracked",
        ),
        ("vp: 1", "vp: {by_order: [1, 2, 1]}", "1, 2, 1 VP in turn does not go with a condition that counts"),
        ("vp: 1", "vp: {sum: points_of_view}", "vp.sum: it should be 'kill_grade_gained'"),
    ],
)
def test_broken_scoring(old: str, new: str, reason: str) -> None:
    broken = changed(TRACKED, (old, new))
    refused(changed(GOOD, (TRACKED, broken)), broken, reason)


QUICK = (
    "{id: quick-1, killzone: shellmarket, crit_op: plant-the-seals, teams: [cinder-vigil, saltmarsh-levy], "
    "tac_ops: [clean-house, proof-of-the-deed], primary: [crit, tac]}"
)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("shellmarket", "shelmarket", "unknown killzone 'shelmarket'"),
        ("plant-the-seals", "plant-the-seal", "unknown crit op 'plant-the-seal'"),
        ("saltmarsh-levy", "saltmarsh", "unknown team 'saltmarsh'"),
        ("clean-house", "clean-home", "unknown tac op 'clean-home'"),
        ("clean-house", "eyes-on", "cinder-vigil may not take eyes-on, which is Infiltration (KT-OPS-05)"),
        ("[crit, tac]", "[crit, tactics]", "quick_start[0].primary[1]: it should be 'crit', 'kill' or 'tac'"),
        ("quick-1", "quick-2", "game 'quick-2' is given twice"),
    ],
)
def test_broken_quick_starts(old: str, new: str, reason: str) -> None:
    entry = changed(QUICK, (old, new))
    refused(
        changed(GOOD, (QUICK, entry)), "{id: quick-2, killzone: quenchworks" if "twice" in reason else entry, reason
    )


def test_actions_of_an_op_have_ids_of_their_own() -> None:
    tap = "      - {id: tap, ap: 1, target: objective, if: [controls], do: [{tag: tapped_this_tp}]"
    text = changed(GOOD, (tap, tap.replace("tap, ap: 1", "tap, ap: 2") + "}\n" + tap))
    refused(text, tap, "action 'tap' is given twice")
