"""What kill teams bring along, laid on purpose: entries whose occasion seldom comes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.state import ACTIVE, CONCEAL, EXPENDED
from fireteam.kit.arena import match_at
from tests.killteam.skirmish import duel, shot, stage
from tests.killteam.staging import Staged, staged
from tests.killteam.warband import begin, marker
from tests.space.plane.reference import features_of, rectangle

HERE, BESIDE, NEAR, FAR = (5.0, 11.0), (6.7, 11.0), (9.0, 11.0), (20.0, 11.0)
ONES = [1] * 60
COVERED: dict[str, Any] = {"cover_from": ("wall",)}
DONE = {"readiness": EXPENDED}


def runner_at(who: str, place: tuple[float, float], at: Mapping[str, Any] | None = None, **given: Any) -> Match:
    """A Veil Runner shoots at somebody, with a hit that is not critical."""
    t = stage({"vr-runner": HERE}, {who: place}, **given)
    return shot(t, "vr-runner", "runner-carbine", who, [3, 1, 1, 1, *ONES], **(at or {}))


def sentinel_at_runner() -> Match:
    """A shot at a Veil Runner in cover that has a command point."""
    t = stage({"cv-sentinel": HERE}, {"vr-runner": NEAR}, cp=(0, 1))
    return shot(t, "cv-sentinel", "sentinel-carbine", "vr-runner", [3, 1, 1, 1, *ONES], **COVERED)


def charged() -> Match:
    """A fight after a charge."""
    given = {"cv-breaker": {"readiness": ACTIVE, "actions": ("CHARGE", "FIGHT")}}
    return duel(
        stage({"cv-breaker": HERE}, {"vr-runner": BESIDE}, cp=(1, 0), operatives=given), "cv-breaker", "vr-runner", ONES
    )


def pierced() -> Match:
    """A shot with Piercing from afar at one beside the Barkshield."""
    t = stage({"cv-prior": (1, 11)}, {"ir-thornbow": NEAR, "ir-barkshield": (9, 12.8)})
    return shot(t, "cv-prior", "kiln-pistol", "ir-thornbow", [3, *ONES])


def hidden(who: str) -> Match:
    """Somebody with a Conceal order behind a low wall, and a shooter on a Vantage 9.5 inches away."""
    wall, tower = (
        rectangle("wall", (5.6, 4, 5.8, 6), (0, 1), "Light"),
        rectangle("tower", (13.85, 4, 15.15, 6), (0, 3), "Heavy Vantage"),
    )
    return begin(
        {"vr-runner": (14.5, 5.0)}, {who: (5.0, 5.0)}, active="vr-runner", features=features_of((wall, tower)),
        heights={"vr-runner": 3.0}, operatives={who: {"order": CONCEAL}, "vr-runner": {"actions": ("REPOSITION",)}},
    )  # fmt: skip


def counteracting() -> Match:
    """Two with Conceal orders, expended, whose enemies are ready."""
    waiting = {"readiness": EXPENDED, "order": CONCEAL}
    crew = {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 9.0), "cv-mender": (5.0, 13.0)}
    enemies = {"vr-runner": (25.0, 5.0), "vr-needle": (25.0, 15.0)}
    return begin(
        crew, enemies, ONES, operatives=dict.fromkeys(crew, waiting) | {"cv-mender": {"readiness": EXPENDED}}, cp=(4, 0)
    )


def by_a_hatchway(who: str, place: tuple[int, int], seat: int, *, gear: str = "") -> Match:
    """Somebody in its activation beside a closed hatchway of the Derelict Spine."""
    other = "cv-prior" if who.startswith("vr") else "vr-matron"
    setting, state = arena.battle(
        killzone="derelict-spine", placed={who: place, other: (2200, 200)}, selections=[(seat, "equipment", gear)],
        operatives={who: {"readiness": ACTIVE, "actions": ("REPOSITION",)}, other: DONE}, phase="activation",
        turning_point=1, activations=1, acting=seat,
    )  # fmt: skip
    state.active = next(operative.index for operative in state.operatives if operative.name == who)
    return match_at(setting, state, None)


CREWS = {
    "cv": ("cv-prior", "cv-sentinel"),
    "sl": ("sl-reeve", "sl-conscript"),
    "vr": ("vr-matron", "vr-runner"),
    "ir": ("ir-warden", "ir-hound"),
}
CHOSEN = (("primary op", 0), ("primary op", 1))


def gambling(entry: str, cp: int = 3, **given: Any) -> Match:
    """The Gambit step of a side, hurt and with one piece of equipment."""
    first, second = CREWS[entry[:2]]
    enemy = "cv-prior" if entry.startswith("vr") else "vr-matron"
    hurt = {second: {"wounds": 2}}
    gear = [entry] if entry[3] == "e" else []
    return begin(
        {first: HERE, second: (5.0, 13.0)}, {enemy: FAR}, ONES, phase="gambit", cp=(cp, cp), gear=gear, operatives=hurt,
        **{"played": CHOSEN, **given},
    )  # fmt: skip


GAMBITS: dict[str, Staged] = {
    f"entry: {entry}": staged(partial(gambling, entry), entry)
    for entry in (
        "cv-a1", "cv-s1", "cv-s2", "cv-s3", "cv-s4", "sl-orders", "sl-s1", "sl-s2", "sl-s3", "sl-s4", "sl-e2",
        "vr-s1", "vr-s2", "vr-s3", "vr-s4", "ir-s1", "ir-s2", "ir-s3", "ir-s4", "ir-e3",
    )
}  # fmt: skip


def needle() -> Match:
    """A Needle with a Conceal order, and somebody behind a low barrier."""
    hidden = {"order": CONCEAL}
    barrier = rectangle("barrier", (7.5, 10, 7.8, 12), (0, 1), "Light")
    return begin(
        {"vr-needle": HERE}, {"cv-sentinel": NEAR}, ONES, active="vr-needle", features=features_of((barrier,)),
        operatives={"vr-needle": hidden, "cv-sentinel": hidden},
    )  # fmt: skip


def fatal(who: str, others: Mapping[str, tuple[float, float]] | None = None) -> Match:
    """A Veil Runner shoots somebody that has one wound left, with a command point to save it."""
    t = stage({"vr-runner": HERE}, {who: NEAR, **(others or {})}, operatives={who: {"wounds": 1}}, cp=(0, 1))
    return shot(t, "vr-runner", "runner-carbine", who, [3, 1, 1, 1, *ONES])


def fallen() -> Match:
    """Somebody falls to a shot beside a friend that may dash."""
    return fatal("sl-sapper", {"sl-conscript": (9, 13)})


def sprayed() -> Match:
    """A stream at one who has a command point."""
    return shot(
        stage({"cv-lamplighter": HERE}, {"sl-sapper": NEAR}, cp=(0, 1)),
        "cv-lamplighter",
        "lamp-projector",
        "sl-sapper",
        ONES,
    )


def rifle(gear: str) -> Match:
    """A shot with an old rifle."""
    return shot(
        stage({"sl-sapper": HERE}, {"vr-runner": NEAR}, gear=[gear]), "sl-sapper", "old-rifle", "vr-runner", ONES
    )


def tusks() -> Match:
    """A fight of the Tusker after a charge."""
    given = {"ir-tusker": {"readiness": ACTIVE, "actions": ("CHARGE", "FIGHT")}}
    return duel(
        stage({"ir-tusker": HERE}, {"cv-sentinel": (7, 11)}, operatives=given), "ir-tusker", "cv-sentinel", ONES
    )


def acting(who: str, friends: Mapping[str, tuple[float, float]] | None = None, **given: Any) -> Match:
    """Somebody in its activation, the enemy far away."""
    enemy = {"vr-runner": (25.0, 20.0)} if not who.startswith("vr") else {"cv-sentinel": (25.0, 20.0)}
    return begin({who: (5.0, 5.0), **(friends or {})}, enemy, [3] * 60, active=who, **given)


ACTING: dict[str, Staged] = {
    "deed: ir-a6; entry: ir-a6": staged(
        lambda: acting("ir-bloomwitch", {"ir-hound": (5.0, 8.0)}, operatives={"ir-hound": {"wounds": 2}}), "ir-a6"
    ),
    "deed: ir-a10; entry: ir-a10": staged(lambda: acting("ir-handler", {"ir-hound": (5.0, 9.0)}), "ir-a10"),
    "deed: vr-a5; entry: vr-a5": staged(lambda: acting("vr-piper"), "vr-a5", "at 10.00,5.00"),
    "deed: vr-a7; entry: vr-a7; event: set_up_again": staged(
        lambda: acting("vr-echo", operatives={"vr-echo": {"order": CONCEAL}}), "vr-a7", "at 11.00,5.00"
    ),
    "entry: vr-a1": staged(lambda: acting("vr-matron", {"vr-runner": (5.0, 9.0)}), "end", "use vr-a1 with vr-matron"),
    "entry: ir-a2": staged(lambda: acting("ir-colossus"), refused=("DASH",)),
    "entry: cv-a4": staged(
        lambda: begin({"cv-breaker": (5.0, 5.0)}, {"vr-runner": (12.0, 5.0)}, [4, *ONES], active="cv-breaker"),
        "CHARGE",
        "to 10.50,5.00",
    ),
    "entry: vr-f1": staged(
        lambda: begin({"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (10.0, 5.0)}, ONES, active="cv-sentinel", cp=(0, 1)),
        "CHARGE",
        "to 8.50,5.00",
        "use vr-f1 with vr-runner",
    ),
}


def starting(who: str, beside: str = "vr-runner", *, gear: str = "", near: bool = False, **given: Any) -> Match:
    """The start of somebody's activation, perhaps with an enemy beside it."""
    place = (6.7, 5.0) if near else (25.0, 20.0)
    return begin(
        {who: (5.0, 5.0)},
        {beside: place},
        [3] * 60,
        phase="activation_start",
        active=who,
        gear=[gear] if gear else [],
        cp=(1, 1),
        **given,
    )


