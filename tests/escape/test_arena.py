"""Positions laid by hand: every mistake is an error that names what is wrong, and a laid position plays like any
other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Given
from fireteam.core.errors import SaveError
from fireteam.core.match import Match
from fireteam.games.escape import GAME, arena
from fireteam.kit.arena import PositionError
from tests.escape.scene import scene

NUMBERS: dict[str, Any] = {"mvt": 5, "cbt": 2, "int": 1, "life": 6}
NOVA = arena.card("nova", "resistance", **NUMBERS, skills=[{"Rail gun": {"range": 4, "power": 1}}])
CELLAR = """
    +=+=+=+=+=+
    !A A A|B B!
    + + + + + +
    !A A AoB B!
    + + + + + +
    !A A A|B B!
    +=+=+=+=+=+
"""


def lay(**given: Any) -> Match:
    """Tilt alone in the corridor."""
    return scene(**{"at": {"tilt": (6, 9)}, **given})


def drawn(*rows: str) -> Any:
    return arena.board("\n".join(rows))


MISTAKES: dict[str, Callable[[], object]] = {
    # where they stand
    "tilt and ashton both stand on 6,9": lambda: lay(at={"tilt": (6, 9), "ashton": (6, 9)}),
    "40,2 is off the board": lambda: lay(at={"tilt": (40, 2)}),
    "a place is (6,); it is 2 whole numbers": lambda: lay(at={"tilt": (6,)}),
    "tilt stands on 6,9 and is off the board": lambda: lay(left=["tilt"]),
    "ashton does not stand on the board": lambda: lay(active="ashton"),
    "jimmy does not stand on the board": lambda: lay(holds={"jimmy": "radio"}),
    # how they are
    "the damage of tilt is 40; it can be 0 to 4": lambda: lay(damage={"tilt": 40}),
    "the damage of tilt is -1; it can be 0 to 4": lambda: lay(damage={"tilt": -1}),
    "no statistic 'move'; there are mvt, cbt, int": lambda: lay(used={"tilt": {"move": 1}}),
    "the cbt actions used by tilt is -1; it can be 0 to 99": lambda: lay(used={"tilt": {"cbt": -1}}),
    "no position can hold this: 'penalties' is (1, 2)": lambda: lay(penalties={"tilt": [(1, 2)]}),
    # the state
    "no side 'rebels'; there are resistance, isc": lambda: lay(acting="rebels"),
    "the event is 13; it can be 0 to 12": lambda: lay(event=13),
    "the turn is 9; it can be 0 to 8": lambda: lay(turn=9),
    "the turn is 'two'; it can be 0 to 8": lambda: lay(turn="two"),
    "the number of Revolution tokens is -1; it can be 0 to 99": lambda: lay(revolution=-1),
    "no terminal 'T9'; there are T1, T2, T3": lambda: lay(hacked=["T9"], scenario="infiltration"),
    "no area '!'; there are A, B, D, E, J, F, K, G, H, I, C, R": lambda: lay(dark="!"),
    "no value of a crate '9'; there are 1, 2": lambda: lay(holds={"tilt": "9"}),
    "the number of 'radio' that nobody has seen is -1; it can be 0 to 0": (
        lambda: lay(equipment=[((6, 9), "radio")] * 9)
    ),
    "there is no wall between 6,9 and 12,2": lambda: lay(broken_walls=[((6, 9), (12, 2))]),
    # the setting
    "no scenario 'evason'; there are infiltration, evasion, data-heist, last-bastion, core-breach, manhunt": (
        lambda: arena.prepare("evason")
    ),
    "option distance_metric (ES-TERM-03) cannot be 'miles'; allowed: orthogonal, chebyshev": (
        lambda: arena.prepare("evasion", options={"distance_metric": "miles"})
    ),
    "option blast_through_walls (ES-EQ-06) cannot be 'maybe'; allowed: true, false": (
        lambda: arena.prepare(board=arena.board(CELLAR), options={"blast_through_walls": "maybe"})
    ),
    "unknown setup 'squad'; there is campaign, factions, rank_total, squads; did you mean 'squads'?": (
        lambda: arena.prepare("evasion", squad=())
    ),
    "no wish 'rank_totel'; there are campaign, factions, rank_total, squads; did you mean 'rank_total'?": (
        lambda: arena.prepare(board=arena.board(CELLAR), rank_totel=3)
    ),
    "'nobody' is not a character of the isc (ES-PROF-08)": (
        lambda: arena.prepare("evasion", squads={"isc": ["nobody"]})
    ),
    "'nova' is not a character of the isc (ES-PROF-08)": lambda: arena.prepare("evasion", squads={"isc": [NOVA]}),
    "character 'nova' is given twice": lambda: arena.prepare("evasion", squads={"resistance": [NOVA, NOVA]}),
    "no side 'rebels'; there are resistance, isc ": lambda: arena.prepare("evasion", squads={"rebels": []}),
    "nopack: no such pack; there are: sublevel-zero": lambda: arena.prepare("evasion", pack="nopack"),
    # cards
    "no side 'rebel'; there are resistance, isc": lambda: arena.card("nova", "rebel", **NUMBERS),
    "the card of nova: unknown key 'lif' in it; allowed: id, name, faction, rank, mvt, cbt, int, life, skills, "
    "silhouette; did you mean 'life'?": lambda: arena.card("nova", "isc", mvt=5, cbt=2, int=1, lif=6),
    "the card of nova: it lacks the key 'life'": lambda: arena.card("nova", "isc", mvt=5, cbt=2, int=1),
    "the card of nova: life: it should be greater than or equal to 1, not -6": (
        lambda: arena.card("nova", "isc", **{**NUMBERS, "life": -6})
    ),
    "the card of nova: skills[0]: unknown skill 'Elusiv'; did you mean 'Elusive'?": (
        lambda: arena.card("nova", "isc", **NUMBERS, skills=["Elusiv"])
    ),
    # boards
    "a board of one's own has no airlocks: its border is '=' and '!' everywhere": (
        lambda: drawn("+@+=+", "!A A!", "+ + +", "!A A!", "+=+=+")
    ),
    "'evasion' has a map: a board of one's own goes without a scenario of the pack": (
        lambda: arena.prepare("evasion", board=arena.board(CELLAR))
    ),
    "the board: width: it should be greater than or equal to 2, not 0": lambda: drawn(""),
    "map own: grid row 1 has 4 characters instead of 5": lambda: drawn("+=+=+", "!A A", "+ + +", "!A A!", "+=+=+"),
    "map own: the border is open at row 1, column 4: ' ' (ES-WALL-01)": (
        lambda: drawn("+=+=+", "!A A ", "+ + +", "!A A!", "+=+=+")
    ),
    "map own: nothing between two areas, from [0, 0] to [1, 0] (ES-TERM-09)": (
        lambda: drawn("+=+=+", "!A B!", "+ + +", "!A B!", "+=+=+")
    ),
    "the board: doors[0].difficulty: it should be less than or equal to 12, not 40": (
        lambda: arena.board(CELLAR.replace("o", "x"), difficulty=40)
    ),
}
MISSPELT: dict[str, tuple[Callable[[], object], str]] = {
    "no character 'titl'": (lambda: lay(at={"titl": (6, 9)}), "tilt"),
    "no character 'ubum'": (lambda: lay(courier="ubum"), "ubume"),
    "no field of a position 'revolutoin'": (lambda: lay(revolutoin=2), "revolution"),
    "no phase 'deply'": (lambda: lay(phase="deply"), "deploy"),
    "no door 'A010'": (lambda: lay(open_doors=["A010"]), "A10"),
    "no label of a piece of equipment 'radios'": (lambda: lay(equipment=[((6, 9), "radios")]), "radio"),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_named(message: str) -> None:
    with pytest.raises(PositionError) as refused:
        MISTAKES[message]()
    assert str(refused.value) == message.rstrip()


@pytest.mark.parametrize("message", MISSPELT)
def test_a_word_that_is_misspelt_is_named_with_the_nearest_one(message: str) -> None:
    make, meant = MISSPELT[message]
    with pytest.raises(PositionError) as refused:
        make()
    assert str(refused.value).startswith(f"{message}; ") and str(refused.value).endswith(f"; did you mean {meant!r}?")


def test_a_position_needs_a_scenario() -> None:
    setting = GAME.prepare(scenario=None, options={}, pack=None, setup={})
    with pytest.raises(PositionError, match="needs a scenario"):
        arena.lay(setting, None, {})


AT = {"ashton": (6, 9), "tilt": (5, 9), "mamushi": (7, 9)}
FACES = [5, 4, 1, 2]


def test_a_laid_position_plays_on_like_the_same_one_that_was_reached() -> None:
    setting = arena.prepare("evasion")
    reached = arena.lay(setting, Given(FACES, fireteam.Seeded(1)), AT)
    reached.answer("activate ashton")
    laid = arena.lay(setting, Given(FACES, fireteam.Seeded(1)), AT, active="ashton")
    assert reached.decision.keys() == laid.decision.keys() and reached.state.dump() == laid.state.dump()
    for match in (reached, laid):
        match.answer("attack mamushi")
    assert reached.state.dump() == laid.state.dump()


def test_a_position_of_a_pack_is_saved_and_opened() -> None:
    match = arena.lay(arena.prepare("evasion", squads={"isc": ["mamushi"]}), fireteam.Seeded(1), AT, active="ashton")
    match.answer("attack mamushi")
    assert fireteam.load(match.save()).state.dump() == match.state.dump()


def test_own_cards_stand_on_an_own_board() -> None:
    setting = arena.prepare(board=arena.board(CELLAR), squads={"resistance": [NOVA], "isc": ["mamushi"]})
    places = {"nova": (0, 1), "mamushi": (4, 1)}
    shut = arena.lay(setting, None, places, active="nova")
    assert shut.decision.find("shoot Rail gun at mamushi") is None
    match = arena.lay(setting, None, places, active="nova", open_doors=["D1"])
    assert match.odds("shoot Rail gun at mamushi").exact
    with pytest.raises(SaveError, match="no scenario 'own'"):
        fireteam.load(match.save())


def test_an_own_card_takes_the_place_of_the_one_of_its_id() -> None:
    strong = arena.card("tilt", "resistance", **{**NUMBERS, "life": 20})
    setting = arena.prepare("evasion", squads={"resistance": ["ashton", strong]})
    match = arena.lay(setting, None, {"tilt": (6, 9)}, damage={"tilt": 19})
    assert match.state.characters[1].damage == 19
    with pytest.raises(SaveError, match="the content has changed"):
        fireteam.load(match.save())


def test_on_an_own_board_the_last_side_standing_wins() -> None:
    setting = arena.prepare(board=arena.board(CELLAR), squads={"resistance": [NOVA], "isc": ["mamushi"]})
    match = arena.lay(setting, None, {"nova": (0, 1)}, out=["mamushi"], phase="turn_end")
    assert match.over and match.result is not None and match.result.winner == 0


def test_a_position_from_before_there_was_an_agenda_opens() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    assert match.decision is not None
    dump = match.state.dump()
    old = {name: value for name, value in dump.items() if name != "agenda"}
    assert match.setting.load_state(old).dump() == dump
