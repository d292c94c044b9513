"""The catalogue's scenes in which somebody shoots or fights, played as whole actions with the dice they give."""

from __future__ import annotations

import pytest

from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.state import NOBODY, REMOVED, Marker
from fireteam.games.killteam.stats import injured, wounded
from tests.killteam.stage import Man, left, offered, play, stage, zone_with
from tests.space.plane.reference import rectangle


def gun(atk: int, hit: int, damage: int, critical: int, rules: str = "") -> tuple[Weapon, ...]:
    return (arena.weapon(atk, hit, damage, critical, rules, name="gun"),)


def blade(atk: int, hit: int, damage: int, critical: int, rules: str = "") -> tuple[Weapon, ...]:
    return (arena.weapon(atk, hit, damage, critical, rules, name="blade", ranged=False),)


@pytest.mark.rule("KT-SHOOT-13", "KT-SHOOT-14", "KT-SHOOT-15", "KT-WR-07", "KT-WR-15", "KT-WR-19", "KT-DMG-03")
def test_scene_01_obscured_beats_every_critical_trick() -> None:
    zone = zone_with(rectangle("wall", (7, 8, 7.3, 14), (0, 1), "Heavy"))
    shooter = Man("s", 0, 2, 11, weapons=gun(5, 3, 3, 5, "Lethal 5+, Rending, Devastating 2, Piercing Crits 1"))
    match = stage([shooter, Man("t", 1, 12, 11, wounds=10)], [6, 5, 4, 3, 1, 4, 2, 6], active="s", zone=zone)
    play(match, "SHOOT")
    assert left(match, "t") == 7
    assert wounded(match.table, 1)
    assert not injured(match.table, 1)


@pytest.mark.rule("KT-VANT-01", "KT-VANT-02", "KT-VANT-03", "KT-WR-14", "KT-WR-20")
@pytest.mark.parametrize(
    ("rules", "dice", "keys", "damage"),
    [
        ("Piercing 1", [6, 5, 3, 2, 5], ["critical cover save", "block 1 normal and 1 critical"], 3),
        ("Piercing 1", [6, 5, 3, 2], ["two cover saves", "block 2 normal and 0 critical"], 4),
        ("Piercing 1", [6, 5, 3, 2], ["two cover saves", "block 0 normal and 1 critical"], 6),
        ("Piercing 1, Saturate", [6, 5, 3, 2, 1, 1], [], 10),
    ],
)
def test_scene_02_shooting_down_on_a_concealed_target(
    rules: str, dice: list[int], keys: list[str], damage: int
) -> None:
    parts = (
        rectangle("tower", (0, 8, 4, 14), (2.8, 3), "Vantage"),
        rectangle("barricade", (9.17, 9.75, 9.37, 12.25), (0, 1), "Light"),
    )
    shooter = Man("s", 0, 3, 11, 3, weapons=gun(4, 3, 3, 4, rules))
    target = Man("t", 1, 10.5, 11, wounds=10, save=5, conceal=True)
    match = play(stage([shooter, target], dice, active="s", zone=zone_with(*parts)), "SHOOT", *keys)
    assert left(match, "t") == max(0, 10 - damage)
    low = (rectangle("tower", (0, 8, 4, 14), (1.7, 1.9), "Vantage"), parts[1])
    lower = stage([shooter._replace(z=1.9), target], [], active="s", zone=zone_with(*low))
    assert "SHOOT" not in offered(lower)


@pytest.mark.rule("KT-VOLK-02", "KT-VOLK-06", "KT-DMG-04", "KT-DMG-05", "KT-FIGHT-06", "KT-FIGHT-10", "KT-WR-25")
def test_scene_04_a_garrisoned_stronghold_flips_a_fight() -> None:
    def fight(x: float, *keys: str) -> tuple[int, int]:
        parts = (
            rectangle("keep-west", (10.7, 5, 10.9, 15), (0, 1.5), "Heavy"),
            rectangle("keep-east", (17.8, 5, 18, 15), (0, 1.5), "Heavy"),
        )
        men = [
            Man("a", 0, 10, 10, weapons=blade(4, 3, 4, 5, "Shock"), left=5),
            Man("d", 1, x, 10, weapons=blade(4, 3, 3, 4), wounds=9),
            Man("h", 0, 10.05, 11.4),
        ]
        zone = zone_with(*parts, kind="volkus", kinds={"keep": "stronghold"})
        match = play(stage(men, [6, 3, 3, 1, 6, 4, 3, 2], active="a", zone=zone, anywhere=True), "FIGHT", *keys)
        return left(match, "a"), left(match, "d")

    critical, normal = "strike with a critical", "strike with a normal"
    assert fight(11.6, critical, critical, normal) == (0, 4)
    assert fight(11.3, critical, critical, normal) == (1, 0), "only partly inside, and the attacker is first"


