"""A board of inches in text: coordinates, terrain by kind and height, pieces, and what can be reached."""

from __future__ import annotations

from fireteam.games.killteam import arena
from fireteam.terminal.console import ASCII, UNICODE
from fireteam.terminal.planeboard import PlaneDrawing
from fireteam.terminal.screen import screen
from fireteam.terminal.shapes import outline
from tests.killteam.stage import Man, play, stage, zone_with
from tests.space.plane.reference import rectangle

GUN = arena.weapon(4, 3, 3, 4, name="gun")
MEN = [Man("a-one", 0, 5, 11, weapons=(GUN,)), Man("b-one", 1, 25.2, 3.5, weapons=(GUN,))]


def drawn(*parts: object, moving: bool = False, ascii_only: bool = False) -> list[str]:
    match = stage(MEN, active="a-one", zone=zone_with(*parts))  # type: ignore[arg-type]
    if moving:
        play(match, "DASH")
    scene = match.setting.scene(match.table, 0)
    question = match.setting.question_view(match.table, match.decision, True)
    return [line.plain for line in PlaneDrawing(scene, ASCII if ascii_only else UNICODE, question).lines()]


def cell(lines: list[str], x: float, y: int) -> str:
    """The sign at a place in inches, counted from the south-west corner."""
    line = next(line for line in lines[1:] if line[:2].strip() == str(y))
    return line[3 + int(2 * x) :][:1] or " "


def test_the_map_has_coordinates_and_north_up() -> None:
    lines = drawn()
    assert lines[0].split() == ["0", "5", "10", "15", "20", "25"]
    assert [line[:2].strip() for line in lines[1:]] == [str(y) for y in range(21, -1, -1)]
    assert cell(lines, 5, 11) + cell(lines, 5.5, 11) == "ON"
    assert cell(lines, 25, 3) + cell(lines, 25.5, 3) == "oe"


def test_terrain_is_shown_by_kind_and_height() -> None:
    parts = (
        rectangle("wall", (10, 5, 10.3, 9), (0, 3), "Heavy"),
        rectangle("low", (12, 5, 13, 6), (0, 1), "Light"),
        rectangle("roof", (15, 15, 18, 18), (2.8, 3), "Vantage"),
        rectangle("gate", (20, 5, 21, 5.3), (0, 2), "Accessible Heavy"),
    )
    lines = drawn(*parts)
    assert [cell(lines, 10, y) for y in (5, 6, 7, 8)] == ["▓"] * 4
    assert (cell(lines, 12, 5), cell(lines, 16, 16), cell(lines, 20, 5)) == ("░", "3", "+")
    plain = drawn(*parts, ascii_only=True)
    assert (cell(plain, 10, 6), cell(plain, 12, 5), cell(plain, 16, 16)) == ("%", ":", "3")
    assert all(ord(sign) < 128 for line in plain for sign in line)


def test_a_move_shows_the_inches_to_every_place() -> None:
    lines = drawn(moving=True)
    assert [cell(lines, x, 11) for x in (6, 7)] == ["2", "3"]
    assert cell(lines, 5, 13) in "23"
    assert not cell(lines, 9.5, 11).isdigit()


def test_holes_of_an_outline_are_outside() -> None:
    square = outline([0, 0, 400, 0, 400, 400, 0, 400])
    assert square.holds(2, 2)
    assert not square.holds(5, 2)


def test_the_screen_fits_its_width_and_lists_everybody() -> None:
    match = stage(MEN, active="a-one", zone=zone_with())
    scene = match.setting.scene(match.table, 0)
    for width in (80, 100, 120):
        lines = [line.plain for line in screen(scene, UNICODE, width)]
        assert max(map(len, lines)) <= width
        text = "\n".join(lines)
        assert "a-one" in text
        assert "12/12" in text
