"""Bounds against the judge of paths: no move that he accepts is ever beyond them, and what they say of a box holds of
every hundredth of it."""

from __future__ import annotations

import random
from math import cos, hypot, inf, pi, sin

import pytest

from fireteam.space.plane.bounds import Field, longest
from fireteam.space.plane.faults import Refused
from fireteam.space.plane.footholds import by_way_of, footholds
from fireteam.space.plane.legs import Gait, Step
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.proofs import NOWHERE, Proof, prove
from fireteam.space.plane.rises import Height, heights
from fireteam.space.plane.sight import in_control
from tests.space.plane.boards import R32, body, ground, h, part

FAR_UP = 99


def foe(x: float, y: float, z: float = 0.0) -> Enemy:
    return Enemy(body(x, y, z), enter=True)


# -- ways --------------------------------------------------------------------------------------------------------------


def test_two_bases_that_hardly_overlap_part_a_box_that_reaches_to_both_sides() -> None:
    # The neck between what the two bars is thinner than the box: of its places the near ones are reached.
    foes = (foe(9.0, 10), foe(11.5, 10))
    field = Field(ground(), body(10.25, 8.6), Terms(1, enemies=foes), Height(0.0, 0))
    assert field.reaches(10.25, 9.5) and not field.reaches(10.25, 10.25)
    assert field.least(10.25, 10.25, 0.0) == inf
    assert field.least(10.25, 10.0, 0.6) <= 0.9, "the south of the box is near, its middle is not"


def strewn(draw: random.Random) -> tuple[Ground, tuple[Enemy, ...]]:
    """Walls, crates and enemies about a mover in the middle of a board of 20 by 20 inches."""
    parts = []
    for number in range(draw.randrange(2, 7)):
        x, y = draw.uniform(7, 12), draw.uniform(7, 12)
        long, wide = draw.uniform(0.1, 2.5), draw.uniform(0.1, 1)
        if draw.random() < 0.5:
            long, wide = wide, long
        if hypot(max(x - 10, 0, 10 - x - long), max(y - 10, 0, 10 - y - wide)) > R32 + 0.02:
            bottom = draw.choice((0.0, 0.0, 0.0, 2.0))
            top = bottom + draw.choice((0.8, 1.0, 1.2, 2.0, 3.0))
            traits = draw.choice(("Heavy", "Heavy Vantage", "Heavy Vantage", "Wall"))
            parts.append(part(f"p{number}", (x, y, x + long, y + wide), bottom, top, traits))
    foes: list[Enemy] = []
    for _ in range(draw.randrange(0, 4)):
        turn, far = draw.uniform(0, 2 * pi), draw.uniform(1.3, 3)
        one = body(10 + far * cos(turn), 10 + far * sin(turn))
        if all(hypot(other.body.x - one.x, other.body.y - one.y) > 2 * R32 * INCH for other in foes):
            foes.append(Enemy(one, enter=True))
    return ground(*parts, size=(20, 20)), tuple(foes)


@pytest.mark.parametrize("seed", range(12))
def test_no_place_of_a_box_is_nearer_than_the_box(seed: int) -> None:
    draw = random.Random(seed)
    board, foes = strewn(draw)
    terms = Terms(4, enemies=foes)
    for height in (Height(0.0, 0), Height(1.2, 2)):
        field = Field(board, body(10, 10), terms, height)
        for _ in range(30):
            x, y, half = draw.uniform(7, 13), draw.uniform(7, 13), draw.choice((0.03, 0.15, 0.3, 0.8))
            least = field.least(x, y, half)
            for _ in range(25):
                px, py = draw.uniform(x - half, x + half), draw.uniform(y - half, y + half)
                assert field.least(px, py, 0.0) >= least - 1e-9


def wandering(draw: random.Random, board: Ground, start: Body, terms: Terms) -> Move | None:
    """A legal move of some legs, made by chance."""
    free = terms._replace(engage=False, enemies=tuple(one._replace(end=True) for one in terms.enemies))
    known: tuple[Step, ...] = ()
    here, move = start, None
    for _ in range(24):
        turn, far = draw.uniform(0, 2 * pi), draw.choice((0.0, 0.5, 1.0, 2.0)) * draw.choice((1.0, draw.random()))
        x, y = int(here.x + far * INCH * cos(turn)), int(here.y + far * INCH * sin(turn))
        if not (0 <= x <= board.width * INCH and 0 <= y <= board.height * INCH):
            continue
        z = draw.choice((None, *board.surfaces(x, y)))
        found = path(board, start, (*known, Step(x, y, z, draw.random() < 0.3, draw.random() < 0.8)), free)
        if isinstance(found, Move):
            known, here, move = found.steps, found.end, found
    return move


