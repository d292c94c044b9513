"""Scorings laid on purpose: turning points and battles that are about to end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, EXPENDED, NOBODY, READY, REMOVED
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Landmark
from fireteam.kit.plane.places import Place
from tests.killteam.opfield import CENTRE, MATRON, MENDER, NEEDLE, PIPER, PRIOR, A, B, field, open_zone
from tests.killteam.staging import Staged, staged
from tests.killteam.writing import write

FORT = Landmark("fort-b", "stronghold", 1, 2, ((2000, 200), (2600, 200), (2600, 800), (2000, 800)))
MATRON_AWAY = {MATRON: (2300, 300)}


def ending(placed: Mapping[str, tuple[int, ...]], *, active: str = "", ready: str = "", **given: Any) -> Table:
    """A turning point in which nobody else is ready any more; with `active`, in that one's activation."""
    also: Mapping[str, Mapping[str, Any]] = given.pop("also", {})
    operatives: dict[str, dict[str, Any]] = {
        name: {"readiness": READY if name == ready else EXPENDED, "order": ENGAGE, **also.get(name, {})}
        for name in {**placed, **also}
    }
    phase = "turning_point_end"
    if active:
        operatives[active]["readiness"] = ACTIVE
        phase = "activation"
    t = field(placed, operatives=operatives, phase=phase, activations=1, **given)
    t.set_active(t.number(active) if active else NOBODY)
    return t


def played(t: Table, *dice: int) -> Match:
    """A match at that position, with these dice first."""
    return arena.match_over(t, Given(dice, Seeded(1)))


def working(crit: str, place: tuple[int, int] = (700, 1200), tp: int = 2, **given: Any) -> Match:
    """One in the last activation of a turning point, beside the own objective unless it is said otherwise."""
    return played(ending({PRIOR: place, **MATRON_AWAY}, active=PRIOR, crit=crit, tp=tp, **given))


def holding(crit: str, place: tuple[int, int] = (700, 1200), tp: int = 2) -> Match:
    """The end of a turning point in which one holds an objective."""
    return played(ending({PRIOR: place, **MATRON_AWAY}, crit=crit, tp=tp))


def surging(*, tapped: bool) -> Match:
    """One that holds the objective of the turning point; in its activation, if it is to tap it."""
    t = ending({PRIOR: (700, 1200), **MATRON_AWAY}, active=PRIOR if tapped else "", crit="rolling-surge")
    t.mark(A, "surging:0")
    return played(t)


def tac(op: str, place: tuple[int, int], **given: Any) -> Match:
    """One with a tac op in the last activation of a turning point, the enemy far away."""
    return played(ending({PRIOR: place, **MATRON_AWAY}, active=PRIOR, tac=(op, ""), **given))


def tracking() -> Match:
    """One that may plant a tracker instead of drawing blood."""
    t = ending({MENDER: (1500, 300), MATRON: (1900, 300)}, active=MENDER, tac=("tagged", ""))
    return played(t, 6, 6, 1, 1, 1, 1, 1)


def both_bank() -> Match:
    """The end of a turning point in which both may score."""
    t = ending({PRIOR: (700, 1200), MATRON: (2300, 1200)}, crit="bank-the-signal")
    t.add_points(A, 0, 1, "KT-ACT-08")
    t.add_points(B, 1, 1, "KT-ACT-08")
    return played(t)


def fetched(turning_point: int) -> Match:
    """One stands beside the prize."""
    t = ending({PRIOR: (1500, 1200), **MATRON_AWAY}, crit="find-and-fetch", tp=turning_point)
    t.mark(CENTRE, "portable")
    return played(t)


def cargo() -> Match:
    """One beside a crate, in the last activation of the battle."""
    t = ending({PRIOR: (1500, 1600), **MATRON_AWAY}, active=PRIOR, tac=("lost-cargo", ""), tp=4)
    places = {
        "on_centreline": (1500, 1700),
        "within_2_of_own_territory_edge": (1300, 300),
        "beyond_6_of_own_territory": (2200, 800),
    }
    for crate in mission.markers_to_set_up(t, 0):
        crate.set_up(t, Place(*places[crate.where], 0))
    return played(t)


