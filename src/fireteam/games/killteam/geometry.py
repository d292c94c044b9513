"""What the game asks the plane about places and moves, with its own words and rules for what the plane refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from fireteam.core.refusals import Check
from fireteam.kit.plane.refusals import Refused, Words, failed, in_words
from fireteam.space.plane import faults, paths, placing, proofs, routes
from fireteam.space.plane.faults import Fault
from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import Body, TerrainError
from fireteam.space.plane.paths import Move, Terms
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.proofs import Open

FAULTS: Mapping[Fault, Words] = {
    Fault.OUTSIDE: Words("KT-BASE-05", "the whole base is inside the killzone"),
    Fault.NO_SURFACE: Words("KT-GEO-13", 'the centre is over the floor or a Vantage surface at {:g}"'),
    Fault.BARE_TOP: Words("KT-VANT-06", 'the centre is over the floor or a Vantage surface at {:g}"'),
    Fault.IN_PART: Words("KT-GEO-13", "the base overlaps no solid part ({part})"),
    Fault.IN_LADDER: Words("KT-EQ-12", "the base overlaps no solid part ({part})"),
    Fault.IN_OPENING: Words("KT-GEO-17", "the base overlaps no solid part ({part})"),
    Fault.IN_HAZARD: Words("KT-BHETA-03", "the base is clear of hazardous areas"),
    Fault.ON_BASE: Words("KT-BASE-01", "the base overlaps no other base"),
    Fault.NOT_THERE: Words("KT-GEO-16", "the leg does not lead to the chosen height"),
    Fault.TOO_DEAR: Words("KT-REPO-01", 'it costs more than {}"'),
    Fault.HAZARD: Words("KT-BHETA-03", "the base would touch a hazardous area"),
    Fault.IN_THE_WAY: Words("KT-BASE-04", "a part is in the way"),
    Fault.NO_ROOM: Words("KT-GEO-16", "there is no room to drop to"),
    Fault.DROP_HAZARD: Words("KT-BHETA-03", "the drop would end in a hazardous area"),
    Fault.AT_HEIGHT: Words("KT-GEO-16", "the leg is at the chosen height already"),
    Fault.TOO_HIGH: Words("KT-TM-02", 'terrain to climb is at most {}" up'),
    Fault.CLOSED_FLOOR: Words("KT-GEO-17", "a floor that is not Accessible carries the base"),
    Fault.NO_ROOM_UNDER: Words("KT-GEO-16", "there is no room under the floor"),
    Fault.CAUGHT: Words("KT-BASE-04", "the base is caught on a part"),
    Fault.WALL: Words("KT-GALL-01", "walls cannot be climbed"),
    Fault.NO_CLIMB: Words("KT-DASH-02", "this action cannot climb"),
    Fault.LONG_CLIMB: Words("KT-TM-02", 'no single climb passes {}"'),
    Fault.OVERHEAD: Words("KT-GEO-16", "a solid part overhead stops the climb"),
    Fault.UNSEEN: Words("KT-TM-02", "the part to climb is not visible"),
    Fault.NO_TERRAIN: Words("KT-TM-07", "a jump starts with the centre over terrain"),
    Fault.LOW_JUMP: Words("KT-TM-07", 'a jump starts from Vantage terrain more than 2" up'),
    Fault.FAR_JUMP: Words("KT-TM-07", 'a jump goes at most 4" beyond the edge, not {:.2f}"'),
    Fault.WALL_JUMP: Words("KT-GALL-01", "walls cannot be jumped over"),
    Fault.NO_CENTRE: Words("KT-TM-07", "a jump on to terrain ends with the centre over it"),
    Fault.JUMP_HEIGHT: Words("KT-GEO-16", "the jump does not lead to the chosen height"),
    Fault.OFF_BOARD: Words("KT-BASE-05", "the base would leave the killzone"),
    Fault.ACROSS_ENEMY: Words("KT-BASE-03", "the base would pass across an enemy"),
    Fault.ENTERS: Words("KT-REPO-03", "the path enters an enemy's control range"),
    Fault.LEAVES: Words("KT-CHRG-03", "the path leaves the control range of an enemy nobody else engages"),
    Fault.ENDS_ENGAGED: Words("KT-REPO-04", "it would end in an enemy's control range"),
    Fault.ENDS_FREE: Words("KT-CHRG-02", "it must end in the control range of an enemy"),
    Fault.TOO_LONG: Words("KT-REPO-01", 'it costs {}", more than {}"'),
    Fault.NO_ROUTE: Words("KT-GEO-18", "no route is known"),
    Fault.NOBODY: Words("KT-ACT-07", "there is an enemy to charge"),
    Fault.NOBODY_NEAR: Words("KT-ACT-07", 'an enemy is within {}": the nearest is {:.1f}" away'),
    Fault.NO_PLACE: Words("KT-ACT-07", "within {}\" its base fits somewhere out of every enemy's control range"),
    Fault.NO_PLACE_NEXT: Words("KT-ACT-07", 'within {}" its base fits somewhere in the control range of an enemy'),
    Fault.NO_WAY: Words("KT-ACT-07", "a way of {}\" leads out of every enemy's control range"),
    Fault.NO_WAY_NEXT: Words("KT-ACT-07", 'a way of {}" leads into the control range of an enemy'),
}
"""The game's words and rule for every fault of a place, a leg or a move."""