def objective(who: str, **given: Any) -> Match:
    """Somebody that contests an objective, in the activation of the first."""
    return begin(
        {who: (5.0, 5.0), "cv-prior": (5.0, 7.0)}, {"vr-runner": (25.0, 20.0)}, ONES, active=who,
        markers=[marker("objective", 5, 6)], **given,
    )  # fmt: skip


def flames() -> Match:
    """Somebody that walks past a flame marker."""
    flame = marker("flame", 7, 6, seat=1)
    return begin(
        {"vr-runner": (5.0, 5.0)}, {"cv-lamplighter": (25.0, 20.0)}, [3] * 60, active="vr-runner", markers=[flame]
    )


def struck(who: str, *, gear: str = "", cp: int = 0) -> Match:
    """A shot that hits somebody twice, once with a critical success."""
    return shot(
        stage({"vr-runner": HERE}, {who: NEAR}, gear=[gear] if gear else [], cp=(0, cp)), "vr-runner", "runner-carbine",
        who, [6, 3, 1, 1, *ONES],
    )  # fmt: skip


def pressing() -> Match:
    """A fight with a friend within an inch."""
    t = stage({"sl-eeler": HERE, "sl-sapper": (5, 12.8)}, {"vr-runner": BESIDE})
    return duel(t, "sl-eeler", "vr-runner", ONES)