@pytest.mark.rule("KT-EQ-18", "KT-WR-14", "KT-WR-23")
@pytest.mark.parametrize(
    ("x", "dice", "keys", "expected"),
    [(17.26, [5, 4, 3, 1, 5, 2, 1], [], 8), (13.26, [5, 4, 3, 1, 5, 2], ["change a rolled normal"], 2)],
)
def test_scene_11_smoke_piercing_and_severe(x: float, dice: list[int], keys: list[str], expected: int) -> None:
    smoke = {"smoke": Marker("smoke", "smoke", NOBODY, 1000, 1000, 0, NOBODY, "", ())}
    shooter = Man("s", 0, x, 10, weapons=gun(4, 3, 4, 6, "Piercing 1, Severe"))
    match = stage([shooter, Man("t", 1, 10, 10, save=5)], dice, active="s", markers=smoke)
    assert left(play(match, "SHOOT", *keys), "t") == expected


@pytest.mark.rule("KT-BASE-09", "KT-BASE-10", "KT-BASE-11", "KT-WR-02", "KT-WR-06", "KT-PLOY-05")
def test_scene_13_a_duel_of_rerolls() -> None:
    men = [
        Man("a", 0, 10, 10, weapons=blade(4, 4, 3, 4, "Balanced"), wounds=7),
        Man("d", 1, 11.5, 10, weapons=blade(4, 3, 4, 5, "Ceaseless"), wounds=7),
    ]
    match = stage(men, [1, 3, 4, 6, 2, 2, 5, 1, 3, 6, 2, 4], active="a", initiative=1, cp=(0, 1))
    play(match, "FIGHT", "re-roll 2 by Ceaseless", "re-roll 1 by Balanced", "re-roll 2 by Ceaseless")
    play(match, "re-roll 1 by Command Re-roll")
    assert match.state.cp == (0, 0)
    play(match, "strike with a critical", "strike with a normal", "strike with a critical")
    assert (left(match, "a"), left(match, "d")) == (3, 0)


@pytest.mark.rule("KT-VOLK-05", "KT-WR-11", "KT-WR-13", "KT-WR-27")
def test_scene_14_torrent_hot_and_limited_at_a_stronghold() -> None:
    parts = (
        rectangle("keep-south", (10, 6, 10.2, 9), (0, 3), "Heavy"),
        rectangle("keep-north", (10, 11, 10.2, 14), (0, 3), "Heavy"),
        rectangle("keep-east", (17.8, 6, 18, 14), (0, 3), "Heavy"),
    )
    men = [
        Man("s", 0, 3, 10, weapons=gun(4, 3, 3, 5, "Torrent 2, Hot, Limited 1"), wounds=10, left=5),
        Man("p", 1, 10.9, 10, wounds=8),
        Man("q", 1, 9, 7.351, wounds=8),
    ]
    zone = zone_with(*parts, kind="volkus", kinds={"keep": "stronghold"})
    match = stage(men, [5, 4, 2, 2, 4, 4, 1, 5, 5, 1, 1, 3, 2, 4, 2], active="s", zone=zone)
    play(match, "SHOOT", "shoot p", "shoot q")
    while match.decision is not None and match.decision.topic in ("next target", "blocks of p"):
        wanted = {"next target": "shoot p", "blocks of p": "block 0 normal and 1 critical"}[match.decision.topic]
        match.answer(wanted)
    assert (left(match, "p"), left(match, "q"), left(match, "s")) == (5, 5, 1)
    assert dict(match.state.operatives[0].uses) == {"gun": 1}


@pytest.mark.rule("KT-GALL-02", "KT-GALL-03", "KT-GEO-11", "KT-GEO-12")
@pytest.mark.parametrize(("x", "y", "valid"), [(8.5, 13, False), (9.7, 12, True), (10.5, 13, True), (8, 11, False)])
def test_scene_17_round_the_corner(x: float, y: float, valid: bool) -> None:
    parts = (
        rectangle("west-wall", (2, 9.85, 10.15, 10.15), (0, 4), "Heavy Wall"),
        rectangle("south-wall", (9.85, 3, 10.15, 10.15), (0, 4), "Heavy Wall"),
    )
    men = [Man("s", 0, x, y, weapons=gun(4, 3, 3, 4)), Man("t", 1, 10.8, 9.2, conceal=True)]
    match = stage(men, active="s", zone=zone_with(*parts, kind="gallowdark"))
    assert ("SHOOT" in offered(match)) is valid
    if (x, y) == (8.5, 13):
        open_target = stage(
            [men[0], men[1]._replace(conceal=False)], active="s", zone=zone_with(*parts, kind="gallowdark")
        )
        t = open_target.table
        weapon = t.weapons(0)[0]
        (best,) = targets.outcomes(t, t.board, 0, 1, weapon)
        target = targets.target_of(t, t.board, 0, 1, weapon, best)
        assert target.cover_from
        assert not target.obscured_from


