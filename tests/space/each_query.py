"""Every query of the spaces by name, each on a small board of its own: `python -m tests.space.each_query` asks each as
the first one of a process, and prints what it answers.

A process is forked for each, with all modules loaded and nothing asked yet. With `-n` numba is not there at all.
"""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Callable
from typing import Any

Query = Callable[[], object]
LIES = re.compile(r" at 0x[0-9a-f]+")


def free() -> dict[str, Query]:
    """Queries of free movement."""
    from fireteam.space.plane.free import blasts, forced, hulls, places, seeing, templates
    from fireteam.space.plane.free.atlas import atlas_of
    from fireteam.space.plane.free.charges import CONTACT, Charges, farthest, touching
    from fireteam.space.plane.free.contours import contours
    from fireteam.space.plane.free.field import Field
    from fireteam.space.plane.free.flight import Eye, Flight
    from fireteam.space.plane.free.measuring import gap, round_solids, touches
    from fireteam.space.plane.free.paths import judge
    from fireteam.space.plane.free.plan import (
        DANGEROUS,
        DIFFICULT,
        IMPASSABLE,
        OBSTACLE,
        OPAQUE,
        SOLID,
        Block,
        Floor,
        Ladder,
        Lift,
        Patch,
        Plan,
        Rail,
        States,
    )
    from fireteam.space.plane.free.rims import rims_of
    from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Other, Others
    from fireteam.space.plane.free.walking import CLIMBS, FOOT, HANGS, LADDERS, Judge, Kind, Leg, Walker, Watch
    from fireteam.space.plane.free.ways import Side, Ways
    from fireteam.space.plane.model import Body
    from tests.space.free.content import rectangle, slope

    wall = Block("wall", rectangle(500, 400, 530, 600), 0, 400, IMPASSABLE | SOLID | OPAQUE)
    deck = Floor("deck", rectangle(700, 200, 900, 600), 300, 0, 0, 20, SOLID | OPAQUE)
    low = Block("low", rectangle(100, 600, 400, 640), 0, 100, OBSTACLE)

    def field() -> Field:
        lift = Lift("lift", rectangle(1000, 100, 1100, 200), (0, 300))
        patches = (
            Patch("mud", rectangle(200, 700, 400, 900), 0, DIFFICULT),
            Patch("slag", rectangle(500, 700, 600, 900), 0, DIFFICULT | DANGEROUS),
        )
        stairs = slope("stairs", rectangle(400, 250, 700, 350), [0, 3], "west", 20)
        return Plan(
            1200,
            1000,
            (
                wall,
                deck,
                low,
                Ladder("ladder", 700, 400, 0, 300),
                *patches,
                stairs,
                Rail("rail", 700, 200, 900, 200, 300),
            ),
            (lift,),
        ).under()

    one, two, foe = (Body(x, y, 0, 0.5, 160) for x, y in ((200, 500), (620, 500), (350, 350)))
    high, hull = Body(750, 400, 300, 0.5, 160), Hull(300, 800, 0, 4.0, 2.0, 200, 0)
    others = Others([Other(two, BLOCKS | RING), Other(foe, BLOCKS | RING)])
    crowd = Others([*others.rows, Other(Hull(1000, 800, 0, 3.0, 1.5, 200, 30), BLOCKS)])
    walker = Walker(one, 7.0)
    edge: tuple[float, float, float] = (7.5, 4.0, 3.0)

    def start() -> Judge:
        return Judge(field(), walker, others)

    def ways(**more: Any) -> Ways:
        return Ways(field(), walker._replace(**more), others)

    def ride() -> object:
        rider = walker._replace(body=Body(1050, 150, 0, 0.5, 160), lifts=(("lift", 1),))
        return judge(field(), rider, (Leg(Kind.LIFT, 1050, 150, 300),), others)

    def over() -> object:
        at = field()
        brink = forced.over(at, Body(710, 400, 300, 0.5, 160), 180.0)
        return brink and forced.landing(at, Body(710, 400, 300, 0.5, 160), brink, others)

    return {
        "field": lambda: field().digest,
        "field in other states": lambda: field().plan.under(States((("lift", "1"),), ("wall",))).digest,
        "surfaces": lambda: field().surfaces(750, 400),
        "floor under": lambda: field().floor_under(750, 400, 300),
        "board": lambda: field().board.prisms.count,
        "depth": lambda: field().depth_in(0, 1.0, 1.0),
        "rims": lambda: list(rims_of(field())),
        "turning points": lambda: list(atlas_of(field(), 0.5, 1.6, CLIMBS | LADDERS).nodes),
        "gap": lambda: (gap(one, two), gap(one, hull), gap(hull, hull._replace(x=900)), touches(one, two)),
        "round solids": lambda: round_solids(field(), one, two),
        "round solids to a hull": lambda: round_solids(field(), one, hull),
        "round solids up": lambda: round_solids(field(), high, two),
        "a leg": lambda: start().walk((2.0, 5.0, 0.0), (3.0, 7.0)),
        "a hop": lambda: start().hop(Kind.JUMP, edge, (6.5, 4.0, 0.0)),
        "dangers": lambda: start().dangers((4.5, 8.0, 0.0), Leg(Kind.WALK, 650, 800, 0)),
        "an end": lambda: start().ends(0, (2.0, 5.0, 0.0)),
        "a path": lambda: judge(field(), walker, (Leg(Kind.WALK, 300, 700, 0),), others, (Watch(350, 700, 0, 2.0),)),
        "a climb": lambda: judge(field(), Walker(one._replace(x=640, y=400), 9.0), (Leg(Kind.LADDER, 760, 400, 300),)),
        "half a climb": lambda: judge(
            field(), Walker(one._replace(x=640, y=400), 3.0, FOOT | HANGS), (Leg(Kind.LADDER, 700, 400, 100),)
        ),
        "a ride": ride,
        "ways": lambda: list(ways().spent),
        "ways from a climb": lambda: list(ways(body=Body(700, 400, 100, 0.5, 160), hanging=True).spent),
        "ways in a crowd": lambda: list(Ways(field(), walker, crowd).spent),
        "a way": lambda: ways().way(300, 700, 0),
        "a cost": lambda: ways().cost(300, 700, 0),
        "a stop": lambda: ways().stops(300, 700, 0),
        "the nearest in reach": lambda: ways().nearest(620, 500, 0),
        "some way": lambda: ways(allowance=2.0).some(),
        "some way as demanded": lambda: ways(allowance=2.0).some((places.Farther(two, 3.0),)),
        "leaving": lambda: ways().leaving(Side.WEST),
        "cells": lambda: ways().cells(1.0),
        "contours": lambda: contours(ways().cells(1.0), 1.0, 7.0),
        "charges": lambda: Charges(field(), walker, others).list({0: CONTACT, 1: CONTACT}),
        "charges at a hull": lambda: Charges(field(), walker, crowd).to(2, 1.0),
        "charges across": lambda: Charges(field(), walker, others).across(1),
        "an approach": lambda: Charges(field(), walker._replace(allowance=2.0), others).approach(0),
        "the farthest": lambda: farthest(field(), walker, (Leg(Kind.WALK, 450, 500, 0),), others),
        "touching": lambda: touching(field(), one, 1),
        "stands": lambda: places.stands(field(), one, others),
        "stands as demanded": lambda: places.stands(
            field(), one, others, (places.Inside(rectangle(0, 0, 400, 900)), places.Farther(hull, 1.0))
        ),
        "the nearest place": lambda: places.nearest(field(), one, crowd),
        "the nearest place as demanded": lambda: places.nearest(
            field(), one, crowd, (places.Outside(rectangle(100, 400, 300, 600), 0.5), places.Within(two, 6.0, False))
        ),
        "contact": lambda: places.contact(field(), one, foe, Others([Other(two, BLOCKS)])),
        "a slide": lambda: forced.slide(field(), one, 0, 3.0, others),
        "a slide that pays": lambda: forced.slide(field(), Body(200, 800, 0, 0.5, 160), 0, 3.0, pays=True),
        "a rim": lambda: forced.rim(field(), Body(710, 400, 300, 0.5, 160)),
        "a fall": over,
        "beyond": lambda: forced.beyond(field(), Body(710, 400, 300, 0.5, 160)),
        "hidden": lambda: seeing.hidden(field(), (*one[:3],), two, (foe, hull), ((400, 500, 0, 1.0, 1.0),)),
        "hidden points": lambda: seeing.hidden_points(field(), (*one[:3],), hull, (foe,)),
        "a free line": lambda: seeing.free_line(field(), (*one[:3],), (*foe[:3],)),
        "a hull slides": lambda: hulls.slide(field(), hull, 0.0, 2.0, others),
        "a hull turns": lambda: hulls.turn(field(), hull, 90, crowd),
        "a hull fits": lambda: (hulls.fits(field(), hull, others), hulls.fits(field(), hull._replace(y=500), others)),
        "hulls push": lambda: hulls.together(field(), (hull,), 0.0, 1.0, others),
        "a hull lands": lambda: hulls.landing(field(), hull._replace(x=800, y=400, z=300), 0.0),
        "a hull in bad ground": lambda: (
            hulls.extra_cost(field(), hull, hull._replace(x=500)), hulls.stands_on(field(), hull, DIFFICULT)
        ),
        "a hull clear of another": lambda: hulls.nearest_clear(
            field(), hull, crowd, [hulls.corridor(hull, hull._replace(x=500))]
        ),
        "a hull roams": lambda: len(hulls.Roam(field(), hull, 2.0, others).poses),
        "flight": lambda: Flight(field(), walker._replace(allowance=1.5), others, (Eye(two, 150), Eye(foe, 40))).best,
        "flight is as good": lambda: Flight(
            field(), walker._replace(allowance=1.5), others, (Eye(two, 150),)
        ).accepts(200, 500, 0),
        "a blast": lambda: blasts.under(field(), (500, 500, 0), 3.0, two),
        "a scatter": lambda: blasts.scattered(field(), (300, 500, 0), 0, 6.0),
        "all scatters": lambda: blasts.scatterings(field(), (300, 500, 0), 2)[::30],
        "flames": lambda: templates.Flames(field(), one, 0, 45, {"two": two, "foe": foe}).sets(),
    }  # fmt: skip


