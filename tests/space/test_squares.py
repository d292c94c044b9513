"""The board of squares against a slow, obvious reference that reckons with exact fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.space.squares import Squares, bits

Place = tuple[int, int]
Edge = frozenset[Place]
HALF = Fraction(1, 2)


class Scene:
    """A small board with shut edges and occupied squares, and two squares to look between."""

    def __init__(self, width: int, height: int, shut: set[Edge], occupied: set[Place], a: Place, b: Place) -> None:
        self.width = width
        self.height = height
        self.shut = shut
        self.occupied = occupied
        self.a = a
        self.b = b

    def __repr__(self) -> str:
        walls = sorted(sorted(edge) for edge in self.shut)
        return f"Scene({self.width}x{self.height}, {self.a}-{self.b}, shut={walls}, occupied={sorted(self.occupied)})"


def places(width: int, height: int) -> list[Place]:
    """All squares of a board."""
    return [(x, y) for y in range(height) for x in range(width)]


def edges(width: int, height: int) -> list[Edge]:
    """All edges between two side-touching squares."""
    across = [frozenset({(x, y), (x + 1, y)}) for y in range(height) for x in range(width - 1)]
    down = [frozenset({(x, y), (x, y + 1)}) for y in range(height - 1) for x in range(width)]
    return across + down


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Boards up to 8 x 8, with anything from nothing to everything in the way."""
    width, height = draw(st.integers(2, 8)), draw(st.integers(1, 8))
    squares, sides = places(width, height), edges(width, height)
    shut = draw(st.sets(st.sampled_from(sides), max_size=len(sides))) if sides else set()
    occupied = draw(st.sets(st.sampled_from(squares), max_size=len(squares)))
    return Scene(width, height, shut, occupied, draw(st.sampled_from(squares)), draw(st.sampled_from(squares)))


def boards(scene: Scene) -> tuple[Squares, int, int]:
    """The same scene as bitboards."""
    squares = Squares(scene.width, scene.height)
    shut = occupied = 0
    for edge in scene.shut:
        here, there = sorted(edge)
        shut |= 1 << squares.edge(squares.square(*here), squares.square(*there))
    for place in scene.occupied:
        occupied |= 1 << squares.square(*place)
    return squares, shut, occupied


# -- the reference -----------------------------------------------------------------------------------------------------


