"""Damage: wounds, injury, incapacitation, removal."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.refusals import total
from fireteam.games.killteam import arena
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.shooting.sequence import Target, shoot
from fireteam.games.killteam.state import KILLZONE, NOBODY, REMOVED, Effect
from fireteam.games.killteam.stats import apl, hit_parts, injured, move_parts, save_parts, wounded
from fireteam.games.killteam.table import Table


def laid(wounds: int, left: int, **given: Any) -> Table:
    """One operative with so many wounds left."""
    card = arena.card("one", arena.weapon(4, 3, 3, 4), wounds=wounds, move=given.pop("move", 6))
    return arena.table_over(*arena.position([card], (0,), operatives={0: {"wounds": left, **given}}))


@pytest.mark.rule("KT-DMG-01")
def test_damage_lowers_wounds() -> None:
    t = laid(14, 14)
    t.hurt(0, 5, "KT-DMG-01")
    assert t.operative(0).wounds == 9


@pytest.mark.rule("KT-DMG-02", "KT-DMG-06")
def test_no_wounds_left_is_incapacitated_and_damage_beyond_has_no_effect() -> None:
    t = laid(14, 3)
    t.hurt(0, 4, "KT-DMG-01")
    assert t.operative(0).incapacitated and t.operative(0).wounds == 0
    assert t.operative(0).status == KILLZONE, "incapacitated and removed are two moments"
    kills = t.state.kills
    t.hurt(0, 4, "KT-DMG-01")
    assert t.operative(0).wounds == 0 and t.state.kills == kills
    assert list(remove_casualties(t)) == []
    assert t.operative(0).status == REMOVED


@pytest.mark.rule("KT-DMG-03")
def test_wounded_is_less_than_whole() -> None:
    t = laid(14, 13)
    assert wounded(t, 0) and not injured(t, 0)
    assert not wounded(laid(14, 14), 0)


@pytest.mark.rule("KT-DMG-04")
@pytest.mark.parametrize(
    ("wounds", "left", "found"),
    [(14, 7, False), (14, 6, True), (7, 4, False), (7, 3, True), (8, 4, False), (8, 3, True)],
)
def test_injured_is_less_than_half(wounds: int, left: int, found: bool) -> None:
    assert injured(laid(wounds, left), 0) is found


@pytest.mark.rule("KT-DMG-05")
def test_injury_slows_and_spoils_the_aim_until_it_is_healed() -> None:
    t = laid(14, 6)
    weapon = t.card(0).weapons[0]
    assert (total(move_parts(t, 0)), total(hit_parts(t, 0, weapon))) == (4, 4)
    assert total(move_parts(laid(14, 6, move=5), 0)) == 4, "not below 4"
    assert total(move_parts(laid(14, 6, move=4), 0)) == 4
    assert total(move_parts(laid(14, 6, move=7), 0)) == 5
    t.heal(0, 1, "KT-DMG-05")
    assert (total(move_parts(t, 0)), total(hit_parts(t, 0, weapon))) == (6, 3)
    t.heal(0, 20, "KT-DMG-05")
    assert t.operative(0).wounds == 14, "never more than it started with"


@pytest.mark.rule("KT-BASE-19")
def test_changes_of_different_sources_add_up_and_are_told_as_reasons() -> None:
    better = (
        Effect("aim", "hit", 1, "turning point", "a ploy"),
        Effect("smoke", "hit", -1, "turning point", "another"),
    )
    t = laid(14, 6, effects=(*better, Effect("shield", "save", 1, "battle", "equipment")))
    parts = hit_parts(t, 0, t.card(0).weapons[0])
    assert [(part.amount, part.reason) for part in parts] == [
        (3, "HIT of weapon"),
        (1, "injured"),
        (-1, "aim"),
        (1, "smoke"),
    ]
    assert total(save_parts(t, 0)) == 3
    spared = laid(
        14,
        6,
        effects=(Effect("injured_hit", "ignore", 0, "battle", "x"), Effect("injured_move", "ignore", 0, "battle", "x")),
    )
    assert total(hit_parts(spared, 0, spared.card(0).weapons[0])) == 3
    assert total(move_parts(spared, 0)) == 6


@pytest.mark.rule("KT-ACT-04")
def test_apl_changes_by_one_at_most() -> None:
    def under(*amounts: int) -> int:
        effects = tuple(
            Effect(f"effect {number}", "apl", amount, "battle", "x") for number, amount in enumerate(amounts)
        )
        return apl(laid(10, 10, effects=effects), 0)

    assert (under(), under(-1), under(-1, -1), under(1, 1, -1), under(1, 1)) == (2, 1, 1, 3, 3)


@pytest.mark.rule("KT-DMG-06", "KT-SHOOT-26")
def test_an_incapacitated_primary_target_stays_during_the_action() -> None:
    cards = [arena.card("shooter", arena.weapon(1, 3, 3, 4, "Blast 2")), arena.card("one", wounds=3), arena.card("two")]
    t = arena.table_over(*arena.position(cards, (0, 1, 1)))
    shoot(t, 0, "weapon", [Target(1), Target(2)])
    match = arena.match_over(t, None)
    for faces in ([3], [1, 1, 1]):
        match.answer(faces)
    assert match.decision.topic == "attack dice of shooter", "the second target's turn"
    assert match.state.operatives[1].incapacitated and match.state.operatives[1].status == KILLZONE
    for faces in ([1], [1, 1, 1]):
        match.answer(faces)
    assert match.over and match.state.operatives[1].status == REMOVED


def test_a_table_leaves_what_others_look_at_alone() -> None:
    setting, state = arena.position([arena.card("one", wounds=10)], (0,), cp=(1, 1))
    t = setting.table(state, False)
    branch = t.branch()
    branch.hurt(0, 3, "KT-DMG-01")
    branch.spend_cp(0, 1, "KT-PLOY-05")
    second = branch.branch()
    second.hurt(0, 2, "KT-DMG-01")
    kept = second.snapshot()
    second.hurt(0, 1, "KT-DMG-01")
    wounds = [found.operatives[0].wounds for found in (state, t.state, branch.state, kept, second.state)]
    assert wounds == [10, 10, 7, 5, 4]
    assert (state.cp, t.state.cp, branch.state.cp) == ((1, 1), (1, 1), (0, 1))


def test_a_branch_counts_what_was_written_since_the_same_beginning() -> None:
    setting, state = arena.position([arena.card("one", wounds=10), arena.card("two", wounds=10)], (0, 1))

    def table(*hurts: tuple[int, int]) -> Table:
        t = setting.table(state, False)
        for who, points in hurts:
            t.hurt(who, points, "KT-DMG-01")
            t = t.branch()
        return t

    assert table((0, 1), (1, 2), (0, 1)).key() == table((0, 2), (1, 2)).key()
    assert table((0, 1)).key() != table((1, 1)).key()
    assert table((0, 1)).key() != table().key()


def test_a_whole_state_survives_its_dump() -> None:
    effect = Effect("stun", "apl", -1, "next activation", "KT-WR-26")
    setting, state = arena.position(
        [arena.card("one")], (0,), cp=(2, 3), vp=(("kill", 0, 2),), scored=(("K1", 0, 1, 2),), ploys=(("aim", 1),),
        standing=((0, effect),), selections=((0, "tac op", "TAC-SE1"),), revealed=((0, "tac op"),),
        kills=((NOBODY, 0, 2),), hatches=frozenset({"h2", "h1"}),
        operatives={0: {"effects": (effect,), "uses": (("weapon", 1),), "actions": ("DASH",), "tags": ("champion",)}},
    )  # fmt: skip
    again = setting.load_state(state.dump())
    assert again.dump() == state.dump()
    assert again.key() == state.key()
    assert again.operatives[0].key() == state.operatives[0].key()
    with pytest.raises(ValueError, match="no frame"):
        setting.load_state({**state.dump(), "agenda": [{"kind": "chess"}]})
    with pytest.raises(ValueError, match=r"state\.operatives\[1\]\.index is 0: it stands at 1"):
        setting.load_state({**state.dump(), "operatives": [state.operatives[0].dump()] * 2})


def test_given_dice_are_used_up() -> None:
    dice = Given([6, 1, 1, 1, 1, 1, 1])
    assert arena.shot(arena.card("one", arena.weapon(4, 3, 3, 4)), arena.card("two"), dice).over
    assert dice.unused == 0
