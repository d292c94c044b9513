"""Counsel for bots: what it weighs, that it keeps to what a seat may know, and that its advice is legal and quick to
follow."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fireteam
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat, seat_answers
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.games.killteam import arena
from fireteam.games.killteam.bot import attack_odds, values
from fireteam.games.killteam.bot.advice import counsel
from fireteam.games.killteam.bot.plans import Schemer
from fireteam.games.killteam.bot.setup import hidden, posts
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.odds import Shot
from fireteam.games.killteam.state import CONCEAL, ENGAGE, EXPENDED, READY
from fireteam.games.killteam.zone import bare_zone
from fireteam.kit.arena import match_at
from fireteam.space.plane.model import Body
from fireteam.space.plane.shots import CROSSED
from tests.space.plane.reference import features_of

GUN = arena.weapon(4, 3, 3, 4)


# -- prospects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["", "Lethal 5+", "Piercing 1", "Rending", "Balanced"])
@pytest.mark.parametrize("cover", [False, True])
def test_a_shot_promises_its_exact_odds(rules: str, cover: bool) -> None:
    """The mean damage and the chance to incapacitate are those of the sequence itself, for any number of wounds."""
    weapon = arena.weapon(4, 3, 3, 4, rules)
    for wounds in (3, 8, 13):
        promise = attack_odds.promised(weapon, 3, 4, wounds, cover, False)
        odds = Shot(4, 3, "3/4", 4, wounds, rules, cover=cover).odds()
        assert promise.kill == pytest.approx(float(odds.chance("incapacitated target")), abs=0.02)
        assert promise.damage == pytest.approx(float(odds.mean("damage target")), abs=0.15)


def test_rules_that_leave_the_dice_alone_are_no_new_odds() -> None:
    """Range, Silent and the like change nothing about the damage: the odds are worked out once."""
    assert (
        attack_odds.essential(arena.weapon(4, 3, 3, 4, "Silent, Seek, Lethal 5+").rules)
        == arena.weapon(4, 3, 3, 4, "Lethal 5+").rules
    )


def test_successes_are_read_off_exactly() -> None:
    """Two dice at 4+: a critical in 1 of 6, a normal in 2 of 6."""
    found = {(normals, criticals): chance for normals, criticals, chance in attack_odds.successes(2, 4, 150, ())}
    assert found[0, 2] == pytest.approx(1 / 36)
    assert found[2, 0] == pytest.approx(4 / 36)
    assert found[1, 1] == pytest.approx(4 / 36)
    assert sum(found.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("blows", "returned", "wounds", "their_wounds", "result"),
    [
        ([4, 3], [3, 3], 10, 10, (7, 6)),
        ([4, 3], [3, 3], 10, 4, (4, 0)),
        ([4, 3], [5, 5], 5, 10, (4, 5)),
        ([], [3], 10, 10, (0, 3)),
    ],
)
def test_blows_are_traded_in_turn(
    blows: list[int], returned: list[int], wounds: int, their_wounds: int, result: tuple[int, int]
) -> None:
    """The attacker first, and nobody strikes after it is down."""
    assert attack_odds.exchanged(blows, returned, wounds, their_wounds) == result


# -- positions ---------------------------------------------------------------------------------------------------------


def face_to_face(gap: int, *, wounds: int = 12, order: int = ENGAGE, mine: Any = GUN, **enemy: Any) -> Match:
    """Two operatives on a bare board, so many hundredths apart; the first one is to be activated."""
    cards = [
        arena.card("mine", mine, arena.weapon(4, 3, 3, 4, ranged=False, name="blade")),
        arena.card("theirs", GUN, wounds=wounds),
    ]
    operatives = {
        0: {"x": 500, "y": 1000, "readiness": READY, "order": order},
        1: {"x": 500 + gap, "y": 1000, "readiness": EXPENDED, "order": ENGAGE, **enemy},
    }
    setting, state = arena.position(cards, (0, 1), operatives=operatives, phase="firefight", acting=0, turning_point=2)
    return match_at(setting, state, None)


def best(match: Match) -> str:
    """What counsel puts first."""
    advised = match.advice()
    assert advised
    return max(advised, key=lambda entry: entry[1])[0].key


def test_an_easy_kill_is_shot() -> None:
    """From where it stands or from a better place: before its activation ends."""
    match = face_to_face(1500, wounds=2)
    assert best(match) == "engage"
    match.answer("engage")
    done: list[str] = []
    while not done or done[-1] not in ("SHOOT", "end"):
        done.append(best(match))
        match.answer(done[-1])
    assert done[-1] == "SHOOT"


def test_who_cannot_shoot_hides() -> None:
    """With a weapon that does not reach, and more enemies in sight than can be harmed, Conceal is the better order."""
    match = face_to_face(2000, mine=arena.weapon(4, 3, 3, 4, "Range 4"), readiness=READY)
    assert best(match) == "conceal"


def test_a_wounded_target_is_worth_more_by_its_kill() -> None:
    """The same shot at somebody whom it fells is worth more than at somebody it scratches (KT-DMG-02)."""
    match = face_to_face(800)
    t = match.setting.table(match.state, False)
    each = values.shares(t)
    strong = values.blow_worth(t, 1, each[1], attack_odds.promised(GUN, 3, 4, 12, False, False))
    weak = values.blow_worth(t, 1, each[1], attack_odds.promised(GUN, 3, 4, 3, False, False))
    assert weak > strong > 0


@pytest.mark.rule("KT-SHOOT-05")
def test_danger_asks_who_can_be_shot() -> None:
    """In the open Conceal helps nobody; out of everybody's reach there is no danger."""
    near = face_to_face(900, readiness=READY)
    t = near.setting.table(near.state, False)
    each = values.shares(t)
    open_danger = values.danger(t, 0, each)
    t.set_order(0, CONCEAL, "KT-ORD-02")
    assert values.danger(t, 0, each) == pytest.approx(open_danger)
    assert open_danger > 0


