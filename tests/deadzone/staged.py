"""Positions laid on purpose, each by the name of what it shows: what play hardly ever brings by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, unit, weapon
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.forced import Throw
from fireteam.games.deadzone.round import Round
from fireteam.games.deadzone.state import COMM, DEAD, ITEM, PLAY, SMOKE, TRAP, Frame
from tests.deadzone.battlefield import new_battle, scenario, setting_with

GUN, KNIFE = weapon("Gun", 8), weapon("Knife", "CC")


def position(
    at: Mapping[str, str],
    cards: Mapping[str, Unit] | None = None,
    *frames: Frame,
    dice: Iterable[int] = (),
    on: Any = None,
    options: Mapping[str, Any] | None = None,
    about: Any = None,
    tokens: Mapping[str, tuple[Any, ...]] | None = None,
    **more: Any,
) -> Match:
    """The first model is activated, or what is said is under way; names that begin with b are enemies. `tokens` lie in
    cubes: kind, label, owner and number of each."""
    given = cards or {}
    names = [*at, *(name for name in given if name not in at)]
    units = {name: (int(name[0] == "b"), given.get(name) or unit(name.upper(), GUN, KNIFE)) for name in names}
    setting = setting_with(units, about, on=on, options=options)
    table = arena.table_at(setting, at, *(frames or (Activation(0),)), **more)
    for where, (kind, label, owner, number) in (tokens or {}).items():
        place = table.board.named(where)
        assert place is not None
        table.lay(kind, table.board.cube_of[place], label=label, owner=owner, number=number, rule="DZ-ITEM-08")
    return arena.match_over(table, Given(dice, then=Seeded(1)))


def bombs() -> Match:
    bomb = unit("B", keywords=["BOOM! (1)"], health=1)
    rocket = weapon("Rocket", 8, 0, ["Explosive", "Frag (5)"])
    cards = {"a": unit("A", rocket), "b": bomb, "b2": bomb}
    return position({"a": "1,1,1", "b": "4,1,1", "b2": "4,1,1"}, cards, dice=[*(4, 4, 4, 4, 4), *(1,) * 6])


def crowded_zone() -> Match:
    """A team that is larger than its zone, with the set-up before it."""
    large = {f"a{number}": (0, unit("A", size=4)) for number in range(3)}
    leader = unit("Lead", role="Leader", recon=5, size=3)
    setting = setting_with({"a": (0, leader), **large, "x": (0, unit("X", size=2)), "b": (1, leader)})
    return Match(setting, Seeded(3))


def thrown_among_the_pinned() -> Match:
    down = {"b": {"pinned": True}, "b2": {"pinned": True}}
    return position({"a": "3,3,1", "b": "4,3,1", "b2": "4,3,1"}, None, Throw(0, 1, 0, True), models=down)


def piercing() -> Match:
    cards = {"a": unit("A", GUN, keywords=["AP (2)"]), "b": unit("B", armour=3, health=4)}
    return position({"a": "1,1,1", "b": "4,1,1"}, cards, dice=[7, 7, 7, 7, 7, 1, 1, 1])


def blasted() -> Match:
    cards = {"a": unit("A", weapon("Horn", 8, 0, ["Blast"])), "b": unit("B", keywords=["Energy Shield (1)"])}
    return position({"a": "1,1,1", "b": "4,1,1"}, cards, dice=[7, 7, 7, 7, 7, 1, 1, 1])


def linked_leaver() -> Match:
    ways = {"A": [(1, 8)], "B": [(8, 1)], "least_vp": 1}
    cards = {"a": unit("A", GUN, keywords=["Comm-Link"])}
    return position({"a": "1,8,1", "b": "8,8,1"}, cards, about=scenario(exits=ways), tokens={"4,4,1": (COMM, "", 0, 0)})


def horde() -> Match:
    many = unit("H", KNIFE, keywords=["Horde"])
    return position({"a": "3,3,1", "c": "3,3,1", "b": "3,3,1"}, {"a": many, "c": many})


def drained() -> Match:
    cards = {"a": unit("A", weapon("Song", 8, 0, ["Life Drain"]))}
    return position({"a": "1,1,1", "b": "4,1,1"}, cards)


def eager_and_pinned() -> Match:
    cards = {"a": unit("A", GUN, health=3, keywords=["Rampage"])}
    laid = {"a": {"damage": 1, "pinned": True}}
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, dice=[8], models=laid)


def trapper() -> Match:
    cards = {"a": unit("A", weapon("Layer", 4, 0, ["Trap (Frag (2))"]))}
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, on=field(walls={(2, 2, 1, "E"): "blocked"}))


def nobody_left() -> Match:
    gone = {"status": DEAD, "place": -1, "quarters": 0}
    cards = {"a": unit("A"), "b": unit("B")}
    setting = setting_with({name: (int(name == "b"), card) for name, card in cards.items()}, options=ALL_GONE)
    table = arena.table_at(setting, {}, models={"a": gone, "b": gone}, round=0, points=(3, 3))
    return arena.match_over(table, Seeded(1))


ALL_GONE = {"wipeout_ends": True}


def spotted(users: str) -> Match:
    cards = {"a": unit("A", weapon("Mortar", 8, 0, ["Indirect (2)"])), "b": unit("B", keywords=["Comm-Link"])}
    roof = field(floors={(1, 1, 2): "full", (6, 1, 2): "full"}, walls={(3, 1, 1, "E"): "blocked"})
    at = {"a": "1,1,1", "b": "6,1,1"}
    return position(at, cards, on=roof, options={"comm_link_users": users}, tokens={"6,1,1": (COMM, "", 1, 1)})


def beast_at_a_console() -> Match:
    machine = {"at": [(4, 4)], "vp": 1, "hacker_bonus": 1}
    cards = {"a": unit("A", KNIFE, keywords=["Beast"])}
    return position({"a": "4,4,1", "b": "8,8,1"}, cards, about=scenario(consoles=machine))


def honourable() -> Match:
    cards = {"a": unit("A", GUN, keywords=["Honourable"])}
    return position({"a": "1,1,1", "b": "4,1,1"}, cards, models={"b": {"pinned": True}})


def healer() -> Match:
    return position({"a": "1,1,1", "b": "8,8,1"}, {"a": unit("A", keywords=["Medic"])})


def repairer() -> Match:
    cards = {"a": unit("A", keywords=["Medic"]), "c": unit("C", health=2, keywords=["Construct"])}
    return position({"a": "1,1,1", "c": "1,1,1", "b": "8,8,1"}, cards, models={"c": {"damage": 1}})


def healthy() -> Match:
    return position({"a": "1,1,1", "b": "8,8,1"}, models={"a": {"item": "Medi-Pack"}})


def rooted() -> Match:
    return position({"a": "1,1,1", "b": "8,8,1"}, {"a": unit("A", GUN, speed=(0, 0))})


def too_many() -> Match:
    """The second was led into the cube of the first, where there is no room for both, and is its owner's again."""
    cards = {"a": unit("A", GUN, size=2), "c": unit("C", size=3)}
    on = field()
    led = {"status": PLAY, "place": on.board.named("3,3,1"), "quarters": 7}
    return position({"a": "3,3,1", "b": "8,8,1"}, cards, on=on, models={"c": led})