@pytest.mark.parametrize("seed", range(24))
def test_no_legal_move_ends_where_bounds_say_that_none_can(seed: int) -> None:
    draw = random.Random(seed)
    checked = 0
    for _ in range(6):
        board, foes = strewn(draw)
        start = body(10, 10, draw.choice(board.surfaces(1000, 1000)) / INCH)
        gait = draw.choice((Gait(), Gait(), Gait(flies=True), Gait(merge=False), Gait(least=0), Gait(climb=False)))
        terms = Terms(draw.randrange(2, 9), gait=gait, enemies=foes)
        proof = Proof(board, start, terms)
        low, *high = proof.fields
        proof.footholds = footholds(board, start, terms, low, [field.height for field in high])
        for _ in range(8):
            move = wandering(draw, board, start, terms)
            if move is None:
                continue
            checked += 1
            x, y = move.end.x / INCH, move.end.y / INCH
            assert not proof._too_far(x, y, move.end.z, 0.0), move
            for half in (0.02, 0.1, 0.3):
                shift = draw.uniform(-half, half), draw.uniform(-half, half)
                assert not proof._too_far(x + shift[0], y + shift[1], move.end.z, half), (half, move)
            highest = max([start.z / INCH, *(stage.z for leg in move.legs for stage in leg.stages)])
            climbs = sum(
                charge.inches for leg in move.legs for charge in leg.charges if charge.kind in {"climb", "ladder"}
            )
            at_least = {height.z: height.inches for height in heights(board, start, terms)}
            assert at_least[highest] <= climbs, move
            flat = sum(leg.length for leg in move.legs)
            assert flat <= longest(board, terms, climbs)
            if highest > start.z / INCH and proof.footholds is not None:
                assert by_way_of(proof.footholds, x, y, 0.0, flat + 1e-9)
    assert checked > 10


# -- heights -----------------------------------------------------------------------------------------------------------

STAIRS = (
    part("a", (11, 9, 12, 11), 0, 1, "Heavy Vantage"),
    part("b", (13, 9, 14, 11), 0, 2, "Heavy Vantage"),
    part("c", (15, 9, 16, 11), 0, 3, "Heavy Vantage"),
    part("d", (17.5, 9, 18.5, 11), 0, 5, "Heavy Vantage"),
)  # fmt: skip


def test_what_jumps_lead_up_need_not_be_climbed() -> None:
    board, start = ground(*STAIRS), body(10, 10)
    steps = (Step(1150, 1000, 100), Step(1350, 1000, 200, jump=True), Step(1550, 1000, 300, jump=True))
    up = path(board, start, (*steps, Step(1800, 1000, 500)), Terms(FAR_UP))
    assert isinstance(up, Move)
    climbs = [charge.inches for leg in up.legs for charge in leg.charges if charge.kind == "climb"]
    assert climbs == [2, 2] and up.end.z == 500
    assert heights(board, start, Terms(9)) == [
        Height(0.0, 0), Height(1.0, 2), Height(2.0, 2), Height(3.0, 2), Height(5.0, 4),
    ]  # fmt: skip


def test_a_ladder_that_stands_on_a_deck_counts_from_whoever_climbs() -> None:
    tower = part("tower", (12, 9, 14, 11), 0, 6, "Heavy Vantage")
    rungs = part("rungs", (11.8, 9.5, 12, 10.5), 3, 6, "Ladder")
    board, start = ground(tower, placed=(rungs,)), body(10, 10)
    up = path(board, start, (Step(1300, 1000, 600),), Terms(FAR_UP))
    assert isinstance(up, Move) and [charge.kind for charge in up.legs[0].charges] == ["walk", "ladder"]
    assert heights(board, start, Terms(9)) == [Height(0.0, 0), Height(6.0, 1)]


def test_what_hangs_over_a_landing_lifts_on_to_itself() -> None:
    parts = (
        part("a", (10, 9, 11, 11), 0, 3, "Heavy Vantage"),
        part("b", (12, 9, 14, 11), 0, 3.5, "Heavy Vantage"),
        part("c", (13.2, 9, 14, 11), 4.6, 7, "Heavy"),
    )
    board, start = ground(*parts), body(10.5, 10, 3)
    found = path(board, start, (Step(1290, 1000, None, jump=True), Step(1290, 1000)), Terms(FAR_UP))
    known = {height.z for height in heights(board, start, Terms(6))}
    assert {3.0, 3.5, 7.0} <= known
    if isinstance(found, Move):
        assert all(stage.z in known for leg in found.legs for stage in leg.stages)


def test_nobody_comes_higher_whom_enemies_keep_from_everything_to_climb() -> None:
    ring = tuple(foe(10 + 1.3 * cos(number * pi / 3), 10 + 1.3 * sin(number * pi / 3)) for number in range(6))
    board, start, terms = ground(part("crate", (15, 9.5, 16, 10.5), 0, 1.5)), body(10, 10), Terms(6, enemies=ring)
    low = Field(board, start, terms, Height(0.0, 0))
    assert footholds(board, start, terms, low, heights(board, start, terms)[1:]) == ()
    assert not isinstance(prove(board, start, terms), Move)
    near = ground(part("crate", (10.2, 10.7, 11.2, 11.7), 0, 1.5))
    low = Field(near, start, terms, Height(0.0, 0))
    assert footholds(near, start, terms, low, heights(near, start, terms)[1:])