def plane() -> dict[str, Query]:
    """Queries of the plane of whole inches."""
    from fireteam.space.plane import measure, shots
    from fireteam.space.plane.bounds import Field
    from fireteam.space.plane.increments import increment
    from fireteam.space.plane.legs import Step
    from fireteam.space.plane.model import OBSCURES, OPAQUE, Board, Body, Feature, Part, Spot, Terrain
    from fireteam.space.plane.paths import Enemy, Terms, path
    from fireteam.space.plane.placing import Ground, place, sides, stands
    from fireteam.space.plane.proofs import Proof
    from fireteam.space.plane.reach import Reach
    from fireteam.space.plane.rises import Height
    from fireteam.space.plane.sight import in_control, sees_part, sees_spot, sighting, visible

    wall = Part("wall", "wall", ((500, 400), (530, 400), (530, 600), (500, 600)), 0, 100, OBSCURES | OPAQUE)
    a, b = Body(200, 500, 0, 0.63, 140), Body(620, 500, 0, 0.63, 140)
    terms = Terms(4, enemies=(Enemy(b),))

    def board() -> Board:
        return Terrain(1000, 1000, (Feature("wall", "wall", (wall,)),)).under()

    def reach() -> Reach:
        return Reach(Ground(board()), a, terms)

    return {
        "visible": lambda: visible(board(), a, b),
        "sighting": lambda: sighting(board(), a, b),
        "sees a part": lambda: sees_part(board(), b, 0),
        "sees a spot": lambda: sees_spot(board(), a, Spot(620, 500, 0, 0.39)),
        "control": lambda: in_control(board(), a, b),
        "between": lambda: (measure.between(board(), a, b), measure.to_part(board(), a, 0)),
        "a shot": lambda: shots.shot(board(), a, b),
        "depths": lambda: shots.depths((sides(wall.polygon),), a, b, 4.0),
        "an increment": lambda: increment(Ground(board()), a, Step(250, 500)),
        "a path": lambda: path(Ground(board()), a, (Step(300, 500),), terms),
        "stands": lambda: stands(Ground(board()), a, (b,)),
        "a place": lambda: place(Ground(board()), 300, 500, 0, 0.63, 140, (b,)),
        "contours": lambda: reach().contours(),
        "suggestions": lambda: reach().suggest(2),
        "bounds": lambda: Field(Ground(board()), a, terms, Height(0.0, 0)).least(6.0, 6.0, 0.5),
        "a proof": lambda: Proof(Ground(board()), a, terms).verdict(lambda move: True),
    }


