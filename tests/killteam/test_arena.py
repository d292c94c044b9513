"""Positions laid by hand: every mistake is an error that names what is wrong, and a laid position plays like any
other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Given
from fireteam.core.errors import SaveError
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Datacard
from fireteam.games.killteam.state import ENGAGE, NOBODY, REMOVED, Marker
from fireteam.kit.arena import PositionError, match_at

TEAMS = ("cinder-vigil", "veilrunners")
AT: Mapping[str, tuple[int, ...]] = {"cv-sentinel": (400, 500), "vr-netter": (1000, 500)}
GUNNER = arena.card("gunner", arena.weapon(4, 3, 3, 4, "Rending", name="rifle"))
BRUTE = arena.card("brute", arena.weapon(4, 3, 4, 5, ranged=False, name="axe"), save=3, wounds=16, base=40)
WALL = arena.part("ruin/wall", ((1400, 800), (1430, 1400)), 300, "Heavy")
FLOOR = arena.part("ruin/floor", ((1430, 800), (1800, 1400)), 300, "Heavy", "Vantage", bottom=280)


def lay(**given: Any) -> Match:
    """The two of them in the shellmarket."""
    return arena.lay(arena.prepare("shellmarket", TEAMS), None, **{"at": AT, **given})


def block(*corners: tuple[Any, Any], top: int = 300, types: tuple[str, ...] = ("Heavy",)) -> Any:
    return arena.part("wall", corners, top, *types)


OUTSIDE = "this does not hold: the whole base is inside the killzone (KT-BASE-05)"
IN_THE_AIR = 'this does not hold: the centre is over the floor or a Vantage surface at 3" (KT-GEO-13)'
KILLZONES = "shellmarket, quenchworks, derelict-spine"
QUICK = "quick-1, quick-2, quick-3, quick-4"
MISTAKES: dict[str, Callable[[], object]] = {
    # where they stand
    "cv-sentinel and vr-netter at 4.50, 5.00: this does not hold: the base overlaps no other base (KT-BASE-01)": (
        lambda: lay(at={"cv-sentinel": (400, 500), "vr-netter": (450, 500)})
    ),
    f"cv-sentinel at 0.15, 0.04: {OUTSIDE}": lambda: lay(at={"cv-sentinel": (15, 4)}),
    f"cv-sentinel at 40.00, 5.00: {OUTSIDE}": lambda: lay(at={"cv-sentinel": (4000, 500)}),
    "cv-sentinel at 3.00, 8.00: this does not hold: the base overlaps no solid part (small-ruin-a/long-wall) "
    "(KT-GEO-13)": lambda: lay(at={"cv-sentinel": (300, 800)}),
    f"cv-sentinel at 4.00, 5.00, 3.00 up: {IN_THE_AIR}": lambda: lay(at={"cv-sentinel": (400, 500, 300)}),
    "the place of cv-sentinel in hundredths of an inch is (4.0, 5.0); it is 2 or 3 whole numbers": (
        lambda: lay(at={"cv-sentinel": (4.0, 5.0)})
    ),
    "cv-prior does not stand in the killzone": lambda: lay(active="cv-prior"),
    "cv-sentinel stands in the killzone and is removed": lambda: lay(removed=["cv-sentinel"]),
    # how they are
    "the number of wounds of cv-sentinel is 40; it can be 1 to 9": lambda: lay(wounds={"cv-sentinel": 40}),
    "the number of wounds of cv-sentinel is 0; it can be 1 to 9": lambda: lay(wounds={"cv-sentinel": 0}),
    "no order 'engaged'; there are conceal, engage; did you mean 'engage'?": (
        lambda: lay(orders={"cv-sentinel": "engaged"})
    ),
    "the readiness of cv-sentinel is 3; it can be 0 to 2": lambda: lay(operatives={"cv-sentinel": {"readiness": 3}}),
    "no position can hold this: 'ap' is 'all'": lambda: lay(operatives={"cv-sentinel": {"ap": "all"}}),
    # the state
    "the turning point is 5; it can be 0 to 4": lambda: lay(turning_point=5),
    "the acting seat is 2; it can be 0 to 1": lambda: lay(acting=2),
    "the initiative is 2; it can be -1 to 1": lambda: lay(initiative=2),
    "the CP of second player is -1; it can be 0 to 99": lambda: lay(cp=(0, -1)),
    "no position can hold this: 'cp' is 3": lambda: lay(cp=3),
    "crown: no such hatchway": lambda: lay(hatches=frozenset({"crown"})),
    "no marker 'crown'; there are objective-a, objective-centre, objective-b": (
        lambda: lay(carries={"cv-sentinel": "crown"})
    ),
    "the x of mine is 9900; it can be 0 to 3000": (
        lambda: lay(markers=[Marker("mine", "mine", 0, 9900, 0, 0, NOBODY, "", ())])
    ),
    # the setting
    f"no scenario 'shelmarket'; there is {KILLZONES}, {QUICK}; did you mean 'shellmarket'?": (
        lambda: arena.prepare("shelmarket")
    ),
    f"no killzone 'shelmarket'; there are {KILLZONES}; did you mean 'shellmarket'?": (
        lambda: arena.prepare("shelmarket", ([GUNNER], [BRUTE]))
    ),
    "no kill team 'cinder-vigl'; there is cinder-vigil, saltmarsh-levy, veilrunners, ironroot-menagerie; did you mean "
    "'cinder-vigil'? (KT-OPS-01)": lambda: arena.prepare(None, ("cinder-vigl", "veilrunners")),
    "teams are two ids of a pack, or two lists of datacards": (
        lambda: arena.prepare(None, ("cinder-vigil", [GUNNER]))  # type: ignore[arg-type]
    ),
    "cv-nobody cannot be a roster of cinder-vigil; this does not hold: cv-nobody is an operative of cinder-vigil "
    "(KT-OPS-03)": lambda: arena.prepare(rosters=(["cv-nobody"], None)),
    "rosters are chosen for kill teams of a pack, not for cards of one's own": (
        lambda: arena.prepare(None, ([GUNNER], [BRUTE]), rosters=())
    ),
    "unknown setup 'roster'; there is teams, crit_op, rosters, equipment, grenades, tac_ops, primary; did you mean "
    "'rosters'?": lambda: arena.prepare(roster=()),
    "option rules_version (KT-VER-01) cannot be '2023'; allowed: 2025-09, 2024-11": (
        lambda: arena.prepare(options={"rules_version": "2023"})
    ),
    "option core_errata (KT-VER-01) cannot be 'maybe'; allowed: false, true": (
        lambda: arena.prepare(None, ([GUNNER], [BRUTE]), options={"core_errata": "maybe"})
    ),
    "nopack: no such pack; there are: four-lamps": lambda: arena.prepare(pack="nopack"),
    # cards
    "the HIT of weapon is 9; it can be 2 to 6": lambda: arena.weapon(4, 9, 3, 4),
    "the damage of weapon is -3; it can be 0 to 99": lambda: arena.weapon(4, 3, -3, 4),
    "the ATK of weapon is 0; it can be 1 to 99": lambda: arena.weapon(0, 3, 3, 4),
    "no weapon rule 'Lethl 5+'; did you mean 'Lethal'? (KT-WR-00)": lambda: arena.weapon(4, 3, 3, 4, "Lethl 5+"),
    "the SAVE of gunner is 7; it can be 2 to 6": lambda: arena.card("gunner", save=7),
    "the number of wounds of gunner is 0; it can be 1 to 99": lambda: arena.card("gunner", wounds=0),
    "the base of gunner is -1; it can be 1 to 99": lambda: arena.card("gunner", base=-1),
    "gunner: weapon 'rifle' is given twice": lambda: arena.card("gunner", *GUNNER.weapons, *GUNNER.weapons),
    "datacard 'gunner' is given twice": lambda: arena.prepare(None, ([GUNNER], [GUNNER])),
    "the APL of brute is 0; it can be 1 to 99": lambda: arena.prepare(None, ([GUNNER], [BRUTE._replace(apl=0)])),
    "the HIT of rifle is 7; it can be 2 to 6": (
        lambda: arena.prepare(None, ([GUNNER._replace(weapons=(GUNNER.weapons[0]._replace(hit=7),))], [BRUTE]))
    ),
    # terrain
    "no terrain type 'Hevy'; there are Heavy, Light, Vantage, Accessible, Barred, Blocking, Exposed, Insignificant, "
    "Wall, Ladder, Obstructing, Protective, Portable, Feet; did you mean 'Heavy'?": (
        lambda: block((0, 0), (100, 100), types=("Hevy",))
    ),
    "wall: neither Heavy nor Light, and not Exposed: every part states its types (KT-GEO-01, KT-TT-07)": (
        lambda: block((0, 0), (100, 100), types=())
    ),
    "wall: the corner at 100, 0 is straight or repeated (KT-GEO-01)": lambda: block((0, 0), (100, 0)),
    "wall: bottom 0 must be on or above the floor and below top 0 (KT-GEO-01)": (
        lambda: block((0, 0), (100, 100), top=0)
    ),
    "a corner of wall is (1.5, 100); it is 2 whole numbers": lambda: block((0, 0), (1.5, 100)),
    "wall: stands over the edge of the board (KT-GEO-01)": lambda: arena.zone(block((0, 0), (9999, 100))),
    "ruin/wall: two parts have this id": lambda: arena.zone(WALL, WALL),
    "a board has a width and a height in whole hundredths of an inch (KT-GEO-01)": lambda: arena.zone(width=0),
    "no kind of killzone 'volcus'; there are volkus, bheta_decima, gallowdark; did you mean 'volkus'?": (
        lambda: arena.zone(kind="volcus")
    ),
    # states for those who want no match
    "no operative of veilrunners 'vr-nobody'; there are vr-matron, vr-needle, vr-duellist, vr-arcweaver, vr-piper, "
    "vr-wirecutter, vr-echo, vr-netter, vr-runner": (lambda: arena.battle(rosters=(["cv-prior"], ["vr-nobody"]))),
    "no number of an operative '3'; there are 0": lambda: arena.position([GUNNER], [0], operatives={3: {}}),
    "the number of wounds of gunner is 99; it can be 0 to 12": lambda: arena.position([GUNNER], [0], wounds={0: 99}),
}
MISSPELT: dict[str, tuple[Callable[[], object], str]] = {
    "no operative 'cv-sentinal'": (lambda: lay(at={"cv-sentinal": (400, 500)}), "cv-sentinel"),
    "no operative 'vr-neter'": (lambda: lay(expended=["vr-neter"]), "vr-netter"),
    "no phase 'fireight'": (lambda: lay(phase="fireight"), "firefight"),
    "no field of a position 'cpp'": (lambda: lay(cpp=(1, 1)), "cp"),
    "no field of an operative 'wound'": (lambda: lay(operatives={"cv-sentinel": {"wound": 3}}), "wounds"),
    "no crit op 'plant-the-seal'": (lambda: lay(crit_op="plant-the-seal"), "plant-the-seals"),
    "Kill Team (2024 edition) has no option 'rules_versoin'": (
        lambda: arena.prepare(options={"rules_versoin": "2025-09"}),
        "rules_version",
    ),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_named(message: str) -> None:
    with pytest.raises(PositionError) as refused:
        MISTAKES[message]()
    assert str(refused.value) == message


@pytest.mark.parametrize("message", MISSPELT)
def test_a_word_that_is_misspelt_is_named_with_the_nearest_one(message: str) -> None:
    make, meant = MISSPELT[message]
    with pytest.raises(PositionError) as refused:
        make()
    assert str(refused.value).startswith(f"{message}; ") and str(refused.value).endswith(f"; did you mean {meant!r}?")


def shot(match: Match) -> dict[str, Any]:
    """What a shot with the first of all options makes of a position."""
    match.answer("SHOOT")
    while match.decision.topic != "action of cv-sentinel":
        match.answer(match.decision.options[0])
    found: dict[str, Any] = match.state.dump()
    return found


FACES = [6, 5, 3, 1, 4, 2, 2]


def test_a_laid_position_plays_on_like_the_same_one_that_was_reached() -> None:
    setting = arena.prepare("shellmarket", TEAMS)
    fresh = arena.lay(setting, Given(FACES), AT)
    fresh.answer("engage")
    fresh.answer("no more")  # of the abilities at the start of its activation
    laid = arena.lay(setting, Given(FACES), AT, active="cv-sentinel")
    assert fresh.decision.keys() == laid.decision.keys()
    assert fresh.state.dump() == laid.state.dump()
    assert shot(fresh) == shot(laid)


def test_a_battle_is_the_same_position_for_those_who_want_its_state() -> None:
    setting = arena.prepare("shellmarket", TEAMS)
    laid = arena.lay(setting, None, AT, cp=(2, 2), crit_op="plant-the-seals")
    orders = {name: {"order": ENGAGE} for name in arena_names(laid)}
    _, state = arena.battle(placed=AT, operatives=orders, phase="firefight", turning_point=1)
    assert laid.checkpoint.state.dump() == state.dump()
    assert match_at(setting, state, None).decision.keys() == laid.decision.keys()


def arena_names(match: Match) -> list[str]:
    return [one.name for one in match.checkpoint.state.operatives]


def test_a_position_of_a_pack_is_saved_and_opened() -> None:
    match = arena.lay(arena.prepare("shellmarket", TEAMS), Given(FACES), AT, active="cv-sentinel")
    opened = fireteam.load(match.save(), dice=Given(FACES))
    assert opened.state.dump() == match.state.dump() and shot(opened) == shot(match)


@pytest.mark.parametrize("teams", [([GUNNER], [BRUTE]), TEAMS])
def test_what_stands_in_no_file_cannot_be_opened(teams: Any) -> None:
    setting = arena.prepare(arena.zone(WALL, FLOOR), teams)
    save = arena.lay(setting, None, {setting.cards[0].id: (700, 1100)}).save()
    with pytest.raises(SaveError, match="the content has changed: made with laid by hand"):
        fireteam.load(save)


def test_own_cards_stand_on_own_terrain() -> None:
    setting = arena.prepare(arena.zone(WALL, FLOOR, objectives={"well": (1500, 600)}), ([GUNNER], [BRUTE]))
    above = {"gunner": (700, 1100), "brute": (1600, 1100, 300)}
    match = arena.lay(setting, None, above, active="gunner", wounds={"brute": 5}, carries={"gunner": "well"})
    assert match.decision.find("SHOOT") and match.odds("SHOOT").exact
    gunner, brute = match.state.operatives
    assert (brute.wounds, brute.z, gunner.carries) == (5, 300, ("well",)) and match.state.markers["well"].carrier == 0
    with pytest.raises(PositionError, match=r"brute at 14\.00, 11\.00: .*\(ruin/wall\)"):
        arena.lay(setting, None, {"brute": (1400, 1100)})


def test_own_cards_stand_in_a_killzone_of_the_pack() -> None:
    setting = arena.prepare("shellmarket", ([GUNNER], [BRUTE]))
    match = arena.lay(setting, None, {"gunner": (400, 500), "brute": (1000, 500)}, active="gunner")
    assert match.decision.find("SHOOT") and "objective-centre" in match.state.markers


def test_who_is_expended_or_removed_or_not_named_does_not_act() -> None:
    match = arena.lay(
        arena.prepare("shellmarket", TEAMS), None, {**AT, "cv-prior": (400, 1000)}, expended=["cv-prior"],
        removed=["cv-mender"],
    )  # fmt: skip
    assert match.decision.topic == "order of cv-sentinel"
    fallen = next(one for one in match.state.operatives if one.name == "cv-mender")
    assert (fallen.status, fallen.wounds) == (REMOVED, 0)


def test_measures_hold_anywhere() -> None:
    inside = {0: {"x": 0, "y": 0, "z": 900}}
    _, state = arena.position([GUNNER], [0], operatives=inside, anywhere=True)
    assert (state.operatives[0].x, state.operatives[0].z) == (0, 900)
    with pytest.raises(PositionError, match=r"gunner at 0\.00, 0\.00, 9\.00 up"):
        arena.position([GUNNER], [0], operatives=inside)


def test_a_card_has_the_base_that_it_is_given() -> None:
    assert (GUNNER.radius, BRUTE.radius) == (63, 79) and isinstance(BRUTE, Datacard)