def test_nobody_climbs_a_deck_from_under_it() -> None:
    deck = part("deck", (6, 6, 14, 14), 2.8, 3, "Heavy Vantage")
    board, start, terms = ground(deck), body(10, 10), Terms(9)
    low = Field(board, start, terms, Height(0.0, 0))
    found = footholds(board, start, terms, low, heights(board, start, terms)[1:])
    assert found and min(one.far for one in found) > 3.6, "out from under it first"


# -- control ranges ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_what_is_said_of_control_in_a_box_holds_of_every_place_of_it(seed: int) -> None:
    draw = random.Random(seed)
    said = set()
    for _ in range(40):
        parts = []
        for number in range(draw.randrange(1, 4)):
            x, y = draw.uniform(9.5, 11.5), draw.uniform(9.5, 11.5)
            long, wide = draw.choice(((0.1, 1.5), (1.5, 0.1), (3.0, 0.2), (0.2, 3.0)))
            height = draw.choice((1.0, 1.39, 1.4, 1.41, 3.0))
            parts.append(part(f"p{number}", (x, y, x + long, y + wide), 0, height, draw.choice(("Heavy", "Wall"))))
        board, other = ground(*parts, size=(20, 20)), body(10, 10)
        engage = draw.random() < 0.5
        enemy = Enemy(other, enter=True, end=engage)
        proof = Proof(board, body(12, 12), Terms(4, enemies=(enemy,), engage=engage))
        turn, far, half = draw.uniform(0, 2 * pi), draw.uniform(1.2, 2.4), draw.choice((0.02, 0.1, 0.3))
        x, y = 10 + far * cos(turn), 10 + far * sin(turn)
        told = proof._control(x, y, 0, half)
        said.add(told)
        for _ in range(40):
            px, py = h(draw.uniform(x - half, x + half)), h(draw.uniform(y - half, y + half))
            if abs(px / INCH - x) > half or abs(py / INCH - y) > half:
                continue
            held = in_control(board.board, proof.start._replace(x=px, y=py, z=0), other)
            if told == NOWHERE:
                assert held is not engage, (px, py)
    assert NOWHERE in said and len(said) > 1


# -- every hundredth ---------------------------------------------------------------------------------------------------


def dead_end(draw: random.Random) -> tuple[Ground, Body, Terms]:
    """A mover between walls or bases so close that a few hundredths decide, with 1" to go."""
    start, parts, engage = body(10, 10), [], draw.random() < 0.4
    for number, (dx, dy) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        if draw.random() < 0.6:
            gap = R32 + draw.choice((0.0, 0.01, 0.05, 0.2, 0.45))
            x, y = 10 + dx * (gap + 0.5), 10 + dy * (gap + 0.5)
            box = (x - (0.5 if dx else 2), y - (0.5 if dy else 2), x + (0.5 if dx else 2), y + (0.5 if dy else 2))
            parts.append(part(f"p{number}", box, 0, draw.choice((1.0, 4.0)), draw.choice(("Heavy", "Heavy Vantage"))))
    foes: list[Enemy] = []
    for _ in range(draw.randrange(2, 10)):
        turn = draw.uniform(0, 2 * pi)
        far = 2 * R32 + (1 + draw.uniform(0.9, 1.0) if engage else draw.choice((0.0, 0.02, 0.3, 0.9)))
        other = body(10 + far * cos(turn), 10 + far * sin(turn))
        if all(hypot(one.body.x - other.x, one.body.y - other.y) >= (2 * R32 - 0.005) * INCH for one in foes):
            foes.append(Enemy(other, enter=True, leave=not engage, end=engage))
    return ground(*parts, size=(20, 20)), start, Terms(1, enemies=tuple(foes), engage=engage)


@pytest.mark.parametrize("seed", range(24))
def test_where_a_move_of_an_inch_is_refused_no_hundredth_can_be_moved_to(seed: int) -> None:
    # An inch is a single leg: with all hundredths about the start every move there is has been judged.
    board, start, terms = dead_end(random.Random(seed))
    if not isinstance(prove(board, start, terms), Refused):
        return
    others = tuple(enemy.body for enemy in terms.enemies)
    for x in range(start.x - 100, start.x + 101):
        for y in range(start.y - 100, start.y + 101):
            end = start._replace(x=x, y=y)
            if hypot(x - start.x, y - start.y) <= 100.1 and stands(board, end, others) is None:
                assert not isinstance(path(board, start, (Step(x, y, 0),), terms), Move), (x, y)


def test_an_inch_is_granted_and_refused() -> None:
    kinds = [type(prove(*dead_end(random.Random(seed)))).__name__ for seed in range(24)]
    assert kinds.count("Refused") > 4 and kinds.count("Move") > 4