def cubes() -> dict[str, Query]:
    """Queries of cubes, and of squares."""
    from fireteam.space.cubes.board import Board
    from fireteam.space.cubes.layout import Layout
    from fireteam.space.cubes.sight import Sight
    from fireteam.space.squares import Squares

    def asked(query: Callable[[Any, Any, Any, Any], object]) -> Query:
        def ask() -> object:
            sight = Sight(Board(Layout(3, 1, 1)))
            return query(sight, *(sight.pose(place, 1, 1) for place in range(3)))

        return ask

    return {
        "sees": asked(lambda sight, a, body, b: sight.sees(a, b, bodies=(body,))),
        "a clear shot": asked(lambda sight, a, body, b: sight.has_clear_shot(a, b, bodies=(body,))),
        "sees a cube": asked(lambda sight, a, body, b: sight.sees_cube(a, b.cube)),
        "overlooks": asked(lambda sight, a, body, b: sight.overlooks(a, b)),
        "a line": asked(lambda sight, a, body, b: sight.line(a, b)),
        "a sighting": asked(lambda sight, a, body, b: sight.sighting(a, b, bodies=(body,))),
        "an aim": asked(lambda sight, a, body, b: sight.aim(a, b, bodies=(body,))),
        "thin smoke": asked(lambda sight, a, body, b: sight.thin_smoke(a, b, 1 << body.cube)),
        "away": asked(lambda sight, a, body, b: sight.away(a, b)),
        "squares": lambda: Squares(4, 4).line(0, 10),
    }


SPACES: dict[str, Callable[[], dict[str, Query]]] = {"free": free, "plane": plane, "cubes": cubes}


def every() -> dict[str, Query]:
    """All of them, by space and name."""
    return {f"{space}: {name}": query for space, queries in SPACES.items() for name, query in queries().items()}


def told(query: Query) -> str:
    """What a query answers, or how it fails; where functions lie in memory is no part of it."""
    try:
        return LIES.sub("", repr(query()))
    except Exception:  # whatever it is, it is the answer here
        return "FAILED " + traceback.format_exc()


def first(query: Query) -> str:
    """What a query answers as the first one of a process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="utf-8") as out:
            out.write(told(query))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answers:
        answer = answers.read()
    _, status = os.waitpid(child, 0)
    return answer if status == 0 else f"FAILED with {status}"


if __name__ == "__main__":
    if "-n" in sys.argv:
        sys.modules["numba"] = sys.modules["llvmlite"] = None  # type: ignore[assignment]
    print(json.dumps({name: first(query) for name, query in every().items()}))