TERRAIN_RULES: Mapping[Fault, str] = {Fault.NO_PRISM: "KT-GEO-01", Fault.NO_GATE: "KT-GALL-04"}
"""The rules that faults of terrain break."""


def path(ground: Ground, start: Body, steps: tuple[Step, ...], terms: Terms) -> Move | Refused:
    """A move leg by leg, judged (KT-GEO-15, KT-GEO-16): it goes round parts, over them or through openings (KT-BASE-04,
    KT-TM-04), climbs at no less than the least a climb costs (KT-TM-03), goes past friends (KT-BASE-02) but no enemies
    (KT-BASE-03) and clear of hazardous areas (KT-BHETA-03), drops with one allowance (KT-TM-05, KT-TM-06), jumps
    (KT-TM-08, KT-TM-09, KT-TM-10) and ends where one can stand (KT-TM-01)."""
    move = paths.path(ground, start, steps, terms)
    return move if isinstance(move, Move) else in_words(FAULTS, move)


def route(ground: Ground, start: Body, x: float, y: float, terms: Terms, z: int | None = None) -> Move | Refused:
    """The move that a bare destination (hundredths) stands for, or why there is none (KT-GEO-18)."""
    move = routes.route(ground, start, x, y, terms, z)
    return move if isinstance(move, Move) else in_words(FAULTS, move)


def prove(
    ground: Ground, start: Body, terms: Terms, accepts: Callable[[Move], bool] | None = None
) -> Move | Refused | Open:
    """Whether a move can be made at all, where the search knows none: a move, the bound, or neither
    (see KT-ACT-07 and KT-GEO-18)."""
    found = proofs.prove(ground, start, terms, accepts)
    return in_words(FAULTS, found) if isinstance(found, faults.Refused) else found


def stands(ground: Ground, body: Body, others: Iterable[Body] = ()) -> Check | None:
    """Why an operative cannot be placed there, or None: only the floor and Vantage terrain carry it, and its base may
    jut out over an edge (KT-GEO-13, KT-BASE-01, KT-BASE-05, KT-VANT-06, KT-VANT-07)."""
    refused = placing.stands(ground, body, others)
    return None if refused is None else failed(FAULTS, refused)


def terrain_fault(error: TerrainError) -> str:
    """What is wrong with terrain, and the rule it breaks if there is one (see KT-GEO-01)."""
    rule = TERRAIN_RULES.get(error.fault, "")
    return f"{error} ({rule})" if rule else str(error)
