"""Bots in battles: sensible on laid positions, better than chance, drawn by what the scenario pays for."""

from __future__ import annotations

from random import Random
from typing import Any

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.bot import appraise
from fireteam.games.necromunda.bot.advice import _covered
from fireteam.games.necromunda.bot.goals import Goals
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.scenarios import Mission
from tests.necromunda.ground import give, thing
from tests.necromunda.scene import lay


def laid(at: dict[str, Any], **more: Any) -> Match:
    """Two sides with rifles."""
    red, blue = [name for name in at if name < "E"], [name for name in at if name >= "E"]
    return lay(
        [arena.fighter(name, arena.rifle(), arena.knife()) for name in red],
        [arena.fighter(name, arena.rifle(), arena.knife()) for name in blue],
        at, active="A", **more,
    )  # fmt: skip


def best(match: Match) -> str:
    """The key that advice puts first."""
    advice = match.advice()
    assert advice
    return max(advice, key=lambda entry: entry[1])[0].key


def test_it_aims_and_then_shoots_whom_it_sees() -> None:
    match = laid({"A": (0, 0), "E": (14, 0, 0, 180)})
    assert best(match) == "aim"
    match.answer("aim")
    assert best(match) == "shoot E with rifle"


def test_who_is_pinned_stands_up() -> None:
    assert best(laid({"A": (0, 0), "E": (14, 0, 0, 180)}, models={"A": {"stance": 1}})) == "stand up"


def test_it_finishes_who_lies_before_it() -> None:
    assert best(laid({"A": (0, 0), "E": (1.5, 0)}, models={"E": {"stance": 2}})) == "finish E"


def test_losses_look_bad() -> None:
    match = laid({"A": (0, 0), "E": (14, 0, 0, 180)})
    before = appraise(match.setting, match.state, 0)
    table = match.setting.table(match.state, False)
    table.take_out(1, "NE-HIT-04")
    after = appraise(match.setting, table.state, 0)
    assert after > before and appraise(match.setting, table.state, 1) == -after


# -- whole battles -----------------------------------------------------------------------------------------------------

SMALL: dict[str, list[dict[str, Any]]] = {
    "couriers": [
        {"type": "lampmaster", "name": "Quill", "gear": ["arc-blade", "coil-pistol", "ring-vest"]},
        {"type": "courier", "name": "Hob", "gear": ["slug-rifle"]},
        {"type": "courier", "name": "Dray", "gear": ["coil-carbine"]},
    ],
    "ledger": [
        {"type": "first-auditor", "name": "Vane", "gear": ["arc-pistol", "ring-vest"]},
        {"type": "collector", "name": "Gross", "gear": ["slug-rifle"]},
        {"type": "collector", "name": "Tare", "gear": ["coil-carbine"]},
    ],
}


def played(seed: int, bots: tuple[str, str]) -> Match:
    """A battle of three against three, to its end."""
    gangs = tuple({"id": gang, "gang": gang, "title": gang, "members": members} for gang, members in SMALL.items())
    match = fireteam.new("necromunda", seed=seed, scenario="tollgate", map="causeway", gangs=gangs)
    seats = [BotSeat(match, seat, Random(f"{seed}/{seat}")) for seat in (0, 1)]
    players = [load_bot(name) for name in bots]
    while (question := match.decision) is not None:
        match.answer(players[question.seat].choose(seats[question.seat]))
    return match


def test_it_beats_a_random_player() -> None:
    for seed, bots in enumerate((("greedy", "random"), ("random", "greedy"))):
        result = played(seed, bots).result
        assert result is not None and result.winner == bots.index("greedy")


def test_the_same_seed_is_the_same_battle() -> None:
    once, again = (played(3, ("greedy", "greedy")) for _ in range(2))
    assert once.save() == again.save() and len(once.answers()) > 30


# -- what a scenario pays for ------------------------------------------------------------------------------------------


def test_caskets_near_the_own_edge_draw_more() -> None:
    things = [thing("box", "casket", 5, -20), thing("case", "casket", 5, 20)]
    pack = content(None)
    run = next(entry for entry in pack.scenarios if entry.id == "casket-run")
    mission = Mission(run, next(entry for entry in pack.maps if entry.id == "kettleworks"))
    match = laid({"A": (-10, 0), "E": (20, 0, 0, 180)}, things=things, more=[mission])
    give(match, mission)
    assert best(match) == "move"
    for who, nearer in ((0, "south"), (1, "north")):
        south, north = sorted(Goals(match.table, who).loot(), key=lambda goal: goal.y)
        near, far = (south, north) if nearer == "south" else (north, south)
        assert near.worth > far.worth > 0


def test_nothing_is_hoped_of_caskets_that_score_nothing() -> None:
    match = laid({"A": (0, 0), "E": (20, 20, 0, 180)}, things=[thing("box", "casket", 1, 0)])
    advice = {option.kind: worth for option, worth in match.advice() or ()}
    assert advice["smash_open"] < advice["end"] and advice["carry"] < advice["end"]


def test_a_thing_under_a_template_is_worth_nothing_to_the_bot() -> None:
    match = fireteam.new("necromunda", scenario="tollgate", seed=1)
    assert match.decision is not None
    table = match.table
    casket = table.things("casket")[0].id
    foe = next(m.index for m in table.state.models if m.side == 1)
    assert _covered(table, 0, (casket,)) == 0
    assert _covered(table, 0, (casket, table.name(foe))) == _covered(table, 0, (table.name(foe),)) > 0
