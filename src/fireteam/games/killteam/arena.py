"""Operatives laid by hand, for odds that are typed in without a game and for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.match import CHECKPOINT_AFTER, Checkpoint, Match
from fireteam.games.killteam.cards import Datacard, Weapon
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.fighting.sequence import Opponent, fight
from fireteam.games.killteam.positions import OBJECTIVE
from fireteam.games.killteam.setting import Setting, setting_of
from fireteam.games.killteam.setup.rosters import names_of
from fireteam.games.killteam.shooting.sequence import Target, shoot
from fireteam.games.killteam.state import (
    CONCEAL,
    ENGAGE,
    EXPENDED,
    KILLZONE,
    NOBODY,
    READY,
    RESERVE,
    Marker,
    Operative,
    State,
)
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapon_rules import read_rules
from fireteam.games.killteam.zone import Zone


class Arena:
    """The game as positions laid by hand know it: two seats, and nothing secret."""

    name = "killteam"
    title = "Kill Team"
    version = "1"
    secrets = False
    seats = ("first player", "second player")
    amounts = ("damage ",)
    results = ("incapacitated ",)


def weapon(
    atk: int, hit: int, damage: int, critical_damage: int, rules: str = "", *, ranged: bool = True, name: str = "weapon"
) -> Weapon:
    """A weapon with these numbers; its rules as one types them: "Lethal 5+, Rending"."""
    return Weapon(name, name, ranged, atk, hit, damage, critical_damage, read_rules(rules))


def card(name: str, *weapons: Weapon, save: int = 4, wounds: int = 12, apl: int = 2, move: int = 6) -> Datacard:
    """A datacard with these numbers."""
    return Datacard(name, name, apl, move, save, wounds, tuple(weapons))


def operative(index: int, seat: int, **given: Any) -> Operative:
    """An operative in the killzone with one wound that is not acting, but for the fields given."""
    fields: dict[str, Any] = {
        "index": index, "name": f"operative-{index}", "seat": seat, "card": index, "status": KILLZONE, "x": 400 * index,
        "y": 0, "z": 0, "order": ENGAGE, "readiness": EXPENDED, "wounds": 1, "ap": 0, "actions": (), "weapons": (),
        "activation": (), "counteracted": False, "guard": False, "carries": (), "effects": (), "uses": (), "tags": (),
    }  # fmt: skip
    return Operative(**{**fields, **given})


def position(
    cards: Sequence[Datacard], seats: Sequence[int], *, wounds: Mapping[int, int] | None = None,
    cp: tuple[int, int] = (0, 0), initiative: int = 0, operatives: Mapping[int, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None, zone: Zone | None = None, **fields: Any,
) -> tuple[Setting, State]:  # fmt: skip
    """A setting with one operative for each card, and a state in which they stand; whole unless `wounds` says what is
    left."""
    setting = Setting(Arena(), cards, seats, options or {}, zone)
    crew = []
    for index, seat in enumerate(seats):
        whole = (wounds or {}).get(index, cards[index].wounds)
        crew.append(
            operative(index, seat, **{"name": cards[index].id, "wounds": whole, **(operatives or {}).get(index, {})})
        )
    given = {"phase": "over", "turning_point": 1, "zones": (0, 1), **fields}
    return setting, State(**{"phase": "setup", **given}, initiative=initiative, operatives=crew, cp=cp)


def table_over(setting: Setting, state: State) -> Table:
    """A table to begin a sequence on."""
    return setting.table(state, False)


def match_at(table: Table, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER) -> Match:
    """A match at the position of a table, with the sequences that have begun on it."""
    return match_of(table.setting, table.snapshot(), dice, events=events, checkpoints=checkpoints)


def shot(
    attacker: Datacard,
    target: Datacard,
    dice: Dice | None,
    *,
    at: Target | None = None,
    weapon_id: str = "",
    events: bool = True,
    **given: Any,
) -> Match:
    """A match at the beginning of one shot: the first operative of the first seat at the second seat's."""
    t = table_over(*position((attacker, target), (0, 1), **given))
    shoot(t, 0, weapon_id or attacker.weapons[0].id, [at or Target(1)])
    return match_at(t, dice, events=events)


def duel(
    attacker: Datacard,
    defender: Datacard,
    dice: Dice | None,
    *,
    against: Opponent | None = None,
    events: bool = True,
    **given: Any,
) -> Match:
    """A match at the beginning of one fight: the first seat's operative against the second seat's."""
    t = table_over(*position((attacker, defender), (0, 1), **given))
    fight(t, 0, [against or Opponent(1)])
    return match_at(t, dice, events=events)


# -- whole kill teams --------------------------------------------------------------------------------------------------


def battle(
    *, killzone: str = "shellmarket", teams: tuple[str, str] = ("cinder-vigil", "veilrunners"),
    placed: Mapping[str, tuple[int, ...]] | None = None, rosters: tuple[Sequence[str], Sequence[str]] | None = None,
    options: Mapping[str, Any] | None = None, crit_op: str = "plant-the-seals",
    selections: Sequence[tuple[int, str, str]] = (), operatives: Mapping[str, Mapping[str, Any]] | None = None,
    **fields: Any,
) -> tuple[Setting, State]:  # fmt: skip
    """Two kill teams of the bundled pack in one of its killzones, at the beginning of turning point 1 unless `fields`
    say otherwise.

    `placed` says where operatives stand, in hundredths (x, y and perhaps z); those not named are not set up. Ready with
    a
    Conceal order, but for what `operatives` gives by name.
    """
    setting = setting_of(content(None), killzone, teams, options or {}, Arena())
    assert setting.teams is not None
    crew: list[Operative] = []
    first = 0
    for seat, team in enumerate(setting.teams):
        ids = [card.id for card in setting.cards[first : first + len(team.operatives)]]
        suffix = ids[0].removeprefix(team.operatives[0].id)
        roster = [name + suffix for name in (rosters[seat] if rosters else team.default_roster)]
        for card_id, name in zip(roster, names_of(roster), strict=True):
            card_number = first + ids.index(card_id)
            place = (placed or {}).get(name)
            x, y, z = (*place, 0)[:3] if place is not None else (0, 0, 0)
            given = {
                "name": name, "card": card_number, "wounds": setting.cards[card_number].wounds, "x": x, "y": y, "z": z,
                "order": CONCEAL, "status": RESERVE if place is None else KILLZONE, "readiness": READY,
                **(operatives or {}).get(name, {}),
            }  # fmt: skip
            crew.append(operative(len(crew), seat, **given))
        first += len(team.operatives)
    objectives = {
        entry.id: Marker(entry.id, OBJECTIVE, NOBODY, entry.x, entry.y, entry.z, NOBODY, "", ())
        for entry in setting.zone.objectives
    }
    whole: dict[str, Any] = {
        "phase": "initiative", "turning_point": 0, "initiative": 0, "acting": 0, "zones": (0, 1), "crit_op": crit_op,
        "cp": (2, 2), "operatives": crew, "markers": objectives, "selections": tuple(selections), **fields,
    }  # fmt: skip
    return setting, State(**{"phase": "setup", **whole})


def match_of(
    setting: Any, state: State, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER
) -> Match:
    """A match at a position."""
    match = Match(setting, dice, events=events, checkpoints=checkpoints)
    match.checkpoint = Checkpoint(state, 0, None, [], None)
    return match