def enters(a: Place, b: Place, place: Place) -> bool:
    """Whether the segment between two centres runs through the inside of a square: a piece of it longer than a
    point."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, way = Fraction(a[axis]), Fraction(b[axis] - a[axis])
        near, far = place[axis] - HALF, place[axis] + HALF
        if way == 0:
            if not near < start < far:
                return False
            continue
        one, other = sorted(((near - start) / way, (far - start) / way))
        low, high = max(low, one), min(high, other)
    return low < high


def crosses(a: Place, b: Place, edge: Edge) -> bool:
    """Whether the segment cuts an edge between its ends, not at a corner."""
    one, other = sorted(edge)
    axis = 0 if one[0] != other[0] else 1
    way = b[axis] - a[axis]
    if way == 0:
        return False
    part = (one[axis] + HALF - a[axis]) / way
    along = a[1 - axis] + part * (b[1 - axis] - a[1 - axis])
    return 0 < part < 1 and one[1 - axis] - HALF < along < one[1 - axis] + HALF


def corners(scene: Scene) -> Iterator[tuple[list[Place], list[Place]]]:
    """For every corner point on the line: the two squares it runs through there, and the two that flank it."""
    (ax, ay), (bx, by) = scene.a, scene.b
    for x in range(scene.width - 1):
        for y in range(scene.height - 1):
            px, py = x + HALF, y + HALF
            if (bx - ax) * (py - ay) != (by - ay) * (px - ax) or not min(ax, bx) < px < max(ax, bx):
                continue
            around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            run = [place for place in around if enters(scene.a, scene.b, place)]
            yield run, [place for place in around if place not in run]


def reference(scene: Scene) -> bool:
    """Line of sight by the words of the rules (ES-TERM-04, ES-TERM-05, ES-TERM-06)."""
    if scene.a == scene.b:
        return True
    if any(crosses(scene.a, scene.b, edge) for edge in scene.shut):
        return False
    if any(place not in (scene.a, scene.b) and enters(scene.a, scene.b, place) for place in scene.occupied):
        return False
    for run, flanks in corners(scene):
        assert len(run) == len(flanks) == 2
        if not any(
            flank not in scene.occupied and not any(frozenset({flank, place}) in scene.shut for place in run)
            for flank in flanks
        ):
            return False
    return True


def flood(width: int, height: int, start: Place, *, diagonals: bool) -> dict[Place, int]:
    """Steps from a square to every other, counted by walking."""
    found = {start: 0}
    border = [start]
    for x, y in border:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            place = (x + dx, y + dy)
            if (
                (diagonals or not (dx and dy))
                and place not in found
                and 0 <= place[0] < width
                and 0 <= place[1] < height
            ):
                found[place] = found[x, y] + 1
                border.append(place)
    return found


# -- sight -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-04", "ES-TERM-05", "ES-TERM-06")
@given(scenes())
@settings(max_examples=400, deadline=None)
def test_sight_is_what_the_fractions_say(scene: Scene) -> None:
    squares, shut, occupied = boards(scene)
    assert squares.clear(squares.square(*scene.a), squares.square(*scene.b), shut, occupied) == reference(scene)


@pytest.mark.rule("ES-TERM-04")
@given(scenes())
@settings(max_examples=200, deadline=None)
def test_sight_is_mutual(scene: Scene) -> None:
    squares, shut, occupied = boards(scene)
    a, b = squares.square(*scene.a), squares.square(*scene.b)
    assert squares.clear(a, b, shut, occupied) == squares.clear(b, a, shut, occupied)


@pytest.mark.rule("ES-TERM-04")
@given(scenes())
@settings(max_examples=200, deadline=None)
def test_a_half_turn_changes_nothing(scene: Scene) -> None:
    def turned(place: Place) -> Place:
        return scene.width - 1 - place[0], scene.height - 1 - place[1]

    other = Scene(
        scene.width,
        scene.height,
        {frozenset(map(turned, edge)) for edge in scene.shut},
        set(map(turned, scene.occupied)),
        turned(scene.a),
        turned(scene.b),
    )
    seen = []
    for each in (scene, other):
        squares, shut, occupied = boards(each)
        seen.append(squares.clear(squares.square(*each.a), squares.square(*each.b), shut, occupied))
    assert seen[0] == seen[1]


@pytest.mark.rule("ES-TERM-04")
def test_every_line_of_a_board_names_the_squares_and_edges_it_meets() -> None:
    width, height = 6, 5
    squares = Squares(width, height)
    for a in places(width, height):
        for b in places(width, height):
            line = squares.line(squares.square(*a), squares.square(*b))
            entered = {
                squares.square(*place) for place in places(width, height) if place not in (a, b) and enters(a, b, place)
            }
            cut = {
                squares.edge(squares.square(*min(edge)), squares.square(*max(edge)))
                for edge in edges(width, height)
                if crosses(a, b, edge)
            }
            flanks = [
                {squares.square(*place) for place in pair}
                for _, pair in corners(Scene(width, height, set(), set(), a, b))
            ]
            assert set(bits(line.squares)) == (entered if a != b else set())
            assert set(bits(line.edges)) == cut
            assert sorted(map(sorted, flanks)) == sorted(sorted(bits(corner[1] | corner[3])) for corner in line.corners)


# -- distances, rings and steps ----------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-03")
@pytest.mark.parametrize("diagonals", [False, True])
@given(st.integers(1, 7), st.integers(1, 7), st.data())
@settings(max_examples=60, deadline=None)
def test_distance_counts_steps(diagonals: bool, width: int, height: int, data: st.DataObject) -> None:
    squares = Squares(width, height)
    start = data.draw(st.sampled_from(places(width, height)))
    reach = data.draw(st.integers(0, 8))
    here, walked = squares.square(*start), flood(width, height, start, diagonals=diagonals)
    for place, steps in walked.items():
        assert squares.distance(here, squares.square(*place), diagonals=diagonals) == steps
    assert set(bits(squares.within(here, reach, diagonals=diagonals))) == {
        squares.square(*place) for place, steps in walked.items() if steps <= reach
    }


@pytest.mark.rule("ES-TERM-01", "ES-TERM-02")
@given(st.integers(1, 7), st.integers(1, 7))
@settings(max_examples=49, deadline=None)
def test_rings_are_the_squares_one_step_away(width: int, height: int) -> None:
    squares = Squares(width, height)
    for place in places(width, height):
        here = squares.square(*place)
        beside = {
            squares.square(*other)
            for other, steps in flood(width, height, place, diagonals=False).items()
            if steps == 1
        }
        around = {
            squares.square(*other) for other, steps in flood(width, height, place, diagonals=True).items() if steps == 1
        }
        assert set(bits(squares.adjacent[here])) == beside
        assert set(bits(squares.periphery[here])) == around


@pytest.mark.rule("ES-MOVE-02")
@given(scenes())
@settings(max_examples=100, deadline=None)
def test_steps_lead_where_no_shut_edge_parts(scene: Scene) -> None:
    squares, shut, _ = boards(scene)
    for place in places(scene.width, scene.height):
        x, y = place
        wanted = {
            squares.square(*other)
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if squares.inside(*other) and frozenset({place, other}) not in scene.shut
        }
        assert set(bits(squares.steps(squares.square(*place), shut))) == wanted


@given(st.integers(2, 9), st.integers(1, 9))
@settings(max_examples=72, deadline=None)
def test_every_square_and_edge_has_a_number_of_its_own(width: int, height: int) -> None:
    squares = Squares(width, height)
    numbers = [squares.square(*place) for place in places(width, height)]
    assert sorted(numbers) == list(range(squares.count))
    assert [squares.place(number) for number in numbers] == places(width, height)
    assert [squares.name(number) for number in numbers] == [f"{x},{y}" for x, y in places(width, height)]
    found = [squares.edge(squares.square(*min(edge)), squares.square(*max(edge))) for edge in edges(width, height)]
    back = [squares.edge(squares.square(*max(edge)), squares.square(*min(edge))) for edge in edges(width, height)]
    assert sorted(found) == list(range(len(found))) == sorted(back)
    assert found == back
    assert squares.all == sum(1 << number for number in numbers)


def test_a_board_of_one_column_has_its_edges_too() -> None:
    squares = Squares(1, 4)
    assert [squares.edge(at, at + 1) for at in range(3)] == [0, 1, 2]
    assert not squares.clear(0, 3, 1 << squares.edge(1, 2), 0)
    assert squares.clear(2, 3, 1 << squares.edge(1, 2), 0)


@given(st.integers(0, 1 << 80))
def test_bits_lists_the_members_lowest_first(mask: int) -> None:
    assert list(bits(mask)) == [number for number in range(81) if mask >> number & 1]


# -- what blocks a line first ------------------------------------------------------------------------------------------


def way_to(scene: Scene, place: tuple[Fraction, Fraction]) -> Fraction:
    """How far along the line a point lies, by its projection."""
    (ax, ay), (bx, by) = scene.a, scene.b
    return (place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)


def obstacles(scene: Scene) -> list[tuple[Fraction, set[Edge], set[Place]]]:
    """Everything that blocks a line, with how far along it stands, by the words of the rules."""
    found: list[tuple[Fraction, set[Edge], set[Place]]] = []
    for edge in scene.shut:
        if scene.a != scene.b and crosses(scene.a, scene.b, edge):
            one, other = sorted(edge)
            found.append(
                (way_to(scene, (Fraction(one[0] + other[0], 2), Fraction(one[1] + other[1], 2))), {edge}, set())
            )
    for place in scene.occupied - {scene.a, scene.b}:
        if scene.a != scene.b and enters(scene.a, scene.b, place):
            found.append((way_to(scene, (Fraction(place[0]), Fraction(place[1]))), set(), {place}))
    for run, flanks in corners(scene):
        walls = [{frozenset({flank, place}) for place in run} & scene.shut for flank in flanks]
        standing = [{flank} & scene.occupied for flank in flanks]
        if all(walls[side] or standing[side] for side in (0, 1)):
            middle = (Fraction(run[0][0] + run[1][0], 2), Fraction(run[0][1] + run[1][1], 2))
            found.append((way_to(scene, middle), walls[0] | walls[1], standing[0] | standing[1]))
    return found


@given(scenes())
@settings(max_examples=400, deadline=None)
def test_the_first_block_is_what_the_line_meets_first(scene: Scene) -> None:
    squares, shut, occupied = boards(scene)
    a, b = squares.square(*scene.a), squares.square(*scene.b)
    block = squares.first_block(a, b, shut, occupied)
    assert (block is None) == squares.clear(a, b, shut, occupied)
    if block is not None:
        _, walls, standing = min(obstacles(scene), key=lambda obstacle: obstacle[0])
        assert {squares.place(square) for square in bits(block.squares)} == standing
        numbers = {squares.edge(squares.square(*min(edge)), squares.square(*max(edge))) for edge in walls}
        assert set(bits(block.edges)) == numbers


def test_the_first_block_depends_on_where_one_looks_from() -> None:
    squares = Squares(6, 1)
    wall = 1 << squares.edge(3, 4)
    assert squares.first_block(0, 5, wall, 1 << 2) == (0, 1 << 2)
    assert squares.first_block(5, 0, wall, 1 << 2) == (wall, 0)
    assert squares.first_block(0, 1, wall, 1 << 2) is None
    column = Squares(1, 4)
    assert column.first_block(0, 3, 1 << column.edge(1, 2), 0) == (1 << column.edge(1, 2), 0)