@pytest.mark.rule("KT-VANT-01", "KT-VANT-04", "KT-WR-01", "KT-SHOOT-13", "KT-PLOY-05")
@pytest.mark.parametrize(
    ("ruin", "dice", "keys", "expected"),
    [
        (True, [6, 2, 5, 4, 3, 1], ["keep 2 unrolled", "re-roll 2 by Command Re-roll"], 6),
        (False, [6, 2, 5, 4, 3, 1], ["keep 2 unrolled", "re-roll 2 by Command Re-roll"], 1),
    ],
)
def test_scene_19_accurate_from_a_stronghold_past_a_ruin(
    ruin: bool, dice: list[int], keys: list[str], expected: int
) -> None:
    parts = [
        rectangle("keep-level", (0, 6, 5, 14), (2.8, 3), "Vantage"),
        rectangle("keep-wall", (4.8, 6, 5, 14), (0, 2.8), "Heavy"),
        rectangle("keep-parapet", (4.8, 6, 5, 14), (3, 3.8), "Heavy"),
    ]
    if ruin:
        parts.append(rectangle("ruin", (9.5, 8, 9.7, 12), (0, 2), "Heavy"))
    men = [Man("s", 0, 4, 10, 3, weapons=gun(4, 3, 3, 5, "Accurate 1, Range 12")), Man("t", 1, 15, 10)]
    match = stage(men, dice, active="s", cp=(1, 0), zone=zone_with(*parts, kinds={"keep": "stronghold"}))
    assert left(play(match, "SHOOT", *keys), "t") == expected


@pytest.mark.rule("KT-BHETA-03", "KT-BHETA-04", "KT-BHETA-05")
def test_scene_20_water_and_gantries() -> None:
    parts = (
        rectangle("g1-floor", (16, 8, 20, 12), (3.8, 4), "Vantage Accessible"),
        rectangle("g2-floor", (11.2, 8, 12.8, 12), (3.8, 4), "Vantage Accessible"),
    )
    zone = zone_with(
        *parts,
        kind="bheta_decima",
        kinds={"g1": "gantry_short", "g2": "gantry_short"},
        hazards=[((700, 500), (1100, 500), (1100, 1500), (700, 1500))],
    )
    arms = gun(4, 3, 3, 4)
    others = [Man("t1", 1, 14.5, 10), Man("t2", 1, 9, 17), Man("t4", 1, 18, 10, 4)]

    def valid(shooter: Man) -> list[str]:
        t = stage([shooter, *others], active="s", zone=zone).table
        return [t.name(who) for who in targets.targets(t, t.board, 0, arms[0])]

    shooter = Man("s", 0, 5, 10, weapons=arms)
    assert valid(shooter) == ["t2"]
    assert valid(shooter._replace(x=12, z=4)) == ["t1", "t2", "t4"]
    assert "t4" in valid(shooter._replace(x=12))
    match = play(stage([shooter._replace(x=5, y=12), *others], active="s", zone=zone), "REPOSITION")
    assert match.decision.find("to 7.00,12.00") is None
    assert match.decision.find("to 6.30,12.00") is not None


@pytest.mark.rule("KT-SHOOT-16", "KT-WR-03", "KT-WR-04", "KT-WR-16")
@pytest.mark.parametrize(
    ("pick", "dice", "keys", "p", "q"),
    [
        ("obscured", [6, 4, 2, 1, 5, 2, 3, 6, 5, 3, 1, 1, 2, 6], [], 8, 4),
        (
            "cover",
            [6, 4, 2, 1, 5, 2, 6, 5, 3, 1, 1, 2],
            ["rescue a fail", "cover save", "block 2 normal and 0 critical", "rescue a fail", "cover save"],
            3,
            0,
        ),
    ],
)
def test_scene_23_one_ruin_two_kinds_of_shelter(pick: str, dice: list[int], keys: list[str], p: int, q: int) -> None:
    parts = (
        rectangle("ruin-a", (11.67, 8.5, 11.87, 11.5), (0, 1), "Heavy"),
        rectangle("ruin-b", (7.9, 9, 8.1, 11), (0, 1), "Heavy"),
    )
    men = [
        Man("s", 0, 3, 10, weapons=gun(4, 3, 3, 5, "Blast 2, Punishing")),
        Man("p", 1, 13, 10, wounds=8),
        Man("q", 1, 13, 12.76, wounds=7, conceal=True),
    ]
    match = play(stage(men, dice, active="s", zone=zone_with(*parts)), "SHOOT", "shoot p", pick, *keys)
    assert left(match, "p") == p
    assert left(match, "q") == q
    if pick == "cover":
        assert match.state.operatives[2].status == REMOVED
