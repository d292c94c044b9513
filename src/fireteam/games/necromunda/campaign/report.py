"""What a battle gives to a campaign, as plain data: who went down by whom, what was won (see NE-CAMP-07)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from fireteam.games.necromunda.state import AWAY, INJURED, LEFT, NOBODY, OUT, PLAY, RESERVE
from fireteam.kit.content.models import Part, Slug, Whole, Yes

if TYPE_CHECKING:
    from fireteam.core.match import Match

SCORED_BY_ONE = ("casket-opened", "casket-off", "vehicle-off", "rider-off", "ordnance-blown", "token-removed")
"""Events that one model scores itself (see NE-CAMP-12)."""
Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Amount = Annotated[int, Field(strict=True, ge=0, le=10_000)]


class Fate(Part):
    """What became of a model."""

    seat: Seat
    name: str
    vehicle: Yes = False
    out: Yes = False
    """Out of Action by a wound or a wreck, not by flight."""
    injured: Yes = False
    """Seriously Injured when the battle ended, or when it fled."""
    webbed: Yes = False
    fled: Yes = False
    by: str | None = None
    """The enemy that put it Out of Action."""
    haunted: Yes = False
    """It went Out of Action in a way that rolls two lasting injuries (see NE-EVT-02)."""
    damage: Whole = 0
    """How often a wreck rolls for lasting damage."""
    rallied: Yes = False
    scored: Whole = 0
    """Scenario events that it scored itself."""
    experience: Whole = 0
    """What terminals gave it."""
    lost: tuple[str, ...] = ()


class Report(Part):
    """A battle that is over, as far as the campaign depends on it; who took no part is not in it."""

    scenario: Slug
    winner: Seat | None
    fates: tuple[Fate, ...]
    bottled: tuple[Yes, Yes] = (False, False)
    left: tuple[Yes, Yes] = (True, True)
    """Whether each side had a model on the table at the end."""
    credits: tuple[Amount, Amount] = (0, 0)
    reputation: tuple[Amount, Amount] = (0, 0)
    events: tuple[dict[str, Whole], dict[str, Whole]] = Field(default_factory=lambda: ({}, {}))
    """How often each event of the scenario happened for each side."""
    seed: int | None = None


def report_of(match: Match) -> Report:
    """The report of a battle; of one that was broken off as it stood (see NE-CAMP-31)."""
    state: Any = match.state
    setting: Any = match.setting
    ledger = state.ledger
    told: dict[str, list[Any]] = {}
    for line in ledger:
        told.setdefault(line.what, []).append(line)

    def who(*whats: str) -> set[int]:
        return {line.who for what in whats for line in told.get(what, ())}

    fled, webbed, rallied = who("fled", "fled injured"), who("webbed out"), who("rallied")
    haunted, arrived = who("haunted out"), who("left by an exit")
    felled = {line.number: line.who for line in told.get("takes out", ())}
    scenario = setting.mission.scenario
    measures = {points.measure for points in scenario.vp} & set(SCORED_BY_ONE)
    scored = Counter(line.who for what in measures for line in told.get(what, ()))
    learnt = Counter[int]()
    for line in told.get("experience", ()):
        learnt[line.who] += line.number
    fates = []
    for m in state.models:
        if m.status == RESERVE or (m.status == LEFT and m.index not in arrived):
            continue
        by = felled.get(m.index, NOBODY)
        enemy = by != NOBODY and state.models[by].side != m.side
        vehicle = setting.cards[m.index].vehicle
        down = m.status == OUT and m.index not in fled
        lying = m.status == PLAY and m.stance == INJURED and not vehicle
        fates.append(
            Fate(
                seat=m.side,
                name=setting.cards[m.index].name,
                vehicle=vehicle,
                out=down and m.index not in webbed,
                injured=(lying and "webbed" not in m.conditions) or m.index in who("fled injured"),
                webbed=m.index in webbed or (lying and "webbed" in m.conditions),
                fled=m.index in fled,
                by=setting.cards[by].name if down and enemy else None,
                haunted=m.index in haunted,
                damage=max(1, sum(line.who == m.index for line in told.get("vehicle-damaged", ())))
                if vehicle and down
                else 0,
                rallied=m.index in rallied,
                scored=scored[m.index],
                experience=learnt[m.index],
                lost=tuple(sorted(m.lost)),
            )
        )

    def amount(what: str) -> tuple[int, int]:
        first, second = (sum(line.number for line in told.get(what, ()) if line.seat == seat) for seat in (0, 1))
        return first, second

    first, second = (
        {what: sum(line.seat == seat for line in lines) for what, lines in told.items() if what in ALL_EVENTS}
        for seat in (0, 1)
    )
    on_table = [any(m.side == seat and m.status in (PLAY, AWAY) for m in state.models) for seat in (0, 1)]
    return Report(
        scenario=scenario.id,
        winner=winner_of(match),
        fates=tuple(fates),
        bottled=(bool(state.bottled & 1), bool(state.bottled >> 1 & 1)),
        left=(on_table[0], on_table[1]),
        credits=amount("credits"),
        reputation=amount("reputation"),
        events=(first, second),
        seed=getattr(match.dice, "seed", None),
    )


ALL_EVENTS = (*SCORED_BY_ONE, "fighter-out", "vehicle-wrecked", "bottled")


def winner_of(match: Match) -> int | None:
    """The seat that has won; of a battle broken off the one with more points."""
    result = match.result
    if result is not None:
        return result.winner
    mine, theirs = match.state.points
    return None if mine == theirs else 0 if mine > theirs else 1