def boxed_in(keyword: str, **more: Any) -> Match:
    """On a board of two cubes both are full."""
    large = unit("C", size=4)
    cards = {"a": unit("A", GUN, size=4, keywords=[keyword] if keyword else []), "c": large, **more}
    return position({"a": "1,1,1", "c": "2,1,1"}, cards, on=field(size=(2, 1), levels=1), about=NARROW)


NARROW = scenario(zones={"A": [(1, 1)], "B": [(2, 1)]}, objectives=[{"at": (1, 1), "vp": 1}])


def no_roof() -> Match:
    return boxed_in("", s=unit("S", size=4, keywords=["Drop Suit"]))


def scattered() -> Match:
    cart = unit("Cart", keywords=["Vehicle"])
    cards = {"a": unit("A", size=2), "c": cart, "d": cart}
    on = field(platforms={(5, 4, 1): ("SW", "NE")})
    return position({"a": "4,4,1", "c": "5,4,1", "d": "5,4,1", "b": "8,8,1"}, cards, on=on)


def before_a_gap() -> Match:
    return position({"a": "4,4,2", "b": "8,8,1"}, on=field(floors={(4, 4, 2): "half-W", (5, 4, 2): "half-E"}))


def in_smoke(keyword: str) -> Match:
    cards = {"a": unit("A", GUN, keywords=[keyword])}
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, tokens={"1,1,1": (SMOKE, "", -1, 0)})


def over_a_trap() -> Match:
    cards = {"a": unit("A", GUN, keywords=["Engineer"])}
    own = {"2,1,1": (TRAP, "Frag (2)", 0, 0)}
    choice = {"engineer_own_trap": "choice"}
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, tokens=own, options=choice)


def kite() -> Match:
    """Somebody that may come from above, with the set-up before it."""
    leader = unit("Lead", role="Leader", recon=5)
    flyer = unit("Kite", keywords=["Aerial Deployment"])
    return Match(setting_with({"a": (0, leader), "k": (0, flyer), "k2": (0, flyer), "b": (1, leader)}), Seeded(3))


def wild() -> Match:
    """The opponent has taken a rampager, beside an enemy and with an Advance die of its owner's."""
    cards = {"a": unit("A", GUN, health=3, keywords=["Rampage"])}
    held: tuple[dict[str, int], dict[str, int]] = ({"Advance": 1}, {})
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, dice=[1], models={"a": {"damage": 1}}, command=held)


def in_hand() -> Match:
    cards = {"a": unit("A", GUN, health=3, keywords=["Rampage"]), "c": unit("C", keywords=["Under Control"])}
    return position({"a": "1,1,1", "c": "1,1,1", "b": "8,8,1"}, cards, models={"a": {"damage": 1}})


def beside_two() -> Match:
    return position({"a": "3,3,1", "b": "3,3,1", "b2": "3,3,1"}, models={"a": {"pinned": True}})


