"""The catalogue's scenes about moving, markers and equipment, played as whole actions."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.markers import PORTABLE, controller
from fireteam.games.killteam.positions import OBJECTIVE
from fireteam.games.killteam.state import ENGAGE, EXPENDED, NOBODY, REMOVED, Marker, Piece
from fireteam.games.killteam.stats import apl, injured
from fireteam.space.plane.model import Part
from tests.killteam.stage import Man, left, offered, play, stage, zone_with
from tests.space.plane.reference import rectangle

BLADE = (arena.weapon(4, 3, 3, 4, name="blade", ranged=False),)
GUN = arena.weapon(4, 3, 3, 4, name="gun")


def ends(match: Match, key: str) -> int | None:
    """What a move of the region in question costs; None: it is not legal."""
    found = match.decision.find(key)
    return None if found is None else int(found.args[3])


@pytest.mark.rule("KT-CTR-02", "KT-CTR-03", "KT-CTR-05", "KT-CTR-07")
def test_scene_05_a_charge_as_counteraction() -> None:
    done = (("readiness", EXPENDED),)
    men = [
        Man("e", 0, 13.76, 10, weapons=(GUN, *BLADE)),
        Man("other", 0, 27, 20),
        Man("x", 1, 10, 10, weapons=BLADE, fields=(*done, ("activation", ("FALL BACK",)), ("actions", ("FALL BACK",)))),
        Man("y", 1, 5, 5, conceal=True, fields=done),
    ]
    match = stage(men, phase="firefight", acting=1)
    assert match.decision.keys() == ["counteract x", "no counteract"]
    play(match, "counteract x", "CHARGE")
    assert ends(match, "to 11.50,10.00") == 2
    assert ends(match, "to 12.00,10.00") == 2
    assert ends(match, "to 11.40,10.00") is None
    play(match, "to 11.50,10.00")
    assert match.decision.topic == "operative to activate"
    assert match.decision.seat == 0
    x = match.state.operatives[2]
    assert (x.readiness, x.order, x.counteracted) == (EXPENDED, ENGAGE, True)
    play(match, "activate e", "engage")
    assert set(match.decision.keys()) == {"FIGHT", "FALL BACK", "end"}
    play(match, "end")
    assert match.decision.topic == "order of other", "neither x again nor y at all"


JUMP_LEVELS = (
    rectangle("k-level", (0, 5, 5, 15), (2.8, 3), "Vantage"),
    rectangle("p-level", (7.14, 5, 12, 9), (2.8, 3), "Vantage"),
    rectangle("p-rampart", (7.14, 5, 7.15, 9), (3, 3.9), "Light"),
    rectangle("q-level", (7.14, 11, 12, 15), (4, 4.2), "Vantage"),
)


@pytest.mark.rule("KT-TM-07", "KT-GEO-16")
def test_scene_07_jumping_gaps() -> None:
    def jumper(y: float, action: str = "REPOSITION", *more: Part, move: int = 6) -> Match:
        return play(
            stage([Man("o", 0, 4.37, y, 3, move=move)], active="o", zone=zone_with(*JUMP_LEVELS, *more)), action
        )

    assert ends(jumper(7), "to 7.78,7.00 up 3.00 jump") == 4
    assert ends(jumper(13), "to 7.77,13.00 up 4.20 jump") == 6
    assert ends(jumper(13), "to 7.20,13.00 up 4.20 jump") == 5
    assert ends(jumper(7, "DASH"), "to 7.78,7.00 up 3.00 jump") is None
    assert ends(jumper(13, "DASH"), "to 7.20,13.00 up 4.20 jump") is None
    assert ends(jumper(7, move=8), "to 9.00,7.00 up 3.00 jump") == 5
    assert ends(jumper(7, move=8), "to 9.10,7.00 up 3.00 jump") is None


def mines(x: int, y: int, seat: int = 1) -> dict[str, Marker]:
    return {"mines": Marker("mines", "mine", seat, x, y, 0, NOBODY, "", ())}


@pytest.mark.rule("KT-EQ-05", "KT-PLAC-02", "KT-PLAC-03", "KT-DMG-02")
def test_scene_08_a_mine_kills_a_marker_carrier() -> None:
    def walk(wounds: int) -> Match:
        prize = Marker("prize", OBJECTIVE, NOBODY, 0, 0, 0, 0, "", (PORTABLE,))
        fields = (("carries", ("prize",)), ("actions", ("PICK UP MARKER",)), ("ap", 1))
        men = [
            Man("c", 0, 5, 10, wounds=8, left=wounds, fields=fields),
            Man("friend", 0, 27, 20),
            Man("enemy", 1, 27, 3),
        ]
        match = stage(men, [5], active="c", markers={"prize": prize, **mines(900, 1192)})
        return play(match, "REPOSITION", "to 11.00,10.00")

    match = walk(4)
    assert "mines" not in match.state.markers
    assert match.decision.topic.startswith("place for prize")
    assert (match.state.operatives[0].x, match.state.operatives[0].y) == (840, 1000)
    assert match.decision.find("at 8.40,12.50") is None
    play(match, "at 8.40,11.50")
    assert match.state.markers["prize"].carrier == NOBODY
    assert match.state.operatives[0].status == REMOVED
    assert [kill[1] for kill in match.state.kills] == [0]
    assert match.decision.seat == 1, "the activation is over"
    lucky = walk(7)
    assert left(lucky, "c") == 1
    assert injured(lucky.table, 0)
    assert (lucky.state.operatives[0].x, lucky.state.operatives[0].y) == (1100, 1000)


@pytest.mark.rule("KT-MARK-04", "KT-MARK-05", "KT-EQ-20", "KT-EQ-23", "KT-PICK-01", "KT-ACT-04", "KT-WR-26")
def test_scene_10_stun_and_marker_control() -> None:
    prize = Marker("prize", OBJECTIVE, NOBODY, 1100, 1100, 0, NOBODY, "", (PORTABLE,))
    men = [
        Man("a1", 0, 11, 13, apl=3),
        Man("a2", 0, 3.34, 9.4),
        Man("b1", 1, 9.6, 9.4),
        Man("b2", 1, 11.66, 9.4),
    ]
    chosen = ((0, "equipment", "utility_grenades"), (0, "grenades", "stun,stun"))
    match = stage(men, [4, 2, 3, 4], active="a2", markers={"prize": prize}, selections=chosen)
    assert controller(match.table, match.state.markers["prize"]) == 1
    play(match, "STUN GRENADE")
    t = match.table
    assert (apl(t, 2), apl(t, 3)) == (1, 2)
    assert controller(t, match.state.markers["prize"]) == NOBODY
    play(match, "end", "activate b2", "engage", "end", "engage")
    assert match.decision.topic == "action of a1"
    assert "PICK UP MARKER" not in offered(match)
    play(match, "end", "engage")
    assert match.decision.topic == "action of b1"
    play(match, "end") if len(match.decision.options) > 1 else None
    assert apl(match.table, 2) == 2


@pytest.mark.rule("KT-EQ-13", "KT-EQ-14", "KT-EQ-15", "KT-VER-09")
@pytest.mark.parametrize("version", ["2025-09", "2024-11"])
def test_scene_16_moving_the_barricade_by_a_door(version: str) -> None:
    door = rectangle("ruin-door", (19.13, 9, 19.33, 11), (0, 3), "Accessible Heavy")
    men = [
        Man("o", 0, 16, 10, wounds=14, left=6, save=5),
        Man("e", 1, 8.74, 10, weapons=(GUN,)),
    ]
    # The shield's outside looks north as it is made; turned by 90 degrees it looks west, with its inside 0.1" from the
    # middle.
    shield = Piece("shield", "portable_barricade", 0, 1600 - 63 - 10, 1000, 0, 90)
    dice = [6, 4, 3, 1, 4, 2, 5] if version == "2025-09" else [6, 4, 3, 1, 4, 2]
    match = stage(
        men, dice, active="o", zone=zone_with(door), pieces={"shield": shield}, options={"rules_version": version}
    )
    play(match, "MOVE WITH BARRICADE")
    assert ends(match, "to 18.10,10.00") is None
    play(match, "to 18.00,10.00")
    if version == "2024-11":
        play(match, "at 17.27,10.00 turned 90")
    else:
        assert not match.state.pieces
    play(match, "end", "engage", "SHOOT")
    if version == "2024-11":
        play(match, "cover save", "block 2 normal and 0 critical")
    assert left(match, "o") == (2 if version == "2024-11" else 0)


STEPS: tuple[Any, ...] = (
    rectangle("u-level", (0, 5, 5, 15), (5.3, 5.5), "Vantage"),
    rectangle("l-level", (5, 5, 7.4, 15), (2.8, 3), "Vantage"),
    rectangle("wall-door", (12, 9, 12.2, 11), (0, 3), "Accessible Heavy"),
    rectangle("wall-north", (12, 11, 12.2, 22), (0, 3), "Heavy"),
    rectangle("wall-south", (12, 0, 12.2, 9), (0, 3), "Heavy"),
)


@pytest.mark.rule("KT-TM-05", "KT-TM-06", "KT-TT-02", "KT-GEO-16", "KT-GEO-17")
def test_scene_22_down_the_steps_through_the_door() -> None:
    def mover(x: float, y: float, z: float = 0, action: str = "REPOSITION", **options: Any) -> Match:
        men = [Man("o", 0, x, y, z, move=options.pop("move", 6)), Man("ready", 1, 27, 20)]
        if action == "counteract":
            men[0] = men[0]._replace(fields=(("readiness", EXPENDED),))
            match = stage(men, phase="firefight", acting=0, zone=zone_with(*STEPS), options=options)
            return play(match, "counteract o", "REPOSITION")
        return play(stage(men, active="o", zone=zone_with(*STEPS), options=options), action)

    assert ends(mover(4.37, 10, 5.5), "to 8.03,10.00") is None
    assert ends(mover(4.37, 10, 5.5, move=8), "to 8.03,10.00 via 6.00,10.00") == 8
    assert ends(mover(4.37, 10, 5.5, move=8, merge_horizontal=False), "to 8.03,10.00 via 6.00,10.00") is None
    assert ends(mover(4, 14.37, 5.5), "to 4.00,15.63") == 6
    assert ends(mover(6.77, 10, 3, "DASH"), "to 8.03,10.00") == 3
    assert ends(mover(11.37, 10), "to 12.83,10.00") == 3
    assert ends(mover(11.37, 10), "to 12.10,10.00") is None, "the base would still be in the door"
    assert ends(mover(11.37, 10, 0, "counteract"), "to 12.83,10.00") is None, "3 inches are more than 2"