def resin() -> Match:
    """A fight of a Veil Runner with equipment for it."""
    return duel(stage({"vr-runner": HERE}, {"cv-sentinel": BESIDE}, gear=["vr-e4"]), "vr-runner", "cv-sentinel", ONES)


def riposte() -> Match:
    """A fight in which the Duellist retaliates with a normal success."""
    t = stage({"cv-sentinel": HERE}, {"vr-duellist": BESIDE})
    return duel(t, "cv-sentinel", "vr-duellist", [5, 5, 5, 5, 5, 5, 5, 5, 5, *ONES])


def masks() -> Match:
    """Somebody acts near one with a mask."""
    return begin(
        {"cv-sentinel": (5.0, 5.0)}, {"vr-runner": (8.5, 5.0)}, [4] * 60, active="cv-sentinel", gear=["vr-e3"],
        operatives={"cv-sentinel": {"actions": ("REPOSITION",)}},
    )  # fmt: skip


def scent() -> Match:
    """A Hound about to kill, with another beast near."""
    return begin(
        {"ir-hound-1": (5.0, 5.0), "ir-hound-2": (5.0, 9.0)}, {"vr-needle": (6.7, 5.0), "vr-runner": (25.0, 20.0)},
        [6] * 60, active="ir-hound-1", operatives={"vr-needle": {"wounds": 1}},
    )  # fmt: skip