def banked() -> Match:
    """One in its activation beside an objective that is charged."""
    return played(ending({PRIOR: (700, 1200), **MATRON_AWAY}, active=PRIOR, crit="bank-the-signal"))


def listening() -> Match:
    """One that may leave a recorder where an enemy stands, and another enemy that is ready."""
    placed = {PRIOR: (1700, 300), NEEDLE: (2090, 300), MATRON: (2300, 1500)}
    return played(ending(placed, active=PRIOR, ready=MATRON, tac=("listening-post", "")))


LISTENED = ("LEAVE RECORDER", "at 18.00,3.00", "end", "engage", "DASH", "to 23.00,15.00")


def observing() -> Match:
    """One with a Conceal order in the enemy's half that sees an enemy."""
    given = {PRIOR: {"order": CONCEAL}}
    return played(ending({PRIOR: (1700, 300), MATRON: (2300, 300)}, active=PRIOR, tac=("eyes-on", ""), also=given))


def killing(op: str = "", **given: Any) -> Match:
    """One in the enemy's half that is about to fight an enemy with one wound left; every die is a critical success."""
    t = ending(
        {PRIOR: (2000, 300), NEEDLE: (2150, 300), MATRON: (2300, 1500)}, active=PRIOR, tac=(op, ""),
        tp=given.pop("tp", 2), also={NEEDLE: {"wounds": 1}, **given.pop("also", {})},
    )  # fmt: skip
    write(t, **given)
    return played(t, *[6] * 40)


def second_kill() -> Match:
    """The same, after another kill: two of ten make the first grade."""
    match = killing(also={PIPER: {"wounds": 0, "status": REMOVED}})
    t = arena.table_over(match.setting, match.checkpoint.state)  # type: ignore[arg-type]  # Kill Team's setting
    write(t, kills=((0, t.number(PIPER), 1),), judged=1)
    return played(t, *[6] * 40)


def more_kills() -> Match:
    """The end of a battle in which one side has the higher grade of the kill op."""
    t = ending({PRIOR: (700, 300), **MATRON_AWAY}, tp=4)
    write(t, kills=tuple((0, t.number(name), 4) for name in (NEEDLE, PIPER)), judged=2)
    return played(t)


def primary(op: str) -> Match:
    """The end of a battle in which the primary op has given points."""
    t = ending({PRIOR: (700, 300), **MATRON_AWAY}, tp=4, selections=[(0, "primary", op)])
    write(t, vp=((op, 0, 4),))
    return played(t)


def champion() -> Match:
    """The Gambit step in which a champion may be named."""
    t = field({PRIOR: (700, 300), MENDER: (700, 600), **MATRON_AWAY}, tac=("one-of-ours", ""), phase="gambit")
    return played(t)


AT_B, AT_CENTRE = (2300, 1200), (1500, 1200)
BEACON = ("SET BEACON",)
KILL = ("FIGHT", "strike with a critical")

