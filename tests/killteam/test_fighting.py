"""The fighting sequence with given dice: weapons, assists, re-rolls in turn, strikes and blocks."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.dice import Pool, Side
from fireteam.games.killteam.fighting.sequence import WAYS, Fight, Opponent, dice_of, die_options, fight, may_resolve
from fireteam.games.killteam.state import KILLZONE, NOBODY, REMOVED, Marker, State


def duel(
    dice: list[int], *answers: str, rules: str = "", vs_rules: str = "", atk: int = 3, vs_atk: int = 3, hit: int = 3,
    vs_hit: int = 3,
    wounds: tuple[int, int] = (12, 12), damage: tuple[int, int] = (3, 4), against: Opponent | None = None, **given: Any,
) -> Match:  # fmt: skip
    """A fight of two operatives with DMG 3/4, answered as far as said."""
    match = arena.duel(
        arena.card("fighter", arena.weapon(atk, hit, *damage, rules, ranged=False), wounds=wounds[0]),
        arena.card("enemy", arena.weapon(vs_atk, vs_hit, 3, 4, vs_rules, ranged=False), wounds=wounds[1]),
        Given(dice),
        against=against,
        **given,
    )
    return play(match, *answers)


def play(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.answer(answer)
    return match


def left(match: Match) -> tuple[int, int]:
    state: State = match.state
    return state.operatives[0].wounds, state.operatives[1].wounds


def retained(match: Match) -> list[tuple[int, int]]:
    return [(event.params["normals"], event.params["criticals"]) for event in match.log if event.code == "retained"]


@pytest.mark.rule("KT-FIGHT-02")
def test_the_attacker_picks_one_of_the_enemies_in_control_range() -> None:
    cards = [arena.card(name, arena.weapon(1, 3, 3, 4, ranged=False)) for name in ("fighter", "one", "two")]
    t = arena.table_over(*arena.position(cards, (0, 1, 1)))
    fight(t, 0, [Opponent(1), Opponent(2)])
    match = arena.match_over(t, Given([3, 1]))
    assert (match.decision.seat, match.decision.keys()) == (0, ["fight one", "fight two"])
    play(match, "fight two", "strike with a normal")
    assert match.over and [operative.wounds for operative in match.state.operatives] == [12, 12, 9]


@pytest.mark.rule("KT-FIGHT-03")
def test_who_cannot_retaliate_has_no_dice() -> None:
    match = duel([3, 3, 3], against=Opponent(1, retaliates=False))
    play(match, *["strike with a normal"] * 3)
    assert match.over and left(match) == (12, 3)


@pytest.mark.rule("KT-FIGHT-04")
def test_both_select_a_melee_weapon_the_attacker_first() -> None:
    blades = [
        arena.weapon(5, 3, 3, 4, ranged=False, name="blade"),
        arena.weapon(4, 3, 5, 6, ranged=False, name="hammer"),
        arena.weapon(4, 3, 3, 4),
    ]
    match = arena.duel(
        arena.card("fighter", *blades),
        arena.card("enemy", *blades[1:], arena.weapon(3, 3, 1, 2, ranged=False, name="fist")),
        None,
    )
    assert (match.decision.seat, match.decision.keys()) == (0, ["use blade", "use hammer"]), "no ranged weapon"
    match.answer("use blade")
    assert (match.decision.seat, match.decision.keys()) == (1, ["use hammer", "use fist"])
    match.answer("use fist")
    assert match.decision.count == 5
    match.answer([1] * 5)
    assert match.decision.count == 3


@pytest.mark.rule("KT-FIGHT-04")
def test_without_a_melee_weapon_no_dice_are_collected() -> None:
    match = arena.duel(
        arena.card("fighter", arena.weapon(1, 3, 3, 4, ranged=False)),
        arena.card("enemy", arena.weapon(4, 3, 3, 4)),
        Given([3]),
    )
    play(match, "strike with a normal")
    assert match.over and left(match) == (12, 9)


@pytest.mark.rule("KT-FIGHT-05")
def test_both_roll_against_their_own_hit() -> None:
    match = duel([6, 3, 2, 6, 4, 3], vs_hit=4)
    assert retained(match) == [(1, 1), (1, 1)]


@pytest.mark.rule("KT-FIGHT-06")
def test_each_assist_improves_hit_for_either_side() -> None:
    assert retained(duel([2, 3, 4, 1, 1, 1], hit=4, against=Opponent(1, assists=2))) == [(3, 0), (0, 0)]
    assert retained(duel([3, 3, 4, 2, 3, 4], hit=4, vs_hit=4, against=Opponent(1, vs_assists=1))) == [(1, 0), (2, 0)]


@pytest.mark.rule("KT-BASE-19", "KT-DMG-05")
def test_injury_and_assists_add_up() -> None:
    match = duel([2, 1, 1, 1, 1, 1], against=Opponent(1, assists=2), operatives={0: {"wounds": 5}})
    assert retained(match)[0] == (1, 0), "3+ injured with two assists is 2+"
    worst = duel([5, 6, 5, 1, 1, 1], hit=6, operatives={0: {"wounds": 5}})
    assert retained(worst)[0] == (0, 1), "7+: a 6 is still a critical"


@pytest.mark.rule("KT-FIGHT-08")
def test_players_take_turns_beginning_with_the_attacker() -> None:
    match = duel([3, 3, 1, 3, 3, 1])
    seats = []
    while not match.over:
        seats.append(match.decision.seat)
        match.answer("strike with a normal")
    assert seats == [0, 1, 0, 1]


@pytest.mark.rule("KT-FIGHT-09")
def test_who_has_dice_left_resolves_them_all() -> None:
    match = duel([3, 1, 1, 3, 3, 3])
    seats = []
    while not match.over:
        seats.append(match.decision.seat)
        match.answer("strike with a normal")
    assert seats == [0, 1, 1, 1]
    assert left(match) == (3, 9)
    first = duel([1, 1, 1, 3, 1, 1])
    assert first.decision.seat == 1, "an attacker without dice does not hold up the defender"


@pytest.mark.rule("KT-FIGHT-10")
def test_the_fight_stops_when_somebody_is_incapacitated() -> None:
    match = duel([6, 6, 1, 6, 6, 6], "strike with a critical", wounds=(12, 4))
    assert match.over and left(match) == (12, 0)


@pytest.mark.rule("KT-FIGHT-11")
def test_a_strike_inflicts_damage_at_once() -> None:
    match = duel([6, 3, 1, 3, 1, 1], "strike with a critical", damage=(4, 5))
    assert left(match) == (12, 7)
    assert match.decision.seat == 1


@pytest.mark.rule("KT-FIGHT-12")
def test_what_blocks_what() -> None:
    match = duel([3, 3, 1, 6, 1, 1])
    assert match.decision.keys() == ["strike with a normal", "block nothing with a normal"], (
        "a normal cannot cancel a critical"
    )
    refusal = match.why_not("block a critical with a normal")
    assert refusal is not None and refusal.decisive.rule == "KT-FIGHT-12"
    both = duel([6, 3, 1, 6, 3, 1])
    assert both.decision.keys() == [
        "strike with a critical", "block a critical with a critical", "block a normal with a critical",
        "block nothing with a critical", "strike with a normal", "block a normal with a normal",
        "block nothing with a normal",
    ]  # fmt: skip
    play(both, "block a critical with a critical")
    assert both.decision.keys() == [
        "strike with a normal", "block a normal with a normal", "block nothing with a normal",
    ]  # fmt: skip
    play(both, "block a normal with a normal")
    assert both.over and left(both) == (12, 12)


@pytest.mark.rule("KT-FIGHT-13")
def test_a_die_may_be_wasted_whether_or_not_there_is_something_to_block() -> None:
    match = duel([3, 1, 1, 1, 1, 1], wounds=(12, 1))
    assert match.decision.keys() == ["strike with a normal", "block nothing with a normal"]
    play(match, "block nothing with a normal")
    assert match.over and left(match) == (12, 1)
    useful = duel([6, 1, 1, 3, 1, 1])
    assert "block nothing with a critical" in list(useful.decision.keys())


@pytest.mark.rule("KT-FIGHT-14")
def test_nobody_may_pass_with_a_die_left() -> None:
    match = duel([3, 6, 1, 3, 6, 1])
    assert all(option.kind.startswith(("strike", "block")) for option in match.decision.options)


@pytest.mark.rule("KT-FIGHT-12", "KT-FIGHT-13", "KT-FIGHT-14")
def test_the_list_is_what_the_predicate_allows() -> None:
    side, brutal = Side(0, 0, "w", 3, 3, 3, 4, ()), Side(1, 1, "w", 3, 3, 3, 4, ("Brutal",))
    for number in range(64):
        mine, theirs = Pool(side), Pool(brutal if number & 32 else side)
        mine.normals, mine.criticals, theirs.normals, theirs.criticals = (
            number & 1,
            number >> 1 & 1,
            number >> 2 & 1,
            number >> 3 & 1,
        )
        found = dice_of(mine, theirs)
        assert list(die_options(found)) == [way for way in WAYS if may_resolve(found, way, [])]
        assert bool(die_options(found)) == bool(mine.successes), "who has a die can resolve it, who has none cannot"


@pytest.mark.rule("KT-FIGHT-15")
def test_the_loser_puts_down_its_marker_then_leaves() -> None:
    marker = Marker("flag", "mission", NOBODY, 0, 0, 0, 1, "", ())
    match = duel(
        [6, 1, 1, 1, 1, 1],
        wounds=(12, 3),
        markers={"flag": marker},
        operatives={1: {"carries": ("flag",), "x": 500, "y": 300}},
    )
    assert match.state.operatives[1].status == KILLZONE
    play(match, "strike with a critical", "at 5.50,3.00")
    assert match.state.operatives[1].status == REMOVED
    assert match.state.operatives[1].carries == ()
    assert match.state.markers["flag"] == marker._replace(carrier=NOBODY, x=550, y=300)
    codes = [event.code for event in match.log]
    assert codes.index("incapacitated") < codes.index("put_down") < codes.index("removed")


@pytest.mark.rule("KT-BASE-11")
def test_re_rolls_of_both_alternate_beginning_with_initiative() -> None:
    match = duel([1, 1, 1, 2, 2, 2, 5], rules="Balanced", vs_rules="Balanced", initiative=1)
    assert match.decision.seat == 1
    play(match, "keep the dice")
    assert match.decision.seat == 0
    ended = play(match.fork(Given([])), "keep the dice")
    assert ended.over, "two passes in a row close the window"
    play(match, "re-roll 1 by Balanced")
    assert match.decision.seat == 1, "pass, re-roll: the first may still re-roll"
    play(match, "keep the dice")
    assert match.decision.topic == "die of fighter", "the attacker has nothing to re-roll with any more"


@pytest.mark.rule("KT-BASE-11")
def test_who_cannot_re_roll_passes_without_being_asked() -> None:
    match = duel([1, 2, 3, 1, 1, 1, 4, 4], rules="Relentless", initiative=1)
    for seat_key in ("re-roll 1 by Relentless", "re-roll 2 by Relentless", "keep the dice"):
        assert match.decision.seat == 0
        match.answer(seat_key)
    assert match.decision.topic == "die of fighter"


@pytest.mark.rule("KT-PLOY-05")
def test_both_fighters_may_spend_command_points() -> None:
    match = duel([1, 1, 1, 1, 1, 1, 6, 6], cp=(1, 1))
    play(match, "re-roll 1 by Command Re-roll", "re-roll 1 by Command Re-roll")
    assert match.state.cp == (0, 0)
    assert retained(match) == [(0, 1), (0, 1)]


@pytest.mark.rule("KT-SHOOT-12")
def test_the_rules_for_retained_dice_hold_in_fights() -> None:
    match = duel(
        [6, 3, 1, 4, 4, 2],
        "seat 0 first",
        "rescue a fail",
        "raise a normal",
        "change a rolled normal",
        rules="Rending, Punishing",
        vs_rules="Severe",
    )
    assert retained(match) == [(1, 2), (1, 1)]
    kept = duel([6, 3, 1, 1, 1], "keep 1 unrolled", rules="Accurate 1")
    assert retained(kept) == [(2, 1), (0, 0)]


@pytest.mark.rule("KT-FIGHT-05", "KT-WR-12")
def test_weapon_rules_gained_for_the_fight_count() -> None:
    match = duel([5, 3, 1, 5, 3, 1], against=Opponent(1, vs_rules=("Lethal 5+",)))
    assert retained(match) == [(2, 0), (1, 1)]


@pytest.mark.rule("KT-WR-11", "KT-WR-13")
def test_melee_weapons_may_be_hot_and_limited() -> None:
    match = duel([1, 1, 1, 1, 1, 1, 2], rules="Hot, Limited 1")
    assert match.over and left(match) == (8, 12)
    assert match.state.operatives[0].uses == (("weapon", 1),)


def test_a_fight_is_saved_in_its_record() -> None:
    match = duel([6, 3, 1, 6, 3, 2, 5], rules="Balanced, Shock", against=Opponent(1, 1, 0, True, (0,), (1,), ("Stun",)))
    for answer in ("re-roll 3 by Balanced", "strike with a critical", "strike with a critical"):
        state: State = match.state
        again: State = match.setting.load_state(state.dump())
        assert again.dump() == state.dump()
        assert isinstance(again.agenda[-1], Fight)
        assert again.agenda[-1].key() == state.agenda[-1].key()
        match.answer(answer)


def test_play_is_the_same_wherever_checkpoints_fall() -> None:
    found = []
    for limit in (1, 3, 100):
        card = arena.card("fighter", arena.weapon(4, 3, 3, 4, "Balanced", ranged=False))
        t = arena.table_over(*arena.position([card, card._replace(id="enemy")], (0, 1)))
        fight(t, 0, [Opponent(1)])
        match = arena.match_over(t, Given([6, 3, 1, 1, 6, 3, 3, 1, 6, 2]), checkpoints=limit)
        while not match.over:
            match.answer(match.decision.options[-1])
        found.append((match.state.dump(), match.told))
    assert found[0] == found[1] == found[2]


def test_every_event_option_and_question_has_words() -> None:
    for rules in ("Shock, Balanced, Hot", "Severe, Punishing, Stun", "Accurate 1, Rending, Devastating 1"):
        for last in (0, -1):
            match = duel([6, 3, 1, 4, 3, 2, 5, 5, 5, 5], rules=rules, vs_rules="Brutal", wounds=(6, 6))
            while not match.over:
                assert match.setting.ask(match.table, match.decision)
                for option in match.decision.options:
                    assert match.describe(option)
                match.answer(match.decision.options[last])
            assert all(match.told)