def test_who_fights_rather_than_shoots_goes_for_the_enemy() -> None:
    """An enemy that a fight would fell is a place worth going to; not for those with a good gun."""
    club = arena.card("mine", arena.weapon(5, 2, 4, 6, ranged=False, name="club"))
    assert values.fighter(club)
    operatives = {0: {"x": 500, "y": 1000, "order": ENGAGE}, 1: {"x": 1700, "y": 1000, "order": ENGAGE}}
    setting, state = arena.position(
        [club, arena.card("theirs", GUN, wounds=6)], (0, 1), operatives=operatives, phase="firefight"
    )
    found = values.goals(setting.table(state, False), 0)
    assert [(goal.x, goal.y) for goal in found if goal.worth > 0.1] == [(1700, 1000)]
    assert not values.goals(setting.table(state, False), 1), "whoever has only a gun goes for nobody"


def test_plans_write_nothing() -> None:
    """Whatever is tried out is tried on tables of its own."""
    match = face_to_face(800)
    match.answer("engage")
    before = match.state.dump()
    Schemer(match.table, 0).ways(["SHOOT", "REPOSITION", "CHARGE"])
    assert match.state.dump() == before


# -- setting up --------------------------------------------------------------------------------------------------------


def test_a_place_is_hidden_from_all_along_the_enemy_front() -> None:
    """Shooters may stand 3 inches before their drop zone; behind a long wall nobody is in the open."""
    bare = bare_zone()
    shooters = posts(bare.drop_zones[1], bare.drop_zones[0])
    assert [(shooter.x, shooter.y) for shooter in shooters] == [
        (2100, 220),
        (2100, 660),
        (2100, 1100),
        (2100, 1540),
        (2100, 1980),
    ]
    body = Body(300, 1100, 0, 0.63, 140)
    assert hidden(bare.ground(frozenset(), (), frozenset()).board, body, shooters, CROSSED) == 0
    wall = typed("wall-1", "wall", ((400, 0), (420, 0), (420, 2200), (400, 2200)), 0, 300, frozenset({"Heavy"}))
    walled = bare_zone(features=features_of((wall,)))
    assert hidden(walled.ground(frozenset(), (), frozenset()).board, body, shooters, CROSSED) == 1


# -- secrets -----------------------------------------------------------------------------------------------------------


def in_battle(seed: int, answers: int) -> Match:
    """A battle of the bundled pack after so many answers of greedy bots, in its first turning points."""
    match = fireteam.new(
        "killteam", seed=seed, scenario="shellmarket", teams=("veilrunners", "ironroot-menagerie"), events=False
    )
    seats = [BotSeat(match, seat, random.Random(seat)) for seat in (0, 1)]
    for _ in range(answers):
        seat_answers(match, GreedyBot(), seats[match.decision.seat])
    return match


@pytest.fixture(scope="module")
def begun() -> Match:
    """The first activation of a battle."""
    match = in_battle(3, 30)
    seats = [BotSeat(match, seat, random.Random(seat)) for seat in (0, 1)]
    while match.decision.topic != "operative to activate":
        seat_answers(match, GreedyBot(), seats[match.decision.seat])
    return match


@pytest.mark.rule("KT-OPS-20")
def test_counsel_is_the_same_whatever_the_other_seat_keeps_secret(begun: Match) -> None:
    """The other seat's tac op and primary op are changed behind its back: nothing changes for the one that decides."""
    question = begun.decision
    assert isinstance(question, Choose)
    expected = [(option.key, worth) for option, worth in counsel(begun.table, question) or ()]
    other = 1 - question.seat
    for name in ("tagged", "past-their-line", "eyes-on", "beacon-line"):
        world = begun.table.branch()
        world.select(other, "tac_op", name)
        world.select(other, "primary", "kill")
        found = [(option.key, worth) for option, worth in counsel(world, question) or ()]
        assert found == expected


def test_every_option_has_its_worth(begun: Match) -> None:
    """Whom to activate is weighed for everybody who may be."""
    advised = begun.advice()
    assert advised is not None
    assert [option.key for option, _ in advised] == begun.decision.keys()


def test_the_default_team_is_taken() -> None:
    match = fireteam.new("killteam", seed=1, scenario="quenchworks")
    seats = [BotSeat(match, seat, random.Random(seat)) for seat in (0, 1)]
    taken = []
    while match.state.phase in ("setup", "drop_zones", "operatives", "equipment"):
        key = GreedyBot().choose(seats[match.decision.seat]).key
        taken.append(key)
        match.answer(key)
    assert taken.count("the default roster") == 2
    assert taken.count("the default equipment") == 2


def test_without_counsel_a_bot_looks_ahead() -> None:
    """Inside a fight the dice themselves are weighed by exact odds: the blow that fells is struck (KT-FIGHT-11)."""
    blade = arena.weapon(4, 3, 3, 4, ranged=False)
    match = arena.duel(
        arena.card("mine", blade, wounds=4),
        arena.card("theirs", blade, wounds=4),
        fireteam.Given([6, 5, 1, 1, 6, 5, 1, 1]),
        events=False,
    )
    while match.decision is not None and not match.decision.topic.startswith("die of"):
        match.answer(match.decision.options[0])
    assert match.advice() is None
    chosen = GreedyBot().choose(BotSeat(match, match.decision.seat, random.Random(1)))
    assert chosen.key == "strike with a critical"
