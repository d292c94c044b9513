"""What cannot be a state of a battle: a save that holds it is refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireteam.games.necromunda.badzones import ENVIRONMENTS, EVENTS
from fireteam.games.necromunda.cards import QUALITIES
from fireteam.games.necromunda.state import LEFT, NOBODY
from fireteam.games.necromunda.table import WRECK
from fireteam.games.necromunda.wargear.drinks import ROWS
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.cards import Card
    from fireteam.games.necromunda.setting import Setting
    from fireteam.games.necromunda.state import Model, State

SEATS = {0, 1}
HIGHEST = 100 * INCH
"""Nothing on a table is so high, or so low, or counts so far, in hundredths of an inch."""
MOST = 1_000
"""More rounds, wounds of the flesh, drinks or points than any battle brings."""
HANGING = (0, 4)
"""The numbers of a climb: none, or where it hangs and from which height it came."""


def faults(setting: Setting, state: State) -> Iterator[str]:
    """What is wrong with a state, beginning with whose models they are."""
    models = state.models
    if [(m.index, m.side) for m in models] != list(enumerate(setting.sides)):
        yield "models of other gangs"
        return
    for m in models:
        for what, holds in model_is_sound(setting, state, m).items():
            if not holds:
                yield f"{setting.names[m.index]}: {what}"
    for what, holds in (side_is_sound(state) | records_are_sound(setting, state)).items():
        if not holds:
            yield what


def model_is_sound(setting: Setting, state: State, m: Model) -> dict[str, bool]:
    """What must hold of a model."""
    plan, card = setting.battlefield, setting.cards[m.index]
    hulls = [number for number, other in enumerate(setting.cards) if other.vehicle]
    return {
        "a status that is none": 0 <= m.status <= LEFT and 0 <= m.stance <= 2,
        "it is off the table": 0 <= m.x <= plan.width and 0 <= m.y <= plan.height and abs(m.z) < HIGHEST,
        "a facing that is none": 0 <= m.facing < 360,
        "wounds that it has not": 0 <= m.wounds <= card.stats["w"],
        "a count below nothing": min(m.flesh, m.drinks, m.moved, m.handling) >= 0,
        "a count beyond all measure": max(m.flesh, m.drinks, m.handling, abs(m.restart)) < MOST,
        "it rides what is no vehicle": m.aboard in (NOBODY, *hulls),
        "a place in a hull that no hull has": max(map(abs, m.berth)) < HIGHEST,
        "a hatch that is not there": not m.hatch or m.hatch in state.things,
        "a climb that is none": len(m.climb) in HANGING,
        "conditions that are none": m.conditions <= QUALITIES.keys(),
        "a drink that nobody serves": not m.drink or m.drink in ROWS,
        "weapons or gear that it never had": m.empty | m.lost <= belongings(card),
    }


def belongings(card: Card) -> set[str]:
    """All that a model may run out of or lose: weapons, profiles, armour, gear, the wreck of a vehicle."""
    found = {WRECK, *(weapon.id for weapon in card.weapons)}
    found |= {f"{weapon.id}/{profile.name}" for weapon in card.weapons for profile in weapon.profiles}
    found |= {piece.id for piece in card.armour}
    return found | {name for item in card.gear for name in (item.id, item.implements)}


def side_is_sound(state: State) -> dict[str, bool]:
    """What must hold of both sides and of the round."""
    return {
        "nobody's turn": {state.acting, state.priority, state.first_side} <= SEATS,
        "nobody's decision": state.controller in (NOBODY, *SEATS),
        "a round that is none": 0 <= state.round < MOST and 0 <= state.event_since <= state.round,
        "sides that have bottled out and are none": 0 <= state.bottled <= 3,
        "points or numbers that no two sides have": all(
            len(pair) == len(SEATS) and min(pair) >= 0 and max(pair) < MOST for pair in (state.points, state.strength)
        ),
        "an event that is none": state.event in EVENTS,
        "an environment that is none": state.environment in ("", *ENVIRONMENTS),
    }


def records_are_sound(setting: Setting, state: State) -> dict[str, bool]:
    """What must hold of all that is written down of models and things."""
    everybody = range(NOBODY, len(setting.cards))
    return {
        "a model that nobody has is active": state.active in everybody,
        "a group of models that nobody has": {*state.group} <= {*everybody} - {NOBODY},
        "a casualty that nobody has": all(0 <= fell.who < len(setting.cards) for fell in state.casualties),
        "a line of somebody that nobody has": all(
            line.seat in SEATS and line.who in everybody for line in state.ledger
        ),
        "a thing that lies nowhere": all(
            max(abs(thing.x), abs(thing.y), abs(thing.z)) < HIGHEST for thing in state.things.values()
        ),
        "a thing of somebody that nobody has": all(thing.owner in everybody for thing in state.things.values()),
    }