WORK: dict[str, Staged] = {
    "deed: SET SEAL; mission: set-seal; scoring: plant-the-seals S1; scoring: plant-the-seals S2": staged(
        lambda: working("plant-the-seals"), "SET SEAL", "end"
    ),
    "scoring: strip-the-stores S1": staged(lambda: working("strip-the-stores"), "STRIP"),
    "scoring: keep-the-carrier-wave S1; scoring: keep-the-carrier-wave S2": staged(
        lambda: working("keep-the-carrier-wave"), "SWITCH ON", "end"
    ),
    "scoring: loose-papers S1": staged(lambda: working("loose-papers", tp=4), "SORT", "end"),
    "scoring: find-and-fetch S0": staged(lambda: working("find-and-fetch"), "SEARCH"),
    "deed: WRECK; mission: wreck; scoring: break-their-pumps S1": staged(
        lambda: working("break-their-pumps", AT_B), "WRECK"
    ),
    "refusal: KT-BASE-15": staged(lambda: working("break-their-pumps"), refused=("WRECK",)),
    "scoring: break-their-pumps S2": staged(lambda: holding("break-their-pumps")),
    "scoring: break-their-pumps S3": staged(lambda: holding("break-their-pumps", AT_CENTRE)),
    "deed: TAP; mission: tap; scoring: rolling-surge S1": staged(lambda: surging(tapped=True), "TAP"),
    "scoring: rolling-surge S2": staged(lambda: surging(tapped=False)),
    "scoring: rolling-surge S3": staged(lambda: holding("rolling-surge")),
    "event: objective_named": staged(lambda: holding("rolling-surge", tp=1)),
    "deed: BEARING; mission: bearing; scoring: triangulate S1; scoring: triangulate S2": staged(
        lambda: working("triangulate", tp=4), "BEARING", "end"
    ),
    "deed: SET BEACON; mission: set-beacon; scoring: beacon-line S1": staged(
        lambda: tac("beacon-line", (1100, 300)), *BEACON, "at 11.00,3.00"
    ),
    "scoring: beacon-line S2": staged(lambda: tac("beacon-line", (1900, 1500)), *BEACON, "at 19.00,15.00"),
    "scoring: clean-house S1; scoring: clean-house S2": staged(lambda: tac("clean-house", (700, 300)), "end"),
    "deed: OBSERVE; mission: observe; scoring: eyes-on S1; scoring: eyes-on S2": staged(observing, "OBSERVE", "end"),
    "scoring: take-it-off-them S1; scoring: take-it-off-them S2": staged(lambda: tac("take-it-off-them", AT_B), "end"),
    "scoring: one-of-ours S1": staged(lambda: killing("one-of-ours", also={PRIOR: {"tags": ("champion:0",)}}), *KILL),
    "option: named; event: named": staged(champion, "one-of-ours", "name cv-prior"),
    "scoring: past-their-line S1; scoring: past-their-line S2": staged(
        lambda: killing("past-their-line"), *KILL, "end"
    ),
    "scoring: proof-of-the-deed S1": staged(
        lambda: killing("proof-of-the-deed"), *KILL, "end", "score proof-vr-needle"
    ),
    "scoring: attrition K1": staged(second_kill, *KILL),
    "refusal: KT-MARK-04": staged(
        lambda: played(ending({PRIOR: (700, 1200), MATRON: (700, 960)}, active=PRIOR, crit="plant-the-seals")),
        refused=("SET SEAL",),
    ),
    "option: all_successes": staged(tracking, "SHOOT", "inflict damage with all"),
    "option: instead; mission: plant-tracker; scoring: tagged S1; scoring: tagged S2": staged(
        tracking, "SHOOT", "PLANT TRACKER instead", "end"
    ),
}

ENDS: dict[str, Staged] = {
    "scoring: primary crit": staged(
        lambda: working("plant-the-seals", tp=4, selections=[(0, "primary", "crit")], revealed=()), "SET SEAL", "end"
    ),
    "scoring: attrition K2": staged(more_kills),
    "scoring: primary kill": staged(lambda: primary("kill")),
    "scoring: primary tac": staged(lambda: primary("tac")),
    "event: won": staged(lambda: working("plant-the-seals", tp=4), "SET SEAL", "end"),
    "event: draw": staged(lambda: holding("plant-the-seals", tp=4)),
    "option: goes_first": staged(both_bank, "seat 1 first"),
    "scoring: find-and-fetch S1": staged(lambda: fetched(3)),
    "scoring: find-and-fetch S2": staged(lambda: fetched(4)),
    "scoring: lost-cargo S1": staged(cargo, "PICK UP MARKER", "end"),
    "scoring: bank-the-signal S1": staged(banked, "CHARGE UP", "end", f"score {A}"),
    "option: score_nothing": staged(banked, "CHARGE UP", "end", "score nothing"),
    "scoring: own-the-middle S1": staged(
        lambda: played(ending({PRIOR: (1200, 1100), **MATRON_AWAY}, tac=("own-the-middle", "")))
    ),
    "scoring: own-the-middle S2": staged(
        lambda: played(ending({PRIOR: (1550, 300), **MATRON_AWAY}, tac=("own-the-middle", "")))
    ),
    "scoring: ground-gained S1": staged(
        lambda: played(ending({PRIOR: (2200, 500), MATRON: (2300, 1500)}, tac=("ground-gained", ""),
        zone=open_zone((FORT,))))
    ),
    "scoring: listening-post S1; scoring: listening-post S2": staged(listening, *LISTENED, "end"),
}  # fmt: skip

STAGED: dict[str, Staged] = {
    **WORK,
    **ENDS,
}