def hacker() -> Match:
    machine = {"at": [(4, 4)], "vp": 1, "hacker_bonus": 1}
    cards = {"a": unit("A", keywords=["Hacker"])}
    return position({"a": "4,4,1", "b": "8,8,1"}, cards, about=scenario(consoles=machine))


def reader() -> Match:
    cards = {"a": unit("A", keywords=["Hacker"])}
    intel = {"2,1,1": (ITEM, "Intel", -1, 0)}
    return position({"a": "1,1,1", "b": "8,8,1"}, cards, tokens=intel)


def held() -> Match:
    cards = {"b": unit("B", KNIFE, keywords=["Tenacious"])}
    return position({"a": "3,3,1", "b": "3,3,1"}, cards)


def one_side_left() -> Match:
    gone = {"status": DEAD, "place": -1, "quarters": 0}
    setting = setting_with({"a": (0, unit("A")), "b": (1, unit("B"))}, options=ALL_GONE)
    table = arena.table_at(setting, {"a": "1,1,1"}, Activation(0), Round(), models={"b": gone})
    return arena.match_over(table, Seeded(1))


def both_reach() -> Match:
    setting = setting_with({"a": (0, unit("A")), "b": (1, unit("B"))}, options={"both_reach": "higher_total"})
    table = arena.table_at(setting, {"a": "1,1,1", "b": "8,8,1"}, round=0, points=(13, 12))
    return arena.match_over(table, Seeded(1))


STAGED: dict[str, tuple[Callable[[], Match], tuple[str, ...]]] = {
    "option: bury; question: which death at {at} comes next": (bombs, ("shoot 4,1,1 with Rocket", "b first")),
    "option: grow; option: large_enough; question: larger zone of {player}": (crowded_zone, ()),
    "question: who stands up with {who}; option: up": (thrown_among_the_pinned, ("b stands up",)),
    "keyword: AP.armour_piercing": (piercing, ("shoot b with Gun",)),
    "keyword: Blast.after_attack; keyword: Blast.harmless": (blasted, ("shoot b with Horn",)),
    "keyword: Comm-Link.left; scoring: DZ-CORE-06": (linked_leaver, ("advance", "leave the board")),
    "keyword: Horde.friends_dice": (horde, ("assault b",)),
    "keyword: Life Drain.needs_no_sight": (drained, ("shoot b with Song",)),
    "keyword: Rampage.begins": (eager_and_pinned, ("stand up for free",)),
    "keyword: Trap.at_cube; keyword: Trap.may_aim; keyword: Trap.shoots": (trapper, ("shoot 2,2,1 with Layer",)),
    "ending: wiped_out draw": (nobody_left, ()),
    "reading: comm_link_users any": (lambda: spotted("any"), ("shoot 6,1,1 with Mortar",)),
    "reading: comm_link_users own": (lambda: spotted("own"), ()),
    "refusal: DZ-AB-BEAST-01; keyword: Beast.uses_panels": (beast_at_a_console, ()),
    "refusal: DZ-AB-HONOUR-01": (honourable, ()),
    "refusal: DZ-AB-MEDIC-01": (healer, ()),
    "refusal: DZ-MEET-30": (repairer, ()),
    "refusal: DZ-ITEM-17": (healthy, ()),
    "refusal: DZ-MOVE-04": (rooted, ()),
    "refusal: DZ-AB-RAMPAGE-05": (too_many, ()),
    "refusal: DZ-AB-TELEPORT-01": (lambda: boxed_in("Teleport"), ()),
    "refusal: DZ-AB-DROP-02": (no_roof, ()),
    "refusal: DZ-GEO-20": (scattered, ("advance",)),
    "refusal: DZ-PART-01": (before_a_gap, ("advance",)),
    "refusal: DZ-AB-COMM-01": (lambda: in_smoke("Comm-Link"), ()),
    "event: thicker": (
        lambda: in_smoke("Gas Cloud (Toxic (1))"),
        ("fill the cube: Gas Cloud (Toxic (1))",),
    ),
    "option: walk_over; option: defuse; event: defused; question: trap of its own side under {who}": (
        over_a_trap,
        ("advance", "step to 2,1,1"),
    ),
    "option: hold_back; option: with_the_team; question: {who} from above": (kite, ()),
    "refusal: DZ-CMD-16; option: take_control; event: controlled": (wild, ("take control of a",)),
    "keyword: Under Control.keeps_in_hand": (in_hand, ()),
    "question: who attacks {who}": (beside_two, ("stand up",)),
    "keyword: Hacker.hacks; option: console; scoring: DZ-SPEC-01": (hacker, ("work the console",)),
    "keyword: Hacker.intel_points; scoring: DZ-ITEM-16": (
        reader,
        ("advance", "step to 2,1,1", "pick up item-1"),
    ),
    "keyword: Tenacious.hampers_leaver": (held, ("advance", "break away", "strike with b")),
    "ending: wiped_out": (one_side_left, ("end the activation",)),
    "reading: both_reach higher_total": (both_reach, ()),
    "event: scenario": (lambda: new_battle(1, scenario="random"), ()),
}
"""What each shows, as `sort: thing`; how it is laid, and the first answers."""