def rallied() -> Match:
    """An injured one near the standard."""
    return acting("sl-conscript", {"sl-standard": (5.0, 7.0)}, operatives={"sl-conscript": {"wounds": 2}})


def patched() -> Match:
    """Somebody about to fall near the Sawbones."""
    return fatal("sl-conscript", {"sl-sawbones": (9, 13)})


def throes() -> Match:
    """A shot that is about to fell a Hound in the middle of a fight."""
    placed = {"sl-bomber": (5.0, 2.0), "sl-conscript": HERE}, {"ir-hound": BESIDE}
    t = stage(*placed, cp=(0, 1), operatives={"ir-hound": {"wounds": 4}, "sl-bomber": {"readiness": ACTIVE}}, active=0)
    return shot(t, "sl-bomber", "keg-toss", "ir-hound", [4, 4, 1, 1, *ONES])


SIC = {"ir-hound": (5.0, 8.0)}
REST: dict[str, Staged] = {
    "deed: cv-a2; entry: cv-a2": staged(lambda: acting("cv-lamplighter"), "cv-a2", "at 9.00,5.00"),
    "event: burns": staged(flames, "REPOSITION", "to 9.00,5.00"),
    "deed: cv-a7; entry: cv-a7": staged(
        lambda: acting("cv-mender", {"cv-sentinel": (5.0, 8.0)}, operatives={"cv-sentinel": {"wounds": 4}}), "cv-a7"
    ),
    "entry: cv-a8": staged(lambda: objective("cv-namebearer")),
    "entry: cv-a9": staged(lambda: objective("cv-sentinel"), "end"),
    "entry: cv-e1": staged(lambda: struck("cv-sentinel", gear="cv-e1")),
    "entry: cv-e2": staged(lambda: starting("cv-sentinel", gear="cv-e2", operatives={"cv-sentinel": {"wounds": 3}})),
    "entry: cv-e4": staged(
        lambda: shot(
            stage({"cv-sunlancer": HERE}, {"vr-runner": NEAR}, gear=["cv-e4"]),
            "cv-sunlancer",
            "sunlance-flare",
            "vr-runner",
            ONES,
        ),
        "use cv-e4",
    ),
    "entry: cv-slow-fire; event: affected.by": staged(
        lambda: starting("cv-sentinel"), "use cv-slow-fire with cv-sentinel"
    ),
    "deed: sl-a1; entry: sl-a1": staged(lambda: acting("sl-reeve", {"sl-conscript": (5.0, 8.0)}), "sl-a1"),
    "entry: sl-a2": staged(lambda: fatal("sl-bomber")),
    "deed: sl-a5; entry: sl-a5": staged(lambda: acting("sl-sapper"), "sl-a5", "at 6.50,5.00"),
    "entry: sl-a6; event: survives": staged(patched, "keep the dice", "no more", "use sl-a6"),
    "deed: sl-a7; entry: sl-a7": staged(lambda: acting("sl-signaller", {"sl-conscript": (5.0, 8.0)}), "sl-a7"),
    "entry: sl-a8": staged(pressing),
    "entry: sl-a9": staged(rallied),
    "entry: sl-f4": staged(lambda: struck("sl-sapper", cp=1)),
    "entry: vr-a3": staged(riposte),
    "deed: vr-a4; entry: vr-a4": staged(
        lambda: begin({"vr-arcweaver": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, [3], active="vr-arcweaver"), "vr-a4"
    ),
    "entry: vr-e1": staged(lambda: acting("vr-runner", gear=["vr-e1"]), "REPOSITION"),
    "entry: vr-e3": staged(masks, "DASH", "to 5.00,5.50"),
    "entry: vr-e4": staged(resin, "use vr-e4"),
    "entry: vr-f2": staged(lambda: starting("vr-runner", "cv-sentinel", operatives={"vr-runner": {"order": CONCEAL}})),
    "entry: vr-slip": staged(lambda: acting("vr-runner", operatives={"vr-runner": {"order": CONCEAL}}), "end"),
    "option: not_moved": staged(lambda: acting("vr-runner", operatives={"vr-runner": {"order": CONCEAL}}), "end"),
    "deed: ir-a1; entry: ir-a1": staged(
        lambda: begin({"ir-warden": (5.0, 5.0), **SIC}, {"vr-runner": (10.0, 8.0)}, [3] * 60, active="ir-warden"),
        "ir-a1",
    ),
    "entry: ir-a7": staged(
        lambda: begin(
            {"ir-bloomwitch": (5.0, 5.0), "ir-hound": (5.0, 9.0)}, {"vr-runner": (25.0, 20.0)}, phase="ready_rules"
        ),
        "use ir-a7 with ir-bloomwitch",
    ),
    "entry: ir-a8": staged(lambda: acting("ir-kite"), "REPOSITION"),
    "entry: ir-a11": staged(lambda: starting("vr-runner", "ir-hound", near=True)),
    "entry: ir-e1": staged(lambda: struck("ir-thornbow", gear="ir-e1")),
    "entry: ir-e2": staged(lambda: starting("ir-hound", gear="ir-e2", operatives={"ir-hound": {"wounds": 3}})),
    "entry: ir-f3": staged(lambda: starting("ir-handler", near=True)),
    "entry: ir-scent": staged(scent, "FIGHT"),
}

STAGED: dict[str, Staged] = {
    **GAMBITS,
    **ACTING,
    **REST,
    "entry: cv-a5": staged(
        lambda: shot(stage({"cv-longwatch": HERE}, {"vr-runner": FAR}), "cv-longwatch", "long-rifle", "vr-runner", [1,
        2, 2, 2, *ONES])
    ),
    "entry: cv-a6; event: intercepts": staged(
        lambda: shot(
            stage({"vr-runner": HERE}, {"cv-mender": NEAR, "cv-bulwark": (9, 13)}), "vr-runner", "runner-carbine",
            "cv-mender", ONES
        ),
        "use cv-a6",
    ),
    "entry: cv-f1": staged(lambda: fatal("cv-sentinel"), "keep the dice", "use cv-f1"),
    "entry: sl-f1": staged(fallen, "keep the dice", "no more", "use sl-f1"),
    "entry: sl-f2": staged(sprayed, "use sl-f2"),
    "entry: sl-e4": staged(lambda: rifle("sl-e4"), "use sl-e4"),
    "entry: ir-a3": staged(tusks),
    "entry: vr-a2": staged(needle, "SHOOT"),
    "event: kept_given; option: keep_unrolled": staged(lambda: runner_at("cv-sentinel", FAR, cp=(0, 1)), "use cv-f3",
    "keep 1 unrolled"),
    "entry: cv-a3": staged(lambda: runner_at("cv-sunlancer", NEAR, operatives={"cv-sunlancer": {**DONE,
    "activation": ("SHOOT",)}})),
    "entry: cv-e3": staged(lambda: by_a_hatchway("cv-prior", (700, 990), 0, gear="cv-e3"), "OPERATE HATCH"),
    "entry: cv-f2": staged(counteracting, "counteract cv-sentinel"),
    "refusal: KT-PLOY-04": staged(
        counteracting, "counteract cv-sentinel", "no action", "activate vr-runner", "engage", "end",
        refused=("counteract cv-prior",),
    ),
    "entry: cv-f3": staged(lambda: runner_at("cv-sentinel", FAR, cp=(0, 1)), "use cv-f3"),
    "entry: cv-f4": staged(charged, "use cv-f4"),
    "event: free_ploy": staged(lambda: gambling("cv-s3", settled=((0, "free ploy"),)), "cv-s3"),
    "option: primary": staged(lambda: gambling("cv-s1", played=()), "primary op", "primary kill"),
    "option: choice": staged(lambda: gambling("sl-orders"), "sl-orders"),
    "refusal: KT-OPS-15": staged(lambda: gambling("cv-s1", played=()), refused=("pass",)),
    "refusal: KT-PLOY-01": staged(lambda: gambling("cv-s1", 0), refused=("cv-s1",)),
    "entry: sl-a3": staged(lambda: runner_at("sl-repeater", NEAR, COVERED), "roll all dice"),
    "entry: sl-a4": staged(lambda: hidden("sl-wildfowler"), refused=("shoot sl-wildfowler with runner-carbine",)),
    "entry: sl-e1": staged(lambda: runner_at("sl-sapper", FAR, COVERED, gear=["sl-e1"]), "use sl-e1"),
    "entry: sl-f3": staged(
        lambda: begin(
            {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 7.0)}, {"vr-runner": (12.0, 5.0)}, ONES, active="sl-reeve",
            cp=(1, 0)
        ),
        "SHOOT",
    ),
    "entry: vr-a6": staged(lambda: by_a_hatchway("vr-wirecutter", (700, 990), 1), "OPERATE HATCH"),
    "entry: vr-a8": staged(
        lambda: begin({"vr-netter": (5.0, 5.0)}, {"cv-sentinel": (10.0, 5.0)}, [4, 4, *ONES], active="vr-netter"),
        "SHOOT"
    ),
    "entry: vr-f3": staged(
        lambda: shot(
            stage({"vr-runner": HERE}, {"cv-sentinel": NEAR}, cp=(1, 0)), "vr-runner", "runner-carbine", "cv-sentinel",
            [3, *ONES]
        ),
        "use vr-f3",
    ),
    "entry: vr-f4": staged(sentinel_at_runner, "use vr-f4"),
    "entry: ir-a4": staged(
        lambda: begin({"ir-sporecaster": (5.0, 5.0)}, {"vr-runner": (9.0, 5.0)}, [3, 3, *ONES],
        active="ir-sporecaster"),
        "SHOOT",
        "use spore-plume",
    ),
    "entry: ir-a5": staged(lambda: hidden("ir-thornbow"), refused=("shoot ir-thornbow with runner-carbine",)),
    "entry: ir-a9": staged(pierced),
    "entry: ir-f1": staged(throes, "keep the dice", "use ir-f1"),
    "entry: ir-f2": staged(lambda: runner_at("ir-thornbow", NEAR, cp=(0, 1)), "use ir-f2"),
    "entry: ir-f4": staged(
        lambda: begin({"ir-hound": (5.0, 5.0)}, {"vr-needle": (6.3, 5.0)}, [6] * 60, active="ir-hound", cp=(1, 0)),
        "FIGHT"
    ),
}  # fmt: skip
